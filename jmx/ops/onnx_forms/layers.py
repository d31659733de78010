"""Layers: products with weights, convolutions, pooling, activations, softmax, and the outputs that losses hang on."""

import math

import numpy as np

from ..nn.activation import SELU_ALPHA, SELU_SCALE
from ..nn.pool import averaging_matrix

_ACTIVATIONS = {"relu": "Relu", "sigmoid": "Sigmoid", "tanh": "Tanh", "softrelu": "Softplus", "softsign": "Softsign"}


def fully_connected(g, call):
    x, weight, bias = call.x, call.inputs[1], call.get("bias")
    if bias is not None and bias.ndim == 2:
        bias = g.squeeze(bias, [1])
    if call.a.flatten and x.ndim != 2:
        rows = [(sample[0], math.prod(sample[1:])) for sample in x.samples]
        x = g.reshape(x, *rows)
    if x.ndim == 2:
        return g.node("Gemm", x, weight, bias, transB=1)
    product = g.node("MatMul", x, g.transpose(weight, [1, 0]))
    return product if bias is None else g.node("Add", product, bias)


def _channels(g, call, last_axes):
    """(data with channels second, whether they come last, function that puts them back)."""
    layout = call.a.layout
    last = bool(layout) and layout.endswith("C")
    if not last:
        return call.x, False, lambda y: y
    ndim = call.x.ndim
    there, back = [0, ndim - 1, *range(1, ndim - 1)], [0, *range(2, ndim), 1]
    return g.transpose(call.x, there), True, lambda y: g.transpose(y, back)


def convolution(g, call):
    a, weight = call.a, call.inputs[1]
    if getattr(a, "weight_first", False) or getattr(a, "with_relu", False):
        call.refuse("it is in a form that graphs have only while they run")
    x, last, back = _channels(g, call, True)
    n = len(a.kernel)
    if last:
        weight = g.transpose(weight, [0, n + 1, *range(1, n + 1)])
    pad = list(a.pad or (0,) * n)
    y = g.node(
        "Conv", x, weight, call.get("bias"), kernel_shape=list(a.kernel), strides=list(a.stride or (1,) * n),
        dilations=list(a.dilate or (1,) * n), pads=pad * 2, group=a.num_group,
    )  # fmt: skip
    return back(y)


def deconvolution(g, call):
    a, weight = call.a, call.inputs[1]
    x, last, back = _channels(g, call, True)
    n = len(a.kernel)
    if last:
        weight = g.transpose(weight, [0, n + 1, *range(1, n + 1)])
    kernel, stride, dilate = list(a.kernel), list(a.stride or (1,) * n), list(a.dilate or (1,) * n)
    pad, adjust = list(a.pad or (0,) * n), list(a.adj or (0,) * n)
    begin, end = pad, pad
    if a.target_shape and any(a.target_shape):
        call.fixed(call.x)
        sizes = x.shape[2:] if x.shape is not None else call.x.shape[2:]
        begin, end, adjust = [], [], [0] * n
        for size, k, s, d, target in zip(sizes, kernel, stride, dilate, a.target_shape):
            total = s * (size - 1) + (k - 1) * d + 1 - target
            begin.append((total + 1) // 2)
            end.append(total - (total + 1) // 2)
    y = g.node(
        "ConvTranspose", x, weight, call.get("bias"), kernel_shape=kernel, strides=stride, dilations=dilate,
        pads=[*begin, *end], output_padding=adjust if any(adjust) else None, group=a.num_group,
    )  # fmt: skip
    return back(y)


# ---- pooling ----


def pooling(g, call, whole=False):
    """`whole`: means are taken over whole windows, also where these reach beyond the padding."""
    a = call.a
    x, last, back = _channels(g, call, True)
    space = list(range(2, x.ndim))
    if a.global_pool:
        return back(_global(g, call, x, space))
    n = len(a.kernel)
    stride, pad = list(a.stride or (1,) * n)[:n], list(a.pad or (0,) * n)[:n]
    out = [call.out.shape[i] for i in (range(1, 1 + n) if last else space)]
    sizes = [x.shape[i] for i in space]
    fixed = all(x.dims[i] is not None for i in space)
    valid = a.pooling_convention == "valid"
    if not fixed and not valid and (a.pool_type != "max" or a.pooling_convention == "same"):
        call.refuse(f"pooling_convention={a.pooling_convention!r} needs fixed sizes of the image, which has {x.dims}")
    overflow = (
        [0] * n
        if valid or not fixed
        else [max(0, s * (o - 1) + k - p - size) - p for s, o, k, p, size in zip(stride, out, a.kernel, pad, sizes)]
    )
    end = [p + max(0, extra) for p, extra in zip(pad, overflow)]
    window = {"kernel_shape": list(a.kernel), "strides": stride}
    ceiling = None if fixed else int(a.pooling_convention == "full")
    if a.pool_type == "max":
        if any(p >= k for p, k in zip((*pad, *end), (*a.kernel, *a.kernel))):
            lowest = np.finfo(np.float32 if x.dtype.itemsize == 4 else x.dtype).min
            x = g.node("Pad", x, [0, 0, *pad, 0, 0, *end], g.number(lowest, x.dtype))
            pad = end = [0] * n
        return back(g.node("MaxPool", x, pads=[*pad, *end], ceil_mode=ceiling, **window))
    return back(_averaged(g, call, x, pad, end, out, sizes, window, fixed, whole))


def _averaged(g, call, x, pad, end, out, sizes, window, fixed, whole):
    """Means, sums and norms of windows, from ONNX's means."""
    a = call.a
    count = math.prod(a.kernel)
    power = a.p_value if a.pool_type == "lp" else 1
    if power > 1:
        x = g.node("Pow", x, power)
    exclude = a.pool_type == "avg" and a.count_include_pad is False
    if any(p >= k for p, k in zip((*pad, *end), (*a.kernel, *a.kernel))):
        return _averaged_with_zeros(g, call, x, pad, end, out, sizes, window, exclude, whole)
    mean = g.node("AveragePool", x, pads=[*pad, *end], count_include_pad=int(not exclude), **window)
    if a.pool_type == "avg":
        if exclude or whole or end == pad or not fixed:
            return mean
        return g.node("Mul", mean, _shares(a.kernel, window["strides"], pad, sizes, out, False).astype(x.dtype))
    total = g.node("Mul", mean, count)
    return total if power == 1 else g.node("Pow", total, 1 / power)


def _shares(kernel, stride, pad, sizes, out, exclude):
    """What the means of whole windows are multiplied by, so that they are those of the elements that MXNet counts.

    That is the padding that was asked for, unless `exclude`, but not what the last window reaches beyond it.
    """
    shares = np.ones(out)
    for i, (k, s, p, size, windows) in enumerate(zip(kernel, stride, pad, sizes, out)):
        start = np.arange(windows) * s - p
        stop = np.minimum(start + k, size if exclude else size + p)
        lengths = np.maximum(stop - (np.maximum(start, 0) if exclude else start), 1)
        shares = shares * (k / lengths).reshape((-1,) + (1,) * (len(out) - i - 1))
    return shares


def _with_zeros(g, x, pad, end):
    """An image with zeros around it.

    They are the smallest number instead: releases of onnxruntime up to 1.22 take a Pad of 0 for the padding of the pooling behind
    it, which does not count in maxima, and which they refuse where it is as wide as the window.
    """
    least = np.finfo(np.float16).smallest_subnormal if x.dtype == np.float16 else np.finfo(np.float32).tiny
    return g.node("Pad", x, [0, 0, *pad, 0, 0, *end], g.number(least, x.dtype))


def _averaged_with_zeros(g, call, x, pad, end, out, sizes, window, exclude, whole):
    """`_averaged` where windows lie in the padding alone, which ONNX's pooling refuses: with zeros around the image."""
    a = call.a
    mean = g.node("AveragePool", _with_zeros(g, x, pad, end), **window)
    if whole and not exclude:
        return mean
    if a.pool_type == "avg":
        return g.node("Mul", mean, _shares(a.kernel, window["strides"], pad, sizes, out, exclude).astype(x.dtype))
    total = g.node("Mul", mean, math.prod(a.kernel))
    return g.node("Pow", total, 1 / a.p_value) if a.pool_type == "lp" and a.p_value > 1 else total


def _global(g, call, x, space):
    a = call.a
    if a.pool_type in ("max", "avg"):
        return g.node("GlobalMaxPool" if a.pool_type == "max" else "GlobalAveragePool", x)
    power = a.p_value if a.pool_type == "lp" else 1
    total = g.reduce("ReduceSum", g.node("Pow", x, power, like=x) if power > 1 else x, space)
    return g.node("Pow", total, 1 / power) if power > 1 else total


def pooling_v1(g, call):
    a, x = call.a, call.x
    if a.global_pool:
        return _global(g, call, x, [2, 3])
    if None in x.dims[2:]:
        call.refuse(f"it needs images of a fixed size, and its input has the shape {x.dims}")
    stride, pad = list(a.stride or (1, 1)), list(a.pad or (0, 0))
    out, sizes = call.out.shape[2:], x.shape[2:]
    end = [max(p, s * (o - 1) + k - p - size) for s, o, k, p, size in zip(stride, out, a.kernel, pad, sizes)]
    if any(pad) or any(end):
        x = _with_zeros(g, x, pad, end)
    window = {"kernel_shape": list(a.kernel), "strides": stride}
    if a.pool_type == "max":
        y = g.node("MaxPool", x, **window)
    else:
        y = g.node("AveragePool", x, **window)
        y = y if a.pool_type == "avg" else g.node("Mul", y, math.prod(a.kernel))
    return g.slice(y, [0, 0], list(out), [2, 3])


def adaptive_pooling(g, call):
    x, size = call.x, call.a.output_size
    height, width = (size * 2)[:2] or (1, 1)
    if (height, width) == (1, 1):
        return g.node("GlobalAveragePool", x)
    if None in x.dims[2:]:
        call.refuse(f"it needs an image of a fixed size, and its input has the shape {x.dims}")
    rows, columns = averaging_matrix(x.shape[2], height), averaging_matrix(x.shape[3], width)
    return g.node("MatMul", rows.astype(x.dtype), g.node("MatMul", x, columns.T.astype(x.dtype)), dtype=x.dtype)


# ---- activations ----


def activation(g, call):
    if call.a.act_type == "log_sigmoid":
        return g.node("Neg", g.node("Softplus", g.node("Neg", call.x)))
    if call.a.act_type == "mish":
        return g.node("Mul", call.x, g.node("Tanh", g.node("Softplus", call.x)))
    return g.node(_ACTIVATIONS[call.a.act_type], call.x)


def leaky_relu(g, call):
    a, x = call.a, call.x
    if a.act_type == "leaky":
        return g.node("LeakyRelu", x, alpha=float(np.float32(a.slope)))
    if a.act_type == "elu":
        return g.node("Elu", x, alpha=float(np.float32(a.slope)))
    if a.act_type == "selu":
        return g.node("Selu", x, alpha=SELU_ALPHA, gamma=SELU_SCALE)
    if a.act_type == "gelu":
        return gelu(g, x)
    if a.act_type == "rrelu":
        slope = (a.lower_bound + a.upper_bound) / 2
        positive = g.node("Greater", x, 0, dtype=np.bool_)
        mask = g.where(positive, g.number(1, x.dtype), g.number(slope, x.dtype))
        return g.node("Mul", x, mask), mask
    gamma = call.inputs[1]
    ahead = min(2, x.ndim) - gamma.ndim
    lined = [(1,) * ahead + sample + (1,) * max(0, x.ndim - 2) for sample in gamma.samples]
    return g.node("PRelu", x, g.reshape(gamma, *lined))


def gelu(g, x):
    """x times the normal distribution's share below x."""
    share = g.node("Add", g.node("Erf", g.node("Div", x, math.sqrt(2))), 1)
    return g.node("Mul", g.node("Mul", x, 0.5), share)


def gelu_like(g, call):
    return gelu(g, call.x)


def dropout(g, call):
    if call.a.mode == "always" and call.a.p > 0:
        call.refuse('mode "always" drops elements in inference too, which no fixed file can')
    return call.x


# ---- softmax ----


def softmax(g, call, word="Softmax", sign=1):
    a, x, target = call.a, call.x, call.out.dtype
    axis = a.axis % x.ndim
    wide = g.cast(x, target) if target.itemsize > x.dtype.itemsize else x
    scale = sign / (a.temperature or 1.0)
    if scale != 1.0:
        wide = (
            g.node("Mul", wide, scale) if sign < 0 and not a.temperature else g.node("Div", wide, (a.temperature or 1.0) * sign)
        )
    length = call.get("length")
    if length is None:
        return g.cast(g.node(word, wide, axis=axis), target)
    at = positions_along(g, x, axis)
    inside = g.node("Less", at, g.unsqueeze(_int64(g, length), [axis]), dtype=np.bool_)
    lowest = g.number(np.finfo(np.float32 if wide.dtype.itemsize == 4 else wide.dtype).min, wide.dtype)
    share = g.node(word, g.where(inside, wide, lowest), axis=axis)
    return g.cast(g.where(inside, share, g.number(0, share.dtype)), target)


def _int64(g, value):
    whole = g.cast(value, np.int64)
    whole.shape, whole.second = value.samples
    return whole


def positions_along(g, x, axis):
    """0, 1, ... along `axis`, shaped to broadcast against `x`."""
    ones = [tuple(n if i == axis else 1 for i, n in enumerate(sample)) for sample in x.samples]
    if x.dims[axis] is not None:
        return g.constant(np.arange(x.shape[axis]).reshape(ones[0]))
    count = g.node("Squeeze", g.size_of(x, axis), [0])
    line = g.node("Range", g.number(0, np.int64), count, g.number(1, np.int64), dtype=np.int64)
    line.shape, line.second = ((sample[axis],) for sample in x.samples)
    return g.reshape(line, *ones)


def softmax_activation(g, call):
    return g.node("Softmax", call.x, axis=1 if call.a.mode == "channel" else call.x.ndim - 1)


def softmax_output(g, call):
    """The prediction: labels are left out."""
    a, x = call.a, call.x
    if a.multi_output and x.ndim > 1:
        return g.node("Softmax", x, axis=1)
    if a.preserve_shape or x.ndim <= 2:
        return g.node("Softmax", x, axis=x.ndim - 1)
    flat = [(sample[0], math.prod(sample[1:])) for sample in x.samples]
    y = g.node("Softmax", (rows := g.reshape(x, *flat)), axis=1, like=rows)
    return g.like(y, x)


def softmax_cross_entropy(g, call):
    """The sum of -log softmax at the labels."""
    x, label = call.inputs
    logs = g.node("LogSoftmax", x, axis=1, like=x)
    at = g.unsqueeze(_int64(g, label), [1])
    rows = g.node("GatherElements", logs, at, axis=1, like=at)
    total = g.reduce("ReduceSum", rows, [0, 1], False)
    return g.node("Neg", g.node("Reshape", total, [1]))


def logistic_output(g, call):
    return g.node("Sigmoid", call.x)
