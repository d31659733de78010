"""The kernel of take and Embedding: slices, gradients and gradients of gradients are those of XLA's form."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
from jmx.native import kernels
from jmx.ops._rows import gathered

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
    for x, places in ((data.astype("float16"), at), (data[:, :3], at), (data, at[:0]), (data.astype("i"), at)):
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


def test_calls_that_no_operator_makes_are_refused(call_directly):
    data, at = drawn((7, 9), (5,), 0)

    def call(plan, data, at):
        out = np.zeros((5, 9), "f")
        return call_directly("jmx_gather", plan, [data, at], [out]), out

    assert call((0, 1, 7, 9, 5), data, at)[0] is None
    outside = np.array([-5, 7, 2**31 - 1, -(2**31), 3], "i")
    np.testing.assert_array_equal(call((0, 1, 7, 9, 5), data, outside)[1], data[[0, 6, 6, 0, 3]])
    for plan in (
        (2, 1, 7, 9, 5),
        (0, 1, 7, 9, 4),
        (0, 1, 8, 9, 5),
        (0, 2**62, 7, 9, 5),
        (0, -1, -7, 9, 5),
        (1, 1, 7, 9, 5),
        (0, 1, 7, 9),
    ):
        assert "other arrays than its plan" in (call(plan, data, at)[0] or ""), plan
