# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any

def make_ndarray_function(handle: Any, name: str, func_name: Any) -> Any: ...
__all__ = ['make_ndarray_function']
