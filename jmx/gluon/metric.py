"""Metrics as MXNet 2.0 has them: those of `mx.metric`, some of which count otherwise, and more."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy

from .._described import described_by
from ..metric import (
    PCC,
    Accuracy,
    CompositeEvalMetric,
    EvalMetric,
    Loss,
    TopKAccuracy,
    Torch,
    alias,
    check_label_shapes,
    register,
)  # fmt: skip
from ..metric import CustomMetric as NumpyMetric
from ..metric import PearsonCorrelation as AnyCorrelation
from ..metric import create as create_any
from ..metric.base import NAMES_DOC, PairMetric
from ..ndarray import NDArray
from .metric_distances import MAE, MSE, RMSE, MeanCosineSimilarity, MeanPairwiseDistance

if TYPE_CHECKING:
    from .._typing import AnyFunction, Float, Int, NumPyArray

__all__ = [
    "Accuracy", "BinaryAccuracy", "CompositeEvalMetric", "CrossEntropy", "CustomMetric", "EvalMetric", "F1", "Fbeta", "Loss",
    "MAE", "MCC", "MSE", "MeanCosineSimilarity", "MeanPairwiseDistance", "PCC", "PearsonCorrelation", "Perplexity", "RMSE",
    "TopKAccuracy", "Torch", "alias", "check_label_shapes", "create", "np", "predict_with_threshold", "register",
]  # fmt: skip


def create(metric: str | AnyFunction | Mapping[Any, Any] | EvalMetric | Sequence[Any], *args: Any, **kwargs: Any) -> Any:
    """Make a metric.

    Parameters
    ----------
    metric : str, callable, dict, EvalMetric or list
        As for :func:`jmx.metric.create`; a name means the metric of this module.
    *args, **kwargs
        For the metric's constructor.

    Raises
    ------
    AssertionError
        If the name is unknown.

    Examples
    --------
    >>> metric = mx.gluon.metric.create("f1")
    >>> metric.update(mx.np.array([0, 1, 1]), mx.np.array([[0.3, 0.7], [0.0, 1.0], [0.4, 0.6]]))
    >>> metric.get()[0], round(metric.get()[1], 6)
    ('f1', 0.8)
    """
    if isinstance(metric, str) and metric.startswith(("[", "{")):
        assert not args and not kwargs, "metric is given as JSON. Additional arguments are invalid"
        metric = json.loads(metric)
        if isinstance(metric, list):
            name, kwargs = metric
            return create(name, **kwargs)
    if isinstance(metric, dict):
        return create(**metric)
    if isinstance(metric, str) and metric.lower() in _OWN:
        return _OWN[metric.lower()](*args, **kwargs)
    if isinstance(metric, list):
        composite = CompositeEvalMetric()
        for child in metric:
            composite.add(create(child, *args, **kwargs))
        return composite
    if callable(metric):
        return CustomMetric(metric, *args, **kwargs)
    return create_any(metric, *args, **kwargs)


class CustomMetric(NumpyMetric):
    """A metric from a function of `mx.np` arrays.

    Parameters
    ----------
    feval : callable
        `feval(label, pred)` for each pair of arrays, returning a value or (sum, count).
    name : str, optional
        Defaults to the function's name.
    allow_extra_outputs : bool
        Accept more predictions than labels; the surplus is ignored.
    output_names, label_names : list of str, optional
        See `EvalMetric`.

    Examples
    --------
    >>> def largest_error(label, pred):
    ...     return abs(label - pred).max()
    >>> metric = mx.gluon.metric.CustomMetric(largest_error)
    >>> metric.update(mx.np.array([1.0, 2.0]), mx.np.array([1.5, 5.0]))
    >>> metric.get()
    ('largest_error', 3.0)
    """

    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None:
        if not self._allow_extra_outputs:
            labels, preds = check_label_shapes(labels, preds, True)
        for pred, label in zip(preds, labels):
            label = label.as_np_ndarray()
            feval: Any = self._feval
            value: Any = feval(label, pred.as_np_ndarray().to_device(label.device))
            total, count = value if isinstance(value, tuple) else (value, 1)
            self._add(*[one.asnumpy().item() if isinstance(one, NDArray) else one for one in (total, count)])


def np(numpy_feval: Callable[[Any, Any], Any], name: str | None = None, allow_extra_outputs: bool = False) -> CustomMetric:
    """Make a :class:`CustomMetric` from a function of (label, pred) arrays, named like the function.

    Parameters
    ----------
    numpy_feval : callable
        Gets a label and a prediction, and returns a value or (sum, count).
    name : str, optional
        Name of the metric.
    allow_extra_outputs : bool, default False
        Accept more predictions than labels; the surplus is ignored.

    Returns
    -------
    CustomMetric

    Examples
    --------
    >>> metric = mx.gluon.metric.np(lambda label, pred: (label == pred).mean(), name="share")
    >>> metric.update(mx.np.array([1.0, 2.0]), mx.np.array([1.0, 5.0]))
    >>> metric.get()
    ('share', 0.5)
    """

    def feval(label, pred):
        return numpy_feval(label, pred)

    feval.__name__ = numpy_feval.__name__
    return CustomMetric(feval, name, allow_extra_outputs)


def predict_with_threshold(pred: NDArray | NumPyArray, threshold: Any = 0.5) -> Any:
    """Where predictions are above a threshold.

    Parameters
    ----------
    pred : NDArray or numpy.ndarray
        (n, ...) or (n, ..., classes).
    threshold : float or array of (classes,), default 0.5
        The threshold, or one for each class.

    Raises
    ------
    ValueError
        If `threshold` is neither.
    AssertionError
        If its length is not that of the last axis of `pred`.

    Examples
    --------
    >>> mx.gluon.metric.predict_with_threshold(np.array([[0.2, 0.6], [0.8, 0.4]]), np.array([0.5, 0.3]))
    array([[False,  True],
           [ True,  True]])
    """
    if isinstance(threshold, (float, int)):
        return pred > threshold
    if not isinstance(threshold, (numpy.ndarray, NDArray)):
        raise ValueError(f"threshold must be a number or an array of one for each class, got {type(threshold)}")
    assert threshold.shape[-1] == pred.shape[-1], (
        f"shape mismatch: predictions have {pred.shape[-1]} classes, threshold has {threshold.shape[-1]}"
    )
    return pred > threshold


def _above(pred, threshold):
    return predict_with_threshold(pred, threshold.asnumpy() if isinstance(threshold, NDArray) else threshold)


class _Counts:
    """True and false positives and negatives of each class; one class stands for both of a binary classification."""

    def __init__(self, class_type: str = "binary", threshold: Any = 0.5, beta: float = 1) -> None:
        if class_type not in ("binary", "multiclass", "multilabel"):
            raise ValueError(f"Wrong class_type {class_type}! Only supports ['binary', 'multiclass', 'multilabel']")
        self.class_type = class_type
        self.threshold = threshold
        self.beta = beta
        self.clear()

    def clear(self) -> None:
        self.classes = None
        self.tp = self.fp = self.fn = self.tn = numpy.zeros(1)

    def _as_truths(self, label, pred):
        """Labels and predictions as arrays of bool, (n, classes)."""
        if self.class_type == "binary":
            if label.size and label.max() > 1:
                raise ValueError(f"Wrong label for binary classification: {label.max()}; labels are 0 and 1.")
            if pred.shape != label.shape:
                if pred.shape[-1] > 2:
                    raise ValueError(f"The shape of prediction {pred.shape} is wrong for binary classification.")
                if pred.shape[-1] == 2:
                    pred = pred.reshape(-1, 2)[:, 1]
            return label.reshape(-1, 1) == 1, _above(pred.reshape(-1), self.threshold).reshape(-1, 1)
        count = pred.shape[-1]
        if self.class_type == "multiclass":
            assert label.max() < count, "pred contains fewer classes than label!"
            kinds = numpy.arange(count)
            return label.reshape(-1, 1) == kinds, pred.argmax(axis=-1).reshape(-1, 1) == kinds
        assert pred.shape == label.shape, (
            f"The shape of label {label.shape} should be that of prediction {pred.shape} in multilabel classification."
        )
        return label.reshape(-1, count) == 1, _above(pred, self.threshold).reshape(-1, count)

    def add(self, label: Any, pred: Any) -> None:
        truth, found = self._as_truths(label.asnumpy().astype("int32"), pred.asnumpy())
        check_label_shapes(truth, found)
        assert self.classes in (None, truth.shape[1]), (
            f"Input number of classes has changed from {self.classes} to {truth.shape[1]}"
        )
        self.classes = truth.shape[1]
        self.tp = self.tp + (truth & found).sum(0)
        self.fp = self.fp + (~truth & found).sum(0)
        self.fn = self.fn + (truth & ~found).sum(0)
        self.tn = self.tn + (~truth & ~found).sum(0)

    @property
    def total(self) -> Any:
        return int(self.tp[0] + self.fp[0] + self.fn[0] + self.tn[0])

    def _score(self, tp, fp, fn):
        precision = tp / numpy.maximum(tp + fp, 1e-12)
        recall = tp / numpy.maximum(tp + fn, 1e-12)
        square = self.beta**2
        return (1 + square) * precision * recall / numpy.maximum(square * precision + recall, 1e-12)

    @property
    def fscores(self) -> Any:
        """The score of each class."""
        return self._score(self.tp, self.fp, self.fn)

    @property
    def fscore(self) -> Any:
        """One score of all classes together."""
        return float(self._score(self.tp.sum(), self.fp.sum(), self.fn.sum()))

    @property
    def matthews(self) -> Any:
        tp, fp, fn, tn = (float(counts[0]) for counts in (self.tp, self.fp, self.fn, self.tn))
        product = 1.0
        for term in (tp + fp, tp + fn, tn + fp, tn + fn):
            product *= term or 1.0
        return (tp * tn - fp * fn) / math.sqrt(product)


_CLASSES_DOC = """
Parameters
----------
class_type : {'binary', 'multiclass', 'multilabel'}
    Labels 0 and 1 with one score or two; labels that are numbers of classes; several labels at once.
threshold : float or array of (classes,)
    What a score must exceed to count as positive.
"""
_AVERAGE_DOC = """
Parameters
----------
average : {'micro', 'macro'} or None
    One score over the counts of all classes, the mean of the classes' scores, or an array of them.
"""


@described_by(NAMES_DOC, _CLASSES_DOC, _AVERAGE_DOC)
class F1(EvalMetric):
    """F1 score, 2 * precision * recall / (precision + recall), over all samples since the last `reset`.

    Examples
    --------
    >>> metric = mx.gluon.metric.F1()
    >>> metric.update(mx.np.array([0, 1, 1]), mx.np.array([[0.3, 0.7], [0.0, 1.0], [0.4, 0.6]]))
    >>> round(metric.get()[1], 6)
    0.8
    """

    def __init__(
        self,
        name: str = "f1",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
        class_type: Literal["binary", "multiclass", "multilabel"] | str = "binary",
        threshold: Any = 0.5,
        average: Literal["micro", "macro"] | str | None = "micro",
    ) -> None:
        self.average = average
        self._counts = _Counts(class_type, threshold)
        super().__init__(name, output_names=output_names, label_names=label_names)

    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None:
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(labels, preds):
            self._counts.add(label, pred)
        if self.average == "micro":
            score = self._counts.fscore
        elif self.average == "macro":
            score = float(self._counts.fscores.mean())
        else:
            score = self._counts.fscores
        self.num_inst = self._counts.total
        self.sum_metric = score * self.num_inst

    def reset(self) -> None:
        super().reset()
        self._counts.clear()


@described_by(NAMES_DOC, _CLASSES_DOC, _AVERAGE_DOC)
class Fbeta(F1):
    """Score (1 + beta^2) * precision * recall / (beta^2 * precision + recall).

    Parameters
    ----------
    beta : float
        Weight of recall against precision.

    Examples
    --------
    >>> metric = mx.gluon.metric.Fbeta(beta=2)
    >>> metric.update(mx.np.array([0, 1, 1]), mx.np.array([[0.3, 0.7], [0.0, 1.0], [0.4, 0.6]]))
    >>> round(metric.get()[1], 6)
    0.909091
    """

    def __init__(
        self,
        name: str = "fbeta",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
        class_type: Literal["binary", "multiclass", "multilabel"] | str = "binary",
        beta: Any = 1,
        threshold: Any = 0.5,
        average: Literal["micro", "macro"] | str | None = "micro",
    ) -> None:
        super().__init__(name, output_names, label_names, class_type, threshold, average)
        self._counts.beta = beta


@described_by(NAMES_DOC)
class BinaryAccuracy(PairMetric):
    """Share of right answers in binary and multilabel classification.

    Parameters
    ----------
    threshold : float or array of (classes,)
        What a score must exceed to count as positive.

    Examples
    --------
    >>> metric = mx.gluon.metric.BinaryAccuracy(threshold=0.6)
    >>> metric.update(mx.np.array([0, 1, 0]), mx.np.array([0.7, 1, 0.55]))
    >>> round(metric.get()[1], 6)
    0.666667
    """

    def __init__(
        self,
        name: str = "binary_accuracy",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
        threshold: Any = 0.5,
    ) -> None:
        self.threshold = threshold
        super().__init__(name, output_names=output_names, label_names=label_names)

    def _measure(self, label: Any, pred: Any) -> Any:
        found = _above(pred.asnumpy(), self.threshold).reshape(-1)
        label = label.asnumpy().astype("int32").reshape(-1)
        check_label_shapes(label, found)
        return int((label == found).sum()), len(found)


@described_by(NAMES_DOC)
class MCC(EvalMetric):
    """Matthews correlation coefficient of two classes, over all samples since the last `reset`.

    Examples
    --------
    >>> metric = mx.gluon.metric.MCC()
    >>> metric.update(mx.np.array([0, 1, 1, 0]), mx.np.array([[0.3, 0.7], [0.0, 1.0], [0.4, 0.6], [0.9, 0.1]]))
    >>> round(metric.get()[1], 6)
    0.57735
    """

    def __init__(
        self, name: str = "mcc", output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None
    ) -> None:
        self._counts = _Counts()
        super().__init__(name, output_names=output_names, label_names=label_names)

    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None:
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(labels, preds):
            self._counts.add(label, pred)
        self.num_inst = self._counts.total
        self.sum_metric = self._counts.matthews * self.num_inst

    def reset(self) -> None:
        super().reset()
        self._counts.clear()


@described_by(NAMES_DOC)
class CrossEntropy(PairMetric):
    """Mean of -log(probability of the right class).

    Parameters
    ----------
    eps : float
        The least that a probability counts.
    ignore_label : int, optional
        Samples with this label are left out.
    axis : int
        The axis of classes.
    from_logits : bool
        Predictions are no probabilities yet: softmax makes them.

    Examples
    --------
    >>> metric = mx.gluon.metric.CrossEntropy()
    >>> metric.update(mx.np.array([0, 1, 1]), mx.np.array([[0.3, 0.7], [0.0, 1.0], [0.4, 0.6]]))
    >>> round(metric.get()[1], 6)
    0.571599
    """

    def __init__(
        self,
        eps: Float = 1e-12,
        ignore_label: Int | None = None,
        axis: Int = -1,
        from_logits: bool = False,
        name: str = "cross-entropy",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names)
        self.ignore_label = ignore_label
        self.axis = axis
        self.from_logits = from_logits
        self.eps = eps

    def _measure(self, label: Any, pred: Any) -> Any:
        label, pred = label.asnumpy(), numpy.moveaxis(pred.asnumpy(), self.axis, -1)
        assert label.size == pred.size // pred.shape[-1], f"shape mismatch: {label.shape} vs. {pred.shape}"
        label, pred = label.reshape(-1).astype("int64"), pred.reshape(-1, pred.shape[-1]).astype("float64")
        if self.from_logits:
            pred = numpy.exp(pred - pred.max(axis=-1, keepdims=True))
            pred /= pred.sum(axis=-1, keepdims=True)
        if self.ignore_label is not None:
            kept = label != self.ignore_label
            label, pred = label[kept], pred[kept]
        right = pred[numpy.arange(len(label)), numpy.clip(label, 0, pred.shape[-1] - 1)]
        return -numpy.log(numpy.maximum(self.eps, right)).sum(), len(label)


@described_by(CrossEntropy)
class Perplexity(CrossEntropy):
    """exp of :class:`CrossEntropy`: how many classes of equal probability a model hesitates between.

    Examples
    --------
    >>> metric = mx.gluon.metric.Perplexity()
    >>> metric.update(mx.np.array([0, 1, 1]), mx.np.array([[0.3, 0.7], [0.0, 1.0], [0.4, 0.6]]))
    >>> round(metric.get()[1], 6)
    1.771098
    """

    def __init__(
        self,
        eps: Float = 1e-12,
        ignore_label: Int | None = None,
        axis: Int = -1,
        from_logits: bool = False,
        name: str = "perplexity",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(eps, ignore_label, axis, from_logits, name, output_names, label_names)

    def _mean(self, total: Any, count: Any) -> Any:
        return math.exp(total / count) if count else float("nan")


@described_by(NAMES_DOC)
class PearsonCorrelation(AnyCorrelation):
    """Pearson correlation of labels and predictions of the same shape, over all samples since the last `reset`.

    Examples
    --------
    >>> metric = mx.gluon.metric.PearsonCorrelation()
    >>> metric.update(mx.np.array([1.0, 2.0, 3.0]), mx.np.array([2.0, 4.0, 5.0]))
    >>> round(metric.get()[1], 6)
    0.981981
    """

    def __init__(
        self, name: str = "pearsonr", output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None
    ) -> None:
        super().__init__(name, output_names, label_names, average="micro")


_OWN = {
    kind.__name__.lower(): kind
    for kind in (
        F1, Fbeta, BinaryAccuracy, MCC, MAE, MSE, RMSE, MeanPairwiseDistance, MeanCosineSimilarity, CrossEntropy, Perplexity,
        PearsonCorrelation, CustomMetric,
    )
}  # fmt: skip
_OWN |= {"ce": CrossEntropy, "pearsonr": PearsonCorrelation}
