"""Transforms of an image (H, W, C) together with its boxes, (N, 4 or more) in pixels: xmin, ymin, xmax, ymax, whatever else.

They are blocks called with both, and return both; the number of boxes may shrink. Random numbers are Python's and NumPy's.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from ....... import image as _image
from .......base import numeric_types
from .......image._functions import array, padded
from .......image._geometry import mirrored
from ......block import Block
from . import utils

if TYPE_CHECKING:
    from ......._typing import Float, Int

__all__ = ["ImageBboxCrop", "ImageBboxRandomCropWithConstraints", "ImageBboxRandomExpand", "ImageBboxRandomFlipLeftRight",
           "ImageBboxResize"]  # fmt: skip


def _check_image(name, img) -> None:
    if len(img.shape) != 3:
        raise NotImplementedError(f"{name} only support images in HWC format, and this one has the shape {img.shape}")


class ImageBboxRandomFlipLeftRight(Block):
    """Left and right exchanged with probability `p`."""

    def __init__(self, p: Float = 0.5) -> None:
        super().__init__()
        self.p = p

    def forward(self, img: Any, bbox: Any) -> Any:
        utils.check_bbox_shape(bbox)
        if self.p <= 0 or self.p < 1 and self.p < random.random():
            return img, bbox
        width = img.shape[-2]
        return mirrored(img), array(utils.bbox_flip(bbox.asnumpy(), (width, img.shape[-3]), flip_x=True), bbox.ctx)


class ImageBboxCrop(Block):
    """A part of the image; an image that is too small stays as it is.

    Parameters
    ----------
    crop : (int, int, int, int)
        xmin, ymin, width and height.
    allow_outside_center : bool
        Keep boxes whose middle is outside of it.
    """

    def __init__(self, crop: tuple[Int, Int, Int, Int], allow_outside_center: bool = False) -> None:
        super().__init__()
        if len(crop) != 4 or min(crop[:2]) < 0 or min(crop[2:]) <= 0:
            raise AssertionError(f"expect crop to be (x_min, y_min, width, height) inside of an image, given {crop}")
        self.xmin, self.ymin, self.width, self.height = crop
        self.xmax, self.ymax = self.width + self.xmin, self.height + self.ymin
        self._allow_outside_center = allow_outside_center

    def forward(self, img: Any, bbox: Any) -> Any:
        utils.check_bbox_shape(bbox)
        if self.xmax >= img.shape[-2] or self.ymax >= img.shape[-3]:
            return img, bbox
        return _cropped(img, bbox, (self.xmin, self.ymin, self.width, self.height), self._allow_outside_center)


def _cropped(img, bbox, part, allow_outside_center):
    inside = utils.bbox_crop(bbox.asnumpy(), part, allow_outside_center)
    return _image.fixed_crop(img, *part), _boxes(inside, bbox)


def _boxes(values, like):
    """Boxes as an array; none are an array of one row of -1, since MXNet's arrays have no rows without NumPy's shapes."""
    if not len(values):
        values = np.full((1, like.shape[1]), -1)
    return array(values, like.ctx, np.float32)


class ImageBboxRandomCropWithConstraints(Block):
    """With probability `p` a random part of the image, as `utils.bbox_random_crop_with_constraints` finds it.

    The other arguments are those of that function.
    """

    def __init__(
        self,
        p: Float = 0.5,
        min_scale: Float = 0.3,
        max_scale: Float = 1,
        max_aspect_ratio: Float = 2,
        constraints: Any = None,
        max_trial: Int = 50,
    ) -> None:
        super().__init__()
        self.p = p
        self._args = (min_scale, max_scale, max_aspect_ratio, constraints, max_trial)

    def forward(self, img: Any, bbox: Any) -> Any:
        utils.check_bbox_shape(bbox)
        if random.random() > self.p:
            return img, bbox
        size = (img.shape[-2], img.shape[-3])
        inside, part = utils.bbox_random_crop_with_constraints(bbox.asnumpy(), size, *self._args)
        if part == (0, 0, *size):
            return img, bbox
        return _image.fixed_crop(img, *part), _boxes(inside, bbox)


class ImageBboxRandomExpand(Block):
    """With probability `p` the image at a random place of a larger one.

    Parameters
    ----------
    p : float
    max_ratio : float
        The larger image is at most so many times as wide and as high.
    fill : float, or tuple of them
        What fills the rest, for each channel.
    keep_ratio : bool
        Keep the image's proportions.
    """

    def __init__(self, p: Float = 0.5, max_ratio: Float = 4, fill: Any = 0, keep_ratio: bool = True) -> None:
        super().__init__()
        self.p = p
        self._max_ratio, self._keep_ratio = max_ratio, keep_ratio
        self._fill: Any = fill  # a number or a tuple of them

    def forward(self, img: Any, bbox: Any) -> Any:
        utils.check_bbox_shape(bbox)
        if self._max_ratio <= 1 or random.random() > self.p:
            return img, bbox
        _check_image("ImageBboxRandomExpand", img)
        h, w, channels = img.shape
        wide = random.uniform(1, float(self._max_ratio))
        high = wide if self._keep_ratio else random.uniform(1, float(self._max_ratio))
        new_h, new_w = int(h * high), int(w * wide)
        top, left = random.randint(0, new_h - h), random.randint(0, new_w - w)
        fill = (self._fill,) * channels if isinstance(self._fill, numeric_types) else tuple(self._fill)
        if len(fill) != channels:
            raise ValueError(f"Channel and fill size mismatch, {channels} vs {len(fill)}")
        larger = padded(img, top, new_h - h - top, left, new_w - w - left, fill)
        return larger, array(utils.bbox_translate(bbox.asnumpy(), left, top), bbox.ctx)


class ImageBboxResize(Block):
    """Another size: `width` and `height`; `interp` as in `mx.image.imresize`, or -1 to draw it each time."""

    def __init__(self, width: Any, height: Any, interp: Float = 1) -> None:
        super().__init__()
        self._size = (width, height)
        self._interp = interp

    def forward(self, img: Any, bbox: Any) -> Any:
        utils.check_bbox_shape(bbox)
        _check_image("ImageBboxResize", img)
        interp = random.randint(0, 4) if self._interp == -1 else self._interp
        boxes = utils.bbox_resize(bbox.asnumpy(), (img.shape[1], img.shape[0]), self._size)
        return _image.imresize(img, *self._size, interp=interp), array(boxes, bbox.ctx, np.float32)
