"""Normalizations with the statistics of each sample: layer, group, instance, L2 and local response normalization."""

import functools
from typing import Any, Literal

import jax
import jax.numpy as jnp
from jax import lax

from ..._dialects import dialect
from ...core.declare.gradients import custom_vjp
from ...core.declare.op import REQUIRED, Array, Count, Platform, op
from ...core.declare.traits import named, shown_by
from ...native import kernels
from ...native.symbols import at_present, is_size
from .._norms import length, unit
from . import _windows
from ._common import along, axis_of, check, expect_shape, fail, single, wide_enough

#: the kernel of `native/rows.c`, by its number, for arrays of so many elements and rows of so many
_NORMALIZATION = 4
_FEWEST, _SHORTEST_ROW = 2**14, 64


@functools.partial(custom_vjp, nondiff_argnums=(3, 4, 5))
def standardize(data, gamma, beta, axes, eps, platform=None) -> Any:
    """((data - mean) / deviation * gamma + beta, mean, deviation) with statistics over `axes`, which stay as length
    one.

    gamma and beta have the number of dimensions of data and broadcast to it. Mean and deviation take no gradient. With a
    `platform` the last axis is meant, and gamma and beta have no other.
    """
    return _standardize_forward(data, gamma, beta, axes, eps, platform)[0]


def _by_rows(data, gamma, beta, eps, platform):
    """What a kernel in C gives for rows along the last axis, None where XLA is to compute it."""
    if platform != "cpu" or any(not is_size(n) for n in data.shape):
        return None
    count = data.shape[-1]
    if at_present(count) < _SHORTEST_ROW or at_present(data.size) < _FEWEST or not kernels.usable("rows", data, gamma, beta):
        return None
    rows = data.reshape(-1, count)
    shapes = [jax.ShapeDtypeStruct(shape, data.dtype) for shape in (rows.shape, rows.shape[:1], rows.shape[:1])]
    plan = _NORMALIZATION, kernels.bits(eps)
    y, *statistics = kernels.call("rows", plan, shapes, rows, gamma.reshape(count), beta.reshape(count))
    return y.reshape(data.shape), *(part.reshape(*data.shape[:-1], 1) for part in statistics)


def _standardize_forward(data, gamma, beta, axes, eps, platform):
    found = _by_rows(data, gamma, beta, eps, platform)
    if found is not None:
        return found, (data, gamma, *found[1:])
    x = data.astype(wide_enough(data.dtype))
    mean = jnp.mean(x, axes, keepdims=True)
    centred = x - mean
    deviation = jnp.sqrt(jnp.mean(centred * centred, axes, keepdims=True) + eps)
    results = (centred / deviation * gamma + beta, mean, deviation)
    return tuple(part.astype(data.dtype) for part in results), (data, gamma, mean, deviation)


def _standardize_backward(axes, eps, platform, kept, heads):
    data, gamma, mean, deviation = kept
    g = heads[0].astype(mean.dtype)
    inverse = 1 / deviation
    unit = (data.astype(mean.dtype) - mean) * inverse
    scaled = g * gamma
    dx = (scaled - jnp.mean(scaled, axes, keepdims=True) - unit * jnp.mean(scaled * unit, axes, keepdims=True)) * inverse
    shared = tuple(i for i, n in enumerate(gamma.shape) if n == 1)
    dgamma = jnp.sum(g * unit, shared, keepdims=True)
    dbeta = jnp.sum(g, shared, keepdims=True)
    return dx.astype(data.dtype), dgamma.astype(gamma.dtype), dbeta.astype(gamma.dtype)


standardize.defvjp(_standardize_forward, _standardize_backward)


def _mean_std(a):
    return ("output", "mean", "std") if a.output_mean_var else ("output",)


_SHOWN = shown_by(output_mean_var=True)


@op(
    "LayerNorm",
    "_npx_layer_norm",
    outputs=_mean_std,
    save=True,
    hidden=("mean", "std"),
    hidden_values=_SHOWN,
    onnx="norms.layer_norm",
)
def layer_norm(
    data: Array,
    gamma: Array,
    beta: Array,
    axis: int = -1,
    eps: float = 1e-5,
    output_mean_var: bool = False,
    *,
    platform: Platform,
) -> Any:
    """Layer normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance along one axis.

    data    array of any shape, of a floating type
    gamma, beta    factor and shift, vectors of the length of the axis
    axis    the axis to normalize along; the last by default
    eps    added to the variance
    output_mean_var    also return mean and standard deviation

    Returns an array like `data`, and with `output_mean_var` the mean and the standard deviation, where the axis has length 1.

    Examples
    --------
    >>> nd.LayerNorm(nd.array([[1, 3], [10, 30]]), nd.array([1, 1]), nd.array([0, 5])).round()
    [[-1.  6.]
     [-1.  6.]]
    <NDArray 2x2 @cpu(0)>
    """
    axis = axis_of("LayerNorm", axis, data.ndim)
    for what, vector in (("gamma", gamma), ("beta", beta)):
        expect_shape("LayerNorm", what, vector, (data.shape[axis],), f"for axis {axis} of data {tuple(data.shape)}")
    of_rows = platform if axis == data.ndim - 1 else None
    results = standardize(data, along(gamma, axis, data.ndim), along(beta, axis, data.ndim), (axis,), single(eps), of_rows)
    return results if output_mean_var else results[0]


@layer_norm.deduce
def _(a, data):
    size = data.shape[axis_of("LayerNorm", a.axis, len(data.shape))]
    return {"gamma": (size,), "beta": (size,)}


@op("GroupNorm", outputs=_mean_std, save=True, hidden=("mean", "std"), hidden_values=_SHOWN, onnx="norms.group_norm")
def group_norm(
    data: Array, gamma: Array, beta: Array, num_groups: int = 1, eps: float = 1e-5, output_mean_var: bool = False
) -> jax.Array | tuple[jax.Array, jax.Array, jax.Array]:
    """Group normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance of each group of channels.

    data    (batch, channels, *space), three dimensions or more
    gamma, beta    factor and shift, one for each group: (num_groups,); with the interface of MXNet 2.0 one for each channel
    num_groups    how many groups the channels are split into; it divides their number
    eps    added to the variance
    output_mean_var    also return mean and standard deviation

    Returns an array like `data`, and with `output_mean_var` the mean and the standard deviation, both (batch, num_groups).
    Raises MXNetError if the groups do not divide the channels.

    Examples
    --------
    >>> x = nd.array([[[1, 3], [1, 3], [10, 30], [10, 30]]])
    >>> nd.GroupNorm(x, nd.array([1, 1]), nd.array([0, 5]), num_groups=2).round()
    [[[-1.  1.]
      [-1.  1.]
      [ 4.  6.]
      [ 4.  6.]]]
    <NDArray 1x4x2 @cpu(0)>
    """
    if dialect().group_norm_of_channels:
        return group_norm_of_channels(data, gamma, beta, num_groups, eps, output_mean_var)
    x = _groups("GroupNorm", data, num_groups)
    for what, vector in (("gamma", gamma), ("beta", beta)):
        expect_shape("GroupNorm", what, vector, (num_groups,))
    out, mean, std = standardize(x, gamma.reshape(1, -1, 1), beta.reshape(1, -1, 1), (2,), single(eps))
    out = out.reshape(data.shape)
    return (out, mean[..., 0], std[..., 0]) if output_mean_var else out


def _groups(name, data, num_groups):
    """`data` as (samples, groups, elements of a group)."""
    check(data.ndim >= 3, name, f"data must have at least 3 dimensions, got shape {tuple(data.shape)}.")
    if num_groups <= 0 or data.shape[1] % num_groups != 0:
        fail(name, f"num_groups={num_groups} does not divide the {data.shape[1]} channels of data {tuple(data.shape)}.")
    return data.reshape(data.shape[0], num_groups, -1)


@group_norm.deduce
def _(a, data):
    size = data.shape[1] if dialect().group_norm_of_channels else a.num_groups
    return {"gamma": (size,), "beta": (size,)}


@op("_npx_group_norm", outputs=_mean_std, hidden=("mean", "std"), hidden_values=_SHOWN)
def group_norm_of_channels(
    data: Array, gamma: Array, beta: Array, num_groups: int = 1, eps: float = 1e-3, output_mean_var: bool = False
) -> Any:
    """MXNet 2.0's group normalization: as `GroupNorm`, but every channel is scaled and shifted by itself.

    data    array of three dimensions or more; axis 1 has the channels
    gamma, beta    vectors with one element per channel
    num_groups    how many groups of channels are normalized
    eps    added to the variance
    output_mean_var    also return mean and standard deviation, both (batch, num_groups)

    Returns an array like `data`. Raises MXNetError if the groups do not divide the channels.

    Examples
    --------
    >>> data = mx.np.array([[[1, 3], [2, 6]]])
    >>> mx.npx.group_norm(data, mx.np.ones(2), mx.np.zeros(2), num_groups=2).asnumpy().round(2)
    array([[[-1.,  1.],
            [-1.,  1.]]], dtype=float32)
    """
    name = "_npx_group_norm"
    x = _groups(name, data, num_groups)
    for what, vector in (("gamma", gamma), ("beta", beta)):
        expect_shape(name, what, vector, (data.shape[1],), f"for data {tuple(data.shape)}")
    ones = jnp.ones((1, 1, 1), data.dtype)
    out, mean, std = standardize(x, ones, jnp.zeros_like(ones), (2,), single(eps))
    out = out.reshape(data.shape) * along(gamma, 1, data.ndim) + along(beta, 1, data.ndim)
    return (out, mean[..., 0], std[..., 0]) if output_mean_var else out


@group_norm_of_channels.deduce
def _(a, data):
    return {"gamma": (data.shape[1],), "beta": (data.shape[1],)}


@op(
    "InstanceNorm",
    "_npx_instance_norm",
    save=True,
    gradient_names=named,
    outputs=("output",),
    hidden=("mean", "var"),
    hidden_values=lambda run, a, data, *rest: [f(data, tuple(range(2, data.ndim))) for f in (jnp.mean, jnp.var)],
    onnx="norms.instance_norm",
)
def instance_norm(data: Array, gamma: Array, beta: Array, eps: float = 1e-3) -> jax.Array:
    """Instance normalization, (data - mean) / sqrt(var + eps) * gamma + beta, with mean and variance of each sample's channels.

    data    (batch, channels, *space)
    gamma, beta    factor and shift, one for each channel: (channels,)
    eps    added to the variance

    Returns an array like `data`.

    Examples
    --------
    >>> nd.InstanceNorm(nd.array([[[1, 3], [10, 30]]]), nd.array([1, 1]), nd.array([0, 5])).round()
    [[[-1.  1.]
      [ 4.  6.]]]
    <NDArray 1x2x2 @cpu(0)>
    """
    check(data.ndim >= 3, "InstanceNorm", f"data must have at least 3 dimensions, got shape {tuple(data.shape)}.")
    if not data.size:
        return data  # MXNet does not look at the other shapes
    for what, vector in (("gamma", gamma), ("beta", beta)):
        expect_shape("InstanceNorm", what, vector, (data.shape[1],), f"for data {tuple(data.shape)}")
    x = data.reshape(*data.shape[:2], -1)
    return standardize(x, gamma.reshape(1, -1, 1), beta.reshape(1, -1, 1), (2,), single(eps))[0].reshape(data.shape)


@instance_norm.deduce
def _(a, data):
    return {"gamma": (data.shape[1],), "beta": (data.shape[1],)}


def _norms(run, a, data):
    keep = a.mode == "channel"
    axes = (1,) if keep else tuple(range(2 if a.mode == "spatial" else 1, data.ndim))
    norm = length(data, axes, a.eps)
    return [norm if keep else lax.squeeze(norm, axes)]


@op(
    "L2Normalization",
    gradient_names=named,
    outputs=("output",),
    hidden=("norm",),
    hidden_values=_norms,
    onnx="norms.l2_normalization",
    source="layers.l2_normalization",
)
def l2_normalization(data: Array, eps: float = 1e-10, mode: Literal["channel", "instance", "spatial"] = "instance") -> jax.Array:
    """`data` divided by its norm, data / sqrt(sum of squares + eps).

    data    (batch, channels, *space)
    eps    added to the sum of squares
    mode    what is summed over: "instance" all of each sample, "channel" axis 1 at each place, "spatial" all places of
            each channel

    Returns an array like `data`.

    Examples
    --------
    >>> nd.L2Normalization(nd.array([[3, 4], [0, 2]]))
    [[0.6 0.8]
     [0.  1. ]]
    <NDArray 2x2 @cpu(0)>
    """
    if data.ndim < (2 if mode == "instance" else 3):
        fail("L2Normalization", f"data of shape {tuple(data.shape)} has too few dimensions for mode {mode!r}.")
    axes = {"instance": range(1, data.ndim), "channel": (1,), "spatial": range(2, data.ndim)}[mode]
    x = data.astype(wide_enough(data.dtype))
    return unit(x, tuple(axes), single(eps)).astype(data.dtype)


@op("LRN", save=True, outputs=("output",), hidden=("tmp_norm",), onnx="norms.lrn")
def lrn(data: Array, alpha: float = 1e-4, beta: float = 0.75, knorm: float = 2.0, nsize: Count = REQUIRED) -> jax.Array:
    """Local response normalization, data / (knorm + alpha / nsize * sum of squares over neighbouring channels)**beta.

    data    (batch, channels, height, width)
    alpha    factor of the sum of squares
    beta    exponent
    knorm    what the sum is added to
    nsize    how many channels around each one are summed over; of an even number the farthest is left out

    Returns an array like `data`.

    Examples
    --------
    >>> nd.LRN(nd.array([[[[1]], [[3]]]]), alpha=3, beta=1, knorm=0, nsize=3).reshape(-1)
    [0.1 0.3]
    <NDArray 2 @cpu(0)>
    """
    check(data.ndim == 4, "LRN", f"Input data should be 4D in batch-channel-y-x, got shape {tuple(data.shape)}.")
    check(nsize > 0, "LRN", f"nsize must be positive, got {nsize}.")
    if not (nsize % 2 or data.dtype == jnp.float32):
        fail("LRN", f"LRN only supports odd values for local_size with data of type {data.dtype}: got nsize={nsize}.")
    x = data.astype(wide_enough(data.dtype))
    reach = min((nsize - 1) // 2, data.shape[1])  # there is nothing beyond the channels
    win = _windows.Windows((1,), (2 * reach + 1,), (1,), (reach,), (data.shape[1],))
    squares = _windows.total(x * x, tuple(x.shape), win)
    return (x * _power(single(knorm) + single(alpha) / nsize * squares, -single(beta))).astype(data.dtype)


def _power(x, exponent):
    """x ** exponent; of the usual -0.75 by roots, which take a seventh of the time."""
    if isinstance(exponent, jax.core.Tracer) or exponent != -0.75:
        return x**exponent
    return _by_roots(x)


@jax.custom_jvp
def _by_roots(x):
    """x ** -0.75; its derivative is finite where that of the power is, at infinity too."""
    root = jnp.sqrt(x)
    return 1 / (root * jnp.sqrt(root))


_by_roots.defjvps(lambda slope, y, x: -0.75 * y / x * slope)
