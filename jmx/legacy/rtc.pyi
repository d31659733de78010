# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import Float
from jmx.context import Context
from jmx.base import MXNetError as MXNetError

class CudaModule:
    def __init__(self, source: str, options: Sequence[str] | None = (), exports: Sequence[str] | None = ()) -> None: ...
    def get_kernel(self, name: str, signature: Any) -> Any: ...
class CudaKernel:
    def __init__(self, handle: Any, name: str, is_ndarray: Any, dtypes: Any) -> None: ...
    def launch(self, args: Any, ctx: Context, grid_dims: Any, block_dims: Any, shared_mem: Float = 0) -> Any: ...
