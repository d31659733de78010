"""Finalizers that an interrupt does not end.

Python prints an exception that leaves a finalizer, and forgets it. Where SIGINT comes while one runs, the work would stay half
done, and the program that was to be interrupted would go on.
"""

import _thread
import contextlib
import functools
import os
import signal
import threading
import time

#: seconds from the end of a finalizer until an interrupt that came meanwhile is sent again
_LATER = 0.02


def uninterrupted(finalizer):
    """A finalizer that runs to its end; an interrupt that comes meanwhile is sent to the process again, shortly after it.

    Parameters
    ----------
    finalizer : callable

    Returns
    -------
    callable
        In a thread other than the main one, which no signal reaches, it is the same.
    """

    @functools.wraps(finalizer)
    def whole(*args):
        came: list = []
        before = None
        if threading.current_thread() is threading.main_thread():
            with contextlib.suppress(ValueError):  # an interpreter that takes no signals
                before = signal.signal(signal.SIGINT, lambda *_: came.append(True))
        try:
            return finalizer(*args)
        finally:
            if before is not None:
                signal.signal(signal.SIGINT, before)
            if came:
                # a thread without an object: starting one of those waits, which the next interrupt may end
                _thread.start_new_thread(_send_again, ())

    return whole


def _send_again() -> None:
    time.sleep(_LATER)
    os.kill(os.getpid(), signal.SIGINT)
