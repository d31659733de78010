"""Element types as MXNet computes with them: integers by way of single precision, C conversions, no booleans."""

import jax.numpy as jnp
import numpy as np

from ._checks import fail

SINGLE = np.dtype("float32")
_NARROW = {np.dtype("float16"), jnp.dtype(jnp.bfloat16)}


def is_float(x) -> bool:
    """True for an array of a floating type."""
    return jnp.issubdtype(x.dtype, jnp.floating)


def refuse_bool(name, x):
    """Raise MXNetError in the name of operator `name` if `x` is a boolean array."""
    if x.dtype == np.bool_:
        fail(name, "boolean arrays are not supported. Convert with astype('float32') or astype('int32').")


def working(x):
    """`x` in the type its transcendental functions are computed in: half precision and integers in single precision."""
    return x if is_float(x) and x.dtype not in _NARROW else x.astype(SINGLE)


def convert(x, dtype):
    """`x` in the element type `dtype`, by the rules of a C conversion.

    Fractions are cut off, integers wrap around, and a float that does not fit (NaN too) becomes the smallest integer of
    32 or 64 bits, whose low bits are what narrower types keep.
    """
    dtype = np.dtype(dtype)
    if x.dtype == dtype:
        return x
    if dtype == np.bool_:
        return x != 0
    if not (is_float(x) and dtype.kind in "iu"):
        return x.astype(dtype)
    middle = np.dtype("int64" if dtype.itemsize == 8 else "int32")
    limit = 2.0 ** (8 * middle.itemsize - 1)
    if x.dtype in _NARROW:
        x = x.astype(SINGLE)
    whole = jnp.where(x < limit, x, -limit).astype(middle)
    return whole.astype(dtype)


def scalar_like(scalar, dtype):
    """The number `scalar` (a Python number or a traced one) as a zero-dimensional array of `dtype`."""
    return convert(jnp.asarray(scalar), dtype)
