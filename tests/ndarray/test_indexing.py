"""Indices that point outside of an array, and element types given as arrays: what MXNet says of them."""

import numpy as np
import pytest

import jmx as mx

X = mx.nd.arange(6).reshape((2, 3))


@pytest.mark.parametrize(
    "key, text",
    [
        (mx.nd.array([5]), "index 5 is out of bounds for axis 0 with size 2"),
        (mx.nd.array([-3]), "index -3 is out of bounds for axis 0 with size 2"),
        ((slice(None), mx.nd.array([3])), "index 3 is out of bounds for axis 1 with size 3"),
        (([0, 1], mx.nd.array([0, 7])), "index 7 is out of bounds for axis 1 with size 3"),
        (np.array([4]), "index 4 is out of bounds for axis 0 with size 2"),
    ],
)
def test_index_arrays_outside_of_the_array(key, text):
    with pytest.raises(IndexError, match=text):
        X[key]
    y = X.copy()
    with pytest.raises(IndexError, match=text):
        y[key] = 1
    assert y.asnumpy().tolist() == X.asnumpy().tolist()


def test_index_arrays_count_from_the_end():
    assert X[mx.nd.array([-1, 0])].asnumpy().tolist() == [[3, 4, 5], [0, 1, 2]]


@pytest.mark.parametrize("key", [(slice(None), slice(4, 6)), (0, slice(5, 9)), (slice(None, None, 2), slice(7, None))])
def test_empty_ranges_behind_the_first_axis(key):
    with pytest.raises(mx.MXNetError, match="selects no element"):
        X[key]
    with mx.util.np_shape(True):
        assert X[key].size == 0
    assert X[5:7].shape == (0, 3)


def test_an_array_names_an_element_type():
    y = X.astype(mx.nd.array([1], dtype="int8"))
    assert y.dtype == np.int8 and y.shape == (2, 3)
    assert X.astype(X, copy=False) is X
    assert mx.nd.zeros((2,), dtype=np.ones(1, "float64")).dtype == np.float64


@pytest.mark.parametrize(
    ("key", "expanded"),
    [
        (0, ((0, slice(None)), -1)),
        ((Ellipsis, None, 0), ((slice(None), None, 0), -1)),
        ((True, 0), ((0, slice(None)), 1)),
        (False, ((slice(None), slice(None)), 0)),
    ],
)
def test_indices_with_an_entry_for_every_axis(key, expanded):
    assert mx.nd.indexing_key_expand_implicit_axes(key, (2, 3)) == expanded
