"""When the moving averages of BatchNorm change: on CPUs in the backward pass, as in MXNet (tests/golden/moving.json)."""

import json
import pathlib
import sys

import numpy as np
import pytest

import jmx as mx
from jmx import autograd
from jmx.base import MXNetError

GOLDEN = pathlib.Path(__file__).parent / "golden"
sys.path.insert(0, str(GOLDEN))

import moving_cases

EXPECTED = json.loads((GOLDEN / "moving.json").read_text())


def _compare(kind, found):
    expected = {name: rows for name, rows in EXPECTED.items() if name.startswith(f"{kind}, ")}
    assert list(expected) == [f"{kind}, {name}" for name in found]
    for name, rows in found.items():
        wanted = expected[f"{kind}, {name}"]
        assert len(rows) == len(wanted), name
        for mine, golden in zip(rows, wanted):
            keys = range(len(golden)) if isinstance(golden, list) else golden
            for key in keys:
                np.testing.assert_allclose(mine[key], golden[key], 1e-5, 1e-5, err_msg=f"{kind}, {name}, {key}")


def test_eager_calls():
    _compare("eager", moving_cases.eager(mx))


def test_executors():
    _compare("bound", moving_cases.bound(mx))


def test_module():
    _compare("module", moving_cases.module(mx))


@pytest.mark.parametrize(
    ("kind", "options"), [("gluon", None), ("hybridized", {}), ("static", {"static_alloc": True, "static_shape": True})]
)
def test_networks(kind, options):
    _compare(kind, moving_cases.gluon(mx, options))


def _network(frozen):
    net = mx.gluon.nn.HybridSequential()
    net.add(
        mx.gluon.nn.Dense(3, in_units=3), mx.gluon.nn.BatchNorm(in_channels=3, momentum=0.5), mx.gluon.nn.Dense(2, in_units=3)
    )
    net.initialize(mx.init.One())
    for layer in [net[0], net[1]] if frozen else []:
        layer.collect_params().setattr("grad_req", "null")
    return net


@pytest.mark.parametrize("frozen", [False, True])
def test_a_step_as_one_program(frozen):
    x, y = mx.nd.array(moving_cases.X), mx.nd.array([0, 1, 0, 1])
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    net = _network(frozen)
    net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.0})
    mx.parallel.DataParallelStep(net, loss, trainer)(x, y)
    loop = _network(frozen)
    with autograd.record():
        losses = loss(loop(x), y)
    losses.backward()
    mean = net[1].running_mean.data().asnumpy()
    np.testing.assert_allclose(mean, loop[1].running_mean.data().asnumpy(), 1e-6)
    assert (mean == 0).all() == frozen


def test_the_setting(monkeypatch):
    x, net = mx.nd.array(moving_cases.X), _network(False)
    mean = lambda: net[1].running_mean.data().asnumpy()[0]
    monkeypatch.setenv("JMX_BATCHNORM_STATISTICS", "forward")
    with autograd.record():
        y = net(x)
    changed = mean()
    assert changed > 0
    y.backward()
    assert mean() == changed
    monkeypatch.setenv("JMX_BATCHNORM_STATISTICS", "backward")
    with autograd.train_mode():
        net(x)
    assert mean() == changed
    monkeypatch.setenv("JMX_BATCHNORM_STATISTICS", "never")
    with pytest.raises(MXNetError, match="expected device, forward or backward"), autograd.train_mode():
        net(x)
