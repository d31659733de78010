"""The compiled step on several CPU devices; run by `test_four_devices.py` with JMX_CPU_DEVICES=2 and 4."""

import threading

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, config, gluon
from jmx.contrib import amp
from jmx.contrib.amp.loss_scaler import LossScaler
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


class Joined(gluon.HybridBlock):
    """Tokens (time first) through a recurrent layer, beside features (batch first); gives scores and, nested, states."""

    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.embed, self.rnn = gluon.nn.Embedding(9, 4), gluon.rnn.LSTM(3, input_size=4)
            self.side, self.out = gluon.nn.Dense(3, in_units=2), gluon.nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, tokens, features, h, c):
        found, states = self.rnn(self.embed(tokens), [h, c])
        return self.out(F.SequenceLast(found)) + self.side(features), states


def weighted(scores, states, labels, weights):
    return LOSS(scores, labels, weights), (scores**2).mean(axis=1) * 0.1


@pytest.mark.skipif(N != 2, reason="two devices show it")
def test_several_inputs_outputs_and_losses():
    nets = twins(lambda ctx: Joined(), CONTEXTS, CONTEXTS)
    nets[1].hybridize(static_alloc=True, static_shape=True)
    trainers = [gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01}) for net in nets]
    axes = (1, 0, 1, 1, 0, 0)
    step = mx.parallel.DataParallelStep(nets[1], weighted, trainers[1], batch_axis=axes)
    for size in (4, 6, 5, 4):  # an odd one runs as the loop
        tokens, features = DRAW.integers(0, 9, (3, size)), DRAW.normal(size=(size, 2))
        states = [np.zeros((1, size, 3), "float32")] * 2
        labels, weights = DRAW.integers(0, 3, size), DRAW.random((size, 1)).astype("float32")
        given = tokens, features, *states, labels, weights
        parts = [gluon.utils.split_and_load(a, CONTEXTS, axis, even_split=False) for a, axis in zip(given, axes)]
        with autograd.record():
            expected = [weighted(*nets[0](*part[:4]), *part[4:]) for part in zip(*parts)]
        autograd.backward([loss for losses in expected for loss in losses])
        trainers[0].step(size)
        found = step(given[:4], [labels, weights])
        for one, other in zip(found, zip(*expected)):
            np.testing.assert_allclose(joined(one), joined(other), rtol=1e-5, atol=1e-5)
        scores, h, c = step.outputs
        assert [a.shape for a in h] == [a.shape for a in c] == [(1, len(a), 3) for a in scores]
        agree(*nets)
    with pytest.raises(ValueError, match="batch_axis has 6 axes for 2 inputs and labels"):
        step(tokens, labels)
    with pytest.raises(ValueError, match="needs data"):
        step(None)


@pytest.mark.skipif(N != 2, reason="two devices show it")
def test_scaled_losses():
    nets = twins(perceptron, CONTEXTS, CONTEXTS)
    options = {"learning_rate": 0.01, "momentum": 0.9}
    trainers = [gluon.Trainer(net.collect_params(), "sgd", options, update_on_kvstore=False) for net in nets]
    for trainer in trainers:  # what amp.init_trainer does; amp.init would change the operators of all tests
        trainer._amp_loss_scaler, trainer._amp_original_scale = LossScaler(), trainer._scale
    step = mx.parallel.DataParallelStep(nets[1], LOSS, trainers[1])
    scalers = [trainer._amp_loss_scaler for trainer in trainers]
    for number, size in enumerate((4, 4, 4, 5, 4)):
        if number in (2, 3):  # too large for one step
            for scaler in scalers:
                scaler._loss_scale = scaler._next_loss_scale = 3e38 if number == 2 else 2.0**16
        x, y = DRAW.normal(size=(size, 5)).astype("float32") * 10, DRAW.integers(0, 3, size)
        parts = [gluon.utils.split_and_load(a, CONTEXTS, even_split=False) for a in (x, y)]
        with autograd.record():
            losses = [LOSS(nets[0](a), b) for a, b in zip(*parts)]
            with amp.scale_loss(losses, trainers[0]) as scaled:
                autograd.backward(scaled)
        trainers[0].step(size)
        np.testing.assert_allclose(joined(step(x, y)), joined(losses), rtol=1e-5, atol=1e-4)
        agree(*nets)
        assert scalers[0].loss_scale == scalers[1].loss_scale == (3e38 if number == 2 else 2.0**16)
        updates = number + (number < 2)
        assert trainers[0].optimizer.num_update == trainers[1].optimizer.num_update == updates


@pytest.mark.skipif(N != 2, reason="two devices show it")
def test_gradients_that_others_add_up():
    @mx.kv.KVStoreBase.register
    class OwnStore(mx.kvstore.base.TestStore):
        pass

    (net,) = twins(perceptron, CONTEXTS)
    trainer = gluon.Trainer(net.collect_params(), "sgd", kvstore="ownstore")
    with pytest.raises(mx.MXNetError, match="gradients are added up by OwnStore, a kvstore of its own"):
        mx.parallel.DataParallelStep(net, LOSS, trainer)(np.ones((4, 5)), np.zeros(4))


@pytest.mark.skipif(N != 2, reason="two devices show it")
def test_random_numbers_differ_between_devices_and_repeat():
    layers = gluon.nn.Dense(40, in_units=5), gluon.nn.Dropout(0.5), gluon.nn.Dense(3, in_units=40)
    (net,) = twins(lambda ctx: chain(*layers), CONTEXTS)
    step = mx.parallel.DataParallelStep(net, LOSS, gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.0}))
    found = []
    for seed in (1, None, 1):
        if seed:
            mx.random.seed(seed)
        found.append(joined(step(np.ones((4, 5)), [0, 0, 0, 0])))
    assert len(set(found[0])) == 4 and np.array_equal(found[0], found[2]) and not np.any(found[0] == found[1])


@pytest.mark.skipif(N != 2, reason="two devices show it")
def test_resuming_gives_the_same_losses(tmp_path):
    batches = [(DRAW.normal(size=(4, 5)).astype("float32"), DRAW.integers(0, 3, 4)) for _ in range(4)]

    def trained(net):
        schedule = mx.lr_scheduler.CosineScheduler(10, 0.05)
        trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.05, "lr_scheduler": schedule})
        return trainer, mx.parallel.DataParallelStep(net, LOSS, trainer)

    def network(ctx):
        return chain(gluon.nn.Dense(4, in_units=5), gluon.nn.BatchNorm(in_channels=4), gluon.nn.Dense(3, in_units=4))

    nets = twins(network, CONTEXTS, CONTEXTS)
    trainer, step = trained(nets[0])
    for number, batch in enumerate(batches):
        if number == 2:
            nets[0].save_parameters(str(tmp_path / "net"))
            trainer.save_states(str(tmp_path / "states"))
        losses = joined(step(*batch))
    nets[1].load_parameters(str(tmp_path / "net"), ctx=CONTEXTS)
    again, resumed = trained(nets[1])
    again.load_states(str(tmp_path / "states"))
    for batch in batches[2:]:
        found = joined(resumed(*batch))
    np.testing.assert_allclose(found, losses, rtol=1e-5)
    assert again.learning_rate == trainer.learning_rate and again.optimizer.num_update == 4


@pytest.mark.skipif(N != 2, reason="two devices show it")
def test_what_changes_between_steps():
    (net,) = twins(perceptron, CONTEXTS)
    net[0].collect_params().setattr("grad_req", "null")
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
    step = mx.parallel.DataParallelStep(net, LOSS, trainer)
    x, y = DRAW.normal(size=(4, 5)), DRAW.integers(0, 3, 4)
    first, last = (layer.weight.data().asnumpy() for layer in net)
    step(x, y)
    assert np.array_equal(net[0].weight.data().asnumpy(), first) and not np.array_equal(net[1].weight.data().asnumpy(), last)
    net[0].collect_params().setattr("grad_req", "write")
    step(x, y)
    assert not np.array_equal(net[0].weight.data().asnumpy(), first)
    before = [param.data(ctx).asnumpy() for param in net.collect_params().values() for ctx in CONTEXTS]
    momenta = [state.asnumpy() for updater in trainer._updaters for state in updater.states.values()]
    with pytest.raises(mx.MXNetError, match="pick"):
        step(x, y[:2])
    net[0].weight.grad_req = "add"
    with pytest.raises(mx.MXNetError, match="grad_req='add'"):
        step(x, y)
    after = [param.data(ctx).asnumpy() for param in net.collect_params().values() for ctx in CONTEXTS]
    assert all(map(np.array_equal, before, after)) and trainer.optimizer.num_update == 2
    later = [state.asnumpy() for updater in trainer._updaters for state in updater.states.values()]
    assert all(map(np.array_equal, momenta, later))


@pytest.mark.skipif(N != 2, reason="two devices show it")
def test_a_bfloat16_network():
    (net,) = twins(lambda ctx: chain(
        gluon.nn.Conv2D(4, 3, in_channels=2), gluon.nn.BatchNorm(in_channels=4), gluon.nn.Activation("relu"), gluon.nn.Flatten(),
        gluon.nn.Dense(3, in_units=64),
    ), CONTEXTS)  # fmt: skip
    net.cast("bfloat16")
    net.initialize(mx.init.Xavier(), ctx=CONTEXTS, force_reinit=True)
    options = {"learning_rate": 0.02, "multi_precision": True}
    step = mx.parallel.DataParallelStep(net, LOSS, gluon.Trainer(net.collect_params(), "adam", options))
    x, y = mx.nd.array(DRAW.normal(size=(8, 2, 6, 6))).astype("bfloat16"), DRAW.integers(0, 3, 8)
    accuracy, average = mx.metric.Accuracy(), mx.metric.Loss()
    found = []
    for _ in range(12):
        losses = step(x, y)
        average.update(None, losses)
        accuracy.update(gluon.utils.split_and_load(y, CONTEXTS), step.outputs)
        found.append(joined(losses).astype("f").mean())
    assert step.outputs[0].dtype.__name__ == "bfloat16" and found[-1] < 0.6 * found[0]
    assert abs(average.get()[1] - np.mean(found)) < 0.02 and accuracy.get()[1] > 0.5


def test_other_threads_read_parameters_during_steps():
    """A step writes over the memory of the parameters; a reader sees those before it or after it, never memory that is gone."""
    net = chain(gluon.nn.Dense(256, in_units=64, activation="relu"), gluon.nn.Dense(3, in_units=256))
    net.initialize(ctx=CONTEXTS)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.001})
    step = mx.parallel.DataParallelStep(net, LOSS, trainer)
    x, y = mx.nd.array(DRAW.normal(size=(8 * N, 64))), mx.nd.array(DRAW.integers(0, 3, 8 * N))
    step(x, y)
    failures, over = [], threading.Event()

    def read():
        while not over.is_set():
            for param in net.collect_params().values():
                try:
                    finite = [np.isfinite(copy.asnumpy()).all() for copy in param.list_data()]
                except Exception as error:
                    failures.append(repr(error))
                else:
                    failures.extend([] if all(finite) else [param.name])

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for _ in range(60):
        step(x, y)
    over.set()
    for reader in readers:
        reader.join()
    assert failures == []
    first, *others = [copy.asnumpy() for copy in net[0].weight.list_data()]
    for other in others:
        np.testing.assert_array_equal(other, first)
