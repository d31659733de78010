"""What the network operators share: error texts, and a few shape helpers."""

import jax.numpy as jnp
import numpy as np

from ...base import MXNetError


def fail(name, text):
    """Raise MXNetError for the operator `name`."""
    raise MXNetError(f"Error in operator {name}: {text}")


def require(condition, name, text):
    """Raise MXNetError for the operator `name` unless `condition` holds."""
    if not condition:
        fail(name, text)


def listed(shape):
    """A shape as MXNet prints it: [2,3,4]."""
    return "[" + ",".join(map(str, shape)) + "]"


def expect_shape(name, what, array, expected, why=""):
    """Raise MXNetError unless the input `what` has the shape `expected`."""
    if array is not None and tuple(array.shape) != tuple(expected):
        fail(
            name,
            f"Shape inconsistent, Provided = {listed(array.shape)}, inferred shape={listed(expected)}: "
            f"{what} has shape {tuple(array.shape)} but {tuple(expected)} is expected{' ' + why if why else ''}.",
        )


def axis_of(name, axis, ndim, what="axis"):
    """`axis` as a non-negative number; raises MXNetError if an array of `ndim` dimensions has no such axis."""
    require(-ndim <= axis < ndim, name, f"{what} {axis} is out of range for data of {ndim} dimensions.")
    return axis % ndim


def along(vector, axis, ndim):
    """A vector shaped to broadcast along `axis` of an array of `ndim` dimensions."""
    return vector.reshape((1,) * axis + (-1,) + (1,) * (ndim - axis - 1))


def wide_enough(dtype):
    """The type statistics are kept in: single precision for half-precision data, else the data's own."""
    return jnp.promote_types(dtype, jnp.float32)


def single(value):
    """A number as MXNet holds it in a parameter of type float: rounded to single precision."""
    return float(np.float32(value))
