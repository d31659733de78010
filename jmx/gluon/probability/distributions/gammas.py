"""Distributions made of gamma-distributed numbers. Their samples have no gradient, as in MXNet."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .... import numpy as np
from .base import Distribution, ExponentialFamily
from .constraint import Positive, Real, Simplex, UnitInterval
from .utils import ahead, as_shape, choose, clip_float_eps, clip_prob, digamma, gammaln, sample_shape

if TYPE_CHECKING:
    from ...._typing import Float, Shape
    from ....ndarray.numpy.array import ndarray

__all__ = ["Beta", "Chi2", "Dirichlet", "FisherSnedecor", "Gamma", "StudentT"]

_lgamma, _digamma = gammaln(), digamma()


class Gamma(ExponentialFamily):
    """The gamma distribution.

    Parameters
    ----------
    shape : ndarray or number
        Shape parameter.
    scale : ndarray or number, default 1
        Scale, which is 1 / rate.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.Gamma(shape=2.0, scale=3.0)
    >>> distribution.log_prob(mx.np.array([1.0, 6.0])).round(4)
    array([-2.5306, -2.4055])
    >>> round(float(distribution.mean), 4), round(float(distribution.variance), 4)
    (6.0, 18.0)
    """

    support = Positive()
    arg_constraints = {"shape": Positive(), "scale": Positive()}
    _batched = {"shape": 0, "scale": 0}

    def __init__(self, shape: ndarray | Float, scale: ndarray | Float = 1.0, validate_args: bool | None = None) -> None:
        self.shape, self.scale = shape, scale
        super().__init__(event_dim=0, validate_args=validate_args)

    def log_prob(self, value: Any) -> Any:
        value = self._checked(value)
        power = (self.shape - 1) * np.log(value)
        return power - self.shape * np.log(self.scale) - value / self.scale - _lgamma(self.shape)

    def sample(self, size: Any = None) -> Any:
        return np.random.gamma(self.shape, 1, sample_shape(size, self.shape, self.scale)) * self.scale

    def sample_n(self, size: Any = None) -> Any:
        return self.sample(ahead(size, self.shape, self.scale))

    @property
    def mean(self) -> Any:
        return self.shape * self.scale

    @property
    def variance(self) -> Any:
        return self.shape * self.scale**2

    def entropy(self) -> Any:
        return self.shape + np.log(self.scale) + _lgamma(self.shape) + (1 - self.shape) * _digamma(self.shape)

    @property
    def _natural_params(self):
        return self.shape - 1, -1 / self.scale


class Chi2(Gamma):
    """The chi-squared distribution, which is Gamma(df / 2, 2).

    Parameters
    ----------
    df : ndarray or number
        Degrees of freedom.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.Chi2(df=4.0)
    >>> distribution.log_prob(mx.np.array([1.0, 4.0])).round(4)
    array([-1.8863, -2.    ])
    >>> round(float(distribution.mean), 4), round(float(distribution.variance), 4)
    (4.0, 8.0)
    """

    def __init__(self, df: ndarray | Float, validate_args: bool | None = None) -> None:
        super().__init__(df / 2, 2, validate_args)

    @property
    def df(self) -> Any:
        """Degrees of freedom."""
        return self.shape * 2


class Beta(ExponentialFamily):
    """The beta distribution.

    Parameters
    ----------
    alpha, beta : ndarray or number
        Shape parameters.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.Beta(alpha=2.0, beta=2.0)
    >>> distribution.log_prob(mx.np.array([0.25, 0.5])).round(4)
    array([0.1178, 0.4055])
    >>> round(float(distribution.mean), 4), round(float(distribution.variance), 4)
    (0.5, 0.05)
    """

    support = UnitInterval()
    arg_constraints = {"alpha": Positive(), "beta": Positive()}
    _batched = {"alpha": 0, "beta": 0}

    def __init__(self, alpha: ndarray | Float, beta: ndarray | Float, validate_args: bool | None = None) -> None:
        self.alpha, self.beta = alpha, beta
        super().__init__(event_dim=0, validate_args=validate_args)

    def sample(self, size: Any = None) -> Any:
        shape = sample_shape(size, self.alpha, self.beta)
        one, other = np.random.gamma(self.alpha, 1, shape), np.random.gamma(self.beta, 1, shape)
        return clip_prob(one / (one + other))

    def sample_n(self, size: Any = None) -> Any:
        return self.sample(ahead(size, self.alpha, self.beta))

    @property
    def mean(self) -> Any:
        return self.alpha / (self.alpha + self.beta)

    @property
    def variance(self) -> Any:
        total = self.alpha + self.beta
        return self.alpha * self.beta / (total**2 * (total + 1))

    def _log_beta(self) -> Any:
        return _lgamma(self.alpha) + _lgamma(self.beta) - _lgamma(self.alpha + self.beta)

    def log_prob(self, value: Any) -> Any:
        value = self._checked(value)
        return (self.alpha - 1) * np.log(value) + (self.beta - 1) * np.log1p(-value) - self._log_beta()

    def entropy(self) -> Any:
        a, b = self.alpha, self.beta
        return self._log_beta() - (a - 1) * _digamma(a) - (b - 1) * _digamma(b) + (a + b - 2) * _digamma(a + b)


class Dirichlet(ExponentialFamily):
    """The Dirichlet distribution of probabilities that add up to 1.

    Parameters
    ----------
    alpha : ndarray
        Shape parameters, (..., n).
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.Dirichlet(mx.np.array([1.0, 1.0, 2.0]))
    >>> distribution.log_prob(mx.np.array([0.25, 0.25, 0.5])).round(4)
    array(1.0986)
    >>> distribution.mean
    array([0.25, 0.25, 0.5 ])
    """

    support = Simplex()
    arg_constraints = {"alpha": Positive()}
    _batched = {"alpha": 1}

    def __init__(self, alpha: ndarray, validate_args: bool | None = None) -> None:
        self.alpha = alpha
        super().__init__(event_dim=1, validate_args=validate_args)

    def sample(self, size: Any = None) -> Any:
        return self._drawn(self.alpha.shape if size is None else as_shape(size) + self.alpha.shape[-1:])

    def sample_n(self, size: Any = None) -> Any:
        return self._drawn(as_shape(size) + self.alpha.shape)

    def _drawn(self, shape: Shape) -> Any:
        drawn = np.random.gamma(self.alpha, 1, shape)
        return clip_float_eps(drawn / drawn.sum(-1, keepdims=True))

    def log_prob(self, value: Any) -> Any:
        value = self._checked(value)
        return (np.log(value) * (self.alpha - 1)).sum(-1) + _lgamma(self.alpha.sum(-1)) - _lgamma(self.alpha).sum(-1)

    @property
    def mean(self) -> Any:
        return self.alpha / self.alpha.sum(-1, keepdims=True)

    @property
    def variance(self) -> Any:
        total = self.alpha.sum(-1, keepdims=True)
        return self.alpha * (total - self.alpha) / ((total + 1) * total**2)

    def entropy(self) -> Any:
        a, total = self.alpha, self.alpha.sum(-1)
        normalizer = _lgamma(a).sum(-1) - _lgamma(total)
        return normalizer + (a - 1).sum(-1) * _digamma(total) - ((a - 1) * _digamma(a)).sum(-1)


class FisherSnedecor(Distribution):
    """The F distribution.

    Parameters
    ----------
    df1, df2 : ndarray or number
        Degrees of freedom of numerator and denominator.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.FisherSnedecor(df1=4.0, df2=6.0)
    >>> distribution.log_prob(mx.np.array([1.0, 2.0])).round(4)
    array([-0.8802, -1.8694])
    >>> round(float(distribution.mean), 4), round(float(distribution.variance), 4)
    (1.5, 4.5)
    """

    support = Positive()
    arg_constraints = {"df1": Positive(), "df2": Positive()}
    _batched = {"df1": 0, "df2": 0}

    def __init__(self, df1: ndarray | Float, df2: ndarray | Float, validate_args: bool | None = None) -> None:
        self.df1, self.df2 = df1, df2
        super().__init__(event_dim=0, validate_args=validate_args)

    @property
    def mean(self) -> Any:
        df2 = choose(self.df2 <= 2, math.nan, self.df2)
        return df2 / (df2 - 2)

    @property
    def variance(self) -> Any:
        df2 = choose(self.df2 <= 4, math.nan, self.df2)
        return 2 * df2**2 * (self.df1 + df2 - 2) / (self.df1 * (df2 - 2) ** 2 * (df2 - 4))

    def sample(self, size: Any = None) -> Any:
        shape = sample_shape(size, self.df1, self.df2)
        above, below = np.random.gamma(self.df1 / 2, 1, shape), np.random.gamma(self.df2 / 2, 1, shape)
        return above / self.df1 / (below / self.df2)

    def sample_n(self, size: Any = None) -> Any:
        return self.sample(ahead(size, self.df1, self.df2))

    def log_prob(self, value: Any) -> Any:
        value = self._checked(value)
        half1, half2, ratio = self.df1 / 2, self.df2 / 2, self.df1 / self.df2
        normalizer = _lgamma(half1 + half2) - _lgamma(half1) - _lgamma(half2) + half1 * np.log(ratio)
        return normalizer + (half1 - 1) * np.log(value) - (half1 + half2) * np.log1p(ratio * value)


class StudentT(Distribution):
    """Student's t distribution.

    Parameters
    ----------
    df : ndarray or number
        Degrees of freedom.
    loc : ndarray or number, default 0
        Median.
    scale : ndarray or number, default 1
        Scale.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.StudentT(df=4.0)
    >>> distribution.log_prob(mx.np.array([0.0, 2.0])).round(4)
    array([-0.9808, -2.7137])
    >>> round(float(distribution.mean), 4), round(float(distribution.variance), 4)
    (0.0, 2.0)
    """

    support = Real()
    arg_constraints = {"df": Positive(), "loc": Real(), "scale": Positive()}
    _batched = {"df": 0, "loc": 0, "scale": 0}

    def __init__(
        self, df: ndarray | Float, loc: ndarray | Float = 0.0, scale: ndarray | Float = 1.0, validate_args: bool | None = None
    ) -> None:
        self.df, self.loc, self.scale = df, loc, scale
        super().__init__(event_dim=0, validate_args=validate_args)

    @property
    def mean(self) -> Any:
        return choose(self.df <= 1, math.nan, self.loc + self.df * 0.0)

    @property
    def variance(self) -> Any:
        df = choose(self.df > 2, self.df, math.inf)
        finite = self.scale**2 * choose(self.df > 2, 1 / (1 - 2 / df), math.inf)
        return choose(self.df <= 1, math.nan, finite)

    def sample(self, size: Any = None) -> Any:
        shape = sample_shape(size, self.df, self.loc, self.scale)
        squares = 2 * np.random.gamma(self.df / 2, 1, shape)
        return self.loc + self.scale * np.random.normal(np.zeros_like(squares), 1.0) * np.sqrt(self.df / squares)

    def sample_n(self, size: Any = None) -> Any:
        return self.sample(ahead(size, self.df, self.loc, self.scale))

    def log_prob(self, value: Any) -> Any:
        df, standard = self.df, (self._checked(value) - self.loc) / self.scale
        normalizer = _lgamma((df + 1) / 2) - _lgamma(df / 2) - 0.5 * np.log(df * math.pi) - np.log(self.scale)
        return normalizer - 0.5 * (df + 1) * np.log1p(standard**2 / df)

    def entropy(self) -> Any:
        half, more = self.df / 2, (self.df + 1) / 2
        log_beta = _lgamma(half) + math.lgamma(0.5) - _lgamma(more)
        return np.log(self.scale) + more * (_digamma(more) - _digamma(half)) + 0.5 * np.log(self.df) + log_beta
