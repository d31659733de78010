"""`mx.nd.contrib.foreach`, `while_loop` and `cond` on arrays, beside MXNet's; `isinf` and its kin."""

import importlib.util
import pathlib

import numpy as np
import pytest

import jmx as mx
from jmx import nd

GOLDEN = pathlib.Path(__file__).parents[1] / "golden"
_spec = importlib.util.spec_from_file_location("control_flow_cases", GOLDEN / "control_flow_cases.py")
cases = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(cases)

foreach, while_loop, cond = nd.contrib.foreach, nd.contrib.while_loop, nd.contrib.cond
X = [[1, 2], [3, 4], [5, 6]]


@pytest.fixture(scope="module")
def numbers():
    with np.load(GOLDEN / "control_flow.npz") as file:
        return dict(file)


@pytest.mark.parametrize("name", cases.CASES)
def test_values_and_gradients(name, numbers):
    found = cases.eager(mx, name)
    expected = {k.removeprefix(f"eager/{name}/"): v for k, v in numbers.items() if k.startswith(f"eager/{name}/")}
    assert set(found) == set(expected)
    for key, value in expected.items():
        assert found[key].shape == value.shape and found[key].dtype == value.dtype, key
        np.testing.assert_allclose(found[key], value, rtol=1e-5, atol=1e-6, err_msg=key)


def plain(value):
    return [plain(v) for v in value] if isinstance(value, (list, tuple)) else value.asnumpy().tolist()


@pytest.mark.parametrize(
    "call, expected",
    [
        (lambda x, s: foreach(lambda a, b: (a, b), x, s), [X, [1, 1]]),
        (lambda x, s: foreach(lambda a, b: ([], b), x, s), [[], [1, 1]]),
        (lambda x, s: foreach(lambda a, b: (a, []), x, []), [X, []]),
        (lambda x, s: foreach(lambda a, b: (a[0] + a[1], b), [x, x], [s]), [[[2, 4], [6, 8], [10, 12]], [[1, 1]]]),
        (lambda x, s: foreach(lambda a, b: (a, [a]), x, s), [X, [[5, 6]]]),
        (lambda x, s: foreach(lambda a, b: (a, b), nd.array([1, 2]), []), [[[1], [2]], []]),
        (
            lambda x, s: foreach(lambda a, b: ([a, [a + 1]], [b[0] + a, [b[1][0] * 2]]), x, [s, [s]]),
            [[X, [[[2, 3], [4, 5], [6, 7]]]], [[10, 13], [[8, 8]]]],
        ),
        (lambda x, s: while_loop(lambda i: i < 2, lambda i: (i, i + 1), nd.array([0]), max_iterations=3), [[[0], [1], [0]], [2]]),
        (lambda x, s: while_loop(lambda i: True, lambda i: (i, [i + 1]), [nd.array([0])], 2), [[[0], [1]], [[2]]]),
        (
            lambda x, s: while_loop(lambda i: i < 2, lambda i: ((i, [i]), (i + 1,)), (nd.array([0]),), nd.array([2])),
            [[[[0], [1]], [[[0], [1]]]], [[2]]],
        ),
        (lambda x, s: while_loop(lambda i: i < 0, lambda i: (i, [i + 1]), [nd.array([0])], max_iterations=3), [[], [[0]]]),
        (lambda x, s: while_loop(lambda i: i < 2, lambda i: (i, [i + 1]), [nd.array([0])], max_iterations=0), [[], [[0]]]),
        (lambda x, s: cond(nd.array([1]), lambda: s, lambda: s * 2), [1, 1]),
        (lambda x, s: cond(nd.array([0]), lambda: s, lambda: [s * 2, [s]]), [[2, 2], [[1, 1]]]),
        (lambda x, s: cond(None, lambda: s, lambda: s * 2), [2, 2]),
    ],
)
def test_forms(call, expected):
    assert plain(call(nd.array(X), nd.array([1, 1]))) == expected


def test_a_single_variable_comes_back_as_one_array():
    _, last = while_loop(lambda i: i < 2, lambda i: (None, i + 1), nd.array([0]), max_iterations=3)
    assert isinstance(last, nd.NDArray)
    _, last = foreach(lambda a, b: (a, b), nd.array(X), nd.array([1, 1]))
    assert isinstance(last, nd.NDArray)


@pytest.mark.parametrize(
    "call, kind, words",
    [
        (lambda x, s: foreach(lambda a, b: (a, b), 3, s), AssertionError, "foreach input must be .*<class 'int'>"),
        (lambda x, s: foreach(lambda a, b: (a, b), None, s), AssertionError, "foreach input must be"),
        (lambda x, s: foreach(lambda a, b: (a, b), x, 3), AssertionError, "foreach states must be"),
        (lambda x, s: foreach(lambda a, b: (3, b), x, s), AssertionError, "foreach output must be"),
        (lambda x, s: foreach(lambda a, b: (None, b), x, s), AssertionError, "foreach output must be"),
        (lambda x, s: foreach(lambda a, b: (a, b), [], [s]), IndexError, "range|bounds"),
        (lambda x, s: foreach(lambda a, b: (a[0], b), [x, x[:2]], s), IndexError, "range|bounds"),
        (lambda x, s: while_loop(lambda i: i < 3, lambda i: (i, i), [s]), ValueError, "max_iterations should be specified"),
        (lambda x, s: while_loop(lambda i: i < 3, lambda i: (i, i), [s], "q"), ValueError, "Cannot convert max_iteration to"),
        (lambda x, s: while_loop(lambda: 1, lambda: (1, 1), [], 3), ValueError, "at least one element"),
        (lambda x, s: while_loop(lambda i: 1, lambda i: (i, [i, i]), [s], 3), ValueError, "length of loop_vars should be cons"),
        (lambda x, s: while_loop(lambda i: 1, lambda i: (i, None), [s], 3), ValueError, "length of loop_vars should be cons"),
        (lambda x, s: while_loop(lambda i: s, lambda i: (i, i), s, 3), ValueError, "not a scalar"),
        (lambda x, s: while_loop(lambda i: 1, lambda i: i[:1], s, 3), ValueError, "unpack"),
        (
            lambda x, s: while_loop(lambda i: 1, lambda i: ([i] * int(i.asscalar()), [i + 1]), [nd.ones(1)], 3),
            ValueError,
            "Number of elements in step_output should be the same",
        ),
        (
            lambda x, s: while_loop(lambda i: 1, lambda i: (nd.ones((int(i.asscalar()), 2)), [i + 1]), [nd.ones(1)], 3),
            mx.MXNetError,
            "incompatible shape",
        ),
        (lambda x, s: cond(s, lambda: s, lambda: s), ValueError, "not a scalar"),
    ],
)
def test_what_is_refused(call, kind, words):
    with pytest.raises(kind, match=words):
        call(nd.array(X), nd.array([1, 1]))


def test_finite_or_not():
    data = nd.array([1, np.inf, -np.inf, np.nan, 0])
    for name, expected in {"isinf": [0, 1, 1, 0, 0], "isnan": [0, 0, 0, 1, 0], "isfinite": [1, 0, 0, 0, 1]}.items():
        found = getattr(nd.contrib, name)(data)
        assert found.dtype == np.float32 and found.asnumpy().tolist() == expected, name
