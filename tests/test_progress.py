"""jmx.progress: the items, what is written, and where."""

import doctest
import io
import sys
import types

import numpy as np
import pytest

import jmx as mx
from jmx import gluon
from jmx.config import progress as _progress
from jmx.gluon.contrib.estimator import Estimator


class Terminal(io.StringIO):
    """A stream that somebody watches."""

    def isatty(self):
        return True


@pytest.fixture
def no_tqdm(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)


def loader():
    return gluon.data.DataLoader(gluon.data.ArrayDataset(mx.nd.arange(6).reshape((6, 1)), mx.nd.zeros(6)), batch_size=2)


def test_example():
    names = {"jmx": mx, "gluon": gluon, "nd": mx.nd}
    (example,) = doctest.DocTestFinder(recurse=False).find(mx.progress, globs=names)
    runner = doctest.DocTestRunner()
    runner.run(example)
    assert runner.tries == 3 and not runner.failures


def test_nothing_is_written_where_nobody_looks(capsys):
    assert list(mx.progress(range(3), "work")) == [0, 1, 2] and capsys.readouterr().err == ""


@pytest.mark.parametrize("asked, lines", [("1", 1), ("0", 0)])
def test_it_is_shown_on_a_terminal(no_tqdm, monkeypatch, asked, lines):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("JMX_PROGRESS", asked)
    assert list(mx.progress(range(3))) == [0, 1, 2] and len(terminal.getvalue().splitlines()) == lines
    assert list(mx.progress(range(3), show=False)) == [0, 1, 2] and len(terminal.getvalue().splitlines()) == lines


def test_lines(capsys, no_tqdm, monkeypatch):
    seconds = iter([0, 1, 10, 11, 20, 24])
    monkeypatch.setattr(_progress, "time", types.SimpleNamespace(monotonic=lambda: next(seconds)))
    assert list(mx.progress("abcd", "work", show=True)) == list("abcd")
    assert capsys.readouterr().err.splitlines() == [
        "work: 1 of 4 (25%), 30 s left, 0.1 a second",
        "work: 3 of 4 (75%), 7 s left, 0.15 a second",
        "work: 4 in 24.0 s, 0.167 a second",
    ]


def test_a_loop_that_is_left_says_how_far_it_came(capsys, no_tqdm):
    with pytest.raises(KeyError):
        for item in mx.progress(iter("abcd"), total=4, show=True):
            if item == "c":
                raise KeyError(item)
    assert capsys.readouterr().err.startswith("2 of 4 in ")


@pytest.mark.parametrize("widgets", [False, True])
def test_tqdm_draws_where_it_is_installed(capsys, monkeypatch, widgets):
    """In a notebook its widget, where there are widgets: it warns where there are none."""
    bars = []

    class Bar:
        def __init__(self, iterable, **options):
            self.iterable = iterable
            bars.append((type(self).__name__, options["desc"], options["total"], options["file"] is sys.stderr))

        def __enter__(self):
            return self.iterable

        def __exit__(self, *_):
            bars.append("closed")

    class Widget(Bar):
        pass

    monkeypatch.setitem(sys.modules, "tqdm", types.SimpleNamespace(tqdm=Bar))
    monkeypatch.setitem(sys.modules, "tqdm.notebook", types.SimpleNamespace(tqdm=Widget))
    monkeypatch.setattr(_progress, "in_notebook", lambda: True)
    monkeypatch.setattr(_progress.importlib.util, "find_spec", lambda name: name if widgets else None)
    for _ in mx.progress([1, 2], "work"):
        break
    assert bars == [("Widget" if widgets else "Bar", "work", 2, True), "closed"]


def test_the_real_tqdm(capsys):
    pytest.importorskip("tqdm", reason="tqdm is not installed (extra `test`)")
    assert list(mx.progress(range(3), "work", show=True)) == [0, 1, 2]
    said = capsys.readouterr().err
    assert "work: 100%" in said and "3/3" in said


def test_an_estimator_takes_it(capsys, no_tqdm):
    net = gluon.nn.Dense(1)
    net.initialize()
    estimator = Estimator(net, gluon.loss.L2Loss(), context=mx.cpu(),
                          trainer=gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1}))  # fmt: skip
    estimator.fit(mx.progress(loader(), "training", show=True), epochs=2)
    assert [line.partition(" in ")[0] for line in capsys.readouterr().err.splitlines()] == ["training: 3", "training: 3"]
    with pytest.raises(ValueError, match="only supports data in a Gluon DataLoader"):
        estimator.fit(mx.progress([1, 2]), epochs=1)


def test_a_module_takes_it(capsys, no_tqdm):
    data = mx.io.NDArrayIter(np.ones((8, 4), np.float32), np.zeros(8), 4, label_name="softmax_label")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), name="softmax")
    mx.mod.Module(net).fit(mx.progress(data, "epoch", show=True), num_epoch=2)
    assert [line.partition(" in ")[0] for line in capsys.readouterr().err.splitlines()] == ["epoch: 2", "epoch: 2"]


def test_what_cannot_be_looped_over():
    with pytest.raises(TypeError, match="expected something to loop over, such as a DataLoader, got int"):
        mx.progress(3)
    with pytest.raises(AttributeError, match="nothing"):
        mx.progress([1]).nothing  # noqa: B018
