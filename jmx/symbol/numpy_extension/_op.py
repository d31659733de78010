"""The operators `_npx_*` on symbols, under their names without the prefix."""

from ..numpy import _symbol  # noqa: F401  (says of which class the results are)
from ..register import Namespace as _Namespace

_space = _Namespace("jmx.symbol.numpy_extension", "npx")


def __getattr__(name):
    if name == "__all__":
        return _space.names()
    globals()[name] = attribute = _space.get(name)
    return attribute


def __dir__():
    return sorted({*globals(), *_space.names()})
