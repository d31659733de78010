"""Symbol files that are damaged: an MXNetError that says what came and what was expected."""

import json

import pytest

import jmx as mx
from jmx import MXNetError


def graph(symbol=None):
    return json.loads((mx.sym.relu(mx.sym.var("x", shape=(2, 3)), name="r") if symbol is None else symbol).tojson())


def norm():
    return graph(mx.sym.BatchNorm(mx.sym.var("x"), name="bn"))


def cast():
    return graph(mx.sym.Cast(mx.sym.var("x"), dtype="float16"))


def loop():
    return graph(mx.sym.contrib.foreach(lambda row, state: (row + state, state), mx.sym.var("x"), mx.sym.var("y"))[0])


def pool():
    return graph(mx.sym.Pooling(mx.sym.var("x"), kernel=(2, 2)))


def changed(graph, *place):
    *place, key, value = place
    part = graph
    for step in place:
        part = part[step]
    part[key] = value
    return graph


LOADED = {
    "inputs that are no list": (changed(graph(), "nodes", 1, "inputs", 7), "'r' .*has 7 as 'inputs'; expected a list"),
    "inputs of null": (changed(graph(), "nodes", 1, "inputs", None), "has None as 'inputs'; expected a list"),
    "subgraphs that are no list": (changed(graph(), "nodes", 1, "subgraphs", {}), "has {} as 'subgraphs'; expected a list"),
    "a head that is no output": (changed(graph(), "heads", [[1, 5, 0]]), "output 5 of r is used, and it has 1"),
    "a head that is no node": (changed(graph(), "heads", [[9, 0, 0]]), "expected .node, output. with a node below 2"),
    "an input that is no output": (changed(graph(), "nodes", 1, "inputs", [[0, 1, 0]]), "output 1 of x is used, and it has 1"),
    "three of five inputs": (changed(norm(), "nodes", 5, "inputs", [[0, 0, 0], [1, 0, 0], [2, 0, 0]]),
                             "operator bn: it has 3 inputs; expected 5: data, gamma, beta, moving_mean, moving_var"),
    "six of five inputs": (changed(norm(), "nodes", 5, "inputs", [[0, 0, 0]] * 6), "operator bn: it has 6 inputs; expected 5"),
    "attributes of the graph": (changed(graph(), "attrs", 7), 'has 7 as "attrs"; expected an object'),
    "a version that is no number": (changed(graph(), "attrs", {"mxnet_version": "new"}), "'new' for mxnet_version; expected a"),
    "a name that is no text": (changed(graph(), "nodes", 0, "name", "\ud800"), "Node 0 .*no text"),
    "a node that uses itself": (changed(graph(), "nodes", 1, "inputs", [[1, 0, 0]]), "cyclic"),
    "a number of graphs that is none": (changed(loop(), "nodes", -1, "attrs", "num_args", "None"), "num_args is 'None'"),
    "an element type that is none": (changed(cast(), "nodes", 1, "attrs", "dtype", "Custom"), "data type 'Custom'"),
    "a shape that is none": (changed(pool(), "nodes", 1, "attrs", "kernel", "(" * 300), "kernel"),
}  # fmt: skip


@pytest.mark.parametrize("case", LOADED)
def test_refused_when_loaded(tmp_path, case):
    content, text = LOADED[case]
    with pytest.raises(MXNetError, match=text):
        mx.sym.load_json(json.dumps(content))
    path = tmp_path / "net-symbol.json"
    path.write_text(json.dumps(content))
    with pytest.raises(MXNetError, match=rf"net-symbol\.json: .*{text}"):
        mx.sym.load(str(path))


@pytest.mark.parametrize(
    "text", ["[" * 200_000, '{"nodes":' * 100_000, '{"heads": [], "nodes": ' + "[" * 50_000, '{"nodes": ' + "9" * 5000]
)
def test_nested_deeply_or_long_numbers(text):
    with pytest.raises(MXNetError, match="not the JSON of a symbol"):
        mx.sym.load_json(text)


def test_graphs_in_graphs():
    inner = graph()
    for _ in range(200):
        outer = graph()
        outer["nodes"][1]["subgraphs"] = [inner]
        inner = outer
    try:
        mx.sym.load_json(json.dumps(inner))
    except MXNetError as error:
        assert "nested too deeply" in str(error)


@pytest.mark.parametrize("text", ["zz", "99", "(" * 300, "i4,f8", "9" * 5000, "", "²"])
def test_element_types_of_variables(text):
    symbol = mx.sym.load_json(json.dumps(changed(graph(), "nodes", 0, "attrs", {"__dtype__": text})))  # as MXNet: when it is used
    for use in (symbol.infer_type, lambda: symbol.infer_shape(x=(2, 3))):
        with pytest.raises(MXNetError, match="__dtype__ of the variable x is"):
            use()


@pytest.mark.parametrize("text", ["(" * 300, "(1e400,)", f"({10**30},)", "'ab'", "{}", "-" * 3000 + "1", "(2,", "((2,),)"])
def test_shapes_of_variables(text):
    symbol = mx.sym.load_json(json.dumps(changed(graph(), "nodes", 0, "attrs", {"__shape__": text})))
    with pytest.raises(MXNetError, match="__shape__ of a variable is .*expected a shape"):
        symbol.infer_shape()


def test_a_predictor_of_a_damaged_symbol(tmp_path):
    empty = mx.nd.zeros(1)
    mx.nd.save(str(tmp_path / "w.params"), {"arg:w": empty})
    empty = (tmp_path / "w.params").read_bytes()
    with pytest.raises(MXNetError, match="expected a list"):
        mx.predictor.Predictor(json.dumps(changed(graph(), "nodes", 1, "inputs", 7)), empty, {"x": (2, 3)})


def test_fewer_inputs_than_the_operator_writes_to():
    nodes = [{"op": "null", "name": f"v{i}", "inputs": []} for i in range(8)]
    inputs = [[i, 0, 0] for i in range(8)]
    nodes.append({"op": "preloaded_multi_mp_sgd_update", "name": "n", "attrs": {"num_weights": "7"}, "inputs": inputs})
    text = json.dumps({"nodes": nodes, "arg_nodes": list(range(8)), "node_row_ptr": list(range(10)), "heads": [[8, 0, 0]]})
    with pytest.raises(MXNetError, match="Error in operator n: it has 8 inputs; its attributes ask for 21 or more"):
        mx.sym.load_json(text)
