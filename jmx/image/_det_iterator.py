"""`ImageDetIter`: batches of images and of the objects in them."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _codec
from ..cluster.parts import takes_part
from ..ndarray import NDArray
from ._augmenters import MEAN, STD, check_colours
from ._det_augmenters import CreateDetAugmenter, det_numpy_will_do
from ._iterator import ImageIter

if TYPE_CHECKING:
    from .._typing import Int, Shape

__all__ = ["ImageDetIter"]


class ImageDetIter(ImageIter):
    """Batches of images, augmented, with the boxes of the objects in them.

    The label of an image is a header width n (2 or more), an object width k (5 or more), n - 2 further numbers, then k numbers
    for each object: class, xmin, ymin, xmax, ymax as shares of the image, and whatever else.

    Parameters
    ----------
    batch_size : int
        Images in a batch.
    data_shape : tuple of int
        (3, height, width) of an image in a batch.
    path_imgrec, path_imglist, path_root, path_imgidx, shuffle, part_index, num_parts, imglist, last_batch_handle
        As for `ImageIter`.
    aug_list : list, optional
        Augmenters in place of those that `CreateDetAugmenter` makes of `kwargs`.
    data_name, label_name : str
        Names of the inputs, for `provide_data` and `provide_label`.

    A batch's data is float32 (batch_size, 3, height, width), its label float32 (batch_size, objects, k), with -1 where an image
    has fewer objects. Images without a box of some size are skipped.

    Raises
    ------
    RuntimeError
        A label cannot be what is described above; the message names the image.
    AssertionError, ValueError, OSError, MXNetError
        As for `ImageIter`.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     record = mx.recordio.MXIndexedRecordIO(f"{folder}/two.idx", f"{folder}/two.rec", "w")
    ...     for number in range(2):
    ...         header, picture = (0, [2, 5, number, 0.25, 0.25, 0.5, 0.75], number, 0), np.zeros((8, 8, 3), np.uint8)
    ...         record.write_idx(number, mx.recordio.pack_img(header, picture, quality=9, img_fmt=".png"))
    ...     record.close()
    ...     batches = mx.image.ImageDetIter(2, (3, 6, 6), path_imgrec=f"{folder}/two.rec", path_imgidx=f"{folder}/two.idx")
    ...     batch = next(batches)
    >>> batch.data[0].shape, batch.label[0].shape
    ((2, 3, 6, 6), (2, 1, 5))
    >>> batch.label[0].asnumpy()[:, 0]
    array([[0.  , 0.25, 0.25, 0.5 , 0.75],
           [1.  , 0.25, 0.25, 0.5 , 0.75]], dtype=float32)
    """

    _numpy_will_do = staticmethod(det_numpy_will_do)

    _reads_keywords = True

    @takes_part
    def __init__(
        self,
        batch_size: Int,
        data_shape: Sequence[Int],
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
        label_name: str = "label",
        last_batch_handle: str = "pad",
        **kwargs,
    ) -> None:
        super().__init__(batch_size=batch_size, data_shape=data_shape, path_imgrec=path_imgrec, path_imglist=path_imglist,
                         path_root=path_root, path_imgidx=path_imgidx, shuffle=shuffle, part_index=part_index,
                         num_parts=num_parts, aug_list=[], imglist=imglist, data_name=data_name, label_name=label_name,
                         last_batch_handle=last_batch_handle)  # fmt: skip
        self.auglist = CreateDetAugmenter(data_shape, **kwargs) if aug_list is None else aug_list
        self.label_shape = self._estimate_label_shape()
        self.provide_label = [(label_name, (self.batch_size, *self.label_shape))]

    def _estimate_label_shape(self):
        """(the most objects of an image, numbers of an object); reads all labels."""
        self.reset()
        most = width = 0
        own = self._is_own("next_sample", "read_image")
        with contextlib.suppress(StopIteration):
            while True:
                label, _ = self._next_sample(with_image=False) if own else self.next_sample()
                objects = self._parse_label(label)
                most, width = max(most, len(objects)), objects.shape[1]
        if not most:
            raise RuntimeError(f"{type(self).__name__} got no images: the list or record file is empty")
        self.reset()
        return most, width

    def _parse_label(self, label):
        """The objects, (objects, numbers of an object), of a label; those without extent are left out."""
        raw = np.ravel(label.asnumpy() if isinstance(label, NDArray) else label)
        if raw.size < 7:
            raise RuntimeError(f"Label shape is invalid: {raw.shape} of {self._where()}; a label has 7 numbers or more")
        head, width = (int(x) if np.isfinite(x) else 0 for x in raw[:2])
        if head < 2 or width < 5 or (raw.size - head) % width or head >= raw.size:
            raise RuntimeError(f"Label shape {raw.shape} of {self._where()} is inconsistent with a header of {head} numbers "
                               f"and an annotation width of {width}")  # fmt: skip
        objects = raw[head:].reshape(-1, width)
        objects = objects[(objects[:, 3] > objects[:, 1]) & (objects[:, 4] > objects[:, 2])]
        if not len(objects):
            raise RuntimeError(f"Encounter sample with no valid label: {self._where()}")
        return objects

    def _check_valid_label(self, label):
        if label.ndim != 2 or label.shape[1] < 5:
            raise RuntimeError(f"Label with shape (1+, 5+) required, {label.shape} received.")
        if not ((label[:, 0] >= 0) & (label[:, 3] > label[:, 1]) & (label[:, 4] > label[:, 2])).any():
            raise RuntimeError("Invalid label occurs.")

    def reshape(self, data_shape: Any = None, label_shape: Any = None) -> None:
        """Change the shape of images, or of labels, from the next batch on; None leaves one as it is.

        Raises ValueError for a shape that does not do.
        """
        if data_shape is not None:
            self.check_data_shape(data_shape)
            self.provide_data = [(self.provide_data[0][0], (self.batch_size, *data_shape))]
            self.data_shape = tuple(data_shape)
        if label_shape is not None:
            self.check_label_shape(label_shape)
            self.provide_label = [(self.provide_label[0][0], (self.batch_size, *label_shape))]
            self.label_shape = tuple(label_shape)

    def _augmented(self, image: Any, label: Any, plain: Any) -> Any:
        try:
            self.check_valid_image([image])
            label = self._parse_label(label)
            if plain:
                for augmenter in self.auglist:
                    image, label = augmenter(image, label)
                image = image.transpose(2, 0, 1)
            else:
                image, label = self.augmentation_transform(image, label)
                image = self.postprocess_data(image).asnumpy()
            label = label.asnumpy() if isinstance(label, NDArray) else label
            self._check_valid_label(label)
        except RuntimeError as error:
            logging.debug("Invalid image, skipping: %s", error)
            return None
        return image, label

    def _put(self, batch_data: Any, batch_label: Any, i: Any, image: Any, label: Any) -> None:
        if label.shape[1] != batch_label.shape[2] or len(label) > batch_label.shape[1]:
            raise ValueError(f"{self._where()}: its objects are an array {label.shape}, and labels of a batch have room for "
                             f"{batch_label.shape[1:]}")  # fmt: skip
        self._put_image(batch_data, i, image)
        batch_label[i, : len(label)] = label
        batch_label[i, len(label) :] = -1

    @staticmethod
    def _empty_label(shape: Shape) -> Any:
        return np.full(shape, -1, np.float32)

    def augmentation_transform(self, data: Any, label: Any) -> Any:
        """Image and label after all augmenters."""
        for augmenter in self.auglist:
            data, label = augmenter(data, label)
        return data, label

    def check_label_shape(self, label_shape: Any) -> None:
        """ValueError for a shape of labels that has no two numbers, has less room, or another width of objects."""
        if len(label_shape) != 2:
            raise ValueError(f"label_shape should have length 2, and it is {label_shape}")
        if label_shape[0] < self.label_shape[0]:
            raise ValueError(f"Attempts to reduce label count from {self.label_shape[0]} to {label_shape[0]}, not allowed.")
        width = self.provide_label[0][1][2]
        if label_shape[1] != width:
            raise ValueError(f"label_shape object width inconsistent: {width} vs {label_shape[1]}.")

    def draw_next(
        self,
        color: Any = None,
        thickness: Int = 2,
        mean: Any = None,
        std: Any = None,
        clip: bool = True,
        waitKey: Int | None = None,
        window_name: str = "draw_next",
        id2labels: Mapping[Any, Any] | None = None,
    ) -> Iterator[Any]:
        """The next images, one after the other, with their boxes drawn; needs OpenCV, and warns where it is missing.

        Parameters
        ----------
        color : tuple of three numbers, optional
            Colour of the boxes, red first; random without it.
        thickness : int
            Of the lines, in pixels.
        mean, std : numpy.ndarray or True
            What `ColorNormalizeAug` was given, to be undone.
        clip : bool
            Keep values within 0 to 255.
        waitKey : int, optional
            Show a window for so many milliseconds, 0 until a key is pressed; needs OpenCV with windows.
        window_name : str
        id2labels : dict, optional
            Names of the classes, written beside the boxes.

        Yields numpy.ndarray of uint8, (height, width, 3), blue first.
        """
        cv2 = _codec.opencv()
        mean = MEAN if mean is True else mean if mean is None else check_colours("mean", mean)
        std = STD if std is True else std if std is None else check_colours("std", std)
        while True:
            try:
                label, encoded = self.next_sample()
            except StopIteration:
                return
            image = self.imdecode(encoded)
            try:
                self.check_valid_image([image])
                label = self._parse_label(label)
            except RuntimeError as error:
                logging.debug("Invalid image, skipping: %s", error)
                continue
            image, label = self.augmentation_transform(image, label)
            image = image.asnumpy()
            image = image if std is None else image * std
            image = image if mean is None else image + mean
            image = np.clip(image, 0, 255) if clip else image
            image = np.ascontiguousarray(image[:, :, ::-1].astype(np.uint8))
            self._draw(cv2, image, label, color, thickness, id2labels or {})
            if waitKey is not None:
                cv2.imshow(window_name, image)
                cv2.waitKey(waitKey)
            yield image

    @staticmethod
    def _draw(cv2, image, label, color, thickness, names):
        height, width = image.shape[:2]
        for row in label:
            x1, y1, x2, y2 = (int(v * size) for v, size in zip(row[1:5], (width, height, width, height)))
            if x1 < 0:
                continue
            cv2.rectangle(image, (x1, y1), (x2, y2), tuple(color[::-1]) if color else tuple(np.random.rand(3) * 255), thickness)
            if int(row[0]) in names:
                text, font = str(names[int(row[0])]), cv2.FONT_HERSHEY_SIMPLEX
                below = y1 + cv2.getTextSize(text, font, 0.5, 2)[0][1] + 5
                cv2.putText(image, text, (x1 + 5, below), font, 0.5, (255, 255, 255), 2)

    def sync_label_shape(self, it: ImageDetIter, verbose: bool = False) -> Any:
        """Give this iterator and another one the same room for objects, the larger of the two; the other one is returned.

        Parameters
        ----------
        it : ImageDetIter
        verbose : bool
            Log a change.

        Raises AssertionError for something else than an ImageDetIter, or one with objects of another width.
        """
        if not isinstance(it, ImageDetIter):
            raise AssertionError(f"Synchronize with invalid iterator: {type(it).__name__} is no ImageDetIter")
        mine, other = self.label_shape, it.label_shape
        if mine[1] != other[1]:
            raise AssertionError(f"object width mismatch: {mine[1]} and {other[1]}")
        most = max(mine[0], other[0])
        for iterator, room in ((self, mine[0]), (it, other[0])):
            if most > room:
                iterator.reshape(None, (most, mine[1]))
        if verbose and mine[0] != other[0]:
            logging.info("Resized label_shape to (%d, %d).", most, mine[1])
        return it


ImageDetIter._base = ImageDetIter
