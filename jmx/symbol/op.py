"""The operators of `mx.sym.op`, made from the registry on first access."""

from .register import Namespace as _Namespace

_space = _Namespace(__name__, "op")
__getattr__, __dir__ = _space.lazy(globals())
