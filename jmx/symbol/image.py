"""The operators of `mx.sym.image`, made from the registry on first access."""

from .register import Namespace as _Namespace

_space = _Namespace(__name__, "image")
__getattr__, __dir__ = _space.lazy(globals())
