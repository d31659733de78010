"""The functions of `mx.np` that are operators, or Python over operators."""

from .._numpy import FLAT as _FLAT
from ..core.facade import Namespace as _Namespace
from ..ndarray.numpy.array import side as _side
from ._op_doc import documented as _documented

_space = _Namespace("jmx.numpy", "np", _documented)
_functions = _side("jmx.numpy").define(*_FLAT)
globals().update(_functions)
globals().update({_name: _space.get(_name) for _name in _space.names()})
__all__ = sorted({*_functions, *_space.names()})
