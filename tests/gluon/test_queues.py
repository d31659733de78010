"""Arrays in queues and pipes of multiprocessing."""

import multiprocessing
import multiprocessing.pool
import threading

import numpy as np
import pytest

import jmx as mx
from jmx import gluon
from jmx.gluon.data import dataloader
from jmx.gluon.data.dataloader import ConnectionWrapper, Queue, SimpleQueue, fetcher_loop_v1, worker_loop_v1


@pytest.fixture
def spawn(monkeypatch):
    """Processes that are not forked."""
    context = multiprocessing.get_context("spawn")
    monkeypatch.setattr(multiprocessing, "get_context", lambda method=None: context)
    return context


def batchify(samples):
    return mx.nd.array(np.stack(samples)), [len(samples)]


def test_workers_of_ones_own(spawn):
    keys, data, found = Queue(), SimpleQueue(), {}
    samples = [np.full((2, 3), i, dtype="float32") for i in range(5)]
    worker = spawn.Process(target=worker_loop_v1, args=(samples, keys, data, batchify), daemon=True)
    worker.start()
    fetcher = threading.Thread(target=fetcher_loop_v1, args=(data, found, False, 0, threading.Lock()), daemon=True)
    fetcher.start()
    for job in ((0, [0, 1]), (1, [4])):
        keys.put(job)
    while len(found) < 2 and worker.is_alive():
        fetcher.join(0.01)
    keys.put((None, None))
    worker.join(60)
    data.put((None, None))
    fetcher.join(60)
    assert worker.exitcode == 0 and not fetcher.is_alive()
    assert found[0][0].asnumpy().tolist() == [[[0.0] * 3] * 2, [[1.0] * 3] * 2] and found[0][1] == [2]
    assert found[1][0].context == mx.cpu() and found[1][0].shape == (1, 2, 3)
    keys.close()
    data.close()


@pytest.mark.parametrize("dtype", ["float32", "float16", "int64", "uint8"])
def test_an_array_through_a_connection(dtype):
    reader, writer = multiprocessing.Pipe(duplex=False)
    reader, writer = ConnectionWrapper(reader), ConnectionWrapper(writer)
    array = mx.nd.array([[1, 2, 3], [4, 5, 6]], dtype=dtype)
    for sent in (array, array[1], array[:, 1:2]):
        writer.send({"a": [sent, "text"]})
        got, text = reader.recv()["a"]
        assert type(got) is mx.nd.NDArray and text == "text" and got.context == mx.Context("cpu_shared", 0)
        assert got.dtype == sent.dtype and got.shape == sent.shape and got.asnumpy().tolist() == sent.asnumpy().tolist()
        got += 1
        assert got.asnumpy().tolist() == (sent.asnumpy() + 1).tolist()
    assert not reader.closed
    writer.close()
    with pytest.raises(EOFError):
        reader.recv()
    reader.close()


def test_numpy_arrays():
    reader, writer = map(ConnectionWrapper, multiprocessing.Pipe(duplex=False))
    for value in (np.ones((2, 2)), np.float32(3), np.float64(2), np.bool_(True), np.zeros((0, 3))):
        writer.send(mx.np.array(value))
        got = reader.recv()
        assert type(got) is mx.np.ndarray and got.shape == value.shape and (got.asnumpy() == value).all()
    reader.close()
    writer.close()


def test_reductions_name_their_opposite():
    for array, reduce, rebuild in (
        (mx.nd.ones((2,)), dataloader.reduce_ndarray, dataloader.rebuild_ndarray),
        (mx.np.ones((2,)), dataloader.reduce_np_ndarray, dataloader.rebuild_np_ndarray),
    ):
        function, arguments = reduce(array)
        assert function is rebuild and arguments[2:] == ((2,), np.float32)
        made = function(*arguments)
        assert type(made) is type(array) and made.asnumpy().tolist() == [1, 1]
    function, (pid, descriptor, _, dtype) = dataloader.reduce_ndarray(mx.nd.ones((2,)))
    with pytest.raises(ValueError, match="8 bytes were sent for an array of shape \\(3,\\)"):
        function(pid, descriptor, (3,), dtype)


class _Squares(gluon.data.Dataset):
    def __len__(self):
        return 10

    def __getitem__(self, i):
        return np.full(3, i * i, np.float32)


@pytest.mark.parametrize("threads", [False, True])
@pytest.mark.not_on_windows("no forks")
def test_iterator_over_a_pool_of_the_program(threads):
    class Iter(dataloader._MultiWorkerIter):
        """As GluonCV derives its own."""

        def _push_next(self):
            super()._push_next()

    sampler = gluon.data.BatchSampler(gluon.data.SequentialSampler(10), 4, "keep")
    if threads:
        pool = multiprocessing.pool.ThreadPool(2)
        more = {"worker_fn": dataloader._thread_worker_fn, "dataset": _Squares()}
    else:
        pool = multiprocessing.get_context("fork").Pool(2, dataloader._worker_initializer, (_Squares(), False, False))
        more = {}
    with pool:
        batches = [b.asnumpy() for b in Iter(pool, dataloader.default_mp_batchify_fn, sampler, prefetch=2, timeout=60, **more)]
        assert len(Iter(pool, dataloader.default_batchify_fn, sampler, **more)) == 3
    assert [b.shape for b in batches] == [(4, 3), (4, 3), (2, 3)]
    assert np.concatenate(batches)[:, 0].tolist() == [i * i for i in range(10)]
