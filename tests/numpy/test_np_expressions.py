"""mx.np, mx.npx and mx.sym.np, expression by expression, against results stored from the real MXNet 1.9.1."""

import json
import pathlib
import sys
import warnings

import numpy as np
import pytest

import jmx as mx

GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "golden"
sys.path.insert(0, str(GOLDEN))
import numpy_cases

EXPECTED = json.loads((GOLDEN / "numpy.json").read_text())

#: expression -> why jmx answers otherwise than MXNet, on purpose
DIFFERENT = {
    "list(np.array(1))": "MXNet finds no elements in it; NumPy has no iteration over arrays without dimension",
    "grad(lambda t: np.where(t > 2, t, 0))": "MXNet's gradient is that of the other branch",
    "recorded(lambda t: np.nanmax(t))": "MXNet fails while it makes the message",
    "np.deg2rad(a)": "MXNet's function calls an operator that it does not have",
    "nodes(sym.np.tile(x,(2,1)))": "an operator of its own here; MXNet knows it by this name too",
    "nodes(sym.np.stack([x,y],axis=1))": "one operator under two names here; MXNet knows both",
    "run(x.T @ x)": "MXNet's symbols lack the operator @ that its arrays have",
    "a // 2": "arrays have the operators of MXNet 2.0 and of the array API standard; MXNet 1.9.1 raises TypeError",
    "+np.zeros((0,)).sum()": "the same",
}


def _numbers(texts):
    try:
        return np.array([float(t) for t in texts])
    except (TypeError, ValueError):
        return None


def same(got, want):
    """Compare two shown results; floating numbers within float32 rounding."""
    if isinstance(want, list) and isinstance(got, list):
        if want and all(isinstance(t, str) for t in want):
            numbers = _numbers(want)
            if numbers is not None and len(want) == len(got):
                found = _numbers(got)
                return found is not None and np.allclose(found, numbers, 1e-5, 1e-6, equal_nan=True)
        return len(got) == len(want) and all(same(g, w) for g, w in zip(got, want))
    if isinstance(want, str) and isinstance(got, str):
        numbers, found = _numbers([want]), _numbers([got])
        if numbers is not None and found is not None:
            return np.allclose(found, numbers, 1e-5, 1e-6, equal_nan=True)
        return got.replace("jmx.", "mxnet.") == want
    return got == want


@pytest.mark.parametrize("family", sorted(numpy_cases.CASES))
def test_results_are_those_of_mxnet(family):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = numpy_cases.evaluate(mx, family)
    wrong = []
    for text, got, want in zip(numpy_cases.expressions(family), found, EXPECTED[family], strict=True):
        if same(got, want) == (text in DIFFERENT):
            wrong.append(f"{text}\n    found    {got}\n    expected {want}")
    assert not wrong, f"{len(wrong)} of {len(found)} in {family}\n" + "\n".join(wrong)
