"""Traced programs as lists of NumPy calls."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import config
from ...config import jax_programs
from ...config.compile_log import FOR_EVER
from ...native import calls, onednn
from ..declare.room import ALIGNMENT, room
from . import by_blocks, reckoning, rules_order, rules_positions, rules_special  # noqa: F401  (which note their rules)
from .blas import around
from .rules import RULES, SMALL_COPY, Uncovered, accepted, copied
from .rules_random import KEY, is_key
from .straight import Straight, owner_of, watch

#: most elements of the arrays that an interpreted program may take, and make in one call
MOST_ELEMENTS = 1 << 28
#: most calls of a program before it is compiled, if it has so few steps on so few elements that NumPy takes some 5 us longer than
#: XLA; most calls of others; and fewest
MOST_CALLS, _MOST_OF_OTHERS, _FEWEST_CALLS = 1024, 64, 2
_TINY_STEPS, _TINY_ELEMENTS = 4, 2**12
#: element types whose arithmetic in NumPy is that of XLA, and keys of random numbers within a program
_KINDS = frozenset(map(np.dtype, "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64".split()))
_INNER_KINDS = _KINDS | {KEY}
#: elements of a copy that takes longer than what surrounds it
_LARGE_COPY = 2**16
#: the rules of primitives that only change the order of elements
_MOVES = frozenset(RULES[name] for name in "transpose reshape squeeze expand_dims copy".split())
#: the call of a program that is watched, and calls that are left for which that is not worth it
_WATCHED, _FEW_CALLS = 2, 3
#: fewest calls of a program that is compiled behind more
_FEWEST_BEHIND = 4
#: the turns of a loop whose end depends on values, as they are reckoned
_TURNS = 8


class Traced:
    """A traced program as a list of NumPy calls: (leaves of the arguments) -> leaves of the results.

    Raises `Uncovered` if made of a program that has to be compiled, and any other exception if the program has a form that no
    release of JAX had so far; `read` makes that `Uncovered` too.

    compiling, running    reckoned seconds: to compile it, and by which one call in NumPy is behind one in XLA
    sorting, slow_sorting    reckoned seconds of one call in which NumPy sorts, and in which XLA would
    made, products        elements of the arrays that one call makes; multiplications in its matrix products
    costs    of `running`, what each step adds
    """

    def __init__(self, closed) -> None:
        self._avals, self._constants, self._chosen, steps = [], {}, {}, []
        names = {v: self._slot(v.aval) for v in closed.jaxpr.invars}
        self._flatten(closed.jaxpr, closed.consts, names, steps)
        self.kinds = [_kind(v.aval) for v in closed.jaxpr.invars]
        self.outputs = [self._read(v, names) for v in closed.jaxpr.outvars]
        self.results = [(tuple(v.aval.shape), _kind(v.aval)) for v in closed.jaxpr.outvars]
        self.start_reckoning()
        self.steps = self._needed(steps)
        self.initial = [self._constants.get(i) for i in range(len(self._avals))]
        #: by slot, what JAX says of its arrays; `cut` asks
        self.avals: Sequence[Any] = self._avals
        del self._avals, self._constants, self._chosen

    def start_reckoning(self) -> None:
        """Reckon anew what the program takes."""
        self.compiling, self.running, self.made, self.products = reckoning.START_COMPILING, 1e-6, 0, 0
        self.sorting = self.slow_sorting = 0.0
        #: what of the time is saved where steps are done together (`by_blocks`), by step
        self.saved: list[float] = []

    def add(self, kind, written, products) -> None:
        """Reckon one more step: the kind of its primitive, the elements it writes, its multiplications."""
        self.compiling += reckoning.compiling(kind)
        self.running += reckoning.running(kind, written, products)
        self.made += written
        self.products += products
        if by_blocks.joins(kind.name, kind.letter, kind.width, written):
            self.saved.append(reckoning.running(kind, written, 0) - reckoning.BY_BLOCKS * written)

    def _reckon(self, eqn) -> None:
        self.add(reckoning.kind_of(eqn), reckoning.written_by(eqn), reckoning.products_of(eqn))
        steps = reckoning.sorting_steps(eqn)
        self.sorting += reckoning.SORTING * steps
        self.slow_sorting += reckoning.SLOW_SORTING * steps

    @property
    def running_often(self) -> float:
        """What of `running` stays in further calls, in which steps are done together."""
        return self.running - (sum(self.saved) if len(self.saved) > 1 and by_blocks.known() else 0.0)

    @property
    def copied(self) -> int:
        """Elements of results that are other views of what came in, and so are copied."""
        return 0 if self.made else sum(math.prod(shape) for shape, _ in self.results)

    @property
    def tiny(self) -> bool:
        """Whether it has few steps on few elements."""
        return len(self.steps) <= _TINY_STEPS and max(self.made, self.copied) <= _TINY_ELEMENTS

    @property
    def most_calls(self) -> int:
        """How often NumPy runs it at most, whatever compiling it takes."""
        return MOST_CALLS if self.tiny else _MOST_OF_OTHERS

    @property
    def to_be_kept(self) -> bool:
        """Whether NumPy is faster than the compiled program, however often it runs: what it does is mostly sorting, or it only
        copies in another order, which `native/layout.c` does here."""
        if self.copied >= _LARGE_COPY and all(rule in _MOVES for rule, *_ in self.steps):
            return True
        return self.slow_sorting > 2 * (self.running + self.sorting)

    def _slot(self, aval, value=None):
        self._avals.append(aval)
        if value is not None:
            self._constants[len(self._avals) - 1] = value
        return len(self._avals) - 1

    def _read(self, v, names):
        if jax_programs.is_literal(v):
            return self._slot(v.aval, np.asarray(v.val, v.aval.dtype))
        return names[v]

    def _flatten(self, jaxpr, consts, names, steps) -> None:
        """Append (equation, slots of its inputs, slots of its outputs) for the program and those that it calls."""
        for v, value in zip(jaxpr.constvars, consts):
            names[v] = self._slot(v.aval, value)
        for eqn in jaxpr.eqns:
            ins = [self._read(v, names) for v in eqn.invars]
            called = jax_programs.called_program(eqn)
            if eqn.primitive.name == "cond" and ins[0] in self._chosen:
                called = *jax_programs.bare_program(eqn.params["branches"][self._chosen[ins[0]]]), range(1, len(ins))
            if called is None:
                outs = [self._slot(v.aval) for v in eqn.outvars]
                steps.append((eqn, ins, outs))
                if eqn.primitive.name == "platform_index":
                    self._chosen[outs[0]] = int(RULES["platform_index"](**accepted("platform_index", eqn.params)))
            else:
                inner, consts, taken = called
                within = dict(zip(inner.invars, [ins[i] for i in taken]))
                self._flatten(inner, consts, within, steps)
                outs = [self._read(v, within) for v in inner.outvars]
            names.update(zip(eqn.outvars, outs))

    def _needed(self, steps):
        """The steps that the results depend on, as what to call; raises Uncovered if NumPy cannot run them."""
        used, kept, costs = set(self.outputs), [], []
        for eqn, ins, outs in reversed(steps):
            # what no result needs XLA would drop, too; such a step may well have no rule
            if used.isdisjoint(outs):
                continue
            before = self.running
            used.update(ins)
            used.update(outs)
            if eqn.primitive.name in ("scan", "cond", "while"):
                rule, params = self._nested(eqn)
            elif eqn.primitive.name == "ffi_call":
                rule, params = self._call(eqn)
            elif eqn.primitive.name == calls.ANY_SIZE:
                rule, params = self._noted(eqn)
            elif jax_programs.adds_up(eqn):
                rule, params = RULES["reduce"], {"axes": eqn.params["dimensions"]}
                self._reckon(eqn)
            else:
                params = accepted(eqn.primitive.name, eqn.params)  # which refuses a primitive without a rule
                rule = RULES[eqn.primitive.name]
                self._reckon(eqn)
            dtypes = [_kind(v.aval) for v in eqn.outvars]
            kept.append((rule, ins, outs, dtypes, params, eqn.primitive.multiple_results))
            costs.append(self.running - before)
        if any(_kind(self._avals[i]) not in _INNER_KINDS for i in used):
            raise Uncovered
        if self.made > MOST_ELEMENTS:
            raise Uncovered
        self._constants = {i: _constant(v) for i, v in self._constants.items() if i in used}
        self.costs = costs[::-1]
        return freeing(kept[::-1], set(self.outputs))

    def body(self, closed) -> Traced:
        """A program that this one runs within, as this one is."""
        return Traced(closed)

    def _nested(self, eqn):
        """The rule and its parameters for an equation that runs other programs."""
        params, name = eqn.params, eqn.primitive.name
        if name == "scan":
            counts = jax_programs.scan_counts(params)
            if counts is None:
                raise Uncovered
            rule, programs = _looped, [params["jaxpr"]]
            params = {"counts": counts, "length": params["length"], "reverse": params["reverse"]}
        elif name == "cond":
            rule, programs, params = _chosen, params["branches"], {}
        else:
            rule, programs = _repeated, [params["cond_jaxpr"], params["body_jaxpr"]]
            params = {"counts": (params["cond_nconsts"], params["body_nconsts"])}
        bodies = tuple([self.body(program) for program in programs])
        # under `vmap` the condition has an axis, and goes on until the last one of the batch has ended
        if rule is _repeated and any(n != 1 for n in bodies[0].results[0][0]):
            raise Uncovered
        params = {**params, "bodies": bodies, "written": sum(math.prod(v.aval.shape) for v in eqn.outvars)}
        self.add_nested(rule, params)
        return rule, params

    def add_nested(self, rule, params) -> None:
        """Reckon a loop or a choice, from the parameters of its rule."""
        bodies, turns = params["bodies"], params.get("length", _TURNS)
        self.compiling += sum(body.compiling for body in bodies) + (reckoning.BRANCHING if rule is _looped else 0)
        if rule is _chosen:
            self.running += max(body.running for body in bodies)
            self.products += max(body.products for body in bodies)
            self.made += max(body.made for body in bodies)
        else:
            self.running += sum(body.running for body in bodies) * turns
            self.products += sum(body.products for body in bodies) * turns
            self.made += sum(body.made for body in bodies) + (params["written"] if rule is _looped else 0)

    def _noted(self, eqn) -> tuple[Any, dict]:
        raise Uncovered  # sizes that are symbols

    def _call(self, eqn):
        """The rule and its parameters for a call of a library."""
        # asked first, as the other question has JAX import SciPy
        called = jax_programs.ffi_plan(eqn)
        if called is not None:
            return self._foreign(eqn, *called), {}
        letters = jax_programs.triangular_letters(eqn)
        if letters is None:
            raise Uncovered
        self.add(reckoning.Kind("triangular_solve", "f", 4), reckoning.written_by(eqn), 0)
        return RULES["triangular_solver"], letters

    def _foreign(self, eqn, plan, over):
        """A function in C (`native`), called as XLA calls it, which takes XLA as long."""
        target: Any = jax_programs.ffi_target(eqn)
        arrays = [(tuple(v.aval.shape), _kind(v.aval)) for v in (*eqn.invars, *eqn.outvars)]
        return self.add_function(Function(target, plan.tolist(), arrays, len(eqn.invars), over))

    def add_function(self, function: Function) -> Function:
        """Reckon a call of a function in C."""
        self.compiling += reckoning.CALLED
        self.running += function.running
        self.made += function.made
        return function

    def kind(self, slot: int) -> Any:
        """The element type of a slot, as `kinds` has those of the leaves."""
        return _kind(self.avals[slot])

    def nbytes(self, slot: int) -> int | None:
        """The bytes of a slot's arrays; None where its sizes are symbols."""
        shape, kind = self.avals[slot].shape, self.kind(slot)
        return None if kind not in _KINDS or any(type(n) is not int for n in shape) else math.prod(shape) * kind.itemsize

    def values(self, leaves: Sequence[Any]) -> list[Any]:
        """The results, which may share memory with each other and with what came in."""
        values = list(self.initial)
        for i, (leaf, dtype) in enumerate(zip(leaves, self.kinds)):
            values[i] = np.asarray(leaf, dtype)
        for rule, ins, outs, dtypes, params, several, done in self.steps:
            results = rule(*[values[i] for i in ins], **params)
            for out, dtype, value in zip(outs, dtypes, results if several else (results,)):
                value = np.asarray(value)
                # NumPy promotes by rules of its own, and the next step counts on the type that was traced
                values[out] = value if value.dtype == dtype else value.astype(dtype)
            # as early as possible, so that NumPy's memory goes from one step to the next
            for i in done:
                values[i] = None
        return [values[place] for place in self.outputs]


def _looped(*arrays, bodies, counts, length, reverse, **_):
    """A loop over the first axis of some of its inputs."""
    (body,), (n_fixed, n_carry) = bodies, counts
    fixed, carry, streams = arrays[:n_fixed], arrays[n_fixed : n_fixed + n_carry], arrays[n_fixed + n_carry :]
    stacks = [np.empty((length, *shape), dtype) for shape, dtype in body.results[n_carry:]]
    for i in range(length - 1, -1, -1) if reverse else range(length):
        results = body.values([*fixed, *carry, *(s[i] for s in streams)])
        carry = results[:n_carry]
        for stack, value in zip(stacks, results[n_carry:]):
            stack[i] = value
    return [*carry, *stacks]


def _repeated(*arrays, bodies, counts, **_):
    """A loop that goes on while a condition holds."""
    (ask, turn), (n_ask, n_turn) = bodies, counts
    carry, asked, fixed = arrays[n_ask + n_turn :], arrays[:n_ask], arrays[n_ask : n_ask + n_turn]
    while ask.values([*asked, *carry])[0]:
        carry = turn.values([*fixed, *carry])
    return carry


def _chosen(index, *arrays, bodies, **_):
    """One of several programs, chosen by a number."""
    # clipped, as XLA does with an index out of range
    return bodies[min(max(int(index), 0), len(bodies) - 1)].values(arrays)


class Function:
    """A call of a function in C, as a rule: it takes arrays of NumPy's and returns what it makes.

    Parameters
    ----------
    target, plan, arrays, count
        As `calls.direct` takes them.
    over : sequence of (int, int)
        Which arrays results are written over: these are copied first.

    Raises
    ------
    Uncovered
        It is none of jmx's, or not for these types.
    """

    __slots__ = ("made", "target", "what", "_function", "_over", "_results")

    def __init__(self, target: str, plan: Sequence[int], arrays: Sequence[tuple], count: int, over: Any = ()) -> None:
        if any(type(n) is not int for shape, _ in arrays for n in shape):
            raise Uncovered
        self.target, self._results, self._over = target, arrays[count:], dict(over)
        #: equal for two that compute the same
        self.what = target, tuple(plan), tuple(arrays), tuple(over)
        self._function: Any = calls.direct(target, plan, arrays, count)
        if self._function is None:
            raise Uncovered
        self.made = sum(math.prod(shape) for shape, _ in self._results)

    @property
    def running(self) -> float:
        """Reckoned seconds by which it is behind a compiled program, which makes copies of weights once."""
        return 5e-6 + (reckoning.PACKING * self.made if self.target == onednn.PACKING_TARGET else 0)

    def __call__(self, *given: np.ndarray) -> list[np.ndarray]:
        arrays = [array if array.flags.c_contiguous else copied(array) for array in given]
        made = [room(*result) for result in self._results]
        for i, k in self._over.items():
            made[k][...] = arrays[i]
            arrays[i] = made[k]
        if self._function(*[array.ctypes.data for array in (*arrays, *made)]) is not None:
            raise Uncovered
        return made


def _kind(aval):
    """An element type of JAX as NumPy has it, or None."""
    dtype = getattr(aval, "dtype", None)
    return np.dtype(dtype) if isinstance(dtype, np.dtype) else KEY if is_key(dtype) else None


def _constant(value):
    if is_key(getattr(value, "dtype", None)):
        raise Uncovered
    return np.asarray(value)


def read(closed) -> Traced:
    """A traced program as `Traced`; `Uncovered` where it has to be compiled, for whatever reason."""
    try:
        return Traced(closed)
    except Uncovered:
        raise
    except Exception as error:
        raise Uncovered(f"a program of an unexpected form: {error!r}") from error


class Arranged:
    """A program that is called again and again: the call number `watched` finds out how further ones take fewer steps of Python.

    Parameters
    ----------
    program : Traced
    watched : int
    """

    __slots__ = ("program", "straight", "_calls", "_watched")

    def __init__(self, program: Traced, watched: int = _WATCHED) -> None:
        self.program, self._watched, self._calls = program, watched, 0
        #: the program arranged for more calls, once it has been called often enough
        self.straight: Straight | None = None

    def __call__(self, leaves, few: bool) -> list[np.ndarray]:
        """The results of a call in memory that the device can take over; with `few` calls to come it is not arranged."""
        straight = self.straight
        if straight is not None:
            return self.owned(straight(leaves), leaves)
        self._calls += 1
        if self._calls != self._watched or few:
            return self.owned(self.program.values(leaves), leaves)
        values, self.straight = watch(self.program, leaves)
        return self.owned(values, leaves)

    def owned(self, values, leaves) -> list[np.ndarray]:
        """The results of a call in memory that the device can take over: of its own, and whole."""
        straight = self.straight  # which keeps some of the values of the call that it was made in
        kept, given = [], None
        for value, (shape, dtype) in zip(values, self.program.results):
            # a rule that makes something else is taken for one that does not cover the step
            if value.shape != shape or value.dtype != dtype:
                raise Uncovered
            # What came in, what the program keeps and parts of arrays are copied.
            if not (
                straight is not None and value.base is None and value.flags.c_contiguous and straight.made(value, leaves, kept)
            ):
                if value.nbytes <= SMALL_COPY:  # sooner than found out whether it may be given away
                    kept.append(copied(value))
                    continue
                if given is None:
                    initial = self.program.initial if straight is None else straight.initial
                    given = {id(owner_of(a)) for a in (*leaves, *initial, *kept)}
                owner = owner_of(value)
                whole = owner.nbytes <= value.nbytes + ALIGNMENT and value.flags.writeable and value.flags.c_contiguous
                if id(owner) in given or not whole:
                    value = owner = copied(value)
                given.add(id(owner))
            kept.append(value)
        return kept


class Interpreted:
    """An interpreted program and the number of calls before something is to be done about it, `calls_left`.

    That number is an estimate from the program, not measured: a script that is run again has to compile at the same call, or
    its results would differ in the last bit from run to run. After these calls XLA begins to compile, and after `calls_behind`
    more it runs the program.

    Parameters
    ----------
    closed : Traced or jax.extend.core.ClosedJaxpr
    always : bool, default False
        It is never compiled.
    keeper : optional
        What keeps values that depend on parameters alone from call to call (`core/graph/kept_weights.py`).

    Raises
    ------
    Uncovered
        It has to be compiled.
    """

    __slots__ = ("program", "calls_left", "calls_behind", "often", "whole", "_cut", "_keeper")

    def __init__(self, closed, always=False, keeper=None) -> None:
        self.program = closed if isinstance(closed, Traced) else read(closed)
        self.calls_behind: int = 0
        if any(dtype not in _KINDS for dtype in (*self.program.kinds, *[dtype for _, dtype in self.program.results])):
            raise Uncovered
        self._keeper: Any = keeper
        self._cut: Any = None if keeper is None else keeper.cut(self.program)
        self.program.avals = ()
        #: for all calls, and for those that find what is kept
        self.whole = self.often = Arranged(self.program)
        if self._cut is not None:
            self.often = Arranged(self._cut.rest, _WATCHED - 1)  # nothing is kept before the second call
        if always or self.program.to_be_kept or config.get("JMX_COMPILE") == "never":
            self.calls_left = FOR_EVER
            return
        compiling, copying = self.program.compiling, reckoning.COPYING * self.program.copied
        # a program that NumPy may run a few times only would be traced for these calls
        if compiling < _FEWEST_CALLS * (self.program.running + copying):
            raise Uncovered
        running = self.program.running_often - (0 if self._cut is None else self._cut.saved)
        self.calls_left = int(min(compiling / max(running + copying, 1e-6), self.program.most_calls))

    @property
    def all_calls_left(self) -> int:
        """How often it may still run before it is compiled."""
        return self.calls_left + self.calls_behind

    @property
    def straight(self) -> Straight | None:
        """The program arranged for more calls, once it has been called often enough."""
        return self.often.straight

    @property
    def keeps(self) -> bool:
        """Whether there is something to keep from call to call."""
        return self._cut is not None

    def be_compiled_behind(self, calls: int | None = None) -> None:
        """Let it be compiled behind further calls, half as many as before, where these are enough for that.

        Parameters
        ----------
        calls : int, optional
            How often it may run in all, if that has been decided before.
        """
        if calls is None:
            enough = _FEWEST_BEHIND <= self.calls_left < FOR_EVER // 2
            calls = self.calls_left + (self.calls_left // 2 if enough else 0)
            self.calls_behind = calls - self.calls_left
        else:
            self.calls_behind = min(calls, self.calls_left // 2)
            self.calls_left = calls - self.calls_behind

    def __call__(self, leaves) -> list[np.ndarray]:
        few = self.all_calls_left <= _FEW_CALLS
        # MXNet does not warn of NaN and infinity either
        with np.errstate(all="ignore"), around(self.program.products):
            try:
                given = leaves if self._cut is None else self.with_kept(leaves)
            except LookupError:
                results = self.whole(leaves, few)
                self._keeper.note(self._cut, self._parameters(leaves))
            else:
                results = self.often(given, few)
        self.calls_left -= 1
        return results

    def with_kept(self, leaves: Sequence[Any]) -> Sequence[Any]:
        """What `often` takes: the leaves and what is kept; LookupError where nothing is kept of these parameters."""
        kept = self._keeper.kept(self._cut, self._parameters(leaves))
        if kept is None:
            raise LookupError("nothing is kept of these parameters")
        return [*leaves, *kept]

    def _parameters(self, leaves):
        return [leaves[i] for i in self._cut.places]

    def give_up(self) -> None:
        """To be called when it runs no more: give up what is kept."""
        if self._cut is not None:
            self._keeper.drop(self._cut)


def freeing(steps, outputs):
    """The steps, each with the slots that nobody reads after it."""
    kept, seen = [], set(outputs)
    for step in reversed(steps):
        kept.append((*step, [i for i in {*step[1], *step[2]} if i not in seen]))
        seen.update(step[1])
    return kept[::-1]
