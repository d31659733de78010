"""Operators that a program calls many times are traced once, and compute what they compute one by one."""

import mxnet as mx
import numpy as np
import pytest

from jmx.core.declare import op as declare


@pytest.fixture
def traced(monkeypatch):
    """The names of the operators whose functions are called."""
    names = []

    def note(name):
        operator = declare.find(name)
        function = operator.fn

        def noted(*args, **kwargs):
            names.append(name)
            return function(*args, **kwargs)

        monkeypatch.setattr(operator, "fn", noted)

    for name in ("FullyConnected", "Activation", "sgd_mom_update"):
        note(name)
    return names


def _layers(count):
    net = mx.gluon.nn.HybridSequential()
    for _ in range(count):
        net.add(mx.gluon.nn.Dense(7, activation="tanh", in_units=7))
    net.initialize(mx.init.Xavier())
    return net


def _gradients(net, data):
    with mx.autograd.record():
        total = (net(data) ** 2).sum()
    total.backward()
    return [total.asnumpy(), *(p.grad().asnumpy().copy() for p in net.collect_params().values())]


def test_layers_of_one_shape_are_traced_once_and_give_the_same_gradients(traced):
    net, data = _layers(5), mx.nd.array(np.random.RandomState(0).uniform(-1, 1, (3, 7)))
    eager = _gradients(net, data)
    net.hybridize()
    traced.clear()
    for given, expected in zip(_gradients(net, data), eager):
        np.testing.assert_allclose(given, expected, rtol=1e-5, atol=1e-6)
    # once without a gradient of its data
    assert (traced.count("FullyConnected"), traced.count("Activation")) == (2, 1)


def test_an_update_traces_parameters_of_one_shape_once(traced):
    net, data = _layers(4), mx.nd.ones((3, 7))
    before = [p.data().asnumpy().copy() for p in net.collect_params().values()]
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5, "momentum": 0.9, "wd": 0.1})
    gradients = _gradients(net, data)[1:]
    traced.clear()
    trainer.step(2)
    assert traced.count("sgd_mom_update") == 2  # of weights and of biases
    for parameter, value, gradient in zip(net.collect_params().values(), before, gradients):
        expected = value - 0.5 * (gradient / 2 + 0.1 * value)
        np.testing.assert_allclose(parameter.data().asnumpy(), expected, rtol=1e-5, atol=1e-6)


def test_operators_of_equal_attributes_draw_numbers_of_their_own():
    data = mx.sym.Variable("data")
    both = mx.sym.Group([mx.sym.Dropout(data, p=0.5), mx.sym.Dropout(data, p=0.5)])
    executor = both.bind(mx.cpu(), {"data": mx.nd.ones((100,))})
    first, second = (output.asnumpy() for output in executor.forward(is_train=True))
    assert set(np.unique([first, second])) == {0.0, 2.0}
    assert (first != second).any()


def test_numbers_that_are_equal_and_of_different_types_stay_apart():
    data = mx.sym.Variable("data")
    group = mx.sym.Group([data + True, data + 1, data + 1.0, data * 3, data * 3])
    values = group.bind(mx.cpu(), {"data": mx.nd.array([1, 2], dtype="int32")}).forward()
    assert [v.asnumpy().tolist() for v in values] == [[2, 3]] * 3 + [[3, 6]] * 2
    assert [v.dtype for v in values] == [np.dtype(np.int32)] * 5
    single = [f(mx.nd.array([1, 2], dtype="int32")).dtype for f in (lambda x: x + 1, lambda x: x + 1.0)]
    assert [v.dtype for v in values[1:3]] == single


def test_an_error_names_the_call_that_failed():
    first, second = mx.sym.Variable("first"), mx.sym.Variable("second")
    group = mx.sym.Group([mx.sym.dot(first, first, name="right"), mx.sym.dot(first, second, name="wrong")])
    op = mx.nd.CachedOp(group)
    with pytest.raises(mx.MXNetError, match="wrong"):
        op(mx.nd.ones((2, 2)), mx.nd.ones((3, 2)))
