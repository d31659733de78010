# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx.onnx.importing._api import get_model_metadata as get_model_metadata, import_model as import_model, import_to_gluon as import_to_gluon
from jmx.onnx.mx2onnx import export_model as export_model
from . import mx2onnx as mx2onnx, onnx2mx as onnx2mx

export_model_: Any
get_model_metadata_: Any
import_model_: Any
import_to_gluon_: Any
