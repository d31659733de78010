# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx.context import Context
from . import mx2onnx as mx2onnx

def import_model(model_file: Any) -> Any: ...
def get_model_metadata(model_file: Any) -> Any: ...
def import_to_gluon(model_file: Any, ctx: Context) -> Any: ...
import_model_: Any
get_model_metadata_: Any
import_to_gluon_: Any
