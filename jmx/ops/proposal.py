"""Region proposals: the best boxes of a region proposal network, without those that repeat better ones."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..core.declare.op import Array, Floats, Platform, op
from ..core.declare.traits import named
from ..native import kernels
from ._attributes import attributes_of
from ._checks import check, check_ndim
from ._numeric import single
from .boxes import PROPOSE


def _anchors(stride, scales, ratios):
    """(ratios * scales, 4): boxes around the first place, by corners."""
    f = np.float32
    size = f(stride)
    middle, boxes = f(0.5) * (size - 1), []
    for ratio in map(f, ratios):
        for scale in map(f, scales):
            plain = np.floor(np.sqrt(np.floor(size * size / ratio)) + f(0.5))
            width = plain * scale
            height = np.floor(width / scale * ratio + f(0.5)) * scale
            half = f(0.5) * (np.array([width, height], f) - 1)
            boxes.append([*(middle - half), *(middle + half)])
    return np.array(boxes, f)


def _rounded(product):
    """A product that is added to only after it has been rounded, as in MXNet.

    Left alone, the compiler does both in one instruction where it likes to, for each size of batch anew, so that an image's
    regions would depend on the others of its batch.
    """
    info = jnp.finfo(product.dtype)
    return lax.reduce_precision(product, info.nexp, info.nmant)


def _moved(boxes, moves, iou_loss):
    if iou_loss:
        return boxes + moves
    size = boxes[:, 2:] - boxes[:, :2] + 1
    moved, scaled = _rounded(moves[:, :2] * size), _rounded(jnp.exp(moves[:, 2:]) * size)
    middle = boxes[:, :2] + 0.5 * (size - 1) + moved
    half = 0.5 * (scaled - 1)
    return jnp.concatenate([middle - half, middle + half], 1)


def _kept(boxes, threshold, limit):
    """(places of the first `limit` boxes that no better one suppresses, how many they are); boxes are sorted."""
    count = len(boxes)
    places = jnp.arange(count, dtype=jnp.int32)
    left, top, right, bottom = boxes.T
    area = (right - left + 1) * (bottom - top + 1)

    def best(alive):
        """The place of the first box that is left, `count` if none is."""
        return jnp.min(jnp.where(alive, places, count))

    def step(state):
        i, alive, kept, number = state
        width = jnp.minimum(right[i], right) - jnp.maximum(left[i], left) + 1
        height = jnp.minimum(bottom[i], bottom) - jnp.maximum(top[i], top) + 1
        shared = jnp.maximum(width, 0) * jnp.maximum(height, 0)
        alive = alive & ~(shared / (area[i] + area - shared) > threshold) & (places != i)
        return best(alive), alive, kept.at[number].set(i), number + 1

    start = jnp.int32(0), jnp.ones(count, bool), jnp.zeros(limit, jnp.int32), jnp.int32(0)
    return lax.while_loop(lambda state: (state[0] < count) & (state[3] < limit), step, start)[2:]


def _propose(
    name, cls_prob, bbox_pred, im_info, rpn_pre_nms_top_n, rpn_post_nms_top_n, threshold, rpn_min_size, scales, ratios,
    feature_stride, iou_loss, platform, **ignored,
):  # fmt: skip
    before, after, min_size, stride = rpn_pre_nms_top_n, rpn_post_nms_top_n, rpn_min_size, feature_stride
    check(stride > 0, name, f"feature_stride must be positive, got {stride}")
    check(after > 0, name, f"rpn_post_nms_top_n must be positive, got {after}")
    for label, x, ndim in (("cls_prob", cls_prob, 4), ("bbox_pred", bbox_pred, 4), ("im_info", im_info, 2)):
        check_ndim(name, x, ndim, label)
    cls_prob, bbox_pred, im_info = map(lax.stop_gradient, (cls_prob, bbox_pred, im_info))
    base = _anchors(stride, scales, ratios)
    per_place, (height, width) = len(base), cls_prob.shape[2:]
    check(cls_prob.shape[1] == 2 * per_place, name, f"cls_prob needs 2 * {per_place} channels, got shape {cls_prob.shape}")
    check(bbox_pred.shape[1] == 4 * per_place, name, f"bbox_pred needs 4 * {per_place} channels, got shape {bbox_pred.shape}")
    check(im_info.shape[1] == 3, name, f"im_info needs rows (height, width, scale), got shape {im_info.shape}")
    count = per_place * height * width
    before = min(before, count) if before > 0 else count
    limit = min(after, before)
    if platform == "cpu" and count < 2**31 and kernels.usable("boxes", cls_prob, bbox_pred, im_info):
        results = [jax.ShapeDtypeStruct((len(cls_prob) * after, n), base.dtype) for n in (5, 1)]
        plan = PROPOSE, per_place, stride, before, after, iou_loss, kernels.bits(threshold), kernels.bits(min_size)
        return tuple(kernels.call("boxes", plan, results, cls_prob, bbox_pred, im_info, base))
    shift = np.stack(np.meshgrid(np.arange(width), np.arange(height)), -1).astype(np.float32) * stride
    boxes = (base[None, None] + np.tile(shift, 2)[:, :, None]).reshape(-1, 4)
    row, column = (np.repeat(p.reshape(-1), per_place) for p in np.indices((height, width)))

    def one(scores, moves, info):
        scores = scores[per_place:].transpose(1, 2, 0).reshape(-1)
        moves = moves.reshape(per_place, 4, height, width).transpose(2, 3, 0, 1).reshape(-1, 4)
        ends = jnp.stack([info[1], info[0], info[1], info[0]]) - 1
        regions = jnp.maximum(jnp.minimum(_moved(jnp.asarray(boxes), moves, iou_loss), ends), 0)
        real = (info[:2] / stride).astype(jnp.int32)
        scores = jnp.where((row >= real[0]) | (column >= real[1]), -1, scores)
        least = min_size * info[2]
        small = ((regions[:, 2:] - regions[:, :2] + 1) < least).any(1)
        regions = jnp.where(small[:, None], regions + least / 2 * jnp.asarray([-1, -1, 1, 1], regions.dtype), regions)
        scores = jnp.where(small, -1, scores)
        order = jnp.argsort(-scores, stable=True)[:before]
        regions, scores = regions[order], scores[order]
        kept, total = _kept(regions, single(threshold), limit)
        taken = kept[jnp.arange(after) % total]
        return regions[taken], scores[taken]

    regions, scores = jax.vmap(one)(cls_prob, bbox_pred, im_info)
    number = jnp.repeat(jnp.arange(len(cls_prob)), after).astype(regions.dtype)
    return jnp.concatenate([number[:, None], regions.reshape(-1, 4)], 1), scores.reshape(-1, 1)


def _declared(*names):
    def declare(fn):
        operator = op(
            *names,
            outputs=("output", "score"),
            visible=lambda a: 2 if a.output_score else 1,
            gradient_names=named,
            ignores_out_grad=True,
        )(fn)

        @operator.inspects
        def _(a, cls_prob, bbox_pred, im_info):
            if cls_prob.ndim == 4 and im_info.ndim == 2 and im_info.shape[1] == 3:
                places = (np.asarray(im_info)[:, :2] / a.feature_stride).astype(int)
                check((places <= cls_prob.shape[2:]).all(), names[0],
                      f"images of {np.asarray(im_info)[:, :2].tolist()} have more places, {a.feature_stride} apart, than the "
                      f"maps: {cls_prob.shape[2:]}. Give larger maps, or a larger feature_stride.")  # fmt: skip

        return operator

    return declare


@_declared("_contrib_Proposal")
def proposal(
    cls_prob: Array,
    bbox_pred: Array,
    im_info: Array,
    rpn_pre_nms_top_n: int = 6000,
    rpn_post_nms_top_n: int = 300,
    threshold: float = 0.7,
    rpn_min_size: int = 16,
    scales: Floats = (4.0, 8.0, 16.0, 32.0),
    ratios: Floats = (0.5, 1.0, 2.0),
    feature_stride: int = 16,
    output_score: bool = False,
    iou_loss: bool = False,
    *,
    platform: Platform,
) -> tuple[jax.Array, jax.Array]:
    """The best regions in an image, as rows (0, x1, y1, x2, y2).

    cls_prob    (1, 2 * anchors, height, width): probabilities, of the background first
    bbox_pred    (1, 4 * anchors, height, width): how the anchors move
    im_info    (1, 3): height, width and scale of the image
    rpn_pre_nms_top_n    how many of the best to look at
    rpn_post_nms_top_n    how many regions to return; too few are repeated
    threshold    regions that overlap a better one more are left out
    rpn_min_size    the least height and width, at scale 1
    scales, ratios    of the anchors, one for each pair
    feature_stride    the distance of places in the image
    output_score    return their probabilities (rpn_post_nms_top_n, 1) too
    iou_loss    bbox_pred moves the corners

    Returns (rpn_post_nms_top_n, 5). Has a gradient of zero.

    Examples
    --------
    >>> probabilities, boxes, size = nd.ones((1, 2, 4, 4)) / 2, nd.zeros((1, 4, 4, 4)), nd.array([[64, 64, 1]])
    >>> nd.contrib.Proposal(
    ...     probabilities, boxes, size, scales=(2,), ratios=(1,), rpn_pre_nms_top_n=8, rpn_post_nms_top_n=3
    ... ).shape
    (3, 5)
    """
    check(cls_prob.shape[0] == 1, "Proposal", f"one image at a time, got {cls_prob.shape[0]}; use MultiProposal")
    return _propose("Proposal", **locals())


@_declared("_contrib_MultiProposal")
@attributes_of(proposal)
def multi_proposal(cls_prob: Array, bbox_pred: Array, im_info: Array, *, platform: Platform, **a) -> tuple[jax.Array, jax.Array]:
    """The best regions in each image of a batch, one after the other.

    cls_prob    (batch, 2 * anchors, height, width): probabilities of background, then of objects
    bbox_pred    (batch, 4 * anchors, height, width): what a network predicts for the anchors
    im_info    (batch, 3): height, width and scale of each image

    Returns (batch * rpn_post_nms_top_n, 5): rows (image number, x1, y1, x2, y2). Has a gradient of zero.

    Examples
    --------
    >>> probabilities, boxes = nd.ones((2, 2, 4, 4)) / 2, nd.zeros((2, 4, 4, 4))
    >>> size = nd.array([[64, 64, 1], [64, 64, 1]])
    >>> nd.contrib.MultiProposal(
    ...     probabilities, boxes, size, scales=(2,), ratios=(1,), rpn_pre_nms_top_n=8, rpn_post_nms_top_n=3
    ... ).shape
    (6, 5)
    """
    return _propose("MultiProposal", cls_prob, bbox_pred, im_info, platform=platform, **a)
