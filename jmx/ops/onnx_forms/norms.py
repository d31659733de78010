"""Normalizations."""

import numpy as np

from ..nn._common import wide_enough


def _single_precision(g, x):
    """`x` in the type in which it is computed with: half precision in single."""
    wide = g.cast(x, np.dtype(wide_enough(x.dtype)))
    wide.shape, wide.second = x.samples
    return wide


def batch_norm(g, call, relu=False, inverse=True):
    x, gamma, beta, mean, var = call.inputs
    a, axis = call.a, getattr(call.a, "axis", 1) % call.x.ndim
    if a.fix_gamma:
        gamma = g.constant(np.ones(gamma.shape, gamma.dtype))
    wide = _single_precision(g, x)
    order = [0, axis, *(i for i in range(1, x.ndim) if i != axis)] if axis else [1, 0, *range(2, x.ndim)]
    moved = axis != 1 and x.ndim > 1
    if x.ndim == 1:
        wide = g.unsqueeze(wide, [0])
    moved_x = g.transpose(wide, order) if moved else wide
    y = g.node("BatchNormalization", moved_x, gamma, beta, mean, var, epsilon=float(a.eps))
    if moved:
        y = g.transpose(y, [order.index(i) for i in range(x.ndim)])
    if x.ndim == 1:
        y = g.node("Squeeze", y, [0])
    y = g.cast(y, x.dtype)
    if relu or getattr(a, "with_relu", False):
        y = g.node("Relu", y)
    if not a.output_mean_var:
        return y
    spread = g.node("Identity", var)
    if inverse:
        spread = g.node("Reciprocal", g.node("Sqrt", g.node("Add", var, float(a.eps))))
    return y, g.node("Identity", mean), spread


def _standardized(g, x, axes, eps):
    """(x - mean) / deviation over `axes`, the mean, and the deviation."""
    mean = g.reduce("ReduceMean", x, axes)
    centred = g.node("Sub", x, mean, like=x)
    variance = g.reduce("ReduceMean", g.node("Mul", centred, centred, like=x), axes)
    deviation = g.node("Sqrt", g.node("Add", variance, eps), like=variance)
    return g.node("Div", centred, deviation, like=x), mean, deviation


def _along(g, vector, axis, ndim, dtype):
    shapes = [tuple(sample[0] if i == axis else 1 for i in range(ndim)) for sample in vector.samples]
    wide = g.cast(vector, dtype)
    wide.shape, wide.second = vector.samples
    return g.reshape(wide, *shapes)


def layer_norm(g, call):
    x, gamma, beta = call.inputs
    a, axis = call.a, call.a.axis % call.x.ndim
    if g.opset >= 17 and axis == x.ndim - 1 and not a.output_mean_var:
        return g.node("LayerNormalization", x, gamma, beta, axis=-1, epsilon=float(np.float32(a.eps)))
    wide = _single_precision(g, x)
    unit, mean, deviation = _standardized(g, wide, [axis], float(np.float32(a.eps)))
    gamma, beta = (_along(g, v, axis, x.ndim, wide.dtype) for v in (gamma, beta))
    y = g.cast(g.node("Add", g.node("Mul", unit, gamma), beta), x.dtype)
    return (y, g.cast(mean, x.dtype), g.cast(deviation, x.dtype)) if a.output_mean_var else y


def group_norm(g, call):
    x, gamma, beta = call.inputs
    a, groups = call.a, call.a.num_groups
    parts = [(sample[0], groups, int(np.prod(sample[1:])) // groups) for sample in x.samples]
    wide = g.reshape(_single_precision(g, x), *parts)
    unit, mean, deviation = _standardized(g, wide, [2], float(np.float32(a.eps)))
    gamma, beta = (_along(g, v, 1, 3, wide.dtype) for v in (gamma, beta))
    y = g.cast(g.node("Add", g.node("Mul", unit, gamma), beta, like=wide), x.dtype)
    y.shape, y.second = wide.samples
    y = g.like(y, x)
    if not a.output_mean_var:
        return y
    return [y, *(g.cast(g.squeeze(v, [2]), x.dtype) for v in (mean, deviation))]


def instance_norm(g, call):
    x, gamma, beta = call.inputs
    return g.node("InstanceNormalization", x, gamma, beta, epsilon=float(np.float32(call.a.eps)))


def l2_normalization(g, call):
    x, mode = call.x, call.a.mode
    axes = {"instance": list(range(1, x.ndim)), "channel": [1], "spatial": list(range(2, x.ndim))}[mode]
    wide = _single_precision(g, x)
    total = g.reduce("ReduceSum", g.node("Mul", wide, wide, like=wide), axes)
    return g.cast(g.node("Div", wide, g.node("Sqrt", g.node("Add", total, float(call.a.eps)))), x.dtype)


def lrn(g, call):
    a = call.a
    return g.node("LRN", call.x, alpha=float(a.alpha), beta=float(a.beta), bias=float(a.knorm), size=a.nsize)
