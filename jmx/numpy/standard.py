"""What the array API standard asks of a namespace besides functions on arrays: creation, element types, sets, inspection."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as onp

from .._described import described_by
from .._dialects import dialect
from .._numpy.usual import USUAL
from ..context import cpu, current_context, gpu, num_gpus
from ..ndarray.dlpack import from_dlpack as _from_dlpack
from ..ndarray.ndarray import NDArray
from . import _op, _op_doc, utils
from .multiarray import array, ndarray

if TYPE_CHECKING:
    from .._typing import ArrayLike, DTypeLike, Float, Int
    from ..context import Context

__all__ = [
    "asarray", "astype", "fill_diagonal", "finfo", "from_dlpack", "iinfo", "isdtype", "reshape",
    "tri", "tril_indices", "triu_indices", "unique_all", "unique_counts",
    "unique_inverse", "unique_values",
]  # fmt: skip


@described_by(USUAL)
def asarray(
    obj: ArrayLike, dtype: str | DTypeLike | None = None, device: Context | None = None, copy: bool | None = None
) -> ndarray:
    """An array from anything array-like; an array of `mx.np` that fits is returned itself.

    Parameters
    ----------
    obj : array-like
        The values.
    dtype : str or numpy type, optional
        Element type; that of an array by default, and for numbers of Python bool, int64 or float32.
    device : Context, optional
        The device; that of an array by default, else the current one.
    copy : bool, optional
        True copies always. False raises ValueError where a copy is needed. By default it copies where needed.

    Examples
    --------
    >>> mx.np.asarray([1, 2])
    array([1, 2], dtype=int64)
    """
    fits = isinstance(obj, ndarray) and (dtype is None or onp.dtype(dtype) == obj.dtype) and (device is None or device == obj.ctx)
    if fits and not copy:
        return obj  # pyright: ignore[reportReturnType]
    if copy is False:
        raise ValueError("asarray(copy=False): this object, element type or device needs a copy")
    if isinstance(obj, NDArray):
        moved = obj.as_np_ndarray().copy()
        moved = moved if dtype is None else moved.astype(dtype, copy=False)
        return moved if device is None else moved.as_in_ctx(device)
    if dtype is None and not hasattr(obj, "dtype"):
        inferred = onp.asarray(obj.__array__() if hasattr(obj, "__array__") else obj).dtype
        dtype = onp.float32 if inferred.kind == "f" else inferred
    return array(obj, dtype=dtype, ctx=device)


#: what docstrings here have in common
_SHARED = """
Parameters
----------
dtype : str or numpy type
    The element type.
type : str, numpy type or ndarray
    The element type, or an array of it.
n : int
    Rows.
m : int, optional
    Columns; n by default.
"""


@described_by(_SHARED, USUAL)
def astype(x: ndarray, dtype: str | DTypeLike, copy: bool = True, device: Context | None = None) -> ndarray:
    """An array with elements of another type.

    Parameters
    ----------
    copy : bool, default True
        With False an array that has the type is returned itself.
    device : Context, optional
        The device of the result; that of `x` by default.

    Examples
    --------
    >>> mx.np.astype(mx.np.array([1.5, 2]), "int32")
    array([1, 2], dtype=int32)
    """
    result = x.astype(dtype, copy=copy)
    return result if device is None else result.as_in_ctx(device)


@described_by(USUAL)
def from_dlpack(x: Any, device: Context | None = None, copy: bool | None = None) -> ndarray:
    """An array over the memory of another library's array, or of a DLPack capsule; see `mx.nd.from_dlpack`.

    Parameters
    ----------
    x : DLPack capsule, or an object with `__dlpack__`
        The array.
    device : Context, optional
        The device that the result is to be on; that of `x` by default.
    copy : bool, optional
        True copies always. False raises ValueError where the device needs a copy.

    Examples
    --------
    >>> mx.np.from_dlpack(np.array([1, 2], "float32"))
    array([1., 2.])
    """
    array = _from_dlpack(x)
    if device is not None and array.ctx != device:
        if copy is False:
            raise ValueError(f"from_dlpack(copy=False): the array is on {array.ctx}, not on {device}")
        return array.as_np_ndarray().as_in_ctx(device)
    return array.as_np_ndarray().copy() if copy else array.as_np_ndarray()


def isdtype(dtype: str | DTypeLike, kind: Any) -> bool:
    """Whether an element type is of a kind.

    Parameters
    ----------
    dtype : str or numpy type
        The element type.
    kind : str, numpy type, or tuple of those
        Another element type, or "bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating" or
        "numeric".

    Returns
    -------
    bool

    Raises
    ------
    ValueError
        For other words.

    Examples
    --------
    >>> mx.np.isdtype("int32", "integral"), mx.np.isdtype("float32", "integral")
    (True, False)
    """
    kinds = tuple(k if isinstance(k, str) else onp.dtype(k) for k in (kind if isinstance(kind, tuple) else (kind,)))
    return onp.isdtype(onp.dtype(dtype), kinds)


@described_by(USUAL)
def reshape(
    a: ndarray,
    newshape: Int | Sequence[Int] | None = None,
    order: Literal["C"] | str = "C",
    out: ndarray | None = None,
    *,
    shape: Int | Sequence[Int] | None = None,
    copy: bool | None = None,
) -> ndarray:
    """The elements of an array in another shape.

    Parameters
    ----------
    newshape : int or tuple of int
        The shape, in which -1 infers a dimension; further special values as in `ndarray.reshape`.
    order : {'C'}, default 'C'
        The order of the elements; there is only this one.
    shape : int or tuple of int, optional
        The array API standard's name of `newshape`.
    copy : bool, optional
        False raises ValueError, as the result has its own memory.

    Examples
    --------
    >>> mx.np.reshape(mx.np.arange(6), (2, -1))
    array([[0., 1., 2.],
           [3., 4., 5.]])
    """
    if (shape is None) == (newshape is None):
        raise TypeError("reshape takes a shape: one of newshape and shape")
    if copy is False:
        raise ValueError("reshape(copy=False): the result always has memory of its own; a.reshape_view(shape) shares memory")
    return _op.reshape(a, newshape if shape is None else shape, order=order, out=out)


# What MXNet 1.9.1 shows; the array API standard's parameters come on top.
reshape.__signature__ = inspect.signature(_op_doc._np_reshape)  # type: ignore[attr-defined]


def _element_type(type):
    return type.dtype if isinstance(type, (ndarray, onp.ndarray, onp.generic)) else type


class FloatInfo(NamedTuple):
    """What `finfo` returns."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: onp.dtype


@described_by(_SHARED)
def finfo(type: str | DTypeLike | ndarray) -> Any:
    """Limits of a floating element type: bits, eps, max, min, smallest_normal, dtype.

    Returns
    -------
    numpy.finfo
        With MXNet 2.0's interface a tuple with floats of Python.

    Raises
    ------
    ValueError
        For other element types.

    Examples
    --------
    >>> float(mx.np.finfo("float32").eps) == 2.0**-23
    True
    """
    found = onp.finfo(_element_type(type))
    if not dialect().array_api_results:
        return found
    return FloatInfo(found.bits, *map(float, (found.eps, found.max, found.min, found.smallest_normal)), found.dtype)


@described_by(_SHARED)
def iinfo(type: str | DTypeLike | ndarray) -> Any:
    """Limits of an integer element type: bits, max, min.

    Returns
    -------
    numpy.iinfo

    Raises
    ------
    ValueError
        For other element types.

    Examples
    --------
    >>> mx.np.iinfo("int8").max
    127
    """
    return onp.iinfo(_element_type(type))


def tri(N: Int, M: Int | None = None, k: Int = 0, dtype: str | DTypeLike = "float32", ctx: Context | None = None) -> ndarray:
    """A matrix with ones on a diagonal and below it.

    Parameters
    ----------
    N : int
        Rows.
    M : int, optional
        Columns; N by default.
    k : int, default 0
        Which diagonal: above the main one if positive.
    dtype : str or numpy type, default 'float32'
        Element type.
    ctx : Context, optional
        The device; the current one by default.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.tri(2, 3)
    array([[1., 0., 0.],
           [1., 1., 0.]])
    """
    return array(onp.tri(N, M, k), dtype=dtype, ctx=ctx)


@described_by(_SHARED)
def tril_indices(n: Int, k: Int = 0, m: Int | None = None, ctx: Context | None = None) -> tuple[ndarray, ndarray]:
    """Positions of the lower triangle of a matrix.

    Parameters
    ----------
    k : int, default 0
        The highest diagonal that belongs to it: above the main one if positive.
    ctx : Context, optional
        The device; the current one by default.

    Returns
    -------
    (ndarray, ndarray)
        The rows and the columns, int64.

    Examples
    --------
    >>> mx.np.tril_indices(2)
    (array([0, 1, 1], dtype=int64), array([0, 0, 1], dtype=int64))
    """
    return tuple(array(places, dtype="int64", ctx=ctx) for places in onp.tril_indices(n, k, m))  # pyright: ignore[reportReturnType]


@described_by(_SHARED)
def triu_indices(n: Int, k: Int = 0, m: Int | None = None, ctx: Context | None = None) -> tuple[ndarray, ndarray]:
    """Positions of the upper triangle of a matrix.

    Parameters
    ----------
    k : int, default 0
        The lowest diagonal that belongs to it: above the main one if positive.
    ctx : Context, optional
        The device; the current one by default.

    Returns
    -------
    (ndarray, ndarray)
        The rows and the columns, int64.

    Examples
    --------
    >>> mx.np.triu_indices(2)
    (array([0, 0, 1], dtype=int64), array([0, 1, 1], dtype=int64))
    """
    return tuple(array(places, dtype="int64", ctx=ctx) for places in onp.triu_indices(n, k, m))  # pyright: ignore[reportReturnType]


def fill_diagonal(a: ndarray, val: Float | ndarray, wrap: bool = False) -> None:
    """Write to the main diagonal of an array, in place.

    Parameters
    ----------
    a : ndarray
        The array, of two dimensions, or of more that have one length.
    val : number or ndarray
        What is written; the elements of an array in turn.
    wrap : bool, default False
        Whether in a matrix with more rows than columns the diagonal begins anew below its end.

    Raises
    ------
    ValueError
        For fewer than two dimensions, or more of different lengths.

    Examples
    --------
    >>> a = mx.np.zeros((2, 2))
    >>> mx.np.fill_diagonal(a, 7)
    >>> a
    array([[7., 0.],
           [0., 7.]])
    """
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    positions = onp.zeros(a.shape, "bool")
    onp.fill_diagonal(positions, True, wrap)
    places = onp.nonzero(positions)
    if isinstance(val, (ndarray, onp.ndarray, list, tuple)):
        source = val.asnumpy() if isinstance(val, ndarray) else onp.asarray(val)
        val = array(onp.resize(source, len(places[0])), dtype=a.dtype, ctx=a.ctx)
    a[tuple(array(p, dtype="int64", ctx=a.ctx) for p in places)] = val


class UniqueAll(NamedTuple):
    """What `unique_all` returns."""

    values: ndarray
    indices: ndarray
    inverse_indices: ndarray
    counts: ndarray


class UniqueCounts(NamedTuple):
    """What `unique_counts` returns."""

    values: ndarray
    counts: ndarray


class UniqueInverse(NamedTuple):
    """What `unique_inverse` returns."""

    values: ndarray
    inverse_indices: ndarray


@described_by(USUAL)
def unique_all(x: ndarray) -> Any:
    """The different elements of an array, where they are and how often they occur.

    Returns
    -------
    (values, indices, inverse_indices, counts)
        The elements, sorted; the positions of their first occurrence; for each element of `x` its position among them, in the
        shape of `x`; and how often each occurs.

    Examples
    --------
    >>> mx.np.unique_all(mx.np.array([3, 1, 3])).counts
    array([1, 2], dtype=int64)
    """
    values, indices, inverse, counts = _op.unique(x, True, True, True)
    return UniqueAll(values, indices, inverse.reshape(x.shape), counts)


@described_by(USUAL)
def unique_counts(x: ndarray) -> Any:
    """The different elements of an array, and how often they occur.

    Returns
    -------
    (values, counts)
        The elements, sorted, and how often each occurs.

    Examples
    --------
    >>> mx.np.unique_counts(mx.np.array([3, 1, 3])).counts
    array([1, 2], dtype=int64)
    """
    return UniqueCounts(*_op.unique(x, return_counts=True))


@described_by(USUAL)
def unique_inverse(x: ndarray) -> Any:
    """The different elements of an array, and where they are.

    Returns
    -------
    (values, inverse_indices)
        The elements, sorted, and for each element of `x` its position among them, in the shape of `x`.

    Examples
    --------
    >>> mx.np.unique_inverse(mx.np.array([3, 1, 3])).inverse_indices
    array([1, 0, 1], dtype=int64)
    """
    values, inverse = _op.unique(x, return_inverse=True)
    return UniqueInverse(values, inverse.reshape(x.shape))


@described_by(USUAL)
def unique_values(x: ndarray) -> ndarray:
    """The different elements of an array, sorted.

    Examples
    --------
    >>> mx.np.unique_values(mx.np.array([3, 1, 3]))
    array([1., 3.])
    """
    return _op.unique(x)


class Inspection:
    """What the array API standard lets a program ask a namespace."""

    def capabilities(self) -> Any:
        """Which optional features there are: boolean indexing and shapes that depend on data."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 32}

    def default_device(self) -> Any:
        """The current context."""
        return current_context()

    def default_dtypes(self, *, device: Any = None) -> Any:
        """The element types that arrays have by default."""
        words = {"real floating": "float32", "complex floating": None, "integral": "int64", "indexing": "int64"}
        return {kind: word and onp.dtype(word) for kind, word in words.items()}

    def dtypes(self, *, device: Any = None, kind: Any = None) -> Any:
        """Element types by name, those of a kind (see `isdtype`) or all."""
        named = (t for t in utils.numeric_dtypes if t is not onp.float16)  # which the standard does not have
        known = {"bool": onp.dtype("bool"), **{onp.dtype(t).name: onp.dtype(t) for t in named}}
        return known if kind is None else {name: t for name, t in known.items() if isdtype(t, kind)}

    def devices(self) -> Any:
        """The contexts that arrays may be on."""
        return [cpu(0), *(gpu(i) for i in range(num_gpus()))]


def __array_namespace_info__() -> Inspection:
    """An object that answers the array API standard's questions about devices, element types and features."""
    return Inspection()
