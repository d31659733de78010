"""Functions that reduce axes, or combine neighbours along them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dialects import dialect
from ..util import is_np_default_dtype
from .side import alike, array, every, functions, is_number, npi, public, symbolic, type_name

if TYPE_CHECKING:
    from .._typing import DTypeLike, Float, Int, Shape
    from ..ndarray.numpy.array import ndarray


def _wide_of(a):
    """float64 for the mean of integers where that is the default type, else None."""
    return "float64" if is_np_default_dtype() and isinstance(a, array) and not symbolic and a.dtype.kind in "iub" else None


def _reduced(a, axis):
    """How many elements each element of the result stands for."""
    return math.prod(a.shape) if axis is None else math.prod(a.shape[i] for i in np.atleast_1d(axis)) if a.ndim else 1


def _spread(function, a, axis, dtype, out, ddof, keepdims, correction, power):
    attrs = {"axis": axis, "dtype": type_name(dtype, None), "keepdims": keepdims}
    if correction is None or int(correction) == correction:
        return function(a, ddof=ddof if correction is None else int(correction), out=out, **attrs)
    if symbolic or out is not None:
        raise NotImplementedError(f"correction={correction} is not supported for symbols and with out: only whole numbers are")
    count = _reduced(a, axis)
    return function(a, ddof=0, **attrs) * (count / (count - correction) if count > correction else math.inf) ** power


@public
def mean(
    a: ndarray | Float,
    axis: Shape | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
    keepdims: bool = False,
) -> ndarray:
    """Mean over axes.

    Parameters
    ----------
    a : ndarray
        The array.
    axis : int or tuple of int, optional
        The axes; all by default.
    dtype : str or numpy type, optional
        Element type of the result; that of `a` by default, float32 for integers.
    out : ndarray, optional
        Where to write the result.
    keepdims : bool, default False
        Keep reduced axes, with length 1.

    Returns
    -------
    ndarray
        The mean of no elements is 0, or NaN with the switch for MXNet 2.0.

    Examples
    --------
    >>> mx.np.mean(mx.np.arange(6).reshape(2, 3))
    array(2.5)
    >>> mx.np.mean(mx.np.arange(6).reshape(2, 3), axis=0)
    array([1.5, 2.5, 3.5])
    """
    result = npi.mean(a, axis=axis, dtype=type_name(dtype, _wide_of(a)), keepdims=keepdims, out=out)
    if dialect().numpy_reductions and isinstance(a, array) and not symbolic and not a.size and not _reduced(a, axis):
        return npi.multiply_scalar(result, scalar=math.nan, out=out)
    return result


@public
def std(
    a: ndarray | Float,
    axis: Shape | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
    ddof: Int = 0,
    keepdims: bool = False,
    *,
    correction: Any = None,
) -> ndarray:
    """Standard deviation over axes.

    Parameters
    ----------
    a : ndarray
        The array.
    axis : int or tuple of int, optional
        The axes; all by default.
    dtype : str or numpy type, optional
        Element type of the result; that of `a` by default, float32 for integers.
    out : ndarray, optional
        Where to write the result.
    ddof : int, default 0
        What the number of elements is lessened by before the squares are divided by it.
    keepdims : bool, default False
        Keep reduced axes, with length 1.
    correction : number, optional
        MXNet 2.0's name of `ddof`.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.std(mx.np.array([[1, 2], [3, 6]]), axis=0)
    array([1., 2.])
    """
    return _spread(npi.std, a, axis, dtype, out, ddof, keepdims, correction, 0.5)


@public
def var(
    a: ndarray | Float,
    axis: Shape | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
    ddof: Int = 0,
    keepdims: bool = False,
    *,
    correction: Any = None,
) -> ndarray:
    """Variance over axes.

    Parameters
    ----------
    a : ndarray
        The array.
    axis : int or tuple of int, optional
        The axes; all by default.
    dtype : str or numpy type, optional
        Element type of the result; that of `a` by default, float32 for integers.
    out : ndarray, optional
        Where to write the result.
    ddof : int, default 0
        What the number of elements is lessened by before the squares are divided by it.
    keepdims : bool, default False
        Keep reduced axes, with length 1.
    correction : number, optional
        MXNet 2.0's name of `ddof`.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.var(mx.np.array([[1, 2], [3, 6]]), axis=0)
    array([1., 4.])
    """
    return _spread(npi.var, a, axis, dtype, out, ddof, keepdims, correction, 1)


@public
def average(
    a: ndarray | Float, axis: Shape | None = None, weights: Any = None, returned: bool = False, out: ndarray | None = None
) -> Any:
    """Mean over axes, with weights.

    Parameters
    ----------
    a : ndarray
        The array.
    axis : int or tuple of int, optional
        The axes; all by default.
    weights : ndarray, optional
        Of the shape of `a`, or of the axis; equal ones by default.
    returned : bool, default False
        Return the sum of the weights, too.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray, or (ndarray, ndarray)

    Examples
    --------
    >>> mx.np.average(mx.np.array([1, 2]), weights=mx.np.array([3, 1]))
    array(1.25)
    """
    if weights is None:
        return npi.average(a, axis=axis, returned=returned, weighted=False, out=out)
    return npi.average(a, weights, axis=axis, returned=returned, out=out)


def _searched(a):
    """`a`, or booleans as integers with MXNet 2.0's interface; MXNet 1.9.1 refuses them."""
    return a.astype("int8") if dialect().boolean_inputs and isinstance(a, every) and not symbolic and a.dtype == bool else a


@public
def argmax(a: ndarray | Float, axis: Shape | None = None, out: ndarray | None = None, keepdims: bool = False) -> ndarray:
    """Positions of the greatest elements along an axis; of equal ones the first.

    Parameters
    ----------
    a : ndarray
        The array.
    axis : int, optional
        The axis; by default the array is flattened.
    out : ndarray, optional
        Where to write the result.
    keepdims : bool, default False
        Keep reduced axes, with length 1.

    Returns
    -------
    ndarray of int64

    Examples
    --------
    >>> mx.np.argmax(mx.np.array([[1, 5], [4, 2]]), axis=1)
    array([1, 0], dtype=int64)
    """
    return npi.argmax(_searched(a), axis=axis, keepdims=keepdims, out=out)


@public
def argmin(a: ndarray | Float, axis: Shape | None = None, out: ndarray | None = None, keepdims: bool = False) -> ndarray:
    """Positions of the smallest elements along an axis; of equal ones the first.

    Parameters
    ----------
    a : ndarray
        The array.
    axis : int, optional
        The axis; by default the array is flattened.
    out : ndarray, optional
        Where to write the result.
    keepdims : bool, default False
        Keep reduced axes, with length 1.

    Returns
    -------
    ndarray of int64

    Examples
    --------
    >>> mx.np.argmin(mx.np.array([[1, 5], [4, 2]]), axis=1)
    array([0, 1], dtype=int64)
    """
    return npi.argmin(_searched(a), axis=axis, keepdims=keepdims, out=out)


def _ranked(a, q, factor, axis, out, overwrite_input, interpolation, keepdims):
    if overwrite_input is not None:
        raise NotImplementedError("overwrite_input is not supported yet")
    attrs = {"axis": axis, "interpolation": interpolation, "keepdims": keepdims, "out": out}
    if is_number(q):
        return npi.percentile(a, q_scalar=q * factor, **attrs)
    return npi.percentile(a, q if factor == 1 else q * factor, q_scalar=None, **attrs)


@public
def percentile(
    a: ndarray | Float,
    q: Any,
    axis: Shape | None = None,
    out: ndarray | None = None,
    overwrite_input: Any = None,
    interpolation: Any = "linear",
    keepdims: bool = False,
) -> ndarray:
    """Percentiles over axes.

    Parameters
    ----------
    a : ndarray
        The array.
    q : number or ndarray
        Which percentiles, from 0 to 100.
    axis : int or tuple of int, optional
        The axes; all by default.
    out : ndarray, optional
        Where to write the result.
    overwrite_input : None
        Not supported.
    interpolation : {'linear', 'lower', 'higher', 'midpoint', 'nearest'}, default 'linear'
        What is taken between two elements.
    keepdims : bool, default False
        Keep reduced axes, with length 1.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.percentile(mx.np.array([1, 2, 3, 4]), 50)
    array(2.5)
    """
    return _ranked(a, q, 1, axis, out, overwrite_input, interpolation, keepdims)


@public
def quantile(
    a: ndarray | Float,
    q: Any,
    axis: Shape | None = None,
    out: ndarray | None = None,
    overwrite_input: Any = None,
    interpolation: Any = "linear",
    keepdims: bool = False,
) -> ndarray:
    """Quantiles over axes.

    Parameters
    ----------
    a : ndarray
        The array.
    q : number or ndarray
        Which quantiles, from 0 to 1.
    axis : int or tuple of int, optional
        The axes; all by default.
    out : ndarray, optional
        Where to write the result.
    overwrite_input : None
        Not supported.
    interpolation : {'linear', 'lower', 'higher', 'midpoint', 'nearest'}, default 'linear'
        What is taken between two elements.
    keepdims : bool, default False
        Keep reduced axes, with length 1.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.quantile(mx.np.array([1, 2, 3, 4]), 0.25)
    array(1.75)
    """
    return _ranked(a, q, 100, axis, out, overwrite_input, interpolation, keepdims)


@public
def histogram(
    a: ndarray | Float, bins: Any = 10, range: Any = None, normed: Any = None, weights: Any = None, density: Any = None
) -> tuple[ndarray, ndarray]:
    """How many elements lie in each of several intervals.

    Parameters
    ----------
    a : ndarray
        The array.
    bins : int or ndarray, default 10
        How many intervals of equal length there are, which needs `range`; or their edges.
    range : pair of numbers, optional
        Where the intervals begin and end.
    normed, weights, density : optional
        Not supported.

    Returns
    -------
    (ndarray, ndarray)
        The counts and the edges.

    Raises
    ------
    NotImplementedError
        For `normed`, `weights`, `density`, and for a number of intervals without `range`.

    Examples
    --------
    >>> mx.np.histogram(mx.np.array([0.1, 0.2, 0.9]), bins=2, range=(0, 1))
    [array([2, 1], dtype=int64), array([0. , 0.5, 1. ])]
    """
    if normed is True:
        raise NotImplementedError("normed is not supported yet...")
    if weights is not None:
        raise NotImplementedError("weights is not supported yet...")
    if density is True:
        raise NotImplementedError("density is not supported yet...")
    if is_number(bins):
        if range is None:
            raise NotImplementedError("automatic range is not supported yet...")
        return npi.histogram(a, bin_cnt=bins, range=range)
    if isinstance(bins, (list, tuple)):
        raise NotImplementedError("array_like bins is not supported yet...")
    if isinstance(bins, str):
        raise NotImplementedError("string bins is not supported yet...")
    if isinstance(bins, every):
        return npi.histogram(a, bins)
    raise ValueError(f"np.histogram fails with bins of type {type(bins)}")


@public
def bincount(x: ndarray | Float, weights: Any = None, minlength: Any = 0) -> ndarray:
    """How often every whole number from 0 on occurs in an array.

    Parameters
    ----------
    x : ndarray of integers
        The array, none of whose elements is negative.
    weights : ndarray, optional
        What each element counts; 1 by default.
    minlength : int, default 0
        The least length of the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.bincount(mx.np.array([0, 2, 2], dtype="int64"))
    array([1, 0, 2], dtype=int64)
    """
    if not symbolic and not isinstance(x, every):
        raise TypeError("Input data should be NDarray")
    if minlength < 0:
        raise ValueError("Minlength value should greater than 0")
    if weights is None:
        return npi.bincount(x, minlength=minlength, has_weights=False)
    return npi.bincount(x, weights, minlength=minlength, has_weights=True)


@public
def diff(a: ndarray | Float, n: Int = 1, axis: Shape | None = -1, prepend: Any = None, append: Any = None) -> ndarray:
    """Differences of neighbours along an axis.

    Parameters
    ----------
    a : ndarray
        The array.
    n : int, default 1
        How often they are taken.
    axis : int, default -1
        The axis.
    prepend, append : ndarray or number, optional
        Put before and after `a` first, with the switch for MXNet 2.0 only. Without it they raise NotImplementedError, as in
        MXNet.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.diff(mx.np.array([1, 4, 9]))
    array([3., 5.])
    """
    if dialect().array_api_arguments and not symbolic:
        ends = [_end(v, a, axis) for v in (prepend, append)]
        parts = alike([x for x in (ends[0], a, ends[1]) if x is not None])
        a = functions["concatenate"](parts, axis=axis) if len(parts) > 1 else a
    elif prepend or append:
        raise NotImplementedError("prepend and append options are not supported yet")
    return npi.diff(a, n=n, axis=axis)


def _end(value, a, axis):
    if value is None or isinstance(value, array) and value.ndim:
        return value
    shape = [1 if i == axis % a.ndim else size for i, size in enumerate(a.shape)]
    dtype = value.dtype if isinstance(value, array) else a.dtype
    return functions["full"](tuple(shape), value, dtype=dtype, ctx=a.ctx)


@public
def ediff1d(ary: ndarray, to_end: Any = None, to_begin: Any = None) -> ndarray:
    """Differences of neighbours in the flattened array.

    Parameters
    ----------
    ary : ndarray
        The array.
    to_end, to_begin : number or ndarray, optional
        What is put after and before the differences.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.ediff1d(mx.np.array([1, 4, 9]))
    array([3., 5.])
    """
    first, last = isinstance(to_begin, array), isinstance(to_end, array)
    ends = [v for v, is_array in ((to_begin, first), (to_end, last)) if is_array]
    return npi.ediff1d(
        ary,
        *ends,
        to_begin_arr_given=first,
        to_end_arr_given=last,
        to_begin_scalar=None if first else to_begin,
        to_end_scalar=None if last else to_end,
    )
