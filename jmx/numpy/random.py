"""`mx.np.random`: random arrays."""

from __future__ import annotations

import secrets as _secrets
from typing import TYPE_CHECKING

from .._late_binding import provider as _provider
from .._numpy import random as _shared
from ..ndarray.numpy.array import side as _side

if TYPE_CHECKING:
    from ..ndarray.numpy.array import ndarray


_functions = _side(__name__).define(_shared)
globals().update(_functions)


def randn(*size, **kwargs) -> ndarray:
    """Numbers of the standard normal distribution.

    Parameters
    ----------
    *size : int
        Shape of the result.
    **kwargs
        `dtype`, `ctx` and `out`, as for `normal`.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.random.randn(2, 3).shape
    (2, 3)
    """
    return _functions["normal"](0, 1, size=size, **kwargs)


def seed(seed=None, device="all") -> None:
    """Seed the random numbers of a device, or of all; see `mx.random.seed`.

    Parameters
    ----------
    seed : int, optional
        The seed; None, as in NumPy, takes one from the system's entropy.
    device : Context or 'all', default 'all'
        Whose numbers.

    Examples
    --------
    >>> mx.np.random.seed(7)
    >>> first = mx.np.random.rand(3)
    >>> mx.np.random.seed(7)
    >>> (first == mx.np.random.rand(3)).all()
    array(True)
    """
    _provider("np.random: the seed")(seed_state=_secrets.randbits(31) if seed is None else seed, ctx=device)


__all__ = sorted({"randn", "seed", *_functions})
