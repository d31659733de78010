"""Operators that give the same elements another shape or order: reshape, transpose, squeeze, flip, tile, pad."""

import math
from typing import Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..core.declare.op import REQUIRED, AnyArray, Array, Shape, op
from ..core.declare.traits import IntegerForm, named, numbered_for
from ._checks import axis_of, check, check_ndim, fail


def reshaped(name, source, codes, reverse=False):
    """The shape that `codes` (0 keep, -1 infer, -2 rest, -3 merge two, -4 split into the next two) make of `source`."""
    dims, left = list(source), list(codes)
    if reverse:
        dims.reverse()
        left.reverse()
    out, at, unknown, i = [], 0, None, 0

    def take(n, code):
        nonlocal at
        if at + n > len(dims):
            fail(name, f"shape={tuple(codes)}: code {code} wants more dimensions than the input shape {tuple(source)} has")
        at += n
        return dims[at - n : at]

    while i < len(left):
        code = left[i]
        if code == 0:
            out += take(1, 0)
        elif code == -1:
            check(unknown is None, name, f"shape={tuple(codes)}: one and only one dimension can be inferred")
            unknown = len(out)
            out.append(1)
            at += 1
        elif code == -2:
            out += dims[at:]
            at = len(dims)
        elif code == -3:
            out.append(math.prod(take(2, -3)))
        elif code == -4:
            check(i + 2 < len(left), name, f"shape={tuple(codes)}: code -4 must be followed by two dimensions")
            (whole,) = take(1, -4)
            a, b = left[i + 1], left[i + 2]
            check(a != -1 or b != -1, name, f"shape={tuple(codes)}: split dimensions cannot both be -1")
            a = whole // b if a == -1 and b else a
            b = whole // a if b == -1 and a else b
            check(a * b == whole, name, f"split dimensions {a}, {b} do not divide original dimension {whole}")
            out += [a, b]
            i += 2
        else:
            check(code > 0, name, f"shape={tuple(codes)}: there is no code {code}")
            out.append(code)
            at += 1
        i += 1
    size = math.prod(dims)
    if unknown is not None:
        rest = math.prod(out)
        out[unknown] = size // rest if rest else 0
    if math.prod(out) != size:
        fail(
            name,
            f"cannot reshape an array of shape {tuple(source)} ({size} elements) into shape={tuple(codes)}"
            f" ({tuple(reversed(out) if reverse else out)}): target shape must have the same size as the source",
        )
    return tuple(reversed(out)) if reverse else tuple(out)


@op("Reshape", "reshape", numbered_inputs=True, solves="size", onnx="shapes.reshaped", source="reshape", backward="reshape")
def reshape(
    data: Array, shape: Shape = (), reverse: bool = False, target_shape: Shape = (), keep_highest: bool = False
) -> jax.Array:
    """The same elements in another shape.

    data    array of any shape and type
    shape    the new shape. 0 keeps the dimension at this place; -1, once, stands for what is left; -2 copies all dimensions that
             remain; -3 merges two dimensions into one; -4 splits one into the two entries that follow, one of which may be -1.
    reverse    read shapes from the right, so that 0 and -1 count from the last dimension
    target_shape    the new shape in the form that MXNet had before `shape`; 0, once, stands for what is left
    keep_highest    with `target_shape`, keep the first dimension

    Returns an array of the new shape. Raises MXNetError if it does not hold the elements of `data`.

    Examples
    --------
    >>> nd.reshape(nd.arange(6), shape=(2, -1))
    [[0. 1. 2.]
     [3. 4. 5.]]
    <NDArray 2x3 @cpu(0)>
    >>> x = nd.zeros((2, 3, 4))
    >>> nd.reshape(x, shape=(0, -1)).shape, nd.reshape(x, shape=(-3, 0)).shape, nd.reshape(x, shape=(-4, 1, 2, -2)).shape
    ((2, 12), (6, 4), (1, 2, 3, 4))
    """
    if shape:
        return data.reshape(reshaped("Reshape", data.shape, shape, reverse))
    if not target_shape:
        if data.size == 1:
            return data.reshape(())
        fail("Reshape", f"shape is empty; give the shape wanted for the input of shape {data.shape}")
    wanted = list(target_shape)
    if keep_highest:
        wanted[0] = data.shape[0]
    zeros = [i for i, n in enumerate(wanted) if n == 0 and i >= bool(keep_highest)]
    if len(zeros) == 1:
        wanted[zeros[0]] = 1
        wanted[zeros[0]] = data.size // max(math.prod(wanted), 1)
    if math.prod(wanted) != data.size:
        fail("Reshape", f"target_shape={tuple(target_shape)} does not hold the elements of the input of shape {data.shape}")
    return data.reshape(wanted)


@op("_contrib_dynamic_reshape", dynamic=True, empty=True)
def dynamic_reshape(data: Array, shape: AnyArray) -> jax.Array:
    """The same elements in a shape that is computed: `reshape` with the shape in an array. MXNet has it from 2.0 on.

    data    array of any shape and type
    shape    vector: the new shape, with the special values of `reshape`. It gets no gradient.

    Returns an array of the new shape. Raises MXNetError if it does not hold the elements of `data`.

    Examples
    --------
    >>> nd.contrib.dynamic_reshape(nd.arange(6), nd.array([2, -1]))
    [[0. 1. 2.]
     [3. 4. 5.]]
    <NDArray 2x3 @cpu(0)>
    """
    check_ndim("_contrib_dynamic_reshape", shape, 1)
    codes = tuple(int(n) for n in np.asarray(lax.stop_gradient(shape)))
    return data.reshape(reshaped("_contrib_dynamic_reshape", data.shape, codes))


@op(
    "Flatten",
    "flatten",
    "_npx_batch_flatten",
    numbered_inputs=True,
    output_shapes=lambda a, data: [(data.shape[0], math.prod(data.shape[1:]))],
    integers=IntegerForm("_contrib_quantized_flatten"),
    onnx="shapes.reshaped",
    source="reshape",
    backward=None,
)
def flatten(data: Array) -> jax.Array:
    """Keep the first dimension and collapse all others into a second one, as dense layers take it.

    data    (batch, ...)

    Returns (batch, product of the other dimensions).

    Examples
    --------
    >>> nd.flatten(nd.zeros((2, 3, 4))).shape
    (2, 12)
    """
    rows = data.shape[0] if data.ndim else 1
    return data.reshape(rows, math.prod(data.shape[1:]))


@op(
    "reshape_like",
    "_npx_reshape_like",
    gradient_names=numbered_for("lhs"),
    onnx="shapes.reshaped",
    source="reshape_like",
    backward=None,
)
def reshape_like(
    lhs: Array,
    rhs: AnyArray,
    lhs_begin: int | None = None,
    lhs_end: int | None = None,
    rhs_begin: int | None = None,
    rhs_end: int | None = None,
) -> jax.Array:
    """`lhs` in the shape of `rhs`, or with some of its dimensions replaced by some of `rhs`.

    lhs    array of any shape and type
    rhs    array whose shape is taken; it gets no gradient
    lhs_begin, lhs_end    dimensions [lhs_begin, lhs_end) of `lhs` are replaced; negative ones count from the end, None for all
    rhs_begin, rhs_end    by dimensions [rhs_begin, rhs_end) of `rhs`

    Returns an array of the new shape. Raises MXNetError if it does not hold the elements of `lhs`.

    Examples
    --------
    >>> nd.reshape_like(nd.arange(6), nd.zeros((2, 3)))
    [[0. 1. 2.]
     [3. 4. 5.]]
    <NDArray 2x3 @cpu(0)>
    >>> nd.reshape_like(nd.zeros((6, 5)), nd.zeros((2, 3, 4)), lhs_begin=0, lhs_end=1, rhs_begin=0, rhs_end=2).shape
    (2, 3, 5)
    """

    def bounds(which, x, begin, end):
        begin, end = begin or 0, x.ndim if end is None else end
        begin, end = begin + x.ndim * (begin < 0), end + x.ndim * (end < 0)
        if not 0 <= begin <= end <= x.ndim:
            fail(
                "reshape_like",
                f"{which}_begin and {which}_end must be in order and within the dimensions of {which}, shape {x.shape}",
            )
        return begin, end

    lb, le = bounds("lhs", lhs, lhs_begin, lhs_end)
    rb, re = bounds("rhs", rhs, rhs_begin, rhs_end)
    shape = lhs.shape[:lb] + rhs.shape[rb:re] + lhs.shape[le:]
    if math.prod(shape) != lhs.size:
        fail("reshape_like", f"cannot reshape lhs with shape {lhs.shape} to new shape {shape} because they have different size")
    return lhs.reshape(shape)


@op("transpose", numbered_inputs=True, onnx="shapes.transpose", source="transpose", backward=None)
def transpose(data: Array, axes: Shape = ()) -> jax.Array:
    """The dimensions of an array in another order.

    data    array of any shape and type
    axes    the dimensions in their new order, negative ones counting from the end; without it they are reversed

    Returns the transposed array. Raises MXNetError unless `axes` names every dimension once.

    Examples
    --------
    >>> nd.transpose(nd.array([[1, 2, 3], [4, 5, 6]]))
    [[1. 4.]
     [2. 5.]
     [3. 6.]]
    <NDArray 3x2 @cpu(0)>
    >>> nd.transpose(nd.zeros((2, 3, 4)), axes=(0, 2, 1)).shape
    (2, 4, 3)
    """
    if not axes:
        return data.transpose()
    check(len(axes) == data.ndim, "transpose", f"axes={axes} must name each dimension of the input of shape {data.shape}")
    order = tuple(axis_of("transpose", a, data.ndim, "axes entry") for a in axes)
    check(len(set(order)) == data.ndim, "transpose", f"axes={axes} names a dimension twice")
    return lax.transpose(data, order)


@op(
    "SwapAxis",
    "swapaxes",
    "_npi_swapaxes",
    gradient_names=named,
    outputs=("output",),
    onnx="shapes.swap_axis",
    source="swap_axis",
)
def swap_axis(data: Array, dim1: int = 0, dim2: int = 0) -> jax.Array:
    """Two dimensions exchanged.

    data    array of any shape and type
    dim1, dim2    the dimensions, negative ones counting from the end

    Returns the array with `dim1` and `dim2` exchanged. Raises MXNetError if one does not exist.

    Examples
    --------
    >>> nd.swapaxes(nd.zeros((2, 3, 4)), dim1=0, dim2=2).shape
    (4, 3, 2)
    """
    for d in (dim1, dim2):
        check(-data.ndim <= d < data.ndim, "SwapAxis", f"axis {d} is out of bounds for array of ndim {data.ndim}")
    return jnp.swapaxes(data, dim1, dim2)


def _before_expansion(a, out):
    return tuple(n for i, n in enumerate(out) if i != a.axis % len(out))


@op(
    "expand_dims",
    "_npi_expand_dims",
    numbered_inputs=True,
    input_shape=_before_expansion,
    onnx="shapes.expand_dims",
    source="expand_dims",
    backward=None,
)
def expand_dims(data: Array, axis: int = REQUIRED) -> jax.Array:
    """A new dimension of size 1.

    data    array of any shape and type
    axis    its place in the result: 0 first, -1 last

    Returns the array with one dimension more. Raises MXNetError if there is no such place.

    Examples
    --------
    >>> nd.expand_dims(nd.array([1, 2, 3]), axis=0)
    [[1. 2. 3.]]
    <NDArray 1x3 @cpu(0)>
    >>> nd.expand_dims(nd.zeros((2, 3)), axis=-1).shape
    (2, 3, 1)
    """
    if not -data.ndim - 1 <= axis <= data.ndim:
        fail("expand_dims", f"axis must be in the range [{-data.ndim - 1}, {data.ndim}] ({axis} provided)")
    return jnp.expand_dims(data, axis)


@op("squeeze", waits_for_shapes=True, onnx="shapes.squeeze", source="squeeze")
def squeeze(data: Array, axis: Shape | None = None) -> jax.Array:
    """Dimensions of size 1 removed.

    data    array of any shape and type
    axis    one dimension or several, negative ones counting from the end; None for all of size 1

    Returns the array with fewer dimensions, and with shape (1,) if none remain. Raises MXNetError for a dimension that has
    another size, or that does not exist.

    Examples
    --------
    >>> x = nd.zeros((1, 3, 1))
    >>> nd.squeeze(x).shape, nd.squeeze(x, axis=0).shape
    ((3,), (3, 1))
    """
    if axis is None:
        gone = {i for i, n in enumerate(data.shape) if n == 1}
    else:
        gone = set()
        for a in axis:
            check(-data.ndim <= a < data.ndim, "squeeze", f"axis {a} is out of bounds for array of dimension {data.ndim}")
            if data.shape[a] != 1:
                fail(
                    "squeeze",
                    f"cannot select an axis to squeeze out which has size={data.shape[a]} "
                    f"not equal to one (axis {a} of shape {data.shape})",
                )
            check(a % data.ndim not in gone, "squeeze", f"duplicate value in axis={axis}")
            gone.add(a % data.ndim)
    shape = tuple(n for i, n in enumerate(data.shape) if i not in gone)
    return data.reshape(shape or ((1,) if data.ndim else ()))


@op("reverse", "flip", onnx="shapes.reverse")
def reverse(data: Array, axis: Shape = REQUIRED) -> jax.Array:
    """The order of elements along dimensions reversed.

    data    array of any shape and type
    axis    one dimension or several, negative ones counting from the end

    Returns an array like `data`. Raises MXNetError if a dimension does not exist.

    Examples
    --------
    >>> nd.flip(nd.array([[1, 2, 3], [4, 5, 6]]), axis=1)
    [[3. 2. 1.]
     [6. 5. 4.]]
    <NDArray 2x3 @cpu(0)>
    """
    axes = sorted({axis_of("reverse", a, data.ndim) for a in axis})
    return lax.rev(data, axes)


@op("tile", onnx="shapes.tile", source="tile")
def tile(data: Array, reps: Shape = REQUIRED) -> jax.Array:
    """The whole array repeated along dimensions.

    data    array of any shape and type
    reps    repetitions along each dimension, aligned at the last; more of them than dimensions add dimensions in front

    Returns the larger array. Raises MXNetError for repetitions below 1.

    Examples
    --------
    >>> nd.tile(nd.array([[1, 2]]), reps=(2, 2))
    [[1. 2. 1. 2.]
     [1. 2. 1. 2.]]
    <NDArray 2x4 @cpu(0)>
    """
    check(all(r > 0 for r in reps), "tile", f"reps={reps} must be positive, not zero or negative")
    return jnp.tile(data, reps) if reps else data


@op("_npi_tile", onnx="shapes.tile")
def npi_tile(data: Array, reps: Shape = REQUIRED) -> jax.Array:
    """As tile; zero repetitions make an empty array."""
    check(all(r >= 0 for r in reps), "_npi_tile", f"reps={reps} must not be negative")
    return jnp.tile(data, reps) if reps else data


@op("repeat", "_np_repeat", onnx="shapes.repeat", source="layers.repeat")
def repeat(data: Array, repeats: int = REQUIRED, axis: int | None = None) -> jax.Array:
    """Each element repeated, next to itself.

    data    array of any shape and type
    repeats    how many times
    axis    the dimension that grows, negative ones counting from the end; None repeats in the flattened array

    Returns the larger array. Raises MXNetError for a negative number, or if the dimension does not exist.

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
    check(repeats >= 0, "repeat", f"repeats cannot be a negative number, got {repeats}")
    flat = axis is None
    axis = 0 if flat else axis_of("repeat", axis, data.ndim)
    if repeats == 0:
        return jnp.zeros((0,), data.dtype)
    data = data.reshape(-1) if flat else data
    wide = data.shape[: axis + 1] + (repeats,) + data.shape[axis + 1 :]
    out = jnp.broadcast_to(jnp.expand_dims(data, axis + 1), wide)
    return out.reshape(data.shape[:axis] + (data.shape[axis] * repeats,) + data.shape[axis + 1 :])


@op("Pad", "pad", "_npx_pad", gradient_names=named, outputs=("output",), onnx="shapes.pad", source="layers.pad")
def pad(
    data: Array, mode: Literal["constant", "edge", "reflect"] = REQUIRED, pad_width: Shape = REQUIRED, constant_value: float = 0.0
) -> jax.Array:
    """A margin around the spatial dimensions of images.

    data    (batch, channels, height, width) or (batch, channels, depth, height, width)
    mode    what the margin holds: "constant" `constant_value`, "edge" the outermost elements, "reflect" the elements mirrored at
            the outermost ones
    pad_width    (before, after) for each dimension, in one tuple; 0 for batch and channels
    constant_value    what fills the margin in mode "constant"

    Returns the larger array. Raises MXNetError for other numbers of dimensions, a margin around batch or channels, and a
    reflection of more elements than there are.

    Examples
    --------
    >>> nd.pad(nd.array([[[[1, 2, 3]]]]), mode="edge", pad_width=(0, 0, 0, 0, 0, 1, 1, 1))
    [[[[1. 1. 2. 3. 3.]
       [1. 1. 2. 3. 3.]]]]
    <NDArray 1x1x2x5 @cpu(0)>
    """
    check(data.ndim in (4, 5), "Pad", f"only 4-D and 5-D input is supported, got shape {data.shape}")
    if len(pad_width) != 2 * data.ndim:
        fail("Pad", f"pad_width must have {2 * data.ndim} entries for the input of shape {data.shape}, got {pad_width}")
    check(not any(pad_width[:4]), "Pad", f"padding on the first two axes must be zero, got pad_width={pad_width}")
    check(min(pad_width) >= 0, "Pad", f"pad_width={pad_width} must not be negative")
    pairs = list(zip(pad_width[::2], pad_width[1::2], strict=True))
    if mode == "constant":
        return lax.pad(data, jnp.asarray(constant_value, data.dtype), [(b, a, 0) for b, a in pairs])
    if mode == "reflect":
        if not all(max(p) < max(n, 1) for p, n in zip(pairs, data.shape, strict=True)):
            fail("Pad", f"reflection padding must be smaller than the input: pad_width={pad_width}, input shape {data.shape}")
    return jnp.pad(data, pairs, mode=mode)


@op("depth_to_space", onnx="shapes.depth_to_space", backward=None)
def depth_to_space(data: Array, block_size: int = REQUIRED) -> jax.Array:
    """Blocks of channels moved into space: the last step of sub-pixel convolution.

    data    (batch, channels * b * b, height, width)
    block_size    b

    Returns (batch, channels, height * b, width * b). Raises MXNetError if the channels are no multiple of b * b.

    Examples
    --------
    >>> nd.depth_to_space(nd.array([1, 2, 3, 4]).reshape((1, 4, 1, 1)), block_size=2)
    [[[[1. 2.]
       [3. 4.]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    """
    b = block_size
    check_ndim("depth_to_space", data, 4)
    check(b > 0, "depth_to_space", f"block_size must be a positive integer value, got {b}")
    if not (data.size and data.shape[1] % (b * b) == 0):
        fail(
            "depth_to_space",
            f"dimension 1 must be a multiple of block_size^2 = {b * b} and no dimension 0, got shape {data.shape}",
        )
    n, c, h, w = data.shape
    c //= b * b
    return data.reshape(n, b, b, c, h, w).transpose(0, 3, 4, 1, 5, 2).reshape(n, c, h * b, w * b)


@op("space_to_depth", onnx="shapes.space_to_depth", backward=None)
def space_to_depth(data: Array, block_size: int = REQUIRED) -> jax.Array:
    """Blocks of space moved into channels: the reverse of depth_to_space.

    data    (batch, channels, height * b, width * b)
    block_size    b

    Returns (batch, channels * b * b, height, width). Raises MXNetError if height or width are no multiple of b.

    Examples
    --------
    >>> nd.space_to_depth(nd.array([[[[1, 2], [3, 4]]]]), block_size=2).shape
    (1, 4, 1, 1)
    """
    b = block_size
    check_ndim("space_to_depth", data, 4)
    check(b > 0, "space_to_depth", f"block_size must be a positive integer value, got {b}")
    if not (data.size and data.shape[2] % b == 0 and data.shape[3] % b == 0):
        fail(
            "space_to_depth",
            f"dimensions 2 and 3 must be multiples of block_size = {b} and no dimension 0, got shape {data.shape}",
        )
    n, c, h, w = data.shape
    out = data.reshape(n, c, h // b, b, w // b, b).transpose(0, 3, 5, 1, 2, 4)
    return out.reshape(n, c * b * b, h // b, w // b)


@op("diag", waits_for_shapes=True, onnx="shapes.gathered")
def diag(data: Array, k: int = 0, axis1: int = 0, axis2: int = 1) -> jax.Array:
    """A diagonal of a matrix, or of the planes of a larger array; of a vector, the matrix with it on the diagonal.

    data    array of one dimension or more
    k    the diagonal: 0 the main one, above it if positive, below it if negative
    axis1, axis2    the dimensions that span the planes, negative ones counting from the end

    Returns the array without these dimensions and with the diagonal as the last one; of a vector, a square matrix. Raises
    MXNetError if the dimensions or the diagonal do not exist.

    Examples
    --------
    >>> nd.diag(nd.array([[1, 2, 3], [4, 5, 6]]))
    [1. 5.]
    <NDArray 2 @cpu(0)>
    >>> nd.diag(nd.array([1, 2]), k=1)
    [[0. 1. 0.]
     [0. 0. 2.]
     [0. 0. 0.]]
    <NDArray 3x3 @cpu(0)>
    """
    if data.ndim == 1:
        n = data.shape[0] + abs(k)
        at = np.arange(data.shape[0])
        return jnp.zeros((n, n), data.dtype).at[at + max(-k, 0), at + max(k, 0)].set(data)
    check(data.ndim > 1, "diag", "the input must have at least one dimension")
    a, b = axis_of("diag", axis1, data.ndim, "axis1"), axis_of("diag", axis2, data.ndim, "axis2")
    check(a != b, "diag", f"axis1 and axis2 cannot refer to the same axis {a}")
    if not -data.shape[a] <= k <= data.shape[b]:
        fail("diag", f"diagonal k={k} does not exist in planes of shape {(data.shape[a], data.shape[b])}")
    return jnp.diagonal(data, k, a, b)


@op("shape_array", "_npx_shape_array", wide=True, empty=True, numbered_inputs=True, zero_gradient=True, onnx="shapes.shape_array")
def shape_array(data: AnyArray) -> jax.Array:
    """The shape of an array, as an array.

    data    array of any shape and type

    Returns an int64 array with one element for each dimension.

    Examples
    --------
    >>> nd.shape_array(nd.zeros((2, 3)))
    [2 3]
    <NDArray 2 @cpu(0)>
    """
    return jnp.asarray(np.array(data.shape, np.int64))


@op("size_array", wide=True, empty=True, numbered_inputs=True, zero_gradient=True, onnx="shapes.size_array")
def size_array(data: AnyArray) -> jax.Array:
    """The number of elements of an array, as an array.

    data    array of any shape and type

    Returns an int64 array of shape (1,).

    Examples
    --------
    >>> nd.size_array(nd.zeros((2, 3)))
    [6]
    <NDArray 1 @cpu(0)>
    """
    return jnp.asarray(np.array([data.size], np.int64))
