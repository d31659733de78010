"""The kernels that bring two sparse arrays together: results are those of NumPy and SciPy, to the bit."""

import numpy as np
import pytest

from jmx import nd
from jmx.native import kernels
from jmx.ndarray import _sparse_host


def _with_odd_numbers(stype, seed, shape=(40, 9)):
    rng = np.random.default_rng(seed)
    values = rng.choice(np.array([0, -0.0, 1.5, -2, np.nan, np.inf, -np.inf, 3e38, 1e-45], "f"), shape)
    stored = rng.random(shape[:1] + (1,) if stype == "row_sparse" else shape) < 0.4
    if stype == "row_sparse":
        rows = np.flatnonzero(stored)
        return nd.sparse.row_sparse_array((values[rows], rows), shape=shape)
    places = np.nonzero(stored)
    starts = np.concatenate([[0], np.cumsum(stored.sum(1))])
    return nd.sparse.csr_matrix((values[places], places[1], starts), shape=shape)


@pytest.mark.skipif(kernels.library("joins") is None, reason=f"kernels: {kernels._load('joins')}")
@pytest.mark.parametrize("stype", ["row_sparse", "csr"])
@pytest.mark.parametrize("by", [np.add, np.subtract, np.multiply, np.maximum, np.minimum, np.hypot])
def test_arrays_joined_by_the_kernel(stype, by, monkeypatch):
    join = _sparse_host.joined_rows if stype == "row_sparse" else _sparse_host.joined_matrices
    pairs = [(_with_odd_numbers(stype, n)._cell.parts, _with_odd_numbers(stype, n + 50)._cell.parts) for n in range(5)]
    nothing = nd.sparse.zeros(stype, (40, 9))._cell.parts
    pairs += [(pairs[0][0], nothing), (nothing, pairs[0][1]), (nothing, nothing)]
    ours = [join(*pair, by) for pair in pairs]
    asked = []
    monkeypatch.setattr(kernels, "library", asked.append)
    for (one, other), value in zip(pairs, ours):
        plain = join(one, other, by)
        for mine, its in zip((value.stored(), *value.parts()[1]), (plain.stored(), *plain.parts()[1])):
            assert mine.dtype == its.dtype
            np.testing.assert_array_equal(mine, its)
        signs = np.signbit(value.stored()), np.signbit(plain.stored())
        nan = np.isnan(plain.stored())
        assert (signs[0] == signs[1])[~nan].all() and value.buffer.shape == plain.buffer.shape
    assert asked
    wide = pairs[0][0].cast(np.float64)  # which the kernel leaves to others
    assert join(wide, wide, by).dtype == np.float64
