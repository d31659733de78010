"""The kernel of take, pick, gather_nd and others: values, gradients and gradients of gradients are those of XLA's form."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
from jmx.core.declare.positions import AROUND, ENDS, NEAREST, NONE, added, along, bounded, gathered, taken, written
from jmx.native import kernels

pytestmark = pytest.mark.skipif(not kernels.usable("gather"), reason=f"kernels: {kernels._load('gather')}")


def drawn(shape, places, axis, seed=0):
    rng = np.random.default_rng(seed)
    return rng.standard_normal(shape, "f"), rng.integers(0, shape[axis], places).astype("i")


def everything(data, at, axis, platform):
    weights = np.random.default_rng(1).standard_normal((*data.shape[:axis], *at.shape, *data.shape[axis + 1 :]), "f")

    def slope(data):
        return jax.grad(lambda data: (weights * gathered(data, at, axis, platform) ** 2).sum())(data)

    program = jax.jit(
        lambda data: (gathered(data, at, axis, platform), slope(data), jax.grad(lambda x: (slope(x) ** 2).sum())(data))
    )
    assert ("jmx_gather" in program.lower(data).as_text()) == (platform == "cpu")
    return program(data)


@pytest.mark.parametrize(
    ("shape", "places", "axis"),
    [
        ((7, 9), (5,), 0),
        ((1, 64), (3, 4), 0),
        ((3, 5, 2, 4), (2, 3), 1),
        ((2, 3, 4, 9), (50,), 2),
        ((300, 700), (900,), 0),
        ((4, 8), (), 0),
    ],
)
def test_slices_and_gradients(shape, places, axis):
    data, at = drawn(shape, places, axis)
    for ours, plain in zip(*(everything(data, jnp.asarray(at), axis, platform) for platform in ("cpu", "gpu")), strict=True):
        np.testing.assert_allclose(ours, plain, rtol=1e-4, atol=1e-4)


def test_what_xla_does():
    data, at = drawn((7, 9), (5,), 0)
    for x, places in ((data.astype("float16"), at), (data[:, :0], at), (data, at[:0]), (data > 0, at.astype("int16"))):
        program = jax.jit(lambda x, places: gathered(x, places, 0, "cpu"))
        assert "jmx_gather" not in program.lower(x, places).as_text()
        np.testing.assert_array_equal(program(x, places), x[places])


@pytest.mark.parametrize("mode", ["clip", "wrap"])
def test_positions_out_of_range(mode):
    data, places = drawn((7, 9), (), 0)[0], np.array([-1, 3.9, 99, -99, np.nan, np.inf, -np.inf, 6], "f")
    x = mx.nd.array(data)
    x.attach_grad()
    with mx.autograd.record():
        out = mx.nd.take(x, mx.nd.array(places), mode=mode)
    out.backward()
    # a narrow array is left to XLA
    narrow = mx.nd.take(mx.nd.array(np.arange(7.0)), mx.nd.array(places), mode=mode).asnumpy().astype(int)
    np.testing.assert_array_equal(out.asnumpy(), data[narrow])
    np.testing.assert_array_equal(x.grad.asnumpy()[:, 0], np.bincount(narrow, minlength=7))


def test_embedding_eager_hybridized_symbol_and_sparse():
    table, at = drawn((20, 16), (4, 6), 0)
    expected = np.zeros_like(table)
    np.add.at(expected, at, 1)
    for hybrid in (False, True):
        for sparse in (False, True):
            net = mx.gluon.nn.Embedding(20, 16, sparse_grad=sparse)
            net.initialize()
            net.weight.set_data(mx.nd.array(table))
            net.hybridize(hybrid)
            with mx.autograd.record():
                out = net(mx.nd.array(at))
            out.backward()
            np.testing.assert_array_equal(out.asnumpy(), table[at])
            np.testing.assert_array_equal(net.weight.grad().asnumpy(), expected)
    net = mx.sym.Embedding(mx.sym.Variable("at"), mx.sym.Variable("table"), input_dim=20, output_dim=16)
    given = {"at": mx.nd.array(at), "table": mx.nd.array(table)}
    bound = net.bind(mx.cpu(), given, {"table": mx.nd.zeros((20, 16))}, {"at": "null", "table": "write"})
    bound.forward(is_train=True)
    bound.backward(mx.nd.ones((4, 6, 16)))
    np.testing.assert_array_equal(bound.outputs[0].asnumpy(), table[at])
    np.testing.assert_array_equal(bound.grad_dict["table"].asnumpy(), expected)


MODES = [NEAREST, AROUND, NONE, ENDS]


def both_forms(function, at, *arrays):
    """What a function of (platform, positions, arrays) gives with its gradients and theirs, by the kernel and without."""
    for platform in ("cpu", "gpu"):

        def slopes(at, *arrays, platform=platform):
            return jax.grad(lambda *arrays: (function(platform, at, *arrays) ** 2).sum(), tuple(range(len(arrays))))(*arrays)

        def everything(at, *arrays, platform=platform, slopes=slopes):
            first, back = jax.vjp(functools.partial(slopes, at), *arrays)
            return function(platform, at, *arrays), *first, *back(first)

        program = jax.jit(everything)
        assert ("jmx_gather" in program.lower(at, *arrays).as_text()) == (platform == "cpu")
        yield program(at, *arrays)


@pytest.mark.parametrize("outside", MODES)
@pytest.mark.parametrize(("shape", "rows", "kind"), [((7, 9), 1, "int32"), ((4, 3, 5, 2), 2, "float32"), ((1100,), 1, "float32")])
def test_positions_of_several_axes(shape, rows, kind, outside):
    rng = np.random.default_rng(2)
    sizes = np.array(shape[:rows])[:, None, None]
    at = jnp.asarray((rng.uniform(-1.5, 1.5, (rows, 2, 700)) * sizes).astype(kind))
    data, values = rng.standard_normal(shape, "f"), rng.standard_normal((2, 700, *shape[rows:]), "f")
    distinct = jnp.asarray(np.stack(np.unravel_index(rng.permutation(sizes.prod()), shape[:rows])).astype(kind))
    some = values[0, : min(3, distinct.shape[1])]
    zeros = jax.ShapeDtypeStruct(shape, "float32")
    for function, places, arrays in (
        (lambda platform, at, x: taken(x, at, 0, outside, platform), at, [data]),
        (lambda platform, at, x, v: added(x, at, v, outside, platform), at, [data, values]),
        (lambda platform, at, v: added(zeros, at, v, outside, platform), at, [values]),
        # which one of several stays is the platform's choice
        (lambda platform, at, x, v: written(x, at, v, outside, platform), distinct[:, :3], [data, some]),
    ):
        for kernel, plain in zip(*both_forms(function, places, *arrays), strict=True):
            np.testing.assert_allclose(kernel, plain, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("outside", [NEAREST, AROUND])
def test_a_position_for_each_number(axis, outside):
    rng = np.random.default_rng(3)
    data = rng.standard_normal((40, 50, 6), "f")
    at = rng.integers(-60, 60, np.delete(data.shape, axis)).astype("i")
    at = jnp.asarray(np.expand_dims(at, axis))

    def function(platform, at, x):
        found = along(x, at, axis, outside, platform)
        return jnp.take_along_axis(x, bounded(at, x.shape[axis], outside), axis) if found is None else found

    for kernel, plain in zip(*both_forms(function, at, data), strict=True):
        np.testing.assert_allclose(kernel, plain, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64", "float64", "bool", "float16"])
def test_other_types(dtype):
    x = np.arange(24).reshape(6, 4).astype(dtype)
    rows, columns = np.array([[0, 5, 2]], "i"), np.array([[0, 5, 2], [3, 0, 1]], "i")
    a = mx.nd.array(x, dtype=dtype)
    np.testing.assert_array_equal(mx.nd.gather_nd(a, mx.nd.array(columns)).asnumpy(), x[tuple(columns)])
    np.testing.assert_array_equal(mx.nd.take(a, mx.nd.array(rows[0])).asnumpy(), x[rows[0]])
    np.testing.assert_array_equal(a[mx.nd.array(rows[0], dtype="int64")].asnumpy(), x[rows[0]])
    if dtype != "bool":
        expected = np.zeros_like(x)
        expected[tuple(columns)] = x[0, :3] + 1
        made = mx.nd.scatter_nd(mx.nd.array(x[0, :3] + 1, dtype=dtype), mx.nd.array(columns), shape=x.shape)
        assert made.dtype == np.dtype(dtype)
        np.testing.assert_array_equal(made.asnumpy(), expected)


def _made(F, x, i):
    column = F.pick(x, i, axis=0, mode="wrap")
    points = F.gather_nd(x, F.stack(i, i, axis=0))
    back = F.scatter_nd(points, F.expand_dims(i, 0), shape=(4,))
    first, rows = (F.slice_axis(array, axis=0, begin=0, end=2) for array in (i, x * 2))
    copied = F.contrib.index_copy(x, F.cast(first, "int32"), rows)
    return [column, points, back, copied, F.take(x, i, axis=1, mode="wrap")]


def _expected(x, i):
    """The same by NumPy, and the gradient of the sum of all results."""
    at, slope = i.astype(int) % 4, np.zeros_like(x)
    np.add.at(slope, (at, np.arange(4)), 1)
    np.add.at(slope, (at, at), 2)  # handed on, and once more by what is written with it
    slope += 1
    slope[at[:2]] -= 1
    slope[:2] += 2
    np.add.at(slope.T, at, 1)
    copied = x.copy()
    copied[at[:2]] = 2 * x[:2]
    back = np.zeros(4, "f")
    back[at] = x[at, at]
    return [x[at, np.arange(4)], x[at, at], back, copied, x[:, at]], slope


@pytest.mark.parametrize("native", [True, False])
def test_operators_eager_hybridized_and_symbol(native, monkeypatch):
    if not native:
        monkeypatch.setattr(kernels, "usable", lambda *given: False)
    x, i = np.random.default_rng(4).standard_normal((4, 4), "f"), np.array([2, 0, 3, 1], "f")
    expected, slope = _expected(x, i)
    for hybrid in (False, True):

        class Net(mx.gluon.HybridBlock):
            def hybrid_forward(self, F, x, i):
                return _made(F, x, i)

        net = Net()
        net.hybridize(hybrid)
        given = mx.nd.array(x)
        given.attach_grad()
        with mx.autograd.record():
            results = net(given, mx.nd.array(i))
        mx.autograd.backward(results)
        for result, wanted in zip(results, expected, strict=True):
            np.testing.assert_allclose(result.asnumpy(), wanted, rtol=1e-6)
        np.testing.assert_allclose(given.grad.asnumpy(), slope, rtol=1e-6)
    graph = mx.sym.Group(_made(mx.sym, mx.sym.Variable("x"), mx.sym.Variable("i")))
    arrays = {"x": mx.nd.array(x), "i": mx.nd.array(i)}
    bound = graph.bind(mx.cpu(), arrays, {"x": mx.nd.zeros((4, 4))}, {"x": "write", "i": "null"})
    for result, wanted in zip(bound.forward(is_train=True), expected, strict=True):
        np.testing.assert_allclose(result.asnumpy(), wanted, rtol=1e-6)
    bound.backward([mx.nd.ones(o.shape) for o in bound.outputs])
    np.testing.assert_allclose(bound.grad_dict["x"].asnumpy(), slope, rtol=1e-6)


def test_reading_by_arrays():
    x = np.random.default_rng(5).standard_normal((5, 6, 7), "f")
    i, j = np.array([[0, -1], [3, 3]]), np.array([2, -6])
    given = mx.nd.array(x)
    given.attach_grad()
    for key in ((i,), (slice(None), i), (i, j), (slice(None), i, j), (i, slice(None), j), (slice(1, 4), i), (2, i)):
        with mx.autograd.record():
            out = given[tuple(mx.nd.array(k, dtype="int32") if isinstance(k, np.ndarray) else k for k in key)]
        out.backward()
        slope = np.zeros_like(x)
        np.add.at(slope, key, 1)
        np.testing.assert_array_equal(out.asnumpy(), x[key])
        np.testing.assert_array_equal(given.grad.asnumpy(), slope)


def test_numpy_runs_long_programs_with_this_kernel():
    """Others than it are compiled at once from 24 steps on."""
    from jmx.core.numpy_tier.interpreter import Interpreted

    def program(x, at):
        for _ in range(30):
            x = x + jnp.sin(x)
        return taken(x, at, platform="cpu")

    data, at = drawn((7, 9), (1, 5), 0)
    run = Interpreted(jax.jit(program).trace(data, at).jaxpr)
    for _ in range(3):  # as seen and as arranged for more calls
        np.testing.assert_allclose(run([data, at])[0], jax.jit(program)(data, at), rtol=1e-5)


def test_calls_that_no_operator_makes_are_refused(call_directly):
    data, at = drawn((7, 9), (5,), 0)

    def call(plan, data, at, kind="f"):
        out = np.zeros((5, 9), kind)
        return call_directly("jmx_gather", plan, [data, at], [out]), out

    assert call((0, 1, 9, 5, 0, 0, 7), data, at)[0] is None
    outside = np.array([-5, 7, 2**31 - 1, -(2**31), 3], "i")
    np.testing.assert_array_equal(call((0, 1, 9, 5, 0, 0, 7), data, outside)[1], data[[0, 6, 6, 0, 3]])
    wild = np.array([np.nan, np.inf, -np.inf, 3.99, 1e30], "f")
    np.testing.assert_array_equal(call((0, 1, 9, 5, 0, 0, 7), data, wild)[1], data[[0, 0, 0, 3, 0]])
    for plan in (
        (3, 1, 9, 5, 0, 0, 7),
        (0, 1, 9, 4, 0, 0, 7),
        (0, 1, 9, 5, 0, 0, 8),
        (0, 1, 9, 5, 4, 0, 7),
        (0, 1, 9, 5, -1, 0, 7),
        (0, 1, 9, 5, 0, 1, 7),
        (0, 1, 9, 5, 0, 0, 7, 1),
        (0, 1, 9, 5, 0, 0),
        (0, 1, 9, 5, 0, 0, -7),
        (0, 2**62, 9, 5, 0, 0, 7),
        (0, 1, 9, 5, 0, 0, 2**62, 4),
        (0, -1, -9, 5, 0, 0, 7),
        (1, 1, 9, 5, 0, 0, 7),
        (0, *[1] * 40),
    ):
        assert "other arrays than its plan" in (call(plan, data, at)[0] or ""), plan
    assert "other arrays than its plan" in call((0, 1, 9, 5, 0, 0, 7), data, at, "d")[0]
    assert "other arrays than its plan" in call((0, 1, 9, 5, 0, 0, 7), data, at.astype("int16"))[0]


@pytest.mark.parametrize(
    "function",
    [
        lambda x, at: gathered(x, at, 1, "cpu"),
        lambda x, at: taken(x, at[None], 1, platform="cpu"),
        lambda x, at: along(x, jnp.broadcast_to(at, (x.shape[0], 3)), 1, platform="cpu"),
        lambda x, at: added(x, at[None, : x.shape[0]], x, platform="cpu"),
    ],
)
def test_gradients_in_a_part_of_a_mesh(function):
    """The batch lies along an axis of the mesh, and JAX holds each gradient's type against that of its argument."""
    x, at = jnp.arange(12, dtype="float32").reshape(3, 4), jnp.array([0, 2, 1], "int32")
    slope = jax.grad(lambda x, at: jnp.sum(function(x, at) ** 2))
    mesh = jax.sharding.Mesh(np.array(jax.devices()[:1]), ("part",))
    split, whole = jax.sharding.PartitionSpec("part"), jax.sharding.PartitionSpec()
    parts = jax.shard_map(slope, mesh=mesh, in_specs=(split, whole), out_specs=split)
    np.testing.assert_allclose(jax.jit(parts)(x, at), slope(x, at))
