"""The name under which MXNet 1.6 and older had `mx.onnx.mx2onnx`."""

from ...onnx.mx2onnx import export_model, get_operator_support

__all__ = ["export_model", "get_operator_support"]
