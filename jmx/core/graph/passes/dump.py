"""JMX_DUMP_GRAPH: the graph after each pass as files, in the JSON of symbols and as a picture."""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
from typing import TYPE_CHECKING

from ....base import MXNetError
from ...serial import atomic_file
from ..symbol_json import VERSION

if TYPE_CHECKING:
    from ..lower import Lowered


_count = itertools.count(1)


def prepare(graph, facts, passes, folder) -> Lowered:
    """Apply `passes` to a lowered graph, and write it to `folder` as it was lowered and after each of them.

    The files are called 001-NAME-0-lowered.json, 001-NAME-1-merge_duplicates.json and so on, with the number of the graph first;
    with the package `graphviz` and its program `dot` there is an .svg beside each. A graph is written once for each platform and
    set of input shapes.

    Raises
    ------
    MXNetError
        The folder cannot be written.
    """
    token = facts.platform, facts.train, facts.refused, tuple((tuple(a.shape), str(a.dtype)) for a in facts.arrays)
    # forward, backward and the passes' second tries trace the same graph again
    fresh = token not in graph.dumped
    graph.dumped.add(token)
    # users name graphs, and a name may hold what a file's cannot
    name = re.sub(r"[^\w.-]+", "_", graph.name)
    number = next(_count) if fresh else 0
    for position, (stage, function) in enumerate((("lowered", None), *passes.items())):
        if function is not None:
            if stage not in facts.passes:
                continue
            graph = function(graph, facts)
        if fresh:
            _write(folder, f"{number:03d}-{name}-{position}-{stage}", graph)
    return graph


def to_json(graph) -> str:
    """A lowered graph in the JSON of symbol files; calls that passes have put in stand under names of their own."""
    nodes = [{"op": "null", "name": node.name, "inputs": []} for node in graph.inputs]
    entry = lambda place: [-1 - place[0] if place[0] < 0 else len(graph.inputs) + place[0], place[1], 0]
    for call in graph.steps:
        inside = call.node
        label, attrs = (call.label, call.attrs) if inside is None else (inside.op.name, {**inside.attrs, **call.changes})
        node = {"op": label, "name": call.name if inside is None else inside.name}
        if attrs:
            node["attrs"] = attrs
        nodes.append({**node, "inputs": [entry(place) for place in call.sources]})
    arguments = list(range(len(graph.inputs)))
    heads = [entry(place) for place in graph.heads]
    whole = {"nodes": nodes, "arg_nodes": arguments, "heads": heads, "attrs": {"mxnet_version": ["int", VERSION]}}
    return json.dumps(whole, indent=2)


def _write(folder, stem, graph) -> None:
    text = to_json(graph)
    try:
        os.makedirs(folder, exist_ok=True)
        with atomic_file(os.path.join(folder, f"{stem}.json")) as file:
            file.write(text.encode())
        if shutil.which("dot"):
            try:
                import graphviz
            except ImportError:
                return
            picture = graphviz.Source(_to_dot(json.loads(text))).pipe(format="svg")
            with atomic_file(os.path.join(folder, f"{stem}.svg")) as file:
                file.write(picture)
    except OSError as error:
        raise MXNetError(f"JMX_DUMP_GRAPH: the graph cannot be written to {folder}: {error}. Name another folder.") from error


def _to_dot(graph):
    lines = ["digraph {", "rankdir=BT; node [shape=box, fontname=Helvetica];"]
    for number, node in enumerate(graph["nodes"]):
        label = node["name"] if node["op"] == "null" else f"{node['op']}\n{node['name']}"
        style = ", style=rounded" if node["op"] == "null" else ""
        lines.append(f"n{number} [label={json.dumps(label)}{style}];")
        lines += [f"n{source} -> n{number};" for source, _, _ in node["inputs"]]
    return "\n".join([*lines, "}"])
