"""MXNet 1.9.1's functions that write ONNX files."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np

from ..base import MXNetError
from ..core.declare.dtype import np_dtype
from . import _export, _samples
from ._builder import OPSET
from ._graph import supported

__all__ = ["export_model", "get_operator_support"]


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
    large_model=None,
    opset_version=OPSET,
) -> str:
    """Write a network as an ONNX file; one on 8-bit integers, calibrated, with QuantizeLinear and DequantizeLinear.

    Parameters
    ----------
    sym : Symbol or str
        The network, or the path of its JSON.
    params : dict of str to NDArray, list of two of them, or str
        Its parameters, or the path of a file of them. Names may begin with "arg:" and "aux:".
    in_shapes : list of tuple of int
        The shapes of the inputs, in the order of `sym.list_inputs()` without parameters and labels.
    in_types : element type, or list of them
        Of the inputs.
    onnx_file_path : str
        The file to write.
    verbose : bool
        Whether to log what was written.
    dynamic : bool
        Whether dimensions of the inputs are open when the file runs.
    dynamic_input_shapes : list of tuple
        The inputs' shapes with None, or a name, for open dimensions; by default all are open that the network lets vary.
    run_shape_inference : bool
        Whether to put the shapes of all values in between into the file.
    input_type, input_shape
        Former names of `in_types` and `in_shapes`.
    large_model : bool
        Whether the weights go to a file beside, `onnx_file_path` + ".data"; by default where they are 2 GB or more.
    opset_version : int
        The version of ONNX's operators, from 13 to 21.

    Returns
    -------
    str
        `onnx_file_path`

    Raises
    ------
    MXNetError
        Operators cannot be written (all of them are listed, with their places), or shapes or parameters do not fit. Nothing has
        then been written.

    Examples
    --------
    >>> import tempfile, os
    >>> import jmx as mx
    >>> net = mx.sym.softmax(mx.sym.Variable("data"))
    >>> path = os.path.join(tempfile.mkdtemp(), "softmax.onnx")
    >>> mx.onnx.export_model(net, {}, [(2, 3)], onnx_file_path=path) == path
    True

    References
    ----------
    .. [1] MXNet 1.9.1, python/mxnet/onnx
    """
    in_types = in_types if input_type is None else input_type
    in_shapes = in_shapes if input_shape is None else input_shape
    symbol = _export.read_symbol(sym)
    arrays = _export.read_parameters(params, symbol)
    entries = list(symbol._entries)
    names = _export.input_names(entries, arrays)
    shapes = _listed(in_shapes, names, "in_shapes")
    if not isinstance(in_types, (list, tuple)):
        in_types = [in_types] * len(names)
    kinds = dict(zip(names, map(np_dtype, _checked(in_types, names, "in_types"))))
    opened: dict[str, Any] = shapes
    if dynamic_input_shapes is not None:
        if not dynamic:
            raise MXNetError("dynamic_input_shapes says which dimensions are open: give dynamic=True with it.")
        opened = _listed(dynamic_input_shapes, names, "dynamic_input_shapes")
        for name in names:
            fits = len(opened[name]) == len(shapes[name])
            if not fits or any(isinstance(n, int) and n != m for n, m in zip(opened[name], shapes[name])):
                raise MXNetError(
                    f"dynamic_input_shapes gives {opened[name]} for {name!r}, and in_shapes {shapes[name]}: they must agree but "
                    "in open dimensions."
                )
    elif dynamic:
        opened = _samples.openable(entries, arrays, shapes, kinds)
    samples = _samples.take(entries, arrays, opened, kinds, shapes)
    options = {"check": False, "examples": {}, "large_model": large_model, "all_shapes": run_shape_inference}
    report = _export.write(entries, arrays, samples, onnx_file_path, opset_version, **options)
    if verbose:
        logging.getLogger(__name__).info("%s", report.text())
    return onnx_file_path


def _listed(shapes, names, what) -> dict[str, tuple]:
    if shapes is None:
        raise MXNetError(f"{what} is missing: give the shapes of {', '.join(names)}.")
    return dict(zip(names, [tuple(shape) for shape in _checked(shapes, names, what)]))


def _checked(items, names, what):
    if len(items) != len(names):
        raise MXNetError(
            f"{what} has {len(items)} entries, and the network {len(names)} inputs without values: {', '.join(names)}. "
            "Parameters that are missing count as inputs."
        )
    return items


def get_operator_support(opset_version=None) -> list[str]:
    """The names of MXNet's operators that can be written as ONNX.

    Parameters
    ----------
    opset_version : int
        Accepted for MXNet's sake: forms follow the opset that a file is written for.

    Returns
    -------
    list of str
        Sorted, aliases included.

    Examples
    --------
    >>> import jmx as mx
    >>> "Convolution" in mx.onnx.get_operator_support()
    True
    """
    return supported()
