# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import Float, Int

class LearningRateScheduler:
    def __init__(self) -> None: ...
    def __call__(self, iteration: Any) -> Any: ...
    base_lr: Any
class FactorScheduler(LearningRateScheduler):
    def __init__(self, step: Int, factor: Float = 0.1) -> None: ...
    def __call__(self, iteration: Any) -> Any: ...
    init: bool
    old_lr: Any
    factor: Float
    step: Int
