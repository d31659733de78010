"""Correlation of two feature maps, as optical flow networks use it."""

import functools
import math

import jax
import jax.numpy as jnp
import numpy as np

from ...core.declare.op import Array, Count, Platform, op
from ...core.declare.traits import named
from ...native import kernels
from . import _windows
from ._common import check, expect_shape, fail, wide_enough


def _moved(x, top, left):
    """x with its origin moved to (top, left), zeros where nothing is."""
    height, width = x.shape[2:]
    x = x[:, :, max(top, 0) :, max(left, 0) :]
    x = jnp.pad(x, ((0, 0), (0, 0), (max(-top, 0), 0), (max(-left, 0), 0)))
    x = x[:, :, :height, :width]
    return jnp.pad(x, ((0, 0), (0, 0), (0, height - x.shape[2]), (0, width - x.shape[3])))


@op("Correlation", gradient_names=named, outputs=("output",), hidden=("tmp1", "tmp2"))
def correlation(
    data1: Array,
    data2: Array,
    kernel_size: Count = 1,
    max_displacement: Count = 1,
    stride1: Count = 1,
    stride2: Count = 1,
    pad_size: Count = 0,
    is_multiply: bool = True,
    *,
    platform: Platform,
) -> jax.Array:
    """Mean products (or absolute differences) of patches of two feature maps, as in FlowNet.

    data1, data2    (batch, channels, y, x), of one shape
    kernel_size    size of the patches, an odd number
    max_displacement    how far away from its own place, along each axis, a patch of `data1` is compared
    stride1    steps between the patches of `data1`
    stride2    steps between the displacements
    pad_size    zeros added at all edges of both maps
    is_multiply    take products; False for absolute differences

    Returns (batch, displacements, y, x) with (2 * floor(max_displacement / stride2) + 1)**2 displacements.

    Examples
    --------
    >>> a = nd.arange(4).reshape((1, 1, 2, 2))
    >>> nd.Correlation(a, a, max_displacement=0, is_multiply=True)
    [[[[0. 1.]
       [4. 9.]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    >>> nd.Correlation(nd.ones((2, 8, 16, 16)), nd.ones((2, 8, 16, 16)), max_displacement=2, pad_size=2).shape
    (2, 25, 16, 16)
    """
    name = "Correlation"
    check(data1.ndim == 4, name, f"data should be a 4D tensor, got shape {tuple(data1.shape)}.")
    expect_shape(name, "data2", data2, data1.shape, "as data1 has")
    check(min(kernel_size, stride1, stride2) > 0, name, "kernel_size, stride1 and stride2 must be positive.")
    check(kernel_size % 2, name, f"kernel size should be odd number, got kernel_size={kernel_size}.")
    border = max_displacement + (kernel_size - 1) // 2
    out = [math.ceil(np.float32(n + 2 * pad_size - 2 * border) / np.float32(stride1)) for n in data1.shape[2:]]
    if min(out) < 1:
        fail(
            name,
            "Correlation cannot be done with current settings. Neighborhood and kernel don't fit in blob: "
            f"data {tuple(data1.shape)}, kernel_size={kernel_size}, max_displacement={max_displacement}, pad_size={pad_size}.",
        )
    settings = (kernel_size, max_displacement, stride1, stride2, pad_size, is_multiply)
    plain = functools.partial(_by_xla, tuple(out), settings)
    if platform == "cpu" and _fits(data1.shape, out, settings) and kernels.usable("sampling", data1, data2):
        return _by_kernels(data1, data2, out, settings, plain)
    return plain(data1, data2)


#: what can be computed, as jmx/native/sampling.c numbers it
_CORRELATE, _CORRELATE_GRADIENT = 3, 4


def _fits(shape, out, settings):
    """Whether all patches are within the padded maps, which the rounding of huge sizes to single precision could change."""
    kernel, most, stride, _, pad, _ = settings
    return all(stride * (n - 1) + 2 * most + kernel <= size + 2 * pad < 2**31 for n, size in zip(out, shape[2:]))


def _by_kernels(data1, data2, out, settings, plain):
    plan = (*data1.shape, *out, *settings)
    like = jax.ShapeDtypeStruct(data1.shape, jnp.float32)
    result = jax.ShapeDtypeStruct((data1.shape[0], (2 * (settings[1] // settings[3]) + 1) ** 2, *out), jnp.float32)
    return kernels.differentiable(
        lambda *maps: kernels.call("sampling", (_CORRELATE, *plan), [result], *maps)[0],
        lambda head, *maps: tuple(kernels.call("sampling", (_CORRELATE_GRADIENT, *plan), [like, like], head, *maps)),
        plain,
        2,
    )(data1, data2)


def _by_xla(out, settings, data1, data2):
    """The same in operations of XLA: for each displacement a map of products."""
    kernel_size, max_displacement, stride1, stride2, pad_size, is_multiply = settings
    wide = wide_enough(data1.dtype)
    edges = ((0, 0), (0, 0), (pad_size, pad_size), (pad_size, pad_size))
    first, second = (jnp.pad(x.astype(wide), edges) for x in (data1, data2))
    first = _moved(first, max_displacement, max_displacement)
    radius = max_displacement // stride2
    steps = [stride2 * i for i in range(-radius, radius + 1)]
    win = _windows.Windows((1, 2), (kernel_size,) * 2, (stride1,) * 2, (0, 0), tuple(out))
    need = [stride1 * (n - 1) + kernel_size for n in out]
    maps = []
    for down in steps:
        for right in steps:
            other = _moved(second, max_displacement + down, max_displacement + right)
            if is_multiply:
                pairs = first * other
            else:
                pairs = jnp.where(first >= other, first - other, other - first)
            pairs = jnp.sum(pairs, 1)[:, : need[0], : need[1]]
            maps.append(_windows.total(pairs, tuple(pairs.shape), win))
    total = jnp.stack(maps, 1) / (kernel_size * kernel_size * data1.shape[1])
    return total.astype(data1.dtype)
