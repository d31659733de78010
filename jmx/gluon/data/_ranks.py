"""Data for the ranks of a job: samples of which each takes a part, and batches that end together. Public in `jmx.parallel`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ...cluster.rank import current
from .sampler import Sampler

if TYPE_CHECKING:
    from ..._typing import Int, Samples

__all__ = ["DistributedSampler", "EvenBatches"]


class DistributedSampler(Sampler):
    """This rank's part of the sample numbers: disjoint from the others', and as many on each rank.

    The order depends on `seed` and on the number of the pass alone, so that all ranks have the same one without a message. Each
    takes every n-th of it, for n ranks. Passes are counted from 0 on; :meth:`set_epoch` says another number, as for a job that
    goes on from a checkpoint.

    Parameters
    ----------
    data : int or Dataset
        How many samples there are, or the data set that they are in.
    shuffle : bool, default True
        A new random order for each pass; else the samples' own.
    seed : int, default 0
        Of the order, from 0 to 2**32 - 1; the same on all ranks.
    drop_last : bool, default False
        Where the samples do not divide evenly, leave the last ones of the order out; else the first ones come a second time.
    num_parts, part_index : int, optional
        How many parts there are, and which one this is. By default the job's size and this process's rank, 1 and 0 without a
        job.

    Raises
    ------
    ValueError
        There is no such part.
    MXNetError
        The job that this process belongs to cannot be joined.

    Examples
    --------
    >>> for rank in range(2):
    ...     sampler = mx.parallel.DistributedSampler(5, shuffle=False, num_parts=2, part_index=rank)
    ...     print(list(sampler), len(sampler))
    [0, 2, 4] 3
    [1, 3, 0] 3
    >>> data = gluon.data.SimpleDataset([5, 6, 7, 8])
    >>> loader = gluon.data.DataLoader(data, batch_size=2, sampler=mx.parallel.DistributedSampler(data, seed=7))
    >>> sorted(value for batch in loader for value in batch.asnumpy().tolist())
    [5, 6, 7, 8]
    """

    def __init__(
        self,
        data: Int | Samples,
        shuffle: bool = True,
        seed: Int = 0,
        drop_last: bool = False,
        num_parts: Int | None = None,
        part_index: Int | None = None,
    ) -> None:
        rank = current() if num_parts is None or part_index is None else None
        self._parts = (rank.size if rank else 1) if num_parts is None else int(num_parts)
        self._part = (rank.number if rank else 0) if part_index is None else int(part_index)
        if not 0 <= self._part < self._parts:
            raise ValueError(f"part_index={self._part} must lie in [0, num_parts={self._parts})")
        self._total = int(data) if isinstance(data, int | np.integer) else len(data)
        self._shuffle, self._seed, self._epoch = shuffle, int(seed), 0
        self._length = self._total // self._parts if drop_last else -(-self._total // self._parts)

    def set_epoch(self, epoch: Int) -> None:
        """Say which pass the next one is.

        Parameters
        ----------
        epoch : int
            Its number, from 0 on; those that follow are counted from there.

        Examples
        --------
        >>> sampler = mx.parallel.DistributedSampler(100, seed=7)
        >>> first, second = list(sampler), list(sampler)
        >>> sampler.set_epoch(1)
        >>> list(sampler) == second != first
        True
        """
        self._epoch = int(epoch)

    def __iter__(self) -> Iterator[int]:
        order = np.arange(self._total)
        if self._shuffle:
            # RandomState, whose numbers are the same in all releases of NumPy
            np.random.RandomState([self._seed, self._epoch]).shuffle(order)
        self._epoch += 1
        return iter(np.resize(order, self._length * self._parts)[self._part :: self._parts].tolist())

    def __len__(self) -> int:
        return self._length


class EvenBatches:
    """Batches that end on all ranks of a job as soon as one rank has no further one: parts of unequal length end together.

    Before a rank gives a batch, it looks whether it has another one, and tells the others. By the time that batch is asked for,
    their answers have come. One batch more than without is held in memory, and an error while a batch is made comes one batch
    earlier. Batches that other ranks cannot match are dropped.

    All ranks have to go through their batches alike, and leave a loop early at the same batch only. Outside of a job the batches
    come as they are.

    Parameters
    ----------
    batches : iterable
        A DataLoader, a DataIter, or anything else that gives batches; each pass is one over it.

    Raises
    ------
    MXNetError
        In a pass: another rank is lost, late, or does something else.

    Examples
    --------
    >>> data = gluon.data.DataLoader(gluon.data.SimpleDataset([5, 6, 7]), batch_size=2)
    >>> [batch.asnumpy().tolist() for batch in mx.parallel.EvenBatches(data)]
    [[5, 6], [7]]
    """

    def __init__(self, batches: Iterable[Any]) -> None:
        self._batches = batches

    def __iter__(self) -> Iterator[Any]:
        rank = current()
        return iter(self._batches) if rank is None else _together(rank, iter(self._batches))


def _together(rank, batches):
    """The batches of `batches` until a rank has none."""
    end = object()
    batch = next(batches, end)
    number = _tell(rank, batch is not end)
    while all(rank.passed(number)):
        following = next(batches, end)
        number = _tell(rank, following is not end)
        yield batch
        batch = following


def _tell(rank, has_one):
    return rank.arrive("next batch", "whether there is a next batch", has_one)
