"""Pooling over windows and over whole feature maps."""

import math
from typing import Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ...core.declare.op import Array, Platform, Shape, op
from ...core.declare.traits import IntegerForm, named
from ...native import onednn
from .._checks import check_fits
from . import _windows
from ._common import check, fail, listed, plain_layout, wide_enough

# Beyond this many elements in a window (or along an axis of it) unrolled slices no longer pay.
MAX_WINDOW = 64

_EXPECTED = "Input data should be 3D in (batch, channel, x) or 4D in (batch, channel, y, x) or 5D in (batch, channel, d, y, x)"


def _geometry(name, data, layout):
    """The spatial axes of the data and their lengths."""
    check(3 <= data.ndim <= 5, name, f"Pooling: {_EXPECTED}, got shape {tuple(data.shape)}.")
    n = data.ndim - 2
    layout = layout or "NC" + "DHW"[-n:]
    check(len(layout) == data.ndim, name, f"Need {n}D layout: {layout} does not fit data {listed(data.shape)}.")
    axes = tuple(i for i, c in enumerate(layout) if c not in "NC")
    return axes, [data.shape[i] for i in axes]


def _windows_of(name, data, axes, kernel, stride, pad, convention):
    n = len(axes)
    check(kernel, name, "You need to set the kernel size if global pooling is not used.")
    check(len(kernel) == n, name, f"Pooling: {_EXPECTED}; kernel {kernel} does not fit data of shape {tuple(data.shape)}.")
    stride, pad = stride or (1,) * n, pad or (0,) * n
    check(len(stride) >= n and len(pad) >= n, name, f"stride {stride} and pad {pad} need {n} elements, as kernel has.")
    check(min(kernel) > 0 and min(stride) > 0, name, f"kernel {kernel} and stride {stride} must be positive.")
    check(min(pad) >= 0, name, f"pad must not be negative, got {pad}.")
    if convention == "same":
        if n != 1:
            fail(
                name,
                "Pooling: Input data should be 3D in (batch, channel, x). Currently 'same' supports "
                f"Max Pooling 1-D; got shape {tuple(data.shape)}.",
            )
        check(not any(pad), name, "Same pooling convention disables the use of pad parameter.")
    stride, pad, out = stride[:n], pad[:n], []  # MXNet ignores what is too many
    for axis, k, s, p in zip(axes, kernel, stride, pad):
        size = data.shape[axis]
        check(k <= size + 2 * p, name, f"kernel size ({k}) exceeds input ({size} padded to {size + 2 * p})")
        room = size + 2 * p - k
        if convention == "valid":
            out.append(1 + room // s)
        elif convention == "full":
            out.append(1 + math.ceil(np.float32(room) / np.float32(s)))
        else:
            out.append(math.ceil(np.float32(size) / np.float32(s)))
    return _windows.Windows(axes, tuple(kernel), tuple(stride), tuple(pad), tuple(out))


def _counts(data, win, include_pad):
    """How many elements each average is taken over, shaped to broadcast; a plain number where all are equal."""
    per_axis = np.ones((1,) * data.ndim)
    for axis, k, s, p, out in zip(*win):
        size = data.shape[axis]
        start = np.arange(out) * s - p
        stop = np.minimum(start + k, size + p)
        if not include_pad:
            start, stop = np.maximum(start, 0), np.minimum(stop, size)
        lengths = np.maximum(stop - start, 0)
        per_axis = per_axis * lengths.reshape((-1,) + (1,) * (data.ndim - axis - 1))
    # A last window that begins beyond the padding holds nothing; MXNet gives zero for it.
    per_axis = np.maximum(per_axis, 1)
    return float(per_axis.flat[0]) if (per_axis == per_axis.flat[0]).all() else per_axis


def _by_reduce_window(x, win, initial, combine):
    full = {axis: row for axis, *row in zip(*win)}
    dims, steps, edges = [], [], []
    for axis, size in enumerate(x.shape):
        k, s, p, out = full.get(axis, (1, 1, 0, size))
        dims.append(k)
        steps.append(s)
        edges.append((p, max(0, s * (out - 1) + k - p - size)))
    return lax.reduce_window(x, initial, combine, dims, steps, edges)


def _max(x, win, cpu):
    if cpu and _windows.onednn_plan(onednn.POOL, x, win) is not None:
        return _windows.onednn_maximum(x, win)
    if cpu and max(win.kernel) <= MAX_WINDOW and math.prod(win.kernel) <= 16 * MAX_WINDOW:
        return _windows.maximum(x, win)
    return _by_reduce_window(_windows.numbers(x), win, -np.inf, lax.max)


def _sum(x, win, cpu):
    if cpu and max(win.kernel) <= MAX_WINDOW:
        return _windows.total(x, tuple(x.shape), win)
    return _by_reduce_window(x, win, 0.0, lax.add)


def _root(total, p):
    """The p-th root, with gradient zero at zero."""
    safe = jnp.where(total == 0, jnp.ones((), total.dtype), total)
    root = jnp.sqrt(safe) if p == 2 else jnp.cbrt(safe)
    return jnp.where(total == 0, jnp.zeros((), total.dtype), root)


def _workspace(a):
    first = a.layout in (None, "NCW", "NCHW", "NCDHW")
    return ("workspace",) if a.pool_type == "max" and a.kernel and first else ()


def _pooled(a, data):
    """`Traits.output_shapes`."""
    axes, _ = _geometry("Pooling", data, a.layout)
    if a.pool_type == "lp":
        return None
    if a.global_pool:
        return [tuple(1 if i in axes else size for i, size in enumerate(data.shape))]
    out = list(data.shape)
    win = _windows_of("Pooling", data, axes, a.kernel, a.stride, a.pad, a.pooling_convention)
    for axis, size in zip(axes, win.out):
        out[axis] = size
    return [out]


@op(
    "Pooling",
    "_npx_pooling",
    outputs=("output",),
    output_shapes=_pooled,
    hidden=_workspace,
    integers=IntegerForm(
        "_contrib_quantized_pooling",
        lambda a: plain_layout(a) and a.pool_type in ("max", "avg") and a.pooling_convention != "same",
    ),
    onnx="layers.pooling",
)
def pooling(
    data: Array,
    kernel: Shape = (),
    pool_type: Literal["avg", "lp", "max", "sum"] = "max",
    global_pool: bool = False,
    cudnn_off: bool = False,
    pooling_convention: Literal["full", "same", "valid"] = "valid",
    stride: Shape = (),
    pad: Shape = (),
    p_value: int | None = None,
    count_include_pad: bool | None = None,
    layout: Literal["NCW", "NCHW", "NCDHW", "NWC", "NHWC", "NDHWC"] | None = None,
    *,
    platform: Platform,
) -> jax.Array:
    """Largest element, mean, total or p-norm of each window, over one, two or three spatial axes.

    data    (batch, channels, *space), or in the order that `layout` gives
    kernel    size of the window along each spatial axis; not needed with `global_pool`
    pool_type    "max", "avg", "sum", or "lp", the `p_value`-th root of the sum of powers
    global_pool    one window as large as the whole map; `kernel`, `stride` and `pad` are ignored
    pooling_convention    how many windows: "valid" rounds down, "full" rounds up, "same" (of one axis) covers the whole input,
            ceil(size / stride)
    stride    steps between windows, one for each axis; 1 by default
    pad    elements added at both ends of each axis, which never are the largest; 0 by default
    p_value    1, 2 or 3, for "lp"
    count_include_pad    whether padding counts in a mean; it does by default
    layout    axes of data and output: "NCW", "NCHW" or "NCDHW" (the default, by the dimensions), "NWC", "NHWC" or "NDHWC"
    cudnn_off    accepted, without effect

    Returns (batch, channels, *out) with out = floor((size + 2 * pad - kernel) / stride) + 1 along each axis, 1 with
    `global_pool`. Raises MXNetError for integers, or if the window is larger than the padded data.

    Examples
    --------
    >>> x = nd.arange(16).reshape((1, 1, 4, 4))
    >>> nd.Pooling(x, kernel=(2, 2), stride=(2, 2))
    [[[[ 5.  7.]
       [13. 15.]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    >>> nd.Pooling(x, global_pool=True, pool_type="avg")
    [[[[7.5]]]]
    <NDArray 1x1x1x1 @cpu(0)>
    """
    name = "Pooling"
    axes, sizes = _geometry(name, data, layout)
    check(jnp.issubdtype(data.dtype, jnp.floating), name, f"data must be of a floating type, got {data.dtype}.")
    power = 1
    if pool_type == "lp":
        check(p_value is not None, name, "p_value is required for pool_type 'lp'; it can be 1, 2 or 3.")
        check(p_value in (1, 2, 3), name, f"p value of {p_value} is not supported yet: use 1, 2 or 3.")
        power = p_value
    if pool_type == "max":
        if global_pool:
            return _windows.global_maximum(data, axes)
        return _max(data, _windows_of(name, data, axes, kernel, stride, pad, pooling_convention), platform == "cpu")
    x = data.astype(wide_enough(data.dtype))
    if power > 1:
        x = x**power
    if global_pool:
        out = jnp.sum(x, axes, keepdims=True)
        count = math.prod(sizes)
    else:
        win = _windows_of(name, data, axes, kernel, stride, pad, pooling_convention)
        out = _sum(x, win, platform == "cpu")
        count = _counts(data, win, count_include_pad is not False)
    if pool_type == "avg":
        out = out / jnp.asarray(count, out.dtype)
    elif power > 1:
        out = _root(out, power)
    return out.astype(data.dtype)


@pooling.channels_last()
def _pooling_last(a, shapes, moved):
    return ({"layout": "NHWC"}, (0,)) if len(shapes[0]) == 4 and a.layout in (None, "NCHW") else None


@op("Pooling_v1", gradient_names=named, outputs=("output",), onnx="layers.pooling_v1")
def pooling_v1(
    data: Array,
    kernel: Shape = (),
    pool_type: Literal["avg", "max", "sum"] = "max",
    global_pool: bool = False,
    pooling_convention: Literal["full", "valid"] = "valid",
    stride: Shape = (),
    pad: Shape = (),
) -> jax.Array:
    """The two-dimensional pooling of old symbol files: padding is zeros that take part in maxima and means.

    data    (batch, channels, y, x)
    kernel    (rows, columns) of the window
    pool_type    "max", "avg" or "sum"
    global_pool    one window as large as the whole map; `kernel`, `stride` and `pad` are ignored
    pooling_convention    how many windows: "valid" rounds down, "full" rounds up
    stride    steps between windows, one for each axis; 1 by default
    pad    zeros added at both ends of each axis; 0 by default

    The gradient of a maximum goes to every element that equals it.

    Returns (batch, channels, *out) as Pooling does.

    Examples
    --------
    >>> nd.Pooling_v1(-nd.ones((1, 1, 2, 2)), kernel=(2, 2), stride=(2, 2), pad=(1, 1))
    [[[[0. 0.]
       [0. 0.]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    """
    name = "Pooling_v1"
    check(data.ndim == 4, name, f"Pooling: Input data should be 4D in (batch, channel, y, x), got {tuple(data.shape)}.")
    if global_pool:
        kernel, stride, pad = tuple(data.shape[2:]), (1, 1), (0, 0)
    win = _windows_of(name, data, (2, 3), kernel, stride, pad, pooling_convention)
    x, win = _windows.with_zero_edges(data.astype(wide_enough(data.dtype)), win)
    if pool_type == "max":
        return _windows.every_maximum(x, win).astype(data.dtype)
    out = _windows.total(x, tuple(x.shape), win)
    if pool_type == "avg":
        out = out / math.prod(kernel)
    return out.astype(data.dtype)


def averaging_matrix(size, out) -> np.ndarray:
    """(out, size): row i averages the elements that adaptive pooling gives to output i."""
    number = np.arange(out)[:, None]
    start, stop = number * size // out, -(-(number + 1) * size // out)
    place = np.arange(size)
    return np.where((start <= place) & (place < stop), 1 / (stop - start), 0).astype(np.float32)


@op("_contrib_AdaptiveAvgPooling2D", numbered_inputs=True, onnx="layers.adaptive_pooling", source="layers.adaptive_pooling")
def adaptive_avg_pooling(data: Array, output_size: Shape = ()) -> jax.Array:
    """Means over a grid of windows that cover the image, whatever its size.

    data    (batch, channels, y, x)
    output_size    (rows, columns) of the grid, or one number for a square; 1 by default

    Returns (batch, channels, rows, columns).

    Examples
    --------
    >>> nd.contrib.AdaptiveAvgPooling2D(nd.arange(16).reshape((1, 1, 4, 4)), output_size=2)
    [[[[ 2.5  4.5]
       [10.5 12.5]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    """
    name = "_contrib_AdaptiveAvgPooling2D"
    check(data.ndim == 4, name, f"Input data should be 4D in (batch, channel, y, x), got {tuple(data.shape)}.")
    if len(output_size) > 2 or any(n < 1 for n in output_size):
        fail(name, f"output_size must be one or two positive numbers, got {output_size}.")
    height, width = (output_size * 2)[:2] or (1, 1)
    check_fits(name, (*data.shape[:2], height, width), data.dtype)
    x = data.astype(wide_enough(data.dtype))
    (down, more_down), (across, more_across) = divmod(data.shape[2], height), divmod(data.shape[3], width)
    if data.size and not more_down and not more_across:
        # windows that do not overlap: sums alone, and NaN stays in its window
        return x.reshape(*data.shape[:2], height, down, width, across).mean((3, 5)).astype(data.dtype)
    rows, columns = averaging_matrix(data.shape[2], height), averaging_matrix(data.shape[3], width)
    out = jnp.einsum("oh,nchw,pw->ncop", rows.astype(x.dtype), x, columns.astype(x.dtype), precision="highest")
    return out.astype(data.dtype)
