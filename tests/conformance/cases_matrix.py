"""Cases of products and factorizations of matrices."""


def _case(op, *inputs, **more):
    attrs = more.pop("attrs", {})
    return {"op": op, "inputs": list(inputs), "attrs": attrs, **more}


#: symmetric positive definite, and its lower triangle
_SPD = {"value": [[[4.0, 1.0, 0.5], [1.0, 3.0, -0.75], [0.5, -0.75, 2.0]], [[2.0, 0.5, 0.0], [0.5, 1.5, 0.25], [0.0, 0.25, 1.0]]]}
_SPD64 = {**_SPD, "dtype": "float64"}
_LOW = {"value": [[2.0, 0.0, 0.0], [0.5, 1.5, 0.0], [-0.25, 0.75, 1.25]]}
#: both triangles filled: only one of them may matter
_FULL = {"value": [[2.0, 0.3, -0.6], [0.5, 1.5, 0.9], [-0.25, 0.75, 1.25]]}
_TOL = {"tol": (1e-4, 1e-5), "grad_tol": (1e-4, 2e-5)}


def _flags(op, shapes, **more):
    """All combinations of the two transpose flags; shapes are those without transposing."""
    out = []
    for a in (False, True):
        for b in (False, True):
            left, right = (list(s) for s in shapes)
            if a:
                left[-2:] = left[:-3:-1]
            if b:
                right[-2:] = right[:-3:-1]
            attrs = {"transpose_a": a, "transpose_b": b, **more.get("attrs", {})}
            out.append(_case(op, (tuple(left),), (tuple(right),), **{**more, "attrs": attrs}))
    return out


_TRIANGULAR = [
    {"transpose": t, "rightside": r, "lower": low, "alpha": alpha}
    for t, r, low, alpha in [
        (False, False, True, 1.0), (True, False, True, 2.0), (False, True, True, 1.0), (True, True, True, -0.5),
        (False, False, False, 1.0), (True, True, False, 1.0),
    ]
]  # fmt: skip

CASES = [
    *_flags("dot", ((2, 3), (3, 4))),
    _case("dot", ((3,),), ((3,),)),
    _case("dot", ((2, 3),), ((3,),)),
    _case("dot", ((3,),), ((3, 2),)),
    _case("dot", ((3,),), ((2, 3),), attrs={"transpose_b": True}),
    _case("dot", ((3, 2),), ((3,),), attrs={"transpose_a": True}),
    _case("dot", ((2, 3, 4),), ((4, 5),)),
    _case("dot", ((2, 3, 4),), ((4, 2, 2),), grad=False),
    _case("dot", ((4, 2, 3),), ((4, 5),), attrs={"transpose_a": True}),
    _case("dot", ((2, 4),), ((3, 2, 4),), attrs={"transpose_b": True}),
    _case("dot", ((2, 3), "float64"), ((3, 4), "float64")),
    _case("dot", ((3,),), ((4,),), error="dot shape error"),
    _case("dot", ((2, 4),), ((3, 2),), error="dot shape error: (2, 4) X (3, 2)"),
    _case("dot", ((3,),), ((3,),), attrs={"transpose_a": True}, error="cannot transpose vectors"),
    *_flags("batch_dot", ((2, 2, 3), (2, 3, 4))),
    _case("batch_dot", ((2, 2, 2, 3),), ((2, 2, 3, 1),)),
    _case("batch_dot", ((2, 2, 3), "float64"), ((2, 3, 4), "float64")),
    _case("batch_dot", ((2, 3, 4),), ((1, 4, 4),), error="leading batch dimensions"),
    _case("batch_dot", ((2, 3, 4),), ((2, 3, 4),), error="shape mismatch"),
    _case("batch_dot", ((3, 4),), ((4, 4),), error="N >= 3"),
    *_flags("_linalg_gemm2", ((2, 3), (3, 4)), attrs={"alpha": 2.0}),
    *_flags("_linalg_gemm2", ((2, 2, 3), (2, 3, 4))),
    _case(
        "_linalg_gemm2",
        ((2, 3, 2), "float64"),
        ((3, 3, 4), "float64"),
        attrs={"axis": 0, "transpose_a": True},
        error="incompatible",
    ),
    _case("_linalg_gemm2", ((2, 3, 4),), ((4, 3, 2),), attrs={"axis": 0}),
    _case("_linalg_gemm2", ((2, 3),), ((2, 3),), error="incompatible matrix dimensions"),
    _case("_linalg_gemm", ((2, 3),), ((3, 4),), ((2, 4),), attrs={"alpha": 0.5, "beta": -2.0}),
    _case("_linalg_gemm", ((2, 3, 2),), ((2, 3, 4),), ((2, 2, 4),), attrs={"transpose_a": True}),
    _case("_linalg_gemm", ((2, 3),), ((4, 3),), ((2, 4),), attrs={"transpose_b": True, "beta": 0.0}),
    _case("_linalg_gemm", ((2, 3, 4),), ((4, 3, 2),), ((2, 3, 2),), attrs={"axis": 0}),
    _case("_linalg_potrf", _SPD, **_TOL),
    _case("_linalg_potrf", _SPD64),
    _case("_linalg_potrf", _SPD, attrs={"lower": False}, **_TOL),
    _case("_linalg_potri", {"value": [[2.0, 0.5, -0.25], [0.0, 1.5, 0.75], [0.0, 0.0, 1.25]]}, attrs={"lower": False}, **_TOL),
    _case("_linalg_potri", _LOW, **_TOL),
    *[_case("_linalg_trmm", _FULL, ((3, 3),), attrs=a, **_TOL) for a in _TRIANGULAR],
    _case("_linalg_trmm", ((2, 2, 2),), ((2, 2, 3),)),
    *[_case("_linalg_trsm", _FULL, ((3, 3),), attrs=a, **_TOL) for a in _TRIANGULAR],
    _case("_linalg_trsm", _FULL, ((2, 3),), error="incompatible matrix dimensions"),
    _case("_linalg_sumlogdiag", _SPD),
    _case("_linalg_sumlogdiag", _FULL),
    _case("_linalg_syrk", ((2, 3),), attrs={"alpha": 2.0}),
    _case("_linalg_syrk", ((2, 2, 3),), attrs={"transpose": True}),
    _case("_linalg_gelqf", ((2, 3),), **_TOL),
    _case("_linalg_gelqf", ((2, 3, 3), "float64"), tol=(1e-9, 1e-10), grad_tol=(1e-8, 1e-9)),
    _case("_linalg_syevd", _SPD64, tol=(1e-9, 1e-10), grad_tol=(1e-8, 1e-9)),
    _case("_linalg_inverse", _SPD, **_TOL),
    _case("_linalg_inverse", _FULL, **_TOL),
    _case("_linalg_det", _SPD, **_TOL),
    _case("_linalg_det", _FULL, **_TOL),
    _case("_linalg_slogdet", _SPD64, tol=(1e-9, 1e-10), grad_tol=(1e-8, 1e-9)),
    _case("_linalg_slogdet", _FULL, **_TOL),
    _case("_linalg_det", ((2, 3),), error="square matrices"),
    _case("_linalg_makediag", ((2, 3),)),
    _case("_linalg_makediag", ((3,),), attrs={"offset": 1}),
    _case("_linalg_makediag", ((2, 3),), attrs={"offset": -2}),
    _case("_linalg_extractdiag", ((2, 3, 3),)),
    _case("_linalg_extractdiag", ((4, 4),), attrs={"offset": 1}),
    _case("_linalg_extractdiag", ((4, 4),), attrs={"offset": -2}),
    _case("_linalg_extractdiag", ((4, 4),), attrs={"offset": 4}, error="illegal offset"),
    *[
        _case("_linalg_extracttrian", ((2, 3, 3),), attrs={"offset": o, "lower": low})
        for o, low in ((0, True), (0, False), (1, True), (-1, True), (2, False))
    ],
    *[
        _case("_linalg_maketrian", ((2, 6),), attrs={"offset": o, "lower": low})
        for o, low in ((0, True), (0, False), (1, True), (-1, True))
    ],
    _case("_linalg_maketrian", ((5,),), error="not the size of a triangle"),
    _case("khatri_rao", ((2, 2),), ((3, 2),), attrs={"num_args": 2}, grad=False),
    _case("khatri_rao", ((2, 3),), ((3, 3),), ((2, 3),), attrs={"num_args": 3}, grad=False),
    _case("khatri_rao", ((2, 3),), ((2, 2),), attrs={"num_args": 2}, error="same number of columns"),
    _case("_contrib_interleaved_matmul_selfatt_qk", ((3, 2, 12),), attrs={"heads": 2}, **_TOL),
    _case("_contrib_interleaved_matmul_selfatt_qk", ((3, 2, 14),), attrs={"heads": 2}, **_TOL),
    _case("_contrib_interleaved_matmul_selfatt_valatt", ((3, 2, 12),), ((4, 3, 3),), attrs={"heads": 2}, **_TOL),
    _case("_contrib_interleaved_matmul_selfatt_valatt", ((3, 2, 15),), ((4, 3, 3),), attrs={"heads": 2}, **_TOL),
    _case("_contrib_interleaved_matmul_encdec_qk", ((4, 2, 4),), ((3, 2, 8),), attrs={"heads": 2}, **_TOL),
    _case("_contrib_interleaved_matmul_encdec_valatt", ((3, 2, 8),), ((4, 4, 3),), attrs={"heads": 2}, **_TOL),
]
