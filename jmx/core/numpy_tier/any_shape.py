"""Programs that NumPy runs for arrays of any size, traced once for each rank and element type.

Tracing an operator takes about a millisecond, many times as long as NumPy then takes for a small array. An operator that comes
with a second set of shapes is traced with sizes that are symbols (`native/symbols.py`): what its code asks of a symbol is
answered for the arrays that are there, and becomes a condition for others. What asks a symbol for the number that it is raises,
and then each set of shapes is traced as before. A size of 0 or 1 is never a symbol.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import jax
import numpy as np

from ...config import compile_log
from ...native import onednn, symbols
from . import reckoning
from .device_put import on_device
from .interpreter import MOST_ELEMENTS, Function, Interpreted, Traced
from .rules import Uncovered

#: sets of shapes, traced one by one, that are remembered: the last ones
_SEEN = 2
#: programs that are kept for one rank: one for each way in which sizes are equal, and for what stayed fixed
_KEPT = 8
#: sizes for which the program of a backward pass is kept
_SIZES_KEPT = 64
_SIZE, _CONVERT = "dim_as_value", "convert_element_type"


class _Seen(NamedTuple):
    """A set of shapes that was traced by itself: its sizes, the program, the tree of its results."""

    sizes: list[int]
    traced: Traced
    tree: Any


class Family:
    """What is known of a program for arguments of certain ranks and element types.

    label      what the program is, and what it computes, for the log
    follows    how many of the last arguments, gradients of outputs, have shapes that follow from those of the others
    fixed      whether sizes that have not changed so far are never tried as symbols
    seen       what was traced one by one, or None: that there is nothing to be gained
    programs   list of (`_Pattern`, `AnyShape`, tree of the results)
    """

    __slots__ = ("label", "follows", "seen", "programs", "_ways", "_failed", "_untried", "_why")

    def __init__(self, label, follows=0, fixed=False) -> None:
        self.label, self.follows = label, follows
        self.seen: list[_Seen] | None = []
        self.programs: list[tuple] = []
        #: whether sizes that have not changed so far are fixed, in the ways that are left; how many of them have just failed
        self._ways, self._failed = [True] if fixed else [False, True], 0
        #: a program like those in `programs` that has not been compared with one traced for numbers
        self._untried: tuple | None = None
        #: what stood in the way of a program for any size
        self._why = "its sizes are equal in other ways each time"

    def _sizes(self, leaves):
        """The sizes of all arrays, one after the other, but of those that follow."""
        return [size for leaf in leaves[: len(leaves) - self.follows] if _varies(leaf) for size in leaf.shape]

    def program(self, leaves, trace):
        """(a `Traced` for leaves of these shapes, tree of its results), or None where they have to be traced.

        trace    what traces the program for leaves, of which some are `jax.ShapeDtypeStruct`
        """
        sizes = self._sizes(leaves)
        for pattern, program, tree in self.programs:
            numbers = pattern.bound(sizes)
            if numbers is not None and program.scope.fits(numbers):
                return program.at(numbers, leaves), tree
            if program.scope.refused:
                self.seen = None
        # an operator whose sizes are equal in ever new ways would be traced for each of them, and asked in every call
        if not self.seen or len(self.programs) >= _KEPT:
            return None
        self._failed, self._untried = 0, None
        for fixes in self._ways:
            pattern = _Pattern.of(sizes, [seen.sizes for seen in self.seen], fixes)
            if not pattern.present or (self._untried is not None and pattern == self._untried[0]):
                break
            try:
                program, tree = self._trace(trace, leaves, pattern)
            except Exception as error:  # what the operator's code raises on symbols, or on any sizes like these
                self._why = f"{type(error).__name__}: {error}".splitlines()[0]
                self._failed += 1
                continue
            self._untried = pattern, program, tree
            # a program for symbols is trusted only after it has done the steps of a trace for numbers, or given its bits
            trusted = self._trust(self.seen[-1], None)
            if trusted:
                return program.at(pattern.present, leaves), tree
            if trusted is None:
                break
            self._failed += 1
        return None

    def learn(self, leaves, interpreted) -> None:
        """Note shapes that were traced by themselves: (`Interpreted` for them, tree of its results), None if XLA runs them."""
        if self.seen is None:
            return
        if interpreted is not None:
            self.seen = [*self.seen, _Seen(self._sizes(leaves), interpreted[0].program, interpreted[1])][-_SEEN:]
        if self._untried is None or interpreted is None or not self._trust(self.seen[-1], leaves):
            del self._ways[: self._failed + (self._untried is not None)]
        self._failed, self._untried = 0, None
        if not self._ways:
            self.seen = None
            if not self.programs:
                compile_log.any_size(self.label, self._why)

    def _trust(self, seen, leaves) -> bool | None:
        """Keep the program that has not been tried if it does what is known; None if it is not for these sizes.

        leaves    arrays of these sizes, if it may be run to find out
        """
        untried: Any = self._untried
        pattern, program, tree = untried
        numbers = pattern.bound(seen.sizes)
        if numbers is None or not program.scope.fits(numbers):
            return None
        try:
            self._why = "it does other steps than the program for these sizes"
            if tree != seen.tree:  # it holds sizes
                return False
            mine = program.at(numbers)
            if not (same_steps(mine, seen.traced) or (leaves is not None and _same_bits(mine, seen.traced, leaves))):
                return False
        except Uncovered:
            return False
        for known_part, part in zip(_with_pullback(seen.tree), _with_pullback(tree)):
            part.pullback.is_like(known_part.pullback, numbers)
        self.programs.append(untried)
        compile_log.any_size(self.label, pattern.described(program))
        self._untried = None
        return True

    def _trace(self, trace, leaves, pattern):
        scope = symbols.Scope(pattern.present, onednn.said, lambda leaves: pattern.bound(self._sizes(leaves)))
        sizes = iter([size if size >= 0 else scope.symbols[-1 - size] for size in pattern.sizes])
        specs = []
        for leaf in leaves[: len(leaves) - self.follows]:
            # `ShapeDtypeStruct` would make the type a firm one, and the results may have another type then
            if getattr(leaf, "weak_type", False):
                raise Uncovered
            varies = _varies(leaf)
            specs.append(jax.ShapeDtypeStruct(tuple([next(sizes) for _ in leaf.shape]), leaf.dtype) if varies else leaf)
        with scope.tracing():
            traced = trace([*specs, *[None] * self.follows])
            return AnyShape(traced.jaxpr, scope), traced.out_tree


def _with_pullback(tree) -> list:
    """The parts of results that hold a pullback, in order."""
    results = jax.tree_util.tree_unflatten(tree, range(tree.num_leaves))
    return [part for part in jax.tree_util.tree_leaves(results, is_leaf=_has_pullback) if _has_pullback(part)]


def _has_pullback(part) -> bool:
    return hasattr(part, "pullback")


def _varies(leaf) -> bool:
    """Whether it is an array whose sizes may be symbols; the words of a generator are an array of NumPy's, and always three."""
    return hasattr(leaf, "shape") and type(leaf) is not np.ndarray


class _Pattern(NamedTuple):
    """Which sizes are equal to one another, and which are fixed.

    sizes     for each size the size, or -1 - the number of a symbol
    present   of each symbol what it stands for now
    """

    sizes: tuple[int, ...]
    present: list[int]

    @staticmethod
    def of(sizes, seen, fixes) -> _Pattern:
        """That of some sizes: equal ones are one symbol. With `fixes` there are none for sizes that are those of all `seen`."""
        fixed = {i for i, n in enumerate(sizes) if n < 2 or (fixes and all(other[i] == n for other in seen))}
        present = list(dict.fromkeys(n for i, n in enumerate(sizes) if i not in fixed))
        return _Pattern(tuple([n if i in fixed else -1 - present.index(n) for i, n in enumerate(sizes)]), present)

    def described(self, program) -> list[tuple]:
        """(shape, element type) of each array of a program, with names for the sizes that may be any."""
        sizes = iter([size if size >= 0 else f"d{-1 - size}" for size in self.sizes])
        shapes = [tuple([next(sizes, "d") for _ in shape]) for shape in program.input_shapes]
        return [(shape, str(dtype)) for shape, dtype in zip(shapes, program.kinds)]

    def bound(self, sizes) -> list[int] | None:
        """What the symbols stand for in other sizes, or None where it does not fit."""
        found: list[Any] = [None] * len(self.present)
        for wanted, size in zip(self.sizes, sizes):
            if wanted < 0:
                if found[-1 - wanted] is None and size > 1:
                    found[-1 - wanted] = size
                wanted = found[-1 - wanted]
            if wanted != size:
                return None
        return found


def _same_bits(program, known, leaves) -> bool:
    with np.errstate(all="ignore"):
        mine, theirs = program.values(leaves), known.values(leaves)
    return program.results == known.results and all(
        a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind == "f") for a, b in zip(mine, theirs)
    )


def same_steps(program, known, skipped=0) -> bool:
    """Whether two programs do the same, step by step, so that they need not be run to find out.

    skipped    how many arguments `known` takes before those of `program`, which nothing reads
    """
    if program.kinds != known.kinds[skipped:] or program.results != known.results or len(program.steps) != len(known.steps):
        return False
    #: of the one's slots, the other's
    slots = {i: i + skipped for i in range(len(program.kinds))}

    def alike(mine, theirs):
        numbers = program.initial, known.initial
        return all(slots[i] == k if i in slots else _same_number(numbers[0][i], numbers[1][k]) for i, k in zip(mine, theirs))

    try:
        for mine, theirs in zip(program.steps, known.steps):
            if not _same_step(mine, theirs):
                return False
            if len(mine[1]) != len(theirs[1]) or not alike(mine[1], theirs[1]):
                return False
            slots.update(zip(mine[2], theirs[2]))
        return alike(program.outputs, known.outputs)
    except (ValueError, TypeError):  # a parameter that is an array
        return False


def _same_step(mine, theirs) -> bool:
    """Whether two steps do the same, whatever they do it with."""
    (rule, *_, dtypes, params, several, _), (other, *_, other_dtypes, others, other_several, _) = mine, theirs
    bodies, other_bodies = params.get("bodies", ()), others.get("bodies", ())
    if len(bodies) != len(other_bodies) or not all(map(same_steps, bodies, other_bodies)):
        return False
    if bodies:
        params, others = {**params, "bodies": None}, {**others, "bodies": None}
    what = getattr(rule, "what", rule), dtypes, params, several
    return what == (getattr(other, "what", other), other_dtypes, others, other_several)


def _same_number(a, b) -> bool:
    """Whether two constants are the same."""
    if a is None or b is None:
        return False
    return a is b or (a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes())


class AnyShape(Traced):
    """A program traced with symbols, of which `at` makes one for sizes.

    scope    the `Scope` that it was traced with
    """

    def __init__(self, closed, scope) -> None:
        self.scope = scope
        self._work: list = []
        #: the functions in C whose sizes are the same for all
        self._fixed: list[Function] = []
        #: constants that follow from sizes: (slot, function, sizes, types that they are converted to)
        self._sizes: list[tuple] = []
        super().__init__(closed)
        self.input_shapes = inputs = tuple([tuple(v.aval.shape) for v in closed.jaxpr.invars])
        work = tuple([(written, products) for _, written, products in self._work])
        self._work = [kind for kind, *_ in self._work]
        changing = []
        for i, (*_, params, _several, _done) in enumerate(self.steps):
            of_step = {key: value for key, value in params.items() if symbols.has_sizes(value)}
            if of_step or "bodies" in params:
                changing.append((i, of_step))
        self._changing = [(i, tuple(of_step)) for i, of_step in changing]
        results = tuple([shape for shape, _ in self.results])
        constants = tuple([sizes for _, _, sizes, _ in self._sizes])
        # one function for all sizes
        values = inputs, work, results, constants, tuple([tuple(of_step.values()) for _, of_step in changing])
        self._evaluate = scope.function(values)

    def _needed(self, steps):
        """As for sizes that are numbers: where they are elements of an array, they are constants there."""
        kept, known = [], {}
        for eqn, ins, outs in steps:
            name, params = eqn.primitive.name, eqn.params
            if name not in (_SIZE, symbols.FOLLOWING) and not (name == _CONVERT and ins[0] in known):
                kept.append((eqn, ins, outs))
                continue
            following = (np.asarray, (params["dim"],)) if name == _SIZE else (params.get("function"), params.get("sizes"))
            *of_sizes, dtypes = known[ins[0]] if name == _CONVERT else (*following, [])
            known[outs[0]] = *of_sizes, [*dtypes, np.dtype(eqn.outvars[0].aval.dtype)]
        self._sizes = [(slot, *of_sizes) for slot, of_sizes in known.items()]
        return super()._needed(kept)

    def _reckon(self, eqn) -> None:
        # the host's function was traced for shapes of its results that are numbers
        if eqn.primitive.name == "pure_callback":
            raise Uncovered
        self._work.append((reckoning.kind_of(eqn), reckoning.written_by(eqn), reckoning.products_of(eqn)))

    def body(self, closed) -> Traced:
        """A program that this one runs within, for any sizes too."""
        return AnyShape(closed, self.scope)

    def add_nested(self, rule, params) -> None:
        """Nothing: `at` reckons."""

    def add_function(self, function) -> Function:
        self._fixed.append(function)
        return function

    def _noted(self, eqn):
        """A function in C, which `at` makes."""
        kinds = [np.dtype(v.aval.dtype) for v in eqn.invars]
        return Function, {**eqn.params, "shapes": tuple([tuple(v.aval.shape) for v in eqn.invars]), "kinds": kinds}

    def at(self, numbers, leaves=None) -> Traced:
        """The program for numbers in place of the symbols; raises `Uncovered` if it makes too much or is not for `leaves`."""
        try:
            inputs, work, shapes, constants, values = self._evaluate(*numbers)
        except (symbols.Unfit, ArithmeticError, ValueError) as error:
            raise Uncovered from error
        if leaves is not None and inputs != tuple([getattr(leaf, "shape", ()) for leaf in leaves]):
            raise Uncovered
        program = object.__new__(Traced)
        program.start_reckoning()
        for kind, (written, products) in zip(self._work, work):
            program.add(kind, written, products)
        for function in self._fixed:
            program.add_function(function)
        if program.made > MOST_ELEMENTS:
            raise Uncovered
        program.kinds, program.outputs, program.initial = self.kinds, self.outputs, self.initial
        if constants:
            program.initial = list(self.initial)
            for (slot, function, _, dtypes), of_sizes in zip(self._sizes, constants):
                program.initial[slot] = functools.reduce(np.ndarray.astype, dtypes, function(*of_sizes))
        program.results = [(shape, dtype) for shape, (_, dtype) in zip(shapes, self.results)]
        program.steps = list(self.steps)
        for (i, keys), of_step in zip(self._changing, values):
            rule, ins, outs, dtypes, params, several, done = self.steps[i]
            params = {**params, **dict(zip(keys, of_step))}
            if rule is Function:
                rule, params = program.add_function(_function(dtypes, **params)), {}
            elif "bodies" in params:
                params["bodies"] = tuple([body.at(numbers) for body in params["bodies"]])
                program.add_nested(rule, params)
            program.steps[i] = rule, ins, outs, dtypes, params, several, done
        program.avals = self.avals
        program.costs = [step[0].running if type(step[0]) is Function else 0.0 for step in program.steps]
        return program


class Backward:
    """The backward pass of a program that was traced with symbols, for its arguments and residuals of any size.

    Parameters
    ----------
    function : callable
        The pass, of trees of arrays.
    scope : Scope
        What the program was traced with.
    specs : tuple
        Arguments of the function, with symbols for sizes.
    constants : sequence
        Those of them that are the same in every call; `made_for` makes one for a shape.
    """

    __slots__ = ("_constants", "_kept", "_program", "_scope", "_shapes", "_described_by", "_tree")

    def __init__(self, function: Any, scope: Any, specs: tuple, constants: Any) -> None:
        self._scope, self._described_by, self._constants, self._kept = scope, specs, constants, {}
        with scope.tracing():
            traced = jax.jit(function, keep_unused=True).trace(*specs)
            self._program, self._tree = AnyShape(traced.jaxpr, scope), traced.out_tree
            self._shapes = scope.function(tuple([constant.shape for constant in constants]))

    def agrees(self, numbers: Any, known: Any) -> bool:
        """Whether it does the steps of a program that was traced for numbers in place of the symbols.

        Parameters
        ----------
        numbers : sequence of int
        known : callable
            (arguments as `jax.ShapeDtypeStruct`) -> that program, which may take others before them.
        """
        shapes = self._scope.function(tuple([spec.shape for spec in self._described_by]))(*numbers)
        try:
            mine = self._program.at(numbers)
            theirs = known([jax.ShapeDtypeStruct(shape, spec.dtype) for shape, spec in zip(shapes, self._described_by)])
        except Uncovered:
            return False
        return self._scope.fits(numbers) and same_steps(mine, theirs, len(theirs.kinds) - len(mine.kinds))

    def __call__(self, arrays: Any, every: tuple, places: Any, given: Any) -> Any:
        """The results for arguments; None where they have to be found in another way.

        Parameters
        ----------
        arrays : sequence of jax.Array
            What the program was called with.
        every : tuple of jax.Array
            Arguments of the pass; constants come after them.
        places : sequence of int
            Where the residuals are among both.
        given : sequence of jax.Array
            What the pass takes after them.
        """
        numbers = self._scope.bind(arrays)
        if numbers is None:
            return None
        key, device = tuple(numbers), next(iter(given[0].devices()))
        try:
            kept = self._kept.get(key)
            program, constants = self._for(numbers) if kept is None else kept
            leaves = *map((*every, *constants).__getitem__, places), *given
            results = program(leaves)
        except Exception:  # what a rule does not cover
            return None
        self._kept[key] = program, constants
        return jax.tree_util.tree_unflatten(self._tree, [on_device(value, device) for value in results])

    def _for(self, numbers):
        """(program, constants) for numbers in place of the symbols; raises where they do not fit."""
        if not self._scope.fits(numbers):
            raise Uncovered
        while len(self._kept) >= _SIZES_KEPT:
            self._kept.pop(next(iter(self._kept)), None)
        constants = [constant.made_for(shape) for constant, shape in zip(self._constants, self._shapes(*numbers))]
        return Interpreted(self._program.at(numbers), always=True), constants


def _function(dtypes, target, plan, results, over, shapes, kinds) -> Function:
    """The call of a function in C whose sizes are known now."""
    if target in (onednn.TARGET, onednn.PACKING_TARGET) and onednn.said(plan) is None:
        raise Uncovered
    arrays = [*zip(shapes, kinds), *zip([shape for shape, _ in results], dtypes)]
    return Function(target, plan, arrays, len(shapes), over)


def family_of(families, label, leaves, follows, fixed=False) -> Family:
    """The `Family` of arguments in a dictionary, made if there is none."""
    key = tuple([
        (len(leaf.shape), leaf.dtype) if _varies(leaf) else (type(leaf), getattr(leaf, "shape", ())) for leaf in leaves
    ])  # fmt: skip
    family = families.get(key)
    if family is None:
        family = families[key] = Family(label, follows, fixed)
    return family


works = functools.cache(symbols.works)
