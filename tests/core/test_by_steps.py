"""Gradients of a graph step by step are those of JAX for the whole graph, to the bit, and keep the same arrays."""

import collections

import mxnet as mx
import numpy as np
import pytest

from jmx.core.graph import by_steps, lower
from jmx.core.run import program

sym = mx.sym


def _diamond(x, w):
    a = sym.tanh(x)
    return a * x + sym.FullyConnected(a, w, num_hidden=5, no_bias=True) * a + x


def _images(x, w):
    image = sym.reshape(x, (1, 1, 6, 5))
    kernel = sym.reshape(sym.slice_axis(w, axis=0, begin=0, end=3), (3, 1, 1, 5))
    image = sym.Convolution(image, kernel, kernel=(1, 5), num_filter=3, no_bias=True, pad=(0, 2))
    image = sym.Activation(sym.BatchNorm(image, sym.ones(3), sym.zeros(3), fix_gamma=False), "relu")
    return sym.sum(sym.Pooling(image, kernel=(2, 2), pool_type="max", stride=(2, 2)))


GRAPHS = {
    "a value that is read three times": _diamond,
    "one of several outputs": lambda x, w: sym.split(sym.exp(x), 3, axis=0)[1] * 2,
    "no gradient": lambda x, w: sym.BlockGrad(sym.exp(x)) * sym.dot(x, w),
    "nothing that depends on an input": lambda x, w: x + 1,
    "an input as it is": lambda x, w: sym.Group([x, sym.exp(x), sym.broadcast_mul(x, sym.sum(w))]),
    "a loss and another output": lambda x, w: sym.Group([sym.SoftmaxOutput(x, sym.zeros(6)), sym.sin(w)]),
    "whole numbers within": lambda x, w: sym.take(w, sym.argmax(x, axis=1)) * sym.Cast(sym.Cast(x, "int32"), "float32"),
    "the largest ones": lambda x, w: sym.topk(x, k=2, ret_typ="both", axis=1)[0] * 3,
    "layers that repeat": lambda x, w: _layers(x, w),
    "images": _images,
    "a loop of one operator": lambda x, w: _unrolled(x, w),
}


def _layers(x, w):
    for _ in range(3):
        x = sym.Activation(sym.FullyConnected(x, w, num_hidden=5, no_bias=True), "sigmoid") + x
    return sym.log_softmax(x)


def _unrolled(x, w):
    for _ in range(60):
        x = sym.tanh(sym.broadcast_add(x * 0.9, w.sum(axis=0)))
    return x


def _run(graph, want_w, noted):
    random = np.random.RandomState(0)
    x, w = (mx.nd.array(random.uniform(-2, 2, shape)) for shape in ((6, 5), (5, 5)))
    x.attach_grad()
    w.attach_grad("write" if want_w else "null")
    op = mx.nd.CachedOp(graph)
    del noted[:]
    with mx.autograd.record():
        states = {name: mx.nd.ones(3) for name in graph.list_auxiliary_states()}
        outs = op(*[{"x": x, "w": w, **states}[name] for name in graph.list_inputs()])
        outs = outs if isinstance(outs, list) else [outs]
    heads = [mx.nd.array(random.uniform(-1, 1, out.shape)) for out in outs]
    mx.autograd.backward(outs, heads)
    return [a.asnumpy() for a in (*outs, x.grad, *([w.grad] if want_w else []))], list(noted)


@pytest.fixture(params=["whole", "steps", "steps without own pullbacks"])
def way(request, monkeypatch):
    used, kept, saved = [], [], program.saved
    monkeypatch.setattr(program, "saved", lambda *args: kept.append([(k.shape, k.dtype) for k in args[4]]) or saved(*args))
    # programs of an equal graph would be taken
    for programs in ("_recent", "_by_structure"):
        monkeypatch.setattr(lower, programs, collections.OrderedDict())
    if request.param == "whole":
        monkeypatch.setattr(by_steps, "differentiable", lambda *args: False)
    else:
        steps = by_steps.differentiate
        monkeypatch.setattr(by_steps, "differentiate", lambda *args: used.append(1) or steps(*args))
        monkeypatch.setattr(program, "_MIXED", set())
        if request.param != "steps":
            monkeypatch.setattr(program, "own_pullback", lambda *args: None)
    return request.param, used, kept


_KNOWN: dict = {}


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("compiled", ["0", "1"])
def test_as_the_whole_graph(name, compiled, way, monkeypatch):
    which, used, noted = way
    monkeypatch.setenv("JMX_COMPILE", "now" if compiled else "behind")
    x, w = sym.var("x"), sym.var("w")
    for want_w in (True, False):
        results, kept = _run(GRAPHS[name](x, w), want_w, noted)
        known, kept_there = _KNOWN.setdefault((name, compiled, want_w), (results, kept))
        assert sum(map(len, kept)) <= sum(map(len, kept_there)) if which != "whole" else True
        for mine, theirs in zip(results, known, strict=True):
            # XLA may put other steps into one kernel, and three gradients may be added up in another order
            near = 1e-5 if compiled == "1" or "three times" in name else 0
            np.testing.assert_allclose(mine, theirs, rtol=near, atol=near)
    assert bool(used) == (which != "whole" and name != "whole numbers within")
