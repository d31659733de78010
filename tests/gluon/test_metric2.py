"""`gluon.metric`: what MXNet 2.0 counts otherwise than `mx.metric`, and what it has besides, against the definitions."""

import json

import mxnet as mx
import numpy as np
import pytest
from mxnet import np as mxnp
from mxnet.gluon import metric

LABELS = np.array([0, 1, 1, 0, 1])
SCORES = np.array([[0.3, 0.7], [0.0, 1.0], [0.4, 0.6], [0.9, 0.1], [0.8, 0.2]])


def _value(one, *batches):
    for label, pred in batches:
        one.update(mxnp.array(label), mxnp.array(pred))
    return one.get()[1]


@pytest.mark.parametrize("name", ["acc", "f1", "mcc", "perplexity", "pearsonr", "pcc", "ce", "loss", "fbeta", "cos_sim"])
def test_made_by_name_and_from_its_configuration(name):
    made = metric.create({"cos_sim": "meancosinesimilarity"}.get(name, name))
    assert metric.create(json.dumps(made.get_config())).get_config() == made.get_config()


@pytest.mark.parametrize(("beta", "expected"), [(1, 2 / 3), (2, 2 / 3)])
def test_fbeta_over_all_batches(beta, expected):
    batches = [(LABELS[:2], SCORES[:2]), (LABELS[2:], SCORES[2:])]
    assert _value(metric.Fbeta(beta=beta), *batches) == pytest.approx(expected)
    precision, recall = 2 / 3, 2 / 3
    score = (1 + beta**2) * precision * recall / (beta**2 * precision + recall)
    assert score == pytest.approx(expected)


def test_f1_of_classes():
    labels, scores = [0, 1, 2, 2], np.eye(3)[[0, 2, 2, 1]]
    each = _value(metric.F1(class_type="multiclass", average=None), (labels, scores))
    np.testing.assert_allclose(each, [1, 0, 0.5])
    assert _value(metric.F1(class_type="multiclass", average="macro"), (labels, scores)) == pytest.approx(0.5)
    assert _value(metric.F1(class_type="multiclass"), (labels, scores)) == pytest.approx(0.5)
    several = _value(metric.F1(class_type="multilabel", threshold=0.4), ([[1, 0], [1, 1]], [[0.5, 0.1], [0.5, 0.3]]))
    assert several == pytest.approx(2 * 1 * (2 / 3) / (1 + 2 / 3))
    with pytest.raises(ValueError, match="Wrong class_type ordinal"):
        metric.F1(class_type="ordinal")
    with pytest.raises(ValueError, match="Wrong label for binary classification"):
        _value(metric.F1(), ([0, 2], [[0.1, 0.9], [0.5, 0.5]]))


def test_matthews_correlation():
    found = (SCORES[:, 1] > 0.5).astype(int)
    expected = np.corrcoef(LABELS, found)[0, 1]
    assert _value(metric.MCC(), (LABELS[:3], SCORES[:3]), (LABELS[3:], SCORES[3:])) == pytest.approx(expected)


def test_errors_are_means_over_samples():
    labels, preds = np.array([[1.0, 2], [3, 4], [5, 6]]), np.array([[1.0, 0], [3, 4], [2, 6]])
    batches = [(labels[:1], preds[:1]), (labels[1:], preds[1:])]
    assert _value(metric.MAE(), *batches) == pytest.approx(5 / 6)
    assert _value(metric.MSE(), *batches) == pytest.approx(13 / 6)
    assert _value(metric.RMSE(), *batches) == pytest.approx((13 / 6) ** 0.5)
    assert _value(metric.MeanPairwiseDistance(), *batches) == pytest.approx(5 / 3)


def test_cosine_similarity():
    assert _value(metric.MeanCosineSimilarity(), ([[1, 0], [1, 1]], [[2, 0], [1, -1]])) == pytest.approx(0.5)


def test_binary_accuracy_of_several_thresholds():
    value = _value(metric.BinaryAccuracy(threshold=mxnp.array([0.2, 0.8])), ([[1, 0], [1, 1]], [[0.3, 0.7], [0.1, 0.9]]))
    assert value == pytest.approx(3 / 4)
    with pytest.raises(ValueError, match="threshold must be a number or an array"):
        _value(metric.BinaryAccuracy(threshold="0.5"), ([1], [0.3]))


def test_cross_entropy():
    probabilities = np.array([[0.2, 0.3, 0.5], [0.6, 0.1, 0.3], [0.1, 0.8, 0.1]])
    labels = [2, 1, 0]
    expected = -np.log([0.5, 0.1, 0.1]).mean()
    assert _value(metric.CrossEntropy(), (labels, probabilities)) == pytest.approx(expected, rel=1e-6)
    assert _value(metric.CrossEntropy(from_logits=True), (labels, np.log(probabilities) + 3)) == pytest.approx(expected, rel=1e-6)
    assert _value(metric.Perplexity(ignore_label=0), (labels, probabilities)) == pytest.approx(0.05**-0.5, rel=1e-6)
    assert np.isnan(metric.Perplexity().get()[1])


def test_functions_get_arrays_of_mx_np():
    seen = []

    def share(label, pred):
        seen.append((type(label), type(pred)))
        return (label == pred.argmax(axis=1)).sum(), label.size

    assert _value(metric.create(share), (LABELS, SCORES)) == pytest.approx(0.6)
    assert seen == [(mx.np.ndarray, mx.np.ndarray)]
