"""Tensors of an ONNX graph while it is read.

A shape is known at two samples, in which every open dimension has another size. What is equal in both is fixed; what differs
depends on an input's shape. Constants that are computed from shapes are known at both samples, too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Shape = tuple[int, ...]


class Value:
    """A tensor.

    name     in the file
    dtype    ONNX's element type
    held     the element type of MXNet's array; that of an ONNX boolean may be any, with the values 0 and 1
    shapes   ONNX's shape in both samples; MXNet has (1,) for ()
    symbol   MXNet's symbol; None for a constant that nobody has needed as an array yet
    arrays   the elements of a constant in both samples, or None
    weight   whether it is a parameter, which stays one, and is not computed with when the file is read
    """

    __slots__ = ("name", "dtype", "held", "shapes", "symbol", "arrays", "weight")

    def __init__(self, name, dtype, shapes, symbol=None, arrays=None, held=None, weight=False) -> None:
        self.name: str = name
        self.dtype = np.dtype(dtype)
        self.held = np.dtype(dtype if held is None else held)
        self.shapes: tuple[Shape, Shape] = shapes
        self.symbol: Any = symbol
        self.arrays: tuple[np.ndarray, np.ndarray] | None = arrays
        self.weight: bool = weight

    def __repr__(self) -> str:
        return f"<{self.name}: {self.dtype} {self.dims}>"

    @property
    def ndim(self) -> int:
        """The number of ONNX's dimensions."""
        return len(self.shapes[0])

    @property
    def dims(self) -> tuple[int | None, ...]:
        """The sizes; None for open ones."""
        return tuple([p if p == q else None for p, q in zip(*self.shapes)])

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The sizes in both samples, dimension by dimension."""
        return list(zip(*self.shapes))

    @property
    def is_open(self) -> bool:
        """Whether a dimension depends on an input's shape."""
        return self.shapes[0] != self.shapes[1]

    @property
    def size(self) -> int:
        """The number of elements in the first sample."""
        return int(np.prod(self.shapes[0], dtype=object))

    @property
    def is_float(self) -> bool:
        """Whether its numbers are floating point."""
        return self.dtype.kind == "f" or self.dtype.name == "bfloat16"

    @property
    def array(self) -> np.ndarray | None:
        """The elements, where they are the same for all shapes of the inputs."""
        if self.arrays is None or not same(*self.arrays):
            return None
        return self.arrays[0]

    @property
    def number(self) -> Any:
        """A constant of one element as a Python number, otherwise None."""
        array = self.array
        return array.reshape(-1)[0].item() if array is not None and array.size == 1 else None


def constant(name, arrays, weight=False) -> Value:
    """A constant of these elements in both samples."""
    return Value(name, arrays[0].dtype, (arrays[0].shape, arrays[1].shape), arrays=arrays, weight=weight)


def same(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two arrays have the same shape and elements."""
    if one is other:
        return True
    if one.shape != other.shape or one.dtype != other.dtype:
        return False
    if one.dtype.kind in "fcV":
        return one.tobytes() == other.tobytes()
    return bool(np.array_equal(one, other))


def mx_shape(shape: Shape) -> Shape:
    """MXNet's shape for one of ONNX's: (1,) for a number without dimensions."""
    return tuple(shape) or (1,)


def reshape_codes(source: list[tuple[int, int]], target: list[tuple[int, int]]) -> list[int] | None:
    """Codes for MXNet's `reshape` that make `target` of `source`, sizes in both samples; None where there are none.

    A number is a size, 0 keeps the dimension at the same place, -1 infers, -3 merges two, -4 splits one into the next two.
    """

    def search(i, j, inferred) -> list[int] | None:
        if j == len(target):
            return []
        ways: list[tuple[list[int], int, int, bool]] = []
        wanted = target[j]
        here = source[i] if i < len(source) else None
        if wanted[0] == wanted[1]:
            ways.append(([wanted[0]], 1, 1, inferred))
        elif here == wanted:
            ways.append(([0], 1, 1, inferred))
        if here is not None and i + 1 < len(source):
            after = source[i + 1]
            if (here[0] * after[0], here[1] * after[1]) == wanted and wanted[0] != wanted[1]:
                ways.append(([-3], 2, 1, inferred))
        if here is not None and here[0] != here[1] and j + 1 < len(target):
            after = target[j + 1]
            if (wanted[0] * after[0], wanted[1] * after[1]) == here:
                if wanted[0] == wanted[1]:
                    ways.append(([-4, wanted[0], -1], 1, 2, inferred))
                elif after[0] == after[1]:
                    ways.append(([-4, -1, after[0]], 1, 2, inferred))
        if wanted[0] != wanted[1] and not inferred:
            ways.append(([-1], 1, 1, True))
        for codes, used, made, now in ways:
            rest = search(i + used, j + made, now)
            if rest is not None:
                return codes + rest
        return None

    if len(target) > 12:
        return None
    return search(0, 0, False)
