"""Cases of the NumPy interface: products and linear algebra."""

_SQUARE = ((3, 3),)
_POSITIVE = {"value": [[4.0, 1.0, -0.5], [1.0, 3.0, 0.25], [-0.5, 0.25, 2.0]]}
_DOUBLE = {**_POSITIVE, "dtype": "float64"}
_BATCH = {"value": [[[4.0, 1.0], [1.0, 3.0]], [[2.0, -0.5], [-0.5, 1.5]]]}
_GENERAL = {"value": [[4.0, 1.0, -0.5], [0.5, 3.0, 0.25], [-0.25, 0.75, 2.0]]}
_WHOLE = {"value": [[4, 1], [1, 3]], "dtype": "int32"}


def _case(op, *inputs, **more):
    return {"op": op, "inputs": list(inputs), "attrs": more.pop("attrs", {}), **more}


CASES = []
for _a, _b in (
    ((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 3), (3, 2)), ((2, 2, 3), (3,)), ((3,), (2, 3, 2)),
    ((2, 0), (0, 3)), ((0,), (0,)), ((0, 2), (2, 3)),
):  # fmt: skip
    CASES += [_case("_np_dot", (_a,), (_b,)), _case("_npi_matmul", (_a,), (_b,))]
CASES += [
    _case("_np_dot", ((2, 2, 3),), ((4, 3, 2),)),
    _case("_np_dot", ((),), _SQUARE),
    _case("_np_dot", ((2, 2), "float64"), ((), "float64")),
    _case("_np_dot", ((2, 3),), ((2, 3),), error="inconsistent"),
    _case("_np_dot", ((2, 2), "int32"), ((2, 2), "int32"), error="floating point"),
    # MXNet does not add up the gradient of an operand that is broadcast on both sides
    _case("_npi_matmul", ((2, 1, 2, 3),), ((4, 3, 2),), grad=False),
    _case("_npi_matmul", ((2, 3), "float64"), ((2, 3, 1), "float64")),
    _case("_npi_matmul", ((),), ((2, 3),), error="by scalars"),
    _case("_npi_matmul", ((2, 2, 3),), ((4, 3, 2),), error="broadcast"),
    _case("_npi_tensordot_int_axes", ((2, 3, 4),), ((3, 4, 2),), attrs={"axes": 2}),
    _case("_npi_tensordot_int_axes", ((2, 3),), ((3, 2),), attrs={"axes": 1}),
    _case("_npi_tensordot_int_axes", ((2, 3),), ((2,),), attrs={"axes": 0}),
    _case("_npi_tensordot_int_axes", ((),), ((3,),), attrs={"axes": 0}),
    _case("_npi_tensordot_int_axes", ((2, 0),), ((0, 2),), attrs={"axes": 1}),
    _case("_npi_tensordot_int_axes", ((2, 3, 4),), ((3, 4, 2),), attrs={"axes": 1}, error="inconsistent"),
    _case("_npi_tensordot", ((2, 3, 4),), ((4, 3),), attrs={"a_axes_summed": (1, -1), "b_axes_summed": (1, 0)}),
    _case("_npi_tensordot", ((2, 3), "float64"), ((4, 3), "float64"), attrs={"a_axes_summed": 1, "b_axes_summed": 1}),
    _case("_npi_tensordot", ((2, 3),), ((2,),), attrs={"a_axes_summed": (), "b_axes_summed": ()}),
    _case("_npi_tensordot", ((2, 3),), ((2, 3),), attrs={"a_axes_summed": (0, 1), "b_axes_summed": 1}, error="equally many"),
]
for _subscripts, *_shapes in (
    ("ij,jk", (2, 3), (3, 2)), ("ij,jk->ik", (2, 3), (3, 2)), ("ii", (3, 3)), ("ii->i", (3, 3)), ("ij->ji", (2, 3)),
    ("...j->...", (2, 2, 3)), ("i,i", (3,), (3,)), (",", (), ()), ("...,...", (2, 1), (3,)), ("i->", (0,)),
    ("ij,kj,k->i", (2, 3), (2, 3), (2,)), ("i j, jk -> ki", (2, 3), (3, 2)),
):  # fmt: skip
    CASES.append(
        # nor those of axes that an ellipsis broadcasts
        _case(
            "_npi_einsum",
            *((s,) for s in _shapes),
            attrs={"num_args": len(_shapes), "subscripts": _subscripts},
            grad=_subscripts != "...,...",
        )
    )
CASES += [
    _case("_npi_einsum", ((2, 3), "int32"), ((3, 2), "int32"), attrs={"num_args": 2, "subscripts": "ij,jk"}),
    _case("_npi_einsum", ((2, 3),), ((3, 2),), ((2, 4),), attrs={"num_args": 3, "subscripts": "ij,jk,kl->il", "optimize": 1}),
    _case("_npi_einsum", ((2, 3),), ((2, 2),), attrs={"num_args": 2, "subscripts": "ij,jk"}, error="does not match"),
    _case("_npi_einsum", ((2, 3),), attrs={"num_args": 1, "subscripts": "ij->k"}, error="did not appear"),
    _case("_npi_einsum", ((2,),), attrs={"num_args": 1, "subscripts": "i$"}, error="valid symbol"),
    _case("_npi_cholesky", _POSITIVE, grad_tol=(1e-4, 1e-5)),
    _case("_npi_cholesky", _BATCH, grad_tol=(1e-4, 1e-5)),
    _case("_npi_cholesky", _DOUBLE),
    _case("_npi_cholesky", ((0, 0),)),
    _case("_npi_cholesky", ((2, 3),), error="equal"),
    _case("_npi_inv", _GENERAL, grad_tol=(1e-4, 1e-5)),
    _case("_npi_inv", _BATCH, grad_tol=(1e-4, 1e-5)),
    _case("_npi_det", _GENERAL, grad_tol=(1e-4, 1e-5)),
    _case("_npi_det", _BATCH, grad_tol=(1e-4, 1e-5)),
    _case("_npi_slogdet", _GENERAL, grad_tol=(1e-4, 1e-5)),
    _case("_npi_slogdet", {**_BATCH, "dtype": "float64"}),
    _case("_npi_svd", {"value": [[1.0, 2.0, 0.5], [-0.5, 0.75, 3.0]]}, tol=(1e-4, 1e-5)),
    _case("_npi_svd", {"value": [[[1.0, 2.0], [-0.5, 0.75]], [[3.0, 0.5], [0.25, 1.0]]], "dtype": "float64"}),
    _case("_npi_svd", ((0, 3),)),
    _case("_npi_svd", ((3, 2),), error="less than or"),
    _case("_npi_eigh", _POSITIVE, tol=(1e-4, 1e-5)),
    _case("_npi_eigh", _GENERAL, attrs={"UPLO": "U"}, tol=(1e-4, 1e-5)),
    _case("_npi_eigh", {**_BATCH, "dtype": "float64"}),
    _case("_npi_eigh", _WHOLE),
    _case("_npi_eigvalsh", _POSITIVE, tol=(1e-4, 1e-5)),
    _case("_npi_eigvalsh", _GENERAL, attrs={"UPLO": "U"}, tol=(1e-4, 1e-5)),
    _case("_npi_eigvalsh", _WHOLE),
    _case("_npi_eigvalsh", ((2, 0, 0),)),
    # vectors are found but for a sign, which MXNet leaves as it comes
    _case("_npi_eig", _GENERAL, check="shape"),
    _case("_npi_eig", {"value": [[3, 0, 0], [0, 1, 0], [0, 0, 2]], "dtype": "float64"}),
    _case("_npi_eig", _WHOLE, check="shape"),
    _case("_npi_eigvals", _GENERAL, tol=(1e-4, 1e-5)),
    _case("_npi_eigvals", _WHOLE),
    _case("_npi_eigvals", {"value": [[0.0, -1.0], [1.0, 0.0]]}, error="omplex"),
    _case("_npi_solve", _GENERAL, ((3, 2),), grad_tol=(1e-4, 1e-5)),
    _case("_npi_solve", _GENERAL, ((3,),), grad=False),
    _case("_npi_solve", _BATCH, ((2, 2),), grad=False),
    _case("_npi_solve", _WHOLE, ((2,), "int32")),
    _case("_npi_solve", _GENERAL, ((3,), "float64"), grad=False),
    _case("_npi_solve", _GENERAL, ((2,),), error="match"),
    _case("_npi_tensorinv", ((2, 3, 6),), grad_tol=(1e-3, 1e-3), tol=(1e-3, 1e-3)),
    _case("_npi_tensorinv", {"value": [[[4.0, 1.0]], [[0.5, 3.0]]], "dtype": "float64"}, attrs={"ind": 1}),
    _case("_npi_tensorinv", ((2, 3),), attrs={"ind": 1}, error="square"),
    _case("_npi_tensorsolve", ((2, 3, 6), "float64"), ((2, 3), "float64"), grad_tol=(1e-8, 1e-8)),
    _case("_npi_tensorsolve", ((2, 3, 6), "float64"), ((6,), "float64"), attrs={"a_axes": (0, 1)}, grad_tol=(1e-8, 1e-8)),
    _case("_npi_tensorsolve", ((1, 1), "float64"), ((1, 1), "float64"), grad_tol=(1e-8, 1e-8)),
    _case("_npi_pinv_scalar_rcond", ((2, 3),), tol=(1e-4, 1e-5)),
    _case("_npi_pinv_scalar_rcond", ((2, 4, 2), "float64"), attrs={"rcond": 0.5}),
    _case("_npi_pinv", ((2, 3),), {"value": 0.1}, grad=[0], tol=(1e-4, 1e-5)),
    _case("_npi_pinv", ((2, 3, 2), "float64"), {"value": [0.1, 0.9], "dtype": "float64"}, grad=[0]),
    _case("_npi_norm", _SQUARE, attrs={"flag": -2}),
    _case("_npi_norm", _SQUARE, attrs={"flag": -2, "keepdims": True}),
    _case("_npi_norm", ((2, 3, 4),), attrs={"axis": (0, 2), "flag": 1}),
    _case("_npi_norm", ((2, 3, 4),), attrs={"axis": (1,), "flag": 1, "keepdims": True}),
    # MXNet multiplies the gradient of these two with the incoming one twice
    _case("_npi_norm", ((2, 3), "float64"), attrs={"axis": (0, 1), "ord": 2, "flag": 0}, grad=False),
    _case("_npi_norm", ((2, 3), "float64"), attrs={"axis": (0, 1), "ord": -2, "flag": 0}, grad=False),
    _case("_npi_norm", ((2, 2, 3), "float64"), attrs={"axis": (1, 2), "flag": 2}),
    _case("_npi_norm", ((2, 3),), attrs={"ord": 1}, grad=False),
    _case("_npi_norm", ((0, 3),), attrs={"axis": (1,), "flag": 1}),
]
for _order in (0, 1, 2, 3, -1, 0.5):
    CASES.append(_case("_npi_norm", ((2, 3),), attrs={"ord": _order, "axis": (1,)}, grad_tol=(1e-4, 1e-5)))
