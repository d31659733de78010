"""Forms that are faster on the CPU give what the plain ones give, with gradients of gradients."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
import jmx.ops  # declares the operators
from jmx.core.declare import op as declare
from jmx.native import kernels, onednn, portable
from jmx.ops.nn import _conv_onednn


@pytest.mark.parametrize("shape, axis", [((70, 90), 0), ((90, 70), 1), ((3, 65, 40), -2), ((300_001,), None), ((600, 500), None)])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int32", "int64"])
def test_running_sums(shape, axis, dtype):
    x = (np.random.RandomState(0).randint(-2, 3, shape) * (0.5 if dtype.startswith("f") else 1)).astype(dtype)
    a = mx.np.array(x, dtype=dtype)
    a.attach_grad()
    with mx.autograd.record():
        y = mx.np.cumsum(a, axis=axis)
    assert y.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(y.asnumpy(), np.cumsum(x.astype("float64"), axis).astype(dtype))
    if dtype == "float32":
        y.backward()
        flat = np.arange(x.size, 0, -1).reshape(shape) if axis is None else None
        steps = np.flip(np.arange(1, shape[axis or 0] + 1)).reshape(
            [-1 if i == (axis or 0) % len(shape) else 1 for i in range(len(shape))]
        )
        np.testing.assert_array_equal(a.grad.asnumpy(), np.broadcast_to(steps, shape) if flat is None else flat)


def test_running_sums_keep_infinities_and_nan():
    x = np.ones(300_000, "float32")
    x[5000], x[200_000] = np.inf, -np.inf
    np.testing.assert_array_equal(mx.np.cumsum(mx.np.array(x)).asnumpy(), np.cumsum(x))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_products_of_small_matrices(dtype):
    draw = np.random.RandomState(1).randn
    a, b = draw(5, 3, 4).astype(dtype), draw(5, 4, 2).astype(dtype)
    x, y = mx.nd.array(a, dtype=dtype), mx.nd.array(b, dtype=dtype)
    x.attach_grad()
    y.attach_grad()
    with mx.autograd.record():
        out = mx.nd.batch_dot(x, y)
        (slope,) = mx.autograd.grad(out, [x], head_grads=out, create_graph=True, retain_graph=True)
        total = (slope * slope).sum()
    total.backward()

    def plain(a, b):
        slope = jnp.einsum("bij,bjk,blk->bil", a, b, b)
        return (slope * slope).sum()

    with jax.enable_x64(True):
        grads = jax.grad(plain, (0, 1))(jnp.asarray(a, "float64"), jnp.asarray(b, "float64"))
    rtol = {"float16": 2e-2, "float32": 1e-4, "float64": 1e-10}[dtype]
    assert out.dtype == np.dtype(dtype)
    np.testing.assert_allclose(out.asnumpy(), a.astype(float) @ b.astype(float), rtol=rtol, atol=rtol)
    for got, want in zip((x.grad, y.grad), grads):
        np.testing.assert_allclose(got.asnumpy(), want, rtol=rtol, atol=rtol * np.abs(want).max())


def test_products_of_small_matrices_of_whole_numbers_and_empty_batches():
    x = mx.nd.array(np.arange(8).reshape(2, 2, 2), dtype="int32")
    np.testing.assert_array_equal(mx.nd.batch_dot(x, x).asnumpy(), x.asnumpy() @ x.asnumpy())


def test_pixels_without_weight_are_not_looked_at():
    """As in MXNet: NaN beside the pixels that a small image is made from does not spread."""
    image = np.arange(81, dtype=np.float32).reshape(1, 1, 9, 9)
    image[0, 0, 4, 3] = np.nan
    x = mx.nd.array(image)
    x.attach_grad()
    with mx.autograd.record():
        small = mx.nd.contrib.BilinearResize2D(x, height=3, width=3)
    small.backward()
    np.testing.assert_allclose(small.asnumpy()[0, 0], [[0, 4, 8], [36, 40, 44], [72, 76, 80]])
    taken = np.zeros((9, 9))
    taken[::4, ::4] = 1
    np.testing.assert_allclose(x.grad.asnumpy()[0, 0], taken)


@pytest.mark.parametrize("size", [(), (2,), (3, 2), (6, 4)])
@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_means_over_windows_that_do_not_overlap(size, dtype):
    """As in MXNet: NaN stays in its window."""
    image = np.arange(96, dtype=dtype).reshape(1, 4, 6, 4) / 8
    image[0, 1, 0, 3] = np.nan
    rows, columns = (size * 2)[:2] or (1, 1)
    expected = image.astype(float).reshape(1, 4, rows, 6 // rows, columns, 4 // columns).mean((3, 5))
    x = mx.nd.array(image, dtype=dtype)
    x.attach_grad()
    with mx.autograd.record():
        out = mx.nd.contrib.AdaptiveAvgPooling2D(x, output_size=size)
    out.backward()
    assert out.dtype == np.dtype(dtype) and int(np.isnan(out.asnumpy()).sum()) == 1
    np.testing.assert_allclose(out.asnumpy(), expected, rtol=2e-3 if dtype == "float16" else 1e-6)
    np.testing.assert_allclose(x.grad.asnumpy(), np.full(image.shape, rows * columns / 24), rtol=1e-3)


@pytest.mark.parametrize("name", ["argmax", "argmin"])
@pytest.mark.parametrize("dtype", ["float32", "float16", "int32"])
def test_positions_of_extremes_by_two_reductions(name, dtype):
    """Of equal elements the first, NaN before all."""
    draw = np.random.default_rng(8)
    x = draw.integers(0, 9, (90, 70)).astype(dtype)
    if dtype != "int32":
        x[draw.random(x.shape) < 0.01] = np.nan
        x[:, 3], x[:, 4], x[:, 5], x[5] = np.inf, -np.inf, np.nan, np.nan
    function = declare.find(name).fn
    for axis in (0, 1, -1, None):
        for keepdims in (False, True):
            ours, plain = (jax.jit(functools.partial(function, axis=axis, keepdims=keepdims, platform=p)) for p in ("cpu", "gpu"))
            assert f"{name}[" not in str(jax.make_jaxpr(ours)(x)) and f"{name}[" in str(jax.make_jaxpr(plain)(x))
            assert ours(x).dtype == plain(x).dtype == dtype
            np.testing.assert_array_equal(ours(x), plain(x))
            found = getattr(mx.nd, name)(mx.nd.array(x, dtype=dtype), axis=axis, keepdims=keepdims)
            np.testing.assert_array_equal(found.asnumpy().reshape(-1), np.asarray(plain(x)).reshape(-1))


@pytest.mark.skipif(not onednn.usable(), reason="oneDNN is not installed, or not for this system")
@pytest.mark.parametrize("channels, filters, stride", [(3, 4, 1), (3, 4, 2), (6, 40, 1), (40, 6, 1)])
def test_the_gradient_of_images_with_few_channels(monkeypatch, channels, filters, stride):
    """Not by oneDNN's own, which takes several times as long; gradients of the gradient, too."""
    draw = np.random.default_rng(2)
    x, w = draw.standard_normal((8, channels, 20, 21), "f"), draw.standard_normal((filters, channels, 3, 3), "f")
    attributes = {"kernel": (3, 3), "num_filter": filters, "stride": (stride, stride), "pad": (1, 1), "no_bias": True}
    run = functools.partial(declare.find("Convolution").fn, **attributes, platform="cpu")

    def everything(x, w):
        def slope(x, w):
            return jax.grad(lambda x: jnp.sin(run(x, w)).sum())(x)

        return slope(x, w), jax.grad(lambda x, w: (slope(x, w) ** 2).sum(), (0, 1))(x, w)

    with portable():
        plain = jax.jit(everything)(x, w)
    if onednn.plan(onednn.MULTIPLY, 0, 977, 1009, 1013) is None:
        pytest.skip("this process has made as many plans of oneDNN's as it may")
    monkeypatch.setattr(_conv_onednn, "backward_data", None)
    for one, other in zip(jax.tree.leaves(jax.jit(everything)(x, w)), jax.tree.leaves(plain), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4 * np.abs(other).max())


@pytest.mark.parametrize("name", ["prod", "nanprod"])
@pytest.mark.parametrize("axis", [None, 0, 1, (0, 2)])
def test_gradients_of_products(name, axis):
    """At a 0 the product of the others, which MXNet's quotient does not give; two of them leave nothing."""
    x = np.random.default_rng(0).uniform(0.5, 2, (3, 4, 5))
    x[0, 1, 2] = x[1, 0, 3] = x[2, 2, 2] = x[2, 2, 4] = 0
    if name == "nanprod":
        x[1, 2, 3] = np.nan
    plain = jnp.where(jnp.isnan(x), 1, x.astype("f"))
    _, back = jax.vjp(lambda x: jnp.prod(x, axis=axis), plain)
    head = np.random.default_rng(1).standard_normal(np.shape(plain.prod(axis))).astype("f")
    wanted = np.where(np.isnan(x), 0, back(jnp.asarray(head))[0])
    given = mx.nd.array(x)
    given.attach_grad()
    with mx.autograd.record():
        out = getattr(mx.nd, name)(given, axis=() if axis is None else axis)
    out.backward(mx.nd.array(head.reshape(out.shape)))
    np.testing.assert_allclose(given.grad.asnumpy(), wanted, rtol=1e-5, atol=1e-7)


def test_second_gradient_of_a_product():
    x = mx.np.array([1.5, 2, 3, 0.5])
    x.attach_grad()
    with mx.autograd.record():
        slope = mx.autograd.grad(x.prod(), [x], create_graph=True)[0]
        total = (slope * slope).sum()
    total.backward()
    y = x.asnumpy()
    wanted = jax.grad(lambda x: (jax.grad(jnp.prod)(x) ** 2).sum())(jnp.asarray(y))
    np.testing.assert_allclose(x.grad.asnumpy(), wanted, rtol=1e-5)


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("axis", [0, 1, None])
def test_gradients_of_sorted_elements(axis, native, monkeypatch):
    if not native:
        monkeypatch.setattr(kernels, "usable", lambda *given: False)
    x = np.random.default_rng(2).permutation(30).reshape(5, 6).astype("f")
    head = np.arange(30, dtype="f").reshape((5, 6) if axis is not None else 30)
    order = np.argsort(-x, axis)
    wanted = np.zeros_like(x if axis is not None else x.ravel())
    np.put_along_axis(wanted, order, head, axis if axis is not None else 0)
    first = (slice(2),) if axis in (0, None) else (slice(None), slice(2))
    some = np.zeros_like(wanted)
    np.put_along_axis(some, order[first], head[first], axis if axis is not None else 0)
    given = mx.nd.array(x)
    given.attach_grad()
    for make, slope, heads in (
        (lambda F, x: F.sort(x, axis=axis, is_ascend=False), wanted, head),
        (lambda F, x: F.topk(x, axis=axis, k=2, ret_typ="value"), some, head[first]),
    ):
        for hybrid in (False, True):
            net = mx.gluon.nn.HybridLambda(lambda F, x, make=make: make(F, x))
            net.hybridize(hybrid)
            with mx.autograd.record():
                out = net(given)
            out.backward(mx.nd.array(heads))
            np.testing.assert_array_equal(given.grad.asnumpy().reshape(slope.shape), slope)
        bound = make(mx.sym, mx.sym.Variable("x")).bind(mx.cpu(), {"x": given}, {"x": mx.nd.zeros(x.shape)})
        bound.forward(is_train=True)
        bound.backward(mx.nd.array(heads))
        np.testing.assert_array_equal(bound.grad_dict["x"].asnumpy().reshape(slope.shape), slope)


@pytest.mark.parametrize("n", [511, 601])
@pytest.mark.parametrize("way", [(False, False), (False, True), (True, False), (True, True)])
def test_triangular_products_in_blocks(way, n):
    """The other triangle is not read, not even NaN in it."""
    lower, right = way
    rng = np.random.default_rng(6)
    T, B = rng.standard_normal((2, n, n)), rng.standard_normal((2, n, 3))
    B = B.swapaxes(1, 2) if right else B
    kept = np.tril(T) if lower else np.triu(T)
    wanted = B @ kept if right else kept @ B
    head = rng.standard_normal(wanted.shape)
    turned = B.swapaxes(1, 2)
    slope = turned @ head if right else head @ turned
    if n >= 512:
        T[:, 0 if lower else -1, -1 if lower else 0] = np.nan
    given = [mx.nd.array(a, dtype="float64") for a in (T, B)]
    for a in given:
        a.attach_grad()
    with mx.autograd.record():
        out = mx.nd.linalg.trmm(*given, lower=lower, rightside=right)
    out.backward(mx.nd.array(head, dtype="float64"))
    np.testing.assert_allclose(out.asnumpy(), wanted, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(given[0].grad.asnumpy(), np.tril(slope) if lower else np.triu(slope), rtol=1e-9, atol=1e-9)
    across = kept.swapaxes(1, 2)
    np.testing.assert_allclose(given[1].grad.asnumpy(), head @ across if right else across @ head, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("lower", [True, False])
def test_inverses_from_factors_in_blocks(lower):
    rng = np.random.default_rng(7)
    T = np.tril(rng.standard_normal((601, 601))) * 0.02 + np.eye(601)
    head = rng.standard_normal(T.shape)
    inverse = np.linalg.inv(T @ T.T)
    slope = np.tril(-inverse @ (head + head.T) @ inverse @ T)
    for hybrid in (False, True):
        net = mx.gluon.nn.HybridLambda(lambda F, x: F.linalg.potri(x, lower=lower))
        net.hybridize(hybrid)
        given = mx.nd.array(T if lower else T.T, dtype="float64")
        given.attach_grad()
        with mx.autograd.record():
            out = net(given)
        out.backward(mx.nd.array(head, dtype="float64"))
        np.testing.assert_allclose(out.asnumpy(), inverse, rtol=1e-8, atol=1e-8)
        np.testing.assert_allclose(given.grad.asnumpy(), slope if lower else slope.T, rtol=1e-8, atol=1e-8)


def test_second_gradients_of_triangular_matrices():
    from jmx.ops import _triangles

    T = jnp.asarray(np.tril(np.random.default_rng(8).standard_normal((513, 513))) * 0.01 + np.eye(513), "float32")
    eye = jnp.eye(513, dtype="float32")

    def plain(T):
        inverse = jax.scipy.linalg.solve_triangular(T, eye, lower=True)
        return inverse.T @ inverse

    def twice(function):
        return jax.jit(lambda T: jax.grad(lambda T: (jax.grad(lambda T: jnp.sin(function(T)).sum())(T) ** 2).sum())(T))(T)

    ours, wanted = twice(lambda T: _triangles.gram(_triangles.inverse(T))), twice(plain)
    np.testing.assert_allclose(ours, jnp.tril(wanted), rtol=1e-2, atol=1e-3 * float(abs(wanted).max()))
