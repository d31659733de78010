"""Backward writes gradients over those of the last pass, where nobody else holds them."""

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, gluon, nd

ROWS = 256  # gradients of less than 64 KB get new memory


def dense_network(seed=1, **settings):
    mx.random.seed(seed)
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(ROWS, in_units=ROWS, use_bias=False))
    net.initialize(mx.init.Normal(0.1))
    net.hybridize()
    for name, value in settings.items():
        net.collect_params().setattr(name, value)
    return net


class Product(gluon.HybridBlock):
    def hybrid_forward(self, F, a, b):
        return F.dot(a, b)


def backward(net, x, factor=1.0):
    with autograd.record():
        loss = (net(x) * factor).sum()
    loss.backward()


def expected(x, factor=1.0):
    """The gradient of `sum(factor * (x @ w.T))` by `w`."""
    return np.repeat(factor * x.asnumpy().sum(0, keepdims=True), ROWS, axis=0)


@pytest.fixture
def x(monkeypatch):
    monkeypatch.setenv("JMX_COMPILE", "now")  # NumPy, which runs programs the first times, always takes new memory
    return nd.array(np.random.RandomState(0).randn(128, ROWS))


def pointer(array):
    return array._data().unsafe_buffer_pointer()


@pytest.mark.parametrize("request_", ["write", "add"])
def test_a_gradient_keeps_its_memory_from_pass_to_pass(x, request_):
    net = dense_network(grad_req=request_)
    grad = net[0].weight.grad()
    backward(net, x)
    kept, total = 0, 1.0
    for factor in (2.0, 3.0, 4.0, 5.0, 6.0, 7.0):
        before = pointer(grad)
        backward(net, x, factor)
        kept += pointer(grad) == before  # while a buffer is in use, JAX writes to another one after all
        total = factor if request_ == "write" else total + factor
        np.testing.assert_allclose(grad.asnumpy(), expected(x, total), rtol=1e-4, atol=2e-3)
    assert kept


def test_what_somebody_holds_of_an_old_gradient_does_not_change(x):
    net = dense_network()
    backward(net, x)
    grad = net[0].weight.grad()
    detached, copy, buffer, numbers = grad.detach(), grad.copy(), grad._data(), np.asarray(grad._data())
    total = grad + 0
    backward(net, x, 5.0)
    for held in (copy.asnumpy(), np.asarray(buffer), numbers, total.asnumpy()):
        np.testing.assert_allclose(held, expected(x), rtol=1e-4, atol=1e-4)
    # `detach` shares memory in MXNet too
    np.testing.assert_allclose(detached.asnumpy(), expected(x, 5.0), rtol=1e-4, atol=1e-4)


def test_a_gradient_that_the_network_reads_is_read_before_it_is_written(x):
    net = dense_network()
    net[0].weight.zero_grad()
    weight = net[0].weight
    backward(net, x)
    inputs = nd.array(np.ones((ROWS, ROWS)))
    with autograd.record():
        # the gradient of the last pass is an input of this one
        loss = (net(inputs * weight.grad())).sum()
    before = weight.grad().asnumpy()
    loss.backward()
    np.testing.assert_allclose(weight.grad().asnumpy(), np.repeat(before.sum(0, keepdims=True), ROWS, 0), rtol=1e-3, atol=1e-3)


def test_one_gradient_array_for_two_variables_gets_the_later_one_of_both():
    net = Product()
    net.hybridize()
    rng = np.random.RandomState(1)
    a, b = nd.array(rng.randn(ROWS, ROWS)), nd.array(rng.randn(ROWS, ROWS))
    shared = nd.zeros((ROWS, ROWS))
    for _ in range(3):
        autograd.mark_variables([a, b], [shared, shared])
        with autograd.record():
            y = net(a, b)
        y.backward()
        by_a = np.repeat(b.asnumpy().sum(1)[None], ROWS, 0)
        by_b = np.repeat(a.asnumpy().sum(0)[:, None], ROWS, 1)
        got = shared.asnumpy()
        assert any(np.allclose(got, one, rtol=1e-3, atol=1e-3) for one in (by_a, by_b))


def test_one_variable_for_two_inputs_gets_the_sum():
    net = Product()
    net.hybridize()
    a = nd.array(np.random.RandomState(1).randn(ROWS, ROWS))
    a.attach_grad()
    for _ in range(3):
        with autograd.record():
            y = net(a, a)
        y.backward()
        value = a.asnumpy()
        np.testing.assert_allclose(a.grad.asnumpy(), value.sum(1)[None] + value.sum(0)[:, None], rtol=1e-3, atol=1e-3)


def test_gradients_that_are_added_and_those_that_grad_returns(x):
    net = dense_network(grad_req="add")
    net[0].weight.zero_grad()
    backward(net, x)
    held = net[0].weight.grad()._data()
    backward(net, x)
    np.testing.assert_allclose(np.asarray(held), expected(x), rtol=1e-4, atol=1e-3)
    backward(net, x)
    np.testing.assert_allclose(net[0].weight.grad().asnumpy(), 3 * expected(x), rtol=1e-4, atol=1e-3)

    net = dense_network()
    backward(net, x)
    weight = net[0].weight.data()
    with autograd.record():
        loss = (net(x) * 7).sum()
    (returned,) = autograd.grad(loss, [weight])
    np.testing.assert_allclose(returned.asnumpy(), expected(x, 7), rtol=1e-4, atol=1e-3)
    np.testing.assert_allclose(weight.grad.asnumpy(), expected(x), rtol=1e-4, atol=1e-4)


def test_retained_graphs_give_the_same_gradient_again(x):
    net = dense_network()
    with autograd.record():
        loss = net(x).sum()
    for _ in range(3):
        loss.backward(retain_graph=True)
        np.testing.assert_allclose(net[0].weight.grad().asnumpy(), expected(x), rtol=1e-4, atol=1e-4)


def test_a_gradient_can_be_read_when_a_later_part_of_backward_fails(x):
    class Fails(autograd.Function):
        def forward(self, value):
            return value * 1

        def backward(self, slope):
            raise RuntimeError("no gradient today")

    net = dense_network()
    backward(net, x)
    x.attach_grad()
    with autograd.record():
        loss = (net(Fails()(x * 1)) * 4).sum()
    with pytest.raises(RuntimeError, match="no gradient today"):
        loss.backward()
    np.testing.assert_allclose(net[0].weight.grad().asnumpy(), expected(x, 4), rtol=1e-4, atol=1e-4)


def test_a_gradient_whose_program_fails_can_still_be_read(x, monkeypatch):
    net = dense_network()
    backward(net, x)
    grad = net[0].weight.grad()
    with autograd.record():
        loss = net(x).sum()
    node = next(parent for _, (parent, _) in loss._entry[0].parents)
    assert node.donates

    def lose(node, cts, memory):
        for buffer in memory:
            if buffer is not None:
                buffer.delete()
        raise MemoryError("no memory left")

    monkeypatch.setattr(type(node), "pull", lose)
    with pytest.raises(MemoryError, match="no memory left"):
        loss.backward()
    np.testing.assert_array_equal(grad.asnumpy(), np.zeros((ROWS, ROWS)))


def test_gradients_of_other_types(x):
    net = dense_network()
    net.cast("float16")
    backward(net, x.astype("float16"))
    backward(net, x.astype("float16"), 2.0)
    grad = net[0].weight.grad()
    assert grad.dtype == np.float16
    np.testing.assert_allclose(grad.asnumpy(), expected(x, 2.0), rtol=1e-2, atol=0.2)

    wide = dense_network()
    wide.cast("float64")
    for factor in (1.0, 3.0):
        backward(wide, x.astype("float64"), factor)
    assert wide[0].weight.grad().dtype == np.float64
    np.testing.assert_allclose(wide[0].weight.grad().asnumpy(), expected(x.astype("float64"), 3.0), rtol=1e-12, atol=1e-10)
