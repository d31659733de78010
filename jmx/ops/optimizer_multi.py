"""Optimizer updates of many weights at once, and the sums and finiteness checks that go with them.

Inputs come weight by weight: weight, gradient, states, and for `mp_` operators the single-precision weight.
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from ..core.declare.op import OUTPUTS, REQUIRED, AnyArray, Array, Scalar, Scalars, op
from ._attributes import attributes_of
from ._checks import check, fail
from .optimizer import adamw_update, momentum_step, only, plain_step
from .optimizer_lamb import lamb_update_phase1, trust_ratio

_NONE = -1.0


def groups_of(name, data, count, size, extra=0, **per_weight) -> list[Any]:
    """`data` cut into `count` groups of `size` arrays; checks lengths, those of the `per_weight` tuples too."""
    check(len(data) == count * size + extra, name, f"{count} weights need {count * size + extra} inputs, got {len(data)}")
    for label, values in per_weight.items():
        check(len(values) == count, name, f"{label} must hold {count} numbers, one for each weight, got {len(values)}")
    groups = [data[i * size : (i + 1) * size] for i in range(count)]
    for i, group in enumerate(groups):
        if not all(x.shape == group[0].shape for x in group):
            fail(name, f"all inputs of weight {i} must have one shape, got {[x.shape for x in group]}")
    return groups


def states_of(size, first) -> Callable[..., Any]:
    """aux= of an operator whose states stand at `first` ... `size` - 1 of each group of inputs."""

    def where(a):
        count = a.num_tensors if hasattr(a, "num_tensors") else a.num_weights
        return tuple(i * size + j for i in range(count) for j in range(first, size))

    return where


_WEIGHTS = {"num_weights": OUTPUTS}


def _count(a):
    return a.num_weights


def _sgd(name, data, num_weights, lrs, wds, mixed, extra=0, **a):
    """(new weights, new states); with an attribute `momentum` each weight has one, in `mixed` precision each its weight32."""
    size = 2 + ("momentum" in a) + mixed
    outs, states = [], []
    for (weight, grad, *rest), lr, wd in zip(groups_of(name, data, num_weights, size, extra), lrs, wds, strict=True):
        w = rest[-1] if mixed else weight
        g = grad.astype(w.dtype)
        if "momentum" in a:
            w, (mom,) = momentum_step(w, g, rest[0], lr=lr, wd=wd, **a)
            states.append(mom)
        else:
            w = plain_step(w, g, lr=lr, wd=wd, **a)
        if mixed:
            states.append(w)
        outs.append(w.astype(weight.dtype))
    return outs, tuple(states)


def _listed(name, data, num_weights, lrs, wds, mixed=False, **a):
    """`_sgd` with learning rates and weight decays as attributes."""
    for label, values in (("lrs", lrs), ("wds", wds)):
        check(len(values) == num_weights, name, f"{label} must hold {num_weights} numbers, got {len(values)}")
    return _sgd(name, data, num_weights, lrs, wds, mixed, **a)


@op("multi_sgd_mom_update", outputs=_count, bounds=_WEIGHTS, aux=states_of(3, 2), no_gradient=True)
def multi_sgd_mom_update(
    *data: AnyArray,
    lrs: Scalars = REQUIRED,
    wds: Scalars = REQUIRED,
    momentum: Scalar = 0.0,
    rescale_grad: Scalar = 1.0,
    clip_gradient: float = _NONE,
    num_weights: int = 1,
) -> tuple[list[jax.Array], tuple[jax.Array, jax.Array]]:
    """sgd_mom_update of several weights in one call.

    data    weight, grad, mom for each weight, one after the other; momenta are updated in place
    lrs, wds    learning rate and weight decay of each weight
    momentum    the share of momenta that stays, 0 to 1
    rescale_grad    what gradients are multiplied by first, such as 1 / batch size
    clip_gradient    then they are cut to [-clip_gradient, clip_gradient]; not if negative, the default
    num_weights    number of weights

    Returns the new weights, a list; with out= a list of the weights they replace the old ones.

    Examples
    --------
    >>> a, b = nd.array([1, 2]), nd.array([3])
    >>> nd.multi_sgd_mom_update(
    ...     a, a, nd.zeros(2), b, b, nd.zeros(1), lrs=(0.5, 1), wds=(0, 0), momentum=0.9, num_weights=2, out=[a, b]
    ... )
    [
    [0.5 1. ]
    <NDArray 2 @cpu(0)>,
    [0.]
    <NDArray 1 @cpu(0)>]
    """
    a = {"momentum": momentum, "rescale_grad": rescale_grad, "clip_gradient": clip_gradient}
    return _listed("multi_sgd_mom_update", data, num_weights, lrs, wds, **a)


@op("multi_sgd_update", outputs=_count, bounds=_WEIGHTS, no_gradient=True)
@attributes_of(multi_sgd_mom_update, without=("momentum",))
def multi_sgd_update(*data: AnyArray, **a) -> list[jax.Array]:
    """sgd_update of several weights in one call.

    data    weight, grad for each weight, one after the other

    Returns the new weights, a list; with out= a list of the weights they replace the old ones.

    Examples
    --------
    >>> a, b = nd.array([1, 2]), nd.array([3])
    >>> nd.multi_sgd_update(a, a, b, b, lrs=(0.5, 1), wds=(0, 0), num_weights=2, out=[a, b])
    [
    [0.5 1. ]
    <NDArray 2 @cpu(0)>,
    [0.]
    <NDArray 1 @cpu(0)>]
    """
    return _listed("multi_sgd_update", data, **a)[0]


@op("multi_mp_sgd_update", outputs=_count, bounds=_WEIGHTS, aux=states_of(3, 2), no_gradient=True)
@attributes_of(multi_sgd_update)
def multi_mp_sgd_update(*data: AnyArray, **a) -> tuple[Any, ...]:
    """mp_sgd_update of several weights in one call.

    data    weight, grad, weight32 for each weight, one after the other; those in float32 are updated in place

    Returns the new weights, a list; with out= a list of the weights they replace the old ones.

    Examples
    --------
    >>> weight = nd.array([1, 2], dtype="float16")
    >>> nd.multi_mp_sgd_update(weight, weight, weight.astype("float32"), lrs=(0.5,), wds=(0,), num_weights=1, out=[weight])
    [
    [0.5 1. ]
    <NDArray 2 @cpu(0)>]
    """
    return _listed("multi_mp_sgd_update", data, mixed=True, **a)


@op("multi_mp_sgd_mom_update", outputs=_count, bounds=_WEIGHTS, aux=states_of(4, 2), no_gradient=True)
@attributes_of(multi_sgd_mom_update)
def multi_mp_sgd_mom_update(*data: AnyArray, **a) -> tuple[Any, ...]:
    """mp_sgd_mom_update of several weights in one call.

    data    weight, grad, mom, weight32 for each weight, one after the other; the last two are float32 and updated in place

    Returns the new weights, a list; with out= a list of the weights they replace the old ones.

    Examples
    --------
    >>> weight = nd.array([1, 2], dtype="float16")
    >>> nd.multi_mp_sgd_mom_update(
    ...     weight, weight, nd.zeros(2), weight.astype("float32"), lrs=(0.5,), wds=(0,), momentum=0.9, num_weights=1, out=[weight]
    ... )
    [
    [0.5 1. ]
    <NDArray 2 @cpu(0)>]
    """
    return _listed("multi_mp_sgd_mom_update", data, mixed=True, **a)


def _preloaded(name, data, num_weights, mixed=False, **a):
    """`_sgd` with learning rates and weight decays as the last two inputs."""
    check(len(data) >= 2, name, "learning rates and weight decays must be the last two inputs")
    lrs, wds = data[-2:]
    if not lrs.shape == wds.shape == (num_weights,):
        fail(name, f"learning rates and weight decays must have shape ({num_weights},), got {lrs.shape} and {wds.shape}")
    dtypes = [x.dtype for x in data[:-2]]
    cast = max(dtypes, key=lambda dtype: dtype.itemsize) if dtypes else lrs.dtype
    lrs, wds = lrs.astype(cast), wds.astype(cast)
    return _sgd(name, data, num_weights, list(lrs), list(wds), mixed, extra=2, **a)


@op("preloaded_multi_sgd_update", outputs=_count, bounds=_WEIGHTS, no_gradient=True)
@attributes_of(multi_sgd_update, without=("lrs", "wds"))
def preloaded_multi_sgd_update(*data: AnyArray, **a) -> list[jax.Array]:
    """multi_sgd_update with learning rates and weight decays in arrays.

    data    weight, grad for each weight, one after the other; then the learning rates and the weight decays, both
            (num_weights,)

    Returns the new weights, a list; with out= a list of the weights they replace the old ones.

    Examples
    --------
    >>> a, b = nd.array([1, 2]), nd.array([3])
    >>> nd.preloaded_multi_sgd_update(a, a, b, b, nd.array([0.5, 1]), nd.zeros(2), num_weights=2, out=[a, b])
    [
    [0.5 1. ]
    <NDArray 2 @cpu(0)>,
    [0.]
    <NDArray 1 @cpu(0)>]
    """
    return _preloaded("preloaded_multi_sgd_update", data, **a)[0]


@op("preloaded_multi_sgd_mom_update", outputs=_count, bounds=_WEIGHTS, aux=states_of(3, 2), no_gradient=True)
@attributes_of(multi_sgd_mom_update, without=("lrs", "wds"))
def preloaded_multi_sgd_mom_update(*data: AnyArray, **a) -> tuple[Any, ...]:
    """multi_sgd_mom_update with learning rates and weight decays in arrays.

    data    weight, grad, mom for each weight, one after the other; then the learning rates and the weight decays, both
            (num_weights,). Momenta are updated in place

    Returns the new weights, a list; with out= a list of the weights they replace the old ones.

    Examples
    --------
    >>> weight = nd.array([1, 2])
    >>> nd.preloaded_multi_sgd_mom_update(weight, weight, nd.zeros(2), nd.array([0.5]), nd.zeros(1), num_weights=1, out=[weight])
    [
    [0.5 1. ]
    <NDArray 2 @cpu(0)>]
    """
    return _preloaded("preloaded_multi_sgd_mom_update", data, **a)


@op("preloaded_multi_mp_sgd_update", outputs=_count, bounds=_WEIGHTS, aux=states_of(3, 2), no_gradient=True)
@attributes_of(multi_sgd_update, without=("lrs", "wds"))
def preloaded_multi_mp_sgd_update(*data: AnyArray, **a) -> tuple[Any, ...]:
    """multi_mp_sgd_update with learning rates and weight decays in arrays.

    data    weight, grad, weight32 for each weight, one after the other; then the learning rates and the weight decays, both
            (num_weights,). Weights in float32 are updated in place

    Returns the new weights, a list; with out= a list of the weights they replace the old ones.

    Examples
    --------
    >>> weight = nd.array([1, 2], dtype="float16")
    >>> nd.preloaded_multi_mp_sgd_update(
    ...     weight, weight, weight.astype("float32"), nd.array([0.5]), nd.zeros(1), num_weights=1, out=[weight]
    ... )
    [
    [0.5 1. ]
    <NDArray 2 @cpu(0)>]
    """
    return _preloaded("preloaded_multi_mp_sgd_update", data, mixed=True, **a)


@op("preloaded_multi_mp_sgd_mom_update", outputs=_count, bounds=_WEIGHTS, aux=states_of(4, 2), no_gradient=True)
@attributes_of(multi_sgd_mom_update, without=("lrs", "wds"))
def preloaded_multi_mp_sgd_mom_update(*data: AnyArray, **a) -> tuple[Any, ...]:
    """multi_mp_sgd_mom_update with learning rates and weight decays in arrays.

    data    weight, grad, mom, weight32 for each weight, one after the other; then the learning rates and the weight decays,
            both (num_weights,). `mom` and `weight32` are float32 and updated in place

    Returns the new weights, a list; with out= a list of the weights they replace the old ones.

    Examples
    --------
    >>> weight = nd.array([1, 2], dtype="float16")
    >>> nd.preloaded_multi_mp_sgd_mom_update(
    ...     weight, weight, nd.zeros(2), weight.astype("float32"), nd.array([0.5]), nd.zeros(1), num_weights=1, out=[weight]
    ... )
    [
    [0.5 1. ]
    <NDArray 2 @cpu(0)>]
    """
    return _preloaded("preloaded_multi_mp_sgd_mom_update", data, mixed=True, **a)


def _adamw(name, data, num_weights, lrs, wds, etas, mixed=False, **a):
    check(data, name, "rescale_grad must be the last input")
    only(name, data[-1])
    outs, states = [], []
    groups = groups_of(name, data, num_weights, 4 + mixed, 1, lrs=lrs, wds=wds, etas=etas)
    for (weight, grad, mean, var, *rest), lr, wd, eta in zip(groups, lrs, wds, etas, strict=True):
        w = rest[0] if mixed else weight
        w, moments = adamw_update(w, grad.astype(w.dtype), mean, var, data[-1], lr=lr, wd=wd, eta=eta, **a)
        states += [*moments, w] if mixed else moments
        outs.append(w.astype(weight.dtype))
    return outs, tuple(states)


@op("_multi_adamw_update", outputs=_count, bounds=_WEIGHTS, aux=states_of(4, 2), no_gradient=True)
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
) -> tuple[list[jax.Array], tuple[jax.Array, jax.Array, jax.Array, jax.Array]]:
    """_adamw_update of several weights; inputs weight, grad, mean, var for each, then rescale_grad."""
    a = {"beta1": beta1, "beta2": beta2, "epsilon": epsilon, "clip_gradient": clip_gradient}
    return _adamw("_multi_adamw_update", data, num_weights, lrs, wds, etas, **a)


@op("_multi_mp_adamw_update", outputs=_count, bounds=_WEIGHTS, aux=states_of(5, 2), no_gradient=True)
@attributes_of(multi_adamw_update)
def multi_mp_adamw_update(
    *data: AnyArray, **a
) -> tuple[list[jax.Array], tuple[jax.Array, jax.Array, jax.Array, jax.Array, jax.Array, jax.Array]]:
    """_mp_adamw_update of several weights; inputs weight, grad, mean, var, weight32 for each, then rescale_grad."""
    return _adamw("_multi_mp_adamw_update", data, mixed=True, **a)


def _lamb(name, data, num_tensors, learning_rates, wds, step_count, lower_bound, upper_bound, mixed=False, **a):
    outs, states = [], []
    numbers = {"learning_rates": learning_rates, "wds": wds, "step_count": step_count}
    groups = groups_of(name, data, num_tensors, 4 + mixed, **numbers)
    for (weight, grad, mean, var, *rest), lr, wd, t in zip(groups, *numbers.values(), strict=True):
        w = rest[0] if mixed else weight
        step, moments = lamb_update_phase1(w, grad.astype(w.dtype), mean, var, wd=wd, t=t, **a)
        r1, r2 = (jnp.sqrt(jnp.sum(jnp.square(x.astype(jnp.float32)))) for x in (weight, step))
        w = w - lr * trust_ratio(r1, r2, lower_bound, upper_bound).astype(w.dtype) * step
        states += [*moments, w] if mixed else moments
        outs.append(w.astype(weight.dtype))
    return outs, tuple(states)


_LAMB = {"outputs": lambda a: a.num_tensors, "bounds": {"num_tensors": OUTPUTS}, "no_gradient": True}


@op("_multi_lamb_update", aux=states_of(4, 2), **_LAMB)
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
) -> tuple[list[jax.Array], tuple[jax.Array, jax.Array, jax.Array, jax.Array]]:
    """Both phases of LAMB for several weights; inputs weight, grad, mean, var for each."""
    return _lamb("_multi_lamb_update", **locals())


@op("_multi_mp_lamb_update", aux=states_of(5, 2), **_LAMB)
@attributes_of(multi_lamb_update)
def multi_mp_lamb_update(
    *data: AnyArray, **a
) -> tuple[list[jax.Array], tuple[jax.Array, jax.Array, jax.Array, jax.Array, jax.Array, jax.Array]]:
    """_multi_lamb_update in single precision; inputs weight, grad, mean, var, weight32 for each."""
    return _lamb("_multi_mp_lamb_update", data, mixed=True, **a)


@op(
    "multi_sum_sq",
    count="num_arrays",
    empty=True,
    no_gradient=True,
    input_names=lambda a, attrs: [f"array_{i}" for i in range(a.num_arrays)],
)
def multi_sum_sq(*data: Array, num_arrays: int = REQUIRED) -> jax.Array:
    """The sum of squares of each array.

    data    arrays of any shapes
    num_arrays    number of arrays

    Returns float32 numbers, (num_arrays,).

    Examples
    --------
    >>> nd.multi_sum_sq(nd.array([3, 4]), nd.array([[1, 1], [1, 1]]), num_arrays=2)
    [25.  4.]
    <NDArray 2 @cpu(0)>
    """
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
) -> jax.Array:
    """LARS: learning rates scaled layer by layer, lr * eta * |w| / (|g| * rescale_grad + wd * |w| + eps).

    lrs, wds    learning rates and weight decays, (layers,)
    weights_sum_sq, grads_sum_sq    |w|**2 and |g|**2, as multi_sum_sq gives them, (layers,)
    eta    how far a step may go beside the length of the weight
    eps    small number that keeps the divisor from zero
    rescale_grad    what the gradients will be multiplied by

    Returns learning rates (layers,); those with |w| or |g| of zero are kept.

    Examples
    --------
    >>> nd.multi_lars(nd.array([1, 1]), nd.array([16, 0]), nd.array([4, 4]), nd.zeros(2), eta=0.5, eps=0)
    [1. 1.]
    <NDArray 2 @cpu(0)>
    """
    for label, x in (("weights_sum_sq", weights_sum_sq), ("grads_sum_sq", grads_sum_sq), ("wds", wds)):
        check(x.shape == lrs.shape, "multi_lars", f"{label} must have the shape of lrs, {lrs.shape}, got {x.shape}")
    norm = jnp.sqrt(weights_sum_sq)
    usable = (norm > 0) & (grads_sum_sq > 0)
    scaled_lrs = lrs * eta * norm / (jnp.sqrt(grads_sum_sq) * rescale_grad + wds * norm + eps)
    return jnp.where(usable, scaled_lrs, lrs)


@op("reset_arrays", outputs=0, empty=True, aux=lambda a: tuple(range(a.num_arrays)), count="num_arrays", backward=None)
def reset_arrays(*data: AnyArray, num_arrays: int = REQUIRED) -> list[Any] | tuple[Any, ...]:
    """Every array set to zero, in place.

    data    arrays of any shapes and types
    num_arrays    number of arrays

    Returns None.

    Examples
    --------
    >>> a, b = nd.ones(2), nd.ones(3)
    >>> nd.reset_arrays(a, b, num_arrays=2)
    []
    >>> a, b
    (
    [0. 0.]
    <NDArray 2 @cpu(0)>,
    [0. 0. 0.]
    <NDArray 3 @cpu(0)>)
    """
    check(len(data) == num_arrays, "reset_arrays", f"num_arrays={num_arrays} but {len(data)} arrays were given")
    return (), tuple(jnp.zeros(x.shape, x.dtype) for x in data)
