"""Half precision on the CPU: training as in float32, optimizers with a copy in float32, layers by oneDNN."""

import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import jmx as mx
from jmx import nd
from jmx.contrib import amp

ROOT = pathlib.Path(__file__).parent.parent.parent
HALVES = "float16", "bfloat16"


@pytest.mark.parametrize(("network", "dtype"), [("recurrent", "float16"), ("attention", "bfloat16")])
def test_losses_fall_as_in_float32(network, dtype):
    command = [sys.executable, "-m", "tools.half_precision", "--one", network, dtype, "--steps", "20"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=environment)
    losses = json.loads(done.stdout.splitlines()[-1])
    single, half = (np.mean(losses[name][-4:]) for name in ("float32", dtype))
    assert single < 0.9 * losses["float32"][0]
    assert half == pytest.approx(single, rel=0.15)


OPTIMIZERS = [
    ("sgd", {"momentum": 0.9}), ("nag", {"momentum": 0.9}), ("sgld", {}), ("signum", {}), ("dcasgd", {"momentum": 0.5}),
    ("adam", {}), ("adamax", {}), ("nadam", {}), ("ftml", {}), ("lamb", {}), ("lars", {"momentum": 0.9}), ("rmsprop", {}),
    ("rmsprop", {"centered": True}), ("adagrad", {}), ("adadelta", {}), ("ftrl", {}), ("lbsgd", {}), ("adamw", {}),
    ("groupadagrad", {}),
]  # fmt: skip


@pytest.mark.parametrize("dtype", HALVES)
@pytest.mark.parametrize(("name", "options"), OPTIMIZERS)
def test_multi_precision_updates_a_copy_in_float32(name, options, dtype):
    rng = np.random.default_rng(3)
    start = nd.array(rng.normal(size=(6, 5))).astype(dtype)
    grads = [nd.array(rng.normal(size=(6, 5))).astype(dtype) for _ in range(3)]
    found = []
    for low in (True, False):
        weight = start if low else start.astype("float32")
        weight = weight.copy()
        optimizer = mx.optimizer.create(name, learning_rate=0.01, multi_precision=low, **options)
        state = optimizer.create_state_multi_precision(0, weight)
        mx.random.seed(5)
        for grad in grads:
            optimizer.update_multi_precision(0, weight, grad if low else grad.astype("float32"), state)
        found.append(weight)
    half, single = found
    assert np.dtype(half.dtype).name == dtype
    # not more than the last digit of the half type away from what float32 gives, rounded
    expected = single.astype(dtype).astype("float32").asnumpy()
    digit = 2**-7 if dtype == "bfloat16" else 2**-10
    np.testing.assert_allclose(half.astype("float32").asnumpy(), expected, rtol=digit, atol=1e-6)
    assert not np.array_equal(single.asnumpy(), start.astype("float32").asnumpy())


def _near(half, single, dtype):
    scale = np.abs(single).max()
    np.testing.assert_allclose(half, single, rtol=0, atol=scale * (2**-6 if dtype == "bfloat16" else 2**-9))


@pytest.mark.parametrize("dtype", HALVES)
def test_pooling_of_half_precision_and_its_gradient(dtype):
    x = nd.random.normal(shape=(2, 24, 24, 32)).astype(dtype)
    found = []
    for data in (x, x.astype("float32")):
        data.attach_grad()
        with mx.autograd.record():
            y = nd.Pooling(data.transpose((0, 3, 1, 2)), kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="max")
            (y * y).sum().backward()
        found.append((y, data.grad))
    (y, grad), (y32, grad32) = found
    assert y.dtype == grad.dtype == x.dtype
    assert (y.astype("float32") == y32).asnumpy().all()
    _near(grad.astype("float32").asnumpy(), grad32.asnumpy(), dtype)


@pytest.mark.parametrize("dtype", HALVES)
def test_dense_layers_round_once(dtype):
    x, w, b = (nd.random.normal(shape=shape).astype(dtype) for shape in ((9, 128), (256, 128), (256,)))
    arrays, found = (x, w, b), []
    for given in (arrays, [a.astype("float32") for a in arrays]):
        for array in given:
            array.attach_grad()
        with mx.autograd.record():
            y = nd.FullyConnected(*given, num_hidden=256)
        y.backward()
        found.append([y, *(array.grad for array in given)])
    half, single = found
    assert all(array.dtype == x.dtype for array in half)
    for a, b in zip(half[:1] + half[2:], single[:1] + single[2:]):
        expected = b.astype(dtype).astype("float32").asnumpy()
        np.testing.assert_allclose(a.astype("float32").asnumpy(), expected, rtol=2**-7, atol=1e-3)
    _near(half[1].astype("float32").asnumpy(), single[1].asnumpy(), dtype)


def _network():
    net = mx.gluon.nn.HybridSequential()
    for _ in range(4):
        net.add(mx.gluon.nn.Conv2D(16, 3, padding=1), mx.gluon.nn.BatchNorm(), mx.gluon.nn.Activation("relu"))
    net.add(mx.gluon.nn.GlobalAvgPool2D())
    net.initialize(mx.init.Xavier())
    net.hybridize()
    return net


@pytest.mark.parametrize("how", ["cast", "converted"])
@pytest.mark.parametrize("dtype", HALVES)
def test_kept_weights_of_half_precision_follow_the_parameters(dtype, how, monkeypatch):
    monkeypatch.setenv("JMX_COMPILE", "now")
    net, x = _network(), nd.random.normal(shape=(2, 8, 16, 16))
    expected = net(x).asnumpy()
    low = amp.convert_hybrid_block(net, dtype, ctx=mx.cpu()) if how == "converted" else net
    if how == "cast":
        net.cast(dtype)
        x = x.astype(dtype)
    for _ in range(3):
        _near(low(x).astype("float32").asnumpy(), expected, dtype)
    weights = [p for name, p in low.collect_params().items() if name.endswith("weight")]
    weights[-1].set_data(weights[-1].data() * 0)
    assert not np.allclose(low(x).astype("float32").asnumpy(), expected, atol=0.1)


@pytest.mark.parametrize("dtype", HALVES)
def test_training_step_of_convolutions_and_normalizations(dtype):
    net, x, head = _network(), nd.random.normal(shape=(2, 8, 16, 16)), nd.random.normal(shape=(2, 16, 1, 1))
    found = []
    for data in (x, x.astype(dtype)):
        if np.dtype(data.dtype).name == dtype:
            net.cast(dtype)
        with mx.autograd.record():
            y = net(data)
        y.backward(head.astype(data.dtype))
        first = next(p for name, p in net.collect_params().items() if name.endswith("weight"))
        found.append([a.astype("float32").asnumpy() for a in (y, first.grad())])
    assert first.grad().dtype == np.dtype(data.dtype).type
    np.testing.assert_allclose(found[1][0], found[0][0], atol=0.05)
    # gradients are sums of many products, half of which cancel
    assert np.linalg.norm(found[1][1] - found[0][1]) < 0.2 * np.linalg.norm(found[0][1])
