"""Modules: what they promise beyond the values of the real MXNet."""

import os
import shutil

import numpy as np
import pytest

import jmx as mx
from jmx.core.run import fused_update
from tests.golden import module_cases as cases

SHAPES = [("data", (4, 5))], [("softmax_label", (4,))]


def ready(symbol=None, **kwargs):
    symbol = cases.mlp(mx) if symbol is None else symbol
    module = mx.mod.Module(symbol, **kwargs)
    module.bind(*SHAPES)
    arg, aux = cases.values(mx, symbol, data=(4, 5))
    module.init_params(arg_params=arg, aux_params=aux)
    return module


def batch(n=4, seed=0):
    return mx.io.DataBatch([mx.nd.array(cases.some(n, 5, seed=seed))], [mx.nd.array(np.arange(n) % 3)])


def everything(module):
    arg, aux = module.get_params()
    return {n: a.asnumpy() for n, a in {**arg, **aux}.items()}


def test_states_are_the_bytes_of_mxnet(tmp_path):
    prefix = os.path.join(cases.FIXTURES, "mod")
    module = mx.mod.Module.load(prefix, 5, load_optimizer_states=True)
    x = np.load(os.path.join(cases.FIXTURES, "expected.npz"))["mod-symbol.json|X"]
    label = next(n for n in module.symbol.list_arguments() if n.endswith("label"))
    module.bind([("data", (4, *x.shape[1:]))], [(label, (4,))])
    module.init_optimizer(optimizer_params={"learning_rate": 0.1, "momentum": 0.9, "wd": 1e-3})
    module.save_checkpoint(str(tmp_path / "mod"), 5, save_optimizer_states=True)
    for name in ("mod-symbol.json", "mod-0005.params", "mod-0005.states"):
        with open(tmp_path / name, "rb") as found, open(os.path.join(cases.FIXTURES, name), "rb") as wanted:
            assert found.read() == wanted.read(), name


def test_one_more_step_after_a_checkpoint_of_mxnet():
    prefix = os.path.join(cases.FIXTURES, "mod")
    expected = np.load(os.path.join(cases.FIXTURES, "expected.npz"))
    module = mx.mod.Module.load(prefix, 5)
    module.bind([("data", expected["mod-symbol.json|X"].shape)], for_training=False)
    found = module.predict(mx.nd.array(expected["mod-symbol.json|X"]))
    np.testing.assert_allclose(found.asnumpy(), expected["mod-symbol.json|pred"], rtol=1e-5, atol=1e-6)


def test_update_is_one_program(monkeypatch):
    module = ready()
    module.init_optimizer(optimizer_params={"learning_rate": 0.1, "momentum": 0.9})
    module.forward_backward(batch())
    module.update()
    calls = []
    run = fused_update.Arrangement.run
    monkeypatch.setattr(fused_update.Arrangement, "run", lambda self, *args: (calls.append(len(self.bound)), run(self, *args)))
    module.update()
    assert calls == [6]


@pytest.mark.parametrize("kvstore", ["local", None])
def test_devices_agree_with_one(kvstore):
    """A network without statistics of the batch learns the same on one device and on several."""
    x = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    symbol = mx.sym.SoftmaxOutput(x, name="softmax")
    one = ready(symbol)
    three = ready(symbol, context=[mx.cpu(0), mx.cpu(1)], work_load_list=[1, 3])
    one.init_optimizer(kvstore=kvstore, optimizer_params={"momentum": 0.9})
    three.init_optimizer(kvstore="device", optimizer_params={"momentum": 0.9})
    for seed in range(3):
        for module in (one, three):
            module.forward_backward(batch(seed=seed))
            module.update()
    for name, value in everything(one).items():
        np.testing.assert_allclose(everything(three)[name], value, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("wrong", [{"fc1_weight": (4, 5), "fc1_bias": (9,)}, {"fc1_weight": (4, 5)}, {"fc1_weight": (5, 4)}])
@pytest.mark.parametrize("allow_missing", [False, True])
def test_refused_parameters_change_nothing(wrong, allow_missing):
    module = ready()
    before = everything(module)
    given = {name: mx.nd.ones(shape) for name, shape in wrong.items()}
    given["unknown"] = mx.nd.ones(1)
    with pytest.raises((RuntimeError, ValueError)):
        module.set_params(given, {}, allow_missing=allow_missing)
    module._params_dirty = True
    for name, value in everything(module).items():
        np.testing.assert_array_equal(value, before[name])


def test_refused_bind_leaves_the_module_unbound():
    module = mx.mod.Module(cases.mlp(mx))
    with pytest.raises(AssertionError, match="same batch size"):
        module.bind(SHAPES[0], [("softmax_label", (3,))])
    assert not module.binded and module._arg_params is None
    module.bind(*SHAPES)
    assert module.binded


def test_refused_batch_leaves_the_module_as_it_was():
    module = ready()
    with pytest.raises(mx.MXNetError, match="fc1_weight"):
        module.forward(mx.io.DataBatch([mx.nd.ones((4, 6))], [mx.nd.ones(4)]))
    assert module.data_shapes == SHAPES[0]
    module.forward(batch(), is_train=False)
    assert module.get_outputs()[0].shape == (4, 3)


def test_second_calls_warn(caplog):
    module = ready()
    module.bind(*SHAPES)
    assert "Already bound, ignoring bind()" in caplog.text
    with pytest.warns(UserWarning, match="Parameters already initialized and force_init=False. init_params call ignored."):
        module.init_params()
    module.init_optimizer()
    module.init_optimizer()
    assert "optimizer already initialized, ignoring..." in caplog.text
    module.init_optimizer(optimizer="adam", force_init=True)
    assert type(module._optimizer).__name__ == "Adam"


def test_rescale_of_a_ready_made_optimizer_warns():
    module = ready()
    with pytest.warns(UserWarning, match=r"rescale_grad is not normalized to 1.0/batch_size/num_workers \(1.0 vs. 0.25\)"):
        module.init_optimizer(optimizer=mx.optimizer.SGD())
    assert module._optimizer.idx2name[0] == "fc1_weight"


def test_label_that_the_symbol_lacks_warns():
    with pytest.warns(UserWarning, match="label_names=.*Did you mean one of"):
        mx.mod.Module(mx.sym.Variable("data") * 2)


def test_rebind_keeps_parameters():
    module = ready()
    before = everything(module)
    module.bind([("data", (2, 5))], for_training=False, force_rebind=True)
    assert not module.for_training and module.label_shapes is None
    for name, value in everything(module).items():
        np.testing.assert_array_equal(value, before[name])
    module.forward(mx.io.DataBatch([mx.nd.ones((2, 5))]))
    assert module.get_outputs()[0].shape == (2, 3)


def test_shared_module_uses_the_same_arrays():
    first = ready()
    first.init_optimizer()
    second = mx.mod.Module(first.symbol)
    second.bind([("data", (2, 5))], [("softmax_label", (2,))], shared_module=first)
    assert second.optimizer_initialized
    second.forward_backward(batch(2))
    second.update()
    a, b = (m._exec_group.execs[0] for m in (first, second))
    for name in ("fc1_weight", "bn_gamma"):
        assert a.arg_dict[name] is b.arg_dict[name] and a.grad_dict[name] is b.grad_dict[name]
    assert a.aux_dict["bn_moving_mean"] is b.aux_dict["bn_moving_mean"]


def test_buckets_with_other_shapes_of_a_parameter_are_refused():
    def net(length):
        x = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
        return mx.sym.SoftmaxOutput(x, name="softmax"), ("data",), ("softmax_label",)

    module = mx.mod.BucketingModule(net, default_bucket_key=5)
    module.bind(*SHAPES)
    module.init_params()
    with pytest.raises(RuntimeError, match="fc_weight is a shared argument"):
        module.switch_bucket(7, [("data", (4, 7))], SHAPES[1])
    assert module._curr_bucket_key == 5 and 7 not in module._buckets


def test_gradient_of_one_output_as_an_array():
    net = mx.sym.Variable("data") * 3
    module = mx.mod.Module(net, label_names=None)
    module.bind(SHAPES[0], inputs_need_grad=True)
    module.init_params()
    module.forward(mx.io.DataBatch([mx.nd.ones((4, 5))]))
    module.backward(mx.nd.ones((4, 5)) * 2)
    np.testing.assert_array_equal(module.get_input_grads()[0].asnumpy(), np.full((4, 5), 6, "float32"))


def test_loss_without_labels_is_scored():
    net = mx.sym.MakeLoss(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc"))
    module = mx.mod.Module(net, label_names=None)
    data = mx.io.NDArrayIter(np.ones((4, 5), "float32"), batch_size=2)
    module.bind(data.provide_data)
    module.init_params(mx.init.One())
    assert module.score(data, mx.metric.Loss()) == [("loss", 5.0)]


def test_groups_of_contexts_place_arrays():
    with mx.AttrScope(ctx_group="left"):
        a = mx.sym.Variable("a") * 2
    with mx.AttrScope(ctx_group="right"):
        c = a + mx.sym.Variable("b")
    module = mx.mod.Module(c, data_names=["a", "b"], label_names=None, group2ctxs={"left": mx.cpu(1), "right": [mx.cpu(2)]})
    module.bind([("a", (2, 3)), ("b", (2, 3))], inputs_need_grad=True)
    module.init_params()
    module.forward(mx.io.DataBatch([mx.nd.ones((2, 3)), mx.nd.ones((2, 3))]))
    module.backward([mx.nd.ones((2, 3))])
    grads = module.get_input_grads()
    assert [g.context for g in grads] == [mx.cpu(1), mx.cpu(2)]
    np.testing.assert_array_equal(grads[0].asnumpy(), np.full((2, 3), 2, "float32"))
    np.testing.assert_array_equal(module.get_outputs()[0].asnumpy(), np.full((2, 3), 3, "float32"))


def test_fixed_parameters_stay():
    module = ready(fixed_param_names=["fc1_weight"])
    module.init_optimizer(optimizer_params={"learning_rate": 1.0})
    before = everything(module)
    module.forward_backward(batch())
    module.update()
    after = everything(module)
    np.testing.assert_array_equal(after["fc1_weight"], before["fc1_weight"])
    assert (after["fc2_weight"] != before["fc2_weight"]).any()


def test_checkpoint_that_lacks_its_states(tmp_path):
    for name in ("mod-symbol.json", "mod-0005.params"):
        shutil.copy(os.path.join(cases.FIXTURES, name), tmp_path)
    module = mx.mod.Module.load(str(tmp_path / "mod"), 5, load_optimizer_states=True)
    x = np.load(os.path.join(cases.FIXTURES, "expected.npz"))["mod-symbol.json|X"]
    module.bind([("data", x.shape)], for_training=True)
    with pytest.raises(FileNotFoundError):
        module.init_optimizer()


def test_monitor_logs(caplog):
    caplog.set_level("INFO")
    module = ready()
    monitor = mx.mon.Monitor(1, stat_func=lambda x: [x.max(), x.min()], pattern="fc1_bias")
    module.install_monitor(monitor)
    monitor.tic()
    module.forward(batch())
    monitor.toc_print()
    bias = module.get_params()[0]["fc1_bias"].asnumpy()
    assert caplog.messages == [f"Batch:       1 fc1_bias{' ' * 22} {bias.max()!s}\t{bias.min()!s}\t"]
    assert monitor.toc() == []


class Batches(mx.io.DataIter):
    provide_data, provide_label = SHAPES

    def __init__(self, *batches):
        super().__init__(4)
        self.batches, self.given = batches, 0

    def reset(self):
        self.given = 0

    def next(self):
        if self.given == len(self.batches):
            raise StopIteration
        self.given += 1
        return self.batches[self.given - 1]


@pytest.mark.parametrize("batches", [(None,), (batch(), None, batch())])
def test_an_iterator_that_returns_none_is_not_at_its_end(batches):
    with pytest.raises(AttributeError, match="NoneType"):
        ready().fit(Batches(*batches), num_epoch=1)


def test_of_more_labels_than_the_batch_has_the_first_count():
    module, metric = ready(), mx.metric.create("acc")
    data = mx.io.DataBatch(batch().data, [mx.nd.array([0, 1, 2, 0, 9, 9])])
    module.forward(data, is_train=False)
    module.update_metric(metric, data.label)
    predicted = module.get_outputs()[0].asnumpy().argmax(1)
    assert metric.num_inst == 4 and metric.get()[1] == (predicted == [0, 1, 2, 0]).mean()
