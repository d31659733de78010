"""Transforms of the values of an image: their type and scale, brightness and colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..... import image
from ...._typed import EagerLayer, Layer
from ._space import space_of

if TYPE_CHECKING:
    from ....._typing import DTypeLike, Float
    from .....ndarray.ndarray import NDArray
    from .....symbol.symbol import Symbol

__all__ = [
    "Cast",
    "Normalize",
    "RandomBrightness",
    "RandomColorJitter",
    "RandomContrast",
    "RandomGray",
    "RandomHue",
    "RandomLighting",
    "RandomSaturation",
    "ToTensor",
]


class Cast(Layer):
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

    def __init__(self, dtype: str | DTypeLike = "float32") -> None:
        super().__init__()
        self._dtype = dtype

    def hybrid_forward(self, F, x) -> NDArray:
        return space_of(F).cast(x, self._dtype)


class ToTensor(Layer):
    """Images (H, W, C) or (N, H, W, C) with values in [0, 255] as float32 (C, H, W) or (N, C, H, W) in [0, 1].

    Examples
    --------
    >>> image = nd.full((1, 2, 3), 255, dtype="uint8")
    >>> tensor = gluon.data.vision.transforms.ToTensor()(image)
    >>> tensor.shape, float(tensor.asnumpy().max())
    ((3, 1, 2), 1.0)
    """

    def __init__(self) -> None:
        super().__init__()

    def hybrid_forward(self, F, x) -> NDArray | Symbol:
        return space_of(F).image.to_tensor(x)


class Normalize(Layer):
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

    def __init__(self, mean: Any = 0.0, std: Any = 1.0) -> None:
        super().__init__()
        self._mean = mean
        self._std = std

    def hybrid_forward(self, F, x) -> NDArray | Symbol:
        return space_of(F).image.normalize(x, self._mean, self._std)


class RandomGray(EagerLayer):
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

    def __init__(self, p: Float = 0.5) -> None:
        super().__init__()
        self.p = p

    def forward(self, x) -> NDArray:
        return image.RandomGrayAug(self.p)(x.astype("float32"))


class RandomBrightness(Layer):
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

    def __init__(self, brightness: Float) -> None:
        super().__init__()
        self._args = (max(0, 1 - brightness), 1 + brightness)

    def hybrid_forward(self, F, x) -> NDArray:
        return space_of(F).image.random_brightness(x, *self._args)


class RandomContrast(Layer):
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

    def __init__(self, contrast: Float) -> None:
        super().__init__()
        self._args = (max(0, 1 - contrast), 1 + contrast)

    def hybrid_forward(self, F, x) -> NDArray:
        return space_of(F).image.random_contrast(x, *self._args)


class RandomSaturation(Layer):
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

    def __init__(self, saturation: Float) -> None:
        super().__init__()
        self._args = (max(0, 1 - saturation), 1 + saturation)

    def hybrid_forward(self, F, x) -> NDArray:
        return space_of(F).image.random_saturation(x, *self._args)


class RandomHue(Layer):
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

    def __init__(self, hue: Float) -> None:
        super().__init__()
        self._args = (max(0, 1 - hue), 1 + hue)

    def hybrid_forward(self, F, x) -> NDArray:
        return space_of(F).image.random_hue(x, *self._args)


class RandomColorJitter(Layer):
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

    def __init__(self, brightness: Float = 0, contrast: Float = 0, saturation: Float = 0, hue: Float = 0) -> None:
        super().__init__()
        self._args = (brightness, contrast, saturation, hue)

    def hybrid_forward(self, F, x) -> NDArray:
        return space_of(F).image.random_color_jitter(x, *self._args)


class RandomLighting(Layer):
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

    def __init__(self, alpha: Float) -> None:
        super().__init__()
        self._alpha = alpha

    def hybrid_forward(self, F, x) -> NDArray:
        return space_of(F).image.random_lighting(x, self._alpha)
