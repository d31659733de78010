"""The functions of `mx.np` that are operators, or Python over operators."""

from .._numpy import FLAT as _FLAT
from .._numpy import Side as _Side
from ..core.facade import Namespace as _Namespace
from ..ndarray.ndarray import NDArray as _NDArray
from ..ndarray.numpy import _internal
from ..ndarray.numpy.array import ndarray as _ndarray
from ..ndarray.numpy.array import placed as _placed
from ._op_doc import documented as _documented

_space = _Namespace("jmx.numpy", "np", _documented)
_functions = _Side("jmx.numpy", _internal, _ndarray, _NDArray, _placed).define(*_FLAT)
globals().update(_functions)
globals().update({_name: _space.get(_name) for _name in _space.names()})
__all__ = sorted({*_functions, *_space.names()})
