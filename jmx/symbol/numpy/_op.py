"""All functions of the NumPy interface on symbols: operators `_np_*`, and those that are Python over operators."""

from ..._numpy import FLAT as _FLAT
from ..._numpy import Side as _Side
from ..register import Namespace as _Namespace
from ..symbol import Symbol as _AnySymbol
from . import _internal
from ._symbol import _Symbol

_space = _Namespace("jmx.symbol.numpy", "np")
_functions = _Side("jmx.symbol.numpy", _internal, _Symbol, _AnySymbol).define(*_FLAT)
globals().update(_functions)


def __getattr__(name):
    if name == "__all__":
        return sorted({*_functions, *_space.names()})
    globals()[name] = attribute = _space.get(name)
    return attribute


def __dir__():
    return sorted({*globals(), *_space.names()})
