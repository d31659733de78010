"""The state of random numbers (`seed`) and the random functions of `mx.nd.random` under short names."""

from .base import integer_types
from .context import Context
from .core.run import rng as _rng
from .ndarray import random as _random
from .ndarray.random import *  # noqa: F403

__all__ = [*_random.__all__, "seed"]


def seed(seed_state, ctx="all"):
    """Restart the random numbers of all contexts, or of `ctx` alone, from an integer.

    The same seed gives the same numbers; on different contexts it gives different ones unless `ctx` is given.
    """
    if not isinstance(seed_state, integer_types):
        raise ValueError("seed_state must be int")
    if isinstance(ctx, str) and ctx == "all":
        _rng.seed(int(seed_state))
        return
    _rng.seed(int(seed_state), Context(ctx))


def current_seed():
    """The integer that the random numbers of all contexts were last restarted from; 0 if they never were."""
    return _rng.current_seed()
