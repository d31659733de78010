"""Pooling of regions by interpolation, also of rotated ones, and by position: ROIAlign, RROIAlign, (Deformable)PSROIPooling."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ...core.declare.op import REQUIRED, Array, Platform, Shape, op
from ...core.declare.traits import named
from . import _regions
from ._common import check, fail, single


def check_regions(name, data, rois) -> None:
    """Raise MXNetError unless `data` holds images, and `rois` rows (image number, x1, y1, x2, y2)."""
    check(data.ndim == 4, name, f"data should be a 4D tensor, got shape {tuple(data.shape)}.")
    if rois.ndim != 2 or rois.shape[1] != 5:
        fail(name, f"rois should be a 2D tensor of shape [regions, 5], got {tuple(rois.shape)}.")


#: samples along an axis of a bin that are computed at most: a bin that covers more places has coordinates that mean nothing
_MOST = 4096


def _counted(length):
    """How many samples a bin as long as `length` has; NaN, so that none is taken and the mean is NaN, beyond `_MOST`."""
    count = jnp.ceil(length)
    return jnp.where(count <= _MOST, count, jnp.nan)


def _weights(start, length, bins, size, samples):
    """(bins, size): how much each of `size` places counts in the mean of each bin's interpolated samples."""
    step = length / bins
    count = _counted(length / bins) if samples <= 0 else jnp.asarray(samples, length.dtype)
    places, corner = jnp.arange(size), start + jnp.arange(bins, dtype=start.dtype) * step

    def add(state):
        number, total = state
        at = corner + (number.astype(start.dtype) + 0.5) * step / count
        outside = (at < -1.0) | (at > size)
        at = jnp.maximum(at, 0)
        low = jnp.floor(at).astype(jnp.int32)
        at = jnp.where(low >= size - 1, jnp.asarray(size - 1, at.dtype), at)
        low = jnp.minimum(low, size - 1)
        high, part = jnp.minimum(low + 1, size - 1), at - low
        here = jnp.where(places == low[:, None], 1 - part[:, None], 0) + jnp.where(places == high[:, None], part[:, None], 0)
        return number + 1, total + jnp.where(outside[:, None], 0, here).astype(total.dtype)

    zero = jnp.zeros((bins, size), start.dtype)
    _, total = lax.while_loop(lambda state: state[0] < count, add, (jnp.int32(0), zero))
    return total / count


@op(
    "_contrib_ROIAlign",
    bounds={"spatial_scale": (0, 1)},
    outputs=("output",),
    onnx="detection.roi_align",
    source="layers.roi_align",
)
def roi_align(
    data: Array,
    rois: Array,
    pooled_size: Shape = REQUIRED,
    spatial_scale: float = REQUIRED,
    sample_ratio: int = -1,
    position_sensitive: bool = False,
    aligned: bool = False,
    *,
    platform: Platform,
) -> jax.Array:
    """The mean of interpolated samples in each bin of each region of interest.

    data    (batch, channels, y, x)
    rois    (regions, 5): image number, x1, y1, x2, y2; an image number below 0 for none: zeros
    pooled_size    (rows, columns) of bins
    spatial_scale    what coordinates are multiplied by, such as 1 / 16 for a map 16 times smaller than its image
    sample_ratio    samples in a bin along each axis; by default as many as it covers places
    position_sensitive    every bin has channels of its own: channels / (rows * columns) are left
    aligned    move regions by half a place, so that places are points

    Returns (regions, channels, *pooled_size). Only `data` has a gradient other than zero.

    Examples
    --------
    >>> x = nd.arange(16).reshape((1, 1, 4, 4))
    >>> nd.contrib.ROIAlign(x, nd.array([[0, 0, 0, 2, 2]]), pooled_size=(2, 2), spatial_scale=1)
    [[[[2.5 3.5]
       [6.5 7.5]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    """
    name = "ROIAlign"
    check_regions(name, data, rois)
    check(len(pooled_size) == 2 and min(pooled_size) > 0, name, f"pooled_size must be (rows, columns), got {pooled_size}.")
    rows, columns = pooled_size
    channels, height, width = data.shape[1:]
    if position_sensitive and channels % (rows * columns) != 0:
        fail(name, f"{channels} channels cannot be divided by pooled_size[0]*pooled_size[1] when position_sensitive is true.")
    rois = lax.stop_gradient(rois)

    corners = rois[:, 1:] * single(spatial_scale) - (0.5 if aligned else 0.0)
    sizes = corners[:, 2:] - corners[:, :2]
    boxes = jnp.concatenate([corners[:, :2], sizes if aligned else jnp.maximum(sizes, 1)], 1)
    number = jnp.minimum(rois[:, 0].astype(jnp.int32), data.shape[0] - 1)

    def by_xla(data, number, boxes):
        def one(given):
            number, box = given
            across = _weights(box[0], box[2], columns, width, sample_ratio)
            down = _weights(box[1], box[3], rows, height, sample_ratio)
            image = data[jnp.maximum(number, 0)]
            if position_sensitive:
                image = image.reshape(-1, rows, columns, height, width)
                out = jnp.einsum("cpqyx,py,qx->cpq", image, down, across)
            else:
                out = jnp.einsum("cyx,py,qx->cpq", image, down, across)
            return jnp.where(number < 0, jnp.zeros((), data.dtype), out)

        return lax.map(one, (number, boxes))  # all at once would copy the image for each region

    bounded = not position_sensitive and sample_ratio <= _MOST
    if platform == "cpu" and bounded and _regions.suits(data, rois, pooled_size):
        return _regions.align((data, number, boxes), (rows, columns), sample_ratio, by_xla)
    return by_xla(data, number, boxes)


#: more samples along an axis of a bin than this would keep a machine busy for hours
_MOST_SAMPLES = 1 << 12


@op("_contrib_RROIAlign", bounds={"spatial_scale": (0, 1), "sampling_ratio": (-(2**31), _MOST_SAMPLES)}, no_gradient=True)
def rroi_align(
    data: Array,
    rois: Array,
    pooled_size: Shape = REQUIRED,
    spatial_scale: float = REQUIRED,
    sampling_ratio: int = -1,
    *,
    platform: Platform,
) -> jax.Array:
    """ROIAlign for rotated regions.

    data    (batch, channels, y, x)
    rois    (regions, 6): image number, x, y of the middle, width, height and an angle in degrees
    pooled_size    (rows, columns) of bins
    spatial_scale    what places and sizes are multiplied by
    sampling_ratio    samples in a bin along each axis; by default as many as it covers places

    Returns (regions, channels, *pooled_size). Has no gradient.

    Examples
    --------
    >>> x = nd.arange(16).reshape((1, 1, 4, 4))
    >>> nd.contrib.RROIAlign(x, nd.array([[0, 1, 1, 2, 2, 0]]), pooled_size=(2, 2), spatial_scale=1)
    [[[[2.5 3.5]
       [6.5 7.5]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    """
    name = "RROIAlign"
    check(data.ndim == 4, name, f"data should be a 4D tensor, got shape {tuple(data.shape)}.")
    if rois.ndim != 2 or rois.shape[1] != 6:
        fail(name, f"bbox should be a 2D tensor of shape [batch, 6], got {tuple(rois.shape)}.")
    check(len(pooled_size) == 2 and min(pooled_size) > 0, name, f"pooled_size must be (rows, columns), got {pooled_size}.")
    if platform == "cpu" and _regions.suits(data, rois, pooled_size):
        return _regions.rotated(*map(lax.stop_gradient, (data, rois)), pooled_size, sampling_ratio, spatial_scale)
    rows, columns = pooled_size
    height, width = data.shape[2:]

    def one(roi):
        image = data[roi[0].astype(jnp.int32)].reshape(data.shape[1], -1)
        middle, sizes = roi[1:3] * single(spatial_scale), jnp.maximum(roi[3:5] * single(spatial_scale), 1)
        cos, sin = (f(roi[5] * (jnp.pi / 180)) for f in (jnp.cos, jnp.sin))
        step = sizes / jnp.asarray([columns, rows], sizes.dtype)
        counts = _counted(step) if sampling_ratio <= 0 else jnp.full(2, sampling_ratio, sizes.dtype)

        def add(state):
            number, total = state
            at = jnp.stack([number % counts[0], number // counts[0]])
            inner = (at + 0.5) * step / counts - sizes / 2
            along = jnp.arange(columns) * step[0] + inner[0]
            down = (jnp.arange(rows) * step[1] + inner[1])[:, None]
            x, y = along * cos + down * sin + middle[0], down * cos - along * sin + middle[1]
            outside = (y < -1) | (y > height) | (x < -1) | (x > width)
            x, y = jnp.clip(x, 0, width - 1), jnp.clip(y, 0, height - 1)
            low_x, low_y = jnp.floor(x).astype(jnp.int32), jnp.floor(y).astype(jnp.int32)
            high_x, high_y = jnp.minimum(low_x + 1, width - 1), jnp.minimum(low_y + 1, height - 1)
            px, py = x - low_x, y - low_y
            value = (
                image[:, low_y * width + low_x] * ((1 - py) * (1 - px)) + image[:, low_y * width + high_x] * ((1 - py) * px)
                + image[:, high_y * width + low_x] * (py * (1 - px)) + image[:, high_y * width + high_x] * (py * px)
            )  # fmt: skip
            return number + 1, total + jnp.where(outside, 0, value)

        start = jnp.zeros((), sizes.dtype), jnp.zeros((data.shape[1], rows, columns), data.dtype)
        _, total = lax.while_loop(lambda state: state[0] < counts[0] * counts[1], add, start)
        return total / (counts[0] * counts[1])

    return lax.map(one, rois)


def rounded(x) -> jax.Array:
    """To the nearest whole number, halves away from zero."""
    return jnp.sign(x) * jnp.floor(jnp.abs(x) + 0.5)


@op("_contrib_PSROIPooling", bounds={"spatial_scale": (0, 1)}, gradient_names=named, outputs=("output",))
def psroi_pooling(
    data: Array,
    rois: Array,
    spatial_scale: float = REQUIRED,
    output_dim: int = REQUIRED,
    pooled_size: int = REQUIRED,
    group_size: int = 0,
    *,
    platform: Platform,
) -> jax.Array:
    """Position-sensitive means: each bin of a region has channels of its own.

    data    (batch, output_dim * group_size**2, y, x)
    rois    (regions, 5): image number, x1, y1, x2, y2
    spatial_scale    what coordinates are multiplied by
    output_dim    channels of the output
    pooled_size    the number of rows, and of columns, of bins
    group_size    groups of channels along each axis; 0 for pooled_size

    Returns (regions, output_dim, pooled_size, pooled_size). Only `data` has a gradient other than zero.

    Examples
    --------
    >>> x = nd.arange(4).reshape((1, 4, 1, 1)).broadcast_to((1, 4, 4, 4))
    >>> nd.contrib.PSROIPooling(x, nd.array([[0, 0, 0, 3, 3]]), spatial_scale=1, output_dim=1, pooled_size=2)
    [[[[0. 1.]
       [2. 3.]]]]
    <NDArray 1x1x2x2 @cpu(0)>
    """
    name = "PSROIPooling"
    check_regions(name, data, rois)
    groups = group_size or pooled_size
    check(pooled_size > 0 and groups > 0, name, f"pooled_size and group_size must be positive: {pooled_size}, {group_size}.")
    channels, height, width = data.shape[1:]
    if channels != output_dim * groups**2:
        fail(name, f"data needs output_dim * group_size**2 = {output_dim * groups**2} channels, got {channels}.")
    scale = single(spatial_scale)
    rois = lax.stop_gradient(rois)
    bins = np.arange(pooled_size, dtype=rois.dtype)
    group = [min(i * groups // pooled_size, groups - 1) for i in range(pooled_size)]

    def covered(low, high, size):
        step = jnp.maximum(high - low, 0.1) / pooled_size
        first = jnp.clip(jnp.floor(bins * step + low), 0, size)
        last = jnp.clip(jnp.ceil((bins + 1) * step + low), 0, size)
        places = jnp.arange(size)
        inside = (places >= first[:, None]) & (places < last[:, None])
        return inside, jnp.maximum(last - first, 0)

    def by_xla(data, number, boxes):
        def one(given):
            number, (across, columns), (down, rows) = given
            image = data[number].reshape(output_dim, groups, groups, height, width)
            image = image[:, jnp.asarray(group)][:, :, jnp.asarray(group)]
            area = rows[:, None] * columns[None]
            total = jnp.einsum("cpqyx,py,qx->cpq", image, down.astype(data.dtype), across.astype(data.dtype))
            return jnp.where(area > 0, total / jnp.where(area > 0, area, 1).astype(data.dtype), 0)

        across = jax.vmap(lambda box: covered(box[0], box[2], width))(boxes)
        down = jax.vmap(lambda box: covered(box[1], box[3], height))(boxes)
        return lax.map(one, (number, across, down))  # all at once would copy the image for each region

    boxes = jnp.concatenate([rounded(rois[:, 1:3]) * scale, (rounded(rois[:, 3:5]) + 1) * scale], 1)
    number = rois[:, 0].astype(jnp.int32)
    number = jnp.clip(jnp.where(number < 0, number + data.shape[0], number), 0, data.shape[0] - 1)
    if platform == "cpu" and groups < 2**15 and _regions.suits(data, rois, (pooled_size,) * 2):
        return _regions.by_position((data, number, boxes), pooled_size, groups, by_xla)
    return by_xla(data, number, boxes)


def _interpolated(image: Array, x: Array, y: Array, width: int) -> Array:
    """Bilinear interpolation of each bin's own map at the places (x, y), which have a gradient, too.

    image   (channels, rows, columns of bins, height * width)
    x, y    (channels, rows, columns of bins, samples along y, samples along x), within the map
    """
    low_x, low_y = jnp.floor(x), jnp.floor(y)
    part_x, part_y = x - lax.stop_gradient(low_x), y - lax.stop_gradient(low_y)
    total = jnp.zeros((), image.dtype)
    for row, by_row in ((low_y, 1 - part_y), (jnp.ceil(y), part_y)):
        for column, by_column in ((low_x, 1 - part_x), (jnp.ceil(x), part_x)):
            at = (row * width + column).astype(jnp.int32).reshape(*image.shape[:3], -1)
            total = total + jnp.take_along_axis(image, at, 3).reshape(x.shape) * by_row * by_column
    return total


def _moved_by_xla(sizes, scale, trans_std, data, *rest):
    """DeformablePSROIPooling in operations of XLA: one region after the other."""
    classes, group_size, pooled_size, parts, sample_per_part = sizes
    (*trans, rois), dtype, (height, width) = rest, data.dtype, data.shape[2:]
    output_dim = data.shape[1] // group_size**2
    bins, samples = jnp.arange(pooled_size), jnp.arange(sample_per_part)
    part, group = bins * parts // pooled_size, jnp.minimum(bins * group_size // pooled_size, group_size - 1)

    def one(roi, moves):
        corner, end = rounded(roi[1:3]) * scale - 0.5, (rounded(roi[3:5]) + 1) * scale - 0.5
        size = jnp.maximum(end - corner, 0.1)
        step = size / pooled_size
        moved = jnp.zeros((output_dim, 2, pooled_size, pooled_size), dtype)
        if moves is not None:
            by_bin = moves.reshape(classes, 2, parts, parts)[:, :, part][..., part] * single(trans_std)
            moved = jnp.repeat(by_bin, output_dim // classes, 0)
        shift = (samples / sample_per_part).astype(dtype)
        x = (bins * step[0] + corner[0] + moved[:, 0] * size[0])[..., None, None] + shift * step[0]
        y = (bins[:, None] * step[1] + corner[1] + moved[:, 1] * size[1])[..., None, None] + shift[:, None] * step[1]
        x, y = jnp.broadcast_arrays(x, y)
        inside = (x >= -0.5) & (x <= width - 0.5) & (y >= -0.5) & (y <= height - 0.5)
        x, y = jnp.clip(x, 0, width - 1), jnp.clip(y, 0, height - 1)
        image = data[roi[0].astype(jnp.int32)].reshape(output_dim, group_size, group_size, height * width)
        image = image[:, group][:, :, group]
        values = _interpolated(image, x, y, width)
        count = inside.sum((3, 4))
        return jnp.where(inside, values, 0).sum((3, 4)) / jnp.maximum(count, 1).astype(dtype)

    # All at once would copy the image for each region.
    return lax.map(lambda given: one(*given), (rois, trans[0] if trans else None))


@op(
    "_contrib_DeformablePSROIPooling",
    when={"trans": lambda a: not a.no_trans},
    bounds={"spatial_scale": (0, 1), "trans_std": (0, 1)},
    gradient_names=named,
    outputs=("output",),
    hidden=("top_count",),
)
def deformable_psroi_pooling(
    data: Array,
    rois: Array,
    trans: Array | None = None,
    spatial_scale: float = REQUIRED,
    output_dim: int = REQUIRED,
    group_size: int = REQUIRED,
    pooled_size: int = REQUIRED,
    part_size: int = 0,
    sample_per_part: int = 1,
    trans_std: float = 0.0,
    no_trans: bool = False,
    *,
    platform: Platform,
) -> jax.Array:
    """PSROIPooling by interpolation, with bins that are moved by learned offsets.

    data    (batch, output_dim * group_size**2, y, x)
    rois    (regions, 5): image number, x1, y1, x2, y2
    trans    (regions, 2 * classes, part_size, part_size): offsets (x, y) in sizes of the region; left out with `no_trans`
    spatial_scale    what coordinates are multiplied by
    output_dim    channels of the output
    group_size    groups of channels along each axis
    pooled_size    the number of rows, and of columns, of bins
    part_size    the number of rows, and of columns, of offsets; 0 for pooled_size
    sample_per_part    samples in a bin along each axis
    trans_std    what offsets are multiplied by
    no_trans    leave the bins where they are

    Returns (regions, output_dim, pooled_size, pooled_size). `rois` have a gradient of zero.

    Examples
    --------
    >>> x, roi, still = nd.ones((1, 4, 4, 4)), nd.array([[0, 0, 0, 3, 3]]), nd.zeros((1, 2, 2, 2))
    >>> nd.contrib.DeformablePSROIPooling(
    ...     x, roi, still, spatial_scale=1, output_dim=1, group_size=2, pooled_size=2, sample_per_part=2
    ... )[0].shape
    (1, 2, 2)
    """
    name = "DeformablePSROIPooling"
    check_regions(name, data, rois)
    channels, height, width = data.shape[1:]
    if channels != output_dim * group_size**2:
        fail(name, f"data needs output_dim * group_size**2 = {output_dim * group_size**2} channels, got {channels}.")
    counts = {"pooled_size": pooled_size, "group_size": group_size, "sample_per_part": sample_per_part}
    check(min(counts.values()) > 0, name, f"pooled_size, group_size and sample_per_part must be positive, got {counts}.")
    if trans is not None:
        need = (rois.shape[0], 2, part_size or pooled_size, part_size or pooled_size)
        if trans.ndim != 4 or trans.shape[0] != need[0] or trans.shape[2:] != need[2:]:
            fail(
                name,
                f"trans should be a 4D tensor of shape ({need[0]}, 2 * classes, {need[2]}, {need[3]}), got {tuple(trans.shape)}.",
            )
    classes = 1 if trans is None else trans.shape[1] // 2
    check(output_dim % classes == 0, name, f"output_dim={output_dim} is not a multiple of the {classes} classes of trans.")
    sizes = classes, group_size, pooled_size, part_size or pooled_size, sample_per_part
    arrays = [x for x in (data, trans, lax.stop_gradient(rois)) if x is not None]
    plain = functools.partial(_moved_by_xla, sizes, single(spatial_scale), single(trans_std))
    if platform == "cpu" and _regions.suits_offsets(arrays, sizes):
        return _regions.moved(arrays, sizes, (spatial_scale, trans_std), plain)
    return plain(*arrays)
