"""Products and inverses of triangular matrices in blocks, so that what is zero in them is not multiplied."""

import functools

import jax
import jax.numpy as jnp
from jax import lax

from ..core.declare.gradients import custom_vjp

#: matrices of fewer rows are taken whole: their blocks would take longer than is saved
_FEWEST_ROWS = 512


def _whole(T):
    # sizes that are no numbers are those of programs for any size
    return type(T.shape[-1]) is not int or T.shape[-1] < _FEWEST_ROWS


def _turned(x):
    return jnp.swapaxes(x, -1, -2)


def _blocks(T, lower=True):
    """The two blocks on the diagonal, and the one of the triangle between them."""
    half = T.shape[-1] // 2
    return T[..., :half, :half], T[..., half:, half:], T[..., half:, :half] if lower else T[..., :half, half:]


def _put_together(a, b, c, d):
    return jnp.concatenate([jnp.concatenate([a, b], -1), jnp.concatenate([c, d], -1)], -2)


def _triangle(x, lower):
    return jnp.tril(x) if lower else jnp.triu(x)


# Gradients are products again: JAX's would put together each block's.
@functools.partial(custom_vjp, nondiff_argnums=(2, 3))
def product(T: jax.Array, B: jax.Array, lower: bool, right: bool) -> jax.Array:
    """T B, or B T with `right`; the other triangle of T is not read."""
    if _whole(T):
        T = _triangle(T, lower)
        return B @ T if right else T @ B
    first, last, cross = _blocks(T, lower)
    axis = -1 if right else -2
    one, two = lax.split(B, [first.shape[-1], last.shape[-1]], B.ndim + axis)
    a, b = product(first, one, lower, right), product(last, two, lower, right)
    if lower == right:
        a += two @ cross if right else cross @ two
    else:
        b += one @ cross if right else cross @ one
    return jnp.concatenate([a, b], axis)


def _product_backward(lower, right, given, head):
    T, B = given
    slope = _turned(B) @ head if right else head @ _turned(B)
    return _triangle(slope, lower), product(_turned(T), head, not lower, right)


product.defvjp(lambda T, B, lower, right: (product(T, B, lower, right), (T, B)), _product_backward)


@custom_vjp
def inverse(T: jax.Array) -> jax.Array:
    """The inverse of a lower triangular matrix, whose other triangle is not read."""
    if _whole(T):
        eye = jnp.broadcast_to(jnp.eye(T.shape[-1], dtype=T.dtype), T.shape)
        return lax.linalg.triangular_solve(T, eye, left_side=True, lower=True)
    first, last, cross = _blocks(T)
    a, d = inverse(first), inverse(last)
    c = -product(d, product(a, cross, True, True), True, False)
    return _put_together(a, jnp.zeros((*a.shape[:-1], d.shape[-1]), T.dtype), c, d)


def _inverse_backward(inverted, head):
    turned = _turned(inverted)
    return (-jnp.tril(product(turned, product(turned, head, False, True), False, False)),)


inverse.defvjp(lambda T: (inverted := inverse(T), inverted), _inverse_backward)


@custom_vjp
def gram(T: jax.Array) -> jax.Array:
    """T^T T of a lower triangular matrix."""
    if _whole(T):
        return _turned(T) @ T
    first, last, cross = _blocks(T)
    mixed = product(_turned(last), cross, False, False)
    return _put_together(gram(first) + _turned(cross) @ cross, _turned(mixed), mixed, gram(last))


def _gram_backward(T, head):
    return (jnp.tril(product(T, head + _turned(head), True, False)),)


gram.defvjp(lambda T: (gram(T), T), _gram_backward)
