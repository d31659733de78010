"""Spread, averages and percentiles."""

import math
from typing import Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.core.declare.op import AnyArray, Array, NumberType, Shape, op
from jmx.core.declare.x64 import x64

from .._checks import check, fail
from .._numeric import SINGLE, convert, divided, is_float, working
from ._types import BadValue, numbers
from .reduce import _accumulate, _axes

_SPREAD = """{text}

a    array of a numeric type. It gets no gradient, as in MXNet.
axis    one axis or several, negative ones counting from the end; None for all
dtype    element type of the result
ddof    by how much the divisor is less than the number of elements
keepdims    keep reduced axes with length 1

Returns an array of the remaining axes, of `dtype`, else of the type of `a`: integers compute with integers. Raises MXNetError
if an axis does not exist or is named twice, and for booleans.
"""


def _quotient(total, count):
    """`total` divided by a number in the type of `total`: integers are cut off, and nothing is divided by 0."""
    text = "there is nothing to divide by: integers have no NaN. Convert with astype('float32')."
    check(count != 0 or is_float(total), "_npi_var", text)
    return divided(total, count)


def _variance(name, a, axis, dtype, ddof, keepdims):
    numbers(name, a)
    axes = _axes(name, axis, a.ndim)
    target, count = np.dtype(dtype or a.dtype), math.prod(a.shape[i] for i in axes)
    with x64(target, a):
        a = lax.stop_gradient(a)
        if not a.size:
            return jnp.full(jnp.sum(a, axes, keepdims=keepdims).shape, jnp.nan if target.kind == "f" else 0, target)
        mean = _quotient(_accumulate(name, jnp.sum, a, axes, True, a.dtype), count)
        return _quotient(_accumulate(name, jnp.sum, jnp.square(a - mean), axes, keepdims, target), max(count - ddof, 0))


_VAR = _SPREAD.format(text="Mean of the squared distances from the mean over axes.")
_STD = _SPREAD.format(text="Standard deviation, the root of the variance, over axes.")


@op("_npi_var", doc=_VAR, zero_gradient=True, outputs=("var",), hidden=("mean",), onnx="reduce.variance")
def var(a: Array, axis: Shape | None = None, dtype: NumberType | None = None, ddof: int = 0, keepdims: bool = False) -> jax.Array:
    return _variance("_npi_var", a, axis, dtype, ddof, keepdims)


@op("_npi_std", doc=_STD, zero_gradient=True, outputs=("std",), hidden=("mean",), onnx=("reduce.variance", True))
def std(a: Array, axis: Shape | None = None, dtype: NumberType | None = None, ddof: int = 0, keepdims: bool = False) -> jax.Array:
    variance = _variance("_npi_std", a, axis, dtype, ddof, keepdims)
    return convert(jnp.sqrt(working(variance)), variance.dtype)


@op(
    "_npi_average",
    outputs=lambda a: 2 if a.returned else 1,
    when={"weights": lambda a: a.weighted},
    hidden=lambda a: int(not a.returned),
)
def average(
    a: Array, weights: Array | None = None, axis: Shape | None = None, returned: bool = False, weighted: bool = True
) -> jax.Array | tuple[jax.Array, jax.Array]:
    """Mean over axes, in which elements count by their weights.

    a    array of a numeric type
    weights    array of the type and shape of `a`, or a vector for a single axis; only with `weighted`
    axis    one axis or several, negative ones counting from the end; None for all
    returned    whether the sum of the weights is returned too; it carries no gradient
    weighted    whether weights are given

    Returns an array of the remaining axes, of the type of `a`, and with `returned` the sum of the weights. Raises MXNetError
    if an axis does not exist, if the weights do not fit, and for booleans.
    """
    name = "_npi_average"
    numbers(name, a)
    axes = _axes(name, axis, a.ndim)
    if weights is None:
        count = math.prod(a.shape[i] for i in axes)
        mean = _quotient(_accumulate(name, jnp.sum, a, axes, False, a.dtype), count)
        return (mean, jnp.full((), count, a.dtype)) if returned else mean
    if weights.ndim != a.ndim:
        check(axis is not None, name, "axis must be specified when shapes of a and weights differ")
        if weights.ndim != 1 or len(axes) != 1:
            fail(
                name, f"1D weights and a single axis are expected when shapes of a and weights differ, got {list(weights.shape)}"
            )
        if weights.shape[0] != a.shape[axes[0]]:
            fail(name, f"length of weights, {weights.shape[0]}, not compatible with axis {axes[0]} of {list(a.shape)}")
        weights = jnp.expand_dims(weights, tuple(i for i in range(a.ndim) if i != axes[0]))
        over = jnp.sum(weights, dtype=a.dtype)
    else:
        check(weights.shape == a.shape, name, lambda: f"shapes of a and weights differ: {list(a.shape)}, {list(weights.shape)}")
        over = _accumulate(name, jnp.sum, weights, axes, False, a.dtype)
    total = _accumulate(name, jnp.sum, a * weights, axes, False, a.dtype)
    over = jnp.broadcast_to(over, total.shape) if weights.shape == a.shape else over
    if is_float(total):
        mean = (working(total) / working(over)).astype(a.dtype)
    else:
        wide = [x if x.dtype.itemsize >= 4 else x.astype("int32") for x in (total, jnp.broadcast_to(over, total.shape))]
        mean = jnp.where(wide[1] == 0, 0, lax.div(wide[0], jnp.where(wide[1] == 0, 1, wide[1]))).astype(a.dtype)
    return (mean, lax.stop_gradient(over)) if returned else mean


@op("_npi_percentile", when={"q": lambda a: a.q_scalar is None}, zero_gradient=True)
def percentile(
    a: AnyArray,
    q: AnyArray | None = None,
    axis: Shape | None = None,
    interpolation: Literal["higher", "linear", "lower", "midpoint", "nearest"] = "linear",
    keepdims: bool = False,
    q_scalar: float | None = None,
) -> jax.Array:
    """Values below which a part of the elements over axes lie.

    a    array of a numeric type. It gets no gradient.
    q    array of percentages, each between 0 and 100, of one or no dimension
    axis    one axis or several, negative ones counting from the end; None for all
    interpolation    what lies between two elements: their weighted mean ("linear"), their mean ("midpoint"), or one of them
    keepdims    keep reduced axes with length 1
    q_scalar    a single percentage instead of `q`

    Returns an array of the shape of `q` followed by the remaining axes, float64 if `a` is, else float32.
    Raises ValueError for other percentages, MXNetError if an axis does not exist or is named twice.
    """
    name = "_npi_percentile"
    numbers(name, a)
    axes = _axes(name, axis, a.ndim)
    if q is None:
        _percentages(name, np.asarray(q_scalar))
    else:
        check(q.ndim <= 1, name, lambda: f"q must have one dimension or none, got shape {list(q.shape)}")
    shape = () if q is None else q.shape
    a = lax.stop_gradient(a)
    rest = [n for i, n in enumerate(a.shape) if i not in axes]
    rows = jnp.sort(jnp.moveaxis(a, axes, range(a.ndim - len(axes), a.ndim)).reshape(*rest, -1), -1)
    last = rows.shape[-1] - 1
    check(last >= 0, name, lambda: f"there is nothing to choose from in an array of shape {list(a.shape)}")
    if q is None:
        at = jnp.asarray(np.float32(q_scalar * last / 100).reshape(1))
    else:
        with x64(True):
            at = (lax.stop_gradient(q).reshape(-1).astype("float64") * last / 100).astype(SINGLE)
    if interpolation == "midpoint":
        at = (jnp.floor(at) + jnp.ceil(at)) / 2
    whole = {"lower": jnp.floor, "higher": jnp.ceil, "nearest": lambda x: jnp.floor(x + 0.5)}.get(interpolation)
    dtype = a.dtype if a.dtype == np.float64 else SINGLE

    def part(x, weight):
        product = x.astype(dtype) * weight
        return (product.astype(a.dtype) if is_float(a) else product).astype(dtype)

    if whole is not None:
        values = rows[..., whole(at).astype("int32")].astype(dtype)
    else:
        below = jnp.floor(at).astype("int32")
        above = at - below.astype(SINGLE)
        first, second = rows[..., below], rows[..., jnp.minimum(below + 1, last)]
        values = part(first, 1 - above) + part(second, above)
    values = jnp.moveaxis(values, -1, 0)
    kept = [1 if i in axes else n for i, n in enumerate(a.shape)] if keepdims else rest
    return values.reshape(*shape, *kept)


def _percentages(name, q):
    if not ((q >= 0) & (q <= 100)).all():
        raise BadValue(f"Operator {name}: percentile exceeds the valid range from 0 to 100: {q.ravel()[:8].tolist()}")


@percentile.inspects
def _(a, array, q=None):
    if q is not None:
        _percentages("_npi_percentile", np.asarray(q))
