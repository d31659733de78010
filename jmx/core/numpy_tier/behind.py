"""Programs that XLA compiles in a thread, behind the calls that NumPy still runs.

The call at which a program changes hands is reckoned, not timed: a script that is run again computes the same numbers again.
So NumPy goes on for half as many calls again as compiling is worth, and where it takes longer it is waited for. The calling
thread traces and lowers, which is Python and would only compete with it for the interpreter's lock; XLA compiles without that
lock. The thread has the priority of all others, as it takes the lock at its end: where it had to wait for a processor with it,
everybody would wait.
"""

from __future__ import annotations

import collections
import functools
import threading
import warnings
from collections.abc import Callable
from typing import Any

from ...config import compile_report, leaving
from ...config.locks import RLock, survives_fork

#: programs that wait for the thread; others are compiled by whoever needs them
_MOST_WAITING = 64
#: seconds that a fork waits for the program that is being compiled
_PATIENCE = 60
_lock = survives_fork(RLock())
_waiting: collections.deque[Job] = collections.deque()


class _Now:
    """What is going on: the thread that compiles, if any, and how many forks are under way, during which nothing is begun."""

    thread: threading.Thread | None = None
    forks = 0


now = _Now()


class Job:
    """A program that has been lowered, and what runs it once XLA has compiled it.

    Parameters
    ----------
    compile : callable
        Compiles it, and returns what runs it.
    described : tuple
        (what the program is, what it computes, its arguments), for reports of compilations.
    """

    __slots__ = ("_compile", "_compiled", "_done", "_error", "_report_of", "_reported")

    def __init__(self, compile: Callable[[], Any], described: tuple) -> None:
        self._compile, self._report_of = compile, described
        self._reported = compile_report.hand_over()
        self._compiled: Any = None
        self._error: BaseException | None = None
        #: None before a thread begins
        self._done: threading.Event | None = None

    def begin(self) -> bool:
        """Have the thread compile it when it has done what waits already; False where too much does."""
        with _lock:
            if len(_waiting) >= _MOST_WAITING:
                return False
            _waiting.append(self)
            _start()
        return True

    def take(self) -> Any:
        """What runs it: waited for where the thread has begun, compiled here where it has not.

        One thread at a time may call this.


        Raises
        ------
        Exception
            What XLA raised.
        """
        with _lock:
            if self in _waiting:
                _waiting.remove(self)
        if self._done is not None:
            self._done.wait()
            if self._error is not None:
                raise self._error
        elif self._compiled is None:
            compile_report.take_over(self._reported)
            self._compiled = self._compile()
        return self._compiled

    def started(self) -> Callable[[], None]:
        """Say that a thread has begun, and return what it is to do."""
        self._done = threading.Event()
        return functools.partial(self._run, self._done)

    def _run(self, done: threading.Event) -> None:
        compile_report.take_over(self._reported)
        try:
            self._compiled = self._compile()
        except BaseException as error:
            self._error = error
        finally:
            del self._compile  # and what was lowered
            done.set()


compile_report.describe_calls(Job._run.__code__, lambda local: ("", *local["self"]._report_of))


def _start() -> None:
    """Have a thread compile what waits, unless there is one; the caller has the lock."""
    if _waiting and now.thread is None and not now.forks:
        now.thread = threading.Thread(target=_work, name="jmx compiles", daemon=True)
        now.thread.start()


def _work() -> None:
    """Compile what waits, and end: a process that compiles nothing has no thread that a fork would have to ask."""
    while True:
        with _lock:
            if not _waiting or now.forks:
                now.thread = None
                return
            job = _waiting.popleft()
            run = job.started()
        run()
        del job, run  # what is compiled belongs to whoever takes it


def hold() -> None:
    """Wait for what is being compiled, and begin nothing more: before a fork."""
    with _lock:
        now.forks += 1
        thread = now.thread
    if thread is not None:
        thread.join(_PATIENCE)


def release() -> None:
    """Go on after a fork."""
    with _lock:
        now.forks -= 1
        _start()


def forget() -> None:
    """Give up what waits: in the child of a fork, which compiles nothing."""
    _waiting.clear()
    now.thread, now.forks = None, 0


leaving.give_up(lambda: now.thread)


def tell_failed(name: str, error: Exception) -> None:
    """Warn that a program stays with NumPy, as XLA does not compile it."""
    text = f"{type(error).__name__}: {error}".splitlines()[0]
    warnings.warn(
        f"{name} cannot be compiled and stays interpreted by NumPy, perhaps more slowly: {text}. "
        "JMX_COMPILE=now raises this error at the first call.",
        RuntimeWarning,
        stacklevel=2,
    )
