"""Lists of augmenters: `CreateAugmenter` and what it is made with, and which of them NumPy can run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import ndarray as nd
from ..ndarray import NDArray
from . import _colours, _geometry
from ._colours import *  # noqa: F403
from ._colours import (
    BrightnessJitterAug,
    CastAug,
    ColorJitterAug,
    ColorNormalizeAug,
    ContrastJitterAug,
    HueJitterAug,
    LightingAug,
    RandomGrayAug,
    SaturationJitterAug,
)
from ._geometry import *  # noqa: F403
from ._geometry import (
    Augmenter,
    CenterCropAug,
    ForceResizeAug,
    HorizontalFlipAug,
    RandomCropAug,
    RandomOrderAug,
    RandomSizedCropAug,
    ResizeAug,
    SequentialAug,
)

if TYPE_CHECKING:
    from .._typing import Float, Int

__all__ = ["CreateAugmenter", *_geometry.__all__, *_colours.__all__]

#: mean and deviation of the colours of ImageNet, and their principal axes
MEAN, STD = np.array([123.68, 116.28, 103.53]), np.array([58.395, 57.12, 57.375])
PRINCIPAL = (np.array([55.46, 4.794, 1.148]),
             np.array([[-0.5675, 0.7192, 0.4009], [-0.5808, -0.0045, -0.8140], [-0.5836, -0.6948, 0.4203]]))  # fmt: skip

_GEOMETRY = (ResizeAug, ForceResizeAug, RandomCropAug, RandomSizedCropAug, CenterCropAug, HorizontalFlipAug)
_COLOURS = (BrightnessJitterAug, ContrastJitterAug, SaturationJitterAug, HueJitterAug, LightingAug, ColorNormalizeAug,
            RandomGrayAug)  # fmt: skip


def flattened(augmenters: Any) -> Iterator[Any]:
    """The single augmenters in a list of them, those inside of others too."""
    for augmenter in augmenters:
        if type(augmenter) in (SequentialAug, RandomOrderAug, ColorJitterAug):
            yield from flattened(augmenter.ts)
        else:
            yield augmenter


def numpy_will_do(augmenters: Any) -> bool:
    """Whether all are of this module and do to NumPy arrays what they do to MXNet's: colours are changed in float32."""
    single = False
    for augmenter in flattened(augmenters):
        if type(augmenter) is CastAug:
            single = np.dtype(augmenter.typ) == np.float32
        elif not (type(augmenter) in _GEOMETRY or type(augmenter) in _COLOURS and single):
            return False
    return True


def check_colours(name: str, values: Any) -> Any:
    """`values` as they are; AssertionError for anything but an array of one or three numbers."""
    if not isinstance(values, (np.ndarray, NDArray)) or values.shape[0] not in (1, 3):
        raise AssertionError(f"{name} must be True or an array of one or three numbers, and it is {values!r}")
    return values


def colour_augmenters(
    mean: Any, std: Any, brightness: Any, contrast: Any, saturation: Any, hue: Any, pca_noise: Any, rand_gray: Any
) -> Any:
    """The augmenters that the arguments ask for, in MXNet's order, after a cast to float32."""
    augmenters: list[Augmenter] = [CastAug()]
    if brightness or contrast or saturation:
        augmenters.append(ColorJitterAug(brightness, contrast, saturation))
    if hue:
        augmenters.append(HueJitterAug(hue))
    if pca_noise > 0:
        augmenters.append(LightingAug(pca_noise, *PRINCIPAL))
    if rand_gray > 0:
        augmenters.append(RandomGrayAug(rand_gray))
    if mean is not None or std is not None:
        augmenters.append(ColorNormalizeAug(mean, std))
    return augmenters


def CreateAugmenter(
    data_shape: Sequence[Int],
    resize: Int = 0,
    rand_crop: bool = False,
    rand_resize: bool = False,
    rand_mirror: bool = False,
    mean: Any = None,
    std: Any = None,
    brightness: Float = 0,
    contrast: Float = 0,
    saturation: Float = 0,
    hue: Float = 0,
    pca_noise: Float = 0,
    rand_gray: Float = 0,
    inter_method: Int = 2,
) -> list[Augmenter]:
    """A list of augmenters for classification.

    Parameters
    ----------
    data_shape : tuple of int
        (channels, height, width) of the result.
    resize : int
        Length of the shorter edge before anything else, 0 to leave it.
    rand_crop : bool
        Cut at a random place, not from the middle.
    rand_resize : bool
        Cut parts of random size and shape, at least 0.08 of the image, and resize them; needs `rand_crop`.
    rand_mirror : bool
        Exchange left and right with probability one half.
    mean, std : numpy.ndarray or NDArray of one or three numbers, or True
        Subtracted and divided by, at last; True stands for those of ImageNet.
    brightness, contrast, saturation, hue : float
        How far each is jittered, as a share.
    pca_noise : float
        Deviation of noise along the principal axes of the colours of ImageNet.
    rand_gray : float
        Probability of grey.
    inter_method : int
        0 nearest pixel, 1 linear, 2 cubic, 3 area, 4 Lanczos, 9 by size, 10 by chance.

    Returns
    -------
    list of Augmenter

    Raises
    ------
    AssertionError
        `rand_resize` without `rand_crop`, or a `mean` or `std` that is no array of one or three numbers.

    Examples
    --------
    >>> augmenters = mx.image.CreateAugmenter((3, 16, 16), resize=20, rand_mirror=True, mean=True, std=True)
    >>> [type(augmenter).__name__ for augmenter in augmenters]
    ['ResizeAug', 'CenterCropAug', 'HorizontalFlipAug', 'CastAug', 'ColorNormalizeAug']
    >>> image = nd.zeros((40, 60, 3), dtype="uint8")
    >>> for augmenter in augmenters:
    ...     image = augmenter(image)
    >>> image.shape, image[0, 0].asnumpy().round(3)
    ((16, 16, 3), array([-2.118, -2.036, -1.804], dtype=float32))
    """
    size = (data_shape[2], data_shape[1])
    augmenters: list[Augmenter] = [ResizeAug(resize, inter_method)] if resize > 0 else []
    if rand_resize:
        if not rand_crop:
            raise AssertionError("rand_resize=True needs rand_crop=True")
        augmenters.append(RandomSizedCropAug(size, 0.08, (3.0 / 4.0, 4.0 / 3.0), inter_method))
    else:
        augmenters.append((RandomCropAug if rand_crop else CenterCropAug)(size, inter_method))
    if rand_mirror:
        augmenters.append(HorizontalFlipAug(0.5))
    mean = nd.array(MEAN) if mean is True else mean if mean is None else check_colours("mean", mean)
    std = nd.array(STD) if std is True else std if std is None else check_colours("std", std)
    return augmenters + colour_augmenters(mean, std, brightness, contrast, saturation, hue, pca_noise, rand_gray)
