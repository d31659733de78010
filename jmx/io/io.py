"""The names of `mxnet.io.io`."""

from .base import DataBatch, DataDesc, DataIter
from .image_det_record import ImageDetRecordIter
from .image_record import ImageRecordInt8Iter, ImageRecordIter, ImageRecordIter_v1, ImageRecordUInt8Iter, ImageRecordUInt8Iter_v1
from .native import MNISTIter, MXDataIter
from .ndarray_iter import NDArrayIter
from .text import CSVIter, LibSVMIter
from .utils import _getdata_by_idx, _has_instance, _init_data  # noqa: F401 - programs derive iterators with them
from .wrappers import PrefetchingIter, ResizeIter

__all__ = [
    "CSVIter",
    "DataBatch",
    "DataDesc",
    "DataIter",
    "ImageDetRecordIter",
    "ImageRecordInt8Iter",
    "ImageRecordIter",
    "ImageRecordIter_v1",
    "ImageRecordUInt8Iter",
    "ImageRecordUInt8Iter_v1",
    "LibSVMIter",
    "MNISTIter",
    "MXDataIter",
    "NDArrayIter",
    "PrefetchingIter",
    "ResizeIter",
]
