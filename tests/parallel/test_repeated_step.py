"""Steps of `DataParallelStep` that repeat the last one: the same bits as steps made anew, whatever is changed between them."""

import numpy as np
import pytest

import jmx as mx
from jmx import gluon, nd, parallel


class Training:
    def __init__(self, optimizer="sgd", norm=False, **settings):
        mx.random.seed(3)
        self.net = gluon.nn.HybridSequential(prefix="net_")
        self.net.add(gluon.nn.Dense(5, in_units=4, prefix="a_"))
        if norm:
            self.net.add(gluon.nn.BatchNorm(in_channels=5), gluon.nn.Dropout(0.5))
        self.net.add(gluon.nn.Dense(3, in_units=5, prefix="b_"))
        self.net.initialize(mx.init.Uniform(0.5))
        self.trainer = gluon.Trainer(self.net.collect_params(), optimizer, {"learning_rate": 0.1, "wd": 0.01, **settings})
        self.step = parallel.DataParallelStep(self.net, gluon.loss.SoftmaxCrossEntropyLoss(), self.trainer)
        self.x, self.y = nd.array(np.linspace(-1, 1, 24).reshape(6, 4)), nd.array([0, 1, 2, 0, 1, 2])
        self.losses = []

    def steps(self, n=3):
        for _ in range(n):
            self.losses.append(self.step(self.x, self.y)[0].asnumpy())
            self.losses.append(self.step.outputs[0].asnumpy())

    def results(self):
        return [*self.losses, *[p.data().asnumpy() for p in self.net.collect_params().values()]]


def compared(monkeypatch, program):
    """How many steps of `program()` were repeated; its losses, outputs and weights must not depend on whether any are."""
    used = []
    run = parallel._Repeated.run

    def counted(self, *args):
        used.append(run(self, *args))
        return used[-1]

    with monkeypatch.context() as patched:
        patched.setattr(parallel._Repeated, "run", counted)
        one = program()
    with monkeypatch.context() as patched:
        patched.setattr(parallel, "_repeated", lambda *args: None)
        other = program()
    for a, b in zip(one.results(), other.results(), strict=True):
        np.testing.assert_array_equal(a, b)
    optimizers = [training.trainer.optimizer for training in (one, other)]
    assert optimizers[0]._all_index_update_counts == optimizers[1]._all_index_update_counts
    assert optimizers[0].num_update == optimizers[1].num_update
    return sum(result is not None for result in used)


@pytest.mark.parametrize("name", ["sgd", "adam", "rmsprop", "lamb", "nadam"])
def test_same_bits(monkeypatch, name):
    def program():
        training = Training(name, norm=True)
        training.steps(5)
        return training

    assert compared(monkeypatch, program) == (0 if name == "nadam" else 4)


def _rate(t):
    t.trainer.set_learning_rate(0.01)


def _multipliers(t):
    t.net[0].weight.lr_mult = 0.5


def _momentum(t):
    t.trainer.optimizer.momentum = 0.5


def _schedule(t):
    t.trainer.optimizer.lr_scheduler = mx.lr_scheduler.FactorScheduler(1, 0.5, base_lr=0.1)


def _freeze(t):
    t.net[0].weight.grad_req = "null"


def _initialize(t):
    t.net.initialize(mx.init.One(), force_reinit=True)


def _set(t):
    t.net[0].weight.set_data(nd.ones((5, 4)))


def _hold(t):
    t.held = t.net[0].weight.data()._data()


def _batch(t):
    t.x, t.y = t.x[:4], t.y[:4]


def _loop(t):
    with mx.autograd.record():
        loss = t.net(t.x).square()
    loss.backward()
    t.trainer.step(6)


def _lists(t):
    t.x, t.y = t.x.asnumpy(), [0, 1, 2, 0, 1, 2]


def _states(t):
    before = t.trainer._updaters[0].get_states()
    t.steps(1)
    t.trainer._updaters[0].set_states(before)


def _optimizer(t):
    other = mx.optimizer.SGD(learning_rate=0.05, param_dict=dict(enumerate(t.trainer._params)))
    t.trainer._optimizer, t.trainer._updaters = other, [mx.optimizer.get_updater(other)]


CHANGES = [value for name, value in globals().items() if name.startswith("_") and type(value) is type(compared)]


@pytest.mark.parametrize("change", CHANGES)
def test_changes_between_steps(monkeypatch, change):
    def program():
        training = Training(momentum=0.9)
        training.steps(3)
        change(training)
        training.steps(3)
        return training

    assert compared(monkeypatch, program) >= 2


def test_requests_that_are_refused():
    training = Training()
    training.steps(3)
    training.net[0].weight.grad_req = "add"
    with pytest.raises(mx.MXNetError, match="accumulated"):
        training.steps(1)
    training.net[0].weight.grad_req = "write"
    training.steps(1)
    with pytest.raises(ValueError, match="needs data"):
        training.step(())


def test_a_failing_step_counts_no_update(monkeypatch):
    training = Training(momentum=0.9)
    training.steps(2)
    before = training.trainer.optimizer.num_update, dict(training.trainer.optimizer._index_update_count)
    weights = training.results()[-4:]

    def fail(*args):
        raise KeyboardInterrupt

    repeated = training.step._repeated
    training.step._repeated = repeated._replace(rest=(fail, repeated.rest[1]))
    with pytest.raises(KeyboardInterrupt):
        training.steps(1)
    assert before == (training.trainer.optimizer.num_update, training.trainer.optimizer._index_update_count)
    for a, b in zip(weights, training.results()[-4:], strict=True):
        np.testing.assert_array_equal(a, b)


def test_batches_along_another_axis(monkeypatch):
    """The gradients are divided by the size of the batch, whichever axis it is."""

    class Turned(gluon.HybridBlock):
        def __init__(self):
            super().__init__(prefix="net_")
            self.dense = gluon.nn.Dense(3, in_units=4, prefix="a_")

        def hybrid_forward(self, F, x):
            return self.dense(x.transpose())

    def program():
        training = Training()
        mx.random.seed(3)
        training.net = Turned()
        training.net.initialize(mx.init.Uniform(0.5))
        training.trainer = gluon.Trainer(training.net.collect_params(), "sgd", {"learning_rate": 0.1})
        loss = gluon.loss.SoftmaxCrossEntropyLoss()
        training.step = parallel.DataParallelStep(training.net, loss, training.trainer, batch_axis=(1, 0))
        training.x = training.x.T
        training.steps(4)
        return training

    assert compared(monkeypatch, program) == 3
