"""Modules that MXNet 1.9.1 or 2.0 has and few programs use, and the import name `mxnet` itself.

`jmx.misc` is the module object `jmx.legacy.misc` under a second name in `sys.modules`, and so are the other `MODULES`.
"""

import sys

from .second_names import SecondNameFinder

#: modules directly below `mxnet`
MODULES = (
    "api",
    "container",
    "cython",
    "device",
    "dlpack",
    "executor_manager",
    "libinfo",
    "library",
    "misc",
    "ndarray_doc",
    "numpy_dispatch_protocol",
    "numpy_op_fallback",
    "numpy_op_signature",
    "rtc",
    "space",
    "symbol_doc",
    "torch",
    "tvmop",
)
_PLACES = {
    **{f"jmx.{name}": f"jmx.legacy.{name}" for name in MODULES},
    "jmx._numpy_op_doc": "jmx.numpy._op_doc",
    # MXNet's bindings to its C library
    **dict.fromkeys(("jmx._ffi", "jmx._ctypes", "jmx._cy3"), "jmx.legacy.c_interface"),
    "jmx._api_internal": "jmx.legacy.api",
    # where MXNet 2.0 has them
    "jmx.amp": "jmx.contrib.amp",
    "jmx._deferred_compute": "jmx.symbol.deferred_compute",
    # MXNet's wheels have the code of operators in files, which are the modules of operators here
    **{
        f"jmx.{place}.gen_{name}": f"jmx.{place}.{name}"
        for place in ("ndarray", "symbol")
        for name in ("op", "_internal", "contrib", "image", "linalg", "random", "sparse")
    },
    # what the module `mxnet` imports that an older `jmx shim install` wrote
    "jmx._alias": "jmx.legacy.alias",
}


class _Finder(SecondNameFinder):
    """Finds `jmx.misc` and the like; asked last, when no file has the name."""

    def real_name(self, fullname):
        """The module's own name, or None."""
        return _PLACES.get(fullname)


if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
    sys.meta_path.append(_Finder())
