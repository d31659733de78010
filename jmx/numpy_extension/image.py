"""`mx.npx.image`: operators on images, and what `mx.image` has besides."""

from .._late_binding import provider as _provider
from ..core.facade import Namespace as _Namespace
from ..ndarray.numpy import array as _array  # noqa: F401  (says of which class the results are)

_space = _Namespace(__name__, "npx.image")


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    try:
        attribute = _space.get(name)
    except AttributeError:
        try:
            attribute = getattr(_provider("npx.image"), name)
        except ModuleNotFoundError:
            raise AttributeError(f"module 'mxnet.numpy_extension.image' has no attribute {name!r}") from None
    globals()[name] = attribute
    return attribute


def __dir__():
    return sorted({*globals(), *_space.names()})
