"""The operators of `mx.npx`."""

import inspect as _inspect

from ..core.facade import Namespace as _Namespace
from ..ndarray.numpy import array as _array  # noqa: F401  (says of which class the results are)

#: what `inspect.signature` shows instead of the operator's own signature
_SHOWN = {
    "nonzero": lambda a: None,
    "constraint_check": lambda x, msg: None,
    "reshape": lambda a, newshape, reverse=False, order="C": None,
}
_space = _Namespace("jmx.numpy_extension", "npx")


def __getattr__(name):
    if name == "__all__":
        return _space.names()
    found = _space.get(name)
    if name in _SHOWN:
        found.__signature__ = _inspect.signature(_SHOWN[name])
    globals()[name] = found
    return found


def __dir__():
    return sorted({*globals(), *_space.names()})
