"""Exact 32-bit sums of products of 8-bit integers.

On CPUs oneDNN makes them where it can do so exactly. Otherwise they are made by floating-point units, because compilers have no
fast products of integers for most devices. Either way in parts small enough for single precision to be exact.
"""

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ...native import onednn
from . import _conv, _integers_onednn

#: how many products of two 8-bit numbers a float32 sums without rounding
_EXACT = 2**24 // (255 * 128)
_INT32 = np.float32(2**31)


def saturated(x, dtype) -> jax.Array:
    """Floating-point numbers to the nearest integers of `dtype`, those beyond its limits to the limits."""
    limits = jnp.iinfo(dtype)
    if dtype == jnp.int32:  # float32 has no number between 2**31 - 128 and 2**31
        return jnp.where(x >= _INT32, limits.max, jnp.clip(jnp.round(x), limits.min, 2**31 - 128).astype(dtype))
    return jnp.clip(jnp.round(x), limits.min, limits.max).astype(dtype)


def product(x, weight, cpu) -> jax.Array:
    """x @ weight.T over the last axis of 8-bit `x`, with `weight` (filters, features): int32. `cpu`: whether it runs on one."""
    total = jnp.zeros((*x.shape[:-1], weight.shape[0]), jnp.int32)
    for start in range(0, weight.shape[1], _EXACT):
        part = slice(start, start + _EXACT)
        total = total + _product(x[..., part], weight[:, part], cpu)
    return total


def _product(x, w, cpu):
    if cpu and _integers_onednn.weight_levels(x.dtype, product=True) < 127:
        # halves of the weights, whose sums of pairs fit, beside each other
        x, w = jnp.concatenate([x, x], -1), jnp.concatenate([w >> 1, w - (w >> 1)], -1)
    found = None
    if cpu and math.prod(x.shape):
        found = _integers_onednn.product(x.reshape(-1, x.shape[-1]), w, jnp.int32)
    if found is not None:
        return found.reshape(*x.shape[:-1], w.shape[0])
    dims = (((x.ndim - 1,), (1,)), ((), ()))
    return lax.dot_general(x.astype(jnp.float32), w.astype(jnp.float32), dims, "highest").astype(jnp.int32)


def einsum(formula, x, y, axes) -> jax.Array:
    """`jax.numpy.einsum` of 8-bit numbers: whole numbers of some type. `axes` are the one that is summed, in `x` and in `y`."""
    size = x.shape[axes[0]]
    total: Any = None
    for start in range(0, max(size, 1), _EXACT):
        part = [lax.slice_in_dim(a, start, min(start + _EXACT, size), axis=axis) for a, axis in zip((x, y), axes)]
        sums = jnp.einsum(formula, *(a.astype(jnp.float32) for a in part), precision="highest")
        if size <= _EXACT:
            return sums
        total = sums.astype(jnp.int32) if total is None else total + sums.astype(jnp.int32)
    return total


def convolution(x, weight, geo) -> jax.Array:
    """The convolution of 8-bit `x` (N, C, *size) with `weight` (O, C / groups, *kernel), by its `Geometry`: int32."""
    total = jnp.zeros((x.shape[0], weight.shape[0], *geo.out), jnp.int32)
    channels = weight.shape[1]
    step = max(_EXACT // math.prod(geo.kernel), 1)
    grouped = x.reshape(x.shape[0], geo.groups, channels, *x.shape[2:])
    for start in range(0, channels, step):
        part = slice(start, start + step)
        some = grouped[:, :, part].reshape(x.shape[0], -1, *x.shape[2:])
        total = total + _convolution(some, weight[:, part], geo)
    return total


def _convolution(x, w, geo):
    found = None
    # other processors would cut off pairs of products, and oneDNN halves weights for them
    if geo.cpu and onednn.usable() and onednn.is_exact():
        last = geo._replace(last=True, weight_first=True)
        found = _integers_onednn.convolution(jnp.moveaxis(x, 1, -1), w, last, jnp.int32)
    if found is not None:
        return jnp.moveaxis(found, -1, 1)
    return jnp.round(_conv.forward(x.astype(jnp.float32), w.astype(jnp.float32), geo)).astype(jnp.int32)
