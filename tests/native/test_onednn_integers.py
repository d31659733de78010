"""Layers on 8-bit integers by oneDNN are exact, whatever the processor."""

import itertools
import os
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jmx.core.declare.fusion import Pointwise
from jmx.native import onednn
from jmx.ops.nn import _conv, _integers_onednn
from jmx.ops.nn._integers_onednn import After
from jmx.ops.nn.quantized_fused import applied

pytestmark = pytest.mark.skipif(not onednn.usable(), reason=f"oneDNN is {onednn.describe()}")


def integers(dtype, *shape, seed=0):
    limits = np.iinfo(dtype)
    return np.random.default_rng(seed + sum(shape)).integers(limits.min, limits.max + 1, shape).astype(dtype)


def weights(data, *shape):
    levels = _integers_onednn.weight_levels(data, product=len(shape) == 2)
    return np.random.default_rng(sum(shape)).integers(-levels, levels + 1, shape).astype("int8")


def numbers(*shape, seed=0):
    return np.random.default_rng(seed + sum(shape)).standard_normal(shape, "float32")


def saturated(values, dtype):
    if dtype == "float32":
        return values
    limits = np.iinfo(dtype)
    return np.clip(np.rint(values), limits.min, limits.max)


def sums(x, w, stride, pad, groups):
    """Sums of products in 64-bit integers; x (batch, h, w, channels), w (filters, kh, kw, channels / groups)."""
    x = np.pad(x.astype("int64"), ((0, 0), (pad, pad), (pad, pad), (0, 0)))
    size = x.shape[1] - w.shape[1]
    each = x.shape[3] // groups
    out = np.zeros((len(x), size // stride + 1, size // stride + 1, len(w)), "int64")
    for f, i, j in itertools.product(range(len(w)), range(out.shape[1]), range(out.shape[2])):
        first = f // (len(w) // groups) * each
        window = x[:, i * stride : i * stride + w.shape[1], j * stride : j * stride + w.shape[2], first : first + each]
        out[:, i, j, f] = (window * w[f].astype("int64")).sum((1, 2, 3))
    return out


def compare(ours, expected, dtype):
    assert ours.dtype == dtype
    if dtype == "float32":
        np.testing.assert_allclose(ours, expected, rtol=2e-5, atol=2e-5)
    elif dtype == "int32":
        np.testing.assert_array_equal(ours, expected)
    else:
        # a half in 32-bit floats may be beside it in 64 bits
        different = np.abs(np.asarray(ours, "int64") - expected)
        assert different.max() <= 1 and (different > 0).mean() < 0.002


CONVOLUTIONS = {  # channels, filters, size, kernel, stride, pad, groups
    "3x3": (16, 24, 9, 3, 1, 1, 1),
    "1x1 strided": (32, 16, 8, 1, 2, 0, 1),
    "few channels": (3, 16, 15, 7, 2, 3, 1),
    "depthwise": (32, 32, 9, 3, 1, 1, 32),
    "groups": (16, 32, 7, 3, 1, 1, 2),
}


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
@pytest.mark.parametrize("types", ["uint8 uint8", "uint8 int8", "uint8 float32", "uint8 int32", "int8 int8", "int8 float32"])
@pytest.mark.parametrize("case", CONVOLUTIONS)
def test_convolutions(case, types, packed):
    channels, filters, size, kernel, stride, pad, groups = CONVOLUTIONS[case]
    data, dtype = types.split()
    x, w = integers(data, 2, size, size, channels), weights(data, filters, kernel, kernel, channels // groups)
    if data == "int8" and not onednn.is_exact():
        w //= 2
        w *= 2  # which oneDNN halves without a remainder
    total = sums(x, w, stride, pad, groups)
    spread = 100 / np.abs(total).max()
    scale, bias = np.abs(numbers(filters)) * np.float32(spread), numbers(filters, seed=1)
    if dtype == "int32":
        scale = bias = None
    out = total.shape[1:3]
    geo = _conv.Geometry((size, size), out, (kernel,) * 2, (stride,) * 2, (pad,) * 2, (1, 1), groups, True, True)
    ours = jax.jit(lambda x, w, *a: _integers_onednn.convolution(x, w, geo, dtype, After(*a), packed=packed))
    expected = total if scale is None else total * scale.astype("float64") + bias
    given = (x, w) if bias is None else (x, w, scale, bias)
    assert "jmx_onednn" in ours.lower(*given).as_text()
    compare(ours(*given), saturated(expected, dtype), dtype)


@pytest.mark.parametrize("other", ["int8", "uint8", "float32"])
@pytest.mark.parametrize("dtype", ["int8", "uint8", "float32"])
@pytest.mark.parametrize("relu", [False, True])
def test_what_is_added_and_cut_off(other, dtype, relu):
    x, w = integers("uint8", 2, 6, 6, 16), weights("uint8", 8, 3, 3, 16)
    total = sums(x, w, 1, 1, 1)
    scale, bias = np.full(8, 60 / np.abs(total).max(), "float32"), numbers(8)
    added = numbers(*total.shape) if other == "float32" else integers(other, *total.shape)
    factor = np.float32([0.7])
    geo = _conv.Geometry((6, 6), (6, 6), (3, 3), (1, 1), (1, 1), (1, 1), 1, True, True)
    ours = _integers_onednn.convolution(x, w, geo, dtype, After(scale, bias, added, factor, "relu" if relu else None))
    expected = (total * scale.astype("float64") + bias + added) * 0.7
    if relu:
        expected = np.maximum(expected, 0)
    assert expected.min() < 0 or relu
    compare(ours, saturated(expected, dtype), dtype)


def test_a_limit():
    x, w = integers("uint8", 1, 4, 4, 16), weights("uint8", 8, 1, 1, 16)
    total = sums(x, w, 1, 0, 1)
    geo = _conv.Geometry((4, 4), (4, 4), (1, 1), (1, 1), (0, 0), (1, 1), 1, True, True)
    scale = np.full(8, 20 / np.abs(total).max(), "float32")
    ours = _integers_onednn.convolution(x, w, geo, "float32", After(scale, function="bounded_relu", parameter=6.0))
    np.testing.assert_allclose(ours, np.clip(total * scale, 0, 6), rtol=1e-5, atol=1e-5)
    assert (np.asarray(ours) == 6).any() and (np.asarray(ours) == 0).any()


@pytest.mark.parametrize("dtype", ["int8", "float32", "int32"])
@pytest.mark.parametrize("adds", [False, True])
@pytest.mark.parametrize(
    "kind, parameter",
    [("relu", 0.1), ("tanh", 0), ("elu", 0.7), ("square", 0), ("abs", 0), ("sqrt", 0), ("soft_relu", 1), ("logistic", 0)]
    + [("exp", 0), ("gelu", 0), ("bounded_relu", 1.5)],
)
def test_functions_of_real_numbers(kind, parameter, adds, dtype):
    """What stands for real numbers goes through the function as these, and comes out in the units of the results."""
    x, w = integers("uint8", 1, 4, 4, 16), weights("uint8", 8, 1, 1, 16)
    scale, bias, unit = np.full(8, 3e-5, "float32"), numbers(8), np.float32([1 if dtype == "float32" else 20])
    other, factor = (numbers(1, 4, 4, 8), np.float32([0.8])) if adds else (None, None)
    real = (sums(x, w, 1, 0, 1) * scale.astype("float64") + bias + (other if adds else 0)) * (0.8 if adds else 1)
    if kind == "sqrt":
        bias, real = bias + 10, real + (8 if adds else 10)
    geo = _conv.Geometry((4, 4), (4, 4), (1, 1), (1, 1), (0, 0), (1, 1), 1, True, True)
    after = After(scale, bias, other, factor, kind, parameter, unit)
    ours = _integers_onednn.convolution(x, w, geo, dtype, after)
    expected = np.asarray(applied(Pointwise(kind, parameter), jnp.asarray(real, "float32")), "float64") * unit
    compare(ours, saturated(expected, dtype), dtype)
    rows = after._replace(other=other.reshape(16, 8) if adds else None)
    ours = _integers_onednn.product(x.reshape(16, 16), w.reshape(8, 16), dtype, rows)
    compare(ours, saturated(expected, dtype).reshape(16, 8), dtype)


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "float32"])
@pytest.mark.parametrize("data", ["int8", "uint8"])
def test_products(data, dtype, packed):
    x, w = integers(data, 5, 96), weights(data, 40, 96)
    total = x.astype("int64") @ w.astype("int64").T
    scale, bias = np.abs(numbers(40)) * np.float32(100 / np.abs(total).max()), numbers(40, seed=2)
    if dtype == "int32":
        scale = bias = None
    ours = _integers_onednn.product(x, w, dtype, After(scale, bias), packed=packed)
    assert ours is not None
    compare(ours, saturated(total if scale is None else total * scale.astype("float64") + bias, dtype), dtype)


@pytest.mark.parametrize("to_last", [False, True])
@pytest.mark.parametrize("types", ["float32 int8", "float32 uint8", "int8 float32", "uint8 uint8", "int32 int8"])
def test_conversions(types, to_last):
    source, dtype = types.split()
    shape = (2, 5, 6, 7)
    x = numbers(*shape) * 60 if source == "float32" else integers("int8" if source == "int32" else source, *shape).astype(source)
    number = np.float32([1.7])
    ours = _integers_onednn.converted(jnp.asarray(x), jnp.asarray(number), dtype, to_last)
    expected = saturated((x.astype("float32") * number).astype("float64"), dtype)
    if to_last:
        expected = expected.transpose(0, 2, 3, 1)
    compare(ours, expected, dtype)


@pytest.mark.parametrize("number", [1.0, 2.0])
def test_a_conversion_that_changes_the_number_alone(number):
    x = integers("uint8", 3, 4, 5)
    ours = _integers_onednn.converted(jnp.asarray(x), jnp.float32([number]), "uint8")
    assert np.asarray(ours).tolist() == np.minimum(x * number, 255).tolist()


@pytest.mark.parametrize("dtype", ["int8", "uint8"])
@pytest.mark.parametrize("kind", ["largest", "mean", "mean of inner"])
def test_pooling(kind, dtype):
    x = integers(dtype, 2, 8, 8, 16)
    geo = ((8, 8), (4, 4), (3, 3), (2, 2), (1, 1))
    ours = _integers_onednn.pooled(jnp.asarray(x), geo, kind != "largest", kind == "mean")
    pad = ((0, 0), (1, 1), (1, 1), (0, 0))
    least = np.iinfo(dtype).min if kind == "largest" else 0
    padded, inside = np.pad(x.astype("int64"), pad, constant_values=least), np.pad(np.ones_like(x, "int64"), pad)
    expected = np.zeros((2, 4, 4, 16))
    for i, j in itertools.product(range(4), range(4)):
        window, count = (a[:, 2 * i : 2 * i + 3, 2 * j : 2 * j + 3] for a in (padded, inside))
        if kind == "largest":
            expected[:, i, j] = window.max((1, 2))
        else:
            expected[:, i, j] = window.sum((1, 2)) / (9 if kind == "mean" else count.sum((1, 2)))
    compare(ours, np.rint(expected), dtype)
    assert ours.dtype == dtype


def test_arrays_of_another_type_are_refused():
    x, w = integers("uint8", 5, 96), weights("uint8", 40, 96)
    flags = onednn.SCALED | onednn.TRANSPOSE_B | onednn.types("uint8", "int8", "int8")
    plan = onednn.plan(onednn.MULTIPLY, flags, 5, 96, 40)
    shape = jax.ShapeDtypeStruct((5, 40), "int8")
    with pytest.raises(Exception, match="another size or type"):
        onednn.call(plan, [shape], x.astype("int8"), w, np.ones(40, "float32"))[0].block_until_ready()


@pytest.mark.parametrize("data", ["int8", "uint8"])
@pytest.mark.parametrize("groups", [1, 2, 32])
def test_weights_in_floating_point(data, groups):
    """They become integers on their way to oneDNN's layout, rounded to even and cut off."""
    channels = max(groups, 16)
    x, w = integers(data, 2, 7, 7, channels), numbers(32, 3, 3, channels // groups)
    levels = _integers_onednn.weight_levels(data)
    times = np.float32(levels) / np.abs(w).max((1, 2, 3)) * np.where(np.arange(32) % 2, 1, -1).astype("float32")
    if data == "int8" and not onednn.is_exact():
        # oneDNN halves them, from floating point in one step
        rounded = np.rint(w * times[:, None, None, None] * np.float32(0.5)) * 2
    else:
        rounded = saturated(w * times[:, None, None, None], "int8")
    scale = np.full(32, 1e-3, "float32")
    geo = _conv.Geometry((7, 7), (7, 7), (3, 3), (1, 1), (1, 1), (1, 1), groups, True, True)
    ours = _integers_onednn.convolution(x, w, geo, "float32", After(scale), times=times)
    expected = sums(x, rounded.astype("int64"), 1, 1, groups) * 1e-3
    np.testing.assert_allclose(ours, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("data", ["int8", "uint8"])
@pytest.mark.parametrize("weight", ["float32", "int8"])
def test_weights_of_products_that_are_scaled(data, weight):
    x, w = integers(data, 5, 96), numbers(40, 96) if weight == "float32" else integers("int8", 40, 96)
    levels = _integers_onednn.weight_levels(data, product=True)
    times = np.float32(levels) / np.abs(w.astype("float32")).max(1)
    rounded = saturated(w * times[:, None], "int8")
    ours = _integers_onednn.product(x, w, "float32", times=times)
    np.testing.assert_allclose(ours, x.astype("int64") @ rounded.astype("int64").T, rtol=1e-6)


#: layers with weights as the library makes them, beside sums in 64 bits
_ON_OTHER_PROCESSORS = """
import numpy as np
from jmx.native import onednn
from jmx.ops.nn import _conv
from jmx.ops.nn.quantized_fused import Finish, convolve, multiply, weight_part
assert onednn.usable() and not onednn.is_exact()
rng = np.random.default_rng(0)
for data, low in (("uint8", 0), ("int8", -128)):
    x = rng.integers(low, low + 256, (6, 5, 5, 32)).astype(data)
    w = rng.uniform(-1, 1, (16, 32, 3, 3)).astype("float32")
    times = np.full(16, 127.5 * weight_part(data, True), "float32")
    finish = Finish(np.float32(1e-4) / times, np.dtype("float32"), np.float32(1))
    geo = _conv.Geometry((5, 5), (3, 3), (3, 3), (1, 1), (0, 0), (1, 1), 1, True, True, True)
    found = np.asarray(convolve(x, w, times, None, geo, finish))
    # seven bits, of signed data by halves that oneDNN makes
    step = 2 if data == "int8" else 1
    whole = np.rint(w * times[:, None, None, None] / step) * step
    windows = np.lib.stride_tricks.sliding_window_view(x.astype("int64"), (3, 3), (1, 2))
    exact = np.einsum("nhwcij,ocij->nhwo", windows, whole) * (1e-4 / times)
    np.testing.assert_allclose(found, exact, rtol=1e-4, atol=1e-6)
    rows, w = x.reshape(-1, 160), rng.uniform(-1, 1, (16, 160)).astype("float32")
    found = np.asarray(multiply(rows, w, times, None, finish, True))
    exact = rows.astype("int64") @ (np.rint(w * times[:, None] / step) * step).T * (1e-4 / times)
    np.testing.assert_allclose(found, exact, rtol=1e-4, atol=1e-6)
print("right")
"""


@pytest.mark.parametrize("instructions", ["AVX2", "SSE41"])
def test_processors_that_know_less(instructions):
    """Without instructions for products of 8-bit numbers sums are exact, too."""
    told = {**os.environ, "ONEDNN_MAX_CPU_ISA": instructions}
    done = subprocess.run([sys.executable, "-c", _ON_OTHER_PROCESSORS], env=told, capture_output=True, text=True)
    assert done.stdout == "right\n", done.stderr
