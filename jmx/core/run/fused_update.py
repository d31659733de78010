"""Several operator calls as one compiled program that overwrites its arrays: the update of all parameters at once."""

from __future__ import annotations

import functools
from typing import Any

import jax

from ...base import MXNetError
from ..declare.op import find
from ..declare.x64 import is_wide, x64
from ..numpy_tier import jit
from . import rng
from .cells import Taken, exclusively
from .dispatch import bind_op, check_count, floats
from .repeated import Repeated

_fused: dict = {}
#: types of attributes that are compared at once
_PLAIN = frozenset((float, int, bool, str))


def arrange(calls):
    """Take calls as `fused` has them apart.

    Returns plans (with their outputs), slots (where the inputs of each begin, how many they are, which scalars it takes), the
    scalars, all arrays once each, the position among these of every input, and the positions that are written.
    """
    plans, slots, unique = [], [], []
    index: list[int] = []
    values: dict = {}
    where: dict = {}
    last: Any = None, None
    bound: Any = None  # the first call differs from (None, None): it is bound before it is read
    places: tuple = ()
    for op, inputs, kwargs, out in calls:
        if last[0] is not op or not _same(last[1], kwargs):  # most calls of an update have equal attributes
            last = op, kwargs
            op = find(op) if type(op) is str else op
            bound, scalars = bind_op(op, kwargs)
            # hundreds of parameters have the same learning rate: passing it once keeps the call short
            places = tuple([values.setdefault(pair, len(values)) for pair in zip(op.scalars, scalars)])
        if bound.n_inputs is not None and len(inputs) != bound.n_inputs:
            check_count(bound.op, bound, inputs)
        slots.append((len(index), len(inputs), places))
        for a in inputs:
            # by place, not by object: two arrays of the same elements would be two arguments, of which one may be donated
            place = a._cell if a._view is None else (a._cell, a._view)  # `_place_of` without its frame
            position = where.get(place)
            if position is None:
                position = where[place] = len(unique)
                unique.append(a)
            index.append(position)
        plans.append((bound, list(out) if isinstance(out, (list, tuple)) else [out]))
    return plans, slots, tuple(floats(v) for _, v in values), unique, index, _written(plans, slots, index, where)


def _written(plans, slots, index, where):
    """The positions of the arrays that calls write to."""
    written = {where[place] for _, outs in plans for o in outs if (place := _place_of(o)) in where}
    for (bound, _), (start, _, _) in zip(plans, slots):
        if bound.program.aux:
            written.update([index[start + i] for i in bound.program.aux])
    return written


def _same(attributes, others) -> bool:
    """Whether two calls have equal attributes, of equal types."""
    if len(attributes) != len(others):
        return False
    for key, value in attributes.items():
        other = others.get(key)
        if value is not other and (type(value) is not type(other) or type(value) not in _PLAIN or value != other):
            return False
    return True


def _place_of(array):
    """What two arrays have in common if they are the same elements of one cell."""
    view = array._view
    return array._cell if view is None else (array._cell, view)


def apply(plans, slots, index, rng_state, scalars, unique, platform="cpu") -> list[Any]:
    """The calls on the buffers `unique`, for use in compiled programs: a list of (outputs, aux values)."""
    shapes = [(a.shape, a.dtype) for a in unique]
    kinds = [(bound, *[shapes[i] for i in index[start : start + count]]) for bound, (start, count, _) in zip(plans, slots)]
    results, repeated = [], Repeated(dict(enumerate(kinds)))
    for position, (bound, (start, count, places)) in enumerate(zip(plans, slots)):
        program = bound.program
        # one state of the stream serves all calls, whose numbers must differ
        key = jax.random.fold_in(rng.key_of(rng_state), position) if program.needs_key else None
        arrays = [unique[i] for i in index[start : start + count]]
        function = functools.partial(program.fn, False, platform)
        outs, aux = repeated(position, function, key, tuple(scalars[p] for p in places), *arrays)
        results.append((outs[: program.n_visible], aux))
    return results


def fused(calls) -> None:
    """Run several operator calls as one compiled program, writing outputs and aux inputs in place.

    calls    list of (operator or name, inputs, attributes, out), out an array or a list; the buffers that are overwritten are
             donated unless something else refers to them. Traced scalars of equal name and value travel once.
    Calls may not depend on one another. Nothing is recorded. Raises MXNetError; nothing has been written then.
    """
    plans, slots, scalars, unique, index, written = arrange(calls)
    if not plans:
        return
    cells = [o._cell for _, outs in plans for o in outs] + [unique[i]._cell for i in written]
    exclusively(cells, _run, plans, slots, scalars, unique, index, written)


def _run(plans, slots, scalars, unique, index, written) -> None:
    """The calls, under the locks of all cells that they write to."""
    ctx = unique[0]._ctx
    viewed = {id(a._cell) for a in unique if a._view is not None}  # what is no view is there once
    # a cell that occurs twice, whole and in part, has one buffer, which cannot be both donated and read
    exclusive = [i for i in sorted(written) if unique[i]._view is None and unique[i]._dense and id(unique[i]._cell) not in viewed]
    exclusive_set = set(exclusive)
    others = {i: a._data() for i, a in enumerate(unique) if i not in exclusive_set}
    wide = any(p.program.wide for p, _ in plans) or is_wide(*[a._data() for a in unique])
    rng_state = rng.next_state(ctx) if any(p.program.needs_key for p, _ in plans) else None
    taken, results = Taken([unique[i]._cell for i in exclusive]), []

    def run():
        sole = dict(zip(exclusive, taken.take()))
        donate = tuple([sole.get(i, False) for i in range(len(unique))])
        # which buffers are donated is compiled into the program
        token = (tuple(p for p, _ in plans), tuple(slots), tuple(index), donate, ctx.device.platform)
        call = _fused.get(token)
        if call is None:
            # the learning rate and the like are arguments, so that only programs with ever new sets of parameters come here
            if len(_fused) > 256:
                _fused.clear()
            call = _fused.setdefault(token, _fuse([p for p, _ in plans], slots, index, donate, ctx.device.platform))
        bufs = {**others, **dict(zip(exclusive, taken.values))}
        donated = [bufs[i] for i, d in enumerate(donate) if d]
        kept = [bufs[i] for i, d in enumerate(donate) if not d]
        with x64(wide):
            call.into(results, rng_state, scalars, donated, kept)

    try:
        run()
    except (TypeError, ValueError) as error:
        _raise_refused(unique, error)
    finally:
        try:
            if results:
                try:
                    _store(plans, slots, unique, index, results[0])
                except BaseException:  # an interrupt; what the results were written over is gone
                    _store(plans, slots, unique, index, results[0])
                    raise
        finally:
            taken.over = True
            taken.put_back()


def _raise_refused(unique, error):
    if isinstance(error, MXNetError):
        raise error
    places = {str(a._ctx) for a in unique}
    if len(places) > 1:
        raise MXNetError(
            f"Error in an update of several parameters: arrays of one update must live on one context, these are on "
            f"{', '.join(sorted(places))}. Move them with as_in_context()."
        ) from error
    raise MXNetError(f"Error in an update of several parameters: {error}") from error


def _store(plans, slots, unique, index, results) -> None:
    for (bound, outs), (start, _, _), (values_out, aux) in zip(plans, slots, results):
        for o, b in zip(outs, values_out):
            o._write(b)
        for i, b in zip(bound.program.aux, aux):
            unique[index[start + i]]._write(b)


def _fuse(plans, slots, index, donate, platform):
    def together(rng_state, scalars, donated, kept):
        donated, kept = iter(donated), iter(kept)
        unique = [next(donated) if d else next(kept) for d in donate]
        return apply(plans, slots, index, rng_state, scalars, unique, platform)

    operators = ", ".join(dict.fromkeys(plan.op.name for plan in plans))
    # The first update already is one of many to come.
    label = f"{len(plans)} calls of {operators}", "update"
    return jit(together, donate=2, arrays_only=False, label=label, at_once=True, large=True)
