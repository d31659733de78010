"""What the update rules have in common."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp


def rate_at(learning_rate, count) -> Any:
    return learning_rate(count) if callable(learning_rate) else learning_rate


def zeros(params) -> dict[Any, Any]:
    return jax.tree.map(jnp.zeros_like, params)


def no_count() -> jax.Array:
    return jnp.zeros([], jnp.int32)


def need_params(name, params) -> None:
    if params is None:
        raise ValueError(f"{name} needs the parameters: call update(grads, state, params)")


def map_leaves(results, function, updates, *trees) -> list[Any]:
    """`function`, which returns so many results, over the leaves of trees: its results as trees."""
    leaves, structure = jax.tree.flatten(updates)
    rows = [function(*row) for row in zip(leaves, *map(structure.flatten_up_to, trees), strict=True)]
    return [structure.unflatten([row[i] for row in rows]) for i in range(results)]


def one_minus_power(decay, count) -> jax.Array:
    """1 - decay ** count. In single precision the difference itself would lose most of its digits for a decay near 1."""
    if isinstance(decay, (int, float)):
        log = math.log(decay) if decay > 0 else -math.inf
    else:
        log = jnp.log(decay)
    return -jnp.expm1(count * log)


def norm(x) -> jax.Array:
    return jnp.sqrt(jnp.sum(jnp.square(x.astype(jnp.float32))))


class CountAndTrace(NamedTuple):
    """The number of updates done, and the momenta."""

    count: Any
    trace: Any
