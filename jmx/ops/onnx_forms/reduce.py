"""Reductions over axes, positions of extremes, running sums, sorting."""

import math

import numpy as np

from ..reduce import _axes

_KINDS = {"sum": "ReduceSum", "mean": "ReduceMean", "prod": "ReduceProd", "max": "ReduceMax", "min": "ReduceMin"}


def _chosen(call):
    """The axes to reduce, by the rules of nd or of the NumPy interface."""
    a, ndim = call.a, call.x.ndim
    if call.op_name.startswith(("_np_", "_npi_")):
        return tuple(range(ndim)) if a.axis is None else tuple(i % ndim for i in a.axis) if ndim else ()
    return _axes(call.op_name, a.axis, ndim, getattr(a, "exclude", False))


def reduced(g, call, word, without_nan=False):
    """A sum, mean, product or extreme over axes."""
    x, axes, target = call.x, _chosen(call), call.out.dtype
    if getattr(call.a, "initial", None) is not None:
        call.refuse("`initial` is not supported")
    if without_nan and x.is_float:
        x = g.where(g.node("IsNaN", x, dtype=np.bool_), g.number(0 if word == "sum" else 1, x.dtype), x)
        x.shape, x.second = call.x.samples
    if word == "mean":
        x = g.as_float(x)
    elif x.dtype == np.bool_ and target == np.bool_:
        word = {"sum": "max", "prod": "min"}.get(word, word)
    x = g.widened(g.cast(x, target) if target.kind == "f" and word in ("sum", "prod", "mean") else x)
    if not axes:
        return g.like(g.cast(x, target), call.out)
    result = g.reduce(_KINDS[word], x, axes, bool(call.a.keepdims))
    return g.like(_shaped(g.cast(result, target), result), call.out)


def _shaped(value, like):
    if value.shape is None:
        value.shape, value.second = like.samples
    return value


def truth(g, call, word):
    """Whether any element over axes, or every one, is not 0."""
    x = g.cast(_shaped(g.cast(call.x, np.bool_), call.x), np.int32)
    axes = _chosen(call)
    result = (
        g.reduce("ReduceMax" if word == "any" else "ReduceMin", _shaped(x, call.x), axes, bool(call.a.keepdims)) if axes else x
    )
    return g.cast(result, np.bool_)


def norm(g, call):
    x, a = call.x, call.a
    axes = _axes("norm", a.axis, x.ndim)
    x = _shaped(g.as_float(x), call.x)
    if call.out.dtype == np.float64:
        x = _shaped(g.cast(x, np.float64), call.x)
    result = g.reduce("ReduceL1" if a.ord == 1 else "ReduceL2", x, axes, a.keepdims)
    return g.like(_shaped(g.cast(result, call.out.dtype), result), call.out)


def position(g, call, op_type):
    """The place of an extreme along an axis, or in the flattened array."""
    x, axis = g.widened(call.x), getattr(call.a, "axis", 1)
    keepdims = getattr(call.a, "keepdims", False)
    x = _shaped(x, call.x)
    if axis is None or x.ndim <= 1:
        x, axis, keepdims = g.node("Reshape", x, [-1]), 0, False
        result = _shaped(g.node(op_type, x, dtype=np.int64, axis=0, keepdims=1), g.ints([0]))
        return g.like(_shaped(g.cast(result, call.out.dtype), g.ints([0])), call.out)
    result = g.node(op_type, x, dtype=np.int64, axis=axis % x.ndim, keepdims=int(keepdims))
    return g.cast(result, call.out.dtype)


def moments(g, call):
    x, axes = _shaped(g.as_float(call.x), call.x), _axes("moments", call.a.axes, call.x.ndim)
    mean = g.reduce("ReduceMean", x, axes)
    centred = g.node("Sub", x, mean, like=x)
    variance = g.reduce("ReduceMean", g.node("Mul", centred, centred, like=x), axes)
    return [g.like(_shaped(g.cast(v, out.dtype), v), out) for v, out in zip((mean, variance), call.outputs)]


def cumsum(g, call):
    x, axis, target = call.x, call.a.axis, call.out.dtype
    x = _shaped(g.widened(g.cast(x, target)), call.x)
    if axis is None:
        x, axis = g.like(x, call.out), 0
    return g.cast(g.node("CumSum", x, g.number(axis, np.int64)), target)


def _sorted(g, call, k, ascending):
    """(values, positions, whether the array was flattened) of the first `k` elements along the axis of the call, all for 0."""
    x, axis = call.x, call.a.axis
    x = _shaped(g.widened(x), x)
    if axis is None:
        total = [math.prod(sample) for sample in x.samples]
        x, axis = g.reshape(x, [total[0]], [total[1]]), 0
    count = g.ints([k]) if k else g.size_of(x, axis)
    values, places = g.node(
        "TopK", x, count, outputs=2, dtype=[x.dtype, np.int64], axis=axis % x.ndim, largest=int(not ascending), sorted=1
    )
    return x, values, places


def topk(g, call):
    a = call.a
    x, values, places = _sorted(g, call, a.k if a.k > 0 else 0, a.is_ascend)
    if a.ret_typ == "mask":
        zero = g.node("Mul", x, 0, like=x)
        one = g.node("Add", g.node("Mul", values, 0), 1)
        mask = g.node("ScatterElements", zero, places, one, axis=0 if a.axis is None else a.axis % x.ndim, like=x)
        return g.like(_shaped(g.cast(mask, call.out.dtype), x), call.out)
    positions = g.cast(places, call.outputs[-1].dtype)
    if a.ret_typ == "indices":
        return positions
    values = g.cast(values, call.out.dtype)
    return (values, positions) if a.ret_typ == "both" else values


def sort(g, call):
    return g.cast(_sorted(g, call, 0, call.a.is_ascend)[1], call.out.dtype)


def argsort(g, call):
    return g.cast(_sorted(g, call, 0, call.a.is_ascend)[2], call.out.dtype)


def variance(g, call, root=False):
    """The mean of squared distances from the mean, or its root."""
    x, a, axes = call.x, call.a, _chosen(call)
    if not x.is_float:
        call.refuse("whole numbers are not supported; convert them first")
    if any(x.dims[i] is None for i in axes):
        call.refuse(f"it needs fixed sizes along the axes that it reduces, and its input has the shape {x.dims}")
    count = math.prod(x.shape[i] for i in axes)
    centred = g.node("Sub", x, g.reduce("ReduceMean", x, axes), like=x)
    squares = _shaped(g.cast(g.node("Mul", centred, centred, like=x), call.out.dtype), x)
    total = g.reduce("ReduceSum", squares, axes, bool(a.keepdims))
    result = g.node("Div", total, max(count - a.ddof, 0))
    return g.node("Sqrt", result) if root else result


def npi_norm(g, call):
    """Euclidean norms, of vectors also the sum of absolute values."""
    x, a = _shaped(g.as_float(call.x), call.x), call.a
    axes = tuple(range(x.ndim)) if a.axis is None else a.axis
    euclidean = a.flag in (-2, 1) or len(axes) == 1 and a.ord == 2
    if not euclidean and not (len(axes) == 1 and a.ord == 1 and a.flag == -1) or a.axis is None and a.flag != -2 and x.ndim > 1:
        call.refuse(f"ord={a.ord} with axis={a.axis} (flag={a.flag}) is not supported")
    return g.cast(g.reduce("ReduceL2" if euclidean else "ReduceL1", x, axes, a.keepdims), call.out.dtype)
