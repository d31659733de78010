"""Arrays and NumPy's scalars where an operator takes a number: read as MXNet reads them, by what they print."""

import numpy as onp
import pytest

import jmx as mx

np, npx = mx.np, mx.npx


@pytest.fixture(autouse=True)
def _numpy_semantics():
    npx.set_np()
    yield
    npx.reset_np()


TWO = onp.int64(2)


@pytest.mark.parametrize(
    "call, expected",
    [
        (lambda n: np.arange(n), [0, 1]),
        (lambda n: np.arange(1, 4, n), [1, 3]),
        (lambda n: np.linspace(0, 1, n), [0, 1]),
        (lambda n: np.eye(n), [[1, 0], [0, 1]]),
        (lambda n: np.eye(3, k=n), [[0, 0, 1], [0, 0, 0], [0, 0, 0]]),
        (lambda n: np.clip(np.arange(5), n, 3), [2, 2, 2, 3, 3]),
        (lambda n: np.tile(np.arange(2), n), [0, 1, 0, 1]),
        (lambda n: np.repeat(np.arange(2), n), [0, 0, 1, 1]),
        (lambda n: np.roll(np.arange(4), n), [2, 3, 0, 1]),
        (lambda n: np.diff(np.array([1, 2, 4, 8]), n=n), [1, 2]),
        (lambda n: np.round(np.array([1.234]), n), [1.23]),
        (lambda n: npx.one_hot(np.array([0, 1]), n), [[1, 0], [0, 1]]),
        (lambda n: npx.topk(np.arange(5), k=n), [4, 3]),
        (lambda n: mx.nd.arange(n), [0, 1]),
    ],
)
@pytest.mark.parametrize("of", ["array", "scalar", "changed"])
def test_the_number_of_an_array_without_axes(call, expected, of):
    if of == "changed":  # what is kept of a call must not depend on the array's identity
        number = np.array(1, dtype="int32")
        call(number)
        number[()] = 2
    else:
        number = np.array(2, dtype="int32") if of == "array" else TWO
    onp.testing.assert_allclose(call(number).asnumpy(), expected, rtol=1e-6)


def test_a_floating_number():
    slope = npx.leaky_relu(-np.ones(2), slope=np.array(0.5))
    onp.testing.assert_array_equal(slope.asnumpy(), [-0.5, -0.5])
    assert np.random.uniform(0, np.array(3.0), size=TWO).shape == (2,)
    assert np.random.choice(TWO, size=TWO).shape == (2,)


@pytest.mark.parametrize(
    "call",
    [
        lambda: np.arange(np.array([3.0])),
        lambda: np.arange(mx.nd.array([3])),
        lambda: np.eye(np.array([3.0])),
        lambda: npx.one_hot(np.array([0, 1]), np.array(2.0)),
        lambda: mx.nd.one_hot(mx.nd.array([0, 1]), mx.nd.array([2])),
        lambda: npx.leaky_relu(-np.ones(2), slope=np.array([0.5])),
        lambda: np.random.randint(0, np.array([2.0, 3.0])),
    ],
)
def test_other_arrays_are_refused(call):
    with pytest.raises(mx.MXNetError, match="expect (int|long|float|double)"):
        call()


def test_positions_as_an_array_of_numpy():
    assert mx.nd.ones((2, 3)).transpose(onp.array([1, 0])).shape == (3, 2)
    assert np.transpose(np.ones((2, 3)), axes=onp.array([1, 0])).shape == (3, 2)
