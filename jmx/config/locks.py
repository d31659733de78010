"""Locks that a fork does not leave held by threads which the child process does not have."""

import os

_all: list = []


def survives_fork(lock):
    """The lock itself, free in the child of a fork, whichever thread held it in the parent.

    Parameters
    ----------
    lock : threading.Lock or threading.RLock

    Returns
    -------
    threading.Lock or threading.RLock
    """
    _all.append(lock)
    return lock


def _in_child() -> None:
    for lock in _all:
        lock._at_fork_reinit()


os.register_at_fork(after_in_child=_in_child)
