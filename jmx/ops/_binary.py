"""Arithmetic, comparison and logic on two arrays of one element type: the kernels behind elementwise, broadcasting and
scalar operators. Shapes broadcast by NumPy's rules; the element type of the result is that of the arguments."""

import jax
import jax.numpy as jnp
from jax import lax

from ._numeric import convert, in_single, is_float, is_half, working


def _aligned(a, b):
    """Both in their common shape. jnp's operators would see to that as programs within the program, dear to differentiate."""
    if a.shape == b.shape:
        return a, b
    shape = lax.broadcast_shapes(a.shape, b.shape)
    return stretched(a, shape), stretched(b, shape)


def stretched(x: jax.Array, shape: tuple[int, ...]) -> jax.Array:
    """`x` in a shape that it broadcasts to; the gradient of half precision is summed in single precision."""
    if x.shape == shape:
        return x
    axes = range(len(shape) - x.ndim, len(shape))
    wide = lax.broadcast_in_dim(in_single(x), shape, axes)
    return lax.convert_element_type(wide, x.dtype) if is_half(x) else wide


def _filled(like, number):
    return lax.full(like.shape, number, like.dtype)


def add(a, b) -> jax.Array:
    """a + b"""
    return a + b if a.dtype == bool else lax.add(*_aligned(a, b))


def sub(a, b) -> jax.Array:
    """a - b"""
    return a - b if a.dtype == bool else lax.sub(*_aligned(a, b))


def mul(a, b) -> jax.Array:
    """a * b"""
    return a * b if a.dtype == bool else lax.mul(*_aligned(a, b))


def _whole_quotient(divide, a, b):
    """`divide` of integers, 0 where the divisor is 0."""
    a, b = _aligned(a, b)
    zero = lax.eq(b, _filled(b, 0))
    return lax.select(zero, _filled(a, 0), divide(a, lax.select(zero, _filled(b, 1), b)))


def div(a, b) -> jax.Array:
    """a / b; integers are cut off towards zero, and divided by 0 give 0."""
    if not is_float(a):
        return _whole_quotient(lax.div, a, b)
    if is_half(a):
        # XLA multiplies by the reciprocal of a scalar divisor, which costs a digit in half precision.
        wide = map(in_single, _aligned(a, b))
        return lax.convert_element_type(lax.div(*wide), a.dtype)
    return lax.div(*_aligned(a, b))


def _with_sign_of(b, rest):
    """A remainder with the sign of the divisor."""
    none = _filled(rest, 0)
    opposite = lax.bitwise_and(lax.ne(rest, none), lax.ne(lax.lt(rest, none), lax.lt(b, none)))
    return lax.select(opposite, lax.add(rest, b), rest)


@jax.custom_jvp
def _remainder(a, b):
    zero = lax.eq(b, _filled(b, 0))
    rest = lax.select(zero, _filled(a, 0), lax.rem(a, lax.select(zero, _filled(b, 1), b)))
    return _with_sign_of(b, rest)


@_remainder.defjvp
def _(primals, tangents):
    (a, b), (ta, tb) = primals, tangents
    return _remainder(a, b), ta - jnp.floor(a / b) * tb


def mod(a, b) -> jax.Array:
    """Remainder with the sign of the divisor; 0 where the divisor is 0, with the slopes that a remainder has elsewhere."""
    if is_float(a):
        return lax.convert_element_type(_remainder(*_aligned(working(a), working(b))), a.dtype)
    return _with_sign_of(_aligned(a, b)[1], _whole_quotient(lax.rem, a, b))


def power(a, b) -> jax.Array:
    """a ** b; integers are computed in single precision and cut off."""
    return convert(lax.pow(*_aligned(working(a), working(b))), a.dtype)


@jax.custom_jvp
def _hypot(a, b):
    return jnp.hypot(a, b)


@_hypot.defjvp
def _(primals, tangents):
    (a, b), (ta, tb) = primals, tangents
    length = _hypot(a, b)
    # The quotients first: a tangent by a large length would vanish.
    return length, (a / length) * ta + (b / length) * tb


def hypot(a, b) -> jax.Array:
    """sqrt(a * a + b * b) without overflow in between."""
    return convert(_hypot(*_aligned(working(a), working(b))), a.dtype)


def _chosen(compare, a, b):
    a, b = _aligned(a, b)
    chosen = lax.select(compare(a, b), a, b)
    if not is_float(a):
        return chosen
    return lax.select(lax.bitwise_or(lax.ne(a, a), lax.ne(b, b)), _filled(a, jnp.nan), chosen)


def maximum(a, b) -> jax.Array:
    """The greater one, NaN if either is, without derivative; where both are equal the derivative goes to the first."""
    return _chosen(lax.ge, a, b)


def minimum(a, b) -> jax.Array:
    """The smaller one, NaN if either is, without derivative; where both are equal the derivative goes to the first."""
    return _chosen(lax.le, a, b)


def _relation(compare):
    return lambda a, b: lax.convert_element_type(compare(*_aligned(a, b)), a.dtype)


def _logic(combine):
    return lambda a, b: combine(lax.ne(a, _filled(a, 0)), lax.ne(b, _filled(b, 0)))


equal, not_equal = _relation(lax.eq), _relation(lax.ne)
greater, greater_equal = _relation(lax.gt), _relation(lax.ge)
lesser, lesser_equal = _relation(lax.lt), _relation(lax.le)
logical_and, logical_or = _relation(_logic(lax.bitwise_and)), _relation(_logic(lax.bitwise_or))
logical_xor = _relation(_logic(lax.bitwise_xor))

#: those whose result says whether something is so
TRUTHS = (equal, not_equal, greater, greater_equal, lesser, lesser_equal, logical_and, logical_or, logical_xor)
#: those whose derivative is 0 in integers, as MXNet has it
FLAT = (mod,)
_ZERO = "The derivative is 0."

#: word in operator names -> (kernel, what it computes, the example of broadcasting)
KERNELS = {
    "add": (add, "Sum of two arrays.", "[[1], [2]], [10, 20] -> [[11. 21.]\n [12. 22.]]"),
    "sub": (sub, "First array minus the second.", "[[1], [2]], [10, 20] -> [[ -9. -19.]\n [ -8. -18.]]"),
    "mul": (mul, "Product of two arrays.", "[[1], [2]], [10, 20] -> [[10. 20.]\n [20. 40.]]"),
    "div": (
        div,
        "First array divided by the second; integers are cut off towards zero (0 where divided by 0).",
        "[[1], [2]], [2, 4] -> [[0.5  0.25]\n [1.   0.5 ]]",
    ),
    "mod": (
        mod,
        "Remainder of the division, with the sign of the divisor; 0 where the divisor is 0.",
        "[[7], [-7]], [2, 3] -> [[1. 1.]\n [1. 2.]]",
    ),
    "power": (power, "First array raised to the second.", "[[2], [3]], [1, 2] -> [[2. 4.]\n [3. 9.]]"),
    "hypot": (hypot, "Length of the hypotenuse, sqrt(lhs**2 + rhs**2).", "[[0], [3]], [0, 4] -> [[0. 4.]\n [3. 5.]]"),
    "maximum": (
        maximum,
        "Greater of two elements; of equal ones the first gets the gradient.",
        "[[1], [2]], [1, 2] -> [[1. 2.]\n [2. 2.]]",
    ),
    "minimum": (
        minimum,
        "Smaller of two elements; of equal ones the first gets the gradient.",
        "[[1], [2]], [1, 2] -> [[1. 1.]\n [1. 2.]]",
    ),
    "equal": (equal, f"1 where the elements are equal, else 0. {_ZERO}", "[[1], [2]], [1, 2] -> [[1. 0.]\n [0. 1.]]"),
    "not_equal": (not_equal, f"1 where the elements differ, else 0. {_ZERO}", "[[1], [2]], [1, 2] -> [[0. 1.]\n [1. 0.]]"),
    "greater": (greater, f"1 where the first element is greater, else 0. {_ZERO}", "[[1], [2]], [1, 2] -> [[0. 0.]\n [1. 0.]]"),
    "greater_equal": (
        greater_equal,
        f"1 where the first element is greater or equal, else 0. {_ZERO}",
        "[[1], [2]], [1, 2] -> [[1. 0.]\n [1. 1.]]",
    ),
    "lesser": (lesser, f"1 where the first element is smaller, else 0. {_ZERO}", "[[1], [2]], [1, 2] -> [[0. 1.]\n [0. 0.]]"),
    "lesser_equal": (
        lesser_equal,
        f"1 where the first element is smaller or equal, else 0. {_ZERO}",
        "[[1], [2]], [1, 2] -> [[1. 1.]\n [0. 1.]]",
    ),
    "logical_and": (
        logical_and,
        f"1 where both elements are not 0, else 0. {_ZERO}",
        "[[0], [1]], [0, 1] -> [[0. 0.]\n [0. 1.]]",
    ),
    "logical_or": (
        logical_or,
        f"1 where at least one element is not 0, else 0. {_ZERO}",
        "[[0], [1]], [0, 1] -> [[0. 1.]\n [1. 1.]]",
    ),
    "logical_xor": (
        logical_xor,
        f"1 where exactly one element is not 0, else 0. {_ZERO}",
        "[[0], [1]], [0, 1] -> [[0. 1.]\n [1. 0.]]",
    ),
}
