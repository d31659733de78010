"""Arrays whose makers leave dimensions open (`mx.sym.zeros((0, 5))`) get the shapes that their users decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import jax.numpy as jnp

from ....base import MXNetError
from ..shapes import known
from .calls import Rewriter

if TYPE_CHECKING:
    from ..lower import Lowered


def close_shapes(graph, facts) -> Lowered:
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
        shape = facts.shapes[call.node, 0] if call.open else ()
        if all(isinstance(size, int) for size in shape):
            result.keep(number, _closed(call, shape) if call.open else call)
        else:
            result.stand_for(number, "stretched", _stretched(call, shape, facts), [])
    return result.finish()


def _stretched(call, shape, facts):
    """A function that fills a shape of which some sizes are symbols of `jax.export`: operators' attributes hold numbers only."""
    one = _closed(call, tuple(size if isinstance(size, int) else 1 for size in shape))
    # broadcasting would give every element the same random number, or that of an attribute which depends on the shape
    if one.bound.program.needs_key or set(one.changes) != {"shape"}:
        raise MXNetError(
            f"Error in operator {call.node.name}: {call.node.op.name} needs the sizes of its output as numbers, and {shape} "
            "leaves some open."
        )

    def function():
        (value, *_), _ = one(facts.train, facts.platform, None, ())
        return (jnp.broadcast_to(value, shape),)

    return function


def _closed(call, shape):
    node = call.node
    if not known(shape):
        raise MXNetError(
            f"Error in operator {node.name}: nothing that uses it decides the dimensions that "
            f"{node.op.name} leaves open. Give all of them."
        )
    return call.with_attrs(node.op.traits.open_shape.changes(node.parsed, shape))
