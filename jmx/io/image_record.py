"""Iterators over images in record files: ImageRecordIter and its variants."""

from __future__ import annotations

import functools
import inspect
import math
import os
import struct
import types
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _codec
from .. import ndarray as nd
from .._files.reading import open_file
from ..base import MXNetError, _Null
from ..cluster.parts import takes_part
from ..context import cpu, cpu_pinned
from ..native import kernels
from ..ndarray.buffers import _new
from ..recordio.images import parts
from ..util._announce import announce
from . import _image_attrs
from ._augment import DefaultAugmenter, look_up, noisy_levels
from ._mersenne import Mersenne
from ._pipeline import Pipeline
from ._records import IndexedRecords, RecordFiles, record_files
from .base import DataBatch
from .native import MXDataIter, note_unknown

if TYPE_CHECKING:
    from .._typing import DTypeLike, NumPyArray, Shape
    from ..context import Context

_F = np.float32
_ONE, _TWO = _F(1), _F(2)
_FIXED, _FIXED_DET = 111, 233  # what MXNet adds to seeds
_LEVELS = np.arange(256, dtype=_F)
#: channel of the image (blue first) for each channel of the array (red first)
_ORDER = {1: (0,), 3: (2, 1, 0), 4: (2, 1, 0, 3)}
#: up to so many pixels
_SMALL = 64 * 64
_MODES = {1: _codec.GREY, 3: _codec.COLOUR, 4: _codec.UNCHANGED}


def decoded(content: Any, channels: Any) -> Any:
    """The pixels of an image file with so many channels. Raises MXNetError."""
    image = _codec.decode(content, _MODES[channels]) if len(content) else None
    if image is None:
        raise MXNetError(f"its {len(content)} bytes are no image, or a broken one")
    if channels == 4 and (image.ndim != 3 or image.shape[2] != 4 or image.dtype != np.uint8):
        raise MXNetError(f"Invalid image: expected 4 channels of 8 bits, got {1 if image.ndim == 2 else image.shape[2]} of "
                         f"{image.dtype}")  # fmt: skip
    return image


def labels_of(path: Any, width: Any) -> Any:
    """{number: labels} of an image list, each of `width` labels, or of as many as there are where `width` is -1."""
    labels = {}
    try:
        with open_file(path, mode="r", encoding="utf-8", errors="replace") as stream:
            for count, line in enumerate(stream, 1):  # noqa: B007 - the handler below names the line
                columns = line.split()
                if not columns:
                    continue
                wanted = columns[1:-1] if width == -1 else columns[1 : width + 1]
                if not wanted or len(wanted) < width:
                    raise ValueError(f"{len(columns)} columns, and label_width={width}")
                labels[int(columns[0])] = np.array(wanted, _F)
    except OSError as error:
        raise MXNetError(f'cannot open the image list "{path}": {error.strerror}') from error
    except ValueError as error:
        raise MXNetError(f'Bad ImageList format: line {count} of "{path}" is not a number, labels and a path: {error}') from error
    return labels


class Labels:
    """Where the label of a record comes from: an image list, or the record."""

    def __init__(self, path: Any, width: Any) -> None:
        self.width = width
        self.known = labels_of(path, width) if path else None

    def __call__(self, number: Any, flag: Any, label: Any) -> Any:
        """The label of image `number`, from the record's `flag` and `label`, which is an array where the flag is not 0."""
        if self.known is not None:
            if number not in self.known:
                raise MXNetError(f"fail to find imagelabel for id {number}: the image list has no such line")
            return self.known[number]
        if flag:
            if self.width not in (-1, flag):
                raise MXNetError(f"rec file provide {flag}-dimensional label but label_width is set to {self.width}")
        elif self.width != 1:
            raise MXNetError("label_width must be 1 unless an imglist is provided or the rec file is packed with multi "
                             f"dimensional label; it is {self.width}")  # fmt: skip
        return label


class Levels:
    """Turns images into numbers: subtracts the mean, scales, and mirrors them if asked to.

    Parameters
    ----------
    a : dict
        Attributes.
    dtype : numpy.dtype
        float32, uint8 or int8.
    mean : numpy.ndarray, optional
        (channels, height, width), in place of the mean of each channel.
    """

    def __init__(self, a: Mapping[Any, Any], dtype: DTypeLike, mean: NumPyArray | None) -> None:
        self.a, self.dtype, self.mean = a, dtype, mean
        self.order = _ORDER[a["data_shape"][0]]
        self.cv2 = _codec.opencv()
        names = "rgba"[: len(self.order)]
        self.means = np.array([[0 if mean is not None else a["mean_" + n]] for n in names], _F)
        self.stds = np.array([[a["std_" + n]] for n in names], _F)
        self.mirrors, self.noisy = bool(a.get("rand_mirror")), a.get("pca_noise", 0) > 0
        self.most = _F(a.get("max_random_contrast", 0)), _F(a.get("max_random_illumination", 0))
        self.varies = bool(dtype == _F and (a["max_random_contrast"] or a["max_random_illumination"]))
        #: levels, and what each of a channel's becomes, where that is the same for all images and places
        self.levels = np.tile(_LEVELS, (len(self.order), 1))
        with np.errstate(divide="ignore", invalid="ignore"):
            self.factors = self._factors(_F(1), _F(0))
            self.tables = None if mean is not None else self._tables(self.levels, *self.factors)

    def _factors(self, contrast: Any, light: Any) -> Any:
        scale = _F(self.a["scale"])
        return contrast * scale / self.stds, light * scale / self.stds

    def _tables(self, levels, factors, offsets):
        if self.dtype == np.uint8:
            return levels.astype(np.uint8)
        if self.dtype == np.int8:
            return np.clip(levels - np.floor(self.means + _F(0.5)), -128, 127).astype(np.int8)
        return (levels - self.means) * factors + offsets

    def drawn(self, random: Any, noise: Any = None) -> Any:
        """Whether the next image is mirrored, and what `tables_of` takes of it: its contrast, its light and its three of `noise`.

        None in place of these where images do not differ in them.
        """
        mirrored = (self.mirrors and random.coin()) or self.a["mirror"]
        if not self.varies:
            return mirrored, None if noise is None else (1, 0, *noise)
        contrast, light = self.most
        contrast = random.unit() * contrast * _TWO - contrast + _ONE
        return mirrored, (contrast, random.unit() * light * _TWO - light, *(noise or (0, 0, 0)))

    def tables_of(self, draws: NumPyArray | None) -> Any:
        """What becomes of the levels of images, (count, channels, 256), by what was drawn for them, (count, 5).

        With a mean image it is (factors, offsets), of (count, channels, 1) each; without draws it is the same for all.
        """
        if draws is None:
            return self.factors if self.tables is None else self.tables
        with np.errstate(divide="ignore", invalid="ignore"):
            factors = self._factors(draws[:, 0, None, None], draws[:, 1, None, None])
            if self.tables is None:
                return factors
            return self._tables(noisy_levels(draws[:, 2:]) if self.noisy else self.levels, *factors)

    def write(self, images: Any, mirrored: Any, tables: Any, out: Any) -> None:
        """Write `images`, (count, height, width[, channels]), to `out`, (count, channels, height, width).

        `mirrored` has a number for each image; `tables` are as `tables_of` returns them.
        """
        if self.mean is not None:
            self._write_centred(images, mirrored, tables, out)
        elif not kernels.levels(images, mirrored, tables, out):
            tables = np.broadcast_to(tables, (len(out), *tables.shape[-2:]))
            for image, turned, numbers, own in zip(images, mirrored, tables, out):
                image = self.cv2.flip(image, 1) if turned else image
                for k, channel in enumerate(self.order):
                    levels = image if image.ndim == 2 else self.cv2.extractChannel(image, channel)
                    self.cv2.LUT(levels, np.ascontiguousarray(numbers[k]), dst=own[k])

    def _write_centred(self, images, mirrored, factors, out):
        """As `write`, with a mean image."""
        factors = [np.broadcast_to(f, (len(out), *f.shape[-2:])) for f in factors]
        for image, turned, factor, offset, own in zip(images, mirrored, *factors, out):
            for k, channel in enumerate(self.order):
                levels = image if image.ndim == 2 else image[:, :, channel]
                if self.dtype == np.int8:
                    values = np.clip(levels - np.floor(self.mean[k] + _F(0.5)), -128, 127)
                else:
                    values = (levels - self.mean[k]) * factor[k] + offset[k]
                own[k] = values[:, ::-1] if turned else values


def _small(a: Mapping[Any, Any]) -> bool:
    """Whether calls take longer than what they do to one image, so that images become numbers by the batch."""
    _, height, width = a["data_shape"]
    return height * width <= _SMALL and not a["mean_img"]


def _rows(shape: Shape, dtype: DTypeLike, label_shape: Any) -> Any:
    """The arrays that a batch is written to: `data`, `label` and `index`."""
    size = math.prod(shape) * np.dtype(dtype).itemsize
    try:
        raw = np.empty(size + 64, np.uint8)
    except (MemoryError, ValueError):
        raise MXNetError(f"a batch of shape {shape} takes {size} bytes, which could not be had: use a smaller batch") from None
    start = -raw.ctypes.data % 64  # at such an address the array of the batch can be this very memory
    data = raw[start : start + size].view(dtype).reshape(shape)
    label, index = np.zeros(label_shape, _F), np.zeros(shape[0], np.uint64)
    return types.SimpleNamespace(data=data, label=label, index=index, pixels=None, levels=None, mirrored=None, draws=None)


def _pixel_rows(levels: Levels, shape: Shape, label_shape: Any) -> Any:
    """As `_rows`: images are written to `pixels`, and `levels` makes the data of them when the batch is whole."""
    rows = _rows(shape, levels.dtype, label_shape)
    count, channels, height, width = shape
    rows.levels = levels
    rows.pixels = np.empty((count, height, width) if channels == 1 else (count, height, width, channels), np.uint8)
    rows.mirrored = np.zeros(count, np.uint8)
    if levels.varies or levels.noisy:
        rows.draws = np.zeros((count, 5), _F)
    return rows


class Decoder:
    """What a thread does with records: decode, augment, normalize, write to their rows."""

    def __init__(self, name: str, a: Any, augment: Any, levels: Any, labels: Any) -> None:
        self.name, self.a, self.augment, self.levels, self.labels = name, a, augment, levels, labels
        self.random = Mersenne(0)
        self.noisy = levels.noisy
        self.expected = (MXNetError, _codec.opencv().error)
        self.seed = None if a.get("seed_aug") is None else a["seed_aug"] + _FIXED

    def __call__(self, task: Any) -> list[tuple[int, Exception]]:
        """Do it with all records of a task. Returns (row, error) of those that are broken."""
        rows, random, seed, channels = task.batch.rows, self.random, self.seed, self.a["data_shape"][0]
        broken = []
        if seed is None:  # which threads take which records must not matter, and tasks are the same for any number of them
            random.seed(zlib.crc32(struct.pack("<qqq", self.a["seed"], *task.serial)))
        for row, (record, path, position, number, base) in enumerate(task.records, task.row):
            image_number = None
            try:
                flag, label, image_number, _, content = parts(memoryview(record))  # whose slices copy nothing
                if seed is not None:
                    random.seed(number + base + seed)
                image = decoded(content, channels)
                label = self.labels(image_number, flag, label)
                self.write(image, label, rows, row)
                rows.index[row] = image_number
            except Exception as error:
                broken.append((row, self._told(error, path, position, image_number)))
        return broken

    def _told(self, error, path, position, image_number):
        """An error with the record it is about."""
        if not isinstance(error, self.expected):
            return error
        who = "" if image_number is None else f" (image {image_number})"
        told = MXNetError(f'{self.name}: the record at byte {position} of "{path}"{who}: {error}')
        told.__cause__ = error
        return told

    def write(self, image: Any, label: Any, rows: Any, row: int) -> None:
        """Write an image and its label to their row."""
        image = self.augment(image, self.random)
        levels = self.levels
        noise = self.augment.noise(image, self.random) if self.noisy else None
        if noise is not None and levels.mean is not None:
            image = look_up(image, noisy_levels(np.array([noise], _F))[0, ::-1].T[:, None].astype(np.uint8))
        mirrored, draws = levels.drawn(self.random, noise)
        if rows.pixels is None:
            tables = levels.tables_of(None if draws is None else np.array([draws], _F))
            levels.write(image[None], (mirrored,), tables, rows.data[row : row + 1])
        else:
            rows.pixels[row], rows.mirrored[row] = image, mirrored
            if draws is not None:
                rows.draws[row] = draws
        rows.label[row] = label


def _data_batch(batch, a, ctx):
    """A batch of the pipeline as DataBatch."""
    rows = batch.rows
    if rows.pixels is not None:
        rows.levels.write(rows.pixels, rows.mirrored, rows.levels.tables_of(rows.draws), rows.data)
    if batch.pad and not a["round_batch"]:
        for array in (rows.data, rows.label, rows.index):
            array[len(array) - batch.pad :] = 0
    label = rows.label[:, 0] if a["label_width"] == 1 and rows.label.shape[1] == 1 else rows.label
    return DataBatch([_new(rows.data, ctx)], [_new(np.ascontiguousarray(label), ctx)], batch.pad, rows.index)


def open_source(name: str, a: Any) -> Any:
    """The records that the attributes name."""
    paths = record_files(name, a["path_imgrec"])
    index = a.get("path_imgidx")
    seed = a["seed"] + (_FIXED_DET if name == "ImageDetRecordIter" else _FIXED)
    if index:
        if len(paths) > 1:
            raise MXNetError(f"{name}: path_imgidx goes with one record file, and path_imgrec names {len(paths)}")
        return IndexedRecords(name, paths[0], index, a["part_index"], a["num_parts"], a["shuffle"], seed)
    pieces, megabytes = 1, a["shuffle_chunk_size"]
    if megabytes:  # as many as MXNet reads a part in
        pieces = max(1, math.ceil(sum(map(os.path.getsize, paths)) * 1.1 / (a["num_parts"] * (megabytes << 20))))
    return RecordFiles(name, paths, a["part_index"], a["num_parts"], a["shuffle"], seed, pieces, a["shuffle_chunk_seed"])


def threads_of(a: Any) -> Any:
    """How many threads decode."""
    return min(a["preprocess_threads"], os.cpu_count() or 1)


def open_pipeline(name: str, a: Any, work: Any, make: Any, rounds: bool = True) -> Any:
    """The threads that fill the rows that `make` returns."""
    return Pipeline(name, open_source(name, a), work, make, a["batch_size"], rounds, a["prefetch_buffer"], threads_of(a))


def mean_image(name: str, a: Any, work_with: Any, make: Any) -> Any:
    """The mean image in the file `mean_img`, which is made of all images if it does not exist.

    `work_with(mean)` gives the work of a thread, `make()` the rows of a batch of float32.
    """
    path = a["mean_img"]
    if not path:
        return None
    if os.path.exists(path):
        arrays = nd.load(path)
        arrays = list(arrays.values()) if isinstance(arrays, dict) else arrays
        if len(arrays) != 1 or tuple(arrays[0].shape) != tuple(a["data_shape"]):
            raise MXNetError(f'{name}: Invalid mean image file format: "{path}" has {[f.shape for f in arrays]}, expected '
                             f"one array of {tuple(a['data_shape'])}")  # fmt: skip
        return arrays[0].asnumpy().astype(_F)
    if a["verbose"]:
        announce(f"Cannot find {path}: create mean image, this will take some time...")
    total, count = np.zeros(a["data_shape"]), 0
    pipeline = open_pipeline(name, dict(a, shuffle=False), work_with(None), make, rounds=False)
    try:
        for batch in pipeline.epoch():
            good = a["batch_size"] - batch.pad
            total += batch.rows.data[:good].sum(0, dtype=np.float64)
            count += good
    finally:
        pipeline.close()
    if not count:
        raise MXNetError(f'{name}: "{path}" cannot be made: there are no images')
    mean = (total / count).astype(_F)
    nd.save(path, {"mean_img": nd.array(mean)})
    if a["verbose"]:
        announce(f"Save mean image to {path}..")
    return mean


def open_iterator(name: str, a: Any, work_with: Any, make: Any, names: Any, ctx: Context, dtype: DTypeLike | None = _F) -> Any:
    """The iterator, which has read its first batch; `work_with(mean, dtype)` and `make(dtype)` are as for `mean_image`."""
    mean = None if dtype == np.uint8 else mean_image(name, a, work_with, make)
    pipeline = open_pipeline(name, a, work_with(mean, dtype), lambda: make(dtype), a["round_batch"])
    try:
        # map() and no generator: after an error the next batch can be read
        made = MXDataIter(lambda: map(functools.partial(_data_batch, a=a, ctx=ctx), pipeline.epoch()), **names)
    except StopIteration:
        raise MXNetError(f"{name}: part {a['part_index']} of {a['num_parts']} of {a['path_imgrec']} holds no records") from None
    made._pipeline = pipeline
    return made


#: the example of each of them, and what it prints
_EXAMPLE = """\
A file of two grey pictures, written by `recordio`, and the batch that comes of it.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     record = mx.recordio.MXRecordIO(f"{{folder}}/two.rec", "w")
...     for number in range(2):
...         picture = np.full((4, 6, 3), 100 + number, np.uint8)
...         header = mx.recordio.IRHeader(0, number, number, 0)
...         record.write(mx.recordio.pack_img(header, picture, img_fmt=".png", quality=9))
...     record.close()
...     batches = mx.io.{name}(path_imgrec=f"{{folder}}/two.rec", data_shape=(3, 4, 4), batch_size=2)
...     batch = next(batches)
>>> batch.data[0].shape, np.dtype(batch.data[0].dtype).name, batch.label[0].asnumpy().tolist()
((2, 3, 4, 4), '{dtype}', [0.0, 1.0])
>>> batch.data[0].asnumpy()[:, :, 0, 0].tolist()
{pixels}
"""


def _iterator(name, about, dtypes, shown=_image_attrs.RECORD):
    """The function `name`: an ImageRecordIter that makes one of `dtypes`, the first one by default."""

    def opened(values, names):
        rotate = values.pop("rotate_list", ())
        try:
            angles = tuple(int(word) for word in str(rotate).strip("()[] ").split(",") if word.strip())
        except ValueError:
            raise MXNetError(f"{name}: rotate_list={rotate!r}: expected angles with commas between") from None
        a = _image_attrs.read(name, _image_attrs.RECORD, values)
        dtype = a["dtype"] if a["dtype"] is not None and len(dtypes) > 1 else dtypes[0]
        if dtype not in dtypes:
            raise MXNetError(f"{name}: unknown dtype {dtype} for {name}: expected {', '.join(dtypes)}; use astype on the batches")
        labels = Labels(a["path_imglist"], a["label_width"])
        DefaultAugmenter(a, angles)  # refuses what does not go together before there are threads
        if a["verbose"]:
            announce(f"{name}: {a['path_imgrec']}, use {threads_of(a)} threads for decoding..")

        def work_with(mean, dtype=_F):
            levels = whole or Levels(a, np.dtype(dtype), mean)
            return lambda: Decoder(name, a, DefaultAugmenter(a, angles), levels, labels)

        whole = Levels(a, np.dtype(dtype), None) if _small(a) else None

        def make(dtype=_F):
            shape, label_shape = (a["batch_size"], *a["data_shape"]), (a["batch_size"], a["label_width"])
            return _rows(shape, dtype, label_shape) if whole is None else _pixel_rows(whole, shape, label_shape)

        ctx = cpu(0) if a["device_id"] == -1 or name.endswith("_v1") else cpu_pinned(a["device_id"])
        return open_iterator(name, a, work_with, make, names, ctx, np.dtype(dtype))

    # ImageRecordUInt8Iter and ImageRecordInt8Iter know more than their list of parameters says
    known = {*(shown if name == "ImageRecordUInt8Iter_v1" else _image_attrs.RECORD), "rotate_list"}
    pixels = [[100.0] * 3, [101.0] * 3] if dtypes[0] == "float32" else [[100] * 3, [101] * 3]
    return _dressed(opened, name, about, shown, known, _EXAMPLE.format(name=name, dtype=dtypes[0], pixels=pixels))


def _dressed(opened: Any, name: str, about: Any, shown: Any, known: Any, example: Any) -> Any:
    """The public function `name` with the parameters `shown`: it calls `opened` with those of `known`, and the inputs' names."""

    def make(*args, **kwargs):
        if args:
            raise TypeError(f"{name}() takes its arguments by name, as in {name}(path_imgrec=...)")
        names = {key: kwargs.pop(key) for key in ("data_name", "label_name") if key in kwargs}
        note_unknown(name, kwargs, {key: (None, shown[key][1] if key in shown else None) for key in known})
        return opened({key: value for key, value in kwargs.items() if key in known}, names)

    make.__name__ = make.__qualname__ = name
    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [inspect.Parameter(key, keyword, default=_Null) for key in shown]
    make.__signature__ = inspect.Signature([*parameters, inspect.Parameter("kwargs", inspect.Parameter.VAR_KEYWORD)])  # type: ignore[attr-defined]
    make.__doc__ = (
        f"{about}\n\nParameters\n----------\n{_image_attrs.describe(shown)}\ndata_name, label_name : str\n"
        "    Names of the input and of the label, default 'data' and 'softmax_label'\n\n"
        "Returns\n-------\nMXDataIter\n\nRaises\n------\nMXNetError\n"
        "    An attribute does not fit, a file is missing; at a batch, a record is broken: its file and byte are named, and the\n"
        "    batch after it can be read.\n\n"
        f"Examples\n--------\n{example}"
    )
    return takes_part(make)


_PLAIN = {k: v for k, v in _image_attrs.RECORD.items() if k not in _image_attrs._NORMALIZE}
_BATCHES = "Batches of the images in a record file, decoded and augmented by threads ahead of who reads them"
ImageRecordIter = _iterator("ImageRecordIter", f"{_BATCHES}.", ("float32", "uint8", "int8"))
ImageRecordUInt8Iter = _iterator("ImageRecordUInt8Iter", f"{_BATCHES}: ImageRecordIter(dtype='uint8').", ("uint8",), _PLAIN)
ImageRecordInt8Iter = _iterator("ImageRecordInt8Iter", f"{_BATCHES}: ImageRecordIter(dtype='int8').", ("int8",), _PLAIN)
ImageRecordIter_v1 = _iterator("ImageRecordIter_v1", f"{_BATCHES}: an earlier ImageRecordIter, float32.", ("float32",))
ImageRecordUInt8Iter_v1 = _iterator("ImageRecordUInt8Iter_v1", f"{_BATCHES}: an earlier one of uint8.", ("uint8",), _PLAIN)
