"""The file: ONNX's own messages made of a translated graph, checked and written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from typing import Any

import numpy as np

from .._version import __version__
from ..base import MXNetError
from ..core.declare.dtype import bfloat16
from ..core.serial import replace_file
from ._builder import NodeRecord, Subgraph, Value, every_record
from ._graph import Translation
from ._samples import Samples

#: larger models keep their weights in a file beside: protobuf ends at 2 GB
LARGEST = 2_000_000_000
#: weights below this many bytes stay in the model's own file
_SMALL = 1024


def library() -> Any:
    """The package onnx; raises MXNetError if it is missing."""
    try:
        import onnx
    except ImportError:
        raise MXNetError("ONNX files need the package onnx: pip install onnx onnxruntime") from None
    return onnx


def element_type(dtype) -> int:
    """ONNX's number for an element type."""
    onnx = library()
    if dtype == bfloat16:
        return onnx.TensorProto.BFLOAT16
    return onnx.helper.np_dtype_to_tensor_dtype(np.dtype(dtype))


def _dimensions(value: Value, samples: Samples):
    """The sizes of an input or output: numbers, the names of open dimensions, None for those that follow from others."""
    pairs = zip(value.shape, value.second)
    return [p if p == q else samples.dimensions.get((p, q)) for p, q in pairs]


def _node(helper, record: NodeRecord):
    attributes = dict(record.attributes)
    kind = attributes.pop("dtype_", None)
    if kind is not None:
        attributes["dtype"] = element_type(kind)
    if "to" in attributes:
        attributes["to"] = element_type(attributes["to"])
    for key, value in attributes.items():
        if isinstance(value, Subgraph):
            attributes[key] = _graph(helper, value)
    inputs = ["" if value is None else value.name for value in record.inputs]
    outputs = [value.name for value in record.outputs]
    return helper.make_node(record.op_type, inputs, outputs, name=outputs[0], **attributes)


def _graph(helper, inner: Subgraph):
    """A graph inside of a node; the shapes of its outputs follow when it runs."""
    inputs = [helper.make_tensor_value_info(v.name, element_type(v.dtype), v.dims) for v in inner.inputs]
    outputs = [helper.make_tensor_value_info(v.name, element_type(v.dtype), None) for v in inner.outputs]
    return helper.make_graph([_node(helper, record) for record in inner.nodes], inner.name, inputs, outputs)


def model_of(translation: Translation, samples: Samples, name: str) -> Any:
    """The onnx.ModelProto of a translated graph."""
    onnx = library()
    helper, builder = onnx.helper, translation.builder
    used: dict[int, Value] = {}
    for record in every_record(builder.nodes):
        used.update({id(value): value for value in record.inputs if value is not None and value.array is not None})
    tensors = [_tensor(helper, value) for value in used.values()]
    inputs = [helper.make_tensor_value_info(v.name, element_type(v.dtype), _dimensions(v, samples)) for v in builder.inputs]
    outputs = [
        helper.make_tensor_value_info(label, element_type(spec.dtype), _dimensions(spec, samples))
        for label, _, spec in translation.outputs
    ]
    graph = helper.make_graph([_node(helper, record) for record in builder.nodes], name, inputs, outputs, tensors)
    opsets = [helper.make_opsetid("", builder.opset)]
    return helper.make_model(
        graph,
        opset_imports=opsets,
        ir_version=helper.find_min_ir_version_for(opsets),
        producer_name="jmx",
        producer_version=__version__,
    )


def _tensor(helper, value: Value):
    array = np.asarray(value.array)
    if array.dtype.byteorder == ">":
        array = array.astype(array.dtype.newbyteorder("<"))
    return helper.make_tensor(value.name, element_type(array.dtype), array.shape, array.tobytes(), raw=True)


def size_of(translation: Translation) -> int:
    """The bytes of all constants that the graph reads."""
    arrays = {
        id(v): v.array
        for record in every_record(translation.builder.nodes)
        for v in record.inputs
        if v is not None and v.array is not None
    }
    return sum(array.nbytes for array in arrays.values())


def _invalid(error, model) -> str:
    """What to say of a model that ONNX's checker refuses."""
    text = str(error).strip()
    if "unsupported type" in text:
        version = model.opset_import[0].version
        return (
            f"ONNX's operators of opset {version} do not compute with this element type: {text}. Convert the network and its "
            'inputs first, by cast("float32") or cast("float16"). Nothing was written.'
        )
    return f"The model that was made is no valid ONNX: {text}. Nothing was written. Please report it with the network."


def write(model, path, beside: bool, all_shapes: bool, examine) -> None:
    """Write a model under `path`, or nothing at all.

    Parameters
    ----------
    model : onnx.ModelProto
    path : str
    beside : bool
        Whether weights go to a file of their own, `path` + ".data".
    all_shapes : bool
        Whether the shapes of the values in between are written too.
    examine : callable
        Gets the path of the complete model before it has its name; what it raises keeps the file from being written.
    """
    onnx = library()
    path = os.path.realpath(path)
    folder, name = os.path.split(path)
    if not os.path.isdir(folder):
        raise MXNetError(f"{path} cannot be written: there is no folder {folder}.")
    with tempfile.TemporaryDirectory(prefix=f".{name}.", suffix=".tmp", dir=folder) as temporary:
        complete = os.path.join(temporary, name)
        options: dict[str, Any] = {}
        if beside:
            options = {
                "save_as_external_data": True,
                "all_tensors_to_one_file": True,
                "location": f"{name}.data",
                "size_threshold": _SMALL,
            }
        onnx.save_model(model, complete, **options)
        try:
            onnx.checker.check_model(complete, full_check=True)
        except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as error:
            raise MXNetError(_invalid(error, model)) from None
        if all_shapes:
            onnx.shape_inference.infer_shapes_path(complete, complete)
        examine(complete)
        data = f"{complete}.data"
        if os.path.exists(data):
            replace_file(data, f"{path}.data")
        replace_file(complete, path)
