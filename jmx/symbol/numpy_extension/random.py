"""Random arrays of `npx.random` in graphs."""

from ..._numpy import Side as _Side
from ..._numpy import random as _shared
from ..numpy import _internal
from ..numpy._symbol import _Symbol
from ..symbol import Symbol as _AnySymbol

_side = _Side(__name__, _internal, _Symbol, _AnySymbol)
_shared.define_extension(_side)
globals().update(_side.functions)
__all__ = sorted(_side.functions)
