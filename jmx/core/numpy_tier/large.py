"""Programs of arrays with more than 2^31 - 1 elements: they count in 64 bits.

JAX counts positions in 32 bits outside of its 64-bit mode, and clips what does not fit. A program that reads or makes a large
array is traced and run in that mode; one that still counts a long dimension in 32 bits, since the operator says so, is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import numpy as np

from ...base import MXNetError
from ..declare.x64 import MOST_IN_32_BITS, elements, known, x64
from .sizes import equations, makes_large

if TYPE_CHECKING:
    from collections.abc import Callable


#: primitives whose first input is indexed
_INDEXED = frozenset(
    ["gather", "dynamic_slice", "dynamic_update_slice", "scatter"]
    + [f"scatter{mark}{how}" for mark in "-_" for how in ("add", "mul", "min", "max", "sub")]
)


def any_large(leaves) -> bool:
    """Whether an array with more than 2^31 - 1 elements is among `leaves`."""
    for leaf in leaves:
        shape = getattr(leaf, "shape", None)
        if shape and elements(shape) > MOST_IN_32_BITS:
            return True
    return False


def in_64_bits_if_large(function) -> Callable[..., Any]:
    """A function that is never compiled, called in the 64-bit mode where an argument is large."""

    def call(*args):
        if any_large(jax.tree_util.tree_leaves(args)):
            with x64(True):
                return function(*args)
        return function(*args)

    return call


def _narrow(atom) -> bool:
    return atom.aval.dtype.kind in "iu" and atom.aval.dtype.itemsize < 8


def _long(shape, axes) -> bool:
    return any(n > MOST_IN_32_BITS for n in known([shape[axis] for axis in axes]))


def _counts_in_32_bits(jaxpr):
    """The shape of an array that a traced program walks over by numbers that cannot reach its end, or None."""
    cut = False
    for equation in equations(jaxpr):
        name, params, inputs = equation.primitive.name, equation.params, equation.invars
        if name == "iota":
            shape = equation.outvars[0].aval.shape
            if _narrow(equation.outvars[0]) and _long(shape, [params["dimension"]]):
                return shape
        elif name in ("argmax", "argmin", "top_k"):
            shape = inputs[0].aval.shape
            axes = params.get("axes", [len(shape) - 1])
            if _narrow(equation.outvars[-1]) and _long(shape, axes):
                return shape
        elif name == "convert_element_type":
            # positions that came in 64 bits, or as floating numbers, and are cut here
            cut = cut or (equation.outvars[0].aval.dtype == np.int32 and not _narrow(inputs[0]) and inputs[0].aval.dtype != bool)
        elif name in _INDEXED and cut:
            shape, numbers = inputs[0].aval.shape, params.get("dimension_numbers")
            walked = getattr(numbers, "start_index_map", None) or getattr(numbers, "scatter_dims_to_operand_dims", None)
            if _long(shape, range(len(shape)) if walked is None else walked):
                return shape
    return None


class InWide:
    """A jitted function that is traced, compiled and called in the 64-bit mode.

    Raises MXNetError where the program would count in 32 bits nevertheless, or makes what no machine can hold; `name` is what the
    error names, and `again` traces the program once more.
    """

    __slots__ = ("_call",)

    def __init__(self, jitted, args, name, finish, again) -> None:
        with x64(True):
            traced = jitted.trace(*args)
            makes_large(traced, name, again)
            shape = _counts_in_32_bits(traced.jaxpr.jaxpr)
            if shape is not None:
                raise MXNetError(
                    f"Error in operator {name}: it counts in 32 bits, but a dimension of shape {tuple(shape)} has more than "
                    f"{MOST_IN_32_BITS} elements. Reshape the array, or split it."
                )
            self._call = finish(jitted)

    def __call__(self, *args) -> tuple[tuple[jax.Array], tuple[()]]:
        with jax.enable_x64(True):
            return self._call(*args)
