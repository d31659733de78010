"""What the steps of partitioning share: who reads a node, and graphs built anew."""

from __future__ import annotations

from ..nodes import Node, topo


class Graph:
    """A graph that a step looks at.

    order      its nodes
    readers    node -> the nodes that read it, each once
    heads      the nodes whose outputs are the graph's
    """

    def __init__(self, entries) -> None:
        self.entries, self.order = entries, topo(entries)
        self.readers: dict[Node, list[Node]] = {node: [] for node in self.order}
        for node in self.order:
            for source in dict.fromkeys(source for source, _, _ in node.inputs):
                self.readers[source].append(node)
        self.heads = {entry[0] for entry in entries}

    def only_reader(self, node) -> Node | None:
        """The only node that reads `node`; None if several do, or whoever takes the graph's outputs."""
        readers = self.readers[node]
        return readers[0] if len(readers) == 1 and node not in self.heads else None


class Rebuilder:
    """Entries of a graph in another one that takes its place."""

    def __init__(self) -> None:
        self._nodes: dict[Node, Node] = {}
        self._entries: dict[tuple[Node, int], tuple[Node, int]] = {}

    def keep(self, node) -> Node:
        """Copy a node."""
        self._nodes[node] = node.copy(self.inputs(node))
        return self._nodes[node]

    def stand_for(self, node, new, index=None) -> None:
        """Let `new` stand for a node; its output `index`, if that is given, stands for the node's first one."""
        if index is None:
            self._nodes[node] = new
        else:
            self._entries[node, 0] = new, index

    def entry(self, entry) -> tuple[Node, int]:
        """Where an entry of the old graph is in the new one."""
        node, index = entry[0], entry[1]
        return self._entries.get((node, index)) or (self._nodes[node], index)

    def inputs(self, node) -> list[tuple[Node, int, int]]:
        """The inputs of a node in the new graph."""
        return [(*self.entry(source), source[2]) for source in node.inputs]
