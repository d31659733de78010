"""What MXNet's `det_aug_default` does to an image and the boxes of its objects: colours, mirror, margin, crop, resize.

A label is a row of float32: width of the header, width of an object, further header, then objects: class, left, top, right,
bottom (as shares of the image) and what else there is. Random numbers are drawn in MXNet's order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _codec
from ..base import MXNetError
from ._augment import check_resizing, interpolation, resized, scaled_levels, shifted_hls, short_edge

_F = np.float32
_ONE = _F(1)


class Boxes:
    """The objects of an image."""

    def __init__(self, label) -> None:
        if len(label) < 7:
            raise MXNetError(f"the label of an image with objects has at least 7 numbers, and this one has {len(label)}")
        if not (2 <= label[0] <= len(label) and 5 <= label[1] <= len(label)):
            raise MXNetError(f"a label starts with the width of its header, at least 2, and of an object, at least 5; this one "
                             f"of {len(label)} numbers starts with {label[0]}, {label[1]}")  # fmt: skip
        header, self.width = int(label[0]), int(label[1])
        if (len(label) - header) % self.width:
            raise MXNetError(f"{len(label) - header} numbers after the header are no objects of {self.width} numbers")
        self.header = label[:header]
        objects = np.array(label[header:], _F).reshape(-1, self.width)
        self.objects = objects[(objects[:, 3] > objects[:, 1]) & (objects[:, 4] > objects[:, 2])]

    def label(self) -> np.ndarray:
        """The label as it is now."""
        return np.concatenate([self.header, self.objects.ravel()])

    def mirror(self) -> None:
        self.objects[:, [1, 3]] = _ONE - self.objects[:, [3, 1]]

    def project(self, box) -> None:
        """Give places as shares of `box` (left, top, width, height)."""
        self.objects = _projected(self.objects, box)

    def crop(self, box, limits, mode, least) -> bool:
        """Keep what is inside of `box`; False, and nothing changes, if the box does not satisfy `limits` or nothing is left."""
        if not len(self.objects):
            return True
        left, top, right, bottom = self.objects[:, 1:5].T
        wide = np.minimum(box[0] + box[2], left + (right - left)) - np.maximum(box[0], left)
        high = np.minimum(box[1] + box[3], top + (bottom - top)) - np.maximum(box[1], top)
        common = np.where((wide > 0) & (high > 0), wide * high, _F(0))
        own, area = (right - left) * (bottom - top), box[2] * box[3]
        shares = (common / (area + own - common), common / area, common / own)
        fits = np.ones(len(common), bool)
        for share, (low, high_) in zip(shares, limits):
            if low > 0 or high_ < 1:
                fits &= (share >= _F(low)) & (share <= _F(high_))
        if not fits.any():
            return False
        if mode == "center":
            x, y = (left + right) * _F(0.5), (top + bottom) * _F(0.5)
            kept = (box[0] <= x) & (x < box[0] + box[2]) & (box[1] <= y) & (y < box[1] + box[3])
        else:
            kept = shares[2] > _F(least)
        if not kept.any():
            return False
        self.objects = _projected(self.objects[kept], box)
        return True


def _projected(objects, box):
    objects = objects.copy()
    for side, place in ((1, 0), (2, 1)):
        objects[:, side] = np.maximum(_F(0), (objects[:, side] - box[place]) / box[place + 2])
        objects[:, side + 2] = np.minimum(_ONE, (objects[:, side + 2] - box[place]) / box[place + 2])
    return objects


_SAMPLED = ("min_crop_scales", "max_crop_scales", "min_crop_aspect_ratios", "max_crop_aspect_ratios", "min_crop_overlaps",
            "max_crop_overlaps", "min_crop_sample_coverages", "max_crop_sample_coverages", "min_crop_object_coverages",
            "max_crop_object_coverages", "max_crop_trials")  # fmt: skip
_SHARES = ("overlaps", "sample_coverages", "object_coverages")


class DetectionAugmenter:
    """The augmentations of ImageDetRecordIter.

    Parameters
    ----------
    a : dict
        Its attributes.
    """

    def __init__(self, a) -> None:
        self.a, count = a, a["num_crop_sampler"]
        check_resizing(a)
        if a["emit_overlap_thresh"] < 0:
            raise MXNetError(f"emit_overlap_thresh={a['emit_overlap_thresh']} should be greater equal to 0")
        self.samplers = []
        if count < 1:
            return
        for name in _SAMPLED:
            if len(a[name]) not in (1, count):
                raise MXNetError(f"# of parameters/crop_samplers mismatch: {name} has {len(a[name])}, num_crop_sampler={count}")
        for values in zip(*(a[name] * (count if len(a[name]) == 1 else 1) for name in _SAMPLED)):
            v = dict(zip(_SAMPLED, values))
            if not 0 <= v["min_crop_scales"] < v["max_crop_scales"] <= 1:
                raise MXNetError(f"expected 0 <= min_crop_scales < max_crop_scales <= 1, got {v['min_crop_scales']} and "
                                 f"{v['max_crop_scales']}")  # fmt: skip
            for what in ("aspect_ratios", *_SHARES):
                low, high = v["min_crop_" + what], v["max_crop_" + what]
                if low > high or what == "aspect_ratios" and low < 0:
                    raise MXNetError(f"expected min_crop_{what} <= max_crop_{what}, got {low} and {high}")
            self.samplers.append(v)

    def __call__(self, image, label, random) -> Any:
        """(image, label) augmented; the image is not larger than `data_shape`."""
        a = self.a
        image = short_edge(image, a["resize"], a["inter_method"], random)
        boxes = Boxes(label)
        if any(a[f"random_{what}_prob"] > 0 for what in ("hue", "saturation", "illumination", "contrast")):
            image = self._coloured(image, random)
        if a["rand_mirror_prob"] > 0 and random.unit() < _F(a["rand_mirror_prob"]):
            boxes.mirror()
            image = np.ascontiguousarray(image[:, ::-1])
        if a["rand_pad_prob"] > 0 and a["max_pad_scale"] > 1 and random.unit() < _F(a["rand_pad_prob"]):
            image = self._padded(image, boxes, random)
        if a["rand_crop_prob"] > 0 and self.samplers and random.unit() < _F(a["rand_crop_prob"]):
            image = self._cropped(image, boxes, random)
        return self._fitted(image, random), boxes.label()

    def _coloured(self, image, random):
        a = self.a
        names = ("hue", "saturation", "illumination", "contrast")
        drawn = [random.real(-1, 1) * _F(a["max_random_" + name]) for name in names]
        hue, saturation, lightness, contrast = (
            value if random.unit() < _F(a[f"random_{name}_prob"]) else _F(0) for name, value in zip(names, drawn)
        )
        if int(hue) or int(saturation) or int(lightness):
            image = shifted_hls(image, int(hue), int(lightness), int(saturation))
        return scaled_levels(image, contrast + _ONE) if abs(contrast) > 1e-3 else image

    def _padded(self, image, boxes, random):
        """A margin that makes the image up to `max_pad_scale` times as large."""
        scale = random.real(1, self.a["max_pad_scale"])
        if scale < _F(1.05):
            return image
        x, y = random.real(0, scale - _ONE), random.real(0, scale - _ONE)
        boxes.project((-x, -y, scale, scale))
        rows, columns = (_F(n) for n in image.shape[:2])
        sides = int(y * rows), int((scale - y - _ONE) * rows), int(x * columns), int((scale - x - _ONE) * columns)
        return _codec.border(image, *sides, 0, (self.a["fill_value"],) * 3)

    def _cropped(self, image, boxes, random):
        """A part that one of the samplers, in random order, finds; the whole image if none does."""
        a = self.a
        order = list(range(len(self.samplers)))
        random.shuffle(order)
        rows, columns = image.shape[:2]
        for number in order:
            v = self.samplers[number]
            limits = [(v["min_crop_" + what], v["max_crop_" + what]) for what in _SHARES]
            for _ in range(v["max_crop_trials"]):
                box = self._box(v, _F(columns) / _F(rows), random)
                if boxes.crop(box, limits, a["crop_emit_mode"], a["emit_overlap_thresh"]):
                    left, top = int(box[0] * _F(columns)), int(box[1] * _F(rows))
                    wide, high = int(box[2] * _F(columns)), int(box[3] * _F(rows))
                    return image[top : top + high, left : left + wide]
        return image

    @staticmethod
    def _box(v, shape, random):
        scale = random.real(v["min_crop_scales"], v["max_crop_scales"]) + _F(1e-12)
        low = max(_F(v["min_crop_aspect_ratios"]) / shape, scale * scale)
        high = min(_F(v["max_crop_aspect_ratios"]) / shape, _F(1.0 / float(scale * scale)))
        ratio = np.sqrt(random.real(low, high))
        wide, high = min(_ONE, scale * ratio), min(_ONE, scale / ratio)
        x = random.real(0, _ONE - wide)
        return x, random.real(0, _ONE - high), wide, high

    def _fitted(self, image, random):
        a = self.a
        _, height, width = a["data_shape"]
        rows, columns = image.shape[:2]
        if not (rows and columns):
            raise MXNetError(f"a crop of {columns}x{rows} is empty: use larger min_crop_scales")
        if a["resize_mode"] != "force":
            if a["resize_mode"] == "shrink" and rows <= height and columns <= width:
                return image
            ratio = min(_F(height) / _F(rows), _F(width) / _F(columns))
            height, width = int(ratio * _F(rows)), int(ratio * _F(columns))
        return resized(image, width, height, interpolation(a["inter_method"], (columns, rows), (width, height), random))
