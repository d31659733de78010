"""What SciPy and NumPy compute of sparse arrays on the CPU, beside the programs that other devices run."""

import threading

import jax
import numpy as np
import pytest

import jmx as mx
from jmx import nd
from jmx.core.declare import room
from jmx.core.run import sparse_storage
from jmx.ndarray import _sparse_host, _sparse_products

KINDS = ["float32", "float64", "float16", "int32", "int64", "uint8", "int8"]


JOINED = [
    ("elemwise_add", np.add),
    ("elemwise_sub", np.subtract),
    ("elemwise_mul", np.multiply),
    ("_maximum", np.maximum),
    ("_minimum", np.minimum),
]


@pytest.fixture(params=["host", "programs"])
def way(request, monkeypatch):
    if request.param == "programs":
        monkeypatch.setattr(_sparse_host, "cpu_of", lambda bufs: None)
    return request.param


def _matrix(dtype="float32", shape=(7, 9), seed=0, density=0.4):
    random = np.random.RandomState(seed)
    return ((random.rand(*shape) * 6 - 2) * (random.rand(*shape) < density)).astype("int32").astype(dtype)


def _csr(values):
    return nd.array(values, dtype=values.dtype).tostype("csr")


def _rows(values):
    return nd.array(values, dtype=values.dtype).tostype("row_sparse")


def _named(name):
    return getattr(nd, name, None) or getattr(nd._internal, name)


@pytest.mark.parametrize("dtype", KINDS)
@pytest.mark.parametrize(("name", "by"), JOINED)
def test_two_matrices(way, dtype, name, by):
    a, b = _matrix(dtype), _matrix(dtype, seed=1)
    for other in (b, a, np.zeros_like(a)):
        got = _named(name)(_csr(a), _csr(other))
        got.check_format()
        assert got.stype == "csr"
        assert np.dtype(got.dtype) == dtype
        assert got.data.asnumpy().all()
        np.testing.assert_array_equal(got.asnumpy(), by(a, other))


@pytest.mark.parametrize("dtype", KINDS)
@pytest.mark.parametrize(("name", "by"), JOINED)
def test_two_arrays_of_rows(way, dtype, name, by):
    a, b = _matrix(dtype, (12, 3), density=0.2), _matrix(dtype, (12, 3), 1, 0.2)
    for other in (b, a, np.zeros_like(a)):
        got = _named(name)(_rows(a), _rows(other))
        got.check_format()
        assert got.stype == "row_sparse"
        assert np.dtype(got.dtype) == dtype
        np.testing.assert_array_equal(got.asnumpy(), by(a, other))
        np.testing.assert_array_equal(got.indices.asnumpy(), np.flatnonzero(a.any(1) | other.any(1)))
    total = nd.add_n(_rows(a), _rows(b), _rows(a))
    np.testing.assert_array_equal(total.asnumpy(), a + b + a)


def test_infinities_meet_what_is_not_stored(way):
    a, b = np.array([[np.inf, 1, 0], [0, 2, np.nan]], "float32"), np.array([[0, 3, 0], [1, 0, 0]], "float32")
    for make in (_csr, _rows):
        with np.errstate(invalid="ignore"):
            expected = a * b
        np.testing.assert_array_equal(nd.elemwise_mul(make(a), make(b)).asnumpy(), expected)


@pytest.mark.parametrize("kind", [_csr, _rows])
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize(("name", "by"), [("_hypot", np.hypot), ("_maximum", np.maximum), ("_minimum", np.minimum)])
def test_beside_nan_and_infinity(way, kind, dtype, name, by):
    a = np.array([[0, -1, 2, 0, np.nan, np.inf], [0, 0, -3, 1, np.inf, -np.inf], [0] * 6, [1, 0, 0, 3, 0, -2]], dtype)
    b = np.array([[0, 1, 0, -2, 0, 0], [0, 0, np.nan, 1, -np.inf, np.inf], [0] * 6, [0, 0, 0, 4, 0, 0]], dtype)
    for other in (b, a, np.zeros_like(a)):
        got = _named(name)(kind(a), kind(other))
        got.check_format()
        assert np.dtype(got.dtype) == dtype
        np.testing.assert_allclose(got.asnumpy(), by(a, other), rtol=2e-3 if dtype == "float16" else 1e-6)


@pytest.mark.parametrize("kind", [_csr, _rows])
@pytest.mark.parametrize("dtype", KINDS)
def test_beside_a_dense_array(way, kind, dtype):
    a, b = _matrix(dtype), _matrix(dtype, seed=1, density=0.7)
    b[2, 3:5] = [np.nan, np.inf] if a.dtype.kind == "f" else [3, 4]
    x, dense = kind(a), nd.array(b, dtype=dtype)
    stored = a != 0 if kind is _csr else np.broadcast_to((a != 0).any(1, keepdims=True), a.shape)
    calls = [(nd.elemwise_mul(x, dense), np.multiply), (nd.elemwise_mul(dense, x), np.multiply)]
    if kind is _rows and a.dtype.kind == "f":
        calls.append((nd._internal._scatter_elemwise_div(x, dense), np.divide))
    for got, by in calls:
        with np.errstate(all="ignore"):
            expected = np.where(stored, by(a, b), 0)
        assert got.stype == x.stype
        assert np.dtype(got.dtype) == dtype
        np.testing.assert_allclose(got.asnumpy(), expected, rtol=1e-3 if dtype == "float16" else 1e-6)
    if kind is _csr:
        for row in (b[:1], b[:, :1], b[0]):
            got = nd.broadcast_mul(x, nd.array(row, dtype=dtype))
            np.testing.assert_array_equal(got.asnumpy(), np.where(stored, a * row, 0))


def test_places_outside_are_refused_beside_a_dense_array():
    x = mx.nd.sparse.csr_matrix(([1.0, 2.0], [0, 7], [0, 1, 2]), shape=(2, 3))
    with pytest.raises(mx.MXNetError, match="column"):
        nd.elemwise_mul(x, nd.ones((2, 3))).asnumpy()


@pytest.mark.parametrize("kind", [_csr, _rows])
@pytest.mark.parametrize("name", ["gradientmultiplier", "sign_ste", "round_ste"])
def test_functions_with_gradients_of_their_own_stay_sparse(kind, name):
    x = kind(np.array([[0, -1, 2.5, 0], [0] * 4], "float32"))
    x.attach_grad()
    with mx.autograd.record():
        y = getattr(nd.contrib, name)(x, **({"scalar": 2} if name == "gradientmultiplier" else {}))
    y.backward()
    expected = {"gradientmultiplier": [-1, 2.5], "sign_ste": [-1, 1], "round_ste": [-1, 3]}[name]
    assert y.stype == x.stype
    np.testing.assert_array_equal(y.asnumpy()[0, 1:3], expected)
    np.testing.assert_array_equal(x.grad.asnumpy(), np.full((2, 4), 2.0 if name == "gradientmultiplier" else 1.0))


@pytest.mark.parametrize("first", ["default", "csr", "row_sparse"])
@pytest.mark.parametrize("second", ["default", "csr", "row_sparse"])
def test_identity_has_the_storage_type_of_the_other(first, second):
    values = np.array([[0, -1, 2.5, 0], [0] * 4], "float32")
    x = nd.array(values)
    got = nd._internal._identity_with_attr_like_rhs(x.tostype(first), x.tostype(second))
    assert got.stype == second
    np.testing.assert_array_equal(got.asnumpy(), values)


@pytest.mark.parametrize("dtype", KINDS)
def test_products(way, dtype):
    a, right, left = _matrix(dtype), _matrix(dtype, (9, 4), 2, 1), _matrix(dtype, (7, 4), 3, 1)
    dense = {k: nd.array(v, dtype=dtype) for k, v in {"right": right, "left": left, "before": left.T.copy()}.items()}
    x = _csr(a)
    cases = [
        (nd.sparse.dot(x, dense["right"]), a @ right, "default"),
        (nd.sparse.dot(x, dense["left"], transpose_a=True), a.T @ left, "row_sparse"),
        (nd.sparse.dot(x, dense["right"], forward_stype="csr"), a @ right, "csr"),
        (nd.sparse.dot(dense["before"], x), left.T @ a, "csr"),
        (nd.sparse.dot(x, nd.array(right[:, :1], dtype=dtype)), a @ right[:, :1], "default"),
    ]
    for got, expected, stype in cases:
        assert got.stype == stype
        assert np.dtype(got.dtype) == dtype
        np.testing.assert_allclose(got.asnumpy(), expected)
    used = cases[1][0].indices.asnumpy()
    np.testing.assert_array_equal(used, np.flatnonzero(a.any(0)))


@pytest.mark.parametrize("transposed", [False, True])
def test_gradient_of_a_product(way, transposed):
    a = _matrix()
    x, weight = _csr(a), nd.array(_matrix(shape=(7 if transposed else 9, 4), density=1))
    weight.attach_grad(stype="default" if transposed else "row_sparse")
    with mx.autograd.record():
        y = nd.sparse.dot(x, weight, transpose_a=transposed, forward_stype="default")
    head = _matrix(shape=y.shape, density=1, seed=4)
    y.backward(nd.array(head))
    np.testing.assert_allclose(weight.grad.asnumpy(), (a if transposed else a.T) @ head)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_sums_and_norms(way, dtype):
    a = _matrix(dtype)
    x, rows = _csr(a), _rows(_matrix(dtype, (40, 3), density=0.1))
    for axis in (0, 1):
        for keepdims in (False, True):
            for name in ("sum", "mean"):
                got = getattr(nd.sparse, name)(x, axis=axis, keepdims=keepdims)
                np.testing.assert_allclose(got.asnumpy(), getattr(np, name)(a, axis=axis, keepdims=keepdims), rtol=1e-6)
                assert np.dtype(got.dtype) == dtype
    for each in (x, rows, nd.sparse.zeros("csr", (3, 3), dtype=dtype)):
        for order in (1, 2):
            got = nd.norm(each, ord=order)
            assert got.shape == (1,)
            np.testing.assert_allclose(got.asnumpy(), [np.linalg.norm(each.asnumpy().ravel(), order)], rtol=1e-6)


def test_norms_of_extreme_numbers(way):
    for scale in (1e-30, 1e30):
        x = _csr(np.array([[3, 0, 0], [0, 0, 4]], "float32") * np.float32(scale))
        np.testing.assert_allclose(nd.norm(x).asnumpy(), [5 * scale], rtol=1e-5)
    assert np.isnan(nd.norm(_csr(np.array([[np.nan, 0]], "float32"))).asscalar())
    assert np.isinf(nd.norm(_csr(np.array([[np.inf, 0]], "float32"))).asscalar())


@pytest.mark.parametrize("dtype", KINDS)
def test_where(way, dtype):
    a, x, y = _matrix(), _matrix(dtype, seed=5, density=1), _matrix(dtype, seed=6, density=1)
    condition = nd.sparse.csr_matrix(([1, 0, 2], [0, 1, 2], [0, 2, 3, 3, 3, 3, 3, 3]), shape=a.shape)  # which stores a zero
    for chosen in (_csr(a), condition):
        got = nd.where(chosen, nd.array(x, dtype=dtype), nd.array(y, dtype=dtype))
        np.testing.assert_array_equal(got.asnumpy(), np.where(chosen.asnumpy() != 0, x, y))
        assert np.dtype(got.dtype) == dtype
    left, right = nd.array(x.astype("float32")), nd.array(y.astype("float32"))
    left.attach_grad()
    right.attach_grad()
    with mx.autograd.record():
        z = nd.where(condition, left, right)
    z.backward()
    np.testing.assert_array_equal(left.grad.asnumpy(), condition.asnumpy() != 0)
    np.testing.assert_array_equal(right.grad.asnumpy(), condition.asnumpy() == 0)


@pytest.mark.parametrize("dtype", [*KINDS, "bool"])
def test_conversions(way, dtype):
    with mx.util.np_shape(True):
        for values in (_matrix(dtype), _matrix(dtype, (3, 0)), _matrix(dtype, (0, 3)), np.ones((2, 3), dtype)):
            for stype in ("csr", "row_sparse"):
                x = nd.array(values, dtype=dtype).tostype(stype)
                x.check_format()
                np.testing.assert_array_equal(x.asnumpy(), values)
                np.testing.assert_array_equal(x.tostype("default").asnumpy(), values)
    assert _csr(np.array([[-0.0, np.nan]], "float32")).indices.asnumpy().tolist() == [1]


def test_columns_out_of_order_and_given_twice(way):
    x = nd.sparse.csr_matrix(([1, 2, 3], [2, 0, 1], [0, 2, 3]), shape=(2, 3))
    np.testing.assert_array_equal((x + x).asnumpy(), [[4, 0, 2], [0, 6, 0]])
    np.testing.assert_array_equal(nd.sparse.dot(x, nd.array(np.eye(3))).asnumpy(), [[2, 0, 1], [0, 3, 0]])


@pytest.mark.parametrize(
    ("columns", "indptr"), [([0, 9], [0, 1, 2]), ([0, -1], [0, 1, 2]), ([0, 1], [0, 2, 1]), ([0, 1], [0, 1, 7])]
)
def test_indices_that_lie_outside_are_refused(way, columns, indptr):
    """SciPy would read and write memory of others."""
    x = nd.sparse.csr_matrix(([1, 2], columns, indptr), shape=(2, 3))
    with pytest.raises(mx.MXNetError, match=r"which does not exist|does not fit"):
        nd.sparse.dot(x, nd.ones((3, 2))).wait_to_read()
    with pytest.raises(mx.MXNetError, match=r"which does not exist|does not fit"):
        nd.sparse.dot(x, nd.ones((2, 2)), transpose_a=True).wait_to_read()
    with pytest.raises(mx.MXNetError, match=r"which does not exist|does not fit"):
        nd.where(x, nd.ones((2, 3)), nd.ones((2, 3))).wait_to_read()


def test_the_first_element_need_not_be_the_first_stored(way):
    x = nd.sparse.csr_matrix(([1, 2], [0, 1], [3, 4, 5]), shape=(2, 3))
    np.testing.assert_array_equal(nd.sparse.dot(x, nd.array(np.eye(3))).asnumpy(), [[1, 0, 0], [0, 2, 0]])


def test_indices_do_not_change_with_those_given():
    columns, indptr, rows = np.array([0, 1]), np.array([0, 1, 2]), np.array([0, 2])
    matrix = nd.sparse.csr_matrix((np.ones(2, "float32"), columns, indptr), shape=(2, 3))
    some = nd.sparse.row_sparse_array((np.ones((2, 2), "float32"), rows), shape=(4, 2))
    columns[:], indptr[:], rows[:] = 2, 0, 1
    assert matrix.indices.asnumpy().tolist() == [0, 1]
    assert matrix.indptr.asnumpy().tolist() == [0, 1, 2]
    assert some.indices.asnumpy().tolist() == [0, 2]


@pytest.mark.parametrize("rows", [[1, 4, 7], [7, 4, 1], [0, 2], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]])
def test_retained_and_pulled_rows(rows):
    values = _matrix(shape=(10, 3), density=1)
    values[[0, 2]] = 0
    for stored in (_rows(values), _rows(np.where(values == 0, 1, values))):
        whole = stored.asnumpy()
        expected = np.zeros_like(whole)
        expected[rows] = whole[rows]
        got = nd.sparse.retain(stored, nd.array(rows))
        np.testing.assert_array_equal(got.asnumpy(), expected)
        assert got.indices.asnumpy().tolist() == rows
        store, out = mx.kv.create("local"), nd.sparse.zeros("row_sparse", (10, 3))
        store.init("e", stored)
        store.row_sparse_pull("e", out=out, row_ids=nd.array([*rows, rows[0]]))
        np.testing.assert_array_equal(out.asnumpy(), expected)
        assert out.indices.asnumpy().tolist() == sorted(rows)


def test_large_zeros_are_pages_of_the_system(monkeypatch):
    monkeypatch.setattr(room, "_PAGED", 1 << 20)
    x = room.room((1 << 10, 1 << 10), "float32", zero=True)
    assert x.ctypes.data % 64 == 0
    assert not x.any()
    x[3] = 1
    assert x.sum() == 1 << 10
    with pytest.raises((MemoryError, ValueError)):
        room.room((1 << 40, 1 << 40), "float32", zero=True)


def test_threads_use_one_matrix():
    a, right = _matrix(shape=(50, 60)), _matrix(shape=(60, 4), density=1)
    x, y, wrong = _csr(a), nd.array(right), []

    def use():
        for _ in range(20):
            if not np.array_equal(nd.sparse.dot(x, y).asnumpy(), a @ right) or not np.array_equal((x + x).asnumpy(), 2 * a):
                wrong.append(1)

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_values_whose_computation_failed():
    class Failed:
        def __init__(self, buffer):
            self.dtype, self.shape = buffer.dtype, buffer.shape

        def block_until_ready(self):
            raise jax.errors.JaxRuntimeError("RESOURCE_EXHAUSTED: out of memory")

    x = _csr(_matrix())
    x._parts.buffer = Failed(x._parts.buffer)
    with pytest.raises(mx.MXNetError, match="out of memory"):
        x.asnumpy()


SAME = [1, 4, 6]
SUMS = [(SAME,), ([4, 1],), (SAME, SAME), (SAME, SAME, SAME), (SAME, [0, 4, 7]), ([4, 1], [4, 1]), ([], [])]


@pytest.mark.parametrize("rows", SUMS)
def test_sums_of_gradients(rows):
    rng = np.random.default_rng(len(rows))
    values = [sparse_storage.RowSparse.of(rng.standard_normal((len(r), 3), "f"), r, (8, 3), mx.cpu()) for r in rows]
    expected = np.zeros((8, 3), "f")
    for value in values:
        expected = expected + value.full()
    total = sparse_storage.added(values)
    np.testing.assert_array_equal(total.full(), expected)
    assert total.index.tolist() == sorted(set().union(*rows)) and total.ascending
    assert len(total.buffer) >= total.count and not np.asarray(total.buffer)[total.count :].any()


def test_sums_of_gradients_in_the_same_rows_look_for_no_places(monkeypatch):
    monkeypatch.setattr(sparse_storage, "merged", None)
    value = sparse_storage.RowSparse.of(np.full((2, 3), np.inf, "f"), [2, 5], (8, 3), mx.cpu())
    np.testing.assert_array_equal(sparse_storage.added([value, value]).stored(), value.stored())


@pytest.mark.parametrize("stored", [[], [0], [3, 5, 9], list(range(10))])
@pytest.mark.parametrize("count", [0, 1, 30])  # of which the first look up by bisection
def test_places_of_rows(stored, count):
    value = sparse_storage.RowSparse.of(np.ones((len(stored), 2), "f"), stored, (100, 2), mx.cpu())
    numbers = np.random.default_rng(count).integers(0, 12, (count, 2))
    expected = [[stored.index(n) if n in stored else -1 for n in row] for row in numbers.tolist()]
    np.testing.assert_array_equal(_sparse_products._place_of(value, numbers), np.array(expected).reshape(count, 2))
    at, there = _sparse_products._found(value, numbers.reshape(-1))
    np.testing.assert_array_equal(np.where(there, at, -1), np.array(expected).reshape(-1))


@pytest.mark.parametrize("count", [2, 400])
def test_embedding_of_some_rows(count):
    weight = nd.sparse.row_sparse_array((np.arange(6, dtype="f").reshape(3, 2), [1, 4, 70]), shape=(100, 2))
    numbers = np.array([4, 99, 70, 1, 0, 4] * count, "f")[:count]
    found = nd.contrib.SparseEmbedding(nd.array(numbers), weight, input_dim=100, output_dim=2)
    np.testing.assert_array_equal(found.asnumpy(), weight.asnumpy()[numbers.astype(int)])
    for wrong in (-1, 100):
        with pytest.raises(mx.MXNetError, match="out of bound"):
            nd.contrib.SparseEmbedding(nd.array([wrong] * count), weight, input_dim=100, output_dim=2)
