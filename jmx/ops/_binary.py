"""Arithmetic, comparison and logic on two arrays of one element type: the kernels behind elementwise, broadcasting and
scalar operators. Shapes broadcast by NumPy's rules; the element type of the result is that of the arguments."""

import jax
import jax.numpy as jnp
from jax import lax

from ._numeric import convert, is_float, working


def add(a, b):
    """a + b"""
    return a + b


def sub(a, b):
    """a - b"""
    return a - b


def mul(a, b):
    """a * b"""
    return a * b


def _whole_quotient(divide, a, b):
    """`divide` of integers, 0 where the divisor is 0."""
    a, b = jnp.broadcast_arrays(a, b)
    zero = b == 0
    return jnp.where(zero, jnp.zeros_like(a), divide(a, jnp.where(zero, jnp.ones_like(b), b)))


def div(a, b):
    """a / b; integers are cut off towards zero, and divided by 0 give 0."""
    if not is_float(a):
        return _whole_quotient(lax.div, a, b)
    if a.dtype.itemsize == 2:
        # XLA multiplies by the reciprocal of a scalar divisor, which costs a digit in half precision.
        return (a.astype(jnp.float32) / b.astype(jnp.float32)).astype(a.dtype)
    return a / b


def mod(a, b):
    """Remainder with the sign of the divisor; 0 where the divisor is 0."""
    if not is_float(a):
        rest = _whole_quotient(lax.rem, a, b)
    else:
        x, y = jnp.broadcast_arrays(working(a), working(b))
        zero = y == 0
        # 0 where the divisor is 0, but with the slope that a remainder has everywhere
        flat = jnp.where(jnp.isfinite(x), x, 0)
        rest = jnp.where(zero, flat - lax.stop_gradient(flat), lax.rem(x, jnp.where(zero, 1, y)))
        b = y
    return jnp.where((rest != 0) & ((rest < 0) != (b < 0)), rest + b, rest).astype(a.dtype)


def power(a, b):
    """a ** b; integers are computed in single precision and cut off."""
    return convert(jnp.power(working(a), working(b)), a.dtype)


@jax.custom_jvp
def _hypot(a, b):
    return jnp.hypot(a, b)


@_hypot.defjvp
def _(primals, tangents):
    (a, b), (ta, tb) = primals, tangents
    length = _hypot(a, b)
    return length, (a * ta + b * tb) / length


def hypot(a, b):
    """sqrt(a * a + b * b) without overflow in between."""
    return convert(_hypot(working(a), working(b)), a.dtype)


def _nan_alone(a, b, chosen):
    return jnp.where(jnp.isnan(a) | jnp.isnan(b), jnp.asarray(jnp.nan, a.dtype), chosen) if is_float(a) else chosen


def maximum(a, b):
    """The greater one, NaN if either is, without derivative; where both are equal the derivative goes to the first."""
    return _nan_alone(a, b, jnp.where(a >= b, a, b))


def minimum(a, b):
    """The smaller one, NaN if either is, without derivative; where both are equal the derivative goes to the first."""
    return _nan_alone(a, b, jnp.where(a <= b, a, b))


def _relation(compare):
    return lambda a, b: compare(a, b).astype(a.dtype)


equal = _relation(lambda a, b: a == b)
not_equal = _relation(lambda a, b: a != b)
greater = _relation(lambda a, b: a > b)
greater_equal = _relation(lambda a, b: a >= b)
lesser = _relation(lambda a, b: a < b)
lesser_equal = _relation(lambda a, b: a <= b)
logical_and = _relation(lambda a, b: (a != 0) & (b != 0))
logical_or = _relation(lambda a, b: (a != 0) | (b != 0))
logical_xor = _relation(lambda a, b: (a != 0) ^ (b != 0))

_ZERO = "The derivative is 0."

#: word in operator names -> (kernel, what it computes)
KERNELS = {
    "add": (add, "Sum of two arrays."),
    "sub": (sub, "First array minus the second."),
    "mul": (mul, "Product of two arrays."),
    "div": (div, "First array divided by the second; integers are cut off towards zero (0 where divided by 0)."),
    "mod": (mod, "Remainder of the division, with the sign of the divisor; 0 where the divisor is 0."),
    "power": (power, "First array raised to the second."),
    "hypot": (hypot, "Length of the hypotenuse, sqrt(lhs**2 + rhs**2)."),
    "maximum": (maximum, "Greater of two elements; of equal ones the first gets the gradient."),
    "minimum": (minimum, "Smaller of two elements; of equal ones the first gets the gradient."),
    "equal": (equal, f"1 where the elements are equal, else 0. {_ZERO}"),
    "not_equal": (not_equal, f"1 where the elements differ, else 0. {_ZERO}"),
    "greater": (greater, f"1 where the first element is greater, else 0. {_ZERO}"),
    "greater_equal": (greater_equal, f"1 where the first element is greater or equal, else 0. {_ZERO}"),
    "lesser": (lesser, f"1 where the first element is smaller, else 0. {_ZERO}"),
    "lesser_equal": (lesser_equal, f"1 where the first element is smaller or equal, else 0. {_ZERO}"),
    "logical_and": (logical_and, f"1 where both elements are not 0, else 0. {_ZERO}"),
    "logical_or": (logical_or, f"1 where at least one element is not 0, else 0. {_ZERO}"),
    "logical_xor": (logical_xor, f"1 where exactly one element is not 0, else 0. {_ZERO}"),
}
