# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import Int
from jmx.context import Context
from jmx._files.reading import open_file as open_file
from jmx.base import MXNetError as MXNetError
from jmx.context import current_context as current_context
from jmx.ndarray import array as array
from jmx.ndarray._sparse_arrays import wrapped as wrapped
from jmx.io.base import DataBatch as DataBatch
from jmx.io.native import MXDataIter as MXDataIter, read_attributes as read_attributes

def CSVIter(*, data_csv: str = ..., data_shape: Sequence[Int] = ..., label_csv: str | None = ..., label_shape: Sequence[Int] = ..., batch_size: Int = ..., round_batch: bool = ..., prefetch_buffer: Any = ..., ctx: Context | None = ..., dtype: str = ..., data_name: str = 'data', label_name: str = 'softmax_label', **kwargs: Any) -> MXDataIter: ...
class _SparseRows:
    def __init__(self, path: Any, width: Any, part_index: Any, num_parts: Any) -> None: ...
    def __len__(self) -> int: ...
    def take(self, rows: Any) -> Any: ...
    width: Any
    labels: Any
    columns: Any
    values: Any
    starts: Any
def LibSVMIter(*, data_libsvm: str = ..., data_shape: Sequence[Int] = ..., label_libsvm: str | None = ..., label_shape: Sequence[Int] = ..., num_parts: Int = ..., part_index: Int = ..., batch_size: Int = ..., round_batch: bool = ..., prefetch_buffer: Any = ..., ctx: Context | None = ..., dtype: str = ..., data_name: str = 'data', label_name: str = 'softmax_label', **kwargs: Any) -> MXDataIter: ...
