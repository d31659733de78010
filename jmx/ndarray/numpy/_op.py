"""All functions of the NumPy interface on arrays: operators `_np_*`, and those that are Python over operators."""

from ..._numpy import FLAT as _FLAT
from ..._numpy.v2 import extended as _extended
from ...core.facade import Namespace as _Namespace
from .array import side as _side

_space = _Namespace("jmx.ndarray.numpy", "np", _extended)
_functions = _side("jmx.ndarray.numpy").define(*_FLAT)
globals().update(_functions)
__getattr__, __dir__ = _space.lazy(globals(), _functions)
