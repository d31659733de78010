# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx.ndarray import NDArray as NDArray
from jmx.symbol import Symbol as Symbol

def _flatten(args: Any, inout_str: str) -> list[Any]: ...
def _regroup(args: Any, fmt: Any) -> Any: ...
