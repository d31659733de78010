"""Common subexpressions: operators that compute the same from the same inputs become one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...declare.op import find
from ..nodes import Node
from .calls import Rewriter

if TYPE_CHECKING:
    from ..lower import Lowered


def merge_duplicates(graph, facts) -> Lowered:
    """Compute repeated expressions once (off with MXNET_ELIMINATE_COMMON_EXPR=0).

    Operators that draw random numbers, write to inputs or read what is written to, run graphs or the user's Python, or leave
    their shape to those who use it, are left alone. Outputs that become one are kept apart by a copy.
    """
    if not facts.settings.merge:
        return graph
    users = [call.node for call in graph.steps if call.node is not None]
    if len({(node.op, node.options) for node in users}) == len(users):
        return graph  # no two calls are of one operator with the same attributes
    result, known = Rewriter(graph), {}
    for number, call in enumerate(graph.steps):
        key = _key(graph, call, result)
        same = known.setdefault(key, number) if key is not None else number
        if same != number:
            result.merge(number, same)
        else:
            result.keep(number, call.at([result.read(place) for place in call.sources]))
    if len(result.calls) == len(graph.steps):
        return graph
    merged = result.finish()
    heads: dict = {}
    for i, (old, new) in enumerate(zip(graph.heads, merged.heads)):
        if heads.setdefault(new, old) != old:
            source = graph.steps[old[0]].node
            node = Node(find("_copy"), f"{source.name}_copy", {}, [(source, old[1], 0)])
            merged.heads[i] = (merged.append(node, [new]), 0)
    return merged


def _key(graph, call, result):
    """What two calls that compute the same have in common; None for one that stays."""
    if call.node is None:
        return None
    op = call.node.op
    if call.bound.program.needs_key or op.writes or call.bodies or op.hosted or call.open:
        return None
    sources = tuple([result.read(place) for place in call.sources])
    # between two reads of such a variable its value may change
    if any(-1 - number in graph.written for number, _ in sources if number < 0):
        return None
    return op, frozenset(call.node.attrs.items()), frozenset(call.changes.items()), sources


def as_entries(graph):
    """The entries of a new symbol graph that is what a lowered graph of operators computes."""
    calls: list = []

    def entry(place):
        return (graph.inputs[-1 - place[0]], 0) if place[0] < 0 else (calls[place[0]], place[1])

    for call in graph.steps:
        versions = [version for _, _, version in call.node.inputs]
        calls.append(call.node.copy([(*entry(p), v) for p, v in zip(call.sources, versions)]))
    return [entry(place) for place in graph.heads]
