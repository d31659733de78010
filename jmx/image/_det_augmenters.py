"""Augmenters for detection: callables from (image, label) to the same.

An image is an array (height, width, 3); a label is a NumPy array (objects, 5 or more) with the class, then xmin, ymin, xmax and
ymax as shares of the image, in each row.
"""

from __future__ import annotations

import logging
import random
import warnings
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import numeric_types
from ._augmenters import MEAN, STD, check_colours, colour_augmenters, numpy_will_do
from ._functions import fixed_crop, padded
from ._geometry import Augmenter, Described, ForceResizeAug, ResizeAug, mirrored

if TYPE_CHECKING:
    from .._typing import Float, Int

__all__ = ["CreateDetAugmenter", "CreateMultiRandCropAugmenter", "DetAugmenter", "DetBorrowAug", "DetHorizontalFlipAug",
           "DetRandomCropAug", "DetRandomPadAug", "DetRandomSelectAug"]  # fmt: skip


class DetAugmenter(Described):
    """What augmenters for detection derive from: `__call__` takes an image and its label and returns both.

    A label is a numpy.ndarray with a row for each object: class, left, top, right, bottom (shares of the image), and whatever
    else.

    Parameters
    ----------
    **kwargs
        What `dumps` shows; arrays become lists.

    Examples
    --------
    >>> class Forget(mx.image.DetAugmenter):
    ...     def __call__(self, src, label):
    ...         return src, label[label[:, 0] != 1]
    >>> image, label = Forget()(nd.zeros((4, 4, 3)), np.array([[0, 0, 0, 0.5, 0.5], [1, 0.5, 0.5, 1, 1]]))
    >>> label
    array([[0. , 0. , 0. , 0.5, 0.5]])
    """

    def __call__(self, src: Any, label: Any) -> Any:
        """Image and label changed; `src` is an NDArray (height, width, 3), `label` a NumPy array."""
        raise NotImplementedError("Must override implementation.")


class DetBorrowAug(DetAugmenter):
    """An augmenter of images, for those that leave the places of objects as they are.

    Parameters
    ----------
    augmenter : Augmenter
        The augmenter.

    Raises
    ------
    TypeError
        It is no `mx.image.Augmenter`.

    Examples
    --------
    >>> augmenter = mx.image.DetBorrowAug(mx.image.CastAug("float32"))
    >>> image, label = augmenter(nd.zeros((4, 4, 3), dtype="uint8"), np.array([[0, 0, 0, 0.5, 0.5]]))
    >>> image.dtype.__name__, label.tolist()
    ('float32', [[0.0, 0.0, 0.0, 0.5, 0.5]])
    """

    def __init__(self, augmenter: Augmenter) -> None:
        if not isinstance(augmenter, Augmenter):
            raise TypeError(f"Borrowing from invalid Augmenter: {augmenter!r} is no mx.image.Augmenter")
        super().__init__(augmenter=augmenter.dumps())
        self.augmenter = augmenter

    def dumps(self) -> Any:
        """The class's name in lower case and what the augmenter's own `dumps` tells, as a list."""
        return [type(self).__name__.lower(), self.augmenter.dumps()]

    def __call__(self, src: Any, label: Any) -> Any:
        """Image changed, label as it is."""
        return self.augmenter(src), label


class DetRandomSelectAug(DetAugmenter):
    """One augmenter of several, drawn by Python's `random` each time, or none.

    Parameters
    ----------
    aug_list : list of DetAugmenter
        The augmenters; each call reorders the list.
    skip_prob : float, default 0
        Probability of none.

    Raises
    ------
    ValueError
        Something in the list is no DetAugmenter.

    Examples
    --------
    >>> augmenter = mx.image.DetRandomSelectAug([mx.image.DetHorizontalFlipAug(1.0)], skip_prob=0)
    >>> image, label = augmenter(nd.zeros((4, 4, 3)), np.array([[0, 0, 0, 0.25, 0.5]]))
    >>> label.tolist()
    [[0.0, 0.75, 0.0, 1.0, 0.5]]
    """

    def __init__(self, aug_list: Sequence[DetAugmenter], skip_prob: Float = 0) -> None:
        super().__init__(skip_prob=skip_prob)
        if not isinstance(aug_list, (list, tuple)):
            aug_list = [aug_list]
        wrong = [x for x in aug_list if not isinstance(x, DetAugmenter)]
        if wrong:
            raise ValueError(f"Allow DetAugmenter in list only, and {wrong[0]!r} is none")
        self.aug_list = aug_list
        self.skip_prob = skip_prob if aug_list else 1

    def dumps(self) -> Any:
        """The class's name in lower case and what the augmenters' own `dumps` tell, as a list."""
        return [type(self).__name__.lower(), [x.dumps() for x in self.aug_list]]

    def __call__(self, src: Any, label: Any) -> Any:
        """Image and label changed by the one that was drawn; reorders `aug_list`."""
        if random.random() < self.skip_prob:
            return src, label
        random.shuffle(self.aug_list)
        return self.aug_list[0](src, label)


class DetHorizontalFlipAug(DetAugmenter):
    """Left and right exchanged, with a probability; the label is changed in place.

    Parameters
    ----------
    p : float
        The probability.

    Examples
    --------
    >>> image, label = mx.image.DetHorizontalFlipAug(1.0)(nd.array([[[1], [2]]]), np.array([[0, 0, 0, 0.25, 0.5]]))
    >>> image.asnumpy()[0, :, 0], label.tolist()
    (array([2., 1.], dtype=float32), [[0.0, 0.75, 0.0, 1.0, 0.5]])
    """

    def __init__(self, p: Float) -> None:
        super().__init__(p=p)
        self.p = p

    def __call__(self, src: Any, label: Any) -> Any:
        """Image and label, changed or not."""
        if random.random() < self.p:
            src = mirrored(src)
            label[:, (1, 3)] = 1.0 - label[:, (3, 1)]
        return src, label


def _range(owner, name, value):
    """`value`, two bounds, or a number as both; AssertionError for anything else."""
    if isinstance(value, (tuple, list)):
        return value
    if not isinstance(value, numeric_types):
        raise AssertionError(f"{name} of {owner} is a number or two bounds, not {value!r}")
    logging.info("Using fixed %s: %s in %s", name.replace("_", " ").removesuffix(" range"), value, owner)
    return value, value


def _usable(owner, least_area, area_range, aspect_ratio_range):
    """Whether the bounds leave a choice; warns where they do not."""
    for name, bounds, fine in (
        ("area_range", area_range, area_range[1] > least_area and area_range[0] <= area_range[1]),
        ("aspect_ratio_range", aspect_ratio_range, 0 < aspect_ratio_range[0] <= aspect_ratio_range[1]),
    ):
        if not fine:
            warnings.warn(f"Skip {owner} due to invalid {name}: {bounds}", stacklevel=3)
            return False
    return True


def _draws(augmenter, height, width):
    """(width by height, least and greatest height) of `max_attempts` rectangles with areas and shapes in the bounds."""
    for _ in range(augmenter.max_attempts if height > 0 and width > 0 else 0):
        ratio = random.uniform(*augmenter.aspect_ratio_range)
        if ratio > 0:
            yield ratio, *(round(sqrt(share * height * width / ratio)) for share in augmenter.area_range)


def _areas(boxes):
    return np.maximum(0, boxes[:, 3] - boxes[:, 1]) * np.maximum(0, boxes[:, 2] - boxes[:, 0])


class DetRandomCropAug(DetAugmenter):
    """A random part of the image that shows enough of the objects.

    Parameters
    ----------
    min_object_covered : float
        The least share of every object in the part, of those that are in it at all.
    aspect_ratio_range : (float, float) or float
        Width divided by height.
    area_range : (float, float) or float
        Share of the image.
    min_eject_coverage : float
        Objects of which less is left are dropped.
    max_attempts : int
        How many parts are drawn, by Python's `random`, before the image is left as it is.

    Warns of bounds that leave no choice; images are then left as they are.

    Examples
    --------
    >>> augmenter = mx.image.DetRandomCropAug(min_object_covered=0.5, area_range=(0.3, 0.9))
    >>> image, label = augmenter(nd.zeros((40, 40, 3)), np.array([[0, 0.4, 0.4, 0.6, 0.6]]))
    >>> image.shape[0] < 40 or image.shape[1] < 40, label.shape
    (True, (1, 5))
    """

    def __init__(
        self,
        min_object_covered: Float = 0.1,
        aspect_ratio_range: tuple[Float, Float] | Float = (0.75, 1.33),
        area_range: tuple[Float, Float] | Float = (0.05, 1.0),
        min_eject_coverage: Float = 0.3,
        max_attempts: Int = 50,
    ) -> None:
        aspect_ratio_range = _range("DetRandomCropAug", "aspect_ratio_range", aspect_ratio_range)
        area_range = _range("DetRandomCropAug", "area_range", area_range)
        super().__init__(min_object_covered=min_object_covered, aspect_ratio_range=aspect_ratio_range, area_range=area_range,
                         min_eject_coverage=min_eject_coverage, max_attempts=max_attempts)  # fmt: skip
        self.min_object_covered, self.min_eject_coverage = min_object_covered, min_eject_coverage
        self.max_attempts, self.aspect_ratio_range, self.area_range = max_attempts, aspect_ratio_range, area_range
        self.enabled = _usable("DetRandomCropAug", 0, area_range, aspect_ratio_range)

    def __call__(self, src: Any, label: Any) -> Any:
        """The part and the objects in it, or both as they are."""
        height, width = src.shape[:2]
        for x, y, w, h in self._parts(height, width) if self.enabled else ():
            if self._shows_enough(label, (x, y, w, h), height, width):
                inside = self._inside(label, (x, y, w, h), height, width)
                if len(inside):
                    return fixed_crop(src, x, y, w, h), inside
        return src, label

    def _parts(self, height: Any, width: Any) -> Iterator[Any]:
        least, most = (share * height * width for share in self.area_range)
        for ratio, h, tallest in _draws(self, height, width):
            if round(tallest * ratio) > width:
                tallest = int((width + 0.4999999) / ratio)
            tallest = min(tallest, height)
            h = random.randint(h, tallest) if h < tallest else tallest
            w = round(h * ratio)
            if w * h < least:  # rounding took too much
                h += 1
                w = round(h * ratio)
            if w * h > most:
                h -= 1
                w = round(h * ratio)
            if least <= w * h <= most and 0 <= w <= width and 0 <= h <= height:
                y = random.randint(0, max(0, height - h))
                x = random.randint(0, max(0, width - w))
                yield x, y, w, h

    def _shows_enough(self, label, part, height, width):
        x, y, w, h = part
        if w * h < 2:
            return False
        areas = _areas(label[:, 1:])
        seen = areas * width * height > 2
        boxes, areas = label[seen, 1:5], areas[seen]
        left, right = np.maximum(boxes[:, 0], x / width), np.minimum(boxes[:, 2], (x + w) / width)
        top, bottom = np.maximum(boxes[:, 1], y / height), np.minimum(boxes[:, 3], (y + h) / height)
        shares = np.maximum(0, right - left) * np.maximum(0, bottom - top) / areas
        shares = shares[shares > 0]
        return shares.size > 0 and shares.min() > self.min_object_covered

    def _inside(self, label, part, height, width):
        """The objects of which enough is left, with their places in the part."""
        x, y, w, h = (float(v) / whole for v, whole in zip(part, (width, height, width, height)))
        out = label.copy()
        out[:, (1, 3)] = (out[:, (1, 3)] - x) / w
        out[:, (2, 4)] = (out[:, (2, 4)] - y) / h
        out[:, 1:5] = np.clip(out[:, 1:5], 0, 1)
        before = _areas(label[:, 1:])
        left = np.divide(_areas(out[:, 1:]) * w * h, before, out=np.zeros_like(before), where=before > 0)
        return out[(out[:, 3] > out[:, 1]) & (out[:, 4] > out[:, 2]) & (left > self.min_eject_coverage)]


class DetRandomPadAug(DetAugmenter):
    """The image at a random place of a larger one.

    Parameters
    ----------
    aspect_ratio_range : (float, float) or float
        Width of the larger image divided by its height.
    area_range : (float, float) or float
        Its area divided by the image's; the upper bound is larger than 1.
    max_attempts : int
        How many are drawn, by Python's `random`, before the image is left as it is.
    pad_val : float, or tuple of them
        What fills the rest, for each channel.

    Warns of bounds that leave no choice; images are then left as they are.

    Examples
    --------
    >>> augmenter = mx.image.DetRandomPadAug(area_range=(2.0, 3.0), pad_val=(9, 9, 9))
    >>> image, label = augmenter(nd.zeros((40, 40, 3)), np.array([[0, 0.0, 0.0, 1.0, 1.0]]))
    >>> 2 * 1500 < image.shape[0] * image.shape[1] < 3 * 1700, bool(label[0, 3] - label[0, 1] < 1)
    (True, True)
    """

    def __init__(
        self,
        aspect_ratio_range: tuple[Float, Float] | Float = (0.75, 1.33),
        area_range: tuple[Float, Float] | Float = (1.0, 3.0),
        max_attempts: Int = 50,
        pad_val: Any = (128, 128, 128),
    ) -> None:
        if not isinstance(pad_val, (list, tuple)) and not isinstance(pad_val, numeric_types):
            raise AssertionError(f"pad_val of DetRandomPadAug is a number or one for each channel, not {pad_val!r}")
        aspect_ratio_range = _range("DetRandomPadAug", "aspect_ratio_range", aspect_ratio_range)
        area_range = _range("DetRandomPadAug", "area_range", area_range)
        super().__init__(aspect_ratio_range=aspect_ratio_range, area_range=area_range, max_attempts=max_attempts,
                         pad_val=pad_val)  # fmt: skip
        self.pad_val, self.max_attempts = pad_val, max_attempts
        self.aspect_ratio_range, self.area_range = aspect_ratio_range, area_range
        self.enabled = _usable("DetRandomPadAug", 1.0, area_range, aspect_ratio_range)

    def __call__(self, src: Any, label: Any) -> Any:
        """The larger image and the objects' places in it, or both as they are."""
        height, width, channels = src.shape
        for x, y, w, h in self._frames(height, width) if self.enabled else ():
            out = label.copy()
            out[:, (1, 3)] = (out[:, (1, 3)] * width + x) / w
            out[:, (2, 4)] = (out[:, (2, 4)] * height + y) / h
            values = (self.pad_val,) * channels if isinstance(self.pad_val, numeric_types) else tuple(self.pad_val)
            return padded(src, y, h - y - height, x, w - x - width, values), out
        return src, label

    def _frames(self, height: Any, width: Any) -> Iterator[Any]:
        for ratio, h, tallest in _draws(self, height, width):
            if round(h * ratio) < width:
                h = int((width + 0.499999) / ratio)
            h = min(max(h, height), tallest)
            if h < tallest:
                h = random.randint(h, tallest)
            w = round(h * ratio)
            if h - height >= 2 and w - width >= 2:
                y = random.randint(0, h - height)
                x = random.randint(0, w - width)
                yield x, y, w, h


_OWN = (DetHorizontalFlipAug, DetRandomCropAug, DetRandomPadAug)


def det_numpy_will_do(augmenters: Any) -> Any:
    """As `numpy_will_do`, for augmenters of images and labels."""
    borrowed = [x.augmenter for x in augmenters if type(x) is DetBorrowAug]
    others = [x for x in augmenters if type(x) is not DetBorrowAug]
    parts = (part for x in others for part in (x.aug_list if type(x) is DetRandomSelectAug else [x]))
    return all(type(part) in _OWN for part in parts) and numpy_will_do(borrowed)


def CreateMultiRandCropAugmenter(min_object_covered: Float | Sequence[Float]=0.1, aspect_ratio_range: Any=(0.75, 1.33),
                                 area_range: Any=(0.05, 1.0), min_eject_coverage: Float | Sequence[Float]=0.3,
                                 max_attempts: Int | Sequence[Int]=50, skip_prob: Float=0) -> DetRandomSelectAug:  # fmt: skip
    """A `DetRandomSelectAug` of several `DetRandomCropAug`.

    Each argument but `skip_prob` is that of `DetRandomCropAug`, or a list with one for each of them; those that are no list, or
    have one element, count for all.

    Parameters
    ----------
    min_object_covered : float or list of float, default 0.1
        The least share of every object in the part.
    aspect_ratio_range : (float, float) or list of them, default (0.75, 1.33)
        Width divided by height.
    area_range : (float, float) or list of them, default (0.05, 1.0)
        Share of the image.
    min_eject_coverage : float or list of float, default 0.3
        Objects of which less is left are dropped.
    max_attempts : int or list of int, default 50
        How many parts are drawn before the image is left as it is.
    skip_prob : float, default 0
        The probability of no crop at all.

    Returns
    -------
    DetRandomSelectAug

    Raises
    ------
    AssertionError
        The lists have different lengths.

    Examples
    --------
    >>> augmenter = mx.image.CreateMultiRandCropAugmenter(min_object_covered=[0.1, 0.5, 0.9], area_range=(0.1, 1.0))
    >>> [crop.min_object_covered for crop in augmenter.aug_list]
    [0.1, 0.5, 0.9]
    """
    choices = [min_object_covered, aspect_ratio_range, area_range, min_eject_coverage, max_attempts]
    choices = [x if isinstance(x, list) else [x] for x in choices]
    lengths = [len(x) for x in choices]
    if set(lengths) - {1, max(lengths)}:
        raise AssertionError(f"the lists have {', '.join(map(str, lengths))} elements: expected one or {max(lengths)} in each")
    crops = [DetRandomCropAug(*values) for values in zip(*(x * max(lengths) if len(x) == 1 else x for x in choices))]
    return DetRandomSelectAug(crops, skip_prob=skip_prob)


def CreateDetAugmenter(
    data_shape: Sequence[Int],
    resize: Int = 0,
    rand_crop: Float = 0,
    rand_pad: Float = 0,
    rand_gray: Float = 0,
    rand_mirror: bool = False,
    mean: Any = None,
    std: Any = None,
    brightness: Float = 0,
    contrast: Float = 0,
    saturation: Float = 0,
    pca_noise: Float = 0,
    hue: Float = 0,
    inter_method: Int = 2,
    min_object_covered: Float = 0.1,
    aspect_ratio_range: Any = (0.75, 1.33),
    area_range: Any = (0.05, 3.0),
    min_eject_coverage: Float = 0.3,
    max_attempts: Float = 50,
    pad_val: Sequence[Float] = (127, 127, 127),
) -> list[DetAugmenter]:
    """A list of augmenters for detection.

    Parameters
    ----------
    data_shape : tuple of int
        (channels, height, width) of the result.
    resize : int
        Length of the shorter edge before anything else, 0 to leave it.
    rand_crop, rand_pad, rand_gray : float
        Probability of a random crop, of a margin, of grey.
    rand_mirror : bool
        Exchange left and right with probability one half.
    mean, std : numpy.ndarray of one or three numbers, or True
        Subtracted and divided by, at last; True stands for those of ImageNet.
    brightness, contrast, saturation, hue : float
        How far each is jittered, as a share.
    pca_noise : float
        Deviation of noise along the principal axes of the colours of ImageNet.
    inter_method : int
        0 nearest pixel, 1 linear, 2 cubic, 3 area, 4 Lanczos, 9 by size, 10 by chance.
    min_object_covered, aspect_ratio_range, area_range, min_eject_coverage, max_attempts
        Those of `CreateMultiRandCropAugmenter`; the upper bound of `area_range` is that of a margin, too.
    pad_val : tuple of float
        What fills the margin.

    Returns
    -------
    list of DetAugmenter

    Raises
    ------
    AssertionError
        A `mean` or `std` that is no array of one or three numbers.

    Examples
    --------
    >>> augmenters = mx.image.CreateDetAugmenter((3, 16, 16), rand_crop=0.5, rand_mirror=True)
    >>> [type(augmenter).__name__ for augmenter in augmenters]
    ['DetRandomSelectAug', 'DetHorizontalFlipAug', 'DetBorrowAug', 'DetBorrowAug']
    >>> image, label = nd.zeros((40, 60, 3), dtype="uint8"), np.array([[0, 0.4, 0.4, 0.6, 0.6]])
    >>> for augmenter in augmenters:
    ...     image, label = augmenter(image, label)
    >>> image.shape, label.shape
    ((16, 16, 3), (1, 5))
    """
    augmenters: list[DetAugmenter] = [DetBorrowAug(ResizeAug(resize, inter_method))] if resize > 0 else []
    if rand_crop > 0:
        augmenters.append(CreateMultiRandCropAugmenter(min_object_covered, aspect_ratio_range, area_range, min_eject_coverage,
                                                  max_attempts, skip_prob=1 - rand_crop))  # fmt: skip
    if rand_mirror > 0:
        augmenters.append(DetHorizontalFlipAug(0.5))
    if rand_pad > 0:
        frame = DetRandomPadAug(aspect_ratio_range, (1.0, area_range[1]), max_attempts, pad_val)
        augmenters.append(DetRandomSelectAug([frame], 1 - rand_pad))
    mean = MEAN if mean is True else mean if mean is None else check_colours("mean", mean)
    std = STD if std is True else std if std is None else check_colours("std", std)
    rest = colour_augmenters(mean, std, brightness, contrast, saturation, hue, pca_noise, rand_gray)
    rest.insert(0, ForceResizeAug((data_shape[2], data_shape[1]), inter_method))
    return augmenters + [DetBorrowAug(augmenter) for augmenter in rest]
