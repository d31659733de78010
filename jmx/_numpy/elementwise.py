"""Functions of one or two arrays, element by element."""

# pyright: reportReturnType=false
# numbers give what NumPy gives for them, which the types of the results leave out
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._dialects import dialect
from .._errors.wording import no_array, not_supported
from ..core.declare.op import find
from ..util import is_np_default_dtype
from ..util.ufuncs import _check_ufunc_options
from .examples import shown
from .products import matrix_product, whole
from .side import alike, array, beside, functions, is_number, npi, public, side

if TYPE_CHECKING:
    from .._typing import Float, Int
    from ..ndarray.numpy.array import ndarray


def _in_floating_point(function):
    """NumPy's `function` of a number, whose result for an integer is a float as in NumPy 1; NumPy 2 returns the integer."""

    def of_number(x):
        return function(float(x) if isinstance(x, (int, np.integer)) and not dialect().numpy_result_types else x)

    return of_number


#: name -> (operator without its prefix, NumPy's function for numbers, what it does, example)
UNARY = {
    "sin": ("sin", np.sin, "Sine of angles in radians.", "[0, 1] ~> [0.    , 0.8415]"),
    "cos": ("cos", np.cos, "Cosine of angles in radians.", "[0, 1] ~> [1.    , 0.5403]"),
    "tan": ("tan", np.tan, "Tangent of angles in radians.", "[0, 1] ~> [0.    , 1.5574]"),
    "sinh": ("sinh", np.sinh, "Hyperbolic sine.", "[0, 1] ~> [0.    , 1.1752]"),
    "cosh": ("cosh", np.cosh, "Hyperbolic cosine.", "[0, 1] ~> [1.    , 1.5431]"),
    "tanh": ("tanh", np.tanh, "Hyperbolic tangent.", "[0, 1] ~> [0.    , 0.7616]"),
    "arcsin": ("arcsin", np.arcsin, "Angle in radians whose sine is x.", "[0, 0.5] ~> [0.    , 0.5236]"),
    "arccos": ("arccos", np.arccos, "Angle in radians whose cosine is x.", "[0, 0.5] ~> [1.5708, 1.0472]"),
    "arctan": ("arctan", np.arctan, "Angle in radians whose tangent is x.", "[0, 1] ~> [0.    , 0.7854]"),
    "arcsinh": ("arcsinh", np.arcsinh, "Inverse hyperbolic sine.", "[0, 1] ~> [0.    , 0.8814]"),
    "arccosh": ("arccosh", np.arccosh, "Inverse hyperbolic cosine.", "[1, 2] ~> [0.   , 1.317]"),
    "arctanh": ("arctanh", np.arctanh, "Inverse hyperbolic tangent.", "[0, 0.5] ~> [0.    , 0.5493]"),
    "log": ("log", np.log, "Natural logarithm.", "[1, 10] ~> [0.    , 2.3026]"),
    "log2": ("log2", np.log2, "Logarithm to the base 2.", "[1, 10] ~> [0.    , 3.3219]"),
    "log10": ("log10", np.log10, "Logarithm to the base 10.", "[1, 10] ~> [0., 1.]"),
    "log1p": ("log1p", np.log1p, "log(1 + x), exact for small x.", "[1, 10] ~> [0.6931, 2.3979]"),
    "exp": ("exp", np.exp, "e to the power of x.", "[0, 1] ~> [1.    , 2.7183]"),
    "expm1": ("expm1", np.expm1, "exp(x) - 1, exact for small x.", "[0, 1] ~> [0.    , 1.7183]"),
    "sqrt": ("sqrt", np.sqrt, "Square root.", "[1, 8] ~> [1.    , 2.8284]"),
    "cbrt": ("cbrt", np.cbrt, "Cube root.", "[1, 8] ~> [1., 2.]"),
    "square": ("square", np.square, "x * x.", "[1, 8] ~> [ 1., 64.]"),
    "reciprocal": ("reciprocal", np.reciprocal, "1 / x.", "[1, 4] ~> [1.  , 0.25]"),
    "abs": ("abs", np.abs, "Absolute value.", "[-2, 0, 3] -> [2., 0., 3.]"),
    "fabs": ("abs", np.abs, "Absolute value.", "[-2, 0, 3] -> [2., 0., 3.]"),
    "absolute": ("absolute", np.absolute, "Absolute value.", "[-2, 0, 3] -> [2., 0., 3.]"),
    "sign": ("sign", np.sign, "-1, 0 or 1 by the sign of x.", "[-2, 0, 3] -> [-1.,  0.,  1.]"),
    "negative": ("negative", np.negative, "-x.", "[-2, 0, 3] -> [ 2., -0., -3.]"),
    "degrees": ("degrees", np.degrees, "Angles in degrees from radians.", "[0, 1] ~> [ 0.    , 57.2958]"),
    "rad2deg": ("degrees", np.rad2deg, "Angles in degrees from radians.", "[0, 1] ~> [ 0.    , 57.2958]"),
    "radians": ("radians", np.radians, "Angles in radians from degrees.", "[0, 180] ~> [0.    , 3.1416]"),
    "deg2rad": ("radians", np.deg2rad, "Angles in radians from degrees.", "[0, 180] ~> [0.    , 3.1416]"),
    "rint": ("rint", np.rint, "Nearest whole number.", "[-1.5, 0.2, 1.7] -> [-2.,  0.,  2.]"),
    "fix": ("fix", _in_floating_point(np.fix), "Nearest whole number towards 0.", "[-1.5, 0.2, 1.7] -> [-1.,  0.,  1.]"),
    "trunc": ("trunc", _in_floating_point(np.trunc), "x without its fraction.", "[-1.5, 0.2, 1.7] -> [-1.,  0.,  1.]"),
    "ceil": (
        "ceil",
        _in_floating_point(np.ceil),
        "Smallest whole number that is not less than x.",
        "[-1.5, 0.2, 1.7] -> [-1.,  1.,  2.]",
    ),
    "floor": (
        "floor",
        _in_floating_point(np.floor),
        "Greatest whole number that is not greater than x.",
        "[-1.5, 0.2, 1.7] -> [-2.,  0.,  1.]",
    ),
    "invert": (
        "bitwise_not",
        np.bitwise_not,
        "Every bit of integers, or every boolean, inverted.",
        "[0, 5] -> [-1, -6], dtype=int32",
    ),
    "bitwise_not": (
        "bitwise_not",
        np.bitwise_not,
        "Every bit of integers, or every boolean, inverted.",
        "[0, 5] -> [-1, -6], dtype=int32",
    ),
    "logical_not": ("logical_not", np.logical_not, "Whether x is 0.", "[0, 2] -> [ True, False]"),
    "isnan": ("isnan", np.isnan, "Whether x is NaN.", "[1, mx.np.nan, -mx.np.inf] -> [False,  True, False]"),
    "isinf": ("isinf", np.isinf, "Whether x is infinite.", "[1, mx.np.nan, -mx.np.inf] -> [False, False,  True]"),
    "isposinf": (
        "isposinf",
        np.isposinf,
        "Whether x is positive infinity.",
        "[1, mx.np.nan, -mx.np.inf] -> [False, False, False]",
    ),
    "isneginf": (
        "isneginf",
        np.isneginf,
        "Whether x is negative infinity.",
        "[1, mx.np.nan, -mx.np.inf] -> [False, False,  True]",
    ),
    "isfinite": (
        "isfinite",
        np.isfinite,
        "Whether x is neither infinite nor NaN.",
        "[1, mx.np.nan, -mx.np.inf] -> [ True, False, False]",
    ),
}
#: name -> (operator, NumPy's function, how the form for a number on the left differs from OPERATOR_scalar, what it does, example)
#: None: it does not; "r": it is called rOPERATOR_scalar; another name: it is called that
BINARY = {
    "add": ("add", np.add, None, "x1 + x2.", "[1, 2, 3], [2, 2, 2] -> [3., 4., 5.]"),
    "subtract": ("subtract", np.subtract, "r", "x1 - x2.", "[1, 2, 3], [2, 2, 2] -> [-1.,  0.,  1.]"),
    "multiply": ("multiply", np.multiply, None, "x1 * x2.", "[1, 2, 3], [2, 2, 2] -> [2., 4., 6.]"),
    "divide": ("true_divide", np.divide, "r", "x1 / x2, a fraction for integers too.", "[1, 2, 3], [2, 2, 2] -> [0.5, 1. , 1.5]"),
    "mod": ("mod", np.mod, "r", "Remainder of x1 / x2, with the sign of x2.", "[5, -5], 3 -> [2., 1.]"),
    "remainder": ("mod", np.mod, "r", "Remainder of x1 / x2, with the sign of x2.", "[5, -5], 3 -> [2., 1.]"),
    "power": ("power", np.power, "r", "x1 to the power of x2.", "[1, 2, 3], [2, 2, 2] -> [1., 4., 9.]"),
    "lcm": ("lcm", np.lcm, None, "Least common multiple of integers.", "[4, 6], [6, 3] -> [12,  6], dtype=int32"),
    "maximum": ("maximum", np.maximum, None, "The greater of both.", "[1, 2, 3], [2, 2, 2] -> [2., 2., 3.]"),
    "minimum": ("minimum", np.minimum, None, "The lesser of both.", "[1, 2, 3], [2, 2, 2] -> [1., 2., 2.]"),
    "copysign": ("copysign", np.copysign, "r", "Size of x1 with the sign of x2.", "[1, 2], [-1, 1] -> [-1.,  2.]"),
    "arctan2": ("arctan2", np.arctan2, "r", "Angle in radians of the point (x2, x1).", "[0, 1], [1, 1] ~> [0.    , 0.7854]"),
    "hypot": ("hypot", np.hypot, None, "sqrt(x1**2 + x2**2).", "[3, 5], [4, 12] -> [ 5., 13.]"),
    "ldexp": ("ldexp", np.ldexp, "r", "x1 * 2**x2.", "[1, 3], [2, 2] -> [ 4., 12.]"),
    "bitwise_and": ("bitwise_and", np.bitwise_and, None, "Bits that are set in both.", "[4, 6], [6, 3] -> [4, 2], dtype=int32"),
    "bitwise_or": ("bitwise_or", np.bitwise_or, None, "Bits that are set in either.", "[4, 6], [6, 3] -> [6, 7], dtype=int32"),
    "bitwise_xor": (
        "bitwise_xor",
        np.bitwise_xor,
        None,
        "Bits that are set in exactly one.",
        "[4, 6], [6, 3] -> [2, 5], dtype=int32",
    ),
    "true_divide": ("true_divide", np.divide, "r", "x1 / x2, a fraction always.", "[1, 2, 3], [2, 2, 2] -> [0.5, 1. , 1.5]"),
    "equal": ("equal", np.equal, None, "Whether x1 == x2.", "[1, 2, 3], 2 -> [False,  True, False]"),
    "not_equal": ("not_equal", np.not_equal, None, "Whether x1 != x2.", "[1, 2, 3], 2 -> [ True, False,  True]"),
    "greater": ("greater", np.greater, "less_scalar", "Whether x1 > x2.", "[1, 2, 3], 2 -> [False, False,  True]"),
    "less": ("less", np.less, "greater_scalar", "Whether x1 < x2.", "[1, 2, 3], 2 -> [ True, False, False]"),
    "greater_equal": (
        "greater_equal",
        np.greater_equal,
        "less_equal_scalar",
        "Whether x1 >= x2.",
        "[1, 2, 3], 2 -> [False,  True,  True]",
    ),
    "less_equal": (
        "less_equal",
        np.less_equal,
        "greater_equal_scalar",
        "Whether x1 <= x2.",
        "[1, 2, 3], 2 -> [ True,  True, False]",
    ),
}
#: functions whose results for integers MXNet 1.9.1 cuts off and MXNet 2.0 computes in floating point; those that it leaves alone
_FLOATING = frozenset(
    """sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh log log2 log10 log1p exp expm1 sqrt cbrt degrees
    rad2deg radians deg2rad rint fix""".split()
)
_WHOLE = frozenset(("ceil", "floor", "trunc"))
#: those of two arrays that take no further keywords
_STRICT = frozenset(
    "true_divide equal not_equal greater less greater_equal less_equal bitwise_left_shift bitwise_right_shift".split()
)

_UNARY_DOC = """{text}

Parameters
----------
x : {array} or number
    What the function is computed of.
out : {array}, optional
    Where to write the result.
**kwargs
    NumPy's keywords of ufuncs (`where`, `dtype`, ...), accepted with their default values.

Returns
-------
{array}, or NumPy's result for a number

Raises
------
TypeError
    For anything else.
NotImplementedError
    For a keyword that only NumPy supports.
"""
_BINARY_DOC = """{text}

Parameters
----------
x1, x2 : {array} or number
    Shapes broadcast against each other. A number does not change the element type of an array.
out : {array}, optional
    Where to write the result.

Returns
-------
{array}, or NumPy's result for two numbers

Raises
------
TypeError
    For anything else.
"""


def unary(side, name, op, on_numbers, text, example):
    """The function `name` of one array."""
    array, every, npi, run = side.array, side.every, side.npi, side.run
    full = "_npi_" + op
    changed = name in _FLOATING or name in _WHOLE
    tells = text.startswith("Whether ")  # it gives booleans

    def function(x, out=None, **kwargs):
        if kwargs:
            _check_ufunc_options(name, kwargs)
        if out is not None and tells and run and isinstance(out, array) and out.dtype != np.bool_:
            raise TypeError(f"{name} gives booleans: out must be an array of bool, got one of {out.dtype}")
        if changed and dialect().numpy_result_types and isinstance(x, array) and (not run or x.dtype.kind in "iub"):
            if name in _FLOATING:
                x = npi.as_floating(x)
            elif run and out is None:
                return x
        if run and type(x) is array and (out is None or type(out) is array):
            return run(full, (x,), None, out)
        if isinstance(x, (array, every)):
            return getattr(npi, op)(x, out=out)
        if is_number(x):
            return on_numbers(x)
        adopted = side.adopted([x])
        if adopted:
            return function(*adopted, out)
        raise not_supported(x, True)

    if side.symbolic:

        def checked(x, out=None, **kwargs):
            if isinstance(x, every) and not isinstance(x, array):
                raise not_supported(x, True)
            return function(x, out, **kwargs)

    else:
        checked = function
    checked.__name__ = name
    checked.__doc__ = _UNARY_DOC.format(text=text, array=array.__name__) + shown(name, example)
    return side.public(checked)


def binary(side, name, op, on_numbers, reverse, text, example):
    """The function `name` of two arrays, or of an array and a number."""
    scalar = f"{op}_scalar"
    reverse = f"r{scalar}" if reverse == "r" else reverse
    apply = _applied(side, op, on_numbers, scalar, reverse)
    if op == "mod" and not side.symbolic:
        apply = _by_type(side, apply, _applied(side, "remainder", on_numbers, "remainder_scalar", "rremainder_scalar"))

    def strict(x1, x2, out=None):
        return apply(x1, x2, out)

    def ufunc(x1, x2, out=None, **kwargs):
        if kwargs:
            _check_ufunc_options(name, kwargs)
        return apply(x1, x2, out)

    function = strict if name in _STRICT else ufunc
    function.__name__ = name
    function.__doc__ = _BINARY_DOC.format(text=text, array=side.array.__name__) + shown(name, example)
    return side.public(function)


def _by_type(side, whole, floats):
    """`floats` for arrays of floats with MXNet 2.0's interface: NaN is the remainder by 0, which is 0 in MXNet 1.9.1."""

    def apply(x1, x2, out):
        if dialect().numpy_remainders and any(isinstance(x, side.array) and x.dtype.kind not in "iub" for x in (x1, x2)):
            return floats(x1, x2, out)
        return whole(x1, x2, out)

    return apply


def _applied(side, op, on_numbers, scalar, reverse):
    """The operator `op` on two arrays, or its forms for an array and a number."""
    array, npi, number = side.every if side.symbolic else side.array, side.npi, side.number
    run, full = side.run, "_npi_" + op
    quotient = op == "true_divide" and not side.symbolic

    def apply(x1, x2, out):
        if quotient and is_np_default_dtype():
            x1, x2 = (x.astype("float64") if isinstance(x, array) and x.dtype.kind in "iub" else x for x in (x1, x2))
        if run and type(x1) is array and type(x2) is array and (out is None or type(out) is array):
            if dialect().mixed_types and x1.dtype != x2.dtype and not find(full).mixed:
                x1, x2 = alike((x1, x2))
            return run(full, (x1, x2), None, out)
        if isinstance(x1, array):
            if isinstance(x2, array):
                return getattr(npi, op)(x1, x2, out=out)
            if is_number(x2):
                attrs = number(x2)
                return getattr(npi, scalar)(beside(x1, attrs, op) if run else x1, **attrs, out=out)
        elif is_number(x1):
            if isinstance(x2, array):
                attrs = number(x1, left=True)
                return getattr(npi, reverse or scalar)(beside(x2, attrs, op) if run else x2, **attrs, out=out)
            if is_number(x2):
                return on_numbers(x1, x2) if out is None else on_numbers(x1, x2, out=out)
        if is_number(x1) or is_number(x2):  # the operator says what it takes
            other = x2 if is_number(x1) else x1
            if isinstance(other, side.every):
                return getattr(npi, scalar)(other, **number(0), out=out)
        adopted = side.adopted([x1, x2])
        if adopted:
            return apply(*adopted, out)
        if is_number(x1) or is_number(x2):
            raise no_array("Argument x2" if is_number(x1) else "Argument x1", x2 if is_number(x1) else x1, True)
        raise not_supported(x1 if isinstance(x2, array) else x2, True)

    return apply


@public
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
    if kwargs:
        _check_ufunc_options("matmul", kwargs)
    a, b = alike((a, b))
    if whole(a, b):
        return matrix_product(a, b, out)
    return npi.matmul(a, b, out=out)


def _rounded(x, decimals, out, kwargs):
    if is_number(x):
        return np.around(x, decimals, **kwargs)
    if isinstance(x, array):
        return npi.around(x, decimals, out=out, **kwargs)
    raise not_supported(x, True)


@public
def around(x: ndarray | Float, decimals: Int = 0, out: ndarray | None = None, **kwargs: Any) -> ndarray:
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
    return _rounded(x, decimals, out, kwargs)


@public
def round(x: ndarray | Float, decimals: Int = 0, out: ndarray | None = None, **kwargs: Any) -> ndarray:
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
    return _rounded(x, decimals, out, kwargs)


@public
def round_(x: ndarray | Float, decimals: Int = 0, out: ndarray | None = None, **kwargs: Any) -> ndarray:
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
    return _rounded(x, decimals, out, kwargs)


@public
def clip(
    a: ndarray | Float, a_min: Any = None, a_max: Any = None, out: ndarray | None = None, *, min: Any = None, max: Any = None
) -> ndarray:
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
    a_min, a_max = (min if a_min is None else a_min), (max if a_max is None else a_max)
    if not side.symbolic and isinstance(a, array) and any(isinstance(n, array) and n.size != 1 for n in (a_min, a_max)):
        a_min, a_max = (n.astype(a.dtype) if isinstance(n, array) else n for n in (a_min, a_max))
        limited = a if a_min is None else functions["maximum"](a, a_min)
        return limited if a_max is None else functions["minimum"](limited, a_max, out=out)
    if a_min is None and a_max is None:
        if dialect().array_api_arguments and isinstance(a, array):
            return npi.copyto(a, out=out)
        raise ValueError("array_clip: must set either max or min")
    if is_number(a):
        return np.clip(a, a_min, a_max)
    low = float("-inf") if a_min is None else a_min
    return npi.clip(a, low, float("inf") if a_max is None else a_max, out=out)


@public
def nan_to_num(
    x: ndarray | Float, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None, **kwargs: Any
) -> ndarray:
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
    if is_number(x):
        return np.nan_to_num(x, copy, nan, posinf, neginf)
    if not isinstance(x, side.every):
        raise not_supported(x, True)
    if not side.symbolic and np.dtype(x.dtype).kind in "iu":
        return x
    return npi.nan_to_num(x, copy=copy, nan=nan, posinf=posinf, neginf=neginf, out=None if copy else x)


def families():
    """Functions made from tables."""
    for name, row in UNARY.items():
        unary(side, name, *row)
    for name, row in BINARY.items():
        binary(side, name, *row)
