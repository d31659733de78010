"""Region proposals of batches."""

import numpy as np
import pytest

from jmx import nd


def _batch(count, size, anchors, seed):
    draw = np.random.default_rng(seed)
    shapes = (count, 2 * anchors, size, size), (count, 4 * anchors, size, size)
    info = np.stack([draw.integers(100, 16 * size, count), draw.integers(100, 16 * size, count), draw.uniform(0.7, 1, count)], 1)
    return [nd.array(x) for x in (*(draw.random(shape) for shape in shapes), info)]


@pytest.mark.parametrize("limit", [20, 400])
def test_an_images_proposals_do_not_depend_on_its_batch(limit):
    options = {
        "scales": (4, 8),
        "ratios": (0.5, 1, 2),
        "rpn_pre_nms_top_n": 800,
        "rpn_post_nms_top_n": limit,
        "output_score": True,
    }
    batch = _batch(3, 14, 6, 0)
    regions, scores = nd.contrib.MultiProposal(*batch, **options)
    assert regions.shape == (3 * limit, 5) and scores.shape == (3 * limit, 1)
    for i in range(3):
        alone, score = nd.contrib.Proposal(*(x[i : i + 1] for x in batch), **options)
        mine = slice(i * limit, (i + 1) * limit)
        np.testing.assert_array_equal(regions[mine, 1:].asnumpy(), alone[:, 1:].asnumpy())
        np.testing.assert_array_equal(scores[mine].asnumpy(), score.asnumpy())
        assert (regions[mine, 0].asnumpy() == i).all()
    assert (np.diff(scores[:20, 0].asnumpy()) <= 0).all()  # the best first


def test_what_overlaps_a_better_region_is_left_out():
    regions = nd.contrib.MultiProposal(
        *_batch(1, 14, 6, 1), scales=(4, 8), rpn_pre_nms_top_n=200, rpn_post_nms_top_n=12, threshold=0.5
    )
    boxes = regions[:, 1:].asnumpy()
    low, high = np.maximum(boxes[:, None, :2], boxes[None, :, :2]), np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    shared = np.prod(np.maximum(high - low + 1, 0), -1)
    area = np.prod(boxes[:, 2:] - boxes[:, :2] + 1, 1)
    overlap = shared / (area[:, None] + area - shared)
    assert (overlap[~np.eye(12, dtype=bool)] <= 0.5 + 1e-5).all()
