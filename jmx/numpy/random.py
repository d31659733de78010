"""`mx.np.random`: random arrays."""

import secrets as _secrets

from .._late_binding import provider as _provider
from .._numpy import random as _shared
from ..ndarray.numpy.array import side as _side

_functions = _side(__name__).define(_shared)
globals().update(_functions)


def randn(*size, **kwargs):
    """Numbers of the standard normal distribution in the given shape; keywords dtype, ctx, out."""
    return _functions["normal"](0, 1, size=size, **kwargs)


def seed(seed=None, device="all"):
    """Seed the random numbers of a device, or of all; see `mx.random.seed`.

    seed : int; None, as in NumPy, takes one from the system's entropy.
    """
    _provider("np.random: the seed")(seed_state=_secrets.randbits(31) if seed is None else seed, ctx=device)


__all__ = sorted({"randn", "seed", *_functions})
