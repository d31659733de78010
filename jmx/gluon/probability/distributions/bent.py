"""Distributions of transformed samples, and batches read as single values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .... import numpy as np
from ..transformation import AbsTransform, AffineTransform, ExpTransform, PowerTransform, Transformation
from .base import Distribution
from .constraint import GreaterThanEq, NonNegative, Positive, dependent_property
from .continuous import EULER, Cauchy, Exponential, Normal
from .utils import choose, exp, gammaln, sum_right_most

if TYPE_CHECKING:
    from ...._typing import Float, Int
    from ....ndarray.numpy.array import ndarray

__all__ = ["HalfCauchy", "HalfNormal", "Independent", "Pareto", "TransformedDistribution", "Weibull"]


class TransformedDistribution(Distribution):
    """The distribution of samples of another one after transformations.

    Parameters
    ----------
    base_dist : Distribution
        Whose samples are transformed.
    transforms : Transformation or list of Transformation
        Applied one after the other.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    The exponential function of a normal variable, the log-normal distribution:

    >>> normal = gluon.probability.Normal(0.0, 1.0)
    >>> distribution = gluon.probability.TransformedDistribution(normal, gluon.probability.ExpTransform())
    >>> distribution.log_prob(mx.np.array([1.0, 2.0])).round(4)
    array([-0.9189, -1.8523])
    """

    _batched = {"_base_dist": 0}

    def __init__(
        self, base_dist: Distribution, transforms: Transformation | Sequence[Transformation], validate_args: bool | None = None
    ) -> None:
        self._base_dist: Any = base_dist
        self._transforms = [transforms] if isinstance(transforms, Transformation) else list(transforms)
        event_dim = max([base_dist.event_dim, *(t.event_dim for t in self._transforms)])
        super().__init__(event_dim=event_dim, validate_args=validate_args)

    def _transformed(self, x: Any) -> Any:
        for transform in self._transforms:
            x = transform(x)
        return x

    def sample(self, size: Any = None) -> Any:
        return self._transformed(self._base_dist.sample(size))

    def sample_n(self, size: Any = None) -> Any:
        return self._transformed(self._base_dist.sample_n(size))

    def log_prob(self, value: Any) -> Any:
        y, result = self._checked(value), 0.0
        for transform in reversed(self._transforms):
            x = transform.inv(y)
            result = result - sum_right_most(transform.log_det_jacobian(x, y), self.event_dim - transform.event_dim)
            y = x
        return result + sum_right_most(self._base_dist.log_prob(y), self.event_dim - self._base_dist.event_dim)

    def cdf(self, value: Any) -> Any:
        value, sign = self._checked(value), 1
        for transform in reversed(self._transforms):
            value, sign = transform.inv(value), sign * transform.sign
        return sign * (self._base_dist.cdf(value) - 0.5) + 0.5

    def icdf(self, value: Any) -> Any:
        sign = 1
        for transform in self._transforms:
            sign = sign * transform.sign
        return self._transformed(self._base_dist.icdf(sign * (value - 0.5) + 0.5))


class _Half(TransformedDistribution):
    """The absolute values of a distribution that is symmetric around 0."""

    has_grad = True
    support = NonNegative()
    arg_constraints = {"scale": Positive()}
    _batched = {"_base_dist": 0, "scale": 0}

    def log_prob(self, value: Any) -> Any:
        value = self._checked(value)
        return choose(value < 0, -math.inf, self._base_dist.log_prob(value) + math.log(2))

    def cdf(self, value: Any) -> Any:
        return 2 * self._base_dist.cdf(self._checked(value)) - 1

    def icdf(self, value: Any) -> Any:
        return self._base_dist.icdf((value + 1) / 2)

    def entropy(self) -> Any:
        return self._base_dist.entropy() - math.log(2)

    @property
    def loc(self) -> Any:
        """The location of the full distribution."""
        return self._base_dist.loc


class HalfNormal(_Half):
    """The absolute values of Normal(0, scale).

    Parameters
    ----------
    scale : ndarray or number, default 1
        Scale of the full distribution.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.HalfNormal(scale=2.0)
    >>> distribution.log_prob(mx.np.array([0.0, 2.0])).round(4)
    array([-0.9189, -1.4189])
    >>> round(float(distribution.mean), 4), round(float(distribution.variance), 4)
    (1.5958, 1.4535)
    """

    def __init__(self, scale: Any = 1.0, validate_args: Any = None) -> None:
        self.scale = scale
        super().__init__(Normal(0.0, scale), AbsTransform(), validate_args)

    @property
    def mean(self) -> Any:
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def variance(self) -> Any:
        return self.scale**2 * (1 - 2 / math.pi)


class HalfCauchy(_Half):
    """The absolute values of Cauchy(0, scale); mean and variance are infinite.

    Parameters
    ----------
    scale : ndarray or number, default 1
        Scale of the full distribution.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.HalfCauchy(scale=2.0)
    >>> distribution.log_prob(mx.np.array([0.0, 2.0])).round(4)
    array([-1.1447, -1.8379])
    """

    def __init__(self, scale: Any = 1.0, validate_args: Any = None) -> None:
        self.scale = scale
        super().__init__(Cauchy(0.0, scale), AbsTransform(), validate_args)

    @property
    def mean(self) -> Any:
        return self.scale * math.inf

    @property
    def variance(self) -> Any:
        return self.scale * math.inf


class Weibull(TransformedDistribution):
    """The Weibull distribution.

    Parameters
    ----------
    concentration : ndarray or number
        Shape parameter.
    scale : ndarray or number, default 1
        Scale.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.Weibull(concentration=2.0, scale=1.0)
    >>> distribution.log_prob(mx.np.array([0.5, 1.0])).round(4)
    array([-0.25  , -0.3069])
    >>> round(float(distribution.mean), 4), round(float(distribution.variance), 4)
    (0.8862, 0.2146)
    """

    has_grad = True
    support = Positive()
    arg_constraints = {"scale": Positive(), "concentration": Positive()}
    _batched = {"_base_dist": 0, "scale": 0, "concentration": 0}

    def __init__(self, concentration: ndarray | Float, scale: ndarray | Float = 1.0, validate_args: bool | None = None) -> None:
        self.concentration, self.scale = concentration, scale
        # Exponential numbers of the shape of both parameters, so that they can be sampled without a size.
        base = Exponential(1.0 + 0.0 * concentration + 0.0 * scale)
        super().__init__(base, [PowerTransform(1 / concentration), AffineTransform(0, scale)], validate_args)

    @property
    def mean(self) -> Any:
        return self.scale * exp(gammaln()(1 + 1 / self.concentration))

    @property
    def variance(self) -> Any:
        second = exp(gammaln()(1 + 2 / self.concentration))
        return self.scale**2 * (second - exp(2 * gammaln()(1 + 1 / self.concentration)))

    def entropy(self) -> Any:
        return EULER * (1 - 1 / self.concentration) + np.log(self.scale / self.concentration) + 1


class Pareto(TransformedDistribution):
    """The Pareto distribution of numbers from `scale` upwards.

    Parameters
    ----------
    alpha : ndarray or number
        Shape parameter.
    scale : ndarray or number, default 1
        The smallest number.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.Pareto(alpha=3.0, scale=1.0)
    >>> distribution.log_prob(mx.np.array([1.5, 2.0])).round(4)
    array([-0.5232, -1.674 ])
    >>> round(float(distribution.mean), 4), round(float(distribution.variance), 4)
    (1.5, 0.75)
    """

    has_grad = True
    arg_constraints = {"scale": Positive(), "alpha": Positive()}
    _batched = {"_base_dist": 0, "scale": 0, "alpha": 0}

    def __init__(self, alpha: ndarray | Float, scale: ndarray | Float = 1.0, validate_args: bool | None = None) -> None:
        self.alpha, self.scale = alpha, scale
        base = Exponential(1 / alpha + 0.0 * scale)
        super().__init__(base, [ExpTransform(), AffineTransform(0, scale)], validate_args)

    @dependent_property
    def support(self) -> Any:
        return GreaterThanEq(self.scale)

    @property
    def mean(self) -> Any:
        alpha = np.clip(self.alpha, 1, None)
        return alpha * self.scale / (alpha - 1)

    @property
    def variance(self) -> Any:
        alpha = np.clip(self.alpha, 2, None)
        return self.scale**2 * alpha / ((alpha - 1) ** 2 * (alpha - 2))

    def entropy(self) -> Any:
        return np.log(self.scale / self.alpha) + 1 / self.alpha + 1


class Independent(Distribution):
    """A distribution whose last axes of the batch are read as one value.

    Parameters
    ----------
    base_distribution : Distribution
        The distribution.
    reinterpreted_batch_ndims : int
        How many axes.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    Two normal variables as one of two dimensions, whose logarithms of densities are added up:

    >>> normal = gluon.probability.Normal(mx.np.zeros(2), mx.np.ones(2))
    >>> pair = gluon.probability.Independent(normal, 1)
    >>> normal.log_prob(mx.np.zeros(2)).round(4), pair.log_prob(mx.np.zeros(2)).round(4)
    (array([-0.9189, -0.9189]), array(-1.8379))
    """

    def __init__(
        self, base_distribution: Distribution, reinterpreted_batch_ndims: Int, validate_args: bool | None = None
    ) -> None:
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, reinterpreted_batch_ndims
        super().__init__(base_distribution.event_dim + reinterpreted_batch_ndims, validate_args)

    def broadcast_to(self, batch_shape: Sequence[Int]) -> Any:
        count = self.reinterpreted_batch_ndims
        shape = self.base_dist.mean.shape
        end = len(shape) - self.base_dist.event_dim
        base = self.base_dist.broadcast_to(tuple(batch_shape) + tuple(shape[end - count : end]))
        return type(self)(base, count, self._validate_args)

    @property
    def has_enumerate_support(self) -> Any:
        return not self.reinterpreted_batch_ndims and self.base_dist.has_enumerate_support

    @dependent_property
    def support(self) -> Any:
        return self.base_dist.support

    @property
    def mean(self) -> Any:
        return self.base_dist.mean

    @property
    def variance(self) -> Any:
        return self.base_dist.variance

    def sample(self, size: Any = None) -> Any:
        return self.base_dist.sample(size)

    def sample_n(self, size: Any = None) -> Any:
        return self.base_dist.sample_n(size)

    def log_prob(self, value: Any) -> Any:
        return sum_right_most(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self) -> Any:
        return sum_right_most(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def enumerate_support(self) -> Any:
        if self.reinterpreted_batch_ndims:
            raise NotImplementedError("Independent cannot enumerate the product of its batch; enumerate `base_dist`.")
        return self.base_dist.enumerate_support()
