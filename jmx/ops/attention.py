"""Products of multi-head attention on interleaved projections, (length, batch, heads * projections * size)."""

import jax
import jax.numpy as jnp

from ..core.declare.fusion import FusionSeed
from ..core.declare.op import REQUIRED, Array, op
from ._checks import check_ndim, fail


def parts(name, label, x, heads, projections):
    """The projections in `x`, each (length, batch, heads, size of a head).

    Where the heads do not share the last axis evenly, MXNet's rows are shorter than that axis and follow one another: what is
    left over is the end of the array.
    """
    check_ndim(name, x, 3, label)
    length, batch, width = x.shape
    size = width // (heads * projections) if heads > 0 else 0
    if size == 0:
        fail(name, f"the last dimension of {label}, shape {x.shape}, must be at least {projections} * heads={heads}")
    count = length * batch * heads * projections * size
    if size * heads * projections != width:
        x = x.reshape(-1)[:count]
    split = x.reshape(length, batch, heads, projections, size)
    return [split[:, :, :, i] for i in range(projections)]


def _scores(queries, keys):
    """(batch * heads, queries, keys) from scaled queries and keys."""
    lq, batch, heads, size = queries.shape
    out = jnp.einsum("qbhd,kbhd->bhqk", queries / jnp.asarray(size, queries.dtype) ** 0.5, keys)
    return out.reshape(batch * heads, lq, keys.shape[0])


def _einsum(formula, x, y, axes):
    return jnp.einsum(formula, x, y)


def mix(name, attention, values, width, einsum=_einsum):
    """(queries, batch, width) from attention weights and values.

    `width` is what the values have of the last axis of their projections; where the heads leave some of it over, the results
    stand in front and zeros behind. `einsum` also is told the axes that are summed.
    """
    lk, batch, heads, size = values.shape
    if attention.ndim != 3 or attention.shape[0] != batch * heads or attention.shape[2] != lk:
        fail(name, f"attention must have shape ({batch * heads}, queries, {lk}), got {attention.shape}")
    weights = attention.reshape(batch, heads, attention.shape[1], lk)
    mixed = einsum("bhqk,kbhd->qbhd", weights, values, (3, 0))
    if heads * size != width:
        mixed = jnp.pad(mixed.reshape(-1), (0, attention.shape[1] * batch * (width - heads * size)))
    return mixed.reshape(attention.shape[1], batch, width)


def third(name, x) -> int:
    """What each of three projections has of the last axis."""
    if x.ndim == 3 and x.shape[2] % 3:
        fail(name, f"queries_keys_values.shape[2] should be a multiple of 3, currently is {x.shape[2]}")
    return x.shape[-1] // 3


def _fused_heads(a):
    return {"heads": str(a.heads), "quantized": "False", "enable_float_output": "False"}


@op(
    "_contrib_interleaved_matmul_selfatt_qk",
    "_npx_interleaved_matmul_selfatt_qk",
    outputs=("output",),
    seeds=FusionSeed("_sg_mkldnn_selfatt_qk", "attention", "selfatt_qk", attributes=_fused_heads),
    onnx="products.selfatt_qk",
    source=("layers.attention", "selfatt_qk", 3),
)
def selfatt_qk(queries_keys_values: Array, heads: int = REQUIRED) -> jax.Array:
    """Scaled dot products of queries and keys, from interleaved projections: q k^T / sqrt(size).

    queries_keys_values    (length, batch, heads * 3 * size): query, key and value of each head, one after the other
    heads    number of heads

    Returns (batch * heads, length, length).

    Examples
    --------
    >>> qkv = nd.array([[[1, 2, 3]], [[4, 5, 6]]])    # two steps, one head of size 1
    >>> nd.contrib.interleaved_matmul_selfatt_qk(qkv, heads=1)
    [[[ 2.  5.]
      [ 8. 20.]]]
    <NDArray 1x2x2 @cpu(0)>
    """
    name = "_contrib_interleaved_matmul_selfatt_qk"
    queries, keys, _ = parts(name, "queries_keys_values", queries_keys_values, heads, 3)
    return _scores(queries, keys)


@op(
    "_contrib_interleaved_matmul_selfatt_valatt",
    "_npx_interleaved_matmul_selfatt_valatt",
    outputs=("output",),
    seeds=FusionSeed("_sg_mkldnn_selfatt_valatt", "attention", "selfatt_valatt", attributes=_fused_heads),
    onnx="products.selfatt_valatt",
    source=("layers.attention", "selfatt_valatt", 3),
)
def selfatt_valatt(queries_keys_values: Array, attention: Array, heads: int = REQUIRED) -> jax.Array:
    """Values weighted by attention, from interleaved projections.

    queries_keys_values    (length, batch, heads * 3 * size): query, key and value of each head, one after the other
    attention    (batch * heads, length, length): weights
    heads    number of heads

    Returns (length, batch, heads * size).

    Examples
    --------
    >>> qkv, weights = nd.array([[[1, 2, 3]], [[4, 5, 6]]]), nd.array([[[1, 0], [0.5, 0.5]]])
    >>> nd.contrib.interleaved_matmul_selfatt_valatt(qkv, weights, heads=1).reshape(-1)
    [3.  4.5]
    <NDArray 2 @cpu(0)>
    """
    name = "_contrib_interleaved_matmul_selfatt_valatt"
    width = third(name, queries_keys_values)
    return mix(name, attention, parts(name, "queries_keys_values", queries_keys_values, heads, 3)[2], width)


@op(
    "_contrib_interleaved_matmul_encdec_qk",
    "_npx_interleaved_matmul_encdec_qk",
    outputs=("output",),
    onnx="products.encdec_qk",
    source=("layers.attention", "encdec_qk", 1, 2),
)
def encdec_qk(queries: Array, keys_values: Array, heads: int = REQUIRED) -> jax.Array:
    """Scaled dot products of the decoder's queries and the encoder's keys: q k^T / sqrt(size).

    queries    (queries, batch, heads * size)
    keys_values    (keys, batch, heads * 2 * size): key and value of each head, one after the other
    heads    number of heads

    Returns (batch * heads, queries, keys).

    Examples
    --------
    >>> queries, kv = nd.array([[[1]], [[2]]]), nd.array([[[3, 30]]])
    >>> nd.contrib.interleaved_matmul_encdec_qk(queries, kv, heads=1)
    [[[3.]
      [6.]]]
    <NDArray 1x2x1 @cpu(0)>
    """
    name = "_contrib_interleaved_matmul_encdec_qk"
    keys, _ = parts(name, "keys_values", keys_values, heads, 2)
    (wanted,) = parts(name, "queries", queries, heads, 1)
    if wanted.shape[1:] != keys.shape[1:] or queries.shape[2] * 2 != keys_values.shape[2]:
        fail(name, f"queries {queries.shape} and keys_values {keys_values.shape} do not go together")
    return _scores(wanted, keys)


@op(
    "_contrib_interleaved_matmul_encdec_valatt",
    "_npx_interleaved_matmul_encdec_valatt",
    outputs=("output",),
    onnx="products.encdec_valatt",
    source=("layers.attention", "encdec_valatt", 2),
)
def encdec_valatt(keys_values: Array, attention: Array, heads: int = REQUIRED) -> jax.Array:
    """The encoder's values weighted by attention.

    keys_values    (keys, batch, heads * 2 * size): key and value of each head, one after the other
    attention    (batch * heads, queries, keys): weights
    heads    number of heads

    Returns (queries, batch, heads * size).

    Examples
    --------
    >>> kv, weights = nd.array([[[3, 30]], [[4, 40]]]), nd.array([[[0.5, 0.5]]])
    >>> nd.contrib.interleaved_matmul_encdec_valatt(kv, weights, heads=1)
    [[[35.]]]
    <NDArray 1x1x1 @cpu(0)>
    """
    name = "_contrib_interleaved_matmul_encdec_valatt"
    return mix(name, attention, parts(name, "keys_values", keys_values, heads, 2)[1], keys_values.shape[2] // 2)
