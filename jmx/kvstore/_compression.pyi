# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import Float
from jmx.base import MXNetError as MXNetError

class TwoBits:
    def __init__(self, threshold: Float = 0.5) -> None: ...
    def __call__(self, key: Any, position: Any, gradient: Any) -> Any: ...
    _rest: Any
    threshold: Any
def compression(parameters: Any) -> Any: ...
