"""Random arrays of `npx.random` in graphs."""

from ..._numpy import random_extension as _shared
from ..numpy._symbol import side as _side

_functions = _side(__name__).define(_shared)
globals().update(_functions)
__all__ = sorted(_functions)
