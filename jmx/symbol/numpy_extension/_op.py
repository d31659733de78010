"""The operators `_npx_*` on symbols, under their names without the prefix."""

from ..numpy import _symbol  # noqa: F401  (says of which class the results are)
from ..register import Namespace as _Namespace

_space = _Namespace("jmx.symbol.numpy_extension", "npx")
__getattr__, __dir__ = _space.lazy(globals())
