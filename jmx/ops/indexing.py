"""Operators that read or write elements at given positions: take, pick, gather_nd, scatter_nd, one_hot, ravel."""

import functools
import math
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..base import MXNetError
from ..core.declare.gradients import custom_vjp
from ..core.declare.op import REQUIRED, AnyArray, Array, NumberType, Platform, Shape, Wide, defer, op
from ..core.declare.positions import (
    AROUND,
    NEAREST,
    NONE,
    added,
    along,
    bounded,
    gathered,
    taken,
    whole_positions,
    written,
)  # fmt: skip
from ..core.declare.room import room, rows_at
from ..core.declare.traits import Indices, numbered_for
from ..core.declare.x64 import MOST_IN_32_BITS, elements
from ._checks import axis_of, check, check_at_least, check_ndim, fail

#: by mode, what positions outside name
_OUTSIDE = {"clip": NEAREST, "wrap": AROUND}


def _refuse_outside(indices, size):
    """`indices`, handed through the host: one outside [0, size) makes the next reading of a value raise."""

    def look(given):
        values = np.asarray(given)
        if np.any((values < 0) | (values > size - 1)):  # fractions beyond the last index are refused too, NaN is not
            defer(
                MXNetError(
                    f"Operator take: indices out of bound: they must be in [0, {size - 1}] with mode='raise', "
                    f"got values from {values.min()} to {values.max()}"
                )
            )
        whole = values if values.dtype.kind in "iu" else np.nan_to_num(values.astype(np.float64))
        return np.clip(whole, 0, max(size - 1, 0)).astype(kind)

    indices = lax.stop_gradient(indices)
    kind = jax.eval_shape(lambda i: whole_positions(i, size), indices).dtype
    return jax.pure_callback(look, jax.ShapeDtypeStruct(indices.shape, kind), indices)


@op(
    "take",
    "_npi_take",
    indices=lambda a, shapes: [Indices(1, shapes[0][a.axis])] if a.mode == "clip" else [],
    onnx="indexing.take",
    source="layers.take",
)
def take(
    a: Array, indices: AnyArray, axis: int = 0, mode: Literal["clip", "raise", "wrap"] = "clip", *, platform: Platform
) -> jax.Array:
    """Elements or slices of an array at positions along a dimension.

    a    array of one dimension or more
    indices    positions, of any shape and numeric type; fractions are cut off. They get no gradient.
    axis    the dimension, negative ones counting from the end
    mode    for positions outside: "clip" takes the nearest element, "wrap" counts on from the other end, "raise" refuses them

    Returns an array of the shape of `a` with the dimension `axis` replaced by the shape of `indices`. Raises MXNetError if the
    dimension does not exist, and with mode "raise" for positions outside.

    Examples
    --------
    >>> x = nd.array([[1, 2], [3, 4], [5, 6]])
    >>> nd.take(x, nd.array([2, 0]))
    [[5. 6.]
     [1. 2.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.take(x, nd.array([[0, 1], [1, -1]]), axis=1, mode="wrap").shape
    (3, 2, 2)
    """
    axis = axis_of("take", axis, a.ndim)
    size = a.shape[axis]
    check(size or not indices.size, "take", f"cannot take from axis {axis} of size 0 (shape {a.shape})")
    if mode == "raise":
        return gathered(a, _refuse_outside(indices, size), axis, platform)
    return taken(a, indices[None], axis, _OUTSIDE[mode], platform)


@op("batch_take", no_gradient=True, indices=lambda a, shapes: [Indices(1, shapes[0][-1])], onnx="indexing.batch_take")
def batch_take(a: Array, indices: AnyArray, *, platform: Platform) -> jax.Array:
    """One element of each row.

    a    array of two dimensions or more
    indices    int32 positions, one for each row; those outside are clipped

    Returns an array of the shape of `indices`. Raises MXNetError for another type, or another number of positions. There is no
    gradient.

    Examples
    --------
    >>> nd.batch_take(nd.array([[1, 2], [3, 4]]), nd.array([1, 0], dtype="int32"))
    [2. 3.]
    <NDArray 2 @cpu(0)>
    """
    check_at_least("batch_take", a, 2, "a")
    check(indices.dtype == np.int32, "batch_take", f"indices must have type int32, got {indices.dtype}")
    width = a.shape[-1]
    if indices.size * width != a.size:
        fail("batch_take", f"indices of shape {indices.shape} must hold one index for each row of a, shape {a.shape}")
    rows = a.reshape(-1, width)
    return _picked(rows, indices.reshape(-1, 1), 1, "clip", platform).reshape(indices.shape)


def _picked(data, at, axis, mode, platform):
    """One element for each position, of any type and value; `at` has size 1 along `axis`."""
    found = along(data, at, axis, _OUTSIDE[mode], platform)
    size = data.shape[axis]
    return _pick(axis, size, data, bounded(at, size, _OUTSIDE[mode])) if found is None else found


@functools.partial(custom_vjp, nondiff_argnums=(0, 1))
def _pick(axis, size, data, at):
    return jnp.take_along_axis(data, at, axis, mode="promise_in_bounds")


def _pick_backward(axis, size, at, g):
    # a comparison instead of a scatter: XLA runs it at memory speed, and fuses it with what made `g`
    hit = lax.broadcasted_iota(at.dtype, g.shape[:axis] + (size,) + g.shape[axis + 1 :], axis) == at
    return jnp.where(hit, g, jnp.zeros((), g.dtype)), np.zeros(at.shape, jax.dtypes.float0)


_pick.defvjp(lambda axis, size, data, at: (_pick(axis, size, data, at), at), _pick_backward)


@op(
    "pick",
    "choose_element_0index",
    "_npx_pick",
    gradient_names=numbered_for("data"),
    indices=lambda a, shapes: [Indices(1, shapes[0][-1 if a.axis is None else a.axis])] if a.mode == "clip" else [],
    onnx="indexing.pick",
    source="layers.pick",
)
def pick(
    data: Array,
    index: AnyArray,
    axis: int | None = -1,
    keepdims: bool = False,
    mode: Literal["clip", "wrap"] = "clip",
    *,
    platform: Platform,
) -> Any:
    """One element along a dimension for each position of the others, such as the probability of each sample's class.

    data    array of one dimension or more
    index    positions along `axis`, in the shape of `data` without this dimension, or with size 1 there; of any numeric type
    axis    the dimension, negative ones counting from the end
    keepdims    keep the dimension with size 1
    mode    for positions outside: "clip" takes the nearest element, "wrap" counts on from the other end

    Returns an array of the shape of `data` without the dimension, and of shape (1,) if none remain. Raises MXNetError if
    shapes do not fit, and for axis=None.

    Examples
    --------
    >>> nd.pick(nd.array([[0.25, 0.75], [0.5, 0.5], [1, 0]]), nd.array([1, 0, 0]))
    [0.75 0.5  1.  ]
    <NDArray 3 @cpu(0)>
    """
    check(axis is not None, "pick", "axis=None is not supported: give an axis")
    axis = axis_of("pick", axis, data.ndim)
    rest = data.shape[:axis] + data.shape[axis + 1 :]
    kept = data.shape[:axis] + (1,) + data.shape[axis + 1 :]
    reduced = rest or (1,)
    wanted = kept if index.ndim == data.ndim and index.shape != reduced else reduced
    if index.shape != wanted:
        fail("pick", f"index has shape {index.shape}, inferred shape is {wanted} from data of shape {data.shape} and axis={axis}")
    check(data.shape[axis] or not index.size, "pick", f"axis {axis} of data has size 0")
    out = _picked(data, index.reshape(kept), axis, mode, platform)
    return out if keepdims else out.reshape(reduced)


@pick.deduce
def _(a, data, index=None):
    if index is not None:
        return {}
    axis = (-1 if a.axis is None else a.axis) % len(data.shape)
    return {"index": data.shape[:axis] + data.shape[axis + 1 :] or (1,)}


def _nd_index(name, indices, shape):
    """Positions, a row for each leading dimension of `shape`; those outside count on at the other end."""
    check_at_least(name, indices, 2, "indices")
    if indices.shape[0] > len(shape):
        fail(name, f"number of indices exceeds data dimension: indices {indices.shape} name {indices.shape[0]} of shape {shape}")
    if jnp.issubdtype(indices.dtype, jnp.floating):  # counted from the end before fractions are cut off, as in MXNet
        sizes = jnp.asarray(shape[: indices.shape[0]], indices.dtype).reshape(-1, *[1] * (indices.ndim - 1))
        indices = jnp.where(indices < 0, indices + sizes, indices)
    return indices


def _rows(position, indices, sizes):
    """The `Indices` of an input whose rows are positions along one axis each, counted from the end if they are negative."""
    return [Indices(position, size, -size, row) for row, size in zip(range(indices[0]), sizes)]


@op(
    "gather_nd",
    "_npi_gather_nd",
    "_npx_gather_nd",
    gradient_names=numbered_for("data"),
    indices=lambda a, shapes: _rows(1, shapes[1], shapes[0]),
    onnx="indexing.gather_nd",
    source="layers.gather_nd",
)
def gather_nd(data: Array, indices: AnyArray, *, platform: Platform) -> jax.Array:
    """Elements or slices at positions given by several coordinates.

    data    array of one dimension or more
    indices    (m, ...): a column holds the coordinates along the first `m` dimensions of `data`; negative ones count from the
               end. They get no gradient.

    Eager calls refuse positions outside; in a compiled graph they wrap around.

    Returns an array of the shape of `indices` without its first dimension, then the other dimensions of `data`. Raises
    IndexError for positions outside.

    Examples
    --------
    >>> x = nd.array([[1, 2], [3, 4], [5, 6]])
    >>> nd.gather_nd(x, nd.array([[0, 2], [1, 0]]))
    [2. 5.]
    <NDArray 2 @cpu(0)>
    >>> nd.gather_nd(x, nd.array([[2, 0]]))
    [[5. 6.]
     [1. 2.]]
    <NDArray 2x2 @cpu(0)>
    """
    return taken(data, _nd_index("gather_nd", indices, data.shape), 0, AROUND, platform)


@gather_nd.inspects
def _(a, data, indices):
    columns = np.asarray(indices)
    if columns.ndim < 2 or not columns.size:
        return
    columns = columns.reshape(len(columns), -1)
    # Places of the extremes, which NumPy finds in half the time of the extremes themselves.
    places = zip(columns.argmin(1).tolist(), columns.argmax(1).tolist(), data.shape)
    for axis, (lowest, highest, size) in enumerate(places):
        low, high = columns[axis, lowest], columns[axis, highest]
        if not (low >= -size and high <= size - 1):
            bad = float(high if low >= -size else low)
            raise IndexError(f"Operator gather_nd: index {bad:.15g} is out of bounds for axis {axis} with size {size}")


def _scatter_shape(name, data, indices, shape):
    check_at_least(name, indices, 2, "indices")
    if indices.shape[0] > len(shape):
        fail(name, f"number of indices exceeds output dimension: indices {indices.shape}, shape={shape}")
    wanted = indices.shape[1:] + tuple(shape[indices.shape[0] :])
    if data.shape != wanted:
        fail(
            name,
            f"invalid data, indices and output shape combination: {data.shape}, "
            f"{indices.shape}, {tuple(shape)}; data must have shape {wanted}",
        )


@op(
    "scatter_nd",
    gradient_names=numbered_for("data"),
    indices=lambda a, shapes: _rows(1, shapes[1], a.shape),
    onnx="indexing.scatter_nd",
    backward=None,
)
def scatter_nd(data: Array, indices: AnyArray, shape: Shape = REQUIRED, *, platform: Platform) -> jax.Array:
    """Zeros with elements or slices written at positions given by several coordinates: the reverse of gather_nd.

    data    what is written, one element or slice for each column of `indices`
    indices    (m, ...): a column holds the coordinates along the first `m` dimensions of the result
    shape    the shape of the result

    Which value stays where a position occurs twice is not defined.

    Returns an array of this shape. Raises MXNetError if the shapes do not fit together.

    Examples
    --------
    >>> nd.scatter_nd(nd.array([5, 6]), nd.array([[0, 1], [2, 0]]), shape=(2, 3))
    [[0. 0. 5.]
     [6. 0. 0.]]
    <NDArray 2x3 @cpu(0)>
    """
    _scatter_shape("scatter_nd", data, indices, shape)
    if 0 in shape:  # there is no position to write at, and of none to read the gradient from
        return jnp.zeros(shape, data.dtype)
    return written(jax.ShapeDtypeStruct(shape, data.dtype), _nd_index("scatter_nd", indices, shape), data, AROUND, platform)


@op(
    "_backward_gather_nd",
    gradient_names=numbered_for("data"),
    indices=lambda a, shapes: _rows(1, shapes[1], a.shape),
    onnx="indexing.scatter_add_nd",
)
def scatter_add_nd(data: Array, indices: AnyArray, shape: Shape = REQUIRED, *, platform: Platform) -> jax.Array:
    """As scatter_nd, but values at one position are added.

    data    what is added, one element or slice for each column of `indices`
    indices    (m, ...): a column holds the coordinates along the first `m` dimensions of the result
    shape    the shape of the result

    Returns an array of this shape. Raises MXNetError if the shapes do not fit together.
    """
    _scatter_shape("_backward_gather_nd", data, indices, shape)
    if 0 in shape:
        return jnp.zeros(shape, data.dtype)
    at = _nd_index("_backward_gather_nd", indices, shape)
    return added(jax.ShapeDtypeStruct(shape, data.dtype), at, data, AROUND, platform)


@op(
    "_scatter_set_nd",
    "_npi_scatter_set_nd",
    indices=lambda a, shapes: _rows(2, shapes[2], a.shape),
    onnx="indexing.scatter_set_nd",
)
def scatter_set_nd(lhs: Array, rhs: Array, indices: AnyArray, shape: Shape = REQUIRED, *, platform: Platform):
    """`lhs` with `rhs` written at the positions that the columns of `indices` give.

    lhs    array of the shape `shape`
    rhs    what is written, one element or slice for each column of `indices`
    indices    (m, ...): a column holds the coordinates along the first `m` dimensions of `lhs`
    shape    the shape of the result

    Returns an array like `lhs`. Raises MXNetError if the shapes do not fit together.
    """
    check(lhs.shape == tuple(shape), "_scatter_set_nd", f"lhs of shape {lhs.shape} must have shape={tuple(shape)}")
    _scatter_shape("_scatter_set_nd", rhs, indices, shape)
    return written(lhs, _nd_index("_scatter_set_nd", indices, shape), rhs, AROUND, platform)


@op(
    "one_hot",
    "_npx_one_hot",
    zero_gradient=True,
    indices=lambda a, shapes: [Indices(0, a.depth)],
    onnx="indexing.one_hot",
    source="layers.one_hot",
)
def one_hot(
    indices: AnyArray, depth: Wide = REQUIRED, on_value: float = 1.0, off_value: float = 0.0, dtype: NumberType = "float32"
) -> jax.Array:
    """Classes as rows with one element set: a new last dimension.

    indices    classes, of any shape and numeric type; fractions are cut off
    depth    the number of classes, the size of the new dimension
    on_value    what stands at the class
    off_value    what stands elsewhere, and everywhere for classes outside
    dtype    element type of the result

    Returns an array of the shape of `indices` and a last dimension more. Raises MXNetError if `depth` is negative. There is no
    gradient.

    Examples
    --------
    >>> nd.one_hot(nd.array([1, 0, 3]), depth=3)
    [[0. 1. 0.]
     [1. 0. 0.]
     [0. 0. 0.]]
    <NDArray 3x3 @cpu(0)>
    """
    check(depth >= 0, "one_hot", f"depth must not be negative, got {depth}")
    at = whole_positions(indices, depth)[..., None]
    hit = lax.broadcasted_iota(at.dtype, indices.shape + (depth,), indices.ndim) == at
    return jnp.where(hit, np.asarray(on_value).astype(dtype), np.asarray(off_value).astype(dtype))


@op("_onehot_encode", indices=lambda a, shapes: [Indices(0, shapes[1][1])], onnx="indexing.onehot_encode")
def onehot_encode(lhs: AnyArray, rhs: Array):
    """One-hot rows of `lhs`, of the shape and type of `rhs`.

    lhs    (n,): the classes
    rhs    (n, depth): an array of the shape and type wanted

    Returns an array like `rhs`. Raises MXNetError for other shapes.
    """
    if lhs.ndim != 1 or rhs.ndim != 2 or lhs.shape[0] != rhs.shape[0]:
        fail("_onehot_encode", f"lhs must have shape (n,) and rhs (n, depth), got {lhs.shape} and {rhs.shape}")
    at = whole_positions(lhs, rhs.shape[1])[:, None]
    return (lax.broadcasted_iota(at.dtype, rhs.shape, 1) == at).astype(rhs.dtype)


@op("fill_element_0index", indices=lambda a, shapes: [Indices(2, shapes[0][1])], onnx="indexing.fill_element", backward=None)
def fill_element_0index(lhs: Array, mhs: Array, rhs: AnyArray) -> jax.Array:
    """A matrix with one element of each row replaced.

    lhs    (n, m)
    mhs    (n,): the new elements
    rhs    (n,): their positions in the rows

    Returns an array like `lhs`. Raises MXNetError for other shapes.

    Examples
    --------
    >>> nd.fill_element_0index(nd.zeros((2, 3)), nd.array([5, 6]), nd.array([2, 0]))
    [[0. 0. 5.]
     [6. 0. 0.]]
    <NDArray 2x3 @cpu(0)>
    """
    if not (lhs.ndim == 2 and mhs.shape == rhs.shape == lhs.shape[:1]):
        fail("fill_element_0index", f"lhs must have shape (n, m), the others (n,), got {lhs.shape}, {mhs.shape} and {rhs.shape}")
    at = whole_positions(rhs, lhs.shape[1])[:, None]
    hit = lax.broadcasted_iota(at.dtype, lhs.shape, 1) == at
    return jnp.where(hit, mhs[:, None], lhs)


@op("_contrib_index_copy", indices=lambda a, shapes: [Indices(1, shapes[0][0])], onnx="indexing.index_copy")
def index_copy(old_tensor: Array, index_vector: AnyArray, new_tensor: Array, *, platform: Platform) -> jax.Array:
    """A tensor with some of its rows replaced.

    old_tensor    array of one dimension or more
    index_vector    (n,): positions of rows; those outside are passed over
    new_tensor    the n rows that replace them

    Returns an array like `old_tensor`. Raises MXNetError if shapes do not fit together.

    Examples
    --------
    >>> x, rows = nd.zeros((3, 2)), nd.array([[1, 2], [3, 4]])
    >>> nd.contrib.index_copy(x, nd.array([2, 0], dtype="int32"), rows)
    [[3. 4.]
     [0. 0.]
     [1. 2.]]
    <NDArray 3x2 @cpu(0)>
    """
    check_ndim("_contrib_index_copy", index_vector, 1, "index_vector")
    if not (old_tensor.ndim == new_tensor.ndim and all(n >= m for n, m in zip(old_tensor.shape, new_tensor.shape))):
        fail(
            "_contrib_index_copy",
            f"new_tensor must not be larger than old_tensor, {old_tensor.shape}, along any axis; got {new_tensor.shape}",
        )
    wanted = index_vector.shape + old_tensor.shape[1:]
    check(new_tensor.shape == wanted, "_contrib_index_copy", f"new_tensor must have shape {wanted}, got {new_tensor.shape}")
    return written(old_tensor, index_vector[None], new_tensor, NONE, platform)


@op("_contrib_index_array", wide=True, zero_gradient=True, outputs=("output",), onnx="indexing.index_array")
def index_array(data: AnyArray, axes: Shape | None = None) -> jax.Array:
    """The position of each element of an array.

    data    array of any shape and type
    axes    the dimensions whose coordinates are wanted, in their order, negative ones counting from the end; all by default

    Returns int64 coordinates in a new last dimension. Raises MXNetError if a dimension does not exist.

    Examples
    --------
    >>> nd.contrib.index_array(nd.zeros((2, 2)), axes=(1, 0))
    [[[0 0]
      [1 0]]
     [[0 1]
      [1 1]]]
    <NDArray 2x2x2 @cpu(0)>
    """
    chosen = range(data.ndim) if axes is None else [axis_of("_contrib_index_array", a, data.ndim, "axes entry") for a in axes]
    grids = [lax.broadcasted_iota(jnp.int64, data.shape + (1,), a) for a in chosen]
    return lax.concatenate(grids, data.ndim) if grids else jnp.zeros(data.shape + (0,), jnp.int64)


@op("_contrib_boolean_mask", "_npi_boolean_mask", dynamic=True, empty=True)
def boolean_mask(data: Array, index: AnyArray, axis: int = 0) -> jax.Array:
    """The rows of an array where a mask is not 0.

    data    array of one dimension or more
    index    (n,) for the n rows of `data`: the mask. It gets no gradient.
    axis    must be 0

    Returns as many rows as there are elements other than 0 in `index`, so that the shape depends on values. Raises MXNetError for
    another axis, or a mask of another length.

    Examples
    --------
    >>> nd.contrib.boolean_mask(nd.array([[1, 2], [3, 4], [5, 6]]), nd.array([1, 0, 1]))
    [[1. 2.]
     [5. 6.]]
    <NDArray 2x2 @cpu(0)>
    """
    return gathered(data, _kept(data, np.asarray(lax.stop_gradient(index)), axis), 0)


def _kept(data, index, axis):
    """The positions in a mask, an array of NumPy's, where it is not 0."""
    check(axis == 0, "_contrib_boolean_mask", f"axis={axis} is not supported: move the axis to the front, and give axis=0")
    if index.ndim != 1 or index.shape[0] != data.shape[axis]:
        fail("_contrib_boolean_mask", f"index must have shape ({data.shape[axis]},), got {index.shape}")
    return np.flatnonzero(index if index.dtype == np.bool_ else index != 0)


def _boolean_mask_gradient(a, cts, data, index):
    gradient = room(data.shape, data.dtype, zero=True)
    gradient[_kept(data, index, a.axis)] = cts[0]
    return gradient, None


@boolean_mask.on_values(_boolean_mask_gradient)
def _boolean_mask_of_values(data, index, axis=0):
    return rows_at(data, _kept(data, index, axis))


def _many_places(a):
    return elements(a.shape) > MOST_IN_32_BITS


@op(
    "_ravel_multi_index",
    "ravel_multi_index",
    wide=_many_places,
    zero_gradient=True,
    indices=lambda a, shapes: [Indices(0, size, 0, row) for row, size in enumerate(a.shape)],
    onnx="indexing.ravel",
)
def ravel_multi_index(data: Array, shape: Shape = ()) -> jax.Array:
    """Positions given by several coordinates as positions in the flattened array.

    data    (m, n): n columns of m coordinates
    shape    the m dimensions of the array

    Returns (n,), of the type of `data`. Raises MXNetError if `shape` is missing or has another length than the columns.

    Examples
    --------
    >>> nd.ravel_multi_index(nd.array([[0, 1, 2], [3, 0, 1]]), shape=(3, 4))
    [3. 4. 9.]
    <NDArray 3 @cpu(0)>
    """
    check(shape, "_ravel_multi_index", "shape must be given")
    check_ndim("_ravel_multi_index", data, 2)
    if data.shape[0] != len(shape):
        fail("_ravel_multi_index", f"first dimension of the input {data.shape} does not match shape={shape}")
    at = whole_positions(data, math.prod(shape))
    strides = [math.prod(shape[i + 1 :]) for i in range(len(shape))]
    return sum(at[i] * s for i, s in enumerate(strides)).astype(data.dtype)


@op(
    "_unravel_index",
    "unravel_index",
    wide=_many_places,
    zero_gradient=True,
    indices=lambda a, shapes: [Indices(0, math.prod(a.shape))],
    onnx="indexing.unravel",
)
def unravel_index(data: Array, shape: Shape = ()) -> jax.Array:
    """Positions in a flattened array as coordinates.

    data    array of positions, of a numeric type
    shape    the dimensions of the array

    Returns one row of coordinates for each dimension, each of the shape of `data`. Raises MXNetError if `shape` is missing.

    Examples
    --------
    >>> nd.unravel_index(nd.array([3, 4, 9]), shape=(3, 4))
    [[0. 1. 2.]
     [3. 0. 1.]]
    <NDArray 2x3 @cpu(0)>
    """
    check(shape, "_unravel_index", "shape must be given")
    rest, rows = whole_positions(data, math.prod(shape)), []
    for size in reversed(shape[1:]):
        size = jnp.asarray(size, rest.dtype)
        rows.append(lax.rem(rest, size))
        rest = lax.div(rest, size)
    return jnp.stack([rest, *reversed(rows)]).astype(data.dtype)
