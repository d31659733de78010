"""Networks by their ids. A file in `models` registers its own."""

from __future__ import annotations

import importlib
import pkgutil
import re
from typing import TYPE_CHECKING, Any

from ..base import MXNetError
from . import models

if TYPE_CHECKING:
    from collections.abc import Callable


_CLASSES: dict[str, type] = {}


def register(*ids) -> Callable[..., Any]:
    """Return a decorator that makes a class the network of each of `ids`.

    Raises
    ------
    MXNetError
        One of the ids is taken.
    """

    def enter(klass):
        for name in ids:
            if name in _CLASSES:
                taken = _CLASSES[name].__name__
                raise MXNetError(f"{taken} and {klass.__name__} are both registered as {name!r}; rename one")
            _CLASSES[name] = klass
        return klass

    return enter


def names() -> list[str]:
    """Return the ids of all networks, sorted, numbers in them as numbers."""
    for module in pkgutil.iter_modules(models.__path__):
        importlib.import_module(f"{models.__name__}.{module.name}")
    return sorted(_CLASSES, key=lambda name: [int(w) if w.isdigit() else w for w in re.split(r"(\d+)", name)])


def create(params):
    """Make a network.

    Parameters
    ----------
    params : dict
        `model` (its id), `phase` ("training" or "inference"), and what else its class takes; see `Model`.

    Raises
    ------
    MXNetError
        There is no network of this id; the message names those that come close.
    """
    known = names()
    wanted = params.get("model")
    if wanted not in _CLASSES:
        import difflib

        close = difflib.get_close_matches(str(wanted), known, 3) or known
        raise MXNetError(f"there is no model {wanted!r}; did you mean {', '.join(close)}? `jmx bench --list` shows all")
    return _CLASSES[wanted](dict(params))
