"""Programs in inference cut in two: what depends on parameters alone is computed once, not in every call.

`worth_keeping` decides what that is, for traced programs that XLA compiles (`core/graph/kept_weights.py`) and for those that
NumPy runs, which `cut` takes apart: `ahead` makes from the parameters what is kept, `rest` the results from that and the
arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...native import onednn
from . import interpreter, reckoning
from .rules import RULES, copied
from .straight import PURE, owner_of

#: bytes of a value that is kept whatever it was made of: numbers for each channel, small weights
_SMALL = 1 << 16
#: larger ones, unless they are packed, are kept where so many of them take no more memory than what they were made of, as
#: weights of 8 bits do
_SMALLER = 2
#: what a step does
PACKS, SHOWS, COMPUTES, EVERY_CALL = range(4)
_SHOWING = {RULES[name] for name in reckoning.VIEWS if name in RULES}


class Step(NamedTuple):
    """What is asked of a step: the values that it reads and makes, without constants of one number; and what it does.

    It PACKS a weight, SHOWS another view of an array, COMPUTES, or has an effect or reads something else, so that it belongs to
    EVERY_CALL.
    """

    ins: Sequence[Hashable]
    outs: Sequence[Hashable]
    does: int


def worth_keeping(
    steps: Iterable[Step],
    parameters: Iterable[Hashable],
    constants: Iterable[Hashable],
    outputs: Iterable[Hashable],
    nbytes: Callable[[Any], int | None],
) -> list[Any]:
    """The values to keep from call to call, in the order in which they are made.

    Parameters
    ----------
    steps : iterable of Step
        In order.
    parameters, constants, outputs : iterable
        Values: what stays from call to call, what never changes, and what the program returns.
    nbytes : callable
        (value) -> its bytes; None where they are not known, and such a value is kept only if it is packed.

    Returns
    -------
    list
        What depends on parameters alone and is read by something that does not. A value as large as the parameter that it was
        made of, such as a transposed or a converted weight, is not kept, which would double the memory; what it was made of is
        asked instead.
    """
    made, largest, shown, read = _of_parameters(steps, {v: nbytes(v) or 0 for v in parameters}, set(constants))
    kept, asked, waiting = set(), set(), [*read, *outputs]
    while waiting:
        v = waiting.pop()
        if v not in made or v in asked:
            continue
        asked.add(v)
        size = None if v in shown else nbytes(v)
        if made[v].does == PACKS or (size is not None and size <= max(_SMALL, largest[v] // _SMALLER)):
            kept.add(v)
        else:
            waiting += made[v].ins
    return [v for v in made if v in kept]


def _of_parameters(steps, largest, fixed):
    """What depends on parameters alone.

    largest    by parameter its bytes, to which are added by value those of the largest parameter that it was made of
    fixed      the constants, to which is added what depends on them alone

    Returns (by value the step that makes it, `largest`, those that only show parameters, what all other steps read).
    """
    shown, made, read = set(largest), {}, []
    for step in steps:
        if step.does == EVERY_CALL or not all(v in largest or v in fixed for v in step.ins):
            read += step.ins
        elif sources := [v for v in step.ins if v in largest]:
            largest.update(dict.fromkeys(step.outs, max([largest[v] for v in sources])))
            made.update(dict.fromkeys(step.outs, step))
            if step.does == SHOWS and shown.issuperset(sources):
                shown.update(step.outs)
        else:
            fixed.update(step.outs)
    return made, largest, shown, read


class Cut:
    """An interpreted program whose results are computed from values that were made ahead.

    Attributes
    ----------
    rest : Traced
        (leaves of the arguments, then what is kept) -> leaves of the results.
    places : list of int
        The leaves that `make` takes.
    saved : float
        Reckoned seconds of what `make` does.
    """

    __slots__ = ("_ahead", "places", "rest", "saved", "__weakref__")

    def __init__(self, ahead: interpreter.Traced, rest: interpreter.Traced, places: list[int], saved: float) -> None:
        self._ahead, self.rest, self.places, self.saved = ahead, rest, places, saved

    def make(self, parameters: Sequence[Any]) -> list[np.ndarray]:
        """What is kept of parameters, in memory that is no parameter's."""
        arrays = [np.asarray(parameter) for parameter in parameters]
        theirs = {id(owner_of(array)) for array in arrays}
        made = self._ahead.values(arrays)
        return [value if _is_whole(value) and id(owner_of(value)) not in theirs else copied(value) for value in made]


def _is_whole(value: np.ndarray) -> bool:
    """Whether an array shows all memory that it holds."""
    return owner_of(value).nbytes <= value.nbytes + interpreter.ALIGNMENT


def cut(traced: interpreter.Traced, parameters: Sequence[int]) -> Cut | None:
    """A program cut in two, or None where nothing is worth keeping.

    Parameters
    ----------
    traced : Traced
    parameters : sequence of int
        The places of the parameters among the leaves.
    """
    constants = [i for i, value in enumerate(traced.initial) if value is not None]
    asked = [Step(ins, outs, _does(rule)) for rule, ins, outs, *_ in traced.steps]
    kept = worth_keeping(asked, parameters, constants, traced.outputs, traced.nbytes)
    if not kept:
        return None
    ahead = _steps_for(kept, traced.steps, ())
    rest = _steps_for(traced.outputs, traced.steps, kept)
    read = {i for _, ins, *_ in ahead for i in ins}
    places = [i for i in parameters if i in read]
    behind = {id(step) for step in rest}
    saved = sum([cost for step, cost in zip(traced.steps, traced.costs) if id(step) not in behind])
    leaves = range(len(traced.kinds))
    return Cut(_program(traced, ahead, places, kept), _program(traced, rest, [*leaves, *kept], traced.outputs), places, saved)


def _does(rule: Any) -> int:
    if type(rule) is interpreter.Function:
        return PACKS if rule.target == onednn.PACKING_TARGET else COMPUTES
    return SHOWS if rule in _SHOWING else COMPUTES if rule in PURE else EVERY_CALL


def _steps_for(outputs: Iterable[int], steps: list[tuple], known: Iterable[int]) -> list[tuple]:
    """The steps that slots depend on, where others are known."""
    known = set(known)
    used, needed = set(outputs) - known, []
    for step in reversed(steps):
        if not used.isdisjoint(step[2]):
            needed.append(step)
            used.update(i for i in step[1] if i not in known)
    return needed[::-1]


def _program(traced: interpreter.Traced, steps: list[tuple], leaves: list[int], outputs: Sequence[int]) -> interpreter.Traced:
    """Some steps of a program as one that takes some of its slots as leaves."""
    # a slot may be known that was a leaf: it is read at its own place
    slots = [i + len(leaves) for i in range(len(traced.initial))]
    kinds: list[Any] = [None] * len(leaves)
    for place, i in reversed([*enumerate(leaves)]):
        slots[i], kinds[place] = place, traced.kind(i)
    part = object.__new__(interpreter.Traced)
    part.kinds, part.results, part.products = kinds, traced.results, traced.products
    part.initial = [None] * len(leaves) + traced.initial
    part.outputs = [slots[i] for i in outputs]
    renamed = [(rule, [slots[i] for i in ins], [slots[i] for i in outs], *how) for rule, ins, outs, *how, _ in steps]
    part.steps = interpreter.freeing(renamed, set(part.outputs))
    return part
