"""Functions on boxes: NumPy arrays (boxes, 4 or more) with xmin, ymin, xmax, ymax and whatever else in each row.

What is returned is new; what else is in a row stays.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ......._typing import Float, Int, NumPyArray

__all__ = ["bbox_clip_xyxy", "bbox_crop", "bbox_flip", "bbox_iou", "bbox_random_crop_with_constraints", "bbox_resize",
           "bbox_translate", "bbox_xywh_to_xyxy", "bbox_xyxy_to_xywh"]  # fmt: skip


def check_bbox_shape(bbox: Any) -> None:
    """AssertionError for what is no array of boxes."""
    if len(bbox.shape) != 2 or bbox.shape[1] < 4:
        raise AssertionError(f"bbox requires shape of (N, 4+), given: {bbox.shape}")


def _pair(name, size):
    if len(size) != 2:
        raise ValueError(f"{name} requires (width, height), given {size}")
    return size


def bbox_crop(bbox: NumPyArray, crop_box: Sequence[Any] | None = None, allow_outside_center: bool = True) -> NumPyArray:
    """The boxes as seen in a part of the image.

    Parameters
    ----------
    bbox : numpy.ndarray
    crop_box : tuple, optional
        xmin, ymin, width and height of the part; None or 0 for the image's border.
    allow_outside_center : bool
        Keep boxes whose middle is outside of the part.

    Returns
    -------
    numpy.ndarray
        Those boxes of which something is left.
    """
    bbox = bbox.copy()
    if crop_box is None:
        return bbox
    if len(crop_box) != 4:
        raise ValueError(f"Invalid crop_box parameter, requires (xmin, ymin, width, height), given {crop_box}")
    left, top = crop_box[0] or 0, crop_box[1] or 0
    low = np.array([left, top])
    high = np.array([left + (crop_box[2] or math.inf), top + (crop_box[3] or math.inf)])
    middle = (bbox[:, :2] + bbox[:, 2:4]) / 2
    kept = np.ones(len(bbox), bool) if allow_outside_center else ((low <= middle) & (middle < high)).all(axis=1)
    bbox[:, :2] = np.maximum(bbox[:, :2], low) - low
    bbox[:, 2:4] = np.minimum(bbox[:, 2:4], high) - low
    return bbox[kept & (bbox[:, :2] < bbox[:, 2:4]).all(axis=1)]


def bbox_flip(bbox: Any, size: Any, flip_x: bool = False, flip_y: bool = False) -> Any:
    """The boxes in the image of `size` (width, height) mirrored along its width, its height, or both."""
    width, height = _pair("size", size)
    bbox = bbox.copy()
    if flip_y:
        bbox[:, (1, 3)] = height - bbox[:, (3, 1)]
    if flip_x:
        bbox[:, (0, 2)] = width - bbox[:, (2, 0)]
    return bbox


def bbox_resize(bbox: Any, in_size: Any, out_size: Any) -> Any:
    """The boxes, as float64, in the image resized from `in_size` to `out_size`, both (width, height)."""
    (old_w, old_h), (new_w, new_h) = _pair("in_size", in_size), _pair("out_size", out_size)
    bbox = bbox.astype(float)
    bbox[:, (0, 2)] *= new_w / old_w
    bbox[:, (1, 3)] *= new_h / old_h
    return bbox


def bbox_translate(bbox: Any, x_offset: Float = 0, y_offset: Float = 0) -> Any:
    """The boxes moved."""
    bbox = bbox.copy()
    bbox[:, :4] += np.array([x_offset, y_offset] * 2, bbox.dtype)
    return bbox


def bbox_iou(bbox_a: Any, bbox_b: Any, offset: Float = 0) -> Any:
    """The area that two boxes share divided by what they cover together: (N, M) for N boxes and M others.

    `offset` is added to widths and heights: 1 for boxes whose last pixel is part of them.
    """
    if bbox_a.shape[1] < 4 or bbox_b.shape[1] < 4:
        raise IndexError(f"boxes have four numbers or more, and these are arrays {bbox_a.shape} and {bbox_b.shape}")
    low = np.maximum(bbox_a[:, None, :2], bbox_b[:, :2])
    high = np.minimum(bbox_a[:, None, 2:4], bbox_b[:, 2:4])
    shared = np.prod(high - low + offset, axis=2) * (low < high).all(axis=2)
    first, second = (np.prod(x[:, 2:4] - x[:, :2] + offset, axis=1) for x in (bbox_a, bbox_b))
    return shared / (first[:, None] + second - shared)


def _of_four(name, boxes):
    """Columns of a box (tuple or list) or of an array of them, and how to put others together."""
    if isinstance(boxes, (tuple, list)):
        if len(boxes) != 4:
            raise IndexError(f"Bounding boxes must have 4 elements, given {len(boxes)}")
        return boxes, tuple
    if not isinstance(boxes, np.ndarray):
        raise TypeError(f"Expect input {name} a list, tuple or numpy.ndarray, given {type(boxes).__name__}")
    if boxes.size % 4:
        raise IndexError(f"Bounding boxes must have n * 4 elements, given {boxes.shape}")
    return boxes[:, :4].T, lambda columns: np.stack(columns, axis=1)


def bbox_xywh_to_xyxy(xywh: Any) -> Any:
    """(xmin, ymin, width, height) to (xmin, ymin, xmax, ymax), of one box or an array (N, 4); the last pixel is part of it."""
    (x, y, w, h), rebuild = _of_four("xywh", xywh)
    return rebuild([x, y, x + np.maximum(w - 1, 0), y + np.maximum(h - 1, 0)])


def bbox_xyxy_to_xywh(xyxy: Any) -> Any:
    """(xmin, ymin, xmax, ymax) to (xmin, ymin, width, height), of one box or an array (N, 4); the last pixel is part of it."""
    (x1, y1, x2, y2), rebuild = _of_four("xyxy", xyxy)
    return rebuild([x1, y1, x2 - x1 + 1, y2 - y1 + 1])


def bbox_clip_xyxy(xyxy: Any, width: Any, height: Any) -> Any:
    """Boxes, one or an array (N, 4), with all corners inside of an image; the last pixel is part of a box."""
    (x1, y1, x2, y2), rebuild = _of_four("xyxy", xyxy)
    return rebuild([np.clip(v, 0, size - 1) for v, size in ((x1, width), (y1, height), (x2, width), (y2, height))])


def bbox_random_crop_with_constraints(
    bbox: NumPyArray,
    size: tuple[Int, Int],
    min_scale: Any = 0.3,
    max_scale: Any = 1,
    max_aspect_ratio: Any = 2,
    constraints: Sequence[tuple[Float | None, Float | None]] | None = None,
    max_trial: Int = 50,
) -> tuple[np.ndarray, tuple[int, int, int, int]]:
    """A random part of an image that shares enough with its boxes, as SSD is trained with.

    Parameters
    ----------
    bbox : numpy.ndarray
    size : (int, int)
        Width and height of the image.
    min_scale, max_scale : float
        Bounds of the part's size divided by the image's.
    max_aspect_ratio : float
        The largest width divided by height, or height by width.
    constraints : list of (float or None, float or None), optional
        The least and the largest overlap (IoU) with all boxes; for each a part is looked for, and one of those is drawn. By
        default at least 0.1, 0.3, 0.5, 0.7, 0.9, and any.
    max_trial : int
        How many parts are drawn for each constraint.

    Returns
    -------
    numpy.ndarray, (int, int, int, int)
        The boxes whose middle is in the part; the part's xmin, ymin, width and height.
    """
    w, h = _pair("size", size)
    if constraints is None:
        constraints = ((0.1, None), (0.3, None), (0.5, None), (0.7, None), (0.9, None), (None, 1))
    parts = [(0, 0, w, h)]
    for least, most in constraints:
        for _ in range(max_trial):
            scale = random.uniform(min_scale, max_scale)
            ratio = random.uniform(max(1 / max_aspect_ratio, scale * scale), min(max_aspect_ratio, 1 / (scale * scale)))
            part_h, part_w = int(h * scale / math.sqrt(ratio)), int(w * scale * math.sqrt(ratio))
            top, left = random.randrange(max(h - part_h, 1)), random.randrange(max(w - part_w, 1))
            part = (left, top, part_w, part_h)
            if not len(bbox):
                return bbox, part
            shares = bbox_iou(bbox, np.array([[left, top, left + part_w, top + part_h]]))
            if (least is None or least <= shares.min()) and (most is None or shares.max() <= most):
                parts.append(part)
                break
    while parts:
        part = parts.pop(np.random.randint(0, len(parts)))
        inside = bbox_crop(bbox, part, allow_outside_center=False)
        if inside.size:
            return inside, part  # pyright: ignore[reportReturnType]
    return bbox, (0, 0, w, h)  # pyright: ignore[reportReturnType]
