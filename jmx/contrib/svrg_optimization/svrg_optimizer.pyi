# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx import optimizer
from jmx.optimizer.base import Optimizer

class _AssignmentOptimizer(optimizer.Optimizer):
    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None: ...
class _SVRGOptimizer(optimizer.Optimizer):
    def __init__(self, default_optimizer: str | Optimizer, **kwargs: Any) -> None: ...
    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None: ...
    def create_state(self, index: Any, weight: Any) -> Any: ...
    aux_opt: Any
    default_opt: str | Optimizer
