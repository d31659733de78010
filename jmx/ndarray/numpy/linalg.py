"""Linear algebra on arrays of the NumPy interface."""

from ..._numpy import Side as _Side
from ..._numpy import linalg as _shared
from ..ndarray import NDArray as _NDArray
from . import _internal
from .array import ndarray as _ndarray
from .array import placed as _placed

_functions = _Side(__name__, _internal, _ndarray, _NDArray, _placed).define(_shared)
globals().update(_functions)
__all__ = sorted(_functions)
