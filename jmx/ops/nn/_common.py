"""What the network operators share: error texts, and a few shape helpers."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ...native import onednn
from .._checks import axis_of, check, fail
from .._numeric import single

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


def is_half(array) -> bool:
    """Whether an array is of float16 or bfloat16."""
    return array.dtype.itemsize == 2 and jnp.issubdtype(array.dtype, jnp.floating)


def in_single(array) -> jax.Array:
    """An array of half precision in single precision, others as they are; CPUs have no fast arithmetic of less."""
    return lax.convert_element_type(array, jnp.float32) if is_half(array) else array


def for_onednn(array) -> jax.Array:
    """An array as oneDNN takes it: half precision that the processor has no units for in single precision."""
    return array if onednn.multiplies(array.dtype) else in_single(array)


def wide_enough(dtype) -> np.dtype:
    """The type statistics are kept in: single precision for half-precision data, else the data's own."""
    return jnp.promote_types(dtype, jnp.float32)
