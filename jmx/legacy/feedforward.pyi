# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
import logging
from collections.abc import Mapping, Sequence
from typing import Any
from jmx._typing import AnyFunction, Float, Int, NumPyArray
from jmx.initializer.base import Initializer
from jmx.io.base import DataIter
from jmx.kvstore.kvstore import KVStore
from jmx.monitor import Monitor
from jmx.ndarray.ndarray import NDArray
from jmx.optimizer.base import Optimizer
from jmx.symbol.symbol import Symbol
from jmx.callback import LogValidationMetricsCallback as LogValidationMetricsCallback
from jmx.context import Context as Context
from jmx.initializer import Uniform as Uniform
from jmx.io import DataDesc as DataDesc
from jmx.legacy.executor_manager import DataParallelExecutorManager as DataParallelExecutorManager

class FeedForward(BASE_ESTIMATOR):
    def __init__(self, symbol: Symbol | AnyFunction, ctx: Context | Sequence[Context] | None = None, num_epoch: Int | None = None, epoch_size: Int | None = None, optimizer: str | Optimizer = 'sgd', initializer: Initializer = ..., numpy_batch_size: Int = 128, arg_params: Mapping[str, NDArray] | None = None, aux_params: Mapping[str, NDArray] | None = None, allow_extra_params: bool = False, begin_epoch: Int = 0, **kwargs: Any) -> None: ...
    def _init_params(self, inputs: Any, overwrite: bool = False) -> Any: ...
    def predict(self, X: DataIter | NDArray | NumPyArray, num_batch: Int | None = None, return_data: bool = False, reset: bool = True) -> Any: ...
    def score(self, X: DataIter, eval_metric: Any = 'acc', num_batch: Int | None = None, batch_end_callback: AnyFunction | Sequence[AnyFunction] | None = None, reset: bool = True) -> Any: ...
    def fit(self, X: DataIter | NDArray | NumPyArray, y: NDArray | NumPyArray | None = None, eval_data: Any = None, eval_metric: Any = 'acc', epoch_end_callback: AnyFunction | Sequence[AnyFunction] | None = None, batch_end_callback: AnyFunction | Sequence[AnyFunction] | None = None, kvstore: str | KVStore = 'local', logger: logging.Logger | None = None, work_load_list: Sequence[Float] | None = None, monitor: Monitor | None = None, eval_end_callback: AnyFunction | Sequence[AnyFunction] | None = ..., eval_batch_end_callback: AnyFunction | Sequence[AnyFunction] | None = None) -> None: ...
    def _step(self, manager: Any, optimizer: Any, kvstore: Any, update_on_kvstore: Any, eval_metric: Any, monitor: Any) -> Any: ...
    def _evaluate(self, manager: Any, eval_data: Any, epoch: Any, eval_metric: Any, eval_end_callback: Any, eval_batch_end_callback: Any) -> None: ...
    def save(self, prefix: str, epoch: Int | None = None, remove_amp_cast: bool = True) -> None: ...
    @staticmethod
    def load(prefix: str, epoch: Int, ctx: Context | Sequence[Context] | None = None, *, num_epoch: Int | None = None, epoch_size: Int | None = None, optimizer: str | Optimizer = 'sgd', initializer: Initializer = ..., numpy_batch_size: Int = 128, allow_extra_params: bool = False, **kwargs: Any) -> Any: ...
    @staticmethod
    def create(symbol: Any, X: Any, y: Any = None, ctx: Context | None = None, num_epoch: Any = None, epoch_size: Any = None, optimizer: str = 'sgd', initializer: Any = ..., eval_data: Any = None, eval_metric: str = 'acc', epoch_end_callback: Any = None, batch_end_callback: Any = None, kvstore: str = 'local', logger: Any = None, work_load_list: Any = None, eval_end_callback: Any = ..., eval_batch_end_callback: Any = None, *, numpy_batch_size: Int = 128, arg_params: Mapping[str, NDArray] | None = None, aux_params: Mapping[str, NDArray] | None = None, allow_extra_params: bool = False, begin_epoch: Int = 0, **kwargs: Any) -> Any: ...
    begin_epoch: Int
    numpy_batch_size: Int
    initializer: Initializer
    optimizer: str | Optimizer
    kwargs: Any
    epoch_size: Int | None
    num_epoch: Int | None
    ctx: Any
    argument_checked: bool
    allow_extra_params: bool
    aux_params: Any
    arg_params: Any
    symbol: Any
    sym_gen: Any
BASE_ESTIMATOR = object
SKLEARN_INSTALLED: bool
__all__ = ['FeedForward']
