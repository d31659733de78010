"""F1 score and Matthews correlation of two classes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy

from .._described import described_by
from .base import NAMES_DOC, EvalMetric, check_label_shapes, register

if TYPE_CHECKING:
    from ..ndarray.ndarray import NDArray

__all__ = ["F1", "MCC"]


class _Counts:
    """Right and wrong answers of a binary classification. MXNet keeps those of an interval and of all in one object."""

    def __init__(self, prefix: str) -> None:
        self._names = [f"{prefix}{name}" for name in ("true_positives", "false_positives", "false_negatives", "true_negatives")]

    def __get__(self, owner, cls=None):
        return [getattr(owner, name) for name in self._names]

    def __set__(self, owner, counts):
        for name, count in zip(self._names, counts):
            setattr(owner, name, count)


def _precision(counts):
    right, wrong, _, _ = counts
    return float(right) / (right + wrong) if right + wrong else 0.0


def _recall(counts):
    right, _, missed, _ = counts
    return float(right) / (right + missed) if right + missed else 0.0


def _fscore(counts):
    precision, recall = _precision(counts), _recall(counts)
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0


def _matthews(counts):
    if not sum(counts):
        return 0.0
    tp, fp, fn, tn = map(float, counts)
    product = 1.0
    for term in (tp + fp, tp + fn, tn + fp, tn + fn):
        product *= term or 1.0
    return (tp * tn - fp * fn) / math.sqrt(product)


class _BinaryClassificationMetrics:
    """Counts of a binary classification, in the current interval and of all updates, and scores of them.

    Programs that derive metrics from `F1` use it under this name.
    """

    _local, _global = _Counts(""), _Counts("global_")

    def __init__(self) -> None:
        self.reset_stats()

    def update_binary_stats(self, label: Any, pred: Any) -> None:
        """Count a pair of NDArrays: labels 0 and 1 of shape (n,), and scores of both classes, (n, 2)."""
        self._add(*_binary(label, pred, type(self).__name__))

    def _add(self, label: Any, pred: Any) -> None:
        pred_true, label_true = pred == 1, label == 1
        both, predicted, actual = (pred_true & label_true).sum(), pred_true.sum(), label_true.sum()
        counts = both, predicted - both, actual - both, label.size - predicted - actual + both
        self._local = [old + new for old, new in zip(self._local, counts)]
        self._global = [old + new for old, new in zip(self._global, counts)]

    precision = property(lambda self: _precision(self._local))
    global_precision = property(lambda self: _precision(self._global))
    recall = property(lambda self: _recall(self._local))
    global_recall = property(lambda self: _recall(self._global))
    fscore = property(lambda self: _fscore(self._local))
    global_fscore = property(lambda self: _fscore(self._global))
    total_examples = property(lambda self: sum(self._local))
    global_total_examples = property(lambda self: sum(self._global))

    def matthewscc(self, use_global: bool = False) -> Any:
        """The Matthews correlation."""
        return _matthews(self._global if use_global else self._local)

    def local_reset_stats(self) -> None:
        """Forget the current interval."""
        self._local = (0,) * 4

    def reset_stats(self) -> None:
        """Forget everything."""
        self._local = self._global = (0,) * 4


def _binary(label, pred, name):
    """Labels and predicted classes of a pair of NDArrays, as NumPy arrays of one shape."""
    pred = pred.asnumpy()
    label = label.asnumpy().astype("int32")
    check_label_shapes(label, pred)
    classes = numpy.unique(label)
    if len(classes) > 2:
        raise ValueError(f"{name} currently only supports binary classification. Got labels {classes[:5].tolist()}")
    pred = numpy.argmax(pred, axis=1)
    return label.reshape(pred.shape), pred


class _BinaryMetric(EvalMetric):
    """A score of the counts, per update ('macro') or over all samples."""

    def __init__(self, name: str, output_names: Sequence[str] | None, label_names: Sequence[str] | None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def _update(self, labels: Any, preds: Any, counts: Any, average: Any, score: Any) -> None:
        labels, preds = check_label_shapes(labels, preds, True)
        # read first, so that a bad pair leaves the statistics as they were
        for pair in [_binary(label, pred, type(self).__name__) for label, pred in zip(labels, preds)]:
            counts._add(*pair)
        if average == "macro":
            self.sum_metric += score(counts._local)
            self.global_sum_metric += score(counts._global)
            self.num_inst += 1
            self.global_num_inst += 1
            counts.reset_stats()
        else:
            self.sum_metric = score(counts._local) * counts.total_examples
            self.global_sum_metric = score(counts._global) * counts.global_total_examples
            self.num_inst = counts.total_examples
            self.global_num_inst = counts.global_total_examples


@register
@described_by(NAMES_DOC)
class F1(_BinaryMetric):
    """F1 score, 2 * precision * recall / (precision + recall), of class 1 among two.

    Labels have shape (n,) and hold 0 and 1, predictions (n, 2) hold a score per class.

    Parameters
    ----------
    average : {'macro', 'micro'}, default 'macro'
        Mean of each update's score, or one score over all samples.

    Raises
    ------
    ValueError
        More than two classes occur.

    Examples
    --------
    >>> metric = mx.metric.F1()
    >>> metric.update([nd.array([0, 1, 1])], [nd.array([[0.3, 0.7], [0, 1], [0.4, 0.6]])])
    >>> metric.get()
    ('f1', 0.8)
    """

    def __init__(
        self,
        name: str = "f1",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
        average: Literal["macro", "micro"] | str = "macro",
    ) -> None:
        self.average = average
        self.metrics = _BinaryClassificationMetrics()
        super().__init__(name, output_names, label_names)

    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None:
        self._update(labels, preds, self.metrics, self.average, _fscore)

    def reset(self) -> None:
        super().reset()
        self.metrics.reset_stats()

    def reset_local(self) -> None:
        super().reset_local()
        self.metrics.local_reset_stats()


@register
class MCC(_BinaryMetric):
    """Matthews correlation coefficient of two classes; parameters and shapes as for `F1`.

    (tp * tn - fp * fn) / sqrt((tp + fp) (tp + fn) (tn + fp) (tn + fn)), with counts of true and false positives and negatives.

    Parameters
    ----------
    average : {'macro', 'micro'}, default 'macro'
        Mean of each update's score, or one score over all samples.
    name, output_names, label_names
        As for :class:`EvalMetric`.

    Examples
    --------
    >>> metric = mx.metric.MCC()
    >>> metric.update([nd.array([0, 1, 1, 0])], [nd.array([[0.3, 0.7], [0, 1], [0.4, 0.6], [1, 0]])])
    >>> round(float(metric.get()[1]), 4)
    0.5774
    """

    def __init__(
        self,
        name: str = "mcc",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
        average: Literal["macro", "micro"] | str = "macro",
    ) -> None:
        self._average = average
        self._metrics = _BinaryClassificationMetrics()
        super().__init__(name, output_names, label_names)

    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None:
        self._update(labels, preds, self._metrics, self._average, _matthews)

    def reset(self) -> None:
        super().reset()
        self._metrics.reset_stats()

    def reset_local(self) -> None:
        super().reset_local()
        self._metrics.local_reset_stats()
