"""A backward pass as several programs, so that sums of gradients over processes begin while other gradients are computed.

One program gives all gradients when the last one is there. Here it is cut where gradients of some megabytes are complete: those
of the last layers come first. Programs run behind the thread that calls them, so that the trainer, which asks for the gradients
of the last layers first, sends these while XLA computes the others. Only CPUs gain: on a GPU the programs of a process run one
after the other, the sum behind all of them.
"""

from __future__ import annotations

import functools
import threading
from concurrent.futures import Future
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from ... import config
from ...cluster.rank import joined
from ...config import jax_programs
from ..declare.x64 import is_on, x64
from ..numpy_tier import jit

#: bytes of gradients from which cutting is worth it, and into how many parts of equal bytes
_LEAST, _PARTS = 2 << 20, 8


def limit_of(nbytes: int) -> int:
    """The bytes that are summed at once, of gradients of `nbytes` altogether: the same on all ranks."""
    return max(min(config.get("JMX_BUCKET_SIZE") << 20, nbytes // _PARTS), _LEAST // 2)


def wanted() -> bool:
    """Whether a backward pass shall be several programs."""
    rank = joined()
    return rank is not None and rank.overlaps and jax.default_backend() == "cpu" and config.get("JMX_COMPILE") != "never"


def begun(function, *args) -> Future:
    """`function(*args)`, called by a thread of its own.

    XLA begins the programs of one thread in their order, so that those of this one come behind a backward pass that it has begun.
    """
    result: Future = Future()
    wide = is_on()

    def begin():
        try:
            with x64(wide):
                result.set_result(function(*args))
        except BaseException as error:
            result.set_exception(error)

    # a daemon: where gloo waits for a rank that is lost, the process can end
    threading.Thread(target=begin, daemon=True, name="jmx-sum").start()
    return result


class Segmented:
    """A backward pass, as several programs where its gradients are large enough.

    Parameters
    ----------
    back : callable
        Traceable: `back(memory, *arrays)` gives gradients, and may write them over the arrays in the list `memory`.
    whole : callable
        The same, compiled as one program.
    title : str
        What is differentiated, for reports of compilations.
    """

    def __init__(self, back, whole, title) -> None:
        self._back, self._whole, self._title = back, whole, title
        self._known: dict[tuple, Any] = {}

    def __call__(self, memory, *arrays):
        shapes = len(memory), *[(a.shape, a.dtype) for a in arrays]
        run = self._known.get(shapes)
        if run is None:
            run = self._known.setdefault(shapes, self._made(arrays) or self._whole)
        return run(memory, *arrays)

    def _made(self, arrays) -> Segments | None:
        closed, shapes = jax.make_jaxpr(functools.partial(self._back, []), return_shape=True)(*arrays)
        nbytes = sum(map(_nbytes, jax.tree_util.tree_leaves(shapes)))
        if nbytes < _LEAST:
            return None
        parts = _cut(closed, limit_of(nbytes))
        return Segments(closed, parts, shapes, self._title) if len(parts) > 1 else None


def _nbytes(described) -> int:
    return described.size * described.dtype.itemsize


class _Part(NamedTuple):
    """Equations of a traced program that are computed together.

    equations   these
    reads       variables of arrays that come in, and of parts before
    makes       variables that are results or that later parts read
    gradients   how many of `makes`, the first ones, are results
    """

    equations: list[Any]
    reads: list[Any]
    makes: list[Any]
    gradients: int


def _cut(closed, limit) -> list[_Part]:
    """The parts of a traced program: what its last results need, some `limit` bytes of the last layers'; and so on."""
    literal = jax_programs.is_literal
    results = list(dict.fromkeys(v for v in reversed(closed.jaxpr.outvars) if not literal(v)))
    parts: list[_Part] = []
    of_results, needed = set(results), set(results)
    for equations in reversed(_groups(closed.jaxpr.eqns, results, limit)):
        made = [v for equation in equations for v in equation.outvars]
        own = set(made)
        read = dict.fromkeys(v for equation in equations for v in equation.invars if not literal(v) and v not in own)
        gradients = [v for v in made if v in of_results]
        makes = gradients + [v for v in made if v in needed and v not in of_results]
        needed.update(read)
        parts.append(_Part(equations, list(read), makes, len(gradients)))
    return parts[::-1]


def _groups(equations, results, limit):
    """The equations of each part; `results` begin with those of the first one."""
    groups, wanted, filled = [], set(), 0
    left = sum(_nbytes(v.aval) for v in results)
    for v in results:
        wanted.add(v)
        filled, left = filled + _nbytes(v.aval), left - _nbytes(v.aval)
        # at the end less: the first layers have few weights and much to compute, and sums of others would wait for all of it
        if filled >= min(limit, max(left // 2, _LEAST // 4)) or not left:
            group, equations = _needed_for(wanted, equations)
            groups.append(group)
            wanted, filled = set(), 0
    return list(filter(None, groups))


def _needed_for(results, equations):
    """The equations that results depend on, and the others, which can wait. Those with effects stay in their order."""
    needed, now, later, with_effects = set(results), [], [], False
    for equation in reversed(equations):
        if not needed.isdisjoint(equation.outvars) or equation.effects and with_effects:
            needed.update(v for v in equation.invars if not jax_programs.is_literal(v))
            now.append(equation)
            with_effects = with_effects or bool(equation.effects)
        else:
            later.append(equation)
    return now[::-1], later[::-1]


class Segments:
    """The programs of a backward pass, called one after the other as if they were one.

    Parameters
    ----------
    closed : jax.extend.core.ClosedJaxpr
        The traced pass.
    parts : list of _Part
    shapes : pytree
        What the pass gives, None for no gradient.
    title : str
    """

    def __init__(self, closed, parts, shapes, title) -> None:
        jaxpr = closed.jaxpr
        numbers = {v: i for i, v in enumerate([*jaxpr.invars, *jaxpr.constvars])}
        self._constants = list(map(jnp.asarray, closed.consts))
        self._calls: list[_Call] = []
        for part in parts:
            # at once by XLA: what NumPy runs is there when the call returns
            run = jit(_program(part), donate=0, arrays_only=False, label=(title, "backward"), large=True, at_once=True)
            kinds = [(v.aval.shape, v.aval.dtype) for v in part.makes[: part.gradients]]
            self._calls.append(_Call(run, [numbers[v] for v in part.reads], kinds, []))
            numbers |= {v: i for i, v in enumerate(part.makes, len(numbers))}
        #: of each result where it is among all values, or the number that it is
        self._results = [jnp.asarray(v.val, v.aval.dtype) if jax_programs.is_literal(v) else numbers[v] for v in jaxpr.outvars]
        self._tree = jax.tree_util.tree_structure(shapes)
        seen = {which for which in self._results if isinstance(which, int)}
        for call in reversed(self._calls):
            call.last_read_of.extend(set(call.reads) - seen)
            seen.update(call.reads)

    def __call__(self, memory, *arrays):
        pool: dict[tuple, list] = {}
        for buffer in memory:
            pool.setdefault((buffer.shape, buffer.dtype), []).append(buffer)
        values: list[Any] = [*arrays, *self._constants]
        for call in self._calls:
            own = [pool[kind].pop() for kind in call.kinds if pool.get(kind)]
            _, *made = call.run(own, *[values[i] for i in call.reads])
            values += made
            for i in call.last_read_of:
                values[i] = None
        results = [values[which] if isinstance(which, int) else which for which in self._results]
        return jax.tree_util.tree_unflatten(self._tree, results)


class _Call(NamedTuple):
    """A program of a pass.

    run            (memory, *arrays) -> (a number, *values)
    reads          positions of the arrays among all values
    kinds          (shape, element type) of the first values, which are gradients
    last_read_of   positions of values that no later program reads, and that are no results
    """

    run: Any
    reads: list[int]
    kinds: list[tuple]
    last_read_of: list[int]


def _program(part):
    def run(memory, *arrays):
        values = dict(zip(part.reads, arrays))
        jax_programs.evaluate(part.equations, values)
        return [jax_programs.long_work(arrays), *[values[v] for v in part.makes]]

    return run
