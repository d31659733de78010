"""The operators `_npi_*` on arrays, under their names without the prefix."""

from ..._late_binding import provider as _provider
from ...core.facade import Namespace as _Namespace
from . import array as _array  # noqa: F401  (says of which class the results are)

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
