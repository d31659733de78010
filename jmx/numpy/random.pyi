# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import DTypeLike, Int
from jmx.context import Context
from jmx.ndarray.numpy.array import ndarray

def randn(*size: Int, dtype: DTypeLike | None=None, ctx: Context | str | None=None, out: ndarray | None=None) -> ndarray:
    ...
def seed(seed: Int | None = None, device: Any = 'all') -> None: ...
from jmx.ndarray.numpy.random import *  # pyright: ignore[reportAssignmentType]
