"""The passes of an executor: what one runs, and what it leaves for `backward`.

A `CompiledPass` is made by every `forward` that runs one compiled program. A `TapedPass` runs a graph that is cut into
segments, and stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, final

from .. import autograd
from ..core.declare.integers import is_inexact
from ..core.declare.x64 import x64
from ..core.run import backward_segments, dispatch, moving
from ..core.run.program import execute
from ..core.run.storage import wrap
from ..execution import checks
from ..ndarray.buffers import _recast
from ._arrays import assign

if TYPE_CHECKING:
    from ..execution.segments import ByStorage, SegmentList
    from . import Executor


class Kept(NamedTuple):
    """What a training forward leaves for `backward`: all gradients, or a pullback with what it reads."""

    #: by place in the program's inputs
    grads: dict | None
    saved: Any
    bufs: list | tuple
    outs: tuple
    #: the places of the inputs that have gradients, and whether the program computes in 64 bits
    mask: tuple
    wide: bool


@final
class CompiledPass:
    """A pass of an executor in one compiled program.

    Parameters
    ----------
    executor : Executor
    train : bool
        Whether operators behave as in training.
    rng_state : array or None
        The state of the random numbers, for a program that draws some.
    """

    __slots__ = ("executor", "train", "rng_state", "kept", "pending")

    def __init__(self, executor: Executor, train: bool, rng_state: Any) -> None:
        self.executor, self.train, self.rng_state = executor, train, rng_state
        self.kept: Kept | None = None
        #: moving averages that `backward` changes
        self.pending: moving.Pending | None = None

    def forward(self, bufs: list, wide: bool) -> Any:
        """The outputs as buffers; auxiliary states are overwritten."""
        executor, program, ctx = self.executor, self.executor._program, self.executor._ctx
        checking = checks.nans or checks.indices
        check = checks.check_executor(program, self.train, self.rng_state, bufs, ctx) if checking else None
        # MXNet's CPU build changes moving averages in the backward pass: a forward pass alone leaves them
        deferred = self.train and program.moving and moving.in_backward(ctx.device.platform)
        outs, aux = self._run(bufs, wide, bool(deferred))
        if check is not None and checks.nans:
            made = zip(program.aux, aux)
            check.check(outs, {place: value for place, value in made if value is not None and type(value) is not tuple})
        if deferred:
            self.pending = moving.Pending(program, ctx, executor._bound_at, bufs, aux)
            aux = self.pending.others(aux)
        for place, value in zip(program.aux, aux):
            # None for a state that this mode leaves alone, or that `pending` keeps until `backward`
            if value is not None:
                assign(executor._bound_at(place), value, ctx)
        return outs

    def _run(self, bufs: list, wide: bool, per_call: bool) -> tuple[Any, Any]:
        """(outputs, auxiliary states) of the program, which leaves what `backward` needs in `kept`.

        Where no output's gradient is looked at, the gradients are computed with the outputs, in one program: `backward`
        has then only to deliver them. Not where some are summed over processes while others are computed. An executor that
        goes forward in training mode without going backward is found out the second time.
        """
        executor, program, ctx = self.executor, self.executor._program, self.executor._ctx
        platform = ctx.device.platform
        if not (self.train and executor._wanted):
            return execute(program.forward(self.train, platform), wide, ctx, self.rng_state, (), bufs)
        mask = executor._mask(bufs)
        last = executor._last
        # `backward` would have taken it: the gradients of the last pass were computed for nothing
        if type(last) is CompiledPass and last.kept is not None:
            executor._foreseen = False
        # only losses: head gradients, which are not known yet, would have no say in the gradients
        if executor._foreseen and not backward_segments.wanted() and not any(executor._needs_heads(bufs)):
            call = program.stepped(self.train, platform, mask, per_call)
            outs, aux, grads = execute(call, wide, ctx, self.rng_state, (), bufs)
            # without the inputs, so that an update may write over the parameters' memory
            self.kept = Kept(dict(zip(mask, grads)), None, (), (), mask, wide)
        else:
            call = program.recorded(self.train, platform, mask, per_call)
            outs, aux, saved = execute(call, wide, ctx, self.rng_state, (), bufs)
            self.kept = Kept(None, saved, bufs, outs, mask, wide)
        return outs, aux

    def gradients(self, heads: Sequence[Any], bufs: Sequence[Any], train: bool) -> dict[int, Any]:
        """The gradients by place in the program's inputs.

        Parameters
        ----------
        heads : list
            The gradients of the outputs as buffers, None for those that nothing looks at.
        bufs : list
            The inputs, where the pass has kept none.
        train : bool
            Mode of the operators where the pass has kept nothing and was not one of training.
        """
        executor, program, kept = self.executor, self.executor._program, self.kept
        if kept is not None and kept.grads is not None:
            return kept.grads
        # the residuals are for floating point inputs: `jax.vjp` gives integers gradients of type float0, MXNet real ones
        if kept is not None and not self._passes_integers(kept, heads):
            with x64(kept.wide):
                return dict(zip(kept.mask, kept.saved.pullback(kept.saved.kept, bufs, kept.outs, heads)))
        wide = kept.wide if kept is not None else executor._is_wide(bufs)
        mask = tuple([place for place, _ in executor._wanted])
        # what heads are missing is part of the program, so that XLA drops what only they need
        back = program.gradient(mask, tuple(None if h is None else False for h in heads))
        call = back.forward(train, executor._ctx.device.platform)
        arrays = [*bufs, *[h for h in heads if h is not None]]
        return dict(zip(mask, execute(call, wide, executor._ctx, self.rng_state, (), arrays)[0]))

    def _passes_integers(self, kept: Kept, heads: Sequence[Any]) -> bool:
        """Whether gradients begin or end at integers or booleans, for which there is a program of their own.

        Not where no head is looked at: a loss's arguments of integers are labels and positions.
        """
        given = [out.dtype for out, head in zip(kept.outs, heads) if head is not None]
        return bool(given) and (len(kept.mask) < len(self.executor._wanted) or not all(map(is_inexact, given)))


class TapedPass:
    """Passes of an executor over a list of segments, with the gradients from the tape; it has the arrays of the last one."""

    def __init__(self, executor: Executor, segments: SegmentList | ByStorage) -> None:
        self.executor, self.segments = executor, segments
        self.outputs: list = []
        # kept, since a CustomOp may have state that its next call reads
        self.instances: dict = {}
        self.recorded = False
        #: whether `backward` has let go of what was recorded
        self.spent = False
        #: (copy on another context, array) of auxiliary states
        self.copies: list = []

    def forward(self, train: bool) -> list[Any]:
        """Compute the outputs; recorded if `train` and gradients are wanted. Auxiliary states are overwritten."""
        executor = self.executor
        bound = [arrays[i] for arrays, i in executor._slots]
        # marks of its own: the arrays may be variables of the user's
        leaves = [_recast(a, type(a)) if a._view is None else a._alias(0, a.shape) for a in bound]
        self.recorded, self.spent = bool(train and executor._wanted), False
        # paused, so that an executor run within a user's `record()` does not become part of the user's graph
        with autograd.record(train) if self.recorded else autograd.pause(train):
            if self.recorded:
                for place, i in executor._wanted:
                    autograd.mark_variables([leaves[place]], [executor.grad_arrays[i]], executor._requests[i])
            self.outputs, values = self.segments.run(leaves, executor._ctx, None, self.instances)
        self.leaves = leaves
        # an operator on another context has written to its copy, which nothing else would bring back
        self.copies = [(values[i], bound[i]) for i in executor._program.aux if values[i] is not leaves[i]]
        self._copy_back()
        return self.outputs

    def _copy_back(self) -> None:
        """Write auxiliary states that are copies on another context to the arrays that are bound."""
        for copy, array in self.copies:
            copy.copyto(array)

    def backward(self, heads: Sequence[Any], train: bool) -> None:
        """Write or add the gradients of the arguments; `heads` are buffers, None for ones."""
        executor = self.executor
        # A pass in inference leaves moving averages as they are, also if its gradients are wanted.
        trained = self.recorded or self.spent
        # recorded by one more pass: an inference pass leaves nothing on the tape, to save memory
        if not self.recorded:
            self.forward(True)
        reached = [(output, head) for output, head in zip(self.outputs, heads) if output._entry is not None]
        for place, _ in executor._wanted:
            # `backward` marks what it writes: what stays unmarked no output depends on
            self.leaves[place]._entry[0].fresh = False
        if reached:
            slopes = [None if h is None else wrap(h, executor._ctx).as_in_context(o._ctx) for o, h in reached]
            # a pass that draws numbers or changes states cannot be repeated for a second `backward`, so its graph stays
            keep = not self._again
            autograd.backward([output for output, _ in reached], slopes, retain_graph=keep, train_mode=train and trained)
            self._copy_back()
        for place, i in executor._wanted:
            leaf = self.leaves[place]._entry[0]
            # what an earlier pass has left there would be taken for this one's gradient
            if not leaf.fresh and executor._requests[i] == "write":
                grad = executor.grad_arrays[i]
                dispatch.invoke("zeros_like", [grad], None, grad)
        if self._again:
            # What is recorded holds the parameters' memory, which an update is to write over: it would copy them.
            self.outputs, self.recorded, self.spent = [], False, True

    @property
    def _again(self) -> bool:
        """Whether a second forward pass does the same, if gradients are wanted again: no chance, states or user's Python."""
        program = self.executor._program
        return not (program.needs_key or program.aux or self.instances)
