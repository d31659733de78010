# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import AnyFunction, Int
from jmx.gluon.loss import Loss
from jmx.symbol.symbol import Symbol
from jmx.base import MXNetError as MXNetError
from jmx.gluon import HybridBlock as HybridBlock, Trainer as Trainer
from jmx.kvstore import KVStore as KVStore
from jmx.ndarray import NDArray as NDArray

class _Cost(HybridBlock):
    def __init__(self, net: Any, loss: Any, n_data: Any) -> None: ...
    def hybrid_forward(self, F: Any, x: NDArray | Symbol, *args: NDArray | Symbol, **params: Any) -> Any: ...
    n_losses: Any
    net: Any
class DataParallelStep:
    def __init__(self, net: HybridBlock, loss: Loss | AnyFunction, trainer: Trainer, batch_axis: Int | Sequence[Int] = 0) -> None: ...
    def _check(self) -> None: ...
    def __call__(self, data: Any, label: Any = None) -> list[NDArray]: ...
    def _arrays(self, given: Any) -> Any: ...
    def _loop(self, pieces: Any, n_data: Any, size: Any) -> Any: ...
    def _run(self, pieces: Any, n_data: Any, member: Any, agreed: Any) -> Any: ...
    def _update(self, weights: Any, indices: Any) -> Any: ...
    outputs: Any
    _contexts: Any
    _trainer: Any
    _batch_axis: Any
__all__ = ['DataParallelStep']
