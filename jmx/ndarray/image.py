"""The operators of `mx.nd.image`, made from the registry on first access."""

from ..core.facade import Namespace as _Namespace

_space = _Namespace(__name__, "image")


def __getattr__(name):
    if name == "__all__":
        return _space.names()
    globals()[name] = attribute = _space.get(name)
    return attribute


def __dir__():
    return [*globals(), *_space.names()]
