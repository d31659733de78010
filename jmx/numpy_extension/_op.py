"""The operators of `mx.npx`."""

from ..core.facade import Namespace as _Namespace
from ..ndarray.numpy import array as _array  # noqa: F401  (says of which class the results are)
from ..numpy._op_doc import documented as _documented

_space = _Namespace("jmx.numpy_extension", "npx", _documented)
__getattr__, __dir__ = _space.lazy(globals())
