"""Operators on graphs in csr arrays, and some on 8-bit integers, against MXNet; golden/suites/graphs.py recorded what it says."""

import json
import pathlib
import sys

import numpy as np
import pytest

import jmx as mx

GOLDEN = pathlib.Path(__file__).parents[1] / "golden"
sys.path.insert(0, str(GOLDEN))
import graphs_cases

EXPECTED = json.loads((GOLDEN / "graphs.json").read_text())


def _found():
    with pytest.warns(UserWarning, match="sampling is truncated"):
        found = graphs_cases.calls(mx)
    return {**found, **graphs_cases.products(mx)}


def test_like_mxnet():
    found = _found()
    assert found.keys() == EXPECTED.keys()
    for name, arrays in found.items():
        assert len(arrays) == len(EXPECTED[name]), name
        for array, expected in zip(arrays, EXPECTED[name]):
            actual = graphs_cases.described(array)
            assert actual[:3] == expected[:3], name
            for one, other in zip(actual[3:], expected[3:]):
                np.testing.assert_allclose(one, other, rtol=3e-7, err_msg=name)


@pytest.mark.parametrize("chances", [None, [0.5, 0.1, 0, 0.4]])
def test_samples(chances):
    full = mx.nd.array(np.arange(1, 17).reshape(4, 4), dtype="int64").tostype("csr")
    seen = set()
    for _ in range(12):
        args = [full] + ([] if chances is None else [mx.nd.array(chances)]) + [mx.nd.array([1, 3], dtype="int64")]
        make = (
            mx.nd.contrib.dgl_csr_neighbor_uniform_sample
            if chances is None
            else mx.nd.contrib.dgl_csr_neighbor_non_uniform_sample
        )
        ids, edges, *_, hops = make(*args, num_args=len(args), num_hops=1, num_neighbor=2, max_num_vertices=6)
        edges.check_format(full_check=True)
        ids, hops, count = ids.asnumpy(), hops.asnumpy(), int(ids[-1].asscalar())
        assert list(ids[:count]) == sorted(set(ids[:count])) and ids[count:-1].sum() == 0
        starts = np.isin(ids[:count], [1, 3])
        assert starts.sum() == 2 and (hops[:count][starts] == 0).all() and (hops[:count][~starts] == 1).all()
        drawn = edges.asnumpy()
        for row, vertex in enumerate(ids[:count]):
            columns = np.flatnonzero(drawn[row])
            assert len(columns) == (2 if vertex in (1, 3) else 0)
            assert (drawn[row, columns] == full.asnumpy()[vertex, columns]).all()
            seen.update(columns.tolist())
    assert seen == ({0, 1, 2, 3} if chances is None else {0, 1, 3})


def test_seed_repeats():
    full = mx.nd.ones((30, 30), dtype="int64").tostype("csr")

    def draw():
        mx.random.seed(3)
        return mx.nd.contrib.dgl_csr_neighbor_uniform_sample(full, mx.nd.array([0], dtype="int64"), num_args=2, num_neighbor=5)

    assert draw()[0].asnumpy().tolist() == draw()[0].asnumpy().tolist()


def _ids(*values):
    return mx.nd.array(values, dtype="int64")


@pytest.mark.parametrize(
    "call, fragment",
    [
        (lambda c, g: c.dgl_subgraph(g, _ids(2, 1), return_mapping=False), "has to be sorted"),
        (lambda c, g: c.dgl_subgraph(g, _ids(2, 7), return_mapping=False), "outside of a graph of 4 vertices"),
        (lambda c, g: c.dgl_subgraph(g, mx.nd.array([0]), return_mapping=False), "must have the element type int64"),
        (lambda c, g: c.dgl_adjacency(g.astype("float32")), "must have the element type int64"),
        (lambda c, g: c.edge_id(g, _ids(0, 1), _ids(0)), "same length"),
        (lambda c, g: c.edge_id(g, _ids(9), _ids(0)), "outside of a graph"),
        (lambda c, g: c.dgl_csr_neighbor_uniform_sample(g, _ids(0, 1, 2), num_args=2, max_num_vertices=2), "must be at least"),
        (lambda c, g: c.dgl_graph_compact(g, _ids(0, 1, 2, 3, 3), graph_sizes=4, return_mapping=False), "end with the size 4"),
        (lambda c, g: c.dgl_adjacency(g.tostype("default")), "takes a csr array and runs on the host"),
    ],
)
def test_refusals(call, fragment):
    with pytest.raises(mx.MXNetError, match=fragment):
        call(mx.nd.contrib, graphs_cases.graph(mx))
