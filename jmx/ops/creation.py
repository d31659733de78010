"""Operators that make arrays out of numbers: zeros, ones, full, arange, linspace, eye, and histogram's counting.

`ctx` names the device of an eager call; the runtime reads it, the functions here do not.
"""

import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..core.declare.dtype import np_dtype
from ..core.declare.op import REQUIRED, AnyArray, Array, DType, Floats, Long, NumberType, Scalar, Shape, known_shape, op
from ..core.declare.traits import OpenShape
from ..core.declare.x64 import position_type
from ._checks import axis_of, check, fail
from ._numeric import MOST_CONSTANTS, counted_by, scalar_like, working


def _unknown(a, np_shape):
    unknown = (-1,) if np_shape else (0, -1)
    shape = (a.shape,) if isinstance(a.shape, int) else a.shape
    if shape or np_shape:
        return tuple(-1 if n in unknown else n for n in shape)
    return None


#: an array of a shape in which 0 (-1 with NumPy's shapes) is a dimension that those who use the array decide
FILLED = OpenShape(_unknown, lambda a, shape: {"shape": str(tuple(shape))})


def _sized(name, shape):
    check(all(n >= 0 for n in shape), name, f"shape={tuple(shape)} must not hold negative sizes")
    return tuple(shape)


@op("_zeros", open_shape=FILLED, onnx=("creation.filled", 0), source=("layers.filled", 0))
def zeros(shape: Shape = (), ctx: str = "", dtype: DType = "float32") -> jax.Array:
    """An array of zeros.

    shape    its shape
    ctx    the device, such as "cpu(0)"; the current one by default
    dtype    its element type

    Returns the array. Raises MXNetError for a negative size.
    """
    return jnp.zeros(_sized("_zeros", shape), dtype)


@op("_zeros_without_dtype", open_shape=FILLED, onnx=("creation.filled", 0))
def zeros_without_dtype(shape: Shape = (), ctx: str = "", dtype: int = -1) -> jax.Array:
    """An array of zeros; `dtype` is a type code, -1 for float32."""
    return jnp.zeros(_sized("_zeros_without_dtype", shape), np_dtype(None if dtype == -1 else dtype))


@op("_ones", open_shape=FILLED, onnx=("creation.filled", 1), source=("layers.filled", 1))
def ones(shape: Shape = (), ctx: str = "", dtype: DType = "float32") -> jax.Array:
    """An array of ones.

    shape    its shape
    ctx    the device, such as "cpu(0)"; the current one by default
    dtype    its element type

    Returns the array. Raises MXNetError for a negative size.
    """
    return jnp.ones(_sized("_ones", shape), dtype)


@op("_full", "_npi_full", open_shape=FILLED, onnx="creation.filled", source="layers.filled")
def full(shape: Shape = (), ctx: str = "", dtype: DType = "float32", value: Scalar = REQUIRED) -> jax.Array:
    """An array of one number.

    shape    its shape
    ctx    the device, such as "cpu(0)"; the current one by default
    dtype    its element type
    value    the number, cut towards zero for integer types

    Returns the array. Raises MXNetError for a negative size.
    """
    return jnp.broadcast_to(scalar_like(value, np_dtype(dtype)), _sized("_full", shape))


@zeros.inspects
@zeros_without_dtype.inspects
@ones.inspects
@full.inspects
def _(a):
    known_shape("_full", a.shape)


@op(
    "zeros_like",
    "_sparse_zeros_like",
    same_shape=True,
    numbered_inputs=True,
    onnx=("creation.filled", 0),
    backward=None,
    source="jnp.zeros_like({0})",
)
def zeros_like(data: Array) -> jax.Array:
    """Zeros of the shape and type of an array.

    data    the array

    Returns an array like `data`.

    Examples
    --------
    >>> nd.zeros_like(nd.array([[1, 2], [3, 4]]))
    [[0. 0.]
     [0. 0.]]
    <NDArray 2x2 @cpu(0)>
    """
    return jnp.zeros(data.shape, data.dtype)


@op(
    "ones_like",
    same_shape=True,
    numbered_inputs=True,
    zero_gradient=True,
    onnx=("creation.filled", 1),
    source="jnp.ones_like({0})",
)
def ones_like(data: Array) -> jax.Array:
    """Ones of the shape and type of an array.

    data    the array

    Returns an array like `data`. There is no gradient.

    Examples
    --------
    >>> nd.ones_like(nd.array([[1, 2], [3, 4]]))
    [[1. 1.]
     [1. 1.]]
    <NDArray 2x2 @cpu(0)>
    """
    return jnp.ones(data.shape, data.dtype)


def _steps(count, start, step, repeat, dtype):
    """start, start + step, ... of `count` elements, each `repeat` times: as MXNet in the arithmetic of `dtype`."""
    dtype = np_dtype(dtype)
    at = lax.iota(jnp.int64 if dtype.itemsize == 8 else position_type(count), count)
    if repeat > 1:
        at = at // repeat
    # start and step are cut to the element type first, so arange(0.5, 5, 1.5, dtype=int32) steps by 1
    start, step = np.asarray(start).astype(dtype), np.asarray(step).astype(dtype)
    return (start + at.astype(dtype) * step).astype(dtype)


#: a range whose end follows from the length that others need
_RANGE = OpenShape(
    lambda a, np_shape: (-1,) if a.infer_range and a.stop is None else (),
    lambda a, shape: {"stop": repr(a.start + a.step * -(-shape[0] // a.repeat))},
)


@op("_arange", open_shape=_RANGE, onnx="creation.numbers", source="layers.arange")
def arange(
    start: float = REQUIRED,
    stop: float | None = None,
    step: float = 1.0,
    repeat: int = 1,
    infer_range: bool = False,
    ctx: str = "",
    dtype: NumberType = "float32",
) -> jax.Array:
    """Evenly spaced numbers.

    start    the first number; alone, it is the stop and numbers start at 0
    stop    where to stop, not included
    step    the distance, negative to count down
    repeat    how often each number occurs
    infer_range    in a graph, take the length from the array that the numbers meet
    ctx    the device, such as "cpu(0)"; the current one by default
    dtype    element type of the numbers

    Returns an array of one dimension. Raises MXNetError for an empty range, a step of 0 and fewer than one repetition.
    """
    check(step != 0, "_arange", "range does not support step=0")
    check(repeat > 0, "_arange", f"range only supports repeat > 0, received {repeat}")
    if infer_range and stop is None:
        fail("_arange", "with infer_range the length must follow from another array: give stop, or use arange_like")
    if stop is None:
        start, stop = 0.0, start
    if not (start < stop if step > 0 else start > stop):
        fail("_arange", f"invalid range (start, stop, step) = ({start:g}, {stop:g}, {step:g})")
    return _steps(math.ceil((stop - start) / step) * repeat, start, step, repeat, dtype)


@op("_contrib_arange_like", "_npx_arange_like", numbered_inputs=True, onnx="creation.arange_like", source="layers.arange_like")
def arange_like(
    data: Array, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str = "", axis: int | None = None
) -> jax.Array:
    """Evenly spaced numbers, as many as an array has elements, or as one of its dimensions is long.

    data    the array
    start    the first number
    step    the distance
    repeat    how often each number occurs
    ctx    without effect: the numbers are where `data` is
    axis    the dimension whose size counts, negative ones counting from the end; None numbers all elements

    Returns an array like `data`, or of one dimension. Raises MXNetError for fewer than one repetition, or if the dimension does
    not exist.

    Examples
    --------
    >>> nd.contrib.arange_like(nd.zeros((2, 3)), axis=1, start=1)
    [1. 2. 3.]
    <NDArray 3 @cpu(0)>
    >>> nd.contrib.arange_like(nd.zeros((2, 3)))
    [[0. 1. 2.]
     [3. 4. 5.]]
    <NDArray 2x3 @cpu(0)>
    """
    check(repeat > 0, "_contrib_arange_like", f"repeat must be positive, got {repeat}")
    if axis is None:
        return _steps(data.size, start, step, repeat, data.dtype).reshape(data.shape)
    axis = axis_of("_contrib_arange_like", axis, data.ndim)
    return _steps(data.shape[axis], start, step, repeat, data.dtype)


@op("_linspace", "_npi_linspace", onnx="creation.numbers", wide=lambda a: a.num > MOST_CONSTANTS, source="layers.linspace")
def linspace(
    start: float = REQUIRED,
    stop: float = REQUIRED,
    num: Long = REQUIRED,
    endpoint: bool = True,
    ctx: str = "",
    dtype: NumberType = "float32",
) -> jax.Array:
    """Evenly spaced numbers between two bounds.

    start    the first number
    stop    the last number, or without `endpoint` the one that would follow
    num    how many
    endpoint    whether `stop` is one of them
    ctx    the device, such as "cpu(0)"; the current one by default
    dtype    element type of the numbers

    Returns an array of one dimension. Raises MXNetError for a negative `num`.
    """
    check(num >= 0, "_linspace", f"number of elements should be non-negative, received {num}")
    step = (stop - start) / max(num - bool(endpoint), 1)
    return jnp.asarray((start + step * counted_by(num).arange(num)).astype(np_dtype(dtype)))


@op("_eye", onnx="creation.numbers", source="layers.eye")
def eye(N: Long = REQUIRED, M: Long = 0, k: Long = 0, ctx: str = "", dtype: NumberType = "float32") -> jax.Array:
    """A matrix with ones on a diagonal.

    N    number of rows
    M    number of columns; 0 for as many as rows
    k    the diagonal: 0 the main one, above it if positive, below it if negative
    ctx    the device, such as "cpu(0)"; the current one by default
    dtype    its element type

    Returns (N, M). Raises MXNetError for a negative `N`.
    """
    check(N >= 0, "_eye", f"N must not be negative, got {N}")
    shape = (N, M if M > 0 else N)
    kind = position_type(*shape)
    return (lax.broadcasted_iota(kind, shape, 0) + k == lax.broadcasted_iota(kind, shape, 1)).astype(dtype)


@op(
    "_histogram", "_npi_histogram", outputs=2, wide=True, empty=True, when={"bins": lambda a: a.bin_cnt is None}, no_gradient=True
)
def histogram(
    data: Array, bins: AnyArray | None = None, bin_cnt: int | None = None, range: Floats | None = None
) -> tuple[jax.Array, jax.Array]:
    """How many elements fall between neighbouring bounds; the last bound belongs to its bin.

    data    array of any shape, of a numeric type
    bins    the bounds, ascending
    bin_cnt    instead of them, the number of equal bins
    range    (low, high) that these bins span; elements outside do not count

    Returns the counts, int64, and the bounds. Raises MXNetError unless `bins`, or `bin_cnt` and `range`, are given. There is no
    gradient.
    """
    check((bin_cnt is None) == (range is None), "_histogram", "bin_cnt and range should both or neither be specified")
    flat = lax.stop_gradient(data).reshape(-1)
    if bin_cnt is None:
        check(bins.ndim == 1 and bins.size >= 2, "_histogram", f"bins should be a vector of 2 bounds or more, got {bins.shape}")
        bounds, low, high = bins, bins[0], bins[-1]
        at = jnp.searchsorted(bounds, flat, side="right").astype(jnp.int32) - 1
    else:
        check(len(range) == 2, "_histogram", f"range must be (low, high), got {range}")
        low, high = range
        steps = counted_by(bin_cnt + 1).arange(bin_cnt + 1)
        bounds = jnp.asarray(((high * steps + (bin_cnt - steps) * low) / bin_cnt).astype(data.dtype))
        # As MXNet counts: bounds of integers have lost their fractions, and only put right what division says by one.
        at = jnp.clip(((working(flat) - low) * bin_cnt / (high - low)).astype(jnp.int32), 0, bin_cnt - 1)
        at = at - (flat < bounds[at])
        at = at + ((flat >= bounds[at + 1]) & (at < bin_cnt - 1))
    last = bounds.shape[0] - 2
    at = jnp.clip(at, 0, last)
    inside = (flat >= low) & (flat <= high)
    counts = jnp.zeros(last + 1, jnp.int64).at[at].add(inside.astype(jnp.int64))
    return counts, bounds.astype(data.dtype)
