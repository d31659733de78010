"""`mx.onnx.import_to_gluon`, where MXNet 1.9.1 defines it."""

from ....onnx.importing._api import import_to_gluon

__all__ = ["import_to_gluon"]
