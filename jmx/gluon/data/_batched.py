"""Reading a whole batch at once where that gives the very same arrays as reading it sample by sample.

A data set of images in memory, put through deterministic transforms of this package, needs one gather and one program
for a batch instead of a program for every image.
"""

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import dataset as _dataset
from .dataset import is_array


def rows(data: Any, numbers: Sequence[int]) -> tuple[Any, ...] | None:
    """Samples `numbers` of a data set as a tuple of arrays with the samples along their first axis, or None where that
    is not possible.

    Parameters
    ----------
    data : Dataset
        The data set.
    numbers : list of int
        Which samples.
    """
    cls = type(data)
    if cls is _dataset._LazyTransformDataset:
        return _transformed(data, numbers)
    if cls is _dataset._SampledDataset:
        return rows(data._dataset, [data._indices[i] for i in numbers])
    read = cls.__getitem__ if issubclass(cls, _dataset.Dataset) else None
    if read is _dataset.ArrayDataset.__getitem__:
        return _gathered(data._data, numbers)
    if read is _dataset._DownloadedDataset.__getitem__ and data._transform is None:
        return _gathered((data._data, data._label), numbers)
    return None


def _gathered(members: Sequence[Any], numbers: Sequence[int]) -> tuple[Any, ...] | None:
    if not all(
        type(m) is np.ndarray and m.dtype != object or is_array(m, exactly=True) and m.ctx.device_type != "gpu" for m in members
    ):
        return None
    index = np.asarray(numbers)
    if index.dtype.kind not in "iu" or len(index) == 0 or index.min() < 0 or index.max() >= min(map(len, members)):
        return None
    if len(members[0]) >= 2**31:
        return None
    where: Any = None
    if any(map(is_array, members)):
        from ... import ndarray

        where = ndarray.array(index, dtype="int32")
    return tuple(m.take(where) if is_array(m) else m[index] for m in members)


def _transformed(data: Any, numbers: Sequence[int]) -> tuple[Any, ...] | None:
    fn = data._fn
    if type(fn) is not _dataset._TransformFirstClosure or not _batchable(fn._fn):
        return None
    members = rows(data._data, numbers)
    if members is None or not is_array(members[0]) or members[0].ndim != 4:
        return None
    return (fn._fn(members[0]), *members[1:])


def _batchable(block: Any) -> bool:
    """Whether a transform of a batch of images is the batch of the transformed images."""
    transforms = sys.modules.get("jmx.gluon.data.vision.transforms")
    if transforms is None:  # then it is none of them
        return False
    from ..nn import HybridSequential

    if getattr(block, "_forward_hooks", None) or getattr(block, "_forward_pre_hooks", None):
        return False
    if type(block) in (transforms.Compose, HybridSequential):
        return all(_batchable(child) for child in block._children.values())
    return type(block) in (transforms.ToTensor, transforms.Normalize, transforms.Cast, transforms.Resize, transforms.CropResize)
