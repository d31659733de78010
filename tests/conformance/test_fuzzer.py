"""The fuzzer's own parts, without MXNet: what it draws, how it compares and makes a case smaller."""

import pathlib
import sys

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(pathlib.Path(__file__).parent)]

import common
import fuzz_operators as fuzz

import jmx.ops  # noqa: F401  (declares the operators)


@pytest.fixture(scope="module")
def table():
    found = {}
    for family in ("shape", "reduce", "nn_pool"):
        for case in common.load(family):
            if "error" not in case:
                found.setdefault(case["op"], []).append(case)
    return found


def test_a_number_is_a_case(table):
    seen = set()
    for number in range(200):
        case = fuzz.draw(table, 3, number)
        assert fuzz.as_row(case) == fuzz.as_row(fuzz.draw(table, 3, number))
        if fuzz.small(case):
            one, other = common.make_inputs(case), common.make_inputs(case)
            assert all(np.array_equal(a, b, equal_nan=a.dtype.kind == "f") for a, b in zip(one, other, strict=True))
            seen.add(case["op"])
    assert seen == table.keys()


def _case(*shapes, **attrs):
    return {"op": "sum", "inputs": [(s,) for s in shapes], "attrs": attrs, "check": "value", "grad": False}


def test_differences():
    case = _case((2,))
    fine = ("value", {"out0": np.float32([1, 2])})
    refused = ("error", ["MXNetError", "RuntimeError"], "Check failed: 3 is too many")

    def kinds(ours, theirs):
        return [kind for kind, _ in fuzz.differences(case, ours, theirs)]

    assert kinds(fine, fine) == kinds(refused, refused) == kinds(fine, ("ended", "EOFError")) == []
    assert kinds(("value", {"out0": np.float32([1, 2.1])}), fine) == ["value out0"]
    assert kinds(("value", {"out0": np.float64([1, 2])}), fine) == ["dtype out0"]
    assert kinds(("value", {"out0": np.float32([[1, 2]])}), fine) == ["shape out0"]
    assert kinds(("value", {}), fine) == ["missing out0"]
    assert kinds(fine, refused)[0].startswith("accepted: ") and kinds(refused, fine)[0].startswith("refused: ")
    assert kinds(("error", ["ValueError", "Exception"], ""), refused) == ["error class"]


def test_shrinking_keeps_the_difference():
    def differs(case):
        return [("value out0", "")] if max(case["inputs"][0][0]) >= 3 and case["attrs"].get("axis") == 1 else []

    found = fuzz.shrink(_case((6, 9), axis=1, keepdims=True), "value out0", differs, most=60)
    assert found["attrs"] == {"axis": 1}
    assert sorted(found["inputs"][0][0])[0] <= 2 and max(found["inputs"][0][0]) <= 4
