# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx import initializer
from jmx._typing import AnyFunction, DTypeLike, Float, Int
from jmx.ndarray.numpy.array import ndarray as np_ndarray
from jmx.optimizer.base import Optimizer

def compare_optimizer(opt1: Optimizer, opt2: Optimizer, shape: Any, dtype: DTypeLike, w_stype: str = 'default', g_stype: str = 'default', rtol: Float = 0.0001, atol: Float = 1e-05, compare_states: bool = True, ntensors: Int = 1) -> None: ...
class _Values(initializer.Initializer):
    def __init__(self, values: Any) -> None: ...
    def _init_weight(self, name: str, arr: Any) -> None: ...
    _values: Any
def check_gluon_hybridize_consistency(net_builder: AnyFunction, data_l: Sequence[np_ndarray], numpy_func: AnyFunction | None = None, test_grad: bool = True, rtol: Float = 0.0001, atol: Float = 0.0001) -> None: ...
__all__ = ['check_gluon_hybridize_consistency', 'compare_optimizer']
