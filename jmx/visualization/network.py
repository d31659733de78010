"""A network as a graphviz graph."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..symbol import Symbol
from .summary import numbers, output_shapes

if TYPE_CHECKING:
    from .._typing import Int

#: how every node looks unless the caller says otherwise
_NODE = {"shape": "box", "fixedsize": "true", "width": "1.3", "height": "0.8034", "style": "filled"}
#: fill colours: MXNet's, from a palette of ColorBrewer's
_COLORS = {
    "null": "#8dd3c7",
    "Convolution": "#fb8072",
    "FullyConnected": "#fb8072",
    "Activation": "#ffffb3",
    "LeakyReLU": "#ffffb3",
    "BatchNorm": "#bebada",
    "Pooling": "#80b1d3",
    "Concat": "#fdb462",
    "Flatten": "#fdb462",
    "Reshape": "#fdb462",
    "Softmax": "#b3de69",
}
_OTHER_COLOR = "#fccde5"
#: ends of names of inputs that are parameters
_PARAMETERS = ("_weight", "_bias", "_beta", "_gamma", "_moving_var", "_moving_mean", "_running_var", "_running_mean")


def plot_network(
    symbol: Symbol,
    title: str = "plot",
    save_format: str = "pdf",
    shape: Mapping[str, Sequence[Int]] | None = None,
    dtype: Mapping[str, type[Any]] | None = None,
    node_attrs: Mapping[str, str] = {},
    hide_weights: bool = True,
) -> Any:
    """Return the network as a graph that notebooks show and that graphviz can save.

    Needs the Python package graphviz, which comes with jmx. Notebooks show the graph with graphviz' program `dot`, or, where
    that is not installed, as a plain drawing of layer below layer; `render` and `view` need `dot`.

    Parameters
    ----------
    symbol : Symbol
    title : str
        Name of the graph and, by default, of the files written by `render`.
    save_format : str
        Format of the files written by `render`.
    shape : dict of str to tuple of int, optional
        Shapes of the inputs: the edges are labelled with the shapes that pass there, without the batch axis.
    dtype : dict of str to type, optional
        Element types of the inputs: the edges are labelled with those that pass there.
    node_attrs : dict of str to str
        Graphviz attributes of the nodes, such as ``{"fixedsize": "false"}``.
    hide_weights : bool
        Leave out the parameters: inputs called `..._weight`, `..._bias` and so on.

    Returns
    -------
    graphviz.Digraph
        Its edges go from a layer to what it takes, and the arrows the other way.

    Raises
    ------
    ImportError
        The Python package graphviz is missing.
    TypeError
        `symbol` is no Symbol.
    ValueError
        `shape` or `dtype` leave something unknown, or `save_format` is no format of graphviz.
    MXNetError
        `shape` or `dtype` contradict the network.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="fc")
    >>> graph = mx.visualization.plot_network(net, shape={"data": (1, 3)})
    >>> for line in graph.source.splitlines():
    ...     if "->" in line:
    ...         print(line.strip())
    fc -> data [label=3 arrowtail=open dir=back]
    """
    try:
        from .digraph import Digraph
    except ImportError as error:
        raise ImportError(
            "Draw network requires graphviz library, which is not installed: pip install graphviz. print_summary works without."
        ) from error
    if not isinstance(symbol, Symbol):
        raise TypeError(
            f"symbol must be a Symbol, got {type(symbol)}; a hybridized block gives its symbol by net(mx.sym.var('data'))"
        )
    shapes = None if shape is None else output_shapes(symbol, shape)
    types = None if dtype is None else _output_types(symbol, dtype)
    nodes = json.loads(symbol.tojson())["nodes"]
    _warn_of_repeated([node["name"] for node in nodes])

    outputs = {}
    internals = symbol.get_internals()
    for output, key in zip(internals, internals.list_outputs()):
        outputs.setdefault(output.name, []).append(key)

    looks = {**_NODE, **node_attrs}
    graph = Digraph(name=title, format=save_format)
    hidden = set()
    for node in nodes:
        if node["op"] == "null" and node["name"].endswith(_PARAMETERS):
            # Not declared either way: if they are shown, the edges bring them in, in graphviz' plain looks.
            if hide_weights:
                hidden.add(node["name"])
            continue
        own = {**looks, "fillcolor": _COLORS.get(node["op"], _OTHER_COLOR)}
        if node["op"] == "null":
            own["shape"] = "oval"
        graph.node(name=node["name"], label=_label(node), **own)
    for node in nodes:
        inputs = node["inputs"][:1] if node["op"] == "_contrib_BilinearResize2D" else node["inputs"]
        for place, index, *_ in inputs:
            source = nodes[place]
            if source["name"] in hidden:
                continue
            label = ""
            if shapes is not None:
                label = "x".join(map(str, _value(shapes, outputs, source, index)[1:]))
            if types is not None:
                label += f"({_value(types, outputs, source, index).__name__})"
            graph.edge(tail_name=node["name"], head_name=source["name"], dir="back", arrowtail="open", label=label)
    return graph


def _output_types(symbol, dtype):
    internals = symbol.get_internals()
    types = internals.infer_type(**dtype)[1]
    if types is None:
        raise ValueError("Input type is incomplete")
    return dict(zip(internals.list_outputs(), types))


def _warn_of_repeated(names):
    seen = set()
    repeated = sorted({name for name in names if name in seen or seen.add(name)})
    if repeated:
        warnings.warn(
            "There are multiple variables with the same name in your graph, this may result in cyclic graph. Repeated "
            f"names: {','.join(repeated)}",
            RuntimeWarning,
            stacklevel=3,
        )


def _size(attrs, key, default):
    return "x".join(numbers(attrs[key])) if key in attrs else default


def _label(node):
    op, attrs = node["op"], node.get("attrs", {})
    if op == "Convolution":
        return f"Convolution\n{_size(attrs, 'kernel', '')}/{_size(attrs, 'stride', '1')}, {attrs['num_filter']}"
    if op == "FullyConnected":
        return f"FullyConnected\n{attrs['num_hidden']}"
    if op == "Activation":
        return f"Activation\n{attrs['act_type']}"
    if op == "LeakyReLU":
        return f"LeakyReLU\n{attrs.get('act_type', 'Leaky')}"
    if op == "Pooling":
        pool_type = attrs.get("pool_type", "max")
        return f"Pooling\n{pool_type}, {_size(attrs, 'kernel', '[]')}/{_size(attrs, 'stride', '1')}"
    if op == "Custom":
        return attrs["op_type"]
    return node["name"]


def _value(values, outputs, node, index):
    """What `values` holds for output `index` of a node.

    As in MXNet that is `name_output` whatever the index, and the last output of operators with `num_outputs`; where these
    do not exist, it is the output itself, by `outputs`, the names of every node's outputs.
    """
    if node["op"] == "null":
        return values[node["name"]]
    key, count = node["name"] + "_output", node.get("attrs", {}).get("num_outputs")
    if count is not None:
        key += str(int(count) - 1)
    if key not in values:
        names = outputs[node["name"]]
        key = names[min(index, len(names) - 1)]
    return values[key]
