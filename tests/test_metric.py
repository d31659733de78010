"""Metrics: values beside the real MXNet's, the factory, and what they refuse."""

import json
import math
import pathlib

import numpy as np
import pytest

import jmx as mx
from tests.golden import metric_types_cases
from tests.golden import training_cases as cases

with open(cases.FILE) as _file:
    GOLDEN = json.load(_file)
TYPES = json.loads(pathlib.Path(metric_types_cases.__file__).with_name("metric_types.json").read_text())


def _same(found, wanted):
    if isinstance(wanted, list):
        assert isinstance(found, list | tuple) and len(found) == len(wanted), (found, wanted)
        for a, b in zip(found, wanted):
            _same(a, b)
    elif isinstance(wanted, float) and isinstance(found, int | float):
        assert math.isclose(found, wanted, rel_tol=2e-6, abs_tol=1e-7) or (math.isnan(found) and math.isnan(wanted))
    elif isinstance(wanted, str) and wanted.startswith("EvalMetric"):
        assert found.split(":")[:2] == wanted.split(":")[:2]
    else:
        assert found == wanted


@pytest.mark.parametrize("key", list(cases.metric_cases()))
def test_values_as_in_mxnet(key):
    _same(cases.trace_metric(mx, *cases.metric_cases()[key]), GOLDEN["metrics"][key])


def test_all_names_are_registered():
    names = (
        "acc accuracy caffe ce composite compositeevalmetric crossentropy custommetric f1 loss mae mcc mse "
        "negativeloglikelihood nll_loss pcc pearsoncorrelation pearsonr perplexity rmse top_k_acc top_k_accuracy "
        "topkaccuracy torch"
    )
    assert set(names.split()) == set(mx.registry.get_registry(mx.metric.EvalMetric))


@pytest.mark.parametrize("name", list(metric_types_cases.CASES))
def test_values_are_of_mxnets_types(name):
    """`.item()` and `.round()` are NumPy's, and dividing by a value of 0 gives infinity."""
    assert metric_types_cases.describe(mx, name) == TYPES[name]


def test_every_metric_of_the_registry_has_its_types_compared():
    registered = set(mx.registry.get_registry(mx.metric.EvalMetric).values())
    compared = {type(mx.metric.create(given, **arguments)) for given, arguments, _ in metric_types_cases.CASES.values()}
    assert registered == compared


def test_counts_that_programs_use():
    counts = mx.metric._BinaryClassificationMetrics()
    counts.update_binary_stats(mx.nd.array([0, 1, 1, 0]), mx.nd.array([[0.3, 0.7], [0, 1], [0.4, 0.6], [1, 0]]))
    counts.local_reset_stats()
    counts.update_binary_stats(mx.nd.array([1, 1]), mx.nd.array([[1, 0], [0, 1]]))
    # recorded with MXNet 1.9.1
    assert [counts.true_positives, counts.false_positives, counts.false_negatives, counts.true_negatives] == [1, 0, 1, 0]
    assert [counts.global_true_positives, counts.global_false_negatives, counts.global_total_examples] == [3, 1, 6]
    assert [counts.precision, counts.global_precision, counts.recall, counts.global_recall] == [1.0, 0.75, 0.5, 0.75]
    assert [round(float(v), 6) for v in (counts.fscore, counts.global_fscore)] == [0.666667, 0.75]
    assert [round(v, 6) for v in (counts.matthewscc(), counts.matthewscc(use_global=True))] == [0.0, 0.25]
    assert mx.metric.F1().metrics.total_examples == 0


def test_create():
    create = mx.metric.create
    assert create("acc", axis=2).axis == 2
    assert create('["acc", {"axis": 3}]').axis == 3
    assert create('{"metric": "acc", "axis": 3}').axis == 3
    assert create(mx.metric.Accuracy(axis=4).get_config()).axis == 4
    metric = mx.metric.MSE()
    assert create(metric) is metric
    both = create(["acc", metric])
    assert isinstance(both, mx.metric.CompositeEvalMetric) and both.metrics[1] is metric
    custom = create(lambda label, pred: 0.5)
    assert custom.name == "custom(<lambda>)"


def test_create_refuses():
    with pytest.raises(AssertionError, match="accurracy is not registered.*accuracy"):
        mx.metric.create("accurracy")
    with pytest.raises(AssertionError, match="metric must be of string type"):
        mx.metric.create(3)
    with pytest.raises(AssertionError, match="Additional arguments are invalid"):
        mx.metric.create(mx.metric.MSE(), name="x")
    with pytest.raises(AssertionError, match="Please use Accuracy"):
        mx.metric.create("top_k_accuracy")


def test_custom_metric():
    def count(label, pred):
        assert isinstance(label, np.ndarray)
        return float((label == pred).sum()), label.size

    metric = mx.metric.np(count)
    assert metric.name == "count"
    metric.update([mx.nd.array([1, 2])], [mx.nd.array([1, 3])])
    metric.update(mx.nd.array([5, 6]), mx.nd.array([5, 6]))
    assert metric.get() == ("count", 0.75)
    with pytest.raises(NotImplementedError):
        metric.get_config()
    with pytest.raises(ValueError, match="Shape of labels 1 does not match shape of predictions 2"):
        metric.update([mx.nd.zeros((1,))], [mx.nd.zeros((1,))] * 2)
    loose = mx.metric.CustomMetric(lambda label, pred: 1, name="c", allow_extra_outputs=True)
    loose.update([mx.nd.zeros((1,))], [mx.nd.zeros((1,))] * 2)
    assert loose.get() == ("c", 1.0)


def test_own_subclass():
    @mx.metric.register
    @mx.metric.alias("half_of")
    class Half(mx.metric.EvalMetric):
        def __init__(self, name="half"):
            super().__init__(name)

        def update(self, labels, preds):
            self.sum_metric += np.float32(0.5)
            self.num_inst += 1

    metric = mx.metric.create("half_of")
    metric.update(None, None)
    assert metric.get() == ("half", 0.5) and type(metric.get()[1]) is np.float64
    assert metric.get_global() == ("half", 0.5)
    with pytest.warns(UserWarning, match="overriding"):
        mx.metric.register(type("Half", (Half,), {}))


def test_update_dict():
    metric = mx.metric.Accuracy(label_names=["l"], output_names=["o"])
    metric.update_dict({"l": mx.nd.array([1, 0]), "other": None}, {"o": mx.nd.array([1, 1])})
    assert metric.get() == ("accuracy", 0.5)
    with pytest.raises(KeyError):
        metric.update_dict({"l": mx.nd.array([1, 0])}, {})
    both = mx.metric.CompositeEvalMetric(["acc", "mae"], label_names=["l"], output_names=["o"])
    both.update_dict({"l": mx.nd.array([1, 0]), "x": mx.nd.zeros((1,))}, {"o": mx.nd.array([1, 1])})
    assert both.get() == (["accuracy", "mae"], [0.5, 0.5])
    assert both.get_metric(1).name == "mae"
    assert isinstance(both.get_metric(7), ValueError)


@pytest.mark.parametrize(
    "name, options, label, pred, error, text",
    [
        ("acc", {}, (2,), (3, 2), ValueError, "Shape of labels 2 does not match shape of predictions 3"),
        ("f1", {}, (2,), (3, 2), ValueError, "does not match"),
        ("ce", {}, (2,), (3, 2), AssertionError, "2 labels for 3"),
        ("mae", {}, (3,), (4,), ValueError, None),
        ("top_k_acc", {"top_k": 2}, (2,), (2, 3, 4), AssertionError, "no more than 2 dims"),
        ("top_k_acc", {"top_k": 5}, (2,), (2, 3), ValueError, None),
        ("pearsonr", {}, (2,), (2, 1), ValueError, "does not match"),
        ("perplexity", {"ignore_label": None}, (3,), (6, 4), AssertionError, "shape mismatch"),
        ("perplexity", {"ignore_label": None}, (2, 3), (2, 3, 4), mx.base.MXNetError, r"\(n, classes\)"),
    ],
)
def test_bad_shapes_leave_the_metric_as_it_was(name, options, label, pred, error, text):
    metric = mx.metric.create(name, **options)
    good = mx.nd.array([0, 1]), mx.nd.array([[0.9, 0.1], [0.2, 0.8]])
    with pytest.raises(error, match=text):
        metric.update([good[0], mx.nd.ones(label)], [good[1], mx.nd.ones(pred)])
    assert metric.num_inst == 0 and math.isnan(metric.get()[1])


def test_binary_metrics_refuse_three_classes():
    with pytest.raises(ValueError, match="F1 currently only supports binary classification"):
        mx.metric.F1().update([mx.nd.array([0, 1, 2])], [mx.nd.zeros((3, 2))])
    with pytest.raises(IndexError):
        mx.metric.CrossEntropy().update([mx.nd.array([0, 5])], [mx.nd.zeros((2, 2))])


def test_half_precision_loss_does_not_overflow():
    metric = mx.metric.Loss()
    metric.update(None, mx.nd.ones((300, 300), dtype="float16") * 2)
    assert metric.get() == ("loss", 2.0)


def test_the_perplexity_of_a_single_sample():
    metric = mx.metric.Perplexity(ignore_label=None)
    metric.update(mx.nd.array([1, 0]), mx.nd.array([[0.1, 0.9], [0.2, 0.8]]))
    assert metric.get()[1] == pytest.approx(2.357, abs=1e-3)  # MXNet 1.9.1's
