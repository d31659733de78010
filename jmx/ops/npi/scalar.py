"""Operators on an array and a number, with the element types of MXNet's NumPy interface."""

import numpy as np

from jmx.core.declare.op import Array, Scalar, find, op

from .. import _binary
from .._numeric import SINGLE, is_float, scalar_like
from ..scalar import _compute as with_number
from . import binary
from ._types import mend

_DOC = """{text}

data    array of any shape; {kinds}
scalar    the number, converted to the element type that is computed with
is_int    False says that `scalar` is a fraction{fraction}

Returns an array of the shape of `data`, {result}.
"""

# Operators of `nd` with the same rules, under the names of this interface.
_SAME = {
    "add": "plus", "subtract": "minus", "rsubtract": "rminus", "multiply": "mul", "mod": "mod", "rmod": "rmod",
    "power": "power", "rpower": "rpower",
}  # fmt: skip
for _word, _other in _SAME.items():
    _nd = find(f"_{_other}_scalar")
    op(
        f"_npi_{_word}_scalar",
        same_shape=True,
        numbered_inputs=True,
        flat_integers=_nd.traits.flat_integers,
        onnx=_nd.traits.onnx,
    )(_nd.fn)


def _declare(word, compute, text, kinds="of any type", fraction="", result="of its type", numbered_inputs=True, onnx=None):
    def apply(data: Array, scalar: Scalar = 1.0, is_int: bool = True):
        return compute(data, scalar, is_int)

    doc = _DOC.format(text=text, kinds=kinds, fraction=fraction, result=result)
    return op(f"_npi_{word}_scalar", doc=doc, same_shape=True, numbered_inputs=numbered_inputs, onnx=onnx)(apply)


def _compared(kernel):
    def compute(data, scalar, is_int):
        if data.dtype == np.bool_:
            return kernel(data, scalar_like(scalar, data.dtype))
        return with_number(kernel, data, scalar, is_int)

    return compute


def _widened(kernel, swap=False):
    def compute(data, scalar, is_int):
        return with_number((lambda a, b: kernel(b, a)) if swap else kernel, data, scalar, is_int)

    return compute


def _whole(word, kernel, booleans=True):
    def compute(data, scalar, is_int):
        if is_float(data) or (data.dtype == np.bool_ and not booleans):
            mend(f"_npi_{word}_scalar", (data.dtype,), f"only integers{' and booleans' * booleans} are supported.")
        return kernel(data, scalar_like(scalar, data.dtype))

    return compute


def _divided(swap):
    def compute(data, scalar, is_int):
        x = data if is_float(data) else data.astype(SINGLE)
        number = scalar_like(scalar, x.dtype)
        return _binary.div(number, x) if swap else _binary.div(x, number)

    return compute


_FRACTION = ": the result for integers and booleans is then float64"
_QUOTIENT = "float32 for integers and booleans, else of its type"
_INT64 = "of its type, but int64 for booleans"
for _word, (_kernel, _sign) in binary.COMPARISONS.items():
    _text = f"Whether data {_sign} scalar."
    _declare(
        _word,
        _compared(_kernel),
        _text,
        fraction="; integers then count as float64",
        result="boolean",
        numbered_inputs=False,
        onnx=("elementwise.scalar", _word),
    )
for _word, (_kernel, _text) in binary.BITS.items():
    _text = _text.replace("both elements", "element and number").replace("either element", "element or number")
    _declare(
        _word,
        _whole(_word, _kernel),
        _text.replace("one element", "one of element and number"),
        "of integers or booleans",
        onnx=("elementwise.bitwise", _word),
    )
_declare("lcm", _whole("lcm", binary.lcm, booleans=False), "Least common multiple of element and number.", "of integers")
_declare(
    "true_divide",
    _divided(False),
    "data / scalar, a fraction for integers too.",
    result=_QUOTIENT,
    onnx=("elementwise.scalar", "div"),
)
_declare(
    "rtrue_divide",
    _divided(True),
    "scalar / data, a fraction for integers too.",
    result=_QUOTIENT,
    onnx=("elementwise.scalar", "div", True),
)
for _word, (_kernel, _text, _swapped) in {
    "copysign": (binary.copysign, "Size of data with the sign of scalar.", "Size of scalar with the sign of data."),
    "ldexp": (binary.ldexp, "data * 2**scalar; integers are cut off.", "scalar * 2**data; integers are cut off."),
    "arctan2": (binary.arctan2, "Angle of the point (scalar, data).", "Angle of the point (data, scalar)."),
}.items():
    _declare(_word, _widened(_kernel), _text, "of any type", _FRACTION, _INT64)
    _declare("r" + _word, _widened(_kernel, swap=True), _swapped, "of any type", _FRACTION, _INT64)
