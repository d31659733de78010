"""Cases of the NumPy interface: element by element, of one array, of two, of an array and a number."""

_X = ((2, 3),)


def _case(op, *inputs, **more):
    return {"op": op, "inputs": list(inputs), "attrs": more.pop("attrs", {}), **more}


CASES = []
_RANGES = {
    "arccos": "unit", "arcsin": "unit", "arctanh": "unit", "arccosh": ("uniform", 1.5, 3), "log": "positive", "log10": "positive",
    "log1p": "positive", "log2": "positive", "sqrt": "positive", "cbrt": "positive", "reciprocal": "positive",
}  # fmt: skip
for _word in (
    "absolute arccos arccosh arcsin arcsinh arctan arctanh cbrt ceil cos cosh degrees exp expm1 fix floor log log10 log1p "
    "log2 negative radians reciprocal rint sign sin sinh sqrt square tan tanh trunc"
).split():
    _how = _RANGES.get(_word, "normal")
    CASES += [
        _case("_npi_" + _word, ((2, 3), "float32", _how)),
        _case("_npi_" + _word, ((), "float64", _how)),
        _case("_npi_" + _word, ((0, 2), "float16", _how)),
    ]
_ODD = {"value": [float("nan"), float("inf"), -float("inf"), 0.0, 1.5]}
for _word in ("isnan", "isinf", "isfinite", "isposinf", "isneginf", "logical_not"):
    CASES += [_case("_npi_" + _word, _ODD, grad=False), _case("_npi_" + _word, ((2, 3), "int32", ("int", 0, 2)))]
CASES += [
    _case("_npi_bitwise_not", ((2, 3), "int32")),
    _case("_npi_bitwise_not", ((3,), "bool")),
    _case("_npi_around", ((2, 3), "float32"), attrs={"decimals": 1}),
    _case("_npi_around", ((2, 3), "float64", ("uniform", -90, 90)), attrs={"decimals": -1}),
]
_WHOLE = ((2, 3), "int32", ("int", 1, 6))
for _word in ("add", "subtract", "multiply", "true_divide", "mod", "power"):
    CASES += [
        _case("_npi_" + _word, ((2, 3), "float32", "positive"), ((3,), "float32", "positive")),
        _case("_npi_" + _word, _WHOLE, _WHOLE),
        _case("_npi_" + _word, ((2, 1), "float32", "positive"), ((1, 3), "int32", ("int", 1, 6)), grad=False),
        _case(f"_npi_{_word}_scalar", ((2, 3), "float32", "positive"), attrs={"scalar": 2.5, "is_int": False}),
        _case(f"_npi_{_word}_scalar", _WHOLE, attrs={"scalar": 3, "is_int": True}),
        _case(f"_npi_{_word}_scalar", _WHOLE, attrs={"scalar": 1.5, "is_int": False}),
    ]
#: MXNet's gradient fails (copysign) or is that of another function (rarctan2)
_NO_DERIVATIVE = ("copysign", "arctan2")
for _word in ("subtract", "true_divide", "mod", "power", "arctan2", "copysign", "ldexp"):
    CASES += [
        _case(f"_npi_r{_word}_scalar", ((2, 3), "float32", "positive"), attrs={"scalar": 2.5, "is_int": False},
              grad=_word not in _NO_DERIVATIVE)
    ]  # fmt: skip
for _word in ("equal", "not_equal", "greater", "greater_equal", "less", "less_equal"):
    CASES += [
        _case("_npi_" + _word, _WHOLE, _WHOLE),
        _case("_npi_" + _word, ((2, 1),), ((3,),), grad=False),
        _case(f"_npi_{_word}_scalar", _WHOLE, attrs={"scalar": 3}),
        _case(f"_npi_{_word}_scalar", _WHOLE, attrs={"scalar": 2.5, "is_int": False}),
    ]
for _word in ("bitwise_and", "bitwise_or", "bitwise_xor", "lcm"):
    CASES += [_case("_npi_" + _word, _WHOLE, _WHOLE), _case(f"_npi_{_word}_scalar", _WHOLE, attrs={"scalar": 6})]
for _word in ("arctan2", "copysign", "hypot", "ldexp"):
    CASES.append(_case("_npi_" + _word, _X, ((3,), "float32", "positive")))
    CASES.append(_case(f"_npi_{_word}_scalar", _X, attrs={"scalar": 1.5, "is_int": False}, grad=_word != "copysign"))
for _word in ("maximum", "minimum"):
    CASES.append(_case("_npi_" + _word, _X, ((3,),)))
    CASES.append(_case(f"_npi_{_word}_scalar", _X, attrs={"scalar": 0.25, "is_int": False}))
