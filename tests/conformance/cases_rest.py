"""Cases of operators that belong to no other family: rarely used, or made for sparse arrays and called with dense ones."""

_S = ((3, 4),)

CASES = [
    {"op": "IdentityAttachKLSparseReg", "inputs": [((3, 4), "float32", ("uniform", 0.1, 0.9)),
                                                   ((4,), "float32", ("uniform", 0.1, 0.9))],
     "attrs": {"sparseness_target": 0.2, "penalty": 0.01, "momentum": 0.8}, "grad": [0], "mutates": [1]},
    {"op": "IdentityAttachKLSparseReg", "inputs": [((2, 3), "float32", ("uniform", 0.1, 0.9)),
                                                   ((3,), "float32", ("uniform", 0.1, 0.9))], "grad": [0], "mutates": [1]},
    {"op": "fill_element_0index", "inputs": [_S, ((3,),), {"value": [2, 0, 3]}], "grad": False},
    {"op": "fill_element_0index", "inputs": [_S, ((3,),), {"value": [1, 1, 1]}], "grad": False},
    {"op": "cast_storage", "inputs": [_S], "attrs": {"stype": "default"}},
    {"op": "cast_storage", "inputs": [((2, 3), "float64")], "attrs": {"stype": "default"}},
    {"op": "cast_storage", "inputs": [_S], "attrs": {"stype": "packed"}, "error": "stype"},
    {"op": "_contrib_SparseEmbedding", "inputs": [{"value": [[1, 0], [4, 1]]}, ((5, 3),)], "grad": False,
     "attrs": {"input_dim": 5, "output_dim": 3}},
    {"op": "_contrib_SparseEmbedding", "inputs": [{"value": [2, 2, 3]}, ((4, 2), "float64")], "grad": False,
     "attrs": {"input_dim": 4, "output_dim": 2, "dtype": "float64"}},
    {"op": "moments", "inputs": [{"value": [[-5, 3, -2], [1, 2, 4]], "dtype": "int32"}], "attrs": {"axes": (1,)}},
]  # fmt: skip
