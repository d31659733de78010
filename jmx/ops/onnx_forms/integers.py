"""Arrays of 8-bit integers: between QuantizeLinear and DequantizeLinear everything is in floating point.

An operator on integers is written as DequantizeLinear for its inputs, the operator on numbers, and QuantizeLinear. Zero stands
for zero in all of them. Runtimes that have the operator on integers put it in the place of the three.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._integer_ranges import bound, bounds, calibrated, levels

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from ...onnx._builder import Builder, Value
    from ...onnx._graph import Call

_INT32 = np.float32(2**31)
#: the largest number of int32 that is one of float32
_LARGEST = np.float32(2**31 - 128)
_TINY = np.finfo(np.float32).tiny

#: why an operator cannot be written whose scale is not a constant
UNKNOWN = (
    "the range of its integers is looked for whenever it runs, and a file needs it beforehand: calibrate the network (calib_mode "
    '"naive" or "entropy"), or leave the layer in floating point (excluded_sym_names)'
)


def ends(call: Call, *values: Value) -> list[np.ndarray]:
    """Ends of ranges, which have to be known."""
    found = []
    for value in values:
        if value.array is None and value.name:
            call.refuse(UNKNOWN)
        # the operator that makes a value without a name has been refused, which is said once
        found.append(np.ones(1, np.float32) if value.array is None else value.array.astype(np.float32).reshape(1))
    return found


def reach(call: Call, low: Value, high: Value) -> Any:
    """The larger absolute value of a range, which has to be known."""
    return bound(*ends(call, low, high))


def constants(call: Call, **values: Value | None) -> list[np.ndarray | None]:
    """The elements of parameters, which have to be known; None for one that is left out."""
    for label, value in values.items():
        if value is not None and value.array is None:
            call.refuse(f"its {label} must be a constant: give it with the parameters")
    return [None if value is None else value.array for value in values.values()]


def chosen(call: Call) -> tuple[float, float] | None:
    """The calibrated range of the result, or None."""
    return calibrated(call.a.min_calib_range, call.a.max_calib_range)


def largest(ends_: tuple[float, float]) -> np.float32:
    """The larger absolute value of a calibrated range."""
    return np.float32(max(map(abs, ends_)))


def step(dtype: DTypeLike, reach_: Any) -> np.float32:
    """What one integer stands for, of a range up to `reach_`."""
    most = levels(dtype)
    return np.float32(max(reach_, _TINY * most) / most)


def part_of(reach_: Any, parts: Any) -> np.float32:
    """What one integer stands for where a range up to `reach_` is divided into `parts`."""
    return np.float32(max(reach_, _TINY * np.float32(parts)) / np.float32(parts))


def numbers(g: Builder, integers: Value, one: Any, axis: int | None = None) -> Value:
    """The numbers that integers stand for, each one for `one`, a number or one for each place along `axis`."""
    one = np.asarray(one, np.float32)
    key = integers, one.tobytes()
    if key not in g.numbers:
        like = integers if integers.shape is not None else None
        zero = np.zeros(one.shape, integers.dtype)
        zero = None if integers.dtype == np.int32 else g.constant(zero, shared=integers.array is None)
        g.numbers[key] = g.node(
            "DequantizeLinear", integers, g.constant(one), zero, dtype=np.float32, like=like, axis=axis if one.ndim else None
        )
    return g.numbers[key]


def weights(g: Builder, integers: np.ndarray, one: Any, axis: int | None = None) -> Value:
    """The numbers that the integers of a weight stand for.

    onnxruntime may move weights to other integers and their zero with them, and fails where two layers have these in common.
    """
    return numbers(g, g.constant(integers, shared=False), one, axis)


def as_integers(g: Builder, real: Value, one: Any, dtype: DTypeLike) -> Value:
    """Numbers as integers that each stand for `one`."""
    dtype, like = np.dtype(dtype), real if real.shape is not None else None
    if dtype != np.int32:
        scale, zero = g.constant(np.float32(one)), g.constant(np.zeros((), dtype))
        return g.node("QuantizeLinear", real, scale, zero, dtype=dtype, like=like)
    # who reads the sums reads the numbers behind them; without other readers these nodes are left out
    whole = g.node("Round", g.node("Div", real, np.float32(one)))
    sums = g.cast(g.node("Clip", whole, g.number(-_INT32, np.float32), g.number(_LARGEST, np.float32)), np.int32)
    g.numbers[sums, np.float32(one).tobytes()] = real
    return sums


def ranged(g: Builder, integers: Value, low: Any, high: Any) -> list[Value]:
    """The three outputs of an operator on integers."""
    return [integers, *(g.constant(np.asarray(end, np.float32).reshape(1)) for end in (low, high))]


def in_range(g: Builder, real: Value, ends_: tuple[float, float], dtype: DTypeLike) -> list[Value]:
    """The outputs for a calibrated range."""
    return ranged(g, as_integers(g, real, step(dtype, largest(ends_)), dtype), *bounds(*ends_))


def as_sums(g: Builder, real: Value, reach_: Any) -> list[Value]:
    """The outputs of an operator that gives 32-bit integers of a range up to `reach_`."""
    return ranged(g, as_integers(g, real, of_sums(reach_), np.int32), -reach_, reach_)


def of_sums(reach_: Any) -> np.float32:
    """What one 32-bit integer stands for."""
    return np.float32(max(reach_ / _INT32, _TINY))
