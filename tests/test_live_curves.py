"""plot.LiveCurves: what is noted, where it is drawn, and how little that costs."""

import doctest
import logging
import math
import sys
import types

import numpy as np
import pytest

import jmx as mx
from jmx import gluon, plot

matplotlib = pytest.importorskip("matplotlib", reason="jmx.plot draws with matplotlib")
matplotlib.use("Agg")

from jmx.gluon.contrib.estimator import Estimator
from jmx.plot import _chart, _live


class Kernel:
    """A notebook's kernel, with a display whose pictures are counted, and a clock."""

    def __init__(self, monkeypatch):
        self.shown, self.updates, self.now, self.cost, self.callbacks = 0, 0, 0.0, 0.0, []
        events = types.SimpleNamespace(
            register=lambda name, function: self.callbacks.append(function),
            unregister=lambda name, function: self.callbacks.remove(function),
        )
        shell = types.SimpleNamespace(kernel=self, events=events)
        module = types.ModuleType("IPython")
        module.get_ipython = lambda: shell
        module.version_info = (9, 0, 0)  # matplotlib asks for it with its first figure
        monkeypatch.setitem(sys.modules, "IPython", module)
        display = types.ModuleType("IPython.display")
        display.Image = lambda data, format, metadata: data
        display.display = self.display
        monkeypatch.setitem(sys.modules, "IPython.display", display)
        monkeypatch.setattr(_live, "time", types.SimpleNamespace(monotonic=lambda: self.now))

    def display(self, picture, display_id):
        assert picture.startswith(b"\x89PNG") and display_id is True
        self.shown += 1
        self.now += self.cost
        return self

    def update(self, picture):
        assert picture.startswith(b"\x89PNG")
        self.updates += 1
        self.now += self.cost

    def end_cell(self):
        for function in list(self.callbacks):
            function(None)


@pytest.fixture
def kernel(monkeypatch):
    return Kernel(monkeypatch)


def points(curves):
    return {ax.get_ylabel(): {line.get_label(): list(map(float, line.get_ydata())) for line in ax.get_lines()}
            for ax in curves.figure.axes}  # fmt: skip


def test_examples_of_the_docstrings():
    result = doctest.testmod(_live, extraglobs=vars(plot))
    assert result.attempted == 4 and not result.failed


def test_by_hand():
    curves = plot.LiveCurves()
    for step in (0, 5):
        curves.update(step, train_loss=mx.nd.array([1.0, 3.0]), val_loss=np.float32(step), accuracy=mx.np.array(0.5))
    assert points(curves) == {"loss": {"train": [2, 2], "val": [0, 5]}, "accuracy": {"accuracy": [0.5, 0.5]}}
    assert [ax.get_legend() is None for ax in curves.figure.axes] == [False, True]
    curves.update(6, rate=0.1)
    assert list(points(curves)) == ["loss", "accuracy", "rate"]
    assert list(curves.figure.axes[0].get_lines()[0].get_xdata()) == [0, 5]
    assert repr(curves) == "<LiveCurves: train_loss 2, val_loss 5, accuracy 0.5, rate 0.1>"
    assert curves._repr_png_().startswith(b"\x89PNG") and plot.LiveCurves()._repr_png_() is None


def test_nothing_is_drawn_outside_of_notebooks(monkeypatch):
    monkeypatch.setattr(_live, "Chart", None)
    with plot.LiveCurves() as curves:
        curves.update(0, loss=1.0)
    assert curves.history == {"loss": ([0], [1.0])}


def test_a_final_picture(tmp_path):
    with plot.LiveCurves(path=str(tmp_path / "loss.png")) as curves:
        curves.update(0, loss=1.0)
        assert not (tmp_path / "loss.png").exists()
    assert (tmp_path / "loss.png").read_bytes().startswith(b"\x89PNG")


def test_a_notebook_has_one_figure_and_draws_seldom(kernel):
    curves = plot.LiveCurves(seconds=1)
    for step in range(1000):
        kernel.now = step / 100
        curves.update(step, loss=1.0)
    assert kernel.shown == 1 and kernel.updates == 9
    kernel.end_cell()
    assert kernel.updates == 10 and not kernel.callbacks
    kernel.end_cell()
    curves.close()
    assert kernel.updates == 10  # nothing is new


def test_slow_drawing_is_done_more_seldom(kernel):
    kernel.cost = 2.0
    curves = plot.LiveCurves(seconds=1)
    for step in range(200):
        kernel.now += 1
        curves.update(step, loss=1.0)
    assert kernel.shown == 1 and (kernel.shown + kernel.updates) * kernel.cost / kernel.now <= 0.06


def module_fit(**options):
    logging.getLogger().setLevel(logging.WARNING)
    data = mx.io.NDArrayIter(np.random.rand(32, 4).astype("float32"), np.arange(32) % 2, 8, label_name="softmax_label")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), name="softmax")
    mx.mod.Module(net).fit(data, eval_data=data, num_epoch=3, **options)


def test_module_fit():
    """4 batches in an epoch: each third of them, and the end of each epoch."""
    curves = plot.LiveCurves(every=3)
    module_fit(**curves.callback_args())
    assert curves.history["training accuracy"][0] == [3, 4, 6, 8, 9, 12]
    assert curves.history["validation accuracy"][0] == [4, 8, 12]
    assert all(0 <= value <= 1 for value in curves.history["validation accuracy"][1])
    assert list(points(curves)) == ["accuracy"] and curves.figure.axes[0].get_xlabel() == "batch"


def test_metrics_stay_as_they_are():
    """`LiveLearningCurve` begins them anew, as MXNet's does; this does not."""
    seen = []
    curves = plot.LiveCurves(every=1)
    look = lambda param: seen.append((param.eval_metric.num_inst, curves.history["training accuracy"][1][-1]))
    module_fit(batch_end_callback=[curves, look], eval_end_callback=curves.eval_cb)
    assert [count for count, _ in seen] == [8, 16, 24, 32] * 3
    assert all(not math.isnan(value) for _, value in seen)


def test_estimator():
    mx.random.seed(1)
    net = gluon.nn.Dense(2)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    estimator = Estimator(net, loss, trainer=trainer, context=mx.cpu())
    data = gluon.data.ArrayDataset(mx.nd.random.normal(shape=(20, 3)), mx.nd.array(np.arange(20) % 2))
    loader = gluon.data.DataLoader(data, batch_size=5)
    curves = plot.LiveCurves(every=3)
    estimator.fit(loader, val_data=loader, epochs=2, event_handlers=curves)
    assert list(points(curves)) == ["accuracy", "softmaxcrossentropyloss"]
    assert curves.history["training accuracy"][0] == [3, 4, 6, 8]
    assert curves.history["validation accuracy"][0] == [4, 8]
    assert curves.history["training accuracy"][1][-1] == estimator.train_metrics[0].get()[1]
    assert curves.history["validation accuracy"][1][-1] == estimator.val_metrics[0].get()[1]
    estimator.fit(loader, epochs=1, event_handlers=curves)
    assert curves.history["training accuracy"][0] == [3, 4, 6, 8, 9, 12]


def test_without_matplotlib(monkeypatch, kernel):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match="pip install matplotlib"):
        plot.LiveCurves()
    monkeypatch.delitem(sys.modules, "IPython")
    with pytest.raises(ImportError, match="pip install matplotlib"):
        plot.LiveCurves(path="x.png")
    curves = plot.LiveCurves()  # numbers are noted without it
    curves.update(0, loss=1.0)
    with pytest.raises(ImportError, match="pip install matplotlib"):
        curves.figure  # noqa: B018


def test_learning_curve_of_mxnet_is_shown_in_place(kernel, monkeypatch):
    monkeypatch.setitem(sys.modules, "bokeh", None)
    curve = mx.notebook.callback.LiveLearningCurve("accuracy", display_freq=0, frequent=2)
    assert isinstance(curve.handle, _chart.Chart)
    module_fit(**curve.callback_args())
    assert kernel.shown == 1 and kernel.updates >= 5
