# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import DTypeLike
from jmx.base import MXNetError as MXNetError

Kind: Any
class _Pass:
    def __init__(self, chosen: Any, dtype: DTypeLike) -> None: ...
    def integers(self, entry: Any, asymmetric: Any) -> Any: ...
    def numbers(self, entry: Any) -> Any: ...
    def visit(self, node: Any) -> None: ...
    new: Any
    origin: Any
    quantized: Any
    dequantized: Any
    chosen: Any
    dtype: Any
def quantized(entries: Any, dtype: DTypeLike, mode: Any, nodes: Any, operators: Any, parameters: Any) -> Any: ...
def calibrated(entries: Any, table: Any) -> Any: ...
