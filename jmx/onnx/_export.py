"""jmx.onnx.export: a network as an ONNX file that has been run and compared."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import ndarray, symbol
from ..base import MXNetError
from ..core.declare.dtype import np_dtype
from ..gluon import HybridBlock
from . import _check, _file, _graph, _samples
from ._builder import NEWEST_OPSET, OLDEST_OPSET, OPSET, every_record
from ._check import Output, Report
from ._samples import OpenShape

if TYPE_CHECKING:
    from ..symbol.symbol import Symbol


def export(
    network,
    params,
    path,
    input_shapes: Mapping[str, OpenShape] | None = None,
    input_types: Any = None,
    opset: int | None = None,
    check: bool = True,
    *,
    inputs: Mapping[str, Any] | None = None,
    large_model: bool | None = None,
) -> Report:
    """Write a network as an ONNX file, run that, and compare its outputs with the network's.

    Parameters
    ----------
    network : Symbol, HybridBlock, or str
        What is written; a str is the path of a symbol's JSON.
    params : dict of str to NDArray, list of two of them, str, or None
        The parameters, with or without "arg:" and "aux:" before their names, or the path of a file of them. None for a
        HybridBlock, which has its own.
    path : str or os.PathLike
        The file to write.
    input_shapes : dict of str to tuple
        The shape of each input. None, or a name such as "batch", stands for a dimension that is open when the file runs. A block
        is called on its inputs in this order.
    input_types : element type, or dict of str to element type
        Of the inputs; float32 by default, or those of `inputs`.
    opset : int
        The version of ONNX's operators, from 13 to 21; 13 by default.
    check : bool
        Whether to run the file by onnxruntime, if that is installed. Open dimensions are tried in two sizes.
    inputs : dict of str to NDArray or numpy.ndarray
        What to run it on; random numbers by default. Their shapes serve where `input_shapes` has none.
    large_model : bool
        Whether the weights go to a file beside, `path` + ".data"; by default where they are 2 GB or more.

    Returns
    -------
    Report
        Path, opset, number of nodes, and the differences.

    Raises
    ------
    MXNetError
        Operators cannot be written (all of them are listed, with their places), shapes or parameters are missing, or the file
        computes something else. Nothing has then been written.

    Examples
    --------
    >>> import tempfile, os
    >>> import jmx as mx
    >>> net = mx.gluon.nn.Dense(3, in_units=4)
    >>> net.initialize()
    >>> path = os.path.join(tempfile.mkdtemp(), "dense.onnx")
    >>> report = mx.onnx.export(net, None, path, {"data": ("batch", 4)})
    >>> report.nodes, report.opset, report.outputs[0].shape
    (1, 13, ('batch', 3))

    References
    ----------
    .. [1] ONNX operators, https://onnx.ai/onnx/operators/
    """
    graph, arrays = _network(network, params, input_shapes, inputs)
    examples = {name: _as_numpy(value) for name, value in (inputs or {}).items()}
    shapes = {**{name: tuple(value.shape) for name, value in examples.items()}, **(input_shapes or {})}
    entries = list(graph._entries)
    wanted = input_names(entries, arrays)
    _match_names(wanted, shapes)
    shapes = {name: tuple(n if n is None or isinstance(n, str) else int(n) for n in shapes[name]) for name in wanted}
    dtypes = _types(wanted, input_types, examples)
    sizes = {name: examples[name].shape for name in wanted if name in examples}
    samples = _samples.take(entries, arrays, shapes, dtypes, sizes)
    return write(entries, arrays, samples, path, opset, check, examples, large_model)


def write(entries, arrays, samples, path, opset, check, examples, large_model, all_shapes=False) -> Report:
    """Write the graph `entries`, whose shapes are known, and say how it compares.

    See `export` for the parameters; `all_shapes` puts those of the values in between into the file.
    """
    opset = _opset(opset)
    _file.library()
    path = os.fspath(path)
    translation = _graph.translate(entries, arrays, samples, opset)
    size = _file.size_of(translation)
    if size >= _file.LARGEST and large_model is False:
        raise MXNetError(
            f"The weights have {size} bytes, too many for one ONNX file: give large_model=True. Nothing was written."
        )
    beside = size >= _file.LARGEST if large_model is None else bool(large_model)
    model = _file.model_of(translation, samples, os.path.splitext(os.path.basename(path))[0])
    found: Any = None
    checked = "not run: check=False"

    def examine(complete):
        nonlocal found, checked
        if check:
            feeds = _feeds(translation, samples, examples)
            found, checked = _check.compare(complete, entries, arrays, feeds, samples.labels(set(arrays) | set(feeds[0])))
            if found is not None:
                on_integers = any(record.op_type == "QuantizeLinear" for record in every_record(translation.builder.nodes))
                dtypes = [spec.dtype for _, _, spec in translation.outputs]
                _check.refuse_differences(path, entries, found, dtypes, on_integers)

    _file.write(model, path, beside, all_shapes, examine)
    outputs = []
    for i, (name, _, spec) in enumerate(translation.outputs):
        shape = tuple(p if p == q else samples.dimensions.get((p, q)) for p, q in zip(*spec.samples))
        outputs.append(Output(name, shape, spec.dtype.name, *(found[i] if found else (None, None))))
    largest = [max(column) for column in zip(*found)] if found else [None, None]
    return Report(path, opset, len(list(every_record(translation.builder.nodes))), outputs, largest[0], largest[1], checked)


def input_names(entries, arrays) -> list[str]:
    """The names of the inputs that inference needs, in the graph's order."""
    return [node.name for node in _graph.needed(entries) if node.op is None and node.name not in arrays]


def _match_names(wanted: Sequence[str], shapes) -> None:
    missing = [name for name in wanted if name not in shapes]
    if missing:
        raise MXNetError(
            f"No shape and no value is given for {', '.join(map(repr, missing))}: name inputs in input_shapes, and give all "
            "parameters."
        )
    unknown = [name for name in shapes if name not in wanted]
    if unknown:
        raise MXNetError(f"The network has no input {', '.join(map(repr, unknown))}; its inputs are {', '.join(wanted)}.")


def _opset(opset) -> int:
    chosen = OPSET if opset is None else opset
    if isinstance(chosen, bool) or not isinstance(chosen, int) or not OLDEST_OPSET <= chosen <= NEWEST_OPSET:
        raise MXNetError(f"opset {opset!r} is not written; give one from {OLDEST_OPSET} to {NEWEST_OPSET}.")
    return chosen


def _types(names, given, examples) -> dict[str, np.dtype]:
    kinds = given if isinstance(given, Mapping) else dict.fromkeys(names, given)
    found = {}
    for name in names:
        kind = kinds.get(name)
        kind = examples[name].dtype if kind is None and name in examples else kind
        found[name] = np_dtype(kind)
    return found


def _as_numpy(value) -> np.ndarray:
    return value.asnumpy() if hasattr(value, "asnumpy") else np.asarray(value)


def _feeds(translation, samples, examples) -> list[dict[str, np.ndarray]]:
    """What the file is run on: the samples of the shapes, or the user's arrays and what fits the second sample."""
    feeds = []
    for number in range(2 if samples.dimensions else 1):
        feed = {}
        for seed, value in enumerate(translation.builder.inputs):
            shape = value.samples[number]
            given = examples.get(value.name)
            if given is None:
                feed[value.name] = _check.example(shape, value.dtype, seed)
            else:
                grown = given
                for axis, size in enumerate(shape):
                    grown = np.take(grown, np.arange(size) % grown.shape[axis], axis)
                feed[value.name] = grown.astype(value.dtype)
        feeds.append(feed)
    return feeds


def _network(network, params, input_shapes, inputs) -> tuple[Any, dict[str, np.ndarray]]:
    """(symbol, arrays of its parameters) of whatever a user calls a network."""
    if isinstance(network, HybridBlock):
        if params is not None:
            raise MXNetError("A block has its own parameters: give params=None.")
        return _block(network, input_shapes, inputs)
    graph = read_symbol(network)
    return graph, read_parameters(params, graph)


def read_symbol(network) -> Symbol:
    """The symbol that a user gave, or that its file holds."""
    if isinstance(network, symbol.Symbol):
        return network
    if isinstance(network, (str, os.PathLike)):
        return symbol.load(os.fspath(network))
    raise MXNetError(f"{type(network).__name__} is no network: expected a Symbol, a HybridBlock, or the path of a symbol's JSON.")


def read_parameters(params, graph) -> dict[str, np.ndarray]:
    """The arrays that the symbol takes, by their plain names, from a file, a dict, or a list of two dicts."""
    if isinstance(params, (str, os.PathLike)):
        params = ndarray.load(os.fspath(params))
    elif isinstance(params, (list, tuple)) and all(isinstance(part, Mapping) for part in params):
        params = {name: array for part in params for name, array in part.items()}
    if not isinstance(params, Mapping):
        raise MXNetError(
            f"{type(params).__name__} holds no parameters: expected a dict from name to array, a list of two, or a file's path."
        )
    names = set(graph.list_inputs())
    plain = {name.removeprefix("arg:").removeprefix("aux:"): array for name, array in params.items()}
    return {name: _as_numpy(array) for name, array in plain.items() if name in names}


def _block(block, input_shapes, inputs):
    """The graph of a block, traced with variables as inputs, and its parameters."""
    names = list(input_shapes or inputs or {})
    if not names:
        raise MXNetError(
            'The shapes of the block\'s inputs are missing: give input_shapes, such as {"data": ("batch", 3, 224, 224)}.'
        )
    out = block(*[symbol.var(name) for name in names])
    while isinstance(out, (list, tuple)) and len(out) == 1:
        out = out[0]
    if isinstance(out, (list, tuple)):
        out = symbol.Group(list(_leaves(out)))
    held = set(out.list_inputs())
    parameters = {p._name: p for p in block._all_params().values() if p._name in held}
    unready = [name for name, p in parameters.items() if p._data is None]
    if unready:
        raise MXNetError(
            f"The block's parameters {', '.join(unready[:5])} have no values yet: initialize it, and call it once on an array."
        )
    return out, {name: p.data().asnumpy() for name, p in parameters.items()}


def _leaves(out):
    for part in out:
        if isinstance(part, (list, tuple)):
            yield from _leaves(part)
        else:
            yield part
