"""Linear algebra on symbols of the NumPy interface."""

from ..._numpy import linalg as _shared
from ._symbol import side as _side

_functions = _side(__name__).define(_shared)
globals().update(_functions)
__all__ = sorted(_functions)
