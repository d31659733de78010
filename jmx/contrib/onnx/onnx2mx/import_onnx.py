"""MXNet 1.9.1's class that reads the graph of an ONNX model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....onnx.importing import _api

if TYPE_CHECKING:
    from ...._typing import Int
    from ....context import Context
    from ....ndarray.ndarray import NDArray
    from ....symbol.symbol import Symbol

__all__ = ["GraphProto"]


class GraphProto:
    """Reads graphs of ONNX models.

    After `from_onnx`, `arg_dict` and `aux_dict` have the parameters, and `opset_version` the operators' version.
    """

    def __init__(self) -> None:
        self.arg_dict = {}
        self.aux_dict = {}
        self.model_metadata = {}
        self.opset_version = 0

    def from_onnx(self, graph: Any, opset_version: Int) -> tuple[Symbol, dict[str, NDArray], dict[str, NDArray]]:
        """Read a graph as a symbol and parameters.

        Parameters
        ----------
        graph : onnx.GraphProto
        opset_version : int
            The version of ONNX's operators.

        Returns
        -------
        (Symbol, dict of str to NDArray, dict of str to NDArray)
            As `mx.onnx.import_model`.
        """
        self.opset_version = opset_version
        symbol, self.arg_dict, self.aux_dict = _api.import_model(_api.model_of(graph, opset_version))
        return symbol, self.arg_dict, self.aux_dict

    def get_graph_metadata(self, graph: Any) -> Any:
        """Read the names and shapes of a graph's inputs and outputs; see `mx.onnx.get_model_metadata`."""
        self.model_metadata = _api.get_model_metadata(_api.model_of(graph, 1))
        return self.model_metadata

    def graph_to_gluon(self, graph: Any, ctx: Context, opset_version: Any) -> Any:
        """Read a graph as a block of Gluon, with parameters on `ctx`; see `mx.onnx.import_to_gluon`."""
        self.opset_version = opset_version
        return _api.import_to_gluon(_api.model_of(graph, opset_version), ctx)
