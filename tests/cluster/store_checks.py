"""What every rank of a job checks about a distributed store, each against numbers worked out from the ranks."""

import numpy as np

import jmx as mx
from jmx import autograd, gluon

SHAPE, LARGE = (2, 3), (300, 200)
RATE, THRESHOLD = 2, 0.5


def same(array, expected):
    np.testing.assert_array_equal(array.asnumpy(), np.broadcast_to(np.asarray(expected), array.shape))


def sums(store):
    """Without an optimizer a push replaces the value by the sum over ranks; first values are rank 0's."""
    rank, size = store.rank, store.num_workers
    total = size * (size + 1) / 2
    for dtype in ("float32", "float16", "float64", "int32", "int64", "uint8"):
        key = f"sum {dtype}"
        store.init(key, mx.nd.full(SHAPE, 7 + rank, dtype=dtype))
        out = mx.nd.zeros(SHAPE, dtype=dtype)
        store.pull(key, out=out)
        same(out, 7)
        store.push(key, mx.nd.full(SHAPE, rank + 1, dtype=dtype))
        store.pull(key, out=out)
        same(out, total)
        assert out.dtype == np.dtype(dtype)
    wide = mx.nd.array(np.array([2**53 + 1, rank]), dtype="int64")
    store.init("wide", wide)
    store.push("wide", wide)
    out = mx.nd.zeros(2, dtype="int64")
    store.pull("wide", out=out)
    same(out, [size * (2**53 + 1), size * (size - 1) // 2])

    # several keys, several devices, arrays beyond the size of a bucket, one without elements
    shapes = [SHAPE, (), LARGE, (0, 4), (5,), (1200, 1000)]
    with mx.util.np_shape():
        keys = [f"list {i}" for i in range(len(shapes))]
        first = [mx.nd.array(np.random.RandomState(i).randn(*shape)) for i, shape in enumerate(shapes)]
        store.init(keys, first)
        values = [[a * (rank + 1), a] for a in first]
        targets = [[a.zeros_like(), a.zeros_like()] for a in first]
        store.pushpull(keys, values, out=targets, priority=3)
        for a, out in zip(first, targets):
            expected = sum(a.asnumpy() * np.float32(i + 1) + a.asnumpy() for i in range(size))
            for one in out:
                np.testing.assert_allclose(one.asnumpy(), expected, rtol=2e-6, atol=1e-6)


def optimizer(store):
    """With an optimizer the value changes by RATE times the sum; the numbers of rank 0's optimizer hold."""
    rank, size = store.rank, store.num_workers
    keys = {"float32": ["3", "5"], "float16": ["4"]}
    for dtype, names in keys.items():
        store.init([*names, f"large {dtype}"], [mx.nd.ones(SHAPE, dtype=dtype)] * len(names) + [mx.nd.ones(LARGE, dtype=dtype)])
        store.init(f"rows {dtype}", mx.nd.ones(LARGE, dtype=dtype).tostype("row_sparse"))
    mine = mx.optimizer.create("test", rescale_grad=RATE if rank == 0 else 77, multi_precision=True)
    store.set_optimizer(mine)
    assert mine.rescale_grad == RATE
    for dtype, names in keys.items():
        for key, shape in [*((name, SHAPE) for name in names), (f"large {dtype}", LARGE)]:
            for turn in range(3):
                store.push(key, mx.nd.full(shape, rank + 1, dtype=dtype))
                out = mx.nd.zeros(shape, dtype=dtype)
                store.pull(key, out=out)
                same(out, (size + 1) * size * RATE / 2 * (turn + 1) + 1)
        rows(store, f"rows {dtype}", dtype)


def rows(store, key, dtype):
    """Each rank pushes other rows, some of them shared; a pull of rows gives those and no others."""
    rank, size = store.rank, store.num_workers
    touched = [np.arange(0, LARGE[0], 2 * (r + 1)) for r in range(size)]
    gradient = mx.nd.sparse.row_sparse_array(
        (np.full((len(touched[rank]), LARGE[1]), rank + 1, dtype), touched[rank]), shape=LARGE, dtype=dtype
    )
    expected = np.ones(LARGE, dtype)
    for turn in range(2):
        store.push(key, gradient)
        for r in range(size):
            expected[touched[r]] += (r + 1) * RATE
        wanted = np.random.RandomState(rank + turn).randint(LARGE[0], size=40)
        out = mx.nd.sparse.zeros("row_sparse", LARGE, dtype=dtype)
        store.row_sparse_pull(key, out=out, row_ids=mx.nd.array(wanted).reshape((20, 2)))
        shown = np.zeros(LARGE, dtype)
        shown[wanted] = expected[wanted]
        same(out, shown)
    store.push(key, mx.nd.sparse.zeros("row_sparse", LARGE, dtype=dtype))
    store.row_sparse_pull(key, out=out, row_ids=mx.nd.array([0, 1]))
    shown = np.zeros(LARGE, dtype)
    shown[:2] = expected[:2]
    same(out, shown)
    store.row_sparse_pull(key, out=out, row_ids=mx.nd.array([]))
    same(out, 0)


def compression(store):
    """2 bits for each element: what a rank does not send now it sends later; sums are of what was sent."""
    size = store.num_workers
    store.set_gradient_compression({"type": "2bit", "threshold": THRESHOLD})
    store.init("c", mx.nd.zeros(LARGE))
    store.init("started", mx.nd.ones(SHAPE))
    store.set_optimizer(mx.optimizer.create("test", rescale_grad=RATE))
    out = mx.nd.zeros(SHAPE)
    store.pull("started", out=out)
    same(out, 1)  # first values are not compressed
    now, out = 0.0, mx.nd.zeros(LARGE)
    for value, sent in ((0.0, 0), (0.4, 0), (THRESHOLD - 0.4, 1), (0.2, 0), (THRESHOLD - 0.2, 1), (-THRESHOLD, -1)):
        store.push("c", mx.nd.ones(LARGE) * value)
        store.pull("c", out=out)
        now += sent * THRESHOLD * RATE * size
        same(out, now)
    store.init("r", mx.nd.zeros(LARGE))
    random, rest, value = np.random.RandomState(11), np.zeros(LARGE, "f"), np.zeros(LARGE, "f")
    for _ in range(3):
        gradient = random.rand(*LARGE).astype("f") * 2 - 1  # the same on all ranks
        store.push("r", mx.nd.array(gradient))
        store.pull("r", out=out)
        rest += gradient
        sent = np.where(rest >= THRESHOLD, THRESHOLD, np.where(rest <= -THRESHOLD, -THRESHOLD, 0)).astype("f")
        rest -= sent
        value += sent * RATE * size
        same(out, value)


def trainers(store):
    """Gradients of all ranks reach every rank's parameter, dense and row-sparse."""
    rank, size = store.rank, store.num_workers
    dense = gluon.Parameter("x", shape=(10, 1))
    dense.initialize(init="ones")
    trainer = gluon.Trainer([dense], "sgd", {"learning_rate": 1.0}, kvstore="dist_sync")
    with autograd.record():
        cost = (rank + 1) * dense.data()
    cost.backward()
    trainer.step(1)
    same(dense.data(), 1 - size * (size + 1) / 2)
    everything = mx.nd.arange(2)
    sparse = gluon.Parameter("s", shape=(2, 10), stype="row_sparse", grad_stype="row_sparse")
    sparse.initialize(init="ones")
    trainer = gluon.Trainer([sparse], "sgd", {"learning_rate": 1.0}, kvstore="dist_device_sync")
    with autograd.record():
        cost = (rank + 1) * sparse.row_sparse_data(everything)
    cost.backward()
    trainer.step(1)
    same(sparse.row_sparse_data(everything), 1 - size * (size + 1) / 2)
    apart = gluon.Parameter("y", shape=(3,))
    apart.initialize(init=mx.init.Constant(rank))
    trainer = gluon.Trainer([apart], "adam", kvstore=mx.kv.create("horovod"))
    with autograd.record():
        cost = apart.data() * 1
    cost.backward()
    trainer.step(size)
    np.testing.assert_allclose(apart.data().asnumpy(), -0.001, rtol=1e-3)  # one step of Adam from rank 0's zeros


if __name__ == "__main__":
    for check in (sums, optimizer, compression):
        check(mx.kv.create("dist_sync"))
    store = mx.kv.create("dist_async")
    trainers(store)
    store._barrier()
    print(f"rank {store.rank} of {store.num_workers}: all as expected")
