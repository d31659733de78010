# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping, Sequence
from typing import Any, Literal
from jmx._typing import ArrayLike, Int
from jmx.base import MXNetError as MXNetError
from jmx.context import current_context as current_context
from jmx.ndarray import NDArray as NDArray, array as array
from jmx.io.base import DataBatch as DataBatch, DataDesc as DataDesc, DataIter as DataIter

class _Source:
    def __init__(self, name: str, value: Any, shuffle: Any) -> None: ...
    @staticmethod
    def _copy(name: str, value: Any) -> Any: ...
    def read(self, rows: Any, axis: Int | Sequence[int]) -> Any: ...
    shape: Any
    dtype: Any
    host: Any
    ctx: Any
    value: Any
    name: str
class NDArrayIter(DataIter):
    data: list[tuple[str, NDArray]]
    label: list[tuple[str, NDArray]]
    @property
    def provide_data(self) -> list[DataDesc]:
        ...
    @property
    def provide_label(self) -> list[DataDesc]:
        ...
    def next(self) -> DataBatch:
        ...
    def iter_next(self) -> bool:
        ...
    def __init__(self, data: ArrayLike | Sequence[ArrayLike] | Mapping[str, ArrayLike], label: ArrayLike | Sequence[ArrayLike] | Mapping[str, ArrayLike] | None=None, batch_size: Int=1, shuffle: bool=False, last_batch_handle: Literal['pad', 'discard', 'roll_over'] | str='pad', data_name: str='data', label_name: str='softmax_label') -> None:
        ...
    def _arrays(self, sources: Any) -> Any: ...
    @property
    def data_list(self) -> Any: ...
    def _shuffle(self) -> None: ...
    def hard_reset(self) -> None: ...
    def reset(self) -> None: ...
    def _read(self, sources: Any, rows: Any) -> Any: ...
    def getdata(self) -> Any: ...
    def getlabel(self) -> Any: ...
    def getpad(self) -> Any: ...
    _rest: Any
    layout: str
    num_source: Any
    num_data: Any
    cursor: Any
    last_batch_handle: Literal["pad", "discard", "roll_over"] | str
    shuffle: bool
    _order: Any
    idx: Any
    _label: Any
    _data: Any
