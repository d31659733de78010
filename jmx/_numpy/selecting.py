"""Functions that pick elements, put some in, or leave some out."""

# pyright: reportReturnType=false
# numbers give what NumPy gives for them, which the types of the results leave out
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._dialects import dialect
from ..base import integer_types
from .side import alike, arrays_only, every, is_number, npi, public, side, symbolic

if TYPE_CHECKING:
    from .._typing import Float, Shape
    from ..ndarray.numpy.array import ndarray


@public
def take(
    a: ndarray | Float, indices: ndarray | Shape, axis: Shape | None = None, mode: str = "raise", out: ndarray | None = None
) -> ndarray:
    """Elements of an array at positions along an axis.

    Parameters
    ----------
    a : ndarray
        The array.
    indices : ndarray of integers
        The positions.
    axis : int, optional
        The axis; by default the array is flattened.
    mode : {'raise', 'clip', 'wrap'}, default 'raise'
        What a position out of bounds means: an error, the nearest one, or one counted around. Negative ones are out of bounds
        for 'raise' too, but count from the end with the switch for MXNet 2.0.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.take(mx.np.array([10, 20, 30]), mx.np.array([2, 0]))
    array([30., 10.])
    """
    if mode not in ("wrap", "clip", "raise"):
        raise NotImplementedError(f"function take does not support mode '{mode}'")
    negative = mode == "raise" and dialect().array_api_arguments and not symbolic
    if negative and isinstance(indices, every) and indices.dtype.kind == "i":
        places = indices.astype("int64")
        indices = npi.where(places < 0, places + (a.size if axis is None else a.shape[axis]), places)
    if axis is None:
        return npi.take(npi.reshape(a, -1), indices, 0, mode, out=out)
    return npi.take(a, indices, axis, mode, out=out)


def _where_to(obj):
    """The attributes and inputs by which `insert` and `delete` name places."""
    if isinstance(obj, slice):
        return {"start": obj.start, "stop": obj.stop, "step": 1 if obj.step is None else obj.step}, ()
    if isinstance(obj, integer_types):
        return {"int_ind": obj}, ()
    if isinstance(obj, every):
        return {}, (obj,)
    raise TypeError(f"'obj' can not support type {type(obj)}")


@public
def insert(arr: ndarray, obj: Any, values: Any, axis: Shape | None = None) -> ndarray:
    """An array with values put in.

    Parameters
    ----------
    arr : ndarray
        The array.
    obj : int, slice or ndarray of integers
        The places before which they are put.
    values : number or ndarray
        The values.
    axis : int, optional
        The axis of the places; by default the array is flattened.

    Returns
    -------
    ndarray

    Raises
    ------
    TypeError
        For other kinds of arguments.

    Examples
    --------
    >>> mx.np.insert(mx.np.array([1, 2]), 1, mx.np.array([9]))
    array([1., 9., 2.])
    """
    number = is_number(values)
    if not number:
        if not isinstance(arr, every):
            raise TypeError(f"'arr' can not support type {type(arr)}")
        if not isinstance(values, every):
            raise TypeError(f"'values' can not support type {type(values)}")
    attrs, places = _where_to(obj)
    name = "insert_slice" if isinstance(obj, slice) else "insert_tensor" if places else "insert_scalar"
    if number:
        return getattr(npi, name)(arr, *places, val=values, axis=axis, **attrs)
    return getattr(npi, name)(arr, values, *places, axis=axis, **attrs)


@public
def delete(arr: ndarray, obj: Any, axis: Shape | None = None) -> ndarray:
    """An array without some of its elements.

    Parameters
    ----------
    arr : ndarray
        The array.
    obj : int, slice or ndarray of integers
        The places that are left out.
    axis : int, optional
        The axis of the places; by default the array is flattened.

    Returns
    -------
    ndarray

    Raises
    ------
    TypeError
        For other kinds of arguments.

    Examples
    --------
    >>> mx.np.delete(mx.np.array([1, 2, 3]), 1)
    array([1., 3.])
    """
    if not isinstance(arr, every):
        raise TypeError(f"'arr' can not support type {type(arr)}")
    attrs, places = _where_to(obj)
    return npi.delete(arr, *places, axis=axis, **attrs)


@public
def diag_indices_from(arr: ndarray) -> tuple[ndarray, ...]:
    """Positions of the main diagonal of an array whose axes have one length.

    Parameters
    ----------
    arr : ndarray
        The array.

    Returns
    -------
    tuple of ndarray
        One array of positions for each axis.

    Examples
    --------
    >>> mx.np.diag_indices_from(mx.np.zeros((2, 2)))
    (array([0, 1], dtype=int64), array([0, 1], dtype=int64))
    """
    indices = npi.diag_indices_from(arr)
    return indices if symbolic else tuple(indices)


@public
def unravel_index(indices: ndarray | Shape, shape: Shape, order: str | None = "C") -> Any:
    """Positions in a flattened array as positions along the axes of the array. It has no gradient.

    Parameters
    ----------
    indices : ndarray of integers
        The positions.
    shape : tuple of int
        Shape of the array.
    order : {'C'}, default 'C'
        The order of the elements; there is only this one.

    Returns
    -------
    tuple of ndarray
        One array of positions for each axis.

    Examples
    --------
    >>> mx.np.unravel_index(mx.np.array([5], dtype="int64"), (2, 3))
    (array([1], dtype=int64), array([2], dtype=int64))
    """
    if order != "C":
        raise NotImplementedError("Do not support column-major (Fortran-style) order at this moment")
    if symbolic:
        return npi.unravel_index_fallback(indices, shape=shape)
    if is_number(indices):
        return np.unravel_index(indices, shape)
    return tuple(npi.unravel_index_fallback(indices, shape=shape))


def _shares(a, b):
    if symbolic:
        return npi.share_memory(a, b)
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return np.may_share_memory(*(x if isinstance(x, np.ndarray) else x._host_memory() for x in (a, b)))
    return a._overlaps(b)


@public
def shares_memory(a: ndarray | Float, b: Any, max_work: Any = None) -> bool:
    """Whether two arrays share memory.

    Parameters
    ----------
    a, b : ndarray
        The arrays.
    max_work : optional
        NumPy's limit of the effort; the answer needs none.

    Returns
    -------
    bool

    Examples
    --------
    >>> mx.np.shares_memory(mx.np.zeros(2), mx.np.zeros(2))
    False
    """
    return _shares(a, b)


@public
def may_share_memory(a: ndarray | Float, b: Any, max_work: Any = None) -> bool:
    """Whether two arrays share memory.

    Parameters
    ----------
    a, b : ndarray
        The arrays.
    max_work : optional
        NumPy's limit of the effort; the answer needs none.

    Returns
    -------
    bool

    Examples
    --------
    >>> mx.np.may_share_memory(mx.np.zeros(2), mx.np.zeros(2))
    False
    """
    return _shares(a, b)


def _choose(condition: ndarray, x: ndarray | Float, y: ndarray | Float) -> ndarray:
    """Elements of `x` where `condition` is not 0, and of `y` elsewhere; shapes broadcast.

    Examples
    --------
    >>> mx.np.where(mx.np.array([1, 0]), mx.np.array([10, 20]), mx.np.array([-1, -2]))
    array([10., -2.])
    """
    if is_number(condition):
        return x if condition != 0 else y
    adopted = side.adopted([condition, x, y])
    if adopted:
        condition, x, y = adopted
    if is_number(x) and is_number(y):
        return npi.where_scalar2(condition, x=float(x), y=float(y), out=None)
    if isinstance(x, every) and isinstance(y, every):
        x, y = alike((x, y))
        return npi.where(condition, x, y, out=None)
    if isinstance(y, every):
        return npi.where_lscalar(condition, y, float(x), out=None)
    if isinstance(x, every):
        return npi.where_rscalar(condition, x, float(y), out=None)
    raise TypeError(f"type {type(x)} and {type(y)} not supported")


@arrays_only
def nonzero(a: ndarray | Float) -> tuple[ndarray, ...]:
    """Positions of the elements that are not 0.

    Parameters
    ----------
    a : ndarray
        The array. One without axes counts as a vector; with the switch for MXNet 2.0 it raises ValueError.

    Returns
    -------
    tuple of ndarray of int64
        One for each axis.

    Examples
    --------
    >>> mx.np.nonzero(mx.np.array([[0, 5], [7, 0]]))
    (array([0, 1], dtype=int64), array([1, 0], dtype=int64))
    """
    if dialect().numpy_errors and isinstance(a, every) and not a.ndim:
        raise ValueError("nonzero of an array without axes is not defined. Use np.atleast_1d(a).nonzero().")
    positions = npi.nonzero(a).transpose()
    return tuple(positions[i] for i in range(len(positions)))


@arrays_only
def where(condition: ndarray, x: ndarray | Float | None = None, y: ndarray | Float | None = None) -> Any:
    """Elements of one array where a condition holds, and of another one elsewhere.

    Parameters
    ----------
    condition : ndarray or number
        Holds where it is not 0.
    x, y : ndarray or number, optional
        What is chosen from; shapes broadcast. Without both, the result is that of `nonzero`.

    Returns
    -------
    ndarray, or tuple of ndarray

    Examples
    --------
    >>> mx.np.where(mx.np.array([1, 0]), mx.np.array([10, 20]), mx.np.array([-1, -2]))
    array([10., -2.])
    """
    return nonzero(condition) if x is None and y is None else _choose(condition, x, y)


def families():
    """Symbols know no `nonzero`: their `where` takes all three arguments."""
    if symbolic:
        _choose.__name__ = "where"
        side.public(_choose)
