"""Random numbers: samplers with numbers or arrays as parameters, and draws from a discrete distribution.

Every operator takes the key that the runtime supplies. Samples carry no gradient to the parameters, as in MXNet.
"""

import math
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..core.declare.op import REQUIRED, Array, DType, InvalidParameter, Key, Scalar, Shape, known_shape, op
from ..core.declare.x64 import position_type
from . import _samplers as samplers
from ._attributes import attributes_of
from ._checks import check, check_at_least, fail
from ._draws import draw_positions
from .creation import FILLED


def _guard(name, **wanted):
    """A check of traced scalars: "positive", "not negative" or "any" by the name of the parameter, in the operator's order."""

    def guard(*values):
        for (label, want), value in zip(wanted.items(), values, strict=True):
            if want != "any" and not (value > 0 or want != "positive" and value == 0):
                wanted_text = "be positive" if want == "positive" else "not be negative"
                raise InvalidParameter(f"Operator {name}: {label} must {wanted_text}, got {value}")

    return guard


def _rising(name):
    def guard(low, high):
        if not low <= high:
            raise InvalidParameter(f"Operator {name}: low must not exceed high, got low={low}, high={high}")

    return guard


_scale = partial(_guard, loc="any", scale="positive")
_both_positive = partial(_guard, alpha="positive", beta="positive")
_rate = partial(_guard, lam="positive")
_mean = partial(_guard, lam="not negative")
_tries = partial(_guard, k="not negative", p="not negative")
_dispersed = partial(_guard, mu="not negative", alpha="not negative")


def checked(name, shape, dtype):
    """(shape, element type, type to sample in): half precision has too few values to draw from directly."""
    check(all(n >= 0 for n in shape), name, lambda: f"shape={tuple(shape)} must not hold negative sizes")
    dtype = np.dtype(dtype or "float32")
    check(
        dtype.kind == "f" or jnp.issubdtype(dtype, jnp.floating),
        name,
        lambda: f"dtype must be float16, bfloat16, float32 or float64, got {dtype}",
    )
    return tuple(shape), dtype, np.promote_types(dtype, np.float32)


def drawn(name, sample, key, shape, dtype, *parameters) -> jax.Array:
    shape, dtype, work = checked(name, shape, dtype)
    return sample(key, shape, work, *(lax.stop_gradient(p) for p in parameters)).astype(dtype)


def on_host(operator, sample) -> None:
    """Let NumPy draw what eager calls of `operator` on the CPU ask for."""

    @operator.inspects
    def look(a):
        known_shape(operator.name, a.shape)

    @operator.on_host
    def draw(a, random, *parameters):
        return _by_numpy(operator.name, sample, random, a.shape, a.dtype, parameters)


def _by_numpy(name, sample, random, shape, dtype, numbers):
    shape, dtype, work = checked(name, shape, dtype)
    if any(p != p for p in numbers):  # refused by the guard
        return np.full(shape, np.nan, dtype)
    return samplers.host_drawn(sample, random, shape, dtype, work, numbers)


@op(
    "_random_uniform",
    "random_uniform",
    "uniform",
    guard=_rising("_random_uniform"),
    open_shape=FILLED,
    onnx="creation.random_uniform",
)
def random_uniform(
    low: Scalar = 0.0, high: Scalar = 1.0, shape: Shape = (1,), ctx: str = "", dtype: DType | None = None, *, key: Key
) -> jax.Array:
    """Numbers spread evenly over [low, high).

    low, high    bounds; `high` itself is not drawn
    shape    shape of the result
    ctx    device, such as "cpu(0)"; by default the current context
    dtype    element type, of a floating kind; float32 by default

    Returns new numbers in the shape asked for. Raises MXNetError if `low` exceeds `high`.

    Examples
    --------
    >>> x = nd.random_uniform(0, 10, shape=(2, 3))
    >>> x.shape, bool(x.min() >= 0), bool(x.max() < 10)
    ((2, 3), True, True)
    """
    return drawn("_random_uniform", samplers.uniform, key, shape, dtype, low, high)


@op("_random_normal", "random_normal", "normal", guard=_scale("_random_normal"), open_shape=FILLED, onnx="creation.random_normal")
def random_normal(
    loc: Scalar = 0.0, scale: Scalar = 1.0, shape: Shape = (1,), ctx: str = "", dtype: DType | None = None, *, key: Key
) -> jax.Array:
    """Normally distributed numbers.

    loc    mean
    scale    standard deviation, positive
    shape    shape of the result
    ctx    device, such as "cpu(0)"; by default the current context
    dtype    element type, of a floating kind; float32 by default

    Returns new numbers in the shape asked for. Raises MXNetError for another scale.

    Examples
    --------
    >>> nd.random_normal(loc=1, scale=0.1, shape=(2, 3)).shape
    (2, 3)
    >>> bool(abs(nd.random_normal(loc=5, shape=10000).mean() - 5) < 0.1)
    True
    """
    return drawn("_random_normal", samplers.normal, key, shape, dtype, loc, scale)


@op("_random_gamma", "random_gamma", guard=_both_positive("_random_gamma"), open_shape=FILLED)
def random_gamma(
    alpha: Scalar = 1.0, beta: Scalar = 1.0, shape: Shape = (1,), ctx: str = "", dtype: DType | None = None, *, key: Key
) -> jax.Array:
    """Gamma-distributed numbers, of mean alpha * beta.

    alpha    shape parameter, positive
    beta    scale, positive
    shape    shape of the result
    ctx    device, such as "cpu(0)"; by default the current context
    dtype    element type, of a floating kind; float32 by default

    Returns new numbers in the shape asked for. Raises MXNetError for other parameters.

    Examples
    --------
    >>> nd.random_gamma(alpha=9, beta=0.5, shape=(2, 3)).shape
    (2, 3)
    >>> bool(abs(nd.random_gamma(9, 0.5, shape=10000).mean() - 4.5) < 0.1)
    True
    """
    return drawn("_random_gamma", samplers.gamma, key, shape, dtype, alpha, beta)


@op("_random_exponential", "random_exponential", guard=_rate("_random_exponential"), open_shape=FILLED)
def random_exponential(
    lam: Scalar = 1.0, shape: Shape = (1,), ctx: str = "", dtype: DType | None = None, *, key: Key
) -> jax.Array:
    """Exponentially distributed numbers, of mean 1 / lam.

    lam    rate, positive
    shape    shape of the result
    ctx    device, such as "cpu(0)"; by default the current context
    dtype    element type, of a floating kind; float32 by default

    Returns new numbers in the shape asked for. Raises MXNetError for another rate.

    Examples
    --------
    >>> nd.random_exponential(lam=4, shape=(2, 3)).shape
    (2, 3)
    >>> bool(abs(nd.random_exponential(4, shape=10000).mean() - 0.25) < 0.05)
    True
    """
    return drawn("_random_exponential", samplers.exponential, key, shape, dtype, lam)


@op("_random_poisson", "random_poisson", "_npx_scalar_poisson", guard=_mean("_random_poisson"), open_shape=FILLED)
def random_poisson(lam: Scalar = 1.0, shape: Shape = (1,), ctx: str = "", dtype: DType | None = None, *, key: Key) -> jax.Array:
    """Poisson-distributed whole numbers, in a floating element type.

    lam    mean, not negative
    shape    shape of the result
    ctx    device, such as "cpu(0)"; by default the current context
    dtype    element type, of a floating kind; float32 by default

    Returns new numbers in the shape asked for. Raises MXNetError for a negative mean.

    Examples
    --------
    >>> nd.random_poisson(lam=4, shape=(2, 3)).shape
    (2, 3)
    >>> bool(abs(nd.random_poisson(4, shape=10000).mean() - 4) < 0.2)
    True
    """
    return drawn("_random_poisson", samplers.poisson, key, shape, dtype, lam)


@op("_random_negative_binomial", "random_negative_binomial", guard=_tries("_random_negative_binomial"), open_shape=FILLED)
def random_negative_binomial(
    k: Scalar = 1, p: Scalar = 1.0, shape: Shape = (1,), ctx: str = "", dtype: DType | None = None, *, key: Key
) -> jax.Array:
    """Numbers of failures before the `k`-th success, of mean k * (1 - p) / p.

    k    number of successes
    p    probability of success, 0 to 1
    shape    shape of the result
    ctx    device, such as "cpu(0)"; by default the current context
    dtype    element type, of a floating kind; float32 by default

    Returns new numbers in the shape asked for. Raises MXNetError for negative parameters.

    Examples
    --------
    >>> nd.random_negative_binomial(k=3, p=0.5, shape=(2, 3)).shape
    (2, 3)
    """
    return drawn("_random_negative_binomial", samplers.negative_binomial, key, shape, dtype, k, p)


@op(
    "_random_generalized_negative_binomial",
    "random_generalized_negative_binomial",
    guard=_dispersed("_random_generalized_negative_binomial"),
    open_shape=FILLED,
)
def random_generalized_negative_binomial(
    mu: Scalar = 1.0, alpha: Scalar = 1.0, shape: Shape = (1,), ctx: str = "", dtype: DType | None = None, *, key: Key
) -> jax.Array:
    """Negative binomial numbers by mean and dispersion; their variance is mu + alpha * mu**2.

    mu    mean, not negative
    alpha    dispersion, not negative; 0 gives the Poisson distribution
    shape    shape of the result
    ctx    device, such as "cpu(0)"; by default the current context
    dtype    element type, of a floating kind; float32 by default

    Returns new numbers in the shape asked for. Raises MXNetError for negative parameters.

    Examples
    --------
    >>> nd.random_generalized_negative_binomial(mu=2, alpha=0.3, shape=(2, 3)).shape
    (2, 3)
    """
    return drawn("_random_generalized_negative_binomial", samplers.generalized_negative_binomial, key, shape, dtype, mu, alpha)


def like(operator, sample, guard, onnx=None) -> None:
    """Declare what samples as `operator` does, in the shape and type of an array."""
    name = f"{operator.name}_like"

    @attributes_of(operator, without=("shape", "ctx", "dtype"))
    def sampled(data: Array, *, key: Key, **parameters):
        return drawn(name, sample, key, data.shape, data.dtype, *(parameters[label] for label in operator.scalars))

    doc = f"As {operator.__name__}, in the shape and type of `data`."
    declared = op(name, doc=doc, guard=guard(name), numbered_inputs=True, zero_gradient=True, onnx=onnx)(sampled)

    @declared.on_host(arrays=True)
    def draw(a, random, data, *parameters):
        return _by_numpy(name, sample, random, data.shape, data.dtype, parameters)


for _operator, _sample, _refused, *_form in (
    (random_uniform, samplers.uniform, _rising, "creation.uniform_like"),
    (random_normal, samplers.normal, _scale, "creation.normal_like"),
    (random_gamma, samplers.gamma, _both_positive),
    (random_exponential, samplers.exponential, _rate),
    (random_poisson, samplers.poisson, _mean),
    (random_negative_binomial, samplers.negative_binomial, _tries),
    (random_generalized_negative_binomial, samplers.generalized_negative_binomial, _dispersed),
):
    on_host(_operator, _sample)
    like(_operator, _sample, _refused, *_form)


def _whole_rising(low, high):
    for label, value in (("low", low), ("high", high)):
        check(isinstance(value, int), "_random_randint", f"Invalid Parameter format for {label} expect long but value='{value}'")
    check(low < high, "_random_randint", f"low must be less than high, got low={low}, high={high}")


def _whole(shape, dtype):
    check(all(n >= 0 for n in shape), "_random_randint", lambda: f"shape={tuple(shape)} must not hold negative sizes")
    dtype = np.dtype(dtype or "int32")
    check(dtype in (np.int32, np.int64), "_random_randint", lambda: f"dtype must be int32 or int64, got {dtype}")
    return tuple(shape), dtype


@op("_random_randint", "random_randint", "_npi_random_randint", guard=_whole_rising, open_shape=FILLED)
def random_randint(
    low: Scalar = REQUIRED, high: Scalar = REQUIRED, shape: Shape = (1,), ctx: str = "", dtype: DType | None = None, *, key: Key
) -> jax.Array:
    """Whole numbers spread evenly over [low, high).

    low, high    bounds, whole numbers; `high` itself is not drawn
    shape    shape of the result
    ctx    device, such as "cpu(0)"; by default the current context
    dtype    "int32", the default, or "int64"

    Returns new numbers in the shape asked for. Raises MXNetError if `low` is not less than `high`, for fractions and for other
    element types.

    Examples
    --------
    >>> x = nd.random_randint(0, 10, shape=(2, 3))
    >>> x.shape, x.dtype, bool(x.min() >= 0), bool(x.max() < 10)
    ((2, 3), <class 'numpy.int32'>, True, True)
    """
    shape, dtype = _whole(shape, dtype)
    return jax.random.randint(key, shape, jnp.asarray(low).astype(dtype), jnp.asarray(high).astype(dtype), dtype)


@random_randint.inspects
def _(a):
    if a.shape:
        known_shape("_random_randint", a.shape)


@random_randint.on_host
def _(a, random, low, high):
    shape, dtype = _whole(a.shape, a.dtype)
    return np.asarray(random.integers(int(low), int(high), shape, dtype))


def each(name, sample, key, shape, dtype, *parameters) -> jax.Array:
    """`shape` samples for every element of the parameter arrays, in new last dimensions."""
    check(0 not in shape, name, f"shape={tuple(shape)} must be non-zero within each dimension")
    first = parameters[0]
    if not all(p.shape == first.shape for p in parameters):
        fail(name, f"parameters must have one shape, got {[p.shape for p in parameters]}")
    wide = [
        jnp.expand_dims(p, tuple(range(p.ndim, p.ndim + len(shape)))).astype(np.promote_types(dtype or "float32", np.float32))
        for p in parameters
    ]
    return drawn(name, sample, key, first.shape + tuple(shape), dtype, *wide)


def each_on_host(operator, sample) -> None:
    """Let NumPy draw what eager calls of `operator` on the CPU ask for, whose parameters are arrays."""

    @operator.on_host(arrays=True)
    def draw(a, random, *parameters):
        if 0 in a.shape or any(p.shape != parameters[0].shape for p in parameters):
            return None  # which the operator itself refuses
        shape, dtype, work = checked(operator.name, parameters[0].shape + tuple(a.shape), a.dtype)
        rows = [p.reshape(-1).astype(work) for p in parameters]
        return samplers.host_drawn(sample, random, shape, dtype, work, rows) if rows[0].size else None


@op("_sample_uniform", "sample_uniform", zero_gradient=True)
def sample_uniform(low: Array, high: Array, shape: Shape = (), dtype: DType | None = None, *, key: Key) -> jax.Array:
    """Samples spread evenly over [low, high), for each pair of bounds.

    low, high    bounds, arrays of one shape
    shape    shape of the samples for each element; () for one
    dtype    element type, of a floating kind; float32 by default

    Returns (*parameters, *shape). Raises MXNetError if the parameters have not one shape.

    Examples
    --------
    >>> low, high = nd.array([0, 10]), nd.array([1, 20])
    >>> x = nd.sample_uniform(low, high, shape=100)
    >>> x.shape, bool(x[0].max() < 1), bool(x[1].min() >= 10)
    ((2, 100), True, True)
    """
    return each("_sample_uniform", samplers.uniform, key, shape, dtype, low, high)


@op("_sample_normal", "sample_normal", zero_gradient=True)
def sample_normal(mu: Array, sigma: Array, shape: Shape = (), dtype: DType | None = None, *, key: Key) -> jax.Array:
    """Normally distributed samples, for each pair of mean and standard deviation.

    mu, sigma    means and standard deviations, arrays of one shape
    shape    shape of the samples for each element; () for one
    dtype    element type, of a floating kind; float32 by default

    Returns (*parameters, *shape). Raises MXNetError if the parameters have not one shape.

    Examples
    --------
    >>> x = nd.sample_normal(nd.array([0, 100]), nd.array([1, 1]), shape=(3, 4))
    >>> x.shape, bool(x[1].min() > 50)
    ((2, 3, 4), True)
    """
    return each("_sample_normal", samplers.normal, key, shape, dtype, mu, sigma)


@op("_sample_gamma", "sample_gamma", zero_gradient=True)
def sample_gamma(alpha: Array, beta: Array, shape: Shape = (), dtype: DType | None = None, *, key: Key) -> jax.Array:
    """Gamma-distributed samples, for each pair of shape and scale.

    alpha, beta    shape parameters and scales, arrays of one shape
    shape    shape of the samples for each element; () for one
    dtype    element type, of a floating kind; float32 by default

    Returns (*parameters, *shape). Raises MXNetError if the parameters have not one shape.

    Examples
    --------
    >>> nd.sample_gamma(nd.array([1, 9]), nd.array([1, 0.5]), shape=3).shape
    (2, 3)
    """
    return each("_sample_gamma", samplers.gamma, key, shape, dtype, alpha, beta)


@op("_sample_exponential", "sample_exponential", zero_gradient=True)
def sample_exponential(lam: Array, shape: Shape = (), dtype: DType | None = None, *, key: Key) -> jax.Array:
    """Exponentially distributed samples, for each rate.

    lam    rates; the means are 1 / lam
    shape    shape of the samples for each element; () for one
    dtype    element type, of a floating kind; float32 by default

    Returns (*parameters, *shape). Raises MXNetError if the parameters have not one shape.

    Examples
    --------
    >>> nd.sample_exponential(nd.array([1, 100]), shape=3).shape
    (2, 3)
    """
    return each("_sample_exponential", samplers.exponential, key, shape, dtype, lam)


@op("_sample_poisson", "sample_poisson", "_npx_tensor_poisson", zero_gradient=True)
def sample_poisson(lam: Array, shape: Shape = (), dtype: DType | None = None, *, key: Key) -> jax.Array:
    """Poisson-distributed samples, for each mean.

    lam    means
    shape    shape of the samples for each element; () for one
    dtype    element type, of a floating kind; float32 by default

    Returns (*parameters, *shape). Raises MXNetError if the parameters have not one shape.

    Examples
    --------
    >>> nd.sample_poisson(nd.array([1, 100]), shape=3).shape
    (2, 3)
    """
    return each("_sample_poisson", samplers.poisson, key, shape, dtype, lam)


@op("_sample_negative_binomial", "sample_negative_binomial", zero_gradient=True)
def sample_negative_binomial(k: Array, p: Array, shape: Shape = (), dtype: DType | None = None, *, key: Key) -> jax.Array:
    """Numbers of failures before the k-th success, for each pair of parameters.

    k    numbers of successes
    p    probabilities of success, in the shape of `k`
    shape    shape of the samples for each element; () for one
    dtype    element type, of a floating kind; float32 by default

    Returns (*parameters, *shape). Raises MXNetError if the parameters have not one shape.

    Examples
    --------
    >>> nd.sample_negative_binomial(nd.array([3, 5]), nd.array([0.5, 0.9]), shape=3).shape
    (2, 3)
    """
    return each("_sample_negative_binomial", samplers.negative_binomial, key, shape, dtype, k, p)


@op("_sample_generalized_negative_binomial", "sample_generalized_negative_binomial", zero_gradient=True)
def sample_generalized_negative_binomial(
    mu: Array, alpha: Array, shape: Shape = (), dtype: DType | None = None, *, key: Key
) -> jax.Array:
    """Negative binomial samples, for each pair of mean and dispersion.

    mu, alpha    means and dispersions, arrays of one shape
    shape    shape of the samples for each element; () for one
    dtype    element type, of a floating kind; float32 by default

    Returns (*parameters, *shape). Raises MXNetError if the parameters have not one shape.

    Examples
    --------
    >>> nd.sample_generalized_negative_binomial(nd.array([2, 5]), nd.array([0.3, 0]), shape=3).shape
    (2, 3)
    """
    return each("_sample_generalized_negative_binomial", samplers.generalized_negative_binomial, key, shape, dtype, mu, alpha)


_EACH = sample_uniform, sample_normal, sample_gamma, sample_exponential, sample_poisson, sample_negative_binomial
for _operator in (*_EACH, sample_generalized_negative_binomial):
    each_on_host(_operator, getattr(samplers, _operator.__name__.removeprefix("sample_")))


def _of_rows(rows, at):
    """Numbers of each row by their positions: `jnp.take_along_axis`, of which XLA makes constants as large as the result."""
    kind = position_type(rows.size)
    first = jnp.arange(rows.shape[0], dtype=kind) * rows.shape[1]
    return rows.reshape(-1).at[first[:, None] + at.astype(kind)].get(mode="promise_in_bounds")


def _numbers_up_to(rows, values):
    """How many of the ascending numbers of each row, (n, k), are at most each of its values, (n, any), by bisection.

    `jnp.searchsorted` under `vmap` takes some hundred bytes for each value.
    """
    size = rows.shape[1]
    count = jnp.zeros(values.shape, jnp.int32)
    for step in [1 << bit for bit in reversed(range(size.bit_length()))]:
        further = count + step
        number = _of_rows(rows, jnp.minimum(further, size) - 1)
        count = jnp.where((further <= size) & (number <= values), further, count)
    return count


@op(
    "_sample_multinomial",
    "sample_multinomial",
    "_sample_categorical",
    "sample_categorical",
    "_npx__random_multinomial",
    "_npi_categorical",
    outputs=lambda a: 2 if a.get_prob else 1,
    numbered_inputs=True,
    zero_gradient=lambda a: not a.get_prob,
    onnx="creation.multinomial",
    later=("_sample_categorical", "sample_categorical", "_npx__random_multinomial", "_npi_categorical"),
)
def sample_multinomial(
    data: Array, shape: Shape = (), get_prob: bool = False, dtype: DType = "int32", *, key: Key
) -> jax.Array | tuple[jax.Array, jax.Array]:
    """Positions drawn from discrete distributions.

    data    (*any, k): probabilities, which sum to one along the last axis
    shape    shape of the draws from each distribution; () for one
    get_prob    also return the logarithm of each drawn position's probability, which carries a gradient to `data`
    dtype    element type of the positions

    Returns positions from 0 to k - 1, (*any, *shape), and with `get_prob` the logarithms in that shape.

    Examples
    --------
    >>> nd.sample_multinomial(nd.array([[0, 1, 0], [0, 0, 1]]), shape=4)
    [[1 1 1 1]
     [2 2 2 2]]
    <NDArray 2x4 @cpu(0)>
    """
    check_at_least("_sample_multinomial", data, 1)
    check(jnp.issubdtype(data.dtype, jnp.floating), "_sample_multinomial", f"data must be floating-point, got {data.dtype}")
    check(data.shape[-1] > 0, "_sample_multinomial", f"distributions must not be empty, got data of shape {data.shape}")
    rows = data.reshape(-1, data.shape[-1])
    count = int(np.prod(shape, dtype=np.int64))
    total = jnp.cumsum(lax.stop_gradient(rows).astype(jnp.promote_types(data.dtype, jnp.float32)), -1)
    u = jax.random.uniform(key, (rows.shape[0], count), total.dtype) * total[:, -1:]
    at = jnp.minimum(_numbers_up_to(total, u), rows.shape[1] - 1)
    out_shape = data.shape[:-1] + tuple(shape) or (1,)
    drawn = at.reshape(out_shape).astype(dtype)
    if not get_prob:
        return drawn
    return drawn, jnp.log(_of_rows(rows, at)).reshape(out_shape)


@sample_multinomial.on_host(arrays=True)
def _(a, random, data):
    """Positions drawn in pieces: no array but the results is as large as these."""
    if data.ndim == 0 or not data.size or data.dtype.kind != "f" or not all(n > 0 for n in a.shape):
        return None
    rows = data.reshape(-1, data.shape[-1])
    if not rows.min() >= 0:
        return None
    drawn = np.empty((len(rows), math.prod(a.shape)), np.dtype(a.dtype))
    logs = np.empty(drawn.shape, data.dtype) if a.get_prob else None
    if not draw_positions(random, rows, drawn, logs):
        return None
    out_shape = data.shape[:-1] + tuple(a.shape) or (1,)
    return drawn.reshape(out_shape) if logs is None else (drawn.reshape(out_shape), logs.reshape(out_shape))


@op("_sample_unique_zipfian", outputs=2, dynamic=True, wide=True)
def sample_unique_zipfian(range_max: int = REQUIRED, shape: Shape = (), *, key: Key) -> tuple[jax.Array, jax.Array]:
    """(samples, tries): int64 numbers below `range_max`, log-uniform and distinct within each row of the 2-D `shape`.

    `tries` says how many draws each row took.
    """
    check(len(shape) == 2, "_sample_unique_zipfian", f"shape must have two dimensions, got {tuple(shape)}")
    check(shape[1] <= range_max, "_sample_unique_zipfian", f"cannot draw {shape[1]} distinct numbers below {range_max}")
    random = np.random.default_rng(np.asarray(jax.random.key_data(key)))
    samples, tries = np.empty(shape, np.int64), np.zeros(shape[:1], np.int64)
    for row in range(shape[0]):
        drawn: dict = {}
        while len(drawn) < shape[1]:
            value = int(np.rint(np.exp(random.random() * np.log(range_max)))) - 1
            tries[row] += 1
            drawn.setdefault(min(value, range_max - 1))
        samples[row] = list(drawn)
    return jnp.asarray(samples), jnp.asarray(tries)
