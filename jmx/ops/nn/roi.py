"""ROIPooling."""

import jax
import jax.numpy as jnp

from ...core.declare.op import REQUIRED, Array, Shape, op
from ...core.declare.traits import named
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


def _pool_one(image, roi, pooled, scale):
    box = rounded(roi[1:].astype(jnp.float32) * scale).astype(jnp.int32)
    width, height = (jnp.maximum(box[i + 2] - box[i] + 1, 1) for i in (0, 1))
    rows = _bins(box[1], height, pooled[0], image.shape[1])
    columns = _bins(box[0], width, pooled[1], image.shape[2])
    low = jnp.asarray(lowest(image.dtype), image.dtype)
    image = numbers(image)
    across = jnp.max(jnp.where(columns[None, None], image[:, :, None], low), 3)  # (channels, y, columns)
    out = jnp.max(jnp.where(rows[None, :, :, None], across[:, None], low), 2)
    covered = rows.any(1)[:, None] & columns.any(1)[None]
    return jnp.where(covered, out, jnp.zeros((), image.dtype))


@op(
    "ROIPooling",
    "_npx_roi_pooling",
    bounds={"spatial_scale": (0, 1)},
    gradient_names=named,
    outputs=("output",),
    hidden=("maxidx",),
    onnx="detection.roi_pooling",
)
def roi_pooling(data: Array, rois: Array, pooled_size: Shape = REQUIRED, spatial_scale: float = REQUIRED) -> jax.Array:
    """The largest element in each bin of each region of interest.

    data    (batch, channels, y, x)
    rois    (regions, 5): image number, x1, y1, x2, y2
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
    rois = jax.lax.stop_gradient(rois)
    images = data[jnp.clip(rois[:, 0].astype(jnp.int32), 0, data.shape[0] - 1)]
    return jax.vmap(lambda image, roi: _pool_one(image, roi, tuple(pooled_size), single(spatial_scale)))(images, rois)
