"""The ranges that integers stand for, and the scales between these and real numbers."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import ShapeDtypeStruct

#: what an operator knows of a bound
RANGE = ShapeDtypeStruct((1,), np.dtype("float32"))
_INT32 = np.float32(2**31)


def bound(low, high) -> jax.Array:
    """The larger absolute value of a range, a scalar."""
    return jnp.maximum(jnp.abs(low), jnp.abs(high)).reshape(())


def levels(dtype) -> np.float32:
    """What the larger bound of a range is divided into."""
    return np.float32({"uint8": 255.5, "int8": 127.5}[np.dtype(dtype).name])


def scale(dtype, reach) -> jax.Array:
    """By what numbers up to `reach` are multiplied to become integers of `dtype`; where that is 0, MXNet's large number."""
    return jnp.where(reach == 0, _INT32, levels(dtype) / jnp.where(reach == 0, 1, reach))


def bounds(*range_) -> list[jax.Array]:
    """A calibrated range as two arrays."""
    return [jnp.full(1, np.float32(end), jnp.float32) for end in range_]


def product_range(low, high, low_weight, high_weight, parts) -> tuple[jax.Array, jax.Array]:
    """The range that 32-bit sums of products stand for; `parts` is the product of the levels of the factors."""
    reach = bound(low, high) * bound(low_weight, high_weight) / np.float32(parts) * _INT32
    return -reach.reshape(1), reach.reshape(1)
