"""Storage types of an executor's arrays: which are sparse, and whether the graph then runs operator by operator.

How many rows or elements a sparse result stores is known only when it is there; a compiled program of the whole graph would
have to make everything dense.
"""

from __future__ import annotations

_STYPES = {"0": "default", "1": "row_sparse", "2": "csr"}  # the numbers that symbol files hold


def involves(order, arrays) -> bool:
    """Whether an executor of the nodes `order` over `arrays` (None among them) has anything to do with sparse storage."""
    # lists, not `any`: in Python 3.11 a generator is a frame for every item, and every executor is asked
    if [a for a in arrays if a is not None and not a._dense]:
        return True
    return bool([n for n in order if n.op is not None and n.op.traits.makes_sparse])


def storage_types(leaves, stype_dict):
    """{variable: storage type} of the variables `leaves`, as given by `stype_dict` (by name) or by the variable itself."""
    by_name = stype_dict or {}
    return {n: by_name.get(n.name) or _STYPES.get(str(n.attrs.get("__storage_type__", "0")), "default") for n in leaves}


def gradient_types(order, stypes):
    """{variable: storage type of its gradient} for the nodes `order`: sparse where every operator that reads it makes it so."""
    by_variable: dict = {}
    sparse = [n for n, stype in stypes.items() if stype != "default"]
    for node in order:
        # Without sparse arrays only operators that make sparse gradients of dense ones have a say.
        asked = node.op is not None and (sparse or node.op.traits.gradient_storage is not None)
        for position, (source, _, _) in enumerate(node.inputs):
            if source.op is None:
                by_variable.setdefault(source, set()).add(gradient_type(node, position, stypes) if asked else "default")
    # one dense part makes the sum dense
    return {n: types.pop() if len(types) == 1 else "default" for n, types in by_variable.items()}


def gradient_type(node, position, stypes) -> str:
    """How the gradient of a node's input at `position` is stored, given how variables are."""
    storage = [stypes.get(source, "default") for source, _, _ in node.inputs]
    if node.op.traits.gradient_storage is not None:
        return node.op.traits.gradient_storage(node.parsed, position, storage)
    keeps = node.op.traits.keeps_storage or node.op.traits.gives_no_gradient(node.parsed)
    return storage[position] if keeps else "default"
