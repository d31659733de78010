"""Batch normalization and its relatives.

The gradient is written out: per channel, three sums over the data and one pass that is affine in the data and in the head
gradient. Sums run over the axes behind the channel first, where memory is contiguous. On one core, forward + backward
of (16, 64, 32, 32), the textbook form takes 5 times as long and MXNet 9 times.

On several devices (`Devices`) each sums over its part; forward and backward exchange two and three numbers per channel.
"""

import functools
from typing import Any

import jax
import jax.numpy as jnp
from jax import ShapeDtypeStruct, lax

from ...core.declare.gradients import custom_vjp
from ...core.declare.op import REQUIRED, AnyArray, Array, Devices, Platform, Train, op
from ...core.declare.traits import IntegerForm, named, shown_by
from .._attributes import attributes_of
from . import _norm_onednn
from ._common import axis_of, check, expect_shape, fail, single, wide_enough
from .activation import keeps_nan, relu

_STATES = {"moving_mean": "zero", "moving_var": "one"}


# In operations of `lax`: those of `jnp` take four times as long to trace.


def _channel_sum(x, axis):
    """The sum over all axes but one."""
    for axes in (tuple(range(axis + 1, x.ndim)), tuple(range(axis))):
        x = lax.reduce_sum(x, axes) if axes else x
    return x


def _spread(vector, axis, x):
    """A vector repeated along all axes of `x` but one."""
    return lax.broadcast_in_dim(vector, x.shape, (axis,))


def _over(x, count):
    """x / count, a number of elements."""
    # as jnp has it, for a size that is a symbol does the same steps
    return lax.div(x, x.dtype.type(count)) if type(count) is int else x / count


def statistics(x, axis, devices=None, once=False) -> tuple[jax.Array, jax.Array]:
    """Mean and (population) variance over all axes but one, and over the parts on all `devices`.

    `once` reads x only once, which is what the time of GPUs goes to. What the variance loses then is small where the first value
    of a channel is not many deviations away from its mean.
    """
    count = x.size // x.shape[axis]
    # a long sum is as exact as what it adds up is small: distances from some value
    if count:
        ends = [n if i == axis else 1 for i, n in enumerate(x.shape)]
        first = lax.squeeze(lax.slice(x, [0] * x.ndim, ends), [i for i in range(x.ndim) if i != axis])
    else:
        first = jnp.zeros(x.shape[axis], x.dtype)
    near = lax.sub(x, _spread(first, axis, x))
    shift = _over(_channel_sum(near, axis), count)
    mean = lax.add(first, shift)
    if once:
        var = lax.max(_channel_sum(near * near, axis) / count - shift * shift, jnp.zeros((), x.dtype))
    else:
        centred = lax.sub(x, _spread(mean, axis, x))
        var = _over(_channel_sum(lax.mul(centred, centred), axis), count)
    if devices is None:
        return mean, var
    # not the sum of squares: that loses the variance of data far from zero
    means, variances = jnp.moveaxis(lax.all_gather(jnp.stack([mean, var]), devices.names), 1, 0)
    mean = jnp.mean(means, 0)
    return mean, jnp.mean(variances + (means - mean) ** 2, 0)


@functools.partial(custom_vjp, nondiff_argnums=(5, 6, 7))
def _normalize(data, gamma, beta, mean, inv_std, axis, own_statistics, devices):
    """(data - mean) * inv_std * gamma + beta along `axis`, in the type of gamma, returned in the type of data.

    With `own_statistics` the gradient of the data counts in that mean and inv_std were computed from it, and from the parts
    on the other `devices` if they are given.
    """
    x = lax.convert_element_type(data, gamma.dtype)
    scale, mean, beta = (_spread(v, axis, x) for v in (lax.mul(inv_std, gamma), mean, beta))
    return lax.convert_element_type(lax.add(lax.mul(lax.sub(x, mean), scale), beta), data.dtype)


def _normalize_forward(data, gamma, beta, mean, inv_std, axis, own_statistics, devices):
    return _normalize(data, gamma, beta, mean, inv_std, axis, own_statistics, devices), (data, gamma, mean, inv_std)


def _normalize_backward(axis, own_statistics, devices, kept, head):
    data, gamma, mean, inv_std = kept
    x, g = (lax.convert_element_type(array, gamma.dtype) for array in (data, head))
    centred = lax.sub(x, _spread(mean, axis, x))
    total, product = _channel_sum(g, axis), _channel_sum(lax.mul(g, centred), axis)
    scale = lax.mul(inv_std, gamma)
    if own_statistics:
        # not zero where the mean has been rounded: that is taken out, or a constant head would leave a gradient
        count, products, totals, rest = x.size // x.shape[axis], product, total, _channel_sum(centred, axis)
        if devices is not None:
            count *= devices.size
            products, totals, rest = lax.psum(jnp.stack([product, total, rest]), devices.names)
        left = lax.sub(products, lax.mul(totals, _over(rest, count)))
        slope = _over(lax.mul(lax.mul(lax.mul(scale, inv_std), inv_std), left), count)
        shift = _over(lax.mul(scale, totals), count)
        dx = lax.sub(lax.mul(g, _spread(scale, axis, x)), lax.mul(centred, _spread(slope, axis, x)))
        dx = lax.sub(dx, _spread(shift, axis, x))
    else:
        dx = lax.mul(g, _spread(scale, axis, x))
    zeros = lax.full_like(mean, 0)
    return lax.convert_element_type(dx, data.dtype), lax.mul(product, inv_std), total, zeros, zeros


_normalize.defvjp(_normalize_forward, _normalize_backward)


def _batch_norm(
    name, data, gamma, beta, moving_mean, moving_var, eps, momentum, fix_gamma, use_global_stats, output_mean_var, train,
    axis=1, with_relu=False, inverse=True, devices=None, platform=None, **ignored,
):  # fmt: skip
    """(output, with output_mean_var mean and inverse deviation or variance, too; (next moving mean, next moving variance))."""
    check(data.ndim > 0, name, "data must have at least one dimension.")
    axis = axis_of(name, axis, data.ndim, "Channel axis")
    channels = (data.shape[axis],)
    for what, vector in (("gamma", gamma), ("beta", beta), ("moving_mean", moving_mean), ("moving_var", moving_var)):
        if name not in ("BatchNorm", "_contrib_BatchNormWithReLU") or vector.size != channels[0]:
            expect_shape(name, what, vector, channels, f"for axis {axis} of data {tuple(data.shape)}")
        if vector.dtype != wide_enough(data.dtype):
            fail(
                name,
                f"This layer requires uniform type. Expected {wide_enough(data.dtype)} v.s. given {vector.dtype} at {what!r}.",
            )
    # Of BatchNorm MXNet counts the elements only, so that (3, 1) does for 3 channels.
    shapes = moving_mean.shape, moving_var.shape
    gamma, beta, moving_mean, moving_var = (
        v if v.shape == channels else v.reshape(channels) for v in (gamma, beta, moving_mean, moving_var)
    )
    if fix_gamma:
        gamma = lax.full_like(gamma, 1)
    own, out = bool(train) and not use_global_stats, None
    if own and devices is None and platform == "cpu" and _norm_onednn.suits(data, gamma, eps, axis):
        inside = with_relu and not keeps_nan(data)
        out, mean, var = _norm_onednn.normalize(data, gamma, beta, eps, inside)
        out = relu(out) if with_relu and not inside else out
    elif own:
        seen = lax.convert_element_type(lax.stop_gradient(data), gamma.dtype)
        mean, var = statistics(seen, axis, devices, platform not in (None, "cpu"))
    else:
        mean, var = moving_mean, moving_var
    mean, var = lax.stop_gradient(mean), lax.stop_gradient(var)
    states = mean, var
    if own:
        keep = single(momentum)
        states = tuple(
            lax.add(lax.mul(state, lax.full_like(state, keep)), lax.mul(new, lax.full_like(new, 1 - keep)))
            for state, new in ((moving_mean, mean), (moving_var, var))
        )
    if out is None or output_mean_var:
        inv_std = lax.div(lax.full_like(var, 1), lax.sqrt(lax.add(var, lax.full_like(var, eps))))
    if out is None:
        out = _normalize(data, gamma, beta, mean, inv_std, axis, own, devices)
        out = relu(out) if with_relu else out
    states = tuple(state if state.shape == shape else state.reshape(shape) for state, shape in zip(states, shapes))
    return (out, mean, inv_std if inverse else var) if output_mean_var else out, states


_shown = shown_by(output_mean_var=True)


def _outputs(a):
    return ("output", "mean", "var") if a.output_mean_var else ("output",)


def _deduce(a, data):
    # Half-precision data keeps its parameters and statistics in single precision.
    axis = axis_of("BatchNorm", getattr(a, "axis", 1), len(data.shape), "Channel axis")
    channel = ShapeDtypeStruct((data.shape[axis],), wide_enough(data.dtype))
    return dict.fromkeys(("gamma", "beta", "moving_mean", "moving_var"), channel)


def _normalized(a, data, *vectors):
    """`Traits.output_shapes`."""
    channels = (data.shape[axis_of("BatchNorm", a.axis, data.ndim, "Channel axis")],)
    if any(vector.shape != channels for vector in vectors):
        return None
    return [data.shape, channels, channels] if a.output_mean_var else [data.shape]


def _moving(a):
    return None if a.use_global_stats else float(single(a.momentum))


def _ones(a):
    return ("gamma",) if a.fix_gamma else ()


_COMMON = {"aux": _STATES, "outputs": _outputs, "save": True, "hidden_values": _shown, "moving": _moving, "ones": _ones}
_HIDDEN = ("mean", "var")
_INTEGERS = IntegerForm("_contrib_quantized_batch_norm", plain=None)


def _affine(a, axis):
    """`Traits.affine`, where the statistics are the moving ones."""
    if a.axis != axis or a.output_mean_var:
        return None

    def numbers(gamma, beta, mean, var):
        scale = 1 / jnp.sqrt(var + a.eps)
        scale = scale if a.fix_gamma else scale * gamma
        return scale, beta - mean * scale

    return numbers


@op(
    "BatchNorm",
    "_npx_batch_norm",
    hidden=_HIDDEN,
    integers=_INTEGERS,
    unlisted=("with_relu",),
    with_relu={"with_relu": True},
    affine=_affine,
    follows="norm",
    output_shapes=_normalized,
    **_COMMON,
    onnx="norms.batch_norm",
)
def batch_norm(
    data: Array,
    gamma: AnyArray,
    beta: AnyArray,
    moving_mean: AnyArray,
    moving_var: AnyArray,
    eps: float = 0.0010000000474974513,
    momentum: float = 0.9,
    fix_gamma: bool = True,
    use_global_stats: bool = False,
    output_mean_var: bool = False,
    axis: int = 1,
    cudnn_off: bool = False,
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
    with_relu: bool = False,
    *,
    train: Train,
    platform: Platform,
) -> tuple[Any, ...]:
    """Batch normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance over all axes but `axis`.

    data    (batch, channels, *space), or with channels elsewhere; see `axis`
    gamma, beta    factor and shift, one for each channel: (channels,)
    moving_mean, moving_var    (channels,): running statistics, which training updates in place: momentum * moving +
            (1 - momentum) * batch
    eps    added to the variance
    momentum    the share of the moving statistics that stays, 0 to 1
    fix_gamma    take `gamma` as ones, with a gradient of zero, and set it to one; this is the default
    use_global_stats    use the moving statistics in training, too
    output_mean_var    also return the mean and the inverse standard deviation
    axis    the axis of the channels
    min_calib_range, max_calib_range    range of the output, for quantized graphs
    cudnn_off    accepted, without effect

    In training (inside of `autograd.record`, or `forward(is_train=True)`) the statistics are those of the batch, otherwise the
    moving ones. The moving ones are updated on CPUs in the backward pass, on GPUs in the forward pass.

    Returns an array like `data`, and with `output_mean_var` the mean and the inverse standard deviation, both (channels,).

    Examples
    --------
    >>> x, one, zero = nd.array([[1, 10], [3, 30]]), nd.ones(2), nd.zeros(2)
    >>> nd.BatchNorm(x, one, zero, nd.array([1, 10]), nd.array([4, 100]), eps=0, fix_gamma=False)
    [[0. 0.]
     [1. 2.]]
    <NDArray 2x2 @cpu(0)>
    >>> with mx.autograd.train_mode():
    ...     y = nd.BatchNorm(x, one, zero, nd.zeros(2), nd.ones(2), fix_gamma=False)
    >>> y.round()
    [[-1. -1.]
     [ 1.  1.]]
    <NDArray 2x2 @cpu(0)>
    """
    # `with_relu` is for graphs in which a relu follows.
    return _batch_norm("BatchNorm", **locals())


def _channels_last(a, shapes, moved):
    return ({"axis": 3}, (0,)) if len(shapes[0]) == 4 and a.axis in (1, -3) else None


batch_norm.channels_last()(_channels_last)


@op(
    "_contrib_BatchNormWithReLU",
    "_npx_batch_norm_with_relu",
    channels_last=_channels_last,
    hidden=(*_HIDDEN, "workspace"),
    **_COMMON,
    onnx=("norms.batch_norm", True),
)
@attributes_of(batch_norm, without=("with_relu",))
def batch_norm_with_relu(
    data: Array,
    gamma: AnyArray,
    beta: AnyArray,
    moving_mean: AnyArray,
    moving_var: AnyArray,
    *,
    train: Train,
    platform: Platform,
    **a,
) -> tuple[Any, ...]:
    """BatchNorm followed by max(x, 0).

    Returns an array like `data`, and with `output_mean_var` the mean and the inverse standard deviation, both (channels,).

    Examples
    --------
    >>> one, zero = nd.ones(1), nd.zeros(1)
    >>> nd.contrib.BatchNormWithReLU(nd.array([[[[-1, 1]]]]), one, zero, zero, one).round()
    [[[[0. 1.]]]]
    <NDArray 1x1x1x2 @cpu(0)>
    """
    name = "_contrib_BatchNormWithReLU"
    return _batch_norm(name, data, gamma, beta, moving_mean, moving_var, train=train, platform=platform, with_relu=True, **a)


@op("BatchNorm_v1", gradient_names=named, hidden=_HIDDEN, unlisted=_STATES, **_COMMON, onnx=("norms.batch_norm", False, False))
@attributes_of(batch_norm, without=("axis", "cudnn_off", "min_calib_range", "max_calib_range", "with_relu"), eps=1e-3)
def batch_norm_v1(
    data: Array,
    gamma: AnyArray,
    beta: AnyArray,
    moving_mean: AnyArray,
    moving_var: AnyArray,
    *,
    eps,
    train: Train,
    platform: Platform,
    **a,
) -> Any:
    """The BatchNorm of old symbol files: channels are axis 1 of two or four, and the third output is the variance.

    output_mean_var    also return mean and variance

    Returns an array like `data`, and with `output_mean_var` the mean and the variance, both (channels,). Raises MXNetError for
    data of three or five dimensions.

    Examples
    --------
    >>> net = mx.sym.BatchNorm_v1(mx.sym.var("data"), name="bn")
    >>> net.list_arguments(), net.list_auxiliary_states()
    (['data', 'bn_gamma', 'bn_beta'], ['bn_moving_mean', 'bn_moving_var'])
    """
    shape = tuple(data.shape)
    check(data.ndim in (2, 4), "BatchNorm_v1", f"data must have 2 or 4 dimensions, got shape {shape}; use BatchNorm.")
    states = moving_mean, moving_var
    a.update(train=train, platform=platform)
    return _batch_norm("BatchNorm_v1", data, gamma, beta, *states, single(eps), inverse=False, **a)


@op(
    "_contrib_SyncBatchNorm",
    "_npx_sync_batch_norm",
    gradient_names=named,
    hidden=_HIDDEN,
    devices=lambda a: 1 if a.use_global_stats else a.ndev,
    **_COMMON,
    onnx=("norms.batch_norm", False, False),
)
@attributes_of(batch_norm_v1)
def sync_batch_norm(
    data: Array,
    gamma: AnyArray,
    beta: AnyArray,
    moving_mean: AnyArray,
    moving_var: AnyArray,
    ndev: int = 1,
    key: str = REQUIRED,
    *,
    eps,
    use_global_stats,
    train: Train,
    devices: Devices,
    **a,
) -> Any:
    """BatchNorm over axis 1 with the statistics of the parts of a batch on several devices together.

    ndev    number of devices that share a batch
    key    a name that is the same on all devices and other than that of all other layers

    Training with `ndev` above one needs a program that these devices run together; operators that run one after the other
    would wait for ever for what the next one brings.

    Returns an array like `data`, and with `output_mean_var` the mean and the variance, both (channels,). Raises MXNetError
    in training with `ndev` above one outside of such a program.

    Examples
    --------
    >>> one, zero = nd.ones(2), nd.zeros(2)
    >>> nd.contrib.SyncBatchNorm(nd.array([[-1, 1]]), one, zero, zero, one, key="bn0", eps=0)
    [[-1.  1.]]
    <NDArray 1x2 @cpu(0)>
    """
    name = "_contrib_SyncBatchNorm"
    shared = ndev > 1 and bool(train) and not use_global_stats
    if shared and devices is None:
        fail(
            name,
            f"training with ndev={ndev} (num_devices of the layer) needs one program on these devices: train with "
            "mx.parallel.DataParallelStep, on batches that split evenly over the contexts. In a loop over contexts, and in "
            "Module, the first one would wait for the others: use BatchNorm, or give the whole batch to one device, with "
            "num_devices=1.",
        )
    group = devices.inner(ndev) if shared else None
    if shared and group is None:
        fail(
            name,
            f"ndev={ndev} (num_devices of the layer), but this step has {devices.size}. Give the layer num_devices=, the "
            "number of contexts.",
        )
    a.update(use_global_stats=use_global_stats, train=train, devices=group)
    return _batch_norm(name, data, gamma, beta, moving_mean, moving_var, single(eps), inverse=False, **a)


for _op in (batch_norm, batch_norm_with_relu, sync_batch_norm, batch_norm_v1):
    _op.deduce(_deduce)
