"""The ranges that integers stand for, and the scales between these and real numbers.

Calibrated ranges go through a program as NumPy's numbers, so that what follows from them is computed while it is traced.
"""

from collections.abc import Callable
from typing import Any

import jax
import numpy as np
from jax import ShapeDtypeStruct, lax

from ._checks import check_single, fail
from .nn._common import expect_shape

#: the outputs of an operator on integers
NAMES = ("output", "min_output", "max_output")
#: what an operator knows of a bound
RANGE = ShapeDtypeStruct((1,), np.dtype("float32"))
_INT32 = np.float32(2**31)


def known(*values) -> bool:
    """Whether all of these are NumPy's numbers."""
    return all(isinstance(value, (np.ndarray, np.generic)) for value in values)


def quotient(one, other) -> Any:
    """one / other, NumPy's of NumPy's numbers."""
    return one / other if known(one, other) else lax.div(one, other)


def end_of(range_end) -> Any:
    """One end of a range in float32, without a gradient."""
    return range_end if known(range_end) else lax.stop_gradient(range_end).astype("float32")


def bound(low, high) -> jax.Array | np.float32:
    """The larger absolute value of a range, a scalar."""
    if known(low, high):
        return np.float32(max(np.abs(low).item(), np.abs(high).item()))
    return lax.reshape(lax.max(lax.abs(low), lax.abs(high)), ())


def levels(dtype) -> np.float32:
    """What the larger bound of a range is divided into."""
    return np.float32({"uint8": 255.5, "int8": 127.5}[np.dtype(dtype).name])


def scale(dtype, reach) -> jax.Array | np.float32:
    """By what numbers up to `reach` are multiplied to become integers of `dtype`; where that is 0, MXNet's large number.

    That of a NumPy number is one.
    """
    most = levels(dtype)
    if isinstance(reach, np.floating):
        return most / max(reach, most / _INT32)
    return lax.div(most, lax.max(reach, most / _INT32))


def calibrated(low, high) -> tuple[float, float] | None:
    """A calibrated range, or None; both ends are needed to count."""
    return None if low is None or high is None else (low, high)


def check_ranges(name, **ranges) -> None:
    """Refuse bounds that are not single numbers in float32, for the operator `name`."""
    for label, value in ranges.items():
        expect_shape(name, label, value, (1,))
    check_single(name, **ranges)


def check_types(name, allowed, **arrays) -> None:
    """Refuse arrays whose types are not among `allowed`."""
    for label, value in arrays.items():
        if value.dtype.name not in allowed:
            fail(name, f"{label} must be {' or '.join(allowed)}, got {value.dtype}")


def ranged(integers, low, high) -> tuple[Any, Any, Any]:
    """Integers with the range that they stand for, without a gradient."""
    return integers, end_of(low), end_of(high)


def on_integers(*arrays) -> bool:
    """Whether arrays, or what describes them, are of 8-bit integers."""
    return all(array.dtype.name in ("int8", "uint8") for array in arrays)


def images_last(a, shapes, moved) -> Any:
    """`Op.channels_last` of integers in any order, with their range."""
    return ({}, (0,)) if len(shapes[0]) == 4 else None


def bounds(*range_) -> list[np.ndarray]:
    """A calibrated range as two arrays."""
    return [np.full(1, end, np.float32) for end in range_]


def product_range(low, high, low_weight, high_weight, parts) -> tuple[Any, Any]:
    """The range that 32-bit sums of products stand for; `parts` is the product of the levels of the factors."""
    reach = bound(low, high) * bound(low_weight, high_weight) / np.float32(parts) * _INT32
    return -reach.reshape(1), reach.reshape(1)


def types(result, inputs=()) -> Callable[..., Any]:
    """The rule `Traits.types` of operators on integers: `result(a, given)` is the type of the first output, or None.

    The first input keeps its type; `inputs` are those of the next ones, or a function of the attributes that gives them, and None
    for one that may have any. All others, and ranges, are float32.
    """

    def rule(a, given):
        said = inputs(a) if callable(inputs) else inputs
        known = [given[0], *said][: len(given)]
        return known + ["float32"] * (len(given) - len(known)), [result(a, given), "float32", "float32"]

    return rule


def one_type(given) -> tuple[list, list]:
    """For `Traits.types`: one type for all inputs and the output."""
    common = next((dtype for dtype in given if dtype is not None), None)
    return [common] * len(given), [common]


def first_type(a, given) -> Any:
    """The type of the first input, for `types`."""
    return given[0]


def of_range(unsigned=None) -> Callable[..., Any]:
    """For `types`: int32, or with a calibrated range int8, and uint8 where `unsigned(a)`."""

    def result(a, given):
        if calibrated(a.min_calib_range, a.max_calib_range) is None:
            return "int32"
        return "uint8" if unsigned is not None and unsigned(a) else "int8"

    return result
