"""mx.contrib beside MXNet: graphs in mixed precision, SVRG, text, the first autograd interface."""

import json
import os
import sys
import types
import warnings

import numpy as np
import pytest

import jmx as mx

GOLDEN = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "golden")
sys.path.insert(0, GOLDEN)
import contrib_cases as cases

with open(os.path.join(GOLDEN, "contrib.json")) as file:
    EXPECTED = json.load(file)


@pytest.mark.parametrize("name", [n for n in cases.CASES if n != "converted"])
def test_as_mxnet(name):
    with mx.name.NameManager(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = json.loads(json.dumps(cases.CASES[name](mx)))
    _same(found, EXPECTED[name])


def _same(found, expected):
    if isinstance(expected, float):
        assert found == pytest.approx(expected, rel=1e-4, abs=1e-5)
    elif isinstance(expected, list):
        assert len(found) == len(expected)
        for a, b in zip(found, expected):
            _same(a, b)
    elif isinstance(expected, dict):
        assert list(found) == list(expected)
        for key in expected:
            _same(found[key], expected[key])
    else:
        assert found == expected


def test_converted_graphs():
    found = json.loads(json.dumps(cases.converted(mx)))
    assert list(found) == list(EXPECTED["converted"])
    for name, graph in EXPECTED["converted"].items():
        assert found[name] == graph, name


def test_namespaces():
    assert mx.contrib.nd is mx.contrib.ndarray and mx.contrib.sym is mx.contrib.symbol
    assert mx.contrib.nd.quadratic is mx.nd.contrib.quadratic and mx.contrib.sym.quadratic is mx.sym.contrib.quadratic
    assert mx.contrib.quant is mx.contrib.quantization
    with pytest.raises(AttributeError, match="mxnet.contrib.*nothing"):
        _ = mx.contrib.nothing


@pytest.mark.parametrize("call, message", [
    (lambda: mx.contrib.onnx.import_model("nowhere.onnx"), "nowhere.onnx cannot be read|pip install onnx"),
    (lambda: mx.contrib.tensorrt.init_tensorrt_params(None, {}, {}), "TensorRT is not supported"),
])  # fmt: skip
def test_what_is_not_supported_says_so(call, message):
    with pytest.raises(mx.MXNetError, match=message):
        call()


@pytest.mark.parametrize("make, error, message", [
    (lambda t: t.vocab.Vocabulary(min_freq=0), AssertionError, "positive"),
    (lambda t: t.vocab.Vocabulary(reserved_tokens=["<unk>"]), AssertionError, "unknown_token"),
    (lambda t: t.vocab.Vocabulary(reserved_tokens=["a", "a"]), AssertionError, "twice"),
    (lambda t: t.vocab.Vocabulary().to_tokens(1), ValueError, "Token index 1 .* there are 1 tokens"),
    (lambda t: t.embedding.CustomEmbedding("/nowhere"), ValueError, "valid path"),
    (lambda t: t.embedding.create("glove", pretrained_file_name="none"), KeyError, "Cannot find pretrained file none"),
    (lambda t: t.embedding.get_pretrained_file_names("none"), KeyError, "Cannot find `embedding_name` none"),
])  # fmt: skip
def test_text_refusals(make, error, message):
    with pytest.raises(error, match=message):
        make(mx.contrib.text)


@pytest.mark.parametrize("lines, message", [(["a 1 2", "b 1 2 3"], "At line 2 .* dimension"), (["a"], "format is unexpected")])
def test_broken_embedding_files(tmp_path, lines, message):
    path = tmp_path / "vectors"
    path.write_text("\n".join(lines))
    with pytest.raises(AssertionError, match=message):
        mx.contrib.text.embedding.CustomEmbedding(str(path))


def test_loader_iter():
    data = np.arange(14, dtype="float32").reshape(7, 2)
    loader = mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(data, data[:, 0]), 3, last_batch="keep")
    batches = mx.contrib.io.DataLoaderIter(loader, dtype="float16")
    assert batches.provide_data == [("data", (3, 2))] and batches.provide_label == [("softmax_label", (3,))]
    for _ in range(2):
        found = list(batches)
        assert [b.pad for b in found] == [0, 0, 2]
        assert found[2].data[0].dtype == np.float16 and found[2].data[0].shape == (3, 2)
        assert found[2].data[0].asnumpy()[0].tolist() == [12, 13]
        batches.reset()


@pytest.mark.parametrize("error", [ImportError("No module"), TypeError("Descriptors cannot be created directly.")])
def test_tensorboard_without_its_package(error, caplog, monkeypatch):
    """Missing, or there with a protobuf that is too new for it."""

    class Mxboard(types.ModuleType):
        def __getattr__(self, name):
            raise error

    monkeypatch.setitem(sys.modules, "mxboard", Mxboard("mxboard"))
    callback = mx.contrib.tensorboard.LogMetricsCallback("logs")
    assert "pip install mxboard 'protobuf<3.21' setuptools" in caplog.text
    metric = mx.metric.Accuracy()
    param = mx.model.BatchEndParam(epoch=0, nbatch=0, eval_metric=metric, locals=None)
    with pytest.raises(ImportError, match="Speedometer"):
        callback(param)


@pytest.mark.parametrize("value, error", [(None, TypeError), (1.5, TypeError), (0, ValueError)])
def test_svrg_update_freq(value, error):
    net = mx.sym.LinearRegressionOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=1), mx.sym.var("softmax_label"))
    with pytest.raises(error, match="update_freq"):
        mx.contrib.svrg_optimization.svrg_module.SVRGModule(net, update_freq=value)
