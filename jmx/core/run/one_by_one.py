"""The first runs of an update of many parameters: NumPy and the kernels take one call after the other, and nothing is compiled.

Compiled, an update takes less time, but to trace and to compile it takes as long as hundreds of runs. A new value is written
before the next call makes its own, so that there is memory for one parameter twice, not for all.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np
from jax.core import Tracer

from ... import config
from ...config import compile_log
from ...config.compile_log import FOR_EVER
from ...util import is_bit_equal
from ..declare.x64 import is_on
from ..numpy_tier import ByElements, Interpreted, Uncovered, for_any_shape, forked, on_device, several_devices, spread
from . import rng

#: by what the calls are, and what JAX says of their arrays: `OneByOne`
_known: dict[tuple, Any] = {}
#: by what one call is, and what JAX says of its arrays: what runs it
_calls: dict[tuple, Any] = {}
_MOST_KNOWN, _MOST_CALLS = 256, 4096
#: how often an update is run so at most
MOST_RUNS = 64
#: fewest runs of an update that is compiled behind half as many more
_FEWEST_BEHIND = 4
#: seconds that a call of a kernel takes longer than in a compiled program, and so does an element that it makes
_FOR_A_CALL, _FOR_AN_ELEMENT = 8e-6, 2e-10


class OneByOne:
    """What runs calls whose arrays have certain shapes and types.

    Parameters
    ----------
    bound, slots, index
        What `Arrangement` has.
    scalars : tuple
        The numbers of all calls, like those of every run.
    arrays : list of jax.Array
        Arrays that are like those of every run, in the order of `index`.
    """

    __slots__ = ("_calls", "_behind", "runs_left", "whole")

    def __init__(
        self, bound: Sequence[Any], slots: Sequence[tuple], index: Sequence[int], scalars: tuple, arrays: list[Any]
    ) -> None:
        self._calls: list[tuple] = []
        #: the program of all calls, when it has begun to be compiled
        self.whole: Any = None
        compiling = running = 0.0
        try:
            for number, (call, (start, count, places)) in enumerate(zip(bound, slots)):
                taken = index[start : start + count]
                inputs = [arrays[i] for i in taken]
                runs = _that_runs(call, tuple([scalars[i] for i in places]), inputs)
                compiling, running = (total + more for total, more in zip((compiling, running), runs.costs(inputs)))
                self._calls.append((runs, number, taken, places))
            #: how often it may still run
            self.runs_left = int(min(compiling / running, MOST_RUNS))
        except Uncovered:
            self.runs_left = 0
        if self.runs_left and config.get("JMX_COMPILE") == "never":
            self.runs_left = FOR_EVER
        self._behind = self.runs_left // 2 if _FEWEST_BEHIND <= self.runs_left < FOR_EVER else -1
        self.runs_left += max(self._behind, 0)

    @property
    def all_calls_left(self) -> int:
        """What the log of compilations counts by."""
        return self.runs_left

    def begins_to_be_compiled(self) -> bool:
        """Whether the program of all calls is to be compiled behind the runs that are left, and this has not been begun."""
        return self.whole is None and self.runs_left <= self._behind and not several_devices()

    def run(self, held: Callable[[int], Any], write: Callable[[int, list], None], scalars: tuple, rng_state: Any) -> None:
        """Run the calls.

        Parameters
        ----------
        held : callable
            The buffer of the array at a place.
        write : callable
            Given the number of results that were written before, it writes the next ones.
        scalars : tuple
            The numbers of all calls.
        rng_state : numpy.ndarray, optional
            For calls that draw random numbers.
        """
        self.runs_left -= 1
        run = _Run(self._calls, held, write, scalars, rng_state)
        try:
            run.to_the_end()
        except BaseException:  # an interrupt: an update of some of the weights would be worse than one that comes a moment later
            run.to_the_end()
            raise


class _Run:
    """A run, and how far it has come: it can be gone on with after an interrupt at any point."""

    __slots__ = ("_calls", "_held", "_rng_state", "_scalars", "_state", "_write")

    def __init__(self, calls, held, write, scalars, rng_state) -> None:
        self._calls, self._held, self._write, self._scalars, self._rng_state = calls, held, write, scalars, rng_state
        #: calls that are done, results that are written, and those of the next call, which are to be written
        self._state: tuple[int, int, list | None] = 0, 0, None

    def to_the_end(self) -> None:
        with np.errstate(all="ignore"):  # MXNet does not warn of NaN and infinity either
            while self._state[0] < len(self._calls):
                self._next()

    def _next(self) -> None:
        done, written, results = self._state
        if results is None:
            runs, number, taken, places = self._calls[done]
            numbers = tuple([self._scalars[i] for i in places])
            results = runs(numbers, list(map(self._held, taken)), self._rng_state, number)
            self._state = done, written, results
        self._write(written, results)  # once more after an interrupt, which is the same
        self._state = done + 1, written + len(results), None


def possible(arrays: Sequence[Any]) -> bool:
    """Whether calls on such arrays may run one by one at the moment."""
    kinds = set(map(type, arrays))
    if len(kinds) != 1 or not isinstance(arrays[0], jax.Array) or isinstance(arrays[0], Tracer):
        return False
    if is_bit_equal() or forked() or config.get("JMX_COMPILE") == "now":
        return False
    return not several_devices() or not (spread(arrays) or _device_of(arrays[0]).platform != "cpu")


def find(bound: tuple, slots: tuple, index: tuple, scalars: tuple, arrays: list[Any]) -> OneByOne:
    """What runs calls on such arrays; the same for all that are like them."""
    key = bound, slots, index, is_on(), *[array.aval for array in arrays]
    known = _known.get(key)
    if known is None:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        known = _known.setdefault(key, OneByOne(bound, slots, index, scalars, arrays))
        if compile_log.on and known.runs_left > 0:
            shapes, dtypes = zip(*[(array.shape, array.dtype) for array in arrays])
            compile_log.interpreted(title(bound), (shapes, *dtypes), known)
    return known


def title(bound: tuple) -> tuple[str, str]:
    """What an update is called in reports of compilations, and what it computes."""
    return f"{len(bound)} calls of {', '.join(dict.fromkeys(call.op.name for call in bound))}", "update"


def _device_of(array: Any) -> Any:
    return next(iter(array.devices()))


def _that_runs(bound: Any, scalars: tuple, arrays: list[Any]) -> _Call:
    """What runs one call, by a program that has been made for arrays of another shape if there is one."""
    shapes = {array.shape for array in arrays}
    kinds = bound, is_on(), *[array.dtype for array in arrays]
    known = _calls.get(kinds) if len(shapes) == 1 else None
    if known is None:
        key = bound, is_on(), *[array.aval for array in arrays]
        known = _calls.get(key)
        if known is None:
            if len(_calls) >= _MOST_CALLS:
                _calls.clear()
            known = _Call(bound, scalars, arrays)
            _calls[key if known.elements is None else kinds] = known
    return known


class _Call:
    """One call, for arrays of certain types, as NumPy runs it.

    Raises `Uncovered` where it has to be compiled.

    Parameters
    ----------
    bound : BoundOp
    scalars : tuple
        Its numbers.
    arrays : list of jax.Array
        Its arrays.
    """

    __slots__ = ("_compiled", "_draws", "_jitted", "elements", "general")

    def __init__(self, bound: Any, scalars: tuple, arrays: list[Any]) -> None:
        self._draws = bound.program.needs_key
        drawn = (np.zeros(3, np.uint32), np.uint32(0)) if self._draws else None
        self._jitted = jax.jit(functools.partial(_results, bound.program))
        leaves, tree = jax.tree_util.tree_flatten((drawn, scalars, arrays))
        count = len(leaves) - len(arrays)
        # JAX keeps all traces of a function as long as it
        traced = jax.jit(functools.partial(_results, bound.program)).trace(drawn, scalars, arrays)
        self.general = Interpreted(traced.jaxpr, always=True)
        #: the program for arrays of any shape that they all have, or None
        self.elements: ByElements | None = None
        if not self._draws and all(type(number) is float for number in scalars):
            trace = jax.jit(functools.partial(_results, bound.program)).trace
            self.elements = for_any_shape(lambda given: trace(*tree.unflatten(given)).jaxpr, self.general.program, leaves, count)
        #: whether it has failed, so that it is compiled
        self._compiled = False

    def costs(self, arrays: list[Any]) -> tuple[float, float]:
        """Reckoned seconds: what it adds to a compilation, and by how much a run is behind a compiled one."""
        program = self.general.program
        if self.elements is None:
            return program.compiling, program.running_often
        return program.compiling, _FOR_A_CALL + _FOR_AN_ELEMENT * math.prod(arrays[0].shape)

    def __call__(self, scalars: tuple, arrays: list[Any], rng_state: Any, number: int) -> list:
        drawn = (rng_state, np.uint32(number)) if self._draws else None
        if not self._compiled:
            try:
                return self._by_numpy(drawn, scalars, arrays)
            except Exception:  # a rule that fails on this input
                self._compiled = True
        return list(self._jitted(drawn, scalars, arrays))

    def _by_numpy(self, drawn: Any, scalars: tuple, arrays: list[Any]) -> list:
        if self.elements is not None:
            values = self.elements(scalars, arrays)
        else:
            values = self.general(jax.tree_util.tree_leaves((drawn, scalars, arrays)))
        device = _device_of(arrays[0])
        return [on_device(value, device) for value in values]


def _results(program: Any, drawn: Any, scalars: tuple, arrays: list[Any]) -> list[Any]:
    """The outputs of one call, and the new values of its states."""
    # as in a compiled program of all calls, where the numbers of the calls are known
    key = None if drawn is None else jax.random.fold_in(rng.key_of(drawn[0]), drawn[1])
    outs, aux = program.fn(False, "cpu", key, scalars, *arrays)
    return [*outs[: program.n_visible], *aux]
