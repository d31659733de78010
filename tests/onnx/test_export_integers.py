"""Networks on 8-bit integers as ONNX files: pairs of QuantizeLinear and DequantizeLinear, beside jmx's own integers."""

import json
import pathlib
import sys

import numpy as np
import pytest

import jmx as mx

onnx = pytest.importorskip("onnx", reason="onnx is not installed (extra `onnx`)")
ort = pytest.importorskip("onnxruntime", reason="onnxruntime is not installed (extra `onnx`)")

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "golden"))
import quantization_cases as plain
import quantized_fused_cases as fused

S, C = mx.sym, mx.sym.contrib
FUSED = [key for key in fused.cases() if "/none/" not in key and key != "vgg/auto/entropy/smart/tensor-wise"]
PLAIN = [case for case in plain.cases() if case[2] == "naive"]
OPEN = ("n", *fused.SHAPE[1:])


def _written(path, symbol, parameters, shapes, **options):
    """(report, model) of a file that has been compared with the network."""
    report = mx.onnx.export(symbol, parameters, path, shapes, **options)
    assert report.checked.startswith("compared"), report.text()
    return report, onnx.load(path)


def _session(path):
    options = ort.SessionOptions()
    options.add_session_config_entry("session.x64quantprecision", "1")
    return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _read_again(path, data):
    """The output of the file, read by `import_model`."""
    symbol, args, aux = mx.onnx.import_model(str(path))
    return symbol.bind(mx.cpu(), {**args, "data": mx.nd.array(data)}, aux_states=aux).forward(is_train=False)[0].asnumpy()


@pytest.mark.parametrize("key", FUSED)
def test_fused_networks(tmp_path, key):
    """The file computes what jmx does, but where a number lies between two integers, and its classes are jmx's."""
    symbol, args, aux = fused.quantized(mx, *fused.cases()[key])
    path = tmp_path / "net.onnx"
    report, model = _written(path, symbol, {**args, **aux}, {"data": OPEN})
    assert report.largest_relative_difference < 0.03, report.text()
    assert "QuantizeLinear" in {node.op_type for node in model.graph.node}
    expected, data = fused.run(mx, symbol, args, aux), fused.examples() / 2
    for found in (_session(path).run(None, {"data": data})[0], _read_again(path, data)):
        assert np.abs(found - expected).max() < 0.03 * np.abs(expected).max()
        assert (found.argmax(-1) == expected.argmax(-1)).all()


@pytest.mark.parametrize("case", PLAIN, ids="-".join)
def test_plain_networks(tmp_path, case):
    """Layers on integers one by one, with requantizations between them."""
    symbol, args, aux = plain.quantized(mx, *case)
    shape = plain.SHAPES[case[0]]
    report, _ = _written(tmp_path / "net.onnx", symbol, {**args, **aux}, {"data": ("n", *shape[1:])}, opset=21)
    assert report.largest_relative_difference < 0.02, report.text()
    data = plain.batches(shape)[:4]
    expected = np.array(plain.run(mx, case[0], symbol, args, aux))
    assert np.abs(_read_again(tmp_path / "net.onnx", data) - expected).max() < 0.02 * np.abs(expected).max()


@pytest.mark.parametrize("name", ["resnet_v1", "functions", "perceptron", "attention"])
def test_fused_networks_in_floating_point(tmp_path, name):
    """What `get_backend_symbol` fuses can be written without integers, too."""
    net = fused.network(mx, name)
    args, aux = fused.parameters(mx, net)
    report, model = _written(tmp_path / "net.onnx", net.get_backend_symbol("MKLDNN"), {**args, **aux}, {"data": OPEN})
    assert report.largest_relative_difference < 1e-5, report.text()
    assert not {"QuantizeLinear", "DequantizeLinear"} & {node.op_type for node in model.graph.node}


def test_blocks(tmp_path):
    """What `quantize_net_v2` returns."""
    made, _ = fused.gluon(mx, "naive")
    report, _ = _written(tmp_path / "net.onnx", made, None, {"data": OPEN}, opset=19)
    assert report.largest_relative_difference < 0.01, report.text()


def _constants(model):
    return {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in model.graph.initializer}


def test_scales_and_zeros(tmp_path):
    """Weights have a scale for each filter, biases the product of both scales, and zero stands for zero."""
    symbol, args, aux = fused.quantized(mx, "plain", *fused.WAYS[0])
    _, model = _written(tmp_path / "net.onnx", symbol, {**args, **aux}, {"data": fused.SHAPE})
    constants, makers = _constants(model), {output: node for node in model.graph.node for output in node.output}
    steps = [node for node in model.graph.node if node.op_type in ("QuantizeLinear", "DequantizeLinear")]
    zeros = [constants[node.input[2]] for node in steps if len(node.input) == 3]
    assert zeros and not any(zero.any() for zero in zeros) and {zero.dtype.name for zero in zeros} == {"int8", "uint8"}
    layers = [node for node in model.graph.node if node.op_type in ("Conv", "Gemm")]
    assert len(layers) == 3
    for layer in layers:
        data, weight, bias = (makers[name] for name in layer.input)
        assert {node.op_type for node in (data, weight, bias)} == {"DequantizeLinear"}
        integers, filters = constants[weight.input[0]], constants[weight.input[0]].shape[0]
        assert integers.dtype == np.int8 and constants[bias.input[0]].dtype == np.int32 and len(bias.input) == 2
        scales = [constants[node.input[1]] for node in (data, weight, bias)]
        assert scales[0].shape == () and scales[1].shape == scales[2].shape == ((filters,) if layer.op_type == "Conv" else ())
        assert np.array_equal(scales[2], scales[0] * scales[1])
        if layer.op_type == "Conv":
            assert [attribute.i for attribute in weight.attribute if attribute.name == "axis"] == [0]
            expected = np.abs(integers.astype(int)).reshape(filters, -1).max(1)
            assert (expected >= 63).all()  # each filter uses its range


# ---- operators by themselves, with ranges as parameters ----

_RANDOM = np.random.RandomState(3)
_IMAGE = (2, 3, 5, 6)
_RANGES = {"low": [-2.5], "high": [2.0], "low2": [-0.5], "high2": [1.5], "low3": [-0.75], "high3": [0.5], "zero": [0.0]}


def _integers(dtype, *shape):
    limits = np.iinfo(dtype)
    return _RANDOM.randint(limits.min, limits.max + 1, shape).astype(dtype)


def _vectors(count):
    return [_RANDOM.uniform(0.5, 1.5, count).astype("float32") for _ in range(4)]


def _ranged(x, function, **options):
    return function(x, S.var("low"), S.var("high"), **options)


def _added(dtypes, **options):
    ranges = [S.var(name) for name in ("low", "high", "low2", "high2")]
    return lambda x, y: C.quantized_elemwise_add(x, y, *ranges, **options), [_integers(d, *_IMAGE) for d in dtypes]


def _multiplied(**options):
    ranges = [S.var(name) for name in ("low", "high", "low2", "high2")]
    return lambda x, y: C.quantized_elemwise_mul(x, y, *ranges, **options), [_integers("int8", *_IMAGE) for _ in range(2)]


def _pooled(dtype, **options):
    return lambda x: _ranged(x, C.quantized_pooling, **options), [_integers(dtype, *_IMAGE)]


def _normalized(dtype, **options):
    def function(x):
        states = [S.var(f"v{i}") for i in range(4)]
        return C.quantized_batch_norm(
            x, *states, S.var("low"), S.var("high"), eps=1e-3, min_calib_range=-9.0, max_calib_range=6.0, **options
        )

    return function, [_integers(dtype, *_IMAGE)]


def _joined(*dtypes):
    ends = [S.var(name) for name in ("low", "high", "low2", "high2")]
    return lambda x, y: C.quantized_concat(x, y, *ends, num_args=2, dim=1), [_integers(d, *_IMAGE) for d in dtypes]


def _layer(operator, weight, *shape, dtype, no_bias=False, **options):
    def function(x):
        inputs = {"data": ("low", "high"), "weight": ("low2", "high2"), "bias": ("low3", "high3")}
        inputs = {what: ends for what, ends in inputs.items() if what != "bias" or not no_bias}
        ranges = {f"{m}_{what}": S.var(name) for what, ends in inputs.items() for m, name in zip(("min", "max"), ends)}
        parameters = {"weight": S.var(weight), **({} if no_bias else {"bias": S.var("b")})}
        return operator(data=x, no_bias=no_bias, **parameters, **ranges, **options)

    return function, [_integers(dtype, *shape)]


def _dense(dtype, *shape, **options):
    return _layer(C.quantized_fully_connected, "w", *shape, dtype=dtype, num_hidden=4, **options)


def _convolved(dtype, **options):
    return _layer(C.quantized_conv, "cw", *_IMAGE, dtype=dtype, kernel=(3, 2), num_filter=4, **options)


_FLOATS = _RANDOM.uniform(-3, 3, _IMAGE).astype("float32")
_SUMS = _RANDOM.randint(-(2**30), 2**30, _IMAGE).astype("int32")
_TOP = {"min_calib_range": -3.0, "max_calib_range": 3.5}
#: name -> ((function of the inputs, their values), how far integers may be apart)
OPERATORS = {
    "quantize int8": ((lambda x: _ranged(x, C.quantize, out_type="int8"), [_FLOATS]), 0),
    "quantize uint8": ((lambda x: C.quantize(x, S.var("zero"), S.var("high"), out_type="uint8"), [abs(_FLOATS)]), 0),
    "quantize_v2": ((lambda x: C.quantize_v2(x, **_TOP), [_FLOATS]), 0),
    "quantize_v2 uint8": ((lambda x: C.quantize_v2(x, out_type="auto", min_calib_range=0.0, max_calib_range=2.0), [_FLOATS]), 0),
    "dequantize int8": ((lambda x: _ranged(x, C.dequantize), [_integers("int8", *_IMAGE)]), 1e-6),
    "dequantize uint8": ((lambda x: _ranged(x, C.dequantize), [_integers("uint8", *_IMAGE)]), 1e-6),
    "dequantize int32": ((lambda x: _ranged(x, C.dequantize), [_SUMS]), 1e-6),
    "requantize": ((lambda x: _ranged(x, C.requantize, min_calib_range=-0.5, max_calib_range=0.7), [_SUMS]), 0),
    "requantize uint8": (
        (lambda x: _ranged(x, C.requantize, out_type="auto", min_calib_range=0.0, max_calib_range=0.7), [_SUMS]),
        0,
    ),
    "pooling max": (_pooled("int8", kernel=(2, 3), stride=(2, 2)), 0),
    "pooling max, full": (_pooled("uint8", kernel=(2, 3), stride=(2, 2), pad=(1, 1), pooling_convention="full"), 0),
    "pooling mean": (_pooled("int8", kernel=(2, 3), pool_type="avg", pad=(1, 0)), 1),
    "pooling mean, full": (_pooled("uint8", kernel=(3, 3), stride=(2, 2), pool_type="avg", pooling_convention="full"), 1),
    "pooling mean of what is there": (
        _pooled("int8", kernel=(3, 3), pool_type="avg", pad=(1, 1), stride=(2, 2), count_include_pad=False),
        1,
    ),
    "pooling mean, global": (_pooled("uint8", kernel=(1, 1), pool_type="avg", global_pool=True), 1),
    "pooling max, global": (_pooled("int8", kernel=(1, 1), global_pool=True), 0),
    "relu int8": ((lambda x: _ranged(x, C.quantized_act, act_type="relu"), [_integers("int8", *_IMAGE)]), 0),
    "relu uint8": ((lambda x: _ranged(x, C.quantized_act, act_type="relu"), [_integers("uint8", *_IMAGE)]), 0),
    "flatten": ((lambda x: _ranged(x, C.quantized_flatten), [_integers("uint8", *_IMAGE)]), 0),
    "batch_norm int8": (_normalized("int8"), 1),
    "batch_norm uint8": (_normalized("uint8"), 1),
    "concat of one type": (_joined("uint8", "uint8"), 1),
    "concat of two": (_joined("uint8", "int8"), 1),
    "add, sums": (_added(["int8", "uint8"]), 128),  # of 2**31
    "add int8": (_added(["int8", "int8"], **_TOP), 1),
    "add uint8": (_added(["uint8", "uint8"], **_TOP), 1),
    "add uint8 to int8": (_added(["int8", "uint8"], min_calib_range=-1.0, max_calib_range=1.0), 1),
    "add int8 to uint8": (_added(["uint8", "int8"], min_calib_range=-1.0, max_calib_range=1.0), 1),
    "multiply, sums": (_multiplied(), 0),
    "multiply, calibrated": (_multiplied(**_TOP), 0),
    "multiply, floats": (_multiplied(enable_float_output=True), 1e-5),
    "embedding": (
        (
            lambda x: C.quantized_embedding(x, S.var("w"), S.var("low"), S.var("high"), input_dim=4, output_dim=6),
            [np.array([[3, 0], [7, 1]], "float32")],
        ),
        0,
    ),
    "dense int8": (_dense("int8", 3, 6), 0),
    "dense uint8": (_dense("uint8", 3, 2, 3), 0),
    "dense of three axes": (_dense("int8", 3, 2, 6, flatten=False), 0),
    "dense without bias": (_dense("uint8", 3, 6, no_bias=True), 0),
    "convolution int8": (_convolved("int8", pad=(1, 0)), 0),
    "convolution uint8": (_convolved("uint8", stride=(2, 1)), 0),
}


def _parameters():
    random = np.random.RandomState(7)
    arrays = {name: np.array(value, "float32") for name, value in _RANGES.items()}
    arrays.update({f"v{i}": random.uniform(0.5, 1.5, 3).astype("float32") for i in range(4)})
    shapes = {"w": (4, 6), "b": (4,), "cw": (4, 3, 3, 2)}
    arrays.update({name: random.randint(-127, 128, shape).astype("int8") for name, shape in shapes.items()})
    return {name: mx.nd.array(array, dtype=array.dtype) for name, array in arrays.items()}


@pytest.mark.parametrize("name", OPERATORS)
def test_operators(tmp_path, name):
    """The integers, and the range that they stand for, of every operator."""
    (function, values), apart = OPERATORS[name]
    inputs = {f"x{i}": value for i, value in enumerate(values)}
    shapes = {label: ("n", *value.shape[1:]) for label, value in inputs.items()}
    report, _ = _written(tmp_path / "net.onnx", function(*map(S.var, inputs)), _parameters(), shapes, inputs=inputs)
    first, *ends = report.outputs
    assert first.largest_difference <= apart, report.text()
    assert all(end.largest_relative_difference < 1e-6 for end in ends), report.text()


def test_several_read_one_quantization(tmp_path):
    """Integers are read once for all layers, and what nobody reads is left out of the file."""
    x = C.quantize_v2(S.var("x"), min_calib_range=-1.0, max_calib_range=1.0)
    ranges = {"min_data": x[1], "max_data": x[2], "min_weight": S.var("low"), "max_weight": S.var("high")}
    options = {**ranges, "weight": S.var("cw"), "kernel": (3, 2), "num_filter": 4, "no_bias": True}
    layers = [C.quantized_conv(data=x[0], pad=pad, **options) for pad in ((1, 0), (0, 0))]
    outputs = [C.dequantize(*C.requantize(*layer, min_calib_range=-1.0, max_calib_range=1.0)) for layer in layers]
    _, model = _written(tmp_path / "net.onnx", S.Group(outputs), _parameters(), {"x": _IMAGE})
    names = [node.op_type for node in model.graph.node]
    assert sorted(set(names)) == ["Conv", "DequantizeLinear", "QuantizeLinear"]
    assert names.count("Conv") == 2 and names.count("QuantizeLinear") == 3 and names.count("DequantizeLinear") == 5


# ---- what cannot be written ----


def test_ranges_that_are_not_known(tmp_path):
    """Every place is named, once, with what to do; nothing is written."""
    symbol, args, aux = fused.quantized(mx, "plain", *fused.WAYS[1])
    path = tmp_path / "net.onnx"
    with pytest.raises(mx.MXNetError, match="4 nodes of this network") as error:
        mx.onnx.export(symbol, {**args, **aux}, path, {"data": fused.SHAPE})
    text = str(error.value)
    assert "_contrib_quantize_v2, node 'data_quantize'" in text and "_contrib_requantize, node 'requantize_" in text
    assert text.count("calibrate the network (calib_mode") == 4 and "excluded_sym_names" in text
    assert not path.exists()


def test_parameters_that_are_not_known(tmp_path):
    function, (value,) = OPERATORS["dense without bias"][0]
    parameters = _parameters()
    weight = parameters.pop("w").asnumpy()
    with pytest.raises(mx.MXNetError, match="its weight must be a constant: give it with the parameters"):
        mx.onnx.export(function(S.var("x")), parameters, tmp_path / "a.onnx", inputs={"x": value, "w": weight})


def test_layers_that_have_no_form(tmp_path):
    x = S.RNN(S.var("data"), S.var("p"), S.var("s"), S.var("c"), state_size=3, num_layers=1, mode="lstm", name="lstm")
    shapes = {"data": (5, 2, 4), "p": (108,), "s": (1, 2, 3), "c": (1, 2, 3)}
    args = {name: mx.nd.ones(shapes[name]) for name in ("p", "s", "c")}
    made, args, aux = mx.contrib.quantization.quantize_model(
        x, args, {}, label_names=None, calib_mode="none", quantized_dtype="auto"
    )
    with pytest.raises(mx.MXNetError, match="node 'quantized_lstm'.*leave the layer in floating point"):
        mx.onnx.export(made, {**args, **aux}, tmp_path / "a.onnx", {"data": shapes["data"]})


def _calibrated(symbol, **ranges):
    """A symbol whose quantizations of inputs have ranges, {name of a node: (low, high)}, and nothing else has."""
    document = json.loads(symbol.tojson())
    for node in document["nodes"]:
        if node["name"] in ranges:
            low, high = ranges[node["name"]]
            node["attrs"].update(min_calib_range=str(low), max_calib_range=str(high))
    return S.load_json(json.dumps(document))


@pytest.mark.parametrize("name, layer, out_type", [
    ("plain", "sg_mkldnn_conv_act_0", "int8"),
    ("plain", "sg_mkldnn_conv_act_0", "auto"),
    ("functions", "sg_mkldnn_conv_act_0", "int8"),
    ("perceptron", "sg_mkldnn_fully_connected_eltwise_0", "int8"),
    ("perceptron", "sg_mkldnn_fully_connected_eltwise_0", "auto"),
    ("attention", "sg_mkldnn_fully_connected_0", "int8"),
    ("attention", "sg_mkldnn_selfatt_qk_0", "int8"),
])  # fmt: skip
def test_sums_of_fused_layers(tmp_path, name, layer, out_type):
    """A layer without a range of its own gives 32-bit sums, if that of its data is known."""
    symbol, args, aux = fused.quantized(mx, name, out_type, "none", "full", "tensor-wise")
    inner = symbol.get_internals()
    low = 0.0 if out_type == "auto" else -1.0
    made = S.Group([inner[output] for output in inner.list_outputs() if output.startswith(f"quantized_{layer}_")])
    known = {output.split("_output")[0]: (low, 1.0) for output in inner.list_outputs() if "_quantize_output" in output}
    known["requantize_sg_mkldnn_fully_connected_0"] = (-1.0, 1.0)
    made = _calibrated(made, **known)
    assert made.infer_type(data="float32")[1][0] == np.int32
    report, _ = _written(tmp_path / "net.onnx", made, {**args, **aux}, {"data": OPEN}, inputs={"data": fused.examples()})
    # integers that attention multiplies may differ by one where what they are rounded from does in its last digit
    near = 5e-3 if "selfatt" in layer else 1e-4
    assert all(output.largest_relative_difference < near for output in report.outputs), report.text()
