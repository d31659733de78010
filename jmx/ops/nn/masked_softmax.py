"""Softmax over those elements that a mask lets through."""

import jax
import jax.numpy as jnp
from jax import lax

from jmx.core.declare.op import AnyArray, Array, op

from .._checks import axis_of, check, fail
from .._numeric import convert, is_float, working

_DOC = """{text} MXNet has it from 2.0 on.

data    array of a floating type
mask    array that broadcasts to the shape of `data`; elements where it is 0 take no part
axis    the axis, negative ones counting from the end
temperature    divides `data`
normalize    subtract the greatest element first, which avoids overflow

Returns an array like `data`, {else_} where the mask is 0. Raises MXNetError for integers and for masks that do not broadcast.

Examples
--------
>>> x, mask = nd.array([[1, 1, 9]]), nd.array([[1, 1, 0]])
>>> nd.{name}(x, mask).asnumpy().round(4)
array({shown}, dtype=float32)
"""


def _prepared(name, data, mask, axis, temperature, normalize):
    """(scaled elements, 0 where masked; the mask in full; the sum of exponentials, 1 where nothing takes part)."""
    check(is_float(data), name, lambda: f"data must be of a floating type, got {data.dtype}")
    axis = axis_of(name, axis, data.ndim)
    fits = mask.ndim <= data.ndim and all(m in (1, n) for m, n in zip(mask.shape[::-1], data.shape[::-1]))
    if not fits:
        fail(name, f"mask of shape {list(mask.shape)} does not broadcast to data of shape {list(data.shape)}")
    shown = jnp.broadcast_to(mask != 0, data.shape)
    x = jnp.where(shown, working(data) / temperature, 0)
    if normalize:
        top = jnp.max(x, axis, keepdims=True, where=shown, initial=-jnp.inf)
        x = jnp.where(shown, x - lax.stop_gradient(jnp.where(jnp.isfinite(top), top, 0)), 0)
    total = jnp.sum(jnp.exp(x), axis, keepdims=True, where=shown)
    return x, shown, jnp.where(total > 0, total, 1)


@op(
    "masked_softmax",
    "_npx_masked_softmax",
    doc=_DOC.format(
        text="Softmax of the elements that `mask` lets through.", else_="0", name="masked_softmax", shown="[[0.5, 0.5, 0. ]]"
    ),
    later=True,
)
def masked_softmax(data: Array, mask: AnyArray, axis: int = -1, temperature: float = 1.0, normalize: bool = True) -> jax.Array:
    x, shown, total = _prepared("masked_softmax", data, mask, axis, temperature, normalize)
    return convert(jnp.where(shown, jnp.exp(x) / total, 0), data.dtype)


@op(
    "masked_log_softmax",
    "_npx_masked_log_softmax",
    doc=_DOC.format(
        text="Logarithm of `masked_softmax`.",
        else_="minus infinity",
        name="masked_log_softmax",
        shown="[[-0.6931, -0.6931,    -inf]]",
    ),
    later=True,
)
def masked_log_softmax(
    data: Array, mask: AnyArray, axis: int = -1, temperature: float = 1.0, normalize: bool = True
) -> jax.Array:
    x, shown, total = _prepared("masked_log_softmax", data, mask, axis, temperature, normalize)
    return convert(jnp.where(shown, x - jnp.log(total), -jnp.inf), data.dtype)
