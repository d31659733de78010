"""Operators whose result has as many elements as the values of their inputs say."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.core.declare.op import AnyArray, op
from jmx.core.declare.positions import gathered
from jmx.core.declare.room import room, rows_at

from .._attributes import attributes_of
from .._checks import axis_of, check, fail
from .._numeric import is_float
from ._types import mend, numbers
from .insert import insert_scalar


def _values(x):
    """The elements of `x`, which is known: operators of this kind run eagerly."""
    return x if isinstance(x, np.ndarray) else np.asarray(lax.stop_gradient(x))


@op("_npx_nonzero", "_npi_nonzero", dynamic=True, wide=True)
def nonzero(x: AnyArray) -> jax.Array:
    """Positions of the elements that are not 0.

    x    array of any type

    Returns int64 positions of shape (number of elements, dimensions), an array without dimension counting as a vector.

    Examples
    --------
    >>> mx.npx.nonzero(mx.np.array([[0, 3], [5, 0]]))
    array([[0, 1],
           [1, 0]], dtype=int64)
    """
    return jnp.asarray(_nonzero(_values(x)))


@nonzero.on_values()
def _nonzero(x):
    x = np.atleast_1d(x)
    found = x if x.dtype == np.bool_ else x != 0
    if x.ndim == 1:
        return np.flatnonzero(found).astype("int64", copy=False).reshape(-1, 1)
    positions = found.nonzero()
    result = room((len(positions[0]), x.ndim), "int64")
    for axis, of_axis in enumerate(positions):
        result[:, axis] = of_axis
    return result


@op(
    "_npi_unique", dynamic=True, wide=True,
    outputs=lambda a: 1 + a.return_index + a.return_inverse + a.return_counts, zero_gradient=True)  # fmt: skip
def unique(
    data: AnyArray, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: int | None = None
) -> list[jax.Array]:
    """The different elements of an array, in order.

    data    array of a numeric type
    return_index    whether to return where each occurs first
    return_inverse    whether to return the position among the different ones of each element
    return_counts    whether to return how often each occurs
    axis    the axis whose slices are compared; None compares the elements of the flattened array

    Returns an array of the type of `data` and as many int64 vectors as asked for. Raises MXNetError if the axis does not exist
    and for booleans.
    """
    return [jnp.asarray(part) for part in _unique(_values(data), return_index, return_inverse, return_counts, axis)]


@unique.on_values()
def _unique(data, return_index, return_inverse, return_counts, axis):
    name = "_npi_unique"
    values = np.atleast_1d(data)
    numbers(name, data)
    if axis is not None:
        axis = axis_of(name, axis, values.ndim)
    if not (return_index or return_inverse or return_counts):
        return [np.unique(values, axis=axis, equal_nan=False)]
    first, *rest = np.unique(values, return_index, return_inverse, return_counts, axis=axis, equal_nan=False)
    return [first, *[part.reshape(-1).astype("int64", copy=False) for part in rest]]


@op("_npi_bincount", dynamic=True, wide=True, when={"weights": lambda a: a.has_weights}, zero_gradient=True)
def bincount(data: AnyArray, weights: AnyArray | None = None, minlength: int = 0, has_weights: bool = False) -> jax.Array:
    """How often each number occurs, or the sum of the weights where it does.

    data    vector of integers that are not negative
    weights    array of the shape of `data`. Neither gets a gradient.
    minlength    the least length of the result
    has_weights    whether weights are given

    Returns a vector as long as the greatest number and one more, of the type of the weights or else of `data`. Raises
    MXNetError for floats and negative numbers, for boolean weights, and if the shapes differ.
    """
    values, count = _counted(data, weights, minlength)
    if weights is None:
        return jnp.asarray(np.bincount(values, minlength=count).astype(data.dtype))
    return jax.ops.segment_sum(lax.stop_gradient(weights), values, count)


def _counted(data, weights, minlength):
    """(the numbers in NumPy, the length of the result)."""
    name = "_npi_bincount"
    if is_float(data) or data.dtype == np.bool_:
        mend(name, (data.dtype,), "only integers are counted.")
    check(data.ndim == 1, name, lambda: f"data must be a vector, got shape {list(data.shape)}")
    if weights is not None and weights.dtype == np.bool_:
        mend(name, (weights.dtype,), "weights must be numbers.")
    if weights is not None and weights.shape != data.shape:
        fail(name, f"weights must have the shape of data, {list(data.shape)}, got {list(weights.shape)}")
    values = _values(data).astype("int64")
    check(not values.size or values.min() >= 0, name, lambda: f"input should be nonnegative number, got {values.min()}")
    return values, max(minlength, int(values.max()) + 1 if values.size else 0)


@bincount.on_values()
def _bincount(data, weights=None, minlength=0, has_weights=False):
    values, count = _counted(data, weights, minlength)
    if weights is None:
        return np.bincount(values, minlength=count).astype(data.dtype)
    sums = room((count,), weights.dtype, zero=True)
    np.add.at(sums, values, weights)  # in the order of the elements, and in their type
    return sums


@op(
    "_npi_delete", dynamic=True,
    when={"obj": lambda a: a.step is None and a.int_ind is None}, no_gradient=True)  # fmt: skip
@attributes_of(insert_scalar)
def delete(arr, obj: AnyArray | None = None, *, start, stop, step, int_ind, axis) -> jax.Array:
    """`arr` without some of its elements along an axis.

    arr    array of any type
    obj    array of positions, those outside and negative ones left alone, or a boolean one with an element for each
    start, stop, step    the range of positions instead of `obj`
    int_ind    a single position instead of `obj`
    axis    the axis, negative ones counting from the end; None takes the flattened array

    Returns an array of the type of `arr`. Raises MXNetError if the axis or a position does not exist.
    """
    arr, left, axis = _left(arr, obj, start, stop, step, int_ind, axis)
    return gathered(arr, left, axis)


def _left(arr, obj, start, stop, step, int_ind, axis):
    """(the array, flattened for all axes; the positions that stay; their axis)."""
    name = "_npi_delete"
    if axis is None:
        arr, axis = arr.reshape(-1), 0
    axis = axis_of(name, axis, arr.ndim)
    size = arr.shape[axis]
    if obj is not None:
        chosen = _values(obj)
        chosen = chosen.reshape(-1) if chosen.dtype == np.bool_ else chosen.reshape(-1).astype("int64")
        if chosen.dtype == np.bool_:
            check(chosen.size == size, name, lambda: f"a boolean obj must have {size} elements, got {chosen.size}")
        else:  # as MXNet, unlike NumPy
            chosen = chosen[(chosen >= 0) & (chosen < size)]
    elif int_ind is not None:
        chosen = np.array([int_ind])
    else:
        chosen = slice(start, stop, step)
    if isinstance(chosen, np.ndarray) and chosen.dtype != np.bool_:
        outside = chosen[(chosen < -size) | (chosen >= size)]
        check(not outside.size, name, lambda: f"index {outside[0]} is out of bounds for axis {axis} with size {size}")
    stays = np.ones(size, bool)
    stays[chosen] = False
    return arr, np.flatnonzero(stays), axis


@delete.on_values()
def _delete(arr, obj=None, *, start, stop, step, int_ind, axis):
    arr, left, axis = _left(arr, obj, start, stop, step, int_ind, axis)
    return rows_at(arr, left) if axis == 0 else arr.take(left, axis)
