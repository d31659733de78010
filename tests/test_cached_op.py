"""CachedOp: graphs as functions on arrays."""

import numpy as np
import pytest

import jmx as mx
from jmx import autograd
from jmx.base import MXNetError
from jmx.execution.cached_op import CachedOp


def test_runs_and_records():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    op = CachedOp(mx.sym.Group([a * b, a + b]))
    x, y = mx.nd.array([1.0, 2.0]), mx.nd.array([3.0, 4.0])
    assert [o.asnumpy().tolist() for o in op(x, y)] == [[3, 8], [4, 6]]
    x.attach_grad()
    with autograd.record():
        product, total = op(x, y)
        loss = (product * total).sum()
    loss.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), [3 * 4 + 3, 4 * 6 + 8])


def test_one_output_and_out():
    op = CachedOp(mx.sym.Variable("a") * 2)
    x, out = mx.nd.ones(2), mx.nd.zeros(2)
    assert op(x).asnumpy().tolist() == [2, 2]
    assert op(x, out=out) is out and out.asnumpy().tolist() == [2, 2]


def test_states_and_modes():
    op = CachedOp(mx.sym.BatchNorm(mx.sym.Variable("data"), fix_gamma=False, momentum=0.5, name="bn"))
    x = mx.nd.array([[0.0], [4.0]])
    gamma, beta, mean, var = mx.nd.ones(1), mx.nd.zeros(1), mx.nd.zeros(1), mx.nd.ones(1)
    op(x, gamma, beta, mean, var)
    assert mean.asscalar() == 0
    gamma.attach_grad()
    with autograd.record():
        y = op(x, gamma, beta, mean, var)
    assert mean.asscalar() == 0
    y.backward()
    assert mean.asscalar() == 1


def test_graphs_whose_shapes_depend_on_values():
    data, keep = mx.sym.Variable("data"), mx.sym.Variable("keep")
    op = CachedOp(mx.sym.contrib.boolean_mask(data * 2, keep) + 1)
    x = mx.nd.array([1.0, 2.0, 3.0])
    x.attach_grad()
    with autograd.record():
        out = op(x, mx.nd.array([1, 0, 1]))
    out.backward()
    assert out.asnumpy().tolist() == [3, 7] and x.grad.asnumpy().tolist() == [2, 0, 2]
    assert op(x, mx.nd.array([0, 1, 0])).shape == (1,)


def test_refusals_name_the_node():
    op = CachedOp(mx.sym.elemwise_add(mx.sym.Variable("a"), mx.sym.Variable("b"), name="sum"))
    with pytest.raises(MXNetError, match="2 inputs"):
        op(mx.nd.ones(2))
    with pytest.raises(MXNetError, match=r"Error in operator sum: .*\(2,\).*\(3,\)"):
        op(mx.nd.ones(2), mx.nd.ones(3))
    with pytest.raises(MXNetError, match="Error in operator sum: .*types"):
        op(mx.nd.ones(2), mx.nd.ones(2, dtype="float64"))


def test_hook_sees_every_node():
    seen = []
    op = CachedOp(mx.sym.exp(mx.sym.Variable("a") * 2, name="e"))
    op._register_op_hook(lambda name, kind, array: seen.append((name.split("_")[-1], kind, array.shape)), monitor_all=True)
    op(mx.nd.ones(3))
    assert [s[1:] for s in seen] == [("_mul_scalar", (3,))] * 2 + [("exp", (3,))] * 2


def test_a_hook_sees_a_graph_without_inputs():
    graph = mx.sym.ones((2,), name="made") * 3
    op = mx.nd.CachedOp(graph)
    seen = []
    op._register_op_hook(lambda name, kind, array: seen.append((str(name), array.asnumpy().tolist())))
    assert op(default_ctx=mx.cpu()).asnumpy().tolist() == [3, 3]
    assert [values for _, values in seen] == [[1, 1], [3, 3]]
