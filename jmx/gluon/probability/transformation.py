"""Transformations of samples with the determinants of their Jacobians, and maps from constraints to them."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ... import numpy as np
from ... import numpy_extension as npx
from ..block import HybridBlock
from .distributions.constraint import (
    Constraint,
    GreaterThan,
    GreaterThanEq,
    HalfOpenInterval,
    Interval,
    LessThan,
    Positive,
    UnitInterval,
)  # fmt: skip
from .distributions.utils import Number, cached_property, clip_prob, softplus, sum_right_most

if TYPE_CHECKING:
    from ..._typing import AnyFunction, Float, Int
    from ...ndarray.numpy.array import ndarray

__all__ = [
    "AbsTransform", "AffineTransform", "ComposeTransform", "ExpTransform", "PowerTransform", "SigmoidTransform",
    "SoftmaxTransform", "TransformBlock", "Transformation", "biject_to", "domain_map", "transform_to",
]  # fmt: skip


class Transformation:
    """A function of arrays with an inverse and the determinant of its Jacobian.

    A subclass defines `_forward_compute(x)`, `_inverse_compute(y)` and :meth:`log_det_jacobian`.

    Examples
    --------
    y = x^3, whose inverse is the cube root and whose derivative is 3 x^2:

    >>> class Cube(gluon.probability.Transformation):
    ...     bijective = True
    ...     def _forward_compute(self, x):
    ...         return x**3
    ...     def _inverse_compute(self, y):
    ...         return mx.np.cbrt(y)
    ...     def log_det_jacobian(self, x, y):
    ...         return mx.np.log(3 * x**2)
    >>> cube = Cube()
    >>> cube(mx.np.array([2.0])), cube.inv(mx.np.array([8.0])), cube.log_det_jacobian(mx.np.array([2.0]), None).round(4)
    (array([8.]), array([2.]), array([2.4849]))
    """

    #: whether it is one-to-one
    bijective = False
    #: how many of the last axes it takes together
    event_dim = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._inv = None

    @property
    def sign(self) -> Any:
        """The sign of the determinant of the Jacobian."""
        raise NotImplementedError(f"{type(self).__name__} does not define `sign`.")

    @property
    def inv(self) -> Any:
        """The inverse transformation."""
        found = None if self._inv is None else self._inv()
        if found is None:
            found = self._inverse()
            self._inv = weakref.ref(found)
        return found

    def _inverse(self):
        return _InverseTransformation(self)

    def __call__(self, x: Any) -> Any:
        return self._forward_compute(x)

    def _forward_compute(self, x):
        raise NotImplementedError(f"{type(self).__name__} does not define `_forward_compute`.")

    def _inverse_compute(self, y):
        raise NotImplementedError(f"{type(self).__name__} has no inverse: it does not define `_inverse_compute`.")

    def log_det_jacobian(self, x: Any, y: Any) -> Any:
        """The logarithm of |dy/dx|, where y is the transformed x."""
        raise NotImplementedError(f"{type(self).__name__} does not define `log_det_jacobian`.")


class _InverseTransformation(Transformation):
    """The inverse of a transformation."""

    def __init__(self, forward: Any) -> None:
        super().__init__()
        self._forward = forward

    @property
    def inv(self) -> Any:
        return self._forward

    @property
    def sign(self) -> Any:
        return self._forward.sign

    @property
    def bijective(self) -> Any:
        return self._forward.bijective

    @property
    def event_dim(self) -> Any:
        return self._forward.event_dim

    def __call__(self, x: Any) -> Any:
        return self._forward._inverse_compute(x)

    def log_det_jacobian(self, x: Any, y: Any) -> Any:
        return -self._forward.log_det_jacobian(y, x)


class TransformBlock(Transformation, HybridBlock):
    """A transformation with parameters that are learned, such as a normalizing flow.

    Examples
    --------
    A scale that can be trained:

    >>> class Scale(gluon.probability.TransformBlock):
    ...     bijective = True
    ...     def __init__(self):
    ...         super().__init__()
    ...         with self.name_scope():
    ...             self.scale = self.params.get("scale", shape=(1,), init=mx.init.Constant(2))
    ...     def _forward_compute(self, x):
    ...         return x * self.scale.data()
    >>> scale = Scale()
    >>> scale.initialize()
    >>> scale(nd.array([3])).asnumpy(), [parameter.shape for parameter in scale.collect_params().values()]
    (array([6.], dtype=float32), [(1,)])
    """


class ComposeTransform(Transformation):
    """Transformations one after the other.

    Parameters
    ----------
    parts : list of Transformation
        The transformations, the first one first.

    Examples
    --------
    >>> affine = gluon.probability.AffineTransform(1.0, 2.0)
    >>> transform = gluon.probability.ComposeTransform([affine, gluon.probability.ExpTransform()])
    >>> y = transform(mx.np.array([0.0, 1.0]))
    >>> y.round(4), transform.inv(y).round(4)
    (array([ 2.7183, 20.0855]), array([0., 1.]))
    """

    def __init__(self, parts: Sequence[Transformation]) -> None:
        super().__init__()
        self._parts = list(parts)

    @property
    def bijective(self) -> bool:
        return all(part.bijective for part in self._parts)

    def _forward_compute(self, x):
        for part in self._parts:
            x = part(x)
        return x

    @cached_property
    def sign(self) -> Any:
        """The product of the signs of the parts."""
        sign = 1
        for part in self._parts:
            sign = sign * part.sign
        return sign

    @cached_property
    def event_dim(self) -> Any:
        """The largest `event_dim` of the parts."""
        return max((part.event_dim for part in self._parts), default=0)

    def _inverse(self):
        inverse = ComposeTransform([part.inv for part in reversed(self._parts)])
        inverse._inv = weakref.ref(self)
        return inverse

    def log_det_jacobian(self, x: Any, y: Any) -> Any:
        if not self._parts:
            return np.zeros_like(x)
        result = 0
        for part in self._parts:
            after = y if part is self._parts[-1] else part(x)
            result = result + sum_right_most(part.log_det_jacobian(x, after), self.event_dim - part.event_dim)
            x = after
        return result


class ExpTransform(Transformation):
    """y = exp(x).

    Examples
    --------
    >>> transform = gluon.probability.ExpTransform()
    >>> y = transform(mx.np.array([0.0, 1.0]))
    >>> y.round(4), transform.inv(y).round(4)
    (array([1.    , 2.7183]), array([0., 1.]))
    """

    bijective = True
    sign: Any = 1

    def _forward_compute(self, x):
        return np.exp(x)

    def _inverse_compute(self, y):
        return np.log(y)

    def log_det_jacobian(self, x: Any, y: Any) -> Any:
        return x


class AffineTransform(Transformation):
    """y = loc + scale * x, element by element.

    Parameters
    ----------
    loc, scale : ndarray or number
        Summand and factor.
    event_dim : int, default 0
        How many of the last axes are one value.

    Examples
    --------
    >>> transform = gluon.probability.AffineTransform(loc=1.0, scale=2.0)
    >>> y = transform(mx.np.array([0.0, 1.0]))
    >>> y.round(4), transform.inv(y).round(4)
    (array([1., 3.]), array([0., 1.]))
    """

    bijective = True

    def __init__(self, loc: ndarray | Float, scale: ndarray | Float, event_dim: Int = 0) -> None:
        super().__init__()
        self._loc, self._scale, self.event_dim = loc, scale, event_dim

    def _forward_compute(self, x):
        return self._loc + self._scale * x

    def _inverse_compute(self, y):
        return (y - self._loc) / self._scale

    def log_det_jacobian(self, x: Any, y: Any) -> Any:
        return sum_right_most(np.ones_like(x) * np.log(np.abs(self._scale)), self.event_dim)

    @property
    def sign(self) -> Any:
        return np.sign(self._scale)


class PowerTransform(Transformation):
    """y = x ** exponent, element by element.

    Parameters
    ----------
    exponent : ndarray or number
        The exponent.

    Examples
    --------
    >>> transform = gluon.probability.PowerTransform(2.0)
    >>> y = transform(mx.np.array([1.0, 3.0]))
    >>> y.round(4), transform.inv(y).round(4)
    (array([1., 9.]), array([1., 3.]))
    """

    bijective = True
    sign: Any = 1

    def __init__(self, exponent: ndarray | Float) -> None:
        super().__init__()
        self._exponent = exponent

    def _forward_compute(self, x):
        return np.power(x, self._exponent)

    def _inverse_compute(self, y):
        return np.power(y, 1 / self._exponent)

    def log_det_jacobian(self, x: Any, y: Any) -> Any:
        return np.log(np.abs(self._exponent * y / x))


class SigmoidTransform(Transformation):
    """y = 1 / (1 + exp(-x)), element by element.

    Examples
    --------
    >>> transform = gluon.probability.SigmoidTransform()
    >>> y = transform(mx.np.array([0.0, 1.0]))
    >>> y.round(4), transform.inv(y).round(4)
    (array([0.5   , 0.7311]), array([0., 1.]))
    """

    bijective = True
    sign: Any = 1

    def _forward_compute(self, x):
        return clip_prob(npx.sigmoid(x))

    def _inverse_compute(self, y):
        clipped = clip_prob(y)
        return np.log(clipped) - np.log1p(-clipped)

    def log_det_jacobian(self, x: Any, y: Any) -> Any:
        return -softplus(-x) - softplus(x)


class SoftmaxTransform(Transformation):
    """y = softmax(x) over the last axis. The inverse gives one of the x that lead to y.

    Examples
    --------
    >>> transform = gluon.probability.SoftmaxTransform()
    >>> y = transform(mx.np.array([0.0, 0.0]))
    >>> y.round(4), transform.inv(y).round(4)
    (array([0.5, 0.5]), array([-0.6931, -0.6931]))
    """

    event_dim = 1

    def _forward_compute(self, x):
        return npx.softmax(x, axis=-1)

    def _inverse_compute(self, y):
        return np.log(y)


class AbsTransform(Transformation):
    """y = |x|. The inverse gives the x that is not negative.

    Examples
    --------
    >>> transform = gluon.probability.AbsTransform()
    >>> y = transform(mx.np.array([-1.0, 3.0]))
    >>> y.round(4), transform.inv(y).round(4)
    (array([1., 3.]), array([1., 3.]))
    """

    def _forward_compute(self, x):
        return np.abs(x)

    def _inverse_compute(self, y):
        return y


class domain_map:
    """A registry of transformations from all numbers to the sets of constraints.

    Examples
    --------
    >>> positive = gluon.probability.distributions.constraint.Positive()
    >>> gluon.probability.biject_to(positive)(mx.np.array([0.0]))
    array([1.])
    """

    def __init__(self) -> None:
        self._storage = {}

    def register(self, constraint: Constraint | type[Any], factory: AnyFunction | None = None) -> Any:
        """Register what makes the transformation of a constraint; without `factory`, a decorator for it.

        Parameters
        ----------
        constraint : Constraint or type
        factory : callable
            From the constraint to its transformation.

        Raises
        ------
        TypeError
            It is not a constraint.
        """
        if factory is None:
            return lambda function: self.register(constraint, function)
        kind = type(constraint) if isinstance(constraint, Constraint) else constraint
        if not isinstance(kind, type) or not issubclass(kind, Constraint):
            raise TypeError(f"Expected a subclass or an instance of Constraint, got {constraint}")
        self._storage[kind] = factory
        return factory

    def __call__(self, constraint: Any) -> Any:
        factory = self._storage.get(type(constraint))
        if factory is None:
            raise NotImplementedError(
                f"No transformation is registered for {type(constraint).__name__}: use register(constraint, factory)."
            )
        return factory(constraint)


biject_to = domain_map()
transform_to = domain_map()


def _to_positive(constraint):
    return ExpTransform()


def _to_greater(constraint):
    return ComposeTransform([ExpTransform(), AffineTransform(constraint._lower_bound, 1)])


def _to_less(constraint):
    return ComposeTransform([ExpTransform(), AffineTransform(constraint._upper_bound, -1)])


def _to_interval(constraint):
    low, high = constraint._lower_bound, constraint._upper_bound
    if isinstance(low, Number) and isinstance(high, Number) and (low, high) == (0, 1):
        return SigmoidTransform()
    return ComposeTransform([SigmoidTransform(), AffineTransform(low, high - low)])


for _map in (biject_to, transform_to):
    _map.register(Positive, _to_positive)
    for _kind in (GreaterThan, GreaterThanEq):
        _map.register(_kind, _to_greater)
    _map.register(LessThan, _to_less)
    for _kind in (Interval, HalfOpenInterval, UnitInterval):
        _map.register(_kind, _to_interval)
