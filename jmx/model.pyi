# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping
from typing import Any, NamedTuple
from jmx._typing import Int
from jmx.ndarray.ndarray import NDArray
from jmx.symbol.symbol import Symbol
from jmx.legacy.feedforward import BASE_ESTIMATOR as BASE_ESTIMATOR, FeedForward as FeedForward, SKLEARN_INSTALLED as SKLEARN_INSTALLED
from jmx.context import cpu as cpu

class BatchEndParam(NamedTuple):
    epoch: int
    nbatch: int
    eval_metric: Any
    locals: Any
def _create_kvstore(kvstore: Any, num_device: Any, arg_params: Any) -> Any: ...
def _initialize_kvstore(kvstore: Any, param_arrays: Any, arg_params: Any, param_names: Any, update_on_kvstore: Any) -> None: ...
def _update_params_on_kvstore(param_arrays: Any, grad_arrays: Any, kvstore: Any, param_names: Any) -> None: ...
def _update_params(param_arrays: Any, grad_arrays: Any, updater: Any, num_device: Any, kvstore: Any = None, param_names: Any = None) -> None: ...
def save_checkpoint(prefix: str, epoch: Int, symbol: Symbol | None, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray], remove_amp_cast: bool = True) -> None: ...
def load_params(prefix: str, epoch: Int) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
    ...
def load_checkpoint(prefix: str, epoch: Int) -> tuple[Symbol, dict[str, NDArray], dict[str, NDArray]]:
    ...
