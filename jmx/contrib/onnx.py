"""ONNX files: not supported; the functions say what to do instead."""

import numpy as np

from ..base import MXNetError


def _refused(name):
    return MXNetError(
        f"mx.contrib.onnx.{name}: ONNX files are not supported. Exchange networks as MXNet's own files: "
        "HybridBlock.export and SymbolBlock.imports, or mx.model.save_checkpoint and load_checkpoint."
    )


def import_model(model_file):
    """Would read an ONNX file as (symbol, parameters, states); raises MXNetError."""
    raise _refused("import_model")


def get_model_metadata(model_file):
    """Would read the names and shapes of an ONNX file; raises MXNetError."""
    raise _refused("get_model_metadata")


def import_to_gluon(model_file, ctx):
    """Would read an ONNX file as a SymbolBlock; raises MXNetError."""
    raise _refused("import_to_gluon")


def export_model(
    sym,
    params,
    in_shapes=None,
    in_types=np.float32,
    onnx_file_path="model.onnx",
    verbose=False,
    dynamic=False,
    dynamic_input_shapes=None,
    run_shape_inference=False,
    input_type=None,
    input_shape=None,
):
    """Would write a model as an ONNX file; raises MXNetError."""
    raise _refused("export_model")


#: the same under the names that MXNet imports them by
import_model_, get_model_metadata_ = import_model, get_model_metadata
import_to_gluon_, export_model_ = import_to_gluon, export_model
