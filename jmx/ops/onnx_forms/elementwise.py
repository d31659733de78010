"""Functions of one array or two, element by element, and of an array and a number."""

import math

import numpy as np

_BITS = {"bitwise_and": "BitwiseAnd", "bitwise_or": "BitwiseOr", "bitwise_xor": "BitwiseXor"}


def same(g, call):
    """The input itself: what only training, gradients or devices see a difference in."""
    return call.x


def cast(g, call):
    """The input in the output's element type."""
    return _converted(g, call.x, call.out.dtype)


def _converted(g, value, dtype):
    """`value` in another type: as C converts, so that numbers become a boolean by being other than 0."""
    return g.cast(value, dtype)


def multicast(g, call):
    """All inputs in the outputs' types."""
    return [g.cast(x, out.dtype) for x, out in zip(call.inputs, call.outputs)]


def single(g, call, op_type):
    """One ONNX operator on floating point; whole numbers are computed in single precision and cut off."""
    return g.cast(g.node(op_type, g.as_float(call.x)), call.out.dtype)


def exact(g, call, op_type):
    """One ONNX operator that takes whole numbers too."""
    return g.cast(g.node(op_type, g.widened(call.x)), call.out.dtype)


def rounded(g, call, op_type):
    """A rounding, which leaves whole numbers as they are."""
    return g.node(op_type, call.x) if call.x.is_float else call.x


def composed(g, call, word):
    """A function that ONNX has no operator for, put together from some."""
    x = g.as_float(call.x)
    return g.cast(_COMPOSED[word](g, x), call.out.dtype)


def _root(g, x, power):
    return g.node("Mul", g.node("Sign", x), g.node("Pow", g.node("Abs", x), power))


def _truncated(g, x):
    return g.node("Mul", g.node("Sign", x), g.node("Floor", g.node("Abs", x)))


_COMPOSED = {
    "rsqrt": lambda g, x: g.node("Reciprocal", g.node("Sqrt", x)),
    "cbrt": lambda g, x: _root(g, x, 1 / 3),
    "rcbrt": lambda g, x: g.node("Reciprocal", _root(g, x, 1 / 3)),
    "expm1": lambda g, x: g.node("Sub", g.node("Exp", x), 1),
    "log1p": lambda g, x: g.node("Log", g.node("Add", x, 1)),
    "log10": lambda g, x: g.node("Mul", g.node("Log", x), 1 / math.log(10)),
    "log2": lambda g, x: g.node("Mul", g.node("Log", x), 1 / math.log(2)),
    "degrees": lambda g, x: g.node("Mul", x, 180 / math.pi),
    "radians": lambda g, x: g.node("Mul", x, math.pi / 180),
    "round": lambda g, x: g.node("Mul", g.node("Sign", x), g.node("Floor", g.node("Add", g.node("Abs", x), 0.5))),
    "rint": lambda g, x: g.node("Ceil", g.node("Sub", x, 0.5)),
    "trunc": _truncated,
}


def relu(g, call):
    return g.node("Relu", call.x) if call.x.is_float else g.cast(g.node("Max", g.widened(call.x), 0), call.out.dtype)


def square(g, call):
    return g.cast(g.node("Mul", (x := g.widened(call.x)), x), call.out.dtype)


def rounded_so(g, call, word):
    """A rounding put together from others; whole numbers stay as they are."""
    return _COMPOSED[word](g, call.x) if call.x.is_float else call.x


def logical_not(g, call):
    x = g.widened(call.x)
    return g.cast(g.node("Equal", x, 0, dtype=np.bool_), call.out.dtype)


def tested(g, call, word):
    """Whether elements are NaN or infinite."""
    if not call.x.is_float:
        zero = g.node("Mul", g.cast(call.x, np.float32), 0)
        return g.node("Equal", zero, float(word != "isfinite"), dtype=np.bool_)
    if word == "isnan":
        return g.node("IsNaN", call.x, dtype=np.bool_)
    if word in ("isposinf", "isneginf"):
        return g.node("Equal", call.x, math.inf if word == "isposinf" else -math.inf, dtype=np.bool_)
    size = g.node("Abs", call.x)
    infinite = g.node("Equal", size, math.inf, dtype=np.bool_)
    if word == "isinf":
        return infinite
    return g.node("Not", g.node("Or", infinite, g.node("IsNaN", call.x, dtype=np.bool_)))


def around(g, call):
    x, decimals = call.x, call.a.decimals
    if not x.is_float:
        return x if decimals >= 0 else call.refuse("whole numbers are not rounded before the point")
    power = 10.0 ** abs(decimals)
    there, back = ("Mul", "Div") if decimals > 0 else ("Div", "Mul")
    return g.node(back, g.node("Round", g.node(there, x, power)), power)


def clip(g, call):
    x, low, high = call.x, np.float32(call.a.a_min), np.float32(call.a.a_max)
    if not x.is_float:
        low, high = (
            math.ceil(low) if np.isfinite(low) else np.iinfo(x.dtype).min,
            int(high) if np.isfinite(high) else np.iinfo(x.dtype).max,
        )
        if x.dtype.itemsize == 1:
            wide = g.widened(x)
            return g.cast(g.node("Clip", wide, g.number(low, wide.dtype), g.number(high, wide.dtype)), x.dtype)
    return g.node("Clip", x, g.number(low, x.dtype), g.number(high, x.dtype))


def hard_sigmoid(g, call):
    return g.node("HardSigmoid", call.x, alpha=float(call.a.alpha), beta=float(call.a.beta))


def quadratic(g, call):
    x, a = g.as_float(call.x), call.a
    inner = g.node("Add", g.node("Mul", x, a.a), a.b)
    return g.cast(g.node("Add", g.node("Mul", inner, x), a.c), call.out.dtype)


def div_sqrt_dim(g, call):
    if call.x.dims[-1] is None:
        call.refuse("its last dimension is open")
    return g.cast(g.node("Div", g.as_float(call.x), math.sqrt(call.x.shape[-1])), call.out.dtype)


# ---- two operands ----


def _arithmetic(g, word, a, b):
    """One of MXNet's arithmetic functions on values of one type, which ONNX's arithmetic has."""
    if word in ("mod", "remainder"):
        return _modulo(g, a, b, nan=word == "remainder")
    if word == "power":
        dtype = a.dtype
        return g.cast(g.node("Pow", g.as_float(a), g.as_float(b)), dtype)
    if word == "hypot":
        dtype, a, b = a.dtype, g.as_float(a), g.as_float(b)
        return g.cast(g.node("Sqrt", g.node("Add", g.node("Mul", a, a), g.node("Mul", b, b))), dtype)
    if word == "div" and not a.is_float:
        zero = g.node("Equal", b, 0, dtype=np.bool_)
        return g.where(zero, g.number(0, a.dtype), g.node("Div", a, g.where(zero, g.number(1, a.dtype), b)))
    return g.node({"add": "Add", "sub": "Sub", "mul": "Mul", "div": "Div", "maximum": "Max", "minimum": "Min"}[word], a, b)


def _modulo(g, a, b, nan=False):
    """The remainder with the divisor's sign; 0 where that is 0, or NaN of floats with `nan`."""
    if nan and a.is_float:
        rest = g.node("Mod", a, b, fmod=1)
        opposite = g.node("Less", g.node("Mul", rest, b), 0, dtype=np.bool_)
        return g.where(opposite, g.node("Add", rest, b), rest)
    zero = g.node("Equal", b, 0, dtype=np.bool_)
    divisor = g.where(zero, g.number(1, a.dtype), b)
    if not a.is_float:
        return g.node("Mod", a, divisor)  # of a divisor of 1 it is 0
    rest = g.node("Mod", a, divisor, fmod=1)
    opposite = g.node("Less", g.node("Mul", rest, divisor), 0, dtype=np.bool_)
    return g.where(zero, g.number(0, a.dtype), g.where(opposite, g.node("Add", rest, divisor), rest))


_RELATIONS = {
    "equal": "Equal", "greater": "Greater", "greater_equal": "GreaterOrEqual", "lesser": "Less", "lesser_equal": "LessOrEqual",
    "less": "Less", "less_equal": "LessOrEqual",
}  # fmt: skip
_LOGIC = {"logical_and": "And", "logical_or": "Or", "logical_xor": "Xor"}


def _related(g, word, a, b):
    """The boolean result of a comparison, or of logic, of values of one type."""
    if word in _LOGIC:
        return g.node(_LOGIC[word], g.cast(a, np.bool_), g.cast(b, np.bool_))
    if word == "not_equal":
        return g.node("Not", g.node("Equal", a, b, dtype=np.bool_))
    return g.node(_RELATIONS[word], a, b, dtype=np.bool_)


def _is_relation(word):
    return word in _RELATIONS or word in _LOGIC or word == "not_equal"


def binary(g, call, word):
    """A function of two arrays of one type or, with the result's type, of different ones."""
    a, b = call.inputs
    if _is_relation(word):
        return g.cast(_related(g, word, g.widened(a), g.widened(b)), call.out.dtype)
    if a.dtype == b.dtype == np.bool_ and call.out.dtype == np.bool_:
        return g.node({"add": "Or", "mul": "And"}[word], a, b)
    target = call.out.dtype
    a, b = (g.widened(g.cast(x, target)) for x in (a, b))
    return g.cast(_arithmetic(g, word, a, b), target)


def bitwise(g, call, word):
    """Bits of two whole numbers, or logic of two booleans."""
    a, b = call.inputs if len(call.inputs) > 1 else (call.x, g.number(int(call.a.scalar), call.x.dtype))
    if a.dtype == np.bool_:
        return g.node(_LOGIC[word.replace("bitwise", "logical")], a, b)
    if g.opset < 18:
        call.refuse("ONNX has operators on bits from opset 18 on")
    return g.node(_BITS[word], a, b)


def bitwise_not(g, call):
    if call.x.dtype == np.bool_:
        return g.node("Not", call.x)
    return (
        g.node("Sub", g.node("Neg", call.x), 1)
        if call.x.dtype.kind == "i" and call.x.dtype.itemsize > 1
        else call.refuse("bits of narrow integers cannot be turned round")
    )


def scalar(g, call, word, swapped=False):
    """A function of an array and a number, which takes the array's type first."""
    x, a = call.x, call.a
    dtype = x.dtype
    if _is_relation(word):
        if not x.is_float and not a.is_int:
            dtype = np.dtype(np.float64)
        number = np.asarray(a.scalar).astype(dtype)
        x = g.widened(g.cast(x, dtype))
    else:
        dtype = call.out.dtype
        number = np.asarray(a.scalar).astype(dtype)
        x = g.widened(g.cast(x, dtype))
    number = g.constant(number.astype(x.dtype))
    pair = (number, x) if swapped else (x, number)
    result = _related(g, word, *pair) if _is_relation(word) else _arithmetic(g, word, *pair)
    return g.cast(result, call.out.dtype)


def add_n(g, call):
    """The sum of all inputs."""
    if not call.x.is_float:
        total = g.widened(call.x)
        for x in call.inputs[1:]:
            total = g.node("Add", total, g.widened(x))
        return g.cast(total, call.out.dtype)
    return g.node("Sum", *call.inputs)


def smooth_l1(g, call):
    """0.5 (sigma x)^2 near 0, and |x| - 0.5 / sigma^2 further off."""
    x, square_of = g.as_float(call.x), float(call.a.scalar) ** 2
    size = g.node("Abs", x)
    near = g.node("Mul", g.node("Mul", x, x), 0.5 * square_of)
    inside = g.node("Less", size, 1 / square_of, dtype=np.bool_)
    return g.cast(g.where(inside, near, g.node("Sub", size, 0.5 / square_of)), call.out.dtype)


def where(g, call):
    """Elements of one array or another; a condition of one axis chooses whole rows."""
    condition, x, y = call.inputs
    condition = g.cast(condition, np.bool_)
    if condition.shape is None:
        condition.shape, condition.second = call.inputs[0].samples
    if condition.ndim == 1 and x.ndim > 1 and call.op_name == "where":
        ones = (1,) * (x.ndim - 1)
        condition = g.reshape(condition, condition.shape + ones, condition.second + ones)
    target = call.out.dtype
    return g.node("Where", condition, g.cast(x, target), g.cast(y, target), dtype=target)


def where_number(g, call, first):
    """Elements of an array or a number: the number first, or second."""
    condition, x = call.inputs
    target = call.out.dtype
    number, x = g.number(call.a.scalar, target), g.cast(x, target)
    return g.where(condition, *((number, x) if first else (x, number)))


def where_numbers(g, call):
    """One of two numbers."""
    target = call.out.dtype
    return g.where(call.x, g.number(call.a.x, target), g.number(call.a.y, target))


def arctan2(g, call):
    """The angle of the point (x2, x1), from arctan of the quotient."""
    y, x = call.inputs
    zero, pi = g.number(0, x.dtype), math.pi
    quotient = g.node("Div", y, g.where(g.node("Equal", x, zero, dtype=np.bool_), g.number(1, x.dtype), x))
    slope = g.node("Atan", quotient)
    below = g.node("Less", y, zero, dtype=np.bool_)
    turned = g.node("Add", slope, g.where(below, g.number(-pi, x.dtype), g.number(pi, x.dtype)))
    angle = g.where(g.node("Less", x, zero, dtype=np.bool_), turned, slope)
    upright = g.node("Mul", g.node("Sign", y), pi / 2)
    return g.where(g.node("Equal", x, zero, dtype=np.bool_), upright, angle)


def copysign(g, call):
    a, b = call.inputs
    positive = g.node("GreaterOrEqual", b, 0, dtype=np.bool_)
    size = g.node("Abs", a)
    return g.where(positive, size, g.node("Neg", size))


def ldexp(g, call):
    a, b = (g.as_float(x) for x in call.inputs)
    return g.cast(g.node("Mul", a, g.node("Pow", g.number(2, a.dtype), b)), call.out.dtype)


def nan_to_num(g, call):
    x, a = call.x, call.a
    if not x.is_float:
        return x
    limits = np.finfo(x.dtype)
    for value, new in ((math.inf, a.posinf), (-math.inf, a.neginf)):
        instead = (limits.max if value > 0 else limits.min) if new is None else new
        x = g.where(g.node("Equal", x, value, dtype=np.bool_), g.number(instead, x.dtype), x)
    return g.where(g.node("IsNaN", x, dtype=np.bool_), g.number(a.nan, x.dtype), x)
