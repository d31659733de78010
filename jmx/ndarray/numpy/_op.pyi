# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
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
    >>> mx.np.absolute(mx.np.array([-2, 0, 3]))
    array([2., 0., 3.])
    """
def acos(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians whose cosine is x.

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
    >>> mx.np.arccos(mx.np.array([0, 0.5])).asnumpy().round(4)
    array([1.5708, 1.0472], dtype=float32)
    """
def acosh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Inverse hyperbolic cosine.

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
def append(arr: ndarray, values: Any, axis: Shape | None = None) -> ndarray:
    """An array with others after it, along an axis.

    Parameters
    ----------
    arr : ndarray
        The array.
    values : ndarray
        What comes after it.
    axis : int, optional
        The axis; None joins the flattened arrays.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.append(mx.np.array([1, 2]), mx.np.array([3]))
    array([1., 2., 3.])
    """
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
    >>> mx.np.arccos(mx.np.array([0, 0.5])).asnumpy().round(4)
    array([1.5708, 1.0472], dtype=float32)
    """
def arccosh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Inverse hyperbolic cosine.

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
    >>> mx.np.arccosh(mx.np.array([1, 2])).asnumpy().round(4)
    array([0.   , 1.317], dtype=float32)
    """
def arcsin(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians whose sine is x.

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
    >>> mx.np.arcsin(mx.np.array([0, 0.5])).asnumpy().round(4)
    array([0.    , 0.5236], dtype=float32)
    """
def arcsinh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Inverse hyperbolic sine.

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
    >>> mx.np.arcsinh(mx.np.array([0, 1])).asnumpy().round(4)
    array([0.    , 0.8814], dtype=float32)
    """
def arctan(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians whose tangent is x.

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
    >>> mx.np.arctan(mx.np.array([0, 1])).asnumpy().round(4)
    array([0.    , 0.7854], dtype=float32)
    """
def arctan2(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians of the point (x2, x1).

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
    >>> mx.np.arctan2(mx.np.array([0, 1]), mx.np.array([1, 1])).asnumpy().round(4)
    array([0.    , 0.7854], dtype=float32)
    """
def arctanh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Inverse hyperbolic tangent.

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
    >>> mx.np.arctanh(mx.np.array([0, 0.5])).asnumpy().round(4)
    array([0.    , 0.5493], dtype=float32)
    """
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
def argsort(a: ndarray | Float, axis: Shape | None = -1, kind: Any = None, order: str | None = None, *, descending: Any = False, stable: Any = True) -> ndarray:
    """Positions that sort an array along an axis.

    Parameters
    ----------
    a : ndarray
        The array.
    axis : int or None, default -1
        The axis; None flattens the array.
    kind : optional
        Has no effect; True stands for `descending`, as in MXNet 2.0.
    order : None
        Not supported.
    descending : bool, default False
        The greatest elements first.
    stable : bool, default True
        Without effect, as equal elements always keep their order.

    Returns
    -------
    ndarray of int64

    Examples
    --------
    >>> mx.np.argsort(mx.np.array([3, 1, 2]))
    array([1, 2, 0], dtype=int64)
    """
def around(x: ndarray | Float, decimals: Int = 0, out: ndarray | None = None) -> ndarray:
    """Elements rounded; halves go to the even neighbour.

    Parameters
    ----------
    x : ndarray or number
        What is rounded.
    decimals : int, default 0
        Places after the point, before it if negative.
    out : ndarray, optional
        Where to write the result.
    **kwargs
        Of NumPy's function, for a number.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.around(mx.np.array([0.25, 12.5]), 1)
    array([ 0.2, 12.5])
    >>> mx.np.around(mx.np.array([14, 26]), -1)
    array([10., 30.])
    """
def array_split(ary: ndarray, indices_or_sections: Any, axis: Shape | None = 0) -> list[ndarray]:
    """As `split`, but the parts may differ in length by one.

    Parameters
    ----------
    ary : ndarray
        The array.
    indices_or_sections : int or tuple of int
        How many parts, or where parts after the first one begin.
    axis : int, default 0
        The axis.

    Returns
    -------
    list of ndarray

    Examples
    --------
    >>> mx.np.array_split(mx.np.arange(4), 3)
    [array([0., 1.]), array([2.]), array([3.])]
    """
def asin(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians whose sine is x.

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
    >>> mx.np.arcsin(mx.np.array([0, 0.5])).asnumpy().round(4)
    array([0.    , 0.5236], dtype=float32)
    """
def asinh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Inverse hyperbolic sine.

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
    >>> mx.np.arcsinh(mx.np.array([0, 1])).asnumpy().round(4)
    array([0.    , 0.8814], dtype=float32)
    """
def atan(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians whose tangent is x.

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
    >>> mx.np.arctan(mx.np.array([0, 1])).asnumpy().round(4)
    array([0.    , 0.7854], dtype=float32)
    """
def atan2(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians of the point (x2, x1).

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
    >>> mx.np.arctan2(mx.np.array([0, 1]), mx.np.array([1, 1])).asnumpy().round(4)
    array([0.    , 0.7854], dtype=float32)
    """
def atanh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Inverse hyperbolic tangent.

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
    >>> mx.np.arctanh(mx.np.array([0, 0.5])).asnumpy().round(4)
    array([0.    , 0.5493], dtype=float32)
    """
def average(a: ndarray | Float, axis: Shape | None = None, weights: Any = None, returned: bool = False, out: ndarray | None = None) -> Any:
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
def bitwise_and(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Bits that are set in both.

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
    >>> mx.np.bitwise_and(mx.np.array([4, 6], dtype="int32"), mx.np.array([6, 3], dtype="int32"))
    array([4, 2], dtype=int32)
    """
def bitwise_invert(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Every bit of integers, or every boolean, inverted.

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
    >>> mx.np.invert(mx.np.array([0, 5], dtype="int32"))
    array([-1, -6], dtype=int32)
    """
def bitwise_left_shift(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Bits of integers moved x2 places up.

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
    >>> mx.np.bitwise_left_shift(mx.np.array([1, 2], dtype="int32"), mx.np.array([1, 3], dtype="int32"))
    array([ 2, 16], dtype=int32)
    """
def bitwise_not(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Every bit of integers, or every boolean, inverted.

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
    >>> mx.np.bitwise_not(mx.np.array([0, 5], dtype="int32"))
    array([-1, -6], dtype=int32)
    """
def bitwise_or(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Bits that are set in either.

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
    >>> mx.np.bitwise_or(mx.np.array([4, 6], dtype="int32"), mx.np.array([6, 3], dtype="int32"))
    array([6, 7], dtype=int32)
    """
def bitwise_right_shift(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Bits of integers moved x2 places down.

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
    >>> mx.np.bitwise_right_shift(mx.np.array([4, 16], dtype="int32"), mx.np.array([1, 3], dtype="int32"))
    array([2, 2], dtype=int32)
    """
def bitwise_xor(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Bits that are set in exactly one.

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
def broadcast_to(array: Any, shape: Shape) -> ndarray:
    """An array, or a number, broadcast to a shape.

    Parameters
    ----------
    array : ndarray or number
        What is broadcast.
    shape : tuple of int
        The shape.

    Returns
    -------
    ndarray

    Raises
    ------
    MXNetError
        The shapes do not fit.

    Examples
    --------
    >>> mx.np.broadcast_to(mx.np.array([1, 2]), (3, 2))
    array([[1., 2.],
           [1., 2.],
           [1., 2.]])
    """
def cbrt(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Cube root.

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
    >>> mx.np.cbrt(mx.np.array([1, 8])).asnumpy().round(4)
    array([1., 2.], dtype=float32)
    """
def ceil(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Smallest whole number that is not less than x.

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
    >>> mx.np.ceil(mx.np.array([-1.5, 0.2, 1.7]))
    array([-1.,  1.,  2.])
    """
def clip(a: ndarray | Float, a_min: Any = None, a_max: Any = None, out: ndarray | None = None, *, min: Any = None, max: Any = None) -> ndarray:
    """Elements limited to an interval.

    Parameters
    ----------
    a : ndarray or number
        What is limited.
    a_min, a_max : number, optional
        The interval's ends; None leaves a side open.
    out : ndarray, optional
        Where to write the result.
    min, max : number or ndarray, optional
        The array API standard's names of `a_min` and `a_max`.

    Returns
    -------
    ndarray

    Raises
    ------
    ValueError
        Both ends are None.

    Examples
    --------
    >>> mx.np.clip(mx.np.array([-1, 0.5, 3]), 0, 1)
    array([0. , 0.5, 1. ])
    """
def column_stack(tup: Sequence[ndarray]) -> ndarray:
    """Arrays joined along the second axis; vectors count as columns.

    Parameters
    ----------
    tup : list of ndarray
        The arrays.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.column_stack((mx.np.array([1, 2]), mx.np.array([3, 4])))
    array([[1., 3.],
           [2., 4.]])
    """
def concat(seq: Sequence[ndarray], axis: Shape | None = 0, out: ndarray | None = None) -> ndarray:
    """Arrays joined along an axis.

    Parameters
    ----------
    seq : list of ndarray
        The arrays; their other axes have equal lengths.
    axis : int or None, default 0
        The axis; None joins the flattened arrays.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.concatenate((mx.np.array([[1, 2]]), mx.np.array([[3, 4]])))
    array([[1., 2.],
           [3., 4.]])
    >>> mx.np.concatenate((mx.np.array([[1, 2]]), mx.np.array([[3, 4]])), axis=1)
    array([[1., 2., 3., 4.]])
    """
def concatenate(seq: Sequence[ndarray], axis: Shape | None = 0, out: ndarray | None = None) -> ndarray:
    """Arrays joined along an axis.

    Parameters
    ----------
    seq : list of ndarray
        The arrays; their other axes have equal lengths.
    axis : int or None, default 0
        The axis; None joins the flattened arrays.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.concatenate((mx.np.array([[1, 2]]), mx.np.array([[3, 4]])))
    array([[1., 2.],
           [3., 4.]])
    >>> mx.np.concatenate((mx.np.array([[1, 2]]), mx.np.array([[3, 4]])), axis=1)
    array([[1., 2., 3., 4.]])
    """
def conj(x: ndarray | Float) -> ndarray:
    """The complex conjugates: the numbers themselves, as all are real.

    Parameters
    ----------
    x : ndarray or number
        The numbers.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Examples
    --------
    >>> mx.np.conj(mx.np.array([1, -2]))
    array([ 1., -2.])
    """
def copysign(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Size of x1 with the sign of x2.

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
    >>> mx.np.copysign(mx.np.array([1, 2]), mx.np.array([-1, 1]))
    array([-1.,  2.])
    """
def cos(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Cosine of angles in radians.

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
    >>> mx.np.cos(mx.np.array([0, 1])).asnumpy().round(4)
    array([1.    , 0.5403], dtype=float32)
    """
def cosh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Hyperbolic cosine.

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
    >>> mx.np.cosh(mx.np.array([0, 1])).asnumpy().round(4)
    array([1.    , 1.5431], dtype=float32)
    """
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
def cumulative_prod(x: ndarray | Float, axis: Shape | None = None, dtype: DTypeLike | None = None, include_initial: Any = False) -> ndarray:
    """Running products along an axis.

    Parameters
    ----------
    x : ndarray
        The array.
    axis : int, optional
        The axis, which only a vector needs not name.
    dtype : str or numpy type, optional
        Element type of the result; by default that of floats, and int64 or uint64 for integers.
    include_initial : bool, default False
        Begin with a 1.

    Returns
    -------
    ndarray

    Raises
    ------
    ValueError
        No axis is given for several dimensions.

    Examples
    --------
    >>> mx.np.cumulative_prod(mx.np.array([1, 2, 3]))
    array([1., 2., 6.])
    """
def cumulative_sum(x: ndarray | Float, axis: Shape | None = None, dtype: DTypeLike | None = None, include_initial: Any = False) -> ndarray:
    """Running sums along an axis.

    Parameters
    ----------
    x : ndarray
        The array.
    axis : int, optional
        The axis, which only a vector needs not name.
    dtype : str or numpy type, optional
        Element type of the result; by default that of floats, and int64 or uint64 for integers.
    include_initial : bool, default False
        Begin with a 0.

    Returns
    -------
    ndarray

    Raises
    ------
    ValueError
        No axis is given for several dimensions.

    Examples
    --------
    >>> mx.np.cumulative_sum(mx.np.array([1, 2, 3]))
    array([1., 3., 6.])
    """
def deg2rad(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angles in radians from degrees.

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
    >>> mx.np.deg2rad(mx.np.array([0, 180])).asnumpy().round(4)
    array([0.    , 3.1416], dtype=float32)
    """
def degrees(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angles in degrees from radians.

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
    >>> mx.np.degrees(mx.np.array([0, 1])).asnumpy().round(4)
    array([ 0.    , 57.2958], dtype=float32)
    """
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
def divide(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x1 / x2, a fraction for integers too.

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
    >>> mx.np.divide(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
    array([0.5, 1. , 1.5])
    """
def dsplit(ary: ndarray, indices_or_sections: Any) -> list[ndarray]:
    """Parts of an array along the third axis.

    Parameters
    ----------
    ary : ndarray
        The array, of three dimensions or more.
    indices_or_sections : int or tuple of int
        How many equal parts, or where they begin.

    Returns
    -------
    list of ndarray

    Examples
    --------
    >>> mx.np.dsplit(mx.np.zeros((2, 3, 4)), 2)[0].shape
    (2, 3, 2)
    """
def dstack(arrays: Sequence[ndarray]) -> ndarray:
    """Arrays joined along a third axis, which is added where it lacks.

    Parameters
    ----------
    arrays : list of ndarray
        The arrays.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.dstack((mx.np.array([1, 2]), mx.np.array([3, 4])))
    array([[[1., 3.],
            [2., 4.]]])
    """
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
def einsum(*operands: Any, **kwargs: Any) -> ndarray:
    """Sum of products by Einstein's convention.

    Parameters
    ----------
    *operands
        The subscripts, such as 'ij,jk->ik', and the arrays.
    **kwargs
        `optimize`: choose the order of products; `out`: where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.einsum("ij,j->i", mx.np.arange(6).reshape(2, 3), mx.np.ones(3))
    array([ 3., 12.])
    """
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
    >>> mx.np.equal(mx.np.array([1, 2, 3]), 2)
    array([False,  True, False])
    """
def exp(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """e to the power of x.

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
    >>> mx.np.exp(mx.np.array([0, 1])).asnumpy().round(4)
    array([1.    , 2.7183], dtype=float32)
    """
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
def expm1(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """exp(x) - 1, exact for small x.

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
    >>> mx.np.fabs(mx.np.array([-2, 0, 3]))
    array([2., 0., 3.])
    """
def fix(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Nearest whole number towards 0.

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
    >>> mx.np.fix(mx.np.array([-1.5, 0.2, 1.7]))
    array([-1.,  0.,  1.])
    """
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
def floor(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Greatest whole number that is not greater than x.

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
    >>> mx.np.floor(mx.np.array([-1.5, 0.2, 1.7]))
    array([-2.,  0.,  1.])
    """
def floor_divide(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """floor(x1 / x2).

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
    >>> mx.np.floor_divide(mx.np.array([7, -7]), 2)
    array([ 3., -4.])
    """
def fmax(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """The greater of both; a number wins over NaN.

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
    >>> mx.np.fmax(mx.np.array([1, mx.np.nan]), mx.np.array([2, 0]))
    array([2., 0.])
    """
def fmin(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """The lesser of both; a number wins over NaN.

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
    >>> mx.np.fmin(mx.np.array([1, mx.np.nan]), mx.np.array([2, 0]))
    array([1., 0.])
    """
def fmod(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Remainder of x1 / x2, with the sign of x1.

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
    >>> mx.np.gcd(mx.np.array([4, 6], dtype="int32"), mx.np.array([6, 9], dtype="int32"))
    array([2, 3], dtype=int32)
    """
def greater(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x1 > x2.

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
    >>> mx.np.greater(mx.np.array([1, 2, 3]), 2)
    array([False, False,  True])
    """
def greater_equal(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x1 >= x2.

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
    >>> mx.np.greater_equal(mx.np.array([1, 2, 3]), 2)
    array([False,  True,  True])
    """
def hamming(M: Int | None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """The Hamming window.

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
    >>> mx.np.hamming(5).asnumpy().round(4)
    array([0.08, 0.54, 1.  , 0.54, 0.08], dtype=float32)
    """
def hanning(M: Int | None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """The Hann window.

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
    >>> mx.np.hanning(5).asnumpy().round(4)
    array([0. , 0.5, 1. , 0.5, 0. ], dtype=float32)
    """
def histogram(a: ndarray | Float, bins: Any = 10, range: Any = None, normed: Any = None, weights: Any = None, density: Any = None) -> tuple[ndarray, ndarray]:
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
def hsplit(ary: ndarray, indices_or_sections: Any) -> list[ndarray]:
    """Parts of an array along the second axis, or the first of a vector.

    Parameters
    ----------
    ary : ndarray
        The array.
    indices_or_sections : int or tuple of int
        How many equal parts, or where they begin.

    Returns
    -------
    list of ndarray

    Examples
    --------
    >>> mx.np.hsplit(mx.np.arange(6).reshape(2, 3), 3)[0]
    array([[0.],
           [3.]])
    """
def hstack(arrays: Sequence[ndarray]) -> ndarray:
    """Arrays joined along the second axis, vectors along the first.

    Parameters
    ----------
    arrays : list of ndarray
        The arrays.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.hstack((mx.np.array([1, 2]), mx.np.array([3, 4])))
    array([1., 2., 3., 4.])
    """
def hypot(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """sqrt(x1**2 + x2**2).

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
def imag(val: Any) -> ndarray:
    """The imaginary parts: zeros, as all numbers are real.

    Parameters
    ----------
    val : ndarray or number
        The numbers.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Examples
    --------
    >>> mx.np.imag(mx.np.array([1, -2]))
    array([0., 0.])
    """
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
def inner(a: ndarray | Float, b: Any) -> ndarray:
    """Sum of products over the last axes.

    Parameters
    ----------
    a, b : ndarray
        The arrays.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.inner(mx.np.array([1, 2]), mx.np.array([3, 4]))
    array(11.)
    """
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
def invert(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Every bit of integers, or every boolean, inverted.

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
    >>> mx.np.invert(mx.np.array([0, 5], dtype="int32"))
    array([-1, -6], dtype=int32)
    """
def isfinite(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x is neither infinite nor NaN.

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
    >>> mx.np.isfinite(mx.np.array([1, mx.np.nan, -mx.np.inf]))
    array([ True, False, False])
    """
def isinf(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x is infinite.

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
    >>> mx.np.isinf(mx.np.array([1, mx.np.nan, -mx.np.inf]))
    array([False, False,  True])
    """
def isnan(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x is NaN.

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
    >>> mx.np.isnan(mx.np.array([1, mx.np.nan, -mx.np.inf]))
    array([False,  True, False])
    """
def isneginf(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x is negative infinity.

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
    >>> mx.np.isneginf(mx.np.array([1, mx.np.nan, -mx.np.inf]))
    array([False, False,  True])
    """
def isposinf(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x is positive infinity.

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
    >>> mx.np.isposinf(mx.np.array([1, mx.np.nan, -mx.np.inf]))
    array([False, False, False])
    """
def kron(a: ndarray | Float, b: Any) -> ndarray:
    """Kronecker product: blocks of `b`, each multiplied by an element of `a`.

    Parameters
    ----------
    a, b : ndarray
        The arrays.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.kron(mx.np.array([1, 10]), mx.np.array([1, 2]))
    array([ 1.,  2., 10., 20.])
    """
def lcm(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Least common multiple of integers.

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
    >>> mx.np.lcm(mx.np.array([4, 6], dtype="int32"), mx.np.array([6, 3], dtype="int32"))
    array([12,  6], dtype=int32)
    """
def ldexp(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x1 * 2**x2.

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
    >>> mx.np.ldexp(mx.np.array([1, 3]), mx.np.array([2, 2]))
    array([ 4., 12.])
    """
def less(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x1 < x2.

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
    >>> mx.np.less(mx.np.array([1, 2, 3]), 2)
    array([ True, False, False])
    """
def less_equal(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x1 <= x2.

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
    >>> mx.np.log(mx.np.array([1, 10])).asnumpy().round(4)
    array([0.    , 2.3026], dtype=float32)
    """
def log10(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Logarithm to the base 10.

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
    >>> mx.np.log10(mx.np.array([1, 10])).asnumpy().round(4)
    array([0., 1.], dtype=float32)
    """
def log1p(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """log(1 + x), exact for small x.

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
    >>> mx.np.log1p(mx.np.array([1, 10])).asnumpy().round(4)
    array([0.6931, 2.3979], dtype=float32)
    """
def log2(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Logarithm to the base 2.

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
    >>> mx.np.log2(mx.np.array([1, 10])).asnumpy().round(4)
    array([0.    , 3.3219], dtype=float32)
    """
def logaddexp(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """log(exp(x1) + exp(x2)), without overflow.

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
    >>> mx.np.logaddexp(mx.np.array([0, 1]), mx.np.array([0, 1])).asnumpy().round(4)
    array([0.6931, 1.6931], dtype=float32)
    """
def logical_and(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether both are not 0.

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
    >>> mx.np.logical_and(mx.np.array([1, 0]), mx.np.array([1, 1]))
    array([ True, False])
    """
def logical_not(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x is 0.

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
    >>> mx.np.logical_not(mx.np.array([0, 2]))
    array([ True, False])
    """
def logical_or(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether one of them is not 0.

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
    >>> mx.np.logical_or(mx.np.array([1, 0]), mx.np.array([0, 0]))
    array([ True, False])
    """
def logical_xor(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether exactly one of them is not 0.

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
def matmul(a: ndarray | Float, b: Any, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Matrix product of the last two axes; leading axes broadcast, and a vector counts as a row or column.

    Parameters
    ----------
    a, b : ndarray
        The factors.
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs, accepted with their default values.

    Returns
    -------
    ndarray

    Raises
    ------
    MXNetError
        The shapes do not fit, or an input has no dimension.

    Examples
    --------
    >>> mx.np.matmul(mx.np.array([[1, 2], [3, 4]]), mx.np.array([1, 10]))
    array([21., 43.])
    """
def matrix_transpose(x: ndarray | Float) -> ndarray:
    """Matrices with rows and columns exchanged.

    Parameters
    ----------
    x : ndarray
        Matrices, (..., m, n).

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.matrix_transpose(mx.np.array([[1, 2], [3, 4]]))
    array([[1., 3.],
           [2., 4.]])
    """
def maximum(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """The greater of both.

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
    >>> mx.np.maximum(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
    array([2., 2., 3.])
    """
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
def mean(a: ndarray | Float, axis: Shape | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool = False) -> ndarray:
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
def median(a: ndarray | Float, axis: Shape | None = None, out: ndarray | None = None, overwrite_input: Any = None, keepdims: bool = False) -> ndarray:
    """Median over axes.

    Parameters
    ----------
    a : ndarray
        The array.
    axis : int or tuple of int, optional
        The axes; all by default.
    out : ndarray, optional
        Where to write the result.
    overwrite_input : bool, optional
        Whether `a` may be changed; it never is.
    keepdims : bool, default False
        Keep reduced axes, with length 1.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.median(mx.np.array([1, 2, 10]), axis=0)
    array(2.)
    """
def minimum(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """The lesser of both.

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
    >>> mx.np.minimum(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
    array([1., 2., 2.])
    """
def mod(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Remainder of x1 / x2, with the sign of x2.

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
    >>> mx.np.mod(mx.np.array([5, -5]), 3)
    array([2., 1.])
    """
def multiply(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x1 * x2.

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
    >>> mx.np.multiply(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
    array([2., 4., 6.])
    """
def nan_to_num(x: ndarray | Float, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> ndarray:
    """An array with NaN and infinities replaced. Arrays of integers are returned as they are.

    Parameters
    ----------
    x : ndarray or number
        The array.
    copy : bool, default True
        With False the array itself is overwritten.
    nan : number, default 0.0
        What replaces NaN.
    posinf, neginf : number, optional
        What replaces the infinities; the extremes of the element type by default.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Examples
    --------
    >>> mx.np.nan_to_num(mx.np.array([1, mx.np.nan]), nan=-1)
    array([ 1., -1.])
    """
def negative(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """-x.

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
    >>> mx.np.negative(mx.np.array([-2, 0, 3]))
    array([ 2., -0., -3.])
    """
def nextafter(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """The next floating number after x1 towards x2.

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
    >>> mx.np.nextafter(mx.np.array([1]), mx.np.array([2])).asnumpy() == np.float32(1 + 2**-23)
    array([ True])
    """
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
def not_equal(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x1 != x2.

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
def outer(a: ndarray | Float, b: Any) -> ndarray:
    """Products of all pairs of elements of the flattened arrays.

    Parameters
    ----------
    a, b : ndarray
        The arrays.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.outer(mx.np.array([1, 2]), mx.np.array([3, 4]))
    array([[3., 4.],
           [6., 8.]])
    """
def pad(x: ndarray | Float, pad_width: Any = None, mode: str = 'constant') -> ndarray:
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
def percentile(a: ndarray | Float, q: Any, axis: Shape | None = None, out: ndarray | None = None, overwrite_input: Any = None, interpolation: Any = 'linear', keepdims: bool = False) -> ndarray:
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
def permute_dims(a: ndarray | Float, axes: Any = None) -> ndarray:
    """An array with its axes in another order.

    Parameters
    ----------
    a : ndarray
        The array.
    axes : tuple of int, optional
        The order; reversed by default.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.permute_dims(mx.np.zeros((2, 3, 4)), (2, 0, 1)).shape
    (4, 2, 3)
    """
def polyval(p: Any, x: ndarray | Float) -> ndarray:
    """Values of a polynomial.

    Parameters
    ----------
    p : ndarray
        The coefficients, that of the highest power first.
    x : ndarray
        Where it is evaluated.

    Returns
    -------
    ndarray

    Raises
    ------
    TypeError
        One of them is an array of mx.np and the other one is not.

    Examples
    --------
    >>> mx.np.polyval(mx.np.array([1, 0, 2]), mx.np.array([3]))
    array([11.])
    """
def positive(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """A copy of an array.

    Parameters
    ----------
    x : ndarray or number
        The array.
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs, accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Examples
    --------
    >>> mx.np.positive(mx.np.array([1, -2]))
    array([ 1., -2.])
    """
def pow(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x1 to the power of x2.

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
    >>> mx.np.power(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
    array([1., 4., 9.])
    """
def power(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x1 to the power of x2.

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
    >>> mx.np.power(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
    array([1., 4., 9.])
    """
def quantile(a: ndarray | Float, q: Any, axis: Shape | None = None, out: ndarray | None = None, overwrite_input: Any = None, interpolation: Any = 'linear', keepdims: bool = False) -> ndarray:
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
def rad2deg(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angles in degrees from radians.

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
    >>> mx.np.rad2deg(mx.np.array([0, 1])).asnumpy().round(4)
    array([ 0.    , 57.2958], dtype=float32)
    """
def radians(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angles in radians from degrees.

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
    >>> mx.np.radians(mx.np.array([0, 180])).asnumpy().round(4)
    array([0.    , 3.1416], dtype=float32)
    """
def ravel(x: ndarray | Float, order: str | None = 'C') -> ndarray:
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
def real(val: Any) -> ndarray:
    """The real parts: the numbers themselves, as all are real.

    Parameters
    ----------
    val : ndarray or number
        The numbers.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Examples
    --------
    >>> mx.np.real(mx.np.array([1, -2]))
    array([ 1., -2.])
    """
def reciprocal(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """1 / x.

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
    >>> mx.np.reciprocal(mx.np.array([1, 4])).asnumpy().round(4)
    array([1.  , 0.25], dtype=float32)
    """
def remainder(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Remainder of x1 / x2, with the sign of x2.

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
    >>> mx.np.remainder(mx.np.array([5, -5]), 3)
    array([2., 1.])
    """
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
def rint(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Nearest whole number.

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
    >>> mx.np.rint(mx.np.array([-1.5, 0.2, 1.7]))
    array([-2.,  0.,  2.])
    """
def rollaxis(a: ndarray | Float, axis: Shape | None, start: Any = 0) -> ndarray:
    """An array with one axis moved before another one.

    Parameters
    ----------
    a : ndarray
        The array.
    axis : int
        The axis that moves.
    start : int, default 0
        The axis that it comes before.

    Returns
    -------
    ndarray

    Raises
    ------
    ValueError
        An axis does not exist.

    Examples
    --------
    >>> mx.np.rollaxis(mx.np.zeros((2, 3, 4)), 2).shape
    (4, 2, 3)
    """
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
def round(x: ndarray | Float, decimals: Int = 0, out: ndarray | None = None) -> ndarray:
    """Elements rounded; see `around`.

    Parameters
    ----------
    x : ndarray or number
        What is rounded.
    decimals : int, default 0
        Places after the point, before it if negative.
    out : ndarray, optional
        Where to write the result.
    **kwargs
        Of NumPy's function, for a number.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.round(mx.np.array([0.251, 12.57]), 1)
    array([ 0.3, 12.6])
    """
def round_(x: ndarray | Float, decimals: Int = 0, out: ndarray | None = None) -> ndarray:
    """Elements rounded; see `around`.

    Parameters
    ----------
    x : ndarray or number
        What is rounded.
    decimals : int, default 0
        Places after the point, before it if negative.
    out : ndarray, optional
        Where to write the result.
    **kwargs
        Of NumPy's function, for a number.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.round_(mx.np.array([0.251, 12.57]), 1)
    array([ 0.3, 12.6])
    """
def row_stack(arrays: Sequence[ndarray]) -> ndarray:
    """Arrays joined along the first axis; vectors count as rows. It is `vstack`.

    Parameters
    ----------
    arrays : list of ndarray
        The arrays.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.row_stack([mx.np.array([1, 2]), mx.np.array([3, 4])])
    array([[1., 2.],
           [3., 4.]])
    """
def shape(a: ndarray | Float) -> tuple[int, ...]:
    """The shape of an array.

    Parameters
    ----------
    a : ndarray
        The array.

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> mx.np.shape(mx.np.zeros((2, 3)))
    (2, 3)
    """
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
def sign(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """-1, 0 or 1 by the sign of x.

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
    >>> mx.np.sign(mx.np.array([-2, 0, 3]))
    array([-1.,  0.,  1.])
    """
def sin(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Sine of angles in radians.

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
    >>> mx.np.sin(mx.np.array([0, 1])).asnumpy().round(4)
    array([0.    , 0.8415], dtype=float32)
    """
def sinh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Hyperbolic sine.

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
    >>> mx.np.sinh(mx.np.array([0, 1])).asnumpy().round(4)
    array([0.    , 1.1752], dtype=float32)
    """
def sort(a: ndarray | Float, axis: Shape | None = -1, kind: Any = None, order: str | None = None, *, descending: Any = False, stable: Any = True) -> ndarray:
    """A sorted copy of an array.

    Parameters
    ----------
    a : ndarray
        The array.
    axis : int or None, default -1
        The axis; None flattens the array.
    kind : optional
        Has no effect; True stands for `descending`, as in MXNet 2.0.
    order : None
        Not supported.
    descending : bool, default False
        The greatest elements first.
    stable : bool, default True
        Without effect, as equal elements always keep their order.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.sort(mx.np.array([3, 1, 2]))
    array([1., 2., 3.])
    """
def split(ary: ndarray, indices_or_sections: Any, axis: Shape | None = 0) -> list[ndarray]:
    """Parts of an array along an axis.

    Parameters
    ----------
    ary : ndarray
        The array.
    indices_or_sections : int or tuple of int
        How many equal parts, or where parts after the first one begin.
    axis : int, default 0
        The axis.

    Returns
    -------
    list of ndarray

    Raises
    ------
    ValueError
        The parts would not be equal; or something else than integers is given.

    Examples
    --------
    >>> mx.np.split(mx.np.arange(4), 2)
    [array([0., 1.]), array([2., 3.])]
    >>> mx.np.split(mx.np.arange(4), [1, 3])
    [array([0.]), array([1., 2.]), array([3.])]
    """
def sqrt(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Square root.

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
    >>> mx.np.sqrt(mx.np.array([1, 8])).asnumpy().round(4)
    array([1.    , 2.8284], dtype=float32)
    """
def square(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x * x.

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
    >>> mx.np.square(mx.np.array([1, 8])).asnumpy().round(4)
    array([ 1., 64.], dtype=float32)
    """
def stack(arrays: Sequence[ndarray], axis: Shape | None = 0, out: ndarray | None = None) -> ndarray:
    """Arrays of one shape joined along a new axis.

    Parameters
    ----------
    arrays : list of ndarray
        The arrays.
    axis : int, default 0
        The position of the new axis.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.stack([mx.np.array([1, 2]), mx.np.array([3, 4])])
    array([[1., 2.],
           [3., 4.]])
    >>> mx.np.stack([mx.np.array([1, 2]), mx.np.array([3, 4])], axis=1)
    array([[1., 3.],
           [2., 4.]])
    """
def std(a: ndarray | Float, axis: Shape | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: Int = 0, keepdims: bool = False, *, correction: Any = None) -> ndarray:
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
def subtract(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x1 - x2.

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
    >>> mx.np.subtract(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
    array([-1.,  0.,  1.])
    """
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
def take(a: ndarray | Float, indices: ndarray | Shape, axis: Shape | None = None, mode: str = 'raise', out: ndarray | None = None) -> ndarray:
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
def tan(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Tangent of angles in radians.

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
    >>> mx.np.tan(mx.np.array([0, 1])).asnumpy().round(4)
    array([0.    , 1.5574], dtype=float32)
    """
def tanh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Hyperbolic tangent.

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
    >>> mx.np.tanh(mx.np.array([0, 1])).asnumpy().round(4)
    array([0.    , 0.7616], dtype=float32)
    """
def tensordot(a: ndarray | Float, b: Any, axes: Any = 2) -> ndarray:
    """Sum of products over axes of two arrays.

    Parameters
    ----------
    a, b : ndarray
        The arrays.
    axes : int or pair of lists of int, default 2
        How many of the last axes of `a` meet the first of `b`; or the axes of each.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.tensordot(mx.np.arange(6).reshape(2, 3), mx.np.ones((3, 2)), axes=1)
    array([[ 3.,  3.],
           [12., 12.]])
    """
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
def triu(m: ndarray, k: Int = 0) -> ndarray:
    """The upper triangle of matrices, the rest being 0.

    Parameters
    ----------
    m : ndarray
        Matrices, (..., rows, columns).
    k : int, default 0
        The lowest diagonal that is kept: above the main one if positive.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.triu(mx.np.ones((3, 3)))
    array([[1., 1., 1.],
           [0., 1., 1.],
           [0., 0., 1.]])
    """
def true_divide(x1: ndarray | Float, x2: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x1 / x2, a fraction always.

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
    >>> mx.np.true_divide(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
    array([0.5, 1. , 1.5])
    """
def trunc(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x without its fraction.

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
    >>> mx.np.trunc(mx.np.array([-1.5, 0.2, 1.7]))
    array([-1.,  0.,  1.])
    """
def unique(ar: Any, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: Shape | None = None) -> Any:
    """The different elements of an array, sorted.

    Parameters
    ----------
    ar : ndarray
        The array.
    return_index : bool, default False
        Return the positions of their first occurrence, too.
    return_inverse : bool, default False
        Return for every element its position among them, too.
    return_counts : bool, default False
        Return how often each occurs, too.
    axis : int, optional
        Compare the slices along this axis; by default elements.

    Returns
    -------
    ndarray, or tuple of ndarray

    Examples
    --------
    >>> mx.np.unique(mx.np.array([3, 1, 3]))
    array([1., 3.])
    >>> mx.np.unique(mx.np.array([3, 1, 3]), return_counts=True)
    (array([1., 3.]), array([1, 2], dtype=int64))
    """
def unravel_index(indices: ndarray | Shape, shape: Shape, order: str | None = 'C') -> Any:
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
def unstack(x: ndarray | Float, axis: Shape | None = 0) -> ndarray:
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
def var(a: ndarray | Float, axis: Shape | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: Int = 0, keepdims: bool = False, *, correction: Any = None) -> ndarray:
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
def vdot(a: ndarray | Float, b: Any) -> ndarray:
    """Sum of products of the flattened arrays.

    Parameters
    ----------
    a, b : ndarray
        The arrays.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.vdot(mx.np.array([1, 2]), mx.np.array([3, 4]))
    array(11.)
    """
def vecdot(x1: ndarray | Float, x2: ndarray | Float, axis: Shape | None = -1) -> ndarray:
    """Sums of products of vectors.

    Parameters
    ----------
    x1, x2 : ndarray
        The vectors; the other axes broadcast.
    axis : int, default -1
        The axis along which they lie.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.vecdot(mx.np.array([[1, 2], [3, 4]]), mx.np.array([[1, 2], [3, 4]]))
    array([ 5., 25.])
    """
def vsplit(ary: ndarray, indices_or_sections: Any) -> list[ndarray]:
    """Parts of an array along the first axis.

    Parameters
    ----------
    ary : ndarray
        The array, of two dimensions or more.
    indices_or_sections : int or tuple of int
        How many equal parts, or where they begin.

    Returns
    -------
    list of ndarray

    Examples
    --------
    >>> mx.np.vsplit(mx.np.arange(6).reshape(2, 3), 2)[1]
    array([[3., 4., 5.]])
    """
def vstack(arrays: Sequence[ndarray], out: ndarray | None = None) -> ndarray:
    """Arrays joined along the first axis; vectors count as rows.

    Parameters
    ----------
    arrays : list of ndarray
        The arrays.
    out : None
        Has no effect.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.vstack([mx.np.array([1, 2]), mx.np.array([3, 4])])
    array([[1., 2.],
           [3., 4.]])
    """
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
def zeros(shape: Shape, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """An array of zeros.

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
    >>> mx.np.zeros((2, 3))
    array([[0., 0., 0.],
           [0., 0., 0.]])
    """
def zeros_like(a: ndarray | Float, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Zeros in the shape of another array.

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
def any(data: Any = None, axis: Shape | None = None, keepdims: bool = False, out: ndarray | None = None, name: Any = None) -> ndarray:
    """Whether any element over axes is not 0.

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
def atleast_3d(*arys: Any, num_args: Any = ..., out: ndarray | None = None, name: Any = None) -> Any:
    """Arrays with at least 3 dimensions; those that have fewer get some of length 1.

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
def min(a: ndarray | Float | None = None, axis: Shape | None = None, keepdims: bool = False, initial: Any = None, out: ndarray | None = None, name: Any = None) -> ndarray:
    """Smallest of the elements over axes. Of equal elements every one gets the whole gradient.

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
