# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import DTypeLike, Float, Int, Shape
from jmx.context import Context
from jmx.symbol.numpy._symbol import _Symbol

def abs(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Absolute value. As mx.np.abs."""
def absolute(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Absolute value. As mx.np.absolute."""
def acos(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Angle in radians whose cosine is x. As mx.np.acos."""
def acosh(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Inverse hyperbolic cosine. As mx.np.acosh."""
def add(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """x1 + x2. As mx.np.add."""
def append(arr: _Symbol, values: Any, axis: Shape | None = None) -> _Symbol:
    """An array with others after it, along an axis. As mx.np.append."""
def arange(start: Any, stop: Any = None, step: Any = 1, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
    """Numbers from one to before another, in even steps. As mx.np.arange."""
def arccos(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Angle in radians whose cosine is x. As mx.np.arccos."""
def arccosh(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Inverse hyperbolic cosine. As mx.np.arccosh."""
def arcsin(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Angle in radians whose sine is x. As mx.np.arcsin."""
def arcsinh(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Inverse hyperbolic sine. As mx.np.arcsinh."""
def arctan(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Angle in radians whose tangent is x. As mx.np.arctan."""
def arctan2(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Angle in radians of the point (x2, x1). As mx.np.arctan2."""
def arctanh(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Inverse hyperbolic tangent. As mx.np.arctanh."""
def argmax(a: _Symbol | Float, axis: Shape | None = None, out: _Symbol | None = None, keepdims: bool = False) -> _Symbol:
    """Positions of the greatest elements along an axis; of equal ones the first. As mx.np.argmax."""
def argmin(a: _Symbol | Float, axis: Shape | None = None, out: _Symbol | None = None, keepdims: bool = False) -> _Symbol:
    """Positions of the smallest elements along an axis; of equal ones the first. As mx.np.argmin."""
def argsort(a: _Symbol | Float, axis: Shape | None = -1, kind: Any = None, order: str | None = None, *, descending: Any = False, stable: Any = True) -> _Symbol:
    """Positions that sort an array along an axis. As mx.np.argsort."""
def around(x: _Symbol | Float, decimals: Int = 0, out: _Symbol | None = None) -> _Symbol:
    """Elements rounded; halves go to the even neighbour. As mx.np.around."""
def array_split(ary: _Symbol, indices_or_sections: Any, axis: Shape | None = 0) -> list[_Symbol]:
    """As `split`, but the parts may differ in length by one. As mx.np.array_split."""
def asin(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Angle in radians whose sine is x. As mx.np.asin."""
def asinh(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Inverse hyperbolic sine. As mx.np.asinh."""
def atan(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Angle in radians whose tangent is x. As mx.np.atan."""
def atan2(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Angle in radians of the point (x2, x1). As mx.np.atan2."""
def atanh(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Inverse hyperbolic tangent. As mx.np.atanh."""
def average(a: _Symbol | Float, axis: Shape | None = None, weights: Any = None, returned: bool = False, out: _Symbol | None = None) -> Any:
    """Mean over axes, with weights. As mx.np.average."""
def bincount(x: _Symbol | Float, weights: Any = None, minlength: Any = 0) -> _Symbol:
    """How often every whole number from 0 on occurs in an array. As mx.np.bincount."""
def bitwise_and(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Bits that are set in both. As mx.np.bitwise_and."""
def bitwise_invert(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Every bit of integers, or every boolean, inverted. As mx.np.bitwise_invert."""
def bitwise_left_shift(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Bits of integers moved x2 places up. As mx.np.bitwise_left_shift."""
def bitwise_not(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Every bit of integers, or every boolean, inverted. As mx.np.bitwise_not."""
def bitwise_or(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Bits that are set in either. As mx.np.bitwise_or."""
def bitwise_right_shift(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Bits of integers moved x2 places down. As mx.np.bitwise_right_shift."""
def bitwise_xor(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Bits that are set in exactly one. As mx.np.bitwise_xor."""
def blackman(M: Int | None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
    """The Blackman window. As mx.np.blackman."""
def broadcast_to(array: Any, shape: Shape) -> _Symbol:
    """An array, or a number, broadcast to a shape. As mx.np.broadcast_to."""
def cbrt(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Cube root. As mx.np.cbrt."""
def ceil(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Smallest whole number that is not less than x. As mx.np.ceil."""
def clip(a: _Symbol | Float, a_min: Any = None, a_max: Any = None, out: _Symbol | None = None, *, min: Any = None, max: Any = None) -> _Symbol:
    """Elements limited to an interval. As mx.np.clip."""
def column_stack(tup: Sequence[_Symbol]) -> _Symbol:
    """Arrays joined along the second axis; vectors count as columns. As mx.np.column_stack."""
def concat(seq: Sequence[_Symbol], axis: Shape | None = 0, out: _Symbol | None = None) -> _Symbol:
    """Arrays joined along an axis. As mx.np.concat."""
def concatenate(seq: Sequence[_Symbol], axis: Shape | None = 0, out: _Symbol | None = None) -> _Symbol:
    """Arrays joined along an axis. As mx.np.concatenate."""
def copysign(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Size of x1 with the sign of x2. As mx.np.copysign."""
def cos(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Cosine of angles in radians. As mx.np.cos."""
def cosh(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Hyperbolic cosine. As mx.np.cosh."""
def cross(a: _Symbol | Float, b: Any, axisa: Any = -1, axisb: Any = -1, axisc: Any = -1, axis: Shape | None = None) -> _Symbol:
    """Cross products of vectors of 3 or 2 elements. As mx.np.cross."""
def deg2rad(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Angles in radians from degrees. As mx.np.deg2rad."""
def degrees(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Angles in degrees from radians. As mx.np.degrees."""
def delete(arr: _Symbol, obj: Any, axis: Shape | None = None) -> _Symbol:
    """An array without some of its elements. As mx.np.delete."""
def diag_indices_from(arr: _Symbol) -> tuple[_Symbol, ...]:
    """Positions of the main diagonal of an array whose axes have one length. As mx.np.diag_indices_from."""
def diff(a: _Symbol | Float, n: Int = 1, axis: Shape | None = -1, prepend: Any = None, append: Any = None) -> _Symbol:
    """Differences of neighbours along an axis. As mx.np.diff."""
def divide(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """x1 / x2, a fraction for integers too. As mx.np.divide."""
def dsplit(ary: _Symbol, indices_or_sections: Any) -> list[_Symbol]:
    """Parts of an array along the third axis. As mx.np.dsplit."""
def dstack(arrays: Sequence[_Symbol]) -> _Symbol:
    """Arrays joined along a third axis, which is added where it lacks. As mx.np.dstack."""
def ediff1d(ary: _Symbol, to_end: Any = None, to_begin: Any = None) -> _Symbol:
    """Differences of neighbours in the flattened array. As mx.np.ediff1d."""
def einsum(*operands: Any, **kwargs: Any) -> _Symbol:
    """Sum of products by Einstein's convention. As mx.np.einsum."""
def empty_like(prototype: _Symbol, dtype: DTypeLike | None = None, order: str | None = 'C', subok: Any = False, shape: Shape | None = None, *, ctx: Context | str | None = None, device: Any = None) -> _Symbol:
    """An array of unspecified contents, of the shape of another one. As mx.np.empty_like."""
def equal(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Whether x1 == x2. As mx.np.equal."""
def exp(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """e to the power of x. As mx.np.exp."""
def expand_dims(a: _Symbol | Float, axis: Shape | None) -> _Symbol:
    """An array with a new axis of length 1. As mx.np.expand_dims."""
def expm1(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """exp(x) - 1, exact for small x. As mx.np.expm1."""
def eye(N: Int, M: Int | None = None, k: Int = 0, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None, **kwargs: Any) -> _Symbol:
    """A matrix with ones on a diagonal. As mx.np.eye."""
def fabs(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Absolute value. As mx.np.fabs."""
def fix(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Nearest whole number towards 0. As mx.np.fix."""
def flip(m: _Symbol, axis: Shape | None = None, out: _Symbol | None = None) -> _Symbol:
    """An array with its elements in reverse order. As mx.np.flip."""
def fliplr(m: _Symbol) -> _Symbol:
    """An array with its columns, along the second axis, in reverse order. As mx.np.fliplr."""
def flipud(m: _Symbol) -> _Symbol:
    """An array with its rows, along the first axis, in reverse order. As mx.np.flipud."""
def floor(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Greatest whole number that is not greater than x. As mx.np.floor."""
def floor_divide(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """floor(x1 / x2). As mx.np.floor_divide."""
def fmax(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """The greater of both; a number wins over NaN. As mx.np.fmax."""
def fmin(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """The lesser of both; a number wins over NaN. As mx.np.fmin."""
def fmod(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Remainder of x1 / x2, with the sign of x1. As mx.np.fmod."""
def full(shape: Shape, fill_value: Any, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """An array filled with a number, or with an array that is broadcast to the shape. As mx.np.full."""
def full_like(a: _Symbol | Float, fill_value: Any, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """An array filled with a number, of the shape of another one. As mx.np.full_like."""
def gcd(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Greatest common divisor of integers. As mx.np.gcd."""
def greater(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Whether x1 > x2. As mx.np.greater."""
def greater_equal(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Whether x1 >= x2. As mx.np.greater_equal."""
def hamming(M: Int | None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
    """The Hamming window. As mx.np.hamming."""
def hanning(M: Int | None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
    """The Hann window. As mx.np.hanning."""
def histogram(a: _Symbol | Float, bins: Any = 10, range: Any = None, normed: Any = None, weights: Any = None, density: Any = None) -> tuple[_Symbol, _Symbol]:
    """How many elements lie in each of several intervals. As mx.np.histogram."""
def hsplit(ary: _Symbol, indices_or_sections: Any) -> list[_Symbol]:
    """Parts of an array along the second axis, or the first of a vector. As mx.np.hsplit."""
def hstack(arrays: Sequence[_Symbol]) -> _Symbol:
    """Arrays joined along the second axis, vectors along the first. As mx.np.hstack."""
def hypot(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """sqrt(x1**2 + x2**2). As mx.np.hypot."""
def identity(n: Int, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
    """A square matrix with ones on the diagonal. As mx.np.identity."""
def indices(dimensions: Any, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> Any:
    """Positions along every axis of an array. As mx.np.indices."""
def inner(a: _Symbol | Float, b: Any) -> _Symbol:
    """Sum of products over the last axes. As mx.np.inner."""
def insert(arr: _Symbol, obj: Any, values: Any, axis: Shape | None = None) -> _Symbol:
    """An array with values put in. As mx.np.insert."""
def invert(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Every bit of integers, or every boolean, inverted. As mx.np.invert."""
def isfinite(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Whether x is neither infinite nor NaN. As mx.np.isfinite."""
def isinf(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Whether x is infinite. As mx.np.isinf."""
def isnan(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Whether x is NaN. As mx.np.isnan."""
def isneginf(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Whether x is negative infinity. As mx.np.isneginf."""
def isposinf(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Whether x is positive infinity. As mx.np.isposinf."""
def kron(a: _Symbol | Float, b: Any) -> _Symbol:
    """Kronecker product: blocks of `b`, each multiplied by an element of `a`. As mx.np.kron."""
def lcm(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Least common multiple of integers. As mx.np.lcm."""
def ldexp(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """x1 * 2**x2. As mx.np.ldexp."""
def less(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Whether x1 < x2. As mx.np.less."""
def less_equal(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Whether x1 <= x2. As mx.np.less_equal."""
def linspace(start: Any, stop: Any, num: Int = 50, endpoint: bool = True, retstep: bool = False, dtype: DTypeLike | None = None, axis: Shape | None = 0, ctx: Context | str | None = None, *, device: Any = None) -> Any:
    """Evenly spaced numbers from one to another. As mx.np.linspace."""
def log(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Natural logarithm. As mx.np.log."""
def log10(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Logarithm to the base 10. As mx.np.log10."""
def log1p(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """log(1 + x), exact for small x. As mx.np.log1p."""
def log2(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Logarithm to the base 2. As mx.np.log2."""
def logaddexp(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """log(exp(x1) + exp(x2)), without overflow. As mx.np.logaddexp."""
def logical_and(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Whether both are not 0. As mx.np.logical_and."""
def logical_not(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Whether x is 0. As mx.np.logical_not."""
def logical_or(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Whether one of them is not 0. As mx.np.logical_or."""
def logical_xor(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Whether exactly one of them is not 0. As mx.np.logical_xor."""
def logspace(start: Any, stop: Any, num: Int = 50, endpoint: bool = True, base: Any = 10.0, dtype: DTypeLike | None = None, axis: Shape | None = 0, ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
    """Numbers from one power to another, evenly spaced on a logarithmic scale. As mx.np.logspace."""
def matmul(a: _Symbol | Float, b: Any, out: _Symbol | None = None, **kwargs: Any) -> _Symbol:
    """Matrix product of the last two axes; leading axes broadcast, and a vector counts as a row or column. As mx.np.matmul."""
def matrix_transpose(x: _Symbol | Float) -> _Symbol:
    """Matrices with rows and columns exchanged. As mx.np.matrix_transpose."""
def maximum(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """The greater of both. As mx.np.maximum."""
def may_share_memory(a: _Symbol | Float, b: Any, max_work: Any = None) -> bool:
    """Whether two arrays share memory. As mx.np.may_share_memory."""
def mean(a: _Symbol | Float, axis: Shape | None = None, dtype: DTypeLike | None = None, out: _Symbol | None = None, keepdims: bool = False) -> _Symbol:
    """Mean over axes. As mx.np.mean."""
def median(a: _Symbol | Float, axis: Shape | None = None, out: _Symbol | None = None, overwrite_input: Any = None, keepdims: bool = False) -> _Symbol:
    """Median over axes. As mx.np.median."""
def minimum(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """The lesser of both. As mx.np.minimum."""
def mod(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Remainder of x1 / x2, with the sign of x2. As mx.np.mod."""
def multiply(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """x1 * x2. As mx.np.multiply."""
def nan_to_num(x: _Symbol | Float, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> _Symbol:
    """An array with NaN and infinities replaced. Arrays of integers are returned as they are. As mx.np.nan_to_num."""
def negative(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """-x. As mx.np.negative."""
def nextafter(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """The next floating number after x1 towards x2. As mx.np.nextafter."""
def not_equal(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Whether x1 != x2. As mx.np.not_equal."""
def ones(shape: Shape, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
    """An array of ones. As mx.np.ones."""
def ones_like(a: _Symbol | Float, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Ones in the shape of another array. As mx.np.ones_like."""
def outer(a: _Symbol | Float, b: Any) -> _Symbol:
    """Products of all pairs of elements of the flattened arrays. As mx.np.outer."""
def pad(x: _Symbol | Float, pad_width: Any = None, mode: str = 'constant') -> _Symbol:
    """An array with elements added at its edges. As mx.np.pad."""
def percentile(a: _Symbol | Float, q: Any, axis: Shape | None = None, out: _Symbol | None = None, overwrite_input: Any = None, interpolation: Any = 'linear', keepdims: bool = False) -> _Symbol:
    """Percentiles over axes. As mx.np.percentile."""
def permute_dims(a: _Symbol | Float, axes: Any = None) -> _Symbol:
    """An array with its axes in another order. As mx.np.permute_dims."""
def polyval(p: Any, x: _Symbol | Float) -> _Symbol:
    """Values of a polynomial. As mx.np.polyval."""
def pow(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """x1 to the power of x2. As mx.np.pow."""
def power(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """x1 to the power of x2. As mx.np.power."""
def quantile(a: _Symbol | Float, q: Any, axis: Shape | None = None, out: _Symbol | None = None, overwrite_input: Any = None, interpolation: Any = 'linear', keepdims: bool = False) -> _Symbol:
    """Quantiles over axes. As mx.np.quantile."""
def rad2deg(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Angles in degrees from radians. As mx.np.rad2deg."""
def radians(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Angles in radians from degrees. As mx.np.radians."""
def ravel(x: _Symbol | Float, order: str | None = 'C') -> _Symbol:
    """The elements of an array in one dimension. As mx.np.ravel."""
def reciprocal(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """1 / x. As mx.np.reciprocal."""
def remainder(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Remainder of x1 / x2, with the sign of x2. As mx.np.remainder."""
def resize(a: _Symbol | Float, new_shape: Any) -> _Symbol:
    """An array of another shape, filled with the elements of an array over and over. It has no gradient. As mx.np.resize."""
def rint(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Nearest whole number. As mx.np.rint."""
def rot90(m: _Symbol, k: Int = 1, axes: Any = (0, 1)) -> _Symbol:
    """An array rotated by 90 degrees in the plane of two axes. As mx.np.rot90."""
def round(x: _Symbol | Float, decimals: Int = 0, out: _Symbol | None = None) -> _Symbol:
    """Elements rounded; see `around`. As mx.np.round."""
def round_(x: _Symbol | Float, decimals: Int = 0, out: _Symbol | None = None) -> _Symbol:
    """Elements rounded; see `around`. As mx.np.round_."""
def row_stack(arrays: Sequence[_Symbol]) -> _Symbol:
    """Arrays joined along the first axis; vectors count as rows. It is `vstack`. As mx.np.row_stack."""
def shares_memory(a: _Symbol | Float, b: Any, max_work: Any = None) -> bool:
    """Whether two arrays share memory. As mx.np.shares_memory."""
def sign(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """-1, 0 or 1 by the sign of x. As mx.np.sign."""
def sin(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Sine of angles in radians. As mx.np.sin."""
def sinh(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Hyperbolic sine. As mx.np.sinh."""
def sort(a: _Symbol | Float, axis: Shape | None = -1, kind: Any = None, order: str | None = None, *, descending: Any = False, stable: Any = True) -> _Symbol:
    """A sorted copy of an array. As mx.np.sort."""
def split(ary: _Symbol, indices_or_sections: Any, axis: Shape | None = 0) -> list[_Symbol]:
    """Parts of an array along an axis. As mx.np.split."""
def sqrt(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Square root. As mx.np.sqrt."""
def square(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """x * x. As mx.np.square."""
def stack(arrays: Sequence[_Symbol], axis: Shape | None = 0, out: _Symbol | None = None) -> _Symbol:
    """Arrays of one shape joined along a new axis. As mx.np.stack."""
def std(a: _Symbol | Float, axis: Shape | None = None, dtype: DTypeLike | None = None, out: _Symbol | None = None, ddof: Int = 0, keepdims: bool = False, *, correction: Any = None) -> _Symbol:
    """Standard deviation over axes. As mx.np.std."""
def subtract(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """x1 - x2. As mx.np.subtract."""
def swapaxes(a: _Symbol | Float, axis1: Int, axis2: Int) -> _Symbol:
    """An array with two axes exchanged. As mx.np.swapaxes."""
def take(a: _Symbol | Float, indices: _Symbol | Shape, axis: Shape | None = None, mode: str = 'raise', out: _Symbol | None = None) -> _Symbol:
    """Elements of an array at positions along an axis. As mx.np.take."""
def take_along_axis(arr: _Symbol, indices: _Symbol | Shape, axis: Shape | None = -1) -> _Symbol:
    """Elements at positions along an axis, which are given for every place of the other axes. As mx.np.take_along_axis."""
def tan(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Tangent of angles in radians. As mx.np.tan."""
def tanh(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """Hyperbolic tangent. As mx.np.tanh."""
def tensordot(a: _Symbol | Float, b: Any, axes: Any = 2) -> _Symbol:
    """Sum of products over axes of two arrays. As mx.np.tensordot."""
def tile(A: Any, reps: Any) -> _Symbol:
    """An array repeated. As mx.np.tile."""
def tril(m: _Symbol, k: Int = 0) -> _Symbol:
    """The lower triangle of matrices, the rest being 0. As mx.np.tril."""
def triu(m: _Symbol, k: Int = 0) -> _Symbol:
    """The upper triangle of matrices, the rest being 0. As mx.np.triu."""
def true_divide(x1: _Symbol | Float, x2: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """x1 / x2, a fraction always. As mx.np.true_divide."""
def trunc(x: _Symbol | Float, out: _Symbol | None = None) -> _Symbol:
    """x without its fraction. As mx.np.trunc."""
def unique(ar: Any, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: Shape | None = None) -> Any:
    """The different elements of an array, sorted. As mx.np.unique."""
def unravel_index(indices: _Symbol | Shape, shape: Shape, order: str | None = 'C') -> Any:
    """Positions in a flattened array as positions along the axes of the array. It has no gradient. As mx.np.unravel_index."""
def var(a: _Symbol | Float, axis: Shape | None = None, dtype: DTypeLike | None = None, out: _Symbol | None = None, ddof: Int = 0, keepdims: bool = False, *, correction: Any = None) -> _Symbol:
    """Variance over axes. As mx.np.var."""
def vdot(a: _Symbol | Float, b: Any) -> _Symbol:
    """Sum of products of the flattened arrays. As mx.np.vdot."""
def vecdot(x1: _Symbol | Float, x2: _Symbol | Float, axis: Shape | None = -1) -> _Symbol:
    """Sums of products of vectors. As mx.np.vecdot."""
def vsplit(ary: _Symbol, indices_or_sections: Any) -> list[_Symbol]:
    """Parts of an array along the first axis. As mx.np.vsplit."""
def vstack(arrays: Sequence[_Symbol], out: _Symbol | None = None) -> _Symbol:
    """Arrays joined along the first axis; vectors count as rows. As mx.np.vstack."""
def where(condition: _Symbol, x: _Symbol | Float, y: _Symbol | Float) -> Any:
    """Elements of `x` where `condition` is not 0, and of `y` elsewhere; shapes broadcast. As mx.np.where."""
def zeros(shape: Shape, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
    """An array of zeros. As mx.np.zeros."""
def zeros_like(a: _Symbol | Float, dtype: DTypeLike | None = None, order: str | None = 'C', ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Zeros in the shape of another array. As mx.np.zeros_like."""
def all(data: Any = None, axis: Shape | None = None, keepdims: bool = False, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """Whether all elements over axes are not 0. As mx.np.all."""
def amax(a: _Symbol | Float | None = None, axis: Shape | None = None, keepdims: bool = False, initial: Any = None, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """Greatest of the elements over axes. Of equal elements every one gets the whole gradient. As mx.np.amax."""
def amin(a: _Symbol | Float | None = None, axis: Shape | None = None, keepdims: bool = False, initial: Any = None, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """Smallest of the elements over axes. Of equal elements every one gets the whole gradient. As mx.np.amin."""
def any(data: Any = None, axis: Shape | None = None, keepdims: bool = False, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """Whether any element over axes is not 0. As mx.np.any."""
def atleast_1d(*arys: Any, num_args: Any = ..., name: Any = None, attr: Any = None, out: _Symbol | None = None) -> Any:
    """Arrays with at least 1 dimension; those that have fewer get some of length 1. As mx.np.atleast_1d."""
def atleast_2d(*arys: Any, num_args: Any = ..., name: Any = None, attr: Any = None, out: _Symbol | None = None) -> Any:
    """Arrays with at least 2 dimensions; those that have fewer get some of length 1. As mx.np.atleast_2d."""
def atleast_3d(*arys: Any, num_args: Any = ..., name: Any = None, attr: Any = None, out: _Symbol | None = None) -> Any:
    """Arrays with at least 3 dimensions; those that have fewer get some of length 1. As mx.np.atleast_3d."""
def copy(a: _Symbol | Float | None = None, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """A copy of `a`. As mx.np.copy."""
def cumsum(a: _Symbol | Float | None = None, axis: Shape | None = None, dtype: DTypeLike | None = None, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """Running sums along an axis. As mx.np.cumsum."""
def diag(data: Any = None, k: Int = 0, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """A diagonal of a matrix, or the matrix with a vector on its diagonal. As mx.np.diag."""
def diagflat(data: Any = None, k: Int = 0, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """The matrix with the elements of an array on its diagonal. As mx.np.diagflat."""
def diagonal(data: Any = None, offset: Int = 0, axis1: Int = 0, axis2: Int = 1, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """Diagonals of the planes that two axes span. As mx.np.diagonal."""
def dot(a: _Symbol | Float | None = None, b: Any = None, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """Sum of products over the last axis of `a` and the last but one of `b`; a scalar multiplies the other array. As mx.np.dot."""
def max(a: _Symbol | Float | None = None, axis: Shape | None = None, keepdims: bool = False, initial: Any = None, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """Greatest of the elements over axes. Of equal elements every one gets the whole gradient. As mx.np.max."""
def min(a: _Symbol | Float | None = None, axis: Shape | None = None, keepdims: bool = False, initial: Any = None, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """Smallest of the elements over axes. Of equal elements every one gets the whole gradient. As mx.np.min."""
def moveaxis(a: _Symbol | Float | None = None, source: Shape = ..., destination: Shape = ..., name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """`a` with axes moved to other places, the rest staying in order. As mx.np.moveaxis."""
def prod(a: _Symbol | Float | None = None, axis: Shape | None = None, dtype: DTypeLike | None = None, keepdims: bool = False, initial: Any = None, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """Product of the elements over axes; 0 where there are none. As mx.np.prod."""
def product(a: _Symbol | Float | None = None, axis: Shape | None = None, dtype: DTypeLike | None = None, keepdims: bool = False, initial: Any = None, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """Product of the elements over axes; 0 where there are none. As mx.np.product."""
def repeat(data: Any = None, repeats: Int = ..., axis: Shape | None = None, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """Each element repeated, next to itself. As mx.np.repeat."""
def reshape(a: _Symbol | Float | None = None, newshape: Shape = ..., order: str | None = 'C', name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """`a` with another shape, elements in the same order. As mx.np.reshape."""
def roll(data: Any = None, shift: Any = None, axis: Shape | None = None, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """`data` with elements shifted along axes; those that leave at one end enter at the other. As mx.np.roll."""
def sometrue(data: Any = None, axis: Shape | None = None, keepdims: bool = False, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """Whether any element over axes is not 0. As mx.np.sometrue."""
def squeeze(a: _Symbol | Float | None = None, axis: Shape | None = None, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """`a` without axes of length 1. As mx.np.squeeze."""
def sum(a: _Symbol | Float | None = None, axis: Shape | None = None, dtype: DTypeLike | None = None, keepdims: bool = False, initial: Any = None, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """Sum of the elements over axes. As mx.np.sum."""
def trace(data: Any = None, offset: Int = 0, axis1: Int = 0, axis2: Int = 1, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """Sums of the diagonals of the planes that two axes span. As mx.np.trace."""
def transpose(a: _Symbol | Float | None = None, axes: Any = None, name: Any = None, attr: Any = None, out: _Symbol | None = None) -> _Symbol:
    """`a` with its axes in another order. As mx.np.transpose."""
