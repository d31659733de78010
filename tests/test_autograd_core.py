"""The tape: what it keeps, higher derivatives, threads, devices, custom functions."""

import threading

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, nd
from jmx.core.run.dispatch import run
from jmx.core.run.program import Program, Source


def test_residuals_of_a_graph_that_are_inputs_or_outputs_are_kept_by_reference():
    def fn(train, platform, key, scalars, a, b):
        import jax.numpy as jnp

        y = jnp.exp(a * b)
        return (y,), ()

    program = Program(fn, Source("probe", save=True))
    a, b = nd.ones((64, 64)), nd.ones((64, 64))
    a.attach_grad(), b.attach_grad()
    with autograd.record():
        y = run(program, [a, b])[0]
    node = y._entry[0]
    saved = node.saved
    pointers = {k.unsafe_buffer_pointer() for k in saved.kept}
    taken = {a._data().unsafe_buffer_pointer(), b._data().unsafe_buffer_pointer(), y._data().unsafe_buffer_pointer()}
    assert not pointers & taken
    for kept in saved.kept:
        for other in (a, b, y):
            assert not np.array_equal(np.asarray(kept), other.asnumpy()), "a residual is a copy of an input or output"
    y.backward()
    np.testing.assert_allclose(a.grad.asnumpy(), np.e, rtol=1e-6)


def test_an_eager_operator_keeps_its_inputs_themselves():
    a, b = nd.ones((8, 8)), nd.ones((8, 8))
    a.attach_grad()
    with autograd.record():
        y = a * b
    _, kept, _ = y._entry[0].info
    assert kept[0] is a._data() and kept[1] is b._data()


@pytest.mark.parametrize("order", [1, 2, 3])
def test_derivatives_of_higher_order(order):
    x = nd.array([0.3, 1.2])
    x.attach_grad()
    with autograd.record():
        y = nd.exp(2 * x)
        for _ in range(order - 1):
            y = autograd.grad(y, x, create_graph=True, retain_graph=True)[0]
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), 2.0**order * np.exp(2 * x.asnumpy()), rtol=1e-5)


def test_recording_is_a_property_of_the_thread():
    seen = []

    def work():
        seen.append((autograd.is_recording(), autograd.is_training()))

    with autograd.record():
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert seen == [(False, False)]


def test_flags_are_put_back_when_an_exception_leaves_the_scope():
    with pytest.raises(RuntimeError), autograd.record():
        with autograd.pause():
            raise RuntimeError
    assert not autograd.is_recording() and not autograd.is_training()


def test_gradients_cross_contexts():
    x = nd.array([1.0, 2.0], ctx=mx.cpu(0))
    x.attach_grad()
    with autograd.record():
        y = (x * 3).as_in_context(mx.cpu(1)) * 2
    y.backward()
    assert x.grad.context == mx.cpu(0)
    np.testing.assert_array_equal(x.grad.asnumpy(), [6, 6])


def test_backward_without_a_graph_raises_and_leaves_gradients():
    x = nd.ones((2,))
    x.attach_grad()
    x.grad[:] = 7
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        nd.ones((2,)).backward()
    assert x.grad.asnumpy().tolist() == [7, 7]


def test_integer_outputs_stop_gradients_and_floats_beside_them_do_not():
    x = nd.array([[3.0, 1.0, 2.0]])
    x.attach_grad()
    with autograd.record():
        value, index = nd.topk(x, k=2, ret_typ="both", dtype="int32")
        y = value * 2 + index.astype("float32")
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [[2, 0, 2]])


def test_a_function_may_be_used_once_and_must_return_every_gradient():
    class Broken(autograd.Function):
        def forward(self, a, b):
            return a + b

        def backward(self, dy):
            return dy

    x = nd.ones((2,))
    x.attach_grad()
    function = Broken()
    with autograd.record():
        y = function(x, x)
    with pytest.raises(mx.MXNetError, match="Broken.*same number.*expecting 2 got 1"):
        y.backward()
    with pytest.raises(AssertionError, match="only be called once"):
        function(x, x)


def test_a_long_chain_does_not_exhaust_the_stack():
    x = nd.ones((2,))
    x.attach_grad()
    with autograd.record():
        y = x
        for _ in range(3000):
            y = y * 1.0
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [1, 1])


def test_the_recorded_graph_as_a_symbol_computes_the_same():
    x, y = nd.array(np.arange(6).reshape(2, 3)), nd.ones((2, 3))
    x.attach_grad(), y.attach_grad()
    with autograd.record():
        z = nd.dot(x, y, transpose_b=True) * 3 + nd.relu(x[0:1].reshape((3, 1)))[0] + nd.concat(x, y, dim=0)[::2, 1:3] - 1.5
    symbol = autograd.get_symbol(z)
    assert symbol.list_arguments() == ["var0", "var1"]
    (again,) = symbol.eval(var0=x, var1=y)
    np.testing.assert_allclose(again.asnumpy(), z.asnumpy(), rtol=1e-6)
    assert '"transpose_b": "True"' in symbol.tojson()


def test_a_used_up_graph_and_a_custom_function_have_no_symbol():
    x = nd.ones((2,))
    x.attach_grad()
    with autograd.record():
        y = x * 2
        z = x[nd.array([0, 1])]
    with pytest.raises(mx.MXNetError, match="not an operator"):
        autograd.get_symbol(z)
    y.backward()
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        autograd.get_symbol(y)
