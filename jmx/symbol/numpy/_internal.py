"""The operators `_npi_*` on symbols, under their names without the prefix."""

from ..._late_binding import provider as _provider
from ..register import Namespace as _Namespace

_space = _Namespace(__name__, "np._internal")


def _computed_by_numpy(name):
    if name.endswith("_fallback"):
        _provider("nd, sym: operators that NumPy computes")  # its import puts them here
        if name in globals():
            return globals()[name]
    return _space.get(name)


__getattr__, __dir__ = _space.lazy(globals(), otherwise=_computed_by_numpy)
