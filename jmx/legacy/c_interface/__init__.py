"""`mxnet._ffi`, `mxnet._ctypes` and `mxnet._cy3`: the few names of MXNet's bindings that have a meaning without C."""

import importlib as _importlib

from jmx.legacy.container import convert_to_node as convert_to_node


def __getattr__(name):
    if name in ("function", "ndarray", "symbol"):
        return _importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
