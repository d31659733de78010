"""Calls on graphs in csr arrays, and of layers on 8-bit integers that only symbols reach, under MXNet and under jmx."""

import numpy as np


def described(x):
    """An array as JSON: storage type, shape, element type and values; of csr arrays also where they are stored."""
    found = [x.stype, list(x.shape), np.dtype(x.dtype).name, x.asnumpy().tolist()]
    if x.stype == "csr":
        found += [x.indptr.asnumpy().tolist(), x.indices.asnumpy().tolist(), x.data.asnumpy().tolist()]
    return found


def graph(mx):
    places = np.array([0, 2, 4, 5, 7]), np.array([0, 3, 0, 2, 1, 1, 2])
    return mx.nd.sparse.csr_matrix((np.arange(1, 8, dtype="int64"), places[1], places[0]), shape=(4, 4), dtype="int64")


def calls(mx):
    """{name: list of arrays}."""
    c, g = mx.nd.contrib, graph(mx)

    def ids(*values):
        return mx.nd.array(values, dtype="int64")

    u, v = ids(0, 0, 1, 3), ids(0, 1, 2, 2)
    # as many neighbours as there are, and no room to spare: nothing is left to chance or to unused memory
    near = {"num_args": 2, "num_hops": 1, "num_neighbor": 5, "max_num_vertices": 4}
    sampled = c.dgl_csr_neighbor_uniform_sample(g, ids(0, 1), **near)
    weighted = c.dgl_csr_neighbor_non_uniform_sample(g, mx.nd.array([0.9, 0.8, 0.2, 0.4]), ids(0, 1), **{**near, "num_args": 3})
    far = c.dgl_csr_neighbor_uniform_sample(g, ids(3, 0), **{**near, "num_hops": 2, "max_num_vertices": 3})
    found = {
        "edge_id": c.edge_id(g, u, v),
        "edge_id of single precision": c.edge_id(g.astype("float32"), u.astype("float32"), v.astype("float32")),
        "edge_id of nothing": c.edge_id(mx.nd.sparse.zeros("csr", (3, 3), dtype="int64"), ids(0, 1), ids(0, 2)),
        "adjacency": c.dgl_adjacency(g),
        "subgraph": c.dgl_subgraph(g, ids(0, 1, 2), return_mapping=False),
        "subgraphs": c.dgl_subgraph(g, ids(0, 1, 2), ids(1, 3), return_mapping=True),
        "uniform": sampled,
        "two seeds": c.dgl_csr_neighbor_uniform_sample(
            g, ids(0, 1), ids(2, 3), **{**near, "num_args": 3, "max_num_vertices": 4, "num_hops": 3}
        ),
        "weighted": weighted,
        "cut off": far,
        "compact": c.dgl_graph_compact(sampled[1], sampled[0], graph_sizes=4, return_mapping=False),
    }
    return {name: x if isinstance(x, list) else [x] for name, x in found.items()}


def products(mx):
    """quantized_elemwise_mul, which MXNet runs in symbols only: {name: list of arrays}."""
    values = {
        "lhs": mx.nd.array([[45, -80, -10], [65, -60, 124]], dtype="int8"),
        "rhs": mx.nd.array([[68, -24, -118], [84, -106, 115]], dtype="int8"),
        "lhs_min": mx.nd.array([-1]),
        "lhs_max": mx.nd.array([2]),
        "rhs_min": mx.nd.array([-0.5]),
        "rhs_max": mx.nd.array([0.7]),
    }
    found = {}
    for name, attrs in {
        "plain": {},
        "calibrated": {"min_calib_range": -1.0, "max_calib_range": 1.3},
        "single": {"enable_float_output": True},
    }.items():
        inputs = {n: mx.sym.var(n, shape=x.shape, dtype=x.dtype) for n, x in values.items()}
        symbol = mx.sym.contrib.quantized_elemwise_mul(**inputs, **attrs)
        found[f"product {name}"] = symbol.bind(mx.cpu(), values).forward(is_train=False)
    a, b = (mx.nd.array(v, dtype="int8") for v in ([-113, -31, 68], [125, -41, 78]))
    ranges = [values[n] for n in ("lhs_min", "lhs_max", "rhs_min", "rhs_max")]
    found["sum"] = mx.nd.contrib.quantized_elemwise_add(a, b, *ranges)
    return found
