"""Samplers: in which order a loader visits the samples of a data set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ..._errors.wording import KnownKeywords

if TYPE_CHECKING:
    from ..._typing import Int, Samples

__all__ = ["Sampler", "SequentialSampler", "RandomSampler", "FilterSampler", "BatchSampler", "IntervalSampler"]


class Sampler(KnownKeywords):
    """Base of the samplers: an iterable of sample numbers that knows its length.

    A subclass overrides `__iter__`, which yields the numbers of one pass, and `__len__`. A list of numbers serves as well.

    Examples
    --------
    >>> class Backwards(gluon.data.Sampler):
    ...     def __init__(self, length):
    ...         self.length = length
    ...     def __iter__(self):
    ...         return iter(range(self.length - 1, -1, -1))
    ...     def __len__(self):
    ...         return self.length
    >>> data = gluon.data.SimpleDataset([5, 6, 7])
    >>> loader = gluon.data.DataLoader(data, batch_size=2, sampler=Backwards(3))
    >>> [batch.asnumpy().tolist() for batch in loader]
    [[7, 6], [5]]
    """

    def __iter__(self) -> Any:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError


class SequentialSampler(Sampler):
    """start, start + 1, ..., start + length - 1.

    Parameters
    ----------
    length : int
        How many samples.
    start : int, default 0
        The first one.

    Examples
    --------
    >>> list(gluon.data.SequentialSampler(4))
    [0, 1, 2, 3]
    """

    def __init__(self, length: Int, start: Int = 0) -> None:
        self._length = length
        self._start = start

    def __iter__(self) -> Any:
        return iter(range(self._start, self._start + self._length))

    def __len__(self) -> int:
        return int(self._length)


class RandomSampler(Sampler):
    """0 ... length - 1 in an order that `numpy.random` draws anew for each pass.

    Parameters
    ----------
    length : int
        How many samples.

    Examples
    --------
    >>> sorted(int(number) for number in gluon.data.RandomSampler(4))
    [0, 1, 2, 3]
    """

    def __init__(self, length: Int) -> None:
        self._length = length

    def __iter__(self) -> Any:
        indices = np.arange(self._length)
        np.random.shuffle(indices)
        return iter(indices)

    def __len__(self) -> int:
        return int(self._length)


class FilterSampler(Sampler):
    """The samples of a data set that pass a test, which is run for all of them right away.

    Parameters
    ----------
    fn : callable
        Takes a sample, returns whether it is kept.
    dataset : Dataset
        The data set.

    Examples
    --------
    >>> list(gluon.data.FilterSampler(lambda value: value > 5, gluon.data.SimpleDataset([9, 1, 7])))
    [0, 2]
    """

    def __init__(self, fn: Callable[[Any], Any], dataset: Samples) -> None:
        self._fn = fn
        self._dataset = dataset
        self._indices = [i for i in range(len(dataset)) if fn(dataset[i])]

    def __iter__(self) -> Any:
        return iter(self._indices)

    def __len__(self) -> int:
        return len(self._indices)


class BatchSampler(Sampler):
    """Batches, lists of sample numbers, of another sampler.

    Parameters
    ----------
    sampler : Sampler
        The sampler to read from.
    batch_size : int
        Samples in a batch.
    last_batch : {'keep', 'discard', 'rollover'}, default 'keep'
        What happens to a last batch that is not full: it comes out shorter, is left out, or begins the next pass.

    Raises
    ------
    ValueError
        At the end of a pass or on `len`: `last_batch` is something else.

    Examples
    --------
    >>> order = gluon.data.SequentialSampler(5)
    >>> list(gluon.data.BatchSampler(order, 2, "keep"))
    [[0, 1], [2, 3], [4]]
    >>> list(gluon.data.BatchSampler(order, 2, "discard"))
    [[0, 1], [2, 3]]
    """

    def __init__(
        self, sampler: Sampler, batch_size: Int, last_batch: Literal["keep", "discard", "rollover"] | str = "keep"
    ) -> None:
        self._sampler = sampler
        self._batch_size = batch_size
        self._last_batch = last_batch
        self._prev = []

    def _unknown(self) -> Any:
        return ValueError(f"last_batch must be one of 'keep', 'discard', or 'rollover', but got {self._last_batch}")

    def __iter__(self) -> Iterator[Any]:
        batch, self._prev = self._prev, []
        for i in self._sampler:
            batch.append(i)
            if len(batch) == self._batch_size:
                yield batch
                batch = []
        if batch:
            if self._last_batch == "keep":
                yield batch
            elif self._last_batch == "rollover":
                self._prev = batch
            elif self._last_batch != "discard":
                raise self._unknown()

    def __len__(self) -> int:
        if self._last_batch == "keep":
            return (len(self._sampler) + self._batch_size - 1) // self._batch_size
        if self._last_batch == "discard":
            return len(self._sampler) // self._batch_size
        if self._last_batch == "rollover":
            return (len(self._prev) + len(self._sampler)) // self._batch_size
        raise self._unknown()


class IntervalSampler(Sampler):
    """Every `interval`-th number below `length`: 0, interval, 2 * interval, ...

    Parameters
    ----------
    length : int
        How many samples there are.
    interval : int
        The step.
    rollover : bool, default True
        At the end go on from 1, 2, ... until every number has come. `len` is `length` in either case, as in MXNet.

    Raises
    ------
    AssertionError
        The step is longer than the data.

    Examples
    --------
    >>> list(gluon.contrib.data.IntervalSampler(5, interval=2))
    [0, 2, 4, 1, 3]
    >>> list(gluon.contrib.data.IntervalSampler(5, interval=2, rollover=False))
    [0, 2, 4]
    """

    def __init__(self, length: Int, interval: Int, rollover: bool = True) -> None:
        assert interval <= length, f"Interval {interval} must be smaller than or equal to length {length}"
        self._length = length
        self._interval = interval
        self._rollover = rollover

    def __iter__(self) -> Iterator[Any]:
        for first in range(self._interval if self._rollover else 1):
            yield from range(first, self._length, self._interval)

    def __len__(self) -> int:
        return int(self._length)
