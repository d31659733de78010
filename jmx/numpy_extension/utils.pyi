# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping, Sequence
from typing import Any
from jmx.ndarray.ndarray import NDArray
from jmx.ndarray.numpy.array import ndarray as ndarray

def save(file: str, arr: NDArray | Sequence[NDArray] | Mapping[str, NDArray]) -> None:
    ...
def savez(file: Any, *args: Any, **kwds: Any) -> None: ...
def load(file: str) -> Any:
    ...
__all__ = ['load', 'save', 'savez']
