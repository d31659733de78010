"""What NumPy, OpenCV and JAX raise where there is no room for an array, in MXNet's class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base import MXNetError

if TYPE_CHECKING:
    import numpy as np

    from ..core.run.sparse_storage import CSR, RowSparse


#: what NumPy raises for an array that it has no room for, or whose size does not fit into a number of the machine
NO_ROOM = (MemoryError, ValueError, OverflowError)


def no_room(what, error) -> MXNetError:
    """The error for an array that there is no room for.

    what    whose array it is, such as "Operator _zeros: an array of shape (2, 3)"
    error   what the library raised
    """
    text = str(error).split("\n")[0].rstrip(".") or type(error).__name__
    return MXNetError(f"{what} cannot be allocated: {text}. Take a smaller shape or smaller batches, or free arrays.")


def no_room_for(name, shape, dtype, error) -> MXNetError:
    """`no_room` for a call of the function `name` that makes an array of a shape and an element type."""
    return no_room(f"Operator {name}: an array of shape {tuple(shape)} and type {dtype}", error)


def allocated(name, make, shape, dtype) -> CSR | RowSparse | np.ndarray:
    """`make(shape, dtype)`, a NumPy array for the function `name`; raises MXNetError where there is no room for it."""
    try:
        return make(shape, dtype)
    except NO_ROOM as error:
        raise no_room_for(name, shape if isinstance(shape, (tuple, list)) else (shape,), dtype, error) from error
