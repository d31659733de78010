"""Activations. Each keeps one array for its gradient, its input or its output, and can be differentiated again."""

import math
from typing import Annotated, Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ...core.declare.attrs import Later
from ...core.declare.fusion import Pointwise
from ...core.declare.gradients import custom_vjp
from ...core.declare.op import REQUIRED, Array, Key, Train, any_layout, op
from ...core.declare.traits import IntegerForm
from ._common import check, fail, single, wide_enough


def _by_output(forward, slope):
    """`forward` with the gradient head * slope(output)."""
    wrapped = custom_vjp(forward)
    wrapped.defvjp(lambda x: (y := forward(x), y), lambda y, g: (g * slope(y),))
    return wrapped


def _by_input(forward, slope):
    """`forward` with the gradient head * slope(input)."""
    wrapped = custom_vjp(forward)
    wrapped.defvjp(lambda x: (forward(x), x), lambda x, g: (g * slope(x),))
    return wrapped


def keeps_nan(x) -> bool:
    """Whether `relu` leaves NaN as it is: not in the types that oneDNN computes in MXNet's CPU build, where it becomes 0."""
    return x.dtype not in (np.dtype("float32"), np.dtype(jnp.bfloat16))


def _relu(x):
    """max(x, 0)."""
    zero = lax.full_like(x, 0)
    return lax.max(x, zero) if keeps_nan(x) else lax.select(lax.gt(x, zero), x, zero)


def _relu_slope(y, g):
    slope = lax.select(lax.gt(y, lax.full_like(y, 0)), g, lax.full_like(g, 0))
    if keeps_nan(y) and jnp.issubdtype(y.dtype, jnp.floating):
        slope = lax.select(lax.ne(y, y), y, slope)
    return (slope,)


def _softrelu(x):
    """log(1 + exp(x)). In single precision log(1 + t), t = exp(-|x|), is the series of 2 atanh(s), s = t / (2 + t) <= 1 / 3, to
    float32's rounding; XLA's own log1p takes four times as long."""
    if x.dtype != jnp.float32:
        return jnp.logaddexp(x, jnp.zeros((), x.dtype))
    t = jnp.exp(-jnp.abs(x))
    s = t / (2 + t)
    square, series = s * s, jnp.float32(1 / 15)
    for odd in range(13, 0, -2):
        series = series * square + jnp.float32(1 / odd)
    return jnp.maximum(x, 0) + 2 * s * series


relu = custom_vjp(_relu)
relu.defvjp(lambda x: (y := _relu(x), y), _relu_slope)
sigmoid = _by_output(jax.nn.sigmoid, lambda y: y * (1 - y))
tanh = _by_output(jnp.tanh, lambda y: 1 - y * y)
softrelu = _by_input(_softrelu, jax.nn.sigmoid)
softsign = _by_input(lambda x: x / (1 + jnp.abs(x)), lambda x: 1 / jnp.square(1 + jnp.abs(x)))

log_sigmoid = _by_output(jax.nn.log_sigmoid, lambda y: -jnp.expm1(y))


def _mish_slope(x):
    bent = jnp.tanh(jax.nn.softplus(x))
    return bent + x * jax.nn.sigmoid(x) * (1 - bent * bent)


mish = _by_input(jax.nn.mish, _mish_slope)


_ACTIVATIONS = {
    "relu": relu,
    "sigmoid": sigmoid,
    "softrelu": softrelu,
    "softsign": softsign,
    "tanh": tanh,
    "log_sigmoid": log_sigmoid,
    "mish": mish,
}
#: the words for them
_Words = Annotated[Literal["relu", "sigmoid", "softrelu", "softsign", "tanh"], Later("log_sigmoid", "mish")]


#: those that a layer may apply to its results
_FUSED = {"relu": "relu", "sigmoid": "logistic", "softrelu": "soft_relu", "tanh": "tanh"}


@op(
    "Activation",
    "_npx_activation",
    same_shape=True,
    save=True,
    channels_last=any_layout,
    numbered_inputs=True,
    outputs=("output",),
    integers=IntegerForm("_contrib_quantized_act", lambda a: a.act_type == "relu"),
    follows=lambda a: Pointwise(_FUSED[a.act_type], positive=a.act_type != "tanh") if a.act_type in _FUSED else None,
    relu=lambda a: a.act_type == "relu",
    onnx="layers.activation",
    source="activation",
)
def activation(data: Array, act_type: _Words = REQUIRED) -> jax.Array:
    """An activation function, applied to each element.

    data    array of any shape, of a floating type
    act_type    which function: "relu" max(x, 0), "sigmoid" 1 / (1 + exp(-x)), "tanh", "softrelu" log(1 + exp(x)),
                "softsign" x / (1 + |x|); with the interface of MXNet 2.0 also "log_sigmoid" log(1 / (1 + exp(-x))) and
                "mish" x * tanh(log(1 + exp(x)))

    "relu" makes 0 of NaN in float32 and bfloat16, as MXNet's CPU build does; `relu`, the operator, keeps it.

    Returns an array like `data`.

    Examples
    --------
    >>> nd.Activation(nd.array([-2, 0, 3]), act_type="relu")
    [0. 0. 3.]
    <NDArray 3 @cpu(0)>
    >>> nd.Activation(nd.array([-1, 0, 3]), act_type="softsign")
    [-0.5   0.    0.75]
    <NDArray 3 @cpu(0)>
    """
    return _ACTIVATIONS[act_type](data)


SELU_SCALE, SELU_ALPHA = 1.0507009873554804934193349852946, 1.6732632423543772848170429916717


def _leaky(x, slope):
    return jnp.where(x > 0, x, x * slope)


def _elu(x, alpha):
    # expm1 of the negative part only: of large positive numbers it overflows, and the gradient of inf * 0 is nan.
    negative = jnp.where(x > 0, jnp.zeros((), x.dtype), x)
    if x.dtype != jnp.float32:
        return jnp.where(x > 0, x, alpha * jnp.expm1(negative))
    half = jnp.tanh(0.5 * negative)  # expm1(x) = 2 tanh(x / 2) / (1 - tanh(x / 2)), which takes XLA half as long
    return jnp.where(x > 0, x, alpha * (2 * half / (1 - half)))


def _gelu(x):
    wide = x.astype(wide_enough(x.dtype))
    return (0.5 * wide * (1 + lax.erf(wide / math.sqrt(2)))).astype(x.dtype)


def _prelu_slope(data, gamma):
    """`gamma` lined up with the axes of data up to the channels', as MXNet does, so that (C,) means one slope each."""
    before = min(2, data.ndim)
    lined = (1,) * (before - gamma.ndim) + tuple(gamma.shape) + (1,) * (data.ndim - before)
    fits = len(lined) == data.ndim and all(n in (1, m) for n, m in zip(lined, data.shape))
    check(fits, "LeakyReLU", f"gamma of shape {tuple(gamma.shape)} does not fit the first axes of data {tuple(data.shape)}.")
    return gamma.reshape(lined)


def _rectifier(a):
    """`Traits.follows`."""
    kind = {"leaky": "relu", "elu": "elu", "gelu": "gelu"}.get(a.act_type)
    return None if kind is None else Pointwise(kind, 0.0 if kind == "gelu" else single(a.slope), kind == "relu" and not a.slope)


@op(
    "LeakyReLU",
    "_npx_leaky_relu",
    when={"gamma": lambda a: a.act_type == "prelu"},
    outputs=lambda a: ("output", "mask") if a.act_type == "rrelu" else ("output",),
    initial={"gamma": '["Constant", {"value": 0.25}]'},
    follows=_rectifier,
    draws=lambda a: a.act_type == "rrelu",
    onnx="layers.leaky_relu",
    source="leaky_relu",
)
def leaky_relu(
    data: Array,
    gamma: Array | None = None,
    act_type: Literal["elu", "gelu", "leaky", "prelu", "rrelu", "selu"] = "leaky",
    slope: float = 0.25,
    lower_bound: float = 0.125,
    upper_bound: float = 0.334,
    *,
    key: Key,
    train: Train,
) -> jax.Array | tuple[jax.Array, jax.Array]:
    """Rectifiers that are not flat below zero.

    data    (batch, channels, *space), of a floating type
    gamma    the slopes of "prelu": one element, or one for each channel (axis 1); no input of the others
    act_type    which function below zero; above zero all but "gelu" and "selu" are x itself.
                "leaky" and "prelu" slope * x, "elu" slope * (exp(x) - 1), "selu" the same with constants of its own,
                "rrelu" leaky with a slope drawn for each element in training, else the mean of its bounds;
                "gelu" is x * Phi(x) everywhere, exactly
    slope    slope of "leaky", factor of "elu"
    lower_bound, upper_bound    the slopes of "rrelu" are drawn from [lower_bound, upper_bound); 0 <= lower <= upper < 1

    The gradient of "selu" is its derivative, scale * alpha * exp(x) below zero. MXNet's differs: it has scale * (alpha + y),
    with a result y that has been scaled already, 0.59 in place of 0.65 at -1.

    Returns an array like `data`, and for "rrelu" the factors. Raises MXNetError if `gamma` fits no axis of `data`.

    Examples
    --------
    >>> nd.LeakyReLU(nd.array([-2, 0, 3]), act_type="leaky", slope=0.5)
    [-1.  0.  3.]
    <NDArray 3 @cpu(0)>
    >>> nd.LeakyReLU(nd.array([[-2, -2]]), nd.array([0.25, 0.5]), act_type="prelu")
    [[-0.5 -1. ]]
    <NDArray 1x2 @cpu(0)>
    """
    if act_type == "leaky":
        return _leaky(data, jnp.asarray(single(slope), data.dtype))
    if act_type == "prelu":
        return _leaky(data, _prelu_slope(data, gamma))
    if act_type == "elu":
        return _elu(data, jnp.asarray(single(slope), data.dtype))
    if act_type == "selu":
        negative = _elu(data, jnp.asarray(SELU_SCALE * SELU_ALPHA, data.dtype))
        return jnp.where(data > 0, jnp.asarray(SELU_SCALE, data.dtype) * data, negative)
    if act_type == "gelu":
        return _gelu(data)
    if not 0 <= lower_bound <= upper_bound < 1:
        fail("LeakyReLU", f"need 0 <= lower_bound <= upper_bound < 1, got {lower_bound} and {upper_bound}.")
    if train:
        drawn = jax.random.uniform(key, data.shape, jnp.float32, lower_bound, upper_bound)
        # 1 above zero, so that the mask is the factor everywhere, as MXNet returns it.
        mask = jnp.where(data > 0, jnp.ones((), data.dtype), drawn.astype(data.dtype))
    else:
        mask = jnp.where(data > 0, jnp.ones((), data.dtype), jnp.asarray((lower_bound + upper_bound) / 2, data.dtype))
    mask = lax.stop_gradient(mask)
    return data * mask, mask


@leaky_relu.channels_last()
def _leaky_relu_last(a, shapes, moved):
    return any_layout(a, shapes, moved) if a.act_type not in ("prelu", "rrelu") else None


@leaky_relu.deduce
def _(a, data, gamma=None):
    # A given gamma may have any shape that broadcasts; nothing follows from data then.
    return {} if gamma is not None else {"gamma": (data.shape[1],) if len(data.shape) > 1 else (1,)}
