"""The functions of `mx.np` that are operators, or Python over operators."""

import inspect as _inspect

from .._numpy import FLAT as _FLAT
from .._numpy import Side as _Side
from ..core.facade import Namespace as _Namespace
from ..ndarray.ndarray import NDArray as _NDArray
from ..ndarray.numpy import _internal
from ..ndarray.numpy.array import ndarray as _ndarray

#: what `inspect.signature` shows for functions that are operators; calls take their parameters by name or in the order of
#: the operator
_SHOWN = {
    "all": lambda a, axis=None, keepdims=False, out=None: None,
    "any": lambda a, axis=None, keepdims=False, out=None: None,
    "sometrue": lambda a, axis=None, keepdims=False, out=None: None,
    "cumsum": lambda a, axis=None, dtype=None, out=None: None,
    "repeat": lambda a, repeats, axis=None: None,
    "transpose": lambda a, axes=None: None,
    "dot": lambda a, b, out=None: None,
    "sum": lambda a, axis=None, dtype=None, keepdims=False, initial=None, out=None: None,
    "copy": lambda a, out=None: None,
    "atleast_1d": lambda *arys: None,
    "atleast_2d": lambda *arys: None,
    "atleast_3d": lambda *arys: None,
    "reshape": lambda a, newshape, order="C", out=None: None,
    "roll": lambda a, shift, axis=None: None,
    "trace": lambda a, offset=0, axis1=0, axis2=1, out=None: None,
    "squeeze": lambda a, axis=None, out=None: None,
    "max": lambda a, axis=None, keepdims=False, out=None: None,
    "amax": lambda a, axis=None, keepdims=False, out=None: None,
    "min": lambda a, axis=None, keepdims=False, out=None: None,
    "amin": lambda a, axis=None, keepdims=False, out=None: None,
    "prod": lambda a, axis=None, dtype=None, out=None, keepdims=False: None,
    "product": lambda a, axis=None, dtype=None, out=None, keepdims=False: None,
    "moveaxis": lambda a, source, destination: None,
    "diag": lambda array, k=0: None,
    "diagonal": lambda a, offset=0, axis1=0, axis2=1: None,
    "diagflat": lambda array, k=0: None,
}
_space = _Namespace("jmx.numpy", "np")
_functions = _Side("jmx.numpy", _internal, _ndarray, _NDArray).define(*_FLAT)


def _shown(name):
    function = _space.get(name)
    if name in _SHOWN:
        function.__signature__ = _inspect.signature(_SHOWN[name])
    return function


globals().update(_functions)
globals().update({_name: _shown(_name) for _name in _space.names()})
__all__ = sorted({*_functions, *_space.names()})
