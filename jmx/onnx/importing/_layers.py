"""Forms of layers: convolutions, pooling, matrix products, dropout."""

from __future__ import annotations

import math

import numpy as np

from ._forms import GIVE, Unsupported, form
from ._values import Value

# ---- windows


def windows(x: Value, kernel, strides, dilations, pads, auto_pad) -> tuple[list[int], list[int], list[int], list[int]]:
    """(strides, dilations, paddings before, paddings after) of windows over the dimensions behind the second, all filled in."""
    rank = len(kernel)
    if x.ndim != rank + 2:
        raise Unsupported(f"its input has {x.ndim} dimensions, but its window {rank}")
    strides, dilations = list(strides or [1] * rank), list(dilations or [1] * rank)
    before, after = [0] * rank, [0] * rank
    if auto_pad in ("NOTSET", "") and pads:
        before, after = list(pads[:rank]), list(pads[rank:])
    elif auto_pad in ("SAME_UPPER", "SAME_LOWER"):
        for i in range(rank):
            extent = (kernel[i] - 1) * dilations[i] + 1
            totals = {max((math.ceil(n / strides[i]) - 1) * strides[i] + extent - n, 0) for n in x.pairs[i + 2]}
            if len(totals) > 1:
                raise Unsupported(f"the padding of auto_pad={auto_pad} depends on the open size of dimension {i + 2}: {GIVE}")
            total = totals.pop()
            small, large = total // 2, total - total // 2
            before[i], after[i] = (small, large) if auto_pad == "SAME_UPPER" else (large, small)
    if not len(strides) == len(dilations) == len(before) == len(after) == rank:
        raise Unsupported(f"strides, dilations and pads do not fit a window of {rank} dimensions")
    return strides, dilations, before, after


def padded(g, x: Value, before, after, number=0.0) -> Value:
    """`x` with numbers around the dimensions behind the second."""
    if not any(before) and not any(after):
        return x
    widths = [(0, 0), (0, 0), *zip(before, after)]
    if x.ndim in (4, 5):
        return g.moved("pad", x, mode="constant", pad_width=tuple(n for pair in widths for n in pair), constant_value=number)
    return g.moved("_npi_pad", x, mode="constant", pad_width=tuple(widths), constant_value=number)


@form("Conv", folds=None)
def convolution(g, x, w, bias=None, *, auto_pad="NOTSET", dilations=None, group=1, kernel_shape=None, pads=None, strides=None):
    kernel = w.shapes[0][2:]
    if not 1 <= len(kernel) <= 3:
        raise Unsupported(f"a convolution of {len(kernel)} dimensions; MXNet has 1 to 3")
    strides, dilations, before, after = windows(x, kernel, strides, dilations, pads, auto_pad)
    if min(*before, *after) < 0:
        raise Unsupported("negative paddings")
    if before != after:
        x, before = padded(g, x, before, after), [0] * len(kernel)
    return g.op(
        "Convolution",
        *(x, w) if bias is None else (x, w, bias),
        kernel=kernel,
        stride=tuple(strides),
        dilate=tuple(dilations),
        pad=tuple(before),
        num_filter=w.shapes[0][0],
        num_group=group,
        no_bias=bias is None,
    )


@form("ConvTranspose", folds=None)
def deconvolution(
    g,
    x,
    w,
    bias=None,
    *,
    auto_pad="NOTSET",
    dilations=None,
    group=1,
    kernel_shape=None,
    output_padding=None,
    output_shape=None,
    pads=None,
    strides=None,
):
    kernel = w.shapes[0][2:]
    rank = len(kernel)
    if not 1 <= rank <= 3 or x.ndim != rank + 2:
        raise Unsupported(f"a transposed convolution of {rank} dimensions; MXNet has 1 to 3")
    strides, dilations, extra = list(strides or [1] * rank), list(dilations or [1] * rank), list(output_padding or [0] * rank)
    before, after = list(pads[:rank]) if pads else [0] * rank, list(pads[rank:]) if pads else [0] * rank
    if output_shape or auto_pad in ("SAME_UPPER", "SAME_LOWER"):
        for i in range(rank):
            n = x.dims[i + 2]
            if output_shape and n is None:
                raise Unsupported(f"output_shape with an open size: {GIVE}")
            # Without output_shape, the result is to be `stride` times as large, whatever the size is.
            full = strides[i] * ((n or 1) - 1) + extra[i] + (kernel[i] - 1) * dilations[i] + 1
            total = full - (output_shape[-rank:][i] if output_shape else (n or 1) * strides[i])
            small, large = total // 2, total - total // 2
            before[i], after[i] = (small, large) if auto_pad == "SAME_UPPER" else (large, small)
            if total < 0:
                before[i], after[i], extra[i] = 0, 0, extra[i] - total
    symmetric = before == after and min(before) >= 0 and all(e < s for e, s in zip(extra, strides))
    made = g.op(
        "Deconvolution",
        *(x, w) if bias is None else (x, w, bias),
        kernel=kernel,
        stride=tuple(strides),
        dilate=tuple(dilations),
        pad=tuple(before) if symmetric else (0,) * rank,
        adj=tuple(extra) if symmetric else (0,) * rank,
        num_filter=w.shapes[0][1] * group,
        num_group=group,
        no_bias=bias is None,
    )
    return made if symmetric else _cropped(g, made, [-n for n in before], [e - n for e, n in zip(extra, after)], bias)


def _cropped(g, x, before, after, bias):
    """`x` with the dimensions behind the second made longer by zeros, or shorter."""
    if max(*before, *after) > 0:
        if bias is not None:
            raise Unsupported("output_padding of a stride or more, together with a bias")
        x = padded(g, x, [max(n, 0) for n in before], [max(n, 0) for n in after])
    for i, (first, last) in enumerate(zip(before, after)):
        if first < 0 or last < 0:
            x = g.slice(x, i + 2, max(-first, 0), last if last < 0 else None)
    return x


@form("DeformConv", since=19, folds=None)
def deformable_convolution(
    g, x, w, offset, bias=None, mask=None, *, dilations=None, group=1, kernel_shape=None, offset_group=1, pads=None, strides=None
):
    kernel = w.shapes[0][2:]
    if len(kernel) != 2:
        raise Unsupported(f"a deformable convolution of {len(kernel)} dimensions; MXNet has 2")
    strides, dilations, before, after = windows(x, kernel, strides, dilations, pads, "NOTSET")
    if before != after or min(before) < 0:
        raise Unsupported("paddings that differ on both sides")
    name, inputs = ("_contrib_DeformableConvolution", (x, offset, w))
    if mask is not None:
        name, inputs = ("_contrib_ModulatedDeformableConvolution", (x, offset, mask, w))
    return g.op(
        name,
        *inputs if bias is None else (*inputs, bias),
        kernel=kernel,
        stride=tuple(strides),
        dilate=tuple(dilations),
        pad=tuple(before),
        num_filter=w.shapes[0][0],
        num_group=group,
        num_deformable_group=offset_group,
        no_bias=bias is None,
    )


@form("Col2Im", since=18, folds=None)
def col2im(g, x, image_shape, block_shape, *, dilations=None, pads=None, strides=None):
    size, kernel = g.ints(image_shape, "image_shape"), g.ints(block_shape, "block_shape")
    pads = pads or [0] * 2 * len(kernel)
    if len(kernel) > 2 or pads[: len(kernel)] != pads[len(kernel) :]:
        raise Unsupported("blocks of more than 2 dimensions, or paddings that differ on both sides")
    return g.op(
        "col2im",
        x,
        output_size=tuple(size),
        kernel=tuple(kernel),
        dilate=tuple(dilations or [1] * len(kernel)),
        stride=tuple(strides or [1] * len(kernel)),
        pad=tuple(pads[: len(kernel)]),
    )


# ---- pooling


def _sizes(x, kernel, strides, dilations, before, after, ceil):
    """The output's sizes in both samples, by ONNX's rule: a window may reach over the end, but not begin behind it."""
    made = []
    for i, pair in enumerate(x.pairs[2:]):
        sizes = []
        for n in pair:
            extent = (kernel[i] - 1) * dilations[i] + 1
            span = n + before[i] + after[i] - extent
            count = (-(-span // strides[i]) if ceil else span // strides[i]) + 1
            if ceil and (count - 1) * strides[i] >= n + before[i]:
                count -= 1
            sizes.append(count)
        made.append(tuple(sizes))
    return made


def _pool(g, x, kind, kernel, strides, before, after, ceil, **more):
    """MXNet's pooling; `kind` is what its `pool_type` is called."""
    wanted = _sizes(x, kernel, strides, [1] * len(kernel), before, after, ceil)
    floor = _sizes(x, kernel, strides, [1] * len(kernel), before, after, False)
    if before != after:
        # Maxima must not see what is put around; a sum and a mean that counts it take zeros.
        lowest = -float(np.finfo(np.float32 if x.held != np.float16 else np.float16).max)
        x, before = padded(g, x, before, after, lowest if kind == "max" else 0.0), [0] * len(kernel)
    made = g.op(
        "Pooling",
        x,
        kernel=tuple(kernel),
        stride=tuple(strides),
        pad=tuple(before),
        pool_type=kind,
        pooling_convention="full" if ceil and (floor != wanted or x.is_open) else "valid",
        **more,
    )
    for i, pair in enumerate(wanted):
        if made.pairs[i + 2] != pair:
            if pair[0] != pair[1]:
                raise Unsupported(f"ceil_mode with an open size: {GIVE}")
            made = g.slice(made, i + 2, 0, pair[0])
    return made


def _checked_kernel(kernel):
    if not 1 <= len(kernel) <= 3:
        raise Unsupported(f"pooling of {len(kernel)} dimensions; MXNet has 1 to 3")


@form("MaxPool", folds=None)
def max_pool(g, x, *, kernel_shape, auto_pad="NOTSET", ceil_mode=0, dilations=None, pads=None, storage_order=0, strides=None):
    if g.wanted > 1:
        raise Unsupported("the positions of the maxima (its second output) are not supported")
    _checked_kernel(kernel_shape)
    strides, dilations, before, after = windows(x, kernel_shape, strides, dilations, pads, auto_pad)
    dtype = x.dtype
    if not x.is_float:
        x = g.cast(x, np.float32)
    if set(dilations) == {1}:
        made = _pool(g, x, "max", kernel_shape, strides, before, after, bool(ceil_mode))
    else:
        made = _dilated_maximum(g, x, kernel_shape, strides, dilations, before, after, bool(ceil_mode))
    return made if made.dtype == dtype else g.cast(made, dtype)


def _dilated_maximum(g, x, kernel, strides, dilations, before, after, ceil):
    """The maximum over the places of a window, of one strided part of the input each."""
    sizes = _sizes(x, kernel, strides, dilations, before, after, ceil)
    if any(p != q for p, q in sizes) or math.prod(kernel) > 64:
        raise Unsupported("pooling with dilations takes fixed sizes (input_shapes={...}) and windows of at most 64 places")
    counts = [p for p, _ in sizes]
    reach = [(c - 1) * s + (k - 1) * d + 1 for c, s, k, d in zip(counts, strides, kernel, dilations)]
    ends = [max(r - n - b, a) for r, n, b, a in zip(reach, x.shapes[0][2:], before, after)]
    x = padded(g, x, before, ends, -float(np.finfo(np.float32).max))
    made = None
    for place in np.ndindex(*kernel):
        begin = [p * d for p, d in zip(place, dilations)]
        end = [b + (c - 1) * s + 1 for b, c, s in zip(begin, counts, strides)]
        part = g.op("slice", x, begin=(None, None, *begin), end=(None, None, *end), step=(1, 1, *strides))
        made = part if made is None else g.broadcast("maximum", made, part)
    assert made is not None
    return made


@form("AveragePool", folds=None)
def average_pool(
    g, x, *, kernel_shape, auto_pad="NOTSET", ceil_mode=0, count_include_pad=0, dilations=None, pads=None, strides=None
):
    _checked_kernel(kernel_shape)
    strides, dilations, before, after = windows(x, kernel_shape, strides, dilations, pads, auto_pad)
    ceil = bool(ceil_mode)
    if set(dilations) != {1}:
        return _dilated_mean(g, x, kernel_shape, strides, dilations, before, after, ceil, count_include_pad)
    if before == after or count_include_pad:
        return _pool(g, x, "avg", kernel_shape, strides, before, after, ceil, count_include_pad=bool(count_include_pad))
    ones = g.op("ones_like", x)
    total, counted = [_pool(g, value, "sum", kernel_shape, strides, before, after, ceil) for value in (x, ones)]
    return g.op("elemwise_div", total, counted)


def _dilated_mean(g, x, kernel, strides, dilations, before, after, ceil, count_padding):
    """The mean over windows with gaps, as a convolution with ones, channel by channel."""
    channels = x.dims[1]
    if channels is None or channels * math.prod(kernel) > 2**24:
        raise Unsupported("pooling with dilations takes a fixed number of channels")
    wanted = _sizes(x, kernel, strides, dilations, before, after, ceil)
    if any(p != q for p, q in wanted):
        raise Unsupported("pooling with dilations takes fixed sizes (input_shapes={...})")
    reach = [(p - 1) * s + (k - 1) * d + 1 for (p, _), s, k, d in zip(wanted, strides, kernel, dilations)]
    ends = [max(r - n - b, 0) for r, n, b in zip(reach, x.shapes[0][2:], before)]
    ones = g.op("ones_like", x)
    if count_padding:
        ones = padded(g, ones, before, after, 1.0)
        ones = padded(g, ones, [0] * len(kernel), [max(e - a, 0) for e, a in zip(ends, after)])
    else:
        ones = padded(g, ones, before, ends)
    weight = g.constant(np.ones((channels, 1, *kernel), x.dtype))
    sums = []
    for value in (padded(g, x, before, ends), ones):
        made = g.op(
            "Convolution",
            value,
            weight,
            kernel=tuple(kernel),
            stride=tuple(strides),
            dilate=tuple(dilations),
            num_filter=channels,
            num_group=channels,
            no_bias=True,
        )
        for i, (count, _) in enumerate(wanted):
            made = made if made.dims[i + 2] == count else g.slice(made, i + 2, 0, count)
        sums.append(made)
    return g.op("elemwise_div", *sums)


@form("LpPool", folds=None)
def lp_pool(g, x, *, kernel_shape, auto_pad="NOTSET", ceil_mode=0, dilations=None, p=2, pads=None, strides=None):
    _checked_kernel(kernel_shape)
    strides, dilations, before, after = windows(x, kernel_shape, strides, dilations, pads, auto_pad)
    if set(dilations) != {1}:
        raise Unsupported("dilations are not supported")
    powers = g.scalar("power", g.unary("abs", x), p)
    return g.scalar("power", _pool(g, powers, "sum", kernel_shape, strides, before, after, bool(ceil_mode)), 1 / p)


def _globally(g, x, kind):
    if 3 <= x.ndim <= 5:
        return g.op("Pooling", x, kernel=(1,) * (x.ndim - 2), pool_type=kind, global_pool=True)
    return g.op({"max": "max", "avg": "mean"}[kind], x, axis=tuple(range(2, x.ndim)), keepdims=True)


@form("GlobalAveragePool", folds=None)
def global_average_pool(g, x):
    return _globally(g, x, "avg")


@form("GlobalMaxPool", folds=None)
def global_max_pool(g, x):
    return _globally(g, x, "max")


@form("GlobalLpPool", folds=None)
def global_lp_pool(g, x, *, p=2):
    powers = g.scalar("power", g.unary("abs", x), p)
    return g.scalar("power", g.op("sum", powers, axis=tuple(range(2, x.ndim)), keepdims=True), 1 / p)


# ---- products of matrices


@form("MatMul")
def matmul(g, a, b):
    if not a.is_float and a.dtype.kind in "iu":
        raise Unsupported("a product of matrices of whole numbers; MXNet multiplies floating point only")
    first, second = a, b
    a = g.expand(a, [0]) if a.ndim == 1 else a
    b = g.expand(b, [1]) if b.ndim == 1 else b
    made = _product(g, a, b)
    if first.ndim == 1 and second.ndim == 1:
        return g.reshape(made, [])
    if first.ndim == 1:
        return g.drop(made, [made.ndim - 2])
    return g.drop(made, [made.ndim - 1]) if second.ndim == 1 else made


def _product(g, a, b):
    """The product of the last two dimensions, the others broadcast."""
    if b.ndim == 2:
        return g.op("dot", a, b)
    if a.ndim == b.ndim and a.pairs[:-2] == b.pairs[:-2]:
        return g.op("batch_dot", a, b) if a.ndim == 3 else g.op("_linalg_gemm2", a, b)
    return g.op("_npi_matmul", a, b)


@form("Gemm", since=7)
def gemm(g, a, b, c=None, *, alpha=1.0, beta=1.0, transA=0, transB=0):
    if not a.is_float:
        raise Unsupported("a product of matrices of whole numbers; MXNet multiplies floating point only")
    a = g.transpose(a, [1, 0]) if transA else a
    plain = alpha == beta == 1.0
    if plain and transB and b.arrays is not None and (c is None or c.dims in ((b.dims[0],), (1, b.dims[0]))):
        if c is not None and c.ndim == 2:
            c = g.drop(c, [0])
        inputs = (a, b) if c is None else (a, b, c)
        return g.op("FullyConnected", *inputs, num_hidden=b.shapes[0][0], no_bias=c is None, flatten=False)
    made = g.op("dot", a, b, transpose_b=bool(transB))
    made = made if alpha == 1 else g.scalar("mul", made, alpha)
    if c is None or beta == 0:
        return made
    return g.add(made, c if beta == 1 else g.scalar("mul", c, beta))


@form("Einsum", since=12)
def einsum(g, *inputs, equation):
    if any(not value.is_float for value in inputs):
        raise Unsupported("sums of products of whole numbers; MXNet multiplies floating point only")
    return g.op("_npi_einsum", *inputs, subscripts=equation.replace(" ", ""), rank0=_is_full_sum(equation))


def _is_full_sum(equation):
    """Whether no subscript is left."""
    text = equation.replace(" ", "")
    if "->" in text:
        return text.endswith("->")
    letters = text.replace(",", "")
    return "." not in letters and all(letters.count(letter) > 1 for letter in letters)


@form("Det", since=11)
def determinant(g, x):
    return g.op("_linalg_det", x, rank0=x.ndim == 2)


# ---- quantization


def _along(g, value, x, axis):
    """A number, or numbers along a dimension, so that they broadcast to `x`."""
    if value.ndim != 1 or value.dims == (1,) or x.ndim == 1:
        return g.reshape(value, []) if value.ndim and x.ndim != 1 else value
    shape = [(1, 1)] * x.ndim
    shape[axis % x.ndim] = value.pairs[0]
    return g.reshape(value, shape)


def _is_zero(value):
    """Whether all elements are known to be 0."""
    return value.array is not None and not value.array.any()


@form("DequantizeLinear", since=10, folds="always")
def dequantize(g, x, scale, zero=None, *, axis=1, block_size=0, output_dtype=0):
    if scale.ndim > 1 or block_size or output_dtype:
        raise Unsupported("scales of blocks, and other element types than the scale's")
    made = g.cast(x, scale.dtype)
    if zero is not None and not _is_zero(zero):
        made = g.broadcast("sub", made, _along(g, g.cast(zero, scale.dtype), x, axis))
    return g.mul(made, _along(g, scale, x, axis))


@form("QuantizeLinear", since=10, folds=None)
def quantize(g, x, scale, zero=None, *, axis=1, block_size=0, output_dtype=0, precision=0, saturate=1):
    dtype = np.dtype(np.uint8) if zero is None else zero.dtype
    if (
        scale.ndim > 1
        or block_size
        or output_dtype not in (0, 2)
        or precision
        or dtype not in (np.uint8, np.int8)
        or not x.is_float
    ):
        raise Unsupported("scales of blocks, and other element types than uint8 and int8")
    made = g.unary("_npi_around", g.broadcast("div", x, _along(g, scale, x, axis)))
    if zero is not None and not _is_zero(zero):
        made = g.add(made, _along(g, g.cast(zero, x.dtype), x, axis))
    limits = np.iinfo(dtype)
    return g.cast(g.unary("clip", made, a_min=limits.min, a_max=limits.max), dtype)


# ---- dropout


@form("Dropout", since=12)
def dropout(g, x, ratio=None, training_mode=None, *, seed=None):
    share = 0.5 if ratio is None else float(g.known(ratio, "ratio").reshape(-1)[0])
    return _dropout(g, x, share)


@form("Dropout", until=11)
def dropout_first(g, x, *, ratio=0.5, is_test=0, consumed_inputs=None):
    return _dropout(g, x, ratio)


def _dropout(g, x, share):
    """Dropout while training; in inference nothing is dropped, so that the mask is true everywhere."""
    made = g.unary("Dropout", x, p=share)
    if g.wanted == 1:
        return made
    return made, g.op("ones_like", x, rank0=x.ndim == 0, kind=np.bool_)
