# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any

def genfromtxt(*args: Any, **kwargs: Any) -> Any: ...
__all__ = ['genfromtxt']
