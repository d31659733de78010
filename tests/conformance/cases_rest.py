"""Cases of operators that belong to no other family: rarely used, or made for sparse arrays and called with dense ones."""

import numpy as np

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
     "attrs": {"input_dim": 5, "output_dim": 3, "deterministic": True}},
    {"op": "_contrib_SparseEmbedding", "inputs": [{"value": [2, 2, 3]}, ((4, 2), "float64")], "grad": False,
     "attrs": {"input_dim": 4, "output_dim": 2, "dtype": "float64"}},
    {"op": "moments", "inputs": [{"value": [[-5, 3, -2], [1, 2, 4]], "dtype": "int32"}], "attrs": {"axes": (1,)}},
    {"op": "moments", "inputs": [_S], "attrs": {"axes": ()}, "error": "axes"},
    # found by the fuzzer
    {"op": "SoftmaxOutput", "inputs": [((2, 3),), {"value": [2, 1]}], "attrs": {"smooth_alpha": 1.5}, "error": "smooth_alpha"},
    {"op": "Crop", "inputs": [((1, 1, 2, 2),)], "attrs": {"num_args": 1}, "error": "h_w"},
    {"op": "_contrib_PSROIPooling", "inputs": [((1, 4, 4, 4),), {"value": [[0, 1, 1, 2, 2]]}], "error": "spatial_scale",
     "attrs": {"spatial_scale": 1.64, "output_dim": 1, "pooled_size": 2}},
    {"op": "_contrib_RROIAlign", "inputs": [((1, 1, 4, 4),), {"value": [[0, 2, 2, 2, 2, 0]]}], "error": "spatial_scale",
     "attrs": {"spatial_scale": -1.2, "pooled_size": (2, 3)}},
    {"op": "_contrib_BilinearResize2D", "inputs": [((1, 1, 4, 4),)], "attrs": {"mode": "to_even_up", "width": 0},
     "error": "greater equal to 1"},
    {"op": "Embedding", "inputs": [((2,), "float32", ("int", 0, 2)), ((2, 2),)], "attrs": {"input_dim": 2, "output_dim": 0},
     "error": "greater equal to 1"},
]  # fmt: skip

_NAN = float("nan")
_A, _B = {"value": [_NAN, 1, _NAN, 0.5, 2]}, {"value": [1, _NAN, _NAN, 0.5, 1]}
CASES += [{"op": op, "inputs": [_A, _B]} for op in ("broadcast_maximum", "broadcast_minimum", "_maximum", "_minimum")]
CASES += [{"op": op, "inputs": [_A], "attrs": {"scalar": 0.5}} for op in ("_maximum_scalar", "_minimum_scalar")]
CASES += [
    {"op": "_histogram", "inputs": [((20,), "int64")], "attrs": {"bin_cnt": 5, "range": (-1.5, 1.5)}, "grad": False},
    {"op": "_histogram", "inputs": [((20,), "int32")], "attrs": {"bin_cnt": 4, "range": (-3, 2.5)}, "grad": False},
    {"op": "_histogram", "inputs": [((20,), "float32", "distinct")], "attrs": {"bin_cnt": 5, "range": (-2, 2)}, "grad": False},
]
CASES += [
    {"op": op, "inputs": [((2, 2), "float16")], "error": "float32 and float64"}
    for op in ("_linalg_potrf", "_linalg_gelqf", "_linalg_syevd", "_linalg_inverse", "_linalg_det", "_linalg_slogdet")
]
# found by the fuzzer
CASES += [
    {"op": "_full", "attrs": {"shape": (2,), "value": -2.5, "dtype": "uint8"}},
    {"op": "_mod_scalar", "inputs": [((2, 2),)], "attrs": {"scalar": 0.0}},
    {"op": "MakeLoss", "inputs": [((3,),)], "attrs": {"normalization": "batch"}},
    {"op": "repeat", "inputs": [((1, 1),)], "attrs": {"repeats": 0, "axis": -3}, "error": "axis -3"},
    {"op": "LRN", "inputs": [((1, 2, 1, 1), "float16")], "attrs": {"nsize": 6}, "error": "only supports odd"},
    {"op": "_eye", "attrs": {"N": 3, "M": -1}},
    {
        "op": "SequenceMask",
        "inputs": [((3, 2), "uint8"), {"value": [1, 2]}],
        "attrs": {"use_sequence_length": True, "value": -1.5},
    },
    {"op": "SoftmaxOutput", "inputs": [((4,),), ((4,), "float32", ("uniform", 0, 1))], "grad": False},
    {"op": "sum", "inputs": [{"value": np.zeros((0, 3))}], "grad": False},
    {"op": "exp", "inputs": [{"value": np.zeros((0, 3))}], "error": "set_np_shape"},
    {"op": "_zeros", "attrs": {"shape": (2, 0)}, "error": "set_np_shape"},
    {"op": "ftml_update", "inputs": [((2,),)] * 5, "attrs": {"lr": 0.1, "t": 1.5}, "error": "counts updates"},
]
for _case in CASES:
    _case.setdefault("inputs", [])
