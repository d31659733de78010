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

    def __call__(self, src):
        """The image changed by all of them; reorders `ts`."""
        random.shuffle(self.ts)
        return super().__call__(src)


class _ToSize(Augmenter):
    def __init__(self, size, interp=2):
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

    def __call__(self, src):
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

    def __call__(self, src):
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

    def __call__(self, src):
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

    def __init__(self, size, area, ratio, interp=2, **kwargs):
        super().__init__(size=size, area=area, ratio=ratio, interp=interp)
        self.size, self.ratio, self.interp = size, ratio, interp
        self.area = area_of("RandomSizedCropAug", area, kwargs)

    def __call__(self, src):
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

    def __call__(self, src):
        """The part."""
        return center_crop(src, self.size, self.interp)[0]


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

    def __init__(self, brightness):
        super().__init__(brightness=brightness)
        self.brightness = brightness

    def __call__(self, src):
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

    Examples
    --------
    All pixels are moved by the same colour.

    >>> augmenter = mx.image.LightingAug(0.1, np.array([55.46, 4.794, 1.148]), np.eye(3))
    >>> moved = augmenter(nd.zeros((2, 2, 3))).asnumpy()
    >>> bool((moved == moved[0, 0]).all()), bool((moved != 0).all())
    (True, True)
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

    def __call__(self, src):
        """The float32 image, changed or not."""
        return _times(src, _GREY) if random.random() < self.p else src


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

    def __call__(self, src):
        """The image, changed or not."""
        return mirrored(src) if random.random() < self.p else src


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
