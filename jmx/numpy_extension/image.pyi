# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import Float, Floats, Int, Shape
from jmx.ndarray.numpy.array import ndarray
from jmx.image import *  # pyright: ignore[reportAssignmentType]

def random_crop(data: ndarray, *args: Any, xrange: Sequence[Float] = (0.0, 1.0), yrange: Sequence[Float] = (0.0, 1.0), width: Int | None = None, height: Int | None = None, interp: Int = 1) -> ndarray: ...
def random_resized_crop(data: ndarray, width: Int | None = None, height: Int | None = None, area: Sequence[Float] = (0.08, 1.0), ratio: Sequence[Float] = ..., interp: Int = 1, max_trial: Int = 10) -> ndarray: ...
def adjust_lighting(data: ndarray, alpha: Floats = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The image (H, W, C) moved along the principal axes of natural colours by the three amounts `alpha`.

    Declared in jmx/ops/image.py.
    """
def crop(data: ndarray, x: Int = ..., y: Int = ..., width: Int = ..., height: Int = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """A rectangle of an image (H, W, C), or of each of a batch (N, H, W, C), of size (width, height), from (x, y).

    Declared in jmx/ops/image.py.
    """
def flip_left_right(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The image mirrored along its width.

    Declared in jmx/ops/image.py.
    """
def flip_top_bottom(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The image mirrored along its height.

    Declared in jmx/ops/image.py.
    """
def normalize(data: ndarray, mean: Floats = (0.0, 0.0, 0.0, 0.0), std: Floats = (1.0, 1.0, 1.0, 1.0), out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """(x - mean) / std, channel by channel, of a tensor (C, H, W) or (N, C, H, W) with one or three channels.

    Declared in jmx/ops/image.py.
    """
def random_brightness(data: ndarray, min_factor: Float = ..., max_factor: Float = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The image (H, W, C) times a random factor from [min_factor, max_factor].

    Declared in jmx/ops/image.py.
    """
def random_color_jitter(data: ndarray, brightness: Float = ..., contrast: Float = ..., saturation: Float = ..., hue: Float = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """Brightness, contrast, saturation and hue of the image (H, W, C) jittered by at most this, in a random order.

    Declared in jmx/ops/image.py.
    """
def random_contrast(data: ndarray, min_factor: Float = ..., max_factor: Float = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The image (H, W, C) with its contrast scaled by a random factor from [min_factor, max_factor].

    Declared in jmx/ops/image.py.
    """
def random_flip_left_right(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The image, mirrored along its width with probability one half.

    Declared in jmx/ops/image.py.
    """
def random_flip_top_bottom(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The image, mirrored along its height with probability one half.

    Declared in jmx/ops/image.py.
    """
def random_hue(data: ndarray, min_factor: Float = ..., max_factor: Float = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The image (H, W, C) with its hues turned by a random share of the circle from [min_factor, max_factor].

    Declared in jmx/ops/image.py.
    """
def random_lighting(data: ndarray, alpha_std: Float = 0.05, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The image (H, W, C) moved along the principal axes of natural colours by noise of deviation `alpha_std`.

    Declared in jmx/ops/image.py.
    """
def random_saturation(data: ndarray, min_factor: Float = ..., max_factor: Float = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The image (H, W, C) with its saturation scaled by a random factor from [min_factor, max_factor].

    Declared in jmx/ops/image.py.
    """
def resize(data: ndarray, size: Shape = (), keep_ratio: bool = False, interp: Int = 1, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """The image (H, W, C), or each of a batch (N, H, W, C), at another size, interpolated as OpenCV does.

    `interp`: 0 nearest pixel, 1 linear, 2 cubic, 3 area, 4 Lanczos. `size` is (width, height), or one number for both;
    with `keep_ratio` one number is the length of the shorter edge.

    Declared in jmx/ops/image.py.
    """
def to_tensor(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """(H, W, C) or (N, H, W, C) with values in [0, 255] as float32 (C, H, W) or (N, C, H, W) with values in [0, 1].

    Declared in jmx/ops/image.py.
    """
