"""What the array API standard asks and MXNet 1.9.1 refuses or does otherwise: as NumPy with MXNet 2.0's interface only."""

import mxnet as mx
import numpy as onp
import pytest
from mxnet import autograd, np, npx


@pytest.fixture(autouse=True)
def numpy_semantics():
    npx.set_np()
    yield
    mx.v2(False)
    npx.reset_np()


@pytest.fixture
def v2():
    mx.v2()


I32, U8 = onp.array([[1, 2, 3], [4, 5, 6]], "int32"), onp.array([[3, 1, 2], [0, 7, 9]], "uint8")
PRODUCTS = {
    "matmul": lambda m, a, b: m.matmul(a, b.T),
    "matmul of a stack and a vector": lambda m, a, b: m.matmul(a.reshape(2, 1, 3), b[1]),
    "operator": lambda m, a, b: a @ b.T,
    "dot": lambda m, a, b: m.dot(a[0], b[1]),
    "tensordot": lambda m, a, b: m.tensordot(a, b, [[0, 1], [0, 1]]),
    "tensordot by count": lambda m, a, b: m.tensordot(a, b.T, 1),
    "outer": lambda m, a, b: m.outer(a, b),
    "inner": lambda m, a, b: m.inner(a, b),
    "vdot": lambda m, a, b: m.vdot(a, b),
}


@pytest.mark.parametrize("case", PRODUCTS)
def test_products_of_integers(v2, case):
    function = PRODUCTS[case]
    for a, b in ((I32, I32), (I32, U8)):
        found, wanted = function(np, np.array(a, dtype=a.dtype), np.array(b, dtype=b.dtype)), function(onp, a, b)
        assert found.dtype == "int32" and found.shape == wanted.shape
        onp.testing.assert_array_equal(found.asnumpy(), wanted)


def test_products_of_large_integers_and_their_errors(v2):
    a = np.array([2**40 + 1, 3], dtype="int64")
    assert np.matmul(a, a).item() == ((2**40 + 1) ** 2 + 9) % 2**64
    with pytest.raises(mx.MXNetError, match="matmul.*not equally long.*\\[2, 1\\] and \\[3, 2\\]"):
        np.matmul(np.ones((2, 1), dtype="int32"), np.ones((3, 2), dtype="int32"))
    with pytest.raises(mx.MXNetError, match="tensordot: axis 2"):
        np.tensordot(a, a, [[2], [0]])
    mx.v2(False)
    npx.set_np()
    with pytest.raises(mx.MXNetError, match="only floating point types"):
        np.matmul(a, a)


TWO_TYPES = {
    "equal": lambda m, a, b: a == b,
    "less": lambda m, a, b: m.less(a, b),
    "and": lambda m, a, b: a & b,
    "maximum": lambda m, a, b: m.maximum(a, b),
    "where": lambda m, a, b: m.where(a > 2, a, b),
    "concatenate": lambda m, a, b: m.concatenate([a, b]),
    "stack": lambda m, a, b: m.stack([a, b]),
    "append": lambda m, a, b: m.append(a, b),
}


@pytest.mark.parametrize("case", TWO_TYPES)
def test_two_element_types(v2, case):
    a, b = np.array(I32, dtype="int32"), np.array(U8, dtype="uint8")
    found, wanted = TWO_TYPES[case](np, a, b), TWO_TYPES[case](onp, I32, U8)
    assert found.dtype == wanted.dtype
    onp.testing.assert_array_equal(found.asnumpy(), wanted)
    mx.v2(False)
    npx.set_np()
    with pytest.raises(mx.MXNetError, match="element types"):
        TWO_TYPES[case](np, a, b)


def test_gradients_pass_to_both_types(v2):
    a, b = np.ones((2,), dtype="float32"), np.ones((2,), dtype="float64")
    for x in (a, b):
        x.attach_grad()
    with autograd.record():
        loss = (np.hypot(a, b) + np.concatenate([a, b])[:2]).sum()
    loss.backward()
    assert loss.dtype == "float64" and a.grad.dtype == "float32"
    onp.testing.assert_allclose(a.grad.asnumpy(), [1 + 0.5**0.5] * 2, rtol=1e-6)
    onp.testing.assert_allclose(b.grad.asnumpy(), [0.5**0.5] * 2)


def test_in_place_keeps_the_array(v2):
    a, b = np.array([6, 3], dtype="int32"), np.array([2, 3], dtype="uint8")
    same = a
    a &= b
    assert same is a and a.tolist() == [2, 3]
    with pytest.raises(mx.MXNetError):
        b &= a


def test_booleans(v2):
    a = np.array([[True, False], [False, False]], dtype="bool")
    host = a.asnumpy()
    for name, args in (("roll", (1,)), ("tril", ()), ("diag", ()), ("diagonal", ())):
        found = getattr(np, name)(a, *args)
        assert found.dtype == "bool"
        onp.testing.assert_array_equal(found.asnumpy(), getattr(onp, name)(host, *args))
    values, counts = np.unique_counts(a)
    assert values.dtype == "bool" and values.tolist() == [False, True] and counts.tolist() == [3, 1]
    mx.v2(False)
    npx.set_np()
    with pytest.raises(mx.MXNetError, match="booleans"):
        np.roll(a, 1)


def test_remainders_of_floats(v2):
    pairs = [(-0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (float("nan"), 0.0), (1.0, float("inf")), (-1.0, float("inf")),
             (5.5, -2.0), (-4.0, 2.0)]  # fmt: skip
    a, b = (onp.array(column, "float32") for column in zip(*pairs))
    with onp.errstate(invalid="ignore"):
        wanted = onp.mod(a, b)
        by_number = [onp.mod(a, onp.float32(2)), onp.mod(onp.float32(2), b)]
    x, y = np.array(a), np.array(b)
    in_place = x.copy()
    in_place %= y
    for found in (np.mod(x, y), x % y, np.remainder(x, y), in_place):
        onp.testing.assert_array_equal(found.asnumpy(), wanted)
        onp.testing.assert_array_equal(onp.signbit(found.asnumpy()[:2]), [False, True])
    onp.testing.assert_array_equal((x % 2).asnumpy(), by_number[0])
    onp.testing.assert_array_equal((2 % y).asnumpy(), by_number[1])
    z = np.array([5.5, 4.0])
    z.attach_grad()
    with autograd.record():
        loss = (z % 2).sum()
    loss.backward()
    assert z.grad.tolist() == [1, 1]
    mx.v2(False)
    npx.set_np()
    assert (np.array([1.0]) % 0).tolist() == [0]  # as MXNet 1.9.1


def test_fractions_are_exact_beside_integers(v2):
    a = np.array([1, 16777217], dtype="int32")
    assert (a + 0.1).tolist() == [1.1, 16777217.1] and np.multiply(0.1, a).tolist() == [0.1, 1677721.7000000002]
    assert (a > 16777216.5).tolist() == [False, True] and (a / 2.5).dtype == "float32"


def test_named_results(v2):
    a = np.array([[2.0, 1.0], [1.0, 3.0]])
    assert np.linalg.eigh(a)._fields == ("eigenvalues", "eigenvectors")
    assert np.linalg.qr(a)._fields == ("Q", "R")
    sign, size = found = np.linalg.slogdet(a)
    assert found._fields == ("sign", "logabsdet") and sign.item() == 1 and abs(size.item() - onp.log(5)) < 1e-6
    tall = np.array([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]])
    u, s, vh = found = np.linalg.svd(tall)
    assert found._fields == ("U", "S", "Vh") and s.tolist() == [2, 1]
    onp.testing.assert_allclose(((u * s) @ vh).asnumpy(), tall.asnumpy(), atol=1e-6)
    u, s, vh = np.linalg.svd(tall, full_matrices=True)
    assert (u.shape, s.shape, vh.shape) == ((3, 3), (2,), (2, 2))
    onp.testing.assert_allclose((u @ u.T).asnumpy(), onp.eye(3), atol=1e-6)
    assert complex(np.array([2.0])) == 2
    mx.v2(False)
    npx.set_np()
    assert type(np.linalg.eigh(a)) is tuple and type(np.linalg.slogdet(a)) is list and type(np.linalg.qr(a)) is tuple


def test_solve_broadcasts(v2):
    a, vector = onp.stack([onp.eye(2), 2 * onp.eye(2)]), onp.array([2.0, 4.0])
    assert np.linalg.solve(np.array(a), np.array(vector)).tolist() == [[2, 4], [1, 2]]
    found = np.linalg.solve(np.array(a), np.array(onp.ones((1, 2, 3))))
    assert found.shape == (2, 2, 3) and found[1, 0, 0] == 0.5
    with pytest.raises(mx.MXNetError, match="solve.*do not broadcast"):
        np.linalg.solve(np.array(a), np.ones((3, 2, 1)))


def test_reductions(v2):
    assert np.prod(np.zeros((0, 2)), axis=0).tolist() == [1, 1] and np.prod(np.zeros((0, 2)), axis=1).shape == (0,)
    assert onp.isnan(np.mean(np.zeros((0, 2)), axis=0).asnumpy()).all() and np.mean(np.zeros((0, 2)), axis=1).shape == (0,)
    total = np.array([200, 100], dtype="int32").sum(dtype="uint8")
    assert total.dtype == "uint8" and total.item() == 44
    a = onp.array([[1.0, 2.0, 4.0], [0.0, 5.0, 1.0]])
    for axis in (None, 1):
        for correction in (0.5, 1, 1.5):
            wanted = onp.var(a, axis=axis) * (a.size if axis is None else 3) / ((a.size if axis is None else 3) - correction)
            x = np.array(a, dtype="float64")
            onp.testing.assert_allclose(np.var(x, axis=axis, correction=correction).asnumpy(), wanted)
            onp.testing.assert_allclose(np.std(x, axis=axis, correction=correction).asnumpy(), wanted**0.5)
    assert np.count_nonzero(np.array([1, 0, 2])).item() == 2 and np.count_nonzero(np.array([1, 0, 2])).dtype == "int64"
    assert np.signbit(np.array(-1.0)).dtype == "bool"


def test_places(v2):
    a = np.array([[1, 2, 3], [4, 5, 6]], dtype="int32")
    host = a.asnumpy()
    assert np.repeat(a, [1, 0, 2], axis=1).tolist() == onp.repeat(host, [1, 0, 2], axis=1).tolist()
    assert a.repeat(np.array([0, 1, 0, 2, 0, 0], dtype="int32")).tolist() == [2, 4, 4]
    assert np.take(a, np.array([-1, 0], dtype="int64"), axis=1).tolist() == [[3, 1], [6, 4]]
    with pytest.raises(mx.MXNetError, match="out of bound"):
        np.take(a, np.array([-4], dtype="int64"), axis=1).wait_to_read()
    ends = {"prepend": 0, "append": a[:, :1]}
    theirs = {"prepend": 0, "append": host[:, :1]}
    assert np.diff(a, **ends).tolist() == onp.diff(host, **theirs).tolist()
    with pytest.raises(mx.MXNetError, match="one number for each of 3 elements"):
        np.repeat(a, [1, 2], axis=1)
    with pytest.raises(IndexError, match="expand_dims"):
        np.expand_dims(a, 4)
    with pytest.raises(ValueError, match="squeeze: axis 0"):
        np.squeeze(a, 0)
    assert np.squeeze(np.array(1.0), -1).shape == ()
    with pytest.raises(ValueError, match="nonzero"):
        np.nonzero(np.array(1.0))


def test_keys_of_an_array_without_axes(v2):
    z = np.array(1.5)
    assert z[...].shape == () and z[None, ..., None].shape == (1, 1) and z[np.array(False, dtype="bool")].shape == (0,)
    shared = z[...]
    z[...] = 3
    assert shared.item() == 3
    assert np.zeros((0, 1))[np.zeros((0, 0), dtype="bool")].shape == (0,)
    with pytest.raises(IndexError):
        z[0]
    mx.v2(False)
    npx.set_np()
    assert z[False].shape == (0,)
    with pytest.raises(IndexError):
        z[...]


def test_small_things(v2):
    assert (-np.array([1, 2], dtype="uint8")).tolist() == [255, 254]
    assert np.eye(2, k=2**63).tolist() == [[0, 0], [0, 0]] and np.eye(2, 3, k=1).tolist() == [[0, 1, 0], [0, 0, 1]]
    assert np.linspace(9007200328482816.0, 1.0, 2).tolist()[1] == 1
    assert np.clip(np.array([1, 2])).tolist() == [1, 2]
    assert np.array([1.0]).__dlpack__(max_version=(0, 8)) is not None


def test_common_type_of_32_bits_in_vectors():
    a, b = np.array([2**31 - 1], dtype="int32"), np.array([2**32 - 1], dtype="uint32")
    for name in ("vecdot", "kron"):
        assert getattr(np, name)(a, b).dtype == "int64" and getattr(np, name)(a, b).item() == (2**31 - 1) * (2**32 - 1)
