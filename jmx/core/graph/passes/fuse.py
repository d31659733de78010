"""Operators that compute what follows them as well: one pass over memory in place of two."""

from __future__ import annotations

import collections

from .calls import InternalCall, Rewriter


def fuse_relu(graph, facts):
    """Let operators apply the relu that alone reads their first output, where their declarations say how (`Traits.with_relu`).

    On CPU only: elsewhere XLA does so itself.
    """
    if facts.platform != "cpu" or not graph.images:
        return graph
    readers = collections.Counter(graph.heads)
    for call in graph.steps:
        readers.update(call.sources)
    result, fused = Rewriter(graph), {}
    for number, call in enumerate(graph.steps):
        if not isinstance(call, InternalCall) and _is_relu(call.node) and readers[call.sources[0]] == 1:
            before, output = call.sources[0]
            if output == 0 and before in fused:
                place, producer = fused.pop(before)
                result.calls[place] = producer.with_attrs(producer.node.op.traits.with_relu)
                result.merge(number, before)
                continue
        result.keep(number, call.at([result.read(place) for place in call.sources]))
        if not isinstance(call, InternalCall) and call.node.op.traits.with_relu is not None:
            fused[number] = result.read((number, 0))[0], result.calls[-1]
    return graph if len(result.calls) == len(graph.steps) else result.finish()


def _is_relu(node):
    relu = node.op.traits.relu
    return relu(node.parsed) if callable(relu) else relu
