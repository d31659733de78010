"""`mx.npx.image`: operators on images, and what `mx.image` has besides."""

import random as _random

from .._late_binding import provider as _provider
from ..core.facade import Namespace as _Namespace
from ..ndarray.numpy import array as _array  # noqa: F401  (says of which class the results are)
from ..numpy._op_doc import documented as _documented

_space = _Namespace(__name__, "npx.image", _documented)
__getattr__, __dir__ = _space.lazy(globals(), otherwise=lambda name: getattr(_provider("npx.image"), name))


def _sizes(name, width, height):
    if width < 1 or height < 1:
        raise ValueError(f"{name} needs a width and a height of at least 1, got width={width}, height={height}")


def random_crop(src=None, size=None, interp=None, *, data=None, xrange=(0.0, 1.0), yrange=(0.0, 1.0), width=None, height=None):
    """A rectangle at a random place of an image (H, W, C), or of each of a batch (N, H, W, C).

    With `size`, or without `width` and `height`, this is `mx.image.random_crop(src, size, interp)`, as in MXNet 1.9.1.
    Otherwise it is MXNet 2.0's function.

    Parameters
    ----------
    src : ndarray
        The image, resized where it is smaller than the rectangle.
    size : tuple of int, optional
        Width and height of the rectangle, in MXNet 1.9.1.
    interp : int, optional
        How it is resized; see `resize`. By default 2 with `size` and 1 without.
    data : ndarray
        MXNet 2.0's name of `src`.
    xrange, yrange : tuple of float
        Where in the space that is left the rectangle may begin, from 0 to 1.
    width, height : int
        Of the rectangle.

    Returns
    -------
    ndarray
        With `size` a pair of it and the place (x, y, width, height).

    Raises
    ------
    TypeError
        Neither `size` nor `width` and `height` are given.

    Examples
    --------
    >>> image = mx.np.ones((6, 8, 3), dtype="uint8")
    >>> mx.npx.image.random_crop(image, width=4, height=2).shape
    (2, 4, 3)
    """
    data = src if data is None else data
    if size is not None or (width is None and height is None):
        given = [argument for argument in (size, interp) if argument is not None]
        return _provider("npx.image").random_crop(data, *given)
    interp = 1 if interp is None else interp
    width, height = width or 0, height or 0
    _sizes("random_crop", width, height)
    rows, columns = data.shape[-3:-1]
    inside = min(width, columns), min(height, rows)
    left = int(_random.uniform(*xrange) * (columns - inside[0] + 1))
    top = int(_random.uniform(*yrange) * (rows - inside[1] + 1))
    cut = _space.get("crop")(data, min(left, columns - inside[0]), min(top, rows - inside[1]), *inside)
    return cut if inside == (width, height) else _space.get("resize")(cut, (width, height), False, interp)


def random_resized_crop(data, width=None, height=None, area=(0.08, 1.0), ratio=(3 / 4, 4 / 3), interp=1, max_trial=10):
    """A rectangle of random size, shape and place of an image (H, W, C), or of each of a batch, resized to (width, height).

    Parameters
    ----------
    data : ndarray
        The image or images.
    width, height : int
        Of the result.
    area : tuple of float
        Which share of the image the rectangle may have.
    ratio : tuple of float
        Its width divided by its height, from and to.
    interp : int
        How it is resized; see `resize`.
    max_trial : int
        After so many rectangles that do not fit, the middle of the image is taken.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> image = mx.np.ones((6, 8, 3), dtype="uint8")
    >>> mx.npx.image.random_resized_crop(image, 4, 2).shape
    (2, 4, 3)
    """
    width, height = width or 0, height or 0
    _sizes("random_resized_crop", width, height)
    rows, columns = data.shape[-3:-1]
    for _ in range(max_trial):
        size = _random.uniform(*area) * rows * columns
        shape = _random.uniform(*ratio)
        w, h = round((size * shape) ** 0.5), round((size / shape) ** 0.5)
        if 0 < w <= columns and 0 < h <= rows:
            left, top = _random.randint(0, columns - w), _random.randint(0, rows - h)
            break
    else:
        w, h = min(columns, max(1, rows * width // height)), min(rows, max(1, columns * height // width))
        left, top = (columns - w) // 2, (rows - h) // 2
    return _space.get("resize")(_space.get("crop")(data, left, top, w, h), (width, height), False, interp)
