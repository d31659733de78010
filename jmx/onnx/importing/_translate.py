"""From the nodes of an ONNX graph to a symbol: names, constants, functions, and the list of what cannot be expressed."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np

from ... import symbol as sym
from ...base import MXNetError, register_error
from ...core.declare.dtype import CODES
from . import _folding
from ._forms import REQUIRED, Unsupported, declared, find
from ._graph import Graph
from ._reading import Source, element_type, library, opsets, tensor
from ._values import Value, constant

#: how deep functions may call functions, and branches may lie in branches
_DEEPEST = 40
#: how many nodes are read, those of functions counted as often as they are called
_MOST = 100_000
#: how many problems are written out
_LISTED = 40
#: floating constants with more elements are parameters, with which nothing is computed when the file is read
_WEIGHT = 16
#: stands for a tensor that could not be made
_LOST = object()


@register_error
class UnsupportedONNXError(MXNetError, NotImplementedError):
    """A model needs operators that MXNet does not have; the message lists all of them."""


class Sizes:
    """The two sizes that every open dimension has while the file is read.

    Parameters
    ----------
    tied : bool
        Whether open dimensions at the same place of several inputs are one, whatever their names are.
    """

    def __init__(self, tied: bool) -> None:
        self._tied = tied
        self._small = iter([(2, 3), (5, 7), (11, 13), (17, 19), (23, 29), (31, 37), (41, 43), (47, 53), (59, 61), (67, 71)])
        self._large = ((64 * k, 64 * k + 96) for k in itertools.count(1))
        self._known: dict[Any, tuple[int, int]] = {}

    def of(self, name: str, axis: int, label: str, image: bool) -> tuple[int, int]:
        """The sizes of the dimension `axis` of the input `name` that the file calls `label`."""
        key = axis if self._tied else label or (name, axis)
        if key not in self._known:
            self._known[key] = next(self._large) if image else next(self._small, None) or next(self._large)
        return self._known[key]


class Translator:
    """Makes a symbol and parameters of a model.

    Parameters
    ----------
    model : onnx.ModelProto
    source : Source
    input_shapes : dict of str to tuple of int
        Shapes of inputs that the file leaves open.
    tied : bool
        As `Sizes` has it.
    """

    def __init__(self, model, source: Source, input_shapes: Mapping[str, tuple[int, ...]], tied: bool) -> None:
        self.model, self.source, self.input_shapes = model, source, input_shapes
        self.graph = Graph()
        self.sizes = Sizes(tied)
        self.problems: list[str] = []
        self.functions = {(f.domain, f.name): f for f in model.functions}
        self.opsets = opsets(model, source)
        self._count = 0
        #: ids of values that have their name already, and the values, which keeps the ids from being used again
        self._named: dict[int, Value] = {}

    # ---- the whole graph

    def run(self) -> tuple[Any, dict[str, np.ndarray], dict[str, np.ndarray]]:
        """(symbol, arguments, auxiliary states)."""
        graph, scope = self.model.graph, {}
        self._reserve_names(graph)
        self._initializers(graph, scope)
        for item in graph.input:
            if item.name not in scope:
                scope[item.name] = self._input(item)
        unknown = [name for name in self.input_shapes if name not in {value.name for value in self.graph.inputs}]
        if unknown:
            raise MXNetError(
                f"input_shapes names {', '.join(map(repr, unknown))}, but the inputs of {self.source.label} are "
                f"{', '.join(repr(value.name) for value in self.graph.inputs)}."
            )
        self._nodes(graph.node, scope, self.opsets, "", 0)
        outputs = [self._output(item, scope) for item in graph.output]
        if self.problems:
            raise self._failure()
        symbol = outputs[0] if len(outputs) == 1 else sym.Group(outputs)
        states = set(symbol.list_auxiliary_states())
        used = set(symbol.list_inputs())
        arrays = {name: array for name, array in self.graph.arrays.items() if name in used}
        return (
            symbol,
            {name: array for name, array in arrays.items() if name not in states},
            {name: array for name, array in arrays.items() if name in states},
        )

    def _failure(self) -> UnsupportedONNXError:
        count, more = len(self.problems), ""
        if count > _LISTED:
            more = f"\n  and {count - _LISTED} more"
        listed = "".join(f"\n  {text}" for text in self.problems[:_LISTED])
        opset = self.opsets[""]
        return UnsupportedONNXError(
            f"The ONNX model {self.source.label} (opset {opset}) needs what MXNet's operators do not offer, at {count} "
            f"place{'s' * (count != 1)}:{listed}{more}"
        )

    def _reserve_names(self, graph) -> None:
        seen: set[str] = set()
        for item in [*graph.input, *graph.initializer]:
            seen.add(item.name)
        for number, node in enumerate(graph.node):
            for name in node.output:
                if name and name in seen:
                    raise self.source.error(_place(node, number), f"makes {name!r}, which is there already")
                seen.add(name)
        for name in seen:
            self.graph.reserve(name)

    def _initializers(self, graph, scope) -> None:
        if len(graph.sparse_initializer):
            raise self.source.error("the graph", "has sparse initializers, which are not supported")
        for proto in graph.initializer:
            array = tensor(proto, self.source, "initializer")
            scope[proto.name] = self._constant(proto.name, array)
            self.graph.weights.add(proto.name)

    def _constant(self, name, array) -> Value:
        value = constant(name, (array, array))
        value.weight = value.is_float and value.size > _WEIGHT
        self._named[id(value)] = value
        return value

    def _input(self, item) -> Any:
        place = f"input {item.name!r}"
        if not item.type.HasField("tensor_type"):
            raise self.source.error(place, "is no tensor; sequences, maps and optional inputs are not supported")
        kind = item.type.tensor_type
        dtype = element_type(kind.elem_type, self.source, place)
        given = self.input_shapes.get(item.name)
        if given is None and not kind.HasField("shape"):
            raise MXNetError(f"The ONNX model {self.source.label} says no shape for {place}: give it, input_shapes={{...}}.")
        dims = list(kind.shape.dim)
        if given is not None and kind.HasField("shape"):
            fixed = [d.dim_value if d.HasField("dim_value") else None for d in dims]
            if len(given) != len(dims) or any(n is not None and n != m for n, m in zip(fixed, given)):
                raise MXNetError(f"input_shapes has {tuple(given)} for {place}, but the file has {tuple(fixed)}.")
        if given is not None:
            pairs = [(int(n), int(n)) for n in given]
        else:
            image = len(dims) >= 4
            pairs = [
                (d.dim_value, d.dim_value)
                if d.HasField("dim_value") and d.dim_value > 0
                else self.sizes.of(item.name, axis, d.dim_param, image and axis >= 2)
                for axis, d in enumerate(dims)
            ]
        if min([p for p, _ in pairs], default=1) < 1:
            raise MXNetError(f"input_shapes has {tuple(given or ())} for {place}: all sizes are to be positive.")
        if dtype not in CODES:
            self.problems.append(f"{place} has the element type {dtype.name}, which MXNet does not have")
            return _LOST
        symbol = sym.var(item.name, dtype=None if dtype == np.float32 else dtype)
        value = Value(item.name, dtype, (tuple(p for p, _ in pairs), tuple(q for _, q in pairs)), symbol)
        self._named[id(value)] = value
        self.graph.inputs.append(value)
        return value

    def _output(self, item, scope) -> Any:
        value = scope.get(item.name)
        if value is _LOST:
            return None
        if value is None:
            raise self.source.error(f"output {item.name!r}", "is made by no node")
        graph = self.graph
        graph.base = item.name
        try:
            symbol = graph.symbol(value)
            if value.held != value.dtype:
                value = graph.op("Cast", value, dtype=value.dtype.name)
            elif (
                symbol.handle[0][0].op is None or symbol.handle[0][0].name != item.name and symbol.handle[0][0].num_outputs() == 1
            ):
                value = graph.op("_copy", value)
        except Unsupported as problem:
            self.problems.append(f"output {item.name!r}: {problem}")
            return None
        node = value.symbol.handle[0][0]
        if node.num_outputs() == 1:
            node.name = item.name
        return value.symbol

    # ---- nodes

    def _nodes(self, nodes, scope, versions, prefix, depth) -> None:
        for number, node in enumerate(nodes):
            self._count += 1
            if self._count > _MOST:
                raise self.source.error(
                    f"{prefix}node {number}", f"is beyond the {_MOST} nodes that are read, with those of functions"
                )
            place = f"{prefix}{_place(node, number)}"
            given = []
            for name in node.input:
                if name and name not in scope:
                    raise self.source.error(
                        place,
                        f"reads {name!r}, which is no input, no initializer, and no output of a node before it (the graph has a "
                        "cycle, is not in order, or is incomplete)",
                    )
                given.append(scope[name] if name else None)
            while given and given[-1] is None:
                given.pop()
            try:
                made = self._node(node, given, scope, versions, place, depth)
            except Unsupported as problem:
                self.problems.append(f"{place}: {problem}")
                made = None
            for i, name in enumerate(node.output):
                if name:
                    scope[name] = made[i] if made is not None and i < len(made) and made[i] is not None else _LOST

    def _node(self, node, given, scope, versions, place, depth) -> Any:
        """The outputs of a node: a sequence of values, or None where an input is missing."""
        domain = "" if node.domain == "ai.onnx" else node.domain
        function = self.functions.get((node.domain, node.op_type))
        opset = versions.get(domain)
        found = find(node.op_type, opset) if domain == "" and opset is not None and function is None else None
        if found is None and function is None:
            function = self._schema_function(node, given, domain, opset)
            if function is None and not (domain == "" and node.op_type == "If"):
                if domain:
                    raise Unsupported(f"operators of the domain {domain!r} are not supported")
                raise Unsupported("there is no form for this operator" + self._other_opsets(node.op_type))
        if any(value is _LOST for value in given):
            return None
        base = next((name for name in node.output if name), node.name or node.op_type)
        if function is not None:
            made = self._call(function, node, given, place, depth)
            self._rename(made, node, given, depth)
            return made
        if node.op_type == "If" and domain == "":
            return self._branch(node, given, scope, versions, place, depth)
        assert found is not None and opset is not None
        attributes = self._attributes(node, found, place)
        if found.most is not None and len(given) > found.most:
            raise Unsupported(f"it has {len(given)} inputs; {found.most} are known")
        if len(given) < found.least or None in given[: found.least]:
            raise Unsupported(f"an input is missing: it has {len(given)} of at least {found.least}")
        graph = self.graph
        graph.opset, graph.base, graph.op_type = opset, base, node.op_type
        graph.wanted = max([i + 1 for i, name in enumerate(node.output) if name], default=1)
        folded = _folding.fold(found, node, given, attributes, opset)
        if folded is not None:
            made: Any = [constant(base, pair) for pair in folded]
            for value in made:
                value.weight = value.is_float and value.size > _WEIGHT
        else:
            graph.fresh = {}
            made = _built(found, graph, given, attributes)
        made = list(made) if isinstance(made, (tuple, list)) else [made]
        for value, name in zip(made, node.output):
            if value is not None and name and id(value) not in self._named:
                self._name(value, name if depth == 0 else self.graph.reserve(f"{name}_{depth}"))
        return made

    def _name(self, value: Value, name: str) -> None:
        """Give a value that a node has made the name that the file has for it."""
        self._named[id(value)] = value
        if value.symbol is None:
            value.name = name
            return
        mx_node = value.symbol.handle[0][0]
        if id(mx_node) in self.graph.fresh and mx_node.op is not None and mx_node.num_outputs() == 1:
            mx_node.name = name
            del self.graph.fresh[id(mx_node)]
        if value.arrays is None:
            value.name = name

    def _rename(self, made, node, given, depth) -> None:
        """Give the outputs of a function the names that its caller has for them."""
        for value, name in zip(made or (), node.output):
            if value in (None, _LOST) or not name or value.arrays is not None or any(value is other for other in given):
                continue
            mx_node = value.symbol.handle[0][0]
            if mx_node.op is not None and mx_node.num_outputs() == 1:
                mx_node.name = name if depth == 0 else self.graph.reserve(f"{name}_{depth}")

    def _attributes(self, node, found, place) -> dict[str, Any]:
        onnx = library()
        read = {}
        for proto in node.attribute:
            if proto.name not in found.attributes:
                raise Unsupported(f"the attribute {proto.name!r} is not supported")
            if proto.type == onnx.AttributeProto.TENSOR:
                read[proto.name] = tensor(proto.t, self.source, place)
                continue
            if proto.type not in _PLAIN:
                raise Unsupported(f"the attribute {proto.name!r} is of a kind that is not supported")
            plain = onnx.helper.get_attribute_value(proto)
            if isinstance(plain, bytes):
                plain = plain.decode("utf-8", "replace")
            elif isinstance(plain, (list, tuple)) and plain and isinstance(plain[0], bytes):
                plain = [item.decode("utf-8", "replace") for item in plain]
            read[proto.name] = plain
        for name, default in found.attributes.items():
            if default is REQUIRED and name not in read:
                raise Unsupported(f"the attribute {name!r} is missing")
        return read

    @staticmethod
    def _other_opsets(name: str) -> str:
        known = [f"{f.first} to {f.last or 'the newest'}" for f in declared().get(name, ())]
        return f" in this opset (there is for {', '.join(known)})" if known else ""

    # ---- functions and branches

    def _schema_function(self, node, given, domain, opset) -> Any:
        """The function that ONNX defines an operator by, or None."""
        onnx = library()
        if domain or opset is None:
            return None
        try:
            schema = onnx.defs.get_schema(node.op_type, opset, domain)
        except (onnx.defs.SchemaError, TypeError):  # TypeError for a name that is no text
            return None
        if schema.has_function:
            return schema.function_body
        if not schema.has_context_dependent_function:
            return None
        if any(value is _LOST for value in given):
            return schema
        types = []
        for value in given:
            kind = onnx.TypeProto()
            if value is not None:
                kind = onnx.helper.make_tensor_type_proto(onnx.helper.np_dtype_to_tensor_dtype(value.dtype), value.dims)
            types.append(kind.SerializeToString())
        try:
            text = schema.get_context_dependent_function(node.SerializeToString(), types)
        except Exception:  # the library's own error classes are not exported
            return None
        function = onnx.FunctionProto()
        function.ParseFromString(text)
        return function if len(function.node) else None

    def _call(self, function, node, given, place, depth) -> Any:
        """The outputs of a node that stands for a function: those of the function's nodes."""
        onnx = library()
        if depth >= _DEEPEST:
            raise self.source.error(place, f"functions call functions more than {_DEEPEST} deep")
        formal = list(function.input)
        if len(given) > len(formal):
            raise Unsupported(f"it has {len(given)} inputs, but the function {function.name} takes {len(formal)}")
        scope = {"": None, **dict(zip(formal, given)), **dict.fromkeys(formal[len(given) :])}
        values = {a.name: a for a in function.attribute_proto} | {a.name: a for a in node.attribute}
        nodes = []
        for inner in function.node:
            copied = onnx.NodeProto()
            copied.CopyFrom(inner)
            for i, name in enumerate(copied.input):
                if scope.get(name, name) is None:  # an input that the caller leaves out
                    copied.input[i] = ""
            del copied.attribute[:]
            for proto in inner.attribute:
                if not proto.ref_attr_name:
                    copied.attribute.append(proto)
                elif proto.ref_attr_name in values:
                    copied.attribute.add().CopyFrom(values[proto.ref_attr_name])
                    copied.attribute[-1].name = proto.name
            nodes.append(copied)
        versions = {("" if item.domain == "ai.onnx" else item.domain): int(item.version) for item in function.opset_import}
        versions.setdefault("", self.opsets[""])
        before = len(self.problems)
        self._nodes(nodes, scope, versions, f"{place} / ", depth + 1)
        if len(self.problems) > before:
            return None
        return [scope.get(name) for name in function.output]

    def _branch(self, node, given, scope, versions, place, depth) -> Any:
        """The outputs of an If whose condition is known."""
        condition = given[0] if given else None
        if depth >= _DEEPEST:
            raise self.source.error(place, f"branches lie in branches more than {_DEEPEST} deep")
        if condition is None or condition.array is None or condition.array.size != 1:
            raise Unsupported("its condition is not a constant")
        wanted = "then_branch" if bool(condition.array.reshape(-1)[0]) else "else_branch"
        graph = next((a.g for a in node.attribute if a.name == wanted), None)
        if graph is None:
            raise Unsupported(f"it has no {wanted}")
        inner = dict(scope)
        self._initializers(graph, inner)
        before = len(self.problems)
        self._nodes(graph.node, inner, versions, f"{place} / ", depth + 1)
        if len(self.problems) > before:
            return None
        missing = [item.name for item in graph.output if item.name not in inner]
        if missing:
            raise self.source.error(place, f"the output {missing[0]!r} of {wanted} is made by no node")
        return [inner[item.name] for item in graph.output]


def _built(found, graph, given, attributes) -> Any:
    """What a form makes. Whatever it raises for inputs and attributes that make no sense is said of the node."""
    try:
        return found.build(graph, *given, **attributes)
    except Unsupported:
        raise
    except (MXNetError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError, MemoryError) as error:
        text = str(error).split("\n")[0]
        raise Unsupported(f"its inputs or attributes do not fit: {type(error).__name__}: {text}") from None


#: numbers of the kinds of attributes that are read: FLOAT, INT, STRING, FLOATS, INTS, STRINGS
_PLAIN = frozenset((1, 2, 3, 6, 7, 8))


def _place(node, number) -> str:
    """How messages call a node."""
    name = node.name or next((n for n in node.output if n), "")
    operator = f"{node.domain}.{node.op_type}" if node.domain not in ("", "ai.onnx") else node.op_type
    return f"node {number} {name!r} ({operator})"
