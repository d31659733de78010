"""Sampling and cutting of graphs in csr arrays, on the host. `jmx.ops.graph_sampling` says what each operator does."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from ..base import MXNetError
from ..core.run import rng
from ..core.run.sparse_storage import CSR
from ..core.run.storage import place, wrap

if TYPE_CHECKING:
    from .ndarray import NDArray


def _complain(call, text):
    raise MXNetError(f"Error in operator {call.op.name}: {text}")


def _graph(call, position=0, square=True):
    value = call.values[position]
    if value is None or value.stype != "csr":
        _complain(
            call,
            f"input {position} must be a csr array, got storage type "
            f"{'default' if value is None else value.stype}; convert it: x.tostype('csr')",
        )
    if value.dtype != np.int64:
        _complain(call, f"the graph must have the element type int64, got {value.dtype}")
    if square and value.shape[0] != value.shape[1]:
        _complain(call, f"the graph must have as many rows as columns, got shape {value.shape}")
    return value


def _vector(call, position, dtype="int64"):
    array = call.inputs[position]
    if call.values[position] is not None or len(array.shape) != 1:
        _complain(call, f"input {position} must be a dense vector, got shape {array.shape} and storage type {array.stype}")
    if dtype is not None and np.dtype(array.dtype) != dtype:
        _complain(call, f"input {position} must have the element type {dtype}, got {np.dtype(array.dtype).name}")
    return array.asnumpy()


def _vertices(call, position, graph):
    vertices = _vector(call, position)
    if vertices.size and not (0 <= vertices.min() and vertices.max() < graph.shape[0]):
        _complain(call, f"input {position} names vertices outside of a graph of {graph.shape[0]} vertices: {vertices}")
    return vertices


def _dense(values, ctx):
    return wrap(place(values, ctx), ctx)


def edge_id(call) -> NDArray:
    """Numbers of edges."""
    if call.stypes != "cdd":
        return NotImplemented
    graph = call.values[0]
    start, end = _vector(call, 1, None).astype(np.int64), _vector(call, 2, None).astype(np.int64)
    if start.shape != end.shape:
        _complain(call, f"u and v must have the same length, got {len(start)} and {len(end)}")
    if start.size and not (0 <= start.min() and start.max() < graph.shape[0]):
        _complain(call, f"u names vertices outside of a graph of {graph.shape[0]} vertices: {start}")
    stored, ids = graph.stored(), np.full(len(start), -1, graph.dtype)
    for i, (row, column) in enumerate(zip(start, end)):
        first = graph.indptr[row]
        at = np.flatnonzero(graph.columns[first : graph.indptr[row + 1]] == column)
        if len(at):
            ids[i] = stored[first + at[0]]
    return _dense(ids, graph.ctx)


def adjacency(call) -> CSR:
    """Ones for values."""
    graph = _graph(call, square=False)
    return graph.like(np.ones(graph.count, np.float32))


def _numbered(indptr, columns, size, ctx):
    return CSR.of(np.arange(len(columns), dtype=np.int64), indptr, columns, (size, size), ctx)


def subgraph(call) -> list[CSR]:
    """What lies between given vertices."""
    graph = _graph(call)
    stored, subgraphs, kept = graph.stored(), [], []
    for position in range(1, len(call.inputs)):
        chosen = _vertices(call, position, graph)
        if (np.diff(chosen) < 0).any():
            _complain(call, f"The input vertex list has to be sorted, got {chosen}")
        number = np.full(graph.shape[1], -1, np.int64)
        number[chosen] = np.arange(len(chosen))
        counts = graph.indptr[chosen + 1] - graph.indptr[chosen]
        ends = np.cumsum(counts)
        at = np.arange(counts.sum()) + np.repeat(graph.indptr[chosen] - (ends - counts), counts)
        columns = number[graph.columns[at]]
        keep = columns >= 0
        indptr = np.concatenate(([0], np.cumsum(keep)))[np.concatenate(([0], ends))]
        subgraphs.append(_numbered(indptr, columns[keep], len(chosen), graph.ctx))
        kept.append(subgraphs[-1].like(stored[at][keep]))
    return subgraphs + kept if call.attrs["return_mapping"] else subgraphs


def _drawn(random, columns, number, chances):
    """Positions of up to `number` of a vertex's neighbours, ascending."""
    if len(columns) <= number:
        return np.arange(len(columns))
    share = None if chances is None else chances[columns].astype(np.float64)
    if share is not None:
        # Vertices of probability 0 are drawn only when nothing else is left.
        share = np.where(share > 0, share, np.finfo(np.float64).tiny)
        share = share / share.sum()
    return np.sort(random.choice(len(columns), number, replace=False, p=share))


def _neighbourhood(call, graph, seeds, chances, random):
    """({vertex: hops}, {vertex: positions of the edges drawn}) around `seeds`."""
    hops, reach, most = call.attrs["num_hops"], call.attrs["num_neighbor"], call.attrs["max_num_vertices"]
    if len(seeds) > most:
        _complain(call, f"max_num_vertices must be at least the number of vertices to start from, {len(seeds)}; got {most}")
    layer = dict.fromkeys(seeds.tolist(), 0)
    queue, edges, done = list(layer), {}, 0
    while done < len(queue) and len(layer) < most:
        vertex = queue[done]
        done += 1
        if layer[vertex] >= hops:
            continue
        first, last = graph.indptr[vertex], graph.indptr[vertex + 1]
        edges[vertex] = first + _drawn(random, graph.columns[first:last], reach, chances)
        for neighbour in graph.columns[edges[vertex]].tolist():
            if len(layer) >= most:
                break
            if neighbour not in layer:
                layer[neighbour] = layer[vertex] + 1
                queue.append(neighbour)
    if any(layer[vertex] < hops for vertex in queue[done:]):
        warnings.warn(
            "The sampling is truncated because it has reached the max number of vertices: use fewer seeds, a smaller "
            "neighborhood or a larger max_num_vertices",
            stacklevel=2,
        )
    return layer, edges


def _sampled(call, lead, chances):
    graph, most = _graph(call), call.attrs["max_num_vertices"]
    random = rng.generator_of(rng.next_state(graph.ctx))
    stored = graph.stored()
    visited, drawn, shares, layers = [], [], [], []
    for position in range(lead, len(call.inputs)):
        layer, edges = _neighbourhood(call, graph, _vertices(call, position, graph), chances, random)
        vertices = np.array(sorted(layer), np.int64)
        ids, hops = np.zeros(most + 1, np.int64), np.zeros(most, np.int64)
        ids[: len(vertices)], ids[most] = vertices, len(vertices)
        hops[: len(vertices)] = [layer[v] for v in vertices.tolist()]
        nothing = np.zeros(0, np.int64)
        at = [edges.get(v, nothing) for v in vertices.tolist()]
        indptr = np.full(most + 1, sum(map(len, at)), np.int64)
        indptr[: len(at) + 1] = np.cumsum([0, *map(len, at)])
        where = np.concatenate([nothing, *at])
        visited.append(_dense(ids, graph.ctx))
        drawn.append(CSR.of(stored[where], indptr, graph.columns[where], (most, graph.shape[1]), graph.ctx))
        layers.append(_dense(hops, graph.ctx))
        if chances is not None:
            share = np.zeros(most, np.float32)
            share[: len(vertices)] = chances[vertices]
            shares.append(_dense(share, graph.ctx))
    return visited + drawn + shares + layers


def uniform_sample(call) -> list[CSR | NDArray]:
    """Neighbourhoods, all neighbours alike."""
    return _sampled(call, 1, None)


def non_uniform_sample(call) -> list[CSR | NDArray]:
    """Neighbourhoods, by probabilities."""
    chances = _vector(call, 1, "float32")
    if len(chances) < _graph(call).shape[0]:
        _complain(call, f"needs a probability for each of {call.inputs[0].shape[0]} vertices, got {len(chances)}")
    return _sampled(call, 2, chances)


def compact(call) -> list[CSR]:
    """Sampled graphs without what was not visited."""
    many = len(call.inputs) // 2
    sizes = [int(size) for size in call.attrs["graph_sizes"]]
    if len(call.inputs) != 2 * many or len(sizes) != many:
        _complain(
            call,
            f"takes as many csr arrays as lists of vertices as graph_sizes, got {len(call.inputs)} inputs and the sizes {sizes}",
        )
    graphs, kept = [], []
    for i, size in enumerate(sizes):
        graph, ids = _graph(call, i, square=False), _vector(call, many + i)
        if len(ids) != graph.shape[0] + 1 or ids[-1] != size:
            _complain(
                call,
                f"the list of vertices {i} must have {graph.shape[0] + 1} places and end with the size {size}, got "
                f"{len(ids)} places and {ids[-1:]}",
            )
        number = np.full(graph.shape[1], -1, np.int64)
        number[ids[:size]] = np.arange(size)
        columns = number[graph.columns]
        if (columns < 0).any() or graph.indptr[size] != graph.count:
            _complain(call, f"graph {i} has edges to or from vertices that its list does not name")
        graphs.append(_numbered(graph.indptr[: size + 1], columns, size, graph.ctx))
        kept.append(graphs[-1].like(graph.stored()))
    return graphs + kept if call.attrs["return_mapping"] else graphs


KERNELS = {
    "_contrib_edge_id": edge_id,
    "_contrib_dgl_adjacency": adjacency,
    "_contrib_dgl_subgraph": subgraph,
    "_contrib_dgl_csr_neighbor_uniform_sample": uniform_sample,
    "_contrib_dgl_csr_neighbor_non_uniform_sample": non_uniform_sample,
    "_contrib_dgl_graph_compact": compact,
}
