"""The operators of `npx.image` on symbols."""

from ..numpy import _symbol  # noqa: F401  (says of which class the results are)
from ..register import Namespace as _Namespace

_space = _Namespace(__name__, "npx.image")
__getattr__, __dir__ = _space.lazy(globals())
