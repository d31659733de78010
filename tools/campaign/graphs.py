"""Symbol files of strangers that are run: each gives a declared error or a result, and never an end of the process.

A round writes a symbol's JSON of a few nodes: operators of rows of the conformance table, whose attributes are changed as texts
are by who writes such files by hand, one after another. It is loaded, bound to small arrays, and run; some run backwards, some as
blocks of Gluon. One of four rounds gives one attribute all texts, one after another.
"""

from __future__ import annotations

import json
import os
import tempfile

import numpy as np

import jmx as mx
from tools.campaign import Rounds, _sandbox, probe, shapes

#: texts in the place of values of attributes
_TEXTS = (
    "", "x", "None", "()", "(1,)", "(0, 0)", "(-1, -1)", "(1, 2, 3)", "[1, 2]", "nan", "inf", "-1", "0", "1e300", "True",
    "float16", "int64", "(", "[[1]]", "1.5", "(1.5, 2)", "NCHW", "\u00b2", "9" * 400,
)  # fmt: skip
#: operators of one array that follow another node, with attributes
_AFTER = (
    ("relu", {}), ("sum", {"axis": "0"}), ("Flatten", {}), ("transpose", {}), ("expand_dims", {"axis": "0"}), ("softmax", {}),
    ("slice_axis", {"axis": "0", "begin": "0", "end": "1"}), ("Reshape", {"shape": "(-1,)"}), ("mean", {}), ("LeakyReLU", {}),
    ("clip", {"a_min": "0", "a_max": "1"}), ("tile", {"reps": "(2, 1)"}), ("SwapAxis", {"dim1": "0", "dim2": "0"}),
)  # fmt: skip
#: an operator of one array of three dimensions, an attribute of each kind, and others that it needs
_KINDS = (
    ("Reshape", "shape", {}), ("_plus_scalar", "scalar", {}), ("softmax", "axis", {}), ("LeakyReLU", "slope", {}),
    ("slice", "begin", {"end": "(1, 1)"}), ("sum", "axis", {}), ("sum", "keepdims", {}), ("Cast", "dtype", {}),
    ("Activation", "act_type", {}), ("Pooling", "kernel", {"pool_type": "max"}), ("Pad", "pad_width", {"mode": "constant"}),
    ("Convolution", "kernel", {"num_filter": "2"}), ("FullyConnected", "num_hidden", {}), ("tile", "reps", {}),
    ("SliceChannel", "num_outputs", {}), ("one_hot", "depth", {}), ("clip", "a_min", {"a_max": "1"}), ("repeat", "repeats", {}),
    ("Dropout", "p", {}), ("topk", "k", {}),
)  # fmt: skip


def prepare():
    """Import what is imported late."""
    shapes.prepare()
    x = mx.sym.var("x")
    (x * 2).bind(mx.cpu(), {"x": mx.nd.ones(2)}).forward()[0].asnumpy()


def _changed(source, attrs, names):
    attrs = {name: str(value) for name, value in attrs.items() if value is not None}
    for _ in range(source.choice((0, 1, 1, 2))):
        name = source.choice([*attrs, *names, "nobody"])
        value = source.choice(_TEXTS) if source.random() < 0.5 else str(shapes.hostile(source, 1))
        attrs[name] = value
    return attrs


def _text(nodes, variables):
    return json.dumps({
        "nodes": nodes, "arg_nodes": list(range(variables)), "node_row_ptr": list(range(len(nodes) + 1)),
        "heads": [[len(nodes) - 1, 0, 0]], "attrs": {"mxnet_version": ["int", 10901]},
    })  # fmt: skip


def _all_texts(number):
    """The files in which an attribute has each of the texts."""
    name, attribute, others = _KINDS[number % len(_KINDS)]
    op = mx.core.declare.op.find(name)
    names = [one for one in op.inputs if one != "bias"][: 2 if "num" in attribute or "kernel" in attribute else 1]
    values = [np.ones((2, 3, 4), "float32") for _ in names]
    files = []
    for text in _TEXTS:
        nodes = [{"op": "null", "name": f"v{i}", "inputs": []} for i in range(len(values))]
        attrs = {**others, attribute: text} | ({"no_bias": "True"} if "bias" in op.inputs else {})
        nodes.append({"op": name, "name": "n", "attrs": attrs, "inputs": [[i, 0, 0] for i in range(len(values))]})
        files.append((_text(nodes, len(values)), values, "forward", False))
    return files, f"{name} with each text as {attribute}"


def draw(source, number=1):
    """Files, the arrays that their variables are bound to, and how they are run."""
    if number % 4 == 0:
        return _all_texts(number // 4)
    row = source.choice(shapes.rows())
    op = mx.core.declare.op.find(row["op"])
    values = __import__("common").make_inputs(row)
    nodes = [{"op": "null", "name": f"v{i}", "inputs": []} for i in range(len(values))]
    inputs = [[i, 0, 0] for i in range(len(values))]
    if source.random() < 0.1 and inputs:
        inputs = source.choice((inputs[:-1], inputs * 2, inputs[::-1]))
    attrs = _changed(source, row["attrs"], list(op.schema))
    nodes.append({"op": row["op"], "name": "n", "attrs": attrs, "inputs": inputs})
    for number in range(source.choice((0, 0, 1, 2))):
        name, plain = source.choice(_AFTER)
        attrs = _changed(source, plain, list(mx.core.declare.op.find(name).schema))
        nodes.append({"op": name, "name": f"m{number}", "attrs": attrs, "inputs": [[len(nodes) - 1, 0, 0]]})
    how = source.choice(("forward", "forward", "train", "block" if values else "train"))
    words = json.dumps(nodes[len(values) :]) + f" of {[(value.shape, value.dtype.name) for value in values]}, {how}"
    return [(_text(nodes, len(values)), values, how, __import__("common").is_numpy(row))], words


def attempt(drawn):
    """Load, bind and run files; MXNetError where the last one is refused."""
    refused = None
    for file in drawn:
        try:
            _attempt(*file)
        except mx.MXNetError as error:
            refused = error
    if refused is not None:
        raise refused


def _attempt(text, values, how, numpy):
    with mx.util.np_shape(numpy), mx.util.np_array(numpy):
        arrays = [mx.np.array(v, dtype=v.dtype) if numpy else mx.nd.array(v, dtype=v.dtype) for v in values]
        if how == "block":
            with tempfile.NamedTemporaryFile("w", suffix="-symbol.json") as file:
                file.write(text)
                file.flush()
                block = mx.gluon.SymbolBlock.imports(os.fspath(file.name), [f"v{i}" for i in range(len(values))])
            out = block(*arrays)
        else:
            symbol = mx.sym.load_json(text)
            symbol.infer_shape_partial(**{f"v{i}": value.shape for i, value in enumerate(values[:1])})
            named = {f"v{i}": array for i, array in enumerate(arrays)}
            train = how == "train"
            grads = {n: a * 0 for n, a in named.items() if train and a.dtype == np.float32}
            states = {name: named[name] for name in symbol.list_auxiliary_states() if name in named}
            executor = symbol.bind(mx.cpu(), named, grads or None, aux_states=states)
            out = executor.forward(is_train=train)
            if grads:
                executor.backward([one * 0 + 1 for one in out])
        for one in out if isinstance(out, (list, tuple)) else [out]:
            if one.size <= 1 << 20:
                one.asnumpy()


@probe(goal=3_000, unit="hostile graphs that are run")
def run(rounds: Rounds) -> None:
    """A graph a round."""
    _sandbox.run("graphs", rounds)
