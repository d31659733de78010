"""Calls of operators that one program repeats: JAX traces them once."""

from __future__ import annotations

import collections
from typing import Any

import jax


class Repeated:
    """The calls of operators in one program that is being traced.

    A network repeats its blocks, and an update does the same to every parameter. JAX takes 0.5 to 3 ms to trace an operator, and
    as long again for its gradient. Calls of one kind are therefore calls of one function, which JAX traces once and inserts where
    it is called. A call that is the only one of its kind is traced in place: a function costs 0.3 ms more.

    Parameters
    ----------
    kinds : dict
        The kind of every call: what it computes, and the shapes as far as they are known.
    """

    def __init__(self, kinds) -> None:
        self._kinds, self._counts = kinds, collections.Counter(kinds.values())
        self._functions: dict = {}

    def __call__(self, call, function, *args) -> tuple[Any, ...]:
        """`function(*args)`, which computes what calls of the kind of `call` do."""
        if not self.is_repeated(call):
            return function(*args)
        kind = self.kind(call)
        known = self._functions.get(kind)
        if known is None:
            # inlined, so that XLA sees the same program as without it and fuses across calls
            known = self._functions[kind] = jax.jit(function, inline=True)
        return known(*args)

    def kind(self, call) -> Any:
        """The kind of a call, or None."""
        return self._kinds.get(call)

    def is_repeated(self, call) -> bool:
        """Whether there are several calls of its kind."""
        return self._counts[self.kind(call)] > 1
