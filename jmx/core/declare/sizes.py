"""The largest array that there can be."""

import math

from ...base import MXNetError
from .x64 import elements, known

#: most bytes of one array: what a process can address on x86-64 and ARM
MOST_BYTES = 1 << 47


def fits(shape, dtype) -> bool:
    """Whether an array of a shape and an element type has at most `MOST_BYTES`; a dimension of size 0 counts as one of 1.

    XLA multiplies the other sizes of an array without elements, and ends the process if that overflows; NumPy refuses such an
    array.
    """
    return _bytes(shape, dtype) <= MOST_BYTES


def _bytes(shape, dtype) -> int:
    return math.prod(max(size, 1) for size in known(shape)) * dtype.itemsize


def too_large(name, shape, dtype) -> MXNetError:
    """The error for an operator that would make an array which no machine can hold."""
    taking = "taking" if elements(shape) else "whose sizes other than 0 stand for"
    return MXNetError(
        f"Error in operator {name}: it would make an array of shape {tuple(shape)} and type {dtype}, {taking} "
        f"{float(_bytes(shape, dtype)):.3g} bytes; an array can have {MOST_BYTES} (2^47) at most. Look at the sizes among its "
        "attributes, and at the shapes of its inputs."
    )
