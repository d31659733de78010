"""Positions outside arrays: which calls refuse them, and when."""

import numpy as np
import pytest

import jmx as mx


def test_take_refuses_when_its_value_is_read():
    x = mx.nd.arange(12).reshape((3, 4))
    good = mx.nd.take(x, mx.nd.array([0, 2]), mode="raise")
    np.testing.assert_array_equal(good.asnumpy(), x.asnumpy()[[0, 2]])
    for bad in ([0, 3], [-1, 1]):
        y = mx.nd.take(x, mx.nd.array(bad), mode="raise")
        with pytest.raises(mx.MXNetError, match="out of bound"):
            y.asnumpy()
        y = mx.nd.take(x, mx.nd.array(bad), mode="raise")
        with pytest.raises(mx.MXNetError, match="out of bound"):
            y.wait_to_read()
    mx.nd.waitall()


def test_take_in_a_graph_refuses_too():
    graph = mx.sym.take(mx.sym.var("a"), mx.sym.var("i"), mode="raise") * 2
    out = graph.bind(mx.cpu(), {"a": mx.nd.arange(4), "i": mx.nd.array([1, 7])}).forward()[0]
    with pytest.raises(mx.MXNetError, match="out of bound"):
        out.asnumpy()


def test_gather_nd_refuses_positions_outside():
    x = mx.nd.arange(6).reshape((2, 3))
    np.testing.assert_array_equal(mx.nd.gather_nd(x, mx.nd.array([[0, 1, -1], [0, 1, -2]])).asnumpy(), [0, 4, 4])
    for bad, text in (([[0, 2]], "index 2 is out of bounds for axis 0"), ([[0], [-4]], "index -4 .* axis 1 with size 3")):
        with pytest.raises(IndexError, match=text):
            mx.nd.gather_nd(x, mx.nd.array(bad))
    for dtype in ("int8", "int32", "float16"):
        with pytest.raises(IndexError, match="index 3 .* axis 1 with size 3"):
            mx.nd.gather_nd(x, mx.nd.array([[0, 1, 1], [0, 3, -3]], dtype=dtype))


def test_gradients_of_index_inputs_are_zero():
    x, i = mx.nd.arange(6).reshape((3, 2)), mx.nd.array([2, 0, 2])
    x.attach_grad()
    i.attach_grad()
    with mx.autograd.record():
        y = mx.nd.take(x, i)
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [[1, 1], [0, 0], [2, 2]])
    np.testing.assert_array_equal(i.grad.asnumpy(), [0, 0, 0])


def test_pick_has_second_order_gradients():
    x, i = mx.nd.array([[1.0, 2.0], [3.0, 4.0]]), mx.nd.array([1, 0])
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.pick(x * x * x, i)
        g = mx.autograd.grad(y, x, create_graph=True, retain_graph=True)[0]
    g.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), [[0, 12], [18, 0]])


def test_boolean_mask_length_and_gradient():
    x = mx.nd.arange(6).reshape((3, 2))
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.contrib.boolean_mask(x, mx.nd.array([1, 0, 1]))
    y.backward(mx.nd.array([[1, 2], [3, 4]]))
    assert y.shape == (2, 2)
    np.testing.assert_array_equal(x.grad.asnumpy(), [[1, 2], [0, 0], [3, 4]])


def test_wide_integers_are_exact():
    big = 2**53 + 1
    x = mx.nd.array([big, big + 2], dtype="int64")
    assert mx.nd.take(x, mx.nd.array([1], dtype="int64")).asnumpy().tolist() == [big + 2]
    assert mx.nd.shape_array(mx.nd.zeros((2, 3))).dtype == np.int64
    assert mx.nd.ravel_multi_index(mx.nd.array([[2**20], [5]], dtype="int64"), shape=(2**21, 2**30)).asnumpy().tolist() == [
        2**50 + 5
    ]


def test_sort_of_every_type():
    values = np.array([[3, -1, 0, 7, -7, 2, 2, -0.0, 100]])
    for kind in ("float16", "float32", "float64", "int8", "int32", "int64"):
        x = mx.nd.array(values, dtype=kind)
        np.testing.assert_array_equal(mx.nd.sort(x).asnumpy(), np.sort(values.astype(kind)))
        np.testing.assert_array_equal(mx.nd.sort(x, is_ascend=False).asnumpy(), np.sort(values.astype(kind))[:, ::-1])
    infinite = mx.nd.array([1, -np.inf, np.inf, -1e-30, 1e-30])
    np.testing.assert_array_equal(mx.nd.sort(infinite).asnumpy(), np.sort(infinite.asnumpy()))


@pytest.mark.parametrize("shape", [(0, 0), (0, 4)])
@pytest.mark.parametrize("scatter", [mx.nd.scatter_nd, mx.nd._internal._backward_gather_nd])
def test_nothing_is_scattered_into_an_empty_array(scatter, shape):
    x = mx.nd.array([1, 2, 3])
    x.attach_grad()
    with mx.autograd.record():
        y = scatter(x, mx.nd.array([[0, 1, 1], [0, 3, 2]]), shape=shape)
    y.backward()
    assert y.shape == shape and x.grad.asnumpy().tolist() == [0, 0, 0]
