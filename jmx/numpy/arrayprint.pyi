# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any

def set_printoptions(precision: Any = None, threshold: Any = None, **kwarg: Any) -> None: ...
__all__ = ['set_printoptions']
