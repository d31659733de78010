"""Graphs folded into a single node, `_CachedOp`, as MXNet's partitioning makes them: unfolded again where they are met.

XLA compiles the whole graph whatever its nodes are, so nothing is lost, and every pass over graphs sees real operators.
"""

from __future__ import annotations

from ...base import MXNetError
from .nodes import Node, topo

FOLDED = "_CachedOp"


def unfold(name, entries, inputs):
    """Entries that compute what the graph `entries` does on `inputs`: (node, output, version) per variable, in their order.

    Its operators are called as in MXNet's list_outputs, `name` first. Raises MXNetError if there are more or fewer inputs.
    """
    order = topo(entries)
    leaves = [n for n in order if n.op is None]
    if len(leaves) != len(inputs):
        raise MXNetError(
            f"Error in operator {name}: its graph has {len(leaves)} inputs ({', '.join(n.name for n in leaves)}), "
            f"{len(inputs)} given."
        )
    at: dict[Node, tuple[Node, int, int]] = dict(zip(leaves, inputs))
    copies: dict[Node, Node] = {}
    for node in order:
        if node.op is None:
            continue
        linked: list[tuple[Node, int, int]] = [
            (*at[n][:2], max(at[n][2], v)) if n in at else (copies[n], i, v) for n, i, v in node.inputs
        ]
        new = copies[node] = node.copy(linked, f"{name}_{node.name}")
        for i in new.mutable_inputs():
            variable = linked[i][0]
            # versions go on from those of the graph around it, which may have written to the variable before
            variable.version = max(variable.version, linked[i][2])
    return [at[n][:2] if n in at else (copies[n], i) for n, i, *_ in entries]
