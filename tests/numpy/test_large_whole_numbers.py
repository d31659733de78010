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


@pytest.mark.parametrize(
    "dtype, number, expected",
    [
        ("int32", 1e300, [-(2**31), -(2**31), 0, -(2**31)]),
        ("int64", 1e300, [-(2**63), -(2**63), 0, -(2**63)]),
        ("int32", -(2**31), [-(2**31), -(2**31), 0, -(2**31)]),
        ("int64", 2**31, [2**31, 3 * 2**31, 0, 2**31]),
        ("int32", -6, [12, 6, 0, 12]),
        ("int64", 0, [0, 0, 0, 0]),
    ],
)
def test_least_common_multiples_at_the_ends_of_types(dtype, number, expected):
    """They end, and are MXNet's."""
    assert np.lcm(np.array([4, 6, 0, -4], dtype=dtype), number).asnumpy().tolist() == expected


def test_divisors_of_the_smallest_integer():
    least = -(2**31)
    a, b = ([least, least, least, 7, -7, 0], [least, 3, -1, least, 14, 0])
    a, b = np.array(a, dtype="int32"), np.array(b, dtype="int32")
    assert np.lcm(a, b).asnumpy().tolist() == [least, least, least, least, 14, 0]
    assert np.gcd(a, b).asnumpy().tolist() == [least, 1, 1, 1, 7, 0]
    a, b = np.array([4, 6, 200], dtype="uint8"), np.array([6, 0, 150], dtype="uint8")
    assert np.lcm(a, b).asnumpy().tolist() == [12, 0, 88]
