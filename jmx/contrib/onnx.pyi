# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx.context import Context
from jmx.gluon.parameter_dict import ParameterDict
from jmx.base import MXNetError as MXNetError

def import_model(model_file: Any) -> Any: ...
def get_model_metadata(model_file: Any) -> Any: ...
def import_to_gluon(model_file: Any, ctx: Context) -> Any: ...
def export_model(sym: Any, params: ParameterDict, in_shapes: Any = None, in_types: Any = ..., onnx_file_path: str = 'model.onnx', verbose: bool = False, dynamic: bool = False, dynamic_input_shapes: Any = None, run_shape_inference: bool = False, input_type: Any = None, input_shape: Any = None) -> Any: ...
import_model_: Any
get_model_metadata_: Any
import_to_gluon_: Any
export_model_: Any
