"""Shapes and element types through the bodies of control flow nodes, in both directions.

A node's bodies are inferred like graphs of their own. `Links` says what of the node corresponds to what of a body: an input
of the body is an input of the node, as it is or one slice of it; so are the outputs.
"""

from __future__ import annotations

from ...base import MXNetError
from .nodes import topo

#: how a thing of a body corresponds to the node's: the same, a slice of it along axis 0, nothing
SAME, SLICE, NONE = range(3)


class Links:
    """How one body hangs together with its node.

    inputs    per input of the body: (position among the node's inputs, SAME or SLICE)
    outputs   per output of the body: (index among the node's outputs, SAME or SLICE), or (None, NONE)
    length    size of the node's outputs along axis 0 where they are stacked slices; None: that of the node's first input
    """

    def __init__(self, inputs, outputs, length=None):
        self.inputs, self.outputs, self.length = inputs, outputs, length


def links(node) -> list[Links]:
    """How the bodies of a control flow node hang together with it, one `Links` per body."""
    return _RULES[node.op.name](node.parsed)


def ties(node) -> list[tuple[int, int]]:
    """(position of an input, index of an output) of the node that have one shape and type: the states of loops."""
    a = node.parsed
    if node.op.name == "_foreach":
        return [(len(a.in_data_locs) + i, a.num_out_data + i) for i in range(len(a.in_state_locs))]
    if node.op.name == "_while_loop":
        return [(a.func_input_locs[p], a.num_out_data + i) for i, p in enumerate(a.func_var_locs)]
    return []


def _foreach(a):
    kinds = [SLICE] * len(a.in_data_locs) + [SAME] * (len(a.in_state_locs) + len(a.remain_locs))
    order = (*a.in_data_locs, *a.in_state_locs, *a.remain_locs)
    found = sorted((place, position, kind) for position, (place, kind) in enumerate(zip(order, kinds)))
    outputs = [(i, SLICE if i < a.num_out_data else SAME) for i in range(a.num_outputs)]
    return [Links([(position, kind) for _, position, kind in found], outputs)]


def _while_loop(a):
    outputs = [(i, SLICE if i < a.num_out_data else SAME) for i in range(a.num_outputs)]
    return [
        Links([(p, SAME) for p in a.cond_input_locs], [(None, NONE)]),
        Links([(p, SAME) for p in a.func_input_locs], outputs, a.max_iterations),
    ]


def _cond(a):
    outputs = [(i, SAME) for i in range(a.num_outputs)]
    return [
        Links([(p, SAME) for p in a.cond_input_locs], [(None, NONE)]),
        Links([(p, SAME) for p in a.then_input_locs], outputs),
        Links([(p, SAME) for p in a.else_input_locs], outputs),
    ]


_RULES = {"_foreach": _foreach, "_while_loop": _while_loop, "_cond": _cond}


def slice_of(shape):
    """The shape of a slice along axis 0; that of a vector has one element, as in MXNet."""
    return None if shape is None else tuple(shape[1:]) or (1,)


def stack_of(shape, size):
    """The shape of slices of `shape` stacked along a new first axis; `size` is -1 where unknown."""
    return None if shape is None else (size, *shape)


def data_of(shape, known, size):
    """The shape of the data whose slices have `shape`; a slice of one element may come from a vector."""
    if shape is None or (known is None and shape == (1,)):
        return None
    return (size,) if known is not None and len(known) == 1 else (size, *shape)


def bodies(node):
    """One (`Links`, entries, variables in the order of inputs) per body of a control flow node.

    Raises MXNetError unless the bodies are there and have the inputs and outputs that the node's attributes speak of.
    """
    found = links(node)
    if len(found) != len(node.graphs):
        raise MXNetError(
            f"Error in operator {node.name}: {node.op.name} needs {len(found)} graphs ({', '.join(node.op.graphs)}), "
            f"{len(node.graphs)} given. Build it with mx.sym.contrib."
        )
    made = []
    for name, link, entries in zip(node.op.graphs, found, node.graphs):
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
        made.append((link, entries, leaves))
    return made
