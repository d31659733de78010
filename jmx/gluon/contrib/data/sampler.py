"""A sampler that walks in steps."""

from __future__ import annotations

from ...data import sampler

__all__ = ["IntervalSampler"]


class IntervalSampler(sampler.Sampler):
    """Every `interval`-th number below `length`: 0, interval, 2 * interval, ...

    Parameters
    ----------
    length : int
        How many samples there are.
    interval : int
        The step.
    rollover : bool
        At the end go on from 1, 2, ... until every number has come. `len` is `length` in either case, as in MXNet.

    Raises
    ------
    AssertionError
        The step is longer than the data.
    """

    def __init__(self, length, interval, rollover=True):
        assert interval <= length, f"Interval {interval} must be smaller than or equal to length {length}"
        self._length = length
        self._interval = interval
        self._rollover = rollover

    def __iter__(self):
        for first in range(self._interval if self._rollover else 1):
            yield from range(first, self._length, self._interval)

    def __len__(self):
        return self._length
