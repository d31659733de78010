"""What happens on four CPU devices; run by `test_four_devices.py` with JMX_CPU_DEVICES=4."""

import os

import jax
import numpy as np
import pytest

import jmx as mx
from jmx import autograd, gluon
from jmx.config import jax_internals
from jmx.core.numpy_tier import interpreter

FOUR = [mx.cpu(i) for i in range(4)]


def place(array):
    """The numbers of the devices that an array is on."""
    return [device.id for device in array._data().devices()]


def test_contexts_are_devices():
    assert [place(mx.nd.zeros((2,), ctx=mx.cpu(i))) for i in range(6)] == [[0], [1], [2], [3], [0], [1]]
    assert place(mx.nd.zeros((2,), ctx=mx.cpu_pinned(2))) == [2]
    with mx.cpu(3):
        made = [mx.nd.array([1, 2]), mx.nd.random.uniform(shape=(3,)), mx.nd.arange(4), mx.sym.ones((2,)).eval()[0]]
    assert [place(a) for a in made] == [[3]] * 4


def test_results_stay_where_the_inputs_are():
    moved = [mx.nd.arange(6).reshape((2, 3)).as_in_context(c) for c in FOUR]
    # more often than NumPy runs a program before it is compiled
    for _ in range(3 * interpreter.MOST_CALLS // 2 + 6):
        for i, a in enumerate(moved):
            a.attach_grad()
            with autograd.record():
                b = mx.nd.softmax(a * 2 + a[0:1])
            b.backward()
            assert place(b) == place(a.grad) == [i] and b.ctx == FOUR[i]
    assert len({b.tobytes() for b in [a.grad.asnumpy() for a in moved]}) == 1
    view = moved[2][1]
    view[:] = moved[1][1] * 2
    assert place(moved[2]) == place(view) == [2] and moved[2][1, 2].asscalar() == 10


def test_inputs_of_several_contexts():
    a, b = mx.nd.ones((2, 2)), mx.nd.ones((2, 2), ctx=mx.cpu(1)) * 3
    a.attach_grad()
    b.attach_grad()
    for _ in range(
        3 * interpreter.MOST_CALLS // 2 + 6
    ):  # as in MXNet: CPU contexts share their memory, results go where the first input is
        with autograd.record():
            c = a * b
        c.backward()
        assert place(c) == [0] and place(a.grad) == [0] and place(b.grad) == [1]
    assert a.grad.asnumpy().tolist() == [[3, 3], [3, 3]] and b.grad.asnumpy().tolist() == [[1, 1], [1, 1]]
    mean = mx.nd.zeros((2,), ctx=mx.cpu(2))
    with autograd.record():
        c = mx.nd.BatchNorm(a + 1, mx.nd.ones((2,)), mx.nd.ones((2,)), mean, mx.nd.ones((2,)), momentum=0)
    c.backward()
    assert place(mean) == [2] and mean.asnumpy().tolist() == [2, 2]


def test_graphs_refuse_several_contexts():
    x, y = mx.nd.ones((2,)), mx.nd.ones((2,), ctx=mx.cpu(1))
    both = mx.sym.var("x") * mx.sym.var("y")
    with pytest.raises(mx.base.MXNetError, match=r"x is on cpu\(0\) while y is on cpu\(1\)"):
        mx.nd.CachedOp(both)(x, y)
    with pytest.raises(mx.base.MXNetError, match=r"Input array is in cpu\(1\) while binding with ctx=cpu\(0\)"):
        both.bind(mx.cpu(0), {"x": x, "y": y})
    with pytest.raises(mx.base.MXNetError, match=r"Gradient array is in cpu\(1\) while binding with ctx=cpu\(0\)"):
        both.bind(mx.cpu(0), {"x": x, "y": x}, {"x": y, "y": x})
    assert both.bind(mx.cpu(0), {"x": x, "y": x}, group2ctx={"a": mx.cpu(1)}).forward()[0].asnumpy().tolist() == [1, 1]
    with pytest.raises(mx.base.MXNetError, match=r"must live on one context, these are on cpu\(0\), cpu\(1\)"):
        mx.nd.fused_update([("sgd_update", [x, y], {"lr": 1.0}, x)])
    net = gluon.nn.Dense(2, in_units=2)
    net.initialize()
    with pytest.raises(RuntimeError, match="was not initialized on context"):
        net(mx.nd.ones((1, 2), ctx=mx.cpu(1)))
    assert x.asnumpy().tolist() == [1, 1]


def network():
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(8, in_units=5, activation="tanh"), gluon.nn.Dense(3, in_units=8))
    return net


DRAW = np.random.default_rng(3)
BATCHES = [(DRAW.standard_normal((16, 5)).astype("float32"), DRAW.integers(0, 3, 16)) for _ in range(4)]


def start(net, contexts):
    net.initialize(ctx=contexts)
    rng = np.random.default_rng(1)
    for param in net.collect_params().values():
        param.set_data(mx.nd.array(rng.standard_normal(param.shape) * 0.5 if "gamma" not in param.name else np.ones(param.shape)))


def looped(net, contexts, optimizer, options, **kwargs):
    """The usual loop over contexts; losses of every sample and batch."""
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), optimizer, options, **kwargs)
    found = []
    for x, y in BATCHES:
        xs, ys = gluon.utils.split_and_load(x, contexts), gluon.utils.split_and_load(y, contexts)
        assert [place(a) for a in xs] == [[c.device_id] for c in contexts]
        with autograd.record():
            losses = [loss(net(a), b) for a, b in zip(xs, ys)]
        autograd.backward(losses)
        trainer.step(len(x))
        found.append(np.concatenate([one.asnumpy() for one in losses]))
    return np.array(found), trainer


def same(net, other):
    for a, b in zip(net.collect_params().values(), other.collect_params().values()):
        for copy in a.list_data():
            assert place(copy) == [copy.ctx.device_id]
            np.testing.assert_allclose(copy.asnumpy(), b.data().asnumpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("kvstore", ["local", "device", None])
def test_gluon_training(kvstore, hybrid):
    one, four = network(), network()
    if hybrid:
        four.hybridize()
    start(one, mx.cpu(0))
    start(four, FOUR)
    options = {"learning_rate": 0.1, "momentum": 0.9}
    contexts = FOUR if kvstore else FOUR[3:]
    if kvstore is None:
        four.collect_params().reset_ctx(contexts)
    first, _ = looped(one, [mx.cpu(0)], "sgd", options)
    second, trainer = looped(four, contexts, "sgd", options, kvstore=kvstore)
    np.testing.assert_allclose(first, second, rtol=1e-5, atol=1e-6)
    same(four, one)
    states = trainer._updaters[-1].states or trainer._kvstore._updater.states
    assert place(states[0]) == [3] if kvstore is None else len(place(states[0])) == 1


def test_module_training():
    data = mx.sym.var("data")
    net = mx.sym.FullyConnected(mx.sym.tanh(mx.sym.FullyConnected(data, num_hidden=6, name="a")), num_hidden=3, name="b")
    net = mx.sym.SoftmaxOutput(net, name="softmax")
    found = {}
    x, y = (np.concatenate(a) for a in zip(*BATCHES))
    for contexts in ([mx.cpu(0)], FOUR):
        module = mx.mod.Module(net, context=contexts)
        mx.random.seed(0)
        module.fit(mx.io.NDArrayIter(x, y, 8), num_epoch=2, optimizer="adam", kvstore="device",
                   optimizer_params={"learning_rate": 0.01})  # fmt: skip
        executors = module._exec_group.execs
        assert [place(e.outputs[0])[0] for e in executors] == [c.device_id for c in contexts]
        found[len(contexts)] = {k: v.asnumpy() for group in module.get_params() for k, v in group.items()}
    for name, value in found[1].items():
        np.testing.assert_allclose(found[4][name], value, rtol=1e-5, atol=1e-6, err_msg=name)


def deep():
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(8, in_units=5, activation="tanh"), gluon.nn.BatchNorm(in_channels=8), gluon.nn.Dense(3, in_units=8))
    return net


def whole(net, contexts, trainer, batches=BATCHES, **kwargs):
    """The same as `looped` by the compiled step."""
    step = mx.parallel.DataParallelStep(net, gluon.loss.SoftmaxCrossEntropyLoss(), trainer, **kwargs)
    found = []
    for x, y in batches:
        losses = step(mx.nd.array(x), y)
        assert [one.ctx for one in losses] == contexts and [place(one)[0] for one in losses] == [c.device_id for c in contexts]
        assert [o.shape for o in step.outputs] == [(len(one), 3) for one in losses]
        found.append(np.concatenate([one.asnumpy() for one in losses]))
    return found, step


def both(optimizer, options, contexts=FOUR, **kwargs):
    """Two networks, trained by the loop and by the compiled step, with their losses and trainers."""
    nets = [deep(), deep()]
    for net in nets:
        start(net, contexts)
    first, loop = looped(nets[0], contexts, optimizer, options() if callable(options) else options, **kwargs)
    trainer = gluon.Trainer(nets[1].collect_params(), optimizer, options() if callable(options) else options, **kwargs)
    second, step = whole(nets[1], contexts, trainer)
    np.testing.assert_allclose(np.array(second), first, rtol=1e-5, atol=1e-5)
    return nets, loop, trainer, step


def agree(nets):
    for a, b in zip(*(net.collect_params().values() for net in nets)):
        for left, right in zip(a.list_data(), b.list_data()):
            assert place(right) == [right.ctx.device_id]
            np.testing.assert_allclose(right.asnumpy(), left.asnumpy(), rtol=1e-5, atol=1e-5, err_msg=a.name)


@pytest.mark.parametrize("optimizer, options", [
    ("sgd", lambda: {"momentum": 0.9, "lr_scheduler": mx.lr_scheduler.FactorScheduler(2, 0.5, base_lr=0.1)}),
    ("adam", {"learning_rate": 0.01, "wd": 0.1}),
])  # fmt: skip
def test_compiled_step_is_the_loop(optimizer, options, tmp_path):
    nets, loop, trainer, step = both(optimizer, options)
    agree(nets)  # moving averages, which differ from device to device, included
    assert trainer.learning_rate == loop.learning_rate and trainer.optimizer.num_update == loop.optimizer.num_update
    # an odd batch, then loops and steps in turn on what they left
    x, y = BATCHES[0]
    whole(nets[1], FOUR, trainer, [(x[:14], y[:14]), (x, y)])
    looped_with(nets[0], loop, [(x[:14], y[:14]), (x, y)])
    agree(nets)
    looped_with(nets[1], trainer, BATCHES[1:2])
    looped_with(nets[0], loop, BATCHES[1:2])
    agree(nets)
    trainer.save_states(str(tmp_path / "states"))
    held = nets[1][0].weight.data(FOUR[1]).detach(), step.outputs[0].asnumpy()
    before = held[0].copy().asnumpy()
    trainer.load_states(str(tmp_path / "states"))
    kept = nets[1][0].weight.data(FOUR[2])._data()  # somebody's reference: its memory must not be taken
    value = np.asarray(kept).copy()
    step(x, y)
    looped_with(nets[0], loop, [(x, y)])
    agree(nets)
    assert np.array_equal(np.asarray(kept), value) and not np.array_equal(held[0].asnumpy(), before)


def looped_with(net, trainer, batches):
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    for x, y in batches:
        parts = [gluon.utils.split_and_load(a, FOUR, even_split=False) for a in (x, y)]
        with autograd.record():
            losses = [loss(net(a), b) for a, b in zip(*parts)]
        autograd.backward(losses)
        trainer.step(len(x))


def test_compiled_step_without_a_store_and_on_one_device():
    agree(both("sgd", {"learning_rate": 0.1}, contexts=[FOUR[2], FOUR[1]], kvstore=None)[0])
    agree(both("nag", {"learning_rate": 0.1, "momentum": 0.9}, contexts=[FOUR[3]])[0])


def test_compiled_step_on_contexts_that_are_one_device():
    contexts = [mx.cpu(0), mx.cpu(4)]
    net = network()
    start(net, contexts)
    step = mx.parallel.DataParallelStep(net, gluon.loss.L2Loss(), gluon.Trainer(net.collect_params(), "sgd"))
    assert [one.ctx for one in step(BATCHES[0][0], np.ones((16, 3)))] == contexts


def test_what_the_compiled_step_refuses():
    net, loss = network(), gluon.loss.SoftmaxCrossEntropyLoss()
    start(net, FOUR)
    params = net.collect_params()
    for trainer, reason in (
        (gluon.Trainer(params, "sgd", update_on_kvstore=True), "update_on_kvstore=False"),
        (gluon.Trainer(params, "sgld"), "SGLD computes its update in a way of its own"),
        (gluon.Trainer(params, "sgd", compression_params={"type": "2bit"}), "compressed"),
    ):
        with pytest.raises(mx.base.MXNetError, match=reason):
            mx.parallel.DataParallelStep(net, loss, trainer)
    with pytest.raises(mx.base.MXNetError, match="needs a HybridBlock"):
        mx.parallel.DataParallelStep(gluon.nn.Sequential(), loss, gluon.Trainer(params, "sgd"))
    trainer = gluon.Trainer(params, "adam")
    step = mx.parallel.DataParallelStep(net, loss, trainer)
    before = [p.data(c).asnumpy() for p in params.values() for c in FOUR]
    with pytest.raises(ValueError, match="A batch of 3 cannot be split over 4 contexts"):
        step(*(a[:3] for a in BATCHES[0]))
    with pytest.raises(mx.base.MXNetError):
        step(BATCHES[0][0][:, :4], BATCHES[0][1])
    assert trainer.optimizer.num_update == 0
    assert all(np.array_equal(a, b) for a, b in zip(before, (p.data(c).asnumpy() for p in params.values() for c in FOUR)))
    extra = gluon.Parameter("extra", shape=(2,))
    extra.initialize(ctx=FOUR)
    with pytest.raises(UserWarning, match="does not use: extra"):
        mx.parallel.DataParallelStep(net, loss, gluon.Trainer([*params.values(), extra], "sgd"))(*BATCHES[0])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_forked_child_has_as_many():
    a = mx.nd.arange(3, ctx=mx.cpu(2))
    (a + a).wait_to_read()
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        made = [a + 1, a.as_in_context(mx.cpu(1)) * 2, mx.nd.ones((3,), ctx=mx.cpu(3)) + a]
        os.write(writer, repr([(place(m), m.asnumpy().tolist()) for m in made]).encode())
        os._exit(0)
    os.waitpid(pid, 0)
    assert eval(os.read(reader, 1000)) == [([2], [1, 2, 3]), ([1], [0, 2, 4]), ([3], [1, 2, 3])]


def test_module_with_parameters_on_several_contexts():
    with mx.AttrScope(ctx_group="front"):
        front = mx.sym.tanh(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="a"))
    with mx.AttrScope(ctx_group="back"):
        net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(front, num_hidden=3, name="b"), name="softmax")
    x, y = (np.concatenate(a) for a in zip(*BATCHES))
    found = []
    for contexts, groups in (
        ([FOUR[0]], None),
        ([FOUR[0]], {"front": FOUR[1], "back": FOUR[2]}),
        (FOUR[:2], [{"front": FOUR[0], "back": FOUR[1]}, {"front": FOUR[2], "back": FOUR[3]}]),
    ):
        module = mx.mod.Module(net, context=contexts, group2ctxs=groups)
        mx.random.seed(0)
        module.fit(mx.io.NDArrayIter(x, y, 8), num_epoch=1, optimizer="adam", optimizer_params={"learning_rate": 0.1})
        params = module.get_params()[0]
        found.append(np.concatenate([params[name].asnumpy().ravel() for name in ("a_weight", "b_weight", "b_bias")]))
    assert place(module._exec_group.execs[1].arg_dict["b_weight"]) == [3]
    np.testing.assert_allclose(found[1], found[0], rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(found[2], found[0], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("store", ["device", "dist_sync"])
def test_sums_by_collectives_are_sums_by_moving(store, monkeypatch):
    """What GPUs do, on CPU devices: every device gets its copy of the sum from the collective."""
    from jmx.core.spmd import collectives
    from jmx.kvstore import kvstore

    shapes = [(2, 3), (), (0, 2), (1200, 900), (7,)]
    found, calls, add = [], [], collectives.all_reduce_local
    monkeypatch.setattr(collectives, "all_reduce_local", lambda *a: calls.append(1) or add(*a))
    for kinds in (("gpu",), ("gpu", "cpu")):
        monkeypatch.setattr(kvstore, "_BY_COLLECTIVES", kinds)
        monkeypatch.setenv("JMX_BUCKET_SIZE", "1")
        calls.clear()
        with mx.util.np_shape():
            kinds_of = ["float32", "float16", "float32", "float32", "int64"]
            values = [
                [mx.nd.array(np.random.RandomState(i).randn(*shape) * 9 + i, ctx=c, dtype=kind) for i, c in enumerate(FOUR)]
                for shape, kind in zip(shapes, kinds_of)
            ]
            kv = mx.kv.create(store)
            keys = list(range(len(shapes)))
            kv.init(keys, [of[0].zeros_like() for of in values])
            kv.pushpull(keys, values)
            assert all(place(a) == [i] for of in values for i, a in enumerate(of))
            for of in values:
                assert all((a.asnumpy() == of[0].asnumpy()).all() for a in of)
            found.append([of[0].asnumpy() for of in values])
            kv.push(keys, values)
        assert len(calls) == 2 * ("cpu" in kinds)
    for a, b in zip(*found):
        assert a.dtype == b.dtype and a.shape == b.shape
        np.testing.assert_allclose(a, b, rtol=2e-3 if a.dtype == "float16" else 1e-6, atol=1e-6)


def test_what_a_step_asks_of_xla_for_its_sums(monkeypatch):
    """On GPUs: sums of an eighth of the gradients' bytes, so that most have something to be computed beside them."""
    asked = []
    monkeypatch.setattr(jax_internals, "options_for_sums", lambda jax, *which: asked.append(which))
    net = gluon.nn.Dense(1500, in_units=1500, use_bias=False)
    net.initialize(ctx=FOUR[:2])
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    mx.parallel.DataParallelStep(net, gluon.loss.L2Loss(), trainer)(mx.nd.ones((4, 1500)), mx.nd.ones((4, 1500)))
    assert asked == [("cpu", 4 * 1500 * 1500 // 8)]
    monkeypatch.undo()
    assert jax_internals.options_for_sums(jax, "cpu", 1 << 20) is None
    assert jax_internals.options_for_sums(jax, "gpu", 1 << 20) in (None, {"xla_gpu_all_reduce_combine_threshold_bytes": 1 << 20})
    monkeypatch.setattr(jax, "jit", lambda *_, **__: (_ for _ in ()).throw(RuntimeError("No such compile option")))
    assert jax_internals.options_for_sums(jax, "gpu", 1 << 20) is None
