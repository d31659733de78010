"""Image files to arrays: `_cvimdecode` and `_cvimread`, by OpenCV or, where that is not installed, Pillow."""

import io

import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.core.op import REQUIRED, AnyArray, op

from .._checks import check, fail
from ._types import mend


def _by_opencv(encoded, colour):
    """(height, width[, 3]) with blue first, None for what is no image, or NotImplemented without OpenCV."""
    try:
        import cv2  # pyright: ignore[reportMissingImports]
    except ImportError:
        return NotImplemented
    return cv2.imdecode(encoded, cv2.IMREAD_COLOR if colour else cv2.IMREAD_GRAYSCALE)


def _by_pillow(encoded, colour):
    """As `_by_opencv`, with Pillow; turned as the camera was held, like there."""
    try:
        from PIL import Image, ImageOps
    except ImportError:
        return NotImplemented
    try:
        with Image.open(io.BytesIO(encoded.tobytes())) as image:
            found = np.asarray(ImageOps.exif_transpose(image).convert("RGB" if colour else "L"))
    except (OSError, SyntaxError, ValueError):
        return None
    return found[..., ::-1] if colour else found


def _decoded(name, encoded, flag, to_rgb):
    check(encoded.size, name, "input cannot be an empty buffer")
    found = _by_opencv(encoded, flag > 0)
    if found is NotImplemented:
        found = _by_pillow(encoded, flag > 0)
    if found is NotImplemented:
        fail(name, "reading images needs OpenCV (opencv-python-headless) or Pillow, and neither is installed.")
    if found is None:
        fail(name, "decoding failed: invalid image file.")
    found = found[..., ::-1] if flag > 0 and to_rgb else found
    return jnp.asarray(np.ascontiguousarray(found.reshape(*found.shape[:2], -1)))


_COLOURS = """flag    1 for colour, 0 for grey
to_rgb    put red first in colour images, not blue

Returns a uint8 array of shape (height, width, 3), or 1 for grey. Raises MXNetError """


@op("_cvimdecode", "_npi_cvimdecode", dynamic=True, bounds={"flag": (0, None)})
def cvimdecode(buf: AnyArray, flag: int = 1, to_rgb: bool = True):
    name = "_cvimdecode"
    if buf.dtype != np.uint8:
        mend(name, (buf.dtype,), "a uint8 buffer is expected.")
    return _decoded(name, np.asarray(lax.stop_gradient(buf)).reshape(-1), flag, to_rgb)


@op("_cvimread", "_npi_cvimread", dynamic=True, bounds={"flag": (0, None)})
def cvimread(filename: str = REQUIRED, flag: int = 1, to_rgb: bool = True):
    name = "_cvimread"
    try:
        encoded = np.fromfile(filename, np.uint8)
    except OSError as error:
        fail(name, f"'{filename}' couldn't open file: {error.strerror}")
    return _decoded(name, encoded, flag, to_rgb)


cvimdecode.__doc__ = "An image out of the bytes of its file.\n\nbuf    uint8 array: a JPEG, PNG, ... file\n" + (
    _COLOURS + "for other element types and for what is no image."
)
cvimread.__doc__ = "An image file.\n\nfilename    its path\n" + _COLOURS + "if it cannot be opened or is no image."
