"""Work that an interrupt does not end halfway, and interrupts that are not forgotten.

Python prints an exception that leaves a finalizer or a callback of the garbage collector, and forgets it: where SIGINT comes
while one runs, the program that was to be interrupted would go on.
"""

from __future__ import annotations

import _thread
import functools
import signal
import sys
import time
from typing import TYPE_CHECKING, Any

from .system.processes import interrupt_self

if TYPE_CHECKING:
    from collections.abc import Callable


#: seconds from the end of a finalizer until an interrupt that came meanwhile is sent again
_LATER = 0.02


def uninterrupted(finalizer) -> Callable[..., Any]:
    """A finalizer that runs to its end; an interrupt that comes meanwhile is sent to the process again, shortly after it.

    Parameters
    ----------
    finalizer : callable

    Returns
    -------
    callable
        In a thread other than the main one, which no signal reaches, it is the same.
    """
    return _deferring(finalizer, send_later)


def interrupted_after(function) -> Callable[..., Any]:
    """A function that runs to its end; an interrupt that comes meanwhile is raised there, in place of what it returns.

    Parameters
    ----------
    function : callable

    Returns
    -------
    callable
        In a thread other than the main one, which no signal reaches, it is the same.
    """
    return _deferring(function, lambda: signal.raise_signal(signal.SIGINT))


def _deferring(function, send):
    @functools.wraps(function)
    def whole(*args):
        came: list = []
        # Nothing stands before this that need not: an interrupt that comes earlier ends the function.
        before = signal.getsignal(signal.SIGINT)
        try:
            if before is not None:  # a handler that is not Python's could not be put back
                signal.signal(signal.SIGINT, lambda *_: came.append(True))
        except ValueError:  # not the main thread
            before = None
        try:
            return function(*args)
        finally:
            if before is not None:
                signal.signal(signal.SIGINT, before)
            if came:
                send()

    return whole


def send_later() -> None:
    """Send SIGINT to this process when what runs now has ended."""
    # a thread without an object: starting one of those waits, which the next interrupt may end
    _thread.start_new_thread(_send_again, ())


def _send_again() -> None:
    time.sleep(_LATER)
    interrupt_self()


def remember_forgotten() -> None:
    """Have an interrupt that Python forgets sent again: one that came while a finalizer or a callback of JAX's ran.

    Other exceptions there are told as before.
    """
    tell = sys.unraisablehook

    @functools.wraps(tell)
    def hook(unraisable):
        if unraisable.exc_type is KeyboardInterrupt:
            send_later()
        else:
            tell(unraisable)

    sys.unraisablehook = hook
