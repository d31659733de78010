"""The predictor: MXNet's deployment interface, other shapes without leaks, and what it refuses."""

import pathlib
import subprocess
import sys
import tomllib

import numpy as np
import pytest

import jmx as mx
from jmx.predictor import Predictor, load_ndarray_file

ROOT = pathlib.Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def golden():
    with np.load(ROOT / "tests" / "golden" / "predictor.npz") as file:
        return {name: file[name] for name in file.files}


@pytest.fixture(scope="module")
def files(golden):
    """What the symbol's and the parameters' files hold, written by MXNet."""
    return str(golden["symbol"]), golden["params"].tobytes()


def inputs(golden, i):
    return {name: golden[f"{name}{i}"] for name in ("data", "more")}


def shapes(golden, i):
    return {name: value.shape for name, value in inputs(golden, i).items()}


def check(predictor, golden, i):
    for k, name in enumerate(("soft", "fc")):
        out = predictor.get_output(k)
        assert isinstance(out, np.ndarray) and out.dtype == np.float32 and out.shape == golden[f"{name}{i}"].shape
        np.testing.assert_allclose(out, golden[f"{name}{i}"], rtol=1e-5, atol=1e-6)


def saved(folder, arrays):
    mx.nd.save(str(folder / "arrays"), arrays)
    return (folder / "arrays").read_bytes()


def dense(**more):
    """A layer of 3 outputs for 4 inputs with its loss, and its parameters."""
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    net = mx.sym.SoftmaxOutput(mx.sym.BatchNorm(net, name="bn"), name="softmax")
    params = {
        "arg:fc_weight": mx.nd.arange(12).reshape((3, 4)) / 10,
        "arg:fc_bias": mx.nd.ones(3),
        "arg:bn_gamma": mx.nd.ones(3),
        "arg:bn_beta": mx.nd.zeros(3),
        "aux:bn_moving_mean": mx.nd.zeros(3),
        "aux:bn_moving_var": mx.nd.ones(3),
    }
    params.update(more)
    return net.tojson(), {name: value for name, value in params.items() if value is not None}


# ---- MXNet's interface


def test_outputs_and_reshape(golden, files):
    predictor = Predictor(*files, shapes(golden, 0))
    assert predictor.get_output(0).shape == (2, 3)
    for i in (0, 1, 2, 0):
        predictor.reshape(shapes(golden, i))
        assert not predictor.get_output(0).any()
        assert predictor.forward(**inputs(golden, i)) is None
        check(predictor, golden, i)


def test_values_are_converted_reshaped_and_kept(golden, files):
    predictor = Predictor(*files, shapes(golden, 0))
    given = inputs(golden, 0)
    predictor.forward(data=given["data"].reshape(-1).astype(np.float64))
    predictor.forward(more=given["more"].T.copy().T)
    check(predictor, golden, 0)


def test_symbol_as_bytes_and_names_that_do_not_matter(golden, files, tmp_path):
    text, params = files
    predictor = Predictor(text.encode(), bytearray(params), {**shapes(golden, 0), "softmax_label": (2,)}, "cpu", 1)
    assert predictor.ctx == mx.cpu(1)
    predictor.forward(**inputs(golden, 0))
    check(predictor, golden, 0)
    text, params = dense(**{"arg:extra": mx.nd.ones(2), "note": mx.nd.ones(1)})
    Predictor(text, saved(tmp_path, params), {"data": (2, 4)}).forward(data=np.ones((2, 4)))


def test_labels_need_not_be_given(tmp_path):
    text, params = dense()
    predictor = Predictor(text, saved(tmp_path, params), {"data": (2, 4)})
    assert predictor.inputs == ["data"]
    predictor.forward(data=np.arange(8.0).reshape(2, 4))
    first = predictor.get_output(0)
    assert first.shape == (2, 3)
    np.testing.assert_allclose(first.sum(axis=1), 1, rtol=1e-5)
    predictor.reshape({"data": (5, 4)})
    assert predictor.get_output(0).shape == (5, 3)


def test_element_types(tmp_path):
    net = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=4, output_dim=2, name="e")
    params = saved(tmp_path, {"arg:e_weight": mx.nd.arange(8).reshape((4, 2))})
    predictor = Predictor(net.tojson(), params, {"data": (3,)}, type_dict={"data": "int64"})
    predictor.forward(data=np.array([1, 2, 3], np.int32))
    np.testing.assert_array_equal(predictor.get_output(0), [[2, 3], [4, 5], [6, 7]])
    with pytest.raises(ValueError, match="number of kwargs should be same as len of type_dict"):
        predictor.forward()
    both = mx.sym.Variable("a") + mx.sym.Variable("b")
    wide = {"a": np.float64, "b": np.float64}
    predictor = Predictor(both.tojson(), saved(tmp_path, {"arg:c": mx.nd.ones(1)}), {"a": (2,), "b": (2,)}, type_dict=wide)
    predictor.forward(a=np.array([1.0, 1e-12]), b=np.ones(2))
    assert predictor.get_output(0).dtype == np.float64 and predictor.get_output(0)[1] == 1 + 1e-12


def test_parameters_decide_the_element_type(tmp_path):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc", no_bias=True)
    params = saved(tmp_path, {"arg:fc_weight": mx.nd.ones((3, 4), dtype="float16")})
    predictor = Predictor(net.tojson(), params, {"data": (2, 4)})
    predictor.forward(data=np.ones((2, 4), np.float32))
    assert predictor.get_output(0).dtype == np.float16


def test_monitor(tmp_path):
    text, params = dense()
    predictor = Predictor(text, saved(tmp_path, params), {"data": (2, 4)})
    seen = {}
    predictor.set_monitor_callback(lambda name, array: seen.update({name: array.shape}))
    predictor.forward(data=np.ones((2, 4)))
    assert seen == {"fc_output": (2, 3), "bn_output": (2, 3), "softmax_output": (2, 3)}
    seen.clear()
    predictor.reshape({"data": (1, 4)})
    predictor.forward(data=np.ones((1, 4)))
    assert seen["fc_output"] == (1, 3)


def test_arrays_of_a_file(golden, files, tmp_path):
    found = load_ndarray_file(files[1])
    assert {f"loaded {name}" for name in found} == {name for name in golden if name.startswith("loaded ")}
    for name, value in found.items():
        assert type(value) is np.ndarray and value.dtype == np.float32
        np.testing.assert_array_equal(value, golden[f"loaded {name}"])
    one, two = load_ndarray_file(saved(tmp_path, [mx.nd.ones(2), mx.nd.zeros((1, 2), dtype="int32")]))
    assert one.tolist() == [1, 1] and two.dtype == np.int32 and two.shape == (1, 2)
    assert load_ndarray_file(saved(tmp_path, [])) == []
    with pytest.raises(mx.MXNetError, match="Invalid NDArray file format"):
        load_ndarray_file(b"abc")


def test_import_name():
    import mxnet_predict

    assert mxnet_predict.Predictor is Predictor and mxnet_predict.load_ndarray_file is load_ndarray_file
    compat = tomllib.loads((ROOT / "compat" / "pyproject.toml").read_text())
    assert "mxnet_predict.py" in compat["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]


def test_import_name_under_jmx_run(tmp_path):
    script = tmp_path / "deploy.py"
    script.write_text("import mxnet_predict; print(mxnet_predict.Predictor.__module__)\n")
    done = subprocess.run(
        [sys.executable, "-m", "jmx", "run", str(script)], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.stdout.strip() == "jmx.predictor", done.stderr


# ---- what is refused


def refuse(error, match, call, *args, **kwargs):
    with pytest.raises(error, match=match):
        call(*args, **kwargs)


def test_files_that_do_not_fit(tmp_path):
    def make(text, params, given=None, **more):
        return Predictor(text, saved(tmp_path, params), given or {"data": (2, 4)}, **more)

    text, params = dense()
    refuse(ValueError, "dict str->tuple; data is \\[2, 4\\]", make, text, params, {"data": [2, 4]})
    refuse(KeyError, "tpu", make, text, params, dev_type="tpu")
    refuse(mx.MXNetError, "JSON", make, text[:50], params)
    refuse(mx.MXNetError, "Invalid NDArray file format", Predictor, text, b"123", {"data": (2, 4)})
    refuse(mx.MXNetError, "no names", make, text, list(params.values()))
    refuse(mx.MXNetError, "input_shapes: data.*no input called dat\\.", make, text, params, {"dat": (2, 4)})
    refuse(mx.MXNetError, "input_shapes: fc_bias", make, *dense(**{"arg:fc_bias": None}))
    refuse(mx.MXNetError, "auxiliary states bn_moving_var", make, *dense(**{"aux:bn_moving_var": None}))
    refuse(mx.MXNetError, "fc_weight has shape \\(3, 4\\).* needs \\(3, 5\\)", make, text, params, {"data": (2, 5)})
    wrong = dense(**{"aux:bn_moving_var": mx.nd.ones(4)})
    refuse(mx.MXNetError, "bn_moving_var has shape \\(4,\\).* needs \\(3,\\)", make, *wrong)
    refuse(mx.MXNetError, "fc_bias: in the file", make, text, params, {"data": (2, 4), "fc_bias": (3,)})
    refuse(mx.MXNetError, "fc.*float16.*float32", make, text, params, type_dict={"data": "float16"})
    refuse(mx.MXNetError, "not enough", make, text, params, {"data": (0, 4)})


def test_calls_that_do_not_fit_change_nothing(golden, files):
    predictor = Predictor(*files, shapes(golden, 0))
    given = inputs(golden, 0)
    predictor.forward(**given)
    refuse(mx.MXNetError, "cannot find input key dat; the inputs are data, more", predictor.forward, dat=given["data"])
    refuse(ValueError, "Expect numpy ndarray", predictor.forward, data=mx.nd.ones((2, 3, 8, 8)))
    refuse(mx.MXNetError, "Memory size do not match", predictor.forward, data=given["data"] * 0, more=given["more"][:1])
    refuse(mx.MXNetError, "Index exceed number of outputs", predictor.get_output, 2)
    refuse(mx.MXNetError, "Index exceed number of outputs", predictor.get_output, -1)
    refuse(ValueError, "dict str->tuple", predictor.reshape, {"data": [1, 3, 8, 8]})
    refuse(mx.MXNetError, "cannot find input dat", predictor.reshape, {"dat": (1, 3, 8, 8)})
    refuse(mx.MXNetError, "conv_weight has shape", predictor.reshape, {"data": (2, 4, 8, 8), "more": (2, 2)})
    refuse(mx.MXNetError, "concat", predictor.reshape, {"data": (3, 3, 8, 8), "more": (2, 2)})
    refuse(mx.MXNetError, "fc_weight has shape", predictor, given["data"], np.zeros((2, 3)))
    refuse(TypeError, "missing more", predictor, given["data"])
    refuse(TypeError, "unknown fc_bias", predictor, given["data"], given["more"], fc_bias=np.ones(3))
    refuse(TypeError, "twice data", predictor, given["data"], data=given["data"], more=given["more"])
    refuse(TypeError, "3 inputs given", predictor, 1, 2, 3)
    refuse(TypeError, "more must be an NDArray", predictor, given["data"], [1.0])
    check(predictor, golden, 0)
    predictor.forward()
    check(predictor, golden, 0)


# ---- any shapes


@pytest.fixture
def checkpoint(tmp_path):
    """A network that its layers have saved, and the layers."""
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Conv2D(4, 3, activation="relu"), mx.gluon.nn.GlobalAvgPool2D(), mx.gluon.nn.Dense(3))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    net(mx.nd.ones((1, 2, 6, 6)))
    net.export(str(tmp_path / "net"), epoch=4)
    return str(tmp_path / "net"), net


def test_loading_and_calling(checkpoint):
    prefix, net = checkpoint
    predictor = Predictor.load(prefix, 4)
    assert predictor.inputs == ["data"] and predictor.ctx == mx.cpu()
    with pytest.raises(mx.MXNetError, match="call forward first"):
        predictor.get_output(0)
    for batch, size in ((1, 6), (3, 6), (2, 7), (1, 6)):
        x = mx.nd.random.normal(shape=(batch, 2, size, size))
        (out,) = predictor(x)
        assert isinstance(out, mx.nd.NDArray) and out.shape == (batch, 3)
        np.testing.assert_allclose(out.asnumpy(), net(x).asnumpy(), rtol=1e-5, atol=1e-6)
        np.testing.assert_array_equal(predictor(data=x.asnumpy())[0].asnumpy(), out.asnumpy())
        np.testing.assert_array_equal(predictor.get_output(0), out.asnumpy())
    first = Predictor.load(prefix, 4)
    first.forward(data=x.asnumpy())
    np.testing.assert_array_equal(first.get_output(0), out.asnumpy())
    given = Predictor.load(prefix, 4, ctx=mx.cpu(1), input_shapes={"data": (2, 2, 6, 6)})
    assert given.get_output(0).shape == (2, 3) and given(x)[0].context == mx.cpu(1)


def test_nothing_is_recorded(checkpoint):
    predictor = Predictor.load(checkpoint[0], 4)
    x = mx.nd.ones((1, 2, 6, 6))
    x.attach_grad()
    with mx.autograd.record():
        (out,) = predictor(x)
    with pytest.raises(mx.MXNetError):
        out.backward()


def test_missing_files(tmp_path, checkpoint):
    with pytest.raises(Exception, match="nothing"):
        Predictor.load(str(tmp_path / "nothing"), 0)
    with pytest.raises(Exception, match="net-0009"):
        Predictor.load(checkpoint[0], 9)


def live():
    import jax

    return len(jax.devices()[0].client.live_executables())


def test_new_shapes_do_not_pile_up(checkpoint):
    predictor = Predictor.load(checkpoint[0], 4)
    predictor.shapes_kept = 3
    x = np.ones((40, 2, 6, 6), np.float32)
    for batch in range(1, 5):
        predictor(x[:batch])
    assert [dict(key)["data"][0] for key in predictor._bound] == [2, 3, 4]
    before = live()
    expected = predictor(x[:1])[0].asnumpy()
    for batch in range(5, 25):
        predictor.forward(data=x[:1]) if batch % 2 else None
        predictor(x[:batch])
        predictor(x[:1])
    assert len(predictor._bound) == 3
    assert live() <= before + 3
    np.testing.assert_allclose(predictor(x)[0].asnumpy(), np.repeat(expected, 40, axis=0), rtol=1e-5)


def test_a_shape_in_use_is_not_compiled_again(checkpoint, monkeypatch):
    from jmx.core.run.dispatch import Program

    predictor = Predictor.load(checkpoint[0], 4)
    made = []
    fresh = Program.fresh
    monkeypatch.setattr(Program, "fresh", lambda self: made.append(self) or fresh(self))
    for _ in range(3):
        for batch in (1, 2, 3):
            predictor(np.ones((batch, 2, 6, 6), np.float32))
    assert len(made) == 3
