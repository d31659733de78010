# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from jmx._typing import Float, Floats, Int, Shape
from jmx.ndarray.numpy.array import ndarray
from jmx.image import *  # pyright: ignore[reportAssignmentType]

def random_crop(src: ndarray | None = None, size: Sequence[Int] | None = None, interp: Int | None = None, *, data: ndarray | None = None, xrange: Sequence[Float] = (0.0, 1.0), yrange: Sequence[Float] = (0.0, 1.0), width: Int | None = None, height: Int | None = None) -> ndarray: ...
def random_resized_crop(data: ndarray, width: Int | None = None, height: Int | None = None, area: Sequence[Float] = (0.08, 1.0), ratio: Sequence[Float] = ..., interp: Int = 1, max_trial: Int = 10) -> ndarray: ...
def adjust_lighting(data: ndarray, alpha: Floats = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """An image moved along the principal axes of natural colours, as AlexNet's augmentation does. As mx.nd.image.adjust_lighting."""
def crop(data: ndarray, x: Int = ..., y: Int = ..., width: Int = ..., height: Int = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """A rectangle of an image. As mx.nd.image.crop."""
def flip_left_right(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """An image mirrored along its width. As mx.nd.image.flip_left_right."""
def flip_top_bottom(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """An image mirrored along its height. As mx.nd.image.flip_top_bottom."""
def normalize(data: ndarray, mean: Floats = (0.0, 0.0, 0.0, 0.0), std: Floats = (1.0, 1.0, 1.0, 1.0), out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """(data - mean) / std, channel by channel. As mx.nd.image.normalize."""
def random_brightness(data: ndarray, min_factor: Float = ..., max_factor: Float = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """An image times a random factor. As mx.nd.image.random_brightness."""
def random_color_jitter(data: ndarray, brightness: Float = ..., contrast: Float = ..., saturation: Float = ..., hue: Float = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """An image with brightness, contrast, saturation and hue changed at random, in a random order. As mx.nd.image.random_color_jitter."""
def random_contrast(data: ndarray, min_factor: Float = ..., max_factor: Float = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """An image with its contrast multiplied by a random factor. As mx.nd.image.random_contrast."""
def random_flip_left_right(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """An image, mirrored along its width with probability one half. As mx.nd.image.random_flip_left_right."""
def random_flip_top_bottom(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """An image, mirrored along its height with probability one half. As mx.nd.image.random_flip_top_bottom."""
def random_hue(data: ndarray, min_factor: Float = ..., max_factor: Float = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """An image with its hues turned by a random share of the circle. As mx.nd.image.random_hue."""
def random_lighting(data: ndarray, alpha_std: Float = 0.05, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """An image moved by noise along the principal axes of natural colours, as AlexNet's augmentation does. As mx.nd.image.random_lighting."""
def random_saturation(data: ndarray, min_factor: Float = ..., max_factor: Float = ..., out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """An image with its saturation multiplied by a random factor. As mx.nd.image.random_saturation."""
def resize(data: ndarray, size: Shape = (), keep_ratio: bool = False, interp: Int = 1, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """An image at another size, interpolated as OpenCV does. As mx.nd.image.resize."""
def to_tensor(data: ndarray, out: ndarray | Sequence[ndarray] | None = None, name: str | None = None) -> ndarray:
    """An image as a tensor with channels first. As mx.nd.image.to_tensor."""
