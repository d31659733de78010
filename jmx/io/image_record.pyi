# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping
from typing import Any
from jmx._typing import DTypeLike, NumPyArray, Shape
from jmx.context import Context
from jmx._files.reading import open_file as open_file
from jmx.base import MXNetError as MXNetError
from jmx.context import cpu as cpu, cpu_pinned as cpu_pinned
from jmx.recordio import unpack as unpack
from jmx.util._announce import announce as announce
from jmx.io._augment import DefaultAugmenter as DefaultAugmenter
from jmx.io._mersenne import Mersenne as Mersenne
from jmx.io._pipeline import Pipeline as Pipeline
from jmx.io._records import IndexedRecords as IndexedRecords, RecordFiles as RecordFiles, record_files as record_files
from jmx.io.base import DataBatch as DataBatch
from jmx.io.native import MXDataIter as MXDataIter, note_unknown as note_unknown

def decoded(content: Any, channels: Any) -> Any: ...
def labels_of(path: Any, width: Any) -> Any: ...
class Labels:
    def __init__(self, path: Any, width: Any) -> None: ...
    def __call__(self, number: Any, flag: Any, label: Any) -> Any: ...
    known: Any
    width: Any
class Levels:
    def __init__(self, a: Mapping[Any, Any], dtype: DTypeLike, mean: NumPyArray | None) -> None: ...
    def _factors(self, contrast: Any, light: Any) -> Any: ...
    def __call__(self, image: Any, out: Any, random: Any) -> None: ...
    tables: Any
    factors: Any
    varies: Any
    stds: Any
    means: Any
    cv2: Any
    order: Any
    a: Any
    dtype: Any
    mean: Any
def _rows(shape: Shape, dtype: DTypeLike, label_shape: Any) -> Any: ...
class Decoder:
    def __init__(self, name: str, a: Any, augment: Any, levels: Any, labels: Any) -> None: ...
    def __call__(self, task: Any) -> None: ...
    def write(self, image: Any, label: Any, data_row: Any, label_row: Any) -> None: ...
    expected: Any
    random: Mersenne
    name: Any
    a: Any
    augment: Any
    levels: Any
    labels: Any
def open_source(name: str, a: Any) -> Any: ...
def threads_of(a: Any) -> Any: ...
def open_pipeline(name: str, a: Any, work: Any, make: Any, rounds: bool = True) -> Any: ...
def mean_image(name: str, a: Any, work_with: Any, make: Any) -> Any: ...
def open_iterator(name: str, a: Any, work_with: Any, make: Any, names: Any, ctx: Context, dtype: DTypeLike | None = ...) -> Any: ...
def _dressed(opened: Any, name: str, about: Any, shown: Any, known: Any, example: Any) -> Any: ...
ImageRecordIter: Any
ImageRecordUInt8Iter: Any
ImageRecordInt8Iter: Any
ImageRecordIter_v1: Any
ImageRecordUInt8Iter_v1: Any
