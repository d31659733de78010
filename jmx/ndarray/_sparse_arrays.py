"""The classes of sparse arrays: some rows of an array (row_sparse), or some elements of a matrix (csr)."""

from __future__ import annotations

import operator
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import MXNetError, NotSupportedForSparseNDArray, integer_types, numeric_types
from ..context import Context
from ..core.run.cells import lock_of
from ..core.run.dispatch import invoke
from ..core.run.sparse_storage import CSR, KINDS, RowSparse, SparseCell, SparseValue, compressed
from ..core.run.storage import ArrayBase, failed_read, on_host, wait_for
from .buffers import _new, _recast
from .ndarray import _TYPES, NDArray, _known_type
from .shapes import check_broadcast

if TYPE_CHECKING:
    from .._typing import DTypeLike, NumPyArray, StorageType
    from .numpy.array import ndarray as np_ndarray


def _arithmetic(name):
    """The method of a Python operator that calls the function `name` of `mx.nd.sparse`."""

    def method(self, other):
        from . import sparse

        return getattr(sparse, name)(self, other)

    return method


def _in_place(function):
    """The method of a Python operator that writes the result of `function` to its left side."""

    def update(self, other):
        with lock_of(self._cell):
            function(self, other).copyto(self)
        return self

    return update


class BaseSparseNDArray(NDArray):
    """Common ground of `RowSparseNDArray` and `CSRNDArray`.

    Operators without a sparse form work on the dense array and give dense arrays, as in MXNet.

    Parameters
    ----------
    handle : object, optional
        Of an array there is. Programs call `mx.nd.sparse.array` instead.
    writable : bool, default True
        Not used here.

    Examples
    --------
    >>> x = mx.nd.array([[0, 1], [2, 0]]).tostype("csr")
    >>> isinstance(x, mx.nd.sparse.BaseSparseNDArray), x.stype, x.exp().stype
    (True, 'csr', 'default')
    """

    __slots__ = ()
    _dense = False
    _storage_class: type

    def __init__(self, handle: Any = None, writable: bool = True) -> None:
        if handle is not None:
            super().__init__(handle, writable)

    # -- description ---------------------------------------------------------------------------

    @property
    def _parts(self) -> Any:
        return self._cell.parts

    @property
    def shape(self) -> tuple[int, ...]:
        """Tuple of the dimensions of the whole array."""
        return self._cell.parts.shape

    @property
    def dtype(self) -> Any:
        """NumPy type of the elements."""
        dtype = self._cell.parts.dtype
        return _TYPES.get(dtype, dtype.type)

    @property
    def stype(self) -> StorageType:
        """Storage type: "row_sparse" or "csr"."""
        return self._storage_class.stype

    @property
    def size(self) -> int:
        """Ambiguous for a sparse array, so it raises NotImplementedError."""
        raise NotImplementedError("size is ambiguous for a sparse array: take it of x.data, or of x.shape")

    @property
    def _num_aux(self):
        return len(self._aux())

    def _aux_type(self, i):
        return np.int64

    @property
    def _aux_types(self):
        return [np.int64] * self._num_aux

    def _aux(self):
        return self._cell.parts.parts()[1]

    def _aux_data(self, i):
        return _new(np.array(self._aux()[i]), self._ctx)

    @property
    def data(self) -> Any:
        """A copy of the stored values."""
        return _new(np.array(self._cell.parts.stored()), self._ctx)

    def __repr__(self) -> str:
        return f"\n<{type(self).__name__} {'x'.join(map(str, self.shape))} @{self._ctx}>"

    def _repr_html_(self):
        return None

    def check_format(self, full_check: bool = True) -> None:
        """Raise MXNetError unless the indices are in order and within the shape; full_check=False looks at counts only."""
        self._check_counts()
        if full_check:
            self._check_indices()

    # -- value ---------------------------------------------------------------------------------

    def _set_data(self, value: Any) -> None:
        """Overwrite the value, given as sparse parts of this kind or as a dense buffer."""
        with lock_of(self._cell):
            self._write(value)

    def _write(self, value: Any) -> None:
        cell = self._cell
        if not isinstance(value, SparseValue):
            value = compressed(value if isinstance(value, np.ndarray) else on_host(value), self._storage_class.stype, self._ctx)
        cell.parts = value.on(self._ctx)
        cell.version += 1

    def _fill(self, number: Any) -> None:
        self._set_data(np.full(self.shape, number, self.dtype))

    def wait_to_read(self) -> None:
        """Wait until the value is computed; raises what its computation raised."""
        wait_for(self._cell.parts.buffer)

    wait_to_write = wait_to_read

    def asnumpy(self) -> NumPyArray:
        """The whole array as a writable NumPy array."""
        try:
            return self._cell.parts.full()
        except MemoryError as error:
            raise failed_read(self, error) from error

    def tostype(self, stype: Any) -> Any:
        """A copy with the storage type `stype`. Raises ValueError for the other sparse type."""
        if stype in KINDS and stype != self.stype:
            raise ValueError(f"cast_storage from {self.stype} to {stype} is not supported")
        return invoke("cast_storage", (self,), {"stype": stype})

    def astype(self, dtype: DTypeLike, copy: bool = True) -> NDArray:
        """A copy with elements of type `dtype`; this array itself if it has that type and copy is False."""
        wanted = _known_type("float32" if dtype is None else dtype)
        if not copy and wanted == self._cell.parts.dtype:
            return self
        return wrapped(self._cell.parts.cast(wanted), self._ctx)

    def copyto(self, other: Any) -> NDArray:
        """Copy into the array `other` (dense or of this storage type) and return it, or to a new array on a context."""
        if isinstance(other, Context):
            return invoke("_copy", (self,)) if other == self._ctx else wrapped(self._cell.parts.on(other), other)
        if not isinstance(other, ArrayBase):
            raise TypeError(f"copyto does not support type {type(other)}")
        if other._cell is self._cell:
            warnings.warn("You are attempting to copy an array to itself", RuntimeWarning, stacklevel=2)
            return False  # pyright: ignore[reportReturnType]
        if other.stype not in ("default", self.stype):
            raise TypeError(f"copyto does not support destination NDArray stype {other.stype}")
        if other.shape != self.shape:
            raise MXNetError(
                f"copyto: Incompatible attr in node  at 0-th output: expected {list(self.shape)}, got {list(other.shape)}"
            )
        if other.stype == "default":
            other[:] = self.asnumpy()
        else:
            other._set_data(self._cell.parts.cast(np.dtype(other.dtype)))
        return other  # pyright: ignore[reportReturnType]

    def detach(self) -> NDArray:
        """The same storage outside of the recorded graph."""
        return _recast(self, type(self))

    # -- what dense arrays have ----------------------------------------------------------------

    def reshape(self, *shape: Any, **kwargs: Any) -> Any:
        """Not supported: raises NotSupportedForSparseNDArray."""
        raise NotSupportedForSparseNDArray(self.reshape, None, shape)

    def _reshaped(self, target: Any) -> Any:
        raise NotSupportedForSparseNDArray(self.reshape, None, target)

    def as_np_ndarray(self) -> np_ndarray:
        """Not supported: raises ValueError."""
        raise ValueError(f"cannot convert ndarray of stype {self.stype} to numpy ndarray: use tostype('default') first")

    def __bool__(self) -> bool:
        raise ValueError(
            f"The truth value of an NDArray with multiple elements is ambiguous: its shape is {self.shape}, and only "
            "an array with one element is true or false. Use .asnumpy().any() or .asnumpy().all(), or mx.nd.where to choose "
            "element by element."
        )

    def _at(self, idx: Any) -> Any:
        raise NotSupportedForSparseNDArray(self._at, "[idx]", idx)

    def _slice(self, start, stop):
        raise NotSupportedForSparseNDArray(self._slice, None, start, stop)

    def __setitem__(self, key: Any, value: Any) -> None:
        name = type(self).__name__
        if not isinstance(key, slice):
            raise (TypeError if self.stype == "row_sparse" else Exception)(f"{name} only supports [:] for assignment")
        if key != slice(None):
            raise ValueError(f"Assignment with slice for {name} is not implemented yet: use [:]")
        if isinstance(value, ArrayBase):
            if value._cell is self._cell:
                return
            self._refuse_recorded(value)
            value.copyto(self)
        elif isinstance(value, numeric_types):
            if self.stype == "csr":
                raise ValueError("Assigning numeric types to CSRNDArray is not implemented yet: assign an array")
            self._set_data(RowSparse.of(np.full(self.shape, value, self.dtype), np.arange(self.shape[0]), self.shape, self._ctx))
        elif isinstance(value, (np.ndarray, np.generic)):
            warnings.warn(f"Assigning non-NDArray object to {name} is not efficient", RuntimeWarning, stacklevel=2)
            check_broadcast(value.shape, self.shape)
            self._set_data(np.broadcast_to(value, self.shape).astype(self.dtype))
        else:
            raise TypeError(f"type {type(value)} not supported")

    __add__ = __radd__ = _arithmetic("add")
    __sub__ = _arithmetic("subtract")
    __mul__ = __rmul__ = _arithmetic("multiply")
    __div__ = _arithmetic("divide")
    __iadd__, __isub__ = _in_place(operator.add), _in_place(operator.sub)
    __imul__ = _in_place(operator.mul)
    __itruediv__ = __idiv__ = _in_place(operator.truediv)


class RowSparseNDArray(BaseSparseNDArray):
    """An array of which only some rows are stored, the others being zero: gradients of embeddings, large embeddings.

    `indices` holds the numbers of the rows stored (int64, ascending), `data` the rows themselves, of shape
    (len(indices), *shape[1:]). See `row_sparse_array` for ways to make one.

    Parameters
    ----------
    handle : object, optional
        Of an array there is. Programs call `mx.nd.sparse.row_sparse_array` instead.
    writable : bool, default True
        Not used here.

    Examples
    --------
    >>> x = mx.nd.array([[0, 0], [1, 2], [0, 0]]).tostype("row_sparse")
    >>> x.indices.asnumpy(), x.data.asnumpy()
    (array([1]), array([[1., 2.]], dtype=float32))
    """

    __slots__ = ()
    _storage_class = RowSparse

    @property
    def indices(self) -> Any:
        """A copy of the numbers of the rows stored, int64."""
        return self._aux_data(0)

    def retain(self, indices: Any) -> Any:
        """The array with the rows `indices` (an array) only; see `nd.sparse.retain`."""
        return invoke("_sparse_retain", (self, indices))

    def __getitem__(self, key: Any) -> NDArray:
        if isinstance(key, int):
            raise Exception("__getitem__ with int key is not implemented for RowSparseNDArray: use retain or tostype('default')")
        if isinstance(key, slice):
            if key != slice(None):
                raise Exception("RowSparseNDArray only supports [:] for __getitem__")
            return self
        if isinstance(key, tuple):
            raise ValueError("Multi-dimension indexing is not supported")
        raise ValueError(f"Undefined behaviour for {key}")

    def _check_counts(self):
        pass

    def _check_indices(self):
        index = self._parts.index
        if len(index) and (index.min() < 0 or index.max() >= self.shape[0] or (np.diff(index) <= 0).any()):
            raise MXNetError(
                "Indices of row_sparse NDArray should be non-negative, less than the size of first dimension and in "
                f"ascending order; this array has {self.shape[0]} rows and the indices {index}"
            )


class CSRNDArray(BaseSparseNDArray):
    """A matrix of which only some elements are stored, row by row.

    The elements of row i are `data[indptr[i]:indptr[i + 1]]`, in the columns `indices[indptr[i]:indptr[i + 1]]` (int64,
    ascending). See `csr_matrix` for ways to make one.

    Parameters
    ----------
    handle : object, optional
        Of an array there is. Programs call `mx.nd.sparse.csr_matrix` instead.
    writable : bool, default True
        Not used here.

    Examples
    --------
    >>> x = mx.nd.array([[0, 1, 2], [3, 0, 0]]).tostype("csr")
    >>> x.data.asnumpy(), x.indices.asnumpy(), x.indptr.asnumpy()
    (array([1., 2., 3.], dtype=float32), array([1, 2, 0]), array([0, 2, 3]))
    """

    __slots__ = ()
    _storage_class = CSR

    @property
    def indices(self) -> Any:
        """A copy of the column numbers, int64."""
        return self._aux_data(1)

    @property
    def indptr(self) -> Any:
        """A copy of where each row begins and the last one ends, int64 of shape (rows + 1,)."""
        return self._aux_data(0)

    def asscipy(self) -> Any:
        """A copy as `scipy.sparse.csr_matrix`. Raises ImportError without SciPy."""
        try:
            from scipy import sparse
        except ImportError:
            raise ImportError("scipy could not be imported. Please make sure that the scipy is installed.") from None
        values, (indptr, columns) = self._parts.parts()
        return sparse.csr_matrix((np.array(values), columns.copy(), indptr.copy()), shape=self.shape, dtype=self.dtype)

    def __getitem__(self, key: Any) -> NDArray:
        if isinstance(key, integer_types):
            begin = self.shape[0] - 1 if key == -1 else key
            return invoke("slice", (self,), {"begin": (begin,), "end": (begin + 1,)})
        if isinstance(key, slice):
            if key.step is not None:
                raise ValueError("CSRNDArray only supports continuous slicing on axis 0")
            if key == slice(None):
                return self
            return invoke("slice", (self,), {"begin": (key.start or 0,), "end": (key.stop or self.shape[0],)})
        if isinstance(key, tuple):
            raise ValueError("Multi-dimension indexing is not supported")
        raise ValueError(f"Undefined behaviour for {key}")

    def _check_counts(self):
        parts = self._parts
        if len(self.shape) != 2 or len(parts.indptr) != self.shape[0] + 1:
            raise MXNetError(
                f"Shape mismatch of this csr NDArray: shape {self.shape} needs an indptr of {self.shape[0] + 1} numbers, "
                f"it has {len(parts.indptr)}"
            )
        if parts.indptr[0] != 0 or parts.indptr[-1] != parts.count:
            self._complain_of_indptr()

    def _complain_of_indptr(self):
        raise MXNetError(
            "IndPtr of csr NDArray should be non-negative, in non-decreasing order, start with 0, and end with value equal "
            f"with size of indices; got {self._parts.indptr} for {self._parts.count} indices"
        )

    def _check_indices(self):
        parts = self._parts
        if (np.diff(parts.indptr) < 0).any():
            self._complain_of_indptr()
        columns = parts.columns
        if len(columns) and (columns.min() < 0 or columns.max() >= self.shape[1] or (np.diff(parts.keys()) <= 0).any()):
            raise MXNetError(
                "Indices of csr NDArray should be non-negative, in ascending order per row and less than the number of "
                f"columns; this matrix has {self.shape[1]} columns"
            )


CLASSES = {"row_sparse": RowSparseNDArray, "csr": CSRNDArray}


def wrapped(parts: Any, ctx: Context | None = None) -> Any:
    """A sparse array holding `parts`."""
    array = object.__new__(CLASSES[parts.stype])
    array._cell, array._view, array._ctx = SparseCell(parts), None, ctx or parts.ctx
    array._entry = array._grad = None
    return array


def restored(stored: Any) -> Any:
    """The sparse array that a file holds as `SparseParts`, on cpu(0)."""
    values, aux, ctx = np.array(stored.data), [np.array(a) for a in stored.aux], Context("cpu", 0)
    shape = tuple(stored.shape)
    storage_class = KINDS[stored.stype]
    if not values.size and not any(a.size for a in aux):
        return wrapped(storage_class.nothing(shape, values.dtype, ctx))
    array = wrapped(storage_class.of(values, *aux, shape, ctx))
    array.check_format()
    return array
