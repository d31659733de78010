"""What the primitives of traced programs compute, in NumPy: `RULES` maps a primitive's name to a function.

A rule takes NumPy arrays and the primitive's parameters and returns an array (a tuple if it has several results). Its result
has the value that XLA's CPU backend gives, to rounding; where NumPy's own function differs (division of integers, conversion
of what an integer cannot hold, positions out of range) the rule follows XLA. A case it does not cover raises `Uncovered`.
"""

from __future__ import annotations

import functools
import inspect
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ...native import kernels
from ..declare.room import room

if TYPE_CHECKING:
    from collections.abc import Callable


RULES: dict = {}


class Uncovered(Exception):
    """No rule for this; the program has to be compiled."""


#: parameters that change how XLA computes a primitive, or where, but not which values it gives
_IGNORED = frozenset(
    "accuracy indices_are_sorted is_stable out_dtype out_sharding precision sharding unique_indices update_consts update_jaxpr "
    "weak_type".split()
)


@functools.cache
def _parameters(rule):
    """The names of the primitive's parameters that a rule reads."""
    readable = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return frozenset(p.name for p in inspect.signature(rule).parameters.values() if p.kind in readable)


def accepted(name, params):
    """The parameters that the rule of a primitive takes; `Uncovered` if there are others that matter.

    A release of JAX may give a primitive a parameter that no rule here knows of.
    """
    rule = RULES.get(name)
    if rule is None:
        raise Uncovered
    names = _parameters(rule)
    if not names.union(_IGNORED).issuperset(params):
        raise Uncovered
    return {key: value for key, value in params.items() if key in names}


def rule(name) -> Callable[..., Any]:
    """Note the decorated function as the rule of a primitive."""

    def note(function):
        RULES[name] = function
        return function

    return note


def _plain(name, function) -> None:
    def run(*arrays, **params):
        return elementwise(function, *arrays)

    run.direct = function  # for `straight`, which calls it without a frame of Python
    RULES[name] = run


#: elements from which on it counts how NumPy goes over arrays, and elements of its innermost loop that are few
FEWEST, _SHORT_LOOP = 2**12, 16
#: functions whose loop over an array and one number is four times as slow as that of `numpy.clip`: its bounds
_BOUNDS: dict[Any, Callable[..., Any]] = {np.maximum: lambda x: (x, highest(x.dtype)), np.minimum: lambda x: (lowest(x.dtype), x)}


def suited(function, inputs, out) -> Callable[..., Any]:
    """What computes a function of NumPy's element by element for arrays like these: itself, unless `elementwise` does more.

    `inputs` and `out` have the `shape`, `size` and `dtype` of arrays, and say whether they are `contiguous`.
    """
    wide = [x for x in inputs if x.size > 1]
    if out.size < FEWEST:
        return function
    if any(x.dtype == np.float16 for x in inputs) or (
        len(wide) < len(inputs) and (function in _BOUNDS or inputs[0].dtype == bool)
    ):
        return functools.partial(elementwise, function)
    if all(x.contiguous for x in wide) and _innermost([_steps(x.shape, out.shape) for x in wide], out.shape) >= _SHORT_LOOP:
        return function
    return functools.partial(elementwise, function)


def _steps(shape, whole):
    """The steps from element to element, along the axes of a larger array, of one whose elements lie in their order."""
    steps, step = [0] * len(whole), 1
    for axis in range(1, len(shape) + 1):
        steps[-axis] = 0 if shape[-axis] == 1 else step
        step *= shape[-axis]
    return steps


def elementwise(function, *arrays) -> Any:
    """A function of NumPy's of arrays, element by element, which is spared what its loops are slow at."""
    if max([x.size for x in arrays]) < FEWEST:
        return function(*arrays)
    if any(x.dtype == np.float16 for x in arrays):
        return _of_halves(function, arrays)
    wide = [x for x in arrays if x.size > 1 and any(x.strides)]
    if not wide:  # one number everywhere
        shape = np.broadcast_shapes(*[x.shape for x in arrays])
        return np.broadcast_to(function(*[x[(slice(1),) * x.ndim] for x in arrays]), shape)
    if len(wide) > 1:
        return function(*_in_long_loops(arrays, wide))
    return _beside_one(function, arrays, wide[0]) if len(arrays) == 2 else function(*arrays)


def _beside_one(function, arrays, x):
    """A function of the array `x` and one number."""
    if x.shape != np.broadcast_shapes(*[y.shape for y in arrays]):
        return function(*arrays)
    if function in _BOUNDS:
        return np.clip(x, *_BOUNDS[function](arrays[arrays[0] is x].reshape(-1)[0]))
    if x.dtype == bool:  # ten times as fast with two arrays
        arrays = [_lying(y, x.shape) for y in arrays]
    return function(*arrays)


def _in_long_loops(arrays, wide):
    """Arrays of which NumPy takes many elements in each of its loops; `wide` are those with more than one number."""
    shape = np.broadcast_shapes(*[x.shape for x in arrays])
    if _innermost([np.broadcast_to(x, shape).strides for x in wide], shape) >= _SHORT_LOOP:
        return arrays
    return [x if x.size == 1 or x.flags.c_contiguous else copied(x) for x in np.broadcast_arrays(*arrays)]


def _innermost(steps, shape):
    """Elements of a loop over arrays with these steps before NumPy has to begin another one; many where no array is repeated."""
    axes = [axis for axis, size in enumerate(shape) if size > 1]
    if all(s[axis] for s in steps for axis in axes):
        return _SHORT_LOOP
    last, count = axes.pop(), 1
    while True:
        count *= shape[last]
        if not axes or any(s[axes[-1]] != s[last] * shape[last] for s in steps):
            return count
        last = axes.pop()


def _of_halves(function, arrays):
    """A function of arrays of which some have half precision, computed in single precision as in NumPy's loops."""
    result = function(*[_in_other_precision(x, np.float32) if x.dtype == np.float16 else x for x in arrays])
    return _in_other_precision(result, np.float16) if result.dtype == np.float32 else result


def _in_other_precision(x, dtype):
    """An array of half precision as one of single precision, or the other way round."""
    if x.size >= FEWEST and x.flags.c_contiguous:
        made = room(x.shape, dtype)
        if kernels.halves(x, made):
            return made
    return x.astype(dtype)


#: primitives whose name in NumPy is the same
_SAME = "add abs floor ceil sqrt exp exp2 log log1p log2 expm1 tanh sin cos tan sinh cosh cbrt square sign nextafter"
for _name in _SAME.split():
    _plain(_name, getattr(np, _name))
for _name, _function in {
    "add_any": np.add, "sub": np.subtract, "mul": np.multiply, "neg": np.negative, "asin": np.arcsin, "acos": np.arccos,
    "atan": np.arctan, "asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh, "atan2": np.arctan2, "max": np.maximum,
    "min": np.minimum, "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater,
    "ge": np.greater_equal, "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor, "not": np.invert,
    "is_finite": np.isfinite,
}.items():  # fmt: skip
    _plain(_name, _function)


#: bytes that are copied as fast as memory is found that begins where XLA wants it to
SMALL_COPY = 1 << 15


def copied(x: np.ndarray) -> np.ndarray:
    """The array in memory of its own that XLA takes over; where it is small, copying it once more takes less than aligning it."""
    if x.nbytes <= SMALL_COPY:
        return np.array(x, order="C")
    made = room(x.shape, x.dtype)
    kernels.copy(x, made)
    return made


#: elements from which on a kernel chooses, as NumPy's loop waits for the processor to guess each of them
_FEWEST_CHOSEN = 2**14


def chosen(which: np.ndarray, yes: np.ndarray, no: np.ndarray) -> np.ndarray:
    """`numpy.where` of arrays of one type. NumPy's loop waits for the processor to guess each choice, a kernel does not."""
    if max(which.size, yes.size) >= _FEWEST_CHOSEN:
        shape = np.broadcast_shapes(which.shape, yes.shape, no.shape)
        made = room(shape, yes.dtype)
        one, other = [x if not any(x.strides) else _lying(x, shape) for x in (yes, no)]
        if kernels.choose(_lying(which, shape), one, other, made):
            return made
    return np.where(which, yes, no)


def _lying(x, shape):
    """An array with this shape whose elements lie in their order."""
    return x if x.shape == shape and x.flags.c_contiguous else copied(np.broadcast_to(x, shape))


def ranks(x) -> np.ndarray:
    """Whole numbers in the order of `x`, in which -0.0 is before 0.0 and NaN the last."""
    if x.dtype.kind != "f":
        return x
    bits = np.ascontiguousarray(x).view(f"i{x.dtype.itemsize}").reshape(x.shape)
    others = bits >> (x.dtype.itemsize * 8 - 1)  # all bits of negative numbers
    others &= np.iinfo(bits.dtype).max
    others ^= bits
    return others


RULES["lt_to"] = lambda x, y: ranks(x) < ranks(y)
RULES["le_to"] = lambda x, y: ranks(x) <= ranks(y)


@rule("polynomial")
def _polynomial(x, *coefficients, unroll=None):
    """Horner's rule; the coefficients begin with the constant term. `unroll` is about compiling."""
    result = coefficients[-1]
    for coefficient in coefficients[-2::-1]:
        result = result * x + coefficient
    return result


@rule("div")
def _div(x, y):
    if x.dtype.kind == "f":
        return np.divide(x, y)
    if x.dtype.kind != "i" and x.dtype.kind != "u":
        raise Uncovered
    # towards zero; -1 (all bits) for a division by zero
    quotient = (x - np.fmod(x, y)) // np.where(y == 0, 1, y).astype(y.dtype)
    return np.where(y == 0, ~x.dtype.type(0), quotient).astype(x.dtype)


@rule("pow")
def _pow(x, y):
    if x.dtype.kind != "f":
        raise Uncovered
    return np.power(x, y.astype(x.dtype))


@rule("integer_pow")
def _integer_pow(x, y):
    result, square, left = None, x, abs(y)
    while left:
        if left & 1:
            result = square if result is None else result * square
        left >>= 1
        if left:
            square = square * square
    if result is None:
        return np.ones_like(x)
    return x.dtype.type(1) / result if y < 0 else result


@rule("round")
def _round(x, rounding_method, **_):
    if int(rounding_method) == 1:
        return np.rint(x)
    half = np.nextafter(x.dtype.type(0.5), x.dtype.type(0))  # as adding a half would round up what is just below it
    nearest = np.asarray(np.abs(x))  # of an array without axes NumPy makes a number, which cannot be written to
    nearest += half
    np.floor(nearest, out=nearest)
    # NumPy's `copysign` takes four times as long
    return chosen(np.asarray(x).view(f"i{x.dtype.itemsize}") < 0, np.negative(nearest), nearest)


@rule("select_n")
def _select(which, *cases):
    if len(cases) == 2:
        return chosen(which.astype(bool, copy=False), cases[1], cases[0])
    return cases[0] if len(cases) == 1 else np.choose(which, cases)


_PRECISIONS = {np.dtype(np.float16), np.dtype(np.float32)}


@rule("convert_element_type")
def _convert(x, new_dtype, **_):
    new_dtype = np.dtype(new_dtype)
    if x.dtype.kind == "f" and new_dtype.kind in "iu":
        limits = np.iinfo(new_dtype)
        low, high = float(limits.min), float(limits.max)
        if x.size and float(x.min()) >= low and float(x.max()) < limits.max + 1.0:  # which NaN is not
            return x.astype(new_dtype, "C")
        inside = np.where(np.isnan(x) | (x >= high) | (x <= low), 0, x).astype(new_dtype)
        inside = np.where(x >= high, new_dtype.type(limits.max), inside)
        return np.where(x <= low, new_dtype.type(limits.min), inside)
    if {x.dtype, new_dtype} == _PRECISIONS:
        return _in_other_precision(x, new_dtype)
    return x.astype(new_dtype, "C")


@rule("bitcast_convert_type")
def _bitcast(x, new_dtype):
    if x.dtype.itemsize != np.dtype(new_dtype).itemsize:
        raise Uncovered
    return np.asarray(x, order="C").view(new_dtype)


def _shift(x, by, shifted, beyond):
    return np.where((by < 0) | (by >= x.dtype.itemsize * 8), beyond, shifted(np.clip(by, 0, x.dtype.itemsize * 8 - 1)))


@rule("shift_right_logical")
def _shift_right(x, by):
    bare = x.view(f"u{x.dtype.itemsize}")
    return _shift(x, by, lambda n: np.right_shift(bare, n.astype(bare.dtype)).view(x.dtype), x.dtype.type(0))


# ---- shapes


@rule("broadcast_in_dim")
def _broadcast(x, shape, broadcast_dimensions, **_):
    return np.broadcast_to(x.reshape(among(x.shape, broadcast_dimensions, len(shape))), shape)


def among(sizes, axes, count) -> list[int]:
    """The shape with `count` axes that has these sizes at some of them, and 1 at the others."""
    whole = [1] * count
    for axis, size in zip(axes, sizes):
        whole[axis] = size
    return whole


@rule("reshape")
def _reshape(x, new_sizes, dimensions=None, **_):
    if dimensions:
        x = x.transpose(dimensions)
    return (x if x.flags.c_contiguous else copied(x)).reshape(new_sizes)


@rule("slice")
def _slice(x, start_indices, limit_indices, strides=None):
    return x[tuple(slice(a, b, s) for a, b, s in zip(start_indices, limit_indices, strides or [1] * x.ndim))]


@rule("iota")
def _iota(dtype, shape, dimension, **_):
    line = np.arange(shape[dimension], dtype=dtype)
    return np.broadcast_to(line.reshape([-1 if i == dimension else 1 for i in range(len(shape))]), shape)


@rule("pad")
def _pad(x, value, padding_config):
    shape, taken, put = [], [], []
    for size, (low, high, inner) in zip(x.shape, padding_config):
        step = inner + 1
        whole = max(low + size + max(size - 1, 0) * inner + high, 0)
        first = -(min(low, 0) // step)  # what a negative padding leaves out
        last = max(min(size, (whole - 1 - low) // step + 1), first)
        shape.append(whole)
        taken.append(slice(first, last))
        put.append(slice(low + first * step, low + (last - 1) * step + 1 if last > first else low + first * step, step))
    if all(low <= 0 and high <= 0 and not inner for low, high, inner in padding_config):
        return x[tuple(taken)]
    result = np.full(shape, value, x.dtype)
    result[tuple(put)] = x[tuple(taken)]
    return result


def _starts(x, size, starts):
    return tuple(slice(s, s + n) for s, n in ((min(max(int(s), 0), d - n), n) for s, d, n in zip(starts, x.shape, size)))


@rule("dynamic_update_slice")
def _dynamic_update(x, update, *starts):
    result = x.copy()
    result[_starts(x, update.shape, starts)] = update
    return result


# ---- reductions, products


def _reduction(function, **start):
    def arranged(x, axes):
        """What computes it for arrays like `x`: most often a function in C."""
        options = {k: v(x.dtype) for k, v in start.items()}
        if x.size >= FEWEST and x.dtype.kind in "fiu" and x.dtype != np.float16 and 0 in axes and len(axes) < x.ndim:
            return functools.partial(_by_rows, function, sorted(axes), options)
        if _is_taken_apart(x, axes):
            return functools.partial(_apart, function, axes)
        return functools.partial(function.reduce, axis=tuple(axes), **options)

    def run(x, axes, **_):
        return arranged(x, axes)(x)

    run.arranged = arranged
    return run


#: reduced axes with so many elements together, and fewer, are taken apart
_FEW = 8


def _is_taken_apart(x, axes) -> bool:
    count = math.prod([x.shape[axis] for axis in axes])
    short = 1 < count <= _FEW and x.size >= 1000 * count and x.ndim - 1 in axes
    return short and x.dtype.kind in "fiu" and x.dtype != np.float16


def _apart(function, axes, x):
    """A reduction over a few elements as operations on whole arrays, as NumPy takes ten times as long for each short axis."""
    sizes = [x.shape[axis] for axis in axes]
    lying = np.moveaxis(x, axes, range(len(axes)))
    parts = [lying[place] for place in np.ndindex(*sizes)]
    result = function(parts[0], parts[1])
    for part in parts[2:]:
        function(result, part, out=result)
    return result


#: elements of the rows that are put together, as NumPy takes long for each row
_LONG_ROW = 1 << 12


@functools.lru_cache(1024)
def _rows_together(count, width):
    """How many rows become one, a divisor of their number; one row if none is long enough."""
    return next((n for n in range(min(_LONG_ROW // max(width, 1), count), 1, -1) if count % n == 0), 1)


def _by_rows(function, axes, options, x):
    """A reduction over the first axes and perhaps others: rows are put together first, and what is left is small."""
    first = next((i for i, axis in enumerate(axes) if axis != i), len(axes))
    count, width = math.prod(x.shape[:first]), math.prod(x.shape[first:])
    if x.flags.c_contiguous:
        lying = x.reshape(count, width)
        together = _rows_together(count, width)
        rows = function.reduce(lying.reshape(-1, together * width), axis=0, **options).reshape(together, width)
        x = function.reduce(rows, axis=0, **options).reshape(x.shape[first:]) if together > 1 else rows.reshape(x.shape[first:])
        axes = [axis - first for axis in axes[first:]]
    return function.reduce(x, axis=tuple(axes), **options) if axes else x


def lowest(dtype):
    return -np.inf if dtype.kind == "f" else False if dtype.kind == "b" else np.iinfo(dtype).min


def highest(dtype):
    return np.inf if dtype.kind == "f" else True if dtype.kind == "b" else np.iinfo(dtype).max


RULES["reduce_sum"] = _reduction(np.add, dtype=lambda d: d)
RULES["reduce_prod"] = _reduction(np.multiply, dtype=lambda d: d)
RULES["reduce_max"] = _reduction(np.maximum, initial=lowest)
RULES["reduce_min"] = _reduction(np.minimum, initial=highest)
RULES["reduce_and"] = _reduction(np.bitwise_and)
RULES["reduce_or"] = _reduction(np.bitwise_or)


@rule("reduce")
def _sums(*arrays, axes):
    """Several arrays, each added up along the axes; behind them come the numbers that these sums begin with."""
    n = len(arrays) // 2
    return [RULES["reduce_sum"](array, axes) + start for array, start in zip(arrays[:n], arrays[n:])]


#: elements behind an axis from which on it is gone along row by row, as NumPy goes along it number by number
_ROW = 64


def _cumulative(function):
    def run(x, axis, reverse):
        if math.prod(x.shape[axis + 1 :]) >= _ROW:
            result = np.array(x, order="C")
            rows = np.moveaxis(np.flip(result, axis) if reverse else result, axis, 0)
            for i in range(1, len(rows)):
                function(rows[i - 1], rows[i], out=rows[i])
            return result
        if reverse:
            return np.flip(function.accumulate(np.flip(x, axis), axis, dtype=x.dtype), axis)
        return function.accumulate(x, axis, dtype=x.dtype)

    return run


RULES["cumsum"], RULES["cumprod"] = _cumulative(np.add), _cumulative(np.multiply)
RULES["cummax"], RULES["cummin"] = _cumulative(np.maximum), _cumulative(np.minimum)


@rule("dot_general")
def _dot(x, y, dimension_numbers, preferred_element_type=None, **_):
    (over_x, over_y), (batch_x, batch_y) = dimension_numbers
    free_x = [i for i in range(x.ndim) if i not in over_x and i not in batch_x]
    free_y = [i for i in range(y.ndim) if i not in over_y and i not in batch_y]
    dtype = np.dtype(preferred_element_type or x.dtype)
    batch = tuple(x.shape[i] for i in batch_x)
    rows, columns = tuple(x.shape[i] for i in free_x), tuple(y.shape[i] for i in free_y)
    deep = int(np.prod([x.shape[i] for i in over_x], dtype=np.int64))
    a = x.transpose([*batch_x, *free_x, *over_x]).reshape(*batch, -1 if deep else int(np.prod(rows)), deep)
    b = y.transpose([*batch_y, *over_y, *free_y]).reshape(*batch, deep, int(np.prod(columns, dtype=np.int64)))
    return np.matmul(a.astype(dtype, copy=False), b.astype(dtype, copy=False)).reshape((*batch, *rows, *columns))


@rule("conv_general_dilated")
def _convolution(
    x,
    w,
    window_strides,
    padding,
    lhs_dilation,
    rhs_dilation,
    dimension_numbers,
    feature_group_count,
    batch_group_count,
    preferred_element_type=None,
    **_,
):
    numbers, n = dimension_numbers, len(window_strides)
    if x.dtype.kind != "f" or 0 in x.shape or 0 in w.shape:
        raise Uncovered
    x, w = x.transpose(numbers.lhs_spec), w.transpose(numbers.rhs_spec)  # batch, channels, space; filters, channels, space
    spread = tuple((low, high, inner - 1) for (low, high), inner in zip(padding, lhs_dilation))
    x = _pad(x, x.dtype.type(0), ((0, 0, 0), (0, 0, 0), *spread))
    kernel = w.shape[2:]
    reach = [(k - 1) * d + 1 for k, d in zip(kernel, rhs_dilation)]
    if any(size < r for size, r in zip(x.shape[2:], reach)):
        raise Uncovered
    axes: Any = tuple(range(2, 2 + n))  # NumPy's stub knows one axis only
    windows = np.lib.stride_tricks.sliding_window_view(x, reach, axes)
    steps = [slice(None, None, s) for s in (*window_strides, *rhs_dilation)]
    windows = windows[(slice(None), slice(None), *steps)]  # batch, channels, places, kernel
    places = windows.shape[2 : 2 + n]
    groups = feature_group_count * batch_group_count
    batch, channels = x.shape[0] // batch_group_count, w.shape[1]
    windows = windows.reshape(batch_group_count, batch, feature_group_count, channels, *places, *kernel)
    order = (0, 2, 1, *range(4, 4 + n), 3, *range(4 + n, 4 + 2 * n))
    rows = windows.transpose(order).reshape(groups, batch * math.prod(places), -1)
    filters = w.reshape(groups, w.shape[0] // groups, -1)
    sums = np.matmul(rows, filters.transpose(0, 2, 1))
    sums = sums.reshape(groups, batch, *places, -1)
    sums = np.moveaxis(sums, (0, -1), (1, 2)).reshape(batch, w.shape[0], *places)
    return sums.transpose(np.argsort(numbers.out_spec)).astype(preferred_element_type or x.dtype, copy=False)


# ---- rules of one line

RULES.update({
    **dict.fromkeys(("stop_gradient", "copy", "copy_p"), lambda x, **_: x),
    "one_minus_square": lambda x: (x.dtype.type(1) + x) * (x.dtype.type(1) - x),
    "logistic": lambda x, **_: x.dtype.type(1) / (x.dtype.type(1) + np.exp(-x)),
    "rem": lambda x, y: np.fmod(x, y) if x.dtype.kind == "f" else np.where(y == 0, x, np.fmod(x, y)).astype(x.dtype),
    "shift_left": lambda x, by: _shift(x, by, lambda n: np.left_shift(x, n), x.dtype.type(0)),
    "transpose": lambda x, permutation: x.transpose(permutation),
    "squeeze": lambda x, dimensions: np.squeeze(x, tuple(dimensions)),
    "expand_dims": lambda x, dimensions: np.expand_dims(x, tuple(dimensions)),
    "rev": lambda x, dimensions: np.flip(x, tuple(dimensions)),
    "concatenate": lambda *xs, dimension: np.concatenate(xs, dimension),
    "split": lambda x, sizes, axis: tuple(np.split(x, np.cumsum(sizes)[:-1], axis)),
    "stack": lambda *xs, axis=0, **_: np.stack(xs, axis),
    "unstack": lambda x, axis=0, **_: tuple(np.moveaxis(x, axis, 0)),
    "tile": lambda x, reps, **_: np.tile(x, reps),
    "clamp": lambda low, x, high: np.clip(x, low, high),
    "dynamic_slice": lambda x, *starts, slice_sizes: x[_starts(x, slice_sizes, starts)],
    "optimization_barrier": lambda *xs, **_: xs,
    "rsqrt": lambda x, **_: x.dtype.type(1) / np.sqrt(x),
    "argmax": lambda x, axes, index_dtype: np.argmax(x, axes[0]).astype(index_dtype),
    "argmin": lambda x, axes, index_dtype: np.argmin(x, axes[0]).astype(index_dtype),
    "shift_right_arithmetic": lambda x, by: np.right_shift(x, np.clip(by, 0, x.dtype.itemsize * 8 - 1)),
})  # fmt: skip


@rule("dim_as_value")
def _size(dim):
    return np.asarray(dim)


@rule("platform_index")
def _platform(platforms, **_):
    return np.int32(next(i for i, names in enumerate(platforms) if names is None or "cpu" in names))
