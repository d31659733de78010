"""Losses for predicted classes: one or several for a sample, or a sequence of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Unpack

from ..._described import described_by
from ..._dialects import dialect
from .._legacy_operators import operators
from .base import _WEIGHT_AND_AXIS, Loss, PairLoss, _apply_weighting, _fn, _reshape_like, _softplus_of_minus_abs

if TYPE_CHECKING:
    from ..._typing import ArrayT, BlockKeywords, Float, Int
    from ...ndarray.ndarray import NDArray
    from ...ndarray.numpy.array import ndarray
    from ...symbol.symbol import Symbol

__all__ = [
    "CTCLoss", "HingeLoss", "KLDivLoss", "LogisticLoss", "SigmoidBCELoss", "SigmoidBinaryCrossEntropyLoss",
    "SoftmaxCELoss", "SoftmaxCrossEntropyLoss", "SquaredHingeLoss",
]  # fmt: skip


@described_by(_WEIGHT_AND_AXIS)
class SigmoidBinaryCrossEntropyLoss(Loss):
    """Cross entropy of yes/no labels, averaged for each sample.

    Called with `pred`, `label` of the same size (0 to 1), and optionally `sample_weight` and `pos_weight`, the factor
    on positive labels; both broadcast. Gives shape (batch,).

    With p = sigmoid(pred): loss[i] = -mean over j of (pos_weight * label * log(p) + (1 - label) * log(1 - p)).

    Parameters
    ----------
    from_sigmoid : bool, default False
        Whether `pred` holds probabilities; otherwise the sigmoid is taken here, in a way that does not overflow.

    Examples
    --------
    >>> loss = gluon.loss.SigmoidBinaryCrossEntropyLoss()
    >>> loss(nd.array([[0, 0], [100, -100]]), nd.array([[0, 1], [1, 0]])).asnumpy().round(4)
    array([0.6931, 0.    ], dtype=float32)
    >>> probabilities = gluon.loss.SigmoidBCELoss(from_sigmoid=True)
    >>> probabilities(nd.array([[0.5, 0.25]]), nd.array([[1, 0]])).asnumpy().round(4)
    array([0.4904], dtype=float32)
    """

    if TYPE_CHECKING:

        def __call__(
            self, pred: ArrayT, label: ArrayT, sample_weight: ArrayT | None = None, pos_weight: ArrayT | None = None
        ) -> ArrayT: ...

    def __init__(
        self, from_sigmoid: bool = False, weight: Float | None = None, batch_axis: Int = 0, **kwargs: Unpack[BlockKeywords]
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_sigmoid = from_sigmoid

    def hybrid_forward(self, F, pred, label, sample_weight=None, pos_weight=None) -> NDArray | Symbol | ndarray:
        label = _reshape_like(F, label, pred)
        if self._from_sigmoid:
            eps = 1e-12
            positive = _fn(F, "log")(pred + eps) * label
            if pos_weight is not None:
                positive = _fn(F, "broadcast_mul")(positive, pos_weight)
            loss = -(positive + _fn(F, "log")(1.0 - pred + eps) * (1.0 - label))
        elif pos_weight is None:
            loss = _fn(F, "relu")(pred) - pred * label + _softplus_of_minus_abs(F, pred)
        else:
            log_weight = 1 + _fn(F, "broadcast_mul")(pos_weight - 1, label)
            loss = pred - pred * label + log_weight * (_softplus_of_minus_abs(F, pred) + _fn(F, "relu")(-pred))
        return self._finish(F, loss, sample_weight)


SigmoidBCELoss = SigmoidBinaryCrossEntropyLoss


@described_by(_WEIGHT_AND_AXIS)
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

    def __init__(
        self,
        axis: Int = -1,
        sparse_label: bool = True,
        from_logits: bool = False,
        weight: Float | None = None,
        batch_axis: Int = 0,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._axis = axis
        self._sparse_label = sparse_label
        self._from_logits = from_logits

    def _of_samples(self, pred, size=()):
        """The shape of class numbers for predictions of this shape; `size` is what they have along the axis of classes."""
        axis = self._axis + len(pred) if self._axis < 0 else self._axis
        return pred[:axis] + size + pred[axis + 1 :]

    def _fits(self, pred: Any, label: Any) -> Any:
        if not self._sparse_label:
            return super()._fits(pred, label)
        return label in (self._of_samples(pred), self._of_samples(pred, (1,)))

    def _expectation(self, pred: Any, label: Any) -> Any:
        if not self._sparse_label:
            return f"With sparse_label=False label holds probabilities, shape {pred}; class numbers need sparse_label=True."
        text = f"With sparse_label=True label holds class numbers, shape {self._of_samples(pred)}"
        return f"{text}; labels that are probabilities, or one-hot, need sparse_label=False." if label == pred else f"{text}."

    def hybrid_forward(self, F, pred, label, sample_weight=None) -> NDArray | Symbol | ndarray:
        if not self._from_logits:
            pred = _fn(F, "log_softmax")(pred, self._axis)
        if self._sparse_label:
            loss = -_fn(F, "pick")(pred, label, axis=self._axis, keepdims=True)
        else:
            loss = -(pred * _reshape_like(F, label, pred)).sum(axis=self._axis, keepdims=True)
        return self._finish(F, loss, sample_weight)


SoftmaxCELoss = SoftmaxCrossEntropyLoss


@described_by(_WEIGHT_AND_AXIS)
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

    Examples
    --------
    >>> loss = gluon.loss.KLDivLoss(from_logits=False)
    >>> loss(nd.array([[0, 0]]), nd.array([[0.5, 0.5]])).asnumpy().round(4) + 0
    array([0.], dtype=float32)
    >>> loss(nd.array([[0, 0]]), nd.array([[1, 0]])).asnumpy().round(4)
    array([0.6931], dtype=float32)
    """

    def __init__(
        self,
        from_logits: bool = True,
        axis: Int = -1,
        weight: Float | None = None,
        batch_axis: Int = 0,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits = from_logits
        self._axis = axis

    def hybrid_forward(self, F, pred, label, sample_weight=None) -> NDArray | Symbol | ndarray:
        if not self._from_logits:
            pred = operators(F).log_softmax(pred, self._axis)
        loss = label * (operators(F).log(label + 1e-12) - pred)
        if dialect().losses_of_samples:  # the mean, as of other losses
            return self._finish(F, loss, sample_weight)
        loss = _apply_weighting(F, loss, self._weight, sample_weight)
        return operators(F).sum(loss, axis=self._batch_axis, exclude=True)


@described_by(_WEIGHT_AND_AXIS)
class HingeLoss(PairLoss):
    """`max(0, margin - pred * label)` for labels -1 and 1, averaged for each sample.

    Called with `pred`, `label` of the same size and optionally `sample_weight`; gives shape (batch,).

    Parameters
    ----------
    margin : float, default 1
        The margin.

    Examples
    --------
    >>> gluon.loss.HingeLoss()(nd.array([[0.5], [3]]), nd.array([[1], [-1]])).asnumpy()
    array([0.5, 4. ], dtype=float32)
    """

    def __init__(
        self, margin: Float = 1, weight: Float | None = None, batch_axis: Int = 0, **kwargs: Unpack[BlockKeywords]
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = operators(F).relu(self._margin - pred * _reshape_like(F, label, pred))
        return self._finish(F, loss, sample_weight)


class SquaredHingeLoss(PairLoss):
    """The square of :class:`HingeLoss`, averaged for each sample.

    loss[i] = mean over j of max(0, margin - pred[i, j] * label[i, j])^2, for labels -1 and 1.

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
    >>> gluon.loss.SquaredHingeLoss()(nd.array([[0.5], [3]]), nd.array([[1], [-1]])).asnumpy()
    array([ 0.25, 16.  ], dtype=float32)
    """

    def __init__(
        self, margin: Float = 1, weight: Float | None = None, batch_axis: Int = 0, **kwargs: Unpack[BlockKeywords]
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = operators(F).square(operators(F).relu(self._margin - pred * _reshape_like(F, label, pred)))
        return self._finish(F, loss, sample_weight)


@described_by(SquaredHingeLoss)
class LogisticLoss(PairLoss):
    """`log(1 + exp(-pred * label))`, averaged for each sample.

    Called with `pred`, `label` of the same size and optionally `sample_weight`; gives shape (batch,).

    Parameters
    ----------
    label_format : {'signed', 'binary'}, default 'signed'
        Whether labels are -1 and 1, or 0 and 1.

    Raises
    ------
    ValueError
        Another `label_format`.

    Examples
    --------
    >>> gluon.loss.LogisticLoss()(nd.array([[0], [2]]), nd.array([[1], [-1]])).asnumpy().round(4)
    array([0.6931, 2.1269], dtype=float32)
    """

    def __init__(
        self,
        weight: Float | None = None,
        batch_axis: Int = 0,
        label_format: Literal["signed", "binary"] | str = "signed",
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._label_format = label_format
        if label_format not in ("signed", "binary"):
            raise ValueError(f"label_format can only be signed or binary, received {label_format}.")

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        label = _reshape_like(F, label, pred)
        if self._label_format == "signed":
            label = (label + 1.0) / 2.0
        loss = operators(F).relu(pred) - pred * label + _softplus_of_minus_abs(F, pred)
        return self._finish(F, loss, sample_weight)


class CTCLoss(Loss):
    """Connectionist temporal classification: the loss of a sequence whose alignment to its labels is not known.

    Called with `pred`, unnormalized scores of classes at each time, of which the last class is the blank, and `label`,
    class numbers padded with -1; optionally with `pred_lengths` and `label_lengths` of shape (batch,) and
    `sample_weight`. Gives shape (batch,).

    It is -log of the sum of the probabilities of all alignments that give the labels, when repeats are merged and blanks
    left out.

    Parameters
    ----------
    layout : {'NTC', 'TNC'}, default 'NTC'
        Order of `pred`'s axes.
    label_layout : {'NT', 'TN'}, default 'NT'
        Order of `label`'s axes.
    weight : float, optional
        Factor on the loss.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> loss = gluon.loss.CTCLoss()
    >>> loss(nd.zeros((1, 3, 2)), nd.array([[0]])).asnumpy().round(4)
    array([0.2877], dtype=float32)
    >>> loss(nd.zeros((2, 20, 4)), nd.array([[1, 0, -1, -1], [2, 1, 1, -1]])).shape
    (2,)
    """

    if TYPE_CHECKING:

        def __call__(
            self,
            pred: ArrayT,
            label: ArrayT,
            pred_lengths: ArrayT | None = None,
            label_lengths: ArrayT | None = None,
            sample_weight: ArrayT | None = None,
        ) -> ArrayT: ...

    def __init__(
        self,
        layout: Literal["NTC", "TNC"] | str = "NTC",
        label_layout: Literal["NT", "TN"] | str = "NT",
        weight: Float | None = None,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        assert layout in ("NTC", "TNC"), f"Only 'NTC' and 'TNC' layouts for pred are supported. Got: {layout}"
        assert label_layout in ("NT", "TN"), f"Only 'NT' and 'TN' layouts for label are supported. Got: {label_layout}"
        self._layout = layout
        self._label_layout = label_layout
        super().__init__(weight, label_layout.find("N"), **kwargs)

    def hybrid_forward(self, F, pred, label, pred_lengths=None, label_lengths=None, sample_weight=None) -> NDArray | Symbol:
        if self._layout == "NTC":
            pred = operators(F).swapaxes(pred, 0, 1)
        if self._batch_axis == 1:
            label = operators(F).swapaxes(label, 0, 1)
        uses = {"use_data_lengths": pred_lengths is not None, "use_label_lengths": label_lengths is not None}
        loss = operators(F).CTCLoss(pred, label, pred_lengths, label_lengths, **uses, blank_label="last")
        return _apply_weighting(F, loss, self._weight, sample_weight)
