"""The likelihood of Hawkes processes."""

import jax
import jax.numpy as jnp
from jax import lax

from ..core.declare.op import AnyArray, Array, Platform, op
from ..native import kernels
from ._checks import check, check_ndim

#: what can be computed, as jmx/native/hawkes.c numbers it
_LIKELIHOOD, _SLOPES = range(2)


def _by_xla(lda, alpha, beta, state, lags, marks, valid_length, max_time):
    """The same in operations of XLA: a loop over the points."""
    steps = lags.shape[1]

    def one(base, state, lags, marks, length, end):
        def step(carry, point):
            number, lag, mark = point
            total, now, last, state = carry
            counts = number < length
            time = now + lag
            age = time - last[mark]
            decay = jnp.exp(-beta[mark] * age)
            rate = base[mark] + alpha[mark] * beta[mark] * state[mark] * decay
            passed = base[mark] * age + alpha[mark] * state[mark] * (1 - decay)
            total = total + jnp.where(counts, jnp.log(jnp.where(counts, rate, 1)) - passed, 0)
            return (
                total,
                jnp.where(counts, time, now),
                jnp.where(counts, last.at[mark].set(time), last),
                jnp.where(counts, state.at[mark].set(1 + state[mark] * decay), state),
            ), None

        zero = jnp.zeros((), base.dtype)
        points = jnp.arange(steps), lags, marks
        (total, _, last, state), _ = lax.scan(step, (zero, zero, jnp.zeros_like(base), state), points)
        age = end - last
        decay = jnp.exp(-beta * age)
        return total - (base * age + alpha * state * (1 - decay)).sum(), lax.stop_gradient(decay * state)

    return jax.vmap(one)(lda, state, lags, marks, valid_length, max_time)


def _by_kernel(*arrays):
    by_mark, by_sequence = (jax.ShapeDtypeStruct(shape, jnp.float32) for shape in (arrays[0].shape, arrays[6].shape))

    def run(*arrays):
        return tuple(kernels.call("hawkes", [_LIKELIHOOD], [by_sequence, by_mark], *arrays))

    def slopes(heads, *arrays):
        base, alpha, beta = kernels.call("hawkes", [_SLOPES], [by_mark] * 3, heads[0], *arrays)
        return base, alpha.sum(0), beta.sum(0)

    return kernels.differentiable(run, slopes, _by_xla, 3)(*arrays)


@op("_contrib_hawkesll", outputs=("output", "out_state"))
def hawkesll(
    lda: Array,
    alpha: Array,
    beta: Array,
    state: Array,
    lags: Array,
    marks: AnyArray,
    valid_length: Array,
    max_time: Array,
    *,
    platform: Platform,
) -> tuple[jax.Array, jax.Array]:
    """The log likelihood of observed points under processes that excite themselves.

    The intensity of process k is lda[k] + alpha[k] * beta[k] * (the sum of exp(-beta[k] * age) over its former points).

    lda    (n, k): background intensities
    alpha, beta    (k,): branching ratios, and rates of decay
    state    (n, k): what earlier points contribute at the start
    lags    (n, t): times from point to point
    marks    (n, t), int32: the process of each point
    valid_length    (n,): how many points there are
    max_time    (n,): how long was observed

    Returns the likelihoods (n,) and the states at the end (n, k). Only lda, alpha and beta have gradients other than zero,
    those of the likelihoods.

    Examples
    --------
    >>> lags, marks = nd.array([[1, 1]]), nd.zeros((1, 2), dtype="int32")    # two points, 1 and 2
    >>> likelihood, state = nd.contrib.hawkesll(
    ...     nd.ones((1, 1)), nd.zeros(1), nd.ones(1), nd.zeros((1, 1)), lags, marks, nd.array([2]), nd.array([3])
    ... )
    >>> likelihood    # of a Poisson process of rate 1: -rate * max_time
    [-3.]
    <NDArray 1 @cpu(0)>
    """
    name = "hawkesll"
    inputs = lda, alpha, beta, state, lags, marks, valid_length, max_time
    labels = "lda", "alpha", "beta", "state", "lags", "marks", "valid_length", "max_time"
    for label, x, ndim in zip(labels, inputs, (2, 1, 1, 2, 2, 2, 1, 1)):
        check_ndim(name, x, ndim, label)
    (n, steps), k = lags.shape, lda.shape[1]
    shapes = (n, k), (k,), (k,), (n, k), (n, steps), (n, steps), (n,), (n,)
    for label, x, shape in zip(labels, inputs, shapes):
        check(x.shape == shape, name, f"{label} must have shape {shape}, got {x.shape}")
    state, lags, valid_length, max_time = map(lax.stop_gradient, (state, lags, valid_length, max_time))

    arrays = lda, alpha, beta, state, lags, marks.astype(jnp.int32), valid_length, max_time
    floats = [x for x in arrays if x.dtype != "int32"]
    by_kernel = platform == "cpu" and len(floats) == 7 and kernels.usable("hawkes", *floats)
    return _by_kernel(*arrays) if by_kernel else _by_xla(*arrays)
