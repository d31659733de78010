"""Fused layers on 8-bit integers against MXNet's oneDNN build (golden/suites/quantized_fused.py)."""

import functools
import json
import pathlib
import sys

import numpy as np
import pytest

import jmx as mx
from jmx.native import onednn
from jmx.ops.nn import _integers_onednn

GOLDEN = pathlib.Path(__file__).parents[1] / "golden"
sys.path.insert(0, str(GOLDEN))
import quantized_fused_cases as cases

#: of weights: without instructions for 8-bit products sums are exact with fewer
LEVELS = _integers_onednn.weight_levels("uint8")
EXPECTED = json.loads((GOLDEN / "quantized_fused.json").read_text())
CASES = cases.cases()


@pytest.mark.parametrize("backend", ["MKLDNN", "MKLDNN_QUANTIZE"])
@pytest.mark.parametrize("name", cases.NETWORKS)
def test_fused_symbols_are_those_of_mxnet(name, backend):
    symbol = cases.network(mx, name).get_backend_symbol(backend)
    expected = EXPECTED["fused"][f"{name}/{backend}"]
    assert [n.name for n in symbol.get_internals()] == expected["names"]
    assert cases.digest(symbol.tojson()) == expected["digest"]
    assert mx.sym.load_json(symbol.tojson()).tojson() == symbol.tojson()


@functools.cache
def _float(name):
    net = cases.network(mx, name)
    return cases.run(mx, net, *cases.parameters(mx, net))


@pytest.mark.parametrize("backend", ["MKLDNN", "MKLDNN_QUANTIZE"])
@pytest.mark.parametrize("name", cases.NETWORKS)
def test_fused_symbols_compute_the_same(name, backend):
    net = cases.network(mx, name)
    found = cases.run(mx, net.get_backend_symbol(backend), *cases.parameters(mx, net))
    np.testing.assert_allclose(found, _float(name), rtol=1e-4, atol=1e-5)


def _compare(nodes, expected, entropy=False):
    assert [n[:5] for n in nodes] == [n[:5] for n in expected]
    # thresholds by entropy may lie a few bins of the histogram apart: with AVX-512 the last bits of layers are others
    close = {"rtol": 5e-3 if entropy else 1e-5, "atol": 2e-6}
    for one, other in zip(nodes, expected):
        np.testing.assert_allclose(one[5], other[5], **close, err_msg=one[1])


@pytest.mark.parametrize("key", CASES)
def test_symbols_on_integers(key):
    name, dtype, mode, *_ = CASES[key]
    symbol, args, aux = cases.quantized(mx, *CASES[key])
    expected = EXPECTED["quantized"][key]
    _compare(cases.described(symbol), expected["nodes"], mode == "entropy")
    assert sorted(args) == expected["parameters"]
    if "types" in expected:
        assert cases.types(symbol) == expected["types"]
    if "error" in expected:
        with pytest.raises(
            mx.MXNetError, match="integers must be uint8, got int8|min_calib_range or max_calib_range is not avail"
        ):
            cases.run(mx, symbol, args, aux)
        return
    found, real = (x.reshape(len(x), -1) for x in (cases.run(mx, symbol, args, aux), _float(name)))
    reach = np.abs(real).max()
    assert np.abs(found - real).max() < (0.2 if name in cases.CUT else 0.05) * reach
    # MXNet's own are not exact on processors without instructions for 8-bit products: weights have 7 bits beside int8 data, and
    # sums are cut off at 16 bits where data fill their range, as without calibration
    if mode != "none" and name not in cases.CUT:
        wanted = np.array(expected["output"])
        exact = dtype != "int8" and mode != "entropy" and LEVELS == 127
        assert np.abs(found[:, : wanted.shape[1]] - wanted).max() < (0.012 if exact else 0.05) * reach


def _near(expected):
    """How far results of oneDNN may be from those of exact sums with weights of 8 bits."""
    reach = (0.012 if LEVELS == 127 else 0.03) * np.abs(expected).max()
    return {"rtol": 0, "atol": reach if onednn.usable() else 1e-5}


def test_files_of_mxnet():
    """A symbol on integers and its parameters as MXNet saved them give the numbers of the one that is made here."""
    folder = GOLDEN / "quantized_fused"
    symbol, args, aux = mx.model.load_checkpoint(str(folder / "plain"), 0)
    assert symbol.tojson() == (folder / "plain-symbol.json").read_text()
    found = cases.run(mx, symbol, args, aux)
    expected = np.array(EXPECTED["quantized"]["plain/auto/naive/full/tensor-wise"]["output"])
    near = _near(expected)
    np.testing.assert_allclose(found, expected, **near)
    np.testing.assert_allclose(found, cases.run(mx, *cases.quantized(mx, "plain", *cases.WAYS[0])), atol=1e-5)
    block = mx.gluon.SymbolBlock.imports(str(folder / "plain-symbol.json"), ["data"], str(folder / "plain-0000.params"))
    np.testing.assert_allclose(block(mx.nd.array(cases.examples() / 2)).asnumpy(), expected, **near)


@pytest.mark.parametrize("mode", ["naive", "none"])
def test_gluon(mode):
    made, net = cases.gluon(mx, mode)
    x = mx.nd.array(cases.examples() / 2)
    found, real, expected = made(x).asnumpy(), net(x).asnumpy(), EXPECTED["gluon"][mode]
    _compare(cases.described(cases.exported(mx, made)), expected["nodes"])
    assert np.abs(found - real).max() < 0.03 * np.abs(real).max()
    if mode == "naive":
        np.testing.assert_allclose(found, expected["output"], atol=0.01 * np.abs(real).max())


def test_only_for_cpus():
    net = cases.network(mx, "plain")
    with pytest.raises(ValueError, match="only support Intel cpu"):
        mx.contrib.quantization.quantize_model_mkldnn(net, {}, {}, ctx=mx.gpu())
    with pytest.raises(ValueError, match="excluded_op_names must be a list"):
        mx.contrib.quantization.quantize_model_mkldnn(net, {}, {}, excluded_op_names="Flatten")


def test_nothing_to_calibrate():
    """A network without an operator that has a form on integers stays as it is."""
    net = mx.sym.tanh(mx.sym.var("data"), name="bent")
    data = mx.io.NDArrayIter(mx.nd.array(cases.examples()), batch_size=4)
    for mode in ("naive", "entropy"):
        made, _, _ = mx.contrib.quantization.quantize_model_mkldnn(
            net, {}, {}, label_names=None, calib_mode=mode, calib_data=data
        )
        assert made.tojson() == net.tojson()


def test_a_module_binds_a_fused_symbol_by_the_type_of_its_data():
    symbol, args, aux = cases.quantized(mx, "plain", *cases.WAYS[0])
    module, x = mx.mod.Module(symbol, label_names=None), mx.nd.array(cases.examples() / 2)
    module.bind([("data", x.shape)], for_training=False)
    module.set_params(args, aux)
    module.forward(mx.io.DataBatch([x]), is_train=False)
    expected = EXPECTED["quantized"]["plain/auto/naive/full/tensor-wise"]["output"]
    np.testing.assert_allclose(module.get_outputs()[0].asnumpy(), expected, **_near(expected))


def test_what_others_read_is_not_fused():
    """A layer whose own result is an output, or is read twice, keeps it; MXNet gives what is behind it in its place."""
    x = mx.sym.Convolution(mx.sym.var("data"), num_filter=2, kernel=(1, 1), name="conv")
    both = mx.sym.Group([x, mx.sym.Activation(x, act_type="relu", name="act")])
    inner = both.get_backend_symbol("MKLDNN").get_internals().list_outputs()
    assert inner[-2:] == ["sg_mkldnn_conv_0_output", "act_output"]
    twice = mx.sym.elemwise_add(x, x, name="sum").get_backend_symbol("MKLDNN")
    assert twice.get_internals().list_outputs()[-2:] == ["sg_mkldnn_conv_0_output", "sum_output"]


def test_only_single_precision_is_fused():
    x = mx.sym.Convolution(mx.sym.var("data"), num_filter=2, kernel=(1, 1), no_bias=True, name="conv")
    for dtype, name in (("float32", "sg_mkldnn_conv_0"), ("float64", "conv")):
        args = {"data": mx.nd.ones((1, 1, 2, 2), dtype=dtype), "conv_weight": mx.nd.ones((2, 1, 1, 1), dtype=dtype)}
        assert x.optimize_for("MKLDNN", args).name == name


@pytest.mark.parametrize(
    "graphs, fragment",
    [
        ("[]", "needs one graph of one output"),
        ('[{"nodes": [{"op": "null", "name": "x", "inputs": []}], "heads": [[0, 0, 0]]}]', "must begin with a layer"),
    ],
)
def test_files_without_the_layer(graphs, fragment):
    text = (
        '{"nodes": [{"op": "null", "name": "x", "inputs": []}, {"op": "_sg_mkldnn_conv", "name": "c", "inputs": [[0, 0, 0]], '
        f'"subgraphs": {graphs}}}], "heads": [[1, 0, 0]]}}'
    )
    with pytest.raises(mx.MXNetError, match=fragment):
        mx.sym.load_json(text)


def test_negative_numbers_are_no_unsigned_integers():
    net = mx.gluon.nn.Dense(2, in_units=2)
    net.initialize(mx.init.One())
    data = mx.io.NDArrayIter(mx.nd.array([[1, -1]]), batch_size=1)
    with pytest.raises(mx.MXNetError, match="expect int8 when data_min < 0.0"):
        mx.contrib.quantization.quantize_net_v2(net, quantized_dtype="uint8", calib_data=data, calib_mode="naive")


def test_negative_sums_beside_unsigned_data():
    """Only data must not be negative: a layer has the type of its own range."""
    net = mx.gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(mx.gluon.nn.Conv2D(2, 1, in_channels=1), mx.gluon.nn.BatchNorm(in_channels=2), mx.gluon.nn.Flatten())
    net.initialize(mx.init.Constant(-1))
    for name, value in net.collect_params().items():
        value.set_data(mx.nd.ones(value.shape) * (-1 if name.endswith("weight") else name.endswith(("gamma", "var"))))
    x = mx.nd.array(cases.examples()[:, :1])
    data = mx.io.NDArrayIter(x, batch_size=4)
    made = mx.contrib.quantization.quantize_net_v2(net, quantized_dtype="uint8", calib_data=data, calib_mode="naive")
    real = net(x).asnumpy()
    assert real.min() < -0.5
    np.testing.assert_allclose(made(x).asnumpy(), real, atol=0.02)
