# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
import logging
from collections.abc import Mapping, Sequence
from typing import Any
from jmx._typing import Float, Int
from jmx.metric.base import EvalMetric
from jmx.ndarray.ndarray import NDArray
from jmx.symbol.symbol import Symbol
from jmx.context import Context as Context
from jmx.io import DataDesc as DataDesc

def _split_input_slice(batch_size: Any, work_load_list: Any) -> Any: ...
class DataParallelExecutorGroup:
    def __init__(self, symbol: Symbol, contexts: Sequence[Context], workload: Sequence[Float], data_shapes: Sequence[DataDesc | tuple[str, Sequence[Int]]], label_shapes: Sequence[DataDesc | tuple[str, Sequence[Int]]], param_names: Sequence[str], for_training: bool, inputs_need_grad: bool, shared_group: DataParallelExecutorGroup | None = None, logger: logging.Logger = ..., fixed_param_names: Sequence[str] | None = None, grad_req: str | Sequence[str] | Mapping[str, str] = 'write', state_names: Sequence[str] | None = None, group2ctxs: Mapping[Any, Any] | Sequence[Mapping[Any, Any]] | None = None) -> None: ...
    def _requests(self, grad_req: Any, data_names: Any) -> Any: ...
    def decide_slices(self, data_shapes: Sequence[DataDesc]) -> Any: ...
    def bind_exec(self, data_shapes: Sequence[DataDesc], label_shapes: Sequence[DataDesc], shared_group: DataParallelExecutorGroup | None = None, reshape: bool = False) -> None: ...
    @property
    def _total_exec_bytes(self) -> Any: ...
    def _parts(self) -> Any: ...
    def reshape(self, data_shapes: Sequence[DataDesc], label_shapes: Sequence[DataDesc]) -> None: ...
    def set_params(self, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray], allow_extra: bool = False) -> None: ...
    def get_params(self, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray]) -> None: ...
    def forward(self, data_batch: Any, is_train: bool | None = None) -> None: ...
    def get_output_shapes(self) -> Any: ...
    def get_outputs(self, merge_multi_context: bool = True, begin: Int = 0, end: Int | None = None) -> Any: ...
    def get_states(self, merge_multi_context: bool = True) -> Any: ...
    def set_states(self, states: Sequence[Sequence[NDArray]] | None = None, value: Float | None = None) -> None: ...
    def get_input_grads(self, merge_multi_context: bool = True) -> Any: ...
    def backward(self, out_grads: Sequence[NDArray] | None = None) -> None: ...
    def update_metric(self, eval_metric: EvalMetric, labels: Any, pre_sliced: bool) -> None: ...
    def install_monitor(self, mon: Any) -> None: ...
    data_layouts: Any
    label_layouts: Any
    label_names: Any
    execs: Any
    batch_size: Any
    slices: Any
    shared_data_arrays: Any
    grad_req: Any
    state_names: Any
    fixed_param_names: Any
    logger: logging.Logger
    inputs_need_grad: bool
    for_training: bool
    group2ctxs: Any
    workload: Sequence[Float]
    contexts: Sequence[Context]
    output_layouts: Any
    num_outputs: Any
    output_names: Any
    aux_names: Any
    arg_names: Any
    param_names: Sequence[str]
    symbol: Symbol
    data_names: Any
    data_shapes: Any
    label_shapes: Any
    aux_arrays: Any
    input_grad_arrays: Any
    grad_arrays: Any
    param_arrays: Any
    state_arrays: Any
    label_arrays: Any
    data_arrays: Any
def _write_means(targets: Any, names: Any, arrays: Any) -> None: ...
__all__ = ['DataParallelExecutorGroup']
