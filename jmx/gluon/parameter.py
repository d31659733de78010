"""The classes of parameters, and what else programs import from MXNet's module of this name."""

from .. import ndarray, symbol
from .base_parameter import DeferredInitializationError, Parameter
from .constant import Constant
from .parameter_dict import ParameterDict

__all__ = ["DeferredInitializationError", "Parameter", "Constant", "ParameterDict", "tensor_types"]

tensor_types = (symbol.Symbol, ndarray.NDArray)
