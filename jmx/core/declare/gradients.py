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
from typing import TYPE_CHECKING, Any

import jax

from ...config import jax_internals

if TYPE_CHECKING:
    from collections.abc import Iterator


class _Final(threading.local):
    #: whether a function that `last` made begins a final trace; that trace, within it
    expected = False
    trace: Any = None


_final = _Final()


class custom_vjp(jax.custom_vjp):
    """`jax.custom_vjp`, but in final traces a plain call of the function."""

    def __init__(self, fun: Callable[..., Any], nondiff_argnums: tuple[int, ...] = ()) -> None:
        super().__init__(fun, nondiff_argnums=nondiff_argnums)
        jax_internals.describe_once(fun)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Its result."""
        if _final.trace is not None and not kwargs and is_final(args):
            return self.fun(*args)
        return super().__call__(*args, **kwargs)

    def defvjp(self, fwd: Callable[..., Any], bwd: Callable[..., Any], **how: Any) -> None:
        """Set the forward pass that leaves residuals, and the backward pass."""
        jax_internals.describe_once(fwd)
        jax_internals.describe_once(bwd)
        super().defvjp(fwd, bwd, **how)


def is_final(args: Any) -> bool:
    """Whether arrays belong to a final trace of this thread; of nested arguments the leaves count."""
    found = False
    for a in args:
        if isinstance(a, (tuple, list)):
            a = jax.tree_util.tree_leaves(a)
            if any(isinstance(leaf, jax.core.Tracer) for leaf in a) and not is_final(a):
                return False
        elif isinstance(a, jax.core.Tracer):
            if jax_internals.trace_of(a) is not _final.trace:
                return False
            found = True
    return found and _final.trace is not None


@contextlib.contextmanager
def final(args: Any) -> Iterator[None]:
    """A scope in which the trace that arrays belong to is final."""
    before = _final.trace
    _final.trace = next(
        (jax_internals.trace_of(a) for a in jax.tree_util.tree_leaves(args) if isinstance(a, jax.core.Tracer)), None
    )
    try:
        yield
    finally:
        _final.trace = before


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
