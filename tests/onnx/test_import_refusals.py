"""ONNX files that cannot be read: what is not supported, wrong, damaged or hostile, and what the messages say."""

import os

import numpy as np
import pytest

import jmx as mx

onnx = pytest.importorskip("onnx", reason="onnx is not installed (extra `onnx`)")

from onnx import TensorProto, helper

from jmx.onnx.importing import _translate
from jmx.onnx.importing._translate import UnsupportedONNXError
from tests.onnx.models import attention, convolutional, model_of, node, recurrent, saved


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
    if "link" in str(entries["location"]):
        pytest.importorskip("fcntl", reason="Windows makes links for administrators")
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
