"""NumPy's arithmetic without warnings of NaN and infinity, of which MXNet does not warn either, entered and left in C.

`numpy.errstate` does the same in five times as long, which is a twentieth of a small operator's call.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import Any

import numpy as np


def _entered() -> np.errstate:
    state = np.errstate(all="ignore")
    state.__enter__()
    return state


def _left(state: np.errstate) -> None:
    state.__exit__(None, None, None)


def _functions() -> tuple[Callable[[], Any], Callable[[Any], object]]:
    """By what NumPy does not promise where this release has it and it does what it should, otherwise by `numpy.errstate`."""
    try:
        variable = importlib.import_module("numpy._core._ufunc_config")._extobj_contextvar
        quiet = importlib.import_module("numpy._core.umath")._make_extobj(all="ignore")
        before, token = np.geterr(), variable.set(quiet)
        ignored = set(np.geterr().values())
        variable.reset(token)
        if ignored == {"ignore"} and np.geterr() == before:
            return functools.partial(variable.set, quiet), variable.reset
    except (ImportError, AttributeError, TypeError, ValueError):
        pass
    return _entered, _left


#: () -> token, from which on this thread gets no warning; (token) -> None, which ends that
begin, end = _functions()
