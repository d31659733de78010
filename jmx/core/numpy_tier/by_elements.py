"""Programs whose results follow, element by element, from arrays that all have one shape: arranged once for all shapes.

An update of a weight is such a program. A network has dozens of shapes of weights, and to trace the update for one of them takes
some milliseconds. So it is traced for the first one, and for an array of one axis; where both do the same steps, each of which a
kernel or a function of NumPy's makes for arrays of any shape (`by_blocks`), no other shape is traced.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from .by_blocks import ByBlocks
from .interpreter import read
from .rules import RULES, Uncovered, copied
from .straight import watch

#: elements of the arrays that it is arranged for: enough for the kernel to take the steps together
_SAMPLE = 40_000
_SPREAD = RULES["broadcast_in_dim"]


class ByElements:
    """An arranged program for arrays of any shape. Called with numbers and arrays, it returns arrays in memory of their own.

    Parameters
    ----------
    program : Traced
        The program for numbers, followed by arrays of one shape.
    straight : Straight
        The same, arranged.
    count : int
        How many numbers it takes.
    """

    __slots__ = ("_arrays", "_copied", "_kinds", "_last", "_numbers", "_results", "_shapes", "_straight", "_types")

    def __init__(self, program: Any, straight: Any, count: int) -> None:
        self._straight, self._kinds, self._types = straight, program.kinds[:count], [dtype for _, dtype in program.results]
        self._results, outputs = straight.results, straight.outputs
        #: results that are what came in, or another result once more
        self._copied = [k for k, slot in enumerate(outputs) if slot not in straight.fresh or slot in outputs[:k]]
        leaves = [np.ones((), dtype) for dtype in self._kinds]
        leaves += [np.ones(_SAMPLE, dtype) for dtype in program.kinds[count:]]
        #: the steps that make numbers, and those that make arrays
        self._numbers, self._arrays = _split(straight, leaves)
        #: the last numbers, and what is in the slots before the arrays come
        self._last: tuple[Any, list[Any]] = (), []
        #: by shape, the steps that make arrays of it
        self._shapes: dict[tuple[int, ...], list[tuple]] = {}

    def __call__(self, numbers: Sequence[Any], arrays: Sequence[Any]) -> Sequence[np.ndarray]:
        shape = arrays[0].shape
        if 0 in shape:
            return [np.empty(shape, dtype) for dtype in self._types]
        last, start = self._last
        if last != numbers or not start:
            start = self._start(numbers)
            self._last = numbers, start
        values: list[Any] = start.copy()
        values[len(self._kinds) : len(self._kinds) + len(arrays)] = map(np.asarray, arrays)
        for function, get, out in self._shapes.get(shape) or self._of_shape(shape):
            values[out] = function(*get(values))
        made = list(self._results(values))
        for k in self._copied:
            made[k] = copied(made[k])
        for value, dtype in zip(made, self._types):
            if value.shape != shape or value.dtype != dtype:
                raise Uncovered
        return made

    def _start(self, numbers: Sequence[Any]) -> list[Any]:
        values: Any = self._straight.initial.copy()
        values[: len(numbers)] = map(np.asarray, numbers, self._kinds)
        for function, get, out, _ in self._numbers:
            values[out] = function(*get(values))
        return values

    def _of_shape(self, shape: tuple[int, ...]) -> list[tuple]:
        steps = [(_sized(function, shape), get, out) for function, get, out, _ in self._arrays]
        if len(self._shapes) > 1024:
            self._shapes.clear()
        self._shapes[shape] = steps
        return steps


def _sized(function: Any, shape: tuple[int, ...]) -> Any:
    return function.of_shape(shape) if type(function) is ByBlocks else function


def _split(straight: Any, leaves: list[Any]) -> tuple[list[tuple], list[tuple]]:
    """The steps that make numbers only, and the others; `Uncovered` where one would not do for arrays of any shape."""
    values, of_numbers, of_arrays = straight.initial.copy(), [], []
    if any(np.size(value) > 1 for value in values if value is not None):
        raise Uncovered
    values[: len(leaves)] = leaves
    with np.errstate(all="ignore"):
        for step in straight.steps:
            function, get, out, _ = step
            takes_arrays = any(np.size(value) > 1 for value in get(values))
            values[out] = function(*get(values))
            made = values[out] if isinstance(out, slice) else [values[out]]
            if not takes_arrays and all(np.size(value) == 1 for value in made):
                of_numbers.append(step)
            elif takes_arrays and _any_shape(function) and all(np.shape(value) == (_SAMPLE,) for value in made):
                of_arrays.append(step)
            else:
                raise Uncovered
    return of_numbers, of_arrays


def _any_shape(function: Any) -> bool:
    """Whether what computes a step for arrays of one shape does it for those of any shape."""
    return isinstance(function, (np.ufunc, ByBlocks)) or (
        type(function) is operator.methodcaller and repr(function).startswith("operator.methodcaller('astype'")
    )


def for_any_shape(trace: Callable[[Sequence[Any]], Any], known: Any, leaves: Sequence[Any], count: int) -> ByElements | None:
    """A program for arrays of any shape, or None where that has to be traced for each.

    Parameters
    ----------
    trace : callable
        Given leaves, it returns the traced program.
    known : Traced
        What it has returned for `leaves`.
    leaves : sequence
        Numbers, followed by arrays of one shape.
    count : int
        How many of them are numbers.
    """
    arrays = leaves[count:]
    if not arrays or len({array.shape for array in arrays}) > 1 or any(shape != arrays[0].shape for shape, _ in known.results):
        return None
    sample = [*leaves[:count], *[jax.ShapeDtypeStruct((_SAMPLE,), array.dtype) for array in arrays]]
    try:
        program = read(trace(sample))
        if not _alike(known, program):
            return None
        given = [np.ones(getattr(leaf, "shape", ()), dtype) for leaf, dtype in zip(sample, program.kinds)]
        with np.errstate(all="ignore"):
            straight: Any = watch(program, given)[1]
        return None if straight is None else ByElements(program, straight, count)
    except Exception:  # it has to be compiled, or refuses arrays of one axis
        return None


def _alike(one: Any, other: Any) -> bool:
    """Whether two programs do the same steps, with the same numbers, whatever the shapes."""
    if one.outputs != other.outputs or len(one.steps) != len(other.steps) or len(one.initial) != len(other.initial):
        return False
    for (rule, *slots, params, _, _), (rule_there, *slots_there, params_there, _, _) in zip(one.steps, other.steps):
        if rule is not rule_there or slots != slots_there or (rule is not _SPREAD and params != params_there):
            return False
    return all(
        x is y or (x is not None and y is not None and x.dtype == y.dtype and x.tobytes() == y.tobytes())
        for x, y in zip(one.initial, other.initial)
    )
