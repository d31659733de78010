"""Modules that MXNet 1.9.1 has and few programs use, and the import name `mxnet` itself.

`jmx.misc` is the module object `jmx.legacy.misc` under a second name in `sys.modules`, and so are the other `MODULES`.
"""

import sys

from .second_names import SecondNameFinder

#: the modules that MXNet has directly below `mxnet`
MODULES = ("executor_manager", "libinfo", "misc", "numpy_dispatch_protocol", "numpy_op_fallback", "numpy_op_signature")
_PLACES = {
    **{f"jmx.{name}": f"jmx.legacy.{name}" for name in MODULES},
    "jmx._numpy_op_doc": "jmx.numpy._op_doc",
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
