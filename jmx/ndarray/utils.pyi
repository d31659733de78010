# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping, Sequence
from typing import Any
from jmx.ndarray.ndarray import NDArray
from jmx.base import MXNetError as MXNetError
from jmx.ndarray.creation import array as array, empty as empty, zeros as zeros

def save(fname: str, data: NDArray | Sequence[NDArray] | Mapping[str, NDArray]) -> None:
    ...
def load(fname: str) -> Any:
    ...
def load_frombuffer(buf: bytes) -> Any:
    ...
def to_raw(value: Any) -> Any: ...
def from_raw(data: Any) -> Any: ...
__all__ = ['array', 'empty', 'load', 'load_frombuffer', 'save', 'zeros']
