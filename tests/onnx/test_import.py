"""Reading ONNX files: whole networks beside onnxruntime, open dimensions, files that are damaged or hostile."""

import doctest
import os
import pathlib
import re

import numpy as np
import pytest

import jmx
import jmx as mx
from jmx import autograd, gluon

onnx = pytest.importorskip("onnx", reason="onnx is not installed (extra `onnx`)")
ort = pytest.importorskip("onnxruntime", reason="onnxruntime is not installed (extra `onnx`)")

from onnx import TensorProto, helper, numpy_helper

from jmx.onnx.importing import _translate
from jmx.onnx.importing._forms import declared, form
from jmx.onnx.importing._translate import UnsupportedONNXError
from jmx.onnx.importing._values import reshape_codes

RANDOM = np.random.RandomState(0)


def floats(*shape, scale=0.5):
    return (RANDOM.standard_normal(shape) * scale).astype(np.float32)


def model_of(nodes, inputs, outputs, weights=(), opset=17, **more):
    """A model; inputs and outputs are {name: shape} or {name: (element type, shape)}."""

    def described(items):
        for name, shape in items.items():
            kind, dims = shape if isinstance(shape, tuple) and len(shape) == 2 and isinstance(shape[1], list) else (1, shape)
            yield helper.make_tensor_value_info(name, kind, dims)

    tensors = [numpy_helper.from_array(np.asarray(array), name) for name, array in dict(weights).items()]
    graph = helper.make_graph(nodes, "net", list(described(inputs)), list(described(outputs)), tensors, **more)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)


def saved(model, tmp_path, name="net.onnx"):
    path = str(tmp_path / name)
    onnx.save(model, path)
    return path


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


def node(kind, inputs, outputs, **attributes):
    return helper.make_node(kind, inputs.split(), outputs.split(), **attributes)


# ---- networks


def convolutional(batch="N"):
    """Convolution, batch normalization, pooling, residual sum, dense layer: as PyTorch writes them."""
    weights = {
        "c1.weight": floats(8, 3, 3, 3),
        "bn.weight": np.abs(floats(8)) + 0.5,
        "bn.bias": floats(8),
        "bn.running_mean": floats(8),
        "bn.running_var": np.abs(floats(8)) + 0.5,
        "c2.weight": floats(8, 8, 3, 3, scale=0.2),
        "c2.bias": floats(8),
        "fc.weight": floats(5, 8),
        "fc.bias": floats(5),
    }
    nodes = [
        node("Conv", "x c1.weight", "c1", kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]),
        node("BatchNormalization", "c1 bn.weight bn.bias bn.running_mean bn.running_var", "bn", epsilon=1e-5),
        node("Relu", "bn", "r1"),
        node("MaxPool", "r1", "p1", kernel_shape=[3, 3], strides=[2, 2], pads=[0, 0, 1, 1]),
        node("Conv", "p1 c2.weight c2.bias", "c2", kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
        node("Add", "c2 p1", "sum"),
        node("GlobalAveragePool", "sum", "mean"),
        node("Flatten", "mean", "flat"),
        node("Gemm", "flat fc.weight fc.bias", "logits", transB=1),
        node("Softmax", "logits", "y", axis=-1),
    ]
    return model_of(nodes, {"x": [batch, 3, 16, 16]}, {"y": [batch, 5]}, weights)


def attention(heads=2, size=4):
    """Self attention of open batch and length, with the chains of Shape, Gather and Concat that PyTorch writes."""
    width = heads * size
    weights = {"qkv": floats(width, 3 * width), "out": floats(width, width), "scale": np.float32(size**-0.5)}
    weights |= {"zero": np.int64(0), "one": np.int64(1), "g": np.ones(width, np.float32), "b": floats(width)}
    weights |= {"heads": np.array([3, heads, size]), "merged": np.array([width]), "axes0": np.array([0])}
    nodes = [
        node("LayerNormalization", "x g b", "n", axis=-1),
        node("MatMul", "n qkv", "p"),
        node("Shape", "x", "s"),
        node("Gather", "s zero", "batch"),
        node("Gather", "s one", "length"),
        node("Unsqueeze", "batch axes0", "batch1"),
        node("Unsqueeze", "length axes0", "length1"),
        node("Concat", "batch1 length1 heads", "split", axis=0),
        node("Reshape", "p split", "p5"),
        node("Transpose", "p5", "p5t", perm=[2, 0, 3, 1, 4]),
        node("Gather", "p5t zero", "q", axis=0),
        node("Gather", "p5t one", "k", axis=0),
        node("Constant", "", "two", value_int=2),
        node("Gather", "p5t two", "v", axis=0),
        node("Transpose", "k", "kt", perm=[0, 1, 3, 2]),
        node("MatMul", "q kt", "qk"),
        node("Mul", "qk scale", "scaled"),
        node("Softmax", "scaled", "weights", axis=-1),
        node("MatMul", "weights v", "mixed"),
        node("Transpose", "mixed", "mt", perm=[0, 2, 1, 3]),
        node("Concat", "batch1 length1 merged", "joint", axis=0),
        node("Reshape", "mt joint", "m"),
        node("MatMul", "m out", "o"),
        node("Add", "o x", "y"),
    ]
    return model_of(nodes, {"x": ["N", "T", width]}, {"y": ["N", "T", width]}, weights)


def recurrent(kind, gates, direction, states):
    count = 2 if direction == "bidirectional" else 1
    weights = {"w": floats(count, gates * 4, 3), "r": floats(count, gates * 4, 4), "b": floats(count, 2 * gates * 4)}
    names = " h" + (" c" if kind == "LSTM" else "") if states else ""
    inputs = {"x": [5, "N", 3], **{name: [count, "N", 4] for name in names.split()}}
    outputs = ["y", "yh", "yc"] if kind == "LSTM" else ["y", "yh"]
    blank = ["x", "w", "r", "b", "", *names.split()]
    more = {"linear_before_reset": 1} if kind == "GRU" else {}
    made = helper.make_node(kind, blank, outputs, hidden_size=4, direction=direction, **more)
    shapes = {"y": [5, count, "N", 4], **{name: [count, "N", 4] for name in outputs[1:]}}
    return model_of([made], inputs, shapes, weights)


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


# ---- what cannot be read


def test_all_that_is_not_supported_is_listed():
    nodes = [
        node("NonZero", "x", "places"),
        helper.make_node("Relu", ["x"], ["r"], "activation"),
        helper.make_node("Unique", ["r"], ["u"], "different"),
        node("Cast", "places", "later", to=1),
        helper.make_node("Fancy", ["r"], ["f"], "strange", domain="com.example"),
        node("Pad", "x r", "padded"),
    ]
    with pytest.raises(NotImplementedError) as caught:
        mx.onnx.import_model(model_of(nodes, {"x": [2, 3]}, {"u": None, "later": None, "f": None, "padded": None}))
    assert isinstance(caught.value, UnsupportedONNXError) and isinstance(caught.value, mx.MXNetError)
    lines = str(caught.value).splitlines()
    assert lines[0] == "The ONNX model 'net' (opset 17) needs what MXNet's operators do not offer, at 4 places:"
    assert lines[1:3] == [
        "  node 0 'places' (NonZero): there is no form for this operator",
        "  node 2 'different' (Unique): there is no form for this operator",
    ]
    assert "node 4 'strange' (com.example.Fancy): operators of the domain 'com.example'" in lines[3]
    assert "node 5 'padded' (Pad): pads ('r') is not a constant" in lines[4]


def external(model, tmp_path, **entries):
    """The model's file, with the weight `w` in a file beside it as `entries` say."""
    tensor = model.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    for key, value in entries.items():
        tensor.external_data.add(key=key, value=str(value))
    path = tmp_path / "model" / "net.onnx"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(model.SerializeToString())
    return str(path)


def weighted():
    return model_of([node("Add", "x w", "y")], {"x": [2, 3]}, {"y": [2, 3]}, {"w": np.arange(6, dtype="f").reshape(2, 3)})


def test_external_data(tmp_path):
    path = external(weighted(), tmp_path, location="sub/w.bin", offset=4, length=24)
    (tmp_path / "model" / "sub").mkdir()
    (tmp_path / "model" / "sub" / "w.bin").write_bytes(b"skip" + np.arange(6, dtype="<f4").tobytes())
    _, args, _ = mx.onnx.import_model(path)
    assert args["w"].asnumpy().tolist() == [[0, 1, 2], [3, 4, 5]]


@pytest.mark.parametrize("entries, message", [
    ({"location": "../secret"}, "tensor 'w'.*'../secret'; external data has to lie in the model's own folder"),
    ({"location": "/etc/passwd"}, "own folder"),
    ({"location": "sub/../../secret"}, "own folder"),
    ({"location": "..\\secret"}, "own folder"),
    ({"location": "C:secret"}, "own folder"),
    ({"location": ""}, "own folder"),
    ({"location": "link"}, "link out of the model's own folder"),
    ({"location": "missing"}, "'missing', which cannot be read: No such file"),
    ({"location": "short"}, "needs the bytes 0 to 24 of 'short', which has 5"),
    ({"location": "pipe"}, "'pipe', which is not a file|cannot be read"),
    ({"location": "short", "offset": -4}, "at offset -4"),
    ({"location": "short", "length": 5}, "has 5 bytes at offset 0 .* need 24"),
    ({"location": "short", "offset": "x"}, "has the offset 'x'"),
])  # fmt: skip
def test_external_data_that_is_refused(entries, message, tmp_path):
    (tmp_path / "secret").write_bytes(bytes(24))
    path = external(weighted(), tmp_path, **entries)
    folder = tmp_path / "model"
    (folder / "short").write_bytes(b"12345")
    (folder / "link").symlink_to(tmp_path / "secret")
    (folder / "pipe").mkdir()
    with pytest.raises(mx.MXNetError, match=message) as caught:
        mx.onnx.import_model(path)
    assert path in str(caught.value)


def changed(change):
    model = weighted()
    change(model)
    return model


def _tensor(model):
    return model.graph.initializer[0]


def _rename(model, old, new):
    for item in model.graph.node:
        item.input[:] = [new if name == old else name for name in item.input]


@pytest.mark.parametrize("change, message", [
    (lambda m: _tensor(m).dims.__setitem__(0, 3), r"initializer tensor 'w': has 24 bytes of data, but 36 are needed for"),
    (lambda m: _tensor(m).dims.__setitem__(0, -2), r"'w': has the shape \(-2, 3\)"),
    (lambda m: _tensor(m).dims.__setitem__(0, 2**62), "'w': has 24 bytes of data"),
    (lambda m: setattr(_tensor(m), "data_type", 0), "'w': has no element type"),
    (lambda m: setattr(_tensor(m), "data_type", 99), "'w': has the element type 99, which neither"),
    (lambda m: (_tensor(m).ClearField("raw_data"), _tensor(m).float_data.extend([1])), "'w': has {'float_data': 1} numbers"),
    (lambda m: _tensor(m).ClearField("raw_data"), "'w': has no numbers, but 6 are needed"),
    (lambda m: _rename(m, "x", "nowhere"), r"node 0 'y' \(Add\): reads 'nowhere', which is no input"),
    (lambda m: _rename(m, "x", "y"), "reads 'y', .*has a cycle"),
    (lambda m: m.graph.node[0].output.__setitem__(0, "x"), "makes 'x', which is there already"),
    (lambda m: setattr(m.graph.output[0], "name", "z"), "output 'z': is made by no node"),
    (lambda m: m.graph.ClearField("output"), "has no graph with outputs"),
    (lambda m: setattr(m.opset_import[0], "version", 999), "opset 999 is unknown to the installed package onnx"),
    (lambda m: setattr(m.graph.node[0], "domain", "own"), "domain 'own' are not supported"),
    (lambda m: m.graph.node[0].attribute.append(helper.make_attribute("extra", 1)), "the attribute 'extra' is not supported"),
    (lambda m: m.graph.node[0].input.append("x"), "it has 3 inputs; 2 are known"),
    (lambda m: m.graph.node[0].input.pop(), "an input is missing"),
    (lambda m: setattr(m.graph.input[0].type.tensor_type, "elem_type", TensorProto.COMPLEX64), "element type complex64"),
    (lambda m: m.graph.input[0].type.tensor_type.ClearField("shape"), "says no shape for input 'x'"),
])  # fmt: skip
def test_models_that_are_wrong(change, message, tmp_path):
    model = changed(change)
    with pytest.raises(mx.MXNetError, match=message) as caught:
        mx.onnx.import_model(saved(model, tmp_path))
    assert "net.onnx" in str(caught.value)


def test_files_that_are_cut_off_or_something_else(tmp_path):
    data = convolutional().SerializeToString()
    for size in (0, 1, 10, len(data) // 3, len(data) // 2, len(data) - 1):
        path = tmp_path / "cut.onnx"
        path.write_bytes(data[:size])
        with pytest.raises(mx.MXNetError, match=f"cut.onnx.*cut off.*{size} bytes"):
            mx.onnx.import_model(str(path))
    path.write_bytes(os.urandom(3000))
    with pytest.raises(mx.MXNetError, match="cut.onnx"):
        mx.onnx.get_model_metadata(path)
    for place, message in (
        (tmp_path / "nowhere.onnx", "cannot be read: No such file"),
        (tmp_path, "cannot be read: Is a directory"),
    ):
        with pytest.raises(mx.MXNetError, match=message):
            mx.onnx.import_to_gluon(place, mx.cpu())
    with pytest.raises(TypeError, match="path of an ONNX file"):
        mx.onnx.import_model(3)


@pytest.mark.parametrize("nodes, message", [
    ([node("ConstantOfShape", "big", "y")], "more than 16 million elements"),
    ([node("Range", "zero huge one", "y")], "more than 16 million numbers"),
    ([node("Constant", "", "k", value_int=1), node("Range", "zero huge zero", "y")], "or a step of 0"),
])  # fmt: skip
def test_constants_that_would_fill_the_memory(nodes, message):
    weights = {"big": np.array([2**20, 2**20]), "zero": np.int64(0), "one": np.int64(1), "huge": np.int64(2**40)}
    with pytest.raises(mx.MXNetError, match=message):
        mx.onnx.import_model(model_of(nodes, {"x": [1]}, {"y": None}, weights))


def test_functions_that_call_themselves():
    text = """<ir_version: 8, opset_import: ["" : 17, "own" : 1]>
    main (float[2] x) => (float[2] y) { y = own.again(x) }
    <opset_import: ["" : 17, "own" : 1], domain: "own"> again (v) => (w) { w = own.again(v) }"""
    with pytest.raises(mx.MXNetError, match="functions call functions more than 40 deep"):
        mx.onnx.import_model(onnx.parser.parse_model(text))


def test_functions_that_multiply(monkeypatch):
    """A file of a few lines that stands for more nodes than there is time for."""
    layers = "".join(
        f"""<opset_import: ["" : 17, "own" : 1], domain: "own"> f{i} (v) => (w) {{
        a = own.f{i + 1}(v)
        b = own.f{i + 1}(a)
        c = own.f{i + 1}(b)
        d = own.f{i + 1}(c)
        e = own.f{i + 1}(d)
        w = own.f{i + 1}(e) }}"""
        for i in range(12)
    )
    text = f"""<ir_version: 8, opset_import: ["" : 17, "own" : 1]> main (float[2] x) => (float[2] y) {{ y = own.f0(x) }}
    {layers} <opset_import: ["" : 17], domain: "own"> f12 (v) => (w) {{ w = Identity(v) }}"""
    monkeypatch.setattr(_translate, "_MOST", 2000)
    with pytest.raises(mx.MXNetError, match="is beyond the 2000 nodes that are read"):
        mx.onnx.import_model(onnx.parser.parse_model(text))


@pytest.mark.parametrize("make", [convolutional, attention, lambda: recurrent("LSTM", 4, "bidirectional", True)])
def test_damaged_files_raise_what_programs_expect(make, tmp_path):
    data, random = make().SerializeToString(), np.random.RandomState(0)
    path = tmp_path / "damaged.onnx"
    refused = 0
    for _ in range(100):
        damaged = bytearray(data)
        for _ in range(random.randint(1, 4)):
            place = random.randint(len(damaged))
            damaged[place] ^= 1 << random.randint(8)
            if random.randint(3) == 0:
                del damaged[place : place + random.randint(1, 20)]
        path.write_bytes(damaged)
        try:
            mx.onnx.import_model(path)
        except mx.MXNetError as error:
            refused += 1
            assert "damaged.onnx" in str(error)
    assert refused > 30


def test_without_the_package(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "onnx", None)
    with pytest.raises(mx.MXNetError, match="pip install onnx"):
        mx.onnx.import_model("net.onnx")
