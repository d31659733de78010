"""Functions with gradients of their own, as `jax.custom_vjp`, and traces in which these are left out.

JAX takes a millisecond to note a call of such a function, so that it can be differentiated later. Most programs are not: what
computes a backward pass, or keeps what one needs, is differentiated by nobody. Such a program's trace is final. In it the
function itself is called, and what it consists of is noted in its place.
"""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.core import Tracer

from ...config import jax_programs

if TYPE_CHECKING:
    from collections.abc import Iterator


class Taken(NamedTuple):
    """A call of a `custom_vjp` in a final trace, by its forward pass."""

    function: custom_vjp
    args: tuple
    out: Any
    residuals: Any


class _Final(threading.local):
    #: whether a function that `last` made begins a final trace; that trace, within it
    expected = False
    trace: Any = None
    #: a list that gets the calls which are not inside of others; None where nobody asks for them
    calls: list[Taken] | None = None


_final = _Final()


class custom_vjp(jax.custom_vjp):
    """`jax.custom_vjp`, but in final traces a plain call of the function."""

    def __init__(self, fun: Callable[..., Any], nondiff_argnums: tuple[int, ...] = ()) -> None:
        super().__init__(fun, nondiff_argnums=nondiff_argnums)
        jax_programs.describe_once(fun)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Its result."""
        if _final.trace is None or kwargs or not is_final(args):
            return super().__call__(*args, **kwargs)
        calls, _final.calls = _final.calls, None
        if calls is None:
            return self.fun(*args)
        # the forward pass gets what the function takes by default, as from JAX
        defaults, code = getattr(self.fun, "__defaults__", None), getattr(self.fun, "__code__", None)
        if defaults and code is not None and len(args) < code.co_argcount:
            args = *args, *defaults[len(args) - code.co_argcount :]
        try:
            out, residuals = self.fwd(*args)  # pyright: ignore[reportOptionalCall]
        finally:
            _final.calls = calls
        calls.append(Taken(self, args, out, residuals))
        return out

    def defvjp(self, fwd: Callable[..., Any], bwd: Callable[..., Any], **how: Any) -> None:
        """Set the forward pass that leaves residuals, and the backward pass."""
        jax_programs.describe_once(fwd)
        jax_programs.describe_once(bwd)
        super().defvjp(fwd, bwd, **how)


def is_final(args: Any) -> bool:
    """Whether arrays belong to a final trace of this thread; of nested arguments the leaves count."""
    found = False
    for a in args:
        if isinstance(a, (tuple, list)):
            a = jax.tree_util.tree_leaves(a)
            if any(isinstance(leaf, Tracer) for leaf in a) and not is_final(a):
                return False
        elif isinstance(a, Tracer):
            if jax_programs.trace_of(a) is not _final.trace:
                return False
            found = True
    return found and _final.trace is not None


@contextlib.contextmanager
def final(args: Any) -> Iterator[None]:
    """A scope in which the trace that arrays belong to is final."""
    before = _final.trace
    _final.trace = next((jax_programs.trace_of(a) for a in jax.tree_util.tree_leaves(args) if isinstance(a, Tracer)), None)
    try:
        yield
    finally:
        _final.trace = before


@contextlib.contextmanager
def taken() -> Iterator[list[Taken]]:
    """A scope in which calls of functions with gradients of their own, in a final trace, are noted."""
    before, calls = _final.calls, []
    _final.calls = calls
    try:
        yield calls
    finally:
        _final.calls = before


class _Step(NamedTuple):
    """A call that gradients pass.

    fixed     its arguments that are no arrays, in order
    targets   for each other argument the place that its gradient belongs to, or None
    places    of the leaves of its result; `described`: their shapes and types; `tree`: how they are nested
    kept      the tree of its residuals, and those that are no arrays, None for arrays
    """

    function: custom_vjp
    fixed: tuple
    targets: tuple
    places: tuple
    described: tuple
    tree: Any
    kept: tuple[Any, list]

    def gradients(self, residuals, cts) -> Any:
        """Those of the arguments that are arrays."""
        tree, rest = self.kept
        arrays = iter(residuals)
        filled = [next(arrays) if value is None else value for value in rest]
        nested = jax.tree_util.tree_unflatten(tree, filled)
        back: Any = self.function.bwd
        return back(*self.fixed, nested, jax.tree_util.tree_unflatten(self.tree, cts))


class OwnPullback:
    """The pullback of what is made by functions with gradients of their own; a pytree of what their forward passes have left.

    A place is the number of an input, or (number of a call, number of a leaf of its result).

    Parameters
    ----------
    steps : tuple of _Step
    heads : tuple
        Where the outputs are; None for one without gradient.
    inputs : tuple of (tuple, dtype)
        Shapes and types of the inputs.
    residuals : list
        Those of each step.
    """

    def __init__(self, steps, heads, inputs, residuals) -> None:
        self.steps, self.heads, self.inputs, self.residuals = steps, heads, inputs, residuals

    def __call__(self, cts) -> tuple[Any, ...]:
        sums: dict = {}

        def add(place, gradient):
            if place is not None and gradient is not None:
                sums[place] = lax.add(sums[place], gradient) if place in sums else gradient

        for place, ct in zip(self.heads, cts):
            add(place, ct)
        for step, residuals in zip(reversed(self.steps), reversed(self.residuals)):
            given = [sums.get(place) for place in step.places]
            if any(ct is not None for ct in given):
                full = [_zeros(*like) if ct is None else ct for ct, like in zip(given, step.described)]
                for place, gradient in zip(step.targets, step.gradients(residuals, full)):
                    add(place, gradient)
        return tuple([sums[i] if i in sums else _zeros(*like) for i, like in enumerate(self.inputs)])


def _zeros(shape, dtype):
    return jnp.zeros(shape, dtype) if jnp.issubdtype(dtype, jnp.inexact) else np.zeros(shape, jax.dtypes.float0)


jax.tree_util.register_pytree_node(
    OwnPullback, lambda p: (p.residuals, (p.steps, p.heads, p.inputs)), lambda about, residuals: OwnPullback(*about, residuals)
)


def own_pullback(calls: list[Taken], arrays: tuple, outs: tuple) -> OwnPullback | None:
    """The pullback of what made `outs` from `arrays` with these `calls`, if gradients pass nothing else; otherwise None."""
    if any(isinstance(a, Tracer) and jax_programs.variable_of(a) is None for a in arrays):
        return None  # nothing tells one array from another
    key = lambda array: id(jax_programs.variable_of(array))
    places: dict[int, Any] = {key(a): i for i, a in enumerate(arrays)}
    steps, residuals = [], []

    def place(array):
        if not isinstance(array, Tracer):
            return None
        known = places.get(key(array))
        if known is None and jax_programs.depends_on(array, places):
            raise _Mixed
        return known

    try:
        for number, call in enumerate(calls):
            at = call.function.nondiff_argnums
            given = [a for i, a in enumerate(call.args) if i not in at]
            if call.function.symbolic_zeros or any(place(a) is not None for b in given for a in _nested(b)):
                return None
            targets = tuple([None if _nested(a) else place(a) for a in given])
            if any(target is not None for target in targets):
                leaves, tree = jax.tree_util.tree_flatten(call.out)
                own = [(number, i) for i in range(len(leaves))]
                described = tuple([(leaf.shape, leaf.dtype) for leaf in leaves])
                fixed = tuple([call.args[i] for i in at])
                kept, tree_of_kept = jax.tree_util.tree_flatten(call.residuals)
                arrays_kept = [value for value in kept if isinstance(value, jax.Array)]
                rest = [None if isinstance(value, jax.Array) else value for value in kept]
                steps.append(_Step(call.function, fixed, targets, tuple(own), described, tree, (tree_of_kept, rest)))
                residuals.append(arrays_kept)
                # one that comes out as it went in has no place of its own
                if any(key(leaf) in places for leaf in leaves):
                    return None
                places.update(zip(map(key, leaves), own))
        heads = tuple([place(made) if jnp.issubdtype(made.dtype, jnp.inexact) else None for made in outs])
    except _Mixed:
        return None
    return OwnPullback(tuple(steps), heads, tuple([(a.shape, a.dtype) for a in arrays]), residuals)


class _Mixed(Exception):
    """Gradients pass more than functions with gradients of their own."""


def _nested(argument) -> list:
    return jax.tree_util.tree_leaves(argument) if isinstance(argument, (tuple, list, dict)) else []


@contextlib.contextmanager
def expecting_final() -> Iterator[None]:
    """A scope in which programs are traced that nobody differentiates."""
    before = _final.expected, _final.trace
    _final.expected, _final.trace = True, None
    try:
        yield
    finally:
        _final.expected, _final.trace = before


def last(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, whose trace is final where that is expected."""

    def traced(*args):
        if not _final.expected:
            return function(*args)
        _final.expected = False
        try:
            with final(args):
                return function(*args)
        finally:
            _final.expected = True

    named: Any = function
    while isinstance(named, functools.partial):
        named = named.func
    traced.__name__ = getattr(named, "__name__", type(named).__name__)  # by which reports know what is compiled
    return traced
