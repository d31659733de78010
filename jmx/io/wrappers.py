"""Iterators around other iterators."""

from __future__ import annotations

import queue
import threading
import weakref
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .base import DataBatch, DataDesc, _HoldsBatch

if TYPE_CHECKING:
    from .._typing import Int
    from .base import DataIter


class ResizeIter(_HoldsBatch):
    """Another iterator with a fixed number of batches an epoch; it starts over where that one ends.

    Parameters
    ----------
    data_iter : DataIter
        The iterator to read from.
    size : int
        Batches in an epoch.
    reset_internal : bool, default True
        Whether `reset` also resets `data_iter`.

    Examples
    --------
    >>> batches = mx.io.ResizeIter(mx.io.NDArrayIter(nd.arange(4), batch_size=2), size=3)
    >>> [batch.data[0].asnumpy().tolist() for batch in batches]
    [[0.0, 1.0], [2.0, 3.0], [0.0, 1.0]]
    """

    def __init__(self, data_iter: DataIter, size: Int, reset_internal: bool = True) -> None:
        super().__init__()
        self.data_iter = data_iter
        self.size = size
        self.reset_internal = reset_internal
        self.cur = 0
        self.current_batch = None
        self.provide_data = data_iter.provide_data
        self.provide_label = data_iter.provide_label
        self.batch_size = data_iter.batch_size
        if hasattr(data_iter, "default_bucket_key"):
            self.default_bucket_key = data_iter.default_bucket_key

    def reset(self) -> None:
        """Begin a new epoch."""
        self.cur = 0
        if self.reset_internal:
            self.data_iter.reset()

    def iter_next(self) -> bool:
        """Move to the next batch; False at the end of the epoch."""
        if self.cur == self.size:
            return False
        try:
            self.current_batch = self.data_iter.next()
        except StopIteration:
            self.data_iter.reset()
            self.current_batch = self.data_iter.next()
        self.cur += 1
        return True


_STOP = object()


def _fetch(data_iter, orders, results):
    """A thread's work: at each order the next batch, None at the end, or the exception that came instead."""
    while orders.get() is not _STOP:
        try:
            results.put(data_iter.next())
        except StopIteration:
            results.put(None)
        except BaseException as error:
            results.put(error)


def _end(orders):
    for line in orders:
        line.put(_STOP)


class PrefetchingIter(_HoldsBatch):
    """One or several iterators read ahead by one batch, each in a thread of its own; their inputs and labels are put
    together.

    Parameters
    ----------
    iters : DataIter or list of DataIter
        The iterators to read from.
    rename_data, rename_label : list of dict, optional
        For each iterator new names of its inputs and labels.

    Raises
    ------
    Exception
        At a batch, what an iterator raised in its thread.

    Examples
    --------
    >>> first = mx.io.NDArrayIter(nd.arange(4), batch_size=2, data_name="first")
    >>> second = mx.io.NDArrayIter(nd.arange(4) * 10, batch_size=2, data_name="second")
    >>> both = mx.io.PrefetchingIter([first, second])
    >>> [desc.name for desc in both.provide_data]
    ['first', 'second']
    >>> [[array.asnumpy().tolist() for array in batch.data] for batch in both]
    [[[0.0, 1.0], [0.0, 10.0]], [[2.0, 3.0], [20.0, 30.0]]]
    """

    def __init__(
        self,
        iters: DataIter | Sequence[DataIter],
        rename_data: Sequence[Mapping[Any, Any]] | None = None,
        rename_label: Sequence[Mapping[Any, Any]] | None = None,
    ) -> None:
        super().__init__()
        if not isinstance(iters, list):
            iters = [iters]
        self.n_iter = len(iters)
        assert self.n_iter > 0, "PrefetchingIter needs at least one iterator"
        self.iters = iters
        self.rename_data = rename_data
        self.rename_label = rename_label
        self.batch_size = self.provide_data[0][1][0]
        self.current_batch = None
        self._orders = [queue.SimpleQueue() for _ in iters]
        self._results = [queue.SimpleQueue() for _ in iters]
        self._ended = False
        self.prefetch_threads = [
            threading.Thread(target=_fetch, args=work, daemon=True)
            for work in zip(iters, self._orders, self._results, strict=True)
        ]
        weakref.finalize(self, _end, self._orders)
        for thread in self.prefetch_threads:
            thread.start()
        self._order()

    def _order(self) -> None:
        for line in self._orders:
            line.put(None)

    def _receive(self) -> Any:
        return [line.get() for line in self._results]

    @staticmethod
    def _renamed(described, new_names):
        """The descriptions of all iterators in one list, with the names that `new_names` (None for none) has for each."""
        if new_names is None:
            return [d for descriptions in described for d in descriptions]
        return [
            DataDesc(names[d.name], d.shape, d.dtype) if isinstance(d, DataDesc) else DataDesc(*d)
            for names, descriptions in zip(new_names, described)
            for d in descriptions
        ]

    @property
    def provide_data(self) -> Any:
        """Descriptions of the inputs of all iterators, renamed."""
        return self._renamed([i.provide_data for i in self.iters], self.rename_data)

    @property
    def provide_label(self) -> Any:
        """Descriptions of the labels of all iterators, renamed."""
        return self._renamed([i.provide_label for i in self.iters], self.rename_label)

    def reset(self) -> None:
        """Reset all iterators; the batch read ahead is dropped."""
        if not self._ended:
            self._receive()
        for data_iter in self.iters:
            data_iter.reset()
        self._ended = False
        self._order()

    def iter_next(self) -> bool:
        """Move to the next batch; False when the iterators have ended."""
        if self._ended:
            return False
        batches = self._receive()
        self._ended = True
        for batch in batches:
            if isinstance(batch, BaseException):
                raise batch
        first = batches[0]
        if first is None:
            assert all(batch is None for batch in batches), "Number of entry mismatches between iterators"
            return False
        assert all(batch is not None and batch.pad == first.pad for batch in batches), (
            "Number of entry mismatches between iterators"
        )
        self.current_batch = DataBatch(
            [d for batch in batches for d in batch.data],
            [d for batch in batches for d in batch.label],
            first.pad,
            first.index,
            provide_data=self.provide_data,
            provide_label=self.provide_label,
        )
        self._ended = False
        self._order()
        return True

    def next(self) -> DataBatch:
        """The next DataBatch. Raises StopIteration after the last one."""
        if self.iter_next():
            return self.current_batch
        raise StopIteration
