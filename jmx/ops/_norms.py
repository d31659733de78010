"""Norms of vectors that neither over- nor underflow where the squares, or powers, of their elements do.

Sums of powers come first. Where one is 0, too small to be exact, or not finite, the elements are brought near 1 before: on CPUs
that second pass runs only then, elsewhere always, since a branch would wait for the device.
"""

import functools
import math

import jax
import jax.numpy as jnp
from jax import lax


def by_sum(total, direct, scaled) -> jax.Array:
    """`direct()` where the sums of powers `total` are exact, else `scaled()`; both have the shape of `total`."""
    limits = jnp.finfo(total.dtype)
    # what is lost of a thousand million elements, each just too small to count
    least = 2.0**30 * float(limits.tiny) / float(limits.eps)
    exact = (total > least) & (total < jnp.inf)
    return lax.platform_dependent(
        cpu=lambda: lax.cond(jnp.all(exact), direct, scaled), default=lambda: jnp.where(exact, direct(), scaled())
    )


def factor(extreme) -> jax.Array:
    """What brings a number, not negative, near 1; it and its reciprocal are normal numbers.

    XLA divides by multiplying with reciprocals, and turns a / b / c to a / (b * c). So nothing is divided by what may be extreme.
    """
    most = int(0.8 * jnp.finfo(extreme.dtype).maxexp)
    return jnp.exp2(jnp.clip(-jnp.floor(jnp.log2(extreme)), -most, most))


def length(x, axes, eps) -> jax.Array:
    """The root of the sum of squares of `x` over axes, which are kept, and of `eps`."""
    total = jnp.sum(x * x, axes, keepdims=True) + eps

    def scaled():
        greatest = jnp.max(jnp.abs(x), axes, keepdims=True, initial=0)
        scale = factor(jnp.maximum(greatest, math.sqrt(eps)))
        part = x * scale
        squares = jnp.sum(part * part, axes, keepdims=True)
        if eps:  # the minimum changes nothing: it keeps XLA from making eps * scale**2 of this
            squares += jnp.minimum(math.sqrt(eps) * scale, math.sqrt(float(jnp.finfo(x.dtype).max))) ** 2
        return jnp.sqrt(squares) / scale

    return by_sum(total, lambda: jnp.sqrt(total), scaled)


@functools.partial(jax.custom_jvp, nondiff_argnums=(1, 2))
def euclidean(x, axes, keepdims) -> jax.Array:
    """The root of the sum of squares of `x` over axes (a tuple). Its gradient is NaN where it is 0."""
    norm = length(x, axes, 0)
    return norm if keepdims else lax.squeeze(norm, axes)


def _share(x, norm):
    """x / norm, both of which may be extreme."""
    scale = factor(norm)
    return x * scale / (norm * scale)


@euclidean.defjvp
def _(axes, keepdims, primals, tangents):
    (x,), (t,) = primals, tangents
    norm = length(x, axes, 0)
    slope = jnp.sum(_share(x, norm) * t, axes, keepdims=keepdims)
    return norm if keepdims else lax.squeeze(norm, axes), slope


@functools.partial(jax.custom_jvp, nondiff_argnums=(1, 2))
def unit(x, axes, eps) -> jax.Array:
    """x / sqrt(sum of squares of x over axes + eps)"""
    return _share(x, length(x, axes, eps))


@unit.defjvp
def _(axes, eps, primals, tangents):
    (x,), (t,) = primals, tangents
    norm = length(x, axes, eps)
    y = _share(x, norm)
    return y, _share(t - y * jnp.sum(y * t, axes, keepdims=True), norm)
