"""`mx.np`, MXNet's NumPy interface: arrays with NumPy's semantics and the functions on them.

    from mxnet import np, npx
    npx.set_np()

Functions that MXNet leaves to NumPy itself (`mx.np.fallback`) run on the host and are not recorded by autograd.
"""

import importlib as _importlib

from . import _op, fallback, linalg, random
from ._op import *
from .arrayprint import set_printoptions
from .fallback import *
from .function_base import meshgrid
from .io import genfromtxt
from .multiarray import array, clip, empty, ndarray
from .stride_tricks import broadcast_arrays
from .utils import *

_MODULES = ("arrayprint", "fallback_linalg", "function_base", "io", "multiarray", "stride_tricks", "utils")


def __getattr__(name):
    if name not in _MODULES:
        raise AttributeError(f"module 'mxnet.numpy' has no attribute {name!r}")
    globals()[name] = module = _importlib.import_module(f"{__name__}.{name}")
    return module


def __dir__():
    return sorted({*globals(), *_MODULES, *dir(_op)})
