"""The values of sparse arrays: row-sparse (some rows of an array) and CSR (the elements of a matrix, row by row).

A value is immutable, as a `jax.Array` is. What is stored lies on the context's device, in a buffer whose first dimension is a
power of two and at least the count: what lies beyond the count means nothing, and compiled programs see few shapes.
Which rows or elements these are is known to the host, as NumPy arrays of int64: counts steer shapes, and so Python.
"""

from __future__ import annotations

import math
import sys
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import MXNetError
from ..declare.room import room as room_for
from ..declare.room import whole_rows
from .cells import ONE_HOLDER, Cell, _lent
from .storage import on_host, place, reshape

if TYPE_CHECKING:
    from typing import Self

    import jax

    from ...context import Context


def capacity(count, limit=None) -> int:
    """How many places a buffer for `count` rows gets: the next power of two, but not more than `limit`."""
    room = 1 << max(count - 1, 0).bit_length()
    return room if limit is None or count > limit else max(min(room, limit), 1)


def padded(values, room) -> np.ndarray:
    """The NumPy array `values` with zeros behind it, up to `room` rows; always a copy that its owner may give away."""
    full = room_for((room, *values.shape[1:]), values.dtype)
    full[: len(values)] = values
    full[len(values) :] = 0
    return full


def _zeros(make, value) -> np.ndarray:
    return np.zeros(value.shape, value.dtype) if make is None else make(value.shape, value.dtype, zero=True)


def taken(values, at, count) -> np.ndarray:
    """The rows of the NumPy array `values` at positions, all of which exist, and zeros behind them, up to `count` rows."""
    full = room_for((count, *values.shape[1:]), values.dtype)
    if len(at):
        values.take(at, axis=0, out=full[: len(at)], mode="wrap")
    full[len(at) :] = 0
    return full


#: most elements of a dense form that a sparse value keeps
_MOST_KEPT = 1 << 22


class SparseValue:
    """Common ground of both: `buffer` (stored values and padding) on the context `ctx`, `shape` of the whole array."""

    __slots__ = ("buffer", "shape", "ctx", "_dense")
    stype: str
    if TYPE_CHECKING:  # what both have

        @property
        def count(self) -> int: ...
        def full(self, make: Any = ...) -> np.ndarray: ...
        def like(self, values: np.ndarray, *, ctx: Context | None = None) -> Self: ...

    def __init__(self, buffer, shape, ctx) -> None:
        self.buffer, self.shape, self.ctx = buffer, tuple(shape), ctx
        self._dense: Any = None

    @property
    def dtype(self) -> np.dtype:
        """Element type."""
        return self.buffer.dtype

    def stored(self) -> np.ndarray:
        """What is stored, as a read-only NumPy array."""
        return on_host(self.buffer)[: self.count]

    def dense(self) -> Any:
        """The whole array as a `jax.Array`; kept, since operators without a sparse form ask again and again.

        A large one is kept only while somebody else holds it: batches would hold their dense forms as long as they live.
        """
        kept = self._dense
        dense = kept() if type(kept) is weakref.ref else kept
        if dense is None:
            dense = place(self.full(room_for), self.ctx)
            self._dense = dense if dense.size <= _MOST_KEPT else weakref.ref(dense)
        return dense

    def on(self, ctx) -> Any:
        """The same value on another context."""
        return self if ctx == self.ctx else self.like(self.stored(), ctx=ctx)

    def cast(self, dtype) -> Any:
        """The same value with elements of another type."""
        return self if dtype == self.dtype else self.like(self.stored().astype(dtype))

    def _check(self, index, size, what) -> None:
        if len(index) and not (0 <= index.min() and index.max() < size):
            wrong = index.max() if index.max() >= size else index.min()
            raise MXNetError(
                f"this {self.stype} array of shape {self.shape} names {what} {wrong}, which does not exist; {what}s lie in "
                f"[0, {size})"
            )


class RowSparse(SparseValue):
    """Some rows of an array, the others being zero.

    index   numbers of the rows stored, in the order of the buffer; ascending as a rule
    found   what was found out about them: whether they are ascending, and whether they are all
    """

    __slots__ = ("index", "found")
    stype = "row_sparse"

    def __init__(self, buffer, index, shape, ctx, found=None) -> None:
        super().__init__(buffer, shape, ctx)
        self.index = index
        self.found: dict = {} if found is None else found

    @classmethod
    def of(cls, values, index, shape, ctx, dtype=None) -> RowSparse:
        """From NumPy arrays: values (n, *shape[1:]), or with a type a function that writes them, and row numbers (n,)."""
        room = capacity(len(index), shape[0])
        if dtype is None:
            full = padded(values, room)
        else:
            full = room_for((room, *shape[1:]), dtype)
            values(full[: len(index)])
            full[len(index) :] = 0
        return cls(place(full, ctx), np.asarray(index, np.int64), shape, ctx)

    @classmethod
    def nothing(cls, shape, dtype, ctx) -> RowSparse:
        """All zeros: no row stored."""
        return cls.of(np.zeros((0, *shape[1:]), dtype), np.zeros(0, np.int64), shape, ctx)

    @classmethod
    def from_dense(cls, value, ctx) -> RowSparse:
        """The rows of the NumPy array `value` that are not zero."""
        flat = value.reshape(len(value), math.prod(value.shape[1:]))
        index = np.flatnonzero((flat != 0).any(axis=1))
        return cls.at_rows(value, index, index, value.shape, ctx)

    @classmethod
    def at_rows(cls, values, at, index, shape, ctx) -> RowSparse:
        """The rows of the NumPy array `values` at positions `at`, all of which exist, as the rows `index`."""
        return cls(place(taken(values, at, capacity(len(at), shape[0])), ctx), index, shape, ctx)

    @property
    def count(self) -> int:
        """Number of rows stored."""
        return len(self.index)

    @property
    def whole(self) -> bool:
        """Whether every row is stored, in order, so that the buffer is the array itself."""
        if not self.buffer.shape[0] == self.shape[0] == len(self.index):
            return False
        if "whole" not in self.found:
            self.found["whole"] = bool((np.diff(self.index) == 1).all())
        return self.found["whole"]

    @property
    def ascending(self) -> bool:
        """Whether the row numbers are ascending, each of them there once."""
        if "ascending" not in self.found:
            self.found["ascending"] = len(self.index) < 2 or bool((np.diff(self.index) > 0).all())
        return self.found["ascending"]

    def full(self, make=None) -> np.ndarray:
        """The whole array in NumPy, in memory that `make` makes (`room.room`; NumPy's own by default)."""
        self._check(self.index, self.shape[0], "row")
        dense = _zeros(make, self)
        dense[self.index] = self.stored()
        return dense

    def dense(self) -> jax.Array:
        """The whole array as a `jax.Array`."""
        return self.buffer if self.whole else super().dense()

    def like(self, values, index=None, ctx=None) -> RowSparse:
        """Rows of an array of this shape."""
        return RowSparse.of(values, self.index if index is None else index, self.shape, ctx or self.ctx)

    def with_buffer(self, buf) -> RowSparse:
        """The same rows with other values, in a buffer of the same number of places."""
        return RowSparse(buf, self.index, (self.shape[0], *buf.shape[1:]), self.ctx, self.found)

    def computed(self, write) -> RowSparse:
        """The same rows with the values that `write` writes to a NumPy array."""
        result, count = room_for(self.buffer.shape, self.dtype), self.count
        write(result[:count])
        result[count:] = 0
        return self.with_buffer(place(result, self.ctx))

    def keys(self) -> np.ndarray:
        """Numbers that tell the stored rows apart, ascending in `ordered()`."""
        return self.index

    def ordered(self) -> RowSparse:
        """The same value with ascending row numbers."""
        if self.ascending:
            return self
        order = np.argsort(self.index, kind="stable")
        return self.like(self.stored()[order], self.index[order])

    def at(self, values, keys) -> RowSparse:
        """Rows of an array of this shape, given keys."""
        return self.like(values, keys)

    def parts(self) -> tuple[np.ndarray, tuple[np.ndarray]]:
        """(values, (row numbers,)) in NumPy, as files hold them."""
        return self.stored(), (self.index,)

    def reshaped(self, shape):
        """The same elements as rows of an array of another shape with as many rows."""
        return RowSparse(reshape(self.buffer, (self.buffer.shape[0], *shape[1:])), self.index, shape, self.ctx)


class CSR(SparseValue):
    """Some elements of a matrix in compressed rows, the others being zero.

    indptr    where each row begins, and behind the last where it ends: (rows + 1,)
    columns   column of each element
    found     what was computed from these two, by name: kept, for matrices are multiplied again and again
    """

    __slots__ = ("indptr", "columns", "found")
    stype = "csr"

    def __init__(self, buffer, indptr, columns, shape, ctx, found=None) -> None:
        super().__init__(buffer, shape, ctx)
        self.indptr, self.columns = indptr, columns
        self.found = {} if found is None else found

    @classmethod
    def of(cls, values, indptr, columns, shape, ctx) -> CSR:
        """From NumPy arrays: values (n,), indptr (rows + 1,), columns (n,)."""
        buffer = place(padded(values, capacity(len(columns))), ctx)
        return cls(buffer, np.asarray(indptr, np.int64), np.asarray(columns, np.int64), shape, ctx)

    @classmethod
    def nothing(cls, shape, dtype, ctx) -> CSR:
        """All zeros: no element stored."""
        return cls.of(np.zeros(0, dtype), np.zeros(shape[0] + 1, np.int64), np.zeros(0, np.int64), shape, ctx)

    @classmethod
    def from_dense(cls, value, ctx) -> CSR:
        """The elements of the NumPy matrix `value` that are not zero."""
        size, width = value.size, value.shape[1]
        flat = value.reshape(-1)
        at = np.flatnonzero(flat if flat.dtype == np.bool_ else flat != 0)
        indptr = np.searchsorted(at, np.arange(0, size + 1, width)) if width else np.zeros(value.shape[0] + 1, np.int64)
        columns = at - np.repeat(np.arange(value.shape[0]) * width, np.diff(indptr))
        return cls.of(flat[at], indptr, columns, value.shape, ctx)

    @classmethod
    def _from_places(cls, values, rows, columns, shape, ctx):
        indptr = np.zeros(shape[0] + 1, np.int64)
        np.cumsum(np.bincount(rows, minlength=shape[0]), out=indptr[1:])
        return cls.of(values, indptr, columns, shape, ctx)

    def kept(self, mask) -> CSR:
        """Those of the stored elements that `mask` (n,) selects."""
        if mask.all():
            return self
        indptr = np.concatenate(([0], np.cumsum(mask)))[self.indptr]
        return CSR.of(self.stored()[mask], indptr, self.columns[mask], self.shape, self.ctx)

    @property
    def count(self) -> int:
        """Number of elements stored."""
        return len(self.columns)

    def check_rows(self) -> np.ndarray:
        """How many elements each row has; raises MXNetError if there are not as many in all."""
        counts = np.diff(self.indptr)
        if len(self.indptr) != self.shape[0] + 1 or (counts < 0).any() or counts.sum() != self.count:
            raise MXNetError(f"this csr array of shape {self.shape} has an indptr that does not fit its {self.count} elements")
        return counts

    def rows(self) -> np.ndarray:
        """Row of each element."""
        return np.repeat(np.arange(self.shape[0]), self.check_rows())

    def full(self, make=None) -> np.ndarray:
        """The whole matrix in NumPy, in memory that `make` makes (`room.room`; NumPy's own by default)."""
        self._check(self.columns, self.shape[1], "column")
        keys = self.keys()
        dense = _zeros(make, self)
        dense.reshape(-1)[keys] = self.stored()
        return dense

    def like(self, values, ctx=None) -> CSR:
        """The same places with other values."""
        return CSR.of(values, self.indptr, self.columns, self.shape, ctx or self.ctx)

    def with_buffer(self, buf) -> CSR:
        """The same places with other values, in a buffer of the same length."""
        return CSR(buf, self.indptr, self.columns, self.shape, self.ctx, self.found)

    def keys(self) -> np.ndarray:
        """Numbers that tell the stored places apart, ascending in `ordered()`."""
        return self.rows() * self.shape[1] + self.columns

    def ordered(self) -> CSR:
        """The same value with the columns of each row ascending."""
        keys = self.keys()
        if len(keys) < 2 or (np.diff(keys) > 0).all():
            return self
        order = np.argsort(keys, kind="stable")
        return CSR.of(self.stored()[order], self.indptr, self.columns[order], self.shape, self.ctx)

    def at(self, values, keys) -> CSR:
        """Elements of a matrix of this shape, given ascending keys."""
        return self._from_places(values, keys // self.shape[1], keys % self.shape[1], self.shape, self.ctx)

    def parts(self) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]:
        """(values, (indptr, columns)) in NumPy, as files hold them."""
        return self.stored(), (self.indptr, self.columns)


KINDS = {"row_sparse": RowSparse, "csr": CSR}


def distinct(numbers, size) -> tuple[np.ndarray, np.ndarray]:
    """(the different ones among whole `numbers` in [0, size), ascending; for each number its place among them)."""
    # a table of all numbers beats sorting only while it is not much larger than what is sorted
    if size > 16 * numbers.size:
        index, where = np.unique(numbers, return_inverse=True)
        return index, where.reshape(-1)
    seen = np.zeros(size, bool)
    seen[numbers.reshape(-1)] = True
    index = np.flatnonzero(seen)
    place_of = np.zeros(size, np.int32)
    place_of[index] = np.arange(len(index), dtype=np.int32)
    return index, place_of[numbers.reshape(-1)]


def compressed(value, stype, ctx) -> CSR | RowSparse:
    """The value of storage type `stype` that the NumPy array `value` has, without its zero rows or elements."""
    return KINDS[stype].from_dense(value, ctx)


def aligned(first, second, keys) -> tuple[np.ndarray, np.ndarray]:
    """What both store at `keys` (ascending), zeros where they store nothing: two NumPy arrays. Both must be ordered."""
    return _spread(first, keys), _spread(second, keys)


def _spread(parts, keys):
    dense = np.zeros((len(keys), *parts.buffer.shape[1:]), parts.dtype)
    own = parts.keys()
    at = np.searchsorted(keys, own)
    present = at < len(keys)
    # `searchsorted` says where a key would stand, not that it is there
    present[present] = keys[at[present]] == own[present]
    dense[at[present]] = parts.stored()[present]
    return dense


def total(first, second) -> RowSparse:
    """The sum of two values of one storage type and shape."""
    # `aligned` looks keys up by bisection, and MXNet's files and users' arrays may have any order
    first, second = first.ordered(), second.ordered()
    keys = np.union1d(first.keys(), second.keys())
    left, right = aligned(first, second, keys)
    return first.at(left + right, keys)


def merged(numbers) -> tuple[np.ndarray, list[np.ndarray]]:
    """(the different ones among several arrays of ascending numbers; for each array its numbers' places among these)."""
    every = np.concatenate(numbers)
    order = np.argsort(every, kind="stable")  # which merges what is ascending
    sort = every[order]
    first = np.ones(len(sort), bool)
    np.not_equal(sort[1:], sort[:-1], out=first[1:])
    place_of = np.empty(len(sort), np.int64)
    place_of[order] = np.cumsum(first) - 1
    return sort[first], np.split(place_of, np.cumsum([len(n) for n in numbers])[:-1])


def added(values) -> RowSparse:
    """The sum of row-sparse values of one shape."""
    values = [v.ordered() for v in values]
    one, *others = values
    if not others:
        return one
    if one.ascending and all(v.index is one.index or np.array_equal(v.index, one.index) for v in others):
        return one.computed(lambda out: _sum([v.stored() for v in values], out))
    index, places = merged([v.index for v in values])
    shape = one.shape
    result = room_for((capacity(len(index), shape[0]), *shape[1:]), values[0].dtype, zero=True)
    seen, rows = np.zeros(len(index), bool), whole_rows(result)
    for v, at in zip(values, places):
        met = np.flatnonzero(seen[at])
        with np.errstate(all="ignore"):
            sums = result[at[met]] + v.stored()[met]
        rows[at] = whole_rows(v.stored())
        result[at[met]] = sums
        seen[at] = True
    return RowSparse(place(result, values[0].ctx), index, shape, values[0].ctx)


def _sum(arrays, out):
    """Write the sum of NumPy arrays, the first two first, to `out`."""
    with np.errstate(all="ignore"):
        np.add(arrays[0], arrays[1], out=out)
        for array in arrays[2:]:
            out += array


class SparseCell(Cell):
    """The storage of a sparse array: its value, and `buf`, the dense form that everything else sees."""

    __slots__ = ("parts",)
    held = "parts"

    def __init__(self, parts) -> None:
        # not by `Cell.__init__`, which would set `buf`, here a property that makes the dense form
        self.parts = parts
        self.version = 0
        self.mirror = self.lock = None

    @property
    def buf(self):
        return self.parts.dense()

    def unshared(self) -> bool:
        """Whether nothing but this cell holds the value, and nothing but the value its buffer, at the moment."""
        return sys.getrefcount(self.parts) <= ONE_HOLDER and self.owns(self.parts)

    @staticmethod
    def owns(parts) -> bool:
        """Whether nothing but the value holds its buffer."""
        return sys.getrefcount(parts.buffer) <= ONE_HOLDER and id(parts.buffer) not in _lent

    @staticmethod
    def restored(parts, quietly=False):
        """As of other cells."""
        return parts if not parts.buffer.is_deleted() else parts.with_buffer(Cell.restored(parts.buffer, quietly))

    @buf.setter
    def buf(self, buf) -> None:
        self.parts = compressed(np.asarray(buf), self.parts.stype, self.parts.ctx)
