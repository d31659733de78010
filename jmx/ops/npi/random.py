"""Random numbers of MXNet's NumPy interface: parameters are numbers or arrays, which broadcast to the size asked for.

A parameter that is None comes as an array. `_npi_*_n` put the size in front of the arrays' shape instead. Samples whose
distribution only shifts, scales or bends a fixed one carry the derivative with respect to array parameters, as in MXNet.
"""

import inspect
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.core.declare.op import REQUIRED, AnyArray, Array, DType, Floats, Key, Long, Scalar, Shape, op

from .. import _samplers as samplers
from .._checks import check, fail
from .._numeric import SINGLE, is_float, scalar_like
from .._samplers import HOST
from ._types import BadValue

_DOC = """{text}

{inputs}    arrays for the parameters that are None, in order
{parameters}
size    shape of the result{ahead}; by default that of the parameters
ctx    the device of a call without arrays, as "cpu(0)"{dtype}

Returns {result} array. Raises ValueError for parameters without a distribution, MXNetError if they do not broadcast to the
size{types}.
"""
_AHEAD = ", put in front of that of the parameters"
_DTYPE = "\ndtype    floating element type of the result"


def _shape(name, arrays, size, ahead=False):
    """Shape of the result: that of the parameters together, or `size`, to which they broadcast or which comes before them."""
    size = size and tuple(size)
    check(size is None or all(n >= 0 for n in size), name, lambda: f"size={size} must not hold negative numbers")
    shapes = [x.shape for x in arrays]
    try:
        shape = np.broadcast_shapes(*shapes)
    except ValueError:
        fail(name, f"operands could not be broadcast together with shapes {' '.join(str(list(s)) for s in shapes)}")
    if size is None:
        return shape
    if ahead:
        return size + shape
    fits = len(shape) <= len(size) and all(m in (1, n) for m, n in zip(shape[::-1], size[::-1]))
    check(fits, name, lambda: f"operands could not be broadcast together with shapes {list(shape)} {list(size)}")
    return size


def _merged(inputs, numbers):
    """The parameters, arrays in the places of numbers that are None, and those arrays."""
    arrays = [x for x in inputs if x is not None][: list(numbers).count(None)]
    rest = iter(arrays)
    # a number beside an array is first brought to the array's element type
    return [next(rest) if n is None else scalar_like(n, arrays[0].dtype) if arrays else n for n in numbers], arrays


def _work(dtype):
    return np.promote_types(dtype, SINGLE)


def _floating(name, dtype):
    if not jnp.issubdtype(np.dtype(dtype), jnp.floating):
        fail(name, f"dtype must be float16, bfloat16, float32 or float64, got {dtype}")


def _guard(name, tests):
    """A check of traced parameters: the position of each test's parameter, the test, and what is expected."""

    def guard(*values):
        for position, holds, text in tests:
            value = values[position]
            if value is not None and not np.all(holds(np.asarray(value))):
                raise BadValue(f"Operator {name}: expected {text}, got {np.asarray(value).ravel()[:8].tolist()}")

    return guard


def _not_negative(label):
    return lambda x: x >= 0, f"{label} >= 0"


def _positive(label):
    return lambda x: x > 0, f"{label} > 0"


def _rest(size: Shape | None = None, ctx: str = "cpu", dtype: DType = "float32", *, key: Key):
    """What samplers take besides the parameters of their distribution."""


def _sampler(draw, labels, default, without=()):
    """The function of an operator with parameters `labels`: numbers, or arrays for those that are None.

    draw    (arrays, numbers, **rest) -> samples
    without    names of `_rest` that the operator does not take
    """
    rest = [p for p in inspect.signature(_rest).parameters.values() if p.name not in without]
    inputs = [f"input{i + 1}" for i in range(len(labels))]
    positional = inspect.Parameter.POSITIONAL_OR_KEYWORD
    arrays = [inspect.Parameter(n, positional, default=None, annotation=Array | None) for n in inputs]
    numbers = [inspect.Parameter(n, positional, default=default, annotation=Scalar | None) for n in labels]

    def apply(**values):
        return draw([values.get(n) for n in inputs], [values[n] for n in labels], **{p.name: values[p.name] for p in rest})

    apply.__signature__ = inspect.Signature([*arrays, *numbers, *rest])
    apply.__annotations__ = {p.name: p.annotation for p in apply.__signature__.parameters.values()}
    return apply


def _declare_two(word, labels, sample, text, tests=(), differentiable=True, ahead=False, typed=True):
    """Operators with two parameters; `sample(key, shape, dtype, first, second)`."""
    name, host = "_npi_" + word, HOST.get(sample)
    first, second = labels

    def draw(inputs, numbers, size, key, ctx, dtype="float32"):
        _floating(name, dtype)
        values, arrays = _merged(inputs, numbers)
        shape, work = _shape(name, arrays, size, ahead), _work(dtype)
        values = [jnp.asarray(v).astype(work) for v in values]
        if not differentiable:
            values = [lax.stop_gradient(v) for v in values]
        return sample(key, shape, work, *values).astype(dtype)

    options = {
        "when": {
            "input1": lambda a: getattr(a, first) is None or getattr(a, second) is None,
            "input2": lambda a: getattr(a, first) is None and getattr(a, second) is None,
        },
        "guard": _guard(name, tests),
    }
    options |= {"hidden": 1} if differentiable else {"zero_gradient": True}
    doc = _DOC.format(
        text=text, inputs="input1, input2", parameters=f"{first}, {second}    the parameters; None for those given as arrays",
        ahead=_AHEAD * ahead, dtype=_DTYPE * typed, result="a floating" if typed else "a float32",
        types=" or `dtype` is not a floating type" * typed,
    )  # fmt: skip
    operator = op(name, doc=doc, **options)(_sampler(draw, labels, REQUIRED, () if typed else ("dtype",)))

    @operator.inspects
    def look(a, *arrays):
        values = iter(arrays)
        _guard(name, tests)(*(next(values) if getattr(a, n) is None else None for n in labels))

    if host is not None:

        @operator.on_host
        def on_host(a, random, one, two):
            _floating(name, a.dtype)
            return np.asarray(host(random, _shape(name, [], a.size), _work(a.dtype), one, two)).astype(a.dtype, copy=False)


def _open(key, shape, dtype):
    """Numbers in (0, 1): their logarithms are finite."""
    return jnp.clip(jax.random.uniform(key, shape, dtype), jnp.finfo(dtype).tiny, 1 - jnp.finfo(dtype).epsneg)


def _open_on_host(random, shape):
    return np.clip(random.random(shape, SINGLE), *(np.finfo(SINGLE).tiny, 1 - np.finfo(SINGLE).epsneg))


def _logistic(key, shape, dtype, loc, scale):
    u = _open(key, shape, dtype)
    return loc + (jnp.log(u) - jnp.log1p(-u)) * scale


def _gumbel(key, shape, dtype, loc, scale):
    return loc - jnp.log(-jnp.log(_open(key, shape, dtype))) * scale


@jax.custom_jvp
def _following(drawn, alpha):
    """`drawn`, standard gamma numbers, which keep their quantile where the shape parameter `alpha` moves."""
    return drawn


@_following.defjvp
def _(primals, tangents):
    drawn, alpha = primals
    slope = lax.random_gamma_grad(alpha, drawn)
    return drawn, tangents[1] * jnp.where(jnp.isfinite(slope), slope, 0)


def _smooth_gamma(key, shape, dtype, alpha, scale):
    alpha = jnp.broadcast_to(alpha, shape)
    drawn = samplers.gamma(key, shape, dtype, lax.stop_gradient(alpha), jnp.ones((), dtype))
    return _following(lax.stop_gradient(drawn), alpha) * scale


_SCALE = [(1, *_not_negative("scale"))]
_BOTH = [(0, *_positive("shape")), (1, *_positive("scale"))]
for _end in ("", "_n"):
    _text = "Numbers spread evenly over [low, high)."
    _declare_two("uniform" + _end, ("low", "high"), samplers.uniform, _text, differentiable=False, ahead=_end == "_n")
    _text = "Normally distributed numbers of mean `loc` and standard deviation `scale`."
    _declare_two("normal" + _end, ("loc", "scale"), samplers.normal, _text, _SCALE, ahead=_end == "_n")
_declare_two("logistic", ("loc", "scale"), _logistic, "Numbers of the logistic distribution.", _SCALE, typed=False)
_declare_two("gumbel", ("loc", "scale"), _gumbel, "Numbers of the Gumbel distribution.", _SCALE, typed=False)
_declare_two("gamma", ("shape", "scale"), samplers.gamma, "Gamma-distributed numbers.", _BOTH, differentiable=False)
_text = "Gamma-distributed numbers with the derivative by their parameters, as in MXNet 2.0."
_declare_two("smooth_gamma", ("shape", "scale"), _smooth_gamma, _text, _BOTH)


def _declare_one(word, label, default, sample, text, test, differentiable=True, placed=True):
    """Operators with one parameter; `sample(u, value, xp)` of numbers u in (0, 1), where `xp` is jax.numpy or NumPy."""
    name = "_npi_" + word

    def draw(inputs, numbers, size, key, ctx=None):
        values, arrays = _merged(inputs, numbers)
        value = jnp.asarray(values[0]).astype(SINGLE)
        u = _open(key, _shape(name, arrays, size), SINGLE)
        return sample(u, value if differentiable else lax.stop_gradient(value), jnp)

    guard = _guard(name, [(0, *test)])
    traits = {"hidden": 1} if differentiable else {"zero_gradient": True}
    doc = _DOC.format(
        text=text, inputs="input1", parameters=f"{label}    the parameter; None where it is given as an array",
        ahead="", dtype="", result="a float32", types="",
    )  # fmt: skip
    declare = op(name, doc=doc, when={"input1": lambda a: getattr(a, label) is None}, guard=guard, **traits)
    operator = declare(_sampler(draw, (label,), default, ("dtype",) if placed else ("dtype", "ctx")))
    operator.inspects(lambda a, *arrays: guard(*arrays) if arrays else None)
    operator.on_host(lambda a, random, value: sample(_open_on_host(random, _shape(name, [], a.size)), SINGLE.type(value), np))


_declare_one("exponential", "scale", 1.0, lambda u, scale, xp: -xp.log(u) * scale, "Exponentially distributed numbers of mean "
             "`scale`.", _not_negative("scale"))  # fmt: skip
_declare_one("rayleigh", "scale", 1.0, lambda u, scale, xp: xp.sqrt(-2 * xp.log(u)) * scale, "Numbers of the Rayleigh "
             "distribution.", _not_negative("scale"))  # fmt: skip
_declare_one("pareto", "a", None, lambda u, a, xp: xp.expm1(-xp.log(u) / a), "Numbers of the Pareto II distribution of shape "
             "`a`.", _positive("a"))  # fmt: skip
_declare_one("weibull", "a", None, lambda u, a, xp: (-xp.log(u)) ** (1 / a), "Numbers of the Weibull distribution of shape `a`.",
             _positive("a"))  # fmt: skip
_declare_one("powerd", "a", None, lambda u, a, xp: (1 - u) ** (1 / a), "Numbers of [0, 1] with a density like x**(a - 1).",
             _positive("a"), differentiable=False, placed=False)  # fmt: skip

_PROBABLE = [(0, lambda x: (x >= 0) & (x <= 1), "probabilities between 0 and 1")]


@op(
    "_npi_bernoulli",
    when={"input1": lambda a: a.prob is None and a.logit is None},
    guard=_guard("_npi_bernoulli", _PROBABLE),
    zero_gradient=True,
)
def bernoulli(
    input1: Array | None = None,
    prob: Scalar | None = REQUIRED,
    logit: Scalar | None = REQUIRED,
    size: Shape | None = None,
    ctx: str = "cpu",
    dtype: DType = "float32",
    is_logit: bool = REQUIRED,
    *,
    key: Key,
) -> jax.Array:
    """1 with a probability, else 0.

    input1    array of probabilities, or of logarithms of odds, where neither of them is a number
    prob, logit    the probability, or the logarithm of the odds; one of them or none
    size    shape of the result; by default that of the array
    ctx    the device of a call without arrays, as "cpu(0)"
    dtype    element type of the result
    is_logit    whether logarithms of odds are given

    Returns an array of `dtype`, without gradient to the parameters. Raises ValueError for other probabilities, MXNetError
    if the array does not broadcast to the size.
    """
    name = "_npi_bernoulli"
    number = logit if is_logit else prob
    values, arrays = _merged((input1,), (number,))
    u = _open(key, _shape(name, arrays, size), SINGLE)
    threshold = jnp.log(u) - jnp.log1p(-u) if is_logit else u
    return (lax.stop_gradient(jnp.asarray(values[0])).astype(SINGLE) > threshold).astype(dtype)


@bernoulli.on_host
def _(a, random, prob, logit):
    chance = 1 / (1 + np.exp(-np.float64(logit))) if a.is_logit else prob
    return (random.random(_shape("_npi_bernoulli", [], a.size), SINGLE) < np.float32(chance)).astype(a.dtype)


@bernoulli.inspects
def _(a, *arrays):
    if arrays and not a.is_logit:
        _guard("_npi_bernoulli", _PROBABLE)(arrays[0])


@op("_npi_multinomial", wide=True, when={"a": lambda a: a.pvals is None}, numbered_inputs=True, zero_gradient=True)
def multinomial(
    a: Array | None = None, n: int = REQUIRED, pvals: Floats | None = None, size: Shape | None = None, *, key: Key
) -> jax.Array:
    """How often each outcome occurs in `n` experiments.

    a    vector of probabilities, unless `pvals` is given; what they lack to 1 falls to the last
    n    number of experiments
    pvals    the probabilities as numbers
    size    how many times to count

    Returns int64 counts of shape (*size, outcomes). Raises MXNetError if the probabilities exceed 1.
    """
    name = "_npi_multinomial"
    chances = np.asarray(pvals, "float64") if a is None else lax.stop_gradient(a)
    check(chances.ndim == 1, name, lambda: f"object too deep for desired array: a has shape {list(chances.shape)}")
    if a is None:
        _check_sum(name, chances)
    lead, outcomes = _shape(name, [], size), chances.shape[0]
    rows = math.prod(lead)
    if not outcomes:
        return jnp.zeros((*lead, 0), "int64")
    dtype = chances.dtype if is_float(chances) else SINGLE
    edges = jnp.cumsum(jnp.asarray(chances).astype(dtype))
    at = jnp.searchsorted(edges, jax.random.uniform(key, (rows, max(n, 0)), dtype), side="right")
    at = jnp.minimum(at, outcomes - 1)
    counts = jnp.zeros((rows, outcomes), "int64").at[jnp.arange(rows)[:, None], at].add(1)
    return counts.reshape(*lead, outcomes)


@multinomial.on_host(arrays=True)
def _(a, random, *arrays):
    chances = np.asarray(arrays[0] if arrays else a.pvals, "float64")
    if chances.ndim != 1 or not chances.size or not 0 <= a.n < 2**31:
        return None
    if not arrays:
        _check_sum("_npi_multinomial", chances)
    try:
        return random.multinomial(a.n, chances, _shape("_npi_multinomial", [], a.size))
    except ValueError:  # such as sums that the rounding of single precision has brought above 1
        return None


def _check_sum(name, pvals):
    # numbers that add up to 1 but for the rounding of their type are taken
    slack = 1e-12 if pvals.dtype == np.float64 else 1e-6
    check(pvals.ndim != 1 or float(np.sum(pvals, dtype="float64")) <= 1 + slack, name, "sum(pvals[:-1]) > 1.0")


@multinomial.inspects
def _(a, *arrays):
    if arrays:
        _check_sum("_npi_multinomial", np.asarray(arrays[0]))


@op(
    "_npi_choice",
    wide=True,
    when={"input1": lambda a: a.a is None or a.weighted, "input2": lambda a: a.a is None and a.weighted},
    zero_gradient=True,
)
def choice(
    input1: AnyArray | None = None,
    input2: AnyArray | None = None,
    a: Long | None = REQUIRED,
    size: Shape | None = REQUIRED,
    ctx: str = "cpu",
    replace: bool = True,
    weighted: bool = False,
    *,
    key: Key,
) -> jax.Array:
    """Positions drawn from a range.

    input1, input2    the array whose positions are drawn, unless `a` is given; then the weights, if `weighted`
    a    how many positions there are
    size    shape of the result; None for a single position
    ctx    the device of a call without arrays, as "cpu(0)"
    replace    whether a position may come more than once
    weighted    whether probabilities are given

    Returns int64 positions. Raises ValueError for more positions than there are without replacement.
    """
    name = "_npi_choice"
    inputs = [x for x in (input1, input2) if x is not None]
    count = inputs.pop(0).size if a is None else a
    shape = _shape(name, [], size)
    wanted = _countable(name, count, shape, replace)
    if not wanted:
        return jnp.zeros(shape, "int64")
    if not weighted:
        if replace:
            return jax.random.randint(key, shape, 0, count, "int64")
        return jax.random.permutation(key, count)[:wanted].astype("int64").reshape(shape)
    weights = lax.stop_gradient(inputs[0]).reshape(-1)
    weights = weights if is_float(weights) and weights.dtype.itemsize > 2 else weights.astype(SINGLE)
    check(weights.size == count, name, lambda: f"a and p must have the same size, got {count} and {weights.size}")
    if replace:
        edges = jnp.cumsum(weights)
        at = jnp.searchsorted(edges, _open(key, shape, weights.dtype) * edges[-1], side="left")
        return jnp.minimum(at, count - 1).astype("int64")
    keys = jnp.log(weights) - jnp.log(-jnp.log(_open(key, (count,), weights.dtype)))
    return jnp.argsort(-keys)[:wanted].astype("int64").reshape(shape)


def _countable(name, count, shape, replace):
    """Number of positions to draw; raises ValueError if there are not as many."""
    wanted = math.prod(shape)
    if wanted > count and not (replace and count > 0):
        raise BadValue(f"Operator {name}: cannot take a sample of {wanted} out of {count} with replace={replace}")
    return wanted


@choice.on_host
def _(a, random):
    shape = _shape("_npi_choice", [], a.size)
    wanted = _countable("_npi_choice", a.a, shape, a.replace)
    if a.replace:
        return random.integers(0, max(a.a, 1), shape, "int64")
    return random.choice(max(a.a, 1), wanted, replace=False).astype("int64", copy=False).reshape(shape)
