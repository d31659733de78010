"""Cases of the functions of one array, of conversions and of operators that change gradients."""

_SHAPE = (2, 3)
#: operator -> distribution its inputs are drawn from
_SMOOTH = {
    "sqrt": "positive", "rsqrt": "positive", "cbrt": "positive", "rcbrt": "positive", "square": "normal",
    "reciprocal": "positive", "exp": "normal", "expm1": "normal", "log": "positive", "log10": "positive",
    "log2": "positive", "log1p": "positive", "sin": "normal", "cos": "normal", "tan": "unit", "arcsin": "unit",
    "arccos": "unit", "arctan": "normal", "sinh": "normal", "cosh": "normal", "tanh": "normal", "arcsinh": "normal",
    "arccosh": ("uniform", 1.2, 3), "arctanh": "unit", "sigmoid": "normal", "relu": "normal", "abs": "normal",
}  # fmt: skip
_ONCE = {
    "softsign": "normal", "erf": "normal", "erfinv": "unit", "gamma": "positive", "gammaln": "positive",
    "degrees": "normal", "radians": "normal", "negative": "normal", "_copy": "normal", "sign": "normal",
    "round": ("uniform", -4, 4), "rint": ("uniform", -4, 4), "ceil": ("uniform", -4, 4), "floor": ("uniform", -4, 4),
    "trunc": ("uniform", -4, 4), "fix": ("uniform", -4, 4), "logical_not": ("choice", 0, 0, 1, 2.5),
    "BlockGrad": "normal", "make_loss": "normal", "hard_sigmoid": ("uniform", -4, 4), "_contrib_round_ste": "normal",
    "_contrib_sign_ste": "normal", "_contrib_quadratic": "normal", "_contrib_div_sqrt_dim": "normal",
}  # fmt: skip
_ATTRS = {"_contrib_quadratic": {"a": 2.0, "b": -3.0, "c": 0.5}, "hard_sigmoid": {"alpha": 0.25, "beta": 0.4}}
#: functions whose derivatives MXNet computes with constants of single precision
_COARSE = {"erf", "erfinv", "gamma", "gammaln"}
_KINKS = {"value": [[-2.5, -1.5, -1.0, -0.5], [0.0, 0.5, 1.0, 1.5], [2.0, 2.5, 3.0, 3.5]]}
_NAN = float("nan")
_INF = float("inf")
_ODD = {"value": [0.0, -0.0, _NAN, _INF, -_INF, 1.5, -1.5]}
_FLOAT_ONLY = {"hard_sigmoid"}
#: MXNet's second derivatives have the wrong sign
_WRONG_TWICE = {"arcsinh", "arccosh"}
#: results next to a whole number would be cut off by accident of rounding
_NARROW = {"arcsin": (1, 2), "arccos": (1, 2), "arctanh": (0, 1), "erfinv": (0, 1), "erf": (0, 2)}
_INTEGERS = [name for name in (*_SMOOTH, *_ONCE) if name not in _FLOAT_ONLY]


def _case(op, inputs, **more):
    return {"op": op, "inputs": inputs, "attrs": _ATTRS.get(op, {}), **more}


CASES = []
for _op, _how in {**_SMOOTH, **_ONCE}.items():
    _twice = _op in _SMOOTH and _op not in _WRONG_TWICE
    CASES.append(_case(_op, [(_SHAPE, "float32", _how)], grad2=_twice, grad_tol=(5e-5, 5e-6)))
    CASES.append(
        _case(_op, [(_SHAPE, "float64", _how)], grad_tol=(1e-6, 1e-7) if _op in _COARSE else None,
              tol=(2e-7, 1e-9) if _op == "hard_sigmoid" else None)
    )  # fmt: skip
    CASES.append(_case(_op, [(_SHAPE, "float16", _how)], tol=(4e-3, 2e-3)))
for _op in _INTEGERS:
    # Kept where every C compiler agrees: no NaN, nothing out of range.
    _values = ("int", *_NARROW.get(_op, (1, 6)))
    CASES.append(_case(_op, [(_SHAPE, "int32", _values)], grad=False))
for _op in ("abs", "sign", "negative", "square", "relu", "round", "logical_not", "_copy", "degrees", "sqrt"):
    CASES.append(_case(_op, [(_SHAPE, "uint8", ("int", 0, 200))], grad=False))
    CASES.append(_case(_op, [(_SHAPE, "int8", ("int", -100 if _op != "sqrt" else 0, 100))], grad=False))
    CASES.append(_case(_op, [(_SHAPE, "int64", ("int", -100 if _op != "sqrt" else 0, 100))], grad=False))
for _op in ("abs", "sign", "relu", "round", "rint", "fix", "floor", "ceil", "trunc", "hard_sigmoid", "sigmoid",
            "softsign"):  # fmt: skip
    CASES.append(_case(_op, [_KINKS]))
for _op in ("abs", "sign", "relu", "round", "rint", "fix", "floor", "ceil", "exp", "log1p", "tanh", "sigmoid",
            "logical_not", "arctan", "cbrt", "erf", "gammaln"):  # fmt: skip
    CASES.append(_case(_op, [_ODD], grad=False))

_LIMITS = {"value": [-5.0, 0.0, 1.0, 2.0, 3.0, 25.0]}
CASES += [
    {"op": "clip", "inputs": [_LIMITS], "attrs": {"a_min": 0, "a_max": 3}},
    {"op": "clip", "inputs": [_LIMITS], "attrs": {"a_min": 3, "a_max": 1}},
    {"op": "clip", "inputs": [_ODD], "attrs": {"a_min": -1.5, "a_max": 2.7}, "grad": False},
    {"op": "clip", "inputs": [(_SHAPE, "float64")], "attrs": {"a_min": -0.1, "a_max": 0.3}},
    {"op": "clip", "inputs": [(_SHAPE, "int32", ("int", -9, 9))], "attrs": {"a_min": -1.5, "a_max": 2.7}},
    {"op": "clip", "inputs": [(_SHAPE, "uint8", ("int", 0, 30))], "attrs": {"a_min": -3, "a_max": 10}},
    {"op": "clip", "inputs": [(_SHAPE, "float16")], "attrs": {"a_min": -0.5, "a_max": 0.5}},
    {"op": "clip", "inputs": [(_SHAPE,)], "attrs": {"a_min": 0}, "error": "a_max"},
    {"op": "clip", "inputs": [(_SHAPE,)], "attrs": {"a_min": 0, "a_max": "x"}, "error": "a_max"},
    {"op": "smooth_l1", "inputs": [_KINKS], "attrs": {"scalar": 1.0}},
    {"op": "smooth_l1", "inputs": [_KINKS], "attrs": {"scalar": 2.0}},
    {"op": "smooth_l1", "inputs": [(_SHAPE, "float64")], "attrs": {}},
    {"op": "smooth_l1", "inputs": [(_SHAPE, "float16")], "attrs": {"scalar": 0.7}},
    {"op": "smooth_l1", "inputs": [(_SHAPE, "int32")], "attrs": {"scalar": 1.0}},
    {"op": "MakeLoss", "inputs": [(_SHAPE,)], "attrs": {"grad_scale": 3.0}},
    {"op": "MakeLoss", "inputs": [(_SHAPE,)], "attrs": {"grad_scale": 3.0, "normalization": "batch"}},
    {"op": "MakeLoss", "inputs": [_KINKS], "attrs": {"normalization": "valid", "valid_thresh": 0.5}},
    {"op": "MakeLoss", "inputs": [_KINKS], "attrs": {"normalization": "valid", "valid_thresh": 100}},
    {"op": "MakeLoss", "inputs": [_KINKS], "attrs": {"normalization": "other"}, "error": "normalization"},
    {"op": "_contrib_gradientmultiplier", "inputs": [(_SHAPE,)], "attrs": {"scalar": -0.5}},
    {"op": "_contrib_gradientmultiplier", "inputs": [(_SHAPE, "float64")], "attrs": {"scalar": 2}},
    {"op": "hard_sigmoid", "inputs": [(_SHAPE, "int32")], "error": "floating"},
    {"op": "sqrt", "inputs": [(_SHAPE, "bool")], "error": "boolean"},
    {"op": "relu", "inputs": [(_SHAPE, "bool")], "error": "boolean"},
    {"op": "_copy", "inputs": [(_SHAPE, "bool")]},
    {"op": "BlockGrad", "inputs": [(_SHAPE, "bool")]},
]

_HARD = {"value": [-1.0, 300.0, 1.9, -1.9, 0.0, 1e10, -1e10, _NAN]}
for _to in ("float16", "float32", "float64", "uint8", "int8", "int32", "int64", "bool"):
    CASES.append({"op": "Cast", "inputs": [_HARD], "attrs": {"dtype": _to}, "grad": False})
    for _from in ("float64", "int32", "uint8", "bool"):
        CASES.append({"op": "Cast", "inputs": [(_SHAPE, _from)], "attrs": {"dtype": _to}, "grad": False})
CASES += [
    {"op": "Cast", "inputs": [(_SHAPE, "float32")], "attrs": {"dtype": "float16"}, "grad_tol": (1e-3, 1e-3)},
    {"op": "Cast", "inputs": [(_SHAPE, "float16")], "attrs": {"dtype": "float64"}},
    {"op": "Cast", "inputs": [(_SHAPE,)], "error": "dtype"},
    {"op": "amp_cast", "inputs": [(_SHAPE, "int32")], "attrs": {"dtype": "float16"}},
    {"op": "amp_cast", "inputs": [(_SHAPE, "float32")], "attrs": {"dtype": "float16"}, "grad_tol": (1e-3, 1e-3)},
    {"op": "amp_cast", "inputs": [(_SHAPE, "float16")], "attrs": {"dtype": "float32"}},
    {"op": "amp_multicast", "inputs": [(_SHAPE,), (_SHAPE,)], "attrs": {"num_outputs": 2}},
]
