# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections import namedtuple
from collections.abc import Sequence
from typing import Any, Self
from jmx._typing import DTypeLike, Int, NumPyArray
from jmx.ndarray.ndarray import NDArray
from jmx._errors.wording import KnownKeywords as KnownKeywords

class DataDesc(namedtuple('DataDesc', ['name', 'shape'])):
    name: str
    shape: tuple[int, ...]
    dtype: Any
    layout: str
    def __new__(cls, name: str, shape: Sequence[int], dtype: DTypeLike | None=..., layout: str | None='NCHW') -> DataDesc:
        ...
    @staticmethod
    def get_batch_axis(layout: str | None) -> int:
        ...
    @staticmethod
    def get_list(shapes: Sequence[tuple[str, Sequence[int]]], types: Any) -> list[DataDesc]:
        ...
class DataBatch:
    data: list[NDArray] | Any
    label: list[NDArray] | Any
    pad: int | Any
    def __init__(self, data: Sequence[NDArray], label: Sequence[NDArray] | None = None, pad: Int | None = None, index: NumPyArray | None = None, bucket_key: Any = None, provide_data: Sequence[DataDesc] | None = None, provide_label: Sequence[DataDesc] | None = None) -> None: ...
    provide_label: Sequence[DataDesc] | None
    provide_data: Sequence[DataDesc] | None
    bucket_key: Any
    index: NumPyArray | None
class DataIter(KnownKeywords):
    batch_size: int
    provide_data: Any
    provide_label: Any
    def __init__(self, batch_size: Int=0) -> None:
        ...
    def __iter__(self) -> Self:
        ...
    def __next__(self) -> DataBatch:
        ...
    def reset(self) -> None:
        ...
    def next(self) -> DataBatch:
        ...
    def iter_next(self) -> bool:
        ...
    def getdata(self) -> Any:
        ...
    def getlabel(self) -> Any:
        ...
    def getindex(self) -> Any:
        ...
    def getpad(self) -> Any:
        ...
class _HoldsBatch(DataIter):
    current_batch: DataBatch
    def getdata(self) -> Any: ...
    def getlabel(self) -> Any: ...
    def getindex(self) -> Any: ...
    def getpad(self) -> Any: ...
