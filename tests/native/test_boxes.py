"""The kernels of boxes: results are those of XLA's forms, with equal scores, strange numbers and many boxes, too."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
import jmx.ops  # declares the operators
from jmx.core.declare import op as declare
from jmx.native import kernels

pytestmark = pytest.mark.skipif(not kernels.usable("boxes"), reason=f"kernels: {kernels._load('boxes')}")
STRANGE = np.array([np.nan, np.inf, -np.inf, 3e38, -3e38, 0, -0.0, 1e-40], "f")


def corners(rng, *shape):
    low, size = rng.uniform(0, 1, (*shape, 2)), rng.uniform(0.05, 0.4, (*shape, 2))
    return np.concatenate([low, low + size], -1).astype("f")


def rows(images, count, classes=3, seed=0, strange=False):
    """(class, score, corners): scores repeat."""
    rng = np.random.default_rng(seed)
    label, score = rng.integers(-1, classes, (images, count, 1)), rng.integers(-3, 20, (images, count, 1)) / 20
    made = np.concatenate([label, score, corners(rng, images, count)], -1).astype("f")
    if strange:
        some = rng.random(made.shape) < 0.1
        made[some] = rng.choice(STRANGE, some.sum())
    return made


def both(name, *arrays, **attributes):
    """What the kernel and XLA make."""
    function = declare.find(name).fn
    for platform in ("cpu", "gpu"):
        program = jax.jit(lambda *arrays, platform=platform: function(*arrays, **attributes, platform=platform))
        assert ("jmx_boxes" in program.lower(*arrays).as_text()) == (platform == "cpu")
        yield program(*map(jnp.asarray, arrays))


def expect_same(name, *arrays, **attributes):
    ours, plain = both(name, *arrays, **attributes)
    for one, other in zip(jax.tree.leaves(ours), jax.tree.leaves(plain), strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)
    return ours


@pytest.mark.parametrize("strange", [False, True])
@pytest.mark.parametrize(
    "attributes",
    [
        {},
        {"id_index": 0, "topk": 25, "overlap_thresh": 0.2},
        {"id_index": 0, "background_id": 1, "valid_thresh": 0.3, "overlap_thresh": 0},
        {"id_index": 0, "force_suppress": True, "in_format": "center", "valid_thresh": -1, "overlap_thresh": -0.5},
        {"in_format": "center", "out_format": "corner", "topk": 1000, "overlap_thresh": 1},
    ],
)
def test_box_nms(attributes, strange):
    expect_same("_contrib_box_nms", rows(3, 70, strange=strange), **attributes)


def test_many_boxes():
    data = rows(1, 3000, 20, seed=1)
    kept = expect_same("_contrib_box_nms", data, id_index=0)
    assert 100 < (kept[..., 1] >= 0).sum() < 2300
    for count in (1, 15, 16, 17, 33):
        expect_same("_contrib_box_nms", data[:, :count].repeat(2, 0))


def test_box_nms_eager_hybridized_symbol_and_gradient():
    x = mx.nd.array(rows(2, 40))
    x.attach_grad()

    class Net(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return F.contrib.box_nms(x, id_index=0)

    head, found = mx.nd.random.uniform(shape=x.shape), []
    for hybrid in (False, True):
        net = Net()
        net.hybridize(hybrid)
        with mx.autograd.record():
            out = net(x)
        out.backward(head)
        found.append((out.asnumpy(), x.grad.asnumpy()))
    bound = Net()(mx.sym.Variable("x")).bind(mx.cpu(), {"x": x}, {"x": mx.nd.zeros_like(x)})
    bound.forward(is_train=True)
    bound.backward(head)
    found.append((bound.outputs[0].asnumpy(), bound.grad_dict["x"].asnumpy()))
    plain = jax.vjp(lambda x: declare.find("_contrib_box_nms").fn(x, id_index=0, platform="gpu"), x.asnumpy())
    for out, slope in found:
        np.testing.assert_array_equal(out, plain[0])
        np.testing.assert_array_equal(slope, plain[1](head.asnumpy())[0])


@pytest.mark.parametrize("strange", [False, True])
@pytest.mark.parametrize(
    "attributes",
    [
        {},
        {"clip": False, "nms_topk": 20, "threshold": 0.4},
        {"nms_threshold": 0.0},
        {"force_suppress": True, "nms_threshold": 0.2},
    ],
)
def test_detections(attributes, strange):
    rng = np.random.default_rng(2)
    chances = rng.integers(0, 10, (2, 4, 60)).astype("f") / 10
    moves, anchors = rng.standard_normal((2, 240), "f"), corners(rng, 1, 60)
    if strange:
        for made in (chances, moves, anchors):
            some = rng.random(made.shape) < 0.03
            made[some] = rng.choice(STRANGE, some.sum())
    expect_same("_contrib_MultiBoxDetection", chances, moves, anchors, **attributes)
    expect_same("_contrib_MultiBoxDetection", chances[:, :1], moves, anchors, **attributes)


@pytest.mark.parametrize(
    "attributes",
    [{}, {"rpn_pre_nms_top_n": 100, "threshold": 0.4}, {"iou_loss": True, "rpn_min_size": 40}, {"rpn_post_nms_top_n": 900}],
)
def test_proposals(attributes):
    rng = np.random.default_rng(3)
    scores = rng.integers(0, 50, (2, 24, 7, 9)).astype("f") / 50
    scores[0, 15, 2, 3] = np.nan
    about = np.array([[112, 144, 1], [90, 100, 1.5]], "f")
    moves = rng.standard_normal((2, 48, 7, 9), "f") * (8 if attributes.get("iou_loss") else 0.3)
    usual = {"scales": (4, 8, 16, 32), "ratios": (0.5, 1, 2), "feature_stride": 16, "rpn_min_size": 16, "rpn_pre_nms_top_n": 6000}
    attributes = {**usual, "threshold": 0.7, "rpn_post_nms_top_n": 40, "iou_loss": False, **attributes}
    expect_same("_contrib_MultiProposal", scores, moves, about, **attributes)
    expect_same("_contrib_Proposal", scores[:1], moves[:1], about[:1], **attributes)


def test_calls_that_no_operator_makes_are_refused(call_directly):
    data, places = np.array(rows(2, 5)), np.zeros((2, 5), np.int32)
    good = [0, 5, 2, 1, 0, -1, 0, 0, 0, 0]

    def call(plan):
        return call_directly("jmx_boxes", plan, [data], [places])

    assert kernels.usable("boxes") and call(good) is None
    for at, number in ((0, 3), (0, 1), (0, 2), (0, -1), (1, -1), (2, 3), (2, -1), (2, 2**62), (3, 6), (3, -1), (4, 6)):
        plan = [*good]
        plan[at] = number
        assert "other arrays than its plan" in (call(plan) or ""), plan
