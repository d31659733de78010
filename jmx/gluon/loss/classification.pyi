# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any, Literal, Unpack
from jmx._typing import ArrayT, BlockKeywords, Float, Int
from jmx.gluon.loss.base import Loss as Loss, PairLoss as PairLoss, _apply_weighting as _apply_weighting, _reshape_like as _reshape_like

class SigmoidBinaryCrossEntropyLoss(Loss):
    """Cross entropy of yes/no labels, averaged for each sample.

    Called with `pred`, `label` of the same size (0 to 1), and optionally `sample_weight` and `pos_weight`, the factor
    on positive labels; both broadcast. Gives shape (batch,).

    With p = sigmoid(pred): loss[i] = -mean over j of (pos_weight * label * log(p) + (1 - label) * log(1 - p)).

    Parameters
    ----------
    from_sigmoid : bool, default False
        Whether `pred` holds probabilities; otherwise the sigmoid is taken here, in a way that does not overflow.
    weight : float, optional
        Factor on the loss.
    batch_axis : int, default 0
        The axis of samples.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> loss = gluon.loss.SigmoidBinaryCrossEntropyLoss()
    >>> loss(nd.array([[0, 0], [100, -100]]), nd.array([[0, 1], [1, 0]])).asnumpy().round(4)
    array([0.6931, 0.    ], dtype=float32)
    >>> probabilities = gluon.loss.SigmoidBCELoss(from_sigmoid=True)
    >>> probabilities(nd.array([[0.5, 0.25]]), nd.array([[1, 0]])).asnumpy().round(4)
    array([0.4904], dtype=float32)
    """
    def __call__(self, pred: ArrayT, label: ArrayT, sample_weight: ArrayT | None = None, pos_weight: ArrayT | None = None) -> Any: ...
    def __init__(self, from_sigmoid: bool = False, weight: Float | None = None, batch_axis: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
SigmoidBCELoss = SigmoidBinaryCrossEntropyLoss
class SoftmaxCrossEntropyLoss(PairLoss):
    """Cross entropy between a softmax and class labels.

    Called with `pred` and `label`, and optionally `sample_weight`, which broadcasts; gives shape (batch,).

    With class numbers loss[i] = -log(softmax(pred[i])[label[i]]), with probabilities -sum over j of label[i, j] *
    log(softmax(pred[i])[j]).
    Axes besides the batch's and the classes' are averaged. `pred` has shape (batch, classes), `label` (batch,) or that of
    `pred`.

    Parameters
    ----------
    axis : int, default -1
        The axis of classes in `pred`.
    sparse_label : bool, default True
        Whether `label` holds class numbers and lacks that axis, or probabilities in `pred`'s shape.
    from_logits : bool, default False
        Whether `pred` holds log probabilities already.
    weight : float, optional
        Factor on the loss.
    batch_axis : int, default 0
        The axis of samples.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Raises
    ------
    MXNetError or ValueError
        `label` does not fit `pred`; the message names the shapes, and the setting that they need.

    Examples
    --------
    >>> loss = gluon.loss.SoftmaxCrossEntropyLoss()
    >>> loss(nd.array([[0, 0], [1, 1]]), nd.array([0, 1])).asnumpy().round(4)
    array([0.6931, 0.6931], dtype=float32)
    >>> soft = gluon.loss.SoftmaxCELoss(sparse_label=False)
    >>> soft(nd.array([[0, 0]]), nd.array([[0.5, 0.5]])).asnumpy().round(4)
    array([0.6931], dtype=float32)
    """
    def __init__(self, axis: Int = -1, sparse_label: bool = True, from_logits: bool = False, weight: Float | None = None, batch_axis: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
    def _fits(self, pred: Any, label: Any) -> Any: ...
    def _expectation(self, pred: Any, label: Any) -> Any: ...
    _from_logits: bool
    _axis: Int
SoftmaxCELoss = SoftmaxCrossEntropyLoss
class KLDivLoss(PairLoss):
    """The Kullback-Leibler divergence of `label` from `pred`, summed for each sample.

    Called with `pred` and `label` of one shape, and optionally `sample_weight`, which broadcasts; gives shape (batch,).

    loss[i] = sum over j of label[i, j] * (log(label[i, j] + 1e-12) - pred[i, j]), with log probabilities in `pred`.

    Parameters
    ----------
    from_logits : bool, default True
        Whether `pred` holds log probabilities; otherwise the log softmax is taken here.
    axis : int, default -1
        The axis that softmax is taken over.
    weight : float, optional
        Factor on the loss.
    batch_axis : int, default 0
        The axis of samples.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> loss = gluon.loss.KLDivLoss(from_logits=False)
    >>> loss(nd.array([[0, 0]]), nd.array([[0.5, 0.5]])).asnumpy().round(4) + 0
    array([0.], dtype=float32)
    >>> loss(nd.array([[0, 0]]), nd.array([[1, 0]])).asnumpy().round(4)
    array([0.6931], dtype=float32)
    """
    def __init__(self, from_logits: bool = True, axis: Int = -1, weight: Float | None = None, batch_axis: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
    _axis: Int
    _from_logits: bool
class HingeLoss(PairLoss):
    """`max(0, margin - pred * label)` for labels -1 and 1, averaged for each sample.

    Called with `pred`, `label` of the same size and optionally `sample_weight`; gives shape (batch,).

    Parameters
    ----------
    margin : float, default 1
        The margin.
    weight : float, optional
        Factor on the loss.
    batch_axis : int, default 0
        The axis of samples.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> gluon.loss.HingeLoss()(nd.array([[0.5], [3]]), nd.array([[1], [-1]])).asnumpy()
    array([0.5, 4. ], dtype=float32)
    """
    def __init__(self, margin: Float = 1, weight: Float | None = None, batch_axis: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
    _margin: Float
class SquaredHingeLoss(PairLoss):
    def __init__(self, margin: Float = 1, weight: Float | None = None, batch_axis: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
    _margin: Float
class LogisticLoss(PairLoss):
    def __init__(self, weight: Float | None = None, batch_axis: Int = 0, label_format: Literal['signed', 'binary'] | str = 'signed', **kwargs: Unpack[BlockKeywords]) -> None: ...
class CTCLoss(Loss):
    def __call__(self, pred: ArrayT, label: ArrayT, pred_lengths: ArrayT | None = None, label_lengths: ArrayT | None = None, sample_weight: ArrayT | None = None) -> Any: ...
    def __init__(self, layout: Literal['NTC', 'TNC'] | str = 'NTC', label_layout: Literal['NT', 'TN'] | str = 'NT', weight: Float | None = None, **kwargs: Unpack[BlockKeywords]) -> None: ...
    _layout: Literal['NTC', 'TNC'] | str
__all__ = ['CTCLoss', 'HingeLoss', 'KLDivLoss', 'LogisticLoss', 'SigmoidBCELoss', 'SigmoidBinaryCrossEntropyLoss', 'SoftmaxCELoss', 'SoftmaxCrossEntropyLoss', 'SquaredHingeLoss']
