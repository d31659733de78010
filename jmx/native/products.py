"""Products of sparse matrices, and rows of them, by `products.c`, where there is a compiler."""

from __future__ import annotations

import ctypes
import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from . import kernels

if TYPE_CHECKING:
    from collections.abc import Callable

_KINDS = frozenset(map(np.dtype, (np.float32, np.float64)))


@functools.cache
def _typed(library: Any, name: str, *kinds: Any) -> Callable[..., None]:
    function = library[name]
    function.restype, function.argtypes = None, kinds
    return function


_SIZE, _ARRAY = ctypes.c_int64, ctypes.c_void_p


def times(
    starts: np.ndarray, columns: np.ndarray, values: np.ndarray, dense: np.ndarray, out: np.ndarray, transposed: bool
) -> bool:
    """Write the product of a matrix in compressed rows, or of its transpose, and a dense one; returns whether it was done.

    `columns` exist in what they refer to: the rows of `dense`, or of the contiguous array `out` if `transposed`. `dense` has as
    many rows as the matrix or its transpose has columns, and `out` as many columns as `dense`.
    """
    kinds = {values.dtype, dense.dtype, out.dtype}
    if len(kinds) > 1 or not kinds <= _KINDS or not starts.dtype == columns.dtype == np.int32 or not dense.flags.c_contiguous:
        return False
    library = kernels.library("products")
    if library is None:
        return False
    pointers = [array.ctypes.data for array in (starts, columns, values, dense, out)]
    function = _typed(library, "jmx_products_times", *[_SIZE] * 2, *[_ARRAY] * 5, *[_SIZE] * 3)
    function(values.itemsize, transposed, *pointers, len(starts) - 1, dense.shape[1], len(out))
    return True


def rows(
    starts: np.ndarray,
    columns: np.ndarray,
    values: np.ndarray,
    wanted: np.ndarray,
    out: tuple[np.ndarray, np.ndarray, np.ndarray],
) -> None:
    """Write the columns and values of some rows of a matrix in compressed rows, one after the other.

    `starts` and `columns` are of int64, the rows `wanted` in [0, rows). `out` has the starts of the rows that are written, as
    long as the matrix's, and contiguous memory for columns and values.
    """
    library = kernels.library("products")
    if library is not None:
        arrays = [array.ctypes.data for array in (starts, columns, values, wanted)], [array.ctypes.data for array in out]
        function = _typed(library, "jmx_products_rows", _SIZE, *[_ARRAY] * 4, _SIZE, *[_ARRAY] * 3)
        function(values.itemsize, *arrays[0], len(wanted), *arrays[1])
        return
    at = np.arange(out[0][-1]) + np.repeat(starts[wanted] - out[0][:-1], np.diff(out[0]))
    out[1][:], out[2][: len(at)] = columns[at], values[at]
