"""`ImageIter`: batches of images out of record files, lists of files, or lists in memory."""

from __future__ import annotations

import logging
import os
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _codec, recordio
from .._files.reading import open_file
from ..base import MXNetError, numeric_types
from ..cluster.parts import takes_part
from ..io import DataBatch, DataIter
from ..ndarray import NDArray
from ._augmenters import CreateAugmenter, numpy_will_do
from ._functions import array, imdecode

if TYPE_CHECKING:
    from .._typing import DTypeLike, Int

__all__ = ["ImageIter"]

_LABEL_TYPES = ("int32", "float32", "int64", "float64")


def read_list(path: Any, dtype: DTypeLike) -> Any:
    """Labels and file names out of a list file: {key: (label, name)}, and the keys in the file's order.

    A line is a number, one or more labels and a name, with tabs between. ValueError and TypeError name the line that is none.
    """
    entries, keys = {}, []
    with open_file(path, mode="r", encoding="utf-8", errors="surrogateescape") as lines:
        for number, line in enumerate(lines, 1):
            key, *labels, name = f"{line.strip()}\t".split("\t") if "\t" not in line.strip() else line.strip().split("\t")
            expected = "expected a number, labels and a file name, with tabs between, and this is " + repr(line.rstrip("\n"))
            try:
                keys.append(int(key))
                if "\0" in name:
                    raise ValueError("a file name has no null characters")
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: {expected}: {error}") from error
            try:
                entries[keys[-1]] = (np.array(labels, dtype), name)
            except ValueError as error:
                raise TypeError(f"{path}, line {number}: {expected}: {error}") from error
    return entries, keys


def read_items(items: Any, dtype: DTypeLike) -> Any:
    """The same out of a list of [label, name], [labels, name] or [label, label, ..., name]; the keys are "1", "2", ..."""
    entries = {}
    for number, item in enumerate(items, 1):
        label = item[:-1] if len(item) > 2 else [item[0]] if isinstance(item[0], numeric_types) else item[0]
        label = label.asnumpy() if isinstance(label, NDArray) else label
        try:
            entries[str(number)] = (np.array(label, dtype), item[-1])
        except (ValueError, TypeError) as error:
            raise TypeError(f"imglist, item {number}: expected labels and a file name, and this is {item!r}: {error}") from error
    return entries, list(entries)


class ImageIter(DataIter):
    """Batches of images, augmented, out of a record file or of image files.

    Parameters
    ----------
    batch_size : int
        Images in a batch.
    data_shape : tuple of int
        (3, height, width) of an image in a batch.
    label_width : int
        Labels of an image.
    path_imgrec : str, optional
        A record file, as `im2rec` makes it.
    path_imglist : str, optional
        A list file: in each line a number, one or more labels and a path below `path_root`, with tabs between.
    path_root : str, optional
        The folder of the image files.
    path_imgidx : str, optional
        The record file's index, needed to shuffle and to take parts.
    shuffle : bool
        A new order at each reset, by Python's `random`.
    part_index, num_parts : int
        Take the part of that number only; all by default, or the rank's part with ``JMX_SHARD_DATA=1``.
    aug_list : list, optional
        Augmenters in place of those that `CreateAugmenter` makes of `kwargs`.
    imglist : list, optional
        In place of a list file: [label, path] or [labels, path] for each image.
    data_name, label_name : str
        Names of the inputs, for `provide_data` and `provide_label`.
    dtype : str
        Element type of the labels of lists: "float32", "float64", "int32" or "int64".
    last_batch_handle : str
        What happens to a last batch that is not full: "pad" fills it from the beginning, "discard" leaves it out, "roll_over"
        keeps its images for the next pass.

    A batch's data is float32 (batch_size, 3, height, width), its label float32 (batch_size,) or (batch_size, label_width).
    Augmenters of this package work on NumPy arrays meanwhile; others get NDArrays.

    Raises
    ------
    AssertionError
        There is no source, `dtype` is none of those, or parts or an order are asked for without index.
    ValueError
        `data_shape` is no (3, height, width), or a line of the list is damaged.
    TypeError
        A label is no number.
    OSError, MXNetError
        A list, an image file or a record file cannot be read, or an image is broken; the message names the file, or the record.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     record = mx.recordio.MXIndexedRecordIO(f"{folder}/four.idx", f"{folder}/four.rec", "w")
    ...     for number in range(4):
    ...         header, picture = (0, 10.0 * number, number, 0), np.full((8, 10, 3), number, np.uint8)
    ...         record.write_idx(number, mx.recordio.pack_img(header, picture, quality=9, img_fmt=".png"))
    ...     record.close()
    ...     batches = mx.image.ImageIter(2, (3, 6, 6), path_imgrec=f"{folder}/four.rec", rand_mirror=True)
    ...     for batch in batches:
    ...         print(batch.data[0].shape, batch.data[0][:, 0, 0, 0].asnumpy(), batch.label[0].asnumpy())
    (2, 3, 6, 6) [0. 1.] [ 0. 10.]
    (2, 3, 6, 6) [2. 3.] [20. 30.]
    """

    _numpy_will_do = staticmethod(numpy_will_do)

    _reads_keywords = True

    @takes_part
    def __init__(
        self,
        batch_size: Int,
        data_shape: Sequence[Int],
        label_width: Int = 1,
        path_imgrec: str | None = None,
        path_imglist: str | None = None,
        path_root: str | None = None,
        path_imgidx: str | None = None,
        shuffle: bool = False,
        part_index: Int = 0,
        num_parts: Int = 1,
        aug_list: Sequence[Any] | None = None,
        imglist: Sequence[Any] | None = None,
        data_name: str = "data",
        label_name: str = "softmax_label",
        dtype: str = "float32",
        last_batch_handle: str = "pad",
        **kwargs,
    ) -> None:
        super().__init__()
        if not (path_imgrec or path_imglist or isinstance(imglist, list)):
            raise AssertionError("images come from path_imgrec, path_imglist or imglist (a list), and none was given")
        if dtype not in _LABEL_TYPES:
            raise AssertionError(f"{dtype} label not supported: dtype is one of {', '.join(_LABEL_TYPES)}")
        if batch_size < 1:
            raise MXNetError(f"a batch holds one image or more, and batch_size is {batch_size}")
        self.check_data_shape(data_shape)
        self.imgrec = self.imgidx = self.imglist = listed = None
        if path_imgrec and path_imgidx:
            self.imgrec = recordio.MXIndexedRecordIO(path_imgidx, path_imgrec, "r")
            self.imgidx = list(self.imgrec.keys)
        elif path_imgrec:
            self.imgrec = recordio.MXRecordIO(path_imgrec, "r")
        if path_imglist:
            self.imglist, listed = read_list(path_imglist, dtype)
        elif isinstance(imglist, list):
            self.imglist, listed = read_items(imglist, dtype)
        self.path_root = path_root
        self.provide_data = [(data_name, (batch_size, *data_shape))]
        self.provide_label = [(label_name, (batch_size, label_width) if label_width > 1 else (batch_size,))]
        self.batch_size = batch_size
        self.data_shape = tuple(data_shape)
        self.label_width = label_width
        self.shuffle = shuffle
        self.seq = self._order(listed, shuffle, part_index, num_parts)
        self.auglist = CreateAugmenter(data_shape, **kwargs) if aug_list is None else aug_list
        self.cur = 0
        self._allow_read = True
        self.last_batch_handle = last_batch_handle
        self.num_image = None if self.seq is None else len(self.seq)
        self._cached = None  # (data, labels, how many rows are filled) of a batch that is rolled over
        self.reset()

    def _order(self, listed: Any, shuffle: Any, part_index: Any, num_parts: Any) -> Any:
        """Keys of the images of this part, or None to read a record file from front to back."""
        if self.imgrec is None:
            keys = listed
        elif self.imgidx is not None:
            keys = self.imgidx
        elif shuffle or num_parts > 1:
            what = "path_imgidx is needed to shuffle a record file, or to take a part of it"
            raise AssertionError(f"{what} (num_parts, JMX_SHARD_DATA)")
        else:
            return None
        if num_parts > 1:
            if not part_index < num_parts:
                raise AssertionError(f"part_index must be less than num_parts, but {part_index} >= {num_parts}")
            size = len(keys) // num_parts
            keys = keys[part_index * size : (part_index + 1) * size]
        return keys

    def _rewind(self):
        if self.imgrec is not None:
            self.imgrec.reset()
        self.cur = 0
        self._allow_read = True

    def _reorder(self):
        if self.seq is not None and self.shuffle:
            random.shuffle(self.seq)

    def reset(self) -> None:
        """Back to the first image; images rolled over stay for the next batch."""
        self._reorder()
        if self.last_batch_handle != "roll_over" or self._cached is None:
            self._rewind()

    def hard_reset(self) -> None:
        """Back to the first image; images rolled over are forgotten."""
        self._reorder()
        self._rewind()
        self._cached = None

    def next_sample(self) -> Any:
        """The next image: its label, an NDArray, NumPy array or number, and the bytes of its file.

        Raises StopIteration after the last one.
        """
        label, encoded = self._next_sample()
        return (label if self.imglist is None or self.seq is None else array(label)), encoded

    def _next_sample(self, with_image: bool = True) -> Any:
        """As `next_sample`, the label of a list as NumPy array; without image its place is taken by None if that saves time."""
        if not self._allow_read:
            raise StopIteration
        if self.seq is None:
            record = self.imgrec.read()
            if record is None:
                if self.last_batch_handle != "discard":
                    self.imgrec.reset()
                    self.cur = 0
                raise StopIteration
            self.cur += 1
            header, encoded = recordio.unpack(record)
            return header.label, encoded
        if self.cur >= self.num_image:
            if self.last_batch_handle != "discard":
                self.cur = 0
            raise StopIteration
        key = self.seq[self.cur]
        self.cur += 1
        if self.imgrec is None:
            label, name = self.imglist[key]
            return label, self.read_image(name) if with_image else None
        header, encoded = recordio.unpack(self.imgrec.read_idx(key))
        return (header.label if self.imglist is None else self.imglist[key][0]), encoded

    def _where(self) -> str:
        """Which image was read last."""
        if self.seq is None:
            return f"record {self.cur - 1} of {self.imgrec.uri}"
        key = self.seq[(self.cur % self.num_image) - 1]
        if self.imgrec is not None:
            return f"index: {key} of {self.imgrec.uri}"
        return f"filename: {os.path.join(self.path_root or '', self.imglist[key][1])}"

    def _is_own(self, *names: Any) -> bool:
        """Whether the methods are those of this package, replaced neither by a class nor in the object."""
        return all(getattr(getattr(self, name), "__func__", None) is getattr(self._base, name) for name in names)

    def _batchify(self, batch_data, batch_label, start=0):
        """Fill rows of two NumPy arrays from `start`; how many are filled then. StopIteration if that is none."""
        i = start
        # NumPy arrays all the way, where all that happens to an image is this package's own
        plain = self._is_own("imdecode", "check_valid_image", "augmentation_transform", "postprocess_data")
        plain = plain and self._numpy_will_do(self.auglist)
        sample = self._next_sample if self._is_own("next_sample") else self.next_sample
        try:
            while i < self.batch_size:
                label, encoded = sample()
                image = self._pixels(encoded) if plain else self.imdecode(encoded)
                augmented = self._augmented(image, label, plain)
                if augmented is not None:
                    self._put(batch_data, batch_label, i, *augmented)
                    i += 1
        except StopIteration:
            if not i:
                raise
        return i

    def _augmented(self, image, label, plain):
        """(image as NumPy array, label), ready for a batch, or None if it is to be skipped."""
        try:
            self.check_valid_image(image)
        except RuntimeError as error:
            logging.debug("Invalid image, skipping: %s", error)
            return None
        if not plain:
            return self.postprocess_data(self.augmentation_transform(image)).asnumpy(), label
        for augmenter in self.auglist:
            image = augmenter(image)
        return image.transpose(2, 0, 1), label

    def _put(self, batch_data, batch_label, i, image, label):
        label = np.ravel(label.asnumpy() if isinstance(label, NDArray) else label)
        wanted = batch_label[i].size
        if label.size not in (1, wanted):
            raise ValueError(f"{self._where()}: it has {label.size} labels, and label_width is {wanted}")
        self._put_image(batch_data, i, image)
        batch_label[i] = label if batch_label.ndim > 1 else label[0]

    def _put_image(self, batch_data: Any, i: Any, image: Any) -> None:
        if image.shape != batch_data.shape[1:]:
            raise ValueError(f"{self._where()}: the augmenters made a {image.shape} of it, and data_shape is "
                             f"{batch_data.shape[1:]}: add ForceResizeAug or CenterCropAug")  # fmt: skip
        batch_data[i] = image

    def next(self) -> DataBatch:
        """The next batch, a `DataBatch`; `pad` says how many of its images fill it up. Raises StopIteration after the last."""
        if self._cached is not None:
            data, label, filled = self._cached
        else:
            data = np.zeros((self.batch_size, *self.data_shape), np.float32)
            label = self._empty_label(self.provide_label[0][1])
            filled = self._batchify(data, label)
        pad = self.batch_size - filled
        if pad:
            if self.last_batch_handle == "discard":
                raise StopIteration
            if self.last_batch_handle == "roll_over" and self._cached is None:
                self._cached = data, label, filled
                raise StopIteration
            self._batchify(data, label, filled)
            if self.last_batch_handle == "pad":
                self._allow_read = False
            else:
                self._cached = None
        return DataBatch([array(data)], [array(label)], pad=pad)

    @staticmethod
    def _empty_label(shape):
        return np.zeros(shape, np.float32)

    def check_data_shape(self, data_shape: Any) -> None:
        """ValueError for a shape of images that is no (3, height, width)."""
        if len(data_shape) != 3:
            raise ValueError(f"data_shape should have length 3, with dimensions CxHxW, and it is {data_shape}")
        if data_shape[0] != 3:
            raise ValueError(f"This iterator expects inputs to have 3 channels, and data_shape is {data_shape}")

    def check_valid_image(self, data: Any) -> None:
        """RuntimeError for an image that is none; such images are skipped. `ImageDetIter` gives a list with it."""
        if len(data[0].shape) == 0:
            raise RuntimeError("Data shape is wrong")

    def imdecode(self, s: Any) -> Any:
        """The image, an NDArray, of the bytes of its file. MXNetError names the file, or the record, of a broken one."""
        try:
            return imdecode(s)
        except Exception as error:
            raise MXNetError(f"Broken image {self._where()}, {error}") from error

    def _pixels(self, encoded):
        """As `imdecode`, as NumPy array."""
        try:
            pixels = _codec.pixels(encoded) if len(encoded) else None
        except MXNetError as error:
            raise MXNetError(f"Broken image {self._where()}, {error}") from error
        if pixels is None:
            raise MXNetError(f"Broken image {self._where()}, its {len(encoded)} bytes are no image, or a damaged one")
        return pixels

    def read_image(self, fname: str) -> Any:
        """The bytes of an image file below `path_root`. Raises OSError where it cannot be read."""
        if self.path_root is None:
            raise TypeError(f"path_root, the folder of {fname}, was not given to {type(self).__name__}")
        return _codec.read_file_of_image(os.path.join(self.path_root, fname))

    def augmentation_transform(self, data: Any) -> Any:
        """The image after all augmenters."""
        for augmenter in self.auglist:
            data = augmenter(data)
        return data

    def postprocess_data(self, datum: Any) -> Any:
        """(height, width, channels) to (channels, height, width), the last step."""
        return datum.transpose((2, 0, 1))


ImageIter._base = ImageIter
