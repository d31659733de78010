"""Functions on images: arrays of shape (height, width, channels), RGB unless asked otherwise.

Random crops draw from Python's `random`, as MXNet's do.
"""

import random

import numpy as np

from .. import ndarray as nd
from ..base import numeric_types
from ..ndarray import NDArray
from ..util import is_np_array

__all__ = ["center_crop", "color_normalize", "fixed_crop", "imdecode", "imread", "imresize", "random_crop", "random_size_crop",
           "resize_short", "scale_down"]  # fmt: skip


def _internal(name):
    if is_np_array():
        from ..ndarray.numpy import _internal as space

        return getattr(space, name)
    return getattr(nd._internal, "_" + name)


def imread(filename, *args, **kwargs):
    """Read an image file.

    Parameters
    ----------
    filename : str
        A JPEG, PNG or other file that OpenCV, or Pillow where that is missing, can read.
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
    """Turn the bytes of an image file into an image.

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
        values = np.frombuffer(buf, np.uint8)
        if is_np_array():
            from .. import numpy as mx_np

            buf = mx_np.array(values, dtype=np.uint8)
        else:
            buf = nd.array(values, dtype=np.uint8)
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

    Returns
    -------
    NDArray, (h, w, channels)

    Raises
    ------
    MXNetError
        A size or `interp` is out of range, or `src` is no image.
    """
    return _internal("cvimresize")(src, w, h, *args, **kwargs)


def scale_down(src_size, size):
    """The largest (width, height) in the proportions of `size` that fits into `src_size`; `size` itself where that fits."""
    w, h = size
    have_w, have_h = src_size
    if have_h < h:
        w, h = w * have_h / h, have_h
    if have_w < w:
        w, h = have_w, h * have_w / w
    return int(w), int(h)


def _interpolation(interp, old, new):
    """`interp` as a number that `imresize` knows: 9 chooses by whether the image grows or shrinks, 10 by chance."""
    if interp == 9:
        if all(b > a for a, b in zip(old, new)):
            return 2
        return 3 if all(b < a for a, b in zip(old, new)) else 1
    if interp == 10:
        return random.randint(0, 4)
    if interp not in (0, 1, 2, 3, 4):
        raise ValueError(f"Unknown interp method {interp}: expected 0 to 4, 9 (by size) or 10 (by chance)")
    return interp


def resize_short(src, size, interp=2):
    """Resize an image so that its shorter edge is `size` long; `interp` as in `imresize`, 9 to choose by size, 10 by chance."""
    h, w = src.shape[:2]
    new_h, new_w = (size * h // w, size) if h > w else (size, size * w // h)
    return imresize(src, new_w, new_h, interp=_interpolation(interp, (h, w), (new_h, new_w)))


def fixed_crop(src, x0, y0, w, h, size=None, interp=2):
    """The part of an image from (x0, y0), w wide and h high, resized to `size` (width, height) if given."""
    part = src[y0 : y0 + h, x0 : x0 + w]
    if size is not None and (w, h) != tuple(size):
        part = imresize(part, *size, interp=_interpolation(interp, (h, w), (size[1], size[0])))
    return part


def _crop_at(src, size, interp, choose):
    h, w = src.shape[:2]
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
    area = kwargs.pop("min_area", area)
    if kwargs:
        raise TypeError(f"random_size_crop() got unexpected keyword arguments {', '.join(kwargs)}")
    if isinstance(area, numeric_types):
        area = (area, 1.0)
    h, w = src.shape[:2]
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
