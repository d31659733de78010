"""Cases of operators on two arrays or an array and a number: elementwise, broadcasting, scalar."""

_SHAPE = (2, 3)
_WORDS = ("add", "sub", "mul", "div", "mod", "power", "hypot", "maximum", "minimum")
_RELATIONS = ("equal", "not_equal", "greater", "greater_equal", "lesser", "lesser_equal")
_LOGIC = ("logical_and", "logical_or", "logical_xor")
_ELEMWISE = {word: "elemwise_" + word if word in ("add", "sub", "mul", "div") else "_" + word
             for word in _WORDS + _RELATIONS + _LOGIC}  # fmt: skip
_NAN = float("nan")
_INF = float("inf")
#: (first, second) with ties, signs and zeros, but no division of nothing by nothing
_LEFT = {"value": [[1.0, 2.0, 3.0, 2.0], [-2.5, 0.0, 7.5, -7.5]]}
_RIGHT = {"value": [[1.0, 3.0, 2.0, 2.0], [2.0, 3.0, -2.0, -2.0]]}
_ODD_LEFT = {"value": [0.0, -0.0, _NAN, _INF, -_INF, 1.5, -1.5, 2.5, 3.0]}
_ODD_RIGHT = {"value": [0.0, 1.0, 1.0, 2.0, 2.0, _NAN, -2.0, -1.0, 0.0]}
_DRAW = {"power": ("positive", "normal"), "div": ("normal", "positive"), "mod": (("uniform", -5, 5), "positive")}
#: MXNet divides half-precision gradients in half precision
_HALF = {"tol": (4e-3, 4e-3)}


def _pair(op, a, b, **more):
    return {"op": op, "inputs": [a, b], **more}


CASES = []
for _word, _op in _ELEMWISE.items():
    _a, _b = _DRAW.get(_word, ("normal", "normal"))
    if _word in _RELATIONS + _LOGIC:
        _a = _b = ("choice", -1, 0, 1)
    CASES.append(_pair(_op, (_SHAPE, "float32", _a), (_SHAPE, "float32", _b)))
    CASES.append(_pair(_op, (_SHAPE, "float64", _a), (_SHAPE, "float64", _b)))
    CASES.append(_pair(_op, (_SHAPE, "float16", _a), (_SHAPE, "float16", _b), **_HALF))
    CASES.append(_pair(_op, _ODD_LEFT, _ODD_RIGHT, grad=False))
    if _word != "power":
        CASES.append(_pair(_op, _LEFT, _RIGHT))
    _divisor = ("choice", -3, -2, 2, 3) if _word in ("div", "mod") else ("int", 0, 4) if _word == "power" else None
    CASES.append(_pair(_op, (_SHAPE, "int32"), (_SHAPE, "int32", _divisor)))
    CASES.append(_pair(_op, (_SHAPE, "int64"), (_SHAPE, "int64", _divisor)))
    _divisor = ("int", 1, 5) if _word in ("div", "mod", "power") else ("int", 0, 200)
    _most = 4 if _word == "power" else 120 if _word == "hypot" else 200
    CASES.append(_pair(_op, (_SHAPE, "uint8", ("int", 0, _most)), (_SHAPE, "uint8", _divisor)))
    CASES.append(_pair(_op, (_SHAPE,), ((3, 2),), error=_op))
    CASES.append(_pair(_op, (_SHAPE,), ((3,),), error=_op))
    CASES.append(_pair(_op, (_SHAPE, "bool"), (_SHAPE, "bool"), error="boolean"))
CASES += [
    _pair("elemwise_add", (_SHAPE,), (_SHAPE, "int32"), error="type"),
    _pair("_maximum", (_SHAPE,), (_SHAPE, "float64"), error="type"),
    _pair("_grad_add", (_SHAPE,), (_SHAPE,), grad=False),
    _pair("_scatter_elemwise_div", (_SHAPE,), (_SHAPE, "float32", "positive")),
    _pair("_identity_with_attr_like_rhs", (_SHAPE,), (_SHAPE,)),
    {"op": "add_n", "inputs": [(_SHAPE,)]},
    {"op": "add_n", "inputs": [(_SHAPE,)] * 3},
    {"op": "add_n", "inputs": [(_SHAPE, "int32")] * 4},
    {"op": "add_n", "inputs": [(_SHAPE, "float64")] * 2},
    {"op": "add_n", "inputs": [(_SHAPE, "float16")] * 2},
    {"op": "add_n", "inputs": [(_SHAPE,), ((3,),)], "error": "add_n"},
    {"op": "where", "inputs": [(_SHAPE, "float32", "bool"), (_SHAPE,), (_SHAPE,)]},
    {"op": "where", "inputs": [(_SHAPE, "int32", "bool"), (_SHAPE,), (_SHAPE,)], "grad": [1, 2]},
    {"op": "where", "inputs": [{"value": [1, 0], "dtype": "int32"}, (_SHAPE,), (_SHAPE,)], "grad": [1, 2]},
    {"op": "where", "inputs": [{"value": [1, _NAN, 0]}, ((3,),), ((3,),)]},
    {"op": "where", "inputs": [(_SHAPE, "uint8", "bool"), (_SHAPE, "float64"), (_SHAPE, "float64")]},
    {"op": "where", "inputs": [(_SHAPE, "float32", "bool"), (_SHAPE, "int32"), (_SHAPE, "int32")], "grad": False},
    {"op": "where", "inputs": [((3,),), (_SHAPE,), (_SHAPE,)], "error": "condition"},
    {"op": "where", "inputs": [((1, 3),), (_SHAPE,), (_SHAPE,)], "error": "where"},
    {"op": "where", "inputs": [(_SHAPE,), (_SHAPE,), ((3, 2),)], "error": "where"},
    {"op": "where", "inputs": [(_SHAPE,), (_SHAPE, "int32"), (_SHAPE,)], "error": "type"},
]

for _word in _ELEMWISE:
    _op = "broadcast_" + _word
    _a, _b = _DRAW.get(_word, ("normal", "normal"))
    if _word in _RELATIONS + _LOGIC:
        _a = _b = ("choice", -1, 0, 1)
    CASES.append(_pair(_op, (_SHAPE, "float32", _a), (_SHAPE, "float32", _b)))
    CASES.append(_pair(_op, (_SHAPE, "float32", _a), ((2, 1), "float32", _b)))
    CASES.append(_pair(_op, ((3,), "float64", _a), (_SHAPE, "float64", _b)))
    CASES.append(_pair(_op, ((2, 1, 3), "float32", _a), ((1, 4, 1), "float32", _b)))
    CASES.append(_pair(_op, ((2, 1), "float16", _a), ((1, 3), "float16", _b), tol=(4e-3, 8e-3)))
    if _word != "power":
        CASES.append(_pair(_op, _LEFT, {"value": [[3.0], [-2.5]]}))
    _divisor = ("choice", -3, -2, 2, 3) if _word in ("div", "mod") else ("int", 0, 4) if _word == "power" else None
    CASES.append(_pair(_op, (_SHAPE, "int32"), ((3,), "int32", _divisor)))
    CASES.append(_pair(_op, (_SHAPE,), ((2,),), error="[2, 3] [2]"))
    CASES.append(_pair(_op, (_SHAPE, "bool"), (_SHAPE, "bool"), error="boolean"))
CASES += [
    _pair("broadcast_add", (_SHAPE,), (_SHAPE, "int32"), error="type"),
    _pair("broadcast_mul", ((1,),), (_SHAPE,)),
    {"op": "broadcast_to", "inputs": [((1, 3),)], "attrs": {"shape": (2, 3)}},
    {"op": "broadcast_to", "inputs": [((1, 3),)], "attrs": {"shape": (2, 0)}},
    {"op": "broadcast_to", "inputs": [((1, 3), "int32")], "attrs": {"shape": "(4, 3)"}},
    {"op": "broadcast_to", "inputs": [((1, 3, 1), "bool")], "attrs": {"shape": [4, 3, 2]}},
    {"op": "broadcast_to", "inputs": [((1, 3),)], "attrs": {"shape": (2, 4)}, "error": "[1, 3] to [2, 4]"},
    {"op": "broadcast_to", "inputs": [((3,),)], "attrs": {"shape": (2, 3)}, "error": "[3]"},
    {"op": "broadcast_axis", "inputs": [((1, 3),)], "attrs": {"axis": 0, "size": 2}},
    {"op": "broadcast_axis", "inputs": [((1, 3, 1),)], "attrs": {"axis": (0, 2), "size": (2, 4)}},
    {"op": "broadcast_axis", "inputs": [((1, 3),)], "attrs": {}},
    {"op": "broadcast_axis", "inputs": [((1, 3),)], "attrs": {"axis": 1, "size": 2}, "error": "must have size 1"},
    {"op": "broadcast_axis", "inputs": [((1, 3),)], "attrs": {"axis": (0, 1), "size": 2}, "error": "equally many"},
    {"op": "broadcast_axis", "inputs": [((1, 3),)], "attrs": {"axis": 5, "size": 2}, "error": "axis 5"},
    _pair("broadcast_like", ((1, 3),), (_SHAPE,)),
    _pair("broadcast_like", ((2, 1),), (_SHAPE, "int32")),
    _pair("broadcast_like", ((2, 1),), ((2, 5),), attrs={"lhs_axes": (1,), "rhs_axes": (-1,)}),
    _pair("broadcast_like", ((1, 3),), ((2, 5),), error="[1, 3]"),
    _pair("broadcast_like", ((3,),), (_SHAPE,), error="number of axes"),
    _pair("broadcast_like", ((2, 1),), (_SHAPE,), attrs={"lhs_axes": (1,)}),
    _pair("broadcast_like", ((2, 1),), (_SHAPE,), attrs={"lhs_axes": (1,), "rhs_axes": (0, 1)}, error="equally long"),
    _pair("_contrib_allclose", (_SHAPE,), (_SHAPE,), grad=False),
    _pair("_contrib_allclose", {"value": [1.0, _NAN]}, {"value": [1.000001, _NAN]}, grad=False),
]

_SCALAR = ("plus", "minus", "rminus", "mul", "div", "rdiv", "mod", "rmod", "power", "rpower", "hypot", "maximum",
           "minimum")  # fmt: skip
_SCALAR_LOGIC = _RELATIONS + _LOGIC
_STEADY = {"value": [[1.0, 2.0, 2.5, 3.0], [-2.5, 4.0, 7.5, -7.5]]}
for _word in _SCALAR + _SCALAR_LOGIC:
    _op = f"_{_word}_scalar"
    _how = "positive" if _word in ("power", "rdiv", "rmod") else "normal"
    _odd = 2.0
    CASES += [
        {"op": _op, "inputs": [(_SHAPE, "float32", _how)], "attrs": {"scalar": 1.7}},
        {"op": _op, "inputs": [(_SHAPE, "float64", _how)], "attrs": {"scalar": 1.7}},
        {"op": _op, "inputs": [(_SHAPE, "float16", _how)], "attrs": {"scalar": 1.7}, "tol": (4e-3, 8e-3)},
        {"op": _op, "inputs": [_ODD_LEFT], "attrs": {"scalar": _odd}, "grad": False},
        {"op": _op, "inputs": [(_SHAPE, "int32", ("int", 1, 6))], "attrs": {"scalar": 2.5}},
        {"op": _op, "inputs": [(_SHAPE, "uint8", ("int", 1, 6))], "attrs": {"scalar": 3}},
        {"op": _op, "inputs": [(_SHAPE, "int64", ("int", 1, 6))], "attrs": {"scalar": "2"}},
        {"op": _op, "inputs": [(_SHAPE, "bool", ("choice", 1,))], "attrs": {"scalar": 2}},
        {"op": _op, "inputs": [(_SHAPE, "int32", ("int", 1, 6))], "attrs": {"scalar": 2.5, "is_int": False}},
    ]  # fmt: skip
    if "power" not in _word:
        CASES.append({"op": _op, "inputs": [_STEADY], "attrs": {"scalar": 3}})
        CASES.append({"op": _op, "inputs": [_STEADY], "attrs": {}})
for _n in (-2, -1, 1, 2, 3, 4, 9):
    CASES.append({"op": "_power_scalar", "inputs": [_STEADY], "attrs": {"scalar": _n}, "tol": (1e-5, 1e-5)})
for _n in (-0.5, 0, 0.5, 30.5):
    CASES.append({"op": "_power_scalar", "inputs": [(_SHAPE, "float32", "positive")], "attrs": {"scalar": _n}})
CASES += [
    {"op": "_mul_scalar", "inputs": [(_SHAPE,)], "attrs": {"scalar": "x"}, "error": "scalar"},
    {"op": "_scatter_plus_scalar", "inputs": [(_SHAPE,)], "attrs": {"scalar": 2}, "grad": False},
    {"op": "_scatter_minus_scalar", "inputs": [(_SHAPE,)], "attrs": {"scalar": 2}, "grad": False},
]
