"""Loaders of images out of record files, lists of files, or lists in memory, with the usual augmentations."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ....._described import described_by
from ....._errors.homes import home
from .....cluster.parts import takes_part
from .....image._functions import array
from .....ndarray import NDArray
from ....block import Block
from ....data import DataLoader
from ....data.vision import ImageListDataset, ImageRecordDataset
from ....data.vision import transforms as single
from ....nn import Sequential
from .transforms import bbox

if TYPE_CHECKING:
    from ....._typing import DTypeLike, Float, Int

__all__ = ["ImageBboxDataLoader", "ImageDataLoader", "create_bbox_augment", "create_image_augment"]

_MEAN, _STD = (123.68, 116.28, 103.53), (58.395, 57.12, 57.375)


def _colour_steps(mean, std, brightness, contrast, saturation, hue, pca_noise, rand_gray):
    """From an image (H, W, 3) to a tensor: jitter, then (x - mean) / std if asked for, else a share of 255."""
    steps: list[Block] = [single.Cast()]
    if brightness or contrast or saturation or hue:
        steps.append(single.RandomColorJitter(brightness, contrast, saturation, hue))
    if pca_noise > 0:
        steps.append(single.RandomLighting(pca_noise))
    if rand_gray > 0:
        steps.append(single.RandomGray(rand_gray))
    steps.append(single.ToTensor())
    for name, value in (("mean", mean), ("std", std)):
        if value is not None and value is not True and not isinstance(value, (tuple, list)):
            raise AssertionError(f"{name} must be True or a tuple of three numbers, and it is {value!r}")
    if mean is not None or std is not None:
        mean = _MEAN if mean is True else (0.0,) if mean is None else mean
        std = _STD if std is True else (1.0,) if std is None else std
        # ToTensor has divided by 255
        steps.append(single.Normalize(tuple(x / 255 for x in mean), tuple(x / 255 for x in std)))
    return steps


def create_image_augment(
    data_shape: Sequence[Int],
    resize: Int = 0,
    rand_crop: bool = False,
    rand_resize: bool = False,
    rand_mirror: bool = False,
    mean: Any = None,
    std: Any = None,
    brightness: Float = 0,
    contrast: Float = 0,
    saturation: Float = 0,
    hue: Float = 0,
    pca_noise: Float = 0,
    rand_gray: Float = 0,
    inter_method: Int = 2,
    dtype: str = "float32",
) -> Block:
    """A block that makes of an image (H, W, 3) a tensor (3, height, width), with the usual augmentations.

    Parameters
    ----------
    data_shape : tuple of int
        (3, height, width) of the result.
    resize : int
        Length of the shorter edge before anything else, 0 to leave it.
    rand_crop : bool
        Cut at a random place, not from the middle.
    rand_resize : bool
        Cut parts of random size and shape, and resize them; needs `rand_crop`.
    rand_mirror : bool
        Exchange left and right with probability one half.
    mean, std : tuple of three numbers, or True
        Subtracted and divided by, in levels of 255; True stands for those of ImageNet. Without both, levels become [0, 1].
    brightness, contrast, saturation, hue : float
        How far each is jittered, as a share.
    pca_noise : float
        Deviation of noise along the principal axes of the colours of ImageNet.
    rand_gray : float
        Probability of grey.
    inter_method : int
        0 nearest pixel, 1 linear, 2 cubic, 3 area, 4 Lanczos, 10 to draw one of them now.
    dtype : str
        Element type of the result.

    Returns
    -------
    Block

    Raises
    ------
    AssertionError
        `rand_resize` without `rand_crop`, or a `mean` or `std` that is no tuple.
    """
    inter_method = np.random.randint(0, 5) if inter_method == 10 else inter_method
    size = (data_shape[2], data_shape[1])
    steps: list[Block] = [single.Resize(resize, True, inter_method)] if resize > 0 else []
    if rand_resize:
        if not rand_crop:
            raise AssertionError("rand_resize=True needs rand_crop=True")
        steps.append(single.RandomResizedCrop(size, interpolation=inter_method))
    else:
        steps.append((single.RandomCrop if rand_crop else single.CenterCrop)(size, interpolation=inter_method))
    if rand_mirror:
        steps.append(single.RandomFlipLeftRight())
    steps += _colour_steps(mean, std, brightness, contrast, saturation, hue, pca_noise, rand_gray)
    augmenter = Sequential()
    augmenter.add(*steps, single.Cast(dtype))
    return augmenter


class _WithBoxes(Sequential):
    """Blocks for images and boxes, and blocks for images alone, which leave the boxes as they are."""

    def forward(self, img: Any, boxes: Any) -> Any:
        for block in self._children.values():
            if home(type(block)).startswith(f"{single.__name__}."):
                img = block(img)
            else:
                img, boxes = block(img, boxes)
        return img, boxes


@described_by(create_image_augment)
def create_bbox_augment(
    data_shape: Sequence[Int],
    rand_crop: Float = 0,
    rand_pad: Float = 0,
    rand_gray: Float = 0,
    rand_mirror: bool = False,
    mean: Any = None,
    std: Any = None,
    brightness: Float = 0,
    contrast: Float = 0,
    saturation: Float = 0,
    pca_noise: Float = 0,
    hue: Float = 0,
    inter_method: Float = 2,
    max_aspect_ratio: Float = 2,
    area_range: tuple[Float, Float] = (0.3, 3.0),
    max_attempts: Int = 50,
    pad_val: Sequence[Float] = (127, 127, 127),
    dtype: str = "float32",
) -> Block:
    """A block that makes of an image (H, W, 3) and its boxes a tensor (3, height, width) and boxes, with augmentations.

    Parameters
    ----------
    rand_crop, rand_pad, rand_gray : float
        Probability of a random crop, of a margin, of grey.
    mean, std, brightness, contrast, saturation, pca_noise, hue, inter_method, dtype
        As for `create_image_augment`.
    max_aspect_ratio : float
        The largest width of a crop divided by its height, or the other way round.
    area_range : (float, float)
        The least size of a crop and the largest of an image with margin, divided by the image's.
    max_attempts : int
        How many crops are drawn for each overlap with the boxes.
    pad_val : tuple of float
        What fills the margin.

    Raises
    ------
    AssertionError
        A `mean` or `std` that is no tuple.
    """
    inter_method = random.randint(0, 4) if inter_method == 10 else inter_method
    steps: list[Block] = []
    if rand_crop > 0:
        steps.append(bbox.ImageBboxRandomCropWithConstraints(rand_crop, area_range[0], 1.0, max_aspect_ratio, None, max_attempts))
    if rand_mirror > 0:
        steps.append(bbox.ImageBboxRandomFlipLeftRight(0.5))
    if rand_pad > 0:
        steps.append(bbox.ImageBboxRandomExpand(rand_pad, area_range[1], pad_val))
    steps.append(bbox.ImageBboxResize(data_shape[2], data_shape[1], inter_method))
    steps += _colour_steps(mean, std, brightness, contrast, saturation, hue, pca_noise, rand_gray)
    augmenter = _WithBoxes()
    augmenter.add(*steps, single.Cast(dtype))
    return augmenter


def _data_set(path_imgrec, path_imglist, path_root, imglist, num_parts, part_index):
    if path_imgrec:
        dataset = ImageRecordDataset(path_imgrec)
    elif path_imglist:
        dataset = ImageListDataset(path_root, path_imglist)
    elif isinstance(imglist, list):
        dataset = ImageListDataset(path_root, imglist)
    else:
        raise AssertionError("images come from path_imgrec, path_imglist or imglist (a list), and none was given")
    return dataset.shard(num_parts, part_index) if num_parts > 1 else dataset


def _augmenter(aug_list, sequence_class, create, data_shape, kwargs):
    if aug_list is None:
        return create(data_shape, **kwargs)
    if isinstance(aug_list, Block):
        return aug_list
    if not isinstance(aug_list, list):
        raise ValueError(f"aug_list must be a list of Blocks or Block, not {type(aug_list).__name__}")
    augmenter = sequence_class()
    augmenter.add(*aug_list)
    return augmenter


def _check_dtype(dtype) -> None:
    if dtype not in ("int32", "float32", "int64", "float64"):
        raise AssertionError(f"{dtype} label not supported: dtype is one of int32, float32, int64, float64")


class _Labelled:
    """A transform of (image, label) that augments the image and gives the label an element type."""

    def __init__(self, augmenter: Any, dtype: DTypeLike) -> None:
        self.augmenter, self.dtype = augmenter, dtype

    def __call__(self, img: Any, label: Any) -> Any:
        label = label.astype(self.dtype) if isinstance(label, NDArray) else np.asarray(label, self.dtype)
        return self.augmenter(img), label


class _Loader:
    """Hands out the batches of a `DataLoader`."""

    _iter: DataLoader

    def __iter__(self) -> Any:
        return iter(self._iter)

    def __len__(self) -> int:
        return len(self._iter)


class ImageDataLoader(_Loader):
    """Batches of images, augmented, out of a record file or of image files, by a `DataLoader`.

    Parameters
    ----------
    batch_size : int
    data_shape : tuple of int
        (3, height, width) of an image in a batch.
    path_imgrec : str, optional
        A record file, its index beside it.
    path_imglist : str, optional
        A list file, below `path_root`: in each line a number, labels and a path below `path_root`, with tabs between.
    path_root : str
        The folder of the image files.
    part_index, num_parts : int
        Take the part of that number only; all by default, or the rank's part with ``JMX_SHARD_DATA=1``.
    aug_list : Block or list of Block, optional
        In place of what `create_image_augment` makes of `kwargs`.
    imglist : list, optional
        In place of a list file: [label, path] or [labels, path] for each image.
    dtype : str
        Element type of the labels.
    shuffle, sampler, last_batch, batch_sampler, batchify_fn, num_workers, ..., timeout
        As for `DataLoader`.
    try_nopython : bool, optional
        Accepted without effect: it chooses between two implementations of MXNet 2.0.
    """

    @takes_part
    def __init__(
        self,
        batch_size: Int,
        data_shape: Sequence[Int],
        path_imgrec: str | None = None,
        path_imglist: str | None = None,
        path_root: str = ".",
        part_index: Int = 0,
        num_parts: Int = 1,
        aug_list: Block | Sequence[Block] | None = None,
        imglist: Sequence[Any] | None = None,
        dtype: str = "float32",
        shuffle: bool = False,
        sampler: Any = None,
        last_batch: Any = None,
        batch_sampler: Any = None,
        batchify_fn: Any = None,
        num_workers: Any = 0,
        pin_memory: Any = False,
        pin_device_id: Any = 0,
        prefetch: Any = None,
        thread_pool: bool = False,
        timeout: Float = 120,
        try_nopython: bool | None = None,
        **kwargs: Any,
    ) -> None:
        _check_dtype(dtype)
        images = _data_set(path_imgrec, path_imglist, path_root, imglist, num_parts, part_index)
        augmenter = _augmenter(aug_list, Sequential, create_image_augment, data_shape, kwargs)
        self._iter = DataLoader(
            images.transform(_Labelled(augmenter, dtype)),
            batch_size=batch_size,
            shuffle=shuffle,
            sampler=sampler,
            last_batch=last_batch,
            batch_sampler=batch_sampler,
            batchify_fn=batchify_fn,
            num_workers=num_workers,
            pin_memory=pin_memory,
            pin_device_id=pin_device_id,
            prefetch=prefetch,
            thread_pool=thread_pool,
            timeout=timeout,
        )


class BboxLabelTransform(Block):
    """From an image and its label to the image and boxes: (N, 5 or more) of xmin, ymin, xmax, ymax, class, whatever else.

    The label is a header width, an object width of 5 or more, the rest of the header, then for each object its class, xmin,
    ymin, xmax, ymax, whatever else. With `coord_normalized` places are shares of the image and become pixels.

    Raises ValueError for a label that is not like that.
    """

    def __init__(self, coord_normalized: bool = True) -> None:
        super().__init__()
        self._coord_normalized = coord_normalized

    def forward(self, img: Any, label: Any) -> Any:
        label = np.ravel(label.asnumpy() if isinstance(label, NDArray) else label).astype(np.float32)
        head, width = (int(x) if np.isfinite(x) else 0 for x in label[:2]) if label.size > 1 else (0, 0)
        if width < 5:
            raise ValueError(f"Label info for each object should >= 5, given {width}")
        if head < 2 or label.size < head + 5:
            raise ValueError(f"Expected label length >= {max(head, 2) + 5}, got {label.size} with a header of {head} numbers")
        if (label.size - head) % width:
            raise ValueError(f"Broken label of size {label.size}, cannot reshape into (N, {width}) if header length {head} "
                             "is excluded")  # fmt: skip
        objects = label[head:].reshape(-1, width)
        boxes = np.concatenate([objects[:, 1:5], objects[:, :1], objects[:, 5:]], axis=1)
        if self._coord_normalized:
            boxes[:, (0, 2)] *= img.shape[1]
            boxes[:, (1, 3)] *= img.shape[0]
        return img, array(boxes)


def _stack_and_pad(samples):
    """Images as one array, boxes as another, (images, most boxes of one, ...), with -1 where an image has fewer."""
    boxes = [x.asnumpy() for _, x in samples]
    padded = np.full((len(boxes), max(len(x) for x in boxes), max(x.shape[1] for x in boxes)), -1, np.float32)
    for row, x in zip(padded, boxes):
        row[: len(x), : x.shape[1]] = x
    return array(np.stack([img.asnumpy() for img, _ in samples])), array(padded)


class ImageBboxDataLoader(_Loader):
    """Batches of images and of the boxes in them, augmented, by a `DataLoader`.

    Parameters
    ----------
    batch_size : int
    data_shape : tuple of int
        (3, height, width) of an image in a batch.
    path_imgrec, path_imglist, path_root, part_index, num_parts, imglist
        As for `ImageDataLoader`; a label is what `BboxLabelTransform` describes.
    aug_list : Block or list of Block, optional
        In place of what `create_bbox_augment` makes of `kwargs`.
    coord_normalized : bool
        Places in labels are shares of the image, not pixels.
    dtype : str
        Accepted as in `ImageDataLoader`, without effect: boxes are float32.
    shuffle, sampler, last_batch, batch_sampler, batchify_fn, num_workers, ..., timeout
        As for `DataLoader`; without `batchify_fn` images are stacked, and boxes too, filled up with -1.
    try_nopython : bool, optional
        As for `ImageDataLoader`.

    A batch is (images, boxes): (batch_size, 3, height, width) and (batch_size, boxes, 5 or more) in pixels of the result.
    """

    @takes_part
    def __init__(
        self,
        batch_size: Int,
        data_shape: Sequence[Int],
        path_imgrec: Any = None,
        path_imglist: Any = None,
        path_root: str = ".",
        part_index: Float = 0,
        num_parts: Float = 1,
        aug_list: Block | Sequence[Block] | None = None,
        imglist: Any = None,
        coord_normalized: bool = True,
        dtype: str = "float32",
        shuffle: bool = False,
        sampler: Any = None,
        last_batch: Any = None,
        batch_sampler: Any = None,
        batchify_fn: Any = None,
        num_workers: Any = 0,
        pin_memory: Any = False,
        pin_device_id: Any = 0,
        prefetch: Any = None,
        thread_pool: bool = False,
        timeout: Float = 120,
        try_nopython: bool | None = None,
        **kwargs: Any,
    ) -> None:
        _check_dtype(dtype)
        images = _data_set(path_imgrec, path_imglist, path_root, imglist, num_parts, part_index)
        both = _WithBoxes()
        both.add(BboxLabelTransform(coord_normalized), _augmenter(aug_list, _WithBoxes, create_bbox_augment, data_shape, kwargs))
        self._iter = DataLoader(images.transform(both), batch_size=batch_size, shuffle=shuffle, sampler=sampler,
                                last_batch=last_batch, batch_sampler=batch_sampler, batchify_fn=batchify_fn or _stack_and_pad,
                                num_workers=num_workers, pin_memory=pin_memory, pin_device_id=pin_device_id,
                                prefetch=prefetch, thread_pool=thread_pool, timeout=timeout)  # fmt: skip
