"""Programs run by NumPy give what the compiled ones give, and are compiled when they come back often enough."""

import gc

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.extend.core import Jaxpr

import jmx as mx
from jmx.config.compile_log import FOR_EVER
from jmx.core.numpy_tier import blas, interpreter, jit, tiered
from jmx.core.numpy_tier.interpreter import Interpreted
from jmx.core.numpy_tier.rules import Uncovered
from jmx.native import lapack

pytestmark = pytest.mark.on_cpu


def draw(*shape, kind="float32", seed=0):
    values = np.random.default_rng(seed).standard_normal(shape) * 3
    return jnp.asarray(values.astype(kind))


def whole(*shape):
    return jnp.round(draw(*shape))


def conv(x, w, strides, padding, spread=None, holes=None, groups=1, layout=None):
    numbers = (layout, "HWIO", layout) if layout else None
    return lax.conv_general_dilated(x, w, strides, padding, spread, holes, numbers, groups)


X, Y, Z = draw(3, 4), draw(3, 4, seed=1), draw(4, 2, seed=2)
I = jnp.asarray([[7, -7, 0], [-9, 5, 2**31 - 1]], "int32")
J = jnp.asarray([[2, 2, 0], [0, -3, 4]], "int32")
BAD = jnp.asarray([np.nan, np.inf, -np.inf, 3e10, -3e10, 1.5, -0.0], "float32")
WHERE = jnp.asarray([0, 2, 5, -1], "int32")
WORDS = jnp.asarray([5, 7, 4000000000], "uint32")
SQUARE = draw(2, 4, 4, seed=3)
DEFINITE = SQUARE @ SQUARE.mT / 50 + jnp.eye(4)


def key(words):
    return jax.random.fold_in(jax.random.wrap_key_data(words[:2]), words[2])


def tries(words):
    """How often a uniform number is drawn until it is below 0.1, and that number."""

    def more(state):
        return state[1] >= 0.1

    def turn(state):
        return state[0] + 1, jax.random.uniform(jax.random.fold_in(key(words), state[0]))

    return lax.while_loop(more, turn, (0, jnp.float32(1)))


def again(x):
    """A symmetric matrix from its eigenvectors and eigenvalues."""
    values, vectors = jnp.linalg.eigh(x)
    return (vectors * values[..., None, :]) @ vectors.mT


def triangular(x):
    ways = [(left, lower, across, ones) for left in (0, 1) for lower in (0, 1) for across in (0, 1) for ones in (0, 1)]
    return [
        lax.linalg.triangular_solve(
            x, x[..., :2] if left else x[..., :2, :], left_side=left, lower=lower, transpose_a=across, unit_diagonal=ones
        )
        for left, lower, across, ones in ways
    ]


def lapacks(x):
    ways = [(across, right, lower) for across in (0, 1) for right in (0, 1) for lower in (0, 1)]
    return [lapack.solve(x, x[..., :3, :] if right else x[..., :3], *way) for way in ways for right in way[1:2]]


PROGRAMS = {
    "arithmetic": (lambda x, y: (x * y - x / y, -abs(x), x % y, jnp.maximum(x, y)), X, Y),
    "whole numbers": (lambda i, j: (lax.div(i, j), lax.rem(i, j), i // jnp.where(j == 0, 1, j), i**3), I, J),
    "shifts left": (lambda i, j: lax.shift_left(i, j), I, J),
    "shifts": (lambda i, j: (lax.shift_right_logical(i, j), lax.shift_right_arithmetic(i, abs(j)), i & j, ~i), I, J),
    "powers": (lambda x: (x**2, x**-3, x**7, lax.rsqrt(abs(x)), jnp.cbrt(x), jnp.power(abs(x), 0.3)), X),
    "functions": (lambda x: (jnp.tanh(x), jax.nn.sigmoid(x), jnp.log1p(abs(x)), jnp.expm1(x), jnp.arctan2(x, x + 1)), X),
    "rounding": (lambda x: (jnp.round(x * 2), lax.round(x * 2 + 0.5), jnp.floor(x), jnp.sign(x), jnp.trunc(x)), X),
    "conversions": (lambda x: (x.astype("int32"), x.astype("uint8"), x.astype(bool), x.astype("int8")), BAD),
    "not numbers": (lambda x: (jnp.maximum(x, 1), jnp.max(x), jnp.argmax(x), jnp.sort(x), jnp.isnan(x), x == x), BAD),
    "reductions": (lambda x: (x.sum(0), x.prod(1), x.max(), x.min(0), (x > 0).all(1), (x > 0).any()), X),
    "nothing to reduce": (lambda x: (x[:0].sum(0), lax.reduce_max(x[:0], (0,)), jnp.prod(x[:0], 1)), X),
    "along an axis": (lambda x: (jnp.cumsum(x, 1), lax.cummax(x, 0, reverse=True), jnp.argmin(x, 1), jnp.argsort(x, 0)), X),
    "shapes": (lambda x: (x.T[None], x.reshape(2, 6)[:, ::-2], jnp.concatenate([x, x], 1), jnp.stack([x, x], 1)), X),
    "along an axis with rows behind it": (
        lambda x: [f(x, 0, reverse=r) for f in (lax.cumsum, lax.cumprod, lax.cummin) for r in (False, True)],
        draw(5, 70),
    ),
    "digamma": (
        lambda x: lax.digamma(x),
        jnp.asarray([0.1, 0.5, 1.4, 2, 70, 1e6, -0.3, -7.75, -3, np.inf, np.nan, 1e-10], "float32"),
    ),
    "logarithm of gamma": (
        lambda x: lax.lgamma(x),
        jnp.asarray([0.1, 0.5, 1.4, 1, 2, 70, 1e6, 3e38, -0.3, -7.75, 0, -3, np.inf, -np.inf, np.nan, 1e-10, -1e-20], "float32"),
    ),
    "error function": (lambda x: lax.erf(x), jnp.asarray([0, -0.0, 1e-20, 0.3, -1, 2.5, 3.9, 5, -9, np.inf, np.nan], "float32")),
    "padding with nothing taken away": (lambda x: lax.pad(x, jnp.float32(9), [(1, 0, 0), (2, 3, 0)]), X),
    "many choices": (lambda x: (jnp.where(x > 0, x, -1), jnp.where(x > 1, x.T, x), jnp.where(x > 0, 2, 1)), draw(70, 70)),
    "inverses of the error function": (
        lambda x: lax.erf_inv(x),
        jnp.asarray([0, 1, -1, 0.5, -0.999, 0.99999, 1 - 2**-24, 1e-20, 2, np.nan, -0.0], "float32"),
    ),
    "padding that takes away only": (
        lambda x: (lax.pad(x, jnp.float32(9), [(0, -1, 0), (-2, 0, 0)]), lax.pad(x, jnp.float32(9), [(-2, -2, 2), (-5, 1, 1)])),
        X,
    ),
    "padding": (lambda x: lax.pad(x, jnp.float32(9), [(1, -1, 1), (-2, 3, 0)]), X),
    "products": (lambda x, z: (x @ z, jnp.einsum("ij,kj->jik", x, x), jnp.tensordot(x, z, ((1,), (0,)))), X, Z),
    "slices": (lambda x, n: lax.dynamic_slice(x, (n, 9), (2, 2)), X, jnp.int32(2)),
    "slices written": (lambda x, n: lax.dynamic_update_slice(x, x[:2, :2], (n, -5)), X, jnp.int32(2)),
    "taking": (lambda x, i: (x[i], jnp.take(x, i, 1, mode="clip"), x.at[i].get(mode="fill", fill_value=7), x[i, i]), X, WHERE),
    "putting": (lambda x, i: (x.at[i].add(1, mode="drop"), x.at[:, i].multiply(2, mode="clip"), x.at[i, 1].max(9)), X, WHERE),
    "setting": (lambda x, i: (x.at[i].set(5), x.at[1, 2].set(3)), X, jnp.asarray([0, 2], "int32")),
    "along": (lambda x, i: jnp.take_along_axis(x, i, 1), X, jnp.asarray([[0, 3], [1, 1], [2, 0]], "int32")),
    "choices": (lambda x: [lax.cond(x[0, 0] > n, lambda x: (x * 2, x), lambda x: (x[::-1] - 1, x), x) for n in (-99, 99)], X),
    "one of several": (lambda x, n: lax.switch(n, [jnp.sin, jnp.cos, jnp.tanh], x), X, jnp.int32(7)),
    "calls": (jax.checkpoint(jax.jit(lambda x: jax.nn.relu(x) + jax.nn.softmax(x))), X),
    "gradient": (jax.grad(lambda x: (jax.nn.relu(x) * jnp.tanh(x)).sum()), X),
    "convolution": (lambda x, w: conv(x, w, (2, 1), ((1, 2), (0, 1)), (1, 1), (1, 2)), whole(2, 3, 7, 6), whole(4, 3, 3, 2)),
    "convolution of groups": (lambda x, w: conv(x, w, (1,), ((-1, 2),), (3,), (1,), 2), whole(2, 4, 5), whole(6, 2, 3)),
    "convolution, last channels": (lambda x, w: conv(x, w, (1, 1), "SAME", layout="NHWC"), whole(2, 5, 4, 3), whole(3, 3, 3, 2)),
    "gradients of a convolution": (
        jax.grad(lambda x, w: (conv(x, w, (2, 2), ((1, 1), (1, 1)), groups=2) ** 2).sum(), (0, 1)),
        whole(2, 4, 5, 5),
        whole(6, 2, 3, 3),
    ),
    "loop": (lambda x, z: lax.scan(lambda c, r: (jnp.tanh(c @ z.T @ z + r[:2] * 0.1), (c.sum(), r * 2)), z[0], x), X, Z),
    "loop from behind": (lambda x: lax.scan(lambda c, r: (c + r, c), x[0], x, reverse=True), X),
    "loop without inputs": (lambda x: lax.scan(lambda c, _: (c * 2, None), x, None, length=3), X),
    "random numbers": (
        lambda w: (jax.random.uniform(key(w), (3, 4)), jax.random.uniform(key(w)), jax.random.normal(key(w), (9,))),
        WORDS,
    ),
    "random whole numbers": (lambda w: [jax.random.bits(key(w), (2, 5), f"uint{n}") for n in (8, 16, 32)], WORDS),
    "random orders": (lambda w: (jax.random.permutation(key(w), 9), jax.random.randint(key(w), (7,), -5, 100)), WORDS),
    "keys": (lambda w: [jax.random.uniform(k, (3,)) for k in jax.random.split(key(w), 3)], WORDS),
    "keys in an array": (lambda w: jax.vmap(lambda k: jax.random.normal(k, (3,)))(jax.random.split(key(w), 4)), WORDS),
    "keys as numbers": (lambda w: jax.random.key_data(jax.random.split(key(w), (2, 3))), WORDS),
    "a loop of open end": (tries, WORDS),
    "special functions": (lambda x: (lax.erf(x), lax.erfc(x), lax.erf_inv(x / 9), lax.lgamma(x), lax.digamma(abs(x))), X),
    "triangular systems": (triangular, DEFINITE),
    "triangular systems by LAPACK": (lapacks, DEFINITE),
    "factorizations": (lambda x: (jnp.linalg.cholesky(x), again(x), jnp.linalg.inv(x), jnp.linalg.slogdet(x)), DEFINITE),
    "not definite": (lambda x: jnp.linalg.cholesky(-x), DEFINITE),
    "singular values": (lambda x: (jnp.linalg.svd(x[..., :3]), jnp.linalg.svd(x, compute_uv=False), jnp.linalg.qr(x)), SQUARE),
    "linear systems": (jax.grad(lambda x, y: jnp.linalg.solve(x, y).sum(), (0, 1)), DEFINITE, SQUARE),
    "the largest": (lambda x: (lax.top_k(jnp.round(x), 3), lax.top_k(BAD, 7), lax.top_k(I, 2)), X),
    "places in an order": (lambda x: jnp.searchsorted(jnp.sort(x.ravel()), x, side="right"), X),
    "functions on the host": (
        lambda x: jax.pure_callback(lambda a: np.asarray(a) * 2, jax.ShapeDtypeStruct((3, 4), "float32"), x),
        X,
    ),
    "by platform": (lambda x: lax.platform_dependent(x, cpu=jnp.sin, default=lambda x: lax.reduce_precision(x, 5, 5)), X),
    "choice": (lambda x: (jnp.where(x > 0, x, 0), jnp.clip(x, -1, 1), jnp.select([x > 1, x > 0], [x, 2 * x], 0)), X),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_numpy_gives_what_the_compiled_program_gives(name):
    function, *arrays = PROGRAMS[name]
    compiled = jax.jit(function)
    traced = compiled.trace(*arrays)
    program = Interpreted(traced.jaxpr, always=True)
    expected = jax.tree_util.tree_leaves(compiled(*arrays))
    for call in range(5):  # the second one is watched, the others are done with fewer steps
        found = program(jax.tree_util.tree_leaves(arrays))
        for mine, theirs in zip(found, expected, strict=True):
            assert (mine.shape, mine.dtype) == (theirs.shape, theirs.dtype)
            np.testing.assert_allclose(mine, theirs, rtol=2e-6, atol=1e-6, err_msg=f"call {call}")
            mine[...] = 0  # it belongs to the caller


def steps_of(function, *arrays):
    """The functions of a program that has been called often, and what it gives."""
    program = Interpreted(jax.jit(function).trace(*arrays).jaxpr, always=True)
    results = [program(arrays) for _ in range(4)]
    for later in results[1:]:
        assert all(map(np.array_equal, results[0], later))
    return program.straight.steps, results[0]


def test_what_depends_on_constants_only_is_computed_once():
    steps, (result,) = steps_of(lambda x: x + jnp.exp(jnp.arange(4.0)) * 2, X)
    assert [step[0] for step in steps] == [np.add]
    np.testing.assert_allclose(result, X + np.exp(np.arange(4.0)) * 2, rtol=1e-6)


def test_axes_are_not_repeated_where_numpy_does():
    steps, (result,) = steps_of(lambda x, y: jnp.where(x > 0, x - y[:, None], 0.0), X, Y[:, 0])
    assert not any("broadcast" in str(step[0]) for step in steps) and len(steps) == 4
    np.testing.assert_allclose(result, np.where(X > 0, X - Y[:, :1], 0), rtol=1e-6)
    # both operands are to be repeated: one of them has to be
    steps, (result,) = steps_of(lambda x, y: x[:, None] + jnp.exp(y)[None, :], X[:, 0], Y[0])
    np.testing.assert_allclose(result, X[:, :1] + np.exp(Y[:1]), rtol=1e-6)


def test_constants_with_axes_in_other_places():
    steps, (result,) = steps_of(lambda x: x * lax.broadcast_in_dim(jnp.arange(3.0), (3, 4), (0,)), X)
    assert [step[0] for step in steps] == [np.multiply]
    np.testing.assert_allclose(result, X * np.arange(3.0)[:, None], rtol=1e-6)


def test_memory_is_used_again_for_what_nobody_reads():
    steps, (result,) = steps_of(lambda x: jnp.sqrt(jnp.abs(x) + 1) * x, X)
    assert len(steps) == 4 and len({step[2] for step in steps}) == 4
    values = [object()] * 20
    assert [len(get(values)) for _, get, *_ in steps] == [1, 3, 2, 3], "all but the first write over what was before"
    np.testing.assert_allclose(result, np.sqrt(np.abs(X) + 1) * X, rtol=1e-6)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: (jnp.abs(x), jnp.abs(x).T + 1, jnp.abs(x) * 2),
        lambda x: ((y := jnp.exp(x)), y.reshape(-1) + 1, y * 3),
        lambda x: lax.cond(x[0, 0] > -99, lambda y: y, lambda y: y * 2, jnp.abs(x) + 1) + (jnp.abs(x) + 1),
        lambda x: [(y := x * 2)[1:] + y[:-1], -y],
        lambda x: (x, x, x.astype("float32"), jnp.zeros(3), jnp.zeros(3)),
    ],
)
def test_what_is_read_again_is_not_written_over(function):
    before = np.array(X)
    _, results = steps_of(function, X)
    for mine, theirs in zip(results, jax.tree_util.tree_leaves(function(jnp.asarray(before))), strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-6)
    assert np.array_equal(X, before) and len({id(r) for r in results}) == len(results)
    assert not any(np.shares_memory(a, b) for i, a in enumerate(results) for b in results[:i])


def test_half_precision():
    x = draw(5, 6, kind="float16")
    function = jax.jit(lambda x: (x @ x.T, jnp.exp(x).sum(0), jnp.tanh(x) * 2, jnp.sort(x), x > 0.5))
    for mine, theirs in zip(Interpreted(function.trace(x).jaxpr)([x]), function(x), strict=True):
        assert (mine.shape, mine.dtype) == (theirs.shape, theirs.dtype)
        np.testing.assert_allclose(mine.astype("float32"), np.asarray(theirs, "float32"), rtol=2e-3, atol=1e-2)


def test_random_numbers_in_64_bits():
    with jax.enable_x64(True):
        function = jax.jit(lambda w: jax.random.uniform(key(w), (3, 2), "float64"))
        (mine,) = Interpreted(function.trace(WORDS).jaxpr)([WORDS])
        assert np.array_equal(mine, function(WORDS))


def test_results_are_memory_of_their_own():
    x = draw(2, 3)
    (same,) = Interpreted(jax.jit(lambda x: x).trace(x).jaxpr)([x])
    assert not np.shares_memory(same, np.asarray(x)) and same.flags.writeable


@pytest.mark.parametrize(
    "function, array",
    [
        (lambda x: lax.reduce_precision(x, 5, 10), X),
        (lambda x: x.astype("bfloat16") + 1, X),
        (lambda x: jnp.zeros((20000, 5000)) + x[0, 0], X),
        (lambda x: x @ x, jax.ShapeDtypeStruct((3000, 3000), "float32")),
        (lambda x: lax.scan(lambda c, r: (lax.reduce_precision(c, 5, 10), r), x[0], x), X),
        (lambda x: jax.random.uniform(jax.random.wrap_key_data(jnp.zeros(4, "uint32"), impl="rbg")) + x, X),
    ],
)
def test_what_is_compiled_at_once(function, array):
    with pytest.raises(Uncovered):
        Interpreted(jax.jit(function).trace(array).jaxpr)


def test_what_results_do_not_need_is_not_run():
    program = Interpreted(jax.jit(lambda x: (lax.erf_inv(x), x + 1)[1]).trace(X).jaxpr)
    assert len(program.program.steps) == 1


class Counted:
    """A function made by `jit`, and how often XLA ran it."""

    def __init__(self, function, **options):
        self.run, self.calls = jit(function, **options), 0
        self._jitted = self.run.jitted
        self.run.jitted, self.trace = self, self._jitted.trace

    def __call__(self, *args):
        self.calls += 1
        return self._jitted(*args)


def test_compiled_when_it_has_been_worth_it():
    counted = Counted(lambda x: x + 1)
    run = counted.run
    for _ in range(3 * interpreter.MOST_CALLS // 2):
        assert counted.calls == 0
        assert run(X).tolist() == (X + 1).tolist()
    run(X)
    assert counted.calls == 1 and not run.interpreted
    run(draw(2, 2))
    assert counted.calls == 1, "another shape is another program"


def test_what_takes_long_is_compiled_sooner():
    calls = [Interpreted(jax.jit(lambda x: x + 1).trace(jnp.zeros(n)).jaxpr).calls_left for n in (10, 8_000_000)]
    assert calls[0] == interpreter.MOST_CALLS and 2 <= calls[1] < 30


@pytest.mark.parametrize(
    "function, size, kept",
    [
        (jnp.argsort, 1 << 20, True),
        (lambda x: lax.top_k(x, len(x))[1].astype("float32"), 1 << 20, True),
        (lambda x: jnp.percentile(x, 30), 1 << 18, True),
        (lambda x: lax.top_k(x, 3), 1 << 18, False),  # XLA finds few of many fast
        (lambda x: lax.sort(x.astype("int32")), 1 << 16, False),
        (jnp.argsort, 10, False),
        (lambda x: (jnp.argsort(x), jax.nn.gelu(jnp.outer(x, x))), 1000, False),
    ],
)
def test_numpy_goes_on_where_it_sorts_faster(function, size, kept):
    program = jax.jit(function).trace(jnp.zeros(size)).jaxpr
    try:
        calls = Interpreted(program).calls_left
    except Uncovered:
        calls = 0
    assert (calls >= FOR_EVER) == kept


def test_a_rule_that_fails_leaves_it_to_the_compiled_program(monkeypatch):
    counted = Counted(lambda x: x + 1)

    def fails(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setitem(interpreter.RULES, "add", fails)
    assert counted.run(X).tolist() == (X + 1).tolist()
    assert counted.calls == 1


def test_large_arrays_are_compiled_at_once(monkeypatch):
    counted = Counted(lambda x: x + 1)
    monkeypatch.setattr(interpreter, "MOST_ELEMENTS", 1000)
    monkeypatch.setattr(tiered, "MOST_ELEMENTS", 1000)
    counted.run(jnp.zeros(1001))
    assert counted.calls == 1


def test_it_can_be_turned_off(monkeypatch):
    monkeypatch.setenv("JMX_COMPILE", "now")
    counted = Counted(lambda x: x)
    counted.run(X)
    assert counted.calls == 1


def test_64_bits_inside_of_a_32_bit_mode():
    result = mx.nd.array([1, 2], dtype="int32") / 4.0
    again = [mx.nd.array([1, 2], dtype="int32") / 4.0 for _ in range(3 * interpreter.MOST_CALLS // 2 + 1)][-1]
    assert result.dtype == again.dtype
    assert result.asnumpy().tolist() == again.asnumpy().tolist()


def test_products_use_one_thread_and_give_the_others_back():
    libraries = blas._loaded()
    before = [lib.get_num_threads() for lib in libraries]
    with blas.OneThread():
        with blas.OneThread():
            assert [lib.get_num_threads() for lib in libraries] == [1] * len(libraries)
        assert [lib.get_num_threads() for lib in libraries] == [1] * len(libraries)
    assert [lib.get_num_threads() for lib in libraries] == before


def test_the_shapes_not_used_longest_are_dropped(monkeypatch):
    monkeypatch.setenv("JMX_COMPILE", "now")
    traced = []

    def call(x):
        traced.append(x.shape)
        return x + 1

    run = jit(call, limit=2, name="net")
    for n in (1, 2, 1, 3, 1, 2):
        assert run(jnp.zeros(n)).tolist() == [1.0] * n
    assert traced == [(1,), (2,), (3,), (2,)] and len(run.compiled) == 2


def test_a_graph_of_many_shapes_says_so_once(monkeypatch, recwarn):
    monkeypatch.setenv("JMX_COMPILE", "now")
    monkeypatch.setattr(tiered, "MANY_SHAPES", 2)
    run = jit(lambda x: x, limit=9, name="net")
    for n in (1, 2, 2, 1):
        run(jnp.zeros(n))
    assert not recwarn.list
    for n in (3, 4):
        run(jnp.zeros(n))
    (warning,) = recwarn.list
    text = str(warning.message)
    assert text.startswith("net has been compiled for more than 2 sets of input shapes") and "[(3,)]" in text


def test_calls_that_are_to_agree_to_the_last_bit():
    counted = Counted(lambda x: x + 1)
    counted.run(X)
    assert counted.calls == 0
    with mx.util.bit_equal():
        with mx.util.bit_equal(False):
            counted.run(X)
            assert counted.calls == 0
        counted.run(X)
        counted.run(X)
    assert counted.calls == 2
    counted.run(X)
    assert counted.calls == 3, "these shapes stay compiled"


def test_equal_bits_in_the_scope():
    x = mx.nd.array(np.random.default_rng(5).uniform(-9, 9, (7, 13)))
    with mx.util.bit_equal():
        values = [mx.nd.exp(x * 1.5).asnumpy() for _ in range(3 * interpreter.MOST_CALLS // 2 + 2)]
    assert all(np.array_equal(value, values[0]) for value in values)


def test_what_is_compiled_from_the_first_call_on():
    run = jit(lambda pairs, number: [a + number for a, _ in pairs], arrays_only=False, at_once=True)
    assert [a.tolist() for a in run([(X, None), (Y, 3)], 2)] == [(X + 2).tolist(), (Y + 2).tolist()]


def test_a_graph_inside_of_a_traced_function():
    run = jit(lambda x: x * 2, limit=9, name="net")
    with mx.util.bit_equal():
        run(X)
    assert jax.jit(lambda x: run(x) + 1)(X).tolist() == (X * 2 + 1).tolist()


def traces_of(shape):
    """How many traces there are of functions of an array of this shape."""
    gc.collect()
    # its type alone: isinstance asks the object, which may be a proxy of one that is gone
    found = [o for o in gc.get_objects() if issubclass(type(o), Jaxpr)]
    return sum(any(getattr(v.aval, "shape", None) == shape for v in jaxpr.invars) for jaxpr in found)


@pytest.mark.parametrize("how", [{"at_once": True, "large": True}, {"large": True}, {"limit": 8}])
def test_a_large_program_keeps_no_trace_and_takes_other_types(how, monkeypatch):
    monkeypatch.setenv("JMX_COMPILE", "now")
    traced = []

    def double(x):
        traced.append(x.dtype)
        return lax.add(x, x)

    shape = 3, 1, 4, 1, 5
    run = jit(double, **how)
    assert run(jnp.ones(shape)).tolist() == (np.ones(shape) * 2).tolist()
    assert traces_of(shape) == 0
    run(jnp.ones(shape))
    assert traced == [jnp.float32]
    assert run(jnp.ones(shape, jnp.float16)).dtype == jnp.float16
    assert run(jnp.ones(shape)).dtype == jnp.float32
    assert run(jnp.ones((2, 2))).tolist() == [[2, 2], [2, 2]]
    with pytest.raises((TypeError, AttributeError)):
        run("no array")


def test_a_program_that_is_not_large_keeps_its_trace():
    shape = 2, 7, 1, 8, 2
    run = jit(lambda x: lax.add(x, x), at_once=True)
    run(jnp.ones(shape))
    assert traces_of(shape) > 0


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x * 2,
        lambda x: x.sum(),
        lambda x: x.sum(0, keepdims=True),
        lambda x: jnp.broadcast_to(x[0], x.shape),
        lambda x: jnp.broadcast_to(x.sum(), x.shape),
        lambda x: (x + 1, x + 1),
        lambda x: (x, x.reshape(-1), -x),
        lambda x: (x[:2], x.astype("int32")),
    ],
)
def test_results_of_many_calls_are_memory_of_their_own(function):
    run, made = jit(function), []
    for number in range(12):
        x = draw(4, 6, seed=number)
        results = jax.tree_util.tree_leaves(run(x))
        arrays = {id(a): a for a in (x, *results)}  # one array may be two results, and an argument is one as it is
        assert len({a.unsafe_buffer_pointer() for a in arrays.values()}) == len(arrays)
        made.append((x, results))
    assert run.interpreted and not run.compiled
    for x, results in made:
        for value, expected in zip(results, jax.tree_util.tree_leaves(function(x))):
            assert value.shape == expected.shape and value.dtype == expected.dtype
            np.testing.assert_allclose(value, expected, rtol=1e-5, atol=1e-6)


def test_equal_bits_begin_and_end_between_calls():
    run = jit(lambda x: x * 2)
    x = draw(3, 5)
    for _ in range(4):
        run(x)
    left = next(iter(run.interpreted.values()))[0].calls_left
    run(x)
    assert next(iter(run.interpreted.values()))[0].calls_left == left - 1
    with mx.util.bit_equal():
        run(x)
    assert run.compiled


def test_a_call_within_a_trace_is_part_of_it():
    run = jit(lambda x: x * 2)
    x = draw(3, 5)
    for _ in range(4):
        run(x)
    np.testing.assert_allclose(jax.jit(lambda x: run(x) + 1)(x), np.asarray(x) * 2 + 1, rtol=1e-6)


@pytest.mark.parametrize("dtype", ["float32", "int64", "float16"])
def test_what_takes_no_arrays(dtype):
    """`arange` and the like, of ever new sizes, are made by NumPy like all others, on the device of the call."""
    wide = dtype == "int64"
    with jax.enable_x64(wide):
        run = jit(lambda: lax.iota(np.dtype(dtype), 7) * np.dtype(dtype).type(2))
        first = run()
        assert run.interpreted and not run.compiled
        results = [first, *[run() for _ in range(3 * interpreter.MOST_CALLS // 2 + 10)]]
        for result in results:
            assert isinstance(result, jax.Array) and result.dtype == dtype and result.devices() == {jax.devices("cpu")[0]}
            assert result.tolist() == [0, 2, 4, 6, 8, 10, 12]
        with mx.util.bit_equal():
            other = jit(lambda: lax.iota(np.dtype(dtype), 7))
            other()
        assert other.compiled and not other.interpreted


def test_conversions_put_elements_in_order():
    """A picture with channels last in memory, shown with channels first: what follows is done to whole rows of a channel."""
    run = jit(lambda x: (lax.transpose(x, (2, 0, 1)).astype(np.float32) / 255 - 0.5) * 2)
    x = jax.numpy.asarray(np.random.RandomState(0).randint(0, 256, (40, 50, 3)).astype(np.uint8))
    for _ in range(3):
        result = run(x)
    ((program, *_),) = run.interpreted.values()
    converted = program.straight.steps[1][0](np.zeros((40, 50, 3), np.uint8).transpose(2, 0, 1))
    assert converted.dtype == np.float32 and converted.flags.c_contiguous
    np.testing.assert_allclose(result, (np.asarray(x).transpose(2, 0, 1) / 255 - 0.5) * 2, rtol=1e-6, atol=1e-6)


def test_what_takes_no_arrays_is_a_part_of_a_trace():
    run = jit(lambda: lax.iota(np.dtype("float32"), 4))
    for _ in range(5):
        assert isinstance(run(), jax.Array)
        text = str(jax.make_jaxpr(lambda x: x + run())(np.ones(4, np.float32)))
        assert "iota" in text, text
    with jax.ensure_compile_time_eval():
        assert run().tolist() == [0, 1, 2, 3]
