"""Normalizations of rows by a kernel in C."""

import jax
import numpy as np
import pytest

import jmx as mx
from jmx.native import kernels
from jmx.ops.nn import layernorm

pytestmark = pytest.mark.skipif(not kernels.usable("rows", np.ones(1, "float32")), reason="kernels cannot be compiled here")


@pytest.mark.parametrize("shape", [(4, 64, 64), (30, 1000), (3, 2, 1, 4099)])
def test_normalized_rows(shape):
    rng = np.random.default_rng(sum(shape))
    x, head = (rng.normal(3, 5, shape).astype("float32") for _ in range(2))
    gamma, beta = (rng.normal(size=shape[-1]).astype("float32") for _ in range(2))
    arrays = [mx.nd.array(a) for a in (x, gamma, beta)]
    for array in arrays:
        array.attach_grad()
    with mx.autograd.record():
        y, mean, deviation = mx.nd.LayerNorm(*arrays, eps=1e-3, output_mean_var=True)
    y.backward(mx.nd.array(head))
    wide = x.astype("float64")
    middle, width = wide.mean(-1, keepdims=True), np.sqrt(wide.var(-1, keepdims=True) + 1e-3)
    unit, g = (wide - middle) / width, head.astype("float64")
    near = {"rtol": 1e-5, "atol": 2e-5}
    np.testing.assert_allclose(y.asnumpy(), unit * gamma + beta, **near)
    np.testing.assert_allclose(mean.asnumpy(), middle, **near)
    np.testing.assert_allclose(deviation.asnumpy(), width, **near)
    scaled = g * gamma
    slope = (scaled - scaled.mean(-1, keepdims=True) - unit * (scaled * unit).mean(-1, keepdims=True)) / width
    np.testing.assert_allclose(arrays[0].grad.asnumpy(), slope, **near)
    sums = tuple(range(len(shape) - 1))
    np.testing.assert_allclose(arrays[1].grad.asnumpy(), (g * unit).sum(sums), rtol=1e-4, atol=1e-3)


def test_programs_call_the_kernel():
    x, vector = np.ones((300, 64), "float32"), np.ones((1, 64), "float32")
    text = jax.jit(lambda x, v: layernorm.standardize(x, v, v, (1,), 1e-5, "cpu")).lower(x, vector).as_text()
    assert "jmx_rows" in text
    few = jax.jit(lambda x, v: layernorm.standardize(x, v, v, (1,), 1e-5, "cpu")).lower(x[:10], vector).as_text()
    assert "jmx_rows" not in few
