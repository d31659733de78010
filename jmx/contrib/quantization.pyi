# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Literal
from jmx._typing import Int
from jmx.gluon import SymbolBlock
from jmx.gluon.data.dataloader import DataLoader
from jmx.gluon.hybrid import HybridBlock
from jmx.ndarray.ndarray import NDArray
from jmx.base import MXNetError as MXNetError
from jmx.context import Context as Context, cpu as cpu
from jmx.io import DataBatch as DataBatch, DataDesc as DataDesc, DataIter as DataIter
from jmx.ndarray import array as array, contrib as contrib, zeros as zeros
from jmx.symbol import Group as Group, Symbol as Symbol, var as var
from jmx.contrib._calibration import combine_histogram as combine_histogram

def quantize_model(sym: Symbol, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray], data_names: Sequence[str] = ('data',), label_names: Sequence[str] = ('softmax_label',), ctx: Context = ..., excluded_sym_names: Sequence[str] | None = None, excluded_op_names: Sequence[str] | None = None, calib_mode: Literal["none", "naive", "entropy"] | str = 'entropy', calib_data: DataIter | None = None, num_calib_examples: Int | None = None, quantized_dtype: Literal["int8", "uint8", "auto"] | str = 'int8', quantize_mode: Literal["smart", "full"] | str = 'smart', quantize_granularity: str = 'tensor-wise', logger: logging.Logger | None = None) -> tuple[Symbol, dict[Any, Any], dict[Any, Any]]: ...
def quantize_model_mkldnn(sym: Symbol, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray], data_names: Sequence[str] = ('data',), label_names: Sequence[str] = ('softmax_label',), ctx: Context = ..., excluded_sym_names: Sequence[str] | None = None, excluded_op_names: Sequence[str] | None = None, calib_mode: Literal['none', 'naive', 'entropy'] | str = 'entropy', calib_data: DataIter | None = None, num_calib_examples: Int | None = None, quantized_dtype: Literal['int8', 'uint8', 'auto'] | str = 'int8', quantize_mode: Literal['smart', 'full'] | str = 'smart', quantize_granularity: str = 'tensor-wise', logger: logging.Logger | None = None) -> Any: ...
def quantize_graph(sym: Symbol, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray], ctx: Context = ..., excluded_sym_names: Sequence[str] | None = None, excluded_op_names: Sequence[str] | None = None, calib_mode: Literal['none', 'naive', 'entropy', 'customize'] | str = 'entropy', quantized_dtype: Literal['int8', 'uint8', 'auto'] | str = 'int8', quantize_mode: Literal['smart', 'full'] | str = 'full', quantize_granularity: str = 'tensor-wise', LayerOutputCollector: Any = None, logger: logging.Logger | None = None) -> Any: ...
def calib_graph(qsym: Symbol, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray], collector: Any, calib_mode: Literal["naive", "entropy", "customize"] | str = 'entropy', quantized_dtype: Literal["int8", "uint8", "auto"] | str = 'int8', logger: logging.Logger = ...) -> tuple[Symbol, dict[Any, Any], dict[Any, Any]]: ...
class _Batches(DataIter):
    def __init__(self, source: Any) -> None: ...
    def reset(self) -> None: ...
    def next(self) -> DataBatch: ...
    provide_data: Any
    provide_label: Any
    batch_size: Any
    _source: Any
    _rest: Any
def quantize_net_v2(network: HybridBlock, quantized_dtype: Literal['auto', 'int8'] | str = 'auto', quantize_mode: Literal['smart', 'full'] | str = 'full', quantize_granularity: str = 'tensor-wise', exclude_layers: Sequence[str] | None = None, exclude_layers_match: Sequence[str] | None = None, exclude_operators: Sequence[str] | None = None, calib_data: DataIter | DataLoader | None = None, data_shapes: Sequence[DataDesc] | None = None, calib_mode: Literal['none', 'naive', 'entropy', 'customize'] | str = 'none', num_calib_examples: Int | None = None, ctx: Context = ..., LayerOutputCollector: Any = None, logger: logging.Logger | None = None) -> SymbolBlock: ...
def quantize_net(network: HybridBlock, quantized_dtype: Literal['auto', 'int8'] | str = 'auto', quantize_mode: Literal['smart', 'full'] | str = 'full', exclude_layers: Sequence[str] | None = None, exclude_layers_match: Sequence[str] | None = None, exclude_operators: Sequence[str] | None = None, calib_data: DataIter | DataLoader | None = None, data_shapes: Sequence[DataDesc] | None = None, calib_mode: Literal['none', 'naive', 'entropy', 'customize'] | str = 'none', num_calib_examples: Int | None = None, ctx: Context = ..., logger: logging.Logger | None = None) -> SymbolBlock: ...
