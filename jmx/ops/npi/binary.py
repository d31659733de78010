"""Arithmetic, comparison and bit operations on two arrays that broadcast against each other."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.core.declare.op import AnyArray, Array, op
from jmx.core.declare.x64 import x64

from .. import _binary
from .._checks import fail
from .._numeric import convert, is_float, working
from ._types import mend, numeric, promoted, quotient


def fit(name, a, b) -> None:
    """Raise MXNetError unless the shapes of `a` and `b` broadcast."""
    try:
        np.broadcast_shapes(a.shape, b.shape)
    except ValueError:
        fail(name, f"operands could not be broadcast together with shapes {list(a.shape)} {list(b.shape)}")


def copysign(a, b) -> jax.Array:
    """abs(a) with the sign of b."""
    return convert(jnp.copysign(working(a), working(b)), a.dtype)


def ldexp(a, b) -> jax.Array:
    """a * 2**b"""
    return convert(working(a) * jnp.exp2(working(b)), a.dtype)


def arctan2(a, b) -> jax.Array:
    """The angle of the point (b, a)."""
    return convert(jnp.arctan2(working(a), working(b)), a.dtype)


def gcd(a, b) -> jax.Array:
    """Greatest common divisor of integers.

    jnp.gcd never ends where the smallest integer of a type takes part, whose absolute value is no number of the type. Here each
    step makes the remainders smaller.
    """
    a, b = jnp.broadcast_arrays(a, b)

    def step(pair):
        a, b = pair
        done = b == 0
        return jnp.where(done, a, b), jnp.where(done, 0, lax.rem(a, jnp.where(done, 1, b)))

    return jnp.abs(lax.while_loop(lambda pair: jnp.any(pair[1] != 0), step, (a, b))[0])


def lcm(a, b) -> jax.Array:
    """Least common multiple of integers."""
    if a.dtype == np.bool_:
        return a & b
    divisor = gcd(a, b)
    return jnp.abs(jnp.where(divisor == 0, 0, lax.div(a, jnp.where(divisor == 0, 1, divisor)) * b)).astype(a.dtype)


_MIXED_DOC = """{text}

lhs, rhs    arrays whose shapes broadcast; {kinds}

Returns an array of the common shape and type: the wider float if there is one, else {whole}.
Raises MXNetError if the shapes do not broadcast or the types do not go together.
"""
_ONE_DOC = """{text}

{first}, {second}    arrays of one element type whose shapes broadcast; {kinds}

Returns an array of the common shape, {result}. Raises MXNetError for other shapes or types.
"""


def _declare_mixed(word, onnx, kernel, text, common, kinds, whole):
    name = "_npi_" + word

    def apply(lhs: AnyArray, rhs: AnyArray):
        fit(name, lhs, rhs)
        dtype = common(name, lhs, rhs)
        with x64(dtype, lhs, rhs):  # two types of 32 bits may meet in one of 64
            return kernel(lhs.astype(dtype), rhs.astype(dtype))

    return op(
        name,
        doc=_MIXED_DOC.format(text=text, kinds=kinds, whole=whole),
        onnx=("elementwise.binary", onnx),
        flat_integers=kernel in _binary.FLAT,
    )(apply)


_ANY = "of any types", "the integer type that holds both"
_STRICT = "of any types but two booleans", "the integer type that holds both"
_MIXED = {
    "add": ("add", _binary.add, "lhs + rhs; of booleans, whether either is true.", promoted, *_ANY),
    "multiply": ("mul", _binary.mul, "lhs * rhs; of booleans, whether both are true.", promoted, *_ANY),
    "power": ("power", _binary.power, "lhs ** rhs; fractions of integer results are cut off.", promoted, *_ANY),
    "subtract": ("sub", _binary.sub, "lhs - rhs.", numeric, *_STRICT),
    "mod": ("mod", _binary.mod, "Remainder with the sign of rhs; 0 where rhs is 0.", numeric, *_STRICT),
    "true_divide": (
        "div", _binary.div, "lhs / rhs, a fraction for integers too.", quotient, "of one type, or integers with floats", "float32"
    ),
}  # fmt: skip
for _word, _row in _MIXED.items():
    _declare_mixed(_word, *_row)


def _declare_one(word, kernel, text, accepts, result, first="lhs", second="rhs", onnx=None):
    name = "_npi_" + word

    def compute(a, b):
        if not accepts(a):
            mend(name, (a.dtype,), f"the operator takes {_KINDS[accepts]}.")
        fit(name, a, b)
        return kernel(a, b)

    def by_side(lhs: Array, rhs: Array):
        return compute(lhs, rhs)

    def by_number(x1: Array, x2: Array):
        return compute(x1, x2)

    apply = by_side if first == "lhs" else by_number
    doc = _ONE_DOC.format(text=text, kinds=_KINDS[accepts], result=result, first=first, second=second)
    return op(name, doc=doc, onnx=onnx)(apply)


def _any(a):
    return True


def _numeric(a):
    return a.dtype != np.bool_


def _integral(a):
    return not is_float(a)


_KINDS = {_any: "any type", _numeric: "any type but bool", _integral: "integers or booleans", is_float: "floating types"}

#: word in operator names -> (comparison, its sign); the result is boolean
COMPARISONS = {
    "equal": (lambda a, b: a == b, "=="),
    "not_equal": (lambda a, b: a != b, "!="),
    "greater": (lambda a, b: a > b, ">"),
    "greater_equal": (lambda a, b: a >= b, ">="),
    "less": (lambda a, b: a < b, "<"),
    "less_equal": (lambda a, b: a <= b, "<="),
}
BITS = {
    "bitwise_and": (jnp.bitwise_and, "Bits that are set in both elements."),
    "bitwise_or": (jnp.bitwise_or, "Bits that are set in either element."),
    "bitwise_xor": (jnp.bitwise_xor, "Bits that are set in exactly one element."),
}
for _word, (_kernel, _sign) in COMPARISONS.items():
    _declare_one(_word, _kernel, f"Whether lhs {_sign} rhs.", _any, "boolean", onnx=("elementwise.binary", _word))
for _word, (_kernel, _text) in BITS.items():
    _declare_one(_word, _kernel, _text, _integral, "of the type of the inputs", onnx=("elementwise.bitwise", _word))
_declare_one("lcm", lcm, "Least common multiple.", _integral, "of the type of the inputs")
_declare_one(
    "copysign", copysign, "Size of lhs with the sign of rhs.", _numeric, "of the type of the inputs", onnx="elementwise.copysign"
)
_declare_one(
    "ldexp", ldexp, "lhs * 2**rhs; integers are cut off.", _numeric, "of the type of the inputs", onnx="elementwise.ldexp"
)
_declare_one(
    "arctan2",
    arctan2,
    "Angle of the point (x2, x1), in radians.",
    is_float,
    "of the type of the inputs",
    "x1",
    "x2",
    "elementwise.arctan2",
)
_declare_one(
    "hypot",
    _binary.hypot,
    "sqrt(x1**2 + x2**2).",
    is_float,
    "of the type of the inputs",
    "x1",
    "x2",
    ("elementwise.binary", "hypot"),
)
