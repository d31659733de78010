# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping
from typing import Any
from jmx._typing import NumPyArray
from jmx.base import MXNetError as MXNetError
from jmx.context import cpu as cpu
from jmx.recordio import unpack as unpack
from jmx.util._announce import announce as announce
from jmx.io._augment_det import DetectionAugmenter as DetectionAugmenter
from jmx.io.image_record import Decoder as Decoder, Labels as Labels, Levels as Levels, open_iterator as open_iterator, open_source as open_source, threads_of as threads_of

class _DetLevels(Levels):
    def __init__(self, a: Mapping[Any, Any], mean: NumPyArray | None) -> None: ...
    def __call__(self, image: Any, out: Any, random: Any) -> None: ...
    tables: Any
    stds: Any
    mean: NumPyArray | None
class _DetDecoder(Decoder):
    def write(self, image: Any, label: Any, data_row: Any, label_row: Any) -> None: ...
class _DetLabels(Labels):
    def __call__(self, number: Any, flag: Any, label: Any) -> Any: ...
ImageDetRecordIter: Any
