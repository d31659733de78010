"""Layers with parameters on 8-bit integers: each array comes with the range that its integers stand for, and each result has one.

Sums of products are exact 32-bit integers (`nn/_integer_sums.py`). No operator here has a gradient.
"""

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import ShapeDtypeStruct

from ..core.declare.op import REQUIRED, AnyArray, Platform, op
from ._attributes import attributes_of
from ._checks import axis_of, check, fail
from ._integer_ranges import NAMES, RANGE, bound, bounds, check_ranges, check_types, levels, product_range, ranged, types
from .nn import _conv, _integer_sums, dense, norm
from .nn import conv as plain
from .nn._common import along, expect_shape, listed
from .nn._integer_sums import saturated

_BIAS = dict.fromkeys(("bias", "min_bias", "max_bias"), lambda a: not a.no_bias)
_LEARNED = ("weight", "bias", "min_weight", "max_weight", "min_bias", "max_bias")


def _check_parameters(name, weight, bias, ranges):
    """Checks of a layer's parameters and of the ranges of data, weight and bias; without bias that and its range are None."""
    check_types(name, ("int8",), weight=weight, **({} if bias is None else {"bias": bias}))
    labels = (f"{end}_{what}" for what in ("data", "weight", "bias") for end in ("min", "max"))
    check_ranges(name, **dict(zip(labels, ranges)))


def bias_in_sums(data, bias, low, high, low_weight, high_weight, low_bias, high_bias):
    """The bias in the units of the sums of products, int32, fractions cut off."""
    scale = levels(data.dtype) / bound(low, high) * (np.float32(127.5) / bound(low_weight, high_weight))
    scale = scale * bound(low_bias, high_bias) / np.float32(127.5)
    return (bias.astype(jnp.float32) * scale).astype(jnp.int32)


@op(
    "_contrib_quantized_fully_connected",
    "_npx_quantized_fully_connected",
    bounds=dense.fully_connected.bounds,
    outputs=NAMES,
    when=_BIAS,
    parameters=_LEARNED,
    zero_gradient=True,
    onnx="quantized.fully_connected",
)
def fully_connected(
    data: AnyArray,
    weight: AnyArray,
    bias: AnyArray | None = None,
    min_data: AnyArray = None,
    max_data: AnyArray = None,
    min_weight: AnyArray = None,
    max_weight: AnyArray = None,
    min_bias: AnyArray | None = None,
    max_bias: AnyArray | None = None,
    num_hidden: int = REQUIRED,
    no_bias: bool = False,
    flatten: bool = True,
    *,
    platform: Platform,
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """data @ weight.T + bias in integers.

    data    int8 or uint8, (batch, *features), or with flatten=False the last axis has the features
    weight    int8, (num_hidden, features)
    bias    int8, (num_hidden,); left out with no_bias
    min_data, max_data    float32, shape (1,): the range that `data` stands for
    min_weight, max_weight    float32, shape (1,): the range that `weight` stands for
    min_bias, max_bias    float32, shape (1,): the range that `bias` stands for; left out with no_bias
    num_hidden    numbers in the output
    no_bias    add no bias
    flatten    make one axis of all but the first; False keeps all axes but the last

    Returns the int32 sums and the range that they stand for, twice shape (1,).

    Examples
    --------
    >>> x, weight = nd.array([[1, 2]], dtype="int8"), nd.array([[3, 4]], dtype="int8")
    >>> low, high = nd.array([-127]), nd.array([127])
    >>> nd.contrib.quantized_fully_connected(x, weight, low, high, low, high, num_hidden=1, no_bias=True)[0]
    [[11]]
    <NDArray 1x1 @cpu(0)>
    """
    name = "_contrib_quantized_fully_connected"
    check_types(name, ("int8", "uint8"), data=data)
    ranges = min_data, max_data, min_weight, max_weight, min_bias, max_bias
    _check_parameters(name, weight, bias, ranges)
    features = math.prod(data.shape[1:]) if flatten else data.shape[-1]
    expect_shape(name, "weight", weight, (num_hidden, features), f"for data {listed(data.shape)}")
    x = data.reshape(data.shape[0], features) if flatten else data
    total = _integer_sums.product(x, weight, platform == "cpu")
    if bias is not None:
        expect_shape(name, "bias", bias, (num_hidden,), f"for num_hidden={num_hidden}")
        total = total + bias_in_sums(data, bias, *ranges)
    parts = 127 * 127 if data.dtype == jnp.int8 else 127 * 255
    return total, *product_range(*ranges[:4], parts)


def _parameters(a, weight, filters):
    dtype = np.dtype("int8")
    known = {"weight": ShapeDtypeStruct(weight, dtype), "bias": ShapeDtypeStruct((filters,), dtype)}
    return {**known, **{f"{end}_{what}": RANGE for end in ("min", "max") for what in ("data", "weight", "bias")}}


@fully_connected.deduce
def _(a, data):
    features = math.prod(data.shape[1:]) if a.flatten else data.shape[-1]
    return _parameters(a, (a.num_hidden, features), a.num_hidden)


@op(
    "_contrib_quantized_conv",
    "_npx_quantized_conv",
    bounds=plain.convolution.bounds,
    outputs=NAMES,
    when=_BIAS,
    parameters=_LEARNED,
    zero_gradient=True,
    onnx="quantized.convolution",
)
@attributes_of(plain.convolution, without=("weight_first", "with_relu", "packed"))
def convolution(
    data: AnyArray,
    weight: AnyArray,
    bias: AnyArray | None = None,
    min_data: AnyArray = None,
    max_data: AnyArray = None,
    min_weight: AnyArray = None,
    max_weight: AnyArray = None,
    min_bias: AnyArray | None = None,
    max_bias: AnyArray | None = None,
    *,
    kernel,
    stride,
    dilate,
    pad,
    num_filter,
    num_group,
    layout,
    platform: Platform,
    **a,
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Convolution in integers, in two or three dimensions, channels first, one group.

    data    uint8 or int8 (which MXNet takes on GPUs only), (batch, channels, *space)
    weight    int8, (num_filter, channels, *kernel)
    bias    int8, (num_filter,); with uint8 data it is added to the sums as it is, whatever its range; left out with no_bias
    min_data, max_data    float32, shape (1,): the range that `data` stands for
    min_weight, max_weight    float32, shape (1,): the range that `weight` stands for
    min_bias, max_bias    float32, shape (1,): the range that `bias` stands for; left out with no_bias

    Returns the int32 sums (batch, num_filter, *space) and the range that they stand for, twice shape (1,). They are exact;
    MXNet's are cut off in pairs at 16 bits on processors that know no better.

    Examples
    --------
    >>> x, weight = nd.ones((1, 2, 3, 3), dtype="uint8"), nd.ones((1, 2, 2, 2), dtype="int8")
    >>> zero, low, high = nd.array([0]), nd.array([-127]), nd.array([127])
    >>> nd.contrib.quantized_conv(x, weight, zero, high, low, high, kernel=(2, 2), num_filter=1, no_bias=True)[0]
    [[[[8 8]
       [8 8]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    """
    name = "_contrib_quantized_conv"
    n = len(kernel)
    check(num_group == 1, name, f"quantized_conv only supports num_group=1 for now, got {num_group}")
    check(n in (2, 3), name, f"quantized_conv only supports 2d or 3d kernel for now, got {kernel}")
    check(layout in (None, "NCHW", "NCDHW"), name, f"quantized_conv supports the layouts NCHW and NCDHW, got {layout}")
    check(data.ndim == n + 2, name, f"data must have {n + 2} dimensions for kernel {kernel}, got shape {data.shape}")
    check_types(name, ("uint8", "int8"), data=data)
    ranges = min_data, max_data, min_weight, max_weight, min_bias, max_bias
    _check_parameters(name, weight, bias, ranges)
    channels, size = data.shape[1], tuple(data.shape[2:])
    expect_shape(name, "weight", weight, (num_filter, channels, *kernel), f"for data {listed(data.shape)}")
    stride, dilate, pad = tuple(stride) or (1,) * n, tuple(dilate) or (1,) * n, tuple(pad) or (0,) * n
    for value in (stride, dilate, pad):
        check(len(value) == n, name, f"stride, dilate and pad need {n} elements, as kernel has: {stride}, {dilate}, {pad}")
    out = tuple((s + 2 * p - (k - 1) * d - 1) // t + 1 for s, p, k, d, t in zip(size, pad, kernel, dilate, stride))
    check(min(out) > 0, name, f"kernel size exceeds input: kernel {kernel}, dilate {dilate}, data {listed(data.shape)}")
    geo = _conv.Geometry(size, out, tuple(kernel), stride, pad, dilate, 1, platform == "cpu")
    total = _integer_sums.convolution(data, weight, geo)
    if bias is not None:
        expect_shape(name, "bias", bias, (num_filter,))
        if data.dtype == jnp.int8:
            bias = bias_in_sums(data, bias, *ranges)
        total = total + along(bias.astype(jnp.int32), 1, total.ndim)
    return total, *product_range(*ranges[:4], 127 * 127)


@convolution.deduce
def _(a, data):
    return _parameters(a, (a.num_filter, data.shape[1], *a.kernel), a.num_filter)


@op(
    "_contrib_quantized_batch_norm",
    outputs=NAMES,
    aux=("moving_mean", "moving_var"),
    zero_gradient=True,
    calibrated_by="output",
    types=types(lambda a, given: "int8"),
    onnx="quantized.batch_norm",
)
@attributes_of(norm.batch_norm, without=("with_relu",))
def batch_norm(
    data: AnyArray,
    gamma: AnyArray,
    beta: AnyArray,
    moving_mean: AnyArray,
    moving_var: AnyArray,
    min_data: AnyArray,
    max_data: AnyArray,
    *,
    eps,
    axis,
    min_calib_range,
    max_calib_range,
    **a,
) -> Any:
    """BatchNorm with its moving statistics, from int8 or uint8 integers to int8 ones.

    data    int8 or uint8, (batch, channels, *space)
    gamma, beta    float32, (channels,): factor and shift; gamma counts whatever fix_gamma says
    moving_mean, moving_var    float32, (channels,): the statistics, which stay as they are
    min_data, max_data    float32, shape (1,): the range that the data stand for
    min_calib_range, max_calib_range    the range of the result, needed

    Returns the integers and the range that they stand for.

    Examples
    --------
    >>> x, one, zero = nd.array([[[[64, -64]]]], dtype="int8"), nd.ones(1), nd.zeros(1)
    >>> low, high = nd.array([-127]), nd.array([127])
    >>> nd.contrib.quantized_batch_norm(
    ...     x, one, zero, zero, one, low, high, eps=0.001, min_calib_range=-127, max_calib_range=127
    ... )[0].shape
    (1, 1, 1, 2)
    """
    name = "_contrib_quantized_batch_norm"
    check_types(name, ("int8", "uint8"), data=data)
    check_ranges(name, min_data=min_data, max_data=max_data)
    if min_calib_range is None or max_calib_range is None:
        fail(name, "min_calib_range or max_calib_range is not available: quantized_batch_norm needs a calibrated graph")
    at = axis_of(name, axis, data.ndim)
    for label, x in {"gamma": gamma, "beta": beta, "moving_mean": moving_mean, "moving_var": moving_var}.items():
        expect_shape(name, label, x, (data.shape[at],))
    x = data.astype(jnp.float32)
    if data.dtype == jnp.uint8:
        x = saturated(x * np.float32(127.5 / 255.5), jnp.int8).astype(jnp.float32)
    reach = np.float32(max(abs(min_calib_range), abs(max_calib_range)))
    factor = gamma / jnp.sqrt(moving_var + np.float32(eps))
    slope = factor * bound(min_data, max_data) / reach
    shift = (beta - moving_mean * factor) * np.float32(127.5) / reach
    integers = saturated(x * along(slope, at, data.ndim) + along(shift, at, data.ndim), jnp.int8)
    return (integers, *bounds(min_calib_range, max_calib_range)), (moving_mean, moving_var)


@batch_norm.channels_last()
def _normalized_last(a, shapes, moved):
    return ({"axis": 3}, (0,)) if len(shapes[0]) == 4 and a.axis in (1, -3) else None


@batch_norm.deduce
def _(a, data):
    each = ShapeDtypeStruct((data.shape[a.axis],), np.dtype("float32"))
    return {**dict.fromkeys(("gamma", "beta", "moving_mean", "moving_var"), each), "min_data": RANGE, "max_data": RANGE}


@op(
    "_contrib_quantized_embedding",
    "_npx_quantized_embedding",
    outputs=NAMES,
    bounds=dense.embedding.bounds,
    zero_gradient=True,
    onnx="quantized.embedding",
)
@attributes_of(dense.embedding)
def embedding(data, weight, min_weight: AnyArray, max_weight: AnyArray, input_dim, output_dim, dtype, sparse_grad) -> Any:
    """The rows of an int8 table that integers name.

    weight    int8, (input_dim, output_dim): the table
    min_weight, max_weight    float32, shape (1,): the range that it stands for
    dtype    accepted, without effect
    sparse_grad    accepted, without effect: there is no gradient

    Returns int8 of shape (*data.shape, output_dim), and the range of the weight.

    Examples
    --------
    >>> table, low, high = nd.array([[1, 2], [3, 4]], dtype="int8"), nd.array([-127]), nd.array([127])
    >>> nd.contrib.quantized_embedding(nd.array([1, 0]), table, low, high, input_dim=2, output_dim=2)[0]
    [[3 4]
     [1 2]]
    <NDArray 2x2 @cpu(0)>
    """
    name = "_contrib_quantized_embedding"
    check_types(name, ("int8",), weight=weight)
    expect_shape(name, "weight", weight, (input_dim, output_dim), f"for input_dim={input_dim}, output_dim={output_dim}")
    check_ranges(name, min_weight=min_weight, max_weight=max_weight)
    rows = jnp.clip(data.astype(jnp.int32), 0, input_dim - 1)
    return ranged(weight[rows], min_weight, max_weight)


@embedding.deduce
def _(a, data):
    return {"weight": ShapeDtypeStruct((a.input_dim, a.output_dim), np.dtype("int8")), "min_weight": RANGE, "max_weight": RANGE}
