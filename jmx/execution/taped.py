"""Executors that run a graph as several programs, with the gradients from the tape."""

from __future__ import annotations

from .. import autograd
from ..core.run.dispatch import invoke, wrap
from ..ndarray.buffers import _recast


class TapedRun:
    """The last pass of an executor: `outputs` as they are, and how to differentiate them.

    Subclasses have `compute`, from arrays for the variables to (outputs, the variables' arrays afterwards, which differ from
    those given where an operator has overwritten a copy).
    """

    def __init__(self, executor):
        self.executor = executor
        self.outputs = []
        self.recorded = False

    def compute(self, leaves):
        """Run the graph on arrays; recorded if the tape is on."""
        raise NotImplementedError

    def forward(self, train):
        """Compute the outputs; recorded if `train` and gradients are wanted. Auxiliary states are overwritten."""
        executor = self.executor
        bound = [arrays[i] for arrays, i in executor._slots]
        # marks of its own: the arrays may be variables of the user's
        leaves = [_recast(a, type(a)) if a._view is None else a._alias(0, a.shape) for a in bound]
        self.recorded = bool(train and executor._wanted)
        with autograd.record(train) if self.recorded else autograd.pause(train):
            if self.recorded:
                for place, i in executor._wanted:
                    autograd.mark_variables([leaves[place]], [executor.grad_arrays[i]], executor._requests[i])
            self.outputs, values = self.compute(leaves)
        self.leaves = leaves
        for place in executor._program.aux:
            if values[place] is not leaves[place]:
                values[place].copyto(bound[place])
        return self.outputs

    def backward(self, heads, train):
        """Write or add the gradients of the arguments; `heads` are buffers, None for ones."""
        executor = self.executor
        if not self.recorded:
            self.forward(True)
        reached = [(o, h) for o, h in zip(self.outputs, heads) if o._entry is not None]
        for place, _ in executor._wanted:
            self.leaves[place]._entry[0].fresh = False
        if reached:
            given = [None if h is None else wrap(h, executor._ctx).as_in_context(o._ctx) for o, h in reached]
            autograd.backward([o for o, _ in reached], given, retain_graph=True, train_mode=train)
        for place, i in executor._wanted:
            leaf = self.leaves[place]._entry[0]
            if not leaf.fresh and executor._requests[i] == "write":
                grad = executor.grad_arrays[i]
                invoke("zeros_like", [grad], None, grad)
