"""The operators `_npi_*` on symbols, under their names without the prefix."""

from ..register import Namespace as _Namespace

_space = _Namespace(__name__, "np._internal")


def __getattr__(name):
    globals()[name] = found = _space.get(name)
    return found


def __dir__():
    return sorted({*globals(), *_space.names()})
