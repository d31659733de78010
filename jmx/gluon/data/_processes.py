"""How the DataLoader's worker processes are started, seen from the program.

A fork server (`_fork_server.py`) is a fresh interpreter that imports once what workers need and never starts a thread. Workers
are its forks: they cost milliseconds where an interpreter of their own costs an import of JAX. It is started with the first
loader, serves all later ones, and ends with the program. It is replaced when the environment of the program changes. Where forks
are not safe after libraries of the system have been loaded (macOS), or there are none (Windows), each worker is an interpreter of
its own. One that cannot be given its socket connects to the program (`config.system.sockets.Expected`).
"""

from __future__ import annotations

import json
import os
import socket
import struct
import subprocess
import sys
import time
import weakref

from ...base import MXNetError
from ...config.interrupts import uninterrupted
from ...config.system import machine, processes, sockets
from ._messages import PROGRAMS_SIGNALS

_START = "import sys; sys.path.insert(0, {root!r}); from jmx.gluon.data.{module} import main; main({descriptor})"
_NUMBER = struct.Struct("!i")


def prepare(modules) -> None:
    """Have the modules of jmx imported in the background that workers will need; starts the fork server if there is none."""
    if processes.FORKS_ARE_SAFE:
        try:
            _fork_server().load(modules)
        except OSError:
            pass  # only a hint: workers import what is missing


def start():
    """A process that works as `_worker.py` says.

    Returns
    -------
    socket.socket
        The connection to it.
    object
        The process, with the attribute `pid` and the methods `wait(timeout)`, which returns the exit code (None if nobody knows
        it) or raises subprocess.TimeoutExpired, and `kill()`.
    """
    if not sockets.HANDS_OVER:
        return _connecting_interpreter("_worker")
    connection, other = socket.socketpair()
    with other:
        return connection, _start_with(other)


def _start_with(connection):
    if not processes.FORKS_ARE_SAFE:
        return _interpreter("_worker", connection)
    try:
        return _fork_server().fork(connection)
    except OSError:  # it has died meanwhile: the next one is new
        return _fork_server().fork(connection)


def _environment():
    env = dict(os.environ)
    env["JAX_PLATFORMS"] = "cpu"  # GPUs are the program's
    env.setdefault("JMX_COMPILE", "never")  # each worker would compile the same, for its share of the samples
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        env.setdefault(name, "1")
    return env


def _interpreter(module, connection):
    """A fresh interpreter that runs `main` of a module of this package with the descriptor of `connection`."""
    descriptor = connection.fileno()
    return _popen("", module, descriptor, pass_fds=[descriptor], stdin=subprocess.DEVNULL)


def _connecting_interpreter(module):
    """A socket, and a fresh interpreter that runs `main` of a module of this package with the other end of it."""
    expected = sockets.Expected()
    process = _popen(sockets.CONNECT, module, "connection.detach()", stdin=subprocess.PIPE)
    assert process.stdin is not None
    try:
        process.stdin.write(expected.hello)
        process.stdin.close()
    except OSError:
        pass  # it has ended, which `accept` finds
    connection = expected.accept(lambda: process.poll() is not None)
    if connection is None:
        process.kill()
        raise MXNetError(
            f"A worker of the DataLoader has ended with exit code {process.wait()} before it could be reached. Its output says "
            "why; num_workers=0 needs no processes."
        )
    return connection, process


def _popen(first, module, descriptor, **options):
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    # Private, but what multiprocessing uses.
    flags = subprocess._args_from_interpreter_flags()  # pyright: ignore[reportAttributeAccessIssue]
    code = first + _START.format(root=root, module=module, descriptor=descriptor)
    # The process inherits which signals are blocked: none of these ends it before it ignores them.
    with processes.blocked(PROGRAMS_SIGNALS):
        return subprocess.Popen([sys.executable, *flags, "-c", code], env=_environment(), **options)


def _surroundings():
    """What a process inherits and a worker may depend on."""
    try:
        folder = os.getcwd()
    except OSError:  # it has been deleted
        folder = None
    return os.getpid(), _environment(), folder, machine.binding()


class _ForkServer:
    """The fork server. It ends when nothing refers to this object: worker processes do as well."""

    def __init__(self, surroundings):
        self.surroundings = surroundings
        self._loaded = set()
        self._connection, other = sockets.pair_of_messages()
        with other:
            self._process = _interpreter("_fork_server", other)
        weakref.finalize(self, _end, self._process, self._connection, os.getpid())

    def alive(self):
        return self._process.poll() is None

    def resume(self):
        """Let it go on where somebody has stopped it (SIGSTOP): only it can tell how a worker has ended."""
        if self.alive():
            for number in processes.signals("SIGCONT"):
                self._process.send_signal(number)

    def load(self, modules):
        """Have it import modules of jmx."""
        missing = [name for name in modules if name not in self._loaded]
        self._loaded.update(missing)
        if missing:
            self._send({"path": [str(folder) for folder in sys.path], "modules": missing}, [])

    def fork(self, connection):
        """A fork of it that serves `connection` as a worker."""
        status, other = os.pipe()
        process = _Forked(self, status)
        try:
            self._send({}, [connection.fileno(), other, *_output()])
        finally:
            os.close(other)
        return process

    def _send(self, message, descriptors) -> None:
        sockets.send(self._connection, json.dumps(message).encode(), descriptors)


_current: _ForkServer | None = None


def _fork_server():
    global _current
    surroundings = _surroundings()
    if _current is None or _current.surroundings != surroundings or not _current.alive():
        _current = _ForkServer(surroundings)
    return _current


def _output():
    """Descriptors of the program's output and errors, as they are now: both or none."""
    try:
        for descriptor in (1, 2):
            os.fstat(descriptor)
    except OSError:  # closed
        return []
    return [1, 2]


@uninterrupted
def _end(process, connection, owner) -> None:
    connection.close()
    if os.getpid() == owner:  # not in a fork of the program
        # It has no workers any more: those refer to the object that is gone, and a program ends its workers first.
        process.kill()
        process.wait()


class _Forked:
    """A process that the fork server has made; it writes the process number, and at its end the exit code, to a pipe."""

    def __init__(self, server, status) -> None:
        self._server, self._status = server, status
        self._numbers = b""
        self._finished = False
        weakref.finalize(self, os.close, status)

    @property
    def pid(self):
        """The process number; MXNetError if there is no process."""
        self._read(_NUMBER.size, None)
        if len(self._numbers) < _NUMBER.size:
            raise MXNetError(
                "The process that starts the DataLoader's workers has ended. Its output says why; a new pass starts it again."
            )
        number = _NUMBER.unpack_from(self._numbers)[0]
        if number < 0:
            raise MXNetError(f"A worker of the DataLoader cannot be started: {os.strerror(-number)}.")
        return number

    def wait(self, timeout=None):
        """The exit code once the process has ended; None if nobody knows it."""
        if not self._read(2 * _NUMBER.size, timeout):
            raise subprocess.TimeoutExpired("DataLoader worker", timeout or 0)
        if len(self._numbers) == 2 * _NUMBER.size:
            return _NUMBER.unpack_from(self._numbers, _NUMBER.size)[0]
        if len(self._numbers) < _NUMBER.size or self.pid < 0:
            return None
        # The fork server has ended, and the worker may not have.
        if not processes.wait_for_stranger(self.pid, timeout):
            raise subprocess.TimeoutExpired("DataLoader worker", timeout or 0)
        return None

    def kill(self):
        """End it, if it has not ended."""
        if len(self._numbers) < 2 * _NUMBER.size:
            self._server.resume()
            try:
                processes.kill(self.pid)
            except (ProcessLookupError, MXNetError):
                pass

    def _read(self, size, timeout):
        """Whether `size` bytes, or the end, came within `timeout` seconds."""
        until = None if timeout is None else time.monotonic() + timeout
        while len(self._numbers) < size and not self._finished:
            left = None if until is None else max(until - time.monotonic(), 0)
            if not processes.readable(self._status, left):
                return False
            part = os.read(self._status, size - len(self._numbers))
            self._numbers += part
            self._finished = not part
        return True
