"""Kullback-Leibler divergences: KL(p || q), registered for pairs of classes."""

from __future__ import annotations

import inspect
import math
import warnings
from typing import TYPE_CHECKING, Any

from .... import numpy as np
from .bent import HalfNormal, Pareto
from .continuous import EULER, Cauchy, Exponential, Gumbel, Laplace, MultivariateNormal, Normal, Uniform
from .discrete import Bernoulli, Binomial, Categorical, Geometric, OneHotCategorical, Poisson
from .gammas import Beta, Dirichlet, Gamma
from .utils import choose, digamma, exp, gammaln

if TYPE_CHECKING:
    from ...._typing import Int
    from ....ndarray.numpy.array import ndarray
    from .base import Distribution

__all__ = ["empirical_kl", "kl_divergence", "register_kl"]

_lgamma, _digamma = gammaln(), digamma()
_FUNCTIONS: dict = {}


def empirical_kl(p: Distribution, q: Distribution, n_samples: Int = 1) -> Any:
    """An estimate of KL(p || q): the mean of log p(x) - log q(x) over samples x of p.

    Parameters
    ----------
    p, q : Distribution
        The distributions.
    n_samples : int, default 1
        Number of samples.

    Examples
    --------
    The divergence of two normal distributions is the square of the distance of their means over 2, here 0.5:

    >>> p, q = gluon.probability.Normal(mx.np.ones(1), 1.0), gluon.probability.Normal(mx.np.zeros(1), 1.0)
    >>> estimate = gluon.probability.empirical_kl(p, q, n_samples=10000)
    >>> bool(abs(estimate - 0.5) < 0.1)
    True
    """
    samples = p.sample_n(n_samples)
    return (p.log_prob(samples) - q.log_prob(samples)).mean(0)


def register_kl(typeP: type[Any], typeQ: type[Any]) -> Any:
    """A decorator for the function (p, q) that computes KL(p || q) of two classes of distributions.

    Parameters
    ----------
    typeP, typeQ : type
        The classes. Subclasses without a function of their own use it too.

    Raises
    ------
    TypeError
        The function does not take two arguments.

    Examples
    --------
    >>> class Point(gluon.probability.Distribution):
    ...     def __init__(self, place):
    ...         self.place = place
    >>> @gluon.probability.register_kl(Point, Point)
    ... def _points(p, q):
    ...     return 0.0 if p.place == q.place else float("inf")
    >>> gluon.probability.kl_divergence(Point(1), Point(2))
    inf
    """

    def decorator(func):
        count = len(inspect.signature(func).parameters)
        if count != 2:
            raise TypeError(f"The function of a divergence takes exactly two arguments, but {func.__name__} takes {count}.")
        if (typeP, typeQ) in _FUNCTIONS:
            warnings.warn(
                f"KL({typeP.__name__} || {typeQ.__name__}) is registered already; {func.__name__} is not used.", stacklevel=2
            )
        return _FUNCTIONS.setdefault((typeP, typeQ), func) and func

    return decorator


def kl_divergence(p: Distribution, q: Distribution) -> ndarray | float:
    """KL(p || q), the Kullback-Leibler divergence of two distributions.

    Parameters
    ----------
    p, q : Distribution
        The distributions.

    Returns
    -------
    ndarray or number
        In the shape to which the batches broadcast.

    Raises
    ------
    NotImplementedError
        No function is registered for their classes.

    Examples
    --------
    >>> normal = gluon.probability.Normal
    >>> float(gluon.probability.kl_divergence(normal(1.0, 1.0), normal(0.0, 1.0)))
    0.5
    """
    for left in type(p).__mro__:
        for right in type(q).__mro__:
            if (left, right) in _FUNCTIONS:
                return _FUNCTIONS[left, right](p, q)
    raise NotImplementedError(
        f"KL({type(p).__name__} || {type(q).__name__}) is not implemented: estimate it by empirical_kl, or register a function "
        "by register_kl."
    )


@register_kl(Normal, Normal)
def _normal(p, q):
    ratio = (p.scale / q.scale) ** 2
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale) ** 2 - 1 - np.log(ratio))


@register_kl(HalfNormal, HalfNormal)
def _half_normal(p, q):
    ratio = (p.scale / q.scale) ** 2
    return 0.5 * (ratio - 1 - np.log(ratio))


@register_kl(Bernoulli, Bernoulli)
def _bernoulli(p, q):
    # From logits, so that a probability of 0 or 1 gives a number.
    return -p.entropy() - (p.prob * q.log_prob(1.0) + (1 - p.prob) * q.log_prob(0.0))


@register_kl(Binomial, Binomial)
def _binomial(p, q):
    if p.n > q.n:
        return spread_inf(p, q)
    if p.n < q.n:
        raise NotImplementedError(
            f"KL of binomial distributions of {p.n} and {q.n} trials has no closed form: estimate it by empirical_kl."
        )
    return p.n * _bernoulli(Bernoulli(prob=p.prob), Bernoulli(prob=q.prob))


def spread_inf(p: Any, q: Any) -> Any:
    """Infinity in the common shape of two batches."""
    return p.prob * 0.0 + q.prob * 0.0 + math.inf


@register_kl(Categorical, Categorical)
@register_kl(OneHotCategorical, OneHotCategorical)
def _classes(p, q):
    return (p.prob * (p._log() - q._log())).sum(-1)


@register_kl(Uniform, Uniform)
def _uniform(p, q):
    inside = (q.low <= p.low) & (q.high >= p.high)
    return choose(inside, np.log((q.high - q.low) / (p.high - p.low)), math.inf)


@register_kl(Cauchy, Cauchy)
def _cauchy(p, q):
    return np.log((p.scale + q.scale) ** 2 + (p.loc - q.loc) ** 2) - np.log(4 * p.scale * q.scale)


@register_kl(Laplace, Laplace)
def _laplace(p, q):
    ratio, distance = p.scale / q.scale, np.abs(p.loc - q.loc)
    return -np.log(ratio) + distance / q.scale + ratio * np.exp(-distance / p.scale) - 1


@register_kl(Poisson, Poisson)
def _poisson(p, q):
    return p.rate * (np.log(p.rate) - np.log(q.rate)) - (p.rate - q.rate)


@register_kl(Geometric, Geometric)
def _geometric(p, q):
    return -p.entropy() - np.log1p(-q.prob) * (1 / p.prob - 1) - np.log(q.prob)


@register_kl(Exponential, Exponential)
def _exponential(p, q):
    ratio = p.scale / q.scale
    return -np.log(ratio) + ratio - 1


@register_kl(Pareto, Pareto)
def _pareto(p, q):
    ratio = q.alpha / p.alpha
    inside = p.scale >= q.scale
    return choose(inside, q.alpha * np.log(p.scale / q.scale) - np.log(ratio) + ratio - 1, math.inf)


@register_kl(Gumbel, Gumbel)
def _gumbel(p, q):
    ratio, shift = p.scale / q.scale, (p.loc - q.loc) / q.scale
    return -np.log(ratio) + shift + (ratio - 1) * EULER + np.exp(_lgamma(1 + ratio) - shift) - 1


@register_kl(Gamma, Gamma)
def _gamma(p, q):
    normalizers = q.shape * np.log(q.scale / p.scale) + _lgamma(q.shape) - _lgamma(p.shape)
    return normalizers + (p.shape - q.shape) * _digamma(p.shape) + p.shape * (p.scale / q.scale - 1)


@register_kl(Beta, Beta)
def _beta(p, q):
    both_p, both_q = p.alpha + p.beta, q.alpha + q.beta
    slopes = (p.alpha - q.alpha) * _digamma(p.alpha) + (p.beta - q.beta) * _digamma(p.beta)
    return q._log_beta() - p._log_beta() + slopes + (both_q - both_p) * _digamma(both_p)


@register_kl(Dirichlet, Dirichlet)
def _dirichlet(p, q):
    total_p, total_q = p.alpha.sum(-1), q.alpha.sum(-1)
    normalizers = _lgamma(total_p) - _lgamma(total_q) - (_lgamma(p.alpha) - _lgamma(q.alpha)).sum(-1)
    slopes = _digamma(p.alpha) - np.expand_dims(_digamma(total_p), -1)
    return normalizers + ((p.alpha - q.alpha) * slopes).sum(-1)


@register_kl(MultivariateNormal, MultivariateNormal)
def _multivariate_normal(p, q):
    diff = np.expand_dims(q.loc - p.loc, -1)
    moved = (diff * np.matmul(q.precision, diff)).sum((-1, -2))
    trace = np.trace(np.matmul(q.precision, p.cov), axis1=-2, axis2=-1)
    return q._half_log_det() - p._half_log_det() + 0.5 * (trace + moved - p.loc.shape[-1])


@register_kl(Uniform, Normal)
def _uniform_normal(p, q):
    width, middle = p.high - p.low, (p.high + p.low) / 2
    squares = width**2 / 12 + (middle - q.loc) ** 2
    return np.log(math.sqrt(2 * math.pi) * q.scale / width) + 0.5 * squares / q.scale**2


@register_kl(Uniform, Gumbel)
def _uniform_gumbel(p, q):
    ratio = q.scale / (p.high - p.low)
    high, low = (p.high - q.loc) / q.scale, (p.low - q.loc) / q.scale
    return np.log(ratio) + 0.5 * (high + low) - ratio * (np.exp(-high) - np.exp(-low))


@register_kl(Exponential, Normal)
def _exponential_normal(p, q):
    squares = 2 * p.scale**2 - 2 * p.scale * q.loc + q.loc**2
    return -1 + 0.5 * math.log(2 * math.pi) + np.log(q.scale / p.scale) + squares / (2 * q.scale**2)


@register_kl(Exponential, Gumbel)
def _exponential_gumbel(p, q):
    ratio = p.scale / q.scale
    return -1 - np.log(ratio) - q.loc / q.scale + ratio + exp(q.loc / q.scale) / (1 + ratio)


@register_kl(Exponential, Gamma)
def _exponential_gamma(p, q):
    ratio = p.scale / q.scale
    return _lgamma(q.shape) - q.shape * np.log(ratio) + (q.shape - 1) * EULER + ratio - 1
