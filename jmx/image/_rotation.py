"""Rotated images: each pixel is interpolated where it was before."""

from __future__ import annotations

from numbers import Number
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import ndarray as nd
from ..ndarray import NDArray

if TYPE_CHECKING:
    from .._typing import Float

__all__ = ["imrotate", "random_rotate"]


def imrotate(src: Any, rotation_degrees: Float | NDArray, zoom_in: bool = False, zoom_out: bool = False) -> Any:
    """Turn images counter-clockwise about their middle, interpolating linearly; what comes from outside is 0.

    Parameters
    ----------
    src : NDArray of float32, (channels, height, width) or (batch, channels, height, width)
        The images. The channels come first, other than in the functions beside this one.
    rotation_degrees : float or NDArray
        The angle in degrees; of a batch also one for each image.
    zoom_in : bool, default False
        Enlarge so that nothing from outside shows.
    zoom_out : bool, default False
        Shrink so that the whole image shows.

    Returns
    -------
    NDArray of the same shape

    Raises
    ------
    TypeError
        `src` is not float32, or there is more than one angle for one image.
    ValueError
        Both zooms at once, `src` has no three or four dimensions, or the numbers of images and angles differ.

    Examples
    --------
    >>> image = nd.array([[[1, 2, 3], [4, 5, 6], [7, 8, 9]]])
    >>> mx.image.imrotate(image, 90).asnumpy()[0].round(3)
    array([[3., 6., 9.],
           [2., 5., 8.],
           [1., 4., 7.]], dtype=float32)
    """
    if zoom_in and zoom_out:
        raise ValueError("`zoom_in` and `zoom_out` cannot be both True")
    if src.dtype != np.float32:
        raise TypeError(f"Only `float32` images are rotated, and these are {np.dtype(src.dtype)}: convert with astype('float32')")
    single = src.ndim == 3
    if not single and src.ndim != 4:
        raise ValueError(f"Only 3D and 4D arrays are rotated, and this one has the shape {src.shape}")
    if single and not isinstance(rotation_degrees, Number):
        raise TypeError("a single image is rotated by one number, rotation_degrees is " + type(rotation_degrees).__name__)
    images = src.as_nd_ndarray()
    images = images.expand_dims(axis=0) if single else images
    degrees = rotation_degrees.asnumpy() if isinstance(rotation_degrees, NDArray) else rotation_degrees
    degrees = np.full(len(images), degrees, np.float32) if isinstance(degrees, Number) else np.asarray(degrees, np.float32)
    if len(degrees) != len(images):
        raise ValueError(f"The number of images, {len(images)}, must equal the number of rotation angles, {len(degrees)}")
    grid = nd.array(_rotated_grid(degrees, *images.shape[2:], zoom_in, zoom_out), ctx=src.ctx)
    turned = nd.BilinearSampler(images, grid)
    turned = turned[0] if single else turned
    return turned if type(src) is NDArray else turned.as_np_ndarray()


def _rotated_grid(degrees, h, w, zoom_in, zoom_out):
    """Where each pixel of the turned images comes from: float32 (batch, 2, h, w), x and y from -1 to 1."""
    angle = (np.float32(np.pi) * degrees / np.float32(180)).reshape(-1, 1, 1)
    middle_x, middle_y = np.float32((w - 1) / 2), np.float32((h - 1) / 2)
    x, y = np.arange(w, dtype=np.float32) - middle_x, (np.arange(h, dtype=np.float32) - middle_y)[:, None]
    cos, sin = np.cos(angle), np.sin(angle)
    grid = np.stack([(x * cos - y * sin) / middle_x, (x * sin + y * cos) / middle_y], axis=1)
    if zoom_in or zoom_out:
        # how far the turned rectangle's corners reach, in units of the rectangle
        reach, corner, turn = np.hypot(h, w), np.arctan(h / w), np.abs(angle)
        wide = np.maximum(np.abs(np.cos(corner + turn)), np.abs(np.cos(corner - turn))) * reach / w
        high = np.maximum(np.abs(np.sin(corner + turn)), np.abs(np.sin(corner - turn))) * reach / h
        zoom = np.maximum(wide, high) if zoom_out else np.minimum(1 / wide, 1 / high)
        grid = grid * zoom[..., None]
    return grid.astype(np.float32)


def random_rotate(src: Any, angle_limits: tuple[Float, Float], zoom_in: bool = False, zoom_out: bool = False) -> Any:
    """Turn images by random angles, from `numpy.random`; see `imrotate`.

    Parameters
    ----------
    src : NDArray of float32, (channels, height, width) or (batch, channels, height, width)
        The images. Each of a batch is turned by an angle of its own.
    angle_limits : (float, float)
        The least and the greatest angle in degrees.
    zoom_in, zoom_out : bool, default False
        As in `imrotate`.

    Returns
    -------
    NDArray of the same shape

    Examples
    --------
    >>> image = nd.ones((1, 9, 9))
    >>> turned = mx.image.random_rotate(image, (30, 60))
    >>> turned.shape, turned[0, 4, 4].asscalar().item(), turned[0, 0, 0].asscalar().item()
    ((1, 9, 9), 1.0, 0.0)
    """
    if src.ndim == 3:
        return imrotate(src, np.random.uniform(*angle_limits), zoom_in, zoom_out)
    degrees = np.random.uniform(*angle_limits, size=src.shape[0])
    return imrotate(src, nd.array(degrees), zoom_in, zoom_out)
