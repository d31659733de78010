"""What the network operators share: error texts, and a few shape helpers."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ...native import onednn
from .._checks import axis_of, check, fail
from .._numeric import in_single, is_half, single

__all__ = [
    "along",
    "axis_of",
    "check",
    "expect_shape",
    "fail",
    "for_onednn",
    "in_single",
    "is_half",
    "listed",
    "plain_layout",
    "single",
    "type_for_onednn",
    "wide_enough",
]


def listed(shape) -> str:
    """A shape as MXNet prints it: [2,3,4]."""
    return "[" + ",".join(map(str, shape)) + "]"


def expect_shape(name, what, array, expected, why="") -> None:
    """Raise MXNetError unless the input `what` has the shape `expected`; `why` may be a function, called only then."""
    if array is not None and tuple(array.shape) != tuple(expected):
        why = why() if callable(why) else why
        fail(
            name,
            f"Shape inconsistent, Provided = {listed(array.shape)}, inferred shape={listed(expected)}: "
            f"{what} has shape {tuple(array.shape)} but {tuple(expected)} is expected{' ' + why if why else ''}.",
        )


def plain_layout(a) -> bool:
    """Whether channels come second and there are two axes of places or more, as operators on integers need it."""
    return a.layout in (None, "NCHW", "NCDHW") and len(a.kernel) != 1


def along(vector, axis, ndim) -> jax.Array:
    """A vector shaped to broadcast along `axis` of an array of `ndim` dimensions."""
    return lax.expand_dims(vector, [i for i in range(ndim) if i != axis])


def type_for_onednn(array) -> np.dtype:
    """The type in which oneDNN takes an array: of half precision that the processor has no units for, float32."""
    return np.dtype("float32") if is_half(array) and not onednn.multiplies(array.dtype) else array.dtype


def for_onednn(array) -> jax.Array:
    """An array in that type."""
    return lax.convert_element_type(array, type_for_onednn(array))


def wide_enough(dtype) -> np.dtype:
    """The type statistics are kept in: single precision for half-precision data, else the data's own."""
    return jnp.promote_types(dtype, jnp.float32)
