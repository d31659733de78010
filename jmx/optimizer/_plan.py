"""The update of certain parameters, arranged once: what is new in each step are a few numbers.

The calls of a parameter's update depend on its arrays, its count of updates and its multipliers, and else on the optimizer alone.
So one parameter of each kind is asked for its calls in a step, and their numbers serve all parameters of that kind. An optimizer
of which this is not true says `_alike = False`; those of users are not looked at.
"""

from __future__ import annotations

import functools
import itertools
import operator
import sys
import weakref
from typing import Any

from ..ndarray import NDArray, arranged
from ..ndarray.fusing import is_unwatched
from .base import is_half

#: attributes of an optimizer that its numbers do not depend on, or only by way of the multipliers
_COUNTED = frozenset(
    """num_update begin_num_update _all_index_update_counts _index_update_count
    lr_mult wd_mult idx2name sym_info param_dict""".split()
)
_PLAIN = frozenset((float, int, bool, str, type(None)))


class Plan:
    """How an updater updates certain arrays.

    It holds none of them: an array is known by its `id`, and a plan that has lost one serves nobody any more.

    Parameters
    ----------
    optimizer : Optimizer
    indices : list of int or str
    weights, grads, states : list
        What `Updater` has for each of `indices`.
    """

    def __init__(self, optimizer: Any, indices: list, weights: list, grads: list, states: list) -> None:
        self._optimizer, self._indices = optimizer, indices
        self.device_id = weights[0].ctx.device_id
        self._nested = type(states[0]) is tuple
        self._half = any(map(is_half, weights))
        given = _given(weights, grads, states)
        self._ids = list(map(id, given))
        self._multipliers = optimizer._multipliers(indices)
        #: references to arrays that are gone, or None: then nothing is planned
        self.lost: list[Any] = []
        self._references = [weakref.ref(array, self.lost.append) for array in given]
        #: the parameters that are asked for their calls, each with the place of its first call
        self._asked: list[tuple[int, int]] = []
        self._arrangement: Any = None
        #: takes the arrangement's arrays from those given
        self._in_order: Any = None
        #: of an optimizer whose numbers follow from its settings: the last ones, and the numbers
        self._answered: tuple[Any, tuple] = None, ()
        self._names = [name for name in vars(optimizer) if name not in _COUNTED]

    def passed(self, scalars: tuple, ctx: Any) -> tuple:
        """Numbers as a program takes them."""
        return self._arrangement.passed(scalars, ctx)

    def arrange(self, weights: list, grads: list, states: list, calls: list) -> tuple[Any, list, tuple]:
        """The calls of all parameters, a list for each, arranged. If they use other arrays as well, `lost` is no longer empty."""
        arrangement, arrays, scalars = arranged([call for own in calls for call in own])
        places = {id(array): i for i, array in enumerate(_given(weights, grads, states))}
        order = [places.get(id(array), -1) for array in arrays]
        self._in_order = operator.itemgetter(*order)  # two at least, a weight and its gradient
        self.lost += [None] * order.count(-1)
        kinds, first = set(), 0
        for position, own in enumerate(calls):
            kind = self._multipliers[position], arrangement.kind(first, len(own))
            if kind not in kinds:
                kinds.add(kind)
                self._asked.append((position, first))
            first += len(own)
        self._arrangement = arrangement
        return arrangement, arrays, scalars

    def step(self, updater: Any, indices: list, weights: list, grads: list, known: dict) -> bool:
        """Update arrays; False where the plan is not for them as they are now. Then `known` has the calls that were asked for."""
        found = self.numbers(updater, indices, weights, grads, known)
        if found is None:
            return False
        scalars, given = found
        self._arrangement.run(self._in_order(given), scalars)
        return True

    def numbers(self, updater: Any, indices: list, weights: list, grads: list, known: dict) -> tuple[tuple, list] | None:
        """The numbers of a step, counted, and its arrays: weights, gradients, and those of states; None as for `step`."""
        given = self._as_planned(updater, indices, weights, grads)
        if given is None:
            return None
        optimizer = self._optimizer
        optimizer._set_current_context(self.device_id)
        counts = optimizer._index_update_count
        present = list(map(counts.get, indices))
        if (self._half and optimizer.multi_precision) or present.count(present[0]) < len(present):
            return None
        settings = self._settings()
        if settings is not None and settings == self._answered[0] and present[0] is not None:
            _count(optimizer, counts, indices, present[0] + 1)
            return self._answered[1], given
        for position, _ in self._asked:
            known[position] = optimizer.step_calls(
                indices[position], weights[position], grads[position], updater.states[indices[position]]
            )
        scalars = self._arrangement.scalars_of((first, known[position]) for position, first in self._asked)
        if scalars is None:
            return None
        counts.update(dict.fromkeys(indices, counts[indices[0]]))
        if settings is not None and _PLAIN.issuperset(settings[1 : len(self._names) + 1]):
            self._answered = settings, scalars
        return scalars, given

    def _as_planned(self, updater: Any, indices: list, weights: list, grads: list) -> list | None:
        """The arrays of a step; None where they, or what else the plan is for, are not as they were."""
        optimizer = self._optimizer
        if updater.optimizer is not optimizer or indices != self._indices or self.lost or not is_unwatched():
            return None
        states = list(map(updater.states.get, indices))
        if (type(states[0]) is tuple) != self._nested:
            return None
        try:
            given = _given(weights, grads, states)
        except TypeError:  # a state that is no tuple among others that are
            return None
        same = list(map(id, given)) == self._ids and optimizer._multipliers(indices) == self._multipliers
        return given if same else None

    def _settings(self) -> list | None:
        """What the numbers of a step follow from besides multipliers; None where the count of updates is a part of it."""
        optimizer = self._optimizer
        if not optimizer._steady or optimizer.lr_scheduler is not None:
            return None
        own = vars(optimizer)
        values = list(map(own.get, self._names))
        return [len(own), *map(type, values), *values]


def _count(optimizer, counts, indices, count) -> None:
    """Note that parameters were updated as often, as `Optimizer._update_count` does for one."""
    optimizer.num_update = max(optimizer.num_update, count)
    counts.update(dict.fromkeys(indices, count))


def _given(weights, grads, states):
    """The arrays of a step; all states are of the kind of the first one: arrays, tuples of them, or None."""
    if type(states[0]) is tuple:
        return [*weights, *grads, *itertools.chain.from_iterable(states)]
    return [*weights, *grads] if states[0] is None else [*weights, *grads, *states]


def first_step(updater: Any, indices: list, weights: list, grads: list, states: list, known: dict) -> bool:
    """Update arrays, and leave the updater the plan for further steps; False where each step has to be arranged anew.

    known    the calls of some parameters, by position, that `Plan.step` has asked for already
    """
    optimizer = updater.optimizer
    updater._plan = None
    if not known and not can_be_planned(optimizer, indices, weights, grads, states):
        return False
    plan = Plan(optimizer, indices, weights, grads, states)
    entries = enumerate(zip(indices, weights, grads, states))
    calls = [known.get(i) or optimizer.step_calls(*entry) for i, entry in entries]
    arrangement, arrays, scalars = plan.arrange(weights, grads, states, calls)
    arrangement.run(arrays, scalars)
    updater._plan = plan
    return True


def _all_equal(values) -> bool:
    return values.count(values[0]) == len(values)


@functools.lru_cache(64)
def _is_own(cls) -> bool:
    """Whether a class is one of this package; its `__module__` may be a name of MXNet's."""
    own = [module for name, module in list(sys.modules.items()) if name.startswith("jmx.optimizer.")]
    return any(vars(module).get(cls.__name__) is cls for module in own)


def can_be_planned(optimizer: Any, indices: list, weights: list, grads: list, states: list) -> bool:
    """Whether all steps on these arrays are alike, but for numbers."""
    if not optimizer._alike or not _is_own(type(optimizer)) or not is_unwatched():
        return False
    kinds = {(type(state), len(state) if type(state) is tuple else 0) for state in states}
    if len(kinds) > 1 or len(set(indices)) < len(indices):
        return False
    arrays = _given(weights, grads, states)
    if not all(isinstance(a, NDArray) and a._dense for a in arrays) or len({a.ctx for a in arrays}) > 1:
        return False
    if optimizer.multi_precision and any(map(is_half, weights)):
        return False
    return _all_equal(list(map(optimizer._index_update_count.get, indices)))
