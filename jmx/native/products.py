"""Products of sparse matrices by `products.c`, where there is a compiler."""

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
def _typed(library: Any) -> Callable[..., None]:
    function = library.jmx_products_times
    function.restype = None
    function.argtypes = [ctypes.c_int64] * 2 + [ctypes.c_void_p] * 5 + [ctypes.c_int64] * 3
    return function


def times(
    starts: np.ndarray, columns: np.ndarray, values: np.ndarray, dense: np.ndarray, out: np.ndarray, transposed: bool
) -> bool:
    """Write the product of a matrix in compressed rows, or of its transpose, and a dense one; returns whether it was done.

    Parameters
    ----------
    starts, columns : numpy.ndarray
        (rows + 1,) and (elements,): where rows begin, and the columns of elements, which exist in what they refer to: the rows of
        `dense`, or of `out` if `transposed`.
    values : numpy.ndarray
        (elements,)
    dense : numpy.ndarray
        The other matrix: of as many rows as the first one has if `transposed`.
    out : numpy.ndarray
        A contiguous array of as many columns as `dense` has.
    transposed : bool
    """
    kinds = {values.dtype, dense.dtype, out.dtype}
    if len(kinds) > 1 or not kinds <= _KINDS or not starts.dtype == columns.dtype == np.int32 or not dense.flags.c_contiguous:
        return False
    library = kernels.library("products")
    if library is None:
        return False
    pointers = [array.ctypes.data for array in (starts, columns, values, dense, out)]
    _typed(library)(values.itemsize, transposed, *pointers, len(starts) - 1, dense.shape[1], len(out))
    return True
