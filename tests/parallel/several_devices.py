"""The compiled step on several CPU devices; run by `test_four_devices.py` with JMX_CPU_DEVICES=2 and 4."""

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, config, gluon
from jmx.gluon.contrib.nn import SyncBatchNorm

N = config.get("JMX_CPU_DEVICES")
CONTEXTS = [mx.cpu(i) for i in range(N)]
DRAW = np.random.default_rng(5)
LOSS = gluon.loss.SoftmaxCrossEntropyLoss()


def chain(*layers):
    net = gluon.nn.HybridSequential()
    net.add(*layers)
    return net


def twins(make, *contexts):
    """Networks of equal values, one for each entry of `contexts`."""
    nets = [make(ctx) for ctx in contexts]
    rng = np.random.default_rng(1)
    for net, ctx in zip(nets, contexts):
        net.initialize(ctx=ctx)
    for same in zip(*(net.collect_params().values() for net in nets)):
        if same[0].grad_req != "null":
            value = mx.nd.array(rng.uniform(-0.5, 0.5, same[0].shape))
            for param in same:
                param.set_data(value)
    return nets


def agree(one, several, tolerance=1e-5):
    """Parameters of a network on all contexts are those of another."""
    for a, b in zip(one.collect_params().values(), several.collect_params().values()):
        for copy in b.list_data():
            np.testing.assert_allclose(copy.asnumpy(), a.list_data()[0].asnumpy(), rtol=tolerance, atol=tolerance, err_msg=a.name)


def joined(parts):
    return np.concatenate([part.asnumpy() for part in parts])


def on_one_device(net, trainer, x, y):
    with autograd.record():
        loss = LOSS(net(mx.nd.array(x)), mx.nd.array(y))
    loss.backward()
    trainer.step(len(x))
    return loss.asnumpy()


def images(sync):
    def make(ctx):
        shared = sync and type(ctx) is list
        norm = (lambda c: SyncBatchNorm(c, num_devices=N)) if shared else lambda c: gluon.nn.BatchNorm(in_channels=c)
        return chain(
            gluon.nn.Conv2D(3, 3, in_channels=2), norm(3), gluon.nn.Activation("relu"),
            gluon.nn.Conv2D(4, 3, in_channels=3), norm(4), gluon.nn.Flatten(), gluon.nn.Dense(3, in_units=16),
        )  # fmt: skip

    return make


def test_sync_batch_norm_is_batch_norm_of_the_whole_batch():
    one, several = twins(images(True), mx.cpu(0), CONTEXTS)
    options = {"learning_rate": 0.1, "momentum": 0.9}
    alone, trainer = (gluon.Trainer(net.collect_params(), "sgd", options) for net in (one, several))
    step = mx.parallel.DataParallelStep(several, LOSS, trainer)
    for _ in range(3):
        # parts of different mean and spread: 100 away from zero
        x = (DRAW.normal(size=(8, 2, 6, 6)) * np.arange(1, 9).reshape(8, 1, 1, 1) + 100).astype("float32")
        y = DRAW.integers(0, 3, 8)
        expected = on_one_device(one, alone, x, y)
        np.testing.assert_allclose(joined(step(x, y)), expected, rtol=1e-5, atol=1e-5)
    agree(one, several, 2e-5)
    for param in several.collect_params().values():  # moving averages too: the same bits everywhere
        assert len({copy.asnumpy().tobytes() for copy in param.list_data()}) == 1
    np.testing.assert_allclose(several(mx.nd.array(x)).asnumpy(), one(mx.nd.array(x)).asnumpy(), rtol=1e-4, atol=1e-4)


def dense(**kwargs):
    return lambda ctx: chain(gluon.nn.Dense(4, in_units=5), SyncBatchNorm(4, **kwargs), gluon.nn.Dense(3, in_units=4))


def test_what_sync_batch_norm_refuses():
    x, y = DRAW.normal(size=(2 * N, 5)).astype("float32"), DRAW.integers(0, 3, 2 * N)
    (net,) = twins(dense(num_devices=N), CONTEXTS)
    step = mx.parallel.DataParallelStep(net, LOSS, gluon.Trainer(net.collect_params(), "sgd"))
    with pytest.raises(mx.MXNetError, match=r"does not split evenly .* \(SyncBatchNorm\) needs one.*last_batch='discard'"):
        step(x[:-1], y[:-1])
    for hybrid in (False, True):
        net.hybridize(hybrid)
        with autograd.record(), pytest.raises(mx.MXNetError, match=rf"training with ndev={N} .*mx.parallel.DataParallelStep"):
            for ctx in CONTEXTS:
                net(mx.nd.array(x, ctx=ctx))
    step(x, y)
    (net,) = twins(dense(num_devices=N + 1), CONTEXTS)
    step = mx.parallel.DataParallelStep(net, LOSS, gluon.Trainer(net.collect_params(), "sgd"))
    before = [p.data().asnumpy() for p in net.collect_params().values()]
    with pytest.raises(mx.MXNetError, match=rf"ndev={N + 1} .*but this step has {N}\. Give the layer num_devices="):
        step(x, y)
    assert all(np.array_equal(p.data().asnumpy(), b) for p, b in zip(net.collect_params().values(), before))
    same = [mx.cpu(0), mx.cpu(N)]
    (net,) = twins(dense(num_devices=2), same)
    step = mx.parallel.DataParallelStep(net, LOSS, gluon.Trainer(net.collect_params(), "sgd"))
    with pytest.raises(mx.MXNetError, match="the contexts are one device"):
        step(x, y)
    data = mx.sym.contrib.SyncBatchNorm(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4), ndev=N, key="a")
    module = mx.mod.Module(mx.sym.SoftmaxOutput(data, name="softmax"), context=CONTEXTS)
    with pytest.raises(mx.MXNetError, match="In a loop over contexts, and in Module,"):
        module.fit(mx.io.NDArrayIter(x, y, 2 * N), num_epoch=1)


def test_sync_batch_norm_counts_devices():
    with pytest.warns(UserWarning, match="assumes that all GPUs take part"):
        assert SyncBatchNorm()._kwargs["ndev"] == N
    # with one device each context has statistics of its own, as BatchNorm has
    parts = twins(lambda ctx: dense(num_devices=1)(ctx), CONTEXTS, CONTEXTS)
    plain = chain(parts[1][0], gluon.nn.BatchNorm(epsilon=1e-5, in_channels=4), parts[1][2])
    plain[1].initialize(ctx=CONTEXTS)
    for a, b in zip(plain[1].collect_params().values(), parts[0][1].collect_params().values()):
        a.set_data(b.data())
    x, y = DRAW.normal(size=(2 * N, 5)).astype("float32"), DRAW.integers(0, 3, 2 * N)
    found = [
        joined(mx.parallel.DataParallelStep(net, LOSS, gluon.Trainer(net.collect_params(), "sgd"))(x, y))
        for net in (parts[0], plain)
    ]
    np.testing.assert_allclose(found[0], found[1], rtol=1e-6)


def looped(net, trainer, parts, loss=LOSS):
    """A step of the loop over contexts; the losses."""
    with autograd.record():
        losses = [loss(net(*part[:-1]), part[-1]) for part in zip(*parts)]
    autograd.backward(losses)
    trainer.step(sum(len(a) for a in parts[0]))
    return losses


def split(*arrays):
    return [gluon.utils.split_and_load(a, CONTEXTS) for a in arrays]


def perceptron(ctx=None):
    return chain(gluon.nn.Dense(4, in_units=5, activation="tanh"), gluon.nn.Dense(3, in_units=4))


@pytest.mark.skipif(N != 2, reason="two devices show it")
@pytest.mark.parametrize("optimizer, options, kind", [
    ("adam", {}, "bfloat16"), ("lamb", {}, "float16"), ("lars", {"momentum": 0.9, "eta": 0.1}, "float16"),
    ("sgd", {"momentum": 0.9}, "bfloat16"), ("lars", {"momentum": 0.9, "eta": 0.1}, "float32"), ("nadam", {}, "float32"),
])  # fmt: skip
def test_updates_with_a_master_copy(optimizer, options, kind, tmp_path):
    nets = twins(perceptron, CONTEXTS, CONTEXTS)
    tolerance = 1e-5 if kind == "float32" else 2e-2
    trainers = []
    for net in nets:
        net.cast(kind)
        schedule = mx.lr_scheduler.FactorScheduler(2, 0.5, base_lr=0.05)
        options = {**options, "learning_rate": 0.05, "multi_precision": True, "lr_scheduler": schedule}
        trainers.append(gluon.Trainer(net.collect_params(), optimizer, options))
    step = mx.parallel.DataParallelStep(nets[1], LOSS, trainers[1])
    for number in range(4):
        x, y = mx.nd.array(DRAW.normal(size=(4, 5))).astype(kind), mx.nd.array(DRAW.integers(0, 3, 4))
        losses = looped(nets[0], trainers[0], split(x, y))
        np.testing.assert_allclose(joined(step(x, y)).astype("f"), joined(losses).astype("f"), tolerance, tolerance)
        agree(*(perceptron_in_single(net) for net in nets), tolerance)
        if number == 1:
            trainers[1].save_states(str(tmp_path / "states"))
            trainers[1].load_states(str(tmp_path / "states"))
    assert trainers[0].optimizer.num_update == trainers[1].optimizer.num_update == 4
    assert trainers[0].learning_rate == trainers[1].learning_rate < 0.05


def perceptron_in_single(net):
    copy = perceptron()
    copy.initialize(ctx=CONTEXTS)
    for a, b in zip(copy.collect_params().values(), net.collect_params().values()):
        for to, value in zip(a.list_data(), b.list_data()):
            to[:] = value.astype("float32")
    return copy
