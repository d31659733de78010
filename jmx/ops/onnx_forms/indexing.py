"""Elements at given positions."""

import numpy as np


def bounded(g, indices, data, axis, mode="clip"):
    """`indices` as int64 positions along `axis` of `data`: clipped to the ends, wrapped around, or as they are."""
    at = g.cast(indices, np.int64)
    at.shape, at.second = indices.samples
    if mode == "raise":
        return at
    size = g.size_of(data, axis)
    if mode == "wrap":
        return g.node("Mod", at, size if data.dims[axis % data.ndim] is None else g.number(data.shape[axis], np.int64), like=at)
    if size.array is None:
        last = g.node("Sub", size, 1)
        return g.node("Max", g.node("Min", at, last), g.number(0, np.int64), like=at)
    return g.node("Clip", at, g.number(0, np.int64), g.number(data.shape[axis] - 1, np.int64), like=at)


def take(g, call):
    data, indices = call.inputs
    axis = 0 if call.a.axis is None else call.a.axis % data.ndim
    at = bounded(g, indices, data, axis, call.a.mode)
    return g.node("Gather", data, at, axis=axis)


def embedding(g, call):
    indices, weight = call.inputs
    return g.node("Gather", weight, bounded(g, indices, weight, 0), axis=0)


def one_hot(g, call):
    a, x = call.a, call.x
    at = g.cast(x, np.int64)
    at.shape, at.second = x.samples
    hit = g.node("Equal", g.unsqueeze(at, [x.ndim]), np.arange(a.depth), dtype=np.bool_)
    target = call.out.dtype
    return g.where(hit, g.number(a.on_value, target), g.number(a.off_value, target))


def _picked(g, data, index, axis, mode):
    """Elements of `data` at `index`, which has its shape with one element along `axis`."""
    at = bounded(g, index, data, axis, mode)
    return g.node("GatherElements", data, at, axis=axis, like=at)


def pick(g, call):
    data, index = call.inputs
    axis = call.a.axis % data.ndim
    kept = [tuple(1 if i == axis else n for i, n in enumerate(sample)) for sample in data.samples]
    return g.like(_picked(g, data, g.reshape(index, *kept), axis, call.a.mode), call.out)


def batch_take(g, call):
    data, index = call.inputs
    column = [(*sample[:-1], 1) for sample in data.samples]
    return g.like(_picked(g, data, g.reshape(index, *column), data.ndim - 1, "clip"), call.out)


def _columns(g, indices):
    """Positions as ONNX has them: one in each row, not in each column."""
    at = g.cast(indices, np.int64)
    at.shape, at.second = indices.samples
    return g.transpose(at, [*range(1, indices.ndim), 0])


def gather_nd(g, call):
    data, indices = call.inputs
    return g.node("GatherND", data, _columns(g, indices))


def scatter_nd(g, call):
    data, indices = call.inputs
    zeros = g.expand(g.number(0, data.dtype), *call.out.samples)
    return g.node("ScatterND", zeros, _columns(g, indices), data)


def scatter_add_nd(g, call):
    if g.opset < 16:
        call.refuse("ONNX adds values at one position from opset 16 on")
    data, indices = call.inputs
    zeros = g.expand(g.number(0, data.dtype), *call.out.samples)
    return g.node("ScatterND", zeros, _columns(g, indices), data, reduction="add")


def scatter_set_nd(g, call):
    data, values, indices = call.inputs
    return g.node("ScatterND", data, _columns(g, indices), values)


def index_copy(g, call):
    data, index, rows = call.inputs
    at = g.cast(index, np.int64)
    at.shape, at.second = index.samples
    return g.node("ScatterND", data, g.unsqueeze(at, [1]), rows)


def index_array(g, call):
    call.fixed()
    return g.constant(call.evaluate(np.zeros(call.x.shape, np.float32))[0])


def ravel(g, call):
    strides = np.array([int(np.prod(call.a.shape[i + 1 :])) for i in range(len(call.a.shape))], np.int64)
    at = g.cast(call.x, np.int64)
    at.shape, at.second = call.x.samples
    flat = g.node("Mul", at, strides.reshape(-1, 1), like=at)
    return g.cast(g.reduce("ReduceSum", flat, [0], False), call.out.dtype)


def unravel(g, call):
    rest, rows = g.cast(call.x, np.int64), []
    rest.shape, rest.second = call.x.samples
    for size in reversed(call.a.shape[1:]):
        rows.append(g.unsqueeze(g.node("Mod", rest, size, fmod=1, like=call.x), [0]))
        rest = g.node("Div", rest, size, like=call.x)
    rows.append(g.unsqueeze(rest, [0]))
    joined = g.node("Concat", *reversed(rows), axis=0) if len(rows) > 1 else rows[0]
    return g.cast(joined, call.out.dtype)


def onehot_encode(g, call):
    """Rows of one-hot vectors, in the second input's shape."""
    indices, like = call.inputs
    at = g.cast(indices, np.int64)
    at.shape, at.second = indices.samples
    if like.dims[1] is None:
        call.refuse("the number of classes is open")
    hit = g.node("Equal", g.unsqueeze(at, [1]), np.arange(like.shape[1]), dtype=np.bool_)
    return g.cast(hit, call.out.dtype)


def fill_element(g, call):
    """Rows with one element replaced."""
    rows, values, index = call.inputs
    if rows.dims[1] is None:
        call.refuse("the length of the rows is open")
    at = g.cast(index, np.int64)
    at.shape, at.second = index.samples
    hit = g.node("Equal", g.unsqueeze(at, [1]), np.arange(rows.shape[1]), dtype=np.bool_)
    return g.where(hit, g.unsqueeze(values, [1]), rows)
