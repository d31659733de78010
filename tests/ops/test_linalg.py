"""Solvers with triangular matrices, in all arrangements."""

import contextlib
import itertools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
from jmx.config import jax_programs
from jmx.ops import linalg

ARRANGEMENTS = list(itertools.product([False, True], repeat=3))


def triangular(lower, batch=()):
    values = np.random.default_rng(1).uniform(0.1, 1, (*batch, 4, 4)) + 3 * np.eye(4)
    return (np.tril if lower else np.triu)(values)


@pytest.mark.parametrize(("transpose", "rightside", "lower"), ARRANGEMENTS)
@pytest.mark.parametrize("batch", [(), (2, 3)])
def test_trsm_solves_what_it_was_given(transpose, rightside, lower, batch):
    a = triangular(lower, batch)
    b = np.random.default_rng(2).uniform(-1, 1, (*batch, 3, 4) if rightside else (*batch, 4, 3))
    hidden = np.triu(np.full((4, 4), 7.0), 1) if lower else np.tril(np.full((4, 4), 7.0), -1)  # the other half is not read
    x = mx.nd.linalg.trsm(
        mx.nd.array(a + hidden, dtype="float64"), mx.nd.array(b, dtype="float64"),
        transpose=transpose, rightside=rightside, lower=lower, alpha=-0.5,
    ).asnumpy()  # fmt: skip
    op = np.swapaxes(a, -1, -2) if transpose else a
    np.testing.assert_allclose(x @ op if rightside else op @ x, -0.5 * b, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("batch", [(), (2, 3)])
@pytest.mark.parametrize(("transpose", "rightside", "lower"), ARRANGEMENTS)
def test_trsm_with_and_without_a_call_of_its_own(transpose, rightside, lower, batch, dtype, monkeypatch):
    """LAPACK overwrites its second matrix; the gradients' gradients take both ways too."""
    a = triangular(lower, batch)
    shape = (*batch, 3, 4) if rightside else (*batch, 4, 3)
    b, head = (np.random.default_rng(seed).uniform(-1, 1, shape).astype(dtype) for seed in (4, 5))
    how = (transpose, rightside, lower)

    def everything(solve):
        squares = lambda a, b: sum(jnp.sum(g * g) for g in jax.vjp(solve, a, b)[1](head))
        return jax.jit(lambda a, b: (solve(a, b), jax.grad(squares, (0, 1))(a, b), b))(a, b)

    with jax.enable_x64(dtype == "float64"):
        a, b, head = (jnp.asarray(np.asarray(x), dtype) for x in (a, b, head))
        ours = everything(lambda a, b: linalg._solve(a, b, how, True))
        monkeypatch.setattr(jax_programs, "triangular_solver", lambda dtype: None)
        theirs = everything(lambda a, b: linalg._solve(a, b, how, True))
    np.testing.assert_array_equal(ours[2], b)
    assert jax.tree.leaves(ours)[0].dtype == dtype
    close = {"float32": (1e-4, 1e-5), "float64": (1e-12, 1e-13)}[dtype]
    for one, other in zip(jax.tree.leaves(ours), jax.tree.leaves(theirs)):
        np.testing.assert_allclose(one, other, *close)


def test_trsm_of_matrices_without_elements():
    with mx.util.np_shape(True):
        for shape in ((4, 0), (0, 4)):
            assert mx.nd.linalg.trsm(mx.nd.ones((shape[0],) * 2), mx.nd.ones(shape)).asnumpy().shape == shape


@pytest.mark.parametrize(("transpose", "rightside", "lower"), ARRANGEMENTS)
@pytest.mark.parametrize("alpha", [1.0, 2.0])
def test_gradients_of_trsm(transpose, rightside, lower, alpha):
    """Beside central differences of sum(w * x)."""
    rng = np.random.default_rng(3)
    a, b, w = triangular(lower), rng.uniform(-1, 1, (4, 4)), rng.uniform(-1, 1, (4, 4))

    def loss(a, b):
        op = a.T if transpose else a
        solved = np.linalg.solve(op.T, b.T).T if rightside else np.linalg.solve(op, b)
        return alpha * (w * solved).sum()

    def difference(at, other_first):
        slope = np.zeros_like(at)
        for place in np.ndindex(*at.shape):
            step = np.zeros_like(at)
            step[place] = 1e-6
            high, low = ((at + s, b) if other_first else (a, at + s) for s in (step, -step))
            slope[place] = (loss(*high) - loss(*low)) / 2e-6
        return slope

    first, second = mx.nd.array(a, dtype="float64"), mx.nd.array(b, dtype="float64")
    first.attach_grad()
    second.attach_grad()
    with mx.autograd.record():
        x = mx.nd.linalg.trsm(first, second, transpose=transpose, rightside=rightside, lower=lower, alpha=alpha)
        out = (x * mx.nd.array(w, dtype="float64")).sum()
    out.backward()
    side = np.tril if lower else np.triu
    np.testing.assert_allclose(first.grad.asnumpy(), side(difference(a, True)), rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose(second.grad.asnumpy(), difference(b, False), rtol=1e-5, atol=1e-7)


def test_potri_refuses_what_lapack_refuses():
    """Singular factors only: values that overflow are infinite, as in MXNet 1.9.1."""
    found = mx.nd.linalg.potri(mx.nd.array([[1e-30, 0], [1, 1e-30]])).asnumpy()
    assert found.tolist() == [[np.inf, -np.inf], [-np.inf, np.inf]]
    with pytest.raises(mx.MXNetError, match="linalg_potri: the computation failed"):
        mx.nd.linalg.potri(mx.nd.array([[0, 2], [3, 4]])).asnumpy()


@pytest.mark.parametrize("record", [False, True])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
@pytest.mark.parametrize("interpret", ["0", "1"])
def test_eigenvalues_of_general_matrices(dtype, record, interpret, monkeypatch):
    monkeypatch.setenv("JMX_COMPILE", "behind" if interpret == "1" else "now")
    values = np.array([[[2, 1], [1, 3]], [[1, 2], [0, 5]]], dtype)
    with mx.util.np_shape(True), mx.util.np_array(True):
        x = mx.np.array(values, dtype=dtype)
        if record:
            x.attach_grad()
        with mx.autograd.record() if record else contextlib.nullcontext():
            found, vectors = mx.np.linalg.eig(x)
            alone = mx.np.linalg.eigvals(x)
        if record:
            mx.autograd.backward([found, vectors, alone])
            assert not x.grad.asnumpy().any()
        wide = "float64" if dtype != "float32" else dtype
        assert found.dtype == vectors.dtype == alone.dtype == wide
        expected = np.linalg.eig(values)
        np.testing.assert_allclose(found.asnumpy(), expected[0], rtol=1e-5)
        np.testing.assert_allclose(vectors.asnumpy(), expected[1], rtol=1e-5)
        np.testing.assert_allclose(alone.asnumpy(), expected[0], rtol=1e-5)
        with pytest.raises(mx.MXNetError, match="complex eigenvalues"):
            mx.np.linalg.eigvals(mx.np.array([[0, 1], [-1, 0]])).asnumpy()


def test_second_gradient_of_an_inverse():
    values = np.array([[2, 1], [1, 3]], "float64")
    x = mx.nd.array(values, dtype="float64")
    x.attach_grad()
    with mx.autograd.record():
        first = mx.autograd.grad(mx.nd.linalg.inverse(x), x, create_graph=True)[0]
        total = first.sum()
    total.backward()
    step, near = 1e-5, np.zeros_like(values)
    slope = lambda a: -(np.linalg.inv(a).T @ np.ones((2, 2)) @ np.linalg.inv(a).T)
    np.testing.assert_allclose(first.asnumpy(), slope(values), rtol=1e-10)
    for at in np.ndindex(2, 2):
        unit = np.zeros_like(values)
        unit[at] = step
        near[at] = (slope(values + unit).sum() - slope(values - unit).sum()) / (2 * step)
    np.testing.assert_allclose(x.grad.asnumpy(), near, rtol=1e-6)
