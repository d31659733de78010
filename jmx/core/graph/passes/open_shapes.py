"""Arrays whose makers leave dimensions open (`mx.sym.zeros((0, 5))`) get the shapes that their users decide."""

from __future__ import annotations

from ....base import MXNetError
from ..shapes import known
from .calls import Rewriter


def close_shapes(graph, facts):
    """Write the shapes that follow from those of the inputs into calls that leave them open.

    Raises
    ------
    MXNetError
        Nothing decides a shape.
    """
    if not graph.open:
        return graph
    result = Rewriter(graph)
    for number, call in enumerate(graph.steps):
        result.keep(number, _closed(call, facts.shapes[call.node, 0]) if call.open else call)
    return result.finish()


def _closed(call, shape):
    node = call.node
    if not known(shape):
        raise MXNetError(
            f"Error in operator {node.name}: nothing that uses it decides the dimensions that "
            f"{node.op.name} leaves open. Give all of them."
        )
    return call.with_attrs(node.op.traits.open_shape.changes(node.parsed, shape))
