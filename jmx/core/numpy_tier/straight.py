"""Interpreted programs, arranged for many calls.

Shapes and element types never change from call to call. So what the steps made in one call says what need not be done again: what
depends on constants only is kept, copies to the same type and shape are left out, axes are not repeated before an operation that
repeats them by itself, a step is one function in C where that is possible, and an operation writes over an array that nobody
reads any more.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from ..declare.room import room
from .by_blocks import ByBlocks, grouped, write
from .rules import RULES, among, chosen, suited

#: bytes of an array that is kept because it depends on constants only
_KEPT_BYTES = 1 << 16
#: bytes of all that a program makes, above which arrays are given back as soon as possible
_LARGE = 1 << 20
_CONVERT, _SELECT, _SPREAD, _SLICE, _TRANSPOSE = (
    RULES[name] for name in "convert_element_type select_n broadcast_in_dim slice transpose".split()
)
_SHAPED = {RULES[name] for name in "reshape squeeze expand_dims".split()}
_COPIED = {RULES[name] for name in "copy stop_gradient".split()}
_REDUCED = {RULES[name] for name in "reduce_sum reduce_prod reduce_max reduce_min reduce_and reduce_or".split()}
#: the rules that give the same for the same arrays, without an effect on anything else
PURE = {rule for name, rule in RULES.items() if name != "pure_callback"}


def owner_of(a: Any) -> Any:
    """The array whose memory an array shows, or what it came from."""
    while isinstance(getattr(a, "base", None), np.ndarray):
        a = a.base
    return a


class _Seen:
    """What is remembered of an array: whether it lay in its order and had memory of its own; itself where it is small."""

    __slots__ = ("alone", "contiguous", "dtype", "nbytes", "ndim", "shape", "size", "value")

    def __init__(self, array: np.ndarray, ins: Any = ()) -> None:
        self.alone = array.base is None and array.flags.c_contiguous and not any(array is x for x in ins)
        self.shape, self.dtype, self.ndim, self.size = array.shape, array.dtype, array.ndim, array.size
        self.contiguous, self.nbytes = array.flags.c_contiguous, array.nbytes
        self.value: np.ndarray | None = array if owner_of(array).nbytes <= _KEPT_BYTES else None


class _Step:
    """A step of a program and what it did in one call: `made` are its results, `exact` whether they needed no conversion."""

    __slots__ = ("rule", "params", "ins", "outs", "made", "dtypes", "exact", "several", "function")

    def __init__(self, rule, ins, outs, dtypes, params, several, made, exact) -> None:
        self.rule, self.ins, self.outs, self.dtypes, self.params = rule, ins, outs, dtypes, params
        self.several, self.made, self.exact = several, made, exact
        self.function: Any = None

    @property
    def is_view(self) -> bool:
        """Whether its function may show what it is given, though its rule made something new."""
        return type(self.function) in (operator.methodcaller, operator.itemgetter) and self.rule is not _CONVERT

    @property
    def fresh(self) -> bool:
        """Whether its result is new memory that nothing else shows."""
        function = self.function
        return isinstance(function, np.ufunc | _Filled | ByBlocks) or function is chosen or (self.rule is _CONVERT and self.exact)


class _Filled:
    """An array repeated along axes, in memory of its own: a result is no view."""

    __slots__ = ("whole", "shape", "dtype")

    def __init__(self, x: _Seen, y: _Seen, axes: Any) -> None:
        self.shape, self.dtype = y.shape, y.dtype
        self.whole = among(x.shape, axes, y.ndim)

    def __call__(self, x: np.ndarray) -> np.ndarray:
        made = room(self.shape, self.dtype)
        made[...] = x.reshape(self.whole)
        return made


class Straight:
    """A program as a list of functions: see the module. Called with leaves, it returns the results, as `Traced.values` does.

    Parameters
    ----------
    program : Traced
    steps : list
        What the program's steps did in one call, as `watch` notes it.
    seen : list
        By slot, what was there in that call, as `watch` notes it.
    """

    __slots__ = ("constants", "fresh", "initial", "large", "outputs", "results", "steps", "taken")

    def __init__(self, program: Any, steps: list[_Step], seen: list[Any]) -> None:
        self.initial: list[Any] = list(program.initial)
        self.steps: list[tuple] = []
        same: dict[int, int] = {}
        steps = _without_copies(_with_narrow_axes(steps, set(program.outputs), seen, same), seen, same, self.initial)
        self.outputs = [same.get(i, i) for i in program.outputs]
        self.constants = frozenset(id(value) for value in self.initial if value is not None)
        self.large = sum(array.nbytes for step in steps for array in step.made) > _LARGE
        steps = self._together(steps, seen)
        self.results = _getter(self.outputs)
        for step in steps:
            step.function = step.function or _function(step, seen, self.outputs)
        last = {i: k for k, step in enumerate(steps) for i in step.ins}
        #: the arguments that are looked at, with their types
        self.taken = _taken(program, {*last, *self.outputs})
        kept, own = {*self.outputs, *range(len(program.kinds))}, _own(steps)
        #: slots of results that are memory which nothing else shows
        self.fresh = {*own, *_alone(steps)}.intersection(self.outputs)
        for k, step in enumerate(steps):
            done = [i for i in dict.fromkeys(step.ins) if last[i] == k and i not in kept and self.initial[i] is None]
            over = _written_over(step, done, own, seen)
            function = _INTO.get(step.function, step.function) if over else step.function
            out: Any = step.outs[0] if not step.several else slice(step.outs[0], step.outs[-1] + 1)
            self.steps.append((function, _getter([*step.ins, *over]), out, [i for i in done if i not in over]))

    def _together(self, steps: list[_Step], seen: list[Any]) -> list[_Step]:
        """The steps, those that a kernel does together as one."""
        groups, kept = grouped(steps, seen, PURE), []
        moved: dict[Any, int] = {}
        for k, group in enumerate(groups):
            if len(group) == 1:
                kept += group
                continue
            read: set[Any] = {i for other in groups[k + 1 :] for step in other for i in step.ins}.union(self.outputs)
            function, ins, outs = write(group, seen, read)
            made, first = [seen[i] for i in outs], len(self.initial)
            moved.update(zip(outs, range(first, first + len(outs))))  # slots of its own, one after the other
            self.initial += [None] * len(outs)
            seen += made
            step = _Step(None, ins, [moved[i] for i in outs], [x.dtype for x in made], {}, True, made, True)
            step.function = function
            kept.append(step)
        for step in kept:
            step.ins = [moved.get(i, i) for i in step.ins]
        self.outputs = [moved.get(i, i) for i in self.outputs]
        return kept

    def __call__(self, leaves: Any) -> Sequence[Any]:
        values: Any = self.initial.copy()  # pyright takes a place for a number always, not for a slice
        for i, dtype in self.taken:
            values[i] = np.asarray(leaves[i], dtype)
        if self.large:
            for function, get, out, done in self.steps:
                values[out] = function(*get(values))
                for i in done:
                    values[i] = None
        else:
            for function, get, out, _ in self.steps:
                values[out] = function(*get(values))
        return self.results(values)

    def made(self, value: np.ndarray, leaves: Any, kept: list[np.ndarray]) -> bool:
        """Whether an array with memory of its own is neither one that came in, nor a constant, nor one of the results `kept`."""
        return id(value) not in self.constants and not any(value is a for a in leaves) and not any(value is a for a in kept)


def _taken(program, read):
    """The arguments whose slots are among `read`, with their types."""
    return [(i, dtype) for i, dtype in enumerate(program.kinds) if i in read]


def watch(program: Any, leaves: Any) -> tuple[list[Any], Straight | None]:
    """Run a program as `Traced.values` does; returns its results, and the program arranged for more calls, or None."""
    values: list[Any] = list(program.initial)
    for i, (leaf, dtype) in enumerate(zip(leaves, program.kinds)):
        values[i] = np.asarray(leaf, dtype)
    seen: list[Any] = [None if value is None else _Seen(value) for value in values]
    plain, steps = True, []
    for rule, ins, outs, dtypes, params, several, done in program.steps:
        results = rule(*[values[i] for i in ins], **params)
        results, exact = _as_traced(results if several else (results,), dtypes)
        for out, value in zip(outs, results):
            values[out], seen[out] = value, _Seen(value, [values[i] for i in ins])
        plain = plain and outs == list(range(outs[0], outs[0] + len(outs)))
        steps.append(_Step(rule, ins, outs, dtypes, params, several, [seen[out] for out in outs], exact))
        for i in done:
            values[i] = None
    return [values[place] for place in program.outputs], Straight(program, steps, seen) if plain else None


def _as_traced(results, dtypes):
    """Results of a rule as arrays of the types that were traced, and whether they were that already."""
    exact = all(type(value) is np.ndarray and value.dtype == dtype for value, dtype in zip(results, dtypes))
    return [np.asarray(value).astype(dtype, copy=False) for value, dtype in zip(results, dtypes)], exact


def _getter(places):
    """A function that takes the values at some places, as a sequence."""
    if len(places) > 1:
        return operator.itemgetter(*places)
    return operator.itemgetter(slice(places[0], places[0] + 1) if places else slice(0, 0))


def _with_narrow_axes(steps, outputs, seen, same):
    """Steps that leave repeating an array to operations which do so by themselves; `same` notes what these use."""
    readers: dict[int, list[_Step]] = {}
    for step in steps:
        for i in step.ins:
            readers.setdefault(i, []).append(step)
    narrow: set[int] = set()
    for step in steps:
        if step.rule is not _SPREAD or step.outs[0] in outputs:
            continue
        (out,), (full,) = step.outs, step.made
        if all(_repeats(reader, full.shape, out, narrow, seen) for reader in readers.get(out, ())):
            narrow.add(out)
            x = seen[step.ins[0]]
            whole = among(x.shape, step.params["broadcast_dimensions"], full.ndim)
            while whole and whole[0] == 1:  # NumPy adds axes in front
                del whole[0]
            seen[out] = _Seen(np.broadcast_to(np.empty((), x.dtype), whole))
            seen[out].contiguous = x.contiguous
            seen[out].value = None if x.value is None else x.value.reshape(whole)
            if tuple(whole) == x.shape[x.ndim - len(whole) :] and all(n == 1 for n in x.shape[: x.ndim - len(whole)]):
                same[out] = step.ins[0]
            else:
                step.rule, step.params, step.made = RULES["reshape"], {"new_sizes": tuple(whole)}, [seen[out]]
    return steps


def _repeats(reader, shape, out, narrow, seen):
    """Whether an operation repeats the array `out` by itself, as another one that it takes has the full shape."""
    if not (isinstance(getattr(reader.rule, "direct", None), np.ufunc) or (reader.rule is _SELECT and len(reader.ins) == 3)):
        return False
    return any(i != out and i not in narrow and seen[i].shape == shape for i in reader.ins)


def _without_copies(steps, seen, same, initial):
    """The steps that have to be done in every call; `same` and `initial` take what comes in the place of the others."""
    kept, known = [], {}
    for step in steps:
        out = step.outs[0]
        if out in same and step.rule is _SPREAD:
            same[out] = same.get(same[out], same[out])
            continue
        step.ins = [same.get(i, i) for i in step.ins]
        if step.rule in PURE and all(initial[i] is not None for i in step.ins) and all(a.value is not None for a in step.made):
            for place, array in zip(step.outs, step.made):
                initial[place] = array.value
        elif _changes_nothing(step, seen):
            same[out] = step.ins[0]
        elif (earlier := known.setdefault(_what(step, initial), out)) != out:
            same[out] = earlier
        else:
            kept.append(step)
    return kept


def _what(step, initial):
    """What a step computes, equal for steps that give the same; itself where that cannot be told."""
    numbers = [None if initial[i] is None or initial[i].size > 1 else initial[i] for i in step.ins]
    ins = [i if x is None else (x.dtype, x.shape, x.tobytes()) for i, x in zip(step.ins, numbers)]
    try:
        what = step.rule, *ins, *step.params.items()
        return what if step.rule in PURE and not step.several and hash(what) is not None else step
    except TypeError:  # a parameter that is a list
        return step


def _changes_nothing(step, seen):
    """Whether a step gives what it takes."""
    if len(step.ins) != 1 or len(step.made) != 1:
        return False
    x, y = seen[step.ins[0]], step.made[0]
    if x.dtype != y.dtype or x.shape != y.shape:
        return False
    if step.rule is _TRANSPOSE:
        return tuple(step.params["permutation"]) == tuple(range(x.ndim))
    if step.rule is _SLICE or step.rule is _SPREAD or step.rule is _CONVERT:
        return True
    return step.rule in _COPIED or (step.rule in _SHAPED and step.params.get("dimensions") is None)


def _function(step, seen, outputs):
    """What computes a step: a function in C if there is one."""
    rule, params = step.rule, step.params
    general = partial(rule, **params) if params else rule
    if rule in _REDUCED:
        general = rule.arranged(seen[step.ins[0]], params["axes"])
    if step.several:
        return general if step.exact else _converting_all(general, step.dtypes)
    if not step.exact:
        return _converting(general, step.dtypes[0])
    if not step.ins:
        return general
    x, y = seen[step.ins[0]], step.made[0]
    if isinstance(getattr(rule, "direct", None), np.ufunc):
        return suited(rule.direct, [seen[i] for i in step.ins], y)
    if rule is _SELECT and len(step.ins) == 3 and x.dtype == bool:
        step.ins = [step.ins[0], step.ins[2], step.ins[1]]
        return chosen
    if rule is _CONVERT and not (x.dtype.kind == "f" and (y.dtype.kind in "iu" or np.float16 in (x.dtype, y.dtype))):
        return operator.methodcaller("astype", y.dtype, "C")
    if rule is _SPREAD and step.outs[0] in outputs and x.size < y.size:
        return _Filled(x, y, params["broadcast_dimensions"])
    return _view(step, x, y) or general


def _view(step, x, y):
    """What gives another view of an array by one function in C, or None."""
    rule, params = step.rule, step.params
    if x.size == y.size and (rule is _SPREAD or (rule in _SHAPED and x.contiguous and not params.get("dimensions"))):
        return operator.methodcaller("reshape", y.shape)
    if rule is _TRANSPOSE:
        return operator.methodcaller("transpose", tuple(params["permutation"]))
    if rule is _SLICE:
        strides = params.get("strides") or [1] * x.ndim
        return operator.itemgetter(tuple(map(slice, params["start_indices"], params["limit_indices"], strides)))
    return None


def _converting(function, dtype):
    # NumPy gives a number where an array has no axes, and promotes by rules of its own
    return lambda *arrays: np.asarray(function(*arrays)).astype(dtype, copy=False)


def _converting_all(function, dtypes):
    return lambda *arrays: [np.asarray(value).astype(dtype, copy=False) for value, dtype in zip(function(*arrays), dtypes)]


def _alone(steps):
    """Slots whose arrays are made with memory of their own, which others may show."""
    return [out for step in steps if not step.is_view for out, array in zip(step.outs, step.made) if array.alone]


def _own(steps):
    """Slots whose memory no other slot shows: made anew, and read by nothing that could give a view of it."""
    fresh = {out for step in steps if step.fresh for out in step.outs}
    for step in steps:
        if not (step.fresh or step.rule in _REDUCED):
            fresh.difference_update(step.ins)
    return fresh


# From NumPy 2.4 on, these two take the array for the result by its name alone.
_INTO: dict[Any, Any] = {
    np.maximum: lambda x, y, out: np.maximum(x, y, out=out),
    np.minimum: lambda x, y, out: np.minimum(x, y, out=out),
}


def _written_over(step, done, own, seen):
    """The place of an array that the step may write its result over, in a list; or nothing."""
    # signs in place are branches, which the processor has to guess
    if not isinstance(step.function, np.ufunc) or step.function is np.sign:
        return []
    y = step.made[0]
    for i in done:
        x = seen[i]
        if i in own and x.shape == y.shape and x.dtype == y.dtype and x.contiguous and y.contiguous:
            return [i]
    return []
