"""`mx._deferred_compute`: graphs of what runs on arrays."""

import importlib

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, nd

dc = importlib.import_module("jmx._deferred_compute")


def test_a_graph_of_arrays_and_constants():
    x = nd.array([[1, 2, 3], [4, 5, 6]])
    dc.set_variable(x, mx.sym.var("x"))
    assert not dc.is_deferred_compute()
    with dc.context():
        assert dc.is_deferred_compute()
        with dc.context(False):
            assert not dc.is_deferred_compute()
        y = nd.arange(3) + x[1:] * nd.ones((1, 3)) - nd.full((3,), 2) + nd.zeros(3)
        z = y.reshape((3, 1))
    assert not dc.is_deferred_compute() and not autograd.is_recording()
    np.testing.assert_array_equal(y.asnumpy(), [[2, 4, 6]])
    graph = dc.get_symbol([y, z, x])
    assert graph.list_arguments() == ["x"] and len(graph) == 3
    outs = graph.bind(mx.cpu(), {"x": nd.array([[0, 0, 0], [1, 1, 1]])}).forward()
    np.testing.assert_array_equal(outs[0].asnumpy(), [[-1, 0, 1]])
    assert outs[1].shape == (3, 1)


@mx.util.use_np
def test_the_numpy_interface():
    x = mx.np.array([[1, 2], [3, 4]])
    dc.set_variable([x], [mx.sym.var("x").as_np_ndarray()])
    with dc.context():
        y = mx.np.concatenate([x, mx.np.arange(4).reshape(2, 2), mx.np.ones((1, 2)), mx.np.eye(2), mx.np.full((1, 2), 3.0)])
        y = mx.np.tril(y) + mx.np.linspace(0, 1, 2)
    graph = dc.get_symbol(y, sym_cls=mx.sym.np._Symbol)
    assert isinstance(graph, mx.sym.np._Symbol) and graph.list_arguments() == ["x"]
    np.testing.assert_array_equal(graph._bind(mx.cpu(), {"x": x}).forward()[0].asnumpy(), y.asnumpy())
    again = dc.get_symbol(y, sym_cls=mx.sym.np._Symbol)
    assert again.list_arguments() == ["x"]


def test_random_numbers_are_nodes():
    with dc.context():
        y = nd.random.uniform(2, 3, shape=(4, 5))
    drawn = dc.get_symbol(y).bind(mx.cpu(), {}).forward()[0].asnumpy()
    assert drawn.shape == (4, 5) and (drawn >= 2).all() and (drawn < 3).all()


def test_training_mode_may_change_and_moving_averages_are_written():
    x, gamma, beta, mean, var = nd.array([[1.0, 2], [3, 6]]), nd.ones(2), nd.zeros(2), nd.zeros(2), nd.ones(2)
    names = ["x", "gamma", "beta", "mean", "var"]
    dc.set_variable([x, gamma, beta, mean, var], [mx.sym.var(n) for n in names])
    with dc.context(), autograd.train_mode():
        y = nd.BatchNorm(x, gamma, beta, mean, var)
    assert dc.get_symbol(y).list_auxiliary_states() == ["mean", "var"]


def test_variables_are_named_once():
    x = nd.ones(2)
    dc.set_variable(x, mx.sym.var("x"))
    with pytest.raises(mx.MXNetError, match="already: clear"):
        dc.set_variable(x, mx.sym.var("y"))
    dc.clear(x)
    dc.set_variable(x, mx.sym.var("y"))
    assert dc.get_symbol(x).name == "y"
    with pytest.raises(mx.MXNetError, match="2 arrays and 1 variables"):
        dc.set_variable([x, x], [mx.sym.var("y")])


def test_a_marked_array_keeps_its_gradient():
    x = nd.array([2.0])
    x.attach_grad()
    dc.set_variable(x, mx.sym.var("x"))
    with dc.context():
        y = x * x
    assert dc.get_symbol(y).list_arguments() == ["x"]
    dc.clear([x, y])
    with autograd.record():
        y = x * x
    y.backward()
    assert x.grad.asscalar() == 4


@pytest.mark.parametrize(
    "wrong, says",
    [
        (lambda x: dc.get_symbol(x + 1), "not computed in deferred compute mode"),
        (lambda x: x.detach(), "BlockGrad"),
        (lambda x: x.__setitem__(0, 1), "Inplace operations"),
        (lambda x: autograd.pause().__enter__(), "belongs around"),
        (lambda x: dc.get_symbol(x + outside), "set_variable"),
    ],
    ids=["outside", "detach", "in place", "pause", "unnamed"],
)
def test_what_a_graph_cannot_hold(wrong, says):
    x = nd.array([1.0, 2.0])
    if says.startswith("not computed"):
        with pytest.raises(mx.MXNetError, match=says):
            wrong(x)
        return
    dc.set_variable(x, mx.sym.var("x"))
    with pytest.raises(mx.MXNetError, match=says), dc.context():
        wrong(x)
    assert not dc.is_deferred_compute() and not autograd.is_recording()


outside = nd.array([1.0, 2.0])


def test_not_while_autograd_records():
    with autograd.record(), pytest.raises(mx.MXNetError, match="Autograd recording is not supported"):
        with dc.context():
            pass


def test_hybridized_blocks_are_traced_in_it():
    seen = []

    class Block(mx.gluon.HybridBlock):
        def forward(self, x):
            seen.append(dc.is_deferred_compute())
            return x * 2

    block = Block()
    block.hybridize()
    for _ in range(2):
        assert block(nd.ones(2)).asnumpy().tolist() == [2, 2]
    assert seen == [True]

    class Leaves(mx.gluon.HybridBlock):
        def forward(self, x):
            with dc.context(False):
                y = x * 2
            return y + x

    block = Leaves()
    block.hybridize()
    assert block(nd.ones(1)).asscalar() == 3 and block(nd.ones(1) * 2).asscalar() == 6
