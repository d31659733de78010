"""Distributions of location and scale, and of intervals."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .... import numpy as np
from .... import numpy_extension as npx
from .base import Distribution, ExponentialFamily
from .constraint import Interval, LowerCholesky, Positive, PositiveDefinite, Real, dependent_property
from .utils import ahead, as_shape, cached_property, choose, erf, erfinv, noise, one_of, sample_shape, shape_of, transposed

if TYPE_CHECKING:
    from ...._typing import Float, Shape
    from ....ndarray.numpy.array import ndarray

__all__ = ["Cauchy", "Exponential", "Gumbel", "Laplace", "MultivariateNormal", "Normal", "Uniform"]

EULER = 0.5772156649015329


class _LocScale(Distribution):
    """loc + scale * a fixed variable, sampled by the inverse of the cumulative distribution function."""

    has_grad = True
    support = Real()
    arg_constraints = {"loc": Real(), "scale": Positive()}
    _batched = {"loc": 0, "scale": 0}

    def __init__(self, loc: Float = 0.0, scale: Float = 1.0, validate_args: bool | None = None) -> None:
        self.loc, self.scale = loc, scale
        super().__init__(event_dim=0, validate_args=validate_args)

    def sample(self, size: Any = None) -> Any:
        return self.icdf(noise(sample_shape(size, self.loc, self.scale), self.loc, self.scale))

    def sample_n(self, size: Any = None) -> Any:
        return self.sample(ahead(size, self.loc, self.scale))

    def _standard(self, value):
        return (self._checked(value) - self.loc) / self.scale


class Normal(_LocScale, ExponentialFamily):
    """The normal distribution.

    Parameters
    ----------
    loc : ndarray or number, default 0
        Mean.
    scale : ndarray or number, default 1
        Standard deviation.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.Normal(loc=1.0, scale=2.0)
    >>> distribution.log_prob(mx.np.array([1.0, 3.0])).round(4)
    array([-1.6121, -2.1121])
    >>> distribution.mean, distribution.variance, distribution.sample((3,)).shape
    (1.0, 4.0, (3,))
    """

    def log_prob(self, value: Any) -> Any:
        return -0.5 * self._standard(value) ** 2 - np.log(self.scale) - 0.5 * math.log(2 * math.pi)

    def sample(self, size: Any = None) -> Any:
        return np.random.normal(self.loc, self.scale, sample_shape(size, self.loc, self.scale))

    def sample_n(self, size: Any = None) -> Any:
        return npx.random.normal_n(self.loc, self.scale, as_shape(size))

    def cdf(self, value: Any) -> Any:
        return 0.5 * (1 + erf()(self._standard(value) / math.sqrt(2)))

    def icdf(self, value: Any) -> Any:
        return self.loc + self.scale * erfinv()(2 * value - 1) * math.sqrt(2)

    @property
    def mean(self) -> Any:
        return self.loc

    @property
    def stddev(self) -> Any:
        return self.scale

    @property
    def variance(self) -> Any:
        return self.scale**2

    def entropy(self) -> Any:
        return 0.5 + 0.5 * math.log(2 * math.pi) + np.log(self.scale)

    @property
    def _natural_params(self):
        return self.loc / self.scale**2, -0.5 / self.scale**2

    def _log_normalizer(self, x, y):
        return -0.25 * x**2 / y + 0.5 * np.log(-math.pi / y)


class Laplace(_LocScale):
    """The Laplace distribution, of density exp(-|x - loc| / scale) / (2 scale).

    Parameters
    ----------
    loc : ndarray or number, default 0
        Mean.
    scale : ndarray or number, default 1
        Mean distance from `loc`.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.Laplace(loc=0.0, scale=2.0)
    >>> distribution.log_prob(mx.np.array([0.0, 2.0])).round(4)
    array([-1.3863, -2.3863])
    >>> round(float(distribution.mean), 4), round(float(distribution.variance), 4)
    (0.0, 8.0)
    """

    def log_prob(self, value: Any) -> Any:
        return -np.log(2 * self.scale) - np.abs(self._standard(value))

    def cdf(self, value: Any) -> Any:
        standard = self._standard(value)
        return 0.5 - 0.5 * np.sign(standard) * np.expm1(-np.abs(standard))

    def icdf(self, value: Any) -> Any:
        centred = value - 0.5
        return self.loc - self.scale * np.sign(centred) * np.log1p(-2 * np.abs(centred))

    @property
    def mean(self) -> Any:
        return self.loc

    @property
    def stddev(self) -> Any:
        return math.sqrt(2) * self.scale

    @property
    def variance(self) -> Any:
        return 2 * self.scale**2

    def entropy(self) -> Any:
        return 1 + np.log(2 * self.scale)


class Cauchy(_LocScale):
    """The Cauchy distribution, which has neither mean nor variance.

    Parameters
    ----------
    loc : ndarray or number, default 0
        Median.
    scale : ndarray or number, default 1
        Half width at half maximum.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.Cauchy(loc=0.0, scale=2.0)
    >>> distribution.log_prob(mx.np.array([0.0, 2.0])).round(4)
    array([-1.8379, -2.531 ])
    """

    def log_prob(self, value: Any) -> Any:
        return -math.log(math.pi) - np.log(self.scale) - np.log1p(self._standard(value) ** 2)

    def cdf(self, value: Any) -> Any:
        return np.arctan(self._standard(value)) / math.pi + 0.5

    def icdf(self, value: Any) -> Any:
        return np.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    @property
    def mean(self) -> Any:
        return math.nan

    @property
    def variance(self) -> Any:
        return math.nan

    def entropy(self) -> Any:
        return math.log(4 * math.pi) + np.log(self.scale)


class Gumbel(_LocScale):
    """The Gumbel distribution, of the largest of many samples.

    Parameters
    ----------
    loc : ndarray or number
        Mode.
    scale : ndarray or number, default 1
        Scale.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.Gumbel(loc=0.0, scale=2.0)
    >>> distribution.log_prob(mx.np.array([0.0, 2.0])).round(4)
    array([-1.6931, -2.061 ])
    >>> round(float(distribution.mean), 4), round(float(distribution.variance), 4)
    (1.1544, 6.5797)
    """

    def __init__(self, loc: Any, scale: Any = 1, validate_args: Any = None) -> None:
        super().__init__(loc, scale, validate_args)

    def log_prob(self, value: Any) -> Any:
        standard = self._standard(value)
        return -standard - np.exp(-standard) - np.log(self.scale)

    def cdf(self, value: Any) -> Any:
        return np.exp(-np.exp(-self._standard(value)))

    def icdf(self, value: Any) -> Any:
        return self.loc - self.scale * np.log(-np.log(value))

    @property
    def mean(self) -> Any:
        return self.loc + self.scale * EULER

    @property
    def stddev(self) -> Any:
        return math.pi / math.sqrt(6) * self.scale

    @property
    def variance(self) -> Any:
        return self.stddev**2

    def entropy(self) -> Any:
        return np.log(self.scale) + (1 + EULER)


class Uniform(Distribution):
    """The uniform distribution.

    Parameters
    ----------
    low, high : ndarray or number, default 0 and 1
        Bounds.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.Uniform(low=1.0, high=3.0)
    >>> distribution.log_prob(mx.np.array([1.5, 2.0])).round(4)
    array([-0.6931, -0.6931])
    >>> round(float(distribution.mean), 4), round(float(distribution.variance), 4)
    (2.0, 0.3333)
    """

    has_grad = True
    arg_constraints = {"low": Real(), "high": Real()}
    _batched = {"low": 0, "high": 0}

    def __init__(self, low: ndarray | Float = 0.0, high: ndarray | Float = 1.0, validate_args: bool | None = None) -> None:
        self.low, self.high = low, high
        super().__init__(event_dim=0, validate_args=validate_args)

    @dependent_property
    def support(self) -> Any:
        return Interval(self.low, self.high)

    def log_prob(self, value: Any) -> Any:
        value = self._checked(value)
        inside = (value >= self.low) & (value <= self.high)
        return choose(inside, 0.0, -math.inf) - np.log(self.high - self.low)

    def sample(self, size: Any = None) -> Any:
        return self.icdf(noise(sample_shape(size, self.low, self.high), self.low, self.high))

    def sample_n(self, size: Any = None) -> Any:
        return self.sample(ahead(size, self.low, self.high))

    def cdf(self, value: Any) -> Any:
        return np.clip((self._checked(value) - self.low) / (self.high - self.low), 0, 1)

    def icdf(self, value: Any) -> Any:
        return value * (self.high - self.low) + self.low

    @property
    def mean(self) -> Any:
        return (self.low + self.high) / 2

    @property
    def variance(self) -> Any:
        return (self.high - self.low) ** 2 / 12

    def entropy(self) -> Any:
        return np.log(self.high - self.low)


class Exponential(ExponentialFamily):
    """The exponential distribution.

    Parameters
    ----------
    scale : ndarray or number, default 1
        Mean, which is 1 / rate.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.Exponential(scale=2.0)
    >>> distribution.log_prob(mx.np.array([0.0, 2.0])).round(4)
    array([-0.6931, -1.6931])
    >>> round(float(distribution.mean), 4), round(float(distribution.variance), 4)
    (2.0, 4.0)
    """

    has_grad = True
    support = Positive()
    arg_constraints = {"scale": Positive()}
    _batched = {"scale": 0, "rate": 0}

    def __init__(self, scale: ndarray | Float = 1.0, validate_args: bool | None = None) -> None:
        self.scale = scale
        super().__init__(event_dim=0, validate_args=validate_args)

    @cached_property
    def rate(self) -> Any:
        """1 / scale."""
        return 1 / self.scale

    def log_prob(self, value: Any) -> Any:
        return np.log(self.rate) - self.rate * self._checked(value)

    def sample(self, size: Any = None) -> Any:
        return np.random.exponential(self.scale, sample_shape(size, self.scale))

    def sample_n(self, size: Any = None) -> Any:
        return self.sample(ahead(size, self.scale))

    def cdf(self, value: Any) -> Any:
        return -np.expm1(-self.rate * self._checked(value))

    def icdf(self, value: Any) -> Any:
        return -self.scale * np.log1p(-value)

    @property
    def mean(self) -> Any:
        return self.scale

    @property
    def stddev(self) -> Any:
        return self.scale

    @property
    def variance(self) -> Any:
        return self.scale**2

    def entropy(self) -> Any:
        return 1.0 + np.log(self.scale)

    @property
    def _natural_params(self):
        return (-self.rate,)

    def _log_normalizer(self, x):
        return -np.log(-x)


class MultivariateNormal(Distribution):
    """The normal distribution of vectors. Exactly one of `cov`, `precision` and `scale_tril` is given.

    Parameters
    ----------
    loc : ndarray
        Mean, (..., n).
    cov, precision, scale_tril : ndarray
        Covariance matrix, its inverse, or its lower triangular factor, (..., n, n).
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.MultivariateNormal(mx.np.array([0.0, 0.0]), cov=mx.np.array([[1.0, 0.0], [0.0, 4.0]]))
    >>> distribution.log_prob(mx.np.array([[0.0, 0.0], [1.0, 2.0]])).round(4)
    array([-2.531, -3.531])
    >>> distribution.variance
    array([1., 4.])
    """

    has_grad = True
    support = Real()
    arg_constraints = {
        "loc": Real(), "cov": PositiveDefinite(), "precision": PositiveDefinite(), "scale_tril": LowerCholesky(),
    }  # fmt: skip
    _batched = {"loc": 1, "cov": 2, "precision": 2, "scale_tril": 2}

    def __init__(
        self,
        loc: ndarray,
        cov: ndarray | None = None,
        precision: ndarray | None = None,
        scale_tril: ndarray | None = None,
        validate_args: bool | None = None,
    ) -> None:
        given = one_of(("cov", "precision", "scale_tril"), (cov, precision, scale_tril))
        self.loc = loc
        setattr(self, given, {"cov": cov, "precision": precision, "scale_tril": scale_tril}[given])
        super().__init__(event_dim=1, validate_args=validate_args)

    @cached_property
    def scale_tril(self) -> Any:
        """The lower triangular factor of the covariance."""
        return np.linalg.cholesky(self.cov)

    @cached_property
    def cov(self) -> Any:
        """The covariance matrix."""
        if "scale_tril" in vars(self):
            return np.matmul(self.scale_tril, transposed(self.scale_tril))
        return np.linalg.inv(self.precision)

    @cached_property
    def precision(self) -> Any:
        """The inverse of the covariance matrix."""
        return np.linalg.inv(self.cov)

    @property
    def mean(self) -> Any:
        return self.loc

    @property
    def variance(self) -> Any:
        return (self.scale_tril**2).sum(-1)

    def _shape(self) -> Any:
        return shape_of(self.loc, self.scale_tril[..., 0])

    def _drawn(self, shape: Shape) -> Any:
        zeros = np.broadcast_to(np.zeros_like(self.loc), shape)
        return self.loc + np.matmul(self.scale_tril, np.expand_dims(np.random.normal(zeros, 1.0), -1)).squeeze(-1)

    def sample(self, size: Any = None) -> Any:
        shape = self._shape()
        return self._drawn(shape if size is None else as_shape(size) + shape[-1:])

    def sample_n(self, size: Any = None) -> Any:
        return self._drawn(as_shape(size) + self._shape())

    def _half_log_det(self) -> Any:
        return np.log(np.diagonal(self.scale_tril, axis1=-2, axis2=-1)).sum(-1)

    def log_prob(self, value: Any) -> Any:
        diff = self._checked(value) - self.loc
        distance = (diff * np.matmul(self.precision, np.expand_dims(diff, -1)).squeeze(-1)).sum(-1)
        return -0.5 * distance - self._half_log_det() - 0.5 * self.loc.shape[-1] * math.log(2 * math.pi)

    def entropy(self) -> Any:
        return self._half_log_det() + 0.5 * self.loc.shape[-1] * (1 + math.log(2 * math.pi))
