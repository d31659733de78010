"""Optimizers: weights beside the real MXNet's, rates, counters, one program for all parameters, users' classes."""

import json
import warnings

import numpy as np
import pytest

import jmx as mx
from jmx.core.run import fused_update as fused
from tests.golden import optimizer_cases as cases

GOLDEN = np.load(cases.FILE)
# MXNet takes rates in single precision, whatever the weights are
_TOLERANCE = {"float16": (3e-3, 1e-3), "float32": (2e-5, 2e-6), "float64": (1e-7, 1e-9)}


def test_cases_are_those_of_the_golden_file():
    assert json.loads(str(GOLDEN["cases"])) == json.loads(json.dumps([cases.CASES, cases.UPDATER_CASES]))


@pytest.mark.filterwarnings("ignore:Accumulating with float16")
@pytest.mark.parametrize("number", range(len(cases.CASES)), ids=lambda i: f"{i}-{cases.CASES[i][0]}")
def test_steps_as_in_mxnet(number):
    case = cases.CASES[number]
    rtol, atol = _TOLERANCE[case[2]]
    np.testing.assert_allclose(cases.trace(mx, *case), GOLDEN[f"one{number}"], rtol=rtol, atol=atol)


@pytest.mark.parametrize("number", range(len(cases.UPDATER_CASES)), ids=lambda i: cases.UPDATER_CASES[i][0])
def test_updater_as_in_mxnet(number):
    found = cases.trace_updater(mx, *cases.UPDATER_CASES[number])
    np.testing.assert_allclose(found, GOLDEN[f"updater{number}"], rtol=2e-5, atol=2e-6)


def test_all_names_are_registered():
    names = (
        "adadelta adagrad adam adamax ccsgd dcasgd ftml ftrl groupadagrad lamb lars lbsgd nadam nag rmsprop sgd sgld signum test"
    )
    assert set(names.split()) <= set(mx.optimizer.Optimizer.opt_registry)


_FUSED = "sgd adam adagrad rmsprop adadelta nag lars lamb nadam ftml ftrl signum"


@pytest.mark.parametrize("name", _FUSED.split())
def test_one_update_for_all_parameters(name, monkeypatch):
    """The updater has all parameters updated by one program, and new rates compile nothing."""
    calls = []
    run = fused.Arrangement.run
    monkeypatch.setattr(fused.Arrangement, "run", lambda self, *args: (calls.append(len(self.bound)), run(self, *args)))
    optimizer = mx.optimizer.create(name, **({} if name == "adadelta" else {"learning_rate": 0.1}))
    updater = mx.optimizer.get_updater(optimizer)
    weights = [mx.nd.ones((2, 3)), mx.nd.ones((4,)), mx.nd.ones((1,))]
    grads = [w * 0.1 for w in weights]
    programs = []
    for step in range(4):
        optimizer.lr = 0.1 / (step + 1)
        optimizer.rescale_grad = 1 / (step + 1)
        updater([0, 1, 2], grads, weights)
        programs.append(len(fused._fused))
    assert calls == [3, 3, 3, 3]
    assert programs[1:] == programs[1:2] * 3


def test_steps_write_in_place():
    weight = mx.nd.ones((4, 4))
    row = weight[1]
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=1.0, momentum=0.5))
    updater(0, mx.nd.ones((4, 4)), weight)
    assert row.asnumpy().tolist() == [0] * 4
    assert updater.states[0].asnumpy().tolist() == [[-1] * 4] * 4


def test_half_precision_warns_and_master_copy():
    weight = mx.nd.ones((2,), dtype="float16")
    with pytest.warns(UserWarning, match="multi_precision=True option of the SGD optimizer"):
        assert mx.optimizer.SGD().create_state_multi_precision(0, weight) is None
    momentum, master = mx.optimizer.SGD(momentum=0.9, multi_precision=True).create_state_multi_precision(0, weight)
    assert momentum.dtype == master.dtype == np.float32
    master, (mean, var) = mx.optimizer.Adam(multi_precision=True).create_state_multi_precision(0, weight)
    assert master.dtype == mean.dtype == var.dtype == np.float32
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mx.optimizer.Adam(multi_precision=True).create_state_multi_precision(0, mx.nd.ones((2,)))


@pytest.mark.parametrize("name", ["sgd", "adam", "rmsprop"])
def test_bfloat16_with_master_copy(name):
    optimizer = mx.optimizer.create(name, learning_rate=1e-3, multi_precision=True)
    updater = mx.optimizer.get_updater(optimizer)
    weight = mx.nd.ones((3,)).astype("bfloat16")
    for _ in range(8):
        updater(0, mx.nd.ones((3,)).astype("bfloat16"), weight)
    # steps too small for the weight's own type add up in the copy
    assert (weight.astype("float32").asnumpy() < 0.9965).all()


def test_multipliers():
    optimizer = mx.optimizer.SGD(learning_rate=0.5, wd=0.1, param_idx2name={0: "a_weight", 1: "a_bias", 2: "a_gamma"})
    assert [optimizer._get_wd(i) for i in range(3)] == [0.1, 0.0, 0.1]
    optimizer.set_lr_mult({"a_bias": 2.0, 0: 3.0})
    optimizer.set_wd_mult({"a_bias": 0.5, 2: 0.0})
    assert [optimizer._get_lr(i) for i in range(4)] == [1.5, 1.0, 0.5, 0.5]
    assert [optimizer._get_wd(i) for i in range(4)] == [0.1, 0.05, 0.0, 0.1]

    class Parameter:
        lr_mult, wd_mult = 0.1, 0.2

    optimizer.param_dict = {1: Parameter}
    assert optimizer._get_lr(1) == 0.5 * 0.1 and optimizer._get_wd(1) == 0.1 * 0.2
    lars = mx.optimizer.LARS(wd=0.1, param_idx2name={0: "a_weight", 1: "a_gamma"})
    assert [lars._get_wd(i) for i in range(2)] == [0.1, 0.0]


def test_multipliers_from_a_symbol():
    class Net:
        def attr_dict(self):
            return {"a_weight": {"__lr_mult__": "0.5", "__wd_mult__": "3"}}

        def list_arguments(self):
            return ["data", "a_weight"]

    optimizer = mx.optimizer.SGD(learning_rate=1.0, wd=1.0, sym=Net(), param_idx2name={0: "a_weight"})
    assert optimizer._get_lr(0) == 0.5 and optimizer._get_wd(0) == 3.0


def test_counters():
    optimizer = mx.optimizer.Adam(begin_num_update=10)
    updater = mx.optimizer.get_updater(optimizer)
    weights = [mx.nd.ones((2,), ctx=mx.cpu(i)) for i in (0, 0, 1)]
    updater(0, weights[0] * 1, weights[0])
    updater([0, 1], [w * 1 for w in weights[:2]], weights[:2])
    updater("x", weights[2] * 1, weights[2])
    assert optimizer.num_update == 12
    assert optimizer._all_index_update_counts == {0: {0: 12, 1: 11}, 1: {"x": 11}}


def test_learning_rate():
    optimizer = mx.optimizer.SGD(learning_rate=0.3)
    assert optimizer.learning_rate == 0.3
    optimizer.set_learning_rate(0.2)
    assert optimizer.learning_rate == 0.2
    schedule = mx.lr_scheduler.FactorScheduler(1, 0.5)
    optimizer = mx.optimizer.SGD(lr_scheduler=schedule)
    assert optimizer.learning_rate == 0.01
    with pytest.raises(UserWarning, match="LRScheduler of the optimizer has already been defined"):
        optimizer.set_learning_rate(1)
    with pytest.raises(DeprecationWarning):
        optimizer.set_lr_scale({})


def test_rate_overrides_that_of_the_schedule(capsys):
    schedule = mx.lr_scheduler.FactorScheduler(3)
    mx.optimizer.SGD(lr_scheduler=schedule, learning_rate=0.5)
    assert schedule.base_lr == 0.5
    assert "has been overwritten by ``learning_rate``" in capsys.readouterr().out


def test_refused():
    with pytest.raises(ValueError, match="Cannot find optimizer adm.*adam"):
        mx.optimizer.create("adm")
    with pytest.raises(TypeError, match="foo"):
        mx.optimizer.create("sgd", foo=3)
    with pytest.raises(AssertionError, match="param_idx2name should be a dict"):
        mx.optimizer.SGD(param_idx2name=[1])
    with pytest.raises(AssertionError):
        mx.optimizer.register(3)
    with pytest.raises(AssertionError, match="weight must be an NDArray"):
        mx.optimizer.SGD().update(0, 1.0, mx.nd.ones((1,)), None)
    with pytest.raises(NotImplementedError):
        mx.optimizer.Optimizer().update(0, mx.nd.ones((1,)), mx.nd.ones((1,)), None)
    with pytest.raises(AssertionError, match="Weight decay is not supported"):
        mx.optimizer.contrib.GroupAdaGrad(wd=0.1).update(0, *[mx.nd.ones((1, 1))] * 3)


def test_failed_update_leaves_the_weight():
    weight = mx.nd.ones((2,))
    updater = mx.optimizer.get_updater(mx.optimizer.Adam())
    with pytest.raises(mx.base.MXNetError):
        updater(0, mx.nd.ones((3,)), weight)
    assert weight.asnumpy().tolist() == [1, 1]


def test_sgld_adds_noise_of_the_rate():
    mx.random.seed(1)
    optimizer = mx.optimizer.SGLD(learning_rate=0.04)
    weight = mx.nd.zeros((200, 50))
    mx.optimizer.get_updater(optimizer)(0, mx.nd.ones((200, 50)), weight)
    values = weight.asnumpy()
    np.testing.assert_allclose(values.mean(), -0.02, atol=0.01)
    np.testing.assert_allclose(values.std(), 0.2, rtol=0.03)


def test_dcasgd_with_momentum():
    weight, grad = mx.nd.array([1.0, 2.0]), mx.nd.array([0.5, -1.0])
    optimizer = mx.optimizer.DCASGD(momentum=0.5, lamda=0.1, learning_rate=0.1)
    state = optimizer.create_state(0, weight)
    for _ in range(2):
        optimizer.update(0, weight, grad, state)
    w, m, before = np.array([1.0, 2.0]), 0, np.array([1.0, 2.0])
    for _ in range(2):
        g = np.array([0.5, -1.0])
        m = 0.5 * m - 0.1 * (g + 0.1 * g * g * (w - before))
        before, w = w, w + m
    np.testing.assert_allclose(weight.asnumpy(), w, rtol=1e-6)


class TestOwnClasses:
    def test_update_with_arrays(self):
        @mx.optimizer.register
        class Plain(mx.optimizer.Optimizer):
            def create_state(self, index, weight):
                return mx.nd.zeros(weight.shape, weight.context)

            def update(self, index, weight, grad, state):
                self._update_count(index)
                state[:] += grad
                weight[:] -= self._get_lr(index) * state

        updater = mx.optimizer.get_updater(mx.optimizer.create("plain", learning_rate=0.5))
        weights = [mx.nd.ones((2,)), mx.nd.ones((3,))]
        for _ in range(2):
            updater([0, 1], [w * 0 + 1 for w in weights], weights)
        assert weights[0].asnumpy().tolist() == [-0.5] * 2
        half = mx.nd.ones((2,), dtype="float16")
        updater = mx.optimizer.get_updater(Plain(learning_rate=0.5, multi_precision=True))
        updater(0, half * 1, half)
        assert half.dtype == np.float16 and half.asnumpy().tolist() == [0.5] * 2
        with pytest.warns(UserWarning, match="New optimizer .*Plain is overriding"):
            mx.optimizer.register(type("Plain", (Plain,), {}))

    def test_derived_from_a_built_in_one(self):
        seen = []

        def derived(base):
            class Signed(base):
                def update(self, index, weight, grad, state):
                    seen.append(index)
                    super().update(index, weight, mx.nd.sign(grad), state)

            seen.clear()
            return Signed(learning_rate=0.25)

        def trained(optimizer):
            updater = mx.optimizer.get_updater(optimizer)
            weights = [mx.nd.ones((2,)), mx.nd.ones((3,))]
            updater([0, 1], [w * 7 for w in weights], weights)
            return weights[1].asnumpy().tolist()

        assert trained(derived(mx.optimizer.DCASGD)) == [0.75] * 3 and seen == [0, 1]
        for base in (mx.optimizer.Adam, mx.optimizer.Signum, mx.optimizer.LBSGD, mx.optimizer.RMSProp):
            trained(derived(base))
            assert seen == [0, 1]
        # These compute multi-precision updates, which updaters ask for, without their own `update`.
        assert trained(derived(mx.optimizer.SGD)) == [-0.75] * 3 and not seen
        for base in (mx.optimizer.NAG, mx.optimizer.LARS, mx.optimizer.LAMB):
            trained(derived(base))
            assert not seen

    def test_lists_on_request(self):
        seen = []

        class Many(mx.optimizer.Optimizer):
            def __init__(self, **kwargs):
                super().__init__(**kwargs)
                self.aggregate_num = 2

            def update(self, index, weight, grad, state):
                seen.append(tuple(index))
                for w, g in zip(weight, grad):
                    w[:] -= g

        updater = mx.optimizer.get_updater(Many())
        weights = [mx.nd.ones((2,)) for _ in range(3)]
        updater([0, 1, 2], [w * 1 for w in weights], weights)
        assert seen == [(0, 1), (2,)] and weights[2].asnumpy().tolist() == [0, 0]

    def test_step_calls(self):
        class Ascent(mx.optimizer.Optimizer):
            def step_calls(self, index, weight, grad, state):
                self._update_count(index)
                return [("sgd_update", [weight, grad], {"lr": -self._get_lr(index)}, weight)]

        weight = mx.nd.zeros((2,))
        mx.optimizer.get_updater(Ascent(learning_rate=0.5))(0, mx.nd.ones((2,)), weight)
        assert weight.asnumpy().tolist() == [0.5, 0.5]


@pytest.mark.parametrize("name, options", [
    ("rmsprop", {}), ("rmsprop", {"centered": True}), ("signum", {}), ("lamb", {}), ("lars", {"momentum": 0.9}),
    ("lbsgd", {"momentum": 0.9}),
])  # fmt: skip
def test_states_are_stored_as_the_weight_is(name, options):
    updater = mx.optimizer.get_updater(mx.optimizer.create(name, **options))
    weight = mx.nd.ones((3, 2)).tostype("row_sparse")
    updater(0, mx.nd.ones((3, 2)).tostype("row_sparse"), weight)
    states = updater.states[0] if isinstance(updater.states[0], tuple) else [updater.states[0]]
    assert weight.stype == "row_sparse" and {state.stype for state in states} == {"row_sparse"}


@pytest.mark.parametrize(
    "name, arguments, expected, before",
    [
        ("SGD", {}, {"lr": 0.1, "lazy_update": False, "momentum": 0.0}, {"lr": 0.01, "lazy_update": True}),
        ("SGD", {"lazy_update": True, "learning_rate": 0.3}, {"lr": 0.3, "lazy_update": True}, {"lr": 0.3}),
        ("NAG", {}, {"lr": 0.1, "momentum": 0.9}, {"lr": 0.01, "momentum": 0.0}),
        ("Adam", {}, {"lr": 0.001, "lazy_update": False}, {"lr": 0.001, "lazy_update": True}),
        ("LARS", {}, {"lr": 0.1, "lazy_update": False}, {"lr": 0.01, "lazy_update": True}),
        ("AdaGrad", {}, {"float_stable_eps": 1e-6}, {"float_stable_eps": 1e-7}),
        ("AdaGrad", {"eps": 1e-3}, {"float_stable_eps": 1e-3}, {"float_stable_eps": 1e-3}),
        ("AdaDelta", {}, {"epsilon": 1e-6}, {"epsilon": 1e-5}),
        ("FTML", {}, {"lr": 0.0025}, {"lr": 0.01}),
    ],
)
def test_defaults_of_both_interfaces(name, arguments, expected, before):
    make = getattr(mx.optimizer, name)
    assert {key: getattr(make(**arguments), key) for key in before} == before
    mx.v2()
    try:
        assert {key: getattr(make(**arguments), key) for key in expected} == expected
        assert {key: getattr(mx.optimizer.create(name, **arguments), key) for key in expected} == expected
        assert mx.optimizer.SGD(0.5).momentum == 0.5  # by position
    finally:
        mx.v2(False)


@pytest.mark.parametrize(
    "name, arrays",
    [("multi_sgd_update", 2), ("multi_sgd_mom_update", 3), ("multi_mp_sgd_update", 3), ("multi_mp_sgd_mom_update", 4)],
)
@pytest.mark.parametrize("number", [lambda v: v, lambda v: (v,), str], ids=["number", "tuple", "text"])
def test_a_number_alone_is_a_list_of_one(name, arrays, number):
    """As in MXNet 1.9.1, whose benchmark of operators gives `lrs=0.1`."""
    update = getattr(mx.nd, name)
    weight = update(*[mx.nd.ones(2) for _ in range(arrays)], lrs=number(0.25), wds=number(0.0), num_weights=1, out=mx.nd.ones(2))
    assert weight.asnumpy().tolist() == [0.75, 0.75]
    with pytest.raises(mx.MXNetError, match="lrs must hold 2 numbers, got 1"):
        two = [mx.nd.ones(2) for _ in range(2 * arrays)]
        update(*two, lrs=number(0.25), wds=number(0.0), num_weights=2, out=[mx.nd.ones(2), mx.nd.ones(2)])


def test_parameters_with_equal_and_other_rates_in_one_update():
    rates = [1, 1, 0.5, 1, 0.5, 2, 1]
    optimizer = mx.optimizer.SGD(learning_rate=0.5, momentum=0.5, wd=0, rescale_grad=1)
    optimizer.set_lr_mult(dict(enumerate(rates)))
    weights, grads = [mx.nd.ones((2,)) for _ in rates], [mx.nd.ones((2,)) for _ in rates]
    update = mx.optimizer.get_updater(optimizer)
    for step in range(1, 3):
        update(list(range(len(rates))), grads, weights)
        moved = 0.5 * step + 0.25 * (step - 1)
        for rate, weight in zip(rates, weights):
            assert weight.asnumpy().tolist() == [1 - rate * moved] * 2
