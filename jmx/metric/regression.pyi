# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any, Literal
from jmx.ndarray import NDArray as NDArray
from jmx.metric.base import EvalMetric as EvalMetric, PairMetric as PairMetric

class _Error(PairMetric):
    def __init__(self, name: str, output_names: Sequence[str] | None, label_names: Sequence[str] | None) -> None: ...
    @staticmethod
    def _error(label: Any, pred: Any) -> Any: ...
    def _measure(self, label: Any, pred: Any) -> Any: ...
class MAE(_Error):
    """Mean absolute error, averaged over updates.

    The mean of abs(label - pred); both have one size.

    Parameters
    ----------
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.

    Examples
    --------
    >>> metric = mx.metric.MAE()
    >>> metric.update([nd.array([3, 5])], [nd.array([2, 7])])
    >>> metric.get()
    ('mae', 1.5)
    """
    def __init__(self, name: str = 'mae', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
    @staticmethod
    def _error(label: Any, pred: Any) -> Any: ...
class MSE(_Error):
    def __init__(self, name: str = 'mse', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
    @staticmethod
    def _error(label: Any, pred: Any) -> Any: ...
class RMSE(_Error):
    def __init__(self, name: str = 'rmse', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
    @staticmethod
    def _error(label: Any, pred: Any) -> Any: ...
class PearsonCorrelation(EvalMetric):
    """Pearson correlation of labels and predictions of the same shape.

    Parameters
    ----------
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.
    average : {'macro', 'micro'}, default 'macro'
        Mean of each update's correlation, or one correlation over all samples.

    Examples
    --------
    >>> metric = mx.metric.PearsonCorrelation()
    >>> metric.update([nd.array([1, 2, 3])], [nd.array([2, 4, 7])])
    >>> round(float(metric.get()[1]), 4)
    0.9934
    """
    def __init__(self, name: str = 'pearsonr', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None, average: Literal['macro', 'micro'] | str = 'macro') -> None: ...
    def reset_micro(self) -> None: ...
    def reset(self) -> None: ...
    def update_variance(self, new_values: Any, *aggregate: Any) -> Any: ...
    def update_cov(self, label: Any, pred: Any) -> None: ...
    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None: ...
    def get(self) -> tuple[Any, Any]: ...
    average: Literal['macro', 'micro'] | str
class Loss(EvalMetric):
    """Mean of all elements of the outputs; labels are ignored.

    Parameters
    ----------
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.

    Examples
    --------
    >>> metric = mx.metric.Loss()
    >>> metric.update(None, nd.array([1, 2]))
    >>> metric.update(None, nd.array([6]))
    >>> metric.get()
    ('loss', 3.0)
    """
    def __init__(self, name: str = 'loss', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
    def update(self, _: Any, preds: Sequence[NDArray]) -> None: ...
class Torch(Loss):
    def __init__(self, name: str = 'torch', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
class Caffe(Loss):
    def __init__(self, name: str = 'caffe', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
__all__ = ['Caffe', 'Loss', 'MAE', 'MSE', 'PearsonCorrelation', 'RMSE', 'Torch']
