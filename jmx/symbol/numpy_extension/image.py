"""The operators of `npx.image` on symbols."""

from ..numpy import _symbol  # noqa: F401  (says of which class the results are)
from ..register import Namespace as _Namespace

_space = _Namespace(__name__, "npx.image")


def __getattr__(name):
    globals()[name] = attribute = _space.get(name)
    return attribute


def __dir__():
    return sorted({*globals(), *_space.names()})
