"""Functions of one array, element by element: rounding, powers, exponentials, trigonometry, activations."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy import special

from jmx.core.declare.fusion import Pointwise
from jmx.core.declare.op import REQUIRED, Array, any_layout, op

from . import _by_polynomials
from ._binary import div
from ._checks import check
from ._examples import of_one_array
from ._numeric import convert, is_float, refuse_bool, scalar_like, working

_DOC = """{text}

data    array of any shape, of a numeric type; {integers}

Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.
"""


def _declare(names, function, text, example, exact, **traits):
    name = names[0]

    def apply(data: Array):
        refuse_bool(name, data)
        if exact:
            return function(data)
        return convert(function(working(data)), data.dtype)

    integers = "exact for integers" if exact else "integers are computed in single precision, fractions are cut off"
    doc = _DOC.format(text=text, integers=integers) + of_one_array(name, example)
    traits.update(same_shape=True, channels_last=any_layout, numbered_inputs=True, source=_SOURCES.get(name) or _source(name))
    return op(*names, doc=doc, **traits)(apply)


#: in generated source code, where the function is not one of jax.numpy's under the same name
_SOURCES = {
    "relu": "jax.nn.relu({0})", "sigmoid": "jax.nn.sigmoid({0})", "softsign": "jax.nn.soft_sign({0})", "erf": "jax.lax.erf({0})",
    "mish": "jax.nn.mish({0})", "log_sigmoid": "jax.nn.log_sigmoid({0})",
    "erfinv": "jax.lax.erf_inv({0})", "rsqrt": "jax.lax.rsqrt({0})", "rcbrt": "1 / jnp.cbrt({0})", "reciprocal": "1 / {0}",
    "negative": "-{0}", "gammaln": "jax.lax.lgamma({0})", "fix": "jnp.trunc({0})",
    "rint": "jnp.ceil({0} - 0.5)", "round": "jnp.sign({0}) * jnp.floor(jnp.abs({0}) + 0.5)",
    "logical_not": "({0} == 0).astype({0}.dtype)",
}  # fmt: skip
#: of other meaning there, or not there
_UNLIKE = ("gamma",)


def _source(name):
    return f"jnp.{name}({{0}})" if hasattr(jnp, name) and name not in _UNLIKE else None


def _with_slope(function, slope):
    """`function` with the derivative `slope(x, y)` at x, where y = function(x)."""
    wrapped = jax.custom_jvp(function)

    @wrapped.defjvp
    def _(primals, tangents):
        (x,), (t,) = primals, tangents
        y = wrapped(x)
        return y, t * slope(x, y)

    return wrapped


def _keep_whole(function):
    """`function` for floats; whole numbers stay as they are."""
    return lambda x: function(x) if is_float(x) else x


def _sign(x):
    return jnp.where(x > 0, 1, jnp.where(x < 0, -1, 0)).astype(x.dtype)


def _round_half_down(x):
    low, high = jnp.floor(x), jnp.ceil(x)
    return jnp.where(x - low <= high - x, low, high)


def _round_half_away(x):
    return lax.round(x, lax.RoundingMethod.AWAY_FROM_ZERO)


def _positive(x):
    """`x` above zero and where it is NaN, 0 elsewhere."""
    return jnp.where((x > 0) | (x != x), x, jnp.zeros((), x.dtype))


def relu(x) -> jax.Array:
    """max(x, 0); the derivative at 0 is 0. For NaN both are NaN."""
    return _relu(x) if is_float(x) else jnp.where(x > 0, x, jnp.zeros((), x.dtype))


def _psi(x):
    """The logarithmic derivative of the gamma function, infinite at its poles."""
    return jnp.where((x <= 0) & (x == jnp.floor(x)), jnp.inf, lax.digamma(x)).astype(x.dtype)


_cbrt = _with_slope(_by_polynomials.cbrt, lambda x, y: 1 / (3 * y * y))
absolute = _with_slope(jnp.abs, lambda x, y: _sign(x))
_relu = _with_slope(_positive, lambda x, y: _positive(jnp.where(x > 0, 1, x).astype(x.dtype)))
_softsign = _with_slope(lambda x: x / (1 + jnp.abs(x)), lambda x, y: 1 / jnp.square(1 + jnp.abs(x)))
_tan = _with_slope(_by_polynomials.tan, lambda x, y: y * y + 1)
_arcsin = _with_slope(_by_polynomials.arcsin, lambda x, y: lax.rsqrt(1 - x * x))
_arccos = _with_slope(_by_polynomials.arccos, lambda x, y: -lax.rsqrt(1 - x * x))
_arctan = _with_slope(_by_polynomials.arctan, lambda x, y: 1 / (x * x + 1))
_arcsinh = _with_slope(jnp.arcsinh, lambda x, y: 1 / jnp.sqrt(x * x + 1))
_arccosh = _with_slope(jnp.arccosh, lambda x, y: 1 / jnp.sqrt(x * x - 1))
_gamma = _with_slope(special.gamma, lambda x, y: y * _psi(x))
_gammaln = _with_slope(lax.lgamma, lambda x, y: _psi(x))
# MXNet's constants are single precision for every element type.
_DEGREES = np.float32(180) / np.float32(np.pi)
_RADIANS = np.float32(np.pi) / np.float32(180)


def _times(constant):
    return lambda x: x * jnp.asarray(constant, x.dtype)


_KEEPS, _FLAT = "keeps_storage", "zero_gradient"
#: names -> function, description, example, form in ONNX files, and the traits that are so
_EXACT = {
    ("abs", "_sparse_abs"): (
        absolute,
        "Absolute value; its derivative at 0 is 0.",
        "[-2, 0, 0.5] -> [2.  0.  0.5]",
        ("elementwise.exact", "Abs"),
        _KEEPS,
    ),
    ("sign", "_sparse_sign"): (
        _sign,
        "Sign: -1, 0 or 1 (0 for NaN). Its derivative is 0.",
        "[-2, 0, 0.5] -> [-1.  0.  1.]",
        ("elementwise.exact", "Sign"),
        _KEEPS,
    ),
    ("negative", "_sparse_negative"): (
        jnp.negative,
        "Numbers with their sign changed.",
        "[-2, 0.5] -> [ 2.  -0.5]",
        ("elementwise.exact", "Neg"),
        _KEEPS,
    ),
    ("square", "_sparse_square"): (lambda x: x * x, "Squares.", "[-2, 0.5] -> [4.   0.25]", "elementwise.square", _KEEPS),
    ("relu", "_sparse_relu"): (
        relu,
        "max(data, 0); the derivative at 0 is 0.",
        "[-2, 0, 0.5] -> [0.  0.  0.5]",
        "elementwise.relu",
        _KEEPS,
        "relu",
    ),
    ("round", "_sparse_round"): (
        _keep_whole(_round_half_away),
        "Nearest whole number, halves away from zero.",
        "[-1.5, 0.4, 2.5] -> [-2.  0.  3.]",
        ("elementwise.rounded_so", "round"),
        _FLAT,
    ),
    ("rint", "_sparse_rint"): (
        _keep_whole(_round_half_down),
        "Nearest whole number, halves downwards.",
        "[-1.5, 0.4, 2.5] -> [-2.  0.  2.]",
        ("elementwise.rounded_so", "rint"),
        _FLAT,
    ),
    ("ceil", "_sparse_ceil"): (
        _keep_whole(jnp.ceil),
        "Smallest whole number that is not less.",
        "[-1.5, 0.4, 2] -> [-1.  1.  2.]",
        ("elementwise.rounded", "Ceil"),
        _FLAT,
    ),
    ("floor", "_sparse_floor"): (
        _keep_whole(jnp.floor),
        "Largest whole number that is not greater.",
        "[-1.5, 0.4, 2] -> [-2.  0.  2.]",
        ("elementwise.rounded", "Floor"),
        _FLAT,
    ),
    ("trunc", "_sparse_trunc"): (
        _keep_whole(jnp.trunc),
        "Whole number next to zero: the fraction is cut off.",
        "[-1.5, 0.4, 2] -> [-1.  0.  2.]",
        ("elementwise.rounded_so", "trunc"),
        _FLAT,
    ),
    ("fix", "_sparse_fix"): (
        _keep_whole(jnp.trunc),
        "Whole number next to zero, as `trunc`.",
        "[-1.5, 0.4, 2] -> [-1.  0.  2.]",
        ("elementwise.rounded_so", "trunc"),
        _FLAT,
    ),
    ("logical_not",): (
        lambda x: (x == 0).astype(x.dtype),
        "1 where the element is 0, and 0 elsewhere.",
        "[-2, 0, 0.5] -> [0. 1. 0.]",
        "elementwise.logical_not",
        _FLAT,
    ),
}

_SINGLE = {
    ("sqrt", "_sparse_sqrt"): (jnp.sqrt, "Square root.", "[0, 4, 9] -> [0. 2. 3.]", ("elementwise.single", "Sqrt")),
    ("rsqrt", "_sparse_rsqrt"): (
        lax.rsqrt,
        "Reciprocal square root, 1 / sqrt(data).",
        "[4, 16] ~> [0.5 , 0.25]",
        ("elementwise.composed", "rsqrt"),
    ),
    ("cbrt", "_sparse_cbrt"): (_cbrt, "Cube root.", "[-8, 27] ~> [-2.,  3.]", ("elementwise.composed", "cbrt")),
    ("rcbrt",): (
        lambda x: 1 / _cbrt(x),
        "Reciprocal cube root, 1 / cbrt(data).",
        "[-8, 1] ~> [-0.5,  1. ]",
        ("elementwise.composed", "rcbrt"),
    ),
    ("reciprocal",): (
        lambda x: 1 / x,
        "Reciprocal, 1 / data.",
        "[-2, 0.5, 4] -> [-0.5   2.    0.25]",
        ("elementwise.single", "Reciprocal"),
    ),
    ("exp", "_sparse_exp"): (jnp.exp, "Exponential.", "[0, np.log(2)] ~> [1., 2.]", ("elementwise.single", "Exp")),
    ("expm1", "_sparse_expm1"): (
        jnp.expm1,
        "exp(data) - 1, accurate near 0.",
        "[0, np.log(2)] ~> [0., 1.]",
        ("elementwise.composed", "expm1"),
    ),
    ("log", "_sparse_log"): (jnp.log, "Natural logarithm.", "[1, np.e] ~> [0., 1.]", ("elementwise.single", "Log")),
    ("log10", "_sparse_log10"): (jnp.log10, "Logarithm to base 10.", "[1, 100] ~> [0., 2.]", ("elementwise.composed", "log10")),
    ("log2", "_sparse_log2"): (jnp.log2, "Logarithm to base 2.", "[1, 8] ~> [0., 3.]", ("elementwise.composed", "log2")),
    ("log1p", "_sparse_log1p"): (
        jnp.log1p,
        "log(1 + data), accurate near 0.",
        "[0, np.e - 1] ~> [0., 1.]",
        ("elementwise.composed", "log1p"),
    ),
    ("sin", "_sparse_sin"): (
        jnp.sin,
        "Sine of angles in radians.",
        "[0, np.pi / 6] ~> [0. , 0.5]",
        ("elementwise.single", "Sin"),
    ),
    ("cos", "_sparse_cos"): (
        jnp.cos,
        "Cosine of angles in radians.",
        "[0, np.pi / 3] ~> [1. , 0.5]",
        ("elementwise.single", "Cos"),
    ),
    ("tan", "_sparse_tan"): (_tan, "Tangent of angles in radians.", "[0, np.pi / 4] ~> [0., 1.]", ("elementwise.single", "Tan")),
    ("arcsin", "_sparse_arcsin"): (
        _arcsin,
        "Inverse sine, in radians; NaN outside [-1, 1].",
        "[0, 1] ~> [0.    , 1.5708]",
        ("elementwise.single", "Asin"),
    ),
    ("arccos", "_sparse_arccos"): (
        _arccos,
        "Inverse cosine, in radians; NaN outside [-1, 1].",
        "[0, 1] ~> [1.5708, 0.    ]",
        ("elementwise.single", "Acos"),
    ),
    ("arctan", "_sparse_arctan"): (
        _arctan,
        "Inverse tangent, in radians.",
        "[0, 1] ~> [0.    , 0.7854]",
        ("elementwise.single", "Atan"),
    ),
    ("degrees", "_sparse_degrees"): (
        _times(_DEGREES),
        "Angles in radians converted to degrees.",
        "[0, np.pi / 2] ~> [ 0., 90.]",
        ("elementwise.composed", "degrees"),
    ),
    ("radians", "_sparse_radians"): (
        _times(_RADIANS),
        "Angles in degrees converted to radians.",
        "[0, 90] ~> [0.    , 1.5708]",
        ("elementwise.composed", "radians"),
    ),
    ("sinh", "_sparse_sinh"): (jnp.sinh, "Hyperbolic sine.", "[0, 1] ~> [0.    , 1.1752]", ("elementwise.single", "Sinh")),
    ("cosh", "_sparse_cosh"): (jnp.cosh, "Hyperbolic cosine.", "[0, 1] ~> [1.    , 1.5431]", ("elementwise.single", "Cosh")),
    ("tanh", "_sparse_tanh"): (
        jnp.tanh,
        "Hyperbolic tangent.",
        "[-20, 0, 1] ~> [-1.    ,  0.    ,  0.7616]",
        ("elementwise.single", "Tanh"),
    ),
    ("arcsinh", "_sparse_arcsinh"): (
        _arcsinh,
        "Inverse hyperbolic sine.",
        "[0, 1] ~> [0.    , 0.8814]",
        ("elementwise.single", "Asinh"),
    ),
    ("arccosh", "_sparse_arccosh"): (
        _arccosh,
        "Inverse hyperbolic cosine; NaN below 1.",
        "[1, 2] ~> [0.   , 1.317]",
        ("elementwise.single", "Acosh"),
    ),
    ("arctanh", "_sparse_arctanh"): (
        jnp.arctanh,
        "Inverse hyperbolic tangent; NaN outside [-1, 1].",
        "[0, 0.5] ~> [0.    , 0.5493]",
        ("elementwise.single", "Atanh"),
    ),
    ("sigmoid", "_sparse_sigmoid"): (
        jax.nn.sigmoid,
        "Logistic function, 1 / (1 + exp(-data)).",
        "[-2, 0, 2] ~> [0.1192, 0.5   , 0.8808]",
        ("elementwise.single", "Sigmoid"),
    ),
    ("softsign", "_npx_softsign"): (
        _softsign,
        "data / (1 + abs(data)).",
        "[-1, 0, 3] -> [-0.5   0.    0.75]",
        ("elementwise.single", "Softsign"),
    ),
    ("log_sigmoid", "_sparse_log_sigmoid"): (
        jax.nn.log_sigmoid,
        "Logarithm of the logistic function, log(1 / (1 + exp(-data))). MXNet has it from 2.0 on.",
        "[-20, 0] ~> [-20.    ,  -0.6931]",
    ),
    ("mish", "_sparse_mish"): (
        jax.nn.mish,
        "data * tanh(log(1 + exp(data))). MXNet has it from 2.0 on.",
        "[0, 1, 20] ~> [ 0.    ,  0.8651, 20.    ]",
    ),
    ("erf", "_npx_erf"): (lax.erf, "Error function.", "[0, 1] ~> [0.    , 0.8427]", ("elementwise.single", "Erf")),
    ("erfinv", "_npx_erfinv"): (
        lax.erf_inv,
        "Inverse of the error function; NaN outside [-1, 1].",
        "[0, 0.5] ~> [0.    , 0.4769]",
    ),
    ("gamma", "_npx_gamma", "_sparse_gamma"): (_gamma, "Gamma function.", "[1, 4, 0.5] ~> [1.    , 6.    , 1.7725]"),
    ("gammaln", "_npx_gammaln", "_sparse_gammaln"): (
        _gammaln,
        "Logarithm of the absolute gamma function.",
        "[1, 4] ~> [0.    , 1.7918]",
    ),
    ("digamma", "_npx_digamma"): (_psi, "Logarithmic derivative of the gamma function.", "[1, 2] ~> [-0.5772,  0.4228]"),
}


def _fused(kind):
    """A layer may apply the function to its results."""
    return {"follows": lambda a: Pointwise(kind)}


#: what else is to be said of some of them: by name, their traits
_FURTHER = {
    "negative": {"backward": None},
    "exp": {"backward": None, **_fused("exp")},
    "abs": _fused("abs"),
    "square": _fused("square"),
    "sqrt": _fused("sqrt"),
    "log_sigmoid": {"later": True},
    "mish": {"later": True},
    "digamma": {"later": True},
    "tan": {"save": True},  # whose derivative is made of it
}

for _names, (_function, _text, _example, _form, *_traits) in _EXACT.items():
    _further = _FURTHER.get(_names[0], {})
    _declare(_names, _function, _text, _example, True, onnx=_form, **dict.fromkeys(_traits, True), **_further)
for _names, (_function, _text, _example, *_form) in _SINGLE.items():
    _further = _FURTHER.get(_names[0], {})
    _declare(_names, _function, _text, _example, False, onnx=_form[0] if _form else None, **_further)


@op("hard_sigmoid", same_shape=True, channels_last=any_layout, numbered_inputs=True, onnx="elementwise.hard_sigmoid")
def hard_sigmoid(data: Array, alpha: float = 0.2, beta: float = 0.5) -> jax.Array:
    """alpha * data + beta, cut off below 0 and above 1; the derivative is 0 from the two corners outwards.

    data    array of any shape, of a floating type
    alpha, beta    slope and value at 0

    Returns an array like `data`. Raises MXNetError for other element types.

    Examples
    --------
    >>> nd.hard_sigmoid(nd.array([-5, 0, 1, 5]), alpha=0.25)
    [0.   0.5  0.75 1.  ]
    <NDArray 4 @cpu(0)>
    """
    check(is_float(data), "hard_sigmoid", lambda: f"only floating types are supported, not {data.dtype}")
    line = alpha * working(data) + beta
    ends = jnp.where(line == line, (line >= 1).astype(line.dtype), jnp.asarray(jnp.nan, line.dtype))
    return jnp.where((line > 0) & (line < 1), line, ends).astype(data.dtype)


@op(
    "_copy",
    "identity",
    same_shape=True,
    channels_last=any_layout,
    numbered_inputs=True,
    keeps_storage=True,
    identity=True,
    onnx="elementwise.same",
    source="{0}",
    backward="copy",
)
def copy(data: Array) -> jax.Array:
    """A copy of `data`.

    data    array of any shape and type

    Returns an array like `data`.

    Examples
    --------
    >>> nd.identity(nd.array([1, 2]))
    [1. 2.]
    <NDArray 2 @cpu(0)>
    """
    return data


@op("_copyto", "_npi_copyto", same_shape=True, onnx="elementwise.same")
def copyto(data: Array) -> jax.Array:
    """The elements of `data`, to be written to the array given as `out`, on whatever device that is.

    data    array of any shape and type

    Returns an array like `data`.
    """
    return data


@functools.partial(jax.custom_jvp, nondiff_argnums=(1, 2))
def _clamped(x, low, high):
    """One step, which NumPy takes in a thirtieth of the time of two choices."""
    return lax.clamp(lax.convert_element_type(low, x.dtype), x, lax.convert_element_type(high, x.dtype))


@_clamped.defjvp
def _(low, high, primals, tangents):
    (x,), (tangent,) = primals, tangents
    outside = lax.bitwise_or(lax.lt(x, lax.full_like(x, low)), lax.gt(x, lax.full_like(x, high)))
    return _clamped(x, low, high), lax.select(outside, lax.full_like(tangent, 0), tangent)


@op(
    "clip",
    "_npi_clip",
    "_sparse_clip",
    same_shape=True,
    channels_last=any_layout,
    numbered_inputs=True,
    follows=lambda a: Pointwise("bounded_relu", float(np.float32(a.a_max))) if a.a_min == 0 else None,
    onnx="elementwise.clip",
    source="clip",
)
def clip(data: Array, a_min: float = REQUIRED, a_max: float = REQUIRED) -> jax.Array:
    """Numbers below `a_min` replaced by `a_min` and above `a_max` by `a_max`; at the limits the derivative is 1.

    data    array of any shape, of a numeric type; the limits are converted to it
    a_min, a_max    lower and upper limit

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Examples
    --------
    >>> nd.clip(nd.array([-2, 0.5, 3]), a_min=0, a_max=1)
    [0.  0.5 1. ]
    <NDArray 3 @cpu(0)>
    """
    refuse_bool("clip", data)
    low, high = np.float32(a_min), np.float32(a_max)
    if low <= high and is_float(data):
        return _clamped(data, low, high)
    x = data if is_float(data) else data.astype("float32")
    low, high = (jnp.asarray(v, x.dtype) for v in (low, high))
    limits = (convert(v, data.dtype) for v in (low, high))
    low_value, high_value = limits
    return jnp.where(x > high, high_value, jnp.where(x < low, low_value, data))


@op("_contrib_quadratic", same_shape=True, onnx="elementwise.quadratic")
def quadratic(data: Array, a: float = 0.0, b: float = 0.0, c: float = 0.0) -> jax.Array:
    """a * data**2 + b * data + c.

    data    array of any shape, of a numeric type
    a, b, c    coefficients

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Examples
    --------
    >>> nd.contrib.quadratic(nd.array([0, 1, 2]), a=1, b=2, c=3)
    [ 3.  6. 11.]
    <NDArray 3 @cpu(0)>
    """
    refuse_bool("_contrib_quadratic", data)
    x = working(data)
    return convert(a * x * x + b * x + c, data.dtype)


@op("_contrib_div_sqrt_dim", same_shape=True, numbered_inputs=True, onnx="elementwise.div_sqrt_dim", source="layers.div_sqrt_dim")
def div_sqrt_dim(data: Array) -> jax.Array:
    """`data` divided by the square root of the length of its last axis, as scores of scaled attention are.

    data    array of one dimension or more, of a numeric type

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Examples
    --------
    >>> nd.contrib.div_sqrt_dim(nd.array([[2, 4, 6, 8]]))
    [[1. 2. 3. 4.]]
    <NDArray 1x4 @cpu(0)>
    """
    check(data.ndim > 0, "_contrib_div_sqrt_dim", "data needs at least one dimension")
    refuse_bool("_contrib_div_sqrt_dim", data)
    return div(data, scalar_like(float(np.sqrt(data.shape[-1])), data.dtype))
