"""Executors of graphs with operators in Python: compiled programs, and between them the user's code.

The code runs on the calling thread. It may use arrays as it likes: no program waits for it, so nothing can wait for each
other, and what it raises is raised by `forward` and `backward`.
"""

from __future__ import annotations

import numpy as np

from ..base import MXNetError
from ..core.graph.dtypes import Types
from ..core.graph.nodes import topo
from ..core.graph.shapes import Shapes, known
from ..core.run import dispatch
from ..ndarray import zeros
from .segments import Stretch, parts
from .taped import TapedRun


class HostedRun(TapedRun):
    """An executor's pass: one compiled program for each stretch of nodes between those that run by themselves.

    With `sparse` arrays every node runs by itself.
    """

    def __init__(self, executor, sparse):
        super().__init__(executor)
        graph = self.graph = executor._program.graph
        self.parts = parts(graph, lambda step: sparse or step.bound.program.dynamic, executor._ctx)
        #: step -> the CustomOp that belongs to this executor
        self.operators: dict = {}

    def blank(self):
        """Zeros for the outputs, none if their shapes depend on values; the user's code does not run."""
        executor = self.executor
        entries = executor._symbol._entries
        nodes = [n for n in topo(entries) if n.op is None]
        bound = [arrays[i] for arrays, i in executor._slots]
        kinds = {n: np.dtype(a.dtype) for n, a in zip(nodes, bound)}
        shapes = Shapes(entries, {n: a.shape for n, a in zip(nodes, bound)}, kinds).run().shape
        if not all(known(shapes[e[0], e[1]]) for e in entries):
            return []
        types = Types(entries, kinds, shapes).run().dtype
        return [zeros(shapes[e[0], e[1]], executor._ctx, types[e[0], e[1]]) for e in entries]

    def compute(self, leaves):
        ctx = self.executor._ctx
        values = {(-1 - i, 0): leaf.as_in_context(ctx) for i, leaf in enumerate(leaves)}
        for part in self.parts:
            if isinstance(part, Stretch):
                inputs = [values[place] for place in part.reads]
                values.update(zip(part.gives, dispatch.run(part.program, inputs, ctx=ctx)))
            else:
                values.update(((part, i), out) for i, out in enumerate(self._single(part, values, ctx)))
        return [values[place] for place in self.graph.heads], [values[-1 - i, 0] for i in range(len(leaves))]

    def _single(self, number, values, ctx):
        step = self.graph.steps[number]
        inputs = [values[place] for place in step.sources]
        try:
            if not step.node.op.hosted:
                return step.eager(inputs, None, ctx)
            outs, self.operators[number] = step.node.op.run(
                inputs, step.node.parsed.described, None, ctx, self.operators.get(number)
            )
            return outs
        except MXNetError as error:
            raise MXNetError(f"Error in operator {step.node.name}: {error}") from error
