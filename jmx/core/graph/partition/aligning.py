"""One range for all that is joined on integers, so that joining them changes no number."""

from __future__ import annotations

import collections

import numpy as np

from ..nodes import copied
from .folding import range_words
from .rebuilding import Graph


def align_ranges(entries, fits):
    """Give the widest of their ranges to all operators whose results are joined (`Traits.keeps_range`)."""
    entries = copied(entries)[0]
    graph, taken = Graph(entries), set()
    for node in graph.order:
        if _keeps(node) == "joins" and node not in taken:
            ranged = _ranged_before(graph, node, taken)
            if len(ranged) < 2:
                continue
            taken.update(ranged)
            low = min(0.0, *(np.float32(n.attrs["min_calib_range"]) for n in ranged))
            high = max(0.0, *(np.float32(n.attrs["max_calib_range"]) for n in ranged))
            for each in ranged:
                for name, value in range_words(low, high).items():
                    each.set_attr(name, value)
    return entries


def _keeps(node):
    return None if node.op is None else node.op.traits.keeps_range


def _ranged_before(graph, head, taken):
    """The operators with ranges whose results are read only by `head` and by what joins them or passes them on to it."""
    # what alone reads the joined numbers may join them with others
    on = len(graph.readers[head]) == 1
    passing, ranged, queue = {head}, [], collections.deque([head])
    seen = {head}
    while queue:
        node = queue.popleft()
        if node not in passing:
            continue
        for source, _, _ in node.inputs:
            if source in seen or source in taken or source.op is None or not passing.issuperset(graph.readers[source]):
                continue
            if "min_calib_range" in source.attrs and "max_calib_range" in source.attrs:
                ranged.append(source)
            elif _keeps(source):
                passing.add(source)
            else:
                continue
            seen.add(source)
            queue.append(source)
        for reader in graph.readers[node] if on else ():
            if _keeps(reader) and reader not in seen and reader not in taken:
                passing.add(reader)
                seen.add(reader)
                queue.append(reader)
    return ranged
