"""Layers and what follows them put into one operator, which has them as its graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ...declare.fusion import FusionSeed
from ...declare.op import find
from ..nodes import Node, output_name
from .rebuilding import Graph, Rebuilder


class _Chain(NamedTuple):
    """Nodes that become one: a layer and what follows it, with the role of each of the latter; `other` is what is added."""

    seed: FusionSeed
    nodes: list[Node]
    roles: list[str]
    other: int | None = None


def drop_identities(entries, fits):
    """Leave out what passes its input on in inference, where that is the result of an operator.

    As in MXNet, of two such operators that follow one another the first one stays in the first step.
    """
    graph, new, taken = Graph(entries), Rebuilder(), set()
    for node in graph.order:
        if node.op is not None and node.op.traits.is_identity(node.parsed):
            source = node.inputs[0]
            if source[0].op is not None and not taken.intersection((node, source[0])):
                taken.update((node, source[0]))
                new.stand_for(node, *new.entry(source))
                continue
        new.keep(node)
    return [new.entry(entry) for entry in entries]


def fuse(layers, integers=False) -> Callable:
    """The step that fuses the layers whose declarations name it `layers`, before integers are put in or not."""

    def step(entries, fits):
        graph = Graph(entries)
        chains = _chains(graph, layers, integers, fits)
        number = {node: i for i, chain in enumerate(chains) for node in chain.nodes}
        last = {chain.nodes[-1]: i for i, chain in enumerate(chains)}
        inner = number.keys() - last.keys()
        new = Rebuilder()
        for node in graph.order:
            if node in last:
                _replace(chains[last[node]], last[node], number, new)
            elif node not in inner:
                new.keep(node)
        return [new.entry(entry) for entry in entries]

    return step


def _chains(graph, layers, integers, fits):
    """The chains of a graph in the order of their layers, none of which shares a node with another."""
    chains, taken = [], set()
    for node in graph.order:
        seed = None if node.op is None else node.op.traits.seeds
        if seed is None or seed.step != layers or node in taken:
            continue
        if (seed.only is None or seed.only(node.parsed)) and (fits is None or fits(node)):
            chains.append(_extended(graph, _Chain(seed, [node], []), integers, taken))
            taken.update(chains[-1].nodes)
    return chains


def _extended(graph, chain, integers, taken):
    """The longest chain of nodes that nobody else reads: a layer, its normalization, a sum, a function of each element."""
    nodes, roles = chain.nodes, chain.roles
    while True:
        after = graph.only_reader(nodes[-1])
        if after is None or after.op is None or after in taken:
            return chain
        places = [i for i, (source, _, _) in enumerate(after.inputs) if source is nodes[-1]]
        if len(places) != 1 or after.inputs[places[0]][1] != 0:
            return chain
        role = _role(chain, after, places[0], integers)
        if role is None:
            return chain
        nodes.append(after)
        roles.append(role)
        if role == "sum":
            chain = chain._replace(other=1 - places[0])
        elif role != "norm":
            return chain


def _role(chain, node, place, integers):
    """What a node is behind a chain, whose result is its input at `place`; None where it is not fused."""
    seed, roles = chain.seed, chain.roles
    follows: Any = node.op.traits.follows
    if follows == "norm":
        fits = seed.sums and not roles and place == 0 and _normalizes_channels(chain.nodes[0], node)
        return "norm" if fits else None
    if follows == "sum":
        return "sum" if seed.sums and "sum" not in roles else None
    function: Any = follows(node.parsed) if callable(follows) and place == 0 else None
    if function is None or function.kind not in (seed.integers if integers else seed.functions):
        return None
    if "sum" not in roles:
        return "function"
    # the range of a sum that is cut off says nothing of what is added
    return None if integers and function.kind == "bounded_relu" else "function after sum"


def _normalizes_channels(layer, norm) -> bool:
    axis = layer.op.traits.with_affine(layer.parsed)[0]
    return norm.op.traits.affine(norm.parsed, axis) is not None


def _replace(chain, number, numbers, new):
    """Put the node of a chain, the graph's chain of that number, in place of the chain."""
    seed = chain.seed
    outside = [
        (node, place) for node in chain.nodes for place, (source, _, _) in enumerate(node.inputs) if numbers.get(source) != number
    ]
    added = None
    if chain.other is not None:
        added = chain.nodes[1 + chain.roles.index("sum")], chain.other
        # names are given in the order in which the graph reads its inputs
        if chain.other == 0:
            outside.remove(added)
            outside.insert(0, added)
    variables, used = {}, {}
    for node, place in outside:
        source = node.inputs[place]
        # what is fused later still has its own name
        name = output_name(source if numbers.get(source[0], -1) > number else new.entry(source))
        variables[node, place] = Node(None, f"{name}{used.setdefault(name, 0)}")
        used[name] += 1
    # what is added comes last
    order = [place for place in outside if place != added] + ([] if added is None else [added])
    words = {"norm": "bn", "sum": "add"}
    behind = [words[role] if role in words else seed.function for role in chain.roles]
    name = "_".join(["sg_mkldnn", seed.label, *behind, str(number)])
    attrs = dict(seed.flags[role] for role in chain.roles)
    if seed.attributes is not None:
        attrs.update(seed.attributes(chain.nodes[0].parsed))
    sources = [node.inputs[place] for node, place in order]
    fused = Node(find(seed.name), name, attrs, [(*new.entry(source), source[2]) for source in sources])
    fused.graphs = [_inner(chain, variables, added)]
    new.stand_for(chain.nodes[-1], fused)


def _inner(chain, variables, added):
    """The graph of a chain with `variables` in place of what comes from outside; what is `added` to a result stands behind it."""
    copies: dict[Node, Node] = {}
    for node in chain.nodes:
        inputs = [
            (variables[node, i], 0, 0) if (node, i) in variables else (copies[source], index, 0)
            for i, (source, index, _) in enumerate(node.inputs)
        ]
        copies[node] = node.copy(inputs[::-1] if (node, 0) == added else inputs)
    return [(copies[chain.nodes[-1]], 0)]
