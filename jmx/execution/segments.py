"""A graph as a list of segments: compiled programs, and between them operators that run by themselves.

A graph is cut where something must run differently: the user's Python (Custom), shapes that depend on values, sparse storage,
another context (`group2ctx`). Most graphs are one segment, whose program is compiled and differentiated as a whole. The gradients
of several segments come from the tape, which records every segment as one call.

The programs are started one after the other without waiting, so that different devices work at the same time on different
batches. Python code of the user's runs on the calling thread and may use arrays as it likes: no program waits for it.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import jax

from ..base import MXNetError
from ..context import current_context
from ..core.declare.dtype import np_dtype
from ..core.graph.lower import program_of
from ..core.graph.passes import Facts, close_shapes
from ..core.run import dispatch
from . import control_flow

if TYPE_CHECKING:
    from ..context import Context

#: sets of shapes for which the segments of a graph with open shapes are kept
MOST_CLOSED = 32


class Segment:
    """Consecutive calls of a graph that run as one.

    reads     places that it takes from elsewhere: variables, or outputs of earlier calls
    gives     places of its outputs
    written   positions among `reads` of the variables that it overwrites
    program   what is compiled; None for one call that runs by itself
    call      that call
    bodies    of a control flow operator: context -> the segments of its graphs, made at the first run there
    ctx       where it runs; None for where its inputs are
    """

    __slots__ = ("reads", "gives", "written", "program", "call", "bodies", "ctx")
    call: Any

    def __init__(self, graph, first, last, ctx=None, compiled=True) -> None:
        self.ctx, self.program, self.call, self.bodies = ctx, None, None, {}
        if compiled:
            part, self.reads, self.gives = graph.part(first, last)
            self.program = program_of(part, "graph" if ctx is None else f"graph on {ctx}")
            self.written = part.written
        else:
            self.call = graph.steps[first]
            self.reads = self.call.sources
            self.gives = [(first, i) for i in range(self.call.node.op.num_outputs(self.call.node.parsed, visible=False))]
            self.written = tuple(i for i, place in self.call.writes if place is not None)

    def run(self, inputs, ctx, cls, instances) -> list[Any]:
        """The outputs, as a list, for a list of arrays; inputs that are written change in place."""
        if self.program is not None:
            return dispatch.run(self.program, inputs, (), None, ctx, cls)
        node = self.call.node
        try:
            if node.op.hosted:
                outs, instances[self] = node.op.run(inputs, node.parsed.described, None, ctx, instances.get(self), cls)
                return outs
            if self.call.bodies:
                if ctx not in self.bodies:
                    self.bodies[ctx] = [stepwise(body, ctx) for body in self.call.bodies]
                return control_flow.run(node, self.bodies[ctx], inputs, cls)
            # `invoke` looks at storage types first; `run` would make sparse inputs dense
            if dispatch.sparse_hook is not None:
                outs = dispatch.invoke(node.op, inputs, {**node.words(), **self.call.changes}, None, cls)
                return outs if isinstance(outs, list) else [outs]
            return dispatch.run(self.call.bound.program, inputs, self.call.scalars, None, ctx, cls)
        except MXNetError as error:
            prefix = f"Error in operator {node.name}: "
            # a body of control flow has named the operator already
            if str(error).startswith(prefix):
                raise
            raise MXNetError(f"{prefix}{error}") from error


class SegmentList:
    """The segments of a graph in the order in which they run.

    Parameters
    ----------
    graph : Lowered
    apart : callable
        Whether a call runs by itself.
    ctx : Context, optional
        Where the segments run; default: where their inputs are.
    contexts : list of Context, optional
        Where each call runs, in place of `ctx`.
    """

    def __init__(self, graph, runs_alone, ctx=None, contexts=None) -> None:
        self.graph, self.segments = graph, []
        #: of a graph with open shapes, by the shapes and element types of its variables: the segments of the graph without
        self._closed: dict = {}
        self._make = functools.partial(SegmentList, runs_alone=runs_alone, ctx=ctx, contexts=contexts)
        # operators' attributes are not known before shapes are, so there is nothing to cut yet
        if graph.open:
            return
        calls = graph.steps
        where = contexts or [ctx] * len(calls)
        first = 0
        for number, call in enumerate(calls):
            alone = runs_alone(call) or call.changes  # a part of the graph is made of the user's nodes, without the changes
            if first < number and (alone or where[number] != where[first]):
                self.segments.append(Segment(graph, first, number, where[first]))
                first = number
            if alone:
                self.segments.append(Segment(graph, number, number + 1, where[number], compiled=False))
                first = number + 1
        if first < len(calls):
            self.segments.append(Segment(graph, first, len(calls), where[first]))

    def run(
        self, arrays: Any, ctx: Context | None = None, cls: Any = None, instances: dict | None = None, look: Any = None
    ) -> tuple[Any, ...]:
        """Run the segments, each recorded where autograd records.

        Parameters
        ----------
        arrays : sequence of NDArray
            One for each variable; those that operators overwrite change in place.
        ctx : Context, optional
            Where a segment without inputs and without a context of its own runs.
        cls : type, optional
            The class of the outputs.
        instances : dict, optional
            The CustomOp of each operator in Python, kept from one pass to the next.
        look : callable, optional
            Called with every segment, its inputs and its outputs.

        Returns
        -------
        (list of NDArray, list of NDArray)
            The outputs; the variables' arrays afterwards, which differ from `arrays` where an operator has overwritten a copy
            on another context.
        """
        instances = {} if instances is None else instances
        if self.graph.open:
            return self._close(arrays, ctx).run(arrays, ctx, cls, instances, look)
        values = {(-1 - i, 0): array for i, array in enumerate(arrays)}
        for segment in self.segments:
            inputs = [values[place] for place in segment.reads]
            if segment.ctx is not None:
                # recorded like any operator, so that gradients find their way back to the other context
                inputs = [array.as_in_context(segment.ctx) for array in inputs]
            outs = segment.run(inputs, segment.ctx or ctx, cls, instances)
            if look is not None:
                look(segment, inputs, outs)
            values.update(zip(segment.gives, outs))
            for i in segment.written:
                # later readers get the copy that was written, not the variable on its own context
                values[segment.reads[i]] = inputs[i]
        return [values[place] for place in self.graph.heads], [values[-1 - i, 0] for i in range(len(arrays))]

    def _close(self, arrays, ctx):
        """The segments with the shapes that follow from those of the variables."""
        given = [jax.ShapeDtypeStruct(a.shape, np_dtype(a.dtype)) for a in arrays]
        key = tuple([(a.shape, a.dtype) for a in given])
        segments = self._closed.get(key)
        if segments is None:
            platform = (ctx or current_context()).device.platform
            segments = self._make(close_shapes(self.graph, Facts(self.graph, platform, given)))
            # another thread may add and drop meanwhile: so `while`, and `pop` with a default
            while len(self._closed) >= MOST_CLOSED:
                self._closed.pop(next(iter(self._closed)), None)
            self._closed[key] = segments
        return segments


def stepwise(graph, ctx=None) -> SegmentList:
    """Every operator a segment that runs by itself, so that its results have the storage type and shape that it makes."""
    return SegmentList(graph, lambda call: True, ctx)


class ByStorage:
    """A graph that meets sparse arrays: what has to do with these runs by itself, all between in compiled programs.

    How results are stored follows from how the variables and their gradients are. It is known of a first pass, operator by
    operator.

    graph    a lowered graph
    ctx    as for SegmentList
    """

    def __init__(self, graph: Any, ctx: Context | None = None) -> None:
        self.graph, self.ctx = graph, ctx
        self._first = stepwise(graph, ctx)
        #: by how the variables are stored and their gradients, the segments
        self._later: dict = {}

    def run(self, arrays: Any, ctx: Context | None = None, cls: Any = None, instances: dict | None = None) -> tuple[Any, ...]:
        """As SegmentList.run."""
        if self.graph.open:
            return self._first.run(arrays, ctx, cls, instances)
        stored = tuple([(a.stype, None if a._grad is None else a._grad.stype) for a in arrays])
        later = self._later.get(stored)
        if later is not None:
            return later.run(arrays, ctx, cls, instances)
        alone: set = set()

        def look(segment, inputs, outs):
            if meets_sparse(segment.call, [a.stype for a in inputs], [a.stype for a in outs]):
                alone.add(segment.call)

        found = self._first.run(arrays, ctx, cls, instances, look)
        self._later[stored] = SegmentList(self.graph, lambda call: call in alone, self.ctx)
        return found


def meets_sparse(call: Any, given: list[str], made: list[str]) -> bool:
    """Whether a call has to run by itself, its inputs being stored as `given` and its outputs as `made`."""
    traits = call.node.op.traits
    if {*given, *made} - {"default"} or call.bodies or call.bound.program.dynamic or traits.makes_sparse:
        return True
    storage = traits.gradient_storage
    return storage is not None and any(storage(call.node.parsed, i, given) != "default" for i in range(len(given)))


def by_program(graph, ctx=None) -> SegmentList:
    """As much as possible in compiled programs; the user's Python, and shapes that depend on values, between them."""
    return SegmentList(graph, lambda call: call.bound.program.dynamic, ctx)


def by_context(graph, contexts) -> SegmentList:
    """One program for each stretch of operators of one context; `contexts` has that of every call."""
    return SegmentList(graph, lambda call: False, contexts=contexts)


def contexts(order, default, group2ctx):
    """{node: context} for the nodes `order`: that of its `ctx_group`; else that of an operator's first input that is placed.

    Raises
    ------
    MXNetError
        A group that `group2ctx` does not name.
    """
    placed: dict = {}
    for node in order:
        group = node.attrs.get("__ctx_group__")
        if group is not None:
            if group not in group2ctx:
                raise MXNetError(
                    f"The device assignment not found for group {group} of node {node.name}; group2ctx has "
                    f"{', '.join(map(str, group2ctx))}."
                )
            placed[node] = group2ctx[group]
        elif node.op is not None:
            sources = [placed[source] for source, _, _ in node.inputs if source in placed]
            if sources:
                placed[node] = sources[0]
    return {node: placed.get(node, default) for node in order}
