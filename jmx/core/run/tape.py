"""The autograd tape: nodes of recorded calls, and the walk back through them.

A node keeps what its backward needs: the program that ran, the buffers it read, and where each of them came from. Buffers
are immutable, so later writes to the arrays cannot disturb a recorded graph.
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
import math
import operator
import threading
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from ...base import MXNetError
from ..declare.dtype import WIDE
from ..declare.room import room
from ..declare.x64 import x64
from ..numpy_tier import jit, on_device
from . import moving
from .cells import lock_of, overwrite
from .sparse_storage import RowSparse, added

# of the whole process, and atomic in C: a graph may have nodes of several threads
next_order = itertools.count().__next__
#: of a (position, entry) among a node's parents
_entry = operator.itemgetter(1)


class _Mode(threading.local):
    recording = False
    training = False


#: the recording and training flags of the running thread
mode = _Mode()

NOT_RECORDED = (
    "Cannot differentiate node because it is not in a computational graph: it was not recorded. Compute it inside of `with "
    "autograd.record():`, from an array that had attach_grad() called, or from parameters of a network, before."
)
USED_UP = (
    "Cannot differentiate node because it is not in a computational graph any more: an earlier backward freed the graph, and "
    "backward was called a second time for it. Compute it again inside of autograd.record(), pass retain_graph=True to the "
    "first backward, or give several losses to one autograd.backward([...])."
)
IN_PLACE = (
    "Inplace operations (+=, -=, x[:]=, etc) are not supported when recording with autograd. Make a new array instead (y = y + "
    "1; mx.nd.where or mx.nd.concat in place of a part); what is not to be differentiated, such as the update of a "
    "weight, belongs after the record block, or inside of `with autograd.pause():`."
)


#: gradients of fewer bytes get memory of their own: passing the old ones along would cost more
_LEAST_DONATED = 1 << 16


class Leaf:
    """The graph node of a marked variable: where its gradient goes and how; `symbol` is what stands for it in graphs, or None.

    `fits` is False where the gradient's array has another shape or element type than the variable; `large`: whether a gradient is
    to be written over the memory of the last one (`backward.py`), which would cost more than it saves where it is small.
    """

    __slots__ = ("order", "grad", "req", "array", "fresh", "symbol", "fits", "large")
    freed = False

    def __init__(self, array, grad, req) -> None:
        self.order = next_order()
        self.array, self.grad, self.req = array, grad, req
        self.fresh = False
        self.symbol = None
        self.fits = grad is None or (grad.shape == array.shape and grad.dtype == array.dtype)
        self.large = grad is not None and math.prod(grad.shape) * np.dtype(grad.dtype).itemsize >= _LEAST_DONATED


class Node:
    """One recorded step. Backward calls `pull`, a derivative that is recorded in turn `redo`; `info` says what it has computed.

    parents   (position of the input, entry it came from) of the inputs that need gradients
    donates   whether `pull` takes, after the cotangents, a list with memory for each gradient, or None, which it overwrites
    pending   the `moving.Pending` of a call whose moving averages change when it is pulled, or None
    takes_rows    whether `pull` takes row-sparse cotangents, too
    kept      None, or a dict from an output to the Leaf that its gradient is written by, as if it were a variable's
    """

    __slots__ = ("order", "parents", "n_out", "name", "freed", "donates", "pending", "kept", "takes_rows")

    def __init__(self, name, parents, n_out, donates=False) -> None:
        self.order = next_order()
        self.name, self.n_out, self.donates = name, n_out, donates
        self.freed = self.takes_rows = False
        self.parents: Any = parents
        self.pending: Any = None
        self.kept: dict[int, Leaf] | None = None

    def free(self) -> None:
        """Let go of everything the backward pass needed."""
        self.pending = self.kept = None
        self.parents = ()
        self.freed = True


class GivenNode(Node):
    """A step whose ways back are functions.

    pull      cotangents (list of buffers, None where an output was not used) -> gradients of the parents, in order
    redo      the same on arrays, recorded for a higher derivative; None if there is none
    info      (program, buffers it read, scalars), or for a node without program what it is as a symbol: a list of (operator,
              attributes); None where it has no such form
    """

    __slots__ = ("pull", "redo", "info")

    def __init__(self, name, parents, pull, redo, n_out, info=None) -> None:
        super().__init__(name, parents, n_out)
        self.pull, self.redo, self.info = pull, redo, info

    def free(self) -> None:
        """Let go of everything the backward pass needed."""
        super().free()
        self.pull = self.redo = self.info = None


adders = [jit(lambda a, b: a + b, donate=donate) for donate in ((), 0)]
#: by XLA, which waits for nothing
_late_adders = [jit(lambda a, b: a + b, donate=donate, at_once=True) for donate in ((), 0)]


def add(a, b) -> Any:
    """Sum of two gradients: buffers, or row-sparse values."""
    if type(a) is RowSparse or type(b) is RowSparse:
        return added([a, b]) if type(a) is type(b) else add(dense(a), dense(b))
    if a.dtype in WIDE:
        with x64(True):
            return adders[False](a, b)
    return adders[False](a, b)


def dense(value) -> jax.Array:
    """A gradient as a buffer."""
    return value.dense() if type(value) is RowSparse else value


_ones: dict = {}


def ones(shape, dtype, ctx) -> jax.Array:
    """A buffer of ones on ctx's device: the head gradient that nobody gave."""
    token = (shape, dtype, ctx.device_typeid, ctx.device_id)
    buf = _ones.get(token)
    if buf is None:
        # heads are mostly losses and have few shapes; what is kept here takes memory
        if len(_ones) >= 64:
            _ones.clear()
        value = room(shape, dtype)
        value.fill(1)
        buf = _ones[token] = on_device(value, ctx.device)  # `jax.device_put` keeps something for every shape
    return buf


def ones_like(head) -> jax.Array:
    """`ones` for a head, found by what JAX says of its buffer where it is a whole array."""
    buf, ctx = head._cell.buf, head._ctx
    if head._view is not None:
        return ones(head._view[1], buf.dtype, ctx)
    token = buf.aval, ctx.device_typeid, ctx.device_id
    found = _ones.get(token)
    if found is None:
        found = ones(buf.shape, buf.dtype, ctx)
        _ones[token] = found
    return found


def walk(heads, cotangents, combine, call, retain, wanted=None):
    """Gradients of every leaf that `heads` (entries) depend on: a dict from leaf to gradient.

    `cotangents` are the heads' gradients; `combine(a, b)` adds two of them; `call(node, list)` gives the gradients of
    node.parents. Both work on buffers, or on recorded arrays when higher derivatives are wanted. Nodes run in reverse
    order of creation, which is a topological order. Unless `retain`, the nodes are freed afterwards. In training mode moving
    averages change that the gradients of the leaves `wanted` (default: of those with a request) have passed.
    """
    pending: dict = {}
    queue: list = []
    leaves: dict = {}
    done: list = []
    moves = False
    for entry in heads:
        if entry is None:
            raise MXNetError(NOT_RECORDED)
        # all heads are looked at before the first node is pulled, which may already write gradients
        if entry[0].freed:
            raise MXNetError(USED_UP)
    arriving = zip(heads, cotangents)
    while True:
        for (node, index), value in arriving:
            if value is None:
                continue
            if type(node) is Leaf:
                leaves[node] = value if node not in leaves else combine(leaves[node], value)
                continue
            slots = pending.get(node)
            if slots is None:
                # a part of the graph may have been used up by the backward of another head
                if node.freed:
                    raise MXNetError(USED_UP)
                slots = pending[node] = [None] * node.n_out
                # numbers are unique, so that nodes themselves are never compared
                heapq.heappush(queue, (-node.order, node))
            if type(value) is RowSparse and not node.takes_rows:
                # others than variables take buffers, as their programs do
                value = value.dense()
            slots[index] = value if slots[index] is None else combine(slots[index], value)
        if not queue:
            break
        node = heapq.heappop(queue)[1]
        done.append(node)
        moves = moves or node.pending is not None
        slots = pending.pop(node)
        if node.kept is not None:
            leaves.update((leaf, slots[i]) for i, leaf in node.kept.items() if slots[i] is not None)
        arriving = zip(map(_entry, node.parents), call(node, slots))
    if moves and mode.training:
        # after the last pull, so that a backward pass that fails changes no average
        moving.commit(done, [leaf for leaf in leaves if leaf.req != "null"] if wanted is None else wanted)
    if not retain:
        for node in done:
            node.free()
    return leaves


def accumulate(array, new, waits=True) -> None:
    """grad_req "add": add the buffer `new` to an array, in the array's element type; `waits` if it may wait for `new`."""
    cell = array._cell
    with cell.lock or lock_of(cell):
        dtype = cell.buf.dtype
        if new.dtype != dtype:
            with x64(dtype in WIDE):
                new = jnp.asarray(new, dtype)
        # `overwrite` takes whole dense cells
        if array._view is not None or not array._dense:
            array._set_data(add(array._data(), new))
            return
        with x64(True) if dtype in WIDE else contextlib.nullcontext():
            overwrite(cell, adders if waits else _late_adders, new)
        cell.changed()
