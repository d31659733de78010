"""Layers on 8-bit integers by oneDNN, on the CPU; None where it does not compute them.

Images have channels last. Weights are (filters, *kernel, channels) or with channels second, and come quantized: a program whose
weights are the user's has them quantized and packed once (`core/graph/kept_weights.py`), not in every call.

Processors without instructions for it (VNNI) add products of unsigned and signed 8-bit numbers in pairs, which are cut off at 16
bits. There weights are quantized to 7 bits (`weight_levels`), with which no pair is too large. In convolutions of signed data
oneDNN halves the weights itself.
"""

from __future__ import annotations

import math
from typing import Any

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


def _flags(bias, other, relu, packed, *types):
    flags = onednn.SCALED | (bias is not None) * onednn.BIAS | (other is not None) * onednn.ADD
    return flags | relu * onednn.RELU | packed * onednn.PACKED | onednn.types(*types)


def _call(plan, shape, dtype, x, weight, scale, bias, other, factor, packed, times):
    if plan is None:
        return None
    # integers have no gradients, and calls of oneDNN cannot be differentiated
    scale, bias, factor, times = [None if a is None else lax.stop_gradient(a) for a in (scale, bias, factor, times)]
    weight, other = lax.stop_gradient(weight), None if other is None else lax.stop_gradient(other)
    if packed or times is not None:
        found = onednn.pack(plan, weight, times)
        if found is None and times is not None:  # oneDNN copies some layouts from integers only
            found = onednn.pack(plan, quantized(weight, times))
        if found is None:
            return None
        weight = found
    arrays = [array for array in (x, weight, scale, bias, other, factor) if array is not None]
    return onednn.call(plan, [jax.ShapeDtypeStruct(shape, dtype)], *arrays)[0]


def quantized(weight: jax.Array, times: jax.Array) -> jax.Array:
    """A weight, multiplied by a number for each filter, as int8: rounded to even and cut off."""
    times = lax.broadcast_in_dim(times, weight.shape, (0,))
    return lax.clamp(
        np.float32(-128), lax.round(weight.astype("float32") * times, lax.RoundingMethod.TO_NEAREST_EVEN), np.float32(127)
    ).astype("int8")


def convolution(
    x, weight, scale, geo, dtype, bias=None, other=None, factor=None, relu=False, limit=0.0, packed=False, times=None
) -> jax.Array | None:
    """saturated(relu((sums of products * scale + bias + other) * factor)), or None.

    Parameters
    ----------
    x : jax.Array
        int8 or uint8, (batch, *space, channels).
    weight : jax.Array
        int8 (but see `times`), (filters, *kernel, channels), or with channels second where the geometry says `weight_first`.
    scale, bias : jax.Array, optional
        float32, a number for each filter. Sums in int32 have no scale, and are exact below 2**24.
    geo : _conv.Geometry
        With channels last.
    dtype : dtype
        Of the results: int8, uint8, int32 or float32; integers are rounded to even.
    other, factor : jax.Array, optional
        An array like the results to add, int8, uint8 or float32, and one number, float32 of shape (1,).
    relu, limit : bool, float
        Whether results are cut off at 0, and at `limit` if that is above 0.
    packed : bool
        Copy the weight to oneDNN's layout in a call of its own.
    times : jax.Array, optional
        float32, a number for each filter: the weight, float32 or int8, is multiplied by these and packed as integers.
    """
    if not onednn.usable():
        return None
    added = "float32" if other is None else other.dtype
    flags = _flags(bias, other, relu, packed or times is not None, x.dtype, "int8", dtype, added)
    flags |= onednn.CHANNELS_LAST if geo.weight_first else _LAST
    batch, filters = x.shape[0], weight.shape[0]
    plan = onednn.plan(onednn.CONVOLVE, flags, batch, x.shape[-1], filters, geo.groups, limit, geo[:6])
    return _call(plan, (batch, *geo.out, filters), dtype, x, weight, scale, bias, other, factor, packed, times)


def product(
    x, weight, scale, dtype, bias=None, other=None, factor=None, relu=False, limit=0.0, packed=False, times=None
) -> jax.Array | None:
    """`convolution` of vectors: x is (rows, features), the weight (filters, features)."""
    if not onednn.usable():
        return None
    added = "float32" if other is None else other.dtype
    flags = _flags(bias, other, relu, packed or times is not None, x.dtype, "int8", dtype, added)
    rows, filters = x.shape[0], weight.shape[0]
    plan = onednn.plan(onednn.MULTIPLY, flags | onednn.TRANSPOSE_B, rows, x.shape[1], filters, epsilon=limit)
    return _call(plan, (rows, filters), dtype, x, weight, scale, bias, other, factor, packed, times)


def converted(x, number, dtype, last=False, to_last=False) -> jax.Array | None:
    """x * number as another type, integers rounded to even and saturated, or None.

    Parameters
    ----------
    x : jax.Array
        float32, int32, int8 or uint8, of two axes or more.
    number : jax.Array
        float32, shape (1,).
    dtype : dtype
        Of the results.
    last, to_last : bool
        Whether channels come last in `x`, and in the results; else they are second.
    """
    if not onednn.usable() or x.ndim < 2 or 0 in x.shape:
        return None
    flags = onednn.types(x.dtype, "float32", dtype) | last * onednn.CHANNELS_LAST | to_last * onednn.WEIGHT_LAST
    shape = x.shape
    if last == to_last:  # any order of axes
        batch, channels, space = math.prod(shape[:-1]), shape[-1], ()
        flags &= ~_LAST
    elif last:
        batch, *space, channels = shape
        shape = (batch, channels, *space)
    else:
        batch, channels, *space = shape
        shape = (batch, *space, channels)
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
