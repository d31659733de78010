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
__getattr__, __dir__ = _space.lazy(globals(), _functions)
