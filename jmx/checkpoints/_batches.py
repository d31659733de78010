"""Batches that know how far they have come, so that a program can go on where it was stopped."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..base import MXNetError
from ..io import DataIter
from . import _random

#: what iterators keep the order of their samples in, shuffled in place at each reset: NDArrayIter, image.ImageIter
_ORDERS = ("idx", "_order", "seq")


class Batches:
    """The batches of a `DataLoader`, or of anything else that can be gone through several times.

    Attributes
    ----------
    epoch : int
        Number of the pass that is under way, or comes next.
    batch : int
        How many of its batches were handed out.
    """

    def __init__(self, source: Any) -> None:
        self._source = source
        self.epoch = self.batch = 0
        self._began: Any = None  # the state of random numbers at the beginning of the pass
        self._resumed: dict[str, Any] | None = None
        #: called before a batch is asked for, when all is done with the one before
        self.between: Callable[[], object] | None = None

    def __len__(self) -> int:
        return len(self._source)

    def position(self) -> dict[str, Any]:
        """Where it stands, as values of JSON."""
        if self._resumed is not None:
            return self._resumed
        return {"epoch": self.epoch, "batch": self.batch, "began": self._began}

    def counted(self, position: Any) -> tuple[int, int]:
        """Epoch and batch of a position; ValueError, KeyError or TypeError where it is none."""
        return _count(position["epoch"]), _count(position["batch"])

    def resume(self, position: Any) -> None:
        """Begin the next pass at a position; the numbers of random generators are then as they were there."""
        self.epoch, self.batch = self.counted(position)
        self._resumed = dict(position) if self.batch else None
        loader = getattr(self._source, "__wrapped__", self._source)
        if hasattr(loader, "_passes"):  # from which workers' random numbers are derived
            loader._passes = itertools.count(self.epoch)

    def __iter__(self) -> Iterator[Any]:
        if self._resumed is None:
            self.batch, self._began = 0, _random.get_state()
            batches = iter(self._source)
        else:
            # What was drawn for the batches that are left out is drawn again.
            now, self._began = _random.get_state(), self._resumed["began"]
            _random.set_state(self._began)
            batches = iter(self._source)
            left = sum(1 for _ in itertools.islice(batches, self.batch))
            if left < self.batch:
                raise MXNetError(f"the checkpoint was made after batch {self.batch} of a pass, and a pass has {left} now")
            _random.set_state(now)
            self._resumed = None
        while True:
            if self.between is not None:
                self.between()
            try:
                batch = next(batches)
            except StopIteration:
                if not self.batch:
                    raise MXNetError("the data have no batches") from None
                break
            self.batch += 1
            yield batch
        self.epoch, self.batch, self._began = self.epoch + 1, 0, None


class BatchIter(DataIter):
    """The batches of a `DataIter`, likewise.

    `Module.fit` asks for a batch before it is done with the one before: `done` says how many are.
    """

    def __init__(self, source: DataIter) -> None:
        super().__init__(source.batch_size)
        self._source = source
        self.epoch = self.batch = 0
        self.done: int | None = None
        self._began = _random.get_state()
        self._kept: deque[Any] = deque()
        self._resumed: dict[str, Any] | None = None
        self.between: Callable[[], object] | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_source":
            raise AttributeError(name)
        return getattr(self._source, name)

    @property
    def provide_data(self) -> Any:
        return self._source.provide_data

    @property
    def provide_label(self) -> Any:
        return self._source.provide_label

    def position(self) -> dict[str, Any]:
        """The same for these."""
        if self._resumed is not None:
            return self._resumed
        done = self.batch if self.done is None else self.done
        orders = {name: _encoded(getattr(self._source, name)) for name in _orders(self._source)}
        pipeline = getattr(self._source, "_pipeline", None)
        place = pipeline and pipeline.began
        return {"epoch": self.epoch, "batch": done, "asked": self.batch, "began": self._began, "orders": orders, "place": place}

    def counted(self, position: Any) -> tuple[int, int]:
        """Epoch of a position and batches that were asked for; ValueError, KeyError or TypeError where it is none."""
        epoch, asked, done = (_count(position[name]) for name in ("epoch", "asked", "batch"))
        if done > asked:
            raise ValueError(f"{done} batches are done and {asked} were asked for")
        return epoch, asked

    def resume(self, position: Any) -> None:
        """Go to a position, before the first batch is asked for."""
        self.epoch, self.batch = self.counted(position)
        self._resumed, self.done = dict(position), None

    def _go_on(self, position: dict[str, Any]) -> None:
        known, place, left_out = _orders(self._source), position.get("place"), 0
        if place is not None:
            # the last batch of a pass may have records of the next one
            left_out = max(0, position["batch"] - 1)
            _go_to(self._source, place, left_out)
        elif not known:
            for _ in range(self.epoch):
                self._source.reset()
        now = _random.get_state()
        for name in known:
            _take_order(self._source, name, position["orders"][name])
        self._began = position["began"]
        _random.set_state(self._began)
        for number in range(left_out, self.batch):
            try:
                batch = self._source.next()
            except StopIteration:
                raise MXNetError(
                    f"the checkpoint was made after batch {self.batch} of a pass, and a pass has {number} now"
                ) from None
            if number >= position["batch"]:
                self._kept.append(batch)
        _random.set_state(now)

    def next(self) -> Any:
        """The next batch."""
        if self.between is not None:
            self.between()
        if self._resumed is not None:
            position, self._resumed = self._resumed, None
            self._go_on(position)
        if self._kept:
            return self._kept.popleft()
        batch = self._source.next()
        self.batch += 1
        return batch

    def reset(self) -> None:
        """Begin the next pass."""
        self._source.reset()
        self._kept.clear()
        self.epoch, self.batch, self.done, self._resumed = self.epoch + 1, 0, None, None
        self._began = _random.get_state()


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 2**53:
        raise ValueError(f"a count of batches is {value!r:.40}")
    return value


def _orders(source: Any) -> list[str]:
    return [name for name in _ORDERS if isinstance(getattr(source, name, None), list | np.ndarray)]


def _encoded(order: Any) -> Any:
    return _random.encoded(order) if isinstance(order, np.ndarray) else [str(one) for one in order]


def _go_to(source, place, batches):
    try:
        source._go_to(place, batches)
    except (AttributeError, ValueError, KeyError, TypeError) as error:
        raise MXNetError(f"the data are not those of the checkpoint: their place does not fit ({error})") from None


def _take_order(source: Any, name: str, value: Any) -> None:
    """Put an iterator's samples in the order that they had. It has the same samples: none comes from the checkpoint."""
    own = getattr(source, name)
    if isinstance(own, np.ndarray):
        order = _random.decoded(value)
        fits = order.dtype == own.dtype and order.shape == own.shape and np.array_equal(np.sort(order), np.sort(own))
    else:
        by_name = {str(one): one for one in own}
        fits = type(value) is list and sorted(map(str, value)) == sorted(by_name)
        order = [by_name[one] for one in value] if fits else None
    if not fits:
        raise MXNetError(f"the data are not those of the checkpoint: they have other samples, {len(own)} now")
    setattr(source, name, order)
