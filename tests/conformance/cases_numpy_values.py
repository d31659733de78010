"""Cases of the NumPy interface: statistics, choosing, inserting, and results as long as the values say."""

_X = ((2, 3, 4),)
_M = ((2, 3),)


def _case(op, *inputs, **more):
    return {"op": op, "inputs": list(inputs), "attrs": more.pop("attrs", {}), **more}


CASES = []
for _op in ("_npi_std", "_npi_var"):
    CASES += [
        _case(_op, _X),
        _case(_op, _X, attrs={"axis": (0, -1), "keepdims": True}),
        _case(_op, _M, attrs={"axis": 1, "ddof": 1}),
        _case(_op, ((3, 4), "int32"), attrs={"axis": 0, "dtype": "float32"}),
        _case(_op, ((3, 4), "int32")),
        _case(_op, ((3, 4), "float64"), attrs={"dtype": "float32"}),
        _case(_op, ((),)),
        _case(_op, ((2,), "bool"), error="booleans"),
    ]
CASES += [
    _case("_npi_average", _X, attrs={"weighted": False}),
    _case("_npi_average", _X, attrs={"weighted": False, "axis": (0, 1), "returned": True}, grad=False),
    _case("_npi_average", _M, ((2, 3), "float32", "positive")),
    _case("_npi_average", _M, ((2, 3), "float32", "positive"), attrs={"axis": 1}),
    _case("_npi_average", _X, ((3,), "float32", "positive"), attrs={"axis": 1}),
    _case("_npi_average", _X, ((3,), "float32", "positive"), attrs={"axis": 1, "returned": True}, grad=False),
    _case("_npi_average", ((3,), "float64"), ((3,), "float64", "positive"), attrs={"returned": True}, grad=False),
    _case("_npi_average", ((3, 4), "int32"), ((3, 4), "int32", ("int", 1, 5)), attrs={"axis": 0}),
    _case("_npi_average", _X, ((3,),), error="axis must be specified"),
]
_VALUES = ((2, 3, 4), "float32", "distinct")
for _how in ("linear", "lower", "higher", "midpoint", "nearest"):
    CASES += [
        _case("_npi_percentile", _VALUES, attrs={"q_scalar": 30.0, "interpolation": _how}),
        _case("_npi_percentile", _VALUES, {"value": [0, 25, 60, 100]}, grad=[0],
              attrs={"axis": (0, 2), "interpolation": _how, "keepdims": True}),
    ]  # fmt: skip
CASES += [
    _case("_npi_percentile", ((5,), "int32"), {"value": 40.0}, grad=False),
    _case("_npi_percentile", ((5,), "float64", "distinct"), {"value": [40.0], "dtype": "float64"}, grad=[0]),
    _case("_npi_percentile", ((5,),), attrs={"q_scalar": 101.0}, error="valid range"),
    _case("_npi_percentile", ((5,),), {"value": [-1.0]}, error="valid range"),
    _case("_npi_bincount", {"value": [1, 2, 2, 5], "dtype": "int64"}, levels=("nd",)),
    _case("_npi_bincount", {"value": [1, 2, 2, 5], "dtype": "int32"}, ((4,),), grad=False,
          attrs={"has_weights": True, "minlength": 8}, levels=("nd",)),
    _case("_npi_bincount", {"value": [], "dtype": "int64"}, levels=("nd",)),
    _case("_npi_bincount", {"value": [-1, 2], "dtype": "int64"}, error="nonnegative"),
]  # fmt: skip


def _eager(op, *inputs, **more):
    return _case(op, *inputs, levels=("nd",), **more)


_SEVERAL = {"value": [[3, 1, 3], [1, 2, 0]]}
CASES += [
    _eager("_npx_nonzero", ((2, 3), "int32", ("int", 0, 2))),
    _eager("_npx_nonzero", {"value": [float("nan"), 0.0, -0.0, 2.0]}, grad=False),
    _eager("_npx_nonzero", {"value": 0, "dtype": "int32"}),
    _eager("_npx_nonzero", ((2, 0), "bool")),
    _eager("_npi_unique", _SEVERAL, grad=False),
    _eager("_npi_unique", _SEVERAL, attrs={"return_index": True, "return_inverse": True, "return_counts": True}, grad=False),
    _eager("_npi_unique", {"value": [[3, 1], [1, 2], [3, 1]], "dtype": "int32"}, attrs={"axis": 0, "return_inverse": True}),
    _eager("_npi_unique", {"value": 2.0}, attrs={"return_counts": True}, grad=False),
    _eager("_npi_delete", _M, attrs={"int_ind": 1, "axis": 1}, grad=False),
    _eager("_npi_delete", _M, attrs={"int_ind": -1}, grad=False),
    _eager("_npi_delete", _M, attrs={"start": 0, "stop": 5, "step": 2}, grad=False),
    _eager("_npi_delete", ((3, 2), "int32"), {"value": [0, 2], "dtype": "int64"}, attrs={"axis": 0}),
    _eager("_npi_delete", _M, {"value": [-1, 1, 9], "dtype": "int64"}, attrs={"axis": 1}, grad=False),
    _eager("_npi_delete", _M, attrs={"int_ind": 7, "axis": 0}, error="out of bounds"),
]
_ONE, _SLICE, _MANY = "_npi_insert_scalar", "_npi_insert_slice", "_npi_insert_tensor"
CASES += [
    _case(_ONE, _M, attrs={"val": 9.5, "int_ind": 1}, grad=False),
    _case(_ONE, _M, ((3,),), attrs={"int_ind": 1, "axis": 0}, grad=False),
    _case(_ONE, _M, ((2,),), attrs={"int_ind": -1, "axis": 1}, grad=False),
    _case(_ONE, ((3,), "int32"), {"value": [2.75]}, attrs={"int_ind": 3, "axis": 0}, grad=False),
    _case(_ONE, ((3,),), attrs={"val": 1.0, "int_ind": 7, "axis": 0}, error="out of bounds"),
    _case(_SLICE, _M, ((2, 3),), attrs={"start": 0, "stop": 2, "step": 1, "axis": 0}, grad=False),
    _case(_SLICE, _M, ((3,),), attrs={"start": None, "stop": None, "step": 2}, grad=False),
    _case(_SLICE, _M, ((2, 2),), attrs={"start": 1, "stop": 2, "step": 1, "axis": 1}, grad=False),
    _case(_SLICE, _M, attrs={"val": 2.0, "start": 1, "stop": 2, "step": 1}, grad=False),
    _case(_MANY, _M, ((2, 2),), {"value": [2, 0], "dtype": "int64"}, attrs={"axis": 1}, grad=False),
    _case(_MANY, ((4,),), ((3,),), {"value": [1], "dtype": "int64"}, grad=False),
    _case(_MANY, ((4,),), ((2,),), {"value": [-1, 1], "dtype": "int64"}, attrs={"axis": 0}, grad=False),
    _case("_npi_where", ((2, 1), "bool"), _M, ((3,),)),
    _case("_npi_where", ((2, 3), "float32", ("choice", 0.0, 1.5)), _M, _M, grad=[1, 2]),
    # MXNet gives the gradient to the elements that are not taken
    _case("_npi_where_lscalar", ((2, 3), "bool"), _M, attrs={"scalar": 2.5}, grad=False),
    _case("_npi_where_rscalar", ((2, 3), "bool"), ((3,), "float64"), attrs={"scalar": 2.5}),
    _case("_npi_where_scalar2", ((2, 3), "bool"), attrs={"x": 1.5, "y": -2.0}),
    _case("_npi_argmax", ((2, 3, 4), "float32", "distinct"), attrs={"axis": 1}, grad=False),
    _case("_npi_argmax", ((2, 3), "int32"), grad=False),
    _case("_npi_argmin", ((2, 3, 4), "float32", "distinct"), attrs={"axis": -1, "keepdims": True}, grad=False),
    _case("_npi_mean", _X, attrs={"axis": (0, 2)}),
    _case("_npi_mean", ((3, 4), "int32")),
    _case("_npi_mean", ((0, 3),), attrs={"axis": 0}),
]
