# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import DTypeLike, Float, Int
from jmx.ndarray.numpy.array import ndarray
from jmx.numpy.fallback_linalg import *  # pyright: ignore[reportAssignmentType]

cross: Any
matmul: Any
matrix_transpose: Any
outer: Any
tensordot: Any
vecdot: Any
def diagonal(x: ndarray, offset: Int = 0) -> ndarray: ...
def trace(x: ndarray, offset: Int = 0, *, dtype: str | DTypeLike | None = None) -> ndarray: ...
def svdvals(x: ndarray) -> ndarray: ...
def matrix_norm(x: ndarray, ord: Any = 'fro', axis: Any = (-2, -1), keepdims: bool = False) -> ndarray: ...
def vector_norm(x: ndarray, ord: Float | str | None = None, axis: Int | Sequence[Int] | None = None, keepdims: bool = False) -> ndarray: ...
from jmx.ndarray.numpy.linalg import *  # pyright: ignore[reportAssignmentType]
