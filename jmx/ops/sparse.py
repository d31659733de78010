"""Operators about storage types. What they do with sparse arrays is in `jmx.ndarray`; here are their dense meanings."""

from typing import Literal

import jax
import jax.numpy as jnp

from ..base import MXNetError
from ..core.declare.op import REQUIRED, AnyArray, Array, Shape, op
from ..core.declare.x64 import position_type
from ._checks import check

_Storage = Literal["csr", "default", "row_sparse"]


@op(
    "cast_storage",
    "_sparse_cast_storage",
    same_shape=True,
    numbered_inputs=True,
    makes_sparse=True,
    gradient_storage=lambda a, position, stypes: a.stype,
    backward=None,
)
def cast_storage(data: Array, stype: _Storage = REQUIRED) -> jax.Array:
    """An array in another storage type, its values unchanged.

    data    a matrix for "csr"; else an array of any shape and type
    stype    "default", "csr" or "row_sparse"

    Returns the array in this storage type.

    Examples
    --------
    >>> x = nd.cast_storage(nd.array([[0, 0], [0, 3]]), stype="csr")
    >>> x.indices, x.data
    (
    [1]
    <NDArray 1 @cpu(0)>,
    [3.]
    <NDArray 1 @cpu(0)>)
    """
    return data


@op("_sparse_retain", keeps_storage=True)
def retain(data: Array, indices: AnyArray) -> jax.Array:
    """Some rows of a row-sparse array, the others being zero.

    data    row-sparse array
    indices    (n,): numbers of the rows to keep

    Returns a row-sparse array of the same shape. Raises MXNetError if `indices` has another number of dimensions.

    Examples
    --------
    >>> x = nd.array([[1, 2], [0, 0], [5, 6]]).tostype("row_sparse")
    >>> nd.sparse.retain(x, nd.array([2])).asnumpy()
    array([[0., 0.],
           [0., 0.],
           [5., 6.]], dtype=float32)
    """
    check(indices.ndim == 1, "_sparse_retain", f"indices must have one dimension, got shape {indices.shape}")
    at = indices.astype(position_type(data.shape[0]))
    keep = jnp.zeros(data.shape[0], bool).at[at].set(True, mode="drop")
    return jnp.where(keep.reshape((-1,) + (1,) * (data.ndim - 1)), data, jnp.zeros((), data.dtype))


@op("_square_sum", gradient_storage=lambda a, position, stypes: stypes[position])
def square_sum(data: Array, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False) -> jax.Array:
    """Sum of squares over axes.

    data    array of any type
    axis    one axis or several, negative ones counting from the end; None for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain.
    """
    axes = None if axis is None else tuple(a % data.ndim for a in axis)
    if exclude and axes is not None:
        axes = tuple(a for a in range(data.ndim) if a not in axes)
    total = jnp.sum(data * data, axis=axes, keepdims=keepdims)
    return total if total.ndim else total.reshape(1)


@op("_contrib_getnnz", wide=True)
def getnnz(data: Array, axis: int | None = None):
    """The number of elements that a csr matrix stores.

    data    csr matrix
    axis    None counts all elements, 1 those of each row

    Returns int64, of shape (1,) or with one element for each row. Raises MXNetError for a dense array.

    Examples
    --------
    >>> nd.contrib.getnnz(nd.array([[0, 1], [2, 3]]).tostype("csr"))
    [3]
    <NDArray 1 @cpu(0)>
    """
    raise MXNetError("Operator not implemented: _contrib_getnnz of a dense array; convert it first: x.tostype('csr')")
