# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import DTypeLike, Float, Int, Shape
from jmx.context import Context
from jmx.ndarray.numpy.array import ndarray

def abs(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Absolute value.

    Parameters
    ----------
    x : ndarray or number
        What the function is computed of.
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises
    ------
    TypeError
        For anything else.
    NotImplementedError
        For a keyword that only NumPy supports.

    Examples
    --------
    >>> mx.np.abs(mx.np.array([-2, 0, 3]))
    array([2., 0., 3.])
    """
def absolute(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Absolute value.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.absolute(mx.np.array([-2, 0, 3]))
    array([2., 0., 3.])
    """
def acos(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians whose cosine is x.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.arccos(mx.np.array([0, 0.5])).asnumpy().round(4)
    array([1.5708, 1.0472], dtype=float32)
    """
def acosh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Inverse hyperbolic cosine.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.arccosh(mx.np.array([1, 2])).asnumpy().round(4)
    array([0.   , 1.317], dtype=float32)
    """
def add(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x1 + x2.

    Parameters
    ----------
    x1, x2 : ndarray or number
        Shapes broadcast against each other. A number does not change the element type of an array.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray, or NumPy's result for two numbers

    Raises
    ------
    TypeError
        For anything else.

    Examples
    --------
    >>> mx.np.add(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
    array([3., 4., 5.])
    """
from jmx._numpy.joining import append as append
def arange(start: Any, stop: Any = None, step: Any = 1, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """Numbers from one to before another, in even steps.

    Parameters
    ----------
    start : number
        The first number; alone it is the end, and the first number is 0.
    stop : number, optional
        The end, which is left out.
    step : number, default 1
        The distance.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.arange(4)
    array([0., 1., 2., 3.])
    >>> mx.np.arange(1, 2, 0.25)
    array([1.  , 1.25, 1.5 , 1.75])
    """
def arccos(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians whose cosine is x.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.arccos(mx.np.array([0, 0.5])).asnumpy().round(4)
    array([1.5708, 1.0472], dtype=float32)
    """
def arccosh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Inverse hyperbolic cosine.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.arccosh(mx.np.array([1, 2])).asnumpy().round(4)
    array([0.   , 1.317], dtype=float32)
    """
def arcsin(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians whose sine is x.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.arcsin(mx.np.array([0, 0.5])).asnumpy().round(4)
    array([0.    , 0.5236], dtype=float32)
    """
def arcsinh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Inverse hyperbolic sine.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.arcsinh(mx.np.array([0, 1])).asnumpy().round(4)
    array([0.    , 0.8814], dtype=float32)
    """
def arctan(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians whose tangent is x.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.arctan(mx.np.array([0, 1])).asnumpy().round(4)
    array([0.    , 0.7854], dtype=float32)
    """
def arctan2(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians of the point (x2, x1).

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.arctan2(mx.np.array([0, 1]), mx.np.array([1, 1])).asnumpy().round(4)
    array([0.    , 0.7854], dtype=float32)
    """
def arctanh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Inverse hyperbolic tangent.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.arctanh(mx.np.array([0, 0.5])).asnumpy().round(4)
    array([0.    , 0.5493], dtype=float32)
    """
from jmx._numpy.reduction import argmax as argmax
from jmx._numpy.reduction import argmin as argmin
from jmx._numpy.ordering import argsort as argsort
from jmx._numpy.elementwise import around as around
from jmx._numpy.splitting import array_split as array_split
def asin(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians whose sine is x.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.arcsin(mx.np.array([0, 0.5])).asnumpy().round(4)
    array([0.    , 0.5236], dtype=float32)
    """
def asinh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Inverse hyperbolic sine.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.arcsinh(mx.np.array([0, 1])).asnumpy().round(4)
    array([0.    , 0.8814], dtype=float32)
    """
def atan(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians whose tangent is x.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.arctan(mx.np.array([0, 1])).asnumpy().round(4)
    array([0.    , 0.7854], dtype=float32)
    """
def atan2(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians of the point (x2, x1).

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.arctan2(mx.np.array([0, 1]), mx.np.array([1, 1])).asnumpy().round(4)
    array([0.    , 0.7854], dtype=float32)
    """
def atanh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Inverse hyperbolic tangent.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.arctanh(mx.np.array([0, 0.5])).asnumpy().round(4)
    array([0.    , 0.5493], dtype=float32)
    """
from jmx._numpy.reduction import average as average
from jmx._numpy.reduction import bincount as bincount
def bitwise_and(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Bits that are set in both.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.bitwise_and(mx.np.array([4, 6], dtype="int32"), mx.np.array([6, 3], dtype="int32"))
    array([4, 2], dtype=int32)
    """
def bitwise_invert(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Every bit of integers, or every boolean, inverted.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.invert(mx.np.array([0, 5], dtype="int32"))
    array([-1, -6], dtype=int32)
    """
def bitwise_left_shift(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Bits of integers moved x2 places up.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.bitwise_left_shift(mx.np.array([1, 2], dtype="int32"), mx.np.array([1, 3], dtype="int32"))
    array([ 2, 16], dtype=int32)
    """
def bitwise_not(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Every bit of integers, or every boolean, inverted.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.bitwise_not(mx.np.array([0, 5], dtype="int32"))
    array([-1, -6], dtype=int32)
    """
def bitwise_or(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Bits that are set in either.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.bitwise_or(mx.np.array([4, 6], dtype="int32"), mx.np.array([6, 3], dtype="int32"))
    array([6, 7], dtype=int32)
    """
def bitwise_right_shift(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Bits of integers moved x2 places down.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.bitwise_right_shift(mx.np.array([4, 16], dtype="int32"), mx.np.array([1, 3], dtype="int32"))
    array([2, 2], dtype=int32)
    """
def bitwise_xor(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Bits that are set in exactly one.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.bitwise_xor(mx.np.array([4, 6], dtype="int32"), mx.np.array([6, 3], dtype="int32"))
    array([2, 5], dtype=int32)
    """
def blackman(M: Int | None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """The Blackman window.

    Parameters
    ----------
    M : int
        How many points.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.blackman(5).asnumpy().round(4)
    array([-0.  ,  0.34,  1.  ,  0.34, -0.  ], dtype=float32)
    """
from jmx._numpy.creation import broadcast_to as broadcast_to
def cbrt(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Cube root.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.cbrt(mx.np.array([1, 8])).asnumpy().round(4)
    array([1., 2.], dtype=float32)
    """
def ceil(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Smallest whole number that is not less than x.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.ceil(mx.np.array([-1.5, 0.2, 1.7]))
    array([-1.,  1.,  2.])
    """
from jmx._numpy.elementwise import clip as clip
from jmx._numpy.joining import column_stack as column_stack
from jmx._numpy.joining import concatenate as concat
from jmx._numpy.joining import concatenate as concatenate
from jmx._numpy.standard import conj as conj
def copysign(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Size of x1 with the sign of x2.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.copysign(mx.np.array([1, 2]), mx.np.array([-1, 1]))
    array([-1.,  2.])
    """
def cos(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Cosine of angles in radians.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.cos(mx.np.array([0, 1])).asnumpy().round(4)
    array([1.    , 0.5403], dtype=float32)
    """
def cosh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Hyperbolic cosine.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.cosh(mx.np.array([0, 1])).asnumpy().round(4)
    array([1.    , 1.5431], dtype=float32)
    """
from jmx._numpy.standard import cross as cross
from jmx._numpy.standard import cumulative_prod as cumulative_prod
from jmx._numpy.standard import cumulative_sum as cumulative_sum
def deg2rad(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angles in radians from degrees.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.deg2rad(mx.np.array([0, 180])).asnumpy().round(4)
    array([0.    , 3.1416], dtype=float32)
    """
def degrees(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angles in degrees from radians.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.degrees(mx.np.array([0, 1])).asnumpy().round(4)
    array([ 0.    , 57.2958], dtype=float32)
    """
from jmx._numpy.selecting import delete as delete
from jmx._numpy.selecting import diag_indices_from as diag_indices_from
from jmx._numpy.reduction import diff as diff
def divide(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x1 / x2, a fraction for integers too.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.divide(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
    array([0.5, 1. , 1.5])
    """
from jmx._numpy.splitting import dsplit as dsplit
from jmx._numpy.joining import dstack as dstack
from jmx._numpy.reduction import ediff1d as ediff1d
from jmx._numpy.ordering import einsum as einsum
def empty_like(prototype: ndarray, dtype: DTypeLike | None = None, order: str | None = 'C', subok: Any = False, shape: Shape | None = None, *, ctx: Context | str | None = None, device: Any = None) -> ndarray:
    """An array of unspecified contents, of the shape of another one.

    Parameters
    ----------
    prototype : ndarray
        The other one.
    dtype : str or numpy type, optional
        Element type; that of `prototype` by default.
    order : {'C'}, default 'C'
        Order in memory; there is only this one.
    subok : False
        Not supported.
    shape : None
        Not supported.
    ctx : Context, optional
        The device; that of `prototype` by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.empty_like(mx.np.array([1, 2])).shape
    (2,)
    """
def equal(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x1 == x2.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.equal(mx.np.array([1, 2, 3]), 2)
    array([False,  True, False])
    """
def exp(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """e to the power of x.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.exp(mx.np.array([0, 1])).asnumpy().round(4)
    array([1.    , 2.7183], dtype=float32)
    """
from jmx._numpy.rearranging import expand_dims as expand_dims
def expm1(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """exp(x) - 1, exact for small x.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.expm1(mx.np.array([0, 1])).asnumpy().round(4)
    array([0.    , 1.7183], dtype=float32)
    """
def eye(N: Int, M: Int | None = None, k: Int = 0, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None, **kwargs: Any) -> ndarray:
    """A matrix with ones on a diagonal.

    Parameters
    ----------
    N : int
        Rows.
    M : int, optional
        Columns; N by default.
    k : int, default 0
        Which diagonal: above the main one if positive.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.
    **kwargs
        `order` is not supported.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.eye(2, 3, k=1)
    array([[0., 1., 0.],
           [0., 0., 1.]])
    """
def fabs(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Absolute value.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.fabs(mx.np.array([-2, 0, 3]))
    array([2., 0., 3.])
    """
def fix(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Nearest whole number towards 0.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.fix(mx.np.array([-1.5, 0.2, 1.7]))
    array([-1.,  0.,  1.])
    """
from jmx._numpy.rearranging import flip as flip
from jmx._numpy.rearranging import fliplr as fliplr
from jmx._numpy.rearranging import flipud as flipud
def floor(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Greatest whole number that is not greater than x.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.floor(mx.np.array([-1.5, 0.2, 1.7]))
    array([-2.,  0.,  1.])
    """
def floor_divide(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """floor(x1 / x2).

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.floor_divide(mx.np.array([7, -7]), 2)
    array([ 3., -4.])
    """
def fmax(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """The greater of both; a number wins over NaN.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.fmax(mx.np.array([1, mx.np.nan]), mx.np.array([2, 0]))
    array([2., 0.])
    """
def fmin(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """The lesser of both; a number wins over NaN.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.fmin(mx.np.array([1, mx.np.nan]), mx.np.array([2, 0]))
    array([1., 0.])
    """
def fmod(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Remainder of x1 / x2, with the sign of x1.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.fmod(mx.np.array([5, -5]), 3)
    array([ 2., -2.])
    """
def full(shape: Shape, fill_value: Any, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """An array filled with a number, or with an array that is broadcast to the shape.

    Parameters
    ----------
    shape : int or tuple of int
        The shape.
    fill_value : number or ndarray
        What it is filled with.
    dtype : str or numpy type, optional
        Element type; float32 by default, bool for a boolean, that of the array for an array. With the switch for MXNet 2.0
        integers give int64.
    order : {'C'}, default 'C'
        Order in memory; there is only this one.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.full((2,), 7)
    array([7., 7.])
    """
def full_like(a: ndarray | Float, fill_value: Any, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """An array filled with a number, of the shape of another one.

    Parameters
    ----------
    a : ndarray
        The other one.
    fill_value : number
        What it is filled with.
    dtype : str or numpy type, optional
        Element type; that of `a` by default.
    order : {'C'}, default 'C'
        Order in memory; there is only this one.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.full_like(mx.np.array([1, 2]), 7)
    array([7., 7.])
    """
def gcd(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Greatest common divisor of integers.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.gcd(mx.np.array([4, 6], dtype="int32"), mx.np.array([6, 9], dtype="int32"))
    array([2, 3], dtype=int32)
    """
def greater(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x1 > x2.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.greater(mx.np.array([1, 2, 3]), 2)
    array([False, False,  True])
    """
def greater_equal(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x1 >= x2.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.greater_equal(mx.np.array([1, 2, 3]), 2)
    array([False,  True,  True])
    """
def hamming(M: Int | None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """The Hamming window.

    Parameters, results and errors as those of mx.np.blackman.

    Examples
    --------
    >>> mx.np.hamming(5).asnumpy().round(4)
    array([0.08, 0.54, 1.  , 0.54, 0.08], dtype=float32)
    """
def hanning(M: Int | None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """The Hann window.

    Parameters, results and errors as those of mx.np.blackman.

    Examples
    --------
    >>> mx.np.hanning(5).asnumpy().round(4)
    array([0. , 0.5, 1. , 0.5, 0. ], dtype=float32)
    """
from jmx._numpy.reduction import histogram as histogram
from jmx._numpy.splitting import hsplit as hsplit
from jmx._numpy.joining import hstack as hstack
def hypot(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """sqrt(x1**2 + x2**2).

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.hypot(mx.np.array([3, 5]), mx.np.array([4, 12]))
    array([ 5., 13.])
    """
def identity(n: Int, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """A square matrix with ones on the diagonal.

    Parameters
    ----------
    n : int
        Rows and columns.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.identity(2)
    array([[1., 0.],
           [0., 1.]])
    """
from jmx._numpy.standard import imag as imag
def indices(dimensions: Any, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> Any:
    """Positions along every axis of an array.

    Parameters
    ----------
    dimensions : tuple or list of int
        Shape of the array.
    dtype : str or numpy type, optional
        Element type; int32 by default, int64 with the switch for MXNet 2.0.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray
        The positions along each axis, stacked along a new first axis.

    Raises
    ------
    ValueError
        `dimensions` is no sequence.

    Examples
    --------
    >>> mx.np.indices((2, 2))
    array([[[0, 0],
            [1, 1]],
    <BLANKLINE>
           [[0, 1],
            [0, 1]]], dtype=int32)
    """
from jmx._numpy.ordering import inner as inner
from jmx._numpy.selecting import insert as insert
def invert(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Every bit of integers, or every boolean, inverted.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.invert(mx.np.array([0, 5], dtype="int32"))
    array([-1, -6], dtype=int32)
    """
def isfinite(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x is neither infinite nor NaN.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.isfinite(mx.np.array([1, mx.np.nan, -mx.np.inf]))
    array([ True, False, False])
    """
def isinf(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x is infinite.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.isinf(mx.np.array([1, mx.np.nan, -mx.np.inf]))
    array([False, False,  True])
    """
def isnan(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x is NaN.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.isnan(mx.np.array([1, mx.np.nan, -mx.np.inf]))
    array([False,  True, False])
    """
def isneginf(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x is negative infinity.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.isneginf(mx.np.array([1, mx.np.nan, -mx.np.inf]))
    array([False, False,  True])
    """
def isposinf(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x is positive infinity.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.isposinf(mx.np.array([1, mx.np.nan, -mx.np.inf]))
    array([False, False, False])
    """
from jmx._numpy.standard import kron as kron
def lcm(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Least common multiple of integers.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.lcm(mx.np.array([4, 6], dtype="int32"), mx.np.array([6, 3], dtype="int32"))
    array([12,  6], dtype=int32)
    """
def ldexp(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x1 * 2**x2.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.ldexp(mx.np.array([1, 3]), mx.np.array([2, 2]))
    array([ 4., 12.])
    """
def less(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x1 < x2.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.less(mx.np.array([1, 2, 3]), 2)
    array([ True, False, False])
    """
def less_equal(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x1 <= x2.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.less_equal(mx.np.array([1, 2, 3]), 2)
    array([ True,  True, False])
    """
def linspace(start: Any, stop: Any, num: Int = 50, endpoint: bool = True, retstep: bool = False, dtype: DTypeLike | None = None, axis: Shape | None = 0, ctx: Context | str | None = None, *, device: Any = None) -> Any:
    """Evenly spaced numbers from one to another.

    Parameters
    ----------
    start, stop : number
        The first and the last one.
    num : int, default 50
        How many.
    endpoint : bool, default True
        Whether `stop` is among them.
    retstep : bool, default False
        Return their distance, too.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    axis : int, default 0
        Must be 0.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray or (ndarray, float)

    Examples
    --------
    >>> mx.np.linspace(0, 1, 5)
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
def log(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Natural logarithm.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.log(mx.np.array([1, 10])).asnumpy().round(4)
    array([0.    , 2.3026], dtype=float32)
    """
def log10(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Logarithm to the base 10.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.log10(mx.np.array([1, 10])).asnumpy().round(4)
    array([0., 1.], dtype=float32)
    """
def log1p(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """log(1 + x), exact for small x.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.log1p(mx.np.array([1, 10])).asnumpy().round(4)
    array([0.6931, 2.3979], dtype=float32)
    """
def log2(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Logarithm to the base 2.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.log2(mx.np.array([1, 10])).asnumpy().round(4)
    array([0.    , 3.3219], dtype=float32)
    """
def logaddexp(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """log(exp(x1) + exp(x2)), without overflow.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.logaddexp(mx.np.array([0, 1]), mx.np.array([0, 1])).asnumpy().round(4)
    array([0.6931, 1.6931], dtype=float32)
    """
def logical_and(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether both are not 0.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.logical_and(mx.np.array([1, 0]), mx.np.array([1, 1]))
    array([ True, False])
    """
def logical_not(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x is 0.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.logical_not(mx.np.array([0, 2]))
    array([ True, False])
    """
def logical_or(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether one of them is not 0.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.logical_or(mx.np.array([1, 0]), mx.np.array([0, 0]))
    array([ True, False])
    """
def logical_xor(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether exactly one of them is not 0.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.logical_xor(mx.np.array([1, 0]), mx.np.array([1, 1]))
    array([False,  True])
    """
def logspace(start: Any, stop: Any, num: Int = 50, endpoint: bool = True, base: Any = 10.0, dtype: DTypeLike | None = None, axis: Shape | None = 0, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """Numbers from one power to another, evenly spaced on a logarithmic scale.

    Parameters
    ----------
    start, stop : number
        The exponents of the first and the last one.
    num : int, default 50
        How many.
    endpoint : bool, default True
        Whether the last one is among them.
    base : number, default 10.0
        The base of the powers.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    axis : int, default 0
        Must be 0.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.logspace(0, 2, 3)
    array([  1.,  10., 100.])
    """
from jmx._numpy.elementwise import matmul as matmul
from jmx._numpy.standard import matrix_transpose as matrix_transpose
def maximum(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """The greater of both.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.maximum(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
    array([2., 2., 3.])
    """
from jmx._numpy.selecting import may_share_memory as may_share_memory
from jmx._numpy.reduction import mean as mean
from jmx._numpy.standard import median as median
def minimum(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """The lesser of both.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.minimum(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
    array([1., 2., 2.])
    """
def mod(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Remainder of x1 / x2, with the sign of x2.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.mod(mx.np.array([5, -5]), 3)
    array([2., 1.])
    """
def multiply(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x1 * x2.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.multiply(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
    array([2., 4., 6.])
    """
from jmx._numpy.elementwise import nan_to_num as nan_to_num
def negative(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """-x.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.negative(mx.np.array([-2, 0, 3]))
    array([ 2., -0., -3.])
    """
def nextafter(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """The next floating number after x1 towards x2.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.nextafter(mx.np.array([1]), mx.np.array([2])).asnumpy() == np.float32(1 + 2**-23)
    array([ True])
    """
from jmx._numpy.selecting import nonzero as nonzero
def not_equal(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x1 != x2.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.not_equal(mx.np.array([1, 2, 3]), 2)
    array([ True, False,  True])
    """
def ones(shape: Shape, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """An array of ones.

    Parameters
    ----------
    shape : int or tuple of int
        The shape.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    order : {'C'}, default 'C'
        Order in memory; there is only this one.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.ones((2, 3))
    array([[1., 1., 1.],
           [1., 1., 1.]])
    """
def ones_like(a: ndarray | Float, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Ones in the shape of another array.

    Parameters
    ----------
    a : ndarray
        The other one.
    dtype : str or numpy type, optional
        Element type; that of `a` by default.
    order : {'C'}, default 'C'
        Order in memory; there is only this one.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.ones_like(mx.np.array([1, 2]))
    array([1., 1.])
    """
from jmx._numpy.ordering import outer as outer
from jmx._numpy.rearranging import pad as pad
from jmx._numpy.reduction import percentile as percentile
from jmx._numpy.standard import permute_dims as permute_dims
from jmx._numpy.ordering import polyval as polyval
from jmx._numpy.standard import positive as positive
def pow(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x1 to the power of x2.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.power(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
    array([1., 4., 9.])
    """
def power(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x1 to the power of x2.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.power(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
    array([1., 4., 9.])
    """
from jmx._numpy.reduction import quantile as quantile
def rad2deg(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angles in degrees from radians.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.rad2deg(mx.np.array([0, 1])).asnumpy().round(4)
    array([ 0.    , 57.2958], dtype=float32)
    """
def radians(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angles in radians from degrees.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.radians(mx.np.array([0, 180])).asnumpy().round(4)
    array([0.    , 3.1416], dtype=float32)
    """
from jmx._numpy.rearranging import ravel as ravel
from jmx._numpy.standard import real as real
def reciprocal(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """1 / x.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.reciprocal(mx.np.array([1, 4])).asnumpy().round(4)
    array([1.  , 0.25], dtype=float32)
    """
def remainder(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Remainder of x1 / x2, with the sign of x2.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.remainder(mx.np.array([5, -5]), 3)
    array([2., 1.])
    """
from jmx._numpy.rearranging import resize as resize
def rint(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Nearest whole number.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.rint(mx.np.array([-1.5, 0.2, 1.7]))
    array([-2.,  0.,  2.])
    """
from jmx._numpy.standard import rollaxis as rollaxis
from jmx._numpy.rearranging import rot90 as rot90
from jmx._numpy.elementwise import round as round
from jmx._numpy.elementwise import round_ as round_
from jmx._numpy.joining import row_stack as row_stack
from jmx._numpy.creation import shape as shape
from jmx._numpy.selecting import shares_memory as shares_memory
def sign(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """-1, 0 or 1 by the sign of x.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.sign(mx.np.array([-2, 0, 3]))
    array([-1.,  0.,  1.])
    """
def sin(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Sine of angles in radians.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.sin(mx.np.array([0, 1])).asnumpy().round(4)
    array([0.    , 0.8415], dtype=float32)
    """
def sinh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Hyperbolic sine.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.sinh(mx.np.array([0, 1])).asnumpy().round(4)
    array([0.    , 1.1752], dtype=float32)
    """
from jmx._numpy.ordering import sort as sort
from jmx._numpy.splitting import split as split
def sqrt(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Square root.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.sqrt(mx.np.array([1, 8])).asnumpy().round(4)
    array([1.    , 2.8284], dtype=float32)
    """
def square(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x * x.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.square(mx.np.array([1, 8])).asnumpy().round(4)
    array([ 1., 64.], dtype=float32)
    """
from jmx._numpy.joining import stack as stack
from jmx._numpy.reduction import std as std
def subtract(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x1 - x2.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.subtract(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
    array([-1.,  0.,  1.])
    """
from jmx._numpy.rearranging import swapaxes as swapaxes
from jmx._numpy.selecting import take as take
from jmx._numpy.standard import take_along_axis as take_along_axis
def tan(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Tangent of angles in radians.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.tan(mx.np.array([0, 1])).asnumpy().round(4)
    array([0.    , 1.5574], dtype=float32)
    """
def tanh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Hyperbolic tangent.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.tanh(mx.np.array([0, 1])).asnumpy().round(4)
    array([0.    , 0.7616], dtype=float32)
    """
from jmx._numpy.ordering import tensordot as tensordot
from jmx._numpy.rearranging import tile as tile
from jmx._numpy.rearranging import tril as tril
from jmx._numpy.standard import triu as triu
def true_divide(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x1 / x2, a fraction always.

    Parameters, results and errors as those of mx.np.add.

    Examples
    --------
    >>> mx.np.true_divide(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
    array([0.5, 1. , 1.5])
    """
def trunc(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x without its fraction.

    Parameters, results and errors as those of mx.np.abs.

    Examples
    --------
    >>> mx.np.trunc(mx.np.array([-1.5, 0.2, 1.7]))
    array([-1.,  0.,  1.])
    """
from jmx._numpy.ordering import unique as unique
from jmx._numpy.selecting import unravel_index as unravel_index
from jmx._numpy.standard import unstack as unstack
from jmx._numpy.reduction import var as var
from jmx._numpy.ordering import vdot as vdot
from jmx._numpy.standard import vecdot as vecdot
from jmx._numpy.splitting import vsplit as vsplit
from jmx._numpy.joining import vstack as vstack
from jmx._numpy.selecting import where as where
def zeros(shape: Shape, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """An array of zeros.

    Parameters, results and errors as those of mx.np.ones.

    Examples
    --------
    >>> mx.np.zeros((2, 3))
    array([[0., 0., 0.],
           [0., 0., 0.]])
    """
def zeros_like(a: ndarray | Float, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Zeros in the shape of another array.

    Parameters, results and errors as those of mx.np.ones_like.

    Examples
    --------
    >>> mx.np.zeros_like(mx.np.array([1, 2]))
    array([0., 0.])
    """
def all(data: Any = None, axis: Shape | None = None, keepdims: bool = False, out: ndarray | None = None, name: Any = None) -> ndarray:
    """Whether all elements over axes are not 0.

    Parameters
    ----------
    data : ndarray
        array of any type
    axis : Shape(tuple) or None, default None
        one axis or several, negative ones counting from the end; None for all, () for none
    keepdims : boolean, default False
        keep reduced axes with length 1
    out : ndarray or list of ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        An array of the remaining axes, boolean.

    Raises
    ------
    MXNetError
        If an axis does not exist or is named twice.
    """
def amax(a: ndarray | Float | None = None, axis: Shape | None = None, keepdims: bool = False, initial: Any = None, out: ndarray | None = None, name: Any = None) -> ndarray:
    """Greatest of the elements over axes. Of equal elements every one gets the whole gradient.

    Parameters
    ----------
    a : ndarray
        array of any type
    axis : Shape(tuple) or None, default None
        one axis or several, negative ones counting from the end; None for all, () for none
    keepdims : boolean, default False
        keep reduced axes with length 1
    initial : float or None, default None
    out : ndarray or list of ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        An array of the remaining axes, of its type.

    Raises
    ------
    MXNetError
        If an axis does not exist or is named twice, if nothing is left to choose from, or if `initial`, which MXNet does not support, is given.
    """
def amin(a: ndarray | Float | None = None, axis: Shape | None = None, keepdims: bool = False, initial: Any = None, out: ndarray | None = None, name: Any = None) -> ndarray:
    """Smallest of the elements over axes. Of equal elements every one gets the whole gradient.

    Parameters, results and errors as those of mx.np.amax.
    """
def any(data: Any = None, axis: Shape | None = None, keepdims: bool = False, out: ndarray | None = None, name: Any = None) -> ndarray:
    """Whether any element over axes is not 0.

    Parameters, results and errors as those of mx.np.all.
    """
def atleast_1d(*arys: Any, num_args: Any = ..., out: ndarray | None = None, name: Any = None) -> Any:
    """Arrays with at least 1 dimension; those that have fewer get some of length 1.

    Parameters
    ----------
    *arys : ndarray (any number)
        arrays of one element type. They get no gradient.
    num_args : int, required
        how many there are, 1 or more
    out : ndarray or list of ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray or list of ndarray
        As many arrays.

    Raises
    ------
    MXNetError
        If none is given.
    """
def atleast_2d(*arys: Any, num_args: Any = ..., out: ndarray | None = None, name: Any = None) -> Any:
    """Arrays with at least 2 dimensions; those that have fewer get some of length 1.

    Parameters, results and errors as those of mx.np.atleast_1d.
    """
def atleast_3d(*arys: Any, num_args: Any = ..., out: ndarray | None = None, name: Any = None) -> Any:
    """Arrays with at least 3 dimensions; those that have fewer get some of length 1.

    Parameters, results and errors as those of mx.np.atleast_1d.
    """
def copy(a: ndarray | Float | None = None, out: ndarray | None = None, name: Any = None) -> ndarray:
    """A copy of `a`.

    Parameters
    ----------
    a : ndarray
        array of any shape and type
    out : ndarray or list of ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        An array like `a`.
    """
def cumsum(a: ndarray | Float | None = None, axis: Shape | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, name: Any = None) -> ndarray:
    """Running sums along an axis.

    Parameters
    ----------
    a : ndarray
        array of any type
    axis : int or None, default None
        the axis, negative ones counting from the end; None runs through the flattened array
    dtype : dtype of numbers or None, default None
        element type of the sums; default: that of `a`, for booleans int64
    out : ndarray or list of ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        An array of the shape of `a`, flat if `axis` is None.

    Raises
    ------
    MXNetError
        If the axis does not exist.

    Examples
    --------
    >>> nd.cumsum(nd.array([[1, 2], [3, 4]]), axis=1)
    [[1. 3.]
     [3. 7.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.cumsum(nd.array([[1, 2], [3, 4]]))
    [ 1.  3.  6. 10.]
    <NDArray 4 @cpu(0)>
    """
def diag(data: Any = None, k: Int = 0, out: ndarray | None = None, name: Any = None) -> ndarray:
    """A diagonal of a matrix, or the matrix with a vector on its diagonal.

    Parameters
    ----------
    data : ndarray
        matrix or vector of a numeric type
    k : int, default 0
        which diagonal: 0 is the main one, positive ones are above it
    out : ndarray or list of ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        A vector or a matrix of the type of `data`.

    Raises
    ------
    MXNetError
        For other numbers of dimensions.
    """
def diagflat(data: Any = None, k: Int = 0, out: ndarray | None = None, name: Any = None) -> ndarray:
    """The matrix with the elements of an array on its diagonal.

    Parameters
    ----------
    data : ndarray
        array of one dimension or more, of a numeric type
    k : int, default 0
        which diagonal: 0 is the main one, positive ones are above it
    out : ndarray or list of ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        A square matrix of the type of `data`.

    Raises
    ------
    MXNetError
        For an array without dimension.
    """
def diagonal(data: Any = None, offset: Int = 0, axis1: Int = 0, axis2: Int = 1, out: ndarray | None = None, name: Any = None) -> ndarray:
    """Diagonals of the planes that two axes span.

    Parameters
    ----------
    data : ndarray
        array of two dimensions or more, of a numeric type
    offset : int, default 0
        which diagonal: 0 is the main one, positive ones are above it
    axis1 : int, default 0
        the axes that span the planes, negative ones counting from the end
    axis2 : int, default 1
        the axes that span the planes, negative ones counting from the end
    out : ndarray or list of ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        An array of the other axes and the diagonal, of the type of `data`.

    Raises
    ------
    MXNetError
        If an axis does not exist or both are one.
    """
def dot(a: ndarray | Float | None = None, b: Any = None, out: ndarray | None = None, name: Any = None) -> ndarray:
    """Sum of products over the last axis of `a` and the last but one of `b`; a scalar multiplies the other array.

    Parameters
    ----------
    a : ndarray
        arrays of one floating type
    b : ndarray
        arrays of one floating type
    out : ndarray or list of ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        An array of that type, without dimension for two vectors.

    Raises
    ------
    MXNetError
        If those axes are not equally long.
    """
def max(a: ndarray | Float | None = None, axis: Shape | None = None, keepdims: bool = False, initial: Any = None, out: ndarray | None = None, name: Any = None) -> ndarray:
    """Greatest of the elements over axes. Of equal elements every one gets the whole gradient.

    Parameters, results and errors as those of mx.np.amax.
    """
def min(a: ndarray | Float | None = None, axis: Shape | None = None, keepdims: bool = False, initial: Any = None, out: ndarray | None = None, name: Any = None) -> ndarray:
    """Smallest of the elements over axes. Of equal elements every one gets the whole gradient.

    Parameters, results and errors as those of mx.np.amax.
    """
def moveaxis(a: ndarray | Float | None = None, source: Shape = ..., destination: Shape = ..., out: ndarray | None = None, name: Any = None) -> ndarray:
    """`a` with axes moved to other places, the rest staying in order.

    Parameters
    ----------
    a : ndarray
        array of any shape and type
    source : Shape(tuple), required
        where axes are and where they go, negative numbers counting from the end
    destination : Shape(tuple), required
        where axes are and where they go, negative numbers counting from the end
    out : ndarray or list of ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        An array of the type of `a`.

    Raises
    ------
    MXNetError
        If axes do not exist, repeat or differ in number.
    """
def prod(a: ndarray | Float | None = None, axis: Shape | None = None, dtype: DTypeLike | None = None, keepdims: bool = False, initial: Any = None, out: ndarray | None = None, name: Any = None) -> ndarray:
    """Product of the elements over axes; 0 where there are none.

    Parameters
    ----------
    a : ndarray
        array of any type
    axis : Shape(tuple) or None, default None
        one axis or several, negative ones counting from the end; None for all, () for none
    dtype : dtype or None, default None
        element type of the result
    keepdims : boolean, default False
        keep reduced axes with length 1
    initial : float or None, default None
    out : ndarray or list of ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        An array of the remaining axes, of `dtype`, else of the type of `a` (int64 for booleans).

    Raises
    ------
    MXNetError
        If an axis does not exist or is named twice, for `dtype` uint8, or if `initial`, which MXNet does not support, is given.
    """
def product(a: ndarray | Float | None = None, axis: Shape | None = None, dtype: DTypeLike | None = None, keepdims: bool = False, initial: Any = None, out: ndarray | None = None, name: Any = None) -> ndarray:
    """Product of the elements over axes; 0 where there are none.

    Parameters, results and errors as those of mx.np.prod.
    """
def repeat(data: Any = None, repeats: Int = ..., axis: Shape | None = None, out: ndarray | None = None, name: Any = None) -> ndarray:
    """Each element repeated, next to itself.

    Parameters
    ----------
    data : ndarray
        array of any shape and type
    repeats : int, required
        how many times
    axis : int or None, default None
        the dimension that grows, negative ones counting from the end; None repeats in the flattened array
    out : ndarray or list of ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        The larger array.

    Raises
    ------
    MXNetError
        For a negative number, or if the dimension does not exist.

    Examples
    --------
    >>> nd.repeat(nd.array([1, 2]), repeats=2)
    [1. 1. 2. 2.]
    <NDArray 4 @cpu(0)>
    >>> nd.repeat(nd.array([[1, 2]]), repeats=2, axis=0)
    [[1. 2.]
     [1. 2.]]
    <NDArray 2x2 @cpu(0)>
    """
def reshape(a: ndarray | Float | None = None, newshape: Shape = ..., order: str | None = 'C', out: ndarray | None = None, name: Any = None) -> ndarray:
    """`a` with another shape, elements in the same order.

    Parameters
    ----------
    a : ndarray
        array of any shape and type
    newshape : Shape(tuple), required
        the shape, in which one dimension may be -1: it follows from the others
    order : string, default 'C'
        accepted as MXNet does, which goes through elements in C order whatever it says
    out : ndarray or list of ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        An array of the type of `a`.

    Raises
    ------
    MXNetError
        If the number of elements differs.
    """
def roll(data: Any = None, shift: Any = None, axis: Shape | None = None, out: ndarray | None = None, name: Any = None) -> ndarray:
    """`data` with elements shifted along axes; those that leave at one end enter at the other.

    Parameters
    ----------
    data : ndarray
        array of a numeric type
    shift : Shape(tuple) or None, default None
        by how many places, one number for all axes or one for each
    axis : Shape(tuple) or None, default None
        the axes, negative ones counting from the end; None shifts the flattened array
    out : ndarray or list of ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        An array like `data`.

    Raises
    ------
    MXNetError
        If `shift` is missing or does not fit `axis`, and if an axis does not exist or is named twice.
    """
def sometrue(data: Any = None, axis: Shape | None = None, keepdims: bool = False, out: ndarray | None = None, name: Any = None) -> ndarray:
    """Whether any element over axes is not 0.

    Parameters, results and errors as those of mx.np.all.
    """
def squeeze(a: ndarray | Float | None = None, axis: Shape | None = None, out: ndarray | None = None, name: Any = None) -> ndarray:
    """`a` without axes of length 1.

    Parameters
    ----------
    a : ndarray
        array of any shape and type
    axis : Shape(tuple) or None, default None
        the axes to leave out, negative ones counting from the end; default: all of length 1
    out : ndarray or list of ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        An array of the type of `a`.

    Raises
    ------
    MXNetError
        If one of the axes does not exist or is longer.
    """
def sum(a: ndarray | Float | None = None, axis: Shape | None = None, dtype: DTypeLike | None = None, keepdims: bool = False, initial: Any = None, out: ndarray | None = None, name: Any = None) -> ndarray:
    """Sum of the elements over axes.

    Parameters, results and errors as those of mx.np.prod.
    """
def trace(data: Any = None, offset: Int = 0, axis1: Int = 0, axis2: Int = 1, out: ndarray | None = None, name: Any = None) -> ndarray:
    """Sums of the diagonals of the planes that two axes span.

    Parameters
    ----------
    data : ndarray
        array of two dimensions or more, of a numeric type
    offset : int, default 0
        which diagonal: 0 is the main one, positive ones are above it
    axis1 : int, default 0
        the axes that span the planes, negative ones counting from the end
    axis2 : int, default 1
        the axes that span the planes, negative ones counting from the end
    out : ndarray or list of ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        An array of the other axes, of the type of `data`.

    Raises
    ------
    MXNetError
        If an axis does not exist or both are one.
    """
def transpose(a: ndarray | Float | None = None, axes: Any = None, out: ndarray | None = None, name: Any = None) -> ndarray:
    """`a` with its axes in another order.

    Parameters
    ----------
    a : ndarray
        array of any shape and type
    axes : Shape(tuple) or None, default None
        the axis of `a` for each axis of the result, negative ones counting from the end; default: reversed
    out : ndarray or list of ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        An array of the type of `a`.

    Raises
    ------
    MXNetError
        Unless `axes` names every axis once.
    """
