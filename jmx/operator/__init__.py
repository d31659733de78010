"""Operators written in Python: `CustomOp` and its description `CustomOpProp`, and what the registry knows of all operators."""

from ._hosting import Described
from .custom import CustomOp, CustomOpProp, register
from .legacy import NDArrayOp, NumpyOp, PythonOp
from .listing import OperatorArguments, get_all_registered_operators, get_operator_arguments
