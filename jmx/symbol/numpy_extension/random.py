"""Random arrays of `npx.random` in graphs."""

from ..._numpy import random as _shared
from ..numpy._symbol import side as _side

_functions = _shared.define_extension(_side(__name__))
globals().update(_functions)
__all__ = sorted(_functions)
