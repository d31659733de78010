"""Threads that turn records into batches ahead of who reads them, in order, never more than so many batches ahead.

A thread takes the next records under the lock, works on them without the lock, and writes into their rows of a batch. So all
threads fill one batch, its rows are in the order of the records, and memory is bounded by the batches in flight. Small records
are taken several at once: to hand over one by one takes a quarter as long as to decode 32x32 pixels.
"""

from __future__ import annotations

import collections
import contextlib
import os
import threading
import weakref
from typing import Any

from ..base import MXNetError
from ..config.interrupts import uninterrupted
from ..config.locks import RLock

_JOIN = 5  # seconds given to a thread to finish the record it is at


#: a thread takes so many records at once, or fewer that have so many bytes. Both say the same for any number of threads.
_MOST, _BYTES = 16, 1 << 14

Task = collections.namedtuple("Task", "batch row records serial")
Task.__doc__ = """Records that go to rows of a batch from `row` on; `serial` is (pass, place in it) of the first.

A record is (bytes, path, position, number, base); base + number counts them as MXNet does where it seeds augmentations.
"""


class Batch:
    """A batch being filled: `rows` is what the work writes to, `pad` how many rows at the end only fill it up."""

    def __init__(self, rows, size) -> None:
        self.rows, self.missing, self.pad = rows, size, 0
        self.last = False
        self.errors = {}


class _State:
    """What the threads share. It does not know the Pipeline, whose end is theirs."""

    def __init__(self, name, source, work, make, size, rounds, ahead):
        self.name, self.source, self.work, self.make = name, source, work, make
        self.size, self.rounds, self.ahead = size, rounds, ahead
        self.changing = RLock()
        self.changed = threading.Condition(self.changing)
        self.pid = os.getpid()
        self.stopped = self.resumes = False
        self.stream, self.passes, self.undo, self.failure = None, 0, None, None
        self.opened, self.began = {}, {}  # where the pass that is read, and the epoch, began

    def begin(self):
        """A new epoch: from the first record, or after those that filled up the last batch of the one before."""
        if not self.resumes and self.stream is not None:
            # What was read ahead and not seen must not count: how much that is depends on the threads.
            mark = self.source.mark
            if self.undo is not None:
                self.passes, mark = self.undo
            early = self.batches or self.filling is not None or not self.ended and next(self.stream, None) is not None
            if early and mark is not None:
                self.source.restore(mark)
        self.batches = collections.deque()
        self.filling, self.row, self.ended = None, 0, False
        if not self.resumes:
            self.open()
        self.resumes = False
        self.began = {"pass": self.passes, "count": self.count, "source": self.opened}

    def open(self):
        if self.stream is not None:
            self.stream.close()
        self.undo, self.opened = None, self.source.place()
        self.stream, self.count = self.source.read(), 0
        self.passes += 1

    def go_to(self, began, batches):
        """Begin an epoch where another one began, behind so many of its batches, whose records are read and not worked on."""
        passes, count = began["pass"], began["count"]
        if not all(type(number) is int and 0 <= number < 2**53 for number in (passes, count)):
            raise ValueError("a count of records is none")
        self.source.go_to(began["source"])
        self.resumes, self.stream = False, self.stream and self.stream.close()
        self.passes = passes - 1
        self.begin()
        for number in range(count + batches * self.size):
            record = next(self.stream, None)
            if record is None:
                raise MXNetError(f"{self.name}: there are fewer records than batches were read of, {number}")
            if not record[3]:
                self.base = (number - count) % self.size
        self.count = count + batches * self.size
        self.began = began

    def await_task(self):
        """The next Task, when there is one; `changed` is held. None if the work is at its end."""
        while not self.stopped:
            task = self.take()
            if task is not None:
                return task
            self.changed.wait()
        return None

    def await_batch(self):
        """Wait until the first batch is whole; `changed` is held. Raises StopIteration at the end of the epoch."""
        while not (self.batches and not self.batches[0].missing):
            if self.failure is not None:
                raise self.failure
            if self.stopped or self.ended and not self.batches:
                raise StopIteration
            self.changed.wait()

    def start(self):
        self.filling, self.row = Batch(self.make(), self.size), 0
        self.batches.append(self.filling)

    def finish(self):
        """End the epoch with a batch that is not full."""
        left = self.size - self.row
        self.filling.missing -= left
        self.filling.pad = left
        self.filling, self.ended = None, True
        self.changed.notify_all()

    def refilled(self):
        """The first record of the next epoch, where it fills up the last batch of this one; None where the epoch ends."""
        if self.filling is None or not self.rounds:
            if self.filling is None:
                self.ended = True
                self.changed.notify_all()
            else:
                self.finish()
            return None
        record = None
        if not self.filling.last:
            undo = self.passes, self.source.mark
            self.open()
            self.undo = undo
            self.filling.last, self.filling.pad = True, self.size - self.row
            record = next(self.stream, None)
        if record is None:
            raise MXNetError(f"{self.name}: number of input images must be bigger than the batch size, which is {self.size}")
        return record

    def take(self):
        """The next Task, or None if there is nothing to do now."""
        if self.ended or self.filling is None and len(self.batches) >= self.ahead:
            return None
        task, size = None, 0
        try:
            while task is None or task.batch is self.filling and len(task.records) < _MOST and size < _BYTES:
                entry = next(self.stream, None) or self.refilled()
                if entry is None:
                    break
                if self.filling is None:
                    self.start()
                if task is None:
                    task = Task(self.filling, self.row, [], (self.passes, self.count))
                self.append(task.records, entry)
                size += len(entry[0])
        except Exception as error:
            if self.filling is None:
                self.start()
            self.filling.errors[self.row] = error
            self.finish()
        return task

    def append(self, records, entry):
        """Give a record the next row of the batch."""
        if self.source.apart:
            self.base = self.size
        elif not entry[3]:
            self.base = self.row
        records.append((*entry, self.base))
        self.count += 1
        self.row += 1
        if self.row == self.size:
            self.ended = self.filling.last
            self.filling = None


def _run(state):
    work, changed, task = state.work(), state.changed, None
    while True:
        # that records are done and which come next are said together: to take the lock twice would cost more
        with changed:
            if task is not None:
                task.batch.missing -= len(task.records)
                if not task.batch.missing:
                    changed.notify_all()
                task = None  # while it waits, nothing holds the batch
            try:
                task = state.await_task()
            except Exception as error:  # no memory for a batch
                state.failure, state.stopped = error, True
                changed.notify_all()
                return
        if task is None:
            return
        task.batch.errors.update(work(task))


@uninterrupted
def _stop(state, threads):
    if os.getpid() != state.pid:
        return  # a fork has none of the threads, and one of them may have held the lock
    with state.changing:
        state.stopped = True
        state.batches.clear()
        state.changed.notify_all()
    for thread in threads:
        if thread is not threading.current_thread():
            thread.join(_JOIN)
    with state.changing:
        if state.stream is not None:
            # it may be running: this is the garbage collector in the middle of it, and it ends by itself
            with contextlib.suppress(ValueError):
                state.stream.close()


class Pipeline:
    """Batches of records, made by threads.

    Parameters
    ----------
    name : str
        Of the iterator, for messages.
    source : RecordFiles or IndexedRecords
    work : callable
        Called by each thread; returns what is called with each Task, and returns (row, error) of records that are broken.
    make : callable
        New `rows` for a batch.
    size : int
        Rows of a batch.
    rounds : bool
        Fill up the last batch of an epoch with records from the start, which the next epoch then leaves out.
    ahead : int
        Batches in flight.
    threads : int
    """

    def __init__(self, name, source, work, make, size, rounds, ahead, threads) -> None:
        self._state = state = _State(name, source, work, make, size, rounds, max(1, ahead))
        state.begin()
        self._new = True
        self._threads = [threading.Thread(target=_run, args=(state,), name=f"{name} {i}", daemon=True) for i in range(threads)]
        # At exit too: a thread that comes back from a decoder to an interpreter that is gone would end the process with an error.
        self.close = weakref.finalize(self, _stop, state, self._threads)
        for thread in self._threads:
            thread.start()

    def epoch(self) -> Pipeline:
        """Begin a new epoch. Returns the Pipeline, an iterator over its batches."""
        state = self._state
        self._check()
        with state.changing:
            if not self._new:
                state.begin()
            self._new = False
            state.changed.notify_all()
        return self

    @property
    def began(self) -> dict[str, Any]:
        """Where the epoch began, as a value of JSON."""
        return self._state.began

    def go_to(self, began: Any, batches: int) -> None:
        """Have the next epoch be the one that began at `began`, without the first so many batches, all of which must be full.

        ValueError, KeyError or TypeError where `began` is damaged.
        """
        state = self._state
        self._check()
        with state.changing:
            state.go_to(began, batches)
            self._new = True

    def _check(self):
        if os.getpid() != self._state.pid:
            raise MXNetError(f"{self._state.name}: the threads that read the records are in the process that made the iterator; "
                             "make one in this process")  # fmt: skip

    def __iter__(self) -> Pipeline:
        return self

    def __next__(self) -> Batch:
        """The next Batch. Raises the error of its first broken record; the batch after it can still be read."""
        state = self._state
        self._check()
        with state.changing:
            state.await_batch()
            batch = state.batches.popleft()
            if batch.last:
                state.resumes, state.undo = True, None
            state.changed.notify_all()
        if batch.errors:
            raise batch.errors[min(batch.errors)]
        return batch
