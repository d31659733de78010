"""Deconvolutions, and gradients of convolutions, of few channels: a part of the batch at a time, and all of it."""

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, gluon, nd
from jmx.ops.nn import _conv

#: batch (one part, several of several images, several of one), group count, kernel, stride, dilate, pad
CASES = [
    (1, 1, (3, 3), (2, 2), (1, 1), (1, 1)),
    (6, 1, (3, 3), (2, 2), (1, 1), (1, 1)),
    (7, 1, (2, 3), (1, 2), (2, 1), (0, 1)),
    (6, 1, (5, 4), (3, 2), (1, 2), (2, 0)),
]


def deconvolved(batch, groups, kernel, stride, dilate, pad, hybridize=None):
    """Result and gradients of a deconvolution of 3 to 4 channels."""
    draw = np.random.RandomState(0)
    x, w = nd.array(draw.randn(batch, 3, 9, 8)), nd.array(draw.randn(3, 4, *kernel))
    for array in (x, w):
        array.attach_grad()

    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x, w):
            return F.Deconvolution(x, w, kernel=kernel, stride=stride, dilate=dilate, pad=pad, num_filter=4, num_group=groups)

    net = Net()
    if hybridize:
        net.hybridize()
    with autograd.record():
        y = net(x, w)
    y.backward(nd.array(draw.randn(*y.shape)))
    return [array.asnumpy() for array in (y, x.grad, w.grad)]


def run(*case):
    """A new program, since the size of a part is looked at while it is traced."""
    import jax

    jax.clear_caches()
    return [deconvolved(*case), deconvolved(*case, hybridize=True)]


@pytest.fixture
def compiled(monkeypatch):
    monkeypatch.setenv("JMX_COMPILE", "now")


@pytest.mark.parametrize("case", CASES)
def test_parts_make_the_whole(case, compiled, monkeypatch):
    maps = []
    plain = _conv.lax.map
    monkeypatch.setattr(_conv.lax, "map", lambda *given: maps.append(given[1].shape) or plain(*given))
    whole = run(*case)
    assert not maps
    monkeypatch.setattr(_conv, "FOLDED_ELEMENTS", 4 * 9 * 8 * int(np.prod(case[2])) * 2)  # two images
    parts = run(*case)
    assert all(shape[1] in (1, 2) and shape[0] * shape[1] == case[0] for shape in maps) and bool(maps) == (case[0] > 2)
    for some, all_ in zip(parts, whole):
        for a, b in zip(some, all_):
            np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-5)


def test_symbol_and_an_empty_batch(compiled, monkeypatch):
    monkeypatch.setattr(_conv, "FOLDED_ELEMENTS", 1)
    net = mx.sym.Deconvolution(mx.sym.var("x"), mx.sym.var("w"), kernel=(2, 2), stride=(2, 2), num_filter=4)
    x, w = nd.arange(3 * 3 * 5 * 7).reshape((3, 3, 5, 7)), nd.ones((3, 4, 2, 2))
    found = net.bind(mx.cpu(), {"x": x, "w": w}).forward()[0].asnumpy()
    np.testing.assert_allclose(found, np.repeat(np.kron(x.asnumpy().sum(1, keepdims=True), np.ones((2, 2))), 4, 1))
    with mx.util.np_shape(True):
        assert nd.Deconvolution(nd.zeros((0, 3, 5, 7)), w, kernel=(2, 2), num_filter=4).shape == (0, 4, 6, 8)
