"""Regions pooled by kernels in C, on the CPU in single precision (`jmx/native/regions.c`).

Regions come as numbers of images, int32, and boxes, which the operators have scaled and rounded: the same that their forms in
operations of XLA take. Neither has a gradient.
"""

import math
from collections.abc import Callable, Sequence

import jax
import jax.numpy as jnp

from ...core.declare.gradients import custom_vjp
from ...native import kernels

#: what can be computed, as regions.c numbers it
_POOL, _POOL_GRADIENT, _ALIGN, _ALIGN_GRADIENT, _BY_POSITION, _BY_POSITION_GRADIENT, _ROTATED = range(7)


def suits(data, rois, pooled) -> bool:
    """Whether the kernels pool regions of these images."""
    height, width = data.shape[2:]
    counted = max(height * width, pooled[0] * height, pooled[1] * width, math.prod(pooled)) < 2**31
    return counted and kernels.usable("regions", data, rois)


def _call(what, shape, pooled, extra, results, *arrays):
    return kernels.call("regions", (what, *pooled, extra, *shape), results, *arrays)


def _like(data, *shape):
    return jax.ShapeDtypeStruct(shape, data.dtype)


def pool(data, number, boxes, pooled) -> jax.Array:
    """The largest number of each bin; the gradient goes to the first of them."""
    shape, results = data.shape, (number.shape[0], data.shape[1], *pooled)

    def forward(data, number, boxes):
        places = jax.ShapeDtypeStruct(results, jnp.int32)
        return _call(_POOL, shape, pooled, 0, [_like(data, *results), places], data, number, boxes)

    @custom_vjp
    def scatter(head, *regions):
        return _call(_POOL_GRADIENT, shape, pooled, 0, [_like(head, *shape)], head, *regions)[0]

    def gather(regions, slope):
        number, _, places = regions
        image, channel = jnp.clip(number, 0, shape[0] - 1)[:, None, None], jnp.arange(shape[1])[:, None]
        at = jnp.maximum(places, 0).reshape(*results[:2], -1)
        taken = slope.reshape(*shape[:2], -1)[image, channel, at].reshape(results)
        return jnp.where(places >= 0, taken, 0), *map(kernels.no_slope, regions)

    scatter.defvjp(lambda head, *regions: (scatter(head, *regions), regions), gather)

    @custom_vjp
    def maxima(*arrays):
        return tuple(forward(*arrays))

    def maxima_forward(data, *regions):
        out, places = maxima(data, *regions)  # which has a gradient again
        return (out, places), (*regions, places)

    def maxima_backward(regions, heads):
        return scatter(heads[0], *regions), *map(kernels.no_slope, regions[:2])

    maxima.defvjp(maxima_forward, maxima_backward)
    return maxima(data, number, boxes)[0]


def _both(what, arrays, pooled, extra, channels, plain):
    """A kernel and its gradient, which is linear in the head."""
    shape = arrays[0].shape

    def run(data, number, boxes):
        return _call(what, shape, pooled, extra, [_like(data, number.shape[0], channels, *pooled)], data, number, boxes)[0]

    def gradient(head, data, number, boxes):
        return tuple(_call(what + 1, shape, pooled, extra, [_like(head, *shape)], head, number, boxes))

    return kernels.differentiable(run, gradient, plain)(*arrays)


def align(arrays, pooled, samples, plain) -> jax.Array:
    """Means of interpolated samples: `samples` along each axis of a bin, or as many as it covers places.

    arrays    data, numbers of images, boxes: what `plain`, the same by XLA, takes
    """
    return _both(_ALIGN, arrays, pooled, max(samples, 0), arrays[0].shape[1], plain)


def by_position(arrays, pooled, groups, plain) -> jax.Array:
    """Means of bins, each of channels of its own; `arrays` and `plain` as those of `align`."""
    return _both(_BY_POSITION, arrays, (pooled,) * 2, groups, arrays[0].shape[1] // groups**2, plain)


def rotated(data: jax.Array, rois: jax.Array, pooled: tuple[int, ...], samples: int, scale: float) -> jax.Array:
    """Means of interpolated samples of rotated regions, rows (image, x, y, width, height, degrees)."""
    plan = (_ROTATED, *pooled, max(samples, 0), *data.shape, kernels.bits(scale))
    return kernels.call("regions", plan, [_like(data, rois.shape[0], data.shape[1], *pooled)], data, rois)[0]


def suits_offsets(arrays: Sequence[jax.Array], sizes: tuple[int, ...]) -> bool:
    """Whether the kernels pool these arrays with offsets: `sizes` are classes, groups, bins, parts and samples."""
    counted = math.prod(arrays[0].shape[2:]) < 2**31 and max(sizes) < 2**15 and sizes[-1] <= 16
    return counted and kernels.usable("offsets", *arrays)


def moved(
    arrays: Sequence[jax.Array], sizes: tuple[int, ...], factors: tuple[float, float], plain: Callable[..., jax.Array]
) -> jax.Array:
    """Means of bins, each of channels of its own, that are moved by offsets.

    arrays    data, offsets if there are any, regions: what `plain`, the same by XLA, takes
    sizes     as those of `suits_offsets`
    factors   what coordinates and offsets are multiplied by
    """
    data, first, plan = arrays[0], arrays[:-1], (*sizes, *map(kernels.bits, factors))
    pooled = _like(data, len(arrays[-1]), data.shape[1] // sizes[1] ** 2, sizes[2], sizes[2])
    slopes = [_like(data, *x.shape) for x in first]
    return kernels.differentiable(
        lambda *arrays: kernels.call("offsets", (0, *plan), [pooled], *arrays)[0],
        lambda head, *arrays: tuple(kernels.call("offsets", (1, *plan), slopes, head, *arrays)),
        plain,
        len(first),
    )(*arrays)
