"""Traces that nobody differentiates leave functions' own gradients out; all others keep them."""

import jax
import jax.numpy as jnp
import pytest

from jmx.core.declare.gradients import custom_vjp
from jmx.core.numpy_tier import jit

X = jnp.ones(3)


@custom_vjp
def same(x):
    return x * 1.0


same.defvjp(lambda x: (x * 1.0, None), lambda _, gradient: (gradient * 7,))


@pytest.mark.parametrize("when", ["now", "behind", "never"])
@pytest.mark.parametrize("limit", [None, 8])
def test_what_has_run_by_itself_keeps_its_gradient(when, limit, monkeypatch):
    monkeypatch.setenv("JMX_COMPILE", when)
    tiered = jit(lambda x: same(x) * 2, limit=limit, label=("twice", "forward"))
    assert tiered(X).tolist() == [2, 2, 2]
    assert jax.grad(lambda x: tiered(x).sum())(X).tolist() == [14, 14, 14]
    assert jax.grad(lambda x: tiered(x).sum())(X[:2]).tolist() == [14, 14]
