"""The cases of tests/ops/test_npi.py; `python tests/golden/generate.py npi` records what MXNet gives."""

import numpy as np

TYPES = ("bool", "uint8", "int8", "int32", "int64", "float16", "float32", "float64")
FEW = ("bool", "uint8", "int32", "int64", "float16", "float32")
MIXED = ("add", "subtract", "multiply", "true_divide", "mod", "power")
PAIRS = (
    "equal",
    "not_equal",
    "greater",
    "greater_equal",
    "less",
    "less_equal",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "copysign",
    "ldexp",
    "arctan2",
    "hypot",
    "lcm",
)
UNARY = (
    "absolute arccos arccosh arcsin arcsinh arctan arctanh cbrt ceil cos cosh degrees exp expm1 fix floor log log10 log1p "
    "log2 negative radians reciprocal rint sign sin sinh sqrt square tan tanh trunc isnan isinf isfinite isposinf isneginf "
    "logical_not bitwise_not"
).split()
SCALAR = (
    "add subtract rsubtract multiply mod rmod power rpower true_divide rtrue_divide equal not_equal greater greater_equal "
    "less less_equal bitwise_and bitwise_or bitwise_xor copysign rcopysign ldexp rldexp arctan2 rarctan2"
).split()


def arrays():
    """Name -> array: "KIND.TYPE" with a matrix m, a row r, a number n without dimension, and special ones."""
    made = {}
    for kind in TYPES:
        sign = 1 if kind in ("bool", "uint8") else -1
        part = 0.25 if kind.startswith("float") else 0
        made["m." + kind] = np.array([[0, 1 + part, 2], [sign * 3 + part, 5, sign * 2 - part]]).astype(kind)
        made["r." + kind] = np.array([1, 3, 2 + part]).astype(kind)
        made["n." + kind] = np.array(2).astype(kind)
        made["big." + kind] = np.array([100, 100, 1]).astype(kind)
    made["u.float32"] = np.array([0.5, 1.5, 2.5, -0.5, -1.5, 1e-3, np.nan, np.inf, -np.inf, -0.0], "float32")
    made["unit.float32"] = np.array([0.25, -0.5, 0.75], "float32")
    made["zero.int32"] = np.array([0, 2, -2], "int32")
    made["empty"] = np.zeros((0, 3), "float32")
    made["one"] = np.array([[[1.5, 2.5]]], "float32")
    return made


def cases():
    """(operator, names of inputs, attributes), in the order of the golden values."""
    found = []

    def case(name, *inputs, **attrs):
        found.append((name, inputs, attrs))

    for word in MIXED:
        for a in FEW:
            for b in FEW:
                case("_npi_" + word, "m." + a, "r." + b)
        case("_npi_" + word, "m.uint8", "r.int8")
        case("_npi_" + word, "m.int64", "r.float64")
        case("_npi_" + word, "n.float32", "n.float32")
        case("_npi_" + word, "m.int32", "zero.int32")
        case("_npi_" + word, "m.float32", "u.float32")
    for word in PAIRS:
        for a in ("int8", "int32", "float32"):
            case("_npi_" + word, "m." + a, "r." + a)
        case("_npi_" + word, "r.bool", "r.bool")
        case("_npi_" + word, "n.float32", "m.int32")
        case("_npi_" + word, "n.float32", "n.float32")
    for word in UNARY:
        for x in ("m.bool", "r.int32", "u.float32", "unit.float32"):
            case("_npi_" + word, x)
    for x in ("u.float32", "m.int32", "n.float64", "m.float16"):
        for decimals in (0, 1, -1):
            case("_npi_around", x, decimals=decimals)
    case("_npx_relu", "u.float32")
    case("_npx_sigmoid", "m.float32")
    for word in SCALAR:
        for kind in ("bool", "int32", "float16", "float32"):
            case(f"_npi_{word}_scalar", "r." + kind, scalar=2, is_int=True)
            case(f"_npi_{word}_scalar", "r." + kind, scalar=1.5, is_int=False)
        case(f"_npi_{word}_scalar", "n.float32", scalar=3, is_int=True)
    for x in ("r.bool", "m.uint8", "m.int32", "m.float32"):
        case("_npi_lcm_scalar", x, scalar=4, is_int=True)
    for word in ("_np_sum", "_np_prod", "_npi_mean"):
        for kind in ("bool", "int8", "int32", "float16", "float32"):
            case(word, "big." + kind)
            for dtype in ("int8", "int32", "float64"):
                case(word, "big." + kind, dtype=dtype)
        case(word, "m.float32", dtype="uint8")
        case(word, "m.float32", initial=2.0)
    for word in ("_np_sum", "_np_prod", "_npi_mean", "_np_max", "_np_min", "_np_any", "_np_all"):
        case(word, "m.bool", axis=0)
        for kind in ("int32", "float32"):
            for axis in (None, 0, (0, 1), (-1,), ()):
                case(word, "m." + kind, axis=axis, keepdims=axis == 0)
        for axis in (None, 0, 1):
            case(word, "empty", axis=axis)
        for axis in (2, -3, (0, 0)):
            case(word, "m.float32", axis=axis)
        case(word, "n.float32")
        case(word, "u.float32", keepdims=True)
    for word in ("_npi_argmax", "_npi_argmin"):
        for x in ("m.bool", "m.int8", "m.float32", "u.float32", "empty", "n.float32"):
            case(word, x)
        for axis in (0, -1, 2):
            case(word, "m.float32", axis=axis, keepdims=axis == 0)
    for kind in ("bool", "int32", "float16", "float32"):
        case("_npi_where", "r." + kind, "m.float32", "n.float32")
        case("_npi_where", "r.bool", "m." + kind, "r." + kind)
        case("_npi_where_lscalar", "m.bool", "r." + kind, scalar=2.5)
        case("_npi_where_rscalar", "m." + kind, "r." + kind, scalar=2.5)
        case("_npi_where_scalar2", "m." + kind, x=1.5, y=2)
    case("_npi_where", "r.bool", "m.float32", "m.int32")
    case("_npi_where", "u.float32", "m.float32", "m.float32")
    for axis in (0, 1, -1, None, 2, -3):
        case("_npi_concatenate", "m.float32", "m.float32", axis=axis)
    case("_npi_concatenate", "m.float32", "empty", axis=0)
    case("_npi_concatenate", "m.float32", "empty", axis=1)
    case("_npi_concatenate", "m.float32", "m.int32", axis=0)
    case("_npi_concatenate", "n.float32", "n.float32", axis=0)
    for word in ("vstack", "hstack", "dstack", "column_stack"):
        for x in ("n.float32", "r.int32", "m.float64", "one"):
            case("_npi_" + word, x, x)
    for axes in (None, (1, 0), (-1, 0), (0,), (0, 0)):
        case("_np_transpose", "m.float32", **({} if axes is None else {"axes": axes}))
    case("_np_transpose", "n.float32")
    case("_np_transpose", "one", axes=(2, 0, 1))
    for shape in ((3, 2), (-1,), (2, -1, 1), (4,), (-1, -1), (-2,), ()):
        case("_np_reshape", "m.int32", newshape=shape)
    case("_np_reshape", "n.float32", newshape=(1, 1))
    case("_np_reshape", "m.int32", newshape=(3, 2), order="F")
    case("_np_reshape", "empty", newshape=(0, -1))
    for axis in (None, 0, (0, 1), -3, 2, 5):
        case("_np_squeeze", "one", axis=axis)
    case("_np_squeeze", "n.float32", axis=0)
    case("_np_moveaxis", "one", source=(0,), destination=(-1,))
    case("_np_moveaxis", "one", source=(0, 2), destination=(2, 0))
    for axis in ((0,), (0, 1), (3,)):
        case("_npi_flip", "m.float32", axis=axis)
    case("_np_copy", "m.float16")
    for shape in ((2, 3), (4, 2, 3), (3, 2), (3,)):
        case("_npi_broadcast_to", "m.float32", shape=shape)
    return found


#: without a gradient; those of all other cases of float32 inputs alone are compared too, each output having gradient 1
WITHOUT = {"_npi_where_scalar2", "_npi_argmax", "_npi_argmin", "_np_any", "_np_all"}
#: MXNet has none, a wrong one, or NaN where a factor is 0
DIFFERENT = {"_npi_copysign_scalar", "_npi_rcopysign_scalar", "_npi_rarctan2_scalar", "_np_prod"}


def differentiable(name, inputs, attrs):
    """Whether the gradient of a case is compared."""
    word = name.removeprefix("_npi_").removesuffix("_scalar")
    logic = word in PAIRS[:9] or word.startswith(("is", "bitwise", "logical", "lcm"))
    floats = all(i.endswith("float32") and i not in ("u.float32", "empty") for i in inputs)
    return floats and not logic and name not in WITHOUT | DIFFERENT and "dtype" not in attrs


def evaluate(mx, array, call, name, inputs, attrs, made):
    """[value, gradients...] of a case as NumPy arrays, or the name of the error's class."""
    try:
        given = [array(made[i], dtype=made[i].dtype) for i in inputs]
        if not differentiable(name, inputs, attrs):
            return [call(name)(*given, **attrs).asnumpy()]
        for x in given:
            x.attach_grad()
        with mx.autograd.record():
            out = call(name)(*given, **attrs)
        out.backward()
        return [out.asnumpy(), *(x.grad.asnumpy() for x in given)]
    except Exception as error:
        return type(error).__name__
