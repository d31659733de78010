"""Reads graphs in the DOT language: nodes, edges and their attributes, as far as drawing them needs."""

from __future__ import annotations

import dataclasses
import re

_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/|^\#[^\n]*)
      | (?P<mark>->|--|[{}\[\];,=:+])
      | "(?P<quoted>(?:[^"\\]|\\.)*)"
      | (?P<word>-?(?:\.\d+|\d+(?:\.\d*)?)|\w+)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


@dataclasses.dataclass
class Graph:
    """A graph as written.

    attrs   attributes of the graph
    nodes   attributes of each node, by name in the order of appearance
    edges   (tail, head, attributes)
    """

    attrs: dict[str, str] = dataclasses.field(default_factory=dict)
    nodes: dict[str, dict[str, str]] = dataclasses.field(default_factory=dict)
    edges: list[tuple[str, str, dict[str, str]]] = dataclasses.field(default_factory=list)
    directed: bool = True


class _Text(str):
    """A token that is a name or a value, not a mark."""


def _tokens(text):
    at = 0
    while at < len(text):
        if text[at] == "<":
            end, depth = at, 0
            while end < len(text):
                depth += {"<": 1, ">": -1}.get(text[end], 0)
                end += 1
                if depth == 0:
                    break
            yield _Text(text[at:end])
            at = end
            continue
        found = _TOKEN.match(text, at)
        if found is None:
            raise ValueError(f"This is not the DOT language, at character {at}: {text[at : at + 40]!r}")
        at = found.end()
        if found["mark"]:
            yield found["mark"]
        elif found["word"] is not None:
            yield _Text(found["word"])
        elif found["quoted"] is not None:
            yield _Text(found["quoted"].replace('\\"', '"').replace("\\\n", ""))


def parse(text):
    """The `Graph` that DOT source describes; raises ValueError where it describes none."""
    return _Parser(list(_tokens(text))).graph()


class _Parser:
    def __init__(self, tokens):
        self.tokens, self.at = tokens, 0
        self.made = Graph()

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next_is(self, mark, ahead=0):
        place = self.at + ahead
        return place < len(self.tokens) and self.tokens[place] == mark and not isinstance(self.tokens[place], _Text)

    def accept(self, mark):
        found = self.next_is(mark)
        self.at += found
        return found

    def take(self):
        if self.at == len(self.tokens):
            raise ValueError("This is not the DOT language: it ends in the middle")
        self.at += 1
        return self.tokens[self.at - 1]

    def graph(self):
        kind = self.take().lower()
        if kind == "strict":
            kind = self.take().lower()
        if kind not in ("graph", "digraph"):
            raise ValueError(f"This is not the DOT language: it starts with {kind!r}")
        self.made.directed = kind == "digraph"
        if isinstance(self.peek(), _Text):
            self.take()
        self.block({}, {}, self.made.attrs)
        return self.made

    def block(self, node_defaults, edge_defaults, attrs):
        """Statements in braces; returns the names of the nodes in them."""
        members = []
        if not self.accept("{"):
            raise ValueError(f"This is not the DOT language: {self.peek()!r} where an opening brace is expected")
        while not self.accept("}"):
            members += self.statement(node_defaults, edge_defaults, attrs)
            while self.accept(";") or self.accept(","):
                pass
        return members

    def statement(self, node_defaults, edge_defaults, attrs):
        word = self.peek().lower()
        if word in ("graph", "node", "edge") and self.next_is("[", 1):
            self.take()
            {"graph": attrs, "node": node_defaults, "edge": edge_defaults}[word].update(self.attributes())
            return []
        if isinstance(self.peek(), _Text) and self.next_is("=", 1):
            key = self.take()
            self.take()
            attrs[key] = self.value()
            return []
        ends = [self.end(node_defaults, edge_defaults, attrs)]
        while self.accept("->") or self.accept("--"):
            ends.append(self.end(node_defaults, edge_defaults, attrs))
        own = self.attributes()
        for tails, heads in zip(ends, ends[1:]):
            self.made.edges += [(t, h, {**edge_defaults, **own}) for t in tails for h in heads]
        if len(ends) == 1:
            for name in ends[0]:
                self.made.nodes[name].update(own)
        return [name for end in ends for name in end]

    def end(self, node_defaults, edge_defaults, attrs):
        """What an edge may end at, a node or a subgraph; returns the names of the nodes."""
        if self.next_is("{") or self.peek().lower() == "subgraph":
            if not self.next_is("{"):
                self.take()
                if isinstance(self.peek(), _Text):
                    self.take()
            return self.block(dict(node_defaults), dict(edge_defaults), dict(attrs))
        name = self.value()
        while self.accept(":"):
            self.value()
        self.made.nodes.setdefault(name, dict(node_defaults))
        return [name]

    def value(self):
        token = self.take()
        if not isinstance(token, _Text):
            raise ValueError(f"This is not the DOT language: {token!r} where a name is expected")
        while self.accept("+"):
            token = _Text(token + self.take())
        return str(token)

    def attributes(self):
        found = {}
        while self.accept("["):
            while not self.accept("]"):
                key = self.value()
                found[key] = self.value() if self.accept("=") else "true"
                while self.accept(",") or self.accept(";"):
                    pass
        return found
