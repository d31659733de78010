"""Slices of an array at positions along an axis."""

import math

import jax
import jax.numpy as jnp

from ..native import kernels

#: positions are in range: XLA does not look whether they are
BOUNDED = "promise_in_bounds"
#: what can be computed, as jmx/native/gather.c numbers it
_TAKE, _ADD = range(2)
#: XLA copies a slice element by element, which it fuses with what comes before and behind; one this long is faster by itself
_LONG = 8


def gathered(data: jax.Array, at: jax.Array, axis: int, platform: str | None = None) -> jax.Array:
    """The slices of `data` at the positions `at`, all in bounds, along `axis`; by a kernel in C on the CPU."""
    inner = math.prod(data.shape[axis + 1 :])
    if platform != "cpu" or inner < _LONG or at.dtype != "int32" or not at.size or not kernels.usable("gather", data):
        return data.at[(slice(None),) * axis + (at,)].get(mode=BOUNDED)
    plan = math.prod(data.shape[:axis]), data.shape[axis], inner, at.size
    whole, slices = data.shape, (*data.shape[:axis], *at.shape, *data.shape[axis + 1 :])

    @jax.custom_vjp
    def take(data, at):
        return kernels.call("gather", (_TAKE, *plan), [jax.ShapeDtypeStruct(slices, jnp.float32)], data, at)[0]

    @jax.custom_vjp
    def add(head, at):
        return kernels.call("gather", (_ADD, *plan), [jax.ShapeDtypeStruct(whole, jnp.float32)], head, at)[0]

    # each is the gradient of the other
    take.defvjp(lambda data, at: (take(data, at), at), lambda at, head: (add(head, at), kernels.no_slope(at)))
    add.defvjp(lambda head, at: (add(head, at), at), lambda at, data: (take(data, at), kernels.no_slope(at)))
    return take(data, at)
