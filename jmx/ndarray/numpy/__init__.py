"""The NumPy interface on arrays: what `mx.np` is made of. Programs use `mx.np`."""

import importlib as _importlib

from . import _op
from .array import ndarray as _ndarray

_MODULES = ("_internal", "_op", "linalg", "random")


def __getattr__(name):
    attribute = _importlib.import_module(f"{__name__}.{name}") if name in _MODULES else getattr(_op, name)
    globals()[name] = attribute
    return attribute


def __dir__():
    return sorted({*globals(), *_MODULES, *dir(_op)})
