# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any, Literal
from jmx.ndarray.ndarray import NDArray
from jmx.metric.base import EvalMetric as EvalMetric

class _Counts:
    def __init__(self, prefix: str) -> None: ...
    _names: Any
class _BinaryClassificationMetrics:
    _global: Any
    def __init__(self) -> None: ...
    def update_binary_stats(self, label: Any, pred: Any) -> None: ...
    def _add(self, label: Any, pred: Any) -> None: ...
    precision: Any
    global_precision: Any
    recall: Any
    global_recall: Any
    fscore: Any
    global_fscore: Any
    total_examples: Any
    global_total_examples: Any
    def matthewscc(self, use_global: bool = False) -> Any: ...
    def local_reset_stats(self) -> None: ...
    def reset_stats(self) -> None: ...
class _BinaryMetric(EvalMetric):
    def __init__(self, name: str, output_names: Sequence[str] | None, label_names: Sequence[str] | None) -> None: ...
    def _update(self, labels: Any, preds: Any, counts: Any, average: Any, score: Any) -> None: ...
    global_num_inst: Any
    num_inst: Any
    global_sum_metric: Any
    sum_metric: Any
class F1(_BinaryMetric):
    """F1 score, 2 * precision * recall / (precision + recall), of class 1 among two.

    Labels have shape (n,) and hold 0 and 1, predictions (n, 2) hold a score per class.

    Parameters
    ----------
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.
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
    def __init__(self, name: str = 'f1', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None, average: Literal['macro', 'micro'] | str = 'macro') -> None: ...
    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None: ...
    def reset(self) -> None: ...
    def reset_local(self) -> None: ...
    metrics: Any
    average: Literal['macro', 'micro'] | str
class MCC(_BinaryMetric):
    def __init__(self, name: str = 'mcc', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None, average: Literal['macro', 'micro'] | str = 'macro') -> None: ...
    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None: ...
    def reset(self) -> None: ...
    def reset_local(self) -> None: ...
__all__ = ['F1', 'MCC']
