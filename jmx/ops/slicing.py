"""Operators that cut arrays and put them together: slice, crop, concat, stack, split, and assignment to a slice."""

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from ..core.declare.op import OUTPUTS, REQUIRED, AnyArray, Array, OptShape, Scalar, Shape, Wide, op
from ..core.declare.traits import IntegerForm, named
from ..core.declare.x64 import position_type
from ._checks import axis_of, check, fail


def ranges(name, shape, begin, end, step) -> list[tuple[int, int, int, bool]]:
    """Per dimension (lowest index, stop, positive stride, reversed?) of the elements a slice picks."""
    if len(begin) > len(shape) or len(end) > len(shape):
        fail(name, f"slicing axis exceeds data dimensions: begin={begin}, end={end}, shape {shape}")
    check(len(begin) == len(end), name, f"begin and end must have the same length, got {begin} and {end}")
    check(not step or len(step) == len(begin), name, f"step and begin must have the same length, got {step} and {begin}")
    out = []
    for i, size in enumerate(shape):
        b, e, s = (begin[i], end[i], (step[i] if step else None)) if i < len(begin) else (None, None, None)
        check(s != 0, name, f"step[{i}] cannot be 0")
        picked = _picked(size, b, e, 1 if s is None else s)
        low, high = (picked[0], picked[-1]) if picked else (0, -1)
        out.append((min(low, high), max(low, high) + 1, abs(picked.step), picked.step < 0) if picked else (0, 0, 1, False))
    return out


def _picked(size, begin, end, step):
    """MXNet's reading of begin and end: like Python's, but a begin beyond the end picks nothing even for negative steps
    below zero, and an end below -size counts as "before the first"."""
    if size == 0:
        return range(0)
    b = (size - 1 if step < 0 else 0) if begin is None else begin + size * (begin < 0)
    e = (-1 if step < 0 else size) if end is None else end + size * (end < 0)
    if b < 0 and step > 0:
        b = 0
    if b > size - 1 and step < 0:
        b = size - 1
    if not 0 <= b < size:
        return range(0)
    return range(b, min(max(e, -1), size), step)


def cut(data, spans) -> jax.Array:
    """The elements of `data` that `spans` (from `ranges`) pick."""
    out = lax.slice(data, [s[0] for s in spans], [s[1] for s in spans], [s[2] for s in spans])
    flipped = [i for i, s in enumerate(spans) if s[3]]
    return lax.rev(out, flipped) if flipped else out


def _counts(spans):
    return tuple(-(-(stop - start) // stride) for start, stop, stride, _ in spans)


def put(data, value, spans) -> jax.Array:
    """`data` with `value` (of the shape picked) in place of what `spans` pick."""
    flipped = [i for i, s in enumerate(spans) if s[3]]
    if flipped:
        value = lax.rev(value, flipped)
    if all(stride == 1 for _, _, stride, _ in spans):
        return lax.dynamic_update_slice(data, value, [position_type(*data.shape).type(s[0]) for s in spans])
    return data.at[tuple(slice(start, stop, stride) for start, stop, stride, _ in spans)].set(value)


@op(
    "slice",
    "crop",
    "_npi_slice",
    "_npx_slice",
    "_sparse_slice",
    numbered_inputs=True,
    cuts=True,
    onnx="shapes.slice_",
    source="slice_",
)
def slice_(data: Array, begin: OptShape = REQUIRED, end: OptShape = REQUIRED, step: OptShape = ()) -> jax.Array:
    """Elements begin:end:step of each leading dimension.

    data    array of any shape and type
    begin    first positions, of as many leading dimensions as it has entries; negative ones count from the end, None is the
             start
    end    positions where to stop, not included; None is the end
    step    distances, negative ones going backwards; 1 by default

    Returns the elements, in as many dimensions. Raises MXNetError for more entries than dimensions, or a step of 0.

    Examples
    --------
    >>> x = nd.array([[1, 2, 3], [4, 5, 6]])
    >>> nd.slice(x, begin=(0, 1), end=(2, 3))
    [[2. 3.]
     [5. 6.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.slice(x, begin=(None, -1), end=(None, None), step=(1, -2))
    [[3. 1.]
     [6. 4.]]
    <NDArray 2x2 @cpu(0)>
    """
    return cut(data, ranges("slice", data.shape, begin, end, step))


@op("slice_axis", numbered_inputs=True, cuts=True, onnx="shapes.slice_axis", source="slice_axis")
def slice_axis(data: Array, axis: int = REQUIRED, begin: Wide = REQUIRED, end: Wide | None = REQUIRED) -> jax.Array:
    """Elements begin:end of one dimension.

    data    array of any shape and type
    axis    the dimension, negative ones counting from the end
    begin    first position; negative ones count from the end
    end    position where to stop, not included; negative ones count from the end, None is the end

    Returns the elements, in as many dimensions. Raises MXNetError if the dimension or the positions do not exist.

    Examples
    --------
    >>> nd.slice_axis(nd.array([[1, 2, 3], [4, 5, 6]]), axis=1, begin=1, end=None)
    [[2. 3.]
     [5. 6.]]
    <NDArray 2x2 @cpu(0)>
    """
    axis = axis_of("slice_axis", axis, data.ndim)
    size = data.shape[axis]
    b, e = begin + size * (begin < 0), size if end is None else end + size * (end < 0)
    if size:
        check(e <= size, "slice_axis", f"invalid end={end}: axis {axis} has size {size}")
        check(0 <= b < e, "slice_axis", f"invalid begin={begin}, end={end} for axis {axis} of size {size}")
    else:
        b = e = 0
    return lax.slice_in_dim(data, b, e, axis=axis)


@op("slice_like", "_npx_slice_like", onnx="shapes.slice_like", source="layers.slice_like")
def slice_like(data: Array, shape_like: AnyArray, axes: Shape = ()) -> jax.Array:
    """The leading part of an array that has the size of another one.

    data    array of any shape and type
    shape_like    array whose shape is taken; it gets no gradient
    axes    the dimensions to cut, negative ones counting from the end; all of them by default

    Returns the part of `data`. Raises MXNetError where `shape_like` is the larger one.

    Examples
    --------
    >>> x = nd.array([[1, 2, 3], [4, 5, 6]])
    >>> nd.slice_like(x, nd.zeros((1, 2)))
    [[1. 2.]]
    <NDArray 1x2 @cpu(0)>
    >>> nd.slice_like(x, nd.zeros((1, 2)), axes=(1,)).shape
    (2, 2)
    """
    if not axes:
        if data.ndim != shape_like.ndim:
            fail(
                "slice_like",
                f"without axes both inputs need the same number of dimensions, got shapes {data.shape} and {shape_like.shape}",
            )
    wanted = list(data.shape)
    for axis in axes or range(data.ndim):
        axis = axis_of("slice_like", axis, data.ndim, "axes entry")
        check(axis < shape_like.ndim, "slice_like", f"axis {axis} exceeds the second input's shape {shape_like.shape}")
        wanted[axis] = shape_like.shape[axis]
        if wanted[axis] > data.shape[axis]:
            fail("slice_like", f"axis {axis} with size {wanted[axis]} exceeds limit of input with shape {data.shape}")
    return lax.slice(data, [0] * data.ndim, wanted)


@op("_slice_assign", "_crop_assign", "_npi_slice_assign", no_gradient=True, onnx="shapes.gathered")
def slice_assign(lhs: Array, rhs: Array, begin: OptShape = REQUIRED, end: OptShape = REQUIRED, step: OptShape = ()) -> jax.Array:
    """`lhs` with the slice begin:end:step replaced by `rhs`, which must have exactly that slice's shape."""
    spans = ranges("_slice_assign", lhs.shape, begin, end, step)
    if rhs.shape != _counts(spans):
        fail("_slice_assign", f"shape inconsistent: the slice has shape {_counts(spans)}, the value {rhs.shape}")
    return put(lhs, rhs, spans) if rhs.size else lhs


@slice_assign.deduce
def _(a, lhs):
    return {"rhs": _counts(ranges("_slice_assign", lhs.shape, a.begin, a.end, a.step))}


@op(
    "_slice_assign_scalar",
    "_crop_assign_scalar",
    "_npi_slice_assign_scalar",
    numbered_inputs=True,
    no_gradient=True,
    onnx="shapes.assigned_number",
)
def slice_assign_scalar(
    data: Array, scalar: Scalar = 0.0, begin: OptShape = REQUIRED, end: OptShape = REQUIRED, step: OptShape = ()
) -> jax.Array:
    """`data` with every element of the slice begin:end:step replaced by a number."""
    spans = ranges("_slice_assign_scalar", data.shape, begin, end, step)
    if 0 in _counts(spans):
        return data
    return put(data, jnp.full(_counts(spans), scalar, data.dtype), spans)


def _concat_last(a, shapes, moved):
    if any(len(shape) != 4 for shape in shapes) or not -4 <= a.dim < 4:
        return None
    return {"dim": (0, 3, 1, 2)[a.dim % 4]}, range(len(shapes))


@op(
    "Concat",
    "concat",
    "_sparse_concat",
    channels_last=_concat_last,
    outputs=("output",),
    joins=lambda a: a.dim,
    integers=IntegerForm("_contrib_quantized_concat", lambda a: a.dim > 0),
    onnx="shapes.concat",
    source="concat",
)
def concat(*data: Array, dim: int = 1) -> jax.Array:
    """Arrays joined along a dimension that they have.

    data    arrays of one type, and of one shape but for the dimension `dim`
    dim    the dimension, negative ones counting from the end

    Returns the joined array. Raises MXNetError if other dimensions differ.

    Examples
    --------
    >>> x, y = nd.array([[1, 2], [3, 4]]), nd.array([[5], [6]])
    >>> nd.concat(x, y, dim=1)
    [[1. 2. 5.]
     [3. 4. 6.]]
    <NDArray 2x3 @cpu(0)>
    """
    return _joined("Concat", data, dim)


@op("_rnn_param_concat", "_npi_rnn_param_concat", outputs=("output",), solves="share", onnx="shapes.concat")
def rnn_param_concat(*data: Array, dim: int = 1) -> jax.Array:
    """Join the parameters of a recurrent layer along `dim`."""
    return _joined("_rnn_param_concat", data, dim)


def _joined(name, data, dim):
    check(data, name, "at least one input is needed")
    axis = axis_of(name, dim, data[0].ndim, "dim")
    wanted = list(data[0].shape)
    for i, x in enumerate(data):
        wanted[axis] = x.shape[axis] if x.ndim > axis else -1
        if list(x.shape) != wanted:
            fail(
                name,
                f"incompatible shape of input {i}: {x.shape}, input 0 has {data[0].shape}; "
                f"all dimensions but dim={dim} must be equal",
            )
    return lax.concatenate(data, axis) if len(data) > 1 else data[0]


@op("stack", "_npi_stack", onnx="shapes.stack", source="stack")
def stack(*data: Array, axis: int = 0) -> jax.Array:
    """Arrays of one shape joined along a new dimension.

    data    arrays of one shape and type
    axis    the place of the new dimension in the result: 0 first, -1 last

    Returns an array with one dimension more. Raises MXNetError if shapes differ.

    Examples
    --------
    >>> nd.stack(nd.array([1, 2]), nd.array([3, 4]))
    [[1. 2.]
     [3. 4.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.stack(nd.array([1, 2]), nd.array([3, 4]), axis=1)
    [[1. 3.]
     [2. 4.]]
    <NDArray 2x2 @cpu(0)>
    """
    for i, x in enumerate(data):
        if x.shape != data[0].shape:
            fail("stack", f"all inputs must have one shape: input {i} has {x.shape}, input 0 has {data[0].shape}")
    axis = axis_of("stack", axis, data[0].ndim + 1)
    return lax.concatenate([lax.expand_dims(x, (axis,)) for x in data], axis)


@op(
    "SliceChannel",
    "split",
    "_npx_slice_channel",
    outputs=lambda a: [f"output{i}" for i in range(a.num_outputs)],
    bounds={"num_outputs": OUTPUTS},
    gradient_names=named,
    splits=lambda a: a.axis if a.squeeze_axis else None,
    onnx="shapes.split",
    source="split",
)
def slice_channel(data: Array, num_outputs: int = REQUIRED, axis: int = 1, squeeze_axis: bool = False) -> list[jax.Array]:
    """An array cut into equal parts along a dimension.

    data    array of any shape and type
    num_outputs    the number of parts
    axis    the dimension, negative ones counting from the end
    squeeze_axis    leave the dimension out; it must be `num_outputs` long

    Returns a list of arrays, or the array if there is one part. Raises MXNetError if the dimension does not divide by
    `num_outputs`.

    Examples
    --------
    >>> nd.split(nd.array([[1, 2], [3, 4]]), num_outputs=2, axis=1)
    [
    [[1.]
     [3.]]
    <NDArray 2x1 @cpu(0)>,
    [[2.]
     [4.]]
    <NDArray 2x1 @cpu(0)>]
    >>> x, y = nd.split(nd.array([[1, 2], [3, 4]]), num_outputs=2, axis=0, squeeze_axis=True)
    >>> y
    [3. 4.]
    <NDArray 2 @cpu(0)>
    """
    axis = axis_of("SliceChannel", axis, data.ndim)
    size = data.shape[axis]
    check(num_outputs > 0, "SliceChannel", f"num_outputs must be positive, got {num_outputs}")
    if size % num_outputs != 0:
        fail(
            "SliceChannel",
            f"you are trying to split the {axis}-th axis of input tensor with shape "
            f"{data.shape} into num_outputs={num_outputs} evenly sized chunks, but {num_outputs} does not divide {size}",
        )
    if squeeze_axis and size != num_outputs:
        fail(
            "SliceChannel",
            "with squeeze_axis the size of the sliced axis must be "
            f"num_outputs: input shape {data.shape}, axis={axis}, num_outputs={num_outputs}",
        )
    each = size // num_outputs
    parts = lax.split(data, (each,) * num_outputs, axis)  # its gradient is one concatenation
    return [lax.squeeze(p, (axis,)) for p in parts] if squeeze_axis else list(parts)


@op(
    "_split_v2",
    "_npi_split",
    outputs=lambda a: a.sections if a.sections > 0 else len(a.indices),
    bounds={"sections": (-(2**31), OUTPUTS[1])},
    lists=("_npi_split",),
    onnx="shapes.split_v2",
)
def split_v2(
    data: Array, indices: Shape = REQUIRED, axis: int = 1, squeeze_axis: bool = False, sections: int = 0
) -> list[jax.Array]:
    """Cut along `axis` at `indices` (the first is 0), or into `sections` parts of nearly equal size."""
    axis = axis_of("_split_v2", axis, data.ndim)
    size = data.shape[axis]
    if sections > 0:
        small, larger = divmod(size, sections)
        cuts = [i * small + min(i, larger) for i in range(sections)]
    else:
        check(indices, "_split_v2", f"an axis of {size} elements cannot be cut into {sections} parts; give 1 part or more")
        cuts = list(indices) if size else [0] * len(indices)
        check(not any(cuts[:1]), "_split_v2", f"indices={tuple(indices)}: the first part must start at 0")
    parts = []
    for i, (b, e) in enumerate(zip(cuts, [*cuts[1:], size], strict=True)):
        if not 0 <= b <= e <= size:
            fail(
                "_split_v2",
                f"part {i} reaches from {b} to {e}: indices={tuple(cuts)} must rise and stay within the axis size {size}",
            )
        part = lax.slice_in_dim(data, b, e, axis=axis)
        if squeeze_axis:
            check(e - b == 1, "_split_v2", f"expected axis size of 1 for squeeze_axis but part {i} has {e - b}")
            part = lax.squeeze(part, (axis,))
        parts.append(part)
    return parts


@op("Crop", gradient_names=named, outputs=("output",), onnx="shapes.crop")
def crop(
    *data: Array, num_args: int = REQUIRED, offset: Shape = (0, 0), h_w: Shape = (0, 0), center_crop: bool = False
) -> jax.Array:
    """A window cut out of images.

    data    (batch, channels, height, width), then optionally an array whose height and width the window takes
    num_args    how many arrays are given, 1 or 2
    offset    (y, x) of the window's upper left corner
    h_w    (height, width) of the window, if one array is given
    center_crop    put the window into the middle, whatever `offset` is

    Returns (batch, channels, height and width of the window). Raises MXNetError if it reaches out of the images.

    Examples
    --------
    >>> x = nd.arange(9).reshape((1, 1, 3, 3))
    >>> nd.Crop(x, num_args=1, h_w=(2, 2), offset=(1, 0))
    [[[[3. 4.]
       [6. 7.]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    >>> nd.Crop(x, nd.zeros((1, 1, 1, 1)), num_args=2, center_crop=True)
    [[[[4.]]]]
    <NDArray 1x1x1x1 @cpu(0)>
    """
    first: Any = data[0]
    if not (len(data) in (1, 2) and all(x.ndim == 4 for x in data)):
        fail("Crop", f"one or two 4-D inputs are needed, got shapes {[x.shape for x in data]}")
    check(num_args == len(data), "Crop", f"num_args={num_args}, but {len(data)} inputs are given")
    check(len(offset) == 2 and len(h_w) == 2, "Crop", f"offset and h_w must be (y, x) and (height, width): {offset}, {h_w}")
    height, width = first.shape[2:]
    h, w = data[1].shape[2:] if len(data) == 2 else h_w
    check(h >= 1 and w >= 1, "Crop", lambda: f"h_w must be at least (1, 1) where no second input tells it, got {h_w}")
    check(h <= height and w <= width, "Crop", f"a window of {(h, w)} does not fit into the input of shape {first.shape}")
    y, x = ((height - h) // 2, (width - w) // 2) if center_crop else offset
    if not (0 <= y <= height - h and 0 <= x <= width - w):
        fail("Crop", f"offset {(y, x)} puts a window of {(h, w)} outside the input of shape {first.shape}")
    return lax.slice(first, (0, 0, y, x), (*first.shape[:2], y + h, x + w))
