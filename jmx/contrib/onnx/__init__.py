"""ONNX files under MXNet's former name: the functions are those of `mx.onnx`."""

from ...onnx.importing._api import get_model_metadata, import_model, import_to_gluon
from ...onnx.mx2onnx import export_model
from . import mx2onnx, onnx2mx

#: what MXNet imports them as
export_model_, get_model_metadata_ = export_model, get_model_metadata
import_model_, import_to_gluon_ = import_model, import_to_gluon
