"""The DataLoader's worker processes, seen from the program.

Workers are no forks of the program: a process in which JAX runs must not be forked (`_processes.py`). They get the data set once,
its arrays in memory that all of them share, and end when the program does, whatever its end.
"""

from __future__ import annotations

import os
import select
import selectors
import socket
import subprocess
import sys
import time
import weakref

from ...base import MXNetError
from ...config.interrupts import uninterrupted
from ...config.locks import RLock
from ...config.system import processes, sockets
from . import _processes
from ._messages import Packed, receive

#: batches that one worker may have been asked for and not have delivered
_MOST_ASKED = 64


class RemoteTraceback(Exception):
    """The traceback of an exception that a worker raised, as the cause of what is raised in the program."""

    def __init__(self, text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return f'\n"""\n{self.text}"""'


class _Worker:
    """One process, the socket to it, and the numbers of the batches that it has been asked for."""

    def __init__(self, number) -> None:
        self.number, self.asked = number, set()
        self.connection, self.process = _processes.start()

    def died(self):
        """The error that says how the process ended."""
        try:
            code = self.process.wait(5)
        except subprocess.TimeoutExpired:
            code = None
        if code is not None and code < 0:
            how = f"was killed by {processes.name_of_signal(-code)}"
            if -code == processes.KILL:
                how += " (the system does that when memory runs out)"
        else:
            how = "ended" if code is None else f"ended with exit code {code}"
        return MXNetError(
            f"DataLoader worker {self.number} (pid {self.process.pid}) {how}. Use num_workers=0 to see what happens in it."
        )


class Workers:
    """A number of worker processes that make batches.

    count    how many
    setup    Packed (dataset, batchify function, NumPy shape semantics, NumPy arrays)
    """

    class CannotImport(Exception):
        """A worker cannot import a module that the data set needs; the workers have ended."""

    def __init__(self, count, setup) -> None:
        self._lock = RLock()
        self._made, self._dropped = {}, set()
        self._workers = [_Worker(i) for i in range(count)]
        self._selector = selectors.DefaultSelector()
        self._ender = weakref.finalize(self, _end, self._workers, self._selector, os.getpid())
        where = Packed((sys.path, sys.argv))
        for worker in self._workers:
            self._selector.register(worker.connection, selectors.EVENT_READ, worker)
            self._send(worker, where)
            self._send(worker, setup)

    @property
    def alive(self) -> bool:
        """Whether they can be asked for batches."""
        return self._ender.alive

    def pids(self) -> list[int]:
        """The process numbers."""
        return [w.process.pid for w in self._workers]

    def has_capacity(self) -> bool:
        """Whether some worker may be asked for one more batch."""
        return any(len(w.asked) < _MOST_ASKED for w in self._workers)

    def ask(self, number, samples, seeds) -> None:
        """Have batch `number` made of the samples."""
        with self._lock:
            self._ask(number, samples, seeds)

    def _ask(self, number, samples, seeds) -> None:
        while not self.has_capacity():
            for key, _ in self._selector.select():
                self._collect(key.data)
        worker = min(self._workers, key=lambda w: len(w.asked))
        worker.asked.add(number)
        self._send(worker, Packed((number, samples, seeds)))

    def _send(self, worker, message) -> None:
        try:
            message.send(worker.connection, None if sockets.can_hand_over(worker.connection) else self._collect_until_writable)
        except (BrokenPipeError, ConnectionResetError):
            self._fallen(worker)

    def _collect_until_writable(self, connection) -> None:
        """Take what workers send until one of them can be sent something: two that write to each other would wait for ever."""
        writable: list = []
        while not writable:
            readable, writable, _ = select.select([w.connection for w in self._workers], [connection], [])
            for worker in [w for w in self._workers if w.connection in readable]:
                self._collect(worker)

    def _fallen(self, worker):
        error = worker.died()
        self.end()
        raise error

    def wait(self, number, timeout):
        """Batch `number`; TimeoutError after `timeout` seconds, what the worker raised, or MXNetError if one has died."""
        until = time.monotonic() + timeout
        with self._lock:
            return self._wait(number, until)

    def _wait(self, number, until):
        while number not in self._made:
            ready = self._selector.select(max(until - time.monotonic(), 0))
            if not ready and time.monotonic() >= until:
                raise TimeoutError
            for key, _ in ready:
                self._collect(key.data)
        return self._made.pop(number)

    def _collect(self, worker) -> None:
        try:
            number, fine, answer = receive(worker.connection)
        except EOFError:
            self._fallen(worker)
        worker.asked.discard(number)
        if number in self._dropped:
            self._dropped.discard(number)
        elif fine:
            self._made[number] = answer
        else:
            self.end()
            error, text = answer
            if number is None and isinstance(error, ImportError):
                raise self.CannotImport(f"{type(error).__name__}: {error}")
            if error is None:
                error = MXNetError(f"DataLoader worker {worker.number} (pid {worker.process.pid}) raised {text.splitlines()[-1]}")
            raise error from RemoteTraceback(text)

    def drop(self, numbers) -> None:
        """Drop the batches of these numbers: they will not be fetched."""
        with self._lock:
            self._drop(numbers)

    def _drop(self, numbers) -> None:
        for number in numbers:
            if self._made.pop(number, self) is self:
                self._dropped.add(number)

    def end(self) -> None:
        """End the processes."""
        self._ender()


@uninterrupted
def _end(workers, selector, owner) -> None:
    if os.getpid() != owner:  # in a fork of the program: they are not its own
        return
    selector.close()
    for worker in workers:
        try:
            worker.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        worker.connection.close()
    until = time.monotonic() + 1
    for worker in workers:
        try:
            worker.process.wait(max(until - time.monotonic(), 0))
        except subprocess.TimeoutExpired:
            worker.process.kill()
            worker.process.wait()
