"""Random arrays in graphs of the NumPy interface."""

from ..._numpy import random as _shared
from ._symbol import side as _side

_functions = _side(__name__).define(_shared)
globals().update(_functions)
__all__ = sorted(_functions)
