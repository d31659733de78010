"""Augmenters that change the values of an image: brightness, contrast, colours, the element type.

Colours are changed in place, as MXNet does.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import ndarray as nd
from ..ndarray import NDArray
from ..util import is_np_array
from ._functions import array, color_normalize, space
from ._geometry import Augmenter, RandomOrderAug, _WithProbability

if TYPE_CHECKING:
    from .._typing import DTypeLike, Float

__all__ = [
    "BrightnessJitterAug", "CastAug", "ColorJitterAug", "ColorNormalizeAug", "ContrastJitterAug",
    "HueJitterAug", "LightingAug", "RandomGrayAug", "SaturationJitterAug",
]  # fmt: skip

_LUMA = np.array([[[0.299, 0.587, 0.114]]], np.float32)
_GREY = np.repeat(np.array([[0.21], [0.72], [0.07]], np.float32), 3, axis=1)
_TO_YIQ = np.array([[0.299, 0.587, 0.114], [0.596, -0.274, -0.321], [0.211, -0.523, 0.311]])
_FROM_YIQ = np.array([[1.0, 0.956, 0.621], [1.0, -0.272, -0.647], [1.0, -1.107, 1.705]])


def _beside(src, values):
    """`values` as float32 of the kind of array that `src` is."""
    values = np.asarray(values, np.float32)
    return values if isinstance(src, np.ndarray) else array(values, src.ctx)


def _times(src, matrix):
    """Each pixel times a (3, 3) matrix."""
    if isinstance(src, np.ndarray):
        return src @ np.asarray(matrix, np.float32)
    return space().dot(src, _beside(src, matrix))


class CastAug(Augmenter):
    """The same values in another element type.

    Parameters
    ----------
    typ : str or numpy type, default 'float32'
        The element type.

    Examples
    --------
    >>> mx.image.CastAug()(nd.zeros((2, 2, 3), dtype="uint8")).dtype.__name__
    'float32'
    """

    def __init__(self, typ: str | DTypeLike = "float32") -> None:
        super().__init__(type=typ)
        self.typ = typ

    def __call__(self, src: Any) -> Any:
        """The image in that element type."""
        return src.astype(self.typ)


class BrightnessJitterAug(Augmenter):
    """Times a random factor from [1 - brightness, 1 + brightness], in place.

    Parameters
    ----------
    brightness : float
        How far the factor is from 1 at most.

    Examples
    --------
    >>> import random
    >>> random.seed(1)
    >>> mx.image.BrightnessJitterAug(0.5)(nd.array([[[100, 10, 0]]])).asnumpy().round(2)
    array([[[63.44,  6.34,  0.  ]]], dtype=float32)
    """

    def __init__(self, brightness: Float) -> None:
        super().__init__(brightness=brightness)
        self.brightness = brightness

    def __call__(self, src: Any) -> Any:
        """The image changed."""
        src *= 1.0 + random.uniform(-self.brightness, self.brightness)
        return src


class ContrastJitterAug(Augmenter):
    """Nearer to the mean brightness, or farther from it, by a random factor from [1 - contrast, 1 + contrast], in place.

    Parameters
    ----------
    contrast : float
        How far the factor is from 1 at most.

    Examples
    --------
    With this seed the factor is about 0.63.

    >>> import random
    >>> random.seed(1)
    >>> mx.image.ContrastJitterAug(0.5)(nd.array([[[0, 0, 0], [100, 100, 100]]])).asnumpy().round(2)
    array([[[18.28, 18.28, 18.28],
            [81.72, 81.72, 81.72]]], dtype=float32)
    """

    def __init__(self, contrast: Float) -> None:
        super().__init__(contrast=contrast)
        self.contrast = contrast

    def __call__(self, src: Any) -> Any:
        """The float32 image changed."""
        alpha = 1.0 + random.uniform(-self.contrast, self.contrast)
        grey = src * _beside(src, _LUMA)
        grey = (3.0 * (1.0 - alpha) / grey.size) * grey.sum()
        src *= alpha
        src += grey
        return src


class SaturationJitterAug(Augmenter):
    """Nearer to grey, or farther from it, by a random factor from [1 - saturation, 1 + saturation], in place.

    Parameters
    ----------
    saturation : float
        How far the factor is from 1 at most.

    Examples
    --------
    >>> import random
    >>> random.seed(1)
    >>> mx.image.SaturationJitterAug(0.5)(nd.array([[[100, 0, 0], [50, 50, 50]]])).asnumpy().round(1)
    array([[[74.4, 10.9, 10.9],
            [50. , 50. , 50. ]]], dtype=float32)
    """

    def __init__(self, saturation: Float) -> None:
        super().__init__(saturation=saturation)
        self.saturation = saturation

    def __call__(self, src: Any) -> Any:
        """The float32 image changed."""
        alpha = 1.0 + random.uniform(-self.saturation, self.saturation)
        grey = (src * _beside(src, _LUMA)).sum(axis=2, keepdims=True)
        grey *= 1.0 - alpha
        src *= alpha
        src += grey
        return src


class HueJitterAug(Augmenter):
    """Hues turned by a random share, from [-hue, hue], of half the circle.

    Parameters
    ----------
    hue : float
        The largest share.

    Examples
    --------
    Grey has no hue, so that it stays as it is.

    >>> import random
    >>> random.seed(1)
    >>> mx.image.HueJitterAug(0.5)(nd.array([[[100, 0, 0], [50, 50, 50]]])).asnumpy().round(0)
    array([[[ 43.,  48., -96.],
            [ 50.,  50.,  50.]]], dtype=float32)
    """

    def __init__(self, hue: Float) -> None:
        super().__init__(hue=hue)
        self.hue = hue

    def __call__(self, src: Any) -> Any:
        """The float32 image changed."""
        turn = random.uniform(-self.hue, self.hue) * np.pi
        cos, sin = np.cos(turn), np.sin(turn)
        turned = np.array([[1.0, 0.0, 0.0], [0.0, cos, -sin], [0.0, sin, cos]])
        return _times(src, (_FROM_YIQ @ turned @ _TO_YIQ).T)


class ColorJitterAug(RandomOrderAug):
    """Brightness, contrast and saturation jittered in random order.

    Parameters
    ----------
    brightness : float
        As for `BrightnessJitterAug`; 0 leaves it out.
    contrast : float
        As for `ContrastJitterAug`; 0 leaves it out.
    saturation : float
        As for `SaturationJitterAug`; 0 leaves it out.

    Examples
    --------
    >>> augmenter = mx.image.ColorJitterAug(brightness=0.1, contrast=0, saturation=0.2)
    >>> sorted(type(part).__name__ for part in augmenter.ts)
    ['BrightnessJitterAug', 'SaturationJitterAug']
    >>> augmenter(nd.ones((2, 2, 3))).shape
    (2, 2, 3)
    """

    def __init__(self, brightness: Float, contrast: Float, saturation: Float) -> None:
        jitters = ((BrightnessJitterAug, brightness), (ContrastJitterAug, contrast), (SaturationJitterAug, saturation))
        super().__init__([jitter(amount) for jitter, amount in jitters if amount > 0])


class LightingAug(Augmenter):
    """Noise along principal axes of colours, in place.

    Parameters
    ----------
    alphastd : float
        Standard deviation of the noise, which `numpy.random` draws.
    eigval : numpy.ndarray, (3,)
        Eigenvalues.
    eigvec : numpy.ndarray, (3, 3)
        Eigenvectors.

    Examples
    --------
    All pixels are moved by the same colour.

    >>> augmenter = mx.image.LightingAug(0.1, np.array([55.46, 4.794, 1.148]), np.eye(3))
    >>> moved = augmenter(nd.zeros((2, 2, 3))).asnumpy()
    >>> bool((moved == moved[0, 0]).all()), bool((moved != 0).all())
    (True, True)
    """

    def __init__(self, alphastd: Float, eigval: Any, eigvec: Any) -> None:
        super().__init__(alphastd=alphastd, eigval=eigval, eigvec=eigvec)
        self.alphastd, self.eigval, self.eigvec = alphastd, eigval, eigvec

    def __call__(self, src: Any) -> Any:
        """The float32 image changed."""
        alpha = np.random.normal(0, self.alphastd, size=(3,))
        src += _beside(src, np.dot(self.eigvec * alpha, self.eigval))
        return src


class ColorNormalizeAug(Augmenter):
    """Less a mean, divided by a deviation, in place; see `mx.image.color_normalize`.

    Parameters
    ----------
    mean : numpy.ndarray or NDArray, of one or three numbers, or None
        What is subtracted; None subtracts nothing.
    std : numpy.ndarray or NDArray, of one or three numbers, or None
        What is divided by.

    Examples
    --------
    >>> augmenter = mx.image.ColorNormalizeAug(np.array([10, 10, 10]), np.array([1, 2, 4]))
    >>> augmenter(nd.array([[[10, 20, 30]]])).asnumpy()
    array([[[0., 5., 5.]]], dtype=float32)
    """

    def __init__(self, mean: Any, std: Any) -> None:
        super().__init__(mean=mean, std=std)
        self.mean, self.std = (v if v is None or isinstance(v, NDArray) else nd.array(v) for v in (mean, std))
        self._numbers = tuple(None if v is None else v.asnumpy() for v in (self.mean, self.std))

    def __call__(self, src: Any) -> Any:
        """The float32 image changed."""
        if isinstance(src, np.ndarray):
            return color_normalize(src, *self._numbers)
        if is_np_array():
            return color_normalize(src, *(None if v is None else _beside(src, v) for v in self._numbers))
        return color_normalize(src, self.mean, self.std)


class RandomGrayAug(_WithProbability):
    """Grey, in three equal channels, with a probability.

    Parameters
    ----------
    p : float
        The probability.

    Examples
    --------
    >>> mx.image.RandomGrayAug(1.0)(nd.array([[[100, 0, 0]]])).asnumpy().round(2)
    array([[[21., 21., 21.]]], dtype=float32)
    """

    def __call__(self, src: Any) -> Any:
        """The float32 image, changed or not."""
        return _times(src, _GREY) if random.random() < self.p else src
