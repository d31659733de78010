"""Key-value stores: sums over devices, updates inside the store, plug-ins, and what they refuse."""

import concurrent.futures
import ctypes
import warnings

import numpy as np
import pytest

import jmx as mx
from jmx import nd
from jmx.kvstore._compression import TwoBits

KINDS = "local device local_update_cpu local_allreduce_cpu local_allreduce_device nccl p3 horovod byteps".split()
DISTRIBUTED = "dist dist_sync dist_device_sync dist_sync_device dist_async".split()


def _ones(shape=(2, 3), **kwargs):
    return mx.nd.ones(shape, **kwargs)


def _is(array, value):
    np.testing.assert_allclose(array.asnumpy(), np.full(array.shape, value), rtol=1e-6)


@pytest.mark.filterwarnings("ignore:kvstore dist_async runs synchronously")
@pytest.mark.parametrize("kind", KINDS + DISTRIBUTED)
def test_types(kind):
    store = mx.kv.create(kind.upper())
    assert store.type == kind and store.rank == 0 and store.num_workers == 1
    assert store.is_capable("optimizer")
    assert isinstance(store, mx.kvstore.KVStoreBase)
    assert store._barrier() is None and store._send_command_to_servers(0, "") is None


@pytest.mark.parametrize("keys", [[3, 5, 7], ["b", "c", "d"]])
def test_push_and_pull(keys):
    store = mx.kv.create()
    store.init(keys[0], _ones())
    store.init(keys[1:], [_ones()] * 2)
    out = mx.nd.zeros((2, 3))
    store.pull(keys[0], out=out)
    _is(out, 1)
    store.push(keys[0], _ones() * 8)
    store.pull(keys[0], out=out)
    _is(out, 8)
    outs = [mx.nd.zeros((2, 3)) for _ in keys]
    store.push(keys, [_ones() * i for i in range(3)], priority=-3)
    store.pull(keys, out=outs)
    for i, o in enumerate(outs):
        _is(o, i)


def test_several_devices():
    store = mx.kv.create("device")
    devices = [mx.cpu(i) for i in range(3)]
    store.init([1, 2], [_ones()] * 2)
    values = [[_ones(ctx=c) * (i + 1) for i, c in enumerate(devices)] for _ in range(2)]
    store.push([1, 2], values)
    outs = [[mx.nd.zeros((2, 3), ctx=c) for c in devices] for _ in range(2)]
    store.pull([1, 2], out=outs)
    for of_key in outs:
        for o, c in zip(of_key, devices):
            assert o.context == c
            _is(o, 6)
    # the same key several times adds up too
    store.push([1, 1], [_ones(), _ones() * 4])
    store.pull(1, out=outs[0])
    _is(outs[0][2], 5)


def test_pushpull():
    store = mx.kv.create()
    store.init(3, _ones())
    values, out = [_ones() * 2, _ones(ctx=mx.cpu(1)) * 3], mx.nd.zeros((2, 3))
    store.pushpull(3, values, out=out)
    _is(out, 5)
    # without an updater the stored value stays
    store.pull(3, out=out)
    _is(out, 1)
    store.pushpull(3, values)
    _is(values[0], 5)
    _is(values[1], 5)
    store.pushpull(77, values, out=out)
    _is(out, 10)


def test_broadcast():
    store = mx.kv.create("device")
    outs = [mx.nd.zeros((2, 3), ctx=mx.cpu(i)) for i in range(2)]
    store.broadcast("w", _ones() * 4, out=outs)
    _is(outs[1], 4)
    with pytest.raises(mx.base.MXNetError, match="duplicate init of key w"):
        store.broadcast("w", _ones(), out=outs)
    _is(outs[1], 4)


def test_the_store_keeps_copies():
    store = mx.kv.create()
    value = _ones()
    store.init(1, value)
    value[:] = 5
    out = mx.nd.zeros((2, 3))
    store.pull(1, out=out)
    _is(out, 1)
    value[:] = 3
    store.push(1, value)
    value[:] = 4
    store.pull(1, out=out)
    out[:] = 9
    store.pull(1, out=out)
    _is(out, 3)


def test_updater_of_the_user():
    seen = []

    def update(key, pushed, stored):
        seen.append(key)
        stored += pushed * 2

    store = mx.kv.create()
    store.init([5, 3], [_ones(), _ones()])
    store._set_updater(update)
    store.push([5, 3], [[_ones(), _ones()], _ones()])
    out = mx.nd.zeros((2, 3))
    store.pull(5, out=out)
    _is(out, 5)
    assert seen == [3, 5]
    store = mx.kv.create()
    store.init(["b", "a"], [_ones(), _ones()])
    store._set_updater(update)
    store.pushpull("a", _ones(), out=out)
    _is(out, 3)
    assert seen[2:] == [b"a"]


@pytest.mark.parametrize("keys", [[0, 1], ["a_weight", "b_weight"]])
def test_optimizer_in_the_store(keys, tmp_path):
    store = mx.kv.create("device")
    store.init(keys, [_ones(), _ones((4,))])
    with pytest.raises(AssertionError, match="Cannot save states"):
        store.save_optimizer_states(str(tmp_path / "s"))
    store.set_optimizer(mx.optimizer.SGD(learning_rate=0.5, momentum=0.5))
    outs = [mx.nd.zeros((2, 3)), mx.nd.zeros((4,))]
    grads = [[_ones(), _ones(ctx=mx.cpu(1))], [_ones((4,))]]
    store.pushpull(keys, grads, out=outs)
    _is(outs[0], 0)
    _is(outs[1], 0.5)
    assert set(store._updater.states) == set(keys)
    file = str(tmp_path / "states")
    store.save_optimizer_states(file, dump_optimizer=True)
    store.pushpull(keys, grads, out=outs)
    after = outs[0].asnumpy()
    again = mx.kv.create()
    again.init(keys, [_ones() * 0, _ones((4,)) * 0.5])
    again.set_optimizer(mx.optimizer.SGD(learning_rate=9.0))
    again.load_optimizer_states(file)
    again.pushpull(keys, grads, out=outs)
    assert (outs[0].asnumpy() == after).all()
    assert [p.name for p in tmp_path.iterdir()] == ["states"]


def test_refused():
    store = mx.kv.create()
    out = _ones()
    store.init(3, out)
    with pytest.raises(mx.base.MXNetError, match="duplicate init of key 3"):
        store.init([4, 3], [out, out])
    with pytest.raises(mx.base.MXNetError, match="key 4 has not been inited"):
        store.pull(4, out=out)
    with pytest.raises(mx.base.MXNetError, match="key 9 has not been inited"):
        store.push([3, 9], [out * 5, out])
    with pytest.raises(mx.base.MXNetError, match="Mixed key types are not allowed"):
        store.init("x", out)
    with pytest.raises(AssertionError, match="inconsistent types of keys"):
        store.push([3, "x"], [out, out])
    with pytest.raises(AssertionError, match="unexpected type for keys"):
        store.push(3.5, out)
    with pytest.raises(AssertionError):
        store.pull(3)
    with pytest.raises(AssertionError):
        store.init([5, 6], [out])
    with pytest.raises(ValueError, match="Unknown capability: fly"):
        store.is_capable("fly")
    with pytest.raises(Exception, match="Gradient compression is not supported"):
        store.set_gradient_compression({"type": "2bit"})
    device = mx.kv.create("device")
    for bad, message in (
        ({}, "Required parameter type"),
        ({"type": "1bit"}, "Unknown type for gradient compression 1bit; there are '2bit', as in MXNet, and 'bf16' and 'fp16'"),
        ({"type": "2bit", "threshold": 0}, "threshold must be greater than 0"),
        ({"type": "2bit", "threshold": "a"}, "expect float but value='a'"),
    ):
        with pytest.raises(mx.base.MXNetError, match=message):
            device.set_gradient_compression(bad)
    device.set_gradient_compression({"type": "2bit"})
    device.init(0, mx.nd.zeros((2,), dtype="float64"))
    with pytest.raises(mx.base.MXNetError, match="for float32 gradients, the one of key 0 is float64"):
        device.push(0, [mx.nd.ones((2,), dtype="float64")] * 2)
    with pytest.raises(mx.base.MXNetError, match="row_sparse_pull"):
        store.row_sparse_pull(3, out=out, row_ids=mx.nd.array([0]))
    with pytest.raises(TypeError, match="name must be a string"):
        mx.kv.create(3)
    for call in (store.pull, lambda key, out: store.pushpull(key, out * 2, out=_ones((3, 3)))):
        with pytest.raises(mx.base.MXNetError, match=r"shape mismatch from.shape = \[2, ?3\] to.shape=\[3, ?3\]"):
            call(3, out=_ones((3, 3)) if call == store.pull else out)
    with pytest.raises(mx.base.MXNetError, match="shape mismatch"):
        store.broadcast(8, out, out=[out, _ones((3, 3))])
    with pytest.raises(mx.base.MXNetError, match="key 8 has not been inited"):
        store.pull(8, out=out)
    with pytest.raises(mx.base.MXNetError, match="'devcie' is unknown; did you mean 'device'. Types are local, "):
        mx.kv.create("devcie")
    with pytest.raises(mx.base.MXNetError):
        mx.kvstore.KVStoreServer(store).run()
    store.pull(3, out=out)
    _is(out, 1)


def test_plug_in():
    @mx.kvstore.KVStoreBase.register
    class Mine(mx.kvstore.KVStoreBase):
        pass

    assert isinstance(mx.kv.create("Mine"), Mine)
    for call in (
        lambda s: s.broadcast(1, 2, 3),
        lambda s: s.pushpull(1, 2),
        lambda s: s.set_optimizer(1),
        lambda s: s.is_capable("optimizer"),
        lambda s: s.save_optimizer_states("x"),
        lambda s: s.load_optimizer_states("x"),
        lambda s: s.type,
        lambda s: s.rank,
        lambda s: s.num_workers,
    ):
        with pytest.raises(NotImplementedError):
            call(mx.kv.create("mine"))
    with pytest.warns(UserWarning, match="overriding existing kvstore"):
        mx.kvstore.KVStoreBase.register(type("Mine", (Mine,), {}))


def test_the_test_store():
    store = mx.kv.create("teststore")
    assert (store.type, store.rank, store.num_workers) == ("teststore", 0, 1)
    assert not store.is_capable(mx.kvstore.KVStoreBase.OPTIMIZER)
    outs = [mx.nd.zeros((2,), ctx=mx.cpu(i)) for i in range(2)]
    store.broadcast("w", mx.nd.ones((2,)), out=outs)
    _is(outs[1], 1)
    store.pushpull("w", outs)
    _is(outs[0], 2)
    store.pushpull("w", outs[0], out=outs[1])
    _is(outs[1], 2)


def test_compressed_gradients():
    store = mx.kv.create("device")
    store.set_gradient_compression({"type": "2bit", "threshold": 0.5})
    values = [mx.nd.array([0.3, 0.7, -0.2, -3, 0.5, -0.5]), mx.nd.array([0.3, 0.1, 0.6, -0.4, 0, 0], ctx=mx.cpu(1))]
    out = [mx.nd.zeros((6,), ctx=mx.cpu(i)) for i in (0, 1)]
    store.init(3, out[0])
    # what MXNet gives: the rest of each device's gradient is added to its next one
    for expected in ([0, 0.5, 0.5, -0.5, 0.5, -0.5], [1, 0.5, 0.5, -1, 0.5, -0.5], [0, 0.5, 0, -1, 0.5, -0.5]):
        store.push(3, values)
        store.pull(3, out)
        assert [o.asnumpy().tolist() for o in out] == [expected] * 2
    store.pushpull(3, values, out)
    assert out[1].asnumpy().tolist() == [1, 0.5, 0.5, -1, 0.5, -0.5]
    store.push(3, values[0])  # a single gradient is taken as it is
    store.pull(3, out)
    np.testing.assert_array_equal(out[0].asnumpy(), values[0].asnumpy())


def test_distributed_with_one_process(tmp_path):
    store = mx.kv.create("dist_sync")
    out, values = mx.nd.zeros((2, 3)), [_ones() * 2, _ones(ctx=mx.cpu(1)) * 3]
    with pytest.raises(mx.base.MXNetError, match="key w has not been inited"):
        store.pushpull("w", values, out=out)
    store.init("w", _ones())
    store.pushpull("w", values, out=out)
    _is(out, 5)
    store.pull("w", out=out)  # there the stored value changes, in a local store it does not
    _is(out, 5)
    store.set_optimizer(mx.optimizer.SGD(learning_rate=0.5, momentum=0.5))
    store.pushpull("w", values, out=out)
    _is(out, 2.5)
    store.save_optimizer_states(str(tmp_path / "s"))
    store.push("w", values)
    store.load_optimizer_states(str(tmp_path / "s"))
    store.push("w", values)
    store.pull("w", out=out)
    _is(out, 2.5 - 2 * 3.75)


@pytest.mark.parametrize("kind", ["device", "dist_sync"])
def test_half_precision_is_for_what_travels(kind):
    """Within one process nothing is converted, and types that 2 bits do not take are summed."""
    store = mx.kv.create(kind)
    store.set_gradient_compression({"type": "bf16"})
    for dtype in ("float32", "float64", "int32"):
        store.init(dtype, mx.nd.zeros(2, dtype=dtype))
        values = [mx.nd.array(np.array([2**20 + 1, -1]), dtype=dtype)] * 2
        out = mx.nd.zeros(2, dtype=dtype)
        store.pushpull(dtype, values, out=out)
        np.testing.assert_array_equal(out.asnumpy(), [2**21 + 2, -2])
    store.set_gradient_compression({"type": "2bit"})
    store.push("float32", [mx.nd.array([0.7, -0.7])] * 2)
    out = mx.nd.zeros(2)
    store.pull("float32", out=out)
    assert out.asnumpy().tolist() == ([1, -1] if kind == "device" else [0.5, -0.5])


def test_distributed_compression():
    store = mx.kv.create("dist_sync_device")
    store.set_gradient_compression({"type": "2bit", "threshold": 0.5})
    store.init("w", mx.nd.ones((4,)))  # the first value is sent as it is
    out = mx.nd.zeros((4,))
    store.pull("w", out=out)
    _is(out, 1)
    store.set_optimizer(mx.optimizer.create("test", rescale_grad=2))
    # the sum of the devices is compressed, not each of them; and also that of one
    store.push("w", [mx.nd.array([0.3, 0.1, -0.4, 2]), mx.nd.array([0.3, 0.1, -0.4, 2], ctx=mx.cpu(1))])
    store.pull("w", out=out)
    np.testing.assert_allclose(out.asnumpy(), [2, 1, 0, 2])
    store.push("w", mx.nd.array([0.3, 0.3, -0.1, 0]))
    store.pull("w", out=out)
    np.testing.assert_allclose(out.asnumpy(), [2, 2, 0, 3])
    sent = []
    over_processes = store._over_processes
    store._over_processes = lambda sums, *how: sent.append(how) or over_processes(sums, *how)
    store.push("w", mx.nd.array([0.5, -0.2, 0, -0.5]))
    assert [how[:2] for how in sent] == [("push (2bit, threshold 0.5)", "2bit")]
    store.pull("w", out=out)
    np.testing.assert_allclose(out.asnumpy(), [3, 2, 0, 4])
    with pytest.raises(mx.base.MXNetError, match="for float32 gradients"):
        store.init("x", mx.nd.ones((2,), dtype="float64"))
        store.push("x", mx.nd.ones((2,), dtype="float64"))


def test_signs_are_bytes_and_the_rest_waits():
    two_bits = TwoBits(0.5)
    for gradient, expected in [([0.5, -0.7, 0.3, -2], [1, -1, 0, -1]), ([0, -0.4, 0.3, 0], [0, -1, 1, -1])]:
        signs = two_bits.signs({"v": mx.nd.zeros(1), "w": mx.nd.array(gradient)}, "int8")
        made = np.asarray(signs.of(1))
        assert signs.dtype == made.dtype == np.int8 and made.tolist() == expected
    with pytest.raises(mx.base.MXNetError, match="for float32 gradients, the one of key x is float64"):
        two_bits.signs({"w": mx.nd.zeros(1), "x": mx.nd.ones((2,), dtype="float64")}, "int8")


def test_asynchronous_says_that_it_is_not():
    mx.kvstore.kvstore._say_async.cache_clear()
    with pytest.warns(UserWarning, match="dist_async runs synchronously"):
        store = mx.kv.create("dist_async")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mx.kv.create("dist_async")
    store.init(3, _ones())
    with pytest.raises(mx.base.MXNetError, match="Updater needs to be set for async mode"):
        store.push(3, _ones())
    store.set_optimizer(mx.optimizer.SGD(learning_rate=1))
    out = _ones()
    store.pushpull(3, _ones() * 0.25, out=out)
    _is(out, 0.75)


def test_distributed_surroundings(monkeypatch):
    monkeypatch.setenv("DMLC_PS_VAN_TYPE", "p3")
    with pytest.raises(mx.base.MXNetError, match="not supported in P3StoreDist"):
        mx.kv.create("dist_async")
    store = mx.kv.create("dist_sync")
    assert not store.is_capable("optimizer")
    for call in (
        lambda: store.set_optimizer(mx.optimizer.SGD()),
        lambda: store.set_gradient_compression({"type": "2bit"}),
        lambda: store.row_sparse_pull(3, out=_ones(), row_ids=_ones((2,))),
    ):
        with pytest.raises(mx.base.MXNetError, match="P3StoreDist"):
            call()
    monkeypatch.delenv("DMLC_PS_VAN_TYPE")
    monkeypatch.setenv("DMLC_NUM_WORKER", "4")
    monkeypatch.setenv("DMLC_PS_ROOT_URI", "127.0.0.1")
    monkeypatch.setenv("DMLC_PS_ROOT_PORT", "9091")
    with pytest.raises(mx.base.MXNetError, match="one of 4 .DMLC., which was set after its first array"):
        mx.kv.create("dist_sync")
    assert mx.kv.create("device").num_workers == 1


@pytest.mark.filterwarnings("ignore:kvstore dist_async runs synchronously")
@pytest.mark.parametrize("contexts", [[mx.cpu(0)], [mx.cpu(0), mx.cpu(1)]])
def test_training_is_the_same_with_every_type(contexts):
    results = []
    for kind, update in [("device", None), *((kind, None) for kind in DISTRIBUTED[1:]), ("dist_sync", False)]:
        net = mx.gluon.nn.Dense(3, in_units=4)
        net.initialize(mx.init.Constant(0.5), ctx=contexts)
        trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.1}, kvstore=kind, update_on_kvstore=update)
        x = mx.nd.arange(16).reshape((4, 4)) / 16
        for _ in range(3):
            with mx.autograd.record():
                losses = [(net(part) ** 2).sum() for part in mx.gluon.utils.split_and_load(x, contexts)]
            mx.autograd.backward(losses)
            trainer.step(4)
        results.append(net.weight.data(contexts[-1]).asnumpy())
    for other in results[1:]:
        np.testing.assert_allclose(other, results[0], rtol=1e-5)


@pytest.mark.parametrize("dtype", ["float32", "float16", "int64"])
def test_the_store_keeps_values_of_its_own(dtype):
    store, given = mx.kv.create("local"), nd.array([1, 2], dtype=dtype)
    store.init("a", given)
    given[:] = 5
    out = nd.zeros((2,), dtype=dtype)
    store.pull("a", out=out)
    assert out.asnumpy().tolist() == [1, 2]
    pushed = nd.array([[3, 4], [5, 6]], dtype=dtype)
    store.push("a", pushed[1])
    pushed += 1
    out += 7  # which shared its memory with the store
    store.pull("a", out=out)
    assert out.asnumpy().tolist() == [5, 6] and out.dtype == np.dtype(dtype)


def test_memory_that_others_write_to_is_copied():
    store, given = mx.kv.create("local"), nd.array([1, 2])
    capsule = given.to_dlpack_for_write()
    store.init(0, given)
    store.push(0, given)
    ctypes.c_float.from_address(given._data().unsafe_buffer_pointer()).value = 9
    del capsule
    out = nd.zeros((2,))
    store.pull(0, out=out)
    assert out.asnumpy().tolist() == [1, 2]


def test_pulls_to_other_types_and_parts():
    store = mx.kv.create("local")
    store.init(0, nd.array([1.5, 2.5]))
    whole, integers = nd.zeros((3, 2)), nd.zeros((2,), dtype="int32")
    store.pull(0, out=[whole[1], integers])
    assert whole.asnumpy().tolist() == [[0, 0], [1.5, 2.5], [0, 0]]
    assert integers.asnumpy().tolist() == [1, 2]


def test_threads_push_and_pull():
    store = mx.kv.create("local")
    store.init(list(range(8)), [nd.zeros((3,))] * 8)

    def work(number):
        for _ in range(50):
            store.push(number, [nd.full((3,), number), nd.full((3,), number)])
            out = nd.zeros((3,))
            store.pull(number, out=out)
            assert out.asnumpy().tolist() == [2 * number] * 3

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(8)))
