"""The graph that `plot_network` returns. This module needs the Python package graphviz."""

from __future__ import annotations

import graphlib
import re
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

import graphviz

_NAME = r'"(?:[^"\\]|\\.)*"|[^\s"\[\]=]+'
_STATEMENT = re.compile(rf"\s*({_NAME})(?:\s*->\s*({_NAME}))?\s*(?:\[(.*)\])?\s*", re.DOTALL)
#: sizes in pixels: of a node, and from one node to the next in a layer and down to the next layer
_WIDTH, _HEIGHT, _ACROSS, _DOWN = 116, 56, 136, 96


class Digraph(graphviz.Digraph):
    """A `graphviz.Digraph` that notebooks can show where graphviz' program `dot` is not installed.

    Everything else is graphviz' own: `source`, `render`, `view`, `pipe`, and their errors.
    """

    def _repr_image_svg_xml(self):
        try:
            return super()._repr_image_svg_xml()
        except graphviz.ExecutableNotFound:
            return simple_svg(self.body)

    def _repr_svg_(self):
        return self._repr_image_svg_xml()


def simple_svg(statements: Iterable[str]) -> str:
    """A plain drawing of a graph, layer below layer, for notebooks on machines without `dot`.

    Parameters
    ----------
    statements : iterable of str
        The nodes and edges as `graphviz.Digraph.body` has them; anything else is left out.

    Returns
    -------
    str
        An SVG image.
    """
    nodes, edges = _read(statements)
    spots = _places(nodes, edges)
    left = min((x for x, _ in spots.values()), default=0) - _ACROSS
    width = max((x for x, _ in spots.values()), default=0) + _ACROSS - left
    height = max((y for _, y in spots.values()), default=0) + _DOWN
    arrow = (
        '<marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="9" markerHeight="9" '
        'orient="auto-start-reverse"><path d="M0,0 L8,4 L0,8" fill="none" stroke="black"/></marker>'
    )
    drawn = [_line(spots[tail], spots[head], looks) for tail, head, looks in edges]
    drawn += [_box(name, spots[name], looks) for name, looks in nodes.items()]
    size = f'width="{width:g}" height="{height:g}" viewBox="{left:g} {-_DOWN / 2:g} {width:g} {height:g}"'
    paper = f'<rect x="{left:g}" y="{-_DOWN / 2:g}" width="{width:g}" height="{height:g}" fill="white"/>'
    style = 'font-family="Helvetica, Arial, sans-serif" font-size="12"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>\n{arrow}\n{paper}\n' + "\n".join(drawn) + "\n</svg>\n"


def _read(statements):
    """({name: attributes}, [(tail, head, attributes)]) of statements in the DOT language."""
    nodes, edges = {}, []
    for statement in statements:
        match = _STATEMENT.fullmatch(statement)
        if match is None or match[1] in ("graph", "node", "edge", "subgraph", "{", "}"):
            continue
        attributes = {key: _plain(value) for key, value in re.findall(rf"(\w+)=({_NAME})", match[3] or "")}
        ends = [_plain(name) for name in match.group(1, 2) if name]
        for name in ends:
            nodes.setdefault(name, {})
        if len(ends) == 2:
            edges.append((*ends, attributes))
        else:
            nodes[ends[0]].update(attributes)
    return nodes, edges


def _plain(text):
    return text[1:-1].replace('\\"', '"') if text.startswith('"') else text


def _places(nodes, edges):
    """The middle (x, y) of each node: below everything that points to it, and centred in its layer."""
    tails = {name: set() for name in nodes}
    for tail, head, _ in edges:
        tails[head].add(tail)
    while True:
        try:
            order = list(graphlib.TopologicalSorter(tails).static_order())
            break
        except graphlib.CycleError as error:  # nodes of one name make cycles
            tail, head = error.args[1][:2]
            tails[head].remove(tail)
    layers, layer_of = [], {}
    for name in order:
        layer_of[name] = max((layer_of[tail] + 1 for tail in tails[name]), default=0)
    for name in nodes:
        layers += [[] for _ in range(layer_of[name] + 1 - len(layers))]
        layers[layer_of[name]].append(name)
    return {
        name: ((column - (len(layer) - 1) / 2) * _ACROSS, row * _DOWN)
        for row, layer in enumerate(layers)
        for column, name in enumerate(layer)
    }


def _line(tail, head, looks):
    """An edge with its arrow at the tail, as MXNet draws it. Where it skips layers it bends round the nodes between."""
    (x, y), (end_x, end_y) = tail, head
    side = -1 if x < end_x else 1
    bend = side * 0.85 * _ACROSS if end_y - y > _DOWN else 0
    y, end_y = y + _HEIGHT / 2, end_y - _HEIGHT / 2
    path = f"M{x:g},{y:g} C{x + bend:g},{y + 20:g} {end_x + bend:g},{end_y - 20:g} {end_x:g},{end_y:g}"
    label_x, label_y = (x + end_x) / 2 + 0.75 * bend + 4, (y + end_y) / 2 + 4
    text = f'<text x="{label_x:g}" y="{label_y:g}">{escape(looks.get("label", ""))}</text>'
    return f'<path d="{path}" fill="none" stroke="black" marker-start="url(#arrow)"/>{text}'


def _box(name, middle, looks):
    """A node; lines of its label that are too long are squeezed into it."""
    x, y = middle
    fill = f'fill={quoteattr(looks.get("fillcolor", "white"))} stroke="black"'
    if looks.get("shape", "oval") == "oval":
        outline = f'<ellipse cx="{x:g}" cy="{y:g}" rx="{_WIDTH / 2:g}" ry="{_HEIGHT / 2:g}" {fill}/>'
    else:
        outline = f'<rect x="{x - _WIDTH / 2:g}" y="{y - _HEIGHT / 2:g}" width="{_WIDTH}" height="{_HEIGHT}" {fill}/>'
    lines, text = re.split(r"\n|\\n", looks.get("label", name)), ""
    for i, line in enumerate(lines):
        squeezed = f' textLength="{_WIDTH - 8}" lengthAdjust="spacingAndGlyphs"' if len(line) > 17 else ""
        at = f'x="{x:g}" y="{y + 4 + 16 * (i - (len(lines) - 1) / 2):g}"'
        text += f'<text {at} text-anchor="middle"{squeezed}>{escape(line)}</text>'
    return f"<g><title>{escape(name)}</title>{outline}{text}</g>"
