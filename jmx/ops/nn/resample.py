"""Resizing and sampling of images: UpSampling, BilinearResize2D, GridGenerator, BilinearSampler, SpatialTransformer."""

import functools
import math
from typing import Literal

import jax
import jax.numpy as jnp
import numpy as np

from ...core.declare.op import REQUIRED, Array, Long, Platform, Shape, op
from ...core.declare.traits import named
from ...native import kernels
from .._checks import check_fits
from . import _conv
from ._common import check, expect_shape, fail, listed, wide_enough


def _images(name, data):
    check(data.ndim == 4, name, f"Input data should be 4D in (batch, channel, y, x), got shape {tuple(data.shape)}.")


def _enlarged(x, scale):
    """Every pixel repeated scale x scale times."""
    batch, channels, height, width = x.shape
    x = jnp.broadcast_to(x[:, :, :, None, :, None], (batch, channels, height, scale, width, scale))
    return x.reshape(batch, channels, height * scale, width * scale)


def _upsampling_inputs(a, attrs):
    return ["data", "weight"] if a.sample_type == "bilinear" else [f"arg{i}" for i in range(int(attrs.get("num_args", 1)))]


@op(
    "UpSampling",
    bounds={"scale": (1, None)},
    outputs=("output",),
    input_names=_upsampling_inputs,
    initial=dict.fromkeys(("weight", "arg1"), '["bilinear", {}]'),
    onnx="images.upsampling",
    source="layers.up_sampling",
)
def upsampling(
    *data: Array,
    scale: int = REQUIRED,
    num_filter: int = 0,
    sample_type: Literal["bilinear", "nearest"] = REQUIRED,
    multi_input_mode: Literal["concat", "sum"] = "concat",
    workspace: Long = 512,
    platform: Platform,
) -> jax.Array:
    """Images enlarged by a whole number.

    data    (batch, channels, y, x). For "nearest" any number of them: all are enlarged to the first one's new size. For
            "bilinear" the images and a weight (num_filter, 1, k, k), k = 2 * scale - scale % 2
    scale    the factor
    num_filter    number of channels, for "bilinear"
    sample_type    "nearest" repeats pixels; "bilinear" is a transposed convolution of each channel with the weight
    multi_input_mode    what becomes of several inputs: "concat" joins them along the channels, "sum" adds them up
    workspace    accepted, without effect

    Returns (batch, channels, y * scale, x * scale).

    Examples
    --------
    >>> nd.UpSampling(nd.array([[[[1, 2]]]]), scale=2, sample_type="nearest")
    [[[[1. 1. 2. 2.]
       [1. 1. 2. 2.]]]]
    <NDArray 1x1x2x4 @cpu(0)>
    """
    name = "UpSampling"
    check(scale >= 1, name, f"scale must be at least 1, got {scale}.")
    _images(name, data[0])
    if sample_type == "nearest":
        height = data[0].shape[2] * scale
        parts = []
        for x in data:
            _images(name, x)
            if height % x.shape[2] != 0:
                fail(name, f"an input of shape {tuple(x.shape)} cannot be enlarged to {height} rows by a whole number.")
            parts.append(_enlarged(x, height // x.shape[2]))
        if multi_input_mode == "sum":
            return sum(parts[1:], parts[0])
        return jnp.concatenate(parts, 1) if len(parts) > 1 else parts[0]
    check(len(data) == 2, name, f"bilinear sampling takes two inputs, data and weight; got {len(data)}.")
    x, weight = data
    kernel, pad = 2 * scale - scale % 2, math.ceil((scale - 1) / 2)
    check(x.shape[1] == num_filter, name, f"num_filter={num_filter} is not the number of channels of data {listed(x.shape)}.")
    expect_shape(name, "weight", weight, (num_filter, 1, kernel, kernel))
    out = tuple((n - 1) * scale - 2 * pad + kernel for n in x.shape[2:])
    geo = _conv.Geometry(out, tuple(x.shape[2:]), (kernel,) * 2, (scale,) * 2, (pad,) * 2, (1, 1), num_filter, platform == "cpu")
    return _conv.backward_data(x, weight, geo)


@upsampling.deduce
def _(a, data):
    if a.sample_type != "bilinear":
        return {}
    return {"weight": (a.num_filter, 1, *(2 * a.scale - a.scale % 2,) * 2)}


def interpolation_matrix(size, out, align_corners) -> np.ndarray:
    """(out, size): row i holds the two weights of linear interpolation for output i."""
    matrix = np.zeros((out, size), np.float32)
    if size == out:
        np.fill_diagonal(matrix, 1)
        return matrix
    scale = np.float32(0)
    if out > 1:
        scale = np.float32(size - 1) / np.float32(out - 1) if align_corners else np.float32(size) / np.float32(out)
    number = np.arange(out)
    if align_corners:
        at = scale * number.astype(np.float32)
    else:
        at = np.maximum(scale * (number + 0.5).astype(np.float32) - np.float32(0.5), np.float32(0))
    low = at.astype(np.int64)
    part = at - low.astype(np.float32)
    matrix[number, low] += 1 - part
    matrix[number, np.minimum(low + 1, size - 1)] += part
    return matrix


Resize = Literal["like", "odd_scale", "size", "to_even_down", "to_even_up", "to_odd_down", "to_odd_up"]


def _new_length(name, old, wanted, scale, mode):
    if mode == "size":
        return wanted if scale is None else int(np.float32(scale) * np.float32(old))
    if mode == "odd_scale":
        check(scale is not None, name, "mode 'odd_scale' needs scale_height and scale_width.")
        return int(np.float32(old - old % 2) * np.float32(scale)) + old % 2
    parity = 0 if "even" in mode else 1
    return old if old % 2 == parity else old + (1 if mode.endswith("up") else -1)


@op(
    "_contrib_BilinearResize2D",
    when={"like": lambda a: a.mode == "like"},
    bounds={"height": (1, None), "width": (1, None)},
    onnx="images.bilinear_resize",
)
def bilinear_resize(
    data: Array,
    like: Array | None = None,
    height: int = 1,
    width: int = 1,
    scale_height: float | None = None,
    scale_width: float | None = None,
    mode: Resize = "size",
    align_corners: bool = True,
) -> jax.Array:
    """Images resized by linear interpolation along both axes.

    data    (batch, channels, y, x)
    like    array whose last two axes are the new size, for mode "like"
    height, width    the new size, for mode "size"
    scale_height, scale_width    factors: of mode "size" in place of height and width, and of "odd_scale"
    mode    "size" to the size given; "like" to that of a second input; "odd_scale" by the scales, odd lengths staying odd;
            "to_even_down", "to_even_up", "to_odd_down", "to_odd_up" to the next even or odd length
    align_corners    corner pixels keep their places; False aligns the edges of the image

    Returns (batch, channels, height, width).

    Examples
    --------
    >>> nd.contrib.BilinearResize2D(nd.array([[[[0, 4], [8, 12]]]]), height=3, width=3)
    [[[[ 0.  2.  4.]
       [ 4.  6.  8.]
       [ 8. 10. 12.]]]]
    <NDArray 1x1x3x3 @cpu(0)>
    """
    name = "_contrib_BilinearResize2D"
    _images(name, data)
    if mode == "like":
        _images(name, like)
        size = like.shape[2:]
    else:
        axes = zip(data.shape[2:], (height, width), (scale_height, scale_width))
        size = [_new_length(name, old, new, scale, mode) for old, new, scale in axes]
    check(min(size) >= 1, name, f"data of shape {tuple(data.shape)} cannot be resized to {tuple(size)}.")
    x = data.astype(wide_enough(data.dtype))
    check_fits(name, (*data.shape[:2], *size), data.dtype)
    rows, columns = (interpolation_matrix(old, new, align_corners) for old, new in zip(data.shape[2:], size))
    x, rows, columns = _only_used(x, rows, columns)
    out = jnp.einsum("oh,nchw,pw->ncop", rows.astype(x.dtype), x, columns.astype(x.dtype), precision="highest")
    return out.astype(data.dtype)


def _only_used(x, rows, columns):
    """Images and the two interpolation matrices without the pixels that have no weight, where those are at least half."""
    places = [np.flatnonzero(matrix.any(0)) for matrix in (rows, columns)]
    if 2 * places[0].size * places[1].size > x.shape[2] * x.shape[3]:
        return x, rows, columns
    x = x[:, :, places[0]][:, :, :, places[1]]
    return x, rows[:, places[0]], columns[:, places[1]]


def _affine_grid(theta, height, width):
    """Source coordinates (batch, 2, height, width), x then y in [-1, 1], of affine maps theta (batch, 6)."""
    xs = -1 + np.arange(width) * (2.0 / max(width - 1, 1))
    ys = -1 + np.arange(height) * (2.0 / max(height - 1, 1))
    grid = np.stack([np.tile(xs, height), np.repeat(ys, width), np.ones(height * width)])
    source = jnp.matmul(theta.reshape(-1, 2, 3), grid.astype(theta.dtype), precision="highest")
    return source.reshape(-1, 2, height, width)


@op("GridGenerator", gradient_names=named, outputs=("output",), hidden=("grid_dst",), onnx="images.grid_generator")
def grid_generator(data: Array, transform_type: Literal["affine", "warp"] = REQUIRED, target_shape: Shape = (0, 0)) -> jax.Array:
    """Places in an image for BilinearSampler to look at.

    data    for "affine" (batch, 6): 2x3 matrices that map places (x, y, 1) of the target to those of the source; for "warp"
            (batch, 2, height, width): a flow (x, y) in pixels, added to each pixel's own place
    transform_type    "affine" or "warp"
    target_shape    (height, width), for "affine"

    Returns (batch, 2, height, width): x, then y, from -1 (the first pixel) to 1 (the last one).

    Examples
    --------
    >>> nd.GridGenerator(nd.array([[1, 0, 0, 0, 1, 0]]), transform_type="affine", target_shape=(2, 3))
    [[[[-1.  0.  1.]
       [-1.  0.  1.]]
    <BLANKLINE>
      [[-1. -1. -1.]
       [ 1.  1.  1.]]]]
    <NDArray 1x2x2x3 @cpu(0)>
    """
    name = "GridGenerator"
    if transform_type == "affine":
        check(data.ndim == 2 and data.shape[1] == 6, name, f"data must be (batch, 6), got shape {tuple(data.shape)}.")
        if len(target_shape) != 2 or min(target_shape) < 1:
            fail(name, f"target_shape must be (height, width), got {target_shape}.")
        return _affine_grid(data, *target_shape)
    if data.ndim != 4 or data.shape[1] != 2:
        fail(name, f"data must be (batch, 2, height, width), got shape {tuple(data.shape)}.")
    height, width = data.shape[2:]
    place = np.stack(np.meshgrid(np.arange(width), np.arange(height)))
    half = np.array([(width - 1) / 2, (height - 1) / 2]).reshape(2, 1, 1)
    return (data + place.astype(data.dtype)) / half.astype(data.dtype) - 1


def _sample(data, grid, platform):
    """Bilinear samples (batch, channels, *grid's space) of data at grid, zero outside."""
    if platform == "cpu" and data.shape[2] * data.shape[3] < 2**31 and kernels.usable("sampling", data, grid):
        return _sample_by_kernels(data, grid)
    return _sample_by_xla(data, grid)


#: what can be computed, as jmx/native/sampling.c numbers it
_SAMPLE, _SAMPLE_DATA_GRADIENT, _SAMPLE_GRID_GRADIENT = range(3)


def _sample_by_kernels(data, grid):
    sizes = (*data.shape, *grid.shape[2:])

    def call(what, shape, *arrays):
        return kernels.call("sampling", (what, *sizes), [jax.ShapeDtypeStruct(shape, jnp.float32)], *arrays)[0]

    def gradient(head, data, grid):  # two calls, so that a program that needs one of them makes no other
        return call(_SAMPLE_DATA_GRADIENT, data.shape, head, grid), call(_SAMPLE_GRID_GRADIENT, grid.shape, head, data, grid)

    run = functools.partial(call, _SAMPLE, (*sizes[:2], *sizes[4:]))
    return kernels.differentiable(run, gradient, _sample_by_xla, 2)(data, grid)


def _sample_by_xla(data, grid):
    batch, channels, height, width = data.shape
    x = (grid[:, 0] + 1) * (width - 1) / 2
    y = (grid[:, 1] + 1) * (height - 1) / 2
    left, top = jnp.floor(x), jnp.floor(y)
    flat = data.reshape(batch, channels, height * width)
    total = 0
    for dy in (0, 1):
        for dx in (0, 1):
            column, row = (left + dx).astype(jnp.int32), (top + dy).astype(jnp.int32)
            inside = (column >= 0) & (column < width) & (row >= 0) & (row < height)
            place = jnp.clip(row, 0, height - 1) * width + jnp.clip(column, 0, width - 1)
            value = jnp.take_along_axis(flat, place.reshape(batch, 1, -1), 2, mode="clip")
            value = jnp.where(inside[:, None], value.reshape(batch, channels, *place.shape[1:]), jnp.zeros((), data.dtype))
            weight = _corner(x - left, dx) * _corner(y - top, dy)
            total = total + value * weight[:, None]
    return total


def _corner(fraction, far):
    return fraction if far else 1 - fraction


@op("BilinearSampler", gradient_names=named, outputs=("output",), hidden=("tmp",), onnx="images.bilinear_sampler")
def bilinear_sampler(data: Array, grid: Array, cudnn_off: bool | None = None, *, platform: Platform) -> jax.Array:
    """Images sampled at places between their pixels, by linear interpolation; zero outside.

    data    (batch, channels, y, x)
    grid    (batch, 2, height, width): x, then y, from -1 (the first pixel) to 1 (the last one)
    cudnn_off    accepted, without effect

    Returns (batch, channels, height, width).

    Examples
    --------
    >>> image, middle = nd.array([[[[0, 4], [8, 12]]]]), nd.zeros((1, 2, 1, 1))
    >>> nd.BilinearSampler(image, middle)
    [[[[6.]]]]
    <NDArray 1x1x1x1 @cpu(0)>
    """
    _images("BilinearSampler", data)
    if grid.ndim != 4 or grid.shape[:2] != (data.shape[0], 2):
        fail("BilinearSampler", f"grid must be ({data.shape[0]}, 2, height, width), got shape {tuple(grid.shape)}.")
    return _sample(data, grid, platform)


@op(
    "SpatialTransformer",
    gradient_names=named,
    outputs=("output",),
    hidden=("grid_dst", "grid_src"),
    onnx="images.spatial_transformer",
)
def spatial_transformer(
    data: Array,
    loc: Array,
    target_shape: Shape = (0, 0),
    transform_type: Literal["affine"] = REQUIRED,
    sampler_type: Literal["bilinear"] = REQUIRED,
    cudnn_off: bool | None = None,
    *,
    platform: Platform,
) -> jax.Array:
    """Images seen through affine maps: GridGenerator and BilinearSampler in one.

    data    (batch, channels, y, x)
    loc    (batch, 6): 2x3 matrices that map places (x, y, 1) of the target, from -1 to 1, to those of the source
    target_shape    (height, width)
    transform_type    "affine"
    sampler_type    "bilinear"
    cudnn_off    accepted, without effect

    Returns (batch, channels, height, width).

    Examples
    --------
    >>> image, mirrored = nd.array([[[[0, 4], [8, 12]]]]), nd.array([[-1, 0, 0, 0, 1, 0]])
    >>> nd.SpatialTransformer(image, mirrored, target_shape=(2, 2), transform_type="affine", sampler_type="bilinear")
    [[[[ 4.  0.]
       [12.  8.]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    """
    name = "SpatialTransformer"
    _images(name, data)
    expect_shape(name, "loc", loc, (data.shape[0], 6))
    if len(target_shape) != 2 or min(target_shape) < 1:
        fail(name, f"target_shape must be (height, width), got {target_shape}.")
    return _sample(data, _affine_grid(loc, *target_shape), platform)


@spatial_transformer.deduce
def _(a, data):
    return {"loc": (data.shape[0], 6)}
