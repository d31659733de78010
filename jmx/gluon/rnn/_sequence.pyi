# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx.gluon.parameter import tensor_types as tensor_types

def _as_list(outputs: Any) -> Any: ...
