# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Callable, Sequence
from typing import Any, Literal
from jmx.ndarray.ndarray import NDArray
from jmx.metric.base import EvalMetric as EvalMetric

class _Confusion:
    def __init__(self) -> None: ...
    def clear(self) -> None: ...
    def add(self, label: Any, pred: Any) -> None: ...
    @property
    def total(self) -> Any: ...
    @property
    def precision(self) -> Any: ...
    @property
    def recall(self) -> Any: ...
    @property
    def fscore(self) -> Any: ...
    @property
    def matthewscc(self) -> Any: ...
    true_negatives: Any
    false_positives: Any
    false_negatives: Any
    true_positives: Any
class _BinaryMetric(EvalMetric):
    _score: Callable[[_Confusion], float]
    def __init__(self, name: str, output_names: Sequence[str] | None, label_names: Sequence[str] | None, average: Any) -> None: ...
    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None: ...
    def reset(self) -> None: ...
    def reset_local(self) -> None: ...
    _global: Any
    _mode: Any
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
    def __init__(self, name: str = 'f1', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None, average: Literal["macro", "micro"] | str = 'macro') -> None: ...
    _score: Any
    average: Literal["macro", "micro"] | str
class MCC(_BinaryMetric):
    def __init__(self, name: str = 'mcc', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None, average: Literal["macro", "micro"] | str = 'macro') -> None: ...
    _score: Any
__all__ = ['F1', 'MCC']
