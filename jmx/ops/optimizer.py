"""Optimizer updates of one weight: the first output is the new weight, states are written back.

`mp_` operators keep the weight a second time in single precision, `weight32`, and compute in it.
`lazy_update` matters for row-sparse gradients only.
"""

import jax
import jax.numpy as jnp
from jax import lax

from ..core.declare.op import REQUIRED, AnyArray, Array, Platform, Scalar, op
from ._attributes import attributes_of
from ._checks import check, check_single, fail
from ._update_kernel import (
    ADAM,
    MANY_KINDS,
    MOMENTUM,
    PLAIN,
    RMSPROP,
    adam_numbers,
    bound,
    in_one_loop,
    momentum_numbers,
    one_loop,
    plain_numbers,
    rows_by_kernel,
)  # fmt: skip

_NONE = -1.0
_UPDATE = {"numbered_inputs": True, "no_gradient": True}


def _shared(
    weight: Array,
    grad: Array,
    mean: Array,
    var: Array,
    mom: Array,
    lr: Scalar = REQUIRED,
    momentum: Scalar = 0.0,
    gamma1: float = 0.95,
    gamma2: float = 0.9,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
    t: Scalar = REQUIRED,
    wd: Scalar = 0.0,
    rescale_grad: Scalar = 1.0,
    clip_gradient: float = _NONE,
    clip_weights: float = _NONE,
    lazy_update: bool = True,
    v2: bool = False,
):
    """What updates have in common: those below give no type to parameters that are as they stand here.

    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    mean, var    states in the weight's shape, zeros at first: running means of the gradient and of its square
    mom    state in the weight's shape, zeros at first
    lr    learning rate
    momentum    the share of `mom` that stays, 0 to 1
    gamma1    the share of the running means that stays, 0 to 1
    gamma2    the share of `delta` that stays, 0 to 1
    beta1, beta2    the shares of `mean` and `var` that stay, 0 to 1
    epsilon    small number that keeps divisors from zero
    t    number of the update, from 1
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default
    clip_weights    new weights are cut to [-clip_weights, clip_weights]; not if negative, the default
    lazy_update    with a row-sparse gradient, leave rows alone that it lacks
    v2    compute as MXNet 2.0 does: weight decay is added to the clipped gradient, and `epsilon` to the root
    """


def _same_shape(name, weight, **others):
    for label, x in others.items():
        if x.shape != weight.shape:
            fail(name, f"{label} must have the shape of weight, {weight.shape}, got {x.shape}")


def _whole_count(name, at):
    """A guard: the traced scalar at position `at`, the number of the update, is a whole number."""

    def guard(*scalars):
        t = scalars[at]
        check(isinstance(t, int), name, lambda: f"Invalid Parameter format for t expect int but value='{t}'; t counts updates")

    return guard


def _clipped(x, bound):
    """`x` cut to [-bound, bound] where the bound is not negative."""
    return jnp.clip(x, -bound, bound) if bound >= 0 else x


def _decayed(weight, grad, wd, rescale_grad, bound, v2):
    """The gradient with weight decay: cut together with it, or before it is added, as in MXNet 2.0."""
    if v2:
        return _clipped(grad * rescale_grad, bound) + wd * weight
    return _clipped(grad * rescale_grad + wd * weight, bound)


def root(square, epsilon, v2) -> jax.Array:
    """The root that divides a step: epsilon keeps it from zero, inside of it or, as in MXNet 2.0, beside it."""
    return jnp.sqrt(square) + epsilon if v2 else jnp.sqrt(square + epsilon)


@op("sgd_update", "_sparse_sgd_update", on_rows=lambda *a: rows_by_kernel(PLAIN, plain_numbers, *a), **_UPDATE)
@attributes_of(_shared)
def sgd_update(weight, grad, lr, wd, rescale_grad, clip_gradient, lazy_update, *, platform: Platform) -> jax.Array:
    """Gradient descent: weight - lr * (grad + wd * weight), the gradient rescaled and clipped first.

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight = nd.array([1, 2])
    >>> nd.sgd_update(weight, nd.array([4, 2]), lr=0.5, out=weight)
    [-1.  1.]
    <NDArray 2 @cpu(0)>
    """
    _same_shape("sgd_update", weight, grad=grad)
    if in_one_loop(platform, MANY_KINDS, weight, grad):
        return one_loop(PLAIN, weight, (), grad, plain_numbers(lr, wd, rescale_grad, clip_gradient))[0]
    return plain_step(weight, grad, lr, wd, rescale_grad, clip_gradient)


def plain_step(weight, grad, lr, wd, rescale_grad, clip_gradient, lazy_update=False) -> jax.Array:
    """What `sgd_update` computes."""
    _same_shape("sgd_update", weight, grad=grad)
    return (1 - lr * wd) * weight - lr * _clipped(grad * rescale_grad, clip_gradient)


def _sum(weight, step):
    """weight + step, in a form that XLA's CPU backend computes with vectors for kernels of convolutions, too.

    An addition by itself, of arrays with short last axes, takes four times as long there as one that is part of an expression.
    """
    one = lax.optimization_barrier(lax.full((), 1, weight.dtype))  # so that the compiler does not see that it changes nothing
    return lax.add(_times(one, weight), step)


def _times(number, x):
    """number * x, in the type of x. The operators of jax.numpy take four times as long to trace."""
    return lax.mul(lax.full_like(x, number), x)


@op(
    "sgd_mom_update",
    "_sparse_sgd_mom_update",
    aux=("mom",),
    on_rows=lambda *a: rows_by_kernel(MOMENTUM, momentum_numbers, *a),
    **_UPDATE,
)
@attributes_of(_shared)
def sgd_mom_update(
    weight, grad, mom, lr, momentum, wd, rescale_grad, clip_gradient, lazy_update, *, platform: Platform
) -> tuple[jax.Array, tuple[jax.Array]]:
    """Gradient descent with momentum: mom = momentum * mom - lr * (grad + wd * weight), then weight + mom.

    mom    state in the weight's shape, zeros at first; updated in place

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight, grad, mom = nd.array([1, 2]), nd.array([4, 2]), nd.zeros(2)
    >>> for _ in range(2):
    ...     weight = nd.sgd_mom_update(weight, grad, mom, lr=0.25, momentum=0.5)
    >>> weight, mom
    (
    [-1.5   0.75]
    <NDArray 2 @cpu(0)>,
    [-1.5  -0.75]
    <NDArray 2 @cpu(0)>)
    """
    _same_shape("sgd_mom_update", weight, grad=grad, mom=mom)
    if in_one_loop(platform, MANY_KINDS, weight, grad, mom):
        return one_loop(MOMENTUM, weight, (mom,), grad, momentum_numbers(lr, momentum, wd, rescale_grad, clip_gradient))
    return momentum_step(weight, grad, mom, lr, momentum, wd, rescale_grad, clip_gradient)


def momentum_step(
    weight, grad, mom, lr, momentum, wd, rescale_grad, clip_gradient, lazy_update=False
) -> tuple[jax.Array, tuple[jax.Array]]:
    """What `sgd_mom_update` computes."""
    _same_shape("sgd_mom_update", weight, grad=grad, mom=mom)
    step = _times(lr, _clipped(_times(rescale_grad, grad), clip_gradient))
    mom = lax.sub(lax.sub(_times(momentum, mom), _times(lr * wd, weight)), step)
    return _sum(weight, mom), (mom,)


@op("mp_sgd_update", aux=("weight32",), **_UPDATE)
@attributes_of(sgd_update)
def mp_sgd_update(weight: Array, grad: Array, weight32: AnyArray, **a) -> tuple[jax.Array, tuple[jax.Array]]:
    """sgd_update in single precision for a weight of lower precision.

    weight32    the weight in float32, updated in place

    Returns the new weight, rounded to the type of `weight`; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight = nd.array([1, 2], dtype="float16")
    >>> nd.mp_sgd_update(weight, weight, weight.astype("float32"), lr=0.5)
    [0.5 1. ]
    <NDArray 2 @cpu(0)>
    """
    _same_shape("mp_sgd_update", weight, grad=grad, weight32=weight32)
    check_single("mp_sgd_update", weight32=weight32)
    w = plain_step(weight32, grad.astype(weight32.dtype), **a)
    return w.astype(weight.dtype), (w,)


@op("mp_sgd_mom_update", aux=("mom", "weight32"), **_UPDATE)
@attributes_of(sgd_mom_update)
def mp_sgd_mom_update(
    weight: Array, grad: Array, mom: AnyArray, weight32: AnyArray, **a
) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    """sgd_mom_update in single precision for a weight of lower precision.

    mom    state in the weight's shape, float32, zeros at first; updated in place
    weight32    the weight in float32, updated in place

    Returns the new weight, rounded to the type of `weight`; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight, mom = nd.array([1, 2], dtype="float16"), nd.zeros(2)
    >>> nd.mp_sgd_mom_update(weight, weight, mom, weight.astype("float32"), lr=0.5, momentum=0.9)
    [0.5 1. ]
    <NDArray 2 @cpu(0)>
    """
    _same_shape("mp_sgd_mom_update", weight, grad=grad, mom=mom, weight32=weight32)
    check_single("mp_sgd_mom_update", mom=mom, weight32=weight32)
    w, (mom,) = momentum_step(weight32, grad.astype(weight32.dtype), mom, **a)
    return w.astype(weight.dtype), (mom, w)


@op("nag_mom_update", aux=("mom",), **_UPDATE)
@attributes_of(_shared)
def nag_mom_update(weight, grad, mom, lr, momentum, wd, rescale_grad, clip_gradient) -> tuple[jax.Array, tuple[jax.Array]]:
    """Nesterov's accelerated gradient: step = lr * (grad + wd * weight), mom = momentum * mom - step, then
    weight + momentum * mom - step.

    mom    state in the weight's shape, zeros at first; updated in place

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> nd.nag_mom_update(nd.array([1, 2]), nd.array([4, 2]), nd.zeros(2), lr=0.5, momentum=0.5)
    [-2.   0.5]
    <NDArray 2 @cpu(0)>
    """
    _same_shape("nag_mom_update", weight, grad=grad, mom=mom)
    step = lr * (_clipped(grad * rescale_grad, clip_gradient) + wd * weight)
    mom = momentum * mom
    return weight - mom + (momentum + 1) * (mom - step), (mom - step,)


@op("mp_nag_mom_update", aux=("mom", "weight32"), **_UPDATE)
@attributes_of(nag_mom_update)
def mp_nag_mom_update(
    weight, grad, mom: AnyArray, weight32: AnyArray, lr, momentum, wd, rescale_grad, clip_gradient
) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    """nag_mom_update in single precision; as in MXNet the momentum's weight decay sees the new weight.

    mom    state in the weight's shape, float32, zeros at first; updated in place
    weight32    the weight in float32, updated in place

    Returns the new weight, rounded to the type of `weight`; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight, mom = nd.array([1, 2], dtype="float16"), nd.zeros(2)
    >>> nd.mp_nag_mom_update(weight, weight, mom, weight.astype("float32"), lr=0.5, momentum=0.5)
    [0.25 0.5 ]
    <NDArray 2 @cpu(0)>
    """
    _same_shape("mp_nag_mom_update", weight, grad=grad, mom=mom, weight32=weight32)
    check_single("mp_nag_mom_update", mom=mom, weight32=weight32)
    g, mom = _clipped(grad.astype(weight32.dtype) * rescale_grad, clip_gradient), momentum * mom
    w = weight32 - mom + (momentum + 1) * (mom - lr * (g + wd * weight32))
    return w.astype(weight.dtype), (mom - lr * (g + wd * w), w)


@op("signsgd_update", **_UPDATE)
@attributes_of(_shared)
def signsgd_update(weight, grad, lr, wd, rescale_grad, clip_gradient) -> jax.Array:
    """Gradient descent along the sign of the gradient: (1 - lr * wd) * weight - lr * sign(grad).

    clip_gradient, rescale_grad    without effect: only the sign of the gradient counts

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> nd.signsgd_update(nd.array([1, 2]), nd.array([4, -2]), lr=0.5)
    [0.5 2.5]
    <NDArray 2 @cpu(0)>
    """
    _same_shape("signsgd_update", weight, grad=grad)
    return (1 - lr * wd) * weight - lr * jnp.sign(grad)


@op("signum_update", aux=("mom",), **_UPDATE)
@attributes_of(_shared)
def signum_update(
    weight, grad, mom, lr, momentum, wd, rescale_grad, clip_gradient, wd_lh: Scalar = 0.0
) -> tuple[jax.Array, tuple[jax.Array]]:
    """A step along the sign of the momentum: mom = momentum * mom - (1 - momentum) * (grad + wd * weight), then
    (1 - lr * wd_lh) * weight + lr * sign(mom).

    mom    state in the weight's shape, zeros at first; updated in place
    wd_lh    weight decay beside the sign, as Loshchilov and Hutter have it

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> nd.signum_update(nd.array([1, 2]), nd.array([4, -2]), nd.zeros(2), lr=0.5, momentum=0.9)
    [0.5 2.5]
    <NDArray 2 @cpu(0)>
    """
    _same_shape("signum_update", weight, grad=grad, mom=mom)
    mom = momentum * mom - (1 - momentum) * (wd * weight + _clipped(grad * rescale_grad, clip_gradient))
    return (1 - lr * wd_lh) * weight + lr * jnp.sign(mom), (mom,)


@op(
    "adam_update",
    "_sparse_adam_update",
    aux=("mean", "var"),
    unlisted=("v2",),
    on_rows=lambda *a: rows_by_kernel(ADAM, adam_numbers, *a),
    **_UPDATE,
)
@attributes_of(_shared)
def adam_update(
    weight, grad, mean, var, lr, beta1, beta2, epsilon, wd, rescale_grad, clip_gradient, lazy_update, v2, *, platform: Platform
) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    """Adam: mean = beta1 * mean + (1 - beta1) * g and var = beta2 * var + (1 - beta2) * g**2 with g = grad + wd * weight, then
    weight - lr * mean / (sqrt(var) + epsilon).

    mean, var    states in the weight's shape, zeros at first; updated in place
    lr    learning rate; the caller multiplies it by the bias correction sqrt(1 - beta2**t) / (1 - beta1**t)

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight, grad, mean, var = nd.array([1, 2]), nd.array([4, -2]), nd.zeros(2), nd.zeros(2)
    >>> nd.adam_update(weight, grad, mean, var, lr=0.5, beta1=0.5, beta2=0.75, epsilon=0)
    [0.5 2.5]
    <NDArray 2 @cpu(0)>
    >>> mean, var
    (
    [ 2. -1.]
    <NDArray 2 @cpu(0)>,
    [4. 1.]
    <NDArray 2 @cpu(0)>)
    """
    _same_shape("adam_update", weight, grad=grad, mean=mean, var=var)
    if in_one_loop(platform, 1, weight, grad, mean, var):
        numbers = adam_numbers(lr, beta1, beta2, epsilon, wd, rescale_grad, clip_gradient)
        return one_loop(ADAM, weight, (mean, var), grad, numbers, v2)
    g = _decayed(weight, grad, wd, rescale_grad, clip_gradient, v2)
    mean = beta1 * mean + (1 - beta1) * g
    var = beta2 * var + (1 - beta2) * g * g
    return weight - lr * mean / (jnp.sqrt(var) + epsilon), (mean, var)


@op(
    "ftml_update",
    aux=("d", "v", "z"),
    bounds={"beta1": (0, 1), "beta2": (0, 1)},
    guard=_whole_count("ftml_update", 1),
    unlisted=("v2",),
    **_UPDATE,
)
@attributes_of(_shared, beta1=0.6)
def ftml_update(
    weight, grad, d: Array, v: Array, z: Array, lr, beta1, beta2, epsilon, t, wd, rescale_grad, clip_grad: float = _NONE, v2=False
) -> tuple[jax.Array, tuple[jax.Array, jax.Array, jax.Array]]:
    """Follow the moving leader (FTML), an optimizer between Adam and RMSProp that forgets slowly.

    d, v, z    states in the weight's shape, zeros at first; updated in place
    clip_grad    the rescaled gradient is cut to [-clip_grad, clip_grad]; not if negative, the default

    Returns the new weight; with out=weight it replaces the old one. Raises MXNetError if `t` is no whole number.

    Examples
    --------
    >>> weight, grad, zero = nd.array([1, 2]), nd.array([4, -2]), nd.zeros(2)
    >>> nd.ftml_update(weight, grad, zero, zero.copy(), zero.copy(), lr=0.5, beta1=0.5, beta2=0.75, epsilon=0, t=1)
    [0.5 2.5]
    <NDArray 2 @cpu(0)>
    """
    _same_shape("ftml_update", weight, grad=grad, d=d, v=v, z=z)
    g = _decayed(weight, grad, wd, rescale_grad, clip_grad, v2)
    v = beta2 * v + (1 - beta2) * g * g
    d_now = (1 - beta1**t) / lr * (jnp.sqrt(v / (1 - beta2**t)) + epsilon)
    z = beta1 * z + (1 - beta1) * g - (d_now - beta1 * d) * weight
    return -z / d_now, (d_now, v, z)


@op("ftrl_update", "_sparse_ftrl_update", aux=("z", "n"), **_UPDATE)
@attributes_of(_shared)
def ftrl_update(
    weight, grad, z: Array, n: Array, *, lr, lamda1: float = 0.01, beta: float = 1.0, wd, rescale_grad, clip_gradient
) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    """Follow the regularized leader (FTRL-proximal), which makes weights that matter little exactly zero.

    z, n    states in the weight's shape, zeros at first; updated in place
    lamda1    strength of the L1 regularization
    beta    number added to the root of the sum of squared gradients

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> nd.ftrl_update(nd.zeros(2), nd.array([3, 0.5]), nd.zeros(2), nd.zeros(2), lr=0.5, lamda1=1)
    [-0.25  0.  ]
    <NDArray 2 @cpu(0)>
    """
    _same_shape("ftrl_update", weight, grad=grad, z=z, n=n)
    g = _clipped(grad * rescale_grad, clip_gradient)
    n_now = n + g * g
    z = z + g - (jnp.sqrt(n_now) - jnp.sqrt(n)) * weight / lr
    w = (jnp.sign(z) * lamda1 - z) / ((beta + jnp.sqrt(n_now)) / lr + wd)
    return jnp.where(jnp.abs(z) > lamda1, w, jnp.zeros((), w.dtype)), (z, n_now)


@op("rmsprop_update", aux=("n",), unlisted=("v2",), **_UPDATE)
@attributes_of(_shared)
def rmsprop_update(
    weight, grad, n: Array, lr, gamma1, epsilon, wd, rescale_grad, clip_gradient, clip_weights, v2, *, platform: Platform
) -> tuple[jax.Array, tuple[jax.Array]]:
    """RMSProp as Tieleman and Hinton have it: n = gamma1 * n + (1 - gamma1) * g**2 with g = grad + wd * weight, then
    weight - lr * g / sqrt(n + epsilon).

    n    state in the weight's shape, zeros at first; updated in place

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> nd.rmsprop_update(nd.array([1, 2]), nd.array([4, -2]), nd.zeros(2), lr=0.25, gamma1=0.75, epsilon=0)
    [0.5 2.5]
    <NDArray 2 @cpu(0)>
    """
    _same_shape("rmsprop_update", weight, grad=grad, n=n)
    if in_one_loop(platform, 1, weight, grad, n):
        numbers = lr, wd, rescale_grad, bound(clip_gradient), epsilon, gamma1, 1 - gamma1, bound(clip_weights), 0
        return one_loop(RMSPROP, weight, (n,), grad, numbers, v2)
    g = _decayed(weight, grad, wd, rescale_grad, clip_gradient, v2)
    n = (1 - gamma1) * (g * g) + gamma1 * n
    w = weight - lr * (g / root(n, epsilon, v2))
    return _clipped(w, clip_weights), (n,)


@op("rmspropalex_update", aux=("n", "g", "delta"), unlisted=("v2",), **_UPDATE)
@attributes_of(_shared)
def rmspropalex_update(
    weight, grad, n: Array, g: Array, delta: Array, lr, gamma1, gamma2, epsilon, wd, rescale_grad, clip_gradient, clip_weights, v2
) -> tuple[jax.Array, tuple[jax.Array, jax.Array, jax.Array]]:
    """RMSProp as Graves has it, centred and with momentum: n and g are running means of the squared gradient and of the gradient,
    delta = gamma2 * delta - lr * grad / sqrt(n - g**2 + epsilon), then weight + delta.

    n, g, delta    states in the weight's shape, zeros at first; updated in place

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> zero = nd.zeros(2)
    >>> nd.rmspropalex_update(
    ...     nd.array([1, 2]), nd.array([4, -2]), zero, zero.copy(), zero.copy(), lr=0.25, gamma1=0.5, epsilon=0
    ... )
    [0.5 2.5]
    <NDArray 2 @cpu(0)>
    """
    _same_shape("rmspropalex_update", weight, grad=grad, n=n, g=g, delta=delta)
    step = _decayed(weight, grad, wd, rescale_grad, clip_gradient, v2)
    n = (1 - gamma1) * step * step + gamma1 * n
    g = (1 - gamma1) * step + gamma1 * g
    delta = gamma2 * delta - lr * step / jnp.sqrt(n - g * g + epsilon)
    w = weight + delta
    return _clipped(w, clip_weights), (n, g, delta)


@op("_sparse_adagrad_update", aux=("history",), unlisted=("v2",))
@attributes_of(_shared, epsilon=1e-7)
def adagrad_update(
    weight, grad, history: Array, lr, epsilon, wd, rescale_grad, clip_gradient, v2
) -> tuple[jax.Array, tuple[jax.Array]]:
    """AdaGrad: steps divided by the root of the sum of all squared gradients."""
    _same_shape("_sparse_adagrad_update", weight, grad=grad, history=history)
    g = _clipped(grad * rescale_grad, clip_gradient)
    history = history + g * g
    return weight - lr * (g / root(history, epsilon, v2) + wd * weight), (history,)


@op("_contrib_group_adagrad_update", aux=("history",), unlisted=("v2",))
@attributes_of(_shared, epsilon=1e-5)
def group_adagrad_update(
    weight, grad, history: Array, lr, rescale_grad, clip_gradient, epsilon, v2
) -> tuple[jax.Array, tuple[jax.Array]]:
    """AdaGrad with one history value for each row: history += mean of the row's squared gradients, then
    weight - lr * grad / sqrt(history + epsilon).

    weight    the weight, of one dimension or more
    history    (rows, 1), zeros at first; updated in place
    epsilon    small number that keeps the divisor from zero

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight, grad = nd.array([[1, 2]]), nd.array([[4, 4]]).tostype("row_sparse")
    >>> nd.contrib.group_adagrad_update(weight, grad, nd.zeros((1, 1)), lr=0.5, epsilon=0, out=weight)
    [[0.5 1.5]]
    <NDArray 1x2 @cpu(0)>
    """
    name = "_contrib_group_adagrad_update"
    _same_shape(name, weight, grad=grad)
    if weight.ndim < 1 or history.shape[:1] != weight.shape[:1] or history.size != weight.shape[0]:
        fail(name, f"history must have shape ({weight.shape[:1]}, 1), got {history.shape}")
    g = _clipped(grad * rescale_grad, clip_gradient)
    history = history + (g * g).reshape(weight.shape[0], -1).mean(1).reshape(history.shape)
    each = history.reshape((-1,) + (1,) * (weight.ndim - 1))
    return weight - lr * g / root(each, epsilon, v2), (history,)


def only(name, rescale_grad) -> jax.Array:
    """The one element of the input `rescale_grad`."""
    check_single(name, rescale_grad=rescale_grad)
    check(rescale_grad.size == 1, name, f"rescale_grad must hold one number, got shape {rescale_grad.shape}")
    return rescale_grad.reshape(-1)[0]


@op("_adamw_update", aux=("mean", "var"), **_UPDATE)
@attributes_of(_shared)
def adamw_update(
    weight, grad, mean, var, rescale_grad: AnyArray, *, lr, beta1, beta2, epsilon, wd, eta: Scalar = REQUIRED, clip_gradient
) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    """Adam with decoupled weight decay; `rescale_grad` holds one number, and 0, inf or NaN there skip the step."""
    _same_shape("_adamw_update", weight, grad=grad, mean=mean, var=var)
    scale = only("_adamw_update", rescale_grad).astype(weight.dtype)
    g = _clipped(grad * scale, clip_gradient)
    mean_now = beta1 * mean + (1 - beta1) * g
    var_now = beta2 * var + (1 - beta2) * g * g
    w_now = weight - eta * (lr * mean_now / (jnp.sqrt(var_now) + epsilon) + wd * weight)
    usable = jnp.isfinite(scale) & (scale != 0)
    w, mean, var = (jnp.where(usable, now, before) for now, before in ((w_now, weight), (mean_now, mean), (var_now, var)))
    return w, (mean, var)


@op("_mp_adamw_update", aux=("mean", "var", "weight32"), **_UPDATE)
@attributes_of(adamw_update)
def mp_adamw_update(
    weight: Array, grad: Array, mean: AnyArray, var: AnyArray, weight32: AnyArray, rescale_grad: AnyArray, **a
) -> tuple[jax.Array, tuple[jax.Array, jax.Array, jax.Array]]:
    """_adamw_update in single precision for a weight of lower precision."""
    _same_shape("_mp_adamw_update", weight, grad=grad, mean=mean, var=var, weight32=weight32)
    check_single("_mp_adamw_update", mean=mean, var=var, weight32=weight32)
    only("_mp_adamw_update", rescale_grad)
    w, (mean, var) = adamw_update(weight32, grad.astype(weight32.dtype), mean, var, rescale_grad, **a)
    return w.astype(weight.dtype), (mean, var, w)
