"""`mx.np.random`: random arrays."""

from .._numpy import Side as _Side
from .._numpy import random as _shared
from ..ndarray.ndarray import NDArray as _NDArray
from ..ndarray.numpy import _internal
from ..ndarray.numpy.array import ndarray as _ndarray
from ..ndarray.numpy.array import placed as _placed

_functions = _Side(__name__, _internal, _ndarray, _NDArray, _placed).define(_shared)
globals().update(_functions)


def randn(*size, **kwargs):
    """Numbers of the standard normal distribution in the given shape; keywords dtype, ctx, out."""
    return _functions["normal"](0, 1, size=size, **kwargs)


__all__ = sorted({"randn", *_functions})
