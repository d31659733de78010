"""mx.onnx: what export_model and export take, write, name, compare and refuse."""

import doctest
import inspect
import os
import pathlib
import re
import sys

import numpy as np
import pytest

import jmx as mx
from jmx.core.declare.op import REGISTRY
from jmx.gluon import nn
from jmx.onnx import _check, _export, _file, mx2onnx

onnx = pytest.importorskip("onnx", reason="onnx is not installed (extra `onnx`)")
ort = pytest.importorskip("onnxruntime", reason="onnxruntime is not installed (extra `onnx`)")


def _net():
    """(symbol, parameters) of a small convolutional network with a label."""
    x = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(3, 3), num_filter=4, name="conv")
    x = mx.sym.Activation(mx.sym.BatchNorm(x, name="norm", fix_gamma=False), act_type="relu")
    x = mx.sym.FullyConnected(mx.sym.Flatten(x), num_hidden=3, name="fc")
    symbol = mx.sym.SoftmaxOutput(x, name="softmax")
    arguments, _, states = symbol.infer_shape(data=(2, 3, 6, 6))
    names = [*symbol.list_arguments(), *symbol.list_auxiliary_states()]
    random = np.random.RandomState(0)
    shapes = dict(zip(names, [*arguments, *states]))
    return symbol, {n: mx.nd.array(random.uniform(0.1, 1, s)) for n, s in shapes.items() if n not in ("data", "softmax_label")}


def _run(path, *arrays):
    session = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    return session.run(None, {i.name: a for i, a in zip(session.get_inputs(), arrays)})


def _expected(symbol, parameters, data):
    executor = symbol.simple_bind(mx.cpu(), data=data.shape, grad_req="null")
    executor.copy_params_from(parameters, {n: parameters[n] for n in symbol.list_auxiliary_states()}, allow_extra_params=True)
    return executor.forward(is_train=False, data=mx.nd.array(data))[0].asnumpy()


def test_signature_is_that_of_mxnet():
    """The parameters of MXNet 1.9.1, and behind them what jmx adds."""
    names = list(inspect.signature(mx.onnx.export_model).parameters)
    assert names[:11] == ["sym", "params", "in_shapes", "in_types", "onnx_file_path", "verbose", "dynamic",
                          "dynamic_input_shapes", "run_shape_inference", "input_type", "input_shape"]  # fmt: skip
    assert names[11:] == ["large_model", "opset_version"]
    assert mx.contrib.onnx.export_model is mx.onnx.export_model is mx.contrib.onnx.mx2onnx.export_model
    assert mx.onnx.mx2onnx is mx2onnx


def test_names_and_values_of_a_written_file(tmp_path):
    """Inputs are called as in the symbol, outputs after their nodes; labels are left out, parameters are constants."""
    symbol, parameters = _net()
    path = str(tmp_path / "net.onnx")
    assert mx.onnx.export_model(symbol, parameters, [(2, 3, 6, 6)], onnx_file_path=path) == path
    model = onnx.load(path)
    onnx.checker.check_model(model, full_check=True)
    assert [i.name for i in model.graph.input] == ["data"] and [o.name for o in model.graph.output] == ["softmax"]
    assert {t.name for t in model.graph.initializer} >= set(parameters)
    assert [(o.domain, o.version) for o in model.opset_import] == [("", 13)] and model.producer_name == "jmx"
    data = np.random.RandomState(1).uniform(-1, 1, (2, 3, 6, 6)).astype("float32")
    np.testing.assert_allclose(_run(path, data)[0], _expected(symbol, parameters, data), rtol=1e-3, atol=1e-5)


def _prefixed(kind, arrays):
    return {f"{kind}:{name}": array for name, array in arrays.items()}


@pytest.mark.parametrize("give", [
    lambda symbol, arg, aux, folder: (symbol, _prefixed("arg", arg) | _prefixed("aux", aux)),
    lambda symbol, arg, aux, folder: (symbol, [arg, aux]),
    lambda symbol, arg, aux, folder: (f"{folder}/m-symbol.json", f"{folder}/m-0000.params"),
], ids=["prefixed", "list", "files"])  # fmt: skip
def test_forms_of_networks_and_parameters(tmp_path, give):
    symbol, parameters = _net()
    states = symbol.list_auxiliary_states()
    arg, aux = ({n: a for n, a in parameters.items() if (n in states) is wanted} for wanted in (False, True))
    mx.model.save_checkpoint(str(tmp_path / "m"), 0, symbol, arg, aux)
    sym, params = give(symbol, arg, aux, tmp_path)
    path = mx.onnx.export_model(
        sym, params, input_shape=[(2, 3, 6, 6)], input_type=np.float32, onnx_file_path=str(tmp_path / "a")
    )
    data = np.ones((2, 3, 6, 6), "float32")
    np.testing.assert_allclose(_run(path, data)[0], _expected(symbol, parameters, data), rtol=1e-3, atol=1e-5)


def test_open_dimensions(tmp_path):
    """One file computes batches of any size; a fixed one does not; without shapes all are open that may vary."""
    symbol, parameters = _net()
    path = str(tmp_path / "net.onnx")
    dims = lambda: [d.dim_param or d.dim_value for d in onnx.load(path).graph.input[0].type.tensor_type.shape.dim]
    mx.onnx.export_model(
        symbol, parameters, [(2, 3, 6, 6)], onnx_file_path=path, dynamic=True, dynamic_input_shapes=[(None, 3, 6, 6)]
    )
    assert dims() == ["data_dim0", 3, 6, 6]
    for batch in (1, 5):
        data = np.random.RandomState(batch).uniform(-1, 1, (batch, 3, 6, 6)).astype("float32")
        np.testing.assert_allclose(_run(path, data)[0], _expected(symbol, parameters, data), rtol=1e-3, atol=1e-5)
    mx.onnx.export_model(symbol, parameters, [(2, 3, 6, 6)], onnx_file_path=path, dynamic=True)
    assert dims() == ["data_dim0", 3, 6, 6]  # the last layer's weights decide the others
    convolution = symbol.get_internals()["conv_output"]
    mx.onnx.export_model(convolution, parameters, [(2, 3, 8, 8)], onnx_file_path=path, dynamic=True)
    assert dims() == ["data_dim0", 3, "data_dim2", "data_dim3"]
    assert _run(path, np.zeros((1, 3, 12, 9), "float32"))[0].shape == (1, 4, 10, 7)
    mx.onnx.export_model(symbol, parameters, [(2, 3, 6, 6)], onnx_file_path=path)
    assert dims() == [2, 3, 6, 6]


_OPEN = {
    "two into one": lambda x: mx.sym.reshape(x, shape=(-3, -2)),
    "the rest into one": lambda x: mx.sym.reshape(x, shape=(0, -1)),
    "rows": lambda x: mx.sym.reshape(x, shape=(-1, 4)),
    "heads": lambda x: mx.sym.transpose(mx.sym.reshape(x, shape=(0, 0, 2, -1)), axes=(0, 2, 1, 3)),
    "heads with the batch": lambda x: mx.sym.reshape(_OPEN["heads"](x), shape=(-1, 0, 0), reverse=True),
    "and back": lambda x: mx.sym.reshape(_OPEN["heads with the batch"](x), shape=(-1, 2, 0, 0), reverse=True),
    "flat": mx.sym.Flatten,
    "twice": lambda x: mx.sym.reshape(mx.sym.concat(x, x, dim=1), shape=(0, -1)),
    "shorter": lambda x: mx.sym.reshape(mx.sym.slice_axis(x, axis=1, begin=1, end=None), shape=(-3, 0)),
    "longer": lambda x: mx.sym.tile(x, reps=(1, 3, 1)),
    "repeated": lambda x: mx.sym.repeat(x, repeats=2, axis=1),
    "places": lambda x: mx.sym.broadcast_add(x, mx.sym.reshape(mx.sym.contrib.arange_like(x, axis=1), shape=(1, -1, 1))),
    "zeros": lambda x: mx.sym.broadcast_add(mx.sym.zeros_like(mx.sym.sum(x, axis=2)), mx.sym.mean(x, axis=2)),
    "like": lambda x: mx.sym.broadcast_like(mx.sym.sum(x, axis=1, keepdims=True), x),
    "best": lambda x: mx.sym.topk(x, axis=1, k=1, ret_typ="value"),
    "sorted": lambda x: mx.sym.sort(mx.sym.reshape(x, shape=(0, -1)), axis=1),
    "pairs": lambda x: mx.sym.batch_dot(x, x, transpose_b=True),
    "products": lambda x: mx.sym.dot(x, mx.sym.transpose(mx.sym.slice_axis(x, axis=0, begin=0, end=1), axes=(2, 0, 1))),
    "convolution": lambda x: mx.sym.Pooling(mx.sym.swapaxes(x, 1, 2), kernel=(2,), pool_type="avg"),
    "count": mx.sym.size_array,
    "sizes": mx.sym.shape_array,
}


@pytest.mark.parametrize("name", _OPEN)
def test_two_open_dimensions(tmp_path, name):
    """Shapes that are made of both follow when the file runs, in sizes that were not tried when it was written too."""
    symbol = _OPEN[name](mx.sym.Variable("x"))
    report = mx.onnx.export(symbol, {}, tmp_path / "net.onnx", {"x": ("batch", "time", 4)})
    assert report.largest_difference < 1e-5, report.text()
    data = np.random.RandomState(5).uniform(-1, 1, (5, 9, 4)).astype("float32")
    expected = symbol.eval(x=mx.nd.array(data))[0].asnumpy()
    np.testing.assert_allclose(_run(report.path, data)[0], expected, rtol=1e-5, atol=1e-5)


def test_open_images(tmp_path):
    """Height and width are open too: through pooling with rounding up, upsampling, resizing and transposed convolution."""
    x = mx.sym.Variable("data")
    a = mx.sym.Convolution(x, kernel=(3, 3), pad=(1, 1), num_filter=4, name="a")
    half = mx.sym.Pooling(a, kernel=(2, 2), stride=(2, 2))
    up = mx.sym.UpSampling(half, scale=2, sample_type="nearest")
    resized = mx.sym.contrib.BilinearResize2D(half, a, mode="like")
    wide = mx.sym.Deconvolution(half, kernel=(2, 2), stride=(2, 2), num_filter=4, name="wide")
    rounded = mx.sym.Pooling(a, kernel=(3, 3), stride=(2, 2), pooling_convention="full")
    mean = mx.sym.FullyConnected(mx.sym.Pooling(a, global_pool=True, pool_type="avg"), num_hidden=3, name="mean")
    symbol = mx.sym.Group([mx.sym.concat(up, a, dim=1), resized + a, wide + a, rounded, mean])
    shapes, _, _ = symbol.infer_shape(data=(1, 3, 8, 8))
    random = np.random.RandomState(6)
    parameters = {n: mx.nd.array(random.uniform(-1, 1, s)) for n, s in zip(symbol.list_arguments(), shapes) if n != "data"}
    report = mx.onnx.export(symbol, parameters, tmp_path / "net.onnx", {"data": ("batch", 3, "height", "width")})
    assert [o.shape for o in report.outputs][1:] == [("batch", 4, "height", "width")] * 2 + [
        ("batch", 4, None, None),
        ("batch", 3),
    ]
    data = random.uniform(-1, 1, (3, 3, 14, 22)).astype("float32")
    for got, expected in zip(_run(report.path, data), symbol.eval(data=mx.nd.array(data), **parameters)):
        np.testing.assert_allclose(got, expected.asnumpy(), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("opset", (13, 14, 15, 16, 17, 18, 19, 20, 21))
def test_every_opset_is_valid(tmp_path, opset):
    """What changed between versions is written as each wants it: axes of reductions, splits, layer normalization, resizing."""
    x = mx.sym.Variable("data")
    parts = mx.sym.split(mx.sym.LayerNorm(x, name="norm"), num_outputs=2, axis=1)
    total = mx.sym.mean(parts[0], axis=1) + mx.sym.max(parts[1], axis=1)
    image = mx.sym.UpSampling(mx.sym.expand_dims(x, 1), scale=2, sample_type="nearest")
    symbol = mx.sym.Group([mx.sym.sum(total, axis=1, keepdims=True), mx.sym.softmax(image, axis=1), mx.sym.clip(x, 0, 1)])
    parameters = {"norm_gamma": mx.nd.ones(4), "norm_beta": mx.nd.ones(4)}
    report = mx.onnx.export(symbol, parameters, tmp_path / "net.onnx", {"data": ("batch", 6, 4)}, opset=opset)
    assert report.opset == opset and report.largest_difference < 1e-5, report.text()
    kinds = {node.op_type for node in onnx.load(report.path).graph.node}
    assert ("LayerNormalization" in kinds) == (opset >= 17)


@pytest.mark.parametrize("opset", (12, 22, "13", True))
def test_other_opsets_are_refused(tmp_path, opset):
    with pytest.raises(mx.MXNetError, match="from 13 to 21"):
        mx.onnx.export(mx.sym.exp(mx.sym.Variable("x")), {}, tmp_path / "net.onnx", {"x": (2,)}, opset=opset)


def test_all_unsupported_operators_are_listed_with_their_places(tmp_path):
    """One message names every node, what it reads, and why; nothing is written, and what was there stays."""
    x = mx.sym.Variable("data")
    x = mx.sym.erfinv(mx.sym.tanh(x, name="tanh"), name="first")
    x = mx.sym.gamma(x, name="second") + mx.sym.Dropout(x, mode="always", name="third")
    path = tmp_path / "net.onnx"
    path.write_bytes(b"before")
    with pytest.raises(mx.MXNetError) as caught:
        mx.onnx.export(x, {}, path, {"data": (2, 3)})
    message = str(caught.value)
    assert message.startswith("3 nodes of this network cannot be written as ONNX:")
    assert "erfinv, node 'first', of tanh_output: the operator has no ONNX form" in message
    assert "gamma, node 'second', of first_output" in message
    assert "Dropout, node 'third', of first_output: mode \"always\"" in message
    assert path.read_bytes() == b"before" and os.listdir(tmp_path) == ["net.onnx"]


def test_what_differs_is_not_written(tmp_path, monkeypatch):
    """A form that computes something else is found, unless nobody asks."""
    from jmx.ops.onnx_forms import elementwise

    monkeypatch.setattr(elementwise, "square", lambda g, call: g.node("Add", call.x, call.x))
    from jmx.onnx import _graph

    _graph.form.cache_clear()
    try:
        symbol, path = mx.sym.square(mx.sym.Variable("x"), name="square"), tmp_path / "net.onnx"
        with pytest.raises(mx.MXNetError, match="square_output differs by .* was not written"):
            mx.onnx.export(symbol, {}, path, {"x": (2, 3)})
        assert os.listdir(tmp_path) == []
        report = mx.onnx.export(symbol, {}, path, {"x": (2, 3)}, check=False)
        assert path.exists() and report.largest_difference is None and "check=False" in report.text()
    finally:
        _graph.form.cache_clear()


def test_differences():
    """Absolute and relative to the largest number; equal infinities and NaN are no difference."""
    nan, inf = np.nan, np.inf
    assert _check.difference(np.array([1.0, -4.0]), np.array([1.5, -4.0])) == (0.5, 0.125)
    assert _check.difference(np.array([nan, inf, 2.0]), np.array([nan, inf, 2.0])) == (0.0, 0.0)
    assert _check.difference(np.array([nan, 1.0]), np.array([0.0, 1.0])) == (inf, inf)
    assert _check.difference(np.zeros((0, 2)), np.zeros((0, 2))) == (0.0, 0.0)
    with pytest.raises(mx.MXNetError, match=r"\(3,\).*\(2,\)"):
        _check.difference(np.zeros(2), np.zeros(3))


def test_report(tmp_path):
    symbol, parameters = _net()
    report = mx.onnx.export(symbol, parameters, tmp_path / "net.onnx", {"data": ("batch", 3, 6, 6)})
    assert isinstance(report, mx.onnx.Report) and report.nodes == len(onnx.load(report.path).graph.node)
    (output,) = report.outputs
    assert (output.name, output.shape, output.dtype) == ("softmax", ("batch", 3), "float32")
    assert report.largest_difference == output.largest_difference < 1e-5
    lines = report.text().splitlines()
    assert lines[0] == f"{report.path}: {report.nodes} nodes, opset 13" and lines[1].startswith("  softmax (batch, 3) float32")
    assert lines[2].strip() == f"compared with jmx by onnxruntime {ort.__version__}"


def test_without_onnxruntime_the_report_says_so(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    report = mx.onnx.export(mx.sym.exp(mx.sym.Variable("x")), {}, tmp_path / "net.onnx", {"x": (2,)})
    assert report.checked == "not run: onnxruntime is not installed (pip install onnxruntime)"
    assert report.largest_difference is None and os.path.exists(report.path)


def test_without_onnx_the_error_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(mx.MXNetError, match="pip install onnx"):
        mx.onnx.export_model(mx.sym.exp(mx.sym.Variable("x")), {}, [(2,)], onnx_file_path=str(tmp_path / "net.onnx"))


def test_blocks(tmp_path):
    """A block is traced with its inputs' names; its outputs are a flat list; several inputs come in their order."""

    class Two(mx.gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            with self.name_scope():
                self.dense = nn.Dense(3, in_units=4)

        def hybrid_forward(self, F, a, b):
            return self.dense(a) * b, [a + 1]

    net = Two()
    net.initialize()
    report = mx.onnx.export(net, None, tmp_path / "net.onnx", {"a": ("n", 4), "b": ("n", 3)})
    assert [o.shape for o in report.outputs] == [("n", 3), ("n", 4)] and report.largest_difference < 1e-6
    assert [i.name for i in onnx.load(report.path).graph.input] == ["a", "b"]
    with pytest.raises(mx.MXNetError, match="shapes of the block's inputs"):
        mx.onnx.export(net, None, tmp_path / "net.onnx")
    with pytest.raises(mx.MXNetError, match="own parameters"):
        mx.onnx.export(net, {}, tmp_path / "net.onnx", {"a": (2, 4), "b": (2, 3)})
    empty = nn.Dense(3)
    empty.initialize()
    with pytest.raises(mx.MXNetError, match="call it once"):
        mx.onnx.export(empty, None, tmp_path / "net.onnx", {"data": (2, 4)})


@pytest.mark.parametrize("dtype", ("float16", "float64", "bfloat16"))
def test_element_types(tmp_path, dtype):
    """Files of other floating types are valid; where onnxruntime lacks a kernel the report says so."""
    net = nn.HybridSequential()
    net.add(nn.Dense(5, in_units=4, activation="relu"), nn.LayerNorm(in_channels=5))
    net.initialize()
    net.cast(dtype)
    report = mx.onnx.export(net, None, tmp_path / "net.onnx", {"data": ("batch", 4)}, input_types=dtype)
    model = onnx.load(report.path)
    names = {"float16": "FLOAT16", "float64": "DOUBLE", "bfloat16": "BFLOAT16"}
    assert onnx.TensorProto.DataType.Name(model.graph.output[0].type.tensor_type.elem_type) == names[dtype]
    if dtype == "bfloat16":
        assert "compared" in report.checked or "does not compute this type" in report.checked
    else:
        assert report.largest_relative_difference < (5e-3 if dtype == "float16" else 1e-12), report.text()


def test_element_types_that_onnx_lacks(tmp_path):
    """No operator on images takes bfloat16 in these opsets; onnxruntime's LSTM takes no float64, which the report says."""
    net = nn.Conv2D(2, 3, in_channels=3)
    net.initialize()
    net.cast("bfloat16")
    with pytest.raises(mx.MXNetError, match=r'opset 13 do not compute with this element type.*Conv.*cast\("float32"\)'):
        mx.onnx.export(net, None, tmp_path / "net.onnx", {"data": (1, 3, 5, 5)}, input_types="bfloat16")
    assert os.listdir(tmp_path) == []
    lstm = mx.gluon.rnn.LSTM(3, input_size=4)
    lstm.initialize()
    lstm.cast("float64")
    report = mx.onnx.export(lstm, None, tmp_path / "net.onnx", {"data": (3, 2, 4)}, input_types="float64")
    assert "does not compute this type" in report.checked and report.largest_difference is None


def test_large_models_keep_weights_beside(tmp_path, monkeypatch):
    """The weights' file is named after the model's and moves with it; one file that would be too large is refused."""
    dense = nn.Dense(64, in_units=64)
    dense.initialize()
    path = tmp_path / "net.onnx"
    report = mx.onnx.export(dense, None, path, {"data": (2, 64)}, large_model=True)
    assert sorted(os.listdir(tmp_path)) == ["net.onnx", "net.onnx.data"] and report.largest_difference < 1e-5
    assert os.path.getsize(path) < 2000 < os.path.getsize(tmp_path / "net.onnx.data")
    expected = dense(mx.nd.ones((2, 64))).asnumpy()
    np.testing.assert_allclose(_run(path, np.ones((2, 64), "float32"))[0], expected, rtol=1e-3, atol=1e-5)
    monkeypatch.setattr(_file, "LARGEST", 1000)
    with pytest.raises(mx.MXNetError, match="give large_model=True"):
        mx.onnx.export(dense, None, tmp_path / "other.onnx", {"data": (2, 64)}, large_model=False)
    mx.onnx.export(dense, None, tmp_path / "other.onnx", {"data": (2, 64)})
    assert (tmp_path / "other.onnx.data").exists()


def test_shapes_of_values_in_between(tmp_path):
    symbol, parameters = _net()
    path = mx.onnx.export_model(symbol, parameters, [(2, 3, 6, 6)], onnx_file_path=str(tmp_path / "a"), run_shape_inference=True)
    assert {v.name for v in onnx.load(path).graph.value_info} >= {"conv", "norm"}


@pytest.mark.parametrize("change, message", [
    ({"in_shapes": None}, "in_shapes is missing: give the shapes of data"),
    ({"in_shapes": [(2, 3, 6, 6)] * 2}, "in_shapes has 2 entries, and the network 1 inputs"),
    ({"in_types": [np.float32] * 2}, "in_types has 2 entries"),
    ({"params": {}}, "Parameters that are missing count as inputs"),
    ({"params": 3}, "int holds no parameters"),
    ({"sym": 3}, "int is no network"),
    ({"in_shapes": [(2, 3, 9, 9)]}, "fc"),
    ({"dynamic_input_shapes": [(None, 3, 6, 6)]}, "give dynamic=True"),
    ({"dynamic": True, "dynamic_input_shapes": [(None, 3, 7, 6)]}, "they must agree"),
    ({"dynamic": True, "dynamic_input_shapes": [(2, 3, None, 6)]}, "inputs of several sizes in dimension 2 of 'data'"),
    ({"onnx_file_path": "/nowhere/at/all/net.onnx"}, "there is no folder"),
], ids=str)  # fmt: skip
def test_errors_say_what_is_wrong(tmp_path, change, message):
    symbol, parameters = _net()
    given = {"sym": symbol, "params": parameters, "in_shapes": [(2, 3, 6, 6)], "onnx_file_path": str(tmp_path / "net.onnx")}
    with pytest.raises(mx.MXNetError, match=message):
        mx.onnx.export_model(**{**given, **change})
    assert os.listdir(tmp_path) == []


def test_names_of_inputs_are_checked(tmp_path):
    symbol, parameters = _net()
    with pytest.raises(mx.MXNetError, match="No shape and no value is given for 'data'"):
        mx.onnx.export(symbol, parameters, tmp_path / "net.onnx")
    with pytest.raises(mx.MXNetError, match="has no input 'image'; its inputs are data"):
        mx.onnx.export(symbol, parameters, tmp_path / "net.onnx", {"data": (2, 3, 6, 6), "image": (2,)})


def test_an_input_or_a_parameter_as_output(tmp_path):
    """Outputs have names of their own, also where they are inputs, constants, or one value twice."""
    x, w = mx.sym.Variable("x"), mx.sym.Variable("w")
    symbol = mx.sym.Group([x, mx.sym.identity(x, name="same"), w + 0, x * w, mx.sym.identity(x, name="again")])
    report = mx.onnx.export(symbol, {"w": mx.nd.array([2.0])}, tmp_path / "net.onnx", {"x": (1,)})
    names = [output.name for output in report.outputs]
    assert len(set(names)) == 5 and names[1] == "same" and report.largest_difference == 0


def test_supported_operators_are_listed():
    names = mx.onnx.get_operator_support()
    assert names == sorted(names) and {"Convolution", "concat", "_npi_add", "RNN"} <= set(names) and "erfinv" not in names
    assert mx.onnx.get_operator_support(13) == names


@pytest.mark.parametrize("module", (_export, mx2onnx))
def test_examples_run(module):
    tried = doctest.testmod(module)
    assert tried.attempted and not tried.failed


PAGE = pathlib.Path(__file__).parents[2] / "docs/leaving/onnx.md"


def test_examples_of_the_page_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "mxnet", mx)
    monkeypatch.setitem(sys.modules, "mxnet.gluon", mx.gluon)
    text = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 4
    names = {"__name__": "page"}
    for block in blocks:
        exec(compile("\n" * text[: text.index(block)].count("\n") + block, str(PAGE), "exec"), names)
    printed = capsys.readouterr().out
    message = re.search(r"```text\n(2 nodes of .*?)```", text, re.DOTALL)[1]
    assert " ".join(message.split()) in " ".join(printed.split())
    assert re.search(r"net.onnx: 6 nodes, opset 13\n  dense\d+_fwd \(batch, 10\) float32: differs by", printed)


def test_the_page_lists_what_can_be_written():
    listed = re.findall(r"`([^`]+)`", PAGE.read_text(encoding="utf-8").partition("## Operators that can be written")[2])
    forms = {op.name for op in REGISTRY.values() if op.traits.onnx is not None}
    assert set(listed[1:]) == forms, "run python tools/check_onnx.py --operators"
