"""Functions that MXNet 2.0 and the array API standard have and MXNet 1.9.1 lacks."""

# pyright: reportReturnType=false
# numbers give what NumPy gives for them, which the types of the results leave out
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._described import described_by
from ..util.ufuncs import _check_ufunc_options
from . import elementwise
from .side import array, arrays_only, functions, npi, public, side
from .usual import USUAL

if TYPE_CHECKING:
    from .._typing import DTypeLike, Float, Int, Shape
    from ..ndarray.numpy.array import ndarray

#: name -> name of the function that it is another name of
SAME = {
    "acos": "arccos", "acosh": "arccosh", "asin": "arcsin", "asinh": "arcsinh", "atan": "arctan", "atan2": "arctan2",
    "atanh": "arctanh", "pow": "power", "concat": "concatenate", "bitwise_invert": "invert",
}  # fmt: skip
#: name -> (NumPy's function for numbers, and as in `elementwise.BINARY`: the form for a number on the left, text, example)
BINARY = {
    "floor_divide": (np.floor_divide, "r", "floor(x1 / x2).", "[7, -7], 2 -> [ 3., -4.]"),
    "fmod": (np.fmod, "r", "Remainder of x1 / x2, with the sign of x1.", "[5, -5], 3 -> [ 2., -2.]"),
    "fmax": (np.fmax, None, "The greater of both; a number wins over NaN.", "[1, mx.np.nan], [2, 0] -> [2., 0.]"),
    "fmin": (np.fmin, None, "The lesser of both; a number wins over NaN.", "[1, mx.np.nan], [2, 0] -> [1., 0.]"),
    "logaddexp": (np.logaddexp, None, "log(exp(x1) + exp(x2)), without overflow.", "[0, 1], [0, 1] ~> [0.6931, 1.6931]"),
    "nextafter": (
        np.nextafter,
        "r",
        "The next floating number after x1 towards x2.",
        ">>> mx.np.nextafter(mx.np.array([1]), mx.np.array([2])).asnumpy() == np.float32(1 + 2**-23)\narray([ True])",
    ),
    "gcd": (np.gcd, None, "Greatest common divisor of integers.", "[4, 6], [6, 9] -> [2, 3], dtype=int32"),
    "bitwise_left_shift": (np.left_shift, "r", "Bits of integers moved x2 places up.", "[1, 2], [1, 3] -> [ 2, 16], dtype=int32"),
    "bitwise_right_shift": (
        np.right_shift,
        "r",
        "Bits of integers moved x2 places down.",
        "[4, 16], [1, 3] -> [2, 2], dtype=int32",
    ),
    "logical_and": (np.logical_and, None, "Whether both are not 0.", "[1, 0], [1, 1] -> [ True, False]"),
    "logical_or": (np.logical_or, None, "Whether one of them is not 0.", "[1, 0], [0, 0] -> [ True, False]"),
    "logical_xor": (np.logical_xor, None, "Whether exactly one of them is not 0.", "[1, 0], [1, 1] -> [False,  True]"),
}


@public
@described_by(USUAL)
def triu(m: ndarray, k: Int = 0) -> ndarray:
    """The upper triangle of matrices, the rest being 0.

    Parameters
    ----------
    m : ndarray
        Matrices, (..., rows, columns).
    k : int, default 0
        The lowest diagonal that is kept: above the main one if positive.

    Examples
    --------
    >>> mx.np.triu(mx.np.ones((3, 3)))
    array([[1., 1., 1.],
           [0., 1., 1.],
           [0., 0., 1.]])
    """
    return npi.triu(m, k)


@public
@described_by(USUAL)
def kron(a: ndarray | Float, b: Any) -> ndarray:
    """Kronecker product: blocks of `b`, each multiplied by an element of `a`.

    Parameters
    ----------
    a, b : ndarray
        The arrays.

    Examples
    --------
    >>> mx.np.kron(mx.np.array([1, 10]), mx.np.array([1, 2]))
    array([ 1.,  2., 10., 20.])
    """
    return npi.kron(a, b)


@public
def cross(a: ndarray | Float, b: Any, axisa: Any = -1, axisb: Any = -1, axisc: Any = -1, axis: Shape | None = None) -> ndarray:
    """Cross products of vectors of 3 or 2 elements.

    Parameters
    ----------
    a, b : ndarray
        The vectors.
    axisa, axisb : int, default -1
        The axes of `a` and `b` along which they lie.
    axisc : int, default -1
        The axis of the result along which the products lie.
    axis : int, optional
        One number for the three.

    Returns
    -------
    ndarray
        Vectors of 2 elements give numbers.

    Examples
    --------
    >>> mx.np.cross(mx.np.array([1, 0, 0]), mx.np.array([0, 1, 0]))
    array([0., 0., 1.])
    """
    return npi.cross(a, b, axisa, axisb, axisc, axis)


@public
@described_by(USUAL)
def vecdot(x1: ndarray | Float, x2: ndarray | Float, axis: Shape | None = -1) -> ndarray:
    """Sums of products of vectors.

    Parameters
    ----------
    x1, x2 : ndarray
        The vectors; the other axes broadcast.
    axis : int, default -1
        The axis along which they lie.

    Examples
    --------
    >>> mx.np.vecdot(mx.np.array([[1, 2], [3, 4]]), mx.np.array([[1, 2], [3, 4]]))
    array([ 5., 25.])
    """
    return npi.vecdot(x1, x2, axis)


@public
@described_by(USUAL)
def matrix_transpose(x: ndarray | Float) -> ndarray:
    """Matrices with rows and columns exchanged.

    Parameters
    ----------
    x : ndarray
        Matrices, (..., m, n).

    Examples
    --------
    >>> mx.np.matrix_transpose(mx.np.array([[1, 2], [3, 4]]))
    array([[1., 3.],
           [2., 4.]])
    """
    return x.swapaxes(-1, -2)


@public
@described_by(USUAL)
def permute_dims(a: ndarray | Float, axes: Any = None) -> ndarray:
    """An array with its axes in another order.

    Parameters
    ----------
    axes : tuple of int, optional
        The order; reversed by default.

    Examples
    --------
    >>> mx.np.permute_dims(mx.np.zeros((2, 3, 4)), (2, 0, 1)).shape
    (4, 2, 3)
    """
    return a.transpose() if axes is None else a.transpose(*axes)


@public
def take_along_axis(arr: ndarray, indices: ndarray | Shape, axis: Shape | None = -1) -> ndarray:
    """Elements at positions along an axis, which are given for every place of the other axes.

    Parameters
    ----------
    arr : ndarray
        The array.
    indices : ndarray of integers
        The positions.
    axis : int or None, default -1
        The axis; None flattens the array.

    Returns
    -------
    ndarray
        Of the shape of `indices`.

    Examples
    --------
    >>> mx.np.take_along_axis(mx.np.array([[10, 20], [30, 40]]), mx.np.array([[1], [0]], dtype="int64"), axis=1)
    array([[20.],
           [30.]])
    """
    return npi.take_along_axis(arr, indices, axis)


def _cumulative(run, start, x, axis, dtype, include_initial):
    if axis is None:
        if x.ndim > 1:
            raise ValueError(f"axis must be given for an array of {x.ndim} dimensions")
        axis = 0
    kind = np.dtype(x.dtype).kind
    dtype = dtype or (kind in "bi" and "int64") or (kind == "u" and "uint64")
    x = x.astype(dtype) if dtype else x
    sums = run(x, axis)
    if not include_initial:
        return sums
    shape = [1 if i == axis % x.ndim else n for i, n in enumerate(x.shape)]
    first = functions["full"](tuple(shape), start, dtype=sums.dtype, ctx=x.ctx)
    return functions["concatenate"]([first, sums], axis=axis)


@public
@described_by(USUAL)
def median(
    a: ndarray | Float, axis: Shape | None = None, out: ndarray | None = None, overwrite_input: Any = None, keepdims: bool = False
) -> ndarray:
    """Median over axes.

    Parameters
    ----------
    axis : int or tuple of int, optional
        The axes; all by default.
    overwrite_input : bool, optional
        Whether `a` may be changed; it never is.

    Examples
    --------
    >>> mx.np.median(mx.np.array([1, 2, 10]), axis=0)
    array(2.)
    """
    return functions["quantile"](a, 0.5, axis=axis, out=out, keepdims=keepdims)


@arrays_only
@described_by(USUAL)
def cumulative_sum(
    x: ndarray | Float, axis: Shape | None = None, dtype: DTypeLike | None = None, include_initial: Any = False
) -> ndarray:
    """Running sums along an axis.

    Parameters
    ----------
    axis : int, optional
        The axis, which only a vector needs not name.
    dtype : str or numpy type, optional
        Element type of the result; by default that of floats, and int64 or uint64 for integers.
    include_initial : bool, default False
        Begin with a 0.

    Raises
    ------
    ValueError
        No axis is given for several dimensions.

    Examples
    --------
    >>> mx.np.cumulative_sum(mx.np.array([1, 2, 3]))
    array([1., 3., 6.])
    """
    return _cumulative(lambda x, axis: x.cumsum(axis), 0, x, axis, dtype, include_initial)


@arrays_only
@described_by(USUAL)
def cumulative_prod(
    x: ndarray | Float, axis: Shape | None = None, dtype: DTypeLike | None = None, include_initial: Any = False
) -> ndarray:
    """Running products along an axis.

    Parameters
    ----------
    axis : int, optional
        The axis, which only a vector needs not name.
    dtype : str or numpy type, optional
        Element type of the result; by default that of floats, and int64 or uint64 for integers.
    include_initial : bool, default False
        Begin with a 1.

    Raises
    ------
    ValueError
        No axis is given for several dimensions.

    Examples
    --------
    >>> mx.np.cumulative_prod(mx.np.array([1, 2, 3]))
    array([1., 2., 6.])
    """
    return _cumulative(npi.cumprod, 1, x, axis, dtype, include_initial)


@arrays_only
def unstack(x: ndarray | Float, axis: Shape | None = 0) -> tuple[ndarray, ...]:
    """The slices of an array along an axis.

    Parameters
    ----------
    x : ndarray
        The array.
    axis : int, default 0
        The axis.

    Returns
    -------
    tuple of ndarray

    Raises
    ------
    ValueError
        The axis does not exist.

    Examples
    --------
    >>> mx.np.unstack(mx.np.array([[1, 2], [3, 4]]))
    (array([1., 2.]), array([3., 4.]))
    """
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(f"axis {axis} is out of bounds for an array of {x.ndim} dimensions")
    before = (slice(None),) * (axis % x.ndim)
    return tuple(x[(*before, i)] for i in range(x.shape[axis]))


def _copied(value, on_numbers):
    return value.copy() if isinstance(value, array) else on_numbers(value)


#: what docstrings here have in common
_SHARED = """
Parameters
----------
axis : int, optional
    The axis, which only a vector needs not name.
dtype : str or numpy type, optional
    Element type of the result; by default that of floats, and int64 or uint64 for integers.
val : ndarray or number
    The numbers.

Returns
-------
ndarray, or NumPy's result for a number
"""


@arrays_only
@described_by(_SHARED)
def conj(x: ndarray | Float) -> ndarray:
    """The complex conjugates: the numbers themselves, as all are real.

    Parameters
    ----------
    x : ndarray or number
        The numbers.

    Examples
    --------
    >>> mx.np.conj(mx.np.array([1, -2]))
    array([ 1., -2.])
    """
    return _copied(x, np.conj)


@arrays_only
@described_by(_SHARED)
def real(val: Any) -> ndarray:
    """The real parts: the numbers themselves, as all are real.

    Examples
    --------
    >>> mx.np.real(mx.np.array([1, -2]))
    array([ 1., -2.])
    """
    return _copied(val, np.real)


@arrays_only
@described_by(_SHARED, USUAL)
def positive(x: ndarray | Float, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """A copy of an array.

    Parameters
    ----------
    x : ndarray or number
        The array.
    **kwargs
        NumPy's keywords of ufuncs, accepted with their default values.

    Examples
    --------
    >>> mx.np.positive(mx.np.array([1, -2]))
    array([ 1., -2.])
    """
    if kwargs:
        _check_ufunc_options("positive", kwargs)
    return npi.copyto(x, out=out) if isinstance(x, array) else np.positive(x)


@arrays_only
@described_by(USUAL)
def rollaxis(a: ndarray | Float, axis: Shape | None, start: Any = 0) -> ndarray:
    """An array with one axis moved before another one.

    Parameters
    ----------
    axis : int
        The axis that moves.
    start : int, default 0
        The axis that it comes before.

    Raises
    ------
    ValueError
        An axis does not exist.

    Examples
    --------
    >>> mx.np.rollaxis(mx.np.zeros((2, 3, 4)), 2).shape
    (4, 2, 3)
    """
    if not isinstance(a, array):
        return np.rollaxis(a, axis, start)
    if not -a.ndim <= axis < a.ndim or not -a.ndim <= start <= a.ndim:
        raise ValueError(f"rollaxis: axis={axis}, start={start} are out of bounds for an array of {a.ndim} dimensions")
    axis, start = axis % a.ndim, start + a.ndim * (start < 0)
    axes = [i for i in range(a.ndim) if i != axis]
    axes.insert(start - (axis < start), axis)
    return a.transpose(axes)


@arrays_only
@described_by(_SHARED)
def imag(val: Any) -> ndarray:
    """The imaginary parts: zeros, as all numbers are real.

    Examples
    --------
    >>> mx.np.imag(mx.np.array([1, -2]))
    array([0., 0.])
    """
    return functions["zeros_like"](val) if isinstance(val, array) else np.imag(val)


def families():
    """Functions made from tables."""
    for name, other in SAME.items():
        functions[name] = functions[other]
    for name, (on_numbers, reverse, text, example) in BINARY.items():
        elementwise.binary(side, name, name, on_numbers, reverse, text, example)
