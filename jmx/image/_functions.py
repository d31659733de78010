"""Functions on images: arrays of shape (height, width, channels), RGB unless asked otherwise.

Random numbers come from Python's `random` and from `numpy.random`, wherever MXNet's do. Images on the CPU are cut and resized on
the host: images of ever new sizes would compile ever new programs. Recorded computations, and other devices, use the operators.
The functions that augmenters call take NumPy arrays too, and then return them.
"""

import random
import warnings
from numbers import Number

import numpy as np

from .. import _codec, autograd
from .. import ndarray as nd
from ..base import MXNetError, numeric_types
from ..ndarray import NDArray
from ..util import is_np_array

__all__ = ["center_crop", "color_normalize", "copyMakeBorder", "fixed_crop", "imdecode", "imread", "imresize", "imrotate",
           "random_crop", "random_rotate", "random_size_crop", "resize_short", "scale_down"]  # fmt: skip

_RESIZABLE = ("uint8", "float32", "float64")


def _internal(name):
    if is_np_array():
        from ..ndarray.numpy import _internal as space

        return getattr(space, name)
    return getattr(nd._internal, "_" + name)


def space():
    """The module whose functions make arrays: `mx.nd` or, under `npx.set_np()`, `mx.np`."""
    if is_np_array():
        from .. import numpy as mx_np

        return mx_np
    return nd


def array(values, ctx=None, dtype=None):
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


def imread(filename, *args, **kwargs):
    """Read an image file.

    Parameters
    ----------
    filename : str
        A JPEG, PNG or other file that OpenCV can read.
    flag : int
        1 for three channels, 0 for one channel of grey.
    to_rgb : bool
        The order of the channels: RGB, or BGR if false.

    Returns
    -------
    NDArray of uint8, (height, width, channels)

    Raises
    ------
    MXNetError
        The file cannot be opened or is no image.
    """
    return _internal("cvimread")(filename, *args, **kwargs)


def imdecode(buf, *args, **kwargs):
    """Turn the bytes of an image file into an image. A JPEG that was cut off is read as far as it goes, the rest is grey.

    Parameters
    ----------
    buf : bytes, bytearray, numpy.ndarray or NDArray of uint8
    flag, to_rgb
        As for `imread`.

    Returns
    -------
    NDArray of uint8, (height, width, channels)

    Raises
    ------
    ValueError
        `buf` is none of those.
    MXNetError
        The bytes are no image.
    """
    if not isinstance(buf, NDArray):
        if not isinstance(buf, (bytes, bytearray, np.ndarray)):
            raise ValueError(f"buf must be bytes, bytearray or numpy.ndarray, got {type(buf).__name__}; encode a str first")
        buf = array(np.frombuffer(buf, np.uint8))
    return _internal("cvimdecode")(buf, *args, **kwargs)


def imresize(src, w, h, *args, **kwargs):
    """Resize an image.

    Parameters
    ----------
    src : NDArray, (height, width, channels)
    w, h : int
        The new width and height.
    interp : int
        0 nearest pixel, 1 linear (the default), 2 cubic, 3 area, 4 Lanczos.
    out : NDArray, optional
        Where the result goes.

    Returns
    -------
    NDArray, (h, w, channels)

    Raises
    ------
    MXNetError
        A size or `interp` is out of range, or `src` is no image.
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


def resize_all(src, size, keep_ratio, interp):
    """What the operator `_image_resize` does to an image or a batch, on the host; None where the operator has to do it."""
    if not isinstance(src, NDArray) or src.ndim not in (3, 4) or 0 in src.shape:
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


def copyMakeBorder(src, top, bot, left, right, *args, **kwargs):
    """Put a margin around an image.

    Parameters
    ----------
    src : NDArray, (height, width, channels)
    top, bot, left, right : int
        How wide the margin is on each side.
    type : int
        0 filled (the default), 1 the outermost pixels repeated, 2 mirrored, 3 the opposite side, 4 mirrored about the
        outermost pixels.
    value : float
        What fills all channels.
    values : tuple of float
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
    """
    return nd._internal._cvcopyMakeBorder(src, top, bot, left, right, *args, **kwargs)


def padded(src, top, bot, left, right, values):
    """As `copyMakeBorder` of type 0, of NumPy arrays too."""
    host = _on_host(src)
    if host is None:
        return copyMakeBorder(src, top, bot, left, right, values=values)
    return _like(src, _codec.border(host, top, bot, left, right, 0, values))


def scale_down(src_size, size):
    """The largest (width, height) in the proportions of `size` that fits into `src_size`; `size` itself where that fits."""
    w, h = size
    have_w, have_h = src_size
    if have_h < h:
        w, h = w * have_h / h, have_h
    if have_w < w:
        w, h = have_w, h * have_w / w
    return int(w), int(h)


def _get_interp_method(interp, sizes=()):
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


def resize_short(src, size, interp=2):
    """Resize an image so that its shorter edge is `size` long; `interp` as in `imresize`, 9 to choose by size, 10 by chance."""
    h, w = _size(src)
    new_h, new_w = (size * h // w, size) if h > w else (size, size * w // h)
    return imresize(src, new_w, new_h, interp=_get_interp_method(interp, (h, w, new_h, new_w)))


def force_resize(src, size, interp=2):
    """Resize an image to `size` (width, height); `interp` as in `resize_short`."""
    return imresize(src, *size, interp=_get_interp_method(interp, (*_size(src), size[1], size[0])))


def fixed_crop(src, x0, y0, w, h, size=None, interp=2):
    """The part of an image from (x0, y0), w wide and h high, resized to `size` (width, height) if given.

    Raises MXNetError if that lies outside of the image.
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


def random_crop(src, size, interp=2):
    """A part of an image at a random place, and (x, y, width, height) of it.

    `size` is (width, height); of a smaller image the largest part in those proportions is enlarged.
    """
    return _crop_at(src, size, interp, lambda room: random.randint(0, room))


def center_crop(src, size, interp=2):
    """As `random_crop`, from the middle."""
    return _crop_at(src, size, interp, lambda room: room // 2)


def area_of(owner, area, kwargs):
    """`area`, or `min_area` from `kwargs` with a warning; AssertionError for any other keyword."""
    if "min_area" in kwargs:
        warnings.warn("`min_area` is deprecated. Please use `area` instead.", DeprecationWarning, stacklevel=3)
        area = kwargs.pop("min_area")
    if kwargs:
        raise AssertionError(f"unexpected keyword arguments for `{owner}`: {', '.join(kwargs)}")
    return area


def random_size_crop(src, size, area, ratio, interp=2, **kwargs):
    """A part of random size, shape and place, resized to `size`, and (x, y, width, height) of it.

    Parameters
    ----------
    src : NDArray, (height, width, channels)
    size : (int, int)
        Width and height of the result.
    area : float or (float, float)
        Bounds of the part's share of the image; a number is the lower one, the upper is then 1.
    ratio : (float, float)
        Bounds of its width divided by its height.
    interp : int
        As in `resize_short`.

    Returns
    -------
    (NDArray, (int, int, int, int))
        After ten parts that do not fit, `center_crop`.
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


def color_normalize(src, mean, std=None):
    """Subtract `mean` from an image and divide by `std`, in place; None leaves a step out."""
    if mean is not None:
        src -= mean
    if std is not None:
        src /= std
    return src


def imrotate(src, rotation_degrees, zoom_in=False, zoom_out=False):
    """Turn images counter-clockwise about their middle, interpolating linearly; what comes from outside is 0.

    Parameters
    ----------
    src : NDArray of float32, (channels, height, width) or (batch, channels, height, width)
    rotation_degrees : float or NDArray
        The angle; of a batch also one for each image.
    zoom_in : bool
        Enlarge so that nothing from outside shows.
    zoom_out : bool
        Shrink so that the whole image shows.

    Returns
    -------
    NDArray of the same shape

    Raises
    ------
    TypeError
        `src` is not float32, or there is more than one angle for one image.
    ValueError
        Both zooms at once, `src` has no three or four dimensions, or the numbers of images and angles differ.
    """
    if zoom_in and zoom_out:
        raise ValueError("`zoom_in` and `zoom_out` cannot be both True")
    if src.dtype != np.float32:
        raise TypeError(f"Only `float32` images are rotated, and these are {np.dtype(src.dtype)}: convert with astype('float32')")
    single = src.ndim == 3
    if not single and src.ndim != 4:
        raise ValueError(f"Only 3D and 4D arrays are rotated, and this one has the shape {src.shape}")
    if single and not isinstance(rotation_degrees, Number):
        raise TypeError("a single image is rotated by one number, rotation_degrees is " + type(rotation_degrees).__name__)
    images = src.as_nd_ndarray()
    images = images.expand_dims(axis=0) if single else images
    degrees = rotation_degrees.asnumpy() if isinstance(rotation_degrees, NDArray) else rotation_degrees
    degrees = np.full(len(images), degrees, np.float32) if isinstance(degrees, Number) else np.asarray(degrees, np.float32)
    if len(degrees) != len(images):
        raise ValueError(f"The number of images, {len(images)}, must equal the number of rotation angles, {len(degrees)}")
    grid = nd.array(_rotated_grid(degrees, *images.shape[2:], zoom_in, zoom_out), ctx=src.ctx)
    turned = nd.BilinearSampler(images, grid)
    turned = turned[0] if single else turned
    return turned if type(src) is NDArray else turned.as_np_ndarray()


def _rotated_grid(degrees, h, w, zoom_in, zoom_out):
    """Where each pixel of the turned images comes from: float32 (batch, 2, h, w), x and y from -1 to 1."""
    angle = (np.float32(np.pi) * degrees / np.float32(180)).reshape(-1, 1, 1)
    middle_x, middle_y = np.float32((w - 1) / 2), np.float32((h - 1) / 2)
    x, y = np.arange(w, dtype=np.float32) - middle_x, (np.arange(h, dtype=np.float32) - middle_y)[:, None]
    cos, sin = np.cos(angle), np.sin(angle)
    grid = np.stack([(x * cos - y * sin) / middle_x, (x * sin + y * cos) / middle_y], axis=1)
    if zoom_in or zoom_out:
        # how far the turned rectangle's corners reach, in units of the rectangle
        reach, corner, turn = np.hypot(h, w), np.arctan(h / w), np.abs(angle)
        wide = np.maximum(np.abs(np.cos(corner + turn)), np.abs(np.cos(corner - turn))) * reach / w
        high = np.maximum(np.abs(np.sin(corner + turn)), np.abs(np.sin(corner - turn))) * reach / h
        zoom = np.maximum(wide, high) if zoom_out else np.minimum(1 / wide, 1 / high)
        grid = grid * zoom[..., None]
    return grid.astype(np.float32)


def random_rotate(src, angle_limits, zoom_in=False, zoom_out=False):
    """As `imrotate`, by an angle between the two of `angle_limits`, or one for each image of a batch, from `numpy.random`."""
    if src.ndim == 3:
        return imrotate(src, np.random.uniform(*angle_limits), zoom_in, zoom_out)
    degrees = np.random.uniform(*angle_limits, size=src.shape[0])
    return imrotate(src, nd.array(degrees), zoom_in, zoom_out)
