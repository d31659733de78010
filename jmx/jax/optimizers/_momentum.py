"""Gradient descent with momentum, noise or several batches in a step."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import optax

from ._shared import CountAndTrace, map_leaves, need_params, no_count, norm, rate_at, zeros


def nesterov(learning_rate, momentum, weight_decay=0.0) -> optax.GradientTransformation:
    """Nesterov's momentum as MXNet computes it: the decay in the momentum that is kept is that of the new weight.

    Without decay it is `optax.scale_by_learning_rate` followed by `optax.trace(momentum, nesterov=True)`.

    Parameters
    ----------
    learning_rate : float or schedule
        Rate.
    momentum : float
        Share of the last step that is kept.
    weight_decay : float
        L2 penalty.
    """

    def init(params):
        return CountAndTrace(no_count(), zeros(params))

    def update(updates, state, params=None):
        need_params("nesterov", params)
        rate = rate_at(learning_rate, state.count)

        def step(g, w, m):
            m = momentum * m
            change = -m + (momentum + 1) * (m - rate * (g + weight_decay * w))
            m = m - rate * (g + weight_decay * (w + change))
            return change.astype(w.dtype), m.astype(w.dtype)

        updates, trace = map_leaves(2, step, updates, params, state.trace)
        return updates, CountAndTrace(state.count + 1, trace)

    return optax.GradientTransformation(init, update)


def corrected_trace(decay, learning_rate) -> optax.GradientTransformation:
    """`optax.trace` of updates that have the learning rate in them, in which past updates follow changes of the rate.

    Parameters
    ----------
    decay : float
        Share of the last update that is kept; it is multiplied by the new rate over the last one, unless that was zero.
    learning_rate : schedule
        The rate that the updates have been scaled by.

    References
    ----------
    Goyal et al., "Accurate, Large Minibatch SGD: Training ImageNet in 1 Hour", 2017, section 3.
    """

    def init(params):
        return CountAndTrace(no_count(), zeros(params))

    def update(updates, state, params=None):
        count = state.count
        last = jnp.asarray(learning_rate(jnp.maximum(count - 1, 0)), jnp.float32)
        kept = decay * jnp.where(last == 0, 1, learning_rate(count) / jnp.where(last == 0, 1, last))
        trace = jax.tree.map(lambda u, m: u + (kept * m).astype(u.dtype), updates, state.trace)
        return trace, CountAndTrace(count + 1, trace)

    return optax.GradientTransformation(init, update)


class PreviousState(NamedTuple):
    """The weights before the last update."""

    previous: Any


def compensate_delay(lamda=0.04) -> optax.GradientTransformation:
    """Correct gradients by ``lamda * g ** 2 * (w - previous w)``, as DCASGD does.

    Parameters
    ----------
    lamda : float
        Strength of the compensation.

    References
    ----------
    Zheng et al., "Asynchronous Stochastic Gradient Descent with Delay Compensation", 2017.
    """

    def init(params):
        # Copies, so that a caller may donate parameters and state to one call.
        return PreviousState(jax.tree.map(lambda w: jnp.array(w, copy=True), params))

    def update(updates, state, params=None):
        need_params("compensate_delay", params)
        updates = jax.tree.map(lambda g, w, p: g + lamda * g * g * (w - p), updates, params, state.previous)
        return updates, PreviousState(jax.tree.map(lambda w, p: w.astype(p.dtype), params, state.previous))

    return optax.GradientTransformation(init, update)


class NoiseState(NamedTuple):
    """The number of updates done, and the key of the next noise."""

    count: Any
    key: Any


def add_langevin_noise(learning_rate, key) -> optax.GradientTransformation:
    """Add normal noise of variance `learning_rate` to every update: stochastic gradient Langevin dynamics.

    Parameters
    ----------
    learning_rate : float or schedule
        The variance. The gradient's share of the update is scaled by half of it.
    key : jax.Array or int
        Key of `jax.random`, or a seed.

    References
    ----------
    Welling, Teh, "Bayesian Learning via Stochastic Gradient Langevin Dynamics", 2011.
    """

    def init(params):
        made = jax.random.key(key) if isinstance(key, int) else jnp.array(key, copy=True)
        return NoiseState(no_count(), made)

    def update(updates, state, params=None):
        deviation = jnp.sqrt(rate_at(learning_rate, state.count))
        leaves, structure = jax.tree.flatten(updates)
        following, *keys = jax.random.split(state.key, len(leaves) + 1)
        noisy = [u + (deviation * jax.random.normal(k, u.shape)).astype(u.dtype) for u, k in zip(leaves, keys)]
        return structure.unflatten(noisy), NoiseState(state.count + 1, following)

    return optax.GradientTransformation(init, update)


class LargeBatchState(NamedTuple):
    """The number of batches seen, the gradients gathered for the next step, and the momenta."""

    count: Any
    gathered: Any
    trace: Any


def large_batch_sgd(
    learning_rate,
    momentum=0.0,
    weight_decay=0.0,
    rescale_grad=1.0,
    clip_gradient=None,
    batch_scale=1,
    warmup_strategy="linear",
    warmup_updates=160,
    begin_updates=0,
    late=None,
) -> optax.GradientTransformation:
    """SGD in which gradients of `batch_scale` batches make one step, at a rate that warms up. Between steps updates are zero.

    Parameters
    ----------
    learning_rate : float or schedule
        Rate, of the number of batches.
    momentum : float
        Share of the last step that is kept.
    weight_decay : float
        L2 penalty.
    rescale_grad : float
        Factor on the mean of the gradients.
    clip_gradient : float, optional
        Bound on the elements of the rescaled mean.
    batch_scale : int
        Number of batches that make one step.
    warmup_strategy : {'linear', 'power2', 'sqrt', 'lars'}
        How the rate's factor grows to `batch_scale`; 'lars' takes it from the norms instead.
    warmup_updates : int
        Number of batches of the warm-up.
    begin_updates : int
        Number of batches of the warm-up that were before.
    late : float, optional
        If given, the rate of the first batch; those of the schedule follow one batch late. That happens in MXNet to the parameter
        that is updated first.
    """

    def growth(batches):
        if warmup_updates <= 1:
            return jnp.where(batches >= warmup_updates, float(batch_scale), 1.0)
        share = batches / warmup_updates
        shape = {"linear": share, "power2": share * share, "sqrt": jnp.sqrt(share)}
        warm = 1 + (batch_scale - 1) * shape.get(warmup_strategy, 0.0)
        return jnp.where(batches >= warmup_updates, float(batch_scale), warm)

    def init(params):
        return LargeBatchState(no_count(), zeros(params), zeros(params))

    def update(updates, state, params=None):
        need_params("large_batch_sgd", params)
        count = state.count
        rate = rate_at(learning_rate, count)
        if late is not None:
            rate = jnp.where(count == 0, late, rate_at(learning_rate, jnp.maximum(count - 1, 0)))
        batches = begin_updates + count + 1
        due = batches % batch_scale == 0

        def step(g, w, gathered, m):
            total = gathered + g
            mean = total / batch_scale
            if warmup_strategy == "lars":
                w_square, g_square = jnp.square(norm(w)), jnp.square(norm(mean))
                factor = jnp.clip(jnp.sqrt(w_square / (g_square + weight_decay * w_square + 1e-18)), 0.01, 100)
            else:
                factor = growth(batches)
            mean = mean * rescale_grad
            mean = mean if clip_gradient is None else jnp.clip(mean, -clip_gradient, clip_gradient)
            new = (momentum * m - rate * factor * (mean + weight_decay * w)).astype(w.dtype)
            zero = jnp.zeros_like(new)
            return jnp.where(due, new, zero), jnp.where(due, 0, total).astype(g.dtype), jnp.where(due, new, m)

        updates, gathered, trace = map_leaves(3, step, updates, params, state.gathered, state.trace)
        return updates, LargeBatchState(count + 1, gathered, trace)

    return optax.GradientTransformation(init, update)
