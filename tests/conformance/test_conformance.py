"""Every operator against values, gradients, shapes, element types and errors of the real MXNet 1.9.1.

The case tables stand in `cases_<family>.py`, the recorded values in `golden/`, made by `generate.py`. An operator is
run as a pure function ("pure"), as an eager call with autograd ("nd") and as part of a graph ("sym"): bound, and, read back
from its file, hybridized. The pure functions see all cases, each operator's in one compiled program; of each operator the
bound graph sees the first four and eager calls the first one and one more, unless JMX_CONFORMANCE=all asks for every one.

Small programs are first run by NumPy (`jmx.core.numpy_tier.tiered`) and compiled only when they come back, so both are compared
with MXNet: pure functions compiled (`test_pure`) and by NumPy (`test_interpreted`), the graphs of every second operator
and the eager calls of every eighth compiled, the others as they come. JMX_CONFORMANCE=all runs all of them both ways.
"""

import contextlib
import functools
import os
import pathlib
import sys
import zlib

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import common
import runners

import jmx as mx
from jmx.core.declare.op import find

EVERY = os.environ.get("JMX_CONFORMANCE") == "all"
LEVELS = tuple(os.environ.get("JMX_CONFORMANCE_LEVELS", "pure,nd,sym").split(","))


def _by_operator():
    table = {}
    for family in common.families():
        for case in common.load(family):
            table.setdefault((family, case["op"]), []).append(case)
    return table


TABLE = _by_operator()


@functools.lru_cache(maxsize=2)
def _golden(family):
    with np.load(common.GOLDEN / f"{family}.npz") as file:
        store = {}
        for key in file.files:
            case, _, what = key.rpartition("/")
            store.setdefault(case, {})[what] = file[key]
        return store


def _expected(case):
    golden = dict(_golden(case["family"]).get(case["id"], {}))
    made_for = golden.pop("spec", None)
    assert made_for == common.fingerprint(case), (
        f"{case['id']} changed since golden/{case['family']}.npz was made; run generate.py {case['family']}"
    )
    return golden


def _differences(case, found, levels_second=True):
    problems = []
    golden = _expected(case)
    for key, expected in golden.items():
        if key.startswith("second") and not levels_second:
            continue
        if key not in found:
            problems.append(f"{case['id']} {key}: missing")
            continue
        actual = np.asarray(found[key])
        if case["check"] == "shape":
            if f"{actual.shape}:{actual.dtype}" != str(expected):
                problems.append(f"{case['id']} {key}: {actual.shape}:{actual.dtype}, MXNet {expected}")
            continue
        if actual.shape != expected.shape or actual.dtype != expected.dtype:
            theirs = f"MXNet {expected.shape} {expected.dtype}"
            problems.append(f"{case['id']} {key}: {actual.shape} {actual.dtype}, {theirs}")
            continue
        rtol, atol = common.tolerance(case, expected.dtype, gradient=not key.startswith("out"))
        if expected.dtype.kind in "iub":
            same = np.array_equal(actual, expected)
        else:
            same = np.allclose(actual.astype("float64"), expected.astype("float64"), rtol, atol, equal_nan=True)
        if not same:
            problems.append(f"{case['id']} {key} {case['attrs']}: {_few(actual, expected)} (inputs {case['inputs']})")
    extra = [k for k in found if k.startswith("out") and k not in golden]
    return problems + [f"{case['id']}: outputs MXNet does not have: {extra}"] * bool(extra)


def _few(actual, expected):
    """The worst elements of a comparison."""
    if expected.dtype.kind == "b":
        where = actual != expected
    else:
        with np.errstate(all="ignore"):
            gap = np.abs(actual.astype("float64") - expected.astype("float64"))
            gap = np.where(np.isnan(gap), np.where(np.isnan(actual) & np.isnan(expected), 0, np.inf), gap)
            gap = np.where(actual == expected, 0, gap)
        where = gap >= min(gap.max(), np.sort(gap, axis=None)[-4:].min() if gap.size > 3 else 0)
        where &= gap > 0
    places = np.argwhere(where)[:4]
    return "; ".join(f"at {tuple(p.tolist())} {actual[tuple(p)]} MXNet {expected[tuple(p)]}" for p in places)


def _check(problems):
    assert not problems, "\n".join(problems)


def _cases(key, level):
    if level not in LEVELS:
        pytest.skip(f"level {level} not among JMX_CONFORMANCE_LEVELS")
    cases = [c for c in TABLE[key] if level in c["levels"] and "error" not in c]
    if not cases:
        pytest.skip("the operator has no case for this level")
    if level == "pure" or EVERY:
        return cases
    if level == "sym":
        return cases[:4]
    return cases[:1] + [c for c in cases[1:] if c is cases[_number(key) % len(cases)]]


def _number(key):
    return zlib.crc32(key[1].encode())


def _ways(key, one_in):
    """The contexts to run an operator in: compiled at once, or by NumPy first; one of them, unless all was asked for."""
    ways = [contextlib.nullcontext, mx.util.bit_equal]
    return ways if EVERY else [ways[_number(key) % one_in == 0]]


operators = pytest.mark.parametrize("key", TABLE, ids=lambda key: f"{key[0]}-{key[1]}")


@operators
def test_pure(key):
    cases = _cases(key, "pure")
    found = runners.pure(cases)
    _check([p for c in cases for p in _differences(c, found[c["id"]])])


@operators
def test_interpreted(key):
    problems = []
    for case in _cases(key, "pure")[: None if EVERY else 4]:
        found = runners.interpreted(case)
        problems += _differences(case, found) if found is not None else []
    _check(problems)


@operators
def test_nd(key):
    problems = []
    for way in _ways(key, 8):
        for n, case in enumerate(_cases(key, "nd")):
            request = "add" if (n + _number(key)) % 2 else "write"
            try:
                with way():
                    problems += _differences(case, runners.nd(case, request))
            except Exception as error:
                problems.append(f"{case['id']} {case['attrs']} {case['inputs']}: {type(error).__name__}: {error}")
    _check(problems)


@operators
def test_out(key):
    problems = []
    for case in _cases(key, "nd")[: None if EVERY else 1]:
        if case["check"] == "value" and not find(case["op"]).needs_key and not case.get("into"):
            golden = {k for k in _expected(case) if k.startswith("out")}
            found = runners.into(case) if golden else {}
            assert found.keys() == golden
            problems += [p for p in _differences(case, found) if not p.endswith(": missing")]
    _check(problems)


@operators
def test_sym(key):
    cases = _cases(key, "sym")
    for way in _ways(key, 2):
        with way():
            found = runners.sym(cases)
        _check([p for c in cases for p in _differences(c, found[c["id"]], levels_second=False)])


@operators
def test_hybrid(key):
    problems = []
    for case in _cases(key, "sym")[: None if EVERY else 1]:
        problems += _differences(case, runners.hybrid(case), levels_second=False)
    _check(problems)


@pytest.mark.parametrize("key", [k for k in TABLE if any("error" in c for c in TABLE[k])], ids="-".join)
def test_error(key):
    if "nd" not in LEVELS:
        pytest.skip("level nd not among JMX_CONFORMANCE_LEVELS")
    problems = []
    for case in TABLE[key]:
        if "error" not in case:
            continue
        expected = str(_expected(case)["raises"])
        try:
            runners.nd(case)
        except Exception as error:
            if not any(c.__name__ == expected for c in type(error).__mro__) or case["error"] not in str(error):
                problems.append(f"{case['id']}: {type(error).__name__}: {error}; MXNet raises {expected}")
        else:
            problems.append(f"{case['id']}: nothing raised, MXNet raises {expected}")
    _check(problems)
