"""The end of a process whose daemon threads still compute.

Python ends a daemon thread where it next takes the interpreter's lock (from 3.14 on it lets it sleep). In a thread that is inside
of XLA this unwinds frames of C++, and the process aborts. So at the end every thread is stopped where it is in Python only: where
it next calls a function of jmx or JAX, or returns from one. Running calls are waited for.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import os
import signal
import sys
import threading
import time
from collections.abc import Callable

from ..base import MXNetError
from . import jax_internals
from .locks import RLock
from .system import processes

#: seconds that running calls are waited for: a program that compiles for minutes does not keep a process
PATIENCE = 5
#: seconds between two looks, how often nothing must be seen, and how long threads that run but are not in JAX are waited for
_STEP, _TIMES, _SETTLE = 0.005, 3, 1
#: the parts of jmx that call JAX
_PARTS = "_numpy core execution executor jax native ndarray numpy operator ops parallel.py random.py"
_OURS = tuple(os.path.join(os.path.dirname(os.path.dirname(__file__)), part) for part in _PARTS.split())
#: where JAX is, once it is loaded
_jax: tuple = ()
#: what is called when no thread computes any more
_clean_ups: list = []
_stopped: set = set()
#: what says which thread, if any, works for nobody
_given_up: list[Callable[[], threading.Thread | None]] = []
_never = RLock()


def watch(clean_ups) -> None:
    """Have threads stopped at the end of the process, which will have loaded JAX, and functions called after that.

    Parameters
    ----------
    clean_ups : list of callable
        What JAX does at the end: it frees what the threads use.
    """
    global _jax
    found = [importlib.util.find_spec(name) for name in ("jax", "jaxlib")]
    _jax = tuple(os.path.dirname(spec.origin) + os.sep for spec in found if spec is not None and spec.origin)
    _clean_ups[:] = clean_ups


def give_up(thread: Callable[[], threading.Thread | None]) -> None:
    """Have a thread of the process not waited for at the end.

    Parameters
    ----------
    thread : callable
        Returns the thread, or None where there is none.
    """
    _given_up.append(thread)


def check_running() -> None:
    """Raise MXNetError if Python is ending and JAX has no devices yet: they need threads, for which it would wait for ever."""
    if sys.is_finalizing() and jax_internals.backends_started() is not True:
        raise MXNetError("Python is ending, and JAX was not started before: nothing can be computed any more.")


def forget() -> None:
    """Do nothing at the end: in a forked process, which has none of the threads and must free nothing."""
    global _jax
    _jax = ()
    _clean_ups.clear()


def leave() -> None:
    """What is done at the end; `jmx/__init__.py` has it called."""
    if not _jax or _left_alone() or (_others() and not _stop_threads()):
        return  # what a running call uses is not freed: it would be the abort that all of this prevents
    with contextlib.ExitStack() as all_of_them:
        for function in reversed(_clean_ups):
            all_of_them.callback(function)


def _left_alone() -> bool:
    """Whether a thread that works for nobody is left to itself until the process is gone."""
    threads = [thread for find in _given_up if (thread := find()) is not None and thread.is_alive()]
    if not threads or not _sleep_where_python_ends_threads():
        return False
    _stopped.update(thread.ident for thread in threads)
    if _others():
        _stop_threads()
    return True


def _sleep_where_python_ends_threads() -> bool:
    """Have a thread that Python ends inside of C++ sleep in place of aborting, and the process end without asking it.

    The process then ends as the C library's `exit` begins, with the status that Python has given it: what `exit` would free may
    be in use. False where the C library is not glibc, which alone tells functions the status.
    """
    try:
        libc, cpp = ctypes.CDLL(None), ctypes.CDLL("libstdc++.so.6")
        end, sleep = (ctypes.cast(function, ctypes.c_void_p) for function in (libc._exit, libc.pause))
        libc.fflush(None)
        return (
            libc.on_exit(end, None) == 0
            and cpp._ZSt13set_terminatePFvvE(sleep) is not None
            and libc.signal(int(signal.SIGABRT), sleep) is not None
        )
    except (OSError, AttributeError, TypeError):  # TypeError: Windows, where None names no library
        return False


def _others():
    """{number of a thread: its innermost frame} of all but this one and those that were stopped."""
    own = threading.get_ident()
    return {thread: frame for thread, frame in sys._current_frames().items() if thread != own and thread not in _stopped}


def _stop_threads():
    """Keep other threads out of JAX; whether all that were inside have come out."""
    _never.acquire()
    _profile_threads()
    began, quiet = time.monotonic(), 0
    while True:
        time.sleep(_STEP)
        waited = time.monotonic() - began
        inside = any(map(_inside, _others().values()))
        # Freeing an array is in XLA, too, and happens anywhere. A thread that does this runs, or will as soon as there is a core.
        quiet = 0 if inside or (waited < _SETTLE and _run()) else quiet + 1
        if quiet == _TIMES:
            return True
        if waited > PATIENCE:
            return not inside


def _run():
    """Whether another thread of this process runs or is about to; one that is stopped or waits does not."""
    return processes.others_run(threading.get_native_id())


def _inside(frame):
    """Whether a thread may be inside of XLA: called from here, or called back by it."""
    return frame.f_code.co_filename.startswith(_OURS + _jax) or _in_jax(frame)


def _in_jax(frame):
    while frame is not None:
        if frame.f_code.co_filename.startswith(_jax):
            return True
        frame = frame.f_back
    return False


def _stop(frame, event, arg):
    """Called in each thread where a function begins or ends: stop there if it is on the border between users and JAX.

    A thread in JAX may hold its locks, and where XLA calls Python back a program waits for the answer: these go on.
    """
    path = frame.f_code.co_filename
    if path.startswith(_OURS) or (path.startswith(_jax) and frame.f_back is not None):
        if not _in_jax(frame.f_back):
            _stopped.add(threading.get_ident())
            _never.acquire()


def _profile_threads():
    """Have `_stop` called in all threads but this one."""
    threading.setprofile(_stop)
    if sys.version_info >= (3, 12):
        threading.setprofile_all_threads(_stop)
        sys.setprofile(None)
    else:
        with contextlib.suppress(AttributeError):  # another Python, of which nothing is known
            _profile_threads_in_c()


def _profile_threads_in_c():
    """Python 3.11 has a function for this, too, but in C only."""
    interface = ctypes.pythonapi
    first, following, number, profile = (
        getattr(interface, name)
        for name in ("PyInterpreterState_ThreadHead", "PyThreadState_Next", "PyThreadState_Get", "_PyEval_SetProfile")
    )
    for function in (first, following, number, interface.PyInterpreterState_Get):
        function.restype = ctypes.c_void_p
    callback = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.py_object, ctypes.c_int, ctypes.c_void_p)

    def stop(_, frame, what, arg):
        _stop(frame, what, arg)
        return 0

    in_c = callback(stop)
    _keep.append(in_c)
    state, own = first(ctypes.c_void_p(interface.PyInterpreterState_Get())), number()
    while state:
        if state != own:
            profile(ctypes.c_void_p(state), in_c, None)
        state = following(ctypes.c_void_p(state))


#: what threads call as long as there are any
_keep: list = []
