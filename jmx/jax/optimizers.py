"""Update rules of MXNet's optimizers that optax lacks, as optax transformations.

They depend on JAX and optax alone, so that a program which leaves MXNet may keep a copy of the ones it uses. `jmx.to_optax`
puts them together with optax's own. `learning_rate` is a number, or a schedule of optax: a function of the number of updates
done. Each function returns an `optax.GradientTransformation`, whose `update` wants the parameters where it says so.

Examples
--------
>>> import optax
>>> transformation = optax.chain(scale_by_adam(0.9, 0.999, 1e-8), optax.scale_by_learning_rate(0.5))
>>> params = {"w": jnp.zeros(2)}
>>> updates, state = transformation.update({"w": jnp.array([3.0, -4.0])}, transformation.init(params))
>>> updates["w"].round(3)
Array([-0.5,  0.5], dtype=float32)
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import optax

__all__ = [
    "add_langevin_noise",
    "clip_weights",
    "compensate_delay",
    "corrected_trace",
    "ftml",
    "ftrl",
    "large_batch_sgd",
    "nesterov",
    "scale_by_adam",
    "scale_by_group_rss",
    "scale_by_lars",
    "scale_by_nadam",
    "scale_by_trust_ratio",
    "starting_at",
    "with_count",
    "with_master_copies",
]


def _rate(learning_rate, count) -> Any:
    return learning_rate(count) if callable(learning_rate) else learning_rate


def _zeros(params):
    return jax.tree.map(jnp.zeros_like, params)


def _no_count():
    return jnp.zeros([], jnp.int32)


def _need_params(name, params):
    if params is None:
        raise ValueError(f"{name} needs the parameters: call update(grads, state, params)")


def _map(results, function, updates, *trees):
    """`function`, which returns so many results, over the leaves of trees: its results as trees."""
    leaves, structure = jax.tree.flatten(updates)
    rows = [function(*row) for row in zip(leaves, *map(structure.flatten_up_to, trees), strict=True)]
    return [structure.unflatten([row[i] for row in rows]) for i in range(results)]


def _one_minus_power(decay, count):
    """1 - decay ** count. In single precision the difference itself would lose most of its digits for a decay near 1."""
    if isinstance(decay, (int, float)):
        log = math.log(decay) if decay > 0 else -math.inf
    else:
        log = jnp.log(decay)
    return -jnp.expm1(count * log)


class Count(NamedTuple):
    """The number of updates done."""

    count: Any


class CountAndTrace(NamedTuple):
    """The number of updates done, and the momenta."""

    count: Any
    trace: Any


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
        return optax.ScaleByAdamState(count=_no_count(), mu=_zeros(params), nu=_zeros(params))

    def update(updates, state, params=None):
        count = state.count + 1
        factor = 1.0
        if bias_correction:
            factor = jnp.sqrt(_one_minus_power(b2, count)) / _one_minus_power(b1, count)

        def step(g, m, v):
            m = b1 * m + (1 - b1) * g
            v = b2 * v + (1 - b2) * g * g
            return (factor * m / (jnp.sqrt(v) + eps)).astype(g.dtype), m, v

        updates, mu, nu = _map(3, step, updates, state.mu, state.nu)
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
        return NadamState(_no_count(), jnp.ones([], jnp.float32), _zeros(params), _zeros(params))

    def update(updates, state, params=None):
        leaves, structure = jax.tree.flatten(updates)
        order = range(len(leaves)) if positions is None else positions
        if len(order) != len(leaves):
            raise ValueError(f"scale_by_nadam was given {len(order)} positions for {len(leaves)} parameters")
        count = state.count + 1
        now, following = momentum(count), momentum(count + 1)
        var_scale = _one_minus_power(b2, count)

        def step(place, g, m, v):
            product = state.momentum_product * now ** (place + 1)
            m = b1 * m + (1 - b1) * g
            v = b2 * v + (1 - b2) * g * g
            ahead = (1 - now) * (g / (1 - product)) + following * (m / (1 - product * following))
            return (ahead / (jnp.sqrt(v / var_scale) + eps)).astype(g.dtype), m, v

        places = structure.unflatten(order)
        updates, mu, nu = _map(3, lambda g, place, m, v: step(place, g, m, v), updates, places, state.mu, state.nu)
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
        return FtmlState(_no_count(), _zeros(params), _zeros(params), _zeros(params))

    def update(updates, state, params=None):
        _need_params("ftml", params)
        rate, count = _rate(learning_rate, state.count), state.count + 1
        mean_scale, var_scale = _one_minus_power(b1, count), _one_minus_power(b2, count)

        def step(g, w, d, v, z):
            v = b2 * v + (1 - b2) * g * g
            now = mean_scale / rate * (jnp.sqrt(v / var_scale) + eps)
            z = b1 * z + (1 - b1) * g - (now - b1 * d) * w
            return (-z / now - w).astype(w.dtype), now.astype(d.dtype), v, z.astype(w.dtype)

        updates, *averages = _map(4, step, updates, params, state.d, state.v, state.z)
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
        return FtrlState(_no_count(), _zeros(params), _zeros(params))

    def update(updates, state, params=None):
        _need_params("ftrl", params)
        rate = _rate(learning_rate, state.count)

        def step(g, w, z, n):
            total = n + g * g
            z = z + g - (jnp.sqrt(total) - jnp.sqrt(n)) * w / rate
            new = (jnp.sign(z) * lamda1 - z) / ((beta + jnp.sqrt(total)) / rate + weight_decay)
            new = jnp.where(jnp.abs(z) > lamda1, new, 0)
            return (new - w).astype(w.dtype), z.astype(w.dtype), total

        updates, z, n = _map(3, step, updates, params, state.z, state.n)
        return updates, FtrlState(state.count + 1, z, n)

    return optax.GradientTransformation(init, update)


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
        return CountAndTrace(_no_count(), _zeros(params))

    def update(updates, state, params=None):
        _need_params("nesterov", params)
        rate = _rate(learning_rate, state.count)

        def step(g, w, m):
            m = momentum * m
            change = -m + (momentum + 1) * (m - rate * (g + weight_decay * w))
            m = m - rate * (g + weight_decay * (w + change))
            return change.astype(w.dtype), m.astype(w.dtype)

        updates, trace = _map(2, step, updates, params, state.trace)
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
        return CountAndTrace(_no_count(), _zeros(params))

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
        _need_params("compensate_delay", params)
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
        return NoiseState(_no_count(), made)

    def update(updates, state, params=None):
        deviation = jnp.sqrt(_rate(learning_rate, state.count))
        leaves, structure = jax.tree.flatten(updates)
        following, *keys = jax.random.split(state.key, len(leaves) + 1)
        noisy = [u + (deviation * jax.random.normal(k, u.shape)).astype(u.dtype) for u, k in zip(leaves, keys)]
        return structure.unflatten(noisy), NoiseState(state.count + 1, following)

    return optax.GradientTransformation(init, update)


def _norm(x):
    return jnp.sqrt(jnp.sum(jnp.square(x.astype(jnp.float32))))


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
        _need_params("scale_by_lars", params)

        def scaled(g, w):
            w_norm, g_norm = _norm(w), _norm(g)
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
        _need_params("scale_by_trust_ratio", params)

        def scaled(u, w):
            w_norm, u_norm = jnp.clip(_norm(w), lower_bound, upper_bound), _norm(u)
            usable = (w_norm != 0) & (u_norm != 0)
            return u * jnp.where(usable, w_norm / jnp.where(usable, u_norm, 1), 1).astype(u.dtype)

        return jax.tree.map(scaled, updates, params), state

    return optax.GradientTransformation(lambda params: optax.EmptyState(), update)


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

        updates, history = _map(2, step, updates, state.history)
        return updates, GroupRssState(history)

    return optax.GradientTransformation(init, update)


def clip_weights(bound) -> optax.GradientTransformation:
    """Change updates so that the new weights lie in [-bound, bound].

    Parameters
    ----------
    bound : float
        Largest magnitude of a weight.
    """

    def update(updates, state, params=None):
        _need_params("clip_weights", params)
        return jax.tree.map(lambda u, w: jnp.clip(w + u, -bound, bound) - w, updates, params), state

    return optax.GradientTransformation(lambda params: optax.EmptyState(), update)


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
        return LargeBatchState(_no_count(), _zeros(params), _zeros(params))

    def update(updates, state, params=None):
        _need_params("large_batch_sgd", params)
        count = state.count
        rate = _rate(learning_rate, count)
        if late is not None:
            rate = jnp.where(count == 0, late, _rate(learning_rate, jnp.maximum(count - 1, 0)))
        batches = begin_updates + count + 1
        due = batches % batch_scale == 0

        def step(g, w, gathered, m):
            total = gathered + g
            mean = total / batch_scale
            if warmup_strategy == "lars":
                w_square, g_square = jnp.square(_norm(w)), jnp.square(_norm(mean))
                factor = jnp.clip(jnp.sqrt(w_square / (g_square + weight_decay * w_square + 1e-18)), 0.01, 100)
            else:
                factor = growth(batches)
            mean = mean * rescale_grad
            mean = mean if clip_gradient is None else jnp.clip(mean, -clip_gradient, clip_gradient)
            new = (momentum * m - rate * factor * (mean + weight_decay * w)).astype(w.dtype)
            zero = jnp.zeros_like(new)
            return jnp.where(due, new, zero), jnp.where(due, 0, total).astype(g.dtype), jnp.where(due, new, m)

        updates, gathered, trace = _map(3, step, updates, params, state.gathered, state.trace)
        return updates, LargeBatchState(count + 1, gathered, trace)

    return optax.GradientTransformation(init, update)


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
        _need_params("with_master_copies", params)
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
