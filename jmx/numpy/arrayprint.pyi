# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import Int

def set_printoptions(precision: Int | None = None, threshold: Int | None = None, **kwarg: Any) -> None: ...
__all__ = ['set_printoptions']
