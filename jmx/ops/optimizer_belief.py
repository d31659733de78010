"""Updates of AdaBelief, of one weight and of several, which came with MXNet 2.0.

They differ from those of AdamW in what `var` is the mean of, and in that weight decay is part of the gradient.
"""

import jax.numpy as jnp

from ..core.declare.op import OUTPUTS, AnyArray, Array, op
from ._attributes import attributes_of
from ._checks import check, check_single
from .optimizer import adamw_update, only
from .optimizer_multi import groups_of, multi_adamw_update, states_of

_ONE = {"numbered_inputs": True, "no_gradient": True}


def _step(weight, grad, mean, var, scale, lr, beta1, beta2, epsilon, wd, eta, clip_gradient):
    """(new weight, (new mean, new var)); as they were if `scale` is 0, infinite or NaN."""
    scale = scale.astype(weight.dtype)
    g = grad.astype(weight.dtype) * scale + wd * weight
    g = jnp.clip(g, -clip_gradient, clip_gradient) if clip_gradient >= 0 else g
    mean_now = beta1 * mean + (1 - beta1) * g
    var_now = beta2 * var + (1 - beta2) * jnp.square(g - mean_now) + epsilon
    now = weight - eta * (lr * mean_now / (jnp.sqrt(var_now) + epsilon)), mean_now, var_now
    usable = jnp.isfinite(scale) & (scale != 0)
    new, *moments = (jnp.where(usable, x, before) for x, before in zip(now, (weight, mean, var), strict=True))
    return new, tuple(moments)


@op("_adabelief_update", aux=("mean", "var"), **_ONE)
@attributes_of(adamw_update)
def adabelief_update(weight: Array, grad: Array, mean: Array, var: Array, rescale_grad: AnyArray, **a):
    """AdaBelief: Adam whose `var` is the mean of (g - mean)^2, with g = rescale_grad * grad + wd * weight, cut afterwards.

    `rescale_grad` holds one number, and 0, inf or NaN there skip the step.
    """
    (group,) = groups_of("_adabelief_update", (weight, grad, mean, var), 1, 4)
    return _step(*group, only("_adabelief_update", rescale_grad), **a)


@op("_mp_adabelief_update", aux=("mean", "var", "weight32"), **_ONE)
@attributes_of(adamw_update)
def mp_adabelief_update(
    weight: Array, grad: Array, mean: AnyArray, var: AnyArray, weight32: AnyArray, rescale_grad: AnyArray, **a
):
    """_adabelief_update in single precision for a weight of lower precision."""
    name = "_mp_adabelief_update"
    groups_of(name, (weight, grad, mean, var, weight32), 1, 5)
    check_single(name, mean=mean, var=var, weight32=weight32)
    w, moments = _step(weight32, grad, mean, var, only(name, rescale_grad), **a)
    return w.astype(weight.dtype), (*moments, w)


def _several(name, data, num_weights, lrs, wds, etas, mixed=False, **a):
    check(data, name, "rescale_grad must be the last input")
    scale = only(name, data[-1])
    outs, states = [], []
    groups = groups_of(name, data, num_weights, 4 + mixed, 1, lrs=lrs, wds=wds, etas=etas)
    for (weight, grad, mean, var, *rest), lr, wd, eta in zip(groups, lrs, wds, etas, strict=True):
        w, moments = _step(rest[0] if mixed else weight, grad, mean, var, scale, lr=lr, wd=wd, eta=eta, **a)
        states += [*moments, w] if mixed else moments
        outs.append(w.astype(weight.dtype))
    return outs, tuple(states)


_SEVERAL = {"outputs": lambda a: a.num_weights, "bounds": {"num_weights": OUTPUTS}, "no_gradient": True}


@op("_multi_adabelief_update", aux=states_of(4, 2), **_SEVERAL)
@attributes_of(multi_adamw_update)
def multi_adabelief_update(*data: AnyArray, **a):
    """_adabelief_update of several weights; inputs weight, grad, mean, var for each, then rescale_grad."""
    return _several("_multi_adabelief_update", data, **a)


@op("_multi_mp_adabelief_update", aux=states_of(5, 2), **_SEVERAL)
@attributes_of(multi_adamw_update)
def multi_mp_adabelief_update(*data: AnyArray, **a):
    """_mp_adabelief_update of several weights; inputs weight, grad, mean, var, weight32 for each, then rescale_grad."""
    return _several("_multi_mp_adabelief_update", data, mixed=True, **a)
