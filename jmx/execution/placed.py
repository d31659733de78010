"""Executors whose graph is spread over several contexts: one compiled program for each stretch of nodes of one context.

The programs are started one after the other without waiting, so that different devices work at the same time on
different batches; arrays are copied where a stretch reads what another context holds.
"""

from __future__ import annotations

from ..base import MXNetError
from ..core.graph.nodes import topo
from ..core.run import dispatch
from .segments import Stretch
from .taped import TapedRun


def contexts(entries, default, group2ctx):
    """{node: context}: that of its `ctx_group`; for an operator without one, that of the first input that is placed.

    Raises
    ------
    MXNetError
        A group that `group2ctx` does not name.
    """
    found: dict = {}
    for node in topo(entries):
        group = node.attrs.get("__ctx_group__")
        if group is not None:
            if group not in group2ctx:
                raise MXNetError(
                    f"The device assignment not found for group {group} of node {node.name}; group2ctx has "
                    f"{', '.join(map(str, group2ctx))}."
                )
            found[node] = group2ctx[group]
        elif node.op is not None:
            placed = [found[source] for source, _, _ in node.inputs if source in found]
            if placed:
                found[node] = placed[0]
    return {node: found.get(node, default) for node in topo(entries)}


def spread(symbol, default, group2ctx):
    """The contexts of the nodes if `group2ctx` puts operators anywhere but on `default`, else None."""
    if not group2ctx:
        return None
    found = contexts(symbol._entries, default, group2ctx)
    return found if any(ctx != default for node, ctx in found.items() if node.op is not None) else None


class PlacedRun(TapedRun):
    """An executor's pass stretch by stretch, each on its context."""

    def __init__(self, executor, where):
        super().__init__(executor)
        graph = executor._program.graph
        ends, steps = [], graph.steps
        for i, step in enumerate(steps):
            if i + 1 == len(steps) or where[steps[i + 1].node] != where[step.node]:
                ends.append(i + 1)
        self.stretches = [Stretch(graph, first, last, where[steps[first].node]) for first, last in zip([0, *ends], ends)]

    def compute(self, leaves):
        values = {(-1 - i, 0): leaf for i, leaf in enumerate(leaves)}
        for stretch in self.stretches:
            inputs = [values[place].as_in_context(stretch.ctx) for place in stretch.reads]
            outs = dispatch.run(stretch.program, inputs, ctx=stretch.ctx)
            values.update(zip(stretch.gives, outs))
            for i in stretch.program.aux:
                values[stretch.reads[i]] = inputs[i]
        after = [values[-1 - i, 0] for i in range(len(leaves))]
        return [values[place] for place in self.executor._program.graph.heads], after
