"""`jmx rewrite --to project`: what is read of a program, and a project that trains as Gluon does, without this package."""

import doctest
import json
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, gluon
from jmx.base import MXNetError
from jmx.cli import main
from jmx.gluon import nn
from jmx.rewrite.project import parts, read_training, to_project

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "fixtures"
PROGRAM = """
import argparse

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.gluon import nn


def make_net():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, in_channels=2), nn.BatchNorm(in_channels=4), nn.Activation("relu"), nn.Dense(5, in_units=36))
    return net


def train(net, data, rate, epochs=4):
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    settings = {"learning_rate": rate, "momentum": 0.9, "wd": 1e-3, "lr_scheduler": schedule()}
    trainer = gluon.Trainer(net.collect_params(), "sgd", settings)
    for epoch in range(epochs):
        for x, y in data:
            with autograd.record():
                loss = loss_of(net(x), y)
            loss.backward()
            trainer.step(len(x))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.2)
    parser.add_argument("--batch-size", default="6", type=int)
    args = parser.parse_args()
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(*arrays()), args.batch_size, shuffle=True)
    train(make_net(), loader, args.lr / 2)
""".replace('"lr_scheduler": schedule()', '"lr_scheduler": mx.lr_scheduler.FactorScheduler(2, 0.5, base_lr=rate)')


#: calls that make a Trainer
OF_S = "gluon.Trainer(n.collect_params(), 'sgd', s)"
OF_R = "gluon.Trainer(n.collect_params(), 'sgd', {'learning_rate': r})"


def read(text):
    return read_training("import mxnet as mx\nfrom mxnet import gluon\n" + text, {})


def test_a_program_is_read():
    training = read_training(PROGRAM, {})
    optimizer = training.optimizer.value
    assert type(optimizer) is mx.optimizer.SGD and (optimizer.momentum, optimizer.wd) == (0.9, 1e-3)
    assert type(optimizer.lr_scheduler) is mx.lr_scheduler.FactorScheduler and optimizer.lr_scheduler.base_lr == 0.1
    assert (training.optimizer.line, training.loss.text) == (18, "gluon.loss.SoftmaxCrossEntropyLoss()")
    assert (training.batch_size.value, training.epochs.value, training.notes) == (6, 4, [])


@pytest.mark.parametrize(
    "text, rate, note",
    [
        ("t = gluon.Trainer(p, 'adam', {'learning_rate': 0.5})", 0.5, "may have some of the parameters only"),
        ("t = gluon.Trainer(n.collect_params(), 'sgd', dict(learning_rate=1 / 4))", 0.25, None),
        ("t = gluon.Trainer(n.collect_params(), mx.optimizer.Adam(learning_rate=2e-1))", 0.2, None),
        ("s = {}\ns['learning_rate'] = 3\nt = " + OF_S, 0.01, "(s) are known only when the program runs"),
        ("r = 1\nr += 1\nt = gluon.Trainer(n.collect_params(), 'sgd', {'learning_rate': r})", 0.01, "line 5: learning_rate"),
        ("t = gluon.Trainer(n.collect_params(), 'nosuch', {})", 0.001, "cannot be made"),
        (
            "s = mx.lr_scheduler.CosineScheduler(len(data), base_lr=0.3)\n"
            "t = gluon.Trainer(n.collect_params(), 'sgd', {'lr_scheduler': s})", 0.3, "its highest rate, 0.3, is kept",
        ),
        ("def f(r):\n    return " + OF_R + "\nf(1)\nf(2)", 0.01, "(r) is known only"),
        ("def f(r=7):\n    return gluon.Trainer(n.collect_params(), 'sgd', {'learning_rate': r})\nf()\nf(7)", 7, None),
    ],
)  # fmt: skip
def test_rates(text, rate, note):
    training = read(text)
    assert training.optimizer.value.learning_rate == rate
    assert training.notes == [] if note is None else note in training.notes[0]


def test_a_program_that_says_nothing_gets_defaults():
    training = read("x = 1")
    assert [one.line for one in training[:4]] == [None] * 4 and training.notes == []
    assert (type(training.optimizer.value), training.loss.value) == (mx.optimizer.Adam, None)


def test_files_of_mxnet_are_read_without_it():
    names: dict = {"__name__": "convert"}
    text = parts.CONVERT.replace("import train\n", "")
    exec(compile(text, "convert.py", "exec"), names)
    found, expected = names["read_params"](FIXTURES / "conv.gluon.params"), mx.nd.load(str(FIXTURES / "conv.gluon.params"))
    assert list(found) == list(expected) and len(found) > 1
    for name, array in expected.items():
        assert found[name].dtype == array.dtype
        np.testing.assert_array_equal(found[name], array.asnumpy())
    with pytest.raises(ValueError, match="no file of MXNet's arrays"):
        names["read_params"](__file__)
    with pytest.raises(ValueError, match="`jmx convert` reads them"):
        names["read_params"](FIXTURES / "csr.params")


# ---- projects that are written

#: trains in the project: its own tests, three steps beside Gluon's, one epoch and one more beside two; prints what comes out
DRIVER = """
import json, runpy, sys
import jax
import numpy as np
import convert, data, train

for name, test in runpy.run_path("tests/test_same.py").items():
    if name.startswith("test_"):
        test()
convert.main([sys.argv[1], "--checkpoints", "begun"])
begun = train.begin(seed=3)
with train.open_checkpoints("begun") as checkpoints:
    found = train.restore(checkpoints, *begun)
if sys.argv[4] == "flax":
    model, optimizer = begun
    assert found == 0
    model.train()
    with np.load(sys.argv[2]) as batches:
        losses = [float(train.train_step(model, optimizer, (x,), (y,))) for x, y in zip(batches["x"], batches["y"])]
    dense, mean, var = model.layers[4].kernel[...].T, model.layers[1].mean[...], model.layers[1].var[...]
else:
    done, *begun = found
    assert done == 0
    losses = []
    with np.load(sys.argv[2]) as batches:
        for x, y in zip(batches["x"], batches["y"]):
            *begun, loss = train.train_step(*begun, (x,), (y,), jax.random.key(0))
            losses.append(float(loss))
    model, state, _ = begun
    norm = model.layers[1]
    dense, mean, var = model.layers[4].layer.weight, state.get(norm.mean), state.get(norm.var)
np.savez(sys.argv[3], dense=dense, mean=mean, var=var)
options = ["--batch-size", "32", "--checkpoints"]
whole = train.main([*options, "whole", "--epochs", "2"])
parts = train.main([*options, "parts", "--epochs", "1"]) + train.main([*options, "parts", "--epochs", "2"])
data.grain = None
assert [x.shape[0] for (x,), (y,) in data.batches(data.load(), 200)] == [200, 56]
assert "jmx" not in sys.modules and "mxnet" not in sys.modules
print("found", json.dumps([losses, whole, parts]))
"""


def trained_by_gluon(net, batches):
    """Steps of Gluon's, as PROGRAM does them; returns the mean losses."""
    loss_of, means = gluon.loss.SoftmaxCrossEntropyLoss(), []
    schedule = mx.lr_scheduler.FactorScheduler(2, 0.5, base_lr=0.1)
    settings = {"learning_rate": 0.1, "momentum": 0.9, "wd": 1e-3, "lr_scheduler": schedule}
    trainer = gluon.Trainer(net.collect_params(), "sgd", settings)
    for x, y in zip(*batches.values()):
        with autograd.record():
            loss = loss_of(net(mx.nd.array(np.moveaxis(x, -1, 1))), mx.nd.array(y))
        loss.backward()
        trainer.step(len(x))
        means.append(float(loss.mean().asscalar()))
    return means


@pytest.mark.parametrize("library", ["flax", pytest.param("equinox", marks=pytest.mark.weekly)])
def test_a_project_trains_as_gluon_does(tmp_path, capsys, library):
    pytest.importorskip(library)
    pytest.importorskip("orbax.checkpoint")
    (tmp_path / "program.py").write_text(PROGRAM)
    names: dict = {"__name__": "program", "mx": mx}
    exec(PROGRAM.replace("from mxnet", "from jmx").replace("import mxnet as mx", ""), names)
    net = names["make_net"]()
    net.initialize(mx.init.Xavier())
    net.save_parameters(str(tmp_path / "net.params"))
    folder = tmp_path / "new"
    command = ["rewrite", f"{tmp_path}/program.py:make_net", "--to", "project", "--input", "2,2,5,5"]
    command += ["-o", str(folder), "--library", library]
    assert main([*command, "--params", str(tmp_path / "net.params"), "--no-check"]) == 0
    assert "| loss | `gluon.loss.SoftmaxCrossEntropyLoss()` | 16 |" in (folder / "README.md").read_text()

    random = np.random.RandomState(0)
    batches = {"x": random.uniform(-1, 1, (3, 6, 5, 5, 2)).astype(np.float32), "y": random.randint(0, 5, (3, 6))}
    given = batches["x"] if library == "flax" else np.moveaxis(batches["x"], -1, 2)
    np.savez(tmp_path / "batches.npz", x=given, y=batches["y"])
    words = [str(tmp_path / name) for name in ("net.params", "batches.npz", "out.npz")]
    command_line = [sys.executable, "-c", DRIVER, *words, library]
    run = subprocess.run(command_line, cwd=folder, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr
    losses, whole, resumed = json.loads(run.stdout.rpartition("found")[2])
    np.testing.assert_allclose(losses, trained_by_gluon(net, batches), rtol=1e-5)
    with np.load(tmp_path / "out.npz") as out:
        np.testing.assert_allclose(out["dense"], net[3].weight.data().asnumpy(), rtol=1e-4, atol=1e-6)
        np.testing.assert_allclose(out["mean"], net[1].running_mean.data().asnumpy(), rtol=1e-4, atol=1e-6)
        np.testing.assert_allclose(out["var"], net[1].running_var.data().asnumpy(), rtol=1e-4, atol=1e-6)
    assert whole[1] < 0.7 * losses[0]
    np.testing.assert_allclose(resumed, whole, rtol=1e-6)

    before = (folder / "train.py").read_text()
    assert main([*command, "--no-check"]) == 1
    assert "exists already; --force overwrites" in capsys.readouterr().err
    (folder / "train.py").write_text("")
    assert main([*command, "--no-check", "--force"]) == 0
    assert (folder / "train.py").read_text() == before


def dense(*layers):
    net = nn.HybridSequential()
    net.add(*layers)
    net.initialize(mx.init.Xavier())
    return net


def loss_of(folder):
    names: dict = {}
    exec(compile((folder / "loss.py").read_text(), "loss.py", "exec"), names)
    return names["losses"]


LOSSES = {
    "L2Loss()": ((3, 2), (3, 2)),
    "SigmoidBinaryCrossEntropyLoss()": ((3, 2), (3, 2)),
    "SoftmaxCrossEntropyLoss(axis=1)": ((3, 4, 2, 5), (3, 2, 5)),
    "SoftmaxCrossEntropyLoss(sparse_label=False, weight=0.5)": ((3, 4), (3, 4)),
    "HuberLoss(rho=0.3)": ((3, 2), (3, 2)),
}


@pytest.mark.parametrize("text", LOSSES)
def test_losses(text):
    from jmx.rewrite.project.loss import loss_source
    from jmx.rewrite.twins.flax_target import FLAX

    output_shape, label_shape = LOSSES[text]
    output = np.random.RandomState(0).uniform(-1, 1, output_shape).astype(np.float32)
    made = loss_source(eval(f"gluon.loss.{text}"), text, output, FLAX)
    assert made.labels.shape == label_shape
    names: dict = {}
    exec(compile(made.text, "loss.py", "exec"), names)
    given = np.moveaxis(output, 1, -1) if output.ndim == 4 else output
    np.testing.assert_allclose(names["losses"](given, made.labels), made.losses, rtol=1e-5, atol=1e-6)


def test_what_is_not_carried_over_is_noted(tmp_path):
    net = dense(nn.Embedding(9, 4), nn.LayerNorm(), nn.Dense(3))
    net[2].bias.grad_req = "null"
    program = "from mxnet import gluon\nloss = gluon.loss.TripletLoss()\nother = gluon.loss.L2Loss()\n"
    made = to_project(net, tmp_path / "new", mx.nd.ones((2, 5)), program=program, check=False)
    assert ["line 3: another loss" in made.notes[0], "line 2: gluon.loss.TripletLoss() does not take" in made.notes[1]] == [
        True
    ] * 2
    assert all(note[1:] in (tmp_path / "new" / "README.md").read_text() for note in made.notes)
    train, data = (tmp_path / "new" / "train.py").read_text(), (tmp_path / "new" / "data.py").read_text()
    assert "FROZEN = {\n    ('layers', 4, 'bias'),\n}" in train
    assert 'INPUTS = [((5,), "float32", 9)]\nLABELS = [((), "int32", 3)]' in data


def test_rates_of_single_parameters_leave_the_optimizer_of_the_program(tmp_path):
    net = dense(nn.Dense(4), nn.Dense(3))
    net[0].weight.lr_mult = 0.1
    program = "from mxnet import gluon\nt = gluon.Trainer(net.collect_params(), 'rmsprop', {'learning_rate': 0.03})\n"
    made = to_project(net, tmp_path / "new", mx.nd.ones((2, 5)), program=program, check=False)
    (note,) = [note for note in made.notes if "optimizer" in note]
    assert "Here all parameters are treated alike" in note
    train = (tmp_path / "new" / "train.py").read_text()
    assert "rmsprop" in train and "0.03" in train and "adam" not in train


def test_sequences_with_time_first(tmp_path):
    net = dense(gluon.rnn.GRU(4, input_size=3), nn.Dense(6, flatten=False))
    to_project(net, tmp_path / "new", mx.nd.ones((7, 2, 3)), check=False)
    data = (tmp_path / "new" / "data.py").read_text()
    assert 'INPUTS = [((7, 3), "float32", None)]\nLABELS = [((7,), "int32", 6)]' in data
    assert "INPUT_AXES, LABEL_AXES = (1,), (1,)" in data


class Flat(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.reshape(x, shape=(-1, 3))


@pytest.mark.parametrize(
    "make, inputs, message",
    [
        (
            lambda: dense(gluon.rnn.GRU(4, input_size=3)),
            [mx.nd.ones((7, 2, 3)), [mx.nd.ones((1, 2, 4))]],
            "takes lists of arrays",
        ),
        (Flat, [mx.nd.ones((2, 5, 3))], "no axis of the inputs \\(2, 5, 3\\) counts samples"),
        (lambda: dense(nn.Dense(2), gluon.nn.HybridLambda("argsort")), [mx.nd.ones((2, 3))], "have no twin"),
    ],
)
def test_what_is_refused(tmp_path, make, inputs, message):
    with pytest.raises(MXNetError, match=message):
        to_project(make(), tmp_path / "new", *inputs, check=False)
    assert not (tmp_path / "new").exists()


def test_example_of_the_docstring(tmp_path):
    names = {"mx": mx, "to_project": to_project, "folder": tmp_path}
    (test,) = doctest.DocTestFinder(recurse=False).find(to_project, "to_project", globs=names)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_files_that_are_there_are_kept(tmp_path):
    (tmp_path / "data.py").write_text("mine")
    with pytest.raises(MXNetError, match="has data.py already; --force overwrites"):
        to_project(dense(nn.Dense(2)), tmp_path, mx.nd.ones((2, 3)), check=False)
    assert [path.name for path in tmp_path.iterdir()] == ["data.py"]
    to_project(dense(nn.Dense(2)), tmp_path, mx.nd.ones((2, 3)), check=False, force=True)
    assert (tmp_path / "data.py").read_text() != "mine" and (tmp_path / "tests" / "same.npz").exists()


def test_a_project_whose_test_fails_is_not_written(tmp_path, monkeypatch):
    pytest.importorskip("flax.nnx")
    from jmx.rewrite.project import flax_parts
    from jmx.rewrite.twins import write

    monkeypatch.setattr(write, "_compare", lambda *arguments: (0.0, 1.0))
    monkeypatch.setattr(flax_parts, "TEST", "def test_same():\n    raise ValueError('another result')\n")
    with pytest.raises(MXNetError, match="The project's test fails: ValueError: another result"):
        to_project(dense(nn.Dense(2)), tmp_path / "new", mx.nd.ones((2, 3)))
    assert not (tmp_path / "new").exists()
