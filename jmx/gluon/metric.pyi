# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping, Sequence
from typing import Any, Literal
from jmx._typing import AnyFunction, Float, Int, NumPyArray
from jmx.metric import PCC as PCC, Accuracy as Accuracy, CompositeEvalMetric as CompositeEvalMetric, EvalMetric as EvalMetric, Loss as Loss, TopKAccuracy as TopKAccuracy, Torch as Torch, alias as alias, check_label_shapes as check_label_shapes, register as register
from jmx.metric import CustomMetric as NumpyMetric
from jmx.metric import PearsonCorrelation as AnyCorrelation
from jmx.metric.base import PairMetric as PairMetric
from jmx.ndarray import NDArray as NDArray
from jmx.gluon.metric_distances import MAE as MAE, MSE as MSE, RMSE as RMSE, MeanCosineSimilarity as MeanCosineSimilarity, MeanPairwiseDistance as MeanPairwiseDistance

def create(metric: str | AnyFunction | Mapping[Any, Any] | EvalMetric | Sequence[Any], *args: Any, **kwargs: Any) -> Any: ...
class CustomMetric(NumpyMetric):
    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None: ...
def np(numpy_feval: AnyFunction, name: str | None = None, allow_extra_outputs: bool = False) -> CustomMetric: ...
def predict_with_threshold(pred: NDArray | NumPyArray, threshold: Any = 0.5) -> Any: ...
class _Counts:
    def __init__(self, class_type: str = 'binary', threshold: Any = 0.5, beta: float = 1) -> None: ...
    def clear(self) -> None: ...
    def add(self, label: Any, pred: Any) -> None: ...
    @property
    def total(self) -> Any: ...
    @property
    def fscores(self) -> Any: ...
    @property
    def fscore(self) -> Any: ...
    @property
    def matthews(self) -> Any: ...
    beta: float
    threshold: Any
    class_type: str
    tp: Any
    fp: Any
    fn: Any
    tn: Any
    classes: Any
class F1(EvalMetric):
    """F1 score, 2 * precision * recall / (precision + recall), over all samples since the last `reset`.

    Parameters
    ----------
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.
    class_type : {'binary', 'multiclass', 'multilabel'}
        Labels 0 and 1 with one score or two; labels that are numbers of classes; several labels at once.
    threshold : float or array of (classes,)
        What a score must exceed to count as positive.
    average : {'micro', 'macro'} or None
        One score over the counts of all classes, the mean of the classes' scores, or an array of them.

    Examples
    --------
    >>> metric = mx.gluon.metric.F1()
    >>> metric.update(mx.np.array([0, 1, 1]), mx.np.array([[0.3, 0.7], [0.0, 1.0], [0.4, 0.6]]))
    >>> round(metric.get()[1], 6)
    0.8
    """
    def __init__(self, name: str = 'f1', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None, class_type: Literal['binary', 'multiclass', 'multilabel'] | str = 'binary', threshold: Any = 0.5, average: Literal['micro', 'macro'] | str | None = 'micro') -> None: ...
    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None: ...
    def reset(self) -> None: ...
    _counts: Any
    average: Literal['micro', 'macro'] | str | None
    sum_metric: Any
    num_inst: Any
class Fbeta(F1):
    """Score (1 + beta^2) * precision * recall / (beta^2 * precision + recall).

    Parameters
    ----------
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.
    class_type : {'binary', 'multiclass', 'multilabel'}
        Labels 0 and 1 with one score or two; labels that are numbers of classes; several labels at once.
    threshold : float or array of (classes,)
        What a score must exceed to count as positive.
    beta : float
        Weight of recall against precision.
    average : {'micro', 'macro'} or None
        One score over the counts of all classes, the mean of the classes' scores, or an array of them.

    Examples
    --------
    >>> metric = mx.gluon.metric.Fbeta(beta=2)
    >>> metric.update(mx.np.array([0, 1, 1]), mx.np.array([[0.3, 0.7], [0.0, 1.0], [0.4, 0.6]]))
    >>> round(metric.get()[1], 6)
    0.909091
    """
    def __init__(self, name: str = 'fbeta', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None, class_type: Literal['binary', 'multiclass', 'multilabel'] | str = 'binary', beta: Any = 1, threshold: Any = 0.5, average: Literal['micro', 'macro'] | str | None = 'micro') -> None: ...
class BinaryAccuracy(PairMetric):
    """Share of right answers in binary and multilabel classification.

    Parameters
    ----------
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.
    threshold : float or array of (classes,)
        What a score must exceed to count as positive.

    Examples
    --------
    >>> metric = mx.gluon.metric.BinaryAccuracy(threshold=0.6)
    >>> metric.update(mx.np.array([0, 1, 0]), mx.np.array([0.7, 1, 0.55]))
    >>> round(metric.get()[1], 6)
    0.666667
    """
    def __init__(self, name: str = 'binary_accuracy', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None, threshold: Any = 0.5) -> None: ...
    def _measure(self, label: Any, pred: Any) -> Any: ...
    threshold: Any
class MCC(EvalMetric):
    """Matthews correlation coefficient of two classes, over all samples since the last `reset`.

    Parameters
    ----------
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.

    Examples
    --------
    >>> metric = mx.gluon.metric.MCC()
    >>> metric.update(mx.np.array([0, 1, 1, 0]), mx.np.array([[0.3, 0.7], [0.0, 1.0], [0.4, 0.6], [0.9, 0.1]]))
    >>> round(metric.get()[1], 6)
    0.57735
    """
    def __init__(self, name: str = 'mcc', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
    def update(self, labels: Sequence[NDArray], preds: Sequence[NDArray]) -> None: ...
    def reset(self) -> None: ...
    _counts: Any
    sum_metric: Any
    num_inst: Any
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
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.

    Examples
    --------
    >>> metric = mx.gluon.metric.CrossEntropy()
    >>> metric.update(mx.np.array([0, 1, 1]), mx.np.array([[0.3, 0.7], [0.0, 1.0], [0.4, 0.6]]))
    >>> round(metric.get()[1], 6)
    0.571599
    """
    def __init__(self, eps: Float = 1e-12, ignore_label: Int | None = None, axis: Int = -1, from_logits: bool = False, name: str = 'cross-entropy', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
    def _measure(self, label: Any, pred: Any) -> Any: ...
    eps: Float
    from_logits: bool
    axis: Int
    ignore_label: Int | None
class Perplexity(CrossEntropy):
    """exp of :class:`CrossEntropy`: how many classes of equal probability a model hesitates between.

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
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.

    Examples
    --------
    >>> metric = mx.gluon.metric.Perplexity()
    >>> metric.update(mx.np.array([0, 1, 1]), mx.np.array([[0.3, 0.7], [0.0, 1.0], [0.4, 0.6]]))
    >>> round(metric.get()[1], 6)
    1.771098
    """
    def __init__(self, eps: Float = 1e-12, ignore_label: Int | None = None, axis: Int = -1, from_logits: bool = False, name: str = 'perplexity', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
    def _mean(self, total: Any, count: Any) -> Any: ...
class PearsonCorrelation(AnyCorrelation):
    """Pearson correlation of labels and predictions of the same shape, over all samples since the last `reset`.

    Parameters
    ----------
    name : str
        Name under which the value is reported.
    output_names, label_names : list of str, optional
        See `EvalMetric`.

    Examples
    --------
    >>> metric = mx.gluon.metric.PearsonCorrelation()
    >>> metric.update(mx.np.array([1.0, 2.0, 3.0]), mx.np.array([2.0, 4.0, 5.0]))
    >>> round(metric.get()[1], 6)
    0.981981
    """
    def __init__(self, name: str = 'pearsonr', output_names: Sequence[str] | None = None, label_names: Sequence[str] | None = None) -> None: ...
__all__ = ['Accuracy', 'BinaryAccuracy', 'CompositeEvalMetric', 'CrossEntropy', 'CustomMetric', 'EvalMetric', 'F1', 'Fbeta', 'Loss', 'MAE', 'MCC', 'MSE', 'MeanCosineSimilarity', 'MeanPairwiseDistance', 'PCC', 'PearsonCorrelation', 'Perplexity', 'RMSE', 'TopKAccuracy', 'Torch', 'alias', 'check_label_shapes', 'create', 'np', 'predict_with_threshold', 'register']
