"""What becomes of arrays in a process made by `os.fork`.

MXNet lets a program fork after it has used arrays (`multiprocessing` does so on Linux); JAX does not: the threads that
compile and run its programs do not exist in the child, which would wait for them for ever. Here everything is computed
before a fork, and the child gets a device of its own on which NumPy runs what it can (`interpret.py`). What would have to
be compiled raises there.
"""

import contextlib
import os
import warnings

import jax

from ... import context
from ...base import MXNetError
from ...config import jax_internals as _jax_internals
from . import device_put, tiered
from .rules import Uncovered

_REMEDY = (
    'This process was made by fork() after arrays had been used, so that nothing can be compiled in it. Start it by "spawn" '
    '(multiprocessing.set_start_method("spawn"), at the beginning of the program), fork before the first array is made, or '
    "use NumPy in it; gluon.data.DataLoader has worker processes that need no such care."
)
#: kept for ever: ending a client waits for its threads, which only the parent has
_parents_clients = []
#: caches of compiled functions, emptied in a child
caches: list = []
#: whether this process is such a child
here = False


def tiered_jit(compiled):
    """A jitted function of nested arguments, or in a child what NumPy runs in its place; for what is kept in `caches`."""
    return tiered.TieredJit(compiled, tiered.nested) if here else compiled


def _before():
    """Nothing may be under way when the threads are left behind."""
    if _jax_internals.backends_started() is not False:
        with contextlib.suppress(Exception):  # an error of a computation is raised to whoever reads its result
            for array in jax.live_arrays():
                array.block_until_ready()


def _in_child():
    global here
    if _jax_internals.backends_started() is False:
        return
    here = True
    _parents_clients.extend(_jax_internals.live_clients())
    _parents_clients.extend(jax.devices())
    _jax_internals.forget_backends()
    _parents_clients.append(_jax_internals.leave_job())
    jax.config.update("jax_platforms", "cpu")
    for cache in caches:
        cache.clear()
    device_put.forget()
    context.forget_devices()
    # A JAX that cannot be kept from compiling would wait for threads that are not here: then no operator runs at all.
    call = _by_numpy if _jax_internals.refuse_to_compile(_refuse) else _refuse
    for kind in (tiered.TieredJit, tiered.BoundedTieredJit, tiered._TieredJitOfArrays):
        kind.__call__ = call


def twin(device):
    """The child's own device in the place of one of the parent's."""
    return context.cpu(device.local_hardware_id if device.platform == "cpu" else 0).device


def _refuse(*args, **kwargs):
    raise MXNetError(_REMEDY)


def _abstract(leaf):
    return jax.ShapeDtypeStruct(leaf.shape, leaf.dtype) if isinstance(leaf, jax.Array) else leaf


def _by_numpy(self, *args):
    """An `TieredJit` that nothing can be compiled for."""
    leaves = self.leaves(args)
    if any(isinstance(a, jax.core.Tracer) for a in leaves):
        return self.within(*args)
    key = ("forked", tiered._shapes(leaves), *[getattr(a, "dtype", None) for a in leaves])
    known = self.cold.get(key)
    if known is None:
        traced = self._for_shapes().trace(*jax.tree_util.tree_map(_abstract, args))
        try:
            known = self.cold[key] = tiered.Interpreted(traced.jaxpr, always=True), traced.out_tree
        except Uncovered:
            raise MXNetError(_REMEDY) from None
    program, tree = known
    first = next((a for a in leaves if isinstance(a, jax.Array)), None)
    device = twin(next(iter(first.devices()))) if first is not None else context.cpu().device
    try:
        values = program(leaves)
    except Exception:  # a rule that does not cover these values
        raise MXNetError(_REMEDY) from None
    return jax.tree_util.tree_unflatten(tree, [device_put.on_device(value, device) for value in values])


# JAX warns of a deadlock, which the functions above prevent.
warnings.filterwarnings("ignore", r"os\.fork\(\) was called", RuntimeWarning)
os.register_at_fork(before=_before, after_in_child=_in_child)
