"""Whole numbers that single precision would round, beside arrays of integers: exact, as in MXNet 1.9.1."""

import numpy as onp
import pytest

import jmx as mx
from jmx import np, npx

SECONDS = 1_600_000_001  # a time stamp, as programs have them; single precision knows 1600000000 and 1600000128


@pytest.fixture(autouse=True)
def numpy_semantics():
    npx.set_np()
    yield
    npx.reset_np()


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_arrays(dtype):
    x = np.array([SECONDS, 5], dtype=dtype)
    assert (x == SECONDS).tolist() == [True, False] and (x < SECONDS).tolist() == [False, True]
    assert (x - SECONDS).tolist() == [0, 5 - SECONDS] and (SECONDS - x).tolist() == [0, SECONDS - 5]
    assert (x % SECONDS).tolist() == [0, 5] and np.maximum(x, SECONDS).tolist() == [SECONDS] * 2
    assert np.bitwise_and(x, SECONDS).tolist() == [SECONDS, SECONDS & 5]
    x += 1
    assert x.tolist() == [SECONDS + 1, 6]


@pytest.mark.parametrize("number", [SECONDS, float(SECONDS)])
def test_classic_arrays(number):
    x = mx.nd.array([SECONDS, 5], dtype="int32")
    onp.testing.assert_array_equal((x - number).asnumpy(), [0, 5 - SECONDS])
    onp.testing.assert_array_equal(mx.nd.maximum(x, number).asnumpy(), [SECONDS] * 2)


class Less(mx.gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return x - SECONDS, F.np.equal(x, SECONDS)


def test_networks_and_symbols():
    x, net = np.array([SECONDS, 5], dtype="int32"), Less()
    for _ in range(2):
        less, equal = net(x)
        assert less.tolist() == [0, 5 - SECONDS] and equal.tolist() == [True, False]
        net.hybridize()
    symbol = mx.sym.var("x") - SECONDS
    onp.testing.assert_array_equal(symbol.eval(x=x.as_nd_ndarray())[0].asnumpy(), [0, 5 - SECONDS])
