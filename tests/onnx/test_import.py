"""Reading ONNX files: whole networks beside onnxruntime, open dimensions, what becomes of them, names and metadata."""

import doctest
import pathlib
import re

import numpy as np
import pytest

import jmx
import jmx as mx
from jmx import autograd, gluon

onnx = pytest.importorskip("onnx", reason="onnx is not installed (extra `onnx`)")
ort = pytest.importorskip("onnxruntime", reason="onnxruntime is not installed (extra `onnx`)")

from onnx import helper

from jmx.onnx.importing._forms import declared, form
from jmx.onnx.importing._values import reshape_codes
from tests.onnx.models import attention, convolutional, floats, model_of, node, recurrent, saved


def reference(model, **feed):
    """The outputs by onnxruntime."""
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, feed)


def compare(model, tmp_path, *feeds, tolerance=1e-5, **options):
    """The block of a model whose outputs are those of onnxruntime for several inputs."""
    net = mx.onnx.import_to_gluon(saved(model, tmp_path), mx.cpu(), **options)
    for feed in feeds:
        got = net(*[mx.nd.array(a, dtype=a.dtype) for a in feed.values()])
        wanted = reference(model, **feed)
        for one, other in zip(got if isinstance(got, list) else [got], wanted, strict=True):
            assert one.dtype == other.dtype and one.shape == (other.shape or (1,))
            np.testing.assert_allclose(one.asnumpy(), other.reshape(one.shape), tolerance, tolerance)
    return net


# ---- networks


def test_a_convolutional_network(tmp_path):
    net = compare(convolutional(), tmp_path, {"x": floats(1, 3, 16, 16)}, {"x": floats(4, 3, 16, 16)})
    assert sorted(net.collect_params()) == sorted(weight.name for weight in convolutional().graph.initializer)
    assert [n for n, p in net.collect_params().items() if p.grad_req == "null"] == ["bn.running_mean", "bn.running_var"]
    symbol, args, states = mx.contrib.onnx.import_model(saved(convolutional(), tmp_path))
    assert symbol.list_outputs() == ["y_output"] and sorted(states) == ["bn.running_mean", "bn.running_var"]
    assert {"FullyConnected", "Convolution", "BatchNorm", "Pooling"} <= {n.op.name for n in symbol._nodes() if n.op}
    assert symbol.list_arguments()[0] == "x" and len(args) == 7


def test_attention_keeps_its_open_dimensions(tmp_path):
    compare(attention(), tmp_path, {"x": floats(2, 3, 8)}, {"x": floats(5, 7, 8)}, {"x": floats(1, 1, 8)})


@pytest.mark.parametrize("states", [False, True])
@pytest.mark.parametrize("direction", ["forward", "reverse", "bidirectional"])
@pytest.mark.parametrize("kind, gates", [("LSTM", 4), ("GRU", 3), ("RNN", 1)])
def test_recurrent_layers_are_fused_and_open(kind, gates, direction, states, tmp_path):
    model = recurrent(kind, gates, direction, states)
    count = 2 if direction == "bidirectional" else 1
    feeds = []
    for batch in (2, 3):
        feed = {"x": floats(5, batch, 3)}
        feed |= {item.name: floats(count, batch, 4) for item in model.graph.input[1:]}
        feeds.append(feed)
    net = compare(model, tmp_path, *feeds)
    assert "RNN" in {n.op.name for n in net._cached_graph[1]._nodes() if n.op}


RANDOM_STEPS = [
    lambda r, x, w: (node("Relu", x, w), {}),
    lambda r, x, w: (node("Add", f"{x} {w}.b", w), {f"{w}.b": floats(6)}),
    lambda r, x, w: (node("Mul", f"{w}.k {x}", w), {f"{w}.k": np.float32(r.uniform(0.5, 1.5))}),
    lambda r, x, w: (node("Gemm", f"{x} {w}.m", w, alpha=0.5), {f"{w}.m": floats(6, 6)}),
    lambda r, x, w: (node("Softmax", x, w, axis=int(r.randint(2))), {}),
    lambda r, x, w: (node("Transpose", x, w + "t"), {}),
    lambda r, x, w: (node("Slice", f"{x} {w}.s {w}.e {w}.a {w}.d", w), _turned(w)),
    lambda r, x, w: (node("CumSum", f"{x} {w}.axis", w, exclusive=int(r.randint(2))), {f"{w}.axis": np.int64(r.randint(2))}),
    lambda r, x, w: (node("Clip", f"{x} {w}.low", w), {f"{w}.low": np.float32(-0.3)}),
    lambda r, x, w: (node("ReduceMax", x, w, axes=[1], keepdims=1), {}),
]


def _turned(w):
    """A slice that reverses the second dimension."""
    return {f"{w}.s": np.array([-1]), f"{w}.e": np.array([-9]), f"{w}.a": np.array([1]), f"{w}.d": np.array([-1])}


@pytest.mark.parametrize("seed", range(6))
def test_random_graphs(seed, tmp_path):
    r = np.random.RandomState(seed)
    nodes, weights, last = [], {}, "x"
    for i in range(8):
        made, more = RANDOM_STEPS[r.randint(len(RANDOM_STEPS))](r, last, f"v{i}")
        nodes.append(made)
        weights |= more
        last = made.output[0]
        if made.op_type == "Transpose":
            nodes.append(node("Transpose", last, f"v{i}"))
            last = f"v{i}"
        elif made.op_type == "ReduceMax":
            nodes.append(node("Sub", f"x {last}", f"v{i}s"))
            last = f"v{i}s"
    nodes.append(node("Tanh", last, "y"))
    model = model_of(nodes, {"x": [6, 6]}, {"y": None}, weights)
    compare(model, tmp_path, {"x": floats(6, 6)})


def test_shapes_as_data(tmp_path):
    """Positions, masks and numbers that are computed from open sizes."""
    weights = {"zero": np.int64(0), "one": np.int64(1), "table": floats(20, 4), "axes": np.array([0]), "minus": np.array([-1])}
    nodes = [
        node("Shape", "x", "s"),
        node("Gather", "s one", "length"),
        node("Range", "zero length one", "positions"),
        node("Gather", "table positions", "embedded"),
        node("Add", "x embedded", "sum"),
        node("Unsqueeze", "length axes", "l1"),
        node("Slice", "table axes l1 axes", "cut"),
        node("Mul", "sum cut", "product"),
        node("Cast", "length", "lf", to=1),
        node("Div", "product lf", "y"),
    ]
    model = model_of(nodes, {"x": ["N", "T", 4]}, {"y": ["N", "T", 4]}, weights)
    compare(model, tmp_path, {"x": floats(2, 3, 4)}, {"x": floats(1, 9, 4)})


def test_outputs_of_all_kinds(tmp_path):
    """Truth values, whole numbers, an input that is an output, a constant, a number without dimension, several parts."""
    nodes = [
        node("Greater", "x zero", "positive"),
        node("ArgMax", "x", "best", axis=1, keepdims=0),
        node("Identity", "x", "same"),
        node("ReduceSum", "x", "total", keepdims=0),
        node("Split", "x", "left right", axis=1),
        node("Not", "positive", "negative"),
        node("Or", "positive negative", "any"),
    ]
    outputs = {"positive": (9, [2, 4]), "best": (7, [2]), "same": [2, 4], "total": [], "right": [2, 2], "any": (9, [2, 4])}
    outputs["weight"] = [2]
    model = model_of(nodes, {"x": [2, 4]}, outputs, {"zero": np.float32(0), "weight": floats(2)}, opset=13)
    path = saved(model, tmp_path)
    symbol, _, _ = mx.onnx.import_model(path)
    assert symbol.list_outputs()[:4] == ["positive_output", "best_output", "same_output", "total_output"]
    compare(model, tmp_path, {"x": floats(2, 4)})


def test_branches_functions_and_unnamed_nodes(tmp_path):
    text = """<ir_version: 8, opset_import: ["" : 17, "own" : 1]>
    main (float[N, 3] x) => (float[N, 3] y) <bool yes = {1}, float[3] shift = {1, 2, 3}> {
        a = own.twice <factor = 3.0> (x, shift)
        y = If (yes) <then_branch = yes_graph () => (float[N, 3] t) { t = Relu(a) },
                      else_branch = no_graph () => (float[N, 3] e) { e = Loop(a) }>
    }
    <opset_import: ["" : 17], domain: "own"> twice <factor> (v, s) => (w) {
        f = Constant <value_float: float = @factor> ()
        m = Mul (v, f)
        w = Add (m, s)
    }"""
    net = mx.onnx.import_to_gluon(saved(onnx.parser.parse_model(text), tmp_path), mx.cpu())
    x = floats(2, 3)
    np.testing.assert_allclose(net(mx.nd.array(x)).asnumpy(), np.maximum(x * 3 + [1, 2, 3], 0), 1e-6)


# ---- what becomes of a network that was read


def test_symbol_files_to_jax_and_export(tmp_path):
    model, x = convolutional(), floats(2, 3, 16, 16)
    wanted = reference(model, x=x)[0]
    symbol, args, states = mx.onnx.import_model(saved(model, tmp_path))
    mx.model.save_checkpoint(str(tmp_path / "net"), 0, symbol, args, states)
    again = gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["x"], str(tmp_path / "net-0000.params"))
    np.testing.assert_allclose(again(mx.nd.array(x)).asnumpy(), wanted, 1e-5, 1e-6)
    net = mx.onnx.import_to_gluon(saved(model, tmp_path), mx.cpu())
    net.hybridize()
    np.testing.assert_allclose(net(mx.nd.array(x)).asnumpy(), wanted, 1e-5, 1e-6)
    function, params, state = jmx.to_jax(net)
    np.testing.assert_allclose(function(params, state, x)[0], wanted, 1e-5, 1e-6)
    written = mx.onnx.export_model(symbol, {**args, **states}, [(2, 3, 16, 16)], np.float32, str(tmp_path / "again.onnx"))
    session = ort.InferenceSession(written, providers=["CPUExecutionProvider"])
    np.testing.assert_allclose(session.run(None, {"x": x})[0], wanted, 1e-5, 1e-6)


def test_a_network_that_was_read_can_be_trained(tmp_path):
    net = mx.onnx.import_to_gluon(saved(convolutional(), tmp_path), mx.cpu())
    before = {name: p.data().asnumpy() for name, p in net.collect_params().items()}
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
    with autograd.record():
        loss = -mx.nd.log(net(mx.nd.array(floats(4, 3, 16, 16))))[:, 0].mean()
    loss.backward()
    trainer.step(1)
    for name, p in net.collect_params().items():
        assert not np.array_equal(p.data().asnumpy(), before[name]), name


@pytest.mark.parametrize("make, shape", [(convolutional, (2, 3, 16, 16)), (attention, (2, 3, 8))])
def test_in_the_numpy_interface(make, shape, tmp_path):
    model, x = make(), floats(*shape)
    mx.npx.set_np()
    try:
        net = mx.onnx.import_to_gluon(saved(model, tmp_path), [mx.cpu(0), mx.cpu(1)])
        got = net(mx.np.array(x))
        assert isinstance(got, mx.np.ndarray)
        assert all(p.list_ctx() == [mx.cpu(0), mx.cpu(1)] for p in net.collect_params().values())
        np.testing.assert_allclose(got.asnumpy(), reference(model, x=x)[0], 1e-5, 1e-5)
    finally:
        mx.npx.reset_np()


def test_shapes_that_are_given(tmp_path):
    model = model_of([node("Resize", "x", "y")], {"x": ["N", 1, "H", "W"]}, {"y": None}, {"f": np.array([1, 1, 1.5, 2.5], "f")})
    model.graph.node[0].input[:] = ["x", "", "f"]
    helper.set_model_props(model, {})
    model.graph.node[0].attribute.append(helper.make_attribute("mode", "cubic"))
    path = saved(model, tmp_path)
    with pytest.raises(mx.MXNetError, match="open size: give the shapes of all inputs: input_shapes"):
        mx.onnx.import_model(path)
    compare(model, tmp_path, {"x": floats(2, 1, 4, 6)}, tolerance=1e-4, input_shapes={"x": (2, 1, 4, 6)})
    with pytest.raises(mx.MXNetError, match=r"input_shapes has \(2, 2, 4, 6\) for input 'x', but the file has"):
        mx.onnx.import_model(path, input_shapes={"x": (2, 2, 4, 6)})
    with pytest.raises(mx.MXNetError, match="names 'z', but the inputs of .* are 'x'"):
        mx.onnx.import_model(path, input_shapes={"z": (2, 2, 4, 6)})


@pytest.mark.parametrize("source, target, codes", [
    ([(2, 3), (4, 4)], [(2, 3), (2, 2), (2, 2)], [0, 2, 2]),
    ([(2, 3), (5, 7), (8, 8)], [(10, 21), (8, 8)], [-3, 8]),
    ([(10, 21), (8, 8)], [(5, 7), (2, 3), (8, 8)], None),
    ([(6, 9), (5, 7)], [(3, 3), (2, 3), (5, 7)], [3, -1, 0]),
    ([(6, 9), (5, 7), (4, 4)], [(2, 3), (3, 3), (20, 28)], [-4, -1, 3, -3]),
])  # fmt: skip
def test_codes_of_reshape(source, target, codes):
    found = reshape_codes(source, target)
    if codes is None:
        assert found is None
        return
    for sample in (0, 1):
        x = mx.nd.zeros([pair[sample] for pair in source])
        assert x.reshape(shape=found).shape == tuple(pair[sample] for pair in target)
    assert found.count(-1) <= codes.count(-1)


# ---- names and metadata


def test_metadata(tmp_path):
    path = saved(convolutional(), tmp_path)
    wanted = {"input_tensor_data": [("x", (0, 3, 16, 16))], "output_tensor_data": [("y", (0, 5))]}
    assert mx.onnx.get_model_metadata(path) == mx.contrib.onnx.get_model_metadata(path) == wanted


def test_names_of_mxnet(tmp_path):
    parts = mx.contrib.onnx.onnx2mx
    assert parts.import_model.import_model is mx.onnx.import_model is mx.contrib.onnx.import_model_
    assert parts.import_model.get_model_metadata is mx.contrib.onnx.get_model_metadata_
    assert parts.import_to_gluon.import_to_gluon is mx.contrib.onnx.import_to_gluon_
    model, x = convolutional(), floats(1, 3, 16, 16)
    proto = parts.import_onnx.GraphProto()
    symbol, args, states = proto.from_onnx(model.graph, 17)
    assert proto.arg_dict is args and proto.aux_dict is states and proto.opset_version == 17 and symbol.name == "y"
    net = proto.graph_to_gluon(model.graph, mx.cpu(), 17)
    np.testing.assert_allclose(net(mx.nd.array(x)).asnumpy(), reference(model, x=x)[0], 1e-5, 1e-6)
    assert proto.get_graph_metadata(model.graph) == mx.onnx.get_model_metadata(model)
    with pytest.raises(AttributeError, match="onnx2mx"):
        _ = parts.nothing


def test_an_operator_is_declared_once():
    with pytest.raises(ValueError, match="Relu is declared twice"):
        form("Relu", since=13)(lambda g, x: x)


@pytest.mark.parametrize("thing", [mx.onnx.import_model, mx.onnx.get_model_metadata, mx.onnx.import_to_gluon])
def test_examples_of_docstrings(thing, tmp_path):
    names = {"mx": mx, "path": str(tmp_path / "net.onnx")}
    found = [test for test in doctest.DocTestFinder(recurse=False).find(thing, thing.__name__, globs=names) if test.examples]
    assert found
    for test in found:
        assert doctest.DocTestRunner().run(test).failed == 0


PAGE = pathlib.Path(__file__).parents[2] / "docs/leaving/onnx_import.md"


def test_examples_of_the_page_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    names = {"__name__": "page"}
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 4
    for block in blocks:
        exec(compile("\n" * text[: text.index(block)].count("\n") + block, str(PAGE), "exec"), names)
    assert re.search(r"```text\n(The ONNX model .*?)```", text, re.DOTALL)[1] == capsys.readouterr().out


def test_the_page_lists_what_can_be_read():
    listed = PAGE.read_text(encoding="utf-8").partition("## Operators that can be read")[2].partition("- **")[2]
    assert set(re.findall(r"`([^`]+)`", listed)) == set(declared()), "run python tools/check_onnx_import.py --operators"
