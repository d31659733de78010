# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any, Literal
from jmx._typing import Float, Int
from jmx._errors.wording import KnownKeywords as KnownKeywords

class LRScheduler(KnownKeywords):
    base_lr: float
    def get_warmup_lr(self, num_update: int) -> float:
        ...
    def __call__(self, num_update: int) -> float:
        ...
    def __init__(self, base_lr: Float = 0.01, warmup_steps: Int = 0, warmup_begin_lr: Float = 0, warmup_mode: Literal['linear', 'constant'] | str = 'linear') -> None: ...
    warmup_mode: Literal['linear', 'constant'] | str
    warmup_begin_lr: Float
    warmup_final_lr: Float
    warmup_steps: Int
class FactorScheduler(LRScheduler):
    base_lr: float
    def __call__(self, num_update: int) -> float:
        ...
    def __init__(self, step: Int, factor: Float = 1, stop_factor_lr: Float = 1e-08, base_lr: Float = 0.01, warmup_steps: Int = 0, warmup_begin_lr: Float = 0, warmup_mode: Literal['linear', 'constant'] | str = 'linear') -> None: ...
    count: Any
    stop_factor_lr: Float
    factor: Float
    step: Int
class MultiFactorScheduler(LRScheduler):
    base_lr: float
    def __call__(self, num_update: int) -> float:
        ...
    def __init__(self, step: Sequence[Int], factor: Float = 1, base_lr: Float = 0.01, warmup_steps: Int = 0, warmup_begin_lr: Float = 0, warmup_mode: Literal['linear', 'constant'] | str = 'linear') -> None: ...
    count: Any
    factor: Float
    cur_step_ind: Any
    step: Sequence[Int]
class _DecayScheduler(LRScheduler):
    def __init__(self, max_update: Any, base_lr: Float, final_lr: Any, warmup_steps: Int, warmup_begin_lr: Float, warmup_mode: Literal['linear', 'constant'] | str) -> None: ...
    def __call__(self, num_update: Any) -> float: ...
    def _rate(self, steps: Any) -> Any: ...
    max_steps: Any
    final_lr: Any
    max_update: Any
    base_lr_orig: Float
    base_lr: Any
class PolyScheduler(LRScheduler):
    base_lr: float
    def __call__(self, num_update: int) -> float:
        ...
    def __init__(self, max_update: Int, base_lr: Float = 0.01, pwr: Int = 2, final_lr: Float = 0, warmup_steps: Int = 0, warmup_begin_lr: Float = 0, warmup_mode: Literal['linear', 'constant'] | str = 'linear') -> None: ...
    def _rate(self, steps: Any) -> Any: ...
    power: Int
class CosineScheduler(LRScheduler):
    base_lr: float
    def __call__(self, num_update: int) -> float:
        ...
    def __init__(self, max_update: Int, base_lr: Float = 0.01, final_lr: Float = 0, warmup_steps: Int = 0, warmup_begin_lr: Float = 0, warmup_mode: Literal['linear', 'constant'] | str = 'linear') -> None: ...
    def _rate(self, steps: Any) -> Any: ...
__all__ = ['CosineScheduler', 'FactorScheduler', 'LRScheduler', 'MultiFactorScheduler', 'PolyScheduler']
