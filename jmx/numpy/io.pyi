# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx.ndarray.numpy.array import ndarray

def genfromtxt(*args: Any, **kwargs: Any) -> ndarray: ...
__all__ = ['genfromtxt']
