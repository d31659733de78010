"""Layers on 8-bit integers by oneDNN, on the CPU; None where it does not compute them.

Images have channels last. Weights are (filters, *kernel, channels) or with channels second, and come quantized: a program whose
weights are the user's has them quantized and packed once (`core/graph/kept_weights.py`), not in every call.

Processors without instructions for it (VNNI) add products of unsigned and signed 8-bit numbers in pairs, which are cut off at 16
bits. There weights are quantized to 7 bits (`weight_levels`), with which no pair is too large. In convolutions of signed data
oneDNN halves the weights itself.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import jax
import numpy as np
from jax import lax

from ...native import onednn

#: data and weights with channels last
_LAST = onednn.CHANNELS_LAST | onednn.WEIGHT_LAST


def weight_levels(data: Any, product: bool = False) -> int:
    """The largest integer of weights that oneDNN multiplies with data of type `data`, so that the sums are exact.

    Parameters
    ----------
    data : dtype
        uint8 or int8.
    product : bool
        Whether `product` does it, in place of `convolution`.
    """
    halved = np.dtype(data) == np.int8 and not product
    return 64 if onednn.usable() and not onednn.is_exact() and not halved else 127


class After(NamedTuple):
    """What follows sums of products: unit * function((sums * scale + bias + other) * factor), rounded and cut off for integers.

    scale, bias       float32, a number for each filter, or None
    other, factor     an array like the results to add, int8, uint8 or float32, and one number, float32 of shape (1,); or None
    function          the kind of a `Pointwise`, or None
    parameter         of the function
    unit              float32 of shape (1,); None where it is 1, and the function a relu, which cuts off at `parameter` above 0
    """

    scale: jax.Array | None = None
    bias: jax.Array | None = None
    other: jax.Array | None = None
    factor: jax.Array | None = None
    function: str | None = None
    parameter: float = 0.0
    unit: jax.Array | None = None

    def flags(self, packed, data, dtype) -> int:
        """Those of a plan with data and results of these types."""
        added = "float32" if self.other is None else self.other.dtype
        flags = onednn.SCALED | packed * onednn.PACKED | onednn.types(data, "int8", dtype, added)
        flags |= (self.bias is not None) * onednn.BIAS | (self.other is not None) * onednn.ADD
        if self.function is None:
            return flags
        return flags | (onednn.RELU if self.unit is None else onednn.function(self.function))


def _call(plan, shape, dtype, x, weight, after, packed, times):
    if plan is None:
        return None
    scale = lax.full((weight.shape[0],), 1, np.float32) if after.scale is None else after.scale
    more = [a for a in (scale, after.bias, after.other, after.factor, after.unit) if a is not None]
    # integers have no gradients, and calls of oneDNN cannot be differentiated
    weight, times, *more = [None if a is None else lax.stop_gradient(a) for a in (weight, times, *more)]
    if packed or times is not None:
        found = onednn.pack(plan, weight, times)
        if found is None and times is not None:  # oneDNN copies some layouts from integers only
            found = onednn.pack(plan, quantized(weight, times))
        if found is None:
            return None
        weight = found
    return onednn.call(plan, [jax.ShapeDtypeStruct(shape, dtype)], x, weight, *more)[0]


def quantized(weight: jax.Array, times: jax.Array) -> jax.Array:
    """A weight, multiplied by a number for each filter, as int8: rounded to even and cut off."""
    times = lax.broadcast_in_dim(times, weight.shape, (0,))
    return lax.clamp(
        np.float32(-128), lax.round(weight.astype("float32") * times, lax.RoundingMethod.TO_NEAREST_EVEN), np.float32(127)
    ).astype("int8")


def convolution(x, weight, geo, dtype, after=After(), packed=False, times=None) -> jax.Array | None:
    """A convolution with what follows it, or None.

    Parameters
    ----------
    x : jax.Array
        int8 or uint8, (batch, *space, channels).
    weight : jax.Array
        int8 (but see `times`), (filters, *kernel, channels), or with channels second where the geometry says `weight_first`.
    geo : _conv.Geometry
        With channels last.
    dtype : dtype
        Of the results: int8, uint8, int32 or float32; integers are rounded to even. Sums in int32 are exact below 2**24.
    after : After
        What follows.
    packed : bool
        Copy the weight to oneDNN's layout in a call of its own.
    times : jax.Array, optional
        float32, a number for each filter: the weight, float32 or int8, is multiplied by these and packed as integers.
    """
    if not onednn.usable():
        return None
    flags = after.flags(packed or times is not None, x.dtype, dtype) | (onednn.CHANNELS_LAST if geo.weight_first else _LAST)
    batch, filters = x.shape[0], weight.shape[0]
    plan = onednn.plan(onednn.CONVOLVE, flags, batch, x.shape[-1], filters, geo.groups, after.parameter, geo[:6])
    return _call(plan, (batch, *geo.out, filters), dtype, x, weight, after, packed, times)


def product(x, weight, dtype, after=After(), packed=False, times=None) -> jax.Array | None:
    """`convolution` of vectors: x is (rows, features), the weight (filters, features)."""
    if not onednn.usable():
        return None
    flags = after.flags(packed or times is not None, x.dtype, dtype) | onednn.TRANSPOSE_B
    rows, filters = x.shape[0], weight.shape[0]
    plan = onednn.plan(onednn.MULTIPLY, flags, rows, x.shape[1], filters, epsilon=after.parameter)
    return _call(plan, (rows, filters), dtype, x, weight, after, packed, times)


def converted(x, number, dtype, to_last=False) -> jax.Array | None:
    """x * number as another type, integers rounded to even and saturated, or None.

    Parameters
    ----------
    x : jax.Array
        float32, int32, int8 or uint8, of two axes or more.
    number : jax.Array
        float32, shape (1,).
    dtype : dtype
        Of the results.
    to_last : bool
        Put the channels, which are second in `x`, last.
    """
    if not onednn.usable() or x.ndim < 2 or 0 in x.shape:
        return None
    flags, shape = onednn.types(x.dtype, "float32", dtype), x.shape
    if to_last:
        batch, channels, *space = shape
        shape, flags = (batch, *space, channels), flags | onednn.WEIGHT_LAST
    else:  # any order of axes
        batch, channels, space = math.prod(shape[:-1]), shape[-1], ()
    if len(space) > 3:
        return None
    geometry = [tuple(space)] * 2 + [(1,) * len(space)] * 4 if space else ()
    plan = onednn.plan(onednn.CONVERT, flags, batch, channels, space=geometry)
    if plan is None:
        return None
    return onednn.call(plan, [jax.ShapeDtypeStruct(shape, dtype)], lax.stop_gradient(x), lax.stop_gradient(number))[0]


def pooled(x, geo, mean=False, count_padding=True) -> jax.Array | None:
    """The largest or the mean number of each window of images with channels last, of any type, or None.

    Parameters
    ----------
    x : jax.Array
        (batch, *space, channels)
    geo : tuple
        Sizes of what comes in and goes out, of the window, its steps, and what is added before the first element.
    mean, count_padding : bool
        Means in place of the largest numbers; whether they are of the whole window, with what is added.
    """
    if not onednn.usable():
        return None
    what = onednn.POOL_MEAN if mean else onednn.POOL_INFERENCE
    flags = (
        onednn.CHANNELS_LAST | onednn.types(x.dtype, "float32", x.dtype) | (mean and not count_padding) * onednn.WITHOUT_PADDING
    )
    plan = onednn.plan(what, flags, x.shape[0], x.shape[-1], space=(*geo, (1,) * len(geo[0])))
    shape = (x.shape[0], *geo[1], x.shape[-1])
    return None if plan is None else onednn.call(plan, [jax.ShapeDtypeStruct(shape, x.dtype)], x)[0]
