"""Operators about storage types. What they do with sparse arrays is in `jmx.ndarray`; here are their dense meanings."""

from typing import Literal

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
)
def cast_storage(data: Array, stype: _Storage = REQUIRED):
    """`data` in another storage type, its values unchanged."""
    return data


@op("_sparse_retain", keeps_storage=True)
def retain(data: Array, indices: AnyArray):
    """The row-sparse `data` with the rows `indices` (n,) only, the others being zero."""
    check(indices.ndim == 1, "_sparse_retain", f"indices must have one dimension, got shape {indices.shape}")
    at = indices.astype(position_type(data.shape[0]))
    keep = jnp.zeros(data.shape[0], bool).at[at].set(True, mode="drop")
    return jnp.where(keep.reshape((-1,) + (1,) * (data.ndim - 1)), data, jnp.zeros((), data.dtype))


@op("_square_sum")
def square_sum(data: Array, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False):
    """Sum of squares over the axes `axis`."""
    axes = None if axis is None else tuple(a % data.ndim for a in axis)
    if exclude and axes is not None:
        axes = tuple(a for a in range(data.ndim) if a not in axes)
    total = jnp.sum(data * data, axis=axes, keepdims=keepdims)
    return total if total.ndim else total.reshape(1)


@op("_contrib_getnnz", wide=True)
def getnnz(data: Array, axis: int | None = None):
    """Number of elements that a csr matrix stores, or with axis=1 the number in each row: int64."""
    raise MXNetError("Operator not implemented: _contrib_getnnz of a dense array; convert it first: x.tostype('csr')")
