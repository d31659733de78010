"""What NumPy runs in the place of XLA gives the same of arrays without axes, of which NumPy likes to make numbers."""

import jax
import numpy as np
import pytest
from jax import lax

from jmx.core.numpy_tier.interpreter import Traced, Uncovered

FUNCTIONS = {name: value for name, value in vars(lax).items() if callable(value) and not isinstance(value, type)}
FUNCTIONS["round away from zero"] = lambda x: lax.round(x, lax.RoundingMethod.AWAY_FROM_ZERO)
FUNCTIONS["round to even"] = lambda x: lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN)
ARGUMENTS = [
    *[[np.float32(x) for x in (0.7, 1.3, -2.5)][:n] for n in (1, 2, 3)], [np.float32(-2.5)],
    [np.int32(3)], [np.int32(3), np.int32(2)], [np.uint8(200)], [np.bool_(True)], [np.bool_(True), np.bool_(False)],
]  # fmt: skip


def tried():
    """(name, arguments, results of NumPy or why it fails, results of XLA)"""
    for name, function in FUNCTIONS.items():
        for arguments in ARGUMENTS:
            try:
                program = Traced(jax.make_jaxpr(function)(*arguments))
            except Exception:  # not for such arguments, or XLA's alone
                continue
            try:
                found = program.values([np.asarray(a) for a in arguments])
            except Uncovered:
                continue
            except Exception as error:
                found = repr(error)
            yield name, arguments, found, jax.tree_util.tree_leaves(function(*arguments))


@pytest.mark.filterwarnings("ignore:invalid value encountered:RuntimeWarning")
def test_every_function_of_lax_on_numbers():
    wrong, names = [], set()
    for name, arguments, found, expected in tried():
        names.add(name)
        same = not isinstance(found, str) and all(
            g.dtype == w.dtype and g.shape == w.shape and np.allclose(g, w, rtol=1e-5, equal_nan=True)
            for g, w in zip(found, map(np.asarray, expected))
        )
        if not same:
            wrong.append((name, arguments, found, expected))
    assert wrong == []
    assert len(names) > 60
