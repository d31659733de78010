"""Passes: functions from a lowered graph to a lowered graph that computes the same, applied in one order before it is traced.

A pass takes a `Lowered` and the `Facts` that it may look at: the platform, the shapes of the inputs, the settings. It returns the
graph itself where it has nothing to do. What it puts in place of operators are `calls.InternalCall`.
"""

from __future__ import annotations

from .... import config
from . import dump
from .calls import Facts, InternalCall, Settings
from .fuse import fuse_inference, fuse_relu, pack_weights
from .layout import channels_last
from .merge import merge_duplicates
from .open_shapes import close_shapes
from .scan import BlocksDiffer, roll_loops

#: what depends on the graph and the settings alone
_STRUCTURAL = (merge_duplicates, roll_loops)
#: what depends on the shapes of the inputs and the platform as well
_SHAPED = (close_shapes, fuse_relu, channels_last, pack_weights, fuse_inference)
#: every pass, in the order in which they are applied
PASSES = _STRUCTURAL + _SHAPED

__all__ = ["PASSES", "BlocksDiffer", "Facts", "InternalCall", "Settings", "close_shapes", "prepare"]


def prepare(graph, facts):
    """The graph that runs in place of `graph`, which keeps what the passes have made for the same facts.

    Parameters
    ----------
    graph : Lowered
    facts : Facts
    """
    folder = config.get("JMX_DUMP_GRAPH")
    if folder:
        return dump.prepare(graph, facts, PASSES, folder)
    before = graph.prepared.get(facts.refused)
    if before is None:
        before = graph
        for function in _STRUCTURAL:
            before = function(before, facts)
        graph.prepared[facts.refused] = before
    for function in _SHAPED:
        before = function(before, facts)
    return before
