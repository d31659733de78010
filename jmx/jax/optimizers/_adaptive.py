"""Rules with a rate of its own for each element, or for each row or array."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import optax

from ._shared import map_leaves, need_params, no_count, norm, one_minus_power, rate_at, zeros


def scale_by_adam(b1=0.9, b2=0.999, eps=1e-8, bias_correction=True) -> optax.GradientTransformation:
    """Adam's direction, with `eps` beside the root that is not corrected: the second form of the paper, as in MXNet.

    `optax.scale_by_adam` adds `eps` to the corrected root. The state is the same, and so are the results for small `eps`.

    Parameters
    ----------
    b1, b2 : float
        Decay of the means of the gradient and of its square.
    eps : float
        Added to the root of the mean square.
    bias_correction : bool
        Correct both means for their start at zero.

    References
    ----------
    Kingma, Ba, "Adam: A Method for Stochastic Optimization", 2015, the end of section 2.
    """

    def init(params):
        return optax.ScaleByAdamState(count=no_count(), mu=zeros(params), nu=zeros(params))

    def update(updates, state, params=None):
        count = state.count + 1
        factor = 1.0
        if bias_correction:
            factor = jnp.sqrt(one_minus_power(b2, count)) / one_minus_power(b1, count)

        def step(g, m, v):
            m = b1 * m + (1 - b1) * g
            v = b2 * v + (1 - b2) * g * g
            return (factor * m / (jnp.sqrt(v) + eps)).astype(g.dtype), m, v

        updates, mu, nu = map_leaves(3, step, updates, state.mu, state.nu)
        return updates, optax.ScaleByAdamState(count=count, mu=mu, nu=nu)

    return optax.GradientTransformation(init, update)


class NadamState(NamedTuple):
    """As for Adam, and the product of all momenta so far."""

    count: Any
    momentum_product: Any
    mu: Any
    nu: Any


def scale_by_nadam(b1=0.9, b2=0.999, eps=1e-8, schedule_decay=0.004, positions=None, total=None) -> optax.GradientTransformation:
    """Nadam's direction with MXNet's schedule of momenta, which advances with every parameter and not with every step.

    `optax.nadam` keeps the momentum constant.

    Parameters
    ----------
    b1, b2 : float
        Decay of the means of the gradient and of its square.
    eps : float
        Added to the root of the mean square.
    schedule_decay : float
        Exponent of the schedule.
    positions : tuple of int, optional
        The place of each leaf in the order in which the parameters are updated; by default that of `jax.tree.leaves`.
    total : int, optional
        Number of all parameters, where this transformation sees some of them only.

    References
    ----------
    Dozat, "Incorporating Nesterov Momentum into Adam", 2016.
    """

    def momentum(count):
        return b1 * (1 - 0.5 * 0.96 ** (count * schedule_decay))

    def init(params):
        return NadamState(no_count(), jnp.ones([], jnp.float32), zeros(params), zeros(params))

    def update(updates, state, params=None):
        leaves, structure = jax.tree.flatten(updates)
        order = range(len(leaves)) if positions is None else positions
        if len(order) != len(leaves):
            raise ValueError(f"scale_by_nadam was given {len(order)} positions for {len(leaves)} parameters")
        count = state.count + 1
        now, following = momentum(count), momentum(count + 1)
        var_scale = one_minus_power(b2, count)

        def step(place, g, m, v):
            product = state.momentum_product * now ** (place + 1)
            m = b1 * m + (1 - b1) * g
            v = b2 * v + (1 - b2) * g * g
            ahead = (1 - now) * (g / (1 - product)) + following * (m / (1 - product * following))
            return (ahead / (jnp.sqrt(v / var_scale) + eps)).astype(g.dtype), m, v

        places = structure.unflatten(order)
        updates, mu, nu = map_leaves(3, lambda g, place, m, v: step(place, g, m, v), updates, places, state.mu, state.nu)
        product = state.momentum_product * now ** (len(leaves) if total is None else total)
        return updates, NadamState(count, product, mu, nu)

    return optax.GradientTransformation(init, update)


class FtmlState(NamedTuple):
    """The three averages of FTML, by the names of the paper."""

    count: Any
    d: Any
    v: Any
    z: Any


def ftml(learning_rate, b1=0.6, b2=0.999, eps=1e-8) -> optax.GradientTransformation:
    """Follow the moving leader.

    Parameters
    ----------
    learning_rate : float or schedule
        Rate.
    b1, b2 : float
        Decay of the mean and of the mean square.
    eps : float
        Added to the root of the mean square.

    References
    ----------
    Zheng, Kwok, "Follow the Moving Leader in Deep Learning", 2017.
    """

    def init(params):
        return FtmlState(no_count(), zeros(params), zeros(params), zeros(params))

    def update(updates, state, params=None):
        need_params("ftml", params)
        rate, count = rate_at(learning_rate, state.count), state.count + 1
        mean_scale, var_scale = one_minus_power(b1, count), one_minus_power(b2, count)

        def step(g, w, d, v, z):
            v = b2 * v + (1 - b2) * g * g
            now = mean_scale / rate * (jnp.sqrt(v / var_scale) + eps)
            z = b1 * z + (1 - b1) * g - (now - b1 * d) * w
            return (-z / now - w).astype(w.dtype), now.astype(d.dtype), v, z.astype(w.dtype)

        updates, *averages = map_leaves(4, step, updates, params, state.d, state.v, state.z)
        return updates, FtmlState(count, *averages)

    return optax.GradientTransformation(init, update)


class FtrlState(NamedTuple):
    """The two sums of FTRL, by the names of the paper."""

    count: Any
    z: Any
    n: Any


def ftrl(learning_rate, lamda1=0.01, beta=1.0, weight_decay=0.0) -> optax.GradientTransformation:
    """Follow the regularized leader, with L1 penalty: weights whose sum stays below `lamda1` are zero.

    Parameters
    ----------
    learning_rate : float or schedule
        Rate.
    lamda1 : float
        L1 penalty.
    beta : float
        Per-element rate parameter.
    weight_decay : float
        L2 penalty.

    References
    ----------
    McMahan et al., "Ad Click Prediction: a View from the Trenches", 2013.
    """

    def init(params):
        return FtrlState(no_count(), zeros(params), zeros(params))

    def update(updates, state, params=None):
        need_params("ftrl", params)
        rate = rate_at(learning_rate, state.count)

        def step(g, w, z, n):
            total = n + g * g
            z = z + g - (jnp.sqrt(total) - jnp.sqrt(n)) * w / rate
            new = (jnp.sign(z) * lamda1 - z) / ((beta + jnp.sqrt(total)) / rate + weight_decay)
            new = jnp.where(jnp.abs(z) > lamda1, new, 0)
            return (new - w).astype(w.dtype), z.astype(w.dtype), total

        updates, z, n = map_leaves(3, step, updates, params, state.z, state.n)
        return updates, FtrlState(state.count + 1, z, n)

    return optax.GradientTransformation(init, update)


class GroupRssState(NamedTuple):
    """Sums over the steps of the mean squares of rows, shape (rows, 1)."""

    history: Any


def scale_by_group_rss(eps=1e-5) -> optax.GradientTransformation:
    """AdaGrad with one rate for each row of a matrix, for embeddings.

    Parameters
    ----------
    eps : float
        Added to the mean squares gathered for a row.
    """

    def init(params):
        for w in jax.tree.leaves(params):
            if w.ndim != 2:
                raise ValueError(f"scale_by_group_rss takes matrices, got shape {w.shape}")
        return GroupRssState(jax.tree.map(lambda w: jnp.zeros((w.shape[0], 1), jnp.float32), params))

    def update(updates, state, params=None):
        def step(g, total):
            total = total + jnp.mean(g * g, axis=1, keepdims=True)
            return (g / jnp.sqrt(total + eps)).astype(g.dtype), total

        updates, history = map_leaves(2, step, updates, state.history)
        return updates, GroupRssState(history)

    return optax.GradientTransformation(init, update)


def scale_by_lars(eta=0.001, eps=0.0, weight_decay=0.0, clip_gradient=None) -> optax.GradientTransformation:
    """Decay, and scale by ``eta * |w| / (|g| + weight_decay * |w| + eps)`` for each parameter.

    `optax.lars` divides by the norm of the sum ``g + weight_decay * w`` instead of the sum of the norms.

    Parameters
    ----------
    eta : float
        Trust coefficient.
    eps : float
        Added to the denominator.
    weight_decay : float
        L2 penalty.
    clip_gradient : float, optional
        Bound on the elements of the gradient; its norm is taken before.

    References
    ----------
    You, Gitman, Ginsburg, "Large Batch Training of Convolutional Networks", 2017.
    """

    def update(updates, state, params=None):
        need_params("scale_by_lars", params)

        def scaled(g, w):
            w_norm, g_norm = norm(w), norm(g)
            usable = (w_norm > 0) & (g_norm > 0)
            ratio = eta * w_norm / jnp.where(usable, g_norm + weight_decay * w_norm + eps, 1)
            g = g if clip_gradient is None else jnp.clip(g, -clip_gradient, clip_gradient)
            return (jnp.where(usable, ratio, 1) * (g + weight_decay * w)).astype(g.dtype)

        return jax.tree.map(scaled, updates, params), state

    return optax.GradientTransformation(lambda params: optax.EmptyState(), update)


def scale_by_trust_ratio(lower_bound=None, upper_bound=None) -> optax.GradientTransformation:
    """`optax.scale_by_trust_ratio` with bounds on the norm of the weight, as LAMB has them in MXNet.

    Parameters
    ----------
    lower_bound, upper_bound : float, optional
        Bounds on the norm of the weight.

    References
    ----------
    You et al., "Large Batch Optimization for Deep Learning: Training BERT in 76 minutes", 2020.
    """

    def update(updates, state, params=None):
        need_params("scale_by_trust_ratio", params)

        def scaled(u, w):
            w_norm, u_norm = jnp.clip(norm(w), lower_bound, upper_bound), norm(u)
            usable = (w_norm != 0) & (u_norm != 0)
            return u * jnp.where(usable, w_norm / jnp.where(usable, u_norm, 1), 1).astype(u.dtype)

        return jax.tree.map(scaled, updates, params), state

    return optax.GradientTransformation(lambda params: optax.EmptyState(), update)
