# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx.base import MXNetError as MXNetError
from jmx.context import current_context as current_context
from jmx.dtype import WIDE as WIDE

def invoke(op: Any, inputs: Any, attrs: Any = None, out: Any = None) -> Any: ...
def fused_update(calls: Any) -> None: ...
def apply_pure(fn: Any, *trees: Any) -> Any: ...
