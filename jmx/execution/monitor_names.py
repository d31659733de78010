"""What MXNet calls the arrays that pass through a node, as its monitors show them."""

from __future__ import annotations

from ..core.graph.nodes import Node, output_name


class NodeName(str):
    """The name of an array. MXNet's callbacks get bytes, so that programs decode it; it may be used as it is, too."""

    __slots__ = ()

    def decode(self, encoding="utf-8", errors="strict"):
        """The name."""
        return str(self)


def inputs(node: Node) -> list[str]:
    """The names of a node's inputs, such as "fc1_weight" or "relu1_input0"."""
    if node.op.traits.numbered_inputs:
        return [f"{node.name}_input{i}" for i in range(len(node.inputs))]
    return [f"{node.name}_{name}" for name in node.input_names()]


def outputs(node: Node) -> list[str]:
    """The names of all outputs, those that users do not see at the end."""
    visible = [output_name((node, i)) for i in range(node.num_outputs())]
    return visible + [f"{node.name}_{name}" for name in node.hidden_outputs()]


def block_outputs(node: Node) -> list[str]:
    """The names of the visible outputs as a block's hook gets them."""
    # MXNet's blocks number outputs even of operators with one, but for those that name them themselves
    if node.op.has_output_names(node.parsed):
        return [output_name((node, i)) for i in range(node.num_outputs())]
    return [f"{node.name}_{i}" for i in range(node.num_outputs())]


def gradients(node: Node) -> list[tuple[str, int]]:
    """(name, position of the input) of the gradients that the node's backward pass makes, in its order."""
    names = node.input_names()
    auxiliary = set(node.mutable_inputs())
    places = {name: i for i, name in enumerate(names) if i not in auxiliary}
    return [(label, places[name]) for label, name in node.op.traits.gradient_names(node.name, list(places))]
