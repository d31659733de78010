# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any

OperatorArguments: Any
def get_all_registered_operators() -> list[str]: ...
def get_operator_arguments(op_name: str) -> Any: ...
__all__ = ['OperatorArguments', 'get_all_registered_operators', 'get_operator_arguments']
