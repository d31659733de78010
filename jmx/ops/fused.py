"""Layers with what follows them as one operator, as MXNet's oneDNN build makes them: in floating point, or on 8-bit integers.

The graph that such an operator stands for comes with its node; what it says is the attribute `layers` (`_fused_layers.py`).
On integers, weights and biases stay in floating point until they are used. What becomes of them (folding, scales, integers)
depends on them and on calibrated ranges alone, so that it need not be computed anew in every call.
"""

import math
from types import SimpleNamespace
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import ShapeDtypeStruct, lax

from ..core.declare.fusion import Pointwise
from ..core.declare.op import AnyArray, Platform, op
from ..core.declare.traits import IntegerForm
from ..native import onednn
from . import _fused_layers
from ._checks import check, fail
from ._integer_ranges import (
    RANGE,
    bound,
    bounds,
    calibrated,
    of_range,
    on_integers,
    one_type,
    product_range,
    quotient,
    scale,
    types,
)
from .nn import conv, dense
from .nn._common import expect_shape, plain_layout
from .nn.quantized_fused import Finish, applied, convolve, multiply, weight_part

#: the largest bias in 32-bit integers, half of what fits
_LARGEST_BIAS = np.float32(2**30)
#: a bias below which weights are never made smaller for its sake
_SMALLEST = np.float32(1e-30)
_FLOAT = np.dtype("float32")


def _layers(a):
    return _fused_layers.read(a.layers)


def _biased(a):
    return not _layers(a).layer[1].no_bias


def _normalized(a):
    return _layers(a).norm is not None


def _adds(a):
    return _layers(a).adds


def _integers_of(name, data, **ranges):
    check(on_integers(data), name, f"data must be int8 or uint8, got {data.dtype}")
    for label, value in ranges.items():
        expect_shape(name, label, value, (1,))


def _unsigned(layers):
    last = layers.after if layers.adds else layers.function
    return last is not None and last.positive


# What follows is traced for every layer: primitives take a tenth of the time of functions like those of NumPy.


def _largest(weight):
    """The largest absolute value of each filter."""
    rows = lax.reshape(weight, (weight.shape[0], math.prod(weight.shape[1:])))
    return lax.max(lax.reduce_max(rows, (1,)), lax.neg(lax.reduce_min(rows, (1,))))


def _channel_scales(reach, bias, data_scale, part):
    """What weights of filters up to `reach` are multiplied by to become integers, small enough for the bias beside them."""
    scales = scale("int8", reach) if part == 1 else lax.mul(scale("int8", reach), part)
    if bias is None:
        return scales
    limit = lax.div(lax.div(_LARGEST_BIAS, lax.max(lax.abs(bias), _SMALLEST)), data_scale)
    return lax.min(scales, limit)


def _in_sums(bias, scales, data_scale):
    """A bias in the units of the sums, whole numbers in floating point."""
    if bias is None:
        return None
    return lax.round(lax.mul(bias, lax.mul(scales, data_scale)), lax.RoundingMethod.TO_NEAREST_EVEN)


def _folded(layers, bias, gamma, beta, mean, var):
    """(what the weights of each filter are multiplied by, or None; the bias) of a layer with its normalization."""
    if layers.norm is None:
        return None, bias
    a = layers.norm[1]
    factor = lax.div(np.float32(1) if a.fix_gamma else gamma, lax.sqrt(lax.add(var, np.float32(a.eps))))
    shift = lax.mul(factor, mean if bias is None else lax.sub(bias, mean))
    return factor, lax.sub(beta, shift) if bias is None else lax.add(beta, shift)


def _convolved(layers, data, weight, bias, norm, other, platform, last, packed):
    """A fused convolution in floating point."""
    operator, a = layers.layer
    # set by the library: a layout of its own, and whether the weight is copied by itself
    a = SimpleNamespace(**{**vars(a), "packed": packed, **({"layout": "NHWC", "weight_first": True} if last else {})})
    alone = layers.after if layers.adds else layers.function
    relu = alone == Pointwise("relu")
    if platform == "cpu" and norm and _folds(layers):
        gamma, beta, mean, var = norm
        numbers = layers.norm[0].traits.affine(layers.norm[1], 1)(gamma, beta, mean, var)
        inputs = [data, weight] if bias is None else [data, weight, bias]
        y = operator.traits.with_affine(a)[1](inputs, *numbers, other, relu)
        return y if relu else applied(alone, y)
    y = operator.fn(data=data, weight=weight, bias=bias, **vars(a), platform=platform)
    if norm:
        y, _ = layers.norm[0].fn(
            data=y, **dict(zip(layers.norm[0].inputs[1:], norm)), **vars(layers.norm[1]), train=False, platform=platform
        )
    y = applied(layers.function, y)
    return applied(layers.after, y if other is None else y + other)


def _folds(layers):
    """Whether the normalization of a convolution in floating point is computed with it."""
    return layers.norm[1].axis == 1 and (layers.function is None or not layers.adds)


def _stays(a, granularity):
    """Positions of a convolution's inputs that are not made integers: its parameters."""
    return range(1, 2 + _biased(a) + 4 * _normalized(a))


def _convolution_types(a, given):
    """`Traits.types`."""
    if not a.quantized:
        return one_type(given)
    parameters = ["float32"] * len(_stays(a, None))
    rule = types(of_range(lambda a: _unsigned(_layers(a))), [*parameters, given[len(parameters) + 1]] if _adds(a) else parameters)
    return rule(a, given)


def _convolution_shapes(a, data, weight, *others):
    """`Traits.output_shapes`."""
    operator, inner = _layers(a).layer
    if a.channels_last or operator.traits.output_shapes is None or (a.quantized and not on_integers(data)):
        return None
    found = operator.traits.output_shapes(inner, data, weight)
    return found and [*found, *([(1,)] * 2 if a.quantized else [])]


_CONVOLUTION = "_sg_mkldnn_conv"


@op(
    _CONVOLUTION,
    outputs=lambda a: ("output", "output_min", "output_max") if a.quantized else ("output",),
    when={
        "bias": _biased,
        **dict.fromkeys(("gamma", "beta", "mean", "var"), _normalized),
        "sum": _adds,
        **dict.fromkeys(("data_min", "data_max"), lambda a: a.quantized),
        **dict.fromkeys(("sum_min", "sum_max"), lambda a: a.quantized and _adds(a)),
    },
    aux=("mean", "var"),
    zero_gradient=True,
    unlisted=("layers", "channels_last", "packed"),
    with_packed={"packed": True},
    reads_graphs=_fused_layers.described,
    integers=IntegerForm(
        _CONVOLUTION, must=True, requantize=True, plain=_stays, changes=lambda granularity: {"quantized": "true"}
    ),
    takes_range=lambda a: "range" if a.quantized else None,
    types=_convolution_types,
    parameters=("weight", "bias", "gamma", "beta", "mean", "var"),
    output_shapes=_convolution_shapes,
    onnx="fused.convolution",
)
def convolution(
    data: AnyArray,
    weight: AnyArray,
    bias: AnyArray | None = None,
    gamma: AnyArray | None = None,
    beta: AnyArray | None = None,
    mean: AnyArray | None = None,
    var: AnyArray | None = None,
    sum: AnyArray | None = None,
    data_min: AnyArray | None = None,
    data_max: AnyArray | None = None,
    sum_min: AnyArray | None = None,
    sum_max: AnyArray | None = None,
    with_bn: bool = False,
    with_act: bool = False,
    with_sum: bool = False,
    with_postsum_act: bool = False,
    quantized: bool = False,
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
    layers: str = "",
    channels_last: bool = False,
    packed: bool = False,
    *,
    platform: Platform,
) -> Any:
    """A convolution with its normalization, something added, and a function of each element.

    data    (batch, channels, *space): float32, or with `quantized` int8 or uint8
    weight, bias    float32: the parameters of the convolution
    gamma, beta, mean, var    float32, (num_filter,): those of the normalization, with its moving statistics
    sum    what is added, like the result: float32, or with `quantized` int8 or uint8
    data_min, data_max, sum_min, sum_max    float32, (1,): the ranges that integers stand for
    with_bn, with_act, with_sum, with_postsum_act    what follows the convolution; the node's graph says so as well
    quantized    whether it is on integers
    min_calib_range, max_calib_range    the range of the result: it is int8, or uint8 behind a function without negative values.
            Without it int32 sums come out

    Weights become integers filter by filter, without a range of the result with one scale for all. In MXNet, integers that are
    added have to be of the type of the result, or it is cut off; here either type counts for what it stands for.

    Returns the result, and with `quantized` the range that it stands for.
    """
    name, found = _CONVOLUTION, _fused_layers.read(layers)
    norm = (gamma, beta, mean, var) if found.norm is not None else ()
    states = (mean, var) if norm else ()
    if not quantized:
        return _convolved(found, data, weight, bias, norm, sum, platform, channels_last, packed), states
    _integers_of(name, data, data_min=data_min, data_max=data_max)
    a = found.layer[1]
    check(
        plain_layout(a), name, f"a convolution on integers needs a kernel of two or three axes, channels second, got {a.layout}"
    )
    first = ShapeDtypeStruct((data.shape[0], data.shape[-1], *data.shape[1:-1]), data.dtype) if channels_last else data
    geo = conv.geometry(name, first, weight, a, platform)._replace(last=channels_last, weight_first=channels_last)
    data_scale = scale(data.dtype, bound(data_min, data_max))
    ends = calibrated(min_calib_range, max_calib_range)
    part = weight_part(data.dtype, platform == "cpu")
    times, bias, weight_scale, reach = convolution_parameters(found, weight, bias, norm, data_scale, part, ends is not None)
    finish, range_ = _finish(found, ends, data, data_scale, weight_scale, (data_min, data_max, -reach, reach), part)
    if found.adds:
        _integers_of(name, sum, sum_min=sum_min, sum_max=sum_max)
        finish = finish._replace(other=sum, other_scale=quotient(finish.unit, scale(sum.dtype, bound(sum_min, sum_max))))
    return (convolve(data, weight, times, bias, geo, finish, packed), *range_), states


@convolution.channels_last(starts=True)
def _convolution_last(a, shapes, moved, platform):
    """As an ordinary convolution, with what is added."""
    found = _layers(a)
    layer = found.layer[1]
    if len(shapes[0]) != 4 or len(layer.kernel) != 2 or layer.layout not in (None, "NCHW") or platform != "cpu":
        return None
    if not onednn.usable() or (not a.quantized and found.norm is not None and not _folds(found)):
        return None
    return {"channels_last": True}, (0, *([convolution.present(a).index("sum")] if found.adds else []))


@convolution.deduce
def _(a, data):
    operator, inner = _layers(a).layer
    float_data = ShapeDtypeStruct(data.shape, _FLOAT if a.quantized else data.dtype)
    known = operator.deduced(inner, {"data": float_data, "weight": None, "bias": None})
    shape = operator.traits.output_shapes(inner, float_data, known["weight"])[0]
    vector = ShapeDtypeStruct((inner.num_filter,), float_data.dtype)
    return {
        **known,
        **dict.fromkeys(("gamma", "beta", "mean", "var"), vector),
        "sum": ShapeDtypeStruct(shape, np.dtype("int8") if a.quantized else data.dtype),
        **dict.fromkeys(("data_min", "data_max", "sum_min", "sum_max"), RANGE),
    }


_DENSE = "_sg_mkldnn_fully_connected"


def _by_channel(a):
    return bool(a.channel_wise_quantize)


def _ranged(a):
    return a.quantized and not _by_channel(a)


def _dense_stays(a, granularity):
    return (1, 2) if granularity == "channel-wise" else ()


def _dense_shapes(a, data, weight, *others):
    """`Traits.output_shapes`."""
    operator, inner = _layers(a).layer
    if operator.traits.output_shapes is None or (a.quantized and not on_integers(data)):
        return None
    found = operator.traits.output_shapes(inner, data, weight)
    return found and [*found, *([(1,)] * 2 if a.quantized and not a.enable_float_output else [])]


def _dense_types(a, given):
    """`Traits.types`."""
    if not a.quantized:
        return one_type(given)
    integers = () if _by_channel(a) else ["int8"] * (1 + _biased(a))
    inputs, outputs = types(of_range(lambda a: _unsigned(_layers(a))), integers)(a, given)
    return inputs, ["float32"] if a.enable_float_output else outputs


@op(
    _DENSE,
    outputs=lambda a: ("output", "min_output", "max_output") if a.quantized and not a.enable_float_output else ("output",),
    when={
        "bias": _biased,
        **dict.fromkeys(("min_data", "max_data"), lambda a: a.quantized),
        **dict.fromkeys(("min_weight", "max_weight"), _ranged),
        **dict.fromkeys(("min_bias", "max_bias"), lambda a: _ranged(a) and _biased(a)),
    },
    zero_gradient=True,
    unlisted=("layers", "packed"),
    with_packed={"packed": True},
    reads_graphs=_fused_layers.described,
    integers=IntegerForm(
        _DENSE,
        must=True,
        requantize=True,
        plain=_dense_stays,
        changes=lambda granularity: {
            "quantized": "True",
            **({"channel_wise_quantize": "True"} if granularity == "channel-wise" else {}),
        },
    ),
    takes_range=lambda a: "numbers" if a.quantized else None,
    types=_dense_types,
    parameters=("weight", "bias", "min_weight", "max_weight", "min_bias", "max_bias"),
    output_shapes=_dense_shapes,
    onnx="fused.fully_connected",
)
def fully_connected(
    data: AnyArray,
    weight: AnyArray,
    bias: AnyArray | None = None,
    min_data: AnyArray | None = None,
    max_data: AnyArray | None = None,
    min_weight: AnyArray | None = None,
    max_weight: AnyArray | None = None,
    min_bias: AnyArray | None = None,
    max_bias: AnyArray | None = None,
    quantized: bool = False,
    enable_float_output: bool = False,
    with_eltwise: bool = False,
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
    channel_wise_quantize: bool | None = None,
    layers: str = "",
    packed: bool = False,
    *,
    platform: Platform,
) -> Any:
    """A dense layer with a function of each element.

    data    (batch, *features): float32, or with `quantized` int8 or uint8
    weight, bias    the parameters: float32, or with `quantized` int8, unless channel_wise_quantize
    min_data, max_data, min_weight, max_weight, min_bias, max_bias    float32, (1,): the ranges that integers stand for
    quantized    whether it is on integers
    enable_float_output    with `quantized`: real numbers come out
    with_eltwise    whether a function follows; the node's graph says so as well
    min_calib_range, max_calib_range    the range of the result: it is int8, or uint8 behind a function without negative values.
            Without it int32 sums come out
    channel_wise_quantize    whether float32 weights become integers output by output; it needs one of the two above

    Returns the result, and for integers the range that it stands for.
    """
    name, found = _DENSE, _fused_layers.read(layers)
    operator, a = found.layer
    if not quantized:
        return applied(found.function, operator.fn(data=data, weight=weight, bias=bias, **vars(a), platform=platform))
    _integers_of(name, data, min_data=min_data, max_data=max_data)
    shape = (a.num_hidden, dense.features(data, a.flatten))
    expect_shape(name, "weight", weight, shape, f"for num_hidden={a.num_hidden}")
    x = data.reshape(data.shape[0], -1) if a.flatten else data
    ends = None if enable_float_output else calibrated(min_calib_range, max_calib_range)
    if channel_wise_quantize and ends is None and not enable_float_output:
        fail(name, "channel-wise quantization needs the range of the result (min_calib_range, max_calib_range), or real numbers "
                   "as the result (enable_float_output)")  # fmt: skip
    data_scale = scale(data.dtype, bound(min_data, max_data))
    part = weight_part(data.dtype, platform == "cpu")
    ranges = () if channel_wise_quantize else (min_weight, max_weight, min_bias, max_bias)
    times, bias, weight_scale = dense_parameters(weight, bias, data_scale, part, ranges)
    if times is not None and ranges:
        times = lax.full((weight.shape[0],), times, jnp.float32)
    ranges = (min_data, max_data, *ranges[:2])
    finish, range_ = _finish(found, ends, data, data_scale, weight_scale, ranges, part, enable_float_output)
    y = multiply(x, weight, times, bias, finish, platform == "cpu", packed)
    return y if enable_float_output else (y, *range_)


def convolution_parameters(layers, weight, bias, norm, data_scale, part, by_filter) -> tuple[Any, Any, Any, Any]:
    """What becomes of a convolution's parameters where it is on integers.

    Parameters
    ----------
    layers : Layers
    weight, bias : float32
    norm : tuple of float32
        gamma, beta, mean and variance of its normalization; empty without one.
    data_scale : float32
        What the data were multiplied by to become integers.
    part : float32
        `weight_part`
    by_filter : bool
        Whether each filter has a scale of its own.

    Returns
    -------
    tuple
        What the weights of each filter are multiplied by to become integers, the bias in the units of the sums or None, the
        scale of each filter's integers, and what the largest of all weights is, 0 if each filter has a scale of its own.
    """
    folded, bias = _folded(layers, bias, *(norm or (None,) * 4))
    reach_of_filters, reach = _largest(weight), 0
    if folded is not None:
        reach_of_filters = lax.mul(reach_of_filters, lax.abs(folded))
    if by_filter:
        weight_scale = _channel_scales(reach_of_filters, bias, data_scale, part)
    else:
        reach = lax.reduce_max(reach_of_filters, (0,))
        weight_scale = lax.broadcast(scale("int8", reach) * part, reach_of_filters.shape)
    bias = _in_sums(bias, weight_scale, data_scale)
    return weight_scale if folded is None else lax.mul(weight_scale, folded), bias, weight_scale, reach


def dense_parameters(weight, bias, data_scale, part, ranges) -> tuple[Any, Any, Any]:
    """What becomes of a dense layer's parameters where it is on integers.

    Parameters
    ----------
    weight, bias : int8, or float32
    data_scale : float32
        What the data were multiplied by to become integers.
    part : float32
        `weight_part`
    ranges : tuple of (1,) float32 or None
        The ends of the weights' range and of the bias's; empty for float32, which get a scale for each output.

    Returns
    -------
    tuple
        What the weights are multiplied by to become integers, or smaller ones, or None; the bias in the units of the sums, or
        None; the scale of the integers.
    """
    if not ranges:
        weight_scale = _channel_scales(_largest(weight), bias, data_scale, part)
        return weight_scale, _in_sums(bias, weight_scale, data_scale), weight_scale
    min_weight, max_weight, *of_bias = ranges
    reach = None if bias is None else bound(*of_bias)
    return _scaled_with_bias(weight, bias, scale("int8", bound(min_weight, max_weight)), data_scale, reach, part)


def _finish(layers, ends, data, data_scale, weight_scale, ranges, part, floats=False):
    """What becomes of the sums of a layer, a `Finish`, and the range of the result.

    ends     the calibrated range, or None
    ranges   those of the data and the weights, which the 32-bit sums have theirs from
    part     of the levels that 8-bit weights could have, how many they have
    floats   whether real numbers come out, without a range
    """
    if ends is not None:
        dtype = np.dtype("uint8" if _unsigned(layers) else "int8")
        unit = scale(dtype, np.float32(max(map(abs, ends))))
        return Finish(
            quotient(quotient(unit, data_scale), weight_scale), dtype, unit, layers.function, after=layers.after
        ), bounds(*ends)
    if floats:
        return Finish(
            quotient(quotient(np.float32(1), data_scale), weight_scale),
            _FLOAT,
            np.float32(1),
            layers.function,
            after=layers.after,
        ), ()
    unit = data_scale * (weight_scale[0] if jnp.ndim(weight_scale) else weight_scale)
    finish = Finish(jnp.float32(1), np.dtype("int32"), unit, layers.function, after=layers.after)
    return finish, product_range(*ranges, 127 * part * (127 if data.dtype == jnp.int8 else 255))


def _scaled_with_bias(weight, bias, weight_scale, data_scale, bias_reach, part):
    """What 8-bit weights are multiplied by, their bias in the units of the sums, and the weights' scale then.

    They get smaller where the bias would not fit.
    """
    for label, value in {"weight": weight, "bias": bias}.items():
        check(value is None or value.dtype == jnp.int8, _DENSE, f"{label} must be int8")
    weight_scale = lax.mul(weight_scale, part)
    if bias is None:
        return None if part == 1 else part, None, weight_scale
    bias_scale = scale("int8", bias_reach)
    factor = lax.div(lax.mul(data_scale, weight_scale), bias_scale)
    most = lax.div(lax.div(_LARGEST_BIAS, lax.max(bias_reach, _SMALLEST)), bias_scale)
    less = lax.div(lax.min(factor, most), factor)
    bias = lax.round(lax.mul(bias.astype(jnp.float32), lax.min(factor, most)))
    return lax.mul(less, part), bias, lax.mul(weight_scale, less)


@fully_connected.deduce
def _(a, data):
    operator, inner = _layers(a).layer
    dtype = np.dtype("int8") if _ranged(a) else _FLOAT if a.quantized else data.dtype
    known = operator.deduced(inner, {"data": ShapeDtypeStruct(data.shape, dtype), "weight": None, "bias": None})
    ends = (f"{end}_{what}" for what in ("data", "weight", "bias") for end in ("min", "max"))
    return {**known, **dict.fromkeys(ends, RANGE)}
