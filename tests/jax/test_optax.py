"""Optimizers and schedules as optax's: values beside MXNet's, multipliers, states to and fro, source, errors."""

import doctest
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

import jmx
import jmx as mx
from jmx import autograd, gluon
from jmx._errors.homes import home
from jmx.jax import optimizers
from tests.golden import optimizer_cases as cases
from tests.golden import training_cases
from tools import check_optax

GOLDEN = np.load(cases.FILE)
# as in tests/test_optimizer.py
_TOLERANCE = {"float16": (3e-3, 1e-3), "float32": (2e-5, 2e-6), "float64": (1e-7, 1e-9)}


def without_path():
    return {**{name: value for name, value in os.environ.items() if name != "PYTHONPATH"}, "JAX_PLATFORMS": "cpu"}


def apply(transformation, params, state, grads):
    updates, state = transformation.update(grads, state, params)
    return optax.apply_updates(params, updates), state


class TestBesideMXNet:
    """The golden values of the optimizers, which the real MXNet computed."""

    @pytest.mark.filterwarnings("ignore:Accumulating with float16")
    @pytest.mark.parametrize("number", range(len(cases.CASES)), ids=lambda i: f"{i}-{cases.CASES[i][0]}")
    def test_steps(self, number):
        name, options, dtype = cases.CASES[number]
        with jax.enable_x64(dtype == "float64"):
            transformation = jmx.to_optax(name, **options)
            params = {"w": jnp.asarray(cases._weight(dtype))}
            state, found = transformation.init(params), []
            for step in range(cases.STEPS):
                params, state = apply(transformation, params, state, {"w": jnp.asarray(cases._grad(step, dtype))})
                found.append(np.asarray(params["w"], np.float64))
            assert params["w"].dtype == dtype
        rtol, atol = _TOLERANCE[dtype]
        np.testing.assert_allclose(np.array(found), GOLDEN[f"one{number}"], rtol=rtol, atol=atol)

    @pytest.mark.parametrize("number", range(len(cases.UPDATER_CASES)), ids=lambda i: cases.UPDATER_CASES[i][0])
    def test_multipliers_names_and_schedule(self, number):
        name, options = cases.UPDATER_CASES[number]
        schedule = mx.lr_scheduler.MultiFactorScheduler([2, 3], 0.5, base_lr=0.2, warmup_steps=2, warmup_begin_lr=0.05)
        options = {"learning_rate": 0.2, **options}
        optimizer = mx.optimizer.create(name, lr_scheduler=schedule, param_idx2name=cases.NAMES, **options)
        optimizer.set_lr_mult({"a_weight": 0.5, 3: 2.0})
        optimizer.set_wd_mult({"b_weight": 0.1})
        random = np.random.RandomState(3)
        params = {key: jnp.asarray(random.uniform(-1, 1, shape), "float32") for key, shape in self.shapes()}
        transformation = jmx.to_optax(optimizer, params)
        state, found = transformation.init(params), []
        update = jax.jit(lambda params, state, grads: apply(transformation, params, state, grads))
        for _ in range(cases.STEPS):
            grads = {key: jnp.asarray(random.normal(0, 1, shape), "float32") for key, shape in self.shapes()}
            params, state = update(params, state, grads)
            found.append(np.concatenate([np.ravel(params[key]) for key in cases.NAMES.values()]))
        np.testing.assert_allclose(np.array(found), GOLDEN[f"updater{number}"], rtol=2e-5, atol=2e-6)

    def shapes(self):
        return zip(cases.NAMES.values(), cases.SHAPES)


class TestFiftySteps:
    def test_cases_are_all_optimizers(self):
        covered = {name for name, _, _ in check_optax.CASES} | {"sgld"}
        own = {n for n, cls in mx.optimizer.Optimizer.opt_registry.items() if home(cls).startswith("jmx.optimizer")}
        later = {"adabelief", "adamw", "lans"}  # MXNet 2.0's
        assert covered == own - later
        for name in later:
            with pytest.raises(mx.MXNetError, match=f"(?i){name}"):
                jmx.to_optax(mx.optimizer.create(name))

    @pytest.mark.parametrize("name, special, options", check_optax.CASES, ids=lambda value: str(value)[:30])
    def test_as_the_optimizer(self, name, special, options):
        # FTML divides by 1 - beta2 ** t, of which MXNet's single precision loses digits
        assert check_optax.difference(name, options) < (5e-6 if name == "ftml" else 2e-6)

    @pytest.mark.parametrize("name", ["sgd", "adam", "lars", "rmsprop"])
    def test_master_copies(self, name):
        options = {"momentum": 0.9} if name in ("sgd", "lars") else {}
        assert check_optax.difference(name, options, "float16", steps=20) < 5e-4

    def test_16_bit_parameters_stay_beside_others(self):
        params = {"half": jnp.ones(3, "bfloat16"), "single": jnp.ones(2)}
        transformation = jmx.to_optax("sgd", learning_rate=1e-3, multi_precision=True)
        state = transformation.init(params)
        for _ in range(8):
            params, state = apply(transformation, params, state, jax.tree.map(jnp.ones_like, params))
        assert params["half"].dtype == jnp.bfloat16 and params["single"].dtype == jnp.float32
        # steps too small for the parameter's own type add up in the copy
        assert float(params["half"][0]) < 0.9965
        np.testing.assert_allclose(params["single"], 0.992, rtol=1e-5)


class TestSGLD:
    def test_noise_and_drift(self):
        transformation = jmx.to_optax("sgld", learning_rate=0.04, wd=0.5, key=3)
        params = {"a": jnp.ones((100, 100)), "b": jnp.ones((100, 100))}
        state = transformation.init(params)
        updates, state = transformation.update(jax.tree.map(jnp.ones_like, params), state, params)
        for update in updates.values():
            # -lr / 2 * (g + wd * w), and noise of variance lr
            assert abs(float(update.mean()) + 0.02 * 1.5) < 4 * 0.2 / 100
            assert abs(float(update.std()) - 0.2) < 0.005
        assert abs(np.corrcoef(np.ravel(updates["a"]), np.ravel(updates["b"]))[0, 1]) < 0.05
        again, _ = transformation.update(jax.tree.map(jnp.ones_like, params), state, params)
        assert not np.array_equal(again["a"], updates["a"])

    def test_as_mxnet_distributes(self):
        mx.random.seed(1)
        weight = mx.nd.ones((200, 200))
        mx.optimizer.SGLD(learning_rate=0.04, wd=0.5).update(0, weight, mx.nd.ones((200, 200)), None)
        transformation = jmx.to_optax(mx.optimizer.SGLD(learning_rate=0.04, wd=0.5), key=jax.random.key(0))
        params = {"w": jnp.ones((200, 200))}
        new, _ = apply(transformation, params, transformation.init(params), params)
        assert abs(float(new["w"].mean()) - weight.asnumpy().mean()) < 6 * 0.2 / 200
        assert abs(float(new["w"].std()) - weight.asnumpy().std()) < 0.005

    def test_groups_have_noise_of_their_own(self):
        optimizer = mx.optimizer.SGLD(learning_rate=0.01)
        optimizer.set_lr_mult({"a": 0.5})
        params = {"a": jnp.zeros(50), "b": jnp.zeros(50)}
        transformation = jmx.to_optax(optimizer, params, key=0)
        updates, _ = transformation.update(params, transformation.init(params), params)
        assert not np.allclose(updates["a"] * math.sqrt(2), updates["b"])

    def test_needs_a_key(self):
        with pytest.raises(mx.MXNetError, match="SGLD draws noise: pass key"):
            jmx.to_optax("sgld")


class TestSchedules:
    @pytest.mark.parametrize("case", range(len(training_cases.SCHEDULES)), ids=lambda i: training_cases.SCHEDULES[i][0])
    def test_beside_mxnet(self, case):
        """The golden file has the rates of updates 0 to 15, each asked for twice."""
        name, options = training_cases.SCHEDULES[case]
        schedule = jmx.to_optax(getattr(mx.lr_scheduler, name)(**options))
        rates = json.loads(open(training_cases.FILE, encoding="utf-8").read())["schedules"][case]
        found = [float(schedule(count)) for count in range(15)]
        np.testing.assert_allclose(found, rates[2::2], rtol=1e-6, atol=1e-7 * max(rates))

    @pytest.mark.parametrize("name, make", check_optax.SCHEDULES, ids=[name for name, _ in check_optax.SCHEDULES])
    def test_rates(self, name, make):
        assert check_optax.schedule_difference(make) < 1e-6

    @pytest.mark.parametrize(
        "make",
        [
            lambda s: s.FactorScheduler(3, 1.0, base_lr=0.3),
            lambda s: s.FactorScheduler(3, 0.0, base_lr=0.3),
            lambda s: s.FactorScheduler(3, 0.5, base_lr=0.3, stop_factor_lr=0.5),
            lambda s: s.FactorScheduler(3, 0.5, base_lr=0.3, warmup_steps=1),
            lambda s: s.FactorScheduler(4, 0.0, base_lr=0.3, warmup_steps=6),
            lambda s: s.MultiFactorScheduler([3, 4], 0.1, base_lr=0.3, warmup_steps=3, warmup_begin_lr=0.1),
            lambda s: s.PolyScheduler(10, 0.3, pwr=1, final_lr=0.1, warmup_steps=1),
            lambda s: s.CosineScheduler(10, 0.0, final_lr=0.1, warmup_steps=3, warmup_mode="constant"),
            lambda s: s.CosineScheduler(3, 0.2, warmup_steps=5),
        ],
    )
    def test_corners(self, make):
        assert check_optax.schedule_difference(make, 40) < 1e-6

    def test_one_that_has_been_asked_before(self):
        for kind, steps in ((mx.lr_scheduler.FactorScheduler, 4), (mx.lr_scheduler.MultiFactorScheduler, [5, 9, 21])):
            scheduler = kind(steps, 0.5, base_lr=1.0, warmup_steps=3)
            for number in range(1, 15):
                scheduler(number)
            schedule = jmx.to_optax(scheduler)
            for number in range(15, 40):
                assert float(schedule(number - 1)) == pytest.approx(scheduler(number), rel=1e-6)

    def test_learning_rate_of_the_optimizer_replaces_the_base(self, capsys):
        scheduler = mx.lr_scheduler.MultiFactorScheduler([2], 0.1, base_lr=1.0)
        optimizer = mx.optimizer.SGD(learning_rate=0.5, lr_scheduler=scheduler)
        assert jmx.jax.optax_code(optimizer) == ("optax.scale_by_learning_rate(optax.piecewise_constant_schedule(0.5, {2: 0.1}))")

    def test_users_own(self):
        class Halves(mx.lr_scheduler.LRScheduler):
            def __call__(self, num_update):
                self.base_lr *= 0.5
                return self.base_lr

        with pytest.raises(mx.MXNetError, match="Halves is a schedule in Python.*pass steps=N"):
            jmx.to_optax(Halves(1.0))
        scheduler = Halves(1.0)
        schedule = jax.jit(jmx.to_optax(scheduler, steps=4))
        assert [float(schedule(count)) for count in range(6)] == [0.5, 0.25, 0.125, 0.0625, 0.0625, 0.0625]
        assert scheduler.base_lr == 1.0
        transformation = jmx.to_optax(mx.optimizer.SGD(lr_scheduler=Halves(1.0)), steps=2)
        params, state = {"w": jnp.ones(1)}, transformation.init({"w": jnp.ones(1)})
        for expected in (0.5, 0.25):
            params, state = apply(transformation, params, state, {"w": jnp.ones(1)})
            assert float(params["w"][0]) == expected
        with pytest.raises(mx.MXNetError, match="steps is a number of updates"):
            jmx.to_optax(Halves(1.0), steps=0)

    def test_negative_factor(self):
        with pytest.raises(mx.MXNetError, match="not negative, got -1"):
            jmx.to_optax(mx.lr_scheduler.MultiFactorScheduler([2], -1))


class TestTrees:
    def test_names_are_paths(self):
        optimizer = mx.optimizer.SGD(learning_rate=1.0, wd=0.5)
        optimizer.set_lr_mult({"block.0.weight": 0.5})
        optimizer.set_wd_mult({"block.0.bias": 0.0})
        params = {"block": [{"weight": jnp.ones(1), "bias": jnp.ones(1)}], "out": jnp.ones(1)}
        transformation = jmx.to_optax(optimizer, params)
        new, _ = apply(transformation, params, transformation.init(params), jax.tree.map(jnp.zeros_like, params))
        assert jax.tree.map(lambda w: w.item(), new) == {"block": [{"weight": 0.75, "bias": 1.0}], "out": 0.5}

    def test_unknown_names(self):
        optimizer = mx.optimizer.SGD()
        optimizer.set_lr_mult({"wight": 0.5})
        with pytest.raises(mx.MXNetError, match="lr_mult of the optimizer names wight.*it has weight"):
            jmx.to_optax(optimizer, {"weight": jnp.ones(1)})
        optimizer = mx.optimizer.SGD(param_idx2name={0: "a_weight"})
        with pytest.raises(mx.MXNetError, match="does not name weight; it names a_weight"):
            jmx.to_optax(optimizer, {"weight": jnp.ones(1)})

    def test_treated_differently_without_a_tree(self):
        optimizer = mx.optimizer.SGD(wd=0.1, param_idx2name={0: "a_weight", 1: "a_bias"})
        with pytest.raises(mx.MXNetError, match=r"not treated alike \(default; wd_mult=0\).*pass params"):
            jmx.to_optax(optimizer)
        jmx.to_optax(mx.optimizer.SGD(param_idx2name={0: "a_weight", 1: "a_bias"}))  # without decay they are alike

    def test_order_of_nadam(self):
        """The schedule of momenta advances with every parameter, in the order of the indices."""
        values = {"b": np.ones(2, "float32"), "a": np.ones(2, "float32")}  # a is first in JAX's order, b in the optimizer's
        optimizer = mx.optimizer.Nadam(param_idx2name=dict(enumerate(values)))
        assert "positions=(1, 0)" in jmx.jax.optax_code(optimizer, values)
        updater = mx.optimizer.get_updater(mx.optimizer.Nadam())
        weights = [mx.nd.array(value) for value in values.values()]
        transformation = jmx.to_optax(optimizer, values)
        params, state = values, transformation.init(values)
        for step in range(5):
            grad = np.array([step + 1, -1], "float32")
            updater([0, 1], [mx.nd.array(grad)] * 2, weights)
            params, state = apply(transformation, params, state, {"a": grad, "b": grad})
        np.testing.assert_allclose(params["b"], weights[0].asnumpy(), rtol=1e-6)
        np.testing.assert_allclose(params["a"], weights[1].asnumpy(), rtol=1e-6)
        assert not np.array_equal(params["a"], params["b"])

    def test_begin_num_update(self):
        options = {"begin_num_update": 30, "learning_rate": 0.1}
        updater = mx.optimizer.get_updater(mx.optimizer.Adam(**options))
        weight = mx.nd.ones(2)
        transformation = jmx.to_optax("adam", **options)
        params = {"w": jnp.ones(2)}
        state = transformation.init(params)
        for _ in range(3):
            updater(0, mx.nd.ones(2) * 2, weight)
            params, state = apply(transformation, params, state, {"w": jnp.full(2, 2.0)})
        np.testing.assert_allclose(params["w"], weight.asnumpy(), rtol=1e-6)

    def test_empty_and_one_array(self):
        transformation = jmx.to_optax("adam")
        assert transformation.update({}, transformation.init({}), {})[0] == {}
        new, _ = apply(transformation, jnp.ones(2), transformation.init(jnp.ones(2)), jnp.ones(2))
        np.testing.assert_allclose(new, 0.999, rtol=1e-6)


class TestSource:
    @pytest.mark.parametrize("name, special, options", check_optax.CASES, ids=lambda value: str(value)[:30])
    def test_source_makes_the_transformation(self, name, special, options):
        optimizer = check_optax.make_optimizer(name, options)
        params = {key: jnp.ones(shape) for key, shape in check_optax.SHAPES.items()}
        again = eval(jmx.jax.optax_code(optimizer, params), {"optax": optax, "optimizers": optimizers})
        grads = jax.tree.map(lambda w: w * 0.3, params)
        first = jmx.to_optax(optimizer, params)
        new, _ = apply(first, params, first.init(params), grads)
        same, _ = apply(again, params, again.init(params), grads)
        assert jax.tree.all(jax.tree.map(np.array_equal, new, same))

    def test_rules_may_be_copied(self, tmp_path):
        """The folder of update rules runs in a process without jmx."""
        shutil.copytree(pathlib.Path(optimizers.__file__).parent, tmp_path / "rules")
        program = (
            "import sys, rules, jax.numpy as jnp; t = rules.ftml(0.1); p = {'w': jnp.ones(2)}; "
            "print(t.update(p, t.init(p), p)[0]['w'].shape, 'jmx' in sys.modules)"
        )
        run = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=without_path(), capture_output=True, text=True)
        assert run.stdout.split() == ["(2,)", "False"], run.stderr

    def test_texts(self):
        assert jmx.jax.optax_code("lamb", learning_rate=0.1, wd=0.01) == (
            "optax.chain(optax.scale_by_adam(0.9, 0.999, 1e-06), optax.add_decayed_weights(0.01), "
            "optax.scale_by_trust_ratio(), optax.scale_by_learning_rate(0.1))"
        )
        assert jmx.jax.optax_code("sgd", learning_rate=0.1, multi_precision=True, begin_num_update=3) == (
            "optimizers.starting_at(3, optimizers.with_master_copies(optax.scale_by_learning_rate(0.1)))"
        )

    def test_injected_rate(self):
        """The learning rate may be traced, so that it can be set while a program runs."""

        def make(learning_rate):
            return jmx.to_optax("sgd", learning_rate=learning_rate, momentum=0.9, wd=0.1)

        transformation = optax.inject_hyperparams(make)(learning_rate=0.5)
        params = {"w": jnp.ones(1)}
        state = transformation.init(params)
        state.hyperparams["learning_rate"] = jnp.asarray(0.25)
        new, _ = jax.jit(lambda p, s: apply(transformation, p, s, p))(params, state)
        np.testing.assert_allclose(new["w"], 1 - 0.25 * 1.1, rtol=1e-6)


class TestRefused:
    def test_users_own_optimizer(self):
        class Mine(mx.optimizer.SGD):
            def update(self, index, weight, grad, state):
                weight[:] -= grad

        with pytest.raises(mx.MXNetError, match="Mine .*Python of its own.*optax.GradientTransformation.*keep the Trainer"):
            jmx.to_optax(Mine())

    def test_subclass_that_changes_nothing_about_updates(self):
        class Named(mx.optimizer.Adam):
            """Adam by another name."""

        assert jmx.jax.optax_code(Named()) == jmx.jax.optax_code("adam")

    def test_other_things(self):
        with pytest.raises(TypeError, match="takes an Optimizer.*got float"):
            jmx.to_optax(0.1)
        with pytest.raises(TypeError, match="written with jax.numpy"):
            jmx.to_optax(lambda count: 0.1)
        with pytest.raises(TypeError, match="wd: arguments of an optimizer go with its name"):
            jmx.to_optax(mx.optimizer.SGD(), wd=0.1)
        with pytest.raises(ValueError, match="Cannot find optimizer sdg"):
            jmx.to_optax("sdg")

    def test_decay_of_group_adagrad(self):
        with pytest.raises(mx.MXNetError, match="GroupAdaGrad has no weight decay"):
            jmx.to_optax("groupadagrad", wd=0.1)

    @pytest.mark.parametrize(
        "make", [lambda: optimizers.nesterov(0.1, 0.9, 0.1), lambda: optimizers.ftml(0.1), lambda: optimizers.clip_weights(1)]
    )
    def test_update_without_parameters(self, make):
        transformation = make()
        state = transformation.init({"w": jnp.ones(1)})
        with pytest.raises(ValueError, match=r"needs the parameters: call update\(grads, state, params\)"):
            transformation.update({"w": jnp.ones(1)}, state)

    def test_rows(self):
        with pytest.raises(ValueError, match="takes matrices, got shape"):
            optimizers.scale_by_group_rss().init({"w": jnp.ones(3)})


def network(dtype="float32"):
    mx.random.seed(7)
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(3, in_units=4, prefix="a_"), gluon.nn.Dense(2, in_units=3, prefix="b_"))
    net.initialize(mx.init.Uniform(0.5))
    net.cast(dtype)
    return net


def batch(step, dtype="float32"):
    random = np.random.RandomState(step)
    return mx.nd.array(random.uniform(-1, 1, (6, 4)), dtype=dtype)


def train(net, trainer, steps):
    for step in steps:
        with autograd.record():
            loss = (net(batch(step, net[0].weight.dtype)) ** 2).sum()
        loss.backward()
        trainer.step(6)


def train_optax(transformation, params, state, steps, dtype="float32"):
    @jax.jit
    def update(params, state, x):
        def mean_loss(p):
            y = (x @ p["a_weight"].T + p["a_bias"]) @ p["b_weight"].T + p["b_bias"]
            return (y**2).sum() / 6

        return apply(transformation, params, state, jax.grad(mean_loss)(params))

    for step in steps:
        params, state = update(params, state, batch(step, dtype).asjax())
    return params, state


#: optimizers whose states differ in kind
STATEFUL = [
    ("sgd", {"momentum": 0.9, "wd": 0.1}),
    ("nag", {"momentum": 0.9, "wd": 0.1}),
    ("signum", {}),
    ("dcasgd", {"momentum": 0.9}),
    ("dcasgd", {}),
    ("lbsgd", {"momentum": 0.9, "batch_scale": 2, "updates_per_epoch": 2}),
    ("lars", {"momentum": 0.9}),
    ("adam", {}),
    ("nadam", {}),
    ("rmsprop", {"centered": True}),
    ("adadelta", {}),
    ("ftml", {}),
    ("test", {"rescale_grad": 0.01}),
]


class TestTrainer:
    def trainer(self, net, name, options, **more):
        options = dict(options) if name in ("adadelta", "test") else {"learning_rate": 0.05, **options}
        if name not in ("adadelta", "test"):
            options["lr_scheduler"] = mx.lr_scheduler.FactorScheduler(2, 0.7, base_lr=0.05, warmup_steps=3)
        return gluon.Trainer(net.collect_params(), name, {**options, **more})

    def nets(self, name, options, dtype="float32", **more):
        for _ in range(2):
            net = network(dtype)
            net[1].bias.lr_mult = 0.5
            net[1].weight.wd_mult = 0.0
            net[0].bias.grad_req = "null"
            yield net, self.trainer(net, name, options, **more)

    @pytest.mark.parametrize("name, options", STATEFUL, ids=[name for name, _ in STATEFUL])
    def test_to_optax_and_back(self, name, options):
        (net, trainer), (same, other) = self.nets(name, options)
        # Nine steps by one trainer; three each by the other, by optax, and by the other again. Three leave LBSGD between steps.
        train(net, trainer, range(9))
        train(same, other, range(3))
        params = jmx.jax.asjax(same.collect_params())
        transformation = jmx.to_optax(other, params)
        state = jmx.jax.optax_state(other, params)
        params, state = train_optax(transformation, params, state, range(3, 6))
        jmx.jax.load_trainer(other, params, state, updates=6)
        train(same, other, range(6, 9))
        for ours, theirs in zip(same.collect_params().values(), net.collect_params().values()):
            np.testing.assert_allclose(ours.data().asnumpy(), theirs.data().asnumpy(), rtol=2e-5, atol=1e-6)
        if name != "test":  # which does not count
            assert other.optimizer.num_update == trainer.optimizer.num_update == 9
        assert other.learning_rate == trainer.learning_rate

    @pytest.mark.parametrize("name", ["sgd", "adam"])
    def test_master_copies(self, name):
        options = {"momentum": 0.9} if name == "sgd" else {}
        (net, trainer), (same, other) = self.nets(name, options, "float16", multi_precision=True)
        train(net, trainer, range(6))
        train(same, other, range(2))
        params = jmx.jax.asjax(same.collect_params())
        state = jmx.jax.optax_state(other, params)
        assert jax.tree.leaves(state.master)[0].dtype == jnp.float32
        params, state = train_optax(jmx.to_optax(other, params), params, state, range(2, 4), "float16")
        jmx.jax.load_trainer(other, params, state)
        train(same, other, range(4, 6))
        for ours, theirs in zip(same.collect_params().values(), net.collect_params().values()):
            np.testing.assert_allclose(ours.data().asnumpy(), theirs.data().asnumpy(), rtol=4e-3, atol=1e-3)

    def test_two_contexts_with_a_store_that_updates(self):
        contexts = [mx.cpu(0), mx.cpu(1)]
        net = network()
        net.collect_params().reset_ctx(contexts)
        options = {"learning_rate": 0.1, "momentum": 0.9}
        trainer = gluon.Trainer(net.collect_params(), "sgd", options, update_on_kvstore=True)

        def step(number):
            with autograd.record():
                losses = [(net(batch(number).as_in_context(ctx)) ** 2).sum() for ctx in contexts]
            autograd.backward(losses)
            trainer.step(12)

        step(0)
        params = {name: p.data(contexts[0]).asjax() for name, p in net.collect_params().items()}
        state = jmx.jax.optax_state(trainer, params)
        before = {name: np.array(value) for name, value in state[1].trace.items()}
        assert np.abs(before["a_weight"]).max() > 0
        jmx.jax.load_trainer(trainer, params, jax.tree.map(lambda value: value * 0, state))
        step(1)  # with momenta of zero
        grads = {p.name: sum(g.as_in_context(mx.cpu(0)) for g in p.list_grad()).asnumpy() for p in net.collect_params().values()}
        for name, parameter in net.collect_params().items():
            for ctx in contexts:
                expected = np.asarray(params[name]) - 0.1 * grads[name] / 12
                np.testing.assert_allclose(parameter.data(ctx).asnumpy(), expected, rtol=1e-4, atol=1e-5)

    def test_donated(self):
        trained = []
        for donate in ((), (0,)):
            net = network()
            trainer = self.trainer(net, "dcasgd", {"momentum": 0.9})
            train(net, trainer, range(1))
            params = jmx.jax.asjax(net.collect_params())
            state = jmx.jax.optax_state(trainer, params)
            jax.jit(lambda s: jax.tree.map(lambda x: x + 1, s), donate_argnums=donate)(state)
            train(net, trainer, range(2))
            trained.append([parameter.data().asnumpy() for parameter in net.collect_params().values()])
        for kept, donated in zip(*trained):
            np.testing.assert_array_equal(donated, kept)

    def test_rescale_grad_is_that_of_the_trainer(self):
        net = network()
        trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "rescale_grad": 0.5})
        train(net, trainer, range(1))  # sets the optimizer's to 0.5 / 6
        assert jmx.jax.optax_code(trainer) == "optax.chain(optax.scale(0.5), optax.scale_by_learning_rate(0.1))"

    def test_sums_over_the_batch(self):
        trainer = gluon.Trainer(network().collect_params(), "sgd", {"learning_rate": 0.1})
        assert jmx.jax.optax_code(trainer, batch_size=4) == "optax.chain(optax.scale(0.25), optax.scale_by_learning_rate(0.1))"
        with pytest.raises(TypeError, match="batch_size goes with a Trainer"):
            jmx.to_optax("sgd", batch_size=4)
        trainer = gluon.Trainer(network().collect_params(), "lbsgd", {"warmup_strategy": "lars"})
        with pytest.raises(mx.MXNetError, match="pass batch_size"):
            jmx.to_optax(trainer)
        assert "rescale_grad=0.25" in jmx.jax.optax_code(trainer, batch_size=4)

    def test_optax_transformation(self):
        transformation = optax.sgd(0.1)
        trainer = gluon.Trainer(network().collect_params(), transformation)
        assert jmx.to_optax(trainer) is transformation
        with pytest.raises(mx.MXNetError, match="a transformation of optax already"):
            jmx.jax.optax_state(trainer, {})

    def test_refused(self):
        net = network()
        trainer = self.trainer(net, "adam", {})
        params = jmx.jax.asjax(net.collect_params())
        with pytest.raises(mx.MXNetError, match="has no parameters named wrong.*a_bias"):
            jmx.to_optax(trainer, {"wrong": jnp.ones(1)})
        net[0].weight.lr_mult = 0.1
        with pytest.raises(mx.MXNetError, match="not treated alike"):
            jmx.to_optax(trainer)
        state = jmx.to_optax("sgd", momentum=0.9).init(params)
        before = net[0].weight.data().asnumpy()
        with pytest.raises(mx.MXNetError, match="The state has no mu of a_"):
            jmx.jax.load_trainer(trainer, jax.tree.map(lambda w: w + 1, params), state)
        with pytest.raises(mx.MXNetError, match=r"a_weight has shape \(4, 3\), but a_weight of the trainer has \(3, 4\)"):
            jmx.jax.load_trainer(trainer, {**params, "a_weight": params["a_weight"].T}, state)
        assert np.array_equal(before, net[0].weight.data().asnumpy())

    def test_different_numbers_of_updates(self):
        net = network()
        trainer = self.trainer(net, "sgd", {})
        with autograd.record():
            loss = net[0](batch(0)).sum()
        loss.backward()
        trainer.step(1, ignore_stale_grad=True)
        with pytest.raises(mx.MXNetError, match="different numbers of updates.*b_"):
            jmx.jax.optax_state(trainer, jmx.jax.asjax(net.collect_params()))

    def test_scaled_loss(self):
        trainer = self.trainer(network(), "sgd", {})
        trainer._amp_loss_scaler = object()
        with pytest.raises(mx.MXNetError, match="scales the loss"):
            jmx.to_optax(trainer)


class TestPage:
    """The tables of docs/leaving/training.md are those that the tool writes; its figures are not measured again here."""

    TEXT = check_optax.PAGE.read_text(encoding="utf-8")

    def table(self, name):
        return self.TEXT.split(f"<!-- {name}: tools/check_optax.py -->\n")[1].split(f"<!-- end of {name} -->")[0].strip()

    def test_expressions(self):
        assert self.table("expressions") == check_optax.expression_table()

    def test_rows_of_figures(self):
        rows = [line.split("|")[1:3] for line in self.table("figures").splitlines()[2:-1]]
        assert [[cell.strip() for cell in row] for row in rows] == [
            [f"`{name}`", special] for name, special, _ in check_optax.CASES
        ]

    def test_rows_of_schedules(self):
        rows = [[cell.strip() for cell in line.split("|")[1:3]] for line in self.table("schedules").splitlines()[2:]]
        sources = [f"`{jmx.jax.optax_code(make(mx.lr_scheduler))}`" for _, make in check_optax.SCHEDULES]
        assert rows == [[text, source] for (text, _), source in zip(check_optax.SCHEDULES, sources)]


@pytest.mark.parametrize("thing", [jmx.to_optax, jmx.jax.optax_code, jmx.jax.optax_state, jmx.jax.load_trainer, optimizers])
def test_examples_of_docstrings(thing):
    names = {"mx": mx, "jmx": jmx, "jnp": jnp, "np": np, "jax": jax, **vars(optimizers)}
    found = [test for test in doctest.DocTestFinder(recurse=False).find(thing, thing.__name__, globs=names) if test.examples]
    assert found
    for test in found:
        assert doctest.DocTestRunner().run(test).failed == 0
