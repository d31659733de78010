"""Every layer against MXNet: numbers, gradients, parameters and texts, run by operator and compiled."""

import contextlib
import io
import warnings

import gluon_cases as cases
import gluon_golden as golden
import numpy as np
import pytest

import jmx as mx

LAYERS = sorted(cases.layers(mx))

# Where MXNet's own CPU build strays: it takes the gradient of selu for lambda * (alpha + out), which lacks a factor, and
# overwrites a gamma that is switched off with ones.
STRAYS = {"selu": "grad_in0", "batchnorm_noscale": "data_layer_gamma"}


def describe(block):
    return [
        [name, list(param.shape), np.dtype(param.dtype).name, param.grad_req] for name, param in block.collect_params().items()
    ]


@pytest.mark.parametrize("hybridize", [False, True], ids=["eager", "hybrid"])
@pytest.mark.parametrize("name", LAYERS)
def test_numbers(name, hybridize):
    make, shapes = cases.layers(mx)[name]
    block = make()
    text = golden.TEXTS["layers"][name]
    assert repr(block) == text["repr"]
    got, expected = cases.run_layer(mx, block, shapes, hybridize), golden.numbers(f"layer/{name}")
    if name in STRAYS:
        del got[STRAYS[name]], expected[STRAYS[name]]
    golden.close(got, expected)
    assert repr(block) == text["repr_after"]
    assert describe(block) == text["params"]


@pytest.mark.parametrize("name", LAYERS)
def test_summary(name):
    make, shapes = cases.layers(mx)[name]
    block = make()
    block.initialize()
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream):
        block.summary(*[mx.nd.array(cases.fill(shape, 0)) for shape in shapes])
    assert stream.getvalue() == golden.TEXTS["summary"][name]


@pytest.mark.parametrize("name", sorted(cases.named_nets(mx)))
def test_names(name):
    block = cases.named_nets(mx)[name]()
    text = golden.TEXTS["names"][name]
    assert describe(block) == text["params"]
    assert list(block._collect_params_with_prefix()) == text["structure"]
    assert (block.prefix, block.name) == (text["prefix"], text["name"])
    assert repr(block) == text["repr"]
    assert repr(block.collect_params()) == text["dict_repr"]
    assert list(block.collect_params(".*weight").keys()) == text["selected"]


def test_dropout_drops_only_while_training():
    layer = mx.gluon.nn.Dropout(0.5)
    x = mx.nd.ones((100, 100))
    assert (layer(x).asnumpy() == 1).all()
    with mx.autograd.record():
        out = layer(x).asnumpy()
    assert set(np.unique(out)) == {0.0, 2.0}
    assert 0.45 < (out == 0).mean() < 0.55
    layer.hybridize()
    with mx.autograd.record():
        first, second = layer(x).asnumpy(), layer(x).asnumpy()
    assert (first != second).any()


def test_dropout_axes():
    layer = mx.gluon.nn.Dropout(0.5, axes=(1,))
    with mx.autograd.record():
        out = layer(mx.nd.ones((50, 20))).asnumpy()
    assert (out == out[:, :1]).all()


@pytest.mark.parametrize(
    "make, error, text",
    [
        (lambda nn: nn.Conv2D(4, (3, 3, 3)), AssertionError, "kernel_size"),
        (lambda nn: nn.Conv2D(4, 3, strides=(1, 1, 1)), mx.base.MXNetError, "stride"),
        (lambda nn: nn.Conv2D(4, 3, layout="HWNC"), AssertionError, "layout"),
        (lambda nn: nn.Conv2D(4, 3, groups=3), mx.base.MXNetError, "groups"),
        (lambda nn: nn.Conv1D(4, 3, groups=4, in_channels=6), mx.base.MXNetError, "groups"),
        (lambda nn: nn.MaxPool2D(3, layout="HWNC"), AssertionError, "layout"),
        (lambda nn: nn.AvgPool3D((2, 2)), AssertionError, "pool_size"),
        (lambda nn: nn.LeakyReLU(-1), AssertionError, "no less than 0"),
        (lambda nn: nn.ReflectionPad2D((1, 2)), AssertionError, "padding"),
        (lambda nn: nn.Lambda(3), ValueError, "function"),
        (lambda nn: nn.HybridLambda("no_such_operator"), AssertionError, "no_such_operator"),
    ],
)
def test_wrong_arguments(make, error, text):
    with pytest.raises(error, match=text):
        make(mx.gluon.nn)


def test_wrong_input_names_operator_and_shapes():
    layer = mx.gluon.nn.Dense(3, in_units=4)
    layer.initialize()
    with pytest.raises(mx.base.MXNetError, match="FullyConnected"):
        layer(mx.nd.ones((2, 5)))
    assert layer(mx.nd.ones((2, 4))).shape == (2, 3)


def test_sequential_selects_and_slices():
    nn = mx.gluon.nn
    for kind in (nn.Sequential, nn.HybridSequential):
        net = kind()
        net.add(nn.Dense(2), nn.Dense(3), nn.Dense(4))
        assert len(net) == 3
        assert net[1] is net[-2]
        part = net[1:]
        assert type(part) is kind and part.prefix == net.prefix
        assert list(part) == [net[1], net[2]]
        with pytest.raises(IndexError):
            net[3]


def test_sequential_of_hybrid_blocks_warns_when_hybridized():
    net = mx.gluon.nn.Sequential()
    net.add(mx.gluon.nn.Dense(2))
    with pytest.warns(UserWarning, match="HybridSequential"):
        net.hybridize()
    net.add(mx.gluon.nn.Lambda(lambda x: x))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        net.hybridize()


def test_batchnorm_keeps_float32_in_half_precision():
    net = cases.small_net(mx)
    net.cast("float16")
    assert {name: np.dtype(param.dtype).name for name, param in net.collect_params("net_(dense0|batch).*").items()} == {
        "net_dense0_weight": "float16",
        "net_dense0_bias": "float16",
        "net_batchnorm0_gamma": "float32",
        "net_batchnorm0_beta": "float32",
        "net_batchnorm0_running_mean": "float32",
        "net_batchnorm0_running_var": "float32",
    }


def test_lambdas():
    nn = mx.gluon.nn
    x = mx.nd.array([[-1.0, 2.0]])
    plain = nn.Lambda("relu")
    assert repr(plain) == "Lambda(relu)"
    assert plain(x).asnumpy().tolist() == [[0, 2]]
    hybrid = nn.HybridLambda(lambda F, a, b: F.broadcast_add(a, b) * 2)
    for _ in range(2):
        assert hybrid(x, x).asnumpy().tolist() == [[-4, 8]]
        hybrid.hybridize()
