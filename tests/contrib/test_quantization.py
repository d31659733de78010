"""Models on 8-bit integers against MXNet (golden/suites/quantization.py), and close to those in single precision."""

import functools
import json
import pathlib
import sys

import numpy as np
import pytest

import jmx as mx

GOLDEN = pathlib.Path(__file__).parents[1] / "golden"
sys.path.insert(0, str(GOLDEN))
import quantization_cases as cases

EXPECTED = json.loads((GOLDEN / "quantization.json").read_text())
quantization = mx.contrib.quantization


@functools.lru_cache(maxsize=1)
def _float_outputs():
    found = {}
    for name, net in cases.networks(mx).items():
        found[name] = np.array(cases.run(mx, name, net, *cases.parameters(mx, net, cases.SHAPES[name])))
    return found


@pytest.mark.parametrize("case", cases.cases(), ids="-".join)
def test_quantize_model(case):
    symbol, args, aux = cases.quantized(mx, *case)
    expected, found = EXPECTED["/".join(case)], cases.described(symbol, args)
    assert [n[:4] for n in found["nodes"]] == [n[:4] for n in expected["nodes"]]
    # thresholds by entropy may lie a few bins of the histogram apart
    close = {"rtol": 2e-3 if case[2] == "entropy" else 1e-5, "atol": 1e-6}
    for one, other in zip(found["nodes"], expected["nodes"]):
        np.testing.assert_allclose(one[4], other[4], **close, err_msg=one[1])
    assert found["parameters"].keys() == expected["parameters"].keys()
    for name, total in found["parameters"].items():
        np.testing.assert_allclose(total, expected["parameters"][name], rtol=1e-6, err_msg=name)
    if "output" in expected:
        atol = 3e-3 if case[2] == "entropy" else 1e-6
        np.testing.assert_allclose(cases.run(mx, case[0], symbol, args, aux), expected["output"], atol=atol)


@pytest.mark.parametrize("mode, close", [("naive", 0.03), ("entropy", 0.06)])
def test_convolutions_run(mode, close):
    symbol, args, aux = cases.quantized(mx, "convolutions", "int8", mode, "full")
    found, expected = cases.run(mx, "convolutions", symbol, args, aux), _float_outputs()["convolutions"]
    assert np.abs(found - expected).max() < close * np.abs(expected).max()


def _net():
    net = mx.gluon.nn.HybridSequential()
    net.add(
        mx.gluon.nn.Conv2D(8, 3, activation="relu"),
        mx.gluon.nn.BatchNorm(),
        mx.gluon.nn.MaxPool2D(2),
        mx.gluon.nn.Flatten(),
        mx.gluon.nn.Dense(5),
    )
    net.initialize(mx.init.Uniform(0.3))
    return net


@pytest.mark.parametrize("mode, close", [("none", 0.05), ("naive", 0.05), ("entropy", 0.2)])  # entropy cuts large values off
def test_quantize_net(mode, close):
    mx.random.seed(0)
    net, x = _net(), np.random.RandomState(0).uniform(-1, 1, (8, 3, 10, 10)).astype("float32")
    expected = net(mx.nd.array(x)).asnumpy()
    loader = mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(mx.nd.array(x), mx.nd.zeros(8)), batch_size=4)
    made = quantization.quantize_net_v2(
        net, calib_mode=mode, calib_data=None if mode == "none" else loader, data_shapes=[mx.io.DataDesc("data", (4, 3, 10, 10))]
    )
    made.hybridize()
    found = made(mx.nd.array(x)).asnumpy()
    assert found.shape == expected.shape and np.abs(found - expected).max() < close * np.abs(expected).max()
    kinds = {p.dtype for p in made.collect_params().values()}
    assert any(np.dtype(kind) == np.int8 for kind in kinds)


def test_graph_and_calibration_apart():
    net = cases.networks(mx)["dense"]
    args, aux = cases.parameters(mx, net, cases.SHAPES["dense"])
    made = quantization.quantize_graph(net, args, aux, calib_mode="naive")
    collector = made[3]
    assert collector.include_layer == ["data", "fc1_output", "fc2_output"]
    for name in collector.include_layer:
        collector.collect(name, mx.nd.array([-2, 1]))
        collector.collect(name, mx.nd.array([0, 3]))
    symbol, _, _ = quantization.calib_graph(made[0], args, aux, collector, calib_mode="naive")
    ranges = {n[1]: n[4] for n in cases.described(symbol, {})["nodes"] if n[4]}
    assert ranges == dict.fromkeys(["data_quantize", "requantize_fc1", "requantize_fc2"], [-2, 3])
    with pytest.raises(ValueError, match="naive or entropy"):
        quantization.calib_graph(made[0], args, aux, collector, calib_mode="none")


@pytest.mark.parametrize(
    "change, error, fragment",
    [
        ({"quantized_dtype": "int4"}, ValueError, "unknown quantized_dtype int4"),
        ({"calib_mode": "best", "calib_data": 1}, ValueError, "unknown calibration mode best"),
        ({"calib_mode": "naive"}, ValueError, "calib_data must be provided"),
        ({"calib_mode": "naive", "calib_data": [1]}, ValueError, "DataIter"),
        ({"excluded_sym_names": "fc1"}, ValueError, "excluded_sym_names must be a list"),
        ({"ctx": [mx.cpu()]}, ValueError, "single ctx"),
        ({"quantize_mode": "half", "calib_mode": "none"}, mx.MXNetError, "unrecognized quantize mode"),
        ({"quantize_granularity": "row-wise"}, ValueError, "unkonwn quantize_granularity row-wise"),
    ],
)
def test_refusals(change, error, fragment):
    net = cases.networks(mx)["dense"]
    with pytest.raises(error, match=fragment):
        quantization.quantize_model(net, *cases.parameters(mx, net, cases.SHAPES["dense"]), **change)


def test_excluded_names_stay():
    net = cases.networks(mx)["dense"]
    args, aux = cases.parameters(mx, net, cases.SHAPES["dense"])
    symbol, found, _ = quantization.quantize_model(net, args, aux, excluded_sym_names=["fc1"], calib_mode="none")
    assert "fc1_weight" in found and "fc2_weight_quantize" in found and found["fc2_weight_quantize"].dtype == np.int8
    symbol, found, _ = quantization.quantize_model(net, args, aux, excluded_op_names=["FullyConnected"], calib_mode="none")
    assert found.keys() == args.keys()


def test_what_has_no_form_on_integers_stays():
    data = mx.sym.var("data")
    net = mx.sym.Convolution(data, kernel=(1, 1), num_filter=4, num_group=2, name="groups")
    net = mx.sym.Pooling(mx.sym.Activation(net, act_type="tanh", name="tanh"), pool_type="sum", kernel=(2, 2), name="sums")
    symbol, names = quantization._quantize_symbol(mx.sym.Concat(net, net, dim=0, name="joined"), mx.cpu(), quantize_mode="full")
    assert not names and not any("quantize" in n["op"] for n in json.loads(symbol.tojson())["nodes"])


def test_a_module_binds_by_the_type_of_its_data():
    """Module gives the type of the data alone; those of weights and ranges follow. The numbers are MXNet's."""
    net = mx.sym.Convolution(mx.sym.var("data"), num_filter=3, kernel=(3, 3), name="conv0")
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="relu"), num_hidden=4, name="fc")
    draw = np.random.RandomState(0)
    shapes = {"conv0_weight": (3, 2, 3, 3), "conv0_bias": (3,), "fc_weight": (4, 48), "fc_bias": (4,)}
    params = {name: mx.nd.array(draw.randn(*shape)) for name, shape in shapes.items()}
    x = mx.nd.array(draw.rand(2, 2, 6, 6))
    options = {"calib_mode": "naive", "calib_data": mx.io.NDArrayIter(x, None, 2, data_name="data"), "num_calib_examples": 2}
    symbol, args, aux = quantization.quantize_model(net, params, {}, label_names=None, quantized_dtype="uint8", **options)
    module = mx.mod.Module(symbol, label_names=None)
    module.bind([("data", x.shape)], for_training=False)
    module.set_params(args, aux)
    module.forward(mx.io.DataBatch([x]), is_train=False)
    expected = [[15.121933937, 1.4265975952, 0, 1.7119170427], [0, 5.9917097092, 0, 2.2825560570]]
    np.testing.assert_allclose(module.get_outputs()[0].asnumpy(), expected, rtol=1e-5)
    types = {name: array.dtype for name, array in module.get_params()[0].items()}
    assert types == {n: np.float32 if n.endswith(("_min", "_max")) else np.int8 for n in args}


@pytest.mark.parametrize(
    "make, types, out",
    [
        (
            lambda x: mx.sym.contrib.dequantize(x, mx.sym.var("low"), mx.sym.var("high")),
            ["int8", "float32", "float32"],
            "float32",
        ),
        (
            lambda x: mx.sym.contrib.requantize(x, mx.sym.var("low"), mx.sym.var("high"))[0],
            ["int32", "float32", "float32"],
            "int8",
        ),
        (lambda x: mx.sym.contrib.quantize(x, mx.sym.var("low"), mx.sym.var("high"))[0], ["float32"] * 3, "uint8"),
    ],
    ids=["dequantize", "requantize", "quantize"],
)
def test_ranges_are_single_floats(make, types, out):
    symbol = make(mx.sym.var("x"))
    assert symbol.infer_type(x=types[0]) == ([np.dtype(t).type for t in types], [np.dtype(out).type], [])
    assert symbol.infer_shape(x=(2, 3)) == ([(2, 3), (1,), (1,)], [(2, 3)], [])


@pytest.mark.parametrize("dtype", ["int8", "uint8"])
def test_users_decide_shapes_that_are_left_open(dtype):
    """As the states of a recurrent cell, which begin with zeros of an open batch."""
    state = mx.sym.FullyConnected(mx.sym.zeros((0, 8)), num_hidden=6, no_bias=True, name="state")
    net = mx.sym.elemwise_add(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=6, name="input"), state)
    args = {f"{name}_weight": mx.nd.ones((6, n)) for name, n in (("input", 5), ("state", 8))}
    args["input_bias"] = mx.nd.array([1, 2, 3, 4, 5, 6])
    made, quantized, _ = mx.contrib.quantization.quantize_model(
        net, args, {}, calib_mode="none", quantized_dtype=dtype, excluded_op_names=["elemwise_add"]
    )
    inner = made.get_internals()
    shapes = dict(zip(inner.list_outputs(), inner.infer_shape_partial(data=(4, 5))[1]))
    assert shapes["quantized_state_output"] == (4, 6)
    module = mx.mod.Module(made, label_names=None)
    module.bind([("data", (4, 5))], for_training=False)
    module.set_params(quantized, {})
    module.forward(mx.io.DataBatch([mx.nd.ones((4, 5))]), is_train=False)
    np.testing.assert_allclose(module.get_outputs()[0].asnumpy(), [[6, 7, 8, 9, 10, 11]] * 4, rtol=0.02)
