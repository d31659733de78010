"""`mx.np`, MXNet's NumPy interface: arrays with NumPy's semantics and the functions on them.

    from mxnet import np, npx
    npx.set_np()

Functions that MXNet leaves to NumPy itself (`mx.np.fallback`) run on the host and are not recorded by autograd.
"""

from ..core.facade import lazy as _lazy
from . import _op, fallback, linalg, random
from ._op import *
from .arrayprint import set_printoptions
from .fallback import *
from .function_base import meshgrid
from .io import genfromtxt
from .multiarray import array, clip, empty, from_jax, ndarray
from .standard import *
from .standard import __array_namespace_info__
from .stride_tricks import broadcast_arrays
from .utils import *

__array_api_version__ = "2024.12"
_MODULES = ("arrayprint", "fallback_linalg", "function_base", "io", "multiarray", "standard", "stride_tricks", "utils")
__getattr__, __dir__ = _lazy(globals(), _op._space.get, lambda: _op.__all__, _MODULES)
