"""Sampling and cutting of graphs, which csr arrays hold: vertices are rows and columns, values are numbers of edges.

Their results' sizes depend on values, and they walk from vertex to vertex: they run on the host, on csr arrays, in
`jmx.ndarray`, and never inside a compiled graph. What is here says so.
"""

from ..base import MXNetError
from ..core.declare.op import REQUIRED, AnyArray, Long, Shape, op


def _refuse(name):
    raise MXNetError(
        f"Operator {name} takes a csr array and runs on the host: convert the graph first, x.tostype('csr'), call it as "
        f"mx.nd.contrib.{name.removeprefix('_contrib_')}, and not inside of a symbol or hybridized block."
    )


def _names(lead, label):
    return lambda a, attrs: [*lead, *(f"{label}{i}" for i in range(a.num_args - len(lead)))]


@op("_contrib_edge_id", dynamic=True)
def edge_id(data: AnyArray, u: AnyArray, v: AnyArray):
    """Numbers of the edges from vertices to vertices.

    data    csr, (n, n): the number of each edge
    u, v    (m,): where edges begin, and where they end

    Returns (m,), in the element type of `data`; -1 where there is no edge.

    Examples
    --------
    >>> graph = nd.sparse.csr_matrix((np.array([5, 6]), np.array([1, 0]), np.array([0, 1, 2])), shape=(2, 2), dtype="float32")
    >>> nd.contrib.edge_id(graph, nd.array([0, 0]), nd.array([1, 0]))
    [ 5. -1.]
    <NDArray 2 @cpu(0)>
    """
    _refuse("_contrib_edge_id")


@op("_contrib_dgl_adjacency", dynamic=True)
def dgl_adjacency(data: AnyArray):
    """A graph's matrix with ones for its values.

    data    the graph, csr of int64, (n, n)

    Returns csr of float32, (n, n).

    Examples
    --------
    >>> graph = nd.sparse.csr_matrix((np.array([5, 6]), np.array([1, 0]), np.array([0, 1, 2])), shape=(2, 2), dtype="int64")
    >>> nd.contrib.dgl_adjacency(graph).asnumpy()
    array([[0., 1.],
           [1., 0.]], dtype=float32)
    """
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
    num_args    number of inputs
    return_mapping    also return matrices with the graph's own values

    Returns for each list a csr matrix (m, m) whose values number its edges, and with `return_mapping` behind them for each
    list another one with the graph's own values.

    Examples
    --------
    >>> numbers, columns, rows = np.array([1, 2, 3]), np.array([1, 2, 0]), np.array([0, 1, 2, 3])    # 0 to 1 to 2 to 0
    >>> graph = nd.sparse.csr_matrix((numbers, columns, rows), shape=(3, 3), dtype="int64")
    >>> vertices = nd.array([0, 1], dtype="int64")
    >>> edges, original = nd.contrib.dgl_subgraph(graph, vertices, return_mapping=True)
    >>> original.asnumpy()
    array([[0, 1],
           [0, 0]])
    """
    _refuse("_contrib_dgl_subgraph")


@op(
    "_contrib_dgl_csr_neighbor_uniform_sample",
    dynamic=True,
    outputs=lambda a: 3 * max(a.num_args - 1, 1),
    input_names=_names(("csr_matrix",), "seed_arrays"),
)
def uniform_sample(
    *data: AnyArray, num_args: int = 0, num_hops: Long = 1, num_neighbor: Long = 2, max_num_vertices: Long = 100
) -> None:
    """Neighbourhoods of vertices, drawn from a graph, all neighbours alike.

    data    the graph, csr of int64, (n, n); then one list of vertices to start from or more, int64, (m,)
    num_args    number of inputs
    num_hops    how far to go
    num_neighbor    how many neighbours of a vertex are drawn
    max_num_vertices    how many vertices are visited at most

    Returns for each list the vertices visited, ascending, int64, (max_num_vertices + 1,), their number in the last place;
    then for each list the edges drawn, csr (max_num_vertices, n); then for each list how many hops away each vertex is,
    (max_num_vertices,). Unused places are zero.

    Examples
    --------
    >>> numbers, columns, rows = np.array([1, 2, 3]), np.array([1, 2, 0]), np.array([0, 1, 2, 3])    # 0 to 1 to 2 to 0
    >>> graph = nd.sparse.csr_matrix((numbers, columns, rows), shape=(3, 3), dtype="int64")
    >>> start = nd.array([0], dtype="int64")
    >>> vertices, edges, hops = nd.contrib.dgl_csr_neighbor_uniform_sample(graph, start, max_num_vertices=2)
    >>> vertices
    [0 1 2]
    <NDArray 3 @cpu(0)>
    """
    _refuse("_contrib_dgl_csr_neighbor_uniform_sample")


@op(
    "_contrib_dgl_csr_neighbor_non_uniform_sample",
    dynamic=True,
    outputs=lambda a: 4 * max(a.num_args - 2, 1),
    input_names=_names(("csr_matrix", "probability"), "seed_arrays"),
)
def non_uniform_sample(
    *data: AnyArray, num_args: int = 0, num_hops: Long = 1, num_neighbor: Long = 2, max_num_vertices: Long = 100
) -> None:
    """Neighbourhoods of vertices, drawn from a graph, each vertex as probable as a vector says.

    data    the graph, csr of int64, (n, n); the probabilities, float32, (n,); then one list of vertices to start from or more
    num_args    number of inputs
    num_hops    how far to go
    num_neighbor    how many neighbours of a vertex are drawn
    max_num_vertices    how many vertices are visited at most

    Returns what the uniform one returns, with the probabilities of the vertices visited, float32 (max_num_vertices,), before
    the hops.

    Examples
    --------
    >>> numbers, columns, rows = np.array([1, 2, 3]), np.array([1, 2, 0]), np.array([0, 1, 2, 3])    # 0 to 1 to 2 to 0
    >>> graph = nd.sparse.csr_matrix((numbers, columns, rows), shape=(3, 3), dtype="int64")
    >>> start, chances = nd.array([0], dtype="int64"), nd.array([1, 1, 1])
    >>> result = nd.contrib.dgl_csr_neighbor_non_uniform_sample(graph, chances, start, max_num_vertices=2)
    >>> result[0]
    [0 1 2]
    <NDArray 3 @cpu(0)>
    """
    _refuse("_contrib_dgl_csr_neighbor_non_uniform_sample")


@op(
    "_contrib_dgl_graph_compact",
    dynamic=True,
    outputs=lambda a: max(a.num_args // 2, 1) * (1 + a.return_mapping),
    input_names=lambda a, attrs: [f"{label}{i}" for label in ("graph", "varray") for i in range(a.num_args // 2)],
)
def graph_compact(*data: AnyArray, num_args: int = 0, return_mapping: bool = REQUIRED, graph_sizes: Shape = REQUIRED) -> None:
    """Sampled graphs without the rows and columns of vertices that were not visited.

    data    csr matrices from sampling; then as many lists of vertices, as sampling returns them
    num_args    number of inputs
    return_mapping    also return matrices with the values given
    graph_sizes    the number of vertices of each

    Returns for each a csr matrix (size, size) whose values number its edges, and with `return_mapping` behind them for each
    another one with the values of the matrix given.

    Examples
    --------
    >>> numbers, columns, rows = np.array([1, 2, 3]), np.array([1, 2, 0]), np.array([0, 1, 2, 3])    # 0 to 1 to 2 to 0
    >>> graph = nd.sparse.csr_matrix((numbers, columns, rows), shape=(3, 3), dtype="int64")
    >>> start = nd.array([0], dtype="int64")
    >>> vertices, edges, hops = nd.contrib.dgl_csr_neighbor_uniform_sample(graph, start, max_num_vertices=5)
    >>> nd.contrib.dgl_graph_compact(edges, vertices, return_mapping=False, graph_sizes=(2,)).shape
    (2, 2)
    """
    _refuse("_contrib_dgl_graph_compact")
