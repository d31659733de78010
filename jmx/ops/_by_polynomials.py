"""Inverse trigonometric functions, tangents and cube roots in single precision, made of what XLA computes in vectors.

XLA calls a scalar function for each of them, which takes ten times as long. Other types have too few digits to need it, or more
than these have: they take XLA's. Coefficients are those of the Cephes library; results are within 3 units in the last place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import jax.numpy as jnp
import numpy as np
from jax import lax

if TYPE_CHECKING:
    import jax

_QUARTER, _HALF, _WHOLE = (np.float32(np.pi / n) for n in (4, 2, 1))
_ARCSIN = 4.2163199048e-2, 2.4181311049e-2, 4.5470025998e-2, 7.4953002686e-2, 1.6666752422e-1
_ARCTAN = 8.05374449538e-2, -1.38776856032e-1, 1.99777106478e-1, -3.33329491539e-1
_THIRD, _LEAST = np.float32(1 / 3), np.finfo(np.float32).tiny


def _polynomial(coefficients, z):
    value = jnp.full_like(z, coefficients[0])
    for coefficient in coefficients[1:]:
        value = value * z + np.float32(coefficient)
    return value


def _is_single(x):
    return x.dtype == np.float32


def _arcsin_near_zero(x):
    """(whether x is nearer to -1 or 1 than to 0, the arcsine of |x| or, there, of the root of (1 - |x|) / 2)."""
    size = lax.abs(x)
    far = size > 0.5
    square = lax.select(far, 0.5 * (1 - size), size * size)
    root = lax.select(far, lax.sqrt(square), size)
    return far, _polynomial(_ARCSIN, square) * square * root + root


def _with_sign(size, x):
    return lax.select(x < 0, -size, lax.select(x == 0, x, size))


def arcsin(x: jax.Array) -> jax.Array:
    if not _is_single(x):
        return jnp.arcsin(x)
    far, part = _arcsin_near_zero(x)
    return _with_sign(lax.select(far, _HALF - 2 * part, part), x)


def arccos(x: jax.Array) -> jax.Array:
    if not _is_single(x):
        return jnp.arccos(x)
    far, part = _arcsin_near_zero(x)
    below = x < 0
    return lax.select(far, lax.select(below, _WHOLE - 2 * part, 2 * part), _HALF + lax.select(below, part, -part))


def arctan(x: jax.Array) -> jax.Array:
    if not _is_single(x):
        return jnp.arctan(x)
    size = lax.abs(x)
    far, between = size > 2.414213562373095, size > 0.4142135623730950
    above = lax.select(far, jnp.full_like(x, -1), lax.select(between, size - 1, size))
    part = above / lax.select(far, size, lax.select(between, size + 1, jnp.ones_like(x)))
    square = part * part
    start = lax.select(far, jnp.full_like(x, _HALF), lax.select(between, jnp.full_like(x, _QUARTER), jnp.zeros_like(x)))
    return _with_sign(start + (_polynomial(_ARCTAN, square) * square * part + part), x)


def tan(x: jax.Array) -> jax.Array:
    return lax.sin(x) / lax.cos(x) if _is_single(x) else jnp.tan(x)


def cbrt(x: jax.Array) -> jax.Array:
    """0 for what counts as 0: of denormal numbers XLA's cube root is anything."""
    if not _is_single(x):
        return jnp.where(x == 0, x, jnp.cbrt(x))
    size = lax.abs(x)
    root = lax.exp(lax.log(size) * _THIRD)
    root = root - (root - size / (root * root)) * _THIRD  # a step of Newton's
    return lax.select((size >= _LEAST) & (size < np.inf), lax.select(x < 0, -root, root), x)
