"""The operators of `npx.image` on arrays."""

from ...core.facade import Namespace as _Namespace
from ..numpy import array as _array  # noqa: F401  (says of which class the results are)

_space = _Namespace(__name__, "npx.image")


def __getattr__(name):
    globals()[name] = attribute = _space.get(name)
    return attribute


def __dir__():
    return sorted({*globals(), *_space.names()})
