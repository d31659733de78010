"""Calls that MXNet refuses: the classes of error that MXNet raises, and a message that names what came."""

import pickle

import numpy as np
import pytest

import jmx as mx
from jmx import nd
from jmx.base import MXNetError


@pytest.fixture
def numpy_mode():
    mx.npx.set_np()
    yield mx.np
    mx.npx.reset_np()


@pytest.mark.parametrize("operator", [nd.softmax, nd.log_softmax, nd.softmin])
def test_softmax_to_integers(operator):
    with pytest.raises(MXNetError, match=f"{operator.__name__}: dtype must be float16, float32 or float64, got int32"):
        operator(nd.ones(3), dtype="int32")


@pytest.mark.parametrize("key", ["a", 1.5, 2j, {}, {1}])
def test_keys_that_are_none(numpy_mode, key):
    a = numpy_mode.ones(3)
    with pytest.raises(ValueError, match="does not support indexing with"):
        a[key]
    with pytest.raises(ValueError, match="does not support indexing with"):
        a[key] = 1


def test_no_parts(numpy_mode):
    a = numpy_mode.ones((4, 2))
    for split in (numpy_mode.split, numpy_mode.vsplit):
        with pytest.raises(ZeroDivisionError, match="4 elements cannot be cut into 0 parts"):
            split(a, 0)
    for split, size in ((numpy_mode.array_split, 4), (numpy_mode.hsplit, 2)):
        with pytest.raises(MXNetError, match=f"{size} elements cannot be cut into 0 parts"):
            split(a, 0)
    with pytest.raises(ZeroDivisionError):
        nd.split_v2(nd.ones((4, 2)), 0)


def test_numbers_of_more_than_32_bits_beside_narrow_integers():
    """By NumPy, and by the program that is compiled after some calls: values by MXNet 1.9.1."""
    a, b = nd.array([3, -2, 7], dtype="int32"), nd.array([3, -2, 7], dtype="int8")
    for number in (2, 3, 2654435761, *range(30), 2654435761):
        got = (a * number).asnumpy().tolist(), nd.maximum(b, number).asnumpy().tolist()
        if number > 2**31:
            assert got == ([-(2**31), 0, -(2**31)], [3, 0, 7])
    assert (nd.array([3, -2], dtype="int64") * 2654435761).asnumpy().tolist() == [3 * 2654435761, -2 * 2654435761]


@pytest.mark.parametrize("out", [1, "a", np.ones((2, 2))])
def test_results_that_are_no_arrays(numpy_mode, out):
    a = nd.ones((2, 2))
    with pytest.raises(TypeError, match=f"relu: out must be an array of mx.nd or mx.np, got {type(out).__name__}"):
        nd.relu(a, out=out)
    with pytest.raises(TypeError, match=f"out must be an array of mx.nd or mx.np, got {type(out).__name__}"):
        numpy_mode.ones((2, 2)).max(0, out)


@pytest.mark.parametrize("name", ["isnan", "isinf", "isposinf", "isneginf", "isfinite", "logical_not"])
def test_booleans_into_another_array(numpy_mode, name):
    x, out = numpy_mode.array([1, np.nan]), numpy_mode.zeros(2, dtype="bool")
    assert getattr(numpy_mode, name)(x, out=out) is out
    for dtype in ("float16", "int32"):
        with pytest.raises(TypeError, match=f"{name} gives booleans: out must be an array of bool, got one of {dtype}"):
            getattr(numpy_mode, name)(x, out=numpy_mode.zeros(2, dtype=dtype))


def test_histogram_counts_in_integers():
    """Where MXNet's operator counts; with the range of the data MXNet asks NumPy, and converts."""
    counts, bounds = nd.histogram(nd.array([1, 2, 3, 3.5]), bins=2, range=(0, 4))
    assert (counts.dtype, counts.asnumpy().tolist(), bounds.asnumpy().tolist()) == (np.int64, [1, 3], [0, 2, 4])
    assert isinstance(nd.histogram(nd.array([1, 2, 3]), bins=nd.array([0, 2, 4])), list)
    found = nd.histogram(nd.array([1, 2, 3, 4]), bins=2)
    assert isinstance(found, tuple) and found[0].dtype == np.float32 and found[0].asnumpy().tolist() == [2, 2]


def test_a_generator_that_raises_at_once_leaves_nothing_behind():
    for arguments in ({"scale": 0}, {"scale": -1}):
        with pytest.raises(MXNetError, match="dtype must be float16"):
            nd.random.normal(0, shape=2, dtype="int8", **arguments)
        assert nd.random.normal(shape=2).shape == (2,) and nd.ones(1).asscalar() == 1
    late = nd.random.normal(0, -1, shape=2)
    with pytest.raises(MXNetError, match="scale must be positive, got -1"):
        late.asnumpy()


def test_what_is_raised_has_the_name_that_mxnet_gives_it(numpy_mode):
    with pytest.raises(ValueError, match="repeated axis") as found:
        numpy_mode.transpose(numpy_mode.ones((2, 3)), (0, 0))
    assert repr(found.value).startswith("ValueError('Operator _np_transpose") and isinstance(found.value, MXNetError)
    back = pickle.loads(pickle.dumps(found.value))
    assert type(back) is ValueError and str(back) == str(found.value)
    with pytest.raises(MXNetError, match="scale must be positive") as found:
        mx.sym.random.normal(0, 0, shape=2).eval()
    assert type(found.value).__name__ == "MXNetError"
    assert str(pickle.loads(pickle.dumps(found.value))) == str(found.value)
