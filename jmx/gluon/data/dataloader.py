"""The loader that turns a data set into batches."""

from __future__ import annotations

import itertools
import multiprocessing
import queue
import random
import warnings
import weakref
import zlib
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from ... import autograd, context, ndarray
from ... import random as mx_random
from ..._dialects import dialect
from ..._errors.wording import KnownKeywords
from ...ndarray import NDArray
from ...util import is_np_array, is_np_shape, set_np
from ..utils import _array_module
from . import sampler as _sampler
from ._batched import rows
from ._needed import needed_modules
from ._pool_iter import (  # noqa: F401  (libraries derive their loaders from these)
    ForkingPickler,
    _MultiWorkerIter,
    _thread_worker_fn,
    _thread_worker_initializer,
    _worker_fn,
    _worker_initializer,
)
from ._queues import (  # noqa: F401  (their public place is here)
    ConnectionWrapper,
    Queue,
    SimpleQueue,
    fetcher_loop_v1,
    rebuild_ndarray,
    rebuild_np_ndarray,
    reduce_ndarray,
    reduce_np_ndarray,
    worker_loop_v1,
)
from ._queues import moved as _as_in_context

if TYPE_CHECKING:
    from ..._typing import AnyFunction, Float, Int

__all__ = ["DataLoader"]


def _stack(samples):
    if is_np_array():
        if dialect().numpy_layers:
            samples = [sample.as_np_ndarray() for sample in samples]
        return _array_module().stack(samples)
    first = samples[0]
    # One copy on the host costs less than a program with an input for every sample.
    if len(samples) > 4 and first.ctx.device_type != "gpu" and not autograd.is_recording():
        try:
            return ndarray.array(np.stack([sample.asnumpy() for sample in samples]), ctx=first.ctx, dtype=first.dtype)
        except ValueError:
            pass  # shapes differ: the operator says so in MXNet's words
    return ndarray.stack(*samples)


def _array(values, ctx=None):
    values = np.asarray(values)
    return _array_module().array(values, dtype=values.dtype, ctx=ctx)


def default_batchify_fn(data: Sequence[Any]) -> NDArray | list[NDArray]:
    """A batch from a list of samples.

    Parameters
    ----------
    data : list
        Samples: NDArrays of one shape, numbers or NumPy arrays; or tuples of those.

    Returns
    -------
    NDArray or list of NDArray
        The samples along a new first axis, in their own element type; for tuples a list with an array for each member.
    """
    if isinstance(data[0], NDArray):
        return _stack(data)
    if isinstance(data[0], tuple):
        return [default_batchify_fn(member) for member in zip(*data)]  # pyright: ignore[reportReturnType]
    try:
        return _array(data)
    except ValueError:
        shapes = list(dict.fromkeys(str(np.shape(sample)) for sample in data))
        if len(shapes) < 2:
            raise
        raise ValueError(
            f"samples of different shapes make no batch: {', '.join(shapes[:4])}; expected is one shape for all. Bring them to "
            "one shape in the data set's transform, or give the DataLoader a batchify_fn that pads them."
        ) from None


def default_mp_batchify_fn(data: Any) -> Any:
    """As `default_batchify_fn`, with the batch in `cpu_shared` memory, as loaders with workers make it."""
    return _as_in_context(default_batchify_fn(data), context.cpu_shared(0))


def batch_member(values: Any, shared: Any) -> Any:
    """An NDArray, or the NDArray of a NumPy array; in `cpu_shared` memory if `shared`."""
    member = values if isinstance(values, NDArray) else _array(values)
    return _as_in_context(member, context.cpu_shared(0)) if shared else member


def make_batch(dataset: Any, batchify: Any, numbers: Any) -> Any:
    """A batch of the samples `numbers`; read all at once if no code of the user would see the difference."""
    if batchify in (default_batchify_fn, default_mp_batchify_fn) and not is_np_array() and not autograd.is_recording():
        members = rows(dataset, numbers)
        if members is not None:
            batch = [batch_member(m, batchify is default_mp_batchify_fn) for m in members]
            return batch if len(batch) > 1 else batch[0]
    return batchify([dataset[i] for i in numbers])


def _batch_sampler(dataset, batch_size, shuffle, sampler, last_batch, batch_sampler):
    """The sampler of batches that a loader's arguments ask for. ValueError where they contradict each other."""
    if batch_sampler is not None:
        if batch_size is not None or shuffle or sampler is not None or last_batch is not None:
            raise ValueError("batch_size, shuffle, sampler and last_batch must not be specified if batch_sampler is specified.")
        return batch_sampler
    if batch_size is None:
        raise ValueError("batch_size must be specified unless batch_sampler is specified")
    if sampler is None:
        sampler = _sampler.RandomSampler(len(dataset)) if shuffle else _sampler.SequentialSampler(len(dataset))
    elif shuffle:
        raise ValueError("shuffle must not be specified if sampler is specified")
    return _sampler.BatchSampler(sampler, batch_size, last_batch if last_batch else "keep")


class DataLoader(KnownKeywords):
    """Batches of a data set.

    Parameters
    ----------
    dataset : Dataset
        The data set; a list or an array will do.
    batch_size : int, optional
        Samples in a batch.
    shuffle : bool, default False
        Visit the samples in a new random order in each pass.
    sampler : Sampler, optional
        The order of the samples, instead of `shuffle`.
    last_batch : {'keep', 'discard', 'rollover'}, optional
        What happens to a last batch that is not full: it comes out shorter (the default), is left out, or begins the
        next pass.
    batch_sampler : Sampler, optional
        Yields lists of sample numbers, instead of `batch_size`, `shuffle`, `sampler` and `last_batch`.
    batchify_fn : callable, optional
        Makes a batch from a list of samples; `default_batchify_fn` unless given.
    num_workers : int, default 0
        How many workers make batches ahead of time. Workers are processes of their own, started with the first pass: they get
        a copy of the data set and of the functions and classes of the main program that it uses, with the values that these
        have then; what they change is not seen here. Random numbers in them (`random`, `numpy.random`, `mx.random`) depend on
        the seeds of the program, the pass and the batch, not on which worker makes it. Where a data set cannot be copied to
        another process (it holds an open file, a lock), and on Windows, workers are threads, and a warning says so.
    pin_memory : bool, default False
        Return the batches in pinned memory of device `pin_device_id`.
    pin_device_id : int, default 0
        See `pin_memory`.
    prefetch : int, optional
        How many batches workers may be ahead, twice their number unless given.
    thread_pool : bool, default False
        Use threads as workers: for samples that are made by NumPy or by operators, which run in parallel anyway.
    timeout : int, default 120
        Seconds to wait for a worker's batch.
    auto_reload : bool, default False
        With workers, start making the next pass's first batches when a pass ends, and at once.

    Raises
    ------
    ValueError
        Arguments are missing or contradict each other.
    multiprocessing.TimeoutError
        At a batch: the worker took longer than `timeout`.
    MXNetError
        At a batch: a worker process was killed, or ended by itself. What a worker raises is raised at the batch, with the
        worker's traceback as its cause.

    Examples
    --------
    >>> data = gluon.data.ArrayDataset(nd.arange(5).reshape((5, 1)), nd.array([0, 1, 0, 1, 0]))
    >>> loader = gluon.data.DataLoader(data, batch_size=2)
    >>> len(loader)
    3
    >>> for x, y in loader:
    ...     print(x.shape, y.asnumpy())
    (2, 1) [0. 1.]
    (2, 1) [0. 1.]
    (1, 1) [0.]
    """

    def __init__(
        self,
        dataset: Any,
        batch_size: Int | None = None,
        shuffle: bool = False,
        sampler: Any = None,
        last_batch: Literal["keep", "discard", "rollover"] | str | None = None,
        batch_sampler: Any = None,
        batchify_fn: AnyFunction | None = None,
        num_workers: Int = 0,
        pin_memory: bool = False,
        pin_device_id: Int = 0,
        prefetch: Int | None = None,
        thread_pool: bool = False,
        timeout: Float = 120,
        auto_reload: bool = False,
    ) -> None:
        self._dataset = dataset
        self._pin_memory = pin_memory
        self._pin_device_id = pin_device_id
        self._thread_pool = thread_pool
        self._timeout = timeout
        assert timeout > 0, f"timeout must be positive, given {timeout}"
        self._batch_sampler = _batch_sampler(dataset, batch_size, shuffle, sampler, last_batch, batch_sampler)
        self._num_workers = max(num_workers, 0)
        self._prefetch = max(0, int(prefetch) if prefetch is not None else 2 * self._num_workers)
        default = default_mp_batchify_fn if self._num_workers else default_batchify_fn
        self._batchify_fn = batchify_fn if batchify_fn is not None else default
        self._pool = self._workers = None
        self._passes, self._numbers = itertools.count(), itertools.count()
        if self._num_workers and thread_pool:
            self._use_threads()
        elif self._num_workers:
            self._prepare_workers()
        self._iter: Iterator[Any] | None = None  # refresh() sets it
        self.auto_reload = auto_reload
        if auto_reload:
            self.refresh()

    def __iter__(self) -> Iterator[Any]:
        if self._iter is None:
            self.refresh()
        batches: Any = self._iter
        self._iter = None  # one pass is not handed out twice
        yield from batches
        if self._iter is None and self.auto_reload:
            self.refresh()

    def __len__(self) -> int:
        return len(self._batch_sampler)

    def _make(self, numbers: Any) -> Any:
        return make_batch(self._dataset, self._batchify_fn, numbers)

    def _finished(self, batch: Any) -> Any:
        return _as_in_context(batch, context.cpu_pinned(self._pin_device_id)) if self._pin_memory else batch

    def _use_threads(self, reason=None, level=0) -> None:
        if reason is not None:
            warnings.warn(
                f"DataLoader(num_workers={self._num_workers}) uses threads instead of processes: its data set or batchify_fn "
                f"cannot be sent to another process ({reason})",
                stacklevel=level,
            )
        self._pool = ThreadPoolExecutor(
            int(self._num_workers), "DataLoader", initializer=set_np, initargs=(is_np_shape(), is_np_array())
        )
        weakref.finalize(self, self._pool.shutdown, wait=False, cancel_futures=True)

    def _prepare_workers(self) -> None:
        """Have imported in the background what workers will need: they start with the first pass."""
        try:
            from . import _processes
        except ImportError:  # Windows
            return
        _processes.prepare(needed_modules(self._dataset, self._own_batchify()))

    def _own_batchify(self):
        """The user's function for batches, None for the default."""
        return None if self._batchify_fn is default_mp_batchify_fn else self._batchify_fn

    def _start_workers(self) -> None:
        """Worker processes, or threads where the data set cannot leave this process."""
        if self._workers is not None and self._workers.alive:
            return
        try:
            from . import _workers

            setup = _workers.Packed((self._dataset, self._own_batchify(), is_np_shape(), is_np_array()))
        except Exception as error:
            self._use_threads(f"{type(error).__name__}: {error}", 5)
            return
        self._prepare_workers()
        self._workers = _workers.Workers(self._num_workers, setup)

    def refresh(self) -> None:
        """Begin a new pass, with workers by starting on its first batches."""
        if self._num_workers and self._pool is None:
            self._start_workers()
        if self._pool is not None:
            self._iter = _Ahead(self)
        elif self._workers is not None:
            self._iter = _Elsewhere(self)
        else:
            self._iter = (self._finished(self._make(numbers)) for numbers in self._batch_sampler)

    def clean(self) -> None:
        """Drop the pass that has been begun but not asked for."""
        self._iter = None


class DataLoaderV1:
    """The loader of earlier versions: a `DataLoader` that starts its workers with each pass.

    Parameters
    ----------
    dataset, batch_size, shuffle, sampler, last_batch, batch_sampler, batchify_fn, num_workers, pin_memory,
    pin_device_id
        As for DataLoader.
    """

    def __init__(
        self,
        dataset: Any,
        batch_size: Any = None,
        shuffle: bool = False,
        sampler: Any = None,
        last_batch: Any = None,
        batch_sampler: Any = None,
        batchify_fn: Any = None,
        num_workers: Float = 0,
        pin_memory: bool = False,
        pin_device_id: Float = 0,
    ) -> None:
        self._dataset = dataset
        self._options = {"batchify_fn": batchify_fn, "num_workers": num_workers}
        self._options |= {"pin_memory": pin_memory, "pin_device_id": pin_device_id}
        self._batch_sampler = _batch_sampler(dataset, batch_size, shuffle, sampler, last_batch, batch_sampler)

    def __iter__(self) -> Any:
        return iter(DataLoader(self._dataset, batch_sampler=self._batch_sampler, **self._options))

    def __len__(self) -> int:
        return len(self._batch_sampler)


def _put_result(box, function, *args) -> None:
    """Put (result, None) or (None, error) of a call into a queue."""
    try:
        result = function(*args), None
    except BaseException as error:
        result = None, error
    box.put(result)


class _Ahead:
    """The batches of one pass, made by the loader's threads ahead of time."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader
        self._numbers = iter(loader._batch_sampler)
        self._pending = deque()
        self._begin()
        for _ in range(loader._prefetch):
            self._push()

    def _begin(self) -> Any:
        """What is done before the first batch is asked for."""

    def _push(self) -> None:
        numbers = next(self._numbers, None)
        if numbers is not None:
            self._pending.append(self._ask(numbers))

    def _ask(self, numbers: Any) -> Any:
        # Not the future: an interrupt while it is waited for may come out as an error of its lock, or leave that locked.
        box: queue.SimpleQueue = queue.SimpleQueue()
        self._loader._pool.submit(_put_result, box, self._loader._make, numbers)
        return box

    def _wait(self, asked: Any, timeout: Any) -> Any:
        try:
            result, error = asked.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError from None
        if error is not None:
            raise error
        return result

    def __iter__(self) -> Self:
        return self

    def __len__(self) -> int:
        return len(self._loader)

    def __next__(self) -> Any:
        self._push()
        if not self._pending:
            raise StopIteration
        timeout = self._loader._timeout
        try:
            return self._loader._finished(self._wait(self._pending.popleft(), timeout))
        except TimeoutError:
            raise multiprocessing.TimeoutError(
                f"A worker of the DataLoader took longer than {timeout} seconds for a batch. Pass a larger timeout, "
                "make the transform faster, or use num_workers=0 to see where it hangs."
            ) from None

    next = __next__


class _Elsewhere(_Ahead):
    """The same by the loader's processes; by threads as soon as it turns out that a process cannot import what it needs."""

    def _begin(self) -> None:
        self._workers = self._loader._workers
        self._asked = {}
        self._seeds = _seeds(next(self._loader._passes))
        weakref.finalize(self, self._workers.drop, self._pending)

    def _push(self) -> None:
        if not self._pending or self._loader._pool is not None or self._workers.has_capacity():
            super()._push()

    def _ask(self, numbers: Any) -> Any:
        if self._loader._pool is not None:
            return super()._ask(numbers)
        number = next(self._loader._numbers)
        try:
            self._workers.ask(number, numbers, next(self._seeds))
        except self._workers.CannotImport as error:
            self._loader._use_threads(error, 5)
            return super()._ask(numbers)
        self._asked[number] = numbers
        return number

    def _wait(self, asked: Any, timeout: Any) -> Any:
        if self._loader._pool is None:
            try:
                batch = self._workers.wait(asked, timeout)
                del self._asked[asked]
                return batch
            except self._workers.CannotImport as error:
                self._loader._use_threads(error, 5)
        if self._asked:
            left = [asked, *self._pending]
            self._pending.clear()
            asked, *left = [super(_Elsewhere, self)._ask(self._asked.pop(n)) if n in self._asked else n for n in left]
            self._pending.extend(left)
        return super()._wait(asked, timeout)


def _seeds(number):
    """Seeds of `random`, `numpy.random` and `mx.random` for the batches of pass `number`; the generators stay as they are."""
    state = np.random.get_state(legacy=False)["state"]
    states = random.getstate()[1], (state["key"], state["pos"]), (mx_random.current_seed(),)
    bases = [zlib.crc32(repr((number, [np.asarray(part).tolist() for part in state])).encode()) for state in states]
    for batch in itertools.count():
        yield tuple(zlib.crc32(f"{base} {batch}".encode()) for base in bases)
