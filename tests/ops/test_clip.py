"""clip, by NumPy's tier and compiled: MXNet 1.9.1 gives these numbers and gradients."""

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, nd

NAN, INF = float("nan"), float("inf")
NUMBERS = [NAN, -0.0, 0, 6, 7, INF, -INF, -1, 3]


@pytest.fixture(params=["numpy", "compiled"])
def way(request):
    if request.param == "numpy":
        yield
    else:
        with mx.util.bit_equal():
            yield


def clipped(x, low, high):
    for _ in range(3):
        with autograd.record():
            y = nd.clip(x, low, high)
        y.backward()
    return y.asnumpy(), x.grad.asnumpy()


@pytest.mark.parametrize("dtype", ["float32", "float16", "float64"])
def test_not_a_number_stays_and_the_limits_have_a_slope(way, dtype):
    x = nd.array(NUMBERS, dtype=dtype)
    x.attach_grad()
    y, slope = clipped(x, 0, 6)
    np.testing.assert_array_equal(y, np.array([NAN, 0, 0, 6, 6, 6, 0, 0, 3], dtype))
    np.testing.assert_array_equal(slope, np.array([1, 1, 1, 1, 0, 0, 0, 0, 1], dtype))


def test_the_upper_limit_comes_first_where_it_is_the_smaller_one(way):
    x = nd.array([-5, 0, 1, 2, 3, 25])
    x.attach_grad()
    y, slope = clipped(x, 3, 1)
    np.testing.assert_array_equal(y, [3, 3, 3, 1, 1, 1])
    np.testing.assert_array_equal(slope, np.zeros(6))


def test_limits_of_integers_are_cut_off(way):
    for dtype in ("int32", "uint8"):
        np.testing.assert_array_equal(nd.clip(nd.array([1, 5, 250], dtype=dtype), 2.5, 100.7).asnumpy(), [2, 5, 100])
