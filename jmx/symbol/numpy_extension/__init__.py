"""The operators `_npx_*` on symbols."""

from ...core.facade import lazy as _lazy
from . import _op

_MODULES = ("_op", "image", "random")
__getattr__, __dir__ = _lazy(globals(), lambda name: getattr(_op, name), lambda: dir(_op), _MODULES)
