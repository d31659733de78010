"""Forms of operators that change shapes, join, cut and repeat, and of those that ask for shapes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ._basic import broadcast_pairs, spread
from ._forms import GIVE, Unsupported, form
from ._norms import flattened
from ._reading import numpy_type
from ._values import Value, constant

# ---- shapes as tensors: computed when the file is read


def _of_shape(g, pair):
    return constant(g.base, tuple([np.asarray(item, np.int64) for item in pair]))


@form("Shape", folds=None)
def shape(g, x, *, start=0, end=None):
    return _of_shape(g, [s[slice(start, end)] for s in x.shapes])


@form("Size", folds=None)
def size(g, x):
    return _of_shape(g, [math.prod(s) for s in x.shapes])


@form("ConstantOfShape", since=9, folds=lambda shape, value=None: math.prod([max(int(n), 0) for n in shape.reshape(-1)]))
def constant_of_shape(g, x, *, value=None) -> None:
    g.known(x, "its shape")
    raise Unsupported("an array of more than 16 million elements")


def _count_of_range(start, limit, delta):
    step = float(delta)
    return abs((float(limit) - float(start)) / step) if step else math.inf


@form("Range", since=11, folds=_count_of_range)
def range_(g, start, limit, delta) -> None:
    for value in (start, limit, delta):
        g.known(value, "a limit of the range")
    raise Unsupported("a range of more than 16 million numbers, or a step of 0")


@form("EyeLike", since=9, folds=None)
def eye_like(g, x, *, dtype=None, k=0):
    if x.ndim != 2 or x.is_open or x.size > 2**24:
        raise Unsupported(f"an identity matrix of the shape {x.dims}")
    kind = x.dtype if dtype is None else numpy_type(dtype)
    return g.constant(np.eye(*x.shapes[0], k=k, dtype=kind))


# ---- other shapes


@form("Reshape", since=5, folds="linear")
def reshape(g, x, target, *, allowzero=0):
    if target.array is not None:
        codes = [int(n) for n in target.array.reshape(-1)]
        if not codes:
            return g.reshape(x, [])
        if not (allowzero and 0 in codes):
            if min(codes) < -1 or any(n == 0 and i >= x.ndim for i, n in enumerate(codes)):
                raise Unsupported(f"the shape {codes} does not fit an input of the shape {x.dims}")
            return g.codes(x, codes)
        raise Unsupported("a shape without elements (allowzero=1)")
    if target.arrays is None:
        raise Unsupported(
            f"its shape {target.name!r} is computed from data, not from shapes; MXNet takes shapes as attributes only"
        )
    wanted = []
    for sample, sizes in enumerate(target.arrays):
        source = x.shapes[sample]
        numbers = [source[i] if n == 0 and not allowzero else int(n) for i, n in enumerate(sizes)]
        if -1 in numbers:
            others = math.prod([n for n in numbers if n != -1])
            numbers[numbers.index(-1)] = math.prod(source) // max(others, 1)
        wanted.append(numbers)
    return g.reshape(x, list(zip(*wanted)))


@form("Reshape", until=4)
def reshape_first(g, x, *, shape, consumed_inputs=None):
    return g.codes(x, shape)


@form("Flatten", folds="linear")
def flatten(g, x, *, axis=1):
    axis = axis + x.ndim if axis < 0 else axis
    return g.codes(x, [-1, 1]) if axis == x.ndim and axis > 1 else flattened(g, x, axis)


@form("Transpose", folds="linear")
def transpose(g, x, *, perm=None):
    return g.transpose(x, perm if perm is not None else range(x.ndim)[::-1])


def _squeezed(g, x, axes):
    if axes is None:
        axes = [i for i, n in enumerate(x.dims) if n == 1]
    axes = [a % max(x.ndim, 1) for a in axes]
    if any(x.dims[a] != 1 for a in axes):
        raise Unsupported(f"the dimensions {axes} of the shape {x.dims} are not all of size 1")
    return g.drop(x, axes)


@form("Squeeze", since=13, folds="linear")
def squeeze(g, x, axes=None):
    return _squeezed(g, x, None if axes is None else g.ints(axes, "axes"))


@form("Squeeze", until=12, folds="linear")
def squeeze_first(g, x, *, axes=None):
    return _squeezed(g, x, axes)


@form("Unsqueeze", since=13, folds="linear")
def unsqueeze(g, x, axes):
    return _unsqueezed(g, x, g.ints(axes, "axes"))


@form("Unsqueeze", until=12, folds="linear")
def unsqueeze_first(g, x, *, axes):
    return _unsqueezed(g, x, axes)


def _unsqueezed(g, x, axes):
    return g.expand(x, sorted(a % (x.ndim + len(axes)) for a in axes))


# ---- repeated


def _count_of_expand(x, target):
    try:
        return math.prod(np.broadcast_shapes(x.shape, tuple(int(n) for n in target.reshape(-1))))
    except ValueError:
        return 0


@form("Expand", since=8, folds=_count_of_expand)
def expand(g, x, target):
    if target.arrays is None:
        raise Unsupported(
            f"its shape {target.name!r} is computed from data, not from shapes; MXNet takes shapes as attributes only"
        )
    wanted = [tuple(int(n) for n in sizes) for sizes in target.arrays]
    return spread(g, x, broadcast_pairs(x, Value("", x.dtype, (wanted[0], wanted[1]))))


@form("Tile", since=6, folds=lambda x, repeats: x.size * math.prod([max(int(n), 0) for n in repeats.reshape(-1)]))
def tile(g, x, repeats):
    if (
        repeats.array is None
        and repeats.arrays is not None
        and all(n == 1 or p == (1, 1) for n, p in zip(repeats.arrays[0], x.pairs))
    ):
        sizes = [tuple(int(n) * size for n, size in zip(r, s)) for r, s in zip(repeats.arrays, x.shapes)]
        return spread(g, x, list(zip(*sizes)))
    reps = g.ints(repeats, "repeats")
    return x if set(reps) <= {1} else g.moved("tile", x, reps=tuple(reps))


# ---- joined and cut


@form("Concat", since=4, folds="linear")
def concat(g, *inputs, axis):
    inputs = [x for x in inputs if 0 not in x.shapes[0]]
    if not inputs:
        raise Unsupported("all of its inputs are without elements")
    return inputs[0] if len(inputs) == 1 else g.moved("Concat", *inputs, dim=axis % inputs[0].ndim)


@form("Concat", until=3, folds="linear")
def concat_first(g, *inputs, axis=1):
    return g.moved("Concat", *inputs, dim=axis)


def _cut(g, x, axis, sizes, count):
    """`x` in parts; equal ones where no sizes are given."""
    axis %= x.ndim
    n = x.dims[axis]
    if sizes is None:
        if n is None:
            sizes = None
        else:
            part = -(-n // count)
            sizes = [min(part, n - i * part) for i in range(count)]
            if min(sizes) <= 0:
                raise Unsupported(f"a dimension of size {n} in {count} parts leaves parts without elements")
    elif 0 in sizes:
        return _cut_with_empty(g, x, axis, sizes)
    if sizes is None or len(set(sizes)) == 1:
        count = count if sizes is None else len(sizes)
        return [x] if count == 1 else g.moved("SliceChannel", x, outputs=count, num_outputs=count, axis=axis)
    places = [0, *np.cumsum(sizes)[:-1].tolist()]
    return g.moved("_split_v2", x, outputs=len(sizes), indices=tuple(places), axis=axis)


def _cut_with_empty(g, x, axis, sizes):
    filled = [n for n in sizes if n]
    parts = iter(_cut(g, x, axis, filled, len(filled)) if filled else [])
    return [next(parts) if n else _empty(g, x, axis) for n in sizes]


def _empty(g, x, axis):
    """A part without elements: a constant, which joins with others only."""
    shapes = [tuple(0 if i == axis else n for i, n in enumerate(shape)) for shape in x.shapes]
    return constant(g.reserve(f"{g.base}_empty"), tuple([np.empty(shape, x.dtype) for shape in shapes]))


@form("Split", since=18, folds="linear")
def split(g, x, sizes=None, *, axis=0, num_outputs=None):
    return _cut(g, x, axis, None if sizes is None else g.ints(sizes, "split"), num_outputs or g.wanted)


@form("Split", since=13, until=17, folds="linear")
def split_13(g, x, sizes=None, *, axis=0):
    return _cut(g, x, axis, None if sizes is None else g.ints(sizes, "split"), g.wanted)


@form("Split", until=12, folds="linear")
def split_first(g, x, *, axis=0, split=None):
    return _cut(g, x, axis, split, g.wanted)


@form("Slice", since=10, folds="linear")
def slice_(g, x, starts, ends, axes=None, steps=None):
    for value, what in ((starts, "starts"), (ends, "ends")):
        if value.arrays is None:
            g.known(value, what)
    axes = g.ints(axes, "axes") if axes is not None else list(range(starts.shapes[0][0]))
    steps = g.ints(steps, "steps") if steps is not None else [1] * len(axes)
    for i, (axis, step) in enumerate(zip(axes, steps)):
        bounds = [(int(first[i]), int(last[i])) for first, last in zip(starts.arrays, ends.arrays)]
        x = _part(g, x, axis % x.ndim, bounds, step)
    return x


@form("Slice", until=9, folds="linear")
def slice_first(g, x, *, starts, ends, axes=None):
    for axis, start, end in zip(axes if axes is not None else range(len(starts)), starts, ends):
        x = _part(g, x, axis % x.ndim, [(start, end)] * 2, 1)
    return x


def _part(g, x, axis, bounds, step):
    """Every `step`-th element of a dimension between the bounds, which are given in both samples."""
    pairs = x.pairs[axis]
    found = [range(n)[slice(first, _stop(last, n, step), step)] for (first, last), n in zip(bounds, pairs)]
    counts = tuple(len(r) for r in found)
    if counts == (0, 0):
        return _empty(g, x, axis)
    if 0 in counts:
        raise Unsupported(f"a part that has elements for some shapes of the inputs only: {GIVE}")
    if all(r == range(n) for r, n in zip(found, pairs)):
        return x
    begin, end = _bound([r.start for r in found], pairs), _bound([r.stop for r in found], pairs, step)
    if begin is _OPEN or end is _OPEN:
        source, place = g.place(counts, (x,))
        if step != 1 or begin is _OPEN or begin is not None and begin < 0:
            raise Unsupported(f"the bounds depend on the inputs' shapes: {GIVE}")
        places = g.op("_contrib_arange_like", source, axis=place)
        return g.moved("take", x, g.scalar("plus", places, begin) if begin else places, axis=axis)
    if step == 1:
        return g.slice(x, axis, begin or 0, end)
    lead = [None] * axis
    return g.moved("slice", x, begin=(*lead, begin), end=(*lead, end), step=(*lead, step))


_OPEN: Any = object()


def _stop(last, n, step):
    """ONNX's end as Python's: with a negative step, what lies before the first element is None."""
    return None if step < 0 and (last < -n) else last


def _bound(places, sizes, step=1):
    """A bound, the same for every size: from the front, from the back, None for the end; or `_OPEN`."""
    if step < 0:
        return None if places == [-1, -1] else places[0] if places[0] == places[1] else _OPEN
    if all(p >= n for p, n in zip(places, sizes)):
        return None
    if places[0] == places[1]:
        return places[0]
    back = {p - n for p, n in zip(places, sizes)}
    return back.pop() if len(back) == 1 else _OPEN


# ---- padding


@form("Pad", since=11, folds=lambda x, pads, *more, mode="": x.size + abs(pads).sum() * 2**16)
def pad(g, x, pads, number=None, axes=None, *, mode="constant"):
    widths = g.ints(pads, "pads")
    value = 0.0 if number is None else g.known(number, "the constant").reshape(-1)[0].item()
    chosen = [a % x.ndim for a in g.ints(axes, "axes")] if axes is not None else list(range(x.ndim))
    return _padded(g, x, widths, chosen, mode, value)


@form("Pad", since=2, until=10)
def pad_2(g, x, *, pads, mode="constant", value=0.0):
    return _padded(g, x, pads, range(x.ndim), mode, value)


@form("Pad", until=1)
def pad_first(g, x, *, paddings, mode="constant", value=0.0):
    return _padded(g, x, paddings, range(x.ndim), mode, value)


def _padded(g, x, widths, axes, mode, value):
    before, after = [0] * x.ndim, [0] * x.ndim
    for i, axis in enumerate(axes):
        before[axis], after[axis] = widths[i], widths[i + len(axes)]
    for axis in range(x.ndim):  # negative paddings cut
        if before[axis] < 0 or after[axis] < 0:
            x = g.slice(x, axis, max(-before[axis], 0), after[axis] if after[axis] < 0 else None)
    widths = [(max(b, 0), max(a, 0)) for b, a in zip(before, after)]
    if not any(b or a for b, a in widths):
        return x
    if mode == "wrap":
        return _wrapped(g, x, widths)
    if mode not in ("constant", "reflect", "edge"):
        raise Unsupported(f"mode={mode!r}")
    if x.ndim in (4, 5) and widths[:2] == [(0, 0), (0, 0)] and x.is_float:
        flat = tuple(n for pair in widths for n in pair)
        return g.moved("pad", x, mode=mode, pad_width=flat, constant_value=value)
    return g.moved("_npi_pad", x, mode=mode, pad_width=tuple(widths), constant_value=value)


def _wrapped(g, x, widths):
    for axis, (before, after) in enumerate(widths):
        n = x.dims[axis]
        if not before and not after:
            continue
        if n is not None and max(before, after) > n:
            raise Unsupported("mode='wrap' with more elements than there are")
        parts = [g.slice(x, axis, -before, None)] if before else []
        parts.append(x)
        if after:
            parts.append(g.slice(x, axis, 0, after))
        x = g.moved("Concat", *parts, dim=axis)
    return x


# ---- blocks of images


@form("DepthToSpace")
def depth_to_space(g, x, *, blocksize, mode="DCR"):
    if mode == "DCR":
        return g.moved("depth_to_space", x, block_size=blocksize)
    # Channels first, then the place in the block: (N, C b b, H, W) to (N, C, H b, W b).
    made = g.codes(x, [0, -4, -1, blocksize**2, 0, 0])
    made = g.codes(made, [0, 0, -4, blocksize, blocksize, 0, 0])
    return g.codes(g.transpose(made, [0, 1, 4, 2, 5, 3]), [0, 0, -3, -3])


@form("SpaceToDepth")
def space_to_depth(g, x, *, blocksize, mode="DCR"):
    if mode == "DCR":
        return g.moved("space_to_depth", x, block_size=blocksize)
    made = g.codes(g.codes(x, [0, 0, -4, -1, blocksize, 0]), [0, 0, 0, 0, -4, -1, blocksize])
    made = g.codes(g.transpose(made, [0, 1, 3, 5, 2, 4]), [0, -3, 0, 0, 0])
    return g.codes(made, [0, -3, 0, 0])


@form("CenterCropPad", since=18, folds=None)
def center_crop_pad(g, x, sizes, *, axes=None):
    wanted = g.ints(sizes, "its shape")
    chosen = [a % x.ndim for a in axes] if axes is not None else list(range(x.ndim))
    before, after = [0] * x.ndim, [0] * x.ndim
    for axis, goal in zip(chosen, wanted):
        n = x.dims[axis]
        if n is None:
            raise Unsupported(f"an open size: {GIVE}")
        if goal >= n:
            before[axis] = (goal - n) // 2
        else:
            before[axis] = -((n - goal) // 2)
        after[axis] = goal - n - before[axis]
    return _padded(g, x, [*before, *after], range(x.ndim), "constant", 0.0)
