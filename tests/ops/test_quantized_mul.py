"""The product of two arrays of 8-bit levels, which MXNet runs in fused graphs only: against its definition."""

import numpy as np

import jmx as mx


def _inputs():
    levels = np.array([[1, -100, 7]]), np.array([[3, 100, -5]])
    ranges = [mx.nd.array([v]) for v in (-1, 2, -0.5, 0.7)]
    values = levels[0] * (2 / 127), levels[1] * (0.7 / 127)
    return [mx.nd.array(v, dtype="int8") for v in levels] + ranges, values[0] * values[1]


def test_whole_product():
    inputs, expected = _inputs()
    product, low, high = mx.nd.contrib.quantized_elemwise_mul(*inputs)
    assert product.dtype == np.int32 and product.asnumpy().tolist() == [[3, -10000, -35]]
    real = mx.nd.contrib.dequantize(product, low, high).asnumpy()
    np.testing.assert_allclose(real, expected, rtol=1e-5)


def test_calibrated_and_float():
    inputs, expected = _inputs()
    product, low, high = mx.nd.contrib.quantized_elemwise_mul(*inputs, min_calib_range=-1.0, max_calib_range=1.5)
    assert product.dtype == np.int8 and (low.asscalar(), high.asscalar()) == (-1.0, 1.5)
    np.testing.assert_allclose(product.asnumpy() * (1.5 / 127), expected, atol=1.5 / 127)
    real = mx.nd.contrib.quantized_elemwise_mul(*inputs, enable_float_output=True)
    np.testing.assert_allclose(real.asnumpy(), expected, rtol=0.01)
