"""Softmax and its relatives by kernels in C along the last axis: the values and gradients of XLA's operations."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
import jmx.ops  # declares the operators
from jmx.core.declare import op as declare
from jmx.native import kernels, portable

works = pytest.mark.skipif(not kernels.usable("rows"), reason=f"kernels: {kernels._load('rows')}")
#: operator -> attributes
CASES = {"softmax": {"temperature": 0.5}, "log_softmax": {}, "softmin": {"axis": 1}, "SoftmaxActivation": {}}


def draw(*shape, seed=0):
    return np.random.default_rng(seed + sum(shape)).standard_normal(shape, "float32")


def everything(name, platform):
    """The output, its gradient for a head, and the gradient of that."""
    function = functools.partial(declare.find(name).fn, **CASES[name], platform=platform)

    def slope(x):
        return jax.vjp(function, x)[1](jnp.sin(7 * x))[0]

    return jax.jit(lambda x: (function(x), slope(x), jax.vjp(slope, x)[1](jnp.cos(5 * x))[0]))


@works
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("shape", [(130, 131), (128, 128), (1, 20011)])
def test_values_and_gradients_are_those_of_xla(name, shape):
    x = 3 * draw(*shape)
    ours, plain = everything(name, "cpu"), everything(name, "gpu")
    assert "jmx_rows" in ours.lower(x).as_text() and "jmx_" not in plain.lower(x).as_text()
    for one, other in zip(ours(x), plain(x), strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other, rtol=2e-5, atol=2e-5)


@works
@pytest.mark.parametrize("name", CASES)
def test_what_is_no_number_and_what_is_very_large(name):
    x = draw(128, 150)
    for row, (place, number) in enumerate([
        (3, np.nan), (0, np.nan), (149, np.nan), (5, np.inf), (149, -np.inf), (slice(None), -np.inf), (slice(None), np.inf),
        (slice(4), 3e38), (slice(None), -3e38), (slice(None), np.nan), (slice(1, None), -np.inf), (7, 1e-40), (7, 88), (8, -88),
    ]):  # fmt: skip
        x[row, place] = number
    (ours, *_), (plain, *_) = everything(name, "cpu")(x), everything(name, "gpu")(x)
    np.testing.assert_allclose(ours, plain, rtol=2e-6, atol=4e-6)


@works
def test_what_is_left_to_xla():
    for x in (draw(1000, 50), draw(3, 200), draw(200, 200).astype("float64"), np.zeros((0, 200), "f")):
        with jax.enable_x64(x.dtype == "float64"):
            assert "jmx_" not in everything("softmax", "cpu").lower(x).as_text()
    with portable():
        assert "jmx_" not in everything("softmax", "cpu").lower(draw(200, 200)).as_text()


@works
@pytest.mark.parametrize("name", CASES)
def test_arrays_blocks_and_symbols(name):
    x, head = mx.nd.array(draw(4, 40, 200)), mx.nd.array(draw(4, 40, 200, seed=1))
    attributes = {**CASES[name], "axis": -1} if name != "SoftmaxActivation" else {}
    net = mx.gluon.nn.HybridLambda(lambda F, x: getattr(F, name)(x, **attributes))
    net.hybridize()
    found = []
    for run in (net, lambda x: getattr(mx.nd, name)(x, **attributes)):
        x.attach_grad()
        with mx.autograd.record():
            y = run(x)
        y.backward(head)
        found.append((y.asnumpy(), x.grad.asnumpy()))
    bound = getattr(mx.sym, name)(mx.sym.var("x"), **attributes).bind(mx.cpu(), {"x": x}, args_grad={"x": mx.nd.zeros_like(x)})
    bound.forward(is_train=True)
    bound.backward(head)
    found.append((bound.outputs[0].asnumpy(), bound.grad_dict["x"].asnumpy()))
    for pair in found[1:]:
        for one, other in zip(pair, found[0], strict=True):
            np.testing.assert_allclose(one, other, rtol=2e-5, atol=2e-5)
    half = getattr(mx.nd, name)(x.astype("float16"), **attributes)
    assert half.dtype == np.float16
    np.testing.assert_allclose(half.asnumpy(), found[0][0], rtol=2e-3, atol=2e-3)


@works
def test_calls_that_no_operator_makes_are_refused():
    x = draw(3, 4)
    result = jax.ShapeDtypeStruct(x.shape, x.dtype)
    jax.block_until_ready(kernels.call("rows", [0], [result], x))
    for plan, arrays in (([1], [x]), ([4], [x]), ([-1], [x, x]), ([0, 0], [x]), ([0], [x[0]]), ([0], [x[:2]]), ([1], [x, x[:2]])):
        with pytest.raises(Exception, match="other arrays than its plan"):
            jax.block_until_ready(kernels.call("rows", plan, [result], *arrays))
