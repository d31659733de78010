"""Augmenters: their base, and those that change the size of an image, which part of it is seen, and its sides.

They are callables from image to image, (height, width, channels) RGB, with a description as JSON. They take MXNet's arrays, and
NumPy arrays as well, which they return as such: that is how `ImageIter` runs those of this package.
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import numpy as np

from .._errors.wording import KnownKeywords
from ..ndarray import NDArray
from ._functions import area_of, center_crop, force_resize, random_crop, random_size_crop, resize_short, space

if TYPE_CHECKING:
    from .._typing import Float, Int

__all__ = [
    "Augmenter", "CenterCropAug", "ForceResizeAug", "HorizontalFlipAug", "RandomCropAug",
    "RandomOrderAug", "RandomSizedCropAug", "ResizeAug", "SequentialAug",
]  # fmt: skip


def mirrored(src: Any) -> Any:
    """The image with left and right exchanged, in memory of its own."""
    if isinstance(src, np.ndarray):
        return src[:, ::-1].copy()
    return space().flip(src, axis=1)


class Described(KnownKeywords):
    """What `dumps` tells: the class and the arguments it was made with."""

    def __init__(self, **kwargs: Any) -> None:
        plain = {k: v.asnumpy() if isinstance(v, NDArray) else v for k, v in kwargs.items()}
        self._kwargs = {k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in plain.items()}

    def dumps(self) -> Any:
        """The class's name in lower case and its arguments, as JSON text."""
        return json.dumps([type(self).__name__.lower(), self._kwargs])


class Augmenter(Described):
    """What augmenters derive from: `__call__` takes an image and returns one.

    Parameters
    ----------
    **kwargs
        What `dumps` shows; arrays become lists.

    Examples
    --------
    >>> class Negative(mx.image.Augmenter):
    ...     def __init__(self, most=255):
    ...         super().__init__(most=most)
    ...         self.most = most
    ...     def __call__(self, src):
    ...         return self.most - src
    >>> augmenter = Negative()
    >>> augmenter(nd.array([[[0, 100, 255]]])).asnumpy(), augmenter.dumps()
    (array([[[255., 155.,   0.]]], dtype=float32), '["negative", {"most": 255}]')
    """

    def __call__(self, src: Any) -> Any:
        """The image changed; `src` is an NDArray (height, width, channels)."""
        raise NotImplementedError("Must override implementation.")


class _Several(Augmenter):
    def __init__(self, ts: Any) -> None:
        super().__init__()
        self.ts = ts

    def dumps(self) -> Any:
        """The class's name in lower case and what the augmenters' own `dumps` tell, as a list."""
        return [type(self).__name__.lower(), [x.dumps() for x in self.ts]]

    def __call__(self, src: Any) -> Any:
        """The image changed by all of them."""
        for augmenter in self.ts:
            src = augmenter(src)
        return src


class SequentialAug(_Several):
    """Augmenters one after the other.

    Parameters
    ----------
    ts : list of Augmenter
        The augmenters.

    Examples
    --------
    >>> augmenter = mx.image.SequentialAug([mx.image.ResizeAug(20), mx.image.CenterCropAug((16, 16))])
    >>> augmenter(nd.zeros((40, 60, 3), dtype="uint8")).shape
    (16, 16, 3)
    """


class RandomOrderAug(_Several):
    """Augmenters one after the other, in an order that Python's `random` draws each time.

    Parameters
    ----------
    ts : list of Augmenter
        The augmenters; each call reorders the list.

    Examples
    --------
    >>> augmenter = mx.image.RandomOrderAug([mx.image.HorizontalFlipAug(1.0), mx.image.CastAug("float32")])
    >>> image = augmenter(nd.array([[[1], [2]]], dtype="uint8"))
    >>> image.asnumpy()[0, :, 0], image.dtype.__name__
    (array([2., 1.], dtype=float32), 'float32')
    """

    def __call__(self, src: Any) -> Any:
        """The image changed by all of them; reorders `ts`."""
        random.shuffle(self.ts)
        return super().__call__(src)


class _ToSize(Augmenter):
    def __init__(self, size: Any, interp: Float = 2) -> None:
        super().__init__(size=size, interp=interp)
        self.size, self.interp = size, interp


class ResizeAug(_ToSize):
    """The image with its shorter edge made so long; the proportions stay.

    Parameters
    ----------
    size : int
        New length of the shorter edge in pixels.
    interp : int, default 2
        As in `mx.image.resize_short`.

    Examples
    --------
    >>> mx.image.ResizeAug(20)(nd.zeros((40, 60, 3), dtype="uint8")).shape
    (20, 30, 3)
    """

    def __call__(self, src: Any) -> Any:
        """The image resized."""
        return resize_short(src, self.size, self.interp)


class ForceResizeAug(_ToSize):
    """The image resized, whatever its proportions.

    Parameters
    ----------
    size : (int, int)
        Width and height of the result.
    interp : int, default 2
        As in `mx.image.resize_short`.

    Examples
    --------
    >>> mx.image.ForceResizeAug((30, 20))(nd.zeros((40, 50, 3), dtype="uint8")).shape
    (20, 30, 3)
    """

    def __call__(self, src: Any) -> Any:
        """The image resized."""
        return force_resize(src, self.size, self.interp)


class RandomCropAug(_ToSize):
    """A part of the image at a random place; see `mx.image.random_crop`.

    Parameters
    ----------
    size : (int, int)
        Width and height of the result.
    interp : int, default 2
        As in `mx.image.resize_short`.

    Examples
    --------
    >>> mx.image.RandomCropAug((30, 20))(nd.zeros((40, 50, 3), dtype="uint8")).shape
    (20, 30, 3)
    """

    def __call__(self, src: Any) -> Any:
        """The part."""
        return random_crop(src, self.size, self.interp)[0]


class RandomSizedCropAug(Augmenter):
    """A part of random size, shape and place, resized; see `mx.image.random_size_crop`.

    Parameters
    ----------
    size : (int, int)
        Width and height of the result.
    area : float or (float, float)
        Bounds of the part's share of the image; a number is the lower one.
    ratio : (float, float)
        Bounds of its width divided by its height.
    interp : int, default 2
        As in `mx.image.resize_short`.
    **kwargs
        `min_area`, the former name of `area`.

    Examples
    --------
    >>> augmenter = mx.image.RandomSizedCropAug((8, 8), area=0.2, ratio=(0.75, 1.33))
    >>> augmenter(nd.zeros((40, 50, 3), dtype="uint8")).shape
    (8, 8, 3)
    """

    _reads_keywords = True

    def __init__(
        self, size: tuple[Int, Int], area: Float | tuple[Float, Float], ratio: tuple[Float, Float], interp: Int = 2, **kwargs: Any
    ) -> None:
        super().__init__(size=size, area=area, ratio=ratio, interp=interp)
        self.size, self.ratio, self.interp = size, ratio, interp
        self.area = area_of("RandomSizedCropAug", area, kwargs)

    def __call__(self, src: Any) -> Any:
        """The part."""
        return random_size_crop(src, self.size, self.area, self.ratio, self.interp)[0]


class CenterCropAug(_ToSize):
    """The middle of the image; see `mx.image.center_crop`.

    Parameters
    ----------
    size : (int, int)
        Width and height of the result.
    interp : int, default 2
        As in `mx.image.resize_short`.

    Examples
    --------
    >>> image = nd.arange(12, dtype="uint8").reshape((3, 4, 1))
    >>> mx.image.CenterCropAug((2, 1))(image).asnumpy()[:, :, 0]
    array([[5, 6]], dtype=uint8)
    """

    def __call__(self, src: Any) -> Any:
        """The part."""
        return center_crop(src, self.size, self.interp)[0]


class _WithProbability(Augmenter):
    def __init__(self, p: Any) -> None:
        super().__init__(p=p)
        self.p = p


class HorizontalFlipAug(_WithProbability):
    """Left and right exchanged, with a probability.

    Parameters
    ----------
    p : float
        The probability.

    Examples
    --------
    >>> mx.image.HorizontalFlipAug(1.0)(nd.array([[[1], [2], [3]]])).asnumpy()[0, :, 0]
    array([3., 2., 1.], dtype=float32)
    """

    def __call__(self, src: Any) -> Any:
        """The image, changed or not."""
        return mirrored(src) if random.random() < self.p else src
