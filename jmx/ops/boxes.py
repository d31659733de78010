"""Boxes of object detection: overlaps, suppression, matching, and their encoding against anchors."""

import functools
import math
from typing import Literal

import jax
import jax.numpy as jnp
from jax import lax

from ..core.declare.op import REQUIRED, Array, Platform, op
from ..native import kernels
from ._checks import check, check_at_least, check_ndim
from ._numeric import single

Format = Literal["center", "corner"]
#: what can be computed, as jmx/native/boxes.c numbers it
SUPPRESS, DETECT, PROPOSE = range(3)


def _edges(boxes, layout):
    """(x1, y1, x2, y2) of boxes (..., 4)."""
    a, b, c, d = (boxes[..., i] for i in range(4))
    return (a, b, c, d) if layout == "corner" else (a - c / 2, b - d / 2, a + c / 2, b + d / 2)


def _area(boxes, layout):
    a, b, c, d = (boxes[..., i] for i in range(4))
    width, height = (c - a, d - b) if layout == "corner" else (c, d)
    return jnp.where((width < 0) | (height < 0), 0, width * height)


def overlap(one, other, layout) -> jax.Array:
    """Intersection over union of boxes (..., 4) that broadcast; 0 where they do not meet."""
    a, b = _edges(one, layout), _edges(other, layout)
    width = jnp.maximum(jnp.minimum(a[2], b[2]) - jnp.maximum(a[0], b[0]), 0)
    height = jnp.maximum(jnp.minimum(a[3], b[3]) - jnp.maximum(a[1], b[1]), 0)
    shared = width * height
    union = _area(one, layout) + _area(other, layout) - shared
    return jnp.where(shared > 0, shared / jnp.where(shared > 0, union, 1), 0)


def suppressed(alive, hits) -> jax.Array:
    """Which of the places `alive` (booleans, the best first) stay if each that stays removes those behind it that it hits.

    hits    function of a place: booleans of the places it removes
    """
    places = jnp.arange(len(alive))
    return (
        lax.fori_loop(0, len(alive), lambda i, alive: alive & ~(alive[i] & (places > i) & hits(i)), alive)
        if len(alive)
        else alive
    )


@op("_contrib_box_iou", "_npx_box_iou", onnx="detection.box_iou", source=("layers.with_helper", "box_iou", "format"))
def box_iou(lhs: Array, rhs: Array, format: Format = "corner") -> jax.Array:
    """Intersection over union of every box of `lhs` with every box of `rhs`.

    lhs, rhs    boxes (..., 4)
    format    "corner" for (x1, y1, x2, y2), "center" for (x, y, width, height)

    Returns the leading dimensions of `lhs`, then those of `rhs`. Has a gradient of zero.

    Examples
    --------
    >>> boxes = nd.array([[0, 0, 2, 2], [1, 0, 2, 2]])
    >>> nd.contrib.box_iou(boxes, boxes)
    [[1.  0.5]
     [0.5 1. ]]
    <NDArray 2x2 @cpu(0)>
    """
    for name, x in (("lhs", lhs), ("rhs", rhs)):
        check_at_least("box_iou", x, 2, name)
        check(x.shape[-1] == 4, "box_iou", f"last dimension of {name} must be 4, got shape {x.shape}")
    a, b = (lax.stop_gradient(x).reshape(-1, 4) for x in (lhs, rhs))
    overlaps = overlap(a[:, None], b[None], format)
    return overlaps.reshape(*lhs.shape[:-1], *rhs.shape[:-1])


def _check_columns(width, coord_start, score_index, id_index):
    name = "box_nms"
    need = 5 + (id_index >= 0)
    check(width >= need, name, f"the last dimension must have at least {need} elements, got {width}")
    coordinates = range(coord_start, coord_start + 4)
    check(coord_start >= 0 and coord_start + 3 < width, name, f"coord_start={coord_start} is out of range for {width} columns")
    for label, index in (("score_index", score_index), ("id_index", id_index)):
        if label == "id_index" and index < 0:
            continue
        check(0 <= index < width, name, f"{label}={index} is out of range for {width} columns")
        check(index not in coordinates, name, f"{label}={index} is one of the coordinates {list(coordinates)}")
    check(id_index != score_index, name, f"id_index and score_index are both {id_index}")


def _best_rows(best, columns, background_id, force_suppress, in_format, limits, rows):
    """Numbers of the rows that stay, then -1; `columns` of coordinates, score and class, `limits` of score and overlap."""
    start, score, label = columns
    scores = rows[:, score]
    valid = scores > single(limits[0])
    if label >= 0:
        valid &= rows[:, label] != background_id
    order = jnp.argsort(jnp.where(valid, -scores, jnp.inf), stable=True)[:best]
    ranked = rows[order]
    boxes, alive = ranked[:, start : start + 4], valid[order]

    def hits(i):
        hit = overlap(boxes[i], boxes, in_format) > single(limits[1])
        if label >= 0 and not force_suppress:
            hit &= ranked[i, label] == ranked[:, label]
        return hit

    alive = suppressed(alive, hits)
    places = jnp.where(alive, jnp.cumsum(alive) - 1, len(rows))
    return jnp.full(len(rows), -1, order.dtype).at[places].set(order, mode="drop")


@op(
    "_contrib_box_nms",
    "_contrib_box_non_maximum_suppression",
    "_npx_box_nms",
    numbered_inputs=True,
    hidden=1,
    onnx="detection.box_nms",
    source="layers.box_nms",
)
def box_nms(
    data: Array,
    overlap_thresh: float = 0.5,
    valid_thresh: float = 0.0,
    topk: int = -1,
    coord_start: int = 2,
    score_index: int = 1,
    id_index: int = -1,
    background_id: int = -1,
    force_suppress: bool = False,
    in_format: Format = "corner",
    out_format: Format = "corner",
    *,
    platform: Platform,
) -> jax.Array:
    """Boxes by descending score without those that overlap a better one of their class too much; rows of -1 fill up.

    data    (..., boxes, columns): rows with a score, four coordinates and maybe a class
    overlap_thresh    the largest overlap that does not suppress
    valid_thresh    boxes with no higher score are left out
    topk    how many of the best to look at; -1 for all
    coord_start, score_index, id_index    the columns of these; id_index=-1 for no classes
    background_id    the class that is left out
    force_suppress    let boxes suppress those of other classes too
    in_format, out_format    "corner" for (x1, y1, x2, y2), "center" for (x, y, width, height)

    Returns an array like `data`.

    Examples
    --------
    >>> boxes = nd.array([[0, 0.5, 0, 0, 2, 2], [0, 0.75, 0, 0, 2, 2], [0, 0.25, 5, 5, 6, 6]])    # class, score, corners
    >>> nd.contrib.box_nms(boxes, overlap_thresh=0.5)
    [[ 0.    0.75  0.    0.    2.    2.  ]
     [ 0.    0.25  5.    5.    6.    6.  ]
     [-1.   -1.   -1.   -1.   -1.   -1.  ]]
    <NDArray 3x6 @cpu(0)>
    """
    check_at_least("box_nms", data, 2)
    _check_columns(data.shape[-1], coord_start, score_index, id_index)
    count, width = data.shape[-2:]
    best = count if topk < 0 else min(count, topk)
    if best < 1 or not data.size:
        return data

    flat, columns, limits = data.reshape(-1, count, width), (coord_start, score_index, id_index), (valid_thresh, overlap_thresh)
    if platform == "cpu" and count < 2**31 and kernels.usable("boxes", data):
        rules = background_id, force_suppress, in_format == "center"
        plan = SUPPRESS, best, *columns, *rules, *map(kernels.bits, limits)
        places = jax.ShapeDtypeStruct(flat.shape[:2], jnp.int32)
        taken = kernels.call("boxes", plan, [places], lax.stop_gradient(flat))[0]
    else:
        one = functools.partial(_best_rows, best, columns, background_id, force_suppress, in_format, limits)
        taken = jax.vmap(one)(lax.stop_gradient(flat))
    out = jnp.take_along_axis(flat, jnp.maximum(taken, 0)[..., None], 1)
    out = jnp.where(taken[..., None] < 0, jnp.asarray(-1, data.dtype), out)
    if in_format != out_format:
        # the gradient passes as if the boxes were not converted
        out = out + lax.stop_gradient(_converted(out, coord_start, in_format) - out)
    return out.reshape(data.shape)


def _converted(rows, start, layout):
    boxes = rows[..., start : start + 4]
    a, b, c, d = (boxes[..., i] for i in range(4))
    if layout == "corner":
        new = jnp.stack([(a + c) / 2, (b + d) / 2, c - a, d - b], -1)
    else:
        new = jnp.stack(_edges(boxes, "center"), -1)
    return rows.at[..., start : start + 4].set(jnp.where(boxes[..., :1] < 0, boxes, new))


@op("_contrib_bipartite_matching", "_npx_bipartite_matching", outputs=2, numbered_inputs=True)
def bipartite_matching(
    data: Array, is_ascend: bool = False, threshold: float = REQUIRED, topk: int = -1
) -> tuple[jax.Array, jax.Array]:
    """Pair rows with columns, the best scores first, each at most once.

    data    scores (..., rows, columns)
    is_ascend    whether low scores are the best
    threshold    scores that are not better are not paired
    topk    pair at most topk + 1; -1 for no limit

    Returns for every row its column, and for every column its row; -1 for none. Has a gradient of zero.

    Examples
    --------
    >>> nd.contrib.bipartite_matching(nd.array([[0.5, 0.6], [0.1, 0.2], [0.3, 0.4]]), threshold=1e-12)
    [
    [ 1. -1.  0.]
    <NDArray 3 @cpu(0)>,
    [2. 0.]
    <NDArray 2 @cpu(0)>]
    """
    check_at_least("bipartite_matching", data, 2)
    rows, columns = data.shape[-2:]
    limit = min(rows, columns, topk + 1 if topk > 0 else rows)
    worst = jnp.inf if is_ascend else -jnp.inf

    def one(scores):
        def step(_, state):
            free, of_row, of_column = state
            open_scores = jnp.where(free, scores, worst).reshape(-1)
            at = jnp.argmin(open_scores) if is_ascend else jnp.argmax(open_scores)
            best = open_scores[at]
            good = (best < single(threshold)) if is_ascend else (best > single(threshold))
            r, c = at // columns, at % columns
            free = jnp.where(good, free.at[r].set(False).at[:, c].set(False), free)
            of_row = jnp.where(good, of_row.at[r].set(c.astype(of_row.dtype)), of_row)
            of_column = jnp.where(good, of_column.at[c].set(r.astype(of_column.dtype)), of_column)
            return free, of_row, of_column

        start = jnp.ones(scores.shape, bool), jnp.full(rows, -1, scores.dtype), jnp.full(columns, -1, scores.dtype)
        return lax.fori_loop(0, limit, step, start)[1:]

    batch = math.prod(data.shape[:-2])
    if rows and columns:
        of_row, of_column = jax.vmap(one)(lax.stop_gradient(data).reshape(batch, rows, columns))
    else:
        of_row, of_column = (jnp.full((batch, n), -1, data.dtype) for n in (rows, columns))
    return of_row.reshape(*data.shape[:-2], rows), of_column.reshape(*data.shape[:-2], columns)


def _centered(boxes):
    """(x, y, width, height) of boxes by their corners."""
    width, height = boxes[..., 2] - boxes[..., 0], boxes[..., 3] - boxes[..., 1]
    return boxes[..., 0] + width * 0.5, boxes[..., 1] + height * 0.5, width, height


@op("_contrib_box_encode", "_npx_box_encode", outputs=2, zero_gradient=True)
def box_encode(
    samples: Array, matches: Array, anchors: Array, refs: Array, means: Array, stds: Array
) -> tuple[jax.Array, jax.Array]:
    """What a network should predict for anchors that were matched to boxes, and where that counts.

    samples    (batch, n): above 0.5 for anchors that count
    matches    (batch, n): the number of the box of each anchor
    anchors    (batch, n, 4) by corners
    refs    (batch, m, 4): the boxes, by corners
    means, stds    (4,): what is subtracted from the targets, then divides them

    Returns the targets and the mask, both (batch, n, 4). Has a gradient of zero.

    Examples
    --------
    >>> anchors, boxes = nd.array([[[0, 0, 2, 2]]]), nd.array([[[1, 0, 3, 2]]])
    >>> targets, mask = nd.contrib.box_encode(nd.ones((1, 1)), nd.zeros((1, 1)), anchors, boxes, nd.zeros(4), nd.ones(4))
    >>> targets, mask
    (
    [[[0.5 0.  0.  0. ]]]
    <NDArray 1x1x4 @cpu(0)>,
    [[[1. 1. 1. 1.]]]
    <NDArray 1x1x4 @cpu(0)>)
    """
    name = "box_encode"
    check_ndim(name, samples, 2, "samples")
    for label, x in (("anchors", anchors), ("refs", refs)):
        check_at_least(name, x, 3, label)
        check(x.shape[-1] == 4, name, f"last dimension of {label} must be 4, got shape {x.shape}")
    for label, x in (("means", means), ("stds", stds)):
        check(x.shape == (4,), name, f"Shape inconsistent: {label} must have shape (4,), got {x.shape}")
    batch, count = samples.shape
    check(matches.size == samples.size, name, f"matches must have the shape of samples, {samples.shape}, got {matches.shape}")
    check(anchors.shape == (batch, count, 4), name, f"anchors must have shape {(batch, count, 4)}, got {anchors.shape}")
    check(refs.ndim == 3 and len(refs) == batch, name, f"refs must have shape ({batch}, boxes, 4), got {refs.shape}")
    matches = matches.reshape(samples.shape)
    samples, matches, anchors, refs, means, stds = map(lax.stop_gradient, (samples, matches, anchors, refs, means, stds))
    chosen = jnp.take_along_axis(refs, matches.astype(jnp.int32)[..., None], 1)
    ref, anchor = _centered(chosen), _centered(anchors)
    targets = jnp.stack([
        (ref[0] - anchor[0]) / anchor[2], (ref[1] - anchor[1]) / anchor[3], jnp.log(ref[2] / anchor[2]),
        jnp.log(ref[3] / anchor[3]),
    ], -1)  # fmt: skip
    valid = (samples > 0.5)[..., None]
    return jnp.where(valid, (targets - means) / stds, 0), jnp.broadcast_to(valid, anchors.shape).astype(anchors.dtype)


@box_encode.deduce
def _(a, samples):
    return {"means": (4,), "stds": (4,)}


@op("_contrib_box_decode", "_npx_box_decode", zero_gradient=True, onnx="detection.box_decode")
def box_decode(
    data: Array,
    anchors: Array,
    std0: float = 1.0,
    std1: float = 1.0,
    std2: float = 1.0,
    std3: float = 1.0,
    clip: float = -1.0,
    format: Format = "center",
) -> jax.Array:
    """Boxes by corners from what a network predicts for anchors: the reverse of box_encode.

    data    (batch, n, 4): predictions (x, y, width, height), the last two logarithms
    anchors    (1, n, 4), in the format given
    std0, std1, std2, std3    what the predictions are multiplied by
    clip    above 0: the largest logarithm of a size
    format    of the anchors: "corner" for (x1, y1, x2, y2), "center" for (x, y, width, height)

    Returns (batch, n, 4). Has a gradient of zero.

    Examples
    --------
    >>> nd.contrib.box_decode(nd.array([[[0.5, 0, 0, 0]]]), nd.array([[[1, 1, 2, 2]]]))
    [[[1. 0. 3. 2.]]]
    <NDArray 1x1x4 @cpu(0)>
    """
    check_ndim("box_decode", data, 3)
    check_at_least("box_decode", anchors, 3, "anchors")
    for label, x in (("data", data), ("anchors", anchors)):
        check(x.shape[-1] == 4, "box_decode", f"last dimension of {label} must be 4, got shape {x.shape}")
    count = data.shape[1]
    check(anchors.size == 4 * count, "box_decode", f"anchors must have shape (1, {count}, 4), got {anchors.shape}")
    data, anchors = lax.stop_gradient(data), lax.stop_gradient(anchors.reshape(1, -1, 4))
    x, y, width, height = _centered(anchors) if format == "corner" else tuple(anchors[..., i] for i in range(4))
    middle_x = data[..., 0] * single(std0) * width + x
    middle_y = data[..., 1] * single(std1) * height + y
    sizes = [data[..., 2] * single(std2), data[..., 3] * single(std3)]
    if clip > 0:
        sizes = [jnp.minimum(s, jnp.asarray(single(clip), s.dtype)) for s in sizes]
    half_x, half_y = jnp.exp(sizes[0]) * width * 0.5, jnp.exp(sizes[1]) * height * 0.5
    return jnp.stack([middle_x - half_x, middle_y - half_y, middle_x + half_x, middle_y + half_y], -1)
