"""Sums over processes that travel in fewer bytes than their arrays have: in half precision, or in two bits an element.

A rank sends its part in a short form, and whoever adds up does so in a wide one. There are two ways. With few ranks each gets
the parts of all (n - 1 parts sent by each), and adds them up itself. With more each gets all parts of its n-th of the vector,
adds these up, and gives the sum to the others: one n-th of a part and of a sum for each other rank. gloo's own sum of float16
takes ten times as long and rounds at each rank, and that of bfloat16 sends float32.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

#: what gradients may travel as: names that users give, and types
HALVES = {"bf16": jnp.dtype("bfloat16"), "fp16": jnp.dtype("float16")}
#: elements that take one of these numbers: -1, 0 and 1
TWO_BITS = "2bit"
_SHIFTS = (0, 2, 4, 6)


def form_of(wanted: str | None, dtype: Any, platform: str) -> str | None:
    """How arrays travel: a name of `HALVES`, `TWO_BITS`, or None for as they are.

    Parameters
    ----------
    wanted : str, optional
        What the caller asks for.
    dtype : dtype
        Of the arrays. Those that take two bytes anyway travel as what they are.
    platform : str
        Where they are. On CPUs arrays of two bytes are added up here in any case; NCCL does it by itself.
    """
    if wanted == TWO_BITS:
        return wanted
    if not jnp.issubdtype(dtype, jnp.floating):
        return None
    own = next((name for name, half in HALVES.items() if half == dtype), None)
    return own or wanted if wanted or platform == "cpu" else None


# Programs of XLA's, which wait by themselves for gradients that a backward pass is still computing; operators of NumPy would have
# the caller wait for each.


@partial(jax.jit, static_argnames="dtype")
def signs_and_rest(rest: Any, gradient: Any, threshold: Any, dtype: str) -> tuple[jax.Array, jax.Array]:
    """-1, 0 or 1 for each element of rest and gradient, and what is left of these behind that many times the threshold."""
    rest = gradient if rest is None else rest + gradient
    signs = (rest >= threshold).astype(np.int8) - (rest <= -threshold).astype(np.int8)
    return signs.astype(dtype), rest - signs * threshold


@jax.jit
def without_signs(total: Any, threshold: Any) -> jax.Array:
    """What a sum of signs stands for."""
    return total.astype(np.float32) * threshold


@jax.jit
def product(array: Any, factor: Any) -> jax.Array:
    """An array times a number."""
    return array * factor


def gathers(count: int, part: float, total: float) -> bool:
    """Whether `count` ranks send least if each gets the parts of all; `part` and `total` are bytes of an element sent."""
    return count * part <= part + total


def total(part: Any, axis: str, count: int, form: str | None) -> Any:
    """The sum over the mesh axis `axis` of `count` devices; traceable inside of shard_map.

    Parameters
    ----------
    part : jax.Array
        What this device adds.
    axis : str
    count : int
    form : str, optional
        As `form_of` says.

    Returns
    -------
    jax.Array
        Of the same shape and type, equal to the bit on all devices.
    """
    if form is None:
        return lax.psum(part, axis)
    vector = part.reshape(-1)
    summed = _of_signs(vector, axis, count) if form == TWO_BITS else _of_halves(vector, axis, count, HALVES[form])
    return summed.reshape(part.shape)


def _of_halves(vector, axis, count, half):
    wide = jnp.promote_types(half, np.float32)

    def row(rows, i):
        return _as_bits(rows[i], half).astype(wide)

    def add(rows):
        # XLA's sum along an axis takes a hundred times as long for these types on a CPU
        return lax.fori_loop(1, count, lambda i, sums: sums + row(rows, i), row(rows, 0))

    if gathers(count, 2, 2):
        return add(lax.all_gather(_as_bits(vector.astype(half), np.uint16), axis)).astype(vector.dtype)
    # What travels back is below the largest part, so that it overflows only where a part did. A power of two rounds nothing,
    # but float16's smallest numbers: where the sum is of that type it has to fit anyway.
    scale = 1 << (count - 1).bit_length() if vector.dtype != half else 1
    rows = _cut(_as_bits(vector.astype(half), np.uint16), count)
    mean = add(lax.all_to_all(rows, axis, 0, 0)) * (1 / scale)
    back = lax.all_gather(_as_bits(mean.astype(half), np.uint16), axis, tiled=True)[: vector.size]
    return (_as_bits(back, half).astype(wide) * scale).astype(vector.dtype)


def _as_bits(x, dtype):
    # as integers, which no pass of XLA takes for numbers to be sent in a wider type
    return lax.bitcast_convert_type(x, dtype)


def _cut(vector, count):
    """`count` rows of equal length, the last filled up by zeros."""
    length = -(-vector.size // count)
    return jnp.pad(vector, (0, length * count - vector.size)).reshape(count, length)


def _of_signs(vector, axis, count):
    # the sums of up to 127 ranks fit into a byte
    wide = np.dtype(np.int8 if count < 128 else np.int16)

    def add(rows):
        return jnp.concatenate([_sign(rows, shift).sum(axis=0, dtype=wide) for shift in _SHIFTS])

    if gathers(count, 0.25, wide.itemsize):
        return add(lax.all_gather(_packed(vector), axis))[: vector.size].astype(vector.dtype)
    rows = jax.vmap(_packed)(_cut(vector, count))
    length = -(-vector.size // count)
    sums = lax.all_gather(add(lax.all_to_all(rows, axis, 0, 0))[:length], axis, tiled=True)
    return sums[: vector.size].astype(vector.dtype)


def _packed(signs):
    """Four to a byte: one of each quarter of the vector."""
    a, b, c, d = _cut(signs.astype(np.uint8) & np.uint8(3), len(_SHIFTS))
    return a | b << np.uint8(2) | c << np.uint8(4) | d << np.uint8(6)


def _sign(packed, shift):
    # 0, 1 and 3, of which the last is -1
    return (((packed >> np.uint8(shift)) & np.uint8(3)) ^ np.uint8(2)).astype(np.int8) - np.int8(2)
