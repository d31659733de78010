"""Passes: functions from a lowered graph to a lowered graph that computes the same, applied in one order before it is traced.

A pass takes a `Lowered` and the `Facts` that it may look at: the platform, the shapes of the inputs, the settings. It returns the
graph itself where it has nothing to do. The graph may hold what any other pass has made, in any order: every call is a
`calls.Call`, and what passes put in place of operators are `calls.InternalCall`.
"""

from __future__ import annotations

from .calls import Call, Facts, InternalCall
from .open_shapes import close_shapes
from .order import PASSES, Settings, prepare, run_without_faulty
from .scan import BlocksDiffer

__all__ = [
    "PASSES", "BlocksDiffer", "Call", "Facts", "InternalCall", "Settings", "close_shapes", "prepare", "run_without_faulty",
]  # fmt: skip
