"""The largest array that there can be."""

from ...base import MXNetError
from .x64 import elements

#: most bytes of one array: what a process can address on x86-64 and ARM
MOST_BYTES = 1 << 47


def fits(shape, dtype) -> bool:
    """Whether an array of a shape and an element type has at most `MOST_BYTES`."""
    return elements(shape) * dtype.itemsize <= MOST_BYTES


def too_large(name, shape, dtype) -> MXNetError:
    """The error for an operator that would make an array which no machine can hold."""
    size = float(elements(shape) * dtype.itemsize)
    return MXNetError(
        f"Error in operator {name}: it would make an array of shape {tuple(shape)} and type {dtype}, taking {size:.3g} bytes; "
        f"an array can have {MOST_BYTES} (2^47) at most. Look at the sizes among its attributes, and at the shapes of its inputs."
    )
