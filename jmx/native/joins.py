"""Two sparse arrays brought together by `joins.c`, where there is a compiler."""

from __future__ import annotations

import ctypes
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from . import kernels

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_FAMILY = "joins"
#: what is computed, as the source numbers it
_OPERATIONS = {by: n for n, by in enumerate((np.add, np.subtract, np.multiply, np.maximum, np.minimum, np.hypot))}


def _library(by, *values):
    """The library, where it computes NumPy's function `by` of such arrays, else None."""
    if by not in _OPERATIONS or not all(v.dtype == np.float32 and v.flags.c_contiguous for v in values):
        return None
    return kernels.library(_FAMILY)


def _pointers(*arrays):
    return (ctypes.c_void_p * len(arrays))(*[array.ctypes.data for array in arrays])


def _pointer(array):
    return ctypes.c_void_p(array.ctypes.data)


def _called(function, by, *arguments):
    function.restype = ctypes.c_int64
    return function(ctypes.c_int64(_OPERATIONS[by]), *arguments)


def matrices(by: Callable[..., Any], first: Sequence, second: Sequence, make: Callable[[int], Any]) -> Any:
    """NumPy's function `by` of two matrices in compressed rows, of one shape, with ascending columns.

    A matrix is (starts of rows, columns, values), places of int32. Returns (what `make` made for so many values or more, with
    those that are not zero; their columns; starts of rows); None where it is not computed here.
    """
    library = _library(by, first[2], second[2])
    if library is None or any(place.dtype != np.int32 for place in (*first[:2], *second[:2])):
        return None
    most, count = len(first[2]) + len(second[2]), len(first[0]) - 1
    values, columns, starts = make(most), np.empty(most, np.int64), np.empty(count + 1, np.int64)
    places, stored = _pointers(*first[:2], *second[:2]), _pointers(first[2], second[2])
    stop = _called(
        library.jmx_joins_matrices, by, places, stored, ctypes.c_int64(count), *map(_pointer, (starts, columns, values))
    )
    columns = columns[:stop]
    return values, columns if 2 * stop > most else columns.copy(), starts


def rows(by: Callable[..., Any], index: Sequence[np.ndarray], stored: Sequence[np.ndarray], make: Callable[[int], Any]) -> Any:
    """NumPy's function `by` of two arrays of which some rows are stored, those of ascending numbers `index`.

    Returns (what `make(count)` makes, with the rows of the result written to it; their numbers); None where it is not computed
    here.
    """
    library = _library(by, *stored)
    if library is None or any(i.dtype != np.int64 or not i.flags.c_contiguous for i in index):
        return None
    counts, width = [len(i) for i in index], math.prod(stored[0].shape[1:])
    found, out = np.empty(sum(counts), np.int64), make(sum(counts))
    count = _called(
        library.jmx_joins_rows, by, _pointers(*index), (ctypes.c_int64 * 2)(*counts), _pointers(*stored), ctypes.c_int64(width),
        _pointer(found), _pointer(out),
    )  # fmt: skip
    return out, found[:count]
