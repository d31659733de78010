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


# ---- gamma, which `fix_gamma` sets to one; what MXNet 1.9.1 leaves in it

X = np.random.RandomState(0).rand(2, 3, 4, 4).astype(np.float32)


def quarter(n=3, dtype="float32"):
    return mx.nd.full((n,), 0.25, dtype=dtype)


def states(n=3, dtype="float32"):
    return mx.nd.zeros(n, dtype=dtype), mx.nd.zeros(n, dtype=dtype), mx.nd.ones(n, dtype=dtype)


OPERATORS = {
    "BatchNorm": mx.nd.BatchNorm,
    "SyncBatchNorm": lambda *a, **k: mx.nd.contrib.SyncBatchNorm(*a, key="a", **k),
    "BatchNormWithReLU": mx.nd.contrib.BatchNormWithReLU,
    "global statistics": lambda *a, **k: mx.nd.BatchNorm(*a, use_global_stats=True, **k),
    "several outputs": lambda *a, **k: mx.nd.BatchNorm(*a, output_mean_var=True, **k)[0],
}


@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.parametrize("train", [False, True])
@pytest.mark.parametrize("record", [False, True])
@pytest.mark.parametrize("variable", ["none", "data", "gamma"])
def test_an_eager_call_sets_gamma_to_one(operator, train, record, variable):
    x, gamma = mx.nd.array(X), quarter()
    if variable != "none":
        {"data": x, "gamma": gamma}[variable].attach_grad()
    with autograd.record(train) if record else autograd.train_mode() if train else autograd.pause():
        y = OPERATORS[operator](x, gamma, *states(), fix_gamma=True)
    assert gamma.asnumpy().tolist() == [1, 1, 1]
    if record and variable != "none":
        y.backward()
        assert gamma.asnumpy().tolist() == [1, 1, 1]
    if variable == "gamma" and record:
        assert gamma.grad.asnumpy().tolist() == [0, 0, 0]


def test_only_with_fix_gamma_and_in_every_type_and_place():
    gamma = quarter()
    mx.nd.BatchNorm(mx.nd.array(X), gamma, *states(), fix_gamma=False)
    assert gamma.asnumpy().tolist() == [0.25] * 3
    both = mx.nd.full((2, 3), 0.25)
    mx.nd.BatchNorm(mx.nd.array(X), both[1], *states())
    assert both.asnumpy().tolist() == [[0.25] * 3, [1] * 3]
    for dtype, wide in (("float16", "float32"), ("float64", "float64")):
        gamma = quarter(dtype=wide)
        mx.nd.BatchNorm(mx.nd.array(X, dtype=dtype), gamma, *states(dtype=wide))
        assert gamma.asnumpy().tolist() == [1] * 3 and gamma.dtype == np.dtype(wide)


def test_a_refused_call_leaves_gamma():
    gamma = quarter(4)
    with pytest.raises(MXNetError):
        mx.nd.BatchNorm(mx.nd.array(X), gamma, *states())
    assert gamma.asnumpy().tolist() == [0.25] * 4


@pytest.mark.parametrize("train", [False, True])
@pytest.mark.parametrize("record", [False, True])
def test_a_hybridized_block_sets_it_where_it_is_recorded(train, record):
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Conv2D(3, 1, in_channels=3), mx.gluon.nn.BatchNorm(scale=False, in_channels=3))
    net.initialize()
    net.hybridize()
    gamma = net[1].gamma
    for _ in range(2):
        gamma.set_data(quarter())
        with autograd.record(train) if record else autograd.train_mode() if train else autograd.pause():
            net(mx.nd.array(X))
        assert gamma.data().asnumpy().tolist() == [1.0 if record else 0.25] * 3


def test_a_block_that_is_not_hybridized_sets_it():
    layer = mx.gluon.nn.BatchNorm(scale=False, in_channels=3)
    layer.initialize()
    layer.gamma.set_data(quarter())
    layer(mx.nd.array(X))
    assert layer.gamma.data().asnumpy().tolist() == [1] * 3


@pytest.mark.parametrize("train", [False, True])
@pytest.mark.parametrize("request_", ["null", "write"])
@pytest.mark.parametrize("operator", ["BatchNorm", "BatchNorm_v1"])
def test_an_executor_sets_it_if_it_has_gradients(operator, request_, train):
    net = mx.sym.FullyConnected(getattr(mx.sym, operator)(mx.sym.var("data"), name="bn"), num_hidden=2, name="fc")
    bound = net.simple_bind(mx.cpu(), grad_req=request_, data=X.shape)
    bound.arg_dict["bn_gamma"][:] = 0.25
    bound.forward(is_train=train)
    assert bound.arg_dict["bn_gamma"].asnumpy().tolist() == [0.25 if request_ == "null" else 1] * 3


def test_an_executor_leaves_gamma_where_no_gradient_passes():
    net = mx.sym.FullyConnected(mx.sym.BatchNorm(mx.sym.var("data"), name="bn"), num_hidden=2, name="fc")
    requests = {name: "write" if name.startswith("fc") else "null" for name in net.list_arguments()}
    bound = net.simple_bind(mx.cpu(), grad_req=requests, data=X.shape)
    bound.arg_dict["bn_gamma"][:] = 0.25
    bound.forward(is_train=True)
    assert bound.arg_dict["bn_gamma"].asnumpy().tolist() == [0.25] * 3


def test_a_module_saves_ones_after_it_was_fitted(tmp_path):
    net = mx.sym.FullyConnected(mx.sym.BatchNorm(mx.sym.var("data"), name="bn"), num_hidden=2, name="fc")
    module = mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"))
    batches = mx.io.NDArrayIter(X, np.zeros(2), 2)
    start = {"bn_gamma": quarter()}
    module.fit(batches, num_epoch=2, arg_params=start, allow_missing=True, initializer=mx.init.Xavier())
    module.save_params(str(tmp_path / "net.params"))
    assert mx.nd.load(str(tmp_path / "net.params"))["arg:bn_gamma"].asnumpy().tolist() == [1] * 3


def test_weight_decay_counts_from_one_in_every_step():
    layer = mx.gluon.nn.BatchNorm(in_channels=3)
    layer._kwargs["fix_gamma"] = True
    layer.initialize()
    trainer = mx.gluon.Trainer(layer.collect_params(), "sgd", {"learning_rate": 0.5, "wd": 0.5})
    for _ in range(3):
        with autograd.record():
            loss = layer(mx.nd.array(X)).sum()
        loss.backward()
        trainer.step(1)
    np.testing.assert_allclose(layer.gamma.data().asnumpy(), [0.75] * 3)  # the last update, after the last forward pass
