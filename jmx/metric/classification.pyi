# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import Float, Int
from jmx.ndarray.ndarray import NDArray
from jmx.base import MXNetError as MXNetError
from jmx.metric.base import EvalMetric as EvalMetric, PairMetric as PairMetric

class Accuracy(PairMetric):
    """Share of right classes.

    Predictions are scores, of which the largest along `axis` is taken, or classes if they have the
    labels' shape.

    Parameters
    ----------
    axis : int, default 1
        The class axis of the predictions.
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.

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
    def __init__(self, axis: Int = 1, name: str = 'accuracy', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
    def _measure(self, label: Any, pred: Any) -> Any: ...
    axis: Int
class TopKAccuracy(PairMetric):
    def __init__(self, top_k: Int = 1, name: str = 'top_k_accuracy', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
    def _measure(self, label: Any, pred: Any) -> Any: ...
    top_k: Int
class _LogLoss(PairMetric):
    def __init__(self, eps: Any, name: str, output_names: Sequence[str] | None, label_names: Sequence[str] | None) -> None: ...
    def _measure(self, label: Any, pred: Any) -> Any: ...
    eps: Any
class CrossEntropy(_LogLoss):
    """Mean of -log(probability of the right class).

    Labels have shape (n,), predictions (n, classes) hold probabilities.

    Parameters
    ----------
    eps : float, default 1e-12
        Added to the probability.
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.

    Examples
    --------
    >>> metric = mx.metric.CrossEntropy()
    >>> metric.update([nd.array([0, 1])], [nd.array([[0.5, 0.5], [0.75, 0.25]])])
    >>> round(float(metric.get()[1]), 4)
    1.0397
    """
    def __init__(self, eps: Float = 1e-12, name: str = 'cross-entropy', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
class NegativeLogLikelihood(_LogLoss):
    def __init__(self, eps: Float = 1e-12, name: str = 'nll-loss', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
class Perplexity(EvalMetric):
    """Exponential of the mean -log(probability of the right class).

    Parameters
    ----------
    ignore_label : int or None
        Samples with this label do not count.
    axis : int, default -1
        The class axis of the predictions.
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.

    Examples
    --------
    >>> metric = mx.metric.Perplexity(ignore_label=None)
    >>> metric.update([nd.array([0, 1])], [nd.array([[0.5, 0.5], [0.75, 0.25]])])
    >>> round(float(metric.get()[1]), 4)
    2.8284
    """
    def __init__(self, ignore_label: Int | None, axis: Int = -1, name: str = 'perplexity', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None: ...
    def _mean(self, total: Any, count: Any) -> Any: ...
    axis: Int
    ignore_label: Int | None
class PCC(EvalMetric):
    """Pearson correlation of multi-class predictions with labels, from the confusion matrix.

    Equals the Matthews correlation for two classes. Labels have shape (n,), predictions (n, classes)
    hold scores, or classes if they have the labels' shape. The matrix grows with the classes seen.

    Parameters
    ----------
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.
    has_global_stats : bool, default True
        Whether `get_global` keeps its own matrix.

    Examples
    --------
    >>> metric = mx.metric.PCC()
    >>> metric.update([nd.array([0, 1, 2])], [nd.array([[1, 0, 0], [0, 1, 0], [0, 0, 1]])])
    >>> round(float(metric.get()[1]), 4)
    1.0
    """
    def __init__(self, name: str = 'pcc', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None, has_global_stats: bool = True) -> None: ...
    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None: ...
    @property
    def sum_metric(self) -> Any: ...
    @property
    def global_sum_metric(self) -> Any: ...
    def reset(self) -> None: ...
    def reset_local(self) -> None: ...
    k: Any
    lcm: Any
    gcm: Any
    global_num_inst: Any
    num_inst: Any
__all__ = ['Accuracy', 'CrossEntropy', 'NegativeLogLikelihood', 'PCC', 'Perplexity', 'TopKAccuracy']
