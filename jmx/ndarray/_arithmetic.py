"""The methods of arrays for Python's operators, made from the names of operators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax

from .._errors.wording import not_supported
from ..base import numeric_types
from ..core.run import jax_arrays
from ..core.run.dispatch import invoke
from ..core.run.storage import ArrayBase

if TYPE_CHECKING:
    from collections.abc import Callable


def no_type(self, value):
    """Refuse an operand of another kind, by TypeError."""
    raise not_supported(value, self._numpy)


def beside(method, self, other):
    """`method(self, other)` where `other` is an array of JAX. One that is being traced computes the operator itself."""
    array = jax_arrays.operand(other, self)
    if array is not None:
        return method(self, array)
    return NotImplemented if isinstance(other, jax.core.Tracer) else no_type(self, other)


def binary(array_op, scalar_op, reverse_op=None) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Pair of functions (method, reflected method) for a Python operator."""

    def forward(self, other):
        if isinstance(other, ArrayBase):
            return invoke(array_op, (self, other))
        if isinstance(other, numeric_types):
            return invoke(scalar_op, (self,), {"scalar": other})
        return beside(forward, self, other)

    def reflected(self, other):
        if isinstance(other, ArrayBase):
            return invoke(array_op, (other, self))
        if isinstance(other, numeric_types):
            return invoke(reverse_op or scalar_op, (self,), {"scalar": other})
        return beside(reflected, self, other)

    return forward, reflected


def inplace(array_op, scalar_op) -> Callable[..., Any]:
    """Method for a Python operator that changes the array, such as `+=`."""

    def update(self, other):
        if isinstance(other, ArrayBase):
            if other._numpy:
                no_type(self, other)
            return invoke(array_op, (self, other), None, self)
        if isinstance(other, numeric_types):
            return invoke(scalar_op, (self,), {"scalar": other}, self)
        return beside(update, self, other)

    return update
