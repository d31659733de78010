"""The operators of `mx.sym.sparse`: those of the flat namespace that also know sparse arrays."""

from .register import Namespace as _Namespace
from .symbol import Symbol as Symbol

_space = _Namespace(__name__, "sparse")
_flat = _Namespace(__name__, "op")


def __getattr__(name):
    if name == "__all__":
        return _space.names()
    try:
        attribute = _space.get(name)
    except AttributeError:
        attribute = _flat.get(name)
    globals()[name] = attribute
    return attribute


def __dir__():
    return [*globals(), *_space.names()]
