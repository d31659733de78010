"""Operators on two arrays, or an array and a number, that MXNet 2.0 and the array API standard have and MXNet 1.9.1 lacks."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.core.declare.op import AnyArray, Array, Scalar, op
from jmx.core.declare.x64 import x64

from .. import _binary
from .._numeric import SINGLE, is_float, scalar_like
from ._types import mend, promoted
from .binary import fit, gcd

_DOC = """{text}

{inputs}

Returns an array of {shape}, {result}. Raises MXNetError for other element types{shapes}.
"""


def _floor_divide(a, b):
    if is_float(a):
        return jnp.floor(a / b)
    safe = jnp.where(b == 0, jnp.ones((), b.dtype), b)
    return jnp.where(b == 0, jnp.zeros((), a.dtype), jnp.floor_divide(a, safe))


def _fmod(a, b):
    if is_float(a):
        return lax.rem(a, b)
    safe = jnp.where(b == 0, jnp.ones((), b.dtype), b)
    return jnp.where(b == 0, jnp.zeros((), a.dtype), lax.rem(a, safe))


@jax.custom_jvp
def _remainder(a, b):
    rest = lax.rem(a, b)
    rest = jnp.where((rest != 0) & ((rest < 0) != (b < 0)), rest + b, rest)
    return jnp.where(rest == 0, jnp.copysign(jnp.zeros((), b.dtype), b), rest)


@_remainder.defjvp
def _(primals, tangents):
    (a, b), (ta, tb) = primals, tangents
    return _remainder(a, b), ta - jnp.floor(a / b) * tb


def _remainder_of_any(a, b):
    return _remainder(a, b) if is_float(a) else _binary.mod(a, b)


def _left_shift(a, b):
    return jnp.where(_within(a, b), jnp.left_shift(a, b), jnp.zeros((), a.dtype))


def _right_shift(a, b):
    # lax shifts by the whole width are undefined; NumPy fills with the sign
    last = jnp.asarray(a.dtype.itemsize * 8 - 1, a.dtype)
    return jnp.right_shift(a, jnp.where(_within(a, b), b, last)) if a.dtype.kind == "i" else _unsigned_right(a, b)


def _unsigned_right(a, b):
    return jnp.where(_within(a, b), jnp.right_shift(a, b), jnp.zeros((), a.dtype))


def _within(a, b):
    return (b >= 0) & (b < a.dtype.itemsize * 8)


def _truth(kernel):
    return lambda a, b: kernel(a != 0, b != 0)


def _any(name, dtype):
    return dtype


def _number(name, dtype):
    if dtype == np.bool_:
        mend(name, (dtype,), "booleans are not supported.")
    return dtype


def _whole(name, dtype):
    if is_float(jnp.zeros((), dtype)) or dtype == np.bool_:
        mend(name, (dtype,), "only integers are supported.")
    return dtype


def _fraction(name, dtype):
    return dtype if is_float(jnp.zeros((), dtype)) else SINGLE


#: what an operator computes with, given the common element type of its inputs -> how documentation says so
_KINDS = {
    _any: "any type",
    _number: "any type but bool",
    _whole: "integers",
    _fraction: "any type (all but floats count as float32)",
}
#: word -> (kernel, element type to compute with, whether the order of the operands matters, whether the gradient is 0, text)
_TABLE = {
    "floor_divide": (_floor_divide, _number, True, True, "floor(x1 / x2); 0 for integers divided by 0."),
    "fmod": (_fmod, _number, True, False, "Remainder of x1 / x2, with the sign of x1; 0 for integers divided by 0."),
    "remainder": (
        _remainder_of_any, _number, True, False, "Remainder of x1 / x2 as in NumPy, with the sign of x2; 0 for integers by 0."
    ),
    "fmax": (jnp.fmax, _any, False, False, "The greater of both; a number wins over NaN."),
    "fmin": (jnp.fmin, _any, False, False, "The lesser of both; a number wins over NaN."),
    "logaddexp": (jnp.logaddexp, _fraction, False, False, "log(exp(x1) + exp(x2)), without overflow."),
    "nextafter": (jnp.nextafter, _fraction, True, True, "The next floating number after x1 towards x2."),
    "gcd": (gcd, _whole, False, True, "Greatest common divisor."),
    "bitwise_left_shift": (_left_shift, _whole, True, True, "Bits of x1 moved x2 places up; 0 beyond the width of the type."),
    "bitwise_right_shift": (_right_shift, _whole, True, True, "Bits of x1 moved x2 places down; the sign stays."),
    "logical_and": (_truth(jnp.logical_and), _any, False, True, "Whether both are not 0."),
    "logical_or": (_truth(jnp.logical_or), _any, False, True, "Whether one of them is not 0."),
    "logical_xor": (_truth(jnp.logical_xor), _any, False, True, "Whether exactly one of them is not 0."),
}  # fmt: skip


def _declare(word, kernel, kind, ordered, flat, text):
    name = "_npi_" + word
    result = "boolean" if word.startswith("logical") else "of the type that is computed with"

    def apply(x1: AnyArray, x2: AnyArray):
        fit(name, x1, x2)
        dtype = kind(name, promoted(name, x1, x2))
        with x64(dtype, x1, x2):
            return kernel(*jnp.broadcast_arrays(x1.astype(dtype), x2.astype(dtype)))

    inputs = f"x1, x2    arrays whose shapes broadcast, of {_KINDS[kind]}"
    doc = _DOC.format(text=text, inputs=inputs, shape="the common shape", result=result, shapes=" and shapes")
    exported = word == "remainder"
    traits = {"zero_gradient": flat, "flat_integers": kernel in (_fmod, _remainder_of_any)}
    op(name, doc=doc, onnx=("elementwise.binary", word) if exported else None, **traits)(apply)
    inputs = f"data    array of {_KINDS[kind]}\nscalar    the number\nis_int    without effect"

    def number(swap):
        full = f"_npi_{'r' * swap}{word}_scalar"

        def apply(data: Array, scalar: Scalar = 1.0, is_int: bool = True):
            x = data.astype(kind(full, data.dtype))
            other = jnp.broadcast_to(scalar_like(scalar, x.dtype), x.shape)
            return kernel(other, x) if swap else kernel(x, other)

        said = text.replace("x1", "?").replace("x2", "data" if swap else "scalar").replace("?", "scalar" if swap else "data")
        about = _DOC.format(text=said, inputs=inputs, shape="the shape of `data`", result=result, shapes="")
        form = ("elementwise.scalar", word, swap) if exported else None
        op(full, doc=about, same_shape=True, onnx=form, **traits)(apply)

    number(False)
    if ordered:
        number(True)


for _word, _row in _TABLE.items():
    _declare(_word, *_row)
