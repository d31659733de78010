"""Augmenters: callables from image to image, (height, width, channels) RGB, with a description as JSON.

They take MXNet's arrays, and NumPy arrays as well, which they return as such: that is how `ImageIter` runs those of this module.
Colours are changed in place, as MXNet does.
"""

import json
import random

import numpy as np

from .. import ndarray as nd
from .._errors.wording import KnownKeywords
from ..ndarray import NDArray
from ..util import is_np_array
from ._functions import (
    area_of,
    array,
    center_crop,
    color_normalize,
    force_resize,
    random_crop,
    random_size_crop,
    resize_short,  # fmt: skip
    space,
)

__all__ = ["Augmenter", "BrightnessJitterAug", "CastAug", "CenterCropAug", "ColorJitterAug", "ColorNormalizeAug",
           "ContrastJitterAug", "CreateAugmenter", "ForceResizeAug", "HorizontalFlipAug", "HueJitterAug", "LightingAug",
           "RandomCropAug", "RandomGrayAug", "RandomOrderAug", "RandomSizedCropAug", "ResizeAug", "SaturationJitterAug",
           "SequentialAug"]  # fmt: skip

#: mean and deviation of the colours of ImageNet, and their principal axes
MEAN, STD = np.array([123.68, 116.28, 103.53]), np.array([58.395, 57.12, 57.375])
PRINCIPAL = (np.array([55.46, 4.794, 1.148]),
             np.array([[-0.5675, 0.7192, 0.4009], [-0.5808, -0.0045, -0.8140], [-0.5836, -0.6948, 0.4203]]))  # fmt: skip
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


def mirrored(src):
    """The image with left and right exchanged, in memory of its own."""
    if isinstance(src, np.ndarray):
        return src[:, ::-1].copy()
    return space().flip(src, axis=1)


class Described(KnownKeywords):
    """What `dumps` tells: the class and the arguments it was made with."""

    def __init__(self, **kwargs):
        plain = {k: v.asnumpy() if isinstance(v, NDArray) else v for k, v in kwargs.items()}
        self._kwargs = {k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in plain.items()}

    def dumps(self):
        """The class's name in lower case and its arguments, as JSON text."""
        return json.dumps([type(self).__name__.lower(), self._kwargs])


class Augmenter(Described):
    """What augmenters derive from: `__call__` takes an image and returns one.

    Keyword arguments are what `dumps` shows; arrays become lists.
    """

    def __call__(self, src):
        """The image changed; `src` is an NDArray (height, width, channels)."""
        raise NotImplementedError("Must override implementation.")


class _Several(Augmenter):
    def __init__(self, ts):
        super().__init__()
        self.ts = ts

    def dumps(self):
        """The class's name in lower case and what the augmenters' own `dumps` tell, as a list."""
        return [type(self).__name__.lower(), [x.dumps() for x in self.ts]]

    def __call__(self, src):
        """The image changed by all of them."""
        for augmenter in self.ts:
            src = augmenter(src)
        return src


class SequentialAug(_Several):
    """Augmenters one after the other; `ts` is a list of them."""


class RandomOrderAug(_Several):
    """Augmenters one after the other, in an order that Python's `random` draws each time; `ts` is a list of them."""

    def __call__(self, src):
        """The image changed by all of them; reorders `ts`."""
        random.shuffle(self.ts)
        return super().__call__(src)


class _ToSize(Augmenter):
    def __init__(self, size, interp=2):
        super().__init__(size=size, interp=interp)
        self.size, self.interp = size, interp


class ResizeAug(_ToSize):
    """The shorter edge made `size` long; `interp` as in `mx.image.resize_short`."""

    def __call__(self, src):
        """The image resized."""
        return resize_short(src, self.size, self.interp)


class ForceResizeAug(_ToSize):
    """Resized to `size` (width, height), whatever the proportions; `interp` as in `mx.image.resize_short`."""

    def __call__(self, src):
        """The image resized."""
        return force_resize(src, self.size, self.interp)


class RandomCropAug(_ToSize):
    """A part of `size` (width, height) at a random place; see `mx.image.random_crop`."""

    def __call__(self, src):
        """The part."""
        return random_crop(src, self.size, self.interp)[0]


class RandomSizedCropAug(Augmenter):
    """A part of random size, shape and place, resized to `size`; the arguments are those of `mx.image.random_size_crop`."""

    _reads_keywords = True

    def __init__(self, size, area, ratio, interp=2, **kwargs):
        super().__init__(size=size, area=area, ratio=ratio, interp=interp)
        self.size, self.ratio, self.interp = size, ratio, interp
        self.area = area_of("RandomSizedCropAug", area, kwargs)

    def __call__(self, src):
        """The part."""
        return random_size_crop(src, self.size, self.area, self.ratio, self.interp)[0]


class CenterCropAug(_ToSize):
    """The middle, `size` (width, height) large; see `mx.image.center_crop`."""

    def __call__(self, src):
        """The part."""
        return center_crop(src, self.size, self.interp)[0]


class BrightnessJitterAug(Augmenter):
    """Times a random factor from [1 - brightness, 1 + brightness], in place."""

    def __init__(self, brightness):
        super().__init__(brightness=brightness)
        self.brightness = brightness

    def __call__(self, src):
        """The image changed."""
        src *= 1.0 + random.uniform(-self.brightness, self.brightness)
        return src


class ContrastJitterAug(Augmenter):
    """Nearer to the mean brightness, or farther from it, by a random factor from [1 - contrast, 1 + contrast], in place."""

    def __init__(self, contrast):
        super().__init__(contrast=contrast)
        self.contrast = contrast

    def __call__(self, src):
        """The float32 image changed."""
        alpha = 1.0 + random.uniform(-self.contrast, self.contrast)
        grey = src * _beside(src, _LUMA)
        grey = (3.0 * (1.0 - alpha) / grey.size) * grey.sum()
        src *= alpha
        src += grey
        return src


class SaturationJitterAug(Augmenter):
    """Nearer to grey, or farther from it, by a random factor from [1 - saturation, 1 + saturation], in place."""

    def __init__(self, saturation):
        super().__init__(saturation=saturation)
        self.saturation = saturation

    def __call__(self, src):
        """The float32 image changed."""
        alpha = 1.0 + random.uniform(-self.saturation, self.saturation)
        grey = (src * _beside(src, _LUMA)).sum(axis=2, keepdims=True)
        grey *= 1.0 - alpha
        src *= alpha
        src += grey
        return src


class HueJitterAug(Augmenter):
    """Hues turned by a random share, from [-hue, hue], of half the circle."""

    def __init__(self, hue):
        super().__init__(hue=hue)
        self.hue = hue

    def __call__(self, src):
        """The float32 image changed."""
        turn = random.uniform(-self.hue, self.hue) * np.pi
        cos, sin = np.cos(turn), np.sin(turn)
        turned = np.array([[1.0, 0.0, 0.0], [0.0, cos, -sin], [0.0, sin, cos]])
        return _times(src, (_FROM_YIQ @ turned @ _TO_YIQ).T)


class ColorJitterAug(RandomOrderAug):
    """Brightness, contrast and saturation jittered in random order; 0 leaves one out."""

    def __init__(self, brightness, contrast, saturation):
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
    """

    def __init__(self, alphastd, eigval, eigvec):
        super().__init__(alphastd=alphastd, eigval=eigval, eigvec=eigvec)
        self.alphastd, self.eigval, self.eigvec = alphastd, eigval, eigvec

    def __call__(self, src):
        """The float32 image changed."""
        alpha = np.random.normal(0, self.alphastd, size=(3,))
        src += _beside(src, np.dot(self.eigvec * alpha, self.eigval))
        return src


class ColorNormalizeAug(Augmenter):
    """Less `mean`, divided by `std`, in place; both are arrays of three numbers or of one, None leaves a step out."""

    def __init__(self, mean, std):
        super().__init__(mean=mean, std=std)
        self.mean, self.std = (v if v is None or isinstance(v, NDArray) else nd.array(v) for v in (mean, std))
        self._numbers = tuple(None if v is None else v.asnumpy() for v in (self.mean, self.std))

    def __call__(self, src):
        """The float32 image changed."""
        if isinstance(src, np.ndarray):
            return color_normalize(src, *self._numbers)
        if is_np_array():
            return color_normalize(src, *(None if v is None else _beside(src, v) for v in self._numbers))
        return color_normalize(src, self.mean, self.std)


class _WithProbability(Augmenter):
    def __init__(self, p):
        super().__init__(p=p)
        self.p = p


class RandomGrayAug(_WithProbability):
    """Grey, in three equal channels, with probability `p`."""

    def __call__(self, src):
        """The float32 image, changed or not."""
        return _times(src, _GREY) if random.random() < self.p else src


class HorizontalFlipAug(_WithProbability):
    """Left and right exchanged with probability `p`."""

    def __call__(self, src):
        """The image, changed or not."""
        return mirrored(src) if random.random() < self.p else src


class CastAug(Augmenter):
    """The same values in the element type `typ`."""

    def __init__(self, typ="float32"):
        super().__init__(type=typ)
        self.typ = typ

    def __call__(self, src):
        """The image in that element type."""
        return src.astype(self.typ)


_GEOMETRY = (ResizeAug, ForceResizeAug, RandomCropAug, RandomSizedCropAug, CenterCropAug, HorizontalFlipAug)
_COLOURS = (BrightnessJitterAug, ContrastJitterAug, SaturationJitterAug, HueJitterAug, LightingAug, ColorNormalizeAug,
            RandomGrayAug)  # fmt: skip


def flattened(augmenters):
    """The single augmenters in a list of them, those inside of others too."""
    for augmenter in augmenters:
        if type(augmenter) in (SequentialAug, RandomOrderAug, ColorJitterAug):
            yield from flattened(augmenter.ts)
        else:
            yield augmenter


def numpy_will_do(augmenters):
    """Whether all are of this module and do to NumPy arrays what they do to MXNet's: colours are changed in float32."""
    single = False
    for augmenter in flattened(augmenters):
        if type(augmenter) is CastAug:
            single = np.dtype(augmenter.typ) == np.float32
        elif not (type(augmenter) in _GEOMETRY or type(augmenter) in _COLOURS and single):
            return False
    return True


def check_colours(name, values):
    """`values` as they are; AssertionError for anything but an array of one or three numbers."""
    if not isinstance(values, (np.ndarray, NDArray)) or values.shape[0] not in (1, 3):
        raise AssertionError(f"{name} must be True or an array of one or three numbers, and it is {values!r}")
    return values


def colour_augmenters(mean, std, brightness, contrast, saturation, hue, pca_noise, rand_gray):
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


def CreateAugmenter(data_shape, resize=0, rand_crop=False, rand_resize=False, rand_mirror=False,
                    mean=None, std=None, brightness=0, contrast=0, saturation=0, hue=0,
                    pca_noise=0, rand_gray=0, inter_method=2):  # fmt: skip
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
