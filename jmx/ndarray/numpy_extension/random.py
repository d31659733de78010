"""The random arrays of `npx.random`."""

from ..._numpy import Side as _Side
from ..._numpy import random as _shared
from ..ndarray import NDArray as _NDArray
from ..numpy import _internal
from ..numpy.array import ndarray as _ndarray
from ..numpy.array import placed as _placed

_side = _Side(__name__, _internal, _ndarray, _NDArray, _placed)
_shared.define_extension(_side)
globals().update(_side.functions)
__all__ = sorted(_side.functions)
