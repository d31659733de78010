"""`mx.npx.random`: the seed, and random arrays that NumPy's interface lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from .. import random as _random
from .._numpy import random_extension as _shared
from ..ndarray.numpy.array import side as _side

if TYPE_CHECKING:
    from .._typing import Int
    from ..context import Context

_functions = _side(__name__).define(_shared)
globals().update(_functions)


def seed(seed: Int, ctx: Context | Literal["all"] = "all") -> None:
    """Seed the random numbers.

    Parameters
    ----------
    seed : int
        The seed.
    ctx : Context or 'all', default 'all'
        Whose numbers; those of one device, or of all.

    Examples
    --------
    >>> mx.npx.random.seed(7)
    >>> first = mx.np.random.uniform(size=2)
    >>> mx.npx.random.seed(7)
    >>> mx.np.random.uniform(size=2).asnumpy().tolist() == first.asnumpy().tolist()
    True
    """
    _random.seed(seed_state=seed, ctx=ctx)


__all__ = sorted({"seed", *_functions})
