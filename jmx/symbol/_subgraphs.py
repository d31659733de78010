"""Cutting the body of a control flow operator out of the graph that a Python function built.

While the function runs, every node gets the attribute `__subgraph_name__`. What the nodes so marked take from unmarked ones
belongs to the graph outside: in its place the body gets a variable, and the outer graph's entry becomes an input of the
operator. Names and order are MXNet's, so that symbol files agree.
"""

from __future__ import annotations

import contextlib
import copy
from typing import TYPE_CHECKING

from ..attribute import AttrScope, active
from ..core.graph import nodes as graph
from .creation import Group, var
from .register import create
from .symbol import Symbol

if TYPE_CHECKING:
    from collections.abc import Iterator


MARK = "__subgraph_name__"


def stand_in(symbol) -> Symbol:
    """The variable that stands for `symbol` in a body; its name cannot be that of a node outside."""
    return var(input_name(symbol))


def input_name(symbol) -> str:
    """The name of the variable that stands for `symbol`."""
    return f"{symbol.name}-{', '.join(str(index) for _, index in symbol._entries)}"


@contextlib.contextmanager
def within(name) -> Iterator[str]:
    """A scope whose nodes are marked as those of a body; gives the body's full name, which no other body has."""
    outer = active()._attr.get(MARK)
    if outer:
        name = f"{outer}${name}"
    number = AttrScope._subgraph_names[name]
    AttrScope._subgraph_names[name] = number + 1
    name = f"{name}{number}"
    with AttrScope(**{MARK: name}):
        yield name


def closed(outputs, taken, name) -> Symbol:
    """A group of `outputs`; those called as one of `taken` or made outside of the body `name` pass an identity first."""
    members = []
    for symbol in outputs:
        inside = symbol.list_attr().get(MARK, "") == name
        members.append(symbol if inside and symbol.name not in taken else create("_copy", "identity", (), {"data": symbol}))
    return Group(members)


class Cut:
    """A body after the cut.

    group     its outputs, a symbol
    names     names of its inputs, in list_inputs order
    outside   name of an input -> symbol in the outer graph, for what the body takes from there
    """

    def __init__(self, group) -> None:
        self.group = group
        self.outside = _cut(group._entries)
        nodes = graph.topo(group._entries)
        self._variables = {n.name: n for n in nodes if n.op is None}
        self.names = [n.name for n in nodes if n.op is None]
        assert len(self._variables) == len(self.names), f"The inputs of the subgraph don't have unique names: {self.names}"

    def origin(self, name) -> Symbol:
        """The outer graph's symbol for the input `name`: what was cut off, or a copy of a variable made in the body."""
        symbol = self.outside.get(name)
        if symbol is None:
            symbol = copy.deepcopy(Symbol([(self._variables[name], 0)]))
        return symbol


def _cut(entries):
    """Put variables in the place of what comes from outside; name -> symbol outside."""
    name = entries[0][0].attrs.get(MARK)
    if name is None:
        return {}
    variables, outside = {}, {}
    for node in graph.topo(entries):
        if node.attrs.get(MARK) != name:
            continue
        for place, (source, index, _) in enumerate(node.inputs):
            if source.attrs.get(MARK) == name:
                continue
            entry = source, index
            if entry not in variables:
                label = graph.output_name(entry)
                variables[entry] = graph.Node(None, label)
                outside[label] = Symbol([entry])
            node.inputs[place] = (variables[entry], 0, 0)
    return outside
