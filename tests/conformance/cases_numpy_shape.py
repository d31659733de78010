"""Cases of the NumPy interface: joining, cutting, turning, padding, diagonals, differences."""

_X = ((2, 3, 4),)
_M = ((2, 3),)


def _case(op, *inputs, **more):
    return {"op": op, "inputs": list(inputs), "attrs": more.pop("attrs", {}), **more}


CASES = [
    _case("_np_diag", ((3,),)),
    _case("_np_diag", _M, attrs={"k": 1}),
    _case("_np_diag", ((3,), "int64"), attrs={"k": -2}),
    _case("_np_diag", _M, attrs={"k": 4}),
    _case("_np_diag", _X, error="1- or 2-d"),
    _case("_np_diagflat", _M),
    _case("_np_diagflat", ((2,), "float64"), attrs={"k": 1}),
    _case("_np_diagflat", ((0,),), attrs={"k": 1}),
    _case("_np_diagflat", ((),), error="does not exist"),
    _case("_npi_tril", _X),
    _case("_npi_tril", _M, attrs={"k": -1}),
    _case("_npi_tril", ((3,),), attrs={"k": 1}),
    _case("_npi_tril", ((2, 2), "int32")),
    _case("_npi_diag_indices_from", ((2, 2),)),
    _case("_npi_diag_indices_from", ((3, 3, 3), "bool")),
    _case("_npi_diag_indices_from", _M, error="equal length"),
    _case("_np_roll", _M, attrs={"shift": 1}),
    _case("_np_roll", _M, attrs={"shift": (1, 2), "axis": (0, 1)}),
    _case("_np_roll", _M, attrs={"shift": -1, "axis": -1}),
    _case("_np_roll", _M, attrs={"shift": 1, "axis": (0, 1)}),
    _case("_np_roll", ((0, 2),), attrs={"shift": 1}),
    _case("_np_roll", ((4,), "int32"), attrs={"shift": 7}),
    _case("_np_roll", _M, error="'shift'"),
    _case("_np_roll", _M, attrs={"shift": (1, 1), "axis": (0, 0)}, error="duplicates"),
    # MXNet turns gradients the same way as the array, not back
    _case("_npi_rot90", _X, attrs={"axes": (0, 2)}, grad=False),
    _case("_npi_rot90", _X, attrs={"axes": (1, 0), "k": 2}),
    _case("_npi_rot90", _M, attrs={"axes": (0, 1), "k": -1}, grad=False),
    _case("_npi_rot90", _M, attrs={"axes": (0, 1), "k": 4}),
    _case("_npi_rot90", _M, attrs={"axes": (1, 1)}, error="duplicates"),
    _case("_npi_rot90", _M, error="must be 2"),
    _case("_npi_flip", _X, attrs={"axis": (1,)}),
    _case("_npi_flip", _X, attrs={"axis": (0, 2)}),
    _case("_npi_flip", ((3,), "int32"), attrs={"axis": (0,)}),
    _case("_npx_reshape", _X, attrs={"newshape": (-2, -1)}),
    _case("_npx_reshape", _X, attrs={"newshape": (-5, 4)}),
    _case("_npx_reshape", _X, attrs={"newshape": (-6, 1, 2, -4)}),
    _case("_npx_reshape", _X, attrs={"newshape": (-2, -1), "reverse": True}),
    _case("_npx_reshape", ((1, 2, 3),), attrs={"newshape": (-3, -4)}),
    _case("_npx_reshape", ((0, 3),), attrs={"newshape": (3, 0)}),
    _case("_npx_reshape", ((1,), "bool"), attrs={"newshape": ()}),
    _case("_npx_reshape", _M, attrs={"newshape": (5, -1)}, error="cannot reshape"),
    _case("_npx_reshape", _M, attrs={"newshape": (2, -1, -1)}, error="one unknown"),
    _case("_npi_concatenate", _M, ((4, 3),), attrs={"axis": 0}),
    _case("_npi_concatenate", _M, ((2, 1),), ((2, 0),), attrs={"axis": -1}),
    _case("_npi_concatenate", _M, ((4,),), attrs={"axis": None}),
    _case("_npi_stack", _M, _M, attrs={"axis": 1}),
    _case("_npi_stack", ((),), ((),)),
    _case("_npi_stack", ((2,), "int64"), ((2,), "int64"), attrs={"axis": -1}),
    _case("_npi_vstack", ((3,),), _M, attrs={"num_args": 2}),
    _case("_npi_hstack", ((3,),), ((2,),)),
    _case("_npi_hstack", _M, ((2, 1),)),
    _case("_npi_dstack", ((3,),), ((3,),)),
    _case("_npi_column_stack", ((2,),), _M, attrs={"num_args": 2}),
    _case("_npi_broadcast_to", ((2, 1),), attrs={"shape": (3, 2, 4)}),
    _case("_npi_broadcast_to", ((),), attrs={"shape": (2,)}, grad=False),
    _case("_npi_split", ((4, 3),), attrs={"indices": (0, 1, 3), "axis": 0}),
    _case("_npi_split", _M, attrs={"indices": (), "axis": 1, "sections": 2}),
    _case("_npi_hsplit", ((2, 4),), attrs={"indices": (0, 1, 3)}),
    _case("_npi_hsplit", ((5,),), attrs={"indices": (), "axis": 0, "sections": 2}),
    _case("_npi_hsplit", ((2, 0),), attrs={"indices": (0, 2)}),
    _case("_npi_hsplit", ((),), attrs={"indices": (), "sections": 2}, error="1 or more dimensions"),
    _case("_npi_dsplit", _X, attrs={"indices": (0, 1, 3), "axis": 2}),
    _case("_npi_dsplit", _X, attrs={"indices": (), "axis": 2, "sections": 4, "squeeze_axis": True}),
    _case("_npi_dsplit", _M, attrs={"indices": (), "sections": 2}, error="3 or more dimensions"),
]
for _op in ("_np_diagonal", "_np_trace"):
    CASES += [
        _case(_op, _M),
        _case(_op, _X, attrs={"offset": 1}),
        _case(_op, _X, attrs={"offset": -1, "axis1": 2, "axis2": 0}),
        _case(_op, _M, attrs={"offset": 5}),
        _case(_op, ((3, 3), "int64"), attrs={"axis1": -1, "axis2": 0}),
        _case(_op, _X, attrs={"axis1": 1, "axis2": 1}, error="same axis"),
        _case(_op, _M, attrs={"axis2": 2}, error="exceeds"),
    ]
_PADS = ((1, 2), (2, 0))
for _mode in ("constant", "edge", "reflect", "symmetric", "maximum", "minimum"):
    CASES += [
        _case("_npi_pad", ((3, 4), "float32", "distinct"), attrs={"pad_width": _PADS, "mode": _mode}, grad=_mode == "constant"),
        _case("_npi_pad", ((2, 2, 2), "float64", "distinct"), grad=_mode == "constant",
              attrs={"pad_width": ((0, 0), (1, 1), (3, 1)), "mode": _mode}),
    ]  # fmt: skip
CASES += [
    _case("_npi_pad", ((2, 2), "int32"), attrs={"pad_width": _PADS, "constant_value": 2.5}),
    _case("_npi_pad", ((2, 2), "bool"), attrs={"pad_width": _PADS, "constant_value": 1}),
    _case("_npi_pad", ((2, 0),), attrs={"pad_width": _PADS, "constant_value": 1}),
    _case("_npi_diff", ((2, 4),)),
    _case("_npi_diff", ((2, 4),), attrs={"n": 2, "axis": -1}),
    _case("_npi_diff", ((4, 2), "float64"), attrs={"n": 3, "axis": 0}),
    _case("_npi_diff", ((4,), "uint8"), attrs={"n": 1}),
    _case("_npi_diff", ((3,),), attrs={"n": 5}),
    _case("_npi_diff", ((3,),), attrs={"n": 0}),
    _case("_npi_diff", ((3,),), attrs={"axis": 1}, error="exceeds"),
    _case("_npi_ediff1d", ((2, 3),)),
    _case("_npi_ediff1d", ((3,),), attrs={"to_begin_scalar": 1.5, "to_end_scalar": -2.5}),
    _case("_npi_ediff1d", ((3,),), ((2,),), attrs={"to_begin_arr_given": True, "to_end_scalar": 3}),
    _case("_npi_ediff1d", ((3,),), ((2, 2),), attrs={"to_end_arr_given": True}),
    _case("_npi_ediff1d", ((3,), "float64"), ((), "float64"), ((1,), "float64"),
          attrs={"to_begin_arr_given": True, "to_end_arr_given": True}),
    _case("_npi_ediff1d", ((3,), "int32"), attrs={"to_end_scalar": 2.5}),
    _case("_npi_ediff1d", ((),)),
    _case("_npi_polyval", ((3,),), ((2, 2),)),
    _case("_npi_polyval", ((1,), "float64"), ((), "float64")),
    _case("_npi_polyval", ((3,), "int32"), ((2,), "int32")),
    _case("_npi_polyval", ((2, 2),), ((2,),), error="1-D array"),
    _case("_npi_nan_to_num", {"value": [float("nan"), float("inf"), -float("inf"), 1.5]}),
    _case("_npi_nan_to_num", {"value": [float("nan"), float("inf"), -float("inf"), 1.5], "dtype": "float64"},
          attrs={"nan": 2, "posinf": 3, "neginf": 4.5}),
    _case("_npi_nan_to_num", {"value": [float("nan"), float("inf"), 2], "dtype": "float16"}),
    _case("_npi_nan_to_num", ((3,), "int32")),
]  # fmt: skip
for _value, _fails in (([True, True], False), ([], False), ([True, False], True)):
    CASES.append(
        _case("_npx_constraint_check", {"value": _value, "dtype": "bool"}, attrs={"msg": "not so"},
              **({"error": "not so"} if _fails else {}))
    )  # fmt: skip
