"""Products of multi-head attention on interleaved projections, (length, batch, heads * projections * size)."""

import jax.numpy as jnp

from ..core.declare.op import REQUIRED, Array, op
from ._checks import check_ndim, fail


def _parts(name, label, x, heads, projections):
    """The projections in `x`, each (length, batch, heads, size of a head)."""
    check_ndim(name, x, 3, label)
    length, batch, width = x.shape
    if heads <= 0 or width % (heads * projections) != 0:
        fail(name, f"the last dimension of {label}, shape {x.shape}, must be a multiple of {projections} * heads={heads}")
    split = x.reshape(length, batch, heads, projections, width // (heads * projections))
    return [split[:, :, :, i] for i in range(projections)]


def _scores(queries, keys):
    """(batch * heads, queries, keys) from scaled queries and keys."""
    lq, batch, heads, size = queries.shape
    out = jnp.einsum("qbhd,kbhd->bhqk", queries / jnp.asarray(size, queries.dtype) ** 0.5, keys)
    return out.reshape(batch * heads, lq, keys.shape[0])


def _mix(name, attention, values):
    """(queries, batch, heads * size) from attention weights and values."""
    lk, batch, heads, size = values.shape
    if attention.ndim != 3 or attention.shape[0] != batch * heads or attention.shape[2] != lk:
        fail(name, f"attention must have shape ({batch * heads}, queries, {lk}), got {attention.shape}")
    weights = attention.reshape(batch, heads, attention.shape[1], lk)
    return jnp.einsum("bhqk,kbhd->qbhd", weights, values).reshape(attention.shape[1], batch, heads * size)


@op(
    "_contrib_interleaved_matmul_selfatt_qk",
    "_npx_interleaved_matmul_selfatt_qk",
    outputs=("output",),
    onnx="products.selfatt_qk",
)
def selfatt_qk(queries_keys_values: Array, heads: int = REQUIRED):
    """Scaled dot products of queries and keys, (batch * heads, length, length), from interleaved projections."""
    name = "_contrib_interleaved_matmul_selfatt_qk"
    queries, keys, _ = _parts(name, "queries_keys_values", queries_keys_values, heads, 3)
    return _scores(queries, keys)


@op(
    "_contrib_interleaved_matmul_selfatt_valatt",
    "_npx_interleaved_matmul_selfatt_valatt",
    outputs=("output",),
    onnx="products.selfatt_valatt",
)
def selfatt_valatt(queries_keys_values: Array, attention: Array, heads: int = REQUIRED):
    """Values weighted by `attention`, (length, batch, heads * size), from interleaved projections."""
    name = "_contrib_interleaved_matmul_selfatt_valatt"
    return _mix(name, attention, _parts(name, "queries_keys_values", queries_keys_values, heads, 3)[2])


@op("_contrib_interleaved_matmul_encdec_qk", "_npx_interleaved_matmul_encdec_qk", outputs=("output",), onnx="products.encdec_qk")
def encdec_qk(queries: Array, keys_values: Array, heads: int = REQUIRED):
    """Scaled dot products of the decoder's queries and the encoder's keys, (batch * heads, queries, keys)."""
    name = "_contrib_interleaved_matmul_encdec_qk"
    keys, _ = _parts(name, "keys_values", keys_values, heads, 2)
    (wanted,) = _parts(name, "queries", queries, heads, 1)
    if wanted.shape[1:] != keys.shape[1:]:
        fail(name, f"queries {queries.shape} and keys_values {keys_values.shape} do not go together")
    return _scores(wanted, keys)


@op(
    "_contrib_interleaved_matmul_encdec_valatt",
    "_npx_interleaved_matmul_encdec_valatt",
    outputs=("output",),
    onnx="products.encdec_valatt",
)
def encdec_valatt(keys_values: Array, attention: Array, heads: int = REQUIRED):
    """The encoder's values weighted by `attention`, (queries, batch, heads * size)."""
    name = "_contrib_interleaved_matmul_encdec_valatt"
    return _mix(name, attention, _parts(name, "keys_values", keys_values, heads, 2)[1])
