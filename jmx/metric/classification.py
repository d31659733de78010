"""Metrics of class predictions: accuracy, log loss, perplexity, multi-class correlation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

from .._described import described_by
from ..base import MXNetError
from .base import NAMES_DOC, EvalMetric, PairMetric, alias, check_label_shapes, register

if TYPE_CHECKING:
    from .._typing import Float, Int
    from ..ndarray.ndarray import NDArray

__all__ = ["PCC", "Accuracy", "CrossEntropy", "NegativeLogLikelihood", "Perplexity", "TopKAccuracy"]


@register
@alias("acc")
@described_by(NAMES_DOC)
class Accuracy(PairMetric):
    """Share of right classes.

    Predictions are scores, of which the largest along `axis` is taken, or classes if they have the
    labels' shape.

    Parameters
    ----------
    axis : int, default 1
        The class axis of the predictions.

    Examples
    --------
    >>> metric = mx.metric.Accuracy()
    >>> metric.update([nd.array([0, 1, 1])], [nd.array([[0.3, 0.7], [0, 1], [0.4, 0.6]])])
    >>> metric.get()
    ('accuracy', 0.6666666666666666)
    >>> metric.reset()
    >>> metric.get()
    ('accuracy', nan)
    """

    def __init__(
        self,
        axis: Int = 1,
        name: str = "accuracy",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(name, axis=axis, output_names=output_names, label_names=label_names, has_global_stats=True)
        self.axis = axis

    def _measure(self, label: Any, pred: Any) -> Any:
        classes = pred.asnumpy()
        label = label.asnumpy()
        if classes.shape != label.shape:
            if not -classes.ndim <= self.axis < classes.ndim:
                raise MXNetError(
                    f"{self.name}: axis {self.axis} exceeds the input dimension of {classes.ndim}: predictions have shape "
                    f"{classes.shape}, labels {label.shape}. Labels come first: update(labels, preds)."
                )
            classes = classes.argmax(axis=self.axis)
        classes = classes.astype("int32").ravel()
        label = label.astype("int32").ravel()
        check_label_shapes(label, classes)
        return (classes == label).sum(), len(classes)


@register
@alias("top_k_accuracy", "top_k_acc")
class TopKAccuracy(PairMetric):
    """Share of samples whose class is among the `top_k` highest scores.

    Labels have shape (n,), predictions (n, classes).

    Parameters
    ----------
    top_k : int, default 1
        How many scores count, at least 2.
    name : str, default 'top_k_accuracy'
        Name under which the value is reported; ``_k`` is appended.
    output_names, label_names : list of str, optional
        See `EvalMetric`.

    Raises
    ------
    AssertionError
        `top_k` is 1; `Accuracy` does that.

    Examples
    --------
    >>> metric = mx.metric.TopKAccuracy(top_k=2)
    >>> metric.update([nd.array([0, 2])], [nd.array([[0.1, 0.5, 0.4], [0.1, 0.5, 0.4]])])
    >>> metric.get()
    ('top_k_accuracy_2', 0.5)
    """

    def __init__(
        self,
        top_k: Int = 1,
        name: str = "top_k_accuracy",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(name, top_k=top_k, output_names=output_names, label_names=label_names, has_global_stats=True)
        self.top_k = top_k
        assert self.top_k > 1, "Please use Accuracy if top_k is no more than 1"
        self.name += f"_{self.top_k}"

    def _measure(self, label: Any, pred: Any) -> Any:
        assert len(pred.shape) <= 2, f"Predictions should be no more than 2 dims, got shape {pred.shape}"
        order = numpy.argpartition(pred.asnumpy().astype("float32"), -self.top_k)
        label = label.asnumpy().astype("int32")
        check_label_shapes(label, order)
        if order.ndim == 1:
            right = order == label.ravel()
        else:
            right = order[:, -self.top_k :] == label.reshape(-1, 1)
        return right.sum(), order.shape[0]


class _LogLoss(PairMetric):
    def __init__(self, eps: Any, name: str, output_names: Sequence[str] | None, label_names: Sequence[str] | None) -> None:
        super().__init__(name, eps=eps, output_names=output_names, label_names=label_names, has_global_stats=True)
        self.eps = eps

    def _measure(self, label: Any, pred: Any) -> Any:
        label = label.asnumpy().ravel()
        pred = pred.asnumpy()
        count = pred.shape[0]
        assert label.shape[0] == count, f"{label.shape[0]} labels for {count} predictions"
        prob = pred[numpy.arange(count), numpy.int64(label)]
        return (-numpy.log(prob + self.eps)).sum(), count


@register
@alias("ce")
@described_by(NAMES_DOC)
class CrossEntropy(_LogLoss):
    """Mean of -log(probability of the right class).

    Labels have shape (n,), predictions (n, classes) hold probabilities.

    Parameters
    ----------
    eps : float, default 1e-12
        Added to the probability.

    Examples
    --------
    >>> metric = mx.metric.CrossEntropy()
    >>> metric.update([nd.array([0, 1])], [nd.array([[0.5, 0.5], [0.75, 0.25]])])
    >>> round(float(metric.get()[1]), 4)
    1.0397
    """

    def __init__(
        self,
        eps: Float = 1e-12,
        name: str = "cross-entropy",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(eps, name, output_names, label_names)


@register
@alias("nll_loss")
class NegativeLogLikelihood(_LogLoss):
    """Mean negative log likelihood; the same number as `CrossEntropy`, with its parameters.

    Parameters
    ----------
    eps : float, default 1e-12
        Added to the probability.
    name, output_names, label_names
        As for :class:`EvalMetric`.

    Examples
    --------
    >>> metric = mx.metric.NegativeLogLikelihood()
    >>> metric.update([nd.array([0, 1])], [nd.array([[0.5, 0.5], [0.75, 0.25]])])
    >>> round(float(metric.get()[1]), 4)
    1.0397
    """

    def __init__(
        self,
        eps: Float = 1e-12,
        name: str = "nll-loss",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(eps, name, output_names, label_names)


@register
@described_by(NAMES_DOC)
class Perplexity(EvalMetric):
    """Exponential of the mean -log(probability of the right class).

    Parameters
    ----------
    ignore_label : int or None
        Samples with this label do not count.
    axis : int, default -1
        The class axis of the predictions.

    Examples
    --------
    >>> metric = mx.metric.Perplexity(ignore_label=None)
    >>> metric.update([nd.array([0, 1])], [nd.array([[0.5, 0.5], [0.75, 0.25]])])
    >>> round(float(metric.get()[1]), 4)
    2.8284
    """

    def __init__(
        self,
        ignore_label: Int | None,
        axis: Int = -1,
        name: str = "perplexity",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(
            name, ignore_label=ignore_label, output_names=output_names, label_names=label_names, has_global_stats=True
        )
        self.ignore_label = ignore_label
        self.axis = axis

    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None:
        assert len(labels) == len(preds), f"{len(labels)} labels for {len(preds)} predictions"
        loss, num = 0.0, 0
        for label, pred in zip(labels, preds):
            assert label.size == pred.size / pred.shape[-1], f"shape mismatch: {label.shape} vs. {pred.shape}"
            label = label.asnumpy().ravel()
            pred = pred.asnumpy()
            if pred.ndim == 1:  # of one sample
                pred = pred[None]
            if self.axis not in (-1, pred.ndim - 1):
                pred = numpy.moveaxis(pred, self.axis, -1)
            if pred.shape[:-1] != label.shape:
                raise MXNetError(f"Perplexity takes predictions of shape (n, classes), got {pred.shape} with {label.size} labels")
            index = numpy.minimum(numpy.maximum(label.astype("int32"), 0), pred.shape[-1] - 1)
            prob = pred[numpy.arange(label.size), index]
            num += label.size
            if self.ignore_label is not None:
                ignored = label == self.ignore_label
                num -= numpy.float64(ignored.sum())  # MXNet counts them with an operator
                prob = numpy.where(ignored, prob.dtype.type(1), prob)
            loss -= numpy.float64(numpy.log(numpy.maximum(prob.dtype.type(1e-10), prob)).sum())
        self._add(loss, num)

    def _mean(self, total: Any, count: Any) -> Any:
        return math.exp(super()._mean(total, count))


@register
@described_by(NAMES_DOC)
class PCC(EvalMetric):
    """Pearson correlation of multi-class predictions with labels, from the confusion matrix.

    Equals the Matthews correlation for two classes. Labels have shape (n,), predictions (n, classes)
    hold scores, or classes if they have the labels' shape. The matrix grows with the classes seen.

    Parameters
    ----------
    has_global_stats : bool, default True
        Whether `get_global` keeps its own matrix.

    Examples
    --------
    >>> metric = mx.metric.PCC()
    >>> metric.update([nd.array([0, 1, 2])], [nd.array([[1, 0, 0], [0, 1, 0], [0, 0, 1]])])
    >>> round(float(metric.get()[1]), 4)
    1.0
    """

    def __init__(
        self,
        name: str = "pcc",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
        has_global_stats: bool = True,
    ) -> None:
        self.k = 2
        super().__init__(name=name, output_names=output_names, label_names=label_names, has_global_stats=has_global_stats)

    @staticmethod
    def _correlation(matrix):
        n = matrix.sum()
        x = matrix.sum(axis=1)
        y = matrix.sum(axis=0)
        cov_xx = numpy.sum(x * (n - x))
        cov_yy = numpy.sum(y * (n - y))
        if cov_xx == 0 or cov_yy == 0:
            return float("nan")
        cov_xy = numpy.sum(matrix.diagonal() * n - x * y)
        return cov_xy / (cov_xx * cov_yy) ** 0.5

    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None:
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(labels, preds):
            label = label.asnumpy().astype("int32")
            pred = pred.asnumpy()
            pred = pred.argmax(axis=1) if pred.shape != label.shape else pred.astype("int32")
            highest = int(max(pred.max(), label.max()))
            more = highest + 1 - self.k
            if more > 0:
                self.lcm, self.gcm = numpy.pad(self.lcm, (0, more)), numpy.pad(self.gcm, (0, more))
                self.k += more
            counts = numpy.zeros((self.k, self.k))
            numpy.add.at(counts, (pred, label), 1)
            self.lcm += counts
            self.gcm += counts
        self.num_inst += 1
        self.global_num_inst += 1

    @property
    def sum_metric(self) -> Any:
        """The correlation over the current interval, times the number of updates."""
        return self._correlation(self.lcm) * self.num_inst

    @property
    def global_sum_metric(self) -> Any:
        """The correlation since the last `reset`, times the number of updates."""
        return self._correlation(self.gcm) * self.global_num_inst

    def reset(self) -> None:
        self.global_num_inst = 0.0
        self.gcm = numpy.zeros((self.k, self.k))
        self.reset_local()

    def reset_local(self) -> None:
        self.num_inst = 0.0
        self.lcm = numpy.zeros((self.k, self.k))
