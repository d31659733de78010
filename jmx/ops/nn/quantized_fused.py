"""Layers on 8-bit integers with what follows them: integers and scales go in, integers or numbers come out.

Nothing here knows of ranges, calibration or parameters in floating point; who calls it has made scales of them. A library that
computes such layers in one call can take the place of `convolve` and `multiply`.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from ...core.declare.fusion import Pointwise
from . import _integer_sums, activation
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
    unit       what real numbers are multiplied by to be such results, for the functions; 1 for float32
    function   applied to the scaled sums, a `Pointwise` or None
    other      integers added then, or None; `other_scale` is what they are multiplied by
    after      applied to that, a `Pointwise` or None
    """

    scale: jax.Array
    dtype: jnp.dtype
    unit: jax.Array
    function: Pointwise | None = None
    other: jax.Array | None = None
    other_scale: jax.Array | None = None
    after: Pointwise | None = None


def convolve(x, weight, bias, geo, finish) -> jax.Array:
    """A convolution of integers and what follows it.

    Parameters
    ----------
    x : uint8 or int8, (N, C, *size)
    weight : int8, (O, C / groups, *kernel)
    bias : int32, (O,), or None
        In the units of the sums.
    geo : _conv.Geometry
    finish : Finish

    Returns
    -------
    (N, O, *out) of type `finish.dtype`
    """
    return _finished(_integer_sums.convolution(x, weight, geo), bias, 1, finish)


def multiply(x, weight, bias, finish) -> jax.Array:
    """A product x @ weight.T of integers and what follows it.

    Parameters
    ----------
    x : uint8 or int8, (*any, features)
    weight : int8, (filters, features)
    bias : int32, (filters,), or None
        In the units of the sums.
    finish : Finish

    Returns
    -------
    (*any, filters) of type `finish.dtype`
    """
    return _finished(_integer_sums.product(x, weight), bias, x.ndim - 1, finish)


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
        total = total + along(bias, axis, total.ndim)
    x = total.astype(jnp.float32)
    x = x * (along(finish.scale, axis, x.ndim) if finish.scale.ndim else finish.scale)
    x = applied(finish.function, x, finish.unit)
    if finish.other is not None:
        x = x + finish.other.astype(jnp.float32) * finish.other_scale
    x = applied(finish.after, x, finish.unit)
    return x if finish.dtype == jnp.float32 else _integer_sums.saturated(x, finish.dtype)
