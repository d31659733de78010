"""What MXNet's `aug_default` does to an image: resize, affine transformation, padding, crop, colours.

Images are uint8 arrays, (height, width) or (height, width, channels) with blue first. Numbers are computed in float32 and
random numbers drawn in MXNet's order, so that with the same generator the pixels are the same.
"""

from __future__ import annotations

import math

import numpy as np

from .. import _codec
from ..base import MXNetError

_F = np.float32
#: eigenvectors of the colours of ImageNet times their eigenvalues
_PRINCIPAL = np.array([[55.46 * -0.5675, 4.794 * 0.7192, 1.148 * 0.4009],
                       [55.46 * -0.5808, 4.794 * -0.0045, 1.148 * -0.8140],
                       [55.46 * -0.5836, 4.794 * -0.6948, 1.148 * 0.4203]], _F)  # fmt: skip
#: the largest hue, and what is no limit for lightness and saturation
_MOST_HUE = (180, 255, 255, 0)
_FLOATS = np.arange(256, dtype=_F)


def interpolation(method, old, new, random) -> int:
    """`method` as OpenCV numbers it; 9 chooses by whether (width, height) grows or shrinks, 10 by chance."""
    if method == 9:
        if new[0] > old[0] and new[1] > old[1]:
            return 2
        return 3 if new[0] < old[0] and new[1] < old[1] else 1
    return random.integer(0, 4) if method == 10 else method


def resized(image, width, height, method) -> np.ndarray:
    """An image at another size."""
    if width < 1 or height < 1:
        raise MXNetError(f"an image of {image.shape[1]}x{image.shape[0]} cannot be resized to {width}x{height}")
    return _codec.resize(image, width, height, method)


def check_resizing(a) -> None:
    """MXNetError for attributes that no image can be resized by."""
    if a["inter_method"] not in (0, 1, 2, 3, 4, 9, 10):
        raise MXNetError(f"inter_method={a['inter_method']}: expected 0 to 4, 9 (by size) or 10 (by chance)")
    if a["resize"] != -1 and a["resize"] < 1:
        raise MXNetError(f"resize={a['resize']}: expected the length of the shorter edge, or -1")


def short_edge(image, size, method, random) -> np.ndarray:
    """An image with its shorter edge of length `size`, -1 to leave it."""
    if size == -1:
        return image
    rows, columns = image.shape[:2]
    width, height = (size, size * rows // columns) if rows > columns else (size * columns // rows, size)
    return resized(image, width, height, interpolation(method, (columns, rows), (width, height), random))


def look_up(image, tables) -> np.ndarray:
    """An image with its levels replaced by those in `tables`, (256,), or (256, 1, channels) with a column for each channel."""
    return _codec.opencv().LUT(image, tables)


def shifted_hls(image, hue, lightness, saturation) -> np.ndarray:
    """An image with numbers added to its hue (0 to 180), lightness and saturation."""
    cv2 = _codec.opencv()
    if image.ndim == 2 or image.shape[2] != 3:
        raise MXNetError("hue, saturation and lightness (random_h, random_s, random_l) need images of three channels")
    shifts = [max(-255, min(255, int(shift))) for shift in (hue, lightness, saturation)]
    image = cv2.cvtColor(image, cv2.COLOR_BGR2HLS)
    cv2.add(image, (*shifts, 0), dst=image)  # which stays between 0 and 255
    if shifts[0] > 0:
        cv2.min(image, _MOST_HUE, dst=image)
    return cv2.cvtColor(image, cv2.COLOR_HLS2BGR)


def scaled_levels(image, factor, offset=0.0) -> np.ndarray:
    """image * factor + offset, rounded, between 0 and 255."""
    return look_up(image, np.rint(_FLOATS * _F(factor) + _F(offset)).clip(0, 255).astype(np.uint8))


class DefaultAugmenter:
    """The augmentations of ImageRecordIter, for one thread: an image is gone when the next one comes.

    Parameters
    ----------
    a : dict
        Its attributes; `data_shape` is (channels, height, width).
    rotate_list : tuple of int
        Angles to choose from.
    """

    def __init__(self, a, rotate_list=()) -> None:
        self.a, self.rotate_list, self._last = a, rotate_list, None
        least, most = a["min_aspect_ratio"], a["max_aspect_ratio"]
        self.ratios = (_F(1) - _F(most), _F(1) + _F(most)) if least is None else (_F(least), _F(most))
        free = not a["random_resized_crop"] and self.ratios != (1, 1)
        self.affine = bool(a["max_rotate_angle"] > 0 or a["max_shear_ratio"] > 0 or a["rotate"] > 0 or rotate_list
                           or a["max_random_scale"] != 1 or a["min_random_scale"] != 1 or free
                           or _F(a["max_img_size"]) != _F(1e10) or a["min_img_size"] != 0)  # fmt: skip
        self._check()
        self._steps = self._chosen()

    def _check(self):
        a = self.a
        check_resizing(a)
        if self.affine and a["inter_method"] == 0:
            raise MXNetError("inter_method=0 does not go with rotation, shear, scale or aspect ratio: use 1 to 4, 9 or 10")
        if a["random_resized_crop"]:
            if (a["min_random_scale"], a["max_random_scale"]) != (1, 1) or (a["min_crop_size"], a["max_crop_size"]) != (-1, -1) \
                    or a["rand_crop"]:  # fmt: skip
                raise MXNetError("random_resized_crop conflicts with min_random_scale, max_random_scale, min_crop_size, "
                                 "max_crop_size and rand_crop: leave those at their defaults")  # fmt: skip
            if self._resizes() and not (0 < self.ratios[0] <= self.ratios[1] and a["min_random_area"] <= a["max_random_area"]):
                raise MXNetError(f"random_resized_crop: expected 0 < min_aspect_ratio <= max_aspect_ratio, got {self.ratios}, "
                                 "and min_random_area <= max_random_area, got "
                                 f"({a['min_random_area']}, {a['max_random_area']})")  # fmt: skip
        elif (a["min_crop_size"], a["max_crop_size"]) != (-1, -1) and not 0 < a["min_crop_size"] <= a["max_crop_size"]:
            raise MXNetError(f"expected 0 < min_crop_size <= max_crop_size, got {a['min_crop_size']} and {a['max_crop_size']}")

    def _resizes(self):
        a = self.a
        return a["max_random_area"] != 1 or a["min_random_area"] != 1 or self.ratios != (1, 1)

    def __call__(self, image, random) -> np.ndarray:
        """The image augmented: (height, width[, channels]) of `data_shape`."""
        for step in self._steps:
            image = step(image, random)
        return image

    def _chosen(self):
        """What is done to an image, one after the other: functions of it and of the generator."""
        a = self.a
        steps = [] if a["resize"] == -1 else [lambda image, random: short_edge(image, a["resize"], a["inter_method"], random)]
        steps += [self._transformed] if self.affine else []
        steps += [self._padded] if a["pad"] > 0 else []
        if a["random_resized_crop"]:
            steps.append(self._resized_crop if self._resizes() else self._crop)
        else:
            steps.append(self._crop if (a["min_crop_size"], a["max_crop_size"]) == (-1, -1) else self._sized_crop)
        steps += [self._jittered] if a["brightness"] > 0 or a["contrast"] > 0 or a["saturation"] > 0 else []
        return steps + ([self._shifted] if a["random_h"] or a["random_s"] or a["random_l"] else [])

    def _shifted(self, image, random):
        shifts = {}
        for name in ("random_h", "random_s", "random_l"):
            near = (random.unit() + _F(4) * random.unit()) / _F(5)
            shifts[name] = int(near * _F(self.a[name]) * _F(2) - _F(self.a[name]))
        return shifted_hls(image, shifts["random_h"], shifts["random_l"], shifts["random_s"])

    def _padded(self, image, _):
        """The image with a margin, in memory that the next one of its size is written to."""
        margin, (rows, columns) = self.a["pad"], image.shape[:2]
        if self._last is None or self._last[0] != image.shape:
            self._last = image.shape, _codec.border(image, *[margin] * 4, 0, (self.a["fill_value"],) * 3)
        else:
            self._last[1][margin : margin + rows, margin : margin + columns] = image
        return self._last[1]

    def _transformed(self, image, random):
        a = self.a
        cv2 = _codec.opencv()
        shear = random.unit() * _F(a["max_shear_ratio"]) * _F(2) - _F(a["max_shear_ratio"])
        angle = random.integer(-a["max_rotate_angle"], a["max_rotate_angle"])
        if a["rotate"] > 0:
            angle = a["rotate"]
        if self.rotate_list:
            angle = self.rotate_list[random.integer(0, len(self.rotate_list) - 1)]
        cos, sin = _F(math.cos(angle / 180.0 * math.pi)), _F(math.sin(angle / 180.0 * math.pi))
        scale = ratio = _F(1)
        if not a["random_resized_crop"]:
            least, most = _F(a["min_random_scale"]), _F(a["max_random_scale"])
            scale = random.unit() * (most - least) + least
            ratio = random.unit() * (self.ratios[1] - self.ratios[0]) + self.ratios[0]
        down = _F(2) * scale / (_F(1) + ratio)
        across = ratio * down
        rows, columns = image.shape[:2]
        least, most = _F(a["min_img_size"]), _F(a["max_img_size"])
        width, height = max(least, min(most, scale * _F(columns))), max(least, min(most, scale * _F(rows)))
        m = np.array([[down * cos - shear * sin * across, down * sin + shear * cos * across, 0],
                      [-sin * across, cos * across, 0]], _F)  # fmt: skip
        m[0, 2] = (width - (m[0, 0] * _F(columns) + m[0, 1] * _F(rows))) / _F(2)
        m[1, 2] = (height - (m[1, 0] * _F(columns) + m[1, 1] * _F(rows))) / _F(2)
        if width < 1 or height < 1:
            raise MXNetError(f"an image of {columns}x{rows} shrinks to nothing at a scale of {scale:.3g}")
        method = interpolation(a["inter_method"], (columns, rows), (width, height), random)
        return cv2.warpAffine(image, m, (int(width), int(height)), flags=method, borderMode=cv2.BORDER_CONSTANT,
                              borderValue=(a["fill_value"],) * 3)  # fmt: skip

    def _fit(self, part, random):
        _, height, width = self.a["data_shape"]
        rows, columns = part.shape[:2]
        return resized(part, width, height, interpolation(self.a["inter_method"], (columns, rows), (width, height), random))

    def _resized_crop(self, image, random):
        """A part of random area and shape, resized; as `_crop` after ten that do not fit."""
        a = self.a
        rows, columns = image.shape[:2]
        for _ in range(10):
            area = _F(rows * columns) * random.real(a["min_random_area"], a["max_random_area"])
            ratio = random.real(*self.ratios)
            high, wide = _round(np.sqrt(area / ratio)), _round(np.sqrt(area * ratio))
            if random.unit() > 0.5:
                high, wide = wide, high
            if high <= rows and wide <= columns:
                y, x = random.integer(0, rows - high), random.integer(0, columns - wide)
                return self._fit(image[y : y + high, x : x + wide], random)
        return self._crop(image, random)

    def _sized_crop(self, image, random):
        """A square of random size, resized."""
        a = self.a
        rows, columns = image.shape[:2]
        if min(rows, columns) < a["max_crop_size"]:
            raise MXNetError(f"input image size smaller than max_crop_size: {columns}x{rows}, and {a['max_crop_size']}")
        size = random.integer(a["min_crop_size"], a["max_crop_size"])
        y, x = self._place(rows - size, columns - size, random)
        return self._fit(image[y : y + size, x : x + size], random)

    def _place(self, down, across, random):
        if self.a["rand_crop"]:
            return random.integer(0, down), random.integer(0, across)
        return down // 2, across // 2

    def _crop(self, image, random):
        """`data_shape` out of the middle or from a random place, of an image enlarged where it is too small."""
        _, height, width = self.a["data_shape"]
        rows, columns = image.shape[:2]
        method = interpolation(self.a["inter_method"], (columns, rows), (width, height), random)
        if rows < height:
            image = resized(image, int(_F(height) / _F(rows) * _F(columns)), height, method)
            rows, columns = image.shape[:2]
        if columns < width:
            image = resized(image, width, int(_F(width) / _F(columns) * _F(rows)), method)
            rows, columns = image.shape[:2]
        if rows < height or columns < width:
            raise MXNetError(f"input image size smaller than input shape: {columns}x{rows}, and {width}x{height}")
        y, x = self._place(rows - height, columns - width, random)
        return image[y : y + height, x : x + width]

    def _jittered(self, image, random):
        a = self.a
        cv2 = _codec.opencv()
        if image.ndim == 2 or image.shape[2] != 3:
            raise MXNetError("brightness, contrast and saturation need images of three channels")
        order = ["brightness", "contrast", "saturation"]
        factors = {name: _F(1.0 + float(random.real(-_F(a[name]), a[name]))) for name in order}
        random.shuffle(order)
        for name in order:
            factor = factors[name]
            if name == "brightness":
                image = scaled_levels(image, factor)
                continue
            grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
            if name == "contrast":
                image = scaled_levels(image, factor, (_F(1) - factor) * _F(cv2.mean(grey)[0]))
            else:
                grey = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
                image = cv2.addWeighted(image, float(factor), grey, float(_F(1) - factor), 0)
        return image

    def noise(self, image, random) -> tuple[np.generic, ...]:
        """The three numbers that `pca_noise` draws for the augmented image."""
        if image.ndim == 2 or image.shape[2] != 3:
            raise MXNetError("pca_noise needs images of three channels")
        deviation = self.a["pca_noise"]
        return random.normal(deviation), random.normal(deviation), random.normal(deviation)


def noisy_levels(drawn) -> np.ndarray:
    """What `pca_noise` makes of the levels of images by what it drew for them, (count, 3): (count, channels, 256), red first."""
    shares = _PRINCIPAL * drawn[:, None]
    noise = shares[:, :, :1] + shares[:, :, 1:2] + shares[:, :, 2:]
    return np.floor(np.minimum(np.maximum(_FLOATS + noise, _F(0)), _F(255)))


def _round(value):
    """The nearest integer, halves away from zero."""
    return math.floor(float(value) + 0.5)
