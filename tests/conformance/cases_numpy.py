"""Cases of reductions and of a few other operators of the NumPy interface."""

_X = ((2, 3, 4),)
_POSITIVE = ((2, 3), "float32", "positive")


def _case(op, *inputs, **more):
    return {"op": op, "inputs": list(inputs), "attrs": more.pop("attrs", {}), **more}


CASES = [
    _case("_npx_relu", _X),
    _case("_npx_relu", ((2, 3), "float64")),
    _case("_npx_sigmoid", _X),
    _case("_npx_sigmoid", ((2, 3), "float16")),
    _case("_np_copy", _X),
    _case("_np_copy", ((2, 3), "int64")),
    _case("_np_transpose", _X),
    _case("_np_transpose", _X, attrs={"axes": (2, 0, 1)}),
    _case("_np_transpose", _X, attrs={"axes": (-1, 0, 1)}),
    _case("_np_reshape", _X, attrs={"newshape": (4, -1)}),
    _case("_np_reshape", _X, attrs={"newshape": (6, 2, 2)}),
    _case("_np_squeeze", ((1, 3, 1, 2),)),
    _case("_np_squeeze", ((1, 3, 1, 2),), attrs={"axis": (0,)}),
    _case("_np_squeeze", ((1, 3, 1, 2),), attrs={"axis": (0, -2)}),
    _case("_np_moveaxis", _X, attrs={"source": (0,), "destination": (2,)}),
    _case("_np_moveaxis", _X, attrs={"source": (0, -1), "destination": (1, 0)}),
]
for _op in ("_np_sum", "_np_prod"):
    CASES += [
        _case(_op, _X),
        _case(_op, _X, attrs={"axis": (1,)}),
        _case(_op, _X, attrs={"axis": (0, -1), "keepdims": True}),
        _case(_op, ((2, 3), "float64"), attrs={"axis": (0,)}),
        _case(_op, ((2, 3), "int32"), attrs={"axis": (1,)}),
        _case(_op, _POSITIVE, attrs={"axis": (1,), "dtype": "float64"}),
        _case(_op, ((2, 3), "bool"), attrs={"axis": (1,)}, grad=False),
    ]
for _op in ("_np_max", "_np_min"):
    CASES += [
        _case(_op, ((2, 3, 4), "float32", "distinct")),
        _case(_op, ((2, 3, 4), "float32", "distinct"), attrs={"axis": (1,)}),
        _case(_op, ((2, 3, 4), "float64", "distinct"), attrs={"axis": (0, -1), "keepdims": True}),
        _case(_op, ((2, 3), "int32"), attrs={"axis": (1,)}),
    ]
for _op in ("_np_any", "_np_all"):
    CASES += [
        _case(_op, ((3, 4), "bool"), grad=False),
        _case(_op, ((3, 4), "bool"), attrs={"axis": (1,)}, grad=False),
        _case(_op, ((3, 4), "int32", ("int", 0, 2)), attrs={"axis": (0,), "keepdims": True}, grad=False),
        _case(_op, ((3, 4), "float32", ("choice", 0.0, 1.5)), attrs={"axis": (-1,)}, grad=False),
    ]
