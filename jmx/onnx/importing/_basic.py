"""Forms of operators that work on elements one by one: arithmetic, functions, comparisons, casts."""

from __future__ import annotations

import math

import numpy as np

from ._forms import Unsupported, form
from ._reading import numpy_type
from ._values import Value, constant

# ---- constants


@form("Constant", folds=None)
def constant_(
    g,
    *,
    value=None,
    value_float=None,
    value_floats=None,
    value_int=None,
    value_ints=None,
    value_string=None,
    value_strings=None,
    sparse_value=None,
):
    if value is None:
        for number, dtype in (
            (value_float, np.float32),
            (value_floats, np.float32),
            (value_int, np.int64),
            (value_ints, np.int64),
        ):
            if number is not None:
                value = np.asarray(number, dtype)
    if value is None:
        raise Unsupported("constants of strings and sparse constants are not supported")
    made = constant(g.base, (value, value))
    made.weight = made.is_float and made.size > 64
    return made


@form("Identity")
def identity(g, x):
    return x


# ---- arithmetic


def _literal(g, value: Value, other: Value):
    """A constant of one element as a number, if the result has the shape of `other`; weights of shape (1,) stay weights."""
    if value.arrays is None or value.ndim > other.ndim or value.ndim and value.is_float and value.name in g.weights:
        return None
    return value.number


def _binary(g, a, b, name, scalar, reflected=None, kind=None):
    """A binary operator: with a number if one side is a constant of one element, else with broadcasting."""
    a, b = g.numeric(a) if a.arrays is None else a, g.numeric(b) if b.arrays is None else b
    if scalar and (a.arrays is None or a.weight) and _literal(g, b, a) is not None and _exact(b):
        return g.op(f"_{scalar}_scalar", a, scalar=_literal(g, b, a), rank0=a.ndim == 0, kind=kind)
    if reflected and (b.arrays is None or b.weight) and _literal(g, a, b) is not None and _exact(a):
        return g.op(f"_{reflected}_scalar", b, scalar=_literal(g, a, b), rank0=b.ndim == 0, kind=kind)
    if name in ("add", "sub", "mul", "div") and a.shapes == b.shapes and a.ndim:
        return g.op(f"elemwise_{name}", a, b, kind=kind)
    return g.broadcast(name, a, b, kind)


def _exact(value: Value) -> bool:
    """Whether a number passes through a float64, as attributes do."""
    return value.is_float or abs(value.number) <= 2**53


def _aligned(g, a, b, broadcast, axis):
    """Before opset 7, the second operand of a binary operator has to be told where its dimensions are."""
    if broadcast and axis is not None and b.ndim:
        b = g.expand(b, range(b.ndim, a.ndim - axis % a.ndim))
    return a, b


def _arithmetic(onnx_name, name, scalar, reflected):
    @form(onnx_name, since=7)
    def build(g, a, b):
        return _binary(g, a, b, name, scalar, reflected)

    @form(onnx_name, until=6)
    def build_first(g, a, b, *, broadcast=0, axis=None, consumed_inputs=None):
        return _binary(g, *_aligned(g, a, b, broadcast, axis), name, scalar, reflected)


_arithmetic("Add", "add", "plus", "plus")
_arithmetic("Sub", "sub", "minus", "rminus")
_arithmetic("Mul", "mul", "mul", "mul")
_arithmetic("Div", "div", "div", "rdiv")


@form("Pow", since=7)
def power(g, a, b):
    dtype = a.dtype
    if a.dtype != b.dtype and not b.is_float and b.number is None:
        b = g.cast(b, np.float64 if a.dtype.itemsize == 8 else np.float32)
    if a.dtype != b.dtype and _literal(g, b, a) is None:
        a = g.cast(a, b.dtype)
    elif a.dtype.kind in "iu" and b.is_float:
        a = g.cast(a, b.dtype)
    made = _binary(g, a, b, "power", "power", "rpower")
    return g.cast(made, dtype) if made.dtype != dtype else made


@form("Mod", since=10)
def mod(g, a, b, *, fmod=0):
    remainder = _binary(g, a, b, "mod", "mod", "rmod")
    if not fmod:
        return remainder
    # The remainder with the sign of the dividend: |a| mod |b|, times the sign of a.
    size = _binary(g, g.unary("abs", a), g.unary("abs", b), "mod", None)
    return g.mul(size, g.unary("sign", a))


@form("Sum", "Mean", since=6)
def total(g, first, *others):
    inputs = [first, *others]
    if any(x.shapes != inputs[0].shapes for x in inputs) or not inputs[0].ndim:
        made = inputs[0]
        for x in inputs[1:]:
            made = g.add(made, x)
    else:
        made = g.op("add_n", *inputs) if len(inputs) > 1 else inputs[0]
    return made if g.op_type == "Sum" or len(inputs) == 1 else g.scalar("div", made, len(inputs))


def _extreme(onnx_name, name):
    @form(onnx_name, since=6)
    def build(g, *inputs):
        made = inputs[0]
        for x in inputs[1:]:
            made = _binary(g, made, x, name, name, name)
        return made


_extreme("Max", "maximum")
_extreme("Min", "minimum")


@form("BitwiseAnd", "BitwiseOr", "BitwiseXor", since=18)
def bitwise(g, a, b):
    name = {"BitwiseAnd": "_npi_bitwise_and", "BitwiseOr": "_npi_bitwise_or", "BitwiseXor": "_npi_bitwise_xor"}[g.op_type]
    return g.op(name, a, b, rank0=a.ndim == b.ndim == 0)


@form("BitwiseNot", since=18)
def bitwise_not(g, x):
    return g.unary("_npi_bitwise_not", x)


# ---- functions of one array


def _function(onnx_name, name, since=1, **attributes):
    @form(onnx_name, since=since)
    def build(g, x, *, consumed_inputs=None):
        return g.unary(name, g.numeric(x), **attributes)


for _onnx_name, _name in {
    "Abs": "abs",
    "Acos": "arccos",
    "Acosh": "arccosh",
    "Asin": "arcsin",
    "Asinh": "arcsinh",
    "Atan": "arctan",
    "Atanh": "arctanh",
    "Ceil": "ceil",
    "Cos": "cos",
    "Cosh": "cosh",
    "Erf": "erf",
    "Exp": "exp",
    "Floor": "floor",
    "Log": "log",
    "Neg": "negative",
    "Reciprocal": "reciprocal",
    "Relu": "relu",
    "Round": "_npi_around",
    "Sigmoid": "sigmoid",
    "Sign": "sign",
    "Sin": "sin",
    "Sinh": "sinh",
    "Softsign": "softsign",
    "Sqrt": "sqrt",
    "Tan": "tan",
    "Tanh": "tanh",
}.items():
    _function(_onnx_name, _name)


@form("Softplus")
def softplus(g, x):
    return g.unary("Activation", x, act_type="softrelu")


@form("LeakyRelu")
def leaky_relu(g, x, *, alpha=0.01, consumed_inputs=None):
    return g.unary("LeakyReLU", x, act_type="leaky", slope=alpha)


@form("Elu")
def elu(g, x, *, alpha=1.0, consumed_inputs=None):
    return g.unary("LeakyReLU", x, act_type="elu", slope=alpha)


@form("Celu", since=12)
def celu(g, x, *, alpha=1.0):
    # elu's slope multiplies exp(x) - 1; Celu has alpha * (exp(x / alpha) - 1).
    inner = g.unary("LeakyReLU", g.scalar("div", x, alpha), act_type="elu", slope=1.0)
    return g.scalar("mul", inner, alpha)


#: Selu's numbers in MXNet, which are ONNX's defaults
_SELU = (1.67326319217681884765625, 1.05070102214813232421875)


@form("Selu")
def selu(g, x, *, alpha=_SELU[0], gamma=_SELU[1], consumed_inputs=None):
    if math.isclose(alpha, _SELU[0], rel_tol=1e-6) and math.isclose(gamma, _SELU[1], rel_tol=1e-6):
        return g.unary("LeakyReLU", x, act_type="selu")
    return g.scalar("mul", g.unary("LeakyReLU", x, act_type="elu", slope=alpha), gamma)


@form("Gelu", since=20)
def gelu(g, x, *, approximate="none"):
    if approximate == "none":
        return g.unary("LeakyReLU", x, act_type="gelu")
    # x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3)))
    cubed = g.scalar("mul", g.mul(g.unary("square", x), x), 0.044715)
    angle = g.scalar("mul", g.add(x, cubed), math.sqrt(2 / math.pi))
    return g.mul(g.scalar("mul", x, 0.5), g.scalar("plus", g.unary("tanh", angle), 1))


@form("PRelu", since=7)
def prelu(g, x, slope):
    # MXNet's prelu has a slope per channel; all others are max(x, 0) + slope * min(x, 0).
    per_channel = slope.ndim == x.ndim - 1 and slope.dims[1:] == (1,) * (slope.ndim - 1) and x.ndim > 1
    if per_channel and slope.dims[0] in (1, x.dims[1]):
        return g.op("LeakyReLU", x, g.reshape(slope, [slope.pairs[0]]), act_type="prelu")
    return g.add(g.unary("relu", x), g.mul(slope, g.scalar("minimum", x, 0)))


@form("HardSigmoid")
def hard_sigmoid(g, x, *, alpha=0.2, beta=0.5, consumed_inputs=None):
    return g.unary("hard_sigmoid", x, alpha=alpha, beta=beta)


@form("HardSwish", since=14)
def hard_swish(g, x):
    return g.mul(x, g.unary("hard_sigmoid", x, alpha=1 / 6, beta=0.5))


@form("Mish", since=18)
def mish(g, x):
    return g.mul(x, g.unary("tanh", g.unary("Activation", x, act_type="softrelu")))


@form("Swish", since=24)
def swish(g, x, *, alpha=1.0):
    return g.mul(x, g.unary("sigmoid", g.scalar("mul", x, alpha)))


@form("ThresholdedRelu", since=10)
def thresholded_relu(g, x, *, alpha=1.0):
    return g.mul(x, g.scalar("greater", x, alpha))


@form("Shrink", since=9)
def shrink(g, x, *, bias=0.0, lambd=0.5):
    above = g.mul(g.scalar("greater", x, lambd), g.scalar("minus", x, bias))
    return g.add(above, g.mul(g.scalar("lesser", x, -lambd), g.scalar("plus", x, bias)))


@form("Clip", since=11)
def clip(g, x, low=None, high=None):
    for bound, name in ((low, "maximum"), (high, "minimum")):
        if bound is not None and bound.number is None:
            x = g.broadcast(name, x, bound)
    limits = [None if bound is None else bound.number for bound in (low, high)]
    return _clipped(g, x, *limits)


@form("Clip", until=10)
def clip_first(g, x, *, min=None, max=None, consumed_inputs=None):
    return _clipped(g, x, min, max)


def _clipped(g, x, low, high):
    low, high = [None if n is None or abs(n) >= 3.4e38 else n for n in (low, high)]
    if low is not None and high is not None and low <= high:
        return g.unary("clip", x, a_min=low, a_max=high)
    x = x if low is None else g.scalar("maximum", x, low)
    return x if high is None else g.scalar("minimum", x, high)


# ---- truth values


def _comparison(onnx_name, name, reflected, since):
    @form(onnx_name, since=since)
    def build(g, a, b):
        if np.bool_ in (a.dtype, b.dtype):
            a, b = _alike(g, a, b)
        return _binary(g, a, b, name, name, reflected, kind=np.bool_)


_comparison("Equal", "equal", "equal", 7)
_comparison("Greater", "greater", "lesser", 7)
_comparison("GreaterOrEqual", "greater_equal", "lesser_equal", 12)
_comparison("Less", "lesser", "greater", 7)
_comparison("LessOrEqual", "lesser_equal", "greater_equal", 12)


def _alike(g, a, b):
    """Two truth values as arrays of one type."""
    a, b = g.numeric(a), g.numeric(b)
    if a.held == b.held:
        return a, b
    return [x if x.held == np.float32 else g.op("Cast", x, dtype="float32", kind=np.bool_, rank0=x.ndim == 0) for x in (a, b)]


@form("And", "Or", "Xor", since=7)
def logical(g, a, b):
    return g.broadcast(f"logical_{g.op_type.lower()}", *_alike(g, a, b), kind=np.bool_)


@form("Not")
def logical_not(g, x):
    return g.unary("logical_not", g.numeric(x), kind=np.bool_)


@form("IsNaN", since=9)
def is_nan(g, x):
    return g.broadcast("not_equal", x, x, kind=np.bool_)


@form("IsInf", since=10)
def is_inf(g, x, *, detect_negative=1, detect_positive=1):
    if detect_negative and detect_positive:
        x = g.unary("abs", x)
    elif not detect_negative and not detect_positive:
        return g.op("zeros_like", x, kind=np.bool_, rank0=x.ndim == 0)
    return g.unary("_equal_scalar", x, scalar=math.inf if detect_positive else -math.inf, kind=np.bool_)


@form("Where", since=9)
def where(g, condition, x, y):
    g.symbol(condition)
    if np.bool_ in (x.dtype, y.dtype):
        x, y = _alike(g, x, y)
    shape = broadcast_pairs(condition, x, y)
    parts = [spread(g, value, shape, (condition, x, y)) for value in (condition, x, y)]
    return g.op("where", *parts, kind=x.dtype, rank0=not shape)


def broadcast_pairs(*values) -> list[tuple[int, int]]:
    """The sizes, in both samples, of what several arrays are broadcast to."""
    shapes = [np.broadcast_shapes(*[value.shapes[s] for value in values]) for s in (0, 1)]
    return list(zip(*shapes))


def spread(g, value, pairs, near=()):
    """`value` broadcast to these sizes; open ones are those of other dimensions."""
    if value.pairs == pairs:
        return value
    value = g.ranked(value, len(pairs))
    fixed = [axis for axis, (mine, wanted) in enumerate(zip(value.pairs, pairs)) if mine != wanted and wanted[0] == wanted[1]]
    if fixed:
        value = g.moved("broadcast_axis", value, axis=tuple(fixed), size=tuple(pairs[axis][0] for axis in fixed))
    for axis, (mine, wanted) in enumerate(zip(value.pairs, pairs)):
        if mine != wanted:
            value = g.spread_like(value, axis, wanted, near)
    return value


# ---- element types


@form("Cast", since=6, folds="linear")
def cast(g, x, *, to, saturate=1, round_mode="up"):
    try:
        dtype = numpy_type(to)
    except KeyError as error:
        raise Unsupported(f"MXNet has no element type {error.args[0]}") from None
    if x.dtype == dtype:
        return x
    if dtype == np.bool_:
        return g.unary("_not_equal_scalar", g.numeric(x), scalar=0, kind=np.bool_)
    return g.cast(x, dtype)


@form("CastLike", since=15, folds="linear")
def cast_like(g, x, like, *, saturate=1, round_mode="up"):
    return g.cast(x, like.dtype)
