"""How random numbers are drawn: by XLA inside compiled programs, and by NumPy for eager calls on the CPU.

Device samplers take (key, shape, dtype, *parameters), where dtype is float32 or float64. Rejection loops run over the
whole array at once: jax's own loop per element, and its splitting of keys, take seconds to compile.
"""

import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.core.declare.room import room


def uniform(key, shape, dtype, low, high) -> jax.Array:
    return jax.random.uniform(key, shape, dtype) * (high - low) + low


def normal(key, shape, dtype, loc, scale) -> jax.Array:
    return jax.random.normal(key, shape, dtype) * scale + loc


def exponential(key, shape, dtype, lam) -> jax.Array:
    return -jnp.log1p(-jax.random.uniform(key, shape, dtype)) / lam


def _rejection(key, shape, dtype, attempt):
    """Values of `attempt(u, v) -> (values, accepted)`, u and v uniform in (0, 1), tried until all are accepted."""
    smallest = jnp.finfo(dtype).tiny

    def again(state):
        tries, open_, _ = state
        return (tries < 1000) & jnp.any(open_)

    def step(state):
        tries, open_, values = state
        u, v = jnp.maximum(jax.random.uniform(jax.random.fold_in(key, tries), (2, *shape), dtype), smallest)
        new, accepted = attempt(u, v)
        return tries + 1, open_ & ~accepted, jnp.where(open_, new, values)

    start = (jnp.int32(0), jnp.ones(shape, bool), jnp.zeros(shape, dtype))
    return lax.while_loop(again, step, start)[2]


def gamma(key, shape, dtype, alpha, beta) -> jax.Array:
    """Marsaglia and Tsang's method; for alpha below 1 a sample of alpha + 1 times a power of a uniform number."""
    alpha = jnp.broadcast_to(jnp.asarray(alpha, dtype), shape)
    loop_key, boost_key = jax.random.split(key)
    raised = jnp.where(alpha < 1, alpha + 1, alpha)
    d = raised - 1 / 3
    c = lax.rsqrt(9 * d)

    def attempt(u, v):
        x = 2**0.5 * lax.erf_inv(2 * u - 1)
        cube = (1 + c * x) ** 3
        safe = jnp.where(cube > 0, cube, 1)
        return d * safe, (cube > 0) & (jnp.log(v) < 0.5 * x * x + d - d * safe + d * jnp.log(safe))

    # 1 - u lies in (0, 1]: its power is finite
    boost = (1 - jax.random.uniform(boost_key, shape, dtype)) ** (1 / jnp.maximum(alpha, jnp.finfo(dtype).tiny))
    return _rejection(loop_key, shape, dtype, attempt) * jnp.where(alpha < 1, boost, 1) * beta


def poisson(key, shape, dtype, lam) -> jax.Array:
    """Small means by searching the cumulative probabilities, others by Hörmann's transformed rejection (PTRS)."""
    lam = jnp.broadcast_to(jnp.asarray(lam, dtype), shape)
    first, second = jax.random.split(key)
    few = jnp.where(lam < 10, lam, 0)
    u = jax.random.uniform(first, shape, dtype)

    def unfinished(state):
        k, _, total, _ = state
        return (k < 100) & jnp.any(u >= total)

    def search(state):
        k, p, total, count = state
        p = p * few / (k + 1)
        return k + 1, p, total + p, count + (u >= total)

    p0 = jnp.exp(-few)
    counted = lax.while_loop(unfinished, search, (jnp.zeros((), dtype), p0, p0, jnp.zeros(shape, dtype)))[3]

    many = jnp.where(lam < 10, 10, lam)
    log_many = jnp.log(many)
    b = 0.931 + 2.53 * jnp.sqrt(many)
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    bound = 0.9277 - 3.6224 / (b - 2)

    def attempt(u, v):
        u = u - 0.5
        edge = 0.5 - jnp.abs(u)
        k = jnp.floor((2 * a / edge + b) * u + many + 0.43)
        at_once = (edge >= 0.07) & (v <= bound)
        hopeless = (k < 0) | ((edge < 0.013) & (v > edge))
        likely = jnp.log(v * inverse_alpha / (a / (edge * edge) + b)) <= k * log_many - many - lax.lgamma(k + 1)
        return k, at_once | (~hopeless & likely)

    return jnp.where(lam < 10, counted, _rejection(second, shape, dtype, attempt))


def negative_binomial(key, shape, dtype, k, p) -> jax.Array:
    first, second = jax.random.split(key)
    p = jnp.asarray(p, dtype)
    return poisson(second, shape, dtype, gamma(first, shape, dtype, k, (1 - p) / p))


def generalized_negative_binomial(key, shape, dtype, mu, alpha) -> jax.Array:
    first, second = jax.random.split(key)
    mu, alpha = jnp.asarray(mu, dtype), jnp.asarray(alpha, dtype)
    spread = jnp.where(alpha > 0, alpha, 1)
    rate = gamma(first, shape, dtype, 1 / spread, mu * spread)
    return poisson(second, shape, dtype, jnp.where(alpha > 0, rate, mu))


def binomial(key, shape, dtype, n, p) -> jax.Array:
    return jax.random.binomial(key, jnp.asarray(n, dtype), jnp.asarray(p, dtype), shape, dtype)


def multinomial(key, shape, dtype, n, p):
    """Counts of outcomes along a new last axis: of each outcome a binomial number of the trials that are left.

    n    (*shape), p    (outcomes, *shape), probabilities
    """
    remaining = jnp.cumsum(p[::-1], 0)[::-1]

    def step(left, outcome):
        key, p, remaining = outcome
        share = jnp.clip(jnp.where(remaining > 0, p / jnp.where(remaining > 0, remaining, 1), 0), 0, 1)
        count = binomial(key, shape, dtype, left, share)
        return left - count, count

    left, counts = lax.scan(step, n.astype(dtype), (jax.random.split(key, p.shape[0]), p.astype(dtype), remaining.astype(dtype)))
    return jnp.moveaxis(counts.at[-1].add(left), 0, -1)


def _host_generalized(random, shape, dtype, mu, alpha):
    none = np.asarray(alpha) <= 0
    spread = np.where(none, 1, alpha)
    return random.poisson(np.where(none, mu, random.gamma(1 / spread, mu * spread, shape)), shape)


def _host_negative_binomial(random, shape, dtype, k, p):
    # as the device does it: p above 1 or k = 0 give zeros instead of an error
    return random.poisson(random.standard_gamma(k, shape) * np.maximum((1 - p) / np.float64(p), 0))


def _scaled(drawn, scale, shift):
    """drawn * scale + shift in the memory of `drawn`."""
    drawn = np.asarray(drawn)
    np.multiply(drawn, np.asarray(scale, drawn.dtype), out=drawn)
    return np.add(drawn, np.asarray(shift, drawn.dtype), out=drawn)


#: the same with NumPy: (random, shape, dtype, *parameters), these numbers or arrays
HOST = {
    uniform: lambda random, shape, dtype, low, high: _scaled(random.random(shape, dtype), high - low, low),
    normal: lambda random, shape, dtype, loc, scale: _scaled(random.standard_normal(shape, dtype), scale, loc),
    exponential: lambda random, shape, dtype, lam: random.standard_exponential(shape, dtype) / np.asarray(lam, dtype),
    gamma: lambda random, shape, dtype, alpha, beta: random.standard_gamma(alpha, shape, dtype) * np.asarray(beta, dtype),
    poisson: lambda random, shape, dtype, lam: random.poisson(lam, shape),
    binomial: lambda random, shape, dtype, n, p: random.binomial(np.asarray(n).astype(np.int64), p, shape),
    negative_binomial: _host_negative_binomial,
    generalized_negative_binomial: _host_generalized,
}

#: numbers that NumPy draws at once: what it makes on the way stays small
_AT_ONCE = 1 << 16


def host_drawn(sample, random, shape, dtype, work, parameters) -> np.ndarray | None:
    """What NumPy draws: `shape` numbers of type `dtype`, drawn as `work`; None for parameters that NumPy refuses.

    parameters    numbers, or vectors of one size with the parameters of equal parts of the result
    """
    parts = parameters[0].size if isinstance(parameters[0], np.ndarray) else 0
    count = math.prod(shape)
    result = room((parts or count, count // parts if parts else 1), dtype)
    step = max(_AT_ONCE // max(result.shape[1], 1), 1)
    try:
        for first in range(0, len(result), step):
            rows = result[first : first + step]
            given = [p[first : first + step, None] for p in parameters] if parts else parameters
            rows[...] = HOST[sample](random, rows.shape, work, *given)
    except ValueError:
        return None
    return result.reshape(shape)
