"""The ONNX graph while it is made: values, constants, nodes, and shapes that are known only when the network runs.

A shape is known at two samples: in each every open dimension has another size. What is equal in both is fixed, and what
differs is open. A dimension that has an input's sizes in both samples is that input's dimension.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..core.declare.dtype import bfloat16

#: the oldest and the newest set of ONNX operators that is written, and the one that is written unless another is asked for
OLDEST_OPSET, NEWEST_OPSET, OPSET = 13, 21, 13
#: constants up to this many bytes are written once however often they occur
_SHARED_BYTES = 4096
_NARROW = tuple(np.dtype(name) for name in ("bool", "int8", "uint8"))


class Refused(Exception):
    """An operator cannot be written with the attributes or shapes it has; the text says why."""


class Value:
    """A tensor of the graph.

    name     in the file
    dtype    NumPy's element type
    shape    in the first sample; None where nobody needs it
    second   the shape in the second sample
    array    its elements, if they are constant
    """

    __slots__ = ("name", "dtype", "shape", "second", "array")

    def __init__(self, name, dtype, shape=None, second=None, array=None) -> None:
        self.name: str = name
        self.dtype = np.dtype(dtype)
        self.shape: Any = None if shape is None else tuple(shape)
        self.second: Any = self.shape if second is None else tuple(second)
        self.array: np.ndarray | None = array

    def __repr__(self) -> str:
        return f"<{self.name}: {self.dtype} {self.dims if self.shape is not None else '?'}>"

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def dims(self) -> tuple[int | None, ...]:
        """The sizes, None for open ones."""
        return tuple([p if p == q else None for p, q in zip(self.shape, self.second)])

    @property
    def is_open(self) -> bool:
        """Whether a dimension is open."""
        return self.shape != self.second

    @property
    def is_float(self) -> bool:
        return self.dtype.kind == "f" or self.dtype == bfloat16

    @property
    def samples(self) -> tuple:
        """Both samples of the shape."""
        return self.shape, self.second


class NodeRecord(NamedTuple):
    """A node: its operator, inputs (None for one left out), outputs and attributes."""

    op_type: str
    inputs: list[Value | None]
    outputs: list[Value]
    attributes: dict[str, Any]


class Subgraph(NamedTuple):
    """A graph inside of a node: an attribute of control flow."""

    name: str
    nodes: list[NodeRecord]
    inputs: list[Value]
    outputs: list[Value]


def needed_records(nodes: list[NodeRecord], outputs: Iterable[Value]) -> list[NodeRecord]:
    """The nodes that `outputs` depend on, in their order."""
    wanted, kept = {id(value) for value in outputs}, []
    for record in reversed(nodes):
        if any(id(value) in wanted for value in record.outputs):
            for inner in every_record([record]):
                graphs = [graph for graph in inner.attributes.values() if isinstance(graph, Subgraph)]
                wanted.update(id(value) for value in inner.inputs)
                wanted.update(id(value) for graph in graphs for value in graph.outputs)
            kept.append(record)
    return kept[::-1]


def every_record(nodes: list[NodeRecord]) -> Iterator[NodeRecord]:
    """All nodes, those of graphs inside of nodes too."""
    for record in nodes:
        yield record
        for value in record.attributes.values():
            if isinstance(value, Subgraph):
                yield from every_record(value.nodes)


class Builder:
    """The graph that is being made; the functions in jmx/ops/onnx_forms/ call its methods."""

    def __init__(self, opset) -> None:
        self.opset: int = opset
        self.nodes: list[NodeRecord] = []
        #: the graph's inputs, of which the file reads open dimensions
        self.inputs: list[Value] = []
        #: what the names of values in between begin with
        self.scope = ""
        #: {(integers, what each stands for, as bytes): the numbers that they stand for}
        self.numbers: dict[tuple[Value, bytes], Value] = {}
        self._taken: set[str] = set()
        self._counts: dict[str, itertools.count] = {}
        self._constants: dict[tuple, Value] = {}

    # ---- names and constants ----

    def reserve(self, name) -> str:
        """`name`, or one like it if that is taken."""
        wanted, number = name, itertools.count(1)
        while wanted in self._taken:
            wanted = f"{name}_{next(number)}"
        self._taken.add(wanted)
        return wanted

    def _inner_name(self, op_type):
        stem = f"{self.scope}/{op_type}" if self.scope else op_type
        number = next(self._counts.setdefault(stem, itertools.count()))
        return self.reserve(f"{stem}_{number}" if number else stem)

    def constant(self, array, name=None, shared=True) -> Value:
        """A constant tensor; small ones that are alike are one, unless `shared` is False."""
        array = np.ascontiguousarray(array).reshape(np.shape(array))
        key = (
            (array.dtype.str, array.dtype.name, array.shape, array.tobytes())
            if shared and array.nbytes <= _SHARED_BYTES
            else None
        )
        if key in self._constants:
            return self._constants[key]
        value = Value(self.reserve(name) if name else self._inner_name("constant"), array.dtype, array.shape, array=array)
        if key is not None and name is None:
            self._constants[key] = value
        return value

    def ints(self, numbers) -> Value:
        """A vector of int64, such as axes and shapes are."""
        return self.constant(np.asarray(numbers, np.int64).reshape(-1))

    def number(self, number, dtype) -> Value:
        """A constant without dimension, converted to `dtype`."""
        return self.constant(np.asarray(number).astype(dtype))

    # ---- nodes ----

    def node(self, op_type, *inputs, outputs=1, dtype=None, like: Value | None = None, **attributes) -> Any:
        """Add a node.

        Parameters
        ----------
        op_type : str
            ONNX's operator.
        inputs : Value, None, numpy.ndarray, list of int, or number
            None leaves one out, a list is a vector of int64, a number takes the element type of the first input.
        outputs : int
            How many outputs it has.
        dtype : element type, or list of them
            Of the outputs; that of the first input by default.
        like : Value
            What has the output's shape.
        attributes
            Those that are None are left out.

        Returns
        -------
        Value, or tuple of them for several outputs
        """
        first = next((x for x in inputs if isinstance(x, Value)), None)
        given = [self._as_value(x, first) for x in inputs]
        while given and given[-1] is None:
            given.pop()
        dtypes = dtype if isinstance(dtype, list) else [dtype] * outputs
        kinds = [first.dtype if kind is None and first is not None else kind for kind in dtypes]
        shapes = like.samples if like is not None else (None, None)
        made = [Value(self._inner_name(op_type), kind, *shapes) for kind in kinds]
        self.nodes.append(NodeRecord(op_type, given, made, {k: v for k, v in attributes.items() if v is not None}))
        return made[0] if outputs == 1 else tuple(made)

    def _as_value(self, x, first):
        if x is None or isinstance(x, Value):
            return x
        if isinstance(x, np.ndarray):
            return self.constant(x)
        if isinstance(x, (list, tuple)):
            return self.ints(x)
        return self.number(x, first.dtype if first is not None else np.float32)

    def cast(self, value: Value, dtype) -> Value:
        """`value` in another element type."""
        dtype = np.dtype(dtype)
        if value.dtype == dtype:
            return value
        if value.array is not None:
            return self.constant(value.array.astype(dtype))
        return self.node("Cast", value, dtype=dtype, like=value if value.shape is not None else None, to=dtype)

    def widened(self, value: Value) -> Value:
        """`value`, of a type that ONNX's arithmetic has: narrow integers and booleans as int32."""
        return self.cast(value, np.int32) if value.dtype in _NARROW else value

    def as_float(self, value: Value) -> Value:
        """`value` as floating point: whole numbers in single precision."""
        return value if value.is_float else self.cast(value, np.float32)

    def where(self, condition, yes, no) -> Value:
        return self.node("Where", self.cast(condition, np.bool_), yes, no, dtype=yes.dtype)

    # ---- graphs inside of nodes ----

    @contextlib.contextmanager
    def inside(self) -> Iterator[list[NodeRecord]]:
        """Collect the nodes that are added in this block, for a graph inside of a node."""
        outer, self.nodes, self.numbers = (self.nodes, self.numbers), [], {}
        try:
            yield self.nodes
        finally:
            self.nodes, self.numbers = outer

    def inner(self, value: Value, shape=None, second=None) -> Value:
        """An input of such a graph: of the type of `value`, and of its shape unless another is given."""
        samples = value.samples if shape is None else (shape, second)
        return Value(self._inner_name("in"), value.dtype, *samples)

    def own(self, value: Value) -> Value:
        """`value` as the output of such a graph, which has to be made in it and to have a name of its own."""
        return self.node("Identity", value, like=value if value.shape is not None else None)

    def subgraph(self, name, nodes, inputs, outputs) -> Subgraph:
        """The graph of such nodes."""
        return Subgraph(name, list(nodes), list(inputs), list(outputs))

    def several(self, op_type, inputs, dtypes, **attributes) -> list[Value]:
        """The outputs of a node that has as many as there are element types."""
        made = self.node(op_type, *inputs, outputs=len(dtypes), dtype=list(dtypes), **attributes)
        return [made] if len(dtypes) == 1 else list(made)

    # ---- shapes ----

    def sizes(self, shape: Sequence[int], second: Sequence[int], near: Sequence[Value] = ()) -> Value:
        """A vector of int64: a shape that has these samples.

        Parameters
        ----------
        shape, second : tuple of int
        near : values that may have its open dimensions; the graph's inputs are asked after them
        """
        if tuple(shape) == tuple(second):
            return self.ints(shape)
        parts: list[Value] = []
        for p, q in zip(shape, second):
            parts.append(self.ints([p]) if p == q else self._open_size(p, q, near))
        return self.node("Concat", *parts, axis=0) if len(parts) > 1 else parts[0]

    def _open_size(self, p, q, near) -> Value:
        places = [(v, axis) for v in (*near, *self.inputs) if v.array is None and v.shape for axis in range(v.ndim)]
        for value, axis in places:
            if (value.shape[axis], value.second[axis]) == (p, q):
                return self.size_of(value, axis)
        places = [(v, i) for v, i in places if v.shape[i] != v.second[i]]
        for value, axis in places:
            s, t = value.shape[axis], value.second[axis]
            if p % s == 0 and q % t == 0 and p // s == q // t:
                return self.node("Mul", self.size_of(value, axis), p // s)
            if s % p == 0 and t % q == 0 and s // p == t // q:
                return self.node("Div", self.size_of(value, axis), s // p)
            if p - s == q - t:
                return self.node("Add", self.size_of(value, axis), p - s)
        for (one, i), (other, j) in itertools.combinations(places, 2):
            s, t = one.shape[i] * other.shape[j], one.second[i] * other.second[j]
            if p % s == 0 and q % t == 0 and p // s == q // t:
                product = self.node("Mul", self.size_of(one, i), self.size_of(other, j))
                return self.node("Mul", product, p // s) if p != s else product
        raise Refused(f"it needs an open dimension (of size {p} and {q} in two samples) that no input has; give it a size")

    def size_of(self, value: Value, axis) -> Value:
        """The size of a dimension, as a vector of one int64."""
        axis %= value.ndim
        if value.shape[axis] == value.second[axis]:
            return self.ints([value.shape[axis]])
        return self.node("Gather", self.node("Shape", value, dtype=np.int64), [axis], axis=0)

    def reshape(self, value: Value, shape, second=None) -> Value:
        """`value` in another shape, given in both samples."""
        shape, second = tuple(shape), tuple(shape if second is None else second)
        if value.shape == shape and value.second == second:
            return value
        if value.array is not None:
            return self.constant(value.array.reshape(shape))
        if 0 in shape or 0 in second:
            raise Refused(f"it makes an array without elements, of shape {shape}")
        codes = [p if p == q else None for p, q in zip(shape, second)]
        unknown = [i for i, code in enumerate(codes) if code is None]
        for i in unknown:
            if codes.count(None) == 1:
                break
            if i < value.ndim and (value.shape[i], value.second[i]) == (shape[i], second[i]):
                codes[i] = 0
        if codes.count(None) > 1:
            target = self.sizes(shape, second, (value,))
        else:
            target = self.ints([-1 if code is None else code for code in codes])
        out = self.node("Reshape", value, target)
        out.shape, out.second = shape, second
        return out

    def like(self, value: Value, shape_of: Value) -> Value:
        """`value` in the shape of `shape_of`."""
        return self.reshape(value, *shape_of.samples)

    def transpose(self, value: Value, order) -> Value:
        """`value` with its dimensions in another order."""
        order = [int(i) % len(order) for i in order]
        if order == list(range(len(order))):
            return value
        if value.array is not None:
            return self.constant(value.array.transpose(order))
        out = self.node("Transpose", value, perm=order)
        if value.shape is not None:
            out.shape, out.second = (tuple([sample[i] for i in order]) for sample in value.samples)
        return out

    def unsqueeze(self, value: Value, axes) -> Value:
        """`value` with new dimensions of size 1 at `axes`, which are places in the result."""
        total = value.ndim + len(axes)
        axes = sorted(axis % total for axis in axes)
        if value.array is not None:
            return self.constant(np.expand_dims(value.array, axes))
        out = self.node("Unsqueeze", value, axes)
        samples = [list(sample) for sample in value.samples]
        for axis in axes:
            for sample in samples:
                sample.insert(axis, 1)
        out.shape, out.second = map(tuple, samples)
        return out

    def squeeze(self, value: Value, axes) -> Value:
        """`value` without its dimensions `axes`, of size 1."""
        axes = sorted(axis % value.ndim for axis in axes)
        if not axes:
            return value
        if value.array is not None:
            return self.constant(np.squeeze(value.array, tuple(axes)))
        out = self.node("Squeeze", value, axes)
        out.shape, out.second = (tuple([n for i, n in enumerate(sample) if i not in axes]) for sample in value.samples)
        return out

    def expand(self, value: Value, shape, second, near: Sequence[Value] = ()) -> Value:
        """`value` repeated until it has the shape given in both samples."""
        if value.shape == tuple(shape) and value.second == tuple(second):
            return value
        out = self.node("Expand", value, self.sizes(shape, second, near))
        out.shape, out.second = tuple(shape), tuple(second)
        return out

    def reduce(self, op_type, value: Value, axes, keepdims=True) -> Value:
        """A reduction such as ReduceMean over `axes`; whether these are an input or an attribute is a matter of the opset."""
        axes = [int(axis) for axis in axes]
        if op_type == "ReduceSum" or self.opset >= 18:
            out = self.node(op_type, value, axes, keepdims=int(keepdims))
        else:
            out = self.node(op_type, value, axes=axes, keepdims=int(keepdims))
        if value.shape is not None:
            reduced = {axis % value.ndim for axis in axes}
            out.shape, out.second = (
                tuple([1 if i in reduced else n for i, n in enumerate(sample) if keepdims or i not in reduced])
                for sample in value.samples
            )
        return out

    def split(self, value: Value, sizes, axis) -> tuple[Value, ...]:
        """`value` cut into parts of these sizes along `axis`."""
        if len(sizes) == 1:
            return (value,)
        axis %= value.ndim
        parts = self.node("Split", value, list(sizes), outputs=len(sizes), axis=axis)
        for part, size in zip(parts, sizes):
            part.shape, part.second = (tuple([size if i == axis else n for i, n in enumerate(s)]) for s in value.samples)
        return parts

    def slice(self, value: Value, starts, ends, axes, steps=None) -> Value:
        """ONNX's Slice with constant bounds."""
        return self.node("Slice", value, list(starts), list(ends), list(axes), list(steps) if steps else None)
