"""Whole training steps as functions of JAX, beside Gluon's loop."""

import doctest
import json
import os
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from jax.sharding import Mesh, NamedSharding, PartitionSpec

import jmx
import jmx as mx
from jmx import autograd, gluon
from tests.golden import training_steps_cases as cases
from tools import check_optax

GOLDEN = np.load(cases.FILE)
X = np.random.RandomState(0).normal(0, 1, (6, 4)).astype("float32")
Y = np.random.RandomState(1).normal(0, 1, (6, 2)).astype("float32")
L2 = gluon.loss.L2Loss()


def make(*layers, hybridize=False, dtype="float32"):
    mx.random.seed(2)
    net = gluon.nn.HybridSequential()
    net.add(*(layers or (gluon.nn.Dense(3, activation="tanh"), gluon.nn.Dense(2))))
    net.initialize(mx.init.Uniform(0.5))
    net.cast(dtype)
    if hybridize:
        net.hybridize()
    net(mx.nd.array(X, dtype=dtype))
    return net


def normalized():
    # A bias before the normalization has a gradient of rounding errors alone.
    return gluon.nn.Dense(3, use_bias=False), gluon.nn.BatchNorm(), gluon.nn.Dense(2)


def sgd(net, **options):
    return gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, **options})


def loop(net, trainer, steps=1, batch_size=6, x=X, y=Y, loss=L2):
    for _ in range(steps):
        with autograd.record():
            losses = loss(net(mx.nd.array(x, dtype=x.dtype)), mx.nd.array(y, dtype=y.dtype))
        losses.backward()
        trainer.step(batch_size)
    return losses


def same(net, params, state=None, rtol=1e-5, atol=1e-6):
    """Whether the parameters of a network are those of a tree."""
    values = {**flat(params), **flat(state or {})}
    own = net._collect_params_with_prefix()
    assert set(values) <= set(own)
    for name, value in values.items():
        np.testing.assert_allclose(np.asarray(value), own[name].data().asnumpy(), rtol=rtol, atol=atol, err_msg=name)


def flat(tree, prefix=""):
    found = {}
    for name, value in tree.items():
        found |= flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {prefix + name: value}
    return found


#: the others' updates are compared in test_optax.py; tools/check_optax.py trains with all
SOME = [
    ("sgd", {"momentum": 0.9}),
    ("nadam", {}),
    ("lars", {"momentum": 0.9}),
    ("lbsgd", {"warmup_strategy": "lars", "batch_scale": 2}),
    ("groupadagrad", {"wd": 0.0}),
]


@pytest.mark.parametrize("name, options", SOME, ids=[name for name, _ in SOME])
def test_twenty_steps(name, options):
    assert check_optax.training_difference(name, options) < 1e-5


def test_cases_are_those_of_the_golden_file():
    assert json.loads(str(GOLDEN["cases"])) == cases.CASES


@pytest.mark.filterwarnings("ignore:learning rate")
@pytest.mark.parametrize("number", range(len(cases.CASES)), ids=lambda i: f"{i}-{cases.CASES[i][0]}")
def test_trainings_of_mxnet(number):
    """Twenty steps in JAX end where the real MXNet's loop has ended."""
    net = cases.network(mx)
    trainer = cases.trainer(mx, net, *cases.CASES[number])
    step, *tree = jmx.to_jax_step(net, gluon.loss.SoftmaxCrossEntropyLoss(), trainer, cases.batch(0)[0])
    compiled = jax.jit(step, donate_argnums=(0, 1, 2))
    losses = []
    for index in range(cases.STEPS):
        *tree, loss = compiled(*tree, *cases.batch(index))
        losses.append(float(loss))
    jmx.from_jax(net, tree[0], tree[2])
    # These divide gradients by their own size, so that rounding shows where gradients are small; jmx's Trainer is as far away.
    atol = {"rmsprop": 4e-4, "adagrad": 1e-4}.get(cases.CASES[number][0], 1e-5)
    np.testing.assert_allclose(losses, GOLDEN[f"losses{number}"], rtol=2e-5)
    np.testing.assert_allclose(cases.values(net), GOLDEN[f"values{number}"], rtol=0, atol=atol)


class TestStep:
    def test_batch_normalization_and_what_is_returned(self):
        nets = [make(*normalized(), hybridize=True) for _ in range(2)]
        step, params, opt_state, state = jmx.to_jax_step(nets[1], L2, sgd(nets[1], momentum=0.9), X)
        before = nets[1][0].weight.data().asnumpy()
        losses = loop(nets[0], sgd(nets[0], momentum=0.9), 3)
        compiled = jax.jit(step, donate_argnums=(0, 1, 2))
        for _ in range(3):
            params, opt_state, state, loss = compiled(params, opt_state, state, X, Y)
        same(nets[0], params, state)
        assert loss.dtype == jnp.float32 and float(loss) == pytest.approx(losses.mean().asscalar(), rel=1e-5)
        assert np.array_equal(nets[1][0].weight.data().asnumpy(), before)
        outputs, _ = step.network(params, state, X)
        np.testing.assert_allclose(outputs, nets[0](mx.nd.array(X)).asnumpy(), rtol=1e-4, atol=1e-5)
        assert "to_jax_step" in repr(step)

    def test_batch_size(self):
        for size, given in ((6, None), (4, None), (6, 12)):
            net, other = make(), make()
            step, params, opt_state, state = jmx.to_jax_step(other, L2, sgd(other), X, batch_size=given)
            params, *_, loss = step(params, opt_state, state, X[:size], Y[:size])
            losses = loop(net, sgd(net), batch_size=given or size, x=X[:size], y=Y[:size])
            same(net, params)
            assert float(loss) == pytest.approx(losses.sum().asscalar() / (given or size), rel=1e-5)

    def test_losses_of_jax(self):
        net, other = make(), make()
        step, params, opt_state, state = jmx.to_jax_step(
            other, lambda out, y, scale: scale * ((out - y) ** 2).sum(-1) / 2, sgd(other), X, with_outputs=True
        )
        params, _, _, _, outputs = jax.jit(step)(params, opt_state, state, X, Y, 0.5)
        np.testing.assert_allclose(outputs, net(mx.nd.array(X)).asnumpy(), rtol=1e-5, atol=1e-6)
        loop(net, sgd(net))  # L2Loss is the mean over the two outputs of half the squares
        same(net, params)

    def test_mean_loss_is_not_divided(self):
        net, other = make(), make()
        step, params, opt_state, state = jmx.to_jax_step(other, lambda out: (out**2).mean(), sgd(other), X, batch_size=1)
        params, *_, loss = step(params, opt_state, state, X)
        losses = loop(net, sgd(net), batch_size=1, loss=lambda out, y: (out**2).mean())
        same(net, params)
        assert float(loss) == pytest.approx(losses.asscalar(), rel=1e-5)

    def test_several_inputs_and_outputs(self):
        class Two(gluon.HybridBlock):
            def __init__(self):
                super().__init__()
                self.dense = gluon.nn.Dense(2, in_units=4)

            def hybrid_forward(self, F, a, b):
                return self.dense(a), self.dense(b)

        class Both(gluon.loss.Loss):
            def __init__(self):
                super().__init__(1.0, 0)

            def hybrid_forward(self, F, outs, label):
                return F.mean(F.square(outs[0] + outs[1] - label), axis=1)

        mx.random.seed(1)
        net = Two()
        net.initialize()
        trainer = sgd(net)
        step, params, opt_state, state = jmx.to_jax_step(net, Both(), trainer, X, X)
        params, *_ = jax.jit(step)(params, opt_state, state, X, 2 * X, Y)
        with autograd.record():
            losses = Both()(net(mx.nd.array(X), mx.nd.array(2 * X)), mx.nd.array(Y))
        losses.backward()
        trainer.step(6)
        same(net, params)

    def test_dropout_is_drawn_by_key(self):
        net = make(gluon.nn.Dense(30), gluon.nn.Dropout(0.5), gluon.nn.Dense(2))
        step, *start = jmx.to_jax_step(net, L2, sgd(net), X)
        step = jax.jit(step)
        first, again, other = (step(*start, X, Y, key=jax.random.key(seed))[-1] for seed in (0, 0, 1))
        assert float(first) == float(again) != float(other)
        with pytest.raises(mx.MXNetError, match="key"):
            step(*start, X, Y)

    def test_frozen_parameters(self):
        nets = [make(), make()]
        for net in nets:
            net[0].weight.grad_req = "null"
        trainers = [gluon.Trainer([net[0].weight, net[0].bias, net[1].weight], "adam", {"wd": 0.1}) for net in nets]
        step, params, opt_state, state = jmx.to_jax_step(nets[1], L2, trainers[1], X)
        start = jax.tree.map(np.array, params)
        for _ in range(3):
            params, opt_state, state, _ = step(params, opt_state, state, X, Y)
        loop(nets[0], trainers[0], 3)
        same(nets[0], params)
        for layer, name in (("0", "weight"), ("1", "bias")):
            assert np.array_equal(params[layer][name], start[layer][name])
        assert not np.array_equal(params["0"]["bias"], start["0"]["bias"])

    def test_multipliers(self):
        nets = [make(), make()]
        for net in nets:
            net[0].weight.lr_mult = 0.1
            net[1].bias.wd_mult = 0.0
        step, params, opt_state, state = jmx.to_jax_step(nets[1], L2, sgd(nets[1], wd=0.5, momentum=0.5), X)
        for _ in range(3):
            params, opt_state, state, _ = step(params, opt_state, state, X, Y)
        loop(nets[0], sgd(nets[0], wd=0.5, momentum=0.5), 3)
        same(nets[0], params)

    def test_added_gradients_are_those_of_the_batch(self):
        """With grad_req 'add' a loop that clears the gradients gets the same."""
        nets = [make(), make()]
        for net in nets:
            net.collect_params().setattr("grad_req", "add")
        step, params, opt_state, state = jmx.to_jax_step(nets[1], L2, sgd(nets[1]), X)
        trainer = sgd(nets[0])
        for _ in range(2):
            params, opt_state, state, _ = step(params, opt_state, state, X, Y)
            nets[0].collect_params().zero_grad()
            loop(nets[0], trainer)
        same(nets[0], params)

    def test_half_precision(self):
        x, y = X.astype("float16"), Y.astype("float16")
        nets = [make(dtype="float16") for _ in range(2)]
        trainers = [sgd(net, momentum=0.9, multi_precision=True) for net in nets]
        step, params, opt_state, state = jmx.to_jax_step(nets[1], L2, trainers[1], x)
        for _ in range(4):
            params, opt_state, state, loss = step(params, opt_state, state, x, y)
        loop(nets[0], trainers[0], 4, x=x, y=y)
        assert params["0"]["weight"].dtype == jnp.float16 and loss.dtype == jnp.float32
        same(nets[0], params, rtol=4e-3, atol=1e-3)

    def test_a_training_that_goes_on(self):
        nets = [make(*normalized()) for _ in range(2)]
        trainers = [gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.05}) for net in nets]
        loop(nets[0], trainers[0], 6)
        loop(nets[1], trainers[1], 2)
        step, params, opt_state, state = jmx.to_jax_step(nets[1], L2, trainers[1], X)
        for _ in range(2):
            params, opt_state, state, _ = step(params, opt_state, state, X, Y)
        jmx.from_jax(nets[1], params, state)
        jmx.jax.load_trainer(trainers[1], params, opt_state, step.network)
        loop(nets[1], trainers[1], 2)
        for ours, theirs in zip(nets[1].collect_params().values(), nets[0].collect_params().values()):
            np.testing.assert_allclose(ours.data().asnumpy(), theirs.data().asnumpy(), rtol=1e-4, atol=1e-5)

    def test_many_steps_as_one_program(self):
        nets = [make(), make()]
        schedules = [mx.lr_scheduler.CosineScheduler(10, base_lr=0.1) for _ in nets]
        trainers = [sgd(net, momentum=0.9, lr_scheduler=schedule) for net, schedule in zip(nets, schedules)]
        step, *tree = jmx.to_jax_step(nets[1], L2, trainers[1], X)

        def body(tree, batch):
            *tree, loss = step(*tree, *batch)
            return tuple(tree), loss

        tree, losses = jax.lax.scan(body, tuple(tree), (np.stack([X] * 4), np.stack([Y] * 4)))
        loop(nets[0], trainers[0], 4)
        same(nets[0], tree[0])
        assert losses.shape == (4,)

    def test_shapes_that_are_not_known_yet(self):
        net = gluon.nn.HybridSequential()
        net.add(gluon.nn.Dense(3), gluon.nn.Dense(2))
        net.initialize()
        step, *tree = jmx.to_jax_step(net, L2, gluon.Trainer(net.collect_params(), "adam"), X)
        params, *_ = step(*tree, X, Y)
        assert params["0"]["weight"].shape == (3, 4)

    def test_shared_parameters(self):
        nets = []
        for _ in range(2):
            first = gluon.nn.Dense(4, in_units=4)
            nets.append(make(first, gluon.nn.Dense(4, in_units=4, params=first.params)))
        step, *tree = jmx.to_jax_step(nets[1], L2, sgd(nets[1]), X)
        params, *_ = step(*tree, X, X)
        loop(nets[0], sgd(nets[0]), y=X)
        assert list(params) == ["0"]
        np.testing.assert_allclose(params["0"]["weight"], nets[0][0].weight.data().asnumpy(), rtol=1e-5, atol=1e-6)

    def test_row_sparse_gradients_are_dense(self):
        rows = np.array([[1, 2], [2, 3]], "float32")
        nets = []
        for _ in range(2):
            mx.random.seed(4)
            nets.append(gluon.nn.Embedding(6, 2, sparse_grad=True))
            nets[-1].initialize()
        trainers = [sgd(net) for net in nets]
        with pytest.warns(UserWarning, match="Gradients of embedding.* are row-sparse"):
            step, *tree = jmx.to_jax_step(nets[1], lambda out: (out**2).sum((1, 2)), trainers[1], rows)
        params, *_ = step(*tree, rows)
        with autograd.record():
            losses = (nets[0](mx.nd.array(rows)) ** 2).sum()
        losses.backward()
        trainers[0].step(2)
        same(nets[0], params)

    def test_double_precision(self):
        x, y = X.astype("float64"), Y.astype("float64")
        nets = [make(dtype="float64") for _ in range(2)]
        trainers = [gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.1}) for net in nets]
        with pytest.raises(mx.MXNetError, match="float64 numbers, which JAX has in a mode only"):
            jmx.to_jax_step(nets[1], L2, trainers[1], x)
        with jax.enable_x64(True):
            step, *tree = jmx.to_jax_step(nets[1], L2, trainers[1], x)
            for _ in range(3):
                *tree, _ = step(*tree, x, y)
        loop(nets[0], trainers[0], 3, x=x, y=y)
        # MXNet takes rates in single precision
        same(nets[0], tree[0], rtol=1e-6, atol=1e-7)

    def test_noise_by_key(self):
        net = make()
        trainer = gluon.Trainer(net.collect_params(), "sgld", {"learning_rate": 1e-4})
        step, params, opt_state, state = jmx.to_jax_step(net, L2, trainer, X, key=1)
        new, *_ = step(params, opt_state, state, X, Y)
        assert float(jnp.abs(new["0"]["weight"] - params["0"]["weight"]).max()) > 1e-3
        with pytest.raises(mx.MXNetError, match="pass key"):
            jmx.to_jax_step(net, L2, trainer, X)

    def test_transformation_of_optax(self):
        nets = [make(), make()]
        for net in nets:
            net[0].bias.grad_req = "null"
        trainers = [gluon.Trainer(net.collect_params(), optax.adamw(0.05, weight_decay=0.1)) for net in nets]
        step, params, opt_state, state = jmx.to_jax_step(nets[1], L2, trainers[1], X)
        for _ in range(3):
            params, opt_state, state, _ = step(params, opt_state, state, X, Y)
        loop(nets[0], trainers[0], 3)
        same(nets[0], params)
        with pytest.raises(mx.MXNetError, match="has trained with a transformation of optax"):
            jmx.to_jax_step(nets[0], L2, trainers[0], X)
        nets[1][1].weight.lr_mult = 0.5
        with pytest.raises(mx.MXNetError, match="lr_mult or wd_mult of .*weight is not 1"):
            jmx.to_optax(trainers[1])


def test_two_devices():
    """`TestSeveralDevices` in a process in which the CPU is two devices."""
    command = [sys.executable, "-m", "pytest", "-q", "-n0", f"{__file__}::TestSeveralDevices"]
    env = dict(os.environ, XLA_FLAGS="--xla_force_host_platform_device_count=2", JAX_PLATFORMS="cpu")
    run = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0 and "4 passed" in run.stdout, run.stdout + run.stderr


@pytest.mark.skipif("xla_force_host_platform_device_count=2" not in os.environ.get("XLA_FLAGS", ""), reason="in test_two_devices")
class TestSeveralDevices:
    def test_batch_split_by_its_sharding(self):
        net, other = make(*normalized()), make(*normalized())
        step, *tree = jmx.to_jax_step(other, L2, sgd(other, momentum=0.9), X)
        mesh = Mesh(np.array(jax.local_devices()[:2]), ("data",))
        split, whole = NamedSharding(mesh, PartitionSpec("data")), NamedSharding(mesh, PartitionSpec())
        tree = jax.device_put(tree, whole)
        for _ in range(3):
            *tree, _ = jax.jit(step)(*tree, jax.device_put(X, split), jax.device_put(Y, split))
        loop(net, sgd(net, momentum=0.9), 3)
        same(net, tree[0], tree[2])  # statistics are those of the whole batch

    @pytest.mark.parametrize("check", [True, False])
    def test_batch_split_by_shard_map(self, check):
        net, other = make(), make()
        step, *tree = jmx.to_jax_step(other, L2, sgd(other, momentum=0.9), X[:3], axis_name="data")
        mesh = Mesh(np.array(jax.local_devices()[:2]), ("data",))
        whole, split = PartitionSpec(), PartitionSpec("data")
        mapped = jax.jit(
            jax.shard_map(step, mesh=mesh, in_specs=(whole, whole, whole, split, split), out_specs=whole, check_vma=check)
        )
        tree = jax.device_put(tree, NamedSharding(mesh, whole))
        for _ in range(3):
            *tree, loss = mapped(*tree, X, Y)
        losses = loop(net, sgd(net, momentum=0.9), 3)
        same(net, tree[0])
        assert float(loss) == pytest.approx(losses.mean().asscalar(), rel=1e-5)

    def test_statistics_are_averaged(self):
        net = make(*normalized())
        step, *tree = jmx.to_jax_step(net, L2, sgd(net), X[:3], axis_name="data")
        halves = [jmx.to_jax_step(net, L2, sgd(net), X[:3])[0](*tree, X[i : i + 3], Y[i : i + 3])[2] for i in (0, 3)]
        copies = jax.tree.map(lambda leaf: np.stack([leaf, leaf]), tree)
        mapped = jax.pmap(step, axis_name="data")
        _, _, state, _ = mapped(*copies, X.reshape(2, 3, 4), Y.reshape(2, 3, 2))
        for device in range(2):
            found = jax.tree.map(lambda leaf, device=device: leaf[device], state)
            expected = jax.tree.map(lambda a, b: (a + b) / 2, *halves)
            jax.tree.map(lambda a, b: np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6), found, expected)


class TestRefused:
    def test_arguments(self):
        net = make()
        trainer = sgd(net)
        with pytest.raises(TypeError, match="takes a gluon.Trainer, got SGD"):
            jmx.to_jax_step(net, L2, mx.optimizer.SGD(), X)
        with pytest.raises(TypeError, match="needs example inputs"):
            jmx.to_jax_step(net, L2, trainer)
        with pytest.raises(ValueError, match="batch_size must be a positive number, got 0"):
            jmx.to_jax_step(net, L2, trainer, X, batch_size=0)
        with pytest.raises(TypeError, match="The loss is a str"):
            jmx.to_jax_step(net, "l2", trainer, X)
        with pytest.raises(TypeError, match="The loss is a Sequential"):
            jmx.to_jax_step(net, gluon.nn.Sequential(), trainer, X)

    def test_losses(self):
        net = make()
        step, *tree = jmx.to_jax_step(net, gluon.nn.Dense(1, in_units=2), sgd(net), X)
        with pytest.raises(RuntimeError, match="has not been initialized"):
            step(*tree, X)
        loss = gluon.nn.Dense(1, in_units=2)
        loss.initialize()
        step, *tree = jmx.to_jax_step(net, loss, sgd(net), X)
        with pytest.raises(mx.MXNetError, match="has parameters of its own"):
            step(*tree, X)
        step, *tree = jmx.to_jax_step(net, lambda out: [out], sgd(net), X)
        with pytest.raises(TypeError, match="The loss returned a list"):
            step(*tree, X)

    def test_batches(self):
        net = make()
        step, *tree = jmx.to_jax_step(net, L2, sgd(net), X)
        with pytest.raises(TypeError, match="the network has 1 inputs, and the batch has 0 arrays"):
            step(*tree)

    def test_trainer_of_another_network(self):
        with pytest.raises(mx.MXNetError, match="trains none of these parameters"):
            jmx.to_jax_step(make(), L2, sgd(make()), X)


@pytest.mark.parametrize("thing", [jmx.to_jax_step])
def test_examples_of_docstrings(thing):
    names = {"mx": mx, "jmx": jmx, "jnp": jnp, "np": np, "jax": jax}
    found = [test for test in doctest.DocTestFinder(recurse=False).find(thing, thing.__name__, globs=names) if test.examples]
    assert found
    for test in found:
        assert doctest.DocTestRunner().run(test).failed == 0
