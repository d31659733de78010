"""Operators that compute what follows them as well: one pass over memory in place of two."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, NamedTuple

from .calls import Rewriter

if TYPE_CHECKING:
    from ..lower import Lowered


def fuse_relu(graph, facts) -> Lowered:
    """Let operators apply the relu that alone reads their first output, where their declarations say how (`Traits.with_relu`).

    On CPU only: elsewhere XLA does so itself.
    """
    if facts.platform != "cpu" or not graph.images:
        return graph
    readers, result, fused = _readers(graph), Rewriter(graph), {}
    for number, call in enumerate(graph.steps):
        if call.node is not None and call.node.op.traits.is_relu(call.node.parsed) and readers[call.sources[0]] == 1:
            before, output = call.sources[0]
            if output == 0 and before in fused:
                place, producer = fused.pop(before)
                result.calls[place] = producer.with_attrs(producer.node.op.traits.with_relu)
                result.merge(number, before)
                continue
        result.keep(number, call.at([result.read(place) for place in call.sources]))
        if call.node is not None and call.node.op.traits.with_relu is not None:
            fused[number] = result.read((number, 0))[0], result.calls[-1]
    # the graph itself where nothing was fused, so that later passes and caches know it
    return graph if len(result.calls) == len(graph.steps) else result.finish()


def pack_weights(graph, facts) -> Lowered:
    """Where copies of weights are to be kept, let operators make them in calls of their own (`Traits.with_packed`)."""
    if not facts.pack:
        return graph
    steps = list(graph.steps)
    for number, call in enumerate(steps):
        if call.node is not None and weight_of(graph.steps, call) is not None:
            steps[number] = call.with_attrs(call.node.op.traits.with_packed)
    return graph.rewritten(steps, graph.heads)


def weight_of(steps, call) -> int | None:
    """The place of the variable that an operator takes as its weight, cast or not, and can copy by itself, or None."""
    op = call.node.op
    if op.traits.with_packed is None:
        return None
    place = call.sources[op.inputs.index("weight")][0]
    while place >= 0 and _casts(steps[place]):
        place = steps[place].sources[0][0]
    # only a variable keeps its value from call to call
    return place if place < 0 else None


def _casts(call):
    return call.node is not None and call.node.op.traits.precision_cast and len(call.sources) == 1


def _readers(graph):
    """How many calls and heads read each place."""
    readers = collections.Counter(graph.heads)
    for call in graph.steps:
        readers.update(call.sources)
    return readers


def fuse_inference(graph, facts) -> Lowered:
    """In inference, let a convolution normalize its results, add what is added to them, and apply the relu behind that.

    The operators say so themselves (`Traits.with_affine`, `affine`, `adds`). On CPU only.
    """
    if facts.train or facts.platform != "cpu" or not graph.images:
        return graph
    chains = _Chains(graph)
    if not chains.by_end:
        return graph
    result = Rewriter(graph)
    for number, call in enumerate(graph.steps):
        if number in chains.by_end:
            sources, function = chains.fused(chains.by_end[number])
            result.stand_for(number, "fused", function, [result.read(place) for place in sources])
        elif number not in chains.inner:
            result.keep(number, call.at([result.read(place) for place in call.sources]))
    return result.finish()


class _Chain(NamedTuple):
    """Numbers of calls that one call stands for: the operator, its normalization, and what follows or None."""

    first: int
    affine: int
    add: int | None = None
    other: tuple | None = None
    relu: bool = False


class _Chains:
    """What can be fused in a graph: `by_end`, {number of the last call: _Chain}, and `inner`, the numbers of the others."""

    def __init__(self, graph) -> None:
        self.graph, self.by_end, self.inner = graph, {}, set()
        self.readers = _readers(graph)
        #: variables that have another value at the end of a chain than at its beginning, perhaps
        self.overwritten = {-1 - position for position in graph.written if position not in graph.moving}
        for number, call in enumerate(graph.steps):
            chain = None if call.node is None else self._ending_at(number, call)
            if chain is not None:
                self.by_end[number] = chain
                self.inner.update({chain.first, chain.affine, *([chain.add] if chain.add is not None else [])} - {number})

    def _ending_at(self, number, call):
        """The chain that ends at a call, in place of a shorter one that is taken out; None if there is none."""
        traits = call.node.op.traits
        # the chain would read it later than the call does
        if any(place in self.overwritten for place, _ in call.sources):
            return None
        if traits.affine is not None:
            return self._normalized(number, call)
        if traits.adds:
            # either side of the sum may be the convolution's
            for place, other in (call.sources, call.sources[::-1]):
                chain = self._taken(place, adding=True)
                if chain is not None:
                    return chain._replace(add=number, other=other)
        elif traits.is_relu(call.node.parsed):
            chain = self._taken(call.sources[0])
            if chain is not None:
                return chain._replace(relu=True)
        return None

    def _taken(self, place, adding=False):
        """The chain that ends at a place which nobody else reads and that can go on; one addition is all that it can hold."""
        chain = self.by_end.get(place[0])
        if chain is None or place[1] or self.readers[place] > 1 or chain.relu or (adding and chain.add is not None):
            return None
        return self.by_end.pop(place[0])

    def _normalized(self, number, call):
        first, output = call.sources[0]
        before = self.graph.steps[first] if first >= 0 else None
        if (
            before is None
            or before.node is None
            or before.node.op.traits.with_affine is None
            # its relu comes before the normalization, the fused one behind it
            or "with_relu" in before.changes
            or any(place in self.overwritten for place, _ in before.sources)
        ):
            return None
        if output or self.readers[first, 0] > 1 or any(self.readers[number, i] for i in range(1, 5)):
            return None
        axis, _ = before.node.op.traits.with_affine(_attributes(before))
        if call.node.op.traits.affine(_attributes(call), axis) is None:
            return None
        return _Chain(first, number, relu="with_relu" in call.changes)

    def fused(self, chain):
        """(places of the inputs, the function) of the call that stands for a chain."""
        first, affine = self.graph.steps[chain.first], self.graph.steps[chain.affine]
        axis, compute = first.node.op.traits.with_affine(_attributes(first))
        numbers = affine.node.op.traits.affine(_attributes(affine), axis)
        count, vectors = len(first.sources), len(affine.sources) - 1

        def function(*arrays):
            scale, shift = numbers(*arrays[count : count + vectors])
            other = arrays[count + vectors] if chain.add is not None else None
            return (compute(arrays[:count], scale, shift, other, chain.relu),)

        return [*first.sources, *affine.sources[1:], *([chain.other] if chain.add is not None else [])], function


def _attributes(call):
    """The attributes of a call as Python values, with what passes have changed."""
    return call.node.op.parse({**call.node.words(), **call.changes}) if call.changes else call.node.parsed
