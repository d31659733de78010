"""Batch normalization in training by oneDNN: images with channels last, on the CPU.

Half precision without units for it is converted before and rounded behind; what is kept for the gradient has its type.

A primitive of oneDNN reads the data once for the mean, once for the variance and once for the result, and applies relu on the
way; another one makes all gradients. XLA's programs take 1.3 to 2 times as long for the normalization alone.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ...core.declare.gradients import custom_vjp
from ...native import onednn
from ...native.symbols import at_present
from ._common import for_onednn, in_single, type_for_onednn

#: arrays of fewer elements are left to XLA: a call of oneDNN takes some microseconds
_FEWEST = 2**14


def suits(x, gamma, eps, axis) -> bool:
    """Whether `normalize` computes this; not where `eps` is known to the running program only."""
    if isinstance(eps, jax.core.Tracer) or not onednn.multiplies(type_for_onednn(x)) or gamma.dtype != jnp.float32:
        return False
    return (
        x.ndim > 2 and axis == x.ndim - 1 and at_present(x.size) >= _FEWEST and _plan(onednn.NORMALIZE, x, eps, False) is not None
    )


def _plan(what, x, eps, relu):
    space = x.shape[1:-1]
    flags = onednn.CHANNELS_LAST + relu * onednn.RELU + onednn.types(type_for_onednn(x))
    return onednn.plan(what, flags, x.shape[0], x.shape[-1], epsilon=eps, space=(space,) * 6) if len(space) <= 3 else None


@functools.partial(custom_vjp, nondiff_argnums=(3, 4))
def normalize(x, gamma, beta, eps, relu) -> tuple[jax.Array, jax.Array, jax.Array]:
    """(output, mean, population variance) over all axes but the last; the gradient is that of the output alone."""
    return _forward(x, gamma, beta, eps, relu)[:3]


@functools.partial(custom_vjp, nondiff_argnums=(3, 4))
def _forward(x, gamma, beta, eps, relu):
    """(output, mean, variance, and with relu where it lets through); the gradient of its gradient is XLA's."""
    plan = _plan(onednn.NORMALIZE, x, eps, relu)
    vector = jax.ShapeDtypeStruct(gamma.shape, gamma.dtype)
    given = for_onednn(x)
    results = [jax.ShapeDtypeStruct(x.shape, given.dtype), vector, vector]
    results += [jax.ShapeDtypeStruct((plan[1],), jnp.uint8)] * relu
    y, *others = onednn.call(plan, results, given, gamma, beta)
    return lax.convert_element_type(y, x.dtype), *others


def _forward_to_differentiate(x, gamma, beta, eps, relu):
    y, mean, var, *signs = _forward(x, gamma, beta, eps, relu)
    return (y, mean, var), (x, gamma, beta, mean, var, *signs)


def _backward(eps, relu, kept, heads):
    x, gamma, beta, mean, var, *signs = kept
    return _gradient(x, heads[0], gamma, beta, mean, var, signs, eps, relu)


@functools.partial(custom_vjp, nondiff_argnums=(7, 8))
def _gradient(x, head, gamma, beta, mean, var, signs, eps, relu):
    """The gradients of x, gamma and beta."""
    vector = jax.ShapeDtypeStruct(gamma.shape, gamma.dtype)
    given, plan = for_onednn(x), _plan(onednn.NORMALIZE_GRADIENT, x, eps, relu)
    results = [jax.ShapeDtypeStruct(x.shape, given.dtype), vector, vector]
    slope, *others = onednn.call(plan, results, given, lax.convert_element_type(head, given.dtype), gamma, mean, var, *signs)
    return lax.convert_element_type(slope, x.dtype), *others


def _plain(x, gamma, beta, eps, relu):
    """(output, mean, variance) in operations that XLA differentiates, for gradients of gradients."""
    dtype, x, axes = x.dtype, in_single(x), tuple(range(x.ndim - 1))
    mean = jnp.mean(x, axes)
    var = jnp.mean(jnp.square(x - mean), axes)
    y = (x - mean) * (gamma / jnp.sqrt(var + eps)) + beta
    return (jnp.where(y > 0, y, 0) if relu else y).astype(dtype), mean, var


def _gradient_forward(x, head, gamma, beta, mean, var, signs, eps, relu):
    return _gradient(x, head, gamma, beta, mean, var, signs, eps, relu), (x, head, gamma, beta, mean, var, signs)


def _gradient_backward(eps, relu, kept, heads):
    x, head, gamma, beta, *rest = kept

    def gradient(x, head, gamma, beta):
        return jax.vjp(lambda x, gamma, beta: _plain(x, gamma, beta, eps, relu)[0], x, gamma, beta)[1](head)

    slopes = jax.vjp(gradient, x, head, gamma, beta)[1](tuple(heads))
    return *slopes, *[jax.tree.map(_no_slope, part) for part in rest]


def _no_slope(array):
    return jnp.zeros_like(array) if jnp.issubdtype(array.dtype, jnp.floating) else np.zeros(array.shape, jax.dtypes.float0)


_forward.defvjp(
    lambda x, gamma, beta, eps, relu: (_forward(x, gamma, beta, eps, relu), (x, gamma, beta)),
    lambda eps, relu, kept, heads: jax.vjp(lambda *arrays: _plain(*arrays, eps, relu), *kept)[1](tuple(heads[:3])),
)
normalize.defvjp(_forward_to_differentiate, _backward)
_gradient.defvjp(_gradient_forward, _gradient_backward)
