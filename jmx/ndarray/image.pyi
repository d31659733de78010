# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from jmx._typing import Float, Floats, Int, Shape
from jmx.ndarray.ndarray import NDArray

def adjust_lighting(data: NDArray, alpha: Floats = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """An image moved along the principal axes of natural colours, as AlexNet's augmentation does. Declared in jmx/ops/image.py.

    data    (height, width, 3)
    alpha    three amounts, one for each axis; 0 for no change

    Returns an array like `data`; uint8 numbers are kept from 0 to 255.

    Examples
    --------
    >>> nd.image.adjust_lighting(nd.ones((1, 2, 3)), alpha=(0, 0, 0)).reshape(-1)
    [1. 1. 1. 1. 1. 1.]
    <NDArray 6 @cpu(0)>
    """
def crop(data: NDArray, x: Int = ..., y: Int = ..., width: Int = ..., height: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A rectangle of an image. Declared in jmx/ops/image.py.

    data    (height, width, channels) or (batch, height, width, channels), one or three channels
    x, y    the first column and row, from 0
    width, height    size of the rectangle in pixels

    Returns (height, width, channels), or that with the batch in front. Raises MXNetError if the rectangle leaves the image.

    Examples
    --------
    >>> nd.image.crop(nd.arange(12).reshape((3, 4, 1)), x=1, y=0, width=2, height=3).reshape((3, 2))
    [[ 1.  2.]
     [ 5.  6.]
     [ 9. 10.]]
    <NDArray 3x2 @cpu(0)>
    """
def flip_left_right(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """An image mirrored along its width. Declared in jmx/ops/image.py.

    data    (height, width, channels) or (batch, height, width, channels)

    Returns an array like `data`.

    Examples
    --------
    >>> nd.image.flip_left_right(nd.arange(4).reshape((2, 2, 1))).reshape((2, 2))
    [[1. 0.]
     [3. 2.]]
    <NDArray 2x2 @cpu(0)>
    """
def flip_top_bottom(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """An image mirrored along its height. Declared in jmx/ops/image.py.

    data    (height, width, channels) or (batch, height, width, channels)

    Returns an array like `data`.

    Examples
    --------
    >>> nd.image.flip_top_bottom(nd.arange(6).reshape((2, 3, 1))).reshape((2, 3))
    [[3. 4. 5.]
     [0. 1. 2.]]
    <NDArray 2x3 @cpu(0)>
    """
def normalize(data: NDArray, mean: Floats = (0.0, 0.0, 0.0, 0.0), std: Floats = (1.0, 1.0, 1.0, 1.0), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """(data - mean) / std, channel by channel. Declared in jmx/ops/image.py.

    data    (channels, height, width) or (batch, channels, height, width), as to_tensor gives it; one or three channels
    mean, std    one number for each channel, or one for all

    Returns an array like `data`. Raises MXNetError for other shapes.

    Examples
    --------
    >>> nd.image.normalize(nd.array([0.5, 1, 2]).reshape((3, 1, 1)), mean=(0.5, 0, 1), std=(1, 2, 0.5)).reshape(-1)
    [0.  0.5 2. ]
    <NDArray 3 @cpu(0)>
    """
def random_brightness(data: NDArray, min_factor: Float = ..., max_factor: Float = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """An image times a random factor. Declared in jmx/ops/image.py.

    data    (height, width, channels)
    min_factor, max_factor    bounds of the factor, not negative; 1 changes nothing

    Returns an array like `data`; uint8 numbers are kept from 0 to 255.

    Examples
    --------
    >>> nd.image.random_brightness(nd.ones((1, 2, 3)), min_factor=0.5, max_factor=0.5).reshape(-1)
    [0.5 0.5 0.5 0.5 0.5 0.5]
    <NDArray 6 @cpu(0)>
    """
def random_color_jitter(data: NDArray, brightness: Float = ..., contrast: Float = ..., saturation: Float = ..., hue: Float = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """An image with brightness, contrast, saturation and hue changed at random, in a random order. Declared in jmx/ops/image.py.

    data    (height, width, channels), one or three channels
    brightness, contrast, saturation    factors are drawn from 1 minus this to 1 plus this; 0 for no change
    hue    hues are turned by at most this share of the circle; 0 for no change

    Returns an array like `data`; uint8 numbers are kept from 0 to 255.

    Examples
    --------
    >>> nd.image.random_color_jitter(nd.ones((1, 2, 3)), brightness=0.4, contrast=0.4, saturation=0.4, hue=0).shape
    (1, 2, 3)
    """
def random_contrast(data: NDArray, min_factor: Float = ..., max_factor: Float = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """An image with its contrast multiplied by a random factor. Declared in jmx/ops/image.py.

    data    (height, width, channels), one or three channels
    min_factor, max_factor    bounds of the factor, not negative; 1 changes nothing, 0 leaves the mean of the image

    Returns an array like `data`; uint8 numbers are kept from 0 to 255.

    Examples
    --------
    >>> nd.image.random_contrast(nd.ones((1, 2, 3)), min_factor=0.5, max_factor=1.5).shape
    (1, 2, 3)
    """
def random_flip_left_right(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """An image, mirrored along its width with probability one half. Declared in jmx/ops/image.py.

    data    (height, width, channels) or (batch, height, width, channels)

    Returns an array like `data`.

    Examples
    --------
    >>> nd.image.random_flip_left_right(nd.arange(6).reshape((2, 3, 1))).shape
    (2, 3, 1)
    """
def random_flip_top_bottom(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """An image, mirrored along its height with probability one half. Declared in jmx/ops/image.py.

    data    (height, width, channels) or (batch, height, width, channels)

    Returns an array like `data`.

    Examples
    --------
    >>> nd.image.random_flip_top_bottom(nd.arange(6).reshape((2, 3, 1))).shape
    (2, 3, 1)
    """
def random_hue(data: NDArray, min_factor: Float = ..., max_factor: Float = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """An image with its hues turned by a random share of the circle. Declared in jmx/ops/image.py.

    data    (height, width, channels), one or three channels
    min_factor, max_factor    bounds of the share, not negative

    Returns an array like `data`; uint8 numbers are kept from 0 to 255.

    Examples
    --------
    >>> nd.image.random_hue(nd.ones((1, 2, 3)), min_factor=0, max_factor=0.1).shape
    (1, 2, 3)
    """
def random_lighting(data: NDArray, alpha_std: Float = 0.05, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """An image moved by noise along the principal axes of natural colours, as AlexNet's augmentation does. Declared in jmx/ops/image.py.

    data    (height, width, 3)
    alpha_std    standard deviation of the amounts

    Returns an array like `data`; uint8 numbers are kept from 0 to 255.

    Examples
    --------
    >>> nd.image.random_lighting(nd.ones((1, 2, 3)), alpha_std=0.1).shape
    (1, 2, 3)
    """
def random_saturation(data: NDArray, min_factor: Float = ..., max_factor: Float = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """An image with its saturation multiplied by a random factor. Declared in jmx/ops/image.py.

    data    (height, width, channels), one or three channels
    min_factor, max_factor    bounds of the factor, not negative; 1 changes nothing, 0 leaves shades of grey

    Returns an array like `data`; uint8 numbers are kept from 0 to 255.

    Examples
    --------
    >>> nd.image.random_saturation(nd.ones((1, 2, 3)), min_factor=0.5, max_factor=1.5).shape
    (1, 2, 3)
    """
def resize(data: NDArray, size: Shape = (), keep_ratio: bool = False, interp: Int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """An image at another size, interpolated as OpenCV does. Declared in jmx/ops/image.py.

    data    (height, width, channels) or (batch, height, width, channels), uint8 or floating
    size    (width, height), or one number for both
    keep_ratio    one number in `size` is the length of the shorter edge
    interp    0 nearest pixel, 1 linear, 2 cubic, 3 area, 4 Lanczos

    Returns (height, width, channels), or that with the batch in front. Raises MXNetError for other element types.

    Examples
    --------
    >>> nd.image.resize(nd.ones((4, 6, 3)), size=2, keep_ratio=True).shape
    (2, 3, 3)
    >>> nd.image.resize(nd.array([[[0], [8]]]), size=(4, 1)).reshape(-1)
    [0. 2. 6. 8.]
    <NDArray 4 @cpu(0)>
    """
def to_tensor(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """An image as a tensor with channels first. Declared in jmx/ops/image.py.

    data    (height, width, channels) or (batch, height, width, channels), numbers from 0 to 255

    Returns float32 numbers from 0 to 1, (channels, height, width) or (batch, channels, height, width).

    Examples
    --------
    >>> image = nd.array([[[0, 51, 255]]], dtype="uint8")    # one pixel
    >>> nd.image.to_tensor(image).reshape(-1)
    [0.  0.2 1. ]
    <NDArray 3 @cpu(0)>
    """
