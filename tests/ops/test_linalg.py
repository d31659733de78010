"""Solvers with triangular matrices, in all arrangements."""

import itertools

import numpy as np
import pytest

import jmx as mx

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
