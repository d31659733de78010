"""Norms whose squares over- or underflow: beside NumPy in long double; by NumPy's tier, compiled, and their gradients."""

import warnings

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, nd

CASES = {
    "tiny": [1e-30, 1e-30],
    "small": [1e-22, 2e-22],
    "one": [1e-25, 0],
    "ordinary": [3, 4],
    "large": [3e19, 4e19],
    "greatest": [3e38, 1e38],
    "mixed": [1e-30, 1e19],
}


@pytest.fixture(params=["small array", "compiled"])
def vector(request):
    """A function that makes a vector, to be norm'ed by NumPy's tier, or long enough to be compiled at once."""
    more = 0 if request.param == "small array" else 70000
    return lambda values, dtype=np.float32: np.concatenate([np.array(values, dtype), np.zeros(more, dtype)])


def length(x, order=2):
    x = np.abs(x[x != 0].astype(np.longdouble))
    return float((x**order).sum() ** (1 / np.longdouble(order)))


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("repeat", [1, 6])
def test_norm_and_its_gradient(case, repeat, vector):
    values = vector(CASES[case])
    for _ in range(repeat):
        x = nd.array(values)
        x.attach_grad()
        with autograd.record():
            y = nd.norm(x)
        y.backward()
        np.testing.assert_allclose(y.asscalar(), length(values), 1e-6)
        np.testing.assert_allclose(x.grad.asnumpy(), values / np.longdouble(length(values)), 1e-5, 1e-12)


def test_every_slice_is_scaled_by_itself():
    rows = np.array([*CASES.values(), [0, 0]], np.float32)
    for axis, array in ((1, rows), (0, rows.T.copy())):
        y = nd.norm(nd.array(array), axis=axis).asnumpy()
        np.testing.assert_allclose(y, [length(r) if r.any() else 0 for r in rows], 1e-6)


@pytest.mark.parametrize(
    ("values", "expected"), [([np.inf, 1], np.inf), ([-np.inf, np.inf], np.inf), ([np.nan, 1], np.nan), ([0, 0], 0)]
)
def test_norms_that_are_not_numbers(values, expected, vector):
    np.testing.assert_equal(float(nd.norm(nd.array(vector(values))).asscalar()), expected)


def test_double_precision():
    x = nd.array([3e200, 4e200], dtype="float64")
    assert float(nd.norm(x).asscalar()) == pytest.approx(5e200)
    assert float(nd.norm(x * 1e-300 * 1e-100).asscalar()) == pytest.approx(5e-200, abs=0)


@pytest.mark.parametrize("order", [None, 2, 3, 0.5, -2])
@pytest.mark.parametrize("case", ["tiny", "small", "ordinary", "large"])
def test_orders_of_the_numpy_interface(order, case, vector):
    values = vector(CASES[case])
    expected = length(values, order or 2)
    np.testing.assert_allclose(float(mx.np.linalg.norm(mx.np.array(values), ord=order)), expected, 1e-5)


@pytest.mark.parametrize("case", ["tiny", "large"])
def test_the_norm_of_a_matrix(case):
    x = np.array([CASES[case]] * 2, np.float32)
    for order, axis in ((None, None), ("fro", None), ("fro", (0, 1))):
        y = mx.np.linalg.norm(mx.np.array(x), ord=order, axis=axis)
        np.testing.assert_allclose(float(y), length(x.ravel()), 1e-6)


@pytest.mark.parametrize("mode", ["instance", "channel", "spatial"])
def test_l2_normalization_of_large_numbers(mode, vector):
    values = vector(CASES["large"])
    shape = (1, 1, -1) if mode == "spatial" else (1, -1, 1)
    x = nd.array(values.reshape(shape))
    x.attach_grad()
    with autograd.record():
        y = nd.L2Normalization(x, mode=mode)
    y.backward(nd.ones_like(x))
    np.testing.assert_allclose(y.asnumpy().ravel()[:2], [0.6, 0.8], 1e-6)
    np.testing.assert_allclose(x.grad.asnumpy().ravel()[:2], [3.2e-21, -2.4e-21], 1e-4)


def test_l2_normalization_of_small_numbers_keeps_eps():
    y = nd.L2Normalization(nd.array([[1e-30, 1e-30]])).asnumpy()  # MXNet 1.9.1's: eps is 1e-10
    np.testing.assert_allclose(y, [[1e-25, 1e-25]], 1e-5)
    y = nd.L2Normalization(nd.array([[1e-20, 2e-20]]), eps=1e-44).asnumpy()
    np.testing.assert_allclose(y, [[0.44721, 0.89443]], 1e-4)


@pytest.mark.parametrize("check", [False, True])
@pytest.mark.parametrize("scale", [1e19, 1e-30])
def test_clip_global_norm(scale, check):
    arrays = [nd.array([3 * scale]), nd.array([0, 4 * scale])]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        norm = mx.gluon.utils.clip_global_norm(arrays, 1.0, check_isfinite=check)
    assert float(norm if check else norm.asscalar()) == pytest.approx(5 * scale, rel=1e-6)
    expected = [0.6, 0.8] if scale > 1 else [3 * scale, 4 * scale]
    np.testing.assert_allclose([arrays[0].asnumpy()[0], arrays[1].asnumpy()[1]], expected, 1e-5)
