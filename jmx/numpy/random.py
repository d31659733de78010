"""`mx.np.random`: random arrays."""

from .._numpy import random as _shared
from ..ndarray.numpy.array import side as _side

_functions = _side(__name__).define(_shared)
globals().update(_functions)


def randn(*size, **kwargs):
    """Numbers of the standard normal distribution in the given shape; keywords dtype, ctx, out."""
    return _functions["normal"](0, 1, size=size, **kwargs)


__all__ = sorted({"randn", *_functions})
