# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import ContextLike, DTypeLike
from jmx.context import Context
from jmx.base import MXNetError as MXNetError
from jmx.ndarray import NDArray as NDArray
from jmx.symbol import Symbol as Symbol
from jmx.gluon.hybrid import HybridBlock as HybridBlock
from jmx.gluon.parameter import ParameterDict as ParameterDict
from jmx.gluon.structure import _flatten as _flatten, _regroup as _regroup

def _infer_param_types(in_params: Sequence[Symbol], out_params: Symbol, arg_params: Sequence[str], aux_params: Sequence[str], default_dtype: DTypeLike | str = ...) -> Any: ...
class SymbolBlock(HybridBlock):
    def forward(self, *args: Any, **kwargs: Any) -> Any:
        ...
    def hybrid_forward(self, F: Any, *args: Any, **kwargs: Any) -> Any:
        ...
    def cast(self, dtype: DTypeLike) -> None:
        ...
    def reset_ctx(self, ctx: ContextLike) -> None:
        ...
    @staticmethod
    def imports(symbol_file: str, input_names: str | Sequence[str], param_file: str | None = None, ctx: Context | Sequence[Context] | None = None, allow_missing: bool = False, ignore_extra: bool = False) -> SymbolBlock: ...
    def __init__(self, outputs: Symbol | Sequence[Symbol], inputs: Symbol | Sequence[Symbol], params: Any = None) -> None: ...
    def _clear_cached_op(self) -> None: ...
    _cached_graph: Any
    _out_format: Any
    _in_format: Any
    _params: ParameterDict
    _prefix: str
__all__ = ['SymbolBlock']
