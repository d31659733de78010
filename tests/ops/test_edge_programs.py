"""NaN and infinity in poolings, softmaxes and orders, shared memory and writes to recorded arrays, held against MXNet 1.9.1."""

import json
import pathlib
import sys

import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
from jmx.native import onednn
from jmx.ops.nn import _windows

GOLDEN = pathlib.Path(__file__).parent.parent / "golden"
sys.path.insert(0, str(GOLDEN))
import edge_programs_cases as cases

FOUND = json.loads((GOLDEN / "edge_programs.json").read_text())
nan, inf = float("nan"), float("inf")


#: what jmx gives otherwise: a window with no number passes no gradient on, which in float32 MXNet gives to its first element
KNOWN = {"pooling max nan/float32"}


def flat(value):
    """All numbers in lists of lists."""
    return [number for part in value for number in flat(part)] if isinstance(value, list) else [value]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_numbers(dtype):
    for name, function in cases.NUMBERS.items():
        got, want = function(mx, dtype), FOUND[f"{name}/{dtype}"]
        if f"{name}/{dtype}" in KNOWN:
            got, want = got[0], want[0]
        np.testing.assert_allclose(flat(got), flat(want), rtol=1e-5, err_msg=name)


@pytest.mark.parametrize("numpy", [False, True])
def test_shared_memory(numpy):
    for name in cases.VIEWS:
        for shape in cases.SHAPES:
            with mx.util.np_shape(numpy), mx.util.np_array(numpy):
                assert cases.shared(mx, name, shape, numpy) == FOUND[f"{name}/{shape}/{numpy}"], (name, shape)


def test_writes_while_recording():
    for name in cases.WRITES:
        assert cases.write(mx, name) == FOUND[name], name


def test_values_are_those_of_the_recording():
    """A write after the recording does not change its gradient (docs/numbers.md); MXNet takes the new value."""
    a = mx.nd.array([1, 2, 3])
    a.attach_grad()
    with mx.autograd.record():
        y = a * a
        z = a.exp()
    a[:] = 10
    z[:] = 5
    mx.autograd.backward([y, z])
    np.testing.assert_allclose(a.grad.asnumpy(), [2 + np.e, 4 + np.exp(2), 6 + np.exp(3)], rtol=1e-6)


class Net(mx.gluon.nn.HybridSequential):
    """Convolutions enough to run with channels last, so that relu and maxima are oneDNN's where it is installed."""

    def __init__(self):
        super().__init__()
        for _ in range(4):
            self.add(mx.gluon.nn.Conv2D(8, 3, padding=1, activation="relu"), mx.gluon.nn.MaxPool2D(2, 1, padding=1))


def test_nan_eager_and_hybridized():
    """Both drop NaN in relu and maxima, and give the same."""
    net = Net()
    net.initialize(mx.init.Xavier())
    x = np.random.RandomState(0).normal(size=(4, 8, 24, 24)).astype("float32")
    x[0, 0, 3, 3] = nan
    outs = []
    for hybridized in (False, True):
        net.hybridize(hybridized)
        outs.append(net(mx.nd.array(x)).asnumpy())
    assert np.isfinite(outs[0]).all()
    np.testing.assert_allclose(outs[1], outs[0], rtol=1e-4, atol=1e-5)


@pytest.mark.skipif(not onednn.usable(), reason="oneDNN is not installed")
def test_maxima_of_onednn_are_those_of_xla():
    x = np.random.RandomState(1).normal(size=(4, 33, 33, 8)).astype("float32")
    x[0, :9, :9] = nan
    x[1, :9, :9] = -inf
    x[2, 5, 5] = inf
    win = _windows.Windows((1, 2), (3, 3), (2, 2), (1, 1), (17, 17))
    x = jnp.asarray(x)
    np.testing.assert_array_equal(_windows.onednn_maximum(x, win), _windows.maximum(x, win))
