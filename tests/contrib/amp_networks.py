"""Networks and choices whose graphs in mixed precision are compared with MXNet's; for MXNet and for jmx."""

from __future__ import annotations

import json
import logging

#: what `convert_symbol` is asked for; "excluded" stands for the names of the first and the last layer
CHOICES = {
    "plain": {},
    "parameters": {"cast_optional_params": True},
    "excluded": {"excluded_sym_names": "excluded"},
    "operators": {"target_dtype_ops": ["FullyConnected"], "fp32_ops": ["softmax", "Convolution"]},
    "conditions": {"conditional_fp32_ops": [("Activation", "act_type", ["relu", "tanh"])]},
    "data": {"data_names": ["data"]},
}
TYPES = "float16", "bfloat16"
_ZOO = "resnet18_v1", "resnet18_v2", "mobilenet0_25", "mobilenet_v2_0_25", "squeezenet1_1", "alexnet"


def networks(mx):
    """{name: Symbol} by the package `mx`."""
    made = {}
    for name in _ZOO:
        net = getattr(mx.gluon.model_zoo.vision, name)(prefix=name + "_")
        made[name] = net(mx.sym.var("data"))
    made["lstm"] = _lstm(mx)
    made["attention"] = _attention(mx)
    made["branches"] = _branches(mx)
    return made


def _lstm(mx):
    rows = mx.sym.Embedding(mx.sym.var("data"), input_dim=20, output_dim=8, name="rows")
    states = [mx.sym.var("state"), mx.sym.var("cell")]
    fused = mx.sym.RNN(rows, mx.sym.var("parameters"), *states, state_size=8, num_layers=1, mode="lstm", name="lstm")
    cell = mx.rnn.LSTMCell(8, prefix="cell_")
    outputs, _ = cell.unroll(3, fused, begin_state=[mx.sym.var("h"), mx.sym.var("c")], layout="TNC", merge_outputs=True)
    return mx.sym.softmax(mx.sym.FullyConnected(outputs, num_hidden=20, flatten=False, name="words"), name="probabilities")


def _attention(mx):
    x = mx.sym.var("data")
    parts = [mx.sym.FullyConnected(x, num_hidden=16, flatten=False, name=name) for name in ("query", "key", "value")]
    scores = mx.sym.batch_dot(parts[0], parts[1], transpose_b=True, name="scores") / 4
    mixed = mx.sym.batch_dot(mx.sym.softmax(scores, name="weights"), parts[2], name="mixed")
    gamma, beta = mx.sym.var("gamma"), mx.sym.var("beta")
    normal = mx.sym.LayerNorm(x + mixed, gamma, beta, name="normal")
    wide = mx.sym.LeakyReLU(
        mx.sym.FullyConnected(normal, num_hidden=32, flatten=False, name="wide"), act_type="gelu", name="gelu"
    )
    narrow = mx.sym.FullyConnected(mx.sym.Dropout(wide, p=0.1, name="drop"), num_hidden=16, flatten=False, name="narrow")
    return mx.sym.SoftmaxOutput(mx.sym.mean(normal + narrow, axis=1, name="mean"), name="softmax")


def _branches(mx):
    """One weight twice, operators of each list, several outputs, integers, and a state that is written."""
    x, w = mx.sym.var("data"), mx.sym.var("weight")
    a = mx.sym.FullyConnected(x, w, num_hidden=8, no_bias=True, name="first")
    b = mx.sym.FullyConnected(mx.sym.exp(a, name="exp"), w, num_hidden=8, no_bias=True, name="second")
    halves = mx.sym.SliceChannel(b, num_outputs=2, name="halves")
    c = mx.sym.Concat(halves[0], mx.sym.Activation(halves[1], act_type="softrelu", name="soft"), dim=1, name="joined")
    d = mx.sym.where(mx.sym.var("chosen", dtype="int32"), c, mx.sym.Activation(b, act_type="tanh", name="tanh"), name="where")
    e = mx.sym.BatchNorm(mx.sym.broadcast_add(d, mx.sym.sin(w, name="sine"), name="sum"), fix_gamma=False, name="norm")
    f = mx.sym.ElementWiseSum(e, d, c, name="total")
    up = mx.sym.Deconvolution(mx.sym.reshape(f, shape=(-1, 2, 2, 2), name="shaped"), kernel=(2, 2), num_filter=3, name="up")
    return mx.sym.Group(
        [mx.sym.BlockGrad(up, name="stopped"), mx.sym.argmax(c, axis=1, name="best"), mx.sym.norm(e, name="norms")]
    )


def _listed(symbol):
    """The nodes of a graph in order: operator, name, what `dtype` says, and inputs as (name of a node, number of its output)."""
    graph = json.loads(symbol.tojson(remove_amp_cast=False))
    names = [node["name"] for node in graph["nodes"]]
    rows = []
    for node in graph["nodes"]:
        attrs = node.get("attrs", {})
        kept = {key: attrs[key] for key in ("dtype", "__dtype__", "num_outputs") if key in attrs}
        rows.append([node["op"], node["name"], kept, [[names[i], output] for i, output, *_ in node["inputs"]]])
    return {"nodes": rows, "heads": [[names[i], output] for i, output, *_ in graph["heads"]]}


def graphs(mx, amp):
    """{"network type choice": nodes, or the class of the error}."""
    logging.disable(logging.WARNING)
    found = {}
    with mx.name.NameManager():  # names count from 0, whatever this process has done before
        symbols = networks(mx)
    for name, symbol in symbols.items():
        layers = [n["name"] for n in json.loads(symbol.tojson())["nodes"] if n["op"] in ("Convolution", "FullyConnected")]
        for dtype in TYPES:
            for choice, given in CHOICES.items():
                options = {key: [layers[0], layers[-1]] if value == "excluded" else value for key, value in given.items()}
                try:
                    found[f"{name} {dtype} {choice}"] = _listed(amp.convert_symbol(symbol, dtype, **options))
                except (AssertionError, mx.base.MXNetError) as error:
                    found[f"{name} {dtype} {choice}"] = type(error).__name__
    logging.disable(logging.NOTSET)
    return found
