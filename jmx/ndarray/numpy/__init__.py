"""The NumPy interface on arrays: what `mx.np` is made of. Programs use `mx.np`."""

from ...core.facade import lazy as _lazy
from . import _op
from .array import ndarray as _ndarray

_MODULES = ("_internal", "_op", "linalg", "random")
__getattr__, __dir__ = _lazy(globals(), lambda name: getattr(_op, name), lambda: dir(_op), _MODULES)
