"""Element types as MXNet computes with them: integers by way of single precision, C conversions, no booleans."""

from types import ModuleType

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..core.declare.integers import convert, whole_number, with_derivative_of
from ..core.declare.x64 import x64
from ._checks import fail

__all__ = [
    "MOST_CONSTANTS",
    "SINGLE",
    "convert",
    "counted_by",
    "divided",
    "in_single",
    "is_float",
    "is_half",
    "refuse_bool",
    "scalar_like",
    "single",
    "with_derivative_of",
    "working",
]

SINGLE = np.dtype("float32")
#: most elements of a table that NumPy makes while a program is traced: it is compiled into it, which takes long for large ones
MOST_CONSTANTS = 1 << 20
_NARROW = {np.dtype("float16"), jnp.dtype(jnp.bfloat16)}


def counted_by(count) -> ModuleType:
    """What makes a table of so many numbers: NumPy, or for a large one `jax.numpy`, in the program when it runs."""
    return np if count <= MOST_CONSTANTS else jnp


def is_float(x) -> bool:
    """True for an array of a floating type."""
    return jnp.issubdtype(x.dtype, jnp.floating)


def is_half(x) -> bool:
    """True for an array of float16 or bfloat16."""
    return x.dtype in _NARROW


def in_single(x) -> jax.Array:
    """An array of half precision in single precision, others as they are; CPUs have no fast arithmetic of less."""
    return lax.convert_element_type(x, SINGLE) if is_half(x) else x


def refuse_bool(name, x) -> None:
    """Raise MXNetError in the name of operator `name` if `x` is a boolean array."""
    if x.dtype == np.bool_:
        fail(name, "boolean arrays are not supported. Convert with astype('float32') or astype('int32').")


def working(x) -> jax.Array:
    """`x` in the type its transcendental functions are computed in: half precision and integers in single precision."""
    return x if is_float(x) and not is_half(x) else x.astype(SINGLE)


def single(number) -> float:
    """A number as MXNet holds it in a parameter of type float: rounded to single precision."""
    return float(np.float32(number))


def divided(total, count) -> jax.Array:
    """`total` by a number, in the type of `total`: integers have 32 bits or more meanwhile, and their fractions are cut off."""
    wide = working(total) if is_float(total) else total if total.dtype.itemsize >= 4 else total.astype("int32")
    return lax.convert_element_type(lax.div(wide, lax.full_like(wide, count)), total.dtype)


def scalar_like(scalar, dtype) -> jax.Array:
    """The number `scalar` (a Python number or a traced one) as a zero-dimensional array of `dtype`."""
    dtype = np.dtype(dtype)
    if dtype.kind not in "iu":
        return convert(jnp.asarray(scalar), dtype)
    if isinstance(scalar, (int, float)):
        return jnp.asarray(np.array(whole_number(scalar, dtype), dtype))
    if scalar.dtype.kind == "i" and dtype.itemsize < scalar.dtype.itemsize == 8:  # in C it is a float by then
        with x64(True):
            return convert(scalar.astype("float64"), dtype)
    return convert(jnp.asarray(scalar), dtype)
