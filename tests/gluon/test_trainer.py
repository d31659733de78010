"""Trainer against MXNet: parameters after some steps, states both ways, stores, errors."""

import pickle

import gluon_cases as cases
import gluon_golden as golden
import numpy as np
import pytest

import jmx as mx
from jmx import gluon

CPU = mx.cpu()


def values(net, ctx=None):
    return {name: param.data(ctx).asnumpy() for name, param in net.collect_params().items()}


@pytest.mark.parametrize("hybridize", [False, True], ids=["eager", "hybrid"])
@pytest.mark.parametrize("name", cases.TRAININGS)
def test_one_context(name, hybridize):
    net, trainer = cases.train(mx, name, [mx.cpu()], hybridize=hybridize)
    golden.close(values(net), golden.numbers(f"train/{name}"))
    assert trainer._kvstore is None


@pytest.mark.parametrize(
    "args",
    [{}, {"kvstore": "local"}, {"update_on_kvstore": False}, {"kvstore": "device", "update_on_kvstore": True}],
    ids=["default", "local", "off_store", "on_store"],
)
def test_two_contexts(args):
    contexts = [mx.cpu(0), mx.cpu(1)]
    net, trainer = cases.train(mx, "sgd_momentum", contexts, **args)
    golden.close(values(net, mx.cpu(1)), golden.numbers("train2/sgd_momentum"))
    assert trainer._update_on_kvstore is (args.get("update_on_kvstore") is not False)
    dense = {name: value for name, value in values(net, mx.cpu(0)).items() if "running" not in name}
    for name, value in dense.items():
        np.testing.assert_array_equal(value, net.collect_params()[name].data(mx.cpu(1)).asnumpy())


def test_without_store_contexts_stay_apart():
    net, trainer = cases.train(mx, "sgd", [mx.cpu(0), mx.cpu(1)], kvstore=None)
    weight = net.collect_params()["net_dense0_weight"]
    assert (weight.data(mx.cpu(0)).asnumpy() != weight.data(mx.cpu(1)).asnumpy()).any()


@pytest.mark.parametrize("name", cases.TRAININGS)
def test_states_of_mxnet_continue(name, tmp_path):
    straight, _ = cases.train(mx, name, [mx.cpu()], steps=4)
    net, trainer = cases.train(mx, name, [mx.cpu()], steps=3)
    trainer.save_states(str(tmp_path / "own.states"))
    for file in (tmp_path / "own.states", golden.FILES / f"{name}.states"):
        fresh = cases.small_net(mx)
        fresh.initialize()
        for key, param in fresh.collect_params().items():
            param.set_data(net.collect_params()[key].data())
        second = gluon.Trainer(fresh.collect_params(), name.split("_")[0], cases.TRAININGS[name])
        second.load_states(str(file))
        assert second.optimizer.num_update == 3
        loss = gluon.loss.L2Loss()
        with mx.autograd.record():
            part = loss(fresh(mx.nd.array(cases.fill((8, 3), 13))), mx.nd.array(cases.fill((8, 2), 23)))
        part.backward()
        second.step(8)
        golden.close(values(fresh), values(straight), rtol=2e-4)


def test_states_run_no_code(tmp_path):
    class Harm:
        def __reduce__(self):
            return print, ("harm",)

    _, trainer = cases.train(mx, "sgd_momentum", [mx.cpu()])
    file = tmp_path / "bad.states"
    file.write_bytes(pickle.dumps(({0: Harm()}, None)))
    before = trainer._updaters[0].states
    with pytest.raises(pickle.UnpicklingError):
        trainer.load_states(str(file))
    assert trainer._updaters[0].states is before


def test_all_parameters_are_updated_by_one_call():
    net, trainer = cases.train(mx, "adam", [mx.cpu()])
    calls = []
    updater = trainer._updaters[0]
    trainer._updaters = [lambda *args: (calls.append(args[0]), updater(*args))]
    with mx.autograd.record():
        net(mx.nd.ones((8, 3))).backward()
    trainer.step(8)
    assert len(calls) == 1
    assert len(calls[0]) == 6


def test_stale_gradients():
    net, trainer = cases.train(mx, "sgd", [mx.cpu()])
    before = values(net)
    with pytest.raises(UserWarning, match="net_.* on context cpu.0. has not been updated by backward"):
        trainer.step(8)
    trainer.step(8, ignore_stale_grad=True)
    golden.close(values(net), before, rtol=0, atol=0)


def test_allreduce_and_update_apart():
    contexts = [mx.cpu(0), mx.cpu(1)]
    x = gluon.Parameter("x", shape=(3,))
    x.initialize(ctx=contexts, init="zeros")
    trainer = gluon.Trainer([x], "sgd", {"learning_rate": 1.0}, update_on_kvstore=False)
    with mx.autograd.record():
        for number, array in enumerate(x.list_data()):
            (array * (number + 1)).backward()
    trainer.allreduce_grads()
    assert [grad.asnumpy().tolist() for grad in x.list_grad()] == [[3, 3, 3]] * 2
    trainer.update(3)
    assert [array.asnumpy().tolist() for array in x.list_data()] == [[-1, -1, -1]] * 2
    on_store = gluon.Trainer([x], "sgd", update_on_kvstore=True)
    for method in (on_store.allreduce_grads, lambda: on_store.update(1)):
        with pytest.raises(AssertionError, match="update_on_kvstore"):
            method()


def test_frozen_parameters_are_left_alone():
    net = cases.small_net(mx)
    net.collect_params(".*dense0.*").setattr("grad_req", "null")
    net, _ = cases.train(mx, "sgd", [mx.cpu()], net=net)
    start = cases.small_net(mx)
    start.initialize()
    cases.set_params(mx, start)
    got, first = values(net), values(start)
    assert (got["net_dense0_weight"] == first["net_dense0_weight"]).all()
    assert (got["net_dense1_weight"] != first["net_dense1_weight"]).any()


def test_learning_rate():
    net, trainer = cases.train(mx, "sgd", [mx.cpu()])
    assert trainer.learning_rate == 0.1
    trainer.set_learning_rate(0.5)
    assert trainer.learning_rate == trainer.optimizer.learning_rate == 0.5
    scheduler = mx.lr_scheduler.FactorScheduler(1, 0.5)
    scheduled = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1.0, "lr_scheduler": scheduler})
    assert scheduled.learning_rate == 1.0
    with pytest.raises(UserWarning):
        scheduled.set_learning_rate(0.1)


def test_multipliers():
    x, y = gluon.Parameter("x", shape=(2,), lr_mult=2.0), gluon.Parameter("y", shape=(2,), wd_mult=0.0)
    for param in (x, y):
        param.initialize(init="ones")
    trainer = gluon.Trainer([x, y], "sgd", {"learning_rate": 0.1, "wd": 1.0})
    with mx.autograd.record():
        (x.data() + y.data()).backward()
    trainer.step(1)
    np.testing.assert_allclose(x.data().asnumpy(), [0.6, 0.6], rtol=1e-6)
    np.testing.assert_allclose(y.data().asnumpy(), [0.9, 0.9], rtol=1e-6)


def test_changed_gradient_request():
    net, trainer = cases.train(mx, "sgd", [mx.cpu()])
    net.collect_params().setattr("grad_req", "add")
    x = mx.nd.ones((4, 3))
    grads = []
    for _ in range(2):
        with mx.autograd.record():
            out = net(x)
        out.backward()
        grads.append(net[2].weight.grad().asnumpy())
    np.testing.assert_allclose(grads[1], 2 * grads[0], rtol=1e-5)
    net.collect_params().zero_grad()
    assert not net[2].weight.grad().asnumpy().any()


def test_wrong_arguments():
    x = gluon.Parameter("x", shape=(2,))
    x.initialize(ctx=mx.cpu(0))
    y = gluon.Parameter("y", shape=(2,))
    y.initialize(ctx=mx.cpu(1))
    with pytest.raises(AssertionError, match="same set of contexts"):
        gluon.Trainer([x, y], "sgd")
    with pytest.raises(ValueError, match="list or dict of Parameters"):
        gluon.Trainer("x", "sgd")
    with pytest.raises(ValueError, match="list of"):
        gluon.Trainer([x.data()], "sgd")
    with pytest.raises(AssertionError, match="optimizer_params"):
        gluon.Trainer([x], mx.optimizer.SGD(), {"learning_rate": 1})
    with pytest.raises(RuntimeError, match="has not been initialized"):
        gluon.Trainer([gluon.Parameter("z", shape=(2,))], "sgd")


class TestOptax:
    """Transformations of optax instead of optimizers."""

    def run(self, transformation, steps=3, contexts=(CPU,), net=None, **args):
        net = net or cases.small_net(mx)
        net.initialize(ctx=list(contexts))
        cases.set_params(mx, net)
        trainer = gluon.Trainer(net.collect_params(), transformation, **args)
        self.more(net, trainer, range(steps), contexts)
        return net, trainer

    def more(self, net, trainer, steps, contexts=(CPU,)):
        loss = gluon.loss.L2Loss()
        for step in steps:
            data = gluon.utils.split_and_load(mx.nd.array(cases.fill((8, 3), 10 + step)), list(contexts))
            label = gluon.utils.split_and_load(mx.nd.array(cases.fill((8, 2), 20 + step)), list(contexts))
            with mx.autograd.record():
                parts = [loss(net(x), y) for x, y in zip(data, label)]
            mx.autograd.backward(parts)
            trainer.step(8)

    def test_same_as_built_in(self):
        import optax

        net, _ = self.run(optax.sgd(0.1))
        golden.close(values(net), golden.numbers("train/sgd"))
        net, _ = self.run(optax.adam(0.01))
        golden.close(values(net), golden.numbers("train/adam"), rtol=1e-3, atol=1e-4)

    def test_two_contexts(self):
        import optax

        contexts = [mx.cpu(0), mx.cpu(1)]
        net, _ = self.run(optax.sgd(0.1), contexts=contexts)
        golden.close(values(net, mx.cpu(1)), golden.numbers("train2/sgd"))
        with pytest.raises(ValueError, match="update_on_kvstore"):
            self.run(optax.sgd(0.1), contexts=contexts, update_on_kvstore=True)

    def test_states(self, tmp_path):
        import optax

        file = str(tmp_path / "optax.states")
        straight, _ = self.run(optax.adamw(0.01), steps=5)
        net, trainer = self.run(optax.adamw(0.01), steps=3)
        trainer.save_states(file)
        assert b"optax" in (tmp_path / "optax.states").read_bytes()
        second = gluon.Trainer(net.collect_params(), optax.adamw(0.01))
        second.load_states(file)
        self.more(net, second, range(3, 5))
        golden.close(values(net), values(straight))
        other = gluon.Trainer(net.collect_params(), optax.sgd(0.1))
        self.more(net, other, range(1))
        with pytest.raises(ValueError, match="another optax transformation"):
            other.load_states(file)

    def test_learning_rate(self):
        import optax

        net, trainer = self.run(optax.inject_hyperparams(optax.sgd)(learning_rate=0.5))
        assert trainer.learning_rate == 0.5
        trainer.set_learning_rate(0.0)
        before = values(net)
        self.more(net, trainer, range(1))
        moved = {name for name, value in values(net).items() if (value != before[name]).any()}
        assert moved == {"net_batchnorm0_running_mean", "net_batchnorm0_running_var"}
        _, trainer = self.run(optax.sgd(0.5))
        with pytest.raises(UserWarning, match="inject_hyperparams"):
            _ = trainer.learning_rate

    def test_multipliers(self):
        import optax

        net = cases.small_net(mx)
        net.collect_params(".*dense0.*").setattr("lr_mult", 0.0)
        net, _ = self.run(optax.sgd(0.5), net=net)
        start, _ = self.run(optax.sgd(0.5), steps=0)
        assert (values(net)["net_dense0_weight"] == values(start)["net_dense0_weight"]).all()
        assert (values(net)["net_dense1_weight"] != values(start)["net_dense1_weight"]).any()
        net = cases.small_net(mx)
        net.collect_params().setattr("wd_mult", 0.5)
        with pytest.raises(ValueError, match="wd_mult"):
            self.run(optax.sgd(0.5), net=net)

    def test_changing_set_of_parameters(self):
        import optax

        net, trainer = self.run(optax.sgd(0.5))
        with mx.autograd.record():
            net[0](mx.nd.ones((2, 3))).backward()
        with pytest.raises(ValueError, match="same parameters at every step"):
            trainer.step(2, ignore_stale_grad=True)


def test_without_parameters():
    with pytest.raises(TypeError, match="without parameters"):
        gluon.Trainer({}, "sgd").step(1)
