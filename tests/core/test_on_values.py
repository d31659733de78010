"""Results whose size values say: NumPy's on the CPU are those of the operator's own way, and nothing stays of a size."""

import os

import numpy as np
import pytest

import jmx as mx
from jmx.core.run import on_values

KINDS = ["float32", "float64", "float16", "int32", "int64", "uint8", "int8"]


@pytest.fixture(autouse=True)
def empty_arrays():
    with mx.util.np_shape(True):
        yield


@pytest.fixture(params=["numpy", "own"])
def way(request, monkeypatch):
    """Each test runs with NumPy and with the operators' own functions, as on a GPU."""
    if request.param == "own":
        monkeypatch.setattr(on_values, "cpu_of", lambda bufs: None)
        monkeypatch.setattr(mx.nd.indexing, "cpu_of", lambda bufs: None)
        monkeypatch.setattr(mx.nd.numpy.keys, "cpu_of", lambda bufs: None)
    return request.param


def _values(dtype, shape=(6, 3)):
    return (np.random.RandomState(0).rand(*shape) * 5).astype(dtype)


def _array(values):
    return mx.np.array(values, dtype=values.dtype)


@pytest.mark.parametrize("dtype", KINDS)
def test_boolean_mask(way, dtype):
    values, mask = _values(dtype), np.array([1, 0, 2, 0, 0, 3], dtype)
    x = mx.nd.array(values, dtype=dtype)
    for index in (mask, np.zeros(6, dtype), np.ones(6, dtype)):
        got = mx.nd.contrib.boolean_mask(x, mx.nd.array(index, dtype=dtype))
        np.testing.assert_array_equal(got.asnumpy(), values[index != 0])
        assert got.dtype == x.dtype


def test_boolean_mask_of_nan(way):
    got = mx.nd.contrib.boolean_mask(mx.nd.array([1, 2, 3]), mx.nd.array([np.nan, 0, -np.inf]))
    np.testing.assert_array_equal(got.asnumpy(), [1, 3])


@pytest.mark.parametrize("hybridize", [False, True])
def test_gradient_of_boolean_mask(way, hybridize):
    class Net(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x, mask):
            return F.contrib.boolean_mask(x * 2, mask) ** 2

    net, values = Net(), _values("float32")
    if hybridize:
        net.hybridize()
    x, mask = mx.nd.array(values), mx.nd.array([1, 0, 1, 0, 0, 1])
    x.attach_grad()
    mask.attach_grad()
    for factor in (1, 2):
        with mx.autograd.record():
            y = net(x, mask)
        y.backward(mx.nd.ones_like(y) * factor)
        expected = 8 * values * mask.asnumpy()[:, None] * factor
        np.testing.assert_allclose(x.grad.asnumpy(), expected, rtol=1e-6)
        assert not mask.grad.asnumpy().any()


def test_second_gradient(way):
    x, mask = mx.nd.array([1, 2, 3]), mx.nd.array([1, 0, 1])
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.contrib.boolean_mask(x, mask) ** 3
        first = mx.autograd.grad(y, x, create_graph=True)[0]
    first.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), [6, 0, 18])


def test_boolean_mask_in_a_symbol(way):
    net = mx.sym.contrib.boolean_mask(mx.sym.var("x"), mx.sym.var("mask"))
    x, mask, gradient = mx.nd.array([[1, 2], [3, 4]]), mx.nd.array([0, 1]), mx.nd.zeros((2, 2))
    run = net.bind(mx.cpu(), {"x": x, "mask": mask}, {"x": gradient}, {"x": "write", "mask": "null"})
    np.testing.assert_array_equal(run.forward(is_train=True)[0].asnumpy(), [[3, 4]])
    run.backward(mx.nd.array([[5, 6]]))
    np.testing.assert_array_equal(gradient.asnumpy(), [[0, 0], [5, 6]])


def test_refused_masks(way):
    with pytest.raises(mx.MXNetError, match=r"index must have shape \(3,\), got \(2,\)"):
        mx.nd.contrib.boolean_mask(mx.nd.ones(3), mx.nd.ones(2)).wait_to_read()
    with pytest.raises(mx.MXNetError, match="axis=1 is not supported"):
        mx.nd.contrib.boolean_mask(mx.nd.ones((3, 3)), mx.nd.ones(3), axis=1).wait_to_read()


@pytest.mark.parametrize("dtype", [*KINDS, "bool"])
def test_reading_and_writing_by_masks(way, dtype):
    values = _values(dtype, (4, 3, 2))
    for mask in (np.array([1, 0, 1, 0], bool), _values("float32", (4, 3)) > 2, values > 1, np.zeros(4, bool), np.ones(4, bool)):
        x, key = _array(values), _array(mask)
        for each in (key, mask, mask.tolist()):
            np.testing.assert_array_equal(x[each].asnumpy(), values[mask])
            assert x[each].dtype == x.dtype
        written = values.copy()
        for value in (np.ones(values[mask].shape, dtype), values[mask][:1], np.array(1, dtype), 1):
            if np.ndim(value) and not mask.any():
                continue
            x[key] = _array(value) if isinstance(value, np.ndarray) else value
            written[mask] = value
            np.testing.assert_array_equal(x.asnumpy(), written)


def test_writing_by_a_mask_to_a_view(way):
    x = mx.np.array(np.arange(6).reshape(2, 3))
    row = x[1]
    row[mx.np.array([True, False, True], dtype="bool")] = mx.np.array([7, 8])
    np.testing.assert_array_equal(x.asnumpy(), [[0, 1, 2], [7, 4, 8]])


def test_a_mask_that_does_not_fit(way):
    x = mx.np.ones((5, 3))
    with pytest.raises(IndexError, match="boolean index did not match"):
        x[mx.np.array([True, False], dtype="bool")]
    with pytest.raises(mx.MXNetError, match="Error in assignment"):
        x[mx.np.array([True] * 5, dtype="bool")] = mx.np.ones((4, 3))
    np.testing.assert_array_equal(x.asnumpy(), np.ones((5, 3)))


def test_gradient_of_reading_by_a_mask(way):
    values = _values("float32")
    x = _array(values)
    x.attach_grad()
    with mx.autograd.record():
        y = (x[x > 2] ** 2).sum()
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), np.where(values > 2, 2 * values, 0), rtol=1e-6)


@pytest.mark.parametrize("dtype", KINDS)
def test_unique(way, dtype):
    values = _values(dtype)
    for options in range(8):
        asked = [bool(options & bit) for bit in (1, 2, 4)]
        for axis in (None, 0, 1):
            got, expected = mx.np.unique(_array(values), *asked, axis=axis), np.unique(values, *asked, axis=axis)
            got, expected = (x if isinstance(x, tuple) else (x,) for x in (got, expected))
            for one, other in zip(got, expected, strict=True):
                np.testing.assert_array_equal(one.asnumpy(), other.reshape(one.shape))
            assert all(one.dtype == np.int64 for one in got[1:])
    assert len(mx.np.unique(mx.np.array([np.nan, 1, np.nan])).asnumpy()) == 3


@pytest.mark.parametrize("dtype", KINDS)
def test_positions_and_counts(way, dtype):
    values = _values(dtype)
    for one, other in zip(mx.np.nonzero(_array(values)), np.nonzero(values), strict=True):
        np.testing.assert_array_equal(one.asnumpy(), other)
    np.testing.assert_array_equal(mx.npx.nonzero(_array(values)).asnumpy(), np.argwhere(values))
    np.testing.assert_array_equal(mx.npx.nonzero(_array(values[:, 0])).asnumpy(), np.argwhere(values[:, 0]))
    numbers = np.array([3, 1, 1, 0, 3, 3], "int32")
    weights = values[:, 0]
    got = mx.np.bincount(_array(numbers), _array(weights), minlength=6)
    expected = np.zeros(6, dtype)
    np.add.at(expected, numbers, weights)
    np.testing.assert_allclose(got.asnumpy(), expected, rtol=1e-3)
    assert got.dtype == weights.dtype
    np.testing.assert_array_equal(mx.np.bincount(_array(numbers)).asnumpy(), [1, 2, 0, 3])
    for axis in (None, 0, 1):
        for obj in (1, slice(0, 2), slice(None, None, 2), slice(4, 1, -1)):
            np.testing.assert_array_equal(mx.np.delete(_array(values), obj, axis).asnumpy(), np.delete(values, obj, axis))
    np.testing.assert_array_equal(mx.np.delete(_array(values), _array(np.array([0, 5])), 0).asnumpy(), values[1:5])


def _megabytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="asks Linux what the process has")
def test_nothing_stays_of_a_size():
    """A program for each of 1,000 sizes took 2 MiB and 0.1 s each."""
    rows = 1100
    data, x = mx.nd.array(_values("float32", (rows, 4))), _array(_values("float32", (rows, 4)))
    data.attach_grad()
    x.attach_grad()

    def use(count):
        mask = np.arange(rows) < count
        with mx.autograd.record():
            y = mx.nd.contrib.boolean_mask(data, mx.nd.array(mask))
            z = x[_array(mask)]
        y.backward()
        z.backward()
        x[_array(mask)] = z.detach()
        mx.np.unique(_array(np.arange(rows, dtype="int32") % count), True, True, True)
        mx.np.nonzero(_array(mask))
        mx.np.delete(data.as_np_ndarray(), slice(0, count), axis=0)

    for count in range(1, 80):
        use(count)
    before = _megabytes()
    for count in range(80, 1080):
        use(count)
    assert _megabytes() - before < 30
