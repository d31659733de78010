"""Poolings, joins, sums and products of arrays of 8-bit integers, each of which comes with the range that it stands for.

No operator here has a gradient.
"""

import functools
import math
from typing import Any, Literal

import jax.numpy as jnp
import numpy as np
from jax import ShapeDtypeStruct, lax

from ..core.declare.op import REQUIRED, AnyArray, Platform, op
from ._attributes import attributes_of
from ._checks import axis_of, check, fail
from ._integer_ranges import (
    NAMES,
    RANGE,
    bound,
    bounds,
    calibrated,
    check_ranges,
    check_types,
    first_type,
    images_last,
    known,
    levels,
    on_integers,
    product_range,
    quotient,
    ranged,
    types,
)
from .nn import _integers_onednn, pool
from .nn._common import expect_shape, listed
from .nn._integer_sums import saturated

_INT32 = np.float32(2**31)


def _like_data(a, data, *ranges):
    """`Traits.output_shapes`."""
    return [data.shape, (1,), (1,)] if on_integers(data) else None


def _rows(a, data, *ranges):
    """`Traits.output_shapes`."""
    return [(data.shape[0], math.prod(data.shape[1:])), (1,), (1,)] if on_integers(data) else None


def _pooled_shapes(a, data, *ranges):
    """`Traits.output_shapes`."""
    found = None if a.channels_last or not on_integers(data) else pool.pooling.traits.output_shapes(a, data)
    return found and [*found, (1,), (1,)]


@op(
    "_contrib_quantized_pooling",
    "_npx_quantized_pooling",
    outputs=NAMES,
    zero_gradient=True,
    keeps_range="passes",
    types=types(first_type),
    output_shapes=_pooled_shapes,
    unlisted=("channels_last",),
    onnx="quantized.pooling",
)
@attributes_of(pool.pooling)
def pooling(
    data: AnyArray,
    min_data: AnyArray,
    max_data: AnyArray,
    channels_last: bool = False,
    *,
    kernel,
    pool_type,
    global_pool,
    pooling_convention,
    stride,
    pad,
    count_include_pad,
    layout,
    platform: Platform,
    **a,
) -> Any:
    """Largest or mean integer of each window.

    data    int8 or uint8, (batch, channels, *space) with two or three axes
    min_data, max_data    float32, shape (1,): the range that they stand for
    pool_type    "max" or "avg"; means are rounded to the nearest integer
    p_value    accepted, without effect

    With count_include_pad (the default) means are taken over the whole kernel.

    Returns the integers and the range that they stand for, which is that of `data`.

    Examples
    --------
    >>> x = nd.array([[[[1, 2], [3, 4]]]], dtype="uint8")
    >>> nd.contrib.quantized_pooling(x, nd.array([0]), nd.array([255]), kernel=(2, 2))[0]
    [[[[4]]]]
    <NDArray 1x1x1x1 @cpu(0)>
    """
    name = "_contrib_quantized_pooling"
    check_types(name, ("int8", "uint8"), data=data)
    check_ranges(name, min_data=min_data, max_data=max_data)
    check(data.ndim in (4, 5), name, f"quantized_pooling only supports 4D/5D layout yet, got shape {data.shape}")
    check(pool_type in ("max", "avg"), name, f"quantized_pooling only supports pool_type=max/avg for now, got {pool_type}")
    check(layout in (None, "NCHW", "NCDHW"), name, f"quantized_pooling only supports NCHW/NCDHW layout for now, got {layout}")
    check(pooling_convention != "same", name, "quantized_pooling supports the pooling conventions 'valid' and 'full', got 'same'")
    # set by the library: the axes are (batch, *space, channels)
    size, n = data.shape[1:-1] if channels_last else data.shape[2:], data.ndim - 2
    if global_pool:
        kernel, stride, pad = size, (1,) * n, (0,) * n
    stride, pad = tuple(stride) or (1,) * n, tuple(pad) or (0,) * n
    if not len(kernel) == len(stride) == len(pad) == n:
        fail(name, f"kernel {kernel}, stride {stride} and pad {pad} need {n} elements for data {listed(data.shape)}")
    check(all(0 <= p < k for p, k in zip(pad, kernel)), name, f"pad {pad} must be between 0 and the kernel, {kernel}")
    out = []
    for s, k, t, p in zip(size, kernel, stride, pad):
        check(0 < k <= s + 2 * p, name, f"kernel size ({k}) exceeds input ({s} padded to {s + 2 * p})")
        room = s + 2 * p - k
        out.append(1 + (math.ceil(room / t) if pooling_convention == "full" else room // t))
    geo, mean, integers = (size, tuple(out), tuple(kernel), stride, pad), pool_type == "avg", None
    x = data if channels_last else jnp.moveaxis(data, 1, -1)
    if platform == "cpu":
        integers = _integers_onednn.pooled(x, geo, mean, count_include_pad is not False)
    if integers is None:
        integers = _pooled(x, geo, mean, count_include_pad is not False)
    return ranged(integers if channels_last else jnp.moveaxis(integers, -1, 1), min_data, max_data)


def _pooled(x, geo, mean, count_padding):
    """The largest integer of each window, or the mean rounded; channels come last."""
    size, out, kernel, stride, pad = geo
    edges = [(p, max(p, (o - 1) * t + k - s - p)) for s, o, k, t, p in zip(size, out, kernel, stride, pad)]
    window = (1, *kernel, 1), (1, *stride, 1), [(0, 0), *edges, (0, 0)]
    integers = x.astype(jnp.int32)
    if not mean:
        return lax.reduce_window(integers, np.int32(jnp.iinfo(x.dtype).min), lax.max, *window).astype(x.dtype)
    total = lax.reduce_window(integers, np.int32(0), lax.add, *window)
    count = np.int32(math.prod(kernel))
    if not count_padding:
        count = jnp.maximum(lax.reduce_window(jnp.ones_like(integers), np.int32(0), lax.add, *window), 1)
    return jnp.round(total.astype(jnp.float32) / count).astype(x.dtype)


@pooling.channels_last()
def _pooling_last(a, shapes, moved):
    return ({"channels_last": True}, (0,)) if len(shapes[0]) == 4 else None


@op(
    "_contrib_quantized_act",
    "_npx_quantized_act",
    outputs=NAMES,
    no_gradient=True,
    channels_last=images_last,
    types=types(lambda a, given: "int8"),
    output_shapes=_like_data,
    onnx="quantized.activation",
)
def activation(
    data: AnyArray,
    min_data: AnyArray,
    max_data: AnyArray,
    act_type: Literal["relu", "sigmoid", "softrelu", "softsign", "tanh"] = REQUIRED,
) -> Any:
    """max(data, 0) of int8 or uint8 integers, as int8: uint8 integers above 127 become negative, as in MXNet.

    data    int8 or uint8 array
    min_data, max_data    float32, shape (1,): the range that it stands for
    act_type    only "relu" is supported

    Returns the integers and the range that they stand for, which is that of `data`.

    Examples
    --------
    >>> x = nd.array([-3, 5], dtype="int8")
    >>> nd.contrib.quantized_act(x, nd.array([-127]), nd.array([127]), act_type="relu")[0]
    [0 5]
    <NDArray 2 @cpu(0)>
    """
    name = "_contrib_quantized_act"
    check(act_type == "relu", name, f"quantized_act only supports act_type=relu for now, got {act_type}")
    check_types(name, ("int8", "uint8"), data=data)
    check_ranges(name, min_data=min_data, max_data=max_data)
    return ranged(jnp.maximum(data, 0).astype(jnp.int8), min_data, max_data)


@op(
    "_contrib_quantized_flatten",
    "_npx_quantized_flatten",
    outputs=NAMES,
    zero_gradient=True,
    types=types(first_type),
    output_shapes=_rows,
    onnx="quantized.flatten",
)
def flatten(data: AnyArray, min_data: AnyArray, max_data: AnyArray) -> Any:
    """An array of integers as a matrix.

    data    int8 or uint8, (n, ...)
    min_data, max_data    float32, shape (1,): the range that it stands for

    Returns the integers, (n, rest), and the range, unchanged.

    Examples
    --------
    >>> x = nd.ones((2, 3, 4), dtype="int8")
    >>> nd.contrib.quantized_flatten(x, nd.array([-127]), nd.array([127]))[0].shape
    (2, 12)
    """
    name = "_contrib_quantized_flatten"
    check_types(name, ("int8", "uint8"), data=data)
    check_ranges(name, min_data=min_data, max_data=max_data)
    return ranged(data.reshape(data.shape[0], math.prod(data.shape[1:])), min_data, max_data)


for _each in (pooling, activation, flatten):
    _each.deduce(lambda a, data: {"min_data": RANGE, "max_data": RANGE})


def _concat_inputs(a, attrs):
    names = [f"arg{i}" for i in range(a.num_args)]
    return [*names, *(f"{name}_{end}" for name in names for end in ("min", "max"))]


def _concat_types(a, given):
    """`Traits.types`."""
    arrays = given[: a.num_args]
    joined = "int8" if "int8" in arrays else "uint8" if None not in arrays else None
    return arrays + ["float32"] * 2 * a.num_args, [joined, "float32", "float32"]


def _concat_shapes(a, *inputs):
    """`Traits.output_shapes`."""
    arrays = inputs[: a.num_args]
    same = {(*x.shape[: a.dim], *x.shape[a.dim + 1 :]) for x in arrays}
    if len(same) > 1 or not on_integers(*arrays) or not 0 <= a.dim < len(arrays[0].shape):
        return None
    shape = list(arrays[0].shape)
    shape[a.dim] = sum(x.shape[a.dim] for x in arrays)
    return [shape, (1,), (1,)]


def _concat_last(a, shapes, moved):
    count = a.num_args
    if any(len(shape) != 4 for shape in shapes[:count]) or not 0 <= a.dim < 4:
        return None
    return {"dim": (0, 3, 1, 2)[a.dim]}, range(count)


@op(
    "_contrib_quantized_concat",
    outputs=NAMES,
    zero_gradient=True,
    input_names=_concat_inputs,
    keeps_range="joins",
    types=_concat_types,
    output_shapes=_concat_shapes,
    channels_last=_concat_last,
    onnx="quantized.concat",
)
def concat(*data: AnyArray, num_args: int = REQUIRED, dim: int = 1, platform: Platform) -> Any:
    """Arrays joined along an axis, as integers of one range, the widest: int8 if any is, else uint8.

    data    num_args arrays, int8 or uint8, then for each of them its range: minimum and maximum, float32 of shape (1,)
    num_args    number of arrays
    dim    the axis

    Returns the integers and the range that they stand for.

    Examples
    --------
    >>> x, low, high = nd.ones((1, 2), dtype="int8"), nd.array([-127]), nd.array([127])
    >>> nd.contrib.quantized_concat(x, x, low, high, low, high, num_args=2)[0]
    [[1 1 1 1]]
    <NDArray 1x4 @cpu(0)>
    """
    name = "_contrib_quantized_concat"
    n = num_args
    if not len(data) == 3 * n > 0:
        fail(name, f"with num_args={n} it takes {n} arrays, then the minimum and the maximum of each, got {len(data)} inputs")
    arrays, lows, highs = data[:n], data[n::2], data[n + 1 :: 2]
    dtypes = {a.dtype.name for a in arrays}
    check(dtypes <= {"int8", "uint8"}, name, f"data must be int8 or uint8, got {', '.join(sorted(dtypes))}")
    dtype = jnp.int8 if "int8" in dtypes else jnp.uint8
    check(dim >= 0, name, f"dim={dim} must not be negative; {dim + arrays[0].ndim} is the same axis")
    at = axis_of(name, dim, arrays[0].ndim, "dim")
    least_of, most_of = (np.minimum, np.maximum) if known(*lows, *highs) else (lax.min, lax.max)
    low, high = (
        functools.reduce(least_of, lows, np.zeros(1, np.float32)),
        functools.reduce(most_of, highs, np.zeros(1, np.float32)),
    )
    scale, parts = quotient(levels(np.dtype(dtype)), bound(low, high)), []
    for a, least, most in zip(arrays, lows, highs):
        ratio = quotient(scale, quotient(levels(a.dtype), bound(least, most)))
        parts.append(a if known(ratio) and ratio == 1 and a.dtype == dtype else _rescaled(a, ratio, dtype, platform))
    return ranged(lax.concatenate(parts, at), low, high)


def _rescaled(x, ratio, dtype, platform):
    """Integers times a number, as others."""
    found = _integers_onednn.converted(x, jnp.reshape(ratio, 1), dtype) if platform == "cpu" else None
    return saturated(x.astype(jnp.float32) * ratio, dtype) if found is None else found


def _pair(name, lhs, rhs, *ranges):
    check(lhs.shape == rhs.shape, name, f"lhs and rhs need the same shape, got {lhs.shape} and {rhs.shape}")
    for label, value in zip(("lhs_min", "lhs_max", "rhs_min", "rhs_max"), ranges):
        expect_shape(name, label, value, (1,))


def _pair_last(a, shapes, moved):
    return ({}, (0, 1)) if len(shapes[0]) == 4 else None


@op(
    "_contrib_quantized_elemwise_add",
    "_npx_quantized_elemwise_add",
    outputs=NAMES,
    no_gradient=True,
    takes_range="range",
    channels_last=_pair_last,
    onnx="quantized.elemwise_add",
)
def elemwise_add(
    lhs: AnyArray,
    rhs: AnyArray,
    lhs_min: AnyArray,
    lhs_max: AnyArray,
    rhs_min: AnyArray,
    rhs_max: AnyArray,
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
) -> Any:
    """The sum of two arrays of one shape.

    lhs, rhs    int8 or uint8
    lhs_min, lhs_max    float32, shape (1,): the range that `lhs` stands for
    rhs_min, rhs_max    float32, shape (1,): the range that `rhs` stands for
    min_calib_range, max_calib_range    the range of the result; by default the sum of both

    With a calibrated range the result is of the inputs' type (int8 if they differ) and has that range; without one it is
    int32, and its range the sum of both. (MXNet cuts such a sum off at 127 for the uint8 one of different types.)

    Returns the integers and the range that they stand for, twice shape (1,).

    Examples
    --------
    >>> x, low, high = nd.array([10, 20], dtype="int8"), nd.array([-127]), nd.array([127])
    >>> nd.contrib.quantized_elemwise_add(x, x, low, high, low, high, min_calib_range=-254, max_calib_range=254)[0]
    [10 20]
    <NDArray 2 @cpu(0)>
    """
    name = "_contrib_quantized_elemwise_add"
    check_types(name, ("int8", "uint8"), lhs=lhs, rhs=rhs)
    _pair(name, lhs, rhs, lhs_min, lhs_max, rhs_min, rhs_max)
    left, right = bound(lhs_min, lhs_max), bound(rhs_min, rhs_max)
    a, b = lhs.astype(jnp.float32), rhs.astype(jnp.float32)
    if calibrated(min_calib_range, max_calib_range) is None:
        reach = left + right
        a = a * (left * _INT32 / (reach * levels(lhs.dtype)))
        b = b * (right * _INT32 / (reach * levels(rhs.dtype)))
        return saturated(a + b, jnp.int32), -reach.reshape(1), reach.reshape(1)
    dtype = lhs.dtype if lhs.dtype == rhs.dtype else np.dtype("int8")
    out = levels(dtype) / np.float32(max(abs(min_calib_range), abs(max_calib_range)))
    left, right = out / (levels(lhs.dtype) / left), out / (levels(rhs.dtype) / right)
    if lhs.dtype == rhs.dtype:
        integers = saturated(a * left + b * right, dtype)
    elif lhs.dtype == jnp.uint8:
        integers = saturated(saturated(a * left, dtype).astype(jnp.float32) + b * right, dtype)
    else:
        integers = saturated(a * left + saturated(b * right, dtype).astype(jnp.float32), dtype)
    return integers, *bounds(min_calib_range, max_calib_range)


@op(
    "_contrib_quantized_elemwise_mul",
    "_npx_quantized_elemwise_mul",
    outputs=lambda a: ("output",) if a.enable_float_output else NAMES,
    takes_range="numbers",
    channels_last=_pair_last,
    onnx="quantized.elemwise_mul",
)
@attributes_of(elemwise_add)
def elemwise_mul(
    lhs, rhs, lhs_min, lhs_max, rhs_min, rhs_max, min_calib_range, max_calib_range, enable_float_output: bool = False
) -> Any:
    """The product of two int8 arrays of one shape.

    lhs, rhs    int8
    min_calib_range, max_calib_range    the range of the result, int8 with fractions cut off; without them it is int32
    enable_float_output    return the float32 product alone

    Returns the integers and the range that they stand for, twice shape (1,), or with enable_float_output the product.

    Examples
    --------
    >>> x, low, high = (mx.sym.var(name) for name in ("x", "low", "high"))
    >>> mx.sym.contrib.quantized_elemwise_mul(x, x, low, high, low, high, name="product").list_outputs()
    ['product_output', 'product_min_output', 'product_max_output']
    """
    name = "_contrib_quantized_elemwise_mul"
    check_types(name, ("int8",), lhs=lhs, rhs=rhs)
    _pair(name, lhs, rhs, lhs_min, lhs_max, rhs_min, rhs_max)
    product = lhs.astype(jnp.int32) * rhs.astype(jnp.int32)
    left, right = (levels(lhs.dtype) / bound(*r) for r in ((lhs_min, lhs_max), (rhs_min, rhs_max)))
    if enable_float_output:
        return product.astype(jnp.float32) * (1 / left / right)
    if calibrated(min_calib_range, max_calib_range) is None:
        return product, *product_range(lhs_min, lhs_max, rhs_min, rhs_max, 127 * 127)
    out = levels(lhs.dtype) / np.float32(max(abs(min_calib_range), abs(max_calib_range)))
    integers = (product.astype(jnp.float32) * (out / left / right)).astype(jnp.int32).astype(jnp.int8)
    return integers, *bounds(min_calib_range, max_calib_range)


for _each in (elemwise_add, elemwise_mul):
    _each.deduce(
        lambda a, lhs: {
            "rhs": ShapeDtypeStruct(lhs.shape, lhs.dtype),
            **dict.fromkeys(("lhs_min", "lhs_max", "rhs_min", "rhs_max"), RANGE),
        }
    )
