"""A training step of an executor: one program where the outputs are losses, and nothing kept when it is over."""

import gc
import weakref

import numpy as np
import pytest

import jmx as mx


def network():
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc")
    return mx.sym.SoftmaxOutput(mx.sym.Dropout(net, p=0.5), name="softmax")


def bound(symbol=None, grad_req="write"):
    executor = (network() if symbol is None else symbol).simple_bind(mx.cpu(), data=(3, 5), softmax_label=(3,), grad_req=grad_req)
    draw = np.random.default_rng(0)
    for name, array in executor.arg_dict.items():
        array[:] = draw.integers(0, 4, 3) if name == "softmax_label" else draw.standard_normal(array.shape)
    return executor


def calls(executor, monkeypatch):
    """Names of the kinds of programs that the executor asks for, as a list that grows."""
    made, program = [], type(executor._program)
    for kind in ("forward", "recorded", "stepped", "gradient"):
        whole = getattr(program, kind)

        def note(self, *args, kind=kind, whole=whole):
            if self is executor._program:
                made.append(kind)
            return whole(self, *args)

        monkeypatch.setattr(program, kind, note)
    return made


def test_a_step_is_one_program(monkeypatch):
    executor = bound()
    made = calls(executor, monkeypatch)
    for _ in range(3):
        executor.forward(is_train=True)
        executor.backward()
    assert made == ["stepped"] * 3


def test_training_forwards_without_backward_stop_computing_gradients(monkeypatch):
    executor = bound()
    made = calls(executor, monkeypatch)
    for _ in range(3):
        executor.forward(is_train=True)
    executor.backward()
    executor.forward(is_train=True)
    executor.backward()
    assert made == ["stepped", "recorded", "recorded", "stepped"]


def test_outputs_that_need_head_gradients_keep_residuals(monkeypatch):
    executor = mx.sym.tanh(mx.sym.var("x")).simple_bind(mx.cpu(), x=(2,))
    made = calls(executor, monkeypatch)
    executor.forward(is_train=True, x=mx.nd.array([0.5, -1]))
    executor.backward(mx.nd.array([1, 2]))
    assert made == ["recorded"]
    x = np.float32([0.5, -1])
    np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), (1 - np.tanh(x) ** 2) * [1, 2], rtol=1e-5)


def test_the_ways_agree():
    """Gradients of the one program, of residuals, and of a second backward, which repeats the pass with the same mask."""
    found = []
    for foreseen in (True, False):
        executor = bound()
        executor._foreseen = foreseen
        mx.random.seed(7)
        executor.forward(is_train=True)
        for _ in range(2):
            executor.grad_dict["fc_weight"][:] = 0
            executor.backward()
            found.append(executor.grad_dict["fc_weight"].asnumpy())
    assert np.abs(found[0]).max() > 0.01
    for other in found[1:]:
        np.testing.assert_allclose(other, found[0], rtol=1e-5, atol=1e-6)


def test_gradients_are_added_only_by_backward():
    executor = bound(grad_req="add")
    grad = executor.grad_dict["data"]
    grad[:] = 100
    executor.forward(is_train=True)
    assert (grad.asnumpy() == 100).all()
    executor.backward()
    once = grad.asnumpy() - 100
    assert np.abs(once).max() > 0
    executor.backward()
    np.testing.assert_allclose(grad.asnumpy() - 100, 2 * once, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("losses", [True, False])
def test_nothing_of_a_step_is_kept(losses):
    """The parameters' memory of before an update is free after it."""
    symbol = (
        network()
        if losses
        else mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc")
        * mx.sym.sum(mx.sym.var("softmax_label")).reshape((1, 1)).broadcast_to((3, 4))
    )
    executor = bound(symbol)
    executor.forward(is_train=True)
    executor.backward([] if losses else mx.nd.ones((3, 4)))
    weight = executor.arg_dict["fc_weight"]
    old = weakref.ref(weight._data())
    weight[:] = 3
    gc.collect()
    assert old() is None
    executor.forward(is_train=False)
    old = weakref.ref(weight._data())
    weight[:] = 4
    gc.collect()
    assert old() is None
