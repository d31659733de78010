"""The operators `_npi_*` on symbols, under their names without the prefix."""

from ..._late_binding import provider as _provider
from ..register import Namespace as _Namespace

_space = _Namespace(__name__, "np._internal")


def __getattr__(name):
    if name.endswith("_fallback"):
        _provider("nd, sym: operators that NumPy computes")  # its import puts them here
        if name in globals():
            return globals()[name]
    globals()[name] = attribute = _space.get(name)
    return attribute


def __dir__():
    return sorted({*globals(), *_space.names()})
