"""Backward: from heads to the gradients of marked variables."""

import numpy as np

from ...base import MXNetError
from . import tape as _tape
from .dispatch import array_ones
from .sparse_storage import RowSparse, compressed, total
from .storage import ArrayBase, place

_mode = _tape.mode


def mark_variables(variables, gradients, grad_reqs="write") -> None:
    """Make `variables` the leaves whose gradients `backward` writes to `gradients`.

    grad_reqs : "write", "add" or "null", one for all or a list.
    """
    if isinstance(variables, ArrayBase):
        variables, gradients = [variables], [gradients]
    if isinstance(grad_reqs, str):
        grad_reqs = [grad_reqs] * len(variables)
    for req in grad_reqs:
        if req not in ("write", "add", "null"):
            raise KeyError(f"{req!r}: grad_req is 'write', 'add' or 'null'")
    for variable, gradient, req in zip(variables, gradients, grad_reqs):
        variable._grad = gradient
        variable._entry = (_tape.Leaf(variable, gradient, req), 0)


def pair_heads(heads, head_grads):
    """Both as lists of one length; a missing head gradient is None."""
    if isinstance(heads, ArrayBase):
        heads = [heads]
    if isinstance(head_grads, ArrayBase):
        head_grads = [head_grads]
    heads = list(heads)
    if head_grads is None:
        head_grads = [None] * len(heads)
    if len(heads) != len(head_grads):
        raise AssertionError("heads and head_grads must be lists of the same length")
    return heads, list(head_grads)


def cotangent(head, grad):
    """The buffer of a head's gradient: ones if it was not given."""
    if grad is None:
        return array_ones(head)
    if not isinstance(grad, ArrayBase):
        raise AssertionError(f"head gradients must be NDArrays or None, got {type(grad).__name__}")
    if grad.shape != head.shape:
        if grad.size < head.size:
            raise MXNetError(f"head gradient of shape {grad.shape} given for an output of shape {head.shape}")
        return _like(grad, head)
    return (grad if grad._ctx == head._ctx else grad.copyto(head._ctx))._data()


def _like(grad, head):
    """The first elements of `grad` in the shape of `head`: MXNet reads a head gradient by size, not by shape."""
    return grad.reshape((-1,))[0 : head.size].reshape(head.shape)._data()


def backward(heads, head_grads=None, retain_graph=False, train_mode=True) -> None:
    """Compute the gradients of `heads` and write them to the marked variables.

    head_grads : gradients of the heads, None for ones (one list entry per head).
    retain_graph : keep the graph for another backward.
    Raises MXNetError if a head was not recorded, or its graph was already used up.
    """
    heads, head_grads = pair_heads(heads, head_grads)
    if not heads:
        raise MXNetError("backward needs at least one head")
    cotangents = [cotangent(h, g) for h, g in zip(heads, head_grads)]
    before = _mode.recording, _mode.training
    _mode.recording, _mode.training = False, train_mode
    try:
        leaves = _tape.walk([h._entry for h in heads], cotangents, _tape.add, _pull_in_place, retain_graph)
    finally:
        _mode.recording, _mode.training = before
    if all(leaf.req == "null" for leaf in leaves):
        raise MXNetError("There are no inputs in computation graph that require gradients.")
    for leaf, value in leaves.items():
        _store(leaf, value)
        if leaf.req == "null" and not retain_graph and leaf.array._entry == (leaf, 0):
            leaf.array._entry = leaf.array._grad = None  # in MXNet such a variable is one no longer when its graph is freed


def pull(node, cts, *memory):
    """Gradients of a node's parents, written over `memory` if the node takes it."""
    return node.pull(cts, *memory)


#: gradients of fewer bytes get memory of their own: passing the old ones along would cost more
_LEAST_DONATED = 1 << 16


def _pull_in_place(node, cts):
    """`pull`, the gradients of variables written over those of the last pass, so that only one set of them exists."""
    if not node.donates:
        return pull(node, cts)
    memory: list = []
    for _, (parent, _) in node.parents:
        memory.append(_old_gradient(parent) if type(parent) is _tape.Leaf else None)
    if memory.count(None) == len(memory):
        return pull(node, cts)
    taken = [(parent, i) for i, (_, (parent, _)) in enumerate(node.parents) if memory[i] is not None]
    try:
        grads = pull(node, cts, memory)
    except BaseException:
        for leaf, _ in taken:
            if leaf.grad._cell.buf.is_deleted():
                leaf.grad._fill(0)
        raise
    for leaf, i in taken:
        leaf.grad._set_data(grads[i])  # already here, as a later node may fail
    return grads


def _old_gradient(leaf):
    """The memory that the gradient of a variable can be written to; None where it is small, is added to or is not kept.

    If others hold the old gradient too, it is memory of its own: the program then stays the same.
    """
    grad = leaf.grad
    if leaf.req != "write" or grad is None or grad._view is not None or grad.stype != "default":
        return None
    cell, array = grad._cell, leaf.array
    shape, dtype = cell.buf.shape, cell.buf.dtype
    if cell.buf.nbytes < _LEAST_DONATED or dtype != array._cell.buf.dtype or shape != array.shape or grad._ctx != array._ctx:
        return None
    return cell.buf if cell.unshared() else place(np.empty(shape, dtype), grad._ctx)


def _store(leaf, value) -> None:
    if leaf.req == "null" or leaf.grad is None:
        return
    target = leaf.grad
    if target.stype != "default":
        _store_sparse(leaf, target, value)
        return
    value = _tape.dense(value)
    if leaf.req == "add":
        donate = target._donatable()
        value = _tape.accumulate(target._data(), value, donate)
    elif value.dtype != target._cell.buf.dtype:
        value = value.astype(target._cell.buf.dtype)
    target._set_data(value)
    leaf.fresh = True


def _store_sparse(leaf, target, value) -> None:
    """Write or add a gradient, dense or row-sparse, to a sparse gradient array."""
    parts = target._parts
    if not isinstance(value, RowSparse) or target.stype != "row_sparse":
        value = compressed(np.asarray(_tape.dense(value)), target.stype, target._ctx)
    value = value.on(target._ctx).cast(parts.dtype)
    target._set_data(total(parts, value) if leaf.req == "add" else value)
    leaf.fresh = True
