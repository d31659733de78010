# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import Float
from jmx.metric.base import PairMetric as PairMetric

class _PerSample(PairMetric):
    def __init__(self, name: str, output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
    def _values(self, label: Any, pred: Any) -> Any: ...
    def _measure(self, label: Any, pred: Any) -> Any: ...
class MAE(_PerSample):
    """Mean absolute error over samples.

    Parameters
    ----------
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.

    Examples
    --------
    >>> metric = mx.gluon.metric.MAE()
    >>> metric.update(mx.np.array([[0.0, 1.0], [2.0, 3.0]]), mx.np.array([[0.0, 2.0], [2.0, 5.0]]))
    >>> round(metric.get()[1], 6)
    0.75
    """
    def __init__(self, name: str = 'mae', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
    def _values(self, label: Any, pred: Any) -> Any: ...
class MSE(_PerSample):
    """Mean squared error over samples.

    Parameters
    ----------
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.

    Examples
    --------
    >>> metric = mx.gluon.metric.MSE()
    >>> metric.update(mx.np.array([[0.0, 1.0], [2.0, 3.0]]), mx.np.array([[0.0, 2.0], [2.0, 5.0]]))
    >>> round(metric.get()[1], 6)
    1.25
    """
    def __init__(self, name: str = 'mse', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
    def _values(self, label: Any, pred: Any) -> Any: ...
class RMSE(MSE):
    """Root of the mean squared error over samples.

    Parameters
    ----------
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.

    Examples
    --------
    >>> metric = mx.gluon.metric.RMSE()
    >>> metric.update(mx.np.array([[0.0, 1.0], [2.0, 3.0]]), mx.np.array([[0.0, 2.0], [2.0, 5.0]]))
    >>> round(metric.get()[1], 6)
    1.118034
    """
    def __init__(self, name: str = 'rmse', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
    def _mean(self, total: Any, count: Any) -> Any: ...
class MeanPairwiseDistance(_PerSample):
    """Mean distance of labels and predictions, each flattened to a vector.

    Parameters
    ----------
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.
    p : float
        Which norm.

    Examples
    --------
    >>> metric = mx.gluon.metric.MeanPairwiseDistance()
    >>> metric.update(mx.np.array([[0.0, 1.0], [2.0, 3.0]]), mx.np.array([[0.0, 2.0], [2.0, 5.0]]))
    >>> round(metric.get()[1], 6)
    1.5
    """
    def __init__(self, name: str = 'mpd', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None, p: Float = 2) -> None: ...
    def _values(self, label: Any, pred: Any) -> Any: ...
    p: Float
class MeanCosineSimilarity(_PerSample):
    """Mean cosine of the angle between labels and predictions, along the last axis.

    Parameters
    ----------
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.
    eps : float
        The least that the product of lengths counts.

    Examples
    --------
    >>> metric = mx.gluon.metric.MeanCosineSimilarity()
    >>> metric.update(mx.np.array([[0.0, 1.0], [2.0, 3.0]]), mx.np.array([[0.0, 2.0], [2.0, 5.0]]))
    >>> round(metric.get()[1], 6)
    0.989275
    """
    def __init__(self, name: str = 'cos_sim', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None, eps: Float = 1e-08) -> None: ...
    def _values(self, label: Any, pred: Any) -> Any: ...
    eps: Float
__all__ = ['MAE', 'MSE', 'MeanCosineSimilarity', 'MeanPairwiseDistance', 'RMSE']
