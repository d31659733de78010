"""All functions of the NumPy interface on arrays: operators `_np_*`, and those that are Python over operators."""

from ..._numpy import FLAT as _FLAT
from ..._numpy import Side as _Side
from ...core.facade import Namespace as _Namespace
from ..ndarray import NDArray as _NDArray
from . import _internal
from .array import ndarray as _ndarray
from .array import placed as _placed

_space = _Namespace("jmx.ndarray.numpy", "np")
_functions = _Side("jmx.ndarray.numpy", _internal, _ndarray, _NDArray, _placed).define(*_FLAT)
globals().update(_functions)
__getattr__, __dir__ = _space.lazy(globals(), _functions)
