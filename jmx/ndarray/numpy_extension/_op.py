"""The operators `_npx_*` on arrays, under their names without the prefix."""

from ...core.facade import Namespace as _Namespace
from ..numpy import array as _array  # noqa: F401  (says of which class the results are)

_space = _Namespace("jmx.ndarray.numpy_extension", "npx")
__getattr__, __dir__ = _space.lazy(globals())
