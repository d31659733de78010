"""Shapes and element types through the bodies of control flow nodes, in both directions.

A node's bodies are inferred like graphs of their own. `Links` says what of the node corresponds to what of a body: an input
of the body is an input of the node, as it is or one slice of it; so are the outputs.
"""

from __future__ import annotations

from typing import Any

from ...base import MXNetError
from ..declare.control import NONE, SAME, SLICE, Links
from .nodes import topo

__all__ = ["NONE", "SAME", "SLICE", "Links", "bodies", "data_of", "links", "slice_of", "stack_of", "ties"]


def links(node) -> list[Links]:
    """How the bodies of a control flow node hang together with it, one `Links` per body."""
    return node.op.traits.control(node.parsed).links


def ties(node) -> list[tuple[int, int]]:
    """(position of an input, index of an output) of the node that have one shape and type: the states of loops."""
    return node.op.traits.control(node.parsed).ties


def slice_of(shape) -> tuple[int, ...] | None:
    """The shape of a slice along axis 0; that of a vector has one element, as in MXNet."""
    return None if shape is None else tuple(shape[1:]) or (1,)


def stack_of(shape, size) -> Any:
    """The shape of slices of `shape` stacked along a new first axis; `size` is -1 where unknown."""
    return None if shape is None else (size, *shape)


def data_of(shape, known, size) -> Any:
    """The shape of the data whose slices have `shape`; a slice of one element may come from a vector."""
    # a slice of shape (1,) comes from a vector or from a matrix of one column
    if shape is None or (known is None and shape == (1,)):
        return None
    return (size,) if known is not None and len(known) == 1 else (size, *shape)


def bodies(node):
    """One (`Links`, entries, variables in the order of inputs) per body of a control flow node.

    Raises MXNetError unless the bodies are there and have the inputs and outputs that the node's attributes speak of.
    """
    all_links = links(node)
    if len(all_links) != len(node.graphs):
        raise MXNetError(
            f"Error in operator {node.name}: {node.op.name} needs {len(all_links)} graphs ({', '.join(node.op.graphs)}), "
            f"{len(node.graphs)} given. Build it with mx.sym.contrib."
        )
    result = []
    for name, link, entries in zip(node.op.graphs, all_links, node.graphs):
        leaves = [n for n in topo(entries) if n.op is None]
        for what, want, got in (("inputs", link.inputs, leaves), ("outputs", link.outputs, entries)):
            if len(want) != len(got):
                raise MXNetError(
                    f"Error in operator {node.name}: its graph {name!r} has {len(got)} {what}; the attributes of "
                    f"{node.op.name} speak of {len(want)}."
                )
        if not all(0 <= position < len(node.inputs) for position, _ in link.inputs):
            raise MXNetError(
                f"Error in operator {node.name}: its graph {name!r} takes inputs {[p for p, _ in link.inputs]}, but "
                f"{node.op.name} has {len(node.inputs)}."
            )
        result.append((link, entries, leaves))
    return result
