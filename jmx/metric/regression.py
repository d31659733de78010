"""Metrics of real-valued predictions: errors, correlation, mean loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy

from .._described import described_by
from ..ndarray import NDArray
from .base import NAMES_DOC, EvalMetric, PairMetric, alias, check_label_shapes, register

__all__ = ["MAE", "MSE", "RMSE", "Caffe", "Loss", "PearsonCorrelation", "Torch"]


def _column(array):
    """The array on the host; a vector becomes a column, so that (n,) pairs with (n, 1)."""
    array = array.asnumpy()
    return array.reshape(-1, 1) if array.ndim == 1 else array


class _Error(PairMetric):
    """Mean over updates of an error between label and prediction arrays."""

    def __init__(self, name: str, output_names: Sequence[str] | None, label_names: Sequence[str] | None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    @staticmethod
    def _error(label: Any, pred: Any) -> Any:
        raise NotImplementedError

    def _measure(self, label: Any, pred: Any) -> Any:
        return self._error(_column(label), _column(pred)), 1


@register
@described_by(NAMES_DOC)
class MAE(_Error):
    """Mean absolute error, averaged over updates.

    The mean of abs(label - pred); both have one size.

    Examples
    --------
    >>> metric = mx.metric.MAE()
    >>> metric.update([nd.array([3, 5])], [nd.array([2, 7])])
    >>> metric.get()
    ('mae', 1.5)
    """

    def __init__(
        self, name: str = "mae", output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None
    ) -> None:
        super().__init__(name, output_names, label_names)

    @staticmethod
    def _error(label: Any, pred: Any) -> Any:
        return numpy.abs(label - pred).mean()


@register
class MSE(_Error):
    """Mean squared error, averaged over updates; parameters as for `MAE`.

    The mean of (label - pred)^2; both have one size.

    Parameters
    ----------
    name, output_names, label_names
        As for :class:`EvalMetric`.

    Examples
    --------
    >>> metric = mx.metric.MSE()
    >>> metric.update([nd.array([3, 5])], [nd.array([2, 7])])
    >>> metric.get()
    ('mse', 2.5)
    """

    def __init__(
        self, name: str = "mse", output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None
    ) -> None:
        super().__init__(name, output_names, label_names)

    @staticmethod
    def _error(label: Any, pred: Any) -> Any:
        return ((label - pred) ** 2.0).mean()


@register
@described_by(MSE)
class RMSE(_Error):
    """Root of the mean squared error of each update, averaged over updates; parameters as for `MAE`.

    Examples
    --------
    >>> metric = mx.metric.RMSE()
    >>> metric.update([nd.array([3, 5])], [nd.array([0, 1])])
    >>> round(float(metric.get()[1]), 4)
    3.5355
    """

    def __init__(
        self, name: str = "rmse", output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None
    ) -> None:
        super().__init__(name, output_names, label_names)

    @staticmethod
    def _error(label: Any, pred: Any) -> Any:
        return numpy.sqrt(((label - pred) ** 2.0).mean())


@register
@alias("pearsonr")
@described_by(NAMES_DOC)
class PearsonCorrelation(EvalMetric):
    """Pearson correlation of labels and predictions of the same shape.

    Parameters
    ----------
    average : {'macro', 'micro'}, default 'macro'
        Mean of each update's correlation, or one correlation over all samples.

    Examples
    --------
    >>> metric = mx.metric.PearsonCorrelation()
    >>> metric.update([nd.array([1, 2, 3])], [nd.array([2, 4, 7])])
    >>> round(float(metric.get()[1]), 4)
    0.9934
    """

    def __init__(
        self,
        name: str = "pearsonr",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
        average: Literal["macro", "micro"] | str = "macro",
    ) -> None:
        self.average = average
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def reset_micro(self) -> None:
        """Forget the sums that `average='micro'` keeps."""
        self._sse_p = self._mean_p = self._pred_nums = 0
        self._sse_l = self._mean_l = self._label_nums = 0
        self._conv = 0

    def reset(self) -> None:
        super().reset()
        if self.average == "micro":
            self.reset_micro()

    def update_variance(self, new_values: Any, *aggregate: Any) -> Any:
        """Return the aggregate (count, mean, sum of squared deviations) with `new_values` taken in."""
        count, mean, m_2 = aggregate
        count += len(new_values)
        delta = new_values - mean
        mean += numpy.sum(delta / count)
        m_2 += numpy.sum(delta * (new_values - mean))
        return count, mean, m_2

    def update_cov(self, label: Any, pred: Any) -> None:
        """Add the batch to the sum of products of deviations."""
        self._conv = self._conv + numpy.sum((label - self._mean_l) * (pred - self._mean_p))

    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None:
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(labels, preds):
            check_label_shapes(label, pred, False, True)
            label = label.asnumpy().ravel().astype(numpy.float64)
            pred = pred.asnumpy().ravel().astype(numpy.float64)
            if self.average == "macro":
                self._add(numpy.corrcoef(pred, label)[0, 1], 1)
                continue
            self._add(0.0, 1)
            self._label_nums, self._mean_l, self._sse_l = self.update_variance(label, self._label_nums, self._mean_l, self._sse_l)
            self.update_cov(label, pred)
            self._pred_nums, self._mean_p, self._sse_p = self.update_variance(pred, self._pred_nums, self._mean_p, self._sse_p)

    def get(self) -> tuple[Any, Any]:
        if self.num_inst == 0:
            return self.name, float("nan")
        if self.average == "macro":
            return self.name, self.sum_metric / self.num_inst
        free = self._label_nums - 1
        spread = free * numpy.sqrt(self._sse_p / free) * numpy.sqrt(self._sse_l / free)
        return self.name, self._conv / spread


@register
@described_by(NAMES_DOC)
class Loss(EvalMetric):
    """Mean of all elements of the outputs; labels are ignored.

    Examples
    --------
    >>> metric = mx.metric.Loss()
    >>> metric.update(None, nd.array([1, 2]))
    >>> metric.update(None, nd.array([6]))
    >>> metric.get()
    ('loss', 3.0)
    """

    def __init__(
        self, name: str = "loss", output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None
    ) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def update(self, _: Any, preds: Sequence[NDArray]) -> None:
        if isinstance(preds, NDArray):
            preds = [preds]
        for pred in preds:
            values = pred.asnumpy()
            # half precision would overflow or stall in its own sum
            wide = numpy.float32 if values.dtype.itemsize < 4 else values.dtype
            self._add(values.sum(dtype=wide), values.size)


@register
@described_by(MSE)
class Torch(Loss):
    """`Loss` under the name 'torch'.

    Examples
    --------
    >>> metric = mx.metric.Torch()
    >>> metric.update(None, [nd.array([1, 2])])
    >>> metric.get()
    ('torch', 1.5)
    """

    def __init__(
        self, name: str = "torch", output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None
    ) -> None:
        super().__init__(name, output_names, label_names)


@register
@described_by(MSE)
class Caffe(Loss):
    """`Loss` under the name 'caffe'.

    Examples
    --------
    >>> metric = mx.metric.Caffe()
    >>> metric.update(None, [nd.array([1, 2])])
    >>> metric.get()
    ('caffe', 1.5)
    """

    def __init__(
        self, name: str = "caffe", output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None
    ) -> None:
        super().__init__(name, output_names, label_names)
