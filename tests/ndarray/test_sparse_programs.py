"""Graphs that meet sparse arrays: cut where they do, compiled between, with the gradients that single operators give."""

import numpy as np
import pytest

import jmx as mx
from jmx import nd
from jmx.execution import segments


def _machine():
    """A factorization machine: csr times row-sparse factors, and the sums of their squares."""
    x = mx.sym.var("data", stype="csr")
    v = mx.sym.var("v", shape=(50, 4), stype="row_sparse")
    squares = mx.sym._internal._square_sum(data=v, axis=1, keepdims=True)
    pairs = mx.sym.sum(mx.sym.square(mx.sym.sparse.dot(x, v)), axis=1, keepdims=True)
    pairs = mx.sym.broadcast_add(0.5 * pairs - 0.5 * mx.sym.sparse.dot(x, squares), mx.sym.var("bias", shape=(1,)))
    return mx.sym.LogisticRegressionOutput(pairs, mx.sym.var("label"))


def _data():
    draw = np.random.RandomState(0)
    x = np.where(draw.rand(8, 50) < 0.1, draw.rand(8, 50), 0).astype("float32")
    return x, draw.randn(50, 4).astype("float32"), draw.randint(0, 2, (8, 1)).astype("float32")


def _passes(count):
    x, v, label = _data()
    wanted = {"v": "write", "bias": "write", "data": "null", "label": "null"}
    executor = _machine().simple_bind(mx.cpu(), grad_req=wanted, data=(8, 50), label=(8, 1))
    assert executor.grad_dict["v"].stype == "row_sparse", "as MXNet stores it"
    executor.arg_dict["v"][:] = nd.array(v).tostype("row_sparse")
    executor.arg_dict["bias"][:] = 0.1
    found = []
    for _ in range(count):
        out = executor.forward(True, data=nd.array(x).tostype("csr"), label=label)[0].asnumpy()
        executor.backward()
        found.append((out, executor.grad_dict["v"].asnumpy(), executor.grad_dict["bias"].asnumpy()))
    return found, executor


def test_what_lies_between_sparse_operators_is_compiled(monkeypatch):
    found, executor = _passes(3)
    (later,) = executor._taped.segments._later.values()
    alone = [s.call.node.op.name for s in later.segments if s.program is None]
    assert sorted(alone) == ["_square_sum", "dot", "dot"]
    assert sum(s.program is not None for s in later.segments) < len(executor._program.graph.steps) - 3
    assert executor.grad_dict["v"].stype == "row_sparse"
    x, v, label = _data()
    logits = 0.5 * ((x @ v) ** 2).sum(1) - 0.5 * x @ (v * v).sum(1) + 0.1
    probability = 1 / (1 + np.exp(-logits))
    slope = (probability - label[:, 0])[:, None]
    expected = x.T @ (slope * (x @ v)) - (x.T @ slope) * v
    for out, grad, bias in found:
        np.testing.assert_allclose(out[:, 0], probability, rtol=1e-5)
        np.testing.assert_allclose(grad, expected, rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(bias, slope.sum(0), rtol=1e-5)
    # the same, operator by operator
    monkeypatch.setattr(segments, "meets_sparse", lambda *args: True)
    for one, other in zip(_passes(2)[0][1], found[1], strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("axis, keepdims", [(1, True), (1, False), (0, True)])
@pytest.mark.parametrize("rows", [slice(None), slice(0, 4, 2)])
def test_square_sum_has_row_sparse_gradients(axis, keepdims, rows):
    values = np.zeros((4, 3), "float32")
    values[rows] = np.arange(1, 13).reshape(4, 3)[rows]
    x = nd.array(values).tostype("row_sparse")
    x.attach_grad(stype="row_sparse")
    with mx.autograd.record():
        y = nd._internal._square_sum(x, axis=axis, keepdims=keepdims)
    y.backward()
    assert x.grad.stype == "row_sparse"
    np.testing.assert_array_equal(x.grad.asnumpy(), 2 * values)


def test_a_hybridized_block_with_a_sparse_gradient():
    def run(hybridize):
        mx.random.seed(3)
        net = mx.gluon.nn.HybridSequential()
        net.add(mx.gluon.nn.Embedding(20, 4, sparse_grad=True), mx.gluon.nn.Dense(3, activation="relu"), mx.gluon.nn.Dense(2))
        net.initialize(mx.init.Xavier())
        if hybridize:
            net.hybridize()
        trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.1})
        for _ in range(4):
            with mx.autograd.record():
                loss = (net(nd.array([[1, 2], [2, 5]])) ** 2).sum()
            loss.backward()
            trainer.step(2)
        grad = net[0].weight.grad()
        assert grad.stype == "row_sparse" and grad.indices.asnumpy().tolist() == [1, 2, 5]
        return [p.data().asnumpy() for p in net.collect_params().values()]

    for one, other in zip(run(True), run(False), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-6)
