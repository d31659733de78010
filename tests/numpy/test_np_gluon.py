"""Gluon under `npx.set_np()`: training, layers, losses, files give the numbers and classes of MXNet 1.9.1."""

import json
import pathlib
import sys

import numpy as np
import pytest

import jmx as mx

GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "golden"
sys.path.insert(0, str(GOLDEN))
import numpy_gluon_cases

EXPECTED = json.loads((GOLDEN / "numpy_gluon.json").read_text())


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return numpy_gluon_cases.every(mx, str(tmp_path_factory.mktemp("files")))


def differences(got, want, at=""):
    """Where two results differ, beyond rounding."""
    if isinstance(want, list) and want and isinstance(want[0], str):
        if got[:3] != want[:3] or not np.allclose(got[3], want[3], 2e-3, 2e-4):
            yield f"{at}: found {got}, expected {want}"
    elif isinstance(want, list):
        for i, (g, w) in enumerate(zip(got, want, strict=True)):
            yield from differences(g, w, f"{at}[{i}]")
    elif not np.isclose(got, want, 2e-3, 2e-4):
        yield f"{at}: found {got}, expected {want}"


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_results_are_those_of_mxnet(found, name):
    wrong = list(differences(found[name], EXPECTED[name], name))
    assert not wrong, "\n".join(wrong)
