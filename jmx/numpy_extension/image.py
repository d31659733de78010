"""`mx.npx.image`: operators on images, and what `mx.image` has besides."""

from .._late_binding import provider as _provider
from ..core.facade import Namespace as _Namespace
from ..ndarray.numpy import array as _array  # noqa: F401  (says of which class the results are)

_space = _Namespace(__name__, "npx.image")
__getattr__, __dir__ = _space.lazy(globals(), otherwise=lambda name: getattr(_provider("npx.image"), name))
