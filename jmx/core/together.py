"""The devices that will run, as one program, what is being traced: for operators that look at the whole batch."""

import contextlib
import threading
from typing import NamedTuple


class Together(NamedTuple):
    """An axis of a program for several devices: `name`, for collectives, and how many devices (`size`)."""

    name: str
    size: int


class _Now(threading.local):
    axis = None


_now = _Now()


def devices():
    """The `Together` of the program being traced by this thread, or None."""
    return _now.axis


@contextlib.contextmanager
def tracing(name, size):
    """What is traced in this context runs on `size` devices along the axis `name`."""
    before, _now.axis = _now.axis, Together(name, size)
    try:
        yield
    finally:
        _now.axis = before
