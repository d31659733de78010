"""Layers on 8-bit integers with what follows them: integers and scales go in, integers or numbers come out.

Nothing here knows of ranges, calibration or parameters in floating point; who calls it has made scales of them. On CPUs oneDNN
computes a layer with all that follows in one call where it can.
"""

import math
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ...core.declare.fusion import Pointwise
from . import _conv, _integer_sums, _integers_onednn, activation
from ._common import along

_FUNCTIONS = {
    "elu": lambda x, slope: jnp.where(x > 0, x, slope * jnp.expm1(x)),
    "gelu": lambda x, slope: jax.nn.gelu(x, approximate=False),
    "logistic": lambda x, slope: jax.nn.sigmoid(x),
    "tanh": lambda x, slope: jnp.tanh(x),
    "soft_relu": lambda x, slope: activation.softrelu(x),
    "square": lambda x, slope: x * x,
    "sqrt": lambda x, slope: jnp.sqrt(x),
    "exp": lambda x, slope: jnp.exp(x),
}


class Finish(NamedTuple):
    """What becomes of the sums of products.

    scale      what they are multiplied by: float32, one number or one for each channel
    dtype      the type of the results: uint8, int8 or int32, rounded and cut off, or float32
    unit       what real numbers are multiplied by to be such results, for the functions; 1 for float32,
               a NumPy number where it is known
    function   applied to the scaled sums, a `Pointwise` or None
    other      integers added then, or None; `other_scale` is what they are multiplied by
    after      applied to that, a `Pointwise` or None
    """

    scale: jax.Array
    dtype: jnp.dtype
    unit: jax.Array | np.float32
    function: Pointwise | None = None
    other: jax.Array | None = None
    other_scale: jax.Array | None = None
    after: Pointwise | None = None


def weight_part(data, cpu) -> np.float32:
    """By what the scale of 8-bit weights is multiplied, for sums with data of type `data` that are exact on this processor."""
    most = _integers_onednn.weight_levels(data) if cpu else 127
    return np.float32(1 if most == 127 else most / 127.5)


def convolve(x, weight, times, bias, geo, finish, packed=False) -> jax.Array:
    """A convolution of integers and what follows it.

    Parameters
    ----------
    x : uint8 or int8, (N, C, *size)
    weight : float32, (O, C / groups, *kernel)
    times : float32, (O,)
        What weights are multiplied by to become 8-bit integers.
    bias : float32, (O,), or None
        In the units of the sums, whole numbers.
    geo : _conv.Geometry
        If it is with channels last, `x`, what is added and the result are, and the weight is not.
    finish : Finish
    packed : bool
        Copy the weight to oneDNN's layout in a call of its own.

    Returns
    -------
    (N, O, *out) of type `finish.dtype`
    """
    after = _after(finish, bias, weight.shape[0]) if geo.cpu else None
    if after is not None:
        y = _convolved(x, weight, times, geo, finish.dtype, after, packed)
        if y is not None:
            return y
    weight = _integers_onednn.quantized(weight, times)
    if not geo.last:
        return _finished(_integer_sums.convolution(x, weight, geo), bias, 1, finish)
    first = geo._replace(last=False, weight_first=False)
    total = jnp.moveaxis(_integer_sums.convolution(jnp.moveaxis(x, -1, 1), weight, first), 1, -1)
    return _finished(total, bias, total.ndim - 1, finish)


def _convolved(x, weight, times, geo, dtype, after, packed):
    last = geo._replace(last=True, weight_first=True)
    if not geo.last:  # oneDNN computes with channels last
        x = jnp.moveaxis(x, 1, -1)
        after = after._replace(other=None if after.other is None else jnp.moveaxis(after.other, 1, -1))
    y = _integers_onednn.convolution(x, weight, last, dtype, after, packed, times)
    return y if y is None or geo.last else jnp.moveaxis(y, -1, 1)


def multiply(x, weight, times, bias, finish, cpu, packed=False) -> jax.Array:
    """A product x @ weight.T of integers and what follows it.

    Parameters
    ----------
    x : uint8 or int8, (*any, features)
    weight : int8, or float32, (filters, features)
    times : float32, (filters,), or None
        What weights are multiplied by to become 8-bit integers, or smaller ones.
    bias : float32, (filters,), or None
        In the units of the sums, whole numbers.
    finish : Finish
    cpu : bool
        Whether it runs on one.
    packed : bool
        Copy the weight to oneDNN's layout in a call of its own.

    Returns
    -------
    (*any, filters) of type `finish.dtype`
    """
    after = _after(finish, bias, weight.shape[0]) if cpu and math.prod(x.shape) else None
    if after is not None:
        y = _multiplied(x.reshape(-1, x.shape[-1]), weight, times, finish.dtype, after, packed)
        if y is not None:
            return y.reshape(*x.shape[:-1], weight.shape[0])
    if times is not None:
        weight = _integers_onednn.quantized(weight, times)
    return _finished(_integer_sums.product(x, weight, cpu), bias, x.ndim - 1, finish)


def _multiplied(rows, weight, times, dtype, after, packed):
    if _integers_onednn.weight_levels(jnp.uint8) == 127:
        return _integers_onednn.product(rows, weight, dtype, after, packed, times)
    # without instructions for such products oneDNN's convolutions are up to twice as fast, and ten times where rows are few
    count, features = rows.shape
    ones = (1, 1)
    geo = _conv.Geometry((count, 1), (count, 1), ones, ones, (0, 0), ones, 1, True, last=True)
    after = after._replace(other=None if after.other is None else after.other.reshape(1, count, 1, -1))
    image, kernels = rows.reshape(1, count, 1, features), weight.reshape(-1, 1, 1, features)
    return _integers_onednn.convolution(image, kernels, geo, dtype, after, packed, times)


def _after(finish, bias, filters):
    """A `Finish` as oneDNN takes it, or None where something is added behind a function."""
    last, factor, other = finish.function, None, finish.other
    if other is not None:
        if last is not None:
            return None
        last, factor = finish.after, finish.other_scale
    scale = finish.scale if jnp.ndim(finish.scale) else lax.full((filters,), finish.scale, jnp.float32)
    function, parameter, unit = None, 0.0, None
    if last is not None:
        function, parameter = last.kind, last.slope
        if function == "bounded_relu" and not isinstance(finish.unit, jax.Array):
            parameter = float(np.float32(parameter) * finish.unit)
            if finish.dtype == jnp.uint8 and parameter >= 255:  # where the type ends
                function, parameter = "relu", 0.0
        elif function != "relu" or parameter:  # it is of real numbers
            unit = finish.unit
            scale, factor = lax.div(scale, jnp.float32(unit)), None if factor is None else factor / unit
            # oneDNN divides by the parameter of this one
            parameter = 1.0 if function == "soft_relu" else parameter
    if factor is not None:
        scale, factor = lax.div(scale, factor), jnp.reshape(factor, 1)
    unit = None if unit is None else jnp.reshape(jnp.float32(unit), 1)
    # a bias comes in the units of the sums, and is added behind the scale
    bias = None if bias is None else lax.mul(bias, scale)
    return _integers_onednn.After(scale, bias, other, factor, function, parameter, unit)


def applied(function, x, unit=None) -> jax.Array:
    """A `Pointwise`, or None, of real numbers that have been multiplied by `unit`, which the results are too."""
    if function is None:
        return x
    kind, slope, _ = function
    if kind == "relu":
        return jnp.where(x > 0, x, x * slope if slope else 0)
    if kind == "abs":
        return jnp.abs(x)
    if kind == "bounded_relu":
        return jnp.clip(x, 0, slope if unit is None else slope * unit)
    real = _FUNCTIONS[kind]
    return real(x, slope) if unit is None else real(x / unit, slope) * unit


def _finished(total, bias, axis, finish):
    if bias is not None:
        total = total + along(bias.astype(jnp.int32), axis, total.ndim)
    x = total.astype(jnp.float32)
    x = x * (along(finish.scale, axis, x.ndim) if jnp.ndim(finish.scale) else finish.scale)
    x = applied(finish.function, x, finish.unit)
    if finish.other is not None:
        x = x + finish.other.astype(jnp.float32) * finish.other_scale
    x = applied(finish.after, x, finish.unit)
    return x if finish.dtype == jnp.float32 else _integer_sums.saturated(x, finish.dtype)
