"""Products of sparse and dense matrices by the kernel in C: SciPy's to the last bit; what it leaves to SciPy."""

import numpy as np
import pytest
import scipy.sparse

from jmx import nd
from jmx.native import kernels, products
from jmx.ndarray import _sparse_host

works = pytest.mark.skipif(kernels.library("products") is None, reason=f"kernels: {kernels._load('products')}")


def draw(rows, columns, kind="float32", seed=0):
    return scipy.sparse.random(rows, columns, 0.3, "csr", kind, random_state=seed)


@works
@pytest.mark.parametrize("kind", ["float32", "float64"])
@pytest.mark.parametrize("width", [0, 1, 2, 3, 4, 8, 16, 17, 33])
def test_values(kind, width):
    for shape in [(1, 1), (40, 30), (30, 40), (3, 0), (0, 3)]:
        matrix = draw(*shape, kind)
        for transposed in (False, True):
            sparse = matrix.T if transposed else matrix
            dense = np.random.default_rng(1).standard_normal((sparse.shape[1], width)).astype(kind)
            out = np.full((sparse.shape[0], width), np.nan, kind)
            assert products.times(matrix.indptr, matrix.indices, matrix.data, dense, out, transposed)
            np.testing.assert_array_equal(out, sparse @ dense)


@works
def test_numbers_that_are_none():
    matrix = scipy.sparse.csr_matrix(np.array([[0, np.inf, 1], [np.nan, 0, 0]], "float32"))
    dense = np.array([[1, 2], [0, 3], [np.inf, np.nan]], "float32")
    for transposed in (False, True):
        sparse, other = (matrix.T, dense[:2]) if transposed else (matrix, dense)
        out = np.zeros((sparse.shape[0], 2), "float32")
        assert products.times(matrix.indptr, matrix.indices, matrix.data, other, out, transposed)
        np.testing.assert_array_equal(out, sparse @ other)


@works
def test_other_arrays_are_left_to_scipy():
    matrix, dense, out = draw(5, 4), np.ones((4, 3), "float32"), np.zeros((5, 3), "float32")
    places = matrix.indptr, matrix.indices
    assert products.times(*places, matrix.data, dense, out, False)
    assert not products.times(*places, matrix.data, dense.astype("float64"), out, False)
    assert not products.times(*[p.astype("int64") for p in places], matrix.data, dense, out, False)
    assert not products.times(*places, matrix.data, np.asfortranarray(dense), out, False)
    assert not products.times(*places, matrix.data.astype("int32"), dense.astype("int32"), out.astype("int32"), False)


@pytest.mark.parametrize("kind", ["float32", "float64", "int32"])
@pytest.mark.parametrize("by_kernel", [True, False])
def test_operators(monkeypatch, by_kernel, kind):
    """The same with and without the kernel: products, their gradients' rows, sums."""
    if not by_kernel:
        monkeypatch.setattr(kernels, "library", lambda family: None)
    values = np.random.default_rng(0).integers(-3, 4, (7, 9)) * (np.random.default_rng(1).random((7, 9)) < 0.4)
    dense = np.random.default_rng(2).integers(-3, 4, (9, 5)).astype(kind)
    x = nd.array(values, dtype=kind).tostype("csr")
    np.testing.assert_array_equal(nd.dot(x, nd.array(dense, dtype=kind)).asnumpy(), values @ dense)
    rows = nd.dot(x, nd.array(dense[:7], dtype=kind), transpose_a=True)
    assert rows.stype == "row_sparse" and rows.indices.asnumpy().tolist() == np.flatnonzero(values.any(0)).tolist()
    np.testing.assert_array_equal(rows.asnumpy(), values.T @ dense[:7])
    held = nd.array(dense, dtype=kind).tostype("row_sparse")
    for wanted in (np.flatnonzero(values.any(0)), [0, 3]):
        part = np.zeros_like(dense)
        part[wanted] = dense[wanted]
        retained = nd.sparse.retain(held, nd.array(wanted, dtype="int64"))
        np.testing.assert_array_equal(nd.dot(x, retained).asnumpy(), values @ part)
    if kind != "int32":
        np.testing.assert_array_equal(nd.sum(x, axis=0).asnumpy(), values.sum(0))
        np.testing.assert_allclose(nd.mean(x, axis=1).asnumpy(), values.mean(1), rtol=1e-6)


@works
def test_the_kernel_is_called(monkeypatch):
    called = []
    times = products.times
    monkeypatch.setattr(_sparse_host.products, "times", lambda *args: called.append(times(*args)) or called[-1])
    x = nd.array(np.eye(4)).tostype("csr")
    nd.dot(x, nd.ones((4, 3)))
    nd.dot(x, nd.ones((4, 3)), transpose_a=True)
    nd.sum(x, axis=1)
    assert called == [True] * 3


@pytest.mark.parametrize("kind", ["float32", "float64", "float16", "int8"])
@pytest.mark.parametrize("by_kernel", [True, False])
def test_rows(monkeypatch, by_kernel, kind):
    if not by_kernel:
        monkeypatch.setattr(kernels, "library", lambda family: None)
    values = np.random.default_rng(0).integers(-3, 4, (6, 5)) * (np.random.default_rng(1).random((6, 5)) < 0.4)
    x = nd.array(values, dtype=kind).tostype("csr")
    for wanted in ([0], [5, 0, 0, 3, 2], [-4, 1, 77], range(6)):
        for mode in ("clip", "wrap"):
            rows = nd.take(x, nd.array(wanted), mode=mode)
            rows.check_format()
            assert rows.stype == "csr" and np.dtype(rows.dtype) == kind
            np.testing.assert_array_equal(rows.asnumpy(), values.astype(kind).take(wanted, axis=0, mode=mode))
    empty = nd.take(nd.sparse.zeros("csr", (3, 4), dtype=kind), nd.array([2, 1]))
    assert empty.shape == (2, 4) and not empty.asnumpy().any()
