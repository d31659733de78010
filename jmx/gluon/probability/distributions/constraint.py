"""Constraints: sets that the parameters and the values of distributions are checked against."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .... import numpy as np
from .utils import constraint_check, transposed

if TYPE_CHECKING:
    from ...._typing import Float, Int
    from ....ndarray.numpy.array import ndarray

__all__ = [
    "Boolean", "Cat", "Constraint", "GreaterThan", "GreaterThanEq", "HalfOpenInterval", "IntegerGreaterThan",
    "IntegerGreaterThanEq", "IntegerHalfOpenInterval", "IntegerInterval", "IntegerLessThan", "IntegerLessThanEq",
    "IntegerOpenInterval", "Interval", "LessThan", "LessThanEq", "LowerCholesky", "LowerTriangular", "NonNegative",
    "NonNegativeInteger", "OpenInterval", "Positive", "PositiveDefinite", "PositiveInteger", "Real", "Simplex", "Stack",
    "UnitInterval",
]  # fmt: skip


def _told(bound):
    """A bound as messages have it: arrays by their shape, since a traced array has no value to show."""
    return f"an array of shape {bound.shape}" if hasattr(bound, "shape") and bound.shape else str(bound)


class Constraint:
    """A set of numbers or arrays.

    A subclass defines :meth:`check`.
    """

    def check(self, value: Float | ndarray) -> Any:
        """Return `value`, or raise ValueError if it is not in the set.

        Parameters
        ----------
        value : number or ndarray

        Returns
        -------
        The value. An array that is not in the set raises when it is waited for, for example by `asnumpy()`.
        """
        return self._enforce(value, "the value")

    def _enforce(self, value, what):
        told = f"{what} (an array of shape {value.shape})" if hasattr(value, "shape") else f"{what} ({value})"
        return constraint_check()(self._holds(value), f"Constraint violated: {told} should be {self._expected()}.") * value

    def _holds(self, value):
        raise NotImplementedError(f"{type(self).__name__} does not define check(value).")

    def _expected(self):
        raise NotImplementedError


def enforce(constraint: Any, value: Any, what: Any) -> Any:
    """`constraint.check(value)`, with the name of what is checked in the message where the constraint is one of these."""
    if type(constraint).check is Constraint.check:
        return constraint._enforce(value, what)
    return constraint.check(value)


class _Dependent(Constraint):
    """The support of distributions for which it depends on their parameters."""

    def check(self, value: Float | ndarray) -> Any:
        raise ValueError("A constraint that depends on parameters can be checked for an instance only, not for its class.")


def is_dependent(constraint: Any) -> bool:
    """Whether a constraint is known only for an instance."""
    return isinstance(constraint, _Dependent)


class dependent_property(property, _Dependent):
    """A property of instances that is a constraint; of the class it is one that cannot be checked."""


class Real(Constraint):
    """All numbers but NaN."""

    def _holds(self, value):
        return value == value

    def _expected(self):
        return "a real number, not NaN"


class Boolean(Constraint):
    """0 and 1."""

    def _holds(self, value):
        return (value == 0) | (value == 1)

    def _expected(self):
        return "0 or 1"


_COMPARE = {">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le}


class _Bounded(Constraint):
    """Numbers between bounds; `_low` and `_high` say how each is compared, or None without it."""

    _low: str | None = None
    _high: str | None = None
    _integer = False
    _lower_bound: Any = None
    _upper_bound: Any = None

    def _holds(self, value):
        held = value % 1 == 0 if self._integer else None
        for how, bound in ((self._low, self._lower_bound), (self._high, self._upper_bound)):
            if how is not None:
                within = _COMPARE[how](value, bound)
                held = within if held is None else held & within
        return held

    def _expected(self):
        pairs = ((self._low, self._lower_bound), (self._high, self._upper_bound))
        bounds = " and ".join(f"{how} {_told(bound)}" for how, bound in pairs if how is not None)
        return f"an integer {bounds}" if self._integer else bounds


class Interval(_Bounded):
    """Numbers from `lower_bound` to `upper_bound`, both included."""

    _low, _high = ">=", "<="

    def __init__(self, lower_bound: Any, upper_bound: Any) -> None:
        self._lower_bound, self._upper_bound = lower_bound, upper_bound


class OpenInterval(Interval):
    """Numbers between `lower_bound` and `upper_bound`, which are excluded."""

    _low, _high = ">", "<"


class HalfOpenInterval(Interval):
    """Numbers from `lower_bound`, included, to `upper_bound`, excluded."""

    _high = "<"


class UnitInterval(Interval):
    """Numbers from 0 to 1."""

    def __init__(self) -> None:
        super().__init__(0, 1)


class IntegerInterval(Interval):
    """Integers from `lower_bound` to `upper_bound`, both included."""

    _integer = True


class IntegerOpenInterval(OpenInterval):
    """Integers between `lower_bound` and `upper_bound`, which are excluded."""

    _integer = True


class IntegerHalfOpenInterval(HalfOpenInterval):
    """Integers from `lower_bound`, included, to `upper_bound`, excluded."""

    _integer = True


class GreaterThan(_Bounded):
    """Numbers above `lower_bound`."""

    _low = ">"

    def __init__(self, lower_bound: Any) -> None:
        self._lower_bound = lower_bound


class GreaterThanEq(GreaterThan):
    """Numbers from `lower_bound` upwards."""

    _low = ">="


class LessThan(_Bounded):
    """Numbers below `upper_bound`."""

    _high = "<"

    def __init__(self, upper_bound: Any) -> None:
        self._upper_bound = upper_bound


class LessThanEq(LessThan):
    """Numbers up to `upper_bound`."""

    _high = "<="


class IntegerGreaterThan(GreaterThan):
    """Integers above `lower_bound`."""

    _integer = True


class IntegerGreaterThanEq(GreaterThanEq):
    """Integers from `lower_bound` upwards."""

    _integer = True


class IntegerLessThan(LessThan):
    """Integers below `upper_bound`."""

    _integer = True


class IntegerLessThanEq(LessThanEq):
    """Integers up to `upper_bound`."""

    _integer = True


class Positive(GreaterThan):
    """Numbers above 0."""

    def __init__(self) -> None:
        super().__init__(0)


class NonNegative(GreaterThanEq):
    """Numbers from 0 upwards."""

    def __init__(self) -> None:
        super().__init__(0)


class PositiveInteger(IntegerGreaterThan):
    """Integers above 0."""

    def __init__(self) -> None:
        super().__init__(0)


class NonNegativeInteger(IntegerGreaterThanEq):
    """Integers from 0 upwards."""

    def __init__(self) -> None:
        super().__init__(0)


class Simplex(Constraint):
    """Vectors (along the last axis) of numbers >= 0 that add up to 1."""

    def _holds(self, value):
        # Sums of float32 round by more the more numbers they have.
        return np.all(value >= 0, axis=-1) & (np.abs(value.sum(-1) - 1) < 1e-6 * max(1.0, value.shape[-1] ** 0.5))

    def _expected(self):
        return ">= 0 and add up to 1 along the last axis"


class LowerTriangular(Constraint):
    """Square matrices (the last two axes) with zeros above the diagonal."""

    def _holds(self, value):
        return np.tril(value) == value

    def _expected(self):
        return "square lower triangular matrices"


class LowerCholesky(Constraint):
    """Square matrices with zeros above the diagonal and positive numbers on it."""

    def _holds(self, value):
        return np.all(np.tril(value) == value, axis=-1) & (np.diagonal(value, axis1=-2, axis2=-1) > 0)

    def _expected(self):
        return "square lower triangular matrices with positive diagonals"


class PositiveDefinite(Constraint):
    """Symmetric matrices with positive eigenvalues."""

    def _holds(self, value):
        return np.all(np.abs(value - transposed(value)) < 1e-5, axis=-1) & (np.linalg.eigvalsh(value) > 0)

    def _expected(self):
        return "symmetric positive definite matrices"


class Cat(Constraint):
    """Arrays whose parts along an axis satisfy one constraint each.

    Parameters
    ----------
    constraint_seq : list of Constraint
    axis : int, default 0
    lengths : list of int, optional
        Size of each part; 1 by default.
    """

    def __init__(self, constraint_seq: Sequence[Constraint], axis: Int = 0, lengths: Sequence[Int] | None = None) -> None:
        self._constraint_seq, self._axis = list(constraint_seq), axis
        self._lengths = [1] * len(self._constraint_seq) if lengths is None else list(lengths)
        assert all(isinstance(c, Constraint) for c in self._constraint_seq), "constraint_seq must hold constraints"
        assert len(self._lengths) == len(self._constraint_seq), (
            f"There are {len(self._constraint_seq)} constraints, but {len(self._lengths)} lengths."
        )

    def check(self, value: Float | ndarray) -> Any:
        parts, start = [], 0
        for constraint, length in zip(self._constraint_seq, self._lengths):
            parts.append(constraint.check(np.take(value, np.arange(start, start + length).astype("int32"), axis=self._axis)))
            start += length
        return np.concatenate(parts, self._axis)


class Stack(Constraint):
    """Arrays whose slices along an axis satisfy one constraint each.

    Parameters
    ----------
    constraint_seq : list of Constraint
    axis : int, default 0
    """

    def __init__(self, constraint_seq: Sequence[Constraint], axis: Int = 0) -> None:
        self._constraint_seq, self._axis = list(constraint_seq), axis
        assert all(isinstance(c, Constraint) for c in self._constraint_seq), "constraint_seq must hold constraints"

    def check(self, value: Any) -> Any:
        size = value.shape[self._axis]
        if size != len(self._constraint_seq):
            raise ValueError(f"There are {len(self._constraint_seq)} constraints for {size} slices along axis {self._axis}.")
        slices = [np.squeeze(part, self._axis) for part in np.split(value, size, axis=self._axis)]
        return np.stack([c.check(part) for c, part in zip(self._constraint_seq, slices)], self._axis)
