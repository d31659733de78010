"""Reductions over axes: sums, means, products, extremes, norms, moments, positions of extremes, running sums."""

import functools
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.core.declare.integers import floating, integral_as_floats, is_integral
from jmx.core.declare.op import Array, NumberType, Platform, Shape, op
from jmx.core.declare.x64 import x64

from ._checks import axis_of, check, check_at_least, fail
from ._examples import shown
from ._norms import euclidean
from ._numeric import convert, divided, is_float, refuse_bool, working
from .unary import absolute


def _axes(name, axis, ndim, exclude=False):
    """The axes to reduce, in order; None and () mean all of them, `exclude` all but those given."""
    if not axis:
        return tuple(range(ndim))
    for i in axis:
        if not -ndim <= i < ndim:
            fail(name, f"reduction axis {i} exceeds the input's {ndim} dimensions")
    axes = {i % ndim for i in axis}
    check(len(axes) == len(axis), name, lambda: f"reduction axes have duplicates: {list(axis)}")
    return tuple(i for i in range(ndim) if (i in axes) != exclude)


def _finish(value, keepdims):
    """MXNet has no results without dimension: a full reduction has the shape (1,)."""
    return value if value.ndim or keepdims else value.reshape(1)


def _kept(reducer, x, axes, keepdims):
    """A reduction of lax; jnp's are programs within the program, dear to trace and differentiate."""
    y = reducer(x, axes)
    return lax.expand_dims(y, axes) if keepdims else y


def _sum(x, axes, keepdims):
    if x.dtype == np.bool_:
        return jnp.any(x, axes, keepdims=keepdims)
    wide = working(x) if is_float(x) else x
    return lax.convert_element_type(_kept(lax.reduce_sum, wide, axes, keepdims), x.dtype)


def _mean(x, axes, keepdims):
    total = _sum(working(x) if is_float(x) else x, axes, keepdims)
    if x.dtype == np.bool_:
        return total
    count = math.prod(x.shape[i] for i in axes)
    return lax.convert_element_type(divided(total, count if is_float(x) else max(count, 1)), x.dtype)


@functools.partial(jax.custom_jvp, nondiff_argnums=(1,))
def product(x, axes) -> jax.Array:
    """The product over axes; its derivative is a quotient, and at a 0 the product of the others."""
    return lax.reduce_prod(x, axes)


@product.defjvp
def _(axes, primals, tangents):
    (x,), (t,) = primals, tangents
    none = x == 0
    others = jnp.where(none, jnp.ones((), x.dtype), x)
    rest = product(others, axes)
    count = lax.reduce_sum(none.astype(jnp.float32), axes)

    # of one zero its own derivative is another one than 0, of several none
    of_zeros, of_others = (lax.expand_dims(jnp.where(count == n, rest, jnp.zeros((), x.dtype)), axes) for n in (1, 0))
    return product(x, axes), lax.reduce_sum(jnp.where(none, of_zeros, of_others / others) * t, axes)


def _prod(x, axes, keepdims):
    if x.dtype == np.bool_:
        return jnp.all(x, axes, keepdims=keepdims)
    wide = working(x) if is_float(x) else x
    return lax.convert_element_type(_kept(product, wide, axes, keepdims), x.dtype)


def _without_nan(reducer, filler):
    def reduce(x, axes, keepdims):
        return reducer(jnp.where(jnp.isnan(x), jnp.asarray(filler, x.dtype), x) if is_float(x) else x, axes, keepdims)

    return reduce


def _extreme(name, reducer):
    """Maximum or minimum; every element equal to it gets the whole gradient."""

    @functools.partial(jax.custom_jvp, nondiff_argnums=(1, 2))
    def reduce(x, axes, keepdims):
        y = reducer(x, axes)
        if is_float(x):
            # XLA's vectorized maximum over an outer axis loses NaN.
            count = lax.reduce_sum(lax.convert_element_type(lax.ne(x, x), jnp.float32), axes)
            y = lax.select(lax.gt(count, lax.full_like(count, 0)), lax.full_like(y, jnp.nan), y)
        return lax.expand_dims(y, axes) if keepdims else y

    @reduce.defjvp
    def _(axes, keepdims, primals, tangents):
        (x,), (t,) = primals, tangents
        y = reduce(x, axes, keepdims)
        wide = y if keepdims else jnp.expand_dims(y, axes)
        return y, jnp.sum(jnp.where(x == wide, t, jnp.zeros_like(t)), axes, keepdims=keepdims)

    def checked(x, axes, keepdims):
        check(x.size > 0, name, lambda: f"the input must not be empty, got shape {list(x.shape)}")
        return reduce(x, axes, keepdims)

    return checked


_DOC = """{text}

data    array of any type; integers keep their type{note}
axis    one axis or several, negative ones counting from the end; None or () for all
keepdims    keep reduced axes with length 1
exclude    reduce all axes but those in `axis`

Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
axis does not exist or is named twice.
"""


def _example(name, result):
    """The example of a reduction of two rows; the first ends in NaN where that counts as something else."""
    return shown(f"nd.{name}(nd.array([[1, {'np.nan' if name.startswith('nan') else 2}], [3, 4]]), axis=1)", result)


def _declare(names, reducer, text, onnx, result, note=""):
    source = "reduced", names[0]  # jax.numpy has the same names
    name = names[0]

    def apply(data: Array, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False):
        return _finish(reducer(data, _axes(name, axis, data.ndim, exclude), keepdims), keepdims)

    return op(
        *names,
        doc=_DOC.format(text=text, note=note) + _example(name, result),
        empty=True,
        numbered_inputs=True,
        onnx=("reduce.reduced", *onnx),
        source=source,
    )(apply)


_HALF = "; half precision is summed in single precision"
_CUT = " and are cut off" + _HALF
_TIES = " of the elements over axes. Of equal elements every one gets the whole gradient."
# names, function, description, form in ONNX files, result of the example, what is said of integers
_declare(["sum", "_sparse_sum", "sum_axis"], _sum, "Sum of the elements over axes.", ("sum",), "[3. 7.]", _HALF)
_declare(["mean", "_sparse_mean"], _mean, "Mean of the elements over axes.", ("mean",), "[1.5 3.5]", _CUT)
_declare(["prod"], _prod, "Product of the elements over axes.", ("prod",), "[ 2. 12.]")
_declare(["nansum"], _without_nan(_sum, 0), "Sum of the elements over axes; NaN counts as 0.", ("sum", True), "[1. 7.]", _HALF)
_declare(["nanprod"], _without_nan(_prod, 1), "Product of the elements over axes; NaN counts as 1.", ("prod", True), "[ 1. 12.]")
_declare(["max", "max_axis"], _extreme("max", lax.reduce_max), "Greatest" + _TIES, ("max",), "[2. 4.]")
_declare(["min", "min_axis"], _extreme("min", lax.reduce_min), "Smallest" + _TIES, ("min",), "[1. 3.]")


@op("norm", "_sparse_norm", "_npx_norm", numbered_inputs=True, onnx="reduce.norm", source="layers.norm")
def norm(
    data: Array, ord: int = 2, axis: Shape | None = None, out_dtype: NumberType | None = None, keepdims: bool = False
) -> jax.Array:
    """Sum of absolute values (`ord` 1) or root of the sum of squares (`ord` 2) over axes.

    data    array of any type
    ord    1 or 2
    axis    one axis or several, negative ones counting from the end; None or () for all
    out_dtype    element type of the result; default: that of `data`
    keepdims    keep reduced axes with length 1

    Returns an array of the remaining axes, of shape (1,) if none remain. Raises MXNetError for another `ord` and if an
    axis does not exist or is named twice.

    Examples
    --------
    >>> x = nd.array([[3, 4], [0, 5]])
    >>> nd.norm(x, axis=1)
    [5. 5.]
    <NDArray 2 @cpu(0)>
    >>> nd.norm(x, ord=1)
    [12.]
    <NDArray 1 @cpu(0)>
    """
    check(ord in (1, 2), "norm", lambda: f"norm only supports ord=1 and ord=2, got ord={ord}")
    axes = _axes("norm", axis, data.ndim)
    dtype = np.dtype(out_dtype or data.dtype)
    x = working(data)
    if dtype == np.float64:
        x = x.astype(dtype)
    length = euclidean(x, axes, keepdims) if ord == 2 else jnp.sum(absolute(x), axes, keepdims=keepdims)
    return _finish(convert(length, dtype), keepdims)


#: fewer elements, or a shorter axis, are searched by XLA's own operation; a longer one has positions that do not fit
_FEWEST_SEARCHED, _SHORTEST_SEARCHED, _LONGEST_SEARCHED = 2**12, 64, 2**30


def _search(greatest, x, axis, keepdims=False):
    """`jnp.argmax` or `jnp.argmin` by two reductions, which XLA vectorizes: a fifth of the time on the CPU.

    Positions of NaN are the smallest numbers, then come those of the extreme element, then all others.
    """
    count = x.shape[axis]
    extreme = _kept(lax.reduce_max if greatest else lax.reduce_min, x, (axis,), True)
    at = lax.broadcasted_iota(np.int32, x.shape, axis)
    found = jnp.where(x == extreme, at + count, 2 * count)
    if is_float(x):
        found = jnp.where(jnp.isnan(x), at, found)
    return _kept(lax.reduce_min, found, (axis,), keepdims) % count


def _position(name, search, data, axis, keepdims, platform):
    refuse_bool(name, data)
    check(data.size > 0, name, lambda: f"the input must not be empty, got shape {list(data.shape)}")
    axis_length = data.shape[axis] if axis is not None and -data.ndim <= axis < data.ndim else data.size
    if (
        platform == "cpu"
        and all(isinstance(size, int) for size in data.shape)  # unknown while a program for any shape is traced
        and data.size >= _FEWEST_SEARCHED
        and _SHORTEST_SEARCHED <= axis_length < _LONGEST_SEARCHED
    ):
        search = functools.partial(_search, search is jnp.argmax)
    if axis is None or data.ndim <= 1:
        if axis is not None:
            axis_of(name, axis, max(data.ndim, 1))
        positions = search(data.reshape(-1), 0).reshape((1,) * (data.ndim if keepdims else 1))
    else:
        positions = search(data, axis_of(name, axis, data.ndim), keepdims=keepdims)
    return positions.astype(data.dtype)


def _upgrade_axis(attrs, version):
    """Files written before 0.9.5 said -1 for the whole array."""
    if version < 905 and attrs.get("axis") == "-1":
        del attrs["axis"]


_POSITION = """Positions of the {which} elements along an axis; of equal ones the first, and NaN counts as {which}.

data    array of a numeric type
axis    the axis to search, negative ones counting from the end; None searches the flattened array
keepdims    keep the searched axis with length 1

Returns positions as numbers of the type of `data`, with shape (1,) for the flattened array. Raises MXNetError if
the axis does not exist and for boolean or empty arrays. There is no gradient.
"""


def _declare_position(name, search, which, onnx, result):
    def apply(data: Array, axis: int | None = None, keepdims: bool = False, *, platform: Platform):
        return _position(name, search, data, axis, keepdims, platform)

    doc = _POSITION.format(which=which) + shown(f"nd.{name}(nd.array([[3, 7, 5], [9, 2, 4]]), axis=1)", result)
    op(
        name, doc=doc, numbered_inputs=True, zero_gradient=True, upgrade=_upgrade_axis, onnx=("reduce.position", onnx),
        source=("layers.argmax", name),
    )(apply)  # fmt: skip


_declare_position("argmax", jnp.argmax, "greatest", "ArgMax", "[1. 0.]")
_declare_position("argmin", jnp.argmin, "smallest", "ArgMin", "[0. 1.]")


@op("argmax_channel", numbered_inputs=True, no_gradient=True, onnx=("reduce.position", "ArgMax"))
def argmax_channel(data: Array, *, platform: Platform) -> jax.Array:
    """Positions of the greatest elements along axis 1; of equal ones the first.

    data    array of two dimensions or more, of a numeric type

    Returns positions as numbers of the type of `data`, without axis 1. Raises MXNetError for fewer dimensions and for
    boolean or empty arrays. There is no gradient.

    Examples
    --------
    >>> nd.argmax_channel(nd.array([[3, 7, 5], [9, 2, 4]]))
    [1. 0.]
    <NDArray 2 @cpu(0)>
    """
    check_at_least("argmax_channel", data, 2)
    return _position("argmax_channel", jnp.argmax, data, 1, False, platform)


@op("moments", outputs=2, empty=True, onnx="reduce.moments")
def moments(data: Array, axes: Shape | None = None, keepdims: bool = False) -> Any:
    """Mean and (biased) variance over axes.

    data    array of any numeric type
    axes    the axes to reduce, negative ones counting from the end
    keepdims    keep reduced axes with length 1

    Returns two arrays of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError
    if `axes` is not given, or names an axis twice or one that does not exist.

    Examples
    --------
    >>> mean, var = nd.moments(nd.array([[1, 3], [2, 6]]), axes=1)
    >>> mean, var
    (
    [2. 4.]
    <NDArray 2 @cpu(0)>,
    [1. 4.]
    <NDArray 2 @cpu(0)>)
    """
    if not axes:
        fail("moments", "empty axes are not supported; for moments of everything give all axes")
    refuse_bool("moments", data)
    chosen = _axes("moments", axes, data.ndim)
    x = working(data)
    # Of integers MXNet takes the distance to the mean as it is stored, which has lost its fraction.
    mean = convert(jnp.mean(x, chosen, keepdims=True), data.dtype).astype(x.dtype)
    var = jnp.mean(jnp.square(x - mean), chosen, keepdims=keepdims)
    mean = mean if keepdims else jnp.squeeze(mean, chosen)
    return tuple(convert(_finish(v, keepdims), data.dtype) for v in (mean, var))


@op(
    "_np_cumsum",
    "cumsum",
    makes_integers=lambda a: a.dtype is not None and is_integral(np.dtype(a.dtype)),
    onnx="reduce.cumsum",
    backward="np_cumsum",
)
def cumsum(a: Array, axis: int | None = None, dtype: NumberType | None = None, *, platform: Platform) -> jax.Array:
    """Running sums along an axis.

    a    array of any type
    axis    the axis, negative ones counting from the end; None runs through the flattened array
    dtype    element type of the sums; default: that of `a`, for booleans int64

    Returns an array of the shape of `a`, flat if `axis` is None. Raises MXNetError if the axis does not exist.

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
    target = np.dtype(dtype or ("int64" if a.dtype == np.bool_ else a.dtype))
    if axis is None:
        a, axis = a.reshape(-1), 0
    else:
        axis = axis_of("cumsum", axis, a.ndim)
    with x64(target):
        if floating() and is_integral(target) and is_float(a):
            return integral_as_floats(jnp.cumsum(integral_as_floats(a, target), axis), target)
        x = convert(a, target)
        running = _running_sum if platform == "cpu" else jnp.cumsum
        return running(working(x) if is_float(x) else x, axis).astype(target)


#: along an axis of so many elements, beside which there are as many others, adding up step by step pays on the CPU
_STEPS = 64


def _running_sum(x, axis):
    """`jnp.cumsum`, for which XLA goes through the array a dozen times, in one pass where arrays are large."""
    steps = x.shape[axis]
    if not all(isinstance(size, int) for size in x.shape):  # unknown while a program for any shape is traced
        return jnp.cumsum(x, axis)
    if x.ndim == 1 and steps >= 64 * _STEPS**2:
        rows = math.isqrt(steps)
        columns = -(-steps // rows)
        parts = _running_sum(jnp.pad(x, (0, rows * columns - steps)).reshape(rows, columns), 1)
        ends = jnp.cumsum(parts[:-1, -1])
        return jnp.concatenate([parts[:1], parts[1:] + ends[:, None]]).reshape(-1)[:steps]
    if steps < _STEPS or x.size < _STEPS * steps:
        return jnp.cumsum(x, axis)

    def step(total, row):
        total = total + row
        return total, total

    moved = jnp.moveaxis(x, axis, 0)
    return jnp.moveaxis(lax.scan(step, jnp.zeros_like(moved[0]), moved)[1], 0, axis)


def _finite(x):
    return jnp.all(jnp.isfinite(x)) if is_float(x) else jnp.asarray(True)


_INTO_OUT = "init_output=False is not supported: operators do not read their outputs. Multiply the results instead."


@op("all_finite", empty=True, no_gradient=True)
def all_finite(data: Array, init_output: bool = True) -> jax.Array:
    """Whether an array is free of NaN and infinities.

    data    array of a floating type
    init_output    must be True

    Returns a float32 array of shape (1,): 1 if all elements are finite, else 0. Raises MXNetError for
    init_output=False.

    Examples
    --------
    >>> nd.all_finite(nd.array([1, np.inf]))
    [0.]
    <NDArray 1 @cpu(0)>
    """
    check(init_output, "all_finite", _INTO_OUT)
    return _finite(data).astype("float32").reshape(1)


@op(
    "multi_all_finite",
    count="num_arrays",
    empty=True,
    no_gradient=True,
    input_names=lambda a, attrs: [f"array_{i}" for i in range(a.num_arrays or 0)],
)
def multi_all_finite(*data: Array, num_arrays: int | None = None, init_output: bool = True) -> jax.Array:
    """Whether many arrays are free of NaN and infinities.

    data    arrays of one floating type
    num_arrays    how many they are; counted if not given
    init_output    must be True

    Returns a float32 array of shape (1,): 1 if all elements of all arrays are finite, else 0. Raises MXNetError for
    init_output=False, without arrays, or if `num_arrays` is wrong.

    Examples
    --------
    >>> nd.multi_all_finite(nd.array([1, 2]), nd.array([3]), num_arrays=2)
    [1.]
    <NDArray 1 @cpu(0)>
    """
    check(init_output, "multi_all_finite", _INTO_OUT)
    if not data or num_arrays not in (None, len(data)):
        fail("multi_all_finite", f"num_arrays={num_arrays}, got {len(data)} arrays")
    return functools.reduce(jnp.logical_and, map(_finite, data)).astype("float32").reshape(1)


@op("_contrib_allclose", no_gradient=True)
def allclose(a: Array, b: Array, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = True) -> jax.Array:
    """Whether two arrays are equal within tolerances: abs(a - b) <= atol + rtol * abs(b) everywhere.

    a, b    arrays of one shape and type
    rtol, atol    relative and absolute tolerance
    equal_nan    whether NaN equals NaN

    Returns a uint8 array without dimension, 1 or 0. Raises MXNetError for different shapes or types.

    Examples
    --------
    >>> nd.contrib.allclose(nd.array([1, 2]), nd.array([1, 2.5]), rtol=0.5)
    1
    <NDArray  @cpu(0)>
    """
    check(a.shape == b.shape, "_contrib_allclose", lambda: f"shapes differ: {list(a.shape)} and {list(b.shape)}")
    return jnp.allclose(a, b, rtol, atol, equal_nan).astype("uint8")
