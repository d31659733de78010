"""Programs for arrays of any size that call functions in C and leave residuals give the numbers of compiled ones."""

import threading

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
from jmx import nd
from jmx.core.graph import lower
from jmx.core.numpy_tier import any_shape, interpreter, tiered
from jmx.core.run import pullback
from jmx.gluon import nn, rnn


def draw(*shape, seed=0):
    return nd.array(np.random.default_rng(seed).standard_normal(shape).astype("float32"))


@pytest.fixture
def traces(monkeypatch):
    """Programs that this thread has traced, by whether for any size, and what they are of."""
    found, run, thread = {"any size": [], "these sizes": []}, any_shape.Family._trace, threading.get_ident()

    def note(sizes, what):
        if threading.get_ident() == thread:  # an earlier test may have left one that computes
            found[sizes].append(what)

    def counted(family, *args):
        result = run(family, *args)
        note("any size", family.label)
        return result

    def traced(function):
        def noted(jitted, first, leaves, *args):
            note("these sizes", (str(jitted), [getattr(leaf, "shape", leaf) for leaf in leaves]))
            return function(jitted, first, leaves, *args)

        return noted

    monkeypatch.setattr(any_shape.Family, "_trace", counted)
    monkeypatch.setattr(tiered, "_interpretation", traced(tiered._interpretation))
    return found


#: operators, with the shapes of their inputs for a size
OPERATORS = {
    "convolution": (
        lambda x, w: nd.Convolution(x, w, num_filter=24, kernel=(3, 3), pad=(1, 1), stride=(2, 2), no_bias=True),
        lambda n: [(2, 8, n, n), (24, 8, 3, 3)],
    ),
    "deconvolution": (
        lambda x, w: nd.Deconvolution(x, w, num_filter=12, kernel=(4, 4), stride=(2, 2), pad=(1, 1), no_bias=True),
        lambda n: [(2, 16, n, n), (16, 12, 4, 4)],
    ),
    "maxima": (lambda x: nd.Pooling(x, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="max"), lambda n: [(2, 50, n, n)]),
    "normalization": (lambda x, g, b: nd.LayerNorm(x, g, b), lambda n: [(2, n, 40), (40,), (40,)]),
    "softmax": (nd.softmax, lambda n: [(8, n, 160)]),
    "maxima of maps": (lambda x: nd.Pooling(x, global_pool=True, kernel=(1, 1), pool_type="max"), lambda n: [(2, 5, n, n)]),
    "strided": (
        lambda x, w: nd.Convolution(x, w, num_filter=16, kernel=(1, 1), stride=(2, 2), no_bias=True),
        lambda n: [(2, 32, n, n), (16, 32, 1, 1)],
    ),
    "few channels in parts": (
        lambda x, w: nd.Convolution(x / 16, w, num_filter=40, kernel=(5, 5), no_bias=True),
        lambda n: [(n, 3, 28, 28), (40, 3, 5, 5)],
    ),
    "anchors": (lambda x: nd.contrib.MultiBoxPrior(x, sizes=(0.3, 0.4), ratios=(1, 2)), lambda n: [(1, 2, n, n + 1)]),
    "largest few": (lambda x: nd.topk(x, k=3, ret_typ="value"), lambda n: [(4, n)]),
    "rows": (lambda x, w: nd.take(w, nd.abs(x) * 2, mode="clip"), lambda n: [(2, n), (30, 8)]),
    "picked": (lambda x, y: nd.pick(x, nd.abs(y), mode="clip"), lambda n: [(n, 9), (n,)]),
    "lstm": (
        lambda x, w, h, c: nd.RNN(x, w, h, c, state_size=16, num_layers=1, mode="lstm"),
        lambda n: [(n, 4, 10), (4 * 16 * (10 + 16 + 2),), (1, 4, 16), (1, 4, 16)],
    ),
}  # fmt: skip


def gradients(function, arrays):
    arrays = [array.copy() for array in arrays]
    for array in arrays:
        array.attach_grad()
    with mx.autograd.record():
        y = function(*arrays)
    y.backward(nd.cos(y))
    return [y.asnumpy(), *(array.grad.asnumpy() for array in arrays)]


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.parametrize("recorded", [False, True])
@pytest.mark.on_linux("kernels in C and oneDNN serve any size")
def test_an_operator_of_ever_new_sizes(name, recorded, traces):
    function, shapes = OPERATORS[name]
    for count, n in enumerate(range(31, 45, 2)):
        arrays = [draw(*shape, seed=n) for shape in shapes(n)]
        if count == 4:
            traces["these sizes"].clear()
        found = gradients(function, arrays) if recorded else [function(*arrays).asnumpy()]
        with mx.util.bit_equal():
            expected = gradients(function, arrays) if recorded else [function(*arrays).asnumpy()]
        for mine, theirs in zip(found, expected, strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=2e-4, atol=2e-5)
    assert traces["these sizes"] == [], "the fifth size and those after it are not traced"


def network():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(20, 3, padding=1), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(2),
            nn.Conv2DTranspose(20, 2, 2), nn.Conv2D(24, 3, 2), nn.BatchNorm(), nn.Activation("relu"),
            nn.GlobalAvgPool2D(), nn.Dropout(0.2), nn.Dense(7))  # fmt: skip
    net.initialize(mx.init.Xavier())
    return net


def step(net, trainer, size, measure):
    x, y = draw(2, 3, size, size, seed=size), nd.array([1, 2])
    with mx.autograd.record():
        loss = measure(net(x), y)
    loss.backward()
    trainer.step(2)
    return loss.asnumpy()


def losses(sizes, hybridized=True):
    mx.random.seed(4)
    net = network()
    if hybridized:
        net.hybridize()
    net(draw(2, 3, 12, 12))
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.05, "momentum": 0.9})
    measure = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    values = [step(net, trainer, size, measure) for size in sizes]
    return values, [p.data().asnumpy() for p in net.collect_params().values()]


@pytest.mark.on_linux("kernels in C and oneDNN serve any size")
def test_a_network_trains_on_ever_new_sizes(monkeypatch, traces):
    """The second size makes programs for any, whose backward is trusted; the numbers are those of what XLA compiles."""
    symbolic, run = [], lower.Lowered.run

    def noted(graph, train, platform, key, scalars, *arrays, **options):
        symbolic.append(any(type(size) is not int for a in arrays for size in a.shape))
        return run(graph, train, platform, key, scalars, *arrays, **options)

    monkeypatch.setattr(lower.Lowered, "run", noted)
    sizes = [28, 36, 44, 52, 60, 76]
    values, params = losses(sizes)
    assert traces["any size"]
    assert symbolic.count(True) and symbolic.count(False) == 2, "inference once, and one size of training"
    monkeypatch.setenv("JMX_COMPILE", "now")
    expected, compiled = losses(sizes)
    for mine, theirs in zip(values, expected, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-3, atol=1e-4)
    for mine, theirs in zip(params, compiled, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-3, atol=1e-3)


def test_a_backward_pass_that_differs_is_not_trusted(monkeypatch, traces):
    """Then gradients are computed from the inputs, and other sizes are traced by themselves."""
    monkeypatch.setattr(any_shape.Backward, "agrees", lambda *_: False)
    fallen_back, run = [], pullback.PullbackOfAnySize.__call__

    def noted(self, *args):
        fallen_back.append(run(self, *args))
        return fallen_back[-1]

    monkeypatch.setattr(pullback.PullbackOfAnySize, "__call__", noted)
    layer = rnn.LSTM(12, input_size=5)
    layer.initialize(mx.init.Xavier())
    for length in range(21, 28):
        x = draw(length, 3, 5, seed=length)
        x.attach_grad()
        with mx.autograd.record():
            y = layer(x).sum()
        y.backward()
        found = x.grad.asnumpy()
        with mx.util.bit_equal():
            with mx.autograd.record():
                y = layer(x).sum()
            y.backward()
        np.testing.assert_allclose(found, x.grad.asnumpy(), rtol=1e-4, atol=1e-6)
    assert len(fallen_back) == 1 and not any(fallen_back)


def test_which_sizes_are_symbols():
    pattern = any_shape._Pattern.of([24, 5, 24, 1], [[8, 5, 24, 1]], fixes=True)
    assert (pattern.sizes, pattern.present) == ((-1, 5, 24, 1), [24])
    assert pattern.bound([80, 5, 24, 1]) == [80] and pattern.bound([5, 5, 24, 1]) == [5]
    assert pattern.bound([80, 6, 24, 1]) is None and pattern.bound([1, 5, 24, 1]) is None
    pattern = any_shape._Pattern.of([24, 5, 24, 1], [[8, 5, 24, 1]], fixes=False)
    assert (pattern.sizes, pattern.present) == ((-1, -2, -1, 1), [24, 5])
    assert pattern.bound([80, 6, 80, 1]) == [80, 6] and pattern.bound([80, 6, 81, 1]) is None


def test_steps_are_compared_with_their_parameters_and_constants():
    def steps(function, size, kept=0):
        leaves = [np.zeros((size, 4), "float32")] * (1 + kept)
        traced = jax.jit(lambda *x: function(x[-1]), keep_unused=True).trace(*leaves)
        return interpreter.Interpreted(traced.jaxpr).program

    def summed(x, number=2.0, axis=0):
        return (jnp.sum(x * number, axis) - number, x)

    mine = steps(summed, 6)
    assert any_shape.same_steps(mine, steps(summed, 6)) and any_shape.same_steps(mine, steps(summed, 6, kept=2), 2)
    others = [lambda x: summed(x, 3.0), lambda x: summed(x, axis=1), lambda x: summed(x)[::-1], lambda x: (summed(-x)[0], x)]
    assert not any(any_shape.same_steps(mine, steps(other, 6)) for other in others)
    assert not any_shape.same_steps(mine, steps(summed, 7))


def test_a_size_that_onednn_refuses_is_traced(monkeypatch):
    """What a plan of other sizes cannot be made for is left to a trace of these."""
    from jmx.native import onednn

    if not onednn.usable():
        pytest.skip("without oneDNN there are no plans")
    function, shapes = OPERATORS["convolution"]
    for n in range(41, 46):
        function(*[draw(*shape) for shape in shapes(n)])
    monkeypatch.setattr(onednn, "said", lambda plan: None)
    arrays = [draw(*shape, seed=1) for shape in shapes(47)]
    found = function(*arrays).asnumpy()
    with mx.util.bit_equal():
        np.testing.assert_allclose(found, function(*arrays).asnumpy(), rtol=1e-4, atol=1e-5)
