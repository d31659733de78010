"""Image transforms, as blocks: `mx.gluon.data.vision.transforms`."""

import random
from typing import Any

import numpy as np

from .... import image
from ....base import numeric_types
from ....image._functions import padded, resize_all
from ....util import is_np_array
from ...block import Block, HybridBlock
from ...nn import HybridSequential, Sequential

__all__ = [
    "Cast",
    "CenterCrop",
    "Compose",
    "CropResize",
    "HybridCompose",
    "HybridRandomApply",
    "Normalize",
    "RandomApply",
    "RandomBrightness",
    "RandomColorJitter",
    "RandomContrast",
    "RandomCrop",
    "RandomFlipLeftRight",
    "RandomFlipTopBottom",
    "RandomGray",
    "RandomHue",
    "RandomLighting",
    "RandomResizedCrop",
    "RandomRotation",
    "RandomSaturation",
    "Resize",
    "Rotate",
    "ToTensor",
]


def _space(F):
    """The namespace of operators for F's kind of array."""
    return F.npx if is_np_array() else F


class Compose(Sequential):
    """Several transforms, one after the other. Hybrid ones that follow each other run as one compiled program.

    Parameters
    ----------
    transforms : list of Block
        The transforms.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> change = transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.5, 0.5)])
    >>> change(nd.zeros((4, 5, 3), dtype="uint8"))[0, 0].asnumpy()
    array([-1., -1., -1., -1., -1.], dtype=float32)
    """

    def __init__(self, transforms):
        super().__init__()
        run = []
        for transform in [*transforms, None]:
            if isinstance(transform, HybridBlock):
                run.append(transform)
                continue
            if len(run) == 1:
                self.add(run[0])
            elif run:
                joined = HybridSequential()
                joined.add(*run)
                joined.hybridize()
                self.add(joined)
            run = []
            if transform is not None:
                self.add(transform)


class HybridCompose(Compose):
    """Several transforms, one after the other, hybridized. Of MXNet 2.0: MXNet 1.9.1 has no such class.

    Parameters
    ----------
    transforms : list of Block
        Hybrid blocks, or transforms of this module.

    Raises
    ------
    ValueError
        One is neither: use `Compose` for it.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> change = gluon.data.vision.transforms.HybridCompose([transforms.ToTensor(), transforms.Normalize(0.5, 0.5)])
    >>> change(nd.full((4, 5, 3), 255, dtype="uint8"))[0, 0].asnumpy()
    array([1., 1., 1., 1., 1.], dtype=float32)
    """

    def __init__(self, transforms):
        for transform in transforms:
            if not isinstance(transform, HybridBlock) and type(transform).__module__ != __name__:
                raise ValueError(f"{transform} is not a HybridBlock, try use `Compose` instead")
        super().__init__(transforms)
        super(Sequential, self).hybridize()  # Sequential's would advise against Sequential


class Cast(HybridBlock):
    """The same values in another element type.

    Parameters
    ----------
    dtype : str or numpy type, default 'float32'
        The element type.

    Examples
    --------
    >>> gluon.data.vision.transforms.Cast("float16")(nd.array([1, 2])).dtype
    <class 'numpy.float16'>
    """

    def __init__(self, dtype="float32"):
        super().__init__()
        self._dtype = dtype

    def hybrid_forward(self, F, x):
        return _space(F).cast(x, self._dtype)


class ToTensor(HybridBlock):
    """Images (H, W, C) or (N, H, W, C) with values in [0, 255] as float32 (C, H, W) or (N, C, H, W) in [0, 1].

    Examples
    --------
    >>> image = nd.full((1, 2, 3), 255, dtype="uint8")
    >>> tensor = gluon.data.vision.transforms.ToTensor()(image)
    >>> tensor.shape, float(tensor.asnumpy().max())
    ((3, 1, 2), 1.0)
    """

    def __init__(self):
        super().__init__()

    def hybrid_forward(self, F, x):
        return _space(F).image.to_tensor(x)


class Normalize(HybridBlock):
    """(x - mean) / std for each channel of a tensor (C, H, W) or (N, C, H, W) with one or three channels.

    Parameters
    ----------
    mean, std : float or tuple of float, defaults 0.0 and 1.0
        One value for all channels or one for each.

    Examples
    --------
    >>> normalize = gluon.data.vision.transforms.Normalize(mean=(0.5, 1, 1.5), std=(0.5, 1, 2))
    >>> normalize(nd.ones((3, 1, 2))).asnumpy()
    array([[[ 1.  ,  1.  ]],
    <BLANKLINE>
           [[ 0.  ,  0.  ]],
    <BLANKLINE>
           [[-0.25, -0.25]]], dtype=float32)
    """

    def __init__(self, mean=0.0, std=1.0):
        super().__init__()
        self._mean = mean
        self._std = std

    def hybrid_forward(self, F, x):
        return _space(F).image.normalize(x, self._mean, self._std)


class CropResize(HybridBlock):
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

    def __init__(self, x, y, width, height, size=None, interpolation=None):
        super().__init__()
        self._x, self._y, self._width, self._height = x, y, width, height
        self._size = size
        self._interpolation = 1 if interpolation is None else interpolation

    def hybrid_forward(self, F, x):
        space = _space(F)
        out = space.image.crop(x, self._x, self._y, self._width, self._height)
        return _resized(space, out, self._size, False, self._interpolation) if self._size else out


class Resize(HybridBlock):
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

    def __init__(self, size, keep_ratio=False, interpolation=1):
        super().__init__()
        self._keep = keep_ratio
        self._size = size
        self._interpolation = interpolation

    def hybrid_forward(self, F, x):
        return _resized(_space(F), x, self._size, self._keep, self._interpolation)


def _resized(space, x, *args):
    """Arrays are resized on the host where that does: images of ever new sizes would compile ever new programs."""
    done = resize_all(x, *args)
    return space.image.resize(x, *args) if done is None else done


def _pair(size):
    return (size, size) if isinstance(size, numeric_types) else tuple(size)


class CenterCrop(Block):
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

    def __init__(self, size, interpolation=1):
        super().__init__()
        self._args = (_pair(size), interpolation)

    def forward(self, x):
        return image.center_crop(x, *self._args)[0]


class RandomCrop(Block):
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

    def __init__(self, size, pad=None, pad_value=0, interpolation=1):
        super().__init__()
        self._args = (_pair(size), interpolation)
        self._pad: Any = (pad,) * 4 if isinstance(pad, int) else pad
        self._pad_value = pad_value
        if self._pad is not None and len(self._pad) != 4:
            raise AssertionError(f"pad is a number, or one for each side, and it is {pad}")

    def forward(self, x):
        if self._pad:
            x = padded(x, *self._pad, values=(self._pad_value,) * x.shape[2])
        return image.random_crop(x, *self._args)[0]


class RandomGray(Block):
    """An image (H, W, 3) in grey, in three equal channels, with probability `p`, and in float32 in any case.

    Grey is 0.21 red + 0.72 green + 0.07 blue. Of MXNet 2.0: MXNet 1.9.1 has no such class.

    Parameters
    ----------
    p : float, default 0.5
        The probability.

    Examples
    --------
    >>> image = nd.array([[[100, 0, 0], [0, 100, 0]]], dtype="uint8")
    >>> gluon.data.vision.transforms.RandomGray(p=1.0)(image).asnumpy()
    array([[[21., 21., 21.],
            [72., 72., 72.]]], dtype=float32)
    """

    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, x):
        return image.RandomGrayAug(self.p)(x.astype("float32"))


class RandomResizedCrop(Block):
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

    def __init__(self, size, scale=(0.08, 1.0), ratio=(3.0 / 4.0, 4.0 / 3.0), interpolation=1):
        super().__init__()
        self._args = (_pair(size), scale, ratio, interpolation)

    def forward(self, x):
        return image.random_size_crop(x, *self._args)[0]


def _check_single(x) -> None:
    if x.dtype != np.float32:
        raise TypeError(f"This transformation only supports float32, and the image is {np.dtype(x.dtype)}. "
                        "Consider calling it after ToTensor")  # fmt: skip


class Rotate(Block):
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

    def __init__(self, rotation_degrees, zoom_in=False, zoom_out=False):
        super().__init__()
        self._args = (rotation_degrees, zoom_in, zoom_out)

    def forward(self, x):
        _check_single(x)
        return image.imrotate(x, *self._args)


class RandomRotation(Block):
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

    def __init__(self, angle_limits, zoom_in=False, zoom_out=False, rotate_with_proba=1.0):
        super().__init__()
        lower, upper = angle_limits
        if lower >= upper:
            raise ValueError(f"`angle_limits` must be an ordered tuple, and it is {angle_limits}")
        if not 0 <= rotate_with_proba <= 1:
            raise ValueError(f"Probability of rotating the image should be between 0 and 1, and it is {rotate_with_proba}")
        self._args = (angle_limits, zoom_in, zoom_out)
        self._rotate_with_proba = rotate_with_proba

    def forward(self, x):
        if np.random.random() > self._rotate_with_proba:
            return x
        _check_single(x)
        return image.random_rotate(x, *self._args)


class RandomFlipLeftRight(HybridBlock):
    """An image (H, W, C), mirrored along its width with probability one half.

    Examples
    --------
    >>> row = nd.array([[[1], [2], [3]]])
    >>> flipped = gluon.data.vision.transforms.RandomFlipLeftRight()(row).asnumpy().ravel().tolist()
    >>> flipped in ([1, 2, 3], [3, 2, 1])
    True
    """

    def __init__(self):
        super().__init__()

    def hybrid_forward(self, F, x):
        return _space(F).image.random_flip_left_right(x)


class RandomFlipTopBottom(HybridBlock):
    """An image (H, W, C), mirrored along its height with probability one half.

    Examples
    --------
    >>> column = nd.array([[[1]], [[2]], [[3]]])
    >>> flipped = gluon.data.vision.transforms.RandomFlipTopBottom()(column).asnumpy().ravel().tolist()
    >>> flipped in ([1, 2, 3], [3, 2, 1])
    True
    """

    def __init__(self):
        super().__init__()

    def hybrid_forward(self, F, x):
        return _space(F).image.random_flip_top_bottom(x)


class RandomBrightness(HybridBlock):
    """An image (H, W, C) times a random factor from [max(0, 1 - brightness), 1 + brightness].

    Parameters
    ----------
    brightness : float
        How far the factor may be from one.

    Examples
    --------
    >>> image = nd.array([[[100, 50, 10]]])
    >>> red, green, blue = gluon.data.vision.transforms.RandomBrightness(0.5)(image).asnumpy()[0, 0]
    >>> bool(50 <= red <= 150), round(float(red / green), 3), round(float(green / blue), 3)
    (True, 2.0, 5.0)
    """

    def __init__(self, brightness):
        super().__init__()
        self._args = (max(0, 1 - brightness), 1 + brightness)

    def hybrid_forward(self, F, x):
        return _space(F).image.random_brightness(x, *self._args)


class RandomContrast(HybridBlock):
    """An image (H, W, C) with its contrast scaled by a random factor from [max(0, 1 - contrast), 1 + contrast].

    ``a x + (1 - a) grey``, where a is the factor and the grey is the mean of 0.299 red + 0.587 green + 0.114 blue over the
    image.

    Parameters
    ----------
    contrast : float
        How far the factor may be from one.

    Examples
    --------
    >>> contrast = gluon.data.vision.transforms.RandomContrast(0.5)
    >>> dark, bright = contrast(nd.array([[[0, 0, 0], [100, 100, 100]]])).asnumpy()[0, :, 0]
    >>> bool(50 <= bright - dark <= 150), round(float(dark + bright), 3)
    (True, 100.0)
    >>> contrast(nd.full((1, 1, 3), 7)).asnumpy().round(3)
    array([[[7., 7., 7.]]], dtype=float32)
    """

    def __init__(self, contrast):
        super().__init__()
        self._args = (max(0, 1 - contrast), 1 + contrast)

    def hybrid_forward(self, F, x):
        return _space(F).image.random_contrast(x, *self._args)


class RandomSaturation(HybridBlock):
    """An image (H, W, C) with its saturation scaled by a random factor from [max(0, 1 - saturation), 1 + saturation].

    ``a x + (1 - a) grey``, where a is the factor. As in MXNet 1.9.1 the grey of a pixel is 0.114 times its blue alone. Images
    of one channel stay as they are.

    Parameters
    ----------
    saturation : float
        How far the factor may be from one.

    Examples
    --------
    >>> change = gluon.data.vision.transforms.RandomSaturation(0.5)
    >>> red, green, blue = change(nd.array([[[100, 50, 0]]])).asnumpy()[0, 0]
    >>> bool(50 <= red <= 150), round(float(red / green), 3), float(blue)
    (True, 2.0, 0.0)
    """

    def __init__(self, saturation):
        super().__init__()
        self._args = (max(0, 1 - saturation), 1 + saturation)

    def hybrid_forward(self, F, x):
        return _space(F).image.random_saturation(x, *self._args)


class RandomHue(HybridBlock):
    """An image (H, W, C) with its hues turned by a random share of the circle from [max(0, 1 - hue), 1 + hue].

    Parameters
    ----------
    hue : float
        How far a turn may be from a whole one.

    Examples
    --------
    The largest and the smallest channel of a pixel keep their values, and grey stays grey:

    >>> hue = gluon.data.vision.transforms.RandomHue(0.3)
    >>> pixel = hue(nd.array([[[120, 60, 0]]])).asnumpy()
    >>> float(pixel.max().round(2)), float(pixel.min().round(2))
    (120.0, 0.0)
    >>> hue(nd.full((1, 1, 3), 7)).asnumpy().round(3)
    array([[[7., 7., 7.]]], dtype=float32)
    """

    def __init__(self, hue):
        super().__init__()
        self._args = (max(0, 1 - hue), 1 + hue)

    def hybrid_forward(self, F, x):
        return _space(F).image.random_hue(x, *self._args)


class RandomColorJitter(HybridBlock):
    """Brightness, contrast, saturation and hue of an image (H, W, C) jittered, in a random order.

    Parameters
    ----------
    brightness, contrast, saturation, hue : float, default 0
        How far each may be changed; 0 leaves it alone.

    Examples
    --------
    >>> gluon.data.vision.transforms.RandomColorJitter(0.1, 0.1, 0.1, 0.1)(nd.ones((4, 5, 3))).shape
    (4, 5, 3)
    """

    def __init__(self, brightness=0, contrast=0, saturation=0, hue=0):
        super().__init__()
        self._args = (brightness, contrast, saturation, hue)

    def hybrid_forward(self, F, x):
        return _space(F).image.random_color_jitter(x, *self._args)


class RandomLighting(HybridBlock):
    """An image (H, W, C) with noise along the principal axes of natural colours, as AlexNet was trained with.

    Parameters
    ----------
    alpha : float
        Standard deviation of the noise.

    Examples
    --------
    What is drawn is added to every pixel:

    >>> noise = gluon.data.vision.transforms.RandomLighting(0.1)(nd.zeros((4, 5, 3))).asnumpy()
    >>> bool(noise.any()), bool((noise == noise[0, 0]).all())
    (True, True)
    """

    def __init__(self, alpha):
        super().__init__()
        self._alpha = alpha

    def hybrid_forward(self, F, x):
        return _space(F).image.random_lighting(x, self._alpha)


class RandomApply(Sequential):
    """A transform that is applied with some probability only.

    Parameters
    ----------
    transforms : Block or callable
        The transform.
    p : float, default 0.5
        The probability, drawn for each call by Python's `random`.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.zeros((4, 5, 3), dtype="uint8")
    >>> [transforms.RandomApply(transforms.Resize(2), p)(image).shape for p in (0.0, 1.0)]
    [(4, 5, 3), (2, 2, 3)]
    """

    def __init__(self, transforms, p=0.5):
        super().__init__()
        self.transforms = transforms
        self.p = p

    def forward(self, x):
        if self.p < random.random():
            return x
        return self.transforms(x)


class HybridRandomApply(RandomApply):
    """`RandomApply` of one hybrid block. Of MXNet 2.0: MXNet 1.9.1 has no such class.

    Parameters
    ----------
    transforms : HybridBlock
        The transform.
    p : float, default 0.5
        With which probability it is applied, drawn for each call by Python's `random`.

    Raises
    ------
    AssertionError
        `transforms` is no HybridBlock.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> never, always = (gluon.data.vision.transforms.HybridRandomApply(transforms.ToTensor(), p) for p in (0.0, 1.0))
    >>> image = nd.zeros((4, 5, 3), dtype="uint8")
    >>> never(image).shape, always(image).shape
    ((4, 5, 3), (3, 4, 5))
    """

    def __init__(self, transforms, p=0.5):
        assert isinstance(transforms, HybridBlock), f"HybridRandomApply takes a HybridBlock, got {type(transforms).__name__}"
        super().__init__(transforms, p)
