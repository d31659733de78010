"""Shapes that come once and never again: what is kept for them is bounded."""

import jax.numpy as jnp
import pytest

import jmx as mx
from jmx.core.numpy_tier import interpreter, jit, tiered
from jmx.core.run import dispatch


def test_programs_that_numpy_runs():
    increment = jit(lambda x: x + 1)
    for n in range(1, tiered.INTERPRETED_KEPT + 20):
        assert increment(jnp.ones(n)).shape == (n,)
    assert len(increment.interpreted) == tiered.INTERPRETED_KEPT
    assert increment.jitted._cache_size() == 0


def test_a_program_that_was_forgotten_is_compiled_when_its_turn_comes(monkeypatch):
    monkeypatch.setattr(tiered, "INTERPRETED_KEPT", 2)
    monkeypatch.setattr(interpreter, "MOST_CALLS", 64)
    increment = jit(lambda x: x + 1)
    calls = 0
    while not increment.compiled and calls < 1000:
        for n in range(1, 5):  # more than are kept, in turn
            increment(jnp.ones(n))
        calls += 1
    assert 1 < calls < 1000


def test_compiled_programs(monkeypatch):
    monkeypatch.setattr(tiered, "COMPILED_KEPT", 3)
    increment = jit(lambda x: x + 1)
    with mx.util.bit_equal():
        for n in [*range(1, 9), 8, 7]:
            assert increment(jnp.ones(n)).sum() == 2 * n
            assert len(increment.compiled) <= 3
            assert increment.jitted._cache_size() <= 3


def test_operators_bound_to_attributes(monkeypatch):
    monkeypatch.setattr(dispatch, "bound_ops", {})
    monkeypatch.setattr(dispatch, "_BOUND_OPS_LIMIT", 20)
    x = mx.nd.ones(4)
    with mx.util.bit_equal():
        mx.nd.clip(x, 0, 7)
    kept = [bound for token, bound in dispatch.bound_ops.items() if token[0].name == "clip"]
    for n in range(1, 15):
        assert mx.nd.zeros(n).shape == (n,)
    for n in range(1, 30):
        mx.nd.zeros((n, 2))
        assert len(dispatch.bound_ops) <= 20
    assert kept[0] in dispatch.bound_ops.values(), "what is compiled is forgotten last"


@pytest.mark.parametrize("size", [1, 5])
def test_values_do_not_change(monkeypatch, size):
    monkeypatch.setattr(tiered, "INTERPRETED_KEPT", size)
    monkeypatch.setattr(tiered, "COMPILED_KEPT", size)
    for n in (3, 4, 5, 3, 4, 5) * 4:
        x = mx.nd.arange(n)
        x.attach_grad()
        with mx.autograd.record():
            y = (x * x).sum()
        y.backward()
        assert x.grad.asnumpy().tolist() == [2.0 * i for i in range(n)]
