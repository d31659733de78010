"""Entry points for the layers above: one operator call, many updates in one program, pure functions from other libraries."""

from __future__ import annotations

import functools
from typing import Any

import jax

from ..base import MXNetError
from ..context import current_context
from ..core.declare.x64 import x64
from ..core.run import dispatch
from ..core.run.dispatch import invoke as invoke_op
from ..core.run.fused_update import fused
from ..core.run.program import Program
from ..core.run.storage import ArrayBase, move, wrap


def invoke(op: Any, inputs: Any, attrs: Any = None, out: Any = None) -> Any:
    """Call an operator (name or `Op`) or a `Program` on arrays; recorded when recording is on."""
    if isinstance(op, Program):
        outs = dispatch.run(op, list(inputs), (), None if out is None else out if isinstance(out, list) else [out])
        return outs[0] if len(outs) == 1 else outs
    return invoke_op(op, list(inputs), attrs, out)


def fused_update(calls: Any) -> None:
    """Run independent operator calls (op, inputs, attributes, out) as one compiled program that overwrites in place.

    Traced scalars (lr, wd, ...) may change without compiling anew; overwritten buffers are donated. See
    `jmx.core.run.fused_update`. Calls with sparse arrays run one by one.
    """
    if dispatch.sparse_hook is not None:
        sparse = [c for c in calls if not all(a._dense for a in c[1])]
        if sparse:
            for call in sparse:
                invoke_op(*call)
            calls = [c for c in calls if not any(c is s for s in sparse)]
    fused(calls)


_together = fused


def is_unwatched() -> bool:
    """Whether nobody looks at updates: neither a profiler (`profiler/hooks.py`) nor a search for NaN (`execution/checks.py`)."""
    return fused is _together


@functools.lru_cache(64)
def _jitted(fn):
    return jax.jit(fn)


def apply_pure(fn: Any, *trees: Any) -> Any:
    """Call the pure function `fn` of jax arrays, compiled, on nested lists, tuples and dicts of NDArrays.

    Returns what `fn` returns, with its arrays as NDArrays on the context of the first input. Nothing is recorded.
    """
    leaves, tree = jax.tree_util.tree_flatten(trees, is_leaf=lambda x: isinstance(x, ArrayBase))
    ctx = next((x._ctx for x in leaves if isinstance(x, ArrayBase)), None) or current_context()
    bufs = [x._data() if isinstance(x, ArrayBase) else x for x in leaves]
    with x64(*(b for b in bufs if hasattr(b, "dtype"))):
        try:
            result = _jitted(fn)(*jax.tree_util.tree_unflatten(tree, bufs))
        except (TypeError, ValueError) as error:
            raise MXNetError(f"{getattr(fn, '__name__', fn)} failed: {error}") from error
    return jax.tree_util.tree_map(lambda b: wrap(move(b, ctx), ctx), result)
