"""Moving averages of BatchNorm and its relatives: auxiliary states that MXNet's CPU build changes in the backward pass.

A recorded call in training makes their new values, which wait in a `Pending` until a backward pass goes through its node. On GPUs
MXNet changes them in the forward pass. `JMX_BATCHNORM_STATISTICS` chooses one way for all devices.

Operators say by the trait `moving` by which factor the old value counts. New values are linear in the old ones, so that those
of a call follow changes that came in between: another call with the same states, or an assignment.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import config
from ..declare.dtype import WIDE
from ..declare.x64 import x64
from ..numpy_tier import jit
from .cells import lock_of
from .storage import move


def in_backward(platform) -> bool:
    """Whether moving averages on devices of a platform change in the backward pass."""
    when = config.get("JMX_BATCHNORM_STATISTICS")
    return platform == "cpu" if when == "device" else when == "backward"


_shift = jit(lambda value, decay, now, old: value + decay * (now - old))


def _shifted(value, decay, now, old):
    """`value`, made from `old`, as it would have been made from `now`."""
    with x64(value.dtype in WIDE):
        return _shift(value, np.asarray(decay, value.dtype), now, old)


def _follow(calls, reached, made, old, now):
    """What becomes of the state `now` by backward passes through the calls in `reached`, the last one first, as in MXNet.

    calls    (number, factor of the old value or None) of each call that changes the state
    made     the new value that each of them makes from `old`, or a single one that all of them have made together
    """
    # one value: of a single call, or of several whose own parts are not known
    if type(made) is not tuple:
        decay = calls[0][1] if len(calls) == 1 else None
        calls, made = ((next((number for number, _ in calls if number in reached), None), decay),), (made,)
    for (number, decay), value in zip(reversed(calls), reversed(made)):
        if number in reached:
            # the usual case costs no program: nothing has come in between
            now = value if now is old or decay is None else _shifted(value, decay, now, old)
    return now


def resolved(program, mask, arrays, aux):
    """New values of the auxiliary states of a program that is differentiated in the inputs at `mask`; None for what stays."""
    reached = program.source.reached(frozenset(mask))
    values = []
    for position, made in zip(program.aux, aux):
        if made is not None and position in program.moving:
            old = arrays[position]
            made = _follow(program.moving[position], reached, made, old, old)
        values.append(made)
    return values


class Pending:
    """New values of moving averages that wait for a backward pass.

    Parameters
    ----------
    program : Program
    ctx : Context
        Where it ran.
    arrays : list of NDArray
        Its inputs, or a function of a position that returns one.
    bufs : list
        What it read from them.
    aux : tuple
        What it made of its auxiliary states.
    """

    __slots__ = ("program", "ctx", "states")

    def __init__(self, program, ctx, arrays, bufs, aux) -> None:
        self.program, self.ctx = program, ctx
        array_at = arrays if callable(arrays) else arrays.__getitem__
        self.states: list[tuple[int, Any, Any, Any]] = [
            (position, array_at(position), bufs[position], made)
            for position, made in zip(program.aux, aux)
            if made is not None and position in program.moving
        ]

    def others(self, aux) -> list[Any]:
        """`aux` with None for what waits."""
        return [None if position in self.program.moving else value for position, value in zip(self.program.aux, aux)]

    def belongs_to(self, arrays) -> None:
        """Write to these inputs, of which the program has read copies on its own context."""
        self.states = [(position, arrays[position], old, made) for position, _, old, made in self.states]

    def commit(self, mask) -> None:
        """Change the states of the calls that gradients of the inputs at `mask` pass."""
        reached = self.program.source.reached(frozenset(mask))
        for position, array, old, made in self.states:
            calls = self.program.moving[position]
            # MXNet's backward pass does not come to a call that no gradient passes, and so leaves its averages
            if reached.isdisjoint([number for number, _ in calls]):
                continue
            cell, apart = array._cell, array._ctx != self.ctx
            with cell.lock or lock_of(cell):
                now = array._data()
                value = _follow(calls, reached, made, old, move(now, self.ctx) if apart else now)
                array._write(move(value, array._ctx) if apart else value)


def commit(nodes, wanted) -> None:
    """Change the moving averages of the calls that a backward pass has gone through.

    nodes     the recorded nodes of the pass, the last one first
    wanted    the variables that gradients are computed for
    """
    live = set(wanted)
    # from the variables on, so that whether a node is live is known before those that follow from it
    for node in reversed(nodes):
        for _, (parent, _) in node.parents:
            # one parent is enough: the call is gone through for it
            if parent in live:
                if not _stops(node):
                    live.add(node)
                break
    for node in nodes:
        if node.pending is not None and node in live:
            node.pending.commit([position for position, (parent, _) in node.parents if parent in live])


def _stops(node) -> bool:
    """Whether a node's inputs get no gradient, so that MXNet goes no further back."""
    origin = node.info[0].origin if type(node.info) is tuple else None
    return origin is not None and origin[0].traits.gives_no_gradient(origin[1])
