"""The functions of `mx.np` that are operators, or Python over operators."""

import inspect as _inspect

from .._numpy import FLAT as _FLAT
from .._numpy import Side as _Side
from ..core.facade import Namespace as _Namespace
from ..ndarray.ndarray import NDArray as _NDArray
from ..ndarray.numpy import _internal
from ..ndarray.numpy.array import ndarray as _ndarray
from ..ndarray.numpy.array import placed as _placed
from . import _op_doc

_space = _Namespace("jmx.numpy", "np")
_functions = _Side("jmx.numpy", _internal, _ndarray, _NDArray, _placed).define(*_FLAT)


def _shown(name):
    function = _space.get(name)
    shown = getattr(_op_doc, "_np_" + name, None)
    if shown is not None:
        function.__signature__ = _inspect.signature(shown)
    return function


globals().update(_functions)
globals().update({_name: _shown(_name) for _name in _space.names()})
__all__ = sorted({*_functions, *_space.names()})
