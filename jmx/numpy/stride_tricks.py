"""Broadcasting of several arrays against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as _onp

from ._op import broadcast_to

if TYPE_CHECKING:
    from ..ndarray.numpy.array import ndarray

__all__ = ["broadcast_arrays"]


def broadcast_arrays(*args: ndarray) -> list[ndarray]:
    """All arrays broadcast to their common shape, as a list. Raises ValueError if the shapes do not fit.

    Examples
    --------
    >>> a, b = mx.np.broadcast_arrays(mx.np.array([[1], [2]]), mx.np.array([10, 20]))
    >>> a, b
    (array([[1., 1.],
           [2., 2.]]), array([[10., 20.],
           [10., 20.]]))
    """
    shape = _onp.broadcast_shapes(*(a.shape for a in args)) if args else ()
    return [a if a.shape == shape else broadcast_to(a, shape) for a in args]
