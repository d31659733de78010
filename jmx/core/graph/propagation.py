"""What is known of a graph's entries, spread from node to node: the loop that shapes and element types have in common."""

from __future__ import annotations

from typing import Any

from .nodes import Node, topo


class Propagation:
    """Goes through the nodes of a graph, forth and back, until nothing new is learned. Subclasses say how to `step`.

    order     the nodes, inputs before their users
    values    what is known: dict from entry to a value, None where nothing is
    done      nodes of which there is nothing more to learn
    sources   node -> the entries that it reads
    results   node -> the entries that it makes, those hidden from users too
    names     node -> the names of its inputs
    tied      node -> positions of the inputs that must have one element type
    """

    def __init__(self, entries, order=None) -> None:
        self.order: list[Node] = topo(entries) if order is None else order
        self.values: dict[tuple[Node, int], Any] = {}
        self.done: set[Node] = set()
        self.sources, self.results, self.names, self.tied = {}, {}, {}, {}
        for node in self.order:
            op = node.op
            if op is None:
                continue
            count = op.num_outputs(node.parsed, visible=False)
            self.results[node] = [(node, i) for i in range(count)]
            self.values.update(dict.fromkeys(self.results[node]))
            self.sources[node] = [(source, index) for source, index, _ in node.inputs]
            if not (op.graphs or op.hosted):
                if op.variadic:
                    self.names[node] = node.input_names()
                    self.tied[node] = [] if op.inputs[0] in op.mixed else list(range(len(node.inputs)))
                else:
                    names = self.names[node] = op.present(node.parsed) if op.when else op.inputs
                    self.tied[node] = [i for i, name in enumerate(names) if name not in op.mixed][: len(node.inputs)]

    def step(self, node: Node) -> None:
        """Learn what follows for the entries around a node from what is known of them."""
        raise NotImplementedError

    def settled(self) -> bool:
        """Whether another way through the graph would teach nothing."""
        return len(self.done) == len(self.order)

    def run(self) -> Any:
        """Infer until nothing new is found. Raises MXNetError naming the node where values contradict each other."""
        before, forth = None, False
        while True:
            forth = not forth
            for node in self.order if forth else reversed(self.order):
                if node not in self.done:
                    self.step(node)
            # values, not a flag: a step may note again what is known
            state = list(self.values.values())
            if state == before or self.settled():
                return self
            before = state
