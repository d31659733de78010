"""The operators of `mx.npx`."""

import inspect as _inspect

from ..core.facade import Namespace as _Namespace
from ..ndarray.numpy import array as _array  # noqa: F401  (says of which class the results are)
from ..numpy import _op_doc

_space = _Namespace("jmx.numpy_extension", "npx")


def __getattr__(name):
    if name == "__all__":
        return _space.names()
    attribute = _space.get(name)
    shown = getattr(_op_doc, "_npx_" + name, None)
    if shown is not None:
        attribute.__signature__ = _inspect.signature(shown)
    globals()[name] = attribute
    return attribute


def __dir__():
    return sorted({*globals(), *_space.names()})
