"""Backward: from heads to the gradients of marked variables."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._dialects import dialect
from ...base import MXNetError
from . import backward_segments
from . import tape as _tape
from .cells import Taken, exclusively, lock_of
from .sparse_storage import RowSparse, compressed, total
from .storage import ArrayBase, on_host, place, wrap

if TYPE_CHECKING:
    import jax


_mode = _tape.mode
_entry = operator.attrgetter("_entry")


def mark_variables(variables, gradients, grad_reqs="write") -> None:
    """Make `variables` the leaves whose gradients `backward` writes to `gradients`.

    With the interface of MXNet 2.0 a recorded result stays in its graph, and its gradient is written when a backward passes it.

    Parameters
    ----------
    variables : NDArray or list of NDArray
        What gradients are computed for.
    gradients : NDArray or list of NDArray
        Where they go, one for each.
    grad_reqs : {'write', 'add', 'null'} or list of these, default 'write'
        Whether a gradient overwrites what is there, is added to it, or is left out.

    Raises
    ------
    KeyError
        A grad_req is none of the three.
    AttributeError
        A gradient is no NDArray. (That one has another shape or element type than its variable, `backward` says.)

    Examples
    --------
    >>> x, gradient = nd.array([1, 2]), nd.zeros((2,))
    >>> autograd.mark_variables(x, gradient)
    >>> with autograd.record():
    ...     y = x * 3
    >>> y.backward()
    >>> gradient.asnumpy()
    array([3., 3.], dtype=float32)
    """
    if isinstance(variables, ArrayBase):
        variables, gradients = [variables], [gradients]
    if isinstance(grad_reqs, str):
        grad_reqs = [grad_reqs] * len(variables)
    # all are checked before the first variable is marked
    for req in grad_reqs:
        if req not in ("write", "add", "null"):
            raise KeyError(f"{req!r}: grad_req is 'write', 'add' or 'null'")
    for position, gradient in enumerate(gradients):
        if not isinstance(gradient, ArrayBase):
            raise AttributeError(f"mark_variables: gradient {position} must be an NDArray, got {type(gradient).__name__}")
    for variable, gradient, req in zip(variables, gradients, grad_reqs):
        variable._grad = gradient
        node, output = variable._entry or (None, 0)
        if isinstance(node, _tape.Node) and not node.freed and dialect().kept_gradients:
            node.kept = {**(node.kept or {}), output: _tape.Leaf(variable, gradient, req)}
        else:
            variable._entry = (_tape.Leaf(variable, gradient, req), 0)


def leaf_of(array):
    """The Leaf of a marked array, or of a recorded result whose gradient is kept; None where there is neither."""
    node, output = array._entry or (None, 0)
    if isinstance(node, _tape.Leaf):
        return node
    return (getattr(node, "kept", None) or {}).get(output)


def array_ones(like: ArrayBase) -> Any:
    """An array of ones in the shape, the element type and the class of the array `like`."""
    return wrap(_tape.ones(like.shape, like._cell.buf.dtype, like._ctx), like._ctx, type(like))


def pair_heads(heads, head_grads) -> tuple[Any, ...]:
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


def cotangent(head, grad) -> jax.Array:
    """The buffer of a head's gradient: ones if it was not given."""
    if grad is None:
        return _tape.ones_like(head)
    if not isinstance(grad, ArrayBase):
        raise AssertionError(f"head gradients must be NDArrays or None, got {type(grad).__name__}")
    if grad._dense and grad._cell.buf.dtype != head._cell.buf.dtype:
        raise MXNetError(
            f"head gradient of type {np.dtype(grad.dtype).name} given for an output of type {np.dtype(head.dtype).name}; "
            "convert it with astype()."
        )
    if grad.shape != head.shape:
        if grad.size < head.size or type((head._entry or (None,))[0]) is _tape.Leaf:
            raise MXNetError(f"head gradient of shape {grad.shape} given for an output of shape {head.shape}")
        return _like(grad, head)
    return (grad if grad._ctx == head._ctx else grad.copyto(head._ctx))._data()


def _like(grad, head):
    """The first elements of `grad` in the shape of `head`: MXNet reads a head gradient by size, not by shape."""
    return grad.reshape((-1,))[0 : head.size].reshape(head.shape)._data()


def backward(heads, head_grads=None, retain_graph=False, train_mode=True) -> None:
    """Compute the gradients of `heads` and write them to the marked variables.

    Parameters
    ----------
    heads : NDArray or list of NDArray
        What is differentiated: recorded results.
    head_grads : NDArray or list of NDArray or None, optional
        Gradients of the heads, one for each; None stands for ones.
    retain_graph : bool, default False
        Keep the graph for another backward.
    train_mode : bool, default True
        Whether operators behave as in training.

    Raises
    ------
    MXNetError
        A head was not recorded, its graph was already used up, a head's gradient has another element type or fewer elements, or
        the gradient array of a variable another shape or element type.

    Examples
    --------
    >>> x = nd.array([1, 2])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     y = x * x
    >>> autograd.backward(y, nd.array([1, 10]))
    >>> x.grad.asnumpy()
    array([ 2., 40.], dtype=float32)
    """
    if head_grads is None and type(heads) is list:  # what `NDArray.backward` gives
        cotangents = list(map(_tape.ones_like, heads))
    else:
        heads, head_grads = pair_heads(heads, head_grads)
        cotangents = list(map(cotangent, heads, head_grads))
    if not heads:
        raise MXNetError("backward needs at least one head")
    before = _mode.recording, _mode.training
    # not recorded: gradients of gradients come from `autograd.grad(create_graph=True)`, which walks with arrays
    _mode.recording, _mode.training = False, train_mode
    try:
        leaves = _tape.walk(list(map(_entry, heads)), cotangents, _tape.add, _pull_in_place, retain_graph)
    finally:
        _mode.recording, _mode.training = before
    _deliver(leaves, retain_graph)


def _deliver(leaves, retain_graph) -> None:
    """Write gradients, by Leaf, to where they go."""
    wanted = False
    for leaf in leaves:
        if leaf.req != "null":
            wanted = True
            if not leaf.fits:
                raise _misfit(leaf)
    if not wanted:
        raise MXNetError("There are no inputs in computation graph that require gradients.")
    beside = backward_segments.wanted() and [pair for pair in leaves.items() if _is_added_beside(pair[0])]
    if beside:
        backward_segments.begun(_add_beside, beside[::-1]).result()
        for leaf, _ in beside:
            del leaves[leaf]
    for leaf, value in leaves.items():
        grad = leaf.grad
        if leaf.req == "write" and grad is not None and grad._dense:
            old = grad._cell.buf
            # two arrays of one program have one description, which is compared sooner than element types are asked for
            if type(value) is type(old) and (value.aval is old.aval or value.dtype is old.dtype):
                grad._set_data(value)
                leaf.fresh = True
                continue
        _store(leaf, value)
        if leaf.req == "null" and not retain_graph and leaf.array._entry == (leaf, 0):
            leaf.array._entry = leaf.array._grad = None  # in MXNet such a variable is one no longer when its graph is freed


def _is_added_beside(leaf) -> bool:
    return leaf.req == "add" and leaf.grad is not None and leaf.grad.stype == "default"


def _add_beside(pairs) -> None:
    for leaf, value in pairs:
        _tape.accumulate(leaf.grad, _tape.dense(value), waits=False)
        leaf.fresh = True


def _misfit(leaf):
    grad, array = leaf.grad, leaf.array
    return MXNetError(
        f"the gradient array of a variable must have its shape and element type: it has {grad.shape}, "
        f"{np.dtype(grad.dtype).name}, the variable {array.shape}, {np.dtype(array.dtype).name}. Give mark_variables one like "
        "the variable, or call attach_grad(), which makes it"
    )


def pull(node, cts, *memory) -> list[jax.Array] | tuple[jax.Array, ...]:
    """Gradients of a node's parents, written over `memory` if the node takes it."""
    return node.pull(cts, *memory)


_own_pull = pull


def _pull_in_place(node, cts):
    """`pull`, the gradients of variables written over those of the last pass, so that only one set of them exists."""
    if not node.donates:
        return node.pull(cts) if pull is _own_pull else pull(node, cts)
    targets: dict = {}  # by position, the gradients that are written over; each once
    for i, (_, (parent, _)) in enumerate(node.parents):
        if type(parent) is _tape.Leaf and parent.large and _is_overwritten(parent):
            targets[i] = parent.grad
    if not targets:
        return node.pull(cts) if pull is _own_pull else pull(node, cts)  # a profiler may have put another one in its place
    return exclusively([grad._cell for grad in targets.values()], _pull_over, node, cts, targets)


def _pull_over(node, cts, targets):
    """`pull`, the gradients at some positions written over those that the arrays `targets` hold, whose locks are held."""
    # two variables may share a gradient array, whose memory can be donated only once
    first = {id(grad._cell): i for i, grad in reversed(targets.items())}
    taken = Taken([targets[i]._cell for i in first.values()], quietly=True)
    try:
        sole = dict(zip(first.values(), taken.take()))
        held = dict(zip(first.values(), taken.values))
        memory: list = [None] * len(node.parents)
        for i, grad in targets.items():
            # If others hold the old gradient too, it is memory of its own: the program then stays the same.
            old = held[first[id(grad._cell)]]
            memory[i] = old if sole.get(i) else place(np.empty(old.shape, old.dtype), grad._ctx)
        grads = pull(node, cts, memory)
        for i, grad in targets.items():
            grad._write(grads[i])  # already here, as a later node may fail
        return grads
    finally:
        taken.over = True
        taken.put_back()


def _is_overwritten(leaf) -> bool:
    """Whether the large gradient of a variable is written over the last one: not if it is added to or is not kept."""
    grad = leaf.grad
    if leaf.req != "write" or grad is None or grad._view is not None or grad.stype != "default":
        return False
    old, value = grad._cell.buf, leaf.array._cell.buf
    return old.dtype == value.dtype and old.shape == leaf.array.shape and grad._ctx == leaf.array._ctx


def _store(leaf, value: Any) -> None:
    if leaf.req == "null" or leaf.grad is None:
        return
    target = leaf.grad
    if target.stype != "default":
        _store_sparse(leaf, target, value)
        return
    value = _tape.dense(value)
    if leaf.req == "add":
        _tape.accumulate(target, value)
        leaf.fresh = True
        return
    if value.dtype != target._cell.buf.dtype:
        value = value.astype(target._cell.buf.dtype)
    target._set_data(value)
    leaf.fresh = True


def _store_sparse(leaf, target, value) -> None:
    """Write or add a gradient, dense or row-sparse, to a sparse gradient array."""
    if not isinstance(value, RowSparse) or target.stype != "row_sparse":
        value = compressed(on_host(_tape.dense(value)), target.stype, target._ctx)
    cell = target._cell
    # from reading the old value to writing the sum, so that two threads' gradients are both in it
    with cell.lock or lock_of(cell):
        parts = cell.parts
        value = value.on(target._ctx).cast(parts.dtype)
        target._set_data(total(parts, value) if leaf.req == "add" else value)
    leaf.fresh = True
