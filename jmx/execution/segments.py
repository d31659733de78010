"""Graphs as several programs: one for each stretch of consecutive nodes, with nodes between them that run by themselves."""

from __future__ import annotations

from ..core.run.program import Program


class Stretch:
    """Consecutive steps of a graph as a program.

    reads    places that it takes from elsewhere: variables, or outputs of earlier steps
    gives    places that later stretches or the heads need, in the order of its outputs
    """

    def __init__(self, graph, first, last, ctx):
        self.ctx, steps = ctx, graph.steps[first:last]
        needed = dict.fromkeys(p for s in graph.steps[last:] for p in s.sources) | dict.fromkeys(graph.heads)
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

        programs = [s.bound.program for s in steps]
        self.program = Program(
            run,
            "graph" if ctx is None else f"graph on {ctx}",
            aux=aux,
            needs_key=any(p.needs_key for p in programs),
            needs_train=any(p.needs_train for p in programs),
            needs_platform=any(p.needs_platform for p in programs),
            wide=any(p.wide for p in programs),
            save=True,
        )


def parts(graph, alone, ctx=None):
    """The stretches of a graph in the order in which they run, and the numbers of the steps between them.

    Parameters
    ----------
    graph : Lowered
    alone : callable
        Whether a step runs by itself.
    ctx : Context, optional
        Where the stretches run, for messages.

    Returns
    -------
    list of Stretch and int
    """
    found, first = [], 0

    def close(last):
        if first < last:
            found.append(Stretch(graph, first, last, ctx))

    for i, step in enumerate(graph.steps):
        if alone(step):
            close(i)
            found.append(i)
            first = i + 1
    close(len(graph.steps))
    return found
