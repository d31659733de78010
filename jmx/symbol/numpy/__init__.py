"""The NumPy interface on symbols."""

import importlib as _importlib

from . import _op, _symbol
from ._symbol import _Symbol

_MODULES = ("_internal", "_op", "_symbol", "linalg", "random")


def __getattr__(name):
    attribute = _importlib.import_module(f"{__name__}.{name}") if name in _MODULES else getattr(_op, name)
    globals()[name] = attribute
    return attribute


def __dir__():
    return sorted({*globals(), *_MODULES, *dir(_op)})
