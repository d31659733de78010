"""The same elements in another shape or order; parts of arrays, and arrays put together."""

import math

import numpy as np

from ..slicing import ranges

#: Slice's bounds for "to the end" and, backwards, "to the first"
_LAST, _FIRST = np.iinfo(np.int64).max, np.iinfo(np.int64).min
#: positions of at most so many elements are written into a file
_POSITIONS = 1 << 22


def reshaped(g, call):
    """The first input's elements in the output's shape."""
    return g.like(call.x, call.out)


def transpose(g, call):
    axes = call.a.axes or range(call.x.ndim)[::-1]
    return g.transpose(call.x, axes)


def swap_axis(g, call):
    order = list(range(call.x.ndim))
    one, other = call.a.dim1, call.a.dim2
    order[one], order[other] = order[other], order[one]
    return g.transpose(call.x, order)


def moved_axis(g, call):
    ndim = call.x.ndim
    source, destination = ([i % ndim for i in axes] for axes in (call.a.source, call.a.destination))
    order = [i for i in range(ndim) if i not in source]
    for to, axis in sorted(zip(destination, source)):
        order.insert(to, axis)
    return g.transpose(call.x, order)


def expand_dims(g, call):
    return g.unsqueeze(call.x, [call.a.axis])


def squeeze(g, call):
    x = call.x
    axes = [i for i, n in enumerate(x.dims) if n == 1] if call.a.axis is None else [i % x.ndim for i in call.a.axis]
    if len(axes) == x.ndim and call.out.ndim:
        return g.like(x, call.out)
    return g.squeeze(x, axes)


def _backwards(g, x, axes):
    return g.slice(x, [-1] * len(axes), [_FIRST] * len(axes), axes, [-1] * len(axes))


def reverse(g, call):
    axes = range(call.x.ndim) if call.a.axis is None else sorted({i % call.x.ndim for i in call.a.axis})
    return _backwards(g, call.x, list(axes)) if axes else call.x


def tile(g, call):
    x, reps = call.x, list(call.a.reps)
    reps = [1] * (x.ndim - len(reps)) + reps
    x = g.unsqueeze(x, range(len(reps) - x.ndim)) if len(reps) > x.ndim else x
    return g.node("Tile", x, reps) if any(n != 1 for n in reps) else x


def repeat(g, call):
    x, times, axis = call.x, call.a.repeats, call.a.axis
    if axis is None:
        x, axis = g.reshape(x, *([math.prod(sample)] for sample in x.samples)), 0
    axis %= x.ndim
    wide = g.unsqueeze(x, [axis + 1])
    reps = [times if i == axis + 1 else 1 for i in range(wide.ndim)]
    wide = g.node("Tile", wide, reps)
    wide.shape, wide.second = ((*s[: axis + 1], times, *s[axis + 1 :]) for s in x.samples)
    return g.like(wide, call.out)


def pad(g, call):
    widths = list(call.a.pad_width)
    return _padded(g, call.x, widths[::2], widths[1::2], call.a.mode, call.a.constant_value)


def npi_pad(g, call):
    a = call.a
    widths = [tuple(pair) for pair in a.pad_width]
    if a.mode not in ("constant", "edge", "reflect"):
        call.refuse(f"mode {a.mode!r} is not supported")
    return _padded(g, call.x, [b for b, _ in widths], [e for _, e in widths], a.mode, a.constant_value)


def _padded(g, x, before, after, mode, value):
    return g.node("Pad", x, [*before, *after], g.number(value, x.dtype) if mode == "constant" else None, mode=mode)


def depth_to_space(g, call):
    return g.node("DepthToSpace", call.x, blocksize=call.a.block_size, mode="DCR")


def space_to_depth(g, call):
    return g.node("SpaceToDepth", call.x, blocksize=call.a.block_size)


def shape_array(g, call):
    return g.sizes(*call.x.samples, near=[call.x])


def size_array(g, call):
    total = [math.prod(sample) for sample in call.x.samples]
    if total[0] == total[1]:
        return g.ints(total[:1])
    return g.node("Reshape", g.node("Size", call.x, dtype=np.int64), [1])


def broadcast(g, call):
    """The first input repeated along axes of size 1 until it has the output's shape."""
    return g.expand(call.x, *call.out.samples, near=call.inputs)


# ---- parts ----


def slice_(g, call):
    x, a = call.x, call.a
    starts, ends, axes, steps = [], [], [], []
    for axis, size in enumerate(x.dims[: len(a.begin)]):
        begin, end, step = a.begin[axis], a.end[axis], (a.step[axis] if a.step else None) or 1
        if size is not None:
            low, stop, stride, backwards = ranges("slice", x.shape, a.begin, a.end, a.step)[axis]
            if (low, stop, stride) == (0, size, 1) and not backwards:
                continue
            begin, end, step = (stop - 1, low - 1 if low else _FIRST, -stride) if backwards else (low, stop, stride)
        elif (begin, end, step) == (None, None, 1):
            continue
        else:
            begin = (0 if step > 0 else -1) if begin is None else begin
            end = (_LAST if step > 0 else _FIRST) if end is None else end
        starts.append(begin)
        ends.append(end)
        axes.append(axis)
        steps.append(step)
    if not axes:
        return x
    return g.slice(x, starts, ends, axes, steps if any(step != 1 for step in steps) else None)


def slice_axis(g, call):
    a = call.a
    return g.slice(call.x, [a.begin], [_LAST if a.end is None else a.end], [a.axis % call.x.ndim])


def slice_like(g, call):
    """The leading part that has the output's sizes."""
    x, out = call.x, call.out
    axes = [i for i in range(x.ndim) if (x.shape[i], x.second[i]) != (out.shape[i], out.second[i])]
    if not axes:
        return x
    picked = [[sample[i] for i in axes] for sample in out.samples]
    ends = g.sizes(*picked, near=[call.inputs[1]])
    return g.node("Slice", x, [0] * len(axes), ends, axes)


def concat(g, call, attribute="dim"):
    axis = getattr(call.a, attribute)
    if len(call.inputs) == 1:
        return call.x
    return g.node("Concat", *(g.cast(x, call.out.dtype) for x in call.inputs), axis=axis % call.x.ndim)


def concatenate(g, call):
    """Arrays joined along an axis, or flattened and joined."""
    inputs = [g.cast(x, call.out.dtype) for x in call.inputs]
    axis = getattr(call.a, "axis", 0)
    if axis is None:
        inputs, axis = [g.node("Reshape", x, [-1]) for x in inputs], 0
    return g.node("Concat", *inputs, axis=axis % max(call.out.ndim, 1)) if len(inputs) > 1 else inputs[0]


def stack(g, call):
    axis = call.a.axis % (call.x.ndim + 1)
    parts = [g.unsqueeze(x, [axis]) for x in call.inputs]
    return g.node("Concat", *parts, axis=axis) if len(parts) > 1 else parts[0]


def split(g, call):
    """Equal parts along an axis, which may lose it."""
    x, a = call.x, call.a
    axis, count = a.axis % x.ndim, a.num_outputs
    if x.dims[axis] is None:
        parts = g.node("Split", x, outputs=count, axis=axis, num_outputs=count if g.opset >= 18 else None)
        for part, out in zip(parts, call.outputs):
            part.shape, part.second = out.samples
    else:
        parts = g.split(x, [x.shape[axis] // count] * count, axis)
    return [g.squeeze(part, [axis]) for part in parts] if a.squeeze_axis else parts


def split_v2(g, call):
    x, a = call.x, call.a
    axis = a.axis % x.ndim
    if x.dims[axis] is None:
        call.refuse(f"axis {axis}, along which it cuts, is open")
    size = x.shape[axis]
    if a.sections > 0:
        small, larger = divmod(size, a.sections)
        sizes = [small + (i < larger) for i in range(a.sections)]
    else:
        bounds = [*a.indices, size]
        sizes = [end - begin for begin, end in zip(bounds, bounds[1:])]
    parts = g.split(x, sizes, axis)
    return [g.squeeze(part, [axis]) for part in parts] if a.squeeze_axis else parts


def gathered(g, call):
    """Any operator that only picks elements: the positions it picks are found by running it on numbers of positions.

    Places that it fills with zeros point to a zero behind the elements.
    """
    call.fixed()
    total = sum(math.prod(x.shape) for x in call.inputs)
    if max(total, math.prod(call.out.shape)) > _POSITIONS:
        call.refuse(f"its arrays are too large to write all positions into the file, {total} elements")
    # In double precision, which operators for floating point take, all positions are exact.
    kind = np.float64 if call.x.is_float else np.int64
    numbers, at = [], 1
    for x in call.inputs:
        count = math.prod(x.shape)
        numbers.append(np.arange(at, at + count, dtype=kind).reshape(x.shape))
        at += count
    (places,) = call.evaluate(*numbers)
    flat = [g.reshape(x, (math.prod(x.shape),)) for x in call.inputs]
    zero = g.constant(np.zeros(1, call.x.dtype))
    return g.node("Gather", g.node("Concat", zero, *flat, axis=0), places.astype(np.int64), axis=0)


def joined_as(g, call, word):
    """Arrays as rows, columns or layers, joined along the axis that the function is named after."""
    least, axis = {"vstack": (2, 0), "hstack": (1, 1), "dstack": (3, 2), "column_stack": (2, 1)}[word]
    parts = []
    for x in call.inputs:
        if word == "column_stack" and x.ndim < 2:
            x = g.reshape(x, *((*sample, 1) for sample in x.samples))
        elif x.ndim < least:
            places = {"vstack": lambda s: (1,) * (2 - len(s)) + s, "hstack": lambda s: (1,), "dstack": _layer}[word]
            x = g.reshape(x, *(places(sample) for sample in x.samples))
        parts.append(x)
    axis = min(axis, parts[0].ndim - 1)
    return g.node("Concat", *parts, axis=axis) if len(parts) > 1 else parts[0]


def _layer(sample):
    return (1, *sample, 1) if len(sample) == 1 else (1, 1, 1) if not sample else (*sample, 1)


def crop(g, call):
    """A window of the last two dimensions."""
    a, (height, width), (h, w) = call.a, call.x.shape[2:], call.out.shape[2:]
    if None in (*call.x.dims[2:], *call.out.dims[2:]):
        call.refuse(f"it needs images of a fixed size, and its input has the shape {call.x.dims}")
    y, x = ((height - h) // 2, (width - w) // 2) if a.center_crop else a.offset
    return g.slice(call.x, [y, x], [y + h, x + w], [2, 3])


def raised(g, call):
    """All inputs in the outputs' shapes."""
    return [g.like(x, out) for x, out in zip(call.inputs, call.outputs)]


def split_along(g, call, axis):
    """`split_v2` along an axis that the operator is named after."""
    call.a.axis = min(call.x.ndim - 1, axis)
    return split_v2(g, call)


def diff(g, call):
    """Differences of neighbours."""
    x, axis = call.x, call.a.axis % call.x.ndim
    for _ in range(call.a.n):
        later, earlier = g.slice(x, [1], [_LAST], [axis]), g.slice(x, [0], [-1], [axis])
        x = g.node("Sub", later, earlier)
    return x


def trace(g, call):
    """The sum of a diagonal of a matrix."""
    a, x = call.a, call.x
    call.fixed()
    first, second = a.axis1 % x.ndim, a.axis2 % x.ndim
    order = [i for i in range(x.ndim) if i not in (first, second)] + [first, second]
    moved = g.transpose(x, order)
    mask = np.eye(x.shape[first], x.shape[second], a.offset).astype(x.dtype)
    return g.reduce("ReduceSum", g.node("Mul", moved, mask, like=moved), [x.ndim - 2, x.ndim - 1], False)


def assigned_number(g, call):
    """A slice replaced by a number."""
    call.fixed()
    marked = type(call.a)(**{**vars(call.a), "scalar": 1.0})
    (inside,) = call.evaluate(np.zeros(call.x.shape, np.float32), attributes=marked)
    return g.where(g.constant(inside != 0), g.number(call.a.scalar, call.x.dtype), call.x)
