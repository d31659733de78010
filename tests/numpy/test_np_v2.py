"""Arrays of MXNet 2.0: the further integer types, element types of results with the switch, files, and operators it added."""

import inspect

import mxnet as mx
import numpy as onp
import pytest
from mxnet import autograd, np, npx

LATER = ("int16", "uint16", "uint32", "uint64")


@pytest.fixture(autouse=True)
def numpy_semantics():
    npx.set_np()
    yield
    mx.v2(False)
    npx.reset_np()


@pytest.fixture
def v2():
    mx.v2()


@pytest.mark.parametrize("dtype", LATER)
def test_integers_of_2_0(dtype):
    a = np.array([3, 1, 250], dtype=dtype)
    expected = onp.array([3, 1, 250], dtype)
    for found, wanted in [
        (a + a, expected + expected), (a * 2, expected * 2), (a // 2, expected // 2), (a % 2, expected % 2),
        (np.sort(a), onp.sort(expected)), (a[1:], expected[1:]), (a << 1, expected << 1), (a.sum(), expected.sum(dtype=dtype)),
        (np.maximum(a, a[::-1]), onp.maximum(expected, expected[::-1])), (np.concatenate([a, a]), onp.tile(expected, 2)),
    ]:  # fmt: skip
        assert found.dtype == dtype and (found.asnumpy() == wanted).all()
    assert (a / 2).dtype == "float32" and (a > 2).tolist() == [True, False, True]
    a[0] = 7
    assert a.tolist() == [7, 1, 250] and a.astype("float32").astype(dtype).dtype == dtype


def test_common_types():
    assert (np.ones(2, dtype="uint32") + np.ones(2, dtype="int32")).dtype == "int64"
    assert (np.ones(2, dtype="uint16") * np.ones(2, dtype="int8")).dtype == "int32"
    with pytest.raises(mx.MXNetError, match="uint64 and int8; no type of integers holds the values of both"):
        np.ones(2, dtype="uint64") + np.ones(2, dtype="int8")


def test_files_of_1_9_1_refuse_the_further_types(tmp_path):
    with pytest.raises(mx.MXNetError, match="no element type uint16.*astype"):
        npx.save(str(tmp_path / "a.params"), {"w": np.ones(2, dtype="uint16")})


def test_fractions_beside_integers(v2):
    a = np.array([1, 2, 3], dtype="int32")
    assert (a + 1.5).tolist() == [2.5, 3.5, 4.5] and (a + 1.5).dtype == "float64"
    assert (a + 1).dtype == "int32" and np.add(a, 1.5).dtype == "float64"
    assert (a > 1.5).tolist() == [False, True, True] and (2.5 - a).tolist() == [1.5, 0.5, -0.5]
    assert (np.ones(2) + 1.5).dtype == "float32"
    mx.v2(False)
    npx.set_np()
    assert (a + 1.5).dtype == "int32"


@pytest.mark.parametrize("dtype, result", [("int32", "float32"), ("int64", "float32"), ("int8", "float16"), ("bool", "float16")])
def test_functions_of_integers(v2, dtype, result):
    a = np.array([0, 1], dtype=dtype)
    for name in ("sin", "exp", "sqrt", "log1p", "degrees"):
        found = getattr(np, name)(a)
        assert found.dtype == result
        onp.testing.assert_allclose(found.asnumpy(), getattr(onp, name)(a.asnumpy().astype(float)), 1e-3)
    assert np.floor(a.astype("int32")).dtype == "int32"


def test_symbols_compute_integers_in_floating_point(v2):
    net = mx.sym.np.exp(mx.sym.var("x", dtype="int32").as_np_ndarray())
    (found,) = net.eval(x=np.array([0, 1], dtype="int32"))
    assert found.dtype == onp.float32 and abs(found.asnumpy() - onp.exp([0, 1])).max() < 1e-6


def test_arrays_of_numpy(v2):
    a = onp.array([[1, 2], [3, 4]], "float32")
    b = np.ones((2, 1))
    for found in (b + a, a + b, np.array(a) + b):
        assert isinstance(found, np.ndarray) and (found.asnumpy() == a + 1).all()
    b += onp.ones((2, 1), "float32")
    assert b.tolist() == [[2], [2]]
    assert np.array(onp.arange(2)).dtype == "float32" and np.array(onp.arange(2), dtype="int64").dtype == "int64"
    mx.v2(False)
    npx.set_np()
    assert np.array(onp.arange(2)).dtype == "int64"
    with pytest.raises(TypeError, match="mx.np.array"):
        np.ones((2, 1)) + a


def test_full_and_indices(v2):
    assert np.full((2,), 3).dtype == "int64" and np.full((2,), 3.0).dtype == "float32" and np.full((2,), True).dtype == "bool"
    assert np.full((1,), 2**63).tolist() == [2**63] and np.indices((2,)).dtype == "int64"


def test_default_types_of_numpy():
    whole = np.array([1, 2], dtype="int64")
    makers = [
        lambda: np.array([1, 2]), lambda: np.ones(2), lambda: np.zeros((2,)), lambda: np.eye(2), lambda: np.linspace(0, 1, 3),
        lambda: np.logspace(0, 1, 3), lambda: np.hanning(3), lambda: np.random.normal(size=(2,)), lambda: whole / 2,
        lambda: whole / whole, lambda: np.mean(whole), lambda: np.empty(2), lambda: np.arange(0.5, 3),
    ]  # fmt: skip
    with npx.np_default_dtype(True):
        assert npx.is_np_default_dtype()
        assert {make().dtype.name for make in makers} == {"float64"} and np.arange(3).dtype == "int64"
    assert {make().dtype.name for make in makers} == {"float32"} and np.arange(3).dtype == "float32"
    npx.set_np(dtype=True)
    assert np.ones(2).dtype == "float64"
    npx.set_np()
    assert np.ones(2).dtype == "float32" and np.ones(2, dtype=onp.float32).dtype == "float32"
    assert mx.use_np_default_dtype(lambda: np.ones(1).dtype.name)() == "float64"


def test_files_of_numpy(v2, tmp_path):
    path = str(tmp_path / "a.npy")
    npx.save(path, np.arange(6).reshape(2, 3))
    assert npx.load(path).tolist() == [[0, 1, 2], [3, 4, 5]] and onp.load(path).shape == (2, 3)
    with pytest.raises(ValueError, match="savez"):
        npx.save(path, [np.ones(1)])
    path = str(tmp_path / "b.npz")
    npx.savez(path, np.ones(2), w=np.array([1, 2], dtype="uint16"))
    found = npx.load(path)
    assert sorted(found) == ["arr_0", "w"] and found["w"].dtype == "uint16"
    npx.savez(path)
    assert npx.load(path) == {}
    onp.savez(path, w=onp.array([{}], dtype=object))
    with pytest.raises(mx.MXNetError, match="not a whole file of arrays"):
        npx.load(path)


def _gradients(function, *arrays):
    for a in arrays:
        a.attach_grad()
    with autograd.record():
        y = function(*arrays)
    y.backward()
    return y.tolist(), *(a.grad.tolist() for a in arrays)


def test_index_add_and_index_update():
    a, v = np.zeros((3, 2)), np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    ind = np.array([0, 2, 0], dtype="int32")
    y, da, dv = _gradients(lambda a, v: npx.index_add(a, ind, v), a, v)
    assert y == [[6, 8], [0, 0], [3, 4]] and da == [[1, 1]] * 3 and dv == [[1, 1]] * 3
    place = np.array([[0, 1], [1, 0]], dtype="int64")
    y, da, dv = _gradients(lambda a, v: npx.index_update(a, place, v), a, np.array([7.0]))
    assert y == [[0, 7], [7, 0], [0, 0]] and da == [[1, 0], [0, 1], [1, 1]] and dv == [2]
    for arrays, message in [
        ((np.array(1.0), ind, v), "no dimension"), ((a, np.array([0.5]), v), "int32 and int64"),
        ((a, ind, np.ones((2, 2))), r"'val' of shape \[2, 2\] does not broadcast to \[3, 2\]"),
        ((a, np.zeros((3, 1), dtype="int32"), v), "3 rows, more than the 2 axes"),
    ]:  # fmt: skip
        with pytest.raises(mx.MXNetError, match=message):
            npx.index_update(*arrays)


def test_group_norm_scales_channels():
    x = np.random.normal(size=(2, 4, 3))
    gamma = np.array([1.0, 2.0, 3.0, 4.0])
    parts = x.asnumpy().reshape(2, 2, 6)
    unit = (parts - parts.mean(-1, keepdims=True)) / onp.sqrt(parts.var(-1, keepdims=True) + 1e-3)
    unit = unit.reshape(2, 4, 3)
    y, _, dgamma = _gradients(lambda x, gamma: npx.group_norm(x, gamma, np.zeros(4), num_groups=2), x, gamma)
    onp.testing.assert_allclose(y, unit * gamma.asnumpy()[:, None], 1e-5, 1e-5)
    onp.testing.assert_allclose(dgamma, unit.sum((0, 2)), 1e-4, 1e-5)
    with pytest.raises(mx.MXNetError, match="gamma has shape"):
        npx.group_norm(x, np.ones(2), np.zeros(4), num_groups=2)


def test_functions_of_the_standard():
    x = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    where = np.array([[0], [2]], dtype="int64")
    y, dx = _gradients(lambda x: np.take_along_axis(x, where, 1) + np.real(x).sum() * 0, x)
    assert y == [[1], [6]] and dx == [[1, 0, 0], [0, 0, 1]]
    y, dx = _gradients(lambda x: np.cumulative_prod(x, axis=1, include_initial=True)[:, -1], x)
    assert y == [6, 120] and dx == [[6, 3, 2], [30, 24, 20]]
    y, dx = _gradients(lambda x: np.unstack(x, axis=-1)[1], x)
    assert y == [2, 5] and dx == [[0, 1, 0], [0, 1, 0]]
    assert np.cumulative_sum(np.array([1, 2], dtype="int8")).dtype == "int64"
    assert np.imag(x).tolist() == [[0] * 3] * 2 and np.conj(x).tolist() == x.tolist() and np.positive(2.5) == 2.5
    assert np.real(val=x).tolist() == x.tolist() and np.real(val=2.5) == 2.5  # as NumPy and MXNet call it
    with pytest.raises(ValueError, match="axis must be given"):
        np.cumulative_sum(x)


def test_dlpack_and_seed():
    a = onp.arange(3, dtype="float32")
    assert np.from_dlpack(a).tolist() == [0, 1, 2] and type(npx.from_dlpack(npx.to_dlpack_for_read(np.ones(2)))) is np.ndarray
    assert npx.from_numpy(a, zero_copy=False).tolist() == [0, 1, 2]
    np.random.seed(5)
    first = np.random.normal(size=(3,)).tolist()
    np.random.seed(5)
    assert np.random.normal(size=(3,)).tolist() == first


def test_array_methods_of_2_0():
    a = np.array([[1.0, 2.0], [3.0, 4.0]])
    assert a.diagonal().tolist() == [1, 4] and a.__array_namespace__("2023.12") is np
    a **= 2
    assert a.tolist() == [[1, 4], [9, 16]]
    a.attach_grad()
    a.drop_grad()
    assert a.grad is None


def test_parameters_of_the_standard():
    a = np.array([[3.0, 1.0], [2.0, 4.0], [5.0, 6.0]])
    assert np.sort(a, axis=0, descending=True).tolist() == [[5, 6], [3, 4], [2, 1]]
    assert np.argsort(a[:, 0], descending=True).tolist() == [2, 0, 1]
    assert np.argmax(a, axis=1, keepdims=True).shape == (3, 1) and np.argmin(a, keepdims=True).shape == (1, 1)
    assert np.std(a, correction=1) == np.std(a, ddof=1)
    assert np.clip(a, min=2, max=np.array([3.0, 5.0])).tolist() == [[3, 2], [2, 4], [3, 5]]
    assert np.reshape(a, shape=(2, 3)).shape == (2, 3)
    with pytest.raises(ValueError, match="reshape_view"):
        np.reshape(a, (2, 3), copy=False)
    u, s, v = np.linalg.svd(a, full_matrices=False)
    assert u.shape == (3, 2) and abs((u * s) @ v - a).max() < 1e-5
    square = np.array([[4.0, 2.0], [2.0, 3.0]])
    assert np.linalg.cholesky(square, upper=True).tolist() == np.linalg.cholesky(square).T.tolist()
    assert np.linalg.eigvalsh(square, upper=True).tolist() == np.linalg.eigvalsh(square, "U").tolist()
    assert np.linalg.matmul(square, square).tolist() == (square @ square).tolist()
    assert np.finfo(np.float32).eps == 2**-23 and np.finfo(a).bits == 32 and np.iinfo(np.uint16).max == 65535
    assert np.isdtype(np.int8, ("integral", np.float32)) and a.to_device(mx.cpu(), stream=None) is a
    with pytest.raises(ValueError, match="stream"):
        a.to_device(mx.cpu(), stream=1)


def test_device_is_in_signatures():
    for function in (np.ones, np.eye, np.empty_like, np.random.normal, mx.nd.zeros):
        assert "device" in inspect.signature(function).parameters
    assert np.eye(2, device=mx.cpu(1)).ctx == mx.cpu(1) and np.empty_like(np.ones(2), device=mx.cpu(1)).ctx == mx.cpu(1)


def test_linspace_tells_its_step(v2):
    for num, endpoint in [(5, True), (5, False), (2, False)]:
        points, step = np.linspace(2.0, 3.0, num, endpoint=endpoint, retstep=True)
        wanted, wanted_step = onp.linspace(2.0, 3.0, num, endpoint=endpoint, retstep=True)
        assert step == wanted_step
        onp.testing.assert_allclose(points.asnumpy(), wanted, rtol=1e-6)
    assert onp.isnan(np.linspace(2.0, 3.0, 1, retstep=True)[1])
    mx.v2(False)
    assert np.linspace(2.0, 3.0, 5, endpoint=False, retstep=True)[1] == 0.25  # as MXNet 1.9.1 has it


@pytest.mark.parametrize("axis, start", [(2, 0), (0, 3), (-1, 1), (1, -3), (1, 1)])
def test_rollaxis_is_recorded(axis, start):
    x = np.arange(24).reshape(2, 3, 4)
    weights = onp.arange(24, dtype="float32") * 0.5
    x.attach_grad()
    with autograd.record():
        out = np.rollaxis(x, axis, start)
        (out * np.array(weights).reshape(out.shape)).sum().backward()
    moved = onp.rollaxis(x.asnumpy(), axis, start)
    onp.testing.assert_array_equal(out.asnumpy(), moved)
    places = onp.rollaxis(onp.arange(24).reshape(2, 3, 4), axis, start).ravel()
    wanted = onp.empty(24, "float32")
    wanted[places] = weights
    onp.testing.assert_array_equal(x.grad.asnumpy().ravel(), wanted)


def test_rollaxis_refuses_other_axes():
    for axis, start in [(3, 0), (0, 4), (-4, 0)]:
        with pytest.raises(ValueError, match="out of bounds"):
            np.rollaxis(np.ones((2, 3, 4)), axis, start)
    assert np.rollaxis(onp.ones((2, 3)), 1).shape == (3, 2)


@pytest.mark.parametrize("name", ["bitwise_left_shift", "bitwise_right_shift"])
def test_shifts_take_no_options(name):
    x = np.array([4, 2], dtype="int64")
    for options in ({"where": False}, {"dtype": "int8"}, {"order": "C"}):
        with pytest.raises(TypeError):
            getattr(np, name)(x, x, **options)


@pytest.mark.parametrize("name", ["floor_divide", "logical_and", "fmod"])
def test_others_take_those_that_change_nothing(name):
    x = np.array([4, 2])
    assert getattr(np, name)(x, x, where=True).shape == (2,)
    with pytest.raises(NotImplementedError):
        getattr(np, name)(x, x, where=False)


def test_positive_takes_options_of_ufuncs():
    x, out = np.array([-1.5, 2]), np.zeros(2)
    assert np.positive(x, out=out) is out and out.tolist() == [-1.5, 2] and np.positive(x, where=True).tolist() == [-1.5, 2]
    with pytest.raises(NotImplementedError):
        np.positive(x, where=False)
    with pytest.raises(TypeError):
        np.positive(x, casting="mxnet")


@pytest.mark.parametrize("name", ["ceil", "floor", "trunc"])
def test_rounding_leaves_booleans(name, v2):
    x = np.array([True, False], dtype="bool")
    assert getattr(np, name)(x).dtype == "bool" and getattr(np, name)(x).tolist() == [True, False]
    mx.v2(False)
    with pytest.raises(mx.MXNetError, match="bool"):
        getattr(np, name)(x)


def test_inputs_that_are_no_arrays(v2):
    for error in (mx.MXNetError, AssertionError):
        with pytest.raises(error, match="must have NDArray type"):
            np.tril(10)
    mx.v2(False)
    with pytest.raises(AssertionError) as caught:
        np.tril(10)
    assert not isinstance(caught.value, mx.MXNetError)


@pytest.mark.parametrize("hybridize", [False, True])
def test_gamma_numbers_follow_their_parameters(v2, hybridize):
    """Their derivative is that of the quantile function, from differences of the distribution function."""
    gamma = pytest.importorskip("scipy.stats").gamma

    class Draw(mx.gluon.HybridBlock):
        def forward(self, shape, scale):
            return np.random.gamma(shape, scale)

    net = Draw()
    if hybridize:
        net.hybridize()
    shape, scale = onp.array([0.7, 2, 5, 20.0]), onp.array([1, 0.5, 2, 3.0])
    parameters = np.array(shape), np.array(scale)
    for array in parameters:
        array.attach_grad()
    with autograd.record():
        drawn = net(*parameters)
    drawn.backward()
    x, step = drawn.asnumpy().astype("float64") / scale, 1e-4
    by_shape = (gamma.cdf(x, shape + step) - gamma.cdf(x, shape - step)) / (2 * step)
    onp.testing.assert_allclose(parameters[0].grad.asnumpy(), -scale * by_shape / gamma.pdf(x, shape), rtol=1e-2)
    onp.testing.assert_allclose(parameters[1].grad.asnumpy(), x, rtol=1e-4)
    mx.v2(False)
    with autograd.record():
        drawn = np.random.gamma(*parameters)
    drawn.backward()
    assert parameters[0].grad.tolist() == parameters[1].grad.tolist() == [0] * 4  # as in MXNet 1.9.1


def test_norms_take_what_mxnet_2_0_passes():
    x = onp.random.default_rng(0).normal(size=(2, 3, 4)).astype("float32")
    a = np.array(x)
    for ord, value in [(None, 2), ("inf", onp.inf), ("-inf", -onp.inf), (3, 3)]:
        for axis in (1, None):
            flat = x.ravel() if axis is None else x
            wanted = onp.linalg.norm(flat, value, 0 if axis is None else axis)
            onp.testing.assert_allclose(np.linalg.vector_norm(a, ord, axis).asnumpy(), wanted, rtol=1e-5)
    for ord in ("fro", None, 1, "inf"):
        wanted = onp.linalg.norm(x, onp.inf if ord == "inf" else ord, (0, 2), keepdims=True)
        onp.testing.assert_allclose(np.linalg.matrix_norm(a, ord, (0, 2), True).asnumpy(), wanted, rtol=1e-5)
    onp.testing.assert_allclose(np.linalg.matrix_norm(a).asnumpy(), onp.linalg.norm(x, axis=(-2, -1)), rtol=1e-5)
    for axis in (1, None, (0, 1, 2)):
        with pytest.raises(ValueError, match="two axes"):
            np.linalg.matrix_norm(a, "fro", axis)
