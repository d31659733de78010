"""`mx.onnx.import_model` and `get_model_metadata`, where MXNet 1.9.1 defines them."""

from ....onnx.importing._api import get_model_metadata, import_model

__all__ = ["get_model_metadata", "import_model"]
