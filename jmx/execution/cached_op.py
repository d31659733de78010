"""`CachedOp`: a symbol as a function on arrays, one compiled program per shape and mode."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from ..base import MXNetError
from ..context import current_context
from ..core.declare.op import Varies
from ..core.graph.lower import alone, lower
from ..core.run import dispatch
from ..core.run.storage import wrap
from ..symbol import register
from . import monitor_names
from .monitor_names import NodeName
from .segments import ByStorage, by_program, stepwise

__all__ = ["CachedOp"]


def _array_class(sym):
    """The class of the outputs of a symbol: `mx.np.ndarray` for one of the NumPy interface."""
    if type(sym) is not register.numpy_class:
        return None
    from ..ndarray.numpy.array import ndarray

    return ndarray


class CachedOp:
    """A symbol that is called like a function; this is what `hybridize()` runs.

    Parameters
    ----------
    sym : Symbol
    flags : sequence of (str, value)
        MXNet's tuning flags (`static_alloc`, `inline_limit`, ...); accepted: XLA plans memory and fuses by itself.
    """

    __slots__ = ("program", "_names", "_segments", "_by_storage", "_hook", "_hook_all", "_class", "_symbol")

    def __init__(self, sym, flags=()) -> None:
        # a copy: the symbol may be composed with others later, which changes its nodes
        self._symbol = sym.__copy__()
        self.program = lower(self._symbol._entries)
        self._names = tuple(n.name for n in self.program.graph.inputs)
        self._segments = by_program(self.program.graph) if self.program.dynamic else None
        #: the same for sparse arrays, made by the first call with one
        self._by_storage: ByStorage | None = None
        self._hook: Callable[..., None] | Any = None  # `_watch` runs only where there is one
        self._hook_all = False
        self._class = _array_class(sym)

    @property
    def handle(self):
        """The compiled program, where MXNet has a C handle."""
        return self.program

    @property
    def is_np_sym(self) -> bool:
        """Whether the symbol is of the NumPy interface, so that outputs are `mx.np.ndarray`s."""
        return self._class is not None

    def __call__(self, *args, out=None, default_ctx=None, default_device=None) -> Any:
        """Run the graph on arrays, recorded as one node where autograd records.

        Parameters
        ----------
        *args : NDArray
            In the order of the symbol's `list_inputs()`; auxiliary states are written in place.
        out : NDArray or list of NDArray, optional
            Where to write the outputs.
        default_ctx, default_device : Context, optional
            Where a graph without inputs runs; by default the current context.

        Returns
        -------
        NDArray or list of NDArray
            A list where the symbol has several outputs.

        Raises
        ------
        MXNetError
            The number of arrays is wrong or an operator refuses them; nothing has been written then.
        """
        if default_device is not None:
            default_ctx = default_device
        if not self._names and len(args) == 1 and args[0] is None:
            args = ()  # as MXNet 2.0's blocks call it
        if len(args) != len(self._names):
            raise MXNetError(
                f"CachedOp requires {len(self._names)} inputs ({', '.join(self._names)}), but {len(args)} were given"
            )
        last = first = args[0]._ctx if args else None
        for a in args:
            # contexts are compared only where the objects differ: this loop is part of every call
            if a._ctx is not last:
                last = a._ctx
                if last != first:
                    self._refuse_contexts(args)
        if self._hook is not None:
            self._watch(args, args[0].ctx if args else default_ctx or current_context())
        segments = self._segments
        # the hook is there once a sparse array was made: before that no argument has to be looked at
        if dispatch.sparse_hook is not None:
            for a in args:
                # one program of the whole graph would make a sparse array, or gradient, dense
                if not a._dense or (a._grad is not None and not a._grad._dense):
                    segments = self._by_storage = self._by_storage or ByStorage(self.program.graph)
                    break
        targets = None if out is None else list(out) if isinstance(out, (list, tuple)) else [out]
        try:
            if segments is not None:
                outs = self._run_segments(segments, args, targets, default_ctx)
            else:
                outs = dispatch.run(self.program, args, (), targets, default_ctx, self._class)
        # only tracing finds out that the shapes of a loop change from iteration to iteration
        except Varies:
            self._segments = stepwise(self.program.graph)
            outs = self._run_segments(self._segments, args, targets, default_ctx)
        # the program may be shared with an equal graph, whose operators the message names: run alone, it names this one's
        except MXNetError:
            own = alone(self.program)
            if own is None:
                raise
            self.program = own
            return self(*args, out=out, default_ctx=default_ctx)
        if out is not None:
            return out
        return outs[0] if len(outs) == 1 else outs

    def _refuse_contexts(self, args):
        first = args[0].ctx
        name, other = next((n, a.ctx) for n, a in zip(self._names, args) if a.ctx != first)
        raise MXNetError(
            f"CachedOp requires all inputs to live on the same context, but {self._names[0]} is on {first} while {name} is on "
            f"{other}. Move them with as_in_context()."
        )

    def _run_segments(self, segments, args, out, ctx):
        results = segments.run(args, ctx, self._class)[0]
        if out is not None:
            for target, value in zip(out, results):
                value.copyto(target)
        return results

    def _register_op_hook(self, callback, monitor_all=False) -> None:
        """Call `callback(name, operator name, NDArray)` for every node's outputs, and inputs if `monitor_all`.

        Outputs that nothing uses are left out.
        """
        self._hook, self._hook_all = callback, bool(monitor_all)

    def _watch(self, args, ctx) -> None:
        import jax

        from ..autograd import is_training
        from ..core.declare.x64 import x64

        bufs = [a._data() for a in args]

        graph, numbers = self.program.graph, itertools.count()
        used = {source for step in graph.steps for source in step.sources}.union(graph.heads)

        def watch(step, inputs, outs):
            node = step.node
            if self._hook_all:
                for name, value in zip(monitor_names.inputs(node), inputs):
                    self._hook(NodeName(name), node.op.name, wrap(value, ctx))
            number = next(numbers)
            for i, name in enumerate(monitor_names.block_outputs(node)):
                if (number, i) in used:
                    self._hook(NodeName(name), node.op.name, wrap(outs[i], ctx))

        with x64(self.program.wide, *bufs):
            # not the stream's: looking on must not change which numbers the program draws
            key = jax.random.key(0) if self.program.needs_key else None
            graph.watch(is_training(), ctx.device.platform, key, bufs, watch)
