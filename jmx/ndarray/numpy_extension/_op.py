"""The operators `_npx_*` on arrays, under their names without the prefix."""

from ...core.facade import Namespace as _Namespace
from ..numpy import array as _array  # noqa: F401  (says of which class the results are)

_space = _Namespace("jmx.ndarray.numpy_extension", "npx")


def __getattr__(name):
    if name == "__all__":
        return _space.names()
    globals()[name] = attribute = _space.get(name)
    return attribute


def __dir__():
    return sorted({*globals(), *_space.names()})
