"""Calls of a compiled function that are like an earlier one, known by what JAX says of their arrays.

`TieredJit` asks every array for its shape, and whether it is being traced, before it finds what XLA has compiled, which is a
tenth of what a small network's call costs. JAX has one description (`aval`) of all arrays that are alike, and what is compiled
ahead of time refuses those that are traced.
"""

from __future__ import annotations

import contextlib
import operator
from typing import Any

import jax

from . import tiered
from .sizes import run_error

_described = operator.attrgetter("aval")


class Alike:
    """A `TieredJit`, called through what it has compiled where arrays are like those of an earlier call.

    Parameters
    ----------
    function : TieredJit
    ahead : int
        How many arguments stand before the arrays; they are of the same kinds in every call.
    """

    __slots__ = ("_ahead", "_known", "function", "__weakref__")

    def __init__(self, function: tiered.TieredJit, ahead: int) -> None:
        self.function, self._ahead = function, ahead
        #: by descriptions of the arrays: (what runs them, their shapes as the function knows them)
        self._known: dict[tuple, tuple[Any, tuple]] = {}

    def __call__(self, *args: Any) -> Any:
        try:
            kinds = tuple(map(_described, args[self._ahead :]))
        except AttributeError:  # no array of JAX's
            return self.function(*args)
        known = self._known.get(kinds)
        if known is None or tiered.call_in_child is not None:
            return self._first(kinds, args)
        compiled = self.function.compiled
        # the sets of shapes that were used last are kept
        if len(compiled) > 1 and self.function.limit is not None:
            with contextlib.suppress(KeyError):  # another thread has dropped them
                compiled.move_to_end(known[1])
        try:
            return known[0](*args)
        except (TypeError, ValueError):  # traced, or on another device: the function says why, or has another program
            self._known.pop(kinds, None)
            return self.function(*args)
        except jax.errors.JaxRuntimeError as error:
            raise run_error(self.function.label[0], error) from error

    def _first(self, kinds: tuple, args: tuple) -> Any:
        """A call like none before; if XLA runs it, others like it are known from now on."""
        results = self.function(*args)
        compiled = self.function.compiled
        if compiled and tiered.call_in_child is None:
            shapes = tiered.shapes_of(args)
            found = compiled.get(shapes)
            # these may be called with what is being traced: one refuses it, the other is JAX's own function
            if type(found) is tiered.WithoutTrace or (found is not None and found is self.function.jitted):
                # no more than the function keeps, which drops what was not used for long
                if len(self._known) >= len(compiled):
                    self._known.clear()
                self._known[kinds] = getattr(found, "direct", found), shapes
        return results
