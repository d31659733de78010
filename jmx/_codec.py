"""Image files to pixels and back, and pixels to another size, by OpenCV, as MXNet does it.

Pixels are NumPy arrays, (height, width) for grey or (height, width, channels). Nothing here needs JAX. A JPEG that was cut off is
read as far as it goes, and the rest of it is grey.
"""

from __future__ import annotations

import functools
import struct
from typing import TYPE_CHECKING

import numpy as np

from ._errors.memory import no_room
from ._files.image_size import announced, recognized
from ._files.reading import read_file
from .base import MXNetError
from .config.variables import get

if TYPE_CHECKING:
    from types import ModuleType

    import jax


__all__ = ["UNCHANGED", "GREY", "COLOUR", "border", "decode", "encode", "opencv", "pixels", "resize"]

#: ways to decode: channels as they are in the file, one of brightness, or three
UNCHANGED, GREY, COLOUR = -1, 0, 1
_JPEG, _JPEG_END, _PNG = b"\xff\xd8\xff", b"\xff\xd9", b"\x89PNG"
#: No file has more pixels for each byte than a PNG of one colour, of one bit each. What a damaged or hostile file says beyond
#: that would take gigabytes; so many pixels are believed of any file.
_DENSEST, _MODEST = 8 * 1032, 1 << 24
#: OpenCV's kinds of margins under NumPy's names
_PADDINGS = ("constant", "edge", "symmetric", "wrap", "reflect")


def opencv() -> ModuleType:
    """The module cv2; raises MXNetError where it cannot be imported."""
    try:
        import cv2
    except ImportError as error:
        raise MXNetError(f"images need OpenCV, and importing cv2 failed ({error}): pip install opencv-python-headless") from error
    return cv2


def decode(data, mode=COLOUR, oriented=True) -> np.ndarray | None:
    """The pixels of an image file.

    Parameters
    ----------
    data : bytes, or a NumPy array of uint8
    mode : int
        UNCHANGED, GREY, COLOUR, or another mode of OpenCV.
    oriented : bool
        Turn the image the way its EXIF data says, except in UNCHANGED mode.

    Returns
    -------
    numpy.ndarray
        (height, width) or (height, width, channels), blue first, of uint8, or uint16 in UNCHANGED mode. None for what is no
        image, or a broken one.

    Raises
    ------
    MXNetError
        The image has more than JMX_MAX_PIXELS pixels, or OpenCV is missing.

    With JMX_MAX_PIXELS=0 kinds of images are read, too, whose headers jmx does not know and this OpenCV does.
    """
    if type(data) is not memoryview or data.format != "B" or data.ndim != 1 or not data.contiguous:
        data = memoryview(np.ascontiguousarray(data) if isinstance(data, np.ndarray) else data).cast("B")
    start = bytes(data[:64])
    width, height = announced(data, start)
    cv2 = opencv()
    if not width * height and get("JMX_MAX_PIXELS"):
        return None  # OpenCV may know how many it has, and finds no limit of ours
    if width * height > _MODEST:
        if (start[:4] == _PNG or start[:3] == _JPEG) and width * height > _DENSEST * len(data):
            return None
        most = get("JMX_MAX_PIXELS")
        if 0 < most < width * height:
            raise MXNetError(
                f"an image of {width} x {height} pixels (width x height) is not decoded: JMX_MAX_PIXELS is {most}. Set it to a "
                "larger number if the file is to be trusted, or to 0 for no limit"
            )
    if start[:4] == _PNG and not _chunks_fit(data):
        return None
    if not oriented and mode >= 0:
        mode |= cv2.IMREAD_IGNORE_ORIENTATION
    image = _read(cv2, data, mode)
    return _read(cv2, bytes(data) + _JPEG_END, mode) if image is None and start[:3] == _JPEG else image


def _read(cv2, content, mode):
    try:
        return cv2.imdecode(np.frombuffer(content, np.uint8), mode)
    except cv2.error:
        return None


def read_file_of_image(path) -> bytes:
    """The bytes of an image file; of another file only the first, unless OpenCV shall read images of any kind.

    Raises OSError where it cannot be read.
    """
    return read_file(path, recognized if get("JMX_MAX_PIXELS") else None)


def _chunks_fit(data):
    """Whether the parts of a PNG are as long as they say: OpenCV makes room for them before it looks."""
    at = 8
    while at + 8 <= len(data) and data[at + 4 : at + 8] != b"IEND":
        at += 12 + struct.unpack_from(">I", data, at)[0]
    return at <= len(data)


def pixels(data, colour=True, to_rgb=True) -> np.ndarray | None:
    """The pixels of an image file as MXNet's image functions have them: (height, width, 3), or 1 for grey; None for no image.

    PNG files, and JPEG files that say JFIF, are not turned the way their EXIF data says; others are.
    """
    data = bytes(data)
    start = data[:11]
    plain = start[:4] == _PNG or start[:4] == b"\xff\xd8\xff\xe0" and start[6:] == b"JFIF\0"
    image = decode(data, COLOUR if colour else GREY, oriented=not plain)
    if image is None:
        return None
    if not colour:
        return image[:, :, None]
    cv2 = opencv()
    return cv2.cvtColor(image, cv2.COLOR_BGR2RGB, dst=image) if to_rgb else image


def encode(img, quality=95, img_fmt=".jpg") -> bytes:
    """An image file of pixels.

    Parameters
    ----------
    img : numpy.ndarray
        (height, width) or (height, width, 1, 3 or 4), blue first; uint8.
    quality : int
        Of JPEG 0-100; of PNG the compression 0-9, and more means 9.
    img_fmt : str
        ".jpg", ".jpeg", ".png", ".bmp", or another ending that OpenCV knows.

    Returns
    -------
    bytes

    Raises
    ------
    MXNetError
        The image cannot be encoded, or OpenCV is missing.
    """
    cv2 = opencv()
    extension, params = img_fmt.upper(), []
    if extension in (".JPG", ".JPEG"):
        params = [cv2.IMWRITE_JPEG_QUALITY, quality]
    elif extension == ".PNG":
        params = [cv2.IMWRITE_PNG_COMPRESSION, min(quality, 9)]
    try:
        done, data = cv2.imencode(img_fmt, img, params)
    except cv2.error as error:
        raise MXNetError(f"OpenCV cannot encode this image as {img_fmt}: {error}") from error
    if not done:
        raise MXNetError(f"OpenCV cannot encode this image as {img_fmt}")
    return data.tobytes()


def resize(img, width, height, interp=1) -> np.ndarray:
    """Pixels (height, width[, channels]) of uint8, float32 or float64 at another size; `interp` 0 to 4 as OpenCV numbers them.

    0 nearest, 1 linear, 2 cubic, 3 area, 4 Lanczos. Returns a new array, except for an image that has the size already.
    """
    if img.shape[:2] == (height, width):
        return img
    if img.ndim == 2:
        return resize(img[:, :, None], width, height, interp)[:, :, 0]
    cv2 = opencv()
    # For some methods OpenCV takes four channels at most.
    try:
        parts = [cv2.resize(img[:, :, i : i + 4], (width, height), interpolation=interp) for i in range(0, img.shape[2], 4)]
        return np.dstack(parts) if len(parts) > 1 else parts[0].reshape(height, width, -1)
    except (cv2.error, MemoryError) as error:
        raise no_room(f"An image of {width} x {height} pixels (width x height)", error) from error


def border(img, top, bottom, left, right, border_type=0, values=()) -> jax.Array | np.ndarray:
    """Pixels (height, width[, channels]) with a margin.

    Parameters
    ----------
    img : numpy.ndarray or jax.Array
    top, bottom, left, right : int
        How wide the margin is on each side.
    border_type : int
        0 filled with `values`, 1 the outermost pixels repeated, 2 mirrored, 3 the opposite side, 4 mirrored about the outermost
        pixels.
    values : tuple of float
        One for each channel, 0 for those left out.
    """
    if img.ndim == 2:
        return border(img[:, :, None], top, bottom, left, right, border_type, values)[:, :, 0]
    height, width, channels = img.shape
    if border_type or not isinstance(img, np.ndarray):
        room = ((top, bottom), (left, right), (0, 0))
        xp = img.__array_namespace__()
        if border_type:
            return xp.pad(img, room, mode=_PADDINGS[border_type])
        inside = np.pad(np.ones((height, width, 1), bool), room)
        return xp.where(inside, xp.pad(img, room), _filling(tuple(values[:channels]), channels, img.dtype))
    if min(top, bottom, left, right) < 0:
        raise ValueError("index can't contain negative values")  # as NumPy's pad
    filled = np.empty((top + height + bottom, left + width + right, channels), img.dtype)
    filled[...] = _filling(tuple(values[:channels]), channels, img.dtype)
    filled[top : top + height, left : left + width] = img
    return filled


@functools.lru_cache(64)
def _filling(values, channels, dtype):
    """What a margin is filled with: a number for each channel, or one for all of them, which is copied faster."""
    filling = np.zeros(channels)
    filling[: len(values)] = values
    if np.issubdtype(dtype, np.integer):
        limits = np.iinfo(dtype)
        filling = np.clip(np.rint(filling), limits.min, limits.max)
    filling = filling.astype(dtype)
    return filling[0] if channels and (filling == filling[0]).all() else filling
