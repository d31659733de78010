"""Pooling of regions with learned offsets; operators on graphs, which refuse dense arrays (see tests/ndarray for csr ones)."""

import numpy as np


def _v(array):
    return {"value": np.asarray(array).tolist(), "dtype": "float32"}


ROIS = _v([[0, 1.2, 0.7, 9.3, 6.1], [1, -3, 2, 4.4, 20], [0, 3, 3, 3.2, 3.1], [1, 0.4, 1.6, 11.3, 9.2]])
POOL = {"spatial_scale": 0.7, "output_dim": 4, "group_size": 2, "pooled_size": 3}

CASES = [
    {
        "op": "_contrib_DeformablePSROIPooling",
        "inputs": [((2, 16, 6, 8),), ROIS, ((4, 4, 3, 3), "float32", "unit")],
        "grad": [0, 2],
        "attrs": {**POOL, "sample_per_part": 2, "trans_std": 0.2},
        "grad_tol": (1e-4, 1e-5),
    },
    {
        "op": "_contrib_DeformablePSROIPooling",
        "inputs": [((2, 16, 6, 8),), ROIS, ((4, 2, 2, 2), "float32", "unit")],
        "grad": [0, 2],
        "attrs": {**POOL, "part_size": 2, "trans_std": 0.1},
        "grad_tol": (1e-4, 1e-5),
    },
    {
        "op": "_contrib_DeformablePSROIPooling",
        "inputs": [((2, 18, 6, 8),), ROIS],
        "grad": [0],
        "attrs": {**POOL, "output_dim": 2, "group_size": 3, "pooled_size": 2, "sample_per_part": 3, "no_trans": True},
    },
    {
        "op": "_contrib_DeformablePSROIPooling",
        "inputs": [((2, 16, 6),), ROIS],
        "attrs": {**POOL, "no_trans": True},
        "error": "4D",
    },
]

GRAPH, ONE = ((3, 3), "int64"), {"value": [0], "dtype": "int64"}
CASES += [
    {"op": "_contrib_edge_id", "inputs": [GRAPH, ONE, ONE], "error": "takes a csr array"},
    {"op": "_contrib_dgl_adjacency", "inputs": [GRAPH], "error": "takes a csr array"},
    {
        "op": "_contrib_dgl_subgraph",
        "inputs": [GRAPH, ONE],
        "attrs": {"num_args": 2, "return_mapping": False},
        "error": "takes a csr array",
    },
    {
        "op": "_contrib_dgl_csr_neighbor_uniform_sample",
        "inputs": [GRAPH, ONE],
        "attrs": {"num_args": 2},
        "error": "takes a csr array",
    },
    {
        "op": "_contrib_dgl_csr_neighbor_non_uniform_sample",
        "inputs": [GRAPH, ((3,),), ONE],
        "attrs": {"num_args": 3},
        "error": "takes a csr array",
    },
    {
        "op": "_contrib_dgl_graph_compact",
        "inputs": [GRAPH, ((4,), "int64")],
        "error": "takes a csr array",
        "attrs": {"num_args": 2, "return_mapping": False, "graph_sizes": (3,)},
    },
]
