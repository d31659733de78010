# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any, Unpack
from jmx._typing import ArrayT, BlockKeywords, Float, Int
from jmx.gluon.loss.base import Loss as Loss, _apply_weighting as _apply_weighting, _reshape_like as _reshape_like
from jmx.gluon.loss.classification import KLDivLoss as KLDivLoss

class TripletLoss(Loss):
    """Pulls `pred` towards `positive` and away from `negative`; called with these three arrays of one size.

    loss[i] = max(0, sum over j of (positive - pred)^2 - (negative - pred)^2, plus margin); gives shape (batch,).

    Parameters
    ----------
    margin : float, default 1
        By how much the squared distance to `negative` shall exceed the one to `positive`.
    weight : float, optional
        Factor on the loss.
    batch_axis : int, default 0
        The axis of samples.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> loss = gluon.loss.TripletLoss()
    >>> loss(nd.array([[0, 0]]), nd.array([[1, 1]]), nd.array([[1, 0]])).asnumpy()
    array([2.], dtype=float32)
    """
    def __call__(self, pred: ArrayT, positive: ArrayT, negative: ArrayT, sample_weight: ArrayT | None = None) -> Any: ...
    def __init__(self, margin: Float = 1, weight: Float | None = None, batch_axis: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
    _margin: Float
class CosineEmbeddingLoss(Loss):
    """`1 - cos` of the angle between pairs labelled 1, `max(0, cos - margin)` for pairs labelled -1.

    Called with two arrays of shape (batch, n), labels of shape (batch,), and optionally `sample_weight`; gives shape
    (batch, 1), or with MXNet 2.0's interface (batch,).

    Parameters
    ----------
    weight : float, optional
        Factor on the loss.
    batch_axis : int, default 0
        The axis of samples.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.
    margin : float, default 0
        Cosine up to which pairs labelled -1 cost nothing.

    Examples
    --------
    >>> loss = gluon.loss.CosineEmbeddingLoss()
    >>> loss(nd.array([[1, 0], [1, 0]]), nd.array([[0, 1], [2, 0]]), nd.array([1, -1])).asnumpy()
    array([[1.],
           [1.]], dtype=float32)
    """
    def __call__(self, input1: ArrayT, input2: ArrayT, label: ArrayT, sample_weight: ArrayT | None = None) -> Any: ...
    def __init__(self, weight: Float | None = None, batch_axis: Int = 0, margin: Float = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
    _margin: Float
class SDMLLoss(Loss):
    def __call__(self, x1: ArrayT, x2: ArrayT) -> Any: ...
    def __init__(self, smoothing_parameter: Float = 0.3, weight: Float = 1.0, batch_axis: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
    smoothing_parameter: Float
    kl_loss: KLDivLoss
__all__ = ['CosineEmbeddingLoss', 'SDMLLoss', 'TripletLoss']
