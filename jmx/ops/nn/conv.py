"""Convolution and Deconvolution in one to three dimensions."""

import math
from typing import Any, Literal

import jax
import jax.numpy as jnp

from ...core.declare.fusion import FusionSeed
from ...core.declare.op import REQUIRED, Array, Count, Long, Platform, Shape, op
from ...core.declare.traits import IntegerForm, named
from ...native import onednn
from .._attributes import attributes_of
from .._binary import stretched
from . import _conv, _conv_last, _conv_onednn
from ._common import along, check, expect_shape, fail, listed, plain_layout

Tune = Literal["off", "limited_workspace", "fastest"]
Layout = Literal["NCW", "NCHW", "NCDHW", "NHWC", "NDHWC"]


def _axes(name, a_kernel, layout):
    """(layout, whether channels come last), the layout checked against the kernel."""
    n = len(a_kernel)
    check(1 <= n <= 3, name, f"kernel must have 1, 2 or 3 elements, got {a_kernel}.")
    layout = layout or "NC" + "DHW"[-n:]
    check(len(layout) == n + 2, name, f"layout {layout} does not fit a kernel of {n} elements, {a_kernel}.")
    return layout, layout.endswith("C")


def _per_axis(name, what, value, n, default):
    value = value or (default,) * n
    check(len(value) == n, name, f"{what} must have {n} elements as kernel has, got {value}.")
    check(min(value) >= (0 if default == 0 else 1), name, f"incorrect {what} size: {value}.")
    return value


def _steps(name, kernel, stride, dilate, pad):
    """(stride, dilate, pad) with an element for each of the kernel's axes."""
    sizes = (("stride", stride, 1), ("dilate", dilate, 1), ("pad", pad, 0))
    return [_per_axis(name, what, value, len(kernel), default) for what, value, default in sizes]


def _weight_shape(first, second, kernel, last):
    return (first, *kernel, second) if last else (first, second, *kernel)


def _to_first(x, last):
    return _conv.to_first(x) if last else x


def _to_last(x, last):
    return _conv.to_last(x) if last else x


def _words(layout):
    """How to give data the axes of a layout."""
    words = {"N": "batch", "C": "channels", "D": "depth", "H": "height", "W": "width"}
    return f"Its axes are {', '.join(words[axis] for axis in layout)}: add those that are missing with expand_dims or reshape."


def _check_data(name, data, layout, groups, num_filter, divided):
    if data.ndim != len(layout):
        fail(name, f"data should be {len(layout)}-dimensional ({layout}), but has shape {tuple(data.shape)}. {_words(layout)}")
    channels = data.shape[layout.index("C")]
    if groups <= 0 or channels % groups != 0:
        fail(name, f"input num_filter must divide group size: {channels} channels, num_group={groups}.")
    if num_filter <= 0 or num_filter % groups != 0:
        fail(name, f"output num_filter must divide group size: num_filter={num_filter}, num_group={groups}.")
    return channels if divided is None else channels // divided


def _geometry(size, kernel, stride, pad, dilate, groups, cpu):
    out = tuple((s + 2 * p - (k - 1) * d - 1) // t + 1 for s, p, k, d, t in zip(size, pad, kernel, dilate, stride))
    return _conv.Geometry(size, out, kernel, stride, pad, dilate, groups, cpu)


def geometry(name, data, weight, a, platform) -> _conv.Geometry:
    """The `Geometry` of a convolution, channels second, with attributes `a`; raises MXNetError where shapes do not fit."""
    stride, dilate, pad = _steps(name, a.kernel, a.stride, a.dilate, a.pad)
    channels = _check_data(name, data, "NC" + "DHW"[-len(a.kernel) :], a.num_group, a.num_filter, a.num_group)
    expect_shape(name, "weight", weight, (a.num_filter, channels, *a.kernel), f"for data {listed(data.shape)}")
    geo = _geometry(tuple(data.shape[2:]), a.kernel, stride, pad, dilate, a.num_group, platform == "cpu")
    check(min(geo.out) > 0, name, f"kernel size exceeds input: kernel {a.kernel}, dilate {dilate}, data {listed(data.shape)}.")
    return geo


def _convolution(name, data, weight, bias, kernel, stride, dilate, pad, num_filter, num_group, layout, platform,
                 weight_first=False, with_relu=False, affine=None, packed=False, **ignored):  # fmt: skip
    layout, last = _axes(name, kernel, layout)
    n, (stride, dilate, pad) = len(kernel), _steps(name, kernel, stride, dilate, pad)
    channels = _check_data(name, data, layout, num_group, num_filter, None)
    expect_shape(
        name,
        "weight",
        weight,
        _weight_shape(num_filter, channels // num_group, kernel, last and not weight_first),
        f"for data {listed(data.shape)}",
    )
    size = tuple(data.shape[1:-1] if last else data.shape[2:])
    for k, d, p, s in zip(kernel, dilate, pad, size):
        if (k - 1) * d + 1 > s + 2 * p:
            fail(name, f"kernel size exceeds input: kernel {kernel} (dilate {dilate}), data {listed(data.shape)}, pad {pad}.")
    geo = _geometry(size, kernel, stride, pad, dilate, num_group, platform == "cpu")
    if bias is not None:
        expect_shape(name, "bias", bias, (num_filter,))
    # Computed with channels second: what nothing computes well with channels last.
    copied = last and not (n == 2 and (num_group == 1 or platform != "cpu" or _conv_onednn.suits(data)))
    if copied:
        data, weight = _to_first(data, True), _to_first(weight, not weight_first)
    elif last:
        geo = geo._replace(last=True, weight_first=weight_first)
    *vectors, other = affine or (None,)
    other = other if other is None else _to_first(other, copied)
    y = _conv_onednn.forward(data, weight, geo, bias, with_relu, vectors, other, packed=True) if packed else None
    if y is None and affine is None:
        y = _conv.forward_with(data, weight, bias, geo, with_relu)
    elif y is None:
        y = _conv.forward_affine(data, weight, bias, *vectors, other, geo, with_relu)
    return _to_last(y, copied)


def _with_affine(a):
    """`Traits.with_affine`."""
    layout, last = _axes("Convolution", a.kernel, a.layout)

    def compute(inputs, scale, shift, other, relu):
        data, weight, *bias = inputs
        given = {**vars(a), "with_relu": relu, "affine": (scale, shift, other)}
        return _convolution("Convolution", data, weight, bias[0] if bias else None, platform="cpu", **given)

    return layout.index("C"), compute


def _filtered(a, data, weight, *bias):
    """`Traits.output_shapes`."""
    name = "Convolution"
    layout, last = _axes(name, a.kernel, a.layout)
    steps = _steps(name, a.kernel, a.stride, a.dilate, a.pad)
    channels = _check_data(name, data, layout, a.num_group, a.num_filter, a.num_group)
    fits = weight.shape == _weight_shape(a.num_filter, channels, a.kernel, last)
    if not fits or getattr(a, "weight_first", False) or any(b.shape != (a.num_filter,) for b in bias):
        return None
    size = data.shape[1:-1] if last else data.shape[2:]
    out = [(s + 2 * p - (k - 1) * d - 1) // t + 1 for s, k, t, d, p in zip(size, a.kernel, *steps)]
    if min(out) < 1:
        return None
    return [(data.shape[0], *out, a.num_filter) if last else (data.shape[0], a.num_filter, *out)]


#: a convolution has a filter at least
FILTERS = {"num_filter": (1, None)}


@op(
    "Convolution",
    "_npx_convolution",
    when={"bias": lambda a: not a.no_bias},
    bounds=FILTERS,
    outputs=("output",),
    unlisted=("weight_first", "with_relu", "packed"),
    with_relu={"with_relu": True},
    with_packed={"packed": True},
    with_affine=_with_affine,
    output_shapes=_filtered,
    integers=IntegerForm("_contrib_quantized_conv", lambda a: plain_layout(a) and a.num_group == 1, must=True, requantize=True),
    seeds=FusionSeed(
        "_sg_mkldnn_conv",
        "convolutions",
        "conv",
        only=lambda a: len(a.kernel) in (2, 3),
        sums=True,
        functions=frozenset("relu bounded_relu gelu logistic tanh soft_relu".split()),
        integers=frozenset("relu bounded_relu gelu".split()),
        flags={
            "norm": ("with_bn", "true"),
            "sum": ("with_sum", "true"),
            "function": ("with_act", "true"),
            "function after sum": ("with_postsum_act", "true"),
        },
    ),
    onnx="layers.convolution",
)
def convolution(
    data: Array,
    weight: Array,
    bias: Array | None = None,
    kernel: Shape = REQUIRED,
    stride: Shape = (),
    dilate: Shape = (),
    pad: Shape = (),
    num_filter: Count = REQUIRED,
    num_group: Count = 1,
    workspace: Long = 1024,
    no_bias: bool = False,
    cudnn_tune: Tune | None = None,
    cudnn_off: bool = False,
    layout: Layout | None = None,
    weight_first: bool = False,
    with_relu: bool = False,
    packed: bool = False,
    *,
    platform: Platform,
) -> Any:
    """Convolution over one, two or three spatial axes.

    output[n, f, y, x] = bias[f] + sum over c, i, j of weight[f, c, i, j] * data[n, c, y * stride + i * dilate - pad, ...]

    data    (batch, channels, *space), or in the order that `layout` gives
    weight    (num_filter, channels / num_group, *kernel); with channels last (num_filter, *kernel, channels / num_group)
    bias    (num_filter,); left out with `no_bias`
    kernel    size of the window along each spatial axis; its length says how many there are
    stride    steps between windows, one for each axis; 1 by default
    dilate    steps between the elements of a window; 1 by default
    pad    zeros added at both ends of each axis; 0 by default
    num_filter    channels of the output
    num_group    groups that the channels are split into; each is convolved with filters of its own. With as many groups as
                 channels this is a depthwise convolution
    no_bias    add no bias
    layout    axes of data and output: "NCW", "NCHW" or "NCDHW" (the default, by the length of `kernel`), "NHWC" or "NDHWC"
    workspace, cudnn_tune, cudnn_off    accepted, without effect

    Returns (batch, num_filter, *out) with out = floor((size + 2 * pad - dilate * (kernel - 1) - 1) / stride) + 1 along each
    axis. Raises MXNetError if shapes do not fit or the window is larger than the padded data.

    Examples
    --------
    >>> image, edges = nd.arange(9).reshape((1, 1, 3, 3)), nd.array([[[[-1, 1]]]])
    >>> nd.Convolution(image, edges, kernel=(1, 2), num_filter=1, no_bias=True)
    [[[[1. 1.]
       [1. 1.]
       [1. 1.]]]]
    <NDArray 1x1x3x2 @cpu(0)>
    >>> images, weight, bias = nd.ones((2, 3, 32, 32)), nd.ones((8, 3, 5, 5)), nd.zeros(8)
    >>> nd.Convolution(images, weight, bias, kernel=(5, 5), stride=(2, 2), num_filter=8).shape
    (2, 8, 14, 14)
    """
    # For graphs that are changed before they run: `weight_first`, channels of the images come last, but those of the weight
    # second; `with_relu`, a relu follows; `packed`, a call of its own copies the weight to oneDNN's layout.
    return _convolution("Convolution", **locals())


@op(
    "Convolution_v1",
    bounds=FILTERS,
    when={"bias": lambda a: not a.no_bias},
    gradient_names=named,
    outputs=("output",),
    output_shapes=_filtered,
    onnx="layers.convolution",
)
@attributes_of(convolution, without=("weight_first", "with_relu", "packed"))
def convolution_v1(
    data: Array,
    weight: Array,
    bias: Array | None = None,
    layout: Literal["NCHW", "NCDHW", "NHWC", "NDHWC"] | None = None,
    *,
    platform: Platform,
    **a,
) -> Any:
    """The former name of Convolution, kept for old symbol files; the same computation.

    layout    axes of data and output: "NCHW" or "NCDHW" (the default), "NHWC" or "NDHWC"

    Returns what Convolution returns.

    Examples
    --------
    >>> nd.Convolution_v1(nd.ones((1, 1, 3, 3)), nd.ones((1, 1, 2, 2)), kernel=(2, 2), num_filter=1, no_bias=True)
    [[[[4. 4.]
       [4. 4.]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    """
    return _convolution("Convolution_v1", data, weight, bias, layout=layout, platform=platform, **a)


def _deduce_convolution(a, data):
    layout, last = _axes("Convolution", a.kernel, a.layout)
    channels = _check_data("Convolution", data, layout, a.num_group, a.num_filter, a.num_group)
    return {"weight": _weight_shape(a.num_filter, channels, a.kernel, last), "bias": (a.num_filter,)}


@convolution.channels_last(starts=True)
def _convolution_last(a, shapes, moved, platform):
    """With channels last where oneDNN, cuDNN or XLA would copy them so anyway, or where the data is so already."""
    if len(shapes[0]) != 4 or len(a.kernel) != 2 or a.layout not in (None, "NCHW") or len(shapes[1]) != 4:
        return None
    if platform != "cpu" or onednn.usable():
        return {"layout": "NHWC", "weight_first": True}, (0,)
    if a.num_group > 1:
        return None
    stride, dilate, pad = a.stride or (1, 1), a.dilate or (1, 1), a.pad or (0, 0)
    geo = _geometry(tuple(shapes[0][2:]), a.kernel, stride, pad, dilate, 1, True)
    if not _conv_last.suits(shapes[0][0], shapes[0][1], geo):
        return None
    if not moved[0] and (geo.taps == 1 or shapes[0][1] * geo.taps <= _conv.MAX_TAPS):
        return None
    return {"layout": "NHWC", "weight_first": True}, (0,)


convolution.deduce(_deduce_convolution)
convolution_v1.deduce(_deduce_convolution)


@op(
    "Deconvolution",
    "_npx_deconvolution",
    bounds=FILTERS,
    when={"bias": lambda a: not a.no_bias},
    outputs=("output",),
    onnx="layers.deconvolution",
)
def deconvolution(
    data: Array,
    weight: Array,
    bias: Array | None = None,
    kernel: Shape = REQUIRED,
    stride: Shape = (),
    dilate: Shape = (),
    pad: Shape = (),
    adj: Shape = (),
    target_shape: Shape = (),
    num_filter: Count = REQUIRED,
    num_group: Count = 1,
    workspace: Long = 512,
    no_bias: bool = True,
    cudnn_tune: Tune | None = None,
    cudnn_off: bool = False,
    layout: Layout | None = None,
    *,
    platform: Platform,
) -> Any:
    """The transpose of a convolution, which maps a small feature map to a larger one.

    data    (batch, channels, *space), or in the order that `layout` gives
    weight    (channels, num_filter / num_group, *kernel); with channels last (channels, *kernel, num_filter / num_group)
    bias    (num_filter,); left out with `no_bias`, which is the default
    kernel    size of the window along each spatial axis; its length, one to three, says how many there are
    stride    how far apart the elements of data are put in the output; 1 by default
    dilate    steps between the elements of a window; 1 by default
    pad    elements cut off at both ends of each axis of the output; 0 by default
    adj    elements added at the far end of each axis of the output; less than `stride`, 0 by default
    target_shape    the spatial size of the output; `pad` and `adj` are then worked out from it
    num_filter    channels of the output
    num_group    groups that the channels are split into
    no_bias    add no bias
    layout    axes of data and output: "NCW", "NCHW" or "NCDHW" (the default, by the length of `kernel`), "NHWC" or "NDHWC"
    workspace, cudnn_tune, cudnn_off    accepted, without effect

    Returns (batch, num_filter, *out) with out = (size - 1) * stride + dilate * (kernel - 1) + 1 - 2 * pad + adj along each
    axis, or `target_shape`. Raises MXNetError if shapes do not fit.

    Examples
    --------
    >>> nd.Deconvolution(nd.array([[[1, 2, 3]]]), nd.array([[[1, 1]]]), kernel=(2,), stride=(2,), num_filter=1)
    [[[1. 1. 2. 2. 3. 3.]]]
    <NDArray 1x1x6 @cpu(0)>
    >>> maps, weight = nd.ones((1, 8, 16, 16)), nd.ones((8, 3, 4, 4))
    >>> nd.Deconvolution(maps, weight, kernel=(4, 4), stride=(2, 2), pad=(1, 1), num_filter=3).shape
    (1, 3, 32, 32)
    """
    name = "Deconvolution"
    layout, last = _axes(name, kernel, layout)
    n, (stride, dilate, pad) = len(kernel), _steps(name, kernel, stride, dilate, pad)
    adj = _per_axis(name, "adj", adj, n, 0)
    channels = _check_data(name, data, layout, num_group, num_filter, None)
    expect_shape(
        name, "weight", weight, _weight_shape(channels, num_filter // num_group, kernel, last), f"for data {listed(data.shape)}"
    )
    x, w = _to_first(data, last), _to_first(weight, last)
    size = tuple(x.shape[2:])
    full = [s * (i - 1) + d * (k - 1) + 1 for s, i, d, k in zip(stride, size, dilate, kernel)]
    if any(target_shape):
        check(len(target_shape) == n, name, f"target_shape must have {n} elements, got {target_shape}.")
        if not all(f >= t for f, t in zip(full, target_shape)):
            fail(name, f"too big target shape: target_shape {target_shape}, at most {tuple(full)} for data {listed(data.shape)}.")
        out = tuple(target_shape)
        pad = tuple((f - t + 1) // 2 for f, t in zip(full, out))
        if not all((f - t) % 2 < s for f, t, s in zip(full, out, stride)):
            fail(
                name,
                f"adj must be smaller than stride {stride}: target_shape {target_shape} asks for "
                f"adj={[(f - t) % 2 for f, t in zip(full, out)]}.",
            )
    else:
        check(all(a < s for a, s in zip(adj, stride)), name, f"adj must be smaller than stride: {adj}, {stride}.")
        out = tuple(f - 2 * p + a for f, p, a in zip(full, pad, adj))
        check(min(out) > 0, name, f"pad {pad} leaves nothing of the output of data {listed(data.shape)}.")
    geo = _conv.Geometry(out, size, kernel, stride, pad, dilate, num_group, platform == "cpu")
    y = _to_last(_conv.backward_data(x, w, geo), last)
    if bias is None:
        return y
    expect_shape(name, "bias", bias, (num_filter,))
    return y + stretched(along(bias, layout.index("C"), y.ndim), y.shape)


@deconvolution.deduce
def _(a, data):
    layout, last = _axes("Deconvolution", a.kernel, a.layout)
    channels = _check_data("Deconvolution", data, layout, a.num_group, a.num_filter, None)
    return {"weight": _weight_shape(channels, a.num_filter // a.num_group, a.kernel, last), "bias": (a.num_filter,)}


def _columns(name, size, kernel, stride, dilate, pad, platform):
    n = len(kernel)
    check(len(size) == n, name, f"kernel {kernel} does not fit data with {len(size)} spatial axes.")
    stride, dilate, pad = _steps(name, kernel, stride, dilate, pad)
    geo = _geometry(tuple(size), kernel, stride, pad, dilate, 1, platform == "cpu")
    if min(geo.out) < 1:
        fail(name, f"kernel {kernel} (dilate {dilate}, pad {pad}) exceeds the spatial size {tuple(size)}.")
    return geo


@op("im2col", outputs=("output",), onnx="shapes.gathered")
def im2col(
    data: Array, kernel: Shape = REQUIRED, stride: Shape = (), dilate: Shape = (), pad: Shape = (), *, platform: Platform
) -> jax.Array:
    """The blocks that a convolution looks at, as columns.

    data    (batch, channels, *space), one to three spatial axes
    kernel    size of the window along each spatial axis
    stride    steps between windows, one for each axis; 1 by default
    dilate    steps between the elements of a window; 1 by default
    pad    zeros added at both ends of each axis; 0 by default

    Returns (batch, channels * prod(kernel), positions). Raises MXNetError if the window is larger than the padded data.

    Examples
    --------
    >>> nd.im2col(nd.arange(9).reshape((1, 1, 3, 3)), kernel=(2, 2))
    [[[0. 1. 3. 4.]
      [1. 2. 4. 5.]
      [3. 4. 6. 7.]
      [4. 5. 7. 8.]]]
    <NDArray 1x4x4 @cpu(0)>
    """
    size = data.shape[2:]
    if len(kernel) == 1 and len(size) == 2:  # MXNet reads the memory of a sample as if there were no second axis
        size = size[:1]
        data = data.reshape(data.shape[0], -1)[:, : data.shape[1] * size[0]].reshape(*data.shape[:2], *size)
    geo = _columns("im2col", size, kernel, stride, dilate, pad, platform)
    parts = jnp.stack(_conv.planes(data, geo), 2)
    return parts.reshape(data.shape[0], -1, math.prod(geo.out))


@op("col2im", outputs=("output",))
def col2im(
    data: Array,
    output_size: Shape = REQUIRED,
    kernel: Shape = REQUIRED,
    stride: Shape = (),
    dilate: Shape = (),
    pad: Shape = (),
    *,
    platform: Platform,
) -> jax.Array:
    """The transpose of im2col: columns added up where they came from.

    data    (batch, channels * prod(kernel), positions)
    output_size    the spatial size of the result
    kernel    size of the window along each spatial axis
    stride    steps between windows, one for each axis; 1 by default
    dilate    steps between the elements of a window; 1 by default
    pad    zeros that were added at both ends of each axis; 0 by default

    Returns (batch, channels, *output_size). Raises MXNetError if `data` has not the shape that im2col gives it.

    Examples
    --------
    >>> nd.col2im(nd.ones((1, 4, 4)), output_size=(3, 3), kernel=(2, 2))
    [[[[1. 2. 1.]
       [2. 4. 2.]
       [1. 2. 1.]]]]
    <NDArray 1x1x3x3 @cpu(0)>
    """
    geo = _columns("col2im", output_size, kernel, stride, dilate, pad, platform)
    if data.ndim != 3 or data.shape[1] % geo.taps != 0 or data.shape[2] != math.prod(geo.out):
        fail("col2im", f"data of shape {tuple(data.shape)} is not (batch, channels * {geo.taps}, {math.prod(geo.out)}).")
    parts = data.reshape(data.shape[0], -1, geo.taps, *geo.out)
    return _conv.fold([parts[:, :, tap] for tap in range(geo.taps)], geo)
