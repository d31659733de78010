# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx.gluon.base_parameter import DeferredInitializationError as DeferredInitializationError, Parameter as Parameter
from jmx.gluon.constant import Constant as Constant
from jmx.gluon.parameter_dict import ParameterDict as ParameterDict

tensor_types: tuple[type[Any], ...]
__all__ = ['Constant', 'DeferredInitializationError', 'Parameter', 'ParameterDict', 'tensor_types']
