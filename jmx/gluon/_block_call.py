"""How the compiled program of a block is called: where its inputs go, and the arrays of its parameters, kept per context."""

from __future__ import annotations

from typing import Any

from ..base import MXNetError
from ..core.run.trace_observer import trace_observer
from ..ndarray import NDArray
from ._parameter_state import generation
from .parameter import Parameter
from .structure import _regroup


def several_contexts(contexts):
    """The error for inputs that lie on several contexts."""
    return ValueError(
        "The inputs of a hybridized HybridBlock must lie on one context, but these lie on "
        f"{sorted(str(ctx) for ctx in contexts)}. Move them with as_in_context()."
    )


def _on(param, ctx):
    """The array of a parameter on the context of the inputs."""
    arrays = param.list_data()
    if len(arrays) == 1 and (arrays[0].ctx.device_typeid & 1, arrays[0].ctx.device_id) != (ctx.device_typeid & 1, ctx.device_id):
        raise MXNetError(
            f"A hybridized block requires its inputs and parameters to live on the same context, but its inputs are on {ctx} "
            f"while Parameter '{param.name}' is on {arrays[0].ctx}. Move the inputs with as_in_context(), or the parameters with "
            "collect_params().reset_ctx()."
        )
    return param.data(ctx)


class BlockCall:
    """How to call a block's CachedOp: where inputs go, and the parameters' arrays, kept per context."""

    def __init__(self, cached_op, entries, in_format, out_format) -> None:
        self.cached_op = cached_op
        self.entries = entries
        self.out_format = out_format
        self.slots = [(slot, position) for slot, (is_arg, position) in enumerate(entries) if is_arg]
        # Only a plain list of arrays can skip flattening.
        self.flat_inputs = len(in_format) if all(fmt == 0 for fmt in in_format) else -1
        #: by context: (context, generation of the parameters, arrays with gaps); and the one used last
        self._arrays = {}
        self._last: tuple[Any, Any, Any] = None, None, None
        # A subclass may make its array anew at every call (GluonNLP's WeightDropParameter draws a dropout mask).
        self._anew = any(not is_arg and type(entry).data is not Parameter.data for is_arg, entry in entries)

    def _collect(self, ctx):
        """All inputs of the program, with gaps where the block's inputs go."""
        if self._anew or trace_observer.observer is not None:
            return [None if is_arg else _on(entry, ctx) for is_arg, entry in self.entries]
        kept = self._arrays.get(ctx)
        if kept is None or kept[1] != generation[0]:
            at = generation[0]  # before another thread may replace arrays
            arrays = [None if is_arg else _on(entry, ctx) for is_arg, entry in self.entries]
            kept = self._arrays[ctx] = ctx, at, arrays
        self._last = kept
        return kept[2].copy()

    def run(self, flat, ctx) -> list[Any]:
        """Call the program on flat inputs; return its outputs as a list."""
        inputs = self._collect(ctx)
        for slot, position in self.slots:
            inputs[slot] = flat[position]
        out = self.cached_op(*inputs)
        return [out] if isinstance(out, NDArray) else out

    def run_flat(self, args) -> Any:
        """Call the program on inputs that are not nested; None if some argument is no array after all."""
        ctx = args[0]._ctx
        for arg in args[1:]:
            if not isinstance(arg, NDArray):
                return None
            if arg._ctx is not ctx and arg._ctx != ctx:
                raise several_contexts({ctx, arg._ctx})
        # The hot path of every hybridized network: what `run` does, without hashing the context.
        last, counted, arrays = self._last
        if last is ctx and counted == generation[0] and trace_observer.observer is None:
            inputs = arrays.copy()
        else:
            inputs = self._collect(ctx)
        for slot, position in self.slots:
            inputs[slot] = args[position]
        out = self.cached_op(*inputs)
        if not isinstance(out, list):
            out = [out]
        fmt = self.out_format
        return out[0] if fmt == 0 else _regroup(out, fmt)
