"""`mxnet._ffi`, `mxnet._ctypes` and `mxnet._cy3`: the few names of MXNet's bindings that have a meaning without C."""

from jmx.legacy.container import convert_to_node as convert_to_node
