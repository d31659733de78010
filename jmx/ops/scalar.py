"""Operators on an array and a number. The number takes the array's element type before it is used."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.core.declare.op import Array, Scalar, any_layout, op
from jmx.core.declare.x64 import x64

from . import _binary
from ._numeric import convert, is_float, refuse_bool, scalar_like, with_derivative_of, working

_DOC = """{text}

data    array of any shape; for a boolean array the result is int64
scalar    the number, converted to the element type of `data`: 2.5 counts as 2 for integers
is_int    False says that `scalar` is a fraction: the result for integer arrays is then float64

Returns an array of the shape and, but for the exceptions above, the element type of `data`.
"""


def _operands(data, scalar, is_int):
    """`data` and `scalar` as arrays of the type the result has."""
    if data.dtype == np.bool_ or (not is_int and not is_float(data)):
        with x64(True):
            wide = np.dtype("int64" if is_int else "float64")
            return data.astype(wide), scalar_like(scalar, wide)
    return data, scalar_like(scalar, data.dtype)


def _compute(kernel, data, scalar, is_int):
    x, number = _operands(data, scalar, is_int)
    if x.dtype.itemsize == 8:
        with x64(True):
            return kernel(x, number)
    return kernel(x, number)


def _declare(names, kernel, text, **traits):
    def apply(data: Array, scalar: Scalar = 1.0, is_int: bool = True):
        return _compute(kernel, data, scalar, is_int)

    doc = _DOC.format(text=text)
    return op(*names, doc=doc, same_shape=True, channels_last=any_layout, numbered_inputs=True, **traits)(apply)


def _reversed(kernel):
    return lambda x, number: kernel(number, x)


_TABLE = {
    ("_plus_scalar", "_PlusScalar"): (_binary.add, "`data` plus a number.", "add"),
    ("_minus_scalar", "_MinusScalar"): (_binary.sub, "`data` minus a number.", "sub"),
    ("_rminus_scalar", "_RMinusScalar"): (_reversed(_binary.sub), "A number minus `data`.", "sub", True),
    ("_mul_scalar", "_MulScalar"): (_binary.mul, "`data` times a number.", "mul"),
    ("_div_scalar", "_DivScalar"): (_binary.div, "`data` divided by a number; integers are cut off towards zero.", "div"),
    ("_rdiv_scalar", "_RDivScalar"): (_reversed(_binary.div), "A number divided by `data`; integers are cut off.", "div", True),
    ("_mod_scalar", "_ModScalar"): (_binary.mod, "Remainder of `data` divided by a number, with the number's sign.", "mod"),
    ("_rmod_scalar", "_RModScalar"): (_reversed(_binary.mod), "Remainder of a number divided by `data`.", "mod", True),
    ("_rpower_scalar", "_RPowerScalar"): (_reversed(_binary.power), "A number raised to `data`.", "power", True),
    ("_hypot_scalar", "_HypotScalar", "_npi_hypot_scalar"): (_binary.hypot, "sqrt(data**2 + scalar**2).", "hypot"),
    ("_maximum_scalar", "_MaximumScalar", "_npi_maximum_scalar"): (
        _binary.maximum,
        "The greater of element and number; the derivative is 1 where they are equal.",
        "maximum",
    ),
    ("_minimum_scalar", "_MinimumScalar", "_npi_minimum_scalar"): (
        _binary.minimum,
        "The smaller of element and number; the derivative is 1 where they are equal.",
        "minimum",
    ),
    ("_equal_scalar", "_EqualScalar"): (_binary.equal, "1 where the element equals the number, else 0.", "equal"),
    ("_not_equal_scalar", "_NotEqualScalar"): (_binary.not_equal, "1 where element and number differ, else 0.", "not_equal"),
    ("_greater_scalar", "_GreaterScalar"): (
        _binary.greater,
        "1 where the element is greater than the number, else 0.",
        "greater",
    ),
    ("_greater_equal_scalar", "_GreaterEqualScalar"): (
        _binary.greater_equal,
        "1 where the element is greater than the number or equal, else 0.",
        "greater_equal",
    ),
    ("_lesser_scalar", "_LesserScalar"): (_binary.lesser, "1 where the element is smaller than the number, else 0.", "lesser"),
    ("_lesser_equal_scalar", "_LesserEqualScalar"): (
        _binary.lesser_equal,
        "1 where the element is smaller than the number or equal, else 0.",
        "lesser_equal",
    ),
    ("_logical_and_scalar", "_LogicalAndScalar"): (
        _binary.logical_and,
        "1 where neither element nor number is 0, else 0.",
        "logical_and",
    ),
    ("_logical_or_scalar", "_LogicalOrScalar"): (_binary.logical_or, "1 where element or number is not 0, else 0.", "logical_or"),
    ("_logical_xor_scalar", "_LogicalXorScalar"): (
        _binary.logical_xor,
        "1 where exactly one of element and number is not 0, else 0.",
        "logical_xor",
    ),
    ("_scatter_plus_scalar",): (_binary.add, "`data` plus a number.", "add"),
    ("_scatter_minus_scalar",): (_binary.sub, "`data` minus a number.", "sub"),
}

for _names, (_kernel, _text, *_form) in _TABLE.items():
    _declare(
        _names,
        _kernel,
        _text,
        onnx=("elementwise.scalar", *_form),
        source=("scalar", *_form),
        zero_gradient=_kernel in _binary.TRUTHS,
        flat_integers=_form[0] == "mod",
        keeps_storage=_kernel in (_binary.mul, _binary.div) or _names[0].startswith("_scatter"),
    )

#: exponents that have a cheaper form than a general power
_POWERS = {0.5: jnp.sqrt, -0.5: lax.rsqrt}


# The exponent is compiled in: it is nearly always a literal, and x**2 as a product is many times faster than a power.
@op(
    "_power_scalar",
    "_PowerScalar",
    same_shape=True,
    numbered_inputs=True,
    onnx=("elementwise.scalar", "power"),
    source=("scalar", "power"),
)
def power_scalar(data: Array, scalar: float = 1.0, is_int: bool = True) -> jax.Array:
    """`data` raised to a number.

    data    array of any shape; for a boolean array the result is int64
    scalar    the exponent, cut off to a whole number for integers
    is_int    False says that `scalar` is a fraction: the result for integer arrays is then float64

    Returns an array of the shape and, but for the exceptions above, the element type of `data`.
    """

    def raised(x, number):
        if not is_float(x):
            return _binary.power(x, number)
        base = working(x)
        if scalar in _POWERS:
            # The roots of -0 and of minus infinity differ from powers.
            end = (base == 0) | (base == -jnp.inf)
            power = _POWERS[scalar](with_derivative_of(base, jnp.where(end, jnp.abs(base), base)))
        elif abs(scalar) <= 8 and scalar == int(scalar):
            power = lax.integer_pow(base, int(scalar))
        else:
            power = jnp.power(base, jnp.asarray(scalar, base.dtype))
        return power.astype(x.dtype)

    return _compute(raised, data, scalar, is_int)


@op("smooth_l1", "_npx_smooth_l1", same_shape=True, numbered_inputs=True, onnx="elementwise.smooth_l1", source="layers.smooth_l1")
def smooth_l1(data: Array, scalar: Scalar = 1.0) -> jax.Array:
    """(scalar * data)**2 / 2 where abs(data) is at most 1 / scalar**2, else abs(data) - 1 / (2 * scalar**2).

    data    array of any shape, of a numeric type
    scalar    where the parabola turns into straight lines

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Examples
    --------
    >>> nd.smooth_l1(nd.array([-2, -0.5, 0, 1]))
    [1.5   0.125 0.    0.5  ]
    <NDArray 4 @cpu(0)>
    """
    refuse_bool("smooth_l1", data)
    x = working(data)
    bend = jnp.square(scalar_like(scalar, x.dtype))
    size = jnp.abs(x)
    outside = size - 0.5 / bend
    far = size > 1 / bend
    near = jnp.where(far, jnp.zeros((), x.dtype), x)  # the slope of the square of infinity times 0 would be NaN
    return convert(jnp.where(far, outside, 0.5 * near * near * bend), data.dtype)
