"""Sparse arrays: classes, functions that make them, arithmetic, and the operators that know them."""

from __future__ import annotations

import operator

import numpy as np

from .._described import described_by
from .._errors.memory import allocated
from ..base import MXNetError, NotSupportedForSparseNDArray, integer_types, numeric_types
from ..context import takes_device
from ..core.declare.dtype import np_dtype
from ..core.facade import Namespace as _Namespace
from ..core.run.dispatch import invoke
from ..core.run.sparse_storage import CSR, KINDS, RowSparse
from ..core.run.storage import ArrayBase
from . import _sparse_ops
from ._sparse_arrays import BaseSparseNDArray, CSRNDArray, RowSparseNDArray, wrapped
from .creation import _ctx, _shape
from .creation import array as _dense_array
from .ndarray import NDArray

__all__ = [
    "BaseSparseNDArray",
    "CSRNDArray",
    "NDArray",
    "NotSupportedForSparseNDArray",
    "RowSparseNDArray",
    "add",
    "array",
    "csr_matrix",
    "divide",
    "empty",
    "multiply",
    "row_sparse_array",
    "subtract",
    "zeros",
]

_space = _Namespace(__name__, "sparse")
__getattr__, _ = _space.lazy(globals())


def __dir__() -> list[str]:
    return sorted({*__all__, *_space.names()})


def _storage_class(stype):
    if stype not in KINDS:
        raise ValueError(f"unknown storage type: {stype}")
    return KINDS[stype]


@takes_device
def zeros(stype, shape, ctx=None, dtype=None, **kwargs) -> CSRNDArray | NDArray | RowSparseNDArray:
    """A sparse array without stored values: all zeros.

    Parameters
    ----------
    stype : str
        "row_sparse", "csr" (for two dimensions) or "default", which gives a dense array.
    shape : int or tuple of int
        The shape.
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    dtype : str or numpy type, default float32
        Element type.
    **kwargs
        `out`, an array to write to instead.

    Returns
    -------
    BaseSparseNDArray or NDArray

    Raises
    ------
    ValueError
        There is no such storage.
    MXNetError
        The shape is not possible with it.

    Examples
    --------
    >>> mx.nd.sparse.zeros("csr", (2, 3))
    <BLANKLINE>
    <CSRNDArray 2x3 @cpu(0)>
    """
    from . import creation

    if stype == "default":
        return creation.zeros(shape, ctx=ctx, dtype=dtype, **kwargs)
    storage_class = _storage_class(stype)
    shape = _shape(shape)
    if not shape or (stype == "csr" and len(shape) != 2):
        raise MXNetError(f"a {stype} array cannot have the shape {shape}" + ("; it needs two dimensions" if shape else ""))
    out = kwargs.pop("out", None)
    if kwargs:
        raise TypeError(f"unexpected keywords {', '.join(kwargs)}")
    where = _ctx(ctx)
    value = allocated("zeros", lambda shape, kind: storage_class.nothing(shape, kind, where), shape, np_dtype(dtype))
    if out is not None:
        out._set_data(value)
        return out
    return wrapped(value)


@takes_device
def empty(stype, shape, ctx=None, dtype=None) -> CSRNDArray | RowSparseNDArray:
    """A sparse array without stored values; the same as `zeros`.

    Parameters
    ----------
    stype : str
        "row_sparse", "csr" (for two dimensions) or "default".
    shape : int or tuple of int
        The shape.
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    dtype : str or numpy type, default float32
        Element type.

    Returns
    -------
    BaseSparseNDArray or NDArray

    Examples
    --------
    >>> mx.nd.sparse.empty("row_sparse", (2, 3)).stype
    'row_sparse'
    """
    assert stype is not None
    return zeros(stype, shape, ctx, dtype)  # pyright: ignore[reportReturnType]


@takes_device
def array(source_array, ctx=None, dtype=None) -> CSRNDArray | RowSparseNDArray:
    """A sparse array from another one or from a matrix of SciPy.

    Parameters
    ----------
    source_array : BaseSparseNDArray or scipy.sparse matrix
        The array.
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    dtype : str or numpy type, optional
        Element type; that of the source by default.

    Returns
    -------
    BaseSparseNDArray
        A `CSRNDArray` of a matrix of SciPy.

    Raises
    ------
    AssertionError
        The source is a dense NDArray.
    ValueError
        The source is something else.

    Examples
    --------
    >>> x = mx.nd.sparse.csr_matrix([[0, 1], [2, 0]])
    >>> mx.nd.sparse.array(x, dtype="float64").dtype.__name__
    'float64'
    """
    ctx = _ctx(ctx)
    if isinstance(source_array, BaseSparseNDArray):
        parts = source_array._parts.on(ctx)
        return wrapped(parts.like(parts.stored().astype(np_dtype(dtype or source_array.dtype))))
    if isinstance(source_array, ArrayBase):
        raise AssertionError("Please use mx.nd.array to create an NDArray with source_array of type NDArray")
    if not _is_scipy(source_array):
        raise ValueError(f"Unexpected source_array type: {type(source_array)}")
    if source_array.format != "csr":
        import warnings

        warnings.warn("CSR format is not canonical: converting it", RuntimeWarning, stacklevel=2)
        source_array = source_array.tocsr()
    if not source_array.has_canonical_format:
        source_array = source_array.copy()
        source_array.sum_duplicates()
    values = source_array.data.astype(np_dtype(dtype or source_array.dtype))
    return wrapped(CSR.of(values, source_array.indptr, source_array.indices, source_array.shape, ctx))


def _is_scipy(value):
    return type(value).__module__.startswith("scipy.sparse")


def _host(value, dtype=None):
    if isinstance(value, ArrayBase):
        value = value.asnumpy()
    if not isinstance(value, np.ndarray):
        try:
            value = np.array(value, dtype=dtype)
        except (TypeError, ValueError):
            raise TypeError("values must be array like object") from None
    return value


def _numbers(value):
    """Indices, copied: the array must not change with the user's."""
    return np.array(_host(value, np.int64), np.int64)


def _check_shape(shape, wanted):
    if shape and wanted and tuple(shape) != tuple(wanted):
        raise ValueError(f"Shape mismatch detected. {tuple(shape)} v.s. {tuple(wanted)}")


def _type_of(source, dtype):
    """`dtype`, or by default that of an array source and float32 for lists."""
    if dtype is None and isinstance(source, (ArrayBase, np.ndarray)):
        dtype = source.dtype
    return np_dtype(dtype)


def _from_dense(source, shape, ctx, dtype, stype):
    dense = _dense_array(source, dtype=_type_of(source, dtype))
    if ctx is not None:
        dense = dense.as_in_context(ctx)
    _check_shape(dense.shape, shape)
    return dense.tostype(stype)


@takes_device
def csr_matrix(arg1, shape=None, ctx=None, dtype=None) -> CSRNDArray:
    """A `CSRNDArray`.

    Parameters
    ----------
    arg1 : one of
        a matrix: array-like, NDArray, CSRNDArray or scipy.sparse matrix;
        (M, N), the shape of a matrix of zeros;
        (data, indices, indptr), the parts of a CSR matrix, columns ascending within a row;
        (data, (row, col)), elements and their places.
    shape : tuple of int, optional
        Shape; inferred from the indices by default.
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    dtype : numpy type, optional
        By default that of an array source, else float32.

    Returns
    -------
    CSRNDArray

    Raises
    ------
    ValueError
        If shapes do not fit.

    Examples
    --------
    >>> x = mx.nd.sparse.csr_matrix(([7, 8, 9], [0, 2, 1], [0, 2, 3]), shape=(2, 3))
    >>> x.asnumpy()
    array([[7., 0., 8.],
           [0., 9., 0.]], dtype=float32)
    >>> mx.nd.sparse.csr_matrix([[0, 1], [2, 0]]).indices.asnumpy()
    array([1, 0])
    """
    if isinstance(arg1, tuple):
        if len(arg1) == 3:
            return _csr_of_parts(*arg1, shape, ctx, dtype)
        if len(arg1) != 2:
            raise ValueError(f"Unexpected length of input tuple: {len(arg1)}")
        if isinstance(arg1[1], tuple) and len(arg1[1]) == 2:
            return _csr_of_places(arg1[0], *arg1[1], shape, ctx, dtype)
        _check_shape(arg1, shape)
        return empty("csr", arg1, ctx, dtype)  # pyright: ignore[reportReturnType]
    if isinstance(arg1, CSRNDArray) or _is_scipy(arg1):
        _check_shape(arg1.shape, shape)
        return array(arg1, ctx, dtype)  # pyright: ignore[reportReturnType]
    if isinstance(arg1, RowSparseNDArray):
        raise ValueError("Unexpected input type: RowSparseNDArray")
    return _from_dense(arg1, shape, ctx, dtype, "csr")


def _csr_of_parts(data, indices, indptr, shape, ctx, dtype):
    dtype = _type_of(data, dtype)
    data, indices, indptr = _host(data, dtype), _numbers(indices), _numbers(indptr)
    if shape is None:
        if not len(indices):
            raise ValueError("invalid shape")
        shape = (len(indptr) - 1, int(indices.max()) + 1)
    if data.ndim != 1 or indptr.ndim != 1 or indices.ndim != 1 or not len(indptr) or len(shape) != 2:
        raise ValueError("invalid shape")
    if len(data) != len(indices):
        raise MXNetError(f"csr_matrix: {len(data)} values were given for {len(indices)} column indices")
    return wrapped(CSR.of(data.astype(dtype), indptr, indices, shape, _ctx(ctx)))


def _csr_of_places(data, rows, columns, shape, ctx, dtype):
    element_type = np_dtype(dtype) if dtype is not None else None
    data, rows, columns = _host(data), _host(rows, np.int64).astype(np.int64), _host(columns, np.int64).astype(np.int64)
    if not len(data) == len(rows) == len(columns):
        raise ValueError("row, column, and data array must all be the same length")
    if shape is None:
        if not len(rows):
            raise ValueError("cannot infer dimensions from zero sized index arrays")
        shape = (int(rows.max()) + 1, int(columns.max()) + 1)
    for what, positions, size in (("row", rows, shape[0]), ("column", columns, shape[1])):
        if len(positions) and (positions.min() < 0 or positions.max() >= size):
            raise ValueError(f"{what} index exceeds matrix dimensions")
    # Values given twice for one position are added up.
    keys, where = np.unique(rows * shape[1] + columns, return_inverse=True)
    values = np.zeros(len(keys), element_type or data.dtype)
    np.add.at(values, where, data.astype(values.dtype))
    return wrapped(CSR.nothing(tuple(shape), values.dtype, _ctx(ctx)).at(values, keys))


@takes_device
@described_by(csr_matrix)
def row_sparse_array(arg1, shape=None, ctx=None, dtype=None) -> RowSparseNDArray:
    """A `RowSparseNDArray`.

    Parameters
    ----------
    arg1 : one of
        an array: array-like, NDArray or RowSparseNDArray;
        (D0, D1, ...), the shape of an array of zeros;
        (data, indices), the rows stored and their numbers, ascending.
    shape : tuple of int, optional
        Shape; inferred from the last index by default.

    Returns
    -------
    RowSparseNDArray

    Examples
    --------
    >>> x = mx.nd.sparse.row_sparse_array(([[1, 2], [3, 4]], [0, 2]), shape=(4, 2))
    >>> x.asnumpy()
    array([[1., 2.],
           [0., 0.],
           [3., 4.],
           [0., 0.]], dtype=float32)
    >>> x.indices.asnumpy()
    array([0, 2])
    """
    if isinstance(arg1, tuple):
        if len(arg1) < 2:
            raise ValueError(f"Unexpected length of input tuple: {len(arg1)}")
        if len(arg1) > 2 or all(isinstance(n, integer_types) for n in arg1):
            _check_shape(arg1, shape)
            return empty("row_sparse", arg1, ctx, dtype)  # pyright: ignore[reportReturnType]
        return _rows_of_parts(*arg1, shape, ctx, dtype)
    if isinstance(arg1, RowSparseNDArray):
        _check_shape(arg1.shape, shape)
        return array(arg1, ctx, dtype)  # pyright: ignore[reportReturnType]
    if isinstance(arg1, CSRNDArray):
        raise ValueError("Unexpected input type: CSRNDArray")
    return _from_dense(arg1, shape, ctx, dtype, "row_sparse")


def _rows_of_parts(data, indices, shape, ctx, dtype):
    dtype = _type_of(data, dtype)
    data, indices = _host(data, dtype), _numbers(indices)
    if shape is None:
        if not len(indices):
            raise ValueError("invalid shape")
        shape = (int(indices[-1]) + 1, *data.shape[1:])
    if data.ndim != len(shape) or indices.ndim != 1 or 0 in shape[1:]:
        raise ValueError("invalid shape")
    if data.shape != (len(indices), *shape[1:]):
        raise MXNetError(
            f"row_sparse_array: rows of shape {data.shape} were given for {len(indices)} indices of an array of shape "
            f"{tuple(shape)}; expected {(len(indices), *shape[1:])}"
        )
    return wrapped(RowSparse.of(data.astype(dtype), indices, shape, _ctx(ctx)))


_DOC = """{doc}

Parameters
----------
lhs, rhs : BaseSparseNDArray, NDArray or number
    The operands. Arrays of one shape may both be sparse; others broadcast.

Returns
-------
BaseSparseNDArray, NDArray or number
    Sparse where the zeros of the operands stay zeros.

Raises
------
TypeError
    An operand is neither an array nor a number.

Examples
--------
>>> x, y = mx.nd.sparse.csr_matrix([[0, 1], [2, 0]]), mx.nd.sparse.csr_matrix([[0, 4], [1, 0]])
>>> print(mx.nd.sparse.{name}(x, y).asnumpy())
{shown}
"""


def _either(name, python, same, broadcast, scalar, reverse, doc, shown):
    def function(lhs, rhs):
        if isinstance(lhs, ArrayBase):
            if isinstance(rhs, ArrayBase):
                return invoke(same if lhs.shape == rhs.shape else broadcast, (lhs, rhs))
            if isinstance(rhs, numeric_types):
                return invoke(scalar, (lhs,), {"scalar": rhs})
        elif isinstance(lhs, numeric_types):
            if isinstance(rhs, ArrayBase):
                return invoke(reverse, (rhs,), {"scalar": lhs})
            if isinstance(rhs, numeric_types):
                return python(lhs, rhs)
        raise TypeError(f"type {type(rhs)} not supported")

    function.__name__ = function.__qualname__ = name
    function.__doc__ = _DOC.format(doc=doc, name=name, shown=shown)
    return function


add = _either(
    "add", operator.add, "elemwise_add", "broadcast_add", "_plus_scalar", "_plus_scalar", "lhs + rhs.", "[[0. 5.]\n [3. 0.]]"
)
subtract = _either(
    "subtract", operator.sub, "elemwise_sub", "broadcast_sub", "_minus_scalar", "_rminus_scalar", "lhs - rhs.",
    "[[ 0. -3.]\n [ 1.  0.]]",
)  # fmt: skip
multiply = _either(
    "multiply", operator.mul, "elemwise_mul", "broadcast_mul", "_mul_scalar", "_mul_scalar", "lhs * rhs.", "[[0. 4.]\n [2. 0.]]"
)
divide = _either(
    "divide", operator.truediv, "elemwise_div", "broadcast_div", "_div_scalar", "_rdiv_scalar", "lhs / rhs.",
    "[[ nan 0.25]\n [2.    nan]]",
)  # fmt: skip
_sparse_ops.install()
