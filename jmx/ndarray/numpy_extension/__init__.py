"""The operators `_npx_*` on arrays: what `mx.npx` is made of. Programs use `mx.npx`."""

import importlib as _importlib

from . import _op

_MODULES = ("_op", "image", "random")


def __getattr__(name):
    attribute = _importlib.import_module(f"{__name__}.{name}") if name in _MODULES else getattr(_op, name)
    globals()[name] = attribute
    return attribute


def __dir__():
    return sorted({*globals(), *_MODULES, *dir(_op)})
