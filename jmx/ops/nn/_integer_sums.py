"""Exact 32-bit sums of products of 8-bit integers.

They are made by floating-point units, in parts small enough for those to be exact, because compilers have no fast products of
integers for most devices.
"""

import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from . import _conv

#: how many products of two 8-bit numbers a float32 sums without rounding
_EXACT = 2**24 // (255 * 128)
_INT32 = np.float32(2**31)


def saturated(x, dtype) -> jax.Array:
    """Floating-point numbers to the nearest integers of `dtype`, those beyond its limits to the limits."""
    limits = jnp.iinfo(dtype)
    if dtype == jnp.int32:  # float32 has no number between 2**31 - 128 and 2**31
        return jnp.where(x >= _INT32, limits.max, jnp.clip(jnp.round(x), limits.min, 2**31 - 128).astype(dtype))
    return jnp.clip(jnp.round(x), limits.min, limits.max).astype(dtype)


def product(x, weight) -> jax.Array:
    """x @ weight.T over the last axis of 8-bit `x`, with `weight` (filters, features): int32."""
    x, w = x.astype(jnp.float32), weight.astype(jnp.float32)
    total = jnp.zeros((*x.shape[:-1], w.shape[0]), jnp.int32)
    for start in range(0, w.shape[1], _EXACT):
        part = slice(start, start + _EXACT)
        dims = (((x.ndim - 1,), (1,)), ((), ()))
        total = total + lax.dot_general(x[..., part], w[:, part], dims, "highest").astype(jnp.int32)
    return total


def convolution(x, weight, geo) -> jax.Array:
    """The convolution of 8-bit `x` (N, C, *size) with `weight` (O, C / groups, *kernel), by its `Geometry`: int32."""
    x, w = x.astype(jnp.float32), weight.astype(jnp.float32)
    total = jnp.zeros((x.shape[0], w.shape[0], *geo.out), jnp.int32)
    channels = w.shape[1]
    step = max(_EXACT // math.prod(geo.kernel), 1)
    grouped = x.reshape(x.shape[0], geo.groups, channels, *x.shape[2:])
    for start in range(0, channels, step):
        part = slice(start, start + step)
        some = grouped[:, :, part].reshape(x.shape[0], -1, *x.shape[2:])
        total = total + jnp.round(_conv.forward(some, w[:, part], geo)).astype(jnp.int32)
    return total
