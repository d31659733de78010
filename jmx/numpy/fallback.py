"""Functions of `mx.np` that are NumPy's own: on arrays of `mx.np` they run on the host and are not recorded by autograd.

Those that NumPy has removed since are kept here; the financial ones raised an error already in the NumPy of MXNet's time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as onp

from .._described import described_by
from .._dialects import dialect as _dialect
from .._numpy.usual import USUAL
from ..ndarray.numpy.protocol import from_host as _from_host
from . import _op

if TYPE_CHECKING:
    from .._typing import DTypeLike, Float, Int
    from ..ndarray.numpy.array import ndarray

_SAME = """allclose apply_along_axis apply_over_axes argpartition argwhere array_equal array_equiv choose compress correlate
cov digitize divmod extract flatnonzero float_power frexp heaviside histogram_bin_edges i0 interp
intersect1d isclose isin ix_ lexsort min_scalar_type modf nanargmax nanargmin nancumprod nancumsum nanmax nanmedian
nanmin nanprod ndim packbits partition piecewise poly polyadd polydiv polyfit polyint polymul polysub positive
promote_types ptp real result_type rollaxis roots searchsorted select setdiff1d setxor1d signbit size spacing
take_along_axis tril_indices_from trim_zeros triu_indices_from union1d unpackbits unwrap vander""".split()
_FINANCIAL = "mirr npv pmt ppmt pv rate".split()

for _name in (*_SAME, "nanstd", "nansum", "nanvar"):
    globals()[_name] = getattr(onp, _name)


def count_nonzero(a: ndarray, axis: Int | Sequence[Int] | None = None, *, keepdims: bool = False) -> Any:
    """How many elements are not 0. With the switch for MXNet 2.0 the count of all is an array, too.

    Parameters
    ----------
    a : ndarray
        The array.
    axis : int or tuple of int, optional
        The axes that are counted over; all by default.
    keepdims : bool, default False
        Keep counted axes, with length 1.

    Returns
    -------
    int, or ndarray of int64

    Examples
    --------
    >>> mx.np.count_nonzero(mx.np.array([[1, 0], [2, 3]]))
    3
    >>> mx.np.count_nonzero(mx.np.array([[1, 0], [2, 3]]), axis=0)
    array([2, 1], dtype=int64)
    """
    found = onp.count_nonzero(a, axis, keepdims=keepdims)
    if isinstance(found, onp.integer):  # NumPy 2.3 and newer
        found = int(found)
    return (
        _from_host(onp.asarray(found), a.ctx)
        if _dialect().arrays_for_scalars and isinstance(found, int) and hasattr(a, "ctx")
        else found
    )


def alltrue(*args: Any, **kwargs: Any) -> bool | ndarray:
    """Whether all elements are true; NumPy's `all`.

    Parameters
    ----------
    *args, **kwargs
        An array, and further arguments of NumPy's function.

    Returns
    -------
    bool or ndarray

    Examples
    --------
    >>> bool(mx.np.alltrue(mx.np.array([1, 0])))
    False
    """
    return onp.all(*args, **kwargs)  # pyright: ignore[reportReturnType]


def in1d(ar1: ndarray, ar2: ndarray, assume_unique: bool = False, invert: bool = False) -> Any:
    """For every element of the flattened first array whether it is in the second one.

    Parameters
    ----------
    ar1, ar2 : ndarray
        The arrays.
    assume_unique : bool, default False
        Whether no array has an element twice, which is faster.
    invert : bool, default False
        Whether it is not in the second one instead.

    Returns
    -------
    ndarray of bool

    Examples
    --------
    >>> mx.np.in1d(mx.np.array([1, 2, 5]), mx.np.array([2, 5]))
    array([False,  True,  True])
    """
    return onp.isin(onp.ravel(ar1), ar2, assume_unique=assume_unique, invert=invert)


@described_by(USUAL)
def msort(a: ndarray) -> ndarray:
    """A copy of an array, sorted along the first axis.

    Examples
    --------
    >>> mx.np.msort(mx.np.array([[3, 1], [2, 4]]))
    array([[2., 1.],
           [3., 4.]])
    """
    return onp.sort(a, axis=0)  # pyright: ignore[reportReturnType]


#: what docstrings here have in common
_SHARED = """
Parameters
----------
normed : bool, optional
    The old name of `density`.
weights : ndarray, optional
    What each point counts; 1 by default.
axis : int or tuple of int, optional
    The axes; all by default.
overwrite_input : bool, default False
    Whether `a` may be changed.
method : str, default 'linear'
    What is taken between two elements: 'linear', 'lower', 'higher', 'midpoint', 'nearest' or another of NumPy's methods.
interpolation : str, optional
    The old name of `method`.

Returns
-------
number or ndarray
"""


@described_by(_SHARED)
def trapz(y: ndarray, x: ndarray | None = None, dx: Float = 1.0, axis: Int = -1) -> float | ndarray:
    """Integral by the trapezoidal rule.

    Parameters
    ----------
    y : ndarray
        The values.
    x : ndarray, optional
        The points where they are; evenly spaced by default.
    dx : number, default 1.0
        Their distance without `x`.
    axis : int, default -1
        The axis along which they lie.

    Examples
    --------
    >>> float(mx.np.trapz(mx.np.array([1, 2, 3])))
    4.0
    """
    return onp.trapezoid(y, x, dx, axis)


@described_by(USUAL)
def corrcoef(
    x: ndarray,
    y: ndarray | None = None,
    rowvar: bool = True,
    bias: None = None,
    ddof: None = None,
    *,
    dtype: DTypeLike | None = None,
) -> ndarray:
    """Correlation coefficients of variables.

    Parameters
    ----------
    x : ndarray
        Variables as rows, and observations as columns.
    y : ndarray, optional
        Further variables.
    rowvar : bool, default True
        Whether variables are rows; with False they are columns.
    bias, ddof : None
        Without effect, as in NumPy.
    dtype : numpy type, optional
        Element type of the result; float64 or more by default.

    Examples
    --------
    >>> mx.np.corrcoef(mx.np.array([[1, 2, 3], [2, 4, 7]])).asnumpy().round(4)
    array([[1.    , 0.9934],
           [0.9934, 1.    ]])
    """
    return onp.corrcoef(x, y, rowvar, dtype=dtype)  # pyright: ignore[reportReturnType]


def _density(normed, density):
    if normed is not None and density is not None:
        raise TypeError("Cannot specify both 'normed' and 'density'")
    return normed if density is None else density


@described_by(_SHARED)
def histogram2d(
    x: ndarray,
    y: ndarray,
    bins: Any = 10,
    range: Any = None,
    normed: bool | None = None,
    weights: ndarray | None = None,
    density: bool | None = None,
) -> tuple[ndarray, ndarray, ndarray]:
    """How many points of a plane lie in each of its rectangles.

    Parameters
    ----------
    x, y : ndarray
        The coordinates of the points.
    bins : int, pair of int, array of edges or pair of arrays, default 10
        How many intervals there are on each axis, or their edges.
    range : pair of pairs of numbers, optional
        Where the edges begin and end on each axis; at the extreme points by default.
    density : bool, optional
        Return the density instead: the counts divided by their sum and by the area of the rectangle.

    Returns
    -------
    (ndarray, ndarray, ndarray)
        The counts, the edges of x and those of y.

    Raises
    ------
    TypeError
        Both `normed` and `density` are given.

    Examples
    --------
    >>> mx.np.histogram2d(mx.np.array([0, 1, 1]), mx.np.array([0, 0, 1]), bins=2)[0]
    array([[1., 0.],
           [1., 1.]], dtype=float64)
    """
    return onp.histogram2d(x, y, bins, range, _density(normed, density), weights)  # pyright: ignore[reportReturnType]


@described_by(_SHARED)
def histogramdd(
    sample: ndarray,
    bins: Any = 10,
    range: Any = None,
    normed: bool | None = None,
    weights: ndarray | None = None,
    density: bool | None = None,
) -> tuple[ndarray, list[ndarray]]:
    """How many points of a space lie in each of its boxes.

    Parameters
    ----------
    sample : ndarray
        The points as rows.
    bins : int, list of int or list of arrays of edges, default 10
        How many intervals there are on each axis, or their edges.
    range : list of pairs of numbers, optional
        Where the edges begin and end on each axis; at the extreme points by default.
    density : bool, optional
        Return the density instead: the counts divided by their sum and by the volume of the box.

    Returns
    -------
    (ndarray, list of ndarray)
        The counts, and the edges on each axis.

    Raises
    ------
    TypeError
        Both `normed` and `density` are given.

    Examples
    --------
    >>> mx.np.histogramdd(mx.np.array([[0, 0], [1, 0], [1, 1]]), bins=2)[0]
    array([[1., 0.],
           [1., 1.]], dtype=float64)
    """
    return onp.histogramdd(sample, bins, range, _density(normed, density), weights)  # pyright: ignore[reportReturnType]


@described_by(_SHARED, USUAL)
def nanpercentile(
    a: ndarray,
    q: Float | ndarray,
    axis: Int | Sequence[Int] | None = None,
    out: ndarray | None = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: bool = False,
    *,
    interpolation: str | None = None,
) -> float | ndarray:
    """Percentiles over axes, with NaN left out.

    Parameters
    ----------
    q : number or ndarray
        Which percentiles, from 0 to 100.

    Examples
    --------
    >>> float(mx.np.nanpercentile(mx.np.array([1, mx.np.nan, 3]), 50))
    2.0
    """
    return onp.nanpercentile(a, q, axis, out, overwrite_input, interpolation or method, keepdims)


@described_by(_SHARED, USUAL)
def nanquantile(
    a: ndarray,
    q: Float | ndarray,
    axis: Int | Sequence[Int] | None = None,
    out: ndarray | None = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: bool = False,
    *,
    interpolation: str | None = None,
) -> float | ndarray:
    """Quantiles over axes, with NaN left out.

    Parameters
    ----------
    q : number or ndarray
        Which quantiles, from 0 to 1.

    Examples
    --------
    >>> float(mx.np.nanquantile(mx.np.array([1, mx.np.nan, 3]), 0.5))
    2.0
    """
    return onp.nanquantile(a, q, axis, out, overwrite_input, interpolation or method, keepdims)


def _removed(name):
    def function(*args, **kwargs):
        raise RuntimeError(
            f"In accordance with NEP 32, the function {name} was removed from NumPy version 1.20.  A replacement for this "
            "function is available in the numpy_financial library: https://pypi.org/project/numpy-financial"
        )

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""Removed from NumPy: raises RuntimeError. Use the package numpy_financial.

    Examples
    --------
    >>> mx.np.{name}()  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    RuntimeError: In accordance with NEP 32, the function {name} was removed from NumPy version 1.20...
    """
    return function


for _name in _FINANCIAL:
    globals()[_name] = _removed(_name)
del _name

_CHANGED = "alltrue corrcoef count_nonzero histogram2d histogramdd in1d msort nanpercentile nanquantile trapz".split()
__all__ = sorted({*_SAME, *_FINANCIAL, *_CHANGED} - {"pmt", *_op._functions})
