"""The random arrays of `npx.random`."""

from ..._numpy import random_extension as _shared
from ..numpy.array import side as _side

_functions = _side(__name__).define(_shared)
globals().update(_functions)
__all__ = sorted(_functions)
