"""Recording calls of programs on the tape: which inputs a gradient is needed of, and how the call is gone back through.

`dispatch` uses these functions within `autograd.record()`. Sparse operators make their nodes themselves, and use `replay` for
higher derivatives.
"""

import operator
from typing import Any

from ...base import MXNetError
from ..declare import integers
from ..declare.x64 import mode_of
from . import tape
from .program import Program, execute
from .storage import wrap, wrap_all
from .trace_observer import records_sources

_position = operator.itemgetter(0)
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


def kept_for(program: Program, parents: Parents | None, bufs: Any) -> tuple[int, ...] | None:
    """The inputs, by position, for whose gradients a recorded call is to return residuals; None if it returns none at all."""
    if not parents or not program.save:
        return None
    mask = tuple([i for i, _ in parents if integers.is_inexact(bufs[i].dtype)])
    return None if len(mask) < len(parents) and has_integer_variable(parents, bufs) else mask


def _begins_at_integers(outs: Any, cts: Any) -> bool:
    """Whether there is a gradient of an output of integers, which a saved pullback does not pass (`Program.gradient` does)."""
    return not all(c is None or integers.is_inexact(out.dtype) for out, c in zip(outs, cts))


def record(
    program: Program,
    train: Any,
    platform: Any,
    rng_state: Any,
    scalars: Any,
    bufs: Any,
    parents: Parents,
    mask: tuple[int, ...],
    outs: Any,
    saved: Any,
    wide: bool,
    ctx: Any,
    results: Any,
) -> None:
    """Put a call on the tape, and say in `results`, the arrays around its visible outputs, that they came from there.

    train, platform, rng_state, scalars, bufs, wide, ctx   what the call ran with
    mask, saved   positions of the inputs that the residuals `saved` are for; saved is None for a call without residuals, whose
                  backward starts from the inputs
    outs          buffers of all outputs
    """
    n_out = len(outs)
    wanted = tuple(map(_position, parents))
    if saved is None:
        outs = None  # so that `pull` does not keep their memory

    def pull(cts, memory=()):
        if saved is not None and (saved.pullback.floating or not _begins_at_integers(outs, cts)):
            with mode_of(wide):
                grads = saved.pullback(saved.kept, bufs, outs, cts, memory)
            if mask == wanted:
                return grads
            position = {i: k for k, i in enumerate(mask)}
            # None for integers, which the saved pullback is not differentiated in
            return [grads[position[i]] if i in position else None for i in wanted]
        if n_out == 1:
            # a node is pulled only if one of its outputs has a gradient, so a single one has
            token, given = (False,), cts
        else:
            token = tuple([None if c is None else False for c in cts])
            given = [c for c in cts if c is not None]
        # without those the call is one of the jitted function, with no scope to enter
        plain = not (wide or scalars or program.needs_key)
        call = program.pullback(wanted, token, train, platform, plain)
        if plain:
            return call(*bufs, *given)[0]
        return execute(call, wide, ctx, rng_state, scalars, [*bufs, *given])[0]

    def redo(cts):
        """`cts` are arrays (None where unused); the gradients are recorded in turn."""
        token = tuple(None if c is None else False for c in cts)
        back = program.gradient(wanted, token)
        entries = dict(parents)
        # arrays around what the call has read, not the user's, which may have been written to since
        inputs = [wrap(b, ctx, None, entries.get(i)) for i, b in enumerate(bufs)]
        inputs += [c for c in cts if c is not None]
        return replay(back, train, platform, rng_state, scalars, inputs, wide, ctx)

    node = tape.Node(program.name, parents, pull, redo, n_out, (program, bufs, scalars), saved is not None)
    for i, a in enumerate(results):
        a._entry = (node, i)


def replay(
    program: Program, train: Any, platform: Any, rng_state: Any, scalars: Any, inputs: Any, wide: bool, ctx: Any
) -> list[Any]:
    """Run a gradient program with the modes and the key of the forward call, recorded if recording is on."""
    bufs = [a._data() for a in inputs]
    outs, _ = execute(program.forward(train, platform), wide, ctx, rng_state, scalars, bufs)
    results = wrap_all(outs, ctx)
    parents = parents_of(program, inputs, None) if tape.mode.recording else None
    if parents:
        record(program, train, platform, rng_state, scalars, bufs, parents, (), outs, None, wide, ctx, results)
    return results
