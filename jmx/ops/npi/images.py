"""Image files to arrays: `_cvimdecode` and `_cvimread`."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx._codec import pixels, read_file_of_image
from jmx.core.declare.op import REQUIRED, AnyArray, op

from .._checks import check, fail
from ._types import mend


def _decoded(name, encoded, flag, to_rgb, source):
    check(
        encoded.size,
        name,
        lambda: f"{source} cannot be an empty buffer: it has 0 bytes, expected is a JPEG or PNG image, as read from a file",
    )
    image = pixels(encoded, flag > 0, to_rgb)
    if image is None:
        fail(name, f"decoding of {source}, {encoded.size} bytes, failed: invalid image file.")
    return jnp.asarray(image)


_COLOURS = """flag    1 for colour, 0 for grey
to_rgb    put red first in colour images, not blue

Returns a uint8 array of shape (height, width, 3), or 1 for grey. Raises MXNetError """


@op("_cvimdecode", "_npi_cvimdecode", dynamic=True, bounds={"flag": (0, None)})
def cvimdecode(buf: AnyArray, flag: int = 1, to_rgb: bool = True) -> jax.Array:
    name = "_cvimdecode"
    if buf.dtype != np.uint8:
        mend(name, (buf.dtype,), "a uint8 buffer is expected.")
    return _decoded(name, np.asarray(lax.stop_gradient(buf)).reshape(-1), flag, to_rgb, "input")


@op("_cvimread", "_npi_cvimread", dynamic=True, bounds={"flag": (0, None)})
def cvimread(filename: str = REQUIRED, flag: int = 1, to_rgb: bool = True) -> jax.Array:
    name = "_cvimread"
    try:
        encoded = np.frombuffer(read_file_of_image(filename), np.uint8)
    except OSError as error:
        fail(name, f"'{filename}' couldn't open file: {error.strerror}")
    return _decoded(name, encoded, flag, to_rgb, f"'{filename}'")


cvimdecode.__doc__ = "An image out of the bytes of its file.\n\nbuf    uint8 array: a JPEG, PNG, ... file\n" + (
    _COLOURS + "for other element types and for what is no image."
)
cvimread.__doc__ = "An image file.\n\nfilename    its path\n" + _COLOURS + "if it cannot be opened or is no image."
