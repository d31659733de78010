"""Symbols: `Symbol`, variables and groups, and every operator as a function that builds graphs."""

import importlib as _importlib

import jmx.ops as _ops

from . import symbol
from .register import Namespace as _Namespace
from .symbol import *

_space = _Namespace(__name__, "op")
_MODULES = {
    "op": "op",
    "_internal": "_internal",
    "linalg": "linalg",
    "contrib": "contrib",
    "image": "image",
    "random": "random",
    "sparse": "sparse",
    "register": "register",
    "numpy": "numpy",
    "np": "numpy",
    "numpy_extension": "numpy_extension",
    "npx": "numpy_extension",
}


def __getattr__(name):
    if name in _MODULES:
        full = f"{__name__}.{_MODULES[name]}"
        try:
            attribute = _importlib.import_module(full)
        except ModuleNotFoundError as error:
            if error.name != full:
                raise
            raise AttributeError(f"module 'mxnet.symbol' has no attribute {name!r} yet") from None
    elif name == "__all__":
        return sorted({*symbol.__all__, *_space.names()})
    else:
        attribute = _space.get(name)
    globals()[name] = attribute
    return attribute


def __dir__():
    return sorted({*globals(), *_MODULES, *_space.names()})
