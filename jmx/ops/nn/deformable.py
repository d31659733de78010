"""Convolutions whose samples are moved by learned offsets, with and without weights for the samples."""

from typing import Literal

import jax
import jax.numpy as jnp

from ...core.declare.op import REQUIRED, Array, Count, Long, Shape, op
from ...core.declare.traits import named
from .._attributes import attributes_of
from ._common import check, expect_shape, fail
from .conv import FILTERS

Layout = Literal["NCW", "NCHW", "NCDHW"]


def _pair(value, default):
    return tuple(value) or (default,) * 2


def _corners(y, x, height, width, soft):
    """Four (flat position, weight) of interpolation at (y, x); zero outside.

    soft    fade out over one place outside of the image; else the image ends sharply, and its last row and column reach on
    """
    if soft:
        inside = (y > -1) & (x > -1) & (y < height) & (x < width)
    else:
        inside = (y >= 0) & (x >= 0) & (y < height) & (x < width)
        y = jnp.where(jnp.floor(y) >= height - 1, jax.lax.stop_gradient(jnp.floor(y)), y)
        x = jnp.where(jnp.floor(x) >= width - 1, jax.lax.stop_gradient(jnp.floor(x)), x)
    low_y, low_x = jnp.floor(y), jnp.floor(x)
    part_y, part_x = y - jax.lax.stop_gradient(low_y), x - jax.lax.stop_gradient(low_x)
    corners = []
    for step_y in (0, 1):
        for step_x in (0, 1):
            row, column = (low_y + step_y).astype(jnp.int32), (low_x + step_x).astype(jnp.int32)
            weight = (part_y if step_y else 1 - part_y) * (part_x if step_x else 1 - part_x)
            there = inside & (row >= 0) & (column >= 0) & (row < height) & (column < width)
            at = jnp.clip(row, 0, height - 1) * width + jnp.clip(column, 0, width - 1)
            corners.append((at, jnp.where(there, weight, 0)))
    return corners


def _convolve(
    name, data, offset, weight, bias, kernel, stride, dilate, pad, num_filter, num_group, num_deformable_group, layout,
    mask=None, soft=False, **ignored,
):  # fmt: skip
    check(layout in (None, "NCHW"), name, f"Invalid layout for 4d shape: {layout}; data must be (batch, channels, y, x), NCHW.")
    filters, groups, deformable = num_filter, num_group, num_deformable_group
    check(len(kernel) == 2, name, f"only kernels (h, w) are supported, got {kernel}.")
    stride, dilate, pad = _pair(stride, 1), _pair(dilate, 1), _pair(pad, 0)
    check(data.ndim == 4, name, f"Input data should be 4D in batch-num_filter-y-x, got shape {tuple(data.shape)}.")
    batch, channels, height, width = data.shape
    if channels % groups != 0 or filters % groups != 0:
        fail(name, f"num_group={groups} must divide the channels {channels} and num_filter={filters}.")
    check(channels % deformable == 0, name, f"num_deformable_group={deformable} must divide the channels {channels}.")
    for size, k, s, d, p in zip((height, width), kernel, stride, dilate, pad):
        check(k > 0 and s > 0 and d > 0, name, f"incorrect kernel, stride or dilate size: {kernel}, {stride}, {dilate}.")
        check(d * (k - 1) + 1 <= size + 2 * p, name, f"kernel size {kernel} exceeds the input {(height, width)}.")
    rows, columns = (
        (n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, s, d, p in zip((height, width), kernel, stride, dilate, pad)
    )
    taps = kernel[0] * kernel[1]
    expect_shape(name, "offset", offset, (batch, deformable * 2 * taps, rows, columns))
    expect_shape(name, "mask", mask, (batch, deformable * taps, rows, columns))
    expect_shape(name, "weight", weight, (filters, channels // groups, *kernel))
    expect_shape(name, "bias", bias, (filters,))
    base_y = jnp.arange(kernel[0])[:, None, None, None] * dilate[0] + jnp.arange(rows)[:, None] * stride[0] - pad[0]
    base_x = jnp.arange(kernel[1])[:, None, None] * dilate[1] + jnp.arange(columns) * stride[1] - pad[1]
    shape = (*kernel, rows, columns)
    base_y, base_x = (jnp.broadcast_to(b, shape).reshape(taps, rows, columns).astype(data.dtype) for b in (base_y, base_x))
    moved = offset.reshape(batch, deformable, taps, 2, rows, columns)

    def sampled(image, moved):
        flat = image.reshape(image.shape[0], height * width)
        corners = _corners(base_y + moved[:, 0], base_x + moved[:, 1], height, width, soft)
        return sum(flat[:, at] * weight.astype(data.dtype) for at, weight in corners)

    images = data.reshape(batch, deformable, channels // deformable, height, width)
    taken = jax.vmap(jax.vmap(sampled))(images, moved)
    if mask is not None:
        taken = taken * mask.reshape(batch, deformable, 1, taps, rows, columns)
    taken = taken.reshape(batch, groups, channels // groups, taps, rows, columns)
    weights = weight.reshape(groups, filters // groups, channels // groups, taps)
    out = jnp.einsum("bgckyx,gfck->bgfyx", taken, weights).reshape(batch, filters, rows, columns)
    return out if bias is None else out + bias[:, None, None]


def _parameters(a, data):
    shapes = {"weight": (a.num_filter, data.shape[1] // a.num_group, *a.kernel)}
    return shapes if a.no_bias else {**shapes, "bias": (a.num_filter,)}


@op(
    "_contrib_DeformableConvolution",
    "_npx_deformable_convolution",
    when={"bias": lambda a: not a.no_bias},
    bounds=FILTERS,
    gradient_names=named,
    outputs=("output",),
)
def deformable_convolution(
    data: Array,
    offset: Array,
    weight: Array,
    bias: Array | None = None,
    kernel: Shape = REQUIRED,
    stride: Shape = (),
    dilate: Shape = (),
    pad: Shape = (),
    num_filter: Count = REQUIRED,
    num_group: Count = 1,
    num_deformable_group: Count = 1,
    workspace: Long = 1024,
    no_bias: bool = False,
    layout: Layout | None = None,
) -> jax.Array:
    """Convolution that looks at each of its places moved by an offset.

    data    (batch, channels, y, x)
    offset    (batch, num_deformable_group * taps * 2, rows, columns): (y, x) for each tap of the kernel
    weight    (num_filter, channels / num_group, *kernel)
    bias    (num_filter,); left out with `no_bias`
    kernel    (rows, columns) of the window
    stride    steps between windows, one for each axis; 1 by default
    dilate    steps between the elements of a window; 1 by default
    pad    zeros added at both ends of each axis; 0 by default
    num_filter    channels of the output
    num_group    groups that the channels are split into; each is convolved with filters of its own
    num_deformable_group    groups that the channels are split into; each has offsets of its own
    workspace    accepted, without effect
    no_bias    add no bias
    layout    "NCHW", the default

    Returns (batch, num_filter, rows, columns).

    Examples
    --------
    >>> x, weight = nd.arange(9).reshape((1, 1, 3, 3)), nd.ones((1, 1, 1, 1))
    >>> offset = nd.concat(nd.zeros((1, 1, 3, 3)), nd.ones((1, 1, 3, 3)))    # one place to the right
    >>> nd.contrib.DeformableConvolution(x, offset, weight, kernel=(1, 1), num_filter=1, no_bias=True)
    [[[[1. 2. 0.]
       [4. 5. 0.]
       [7. 8. 0.]]]]
    <NDArray 1x1x3x3 @cpu(0)>
    """
    return _convolve("DeformableConvolution", **locals())


@op(
    "_contrib_ModulatedDeformableConvolution",
    "_npx_modulated_deformable_convolution",
    when={"bias": lambda a: not a.no_bias},
    bounds=FILTERS,
    outputs=("output",),
)
@attributes_of(deformable_convolution)
def modulated_deformable_convolution(
    data: Array,
    offset: Array,
    mask: Array,
    weight: Array,
    bias: Array | None = None,
    im2col_step: Count = 64,
    layout: Layout | None = None,
    **a,
) -> jax.Array:
    """Convolution that looks at each of its places moved by an offset, and weighs it.

    mask    (batch, num_deformable_group * taps, rows, columns): the weights
    im2col_step    divides the batch, or is larger; the result does not depend on it

    Returns (batch, num_filter, rows, columns).

    Examples
    --------
    >>> x, weight = nd.arange(9).reshape((1, 1, 3, 3)), nd.ones((1, 1, 1, 1))
    >>> offset = nd.concat(nd.zeros((1, 1, 3, 3)), nd.ones((1, 1, 3, 3)))    # one place to the right
    >>> mask = nd.ones((1, 1, 3, 3)) / 2
    >>> nd.contrib.ModulatedDeformableConvolution(x, offset, mask, weight, kernel=(1, 1), num_filter=1, no_bias=True)
    [[[[0.5 1.  0. ]
       [2.  2.5 0. ]
       [3.5 4.  0. ]]]]
    <NDArray 1x1x3x3 @cpu(0)>
    """
    name = "ModulatedDeformableConvolution"
    step = min(im2col_step, data.shape[0])
    if im2col_step <= 0 or data.shape[0] % step != 0:
        fail(name, f"im2col_step must be positive and divide the batch of {data.shape[0]}, got {im2col_step}.")
    return _convolve(name, data, offset, weight, bias, layout=layout, mask=mask, soft=True, **a)


for _op in (deformable_convolution, modulated_deformable_convolution):
    _op.deduce(_parameters)
