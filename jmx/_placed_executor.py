"""Executors whose graph is spread over several contexts: one compiled program for each stretch of nodes of one context.

The programs are started one after the other without waiting, so that different devices work at the same time on
different batches; arrays are copied where a stretch reads what another context holds.
"""

from __future__ import annotations

from ._taped_executor import TapedRun
from .base import MXNetError
from .core import dispatch
from .core.graph import topo


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


class _Stretch:
    """Consecutive steps of one context as a program.

    reads    places that it takes from elsewhere: variables, or outputs of earlier steps
    gives    places that later stretches or the heads need, in the order of its outputs
    """

    def __init__(self, graph, first, last, ctx, needed):
        self.ctx, steps = ctx, graph.steps[first:last]
        self.reads = list(dict.fromkeys(p for s in steps for p in s.sources if p[0] < first))
        self.gives = [p for p in needed if first <= p[0] < last]
        writes = {p for s in steps for _, p in s.writes if p is not None}
        where = {place: i for i, place in enumerate(self.reads)}
        aux = sorted(where[place, 0] for place in writes)

        def run(train, platform, key, scalars, *arrays):
            values = dict(zip(self.reads, arrays))
            for number, step in enumerate(steps, first):
                outs, new = step(train, platform, key, [values[place] for place in step.sources])
                values.update(((number, i), out) for i, out in enumerate(outs))
                values.update(((p, 0), value) for (_, p), value in zip(step.writes, new) if p is not None)
            after = (values[self.reads[i]] for i in aux)
            return tuple(values[p] for p in self.gives), tuple(None if v is arrays[i] else v for i, v in zip(aux, after))

        programs = [s.plan.program for s in steps]
        self.program = dispatch.Program(
            run,
            f"graph on {ctx}",
            aux=aux,
            needs_key=any(p.needs_key for p in programs),
            needs_train=any(p.needs_train for p in programs),
            needs_platform=any(p.needs_platform for p in programs),
            wide=any(p.wide for p in programs),
            save=True,
        )


class PlacedRun(TapedRun):
    """An executor's pass stretch by stretch, each on its context."""

    def __init__(self, executor, where):
        super().__init__(executor)
        graph = executor._program.graph
        ends, steps = [], graph.steps
        for i, step in enumerate(steps):
            if i + 1 == len(steps) or where[steps[i + 1].node] != where[step.node]:
                ends.append(i + 1)
        self.stretches = []
        for first, last in zip([0, *ends], ends):
            needed = dict.fromkeys(p for s in steps[last:] for p in s.sources) | dict.fromkeys(graph.heads)
            self.stretches.append(_Stretch(graph, first, last, where[steps[first].node], needed))

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
