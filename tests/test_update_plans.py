"""Plans of updates: the same bits as without them, whatever is changed between steps, and used where nothing is."""

import copy
import gc
import weakref

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, gluon, nd
from jmx.core.run import one_by_one
from jmx.optimizer import _plan, updater

OPTIMIZERS = {
    "sgd": {"momentum": 0.9},
    "nag": {"momentum": 0.9},
    "signum": {},
    "dcasgd": {},
    "adam": {},
    "adagrad": {},
    "rmsprop": {"centered": True},
    "adadelta": {},
    "ftrl": {},
    "ftml": {},
    "adamax": {},
    "nadam": {},
    "lamb": {},
    "lars": {"momentum": 0.9},
    "adamw": {},
    "adabelief": {},
    "lans": {},
}


class Training:
    """A network and its trainer, some steps of which leave weights that do not depend on chance."""

    def __init__(self, optimizer="sgd", ctx=None, **settings):
        mx.random.seed(3)
        self.net = gluon.nn.HybridSequential(prefix="net_")
        self.net.add(gluon.nn.Dense(5, in_units=4, prefix="a_"), gluon.nn.Dense(3, in_units=5, prefix="b_"))
        self.net.initialize(mx.init.Uniform(0.5), ctx=ctx)
        settings = {"learning_rate": 0.1, "wd": 0.01, **settings}
        self.trainer = gluon.Trainer(self.net.collect_params(), optimizer, settings)
        self.x = nd.array(np.linspace(-1, 1, 24).reshape(6, 4))

    def backward(self):
        with autograd.record():
            loss = self.net(self.x.astype(self.net[0].weight.dtype)).square()
        loss.backward()

    def steps(self, n=2, size=6, **options):
        for _ in range(n):
            self.backward()
            self.trainer.step(size, **options)

    def weights(self):
        return [p.data().asnumpy() for p in self.net.collect_params().values()]

    def states(self):
        return self.trainer._updaters[0].get_states()


@pytest.fixture(autouse=True)
def nothing_known():
    one_by_one._known.clear()  # all programs of a test are run in the same way


def compared(monkeypatch, program, tier="never", rtol=0):
    """How many updates of `program(Training)` went by a plan. Its weights must not depend on whether there are plans.

    One tier runs all of them. XLA may round otherwise than NumPy, and which of them runs a call depends on how long calls took.
    """
    monkeypatch.setenv("JMX_COMPILE", tier)
    used = []
    step = _plan.Plan.step

    def counted(self, *args):
        used.append(step(self, *args))
        return used[-1]

    with monkeypatch.context() as patched:
        patched.setattr(_plan.Plan, "step", counted)
        with_plans = program()
    with monkeypatch.context() as patched:
        patched.setattr(updater, "first_step", lambda *args: False)
        without = program()
    for one, other in zip(with_plans.weights(), without.weights(), strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other, rtol=rtol)
    counts = [t.trainer._optimizer._all_index_update_counts for t in (with_plans, without)]
    assert counts[0] == counts[1]
    assert with_plans.trainer._optimizer.num_update == without.trainer._optimizer.num_update
    return used.count(True)


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_same_bits(monkeypatch, name):
    def program():
        training = Training(name, clip_gradient=0.01, **OPTIMIZERS[name])
        training.steps(5)
        return training

    planned = compared(monkeypatch, program)
    assert planned == (0 if name in ("nadam", "lars", "dcasgd") else 4)


@pytest.mark.parametrize("name", ["sgd", "adam"])
def test_compiled_updates(monkeypatch, name):
    def program():
        training = Training(name, **OPTIMIZERS[name])
        training.steps(3)
        return training

    # one program of all parameters, or one of each: XLA may round otherwise
    assert compared(monkeypatch, program, tier="now", rtol=1e-6) == 2


def _set_rate(t):
    t.trainer.set_learning_rate(0.03)


def _set_multipliers(t):
    t.net[0].weight.lr_mult = 0.5
    t.net[1].bias.wd_mult = 0.0


def _set_multipliers_alike(t):
    for p in t.net.collect_params().values():
        p.lr_mult = 0.25


def _set_momentum(t):
    t.trainer.optimizer.momentum = 0.5


def _set_clip(t):
    t.trainer.optimizer.clip_gradient = 0.001


def _set_decay(t):
    t.trainer.optimizer.wd = 0.1


def _schedule(t):
    t.trainer.optimizer.lr_scheduler = mx.lr_scheduler.FactorScheduler(1, 0.5, base_lr=0.1)


def _freeze(t):
    t.net[0].weight.grad_req = "null"


def _add_up(t):
    t.net[0].weight.grad_req = "add"


def _load(t):
    t.net[1].weight.set_data(nd.ones((3, 5)))


def _initialize(t):
    t.net.initialize(mx.init.One(), force_reinit=True)


def _cast(t):
    t.net.cast("float64")
    t.trainer._updaters[0].states.clear()


def _other_optimizer(t):
    optimizer = mx.optimizer.Adam(learning_rate=0.01, param_dict=dict(enumerate(t.trainer._params)))
    t.trainer._optimizer = optimizer
    t.trainer._updaters = [mx.optimizer.get_updater(optimizer)]


def _optimizer_of_updater(t):
    other = copy.copy(t.trainer._optimizer)
    other.param_dict, other.lr = dict(enumerate(t.trainer._params)), 0.02
    t.trainer._optimizer = t.trainer._updaters[0].optimizer = other


def _old_states(t):
    before = t.states()
    t.steps(1)
    t.trainer._updaters[0].set_states(before)


def _copied(t):
    t.trainer._updaters = [copy.copy(t.trainer._updaters[0])]


def _one_more_update(t):
    t.trainer._optimizer._update_count(0)


def _attached_again(t):
    t.net[0].weight.data().attach_grad()


def _without_indices(t):
    t.trainer._optimizer.param_dict = {}
    t.trainer._optimizer.set_lr_mult({0: 0.5})


CHANGES = [value for name, value in globals().items() if name.startswith("_") and type(value) is type(compared)]


@pytest.mark.parametrize("optimizer", ["sgd", "adam"])
@pytest.mark.parametrize("change", CHANGES)
def test_changes_between_steps(monkeypatch, change, optimizer):
    def program():
        training = Training(optimizer, **OPTIMIZERS[optimizer])
        training.steps(3)
        change(training)
        training.steps(4, ignore_stale_grad=change is _attached_again)
        return training

    assert compared(monkeypatch, program) > 1


def test_batch_sizes(monkeypatch):
    def program():
        training = Training(momentum=0.9)
        for size in (6, 3, 6, 1):
            training.steps(1, size)
        return training

    assert compared(monkeypatch, program) == 3


def test_stale_gradients(monkeypatch):
    def program():
        training = Training(momentum=0.9)
        training.steps(3)
        training.backward()
        training.net[0].weight.data()._fresh_grad = False
        with pytest.raises(UserWarning, match="stale|has not been updated"):
            training.trainer.step(6)
        training.trainer.step(6, ignore_stale_grad=True)
        training.steps(2)
        return training

    # the weight that was left out has fewer updates than the others from then on
    assert compared(monkeypatch, program) == 2


def test_rates_of_parameters_that_were_equal_and_no_longer_are(monkeypatch):
    def program():
        training = Training()
        first, second = training.net[0].weight, training.net[1].weight
        for pair in [(1, 1), (1, 1), (2, 3), (2, 3), (3, 3), (3, 3)]:
            first.lr_mult, second.lr_mult = pair
            training.steps(1)
        return training

    assert compared(monkeypatch, program) == 3


def test_other_contexts(monkeypatch):
    def program():
        training = Training(momentum=0.9)
        training.steps(2)
        training.net.collect_params().reset_ctx(mx.cpu(0))
        training.steps(2)
        return training

    assert compared(monkeypatch, program) == 2


def test_two_trainers_of_one_network(monkeypatch):
    def program():
        training = Training(momentum=0.9)
        other = gluon.Trainer(training.net.collect_params(), "adam", {"learning_rate": 0.01})
        for _ in range(3):
            training.steps(1)
            training.backward()
            other.step(6)
        return training

    assert compared(monkeypatch, program) == 4


def test_states_on_file(monkeypatch, tmp_path):
    def program():
        training = Training("adam")
        training.steps(2)
        training.trainer.save_states(str(tmp_path / "states"))
        training.steps(2)
        training.trainer.load_states(str(tmp_path / "states"))
        training.steps(2)
        return training

    assert compared(monkeypatch, program) == 4


def test_master_copies(monkeypatch):
    def program():
        training = Training(momentum=0.9, multi_precision=True)
        training.net.cast("float16")
        training.steps(3)
        return training

    assert compared(monkeypatch, program) == 0


def test_optimizers_of_users_are_asked_for_every_parameter():
    asked = []

    class Mine(mx.optimizer.SGD):
        def step_calls(self, index, weight, grad, state):
            asked.append(index)
            return super().step_calls(index, weight, grad, state)

    training = Training()
    training.trainer = gluon.Trainer(training.net.collect_params(), Mine(learning_rate=0.1))
    training.steps(3)
    assert asked == [0, 1, 2, 3] * 3


def test_optimizers_known_by_names_of_mxnet(monkeypatch):
    monkeypatch.setattr(mx.optimizer.SGD, "__module__", "mxnet.optimizer.optimizer")  # as `import mxnet` does
    _plan._is_own.cache_clear()

    def program():
        training = Training()
        training.steps(3)
        return training

    assert compared(monkeypatch, program) == 2


def test_a_plan_keeps_no_arrays():
    training = Training(momentum=0.9)
    training.steps(2)
    assert training.trainer._updaters[0]._plan is not None
    gone = weakref.ref(training.net[0].weight.data())
    training.net.initialize(force_reinit=True)
    gc.collect()
    assert gone() is None
    training.steps(1)


def test_rate_that_is_no_number():
    training = Training()
    training.trainer.set_learning_rate(float("nan"))
    training.steps(3)
    assert np.isnan(training.weights()[0]).all()


def _asked(monkeypatch, optimizer):
    """Counts how often an optimizer's own code is asked for the calls of a step."""
    calls, own = [], type(optimizer).step_calls
    monkeypatch.setattr(type(optimizer), "step_calls", lambda self, *args: (calls.append(1), own(self, *args))[1])
    return calls


def test_an_optimizer_that_is_as_it_was_is_not_asked_again(monkeypatch):
    training = Training("sgd", momentum=0.9)
    training.steps(3)
    optimizer = training.trainer.optimizer
    asked = _asked(monkeypatch, optimizer)
    training.steps(2)
    assert not asked and optimizer.num_update == 5 and set(optimizer._index_update_count.values()) == {5}


@pytest.mark.parametrize("change", ["lr", "wd", "momentum", "rescale_grad", "clip_gradient", "lr_mult", "new", "array"])
def test_what_changes_between_steps_counts(change, monkeypatch):
    def changed(training):
        optimizer = training.trainer.optimizer
        training.steps(3)
        if change == "lr_mult":
            training.net[0].weight.lr_mult = 0.5
        elif change == "new":
            optimizer.extra = 1
        elif change == "array":  # what is changed in place cannot be compared
            optimizer.lr = np.array(0.3)
            training.steps(2)
            optimizer.lr[...] = 0.6
        elif change == "rescale_grad":
            training.trainer._scale = 0.25
        else:
            setattr(optimizer, change, 0.3)
        training.steps(2)
        return training.weights()

    planned = changed(Training("sgd", momentum=0.9))
    monkeypatch.setattr(_plan.Plan, "_settings", lambda self: None)
    for one, other in zip(planned, changed(Training("sgd", momentum=0.9))):
        np.testing.assert_array_equal(one, other)


def test_an_optimizer_with_a_schedule_is_asked_in_every_step(monkeypatch):
    training = Training("sgd", learning_rate=0.1, lr_scheduler=mx.lr_scheduler.FactorScheduler(1, 0.5, base_lr=0.1))
    training.steps(2)
    asked = _asked(monkeypatch, training.trainer.optimizer)
    training.steps(2)
    assert asked
