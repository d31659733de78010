"""An MXNet graph as an ONNX graph: every operator written in the form that its declaration names."""

from __future__ import annotations

import copy
import functools
import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from .. import ops  # noqa: F401  (declares the operators)
from ..base import MXNetError
from ..core import numpy_tier
from ..core.declare.op import REGISTRY, Op
from ..core.declare.x64 import x64
from ..core.graph import subgraphs
from ..core.graph.nodes import Node, output_name, topo
from ..core.graph.shapes import is_open
from ._builder import Builder, Refused, Value, needed_records
from ._samples import Samples

#: constants are computed when the file is written if they have no more bytes than that, or not many more than their inputs
_FOLDED_BYTES = 1 << 20


class Body:
    """A graph that a control flow operator runs.

    inputs    for each of its variables (position among the node's inputs, SAME or SLICE)
    """

    def __init__(self, builder: Builder, link, entries, leaves, places) -> None:
        self.inputs: list[tuple[int, int]] = link.inputs
        self._builder, self._entries, self._leaves, self._places = builder, entries, leaves, places

    def write(self, leaves: Sequence[Value]) -> list[Value]:
        """Add its nodes, its variables being `leaves`; returns its outputs."""
        scope = self._builder.scope
        samples = Samples.of_body(self._entries, dict(zip(self._leaves, leaves)))
        values: dict[tuple[Node, int], Value] = {(node, 0): leaf for node, leaf in zip(self._leaves, leaves)}
        for node in needed(self._entries):
            if node.op is not None:
                _write(self._builder, node, values, samples, self._places)
        self._builder.scope = scope
        return [values[entry[0], entry[1]] for entry in self._entries]


class Call:
    """A node of MXNet's graph, for the functions in jmx/ops/onnx_forms/.

    a        the operator's attributes
    name     of the node
    inputs   the values it gets
    outputs  values without name: the types and shapes that its visible outputs have
    bodies   the graphs of a control flow operator
    ties     (position of an input, index of an output) of the states of its loop
    """

    def __init__(self, node: Node, inputs: list[Value], outputs: list[Value], bodies: list[Body]) -> None:
        self.a, self.name, self.op_name = node.parsed, node.name, node.op.name
        self.inputs, self.outputs, self._op = inputs, outputs, node.op
        self.bodies, self.ties = bodies, subgraphs.ties(node) if bodies else []
        self._names = [] if node.op.variadic else node.op.present(node.parsed)

    @property
    def x(self) -> Value:
        """The first input."""
        return self.inputs[0]

    @property
    def out(self) -> Value:
        """The type and shape of the first output."""
        return self.outputs[0]

    def get(self, name) -> Value | None:
        """The input of this name, None if it is left out."""
        return self.inputs[self._names.index(name)] if name in self._names else None

    def of(self, inputs: Sequence[Value], dtype: Any = None, operator: Op | None = None, a: Any = None) -> Call:
        """A call on other inputs, with an output of type `dtype`, of another operator with attributes `a` if one is given."""
        made = copy.copy(self)
        made.inputs = list(inputs)
        if dtype is not None:
            made.outputs = [Value("", dtype, *self.out.samples)]
        if operator is not None:
            made.a, made.op_name, made._op, made._names = a, operator.name, operator, operator.present(a)
        return made

    def refuse(self, reason) -> Any:
        """Say that the operator cannot be written so, and why."""
        raise Refused(reason)

    def fixed(self, *values: Value) -> None:
        """Refuse open dimensions of `values`, of all inputs by default."""
        for value in values or self.inputs:
            if value.is_open:
                self.refuse(f"it needs fixed sizes, and its input has the shape {_listed(value)}")

    def computed(self, function: Callable[..., list], *arrays: np.ndarray) -> list[np.ndarray]:
        """What a function of jax arrays makes of `arrays`; it is called once, so that NumPy runs it where it can."""
        return [np.asarray(x) for x in numpy_tier.jit(function)(*map(jax.device_put, arrays))]

    def evaluate(self, *arrays, attributes=None) -> list[np.ndarray]:
        """What the operator makes of `arrays`, with its own attributes or others."""
        return evaluate(self._op, self.a if attributes is None else attributes, arrays)


class Place(NamedTuple):
    """Where an operator stands that cannot be written: its node, what it reads, and why."""

    operator: str
    node: str
    inputs: list[str]
    reason: str


class Translation(NamedTuple):
    """The graph in ONNX's terms: its builder, and (name, value, (shape in both samples, type)) of each output."""

    builder: Builder
    outputs: list[tuple[str, Value, Value]]


def _listed(value):
    return "(" + ", ".join("?" if n is None else str(n) for n in value.dims) + ")"


def evaluate(op: Op, a, arrays) -> list[np.ndarray]:
    """The outputs of an operator on constants."""
    with x64(op.wide(a), *arrays):
        outputs, _ = op.pure(a, False, "cpu", None, (), *[jnp.asarray(x) for x in arrays])
        return [np.asarray(x) for x in outputs]


@functools.cache
def form(op: Op) -> tuple[Any, ...] | None:
    """(function, further arguments) that writes an operator, or None."""
    said = op.traits.onnx
    if said is None:
        return None
    path, *arguments = (said,) if isinstance(said, str) else said
    module, name = path.split(".")
    return getattr(importlib.import_module(f"jmx.ops.onnx_forms.{module}"), name), tuple(arguments)


def supported() -> list[str]:
    """The names of all operators that can be written, aliases included."""
    return sorted(name for name, op in REGISTRY.items() if op.traits.onnx is not None)


def needed(entries) -> list[Node]:
    """The nodes that `entries` depend on in inference, in the graph's order: labels are not among them."""
    seen, stack = set(), [entry[0] for entry in entries]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        op = node.op
        labels = op.traits.labels if op is not None else ()
        names = op.present(node.parsed) if op is not None and labels else ()
        stack += [n for i, (n, _, _) in enumerate(node.inputs) if not (labels and names[i] in labels)]
    return [node for node in topo(entries) if node in seen]


def file_name(entry) -> str:
    """The name that MXNet gives an output in ONNX files: that of the node, with a number where it has several."""
    name = output_name(entry)
    for tail, number in (("_state_output", "1"), ("_statecell_output", "2"), ("_output", "")):
        if name.endswith(tail):
            return name.removesuffix(tail) + number
    return re.sub(r"_output(\d+)$", r"\1", name)


def translate(entries, arrays: Mapping[str, np.ndarray], samples: Samples, opset) -> Translation:
    """The ONNX graph of `entries`.

    Parameters
    ----------
    entries : list of (Node, int)
    arrays : dict of str to numpy.ndarray
        The values of parameters.
    samples : Samples
        Shapes and types of everything.
    opset : int

    Raises
    ------
    MXNetError
        Operators cannot be written: all of them, with their places.
    """
    builder, places = Builder(opset), []
    values: dict[tuple[Node, int], Value] = {}
    order = needed(entries)
    for node in order:
        if node.op is None:
            values[node, 0] = _variable(builder, node, arrays, samples)
    for node in order:
        if node.op is not None:
            _write(builder, node, values, samples, places)
    if places:
        raise MXNetError(describe(places))
    outputs = _outputs(builder, entries, values, samples)
    builder.nodes = needed_records(builder.nodes, [value for _, value, _ in outputs])
    return Translation(builder, outputs)


def _variable(builder, node, arrays, samples):
    if node.name in arrays:
        return Value(builder.reserve(node.name), arrays[node.name].dtype, arrays[node.name].shape, array=arrays[node.name])
    value = samples.value((node, 0))
    value.name = builder.reserve(node.name)
    builder.inputs.append(value)
    return value


def _write(builder: Builder, node: Node, values, samples: Samples, places) -> None:
    """Add one operator's nodes; where it cannot be written, say so in `places` and go on with what it would make."""
    visible = node.op.num_outputs(node.parsed)
    outputs = [samples.value((node, i)) for i in range(visible)]
    inputs = [values.get((n, i)) or samples.value((n, i)) for n, i, _ in node.inputs]
    names = [file_name((node, i)) for i in range(visible)]
    made: Sequence[Value] | None = None
    try:
        made = _folded(builder, node, inputs, outputs, names)
        if made is None:
            made = _by_form(builder, node, inputs, outputs, places)
    except Refused as refusal:
        reads = [output_name((n, i)) for n, i, _ in node.inputs]
        places.append(Place(node.op.name, node.name, reads, str(refusal)))
        made = outputs
    for i, (value, wanted) in enumerate(zip(made, outputs)):
        value.shape, value.second = wanted.shape, wanted.second
        if value is not wanted and value.array is None and value.name.startswith(builder.scope + "/"):
            value.name = builder.reserve(names[i])
        values[node, i] = value


def _by_form(builder, node, inputs, outputs, places):
    found = form(node.op)
    if found is None:
        advice = ": leave the layer in floating point (excluded_sym_names)" if _on_integers(node.op) else ""
        raise Refused(f"the operator has no ONNX form{advice}")
    function, arguments = found
    builder.scope = node.name
    parts = subgraphs.bodies(node) if node.op.graphs else []
    bodies = [Body(builder, link, entries, leaves, places) for link, entries, leaves in parts]
    made = function(builder, Call(node, inputs, outputs, bodies), *arguments)
    made = [made] if isinstance(made, Value) else list(made)
    # Another node may have made this value, which then keeps its shape and its type.
    return [_view(value, wanted) for value, wanted in zip(made, outputs)]


def _on_integers(op: Op) -> bool:
    """Whether an operator is the form of another one on integers."""
    forms = (other.traits.integers for other in REGISTRY.values())
    return any(found is not None and found.name == op.name for found in forms)


def _view(value, wanted):
    if value.dtype != wanted.dtype:
        raise Refused(f"its form makes {value.dtype}, not {wanted.dtype}")
    return value


def _folded(builder, node, inputs, outputs, names):
    """The outputs of an operator on constants alone, computed now; None if they are not constant or too large."""
    op = node.op
    if op.needs_key or op.graphs or op.hosted or op.writes or any(value.array is None for value in inputs):
        return None
    if any(value.is_open for value in outputs):
        return None
    size = sum(int(np.prod(value.shape)) * value.dtype.itemsize for value in outputs)
    if size > max(_FOLDED_BYTES, 2 * sum(value.array.nbytes for value in inputs)):
        return None
    parsed = node.parsed
    if not inputs and is_open(node):
        changes = op.traits.open_shape.changes(parsed, outputs[0].shape)
        parsed = op.parse({**vars(parsed), **changes})
    arrays = evaluate(op, parsed, [value.array for value in inputs])
    return [builder.constant(array, name) for array, name in zip(arrays, names)]


def _outputs(builder, entries, values, samples):
    outputs, used = [], set()
    for entry in entries:
        entry = entry[0], entry[1]
        value, name = values[entry], file_name(entry)
        made_here = value.array is None and value not in builder.inputs
        if not made_here or value.name in used or (value.name != name and name not in builder._taken):
            builder.scope = ""
            copy = builder.node("Identity", value)
            copy.name = builder.reserve(name)
            value = copy
        used.add(value.name)
        outputs.append((value.name, value, samples.value(entry)))
    return outputs


def describe(places: list[Place]) -> str:
    """The message that lists what cannot be written."""
    lines = [f"{len(places)} node{'s' if len(places) > 1 else ''} of this network cannot be written as ONNX:"]
    for place in places:
        lines.append(f"  {place.operator}, node {place.node!r}, of {', '.join(place.inputs) or 'no inputs'}: {place.reason}.")
    lines.append(
        "Nothing was written. Replace these operators in the network (docs/leaving/onnx.md lists those that can be written), or "
        "cut the network before them with get_internals()."
    )
    return "\n".join(lines)
