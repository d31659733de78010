"""Programs that NumPy runs for arrays of any size, traced once for each rank and element type.

Tracing an operator takes about a millisecond, many times as long as NumPy then takes for a small array. An operator that comes
with a third set of shapes is traced with sizes that are symbols (`jax.export.symbolic_shape`). What its code cannot decide
about a symbol ("is d0 larger than 7?") raises there, and then each set of shapes is traced as before. A size of 0 or 1 is never
a symbol, and two symbols never stand for one size: JAX takes sizes for different that it does not know to be equal.
"""

from __future__ import annotations

import functools
import math
import operator
from typing import Any, NamedTuple

import jax
import numpy as np
from jax import export

from ...native import calls, onednn
from . import reckoning
from .device_put import on_device
from .interpreter import MOST_ELEMENTS, Function, Interpreted, Traced
from .rules import RULES, Uncovered

#: sets of shapes that are traced one by one before sizes become symbols
_FIRST = 2
#: programs that are kept for one rank: one for each way in which sizes are equal, and for what stayed fixed
_KEPT = 8
#: sizes for which the program of a backward pass is kept
_SIZES_KEPT = 64
#: the rules that are there for any size
_RULES = frozenset(RULES.values())
_FUNCTIONS = {
    "floordiv": operator.floordiv, "mod": operator.mod, "max": max, "min": min, "__builtins__": {},
}  # fmt: skip
#: (whether sizes that have not changed so far are fixed, whether a symbol is at least the size that is there now, whether sizes
#: that have a common divisor are multiples of it): of operators, and of graphs. Halves of multiples are short expressions, and
#: known to be equal where one is doubled again.
_WAYS = {
    False: ((False, False, False), (False, True, False), (True, False, False), (True, True, False), (True, True, True)),
    True: ((True, False, True), (True, True, True), (True, False, False), (True, True, False)),
}


class Family:
    """What is known of a program for arguments of certain ranks and element types.

    follows    how many of the last arguments, gradients of outputs, have shapes that follow from those of the others
    fixed      whether sizes that have not changed so far are never tried as symbols
    seen       sets of shapes that were traced one by one, or None: that there is nothing to be gained
    programs   list of (`_Pattern`, `AnyShape`, tree of the results)
    """

    __slots__ = ("follows", "seen", "programs", "_ways")

    def __init__(self, follows=0, fixed=False) -> None:
        self.follows = follows
        self.seen: list | None = []
        self.programs: list[tuple] = []
        self._ways = list(_WAYS[fixed])

    def _sizes(self, leaves):
        """The sizes of all arrays, one after the other, but of those that follow."""
        return [size for leaf in leaves[: len(leaves) - self.follows] if _varies(leaf) for size in leaf.shape]

    def program(self, leaves):
        """(a `Traced` for leaves of these shapes, tree of its results), or None."""
        sizes, most = self._sizes(leaves), largest(leaves)
        for pattern, program, tree in self.programs:
            values = pattern.bound(most, sizes)
            if values is not None:
                return program.at(values, leaves), tree
        return None

    def learn(self, trace, leaves, known, tree) -> None:
        """Note shapes that were traced one by one and, from the third ones on, try to trace without them.

        trace    what traces the program for leaves, of which some are `jax.ShapeDtypeStruct`
        known    the `Traced` for these shapes, which has to give the same
        """
        sizes = self._sizes(leaves)
        # an operator whose sizes are equal in ever new ways would be traced for each of them, and asked in every call
        if self.seen is None or len(self.programs) >= _KEPT or max(sizes, default=0) > largest(leaves):
            return
        if not all(type(rule) is Function or rule in _RULES for rule, *_ in known.steps):  # a loop
            return
        if len(self.seen) < _FIRST:
            self.seen.append(sizes)
            return
        while self._ways:
            pattern = _Pattern.of(sizes, self.seen, *self._ways[0])
            if not pattern.present:
                return
            try:
                program, tree_of_any = self._trace(trace, leaves, pattern, tree)
                # a program for symbols is trusted only after it has given the very bits of a trace for numbers
                if _equal(program.at(pattern.present, leaves), known, leaves):
                    self.programs.append((pattern, program, tree_of_any))
                    for known_part, part in zip(_with_pullback(tree), _with_pullback(tree_of_any)):
                        known_part.pullback.for_any_size = part.pullback
                    return
                break
            except _OtherResults:
                break
            except Exception:  # what the operator's code raises on symbols
                del self._ways[0]
        self.seen = None

    def _trace(self, trace, leaves, pattern, tree):
        names = [f"d{i}" for i in range(len(pattern.least))]
        most = largest(leaves)
        limits = [f"{name} >= {size}" for name, size in zip(names, pattern.least)] + [f"{name} <= {most}" for name in names]
        symbols = export.symbolic_shape(",".join(names), scope=export.SymbolicScope(limits))
        symbols = [symbol * factor for symbol, factor in zip(symbols, pattern.factors)]
        sizes = iter([size if size >= 0 else symbols[-1 - size] for size in pattern.sizes])
        specs = []
        for leaf in leaves[: len(leaves) - self.follows]:
            # `ShapeDtypeStruct` would make the type a firm one, and the results may have another type then
            if getattr(leaf, "weak_type", False):
                raise Uncovered
            varies = _varies(leaf)
            specs.append(jax.ShapeDtypeStruct(tuple([next(sizes) for _ in leaf.shape]), leaf.dtype) if varies else leaf)
        now: dict[str, Any] = {**_FUNCTIONS, **dict(zip(names, pattern.present))}

        def present(size):
            for name, plan in about.said.items():
                if name not in now:
                    # sizes in a plan are expressions of the symbols alone
                    now[name] = onednn.said([eval(_formula(n), dict(now)) if export.is_symbolic_dim(n) else n for n in plan])
            return eval(_formula(size), dict(now))

        def bind(leaves):
            return pattern.bound(largest(leaves), self._sizes(leaves))

        about = calls.AnySize(names, present, bind)
        with about.tracing():
            traced = trace([*specs, *[None] * self.follows])
            if traced.out_tree != tree:
                raise _OtherResults
            return AnyShape(traced.jaxpr, about), traced.out_tree


class _OtherResults(Exception):
    """The results form another tree; it holds sizes."""


def _with_pullback(tree) -> list:
    """The parts of results that hold a pullback, in order."""
    results = jax.tree_util.tree_unflatten(tree, range(tree.num_leaves))
    return [part for part in jax.tree_util.tree_leaves(results, is_leaf=_has_pullback) if _has_pullback(part)]


def _has_pullback(part) -> bool:
    return hasattr(part, "pullback")


def _varies(leaf) -> bool:
    """Whether it is an array whose sizes may be symbols; the words of a generator are an array of NumPy's, and always three."""
    return hasattr(leaf, "shape") and type(leaf) is not np.ndarray


def largest(leaves) -> int:
    """The largest size that a symbol may stand for: JAX computes bounds of products of sizes, in 64 bits."""
    rank = max([len(getattr(leaf, "shape", ())) for leaf in leaves])
    return 2 ** min(25, 62 // (rank + 1))


class _Pattern(NamedTuple):
    """Which sizes are equal to one another, and which are fixed.

    sizes     for each size the size, or -1 - the number of a symbol
    present   of each symbol what it stands for now
    factors   of each symbol the number that its sizes are multiples of
    least     of each symbol the smallest number that it may stand for
    """

    sizes: tuple[int, ...]
    present: list[int]
    factors: list[int]
    least: list[int]

    @staticmethod
    def of(sizes, seen, fixes, from_here, multiples) -> _Pattern:
        """That of some sizes: equal ones are one symbol; see `_WAYS` for the last three.

        There are no symbols where one would stand for a size that is fixed elsewhere: other shapes may show that they are not
        the same.
        """
        fixed = {i for i, n in enumerate(sizes) if n < 2 or (fixes and all(other[i] == n for other in seen))}
        symbols = list(dict.fromkeys(n for i, n in enumerate(sizes) if i not in fixed))
        if any(sizes[i] in symbols for i in fixed):
            return _Pattern((), [], [], [])
        pattern = tuple([n if n < 2 or n not in symbols else -1 - symbols.index(n) for n in sizes])
        factors = [1] * len(symbols)
        if multiples:
            at = [[i for i, k in enumerate(pattern) if k == -1 - number] for number in range(len(symbols))]
            factors = [math.gcd(*(row[i] for row in (sizes, *seen) for i in places)) for places in at]
        present = [size // factor for size, factor in zip(symbols, factors)]
        return _Pattern(pattern, present, factors, present if from_here else [-(-2 // factor) for factor in factors])

    def bound(self, most, sizes) -> list[int] | None:
        """What the symbols stand for in other sizes, or None where it does not fit; `most` is the largest size."""
        found: list[Any] = [None] * len(self.factors)
        for wanted, size in zip(self.sizes, sizes):
            if wanted >= 0:
                if wanted != size:
                    return None
            elif found[-1 - wanted] is None:
                # the program was traced with symbols that JAX takes for different, so that equal sizes need one of their own
                if size > most or size in found:
                    return None
                found[-1 - wanted] = size
            elif found[-1 - wanted] != size:
                return None
        # likewise a symbol must not stand for a size that is fixed elsewhere
        if any(size in self.sizes for size in found):
            return None
        values = [size // factor for size, factor in zip(found, self.factors)]
        whole = all(size == value * factor for size, value, factor in zip(found, values, self.factors))
        return values if whole and all(map(operator.ge, values, self.least)) else None


def _equal(program, known, leaves) -> bool:
    if program.results == known.results and _same_steps(program, known):
        return True
    with np.errstate(all="ignore"):
        mine, theirs = program.values(leaves), known.values(leaves)
    return program.results == known.results and all(
        a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind == "f") for a, b in zip(mine, theirs)
    )


def _same_steps(program, known) -> bool:
    """Whether two programs do the same, step by step, so that they need not be run to find out."""
    if len(program.steps) != len(known.steps) or program.outputs != known.outputs:
        return False
    try:
        constants = all(
            a is b or np.array_equal(a, b, equal_nan=a.dtype.kind == "f") for a, b in zip(program.initial, known.initial)
        )
        return constants and all(
            (getattr(mine[0], "what", mine[0]), *mine[1:6]) == (getattr(known_[0], "what", known_[0]), *known_[1:6])
            for mine, known_ in zip(program.steps, known.steps)
        )
    except (ValueError, TypeError, AttributeError):  # a parameter that is an array
        return False


class AnyShape(Traced):
    """A program traced with symbols, of which `at` makes one for sizes.

    sizes    the `AnySize` that it was traced with
    """

    def __init__(self, closed, sizes) -> None:
        self._work: list = []
        #: the functions in C whose sizes are the same for all
        self._fixed: list[Function] = []
        super().__init__(closed)
        inputs = [tuple(v.aval.shape) for v in closed.jaxpr.invars]
        work = [(written, products) for _, written, products in self._work]
        self._work = [kind for kind, *_ in self._work]
        changing = []
        for i, (*_, params, _several, _done) in enumerate(self.steps):
            of_step = {key: value for key, value in params.items() if _has_symbol(value)}
            if of_step:
                changing.append((i, of_step))
        self._changing = [(i, tuple(of_step)) for i, of_step in changing]
        values = (inputs, work, [shape for shape, _ in self.results], [tuple(of_step.values()) for _, of_step in changing])
        constants: dict = {}
        names, plans = sizes.names, _source(tuple(sizes.said.values()), constants)
        self._plans = eval(f"lambda {','.join(names)}: {plans}", {**_FUNCTIONS, **constants})
        names = [*names, *sizes.said]
        # one expression for all sizes: walking over JAX's expressions of symbols takes longer than the small arrays do
        self._evaluate = eval(f"lambda {','.join(names)}: {_source(values, constants)}", {**_FUNCTIONS, **constants})

    def _reckon(self, eqn) -> None:
        # the host's function was traced for shapes of its results that are numbers
        if eqn.primitive.name == "pure_callback":
            raise Uncovered
        self._work.append((reckoning.kind_of(eqn), reckoning.written_by(eqn), reckoning.products_of(eqn)))

    def _loop(self, eqn):
        raise Uncovered

    _choice = _open_loop = _loop

    def add_function(self, function) -> Function:
        self._fixed.append(function)
        return function

    def _noted(self, eqn):
        """A function in C, which `at` makes."""
        kinds = [np.dtype(v.aval.dtype) for v in eqn.invars]
        return Function, {**eqn.params, "shapes": tuple([tuple(v.aval.shape) for v in eqn.invars]), "kinds": kinds}

    def at(self, sizes, leaves) -> Traced:
        """The program for these sizes of the symbols; raises `Uncovered` if it makes too much or is not for `leaves`."""
        said = [onednn.said(plan) for plan in self._plans(*sizes)]
        if None in said:
            raise Uncovered
        inputs, work, shapes, values = self._evaluate(*sizes, *said)
        if inputs != tuple([getattr(leaf, "shape", ()) for leaf in leaves]):
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
        program.results = [(shape, dtype) for shape, (_, dtype) in zip(shapes, self.results)]
        program.steps = list(self.steps)
        for (i, keys), of_step in zip(self._changing, values):
            rule, ins, outs, dtypes, params, several, done = self.steps[i]
            params = {**params, **dict(zip(keys, of_step))}
            if rule is Function:
                rule, params = program.add_function(_function(dtypes, **params)), {}
            program.steps[i] = rule, ins, outs, dtypes, params, several, done
        return program


class Backward:
    """The backward pass of a program that was traced with symbols, for its arguments and residuals of any size.

    Parameters
    ----------
    function : callable
        The pass, of trees of arrays.
    sizes : AnySize
        What the program was traced with.
    specs : tuple
        Arguments of the function, with symbols for sizes.
    """

    __slots__ = ("_kept", "_program", "_sizes", "_tree")

    def __init__(self, function: Any, sizes: Any, specs: tuple) -> None:
        self._sizes, self._kept = sizes, {}
        with sizes.tracing():
            traced = jax.jit(function).trace(*specs)
            self._program, self._tree = AnyShape(traced.jaxpr, sizes), traced.out_tree

    def __call__(self, arrays: Any, args: tuple) -> Any:
        """The results for arguments; None where they have to be found in another way.

        Parameters
        ----------
        arrays : sequence of jax.Array
            What the program was called with.
        args : tuple
            Arguments of the pass.
        """
        values, leaves = self._sizes.bind(arrays), jax.tree_util.tree_leaves(args)
        if values is None:
            return None
        key, device = tuple(values), next(iter(leaves[0].devices()))
        try:
            program = self._kept.get(key)
            if program is None:
                program = Interpreted(self._program.at(values, leaves), always=True)
                while len(self._kept) >= _SIZES_KEPT:
                    self._kept.pop(next(iter(self._kept)), None)
                self._kept[key] = program
            results = program(leaves)
        except Exception:  # what a rule does not cover
            return None
        return jax.tree_util.tree_unflatten(self._tree, [on_device(value, device) for value in results])


def _function(dtypes, target, plan, results, over, shapes, kinds) -> Function:
    """The call of a function in C whose sizes are known now."""
    if target == onednn.TARGET and onednn.said(plan) is None:
        raise Uncovered
    arrays = [*zip(shapes, kinds), *zip([shape for shape, _ in results], dtypes)]
    return Function(target, plan, arrays, len(shapes), over)


def _formula(size) -> str:
    """An expression of Python for what a symbol or an expression of symbols stands for; JAX writes powers as d0^2."""
    return str(size).replace("^", "**")


def _has_symbol(value) -> bool:
    if isinstance(value, (tuple, list)):
        return any(map(_has_symbol, value))
    return export.is_symbolic_dim(value)


def _source(value, constants) -> str:
    """An expression that gives `value` with symbols replaced by variables of their names."""
    if isinstance(value, (tuple, list)):
        return "(" + "".join(_source(v, constants) + "," for v in value) + ")"
    if export.is_symbolic_dim(value):
        return f"({_formula(value)})"
    if type(value) is int or value is None:
        return repr(value)
    name = f"c{len(constants)}"
    constants[name] = value
    return name


def family_of(families, leaves, follows, fixed=False) -> Family:
    """The `Family` of arguments in a dictionary, made if there is none."""
    key = tuple([
        (len(leaf.shape), leaf.dtype) if _varies(leaf) else (type(leaf), getattr(leaf, "shape", ())) for leaf in leaves
    ])  # fmt: skip
    family = families.get(key)
    if family is None:
        family = families[key] = Family(follows, fixed)
    return family


@functools.cache
def works() -> bool:
    """Whether this JAX computes with symbols as it should: tried once."""
    try:
        size, other = export.symbolic_shape("d0, d1", scope=export.SymbolicScope(["d0 >= 2", "d1 >= 2"]))
        text = _formula((size * other * size + 1) // 2 - other % 3)
        found = eval(f"lambda d0, d1: {text}", dict(_FUNCTIONS))(5, 7)
        return found == (5 * 7 * 5 + 1) // 2 - 7 % 3 and bool(size >= 2) and export.is_symbolic_dim(size)
    except Exception:
        return False
