"""The detector SSD: its anchors, its training targets and its detections."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..core.declare.op import Array, Floats, Platform, op
from ..core.declare.traits import named
from ..native import kernels
from ..native.symbols import following
from ._checks import check, check_ndim, fail
from ._numeric import single
from .boxes import DETECT, suppressed


@op(
    "_contrib_MultiBoxPrior",
    "_npx_multibox_prior",
    gradient_names=named,
    outputs=("output",),
    onnx="creation.from_shape",
    source="layers.multibox_prior",
)
def multibox_prior(
    data: Array,
    sizes: Floats = (1.0,),
    ratios: Floats = (1.0,),
    clip: bool = False,
    steps: Floats = (-1.0, -1.0),
    offsets: Floats = (0.5, 0.5),
) -> jax.Array:
    """Anchor boxes around every place of a feature map, by corners relative to the image.

    data    (batch, channels, height, width); only its shape counts
    sizes, ratios    each place gets all sizes with the first ratio, and the first size with all other ratios
    clip    keep the boxes inside of the image
    steps    distance of the places (y, x); by default 1 / height, 1 / width
    offsets    where in its cell a place lies (y, x), from 0 to 1

    Returns (1, height * width * (sizes + ratios - 1), 4). Has a gradient of zero.

    Examples
    --------
    >>> nd.contrib.MultiBoxPrior(nd.zeros((1, 3, 1, 2)), sizes=(0.5, 0.25))
    [[[0.125  0.25   0.375  0.75  ]
      [0.1875 0.375  0.3125 0.625 ]
      [0.625  0.25   0.875  0.75  ]
      [0.6875 0.375  0.8125 0.625 ]]]
    <NDArray 1x4x4 @cpu(0)>
    """
    name = "MultiBoxPrior"
    check(data.ndim >= 4, name, f"Input data should be 4D: batch-channel-y-x, got shape {data.shape}")
    check(len(sizes) > 0 and len(ratios) > 0, name, "sizes and ratios must not be empty")
    check(len(steps) == 2, name, f"steps must be (step_y, step_x), got {steps}")
    if not (len(offsets) == 2 and all(0 <= o <= 1 for o in offsets)):
        fail(name, f"offsets must be two numbers from 0 to 1, got {offsets}")
    check(steps[0] * steps[1] >= 0, name, f"steps must be both given or both left out, got {steps}")
    # in NumPy, whose numbers are MXNet's to the bit
    boxes = functools.partial(_priors, sizes, ratios, steps, offsets, clip)
    height, width = data.shape[2:4]
    shape = (1, height * width * (len(sizes) + len(ratios) - 1), 4)
    return following(boxes, (height, width), shape, data.dtype)


def _priors(sizes, ratios, steps, offsets, clip, height, width):
    f = np.float32
    step_y, step_x = (f(s) for s in steps) if min(steps) > 0 else (f(1) / f(height), f(1) / f(width))
    middle_y = (np.arange(height, dtype=f) + f(offsets[0])) * step_y
    middle_x = (np.arange(width, dtype=f) + f(offsets[1])) * step_x
    halves = []
    for size, ratio in [(s, ratios[0]) for s in sizes] + [(sizes[0], r) for r in ratios[1:]]:
        size, root = f(size), np.sqrt(f(ratio))
        halves.append((size * f(height) / f(width) * root / f(2), size / root / f(2)))
    half = np.array(halves, f)
    x, y = np.meshgrid(middle_x, middle_y)
    x, y = x[..., None], y[..., None]
    boxes = np.stack([x - half[:, 0], y - half[:, 1], x + half[:, 0], y + half[:, 1]], -1).reshape(1, -1, 4)
    return np.clip(boxes, 0, 1) if clip else boxes


def _overlaps(a, b):
    """Intersection over union of boxes (..., 4) by corners; boxes turned inside out have negative areas, as in MXNet."""
    width = jnp.maximum(jnp.minimum(a[..., 2], b[..., 2]) - jnp.maximum(a[..., 0], b[..., 0]), 0)
    height = jnp.maximum(jnp.minimum(a[..., 3], b[..., 3]) - jnp.maximum(a[..., 1], b[..., 1]), 0)
    areas = [(x[..., 2] - x[..., 0]) * (x[..., 3] - x[..., 1]) for x in (a, b)]
    return width * height, areas[0] + areas[1] - width * height


def _paired(overlaps, valid):
    """The best anchor for every ground truth in turn: (is paired, its ground truth) for each anchor."""

    def step(_, state):
        free, open_truths, of = state
        left = jnp.where(free[:, None] & open_truths[None], overlaps, -1).reshape(-1)
        at = jnp.argmax(left)
        anchor, truth = at // overlaps.shape[1], at % overlaps.shape[1]
        good = left[at] > 1e-6
        return (
            jnp.where(good, free.at[anchor].set(False), free),
            jnp.where(good, open_truths.at[truth].set(False), open_truths),
            jnp.where(good, of.at[anchor].set(truth), of),
        )

    count = overlaps.shape[0]
    free, _, of = lax.fori_loop(0, overlaps.shape[1], step, (jnp.ones(count, bool), valid, jnp.zeros(count, jnp.int32)))
    return ~free, of


def _check_target(anchor, label, cls_pred, variances, negative_mining_ratio, negative_mining_thresh):
    name = "MultiBoxTarget"
    check_ndim(name, anchor, 3, "anchor")
    check_ndim(name, label, 3, "label")
    check_ndim(name, cls_pred, 3, "cls_pred")
    check(anchor.shape[0] == 1 and anchor.shape[2] == 4, name, f"anchor must have shape (1, n, 4), got {anchor.shape}")
    check(label.shape[2] >= 5, name, f"label needs at least 5 columns, got shape {label.shape}")
    check(len(variances) == 4, name, f"variances must be 4 numbers, got {variances}")
    if cls_pred.shape[2] != anchor.shape[1]:
        fail(
            name,
            f"Number of anchors mismatch: cls_pred must have shape (batch, classes, {anchor.shape[1]}), got {cls_pred.shape}",
        )
    images, others = label.shape[0], cls_pred.shape[0]
    check(images == others, name, f"label has {images} images, cls_pred {others}; expected equally many")
    if negative_mining_ratio > 0 and not negative_mining_thresh > 0:
        fail(name, f"negative_mining_thresh must be above 0 with negative_mining_ratio, got {negative_mining_thresh}")


@op(
    "_contrib_MultiBoxTarget",
    "_npx_multibox_target",
    outputs=("loc_target", "loc_mask", "cls_target"),
    gradient_names=named,
    ignores_out_grad=True,
)
def multibox_target(
    anchor: Array,
    label: Array,
    cls_pred: Array,
    overlap_threshold: float = 0.5,
    ignore_label: float = -1.0,
    negative_mining_ratio: float = -1.0,
    negative_mining_thresh: float = 0.5,
    minimum_negative_samples: int = 0,
    variances: Floats = (0.1, 0.1, 0.2, 0.2),
    *,
    platform: Platform,
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """What a network should predict for anchors, given the boxes in the images.

    anchor    (1, n, 4) by corners
    label    (batch, m, 5 or more): rows (class, x1, y1, x2, y2, ...), ended by a row of -1
    cls_pred    (batch, classes + 1, n): predictions, looked at to find hard negatives
    overlap_threshold    anchors that overlap a box more are positive, besides the best one for each box
    ignore_label    the class target of anchors that do not count
    negative_mining_ratio    above 0: let only so many negatives count for each positive, those taken least for background
    negative_mining_thresh    negatives must overlap boxes less
    minimum_negative_samples    accepted, without effect
    variances    what location targets are divided by

    Returns location targets and mask, both (batch, 4 * n), and class targets (batch, n), 0 for background. Have gradients
    of zero.

    Examples
    --------
    >>> anchors = nd.array([[[0, 0, 0.5, 0.5], [0.5, 0.5, 1, 1]]])
    >>> label = nd.array([[[2, 0, 0, 0.5, 0.5]]])    # one object of class 2
    >>> nd.contrib.MultiBoxTarget(anchors, label, nd.zeros((1, 4, 2)))
    [
    [[0. 0. 0. 0. 0. 0. 0. 0.]]
    <NDArray 1x8 @cpu(0)>,
    [[1. 1. 1. 1. 0. 0. 0. 0.]]
    <NDArray 1x8 @cpu(0)>,
    [[3. 0.]]
    <NDArray 1x2 @cpu(0)>]
    """
    _check_target(anchor, label, cls_pred, variances, negative_mining_ratio, negative_mining_thresh)
    anchors, label, cls_pred = map(lax.stop_gradient, (lax.index_in_dim(anchor, 0, keepdims=False), label, cls_pred))
    count = anchors.shape[0]
    if platform == "cpu" and kernels.usable("targets", anchor, label, cls_pred):
        numbers = overlap_threshold, ignore_label, negative_mining_ratio, negative_mining_thresh, *variances
        results = [jax.ShapeDtypeStruct((label.shape[0], width), anchor.dtype) for width in (4 * count, 4 * count, count)]
        plan = [*map(kernels.bits, numbers)]
        return tuple(kernels.call("targets", plan, results, lax.expand_dims(anchors, (0,)), label, cls_pred))

    def one(rows, scores):
        valid = jnp.cumprod(rows[:, 0] != -1).astype(bool)
        shared, union = _overlaps(anchors[:, None], rows[None, :, 1:5])
        overlaps = jnp.where(union == 0, 0, shared / jnp.where(union == 0, 1, union))
        positive, of = _paired(overlaps, valid)
        seen = jnp.where(valid[None], overlaps, -2)
        best, best_of = seen.max(1), jnp.argmax(seen, 1).astype(of.dtype)
        if overlap_threshold > 0:
            of = jnp.where(positive, of, best_of)
            positive |= best > single(overlap_threshold)
        if negative_mining_ratio > 0:
            wanted = (positive.sum() * jnp.float32(negative_mining_ratio)).astype(jnp.int32)
            wanted = jnp.minimum(wanted, count - positive.sum())
            background = jax.nn.softmax(scores, 0)[0]
            fit = ~positive & (best < single(negative_mining_thresh))
            rank = jnp.argsort(jnp.argsort(jnp.where(fit, background, jnp.inf), stable=True), stable=True)
            negative = fit & (rank < wanted)
        else:
            negative = ~positive
        some = valid.any()
        positive, negative = positive & some, negative & some
        box = rows[of, 1:5]
        size, truth = anchors[:, 2:] - anchors[:, :2], box[:, 2:] - box[:, :2]
        moved = ((box[:, :2] + box[:, 2:]) * 0.5 - (anchors[:, :2] + anchors[:, 2:]) * 0.5) / size
        targets = jnp.concatenate([moved, jnp.log(truth / size)], 1) / jnp.asarray(variances, anchors.dtype)
        classes = jnp.where(positive, rows[of, 0] + 1, jnp.where(negative, 0, single(ignore_label)))
        mask = jnp.broadcast_to(positive[:, None], (count, 4))
        return jnp.where(mask, targets, 0).reshape(-1), mask.astype(anchors.dtype).reshape(-1), classes.astype(anchors.dtype)

    return jax.vmap(one)(label, cls_pred)


@multibox_target.inspects
def _(a, anchor, label, cls_pred):
    if label.ndim == 3 and label.shape[2] >= 5:
        rows = np.asarray(label)[:, :, :5]
        first = np.cumprod(rows[..., 0] != -1, 1)
        for image, end in enumerate(first.sum(1)):
            row = rows[image, min(end, rows.shape[1] - 1)].tolist()
            if end < rows.shape[1] and row != [-1] * 5:
                fail("MultiBoxTarget", f"label {image} has the row {row}: a row of class -1 ends it, and must be -1 throughout")


def _check_detection(cls_prob, loc_pred, anchor, variances):
    """How many boxes there are."""
    name = "MultiBoxDetection"
    check_ndim(name, cls_prob, 3, "cls_prob")
    check_ndim(name, loc_pred, 2, "loc_pred")
    check_ndim(name, anchor, 3, "anchor")
    check(len(variances) == 4, name, f"Variance size must be 4, got {variances}")
    check(len(anchor) == 1, name, f"anchor must have shape (1, n, 4), got {anchor.shape}")
    if len(loc_pred) != len(cls_prob):
        fail(name, f"loc_pred has {len(loc_pred)} rows, cls_prob {len(cls_prob)}; expected equally many")
    count = cls_prob.shape[2]
    check(anchor.shape[1:] == (count, 4), name, f"anchor must have shape (1, {count}, 4), got {anchor.shape}")
    check(loc_pred.shape[1] == 4 * count, name, f"loc_pred needs 4 * {count} columns, got shape {loc_pred.shape}")
    return count


@op(
    "_contrib_MultiBoxDetection",
    "_npx_multibox_detection",
    gradient_names=named,
    outputs=("output",),
    onnx="detection.multibox_detection",
    source="layers.multibox_detection",
)
def multibox_detection(
    cls_prob: Array,
    loc_pred: Array,
    anchor: Array,
    clip: bool = True,
    threshold: float = 0.01,
    background_id: int = 0,
    nms_threshold: float = 0.5,
    force_suppress: bool = False,
    variances: Floats = (0.1, 0.1, 0.2, 0.2),
    nms_topk: int = -1,
    *,
    platform: Platform,
) -> jax.Array:
    """Detections from a network's predictions.

    cls_prob    (batch, classes + 1, n): probabilities, of the background first
    loc_pred    (batch, 4 * n)
    anchor    (1, n, 4) by corners
    clip    keep the boxes inside of the image
    threshold    less probable ones are left out
    background_id    accepted, without effect: the background is class 0
    nms_threshold    boxes that overlap a better one of their class so much are suppressed
    force_suppress    let boxes suppress those of other classes too
    variances    what location predictions are multiplied by
    nms_topk    how many of the best to keep; -1 for all

    Returns (batch, n, 6): rows (class, probability, x1, y1, x2, y2), the best first; class -1 for what is suppressed, rows
    of -1 behind. Has a gradient of zero.

    Examples
    --------
    >>> anchors = nd.array([[[0, 0, 0.5, 0.5], [0.5, 0.5, 1, 1]]])
    >>> probabilities = nd.array([[[0.25, 1], [0.75, 0]]])
    >>> nd.contrib.MultiBoxDetection(probabilities, nd.zeros((1, 8)), anchors)
    [[[ 0.    0.75  0.    0.    0.5   0.5 ]
      [-1.   -1.   -1.   -1.   -1.   -1.  ]]]
    <NDArray 1x2x6 @cpu(0)>
    """
    count = _check_detection(cls_prob, loc_pred, anchor, variances)
    anchors = lax.index_in_dim(anchor, 0, keepdims=False)
    cls_prob, loc_pred, anchors = map(lax.stop_gradient, (cls_prob, loc_pred, anchors))
    kept = min(nms_topk, count) if nms_topk > 0 else count
    if platform == "cpu" and count < 2**31 and kernels.usable("boxes", cls_prob, loc_pred, anchors):
        most = np.nextafter(np.float32(nms_threshold), np.float32(-np.inf))  # an equal overlap suppresses, too
        limits = map(kernels.bits, (threshold, most, *variances))
        plan = DETECT, clip, 0 < nms_threshold <= 1, force_suppress, kept, *limits
        rows = jax.ShapeDtypeStruct((len(cls_prob), count, 6), anchors.dtype)
        return kernels.call("boxes", plan, [rows], cls_prob, loc_pred, anchors)[0]

    def one(probabilities, moves):
        if probabilities.shape[0] > 1:
            score, label = probabilities[1:].max(0), jnp.argmax(probabilities[1:], 0)
        else:
            score, label = jnp.full(count, -1, probabilities.dtype), jnp.full(count, -1)
        valid = (score > -1) & ~(score < single(threshold)) & (label >= 0)
        moves = moves.reshape(count, 4)
        size, middle = anchors[:, 2:] - anchors[:, :2], (anchors[:, :2] + anchors[:, 2:]) / 2
        scale = jnp.asarray(variances, anchors.dtype)
        at = moves[:, :2] * scale[:2] * size + middle
        half = jnp.exp(moves[:, 2:] * scale[2:]) * size / 2
        boxes = jnp.concatenate([at - half, at + half], 1)
        if clip:
            boxes = jnp.clip(boxes, 0, 1)
        rows = jnp.concatenate([label[:, None].astype(boxes.dtype), score[:, None], boxes], 1)
        total = valid.sum()
        places = jnp.arange(count)
        inside = (places < total)[:, None]
        plain = jnp.where(inside, rows[jnp.argsort(~valid, stable=True)], -1)
        if not 0 < nms_threshold <= 1:
            return plain
        ranked = jnp.where(inside, rows[jnp.argsort(jnp.where(valid, -score, jnp.inf), stable=True)], -1)

        def hits(i):
            shared, union = _overlaps(top[i, 2:], top[:, 2:])
            overlaps = jnp.where(union <= 0, 0, shared / jnp.where(union <= 0, 1, union)) >= single(nms_threshold)
            return overlaps if force_suppress else overlaps & (top[i, 0] == top[:, 0])

        top = ranked[:kept]
        alive = suppressed(top[:, 0] >= 0, hits)
        top = top.at[:, 0].set(jnp.where(alive, top[:, 0], -1))
        return jnp.concatenate([top, plain[kept:].at[:, 0].set(-1)])

    return jax.vmap(one)(cls_prob, loc_pred.reshape(cls_prob.shape[0], -1))
