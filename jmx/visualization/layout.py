"""Places the nodes of a directed graph in layers, tails above heads, so that edges have few crossings and stay straight.

The usual four steps: break cycles, choose layers, order each layer, choose coordinates. Every edge passes through a place
of its own in each layer between its ends, and its label has such a place, so that nothing lies on anything else.
Coordinates are in points, from the top left.
"""

from __future__ import annotations

import bisect
import dataclasses

#: between neighbours in a layer, and least between layers
_APART, _GAP = 18.0, 14.0
#: a layer in which only edges pass is at least this high
_LOW = 4.0


@dataclasses.dataclass
class Edge:
    """An edge from node `tail` to node `head`, by number, with the size of its label, (0, 0) for none.

    The layout fills in `route`, pieces ((x, top), (x, bottom)) from tail to head where the edge runs straight down (up if
    it closes a cycle), and `label_at`, the left middle of the label.
    """

    tail: int
    head: int
    label: tuple[float, float] = (0.0, 0.0)
    route: list = dataclasses.field(default_factory=list)
    label_at: tuple[float, float] | None = None


class _Place:
    """Something in a layer: a node (`node` is its number), or the passage of an edge, perhaps with its label."""

    __slots__ = ("node", "layer", "left", "right", "height", "x", "order", "up", "down", "edge")

    def __init__(self, layer, left, right, height, node=None, edge=None):
        self.layer, self.left, self.right, self.height = layer, left, right, height
        self.node, self.edge = node, edge
        self.x = self.order = 0.0
        self.up: list = []
        self.down: list = []


def place(sizes, edges):
    """Lay out a graph.

    Parameters
    ----------
    sizes : list of (float, float)
        Width and height of each node.
    edges : list of Edge
        Filled in; an edge from a node to itself gets no route.

    Returns
    -------
    (list of (float, float), (float, float))
        The middle of each node, and the size of the whole.
    """
    if not sizes:
        return [], (0.0, 0.0)
    real = [e for e in edges if e.tail != e.head]
    turned = _turned(len(sizes), real)
    arcs = [(e.head, e.tail) if t else (e.tail, e.head) for e, t in zip(real, turned)]
    step = 2 if any(e.label[0] for e in real) else 1
    layer_of = _layers(len(sizes), arcs, step)
    layers, nodes, chains = _places(sizes, real, arcs, layer_of)
    _order(layers)
    _columns(layers)
    width = _to_the_left(layers)
    bounds, height = _rows(layers)

    for edge, turn, chain in zip(real, turned, chains):
        edge.route = _route(chain, bounds)
        for spot in chain[1:-1]:
            if spot.right > spot.left:
                top, bottom = bounds[spot.layer]
                edge.label_at = (spot.x + spot.left, (top + bottom) / 2)
        if turn:
            edge.route = [(b, a) for a, b in reversed(edge.route)]
    return [(n.x, sum(bounds[n.layer]) / 2) for n in nodes], (width, height)


def _turned(count, edges):
    """For each edge, whether it must be turned round to leave no cycles."""
    out: list[list] = [[] for _ in range(count)]
    for i, e in enumerate(edges):
        out[e.tail].append((e.head, i))
    entered = {e.head for e in edges}
    state, turned = [0] * count, [False] * len(edges)
    for root in sorted(range(count), key=lambda n: n in entered):
        if state[root]:
            continue
        state[root], stack = 1, [(root, iter(out[root]))]
        while stack:
            node, rest = stack[-1]
            for head, i in rest:
                if state[head] == 1:
                    turned[i] = True
                elif state[head] == 0:
                    state[head] = 1
                    stack.append((head, iter(out[head])))
                    break
            else:
                state[node] = 2
                stack.pop()
    return turned


def _layers(count, arcs, step):
    """The layer of each node: at least `step` below all that point to it, and no edges longer than they need be."""
    above: list[list] = [[] for _ in range(count)]
    below: list[list] = [[] for _ in range(count)]
    for tail, head in arcs:
        above[head].append(tail)
        below[tail].append(head)
    waiting = [len(a) for a in above]
    order = [n for n in range(count) if not waiting[n]]
    for node in order:
        for head in below[node]:
            waiting[head] -= 1
            if not waiting[head]:
                order.append(head)
    layer = [0] * count
    for node in order:
        layer[node] = max((layer[a] + step for a in above[node]), default=0)
    for node in reversed(order):
        if len(below[node]) > len(above[node]):
            layer[node] = min(layer[b] - step for b in below[node])
    return layer


def _places(sizes, edges, arcs, layer_of):
    """(layers of places, the places of the nodes, for each edge its places from the upper end to the lower)."""
    layers: list[list] = [[] for _ in range(max(layer_of) + 1)]
    nodes = []
    for n, (width, height) in enumerate(sizes):
        nodes.append(_Place(layer_of[n], width / 2, width / 2, height, node=n))
    chains = []
    for edge, (tail, head) in zip(edges, arcs):
        chain = [nodes[tail]]
        for layer in range(layer_of[tail] + 1, layer_of[head]):
            # The label stands beside the edge where it leaves the layer that it came from, MXNet's producer.
            labelled = edge.label[0] and layer == layer_of[head] - 1
            width, height = edge.label if labelled else (0.0, 0.0)
            chain.append(_Place(layer, 4.0, 4.0 + width, height or _LOW, edge=edge))
        chain.append(nodes[head])
        for a, b in zip(chain, chain[1:]):
            a.down.append(b)
            b.up.append(a)
        chains.append(chain)
    _first_order(layers, nodes)
    return layers, nodes, chains


def _first_order(layers, nodes):
    """Fill the layers by walking down from the uppermost nodes, so that what hangs together stands together."""
    seen = set()
    for root in sorted(nodes, key=lambda n: n.layer):
        stack = [root]
        while stack:
            spot = stack.pop()
            if id(spot) in seen:
                continue
            seen.add(id(spot))
            layers[spot.layer].append(spot)
            stack += reversed(spot.up + spot.down)
    for layer in layers:
        for i, spot in enumerate(layer):
            spot.order = i


def _crossings(layers):
    total = 0
    for layer in layers:
        seen: list = []
        for spot in layer:
            ends = sorted(b.order for b in spot.down)
            total += sum(len(seen) - bisect.bisect_right(seen, end) for end in ends)
            for end in ends:
                bisect.insort(seen, end)
    return total


def _order(layers):
    """Order every layer by the middle of what its places are tied to, up and down in turn, and keep the best."""
    count = sum(map(len, layers))
    best, kept = _crossings(layers), [list(layer) for layer in layers]
    for sweep in range(max(2, min(24, 60_000 // count))):
        if not best:
            break
        downward = sweep % 2 == 0
        for layer in layers if downward else reversed(layers):
            for spot in layer:
                ties = spot.up if downward else spot.down
                spot.x = sum(t.order for t in ties) / len(ties) if ties else spot.order
            layer.sort(key=lambda spot: spot.x)
            for i, spot in enumerate(layer):
                spot.order = i
        if count < 3000:
            _swap_neighbours(layers)
        crossings = _crossings(layers)
        if crossings < best:
            best, kept = crossings, [list(layer) for layer in layers]
    for layer, order in zip(layers, kept):
        layer[:] = order
        for i, spot in enumerate(layer):
            spot.order = i


def _swap_neighbours(layers):
    for layer in layers:
        for i in range(len(layer) - 1):
            a, b = layer[i], layer[i + 1]
            if _tangles(a, b) > _tangles(b, a):
                layer[i], layer[i + 1] = b, a
                a.order, b.order = i + 1, i


def _tangles(left, right):
    return sum(a.order > b.order for a in left.up for b in right.up) + sum(
        a.order > b.order for a in left.down for b in right.down
    )


def _columns(layers):
    """Choose x: first near the mean of what is above, then below; then straighten, which the median does."""
    for layer in layers:
        at = 0.0
        for spot in layer:
            at += spot.left
            spot.x = at
            at += spot.right + _APART
        for spot in layer:
            spot.x -= (at - _APART) / 2
    enough = 150_000 // sum(map(len, layers))
    for sweep in range(max(2, min(6, enough))):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            wishes = []
            for spot in layer:
                ties = (spot.up if sweep % 2 == 0 else spot.down) or (spot,)
                weights = [_weight(spot, t) for t in ties]
                wishes.append((sum(t.x * w for t, w in zip(ties, weights)) / sum(weights), sum(weights)))
            _settle(layer, wishes)
    for sweep in range(max(2, min(16, enough))):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            _settle(layer, [_median_wish(spot) for spot in layer])


def _weight(a, b):
    """How much an edge wants to be straight: long ones most."""
    return (1.0, 3.0, 8.0)[(a.node is None) + (b.node is None)]


def _median_wish(spot):
    ties = sorted((t.x, _weight(spot, t)) for t in (*spot.up, *spot.down))
    total = sum(w for _, w in ties)
    if not total:
        return spot.x, 0.1
    low = high = None
    passed = 0.0
    for x, w in ties:
        passed += w
        if low is None and passed >= total / 2:
            low = x
        if high is None and passed > total / 2:
            high = x
    high = ties[-1][0] if high is None else high
    return min(max(spot.x, low), high), total


def _settle(layer, wishes):
    """Set x as near to the wishes, (x, weight), as distances in the layer allow: least squares, by pooling neighbours."""
    offsets, offset, before = [], 0.0, None
    for spot in layer:
        if before is not None:
            offset += before.right + _APART + spot.left
        offsets.append(offset)
        before = spot
    pools: list[list] = []  # [sum of wish x weight, weight, how many]
    for (wish, weight), offset in zip(wishes, offsets):
        pools.append([(wish - offset) * weight, weight, 1])
        while len(pools) > 1 and pools[-2][0] / pools[-2][1] > pools[-1][0] / pools[-1][1]:
            last = pools.pop()
            pools[-1] = [a + b for a, b in zip(pools[-1], last)]
    i = 0
    for wished, weight, number in pools:
        for _ in range(number):
            layer[i].x = wished / weight + offsets[i]
            i += 1


def _to_the_left(layers):
    left = min(spot.x - spot.left for layer in layers for spot in layer)
    for layer in layers:
        for spot in layer:
            spot.x -= left
    return max(spot.x + spot.right for layer in layers for spot in layer)


def _rows(layers):
    """((top, bottom) of each layer, the height of all): edges that go far sideways get more room to do so."""
    bounds, top = [], 0.0
    for layer in layers:
        height = max((spot.height for spot in layer), default=_LOW)
        bounds.append((top, top + height))
        aside = max((abs(spot.x - b.x) for spot in layer for b in spot.down), default=0.0)
        top += height + _GAP + min(36.0, 0.1 * aside)
    return bounds, bounds[-1][1]


def _route(chain, bounds):
    """The straight pieces of an edge from its upper end to its lower one."""
    first, last = chain[0], chain[-1]
    middle_first, middle_last = sum(bounds[first.layer]) / 2, sum(bounds[last.layer]) / 2
    route = [((first.x, middle_first + first.height / 2), (first.x, max(bounds[first.layer][1], middle_first)))]
    route += [((s.x, bounds[s.layer][0]), (s.x, bounds[s.layer][1])) for s in chain[1:-1]]
    route.append(((last.x, bounds[last.layer][0]), (last.x, middle_last - last.height / 2)))
    return route
