"""Files of MXNet in which a graph is folded into one node, `_CachedOp`."""

import importlib.util
import json
import pathlib

import numpy as np
import pytest

import jmx as mx

GOLDEN = pathlib.Path(__file__).parents[1] / "golden"
_spec = importlib.util.spec_from_file_location("control_flow_cases", GOLDEN / "control_flow_cases.py")
cases = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(cases)
NAMES = ["data", "other", "norm_gamma", "norm_beta"], ["norm_moving_mean", "norm_moving_var"]


def load(name):
    return (GOLDEN / "control_flow" / f"{name}-symbol.json").read_text()


def run(net):
    shapes, _, states = net.infer_shape(data=(4, 3))
    draw = np.random.RandomState(0)
    args = {k: mx.nd.array(draw.uniform(0.5, 1, s)) for k, s in zip(net.list_arguments(), shapes)}
    aux = {k: mx.nd.array(draw.uniform(0.5, 1, s)) for k, s in zip(net.list_auxiliary_states(), states)}
    grads = {k: mx.nd.zeros(a.shape) for k, a in args.items()}
    bound = net.bind(mx.cpu(), args, grads, aux_states=aux)
    out = bound.forward(is_train=True)[0]
    bound.backward(mx.nd.array(draw.uniform(0, 1, out.shape)))
    return [a.asnumpy() for a in (out, *grads.values(), *aux.values())]


@pytest.mark.parametrize("name, last", [("partitioned", "norm_output"), ("attribute", "_mulscalar0_output")])
def test_files_run(name, last):
    net = mx.sym.load_json(load(name))
    assert (net.list_arguments(), net.list_auxiliary_states()) == NAMES
    assert net.list_outputs() == [last]
    assert mx.sym.load_json(net.tojson()).tojson() == net.tojson()
    plain = cases.plain_net(mx)
    for found, expected in zip(run(net), run(plain if name == "partitioned" else plain * 2)):
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)


def test_a_graph_as_one_call():
    plain = cases.plain_net(mx)
    inputs = [mx.sym.var(n) for n in plain.list_inputs()]
    net = mx.sym._internal._CachedOp(*inputs, subgraph=plain.tojson(), name="all")
    assert net.list_outputs() == ["all_norm_output"]
    assert (net.list_arguments(), net.list_auxiliary_states()) == NAMES
    for found, expected in zip(run(net), run(plain)):
        np.testing.assert_array_equal(found, expected)
    with pytest.raises(mx.MXNetError, match=r"_cachedop\d+: its graph has 6 inputs .*, 1 given"):
        mx.sym._internal._CachedOp(inputs[0], subgraph=plain.tojson())


def test_damaged_files():
    data = json.loads(load("attribute"))
    (node,) = (n for n in data["nodes"] if n["op"] == "_CachedOp")
    node["attrs"]["subgraph"] = node["attrs"]["subgraph"][:100]
    with pytest.raises(mx.MXNetError, match="not the JSON of a symbol, or it is incomplete"):
        mx.sym.load_json(json.dumps(data))
    del node["attrs"]
    with pytest.raises(mx.MXNetError, match="not the JSON of a symbol"):
        mx.sym.load_json(json.dumps(data))
