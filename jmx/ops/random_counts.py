"""Numbers of successes, and of every outcome, in a row of trials: samplers that came with MXNet 2.0."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..core.declare.op import Array, DType, InvalidParameter, Key, Scalar, Shape, op
from . import _samplers as samplers
from ._checks import check, check_at_least, fail
from .creation import FILLED
from .random import checked, drawn, each, each_on_host, like, on_host


def _trials(name):
    """A check of traced parameters."""

    def guard(n, p):
        if not (n >= 0 and n == int(n)):
            raise InvalidParameter(f"Operator {name}: n must be a whole number that is not negative, got {n}")
        if not 0 <= p <= 1:
            raise InvalidParameter(f"Operator {name}: p must lie between 0 and 1, got {p}")

    return guard


@op("_random_binomial", "random_binomial", guard=_trials("_random_binomial"), open_shape=FILLED, later=True)
def random_binomial(n: Scalar = 1, p: Scalar = 0.5, shape: Shape = (1,), ctx: str = "", dtype: DType | None = None, *, key: Key):
    """Numbers of successes in `n` trials, of mean n * p. MXNet has it from 2.0 on.

    n    number of trials
    p    probability of success, 0 to 1
    shape    shape of the result
    ctx    device, such as "cpu(0)"; by default the current context
    dtype    element type, of a floating kind; float32 by default

    Returns new numbers in the shape asked for. Raises MXNetError for a negative `n` and for another `p`.

    Examples
    --------
    >>> nd.random_binomial(n=3, p=1, shape=(2, 2))
    [[3. 3.]
     [3. 3.]]
    <NDArray 2x2 @cpu(0)>
    """
    return drawn("_random_binomial", samplers.binomial, key, shape, dtype, n, p)


on_host(random_binomial, samplers.binomial)
like(random_binomial, samplers.binomial, _trials)


@op("_sample_binomial", "sample_binomial", zero_gradient=True, later=True)
def sample_binomial(n: Array, p: Array, shape: Shape = (), dtype: DType | None = None, *, key: Key) -> jax.Array:
    """Numbers of successes in a row of trials, for each pair of parameters. MXNet has it from 2.0 on.

    n    numbers of trials
    p    probabilities of success, in the shape of `n`
    shape    shape of the samples for each element; () for one
    dtype    element type, of a floating kind; float32 by default

    Returns (*parameters, *shape). Raises MXNetError if the parameters have not one shape.

    Examples
    --------
    >>> nd.sample_binomial(nd.array([3, 8]), nd.array([1, 0]), shape=2)
    [[3. 3.]
     [0. 0.]]
    <NDArray 2x2 @cpu(0)>
    """
    return each("_sample_binomial", samplers.binomial, key, shape, dtype, n, p)


each_on_host(sample_binomial, samplers.binomial)


@op("_sample_outcomes", "_npi_outcomes", zero_gradient=True)
def sample_outcomes(n: Array, p: Array, shape: Shape = (), dtype: DType | None = None, *, key: Key):
    """How often each outcome occurs in a row of trials: `random.multinomial` of MXNet 2.0.

    n    numbers of trials
    p    (*n.shape, k): the probabilities of k outcomes, which sum to one along the last axis
    shape    shape of the samples for each element of `n`; () for one
    dtype    element type, of a floating kind; float32 by default

    Returns (*n.shape, *shape, k), of the sum n along the last axis. Raises MXNetError if the shapes do not fit.
    """
    name = "_sample_outcomes"
    check_at_least(name, p, 1)
    if p.shape[:-1] != n.shape or not p.shape[-1]:
        fail(name, f"p must have shape {(*n.shape, 'k')} for n of shape {n.shape}, got {p.shape}")
    check(0 not in shape, name, f"shape={tuple(shape)} must be non-zero within each dimension")
    shape, dtype, work = checked(name, shape, dtype)
    n, p = (lax.stop_gradient(x).astype(work) for x in (n, p))
    full = n.shape + shape
    spread = tuple(range(n.ndim, n.ndim + len(shape)))
    trials = jnp.broadcast_to(jnp.expand_dims(n, spread), full)
    chances = jnp.broadcast_to(jnp.expand_dims(jnp.moveaxis(p, -1, 0), tuple(i + 1 for i in spread)), (p.shape[-1], *full))
    return samplers.multinomial(key, full, np.dtype(work), trials, chances).astype(dtype)
