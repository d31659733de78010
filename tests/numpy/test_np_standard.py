"""Functions of mx.np that MXNet 2.0 and the array API standard have: values as NumPy's, gradients as finite differences."""

import numpy as onp
import pytest

import jmx as mx
from jmx import np, npx


@pytest.fixture(autouse=True)
def numpy_semantics():
    npx.set_np()
    yield
    npx.reset_np()


FLOATS = (onp.array([[1.5, -2.25, 7.0], [0.5, -3.0, 2.0]], "float32"), onp.array([2.0, -0.75, 1.25], "float32"))
WHOLE = (onp.array([[7, -8, 5], [12, 0, -3]], "int32"), onp.array([2, 3, 1], "int32"))
ON_FLOATS = "floor_divide fmod fmax fmin logaddexp nextafter logical_and logical_or logical_xor".split()
ON_WHOLE = "floor_divide fmod fmax fmin gcd logical_and logical_or logical_xor bitwise_left_shift bitwise_right_shift".split()


def theirs(name):
    return getattr(onp, name.replace("bitwise_left", "left").replace("bitwise_right", "right"))


@pytest.mark.parametrize("name", sorted({*ON_FLOATS, *ON_WHOLE}))
def test_binary_functions_have_numpys_values(name):
    for (a, b), names in ((FLOATS, ON_FLOATS), (WHOLE, ON_WHOLE)):
        if name not in names:
            continue
        ours, expected = getattr(np, name), theirs(name)
        x, y = np.array(a), np.array(b)
        for got, want in ((ours(x, y), expected(a, b)), (ours(x, 2), expected(a, a.dtype.type(2))),
                          (ours(2, np.abs(x) + (x == 0)), expected(a.dtype.type(2), onp.abs(a) + (a == 0)))):  # fmt: skip
            assert got.dtype == want.dtype
            onp.testing.assert_allclose(got.asnumpy(), want, rtol=1e-6)
        symbol = getattr(mx.sym.np, name)(mx.sym.var("a").as_np_ndarray(), mx.sym.var("b").as_np_ndarray())
        out = symbol.bind(mx.cpu(), {"a": x, "b": y}).forward()[0]
        onp.testing.assert_allclose(out.asnumpy(), expected(a, b), rtol=1e-6)


def test_integers_divided_by_zero_and_shifts_beyond_the_width():
    x, zero = np.array([5, -5], dtype="int32"), np.array([0, 0], dtype="int32")
    assert (x // zero).tolist() == [0, 0] and np.fmod(x, zero).tolist() == [0, 0]
    assert (x << np.array([32, 40], dtype="int32")).tolist() == [0, 0]
    assert (x >> np.array([32, 40], dtype="int32")).tolist() == [0, -1]
    with pytest.raises(mx.MXNetError, match="only integers"):
        np.gcd(np.array([1.0]), np.array([2.0]))


def test_operators_of_python():
    x = np.array([7, -8], dtype="int32")
    assert (x // 3).tolist() == [2, -3] and (15 // x).tolist() == [2, -2]
    assert (x << 1).tolist() == [14, -16] and (x >> 1).tolist() == [3, -4]
    x //= 2
    assert x.tolist() == [3, -4]
    assert (+x).tolist() == [3, -4] and np.ones((2, 3)).mT.shape == (3, 2)


MATRICES = {
    "triu": (lambda m, a, b: m.triu(a, 1), (3, 4), (1,)),
    "kron": (lambda m, a, b: m.kron(a, b), (2, 3), (2, 2)),
    "kron of vector": (lambda m, a, b: m.kron(a, b), (3,), (2, 2)),
    "cross": (lambda m, a, b: m.cross(a, b), (2, 3), (2, 3)),
    "cross axis": (lambda m, a, b: m.cross(a, b, axis=0), (3, 2), (3, 2)),
    "vecdot": (lambda m, a, b: m.vecdot(a, b) if m is np else (a * b).sum(-1), (2, 3), (3,)),
    "logaddexp": (lambda m, a, b: m.logaddexp(a, b), (2, 3), (3,)),
    "fmod": (lambda m, a, b: m.fmod(a, b), (2, 3), (3,)),
    "fmax": (lambda m, a, b: m.fmax(a, b), (2, 3), (3,)),
    "median": (lambda m, a, b: m.median(a, axis=1), (2, 3), (1,)),
    "permute_dims": (lambda m, a, b: m.transpose(a, (1, 0)) if m is onp else m.permute_dims(a, (1, 0)), (2, 3), (1,)),
}


@pytest.mark.parametrize("case", MATRICES)
def test_values_and_gradients(case):
    function, *shapes = MATRICES[case]
    random = onp.random.RandomState(3)
    a, b = (random.uniform(0.3, 2, shape) for shape in shapes)
    x, y = np.array(a, dtype="float64"), np.array(b, dtype="float64")
    x.attach_grad()
    with mx.autograd.record():
        out = function(np, x, y)
    want = function(onp, a, b)
    onp.testing.assert_allclose(out.asnumpy(), want, rtol=1e-6)
    if case == "median":
        return
    out.backward()
    step, slopes = 1e-6, onp.zeros_like(a)
    for i in onp.ndindex(a.shape):
        moved = a.copy()
        moved[i] += step
        slopes[i] = (function(onp, moved, b) - want).sum() / step
    onp.testing.assert_allclose(x.grad.asnumpy(), slopes, rtol=1e-4, atol=1e-5)


def test_masked_softmax():
    data = onp.array([[1.0, 2.0, 900.0], [3.0, 1.0, 2.0]], "float32")
    mask = onp.array([[1, 1, 0], [0, 0, 0]], "bool")
    x = np.array(data)
    x.attach_grad()
    with mx.autograd.record():
        out = npx.masked_softmax(x, np.array(mask), temperature=2.0)
        loss = (out * np.array([[1.0, 0.0, 5.0], [1.0, 1.0, 1.0]])).sum()
    loss.backward()
    e = onp.exp(data[0, :2] / 2)
    p = e / e.sum()
    onp.testing.assert_allclose(out.asnumpy(), [[*p, 0], [0, 0, 0]], rtol=1e-6)
    slope = p[0] * p[1] / 2
    onp.testing.assert_allclose(x.grad.asnumpy(), [[slope, -slope, 0], [0, 0, 0]], atol=1e-6)
    logs = npx.masked_log_softmax(x, np.array(mask), temperature=2.0).asnumpy()
    onp.testing.assert_allclose(logs[0, :2], onp.log(p), rtol=1e-5)
    assert (logs[~mask] == -onp.inf).all()
    with pytest.raises(mx.MXNetError, match="does not broadcast"):
        npx.masked_softmax(x, np.ones((4,)))


def test_creation_sets_and_places():
    assert np.asarray([1, 2]).dtype == "int64" and np.asarray([1.0]).dtype == "float32" and np.asarray(True).dtype == "bool"
    x = np.array([[3.0, 1.0], [3.0, 2.0]])
    assert np.asarray(x) is x and np.asarray(x, copy=True) is not x
    with pytest.raises(ValueError, match="needs a copy"):
        np.asarray([1], copy=False)
    found = np.unique_all(x)
    want = onp.unique(x.asnumpy(), True, True, True)
    for ours, other in zip(found, want):
        onp.testing.assert_array_equal(ours.asnumpy(), other)
    assert found.inverse_indices.shape == x.shape
    assert np.unique_values(x).tolist() == [1, 2, 3] and np.unique_counts(x).counts.tolist() == [1, 1, 2]
    assert [p.tolist() for p in np.tril_indices(3, -1)] == [p.tolist() for p in onp.tril_indices(3, -1)]
    assert [p.tolist() for p in np.triu_indices(2, 0, 3)] == [p.tolist() for p in onp.triu_indices(2, 0, 3)]
    assert np.tri(2, 3, 1).tolist() == onp.tri(2, 3, 1).tolist()
    for val in (7, [4.0, 5.0]):
        theirs = x.asnumpy()
        onp.fill_diagonal(theirs, val)
        np.fill_diagonal(x, val)
        assert x.tolist() == theirs.tolist()


def test_linalg_of_the_standard():
    a = onp.random.RandomState(0).normal(size=(2, 3, 4)).astype("float32")
    x = np.array(a)
    for name in ("diagonal", "trace", "svdvals", "matrix_norm", "vector_norm", "matrix_transpose"):
        got = getattr(np.linalg, name)(x).asnumpy()
        onp.testing.assert_allclose(got, getattr(onp.linalg, name)(a), rtol=1e-4)
    got = np.linalg.vector_norm(x, axis=(0, 2), ord=float("inf")).asnumpy()
    onp.testing.assert_allclose(got, onp.linalg.vector_norm(a, axis=(0, 2), ord=onp.inf))
    onp.testing.assert_allclose(np.linalg.matrix_norm(x, ord=1).asnumpy(), onp.linalg.matrix_norm(a, ord=1), rtol=1e-5)


def test_random_numbers_of_2_0():
    npx.random.seed(3)
    x = np.random.laplace(1.0, 2.0, (20000,)).asnumpy()
    assert abs(x.mean() - 1) < 0.1 and abs(x.var() - 8) < 0.6
    assert np.random.laplace(np.zeros((2, 3)), 1.0).shape == (2, 3)
    y = np.random.f(6.0, 10.0, (20000,)).asnumpy()
    assert abs(y.mean() - 10 / 8) < 0.06
    npx.random.seed(3)
    assert (np.random.laplace(1.0, 2.0, (20000,)).asnumpy() == x).all()


def test_inspection():
    assert np.ones(2).__array_namespace__() is mx.np
    with pytest.raises(ValueError, match=r"2024\.12"):
        np.ones(2).__array_namespace__(api_version="2030.12")
    info = np.__array_namespace_info__()
    assert info.default_dtypes()["real floating"] == "float32" and info.default_device() == mx.cpu()
    assert set(info.dtypes(kind="unsigned integer")) == {"uint8", "uint16", "uint32", "uint64"}
    assert np.isdtype(np.float32, "real floating") and not np.isdtype(np.int8, "unsigned integer")
    with pytest.raises(mx.MXNetError, match="complex64 does not exist in MXNet"):
        np.ones(2, dtype="complex64")


def test_control_flow_of_npx():
    x = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    x.attach_grad()
    with mx.autograd.record():
        outs, last = npx.foreach(lambda row, total: (row * 2, total + row * row), x, np.zeros(2))
    last.backward()
    assert type(outs) is np.ndarray and outs.tolist() == (x * 2).tolist() and last.tolist() == [35, 56]
    assert x.grad.tolist() == (x * 2).tolist()
    _, (i, total) = npx.while_loop(
        lambda i, total: i < 4, lambda i, total: (None, (i + 1, total + i)), (np.array([0.0]), np.array([0.0])), max_iterations=9
    )
    assert i.tolist() == [4] and total.tolist() == [6]
    assert npx.cond(np.array([1.0]), lambda: x + 1, lambda: x - 1).tolist() == (x + 1).tolist()


def test_savez(tmp_path):
    x, y = np.arange(3), np.ones((2, 2), dtype="int8")
    npx.savez(str(tmp_path / "a"), x, y=y)  # the name as it is, without an ending
    with onp.load(tmp_path / "a") as found:
        assert set(found) == {"arr_0", "y"} and found["y"].dtype == "int8" and found["arr_0"].tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="arr_0"):
        npx.savez(str(tmp_path / "b"), x, arr_0=y)
