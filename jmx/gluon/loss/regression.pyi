# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any, Unpack
from jmx._typing import ArrayT, BlockKeywords, Float, Int
from jmx.gluon.loss.base import Loss as Loss, PairLoss as PairLoss, _apply_weighting as _apply_weighting, _reshape_like as _reshape_like

class L2Loss(PairLoss):
    def __init__(self, weight: Float = 1.0, batch_axis: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
class L1Loss(PairLoss):
    def __init__(self, weight: Float | None = None, batch_axis: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
class HuberLoss(PairLoss):
    """L2 loss for small differences and L1 loss for large ones, averaged for each sample.

    With d = abs(pred - label): d^2 / (2 rho) where d <= rho, d - rho / 2 elsewhere. Called with `pred`, `label` of the
    same size and
    optionally `sample_weight`; gives shape (batch,).

    Parameters
    ----------
    rho : float, default 1
        The difference from which on the loss grows linearly.
    weight : float, optional
        Factor on the loss.
    batch_axis : int, default 0
        The axis of samples.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> gluon.loss.HuberLoss()(nd.array([[0.5], [3]]), nd.array([[0], [0]])).asnumpy()
    array([0.125, 2.5  ], dtype=float32)
    """
    def __init__(self, rho: Float = 1, weight: Float | None = None, batch_axis: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
class PoissonNLLLoss(Loss):
    def __call__(self, pred: ArrayT, target: ArrayT, sample_weight: ArrayT | None = None, epsilon: Float = ...) -> Any: ...
    def __init__(self, weight: Float | None = None, from_logits: bool = True, batch_axis: Int = 0, compute_full: bool = False, **kwargs: Unpack[BlockKeywords]) -> None: ...
    _from_logits: bool
__all__ = ['HuberLoss', 'L1Loss', 'L2Loss', 'PoissonNLLLoss']
