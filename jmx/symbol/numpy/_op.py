"""All functions of the NumPy interface on symbols: operators `_np_*`, and those that are Python over operators."""

from ..._numpy import FLAT as _FLAT
from ..register import Namespace as _Namespace
from ._symbol import side as _side

_space = _Namespace("jmx.symbol.numpy", "np")
_functions = _side("jmx.symbol.numpy").define(*_FLAT)
globals().update(_functions)
__getattr__, __dir__ = _space.lazy(globals(), _functions)
