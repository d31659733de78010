"""`mx.np.linalg`: linear algebra; some functions are NumPy's own, run on the host."""

from .._numpy import Side as _Side
from .._numpy import linalg as _shared
from ..ndarray.ndarray import NDArray as _NDArray
from ..ndarray.numpy import _internal
from ..ndarray.numpy.array import ndarray as _ndarray
from ..ndarray.numpy.array import placed as _placed
from . import fallback_linalg
from .fallback_linalg import *  # noqa: F403

_functions = _Side(__name__, _internal, _ndarray, _NDArray, _placed).define(_shared)
globals().update(_functions)
__all__ = sorted({*_functions, *fallback_linalg.__all__})
