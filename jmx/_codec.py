"""Image files to pixels and back, and pixels to another size: by OpenCV, as MXNet does it, or by Pillow where that is missing.

OpenCV is a dependency of jmx. Pillow stands in where OpenCV was taken out or has no build for the machine. Pixels are NumPy
arrays, (height, width) for grey or (height, width, channels). Nothing here needs JAX. What Pillow does differently: it reads no
CMYK image in unchanged mode and writes no other format than JPEG, PNG and BMP; decoded values may differ by 1 in grey images,
sizes are changed by NumPy. Both read a JPEG that was cut off as far as it goes, and the rest of it is grey.
"""

import io
import struct

import numpy as np

from .base import MXNetError

__all__ = ["UNCHANGED", "GREY", "COLOUR", "border", "decode", "encode", "opencv", "pixels", "resize"]

#: ways to decode: channels as they are in the file, one of brightness, or three
UNCHANGED, GREY, COLOUR = -1, 0, 1
#: What Pillow may read. Its other formats are left out since some (EPS) run a program on the file.
_BY_PILLOW = ("BMP", "GIF", "JPEG", "JPEG2000", "PNG", "PPM", "TIFF", "WEBP")
_JPEG, _JPEG_END, _PNG = b"\xff\xd8\xff", b"\xff\xd9", b"\x89PNG"
#: No file has more pixels for each byte than a PNG of one colour, of one bit each. What a damaged or hostile file says beyond
#: that would take gigabytes; so many pixels are believed of any file.
_DENSEST, _MODEST = 8 * 1032, 1 << 24
#: OpenCV's kinds of margins under NumPy's names
_PADDINGS = ("constant", "edge", "symmetric", "wrap", "reflect")


def opencv():
    """The module cv2, or None where it is not installed."""
    try:
        import cv2  # pyright: ignore[reportMissingImports]
    except ImportError:
        return None
    return cv2


def _pillow():
    try:
        from PIL import Image, ImageOps
    except ImportError:
        raise MXNetError("image files need OpenCV, which is not installed: pip install opencv-python-headless") from None
    return Image, ImageOps


def _announced(data):
    """How many pixels a JPEG or PNG file says it has; 0 for others."""
    if data[:4] == _PNG and len(data) >= 24:
        width, height = struct.unpack_from(">II", data, 16)
        return width * height
    at = 2 if data[:3] == _JPEG else len(data)
    while at + 9 <= len(data):
        marker = data[at + 1]
        if data[at] != 0xFF or marker == 0xFF:
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width * height
        elif marker == 0xDA:  # pixels begin, and their number is still unknown
            break
        else:
            at += 2 + struct.unpack_from(">H", data, at + 2)[0]
    return 0


def decode(data, mode=COLOUR, oriented=True):
    """The pixels of an image file.

    Parameters
    ----------
    data : bytes, or a NumPy array of uint8
    mode : int
        UNCHANGED, GREY or COLOUR. Other modes of OpenCV need OpenCV.
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
        Neither OpenCV nor Pillow is installed.
    """
    data = memoryview(np.ascontiguousarray(data) if isinstance(data, np.ndarray) else data)
    if _announced(data) > max(_MODEST, _DENSEST * len(data)) or data[:4] == _PNG and not _chunks_fit(data):
        return None
    cv2 = opencv()
    read = _by_pillow if cv2 is None else _by_opencv
    found = read(cv2, data, mode, oriented)
    if found is None and data[:3] == _JPEG:
        found = read(cv2, bytes(data) + _JPEG_END, mode, oriented)
    return found


def _chunks_fit(data):
    """Whether the parts of a PNG are as long as they say: OpenCV makes room for them before it looks."""
    at = 8
    while at + 8 <= len(data) and data[at + 4 : at + 8] != b"IEND":
        at += 12 + struct.unpack_from(">I", data, at)[0]
    return at <= len(data)


def pixels(data, colour=True, to_rgb=True):
    """The pixels of an image file as MXNet's image functions have them: (height, width, 3), or 1 for grey; None for no image.

    PNG files, and JPEG files that say JFIF, are not turned the way their EXIF data says; others are.
    """
    data = bytes(data)
    start = data[:11]
    plain = start[:4] == _PNG or start[:4] == b"\xff\xd8\xff\xe0" and start[6:] == b"JFIF\0"
    found = decode(data, COLOUR if colour else GREY, oriented=not plain)
    if found is None or not colour:
        return found if found is None else found[:, :, None]
    if not to_rgb:
        return found
    cv2 = opencv()
    return np.ascontiguousarray(found[:, :, ::-1]) if cv2 is None else cv2.cvtColor(found, cv2.COLOR_BGR2RGB, dst=found)


def _by_opencv(cv2, data, mode, oriented):
    if not oriented and mode >= 0:
        mode |= cv2.IMREAD_IGNORE_ORIENTATION
    try:
        return cv2.imdecode(np.frombuffer(data, np.uint8), mode)
    except cv2.error:
        return None


def _by_pillow(_, data, mode, oriented):
    Image, ImageOps = _pillow()
    if mode not in (UNCHANGED, GREY, COLOUR):
        raise MXNetError(f"iscolor={mode} needs OpenCV (pip install opencv-python-headless); Pillow reads -1, 0 and 1")
    try:
        image = Image.open(io.BytesIO(data), formats=_BY_PILLOW)
        raw = image.tile[0][3] if image.tile else None
        deep = image.mode != "I;16" and isinstance(raw, str) and raw.endswith(";16B")
        if deep or image.mode == "CMYK" and mode == UNCHANGED:
            raise MXNetError(f"an image of mode {raw or image.mode} needs OpenCV (pip install opencv-python-headless)")
        if mode == GREY and image.format == "JPEG":
            image.draft("L", image.size)  # the brightness as stored
        image.load()
        image_format = image.format
        if mode >= 0 and oriented:
            image = ImageOps.exif_transpose(image)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return None
    if image.mode.startswith("I"):
        deep = np.asarray(image).astype(np.uint16)
        if mode == UNCHANGED:
            return deep
        image = Image.fromarray((deep >> 8).astype(np.uint8))
    if image.mode == "1":
        image = image.convert("L")
    elif image.mode != "L":
        see_through = image.mode in ("LA", "RGBA", "PA") or "transparency" in image.info
        image = image.convert("RGBA" if see_through and mode == UNCHANGED else "RGB")
    if mode == COLOUR:
        image = image.convert("RGB")
    found = np.asarray(image)
    if mode == GREY and found.ndim == 3:
        red, green, blue = np.moveaxis(found.astype(np.uint32), -1, 0)
        # OpenCV leaves PNG to libpng, which rounds down, and does the others itself.
        if image_format == "PNG":
            return ((red * 9797 + green * 19234 + blue * 3737) >> 15).astype(np.uint8)
        return ((red * 4899 + green * 9617 + blue * 1868 + 8192) >> 14).astype(np.uint8)
    return _swapped(found).copy()


def _swapped(found):
    """Red first to blue first and back; grey stays."""
    return found if found.ndim == 2 else found[:, :, [2, 1, 0, 3][: found.shape[2]]]


def encode(img, quality=95, img_fmt=".jpg"):
    """An image file of pixels.

    Parameters
    ----------
    img : numpy.ndarray
        (height, width) or (height, width, 1, 3 or 4), blue first; uint8.
    quality : int
        Of JPEG 0-100; of PNG the compression 0-9, and more means 9.
    img_fmt : str
        ".jpg", ".jpeg", ".png" or ".bmp"; others need OpenCV.

    Returns
    -------
    bytes

    Raises
    ------
    MXNetError
        The image cannot be encoded, or neither OpenCV nor Pillow is installed.
    """
    cv2 = opencv()
    if cv2 is None:
        return _pillow_encode(img, quality, img_fmt)
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


def _pillow_encode(img, quality, img_fmt):
    Image, _ = _pillow()
    kind = {".JPG": "JPEG", ".JPEG": "JPEG", ".PNG": "PNG", ".BMP": "BMP"}.get(img_fmt.upper())
    if kind is None:
        raise MXNetError(f"img_fmt={img_fmt!r} needs OpenCV (pip install opencv-python-headless); "
                         "Pillow writes .jpg, .jpeg, .png, .bmp")  # fmt: skip
    img = np.asarray(img)
    if img.ndim == 3 and img.shape[2] == 1:
        img = img[:, :, 0]
    if not (img.ndim == 2 or img.ndim == 3 and img.shape[2] in (3, 4)) or not img.size:
        raise MXNetError(f"an image has the shape (height, width) or (height, width, 1, 3 or 4), and this one has {img.shape}")
    if img.dtype != np.uint8 and not (img.dtype == np.uint16 and img.ndim == 2 and kind == "PNG"):
        raise MXNetError(f"images are encoded from uint8 and this one is {img.dtype}: convert it with astype('uint8')")
    if kind == "JPEG" and img.ndim == 3:
        img = img[:, :, :3]
    options = {"JPEG": {"quality": min(max(quality, 1), 100)}, "PNG": {"compress_level": min(max(quality, 0), 9)}}
    out = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(_swapped(img))).save(out, kind, **options.get(kind, {}))
    return out.getvalue()


def resize(img, width, height, interp=1):
    """Pixels (height, width, channels) of uint8, float32 or float64 at another size; `interp` 0 to 4 as OpenCV numbers them.

    0 nearest, 1 linear, 2 cubic, 3 area, 4 Lanczos. Returns a new array, except for an image that has the size already.
    """
    if img.shape[:2] == (height, width):
        return img
    cv2 = opencv()
    if cv2 is None or img.shape[2] > 4:
        from ._resample import resample

        return resample(img, height, width, interp)
    found = cv2.resize(img, (width, height), interpolation=interp)
    return found if found.ndim == 3 else found[:, :, None]


def border(img, top, bottom, left, right, kind=0, values=()):
    """Pixels (height, width, channels) with a margin.

    Parameters
    ----------
    img : numpy.ndarray or jax.Array
    top, bottom, left, right : int
        How wide the margin is on each side.
    kind : int
        0 filled with `values`, 1 the outermost pixels repeated, 2 mirrored, 3 the opposite side, 4 mirrored about the outermost
        pixels.
    values : tuple of float
        One for each channel, 0 for those left out.
    """
    room = ((top, bottom), (left, right), (0, 0))
    xp = img.__array_namespace__()
    if kind:
        return xp.pad(img, room, mode=_PADDINGS[kind])
    height, width, channels = img.shape
    inside = np.pad(np.ones((height, width, 1), bool), room)
    filling = np.zeros(channels)
    filling[: len(values)] = values[:channels]
    if np.issubdtype(img.dtype, np.integer):
        limits = np.iinfo(img.dtype)
        filling = np.clip(np.rint(filling), limits.min, limits.max)
    return xp.where(inside, xp.pad(img, room), filling.astype(img.dtype))
