# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import base as base
from . import image_det_record as image_det_record
from . import image_record as image_record
from . import native as native
from . import ndarray_iter as ndarray_iter
from . import text as text
from . import wrappers as wrappers
from . import io as io, utils as utils
from jmx.io.io import *

__all__ = ['CSVIter', 'DataBatch', 'DataDesc', 'DataIter', 'ImageDetRecordIter', 'ImageRecordInt8Iter', 'ImageRecordIter', 'ImageRecordIter_v1', 'ImageRecordUInt8Iter', 'ImageRecordUInt8Iter_v1', 'LibSVMIter', 'MNISTIter', 'MXDataIter', 'NDArrayIter', 'PrefetchingIter', 'ResizeIter', 'io', 'utils']
