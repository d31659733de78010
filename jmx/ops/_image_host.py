"""Random changes of one image by NumPy and OpenCV, for eager calls on the CPU: pictures of ever new sizes compile nothing.

The numbers are those of the operators in `image.py`, up to the rounding of sums. An image is (height, width, channels) with one
or three channels, of one of `TYPES`. As that of operators, its value at the end is clipped for uint8.
"""

from collections.abc import Sequence

import numpy as np

from .. import _codec
from ..core.declare.room import room
from ..native import kernels
from . import _image_values
from ._image_values import LUMA, PRINCIPAL

TYPES = (np.uint8, np.float32)
_LEVELS = np.arange(256, dtype=np.float32)
_SHARES = _LEVELS / np.float32(255)
_ONE = np.float32(1)
#: so many pixels at a time, whose intermediate results stay in the processor's cache
_BLOCK = 1 << 14


def _bytes(values):
    """Levels of uint8; `values` is overwritten."""
    # np.clip takes ten times as long for a table of levels
    return np.minimum(np.maximum(values, 0, out=values), 255, out=values).astype(np.uint8)


def mirrored(image, axis) -> np.ndarray:
    """An image mirrored along `axis`."""
    return _codec.opencv().flip(image, axis, dst=room(image.shape, image.dtype)).reshape(image.shape)


def _mapped(image, factor, shift=0.0):
    """image * factor + shift, of uint8 by a table of its levels."""
    if image.dtype == np.uint8:
        return _codec.opencv().LUT(image, _bytes(_LEVELS * factor + np.float32(shift))).reshape(image.shape)
    changed = np.multiply(image, factor, out=room(image.shape, image.dtype))
    return np.add(changed, np.float32(shift), out=changed) if shift else changed


def brightness(image, factor) -> np.ndarray:
    """An image times a number."""
    return _mapped(image, factor)


def contrast(image, factor) -> np.ndarray:
    """An image whose distance from its mean grey is multiplied by a number."""
    means = _codec.opencv().mean(image)
    grey = sum(float(share) * mean for share, mean in zip(LUMA, means)) if image.shape[2] == 3 else means[0]
    return _mapped(image, factor, (_ONE - factor) * np.float32(grey))


def _planes(image):
    return [np.ascontiguousarray(plane) for plane in _codec.opencv().split(image)]


def saturation(image, factor) -> np.ndarray:
    """An image whose distance from the blue channel's share is multiplied by a number, as MXNet has it."""
    if image.shape[2] == 1:
        return image
    cv2 = _codec.opencv()
    if image.dtype != np.uint8:
        mixed = np.eye(3, dtype=np.float32) * factor
        mixed[:, 2] += LUMA[2] * (_ONE - factor)
        return cv2.transform(image, mixed, dst=room(image.shape, image.dtype))
    planes = _planes(image)
    grey, own = cv2.LUT(planes[2], _LEVELS * LUMA[2] * (_ONE - factor)), _LEVELS * factor
    return cv2.merge([_bytes(cv2.LUT(plane, own) + grey) for plane in planes])


def hue(image, share) -> np.ndarray:
    """An image with its hues turned by a share of the circle."""
    if image.shape[2] == 1:
        return image
    result = room(image.shape, image.dtype)
    if kernels.turn_hues(image, share * np.float32(360), result):
        return result
    flat, result = image.reshape(-1, 3), result.reshape(-1, 3)
    for start in range(0, len(flat), _BLOCK):
        block = flat[start : start + _BLOCK]
        planes = [block[:, i] / np.float32(255) for i in range(3)]
        for i, plane in enumerate(_image_values.turned(planes, share, np)):
            plane *= np.float32(255)
            result[start : start + _BLOCK, i] = _bytes(plane) if image.dtype == np.uint8 else plane
    return result.reshape(image.shape)


def lighting(image, amounts) -> np.ndarray:
    """An image moved by amounts along the principal axes of natural colours."""
    if image.shape[2] == 1:
        return image
    shifts = (PRINCIPAL * amounts).sum(axis=1)
    if image.dtype != np.uint8:
        return _codec.opencv().add(image, (*map(float, shifts), 0.0), dst=room(image.shape, image.dtype))
    return _codec.opencv().LUT(image, _bytes(_LEVELS[:, None] + shifts)[:, None])


def jittered(image, order, factors, amounts) -> np.ndarray:
    """Brightness, contrast, saturation and hue changed where there is an amount, as `_image_values.jitter` has drawn."""
    for number in order:
        if amounts[number] > 0:
            image = (brightness, contrast, saturation, hue)[number](image, factors[number])
    return image


def tensor(image: np.ndarray) -> np.ndarray:
    """An image with channels first, divided by 255."""
    if image.dtype != np.uint8:
        return np.ascontiguousarray(image.transpose(2, 0, 1)) / np.float32(255)
    cv2 = _codec.opencv()
    height, width, channels = image.shape
    result = np.empty((channels, height, width), np.float32)
    for channel in range(channels):
        plane = image if channels == 1 else cv2.extractChannel(image, channel)
        cv2.LUT(plane, _SHARES, dst=result[channel])
    return result


def normalized(planes: np.ndarray, mean: Sequence[float], std: Sequence[float]) -> np.ndarray:
    """(planes - mean) / std of float32 planes, channel by channel."""
    result = planes - np.array(mean, np.float32).reshape(-1, 1, 1)
    result /= np.array(std, np.float32).reshape(-1, 1, 1)
    return result
