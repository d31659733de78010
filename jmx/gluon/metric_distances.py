"""Metrics of MXNet 2.0 that average distances between labels and predictions over samples."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

from .._described import described_by
from ..metric.base import NAMES_DOC, PairMetric

if TYPE_CHECKING:
    from .._typing import Float

__all__ = ["MAE", "MSE", "MeanCosineSimilarity", "MeanPairwiseDistance", "RMSE"]


class _PerSample(PairMetric):
    """The mean over samples of a value of each."""

    def __init__(self, name: str, output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names)

    def _values(self, label: Any, pred: Any) -> Any:
        raise NotImplementedError

    def _measure(self, label: Any, pred: Any) -> Any:
        values = self._values(label.asnumpy(), pred.asnumpy())
        return values.sum(), values.size


@described_by(NAMES_DOC)
class MAE(_PerSample):
    """Mean absolute error over samples.

    Examples
    --------
    >>> metric = mx.gluon.metric.MAE()
    >>> metric.update(mx.np.array([[0.0, 1.0], [2.0, 3.0]]), mx.np.array([[0.0, 2.0], [2.0, 5.0]]))
    >>> round(metric.get()[1], 6)
    0.75
    """

    def __init__(
        self, name: str = "mae", output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None
    ) -> None:
        super().__init__(name, output_names, label_names)

    def _values(self, label: Any, pred: Any) -> Any:
        return numpy.abs(label - pred).reshape(label.shape[0], -1).mean(axis=-1)


@described_by(NAMES_DOC)
class MSE(_PerSample):
    """Mean squared error over samples.

    Examples
    --------
    >>> metric = mx.gluon.metric.MSE()
    >>> metric.update(mx.np.array([[0.0, 1.0], [2.0, 3.0]]), mx.np.array([[0.0, 2.0], [2.0, 5.0]]))
    >>> round(metric.get()[1], 6)
    1.25
    """

    def __init__(
        self, name: str = "mse", output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None
    ) -> None:
        super().__init__(name, output_names, label_names)

    def _values(self, label: Any, pred: Any) -> Any:
        return ((label - pred) ** 2.0).reshape(label.shape[0], -1).mean(axis=-1)


@described_by(NAMES_DOC)
class RMSE(MSE):
    """Root of the mean squared error over samples.

    Examples
    --------
    >>> metric = mx.gluon.metric.RMSE()
    >>> metric.update(mx.np.array([[0.0, 1.0], [2.0, 3.0]]), mx.np.array([[0.0, 2.0], [2.0, 5.0]]))
    >>> round(metric.get()[1], 6)
    1.118034
    """

    def __init__(
        self, name: str = "rmse", output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None
    ) -> None:
        super().__init__(name, output_names, label_names)

    def _mean(self, total: Any, count: Any) -> Any:
        return math.sqrt(total / count) if count else float("nan")


@described_by(NAMES_DOC)
class MeanPairwiseDistance(_PerSample):
    """Mean distance of labels and predictions, each flattened to a vector.

    Parameters
    ----------
    p : float
        Which norm.

    Examples
    --------
    >>> metric = mx.gluon.metric.MeanPairwiseDistance()
    >>> metric.update(mx.np.array([[0.0, 1.0], [2.0, 3.0]]), mx.np.array([[0.0, 2.0], [2.0, 5.0]]))
    >>> round(metric.get()[1], 6)
    1.5
    """

    def __init__(
        self, name: str = "mpd", output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None, p: Float = 2
    ) -> None:
        super().__init__(name, output_names, label_names)
        self.p = p

    def _values(self, label: Any, pred: Any) -> Any:
        difference = label.reshape(label.shape[0], -1) - pred.reshape(pred.shape[0], -1)
        return (difference**self.p).sum(axis=-1) ** (1.0 / self.p)


@described_by(NAMES_DOC)
class MeanCosineSimilarity(_PerSample):
    """Mean cosine of the angle between labels and predictions, along the last axis.

    Parameters
    ----------
    eps : float
        The least that the product of lengths counts.

    Examples
    --------
    >>> metric = mx.gluon.metric.MeanCosineSimilarity()
    >>> metric.update(mx.np.array([[0.0, 1.0], [2.0, 3.0]]), mx.np.array([[0.0, 2.0], [2.0, 5.0]]))
    >>> round(metric.get()[1], 6)
    0.989275
    """

    def __init__(
        self,
        name: str = "cos_sim",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
        eps: Float = 1e-8,
    ) -> None:
        super().__init__(name, output_names, label_names)
        self.eps = eps

    def _values(self, label: Any, pred: Any) -> Any:
        label, pred = numpy.atleast_2d(label), numpy.atleast_2d(pred)
        lengths = numpy.linalg.norm(pred, axis=-1) * numpy.linalg.norm(label, axis=-1)
        return (label * pred).sum(axis=-1) / numpy.maximum(lengths, self.eps)
