"""The two phases of a LAMB step: the direction, and its length by the ratio of norms."""

import jax
import jax.numpy as jnp

from ..core.declare.op import REQUIRED, AnyArray, Array, op
from ._attributes import attributes_of
from ._checks import check, check_single
from .optimizer import _NONE, _UPDATE, _clipped, _same_shape, _shared, _whole_count


def _one_norm(name, **norms):
    for label, x in norms.items():
        check(x.shape[:1] == (1,), name, lambda label=label, x=x: f"{label} shape incorrect: it must be (1,), got {x.shape}")


def trust_ratio(r1, r2, lower_bound, upper_bound) -> jax.Array:
    """r1 / r2 with r1 kept within the bounds that are not negative; 1 where either is zero."""
    r1 = jnp.maximum(r1, lower_bound) if lower_bound >= 0 else r1
    r1 = jnp.minimum(r1, upper_bound) if upper_bound >= 0 else r1
    usable = (r1 != 0) & (r2 != 0)
    return jnp.where(usable, r1 / jnp.where(usable, r2, 1), 1)


@op("lamb_update_phase1", aux=("mean", "var"), guard=_whole_count("lamb_update_phase1", 0), **_UPDATE)
@attributes_of(_shared, epsilon=1e-6, wd=REQUIRED)
def lamb_update_phase1(
    weight, grad, mean, var, *, beta1, beta2, epsilon, t, bias_correction: bool = True, wd, rescale_grad, clip_gradient
) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    """The direction of a LAMB step, that of Adam plus wd * weight; lamb_update_phase2 scales it by the ratio of norms.

    mean, var    states in the weight's shape, zeros at first; updated in place
    bias_correction    divide `mean` by 1 - beta1**t and `var` by 1 - beta2**t
    wd    weight decay: wd * weight is added to the direction

    Returns the direction, in the weight's shape. Raises MXNetError if `t` is no whole number.

    Examples
    --------
    >>> weight, grad, mean, var = nd.array([1, 2]), nd.array([4, -2]), nd.zeros(2), nd.zeros(2)
    >>> nd.lamb_update_phase1(weight, grad, mean, var, beta1=0.5, beta2=0.75, epsilon=0, t=1, wd=0.5)
    [1.5 0. ]
    <NDArray 2 @cpu(0)>
    """
    _same_shape("lamb_update_phase1", weight, grad=grad, mean=mean, var=var)
    g = _clipped(grad * rescale_grad, clip_gradient)
    mean = beta1 * mean + (1 - beta1) * g
    var = beta2 * var + (1 - beta2) * g * g
    if bias_correction:
        step = mean / (1 - beta1**t) / (jnp.sqrt(var / (1 - beta2**t)) + epsilon)
    else:
        step = mean / (jnp.sqrt(var) + epsilon)
    return step + wd * weight, (mean, var)


@op("lamb_update_phase2", **_UPDATE)
@attributes_of(_shared)
def lamb_update_phase2(
    weight, g: Array, r1: Array, r2: Array, lr, lower_bound: float = _NONE, upper_bound: float = _NONE
) -> jax.Array:
    """The LAMB step: weight - lr * (r1 / r2) * g, or lr * g where a norm is zero.

    g    the direction that lamb_update_phase1 gave
    r1, r2    shape (1,): the norms of the weight and of `g`
    lower_bound, upper_bound    limits of `r1`; a negative one, the default, is none

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight, step = nd.array([3, 4]), nd.array([0, 1])
    >>> nd.lamb_update_phase2(weight, step, weight.norm(), step.norm(), lr=0.5)
    [3.  1.5]
    <NDArray 2 @cpu(0)>
    """
    _same_shape("lamb_update_phase2", weight, g=g)
    _one_norm("lamb_update_phase2", r1=r1, r2=r2)
    return weight - lr * trust_ratio(r1.reshape(-1)[0], r2.reshape(-1)[0], lower_bound, upper_bound) * g


@op("mp_lamb_update_phase1", aux=("mean", "var"), guard=_whole_count("mp_lamb_update_phase1", 0), **_UPDATE)
@attributes_of(lamb_update_phase1)
def mp_lamb_update_phase1(
    weight: Array, grad: Array, mean: AnyArray, var: AnyArray, weight32: AnyArray, **a
) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    """lamb_update_phase1 in single precision for a weight of lower precision.

    mean, var    states in the weight's shape, float32, zeros at first; updated in place
    weight32    the weight in float32

    Returns the direction, float32. Raises MXNetError if `t` is no whole number.

    Examples
    --------
    >>> weight, mean, var = nd.array([1, -2], dtype="float16"), nd.zeros(2), nd.zeros(2)
    >>> nd.mp_lamb_update_phase1(
    ...     weight, weight, mean, var, weight.astype("float32"), beta1=0.5, beta2=0.75, epsilon=0, t=1, wd=0
    ... )
    [ 1. -1.]
    <NDArray 2 @cpu(0)>
    """
    _same_shape("mp_lamb_update_phase1", weight, grad=grad, mean=mean, var=var, weight32=weight32)
    check_single("mp_lamb_update_phase1", mean=mean, var=var, weight32=weight32)
    return lamb_update_phase1(weight32, grad.astype(weight32.dtype), mean, var, **a)


@op("mp_lamb_update_phase2", aux=("weight32",), **_UPDATE)
@attributes_of(lamb_update_phase2)
def mp_lamb_update_phase2(
    weight: Array, g: AnyArray, r1: AnyArray, r2: AnyArray, weight32: AnyArray, **a
) -> tuple[jax.Array, tuple[jax.Array]]:
    """lamb_update_phase2 in single precision for a weight of lower precision.

    g    the direction that mp_lamb_update_phase1 gave, float32
    weight32    the weight in float32, updated in place

    Returns the new weight, rounded to the type of `weight`; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight, step = nd.array([3, 4], dtype="float16"), nd.array([0, 1])
    >>> nd.mp_lamb_update_phase2(weight, step, nd.array([5]), nd.array([1]), weight.astype("float32"), lr=0.5)
    [3.  1.5]
    <NDArray 2 @cpu(0)>
    """
    _same_shape("mp_lamb_update_phase2", weight, g=g, weight32=weight32)
    check_single("mp_lamb_update_phase2", g=g, r1=r1, r2=r2, weight32=weight32)
    _one_norm("mp_lamb_update_phase2", r1=r1, r2=r2)
    w = lamb_update_phase2(weight32, g, r1, r2, **a)
    return w.astype(weight.dtype), (w,)
