# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from . import custom as custom
from . import legacy as legacy
from . import listing as listing
from jmx.base import NDArrayHandle as NDArrayHandle
from jmx.ndarray import NDArray as NDArray
from jmx.operator._hosting import Described as Described
from jmx.operator.custom import CustomOp as CustomOp, CustomOpProp as CustomOpProp, register as register
from jmx.operator.legacy import NDArrayOp as NDArrayOp, NumpyOp as NumpyOp, PythonOp as PythonOp
from jmx.operator.listing import OperatorArguments as OperatorArguments, get_all_registered_operators as get_all_registered_operators, get_operator_arguments as get_operator_arguments

c_int_p: Any
