"""Operators on images: (height, width, channels) or a batch of them, turned into tensors, mirrored, cut and jittered in
colour.

The colour operators hand the gradient through unchanged, as MXNet does: rounding and clipping have none of their own.
"""

import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .._codec import border
from ..core.declare.op import REQUIRED, Array, Floats, Key, Shape, op
from . import _image_host, _image_values
from ._checks import check, check_fits, fail
from ._image_values import LUMA, PRINCIPAL
from ._resample import resample

_ALIKE = {"same_shape": True, "numbered_inputs": True}
_FACTORS = {"min_factor": (0, None), "max_factor": (0, None)}


def _check_axes(name, data):
    check(
        data.ndim == 3,
        name,
        lambda: (
            f"Input image must have shape (height, width, channels), but got {data.shape}; add axes that are missing with "
            "expand_dims"
        ),
    )


def _check_image(name, data):
    _check_axes(name, data)
    if data.shape[2] not in (1, 3):
        fail(
            name,
            "The last dimension of input image must be the channel dimension with either 1 or "
            f"3 elements, but got input with shape {data.shape}",
        )


def _saturated(value, dtype):
    """Back to the image's element type: clipped for uint8, cut towards zero for integers."""
    return (jnp.clip(value, 0, 255) if dtype == np.uint8 else value).astype(dtype)


def _gradient_through(fn):
    """`fn(data, ...)` with the identity as its gradient with respect to `data`."""

    @functools.wraps(fn)
    def wrapped(data, *rest):
        if not jnp.issubdtype(data.dtype, jnp.floating):
            return fn(data, *rest)
        return data + lax.stop_gradient(fn(data, *rest) - data)

    return wrapped


@op("_image_to_tensor", "_npx__image_to_tensor", onnx="images.to_tensor")
def to_tensor(data: Array) -> jax.Array:
    """An image as a tensor with channels first.

    data    (height, width, channels) or (batch, height, width, channels), numbers from 0 to 255

    Returns float32 numbers from 0 to 1, (channels, height, width) or (batch, channels, height, width).

    Examples
    --------
    >>> image = nd.array([[[0, 51, 255]]], dtype="uint8")    # one pixel
    >>> nd.image.to_tensor(image).reshape(-1)
    [0.  0.2 1. ]
    <NDArray 3 @cpu(0)>
    """
    if data.ndim not in (3, 4):
        fail(
            "_image_to_tensor",
            f"Input image must have shape (height, width, channels), or (N, height, width, channels) but got {data.shape}; add "
            "axes that are missing with expand_dims",
        )
    return jnp.moveaxis(data, -1, -3).astype(jnp.float32) / np.float32(255)


@op("_image_normalize", "_npx__image_normalize", onnx="images.normalize")
def normalize(data: Array, mean: Floats = (0.0, 0.0, 0.0, 0.0), std: Floats = (1.0, 1.0, 1.0, 1.0)) -> jax.Array:
    """(data - mean) / std, channel by channel.

    data    (channels, height, width) or (batch, channels, height, width), as to_tensor gives it; one or three channels
    mean, std    one number for each channel, or one for all

    Returns an array like `data`. Raises MXNetError for other shapes.

    Examples
    --------
    >>> nd.image.normalize(nd.array([0.5, 1, 2]).reshape((3, 1, 1)), mean=(0.5, 0, 1), std=(1, 2, 0.5)).reshape(-1)
    [0.  0.5 2. ]
    <NDArray 3 @cpu(0)>
    """
    name, shape = "_image_normalize", data.shape
    if data.ndim not in (3, 4):
        fail(name, f"Input tensor must have shape (channels, height, width), or (N, channels, height, width), but got {shape}")
    channels = shape[-3]
    which = "first" if data.ndim == 3 else "second"
    if channels not in (1, 3):
        fail(
            name,
            f"The {which} dimension of input tensor must be the channel dimension with either 1 or 3 "
            f"elements, but got input with shape {shape}. ToTensor, or transpose, puts channels there.",
        )
    for label, values in (("mean", mean), ("std", std)):
        if len(values) not in (1, channels):
            fail(
                name,
                f"Invalid {label} for input with shape {shape}. "
                f"{label} must have either 1 or {channels} elements, but got {values}",
            )
    dtype = data.dtype if jnp.issubdtype(data.dtype, jnp.floating) else np.dtype(np.float32)
    mean, std = (np.asarray(v, dtype).reshape(-1, 1, 1) for v in (mean, std))
    return ((data.astype(dtype) - mean) / std).astype(data.dtype)


@op("_image_flip_left_right", "_npx__image_flip_left_right", **_ALIKE, onnx=("images.flip", 1))
def flip_left_right(data: Array) -> jax.Array:
    """An image mirrored along its width.

    data    (height, width, channels) or (batch, height, width, channels)

    Returns an array like `data`.

    Examples
    --------
    >>> nd.image.flip_left_right(nd.arange(4).reshape((2, 2, 1))).reshape((2, 2))
    [[1. 0.]
     [3. 2.]]
    <NDArray 2x2 @cpu(0)>
    """
    _check_image("_image_flip_left_right", data)
    return data[:, ::-1]


@op("_image_flip_top_bottom", "_npx__image_flip_top_bottom", **_ALIKE, onnx=("images.flip", 0))
def flip_top_bottom(data: Array) -> jax.Array:
    """An image mirrored along its height.

    data    (height, width, channels) or (batch, height, width, channels)

    Returns an array like `data`.

    Examples
    --------
    >>> nd.image.flip_top_bottom(nd.arange(6).reshape((2, 3, 1))).reshape((2, 3))
    [[3. 4. 5.]
     [0. 1. 2.]]
    <NDArray 2x3 @cpu(0)>
    """
    _check_image("_image_flip_top_bottom", data)
    return data[::-1]


@op("_image_random_flip_left_right", "_npx__image_random_flip_left_right", **_ALIKE)
def random_flip_left_right(data: Array, *, key: Key) -> jax.Array:
    """An image, mirrored along its width with probability one half.

    data    (height, width, channels) or (batch, height, width, channels)

    Returns an array like `data`.

    Examples
    --------
    >>> nd.image.random_flip_left_right(nd.arange(6).reshape((2, 3, 1))).shape
    (2, 3, 1)
    """
    _check_image("_image_random_flip_left_right", data)
    return jnp.where(_image_values.coin(key), data, data[:, ::-1])


@op("_image_random_flip_top_bottom", "_npx__image_random_flip_top_bottom", **_ALIKE)
def random_flip_top_bottom(data: Array, *, key: Key) -> jax.Array:
    """An image, mirrored along its height with probability one half.

    data    (height, width, channels) or (batch, height, width, channels)

    Returns an array like `data`.

    Examples
    --------
    >>> nd.image.random_flip_top_bottom(nd.arange(6).reshape((2, 3, 1))).shape
    (2, 3, 1)
    """
    _check_image("_image_random_flip_top_bottom", data)
    return jnp.where(_image_values.coin(key), data, data[::-1])


@op("_image_crop", "_npx__image_crop", numbered_inputs=True, onnx="images.crop")
def crop(data: Array, x: int = REQUIRED, y: int = REQUIRED, width: int = REQUIRED, height: int = REQUIRED) -> jax.Array:
    """A rectangle of an image.

    data    (height, width, channels) or (batch, height, width, channels), one or three channels
    x, y    the first column and row, from 0
    width, height    size of the rectangle in pixels

    Returns (height, width, channels), or that with the batch in front. Raises MXNetError if the rectangle leaves the image.

    Examples
    --------
    >>> nd.image.crop(nd.arange(12).reshape((3, 4, 1)), x=1, y=0, width=2, height=3).reshape((3, 2))
    [[ 1.  2.]
     [ 5.  6.]
     [ 9. 10.]]
    <NDArray 3x2 @cpu(0)>
    """
    name, shape = "_image_crop", data.shape
    check(data.ndim in (3, 4), name, lambda: f"Image Crop expects inputs of 3D (h, w, c) or 4D (n, h, w, c). But got {data.ndim}")
    check(shape[-1] in (1, 3), name, lambda: f"Expect channel of the input image is 1 or 3, but got {shape[-1]}")
    check(width > 0 and height > 0, name, "Input height and width must be greater than 0")
    check(x >= 0 and y >= 0, name, lambda: f"x and y must not be negative, but got x={x}, y={y}")
    if x + width > shape[-2]:
        fail(name, f"x + width should not be greater than input width, but {x} + {width} > {shape[-2]}")
    if y + height > shape[-3]:
        fail(name, f"y + height should not be greater than input height, but {y} + {height} > {shape[-3]}")
    return data[..., y : y + height, x : x + width, :]


def target_size(name, height, width, size, keep_ratio) -> tuple[int, int]:
    """(height, width) that `size`, one number or (width, height), asks for."""
    check(len(size) in (1, 2), name, lambda: f"Input size dimension must be 1 or 2, but got {len(size)}")
    check(all(s > 0 for s in size), name, lambda: f"Input size should be greater than 0, but got {size}")
    if len(size) == 2:
        return size[1], size[0]
    side = size[0]
    if not keep_ratio:
        return side, side
    return (height * side // width, side) if height > width else (side, width * side // height)


def _check_interp(name, interp):
    text = f"interp must be 0 (nearest), 1 (linear), 2 (cubic), 3 (area) or 4 (Lanczos), but got {interp}"
    check(0 <= interp <= 4, name, text)


@op("_image_resize", "_npx__image_resize", numbered_inputs=True)
def resize(data: Array, size: Shape = (), keep_ratio: bool = False, interp: int = 1) -> Any:
    """An image at another size, interpolated as OpenCV does.

    data    (height, width, channels) or (batch, height, width, channels), uint8 or floating
    size    (width, height), or one number for both
    keep_ratio    one number in `size` is the length of the shorter edge
    interp    0 nearest pixel, 1 linear, 2 cubic, 3 area, 4 Lanczos

    Returns (height, width, channels), or that with the batch in front. Raises MXNetError for other element types.

    Examples
    --------
    >>> nd.image.resize(nd.ones((4, 6, 3)), size=2, keep_ratio=True).shape
    (2, 3, 3)
    >>> nd.image.resize(nd.array([[[0], [8]]]), size=(4, 1)).reshape(-1)
    [0. 2. 6. 8.]
    <NDArray 4 @cpu(0)>
    """
    name = "_image_resize"
    check(data.ndim in (3, 4), name, lambda: f"Input image dimension should be 3 or 4 but got {data.ndim}")
    if data.dtype not in (np.uint8, np.float32, np.float64):
        fail(name, f"images of {data.dtype} cannot be resized; cast them to uint8 or float32 first")
    _check_interp(name, interp)
    height, width = target_size(name, data.shape[-3], data.shape[-2], size, keep_ratio)
    check_fits(name, (*data.shape[:-3], height, width, data.shape[-1]), data.dtype)
    return resample(data, height, width, interp)


@op("_cvimresize", "_npi_cvimresize", bounds={"w": (1, None), "h": (1, None)})
def cvimresize(data: Array, w: int = REQUIRED, h: int = REQUIRED, interp: int = 1) -> Any:
    """The image (H, W, C) resized to width `w` and height `h`; `interp` as in `_image_resize`."""
    name = "_cvimresize"
    _check_axes(name, data)
    check(w > 0 and h > 0, name, lambda: f"w and h must be greater than 0, but got w={w}, h={h}")
    check(data.dtype in (np.uint8, np.float32, np.float64), name, lambda: f"images of {data.dtype} cannot be resized")
    _check_interp(name, interp)
    check_fits(name, (h, w, data.shape[2]), data.dtype)
    return resample(data, h, w, interp)


@op("_cvcopyMakeBorder")
def copy_make_border(src: Array, top: int = REQUIRED, bot: int = REQUIRED, left: int = REQUIRED, right: int = REQUIRED,
                     type: int = 0, value: float = 0.0, values: Floats = ()) -> Any:  # fmt: skip
    """The image (H, W, C) with a margin of `top`, `bot`, `left` and `right` pixels.

    `type`: 0 filled with `values`, one for each channel, or with `value`; 1 the outermost pixels repeated, 2 mirrored, 3 the
    opposite side, 4 mirrored about the outermost pixels.
    """
    name, margins = "_cvcopyMakeBorder", (top, bot, left, right)
    check(
        src.ndim == 3,
        name,
        lambda: (
            f"Input image must have shape (height, width, channels), but got {src.shape}; add axes that are missing with "
            "expand_dims"
        ),
    )
    check(min(margins) >= 0, name, lambda: f"top, bot, left and right must not be negative, but got {margins}")
    check(src.dtype in (np.uint8, np.int32, np.float32, np.float64), name, lambda: f"images of {src.dtype} get no margin")
    margin = type & ~16  # OpenCV's mark that nothing lies around the image, which is always so here
    check(0 <= margin <= 4, name, lambda: f"type must be 0 to 4, but got {type}")
    channels = src.shape[2]
    if margin == 0 and channels > 4:
        check(len(set(values or (value,))) == 1, name, "images of more than four channels are filled with one value")
        values = (values or (value,))[:1] * channels
    return border(src, *margins, margin, values or (value, value, value))


def _check_factors(name, low, high):
    for label, value in (("min_factor", low), ("max_factor", high)):
        if not value >= 0:
            fail(name, f"value {value} for Parameter {label} should be greater equal to 0")


def _factor(name, key, low, high):
    _check_factors(name, low, high)
    return _image_values.factor(key, low, high)


@_gradient_through
def _brightness(data, alpha):
    return _saturated(data.astype(jnp.float32) * alpha, data.dtype)


@_gradient_through
def _contrast(data, alpha):
    x = data.astype(jnp.float32)
    grey = jnp.mean(x * LUMA if data.shape[2] == 3 else x) * np.float32(data.shape[2])
    return _saturated(x * alpha + (1 - alpha) * grey, data.dtype)


@_gradient_through
def _saturation(data, alpha):
    if data.shape[2] == 1:
        return data
    x = data.astype(jnp.float32)
    # MXNet's grey is the blue channel's share alone
    grey = x[..., 2:] * LUMA[2] * (1 - alpha)
    return _saturated(grey + x * alpha, data.dtype)


@_gradient_through
def _hue(data, alpha):
    if data.shape[2] == 1:
        return data
    planes = [data[..., i].astype(jnp.float32) / np.float32(255) for i in range(3)]
    changed = _image_values.turned(planes, alpha, jnp)
    return _saturated(jnp.stack(changed, axis=-1) * np.float32(255), data.dtype)


@_gradient_through
def _lighting(data, alpha):
    if data.shape[2] == 1:
        return data
    return _saturated(data.astype(jnp.float32) + (PRINCIPAL * alpha).sum(axis=1), data.dtype)


@op("_image_random_brightness", "_npx__image_random_brightness", bounds=_FACTORS, **_ALIKE)
def random_brightness(data: Array, min_factor: float = REQUIRED, max_factor: float = REQUIRED, *, key: Key) -> jax.Array:
    """An image times a random factor.

    data    (height, width, channels)
    min_factor, max_factor    bounds of the factor, not negative; 1 changes nothing

    Returns an array like `data`; uint8 numbers are kept from 0 to 255.

    Examples
    --------
    >>> nd.image.random_brightness(nd.ones((1, 2, 3)), min_factor=0.5, max_factor=0.5).reshape(-1)
    [0.5 0.5 0.5 0.5 0.5 0.5]
    <NDArray 6 @cpu(0)>
    """
    _check_image("_image_random_brightness", data)
    return _brightness(data, _factor("_image_random_brightness", key, min_factor, max_factor))


@op("_image_random_contrast", "_npx__image_random_contrast", bounds=_FACTORS, **_ALIKE)
def random_contrast(data: Array, min_factor: float = REQUIRED, max_factor: float = REQUIRED, *, key: Key) -> jax.Array:
    """An image with its contrast multiplied by a random factor.

    data    (height, width, channels), one or three channels
    min_factor, max_factor    bounds of the factor, not negative; 1 changes nothing, 0 leaves the mean of the image

    Returns an array like `data`; uint8 numbers are kept from 0 to 255.

    Examples
    --------
    >>> nd.image.random_contrast(nd.ones((1, 2, 3)), min_factor=0.5, max_factor=1.5).shape
    (1, 2, 3)
    """
    _check_image("_image_random_contrast", data)
    return _contrast(data, _factor("_image_random_contrast", key, min_factor, max_factor))


@op("_image_random_saturation", "_npx__image_random_saturation", bounds=_FACTORS, **_ALIKE)
def random_saturation(data: Array, min_factor: float = REQUIRED, max_factor: float = REQUIRED, *, key: Key) -> jax.Array:
    """An image with its saturation multiplied by a random factor.

    data    (height, width, channels), one or three channels
    min_factor, max_factor    bounds of the factor, not negative; 1 changes nothing, 0 leaves shades of grey

    Returns an array like `data`; uint8 numbers are kept from 0 to 255.

    Examples
    --------
    >>> nd.image.random_saturation(nd.ones((1, 2, 3)), min_factor=0.5, max_factor=1.5).shape
    (1, 2, 3)
    """
    _check_image("_image_random_saturation", data)
    return _saturation(data, _factor("_image_random_saturation", key, min_factor, max_factor))


@op("_image_random_hue", "_npx__image_random_hue", bounds=_FACTORS, **_ALIKE)
def random_hue(data: Array, min_factor: float = REQUIRED, max_factor: float = REQUIRED, *, key: Key) -> jax.Array:
    """An image with its hues turned by a random share of the circle.

    data    (height, width, channels), one or three channels
    min_factor, max_factor    bounds of the share, not negative

    Returns an array like `data`; uint8 numbers are kept from 0 to 255.

    Examples
    --------
    >>> nd.image.random_hue(nd.ones((1, 2, 3)), min_factor=0, max_factor=0.1).shape
    (1, 2, 3)
    """
    _check_image("_image_random_hue", data)
    return _hue(data, _factor("_image_random_hue", key, min_factor, max_factor))


@op("_image_random_color_jitter", "_npx__image_random_color_jitter", **_ALIKE)
def random_color_jitter(data: Array, brightness: float = REQUIRED, contrast: float = REQUIRED,
                        saturation: float = REQUIRED, hue: float = REQUIRED, *, key: Key) -> jax.Array:  # fmt: skip
    """An image with brightness, contrast, saturation and hue changed at random, in a random order.

    data    (height, width, channels), one or three channels
    brightness, contrast, saturation    factors are drawn from 1 minus this to 1 plus this; 0 for no change
    hue    hues are turned by at most this share of the circle; 0 for no change

    Returns an array like `data`; uint8 numbers are kept from 0 to 255.

    Examples
    --------
    >>> nd.image.random_color_jitter(nd.ones((1, 2, 3)), brightness=0.4, contrast=0.4, saturation=0.4, hue=0).shape
    (1, 2, 3)
    """
    _check_image("_image_random_color_jitter", data)
    amounts, steps = (brightness, contrast, saturation, hue), (_brightness, _contrast, _saturation, _hue)
    order, factors = _image_values.jitter(key, *amounts)

    def step(number):
        if amounts[number] <= 0:
            return lambda image: image
        return lambda image: steps[number](image, factors[number])

    branches = [step(i) for i in range(4)]
    for i in range(4):
        data = lax.switch(order[i], branches, data)
    return data


@op("_image_adjust_lighting", "_npx__image_adjust_lighting", **_ALIKE)
def adjust_lighting(data: Array, alpha: Floats = REQUIRED) -> jax.Array:
    """An image moved along the principal axes of natural colours, as AlexNet's augmentation does.

    data    (height, width, 3)
    alpha    three amounts, one for each axis; 0 for no change

    Returns an array like `data`; uint8 numbers are kept from 0 to 255.

    Examples
    --------
    >>> nd.image.adjust_lighting(nd.ones((1, 2, 3)), alpha=(0, 0, 0)).reshape(-1)
    [1. 1. 1. 1. 1. 1.]
    <NDArray 6 @cpu(0)>
    """
    _check_image("_image_adjust_lighting", data)
    check(len(alpha) == 3, "_image_adjust_lighting", lambda: f"alpha must have 3 elements, but got {alpha}")
    return _lighting(data, np.asarray(alpha, np.float32))


@op("_image_random_lighting", "_npx__image_random_lighting", **_ALIKE)
def random_lighting(data: Array, alpha_std: float = 0.05, *, key: Key) -> jax.Array:
    """An image moved by noise along the principal axes of natural colours, as AlexNet's augmentation does.

    data    (height, width, 3)
    alpha_std    standard deviation of the amounts

    Returns an array like `data`; uint8 numbers are kept from 0 to 255.

    Examples
    --------
    >>> nd.image.random_lighting(nd.ones((1, 2, 3)), alpha_std=0.1).shape
    (1, 2, 3)
    """
    _check_image("_image_random_lighting", data)
    return _lighting(data, _image_values.noise(key, alpha_std))


def _on_host(operator, draws, compute):
    """Let NumPy run eager calls: `compute(image, drawn, a)` with what the function and the numbers of `draws(a)` give."""

    @operator.in_numpy
    def make(a, draw, data):
        _check_image(operator.name, data)
        if data.dtype not in _image_host.TYPES or not data.size:
            return None
        function, *numbers = draws(operator.name, a)
        return compute(data, draw(function, *numbers), a)


def _factor_of(name, a):
    _check_factors(name, a.min_factor, a.max_factor)
    return _image_values.factor, a.min_factor, a.max_factor


def _coin_of(name, a):
    return (_image_values.coin,)


_on_host(random_flip_left_right, _coin_of, lambda image, kept, a: image if kept else _image_host.mirrored(image, 1))
_on_host(random_flip_top_bottom, _coin_of, lambda image, kept, a: image if kept else _image_host.mirrored(image, 0))
_on_host(random_brightness, _factor_of, lambda image, factor, a: _image_host.brightness(image, factor))
_on_host(random_contrast, _factor_of, lambda image, factor, a: _image_host.contrast(image, factor))
_on_host(random_saturation, _factor_of, lambda image, factor, a: _image_host.saturation(image, factor))
_on_host(random_hue, _factor_of, lambda image, factor, a: _image_host.hue(image, factor))
_on_host(random_lighting, lambda name, a: (_image_values.noise, a.alpha_std), lambda image, n, a: _image_host.lighting(image, n))
_on_host(
    random_color_jitter,
    lambda name, a: (_image_values.jitter, a.brightness, a.contrast, a.saturation, a.hue),
    lambda image, drawn, a: _image_host.jittered(image, *drawn, (a.brightness, a.contrast, a.saturation, a.hue)),
)


@to_tensor.in_numpy(eager=False)
def _tensor_in_numpy(a, draw, data):
    usual = data.ndim == 3 and data.shape[2] in (1, 3, 4) and data.dtype in _image_host.TYPES and data.size
    return _image_host.tensor(data) if usual else None


@normalize.in_numpy(eager=False)
def _normalized_in_numpy(a, draw, data):
    usual = data.ndim == 3 and data.shape[0] in (1, 3) and data.dtype == np.float32
    usual = usual and len(a.mean) in (1, len(data)) and len(a.std) in (1, len(data))
    return _image_host.normalized(data, a.mean, a.std) if usual else None
