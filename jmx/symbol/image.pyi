# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping
from typing import Any, Unpack
from jmx._typing import Float, Floats, Int, NodeAttributes, Shape
from jmx.symbol.symbol import Symbol

def adjust_lighting(data: Symbol | None = None, alpha: Floats = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An image moved along the principal axes of natural colours, as AlexNet's augmentation does. As mx.nd.image.adjust_lighting."""
def crop(data: Symbol | None = None, x: Int = ..., y: Int = ..., width: Int = ..., height: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A rectangle of an image. As mx.nd.image.crop."""
def flip_left_right(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An image mirrored along its width. As mx.nd.image.flip_left_right."""
def flip_top_bottom(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An image mirrored along its height. As mx.nd.image.flip_top_bottom."""
def normalize(data: Symbol | None = None, mean: Floats = (0.0, 0.0, 0.0, 0.0), std: Floats = (1.0, 1.0, 1.0, 1.0), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """(data - mean) / std, channel by channel. As mx.nd.image.normalize."""
def random_brightness(data: Symbol | None = None, min_factor: Float = ..., max_factor: Float = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An image times a random factor. As mx.nd.image.random_brightness."""
def random_color_jitter(data: Symbol | None = None, brightness: Float = ..., contrast: Float = ..., saturation: Float = ..., hue: Float = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An image with brightness, contrast, saturation and hue changed at random, in a random order. As mx.nd.image.random_color_jitter."""
def random_contrast(data: Symbol | None = None, min_factor: Float = ..., max_factor: Float = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An image with its contrast multiplied by a random factor. As mx.nd.image.random_contrast."""
def random_flip_left_right(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An image, mirrored along its width with probability one half. As mx.nd.image.random_flip_left_right."""
def random_flip_top_bottom(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An image, mirrored along its height with probability one half. As mx.nd.image.random_flip_top_bottom."""
def random_hue(data: Symbol | None = None, min_factor: Float = ..., max_factor: Float = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An image with its hues turned by a random share of the circle. As mx.nd.image.random_hue."""
def random_lighting(data: Symbol | None = None, alpha_std: Float = 0.05, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An image moved by noise along the principal axes of natural colours, as AlexNet's augmentation does. As mx.nd.image.random_lighting."""
def random_saturation(data: Symbol | None = None, min_factor: Float = ..., max_factor: Float = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An image with its saturation multiplied by a random factor. As mx.nd.image.random_saturation."""
def resize(data: Symbol | None = None, size: Shape = (), keep_ratio: bool = False, interp: Int = 1, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An image at another size, interpolated as OpenCV does. As mx.nd.image.resize."""
def to_tensor(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """An image as a tensor with channels first. As mx.nd.image.to_tensor."""
