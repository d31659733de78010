"""Operators written in Python: `CustomOp` and its description `CustomOpProp`, and what the registry knows of all operators."""

import ctypes  # programs get it, NDArray and its handle by importing * from here, as from MXNet's module

from ..base import NDArrayHandle
from ..ndarray import NDArray
from ._hosting import Described
from .custom import CustomOp, CustomOpProp, register
from .legacy import NDArrayOp, NumpyOp, PythonOp
from .listing import OperatorArguments, get_all_registered_operators, get_operator_arguments

c_int_p = ctypes.POINTER(ctypes.c_int)
