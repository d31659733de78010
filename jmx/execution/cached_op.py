"""`CachedOp`: a symbol as a function on arrays, one compiled program per shape and mode."""

from __future__ import annotations

import itertools

from ..base import MXNetError
from ..core.declare.op import Varies
from ..core.graph.lower import alone, lower
from ..core.run import dispatch
from ..symbol import register
from . import monitor_names
from .monitor_names import NodeName
from .segments import Stretch, parts

__all__ = ["CachedOp"]


def _sparse(array):
    """Whether an array is sparse or wants a sparse gradient, which one program of the whole graph would make dense."""
    return array.stype != "default" or (array._grad is not None and array._grad.stype != "default")


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

    __slots__ = ("program", "_names", "_run", "_hook", "_hook_all", "_class", "_symbol", "_parts")

    def __init__(self, sym, flags=()):
        self._symbol = sym.__copy__()
        self.program = lower(self._symbol)
        self._names = tuple(n.name for n in self.program.graph.inputs)
        self._run = self._by_parts if self.program.dynamic else dispatch.run
        self._parts = None
        self._hook, self._hook_all = None, False
        self._class = _array_class(sym)

    def __call__(self, *args, out=None, default_ctx=None):
        """Run the graph on arrays, recorded as one node where autograd records.

        Parameters
        ----------
        *args : NDArray
            In the order of the symbol's `list_inputs()`; auxiliary states are written in place.
        out : NDArray or list of NDArray, optional
            Where to write the outputs.

        Returns
        -------
        NDArray or list of NDArray
            A list where the symbol has several outputs.

        Raises
        ------
        MXNetError
            The number of arrays is wrong or an operator refuses them; nothing has been written then.
        """
        if len(args) != len(self._names):
            raise MXNetError(
                f"CachedOp requires {len(self._names)} inputs ({', '.join(self._names)}), but {len(args)} were given"
            )
        last = first = args[0]._ctx if args else None
        for a in args:
            if a._ctx is not last:
                last = a._ctx
                if last != first:
                    self._refuse_contexts(args)
        if self._hook is not None:
            self._watch(args)
        run = self._run
        if dispatch.sparse_hook is not None and any(_sparse(a) for a in args):
            run = self._by_node
        if out is not None:
            run(self.program, args, (), list(out) if isinstance(out, (list, tuple)) else [out], None, self._class)
            return out
        try:
            outs = run(self.program, args, (), None, default_ctx, self._class)
        except Varies:
            self._run = self._by_node
            outs = self._by_node(self.program, args, (), None, default_ctx, self._class)
        except MXNetError:
            own = alone(self.program)
            if own is None:
                raise
            self.program = own
            outs = self._run(own, args, (), None, default_ctx, self._class)
        return outs[0] if len(outs) == 1 else outs

    def _refuse_contexts(self, args):
        first = args[0].ctx
        name, other = next((n, a.ctx) for n, a in zip(self._names, args) if a.ctx != first)
        raise MXNetError(
            f"CachedOp requires all inputs to live on the same context, but {self._names[0]} is on {first} while {name} is on "
            f"{other}. Move them with as_in_context()."
        )

    def _by_node(self, program, args, scalars, out, ctx, cls):
        """Every operator runs, and is recorded, by itself: with sparse arrays."""
        return self._in_order(range(len(program.graph.steps)), args, out, ctx, cls)

    def _by_parts(self, program, args, scalars, out, ctx, cls):
        """Compiled programs, and between them operators that run by themselves: where shapes depend on values, and `Custom`."""
        if self._parts is None:
            self._parts = parts(program.graph, lambda step: step.bound.program.dynamic)
        return self._in_order(self._parts, args, out, ctx, cls)

    def _in_order(self, order, args, out, ctx, cls):
        graph = self.program.graph
        values = {(-1 - i, 0): a for i, a in enumerate(args)}
        for part in order:
            if isinstance(part, Stretch):
                made = dispatch.run(part.program, [values[p] for p in part.reads], (), None, ctx, cls)
                values.update(zip(part.gives, made))
                continue
            step = graph.steps[part]
            try:
                made = step.eager([values[p] for p in step.sources], cls, ctx)
            except MXNetError as error:
                raise MXNetError(f"Error in operator {step.node.name}: {error}") from error
            values.update(((part, i), value) for i, value in enumerate(made))
        results = [values[p] for p in graph.heads]
        if out is not None:
            for target, value in zip(out, results):
                value.copyto(target)
        return results

    def _register_op_hook(self, callback, monitor_all=False):
        """Call `callback(name, operator name, NDArray)` for every node's outputs, and inputs if `monitor_all`.

        Outputs that nothing uses are left out.
        """
        self._hook, self._hook_all = callback, bool(monitor_all)

    def _watch(self, args):
        import jax

        from ..autograd import is_training
        from ..core.declare.dtype import WIDE

        ctx = args[0].ctx
        bufs = [a._data() for a in args]

        graph, numbers = self.program.graph, itertools.count()
        used = {source for step in graph.steps for source in step.sources}.union(graph.heads)

        def watch(step, inputs, outs):
            node = step.node
            if self._hook_all:
                for name, value in zip(monitor_names.inputs(node), inputs):
                    self._hook(NodeName(name), node.op.name, dispatch.wrap(value, ctx))
            number = next(numbers)
            for i, name in enumerate(monitor_names.block_outputs(node)):
                if (number, i) in used:
                    self._hook(NodeName(name), node.op.name, dispatch.wrap(outs[i], ctx))

        with jax.enable_x64(self.program.wide or any(b.dtype in WIDE for b in bufs)):
            key = jax.random.key(0) if self.program.needs_key else None
            graph.values(is_training(), ctx.device.platform, key, bufs, watch)
