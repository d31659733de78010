"""`mx.npx.random`: the seed, and random arrays that NumPy's interface lacks."""

from .. import random as _random
from .._numpy import random as _shared
from ..ndarray.numpy.array import side as _side

_functions = _shared.define_extension(_side(__name__))
globals().update(_functions)


def seed(seed, ctx="all"):
    """Seed the random numbers of the context `ctx`, or of all."""
    _random.seed(seed_state=seed, ctx=ctx)


__all__ = sorted({"seed", *_functions})
