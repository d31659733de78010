"""What blocks have with the interface of MXNet 2.0: parameters in plain dictionaries, named by their place in the tree."""

from __future__ import annotations

import json
import warnings
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import MXNetError
from ..symbol import load_json
from ..util import is_np_array
from .base_parameter import Parameter
from .parameter_dict import ParameterDict, load_all, others
from .utils import _array_module, _brief_print_list

if TYPE_CHECKING:
    from ..symbol import Symbol

#: methods of 1.x's ParameterDict, and what 2.0 has in their place
_INSTEAD = {
    "initialize": "net.initialize()",
    "zero_grad": "net.zero_grad()",
    "reset_ctx": "net.reset_device(device)",
    "setattr": "net.setattr(name, value)",
    "save": "net.save_parameters(filename)",
    "load": "net.load_parameters(filename)",
    "load_dict": "net.load_dict(arrays)",
    "get_constant": "self.const = gluon.Constant(value)",
    "list_ctx": "parameter.list_device()",
    "prefix": "names by the place in the tree, such as '0.weight'",
}

SWITCH = "the interface of MXNet 2.0 is on (mx.v2(), JMX_API=2)"


class Parameters(dict):
    """A dictionary of parameters that tells what MXNet 2.0 has in place of the methods of 1.x's ParameterDict."""

    def __getattr__(self, name) -> None:
        text = f"'dict' object has no attribute {name!r}"
        if name in _INSTEAD:
            text += f": {SWITCH}, in which parameters are in a plain dict; it has {_INSTEAD[name]} instead"
        raise AttributeError(text)

    def get(self, key, default=None, **kwargs) -> Any:
        """As `dict.get`."""
        if kwargs:
            raise TypeError(
                f"get() takes no keyword arguments: {SWITCH}, in which a block makes its parameters itself: "
                f"self.{key} = gluon.Parameter({key!r}, shape=...)"
            )
        return super().get(key, default)


def own_parameters(block: Any) -> list[Parameter]:
    """All parameters of a block and what is below it, each once."""
    found = dict.fromkeys(block._reg_params.values())
    for child in block._children.values():
        found.update(dict.fromkeys(own_parameters(child)))
    return list(found)


def by_place(block: Any, prefix: str = "") -> Parameters:
    """Parameters by their places in the tree: '0.weight'."""
    start = prefix + "." if prefix else ""
    found = Parameters((start + name, param) for name, param in block._reg_params.items())
    for name, child in block._children.items():
        found.update(by_place(child, start + name))
    return found


def load(
    block: Any,
    arrays: dict[str, Any],
    source: str,
    ctx: Any,
    allow_missing: bool,
    ignore_extra: bool,
    cast_dtype: bool,
    dtype_source: str,
) -> None:
    """Give the parameters of a block these values, all or none; see Block.load_dict."""
    params = {**by_place(block), **block._collect_params_with_prefix()}
    loaded = {name[4:] if name.startswith(("arg:", "aux:")) else name: array for name, array in arrays.items()}
    names_of = defaultdict(list)
    for name, param in params.items():
        names_of[param].append(name)
    missing = [names[0] for names in names_of.values() if not any(name in loaded for name in names)]
    assert allow_missing or not missing, (
        f"Parameter '{missing[0]}' is missing in {source}, which contains parameters: {_brief_print_list(loaded)}."
        f"{others(missing)} Set allow_missing=True to ignore missing parameters."
    )
    extra = [name for name in loaded if name not in params]
    if extra and not ignore_extra:
        raise ValueError(
            f"Parameter '{extra[0]}' loaded from {source} is not present in the block, which contains parameters "
            f"{_brief_print_list(params)}.{others(extra)} Set ignore_extra=True to ignore what the block lacks."
        )
    pairs = []
    for name, array in loaded.items():
        if name in params:
            if isinstance(array, np.ndarray):
                array = _array_module().array(array, dtype=array.dtype)
            pairs.append((params[name], array.as_np_ndarray() if is_np_array() else array))
    load_all(pairs, ctx, cast_dtype, dtype_source)


def share(block: Any, shared: dict[str, Parameter], prefix: str = "") -> set[str]:
    """Put parameters of `shared` in the place of those of the same name; return the names that the block has."""
    start = prefix + "." if prefix else ""
    found = set()
    for name in list(block._reg_params):
        param = shared.get(start + name)
        if param is not None:
            found.add(start + name)
            block._replace_parameter(name, param)
    for name, child in block._children.items():
        found |= share(child, shared, start + name)
    return found


def shared(params: dict[str, Parameter]) -> ParameterDict:
    """A dictionary of parameters for a graph, by their keys and by the names that they have in graphs."""
    found = ParameterDict()
    for name, param in params.items():
        found._params[name] = found._params[param._name] = param
    return found


def warn_unknown(names: set[str]) -> None:
    """Warn of names in `share_parameters` that the block has not."""
    for name in sorted(names):
        warnings.warn(f"Parameter name {name} is not in the current model!", stacklevel=3)


def described(block: Any) -> dict[str, Any]:
    """What is written of a block to `-model.json`: the traced graphs, and the names that parameters have in them."""

    def describe(block):
        model: dict[str, Any] = {"class": type(block).__name__, "hybridized": False}
        if getattr(block, "_cached_graph", None):
            inputs, out = block._cached_graph
            model.update(
                hybridized=True,
                in_format=block._in_format,
                out_format=block._out_format,
                inputs=[variable.tojson() for variable in inputs],
                symbol=out.tojson(),
            )
        model["params"] = {name: param._name for name, param in block._reg_params.items()}
        model["children"] = {name: describe(child) for name, child in block._children.items()}
        return model

    return {"jmx_model": 1, "block": describe(block)}


def restore(block: Any, structure: Any, filename: str) -> None:
    """Give a block and what is below it the graphs and names that :func:`described` found."""

    def fits(block, model):
        return (
            model["class"] == type(block).__name__
            and model["params"].keys() == block._reg_params.keys()
            and model["children"].keys() == block._children.keys()
            and all(fits(child, model["children"][name]) for name, child in block._children.items())
        )

    names: dict[str, str] = {}
    graphs = []

    def take(block, model):
        if model["hybridized"]:
            block._in_format, block._out_format = model["in_format"], model["out_format"]
            graphs.append((block, [_graph(text) for text in model["inputs"]], _graph(model["symbol"])))
        for name, param in block._reg_params.items():
            names[model["params"][name]] = param._name
        for name, child in block._children.items():
            take(child, model["children"][name])

    if not isinstance(structure, dict) or not fits(block, structure.get("block", {})):
        raise MXNetError(f"{filename} was saved from a network of another structure than this {type(block).__name__}")
    take(block, structure["block"])
    for one, inputs, graph in graphs:
        one._cached_graph, one._active = (inputs, renamed(graph, names)), True


def _graph(text: str) -> Symbol:
    graph = load_json(text)
    return graph.as_np_ndarray() if is_np_array() else graph


def renamed(graph: Symbol, names: dict[str, str]) -> Symbol:
    """A copy of a graph with other names for some of its variables."""
    content = json.loads(graph.tojson())
    for node in content["nodes"]:
        if node["op"] == "null":
            node["name"] = names.get(node["name"], node["name"])
    copied = load_json(json.dumps(content))
    return copied if type(graph) is type(copied) else copied.as_np_ndarray()
