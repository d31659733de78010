"""Draws a graph in the DOT language as SVG, without graphviz' programs."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

from . import layout
from .source import parse

_MARGIN = 8.0
_FONT = "Helvetica, Arial, sans-serif"
#: letters of other than usual width
_NARROW, _WIDE = frozenset("ijl|!.,:;'`fIt()[]/\\ r-"), frozenset("mwMWGOQ%@")
_ROUND = ("oval", "ellipse", "circle")
_BARE = ("none", "plaintext", "plain")


def draw(source):
    """The graph as an SVG image, a string; raises ValueError if `source` is not in the DOT language."""
    graph = parse(source)
    across = graph.attrs.get("rankdir", "TB").upper()
    boxes = [_Box(name, attrs) for name, attrs in graph.nodes.items()]
    number = {box.name: i for i, box in enumerate(boxes)}
    turn = _Turn(across if across in ("TB", "BT", "LR", "RL") else "TB")
    edges, lines = [], []
    for tail, head, attrs in graph.edges:
        line = _Line(attrs, f"{tail}->{head}", graph.directed)
        lines.append(line)
        edges.append(layout.Edge(number[tail], number[head], turn.size(*line.size)))
    loops = {e.tail for e in edges if e.tail == e.head}
    room = [2 * (_LOOP + 4) if i in loops else 0.0 for i in range(len(boxes))]
    sizes = [turn.size(box.width + extra, box.height) for box, extra in zip(boxes, room)]
    middles, size = layout.place(sizes, edges)
    turn.whole = size
    for box, middle in zip(boxes, middles):
        box.x, box.y = turn.point(middle)
    _spread(edges)

    parts = [box.svg() for box in boxes]
    for edge, line in zip(edges, lines):
        parts.append(line.loop(boxes[edge.tail]) if edge.tail == edge.head else line.svg(edge, turn))
    width, height = turn.size(*size)
    title = graph.attrs.get("label")
    above = 0.0
    if title:
        above = 28.0
        parts.append(_text([_plain(title)], width / 2, -above / 2 - 4, 16.0, attrs={}))
    width, height = width + 2 * _MARGIN, height + 2 * _MARGIN + above
    view = f"{-_MARGIN:g} {-_MARGIN - above:g} {width:.1f} {height:.1f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" viewBox="{view}">\n'
        f'<rect x="{-_MARGIN:g}" y="{-_MARGIN - above:g}" width="{width:.1f}" height="{height:.1f}" fill="white"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


#: how far an edge from a node to itself reaches out
_LOOP = 22.0


class _Turn:
    """From the layout, whose layers go down, to the direction that the graph asks for."""

    def __init__(self, direction):
        self.sideways, self.backward = direction in ("LR", "RL"), direction in ("BT", "RL")
        self.whole = (0.0, 0.0)

    def size(self, width, height):
        return (height, width) if self.sideways else (width, height)

    def point(self, at):
        x, y = at
        if self.backward:
            y = self.whole[1] - y
        return (y, x) if self.sideways else (x, y)


def _number(attrs, key, default):
    try:
        return float(attrs[key])
    except (KeyError, ValueError):
        return default


def _width(text, size):
    """About how wide a line of text is, in the widest of the usual fonts without serifs."""
    parts = sum(0.39 if c in _NARROW else 0.93 if c in _WIDE else 0.7 if c.isupper() else 0.625 for c in text)
    return parts * size


def _plain(text):
    """Text of a label: of HTML-like ones what stands between the tags."""
    return re.sub(r"<[^<>]*>", "", text[1:-1]) if text.startswith("<") and text.endswith(">") else text


def _lines(label, name):
    """The lines of a label, with DOT's escapes resolved."""
    if label.startswith("<") and label.endswith(">"):
        label = re.sub(r"<br\s*/?>", "\n", label, flags=re.IGNORECASE)
        return _plain(label).split("\n")
    kinds = {"n": "\n", "l": "\n", "r": "\n", "N": name, "E": name}
    text = re.sub(r"\\(.)", lambda m: kinds.get(m[1], m[1]), label)
    return (text[:-1] if label.endswith(("\\l", "\\r")) else text).split("\n")


def _broken(line, width, size):
    """A line of text in pieces of at most `width`, broken behind its underscores, dots, slashes and spaces."""
    pieces = [""]
    for word in re.findall(r"[^_./\- ]*[_./\- ]?", line):
        if pieces[-1] and _width(pieces[-1] + word, size) > width:
            pieces.append("")
        pieces[-1] += word
    return pieces


def _text(lines, x, y, size, attrs, anchor="middle"):
    color, font = attrs.get("fontcolor", "black"), attrs.get("fontname", _FONT)
    first = y - (len(lines) - 1) * size * 0.6 + size * 0.35
    spans = "".join(
        f'<tspan x="{x:.1f}" y="{first + i * size * 1.2:.1f}">{escape(line.strip())}</tspan>' for i, line in enumerate(lines)
    )
    look = f'text-anchor="{anchor}" font-family={quoteattr(font)} font-size="{size:g}" fill={quoteattr(color)}'
    return f"<text {look}>{spans}</text>"


def _pen(attrs):
    style = attrs.get("style", "")
    dashes = ' stroke-dasharray="6 4"' if "dashed" in style else ' stroke-dasharray="1 3"' if "dotted" in style else ""
    width = 2.0 if "bold" in style else _number(attrs, "penwidth", 1.0)
    return f'stroke={quoteattr(attrs.get("color", "black"))} stroke-width="{width:g}"{dashes}'


class _Box:
    """A node: its size and its label. With `fixedsize`, the label is broken and shrunk to fit the box."""

    def __init__(self, name, attrs):
        self.name, self.attrs = name, attrs
        self.shape = attrs.get("shape", "ellipse").lower()
        self.font = _number(attrs, "fontsize", 14.0)
        self.lines = _lines(attrs.get("label", "\\N"), name)
        self.width, self.height = 72 * _number(attrs, "width", 0.75), 72 * _number(attrs, "height", 0.5)
        self.x = self.y = 0.0
        slack = 1.35 if self.shape in _ROUND or self.shape == "diamond" else 1.0
        if attrs.get("fixedsize", "false").lower() in ("true", "1", "yes", "shape"):
            self._fit((self.width - 6) / slack, (self.height - 4) / slack)
        else:
            wide = max(_width(line, self.font) for line in self.lines)
            self.width = max(self.width, slack * wide + 16)
            self.height = max(self.height, slack * 1.2 * self.font * len(self.lines) + 8)
        if self.shape == "circle":
            self.width = self.height = max(self.width, self.height)

    def _fit(self, width, height):
        """Make the label fit: a little smaller as it is, else in pieces, as large as possible."""
        sizes = [self.font - 0.5 * i for i in range(200) if i == 0 or self.font - 0.5 * i >= 6]
        small = [size for size in sizes if size >= 0.75 * self.font]
        for size, whole in [*((size, True) for size in small), *((size, False) for size in sizes)]:
            pieces = self.lines if whole else [p for line in self.lines for p in _broken(line, width, size)]
            if max(_width(p, size) for p in pieces) <= width and 1.2 * size * len(pieces) <= height:
                break
        self.font, self.lines = size, pieces

    def svg(self):
        attrs, style = self.attrs, self.attrs.get("style", "")
        fill = attrs.get("fillcolor", attrs.get("color", "lightgrey")) if "filled" in style else "none"
        look = f"fill={quoteattr(fill)} {_pen(attrs)}"
        x, y, w, h = self.x, self.y, self.width, self.height
        if self.shape in _ROUND:
            outline = f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{w / 2:.1f}" ry="{h / 2:.1f}" {look}/>'
        elif self.shape == "diamond":
            corners = f"{x:.1f},{y - h / 2:.1f} {x + w / 2:.1f},{y:.1f} {x:.1f},{y + h / 2:.1f} {x - w / 2:.1f},{y:.1f}"
            outline = f'<polygon points="{corners}" {look}/>'
        elif self.shape in _BARE:
            outline = ""
        else:
            corner = ' rx="8"' if "rounded" in style else ""
            outline = f'<rect x="{x - w / 2:.1f}" y="{y - h / 2:.1f}" width="{w:.1f}" height="{h:.1f}"{corner} {look}/>'
        text = _text(self.lines, x, y, self.font, attrs)
        return f"<g><title>{escape(self.name)}</title>{outline}{text}</g>"


def _spread(edges):
    """Edges between the same two nodes leave and arrive beside each other."""
    groups: dict = {}
    for edge in edges:
        if edge.route:
            groups.setdefault(frozenset((edge.tail, edge.head)), []).append(edge)
    for group in groups.values():
        for i, edge in enumerate(group):
            aside = 10.0 * (i - (len(group) - 1) / 2)
            for end in (0, -1):
                (ax, ay), (bx, by) = edge.route[end]
                edge.route[end] = ((ax + aside, ay), (bx + aside, by))


class _Line:
    """An edge: its label and arrows."""

    def __init__(self, attrs, name, directed):
        self.attrs, self.name = attrs, name
        self.font = _number(attrs, "fontsize", 12.0)
        label = attrs.get("label", "")
        self.lines = _lines(label, name) if label else []
        wide = max((_width(line, self.font) for line in self.lines), default=0.0)
        self.size = (wide + 6, 1.2 * self.font * len(self.lines) + 2) if label else (0.0, 0.0)
        way = attrs.get("dir", "forward" if directed else "none")
        self.at_head = attrs.get("arrowhead", "normal") if way in ("forward", "both") else "none"
        self.at_tail = attrs.get("arrowtail", "normal") if way in ("back", "both") else "none"

    def svg(self, edge, turn):
        start, end = edge.route[0][0], edge.route[-1][1]
        onward = 1.0 if end[1] >= start[1] else -1.0
        parts = [f'<path d="{_path(edge.route, turn)}" fill="none" {_pen(self.attrs)}/>']
        for kind, (x, y), way in ((self.at_tail, start, onward), (self.at_head, end, -onward)):
            parts.append(_arrow(kind, turn.point((x, y)), turn.point((x, y + way)), self.attrs))
        if edge.label_at is not None:
            x, y = turn.point(edge.label_at)
            if turn.sideways:
                parts.append(_text(self.lines, x, y + self.size[1] / 2, self.font, self.attrs))
            else:
                parts.append(_text(self.lines, x + 3, y, self.font, self.attrs, anchor="start"))
        return f"<g><title>{escape(self.name)}</title>{''.join(parts)}</g>"

    def loop(self, box):
        """An edge from a node to itself, at the node's right."""
        x, y, reach = box.x + box.width / 2, box.y, _LOOP
        path = f"M{x:.1f},{y - 8:.1f} C{x + reach:.1f},{y - 20:.1f} {x + reach:.1f},{y + 20:.1f} {x:.1f},{y + 8:.1f}"
        arrows = _arrow(self.at_tail, (x, y - 8), (x + 2, y - 9), self.attrs)
        arrows += _arrow(self.at_head, (x, y + 8), (x + 2, y + 9), self.attrs)
        return f'<g><title>{escape(self.name)}</title><path d="{path}" fill="none" {_pen(self.attrs)}/>{arrows}</g>'


def _path(route, turn):
    """A smooth line through the pieces of a route, straight along each of them."""
    (x, y), at = turn.point(route[0][0]), route[0][0]
    path = [f"M{x:.1f},{y:.1f}"]
    for i, (begin, end) in enumerate(route):
        if i:
            middle = (at[1] + begin[1]) / 2
            points = [turn.point(p) for p in ((at[0], middle), (begin[0], middle), begin)]
            path.append("C" + " ".join(f"{x:.1f},{y:.1f}" for x, y in points))
        if end != begin:
            x, y = turn.point(end)
            path.append(f"L{x:.1f},{y:.1f}")
        at = end
    return " ".join(path)


def _arrow(kind, tip, behind, attrs):
    """An arrow's head at `tip`, coming from the direction of `behind`."""
    if kind == "none":
        return ""
    (x, y), (bx, by) = tip, behind
    length = ((bx - x) ** 2 + (by - y) ** 2) ** 0.5
    ux, uy = 9.0 * (bx - x) / length, 9.0 * (by - y) / length
    left, right = (x + ux - uy * 0.4, y + uy + ux * 0.4), (x + ux + uy * 0.4, y + uy - ux * 0.4)
    points = " ".join(f"{px:.1f},{py:.1f}" for px, py in (left, (x, y), right))
    color = quoteattr(attrs.get("color", "black"))
    if kind in ("open", "vee"):
        return f'<polyline points="{points}" fill="none" stroke={color}/>'
    return f'<polygon points="{points}" fill={color} stroke={color}/>'
