"""The state of random numbers (`seed`) and the random functions of `mx.nd.random` under short names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from .base import integer_types
from .context import Context
from .core.run import rng as _rng
from .ndarray import random as _random
from .ndarray.random import *  # noqa: F403

if TYPE_CHECKING:
    from ._typing import Int

__all__ = [*_random.__all__, "seed"]


def seed(seed_state: Int, ctx: Context | Literal["all"] = "all") -> None:
    """Restart the random numbers of all contexts, or of one alone, from an integer.

    The same seed gives the same numbers; on different contexts it gives different ones unless `ctx` is given. The generators of
    NumPy and Python, which shuffle data sets and draw augmentations, have seeds of their own.

    Parameters
    ----------
    seed_state : int
        The seed.
    ctx : Context or 'all', default 'all'
        Which context's numbers.

    Raises
    ------
    ValueError
        `seed_state` is no integer.

    Examples
    --------
    >>> mx.random.seed(7)
    >>> first = nd.random.uniform(shape=(3,))
    >>> mx.random.seed(7)
    >>> second = nd.random.uniform(shape=(3,))
    >>> (first == second).asnumpy().tolist()
    [1.0, 1.0, 1.0]
    """
    if not isinstance(seed_state, integer_types):
        raise ValueError("seed_state must be int")
    if isinstance(ctx, str) and ctx == "all":
        _rng.seed(int(seed_state))
        return
    _rng.seed(int(seed_state), Context(ctx))


def current_seed() -> int:
    """The integer that the random numbers of all contexts were last restarted from; 0 if they never were."""
    return _rng.current_seed()
