"""Transforms that change which part of an image is seen, its size or its orientation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..... import image
from .....base import numeric_types
from .....image._functions import padded, resize_all
from ...._typed import EagerLayer, Layer
from ._space import space_of

if TYPE_CHECKING:
    from ....._typing import Float, Int
    from .....ndarray.ndarray import NDArray
    from .....symbol.symbol import Symbol

__all__ = [
    "CenterCrop",
    "CropResize",
    "RandomCrop",
    "RandomFlipLeftRight",
    "RandomFlipTopBottom",
    "RandomResizedCrop",
    "RandomRotation",
    "Resize",
    "Rotate",
]


class CropResize(Layer):
    """A rectangle of an image (H, W, C), or of each of a batch (N, H, W, C), resized if `size` is given.

    Parameters
    ----------
    x, y : int
        The left upper corner.
    width, height : int
        The rectangle's size.
    size : int or (width, height), optional
        Size of the result.
    interpolation : int, optional
        0 nearest, 1 linear, 2 cubic, 3 area, 4 Lanczos.

    Examples
    --------
    >>> image = nd.arange(12).reshape((3, 4, 1)).astype("uint8")
    >>> gluon.data.vision.transforms.CropResize(1, 0, 2, 2)(image).asnumpy()[:, :, 0]
    array([[1, 2],
           [5, 6]], dtype=uint8)
    """

    def __init__(self, x: Int, y: Int, width: Int, height: Int, size: Any = None, interpolation: Int | None = None) -> None:
        super().__init__()
        self._x, self._y, self._width, self._height = x, y, width, height
        self._size = size
        self._interpolation = 1 if interpolation is None else interpolation

    def hybrid_forward(self, F, x) -> NDArray:
        space = space_of(F)
        out = space.image.crop(x, self._x, self._y, self._width, self._height)
        return _resized(space, out, self._size, False, self._interpolation) if self._size else out


class Resize(Layer):
    """Images (H, W, C) or (N, H, W, C) at another size; meant to come before ToTensor.

    Parameters
    ----------
    size : int or (width, height)
        The new size.
    keep_ratio : bool, default False
        An int is the length of the shorter edge, instead of both.
    interpolation : int, default 1
        0 nearest, 1 linear, 2 cubic, 3 area, 4 Lanczos.

    Examples
    --------
    >>> gluon.data.vision.transforms.Resize((8, 4))(nd.zeros((6, 6, 3), dtype="uint8")).shape
    (4, 8, 3)
    >>> gluon.data.vision.transforms.Resize(4, keep_ratio=True)(nd.zeros((8, 16, 3), dtype="uint8")).shape
    (4, 8, 3)
    """

    def __init__(self, size: Any, keep_ratio: bool = False, interpolation: Int = 1) -> None:
        super().__init__()
        self._keep = keep_ratio
        self._size = size
        self._interpolation = interpolation

    def hybrid_forward(self, F, x) -> NDArray | Symbol:
        return _resized(space_of(F), x, self._size, self._keep, self._interpolation)


def _resized(space, x, *args):
    """Arrays are resized on the host where that does: images of ever new sizes would compile ever new programs."""
    done = resize_all(x, *args)
    return space.image.resize(x, *args) if done is None else done


def _pair(size):
    return (size, size) if isinstance(size, numeric_types) else tuple(size)


class CenterCrop(EagerLayer):
    """The middle of an image (H, W, C). Where the image is smaller than asked for, as much of it as has the right
    proportions, enlarged.

    Parameters
    ----------
    size : int or (width, height)
        Size of the result.
    interpolation : int, default 1
        As for Resize, for enlarging; 9 chooses by the sizes, 10 by chance.

    Examples
    --------
    >>> image = nd.arange(16).reshape((4, 4, 1)).astype("uint8")
    >>> gluon.data.vision.transforms.CenterCrop((4, 2))(image).asnumpy()[:, :, 0]
    array([[ 4,  5,  6,  7],
           [ 8,  9, 10, 11]], dtype=uint8)
    """

    def __init__(self, size: Any, interpolation: Int = 1) -> None:
        super().__init__()
        self._args = (_pair(size), interpolation)

    def forward(self, x) -> NDArray:
        return image.center_crop(x, *self._args)[0]


class RandomCrop(EagerLayer):
    """A rectangle of an image (H, W, C) at a place that Python's `random` draws. Of MXNet 2.0: MXNet 1.9.1 has no such class.

    Parameters
    ----------
    size : int or (width, height)
        Size of the result; where the image is smaller, as much of it as has the right proportions is enlarged.
    pad : int, or tuple of four, optional
        A margin in pixels, put around the image first: everywhere, or above, below, left and right.
    pad_value : int, default 0
        What fills the margin.
    interpolation : int, default 1
        As for CenterCrop.

    Raises
    ------
    AssertionError
        `pad` has another length than 4.

    Examples
    --------
    >>> image = nd.arange(16).reshape((4, 4, 1)).astype("uint8")
    >>> crop = gluon.data.vision.transforms.RandomCrop(2)(image).asnumpy()[:, :, 0]
    >>> crop - crop[0, 0]
    array([[0, 1],
           [4, 5]], dtype=uint8)
    >>> gluon.data.vision.transforms.RandomCrop(6, pad=1)(image).shape
    (6, 6, 1)
    """

    def __init__(self, size: Any, pad: Any = None, pad_value: Int = 0, interpolation: Int = 1) -> None:
        super().__init__()
        self._args = (_pair(size), interpolation)
        self._pad: Any = (pad,) * 4 if isinstance(pad, int) else pad
        self._pad_value = pad_value
        if self._pad is not None and len(self._pad) != 4:
            raise AssertionError(f"pad is a number, or one for each side, and it is {pad}")

    def forward(self, x) -> NDArray:
        if self._pad:
            x = padded(x, *self._pad, values=(self._pad_value,) * x.shape[2])
        return image.random_crop(x, *self._args)[0]


class RandomResizedCrop(EagerLayer):
    """A rectangle of an image (H, W, C), drawn by Python's `random`, resized.

    Parameters
    ----------
    size : int or (width, height)
        Size of the result.
    scale : tuple of two floats, default (0.08, 1.0)
        Smallest and largest share of the image's area.
    ratio : tuple of two floats, default (0.75, 1.3333333333333333)
        Smallest and largest ratio of width to height.
    interpolation : int, default 1
        As for CenterCrop.

    Examples
    --------
    >>> gluon.data.vision.transforms.RandomResizedCrop(4)(nd.zeros((6, 8, 3), dtype="uint8")).shape
    (4, 4, 3)
    """

    def __init__(self, size: Any, scale: Any = (0.08, 1.0), ratio: Any = (3.0 / 4.0, 4.0 / 3.0), interpolation: Int = 1) -> None:
        super().__init__()
        self._args = (_pair(size), scale, ratio, interpolation)

    def forward(self, x) -> NDArray:
        return image.random_size_crop(x, *self._args)[0]


def _check_single(x) -> None:
    if x.dtype != np.float32:
        raise TypeError(f"This transformation only supports float32, and the image is {np.dtype(x.dtype)}. "
                        "Consider calling it after ToTensor")  # fmt: skip


class Rotate(EagerLayer):
    """Float32 images (C, H, W) or (N, C, H, W) turned counter-clockwise about their middle, at the same size.

    Parameters
    ----------
    rotation_degrees : float
        The angle; for a batch also an NDArray with one for each image.
    zoom_in : bool, default False
        Enlarge so that nothing from outside shows, which is 0 otherwise.
    zoom_out : bool, default False
        Shrink so that the whole image shows.

    Raises
    ------
    TypeError
        The images have another element type.
    ValueError
        Both zooms at once.

    Examples
    --------
    >>> image = nd.arange(9).reshape((1, 3, 3))
    >>> gluon.data.vision.transforms.Rotate(90)(image).asnumpy().round(3)
    array([[[2., 5., 8.],
            [1., 4., 7.],
            [0., 3., 6.]]], dtype=float32)
    """

    def __init__(self, rotation_degrees: Float, zoom_in: bool = False, zoom_out: bool = False) -> None:
        super().__init__()
        self._args = (rotation_degrees, zoom_in, zoom_out)

    def forward(self, x) -> NDArray:
        _check_single(x)
        return image.imrotate(x, *self._args)


class RandomRotation(EagerLayer):
    """As Rotate, by an angle that `numpy.random` draws, for each image of a batch another one.

    Parameters
    ----------
    angle_limits : (float, float)
        The smallest and the largest angle, in degrees.
    zoom_in, zoom_out : bool, default False
        As for Rotate.
    rotate_with_proba : float, default 1.0
        The probability that images are turned at all.

    Raises
    ------
    TypeError
        The images to turn are not float32.
    ValueError
        The limits are not in order, or the probability is outside of [0, 1].

    Examples
    --------
    The middle stays where it is:

    >>> turned = gluon.data.vision.transforms.RandomRotation((-45, 45))(nd.arange(9).reshape((1, 3, 3)))
    >>> turned.shape, round(float(turned[0, 1, 1].asscalar()), 3)
    ((1, 3, 3), 4.0)
    """

    def __init__(
        self, angle_limits: tuple[Float, Float], zoom_in: bool = False, zoom_out: bool = False, rotate_with_proba: Float = 1.0
    ) -> None:
        super().__init__()
        lower, upper = angle_limits
        if lower >= upper:
            raise ValueError(f"`angle_limits` must be an ordered tuple, and it is {angle_limits}")
        if not 0 <= rotate_with_proba <= 1:
            raise ValueError(f"Probability of rotating the image should be between 0 and 1, and it is {rotate_with_proba}")
        self._args = (angle_limits, zoom_in, zoom_out)
        self._rotate_with_proba = rotate_with_proba

    def forward(self, x) -> NDArray:
        if np.random.random() > self._rotate_with_proba:
            return x
        _check_single(x)
        return image.random_rotate(x, *self._args)


class RandomFlipLeftRight(Layer):
    """An image (H, W, C), mirrored along its width with probability one half.

    Examples
    --------
    >>> row = nd.array([[[1], [2], [3]]])
    >>> flipped = gluon.data.vision.transforms.RandomFlipLeftRight()(row).asnumpy().ravel().tolist()
    >>> flipped in ([1, 2, 3], [3, 2, 1])
    True
    """

    def __init__(self) -> None:
        super().__init__()

    def hybrid_forward(self, F, x) -> NDArray:
        return space_of(F).image.random_flip_left_right(x)


class RandomFlipTopBottom(Layer):
    """An image (H, W, C), mirrored along its height with probability one half.

    Examples
    --------
    >>> column = nd.array([[[1]], [[2]], [[3]]])
    >>> flipped = gluon.data.vision.transforms.RandomFlipTopBottom()(column).asnumpy().ravel().tolist()
    >>> flipped in ([1, 2, 3], [3, 2, 1])
    True
    """

    def __init__(self) -> None:
        super().__init__()

    def hybrid_forward(self, F, x) -> NDArray:
        return space_of(F).image.random_flip_top_bottom(x)
