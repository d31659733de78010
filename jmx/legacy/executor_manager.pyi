# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
import logging
from collections.abc import Sequence
from typing import Any
from jmx._typing import AnyFunction, Float
from jmx.context import Context
from jmx.io.base import DataBatch, DataIter
from jmx.metric.base import EvalMetric
from jmx.symbol.symbol import Symbol
from jmx.module.executor_group import _split_input_slice as _split_input_slice
from jmx.io import DataDesc as DataDesc

def _check_arguments(symbol: Any) -> None: ...
def _load_general(data: Any, targets: Any) -> None: ...
class DataParallelExecutorGroup:
    def __init__(self, sym: Symbol, arg_names: Sequence[str], param_names: Sequence[str], ctx: Sequence[Context], slices: Any, train_data: DataIter | DataBatch, shared_group: DataParallelExecutorGroup | None = None) -> None: ...
    def load_data_batch(self, data_batch: Any) -> None: ...
    def forward(self, is_train: bool = False) -> None: ...
    def backward(self) -> None: ...
    def update_metric(self, metric: EvalMetric, labels: Any, pre_sliced: bool = False) -> None: ...
    aux_arrays: Any
    grad_arrays: Any
    param_arrays: Any
    label_arrays: Any
    data_arrays: Any
    train_execs: Any
    slices: Any
    param_names: Any
    param_idx: Any
    aux_names: Any
    label_names: Any
    data_names: Any
    shared_data_arrays: Any
class DataParallelExecutorManager:
    def __init__(self, symbol: Symbol, ctx: Sequence[Context], train_data: DataIter, arg_names: Sequence[str], param_names: Sequence[str], aux_names: Sequence[str], work_load_list: Sequence[Float] | None = None, logger: logging.Logger | None = None, sym_gen: AnyFunction | None = None) -> None: ...
    def install_monitor(self, monitor: Any) -> None: ...
    def set_params(self, arg_params: Any, aux_params: Any) -> None: ...
    def copy_to(self, arg_params: Any, aux_params: Any) -> None: ...
    @property
    def param_arrays(self) -> Any: ...
    @property
    def grad_arrays(self) -> Any: ...
    @property
    def aux_arrays(self) -> Any: ...
    def load_data_batch(self, data_batch: Any) -> None: ...
    def forward(self, is_train: bool = False) -> None: ...
    def backward(self) -> None: ...
    def update_metric(self, metric: Any, labels: Any, pre_sliced: bool = False) -> None: ...
    execgrp_bucket: Any
    curr_execgrp: Any
    execgrp: DataParallelExecutorGroup
    sym_gen: AnyFunction | None
    symbol: Symbol
    ctx: Sequence[Context]
    aux_names: Sequence[str]
    param_names: Sequence[str]
    arg_names: Sequence[str]
    slices: Any
__all__ = ['DataParallelExecutorGroup', 'DataParallelExecutorManager']
