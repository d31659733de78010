"""Hybrid blocks that define `forward` on arrays, as MXNet 2 has them: traced by running them, compiled like the others.

A block is traced for each set of shapes, types, context and mode, so that what it computes from those in Python is right. One
that does what a graph cannot hold (looks at values, writes to arrays, detaches them, draws random numbers from nowhere) runs
operator by operator, as MXNet 1 runs every such block.
"""

from __future__ import annotations

import contextlib
import functools
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import autograd, ndarray, symbol
from .._dialects import dialect
from ..base import MXNetError
from ..config.compile_report import tell_no_graph
from ..execution.cached_op import CachedOp
from ..symbol import taped
from ._block_call import BlockCall
from ._parameter_state import building
from .parameter import Constant, DeferredInitializationError
from .structure import _describe, _flatten, _gather_type_ctx_info, _regroup

if TYPE_CHECKING:
    from .._typing import CallableT
    from ..ndarray import NDArray
    from .base_block import Block
    from .hybrid import HybridBlock

#: for how many sets of shapes a block keeps its graphs
_KEPT = 64


class Traces:
    """The graphs of one block: how to call each, and whether the block can be traced at all."""

    def __init__(self) -> None:
        self.plans: OrderedDict[Any, BlockCall] = OrderedDict()
        #: why the block has no graph, so that it runs operator by operator; empty while it may have one
        self.impossible = ""
        #: what the last call was like that ran operator by operator, since parameters had no shapes before it
        self.waiting: Any = None

    def catch_up(self, block: Any) -> None:
        """Trace a block whose only call gave its parameters their shapes."""
        if self.waiting is None or any(param._arrays is None for param in block._all_params().values()):
            return
        forward, flat, fmt, ctx, training, key = self.waiting
        arrays = [None if make is None else make() for make in flat]
        with building, autograd.train_mode() if training else autograd.predict_mode():
            _plan(block, forward, arrays, fmt, ctx, self, key)


def _zeros_of(array: NDArray) -> Callable[[], NDArray]:
    """What makes an array like this later, without holding its memory."""
    shape, dtype, ctx, numpy = array.shape, array.dtype, array.ctx, getattr(array, "_numpy", False)

    def make() -> NDArray:
        zeros = ndarray.zeros(shape, ctx=ctx, dtype=dtype)
        return zeros.as_np_ndarray() if numpy else zeros

    return make


def compiling(forward: CallableT) -> CallableT:
    """The method `forward` of a class, to be run compiled where the block is hybridized."""

    @functools.wraps(forward)
    def method(self, *args):
        # A subclass that calls its base's forward traces both together.
        if not self._active or type(self).forward is not method:
            return _run(self, forward, args)
        return call_compiled(self, forward, args)

    vars(method)["_on_arrays"] = True
    return method  # pyright: ignore[reportReturnType]


def holds_forward(block: Block) -> bool:
    """Whether a block, or one below it, defines `forward` on arrays, so that symbols cannot be passed through it."""
    return getattr(type(block).forward, "_on_arrays", False) or any(map(holds_forward, block._children.values()))


def _run(block: HybridBlock, forward: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """Call `forward`, after the block's own `infer_shape`, if it has one, has set the shapes of its parameters."""
    try:
        return forward(block, *args)
    except DeferredInitializationError:
        from .hybrid import HybridBlock

        if type(block).infer_shape is HybridBlock.infer_shape:
            if dialect().declared_shapes:
                block.infer_shape(*args)  # which tells what to define
            raise
        with building:
            if any(param._arrays is None for param in block._reg_params.values()):
                block.infer_shape(*args)
                for param in block._reg_params.values():
                    param._finish_deferred_init()
        return forward(block, *args)


def call_compiled(block: Any, forward: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """Call the compiled `forward(block, *args)`, or itself where it cannot be compiled."""
    if taped.tracing() or block._backend:
        return _run(block, forward, args)
    traces = block._traces
    if traces is None:
        traces = block._traces = Traces()
    has_symbol, has_array, contexts, ctx = _gather_type_ctx_info(args)
    if traces.impossible or has_symbol or not has_array or len(contexts) > 1:
        return _run(block, forward, args)
    try:
        flat, fmt = _flatten(args, "input")
    except ValueError:
        return _run(block, forward, args)
    arrays = [array for array in flat if array is not None]
    if any(array.stype != "default" for array in arrays):
        return _run(block, forward, args)
    key = (
        repr(fmt), tuple((array.shape, array.dtype, type(array)) for array in arrays), ctx, autograd.is_training(),
        autograd.is_recording(),
    )  # fmt: skip
    plan = traces.plans.get(key)
    if plan is None:
        params = list(block._all_params().values())
        if any(param._arrays is None or param._stype != "default" for param in params):
            kinds = [None if one is None else _zeros_of(one) for one in flat]
            traces.waiting = forward, kinds, fmt, ctx, autograd.is_training(), key
            return _run(block, forward, args)
        with building:
            plan = None if traces.impossible else _plan(block, forward, flat, fmt, ctx, traces, key)
        if plan is None:
            return _run(block, forward, args)
    with contextlib.suppress(KeyError):  # another thread has dropped it
        traces.plans.move_to_end(key)
    out = plan.run(arrays, ctx)
    return _regroup(out, plan.out_format)


def _plan(block: Any, forward: Callable[..., Any], flat: list[Any], fmt: Any, ctx: Any, traces: Traces, key: Any) -> Any:
    """How to call the graph for inputs like these, kept in `traces`; None if there is none."""
    plan = traces.plans.get(key)  # another thread may have been first
    if plan is None:
        try:
            plan = _traced(block, forward, flat, fmt, ctx)
        except Exception as error:
            # An error of the user's comes again, with its own traceback, when the block runs operator by operator.
            text = str(error)
            traces.impossible = text if text and isinstance(error, MXNetError) else f"{type(error).__name__}: {text}"
            tell_no_graph(block.name, type(block).__name__, error)
        else:
            while len(traces.plans) >= _KEPT:
                traces.plans.popitem(last=False)
            traces.plans[key] = plan
        block._traces = traces
    return plan


def graph_of(
    block: Any, forward: Callable[..., Any], flat: list[Any], fmt: Any, ctx: Any
) -> tuple[list[symbol.Symbol], symbol.Symbol, dict[str, Any], Any]:
    """The graph that `forward` computes from inputs of these shapes, in the present mode.

    Returns
    -------
    (variables of the inputs, the graph, {name: parameter or constant} of its other variables, format of the outputs)

    Raises
    ------
    MXNetError
        It does what a graph cannot hold.
    """
    params = list(block._all_params().values())
    present = [array for array in flat if array is not None]
    names = ["data"] if len(present) == 1 else [f"data{i}" for i in range(len(present))]
    inputs = [_variable(name, array) for name, array in zip(names, present)]
    stand_ins = [taped.stand_in(array) for array in present]
    named = list(zip(inputs, stand_ins))
    left = iter(stand_ins)
    nested = _regroup([None if array is None else next(left) for array in flat], fmt)
    instead, states, out_format = [], [], []
    for param in params:
        arrays = [taped.stand_in(array) for array in param._arrays]
        instead.append((param._arrays, arrays))
        if param.grad_req == "null":
            states.extend(arrays)
        named.extend((param.var(), array) for array in arrays)
    before = _attributes(block)

    def function():
        out, nesting = _flatten(forward(block, *nested), "output")
        out_format.append(nesting)
        return out

    try:
        outs, constants = taped.trace(function, named, states, instead, block.prefix)
        if _changed(before):
            raise MXNetError("The function has no graph: it changes attributes of a block")
    except Exception:
        for one, attributes in before:
            for name in [name for name in vars(one) if not name.startswith("_") and name not in attributes]:
                del vars(one)[name]
            vars(one).update(attributes)
        raise
    graph = outs[0] if len(outs) == 1 else symbol.Group(outs)
    if getattr(present[0], "_numpy", False):
        graph = graph.as_np_ndarray()
    held = {param._name: param for param in params}
    for name, value in constants:
        held[name] = Constant(name, value)
        held[name].initialize(ctx=ctx)
    return inputs, graph, held, out_format[0]


def _traced(block, forward, flat, fmt, ctx):
    """How to call the graph that `forward` computes from inputs of these shapes."""
    inputs, graph, held, out_format = graph_of(block, forward, flat, fmt, ctx)
    positions = {variable.name: i for i, variable in enumerate(inputs)}
    entries = [(True, positions[n]) if n in positions else (False, held[n]) for n in graph.list_inputs()]
    block._in_format, block._out_format = fmt, out_format
    block._described_inputs = fmt, _describe(flat)[1]
    block._cached_graph, block._cached_op_args = (inputs, graph), entries
    block._cached_op = CachedOp(graph, block._flags)
    block._cached_op.program.title = block.name or block._cached_op.program.title
    if block._callback:
        block._cached_op._register_op_hook(block._callback, block._monitor_all)
    return BlockCall(block._cached_op, entries, fmt, out_format)


def _attributes(block: Block) -> list[tuple[Block, dict[str, Any]]]:
    """Each block of the tree with those of its attributes that a user's forward may set."""
    attributes = [(block, {name: value for name, value in vars(block).items() if not name.startswith("_")})]
    for child in block._children.values():
        attributes += _attributes(child)
    return attributes


def _changed(before: list[tuple[Block, dict[str, Any]]]) -> bool:
    now = [vars(block).get(name) is value for block, attributes in before for name, value in attributes.items()]
    return not all(now) or any(
        not name.startswith("_") and name not in attributes for block, attributes in before for name in vars(block)
    )


def _variable(name: str, array: NDArray) -> symbol.Symbol:
    variable = symbol.var(name)
    return variable.as_np_ndarray() if getattr(array, "_numpy", False) else variable
