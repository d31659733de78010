# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping
from typing import Any
from jmx._typing import Float, Int
from jmx.gluon.base_parameter import Parameter
from jmx.lr_scheduler import LRScheduler
from jmx.ndarray.ndarray import NDArray
from jmx.symbol.symbol import Symbol
from jmx.optimizer.base import Optimizer as Optimizer

class GroupAdaGrad(Optimizer):
    def __init__(self, eps: Float = 1e-05, epsilon: Float | None = None, *, rescale_grad: Float = 1.0, param_idx2name: Mapping[int, str] | None = None, wd: Float = 0.0, clip_gradient: Float | None = None, learning_rate: Float | None = None, lr_scheduler: LRScheduler | None = None, sym: Symbol | None = None, begin_num_update: Int = 0, multi_precision: bool = False, param_dict: Mapping[int, Parameter] | None = None, aggregate_num: Int | None = None, use_fused_step: bool | None = None) -> None: ...
    def create_state(self, index: Int | str, weight: NDArray) -> Any: ...
    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any: ...
    float_stable_eps: Any
__all__ = ['GroupAdaGrad']
