"""A table of a network's layers, line by line what MXNet prints."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..symbol import Symbol

if TYPE_CHECKING:
    from .._typing import Float, Int, Shape

_TITLES = ("Layer (type)", "Output Shape", "Param #", "Previous Layer")


def print_summary(
    symbol: Symbol,
    shape: Mapping[str, Sequence[Int]] | None = None,
    line_length: Int = 120,
    positions: Sequence[Float | Int] | Int = [0.44, 0.64, 0.74, 1.0],
) -> None:
    """Print one line per layer: name and operator, output shape, number of parameters, where its input comes from.

    Parameters are counted as MXNet counts them: of Convolution, FullyConnected, Embedding and (if `shape` is given)
    BatchNorm, and from the channels of the layer before; without shapes most counts are therefore too small.

    Parameters
    ----------
    symbol : Symbol
    shape : dict of str to tuple of int, optional
        Shapes of the inputs, from which the output shapes (without the batch axis) follow.
    line_length : int
        Characters in a line.
    positions : list of float or int
        Where the four columns end: parts of the line, or characters if the last is greater than 1.

    Raises
    ------
    TypeError
        `symbol` is no Symbol.
    ValueError
        `shape` leaves shapes unknown.
    MXNetError
        `shape` contradicts the network.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="fc")
    >>> net = mx.sym.Activation(net, act_type="relu", name="relu")
    >>> import contextlib, io
    >>> with contextlib.redirect_stdout(io.StringIO()) as text:    # to take off the blanks at the ends of lines
    ...     mx.visualization.print_summary(net, shape={"data": (1, 3)}, line_length=64)
    >>> for line in text.getvalue().splitlines():
    ...     print(line.rstrip())
    ________________________________________________________________
    Layer (type)                Output ShapeParam #Previous Layer
    ================================================================
    data(null)                  3           0
    ________________________________________________________________
    fc(FullyConnected)          4           16     data
    ________________________________________________________________
    relu(Activation)            4           0      fc
    ================================================================
    Total params: 16
    ________________________________________________________________
    """
    if not isinstance(symbol, Symbol):
        raise TypeError(
            f"symbol must be Symbol, got {type(symbol)}; a hybridized block gives its symbol by net(mx.sym.var('data'))"
        )
    shapes = None if shape is None else output_shapes(symbol, shape)
    if positions[-1] <= 1:
        positions = [int(line_length * part) for part in positions]
    saved = json.loads(symbol.tojson())
    layers = _Layers(saved["nodes"], set(saved["heads"][0]), shapes)

    print("_" * line_length)
    print(_row(_TITLES, positions))
    print("=" * line_length)
    total = 0
    for i, node in enumerate(layers.nodes):
        if node["op"] == "null" and i > 0:
            continue
        before, channels = layers.before(node)
        count = layers.parameters(node, channels)
        total += count
        size = "x".join(map(str, layers.shape(i)))
        print(_row((f"{node['name']}({node['op']})", size, count, before[0] if before else ""), positions))
        for name in before[1:]:
            print(_row(("", "", "", name), positions))
        print(("=" if i == len(layers.nodes) - 1 else "_") * line_length)
    print(f"Total params: {total}")
    print("_" * line_length)


def output_shapes(symbol: Any, shape: Shape) -> Any:
    """Shapes of all outputs inside `symbol`, a dict by name; raises ValueError where some stay unknown."""
    internals = symbol.get_internals()
    shapes = internals.infer_shape(**shape)[1]
    if shapes is None:
        raise ValueError("Input shape is incomplete")
    return dict(zip(internals.list_outputs(), shapes))


def numbers(text: Any) -> Any:
    """The numbers in a saved attribute, as strings: "(3, 3)" gives ["3", "3"]."""
    return re.findall(r"\d+", text)


def _row(fields, ends):
    line = ""
    for field, end in zip(fields, ends, strict=True):
        line = f"{line}{field}"[:end].ljust(end)
    return line


class _Layers:
    """The nodes of a saved symbol. `heads` are the numbers of its first head, which MXNet takes all for nodes."""

    def __init__(self, nodes: Any, heads: Any, shapes: Any) -> None:
        self.nodes, self.heads, self.shapes = nodes, heads, shapes

    def _key(self, node: Any) -> Any:
        return node["name"] if node["op"] == "null" else node["name"] + "_output"

    def shape(self, i: Any) -> Any:
        """Output shape of node `i` without the batch axis; () if it is not known."""
        node = self.nodes[i]
        if self.shapes is None or (node["op"] == "null" and i not in self.heads):
            return ()
        return self.shapes.get(self._key(node), ())[1:]

    def before(self, node: Any) -> Any:
        """(names of the layers whose outputs `node` takes, the sum of their channels)."""
        names, channels = [], 0
        for i, *_ in node["inputs"]:
            source = self.nodes[i]
            if source["op"] == "null" and i not in self.heads:
                continue
            names.append(source["name"])
            shape = (self.shapes or {}).get(self._key(source))
            if shape is not None and len(shape) > 1:
                channels += int(shape[1])
        return names, channels

    def parameters(self, node: Any, channels: Any) -> Any:
        """How many parameters `node` has, if its input has so many channels."""
        op, attrs = node["op"], node.get("attrs", {})
        biased = attrs.get("no_bias") != "True"
        if op == "Convolution":
            filters = int(attrs["num_filter"])
            count = channels * filters // int(attrs.get("num_group", "1"))
            for size in numbers(attrs["kernel"]):
                count *= int(size)
            return count + filters * biased
        if op == "FullyConnected":
            return (channels + biased) * int(attrs["num_hidden"])
        if op == "BatchNorm" and self.shapes is not None:
            return int(self.shapes[node["name"] + "_output"][1]) * 2
        if op == "Embedding":
            return int(attrs["input_dim"]) * int(attrs["output_dim"])
        return 0
