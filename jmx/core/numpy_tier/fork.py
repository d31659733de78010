"""What becomes of arrays in a process made by `os.fork`.

MXNet lets a program fork after it has used arrays (`multiprocessing` does so on Linux); JAX does not: the threads that
compile and run its programs do not exist in the child, which would wait for them for ever. Here everything is computed
before a fork, and the child gets a device of its own on which NumPy runs what it can (`interpreter.py`). What would have to
be compiled raises there.
"""

import contextlib
import os
import warnings

import jax

from ... import context
from ...base import MXNetError
from ...config import jax_internals
from . import device_put, tiered
from .interpreter import Interpreted
from .rules import Uncovered

_REMEDY = (
    'This process was made by fork() after arrays had been used, so that nothing can be compiled in it. Start it by "spawn" '
    '(multiprocessing.set_start_method("spawn"), at the beginning of the program), fork before the first array is made, or '
    "use NumPy in it; gluon.data.DataLoader has worker processes that need no such care."
)
#: kept for ever: ending a client waits for its threads, which only the parent has
_parents_clients = []
_forked = False


def forked() -> bool:
    """Whether this process was made by `os.fork` after arrays had been used."""
    return _forked


def _before() -> None:
    """Nothing may be under way when the threads are left behind."""
    if jax_internals.backends_started() is not False:
        with contextlib.suppress(Exception):  # an error of a computation is raised to whoever reads its result
            for array in jax.live_arrays():
                array.block_until_ready()


def _in_child() -> None:
    global _forked
    if jax_internals.backends_started() is False:
        return
    _forked = True
    _parents_clients.extend(jax_internals.live_clients())
    _parents_clients.extend(jax.devices())
    jax_internals.forget_backends()
    _parents_clients.append(jax_internals.leave_job())
    jax.config.update("jax_platforms", "cpu")
    for jitted in tiered.every:  # what is compiled waits for the parent's threads
        jitted.compiled.clear()
        jitted.interpreted.clear()
    device_put.forget()
    context.forget_devices()
    # A JAX that cannot be kept from compiling would wait for threads that are not here: then no operator runs at all.
    tiered.call_in_child = _by_numpy if jax_internals.refuse_to_compile(_refuse) else _refuse


def _refuse(*args, **kwargs):
    raise MXNetError(_REMEDY)


def _abstract(leaf):
    return jax.ShapeDtypeStruct(leaf.shape, leaf.dtype) if isinstance(leaf, jax.Array) else leaf


def _by_numpy(jitted, args):
    """A call of a `TieredJit` that nothing can be compiled for."""
    leaves = jax.tree_util.tree_leaves(args)
    key = tiered.signature(tuple([getattr(a, "shape", type(a)) for a in leaves]), leaves)
    known = jitted.interpreted.get(key)
    if known is None:
        traced = jitted.jitted_for_shapes().trace(*jax.tree_util.tree_map(_abstract, args))
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
os.register_at_fork(before=_before, after_in_child=_in_child)
