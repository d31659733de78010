"""ROIPooling."""

import jax
import jax.numpy as jnp
from jax import lax

from ...core.declare.op import REQUIRED, Array, Platform, Shape, op
from ...core.declare.traits import named
from . import _regions
from ._common import fail, single
from ._windows import lowest, numbers
from .roi_align import check_regions, rounded


def _bins(start, length, count, size):
    """(count, size) booleans: which of `size` places each of `count` bins covers; start and length are whole
    numbers.
    """
    # XLA would multiply by the reciprocal of a constant, whose rounding lets a bin reach one place further; no length is 0.
    step = length.astype(jnp.float32) / jnp.where(length > 0, jnp.float32(count), 1)
    index = jnp.arange(count, dtype=jnp.float32)
    low = jnp.clip(jnp.floor(index * step).astype(jnp.int32) + start, 0, size)
    high = jnp.clip(jnp.ceil((index + 1) * step).astype(jnp.int32) + start, 0, size)
    place = jnp.arange(size)
    return (place >= low[:, None]) & (place < high[:, None])


def _first(array, top, axis):
    """Where along an axis its maximum is first; XLA's own argmax takes several times as long on CPUs."""
    place = lax.broadcasted_iota(jnp.int32, array.shape, axis)
    return jnp.min(jnp.where(array == jnp.expand_dims(top, axis), place, array.shape[axis] - 1), axis)


def _places_of_maxima(image, box, pooled):
    """(channels, *pooled): where in its channel the first maximum of each bin is, -1 where no number is in the bin."""
    height, width = image.shape[1:]
    rows, columns = _bins(box[1], box[3], pooled[0], height), _bins(box[0], box[2], pooled[1], width)
    least = jnp.asarray(lowest(image.dtype), image.dtype)
    image = numbers(image)
    masked = jnp.where(columns[None, None], image[:, :, None], least)  # (channels, y, columns, x)
    across = jnp.max(masked, 3)
    column = _first(masked, across, 3)
    masked = jnp.where(rows[None, :, :, None], across[:, None], least)  # (channels, rows, y, columns)
    top = jnp.max(masked, 2)
    row = _first(masked, top, 2)
    place = row * width + jnp.take_along_axis(column, row, 1)
    return jnp.where(top > least, place, -1).astype(jnp.int32)


def _pool_by_xla(data, number, boxes, pooled):
    """ROIPooling in operations of XLA, region after region: all at once would copy the image for each of them."""
    batch, channels, height, width = data.shape
    image = jnp.clip(number, 0, batch - 1)
    still = lax.stop_gradient(data)
    places = lax.map(lambda given: _places_of_maxima(still[given[0]], given[1], pooled), (image, boxes))
    at = jnp.maximum(places, 0).reshape(places.shape[0], channels, -1)
    out = data.reshape(batch, channels, -1)[image[:, None, None], jnp.arange(channels)[:, None], at].reshape(places.shape)
    # Without a number in it a bin has the least one, and zero if it has no place at all.
    down = jax.vmap(lambda box: _bins(box[1], box[3], pooled[0], height).any(1))(boxes)
    across = jax.vmap(lambda box: _bins(box[0], box[2], pooled[1], width).any(1))(boxes)
    inside = (down[:, :, None] & across[:, None])[:, None] & ((number >= 0) & (number < batch))[:, None, None, None]
    least = jnp.asarray(lowest(data.dtype), data.dtype)
    return jnp.where(inside, jnp.where(places >= 0, out, least), jnp.zeros((), data.dtype))


@op(
    "ROIPooling",
    "_npx_roi_pooling",
    bounds={"spatial_scale": (0, 1)},
    gradient_names=named,
    outputs=("output",),
    hidden=("maxidx",),
    onnx="detection.roi_pooling",
)
def roi_pooling(
    data: Array, rois: Array, pooled_size: Shape = REQUIRED, spatial_scale: float = REQUIRED, *, platform: Platform
) -> jax.Array:
    """The largest element in each bin of each region of interest.

    data    (batch, channels, y, x)
    rois    (regions, 5): image number, x1, y1, x2, y2; zeros are the result where there is no such image
    pooled_size    (rows, columns) of bins
    spatial_scale    what coordinates are multiplied by, such as 1 / 16 for a map 16 times smaller than its image

    Returns (regions, channels, *pooled_size).

    Examples
    --------
    >>> x = nd.arange(16).reshape((1, 1, 4, 4))
    >>> nd.ROIPooling(x, nd.array([[0, 0, 0, 3, 3]]), pooled_size=(2, 2), spatial_scale=1)
    [[[[ 5.  7.]
       [13. 15.]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    """
    check_regions("ROIPooling", data, rois)
    if len(pooled_size) != 2 or min(pooled_size) <= 0:
        fail("ROIPooling", f"pooled_size must be (rows, columns), got {pooled_size}.")
    rois = lax.stop_gradient(rois)
    edges = rounded(rois[:, 1:].astype(jnp.float32) * single(spatial_scale)).astype(jnp.int32)
    boxes = jnp.concatenate([edges[:, :2], jnp.maximum(edges[:, 2:] - edges[:, :2] + 1, 1)], 1)
    number, pooled = rois[:, 0].astype(jnp.int32), tuple(pooled_size)
    if platform == "cpu" and _regions.suits(data, rois, pooled):
        return _regions.pool(data, number, boxes, pooled)
    return _pool_by_xla(data, number, boxes, pooled)
