"""Optimizer updates of many weights at once, and the sums and finiteness checks that go with them.

Inputs come weight by weight: weight, gradient, states, and for `mp_` operators the single-precision weight.
"""

import jax.numpy as jnp

from ..core.declare.op import REQUIRED, AnyArray, Array, Scalar, Scalars, op
from ._checks import check
from .optimizer import adamw_step, lamb_direction, only, scaled, sgd_mom_step, sgd_step, trust_ratio

_NONE = -1.0


def _groups(name, data, count, size, extra=0, **per_weight):
    """`data` cut into `count` groups of `size` arrays; checks lengths, those of the `per_weight` tuples too."""
    check(len(data) == count * size + extra, name, f"{count} weights need {count * size + extra} inputs, got {len(data)}")
    for label, values in per_weight.items():
        check(len(values) == count, name, f"{label} must hold {count} numbers, one for each weight, got {len(values)}")
    groups = [data[i * size : (i + 1) * size] for i in range(count)]
    for i, group in enumerate(groups):
        check(
            all(x.shape == group[0].shape for x in group),
            name,
            lambda i=i, group=group: f"all inputs of weight {i} must have one shape, got {[x.shape for x in group]}",
        )
    return groups


def _states(size, first):
    """aux= of an operator whose states stand at `first` ... `size` - 1 of each group of inputs."""

    def where(a):
        count = a.num_tensors if hasattr(a, "num_tensors") else a.num_weights
        return tuple(i * size + j for i in range(count) for j in range(first, size))

    return where


def _count(a):
    return a.num_weights


def _sgd(name, data, count, lrs, wds, momentum, rescale_grad, clip, mixed, extra=0):
    size = 2 + (momentum is not None) + mixed
    outs, states = [], []
    for (weight, grad, *rest), lr, wd in zip(_groups(name, data, count, size, extra), lrs, wds, strict=True):
        w = rest[-1] if mixed else weight
        g = grad.astype(w.dtype)
        if momentum is None:
            w = sgd_step(w, g, lr, wd, rescale_grad, clip)
        else:
            w, mom = sgd_mom_step(w, g, rest[0], lr, momentum, wd, rescale_grad, clip)
            states.append(mom)
        if mixed:
            states.append(w)
        outs.append(w.astype(weight.dtype))
    return outs, tuple(states)


def _listed(name, num_weights, lrs, wds):
    for label, values in (("lrs", lrs), ("wds", wds)):
        check(len(values) == num_weights, name, f"{label} must hold {num_weights} numbers, got {len(values)}")


@op("multi_sgd_update", outputs=_count, no_gradient=True)
def multi_sgd_update(
    *data: AnyArray,
    lrs: Scalars = REQUIRED,
    wds: Scalars = REQUIRED,
    rescale_grad: Scalar = 1.0,
    clip_gradient: float = _NONE,
    num_weights: int = 1,
):
    """sgd_update of several weights; inputs weight, grad for each."""
    _listed("multi_sgd_update", num_weights, lrs, wds)
    return _sgd("multi_sgd_update", data, num_weights, lrs, wds, None, rescale_grad, clip_gradient, False)[0]


@op("multi_sgd_mom_update", outputs=_count, aux=_states(3, 2), no_gradient=True)
def multi_sgd_mom_update(
    *data: AnyArray,
    lrs: Scalars = REQUIRED,
    wds: Scalars = REQUIRED,
    momentum: Scalar = 0.0,
    rescale_grad: Scalar = 1.0,
    clip_gradient: float = _NONE,
    num_weights: int = 1,
):
    """sgd_mom_update of several weights; inputs weight, grad, mom for each."""
    _listed("multi_sgd_mom_update", num_weights, lrs, wds)
    return _sgd("multi_sgd_mom_update", data, num_weights, lrs, wds, momentum, rescale_grad, clip_gradient, False)


@op("multi_mp_sgd_update", outputs=_count, aux=_states(3, 2), no_gradient=True)
def multi_mp_sgd_update(
    *data: AnyArray,
    lrs: Scalars = REQUIRED,
    wds: Scalars = REQUIRED,
    rescale_grad: Scalar = 1.0,
    clip_gradient: float = _NONE,
    num_weights: int = 1,
):
    """mp_sgd_update of several weights; inputs weight, grad, weight32 for each."""
    _listed("multi_mp_sgd_update", num_weights, lrs, wds)
    return _sgd("multi_mp_sgd_update", data, num_weights, lrs, wds, None, rescale_grad, clip_gradient, True)


@op("multi_mp_sgd_mom_update", outputs=_count, aux=_states(4, 2), no_gradient=True)
def multi_mp_sgd_mom_update(
    *data: AnyArray,
    lrs: Scalars = REQUIRED,
    wds: Scalars = REQUIRED,
    momentum: Scalar = 0.0,
    rescale_grad: Scalar = 1.0,
    clip_gradient: float = _NONE,
    num_weights: int = 1,
):
    """mp_sgd_mom_update of several weights; inputs weight, grad, mom, weight32 for each."""
    _listed("multi_mp_sgd_mom_update", num_weights, lrs, wds)
    return _sgd("multi_mp_sgd_mom_update", data, num_weights, lrs, wds, momentum, rescale_grad, clip_gradient, True)


def _preloaded(name, data, count, momentum, rescale_grad, clip, mixed):
    check(len(data) >= 2, name, "learning rates and weight decays must be the last two inputs")
    lrs, wds = data[-2:]
    check(
        lrs.shape == wds.shape == (count,),
        name,
        f"learning rates and weight decays must have shape ({count},), got {lrs.shape} and {wds.shape}",
    )
    kinds = [x.dtype for x in data[:-2]]
    cast = max(kinds, key=lambda k: k.itemsize) if kinds else lrs.dtype
    lrs, wds = lrs.astype(cast), wds.astype(cast)
    return _sgd(name, data, count, list(lrs), list(wds), momentum, rescale_grad, clip, mixed, extra=2)


@op("preloaded_multi_sgd_update", outputs=_count, no_gradient=True)
def preloaded_multi_sgd_update(*data: AnyArray, rescale_grad: Scalar = 1.0, clip_gradient: float = _NONE, num_weights: int = 1):
    """multi_sgd_update with learning rates and weight decays as the last two input arrays."""
    return _preloaded("preloaded_multi_sgd_update", data, num_weights, None, rescale_grad, clip_gradient, False)[0]


@op("preloaded_multi_sgd_mom_update", outputs=_count, aux=_states(3, 2), no_gradient=True)
def preloaded_multi_sgd_mom_update(
    *data: AnyArray,
    momentum: Scalar = 0.0,
    rescale_grad: Scalar = 1.0,
    clip_gradient: float = _NONE,
    num_weights: int = 1,
):
    """multi_sgd_mom_update with learning rates and weight decays as the last two input arrays."""
    return _preloaded("preloaded_multi_sgd_mom_update", data, num_weights, momentum, rescale_grad, clip_gradient, False)


@op("preloaded_multi_mp_sgd_update", outputs=_count, aux=_states(3, 2), no_gradient=True)
def preloaded_multi_mp_sgd_update(
    *data: AnyArray, rescale_grad: Scalar = 1.0, clip_gradient: float = _NONE, num_weights: int = 1
):
    """multi_mp_sgd_update with learning rates and weight decays as the last two input arrays."""
    return _preloaded("preloaded_multi_mp_sgd_update", data, num_weights, None, rescale_grad, clip_gradient, True)


@op("preloaded_multi_mp_sgd_mom_update", outputs=_count, aux=_states(4, 2), no_gradient=True)
def preloaded_multi_mp_sgd_mom_update(
    *data: AnyArray,
    momentum: Scalar = 0.0,
    rescale_grad: Scalar = 1.0,
    clip_gradient: float = _NONE,
    num_weights: int = 1,
):
    """multi_mp_sgd_mom_update with learning rates and weight decays as the last two input arrays."""
    return _preloaded("preloaded_multi_mp_sgd_mom_update", data, num_weights, momentum, rescale_grad, clip_gradient, True)


def _adamw(name, data, count, lrs, wds, etas, beta1, beta2, epsilon, clip, mixed):
    check(data, name, "rescale_grad must be the last input")
    scale = only(name, data[-1])
    outs, states = [], []
    groups = _groups(name, data, count, 4 + mixed, 1, lrs=lrs, wds=wds, etas=etas)
    for (weight, grad, mean, var, *rest), lr, wd, eta in zip(groups, lrs, wds, etas, strict=True):
        w = rest[0] if mixed else weight
        w, mean, var = adamw_step(
            w, grad.astype(w.dtype), mean, var, scale.astype(w.dtype), lr, eta, beta1, beta2, epsilon, wd, clip
        )
        states += [mean, var, w] if mixed else [mean, var]
        outs.append(w.astype(weight.dtype))
    return outs, tuple(states)


@op("_multi_adamw_update", outputs=_count, aux=_states(4, 2), no_gradient=True)
def multi_adamw_update(
    *data: AnyArray,
    lrs: Scalars = REQUIRED,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
    wds: Scalars = REQUIRED,
    etas: Scalars = REQUIRED,
    clip_gradient: float = _NONE,
    num_weights: int = 1,
):
    """_adamw_update of several weights; inputs weight, grad, mean, var for each, then rescale_grad."""
    return _adamw("_multi_adamw_update", data, num_weights, lrs, wds, etas, beta1, beta2, epsilon, clip_gradient, False)


@op("_multi_mp_adamw_update", outputs=_count, aux=_states(5, 2), no_gradient=True)
def multi_mp_adamw_update(
    *data: AnyArray,
    lrs: Scalars = REQUIRED,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
    wds: Scalars = REQUIRED,
    etas: Scalars = REQUIRED,
    clip_gradient: float = _NONE,
    num_weights: int = 1,
):
    """_mp_adamw_update of several weights; inputs weight, grad, mean, var, weight32 for each, then rescale_grad."""
    return _adamw("_multi_mp_adamw_update", data, num_weights, lrs, wds, etas, beta1, beta2, epsilon, clip_gradient, True)


def _lamb(name, data, a, mixed):
    outs, states = [], []
    groups = _groups(
        name,
        data,
        a["num_tensors"],
        4 + mixed,
        learning_rates=a["learning_rates"],
        wds=a["wds"],
        step_count=a["step_count"],
    )
    for group, lr, wd, t in zip(groups, a["learning_rates"], a["wds"], a["step_count"], strict=True):
        weight, grad, mean, var = group[:4]
        w = group[4] if mixed else weight
        g = scaled(grad.astype(w.dtype), a["rescale_grad"], a["clip_gradient"])
        step, mean, var = lamb_direction(w, g, mean, var, a["beta1"], a["beta2"], a["epsilon"], t, a["bias_correction"], wd)
        r1, r2 = (jnp.sqrt(jnp.sum(jnp.square(x.astype(jnp.float32)))) for x in (weight, step))
        w = w - lr * trust_ratio(r1, r2, a["lower_bound"], a["upper_bound"]).astype(w.dtype) * step
        states += [mean, var, w] if mixed else [mean, var]
        outs.append(w.astype(weight.dtype))
    return outs, tuple(states)


@op("_multi_lamb_update", outputs=lambda a: a.num_tensors, aux=_states(4, 2), no_gradient=True)
def multi_lamb_update(
    *data: AnyArray,
    learning_rates: Scalars = REQUIRED,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-6,
    wds: Scalars = REQUIRED,
    rescale_grad: Scalar = 1.0,
    lower_bound: float = _NONE,
    upper_bound: float = _NONE,
    clip_gradient: float = _NONE,
    bias_correction: bool = True,
    step_count: Scalars = REQUIRED,
    num_tensors: int = 1,
):
    """Both phases of LAMB for several weights; inputs weight, grad, mean, var for each."""
    return _lamb("_multi_lamb_update", data, locals(), False)


@op("_multi_mp_lamb_update", outputs=lambda a: a.num_tensors, aux=_states(5, 2), no_gradient=True)
def multi_mp_lamb_update(
    *data: AnyArray,
    learning_rates: Scalars = REQUIRED,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-6,
    wds: Scalars = REQUIRED,
    rescale_grad: Scalar = 1.0,
    lower_bound: float = _NONE,
    upper_bound: float = _NONE,
    clip_gradient: float = _NONE,
    bias_correction: bool = True,
    step_count: Scalars = REQUIRED,
    num_tensors: int = 1,
):
    """_multi_lamb_update in single precision; inputs weight, grad, mean, var, weight32 for each."""
    return _lamb("_multi_mp_lamb_update", data, locals(), True)


@op(
    "multi_sum_sq",
    count="num_arrays",
    empty=True,
    no_gradient=True,
    input_names=lambda a, attrs: [f"array_{i}" for i in range(a.num_arrays)],
)
def multi_sum_sq(*data: Array, num_arrays: int = REQUIRED):
    """The sum of squares of each array, as one float32 array of shape (num_arrays,)."""
    check(len(data) == num_arrays, "multi_sum_sq", f"num_arrays={num_arrays} but {len(data)} arrays were given")
    return jnp.stack([jnp.sum(jnp.square(x.astype(jnp.float32))) for x in data])


@op("multi_lars", no_gradient=True)
def multi_lars(
    lrs: Array,
    weights_sum_sq: Array,
    grads_sum_sq: Array,
    wds: Array,
    eta: float = REQUIRED,
    eps: float = REQUIRED,
    rescale_grad: Scalar = 1.0,
):
    """Learning rates scaled layer by layer with the ratio of the norms of weights and gradients."""
    for label, x in (("weights_sum_sq", weights_sum_sq), ("grads_sum_sq", grads_sum_sq), ("wds", wds)):
        check(x.shape == lrs.shape, "multi_lars", f"{label} must have the shape of lrs, {lrs.shape}, got {x.shape}")
    norm = jnp.sqrt(weights_sum_sq)
    usable = (norm > 0) & (grads_sum_sq > 0)
    scaled_lrs = lrs * eta * norm / (jnp.sqrt(grads_sum_sq) * rescale_grad + wds * norm + eps)
    return jnp.where(usable, scaled_lrs, lrs)


@op("reset_arrays", outputs=0, empty=True, aux=lambda a: tuple(range(a.num_arrays)), count="num_arrays")
def reset_arrays(*data: AnyArray, num_arrays: int = REQUIRED):
    """Set every array to zero."""
    check(len(data) == num_arrays, "reset_arrays", f"num_arrays={num_arrays} but {len(data)} arrays were given")
    return (), tuple(jnp.zeros(x.shape, x.dtype) for x in data)
