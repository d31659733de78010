"""Steps that go from element to element, done together by a kernel in C (`jmx.core.numpy_tier.by_blocks`): as NumPy does them."""

import ctypes

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import jmx as mx
from jmx.core.numpy_tier import by_blocks
from jmx.core.numpy_tier.interpreter import Interpreted
from jmx.native import kernels

pytestmark = [
    pytest.mark.on_cpu,
    pytest.mark.skipif(kernels.library("elements") is None, reason=f"kernels: {kernels._load('elements')}"),
]
ODD = np.array([0, -0.0, np.inf, -np.inf, np.nan, 3e38, -3e38, 1e-45, -1e-40, 1, -1, 1e-8, 88.8, -104, 30, -30], np.float32)


def draw(*shape, seed=0, odd=False, kind="float32"):
    values = (np.random.default_rng(seed).standard_normal(shape) * 3).astype(kind)
    if odd:
        values.reshape(-1)[: ODD.size] = ODD
    return jnp.asarray(values)


def arranged(function, *args):
    """The results of NumPy's calls of a program, the first one's and those by its groups, and how many groups there are."""
    program = Interpreted(jax.make_jaxpr(function)(*args))
    leaves, plain = jax.tree.leaves(args), None
    program.calls_left = 100
    with np.errstate(all="ignore"):
        plain = [np.array(value) for value in program.program.values(leaves)]
        for _ in range(3):
            found = program(leaves)
    groups = [step[0] for step in program.straight.steps if isinstance(step[0], by_blocks.ByBlocks)]
    return plain, found, groups


X, Y = draw(70, 300, odd=True), draw(70, 300, seed=1)
ROW, COLUMN, PLANES = draw(300, seed=2), draw(70, 1, seed=3), draw(4, 30, 20, 10, odd=True)
HALVES = draw(130, 140, seed=4).astype("float16")
BYTES = np.arange(21000).reshape(70, 300).astype("uint8")
EXACT = {
    "arithmetic": (lambda x, y: (x + y) * 3 - x / y, X, Y),
    "in another order": (lambda x, y: (y * 2 + x, x + y * 2, x * y + x * y, (x * y) * (x * y) + x), X, Y),
    "several results": (lambda x, y: (a := x + y, b := a * 2, a > b, (a > b) | (x < 0), b), X, Y),
    "bounds": (lambda x, y: (jnp.maximum(x, y), jnp.minimum(x, 0.5), lax.clamp(jnp.float32(-1), x, jnp.float32(2)) * 2), X, Y),
    "choices": (lambda x, y: jnp.where((x > y) & ~(x == 0), x * y, jnp.where(x != x, jnp.float32(0), y - 1)), X, Y),
    "comparisons": (lambda x, y: [f(x * 1, y) & (x <= 2) for f in (lax.lt, lax.le, lax.gt, lax.ge, lax.eq, lax.ne)], X, Y),
    "truth": (lambda x, y: ((x > 0) ^ (y > 0)).astype("float32") + jnp.isfinite(x).astype("float32"), X, Y),
    "truth that comes in": (lambda x, p: jnp.where(p, x, 0) * 2, X, X > 1),
    "signs": (lambda x: (jnp.abs(-x), jnp.sign(x) * 2, jnp.floor(x) + jnp.ceil(x)), X),
    "powers": (lambda x: (x**2, x**3, x**-2, lax.square(x), lax.rsqrt(jnp.abs(x)), jnp.sqrt(x)), X),
    "error function": (lambda x: 0.5 * x * (1 + lax.erf(x * 0.7)), X),
    "rows": (lambda x, row, column: (x - row) * column + row * 2, X, ROW, COLUMN),
    "planes": (lambda x: (x - x[0, 0, 0, 0]) * x[:, :, :1, :1] + x[0, :, :1, :1] * x[:, :1, :1, :1] + x[0], PLANES),
    "numbers that change": (lambda x, n: x * n + 1, X, jnp.float32(3)),
    "sums between": (lambda x: jnp.exp(x * 0 + (x - x.sum() * 0).max(1, keepdims=True) * 0) + x * 2, Y),
    "half precision": (lambda x: ((x + 1) * x - 0.1, (x * 3).astype("float32") * 1.1, x * 2 > 1), HALVES),
    "to signed bytes": (lambda x: [f(x * 40.5).astype("int8").astype("float32") + 1 for f in (lax.round, jnp.round)], X),
    "to bytes": (lambda x: ((x * 90).astype("int8"), (x * 40.5).astype("uint8").astype("float32") + x), X),
    "from bytes": (lambda x: (x.astype("float32") * 0.1, x.astype("float32"), x * x), jnp.asarray(BYTES)),
    "from signed bytes": (lambda x: x.astype("float32") * 0.1 - 3, jnp.arange(21000).astype("int8")),
    "from whole numbers": (lambda x: x.astype("float32") * 0.1 - 3, jnp.arange(21000) * 99999),
    "to half precision": (lambda x: (x * 1.1 + 1).astype("float16"), X),
}  # fmt: skip


@pytest.mark.parametrize("name", EXACT)
def test_arithmetic_is_numpys_to_the_bit(name):
    plain, found, groups = arranged(*EXACT[name])
    assert groups
    for before, after in zip(plain, found, strict=True):
        assert (after.dtype, after.shape) == (before.dtype, before.shape)
        np.testing.assert_array_equal(after, before)


#: functions with the largest error, in units of the last place
FUNCTIONS = {
    "exp": (np.exp, lax.exp, 2), "log": (np.log, lax.log, 2), "expm1": (np.expm1, lax.expm1, 3),
    "log1p": (np.log1p, lax.log1p, 3), "tanh": (np.tanh, lax.tanh, 4),
    "logistic": (lambda x: 1 / (1 + np.exp(-x)), lax.logistic, 3),
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name):
    right, function, most = FUNCTIONS[name]
    drawn = [np.random.default_rng(n).uniform(-s, s, 4000) for n, s in enumerate([10.0**k for k in range(-9, 3)])]
    given = np.concatenate([ODD, *drawn]).astype("float32")
    assert not arranged(function, jnp.asarray(given))[2]  # one step is NumPy's
    _, (found, _), groups = arranged(lambda x: (function(x), x + 1), jnp.asarray(given))
    assert len(groups) == 1
    with np.errstate(all="ignore"):
        wanted = right(given.astype(np.float64))
        single = wanted.astype(np.float32)
    np.testing.assert_array_equal(np.isfinite(found), np.isfinite(single))
    np.testing.assert_array_equal(found[~np.isfinite(single)], single[~np.isfinite(single)])
    near = np.isfinite(single) & (np.abs(wanted) > 1e-36)  # numbers that are 0 or denormal in compiled programs
    unit = np.spacing(np.abs(single[near])).astype(np.float64)
    assert (np.abs(found[near] - wanted[near]) <= most * unit).all()


def test_operators_and_their_gradients(monkeypatch):
    used, results = [], []
    run = by_blocks.ByBlocks.__call__
    monkeypatch.setattr(by_blocks.ByBlocks, "__call__", lambda self, *arrays: used.append(1) or run(self, *arrays))
    for on in (True, False):
        if not on:
            monkeypatch.setattr(kernels, "library", lambda family: None)
        # of another shape, as programs are kept for a shape
        x, state = mx.nd.array(np.asarray(Y).reshape((70, 300) if on else (300, 70))), mx.nd.zeros(Y.shape[:: 1 if on else -1])
        x.attach_grad()
        gradient = mx.nd.zeros_like(x)
        net = mx.sym.LeakyReLU(mx.sym.var("x"), act_type="gelu").bind(mx.cpu(), {"x": x}, {"x": gradient})
        block = mx.gluon.nn.ELU()
        block.hybridize()
        found = []
        for _ in range(5):
            with mx.autograd.record():
                y = mx.nd.LeakyReLU(x, act_type="elu") * block(x) + mx.nd.Activation(x, "softrelu")
            y.backward()
            updated = mx.nd.signum_update(x, x, state, lr=0.1, momentum=0.9, wd=0.01, clip_gradient=2.0)
            shown = net.forward(is_train=True)[0]
            net.backward(mx.nd.ones_like(x))
            found = [a.asnumpy().reshape(-1) for a in (y, x.grad, updated, state, shown, gradient)]
        results.append(found)
        assert bool(used) == on
        used.clear()
    for one, other in zip(*results):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


def test_steps_with_effects_keep_their_order():
    order = []

    def note(n):
        def run(x):
            order.append(n)
            return np.asarray(x)

        return run

    def function(x):
        first = jax.pure_callback(note(1), jax.ShapeDtypeStruct(x.shape, x.dtype), x * 2 + 1)
        return first * jax.pure_callback(note(2), jax.ShapeDtypeStruct(x.shape, x.dtype), x) + 1

    plain, found, groups = arranged(function, Y)
    np.testing.assert_array_equal(plain[0], found[0])
    assert groups
    assert order == [1, 2] * (len(order) // 2)


def test_arrays_that_lie_in_another_order_than_they_did():
    *_, (group,) = arranged(lambda x: x * 2 + 1, Y)
    turned = np.asfortranarray(np.asarray(Y))
    assert np.array_equal(group(turned, np.array(2, "float32"), np.array(1, "float32"))[0], turned * 2 + 1)


def test_what_is_left_to_numpy(monkeypatch):
    for few in (lambda x: x[:3] * 2 + 1, lambda x: (x * 2).astype("int32") + 1, lambda x: x.T * 2 + 1, lambda x: jnp.sin(x) + 1):
        assert not arranged(few, Y)[2]
    monkeypatch.setattr(kernels, "library", lambda family: None)
    assert not arranged(lambda x: x * 2 + 1, Y)[2]


def test_long_programs_are_several_groups():
    def function(x):
        kept = [x * n for n in range(2, 60)]
        while len(kept) > 1:
            kept = [a - b for a, b in zip(kept, kept[1:])]
        return kept[0]

    plain, found, groups = arranged(function, draw(130, 130))
    np.testing.assert_array_equal(plain[0], found[0])
    assert len(groups) > 2


@pytest.mark.parametrize(
    "plan",
    [
        [3, 1, 0, 0, 3, 99, 1, 0, 0, 0],  # an operation that there is not
        [3, 1, 0, 0, 3, 0, 1, 0, 3, 0],  # a place that there is not
        [3, 1, 0, 0, 0, 0, 1, 0, 0, 0],  # memory that there is not
        [2, 1, 0, 0, by_blocks._NUMBERS["repeated"], 1, 0, 0, 1],  # nothing repeated
        [3, 2, 0, 0, 3, 0, 1, 0, 0, 0],  # a step too few
        [81, 0, *[0] * 81],
        [60, 1, 0, 0, *[3] * 58, 0, 1, 0, 0, 0],  # too many blocks
    ],
)
def test_plans_that_make_no_sense(plan):
    memory = [np.zeros(4, np.float32) for _ in range(2)]
    numbers, places = (ctypes.c_int64 * len(plan))(*plan), (ctypes.c_void_p * 2)(*[a.ctypes.data for a in memory])
    library = kernels.library("elements")
    assert not library.jmx_elements_run(numbers, ctypes.c_int64(len(plan)), ctypes.c_int64(4), places, ctypes.c_int64(2))


def test_more_calls_where_steps_are_done_together(monkeypatch):
    x = draw(1000, 1000)

    def calls(function):
        return Interpreted(jax.make_jaxpr(function)(x)).calls_left

    together = calls(lambda x: 0.5 * x * (1 + lax.erf(x * 0.7)))
    assert calls(jnp.cumsum) < 64
    monkeypatch.setattr(kernels, "library", lambda family: None)
    assert 2 < calls(lambda x: 0.5 * x * (1 + lax.erf(x * 0.7))) < together
