"""What the graph of a fused operator stands for: a layer, its normalization, a sum, and a function of each element."""

import functools
import json
from types import SimpleNamespace
from typing import NamedTuple

from ..base import MXNetError
from ..core.declare.fusion import Pointwise
from ..core.declare.op import Op, find


class Layers(NamedTuple):
    """The steps of such a graph.

    layer      the operator and its attributes
    norm       the normalization and its attributes, or None
    adds       whether something is added
    function   before the sum, or where there is none
    after      behind it
    """

    layer: tuple[Op, SimpleNamespace]
    norm: tuple[Op, SimpleNamespace] | None = None
    adds: bool = False
    function: Pointwise | None = None
    after: Pointwise | None = None


def described(graphs) -> dict[str, str]:
    """`Traits.reads_graphs`: the attribute `layers`, the operators of the only graph in their order with their attributes.

    Raises MXNetError unless there is one graph, and it is a chain of operators that each take what is before them first.
    """
    if len(graphs) != 1 or len(graphs[0]) != 1:
        raise MXNetError("needs one graph of one output, which symbols carry: make it with Symbol.get_backend_symbol.")
    chain, node = [], graphs[0][0][0]
    while node.op is not None:
        chain.append([node.op.name, node.words()])
        if not node.inputs:
            raise MXNetError(f"its graph begins with {node.op.name}, which has no inputs")
        node = node.inputs[0][0]
    return {"layers": json.dumps(chain[::-1], sort_keys=True)}


@functools.lru_cache(maxsize=4096)
def read(text) -> Layers:
    """The `Layers` that the attribute `layers` speaks of. Raises MXNetError for others than a fused operator computes."""
    steps = [(find(name), find(name).parse_words(words)) for name, words in json.loads(text or "[]")]
    if not steps or steps[0][0].traits.seeds is None:
        raise MXNetError(f"its graph must begin with a layer that can be fused, not {steps[0][0].name if steps else 'nothing'}")
    found = Layers(steps[0])
    for op, a in steps[1:]:
        place = _place(found, op.traits.follows, a)
        if place is None:
            raise MXNetError(f"its graph has {op.name} where a fused operator has no place for it: {text[:200]}")
        role = op.traits.follows
        value = (op, a) if place == "norm" else True if place == "adds" else role(a)
        found = found._replace(**{place: value})
    return found


def _place(found, role, a):
    """The field of `found` that a further step of this role fills, or None."""
    if role == "norm":
        return "norm" if len([x for x in found if x]) == 1 else None
    if role == "sum":
        return "adds" if not found.adds else None
    if not callable(role) or role(a) is None:
        return None
    place = "after" if found.adds else "function"
    return place if getattr(found, place) is None else None
