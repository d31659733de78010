"""Operators that MXNet has on GPUs only: against NumPy."""

import numpy as np
import pytest

import jmx as mx

X = np.random.default_rng(0).normal(size=(2, 3, 8)).astype("float32")


def test_fft_and_back():
    found = mx.nd.contrib.fft(mx.nd.array(X)).asnumpy()
    expected = np.fft.fft(X)
    assert found.shape == (2, 3, 16) and found.dtype == np.float32
    np.testing.assert_allclose(found[..., ::2], expected.real, atol=1e-4)
    np.testing.assert_allclose(found[..., 1::2], expected.imag, atol=1e-4)
    np.testing.assert_allclose(mx.nd.contrib.ifft(mx.nd.array(found)).asnumpy() / 8, X, atol=1e-5)


def test_gradient_of_fft():
    x, head = mx.nd.array(X), np.random.default_rng(1).normal(size=(2, 3, 16)).astype("float32")
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.contrib.fft(x)
    y.backward(mx.nd.array(head))
    expected = np.fft.fft(head[..., ::2] - 1j * head[..., 1::2]).real
    np.testing.assert_allclose(x.grad.asnumpy(), expected, atol=1e-4)


def test_pairs_are_even():
    with pytest.raises(mx.MXNetError, match="holds pairs"):
        mx.nd.contrib.ifft(mx.nd.ones((2, 3)))


def test_count_sketch():
    data, places = mx.nd.array([[1, 2, 3, 4], [5, 6, 7, 8]]), mx.nd.array([[0, 2, 0, 1]])
    signs = mx.nd.array([[1, -1, -1, 1]])
    data.attach_grad()
    with mx.autograd.record():
        y = mx.nd.contrib.count_sketch(data, places, signs, out_dim=3)
    y.backward(mx.nd.array([[1, 10, 100], [1, 10, 100]]))
    assert y.asnumpy().tolist() == [[-2, 4, -2], [-2, 8, -6]]
    assert data.grad.asnumpy().tolist() == [[1, -100, -1, 10]] * 2
    with pytest.raises(mx.MXNetError, match="h needs 4 elements"):
        mx.nd.contrib.count_sketch(data, signs[:, :2], signs, out_dim=3)
