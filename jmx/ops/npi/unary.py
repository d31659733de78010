"""Functions of one array, element by element."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.core.declare.op import Array, find, op

from .. import unary  # noqa: F401  (declares the operators that are looked up below)
from .._numeric import is_float
from ._types import mend

_DOC = """{text}

x    array of any shape, {kinds}

Returns an array of the shape of `x`, {result}.{raises}
"""


def _declare(names, compute, text, kinds, result, raises="", zero_gradient=False, onnx=None):
    def apply(x: Array):
        return compute(x)

    doc = _DOC.format(text=text, kinds=kinds, result=result, raises=raises)
    return op(*names, doc=doc, same_shape=True, zero_gradient=zero_gradient, onnx=onnx)(apply)


# Values and element types are those of the operators of `nd`; integers are cut off.
_SAME = (
    "absolute arccos arccosh arcsin arcsinh arctan arctanh cbrt ceil cos cosh degrees exp expm1 fix floor log log10 log1p "
    "log2 negative radians reciprocal rint sign sin sinh sqrt square tan tanh trunc"
)
for _word in _SAME.split():
    _other = find("abs" if _word == "absolute" else _word)
    _names = ["_npi_" + _word, *(["_npi_abs"] if _word == "absolute" else [])]
    _declare(
        _names, _other.fn, _other.__doc__.split("\n")[0], "of a numeric type", "of its type: integers are cut off",
        " Raises MXNetError for a boolean array.", _other.traits.zero_gradient, _other.traits.onnx,
    )  # fmt: skip


def _false(x):
    return jnp.zeros(x.shape, np.bool_)


def _of_floats(test, otherwise=_false):
    return lambda x: test(x) if is_float(x) else otherwise(x)


_TESTS = {
    "isnan": (_of_floats(jnp.isnan), "Whether elements are NaN."),
    "isinf": (_of_floats(jnp.isinf), "Whether elements are infinite."),
    "isfinite": (_of_floats(jnp.isfinite, lambda x: ~_false(x)), "Whether elements are neither NaN nor infinite."),
    "isposinf": (_of_floats(lambda x: x == jnp.inf), "Whether elements are positive infinity."),
    "isneginf": (_of_floats(lambda x: x == -jnp.inf), "Whether elements are negative infinity."),
    "logical_not": (lambda x: x == 0, "Whether elements are 0."),
}
for _word, (_test, _text) in _TESTS.items():
    _form = "elementwise.logical_not" if _word == "logical_not" else ("elementwise.tested", _word)
    _declare(["_npi_" + _word], _test, _text, "of any type", "boolean", zero_gradient=True, onnx=_form)


@op("_npi_as_floating", same_shape=True)
def as_floating(x: Array) -> jax.Array:
    """Integers and booleans as the floating numbers that MXNet 2.0 computes functions of them with; floats stay as they are.

    x    array of any type

    Returns an array like `x`: of float32 for int32 and int64, of float16 for booleans and all other integers.
    """
    if is_float(x):
        return x
    return x.astype("float32" if x.dtype in (np.int32, np.int64) else "float16")


@op("_npi_bitwise_not", same_shape=True, onnx="elementwise.bitwise_not")
def bitwise_not(x: Array) -> jax.Array:
    """All bits turned round; of booleans, the opposite.

    x    array of integers or booleans

    Returns an array like `x`. Raises MXNetError for floats.
    """
    if is_float(x):
        mend("_npi_bitwise_not", (x.dtype,), "only integers and booleans have bits.")
    return ~x


@op("_npi_around", same_shape=True, zero_gradient=True, onnx="elementwise.around")
def around(x: Array, decimals: int = 0) -> jax.Array:
    """Numbers rounded to `decimals` places, halves to the even digit; integers are cut off.

    x    array of a numeric type other than float16
    decimals    places after the point; negative ones are before it

    Returns an array like `x`. Raises MXNetError for booleans and float16.
    """
    if x.dtype in (np.bool_, np.float16):
        mend("_npi_around", (x.dtype,), "booleans and half precision are not rounded.")
    if not is_float(x):
        return x if decimals >= 0 else (lax.div(x, jnp.asarray(10**-decimals, x.dtype)) * 10**-decimals).astype(x.dtype)
    power = jnp.asarray(10.0 ** abs(decimals), x.dtype)
    scaled = x * power if decimals > 0 else x / power
    whole = lax.round(scaled, lax.RoundingMethod.TO_NEAREST_EVEN)
    return whole / power if decimals > 0 else whole * power


for _word in ("relu", "sigmoid"):
    op("_npx_" + _word, same_shape=True, numbered_inputs=True, onnx=find(_word).traits.onnx)(find(_word).fn)
