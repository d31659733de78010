"""What threads may do to arrays and networks at the same time: the result is that of some order of the calls."""

import contextlib
import os
import sys
import threading

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, gluon, nd
from jmx.core.run import cells, rng
from jmx.gluon import nn
from tests.core.threads import repeated, together

pytestmark = pytest.mark.on_cpu


@pytest.fixture(autouse=True)
def frequent_switches():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


# ---- writes


def test_elements_of_one_array():
    a = nd.zeros(4)

    def count(i):
        for k in range(200):
            a[i] = k + 1

    together(*[lambda i=i: count(i) for i in range(4)])
    assert a.asnumpy().tolist() == [200] * 4


def test_elements_that_are_read_before():
    a = nd.zeros((4, 3))

    def count(i):
        for _ in range(100):
            a[i] = a[i] + 1

    together(*[lambda i=i: count(i) for i in range(4)])
    assert (a.asnumpy() == 100).all()


def test_columns_and_index_arrays():
    a = nd.zeros((6, 4))
    rows = nd.array([0, 2, 4], dtype="int32")

    def column():
        a[:, 1] = a[:, 1] + 1

    def picked():
        a[rows, 3] = 1.0
        a[rows, 3] = 2.0

    together(repeated(column, 50), repeated(picked, 25))
    assert (a[:, 1].asnumpy() == 50).all()
    assert a[:, 3].asnumpy().tolist() == [2, 0] * 3


@pytest.mark.parametrize(
    ("change", "expected"),
    [(lambda b: b.__iadd__(1), 800), (lambda b: nd.broadcast_add(b, nd.ones(1), out=b), 800), (lambda b: b.__isub__(2), -1600)],
)
def test_in_place_operators(change, expected):
    b = nd.zeros(3)
    together(*[repeated(lambda: change(b), 200)] * 4)
    assert b.asnumpy().tolist() == [expected] * 3


def test_in_place_operators_of_the_numpy_interface():
    b = mx.np.zeros((3,))

    def add():
        c = b
        c += 1

    together(*[repeated(add, 200)] * 4)
    assert b.tolist() == [800] * 3


def test_in_place_operators_on_views():
    a = nd.zeros((4, 5))
    rows, flat = [a[i] for i in range(4)], a.reshape((-1,))

    def add(i):
        for _ in range(100):
            rows[i] += 1

    def read():
        for _ in range(100):
            assert np.isfinite(flat.asnumpy()).all()

    together(*[lambda i=i: add(i) for i in range(4)], read)
    assert (a.asnumpy() == 100).all()
    assert (flat.asnumpy() == 100).all()
    assert all((row.asnumpy() == 100).all() for row in rows)


def test_a_view_that_two_threads_share_is_never_left_behind():
    a = nd.zeros((2, 3))
    row = a[1]
    for k in range(150):
        together(row.asnumpy, row.asnumpy, lambda k=k: a.__setitem__(slice(None), float(k)))
        assert row.asnumpy().tolist() == [k] * 3


def test_sparse_arrays():
    a = nd.sparse.row_sparse_array((np.ones((2, 3), np.float32), [0, 2]), shape=(4, 3))

    def add():
        b = a
        b += a.tostype("row_sparse") * 0 + nd.sparse.row_sparse_array((np.ones((1, 3), np.float32), [2]), shape=(4, 3))

    together(*[repeated(add, 15)] * 3)
    assert a.asnumpy()[:, 0].tolist() == [1, 0, 46, 0]


# ---- donated memory


def test_readers_of_an_array_that_is_written_over():
    a = nd.zeros((64, 64))
    a[:] = a + 1
    seen = []

    def write():
        for k in range(300):
            a[k % 64] = float(k)

    def read():
        for _ in range(300):
            total = a + 1
            seen.append(float(total.asnumpy()[0, 0]))
            assert a.shape == (64, 64)

    together(write, read, read)
    assert len(seen) == 600


def test_readers_of_weights_that_are_updated():
    weight, grad, momentum = nd.ones((32, 32)), nd.ones((32, 32)), nd.zeros((32, 32))
    optimizer = mx.optimizer.SGD(learning_rate=0.5, momentum=0.9)
    updater = mx.optimizer.get_updater(optimizer)

    def update():
        updater([0], [grad], [weight])

    def read():
        values = weight.asnumpy()
        assert (values == values[0, 0]).all()

    together(repeated(update, 40), repeated(update, 40), repeated(read, 150))
    other, momentum = np.float32(1), np.float32(0)
    for _ in range(80):
        momentum = np.float32(0.9) * momentum - np.float32(0.5)
        other = other + momentum
    np.testing.assert_allclose(weight.asnumpy(), other, rtol=1e-4)


def test_readers_wait_while_the_buffer_is_out():
    a = nd.ones((2, 2))
    cell = a._cell
    with cells.lock_of(cell):
        taken = cells.Taken([cell])
        assert taken.take() == [True]
        reading = threading.Thread(target=lambda: seen.append(a.asnumpy()))
        seen: list = []
        reading.start()
        reading.join(0.05)
        assert reading.is_alive()
        with pytest.raises(mx.MXNetError, match="being written to"):
            a.asnumpy()
        taken.put_back()
    reading.join()
    assert seen[0].tolist() == [[1, 1], [1, 1]]


# ---- gradients and states


@pytest.mark.parametrize("shape", [(3,), (200, 100)])
def test_gradients_that_are_added_up(shape):
    x = nd.ones(shape)
    x.attach_grad(grad_req="add")

    def step():
        with autograd.record():
            y = x * 2
        y.backward()

    together(*[repeated(step, 40)] * 3)
    assert (x.grad.asnumpy() == 240).all()


def test_gradients_of_a_network_that_are_written_over():
    net = nn.Dense(200, in_units=200, use_bias=False)
    net.initialize(mx.init.One())
    net.hybridize()
    x = nd.ones((4, 200))

    def step():
        with autograd.record():
            y = net(x)
        y.backward()
        assert (net.weight.grad().asnumpy() == 4).all()

    together(*[repeated(step, 25)] * 3)


@pytest.mark.parametrize("hybridized", [False, True])
def test_moving_statistics(hybridized):
    layer = nn.BatchNorm(in_channels=2, momentum=0.5)
    layer.initialize()
    if hybridized:
        layer.hybridize()
    x = nd.array(np.random.RandomState(0).randn(4, 2).astype("float32")) + 3

    def step():
        with autograd.record():
            y = layer(x)
        y.backward()

    layer.running_mean.set_data(nd.zeros(2))
    together(*[repeated(step, 4)] * 3)
    expected = x.asnumpy().mean(axis=0) * (1 - 0.5**12)
    np.testing.assert_allclose(layer.running_mean.data().asnumpy(), expected, rtol=1e-5)
    assert (expected - x.asnumpy().mean(axis=0) * (1 - 0.5**11)).min() > 1e-4  # one step less would be seen


# ---- networks


@pytest.mark.parametrize("hybridized", [False, True])
def test_first_calls_of_a_network_without_shapes(hybridized):
    x = nd.ones((2, 3))
    for _ in range(30):
        net = nn.HybridSequential()
        net.add(nn.Dense(8), nn.BatchNorm(), nn.Dense(4))
        net.initialize(mx.init.Normal(1))
        if hybridized:
            net.hybridize()
        outs = together(*[lambda net=net: net(x).asnumpy()] * 3)
        expected = net(x).asnumpy()
        for out in outs:
            np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-5)


def test_first_calls_in_training_have_gradients():
    for _ in range(15):
        net = nn.Dense(3)
        net.initialize(mx.init.One())
        net.collect_params().setattr("grad_req", "add")

        def step(net=net):
            with autograd.record():
                y = net(nd.ones((2, 5)))
            y.backward()

        together(step, step, step)
        assert (net.weight.grad().asnumpy() == 6).all()


def test_a_block_is_traced_once():
    traced = []

    class Told(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            if F is mx.sym:
                traced.append(threading.get_ident())
            return x * 2

    for k in range(20):
        net = Told()
        net.hybridize()
        together(*[lambda net=net, k=k: net(nd.ones((k + 1, 2))).asnumpy()] * 4)
    assert len(traced) == 20


def test_a_program_is_compiled_once():
    from jmx.core.numpy_tier import jit

    traced = []

    def function(x):
        traced.append(None)
        return x * 3 + 1

    for large in (False, True):
        program = jit(function, large=large)
        with mx.util.bit_equal():
            together(*[lambda program=program: np.asarray(program(nd.ones((5, 5))._data()))] * 4)
        assert len(traced) == 1
        traced.clear()


def test_executors_that_share_their_parameters():
    data, weight = mx.sym.var("data"), mx.sym.var("weight")
    symbol = mx.sym.FullyConnected(data, weight, no_bias=True, num_hidden=3)
    shared = nd.array(np.arange(12).reshape(3, 4))

    def use(k):
        executor = symbol.bind(mx.cpu(), {"data": nd.zeros((2, 4)), "weight": shared})
        for i in range(20):
            x = nd.full((2, 4), i + k)
            np.testing.assert_allclose(executor.forward(data=x)[0].asnumpy(), (x.asnumpy() @ shared.asnumpy().T), rtol=1e-5)

    together(*[lambda k=k: use(k) for k in range(3)])


def test_a_store_that_several_threads_push_to():
    store = mx.kv.create("local")
    store.init("w", nd.zeros(4))

    def add(key, grad, value):
        value += grad

    store._set_updater(add)
    together(*[repeated(lambda: store.push("w", nd.ones(4)), 60)] * 4)
    out = nd.zeros(4)
    store.pull("w", out=out)
    assert out.asnumpy().tolist() == [240] * 4


def test_updates_are_counted_and_states_are_made_once():
    for _ in range(5):
        optimizer = mx.optimizer.SGD(learning_rate=1.0, momentum=1.0)
        updater = mx.optimizer.get_updater(optimizer)
        weight, grad = nd.zeros((2, 3)), nd.ones((2, 3))
        together(*[repeated(lambda updater=updater, grad=grad, weight=weight: updater(0, grad, weight), 10)] * 3)
        assert (weight.asnumpy() == -30 * 31 / 2).all()
        assert optimizer.num_update == 30


# ---- the rest of the state


def test_no_key_is_drawn_twice():
    drawn = [[] for _ in range(4)]
    context = mx.cpu()

    def draw(i):
        for _ in range(300):
            drawn[i].append(tuple(rng.next_state(context)))

    together(*[lambda i=i: draw(i) for i in range(4)])
    keys = [key for keys in drawn for key in keys]
    assert len(set(keys)) == len(keys) == 1200


def test_seeds_of_threads_in_turn_give_what_they_give_alone():
    mx.random.seed(5)
    expected = sorted(float(nd.random.uniform(shape=1).asscalar()) for _ in range(40))
    mx.random.seed(5)
    parts = together(*[lambda: [float(nd.random.uniform(shape=1).asscalar()) for _ in range(10)]] * 4)
    assert sorted(value for part in parts for value in part) == expected


def test_attributes_as_text():
    x = nd.ones((1, 1, 6, 6))

    def pool(k):
        for i in range(60):
            out = nd.Pooling(x, kernel=f"({k + 1}, {i % 3 + 1})", pool_type="max", stride="(1, 1)", pad="(0,0)")
            assert out.shape == (1, 1, 6 - k, 6 - i % 3)

    together(*[lambda k=k: pool(k) for k in range(4)])


def test_shapes_of_variables_as_text():
    def infer():
        for i in range(60):
            data = mx.sym.var("data", shape=(i + 1, 2))
            assert mx.sym.var("data", attr={"__shape__": f"({i + 1}, 2)"}).infer_shape()[1] == data.infer_shape()[1]

    together(*[infer] * 4)


def test_modes_and_names_are_each_threads_own():
    def record():
        for _ in range(100):
            with autograd.record():
                assert autograd.is_recording()

    def plain():
        for _ in range(300):
            assert not autograd.is_recording()
            with mx.name.Prefix("plain_"):
                assert mx.sym.relu(mx.sym.var("x")).name.startswith("plain_")

    together(record, plain, record)


def test_counters_of_the_profiler():
    counter = mx.profiler.Counter(mx.profiler.Domain("threads"), "count", 0)
    together(*[repeated(counter.increment, 500)] * 4)
    assert counter._value == 2000


@pytest.mark.not_on_windows("no forks")
def test_a_locked_array_is_free_in_the_child_of_a_fork():
    a = nd.zeros((4, 4))
    a[0] = 1.0
    held, done = threading.Event(), threading.Event()

    def hold():
        with cells.lock_of(a._cell), rng._lock:
            held.set()
            done.wait()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait()
    pid = os.fork()
    if pid == 0:
        code = 1
        with contextlib.suppress(BaseException):
            code = 0 if rng._lock.acquire(timeout=1) and cells.lock_of(a._cell).acquire(timeout=1) else 2
        os._exit(code)
    done.set()
    holder.join()
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
