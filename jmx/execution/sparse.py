"""Storage types of an executor's arrays: which are sparse, and whether the graph then runs operator by operator.

How many rows or elements a sparse result stores is known only when it is there; a compiled program of the whole graph would
have to make everything dense.
"""

from __future__ import annotations

from ..core.graph.nodes import topo, variables

_STYPES = {"0": "default", "1": "row_sparse", "2": "csr"}


def involves(symbol, arrays) -> bool:
    """Whether an executor of `symbol` over `arrays` (None among them) has anything to do with sparse storage."""
    if any(a is not None and a.stype != "default" for a in arrays):
        return True
    return any(n.op is not None and n.op.traits.makes_sparse for n in topo(symbol._entries))


def storage_types(symbol, stype_dict):
    """{variable node: storage type}, as given by `stype_dict` (by name) or by the variable itself."""
    given = stype_dict or {}
    order = topo(symbol._entries)
    return {
        n: given.get(n.name) or _STYPES.get(str(n.attrs.get("__storage_type__", "0")), "default")
        for group in variables(order)
        for n in group
    }


def gradient_types(symbol, stypes):
    """{variable node: storage type of its gradient}: sparse where every operator that reads it makes it so."""
    found: dict = {}
    for node in topo(symbol._entries):
        if node.op is None:
            continue
        for position, (source, _, _) in enumerate(node.inputs):
            if source.op is None:
                found.setdefault(source, set()).add(_gradient_type(node, position, stypes))
    return {n: kinds.pop() if len(kinds) == 1 else "default" for n, kinds in found.items()}


def _gradient_type(node, position, stypes):
    storage = [stypes.get(source, "default") for source, _, _ in node.inputs]
    if node.op.traits.gradient_storage is not None:
        return node.op.traits.gradient_storage(node.parsed, position, storage)
    return storage[position] if node.op.traits.keeps_storage else "default"
