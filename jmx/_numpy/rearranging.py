"""Functions that move, repeat, or surround elements."""

# pyright: reportReturnType=false
# numbers give what NumPy gives for them, which the types of the results leave out
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._dialects import dialect
from .side import array, every, is_number, npi, public, symbolic
from .v2 import AxisError, with_booleans

if TYPE_CHECKING:
    from .._typing import Float, Int, Shape
    from ..ndarray.numpy.array import ndarray


@public
def expand_dims(a: ndarray | Float, axis: Shape | None) -> ndarray:
    """An array with a new axis of length 1.

    Parameters
    ----------
    a : ndarray
        The array.
    axis : int
        The position of the new axis; negative ones count from the end.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.expand_dims(mx.np.array([1, 2]), 0).shape, mx.np.expand_dims(mx.np.array([1, 2]), 1).shape
    ((1, 2), (2, 1))
    """
    if dialect().numpy_errors and isinstance(a, array) and not symbolic and not -a.ndim - 1 <= axis <= a.ndim:
        raise AxisError(f"expand_dims: axis must be in the range [{-a.ndim - 1}, {a.ndim}], got {axis}")
    return npi.expand_dims(a, axis)


@public
def swapaxes(a: ndarray | Float, axis1: Int, axis2: Int) -> ndarray:
    """An array with two axes exchanged.

    Parameters
    ----------
    a : ndarray
        The array.
    axis1, axis2 : int
        The axes.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.swapaxes(mx.np.zeros((2, 3, 4)), 0, 2).shape
    (4, 3, 2)
    """
    return npi.swapaxes(a, dim1=axis1, dim2=axis2)


@public
def tile(A: Any, reps: Any) -> ndarray:
    """An array repeated.

    Parameters
    ----------
    A : ndarray or number
        The array.
    reps : int or tuple of int
        How often, along the last axis or along each.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.tile(mx.np.array([1, 2]), 2)
    array([1., 2., 1., 2.])
    >>> mx.np.tile(mx.np.array([1, 2]), (2, 1))
    array([[1., 2.],
           [1., 2.]])
    """
    if is_number(A):
        return np.tile(A, reps)
    if isinstance(A, array):
        return npi.tile(A, reps=reps)
    raise TypeError(f"type {type(A)} not supported")


@public
def ravel(x: ndarray | Float, order: str | None = "C") -> ndarray:
    """The elements of an array in one dimension.

    Parameters
    ----------
    x : ndarray or number
        The array.
    order : {'C'}, default 'C'
        The order of the elements; there is only this one.

    Returns
    -------
    ndarray

    Raises
    ------
    NotImplementedError
        For the order 'F'.
    TypeError
        For anything else.

    Examples
    --------
    >>> mx.np.ravel(mx.np.arange(6).reshape(2, 3))
    array([0., 1., 2., 3., 4., 5.])
    """
    if order == "F":
        raise NotImplementedError(f"order {order} is not supported")
    if is_number(x):
        return np.reshape(x, -1)
    if isinstance(x, every):
        return npi.reshape(x, -1)
    raise TypeError(f"type {type(x)} not supported")


@public
def flip(m: ndarray, axis: Shape | None = None, out: ndarray | None = None) -> ndarray:
    """An array with its elements in reverse order.

    Parameters
    ----------
    m : ndarray or number
        The array.
    axis : int or tuple of int, optional
        Along which axes; all by default.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.flip(mx.np.arange(6).reshape(2, 3), axis=1)
    array([[2., 1., 0.],
           [5., 4., 3.]])
    """
    if is_number(m):
        return np.flip(m, axis)
    if isinstance(m, array):
        return npi.flip(m, axis, out=out)
    raise TypeError(f"type {type(m)} not supported")


@public
def flipud(m: ndarray) -> ndarray:
    """An array with its rows, along the first axis, in reverse order.

    Parameters
    ----------
    m : ndarray
        The array.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.flipud(mx.np.arange(6).reshape(2, 3))
    array([[3., 4., 5.],
           [0., 1., 2.]])
    """
    return flip(m, 0)


@public
def fliplr(m: ndarray) -> ndarray:
    """An array with its columns, along the second axis, in reverse order.

    Parameters
    ----------
    m : ndarray
        The array.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.fliplr(mx.np.arange(6).reshape(2, 3))
    array([[2., 1., 0.],
           [5., 4., 3.]])
    """
    return flip(m, 1)


@public
def rot90(m: ndarray, k: Int = 1, axes: Any = (0, 1)) -> ndarray:
    """An array rotated by 90 degrees in the plane of two axes.

    Parameters
    ----------
    m : ndarray
        The array.
    k : int, default 1
        How many times it is rotated, from the first axis towards the second.
    axes : pair of int, default (0, 1)
        The two axes.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.rot90(mx.np.arange(6).reshape(2, 3))
    array([[2., 5.],
           [1., 4.],
           [0., 3.]])
    """
    return npi.rot90(m, k=k, axes=axes)


@public
def resize(a: ndarray | Float, new_shape: Any) -> ndarray:
    """An array of another shape, filled with the elements of an array over and over. It has no gradient.

    Parameters
    ----------
    a : ndarray
        The elements.
    new_shape : int or tuple of int
        The shape.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.resize(mx.np.array([1, 2, 3]), (2, 2))
    array([[1., 2.],
           [3., 1.]])
    """
    return npi.resize_fallback(a, new_shape=new_shape)


@public
def tril(m: ndarray, k: Int = 0) -> ndarray:
    """The lower triangle of matrices, the rest being 0.

    Parameters
    ----------
    m : ndarray
        Matrices, (..., rows, columns).
    k : int, default 0
        The highest diagonal that is kept: above the main one if positive.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.tril(mx.np.ones((3, 3)))
    array([[1., 0., 0.],
           [1., 1., 0.],
           [1., 1., 1.]])
    """
    return (npi.tril if symbolic else with_booleans(npi.tril))(m, k)


@public
def pad(x: ndarray | Float, pad_width: Any = None, mode: str = "constant", **kwargs: Any) -> ndarray:
    """An array with elements added at its edges.

    Parameters
    ----------
    x : ndarray
        The array.
    pad_width : tuple of pairs of int
        How many elements are added before and after, for each axis.
    mode : {'constant', 'edge', 'reflect', 'symmetric', 'maximum', 'minimum'}, default 'constant'
        What they are.
    **kwargs
        `constant_values`: the number for 'constant'; 0 by default.

    Returns
    -------
    ndarray

    Raises
    ------
    TypeError
        The widths are no tuple of integers.
    ValueError
        For other modes and keywords.

    Examples
    --------
    >>> mx.np.pad(mx.np.array([[1, 2]]), ((1, 0), (0, 2)))
    array([[0., 0., 0., 0.],
           [1., 2., 0., 0.]])
    """
    return _pad(x, pad_width, mode, kwargs)


_PAD_OPTIONS = {
    "constant": ["constant_values"], "edge": [], "linear_ramp": ["end_values"], "maximum": ["stat_length"],
    "mean": ["stat_length"], "median": ["stat_length"], "minimum": ["stat_length"], "reflect": ["reflect_type"],
    "symmetric": ["reflect_type"], "wrap": [],
}  # fmt: skip


_NO_PAD = ("linear_ramp", "wrap", "median", "mean", "empty")


def _pad(x, pad_width, mode, options):
    if np.asarray(pad_width).dtype.kind != "i":
        raise TypeError("`pad_width` must be of integral type.")
    if not isinstance(pad_width, tuple):
        raise TypeError("`pad_width` must be tuple.")
    if mode in _NO_PAD or callable(mode):
        raise ValueError(f"mode { {'<function>' if callable(mode) else mode} } is not supported.")
    if mode not in _PAD_OPTIONS:
        raise ValueError(f"mode {mode!r} is not supported; there are {', '.join(m for m in _PAD_OPTIONS if m not in _NO_PAD)}")
    for key in options:
        if key not in _PAD_OPTIONS[mode]:
            raise ValueError(f"{key} keyword not in allowed keywords {_PAD_OPTIONS[mode]}")
    attrs = {}
    if mode == "constant":
        value = options.get("constant_values", 0)
        if isinstance(value, tuple):
            raise TypeError("unsupported constant_values type: {'tuple'}.")
        attrs["constant_value"] = value
    elif mode in ("symmetric", "reflect"):
        if options.get("reflect_type", "even") not in ("even", None):
            raise ValueError(f"unsupported reflect_type '{options['reflect_type']}'")
        attrs["reflect_type"] = "even"
    elif options.get("stat_length") is not None:
        raise ValueError(f"unsupported stat_length '{options['stat_length']}'")
    return npi.pad(x, pad_width, mode=mode, **attrs)
