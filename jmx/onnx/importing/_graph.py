"""The MXNet graph while it is made of an ONNX graph: operators, constants as variables, shapes in both samples."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import symbol as sym
from ...core.declare.dtype import CODES
from ...core.graph.shape_rules import trace
from ...symbol.register import create
from ._forms import GIVE, Unsupported
from ._values import Shape, Value, constant, mx_shape, reshape_codes, same

#: the element type that truth values get where they have none yet
_TRUTH = np.dtype("float32")


class Graph:
    """What forms call to put operators into the graph.

    opset     that of the node at hand, op_type its operator
    wanted    how many outputs of the node are used, counted to the last one
    base      what the names of the node's operators begin with
    arrays    {name: array} of the variables made for constants
    inputs    the values of the graph's inputs
    weights   the names of the file's weights
    """

    def __init__(self) -> None:
        self.opset = 0
        self.wanted = 1
        self.op_type = ""
        self.base = "node"
        self.arrays: dict[str, np.ndarray] = {}
        self.inputs: list[Value] = []
        self.weights: set[str] = set()
        #: the MXNet nodes that were made for the node at hand, by their ids
        self.fresh: dict[int, Any] = {}
        #: names of variables that operators write to
        self.states: set[str] = set()
        self._state_symbols: dict[str, Any] = {}
        self._taken: set[str] = set()

    # ---- names

    def reserve(self, name: str) -> str:
        """`name`, or one like it if that is taken."""
        wanted, count = name, itertools.count(1)
        while name in self._taken:
            name = f"{wanted}_{next(count)}"
        self._taken.add(name)
        return name

    # ---- constants

    def constant(self, array) -> Value:
        """A constant with a name of its own."""
        array = np.asarray(array)
        return constant(self.reserve(f"{self.base}_constant"), (array, array))

    def number_like(self, number, value: Value) -> Value:
        """A number without dimensions of the element type of `value`."""
        return self.constant(np.asarray(number).astype(value.dtype))

    @staticmethod
    def known(value: Value | None, what: str) -> np.ndarray:
        """The elements of a constant; `Unsupported` if they are not known when the file is read."""
        if value is None:
            raise Unsupported(f"{what} is missing")
        array = value.array
        if array is None:
            hint = f"; {GIVE}" if value.arrays is not None else ""
            raise Unsupported(f"{what} ({value.name!r}) is not a constant, and no operator of MXNet takes it as an array{hint}")
        return array

    def ints(self, value: Value | None, what: str) -> list[int]:
        """The elements of a constant vector of whole numbers."""
        return [int(n) for n in self.known(value, what).reshape(-1)]

    def symbol(self, value: Value) -> Any:
        """The symbol of a value; constants become variables."""
        if value.symbol is None:
            array = value.array
            value.symbol = self._depends_on_shape(value) if array is None else self._variable(value, array)
        return value.symbol

    def _variable(self, value: Value, array: np.ndarray) -> Any:
        if array.dtype == np.bool_:
            array = array.astype(_TRUTH)
        if array.dtype not in CODES:
            raise Unsupported(f"{value.name!r} has the element type {array.dtype}, which MXNet does not have")
        if array.size == 0:
            raise Unsupported(f"{value.name!r} has no elements (shape {array.shape}), and MXNet's graphs know no such arrays")
        value.held = array.dtype
        name = self.reserve(value.name) if value.name in self.arrays else value.name
        self.arrays[name] = array.reshape(mx_shape(array.shape))
        return sym.var(name, dtype=None if array.dtype == np.float32 else array.dtype)

    def state(self, value: Value) -> Value:
        """A constant as something that an operator writes to: a variable of its own, as others may read the constant."""
        array = value.array
        assert array is not None
        name = value.name
        if name in self.arrays and name not in self.states:
            name = self.reserve(f"{self.base}_{name}")
        self.arrays[name] = array
        self.states.add(name)
        symbol = self._state_symbols.setdefault(name, None) or sym.var(name)
        self._state_symbols[name] = symbol
        return Value(name, value.dtype, value.shapes, symbol, value.arrays)

    def _depends_on_shape(self, value: Value) -> Any:
        """An array whose elements follow from the shapes of the graph's inputs."""
        assert value.arrays is not None
        first, second = value.arrays
        counted = [np.arange(a.size, dtype=a.dtype) for a in value.arrays if a.dtype.kind in "iuf"]
        if first.ndim == 1 and counted and same(first, counted[0]) and same(second, counted[1]):
            source, axis = self.place((first.size, second.size))
            made = self.op("_contrib_arange_like", source, axis=axis)
        elif first.size == second.size == 1:
            made = self._size_symbol((first.item(), second.item()))
        elif all(a.size and (a == a.reshape(-1)[0]).all() for a in value.arrays) and first.flat[0] == second.flat[0]:
            made = self._filled(value)
        else:
            raise Unsupported(
                f"{value.name!r} is computed from the inputs' shapes, and its elements differ with them in a way that no "
                f"operator of MXNet makes; {GIVE}"
            )
        if made.held != value.dtype:
            made = self.cast(made, value.dtype)
        value.held = made.held
        return made.symbol

    def _filled(self, value: Value) -> Value:
        assert value.arrays is not None
        made = self.constant(np.full((1,) * value.ndim, value.arrays[0].flat[0]))
        for axis, pair in enumerate(value.pairs):
            if pair[0] == pair[1]:
                made = made if pair[0] == 1 else self.op("broadcast_axis", made, axis=axis, size=pair[0])
            else:
                made = self.spread_like(made, axis, pair)
        return made

    def place(self, pair, near: Sequence[Value] = ()) -> tuple[Value, int]:
        """A value, one of `near` or an input of the graph, and the dimension of it that has these sizes in the samples."""
        for value in (*near, *self.inputs):
            for axis, found in enumerate(value.pairs):
                if found == pair:
                    return value, axis
        raise Unsupported(f"an open size ({pair[0]} and {pair[1]} in two samples) is needed that no input has; {GIVE}")

    def spread_like(self, value: Value, axis: int, pair, near: Sequence[Value] = ()) -> Value:
        """`value` with a dimension of size 1 repeated to an open size, which `near` or the graph's inputs have."""
        source, place = self.place(pair, near)
        return self.moved("broadcast_like", value, source, lhs_axes=(axis,), rhs_axes=(place,))

    def _size_symbol(self, pair) -> Value:
        source, axis = self.place(pair)
        return self.op("slice_axis", self.op("shape_array", source), axis=0, begin=axis, end=axis + 1)

    # ---- operators

    def op(self, name: str, *inputs: Value, rank0: bool = False, kind: Any = None, outputs: int = 1, **attributes) -> Any:
        """Put an operator into the graph.

        Parameters
        ----------
        name : str
            MXNet's name.
        inputs : Value
        rank0 : bool
            Whether ONNX's result has no dimension where MXNet's has the shape (1,).
        kind : numpy.dtype
            ONNX's element type of the result, if it is not the one of MXNet's array.
        outputs : int
            How many outputs are wanted.
        attributes
            Those that are None are left out.

        Returns
        -------
        Value, or list of them for several outputs
        """
        given = [self.symbol(value) for value in inputs]
        kept = {key: value for key, value in attributes.items() if value is not None}
        label = self.reserve(f"{self.base}_{name.strip('_').lower()}")
        result = create(name, name, given, kept, name=label)
        self.fresh[id(result.handle[0][0])] = result.handle[0][0]
        return self._values(result, inputs, rank0, kind, outputs)

    def _values(self, result, inputs, rank0, kind, outputs) -> Any:
        node = result.handle[0][0]
        kinds = tuple([value.held for value in inputs])
        found = []
        for sample in (0, 1):
            traced = trace(node, tuple([mx_shape(value.shapes[sample]) for value in inputs]), kinds)
            if traced.error is not None:
                listed = ", ".join(f"{value.held} {value.dims}" for value in inputs)
                raise Unsupported(f"MXNet's {node.op.name} refuses {listed}: {traced.error}")
            found.append(traced.specs)
            if all(not value.is_open for value in inputs):
                found.append(traced.specs)
                break
        values = []
        for i in range(outputs):
            shapes: tuple[Shape, Shape] = ((), ()) if rank0 else (found[0][i][0], found[1][i][0])
            held = found[0][i][1]
            values.append(Value(f"{node.name}", held if kind is None else kind, shapes, result[i], held=held))
        return values[0] if outputs == 1 else values

    def cast(self, value: Value, dtype) -> Value:
        """`value` in another element type; ONNX's booleans stay what they are held as where numbers are wanted."""
        dtype = np.dtype(dtype)
        if value.arrays is not None and not value.weight:
            return constant(self.reserve(f"{self.base}_constant"), tuple([a.astype(dtype) for a in value.arrays]))
        self.symbol(value)
        if dtype == np.bool_:
            return value if value.dtype == np.bool_ else self.truth(value)
        if dtype not in CODES:
            raise Unsupported(f"MXNet has no element type {dtype}")
        if value.held == dtype:
            return self.as_(value, dtype=dtype)
        return self.op("Cast", value, dtype=dtype.name, rank0=value.ndim == 0)

    def truth(self, value: Value) -> Value:
        """Whether elements are not 0, as an ONNX boolean."""
        return self.op("_not_equal_scalar", value, scalar=0, rank0=value.ndim == 0, kind=np.bool_)

    @staticmethod
    def as_(value: Value, dtype=None, rank0: bool | None = None) -> Value:
        """The same array with another ONNX element type, or as a number without dimensions."""
        shapes = ((), ()) if rank0 else value.shapes
        made = Value(
            value.name, value.dtype if dtype is None else dtype, shapes, value.symbol, value.arrays, value.held, value.weight
        )
        if rank0 and value.arrays is not None:
            made.arrays = (value.arrays[0].reshape(()), value.arrays[1].reshape(()))
        return made

    def numeric(self, value: Value) -> Value:
        """`value` so that MXNet's arithmetic takes it: arrays of MXNet's bool as float32."""
        self.symbol(value)
        if value.held != np.bool_:
            return value
        return self.op("Cast", value, dtype=_TRUTH.name, rank0=value.ndim == 0, kind=value.dtype)

    # ---- shapes

    def reshape(self, value: Value, target: Sequence[Any]) -> Value:
        """`value` in another shape: sizes, or pairs of them in both samples."""
        pairs = [(n, n) if isinstance(n, int) else tuple(n) for n in target]
        if value.pairs == pairs:
            return value
        if value.arrays is not None and not value.weight:
            arrays = [a.reshape([pair[s] for pair in pairs]) for s, a in enumerate(value.arrays)]
            return constant(self.reserve(f"{self.base}_constant"), tuple(arrays))
        if not pairs:
            return self.as_(value if value.shapes[0] == (1,) else self.codes(value, [1]), rank0=True)
        if 0 in [n for pair in pairs for n in pair]:
            raise Unsupported(f"it makes an array without elements, of shape {[p for p, _ in pairs]}")
        codes = reshape_codes(value.pairs or [(1, 1)], pairs)
        if codes is None:
            raise Unsupported(
                f"the shape {value.dims} cannot become {[p if p == q else None for p, q in pairs]} while open dimensions (None) "
                f"stay open; {GIVE}"
            )
        return self.codes(value, codes)

    def codes(self, value: Value, codes: Sequence[int]) -> Value:
        """MXNet's reshape with these codes."""
        return self.moved("reshape", value, shape=tuple(codes))

    def moved(self, name: str, *inputs: Value, rank0=False, outputs=1, **attributes) -> Any:
        """An operator that moves elements without computing with them."""
        return self.op(name, *inputs, rank0=rank0, outputs=outputs, kind=inputs[0].dtype, **attributes)

    def expand(self, value: Value, axes: Sequence[int]) -> Value:
        """`value` with dimensions of size 1 that have these numbers in the result."""
        if value.ndim and len(axes) == 1 and (value.arrays is None or value.weight):
            return self.moved("expand_dims", value, axis=axes[0])
        made = list(value.pairs)
        for axis in sorted(axes):
            made.insert(axis, (1, 1))
        return self.reshape(value, made)

    def ranked(self, value: Value, ndim: int) -> Value:
        """`value` with dimensions of size 1 put in front until there are `ndim`."""
        return self.expand(value, range(ndim - value.ndim)) if value.ndim < ndim else value

    def drop(self, value: Value, axes: Sequence[int]) -> Value:
        """`value` without dimensions of size 1."""
        if not axes or len(axes) == value.ndim or value.arrays is not None and not value.weight:
            return self.reshape(value, [pair for axis, pair in enumerate(value.pairs) if axis not in axes])
        return self.moved("squeeze", value, axis=tuple(axes))

    def transpose(self, value: Value, axes: Sequence[int]) -> Value:
        """`value` with its dimensions in another order."""
        if list(axes) == list(range(value.ndim)):
            return value
        return self.moved("transpose", value, axes=tuple(axes))

    def slice(self, value: Value, axis: int, begin: int, end: int | None) -> Value:
        """A part of one dimension."""
        return self.moved("slice_axis", value, axis=axis, begin=begin, end=end if end is not None else "None")

    def scalar(self, name: str, value: Value, number) -> Value:
        """An operator of an array and a number; `name` as in "plus", "rdiv", "maximum"."""
        return self.op(f"_{name}_scalar", value, scalar=number, rank0=value.ndim == 0)

    def unary(self, name: str, value: Value, **attributes) -> Value:
        """An operator whose result has the shape of its input."""
        return self.op(name, value, rank0=value.ndim == 0, **attributes)

    def broadcast(self, name: str, one: Value, other: Value, kind=None) -> Value:
        """A binary operator with broadcasting; `name` as in "add", "greater"."""
        for value in (one, other):
            self.symbol(value)
        return self.op(f"broadcast_{name}", one, other, rank0=one.ndim == other.ndim == 0, kind=kind)

    def add(self, one: Value, other: Value) -> Value:
        return self.broadcast("add", one, other)

    def mul(self, one: Value, other: Value) -> Value:
        return self.broadcast("mul", one, other)


def count(shape: Sequence[int]) -> int:
    """The number of elements of an array."""
    return math.prod(shape)
