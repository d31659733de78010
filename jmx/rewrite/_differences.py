"""Where a function of `mx.nd` and its twin give different things: the element types of arrays for which they do.

`tests/rewrite/test_differences.py` measures these tables: it runs both forms of every row of the table of twins on arrays of
every type, and compares the methods of both kinds of arrays and their signatures.
"""

_WHOLE = frozenset("int32 int64 uint8 int8".split())
_NOT_SINGLE = _WHOLE | {"float16", "float64"}

#: methods of NDArray that arrays of mx.np have not
ONLY_CLASSIC = frozenset(
    "abs arccos arccosh arcsin arcsinh arctan arctanh argmax_channel asscalar broadcast_axes broadcast_like cbrt ceil cos cosh "
    "degrees depth_to_space diag exp expand_dims expm1 fix flip floor log log10 log1p log2 log_softmax nanprod nansum norm "
    "one_hot ones_like pad pick radians rcbrt reciprocal relu reshape_like rint round rsqrt shape_array sigmoid sign sin sinh "
    "size_array slice slice_axis slice_like softmax softmin space_to_depth split split_v2 sqrt square tan tanh tile topk trunc "
    "zeros_like".split()
)
#: methods that both have with other parameters: how many arguments without names mean the same
POSITIONAL = {"sum": 1, "mean": 1, "max": 1, "min": 1, "prod": 1}

#: name below mx.nd -> element types. Division and means are of whole numbers in mx.nd, and `argmax` gives the type of its array
TYPES: dict[str, frozenset[str]] = {
    "broadcast_div": _WHOLE,
    "elemwise_div": _WHOLE,
    "divide": _WHOLE,
    "mean": _WHOLE,
    "arcsin": _WHOLE,
    "arccos": _WHOLE,
    "erfinv": _WHOLE,
    "dot": _WHOLE,
    "linalg.gemm2": _WHOLE,
    "linalg_gemm2": _WHOLE,
    "argmax": _NOT_SINGLE,
    "argmin": _NOT_SINGLE,
}
