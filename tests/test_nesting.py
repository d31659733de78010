"""Nested lists of arrays or symbols: flat lists with a format, and back."""

import numpy as np
import pytest

import jmx as mx
from jmx._nesting import flatten, python_value, regroup


def test_flattening_and_nesting_are_opposites():
    a, b, c = (mx.nd.array([i]) for i in range(3))
    flat, fmt = flatten([a, (b, [c])], mx.nd.NDArray, "data")
    assert flat == [a, b, c] and fmt == [0, [0, [0]]]
    assert regroup(flat, fmt) == [a, [b, [c]]]
    assert flatten([], mx.nd.NDArray, "data") == ([], []) and regroup([], []) == []


def test_a_symbol_of_several_outputs_counts_as_so_many():
    x = mx.sym.Variable("x")
    pair = mx.sym.Group([x, x + 1])
    flat, fmt = flatten([x, pair], mx.sym.Symbol, "data")
    assert flat == [x, pair] and fmt == [0, 2]
    assert regroup(["x", "y", "z"], fmt) == ["x", ["y", "z"]]


def test_what_is_no_array_is_named():
    with pytest.raises(AssertionError, match=r"^states must be \(nested\) list of NDArray, but got 3 of type <class 'int'>$"):
        flatten([mx.nd.zeros(1), 3], mx.nd.NDArray, "states")
    with pytest.raises(IndexError):  # a body of a loop that returns more in its last step than before
        regroup([1], [0, 0])


def test_python_values():
    assert python_value(mx.nd.array([3]), int, "limit") == 3
    assert python_value(np.float32(0), bool, "condition") is False
    with pytest.raises(ValueError, match="Cannot convert limit to python int: 'many'"):
        python_value("many", int, "limit")
