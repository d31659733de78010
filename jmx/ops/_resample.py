"""Resizing images the way OpenCV does it: separable weights, in fixed point for uint8 images.

Pixel indices and weights depend on sizes only, so they are NumPy tables made while an operator is traced.
"""

from typing import Any

import numpy as np

NEAREST, LINEAR, CUBIC, AREA, LANCZOS = range(5)
_BITS = 11  # fractional bits of OpenCV's weights for uint8 images


def resample(data, height, width, interp) -> Any:
    """`data` (..., H, W, C) at `height` x `width`; uint8, float32 or float64, kept.

    A NumPy array is computed by NumPy: images of ever new sizes would compile ever new programs.
    """
    h, w = data.shape[-3:-1]
    if (h, w) == (height, width):
        return data
    if interp == NEAREST:
        rows, columns = (_nearest(old, new) for old, new in ((h, height), (w, width)))
        return data[..., rows, :, :][..., columns, :]
    if interp == LINEAR and h == 2 * height and w == 2 * width:
        interp = AREA
    if interp == AREA and height <= h and width <= w:
        return _area(data, height, width)
    fixed = data.dtype == np.uint8
    rows, row_weights = _table(h, height, interp, False)
    columns, column_weights = _table(w, width, interp, True)
    if not fixed:
        dtype = data.dtype
        x = _apply(data, columns, column_weights.astype(dtype), -2)
        return _apply(x, rows, row_weights.astype(dtype), -3)
    row_weights, column_weights = (np.rint(t * (1 << _BITS)).astype(np.int32) for t in (row_weights, column_weights))
    x = _apply(data.astype(np.int32), columns, column_weights, -2)
    if row_weights.shape[1] == 2:
        first, second = ((x.take(rows[:, i], axis=-3) >> 4) * row_weights[:, i, None, None] >> 16 for i in range(2))
        x = first + second + 2 >> 2
    else:
        x = _apply(x, rows, row_weights, -3) + (1 << 2 * _BITS - 1) >> 2 * _BITS
    return x.clip(0, 255).astype(np.uint8)


def _nearest(old, new):
    """The pixel of `old` that each of `new` pixels shows; the rounding is OpenCV's."""
    return np.minimum(np.floor(np.arange(new) * (1 / (new / old))), old - 1).astype(np.int64)


def _apply(x, index, weights, axis):
    """sum_k x[index[:, k]] * weights[:, k] along `axis`."""
    shape = [-1] + [1] * (-axis - 1)
    total = 0
    for k in range(index.shape[1]):
        total = total + x.take(index[:, k], axis=axis) * weights[:, k].reshape(shape)
    return total


def _table(old, new, interp, columns):
    """(pixel indices, weights), both (new, taps), for one axis."""
    scale = old / new
    at = np.arange(new)
    if interp == AREA:  # enlarging: linear between pixel edges
        whole = np.floor(at * scale)
        part = (at + 1) - (whole + 1) * (new / old)
        part = np.where(part <= 0, 0.0, part - np.floor(part))
        taps, start = 2, 0
    else:
        centre = ((at + 0.5) * scale - 0.5).astype(np.float32)
        whole = np.floor(centre)
        part = (centre - whole).astype(np.float64)
        taps, start = {LINEAR: (2, 0), CUBIC: (4, -1), LANCZOS: (8, -3)}[interp]
    if taps == 2 and columns:  # at the borders the one pixel there is counts alone; of rows OpenCV mixes it with itself
        part = np.where(whole < 0, 0.0, np.where(whole >= old - 1, 0.0, part))
        whole = np.clip(whole, 0, old - 1)
    index = np.clip(whole.astype(np.int64)[:, None] + start + np.arange(taps), 0, old - 1)
    return index, {2: _linear, 4: _cubic, 8: _lanczos}[taps](part)


def _linear(part):
    return np.stack([1 - part, part], axis=1)


def _cubic(part):
    a, x = np.float32(-0.75), part.astype(np.float32)
    first = ((a * (x + 1) - 5 * a) * (x + 1) + 8 * a) * (x + 1) - 4 * a
    second = ((a + 2) * x - (a + 3)) * x * x + 1
    third = ((a + 2) * (1 - x) - (a + 3)) * (1 - x) * (1 - x) + 1
    return np.stack([first, second, third, 1 - first - second - third], axis=1)


def _lanczos(part):
    offset = part[:, None] + 3 - np.arange(8)
    weights = np.sinc(offset) * np.sinc(offset / 4)
    return weights / weights.sum(axis=1, keepdims=True)


def _area(data, height, width):
    """Every new pixel is the mean of the old ones it covers."""
    h, w = data.shape[-3:-1]
    xp = data.__array_namespace__()
    dtype = np.float64 if data.dtype == np.float64 else np.float32
    x = data.astype(dtype)
    if h % height == 0 and w % width == 0:
        lead, c = data.shape[:-3], data.shape[-1]
        x = x.reshape(*lead, height, h // height, width, w // width, c).mean(axis=(-4, -2))
        if data.dtype == np.uint8 and h == 2 * height and w == 2 * width:
            return xp.floor(x + dtype(0.5)).astype(data.dtype)
    else:
        for axis, old, new in ((-2, w, width), (-3, h, height)):
            weights = _cover(old, new).astype(dtype)
            x = xp.moveaxis(xp.tensordot(xp.moveaxis(x, axis, -1), weights, 1), -1, axis)
    return xp.rint(x).astype(data.dtype) if data.dtype == np.uint8 else x


def _cover(old, new):
    """(old, new) matrix: the share of each old pixel in each new one."""
    edges = np.arange(new + 1) * (old / new)
    pixel = np.arange(old)[:, None]
    overlap = np.minimum(edges[1:], pixel + 1) - np.maximum(edges[:-1], pixel)
    overlap = np.maximum(overlap, 0)
    return overlap / overlap.sum(axis=0)
