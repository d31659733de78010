"""`mxnet._ffi`, `mxnet._ctypes` and `mxnet._cy3`: the few names of MXNet's bindings that have a meaning without C."""
