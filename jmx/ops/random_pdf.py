"""Densities of the distributions that the samplers draw from, and their logarithms.

Samples have the shape of the parameters followed by any number of further dimensions. Parameters get gradients, and so
do samples of continuous distributions (but for the uniform one, whose density is flat).
"""

import jax
import jax.numpy as jnp
from jax import lax

from ..core.declare.op import Array, op
from ._checks import fail


def _spread(name, sample, *parameters):
    """The parameters with dimensions of size 1 added behind, so that they go with `sample`."""
    for p in parameters:
        if p.shape != parameters[0].shape or sample.shape[: p.ndim] != p.shape:
            fail(
                name,
                f"shape inconsistent: parameters of shape {[q.shape for q in parameters]} do not lead the "
                f"sample's shape {sample.shape}",
            )
    return [lax.expand_dims(p, tuple(range(p.ndim, sample.ndim))) for p in parameters]


def _result(log_density, is_log):
    return log_density if is_log else jnp.exp(log_density)


@op("_random_pdf_uniform", "random_pdf_uniform", backward="pdf_uniform")
def pdf_uniform(sample: Array, low: Array, high: Array, is_log: bool = False) -> jax.Array:
    """Density of the uniform distribution over [low, high), 1 / (high - low); samples outside are not told apart.

    sample    samples, (*parameters, *any)
    low, high    bounds, arrays of one shape
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> nd.random_pdf_uniform(nd.array([[1, 1.5]]), nd.array([0]), nd.array([2]))
    [[0.5 0.5]]
    <NDArray 1x2 @cpu(0)>
    """
    low, high = _spread("_random_pdf_uniform", sample, low, high)
    return _result(jnp.broadcast_to(-jnp.log(high - low), sample.shape), is_log)


@op("_random_pdf_normal", "random_pdf_normal", backward="pdf_normal")
def pdf_normal(sample: Array, mu: Array, sigma: Array, is_log: bool = False) -> jax.Array:
    """Density of the normal distribution.

    sample    samples, (*parameters, *any)
    mu, sigma    means and standard deviations, arrays of one shape
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> (nd.random_pdf_normal(nd.array([[0, 1, 2]]), nd.array([0]), nd.array([1])) * 1000).round()
    [[399. 242.  54.]]
    <NDArray 1x3 @cpu(0)>
    """
    mu, sigma = _spread("_random_pdf_normal", sample, mu, sigma)
    return _result(-0.5 * ((sample - mu) / sigma) ** 2 - jnp.log(sigma * (2 * jnp.pi) ** 0.5), is_log)


@op("_random_pdf_gamma", "random_pdf_gamma", backward="pdf_gamma")
def pdf_gamma(sample: Array, alpha: Array, beta: Array, is_log: bool = False) -> jax.Array:
    """Density of the gamma distribution.

    sample    samples, (*parameters, *any)
    alpha, beta    shape parameters and rates, arrays of one shape; the samplers take scales, 1 / rate
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> (nd.random_pdf_gamma(nd.array([[1, 2]]), nd.array([2]), nd.array([1])) * 1000).round()
    [[368. 271.]]
    <NDArray 1x2 @cpu(0)>
    """
    alpha, beta = _spread("_random_pdf_gamma", sample, alpha, beta)
    return _result(alpha * jnp.log(beta) + (alpha - 1) * jnp.log(sample) - beta * sample - lax.lgamma(alpha), is_log)


@op("_random_pdf_exponential", "random_pdf_exponential", backward="pdf_exponential")
def pdf_exponential(sample: Array, lam: Array, is_log: bool = False) -> jax.Array:
    """Density of the exponential distribution, lam * exp(-lam * sample).

    sample    samples, (*parameters, *any)
    lam    rates
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> nd.random_pdf_exponential(nd.array([[0, 1000]]), nd.array([2])).round()
    [[2. 0.]]
    <NDArray 1x2 @cpu(0)>
    """
    (lam,) = _spread("_random_pdf_exponential", sample, lam)
    return _result(jnp.log(lam) - lam * sample, is_log)


@op("_random_pdf_poisson", "random_pdf_poisson", backward="pdf_poisson")
def pdf_poisson(sample: Array, lam: Array, is_log: bool = False) -> jax.Array:
    """Probability of counts under the Poisson distribution.

    sample    samples, (*parameters, *any)
    lam    means
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> (nd.random_pdf_poisson(nd.array([[0, 1, 2]]), nd.array([1])) * 1000).round()
    [[368. 368. 184.]]
    <NDArray 1x3 @cpu(0)>
    """
    (lam,) = _spread("_random_pdf_poisson", sample, lam)
    x = lax.stop_gradient(sample)
    return _result(x * jnp.log(lam) - lax.lgamma(x + 1) - lam, is_log)


def _negative_binomial(x, k, p):
    return lax.lgamma(x + k) - lax.lgamma(x + 1) - lax.lgamma(k) + k * jnp.log(p) + x * jnp.log(1 - p)


@op("_random_pdf_negative_binomial", "random_pdf_negative_binomial", backward="pdf_negative_binomial")
def pdf_negative_binomial(sample: Array, k: Array, p: Array, is_log: bool = False) -> jax.Array:
    """Probability of counts of failures before the `k`-th success.

    sample    samples, (*parameters, *any)
    k    numbers of successes
    p    probabilities of success, in the shape of `k`
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> (nd.random_pdf_negative_binomial(nd.array([[0, 1, 2]]), nd.array([1]), nd.array([0.5])) * 1000).round()
    [[500. 250. 125.]]
    <NDArray 1x3 @cpu(0)>
    """
    k, p = _spread("_random_pdf_negative_binomial", sample, k, p)
    return _result(_negative_binomial(lax.stop_gradient(sample), k, p), is_log)


@op(
    "_random_pdf_generalized_negative_binomial",
    "random_pdf_generalized_negative_binomial",
    backward="pdf_generalized_negative_binomial",
)
def pdf_generalized_negative_binomial(sample: Array, mu: Array, alpha: Array, is_log: bool = False) -> jax.Array:
    """Probability of counts under the negative binomial distribution by mean and dispersion.

    sample    samples, (*parameters, *any)
    mu, alpha    means and dispersions, arrays of one shape
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> (nd.random_pdf_generalized_negative_binomial(nd.array([[0, 1, 2]]), nd.array([1]), nd.array([1])) * 1000).round()
    [[500. 250. 125.]]
    <NDArray 1x3 @cpu(0)>
    """
    mu, alpha = _spread("_random_pdf_generalized_negative_binomial", sample, mu, alpha)
    return _result(_negative_binomial(lax.stop_gradient(sample), 1 / alpha, 1 / (mu * alpha + 1)), is_log)


@op("_random_pdf_dirichlet", "random_pdf_dirichlet", backward="pdf_dirichlet")
def pdf_dirichlet(sample: Array, alpha: Array, is_log: bool = False) -> jax.Array:
    """Density of the Dirichlet distribution.

    sample    samples, (*any, *more, k): each sums to one along the last axis
    alpha    concentrations, (*any, k)
    is_log    return logarithms

    Returns (*any, *more). Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> (nd.random_pdf_dirichlet(nd.array([[0.25, 0.75]]), nd.array([2, 1])) * 1000).round()
    [500.]
    <NDArray 1 @cpu(0)>
    """
    name = "_random_pdf_dirichlet"
    rank = alpha.ndim - 1
    if rank < 0 or sample.ndim <= rank or sample.shape[:rank] + sample.shape[-1:] != alpha.shape:
        fail(name, f"shape inconsistent: alpha {alpha.shape} does not go with sample {sample.shape}")
    alpha = lax.expand_dims(alpha, tuple(range(rank, sample.ndim - 1)))
    terms = (alpha - 1) * jnp.log(sample) - lax.lgamma(alpha)
    return _result(terms.sum(-1) + lax.lgamma(alpha.sum(-1)), is_log)
