"""Arrays: `NDArray`, functions that make them, and every operator as a function."""

import importlib as _importlib

import jmx.ops as _ops

from .._late_binding import provider as _provider
from ..core.facade import Namespace as _Namespace
from . import creation as _creation
from . import ndarray
from .creation import *
from .dlpack import from_dlpack, to_dlpack_for_read, to_dlpack_for_write
from .fusing import apply_pure, fused_update, invoke
from .ndarray import NDArray, waitall
from .utils import load, load_frombuffer, save

_space = _Namespace(__name__, "op")
_MODULES = {
    "op": "op",
    "_internal": "_internal",
    "linalg": "linalg",
    "contrib": "contrib",
    "image": "image",
    "random": "random",
    "sparse": "sparse",
    "register": "register",
    "utils": "utils",
    "numpy": "numpy",
    "np": "numpy",
    "numpy_extension": "numpy_extension",
    "npx": "numpy_extension",
}


def __getattr__(name):
    if name in _MODULES:
        full = f"{__name__}.{_MODULES[name]}"
        try:
            attribute = _importlib.import_module(full)
        except ModuleNotFoundError as error:
            if error.name != full:
                raise
            raise AttributeError(f"module 'mxnet.ndarray' has no attribute {name!r} yet") from None
    elif name == "CachedOp":
        attribute = _provider("nd.CachedOp")
    elif name == "__all__":
        return sorted({*_EXPLICIT, *_space.names()})
    else:
        attribute = _space.get(name)
        if name == "cast_storage":
            _importlib.import_module(f"{__name__}.sparse")
    globals()[name] = attribute
    return attribute


def __dir__():
    return sorted({*globals(), *_MODULES, *_space.names()})


_EXPLICIT = [
    *_creation.__all__,
    "NDArray",
    "waitall",
    "load",
    "load_frombuffer",
    "save",
    "from_dlpack",
    "to_dlpack_for_read",
    "to_dlpack_for_write",
    "concat",
    "CachedOp",
]
