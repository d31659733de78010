"""Executors: a symbol bound to arrays, run forward and backward as compiled programs."""

from __future__ import annotations

import contextlib
import math
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import jax
import numpy as np

from ..base import MXNetError
from ..config.locks import RLock
from ..core.declare.dtype import np_dtype
from ..core.declare.integers import is_inexact
from ..core.declare.op import Varies
from ..core.declare.x64 import is_wide, x64
from ..core.graph.differentiable import needs_out_grad
from ..core.graph.dtypes import infer
from ..core.graph.lower import Lowered, alone, lower
from ..core.graph.nodes import copied, topo, variables
from ..core.graph.passes import Facts, merge
from ..core.graph.shapes import all_known, show
from ..core.run import rng, tape
from ..core.run.cells import exclusively
from ..core.run.ones import set_to_one
from ..core.run.storage import element_type, move, wrap
from ..execution import checks, monitor
from ..execution.segments import ByStorage, by_context, by_program, contexts, stepwise
from ..execution.sparse import involves
from ..ndarray import NDArray, empty, zeros
from ._arrays import Bound, assign, check_resize, resized
from ._passes import CompiledPass, TapedPass

if TYPE_CHECKING:
    from ..context import Context
    from ..symbol.symbol import Symbol

__all__ = ["Executor"]

_LOSS_NEEDED = (
    "Because the last operator is not Loss function, head_gradient is required when calling backward. If you are "
    "attempting to minimize the output as an objective, please modify your network and pass it through the make_loss "
    "symbol."
)


class Executor:
    """A symbol bound to arrays. Made by `Symbol.bind` and `Symbol.simple_bind`.

    Parameters
    ----------
    handle
        What the symbol's methods hand over; programs do not make executors themselves.
    symbol : Symbol
        The network.
    ctx : Context
        The device.
    grad_req : str, list of str or dict of str to str
        For each argument 'write', 'add' or 'null'.
    group2ctx : dict of str to Context
        Devices by the name of a `ctx_group`.

    Attributes
    ----------
    arg_arrays, grad_arrays, aux_arrays : list of NDArray
        In the symbol's order, None for a gradient that is not wanted; write to them in place to feed the executor.
    arg_dict, grad_dict, aux_dict : dict of str to NDArray
        The same by name.
    outputs : list of NDArray
        Overwritten by every `forward`.

    Examples
    --------
    >>> x = mx.sym.Variable("x")
    >>> executor = (x * x).bind(mx.cpu(), {"x": nd.array([1, 2])}, args_grad={"x": nd.zeros(2)})
    >>> executor.forward(is_train=True)[0].asnumpy()
    array([1., 4.], dtype=float32)
    >>> executor.backward(nd.array([1, 10]))
    >>> executor.grad_dict["x"].asnumpy()
    array([ 2., 40.], dtype=float32)
    >>> executor.forward(x=nd.array([3, 4]))[0].asnumpy()
    array([ 9., 16.], dtype=float32)
    """

    def __init__(
        self,
        handle: Any,
        symbol: Symbol,
        ctx: Context,
        grad_req: str | Sequence[str] | Mapping[str, str],
        group2ctx: Mapping[str, Context],
    ) -> None:
        if not isinstance(handle, Bound):
            raise TypeError("Handle type error: executors are made by Symbol.bind and Symbol.simple_bind")
        # A copy: the symbol may be composed with others later, which changes its nodes.
        entries, copies = copied(symbol._entries, handle.order)
        order = list(copies.values())
        arguments, auxiliary = variables(order)
        args, grads, states = handle.args, handle.grads, handle.states
        where = {n: (args, i) for i, n in enumerate(arguments)} | {n: (states, i) for i, n in enumerate(auxiliary)}
        self._symbol, self._ctx, self._grad_req, self._group2ctx = type(symbol)(entries), ctx, grad_req, group2ctx
        self.arg_arrays, self.aux_arrays = args, states
        self.grad_arrays: list[NDArray | typing.Any] | typing.Any = grads  # None where no gradient is wanted
        self._requests = handle.requests
        self._program = lower(entries, order)
        leaves = [n for n in order if n.op is None]
        self._slots = [where[n] for n in leaves]
        place = {n: i for i, n in enumerate(leaves)}
        self._wanted = [
            (place[n], i) for i, n in enumerate(arguments) if grads and grads[i] is not None and handle.requests[i] != "null"
        ]
        #: a pass is one thread's, from the arguments it is given to the outputs
        self._running = RLock()
        self._outputs: list[NDArray] | None = None
        self._output_specs = None
        self._arg_dict = self._grad_dict = self._aux_dict = None
        self._monitor: Callable[..., typing.Any] | typing.Any = None  # `_tell` is called only where there is one
        self._monitor_all = False
        #: whether a training forward is expected to be followed by `backward`
        self._foreseen = True
        #: what passes over several segments; None where the graph is one program
        self._taped: TapedPass | None = None
        #: how the next pass runs, where not as the later ones: a graph with control flow is compiled when it comes back
        self._first: TapedPass | None = None
        self._cut(order)
        #: the last pass
        self._last: CompiledPass | TapedPass | None = None

    def _cut(self, order: Any) -> None:
        """Decide whether the graph runs as one program or as several segments."""
        graph, dynamic = self._program.graph, self._program.dynamic
        self._hosted = bool([step for step in graph.steps if step.node.op.hosted])
        bodies = bool([step for step in graph.steps if step.bodies])
        #: whether a monitor can see what the segments compute
        self._shown = dynamic and not (self._hosted or bodies)
        # first, since one program of the graph would make sparse arrays dense whatever else the graph has
        if involves(order, [*self.arg_arrays, *(self.grad_arrays or ()), *self.aux_arrays]):
            self._shown = False
            self._taped = TapedPass(self, ByStorage(graph, self._ctx))
        # before `group2ctx`: a segment of one context is compiled as a whole, which these operators cannot be
        elif self._hosted or self._shown:
            self._taped = TapedPass(self, by_program(graph, self._ctx))
        elif self._group2ctx and not dynamic:
            placed = contexts(order, self._ctx, self._group2ctx)
            where = [placed[node] for node in order if node.op is not None]  # the graph's nodes may be those of an equal one
            if any(ctx != self._ctx for ctx in where):
                self._taped = TapedPass(self, by_context(graph, where))
        # compiling a loop costs far more than one pass operator by operator, and many graphs are run once
        if self._taped is None and bodies:
            self._first = TapedPass(self, stepwise(graph, self._ctx))
            if dynamic:
                self._taped = self._first

    # ---- what is bound

    @staticmethod
    def _named(names: Any, arrays: Any) -> Any:
        if len(set(names)) != len(names):
            raise ValueError(f"Duplicate names detected, {names}")
        return dict(zip(names, arrays))

    @property
    def _device(self) -> Any:
        """MXNet 2.0's name of `_ctx`."""
        return self._ctx

    @property
    def arg_dict(self) -> dict[str, NDArray]:
        """Arguments by name; raises ValueError where two have one name."""
        if self._arg_dict is None:
            self._arg_dict = self._named(self._symbol.list_arguments(), self.arg_arrays)
        return self._arg_dict

    @property
    def grad_dict(self) -> dict[str, NDArray | Any]:
        """Gradients by argument name, None where none is wanted."""
        if self._grad_dict is None:
            arrays = self.grad_arrays or [None] * len(self.arg_arrays)
            self._grad_dict = self._named(self._symbol.list_arguments(), arrays)
        return self._grad_dict

    @property
    def aux_dict(self) -> dict[str, NDArray]:
        """Auxiliary states by name."""
        if self._aux_dict is None:
            self._aux_dict = self._named(self._symbol.list_auxiliary_states(), self.aux_arrays)
        return self._aux_dict

    @property
    def output_dict(self) -> dict[str, NDArray]:
        """Outputs by name."""
        return self._named(self._symbol.list_outputs(), self.outputs)

    @property
    def outputs(self) -> list[NDArray]:
        """The outputs of the last `forward`; zeros before the first (none if their shapes depend on values)."""
        if self._outputs is None:
            # users' operators may have side effects, and nobody has asked for a pass yet
            if self._hosted:
                self._outputs = self._blank()
                return self._outputs
            if self._program.dynamic:
                return []
            if self._taped is not None:
                self._outputs = [o.detach() for o in self._taped.forward(False)]
                return self._outputs
            self._outputs = [zeros(shape, self._ctx, dtype) for shape, dtype in self._specs()]
        return self._outputs

    def _blank(self):
        """Zeros for the outputs, none if their shapes depend on values; the user's Python does not run."""
        return [zeros(shape, self._ctx, dtype) for shape, dtype in self._inferred() or []]

    def _inferred(self) -> list[tuple[tuple[int, ...], np.dtype]] | None:
        """Shape and element type of each output as the operators' rules say; None where they leave something open."""
        entries = self._symbol._entries
        order = topo(entries)
        leaves = [node for node in order if node.op is None]
        bound = list(zip(leaves, [arrays[i] for arrays, i in self._slots]))
        given_shapes = {node: array.shape for node, array in bound}
        given_types = {node: np_dtype(array.dtype) for node, array in bound}
        shapes, dtypes = infer(entries, given_shapes, given_types, order=order)
        found = [(shapes[e[0], e[1]], dtypes.get((e[0], e[1]))) for e in entries]
        return None if any(dtype is None for _, dtype in found) or not all_known([shape for shape, _ in found]) else found

    def _specs(self):
        """Shape and element type of each output."""
        if self._output_specs is None:
            with contextlib.suppress(MXNetError):  # which tracing may put into better words
                self._output_specs = self._inferred()
        if self._output_specs is None:
            bufs = self._described()
            with x64(self._is_wide(bufs)):
                rng_state = np.zeros(3, np.uint32) if self._program.needs_key else None
                call = self._program.forward(False, self._ctx.device.platform)
                outs, _ = jax.eval_shape(call, rng_state, (), *bufs)
            self._output_specs = [(tuple(o.shape), np.dtype(o.dtype)) for o in outs]
        return self._output_specs

    def _buffers(self):
        ctx, bufs = self._ctx, []
        for arrays, i in self._slots:
            a = arrays[i]
            buf = a._cell.buf if a._view is None else a._data()  # the frames of `_data` count here
            bufs.append(buf if a._ctx is ctx or a._ctx == ctx else move(buf, ctx))
        return bufs

    def _described(self):
        """Shapes and element types of what is bound, for which no sparse array has to become dense."""
        bound = [arrays[i] for arrays, i in self._slots]
        return [jax.ShapeDtypeStruct(a.shape, np_dtype(a.dtype)) for a in bound]

    def _is_wide(self, bufs: Sequence[Any]) -> bool:
        return is_wide(self._program.wide, *bufs)

    # ---- running

    def forward(self, is_train: bool = False, **kwargs: Any) -> list[NDArray]:
        """Compute the outputs.

        Parameters
        ----------
        is_train : bool
            Whether operators behave as in training (dropout, batch statistics) and `backward` follows.
        **kwargs : NDArray or numpy.ndarray
            Values to write to arguments first.

        Returns
        -------
        list of NDArray
            `self.outputs`.

        Raises
        ------
        TypeError
            An argument of that name does not exist.
        ValueError
            A value is no array or has the wrong shape; nothing has been written then.
        """
        with self._running:
            self._feed(kwargs)
            return self._forward(bool(is_train))

    def _forward(self, train: bool) -> list[NDArray]:
        # only the first pass: a graph that comes back is worth compiling
        way, self._first = self._way(), None
        if way is not None:
            return self._forward_taped(way, train)
        try:
            return self._forward_compiled(train)
        # only tracing finds out that a loop's shapes change from iteration to iteration; such a loop has no compiled form
        except Varies:
            self._taped = TapedPass(self, stepwise(self._program.graph, self._ctx))
            return self._forward_taped(self._taped, train)
        # the program may be shared with an equal graph, whose operators the message names: run alone, it names this one's
        except MXNetError:
            own = alone(self._program)
            if own is None:
                raise
            self._program = own
            return self._forward_compiled(train)

    def _way(self) -> TapedPass | None:
        """How the next pass runs: on the tape, or as a compiled program (None)."""
        # an equal graph's program is there already: there is no compiling to put off
        if self._taped is None and self._monitor is None and not self._program.compiled:
            return self._first
        return self._taped

    def _forward_taped(self, way: TapedPass, train: bool) -> list[NDArray]:
        self._last = way
        if self._monitor is not None and self._shown:
            bufs = self._buffers()
            rng_state = rng.next_state(self._ctx) if self._program.needs_key else None
            self._watch(monitor.forward, train, rng_state, bufs, self._is_wide(bufs), self._tell, self._monitor_all)
        # detached, so that users do not hold the graph, nor the parameters' memory with it, by an output
        self._outputs = [o.detach() for o in way.forward(train)]
        self._output_specs = None
        return self._outputs

    def _forward_compiled(self, train: bool) -> list[NDArray]:
        bufs = self._buffers()
        wide = self._is_wide(bufs)
        rng_state = rng.next_state(self._ctx) if self._program.needs_key else None
        if self._monitor is not None:
            self._watch(monitor.forward, train, rng_state, bufs, wide, self._tell, self._monitor_all)
        current = CompiledPass(self, train, rng_state)
        if train and self._program.aux:
            # under the locks of the auxiliary states, which other executors may share and write between
            states = [self._bound_at(place)._cell for place in self._program.aux]
            # read anew under the locks: what was read before may have been replaced meanwhile
            outs = exclusively(states, lambda: current.forward(self._buffers(), wide))
        else:
            outs = current.forward(bufs, wide)
        self._last = current
        if self._program.ones and self._wanted:
            set_to_one(self._program, self._bound_at, [place for place, _ in self._wanted])
        return self._show(outs)

    def _bound_at(self, place: int) -> NDArray:
        arrays, i = self._slots[place]
        return arrays[i]

    def _feed(self, kwargs) -> None:
        # all are checked before the first is written, so that a refused call leaves the arguments as they were
        for name, value in kwargs.items():
            if not isinstance(value, (NDArray, np.ndarray)):
                raise ValueError(f"only accept keyword argument of NDArrays and numpy.ndarray, got {name}={value!r}")
            if name not in self.arg_dict:
                raise TypeError(f"Unknown argument {name}; the arguments are {', '.join(self.arg_dict)}")
            if self.arg_dict[name].shape != value.shape:
                raise ValueError(f"Shape not match! Argument {name}, need: {self.arg_dict[name].shape}, received: {value.shape}")
        for name, value in kwargs.items():
            self.arg_dict[name][:] = value

    def _mask(self, bufs: Sequence[Any]) -> tuple[int, ...]:
        return tuple([place for place, _ in self._wanted if is_inexact(bufs[place].dtype)])

    def _show(self, outs: Any) -> list[NDArray]:
        """Give the outputs their values: in the arrays of the last pass, where shapes and element types are the same."""
        old = self._outputs
        for a, value in zip(old or (), outs):
            # users may hold the old arrays, and an array keeps its shape and element type for good
            if a.shape != value.shape or element_type(a) != value.dtype:
                old = None
                break
        if old is None:
            self._outputs = [wrap(value, self._ctx) for value in outs]
            self._output_specs = None
            return self._outputs
        for a, value in zip(old, outs):
            a._set_data(value)
        return old

    def backward(
        self, out_grads: NDArray | Sequence[NDArray] | Mapping[str, NDArray] | None = None, is_train: bool = True
    ) -> None:
        """Compute the gradients of the arguments and write or add them to the gradient arrays.

        Without a `forward` before it, one in training mode is run first.

        Parameters
        ----------
        out_grads : NDArray, list of NDArray or dict of str to NDArray, optional
            Gradients of the outputs; not needed where every output is a loss, such as SoftmaxOutput or MakeLoss.
        is_train : bool
            Mode of the operators if the last `forward` was not one of training.

        Raises
        ------
        MXNetError
            A gradient is missing or has another shape than its output; gradients are unchanged then.
        """
        with self._running:
            if self._last is None:
                self.forward(is_train=True)
            self._backward(out_grads, is_train)

    def _backward(self, out_grads: Any, is_train: bool) -> None:
        last, given = self._last, self._given_heads(out_grads)
        if type(last) is CompiledPass:
            kept = last.kept
            # a monitor and checks want to see every head and gradient, which the one program does not show
            if kept is not None and kept.grads is not None and self._monitor is None and not checks.nans:
                grads = kept.grads  # no head is looked at
            elif (grads := self._gradients(last, given, last.train or bool(is_train))) is None:
                return
            # Nothing is kept: what was read may be the only other holder of a parameter's memory.
            last.kept, self._foreseen = None, True
            for place, i in self._wanted:
                self._deliver(i, grads.get(place))
            if last.pending is not None and is_train:
                last.pending.commit(grads)
        elif last is not None:
            # shapes alone: making sparse arrays dense to look at them would cost their memory
            heads = self._head_gradients(given, self._described())
            if self._wanted:
                last.backward(heads, bool(is_train))

    def _gradients(self, last: CompiledPass, given: Any, train: bool) -> dict[int, Any] | None:
        """The gradients by place in the program's inputs; None if nothing wants them."""
        kept = last.kept
        bufs = kept.bufs if kept is not None and kept.bufs else self._buffers()
        heads = self._head_gradients(given, bufs)
        if not self._wanted:
            return None
        if self._monitor is not None:
            wide, mask = (kept.wide, kept.mask) if kept is not None else (self._is_wide(bufs), self._mask(bufs))
            self._watch(monitor.backward, train, last.rng_state, bufs, wide, heads, set(mask), self._tell)
        grads = last.gradients(heads, bufs, train)
        if checks.nans:
            call = checks.check_executor(self._program, train, last.rng_state, bufs, self._ctx)
            call.check_gradients(heads, list(grads.values()), list(grads))
        return grads

    def _given_heads(self, out_grads):
        """What `backward` was given, as a list of arrays."""
        if out_grads is None:
            return []
        if isinstance(out_grads, NDArray):
            return [out_grads]
        if isinstance(out_grads, dict):
            out_grads = [out_grads[name] for name in self._symbol.list_outputs()]
        for grad in out_grads:
            if not isinstance(grad, NDArray):
                raise TypeError(f"inputs must be NDArray, got {type(grad).__name__}")
        return out_grads

    def _head_gradients(self, out_grads, bufs):
        """The gradients of the outputs as buffers, None for those that nothing looks at, as losses do not."""
        heads: list = []
        needed = self._needs_heads(bufs) if self._wanted else [False] * len(self.outputs)
        for i, output in enumerate(self.outputs):
            grad = out_grads[i] if i < len(out_grads) else None
            if grad is not None and grad.shape == output.shape:
                if grad.dtype != output.dtype:
                    grad = grad.astype(output.dtype)  # as MXNet copies it
                heads.append(grad._data() if grad._ctx == self._ctx else move(grad._data(), self._ctx))
            # a loss looks at no gradient, so that one of another shape does no harm
            elif not needed[i]:
                heads.append(None)
            elif grad is None:
                raise MXNetError(_LOSS_NEEDED)
            else:
                raise MXNetError(
                    f"operands shape mismatch: the gradient of output {self._symbol.list_outputs()[i]} has shape "
                    f"{show(grad.shape)}, the output {show(output.shape)}."
                )
        return heads

    def _needs_heads(self, bufs: Sequence[Any]) -> list[bool]:
        """Whether each output's gradient is looked at: losses and BlockGrad do not."""
        graph = self._program.graph
        return [
            is_inexact(bufs[-1 - place].dtype) if place < 0 else needs_out_grad(graph.steps[place], number)
            for place, number in graph.heads
        ]

    def _deliver(self, index, value) -> None:
        target, request = self.grad_arrays[index], self._requests[index]
        # None: no output depends on the argument; what an earlier pass has left there would be taken for its gradient
        if value is None:
            if request == "write":
                target[:] = 0
            return
        if request == "add":
            tape.accumulate(target, value if target._ctx == self._ctx else move(value, target._ctx))
        else:
            assign(target, value, self._ctx)

    # ---- looking inside

    def set_monitor_callback(self, callback: Callable[[str, NDArray], Any], monitor_all: bool = False) -> None:
        """Call `callback(name, NDArray)` for every node, which then runs one by one.

        `forward` shows the outputs, and the inputs as well if `monitor_all`; `backward` the gradients of the inputs, as
        ``name_backward_output``, with a number where the node has several inputs.
        """
        self._monitor, self._monitor_all = callback, bool(monitor_all)

    def _watch(self, look: Any, train: Any, rng_state: Any, bufs: Any, wide: Any, *more: Any) -> None:
        """Show the monitor what `look`, of `execution.monitor`, finds."""
        with x64(wide):
            key = rng.key_of(rng_state) if rng_state is not None else None
            look(self._program.graph, train, self._ctx.device.platform, key, bufs, *more)

    def _tell(self, name: str, value: Any) -> None:
        self._monitor(name, wrap(value, self._ctx))

    def debug_str(self) -> str:
        """Return a description of the graph, node by node, and how much memory its results take."""
        size = self._memory() >> 20
        return f"{self._symbol.debug_str()}Total {size} MB allocated\nTotal 0 TempSpace resource requested\n"

    def _memory(self) -> Any:
        """Bytes of the outputs and of what a training forward keeps for backward."""
        bufs = self._described()
        size = sum(math.prod(shape) * kind.itemsize for shape, kind in self._specs())
        # a program of dynamic shapes has no shapes to be asked for before it runs
        if self._wanted and not self._program.dynamic:
            with x64(self._is_wide(bufs)):
                rng_state = np.zeros(3, np.uint32) if self._program.needs_key else None
                call = self._program.recorded(True, self._ctx.device.platform, self._mask(bufs))
                kept = jax.eval_shape(call, rng_state, (), *bufs)[2].kept
            size += sum(math.prod(k.shape) * k.dtype.itemsize for k in kept)
        return size

    def get_optimized_symbol(self) -> Symbol:
        """Return the graph with common subexpressions computed once, as the compiled program does."""
        graph = Lowered(self._symbol._entries)
        graph.settings = self._program.graph.settings  # those of the time of binding
        merged = merge.merge_duplicates(graph, Facts(graph, self._ctx.device.platform, ()))
        return type(self._symbol)(merge.as_entries(merged))

    # ---- parameters and shapes

    def copy_params_from(
        self, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray] | None = None, allow_extra_params: bool = False
    ) -> None:
        """Write parameters into the bound arrays, converted to their element types.

        Parameters
        ----------
        arg_params, aux_params : dict of str to NDArray
        allow_extra_params : bool
            Ignore names that the symbol does not have.

        Raises
        ------
        ValueError
            A name that the symbol does not have, unless allowed; nothing has been written then.
        """
        pairs = []
        kinds = [("arguments", self.arg_dict, arg_params), ("auxiliary states", self.aux_dict, aux_params or {})]
        for what, bound, given in kinds:
            for name, array in given.items():
                if name in bound:
                    pairs.append((bound[name], array))
                elif not allow_extra_params:
                    raise ValueError(f'Find name "{name}" that is not in the {what}')
        # after all names were checked, so that an unknown one leaves nothing half written
        for target, array in pairs:
            array.astype(target.dtype).copyto(target)

    def reshape(self, partial_shaping: bool = False, allow_up_sizing: bool = False, **kwargs: Sequence[int]) -> Executor:
        """Return an executor of the same symbol for other input shapes, which shares this one's arrays where it can.

        Parameters
        ----------
        partial_shaping : bool
            Allow shapes of arguments that are not named here to change.
        allow_up_sizing : bool
            Allow arrays that are larger than the present ones; those are new.
        **kwargs : tuple of int
            New shapes by argument name.

        Raises
        ------
        MXNetError
            A shape changes in a way that is not allowed.
        """
        shapes, _, states = self._symbol.infer_shape(**kwargs)
        if shapes is None:
            raise MXNetError("Insufficient argument shapes provided to reshape: some shapes stay unknown.")
        names = self._symbol.list_arguments()
        args, grads = [], []
        for i, (name, shape) in enumerate(zip(names, shapes)):
            array, grad = self.arg_arrays[i], self.grad_arrays[i] if self.grad_arrays else None
            if array.shape != shape:
                check_resize("arg", name, array, shape, name in kwargs or partial_shaping, allow_up_sizing)
            args.append(resized(array, shape))
            grads.append(None if grad is None else resized(grad, shape))
        aux = []
        for name, array, shape in zip(self._symbol.list_auxiliary_states(), self.aux_arrays, states):
            if array.shape != shape:
                check_resize("aux", name, array, shape, partial_shaping, allow_up_sizing)
            aux.append(resized(array, shape))
        executor = Executor(Bound(args, grads, self._requests, aux), self._symbol, self._ctx, self._grad_req, self._group2ctx)
        # the compiled variants, and what `alone` has replaced, go on with the new executor
        executor._program = self._program
        if not self._program.dynamic:
            executor._outputs = [
                resized(old, shape) if old.dtype == dtype else zeros(shape, self._ctx, dtype)
                for old, (shape, dtype) in zip(self.outputs, executor._specs())
            ]
        if self._monitor is not None:
            executor.set_monitor_callback(self._monitor, self._monitor_all)
        return executor
