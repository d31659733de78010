"""F1 score and Matthews correlation of two classes."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

import numpy

from .base import NAMES_DOC, EvalMetric, check_label_shapes, register

__all__ = ["F1", "MCC"]


class _Confusion:
    """Counts of a binary classification."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.true_positives = 0
        self.false_negatives = 0
        self.false_positives = 0
        self.true_negatives = 0

    def add(self, label, pred):
        """Count from integer labels and from class labels predicted, both 0/1 arrays."""
        pred_true, label_true = pred == 1, label == 1
        both = int((pred_true & label_true).sum())
        predicted, actual = int(pred_true.sum()), int(label_true.sum())
        self.true_positives += both
        self.false_positives += predicted - both
        self.false_negatives += actual - both
        self.true_negatives += int(label.size) - predicted - actual + both

    @property
    def total(self):
        return self.false_negatives + self.false_positives + self.true_negatives + self.true_positives

    @property
    def precision(self):
        chosen = self.true_positives + self.false_positives
        return self.true_positives / chosen if chosen else 0.0

    @property
    def recall(self):
        actual = self.true_positives + self.false_negatives
        return self.true_positives / actual if actual else 0.0

    @property
    def fscore(self):
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both > 0 else 0.0

    @property
    def matthewscc(self):
        if not self.total:
            return 0.0
        tp, fp = float(self.true_positives), float(self.false_positives)
        fn, tn = float(self.false_negatives), float(self.true_negatives)
        product = 1.0
        for term in (tp + fp, tp + fn, tn + fp, tn + fn):
            product *= term or 1.0
        return (tp * tn - fp * fn) / math.sqrt(product)


class _BinaryMetric(EvalMetric):
    """A score of the confusion counts, per update ('macro') or over all samples."""

    _score: Callable[[_Confusion], float]

    def __init__(self, name, output_names, label_names, average):
        self._mode = average
        self._local = _Confusion()
        self._global = _Confusion()
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def update(self, labels, preds):
        labels, preds = check_label_shapes(labels, preds, True)
        pairs = []
        for label, pred in zip(labels, preds):
            pred = pred.asnumpy()
            label = label.asnumpy().astype("int32")
            check_label_shapes(label, pred)
            if len(numpy.unique(label)) > 2:
                raise ValueError(
                    f"{self.__class__.__name__} currently only supports binary classification. "
                    f"Got labels {numpy.unique(label)[:5].tolist()}"
                )
            pairs.append((label, numpy.argmax(pred, axis=1)))
        for label, pred in pairs:
            if label.shape != pred.shape:
                label = label.reshape(pred.shape)
            self._local.add(label, pred)
            self._global.add(label, pred)
        if self._mode == "macro":
            self.sum_metric += self._score(self._local)
            self.global_sum_metric += self._score(self._global)
            self.num_inst += 1
            self.global_num_inst += 1
            self._local.clear()
            self._global.clear()
        else:
            self.sum_metric = self._score(self._local) * self._local.total
            self.global_sum_metric = self._score(self._global) * self._global.total
            self.num_inst = self._local.total
            self.global_num_inst = self._global.total

    def reset(self):
        super().reset()
        self._local.clear()
        self._global.clear()

    def reset_local(self):
        super().reset_local()
        self._local.clear()


@register
class F1(_BinaryMetric):
    __doc__ = f"""F1 score, 2 * precision * recall / (precision + recall), of class 1 among two.

    Labels have shape (n,) and hold 0 and 1, predictions (n, 2) hold a score per class.

    Parameters
    ----------
    {NAMES_DOC}
    average : {{'macro', 'micro'}}, default 'macro'
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

    def __init__(self, name="f1", output_names=None, label_names=None, average="macro"):
        self.average = average
        super().__init__(name, output_names, label_names, average)

    _score = operator.attrgetter("fscore")


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

    def __init__(self, name="mcc", output_names=None, label_names=None, average="macro"):
        super().__init__(name, output_names, label_names, average)

    _score = operator.attrgetter("matthewscc")
