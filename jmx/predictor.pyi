# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping, Sequence
from typing import Any
from jmx._typing import Int, NumPyArray
from jmx.ndarray.ndarray import NDArray
from jmx.base import MXNetError as MXNetError
from jmx.context import Context as Context

class Predictor:
    shapes_kept: int
    def __init__(self, symbol_file: str | bytes, param_raw_bytes: bytes, input_shapes: Mapping[str, Sequence[Int]], dev_type: str = 'cpu', dev_id: Int = 0, type_dict: Mapping[str, type[Any]] | None = None) -> None: ...
    @classmethod
    def load(cls, prefix: str, epoch: Int = 0, ctx: Context | None = None, input_shapes: Mapping[Any, Any] | None = None, type_dict: Mapping[Any, Any] | None = None) -> Predictor: ...
    def reshape(self, input_shapes: Mapping[str, Sequence[Int]]) -> None: ...
    def forward(self, **kwargs: Any) -> None: ...
    def __call__(self, *args: NDArray | NumPyArray, **kwargs: Any) -> list[NDArray]: ...
    def get_output(self, index: Any) -> Any: ...
    def set_monitor_callback(self, callback: Any, monitor_all: bool = False) -> None: ...
    inputs: Any
    symbol: Any
    ctx: Any
    type_dict: Any
class _Bound:
    def __init__(self, run: Any, shapes: Any, arrays: Any, specs: Any) -> None: ...
    outputs: list | None
    run: Any
    shapes: Any
    arrays: Any
    specs: Any
def load_ndarray_file(nd_bytes: bytes) -> dict[str, NumPyArray] | list[NumPyArray]: ...
__all__ = ['Predictor', 'load_ndarray_file']
