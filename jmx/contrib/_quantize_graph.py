"""Graphs with operators on 8-bit integers in place of those that have such a form."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import MXNetError
from ..core.declare.op import find
from ..core.graph.nodes import Node, output_name, topo
from ..core.graph.partition.folding import range_words

if TYPE_CHECKING:
    from .._typing import DTypeLike


def _names(node):
    """The names of a node and of those in its graphs: who excludes one of a fused operator's excludes it."""
    return [node.name, *(inner.name for graph in node.graphs for inner in topo(graph) if inner.op is not None)]


def _chosen(order, mode, nodes, operators):
    """The nodes that get a form on integers."""
    forms = {}
    for node in order:
        form = None if node.op is None else node.op.traits.integers
        if form and not nodes.intersection(_names(node)) and node.op.name not in operators:
            if not form.only or form.only(node.parsed):
                forms[node] = form
    if mode == "full":
        return forms
    users = collections.defaultdict(list)
    for node in order:
        for source, _, _ in node.inputs:
            users[source].append(node)

    def reached(step):
        """Those that may be taken and that chains of such lead to from those that must."""
        queue, seen = [n for n, form in forms.items() if form.must], set()
        while queue:
            for node in step(queue.pop()):
                if node in forms and not forms[node].must and node not in seen:
                    seen.add(node)
                    queue.append(node)
        return seen

    between = reached(lambda n: [s for s, _, _ in n.inputs]) & reached(lambda n: users[n])
    return {n: form for n, form in forms.items() if form.must or n in between}


def _label(node, index):
    """What the name of a quantization says of the output that it reads: its name, or its number where operators name none."""
    if not node.op.has_output_names(node.parsed) and node.num_outputs() == 1:
        return index
    return node.op.output_names(node.parsed, visible=False)[index]


class _Pass:
    """One pass over a graph: `new` has the counterpart of each node, `origin` maps a replacement back to its node."""

    def __init__(self, chosen: Any, dtype: DTypeLike, granularity: str) -> None:
        self.chosen, self.dtype, self.granularity = chosen, dtype, granularity
        self.new, self.origin, self.quantized, self.dequantized = {}, {}, {}, {}

    def integers(self, entry: Any, asymmetric: Any) -> Any:
        """The counterpart of an entry as integers: their node, and the positions of the integers and of their range."""
        node, index = entry[0], entry[1]
        if node in self.chosen and not self.chosen[node].asymmetric:
            return self.new[node], index, 1, 2
        if (node, index) not in self.quantized:
            label = "" if node.op is None else f"_{_label(node, index)}"
            if asymmetric:
                name, attrs = "_contrib_quantize_asym", {}
            else:
                name, attrs = "_contrib_quantize_v2", {"out_type": self.dtype}
            source = (self.new[node], index, entry[2])
            self.quantized[node, index] = Node(find(name), f"{node.name}{label}_quantize", attrs, [source])
        return self.quantized[node, index], 0, 1, 2

    def numbers(self, entry: Any) -> Any:
        """The counterpart of an entry in floating point."""
        node, index, version = (*entry, 0)[:3]
        if node not in self.chosen or self.chosen[node].asymmetric:
            return self.new[node], index, version
        if node not in self.dequantized:
            source = self.new[node]
            name = f"{node.name}_dequantize"
            self.dequantized[node] = Node(find("_contrib_dequantize"), name, {}, [(source, i, 0) for i in range(3)])
            self.origin[self.dequantized[node]] = node
        return self.dequantized[node], 0, 0

    def visit(self, node: Any) -> None:
        form = self.chosen.get(node)
        if form is None:
            copy = node.copy([self.numbers(e) for e in node.inputs])
        else:
            changes = form.changes(self.granularity) if form.changes else {}
            copy = Node(find(form.name), f"quantized_{node.name}", {**node.attrs, **changes})
            copy.graphs = node.graphs
            ranges = []
            for position, entry in enumerate(node.inputs):
                if form.stays(position, node.parsed, self.granularity):
                    copy.inputs.append(self.numbers(entry))
                    continue
                source, at, low, high = self.integers(entry, form.asymmetric)
                copy.inputs.append((source, at, 0))
                ranges += [(source, low, 0), (source, high, 0)]
            copy.inputs += ranges
            if form.requantize:
                entries = [(copy, i, 0) for i in range(3)]
                copy = Node(find("_contrib_requantize"), f"requantize_{node.name}", {"out_type": self.dtype}, entries)
        self.new[node] = copy
        self.origin[copy] = node


def _offline(heads, parameters):
    """In place: quantized parameters become parameters themselves."""
    variables = {}
    for node in topo(heads):
        for position, (source, index, _) in enumerate(node.inputs):
            if source.op is None or source.op is not find("_contrib_quantize_v2"):
                continue
            variable = source.inputs[0][0]
            if variable.op is None and variable.name in parameters:
                key = source, index
                if key not in variables:
                    variables[key] = Node(None, source.name + ("", "_min", "_max")[index])
                node.inputs[position] = (variables[key], 0, 0)


def quantized(
    entries: Any, dtype: DTypeLike, mode: Any, nodes: Any, operators: Any, parameters: Any, granularity: str = "tensor-wise"
) -> Any:
    """(entries of the graph on integers, names of the outputs of the old graph that calibration needs).

    dtype    "int8", "uint8" or "auto"
    mode    "full" takes every operator that has a form on integers, "smart" leaves those out that are not between two of the
        heavy ones
    nodes, operators    names of nodes and of operators that stay as they are
    parameters    names of variables that are quantized before the graph runs
    granularity    "tensor-wise", or "channel-wise" for weights that dense layers make integers output by output
    """
    if mode not in ("full", "smart"):
        raise MXNetError(f"unrecognized quantize mode: {mode}; expected 'full' or 'smart'")
    order = topo(entries)
    work = _Pass(_chosen(order, mode, set(nodes), set(operators)), dtype, granularity)
    for node in order:
        work.visit(node)
    heads = [work.numbers(e)[:2] for e in entries]
    _offline(heads, set(parameters))
    names = []
    for node in topo(heads):
        if node.op is None:
            continue
        if node.op.traits.calibrated_by == "input":
            source, index, _ = node.inputs[0]
            names.append(output_name((work.origin.get(node) or work.origin.get(source, source), index)))
        elif node.op.traits.calibrated_by == "output":
            names.append(output_name((work.origin[node], 0)))
    return heads, names


def calibrated(entries: Any, table: Any) -> Any:
    """A copy of a graph on integers with the ranges of `table`: name of an output of the old graph -> (minimum, maximum)."""
    copies = {}
    for node in topo(entries):
        copy = Node(node.op, node.name, dict(node.attrs), [(copies[n], i, v) for n, i, v in node.inputs])
        copy.version, copy.graphs = node.version, node.graphs
        copies[node] = copy
        if node.op is None or not node.op.traits.calibrated_by:
            continue
        entry = node.inputs[0] if node.op.traits.calibrated_by == "input" else (node, 0)
        name = output_name(entry).removeprefix("quantized_")
        if name in table:
            copy.attrs.update(range_words(*(np.asarray(x).reshape(()) for x in table[name])))
    return [(copies[e[0]], e[1]) for e in entries]
