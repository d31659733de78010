"""Calls at the edge of what is allowed, beside what the real MXNet makes of them: values, element types, error classes."""

import json
import os
import sys

import numpy as np
import pytest

import jmx as mx

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden")
sys.path.insert(0, GOLDEN)
import calls_cases as cases

pytestmark = pytest.mark.on_cpu

with open(os.path.join(GOLDEN, "calls.json")) as _file:
    EXPECTED = json.load(_file)


def same(got, want):
    """Compare two shown results; numbers within the rounding of single precision."""
    if isinstance(want, list) and isinstance(got, list) and len(got) == len(want):
        return all(map(same, got, want))
    try:
        return bool(np.isclose(float(got), float(want), rtol=2e-5, atol=1e-6, equal_nan=True))
    except (TypeError, ValueError):
        return got == want


@pytest.mark.parametrize("numpy,line", cases.CASES)
def test_call(numpy, line):
    got = cases.evaluate(mx, numpy, line)
    assert same(got, EXPECTED[line]), f"{line}\n  jmx:   {got}\n  MXNet: {EXPECTED[line]}"


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: mx.nd.random.multinomial((0.5, 0.5)), "Argument data must have NDArray type.*mx.nd.array"),
        (lambda: mx.np.add(2, np.array([1, 2])), "Argument x2 must have NDArray type.*mx.np.array"),
        (lambda: mx.nd.array([1], dtype="complex64"), "complex64 does not exist in MXNet; it has float32"),
        (lambda: mx.nd.eye(3, dtype=bool), "dtype expect dtype of numbers but value='bool', in operator _eye"),
        (
            lambda: mx.nd.gather_nd(mx.nd.ones((2, 2)), mx.nd.array([[0.5], [1.5]])),
            "index 1.5 is out of bounds for axis 1 with size 2",
        ),
    ],
)
def test_message(call, words):
    with pytest.raises(Exception, match=words):
        call().wait_to_read()


def test_booleans_with_the_switch_for_mxnet_2():
    mx.v2()
    try:
        a = mx.np.arange(6).reshape((2, 3))
        assert a[:, [True, False, True]].tolist() == [[0, 2], [3, 5]]
        assert a[..., True].shape == (2, 3, 1) and a[True, True].shape == (1, 2, 3) and a[False, 0].shape == (0, 3)
        a[np.array([True, False])] = 9
        assert a.tolist() == [[9, 9, 9], [3, 4, 5]]
        assert mx.np.eye(2, dtype=bool).dtype == np.bool_
    finally:
        mx.v2(False)


def test_moving_averages_keep_their_shape():
    gamma, beta, mean, var = (mx.nd.ones((3, 1)) for _ in range(4))
    data = mx.nd.arange(12).reshape((4, 3))
    data.attach_grad()
    with mx.autograd.record():
        y = mx.nd.BatchNorm(data, gamma, beta, mean, var, momentum=0.5)
    y.backward()
    assert mean.shape == (3, 1) and mean.asnumpy().ravel().tolist() == [2.75, 3.25, 3.75]


def test_fractions_in_graphs():
    """gather_nd in a symbol counts from the end as it does in an eager call."""
    data, at = mx.nd.array([[1, 2], [3, 4]]), mx.nd.array([[-0.7, -1.2], [0, 1]])
    executor = mx.sym.gather_nd(mx.sym.var("data"), mx.sym.var("at")).bind(mx.cpu(), {"data": data, "at": at})
    assert executor.forward()[0].asnumpy().tolist() == mx.nd.gather_nd(data, at).asnumpy().tolist() == [3, 2]
