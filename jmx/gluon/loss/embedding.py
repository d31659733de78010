"""Losses for embeddings: vectors that shall be near to some and far from others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from ... import ndarray
from ..._described import described_by
from ..._dialects import dialect
from .._legacy_operators import operators
from .base import _WEIGHT_AND_AXIS, Loss, _apply_weighting, _reshape_like
from .classification import KLDivLoss

if TYPE_CHECKING:
    from ..._typing import ArrayT, BlockKeywords, Float, Int
    from ...ndarray.ndarray import NDArray

__all__ = ["CosineEmbeddingLoss", "SDMLLoss", "TripletLoss"]


@described_by(_WEIGHT_AND_AXIS)
class TripletLoss(Loss):
    """Pulls `pred` towards `positive` and away from `negative`; called with these three arrays of one size.

    loss[i] = max(0, sum over j of (positive - pred)^2 - (negative - pred)^2, plus margin); gives shape (batch,).

    Parameters
    ----------
    margin : float, default 1
        By how much the squared distance to `negative` shall exceed the one to `positive`.

    Examples
    --------
    >>> loss = gluon.loss.TripletLoss()
    >>> loss(nd.array([[0, 0]]), nd.array([[1, 1]]), nd.array([[1, 0]])).asnumpy()
    array([2.], dtype=float32)
    """

    if TYPE_CHECKING:

        def __call__(self, pred: ArrayT, positive: ArrayT, negative: ArrayT, sample_weight: ArrayT | None = None) -> ArrayT: ...

    def __init__(
        self, margin: Float = 1, weight: Float | None = None, batch_axis: Int = 0, **kwargs: Unpack[BlockKeywords]
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, pred, positive, negative, sample_weight=None) -> Any:
        to_positive = operators(F).square(_reshape_like(F, positive, pred) - pred)
        to_negative = operators(F).square(_reshape_like(F, negative, pred) - pred)
        loss = operators(F).relu(operators(F).sum(to_positive - to_negative, axis=self._batch_axis, exclude=True) + self._margin)
        return _apply_weighting(F, loss, self._weight, sample_weight)


@described_by(_WEIGHT_AND_AXIS)
class CosineEmbeddingLoss(Loss):
    """`1 - cos` of the angle between pairs labelled 1, `max(0, cos - margin)` for pairs labelled -1.

    Called with two arrays of shape (batch, n), labels of shape (batch,), and optionally `sample_weight`; gives shape
    (batch, 1), or with MXNet 2.0's interface (batch,).

    Parameters
    ----------
    margin : float, default 0
        Cosine up to which pairs labelled -1 cost nothing.

    Examples
    --------
    >>> loss = gluon.loss.CosineEmbeddingLoss()
    >>> loss(nd.array([[1, 0], [1, 0]]), nd.array([[0, 1], [2, 0]]), nd.array([1, -1])).asnumpy()
    array([[1.],
           [1.]], dtype=float32)
    """

    if TYPE_CHECKING:

        def __call__(self, input1: ArrayT, input2: ArrayT, label: ArrayT, sample_weight: ArrayT | None = None) -> ArrayT: ...

    def __init__(
        self, weight: Float | None = None, batch_axis: Int = 0, margin: Float = 0, **kwargs: Unpack[BlockKeywords]
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, input1, input2, label, sample_weight=None) -> Any:
        input1 = _reshape_like(F, input1, input2)
        label = label.reshape((-1, 1))
        cosine = self._cosine_similarity(F, input1, input2)
        alike = (1 - cosine) * (label == 1)
        zero = operators(F).array([0]) if F is ndarray else operators(F).zeros((1, 1))
        unlike = operators(F).broadcast_maximum(zero, (label == -1) * (cosine - self._margin))
        if dialect().losses_of_samples:  # one number for each sample, as other losses give
            return self._finish(F, alike + unlike, sample_weight)
        return _apply_weighting(F, alike + unlike, self._weight, sample_weight)

    def _cosine_similarity(self, F, x, y, axis=-1):
        norms = operators(F).norm(x, axis=axis).reshape((-1, 1)) * operators(F).norm(y, axis=axis).reshape((-1, 1))
        product = operators(F).sum(x * y, axis=axis).reshape((-1, 1))
        smallest = operators(F).array([1e-12]) if F is ndarray else operators(F).full((1, 1), 1e-12)
        return product / operators(F).broadcast_maximum(norms, smallest)


class SDMLLoss(Loss):
    """Smoothed deep metric learning: each row of one batch shall be nearest to its own row of the other.

    Called with two arrays of shape (batch, n); gives shape (batch,). It reads shapes, so it cannot be hybridized.

    Parameters
    ----------
    smoothing_parameter : float, default 0.3
        Weight of the other rows in the labels.
    weight : float, default 1.0
        Kept for the signature; it does not change the loss.
    batch_axis : int, default 0
        The axis of samples.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> loss = gluon.loss.SDMLLoss()
    >>> loss(nd.array([[0, 0], [9, 9]]), nd.array([[0, 1], [9, 8]])).shape
    (2,)
    """

    if TYPE_CHECKING:

        def __call__(self, x1: ArrayT, x2: ArrayT) -> ArrayT: ...

    def __init__(
        self, smoothing_parameter: Float = 0.3, weight: Float = 1.0, batch_axis: Int = 0, **kwargs: Unpack[BlockKeywords]
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self.kl_loss = KLDivLoss(from_logits=True)
        self.smoothing_parameter = smoothing_parameter

    def _compute_distances(self, x1, x2):
        assert x1.shape == x2.shape, f"Both inputs must have one shape, but they have {x1.shape} and {x2.shape}"
        batch_size, dim = x1.shape
        rows = x1.reshape((batch_size, 1, dim)).broadcast_to([batch_size, batch_size, dim])
        columns = x2.reshape((1, batch_size, dim)).broadcast_to([batch_size, batch_size, dim])
        return ((rows - columns) ** 2).sum(axis=2)

    def _compute_labels(self, F, batch_size):
        own = operators(F).eye(batch_size)
        return own * (1 - self.smoothing_parameter) + (1 - own) * self.smoothing_parameter / (batch_size - 1)

    def hybrid_forward(self, F, x1, x2) -> NDArray:
        labels = self._compute_labels(F, x1.shape[0])
        distances = self._compute_distances(x1, x2)
        return self.kl_loss(operators(F).log_softmax(-distances, axis=1), labels.as_in_ctx(distances.ctx))
