"""Locks that an interrupt does not leave locked, and that a fork does not leave held by threads which the child does not have."""

import sys
import threading

from .system.processes import at_fork

_RLock = type(threading.RLock())


class _EnteredInOnePiece(_RLock):
    """A lock for `with`, on releases of CPython that may raise an interrupt between taking it and entering the block.

    CPython looks for interrupts after every call of a function in C. From 3.14 on `with` makes such a call, before the block's
    table of exception handlers begins: an interrupt there leaves `threading.RLock()` locked for ever. Here `__enter__` is Python
    code, whose return is no such place, and it takes the lock by unpacking an iterator, which is no call.
    """

    __slots__ = ()

    def __enter__(self):
        (taken,) = map(_RLock.acquire, (self,))
        return taken


def RLock():
    """A lock that the same thread may take several times.

    Returns
    -------
    threading.RLock
        If an interrupt ends a `with` block of it, it is free.

    Examples
    --------
    >>> lock = RLock()
    >>> with lock, lock:
    ...     pass
    """
    return _RLock() if sys.version_info < (3, 14) else _EnteredInOnePiece()


_all: list = []


def survives_fork(lock):
    """The lock itself, free in the child of a fork, whichever thread held it in the parent.

    Parameters
    ----------
    lock : threading.RLock

    Returns
    -------
    threading.RLock
    """
    _all.append(lock)
    return lock


def _in_child() -> None:
    for lock in _all:
        lock._at_fork_reinit()


at_fork(after_in_child=_in_child)
