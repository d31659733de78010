"""Operators with sizes that nobody means: each call gives a declared error or a result, and never an end of the process.

A round takes a row of the table that jmx is compared with MXNet by (tests/conformance), and puts other numbers into its
attributes: negative ones, none, large ones, ones whose products overflow. Every attribute that has a number comes.
"""

from __future__ import annotations

import contextlib
import functools
import pathlib
import sys

import numpy as np

import jmx as mx
from tools.campaign import Rounds, _sandbox, probe

_TABLE = pathlib.Path(__file__).resolve().parent.parent.parent / "tests" / "conformance"
sys.path.insert(0, str(_TABLE))

#: numbers in the place of others; some are too large for memory, or for XLA
_NUMBERS = (0, 1, 2, 3, 7, -1, -2, -100, 64, 1000)
_NUMBERS += (1 << 15, 10**6, (1 << 31) - 1, 1 << 31, 1 << 32, 1 << 33, 1 << 53, (1 << 63) - 1, 1 << 63, -(1 << 31), -(1 << 63))
_LARGE = ((1 << 31) - 1, 1 << 33, 1 << 53, (1 << 62))
#: elements of a result that is looked at
_LOOKED_AT = 1 << 20


@functools.cache
def rows():
    """The rows of the table that are computed, by family."""
    common = __import__("common")
    return [row for family in common.families() for row in common.load(family) if "error" not in row]


@functools.cache
def _operators():
    return __import__("runners")


def prepare():
    """Import what is imported late."""
    rows()
    _operators()
    mx.nd.ones((2, 2)).asnumpy()


def hostile(draw, value):
    """A number, or a tuple, in the place of another value of an attribute."""
    if isinstance(value, (tuple, list)) and value and all(isinstance(n, (int, type(None))) for n in value):
        kind = draw.randrange(5)
        changed = list(value)
        if kind == 4:
            # No element, but sizes whose product overflows. 0 comes first: XLA goes through what lies before it one by one.
            changed = [0, *(draw.choice(_LARGE) for _ in range(max(1, len(changed) - 1)))]
        elif kind == 0:
            changed = [draw.choice(_NUMBERS)] * len(changed)
        elif kind == 1:
            changed = changed[:-1] if draw.random() < 0.5 else [*changed, draw.choice(_NUMBERS)]
        else:
            changed[draw.randrange(len(changed))] = draw.choice(_NUMBERS)
        return tuple(changed)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return draw.choice((*_NUMBERS, (draw.choice(_NUMBERS),) * draw.choice((1, 2, 3))))
    return draw.choice(_NUMBERS)


def _attributes(row):
    """Attributes that hold numbers: those of the row, and others of the operator's with their defaults."""
    op = mx.core.declare.op.find(row["op"])
    found = {name: value for name, (_, value) in op.schema.items()} | row["attrs"]
    return {name: value for name, value in found.items() if isinstance(value, (int, tuple, list)) and not isinstance(value, bool)}


def draw(source, number=1):
    """A row with other attributes, and the words for it."""
    while True:
        row = source.choice(rows())
        there = _attributes(row)
        if there:
            break
    attrs = dict(row["attrs"])
    for name in source.sample(sorted(there), min(len(there), source.choice((1, 1, 2)))):
        attrs[name] = hostile(source, there[name])
    shapes = [np.shape(values) for values in __import__("common").make_inputs(row)]
    return (row, attrs, source.random() < 0.25), f"{row['op']}({shapes}, {attrs})"


def attempt(drawn):
    """Call the operator, and look at what it gives."""
    row, attrs, recording = drawn
    common, runners = __import__("common"), _operators()
    numpy = common.is_numpy(row)
    with mx.util.np_shape(numpy), mx.util.np_array(numpy):
        arrays = [mx.np.array(v, dtype=v.dtype) if numpy else mx.nd.array(v, dtype=v.dtype) for v in common.make_inputs(row)]
        arguments, keywords = runners._named(mx.core.declare.op.find(row["op"]), arrays)
        function = runners._public(mx.nd, row["op"])
        for array in arrays if recording else ():
            if array.dtype in (np.float32, np.float64) and array.stype == "default":
                array.attach_grad()
        with mx.autograd.record() if recording else contextlib.nullcontext():
            out = function(*arguments, **keywords, **attrs)
        for one in out if isinstance(out, (list, tuple)) else [out]:
            if one is None:
                continue
            if one.size <= _LOOKED_AT:
                one.asnumpy()
            one.wait_to_read()
        if recording and not isinstance(out, (list, tuple)) and out.size <= _LOOKED_AT:
            out.backward()


@probe(goal=3_000, unit="operators with odd sizes")
def run(rounds: Rounds) -> None:
    """An operator a round."""
    _sandbox.run("shapes", rounds)
