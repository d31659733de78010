"""Several operator calls as one compiled program that overwrites its arrays: the update of all parameters at once."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import jax
from jax.core import Tracer

from ...base import MXNetError
from ...native import for_small_arrays
from ..declare.op import find
from ..declare.x64 import is_on, is_wide, x64
from ..numpy_tier import forked, jit
from . import one_by_one, rng
from .cells import Taken, in_order, under_locks
from .dispatch import bind_op, check_count, floats
from .repeated import Repeated
from .trace_observer import trace_observer

if TYPE_CHECKING:
    from ...context import Context

_fused: dict = {}
#: before a first run: nothing runs arrays of no description
_NOT_YET: tuple[list, Any] = [], None
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


def _alike(one, other) -> bool:
    """Whether two of (number, operator, attributes) are equal."""
    return one[0] == other[0] and one[1] is other[1] and _same(one[2], other[2])


def _place_of(array):
    """What two arrays have in common if they are the same elements of one cell."""
    view = array._view
    return array._cell if view is None else (array._cell, view)


def apply(plans, slots, index, rng_state, scalars, unique, platform="cpu") -> list[Any]:
    """The calls on the buffers `unique`, for use in compiled programs: a list of (outputs, aux values)."""
    shapes = [(a.shape, a.dtype) for a in unique]
    kinds = [(bound, *[shapes[i] for i in index[start : start + count]]) for bound, (start, count, _) in zip(plans, slots)]
    results, repeated, different = [], Repeated(dict(enumerate(kinds))), len(set(kinds))
    for position, (bound, (start, count, places)) in enumerate(zip(plans, slots)):
        program = bound.program
        # one state of the stream serves all calls, whose numbers must differ
        key = jax.random.fold_in(rng.key_of(rng_state), position) if program.needs_key else None
        arrays = [unique[i] for i in index[start : start + count]]
        function = functools.partial(program.fn, False, platform)
        with for_small_arrays(different):
            outs, aux = repeated(position, function, key, tuple(scalars[p] for p in places), *arrays)
        results.append((outs[: program.n_visible], aux))
    return results


def fused(calls) -> None:
    """Run several operator calls as one compiled program, writing outputs and aux inputs in place.

    calls    list of (operator or name, inputs, attributes, out), out an array or a list; the buffers that are overwritten are
             donated unless something else refers to them. Traced scalars of equal name and value travel once.
    Calls may not depend on one another. Nothing is recorded. Raises MXNetError; nothing has been written then.
    """
    if calls:
        arrangement, arrays, scalars = arranged(calls)
        arrangement.run(arrays, scalars)


def arranged(calls: list) -> tuple[Arrangement, list, tuple]:
    """What `fused` runs: the calls without their arrays and scalars, these arrays, once each, and these scalars."""
    plans, slots, scalars, unique, index, written = arrange(calls)
    arrangement = Arrangement(plans, slots, unique, index, written)
    return arrangement, unique, scalars


#: the cell of an array
cell_of = operator.attrgetter("_cell")


def taking(places: list[int]) -> Callable[[Sequence], Sequence]:
    """A function that takes what is at some places of a sequence, as a sequence."""
    if len(places) > 1:
        return operator.itemgetter(*places)
    return operator.itemgetter(slice(places[0], places[0] + 1) if places else slice(0))


class Arrangement:
    """Calls that run as one program on arrays which are given with each run, so that they are arranged once for many runs.

    Parameters
    ----------
    plans, slots, unique, index, written
        As `arrange` returns them; outputs that are no inputs are appended to `unique`. The cells of these arrays, in this order,
        are those that every run is for. Nothing here holds an array.
    """

    def __init__(self, plans, slots, unique, index, written) -> None:
        self.bound = tuple([bound for bound, _ in plans])
        self.slots, self.index, self._n_read = tuple(slots), tuple(index), len(unique)
        self._targets = _targets(plans, slots, unique, index)
        cells = [unique[i]._cell for i in {*written, *self._targets} if i is not None]
        by_cell = {a._cell: i for i, a in enumerate(unique)}
        self._locked = taking([by_cell[cell] for cell in in_order(cells)])
        read = unique[: self._n_read]
        # a cell that occurs twice, whole and in part, has one buffer, which cannot be both donated and read
        viewed = {a._cell for a in read if a._view is not None}  # what is no view is there once
        exclusive = [i for i in sorted(written) if unique[i]._view is None and unique[i]._dense and unique[i]._cell not in viewed]
        others = sorted({*range(self._n_read)}.difference(exclusive))
        self._places = exclusive, others
        self._exclusive, self._others = taking(exclusive), taking(others)
        self._wide = any(b.program.wide for b in self.bound) or is_wide(*[a._data() for a in read])
        self._needs_key = any(b.program.needs_key for b in self.bound)
        #: whether NumPy may still take the calls one by one; and what does so, for arrays that JAX describes so
        self._may_be_numpys, self._first = not _read_again(plans, slots, unique, index, self._targets), _NOT_YET
        #: by which of the buffers that may be overwritten nothing else refers to: the program
        self._programs: dict[tuple, Any] = {}
        #: what `scalars_of` was asked last, and what it has answered
        self._asked: tuple[list, tuple] = [], ()
        #: the numbers of the last run, and what was passed for them
        self._numbers: tuple[tuple, tuple] = (), ()

    def kind(self, first: int, count: int) -> tuple:
        """What some of the calls, from one on, have in common with calls of other arrays."""
        return tuple([(self.bound[i], *self.slots[i][1:]) for i in range(first, first + count)])

    def scalars_of(self, parts: Iterable) -> tuple | None:
        """The numbers for a run from new calls; None where these differ in more than arrays and numbers.

        parts    (number of a call, the new one and those that follow); all numbers of the calls that are left out are theirs
        """
        asked = [(number, call[0], call[2]) for first, calls in parts for number, call in enumerate(calls, first)]
        known, scalars = self._asked
        if len(known) == len(asked) and all(map(_alike, known, asked)):  # most steps have the rate of the one before
            return scalars
        numbers: dict = {}
        for number, op, attributes in asked:
            own, values = bind_op(find(op) if type(op) is str else op, attributes)
            if own is not self.bound[number]:
                return None
            for place, value in zip(self.slots[number][2], values):
                if numbers.setdefault(place, value) != value:
                    return None
        scalars = tuple([floats(numbers[place]) for place in range(len(numbers))])
        self._asked = [(number, op, dict(attributes)) for number, op, attributes in asked], scalars
        return scalars

    def run(self, arrays: Sequence, scalars: tuple) -> None:
        """Run the calls on arrays, with numbers in place of those that `arrange` returned."""
        under_locks(list(map(cell_of, self._locked(arrays))), self._run, arrays, scalars)

    def _run(self, arrays, scalars) -> None:
        """The calls, under the locks of all cells that they write to."""
        rng_state = rng.next_state(arrays[0]._ctx) if self._needs_key else None
        run = self._one_by_one if self._may_be_numpys else self._compiled
        try:
            if self._wide or is_on():
                with x64(self._wide):
                    run(arrays, scalars, rng_state)
            else:
                run(arrays, scalars, rng_state)
        except (TypeError, ValueError) as error:
            _raise_refused(arrays, error)

    def _one_by_one(self, arrays, scalars, rng_state) -> None:
        """The calls in one of the first runs, each by itself where that is cheaper than to compile them."""
        bufs = [_held(arrays, i) for i in range(self._n_read)]
        if not one_by_one.possible(bufs):
            del bufs  # what is referred to here as well cannot be written over
            self._may_be_numpys = arrays[0]._ctx.device.platform == "cpu"
            return self._compiled(arrays, scalars, rng_state)
        described, first = self._first
        kinds = [buf.aval for buf in bufs]
        if kinds != described:
            first = one_by_one.find(self.bound, self.slots, self.index, scalars, bufs)
            self._first = kinds, first
        del bufs  # which would keep the old values until all are written
        if first.runs_left <= 0 and (first.whole is None or first.whole.finish()):
            self._may_be_numpys, self._first = False, _NOT_YET
            return self._compiled(arrays, scalars, rng_state)
        write = functools.partial(_store_from, self._targets, arrays)
        first.run(functools.partial(_held, arrays), write, scalars, rng_state)
        if first.begins_to_be_compiled():
            self._begin(first, kinds, arrays[0]._ctx, scalars, rng_state)
        return None

    def _begin(self, first, kinds, ctx, scalars, rng_state) -> None:
        """Have the program of all calls compiled behind further runs, to write over all that may be alone."""
        described = [jax.ShapeDtypeStruct(kind.shape, kind.dtype, weak_type=kind.weak_type) for kind in kinds]
        donated, kept = ([described[i] for i in places] for places in self._places)
        first.whole = self._program((True,) * len(donated), ctx.device.platform)
        first.whole.begin((rng_state, scalars if self._wide else self.passed(scalars, ctx), donated, kept))

    def _compiled(self, arrays, scalars, rng_state) -> None:
        """The calls as one program, which writes over what nothing else holds."""
        others = [a._cell.buf if a._view is None else a._data() for a in self._others(arrays)]
        taken, results = Taken(list(map(cell_of, self._exclusive(arrays)))), []
        try:
            sole = tuple(taken.take())
            call = self._programs.get(sole) or self._program(sole, arrays[0]._ctx.device.platform)
            donated, kept = (taken.values, others) if False not in sole else _divided(taken.values, sole, others)
            # numbers of 64 bits are passed as they are
            numbers = scalars if self._wide else self.passed(scalars, arrays[0]._ctx)
            call.into(results, rng_state, numbers, donated, kept)
        finally:
            try:
                if results:
                    try:
                        store(self._targets, arrays, results[0])
                    except BaseException:  # an interrupt; what the results were written over is gone
                        store(self._targets, arrays, results[0])
                        raise
            finally:
                taken.over = True
                taken.put_back()

    def passed(self, scalars: tuple, ctx: Context) -> tuple:
        """`scalars`, those that are what they were in the last run as arrays: to make one in every call takes 2 us."""
        last, passed = self._numbers
        if scalars != last or float in map(type, passed):
            before = zip(last, passed) if len(last) == len(scalars) else ((None, None),) * len(scalars)
            passed = tuple(
                [_again(number, sent, ctx) if number == old else number for number, (old, sent) in zip(scalars, before)]
            )
            self._numbers = scalars, passed
        return passed

    def _program(self, sole, platform):
        """What runs the calls and writes over those of the exclusive arrays that `sole` is true for."""
        exclusive, others = self._places
        donated = [i for i, alone in zip(exclusive, sole) if alone]
        order = (*donated, *others, *[i for i, alone in zip(exclusive, sole) if not alone])
        # which buffers are donated is compiled into the program
        token = (self.bound, self.slots, self.index, order, len(donated), platform)
        call = _fused.get(token)
        if call is None:
            # the learning rate and the like are arguments, so that only programs with ever new sets of parameters come here
            if len(_fused) > 256:
                _fused.clear()
            call = _fused.setdefault(token, _fuse(self.bound, self.slots, self.index, order, platform))
        self._programs[sole] = call
        return call


def _divided(values, sole, others):
    """(those of the values that may be overwritten, all other buffers); no loop of `Arrangement._run`'s own: see `cells.py`."""
    return [v for v, alone in zip(values, sole) if alone], others + [v for v, alone in zip(values, sole) if not alone]


def _again(number, sent, ctx):
    """What is passed for a number that was in the last run as well, where it was `sent`."""
    if type(sent) is not float:
        return sent
    if forked():  # NumPy runs the program
        return number
    with jax.default_device(ctx.device):
        array = jax.device_put(number)  # `jnp.asarray` would compile a program
    return number if isinstance(array, Tracer) else array


def store(targets: Iterable, arrays: Sequence, results: Iterable) -> None:
    """Write results to the arrays at `targets`, whose locks are held; None for a result that is not kept."""
    plainly = trace_observer.observer is None
    for i, value in zip(targets, results):
        if i is not None:
            array = arrays[i]
            cell = array._cell
            if plainly and array._view is None and cell.mirror is None:  # what `_write` does then, without its frame
                cell.buf = value
                cell.version += 1
            else:
                array._write(value)


def _held(arrays, place):
    """The buffer of the array at a place."""
    array = arrays[place]
    return array._cell.buf if array._view is None else array._data()


def _store_from(targets, arrays, first, results):
    store(targets[first : first + len(results)], arrays, results)


def _targets(plans, slots, unique, index):
    """For each result of each call the position of the array that it is written to, None for none; others join `unique`."""
    where = {_place_of(a): i for i, a in enumerate(unique)}
    targets: list[int | None] = []
    for (bound, outs), (start, _, _) in zip(plans, slots):
        for out in outs:
            position = where.setdefault(_place_of(out), len(unique))
            if position == len(unique):
                unique.append(out)
            targets.append(position)
        surplus = (bound.program.n_visible or len(outs)) - len(outs)
        targets += [None] * surplus
        targets += [index[start + i] for i in bound.program.aux]
    return targets


def _read_again(plans, slots, unique, index, targets) -> bool:
    """Whether a call reads what one before it writes. In one program all read what was there at first."""
    done, written = 0, set()
    for (bound, outs), (start, count, _) in zip(plans, slots):
        if any(unique[i]._cell in written for i in index[start : start + count]):
            return True
        n = max(bound.program.n_visible or 0, len(outs)) + len(bound.program.aux)
        written.update(unique[i]._cell for i in targets[done : done + n] if i is not None)
        done += n
    return False


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


def _fuse(bound, slots, index, order, platform):
    def together(rng_state, scalars, donated, kept):
        unique = dict(zip(order, (*donated, *kept)))
        results = apply(bound, slots, index, rng_state, scalars, [unique[i] for i in range(len(unique))], platform)
        return [value for outs, aux in results for value in (*outs, *aux)]

    # What comes here has been run one by one as often as that was cheaper.
    return jit(together, donate=2, arrays_only=False, label=one_by_one.title(bound), at_once=True, large=True)
