"""Positions drawn from discrete distributions by the kernel (`jmx.ops._draws`): those that bisection in all sums finds."""

import numpy as np
import pytest

import jmx as mx
from jmx.native import kernels
from jmx.ops import _draws

pytestmark = pytest.mark.on_cpu


class Given:
    """A generator of numbers that are known."""

    def __init__(self, seed):
        self.source = np.random.default_rng(seed)

    def random(self, shape):
        numbers = self.source.integers(0, 2**20, shape) / 2**20
        numbers.reshape(-1)[:2] = [0, np.nextafter(1, 0)][: numbers.size]
        return numbers


def positions(rows, count, seed=0):
    drawn, logs = np.empty((len(rows), count), np.int32), np.empty((len(rows), count), rows.dtype)
    assert _draws.draw_positions(Given(seed), rows, drawn, logs)
    return drawn, logs


@pytest.mark.skipif(kernels.library("draws") is None, reason=f"kernels: {kernels._load('draws')}")
@pytest.mark.parametrize("columns", [1, 2, 31, 32, 33, 64, 100, 1000])
@pytest.mark.parametrize("count", [1, 3, 40, 500])
@pytest.mark.parametrize("kind", ["float32", "float64"])
def test_positions_are_those_of_bisection(columns, count, kind, monkeypatch):
    rng = np.random.default_rng(columns)
    rows = np.asfortranarray((rng.integers(1, 256, (7, columns)) * (rng.random((7, columns)) < 0.6)).astype(kind))
    rows[:, columns // 2] = 1  # whole numbers, whose sums are exact
    drawn, logs = positions(rows, count)
    sums = rows.cumsum(1, dtype=float)
    u = Given(0).random(drawn.shape) * sums[:, -1:]
    right = [line.searchsorted(np.minimum(x, np.nextafter(line[-1], 0)), "right") for line, x in zip(sums, u)]
    np.testing.assert_array_equal(drawn, right)
    np.testing.assert_array_equal(logs, np.log(np.take_along_axis(rows, drawn, 1)))
    assert (np.take_along_axis(rows, drawn, 1) > 0).all()
    monkeypatch.setattr(kernels, "library", lambda family: None)
    plain, _ = positions(rows, count)
    # single precision rounds the numbers
    assert (np.take_along_axis(rows, plain, 1) > 0).all() and (plain == drawn).mean() > 0.95


@pytest.mark.parametrize("row", [[0, 0, 0], [np.inf, 1, 1], [3e38, 3e38, 3e38]])
def test_rows_without_a_sum(row):
    rows = np.array([[1, 2, 3], row], "float64" if row[0] != 3e38 else "float32")
    found = _draws.draw_positions(Given(0), rows, np.empty((2, 5), np.int32), None)
    assert found == (row[0] == 3e38 and kernels.library("draws") is not None)  # whose sums have double precision


def test_operator():
    mx.random.seed(1)
    share = np.array([[0.5, 0.25, 0.25, 0], [0, 0, 0, 1]], "float32")
    drawn = mx.nd.sample_multinomial(mx.nd.array(share), shape=4000).asnumpy()
    assert drawn.dtype == np.int32 and (drawn[1] == 3).all()
    np.testing.assert_allclose(np.bincount(drawn[0], minlength=4) / 4000, share[0], atol=0.03)
