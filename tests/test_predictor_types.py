"""Predictors in bfloat16, float16 and on 8-bit integers: values beside float32, shapes, threads, and what is refused."""

import concurrent.futures
import json
import pathlib

import numpy as np
import pytest

import jmx as mx
from jmx.predictor import Predictor

FUSED = pathlib.Path(__file__).resolve().parent / "golden" / "quantized_fused"

#: largest difference from float32 as a share of the largest output, and the least that shows that bits are missing
TOLERANCES = {"bfloat16": (0.02, 1e-4), "float16": (0.003, 1e-6), "int8": (0.05, 1e-4)}
TYPES = list(TOLERANCES)


def images(count, seed=0, size=8):
    return np.random.RandomState(seed).uniform(-1, 1, (count, 3, size, size)).astype(np.float32)


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    """The prefix of a saved network of a convolution with what follows it, a pooling and a dense layer."""
    nn = mx.gluon.nn
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(8, 3, use_bias=False), nn.BatchNorm(), nn.Activation("relu"), nn.GlobalAvgPool2D(), nn.Dense(5))
    mx.random.seed(1)
    net.initialize(mx.init.Xavier(magnitude=4))
    net.hybridize()
    net(mx.nd.array(images(1)))
    prefix = str(tmp_path_factory.mktemp("saved") / "net")
    net.export(prefix, epoch=2)
    return prefix


def load(prefix, dtype, **more):
    more = {"calib_data": images(64), **more} if dtype == "int8" else more
    return Predictor.load(prefix, 2, dtype=dtype, **more)


def share(value, reference):
    return np.abs(value - reference).max() / np.abs(reference).max()


def operators(predictor):
    return {node["op"] for node in json.loads(predictor.symbol.tojson())["nodes"]}


@pytest.mark.parametrize("dtype", TYPES)
def test_outputs_beside_single_precision(checkpoint, dtype):
    single, low = Predictor.load(checkpoint, 2), load(checkpoint, dtype)
    most, least = TOLERANCES[dtype]
    assert low.inputs == ["data"]
    for count, size in ((4, 8), (1, 8), (7, 6), (4, 8)):
        x = images(count, seed=3, size=size)
        (out,), (reference,) = low(x), single(x)
        assert out.dtype == np.float32 and out.shape == (count, 5)
        assert least < share(out.asnumpy(), reference.asnumpy()) < most
        np.testing.assert_array_equal(low.get_output(0), out.asnumpy())


def test_who_makes_the_networks(checkpoint):
    arrays = {dtype: load(checkpoint, dtype) for dtype in TYPES}
    symbol, args, states = mx.model.load_checkpoint(checkpoint, 2)
    x = mx.nd.array(images(4))
    for dtype in ("bfloat16", "float16"):
        made = mx.contrib.amp.convert_model(symbol, dict(args), dict(states), dtype, cast_optional_params=True)
        assert arrays[dtype].symbol.list_outputs() == made[0].list_outputs()
        expected = made[0].bind(mx.cpu(), {**made[1], "data": x}, aux_states=made[2]).forward()[0]
        np.testing.assert_allclose(arrays[dtype](x)[0].asnumpy(), expected.asnumpy(), rtol=1e-5, atol=1e-6)
        weight = arrays[dtype]._params["net_conv0_weight"]
        assert np.dtype(weight.dtype).name == dtype
    assert {"_sg_mkldnn_conv", "_sg_mkldnn_fully_connected", "_contrib_quantize_v2"} <= operators(arrays["int8"])
    assert arrays["int8"]._params["net_dense0_weight_quantize"].dtype == np.int8


def test_types_by_their_classes(checkpoint):
    assert "amp_cast" in operators(load(checkpoint, np.float16))
    assert "amp_cast" not in operators(load(checkpoint, np.float32))


@pytest.mark.parametrize("dtype", TYPES)
def test_the_interface_of_mxnet(checkpoint, dtype):
    text, params = pathlib.Path(f"{checkpoint}-symbol.json").read_text(), pathlib.Path(f"{checkpoint}-0002.params").read_bytes()
    more = {"calib_data": images(64)} if dtype == "int8" else {}
    predictor = Predictor(text, params, {"data": (2, 3, 8, 8)}, dtype=dtype, **more)
    assert predictor.get_output(0).shape == (2, 5) and not predictor.get_output(0).any()
    x = images(2)
    predictor.forward(data=x)
    expected = load(checkpoint, dtype)(x)[0].asnumpy()
    np.testing.assert_array_equal(predictor.get_output(0), expected)
    predictor.reshape({"data": (5, 3, 8, 8)})
    predictor.forward(data=np.concatenate([x, x, x[:1]]))
    np.testing.assert_allclose(predictor.get_output(0)[2:4], expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("dtype", TYPES)
def test_threads_with_predictors_of_their_own(checkpoint, dtype):
    x = [images(2, seed) for seed in range(4)]
    expected = [load(checkpoint, dtype)(part)[0].asnumpy() for part in x]

    def answer(part):
        predictor = load(checkpoint, dtype)
        return [predictor(part)[0].asnumpy() for _ in range(3)]

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for answers, value in zip(pool.map(answer, x), expected):
            for out in answers:
                np.testing.assert_allclose(out, value, rtol=1e-5, atol=1e-6)


def ranges(predictor):
    """What calibration found: the smallest and the largest number of each node."""
    found = {}
    for name, attrs in predictor.symbol.attr_dict().items():
        if "min_calib_range" in attrs:
            found[name] = float(attrs["min_calib_range"]), float(attrs["max_calib_range"])
    return found


def test_examples_in_every_form(checkpoint):
    x = images(64)
    expected = ranges(load(checkpoint, "int8", calib_data=x))
    assert expected["data_quantize"] == pytest.approx((x.min(), x.max()), rel=1e-6)
    labels = np.zeros(64)
    forms = {
        "NDArray": mx.nd.array(x),
        "float64": x.astype(np.float64),
        "dict": {"data": x},
        "DataIter": mx.io.NDArrayIter(x, labels, batch_size=16),
        "DataLoader": mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(x, labels), batch_size=16),
        "list": [x[:40], x[40:]],
        "generator": ({"data": x[i : i + 8]} for i in range(0, 64, 8)),
    }
    for form, data in forms.items():
        found = ranges(load(checkpoint, "int8", calib_data=data))
        assert found.keys() == expected.keys(), form
        for name, pair in expected.items():
            assert found[name] == pytest.approx(pair, rel=1e-4), (form, name)


def test_entropy_cuts_rare_large_numbers_off(checkpoint):
    x = images(64)
    x[0, 0, 0, 0] = 40
    naive = ranges(load(checkpoint, "int8", calib_data=x))["data_quantize"]
    entropy = ranges(load(checkpoint, "int8", calib_data=x, calib_mode="entropy"))["data_quantize"]
    assert naive[1] == 40 and entropy[1] < 4


def two_inputs(folder):
    """The prefix of a network that looks words up and adds a dense layer of numbers to them."""
    words, data = mx.sym.Variable("words"), mx.sym.Variable("data")
    looked_up = mx.sym.Embedding(words, input_dim=6, output_dim=4, name="table")
    dense = mx.sym.FullyConnected(data, num_hidden=4, name="fc")
    net = mx.sym.SoftmaxOutput(looked_up + dense, name="softmax")
    draw = np.random.RandomState(0)
    shapes = {"table_weight": (6, 4), "fc_weight": (4, 3), "fc_bias": (4,)}
    params = {name: mx.nd.array(draw.uniform(-1, 1, shape)) for name, shape in shapes.items()}
    mx.model.save_checkpoint(str(folder / "two"), 0, net, params, {})
    return str(folder / "two")


@pytest.mark.parametrize("dtype", TYPES)
def test_several_inputs_of_several_types_and_a_label(tmp_path, dtype):
    prefix, types = two_inputs(tmp_path), {"words": np.int64, "data": np.float32}
    draw = np.random.RandomState(1)
    words, data = draw.randint(0, 6, 50), draw.uniform(-1, 1, (50, 3)).astype(np.float32)
    more = {"calib_data": {"words": words, "data": data}} if dtype == "int8" else {}
    low, single = Predictor.load(prefix, dtype=dtype, type_dict=types, **more), Predictor.load(prefix, type_dict=types)
    assert low.inputs == single.inputs == ["words", "data"]
    out, reference = low(words, data)[0].asnumpy(), single(words, data)[0].asnumpy()
    assert out.dtype == np.float32 and 1e-7 < share(out, reference) < TOLERANCES[dtype][0]


def test_a_network_on_integers_runs_as_it_is():
    prefix = str(FUSED / "plain")
    alone, asked = Predictor.load(prefix), Predictor.load(prefix, dtype="int8")
    assert asked.symbol.tojson() == alone.symbol.tojson()
    x = np.random.RandomState(0).uniform(-1, 1, (4, 4, 8, 8)).astype(np.float32)
    np.testing.assert_array_equal(asked(x)[0].asnumpy(), alone(x)[0].asnumpy())
    with pytest.raises(mx.MXNetError, match="dtype='float16': the file holds a network on 8-bit integers; dtype='int8' runs"):
        Predictor.load(prefix, dtype="float16")


def test_networks_of_sixteen_bits(checkpoint, tmp_path):
    symbol, args, states = mx.model.load_checkpoint(checkpoint, 2)
    x = images(4)
    for optional in (True, False):
        made = mx.contrib.amp.convert_model(symbol, dict(args), dict(states), "float16", cast_optional_params=optional)
        mx.model.save_checkpoint(str(tmp_path / "amp"), 2, *made, remove_amp_cast=False)
        again = load(str(tmp_path / "amp"), "float16")
        np.testing.assert_allclose(again(x)[0].asnumpy(), load(checkpoint, "float16")(x)[0].asnumpy(), rtol=1e-5, atol=1e-6)
        for dtype in ("bfloat16", "int8"):
            with pytest.raises(
                mx.MXNetError, match=f"dtype='{dtype}': the file holds a network in float16; it must be in float32"
            ):
                load(str(tmp_path / "amp"), dtype)


def test_a_network_cast_to_sixteen_bits_answers_in_single_precision(checkpoint, tmp_path):
    symbol, args, states = mx.model.load_checkpoint(checkpoint, 2)
    half = {name: value if "batchnorm" in name else value.astype("float16") for name, value in args.items()}
    mx.model.save_checkpoint(str(tmp_path / "cast"), 2, symbol, half, states)
    x = images(4)
    (out,) = load(str(tmp_path / "cast"), "float16")(x)
    assert out.dtype == np.float32
    assert share(out.asnumpy(), Predictor.load(checkpoint, 2)(x)[0].asnumpy()) < TOLERANCES["float16"][0]


def test_a_network_without_layers_stays_as_it_is(tmp_path):
    net = mx.sym.exp(mx.sym.Variable("data"), name="exp")
    mx.model.save_checkpoint(str(tmp_path / "exp"), 0, net, {}, {})
    predictor = Predictor.load(str(tmp_path / "exp"), dtype="int8", calib_data=images(2))
    x = images(2)
    np.testing.assert_allclose(predictor(x)[0].asnumpy(), np.exp(x), rtol=1e-6)


# ---- what is refused


@pytest.mark.parametrize(
    ("more", "match"),
    [
        ({"dtype": "int8", "calib_data": None}, "dtype='int8' needs calib_data, which says how large numbers get: an array"),
        ({"dtype": "int4"}, "dtype must be one of float32, bfloat16, float16, int8, got int4"),
        ({"dtype": np.float64}, "got float64"),
        ({"dtype": 3}, "dtype must be one of .*, got 3"),
        ({"dtype": "bfloat16", "calib_data": images(2)}, "calib_data is for dtype='int8', and dtype is 'bfloat16'"),
        ({"calib_data": images(2)}, "calib_data is for dtype='int8', and dtype is 'float32'"),
        ({"dtype": "int8", "calib_mode": "none"}, "calib_mode must be one of naive, entropy, got 'none'"),
        ({"dtype": "int8", "calib_data": 7}, "calib_data must be an array, a dict of arrays or an iterator, got int"),
        ({"dtype": "int8", "calib_data": []}, "calib_data has no samples; an iterator that has been used must be reset"),
        ({"dtype": "int8", "calib_data": images(0)}, "calib_data has no samples"),
        ({"dtype": "int8", "calib_data": {"image": images(2)}}, "calib_data has no data; the inputs are data"),
        ({"dtype": "int8", "calib_data": [[]]}, "calib_data gives 0 arrays for the inputs data"),
        ({"dtype": "int8", "calib_data": [[1.0]]}, "calib_data: data must be an NDArray or a NumPy array, got float"),
        ({"dtype": "int8", "calib_data": np.zeros((2, 7), np.float32)}, "data should be 4-dimensional .*shape \\(2, 7\\)"),
    ],
)
def test_requests_that_do_not_fit(checkpoint, more, match):
    with pytest.raises(mx.MXNetError, match=match):
        load(checkpoint, **{"dtype": "float32", **more})


def test_integers_are_for_the_cpu(checkpoint, monkeypatch):
    from jmx.contrib import _fewer_bits

    symbol, args, states = mx.model.load_checkpoint(checkpoint, 2)
    with pytest.raises(mx.MXNetError, match=r"networks on integers are for the CPU, and the device is gpu\(0\)"):
        _fewer_bits.convert(symbol, args, states, ["data"], mx.gpu(0), "int8", images(2), "naive", {})


def test_arrays_of_different_lengths(tmp_path):
    with pytest.raises(mx.MXNetError, match="calib_data: arrays of different lengths: 2, 3"):
        Predictor.load(two_inputs(tmp_path), dtype="int8", calib_data={"words": np.zeros(2), "data": np.zeros((3, 3))})
