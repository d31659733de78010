"""ImageDetRecordIter: images with the boxes of their objects, in record files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import MXNetError
from ..context import cpu
from ..recordio import unpack
from ..util._announce import announce
from . import _image_attrs
from ._augment_det import DetectionAugmenter
from .image_record import Decoder, Labels, Levels, _dressed, _rows, open_iterator, open_source, threads_of

if TYPE_CHECKING:
    from .._typing import NumPyArray

_F = np.float32
_NAME = "ImageDetRecordIter"
_LEVELS = np.arange(256, dtype=_F)
_HEAD = 4  # numbers in front of a label: channels, rows, columns, how many numbers follow


class _DetLevels(Levels):
    """As Levels, in MXNet's manner for detection: means count if one is positive, deviations if they are."""

    def __init__(self, a: Mapping[Any, Any], mean: NumPyArray | None) -> None:
        names = "rgba"[: a["data_shape"][0]]
        if any(a["mean_" + name] > 0 for name in "rgba"):
            means, mean = [_F(a["mean_" + name]) for name in names], None
        else:
            means = [_F(0)] * len(names)
        super().__init__({**a, "max_random_contrast": 0, "max_random_illumination": 0}, np.dtype(_F), None)
        self.mean = mean
        self.stds = [_F(a["std_" + name]) if a["std_" + name] > 0 else _F(1) for name in names]
        self.tables = [(_LEVELS - m) / std * _F(a["scale"]) for m, std in zip(means, self.stds)]

    def place(self, image: Any, out: Any) -> None:
        """Write an image that may be smaller than `out`, (channels, height, width)."""
        rows, columns = image.shape[:2]
        for k, channel in enumerate(self.order):
            levels = image if image.ndim == 2 else image[:, :, channel]
            if self.mean is None:
                out[k] = self.tables[k][0]
                out[k, :rows, :columns] = self.tables[k][levels]
            else:
                whole = np.zeros(out.shape[1:], _F)
                whole[:rows, :columns] = levels
                out[k] = (whole - self.mean[k]) / self.stds[k] * _F(self.a["scale"])


class _DetDecoder(Decoder):
    def write(self, image: Any, label: Any, rows: Any, row: int) -> None:
        image, label = self.augment(image, label, self.random)
        self.levels.place(image, rows.data[row])
        channels, label_row = 1 if image.ndim == 2 else image.shape[2], rows.label[row]
        label_row[...] = self.a["label_pad_value"]
        label_row[:_HEAD] = channels, *image.shape[:2], len(label)
        label_row[_HEAD : _HEAD + len(label)] = label


class _DetLabels(Labels):
    def __call__(self, number: Any, flag: Any, label: Any) -> Any:
        if self.known is None and not flag:
            raise MXNetError("Not enough label packed in img_list or rec file: a label of objects has at least 7 numbers")
        return super().__call__(number, flag, label)


def _label_width(a, labels):
    """Width of the labels in a batch: the widest one's, or a wider one that the attributes ask for."""
    widest = 0
    if labels.known is not None:
        widest = max(map(len, labels.known.values()), default=0)
    else:
        stream = open_source(_NAME, {**a, "shuffle": False}).read()
        for record, path, position, _ in stream:
            try:
                header, _ = unpack(memoryview(record))
                widest = max(widest, len(labels(header.id, header.flag, header.label)))
            except MXNetError as error:
                raise MXNetError(f'{_NAME}: the record at byte {position} of "{path}": {error}') from error
    if 0 < a["label_pad_width"] < widest:
        raise MXNetError(f"{_NAME}: label_pad_width: {a['label_pad_width']} smaller than estimated width: {widest}")
    return max(widest, a["label_pad_width"])


def _opened(values, names):
    a = _image_attrs.read(_NAME, _image_attrs.DETECTION, values)
    a["label_width"] = a["label_width"] if a["label_width"] > 0 else -1
    if a["dtype"] not in (None, "float32"):
        raise MXNetError(f"{_NAME}: dtype={a['dtype']}: expected float32; use astype on the batches")
    labels, augment = _DetLabels(a["path_imglist"], a["label_width"]), DetectionAugmenter(a)
    width = _HEAD + _label_width(a, labels)
    if a["verbose"]:
        announce(f"{_NAME}: {a['path_imgrec']}, use {threads_of(a)} threads for decoding..")
        announce(f"{_NAME}: {a['path_imgrec']}, label padding width: {width - _HEAD}")

    def work_with(mean, dtype=_F):
        levels = _DetLevels(a, mean)
        return lambda: _DetDecoder(_NAME, a, augment, levels, labels)

    def make(dtype=_F):
        return _rows((a["batch_size"], *a["data_shape"]), dtype, (a["batch_size"], width))

    return open_iterator(_NAME, a, work_with, make, names, cpu(0))


_EXAMPLE = """\
One picture with one object of class 3. Its label has 2 numbers in front, which say that, and that an object has 5.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     record = mx.recordio.MXRecordIO(f"{folder}/one.rec", "w")
...     header = mx.recordio.IRHeader(0, [2, 5, 3, 0.25, 0.25, 0.5, 0.75], 0, 0)
...     picture = np.full((4, 4, 3), 100, np.uint8)
...     record.write(mx.recordio.pack_img(header, picture, img_fmt=".png", quality=9))
...     record.close()
...     batches = mx.io.ImageDetRecordIter(path_imgrec=f"{folder}/one.rec", data_shape=(3, 4, 4), batch_size=1)
...     batch = next(batches)
>>> batch.data[0].shape
(1, 3, 4, 4)
>>> batch.label[0].asnumpy()
array([[3.  , 4.  , 4.  , 7.  , 2.  , 5.  , 3.  , 0.25, 0.25, 0.5 , 0.75]],
      dtype=float32)
"""
ImageDetRecordIter = _dressed(
    _opened, _NAME,
    "Batches of the images in a record file and of the boxes of their objects, decoded and augmented by threads.\n\n"
    "A row of the label is: channels, height, width of the image in its row of the data, how many numbers follow; width of the\n"
    "header and of an object, further header; for each object its class, left, top, right, bottom (shares of the image), and\n"
    "what else there is.",
    _image_attrs.DETECTION, _image_attrs.DETECTION.keys(), _EXAMPLE,
)  # fmt: skip
