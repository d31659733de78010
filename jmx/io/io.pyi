# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.io.base import DataBatch as DataBatch, DataDesc as DataDesc, DataIter as DataIter
from jmx.io.image_det_record import ImageDetRecordIter as ImageDetRecordIter
from jmx.io.image_record import ImageRecordInt8Iter as ImageRecordInt8Iter, ImageRecordIter as ImageRecordIter, ImageRecordIter_v1 as ImageRecordIter_v1, ImageRecordUInt8Iter as ImageRecordUInt8Iter, ImageRecordUInt8Iter_v1 as ImageRecordUInt8Iter_v1
from jmx.io.native import MNISTIter as MNISTIter, MXDataIter as MXDataIter
from jmx.io.ndarray_iter import NDArrayIter as NDArrayIter
from jmx.io.text import CSVIter as CSVIter, LibSVMIter as LibSVMIter
from jmx.io.wrappers import PrefetchingIter as PrefetchingIter, ResizeIter as ResizeIter

__all__ = ['CSVIter', 'DataBatch', 'DataDesc', 'DataIter', 'ImageDetRecordIter', 'ImageRecordInt8Iter', 'ImageRecordIter', 'ImageRecordIter_v1', 'ImageRecordUInt8Iter', 'ImageRecordUInt8Iter_v1', 'LibSVMIter', 'MNISTIter', 'MXDataIter', 'NDArrayIter', 'PrefetchingIter', 'ResizeIter']
