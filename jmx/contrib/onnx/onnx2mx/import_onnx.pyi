# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import Int
from jmx.context import Context
from jmx.ndarray.ndarray import NDArray
from jmx.symbol.symbol import Symbol

class GraphProto:
    def __init__(self) -> None: ...
    def from_onnx(self, graph: Any, opset_version: Int) -> tuple[Symbol, dict[str, NDArray], dict[str, NDArray]]: ...
    def get_graph_metadata(self, graph: Any) -> Any: ...
    def graph_to_gluon(self, graph: Any, ctx: Context, opset_version: Any) -> Any: ...
    opset_version: Any
    model_metadata: Any
    aux_dict: Any
    arg_dict: Any
__all__ = ['GraphProto']
