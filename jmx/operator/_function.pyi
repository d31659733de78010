# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx.base import MXNetError as MXNetError
from jmx.context import cpu as cpu
from jmx.ndarray import zeros as zeros
from jmx.symbol import Custom as Custom, Symbol as Symbol

class DescribedFunction:
    states: Any
    def __init__(self, op_type: Any, function: Any, count: Any) -> None: ...
    def call(self, inputs: Any) -> Any: ...
    def infer_shape(self, shapes: Any) -> Any: ...
    def infer_type(self, dtypes: Any) -> Any: ...
    _seen: dict
    needed: Any
    outputs: Any
    arguments: Any
    op_type: Any
    function: Any
def as_symbol(function: Any, inputs: Any) -> Any: ...
