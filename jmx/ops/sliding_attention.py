"""Attention within a window that slides along the sequence, as the Longformer has it. These came with MXNet 2.0.

Each place attends to `w` places before it and, if `symmetric`, to as many behind it, which lie `dilation` apart; every head has a
dilation of its own. The steps run one place of the window after the other, so that memory does not grow with its length.
"""

import jax
import jax.numpy as jnp
from jax import lax

from ..core.declare.op import REQUIRED, AnyArray, Array, op
from ._attributes import attributes_of
from ._checks import check, check_ndim, fail


def _shared(score: Array, dilation: AnyArray, w: int = REQUIRED, symmetric: bool = REQUIRED):
    """What the operators have in common.

    score    (batch, length, heads, window), where window is 2 * w + 1 if symmetric, else w + 1
    dilation    (heads,): the distance of neighbours in the window, whole numbers
    w    how many places before a place belong to its window
    symmetric    whether as many behind it do, too
    """


def _offsets(name, data, dilation, w, symmetric, window=None):
    """How many dilations the places of the window lie from its centre."""
    check_ndim(name, data, 4)
    check(w >= 0, name, f"w={w} must not be negative")
    if dilation.shape != data.shape[2:3]:
        fail(name, f"dilation must have shape ({data.shape[2]},), one for each head, got {dilation.shape}")
    offsets = jnp.arange(-w, w + 1 if symmetric else 1)
    if window is not None and window != offsets.size:
        fail(name, f"score must have {offsets.size} elements along its last axis for w={w}, symmetric={symmetric}, got {window}")
    return offsets


def _seen(length, dilation, offset):
    """(length, heads): the place that lies `offset` dilations from each place."""
    return jnp.arange(length)[:, None] + offset * lax.stop_gradient(dilation).astype(jnp.int32)


def _shifted(x, dilation, offset):
    """What lies `offset` dilations from each place of `x`, 0 outside of the sequence."""
    length, heads = x.shape[1:3]
    seen = _seen(length, dilation, offset)
    rows = x[:, jnp.clip(seen, 0, length - 1), jnp.arange(heads)]
    return jnp.where(((seen >= 0) & (seen < length))[..., None], rows, jnp.zeros((), x.dtype))


@op("_contrib_sldwin_atten_score", "_npx_sldwin_atten_score")
@attributes_of(_shared)
def sldwin_atten_score(query: Array, key: Array, dilation, w, symmetric) -> jax.Array:
    """Products of each query with the keys in its window. MXNet has it from 2.0 on.

    query, key    (batch, length, heads, units)

    Returns (batch, length, heads, window); 0 where the window leaves the sequence. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> x = nd.array([1, 2, 3]).reshape((1, 3, 1, 1))
    >>> nd.contrib.sldwin_atten_score(x, x, nd.array([1], dtype="int32"), w=1, symmetric=True).reshape((3, 3))
    [[0. 1. 2.]
     [2. 4. 6.]
     [6. 9. 0.]]
    <NDArray 3x3 @cpu(0)>
    """
    name = "_contrib_sldwin_atten_score"
    offsets = _offsets(name, query, dilation, w, symmetric)
    if key.shape != query.shape:
        fail(name, f"key must have the shape of query, {query.shape}, got {key.shape}")
    products = jax.checkpoint(lambda offset: jnp.sum(query * _shifted(key, dilation, offset), -1))
    return jnp.moveaxis(lax.map(products, offsets), 0, -1)


@op("_contrib_sldwin_atten_mask_like", "_npx_sldwin_atten_mask_like", zero_gradient=True)
@attributes_of(_shared)
def sldwin_atten_mask_like(score, dilation, valid_length: AnyArray, w, symmetric) -> jax.Array:
    """Where the windows lie within their sequences. MXNet has it from 2.0 on.

    valid_length    (batch,): the lengths of the sequences

    Returns an array like `score`: 1 where the place itself and the one that it attends to belong to the sequence, else 0.

    Examples
    --------
    >>> lengths = nd.array([2], dtype="int32")
    >>> mask = nd.contrib.sldwin_atten_mask_like(
    ...     nd.zeros((1, 3, 1, 3)), nd.array([1], dtype="int32"), lengths, w=1, symmetric=True
    ... )
    >>> mask.reshape((3, 3))
    [[0. 1. 1.]
     [1. 1. 0.]
     [0. 0. 0.]]
    <NDArray 3x3 @cpu(0)>
    """
    name = "_contrib_sldwin_atten_mask_like"
    offsets = _offsets(name, score, dilation, w, symmetric, score.shape[-1])
    if valid_length.shape != score.shape[:1]:
        fail(name, f"valid_length must have shape ({score.shape[0]},), one for each sequence, got {valid_length.shape}")
    length = score.shape[1]
    seen = jax.vmap(lambda offset: _seen(length, dilation, offset), out_axes=-1)(offsets)
    end = valid_length.astype(jnp.int32)[:, None, None, None]
    inside = (seen >= 0) & (seen < end) & (jnp.arange(length)[:, None, None] < end)
    return inside.astype(score.dtype)


@op("_contrib_sldwin_atten_context", "_npx_sldwin_atten_context")
@attributes_of(_shared)
def sldwin_atten_context(score, value: Array, dilation, w, symmetric) -> jax.Array:
    """Sums of the values in each window, weighted by the score. MXNet has it from 2.0 on.

    value    (batch, length, heads, units)

    Returns (batch, length, heads, units). Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> value = nd.array([1, 2, 3]).reshape((1, 3, 1, 1))
    >>> nd.contrib.sldwin_atten_context(
    ...     nd.ones((1, 3, 1, 2)), value, nd.array([1], dtype="int32"), w=1, symmetric=False
    ... ).reshape((3,))
    [1. 3. 5.]
    <NDArray 3 @cpu(0)>
    """
    name = "_contrib_sldwin_atten_context"
    check_ndim(name, value, 4)
    offsets = _offsets(name, score, dilation, w, symmetric, score.shape[-1])
    if value.shape[:3] != score.shape[:3]:
        fail(name, f"value must have shape {(*score.shape[:3], 'units')}, got {value.shape}")

    @jax.checkpoint
    def add(total, step):
        offset, weight = step
        return total + weight[..., None] * _shifted(value, dilation, offset), None

    return lax.scan(add, jnp.zeros_like(value), (offsets, jnp.moveaxis(score, -1, 0)))[0]
