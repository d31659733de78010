"""Memory for NumPy's results that XLA takes over as it is."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...config.system import machine

#: XLA takes memory on the CPU over, in place of copying it, that begins at a multiple of so many bytes
ALIGNMENT = 64
#: Zeros of so many bytes, which the allocator does not keep (`config/memory.py`), are pages that the system makes when they are
#: written to. NumPy asks for large pages, all of which a few elements here and there touch.
_PAGED = 1 << 28


def room(shape, dtype, zero=False) -> np.ndarray:
    """An array in memory that becomes a `jax.Array` on the CPU without a copy.

    Parameters
    ----------
    shape : tuple of int
        Its shape.
    dtype : numpy type
        Its element type.
    zero : bool, default False
        Whether it holds zeros. Large memory of zeros comes from the system, which makes the pages that are written to only.

    Returns
    -------
    numpy.ndarray

    Examples
    --------
    >>> from jmx.core.declare.room import room
    >>> x = room((2, 3), "float32", zero=True)
    >>> x.ctypes.data % 64, x.sum()
    (0, np.float32(0.0))
    """
    dtype = np.dtype(dtype)
    size = math.prod(shape) * dtype.itemsize
    pages = machine.pages(size + ALIGNMENT) if zero and size >= _PAGED else None
    if pages is not None:
        raw: Any = np.frombuffer(pages, np.uint8)
    else:
        raw = (np.zeros if zero else np.empty)(size + ALIGNMENT, np.uint8)
    start = -raw.ctypes.data % ALIGNMENT
    return np.ndarray(shape, dtype, raw, start)


def rows_at(values, at) -> np.ndarray:
    """The rows of a NumPy array at positions, all of which exist, in such memory."""
    result = room((len(at), *values.shape[1:]), values.dtype)
    # "wrap" writes to the result at once, where "raise" writes to a copy of it that it might have to throw away.
    return values.take(at, axis=0, out=result, mode="wrap") if len(at) else result


def whole_rows(values) -> np.ndarray:
    """The rows of a contiguous NumPy array as a vector of single elements, copied in half the time; empty rows stay."""
    width = math.prod(values.shape[1:])
    if not width:
        return values
    return values.reshape(len(values), width).view(np.dtype((np.void, values.dtype.itemsize * width)))[:, 0]
