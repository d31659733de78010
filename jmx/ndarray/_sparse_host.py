"""Sparse values on the CPU: SciPy and NumPy compute on their memory, where XLA would compile programs for many sizes.

SciPy does not look whether indices are within bounds. They are checked here once for each set of places, and copied, so that
nobody changes them afterwards.
"""

from __future__ import annotations

import copy
import operator
from typing import Any

import numpy as np

from ..core.declare.room import room, whole_rows
from ..core.run.on_values import cpu_of
from ..core.run.sparse_storage import CSR, RowSparse, capacity, distinct, merged
from ..core.run.storage import on_host, place, wrap
from ..native import joins, products

#: element types that SciPy computes with as they are
_KINDS = frozenset(map(np.dtype, ("float32", "float64", "int8", "uint8", "int32", "int64")))


#: by element type, between which bounds a sum of squares has all its digits
_SQUARES = {np.dtype(k): (np.finfo(k).tiny / np.finfo(k).eps, np.finfo(k).max) for k in (np.float32, np.float64)}


class _Pattern:
    """Which elements of a matrix are stored, checked, in SciPy's element types for indices.

    ascending    whether the columns of each row are ascending, each of them there once
    """

    __slots__ = ("ascending", "columns", "indptr", "shape", "_matrices", "_used")

    def __init__(self, value: CSR) -> None:
        value._check(value.columns, value.shape[1], "column")
        value.check_rows()
        kind = np.int32 if max(*value.shape, value.count) < 2**31 else np.int64
        self.indptr = (value.indptr - value.indptr[0]).astype(kind)
        self.columns = value.columns.astype(kind)  # always a copy
        self.shape = value.shape
        rises = self.columns[1:] > self.columns[:-1]
        starts = self.indptr[1:-1]
        rises[starts[(starts > 0) & (starts < len(self.columns))] - 1] = True
        self.ascending = bool(rises.all())
        self._matrices: dict = {}
        self._used: Any = None

    @property
    def used(self) -> tuple[np.ndarray, np.ndarray]:
        """(the columns that have elements, ascending; for each element the place of its column among these)."""
        if self._used is None:
            used, where = distinct(self.columns, self.shape[1])
            self._used = used.astype(np.int64), where.astype(self.columns.dtype, copy=False)
        return self._used

    def around(self, values, compact=False) -> Any:
        """SciPy's matrix of these values; `compact`: without the columns that have none."""
        matrix = self._matrices.get(compact)
        if matrix is None:
            columns, width = (self.used[1], len(self.used[0])) if compact else (self.columns, self.shape[1])
            matrix = self._matrices[compact] = _empty_matrix(columns, self.indptr, (self.shape[0], width))
        return _with_values(matrix, values)

    def times(self, values, dense, transposed=False, compact=False, places=0) -> np.ndarray:
        """The product with the array `dense` in memory for XLA, of at least `places` rows, zeros behind those it has."""
        columns, width = (self.used[1], len(self.used[0])) if compact else (self.columns, self.shape[1])
        count = width if transposed else self.shape[0]
        out = room((max(count, places), dense.shape[1]), values.dtype)
        if not products.times(self.indptr, columns, values, dense, out, transposed):
            matrix = self.around(values, compact)
            out[:count] = (matrix.T if transposed else matrix) @ dense
        out[count:] = 0
        return out


def _empty_matrix(columns, indptr, shape):
    """A matrix of SciPy's, to be copied with values: to make one takes ten times as long."""
    from scipy.sparse import csr_matrix  # JAX depends on it; its import takes 90 ms

    return csr_matrix((np.broadcast_to(np.float32(0), columns.shape), columns, indptr), shape=shape, copy=False)


def _with_values(matrix, values):
    other = copy.copy(matrix)
    other.data = values
    return other


def on_cpu(*bufs) -> bool:
    """Whether buffers are on one device, the CPU, and none is traced."""
    return cpu_of(bufs) is not None


def _pattern_of(value: CSR) -> Any:
    """The places that a matrix stores, checked; kept, as matrices are used again and again."""
    pattern = value.found.get("scipy")
    if pattern is None:
        pattern = value.found["scipy"] = _Pattern(value)
    return pattern


def times_to_rows(value: CSR, dense) -> RowSparse | None:
    """value.T . dense without the rows of zeros; None for what is not on the CPU, or not of a type that NumPy computes here."""
    if value.dtype not in _KINDS or not on_cpu(value.buffer, dense):
        return None
    pattern, dense = _pattern_of(value), on_host(dense)
    index, height = pattern.used[0], value.shape[1]
    product = pattern.times(value.stored(), dense, True, True, capacity(len(index), height))
    return RowSparse(place(product, value.ctx), index, (height, dense.shape[1]), value.ctx, {"ascending": True})


def rows_of(value: CSR, wanted) -> CSR:
    """The rows of a matrix that the array `wanted` of int64 names, all of which exist, in that order."""
    indptr = np.zeros(len(wanted) + 1, np.int64)
    np.cumsum(value.check_rows()[wanted], out=indptr[1:])
    count = int(indptr[-1])
    columns, values = np.empty(count, np.int64), room((capacity(count),), value.dtype)
    source = value.indptr - value.indptr[0], np.ascontiguousarray(value.columns), value.stored()
    products.rows(*source, np.ascontiguousarray(wanted), (indptr, columns, values))
    values[count:] = 0
    return CSR(place(values, value.ctx), indptr, columns, (len(wanted), value.shape[1]), value.ctx)


def times(value: CSR, dense, transposed) -> np.ndarray | None:
    """value . dense, or value.T . dense, as a NumPy array; None as `times_to_rows`."""
    if value.dtype not in _KINDS or not on_cpu(value.buffer, dense):
        return None
    return _pattern_of(value).times(value.stored(), on_host(dense), transposed)


def times_held(value: CSR, held: RowSparse, transposed) -> Any:
    """value . held, or value.T . held, where `held`, in order, stores some rows; None where SciPy does not compute it."""
    if value.dtype not in _KINDS or not on_cpu(value.buffer, held.buffer):
        return None
    pattern, rows = _pattern_of(value), np.asarray(held.index)
    # mostly the rows of a weight that were pulled for this very matrix
    if not transposed and np.array_equal(rows, pattern.used[0]):
        return pattern.times(value.stored(), held.stored(), compact=True)
    matrix = pattern.around(value.stored())
    return (matrix[rows].T if transposed else matrix[:, rows]) @ held.stored()


#: what SciPy computes by itself, and makes no zeros of
_OF_MATRICES = {np.add: operator.add, np.subtract: operator.sub, np.multiply: lambda one, other: one.multiply(other).tocsr()}


def _of_any_two(one, other, by):
    """`by` of the elements that either matrix stores: SciPy brings them together as the parts of complex numbers."""
    kind = np.result_type(one.data.dtype, np.complex64)
    right = np.zeros(other.data.shape, kind)
    right.imag = other.data
    both = _with_values(one, one.data.astype(kind)) + _with_values(other, right)
    with np.errstate(all="ignore"):
        both.data = by(both.data.real, both.data.imag)
    if not both.data.all():
        both.eliminate_zeros()
    return both


def joined_matrices(first: CSR, second: CSR, by: Any) -> Any:
    """NumPy's function `by` of two numbers, of matrices without the zeros of its result; None where it is not SciPy's."""
    if not (by in _OF_MATRICES or first.dtype.kind == "f") or first.dtype != second.dtype or first.shape != second.shape:
        return None
    if first.dtype not in _KINDS or not on_cpu(first.buffer, second.buffer):
        return None
    patterns, stored = (_pattern_of(first), _pattern_of(second)), (first.stored(), second.stored())
    if not (patterns[0].ascending and patterns[1].ascending):
        return None
    parts = [(pattern.indptr, pattern.columns, values) for pattern, values in zip(patterns, stored)]
    joined = joins.matrices(by, *parts, lambda count: room((capacity(count),), first.dtype))
    if joined is not None:
        values, columns, indptr = joined
        values = values[: capacity(len(columns))]
        values[len(columns) :] = 0
        return CSR(place(values, first.ctx), indptr, columns, first.shape, first.ctx)
    pair = [pattern.around(values) for pattern, values in zip(patterns, stored)]
    result = _OF_MATRICES[by](*pair) if by in _OF_MATRICES else _of_any_two(*pair, by)
    return CSR.of(result.data, result.indptr, result.indices, result.shape, first.ctx)


def joined_rows(first: RowSparse, second: RowSparse, by: Any) -> Any:
    """The same of rows: all that either stores. What is not stored is 0."""
    if first.dtype not in _KINDS or (by is np.hypot and first.dtype.kind != "f") or not on_cpu(first.buffer, second.buffer):
        return None
    first, second = first.ordered(), second.ordered()
    if not (first.ascending and second.ascending):
        return None
    with np.errstate(all="ignore"):
        return _joined_rows(first, second, by)


def _joined_rows(first, second, by):
    left, right = first.stored(), second.stored()
    if len(left) == len(right) and (first.index == second.index).all():
        return first.computed(lambda out: by(left, right, out=out))

    def make(count):
        return room((capacity(count, first.shape[0]), *first.shape[1:]), first.dtype)

    joined = joins.rows(by, (first.index, second.index), (left, right), make)
    if joined is None:
        joined = _joined_by_numpy(first, second, by, make)
    result, index = joined
    result = result[: capacity(len(index), first.shape[0])]
    result[len(index) :] = 0
    return RowSparse(place(result, first.ctx), index, first.shape, first.ctx, {"ascending": True})


def _joined_by_numpy(first, second, by, make):
    left, right = first.stored(), second.stored()
    index, (mine, others) = merged([first.index, second.index])
    result = make(len(index))
    zero = first.dtype.type(0)
    rows = whole_rows(result)
    # alone: beside zeros
    rows[mine] = whole_rows(left if by in (np.add, np.subtract) else abs(left) if by is np.hypot else by(left, zero))
    rows[others] = whole_rows(right if by is np.add else abs(right) if by is np.hypot else by(zero, right))
    both = np.zeros(len(index), bool)
    both[mine] = True
    met = np.flatnonzero(both[others])
    if len(met):
        own = np.searchsorted(mine, others[met])
        result[others[met]] = by(left[own], right[met])
    return result, index


def beside_dense(value: CSR | RowSparse, other: Any, by: Any) -> Any:
    """NumPy's function `by` of what is stored and the elements there of the array `other`; None where it is not NumPy's."""
    buf = other._data()
    if value.dtype not in _KINDS or buf.dtype != value.dtype or not on_cpu(value.buffer, buf):
        return None
    if by is np.divide and value.dtype.kind != "f":
        return None
    dense = on_host(buf)
    if isinstance(value, RowSparse):
        picked = np.broadcast_to(dense, value.shape).take(value.index, axis=0)
    elif dense.shape == value.shape:
        picked = dense.reshape(-1).take(_flat(value))
    else:
        picked = np.broadcast_to(dense, value.shape)[value.rows(), value.columns]
    result, count = room(value.buffer.shape, value.dtype), value.count
    with np.errstate(all="ignore"):
        by(value.stored(), picked, out=result[:count])
    result[count:] = 0
    return value.with_buffer(place(result, value.ctx))


def _flat(value: CSR):
    """The places that a matrix stores, as of a vector with all its elements: checked, and kept."""
    at = value.found.get("flat")
    if at is None:
        value._check(value.columns, value.shape[1], "column")
        at = value.found["flat"] = value.keys()
    return at


def chosen(condition: CSR, one, other) -> Any:
    """An array with the elements of the array `one` where a matrix stores what is not 0, elsewhere those of `other`."""
    left, right = one._data(), other._data()
    if not on_cpu(condition.buffer, left, right) or left.dtype != right.dtype:
        return NotImplemented
    stored = condition.stored()
    at = _flat(condition)
    if not stored.all():
        at = at[stored != 0]
    result = room(right.shape, right.dtype)
    result[...] = on_host(right)
    result.reshape(-1)[at] = on_host(left).reshape(-1).take(at)
    return wrap(place(result, condition.ctx), one._ctx)


def norm_of(value) -> Any:
    """The root of the sum of squares; None where that is not NumPy's to compute, or would overflow or vanish on the way."""
    if value.dtype not in _SQUARES or not on_cpu(value.buffer):
        return None
    numbers = value.stored().reshape(-1)
    squares = np.dot(numbers, numbers)
    least, most = _SQUARES[value.dtype]
    return np.sqrt(squares) if least < squares < most else None
