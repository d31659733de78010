"""The operators of `mx.sym.sparse`: those of the flat namespace that also know sparse arrays."""

from .register import Namespace as _Namespace
from .symbol import Symbol as Symbol

_space = _Namespace(__name__, "sparse")
_flat = _Namespace(__name__, "op")
__getattr__, __dir__ = _space.lazy(globals(), otherwise=_flat.get)
