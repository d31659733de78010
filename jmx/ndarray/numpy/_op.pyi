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
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def absolute(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Absolute value.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def acos(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians whose cosine is x.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def acosh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Inverse hyperbolic cosine.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
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

    Raises TypeError for anything else.
    """
def append(arr: ndarray, values: Any, axis: Shape | None = None) -> ndarray:
    """`values` after `arr` along an axis; None joins the flattened arrays."""
def arange(start: Any, stop: Any = None, step: Any = 1, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """Numbers from `start` to before `stop` in steps of `step`; with one number those from 0 to before it.

    dtype : element type, default float32 (see `npx.set_np`).
    """
def arccos(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians whose cosine is x.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def arccosh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Inverse hyperbolic cosine.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def arcsin(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians whose sine is x.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def arcsinh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Inverse hyperbolic sine.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def arctan(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians whose tangent is x.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
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

    Raises TypeError for anything else.
    """
def arctanh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Inverse hyperbolic tangent.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def argmax(a: ndarray | Float, axis: Shape | None = None, out: ndarray | None = None, keepdims: bool = False) -> ndarray:
    """int64 positions of the greatest elements along an axis, or in the flattened array; of equal ones the first."""
def argmin(a: ndarray | Float, axis: Shape | None = None, out: ndarray | None = None, keepdims: bool = False) -> ndarray:
    """int64 positions of the smallest elements along an axis, or in the flattened array; of equal ones the first."""
def argsort(a: ndarray | Float, axis: Shape | None = -1, kind: Any = None, order: str | None = None, *, descending: Any = False, stable: Any = True) -> ndarray:
    """int64 positions that sort `a` along an axis, or the flattened array for None.

    descending : the greatest elements first. stable : without effect, as equal elements always keep their order.
    """
def around(x: ndarray | Float, decimals: Int = 0, out: ndarray | None = None) -> ndarray:
    """Elements rounded to `decimals` places after the point (before it if negative); halves go to the even neighbour."""
def array_split(ary: ndarray, indices_or_sections: Any, axis: Shape | None = 0) -> list[ndarray]:
    """As `split`, but the parts may differ in length by one."""
def asin(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians whose sine is x.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def asinh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Inverse hyperbolic sine.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def atan(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angle in radians whose tangent is x.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
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

    Raises TypeError for anything else.
    """
def atanh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Inverse hyperbolic tangent.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def average(a: ndarray | Float, axis: Shape | None = None, weights: Any = None, returned: bool = False, out: ndarray | None = None) -> Any:
    """Mean over axes with weights; with returned=True also the sum of the weights."""
def bincount(x: ndarray | Float, weights: Any = None, minlength: Any = 0) -> ndarray:
    """How often every whole number occurs in `x`, or the sum of its `weights`; at least `minlength` numbers."""
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

    Raises TypeError for anything else.
    """
def bitwise_invert(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Every bit of integers, or every boolean, inverted.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
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

    Raises TypeError for anything else.
    """
def bitwise_not(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Every bit of integers, or every boolean, inverted.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
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

    Raises TypeError for anything else.
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

    Raises TypeError for anything else.
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

    Raises TypeError for anything else.
    """
def blackman(M: Int | None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """The Blackman window, of M points."""
def broadcast_to(array: Any, shape: Shape) -> ndarray:
    """`array`, or a number, broadcast to `shape`. Raises MXNetError if the shapes do not fit."""
def cbrt(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Cube root.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def ceil(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Smallest whole number that is not less than x.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def clip(a: ndarray | Float, a_min: Any = None, a_max: Any = None, out: ndarray | None = None, *, min: Any = None, max: Any = None) -> ndarray:
    """Elements limited to the interval [a_min, a_max]; None for one of them leaves that side open.

    min, max : the array API standard's names of `a_min` and `a_max`, which may be arrays too.

    Raises ValueError if both are None.
    """
def column_stack(tup: Sequence[ndarray]) -> ndarray:
    """Arrays joined along the second axis; vectors count as columns."""
def concat(seq: Sequence[ndarray], axis: Shape | None = 0, out: ndarray | None = None) -> ndarray:
    """Arrays joined along an axis; None joins the flattened arrays."""
def concatenate(seq: Sequence[ndarray], axis: Shape | None = 0, out: ndarray | None = None) -> ndarray:
    """Arrays joined along an axis; None joins the flattened arrays."""
def conj(x: ndarray | Float) -> ndarray:
    """The complex conjugates: `x` itself, as all numbers are real."""
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

    Raises TypeError for anything else.
    """
def cos(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Cosine of angles in radians.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def cosh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Hyperbolic cosine.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def cross(a: ndarray | Float, b: Any, axisa: Any = -1, axisb: Any = -1, axisc: Any = -1, axis: Shape | None = None) -> ndarray:
    """Cross products of vectors of 3 or 2 elements, which lie along `axisa` and `axisb`, or both along `axis`."""
def cumulative_prod(x: ndarray | Float, axis: Shape | None = None, dtype: DTypeLike | None = None, include_initial: Any = False) -> ndarray:
    """Running products along an axis; with include_initial a 1 stands before them. See `cumulative_sum`."""
def cumulative_sum(x: ndarray | Float, axis: Shape | None = None, dtype: DTypeLike | None = None, include_initial: Any = False) -> ndarray:
    """Running sums along an axis, which a vector needs not name; with include_initial a 0 stands before them.

    dtype : default that of floats, int64 or uint64 for integers. Raises ValueError without axis for several dimensions.
    """
def deg2rad(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angles in radians from degrees.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def degrees(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angles in degrees from radians.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def delete(arr: ndarray, obj: Any, axis: Shape | None = None) -> ndarray:
    """`arr` without the elements at the places `obj`: an int, a slice or an array of ints.

    axis : None flattens `arr` first. Raises TypeError for other kinds of arguments.
    """
def diag_indices_from(arr: ndarray) -> tuple[ndarray, ...]:
    """Positions of the main diagonal of a square array, one array for each axis."""
def diff(a: ndarray | Float, n: Int = 1, axis: Shape | None = -1, prepend: Any = None, append: Any = None) -> ndarray:
    """Differences of neighbours along an axis, taken n times.

    prepend, append : arrays, or numbers, put before and after `a` first; with the switch for MXNet 2.0 only. Without it they
    raise NotImplementedError, as in MXNet.
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

    Raises TypeError for anything else.
    """
def dsplit(ary: ndarray, indices_or_sections: Any) -> list[ndarray]:
    """Parts along the third axis of an array of three or more; see `split`."""
def dstack(arrays: Sequence[ndarray]) -> ndarray:
    """Arrays joined along a third axis, which is added where it lacks."""
def ediff1d(ary: ndarray, to_end: Any = None, to_begin: Any = None) -> ndarray:
    """Differences of neighbours in the flattened array, with numbers or arrays put before and after them."""
def einsum(*operands: Any, **kwargs: Any) -> ndarray:
    """Sum of products by Einstein's convention: `einsum("ij,jk->ik", a, b)`. Keywords: optimize, out."""
def empty_like(prototype: ndarray, dtype: DTypeLike | None = None, order: str | None = 'C', subok: Any = False, shape: Shape | None = None, *, ctx: Context | str | None = None, device: Any = None) -> ndarray:
    """An array of unspecified contents, of the shape of `prototype` and, unless `dtype` is given, of its element type."""
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

    Raises TypeError for anything else.
    """
def exp(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """e to the power of x.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def expand_dims(a: ndarray | Float, axis: Shape | None) -> ndarray:
    """`a` with a new axis of length 1 at the position `axis`."""
def expm1(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """exp(x) - 1, exact for small x.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def eye(N: Int, M: Int | None = None, k: Int = 0, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None, **kwargs: Any) -> ndarray:
    """A matrix with ones on its k-th diagonal, N rows and M columns (N if M is None)."""
def fabs(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Absolute value.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def fix(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Nearest whole number towards 0.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def flip(m: ndarray, axis: Shape | None = None, out: ndarray | None = None) -> ndarray:
    """Elements in reverse order along an axis, or all axes."""
def fliplr(m: ndarray) -> ndarray:
    """Columns in reverse order."""
def flipud(m: ndarray) -> ndarray:
    """Rows in reverse order."""
def floor(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Greatest whole number that is not greater than x.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
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

    Raises TypeError for anything else.
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

    Raises TypeError for anything else.
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

    Raises TypeError for anything else.
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

    Raises TypeError for anything else.
    """
def full(shape: Shape, fill_value: Any, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """An array filled with a number, or with an array that is broadcast to `shape`.

    dtype : element type; default float32, bool for a boolean, that of the array for an array. With the switch for MXNet 2.0
    integers give int64.
    """
def full_like(a: ndarray | Float, fill_value: Any, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """An array filled with `fill_value`, of the shape of `a` and, unless `dtype` is given, of its element type."""
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

    Raises TypeError for anything else.
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

    Raises TypeError for anything else.
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

    Raises TypeError for anything else.
    """
def hamming(M: Int | None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """The Hamming window, of M points."""
def hanning(M: Int | None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """The Hann window, of M points."""
def histogram(a: ndarray | Float, bins: Any = 10, range: Any = None, normed: Any = None, weights: Any = None, density: Any = None) -> tuple[ndarray, ndarray]:
    """(counts, edges) of the elements of `a`.

    bins : number of bins, which needs `range`; or an array of edges. Raises NotImplementedError for the rest.
    """
def hsplit(ary: ndarray, indices_or_sections: Any) -> list[ndarray]:
    """Parts along the second axis, or the first of a vector; see `split`."""
def hstack(arrays: Sequence[ndarray]) -> ndarray:
    """Arrays joined along the second axis, vectors along the first."""
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

    Raises TypeError for anything else.
    """
def identity(n: Int, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """A square matrix with ones on the diagonal."""
def imag(val: Any) -> ndarray:
    """Zeros like `val`, as all numbers are real."""
def indices(dimensions: Any, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> Any:
    """Positions along every axis of an array of shape `dimensions`, stacked along a new first axis.

    dtype : element type, default int32; int64 with the switch for MXNet 2.0.
    """
def inner(a: ndarray | Float, b: Any) -> ndarray:
    """Sum of products over the last axes."""
def insert(arr: ndarray, obj: Any, values: Any, axis: Shape | None = None) -> ndarray:
    """`arr` with `values` put in before the places `obj`: an int, a slice or an array of ints.

    axis : None flattens `arr` first. Raises TypeError for other kinds of arguments.
    """
def invert(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Every bit of integers, or every boolean, inverted.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def isfinite(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x is neither infinite nor NaN.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def isinf(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x is infinite.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def isnan(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x is NaN.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def isneginf(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x is negative infinity.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def isposinf(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x is positive infinity.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def kron(a: ndarray | Float, b: Any) -> ndarray:
    """Kronecker product: blocks of `b`, each multiplied by an element of `a`."""
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

    Raises TypeError for anything else.
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

    Raises TypeError for anything else.
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

    Raises TypeError for anything else.
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

    Raises TypeError for anything else.
    """
def linspace(start: Any, stop: Any, num: Int = 50, endpoint: bool = True, retstep: bool = False, dtype: DTypeLike | None = None, axis: Shape | None = 0, ctx: Context | str | None = None, *, device: Any = None) -> Any:
    """`num` evenly spaced numbers from `start` to `stop` (left out if endpoint=False); with retstep also their distance."""
def log(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Natural logarithm.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def log10(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Logarithm to the base 10.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def log1p(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """log(1 + x), exact for small x.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def log2(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Logarithm to the base 2.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
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

    Raises TypeError for anything else.
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

    Raises TypeError for anything else.
    """
def logical_not(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Whether x is 0.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
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

    Raises TypeError for anything else.
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

    Raises TypeError for anything else.
    """
def logspace(start: Any, stop: Any, num: Int = 50, endpoint: bool = True, base: Any = 10.0, dtype: DTypeLike | None = None, axis: Shape | None = 0, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """`num` numbers from base**start to base**stop, evenly spaced on a logarithmic scale."""
def matmul(a: ndarray | Float, b: Any, out: ndarray | None = None, **kwargs: Any) -> ndarray:
    """Matrix product of the last two axes; leading axes broadcast, and a vector counts as a row or column.

    Raises MXNetError if the shapes do not fit, or an input has no dimension.
    """
def matrix_transpose(x: ndarray | Float) -> ndarray:
    """`x` with its last two axes exchanged."""
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

    Raises TypeError for anything else.
    """
def may_share_memory(a: ndarray | Float, b: Any, max_work: Any = None) -> bool:
    """Whether two arrays share memory."""
def mean(a: ndarray | Float, axis: Shape | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool = False) -> ndarray:
    """Mean over axes.

    axis : int or tuple of int; None for all. dtype : type of the result, default that of `a` (float32 for integers).
    keepdims : keep reduced axes with length 1. The mean of no elements is 0, NaN with the switch for MXNet 2.0.
    """
def median(a: ndarray | Float, axis: Shape | None = None, out: ndarray | None = None, overwrite_input: Any = None, keepdims: bool = False) -> ndarray:
    """Median over an axis or all elements. `overwrite_input` has no effect."""
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

    Raises TypeError for anything else.
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

    Raises TypeError for anything else.
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

    Raises TypeError for anything else.
    """
def nan_to_num(x: ndarray | Float, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> ndarray:
    """`x` with NaN replaced by `nan`, and infinities by `posinf` and `neginf` (default: the type's extremes).

    With copy=False `x` itself is overwritten. Arrays of integers are returned as they are.
    """
def negative(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """-x.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
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

    Raises TypeError for anything else.
    """
def nonzero(a: ndarray | Float) -> tuple[ndarray, ...]:
    """int64 positions of the elements that are not 0, a tuple with one array for each axis.

    An array without axes counts as a vector; with the switch for MXNet 2.0 it raises ValueError.
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

    Raises TypeError for anything else.
    """
def ones(shape: Shape, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """An array of ones.

    shape : int or tuple of int. dtype : element type, default float32, see `npx.set_np`. ctx : Context, default the current.
    """
def ones_like(a: ndarray | Float, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Ones in the shape of `a` and, unless `dtype` is given, of its element type."""
def outer(a: ndarray | Float, b: Any) -> ndarray:
    """Products of all pairs of elements of the flattened arrays."""
def pad(x: ndarray | Float, pad_width: Any = None, mode: str = 'constant') -> ndarray:
    """An array with elements added at its edges.

    pad_width : tuple with a pair (before, after) for each axis.
    mode : "constant" (with `constant_values`), "edge", "reflect", "symmetric", "maximum" or "minimum".
    Raises TypeError for widths that are no tuple of integers, ValueError for other modes and keywords.
    """
def percentile(a: ndarray | Float, q: Any, axis: Shape | None = None, out: ndarray | None = None, overwrite_input: Any = None, interpolation: Any = 'linear', keepdims: bool = False) -> ndarray:
    """The q-th percentiles (0 to 100) over axes.

    interpolation : "linear", "lower", "higher", "midpoint" or "nearest", for places between two elements.
    """
def permute_dims(a: ndarray | Float, axes: Any = None) -> ndarray:
    """`a` with its axes in the order of `axes`, or reversed."""
def polyval(p: Any, x: ndarray | Float) -> ndarray:
    """The polynomial with the coefficients `p`, highest power first, at `x`."""
def positive(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """+x. Further keywords are NumPy's of ufuncs, accepted with their default values."""
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

    Raises TypeError for anything else.
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

    Raises TypeError for anything else.
    """
def quantile(a: ndarray | Float, q: Any, axis: Shape | None = None, out: ndarray | None = None, overwrite_input: Any = None, interpolation: Any = 'linear', keepdims: bool = False) -> ndarray:
    """The q-th quantiles (0 to 1) over axes; see `percentile`."""
def rad2deg(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angles in degrees from radians.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def radians(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Angles in radians from degrees.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def ravel(x: ndarray | Float, order: str | None = 'C') -> ndarray:
    """The elements in one dimension."""
def real(val: Any) -> ndarray:
    """The real parts: `val` itself, as all numbers are real."""
def reciprocal(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """1 / x.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
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

    Raises TypeError for anything else.
    """
def resize(a: ndarray | Float, new_shape: Any) -> ndarray:
    """An array of the shape `new_shape`, filled with the elements of `a` over and over. It has no gradient."""
def rint(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Nearest whole number.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def rollaxis(a: ndarray | Float, axis: Shape | None, start: Any = 0) -> ndarray:
    """`a` with one axis moved so that it comes before the axis `start`; NumPy's own for what is no array.

    Raises ValueError for an axis that does not exist.
    """
def rot90(m: ndarray, k: Int = 1, axes: Any = (0, 1)) -> ndarray:
    """An array rotated by 90 degrees, k times, in the plane of two axes."""
def round(x: ndarray | Float, decimals: Int = 0, out: ndarray | None = None) -> ndarray:
    """Elements rounded to `decimals` places; see `around`."""
def round_(x: ndarray | Float, decimals: Int = 0, out: ndarray | None = None) -> ndarray:
    """Elements rounded to `decimals` places; see `around`."""
def row_stack(arrays: Sequence[ndarray]) -> ndarray:
    """As `vstack`."""
def shape(a: ndarray | Float) -> tuple[int, ...]:
    """The shape of an array."""
def shares_memory(a: ndarray | Float, b: Any, max_work: Any = None) -> bool:
    """Whether two arrays share memory."""
def sign(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """-1, 0 or 1 by the sign of x.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def sin(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Sine of angles in radians.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def sinh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Hyperbolic sine.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def sort(a: ndarray | Float, axis: Shape | None = -1, kind: Any = None, order: str | None = None, *, descending: Any = False, stable: Any = True) -> ndarray:
    """A sorted copy of `a` along an axis, or of the flattened array for None.

    descending : the greatest elements first; MXNet 2.0 has it in the place of `kind` too. stable : without effect.
    """
def split(ary: ndarray, indices_or_sections: Any, axis: Shape | None = 0) -> list[ndarray]:
    """Parts of an array along an axis: so many equal ones, or those that begin at the given indices.

    Returns a list of arrays. Raises ValueError if the parts would not be equal, or for anything but ints.
    """
def sqrt(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Square root.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def square(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x * x.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def stack(arrays: Sequence[ndarray], axis: Shape | None = 0, out: ndarray | None = None) -> ndarray:
    """Arrays of one shape joined along a new axis."""
def std(a: ndarray | Float, axis: Shape | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: Int = 0, keepdims: bool = False, *, correction: Any = None) -> ndarray:
    """Standard deviation over axes; the squares are divided by their number less `ddof`, or MXNet 2.0's `correction`."""
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

    Raises TypeError for anything else.
    """
def swapaxes(a: ndarray | Float, axis1: Int, axis2: Int) -> ndarray:
    """`a` with two axes exchanged."""
def take(a: ndarray | Float, indices: ndarray | Shape, axis: Shape | None = None, mode: str = 'raise', out: ndarray | None = None) -> ndarray:
    """Elements of `a` at `indices` along an axis, or of the flattened array.

    mode : "clip" or "wrap" say what an index out of bounds means; "raise" is an error then. Negative ones are out of bounds
    for "raise" too, but count from the end with the switch for MXNet 2.0.
    """
def take_along_axis(arr: ndarray, indices: ndarray | Shape, axis: Shape | None = -1) -> ndarray:
    """Elements of `arr` at integer positions along `axis`, which are given for every place of the other axes.

    axis : None flattens `arr`.
    """
def tan(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Tangent of angles in radians.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def tanh(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """Hyperbolic tangent.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def tensordot(a: ndarray | Float, b: Any, axes: Any = 2) -> ndarray:
    """Sum of products over axes of two arrays: the last and first `axes` ones, or pairs (axes of a, axes of b)."""
def tile(A: Any, reps: Any) -> ndarray:
    """`A` repeated `reps` times; a tuple says how often along each axis."""
def tril(m: ndarray, k: Int = 0) -> ndarray:
    """The lower triangle: elements above the k-th diagonal are 0."""
def triu(m: ndarray, k: Int = 0) -> ndarray:
    """The upper triangle of matrices from the diagonal `k` on, the rest being 0."""
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

    Raises TypeError for anything else.
    """
def trunc(x: ndarray | Float, out: ndarray | None = None) -> ndarray:
    """x without its fraction.

    Parameters
    ----------
    x : ndarray or number
    out : ndarray, optional
        Where to write the result.
    **kwargs
        NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

    Returns
    -------
    ndarray, or NumPy's result for a number

    Raises TypeError for anything else, NotImplementedError for a keyword that only NumPy supports.
    """
def unique(ar: Any, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: Shape | None = None) -> Any:
    """The different elements of `ar`, sorted; on request with positions of their first occurrence, for every element
    its position among them, and how often each occurs.
    """
def unravel_index(indices: ndarray | Shape, shape: Shape, order: str | None = 'C') -> Any:
    """Positions in the flattened array of `shape` as one array of positions for each axis. It has no gradient."""
def unstack(x: ndarray | Float, axis: Shape | None = 0) -> ndarray:
    """The slices of `x` along an axis, as a tuple."""
def var(a: ndarray | Float, axis: Shape | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: Int = 0, keepdims: bool = False, *, correction: Any = None) -> ndarray:
    """Variance over axes; the squares are divided by their number less `ddof`, or MXNet 2.0's `correction`."""
def vdot(a: ndarray | Float, b: Any) -> ndarray:
    """Sum of products of the flattened arrays."""
def vecdot(x1: ndarray | Float, x2: ndarray | Float, axis: Shape | None = -1) -> ndarray:
    """Sums of products of vectors along `axis`; the other axes broadcast."""
def vsplit(ary: ndarray, indices_or_sections: Any) -> list[ndarray]:
    """Parts along the first axis of an array of two or more; see `split`."""
def vstack(arrays: Sequence[ndarray], out: ndarray | None = None) -> ndarray:
    """Arrays joined along the first axis; vectors count as rows."""
def where(condition: ndarray, x: ndarray | Float | None = None, y: ndarray | Float | None = None) -> Any:
    """Elements of `x` where `condition` is not 0, and of `y` elsewhere; shapes broadcast.

    With `condition` alone the positions where it is not 0, as `nonzero` gives them.
    """
def zeros(shape: Shape, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """An array of zeros.

    shape : int or tuple of int. dtype : element type, default float32, see `npx.set_np`. ctx : Context, default the current.
    """
def zeros_like(a: ndarray | Float, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Zeros in the shape of `a` and, unless `dtype` is given, of its element type."""
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
