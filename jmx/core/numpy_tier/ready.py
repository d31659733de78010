"""What NumPy runs again and again: an arranged program with all that does not change between its calls.

`tiered` finds such a call by the shapes of its arguments, as it finds what XLA has compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from ...config import jax_programs
from ...config.compile_log import FOR_EVER
from . import quiet
from .blas import around
from .device_put import on_device, placing
from .interpreter import Interpreted
from .rules import copied


class Ready:
    """A program that has been arranged (`straight`), for arguments of certain types on one device.

    Parameters
    ----------
    program : Interpreted
        A program that has been called often enough.
    leaves : sequence
        Arguments that it has been called with: arrays of JAX's, all on `device`, and numbers.
    tree : jax.tree_util.PyTreeDef
        The structure of its results.
    device : jax.Device
        Where results go.
    """

    __slots__ = ("_keeps", "_kinds", "_place", "_plain", "_products", "_program", "_repeated", "_straight", "_unflatten")

    def __init__(self, program: Interpreted, leaves: Sequence[Any], tree: Any, device: Any) -> None:
        straight: Any = program.often.straight
        self._keeps = program.keeps
        self._program, self._straight, self._unflatten = program, straight, tree.unflatten
        self._kinds = [(type(leaf), getattr(leaf, "dtype", None)) for leaf in leaves]
        outputs: list[int] = straight.outputs
        #: results that are others once more: (position, position of the other)
        self._repeated = [(k, outputs.index(i)) for k, i in enumerate(outputs) if outputs.index(i) != k]
        self._place = _all_places(program, device, dict(self._repeated))
        #: whether the program multiplies matrices; whether its results are (outputs, nothing), as those of most operators
        self._products = bool(program.program.products)
        self._plain = tree == jax.tree_util.tree_structure(((0,) * len(outputs), ()))
        if not straight.steps:  # then no compiled program is faster
            program.calls_left += FOR_EVER

    def __call__(self, leaves: Sequence[Any]) -> Any:
        """The results for other arguments of the same shapes; None where they have to be found in another way."""
        program = self._program
        if program.calls_left <= 0:
            return None
        if not leaves and jax_programs.within_trace():  # a part of the program that is traced
            return None
        for leaf, (kind, dtype) in zip(leaves, self._kinds):
            # `aval` before `dtype`, which is a frame more
            if type(leaf) is not kind or (dtype is not None and getattr(leaf, "aval", leaf).dtype is not dtype):
                return None
        token = quiet.begin()
        try:
            if self._keeps:
                leaves = program.with_kept(leaves)
            if self._products:
                with around(1):
                    values = self._straight(leaves)
            else:
                values = self._straight(leaves)
            results = self._place(values, leaves)
        except Exception:  # this input is one that a rule does not cover, or nothing is kept of these parameters
            return None
        finally:
            quiet.end(token)
        program.calls_left -= 1
        for k, i in self._repeated:
            results[k] = results[i]
        return (tuple(results), ()) if self._plain else self._unflatten(results)

    @staticmethod
    def of(program: Interpreted, leaves: Sequence[Any], tree: Any, device: Any) -> Ready | None:
        """One for a program that is arranged, or None where results take a longer way to the device."""
        if not placing((), np.dtype(bool), device):
            return None
        return Ready(program, leaves, tree, device)


def _all_places(program: Interpreted, device: Any, elsewhere: dict) -> Callable[[Any, Any], list[Any]]:
    """A function (values that a program gave, its arguments) -> results on the device, without those that are found elsewhere."""
    arranged = program.often
    straight: Any = arranged.straight
    places: list[Any] = []
    for k, (slot, (shape, dtype)) in enumerate(zip(straight.outputs, arranged.program.results)):
        constant = straight.initial[slot]
        if k in elsewhere:
            places.append(_nothing)
        elif slot in straight.fresh:
            places.append(placing(shape, dtype, device))
        elif slot < len(arranged.program.kinds):  # an argument, which may lie in memory that others write to (DLPack)
            places.append(_of_copy(placing(shape, dtype, device)))
        elif constant is not None and constant.shape == shape and constant.dtype == dtype:
            # what takes no arrays makes new ones: a program that is recorded knows by that what it has made itself
            shared = bool(arranged.program.kinds)
            made = _always(on_device(copied(constant), device)) if shared else _copy_of(constant, placing(shape, dtype, device))
            places.append(made)
        else:
            return lambda values, leaves: [on_device(value, device) for value in arranged.owned(values, leaves)]
    if len(places) == 1:
        (sole,) = places
        return lambda values, leaves: [sole(values[0])]
    return lambda values, leaves: [place(value) for place, value in zip(places, values)]


def _nothing(value: Any) -> None:
    return None


def _of_copy(place: Callable[[np.ndarray], jax.Array]) -> Callable[[np.ndarray], jax.Array]:
    return lambda value: place(copied(value))


def _copy_of(constant: np.ndarray, place: Callable[[np.ndarray], jax.Array]) -> Callable[[Any], jax.Array]:
    return lambda value: place(copied(constant))


def _always(result: jax.Array) -> Callable[[Any], jax.Array]:
    return lambda value: result
