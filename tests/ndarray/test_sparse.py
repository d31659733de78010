"""Sparse arrays, program by program, against results stored from the real MXNet 1.9.1; and what has no counterpart there."""

import json
import os
import sys

import numpy as np
import pytest

import jmx as mx

GOLDEN = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "golden")
sys.path.insert(0, GOLDEN)
import sparse_cases

with open(os.path.join(GOLDEN, "sparse.json")) as _file:
    EXPECTED = json.load(_file)

#: program -> why jmx answers otherwise than MXNet, on purpose
DIFFERENT = {
    "nd.dot(e, C)": "MXNet stores zeros in the product",
    "C[5]": "MXNet makes a matrix without rows and cannot read it",
    "C[2:1]": "MXNet makes a matrix without rows and cannot read it",
    "d[:] = R * 2; r = d": "MXNet cannot assign a sparse array to a dense one, other than by copyto",
    **{p: "MXNet cannot add to a row-sparse gradient" for p in sparse_cases.GRADIENTS if "'add'" in p},
    **{p: "MXNet cannot write a sparse gradient to a dense array"
       for p in sparse_cases.GRADIENTS if p.startswith("W.attach_grad()") and "sparse_grad" in p},
}


def same(got, want):
    """Compare two described results; values within float32 rounding."""
    if got.keys() != want.keys():
        return False
    for key, value in want.items():
        if key == "data":
            a, b = np.array(got[key], float), np.array(value, float)
            if a.shape != b.shape or not np.allclose(a, b, rtol=2e-5, atol=1e-6, equal_nan=True):
                return False
        elif got[key] != value:
            return False
    return True


@pytest.mark.parametrize("group,program", [c for c in sparse_cases.everything() if c[1] in EXPECTED])
def test_program(group, program):
    got, want = sparse_cases.evaluate(program, mx, np), EXPECTED[program]
    if program in DIFFERENT:
        assert not same(got, want), "no longer different from MXNet: take it out of DIFFERENT"
        return
    assert same(got, want), f"{program}\n  jmx:   {got}\n  MXNet: {want}"
