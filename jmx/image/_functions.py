"""Functions on images: arrays of shape (height, width, channels), RGB unless asked otherwise.

Random numbers come from Python's `random` and from `numpy.random`, wherever MXNet's do. Images on the CPU are cut and resized on
the host: images of ever new sizes would compile ever new programs. Recorded computations, and other devices, use the operators.
The functions that augmenters call take NumPy arrays too, and then return them.
"""

from __future__ import annotations

import random
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _codec, autograd
from .. import ndarray as nd
from .._described import described_by
from ..base import MXNetError, numeric_types
from ..ndarray import NDArray
from ..util import is_np_array

if TYPE_CHECKING:
    from .._typing import DTypeLike, Float, Int
    from ..context import Context

__all__ = ["center_crop", "color_normalize", "copyMakeBorder", "fixed_crop", "imdecode", "imread", "imresize",
           "random_crop", "random_size_crop", "resize_short", "scale_down"]  # fmt: skip

_RESIZABLE = ("uint8", "float32", "float64")


def _internal(name):
    if is_np_array():
        from ..ndarray.numpy import _internal as space

        return getattr(space, name)
    return getattr(nd._internal, "_" + name)


def space() -> Any:
    """The module whose functions make arrays: `mx.nd` or, under `npx.set_np()`, `mx.np`."""
    if is_np_array():
        from .. import numpy as mx_np

        return mx_np
    return nd


def array(values: Any, ctx: Context | None = None, dtype: DTypeLike | None = None) -> Any:
    """An array with the element type of `values`: a classic one or, under `npx.set_np()`, a NumPy-like one."""
    return space().array(values, dtype=values.dtype if dtype is None else dtype, ctx=ctx)


def _on_host(src):
    """The pixels as a NumPy array, or None where operators have to do the work."""
    if isinstance(src, np.ndarray):
        return src
    if not isinstance(src, NDArray) or src.ctx.device_type == "gpu" or autograd.is_recording():
        return None
    return src.asnumpy()


def _like(src, pixels):
    return pixels if isinstance(src, np.ndarray) else array(pixels, src.ctx)


def imread(filename: str, *args: Any, **kwargs: Any) -> Any:
    """Read an image file.

    Parameters
    ----------
    filename : str
        A JPEG, PNG or other file that OpenCV can read.
    flag : int, default 1
        1 for three channels, 0 for one channel of grey.
    to_rgb : bool, default True
        The order of the channels: RGB, or BGR if false.

    Returns
    -------
    NDArray of uint8, (height, width, channels)

    Raises
    ------
    MXNetError
        The file cannot be opened or is no image.

    Examples
    --------
    >>> import tempfile
    >>> record = mx.recordio.pack_img((0, 0.0, 0, 0), np.full((2, 3, 3), [255, 128, 0], np.uint8), quality=9, img_fmt=".png")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with open(f"{folder}/blue.png", "wb") as file:
    ...         _ = file.write(mx.recordio.unpack(record)[1])
    ...     image = mx.image.imread(f"{folder}/blue.png")
    ...     grey = mx.image.imread(f"{folder}/blue.png", flag=0)
    >>> image.shape, image[0, 0].asnumpy().tolist(), grey.shape
    ((2, 3, 3), [0, 128, 255], (2, 3, 1))
    """
    return _internal("cvimread")(filename, *args, **kwargs)


def imdecode(buf: Any, *args: Any, **kwargs: Any) -> Any:
    """Turn the bytes of an image file into an image. A JPEG that was cut off is read as far as it goes, the rest is grey.

    Parameters
    ----------
    buf : bytes, bytearray, numpy.ndarray or NDArray of uint8
        The content of the file.
    flag : int, default 1
        1 for three channels, 0 for one channel of grey.
    to_rgb : bool, default True
        The order of the channels: RGB, or BGR if false.

    Returns
    -------
    NDArray of uint8, (height, width, channels)

    Raises
    ------
    ValueError
        `buf` is none of those.
    MXNetError
        The bytes are no image.

    Examples
    --------
    >>> record = mx.recordio.pack_img((0, 0.0, 0, 0), np.full((2, 3, 3), [255, 128, 0], np.uint8), quality=9, img_fmt=".png")
    >>> content = mx.recordio.unpack(record)[1]
    >>> mx.image.imdecode(content)[0, 0].asnumpy().tolist(), mx.image.imdecode(content, to_rgb=False)[0, 0].asnumpy().tolist()
    ([0, 128, 255], [255, 128, 0])
    """
    if not isinstance(buf, NDArray):
        if not isinstance(buf, (bytes, bytearray, np.ndarray)):
            raise ValueError(f"buf must be bytes, bytearray or numpy.ndarray, got {type(buf).__name__}; encode a str first")
        buf = array(np.frombuffer(buf, np.uint8))
    return _internal("cvimdecode")(buf, *args, **kwargs)


def imresize(src: Any, w: Int, h: Int, *args: Any, **kwargs: Any) -> Any:
    """Resize an image.

    Parameters
    ----------
    src : NDArray, (height, width, channels)
        The image.
    w, h : int
        The new width and height in pixels.
    interp : int, default 1
        0 nearest pixel, 1 linear, 2 cubic, 3 area, 4 Lanczos.
    out : NDArray, optional
        Where the result goes.

    Returns
    -------
    NDArray, (h, w, channels)

    Raises
    ------
    MXNetError
        A size or `interp` is out of range, or `src` is no image.

    Examples
    --------
    >>> image = nd.array([[[0], [100]]], dtype="uint8")
    >>> mx.image.imresize(image, w=4, h=1, interp=0).asnumpy()[0, :, 0]
    array([  0,   0, 100, 100], dtype=uint8)
    >>> mx.image.imresize(image, w=4, h=1, interp=1).asnumpy()[0, :, 0]
    array([  0,  25,  75, 100], dtype=uint8)
    """
    interp = args[0] if args else kwargs.get("interp", 1)
    if len(args) < 2 and kwargs.keys() <= {"interp"} and len(src.shape) == 3 and _resizable(src, w, h, interp):
        host = _on_host(src)
        if host is not None:
            return _like(src, _codec.resize(host, w, h, interp))
    return _internal("cvimresize")(src, w, h, *args, **kwargs)


def _resizable(src, w, h, interp):
    """Whether the numbers are fine; where they are not, the operator says so."""
    return (
        isinstance(src, (np.ndarray, NDArray)) and 0 not in src.shape and np.dtype(src.dtype) in _RESIZABLE
        and all(isinstance(x, (int, np.integer)) for x in (w, h, interp)) and w > 0 and h > 0 and 0 <= interp <= 4
    )  # fmt: skip


def resize_all(src: Any, size: Any, keep_ratio: Any, interp: Any) -> Any:
    """What the operator `_image_resize` does to an image or a batch, on the host; None where the operator has to do it."""
    if not isinstance(src, (NDArray, np.ndarray)) or src.ndim not in (3, 4) or 0 in src.shape:
        return None
    h, w = src.shape[-3:-1]
    size = size if isinstance(size, (tuple, list)) else (size,)
    if len(size) == 2:
        new_w, new_h = size
    elif keep_ratio and len(size) == 1:
        new_h, new_w = (h * size[0] // w, size[0]) if h > w else (size[0], w * size[0] // h)
    else:
        new_h = new_w = size[0] if len(size) == 1 else 0
    host = _on_host(src) if _resizable(src, new_w, new_h, interp) else None
    if host is None:
        return None
    if src.ndim == 3:
        return _like(src, _codec.resize(host, new_w, new_h, interp))
    return _like(src, np.stack([_codec.resize(one, new_w, new_h, interp) for one in host]))


def copyMakeBorder(src: Any, top: Int, bot: Int, left: Int, right: Int, *args: Any, **kwargs: Any) -> Any:
    """Put a margin around an image.

    Parameters
    ----------
    src : NDArray, (height, width, channels)
        The image.
    top, bot, left, right : int
        How wide the margin is on each side, in pixels.
    type : int, default 0
        0 filled, 1 the outermost pixels repeated, 2 mirrored, 3 the opposite side, 4 mirrored about the outermost pixels.
    value : float, default 0
        What fills all channels.
    values : tuple of float, optional
        What fills each channel; counts before `value`.
    out : NDArray, optional
        Where the result goes.

    Returns
    -------
    NDArray, (top + height + bot, left + width + right, channels)

    Raises
    ------
    MXNetError
        A margin is negative, or `type` out of range.

    Examples
    --------
    >>> image = nd.array([[[1], [2]]], dtype="uint8")
    >>> mx.image.copyMakeBorder(image, top=1, bot=0, left=1, right=2, type=0, value=9).asnumpy()[:, :, 0]
    array([[9, 9, 9, 9, 9],
           [9, 1, 2, 9, 9]], dtype=uint8)
    >>> mx.image.copyMakeBorder(image, top=1, bot=0, left=1, right=2, type=1).asnumpy()[:, :, 0]
    array([[1, 1, 2, 2, 2],
           [1, 1, 2, 2, 2]], dtype=uint8)
    """
    return nd._internal._cvcopyMakeBorder(src, top, bot, left, right, *args, **kwargs)


def padded(src: Any, top: Any, bot: Any, left: Any, right: Any, values: Any) -> Any:
    """As `copyMakeBorder` of type 0, of NumPy arrays too."""
    host = _on_host(src)
    if host is None:
        return copyMakeBorder(src, top, bot, left, right, values=values)
    return _like(src, _codec.border(host, top, bot, left, right, 0, values))


def scale_down(src_size: tuple[Int, Int], size: tuple[Int, Int]) -> tuple[int, int]:
    """The largest size in the proportions of another that fits into an image; the other size itself where that fits.

    Parameters
    ----------
    src_size : (int, int)
        Width and height of the image.
    size : (int, int)
        Width and height that are wanted.

    Returns
    -------
    (int, int)
        Width and height.

    Examples
    --------
    >>> mx.image.scale_down((640, 480), (720, 120)), mx.image.scale_down((640, 480), (100, 100))
    ((640, 106), (100, 100))
    """
    w, h = size
    have_w, have_h = src_size
    if have_h < h:
        w, h = w * have_h / h, have_h
    if have_w < w:
        w, h = have_w, h * have_w / w
    return int(w), int(h)


def _get_interp_method(interp: Any, sizes: Any = ()) -> Any:
    """`interp` as a number that `imresize` knows: 9 chooses by (old height, old width, new height, new width), 10 by chance.

    GluonCV imports it by this name.
    """
    if interp == 9:
        if not sizes:
            return 2
        old_h, old_w, new_h, new_w = sizes
        if new_h > old_h and new_w > old_w:
            return 2
        return 3 if new_h < old_h and new_w < old_w else 1
    if interp == 10:
        return random.randint(0, 4)
    if interp not in (0, 1, 2, 3, 4):
        raise ValueError(f"Unknown interp method {interp}: expected 0 to 4, 9 (by size) or 10 (by chance)")
    return interp


def _size(src):
    """(height, width) of an image; ValueError for what has no three dimensions."""
    if len(src.shape) != 3:
        raise ValueError(f"an image has the shape (height, width, channels), and this array has {src.shape}")
    return src.shape[:2]


def resize_short(src: Any, size: Int, interp: Int = 2) -> Any:
    """Resize an image so that its shorter edge has a length; the proportions stay.

    Parameters
    ----------
    src : NDArray, (height, width, channels)
        The image.
    size : int
        New length of the shorter edge in pixels.
    interp : int, default 2
        As in `imresize`; 9 chooses by size (cubic to enlarge, area to shrink, else linear), 10 by chance.

    Returns
    -------
    NDArray, (new height, new width, channels)

    Examples
    --------
    >>> mx.image.resize_short(nd.zeros((40, 60, 3), dtype="uint8"), 20).shape
    (20, 30, 3)
    """
    h, w = _size(src)
    new_h, new_w = (size * h // w, size) if h > w else (size, size * w // h)
    return imresize(src, new_w, new_h, interp=_get_interp_method(interp, (h, w, new_h, new_w)))


def force_resize(src: Any, size: tuple[Int, Int], interp: Int = 2) -> Any:
    """Resize an image, whatever its proportions.

    Parameters
    ----------
    src : NDArray, (height, width, channels)
        The image.
    size : (int, int)
        Width and height of the result.
    interp : int, default 2
        As in `resize_short`.
    """
    return imresize(src, *size, interp=_get_interp_method(interp, (*_size(src), size[1], size[0])))


def fixed_crop(src: Any, x0: Int, y0: Int, w: Int, h: Int, size: tuple[Int, Int] | None = None, interp: Int = 2) -> Any:
    """A part of an image, resized if asked for.

    Parameters
    ----------
    src : NDArray, (height, width, channels)
        The image.
    x0, y0 : int
        Left and upper edge of the part in pixels.
    w, h : int
        Its width and height.
    size : (int, int), optional
        Width and height of the result.
    interp : int, default 2
        As in `resize_short`.

    Returns
    -------
    NDArray, (height, width, channels)

    Raises
    ------
    MXNetError
        The part lies outside of the image.

    Examples
    --------
    >>> image = nd.arange(12, dtype="uint8").reshape((3, 4, 1))
    >>> mx.image.fixed_crop(image, x0=1, y0=0, w=2, h=3).asnumpy()[:, :, 0]
    array([[ 1,  2],
           [ 5,  6],
           [ 9, 10]], dtype=uint8)
    """
    host = _on_host(src)
    part = (src if host is None else host)[y0 : y0 + h, x0 : x0 + w]
    if 0 in part.shape:
        raise MXNetError(f"nothing is left of an image {src.shape} in a part from x={x0}, y={y0} that is {w} wide and {h} high")
    if size is not None and (w, h) != tuple(size):
        part = imresize(part, *size, interp=_get_interp_method(interp, (h, w, size[1], size[0])))
    return part if isinstance(part, NDArray) else _like(src, part)


def _crop_at(src, size, interp, choose):
    h, w = _size(src)
    new_w, new_h = scale_down((w, h), size)
    x0, y0 = choose(w - new_w), choose(h - new_h)
    return fixed_crop(src, x0, y0, new_w, new_h, size, interp), (x0, y0, new_w, new_h)


@described_by(force_resize)
def random_crop(src: Any, size: tuple[Int, Int], interp: Int = 2) -> tuple[NDArray, tuple[int, int, int, int]]:
    """A part of an image at a random place, which Python's `random` draws.

    Of an image that is smaller than `size`, the largest part in those proportions is enlarged.

    Returns
    -------
    (NDArray, (int, int, int, int))
        The part, and its x, y, width and height in the image.

    Examples
    --------
    >>> image = nd.arange(12, dtype="uint8").reshape((3, 4, 1))
    >>> part, (x, y, width, height) = mx.image.random_crop(image, size=(2, 2))
    >>> part.shape, width, height, int(part[0, 0, 0].asscalar()) == 4 * y + x
    ((2, 2, 1), 2, 2, True)
    """
    return _crop_at(src, size, interp, lambda room: random.randint(0, room))


@described_by(random_crop)
def center_crop(src: Any, size: tuple[Int, Int], interp: Int = 2) -> tuple[NDArray, tuple[int, int, int, int]]:
    """The middle of an image.

    Of an image that is smaller than `size`, the largest part in those proportions is enlarged.

    Examples
    --------
    >>> image = nd.arange(12, dtype="uint8").reshape((3, 4, 1))
    >>> part, place = mx.image.center_crop(image, size=(2, 1))
    >>> part.asnumpy()[:, :, 0], place
    (array([[5, 6]], dtype=uint8), (1, 1, 2, 1))
    """
    return _crop_at(src, size, interp, lambda room: room // 2)


def area_of(owner: Any, area: Any, kwargs: Any) -> Any:
    """`area`, or `min_area` from `kwargs` with a warning; AssertionError for any other keyword."""
    if "min_area" in kwargs:
        warnings.warn("`min_area` is deprecated. Please use `area` instead.", DeprecationWarning, stacklevel=3)
        area = kwargs.pop("min_area")
    if kwargs:
        raise AssertionError(f"unexpected keyword arguments for `{owner}`: {', '.join(kwargs)}")
    return area


@described_by(force_resize)
def random_size_crop(
    src: Any, size: tuple[Int, Int], area: Float | tuple[Float, Float], ratio: tuple[Float, Float], interp: Int = 2, **kwargs: Any
) -> tuple[NDArray, tuple[int, int, int, int]]:
    """A part of random size, shape and place, resized.

    Parameters
    ----------
    area : float or (float, float)
        Bounds of the part's share of the image; a number is the lower one, the upper is then 1.
    ratio : (float, float)
        Bounds of its width divided by its height.
    **kwargs
        `min_area`, the former name of `area`.

    Returns
    -------
    (NDArray, (int, int, int, int))
        The part, and its x, y, width and height in the image. After ten parts that do not fit it is `center_crop`.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3), dtype="uint8")
    >>> part, (x, y, width, height) = mx.image.random_size_crop(image, size=(8, 8), area=(0.2, 0.5), ratio=(0.75, 1.33))
    >>> part.shape, 0.15 < width * height / (40 * 60) < 0.55
    ((8, 8, 3), True)
    """
    h, w = _size(src)
    area = area_of("random_size_crop", area, kwargs)
    if isinstance(area, numeric_types):
        area = (area, 1.0)
    for _ in range(10):
        wanted = random.uniform(*area) * h * w
        shape = np.exp(random.uniform(np.log(ratio[0]), np.log(ratio[1])))
        new_w, new_h = round(np.sqrt(wanted * shape)), round(np.sqrt(wanted / shape))
        if new_w <= w and new_h <= h:
            x0, y0 = random.randint(0, w - new_w), random.randint(0, h - new_h)
            return fixed_crop(src, x0, y0, new_w, new_h, size, interp), (x0, y0, new_w, new_h)
    return center_crop(src, size, interp)


def color_normalize(src: Any, mean: NDArray | None, std: NDArray | None = None) -> NDArray:
    """Subtract a mean from an image and divide by a deviation, in place.

    Parameters
    ----------
    src : NDArray of float32, (height, width, channels)
        The image, which is changed.
    mean : NDArray or None
        What is subtracted, one number or one for each channel; None subtracts nothing.
    std : NDArray, optional
        What is divided by.

    Returns
    -------
    NDArray
        `src`.

    Examples
    --------
    >>> image = nd.array([[[10, 20, 30]]])
    >>> mx.image.color_normalize(image, nd.array([10, 10, 10]), nd.array([1, 2, 4])).asnumpy()
    array([[[0., 5., 5.]]], dtype=float32)
    """
    if mean is not None:
        src -= mean
    if std is not None:
        src /= std
    return src
