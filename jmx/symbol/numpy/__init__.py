"""The NumPy interface on symbols."""

from ...core.facade import lazy as _lazy
from . import _op, _symbol
from ._symbol import _Symbol

_MODULES = ("_internal", "_op", "_symbol", "linalg", "random")
__getattr__, __dir__ = _lazy(globals(), lambda name: getattr(_op, name), lambda: dir(_op), _MODULES)
