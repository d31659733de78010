"""The conformance cases in every tier: never compiled, compiled from the first call, and NumPy and XLA by turns.

Where forward and backward are of different tiers, one takes what the other left: residuals, layouts, random numbers. A few
operators are run in each way in every test run, each of them in one tier or another; `-m weekly` runs all of them in all tiers.
"""

import contextlib

import pytest

import jmx as mx
from jmx.core.numpy_tier import tiered
from jmx.core.run import dispatch
from tests.conformance.test_conformance import TABLE, _check, _differences, _number, runners

#: a tier -> whether XLA is to run a program that computes so
TIERS = {
    "never": lambda task: False,
    "now": lambda task: True,
    "forward compiled": lambda task: "forward" in task,
    "backward compiled": lambda task: "backward" in task,
}
#: of so many operators one is run in each tier
_ONE_IN = 24
#: cases of an operator
_MOST = 4


@contextlib.contextmanager
def tier(name, monkeypatch):
    """Programs that begin meanwhile are run by XLA, or by NumPy however often, as the tier says."""
    by_xla, first = TIERS[name], tiered.TieredJit._not_compiled

    def not_compiled(self, shapes, args):
        with mx.util.bit_equal(by_xla(self.label[1])):
            return first(self, shapes, args)

    with monkeypatch.context() as patched:
        patched.setenv("JMX_COMPILE", "never")
        patched.setattr(tiered.TieredJit, "_not_compiled", not_compiled)
        dispatch.bound_ops.clear()  # with what has been compiled
        yield
    dispatch.bound_ops.clear()


def _rows():
    for key in TABLE:
        for number, name in enumerate(TIERS):
            weekly = (_number(key) + number * 6) % _ONE_IN
            yield pytest.param(key, name, id="-".join((*key, name)), marks=pytest.mark.weekly if weekly else ())


in_every_tier = pytest.mark.parametrize("key, name", list(_rows()))


def _cases(key, level):
    cases = [case for case in TABLE[key] if level in case["levels"] and "error" not in case]
    return cases[:_MOST] or pytest.skip("the operator has no case for this level")


@in_every_tier
def test_nd(key, name, monkeypatch):
    problems = []
    with tier(name, monkeypatch):
        for case in _cases(key, "nd"):
            for _ in range(3):  # the third call of what NumPy runs is arranged
                problems += _differences(case, runners.nd(case))
    _check(problems)


@in_every_tier
def test_hybrid(key, name, monkeypatch):
    problems = []
    with tier(name, monkeypatch):
        for case in _cases(key, "sym")[:2]:
            problems += _differences(case, runners.hybrid(case), levels_second=False)
    _check(problems)


@in_every_tier
def test_sym(key, name, monkeypatch):
    cases = _cases(key, "sym")
    with tier(name, monkeypatch):
        found = runners.sym(cases)
    _check([problem for case in cases for problem in _differences(case, found[case["id"]], levels_second=False)])
