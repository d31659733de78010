"""Numbers as 8-bit integers with the range that they stand for, and back."""

from typing import Literal

import jax.numpy as jnp
import numpy as np
from jax import lax

from ..core.op import AnyArray, op


def _ranges(low, high):
    return lax.stop_gradient(low).astype(jnp.float32), lax.stop_gradient(high).astype(jnp.float32)


def _scaled(data, low, high, kind, largest):
    """`data` as integers of `kind`, of which `largest` stands for the larger bound; what lies beyond is cut off."""
    scale = jnp.float32(largest) / jnp.maximum(jnp.abs(low), jnp.abs(high))
    limits = jnp.iinfo(kind)
    return jnp.clip(jnp.round(data * scale), limits.min, limits.max).astype(kind)


def _signed_range(low, high):
    bound = jnp.maximum(jnp.abs(low), jnp.abs(high))
    return -bound, bound


@op("_contrib_quantize", outputs=3)
def quantize(data: AnyArray, min_range: AnyArray, max_range: AnyArray, out_type: Literal["int8", "uint8"] = "uint8"):
    """Numbers as 8-bit integers: zero stays zero, the larger bound of the range becomes 255 ("uint8") or 127 ("int8").

    data    float32 array
    min_range, max_range    float32, shape (1,): the range of its values

    Returns the integers, and the range that they stand for, twice shape (1,).
    """
    low, high = _ranges(min_range, max_range)
    unsigned = out_type == "uint8"
    made = _scaled(lax.stop_gradient(data), low, high, jnp.uint8 if unsigned else jnp.int8, 255 if unsigned else 127)
    low, high = (low, high) if unsigned else _signed_range(low, high)
    return made, low.reshape(1), high.reshape(1)


@op("_contrib_quantize_v2", outputs=3)
def quantize_v2(
    data: AnyArray,
    out_type: Literal["auto", "int8", "uint8"] = "int8",
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
):
    """Numbers as 8-bit integers, with the range given or that of the data; the larger bound becomes 255.5 or 127.5.

    data    float32 array
    out_type    "auto" takes "uint8" where min_calib_range is not negative
    min_calib_range, max_calib_range    the range; both are needed to count

    Returns the integers, and the range that they stand for, twice shape (1,).
    """
    data = lax.stop_gradient(data)
    if min_calib_range is not None and max_calib_range is not None:
        low, high = jnp.float32(min_calib_range), jnp.float32(max_calib_range)
    else:
        low, high = data.min(), data.max()
    unsigned = out_type == "uint8" or (out_type == "auto" and min_calib_range is not None and min_calib_range >= 0)
    made = _scaled(data, low, high, jnp.uint8 if unsigned else jnp.int8, 255.5 if unsigned else 127.5)
    low, high = (low, high) if unsigned else _signed_range(low, high)
    return made, low.reshape(1), high.reshape(1)


@op("_contrib_dequantize")
def dequantize(data: AnyArray, min_range: AnyArray, max_range: AnyArray, out_type: Literal["float32"] = "float32"):
    """The numbers that 8-bit (or, from sums of products, 32-bit) integers stand for.

    data    int8, uint8 or int32 array
    min_range, max_range    float32, shape (1,): the range that they stand for

    Returns a float32 array.
    """
    low, high = _ranges(min_range, max_range)
    largest = np.float32({"uint8": 255.5, "int8": 127.5}.get(data.dtype.name, 2**31 - 1))
    return data.astype(jnp.float32) * (jnp.maximum(jnp.abs(low), jnp.abs(high)) / largest)
