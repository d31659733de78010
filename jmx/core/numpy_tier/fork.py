"""What becomes of arrays in a process made by `os.fork`.

MXNet lets a program fork after it has used arrays (`multiprocessing` does so on Linux); JAX does not: the threads that
compile and run its programs do not exist in the child, which would wait for them for ever. Here everything is computed
before a fork, and the child gets a device of its own on which NumPy runs what it can (`interpreter.py`). What would have to
be compiled raises there.
"""

import contextlib
import ctypes
import functools
import gc
import os
import sys
import threading
import time
import warnings

import jax

from ... import context
from ...base import MXNetError
from ...config import jax_internals, leaving
from ...config.locks import RLock
from ...config.system.processes import at_fork
from ...native import portable
from . import behind, device_put, tiered
from .interpreter import Interpreted
from .rules import Uncovered

_REMEDY = (
    'This process was made by fork() after arrays had been used, so that nothing can be compiled in it. Start it by "spawn" '
    '(multiprocessing.set_start_method("spawn"), at the beginning of the program), fork before the first array is made, or '
    "use NumPy in it; gluon.data.DataLoader has worker processes that need no such care."
)
_BUSY = (
    "This process was made by fork() while another thread of its parent was inside of JAX, whose locks stay taken here for ever: "
    'no array can be used in it. Start it by "spawn" (multiprocessing.set_start_method("spawn")), or fork while none computes.'
)
#: seconds that a fork waits for other threads to come out of JAX
_PATIENCE = 2
_forked = _left_gpus = False
#: of the last fork: how many threads there were, and whether one of them was inside of JAX
_threads, _busy = 1, False
#: seconds between two threads of Python, as they are and so long that no other one gets its turn
_interval, _LONG = sys.getswitchinterval(), 1e3
#: where threads are that may hold locks of JAX
_INSIDE = (os.path.dirname(jax.__file__) + os.sep, os.path.dirname(os.path.dirname(__file__)) + os.sep)


def forked() -> bool:
    """Whether this process was made by `os.fork` after arrays had been used."""
    return _forked


def left_gpus() -> bool:
    """Whether the process that this one was forked from had started to use GPUs."""
    return _left_gpus


def _before() -> None:
    """Nothing may be under way when the threads are left behind."""
    global _threads, _busy, _interval
    behind.hold()
    _threads, _busy, _interval = threading.active_count(), False, sys.getswitchinterval()
    if jax_internals.backends_started() is False:
        return
    with contextlib.suppress(Exception):  # an error of a computation is raised to whoever reads its result
        for array in jax.live_arrays():
            array.block_until_ready()
    # nobody else can be inside of JAX
    if _threads == 1:
        return
    end = time.monotonic() + _PATIENCE
    while True:
        sys.setswitchinterval(_LONG)  # what is seen now holds until the fork
        _busy = _another_thread_computes()
        if not _busy or time.monotonic() > end:
            return
        sys.setswitchinterval(_interval)
        time.sleep(1e-4)


def _another_thread_computes() -> bool:
    """Whether a thread is in a function of JAX, or of the parts of jmx that call it."""
    own = threading.get_ident()
    for thread, frame in sys._current_frames().items():
        while frame is not None and thread != own:
            if frame.f_code.co_filename.startswith(_INSIDE):
                return True
            frame = frame.f_back
    return False


def _after() -> None:
    sys.setswitchinterval(_interval)


def _in_parent() -> None:
    _after()
    behind.release()


def _in_child() -> None:
    global _forked, _left_gpus
    _after()
    behind.forget()
    if jax_internals.backends_started() is False:
        return
    _forked = True
    if _busy:
        _keep_for_ever(*jax_internals.live_clients())
        leaving.forget()  # JAX's locks may be held by threads that are not here
        context.forget_devices(_refuse_devices)
        tiered.call_in_child = _refuse_devices
        return
    if _threads > 1:
        _free_cached_properties()
    clients = jax_internals.live_clients()
    _keep_for_ever(*clients, *jax.devices())
    for client in clients:
        if client.platform != "cpu":  # CUDA ends a forked process that frees what its parent had on a GPU
            _keep_for_ever(*jax_internals.held_by(client))
            _left_gpus = True
    if not jax_internals.forget_backends():  # the devices stay the parent's, whose threads compute
        context.forget_devices(_refuse)
        tiered.call_in_child = _refuse
        return
    _keep_for_ever(jax_internals.leave_job())
    jax.config.update("jax_platforms", "cpu")
    for jitted in tiered.every:  # what is compiled waits for the parent's threads
        jitted.compiled.clear()
        jitted.interpreted.clear()
        jitted.ready.clear()
        jitted.begun.clear()
        jitted.compiling = RLock()  # a thread of the parent's may hold it
    device_put.forget()
    context.forget_devices()
    # A JAX that cannot be kept from compiling would wait for threads that are not here: then no operator runs at all.
    tiered.call_in_child = _by_numpy if jax_internals.refuse_to_compile(_refuse) else _refuse


def _free_cached_properties() -> None:
    """Python 3.11 computes a cached property under a lock, which a thread of the parent's may hold for ever."""
    if sys.version_info < (3, 12):
        for value in gc.get_objects():
            if type(value) is functools.cached_property:
                value.lock = RLock()  # pyright: ignore[reportAttributeAccessIssue]


def _keep_for_ever(*objects) -> None:
    """Have objects live beyond the end of the interpreter: ending a client waits for its threads, which only the parent has."""
    for value in objects:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(value))


def _refuse(*args, **kwargs):
    raise MXNetError(_REMEDY)


def _refuse_devices(*args, **kwargs):
    raise MXNetError(_BUSY)


def _by_numpy(jitted, args):
    """A call of a `TieredJit` that nothing can be compiled for."""
    leaves = jax.tree_util.tree_leaves(args)
    key = tiered.signature(tuple([getattr(a, "shape", type(a)) for a in leaves]), leaves)
    known = jitted.interpreted.get(key)
    if known is None:
        with portable():  # oneDNN's threads are the parent's
            traced = jitted.jitted_for_shapes().trace(*tiered.abstract(args))
        try:
            known = jitted.interpreted[key] = Interpreted(traced.jaxpr, always=True), traced.out_tree
        except Uncovered:
            raise MXNetError(_REMEDY) from None
    program, tree = known
    first = next((a for a in leaves if isinstance(a, jax.Array)), None)
    # The child's own device in the place of the parent's.
    parents = next(iter(first.devices())) if first is not None else None
    device = context.cpu(parents.local_hardware_id if parents is not None and parents.platform == "cpu" else 0).device
    try:
        values = program(leaves)
    except Exception:  # a rule that does not cover these values
        raise MXNetError(_REMEDY) from None
    return jax.tree_util.tree_unflatten(tree, [device_put.on_device(value, device) for value in values])


# JAX warns of a deadlock, which the functions above prevent.
warnings.filterwarnings("ignore", r"os\.fork\(\) was called", RuntimeWarning)
at_fork(before=_before, after_in_parent=_in_parent, after_in_child=_in_child)
