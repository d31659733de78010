"""Recording calls of programs on the tape: which inputs a gradient is needed of, and how the call is gone back through.

`dispatch` uses these functions within `autograd.record()`. Sparse operators make their nodes themselves, and use `replay` for
higher derivatives.
"""

import operator
from typing import Any

from ...base import MXNetError
from ..declare import integers
from ..declare.x64 import is_on, x64
from . import tape
from .program import Program, execute
from .storage import wrap, wrap_all
from .trace_observer import records_sources

_position = operator.itemgetter(0)
_new = object.__new__
#: for each input that needs a gradient, its position and the entry that it came from
Parents = list[tuple[int, tuple[Any, int]]]


def parents_of(program: Program, inputs: Any, out: Any) -> Parents | None:
    """The parents of a call while recording is on, inputs whose graph is still there; None if it is not to be recorded.

    A call without inputs is recorded only for those who trace a block by running it. Raises MXNetError if an array of `out` is in
    the graph already: what was recorded of it would not be true any more.
    """
    if out is not None:
        for o in out:
            if o._entry is not None:
                raise MXNetError(f"Error in operator {program.name}: {tape.IN_PLACE}")
    parents = []
    for i, a in enumerate(inputs):  # a comprehension would be a frame more in Python 3.11
        if a._entry is not None and not a._entry[0].freed:
            parents.append((i, a._entry))
    return parents if parents or (not inputs and records_sources()) else None


def has_integer_variable(parents: Parents, bufs: Any) -> bool:
    """Whether a variable of integers or booleans is among the parents: its gradient comes from a program of its own."""
    return any(bufs[i].dtype.kind in "iub" and type(entry[0]) is tape.Leaf for i, entry in parents)


def kept_for(program: Program, parents: Parents | None, bufs: Any, floating: bool = False) -> tuple[int, ...] | None:
    """The inputs, by position, for whose gradients a recorded call is to return residuals; None if it returns none at all.

    floating    whether all inputs are known to be of floating point
    """
    if not parents or not program.save:
        return None
    if floating:
        return tuple(map(_position, parents))
    mask = tuple([i for i, _ in parents if integers.is_inexact(bufs[i].dtype)])
    return None if len(mask) < len(parents) and has_integer_variable(parents, bufs) else mask


def _begins_at_integers(outs: Any, cts: Any) -> bool:
    """Whether there is a gradient of an output of integers, which a saved pullback does not pass (`Program.gradient` does)."""
    return not all(c is None or integers.is_inexact(out.dtype) for out, c in zip(outs, cts))


class Call(tape.Node):
    """The recorded call of a program: what it ran with, from which backward starts.

    One object, as thousands of them may live at once, and the collector looks at every one.
    """

    __slots__ = ("program", "train", "platform", "rng_state", "scalars", "bufs", "wide", "ctx")

    program: Any
    rng_state: Any
    scalars: Any
    bufs: Any

    @property
    def info(self):
        """(program, buffers it read, scalars); None when the graph has been freed."""
        return None if self.freed else (self.program, self.bufs, self.scalars)

    def free(self) -> None:
        """Let go of everything the backward pass needed."""
        self.program = self.rng_state = self.scalars = self.bufs = self.pending = self.kept = None
        self.parents = ()
        self.freed = True

    def pull(self, cts):
        """Gradients of the parents, of buffers (None for an output that was not used)."""
        program, scalars = self.program, self.scalars
        if self.n_out == 1:
            # a node is pulled only if one of its outputs has a gradient, so a single one has
            token, given = (False,), cts
        else:
            token = tuple([None if c is None else False for c in cts])
            given = [c for c in cts if c is not None]
        # without those the call is one of the jitted function, with no scope to enter
        plain = not (self.wide or scalars or program.needs_key)
        call = program.pullback(tuple(map(_position, self.parents)), token, self.train, self.platform, plain)
        if plain:
            return call(*self.bufs, *given)[0]
        return execute(call, self.wide, self.ctx, self.rng_state, scalars, [*self.bufs, *given])[0]

    def redo(self, cts):
        """`cts` are arrays (None where unused); the gradients are recorded in turn."""
        token = tuple(None if c is None else False for c in cts)
        back = self.program.gradient(tuple(map(_position, self.parents)), token)
        entries = dict(self.parents)
        # arrays around what the call has read, not the user's, which may have been written to since
        inputs = [wrap(b, self.ctx, None, entries.get(i)) for i, b in enumerate(self.bufs)]
        inputs += [c for c in cts if c is not None]
        return replay(back, self.train, self.platform, self.rng_state, self.scalars, inputs, self.wide, self.ctx)


class SavingCall(Call):
    """A recorded call that has returned residuals.

    mask, saved   positions of the inputs that the residuals `saved` are for
    outs          buffers of all outputs
    """

    __slots__ = ("mask", "outs", "saved")

    mask: Any
    outs: Any
    saved: Any

    def free(self) -> None:
        """Let go of everything the backward pass needed."""
        # as `Call.free`, without its frame
        self.program = self.rng_state = self.scalars = self.bufs = self.pending = self.kept = self.outs = self.saved = None
        self.parents = ()
        self.freed = True

    def pull(self, cts, memory=()):
        """Gradients of the parents, of buffers (None for an output that was not used), written over `memory`."""
        saved = self.saved
        if not (saved.func.floating or not _begins_at_integers(self.outs, cts)):
            return super().pull(cts)
        if self.wide or is_on():
            with x64(self.wide):
                grads = saved(self.bufs, self.outs, cts, memory)
        else:
            grads = saved(self.bufs, self.outs, cts, memory)
        if grads is None:
            return super().pull(cts)
        if len(self.mask) == len(self.parents):
            return grads
        position = {i: k for k, i in enumerate(self.mask)}
        # None for integers, which the saved pullback is not differentiated in
        return [grads[position[i]] if i in position else None for i, _ in self.parents]


def record(results: Any, pending: Any, mask: Any, outs: Any, saved: Any, program: Program, parents: Parents, *call: Any) -> None:
    """Say in arrays that they are the visible outputs of a recorded call.

    pending   the `moving.Pending` of moving averages that change with its backward, or None
    mask, outs, saved   as `SavingCall` has them; `saved` is None for a call without residuals
    """
    # What `tape.Node` does in `__init__`, and what is a call's own, without those frames: nodes of all calls are made here.
    node: Any = _new(Call if saved is None else SavingCall)
    node.order, node.n_out = tape.next_order(), len(outs)
    node.freed = node.takes_rows = False
    node.kept, node.pending, node.donates = None, pending, saved is not None
    node.name, node.program, node.parents = program.name, program, parents
    node.train, node.platform, node.rng_state, node.scalars, node.bufs, node.wide, node.ctx = call
    if saved is not None:
        node.mask, node.outs, node.saved = mask, outs, saved
    i = 0
    for a in results:
        a._entry = node, i
        i += 1


def reroute(results: Any, pull: Any, redo: Any) -> None:
    """Have backward go through other functions than those of the node that the outputs `results` of one call came from."""
    node = results[0]._entry[0]
    other = tape.GivenNode(node.name, node.parents, pull, redo, node.n_out, node.info)
    other.donates, other.pending = node.donates, node.pending
    for i, a in enumerate(results):
        a._entry = (other, i)


def replay(
    program: Program, train: Any, platform: Any, rng_state: Any, scalars: Any, inputs: Any, wide: bool, ctx: Any
) -> list[Any]:
    """Run a gradient program with the modes and the key of the forward call, recorded if recording is on."""
    bufs = [a._data() for a in inputs]
    outs, _ = execute(program.forward(train, platform), wide, ctx, rng_state, scalars, bufs)
    results = wrap_all(outs, ctx)
    parents = parents_of(program, inputs, None) if tape.mode.recording else None
    if parents:
        record(results, None, (), outs, None, program, parents, train, platform, rng_state, scalars, bufs, wide, ctx)
    return results
