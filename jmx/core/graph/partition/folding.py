"""Operators on integers that do what the requantization behind them does, and the dequantization behind that."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...declare.op import find
from .rebuilding import Graph, Rebuilder


def range_words(low, high) -> dict[str, str]:
    """The attributes of a calibrated range, as MXNet writes them."""
    return {"min_calib_range": f"{np.float32(low):.6f}", "max_calib_range": f"{np.float32(high):.6f}"}


def fold_ranges(entries, fits):
    """Give operators the range of the calibrated requantization that alone reads them (`Traits.takes_range`)."""
    graph, new = Graph(entries), Rebuilder()
    changes: dict[Any, dict[str, str]] = {}
    ends = {}
    for node in graph.order:
        taken = None if node.op is None else node.op.traits.range_taken(node.parsed)
        after = graph.only_reader(node) if taken else None
        if after is None or after.op is not find("_contrib_requantize") or after.inputs[0][0] is not node:
            continue
        a = after.parsed
        if a.min_calib_range is None or a.max_calib_range is None:
            continue
        last = graph.only_reader(after) if taken == "numbers" else None
        if last is not None and last.op is find("_contrib_dequantize"):
            ends[after] = ends[last] = node
            changes[node] = {"enable_float_output": "True"}
        else:
            ends[after] = node
            changes[node] = range_words(a.min_calib_range, a.max_calib_range)
    for node in graph.order:
        if node in ends:
            new.stand_for(node, new.entry((ends[node], 0))[0])
            continue
        copy = new.keep(node)
        for name, value in changes.get(node, {}).items():
            copy.set_attr(name, value)
    return [new.entry(entry) for entry in entries]
