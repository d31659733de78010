"""What users call: `import_model`, `get_model_metadata`, `import_to_gluon`."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from ... import symbol as sym
from ...gluon import SymbolBlock
from ...ndarray import array
from ...util import is_np_array, np_array, np_shape
from ._reading import element_type, library, opsets, read
from ._translate import Translator, UnsupportedONNXError


def import_model(model_file, input_shapes: Mapping[str, Any] | None = None) -> Any:
    """Read an ONNX file as a symbol and parameters.

    Parameters
    ----------
    model_file : str, os.PathLike or onnx.ModelProto
        The file. Weights in files beside it are read if they lie in the model's own folder.
    input_shapes : dict of str to tuple of int, optional
        Shapes of inputs whose dimensions the file leaves open. Open dimensions stay open if none is given, as far as MXNet's
        operators allow it.

    Returns
    -------
    sym : Symbol
        The outputs, named as in the file. Inputs and weights are its variables, named as in the file.
    arg_params, aux_params : dict of str to NDArray
        The weights, and the moving statistics of batch normalizations.

    Raises
    ------
    MXNetError
        The file is damaged, not ONNX, or has data outside of its folder.
    UnsupportedONNXError
        MXNet has no operators for some nodes (an MXNetError and a NotImplementedError); the message lists all of them.

    Examples
    --------
    >>> import onnx
    >>> text = '''<ir_version: 8, opset_import: ["" : 17]>
    ... agraph (float[N, 3] x) => (float[N, 3] y) <float[1] half = {0.5}> { doubled = Add(x, x)  y = Mul(doubled, half) }'''
    >>> onnx.save(onnx.parser.parse_model(text), path)
    >>> symbol, arg_params, aux_params = mx.onnx.import_model(path)
    >>> symbol.list_arguments(), sorted(arg_params)
    (['x', 'half'], ['half'])
    >>> outputs = symbol.eval(x=mx.nd.array([[1, 2, 3]]), **arg_params)
    >>> outputs[0].asnumpy().tolist()
    [[1.0, 2.0, 3.0]]

    References
    ----------
    MXNet 1.9.1: `mxnet.contrib.onnx.import_model`. ONNX: https://onnx.ai/onnx/operators/
    """
    model, source = read(model_file)
    shapes = {name: tuple(int(n) for n in shape) for name, shape in (input_shapes or {}).items()}
    with np_array(False), np_shape(False), source.decoded():
        symbol, args, states = _translated(model, source, shapes)
        return symbol, _arrays(args), _arrays(states)


def _translated(model, source, shapes) -> Any:
    """The translation with open dimensions told apart by their names; if that fails, those at the same place are one."""
    first = Translator(model, source, shapes, tied=False)
    try:
        return first.run()
    except UnsupportedONNXError:
        if not any(value.is_open for value in first.graph.inputs):
            raise
        with contextlib.suppress(UnsupportedONNXError):
            return Translator(model, source, shapes, tied=True).run()
        raise


def _arrays(arrays) -> dict[str, Any]:
    return {name: array(np.asarray(value), dtype=value.dtype) for name, value in arrays.items()}


def get_model_metadata(model_file) -> dict[str, list[tuple[str, tuple[int, ...]]]]:
    """Read the names and shapes of a model's inputs and outputs.

    Parameters
    ----------
    model_file : str, os.PathLike or onnx.ModelProto

    Returns
    -------
    dict
        "input_tensor_data" and "output_tensor_data": lists of a name and a shape, with 0 for open dimensions.

    Raises
    ------
    MXNetError
        The file is damaged or not ONNX.

    Examples
    --------
    >>> import onnx
    >>> text = '<ir_version: 8, opset_import: ["" : 17]> agraph (float[N, 3] x) => (float[N, 3] y) { y = Relu(x) }'
    >>> onnx.save(onnx.parser.parse_model(text), path)
    >>> mx.onnx.get_model_metadata(path)
    {'input_tensor_data': [('x', (0, 3))], 'output_tensor_data': [('y', (0, 3))]}

    References
    ----------
    MXNet 1.9.1: `mxnet.contrib.onnx.get_model_metadata`.
    """
    model, source = read(model_file)
    with source.decoded():
        opsets(model, source)
        weights = {item.name for item in model.graph.initializer}

    def described(items) -> list[tuple[str, tuple[int, ...]]]:
        return [
            (item.name, tuple(int(d.dim_value) for d in item.type.tensor_type.shape.dim))
            for item in items
            if item.name not in weights
        ]

    with source.decoded():
        return {"input_tensor_data": described(model.graph.input), "output_tensor_data": described(model.graph.output)}


def import_to_gluon(model_file, ctx, input_shapes: Mapping[str, Any] | None = None) -> SymbolBlock:
    """Read an ONNX file as a block of Gluon.

    Parameters
    ----------
    model_file : str, os.PathLike or onnx.ModelProto
    ctx : Context or list of Context
        Where the parameters are to be.
    input_shapes : dict of str to tuple of int, optional
        As for `import_model`.

    Returns
    -------
    SymbolBlock
        It takes the file's inputs in their order. Weights of floating point can be trained; all other constants have `grad_req`
        "null".

    Raises
    ------
    MXNetError
        As for `import_model`.

    Examples
    --------
    >>> import onnx
    >>> text = '<ir_version: 8, opset_import: ["" : 17]> agraph (float[N, 3] x) => (float[N, 3] y) { y = Relu(x) }'
    >>> onnx.save(onnx.parser.parse_model(text), path)
    >>> net = mx.onnx.import_to_gluon(path, mx.cpu())
    >>> net(mx.nd.array([[-1, 0, 2]])).asnumpy().tolist()
    [[0.0, 0.0, 2.0]]

    References
    ----------
    MXNet 1.9.1: `mxnet.contrib.onnx.import_to_gluon`.
    """
    model, source = read(model_file)
    shapes = {name: tuple(int(n) for n in shape) for name, shape in (input_shapes or {}).items()}
    with np_array(False), np_shape(False), source.decoded():
        symbol, args, states = _translated(model, source, shapes)
        weights = {item.name for item in model.graph.initializer}
        inputs = [
            sym.var(item.name, dtype=element_type(item.type.tensor_type.elem_type, source, item.name))
            for item in model.graph.input
            if item.name not in weights
        ]
        arrays = {**_arrays(args), **_arrays(states)}
    if is_np_array():
        symbol, inputs = symbol.as_np_ndarray(), [variable.as_np_ndarray() for variable in inputs]
    block = SymbolBlock(symbol, inputs)
    params = block._all_params()
    for name, value in arrays.items():
        parameter = params[name]
        parameter.cast(value.dtype)
        if name in states or np.dtype(value.dtype).kind != "f":
            parameter.grad_req = "null"
        parameter._load_init(value, ctx)
    return block


def model_of(graph, opset: int) -> Any:
    """The onnx.ModelProto of a graph whose operators are of the version `opset`."""
    onnx = library()
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", int(opset))])
