# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx.ndarray import NDArray as NDArray
from jmx.gluon.base_parameter import Parameter as Parameter

class Constant(Parameter):
    def __init__(self, name: Any = None, value: Any = ...) -> None: ...
    @property
    def grad_req(self) -> str: ...
    @grad_req.setter
    def grad_req(self, req: Any) -> None: ...
    value: NDArray
__all__ = ['Constant']
