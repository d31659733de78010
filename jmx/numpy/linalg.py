"""`mx.np.linalg`: linear algebra; some functions are NumPy's own, run on the host."""

from .._numpy import linalg as _shared
from ..ndarray.numpy.array import side as _side
from . import fallback_linalg
from .fallback_linalg import *  # noqa: F403

_functions = _side(__name__).define(_shared)
globals().update(_functions)
__all__ = sorted({*_functions, *fallback_linalg.__all__})
