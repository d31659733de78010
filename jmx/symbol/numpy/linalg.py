"""Linear algebra on symbols of the NumPy interface."""

from ..._numpy import Side as _Side
from ..._numpy import linalg as _shared
from ..symbol import Symbol as _AnySymbol
from . import _internal
from ._symbol import _Symbol

_functions = _Side(__name__, _internal, _Symbol, _AnySymbol).define(_shared)
globals().update(_functions)
__all__ = sorted(_functions)
