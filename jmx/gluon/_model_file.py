"""What MXNet 1.9.1 writes to `-model.json` when a network is saved whole: names, traced graphs, and the keys of children."""

from __future__ import annotations

from collections import OrderedDict

from ..symbol import load_json
from .utils import _brief_print_list


def describe(block, index, structure) -> None:
    """Write the description of a block and its children into `structure`, numbering blocks in visiting order."""
    model = {"orig_name": block.name}
    structure[f"{type(block).__name__.lower()}{index[0]}"] = model
    if hasattr(block, "_cached_graph"):  # a HybridBlock
        model["hybridized"] = bool(block._cached_graph)
        if block._cached_graph:
            inputs, out = block._cached_graph
            model["in_format"] = block._in_format
            model["out_format"] = block._out_format
            model["inputs"] = [variable.tojson() for variable in inputs]
            model["symbol"] = out.tojson()
    children = model["children"] = {}
    for key, child in block._children.items():
        index[0] += 1
        children[child.name] = key
        describe(child, index, model)


def restore(block, index, structure) -> None:
    """Give a block and its children the names, graphs and keys that :func:`describe` wrote."""
    key = f"{type(block).__name__.lower()}{index[0]}"
    if key not in structure:
        raise ValueError(
            f"The saved model has no block '{key}' here, only {_brief_print_list(structure)}: it was saved from a "
            "network of another structure."
        )
    model = structure[key]
    block._name = model["orig_name"]
    if hasattr(block, "_cached_graph") and model["hybridized"]:
        block._in_format = model["in_format"]
        block._out_format = model["out_format"]
        block._cached_graph = [load_json(text) for text in model["inputs"]], load_json(model["symbol"])
        block._active = True
    own = block.params
    own._params = OrderedDict((f"{block.name}_{name[len(own._prefix) :]}", param) for name, param in own._params.items())
    for child in block._children.values():
        index[0] += 1
        restore(child, index, model)
    block._children = OrderedDict((model["children"][child.name], child) for child in block._children.values())
