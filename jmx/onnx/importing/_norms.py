"""Forms of normalizations and softmax."""

from __future__ import annotations

import numpy as np

from ._forms import GIVE, Unsupported, form


@form("BatchNormalization", since=14, folds=None)
def batch_norm(g, x, scale, bias, mean, var, *, epsilon=1e-5, momentum=0.9, training_mode=0):
    if training_mode or g.wanted > 1:
        raise Unsupported("training_mode=1: only networks for inference can be read (they may be trained afterwards)")
    return _batch_norm(g, x, scale, bias, mean, var, epsilon, momentum)


@form("BatchNormalization", until=13, folds=None)
def batch_norm_first(g, x, scale, bias, mean, var, *, epsilon=1e-5, momentum=0.9, spatial=1, is_test=0, consumed_inputs=None):
    if not spatial:
        raise Unsupported("spatial=0: statistics per place, which MXNet does not have")
    if g.wanted > 1:
        raise Unsupported("outputs of training: only networks for inference can be read (they may be trained afterwards)")
    return _batch_norm(g, x, scale, bias, mean, var, epsilon, momentum)


def _batch_norm(g, x, scale, bias, mean, var, epsilon, momentum):
    if mean.array is not None and var.array is not None and mean.name != var.name and x.ndim > 1:
        return g.op("BatchNorm", x, scale, bias, g.state(mean), g.state(var), eps=epsilon, momentum=momentum, fix_gamma=False)
    shape = [(1, 1)] * x.ndim
    shape[min(1, x.ndim - 1)] = scale.pairs[0]
    scale, bias, mean, var = [g.reshape(value, shape) for value in (scale, bias, mean, var)]
    rate = g.unary("rsqrt", g.scalar("plus", var, epsilon))
    return g.add(g.mul(g.broadcast("sub", x, mean), g.mul(rate, scale)), bias)


@form("InstanceNormalization", since=6, folds=None)
def instance_norm(g, x, scale, bias, *, epsilon=1e-5):
    return g.op("InstanceNorm", x, scale, bias, eps=epsilon)


@form("LayerNormalization", since=17, folds=None)
def layer_norm(g, x, scale, bias=None, *, axis=-1, epsilon=1e-5, stash_type=1):
    axis %= x.ndim
    if axis == x.ndim - 1 and g.wanted == 1 and scale.ndim == 1 and scale.pairs == x.pairs[-1:]:
        if bias is None:
            bias = g.constant(np.zeros(scale.shapes[0], scale.dtype))
        if bias.pairs == scale.pairs:
            return g.op("LayerNorm", x, scale, bias, axis=-1, eps=epsilon)
    made, mean, rate = _standardized(g, x, tuple(range(axis, x.ndim)), epsilon)
    made = g.mul(made, scale)
    return (made if bias is None else g.add(made, bias)), mean, rate


def _standardized(g, x, axes, epsilon):
    """(x - mean) / sqrt(variance + epsilon) over some dimensions; the means; and the factors."""
    mean = g.op("mean", x, axis=axes, keepdims=True)
    centered = g.broadcast("sub", x, mean)
    variance = g.op("mean", g.unary("square", centered), axis=axes, keepdims=True)
    rate = g.unary("rsqrt", g.scalar("plus", variance, epsilon))
    return g.mul(centered, rate), mean, rate


@form("RMSNormalization", since=23, folds=None)
def rms_norm(g, x, scale, *, axis=-1, epsilon=1e-5, stash_type=1):
    squares = g.op("mean", g.unary("square", x), axis=tuple(range(axis % x.ndim, x.ndim)), keepdims=True)
    return g.mul(g.mul(x, g.unary("rsqrt", g.scalar("plus", squares, epsilon))), scale)


@form("GroupNormalization", since=18, folds=None)
def group_norm(g, x, scale, bias, *, num_groups, epsilon=1e-5, stash_type=1):
    channels = x.dims[1]
    if channels is None or num_groups < 1 or channels % num_groups:
        raise Unsupported(f"{channels or 'an open number of'} channels in {num_groups} groups")
    # Groups become channels of a normalization whose scale does nothing; ONNX's scale is one per group before opset 21.
    grouped = g.codes(x, [0, num_groups, -1])
    one, zero = [g.constant(np.full((num_groups,), n, x.dtype)) for n in (1, 0)]
    made = g.op("reshape_like", g.op("InstanceNorm", grouped, one, zero, eps=epsilon), x)
    shape = [(1, 1), (channels, channels), *[(1, 1)] * (x.ndim - 2)]
    if scale.dims == (num_groups,) != (channels,):
        scale, bias = [g.op("repeat", value, repeats=channels // num_groups, axis=0) for value in (scale, bias)]
    return g.add(g.mul(made, g.reshape(scale, shape)), g.reshape(bias, shape))


@form("MeanVarianceNormalization", since=9, folds=None)
def mean_variance_norm(g, x, *, axes=(0, 2, 3)):
    mean = g.op("mean", x, axis=tuple(axes), keepdims=True)
    centered = g.broadcast("sub", x, mean)
    deviation = g.unary("sqrt", g.op("mean", g.unary("square", centered), axis=tuple(axes), keepdims=True))
    return g.broadcast("div", centered, g.scalar("plus", deviation, 1e-9))


@form("LRN", folds=None)
def lrn(g, x, *, size, alpha=0.0001, beta=0.75, bias=1.0):
    if size % 2 == 0:
        raise Unsupported(f"size={size}; MXNet's LRN takes odd sizes")
    return g.op("LRN", x, alpha=alpha, beta=beta, knorm=bias, nsize=size)


@form("LpNormalization", folds=None)
def lp_norm(g, x, *, axis=-1, p=2):
    norm = g.op("norm", x, ord=p, axis=axis, keepdims=True)
    # Where all numbers are 0, so is the result.
    return g.broadcast("div", x, g.add(norm, g.scalar("equal", norm, 0)))


# ---- softmax


def _softmax(onnx_name, name):
    @form(onnx_name, since=13)
    def build(g, x, *, axis=-1):
        return g.op(name, x, axis=axis)

    @form(onnx_name, until=12)
    def build_first(g, x, *, axis=1):
        axis %= max(x.ndim, 1)
        if axis == x.ndim - 1:
            return g.op(name, x, axis=-1)
        return g.moved("reshape_like", g.op(name, flattened(g, x, axis), axis=-1), x)


_softmax("Softmax", "softmax")
_softmax("LogSoftmax", "log_softmax")


def flattened(g, x, axis):
    """`x` as a matrix: the dimensions before `axis` by all others."""
    if axis == 0:
        return g.codes(x, [1, -1])
    if axis == 1:
        return g.moved("Flatten", x)
    sizes = [
        (int(np.prod([p for p, _ in part])), int(np.prod([q for _, q in part]))) for part in (x.pairs[:axis], x.pairs[axis:])
    ]
    if sizes[0][0] == sizes[0][1]:
        return g.codes(x, [sizes[0][0], -1])
    if sizes[1][0] == sizes[1][1]:
        return g.codes(x, [-1, sizes[1][0]])
    return g.reshape(x, sizes)


@form("Hardmax", since=13)
def hardmax(g, x, *, axis=-1):
    return _hardmax(g, x, axis % x.ndim)


@form("Hardmax", until=12)
def hardmax_first(g, x, *, axis=1):
    axis %= x.ndim
    if axis == x.ndim - 1:
        return _hardmax(g, x, axis)
    return g.moved("reshape_like", _hardmax(g, flattened(g, x, axis), 1), x)


def _hardmax(g, x, axis):
    depth = x.dims[axis]
    if depth is None:
        raise Unsupported(f"an open size of its axis: {GIVE}")
    places = g.op("argmax", x, axis=axis, rank0=x.ndim == 1)
    made = g.op("one_hot", places, depth=depth, dtype=x.dtype.name)
    if x.ndim == 1:
        return g.reshape(made, [x.pairs[0]])
    order = list(range(x.ndim - 1))
    order.insert(axis, x.ndim - 1)
    return g.transpose(made, order)
