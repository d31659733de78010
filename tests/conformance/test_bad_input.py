"""Calls that go wrong (`bad_input.py`) end as MXNet 1.9.1 ended them: with the same class of error, or the same values.

Where MXNet's process ended, a call here must raise MXNetError or compute something. What is different on purpose stands in
`bad_input_kept.py`. Of each operator every fifth call is made, fewer of those that compile long, all with JMX_CONFORMANCE=all.
"""

import functools
import os
import pathlib
import sys
import zlib

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import bad_input
import bad_input_kept
import common
import runners

import jmx as mx

EVERY = os.environ.get("JMX_CONFORMANCE") == "all"
#: these compile for most of a second, each call anew
_SLOW = {"_contrib_Proposal", "_contrib_MultiProposal", "_contrib_calibrate_entropy", "_contrib_hawkesll", "CTCLoss", "RNN"}
_TOLERANCE = {2: (1e-2, 5e-3), 4: (2e-4, 2e-5), 8: (1e-6, 1e-7)}


@functools.lru_cache
def _by_operator():
    table = {}
    for case in bad_input.cases():
        table.setdefault(case["op"], []).append(case)
    return table


golden = functools.lru_cache(bad_input.load)


def outcome(case):
    """("value", outputs) or ("error", the error) of a call here."""
    with np.errstate(all="ignore"):
        inputs = [mx.nd.array(v, dtype=v.dtype) for v in common.make_inputs(case)]
        before = [x.asnumpy().copy() for x in inputs]
        try:
            with mx.autograd.train_mode() if case["train"] else mx.autograd.predict_mode():
                if case["plain"]:
                    out = mx.nd.invoke(case["op"], inputs, case["attrs"])
                else:
                    out = runners._public(mx.nd, case["op"])(*inputs, **case["attrs"])
            out = out if isinstance(out, (list, tuple)) else [out]
            return "value", [o.asnumpy() for o in out]
        except Exception as error:
            for x, y in zip(inputs, before):
                assert np.array_equal(x.asnumpy(), y, equal_nan=y.dtype.kind == "f"), "a call that failed changed an input"
            return "error", error


def difference(case, answer, found):
    """(kind, text) of what differs from MXNet's answer, or None."""
    kind, what = found
    if kind == "error":
        if not isinstance(what, (mx.MXNetError, TypeError, ValueError, IndexError, AssertionError)):
            return "strange error", f"{type(what).__name__}: {what}"
        if answer == "ended":
            return None if isinstance(what, mx.MXNetError) else ("class", f"{type(what).__name__}: {what}; MXNet's process ends")
        if isinstance(answer, list):
            return "refused", f"{type(what).__name__}: {what}; MXNet gives {[a.split(' ')[:2] for a in answer]}"
        if not any(c.__name__ == answer for c in type(what).__mro__):
            return "class", f"{type(what).__name__}: {what}; MXNet raises {answer}"
        return None
    if answer == "ended":
        return None
    if isinstance(answer, str):
        return "accepted", f"gives {[(o.shape, o.dtype.name) for o in what]}, MXNet raises {answer}"
    if len(answer) != len(what):
        return "outputs", f"{len(what)} outputs, MXNet {len(answer)}"
    for i, (mine, text) in enumerate(zip(what, answer, strict=True)):
        shape, dtype, expected = bad_input.unpack(text)
        if mine.shape != shape or mine.dtype != dtype:
            return "shape" if mine.shape != shape else "dtype", f"{i}: {mine.shape} {mine.dtype}, MXNet {shape} {dtype}"
        compared = expected is not None and case["check"] == "value" and not bad_input.REGISTRY[case["op"]].needs_key
        if compared and not same(mine, expected):
            return "value", f"{i}: {mine.ravel()[:6].tolist()}, MXNet {expected.ravel()[:6].tolist()}"
    return None


def same(mine, expected):
    """Whether arrays are equal within rounding, where MXNet's are finite; where they are not, ours may be anything."""
    if mine.dtype.kind != "f":
        return np.array_equal(mine, expected)
    rtol, atol = _TOLERANCE[mine.dtype.itemsize]
    mine, expected = mine.astype("float64"), expected.astype("float64")
    where = np.isfinite(expected)
    mine, expected = mine[where], expected[where]
    return np.allclose(mine, expected, rtol, atol * max(1.0, np.abs(expected).max(initial=0)))


@pytest.mark.parametrize("operator", sorted(_by_operator()))
def test_bad_input(operator):
    problems, one_in = [], 40 if operator in _SLOW or bad_input.REGISTRY[operator].needs_key else 5
    for n, case in enumerate(_by_operator()[operator]):
        if not EVERY and (n + zlib.crc32(operator.encode())) % one_in:
            continue
        name = bad_input.name(case)
        made_for, answer = golden()[name]
        assert made_for == bad_input.fingerprint(case), f"{name} changed: run generate_bad_input.py {operator}"
        found = difference(case, answer, outcome(case))
        if found and not bad_input_kept.reason(case, name, *found):
            problems.append(f"{name}: {': '.join(found)}\n    {case['inputs']} {case['attrs']}")
    assert not problems, "\n".join(problems)
