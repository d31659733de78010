"""The operators of `mx.nd.image`, made from the registry on first access."""

from ..core.facade import Namespace as _Namespace

_space = _Namespace(__name__, "image")
__getattr__, __dir__ = _space.lazy(globals())
