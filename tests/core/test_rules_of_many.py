"""NumPy's rules for many elements, whose forms differ from those for few: they give what XLA gives, and are taken."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from jmx.core.numpy_tier import rules
from jmx.core.numpy_tier.interpreter import Interpreted
from jmx.native import kernels

pytestmark = pytest.mark.on_cpu


def draw(*shape, kind="float32", seed=0):
    return jnp.asarray((np.random.default_rng(seed).standard_normal(shape) * 9).astype(kind))


MANY, ROWS, PICTURE = draw(90, 70), draw(3000, 3), draw(2, 40, 30, 3)
ODD = np.array([6e-8, 65504, np.inf, -np.inf, np.nan, -0.0, 1e-5], "float16")
HALVES = jnp.asarray(np.append(draw(5000, kind="float16"), ODD))
STACK = draw(50, 4, 4)
DEFINITE = STACK @ STACK.mT + jnp.eye(4)
PLACES = jnp.asarray(np.random.default_rng(5).integers(0, 6, 4000), "int32")
ORDER = jnp.asarray(np.random.default_rng(6).permutation(3000), "int32")


def solutions(x):
    ways = [(left, lower, across, ones) for left in (0, 1) for lower in (0, 1) for across in (0, 1) for ones in (0, 1)]
    return [
        lax.linalg.triangular_solve(
            x, x[..., :2] if left else x[..., :2, :], left_side=left, lower=lower, transpose_a=across, unit_diagonal=ones
        )
        for left, lower, across, ones in ways
    ]


SINGULAR = STACK.at[0].set(0).at[1, :, 0].set(0).at[2].set(jnp.eye(4)[::-1])
PROGRAMS = {
    "factors": (lambda x: (lax.linalg.lu(x), lax.linalg.lu(x[..., :2, :2].reshape(5, 10, 2, 2))), SINGULAR),
    "inverses": (lambda x: jnp.linalg.inv(x + 20 * jnp.eye(4)), STACK),
    "few channels": (
        lambda x, y: (x + y[0, 0, 0], x * y[:, :, :, :1], y[..., None] == y[0, 0, 0], (y > 1) & (y[:1] > 2)),
        PICTURE,
        PICTURE,
    ),
    "two repeated": (lambda x: (x[:, :1] - x[0], x[:, None, :1] + x[:, :, None], x[:, :1] > x[0]), ROWS),
    "bounds": (lambda x: [f(jnp.where(x > 9, jnp.nan, x), n) for f in (jnp.maximum, jnp.minimum) for n in (0.5, jnp.nan)], MANY),
    "bounds of whole numbers": (lambda x: (jnp.maximum(x, 2), jnp.minimum(3, x), lax.clamp(0, x, 4)), MANY.astype("int32")),
    "clamped": (lambda x: lax.clamp(jnp.float32(-1), jnp.where(x > 9, jnp.nan, x), jnp.float32(2)), MANY),
    "sums together": (
        lambda x, y: lax.reduce([x, y], [jnp.float32(0), jnp.float32(2)], lambda a, b: [i + j for i, j in zip(a, b)], (0, 2)),
        STACK,
        STACK * 2,
    ),
    "one number everywhere": (
        lambda x: (jnp.full((70, 70), x[0, 0]) != 2, jnp.where(jnp.full((90, 70), x[0, 0] > 0), x, 1)),
        MANY,
    ),
    "choices among rows": (lambda x: (jnp.where(x > 0, x[:, :1], x[0]), jnp.where(x[:, :1] > 0, x, -x)), MANY),
    "halves": (lambda x: (x + x[:1], -x, x * 3 > 1, x.astype("float32"), x.astype("float32").astype("float16") / 7), HALVES),
    "to bytes": (
        lambda x: (jnp.clip(x * 40, -128, 127).astype("int8"), (x * 40).astype("uint8"), (x * 1e9).astype("int32")),
        MANY,
    ),
    "padding between": (
        lambda x: [
            lax.pad(x, jnp.float32(9), p) for p in ([(1, -3, 2), (-4, 3, 1)], [(-90, 5, 0), (0, 0, 3)], [(0, -89, 0), (2, -1, 0)])
        ],
        MANY,
    ),
    "stacks of small matrices": (lambda x, y: (jnp.linalg.cholesky(x), solutions(y + 9 * jnp.eye(4))), DEFINITE, STACK),
    "matrices of which some have no root": (
        lambda x: lax.linalg.cholesky(x, symmetrize_input=False),
        DEFINITE.at[7].multiply(-1),
    ),
    "many to few places": (
        lambda x, i: (x.at[i].add(x[0, 0]), x[:, 0].at[i].add(1.5), x.astype("int32").at[i].add(3)),
        ROWS,
        PLACES,
    ),
    "each to its own place": (
        lambda x, i: (x.at[i].add(x * 2), jnp.zeros_like(x).at[i].set(x), x[:, 0].at[i].add(x[:, 1])),
        ROWS,
        ORDER,
    ),
    "two axes of three": (
        lambda x, i: (
            x[:, i, i],
            x.at[:, i, i].add(2),
            x[i[:2], :, i[:2]],
            x.at[:, i, i].set(x[:, i, 0]),
            x.at[i[:2], :, i[1:3]].add(1),
        ),
        draw(50, 4, 4),
        jnp.asarray([2, 0, 3]),
    ),
    "over the first axes": (
        lambda x: [
            f(x, axis) for f in (jnp.sum, jnp.max, jnp.min) for axis in (0, (0, 1), (0, 2), (0, 3), (0, 1, 2), (0, 2, 3), 1)
        ],
        draw(6, 10, 12, 20),
    ),
    "over the first axes of others": (
        lambda x: (x.transpose(2, 0, 1).sum(0), x.astype("int32").sum((0, 1)), x.prod((0, 2)), (x > 0).all(0)),
        draw(30, 20, 10) / 9,
    ),
    "rounding and signs": (lambda x: (lax.round(x), lax.round(x * 1e6), jnp.sign(x - x[:1]) * 2, jnp.sign(x * 0)), MANY),
    "truth beside one": (lambda x: ((x > 0) | (x[0, 0] > 0), (x > 0) & True, (x > 0) == (x[0, 0] > 0)), MANY),
    "the first ones": (lambda x: [lax.top_k(y, 5) for y in (jnp.where(x > 9, jnp.nan, jnp.round(x)), x.astype("int8"))], MANY),
    "the first ones of the largest number": (
        lambda x: lax.top_k(-x.astype("int32"), 3),
        jnp.full((4, 40), -(2**31), "int32").at[0].set(7),
    ),
    "repeated pixels": (
        lambda x: (jnp.repeat(x, 2, 1), jnp.repeat(jnp.repeat(x, 2, 0), 3, 1), x[..., ::-1], x[:, ::-1]),
        draw(60, 40, 3),
    ),
}


@pytest.mark.parametrize("switch", ["0", "1"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_many_elements(monkeypatch, name, switch):
    monkeypatch.setenv("JMX_NATIVE", switch)
    monkeypatch.setattr(kernels, "_loaded", {})
    function, *arrays = PROGRAMS[name]
    compiled = jax.jit(function)
    program = Interpreted(compiled.trace(*arrays).jaxpr, always=True)
    wanted = jax.tree_util.tree_leaves(compiled(*arrays))
    for _ in range(3):  # as traced, watched, and arranged
        for mine, theirs in zip(program(arrays), wanted, strict=True):
            assert (mine.shape, mine.dtype) == (theirs.shape, theirs.dtype)
            near = 2e-3 if mine.itemsize == 2 else 1e-4
            np.testing.assert_allclose(
                mine.astype(float), np.asarray(theirs, float), rtol=near, atol=near if mine.dtype.kind == "f" else 0
            )


@pytest.mark.parametrize(
    "function, shapes, itself",
    [
        (np.add, [(3000, 3), (3,)], False),
        (np.add, [(3000, 3), (3000, 3)], True),
        (np.add, [(3000, 3), ()], True),
        (np.add, [(100, 100), (100,)], True),
        (np.add, [(100, 1), (1, 100)], True),
        (np.equal, [(3000, 1), (3,)], False),
        (np.maximum, [(3000, 3), ()], False),
        (np.maximum, [(30, 3), ()], True),
        (np.add, [(30, 3), (3,)], True),
    ],
)
def test_what_is_spared_its_short_loops(function, shapes, itself):
    class Array:
        def __init__(self, shape):
            self.shape, self.size, self.dtype, self.contiguous = shape, int(np.prod(shape)), np.dtype("float32"), True

    out = Array(np.broadcast_shapes(*shapes))
    assert (rules.suited(function, list(map(Array, shapes)), out) is function) == itself


@pytest.mark.parametrize("function", [np.add, np.maximum, np.equal, np.bitwise_or])
@pytest.mark.parametrize("shapes", [((70, 90), (1, 1, 1)), ((90, 70, 1), ()), ((5000,), (2, 1))])
def test_one_number_that_has_more_axes(function, shapes):
    x, y = (np.random.default_rng(0).integers(0, 2, shape) for shape in shapes)
    if function is np.bitwise_or:
        x, y = x > 0, y > 0
    for other in (y[:1], np.broadcast_to(y.reshape(-1)[0], np.broadcast_shapes(x.shape, y.shape))) if y.ndim else [y]:
        np.testing.assert_array_equal(rules.elementwise(function, x, other), function(x, other), strict=True)


@pytest.mark.parametrize("kind", ["f2", "f4"])
def test_other_precision_is_that_of_numpy(kind):
    bits = np.arange(1 << 16, dtype="u2").view("f2")
    x = (
        bits
        if kind == "f2"
        else np.concatenate([bits.astype("f4"), np.random.default_rng(0).integers(0, 1 << 32, 9999, "u4").view("f4")])
    )
    with np.errstate(all="ignore"):
        wanted = x.astype("f4" if kind == "f2" else "f2")
    np.testing.assert_array_equal(rules._in_other_precision(x, wanted.dtype), wanted)
