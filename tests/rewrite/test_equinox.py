"""Gluon networks as Equinox source: what is written computes the same, with states and keys handed from call to call."""

import doctest
import importlib.util

import jax
import numpy as np
import pytest

import jmx as mx
from jmx import autograd, gluon
from jmx.base import MXNetError
from jmx.cli import main
from jmx.gluon import nn

eqx = pytest.importorskip("equinox")

from jmx.rewrite.twins import to_equinox


def values(*shape, seed=0):
    return mx.nd.array(np.random.RandomState(seed).uniform(-1, 1, shape).astype(np.float32))


def sequence(*layers):
    net = nn.HybridSequential()
    net.add(*layers)
    return net


def randomized(net, *inputs):
    """Every array of the network gets values of its own, so that one that is left out shows."""
    net.initialize(mx.init.Xavier())
    net(*inputs)
    random = np.random.RandomState(3)
    for name, param in net.collect_params().items():
        low, high = (0.5, 1.5) if name.endswith(("var", "gamma")) else (-0.5, 0.5)
        param.set_data(mx.nd.array(random.uniform(low, high, param.shape)))
    return net


def loaded(path):
    spec = importlib.util.spec_from_file_location("twin", path)
    twin = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(twin)
    return twin, *twin.load_weights(*twin.make_model(jax.random.key(0)), str(path)[:-3] + ".npz")


def compare(tmp_path, net, *inputs):
    """The twin's outputs beside the network's, in this process; returns the twin's module, its model and state."""
    randomized(net, *inputs)
    to_equinox(net, tmp_path / "net.py", *inputs, check=False)
    twin, model, state = loaded(tmp_path / "net.py")
    found, _ = eqx.filter_jit(twin.apply)(eqx.nn.inference_mode(model), state, *[x.asnumpy() for x in inputs])
    expected = net(*inputs)
    for one, other in zip(jax.tree.leaves(found), expected if isinstance(expected, (list, tuple)) else [expected], strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other.asnumpy(), rtol=2e-5, atol=2e-5)
    return twin, model, state


IMAGES, ROWS = (2, 6, 7, 8), (3, 5)
LAYERS = {
    "dense": (lambda: [nn.Dense(4, activation="tanh", use_bias=False), nn.Dense(2)], ROWS),
    "conv": (lambda: [nn.Conv2D(4, (3, 2), (2, 1), padding=(1, 0), dilation=(1, 2), activation="relu"), nn.Dense(3)], IMAGES),
    "conv of sequences": (lambda: [nn.Conv1D(6, 3, padding=1, groups=3), nn.Dense(4, flatten=False)], (2, 3, 7)),
    "transposed": (lambda: [nn.Conv2DTranspose(5, (4, 3), (2, 3), (1, 0), output_padding=(1, 2))], IMAGES),
    "normalization": (
        lambda: [nn.BatchNorm(epsilon=1e-2), nn.BatchNorm(scale=False), nn.LayerNorm(), nn.GroupNorm(3), nn.InstanceNorm()],
        IMAGES,
    ),
    "pools": (
        lambda: [nn.MaxPool2D(3, 2, 1, ceil_mode=True), nn.AvgPool2D(3, 1, 1, count_include_pad=False), nn.AvgPool2D(2)],
        IMAGES,
    ),
    "global pools": (lambda: [nn.GlobalMaxPool2D()], IMAGES),
    "activations": (lambda: [nn.LeakyReLU(0.3), nn.ELU(0.5), nn.SELU(), nn.GELU(), nn.Swish(), nn.PReLU()], ROWS),
    "lstm": (lambda: [gluon.rnn.LSTM(4, num_layers=2, bidirectional=True, layout="NTC")], (3, 5, 6)),
    "embedding": (lambda: [nn.Embedding(7, 3), nn.Dropout(0.5), nn.Dense(2)], (4, 5)),
}  # fmt: skip


@pytest.mark.parametrize("name", LAYERS)
def test_layers(tmp_path, name):
    make, shape = LAYERS[name]
    compare(tmp_path, sequence(*make()), values(*shape) if name != "embedding" else mx.nd.array(np.arange(20).reshape(4, 5) % 7))


def test_example_of_the_docstring(tmp_path):
    names = {"mx": mx, "to_equinox": to_equinox, "folder": tmp_path}
    (test,) = doctest.DocTestFinder(recurse=False).find(to_equinox, "to_equinox", globs=names)
    assert doctest.DocTestRunner().run(test).failed == 0


class Residual(gluon.HybridBlock):
    """Normalization and dropout below a block, an operator that draws, and a parameter."""

    def __init__(self, channels):
        super().__init__()
        self.body, self.drop = sequence(nn.Conv2D(channels, 3, padding=1), nn.BatchNorm(momentum=0.7)), nn.Dropout(0.5)
        self.shift = self.params.get("shift", shape=(1, channels, 1, 1))

    def hybrid_forward(self, F, x, shift):
        y = F.broadcast_add(F.relu(self.body(x) + x), shift)
        return self.drop(y), F.Dropout(F.transpose(y, axes=(0, 2, 3, 1)), p=0.25)


def test_blocks_with_a_computation_of_their_own(tmp_path):
    twin, model, state = compare(tmp_path, Residual(6), values(*IMAGES))
    text = (tmp_path / "net.py").read_text()
    assert "class Residual(eqx.nn.StatefulLayer):" in text and "def __call__(self, x, state, *, key=None):" in text
    assert "body, state = self.body(x, state)" in text and "key=one_of(key, 0)" in text and "key=one_of(key, 1)" in text
    x = values(*IMAGES).asnumpy()
    (one, other), state = eqx.filter_jit(twin.apply)(model, state, x, key=jax.random.key(1))
    assert 0.3 < np.mean(np.asarray(one) == 0) and 0.15 < np.mean(np.asarray(other) == 0) < 0.6
    with pytest.raises(RuntimeError, match="key"):
        eqx.filter_jit(twin.apply)(model, state, x)


def test_moving_statistics_in_training(tmp_path):
    net, x = sequence(nn.BatchNorm(momentum=0.7), nn.Dense(2)), values(4, 3)
    twin, model, state = compare(tmp_path, net, x)
    with autograd.record():
        expected = net(x)
    expected.backward()
    found, state = eqx.filter_jit(twin.apply)(model, state, x.asnumpy())
    np.testing.assert_allclose(found, expected.asnumpy(), rtol=2e-5, atol=2e-5)
    for index, param in ((model.layers[0].mean, net[0].running_mean), (model.layers[0].var, net[0].running_var)):
        np.testing.assert_allclose(state.get(index), param.data().asnumpy(), rtol=2e-5, atol=2e-6)


def test_what_has_no_form_is_listed(tmp_path):
    dense = nn.Dense(5, flatten=False)
    net = sequence(dense, nn.Dense(5, flatten=False, params=dense.params), nn.Dropout(0.5, axes=(1,)), nn.HybridLambda("argsort"))
    net.initialize()
    with pytest.raises(MXNetError) as caught:
        to_equinox(net, tmp_path / "net.py", values(*ROWS), check=False)
    said = str(caught.value)
    assert "no twin in Equinox:" in said and "0.weight: stands in several places" in said
    assert "2: Dropout with axes" in said and "the operator argsort" in said
    assert not (tmp_path / "net.py").exists()


def test_the_command(tmp_path, capsys):
    (tmp_path / "program.py").write_text("from mxnet.gluon import nn\n\ndef make_net():\n    return nn.Dense(3, in_units=2)\n")
    assert main(["rewrite", f"{tmp_path}/program.py:make_net", "--to", "equinox", "--input", "4,2"]) == 0
    assert "largest difference from the Gluon network" in capsys.readouterr().out
    twin, model, state = loaded(tmp_path / "program_equinox.py")
    outputs, _ = twin.apply(model, state, np.ones((4, 2), np.float32))
    assert outputs.shape == (4, 3)


def test_without_equinox_it_says_so_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MXNetError, match="Equinox is not installed, which runs what is written: pip install equinox"):
        to_equinox(nn.Dense(2), tmp_path / "net.py", values(*ROWS))
