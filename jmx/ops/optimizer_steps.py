"""Update steps of the optimizers that MXNet writes in Python, one operator each.

Each is the whole update of one parameter, so that a training step of all parameters is one compiled program.
They have no MXNet name: optimizers use them, programs do not. Shared attributes: `lr` and `wd` (rates of this parameter
and step), `rescale_grad` (factor on the gradient), `clip_gradient` (bound on its elements, none if negative), `v2` (the step
is that of MXNet 2.0: weight decay is part of the gradient, added after it is clipped, and `epsilon` stands beside roots).
Arithmetic is in single precision at least; the new weight has the weight's type, states keep theirs.
"""

import jax
import jax.numpy as jnp

from ..core.declare.op import REQUIRED, AnyArray, Scalar, op
from ._attributes import attributes_of
from .optimizer import root
from .optimizer_lamb import trust_ratio


def _shared(
    weight: AnyArray,
    grad: AnyArray,
    mom: AnyArray,
    mean: AnyArray,
    lr: Scalar = REQUIRED,
    momentum: Scalar = 0.0,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-5,
    wd: Scalar = 0.0,
    rescale_grad: Scalar = 1.0,
    clip_gradient: Scalar = -1.0,
    v2: bool = False,
):
    """What updates have in common: those below give no type to parameters that are as they stand here."""


def _wide(array):
    return array.astype(jnp.promote_types(array.dtype, jnp.float32))


def _gradient(grad, rescale_grad, clip_gradient):
    return _clip(_wide(grad) * rescale_grad, clip_gradient)


def _decayed(weight, grad, wd, rescale_grad, clip_gradient, v2):
    """The gradient with weight decay: clipped together with it, or before it is added, as in MXNet 2.0."""
    if v2:
        return _gradient(grad, rescale_grad, clip_gradient) + wd * weight
    return _clip(_wide(grad) * rescale_grad + wd * weight, clip_gradient)


def _clip(grad, bound):
    bound = jnp.where(bound < 0, jnp.inf, bound).astype(grad.dtype)
    return jnp.clip(grad, -bound, bound)


def _like(value, array):
    return value.astype(array.dtype)


@op("_jmx_nag_update", aux=("mom",))
@attributes_of(_shared)
def nag_update(weight, grad, mom, lr, momentum, wd, rescale_grad, clip_gradient, v2) -> tuple[jax.Array, tuple[jax.Array]]:
    """nag_mom_update as it works in place: the decay in the momentum kept is that of the new weight, but not in MXNet 2.0."""
    g, w = _gradient(grad, rescale_grad, clip_gradient), _wide(weight)
    m = momentum * _wide(mom)
    new = w - m + (momentum + 1) * (m - lr * (g + wd * w))
    return _like(new, weight), (_like(m - lr * (g + wd * (w if v2 else new)), mom),)


@op("_jmx_adagrad_update", aux=("history",))
@attributes_of(_shared, epsilon=1e-7)
def adagrad_update(
    weight, grad, history: AnyArray, lr, epsilon, wd, rescale_grad, clip_gradient, v2
) -> tuple[jax.Array, tuple[jax.Array]]:
    """AdaGrad: history += g^2; weight -= lr * (g / sqrt(history + epsilon) + wd * weight)."""
    g, w = _gradient(grad, rescale_grad, clip_gradient), _wide(weight)
    g, beside = (g + wd * w, 0) if v2 else (g, wd * w)
    total = _wide(history) + g * g
    w = w - lr * (g / root(total, epsilon, v2) + beside)
    return _like(w, weight), (_like(total, history),)


@op("_jmx_group_adagrad_update", aux=("history",))
@attributes_of(_shared)
def group_adagrad_update(
    weight, grad, history: AnyArray, lr, epsilon, rescale_grad, clip_gradient, v2
) -> tuple[jax.Array, tuple[jax.Array]]:
    """AdaGrad with one history value a row; weight (rows, columns), history (rows, 1)."""
    g, w = _gradient(grad, rescale_grad, clip_gradient), _wide(weight)
    total = _wide(history) + jnp.mean(g * g, axis=1, keepdims=True)
    return _like(w - lr * g / root(total, epsilon, v2), weight), (_like(total, history),)


@op("_jmx_adadelta_update", aux=("acc_g", "acc_delta"))
@attributes_of(_shared)
def adadelta_update(
    weight,
    grad,
    acc_g: AnyArray,
    acc_delta: AnyArray,
    *,
    lr: Scalar = 1.0,
    rho: float = 0.9,
    epsilon,
    wd,
    rescale_grad,
    clip_gradient,
    v2,
) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    """AdaDelta: the step is sqrt(acc_delta + epsilon) / sqrt(acc_g + epsilon) * g + wd * weight; only MXNet 2.0 has a rate."""
    g, w = _gradient(grad, rescale_grad, clip_gradient), _wide(weight)
    g, beside = (g + wd * w, 0) if v2 else (g, wd * w)
    seen, moved = _wide(acc_g), _wide(acc_delta)
    seen = rho * seen + (1 - rho) * g * g
    delta = jnp.sqrt(moved + epsilon) / jnp.sqrt(seen + epsilon) * g
    moved = rho * moved + (1 - rho) * delta * delta
    return _like(w - lr * (delta + beside), weight), (_like(seen, acc_g), _like(moved, acc_delta))


@op("_jmx_adamax_update", aux=("mean", "highest"))
@attributes_of(_shared)
def adamax_update(
    weight, grad, mean, highest: AnyArray, lr, beta1, beta2, epsilon, wd, rescale_grad, clip_gradient, v2
) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    """Adamax; `lr` has the bias correction in it. MXNet 2.0 adds `epsilon` to the divisor."""
    w = _wide(weight)
    g = _decayed(w, grad, wd, rescale_grad, clip_gradient, v2)
    m = beta1 * _wide(mean) + (1 - beta1) * g
    u = jnp.maximum(beta2 * _wide(highest), jnp.abs(g))
    return _like(w - lr * m / (u + epsilon if v2 else u), weight), (_like(m, mean), _like(u, highest))


@op("_jmx_nadam_update", aux=("mean", "var"))
def nadam_update(
    weight: AnyArray,
    grad: AnyArray,
    mean: AnyArray,
    var: AnyArray,
    lr: Scalar = REQUIRED,
    momentum: Scalar = REQUIRED,
    momentum_next: Scalar = REQUIRED,
    grad_scale: Scalar = REQUIRED,
    mean_scale: Scalar = REQUIRED,
    var_scale: Scalar = REQUIRED,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
    wd: Scalar = 0.0,
    rescale_grad: Scalar = 1.0,
    clip_gradient: Scalar = -1.0,
    v2: bool = False,
) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    """Nadam; the schedule's numbers of this step come as attributes, the three scales are what to divide by."""
    w = _wide(weight)
    g = _decayed(w, grad, wd, rescale_grad, clip_gradient, v2)
    m = beta1 * _wide(mean) + (1 - beta1) * g
    v = beta2 * _wide(var) + (1 - beta2) * g * g
    ahead = (1 - momentum) * (g / grad_scale) + momentum_next * (m / mean_scale)
    w = w - lr * ahead / (jnp.sqrt(v / var_scale) + epsilon)
    return _like(w, weight), (_like(m, mean), _like(v, var))


def _compensated(weight, grad, previous, lamda, wd, rescale_grad, clip_gradient, v2):
    """The decayed gradient and lamda * g^2 * (weight - previous weight), where only MXNet 2.0's g has the decay in it."""
    g = _gradient(grad, rescale_grad, clip_gradient)
    decayed = g + wd * weight
    g = decayed if v2 else g
    return decayed + lamda * g * g * (weight - _wide(previous))


@op("_jmx_dcasgd_mom_update", aux=("mom", "previous"))
@attributes_of(_shared)
def dcasgd_mom_update(
    weight, grad, mom, previous: AnyArray, *, lr, momentum, lamda: float = 0.04, wd, rescale_grad, clip_gradient, v2
) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    """Delay-compensated SGD with momentum."""
    w = _wide(weight)
    m = momentum * _wide(mom) - lr * _compensated(w, grad, previous, lamda, wd, rescale_grad, clip_gradient, v2)
    return _like(w + m, weight), (_like(m, mom), weight.astype(previous.dtype))


@op("_jmx_dcasgd_update", aux=("previous",))
@attributes_of(dcasgd_mom_update)
def dcasgd_update(weight, grad, previous, lr, lamda, wd, rescale_grad, clip_gradient, v2) -> tuple[jax.Array, tuple[jax.Array]]:
    """Delay-compensated SGD: the gradient is corrected by lamda * g^2 * (weight - previous weight)."""
    w = _wide(weight)
    w = w - lr * _compensated(w, grad, previous, lamda, wd, rescale_grad, clip_gradient, v2)
    return _like(w, weight), (weight.astype(previous.dtype),)


def _trust(weight, grad, lr, wd, eta, eps, rescale_grad):
    """LARS: the rate times eta * |w| / (|g| + wd * |w| + eps), or unchanged where a norm is zero."""
    w_norm = jnp.sqrt(jnp.sum(jnp.square(_wide(weight))))
    g_norm = jnp.sqrt(jnp.sum(jnp.square(_wide(grad))))
    scaled = lr * eta * w_norm / (g_norm * rescale_grad + wd * w_norm + eps)
    return jnp.where((w_norm > 0) & (g_norm > 0), scaled, lr)


@op("_jmx_lars_mom_update", aux=("mom",))
@attributes_of(_shared)
def lars_mom_update(
    weight, grad, mom, *, lr, momentum, eta: float = 0.001, eps: float = 0.0, wd, rescale_grad, clip_gradient
) -> tuple[jax.Array, tuple[jax.Array]]:
    """LARS with momentum."""
    rate = _trust(weight, grad, lr, wd, eta, eps, rescale_grad)
    g, w = _gradient(grad, rescale_grad, clip_gradient), _wide(weight)
    m = momentum * _wide(mom) - rate * (g + wd * w)
    return _like(w + m, weight), (_like(m, mom),)


@op("_jmx_lars_update")
@attributes_of(lars_mom_update)
def lars_update(weight, grad, lr, eta, eps, wd, rescale_grad, clip_gradient) -> jax.Array:
    """SGD whose rate is scaled by the ratio of the norms of weight and gradient."""
    rate = _trust(weight, grad, lr, wd, eta, eps, rescale_grad)
    g, w = _gradient(grad, rescale_grad, clip_gradient), _wide(weight)
    return _like(w - rate * (g + wd * w), weight)


@op("_jmx_lamb_update", aux=("mean", "var"))
def lamb_update(
    weight: AnyArray,
    grad: AnyArray,
    mean: AnyArray,
    var: AnyArray,
    lr: Scalar = REQUIRED,
    mean_scale: Scalar = 1.0,
    var_scale: Scalar = 1.0,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-6,
    lower_bound: float = -1.0,
    upper_bound: float = -1.0,
    wd: Scalar = 0.0,
    rescale_grad: Scalar = 1.0,
    clip_gradient: Scalar = -1.0,
) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    """LAMB: Adam's direction, with a rate scaled by |w| (between the bounds, if not negative) / |direction|.

    `mean_scale` and `var_scale` are 1 - beta^t, or 1 without bias correction.
    """
    g, w = _gradient(grad, rescale_grad, clip_gradient), _wide(weight)
    m = beta1 * _wide(mean) + (1 - beta1) * g
    v = beta2 * _wide(var) + (1 - beta2) * g * g
    step = m / mean_scale / (jnp.sqrt(v / var_scale) + epsilon) + wd * w
    w_norm = jnp.sqrt(jnp.sum(jnp.square(w)))
    ratio = trust_ratio(w_norm, jnp.sqrt(jnp.sum(jnp.square(step))), lower_bound, upper_bound)
    return _like(w - lr * ratio * step, weight), (_like(m, mean), _like(v, var))


@op("_jmx_adamw_update", aux=("mean", "var"))
def adamw_update(
    weight: AnyArray,
    grad: AnyArray,
    mean: AnyArray,
    var: AnyArray,
    lr: Scalar = REQUIRED,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-6,
    wd: Scalar = 0.0,
    rescale_grad: Scalar = 1.0,
    clip_gradient: Scalar = -1.0,
) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    """AdamW: Adam's step, and weight decay beside it; a bias correction is in `lr`."""
    g, w = _gradient(grad, rescale_grad, clip_gradient), _wide(weight)
    m = beta1 * _wide(mean) + (1 - beta1) * g
    v = beta2 * _wide(var) + (1 - beta2) * g * g
    return _like(w - lr * (m / (jnp.sqrt(v) + epsilon) + wd * w), weight), (_like(m, mean), _like(v, var))


@op("_jmx_adabelief_update", aux=("mean", "var"))
def adabelief_update(
    weight: AnyArray,
    grad: AnyArray,
    mean: AnyArray,
    var: AnyArray,
    lr: Scalar = REQUIRED,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-6,
    wd: Scalar = 0.0,
    rescale_grad: Scalar = 1.0,
    clip_gradient: Scalar = -1.0,
):
    """AdaBelief: Adam with the variance of the gradient around its mean; a bias correction is in `lr`."""
    w = _wide(weight)
    g = _clip(_wide(grad) * rescale_grad + wd * w, clip_gradient)
    m = beta1 * _wide(mean) + (1 - beta1) * g
    v = beta2 * _wide(var) + (1 - beta2) * jnp.square(g - m) + epsilon
    return _like(w - lr * m / (jnp.sqrt(v) + epsilon), weight), (_like(m, mean), _like(v, var))


@op("_jmx_lans_update", aux=("mean", "var"))
def lans_update(
    weight: AnyArray,
    grad: AnyArray,
    mean: AnyArray,
    var: AnyArray,
    lr: Scalar = REQUIRED,
    mean_scale: Scalar = 1.0,
    var_scale: Scalar = 1.0,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-6,
    lower_bound: float = -1.0,
    upper_bound: float = -1.0,
    wd: Scalar = 0.0,
    rescale_grad: Scalar = 1.0,
    clip_gradient: Scalar = -1.0,
) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    """LANS: steps of the mean and of the gradient itself, which is normalized first, each with LAMB's rate."""
    w = _wide(weight)
    g = _gradient(grad, rescale_grad, -1.0)
    length = jnp.sqrt(jnp.sum(jnp.square(g)))
    g = _gradient(g / jnp.where(length == 0, 1, length), 1.0, clip_gradient)
    m = beta1 * _wide(mean) + (1 - beta1) * g
    v = beta2 * _wide(var) + (1 - beta2) * g * g
    root = jnp.sqrt(v / var_scale) + epsilon
    w_norm = jnp.sqrt(jnp.sum(jnp.square(w)))
    new = w
    for share, step in ((beta1, m / mean_scale / root + wd * w), (1 - beta1, g / root + wd * w)):
        ratio = trust_ratio(w_norm, jnp.sqrt(jnp.sum(jnp.square(step))), lower_bound, upper_bound)
        new = new - lr * share * ratio * step
    return _like(new, weight), (_like(m, mean), _like(v, var))
