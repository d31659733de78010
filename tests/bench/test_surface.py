"""`python -m benchmarks surface`: its rows are made from the conformance tables, and nothing is left out without a reason."""

import importlib
import json
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import jmx as mx
import jmx.ops  # declares the operators
from benchmarks.cases import surface
from jmx.core.declare.op import REGISTRY

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "benchmarks"), str(HERE.parent / "conformance")]
sizes = importlib.import_module("surface_sizes")

PLAIN = {
    "op": "take",
    "inputs": [{"shape": (3, 4), "dtype": "float32", "how": None}, {"shape": (3,), "dtype": "float32", "value": [0.0, 2.0, 1.0]}],
    "attrs": {"axis": 0, "shape": (3, 4)},
    "back": [0],
    "mutates": [],
    "train": None,
}


def test_every_operator_has_a_row_or_a_reason():
    measured = {row["op"] for row in surface.CASES.values()}
    assert sorted(set(sizes.rows()) - measured - set(sizes.WITHOUT)) == [], "run benchmarks/surface_sizes.py for these"
    assert sorted(set(sizes.WITHOUT) & measured) == [], "these have rows by now"
    assert sorted(measured - set(sizes.rows())) == [], "these are in no conformance table"


def test_every_public_operator_is_in_the_tables_that_rows_are_made_from():
    sys.path[:0] = [str(HERE.parents[1] / "tools")]
    public = [REGISTRY[name] for name, _, _ in importlib.import_module("list_operators").public()]
    rowless = importlib.import_module("rowless").WITHOUT_ROW
    left = [op.name for op in public if not {*op.names} & {*sizes.rows(), *rowless}]
    assert left == [], "add conformance rows, which the rows of the benchmark are made from"


def test_rows_are_as_large_as_their_class_says():
    shapes = {name: [spec["shape"] for spec in row["inputs"]] for name, row in surface.CASES.items()}
    for name, given in shapes.items():
        assert max([int(np.prod(shape)) for shape in given] or [0]) <= 8 * max(sizes.CLASSES.values()), name
    enlarged = [name for name in shapes if name.endswith("-large")]
    assert len(enlarged) > len(sizes.rows()) / 2
    assert len({json.dumps(row) for row in surface.CASES.values()}) == len(surface.CASES), "no row is there twice"


def test_axes_of_one_size_grow_together():
    row = sizes.enlarged(PLAIN, {(0, 0), (1, 0)}, {3}, 10)
    assert [spec["shape"] for spec in row["inputs"]] == [[30, 4], [30]]
    assert row["attrs"] == {"axis": 0, "shape": (30, 4)}
    first = next(sizes.ways(PLAIN))
    assert first == ({(0, 0), (0, 1), (1, 0)}, {3, 4}), "as many axes as there are"
    assert sizes._factor(PLAIN, {(0, 0), (0, 1)}, set(), 1200) == 10


def test_positions_are_spread_over_what_they_refer_to():
    row = sizes.enlarged(PLAIN, {(0, 0), (1, 0)}, set(), 100)
    positions = surface.value(row["inputs"][1], 5)
    assert positions.shape == (300,) and positions.dtype == np.float32
    assert 200 < positions.max() < 300 and len(set(positions)) > 100
    np.testing.assert_array_equal(positions, surface.value(row["inputs"][1], 5))


def test_values_that_are_no_positions_repeat():
    spec = {"shape": [4, 5], "dtype": "float32", "value": [[0.0, 1.5, 2.0, 3.0, 4.0]], "spread": 10}
    np.testing.assert_array_equal(surface.value(spec, 0), np.tile(np.float32([[0, 1.5, 2, 3, 4]]), (4, 1)))


@pytest.mark.parametrize("back", [False, True])
def test_a_row_computes_what_its_operator_does(back):
    row = {**PLAIN, "attrs": {"axis": 0}}
    call = surface.Call("jmx", row)
    (call.both if back else call.forward)()
    data, positions = (surface.value(spec, 0) for spec in row["inputs"])
    data = call.inputs[0].asnumpy()
    if back:
        np.testing.assert_array_equal(call.inputs[0].grad.asnumpy(), np.ones((3, 4)))
    else:
        np.testing.assert_array_equal(call.outputs[0].asnumpy(), data[positions.astype(int)])


def test_sparse_inputs_store_the_share_that_is_declared():
    row = {
        **PLAIN,
        "op": "_copy",
        "inputs": [{"shape": (200, 300), "dtype": "float32", "how": None, "stype": "csr"}],
        "attrs": {},
    }
    call = surface.Call("jmx", row)
    call.forward()
    assert call.outputs[0].stype == "csr"
    assert abs(call.inputs[0].data.size / 60_000 - surface.DENSITY) < 0.01


def test_numpy_operators_get_arrays_of_their_interface():
    row = {**PLAIN, "op": "_npi_exp", "inputs": [{"shape": (), "dtype": "float32", "how": "positive"}], "attrs": {}}
    call = surface.Call("jmx", row)
    call.forward()
    assert type(call.outputs[0]) is mx.np.ndarray and call.outputs[0].shape == ()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_is_that_of_a_call_without_its_compilation():
    row = {**PLAIN, "op": "exp", "inputs": [{"shape": (1000, 1000), "dtype": "float32", "how": None}], "attrs": {}, "back": [0]}
    # a process of its own has no memory left from earlier tests
    code = f"""
import json
from benchmarks.cases import surface
surface.CASES["case"] = {row!r}
print(json.dumps(surface.measure("jmx", "case")))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=HERE.parents[1], capture_output=True, text=True, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    assert 3.5 < found["peak_mb"] < 9 and found["first_calls_mb"] >= 3.5  # a result has 3.8 MB
