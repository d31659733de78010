"""Densities of the distributions that the samplers draw from, and their logarithms.

Samples have the shape of the parameters followed by any number of further dimensions. Parameters get gradients, and so
do samples of continuous distributions (but for the uniform one, whose density is flat).
"""

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


@op("_random_pdf_uniform", "random_pdf_uniform")
def pdf_uniform(sample: Array, low: Array, high: Array, is_log: bool = False):
    """Density of the uniform distribution over [low, high); samples outside are not told apart."""
    low, high = _spread("_random_pdf_uniform", sample, low, high)
    return _result(jnp.broadcast_to(-jnp.log(high - low), sample.shape), is_log)


@op("_random_pdf_normal", "random_pdf_normal")
def pdf_normal(sample: Array, mu: Array, sigma: Array, is_log: bool = False):
    """Density of the normal distribution of mean `mu` and standard deviation `sigma`."""
    mu, sigma = _spread("_random_pdf_normal", sample, mu, sigma)
    return _result(-0.5 * ((sample - mu) / sigma) ** 2 - jnp.log(sigma * (2 * jnp.pi) ** 0.5), is_log)


@op("_random_pdf_gamma", "random_pdf_gamma")
def pdf_gamma(sample: Array, alpha: Array, beta: Array, is_log: bool = False):
    """Density of the gamma distribution of shape `alpha` and rate `beta`."""
    alpha, beta = _spread("_random_pdf_gamma", sample, alpha, beta)
    return _result(alpha * jnp.log(beta) + (alpha - 1) * jnp.log(sample) - beta * sample - lax.lgamma(alpha), is_log)


@op("_random_pdf_exponential", "random_pdf_exponential")
def pdf_exponential(sample: Array, lam: Array, is_log: bool = False):
    """Density of the exponential distribution of rate `lam`."""
    (lam,) = _spread("_random_pdf_exponential", sample, lam)
    return _result(jnp.log(lam) - lam * sample, is_log)


@op("_random_pdf_poisson", "random_pdf_poisson")
def pdf_poisson(sample: Array, lam: Array, is_log: bool = False):
    """Probability of counts under the Poisson distribution of mean `lam`."""
    (lam,) = _spread("_random_pdf_poisson", sample, lam)
    x = lax.stop_gradient(sample)
    return _result(x * jnp.log(lam) - lax.lgamma(x + 1) - lam, is_log)


def _negative_binomial(x, k, p):
    return lax.lgamma(x + k) - lax.lgamma(x + 1) - lax.lgamma(k) + k * jnp.log(p) + x * jnp.log(1 - p)


@op("_random_pdf_negative_binomial", "random_pdf_negative_binomial")
def pdf_negative_binomial(sample: Array, k: Array, p: Array, is_log: bool = False):
    """Probability of counts of failures before the `k`-th success, each try succeeding with probability `p`."""
    k, p = _spread("_random_pdf_negative_binomial", sample, k, p)
    return _result(_negative_binomial(lax.stop_gradient(sample), k, p), is_log)


@op("_random_pdf_generalized_negative_binomial", "random_pdf_generalized_negative_binomial")
def pdf_generalized_negative_binomial(sample: Array, mu: Array, alpha: Array, is_log: bool = False):
    """Probability of counts under the negative binomial distribution of mean `mu` and dispersion `alpha`."""
    mu, alpha = _spread("_random_pdf_generalized_negative_binomial", sample, mu, alpha)
    return _result(_negative_binomial(lax.stop_gradient(sample), 1 / alpha, 1 / (mu * alpha + 1)), is_log)


@op("_random_pdf_dirichlet", "random_pdf_dirichlet")
def pdf_dirichlet(sample: Array, alpha: Array, is_log: bool = False):
    """Density of the Dirichlet distribution; the last dimension of both inputs is that of the simplex."""
    name = "_random_pdf_dirichlet"
    rank = alpha.ndim - 1
    if rank < 0 or sample.ndim <= rank or sample.shape[:rank] + sample.shape[-1:] != alpha.shape:
        fail(name, f"shape inconsistent: alpha {alpha.shape} does not go with sample {sample.shape}")
    alpha = lax.expand_dims(alpha, tuple(range(rank, sample.ndim - 1)))
    terms = (alpha - 1) * jnp.log(sample) - lax.lgamma(alpha)
    return _result(terms.sum(-1) + lax.lgamma(alpha.sum(-1)), is_log)
