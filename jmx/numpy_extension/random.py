"""`mx.npx.random`: the seed, and random arrays that NumPy's interface lacks."""

from .. import random as _random
from .._numpy import Side as _Side
from .._numpy import random as _shared
from ..ndarray.ndarray import NDArray as _NDArray
from ..ndarray.numpy import _internal
from ..ndarray.numpy.array import ndarray as _ndarray
from ..ndarray.numpy.array import placed as _placed

_side = _Side(__name__, _internal, _ndarray, _NDArray, _placed)
_shared.define_extension(_side)
globals().update(_side.functions)


def seed(seed, ctx="all"):
    """Seed the random numbers of the context `ctx`, or of all."""
    _random.seed(seed_state=seed, ctx=ctx)


__all__ = sorted({"seed", *_side.functions})
