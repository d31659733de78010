"""Looking at values while a program runs: who made the first NaN or infinity, and which index is out of range.

Nothing is looked at, and nothing slowed down, unless the environment asks for it: `install` puts functions of this module in
the place of those that run programs. A compiled graph whose results are not finite is run once more, operator by operator, to
find which one it was.
"""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import jax
import numpy as np
from jax.core import Tracer

from .. import config
from ..base import MXNetError
from ..context import current_context
from ..core.declare.x64 import x64
from ..core.run import dispatch, recording, rng, tape
from ..ndarray import fusing
from . import monitor, monitor_names

#: whether NaN and infinity, and whether indices are looked for; set by `install`
nans = indices = False


def install() -> None:
    """Look for what the environment variables JMX_DEBUG_NANS and JMX_CHECK_INDICES ask for, from now on."""
    global nans, indices
    before, (nans, indices) = (nans, indices), (config.get("JMX_DEBUG_NANS"), config.get("JMX_CHECK_INDICES"))
    # once: a second call would wrap the functions a second time
    if before == (False, False) and (nans or indices):
        for owner, name, function in ((dispatch, "run", _looking_on(dispatch.run)), (fusing, "fused", _one_by_one)):
            setattr(owner, name, function)


# ---- what is wrong with an array


class Count(NamedTuple):
    """How many elements of an array are NaN, and how many are infinite."""

    nan: int
    infinite: int

    def worse_than(self, others) -> bool:
        """Whether there is NaN or infinity here of a kind that none of `others` has."""
        nan, infinite = any(o.nan for o in others), any(o.infinite for o in others)
        # NaN out of infinity counts as made (inf - inf); infinity is excused by both
        return bool(self.nan and not nan or self.infinite and not nan and not infinite)

    def __str__(self) -> str:
        found = [f"{n} {what}" for n, what in ((self.nan, "NaN"), (self.infinite, "infinite")) if n]
        return " and ".join(found) or "all finite"


_FINE = Count(0, 0)


def count(buffer) -> Count:
    """The `Count` of a buffer; integers are finite."""
    if buffer is None or not jax.numpy.issubdtype(buffer.dtype, np.inexact):
        return _FINE
    values = np.asarray(buffer)
    finite = np.isfinite(values)
    if finite.all():
        return _FINE
    nan = int(np.isnan(values).sum())
    return Count(nan, int(values.size - finite.sum()) - nan)


def _described(name, buffer):
    found = count(buffer)
    state = str(found) if found != _FINE or not buffer.size else f"all finite, from {np.min(buffer)} to {np.max(buffer)}"
    return f"{name} {tuple(buffer.shape)} {buffer.dtype} ({state})"


def _made(outputs, inputs, given=()):
    """(position, `Count`) of the first output that has NaN or infinity of which the inputs have none; None if there is none."""
    bad = [(i, found) for i, found in enumerate(map(count, outputs)) if found != _FINE]
    if not bad:
        return None
    # attributes too: what was asked for, such as `full` of infinity, is not made by the operator
    known = [*map(count, inputs), *(count(np.asarray(x, float)) for x in given if isinstance(x, (int, float)))]
    return next(((i, found) for i, found in bad if found.worse_than(known)), None)


# ---- what the user is told


def _blocks():
    """ ", in block net0 > net0_dense1," for the blocks of Gluon that are being called, outermost first; "" outside of any."""
    names: list[str] = []
    frame: Any = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_name == "__call__":
            block = frame.f_locals.get("self")
            # once where subclasses call `super().__call__`; by attributes, since Gluon lies above this floor
            if hasattr(block, "_children") and hasattr(block, "name") and block.name not in names[-1:]:
                names.append(block.name)
        frame = frame.f_back
    return f", in block {' > '.join(reversed(names))}," if names else ""


def _raise_nan(what, output, found, buffer, inputs) -> None:
    place = "" if output is None else f", output {output}"
    raise MXNetError(
        f"JMX_DEBUG_NANS: {what}{place}{_blocks()} made {found} of {buffer.size} elements, shape {tuple(buffer.shape)} "
        f"{buffer.dtype}. Its inputs: {'; '.join(_described(*x) for x in inputs) or 'none'}."
    )


def _operator(step) -> str:
    return f"operator {step.node.op.name} (node {step.node.name})"


# ---- eager calls and compiled graphs


class _Call:
    """A call of a program: what it reads, and how to run it once more operator by operator."""

    def __init__(self, program, bufs, scalars, ctx, train, rng_state) -> None:
        self.program, self.bufs, self.scalars = program, bufs, scalars
        self.platform, self.train, self.rng_state = ctx.device.platform, train, rng_state

    def names(self):
        graph = self.program.graph
        if graph is not None:
            return [node.name for node in graph.inputs]
        if self.program.origin is None:
            return [f"input {i}" for i in range(len(self.bufs))]
        op, attrs = self.program.origin
        names = op.present(attrs)
        return names if len(names) == len(self.bufs) else [f"input {i}" for i in range(len(self.bufs))]

    def inputs(self):
        return list(zip(self.names(), self.bufs))

    def watch(self, look, *more):
        """`look(graph, train, platform, key, buffers, *more)`, a function of `execution.monitor` or of a graph."""
        with x64(self.program.wide, *self.bufs):
            key = rng.key_of(self.rng_state) if self.rng_state is not None else None
            look(self.program.graph, self.train, self.platform, key, self.bufs, *more)

    def check_indices(self) -> None:
        """Raise MXNetError for an index out of range."""
        graph = self.program.graph
        if graph is None:
            if self.program.origin is not None:
                op, attrs = self.program.origin
                _check_indices(f"operator {op.name}", op, attrs, self.bufs)
            return
        asking = [step for step in graph.steps if step.node.op.traits.indices is not None]
        inner = False
        for step in asking:
            # indices that are inputs of the graph need no second pass to be looked at
            if all(place < 0 for place, _ in step.sources):
                arrays = [self.bufs[-1 - place] for place, _ in step.sources]
                _check_indices(_operator(step), step.node.op, step.node.parsed, arrays)
            else:
                inner = True
        if inner:
            self.watch(lambda graph, *args: graph.watch(*args, _check_step))

    def check(self, outputs, states) -> None:
        """Raise MXNetError if outputs, or new values of `states` (by place), are not finite and the inputs are not to blame."""
        graph = self.program.graph
        results = [*outputs, *states.values()]
        if graph is None:
            made = _made(results, self.bufs, self.scalars) if self.bufs and _finite_attributes(self.program) else None
            if made is not None:
                i, found = made
                _raise_nan(f"operator {self.program.name}", i, found, results[i], self.inputs())
            return
        if all(count(x) == _FINE for x in results):
            return
        self.watch(lambda graph, *args: graph.watch(*args, _look_at_step))
        # only now: an operator that makes NaN of finite inputs is named first
        for name, buffer in self.inputs():
            if count(buffer).nan:
                raise MXNetError(
                    f"JMX_DEBUG_NANS: NaN comes into the graph by its input {_described(name, buffer)}{_blocks().rstrip(',')}."
                )
        made = _made(results, self.bufs)
        if made is None:
            return
        i, found = made
        if i < len(outputs):
            _raise_nan(f"graph {self.program.name}, compiled (not its operators one by one)", i, found, results[i], self.inputs())
        place = list(states)[i - len(outputs)]
        writer = next((s for s in graph.steps if any(p == -1 - place for _, p in s.writes)), None)
        what = f"graph {self.program.name}" if writer is None else _operator(writer)
        _raise_nan(f"{what}, new value of {graph.inputs[place].name}", None, found, results[i], self.inputs())

    def check_gradients(self, heads, grads, places) -> None:
        """Raise MXNetError if gradients, of the inputs at `places`, are not finite though inputs and heads are."""
        given = [h for h in heads if h is not None]
        made = _made([g for g in grads if g is not None], [*self.bufs, *given])
        if made is None:
            return
        if self.program.graph is not None:
            seen: list = []

            def look(name, value) -> None:
                if count(value) != _FINE and _made([value], given) is not None:
                    raise MXNetError(
                        f"JMX_DEBUG_NANS: backward made {count(value)} of {value.size} elements in the gradient {name}, shape "
                        f"{tuple(value.shape)} {value.dtype}. Before it: {'; '.join(seen[-3:]) or 'the heads'}."
                    )
                seen.append(_described(str(name), value))

            self.watch(monitor.backward, heads, set(places), look)
        i, found = made
        grads = [g for g in grads if g is not None]
        names = self.names()
        where = [names[p] for p, g in zip(places, grads)] if len(places) == len(grads) else []
        of = f" of {where[i]}" if where else ""
        heads_described = [(f"head gradient {n}", h) for n, h in enumerate(given)]
        _raise_nan(f"backward of {self.program.name}, gradient{of}", None, found, grads[i], [*heads_described, *self.inputs()])


def _finite_attributes(program) -> bool:
    """Whether no attribute of an operator's call is NaN or infinite: such a result would be what was asked for."""
    if program.origin is None:
        return True
    return all(np.isfinite(v) for v in vars(program.origin[1]).values() if isinstance(v, float))


def _look_at_step(step, inputs, outputs) -> None:
    own = [v for v in vars(step.node.parsed).values() if isinstance(v, float)]
    made = _made(outputs, inputs, own) if inputs else None
    if made is not None:
        i, found = made
        _raise_nan(_operator(step), i, found, outputs[i], list(zip(monitor_names.inputs(step.node), inputs)))


def _looking_on(run):
    """`dispatch.run`, with a look at indices before and at results afterwards."""

    def checked(program, inputs, scalars=(), out=None, ctx=None, cls=None):
        bufs = [a._data() for a in inputs]
        # values are not known while JAX traces
        if any(isinstance(b, Tracer) for b in bufs):
            return run(program, inputs, scalars, out, ctx, cls)
        if ctx is None:
            ctx = inputs[0]._ctx if inputs else current_context()
        # the numbers that `run` is about to draw, so that a second pass is the same one
        rng_state = rng.upcoming(ctx) if program.needs_key else None
        call = _Call(program, bufs, scalars, ctx, tape.mode.training if program.needs_train else None, rng_state)
        if indices:
            call.check_indices()
        before = [o._data() for o in out] if out is not None else []
        results = run(program, inputs, scalars, out, ctx, cls)
        if not nans:
            return results
        try:
            call.check([o._data() for o in results], {i: inputs[i]._data() for i in program.aux})
        except MXNetError:
            # back to what they were: a call that raises must leave arrays unchanged
            for i in program.aux:
                inputs[i]._set_data(bufs[i])
            for o, buffer in zip(out or (), before):
                o._set_data(buffer)
            raise
        # the gradients of this very call are looked at when they are pulled
        entry = results[0]._entry if results else None
        if entry is not None and isinstance(entry[0], recording.Call) and entry[0].program is program:
            recording.reroute(results, _checked_pull(entry[0], call), entry[0].redo)
        return results

    return checked


def _checked_pull(node, call):
    """The `pull` of a recorded call, with a look at the gradients."""
    pull, places = node.pull, [i for i, _ in node.parents]

    def checked(cts, memory=()):
        grads = pull(cts, memory) if memory else pull(cts)
        call.check_gradients(list(cts), list(grads), places)
        return grads

    return checked


def _one_by_one(calls) -> None:
    """Updates one after the other instead of in one program, so that the one is named that makes a weight NaN."""
    for op, inputs, attrs, out in calls:
        dispatch.invoke(op, list(inputs), attrs, out)


def check_executor(program, train, rng_state, bufs, ctx) -> _Call:
    """A pass of an executor that is about to run, to check further; raises MXNetError for an index out of range."""
    call = _Call(program, bufs, (), ctx, train, rng_state)
    if indices:
        call.check_indices()
    return call


# ---- indices


def _check_step(step, inputs, outputs) -> None:
    if step.node.op.traits.indices is not None:
        _check_indices(_operator(step), step.node.op, step.node.parsed, inputs)


def _check_indices(what, op, attrs, arrays) -> None:
    rule = op.traits.indices
    if rule is None:
        return
    names = op.present(attrs)
    for found in rule(attrs, [tuple(a.shape) for a in arrays]):
        if found.position >= len(arrays):
            continue
        values = np.asarray(arrays[found.position])
        rows = values if found.row is None else values[found.row]
        wrong = ~((rows >= found.lowest) & (rows < found.size))
        if found.besides is not None:
            wrong &= rows != found.besides
        if wrong.any():
            place = tuple(int(i) for i in np.argwhere(wrong)[0])
            value = rows[place] if place else rows[()]
            where = place if found.row is None else (found.row, *place)
            raise MXNetError(
                f"JMX_CHECK_INDICES: {what}{_blocks()} was given {value} at position {where} of its input "
                f"{names[found.position]}, shape {tuple(values.shape)}; valid are {found.lowest} to {found.size - 1}. "
                f"{int(wrong.sum())} of {wrong.size} are out of range."
            )
