"""Public operators of MXNet 1.9.1 without a row in the table, and why; `test_rows.py` knows no other exception."""

_CSR = "takes csr arrays only, which a row cannot hold; tested with them in tests/ndarray"
_ROWS = "takes row_sparse arrays only, which a row cannot hold; tested with them in tests/ndarray"
_GPU = "MXNet has it on GPUs only, so that there is no recorded value; tested against its definition"

#: declared, but without a row
WITHOUT_ROW = {
    "Custom": "runs a program's own code; tests/test_operator.py",
    "_contrib_getnnz": _CSR,
    "_contrib_edge_id": _CSR,
    "_contrib_dgl_adjacency": _CSR,
    "_contrib_dgl_csr_neighbor_non_uniform_sample": _CSR,
    "_contrib_dgl_csr_neighbor_uniform_sample": _CSR,
    "_contrib_dgl_graph_compact": _CSR,
    "_contrib_dgl_subgraph": _CSR,
    "_sparse_retain": _ROWS,
    "_sparse_adagrad_update": _ROWS,
    "_contrib_group_adagrad_update": _ROWS,
    "_contrib_quantized_elemwise_mul": "MXNet runs it in fused graphs only; tests/ops/test_quantized_mul.py",
    "_contrib_quantized_rnn": "MXNet has it on processors of one kind only; tests/ops/test_quantized_rnn.py",
    "_contrib_fft": _GPU,
    "_contrib_ifft": _GPU,
    "_contrib_count_sketch": _GPU,
}

#: not declared: calling them raises
UNDECLARED: dict[str, str] = {}
