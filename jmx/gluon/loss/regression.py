"""Losses for predicted numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Unpack

from ..._described import described_by
from ..._dialects import dialect
from .._legacy_operators import operators
from .base import _WEIGHT_AND_AXIS, Loss, PairLoss, _apply_weighting, _batch_mean, _fn, _reshape_like

if TYPE_CHECKING:
    from ..._typing import ArrayT, BlockKeywords, Float, Int
    from ...ndarray.ndarray import NDArray
    from ...ndarray.numpy.array import ndarray
    from ...symbol.symbol import Symbol

__all__ = ["HuberLoss", "L1Loss", "L2Loss", "PoissonNLLLoss"]


class L2Loss(PairLoss):
    """Half the squared difference, averaged for each sample.

    Called with `pred` and `label` of one size, and optionally `sample_weight`, which broadcasts against them;
    gives shape (batch,).

    loss[i] = weight / 2 * mean over j of (pred[i, j] - label[i, j])^2.

    Parameters
    ----------
    weight : float, default 1.0
        Factor on the loss, besides the half.
    batch_axis : int, default 0
        The axis of samples.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> loss = gluon.loss.L2Loss()
    >>> loss(nd.array([[1, 2], [3, 4]]), nd.array([[1, 4], [3, 4]])).asnumpy()
    array([1., 0.], dtype=float32)
    >>> loss
    L2Loss(batch_axis=0, w=1.0)
    """

    def __init__(self, weight: Float = 1.0, batch_axis: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F, pred, label, sample_weight=None) -> NDArray | Symbol | ndarray:
        loss = _fn(F, "square")(_reshape_like(F, label, pred) - pred)
        return _batch_mean(F, _apply_weighting(F, loss, self._weight / 2, sample_weight), self._batch_axis)


@described_by(L2Loss)
class L1Loss(PairLoss):
    """The absolute difference, averaged for each sample; otherwise as :class:`L2Loss`.

    loss[i] = weight * mean over j of abs(pred[i, j] - label[i, j]).

    Parameters
    ----------
    weight : float, optional
        Factor on the loss.

    Examples
    --------
    >>> gluon.loss.L1Loss()(nd.array([[1, 2], [3, 4]]), nd.array([[1, 4], [3, 4]])).asnumpy()
    array([1., 0.], dtype=float32)
    """

    def __init__(self, weight: Float | None = None, batch_axis: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F, pred, label, sample_weight=None) -> NDArray | Symbol | ndarray:
        loss = _fn(F, "abs")(_reshape_like(F, label, pred) - pred)
        return self._finish(F, loss, sample_weight)


@described_by(_WEIGHT_AND_AXIS)
class HuberLoss(PairLoss):
    """L2 loss for small differences and L1 loss for large ones, averaged for each sample.

    With d = abs(pred - label): d^2 / (2 rho) where d <= rho, d - rho / 2 elsewhere. Called with `pred`, `label` of the
    same size and
    optionally `sample_weight`; gives shape (batch,).

    Parameters
    ----------
    rho : float, default 1
        The difference from which on the loss grows linearly.

    Examples
    --------
    >>> gluon.loss.HuberLoss()(nd.array([[0.5], [3]]), nd.array([[0], [0]])).asnumpy()
    array([0.125, 2.5  ], dtype=float32)
    """

    def __init__(self, rho: Float = 1, weight: Float | None = None, batch_axis: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._rho = rho

    def hybrid_forward(self, F, pred, label, sample_weight=None) -> NDArray | Symbol:
        loss = operators(F).abs(_reshape_like(F, label, pred) - pred)
        loss = operators(F).where(loss > self._rho, loss - 0.5 * self._rho, (0.5 / self._rho) * operators(F).square(loss))
        return self._finish(F, loss, sample_weight)


@described_by(L1Loss)
class PoissonNLLLoss(Loss):
    """Negative log likelihood of counts under Poisson distributions, averaged over everything.

    Called with `pred` and `target` of one size, and optionally `sample_weight` and `epsilon`; gives one number. With
    MXNet 2.0's interface it gives shape (batch,).

    The mean of exp(pred) - target * pred, without `from_logits` of pred - target * log(pred + epsilon).

    Parameters
    ----------
    from_logits : bool, default True
        Whether `pred` holds logarithms of the rates.
    compute_full : bool, default False
        Add Stirling's approximation of log(target!) for targets above 1.

    Examples
    --------
    >>> loss = gluon.loss.PoissonNLLLoss(from_logits=False)
    >>> float(loss(nd.array([1, 1]), nd.array([2, 4])).asscalar())
    1.0
    """

    if TYPE_CHECKING:

        def __call__(self, pred: ArrayT, target: ArrayT, sample_weight: ArrayT | None = None, epsilon: Float = ...) -> ArrayT: ...

    def __init__(
        self,
        weight: Float | None = None,
        from_logits: bool = True,
        batch_axis: Int = 0,
        compute_full: bool = False,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits = from_logits
        self._compute_full = compute_full

    def hybrid_forward(self, F, pred, target, sample_weight=None, epsilon=1e-08) -> NDArray | Symbol | ndarray:
        target = _reshape_like(F, target, pred)
        if self._from_logits:
            loss = operators(F).exp(pred) - target * pred
        else:
            loss = pred - target * operators(F).log(pred + epsilon)
        if self._compute_full:
            stirling = target * operators(F).log(target) - target + 0.5 * operators(F).log(2 * target * math.pi)
            loss = loss + stirling * (target > 1)
        if dialect().losses_of_samples:  # one number for each sample, as other losses give
            return self._finish(F, loss, sample_weight)
        return operators(F).mean(_apply_weighting(F, loss, self._weight, sample_weight))
