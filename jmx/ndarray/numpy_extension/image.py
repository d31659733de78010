"""The operators of `npx.image` on arrays."""

from ...core.facade import Namespace as _Namespace
from ..numpy import array as _array  # noqa: F401  (says of which class the results are)

_space = _Namespace(__name__, "npx.image")
__getattr__, __dir__ = _space.lazy(globals())
