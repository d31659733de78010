"""Cases of reductions, positions of extremes, running sums and checks for finite numbers."""

_SHAPE = (2, 3, 4)
_NAN = float("nan")
_AXES = [
    {}, {"axis": ()}, {"axis": 1}, {"axis": -1}, {"axis": (0, -1)}, {"axis": (2, 0)}, {"axis": (0, 1, 2)},
    {"axis": 1, "exclude": True}, {"axis": (0, 2), "exclude": True}, {"axis": (0, 1, 2), "exclude": True},
    {"axis": (), "exclude": True}, {"keepdims": True}, {"axis": (1,), "keepdims": True},
    {"axis": 1, "exclude": True, "keepdims": True}, {"axis": "(0, 1)"},
]  # fmt: skip
_TIES = {"value": [[1.0, 2.0, 3.0], [0.0, 0.0, 0.0], [3.0, 3.0, -2.5]]}
_HOLES = {"value": [[1.0, _NAN, 3.0], [_NAN, 0.5, 2.0]]}
_INTEGERS = {"value": [[100, 100, 57], [0, 1, 1]]}

CASES = []
for _op in ("sum", "mean", "prod", "nansum", "nanprod", "max", "min"):
    _how = "distinct" if _op in ("max", "min") else "positive" if "prod" in _op else "normal"
    CASES += [{"op": _op, "inputs": [(_SHAPE, "float32", _how)], "attrs": _a, "tol": (2e-5, 5e-6)} for _a in _AXES]
    CASES += [
        {"op": _op, "inputs": [(_SHAPE, "float64", _how)], "attrs": {"axis": 1}},
        {"op": _op, "inputs": [(_SHAPE, "float16", _how)], "attrs": {"axis": 1}, "tol": (4e-3, 4e-3)},
        {"op": _op, "inputs": [(_SHAPE, "float16", _how)], "tol": (1e-2, 1e-2)},
        {"op": _op, "inputs": [((5,),)]},
        {"op": _op, "inputs": [((5,),)], "attrs": {"axis": 0}},
        {"op": _op, "inputs": [_HOLES], "attrs": {"axis": 1}, "grad": "nan" in _op},
        {"op": _op, "inputs": [(_SHAPE,)], "attrs": {"axis": 5}, "error": "axis 5"},
        {"op": _op, "inputs": [(_SHAPE,)], "attrs": {"axis": -4}, "error": "axis -4"},
        {"op": _op, "inputs": [(_SHAPE,)], "attrs": {"axis": (1, -2)}, "error": "duplicates"},
        {"op": _op, "inputs": [(_SHAPE,)], "attrs": {"axis": "x"}, "error": "axis"},
    ]
    for _dtype in ("int32", "int64", "uint8", "int8", "bool"):
        CASES.append({"op": _op, "inputs": [{**_INTEGERS, "dtype": _dtype}], "attrs": {"axis": 1}})
for _op in ("max", "min"):
    CASES += [
        {"op": _op, "inputs": [_TIES]},
        {"op": _op, "inputs": [_TIES], "attrs": {"axis": 1}},
        {"op": _op, "inputs": [_TIES], "attrs": {"axis": 0, "keepdims": True}},
    ]
CASES.append({"op": "sum", "inputs": [((3000,), "float16", ("choice", 1.0))]})
CASES.append({"op": "mean", "inputs": [((5000,), "float16", ("choice", 1.0))]})

for _ord in (1, 2):
    CASES += [
        {"op": "norm", "inputs": [(_SHAPE,)], "attrs": {"ord": _ord, **_a}}
        for _a in _AXES if "exclude" not in _a
    ]  # fmt: skip
    CASES += [
        {"op": "norm", "inputs": [(_SHAPE, "float64")], "attrs": {"ord": _ord, "axis": 1}},
        {"op": "norm", "inputs": [(_SHAPE, "float16")], "attrs": {"ord": _ord, "axis": 1}, "tol": (1e-2, 1e-2)},
        {"op": "norm", "inputs": [_TIES], "attrs": {"ord": _ord}},
        {"op": "norm", "inputs": [_TIES], "attrs": {"ord": _ord, "axis": 1}},
        {"op": "norm", "inputs": [(_SHAPE,)], "attrs": {"ord": _ord, "axis": 1, "out_dtype": "float32"}},
    ]
CASES += [
    {"op": "norm", "inputs": [(_SHAPE,)], "attrs": {"ord": 3}, "error": "ord=3"},
    {"op": "norm", "inputs": [(_SHAPE,)], "attrs": {"axis": 3}, "error": "axis 3"},
    {"op": "norm", "inputs": [(_SHAPE,)], "attrs": {"exclude": True}, "error": "exclude"},
]

for _op in ("argmax", "argmin"):
    CASES += [
        {"op": _op, "inputs": [(_SHAPE,)], "attrs": _a}
        for _a in ({}, {"axis": 0}, {"axis": 1}, {"axis": -1}, {"keepdims": True}, {"axis": 1, "keepdims": True})
    ]
    CASES += [
        {"op": _op, "inputs": [_TIES], "attrs": {"axis": 1}},
        {"op": _op, "inputs": [_HOLES], "attrs": {"axis": 1}, "grad": False},
        {"op": _op, "inputs": [((5,),)], "attrs": {"axis": 0}},
        {"op": _op, "inputs": [((5,),)], "attrs": {"axis": 0, "keepdims": True}},
        {"op": _op, "inputs": [(_SHAPE, "float64")], "attrs": {"axis": 1}},
        {"op": _op, "inputs": [(_SHAPE, "float16")], "attrs": {"axis": 1}},
        {"op": _op, "inputs": [(_SHAPE, "int32")], "attrs": {"axis": 1}},
        {"op": _op, "inputs": [(_SHAPE, "uint8")], "attrs": {"axis": 1}},
        {"op": _op, "inputs": [(_SHAPE,)], "attrs": {"axis": 3}, "error": "axis 3"},
        {"op": _op, "inputs": [(_SHAPE,)], "attrs": {"axis": -4}, "error": "axis -4"},
        {"op": _op, "inputs": [(_SHAPE,)], "attrs": {"axis": (0, 1)}, "error": "axis"},
        {"op": _op, "inputs": [(_SHAPE, "bool")], "attrs": {"axis": 1}, "error": "boolean"},
    ]
CASES += [
    {"op": "argmax_channel", "inputs": [((4, 3),)], "grad": False},
    {"op": "argmax_channel", "inputs": [(_SHAPE,)], "grad": False},
    {"op": "argmax_channel", "inputs": [((5,),)], "error": "2 dimensions"},
    {"op": "moments", "inputs": [(_SHAPE,)], "attrs": {"axes": (0, 2), "keepdims": True}},
    {"op": "moments", "inputs": [(_SHAPE,)], "attrs": {"axes": (1,)}},
    {"op": "moments", "inputs": [(_SHAPE,)], "attrs": {"axes": (0, 1, 2)}},
    {"op": "moments", "inputs": [(_SHAPE, "float64")], "attrs": {"axes": (-1,)}},
    {"op": "moments", "inputs": [(_SHAPE, "float16")], "attrs": {"axes": (1,)}, "tol": (1e-2, 1e-2)},
    {"op": "moments", "inputs": [(_SHAPE,)], "error": "axes"},
    {"op": "moments", "inputs": [(_SHAPE,)], "attrs": {"axes": (3,)}, "error": "axis 3"},
    {"op": "_np_cumsum", "inputs": [(_SHAPE,)]},
    {"op": "_np_cumsum", "inputs": [(_SHAPE,)], "attrs": {"axis": 1}},
    {"op": "_np_cumsum", "inputs": [(_SHAPE,)], "attrs": {"axis": 2}},
    {"op": "_np_cumsum", "inputs": [(_SHAPE, "float64")], "attrs": {"axis": 0}},
    {"op": "_np_cumsum", "inputs": [(_SHAPE, "float16")], "attrs": {"axis": 0}, "tol": (4e-3, 4e-3)},
    {"op": "_np_cumsum", "inputs": [{**_INTEGERS, "dtype": "int8"}], "attrs": {"axis": 1}},
    {"op": "_np_cumsum", "inputs": [{**_INTEGERS, "dtype": "int32"}], "attrs": {"axis": 1}},
    {"op": "_np_cumsum", "inputs": [{**_INTEGERS, "dtype": "bool"}], "attrs": {"axis": 1}},
    {"op": "_np_cumsum", "inputs": [{**_INTEGERS, "dtype": "int32"}], "attrs": {"axis": 1, "dtype": "float32"}},
    {"op": "_np_cumsum", "inputs": [(_SHAPE,)], "attrs": {"axis": 1, "dtype": "float64"}, "grad": False},
    {"op": "_np_cumsum", "inputs": [(_SHAPE,)], "attrs": {"axis": 3}, "error": "axis 3"},
    {"op": "all_finite", "inputs": [(_SHAPE,)], "grad": False},
    {"op": "all_finite", "inputs": [_HOLES], "grad": False},
    {"op": "all_finite", "inputs": [{"value": [1.0, float("inf")]}], "grad": False},
    {"op": "multi_all_finite", "inputs": [(_SHAPE,), ((5,),)], "attrs": {"num_arrays": 2}, "grad": False},
    {"op": "multi_all_finite", "inputs": [(_SHAPE,), _HOLES], "attrs": {"num_arrays": 2}, "grad": False},
]
