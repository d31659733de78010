"""Which part of its data a rank reads where its program does not say: what JMX_SHARD_DATA asks for."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast

from .. import config
from .rank import current

__all__ = ["takes_part"]

_Made = TypeVar("_Made", bound=Callable[..., Any])
_NAMES = {"num_parts", "part_index"}


def takes_part(make: _Made) -> _Made:
    """Let what reads data in parts read the rank's own, where JMX_SHARD_DATA is set and a call names no part.

    Parameters
    ----------
    make : callable
        A function or constructor with the parameters `num_parts` and `part_index`.

    Returns
    -------
    callable
        The same, which in a job of n ranks takes n and the rank for them. A call that gives one of the two stays as it is.
    """

    @functools.wraps(make)
    def call(*args, **kwargs):
        if config.get("JMX_SHARD_DATA") and not _says_part(make, args, kwargs):
            rank = current()
            if rank is not None:
                kwargs = {**kwargs, "num_parts": rank.size, "part_index": rank.number}
        return make(*args, **kwargs)

    return cast("_Made", call)


def _says_part(make, args, kwargs):
    try:
        return bool(_NAMES & inspect.signature(make).bind_partial(*args, **kwargs).arguments.keys())
    except TypeError:  # which `make` will raise in its own words
        return True
