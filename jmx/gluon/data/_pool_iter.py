"""The iterator over batches that a `multiprocessing` pool makes: what libraries build loaders of their own on.

`DataLoader` does not use it (`_workers.py`). GluonCV and others derive from `_MultiWorkerIter`, give it their pool and their
worker function, and count on the names of its attributes.
"""

import io
import pickle
from multiprocessing.reduction import ForkingPickler

from ...context import cpu_pinned
from ...util import set_np
from ._queues import moved

#: what `_worker_initializer` was given, in a worker
_worker_dataset = None


def _worker_initializer(dataset, active_shape, active_array) -> None:
    """To be run by every worker of a pool: the data set that `_worker_fn` reads, and the program's shape semantics."""
    global _worker_dataset
    _worker_dataset = dataset
    set_np(shape=active_shape, array=active_array)


def _worker_fn(samples, batchify_fn, dataset=None):
    """The batch of the samples, pickled so that its arrays are shared memory."""
    del dataset
    assert _worker_dataset is not None, "the pool was started without _worker_initializer"
    batch = batchify_fn([_worker_dataset[i] for i in samples])
    stream = io.BytesIO()
    ForkingPickler(stream, pickle.HIGHEST_PROTOCOL).dump(batch)
    return stream.getvalue()


def _thread_worker_initializer(active_shape, active_array) -> None:
    """The same for a pool of threads."""
    set_np(shape=active_shape, array=active_array)


def _thread_worker_fn(samples, batchify_fn, dataset):
    """The batch of the samples of `dataset`."""
    return batchify_fn([dataset[i] for i in samples])


class _MultiWorkerIter:
    """Batches in the order of `batch_sampler`, made ahead of time by a pool.

    Parameters
    ----------
    worker_pool : multiprocessing.Pool or multiprocessing.pool.ThreadPool
    batchify_fn : function
        From a list of samples to a batch.
    batch_sampler : iterable of lists of int
    pin_memory, pin_device_id
        Whether batches are handed out in `cpu_pinned(pin_device_id)`.
    worker_fn : function
        Called by the pool with (samples, batchify_fn, dataset); returns the batch, pickled unless `dataset` is given.
    prefetch : int
        Batches asked for at the beginning.
    dataset : Dataset or None
        For a pool of threads.
    data_loader : object
        Kept alive by the iterator.
    timeout : int
        Seconds that a batch may take.

    Raises
    ------
    multiprocessing.TimeoutError
        A batch took longer.
    """

    def __init__(
        self,
        worker_pool,
        batchify_fn,
        batch_sampler,
        pin_memory=False,
        pin_device_id=0,
        worker_fn=_worker_fn,
        prefetch=0,
        dataset=None,
        data_loader=None,
        timeout=120,
    ) -> None:
        self._worker_pool, self._batchify_fn, self._batch_sampler = worker_pool, batchify_fn, batch_sampler
        self._pin_memory, self._pin_device_id, self._worker_fn = pin_memory, pin_device_id, worker_fn
        self._dataset, self._data_loader, self._timeout = dataset, data_loader, timeout
        self._data_buffer: dict = {}
        self._rcvd_idx = self._sent_idx = 0
        self._iter = iter(batch_sampler)
        for _ in range(prefetch):
            self._push_next()

    def __len__(self) -> int:
        return len(self._batch_sampler)

    def __iter__(self):
        return self

    def _push_next(self) -> None:
        """Ask the pool for one more batch."""
        samples = next(self._iter, None)
        if samples is None:
            return
        call = self._worker_fn, (samples, self._batchify_fn, self._dataset)
        self._data_buffer[self._sent_idx] = self._worker_pool.apply_async(*call)
        self._sent_idx += 1

    def __next__(self):
        self._push_next()
        if self._rcvd_idx == self._sent_idx:
            assert not self._data_buffer, "batches are left over"
            raise StopIteration
        asked = self._data_buffer.pop(self._rcvd_idx)
        result = asked.get(self._timeout)
        # The pool belongs to this program, so its pickles can be trusted.
        batch = pickle.loads(result) if self._dataset is None else result
        if self._pin_memory:
            batch = moved(batch, cpu_pinned(self._pin_device_id))
        self._rcvd_idx += 1
        return batch

    def next(self):
        """The next batch."""
        return self.__next__()
