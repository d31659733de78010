"""NumPy's rules for positions and for sorting give what XLA gives: whole rows, elements, windows, positions out of range."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from jmx.core.numpy_tier import rules_order
from jmx.core.numpy_tier.interpreter import Interpreted

pytestmark = pytest.mark.on_cpu

KINDS = ["float16", "float32", "int8", "int32", "uint8", "uint32", "bool"]
IN = jnp.asarray([3, 0, 3, 3, 1, 0, 5, 4], "int32")
OUT = jnp.asarray([3, -9, 99, 5, -1, 2, 0, 6], "int32")
PLACES = [IN, OUT, IN.astype("uint8"), IN.reshape(4, 2), IN[:0], IN[0]]
SPECIAL = jnp.asarray([np.nan, 1, -0.0, 0.0, -np.inf, np.inf, -1, np.nan, 0.0, -0.0, 1, 1e-30], "float32")


def drawn(*shape, kind="float32"):
    values = np.random.default_rng(0).standard_normal(shape) * 9
    return jnp.asarray((values > 0 if kind == "bool" else abs(values) if kind[0] == "u" else values).astype(kind))


def agree(function, *arrays, exact=True):
    compiled = jax.jit(function)
    found = Interpreted(compiled.trace(*arrays).jaxpr, always=True)(arrays)
    for mine, theirs in zip(found, jax.tree_util.tree_leaves(compiled(*arrays)), strict=True):
        assert (mine.shape, mine.dtype) == (theirs.shape, theirs.dtype)
        if exact:
            np.testing.assert_array_equal(mine, theirs)
        else:
            np.testing.assert_allclose(mine.astype(float), np.asarray(theirs, float), rtol=1e-2 if mine.itemsize == 2 else 1e-5)


@pytest.mark.parametrize("kind, at", [*[(kind, OUT) for kind in KINDS], *[("float32", at) for at in PLACES]], ids=str)
@pytest.mark.parametrize("mode", ["clip", "fill", "promise_in_bounds"])
def test_reading(kind, at, mode):
    x = drawn(6, 7, 5, kind=kind)
    agree(lambda x, i: [jnp.moveaxis(x, axis, 0).at[i].get(mode=mode) for axis in range(3)], x, at)
    agree(lambda x, i: (x.at[:, i].get(mode=mode), x.at[..., i].get(mode=mode), x.at[:, :, i, None].get(mode=mode)), x, at)
    agree(lambda x, i: (x.at[i, i % 5].get(mode=mode), x.at[i, :, i % 5].get(mode=mode), x.at[i, i, i].get(mode=mode)), x, at)


@pytest.mark.parametrize("mode", ["clip", "fill"])
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_reading_along_an_axis(mode, axis):
    at = jnp.asarray(np.random.default_rng(1).integers(-9, 9, (6, 7, 5)), "int32")
    agree(lambda x, i: jnp.take_along_axis(x, i, axis, mode=mode), drawn(6, 7, 5), at)


@pytest.mark.parametrize("mode", ["clip", "drop"])
@pytest.mark.parametrize("kind, at", [*[(kind, OUT) for kind in KINDS[:-1:2]], *[("float32", at) for at in PLACES]], ids=str)
@pytest.mark.parametrize("way", ["add", "max"])
def test_writing(mode, kind, at, way):
    x, i = drawn(6, 7, 5, kind=kind), at
    rows, columns, cells = (drawn(*at.shape, *rest, kind=kind) for rest in ((7, 5), (6, 5), (5,)))

    def write(where, values):
        return getattr(where, way)(values, mode=mode)

    agree(lambda x, i, values: write(x.at[i], values), x, i, rows, exact=False)
    agree(lambda x, i, values: write(x.swapaxes(0, 1).at[i], values), x, i, columns, exact=False)
    agree(lambda x, i, values: write(x.at[i, i], values), x, i, cells, exact=False)
    agree(lambda x, i: write(x.at[:, i], 3), x, i, exact=False)
    agree(lambda x, i: write(x.at[i, i, i], 3), x, i, exact=False)


@pytest.mark.parametrize("mode", ["clip", "drop"])
def test_setting(mode):
    i = jnp.asarray([3, 99, 0, -2], "int32")  # each place once, as which of several values stays is not defined
    for function in (
        lambda x, i: x.at[i].set(jnp.arange(35.0).reshape(7, 5), mode=mode),
        lambda x, i: x.at[:, i].set(7, mode=mode),
        lambda x, i: x.at[i, i].set(7, mode=mode),
        lambda x, i: jnp.zeros((6, 7, 5)).at[i, :, i].set(x[:4, :, 0], mode=mode),
        lambda x, i: (-jnp.zeros((6, 7))).at[i, 0].set(7, mode=mode) + 1 / (-jnp.zeros((6, 7))).at[i, 1].set(7, mode=mode),
        lambda x, i: lax.scatter(x, i[:2, None], x[:2, :3, :2], lax.ScatterDimensionNumbers((0 + 1, 2), (0,), (0,)), mode=mode),
    ):
        agree(function, drawn(6, 7, 5), i)


def test_gradients_add_up():
    x, at = drawn(6, 40), jnp.asarray(np.random.default_rng(2).integers(0, 6, 200))
    agree(jax.grad(lambda x, i: (x[i] * jnp.arange(200.0)[:, None]).sum()), x, at, exact=False)
    agree(jax.grad(lambda x, i: (x[i] ** 2).sum()), x, jnp.asarray([5, 0, 3]), exact=False)
    agree(jax.grad(lambda x, i: (x[i] ** 2).sum()), x, jnp.asarray([5, 0, 3, 3, 5, 3]), exact=False)


@pytest.mark.parametrize("kind", ["float16", "float32", "int8", "int32", "uint8", "bool"])
@pytest.mark.parametrize("axes", [(3, 4), (3,), (0, 4), (1, 2), (0, 1, 2, 3, 4)])
def test_reductions_of_few_elements(kind, axes):
    x = drawn(2, 40, 30, 2, 2, kind=kind)
    agree(lambda x: (x.max(axes), x.min(axes)), x)
    if kind not in ("bool", "float16"):  # whose sums depend on the order
        agree(lambda x: x.sum(axes, dtype=x.dtype), jnp.round(x) if kind == "float32" else x // 8, exact=False)
    agree(lambda x: lax.reduce_prod(x, axes), jnp.clip(x, 0, 1), exact=False)


@pytest.mark.parametrize("kind", ["float16", "float32", "int8", "int32", "uint8", "uint32"])
@pytest.mark.parametrize("shape", [(300,), (3, 100), (2, 5, 40), (4, 1)])
def test_the_largest(kind, shape):
    x = drawn(*shape, kind=kind)
    agree(lambda x: [lax.top_k(x, k) for k in (1, 2, shape[-1]) if k <= shape[-1]], x)
    agree(lambda x: lax.top_k(x.T, 2), x)


def test_the_largest_of_special_values():
    agree(lambda x: [lax.top_k(x, k) for k in (1, 5, 12)], SPECIAL)
    agree(lambda x: lax.top_k(x, 3), jnp.tile(SPECIAL, 30).reshape(3, 120))
    agree(lambda x: lax.top_k(x, 3), jnp.asarray([2**31 - 1, -(2**31), 0, -1, 2**31 - 1], "int32"))


@pytest.mark.parametrize("at_once", [1, 30, 10**6])
def test_the_largest_some_rows_at_a_time(at_once, monkeypatch):
    orders, plain = [], rules_order._order
    monkeypatch.setattr(rules_order, "_AT_ONCE", at_once)
    monkeypatch.setattr(rules_order, "_order", lambda keys, k: orders.append(len(keys)) or plain(keys, k))
    x = jnp.round(drawn(7, 3, 12))
    agree(lambda x: (lax.top_k(x, 12), lax.top_k(x, 1)), x)
    assert orders == {1: [1] * 42, 30: ([2] * 10 + [1]) * 2, 10**6: [21] * 2}[at_once]
    agree(lambda x: (lax.top_k(x.transpose(0, 2, 1), 2), lax.top_k(x[:0], 2), lax.top_k(x[..., :0], 0)), x)
    agree(lambda x: lax.top_k(x, 5), jnp.tile(SPECIAL, 30).reshape(30, 12))


@pytest.mark.parametrize("kind", KINDS)
def test_orders(kind):
    x = drawn(4, 50, kind=kind)
    agree(lambda x: [f(x, axis=axis) for axis in (0, 1) for f in (jnp.argsort, jnp.sort)], x)
    agree(lambda x, y: lax.sort((x, y), num_keys=1), x, drawn(4, 50))


def test_orders_of_special_values():
    negative = lax.bitcast_convert_type(jnp.asarray([0xFFC00000, 0x7FC00001], "uint32"), "float32")  # both are not numbers
    agree(lambda x: jnp.argsort(x), jnp.concatenate([SPECIAL, negative, SPECIAL]))


def test_64_bits():
    with jax.enable_x64(True):
        x = jnp.asarray([2**60, 2**60 + 1, -(2**62), 5, 2**60], "int64")
        agree(lambda x: (jnp.argsort(x), jnp.sort(x), lax.top_k(x, 2), lax.top_k(x.astype("float64"), 5)), x)
        agree(lambda x, i: (x[i], x.at[i].add(x)), x, jnp.asarray([0, 4, 4, 2, 1]))


def test_results_own_their_memory():
    x = drawn(4, 3)
    table = jnp.arange(6.0)
    function = jax.jit(
        lambda x: (x, x + 1, (x + 1)[::-1], (x + 1).reshape(3, 4), table, jnp.zeros((2, 2)), x[jnp.asarray([1, 0])])
    )
    program = Interpreted(function.trace(x).jaxpr, always=True)
    first, again = program([x]), program([x])
    arrays = [*first, *again, np.asarray(x), np.asarray(table)]
    for i, a in enumerate(arrays):
        assert not any(np.shares_memory(a, b) for b in arrays[i + 1 :])
    assert all(a.flags.writeable for a in (*first, *again))
