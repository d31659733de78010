# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from jmx._typing import Float, Floats, Int, Shape
from jmx.ndarray.ndarray import NDArray

def adjust_lighting(data: NDArray, alpha: Floats = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The image (H, W, C) moved along the principal axes of natural colours by the three amounts `alpha`.

    Declared in jmx/ops/image.py.
    """
def crop(data: NDArray, x: Int = ..., y: Int = ..., width: Int = ..., height: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A rectangle of an image (H, W, C), or of each of a batch (N, H, W, C), of size (width, height), from (x, y).

    Declared in jmx/ops/image.py.
    """
def flip_left_right(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The image mirrored along its width.

    Declared in jmx/ops/image.py.
    """
def flip_top_bottom(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The image mirrored along its height.

    Declared in jmx/ops/image.py.
    """
def normalize(data: NDArray, mean: Floats = (0.0, 0.0, 0.0, 0.0), std: Floats = (1.0, 1.0, 1.0, 1.0), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """(x - mean) / std, channel by channel, of a tensor (C, H, W) or (N, C, H, W) with one or three channels.

    Declared in jmx/ops/image.py.
    """
def random_brightness(data: NDArray, min_factor: Float = ..., max_factor: Float = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The image (H, W, C) times a random factor from [min_factor, max_factor].

    Declared in jmx/ops/image.py.
    """
def random_color_jitter(data: NDArray, brightness: Float = ..., contrast: Float = ..., saturation: Float = ..., hue: Float = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Brightness, contrast, saturation and hue of the image (H, W, C) jittered by at most this, in a random order.

    Declared in jmx/ops/image.py.
    """
def random_contrast(data: NDArray, min_factor: Float = ..., max_factor: Float = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The image (H, W, C) with its contrast scaled by a random factor from [min_factor, max_factor].

    Declared in jmx/ops/image.py.
    """
def random_flip_left_right(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The image, mirrored along its width with probability one half.

    Declared in jmx/ops/image.py.
    """
def random_flip_top_bottom(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The image, mirrored along its height with probability one half.

    Declared in jmx/ops/image.py.
    """
def random_hue(data: NDArray, min_factor: Float = ..., max_factor: Float = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The image (H, W, C) with its hues turned by a random share of the circle from [min_factor, max_factor].

    Declared in jmx/ops/image.py.
    """
def random_lighting(data: NDArray, alpha_std: Float = 0.05, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The image (H, W, C) moved along the principal axes of natural colours by noise of deviation `alpha_std`.

    Declared in jmx/ops/image.py.
    """
def random_saturation(data: NDArray, min_factor: Float = ..., max_factor: Float = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The image (H, W, C) with its saturation scaled by a random factor from [min_factor, max_factor].

    Declared in jmx/ops/image.py.
    """
def resize(data: NDArray, size: Shape = (), keep_ratio: bool = False, interp: Int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The image (H, W, C), or each of a batch (N, H, W, C), at another size, interpolated as OpenCV does.

    `interp`: 0 nearest pixel, 1 linear, 2 cubic, 3 area, 4 Lanczos. `size` is (width, height), or one number for both;
    with `keep_ratio` one number is the length of the shorter edge.

    Declared in jmx/ops/image.py.
    """
def to_tensor(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """(H, W, C) or (N, H, W, C) with values in [0, 255] as float32 (C, H, W) or (N, C, H, W) with values in [0, 1].

    Declared in jmx/ops/image.py.
    """
