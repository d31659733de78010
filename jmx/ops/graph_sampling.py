"""Sampling and cutting of graphs, which csr arrays hold: vertices are rows and columns, values are numbers of edges.

Their results' sizes depend on values, and they walk from vertex to vertex: they run on the host, on csr arrays, in
`jmx.ndarray`, and never inside a compiled graph. What is here says so.
"""

from ..base import MXNetError
from ..core.declare.op import REQUIRED, AnyArray, Shape, op


def _refuse(name):
    raise MXNetError(
        f"Operator {name} takes a csr array and runs on the host: convert the graph first, x.tostype('csr'), call it as "
        f"mx.nd.contrib.{name.removeprefix('_contrib_')}, and not inside of a symbol or hybridized block."
    )


def _names(lead, label):
    return lambda a, attrs: [*lead, *(f"{label}{i}" for i in range(a.num_args - len(lead)))]


@op("_contrib_edge_id", dynamic=True)
def edge_id(data: AnyArray, u: AnyArray, v: AnyArray):
    """Numbers of the edges from vertices `u` to vertices `v`, -1 where there is none.

    data    csr, (n, n)
    u, v    (m,)

    Returns (m,), in the element type of `data`.
    """
    _refuse("_contrib_edge_id")


@op("_contrib_dgl_adjacency", dynamic=True)
def dgl_adjacency(data: AnyArray):
    """The int64 csr matrix `data` with ones for its values: csr, float32."""
    _refuse("_contrib_dgl_adjacency")


@op(
    "_contrib_dgl_subgraph",
    dynamic=True,
    outputs=lambda a: max(a.num_args - 1, 1) * (1 + a.return_mapping),
    input_names=_names(("graph",), "varray"),
)
def dgl_subgraph(*data: AnyArray, num_args: int = 0, return_mapping: bool = REQUIRED):
    """What a graph has between the vertices of each list.

    data    the graph, csr of int64, (n, n); then one list of vertices or more, int64, ascending, (m,)

    Returns for each list a csr matrix (m, m) whose values number its edges, and with `return_mapping` behind them for each
    list another one with the graph's own values.
    """
    _refuse("_contrib_dgl_subgraph")


@op(
    "_contrib_dgl_csr_neighbor_uniform_sample",
    dynamic=True,
    outputs=lambda a: 3 * max(a.num_args - 1, 1),
    input_names=_names(("csr_matrix",), "seed_arrays"),
)
def uniform_sample(*data: AnyArray, num_args: int = 0, num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100):
    """Neighbourhoods of vertices, drawn from a graph, all neighbours alike.

    data    the graph, csr of int64, (n, n); then one list of vertices to start from or more, int64, (m,)
    num_hops    how far to go
    num_neighbor    how many neighbours of a vertex are drawn
    max_num_vertices    how many vertices are visited at most

    Returns for each list the vertices visited, ascending, int64, (max_num_vertices + 1,), their number in the last place;
    then for each list the edges drawn, csr (max_num_vertices, n); then for each list how many hops away each vertex is,
    (max_num_vertices,). Unused places are zero.
    """
    _refuse("_contrib_dgl_csr_neighbor_uniform_sample")


@op(
    "_contrib_dgl_csr_neighbor_non_uniform_sample",
    dynamic=True,
    outputs=lambda a: 4 * max(a.num_args - 2, 1),
    input_names=_names(("csr_matrix", "probability"), "seed_arrays"),
)
def non_uniform_sample(*data: AnyArray, num_args: int = 0, num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100):
    """Neighbourhoods of vertices, drawn from a graph, each vertex as probable as a vector says.

    data    the graph, csr of int64, (n, n); the probabilities, float32, (n,); then one list of vertices to start from or more

    The rest is as for the uniform one. Returns what that returns, with the probabilities of the vertices visited, float32
    (max_num_vertices,), before the hops.
    """
    _refuse("_contrib_dgl_csr_neighbor_non_uniform_sample")


@op(
    "_contrib_dgl_graph_compact",
    dynamic=True,
    outputs=lambda a: max(a.num_args // 2, 1) * (1 + a.return_mapping),
    input_names=lambda a, attrs: [f"{label}{i}" for label in ("graph", "varray") for i in range(a.num_args // 2)],
)
def graph_compact(*data: AnyArray, num_args: int = 0, return_mapping: bool = REQUIRED, graph_sizes: Shape = REQUIRED):
    """Sampled graphs without the rows and columns of vertices that were not visited.

    data    csr matrices from sampling; then as many lists of vertices, as sampling returns them
    graph_sizes    the number of vertices of each

    Returns for each a csr matrix (size, size) whose values number its edges, and with `return_mapping` behind them for each
    another one with the values of the matrix given.
    """
    _refuse("_contrib_dgl_graph_compact")
