"""The kernel of MultiBoxTarget: results are those of the plain form, with equal overlaps and images without boxes, too."""

import jax
import numpy as np
import pytest

import jmx as mx
import jmx.ops  # declares the operators
from jmx.core.declare import op as declare
from jmx.native import kernels

pytestmark = pytest.mark.skipif(not kernels.usable("targets"), reason=f"kernels: {kernels._load('targets')}")
ATTRIBUTES = [
    {},
    {"overlap_threshold": -1.0, "ignore_label": 7.0},
    {"negative_mining_ratio": 1.5, "negative_mining_thresh": 0.3, "overlap_threshold": 0.3},
    {"negative_mining_ratio": 3.0, "overlap_threshold": 0.6, "ignore_label": -2.0, "variances": (0.5, 1.0, 2.0, 0.25)},
]


def boxes(rng, *shape, rounded):
    """Boxes by corners; where they are rounded, many are equal."""
    low = rng.uniform(0, 0.8, (*shape, 2))
    made = np.concatenate([low, low + rng.uniform(0.05, 0.5, (*shape, 2))], -1)
    return (np.round(made * 4) / 4 + [0, 0, 0.1, 0.1] if rounded else made).astype("f")


def drawn(seed, images, anchors, objects, classes):
    """Anchors, labels of which the last ones end an image, and predictions."""
    rng = np.random.default_rng(seed)
    label = np.concatenate(
        [
            rng.integers(0, classes, (images, objects, 1)),
            boxes(rng, images, objects, rounded=seed % 2),
            rng.random((images, objects, 1)),
        ],
        -1,
    ).astype("f")
    for rows in label:
        rows[rng.integers(0, objects + 1) :] = -1
    scores = rng.standard_normal((images, classes + 1, anchors)).astype("f")
    return boxes(rng, 1, anchors, rounded=seed % 2), label, scores


def forms(arrays, attributes):
    function = declare.find("_contrib_MultiBoxTarget").fn
    for platform in ("cpu", "gpu"):
        program = jax.jit(lambda *arrays, platform=platform: function(*arrays, **attributes, platform=platform))
        assert ("jmx_targets" in program.lower(*arrays).as_text()) == (platform == "cpu")
        yield program(*arrays)


@pytest.mark.parametrize("attributes", ATTRIBUTES)
@pytest.mark.parametrize("sizes", [(3, 40, 6, 4), (2, 7, 9, 1), (1, 1, 1, 2), (2, 700, 20, 3)])
def test_as_xla(sizes, attributes):
    for seed in range(4):
        for ours, plain in zip(*forms(drawn(seed, *sizes), attributes), strict=True):
            np.testing.assert_allclose(ours, plain, rtol=1e-4, atol=1e-5)


def test_strange_numbers_end():
    anchors, label, scores = drawn(0, 2, 30, 5, 3)
    for value in (np.nan, np.inf, -np.inf, 3e38, -3e38, 1e-40):
        for array in (anchors, label[..., 1:], scores):
            wild = array.copy()
            wild.reshape(-1)[::7] = value
            given = [wild if other is array else other for other in (anchors, label[..., 1:], scores)]
            label_given = np.concatenate([label[..., :1], given[1]], -1)
            for attributes in ATTRIBUTES:
                for result in next(forms((given[0], label_given, given[2]), attributes)):
                    assert result.shape[0] == 2


def test_eager_hybridized_and_symbol():
    arrays = drawn(1, 2, 50, 4, 3)
    _, wanted = forms(arrays, ATTRIBUTES[2])
    given = [mx.nd.array(a) for a in arrays]
    net = mx.gluon.nn.HybridLambda(lambda F, *given: F.contrib.MultiBoxTarget(*given, **ATTRIBUTES[2]))
    found = [net(*given)]
    net.hybridize()
    found.append(net(*given))
    graph = mx.sym.contrib.MultiBoxTarget(*map(mx.sym.Variable, "als"), **ATTRIBUTES[2])
    found.append(graph.bind(mx.cpu(), dict(zip("als", given))).forward())
    for results in found:
        for result, plain in zip(results, wanted, strict=True):
            np.testing.assert_allclose(result.asnumpy(), plain, rtol=1e-4, atol=1e-5)


def test_calls_that_no_operator_makes_are_refused(call_directly):
    arrays = drawn(0, 2, 6, 3, 2)

    def call(plan, arrays, width=6):
        results = [np.zeros((2, n), "f") for n in (4 * width, 4 * width, width)]
        return call_directly("jmx_targets", plan, list(arrays), results)

    plan = [*map(kernels.bits, (0.5, -1, -1, 0.5, 0.1, 0.1, 0.2, 0.2))]
    assert call(plan, arrays) is None
    wrong = "other arrays than its plan"
    assert wrong in call(plan[:-1], arrays) and wrong in call(plan, arrays, 7) and wrong in call(plan, arrays[:2])
    assert wrong in call(plan, (arrays[0], arrays[1][..., :4], arrays[2]))
    assert wrong in call(plan, (arrays[0][:, :5], *arrays[1:])) and wrong in call(plan, (arrays[0], arrays[1][:1], arrays[2]))
    assert wrong in call(plan, (arrays[0].astype("d"), *arrays[1:]))
