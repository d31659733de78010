# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping, Sequence
from typing import Any
from jmx._typing import Int
from jmx.io.base import DataIter
from jmx.io.base import DataBatch as DataBatch, DataDesc as DataDesc, _HoldsBatch as _HoldsBatch

class ResizeIter(_HoldsBatch):
    def __init__(self, data_iter: DataIter, size: Int, reset_internal: bool = True) -> None: ...
    def reset(self) -> None: ...
    def iter_next(self) -> bool: ...
    default_bucket_key: Any
    batch_size: Any
    provide_label: Any
    provide_data: Any
    current_batch: Any
    cur: Any
    reset_internal: bool
    size: Int
    data_iter: DataIter
class PrefetchingIter(_HoldsBatch):
    def __init__(self, iters: DataIter | Sequence[DataIter], rename_data: Sequence[Mapping[Any, Any]] | None = None, rename_label: Sequence[Mapping[Any, Any]] | None = None) -> None: ...
    def _order(self) -> None: ...
    def _receive(self) -> Any: ...
    @property
    def provide_data(self) -> Any: ...
    @property
    def provide_label(self) -> Any: ...
    def reset(self) -> None: ...
    def iter_next(self) -> bool: ...
    def next(self) -> DataBatch: ...
    prefetch_threads: Any
    current_batch: DataBatch
    batch_size: Any
    rename_label: Sequence[Mapping[Any, Any]] | None
    rename_data: Sequence[Mapping[Any, Any]] | None
    iters: DataIter | Sequence[DataIter]
    n_iter: Any
