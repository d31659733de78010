"""What is done with the updates of other transformations, and with their states."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import optax

from ._shared import need_params


def clip_weights(bound) -> optax.GradientTransformation:
    """Change updates so that the new weights lie in [-bound, bound].

    Parameters
    ----------
    bound : float
        Largest magnitude of a weight.
    """

    def update(updates, state, params=None):
        need_params("clip_weights", params)
        return jax.tree.map(lambda u, w: jnp.clip(w + u, -bound, bound) - w, updates, params), state

    return optax.GradientTransformation(lambda params: optax.EmptyState(), update)


class MasterState(NamedTuple):
    """Single-precision copies of the parameters, and the state of what updates them."""

    master: Any
    inner: Any


def _is_half(x):
    return x.dtype in (jnp.float16, jnp.bfloat16)


def with_master_copies(inner: optax.GradientTransformation) -> optax.GradientTransformation:
    """Update float32 copies of 16-bit parameters; parameters of other types stay as they are.

    The updates are float32 differences from the 16-bit parameters to the new copies, so that `optax.apply_updates` gives the
    rounded copies.

    Parameters
    ----------
    inner : optax.GradientTransformation
        What updates the copies.
    """

    def wide(x):
        return x.astype(jnp.float32) if _is_half(x) else x

    def masters(params):
        # Only 16-bit parameters have copies; the others are taken from the parameters at each step.
        return jax.tree.map(lambda w: wide(w) if _is_half(w) else None, params)

    def together(params, master):
        return jax.tree.map(lambda w, m: w if m is None else m, params, master)

    def init(params):
        return MasterState(masters(params), inner.init(jax.tree.map(wide, params)))

    def update(updates, state, params=None):
        need_params("with_master_copies", params)
        copies = together(params, state.master)
        changes, inner_state = inner.update(jax.tree.map(wide, updates), state.inner, copies)
        new = optax.apply_updates(copies, changes)
        updates = jax.tree.map(lambda n, w, u: n - wide(w) if _is_half(w) else u, new, params, changes)
        master = jax.tree.map(lambda n, w: n if _is_half(w) else None, new, params)
        return updates, MasterState(master, inner_state)

    return optax.GradientTransformation(init, update)


def with_count(state, count):
    """A state of optax with all its counters, fields that are named `count`, set to a number."""

    def changed(path, leaf):
        return jnp.asarray(count, leaf.dtype) if path and getattr(path[-1], "name", None) == "count" else leaf

    return jax.tree_util.tree_map_with_path(changed, state)


def starting_at(count, inner: optax.GradientTransformation) -> optax.GradientTransformation:
    """The transformation with all its counters at `count` in the beginning.

    Parameters
    ----------
    count : int
        Number of updates done before.
    inner : optax.GradientTransformation
        A transformation whose states count updates in fields named `count`.
    """

    def init(params):
        return with_count(inner.init(params), count)

    return optax.GradientTransformation(init, inner.update)
