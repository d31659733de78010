"""Forms of operators that take and put elements by their places."""

from __future__ import annotations

import math

import numpy as np

from ._forms import GIVE, Unsupported, form
from ._values import Value


def _whole(g, indices: Value) -> Value:
    """`indices` as an array of whole numbers."""
    return indices if indices.dtype.kind in "iu" else g.cast(indices, np.int64)


def _counted(g, indices: Value, size: int | None) -> Value:
    """`indices` counted from the front; negative ones count from the back."""
    array = indices.array
    if array is not None:
        return indices if array.size and array.min() >= 0 else g.constant(np.where(array < 0, array + (size or 0), array))
    if size is None:
        return indices
    return g.scalar("mod", indices, size)


@form("Gather", folds=lambda x, indices, axis=0: indices.size * math.prod(x.shape) // max(x.shape[axis] if x.ndim else 1, 1))
def gather(g, x, indices, *, axis=0):
    axis %= x.ndim
    array = indices.array
    if array is not None and array.size == 1:
        place = int(array.reshape(-1)[0])
        part = g.slice(x, axis, place, place + 1 if place != -1 else None)
        if indices.ndim == 1:
            return part
        return g.reshape(part, [*x.pairs[:axis], *indices.pairs, *x.pairs[axis + 1 :]])
    if x.ndim == 1 and array is None and _is_all_in_order(x, indices):
        return g.reshape(x, indices.pairs)
    negative = array is None or array.min() < 0
    made = g.moved("take", x, _whole(g, indices), axis=axis, mode="wrap" if negative else "clip")
    if indices.ndim:
        return made
    return g.reshape(made, [*x.pairs[:axis], *x.pairs[axis + 1 :]])


def _is_all_in_order(x: Value, indices: Value) -> bool:
    """Whether indices computed from shapes are those of all elements of a vector, one after the other."""
    if indices.arrays is None:
        return False
    return all(n == a.size and np.array_equal(a.reshape(-1), np.arange(n)) for a, (n,) in zip(indices.arrays, x.shapes))


def _grid(g, indices: Value, axis: int) -> list[Value]:
    """The places of all elements of `indices`, dimension by dimension, with those of `axis` from `indices` itself."""
    if indices.is_open:
        raise Unsupported(f"indices with an open size: {GIVE}")
    if indices.size > 2**24:
        raise Unsupported(f"{indices.size} indices")
    shape = indices.shapes[0]
    places = []
    for i, n in enumerate(shape):
        counted = np.arange(n).reshape([-1 if j == i else 1 for j in range(len(shape))])
        places.append(indices if i == axis else g.constant(np.broadcast_to(counted, shape).astype(indices.dtype)))
    return places


@form("GatherElements", since=11)
def gather_elements(g, x, indices, *, axis=0):
    axis %= x.ndim
    indices = _counted(g, indices, x.dims[axis])
    if x.ndim == 1:
        return g.moved("take", x, indices, axis=0)
    if indices.dims[axis] == 1 and [p for i, p in enumerate(x.pairs) if i != axis] == [
        p for i, p in enumerate(indices.pairs) if i != axis
    ]:
        return g.moved("pick", x, indices, axis=axis, keepdims=True)
    return g.moved("gather_nd", x, g.op("stack", *_grid(g, indices, axis), axis=0))


def _leading(g, indices: Value, shape) -> Value:
    """Tuples of indices, last in ONNX, as first dimension, counted from the front."""
    depth = indices.dims[-1]
    if depth is None:
        raise Unsupported("an open number of indices")
    sizes = shape[:depth]
    array = indices.array
    if array is not None:
        if array.min(initial=0) < 0:
            if None in sizes:
                raise Unsupported("negative indices of a dimension of an open size")
            array = np.where(array < 0, array + np.asarray(sizes), array)
        return g.constant(np.moveaxis(array, -1, 0))
    if None not in sizes:
        divisor = g.constant(np.asarray(sizes, indices.dtype))
        indices = g.broadcast("mod", indices, divisor)
    return g.transpose(indices, [indices.ndim - 1, *range(indices.ndim - 1)])


@form("GatherND", since=11)
def gather_nd(g, x, indices, *, batch_dims=0):
    if not batch_dims:
        rank0 = indices.ndim == 1 and indices.dims[0] == x.ndim
        return g.moved("gather_nd", x, _leading(g, indices, x.dims), rank0=rank0)
    if indices.is_open:
        raise Unsupported(f"batch_dims with an open size: {GIVE}")
    inner = _leading(g, indices, x.dims[batch_dims:])
    shape = indices.shapes[0][:-1]
    places = []
    for i in range(batch_dims):
        counted = np.arange(shape[i]).reshape([-1 if j == i else 1 for j in range(len(shape))])
        places.append(np.broadcast_to(counted, shape))
    return g.moved("gather_nd", x, g.op("Concat", g.constant(np.stack(places).astype(indices.dtype)), inner, dim=0))


# ---- put


def _put(g, x, places, updates, reduction):
    """`x` with `updates` at `places`, whose first dimension runs over those of `x`."""
    if x.is_open:
        raise Unsupported(f"an input of an open shape: {GIVE}")
    if reduction == "none":
        put, touched = [g.op("scatter_nd", value, places, shape=x.shapes[0]) for value in (updates, g.op("ones_like", updates))]
        return g.op("where", touched, put, x)
    if reduction == "add":
        return g.op("elemwise_add", x, g.op("_backward_gather_nd", updates, places, shape=x.shapes[0]))
    raise Unsupported(f"reduction={reduction!r}")


@form("ScatterElements", since=11)
def scatter_elements(g, x, indices, updates, *, axis=0, reduction="none"):
    axis %= x.ndim
    indices = _counted(g, indices, x.dims[axis])
    return _put(g, x, g.op("stack", *_grid(g, indices, axis), axis=0), updates, reduction)


@form("Scatter", since=9, until=10)
def scatter(g, x, indices, updates, *, axis=0):
    return scatter_elements(g, x, indices, updates, axis=axis)


@form("ScatterND", since=11)
def scatter_nd(g, x, indices, updates, *, reduction="none"):
    return _put(g, x, _leading(g, indices, x.dims), updates, reduction)


# ---- others


@form("OneHot", since=9, folds=lambda indices, depth, values, axis=-1: indices.size * int(np.max(depth)))
def one_hot(g, indices, depth, values, *, axis=-1):
    count = int(g.known(depth, "depth").reshape(-1)[0])
    off, on = [n.item() for n in g.known(values, "values").reshape(-1)]
    if indices.is_float:
        indices = g.cast(indices, np.int64)
    # Negative indices count from the back; what lies outside is "off" everywhere.
    indices = _plus_depth_where_negative(g, indices, count)
    made = g.op("one_hot", indices, depth=count, on_value=on, off_value=off, dtype=values.dtype.name)
    if not indices.ndim:
        return g.reshape(made, [(count, count)])
    order = list(range(indices.ndim))
    order.insert(axis % (indices.ndim + 1), indices.ndim)
    return g.transpose(made, order)


def _plus_depth_where_negative(g, indices, depth):
    negative = g.scalar("lesser", indices, 0)
    return g.add(indices, g.scalar("mul", negative, depth))


@form("Trilu", since=14)
def trilu(g, x, k=None, *, upper=1):
    shift = 0 if k is None else g.ints(k, "k")[0]
    below = g.op("_npi_tril", g.op("ones_like", x), k=shift - 1 if upper else shift)
    zeros = g.op("zeros_like", x)
    return g.op("where", below, *((zeros, x) if upper else (x, zeros)), kind=x.dtype)


@form("Compress", since=9)
def compress(g, x, condition, *, axis=None):
    places = np.flatnonzero(g.known(condition, "its condition"))
    if not places.size:
        raise Unsupported("nothing is chosen")
    if axis is None:
        x, axis = g.codes(x, [-1]), 0
    return g.moved("take", x, g.constant(places), axis=axis % x.ndim)


@form("ReverseSequence", since=10)
def reverse_sequence(g, x, lengths, *, batch_axis=1, time_axis=0):
    made = x if time_axis == 0 else g.transpose(x, [1, 0, *range(2, x.ndim)])
    made = g.moved("SequenceReverse", made, lengths, use_sequence_length=True)
    return made if time_axis == 0 else g.transpose(made, [1, 0, *range(2, x.ndim)])


@form("RoiAlign", since=16)
def roi_align(
    g,
    x,
    rois,
    batch_indices,
    *,
    coordinate_transformation_mode="half_pixel",
    mode="avg",
    output_height=1,
    output_width=1,
    sampling_ratio=0,
    spatial_scale=1.0,
):
    return _roi_align(
        g,
        x,
        rois,
        batch_indices,
        coordinate_transformation_mode,
        mode,
        (output_height, output_width),
        sampling_ratio,
        spatial_scale,
    )


@form("RoiAlign", since=10, until=15)
def roi_align_first(
    g, x, rois, batch_indices, *, mode="avg", output_height=1, output_width=1, sampling_ratio=0, spatial_scale=1.0
):
    return _roi_align(
        g, x, rois, batch_indices, "output_half_pixel", mode, (output_height, output_width), sampling_ratio, spatial_scale
    )


def _roi_align(g, x, rois, batch_indices, coordinates, mode, size, ratio, scale):
    if mode != "avg":
        raise Unsupported("mode='max'")
    numbers = g.cast(batch_indices, rois.dtype)
    boxes = g.op("Concat", g.expand(numbers, [1]), rois, dim=1)
    return g.op(
        "_contrib_ROIAlign",
        x,
        boxes,
        pooled_size=size,
        spatial_scale=scale,
        sample_ratio=ratio or -1,
        aligned=coordinates == "half_pixel",
    )


@form("MaxRoiPool")
def max_roi_pool(g, x, rois, *, pooled_shape, spatial_scale=1.0):
    return g.op("ROIPooling", x, rois, pooled_size=tuple(pooled_shape), spatial_scale=spatial_scale)
